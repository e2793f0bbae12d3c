"""Model of the lab: a position and its history, solving, playing, setting up. No pygame here."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.messages import JouonsError
from engine.protocols import MoveError
from gui.app_context import NoticeQueue
from gui.boards.handling import BLANK, DraftPosition, Handling, Handlings, Marks, Move, moves_text
from gui.inspector.playback import FINE_SPEEDS
from gui.inspector.search_frame import LayerBar
from gui.inspector.search_inspector import SearchInspector
from gui.lab.saving import FIRST_SOLVER, LabChoices, LabState
from gui.lab.snapshot import (
    PositionSource,
    PuzzleSnapshot,
    SolveAttempt,
    SolverAnswer,
    SolveResult,
    SolveStats,
    read_position,
    scrambled,
)
from gui.lab.solving import Solving
from gui.undo import UndoStack

REPLAY_SECONDS = 0.3  # before a solution is played again


class PuzzleLab:
    """Owns the position, its history, the current search and the solution being played.

    `changes` grows with every visible change but those of the inspector, which counts its own.
    """

    def __init__(
        self,
        handlings: Handlings,
        solving: Solving,
        choices: LabChoices,
        first: PuzzleSnapshot | None = None,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        kept: LabState | None = None,
    ) -> None:
        self.handlings = handlings
        self.handling = handlings.of(choices.options)
        self.solving = solving
        self.choices = choices
        self.clock = clock
        self.results: deque[SolveResult] = deque()  # solved by hand, to be announced and saved
        self._attempts: dict[int, SolveAttempt] = {}  # of every position that undo can restore
        # the attempt whose shortest solution is computed
        self._measured: tuple[SolveAttempt, Handling] | None = None
        self._begun: UndoStack[Marks] | None = None  # of a position that is being set up
        self._aside = False  # it was left half set up
        self.inside = SearchInspector(solving, handlings, FIRST_SOLVER)
        # The whole lab also stands beside a position that was given, and beside the inspector.
        self.whole = choices.whole or choices.look or first is not None
        self.playing = False
        self.changes = 0
        self.notices = NoticeQueue()
        self._wait = 0.0
        if kept is None:
            drawn = first is None and seed is None
            start = first or scrambled(self.handling, choices.length, seed)
            self.history = UndoStack(self._attempted(start, drawn))
        else:
            self._go_on(kept)
        self._follow_position()

    def _go_on(self, kept: LabState) -> None:
        """Restore a saved lab."""
        self.history = kept.history
        self._attempts.update(kept.attempts)
        self._begun, self._aside = kept.drafts, kept.aside
        if kept.measured is not None:
            number, options = kept.measured
            self._measure(self._attempts[number], self.handlings.of(options))

    def _follow_position(self) -> None:
        """Take the options in which the present position is possible: undo crosses sizes."""
        self.handling = self.handlings.fitting(self.choices.options, self.now.position)
        self.choices = replace(self.choices, options=self.handling.puzzle.options)

    # -- queries ---------------------------------------------------------------------------------

    @property
    def drafts(self) -> UndoStack[Marks] | None:
        """The marks of the position that is being set up."""
        return None if self._aside else self._begun

    @property
    def begun(self) -> bool:
        """Whether a person has done more here than draw scrambles."""
        later = self.history.states[1:]
        return self._begun is not None or any(snapshot.worked_on for snapshot in later)

    def state(self) -> LabState:
        """Return the state to save."""
        measured = None
        if self._measured is not None:
            done, handling = self._measured
            number = next(n for n, attempt in self._attempts.items() if attempt is done)
            measured = number, handling.puzzle.options
        return LabState(self.history, self._attempts, self._begun, measured, self._aside)

    @property
    def now(self) -> PuzzleSnapshot:
        """The present position with its scramble and solutions."""
        return self.history.now

    @property
    def is_solved(self) -> bool:
        """Whether the present position is solved."""
        return self.handling.solved(self.now.position)

    @property
    def visible(self) -> str:
        """The visible position: the present one, or one of the chosen layer."""
        return self.inside.position or self.now.position

    @property
    def searched(self) -> bool:
        """Whether the visible position belongs to the search, not to the person."""
        return self.visible != self.now.position

    @property
    def draft(self) -> DraftPosition | None:
        """The position that is being set up."""
        if self.drafts is None:
            return None
        return DraftPosition(self.drafts.now, *self.handling.fault(self.drafts.now))

    @property
    def start(self) -> str:
        """The position before the first move by hand."""
        return self.attempt.start.position if self.attempt is not None else self.now.position

    @property
    def done(self) -> bool:
        """Whether a beginner has just solved the puzzle by hand."""
        return not self.whole and self.tally is not None and self.tally.over

    @property
    def solved_by(self) -> SolverAnswer | None:
        """The answer that has solutions with moves in them."""
        answer = self.now.answer
        return answer if answer is not None and answer.length else None

    def history_text(self) -> str:
        """Return the scramble and the later moves; empty if they do not lead to the position."""
        now, handling = self.now, self.handling
        moves = (*now.scramble, *now.trail, *now.solution[: now.ply])
        try:
            leads_here = handling.after(handling.goal, moves) == now.position
        except MoveError:  # the slides begin at a position that was set up
            leads_here = False
        return moves_text(moves) if leads_here else ""

    # -- time ----------------------------------------------------------------------------------

    @property
    def attempt(self) -> SolveAttempt | None:
        """The attempt at the present cube, if it is a scrambled one."""
        return self._attempts.get(self.now.attempt)

    @property
    def tally(self) -> SolveStats | None:
        """Moves and time of the attempt, from its first move until a new one begins."""
        attempt = self.attempt
        if attempt is None or not (attempt.over if self.is_solved else attempt.under_way):
            return None
        if attempt.helped and not attempt.over:
            return None  # it does not count any more
        return attempt.tally(self.handling, self.clock())

    def update(self, dt: float, ready: bool, pause: float) -> None:
        """Advance by `dt` seconds: take answers, and play a solution when the view is `ready`.

        Playback waits for `pause` seconds between two turns at the usual speed.
        """
        if self.choices.solver == "table" or self.inside.ways is not None:
            self.solving.want_table(self.handling)
        if self.solving.update():
            self._take_answer()
        self._update_inspector(dt)
        self._watch_attempt()
        if self.playing and ready:
            self._wait -= dt
            if self._wait <= 0:
                self._play_on()
                self._wait = pause / self.choices.speed

    def _update_inspector(self, dt: float) -> None:
        """Let the inspector follow the cube; during playback it keeps the search of the start."""
        now, choices = self.now, self.choices
        base = now.answer.base if now.answer is not None else now.position
        self.inside.look_at(base, self.handling, choices.solver)
        self.inside.update(dt)

    def _watch_attempt(self) -> None:
        """Mark an attempt with help; compute the shortest solution of a cube solved by hand."""
        attempt = self.attempt
        if attempt is not None and self._helped:
            attempt.helped |= not attempt.over
        if self._measured is not None:
            length = self.solving.shortest()
            if length is not None:
                done, handling = self._measured
                self._measured = None
                self.results.append(done.solved(handling, length, self.clock()))

    @property
    def _helped(self) -> bool:
        """Whether something visible shows how to go on."""
        return self.now.answer is not None or self.solving.busy or self.inside.open

    def _attempted(self, snapshot: PuzzleSnapshot, drawn: bool) -> PuzzleSnapshot:
        """Return a position with an attempt of its own; a solved one has none."""
        fitting = self.handlings.fitting(self.choices.options, snapshot.position)
        if fitting.solved(snapshot.position):
            return snapshot
        number = max(self._attempts, default=0) + 1
        self._attempts[number] = SolveAttempt(snapshot, drawn)
        return replace(snapshot, attempt=number)

    def _moved(self, move: Move) -> None:
        attempt = self.attempt
        if attempt is None or attempt.over:
            return
        if self._helped:
            attempt.helped = True
        if self.handling.counts(move):
            attempt.add(move, self.clock())
        if self.is_solved and attempt.under_way:
            attempt.end(self.clock())
            self._measure(attempt, self.handling)

    def _measure(self, attempt: SolveAttempt, handling: Handling) -> None:
        """Start to compute the shortest solution of a position that was solved by hand."""
        self._measured = attempt, handling
        self.solving.measure(handling, attempt.start.position)

    def _take_answer(self) -> None:
        answer, fault = self.solving.take()
        if fault is not None:
            self.notices.add(fault, fault=True)
        if answer is not None and answer.base == self.now.position:
            self.history.become(replace(self.now, answer=answer, choice=0, ply=0))
        self.changes += 1

    def _play_on(self) -> None:
        if self.now.ply >= len(self.now.solution):
            self.playing = False
        else:
            self._go_to(self.now.choice, self.now.ply + 1)
        self.changes += 1

    def _go_to(self, choice: int, ply: int) -> None:
        self.history.amend(self.now.at(choice, ply, self.handling))

    # -- moves and history ---------------------------------------------------------------------

    def _rest(self) -> None:
        """Stop playback and search: another action starts."""
        self.playing = False
        self.inside.choose(None)
        self.solving.cancel()
        self.changes += 1

    def become(self, snapshot: PuzzleSnapshot) -> None:
        """Replace the position as one step of the undo history; a position set up is put aside."""
        self._rest()
        self._put_aside()
        self.history.become(snapshot)
        self._follow_position()
        if len(self._attempts) > 1:
            reachable = {each.attempt for each in self.history.states}
            self._attempts = {n: each for n, each in self._attempts.items() if n in reachable}

    def move(self, move: Move) -> None:
        """Move by hand, on a solution or off it.

        A move that is not possible changes nothing, nor does one in a position of the search.
        """
        if self.drafts is not None or self._refused_in_search():
            return
        try:
            after = self.now.after(move, self.handling)
        except MoveError:
            return
        self.become(after)
        self._moved(move)

    def _refused_in_search(self) -> bool:
        """Refuse to change the person's position while one of the search is visible."""
        if self.searched:
            self.notices.add("search.not_yours", fault=True)
        return self.searched

    def new_scramble(self, length: int | None = None, seed: int | None = None) -> None:
        """Draw a random scramble; a given length is saved. MoveError when it is out of range."""
        snapshot = scrambled(self.handling, self.choices.length if length is None else length, seed)
        if length is not None:
            self.choices = replace(self.choices, length=length)
        self.become(self._attempted(snapshot, drawn=seed is None))

    def read(self, text: str) -> None:
        """Read a scramble or a position; JouonsError for any other text."""
        snapshot = read_position(self.handlings, text, self.handling)
        self.become(self._attempted(snapshot, drawn=False))

    def reset(self) -> None:
        """Reset to the solved position."""
        self.become(PuzzleSnapshot(self.handling.goal))

    def undo(self) -> None:
        """Undo one step: a move, a scramble, a solution; while setting up, a mark."""
        self._step_in_history(UndoStack.undo, "cube_lab.nothing_to_undo")

    def redo(self) -> None:
        self._step_in_history(UndoStack.redo, "cube_lab.nothing_to_redo")

    def _step_in_history(self, step: Callable[[UndoStack[Any]], bool], nothing: str) -> None:
        """Undo or redo; a move of an attempt by hand counts."""
        if self.drafts is not None:
            step(self.drafts)
            self.changes += 1
        if self.drafts is not None or self._refused_in_search():
            return
        self._rest()
        before = self.now
        if not step(self.history):
            self.notices.add(nothing)
        self._follow_position()
        if self.now.attempt == before.attempt and self.now.position != before.position:
            move = self.handling.move_between(before.position, self.now.position)
            if move is not None:
                self._moved(move)

    def leave_off(self) -> bool:
        """Leave setting up, solving or the inspector; return False if none is active."""
        if self.drafts is not None:
            self._put_aside()
        elif self.solving.busy:
            self.solving.cancel()
        elif self.inside.open:
            self.close_look()
        else:
            return False
        self.changes += 1
        return True

    # -- solving and playing -------------------------------------------------------------------

    def solve(self) -> None:
        """Find every shortest solution of the present position."""
        if self.drafts is None:
            self._rest()
            self.solving.start(self.handling, self.now.position, self.choices.solver)

    def choose_option(self, name: str, value: str) -> None:
        """Set an option of the puzzle; a position already solved is solved again.

        A position that the option excludes is replaced by a new scramble.
        """
        options = {**self.handling.puzzle.options, name: value}
        if options == self.handling.puzzle.options:
            return
        handling = self.handlings.of(options)
        self.choices = replace(self.choices, options=options)
        try:
            handling.check(self.now.position)
        except JouonsError:
            drawn = scrambled(handling, self.choices.length, None)
            self.become(self._attempted(drawn, drawn=True))
        else:
            self.handling = handling
            self._solve_again()

    def choose_solver(self, solver: str) -> None:
        """Set the solver; it must give the same answer."""
        if solver != self.choices.solver:
            self.choices = replace(self.choices, solver=solver)
            self._solve_again()

    def choose_way(self, key: str) -> None:
        """Show A* with another heuristic step by step, and set the solver to it."""
        self.choose_solver("astar")
        self.inside.choose_heuristic(key)

    def _solve_again(self) -> None:
        self._rest()
        if self.now.answer is not None:
            self._go_to(self.now.choice, 0)
            self.solve()

    def toggle_play(self) -> None:
        """Toggle playback of the chosen solution; solve first if there is no solution."""
        line = self.now.solution
        if not line:
            if self.now.answer is None and not self.solving.busy:
                self.solve()
            return
        self.playing = not self.playing
        self.inside.choose(None)
        self._wait = 0.0
        if self.playing and self.now.ply >= len(line):
            self._go_to(self.now.choice, 0)
            self._wait = REPLAY_SECONDS
        self.changes += 1

    def jump(self, choice: int, ply: int) -> None:
        """Go to a turn of a solution and pause."""
        self.playing = False
        self.inside.choose(None)
        self._go_to(choice, ply)
        self.changes += 1

    def step(self, ply: int) -> None:
        """Go to another turn of the chosen solution and pause."""
        self.jump(self.now.choice, min(len(self.now.solution), max(0, ply)))

    def set_speed(self, position: int) -> None:
        """Set the speed by its index in FINE_SPEEDS."""
        speed = FINE_SPEEDS[min(len(FINE_SPEEDS) - 1, max(0, position))]
        self.choices = replace(self.choices, speed=speed)
        self.changes += 1

    # -- search inspector ------------------------------------------------------------------------

    def toggle_whole(self) -> None:
        """Show the whole lab, or only what a beginner needs."""
        if self.whole and self.inside.open:
            self.close_look()
        self.whole = not self.whole
        self.choices = replace(self.choices, whole=self.whole)
        self.changes += 1

    def toggle_look(self, playing: bool) -> None:
        """Open the inspector, its layers growing or all present, or close it."""
        if self.inside.open:
            self.close_look()
        else:
            self.whole = True
            self.inside.show(playing)
            self._keep_look(True)

    def close_look(self) -> None:
        """Close the inspector and cancel its search."""
        self.inside.close()
        self._keep_look(False)

    def _keep_look(self, look: bool) -> None:
        self.choices = replace(self.choices, look=look)
        self.changes += 1

    def choose_bar(self, bar: LayerBar) -> None:
        """Show a position of a layer on the cube."""
        self.playing = False
        self.inside.choose(bar)
        self.changes += 1

    # -- a position set up by hand ---------------------------------------------------------------

    def start_painting(self, marks: Marks | None = None) -> None:
        """Go on setting up the position that was put aside, else start from the present one.

        Given marks replace it as a step that can be undone.
        """
        self._rest()
        start = marks or self.handling.marks(self.now.position)
        self._aside = False
        if self._begun is None or len(self._begun.now) != len(start):  # nothing, or another size
            self._begun = UndoStack(start)
        elif marks is not None:
            self._begun.become(marks)

    def _put_aside(self) -> None:
        """End setting up; what was set up so far waits for the next time."""
        drafts = self.drafts
        if drafts is not None and not (drafts.can_undo or drafts.can_redo):
            self._begun = None
        self._aside = self._begun is not None

    def stop_painting(self) -> None:
        """End setting up without a change, and forget what was set up."""
        self._begun = None
        self.changes += 1

    def paint(self, cell: int, mark: str) -> None:
        """Set one cell."""
        if self.drafts is not None:
            marks = self.drafts.now
            self._paint_all((*marks[:cell], mark, *marks[cell + 1 :]))

    @property
    def paintable(self) -> bool:
        """Whether the marks form a possible position."""
        return self.draft is not None and self.draft.fault is None

    def clear_painting(self) -> None:
        """Start from empty cells."""
        self._paint_all((BLANK,) * len(self.handling.marks(self.handling.goal)))

    def paint_solved(self) -> None:
        """Start from the solved position."""
        self._paint_all(self.handling.marks(self.handling.goal))

    def _paint_all(self, marks: Marks) -> None:
        if self.drafts is not None:
            self.drafts.become(marks)
            self.changes += 1

    def use_painting(self) -> None:
        """Take the position that was set up, or report its fault."""
        draft = self.draft
        if draft is None:
            return
        if draft.fault is not None:
            self.notices.add(draft.fault, fault=True)
            return
        position = self.handling.check(self.handling.joined(draft.marks))
        painted, self._begun = PuzzleSnapshot(position, PositionSource.PAINTED), None
        self.become(self._attempted(painted, drawn=False))
