"""Parts that outlive a build show what is true: as if every one were made anew."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache, partial
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from engine.arena.report import PairingTally
from engine.registry import ALL_GAMES
from gui.arena.model import ListedGames
from gui.arena.screen import ArenaScreen
from gui.kit import Button, Label, TextField
from gui.kit.command import Command
from gui.kit.layout import (
    Box,
    Cached,
    Column,
    FirstFit,
    Flexible,
    Guarded,
    Layout,
    Pad,
    Row,
    Scroll,
    arrange,
    exactly,
)
from gui.kit.screen import Screen
from gui.kit.widget import Sized, Widget
from gui.players.choice import PlayerChoice
from gui.services import Services
from gui.setup.model import SetupModel
from gui.setup.screen import SetupScreen
from gui.theme import Theme
from gui.ui import Ui
from tests.gui import arenas
from tests.gui.lab import SIZE
from tests.gui.scenes import SCENES, make_services

pytestmark = pytest.mark.usefixtures("no_shapes")

# What mouse and focus left on a widget is nothing that it shows.
PASSING = {
    "placings",
    "hovered",
    "focused",
    "pressed",
    "glow",
    "caret",
    "anchor",
    "blink",
    "turned",
}
# Calls of functions in one build: some 5,000 are a millisecond on a quiet machine, busy or not.
MAXIMUM_CALLS, MAXIMUM_CALLS_ANEW = 6_000, 14_500
ENDING = ("back", "close_look", "look")  # clicked last: the others would be gone
TRIED = (
    "menu with a game to continue",
    "setup with numbers",
    "match of nim",
    "match that asks",
    "match looked into, its figures",
    "match looked into, the layers",
    "match looked into, a person to move",
    "cube lab with solutions",
    "cube lab looked into, a layer shown",
    "arena",
    "arena after a tournament",
    "help on keys",
    "puzzle of nim with a hint",
)
# The same parts with other content.
ALIKE = ("setup of tictactoe", "match of two people", "match that waits", "cube lab painted")


def shown(screen: Screen) -> list[object]:
    """Every widget as a person sees it."""
    return [seen(each) for each in screen.widget_group.widgets]


@cache
def field_names(kind: Any) -> tuple[str, ...]:
    """The fields of a dataclass, worked out once: that takes longer than all the rest.

    A field that makes no two objects unlike is bookkeeping, and goes on in an experiment that runs.
    """
    return tuple(field.name for field in fields(kind) if field.compare)


def seen(value: object) -> object:
    """All that something shows, to be compared: no actions, no pictures, nothing kept inside."""
    if value is None or isinstance(value, PLAIN):
        return value
    if isinstance(value, Widget):
        held = sorted(vars(value).items())
        names = [(name, each) for name, each in held if name[0] != "_" and name not in PASSING]
        return type(value), *[(name, seen(each)) for name, each in names]
    if isinstance(value, MANY):
        return tuple(map(seen, value))
    if is_dataclass(value) and not isinstance(value, type):
        names_held = field_names(type(value))
        return type(value), *[(name, seen(getattr(value, name))) for name in names_held]
    if isinstance(value, Mapping):
        return tuple((seen(key), seen(each)) for key, each in value.items())
    if isinstance(value, ListedGames):
        return ListedGames  # read as they come from an experiment that goes on between two looks
    if isinstance(value, Sequence | Set | pygame.Rect):
        return tuple(map(seen, islice(value, len(value))))
    return None if callable(value) or isinstance(value, pygame.Surface) else type(value)


PLAIN = (bool, int, float, str, bytes, Enum)
MANY = (tuple, list)


def try_click(screen: Screen, key: str) -> None:
    """Click a widget wherever it stands; what opens is closed, where it leads is not gone to."""
    widget = screen.widget_group.find(key)
    if widget is None or not widget.enabled:
        return
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        screen.handle(pygame.event.Event(kind, pos=widget.rect.center, button=1))
    if screen.popup is not None:
        screen.close_popup()


def calls(run: Callable[[], None]) -> int:
    """How many functions run: what a build costs, whatever else the machine does."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


def build_costs(screen: Screen) -> None:
    """A screen is shown again for few calls, and measures no text it has measured before."""
    # A full cache drops what other tests measured, so these begin with empty ones.
    screen.ui.theme._widths.clear()
    screen.ui.theme._known.clear()
    screen.forget_parts()
    screen.rebuild()
    widgets = {id(widget) for widget in screen.widget_group.widgets}
    measure = Theme._measured
    with patch.object(Theme, "_measured", autospec=True, side_effect=measure) as measured:
        assert calls(screen.rebuild) <= MAXIMUM_CALLS
        kept = sum(id(widget) in widgets for widget in screen.widget_group.widgets)
        assert kept > len(widgets) / 8, "most screens have far more; the bar is there at least"
        screen.forget_parts()
        assert calls(screen.rebuild) <= MAXIMUM_CALLS_ANEW
        assert not measured.called


@pytest.mark.one_of(3)
@pytest.mark.parametrize(
    "name", [*TRIED, *(pytest.param(name, marks=pytest.mark.full) for name in ALIKE)]
)
def test_what_is_kept_shows_the_same_as_what_is_made_anew(services: Services, name: str) -> None:
    """Click everything there is; a part that forgot to say what it shows would now be stale."""
    screen = SCENES[name](services)
    screen.enter(SIZE)
    shows_the_same_kept(screen)


@pytest.mark.parametrize("name", ["match looked into, the kernel", "cube lab looked into"])
def test_a_small_window_keeps_what_is_true_too(tmp_path: Path, name: str) -> None:
    """Other parts are kept there than beside one another."""
    with contextmanager(make_services)(tmp_path, (960, 640), 1.5, "fr") as services:
        screen = SCENES[name](services)
        screen.enter((960, 640))
        shows_the_same_kept(screen)


def garbage() -> list[object]:
    """The widgets and layouts in cycles; the thread of the worker makes other garbage meanwhile."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        return [each for each in gc.garbage if isinstance(each, Sized)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


def leaves_no_garbage(screen: Screen) -> None:
    """The widgets of the build before go at once: no two of their parts hold each other."""
    gc.collect()
    gc.disable()
    try:
        screen.rebuild()
        assert not garbage()
        screen.forget_parts()
        screen.rebuild()
        assert not garbage()
    finally:
        gc.enable()


def shows_the_same_kept(screen: Screen) -> None:
    """Click everything; count first what a build costs."""
    build_costs(screen)
    leaves_no_garbage(screen)
    keys = [widget.key for widget in screen.widget_group.widgets if widget.focusable and widget.key]
    for key in sorted(keys, key=ENDING.__contains__):
        try_click(screen, key)
        with one_moment(screen):
            screen.rebuild()
            kept = shown(screen)
            screen.forget_parts()
            screen.rebuild()
            assert shown(screen) == kept, f"after a click on {key}"
    screen.leave()


@contextmanager
def one_moment(screen: Screen) -> Iterator[None]:
    """Hold what an arena shows: an experiment that a click has begun goes on meanwhile."""
    if not isinstance(screen, ArenaScreen):
        yield
        return
    now = screen.model.view_model()
    with patch.object(screen.model, "view_model", lambda: now):
        yield


def test_what_is_seen_of_an_experiment_stays_though_it_goes_on() -> None:
    """Where a result came between two looks, a part seemed stale that was not."""
    pair = arenas.tournament().pairs()[0]
    tally = PairingTally(pair)
    looked = replace(tally)
    before = seen(looked)
    tally.add(arenas.records_of([pair], 1)[0])
    assert seen(looked) == before != seen(tally)


def test_the_parts_of_the_setup_are_kept_by_what_they_show(services: Services) -> None:
    """A model that changed is another though it is the same object: every part says so."""
    screen = SetupScreen(services, "nim")
    screen.enter(SIZE)
    model = screen.model

    def advance() -> None:
        model.players[0].advanced = not model.players[0].advanced

    changes: dict[str, Callable[[], object]] = {
        "presets": partial(model.set_option, "heaps", "1,2"),
        "switches": partial(setattr, model, "hints", not model.hints),
        "kinds0": advance,
        "kinds1": partial(model.players[1].choose, "optimal"),
        "games": partial(model.turn_to, "tictactoe", services.settings),
    }
    for part, change in changes.items():
        before = screen._cache[part][1]
        screen.rebuild()
        assert screen._cache[part][1] is before, f"{part} was kept"
        change()
        screen.rebuild()
        assert screen._cache[part][1] is not before, f"{part} shows the change"
        kept = shown(screen)
        screen.forget_parts()
        screen.rebuild()
        assert shown(screen) == kept


def test_what_is_shown_of_the_setup_holds_no_model(services: Services) -> None:
    """A model is always equal to itself, whatever it says."""
    screen = SCENES["setup of tictactoe"](services)
    screen.enter(SIZE)
    for name, (said, _) in screen._cache.items():
        assert not any(type(each) in (SetupModel, PlayerChoice) for each in flat(said)), name


def test_the_buttons_of_the_setup_act_on_the_game_and_player_chosen_last(
    services: Services,
) -> None:
    """Parts kept from the game before, and from before the players changed places."""
    screen = SCENES["setup of tictactoe"](services)
    assert isinstance(screen, SetupScreen)
    screen.enter(SIZE)
    screen.choose_game(ALL_GAMES.index("nim"))
    screen.model.swap()
    screen.rebuild()
    for kind in ("hard", "human"):
        for side in (0, 1):
            try_click(screen, f"player{side} {kind}")
            assert screen.model.players[side].spec.kind == kind
    hints = screen.model.hints
    try_click(screen, "hints")
    assert screen.model.hints is not hints


def flat(value: object) -> Iterator[object]:
    """Everything in nested tuples."""
    if isinstance(value, tuple):
        for each in value:
            yield from flat(each)
    else:
        yield value


class Doubling(Screen):
    """A number and a button that doubles it, in a part that is kept."""

    PREFIX = "match"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.number, self.made, self.text = 1, 0, "abc"

    def commands(self) -> Mapping[str, Command]:
        before = self.number

        def double() -> None:
            self.number = 2 * before

        return {"redo": Command("redo", double), "undo": Command("undo", print, enabled=False)}

    def view(self) -> Layout:
        offered = self.offered()
        part = self.keep("doubling", offered.shown("redo", "undo"), self._part)
        field = self.keep("field", self.text, lambda: TextField(self.text, key="field"))
        scrolled = Flexible(Scroll(Column(part, Pad(Label("tall"), 0, 3000))))
        return Column(Label(str(self.number), key="number"), field, scrolled, gap=0)

    def _part(self) -> Layout:
        self.made += 1
        return Row(*map(self.offered().button, ("redo", "undo")))


@pytest.fixture
def doubling(services: Services) -> Doubling:
    made = Doubling(services)
    made.enter(SIZE)
    return made


def test_a_kept_button_asks_anew_what_it_does(doubling: Doubling) -> None:
    """What was true when it was made may be long over."""
    button = doubling.widget_group.find("redo")
    for _ in range(3):
        try_click(doubling, "redo")
        doubling.rebuild()
    assert doubling.widget_group.find("redo") is button and doubling.made == 1
    assert doubling.number == 8


def test_another_language_makes_every_part_anew(doubling: Doubling) -> None:
    from gui.i18n import Translator

    doubling.ui.tr = Translator("fr")
    doubling.rebuild()
    button = doubling.widget_group.find("redo")
    assert isinstance(button, Button) and button.label == doubling.tr("match.redo") != "Redo"


def test_sound_on_or_off_keeps_theme_and_parts(doubling: Doubling) -> None:
    """Muting measured and drew every text of the window anew."""
    before = doubling.ui
    doubling.toggle_mute()
    doubling.enter(SIZE)  # as the window has it laid out again
    assert doubling.ui is before and doubling.made == 1


def test_what_is_kept_scrolls_and_comes_back_to_its_place(doubling: Doubling) -> None:
    button = doubling.widget_group.find("redo")
    assert button is not None and button.scroller is not None
    top = button.rect.y
    doubling.widget_group.scroll_by(100)
    doubling.rebuild()
    assert button.rect.y == top - 100 and doubling.widget_group.scroll == 100
    doubling.widget_group.scroll_to_top()
    doubling.rebuild()
    assert button.rect.y == top


class Counting(Button):
    """A button that counts how often it is placed."""

    placed = 0

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self.placed += 1
        yield from super().place(ui, rect)


def test_a_kept_part_is_placed_again_once_another_part_has_placed_its_widget(
    services: Services,
) -> None:
    """Otherwise a picture would keep the rows of the other part's rectangle."""
    ui = services.ui
    button = Counting("x", lambda: None)
    kept, other, large, small = (
        *(Cached(Row(Flexible(button))), Pad(button, 0)),
        *(pygame.Rect(0, 0, 400, 100), pygame.Rect(0, 0, 90, 60)),
    )
    arrange(ui, kept, large)
    arrange(ui, kept, large)
    assert button.placed == 1 and button.rect == large
    arrange(ui, other, small)
    assert button.placed == 2 and button.rect == small
    arrange(ui, kept, large)
    assert button.placed == 3 and button.rect == large


def test_a_kept_field_keeps_caret_and_selection(doubling: Doubling) -> None:
    doubling.widget_group.focus_key("field")
    field = doubling.widget_group.focus
    assert isinstance(field, TextField)
    field.caret = field.anchor = 1
    doubling.rebuild()
    assert (
        doubling.widget_group.focus is field
        and field.focused
        and (field.caret, field.anchor) == (1, 1)
    )


def test_a_kept_widget_that_goes_away_under_the_mouse_lets_go(doubling: Doubling) -> None:
    """Shown again later it must not seem pressed, nor act when the mouse button goes up."""
    button = doubling.widget_group.find("redo")
    assert isinstance(button, Button)
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=button.rect.center, button=1)
    doubling.handle(down)
    assert button.pressed and button.hovered
    doubling.widget_group.rebuild([])
    assert not (button.pressed or button.hovered or button.focused)


def test_what_has_no_room_is_not_even_made(services: Services) -> None:
    """A wide layout is made where its first part has room, and chosen where all of it has."""
    ui, made = services.ui, []
    first, second, small = Box(Label("wide"), exactly(500)), Label("beside"), Label("small")

    def wide() -> Layout:
        made.append(1)
        return Row(first, Box(second, exactly(300)), gap=0)

    for width, is_made, is_wide in ((400, False, False), (600, True, False), (900, True, True)):
        placed = arrange(ui, FirstFit(Guarded(first, wide), small), pygame.Rect(0, 0, width, 200))
        assert (small not in placed, second in placed) == (is_wide, is_wide)
        assert bool(made) == is_made
    made.clear()
    arrange(ui, FirstFit(Guarded(Box(first, height=300), wide), small), pygame.Rect(0, 0, 900, 200))
    assert not made, "too high"


def test_a_kept_part_is_placed_anew_in_another_place(services: Services) -> None:
    ui, label = services.ui, Label("word")
    part = Cached(Pad(label, 10, 5))
    for x in (0, 40, 40):
        assert list(part.place(ui, pygame.Rect(x, 0, 200, 60))) == [label]
        assert label.rect.topleft[0] == x + ui.theme.px(10)
