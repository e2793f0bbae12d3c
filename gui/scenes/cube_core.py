"""The heart of the cube lab: history, turns, solving, playing solutions. It builds no widget."""

from __future__ import annotations

from dataclasses import replace

from engine.games.cube_notation import Turn
from gui.boards.pocket_cube import BOARD, HALF_MS, QUARTER_MS, CubeView
from gui.scenes.base import WidgetScene
from gui.scenes.cube_history import History, Metric, Snapshot, Solver, turn_between
from gui.scenes.cube_painting import Painting
from gui.scenes.cube_solving import Solving, scrambled
from gui.scenes.cube_transport import SPEEDS
from gui.services import Services

DEFAULT_LENGTH = 60
PAUSE_SECONDS = 0.09  # between the turns of a solution
STILL_SECONDS = 0.45  # a turn's time when nothing moves
SETTLING_SECONDS = 0.6  # a cross-fade may lie over the window so long
GAME = "pocketcube"


class LabCore(WidgetScene):
    """Owns the history, the view, the solving job and the player of solutions."""

    def __init__(self, services: Services, first: Snapshot | None = None) -> None:
        super().__init__(services)
        self.history = History(first or scrambled(self.length, services.seed, self.metric))
        self.view = CubeView(services.ui.theme, services.ui.brush, services.tr)
        self.view.show(self.now.facelets)
        self.solving = Solving(services)
        self.painting: Painting | None = None
        self.playing = False
        self._wait = 0.0
        self._turning: Turn | None = None
        self.view_alone = False  # the view must be drawn again, and perhaps nothing else
        self._settling = SETTLING_SECONDS

    @property
    def dirty(self) -> bool:
        return self.view_alone or super().dirty

    def solutions_came(self) -> None:
        """A new answer is there."""

    # -- what holds ----------------------------------------------------------------------------

    @property
    def now(self) -> Snapshot:
        """The present snapshot."""
        return self.history.now

    @property
    def metric(self) -> Metric:
        """What counts as one turn."""
        return Metric(self.services.settings.cube_metric)

    @property
    def solver(self) -> Solver:
        """The solver chosen."""
        return Solver.TABLE if self.option("solver") == Solver.TABLE.value else Solver.BIDIRECTIONAL

    @property
    def fold(self) -> bool:
        """Whether solutions that differ only in the way of a half turn are shown once."""
        return self.option("fold") == "true"

    @property
    def length(self) -> int:
        """How many turns a new scramble has."""
        text = self.option("length")
        return int(text) if text.isascii() and text.isdigit() else DEFAULT_LENGTH

    @property
    def speed(self) -> float:
        """How fast turns are, 1 for the usual."""
        return self.services.settings.cube_speed

    def option(self, name: str) -> str:
        """A choice kept for the lab."""
        return self.services.settings.setup(GAME).options.get(name, "")

    def set_option(self, name: str, text: str) -> None:
        """Keep a choice for the lab."""
        settings = self.services.settings
        setup = settings.setup(GAME)
        setup = replace(setup, options={**setup.options, name: text})
        self.services.change(settings.with_setup(GAME, setup))
        self.rebuild()

    # -- time ----------------------------------------------------------------------------------

    def tick(self, dt: float) -> None:
        self._settling = max(0.0, self._settling - dt)
        if self.view.update(dt):
            self.view_alone = True
        if self.view.turning != self._turning and not (self.playing and self._turning):
            self._turning = self.view.turning
            self.rebuild()
        if self.solving.update(dt):
            self._solving_moved()
        if self.playing and not self.view.moving:
            self._wait -= dt
            if self._wait <= 0:
                self._play_on()

    def _solving_moved(self) -> None:
        answer, fault = self.solving.take()
        if fault is not None:
            self.services.notify(fault, fault=True)
        if answer is not None and answer.base == self.now.facelets:
            self.history.become(replace(self.now, answer=answer, choice=0, ply=0, left=False))
            self.solutions_came()
        self.rebuild()

    def _play_on(self) -> None:
        if self.now.ply >= len(self.now.solution):
            self.playing = False
            self.rebuild()
            return
        self.place(self.now.choice, self.now.ply + 1)
        moving = self.ui.theme.seconds(QUARTER_MS) > 0
        self._wait = (PAUSE_SECONDS if moving else STILL_SECONDS) / self.speed

    # -- turns and history -----------------------------------------------------------------------

    def seconds(self, turn: Turn) -> float:
        """How long a turn is seen."""
        usual = self.ui.theme.seconds(HALF_MS if turn.quarters == 2 else QUARTER_MS)
        return usual / self.speed

    def turn(self, turn: Turn) -> None:
        """Make a turn by hand; it queues behind those still seen."""
        if self.painting is not None:
            return
        self.playing = False
        self.solving.cancel()
        self.history.become(self.now.after(turn))
        self.view.turn(turn, self.now.facelets, self.seconds(turn))
        self._click()
        self._turning = self.view.turning
        self.rebuild()

    def become(self, snapshot: Snapshot) -> None:
        """Another cube, as a step that can be undone."""
        self.playing = False
        self.solving.cancel()
        self.history.become(snapshot)
        self._follow()

    def place(self, choice: int, ply: int) -> None:
        """Another place in the solutions."""
        target = self.now.at(choice, ply)
        if target != self.now:
            self.history.move_to(target)
            self._follow()

    def _follow(self) -> None:
        """Let the view show the present cube: as one turn if it is one, else at once."""
        before, after = self.view.target, self.now.facelets
        turn = turn_between(before, after) if before != after else None
        if turn is not None:
            self.view.turn(turn, after, self.seconds(turn))
            self._click()
        elif before != after:
            self.view.show(after)
        self._turning = self.view.turning
        self.rebuild()

    def _click(self) -> None:
        self.services.sounds.move(BOARD.sound, None)

    def undo(self) -> None:
        """One step back: a turn, a scramble, a solve."""
        if self.painting is not None:
            self.painting.undo()
            self.rebuild()
            return
        self.playing = False
        self.solving.cancel()
        if self.history.undo():
            self._follow()
        else:
            self.services.notify("cube_lab.nothing_to_undo")

    def redo(self) -> None:
        """One step forward again."""
        if self.painting is not None:
            self.painting.redo()
            self.rebuild()
            return
        self.playing = False
        self.solving.cancel()
        if self.history.redo():
            self._follow()
        else:
            self.services.notify("cube_lab.nothing_to_redo")

    # -- solving and playing ---------------------------------------------------------------------

    def solve(self) -> None:
        """Look for every shortest solution of the cube as it stands."""
        if self.painting is not None:
            return
        self.playing = False
        self.solving.start(self.now.facelets, self.metric, self.solver)
        self.rebuild()

    def choose_metric(self, metric: Metric) -> None:
        """Count turns another way; a cube already solved is solved again."""
        if metric is self.metric:
            return
        settings = replace(self.services.settings, cube_metric=metric.value)
        self.services.change(settings)
        self._solve_again()

    def choose_solver(self, solver: Solver) -> None:
        """Ask the other solver; it must give the same answer."""
        if solver is self.solver:
            return
        self.set_option("solver", solver.value)
        self._solve_again()

    def _solve_again(self) -> None:
        answer = self.now.answer
        self.solving.cancel()
        if answer is not None:
            self.playing = False
            self.history.move_to(replace(self.now.at(self.now.choice, 0)))
            self._follow()
            self.solve()
        self.rebuild()

    def toggle_play(self) -> None:
        """Play the chosen solution, or pause."""
        line = self.now.solution
        if not line:
            if self.now.answer is None and not self.solving.busy:
                self.solve()
            return
        self.playing = not self.playing
        self._wait = 0.0
        if self.playing and self.now.ply >= len(line):
            self.place(self.now.choice, 0)
            self._wait = 0.3
        self.rebuild()

    def step(self, ply: int) -> None:
        """Stand at another turn of the solution; playing pauses."""
        self.playing = False
        self.place(self.now.choice, min(len(self.now.solution), max(0, ply)))
        self.rebuild()

    def set_speed(self, position: int) -> None:
        """Another speed of turning."""
        speed = SPEEDS[min(len(SPEEDS) - 1, max(0, position))]
        self.services.change(replace(self.services.settings, cube_speed=speed))
        self.rebuild()
