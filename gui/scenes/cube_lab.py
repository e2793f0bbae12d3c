"""The cube lab: turn, scramble, paint, and see every shortest solution turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from engine.games.cube_notation import Turn
from engine.messages import JouonsError
from gui.controls import Widget
from gui.controls.ranges import Slider
from gui.scenes.cube_build import LabBuilder
from gui.scenes.cube_core import SETTLING_SECONDS, LabCore
from gui.scenes.cube_history import Snapshot, Source
from gui.scenes.cube_menu import LabMenu
from gui.scenes.cube_painting import Painting
from gui.scenes.cube_solving import read_cube, scrambled
from gui.services import Services
from gui.shortcuts import Action, Where

if TYPE_CHECKING:
    from gui.options import WindowOptions

KEYS = {getattr(pygame, f"K_{letter.lower()}"): letter for letter in "UDLRFBxyz"}
ORBIT = {
    pygame.K_LEFT: (-12, 0),
    pygame.K_RIGHT: (12, 0),
    pygame.K_UP: (0, 8),
    pygame.K_DOWN: (0, -8),
}


class CubeLabScene(LabCore):
    """The lab as a screen: its widgets, its keys, its texts."""

    def __init__(self, services: Services, first: Snapshot | None = None) -> None:
        super().__init__(services, first)
        self.builder = LabBuilder(self)
        self.menu = LabMenu(self)
        self.tab = 0

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

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Everything; but only the view and what lies on it when nothing else has changed."""
        alone = self.view_alone and not self._dirty and not self.desk.dirty
        if not alone or self.popup is not None or self.services.notices or self._settling > 0:
            super().draw(surface)
        else:
            clip = surface.get_clip()
            area = self.view.rect
            surface.set_clip(area)
            for widget in self.desk.widgets:
                if widget.rect.w == 0 or widget.rect.colliderect(area):
                    widget.draw(self.ui, surface)
            surface.set_clip(clip)
        self.view_alone = False

    # -- life ----------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        self.view.letters = self.services.settings.cube_letters
        self.view.safe_colours = self.services.settings.safe_palette
        self._settling = SETTLING_SECONDS
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

    def solutions_came(self) -> None:
        self.builder.cards.list_scroll = 0
        self.tab = 1

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
        actions: dict[Action, Callable[[], object]] = {
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

    def on_event(self, event: pygame.event.Event) -> bool:
        return event.type == pygame.KEYDOWN and self.cube_key(event, focused=False)

    def cube_key(self, event: pygame.event.Event, focused: bool = True) -> bool:
        """Letters turn layers, Shift the other way; arrows look around while it has the focus."""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if self.painting is not None:
            return False
        if event.key in KEYS:
            self.turn(Turn(KEYS[event.key], 3 if event.mod & pygame.KMOD_SHIFT else 1))
            return True
        if event.key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER):
            self.toggle_play()
            return True
        if focused and event.key in ORBIT:
            self.view.orbit(*ORBIT[event.key])
            return True
        return False
