"""What the screens share: top bar, dialogs, popup menus, notices, general shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from engine.messages import Message
from gui.controls import Button, Desk, Icon, Kind, Label, Widget
from gui.controls.base import Ui, key_pressed, wrap
from gui.paint import card
from gui.protocols import Pop, Push, Transition
from gui.services import Services
from gui.shortcuts import Action, Where, action_of, label_of

MOST_PARTS = 4  # more changed widgets than these are drawn with everything else


@dataclass(frozen=True)
class Choice:
    """A line of a popup menu or a button of a dialog."""

    label: str
    action: Callable[[], None]
    image: Icon | None = None
    enabled: bool = True
    shortcut: str = ""
    primary: bool = False


class Divider(Widget):
    """A thin upright or level line."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        target.fill(ui.theme.colours.line, self.rect)


class BarGround(Widget):
    """The ground of the top bar."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c = ui.theme.colours
        target.fill(c.panel, self.rect)
        target.fill(c.hair, (self.rect.x, self.rect.bottom - 1, self.rect.w, 1))


class Popup:
    """A panel over the scene with its own desk; Esc or a click outside closes it."""

    def __init__(self, ui: Ui, rect: pygame.Rect, modal: bool) -> None:
        self.rect = rect
        self.modal = modal
        self.desk = Desk(ui)
        self.closed = False
        self.ui = ui

    def handle(self, event: pygame.event.Event) -> None:
        """Take every event while it is open."""
        if key_pressed(event, pygame.K_ESCAPE):
            self.closed = True
            return
        outside = event.type == pygame.MOUSEBUTTONDOWN and not self.rect.collidepoint(event.pos)
        if outside and not self.modal:
            self.closed = True
            return
        if not self.modal and key_pressed(event, pygame.K_DOWN, pygame.K_UP):
            self.desk.move_focus(1 if event.key == pygame.K_DOWN else -1)
            return
        self.desk.handle(event)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the panel and what is on it."""
        if self.modal:
            veil = pygame.Surface(target.get_size(), pygame.SRCALPHA)
            veil.fill((0, 0, 0, 120))
            target.blit(veil, (0, 0))
        card(target, self.ui.brush, self.ui.theme, self.rect)
        self.desk.draw(target)


class WidgetScene:
    """A screen made of widgets. Subclasses build them in `build` and set `next` to go elsewhere."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.size = services.size
        self.desk = Desk(services.ui)
        self.popup: Popup | None = None
        self.next: Transition | None = None
        self._dirty = True
        self._ground: tuple[object, pygame.Surface] | None = None

    # -- to be overridden --------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        """The widgets in Tab order, for self.size and the present settings.

        May set self.body (a Rect) and self.content_height to let the unpinned ones scroll.
        """
        raise NotImplementedError

    def on_action(self, action: Action) -> bool:
        """A shortcut was pressed; true when taken. Esc arrives as Action.BACK."""
        return False

    def on_event(self, event: pygame.event.Event) -> bool:
        """An event no widget took."""
        return False

    def tick(self, dt: float) -> None:
        """Time passes."""

    def paint(self, target: pygame.Surface) -> None:
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

    def leave(self) -> None:
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
        action = action_of(event, *self.places())
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
        from gui.scenes.help import HelpScene

        self.go(Push(HelpScene(self.services)))

    def open_preferences(self) -> None:
        """The gear."""
        from gui.scenes.preferences import PreferencesScene

        self.go(Push(PreferencesScene(self.services)))

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
        self.tick(dt)
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
        key = (self.size, self.ui.theme.look)
        if self._ground is None or self._ground[0] != key:
            self._ground = (key, table_ground(self.ui, self.size))
        return self._ground[1]

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
        back = self.icon_button(Icon.BACK, "back", self.back, self.tr("gui.back"), "Esc")
        back.rect.midleft = (theme.px(16), middle)
        muted = self.services.settings.muted
        right: list[Button] = [*extra]
        right.append(
            self.icon_button(
                Icon.MUTE if muted else Icon.SOUND,
                "sound",
                self.toggle_mute,
                self.tr("gui.sound_tip"),
                label_of(Action.MUTE),
            )
        )
        right.append(
            self.icon_button(Icon.GEAR, "gear", self.open_preferences, self.tr("gui.preferences"))
        )
        right.append(
            self.icon_button(
                Icon.HELP, "help", self.open_help, self.tr("gui.help"), label_of(Action.HELP)
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
        """A popup menu below (or above) a button; it scrolls when it is too long for the window."""
        theme = self.ui.theme
        height, pad = theme.tx(40), theme.px(8)
        widths = [
            theme.width(c.label, 16) + theme.width(c.shortcut, 14) + theme.tx(110) for c in choices
        ]
        window = pygame.Rect((0, 0), self.size).inflate(-8, -8)
        whole = height * len(choices)
        high = min(whole + 2 * pad, window.h)
        rect = pygame.Rect(0, 0, min(max(widths), window.w), high)
        rect.topright = (anchor.right, anchor.bottom + theme.px(4))
        rect.clamp_ip(window)
        self.popup = Popup(self.ui, rect, modal=False)
        lines = []
        for index, choice in enumerate(choices):
            line = pygame.Rect(
                rect.x + pad, rect.y + pad + index * height, rect.w - 2 * pad, height
            )
            lines.append(MenuLine(line, choice, self._and_close(choice.action), f"line{index}"))
        self.popup.desk.rebuild(lines, rect.inflate(0, -2 * pad), whole)
        self.popup.desk.move_focus(1)

    def ask(self, title: str, words: str, choices: Sequence[Choice]) -> None:
        """A modal question; Esc answers nothing."""
        theme = self.ui.theme
        width = min(self.size[0] - theme.px(32), theme.tx(480))
        pad = theme.px(24)
        text_height = Label.height(self.ui, words, 16, width - 2 * pad)
        widths = [Button.width_for(self.ui, c.label, c.image) for c in choices]
        stacked = sum(widths) + 8 * len(widths) > width - 2 * pad
        rows = len(choices) if stacked else 1
        height = 2 * pad + theme.tx(44) + text_height + theme.px(20) + rows * theme.tx(52)
        rect = pygame.Rect(0, 0, width, min(height, self.size[1] - 16))
        rect.center = (self.size[0] // 2, self.size[1] // 2)
        self.popup = Popup(self.ui, rect, modal=True)
        inner = rect.inflate(-2 * pad, -2 * pad)
        widgets: list[Widget] = [
            Label(
                pygame.Rect(inner.x, inner.y, inner.w, theme.tx(40)), title, 22, bold=True, most=1
            ),
            Label(pygame.Rect(inner.x, inner.y + theme.tx(44), inner.w, text_height), words, 16),
        ]
        x, y = inner.right, inner.bottom - theme.tx(44)
        for index, (choice, wide) in enumerate(zip(choices, widths, strict=True)):
            box = pygame.Rect(x - wide, y, wide, theme.tx(44))
            if stacked:
                box = pygame.Rect(inner.x, y - theme.tx(52) * index, inner.w, theme.tx(44))
            kind = Kind.PRIMARY if choice.primary else Kind.PLAIN
            button = Button(
                box,
                choice.label,
                self._and_close(choice.action),
                kind=kind,
                image=choice.image,
                key=f"choice{index}",
                enabled=choice.enabled,
            )
            widgets.append(button)
            x -= wide + 8
        self.popup.desk.rebuild(widgets)
        primary = next((i for i, c in enumerate(choices) if c.primary), 0)
        self.popup.desk.focus_key(f"choice{primary}")


class MenuLine(Button):
    """A line of a popup menu: icon, label, shortcut at the right."""

    def __init__(
        self, rect: pygame.Rect, choice: Choice, action: Callable[[], None], key: str
    ) -> None:
        super().__init__(
            rect,
            choice.label,
            action,
            kind=Kind.QUIET,
            image=choice.image,
            enabled=choice.enabled,
            key=key,
        )
        self.shortcut = choice.shortcut

    def _draw_content(
        self, ui: Ui, target: pygame.Surface, rect: pygame.Rect, ink: tuple[int, int, int]
    ) -> None:
        from gui.controls.icons import icon

        theme, side = ui.theme, ui.theme.tx(20)
        x = rect.x + theme.px(8)
        if self.image is not None:
            target.blit(icon(ui.brush, self.image, side, ink), (x, rect.centery - side // 2))
        left = (x + side + theme.px(12), rect.centery)
        theme.blit_text(target, self.label, 16, left, ink)
        right = (rect.right - theme.px(8), rect.centery)
        theme.blit_text(target, self.shortcut, 14, right, theme.colours.text2, align=1)

    def focus_rect(self) -> pygame.Rect:
        return self.rect.inflate(-10, -10)


def table_ground(ui: Ui, size: tuple[int, int]) -> pygame.Surface:
    """The table with one wide, very faint light in the middle."""
    from gui.theme import mix

    c = ui.theme.colours
    small = pygame.Surface((64, 40))
    light = mix(c.table, c.panel, 0.55)
    for y in range(40):
        for x in range(64):
            away = min(1.0, (((x - 31.5) / 40) ** 2 + ((y - 19.5) / 26) ** 2) ** 0.5)
            small.set_at((x, y), mix(light, c.table, away))
    if ui.theme.look.value == "contrast":
        small.fill(c.table)
    return pygame.transform.smoothscale(small, size).convert()


def notice_box(ui: Ui, target: pygame.Surface, words: str, fault: bool) -> None:
    """Draw a notice at the bottom of the window."""
    from gui.controls.icons import icon

    theme, c = ui.theme, ui.theme.colours
    width = min(target.get_width() - theme.px(48), theme.tx(560))
    side = theme.tx(20)
    lines = wrap(theme, words, 16, width - theme.tx(40) - side)
    step = theme.line_height(16)
    longest = max(theme.width(line, 16) for line in lines)
    box = pygame.Rect(0, 0, longest + theme.tx(44) + side, step * len(lines) + theme.tx(20))
    # Above the row of buttons that most screens have at their foot.
    foot = theme.px(36) + theme.tx(44)
    box.midbottom = (target.get_width() // 2, target.get_height() - foot)
    ui.brush.shadow(target, box, theme.px(12), c.shadow, 0.4, theme.px(6), theme.px(14))
    ui.brush.rounded(target, box, theme.px(12), c.hover, c.loss if fault else c.line, 1)
    ink = c.loss if fault else c.accent
    picture = icon(ui.brush, Icon.WARNING if fault else Icon.CHECK, side, ink)
    target.blit(picture, (box.x + theme.tx(14), box.y + theme.tx(10) + (step - side) // 2))
    for row, line in enumerate(lines):
        middle = box.y + theme.tx(10) + step * (row + 0.5)
        theme.blit_text(target, line, 16, (box.x + theme.tx(24) + side, middle))
