"""Model of the cube lab: a cube and its history, solving, playing, painting. No pygame here."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.games.cube_facelets import SOLVED
from engine.games.cube_notation import MAX_TURNS, Turn, turns_text
from engine.messages import JouonsError, Message
from engine.options import is_number
from gui.cube.attempt import SolveAttempt, SolveResult, SolveStats, worth
from gui.cube.inside import LayerBar, SearchInspector, SearchPage, SearchViewModel
from gui.cube.saving import LabState
from gui.cube.snapshot import (
    CubeSnapshot,
    CubeSource,
    Metric,
    Solver,
    SolverAnswer,
    fold_key,
    folded,
    turn_between,
)
from gui.cube.solving import Solving
from gui.cube.texts import EMPTY, after, fault_of, read_cube, scrambled
from gui.settings import Settings
from gui.undo import UndoStack

GAME = "pocketcube"
SPEEDS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
REPLAY_SECONDS = 0.3  # before a solution is played again


@dataclass(frozen=True)
class LabChoices:
    """Choices of the lab that are saved in the settings."""

    metric: Metric = Metric.QUARTER
    solver: Solver = Solver.BIDIRECTIONAL
    fold: bool = False  # solutions that differ only in the direction of a half turn are listed once
    length: int = 60  # of a new scramble
    speed: float = 1.0
    look: bool = False  # whether the inspector is open

    @classmethod
    def kept_in(cls, settings: Settings) -> LabChoices:
        """Read the choices from the settings; an invalid one becomes its default."""
        kept = settings.setup(GAME).options
        length = kept.get("length", "")
        known = is_number(length) and int(length) <= MAX_TURNS
        return cls(
            Metric(settings.cube_metric),
            Solver.TABLE if kept.get("solver") == Solver.TABLE.value else Solver.BIDIRECTIONAL,
            kept.get("fold") == "true",
            int(length) if known else cls.length,
            settings.cube_speed,
            kept.get("look") == "true",
        )

    def put_into(self, settings: Settings) -> Settings:
        """Return the settings with these choices."""
        setup = settings.setup(GAME)
        own = {
            "solver": self.solver.value,
            "fold": "true" if self.fold else "false",
            "length": str(self.length),
            "look": "true" if self.look else "false",
        }
        setup = replace(setup, options={**setup.options, **own})
        kept = replace(settings, cube_metric=self.metric.value, cube_speed=self.speed)
        return kept.with_setup(GAME, setup)


@dataclass(frozen=True)
class PaintedCube:
    """The unfolded cube with its painted letters; `faulty` facelets make it impossible."""

    letters: str
    fault: Message | None
    faulty: frozenset[int]


class Painting:
    """The painted letters, with an undo history of their own."""

    def __init__(self, letters: str) -> None:
        self.steps = UndoStack(letters)

    @property
    def letters(self) -> str:
        """The 24 letters; `.` for an unpainted facelet."""
        return self.steps.now

    def paint(self, facelet: int, letter: str) -> None:
        """Paint one facelet."""
        letters = self.letters
        self.steps.become(letters[:facelet] + letter + letters[facelet + 1 :])

    def view_model(self) -> PaintedCube:
        """Return the painted letters and their fault."""
        return PaintedCube(self.letters, *fault_of(self.letters))


@dataclass(frozen=True)
class LabViewModel:
    """View model of the cards."""

    now: CubeSnapshot
    choices: LabChoices
    shown: tuple[int, ...]  # indices of the listed solutions
    busy: bool
    progress: Message | None
    playing: bool
    painted: PaintedCube | None
    can_undo: bool
    can_redo: bool
    distance: int | None  # of the cube from solved, once the table is ready
    look: SearchViewModel | None  # of the search inspector, while it is open
    tally: SolveStats | None  # of the cube being solved by hand

    @property
    def solved_by(self) -> SolverAnswer | None:
        """The answer that has solutions with turns in them."""
        answer = self.now.answer
        return answer if answer is not None and answer.length else None


class CubeLab:
    """Owns the cube, its history, the current search and the solution being played.

    `changes` grows with every visible change; notices wait in `told`, a fault marked by True.
    """

    def __init__(
        self,
        solving: Solving,
        choices: LabChoices,
        first: CubeSnapshot | None = None,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        kept: LabState | None = None,
    ) -> None:
        self.solving = solving
        self.choices = choices
        self.clock = clock
        self.solved: deque[SolveResult] = deque()  # cubes solved by hand, to be announced and saved
        self._attempts: dict[int, SolveAttempt] = {}  # of every cube that undo can restore
        # the attempt whose shortest solution is computed
        self._measured: tuple[SolveAttempt, Metric] | None = None
        self.painting: Painting | None = None
        if kept is None:
            drawn = first is None and seed is None
            start = first or scrambled(choices.length, seed, choices.metric)
            self.history = UndoStack(self._attempted(start, drawn))
        else:
            self._go_on(kept)
        self.inside = SearchInspector(solving)
        self.playing = False
        self.changes = 0
        self.told: deque[tuple[Message | str, bool]] = deque()
        self._wait = 0.0
        self._shown: tuple[SolverAnswer, bool, tuple[int, ...]] | None = None

    def _go_on(self, kept: LabState) -> None:
        """Restore a saved lab."""
        self.history = kept.history
        self._attempts.update(kept.attempts)
        if kept.painting is not None:
            self.painting = Painting(kept.painting.now)
            self.painting.steps = kept.painting
        if kept.measured is not None:
            number, metric = kept.measured
            self._measure(self._attempts[number], metric)

    # -- queries ---------------------------------------------------------------------------------

    @property
    def begun(self) -> bool:
        """Whether the lab has changed from its initial cube."""
        return self.history.can_undo or self.history.can_redo or self.painting is not None

    def state(self) -> LabState:
        """Return the state to save."""
        measured = None
        if self._measured is not None:
            done, metric = self._measured
            number = next(n for n, attempt in self._attempts.items() if attempt is done)
            measured = number, metric
        painted = self.painting.steps if self.painting is not None else None
        return LabState(self.history, self._attempts, painted, measured)

    @property
    def now(self) -> CubeSnapshot:
        """The present cube with its scramble and solutions."""
        return self.history.now

    @property
    def shown(self) -> tuple[int, ...]:
        """Indices of the listed solutions."""
        answer = self.now.answer
        if answer is None:
            return ()
        fold = self.choices.fold and answer.metric is Metric.QUARTER
        if self._shown is None or self._shown[0] is not answer or self._shown[1] != fold:
            every = tuple(range(len(answer.solutions)))
            self._shown = answer, fold, folded(answer.solutions) if fold else every
        return self._shown[2]

    @property
    def on_cube(self) -> str:
        """The visible facelets: the present cube, or a position of the chosen layer."""
        return self.inside.on_cube or self.now.facelets

    def view_model(self) -> LabViewModel:
        """Build the view model of the cards."""
        solving = self.solving
        return LabViewModel(
            self.now,
            self.choices,
            self.shown,
            solving.busy,
            solving.progress,
            self.playing,
            self.painting.view_model() if self.painting is not None else None,
            self.history.can_undo,
            self.history.can_redo,
            solving.distance_of(self.now.facelets, self.choices.metric),
            self.inside.look(),
            self.tally,
        )

    def turns_text(self) -> str:
        """Return the scramble and the later turns; empty if they do not lead to the cube."""
        now = self.now
        turns = (*now.scramble, *now.trail, *now.solution[: now.ply])
        leads_here = after(SOLVED, turns) == now.facelets
        return turns_text(turns) if leads_here else ""

    def solutions_text(self) -> str:
        """Return the listed solutions, one per line."""
        answer = self.now.answer
        lines = [answer.solutions[index] for index in self.shown] if answer is not None else []
        return "\n".join(map(turns_text, lines))

    # -- time ----------------------------------------------------------------------------------

    @property
    def attempt(self) -> SolveAttempt | None:
        """The attempt at the present cube, if it is a scrambled one."""
        return self._attempts.get(self.now.attempt)

    @property
    def tally(self) -> SolveStats | None:
        """Moves and time of the attempt, from its first move until a new one begins."""
        attempt = self.attempt
        if attempt is None or not (attempt.over if self.now.solved else attempt.under_way):
            return None
        return attempt.tally(self.choices.metric, self.clock())

    def update(self, dt: float, ready: bool, pause: float) -> None:
        """Advance by `dt` seconds: take answers, and play a solution when the view is `ready`.

        Playback waits for `pause` seconds between two turns at the usual speed.
        """
        if self.choices.solver is Solver.TABLE:
            self.solving.want_table(self.choices.metric)
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
        base = now.answer.base if now.answer is not None else now.facelets
        self.inside.look_at(base, choices.metric, choices.solver is Solver.TABLE)
        if self.inside.update(dt):
            self.changes += 1

    def _watch_attempt(self) -> None:
        """Mark an attempt with help; compute the shortest solution of a cube solved by hand."""
        attempt = self.attempt
        if attempt is not None and self._helped:
            attempt.help()
        if self._measured is not None:
            length = self.solving.shortest()
            if length is not None:
                done, metric = self._measured
                self._measured = None
                self.solved.append(done.solved(metric, length, self.clock()))

    @property
    def _helped(self) -> bool:
        """Whether something visible shows how to go on."""
        asked = self.now.answer is not None or self.solving.busy or self.inside.open
        return asked or self.choices.solver is Solver.TABLE

    def _attempted(self, snapshot: CubeSnapshot, drawn: bool) -> CubeSnapshot:
        """Return a cube with an attempt of its own; a solved one has none."""
        if snapshot.solved:
            return snapshot
        number = max(self._attempts, default=0) + 1
        self._attempts[number] = SolveAttempt(snapshot, worth(snapshot, drawn))
        return replace(snapshot, attempt=number)

    def _turned(self, turn: Turn) -> None:
        """Record a layer turn by hand or by undo."""
        attempt = self.attempt
        if attempt is None or attempt.over:
            return
        if self._helped:
            attempt.help()
        attempt.turn(turn, self.clock())
        if self.now.solved and attempt.under_way:
            attempt.end(self.clock())
            self._measure(attempt, self.choices.metric)

    def _measure(self, attempt: SolveAttempt, metric: Metric) -> None:
        """Start to compute the shortest solution of a cube that was solved by hand."""
        self._measured = attempt, metric
        self.solving.measure(attempt.start.facelets, metric)

    def _take_answer(self) -> None:
        answer, fault = self.solving.take()
        if fault is not None:
            self.told.append((fault, True))
        if answer is not None and answer.base == self.now.facelets:
            self.history.become(replace(self.now, answer=answer, choice=0, ply=0, left=False))
        self.changes += 1

    def _play_on(self) -> None:
        if self.now.ply >= len(self.now.solution):
            self.playing = False
        else:
            self.history.amend(self.now.at(self.now.choice, self.now.ply + 1))
        self.changes += 1

    # -- turns and history ---------------------------------------------------------------------

    def _rest(self) -> None:
        """Stop playback and search: another action starts."""
        self.playing = False
        self.inside.shown = None
        self.solving.cancel()
        self.changes += 1

    def become(self, snapshot: CubeSnapshot) -> None:
        """Replace the cube as one step of the undo history; painting ends."""
        self._rest()
        self.painting = None
        self.history.become(snapshot)
        if len(self._attempts) > 1:
            reachable = {each.attempt for each in self.history}
            kept = {number: self._attempts[number] for number in self._attempts.keys() & reachable}
            self._attempts = kept

    def turn(self, turn: Turn) -> None:
        """Turn a layer by hand, on a solution or off it; a shown layer becomes the cube."""
        if self.painting is not None:
            return
        shown = self.inside.on_cube
        if shown is not None:
            self.become(self._attempted(CubeSnapshot(shown, CubeSource.TYPED), drawn=False))
        self.become(self.now.after(turn))
        self._turned(turn)

    def new_scramble(self, length: int | None = None, seed: int | None = None) -> None:
        """Draw a random scramble; a given length is saved. MoveError when it is out of range."""
        snapshot = scrambled(
            self.choices.length if length is None else length, seed, self.choices.metric
        )
        if length is not None:
            self.choices = replace(self.choices, length=length)
        self.become(self._attempted(snapshot, drawn=seed is None))

    def read(self, text: str) -> None:
        """Read a scramble or facelets; JouonsError for any other text."""
        self.become(self._attempted(read_cube(text), drawn=False))

    def reset(self) -> None:
        """Reset to a solved cube."""
        self.become(CubeSnapshot())

    def undo(self) -> None:
        """Undo one step: a turn, a scramble, a solution; while painting, a stroke."""
        if self.painting is not None:
            self.painting.steps.undo()
            self.changes += 1
            return
        self._rest()
        if not self._step_in_history(self.history.undo):
            self.told.append(("cube_lab.nothing_to_undo", False))

    def redo(self) -> None:
        """Redo one step."""
        if self.painting is not None:
            self.painting.steps.redo()
            self.changes += 1
            return
        self._rest()
        if not self._step_in_history(self.history.redo):
            self.told.append(("cube_lab.nothing_to_redo", False))

    def _step_in_history(self, step: Callable[[], bool]) -> bool:
        """Undo or redo; a layer turn of a cube being solved counts as a move."""
        before = self.now
        stepped = step()
        if self.now.attempt == before.attempt and self.now.facelets != before.facelets:
            turn = turn_between(before.facelets, self.now.facelets)
            if turn is not None:
                self._turned(turn)
        return stepped

    def leave_off(self) -> bool:
        """Leave painting, solving or the inspector; return False if none is active."""
        if self.painting is not None:
            self.stop_painting()
            return True
        busy = self.solving.busy
        if busy:
            self.solving.cancel()
            self.changes += 1
        elif self.inside.open:
            self.close_look()
            return True
        return busy

    # -- solving and playing -------------------------------------------------------------------

    def solve(self) -> None:
        """Find every shortest solution of the present cube."""
        if self.painting is None:
            self._rest()
            self.solving.start(self.now.facelets, self.choices.metric, self.choices.solver)

    def choose_metric(self, metric: Metric) -> None:
        """Set the metric; a cube already solved is solved again."""
        if metric is not self.choices.metric:
            self.choices = replace(self.choices, metric=metric)
            self._solve_again()

    def choose_solver(self, solver: Solver) -> None:
        """Set the solver; it must give the same answer."""
        if solver is not self.choices.solver:
            self.choices = replace(self.choices, solver=solver)
            self._solve_again()

    def _solve_again(self) -> None:
        self._rest()
        if self.now.answer is not None:
            self.history.amend(self.now.at(self.now.choice, 0))
            self.solve()

    def toggle_fold(self) -> None:
        """Toggle between all solutions and one for each set that differs in half turns only."""
        self.choices = replace(self.choices, fold=not self.choices.fold)
        self.changes += 1
        now, shown = self.now, self.shown
        if now.answer is not None and shown and now.choice not in shown:
            # Choose the listed solution with the same turns.
            key = fold_key(now.solution)
            alike = (index for index in shown if fold_key(now.answer.solutions[index]) == key)
            self.history.amend(now.at(next(alike, shown[0]), now.ply))

    def toggle_play(self) -> None:
        """Toggle playback of the chosen solution; solve first if there is no solution."""
        line = self.now.solution
        if not line:
            if self.now.answer is None and not self.solving.busy:
                self.solve()
            return
        self.playing = not self.playing
        self.inside.shown = None
        self._wait = 0.0
        if self.playing and self.now.ply >= len(line):
            self.history.amend(self.now.at(self.now.choice, 0))
            self._wait = REPLAY_SECONDS
        self.changes += 1

    def jump(self, choice: int, ply: int) -> None:
        """Go to a turn of a solution and pause."""
        self.playing = False
        self.inside.shown = None
        self.history.amend(self.now.at(choice, ply))
        self.changes += 1

    def step(self, ply: int) -> None:
        """Go to another turn of the chosen solution and pause."""
        self.jump(self.now.choice, min(len(self.now.solution), max(0, ply)))

    def set_speed(self, position: int) -> None:
        """Set the speed by its index in SPEEDS."""
        speed = SPEEDS[min(len(SPEEDS) - 1, max(0, position))]
        self.choices = replace(self.choices, speed=speed)
        self.changes += 1

    # -- search inspector ------------------------------------------------------------------------

    def toggle_look(self, playing: bool) -> None:
        """Open the inspector, its layers growing or all present, or close it."""
        if self.inside.open:
            self.close_look()
        else:
            self.inside.show(playing)
            self._keep_look(True)

    def close_look(self) -> None:
        """Close the inspector and cancel its search."""
        self.inside.close()
        self._keep_look(False)

    def _keep_look(self, look: bool) -> None:
        self.choices = replace(self.choices, look=look)
        self.changes += 1

    def choose_page(self, page: SearchPage) -> None:
        """Show another page of the inspector."""
        self.inside.page = page
        self.changes += 1

    def choose_bar(self, bar: LayerBar) -> None:
        """Show a position of a layer on the cube."""
        self.playing = False
        self.inside.choose(bar)
        self.changes += 1

    def go_to_layer(self, at: int) -> None:
        """Go to a moment of the search."""
        self.inside.go_to(at)
        self.changes += 1

    def run_layers(self) -> None:
        """Toggle the playback of the layers."""
        self.inside.run()
        self.changes += 1

    def set_layer_speed(self, position: int) -> None:
        """Set the speed of the layers by its index in SPEEDS."""
        self.inside.speed = SPEEDS[min(len(SPEEDS) - 1, max(0, position))]
        self.changes += 1

    # -- painting ------------------------------------------------------------------------------

    def start_painting(self, letters: str | None = None) -> None:
        """Open the unfolded cube, with the present facelets or with these letters."""
        self._rest()
        self.painting = Painting(letters or self.now.facelets)

    def stop_painting(self) -> None:
        """Close the unfolded cube without a change."""
        self.painting = None
        self.changes += 1

    def paint(self, facelet: int, letter: str) -> None:
        """Paint one facelet."""
        if self.painting is not None:
            self.painting.paint(facelet, letter)
            self.changes += 1

    @property
    def paintable(self) -> bool:
        """Whether the painted letters form a cube."""
        return self.painting is not None and self.painting.view_model().fault is None

    def clear_painting(self) -> None:
        """Start from an unpainted cube."""
        self._paint_all(EMPTY * 24)

    def paint_solved(self) -> None:
        """Start from a solved cube."""
        self._paint_all(SOLVED)

    def _paint_all(self, letters: str) -> None:
        if self.painting is not None:
            self.painting.steps.become(letters)
            self.changes += 1

    def use_painting(self) -> None:
        """Take the painted cube, or report its fault."""
        if self.painting is None:
            return
        try:
            snapshot = read_cube(self.painting.letters)
        except JouonsError as error:
            self.told.append((error.message, True))
            return
        painted = replace(snapshot, source=CubeSource.PAINTED)
        self.become(self._attempted(painted, drawn=False))
