"""The base class of screens: layout, commands, popups, the top bar and event routing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

import pygame

from engine.messages import JouonsError, Message
from gui import clipboard
from gui.kit import Button, Icon, IconButton, Label, Shortened, WidgetGroup
from gui.kit.command import Command, Commands
from gui.kit.layout import (
    Box,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Over,
    Pad,
    Row,
    arrange,
    exactly,
    icon_only,
    tx,
)
from gui.kit.popup import Choice, Popup, menu_popup, notice_place, question_popup
from gui.kit.text_wrap import two_lines
from gui.kit.texts import BarBackground, Divider
from gui.protocols import Open, Pop, Transition
from gui.services import Services
from gui.shortcuts import Action, Where
from gui.theme import Colour, Theme, ThemeName, mix
from gui.ui import Ui

TITLE = 22  # the size of a screen's title
MAX_PARTS = 4  # with more changed widgets than this, everything is drawn


class Screen(ABC):
    """A screen: subclasses define its layout (`view`) and commands; `go` opens another screen."""

    PREFIX = "gui"  # of the texts of its commands
    HOME = ""  # the key of the list that has the focus at first, and is Tab's first stop
    BELOW = ""  # the name of the screen that it is opened from, where the menu has no way to it
    MENU: Sequence[str] = ()  # the commands in the menu at the top right, called PREFIX.menu

    def __init__(self, services: Services) -> None:
        self.services = services
        self.size = services.size
        self.widget_group = WidgetGroup(self.ui)
        self.popup: Popup | None = None
        self.next: Transition | None = None
        self._dirty = True

    # -- to be overridden --------------------------------------------------------------------

    @abstractmethod
    def view(self) -> Layout:
        """Return the layout of the whole window. Changes no model, reads no file or database."""

    def commands(self) -> Mapping[str, Command]:
        """Return the present commands by id; called again at every shortcut and click."""
        return {}

    def on_action(self, action: Action) -> bool:
        """Handle a shortcut by running the command of its name; return True when handled."""
        return self.offered().press(action)

    def on_event(self, event: pygame.event.Event) -> bool:
        """Handle an event that no widget used; return True when handled."""
        return False

    def news(self) -> Sequence[str]:
        """Return sentences on recent events and running work; readers announce each one once."""
        return ()

    def tick(self, dt: float) -> bool:
        """Advance by `dt` seconds; return True when the screen must be rebuilt."""
        return False

    # -- shared ------------------------------------------------------------------------------

    @property
    def ui(self) -> Ui:
        """The present drawing tools."""
        return self.services.ui

    def tr(self, text: Message | str, /, **values: object) -> str:
        """Return the sentence in the present language."""
        return self.ui.tr(text, **values)

    def go(self, transition: Transition) -> None:
        """Request a transition at the end of this event."""
        self.next = transition

    def offered(self) -> Commands:
        """Return the commands, ready for buttons and menu lines."""
        return Commands(self.ui, self.PREFIX, self.commands, self.go)

    def enter(self, size: tuple[int, int]) -> None:
        """Lay out for this size and the present settings."""
        self.size = size
        self.popup = None
        self.rebuild()
        if self.HOME and self.widget_group.focus is None:
            self.widget_group.focus_key(self.HOME, ring=False)
            self.widget_group.scroll_to_top()  # a page opens at its title

    def leave(self) -> None:  # noqa: B027 - a hook, not a duty
        """Called when the screen is closed for good."""

    def rebuild(self) -> None:
        """Rebuild the widgets; focus and scroll offsets survive."""
        self.widget_group.ui, self.widget_group.home = self.ui, self.HOME
        self.widget_group.rebuild(arrange(self.ui, self.view(), pygame.Rect((0, 0), self.size)))
        self._dirty = True

    def show(self) -> None:
        """Refresh the screen; override it to do more than rebuild."""
        self.rebuild()

    def and_refresh(self, change: Callable[..., object]) -> Callable[..., None]:
        """Wrap a change of a model so that the screen is refreshed after it."""

        def run(*values: object) -> None:
            change(*values)
            self.show()

        return run

    def run_or_notify(self, act: Callable[[], object]) -> bool:
        """Call `act`; show the message of its JouonsError as a notice and return False."""
        try:
            act()
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return False
        return True

    def touch(self) -> None:
        """Mark the picture as out of date."""
        self._dirty = True

    @property
    def at_work(self) -> bool:
        """Whether a long job is running that would delay a new game."""
        return False

    @property
    def makes_room(self) -> bool:
        """Whether a game dropped on the window replaces this screen."""
        return False

    @property
    def wants_worker(self) -> bool:
        """Whether it submits long jobs: the screens below then release the worker."""
        return False

    def release_worker(self) -> None:  # noqa: B027 - a hook, not a duty
        """Called when a screen above needs the worker."""

    @property
    def dirty(self) -> bool:
        """Whether the picture has changed since the last drawing."""
        groups = (self.widget_group, self.top_group)
        return self._dirty or any(group.dirty or group.damage for group in groups)

    def handle(self, event: pygame.event.Event) -> Transition | None:
        """Route an event to the popup, else to widgets, then shortcuts, then `on_event`."""
        if self.popup is not None:
            self.popup.handle(event)
            return self.after_request()
        if self.widget_group.handle(event):
            return self._take_next()
        action = self.ui.keys.action_of(event, *self.places())
        if action is not None and (self.on_action(action) or self._general(action)):
            return self._take_next()
        if self.on_event(event):
            self._dirty = True
        return self._take_next()

    def after_request(self) -> Transition | None:
        """Finish an action in a popup or of a screen reader: remove a closed popup."""
        if self.popup is not None and self.popup.closed:
            self.close_popup()
        return self._take_next()

    def places(self) -> tuple[Where, ...]:
        """Return the places whose shortcuts work on this screen."""
        return ()

    def _take_next(self) -> Transition | None:
        transition, self.next = self.next, None
        if transition is not None:  # by the return the mouse may be elsewhere
            self.widget_group.point_nowhere()
        return transition

    def _general(self, action: Action) -> bool:
        run = {
            Action.BACK: self.back,
            Action.HELP: self.open_help,
            Action.MENU: self.show_menu if self.MENU else self.open_help,
            Action.PREFERENCES: self.open_preferences,
            Action.MUTE: self.toggle_mute,
        }.get(action)
        if run is not None:
            run()
        return run is not None

    def back(self) -> None:
        """Go back, for Esc and the arrow at the top left."""
        self.go(Pop())

    def seat(self, player: str) -> bool:
        """Give a player a seat in the game being set up here; False on any other screen."""
        return False

    def open_help(self) -> None:
        """Open the help, for F1 and the question mark."""
        self.go(Open("help"))

    def open_preferences(self) -> None:
        """Open the preferences, for the gear."""
        self.go(Open("preferences"))

    def toggle_mute(self) -> None:
        """Turn the sound on or off, for M and the loudspeaker."""
        muted = not self.services.settings.muted
        self.services.change(replace(self.services.settings, muted=muted))
        self.services.notify("gui.sound_off" if muted else "gui.sound_on")

    def update(self, dt: float) -> Transition | None:
        """Advance the widgets, the popup and the screen by `dt` seconds."""
        self.widget_group.update(dt)
        if self.popup is not None:
            self.popup.widget_group.update(dt)
        if self.tick(dt):
            self.rebuild()
        self.services.write_queue.update(dt)
        self.services.follow_editor()
        return self._take_next()

    @property
    def top_group(self) -> WidgetGroup:
        """The widgets that get events: those of the popup, else of the screen."""
        return self.widget_group if self.popup is None else self.popup.widget_group

    def place_for(self, notice: str, shown: pygame.Rect) -> pygame.Rect:
        """Return where in the visible part of the page a notice covers the least."""
        popup, widgets = self.popup, self.widget_group.widgets
        if popup is not None:  # the veil of a modal one covers the screen
            widgets = [*([] if popup.modal else widgets), *popup.widget_group.widgets]
        return notice_place(self.ui, shown, notice, widgets)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw background, widgets and popup, or only the changed parts if they are few."""
        over = self.services.notices or self.popup is not None
        whole = self._dirty or self.widget_group.dirty or over
        damage = list(self.widget_group.damage)
        self._dirty = False
        if not whole and 0 < len(damage) <= MAX_PARTS:
            for area in damage:
                surface.set_clip(area)
                surface.blit(self._background(), area, area)
                self.widget_group.draw(surface, area)
            return
        surface.blit(self._background(), (0, 0))
        self.widget_group.draw(surface)
        if self.popup is not None:
            self.popup.draw(surface)

    def _background(self) -> pygame.Surface:
        if self.ui.ground is None or self.ui.ground.get_size() != self.size:
            self.ui.ground = table_ground(self.ui, self.size)
        return self.ui.ground

    # -- the top bar -----------------------------------------------------------------------------

    def bar(
        self,
        title: str,
        subtitle: str = "",
        *,
        extra: Sequence[Button] = (),
    ) -> Layout:
        """Return the top bar: back, title, quiet sentence; sound, preferences, help, MENU.

        The sentence stands below the title where there is no room beside it.
        """
        tr, keys = self.tr, self.ui.keys
        back = IconButton(Icon.BACK, "back", self.back, tr("gui.back"), keys.label(Action.BACK))
        gear = IconButton(Icon.GEAR, "gear", self.open_preferences, tr("gui.preferences"))
        shown = IconButton(
            Icon.HELP, "help", self.open_help, tr("gui.help"), keys.label(Action.HELP)
        )
        tools: list[Button] = [*extra, self.sound_button(), gear, shown]
        if self.MENU:
            text = tr(f"{self.PREFIX}.menu")
            tools.append(Button(text, self.show_menu, image=Icon.MENU, key="menu", size=14))
        row = _bar_row(back, title, subtitle, tools)
        return Box(Over(BarBackground(), Pad(row, 16, 0, 24, 0)), height=bar_height)

    def sound_button(self) -> Button:
        """Return the button that turns the sound on or off."""
        muted, tip = self.services.settings.muted, self.tr("gui.sound_tip")
        image, key = Icon.MUTE if muted else Icon.SOUND, self.ui.keys.label(Action.MUTE)
        button = IconButton(image, "sound", self.toggle_mute, tip, key)
        button.called, button.switched_on = self.tr("access.sound"), not muted
        return button

    def copy(self, text: str, done: str) -> None:
        """Copy a text to the clipboard and show a notice of success or failure."""
        fault = clipboard.put_text(text)
        self.services.notify(fault or done, fault=fault is not None)

    # -- popups --------------------------------------------------------------------------------

    def close_popup(self) -> None:
        """Close the popup without a choice."""
        popup, self.popup = self.popup, None
        self._dirty = True
        if popup is not None and popup.dismissed is not None:
            popup.dismissed()

    def _and_close(self, action: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            self.popup = None
            self._dirty = True
            action()

        return run

    def open_menu(self, anchor: pygame.Rect, choices: Sequence[Choice]) -> None:
        """Open a popup menu below (or above) a button."""
        self.popup = menu_popup(self.ui, self.size, anchor, choices, self._and_close)

    def ask_choice(
        self, key: str, labels: Sequence[str], chosen: int, choose: Callable[[int], None]
    ) -> None:
        """Open a menu of choices below the button of this key; the present one has a tick."""
        button = self.widget_group.find(key)
        assert button is not None
        lines = [
            Choice(label, partial(choose, number), Icon.CHECK if number == chosen else None)
            for number, label in enumerate(labels)
        ]
        self.open_menu(button.rect, lines)

    def show_menu(self, names: Sequence[str] = ()) -> None:
        """Open MENU, or these commands, below its button, without those that do not exist now."""
        button, offered = self.widget_group.find("menu"), self.offered()
        anchor = button.rect if button is not None else pygame.Rect(self.size[0], 0, 0, 0)
        lines = [offered.choice(name) for name in names or self.MENU if name in offered.made]
        self.open_menu(anchor, lines)

    def ask(
        self,
        title: str,
        text: str,
        choices: Sequence[Choice],
        dismissed: Callable[[], None] | None = None,
    ) -> None:
        """Open a modal question; Esc closes it and calls `dismissed`, if given."""
        self.popup = question_popup(self.ui, self.size, title, text, choices, self._and_close)
        self.popup.dismissed = dismissed

    def ask_before(self, act: Callable[[], None], key: str, image: Icon) -> None:
        """Confirm an irreversible action first; the texts are `key`, KEY_question and KEY_yes."""
        cancel = Choice(self.tr("gui.cancel"), self.close_popup, primary=True)
        yes = Choice(self.tr(f"{key}_yes"), act, image)
        self.ask(self.tr(key), self.tr(f"{key}_question"), [cancel, yes])


class PageScreen(Screen):
    """A screen of a top bar and a page below it."""

    @abstractmethod
    def top(self) -> Layout:
        """Return the top bar."""

    @abstractmethod
    def page(self) -> Layout:
        """Return everything below the top bar."""

    def view(self) -> Layout:
        return Column(self.top(), Flexible(self.page()), gap=0)


def bar_height(theme: Theme) -> int:
    """Return the height of the top bar in pixels."""
    return max(theme.px(64), theme.tx(44) + 12)


def _level(button: Button) -> Layout:
    """Centre a button vertically in the bar, at its preferred width."""
    return NoShrink(Box(button, at=0.5))


def _bar_row(back: Button, title: str, subtitle: str, tools: Sequence[Button]) -> Layout:
    """Lay out the top bar; short of space without labels, the quiet sentence below the title."""

    def row(titles: Layout, *buttons: Button) -> Layout:
        return Row(_level(back), Flexible(Pad(titles, 8, 0, 0, 0)), *map(_level, buttons))

    heading = NoShrink(Label(title, TITLE, bold=True, maximum=1, middle=True))
    roomy = _titles(heading, subtitle) if subtitle else heading
    size, lines = (18, 1) if subtitle else (15, 2)
    low = Shortened(title, size, bold=True, maximum=lines, middle=True)
    sentence = Label(subtitle, 12, quiet=True, maximum=2) if subtitle else None
    compact = Box(Column(low, sentence, gap=tx(-4)), at=0.5)
    return FirstFit(row(roomy, *tools), row(compact, *map(icon_only, tools)))


def _titles(heading: Layout, subtitle: str) -> Layout:
    """Lay out the title with the quiet sentence right of it, as wide as two lines of it need."""

    def room(theme: Theme) -> int:
        least = theme.tx(120) - theme.px(8) + 1
        return max(least, two_lines(theme, subtitle, 14) + theme.px(8))

    def quarter(theme: Theme) -> int:
        return bar_height(theme) // 4

    line = Pad(Box(Divider(), exactly(1)), 0, quarter)
    sentence = Shortened(subtitle, 14, quiet=True, maximum=2, middle=True)
    beside = Box(Pad(sentence, exactly(-1), 0, 8, 0), least_width=room)
    return Row(Pad(heading, 0, 0, exactly(4), 0), line, Flexible(beside), gap=16)


def table_ground(ui: Ui, size: tuple[int, int]) -> pygame.Surface:
    """Draw the table background with one wide, very faint light in the middle."""
    c = ui.theme.colours
    if ui.theme.look is ThemeName.CONTRAST:
        plain = pygame.Surface(size).convert()
        plain.fill(c.table)
        return plain
    # The small picture is converted: the large one takes its format, without a second copy.
    return pygame.transform.smoothscale(_light(c.table, c.panel).convert(), size)


@cache
def _light(table: Colour, panel: Colour) -> pygame.Surface:
    """Draw the light small; it hangs on the colours alone, of which a program has few."""
    small = pygame.Surface((64, 40))
    light = mix(table, panel, 0.55)
    for y in range(40):
        for x in range(64):
            away = min(1.0, (((x - 31.5) / 40) ** 2 + ((y - 19.5) / 26) ** 2) ** 0.5)
            small.set_at((x, y), mix(light, table, away))
    return small
