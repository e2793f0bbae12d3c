"""A step of a lesson at a board: a match, with or without Look inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from engine.lessons.live import find_moment, parse_line
from engine.lessons.record import At, LiveData
from engine.messages import JouonsError, Message
from engine.protocols import HUMAN, Estimate
from engine.registry import make_game
from engine.saves import SavedGame, from_json, load
from engine.session import Session
from engine.trace.windows import Cutoff
from gui.exercises.exercise import AttemptPhase, Exercise
from gui.exercises.line import LinePlayer
from gui.exercises.problem import MoveAttempt
from gui.exercises.screen import LastTry, is_enter, is_try
from gui.inspector import transport
from gui.inspector.decision_content import decision_content
from gui.inspector.small_boards import SymmetricBoards, cut_boards
from gui.kit import Icon
from gui.kit.command import Command, by_id
from gui.kit.layout import Flexible, Layout, Row, Scroll
from gui.lessons.guest import GuestServices, host_of
from gui.lessons.page import Stage, covered, panel_stage
from gui.lessons.screen import LessonScreen
from gui.lessons.step_state import StepState
from gui.match.model import is_game
from gui.match.page import board_part
from gui.match.players import players_card
from gui.match.screen import MatchScreen, saved_match
from gui.match.table import GameTable, Players
from gui.match.view_model import MatchViewModel
from gui.protocols import BoardState, Push, Transition

OTHER = "perfect"  # the level of the opponent where a step names none
BARE = ("picture", "symmetry", "cut")  # the pages without table and phases


class LessonMatch(LessonScreen, MatchScreen):
    """A match on which a step plays out."""

    MENU = ("leave_side_line", "restart", "swap_sides", "copy", "copy_game")

    def __init__(self, guest: GuestServices, lesson: StepState) -> None:
        self.lesson = lesson
        self.attempt: MoveAttempt | None = None
        self.line: LinePlayer | None = None  # the moves to which an answer leads
        self._last_try = LastTry()
        self._placed = False  # the inspector stands at the moment of the step
        table, last = table_of(lesson)
        MatchScreen.__init__(self, guest, table)
        if last is not None:
            self.match.play(last)  # the end of the game, from which learners learn
        self._exactly = self.match.inspector.exact
        self.match.inspector.exact = self._exact
        self.match.inspector.plain = lesson.step.plain
        place = lesson.step.place
        if place.ply is not None:
            self.match.jump(place.ply)
        self.start, self._ply = table.state, table.session.ply
        self._goal = lesson.step.at  # the moment to which the inspector goes
        if lesson.step.question is not None:
            self.match.also = (self.start,)
        if not table.humans and lesson.step.question is not None:
            table.paused = True  # two bots wait for the guess
        if place.player:
            self.match.inspected.look_at(place.player)
            self.match.inspector.page = int(lesson.step.page == "table")
        if lesson.picks:
            self.attempt = MoveAttempt(self._exercise(), guest)

    def _exercise(self) -> Exercise:
        table, question = self.match.table, self.lesson.step.question
        assert question is not None
        right = tuple(table.game.parse_move(table.state, text) for text in question.right)
        session = table.session
        states, moves = tuple(session.states), tuple(session.moves)
        ask = Message(self.lesson.chapter.key(self.lesson.step, ".ask"))
        return Exercise(table.game, states, moves, right, ask)

    # -- the inspector -------------------------------------------------------------------------

    @property
    def _hides(self) -> bool:
        """Whether exact values would give an answer away, of this step or of the next."""
        return self.lesson.step.plain or (self.lesson.picks and not self.lesson.given)

    def _exact(self, state: Any) -> Sequence[Estimate] | None:
        return None if self._hides else self._exactly(state)

    def _place_inspector(self) -> None:
        """Go to the moment of the step, or of its answer, once its recording is complete."""
        inspector = self.match.inspector
        if self._placed or inspector.frame() is None or inspector.busy:
            return
        self._placed = True
        self._go_to(self._goal)
        self.settle()
        self.show()

    def _go_to(self, at: At) -> None:
        """Show a moment of the step's recording, with the line chosen there.

        Whoever has gone elsewhere since is brought back to the position of the step.
        """
        inspector, table = self.match.inspector, self.match.table
        frame, player = inspector.frame(), self.lesson.step.place.player
        if not player:
            return
        if frame is None or frame.state != self.start:
            self._goal, self._placed = at, False
            if table.state != self.start or not inspector.busy:
                self.match.jump(self._ply)
                self.match.inspected.look_at(player)
            return
        moment = find_moment(at, table.game, frame.state, frame.recording)
        if moment is not None:
            inspector.go_to(moment.event, moment.sample)
        if at.chosen:
            inspector.choose(parse_line(table.game, self.start, at.chosen))

    def answered(self) -> None:
        match, question, goal = self.match, self.lesson.step.question, self.lesson.destination()
        match.inspector.know_more()
        if match.table.paused:
            match.toggle_pause()
        if goal is not None and goal.played:
            game = match.table.game
            moves = parse_line(game, self.start, goal.played)
            self.line = LinePlayer(game, self.start, moves)
        elif goal is not None:
            self._go_to(goal)
        elif not self.lesson.picks and match.table.state != self.start:
            self._go_to(self.lesson.step.at)  # its values are read from the step's recording
        elif self.lesson.revealed and self.attempt is not None and self.attempt.exercise.right:
            self._play_right(self.attempt.exercise.right[0])  # it was told, not picked
        if self.lesson.found and goal is None and question and not question.answers:
            self._go_to(At())  # from the moment that was asked about to the decision
        self.settle()

    def _play_right(self, *moves: int) -> None:
        """Play a right move at the table, or a line; a panel keeps the decision of the question."""
        if self.attempt is not None:
            self.attempt.close()
            self.attempt = None
        self.match.jump(self._ply)
        self.match.inspected.keep()
        for move in moves:
            self.match.play(move)

    def _keep(self, line: LinePlayer) -> None:
        """Play the line of a right answer at the table: what is seen is the game."""
        self.line = None
        self._play_right(*line.moves)
        self.settle()

    def counts(self) -> object:
        inspector = self.match.inspector
        if not self._placed and self.lesson.step.place.player:
            return None
        table, session = self.match.table, self.match.table.session
        moved = sum(table.is_human(table.game.to_move(state)) for state in session.states[:-1])
        return (
            moved,
            session.can_redo,
            table.players,
            inspector.moment,
            inspector.chosen,
            inspector.page,
            self.match.app_context.settings.inspector,
        )

    def live_data(self) -> LiveData:
        table, inspector, given = self.match.table, self.match.inspector, self.lesson.given
        frame, replay, question = inspector.frame(), inspector.replay, self.lesson.step.question
        picked = None
        if given and question is not None and not question.answers:
            picked = table.game.parse_move(self.start, given)
        whole = frame is not None and frame.complete
        return LiveData(
            table.game,
            self.start,
            picked=picked,
            exact=tuple(self._exactly(self.start) or ()),
            recording=frame.recording if frame is not None and whole else None,
            decision=replay.decision if replay is not None and whole else None,
            played=tuple(table.session.move_texts()),
            over=table.finished,
        )

    # -- moves ---------------------------------------------------------------------------------

    @property
    def _line_on_board(self) -> LinePlayer | None:
        """The line to which an answer leads, while its moves are on the board."""
        return self.line if self.line is not None and self.line.board is not None else None

    def step_line(self, way: int) -> None:
        """Go forward (1) or back (-1) in the line to which the answer has led."""
        if self.line is not None:
            self.line.step(way)
            self.board.show(self.state_now().board, False)

    @property
    def _beside(self) -> BoardState[Any] | None:
        """The board of a tried move or of a line played out; None: that of the match."""
        if self._line_on_board is not None:
            return self._line_on_board.board
        attempt = self.attempt
        return attempt.board if attempt is not None and attempt.moves else None

    def state_now(self) -> MatchViewModel:
        now, beside = super().state_now(), self._beside
        writing, game = self.lesson.writing, self.match.table.game
        example = writing.example if writing is not None else None
        if example is not None and not self.match.table.session.moves:
            if now.result is not None:
                now = replace(now, result=None, news=())  # nobody has played this game
            pairs = {game.parse_move(now.board.state, text): n for text, n in example[3].items()}
            estimates = tuple(Estimate(move, yours) for move, (yours, _) in pairs.items())
            shares = {move: exact for move, (_, exact) in pairs.items()}
            if pairs:
                now = replace(now, board=replace(now.board, estimates=estimates, shares=shares))
        if beside is None and self.covered:
            board = now.board
            beside = BoardState(
                board.state, board.previous, board.last_move, board.legal, closed=board.closed
            )
        return now if beside is None else replace(now, board=beside)

    def show(self) -> None:
        self.board.landmarks = not self.covered
        beside = self._beside
        if beside is not None and beside.state != self.board.shown.state:
            self.board.show(beside, beside.previous is not None)
        super().show()

    def tick(self, dt: float) -> bool:
        attempt, line, still = self.attempt, self.line, not self.board.moving
        changed = False
        if line is not None and line.running:
            changed = line.update(dt, still)
            if line.at_end and not self.lesson.picks:
                self._keep(line)
        elif attempt is not None:
            before = attempt.changes
            attempt.update(dt, still)
            changed = attempt.changes != before
        if changed:
            self.show()
        super().tick(dt)
        self._place_inspector()
        self._look_at_task()
        return False

    def _look_at_task(self) -> None:
        """Note that the task is done: its moment, or without a player asked the end, is reached."""
        task, frame = self.lesson.step.do, self.match.inspector.frame()
        if task and not self.lesson.step.place.player and self.match.table.finished:
            self.perform()
        if task is None or self.lesson.performed or frame is None or not self._placed:
            return
        if frame.state != self.start:  # something else is looked into
            return
        goal = find_moment(task, self.match.table.game, frame.state, frame.recording)
        if goal is not None and goal.event is not None and frame.step >= goal.event:
            self.perform()

    def play(self, move: int) -> None:
        """Take a picked move for the answer; any other is played in the match."""
        attempt = self.attempt
        if self._line_on_board is not None:
            return
        if attempt is None or self.match.table.state != self.start:
            super().play(move)
        else:
            self._pick(attempt, move)

    def board_event(self, event: pygame.event.Event) -> bool:
        """Pass the event to the board; while an answer is shown to be wrong it is the next answer.

        A line that follows a right answer ends at once.
        """
        attempt, line, view = self.attempt, self._line_on_board, self.board
        refuted = attempt is not None and attempt.being_refuted
        if not is_try(event) or (line is None and not refuted):
            self._last_try.note(event, view)
            return super().board_event(event)
        replied = attempt is not None and attempt.phase is AttemptPhase.REFUTED
        begun = line.at <= 1 if line is not None else not replied
        if begun and self._last_try.repeats(event, view):
            return True  # a double click
        if line is not None and not self.lesson.picks:
            self._keep(line)
            return True
        self.line = None
        if attempt is not None:
            attempt.again()
        view.show(self.state_now().board, False)
        self.show()
        if not is_enter(event):
            self._last_try.note(event, view)
            super().board_event(event)
        return True

    def _pick(self, attempt: MoveAttempt, move: int) -> None:
        game, question = attempt.exercise.game, self.lesson.step.question
        text, self.line = game.move_text(self.start, move), None
        assert question is not None
        if text not in question.show and move in attempt.exercise.right:
            self._play_right(move)
        elif text not in question.show:
            attempt.play(move)
        self.choose_answer(text)

    def release_worker(self) -> None:
        super().release_worker()
        if self.attempt is not None:
            self.attempt.release_worker()

    @property
    def tells(self) -> bool:
        step = self.lesson.step
        return super().tells or bool(step.do and step.place.player and not self.lesson.performed)

    def tell(self) -> None:
        if self.lesson.step.do is not None:
            self._go_to(self.lesson.step.do)
            return
        attempt, otherwise = self.attempt, ""
        if attempt is not None:
            game = attempt.exercise.game
            otherwise = game.move_text(self.start, game.moves(self.start)[0])
        self.lesson.tell(otherwise)
        self.after_answer()

    # -- games from outside --------------------------------------------------------------------

    def open_path(self, path: str | Path) -> Transition:
        """Open a saved game above the lesson. Raises JouonsError for an invalid one."""
        return Push(self._match_of(load(Path(path))), instead=True)

    def paste(self, text: str) -> Transition | None:
        """Open a game above the lesson; set up a position or moves on the step's own board."""
        if not is_game(text):
            return super().paste(text)
        try:
            return Push(self._match_of(from_json(text)))
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return None

    @property
    def makes_room(self) -> bool:
        """False: a game dropped on it is above it, too."""
        return False

    def _match_of(self, saved: SavedGame) -> MatchScreen:
        """Return a match of the person's: the texts of the step are about its own game alone."""
        return saved_match(host_of(self.services), saved, given=True)

    # -- layout --------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Command]:
        line, do = self.line, self.and_refresh
        back, on = (line is not None and line.can_step(way) for way in (-1, 1))
        own = (
            Command("line_back", do(partial(self.step_line, -1)), Icon.PLAY_BACK, back),
            Command("line_on", do(partial(self.step_line, 1)), Icon.PLAY, on),
        )
        return {**super().commands(), **by_id(*own)}

    def own_buttons(self) -> Layout | None:
        """Return the buttons of the line that refutes an answer."""
        if self.line is None or not self.lesson.picks:
            return super().own_buttons()
        offered = self.offered().called("lessons")
        return Row(*(Flexible(offered.button(name)) for name in ("line_back", "line_on")), gap=8)

    def stage(self) -> Stage:
        ui, offered, do = self.ui, self.offered(), self.looking
        if self.inspector is None:
            board, players = board_part(self, offered), players_card(self, offered)
            return Stage(Scroll(players, "people"), board, alone=True)
        board = self.board_widget(space=False)
        if self.covered:
            return Stage(covered(ui), board, alone=True)
        moves = transport.transport_buttons(offered.called(transport.PREFIX))
        content = decision_content(self.inspector, ui, do)
        step, page = content.step, self.lesson.step.page
        if step is not None and page in BARE:
            step = replace(step, table=None, phases=None)
            frame = self.inspector.frame
            drawn: tuple[str, Layout] | None = None
            if page == "symmetry":
                drawn = self.tr("lessons.symmetry"), SymmetricBoards(self.match.table.game)
            elif page == "cut" and frame is not None and isinstance(frame.now, Cutoff):
                drawn = cut_boards(frame, ui, decided=bool(self.lesson.given))
            if drawn is not None:
                step = replace(step, said=drawn[0], picture=drawn[1])
                content = replace(content, verdict=None, playing=None)
            content = replace(content, strip=None, step=step)
        if self._hides:
            content = replace(content, verdict=None)
        return panel_stage(board, content, ui, do, moves)


def table_of(lesson: StepState) -> tuple[GameTable, int | None]:
    """Return the table of a step, and the last move of a whole game, which is still to be played.

    Without seats the person has the side to move. Where the step looks at an earlier ply, the game
    with its moves is on the table; otherwise the position after the moves is its start.
    """
    place = lesson.step.place
    game, last = make_game(place.game, place.options), None
    session = Session.replay(game, place.position or None, place.moves.split())
    if place.ply is None:
        session = Session(game, session.state)
    elif session.over:
        last = session.moves[-1]
        session = Session.replay(game, place.position or None, place.moves.split()[:-1])
    seats = place.seats
    if seats is None:
        seats = (OTHER, HUMAN) if game.to_move(session.state) else (HUMAN, OTHER)
    players = Players.at(seats, ("", ""))
    return GameTable(game, players, seed=place.seed, alternate=False, session=session), last
