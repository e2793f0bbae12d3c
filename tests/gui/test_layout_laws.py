"""The laws of the layouts, tried on random nests of everything."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

import pygame
import pytest

from gui.i18n import Translator
from gui.kit import (
    Background,
    Button,
    Icon,
    Label,
    ListBox,
    ListRow,
    ProgressBar,
    Segments,
    Slider,
    Spinner,
    Stepper,
    Switch,
    TextField,
)
from gui.kit.fields import FieldFault
from gui.kit.layout import (
    Box,
    Card,
    Centred,
    Column,
    FirstFit,
    Flexible,
    Grid,
    Layout,
    NoShrink,
    Pad,
    Row,
    Scroll,
    Tabs,
    Wrap,
    arrange,
    icon_only,
    two_columns,
)
from gui.kit.widget import ROOMY, Measured, Size, Widget
from gui.paint import Brush
from gui.theme import Theme
from gui.ui import Ui
from tests.gui.driver import of, press, send
from tests.gui.layouts import text_faults

NESTS = 4_000
DEPTH = 4
SCALES = (0.75, 1.0, 1.25, 1.5)
WORDS = {
    "en": "Undo the last move and let the bot think about a better strategy before it answers",
    "fr": "Reprendre l’apprentissage indéfiniment jusqu’à l’entraînement des joueurs : oui ! à",
}


@cache
def make_ui(scale: float, language: str) -> Ui:
    pygame.display.init()
    return Ui(Theme(text_scale=scale), Brush(), Translator(language))


def nothing(*_: object) -> None:
    """What the widgets of a nest do."""


class Maker:
    """Makes nests from a seed."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.language = self.dice.choice(("en", "fr"))
        self.ui = make_ui(self.dice.choice(SCALES), self.language)
        self.parts: list[Layout] = []

    def text(self, maximum: int) -> str:
        some = WORDS[self.language].split(" ")
        return " ".join(self.dice.choice(some) for _ in range(self.dice.randint(1, maximum)))

    def leaf(self) -> Layout:
        dice = self.dice
        bold, size = dice.random() < 0.3, dice.choice((14, 16, 22))
        kinds: list[Callable[[], Layout]] = [
            lambda: Label(self.text(12), size, bold=bold, middle=dice.random() < 0.5),
            lambda: Button(self.text(4), nothing, image=dice.choice((None, Icon.UNDO)), key="b"),
            lambda: Segments([self.text(2) for _ in range(3)], 1, nothing),
            lambda: TextField("1,000"),
            lambda: Slider(1, 3, nothing),
            lambda: Stepper(5, 0, 1000, nothing),
            lambda: Switch(True, nothing),
            lambda: ListBox([ListRow(self.text(3)) for _ in range(9)], 40, nothing),
            lambda: FieldFault(self.text(9)),
            lambda: ProgressBar(0.5),
            lambda: Spinner(),
            lambda: icon_only(Button("Undo", nothing, image=Icon.UNDO)),
        ]
        return dice.choice(kinds)()

    def many(self, depth: int) -> list[Layout]:
        return [self.nest(depth - 1) for _ in range(self.dice.randint(1, 4))]

    def filled(self, depth: int) -> list[Layout]:
        """Some of the parts may stretch, and springs stand between them."""
        made: list[Layout] = []
        for part in self.many(depth):
            chance = self.dice.random()
            made.append(Flexible(part, self.dice.choice((1, 2))) if chance < 0.4 else part)
            if chance > 0.9:
                made.append(self.dice.choice((Flexible(), Pad(Row(), 20))))
        return made

    def nest(self, depth: int) -> Layout:
        part = self.leaf() if depth == 0 or self.dice.random() < 0.15 else self.container(depth)
        self.parts.append(part)
        return part

    def container(self, depth: int) -> Layout:
        dice = self.dice
        kinds: list[Callable[[], Layout]] = [
            lambda: Row(*self.filled(depth), gap=dice.choice((8, 28)), least_gap=4),
            lambda: Column(*self.filled(depth), gap=dice.choice((4, 16))),
            lambda: Wrap(*self.many(depth)),
            lambda: Grid(*self.many(depth), columns=dice.randint(1, 4)),
            lambda: Card(Column(*self.many(depth)), self.text(3), pad=dice.choice((12, 24))),
            lambda: Pad(self.nest(depth - 1), 8, 4),
            lambda: Box(self.nest(depth - 1), dice.choice((None, 110)), 60, least_width=90),
            lambda: Box(self.nest(depth - 1), 200, at=0.5),
            lambda: NoShrink(self.leaf()),
            lambda: Centred(self.nest(depth - 1), 400),
            lambda: two_columns(self.many(depth), self.many(depth), 200),
            lambda: FirstFit(Row(*self.filled(depth)), Column(*self.many(depth))),
            lambda: Tabs(("One", self.nest(depth - 1)), ("Two", self.leaf()), at=0,
                         choose=nothing, key="tabs"),
        ]  # fmt: skip
        return dice.choice(kinds)()


def placed_faults(ui: Ui, layout: Layout, rect: pygame.Rect) -> Iterator[str]:
    """What is wrong with a layout in a place it said it fits."""
    widgets = arrange(ui, layout, rect)
    for widget in widgets:
        if not rect.contains(widget.rect):
            yield f"{widget} {widget.rect} leaves {rect}"
    solid = [widget for widget in widgets if not isinstance(widget, Background)]
    for a, b in combinations(solid, 2):
        if a.rect.colliderect(b.rect):
            yield f"{a} {a.rect} lies over {b} {b.rect}"
    yield from text_faults(ui, widgets)


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=pytest.mark.full if part > 3 else ()) for part in range(8)]
)
def test_random_nests_stay_inside_apart_and_uncut_whenever_they_say_they_fit(part: int) -> None:
    fitted = 0
    for seed in range(part * NESTS // 8, (part + 1) * NESTS // 8):
        maker = Maker(seed)
        nest = maker.nest(DEPTH)
        width = maker.dice.randint(150, 1500)
        wide, high = nest.measure(maker.ui, width)
        if wide > width:
            continue
        fitted += 1
        for more in (0, 90):
            rect = pygame.Rect(10, 20, width, high + more)
            assert list(placed_faults(maker.ui, nest, rect)) == [], (seed, more)
    assert fitted > NESTS // 8 // 4, "too few nests fit to say anything"


@pytest.mark.parametrize("part", range(4))
def test_every_part_of_a_nest_keeps_the_laws_of_its_sizes(part: int) -> None:
    for seed in range(part * 250, (part + 1) * 250):
        maker = Maker(seed)
        maker.nest(DEPTH)
        for layout in maker.parts:
            least = layout.measure(maker.ui, 0)
            natural = layout.measure(maker.ui, ROOMY)
            assert 0 <= least[0] <= natural[0], (seed, layout)
            for width in (natural[0], natural[0] + maker.dice.randint(1, 500)):
                assert layout.measure(maker.ui, width) == natural, (seed, layout, width)
            width = maker.dice.randint(0, max(1, natural[0]))
            wide, high = layout.measure(maker.ui, width)
            assert least[0] <= wide <= max(natural[0], least[0]), (seed, layout, width)
            assert layout.measure(maker.ui, wide)[1] == high, (seed, layout, width, wide)


class Counting(Measured):
    """A leaf that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def size_hint(self, ui: Ui, width: int) -> Size:
        self.asked += 1
        return 40, 40

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        yield from ()


def test_a_deep_nest_asks_its_leaf_once_for_each_width() -> None:
    """Without a memo the number doubles with every level, at least."""
    leaf = Counting()
    nest: Layout = leaf
    for _ in range(12):
        nest = FirstFit(Row(Box(nest, least_width=60), Flexible()), Column(nest))
    arrange(make_ui(1.0, "en"), nest, pygame.Rect(0, 0, 500, 500))
    assert leaf.asked <= 3


def test_another_theme_is_measured_anew() -> None:
    label = Label("A word")
    assert label.measure(make_ui(1.0, "en"), ROOMY) < label.measure(make_ui(1.5, "en"), ROOMY)


def test_no_widget_is_placed_twice() -> None:
    button = Button("Undo", nothing)
    with pytest.raises(AssertionError, match="twice"):
        arrange(make_ui(1.0, "en"), Row(button, button), pygame.Rect(0, 0, 500, 50))


def test_parts_that_are_none_are_left_out() -> None:
    ui, one = make_ui(1.0, "en"), Button("Undo", nothing)
    for kind in (Row, Column, Wrap, Grid):
        assert kind(None, one, None).measure(ui, ROOMY) == one.measure(ui, ROOMY)
        assert kind().measure(ui, ROOMY) == (0, 0)


def test_what_does_not_scroll_is_pinned_and_each_scroll_has_its_own_offset() -> None:
    from gui.kit import WidgetGroup

    ui = make_ui(1.0, "en")
    widget_group = WidgetGroup(ui)

    def build() -> None:
        tall = [Box(Button(f"b{i}", nothing, key=f"b{i}"), height=300) for i in (0, 1)]
        scrolls = [Flexible(Scroll(Box(part, height=900), f"s{i}")) for i, part in enumerate(tall)]
        head = Label("Head", key="head")
        layout = Column(head, Flexible(Row(*scrolls)))
        placed = arrange(ui, layout, pygame.Rect(0, 0, 400, 400))
        widget_group.rebuild(placed)

    build()
    head, first, second = widget_group.widgets
    assert head.scroller is None and first.scroller and second.scroller
    before = [w.rect.y for w in widget_group.widgets]
    over = pygame.event.Event(pygame.MOUSEMOTION, pos=(390, 300), rel=(0, 0), buttons=(0, 0, 0))
    widget_group.handle(over)
    send(widget_group, pygame.MOUSEWHEEL, x=0, y=-1)
    assert [w.rect.y for w in widget_group.widgets] == [before[0], before[1], before[2] - 60]
    build()
    assert [w.rect.y for w in widget_group.widgets] == [before[0], before[1], before[2] - 60]
    assert [scroller.offset for scroller in widget_group.scrollers] == [0, 60]


def test_a_rebuild_keeps_caret_selection_and_undo_of_a_field() -> None:
    from gui.kit import WidgetGroup

    ui = make_ui(1.0, "en")
    widget_group = WidgetGroup(ui)
    widget_group.rebuild([TextField("abc", key="field")])
    widget_group.focus_key("field")
    old = of(TextField, widget_group.widgets[0])
    old.caret = old.anchor = 1
    send(widget_group, pygame.TEXTINPUT, text="x")
    assert old.text == "axbc"
    widget_group.rebuild([TextField("axbc", key="field")])
    new = widget_group.widgets[0]
    assert isinstance(new, TextField) and new.focused
    assert (new.caret, new.anchor) == (2, 2)
    press(widget_group, pygame.K_z, pygame.KMOD_LCTRL)
    assert new.text == "abc"
