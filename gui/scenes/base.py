"""What the screens share: top bar, dialogs, popup menus, notices, general shortcuts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from engine.messages import Message
from gui.controls import Button, Desk, Icon, Kind, Label, Widget
from gui.controls.base import Ui
from gui.controls.words import wrap
from gui.protocols import Open, Pop, Transition
from gui.scenes.ground import BarGround, table_ground
from gui.scenes.popups import Choice, Divider, Popup, menu_popup, question_popup
from gui.services import Services
from gui.shortcuts import Action, Where

MOST_PARTS = 4  # more changed widgets than these are drawn with everything else


class WidgetScene(ABC):
    """A screen made of widgets. Subclasses build them in `build` and set `next` to go elsewhere."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.size = services.size
        self.desk = Desk(services.ui)
        self.popup: Popup | None = None
        self.next: Transition | None = None
        self._dirty = True

    # -- to be overridden --------------------------------------------------------------------

    @abstractmethod
    def build(self) -> Sequence[Widget]:
        """The widgets in Tab order, for self.size and the present settings.

        May set self.body (a Rect) and self.content_height to let the unpinned ones scroll.
        """

    def on_action(self, action: Action) -> bool:
        """A shortcut was pressed; true when taken. Esc arrives as Action.BACK."""
        return False

    def on_event(self, event: pygame.event.Event) -> bool:
        """An event no widget took."""
        return False

    def tick(self, dt: float) -> bool | None:
        """Let time pass; true when the screen must be built again."""
        return None

    def paint(self, target: pygame.Surface) -> None:  # noqa: B027 - a hook, not a duty
        """Draw what lies below the widgets."""

    # -- shared ------------------------------------------------------------------------------

    body: pygame.Rect | None = None
    content_height: int = 0

    @property
    def ui(self) -> Ui:
        """The drawing tools in force."""
        return self.services.ui

    def tr(self, text: Message | str, /, **values: object) -> str:
        """The sentence in the present language."""
        return self.services.tr(text, **values)

    def go(self, transition: Transition) -> None:
        """Leave for another scene at the end of this event."""
        self.next = transition

    def enter(self, size: tuple[int, int]) -> None:
        """Lay out for this size and the settings in force."""
        self.size = size
        self.popup = None
        self.rebuild()

    def leave(self) -> None:  # noqa: B027 - a hook, not a duty
        """Closed for good."""

    def rebuild(self) -> None:
        """Build the widgets anew; keeps focus and scroll."""
        self.desk.ui = self.services.ui
        self.body, self.content_height = None, 0
        widgets = self.build()
        self.desk.rebuild(widgets, self.body, self.content_height)
        self._dirty = True

    def touch(self) -> None:
        """The picture must be drawn again."""
        self._dirty = True

    @property
    def at_work(self) -> bool:
        """Whether it has begun something long that a new game would have to wait for."""
        return False

    @property
    def dirty(self) -> bool:
        """Whether the picture differs from the one last drawn."""
        popup = self.popup is not None and (self.popup.desk.dirty or self.popup.desk.damage)
        return bool(self._dirty or self.desk.dirty or self.desk.damage or popup)

    def handle(self, event: pygame.event.Event) -> Transition | None:
        """Popup first, then widgets, then shortcuts, then the scene."""
        if self.popup is not None:
            self.popup.handle(event)
            if self.popup is not None and self.popup.closed:
                self.close_popup()
            return self._take_next()
        if self.desk.handle(event):
            return self._take_next()
        action = self.ui.keys.action_of(event, *self.places())
        if action is not None and (self.on_action(action) or self._general(action)):
            return self._take_next()
        if self.on_event(event):
            self._dirty = True
        return self._take_next()

    def places(self) -> tuple[Where, ...]:
        """Where we are, for the table of shortcuts."""
        return ()

    def _take_next(self) -> Transition | None:
        transition, self.next = self.next, None
        return transition

    def _general(self, action: Action) -> bool:
        if action is Action.BACK:
            self.back()
        elif action is Action.HELP:
            self.open_help()
        elif action is Action.PREFERENCES:
            self.open_preferences()
        elif action is Action.MUTE:
            self.toggle_mute()
        else:
            return False
        return True

    def back(self) -> None:
        """Esc and the arrow at the top left."""
        self.go(Pop())

    def open_help(self) -> None:
        """F1 and the question mark."""
        self.go(Open("help"))

    def open_preferences(self) -> None:
        """The gear."""
        self.go(Open("preferences"))

    def toggle_mute(self) -> None:
        """M and the loudspeaker."""
        muted = not self.services.settings.muted
        self.services.change(replace(self.services.settings, muted=muted))
        self.services.notify("gui.sound_off" if muted else "gui.sound_on")

    def update(self, dt: float) -> Transition | None:
        """Let time pass."""
        self.desk.update(dt)
        if self.popup is not None:
            self.popup.desk.update(dt)
        if self.tick(dt):
            self.rebuild()
        self.services.keeping.update(dt)
        return self._take_next()

    def draw(self, surface: pygame.Surface) -> None:
        """Ground, the scene's own picture, widgets, popup; alone the changed parts if few."""
        whole = self._dirty or self.desk.dirty or self.services.notices or self.popup is not None
        damage = list(self.desk.damage)
        self._dirty = False
        if not whole and 0 < len(damage) <= MOST_PARTS:
            for area in damage:
                surface.set_clip(area)
                surface.blit(self._background(), area, area)
                self.paint(surface)
                self.desk.draw(surface, area)
            return
        surface.blit(self._background(), (0, 0))
        self.paint(surface)
        self.desk.draw(surface)
        if self.popup is not None:
            self.popup.draw(surface)

    def _background(self) -> pygame.Surface:
        if self.ui.ground is None or self.ui.ground.get_size() != self.size:
            self.ui.ground = table_ground(self.ui, self.size)
        return self.ui.ground

    # -- building blocks -----------------------------------------------------------------------

    def bar_height(self) -> int:
        """The height of the top bar."""
        return max(self.ui.theme.px(64), self.ui.theme.tx(44) + 12)

    def icon_button(
        self, image: Icon, key: str, action: Callable[[], None], tip: str, shortcut: str = ""
    ) -> Button:
        """A quiet square button with a tooltip; its place is set by the caller."""
        side = self.ui.theme.tx(40)
        tooltip = f"{tip} ({shortcut})" if shortcut else tip
        rect = pygame.Rect(0, 0, side, side)
        return Button(rect, "", action, kind=Kind.QUIET, image=image, key=key, tooltip=tooltip)

    def top_bar(
        self,
        title: str,
        subtitle: str = "",
        menu: Callable[[], None] | None = None,
        menu_label: str = "",
        extra: Sequence[Button] = (),
    ) -> list[Widget]:
        """Back arrow, title, quiet sentence; sound, preferences, help and a menu at the right."""
        theme, height = self.ui.theme, self.bar_height()
        middle = height // 2
        back = self.icon_button(
            Icon.BACK, "back", self.back, self.tr("gui.back"), self.ui.keys.label(Action.BACK)
        )
        back.rect.midleft = (theme.px(16), middle)
        muted = self.services.settings.muted
        right: list[Button] = [*extra]
        right.append(
            self.icon_button(
                Icon.MUTE if muted else Icon.SOUND,
                "sound",
                self.toggle_mute,
                self.tr("gui.sound_tip"),
                self.ui.keys.label(Action.MUTE),
            )
        )
        right.append(
            self.icon_button(Icon.GEAR, "gear", self.open_preferences, self.tr("gui.preferences"))
        )
        right.append(
            self.icon_button(
                Icon.HELP,
                "help",
                self.open_help,
                self.tr("gui.help"),
                self.ui.keys.label(Action.HELP),
            )
        )
        if menu is not None:
            width = Button.width_for(self.ui, menu_label, Icon.MENU, 14)
            rect = pygame.Rect(0, 0, width, theme.tx(40))
            right.append(Button(rect, menu_label, menu, image=Icon.MENU, key="menu", size=14))
        x = self.size[0] - theme.px(24)
        for button in reversed(right):
            button.rect.midright = (x, middle)
            x -= button.rect.w + theme.px(8)
        widgets: list[Widget] = [BarGround(pygame.Rect(0, 0, self.size[0], height)), back]
        widgets += self._titles(title, subtitle, back.rect.right + theme.px(16), x, height)
        widgets += right
        for widget in widgets:
            widget.pinned = True
        return widgets

    def _titles(
        self, title: str, subtitle: str, left: int, right: int, height: int
    ) -> list[Widget]:
        theme = self.ui.theme
        width = min(theme.width(title, 22, True) + 4, max(1, right - left))
        box = pygame.Rect(left, 0, width, height)
        widgets: list[Widget] = [Label(box, title, 22, bold=True, most=1, middle=True)]
        start = left + width + theme.px(32)
        if subtitle and right - start > theme.tx(120):
            line = pygame.Rect(left + width + theme.px(16), height // 4, 1, height // 2)
            widgets.append(Divider(line))
            place = pygame.Rect(start, 0, right - start - theme.px(8), height)
            cut = len(wrap(theme, subtitle, 14, place.w)) > 2
            tip = subtitle if cut else ""
            widgets.append(Label(place, subtitle, 14, quiet=True, most=2, middle=True, tooltip=tip))
        return widgets

    # -- popups --------------------------------------------------------------------------------

    def close_popup(self) -> None:
        """Back to the scene."""
        self.popup = None
        self._dirty = True

    def _and_close(self, action: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            self.close_popup()
            action()

        return run

    def open_menu(self, anchor: pygame.Rect, choices: Sequence[Choice]) -> None:
        """A popup menu below (or above) a button."""
        self.popup = menu_popup(self.ui, self.size, anchor, choices, self._and_close)

    def ask(self, title: str, words: str, choices: Sequence[Choice]) -> None:
        """A modal question; Esc answers nothing."""
        self.popup = question_popup(self.ui, self.size, title, words, choices, self._and_close)
