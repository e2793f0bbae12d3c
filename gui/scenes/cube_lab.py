"""The cube lab: turn, scramble, paint, and see every shortest solution turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from engine.messages import JouonsError
from gui.controls import Widget
from gui.controls.fields import Slider
from gui.scenes.base import WidgetScene
from gui.scenes.cube_build import LabBuilder
from gui.scenes.cube_history import History, Metric, Snapshot, Solver, Source, turn_between
from gui.scenes.cube_menu import LabMenu
from gui.scenes.cube_painting import Painting
from gui.scenes.cube_solving import Solving, read_cube, scrambled
from gui.services import Services
from gui.shortcuts import Action, Where
from gui.views.cube_hand import Turn
from gui.views.pocket_cube import HALF_MS, QUARTER_MS, CubeView

if TYPE_CHECKING:
    from gui.options import WindowOptions

KEYS = {getattr(pygame, f"K_{letter.lower()}"): letter for letter in "UDLRFBxyz"}
ORBIT = {
    pygame.K_LEFT: (-12, 0),
    pygame.K_RIGHT: (12, 0),
    pygame.K_UP: (0, 8),
    pygame.K_DOWN: (0, -8),
}
SPEEDS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
DEFAULT_LENGTH = 60
PAUSE_SECONDS = 0.09  # between the turns of a solution
STILL_SECONDS = 0.45  # a turn's time when nothing moves
GAME = "pocketcube"


class CubeLabScene(WidgetScene):
    """Owns the history, the view, the solving job and the player of solutions."""

    def __init__(self, services: Services, first: Snapshot | None = None) -> None:
        super().__init__(services)
        self.history = History(first or self._fresh())
        self.view = CubeView(services.ui.theme, services.ui.brush, services.tr)
        self.view.show(self.now.facelets)
        self.solving = Solving(services)
        self.builder = LabBuilder(self)
        self.menu = LabMenu(self)
        self.painting: Painting | None = None
        self.playing = False
        self.tab = 0
        self._wait = 0.0
        self._turning: Turn | None = None
        self._list_scroll: int | None = None

    @classmethod
    def from_options(cls, services: Services, options: WindowOptions) -> CubeLabScene:
        """As the command line asks: a position, a scramble, a seed. JouonsError for nonsense."""
        first: Snapshot | None = None
        if options.position:
            first = read_cube(options.position)
        if options.moves:
            first = read_cube(options.moves, first)
        metric = options.options.get("metric")
        if metric in ("quarter", "half"):
            services.settings = replace(services.settings, cube_metric=metric)
        scene = cls(services, first)
        if options.analysis:
            scene.solve()
        return scene

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

    def _fresh(self) -> Snapshot:
        seed = self.services.seed
        return scrambled(self.length, seed, self.metric)

    # -- life ----------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        self.view.letters = self.services.settings.cube_letters
        self.view.safe_colours = self.services.settings.safe_palette
        super().enter(size)

    def leave(self) -> None:
        self.solving.cancel()

    def build(self) -> Sequence[Widget]:
        return self.builder.build()

    def rebuild(self) -> None:
        """Build anew; a slider in the hand stays in the hand, lists stay where they are."""
        before = {widget.key: widget for widget in self.desk.widgets if widget.key}
        super().rebuild()
        for widget in self.desk.widgets:
            old = before.get(widget.key)
            if isinstance(widget, Slider) and isinstance(old, Slider):
                widget.dragging = old.dragging

    def tick(self, dt: float) -> None:
        if self.view.update(dt):
            self.touch()
        if self.view.turning != self._turning:
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
            self.builder.list_scroll = 0
        self.rebuild()

    def _play_on(self) -> None:
        if self.now.ply >= len(self.now.solution):
            self.playing = False
            self.rebuild()
            return
        self.place(self.now.choice, self.now.ply + 1)
        moving = self.ui.theme.seconds(QUARTER_MS) > 0
        self._wait = (PAUSE_SECONDS if moving else STILL_SECONDS) / self.speed

    def go_back(self) -> None:
        """Esc: out of painting, out of solving, out of the lab."""
        if self.painting is not None:
            self.stop_painting()
        elif self.solving.busy:
            self.solving.cancel()
            self.rebuild()
        else:
            super().back()

    def back(self) -> None:
        self.go_back()

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
        self.view.turn(turn.face, turn.quarters, self.now.facelets, self.seconds(turn))
        self._click()
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
            self.view.turn(turn.face, turn.quarters, after, self.seconds(turn))
            self._click()
        elif before != after:
            self.view.show(after)
        self.rebuild()

    def _click(self) -> None:
        self.services.sounds.move(GAME, None)

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

    # -- scrambles, texts, painting --------------------------------------------------------------

    def new_scramble(self) -> None:
        """A random scramble of the chosen length."""
        if self.painting is None:
            self.become(scrambled(self.length, None, self.metric))

    def read(self, text: str) -> None:
        """Take a scramble or facelets; JouonsError when they are neither."""
        self.become(read_cube(text))

    def reset(self) -> None:
        """A solved cube."""
        self.become(Snapshot(source=Source.SOLVED))

    def start_painting(self, letters: str | None = None) -> None:
        """Open the unfolded net."""
        self.playing = False
        self.solving.cancel()
        self.view.finish()
        self.painting = Painting(self, letters or self.now.facelets)
        self.rebuild()
        self.desk.focus_key("net", ring=False)

    def stop_painting(self) -> None:
        """Close the net and keep the cube as it was."""
        self.painting = None
        self.rebuild()

    def accept_painting(self, letters: str) -> None:
        """Take the painted cube, or say what is wrong with it."""
        try:
            snapshot = read_cube(letters)
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return
        self.painting = None
        self.become(replace(snapshot, source=Source.PAINTED))

    def toggle_letters(self) -> None:
        """Letters on the stickers."""
        on = not self.services.settings.cube_letters
        self.services.change(replace(self.services.settings, cube_letters=on))
        self.view.letters = on
        self.rebuild()

    def toggle_safe(self) -> None:
        """Colours everybody can tell apart."""
        on = not self.services.settings.safe_palette
        self.services.change(replace(self.services.settings, safe_palette=on))
        self.view.safe_colours = on
        self.rebuild()

    # -- keys ------------------------------------------------------------------------------------

    def places(self) -> tuple[Where, ...]:
        return (Where.MATCH,)

    def on_action(self, action: Action) -> bool:
        ply, last = self.now.ply, len(self.now.solution)
        actions = {
            Action.UNDO: self.undo,
            Action.REDO: self.redo,
            Action.NEW: self.new_scramble,
            Action.PASTE: self.menu.paste,
            Action.COPY: self.menu.copy_scramble,
            Action.COPY_GAME: self.menu.copy_facelets,
            Action.PAUSE: self.toggle_play,
            Action.FIRST: self._first,
            Action.PREVIOUS: lambda: self.step(ply - 1),
            Action.NEXT: lambda: self.step(ply + 1),
            Action.LAST: lambda: self.step(last),
        }
        if action not in actions:
            return False
        actions[action]()
        return True

    def _first(self) -> None:
        if self.now.ply:
            self.step(0)
            return
        self.view.reset_camera()
        self.touch()

    def on_event(self, event: pygame.event.Event) -> bool:
        return event.type == pygame.KEYDOWN and self.cube_key(event, focused=False)

    def cube_key(self, event: pygame.event.Event, focused: bool = True) -> bool:
        """Letters turn layers, Shift the other way; arrows look around while it has the focus."""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if self.painting is not None:
            return False
        if event.key in KEYS:
            self.turn(Turn(KEYS[event.key], -1 if event.mod & pygame.KMOD_SHIFT else 1))
            return True
        if event.key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER):
            self.toggle_play()
            return True
        if focused and event.key in ORBIT:
            self.view.orbit(*ORBIT[event.key])
            self.touch()
            return True
        return False
