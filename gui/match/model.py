"""A match without a window: the table with its bots, analysis, hints, teaching and autosave.

No pygame here. A screen calls the methods of the player's actions, advances the time with `update`
and shows a `MatchViewModel` (gui/match/view_model.py). Notices queue in `notices` until the screen
takes them.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import Any

from engine.levels import LEVELS
from engine.messages import JouonsError, Message, message
from engine.naming import move_name, named_move
from engine.protocols import HUMAN, Outcome, PositionError
from engine.puzzles.refutation import Missed, Refutation, refutation
from engine.puzzles.review import MoveReview
from engine.registry import name_of, player_name
from engine.saves import SavedGame, from_json, load
from gui.app_context import AppContext, NoticeQueue
from gui.boards import board_of
from gui.boards.plan_search import Explainer, PlanQuestion
from gui.boards.words import reason
from gui.match.analysis import Analyzer
from gui.match.autosave import AutoSave, saved_game
from gui.match.bots import Bots
from gui.match.inspected import InspectedDecision
from gui.match.sentences import hint_words, starter_sentence, step_back_words, visible_hint
from gui.match.table import DecisionRecord, GameTable, table_from_save
from gui.own.files import RulesFile
from gui.people import CHOICES, LONGEST_NAME, clean_name, person_name, whole_name
from gui.settings import MATCH_CARDS, MATCH_TABS

LARGEST_PASTE = 200_000


class Change(Enum):
    """How the position on the table came about, which decides how it is shown."""

    PLAYED = auto()  # a move was made: animated, with sound
    FORWARD = auto()  # a move was redone: animated
    PLACED = auto()  # anything else: shown at once


class Match:
    """A table with its bots, analysis, hints and autosave."""

    def __init__(self, app_context: AppContext, table: GameTable, analysis: bool = False) -> None:
        self.app_context = app_context
        self.table = table
        self.analysis = analysis or app_context.settings.setup(table.game.id).analysis
        self.notices = NoticeQueue()
        self.change = Change.PLACED  # the kind of the last position change
        self.question: Message | None = None  # the open question whether to take the last move back
        self.against: PlanQuestion | None = None  # the mistake, on the next ply, that is explained
        self.plan_step = 1  # the last step of the plan that is shown
        self.questioned = 0  # the side that must answer
        self.refuted: Refutation | None = None  # why the move in question loses, if that is short
        self.hint: int | None = None  # the marked move
        self.hint_wanted = False  # a hint was requested and the analysis is not done
        self.mistakes_wanted = False  # the mistakes were requested and the analysis is not done
        self.bots = Bots(app_context, table, self.notices)
        self.analyzer = Analyzer(app_context, table, partial(self.notices.add, fault=True))
        self.explainer = Explainer(app_context, lambda: self.analyzer.oracles)
        self.explained: set[Any] = set()  # positions whose better move was told
        self.autosave = AutoSave(app_context, table, self.bots.game_ended)
        self.also: tuple[Any, ...] = ()  # more positions whose exact values are wanted
        self.inspected = InspectedDecision(
            app_context, table, self.bots, self.analyzer, self.autosave, self.jump
        )
        self.inspector, self.asking = self.inspected.inspector, self.inspected.asking
        self._rules_file = RulesFile(self.asking.files, table.game)
        self.autosave.keep()
        self.inspected.look()

    # -- reading -------------------------------------------------------------------------------

    @property
    def hints_allowed(self) -> bool:
        """Whether the settings of this game allow hints."""
        return self.app_context.settings.setup(self.table.game.id).hints

    def reviews(self) -> list[MoveReview]:
        """Review every move of the game as far as values are known."""
        return [self.review_at(ply + 1) for ply in range(len(self.table.session.all_moves))]

    def review_at(self, ply: int) -> MoveReview:
        """Review the move that led to a ply, from 1."""
        session = self.table.session
        return self.analyzer.review(session.all_states[ply - 1], session.all_moves[ply - 1])

    def losses(self) -> list[int]:
        """Return, for each move of the game, the number of its question marks, 0 where unknown."""
        return [each.marks for each in self.reviews()]

    @property
    def judged(self) -> bool:
        """Whether the analysis of every move of the game is done."""
        session = self.table.session
        moved = session.all_states[: len(session.all_moves)]
        return all(state in self.analyzer.known for state in moved)

    # -- life ----------------------------------------------------------------------------------

    def update(self, dt: float, *, still: bool = True) -> bool:
        """Advance by `dt` seconds; true when the display changed.

        `still` says that the board shows no animation, so that a bot's move may follow.
        """
        replaying = self.inspector.busy and self.bots.watched is None
        held = self.question is not None or replaying or self.asking.busy
        changed, record = self.bots.update(dt, still=still, held=held)
        if record is not None:
            self._bot_plays(record)
        changed |= self._follow_file(dt)
        self.inspected.look()
        changed |= self.inspector.update(dt) | self.inspected.update_answers()
        if self.bots.thinking or self.inspector.busy or self.asking.busy:
            self.analyzer.stop()
            self.explainer.stop()
        elif (question := self._unexplained()) is not None:
            self.analyzer.stop()
            changed |= self.explainer.update(question)
        elif self.analyzer.update(self._requested_positions()):
            if self.hint_wanted:
                self._give_hint()
            if self.mistakes_wanted and self.judged:
                self.next_mistake()
            self.inspector.know_more()
            changed = True
        return changed

    def _follow_file(self, dt: float) -> bool:
        """Take the new text of an own game: at once before the first move, else for new games."""
        game, table = self._rules_file.update(dt), self.table
        if game is None or game.id != table.game.id:
            return False
        table.renewed = game
        begun = bool(table.session.all_moves) or not table.counts
        if not begun:
            table.restart()
            self._follow()
        key = "own.game_changed" if begun else "own.reloaded"
        self.notices.add(message(key, name=name_of(game.id)), here=True)
        return True

    @property
    def explains(self) -> bool:
        """Whether the plan of the position is shown in place of its values."""
        table, settings = self.table, self.app_context.settings
        chosen = self.analysis and settings.match_card == MATCH_CARDS[1] and not settings.inspector
        return chosen and table.outcome is None and board_of(table.game.id).plans

    def plan_question(self, ply: int | None = None) -> PlanQuestion:
        """Return the question about the position after a ply, by default what is shown."""
        if ply is None and self.against is not None:
            return self.against
        session = self.table.session
        at, states = session.ply if ply is None else ply, session.all_states
        return PlanQuestion(self.table.game, states[at], states[at - 1] if at else None)

    @property
    def mistake_question(self) -> PlanQuestion | None:
        """The question about the move that lost the finished game; None without one, or not yet."""
        ply = self.explained_ply if board_of(self.table.game.id).plans else None
        return None if ply is None else self.plan_question(ply)

    def step_plan(self, way: int) -> None:
        """Show one step of the plan more or less."""
        self.plan_step += way

    def explain_mistake(self) -> None:
        """Show the plan against the move that lost the game, on the board before it."""
        ply = self.explained_ply
        if ply is not None:
            self.analysis = True
            self.explained.add(self.table.session.all_states[ply - 1])
            settings = self.app_context.settings
            opened = replace(settings, match_card=MATCH_CARDS[1], match_tab=MATCH_TABS[2])
            self.app_context.change(opened)
            against = self.plan_question(ply)
            self.jump(ply - 1)
            self.against = against

    def _unexplained(self) -> PlanQuestion | None:
        """Return the position whose plan is wanted and not there, once its value is."""
        question = self.plan_question() if self.explains else self.mistake_question
        if question is None or question.state not in self.analyzer.known:
            return None
        return question if self.explainer.of(question) is None else None

    def search_longer(self) -> None:
        """Search again, and longer, for a plan of this position."""
        self.plan_step = 1
        self.explainer.search_longer(self.plan_question())

    def release_worker(self) -> None:
        """Release the worker. A thinking bot restarts at the next update."""
        self.bots.position_changed()
        self.asking.stop()
        self.asking.forget_learners()
        self.analyzer.stop()
        self.explainer.stop()
        self.inspector.close()

    def close(self) -> None:
        """Stop all jobs and save the game."""
        self.release_worker()
        self.bots.close()
        self.autosave.keep()

    def _requested_positions(self) -> list[Any]:
        """Return the positions to analyze, the most urgent first."""
        table = self.table
        requested: list[Any] = [*self.inspector.requests(), *self.also]
        if self.inspected.asking_shown:
            requested.append(self.asking.state)
        if (self.analysis or self.hint_wanted) and table.outcome is None:
            requested.append(table.state)
        if self.analysis or table.outcome is not None or self.mistakes_wanted:
            states = reversed(table.session.all_states)
            requested += [state for state in states if table.game.outcome(state) is None]
        elif self.app_context.settings.teaching:
            requested.append(table.state)
        return requested

    def _follow(self, change: Change = Change.PLACED) -> None:
        """Drop the question and hint of the previous position, and autosave."""
        self.change = change
        self.asking.open &= change is not Change.PLAYED
        self.question, self.against, self.plan_step = None, None, 1
        self.hint, self.hint_wanted, self.mistakes_wanted = None, False, False
        self.bots.position_changed()
        self.analyzer.table_changed()
        self.autosave.keep()
        self.inspected.look()

    # -- moves ---------------------------------------------------------------------------------

    def play(self, move: int) -> None:
        """Play a person's move; an illegal one only queues a notice."""
        state = self.table.state
        try:
            self.table.play(move)
        except JouonsError as error:
            self.notices.add(error.message, fault=True, here=True)
            return
        self._follow(Change.PLAYED)
        if self.app_context.settings.teaching and self.table.outcome is None:
            self.question = self._take_back_question(state, move)

    def _bot_plays(self, record: DecisionRecord) -> None:
        assert record.decision.move is not None
        try:
            self.table.play(record.decision.move, record)
        except JouonsError as error:
            self.bots.fail(error.message)
            return
        self._follow(Change.PLAYED)

    def undo(self) -> None:
        """Go back to the person's previous turn; works while a bot thinks."""
        record = self.table.record
        if self.table.undo():
            self._follow()
            if self.table.record is not record:
                self.autosave.withdraw(record)
                self.notices.add("match.game_before", here=True)
        else:
            self.notices.add("match.nothing_to_undo", here=True)

    def redo(self) -> None:
        if self.table.redo():
            self._follow(Change.FORWARD)
        else:
            self.notices.add("match.nothing_to_redo", here=True)

    def jump(self, ply: int) -> None:
        """Show another position of the game; `ply` is limited to its length."""
        target = max(0, min(len(self.table.session.all_moves), ply))
        self.inspected.drop_other(target)
        before = self.table.session.ply
        if target != before:
            self.table.jump(target)
            self._follow(Change.FORWARD if target == before + 1 else Change.PLACED)

    # -- bots ----------------------------------------------------------------------------------

    def toggle_pause(self) -> None:
        if self.table.humans < 2:
            self.bots.pause()
            self.autosave.keep()

    # -- analysis and hints --------------------------------------------------------------------

    def toggle_analysis(self) -> None:
        """Toggle the values on the board; the next match of this game starts with the same."""
        self.analysis = not self.analysis
        if not self.analysis:
            self.analyzer.stop()
        settings, game = self.app_context.settings, self.table.game.id
        setup = replace(settings.setup(game), analysis=self.analysis)
        self.app_context.change(settings.with_setup(game, setup))

    def ask_hint(self) -> None:
        """Request a hint: one good move and its reason, given when the analysis knows it."""
        if not self.hints_allowed:
            self.notices.add("match.hints_off")
        elif not self.table.human_turn:
            self.notices.add("match.no_hint_now", here=True)
        elif (seen := visible_hint(self.table.game, self.table.state)) is not None:
            self.hint, text = seen
            self.notices.add(text, here=True)
        else:
            self.hint_wanted = True
            if not self._give_hint():
                self.notices.add("match.hint_coming", here=True)

    def _give_hint(self) -> bool:
        """Give the requested hint if its position is analyzed; return whether it is."""
        table = self.table
        analysis = self.analyzer.known.get(table.state)
        if analysis is None:
            return False
        self.hint_wanted, self.hint = False, analysis.best
        if analysis.best is None:
            self.notices.add("match.no_hint_known", fault=True, here=True)
        else:
            estimate = next(e for e in analysis.estimates if e.move == analysis.best)
            move = named_move(table.game, table.state, analysis.best)
            self.notices.add(hint_words(move, estimate), here=True)
        return True

    # -- teaching ------------------------------------------------------------------------------

    def _take_back_question(self, state: Any, move: int) -> Message | None:
        """Return why to take a move back: it missed a win or a block in one move, or it is known
        to give value away near enough.

        How near depends on the level of the opponent.
        """
        table, review = self.table, self.analyzer.review(state, move)
        self.questioned = review.player
        other, better = 1 - self.questioned, self.analyzer.better_than(state, move)
        if better is None or not review.is_asked_about(table.spec(other).kind):
            return None
        self.refuted = refuted = refutation(table.game, state, move)
        if review.missed is Missed.WIN:
            self.refuted = None
            return Message("teach.missed_win")
        if refuted is not None and refuted.reply is not None:
            return reason(table.game, table.game.play(state, move), refuted)
        helped = None
        if table.humans == 2:
            helped = person_name(table.players.names[other], table.person(other), 2)
        return step_back_words(review, helped)

    def answer(self, take_back: bool) -> None:
        """Answer the open question and continue the game; does nothing without a question."""
        if self.question is not None:
            self.question = None
            if take_back:
                self.undo()

    # -- players -------------------------------------------------------------------------------

    def play_level(self, level: str) -> None:
        """Set the computer's level from its next move on, and in later games.

        A finished game is followed by a rematch at this level.
        """
        changed, before = level != self.level, self.table.players
        if self.table.outcome is not None:
            self.table.rematch()
        swapped = self.table.players != before
        self.table.change_computer(level)
        settings, game = self.app_context.settings, self.table.game.id
        setup = replace(settings.setup(game), first=HUMAN, second="")
        chosen = replace(settings.with_setup(game, setup), level=level, two_players=False)
        self.app_context.change(chosen)
        self._follow()
        name = player_name(level, self.table.game)
        self._tell_start(message("match.level_now", level=name) if changed else None, swapped)

    @property
    def level(self) -> str:
        """The computer's level; "" for other bots or two people."""
        table = self.table
        if table.humans != 1:
            return ""
        kind = table.spec(1 if table.is_human(0) else 0).kind
        return kind if kind in CHOICES else ""

    def step_level(self, step: int) -> None:
        """Start the next game one level easier or harder; there must be one."""
        self.play_level(LEVELS[LEVELS.index(self.level) + step])

    def rename(self, side: int, text: str) -> bool:
        """Rename a person, at every table; true when the name is accepted."""
        table, name = self.table, clean_name(text)
        if len(whole_name(text)) > LONGEST_NAME:
            self.notices.add(message("match.name_cut", count=LONGEST_NAME, name=name))
        people = list(self.app_context.settings.people)
        here = table.person(side)
        if name and table.humans == 2 and name == table.players.names[1 - side]:
            self.notices.add("match.same_name", fault=True)
            return False
        if name and here == 0 and not people[0]:
            store = self.app_context.store
            self.app_context.write_queue.put(("named", name), lambda: store.name_the_unnamed(name))
        people[here] = name
        if people[0] and people[0] == people[1]:
            people[1 - here] = ""  # the previous bearer of the name is a different person
        self.app_context.change(replace(self.app_context.settings, people=(people[0], people[1])))
        table.rename(side, name)
        self.autosave.keep()
        return True

    def teach(self, on: bool) -> None:
        """Set whether to ask about a move at once when it throws the game away."""
        self.app_context.change(replace(self.app_context.settings, teaching=on))
        if not on:
            self.question = None

    # -- mistakes ------------------------------------------------------------------------------

    def next_mistake(self) -> None:
        """Go to the position before the next move that gave value away, cyclically.

        While the moves are not judged yet this waits for the analysis.
        """
        self.mistakes_wanted = not self.judged
        if self.mistakes_wanted:
            self.notices.add("retry.looking")
            return
        wrong = [ply for ply, loss in enumerate(self.losses()) if loss]
        if not wrong:
            self.notices.add("match.no_mistake")
            return
        here = self.table.session.ply
        self.jump(next((ply for ply in wrong if ply > here), wrong[0]))
        self.what_was_better()

    def is_taught(self, ply: int) -> bool:
        """Whether a mistake before this ply is worth showing to the opponent of this level."""
        review = self.review_at(ply)
        return review.is_taught(self.table.spec(1 - review.player).kind)

    def lost_since(self, side: int) -> int | None:
        """Return the ply after which a lost game was lost for a side; 0 from the start.

        None without proof. Later moves cannot matter any more, even if they look like mistakes.
        """
        session = self.table.session
        states, since = session.all_states, session.ply
        while since and self.analyzer.is_lost(states[since - 1], side):
            since -= 1
        if since and self.analyzer.value_of(states[since - 1]) is None:
            return None
        return since

    @property
    def loser(self) -> int | None:
        """The person who lost the game at hand; None without one."""
        table, outcome = self.table, self.table.outcome
        if outcome is None or outcome is Outcome.DRAW:
            return None
        loser = 1 if outcome is Outcome.FIRST_WINS else 0
        return loser if table.is_human(loser) else None

    @property
    def explained_ply(self) -> int | None:
        """The ply of the move that Why? explains; None without one, or while values are missing.

        It is the last that changed the value: of a later mistake, every other move lost as well.
        Where none did, it is the decisive one.
        """
        if self.loser is None:
            return None
        return self.lost_since(self.loser) or (self.decisive if self.judged else None)

    @property
    def decisive(self) -> int | None:
        """The ply of the mistake that lost the game at hand for a person; None without one.

        It is the last one that could be seen one move ahead, else the one that lost by theory.
        """
        loser = self.loser
        if loser is None:
            return None
        for ply, review in reversed(list(enumerate(self.reviews(), 1))):
            if review.player == loser and review.missed is not None:
                return ply
        since = self.lost_since(loser)
        return since if since and self.is_taught(since) else None

    def what_was_better(self) -> None:
        """Say which move was better in the position shown, or in the one before it."""
        table, session, losses = self.table, self.table.session, self.losses()
        for ply in (session.ply, session.ply - 1):
            if 0 <= ply < len(losses) and losses[ply]:
                state, move = session.all_states[ply], session.all_moves[ply]
                instead = self.analyzer.better_than(state, move)
                if instead is not None:
                    played = move_name(table.game, state, move)
                    better = move_name(table.game, state, instead)
                    self.notices.add(
                        message("match.was_better", move=played, better=better), here=True
                    )
                    return
        self.notices.add("match.nothing_better", here=True)

    # -- other games ---------------------------------------------------------------------------

    def rematch(self) -> None:
        """Start the next game of the series; a notice says where an unfinished one is."""
        table = self.table
        left, before = table.record.touched and not table.finished, table.players
        table.rematch()
        self._follow()
        self._tell_start(Message("match.put_away") if left else None, table.players != before)

    def _tell_start(self, sentence: Message | None, swapped: bool) -> None:
        """Add a notice, with who begins and which side is the person's where the sides changed."""
        if swapped:
            starts = starter_sentence(self.table)
            both = message("match.both_said", first=sentence, second=starts)
            sentence = starts if sentence is None else both
        if sentence is not None:
            self.notices.add(sentence)

    def restart(self) -> None:
        """Start this game anew; undo brings the previous moves back."""
        if self.table.session.all_moves:
            self.table.restart()
            self._follow()
            self.notices.add("match.restarted")

    def swap_sides(self) -> None:
        """Swap the players; a notice says who begins, and where an unfinished game is."""
        table = self.table
        left = table.record.touched and not table.finished
        table.swap_sides()
        self._follow()
        self._tell_start(Message("match.put_away") if left else None, True)

    def leave_side_line(self) -> None:
        """Return from a side line to the main line."""
        self.table.leave_side_line()
        self._follow()

    def saved(self) -> SavedGame:
        """Return the table as a save file."""
        return saved_game(self.table)

    def open_path(self, path: str | Path) -> bool:
        """Load a saved game onto the table; a fault only queues a notice."""
        try:
            self.open(load(Path(path)))
        except JouonsError as error:
            self.notices.add(error.message, fault=True)
            return False
        return True

    def open(self, saved: SavedGame) -> None:
        """Put a saved game on this table. Raises JouonsError and then changes nothing."""
        self.table.open(table_from_save(saved))
        self._arrived("match.opened")

    def paste(self, text: str) -> None:
        """Set up a position, moves or a game given as text; a fault only queues a notice."""
        if not text.strip():
            self.notices.add("match.clipboard_empty", fault=True)
            return
        if len(text) > LARGEST_PASTE:
            self.notices.add("match.clipboard_large", fault=True)
            return
        try:
            if is_game(text):
                self.open(from_json(text))
                return
            self.table.set_up(text.strip())
        except JouonsError as error:
            fault, game = error.message, name_of(self.table.game.id)
            if isinstance(error, PositionError):
                fault = message("match.no_position", game=game, fault=fault)
            self.notices.add(fault, fault=True)
        else:
            self._arrived("match.pasted")

    def set_up(self, text: str) -> None:
        """Set up a position or moves given as text. Raises PositionError or MoveError."""
        self.table.set_up(text)
        self._arrived("match.was_set_up")

    def _arrived(self, text: str) -> None:
        """Finish a setup from outside: a bot to move waits."""
        self.table.waiting = not self.table.human_turn
        self._follow()
        self.notices.add(text)


def is_game(text: str) -> bool:
    """Return whether a text is a whole game, not a position or moves."""
    return len(text) <= LARGEST_PASTE and text.lstrip().startswith("{")
