"""Tables, charts, chips, lines and scrolling of the kit, with random contents anywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, pairwise, product
from unittest.mock import patch

import pygame
import pytest

from engine.messages import LANGUAGES, catalogue
from gui.kit import Button, ListBox, ListRow, Segments, Slider
from gui.kit.chart import (
    Band,
    Chart,
    ChartAxis,
    LineSeries,
    Marker,
    Rule,
    StackedBar,
    StackedBars,
    Tick,
)
from gui.kit.chip_flow import Chip, ChipFlow, flow_lines
from gui.kit.forms import tab_row
from gui.kit.scroll import CellGrid
from gui.kit.table import Choosing, Table, TableCell, TableColumn
from gui.kit.text_wrap import AHEAD, wrap
from gui.kit.widget import ROOMY, Widget, key_down
from gui.services import Services
from gui.theme import Theme
from gui.ui import Ui
from tests.gui.driver import click, point, send, there
from tests.gui.test_layout_laws import make_ui

RED, BLUE = (200, 60, 40), (40, 60, 200)
SEEDS = range(150)
CANVAS = pygame.Surface((1280, 800), pygame.SRCALPHA)
WORDS = ("one", "a longer word", "12,345", "+190 ± 40", "", "between 20 and 30")


def placed(
    widget: Widget, ui: Ui, width: int, height: int, where: tuple[int, int] = (10, 20)
) -> None:
    """Place a widget and draw it."""
    list(widget.place(ui, pygame.Rect(*where, width, height)))
    widget.draw(ui, CANVAS)


def wheel(widget: Widget, step: int) -> bool:
    return bool(send(widget, pygame.MOUSEWHEEL, x=0, y=step))


@contextmanager
def texts_drawn() -> Iterator[list[tuple[str, pygame.Rect]]]:
    """Every text that is drawn meanwhile, with its rectangle."""
    found: list[tuple[str, pygame.Rect]] = []
    blit_text = Theme.blit_text

    def heard(
        theme: Theme, target: object, text: str, *more: object, **style: object
    ) -> pygame.Rect:
        box: pygame.Rect = blit_text(theme, target, text, *more, **style)  # type: ignore[arg-type]
        found.append((text, box))
        return box

    with patch.object(Theme, "blit_text", heard):
        yield found


# -- tables ----------------------------------------------------------------------------------------


def random_table(dice: random.Random, chosen: list[tuple[int, int]]) -> Table:
    count = dice.randint(1, 6)
    drops = [0] + [dice.choice((0, 0, 1, 2, 3)) for _ in range(count - 1)]
    columns = [TableColumn(dice.choice(WORDS), dice.choice((0, 0.5, 1)), drop) for drop in drops]
    rows = [
        [
            TableCell(
                text, short=text[:4], note=dice.choice(("", "note")), mono=dice.random() < 0.5
            )
            for text in (dice.choice(WORDS) for _ in columns)
        ]
        for _ in range(dice.randint(0, 7))
    ]
    return Table(
        columns,
        rows,
        choosing=dice.choice(list(Choosing)),
        choose=lambda row, column: chosen.append((row, column)),
        able=lambda row, column: (row + column) % 5 != 1,
        at=(0, 0),
        even=dice.random() < 0.3,
    )


def test_columns_of_a_table_fill_the_room_and_leave_in_their_order() -> None:
    for seed in SEEDS:
        dice = random.Random(seed)
        ui, table = make_ui(dice.choice((0.75, 1.0, 1.5)), "en"), random_table(dice, [])
        width, height = dice.randint(80, 1200), 400
        placed(table, ui, width, height)
        kept, widths, _ = table.fitting(ui)
        assert 0 in kept and kept == sorted(kept)
        assert min(widths) >= 0 and sum(widths) <= max(0, width - ui.theme.px(8))
        gone = {table.layout[at].drop for at in range(len(table.layout)) if at not in kept}
        stayed = {table.layout[at].drop for at in kept} - {0}
        assert 0 not in gone and (not gone or not stayed or max(gone) < min(stayed))
        preferred = table.preferred_width(ui)
        placed(table, ui, preferred, height)
        kept, widths, short = table.fitting(ui)
        assert len(kept) == len(table.layout) and not short, (
            "everything fits at the preferred width"
        )
        with texts_drawn() as found:
            table.draw(ui, CANVAS)
        assert not [text for text, _ in found if "…" in text]
        for (_, a), (_, b) in combinations([each for each in found if each[0]], 2):
            assert not a.inflate(-2, -6).colliderect(b.inflate(-2, -6)), found


def ranking(ui: Ui, score: str, room: int) -> Table:
    """A table so wide, whose scores leave first."""
    columns = [TableColumn("Player", 0), TableColumn("Score", drop=1), TableColumn("Elo")]
    rows = [["One", score, "+10"], ["Two", "50%", "+0"]]
    table = Table(columns, rows, choose=lambda row, column: None, at=(1, 0))
    placed(table, ui, room, 200)
    return table


def test_the_tooltip_of_a_row_tells_what_left_and_follows_its_numbers() -> None:
    ui = make_ui(1.0, "en")
    for room, first, second in ((400, "", ""), (120, "Score 75%", "Score 50%")):
        table = ranking(ui, "75%", room)
        table.draw(ui, CANVAS)
        point(table, table.line(ui, 0).center)
        assert (table.tooltip, table.tip_at_focus()) == (first, second)
    later = ranking(ui, "80%", 120)
    later.adopt_state(table)
    later.draw(ui, CANVAS)
    assert later.tooltip == "Score 80%", "the mouse rests while games are counted"
    point(later, later.line(ui, -1).center)
    assert later.tooltip == "", "the heads are no row"


def test_a_click_and_the_keys_choose_only_what_is_able() -> None:
    for seed in SEEDS:
        dice, chosen = random.Random(seed), list[tuple[int, int]]()
        ui, table = make_ui(1.0, "en"), random_table(dice, chosen)
        placed(table, ui, dice.randint(200, 1200), 400)
        for (row, column), box in table._places.items():
            before = len(chosen)
            click(table, box.center)
            able = row >= 0 and table.able(row, column)  # a click on a head chooses nothing
            assert chosen[before:] == ([(row, column)] if able else [])
        assert not click(table, (5, 5)) or not chosen or table.able(*chosen[-1])
        for key in (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RETURN) * 6:
            table.handle(key_down(key))
        assert all(table.able(*place) for place in chosen)
        assert all(0 <= row < len(table.rows) and 0 <= c < len(table.columns) for row, c in chosen)


def test_the_keys_reach_every_row_and_pass_over_a_cell_that_is_not_able() -> None:
    chosen: list[tuple[int, int]] = []
    rows = [[str(column) for column in range(4)] for _ in range(4)]
    for choosing, able in ((Choosing.ROWS, 5), (Choosing.CELLS, 1)):
        table = Table(
            [TableColumn(str(at)) for at in range(4)],
            rows,
            choosing=choosing,
            choose=lambda row, column: chosen.append((row, column)),
            able=lambda row, column, able=able: (row, column) != (able, able),  # type: ignore[misc]
            at=(0, 1),
        )
        for _ in range(5):
            table.handle(key_down(pygame.K_DOWN))
        assert chosen[-1] == (3, 1)
    assert (1, 1) not in chosen[-5:] and (2, 1) in chosen[-5:]


def test_a_table_tells_a_screen_reader_its_rows_with_their_heads() -> None:
    ui, chosen = make_ui(1.0, "en"), list[tuple[int, int]]()
    columns = [TableColumn("Name", 0), TableColumn("Score")]
    table = Table(
        columns, [["Perfect", "75 %"], ["Random", ""]], choose=lambda *at: chosen.append(at)
    )
    placed(table, ui, 400, 200)
    info = table.accessible(ui)
    assert info is not None and [part.name for part in info.parts] == [
        "Perfect, Score 75 %",
        "Random",
    ]
    press = there(info.parts[1].press)
    press()
    assert chosen == [(1, 0)]


# -- charts ----------------------------------------------------------------------------------------


def random_chart(dice: random.Random, chosen: list[int]) -> Chart:
    low, high = 1.0, dice.choice((10.0, 1000.0, 7.5))
    xs = sorted(dice.uniform(low, high) for _ in range(dice.randint(0, 12)))
    line = [(x, dice.uniform(-0.2, 1.2)) for x in xs]
    bars = [
        StackedBar(x, [(0.5, RED), (0.5, BLUE)], (0.2, 0.7), "50 %", i == 2)
        for i, (x, _) in enumerate(line)
    ]
    return Chart(
        ChartAxis(
            low,
            high,
            [Tick(x, dice.choice(WORDS), dice.random() < 0.5, dice.random() < 0.2) for x in xs],
            dice.choice(WORDS),
            dice.random() < 0.5,
        ),
        ChartAxis(0, 1, [Tick(n / 4, f"{25 * n} %") for n in range(5)]),
        [
            Band([(x, y - 0.1, y + 0.1) for x, y in line], BLUE),
            LineSeries(line, RED, fill=(RED, BLUE), base=0.5),
            StackedBars(bars),
            Rule(RED, y=0.3, dashed=True),
            *(Marker(x, y, RED, label="here") for x, y in line),
        ],
        stops=xs,
        at=0 if xs else -1,
        choose=chosen.append,
    )


def test_a_chart_stays_in_its_place_with_labels_that_do_not_touch() -> None:
    for seed in SEEDS:
        dice, chosen = random.Random(seed), list[int]()
        ui, chart = make_ui(dice.choice((0.75, 1.0, 1.5)), "en"), random_chart(dice, chosen)
        with texts_drawn() as found:
            placed(chart, ui, dice.randint(200, 900), dice.randint(120, 400))
        plot = chart.plot(ui)
        assert chart.rect.contains(plot.area)
        values = [
            chart.horizontal.low + n / 20 * (chart.horizontal.high - chart.horizontal.low)
            for n in range(21)
        ]
        assert all(
            plot.area.x <= plot.x(a) <= plot.x(b) <= plot.area.right for a, b in pairwise(values)
        )
        assert all(plot.y(a / 9) >= plot.y((a + 1) / 9) for a in range(9))
        assert plot.y(0) == plot.area.bottom and plot.y(1) == plot.area.top
        labels = chart.column_labels(ui, plot)
        ends = [(each.left, each.left + each.width) for each in labels]
        assert all(a[1] < b[0] for a, b in pairwise(ends)), ends
        below = {each.tick.label for each in labels}
        for text, box in found:
            if text in below and box.top >= plot.area.bottom:
                assert chart.rect.x <= box.x, text


def test_a_click_on_a_chart_chooses_the_nearest_stop_and_the_keys_its_neighbours() -> None:
    for seed in SEEDS:
        dice, chosen = random.Random(seed), list[int]()
        ui, chart = make_ui(1.0, "en"), random_chart(dice, chosen)
        placed(chart, ui, 600, 300)
        plot = chart.plot(ui)
        for stop in chart.stops:
            click(chart, (plot.x(stop), plot.area.centery))
            assert plot.x(chart.stops[chosen[-1]]) == plot.x(stop)
        chosen.clear()
        click(chart, (plot.area.centerx, plot.area.y - 100))
        assert chosen == [], "far from the plot"
        for key in (pygame.K_LEFT, pygame.K_RIGHT):
            chart.handle(key_down(key))
        last = max(0, len(chart.stops) - 1)
        assert chosen == ([0, min(1, last)] if chart.stops else [])


def test_labels_without_room_are_every_second_third_or_later_one() -> None:
    ui, kept = make_ui(1.0, "en"), set[int]()
    for count, width in product((3, 12, 15, 40), range(120, 900, 60)):
        ticks = [Tick(n + 0.5, str(n)) for n in range(count)]
        chart = Chart(ChartAxis(0, count, ticks), ChartAxis())
        placed(chart, ui, width, 200)
        found = [each.tick for each in chart.column_labels(ui, chart.plot(ui))]
        step = -(-count // len(found))
        assert found == ticks[::step]
        kept.add(step)
    assert kept > {1, 2}


def test_a_caption_is_about_the_stop_under_the_mouse_else_about_the_chosen_one() -> None:
    ui = make_ui(1.0, "en")
    stops = [n + 0.5 for n in range(8)]
    chart = Chart(ChartAxis(0, 8), ChartAxis(), stops=stops, at=5, caption="stop {}".format)
    placed(chart, ui, 600, 200)
    plot = chart.plot(ui)
    chart.hovered = True
    for pointed, x in ((2, plot.x(2.5)), (7, plot.x(7.4))):
        motion = pygame.event.Event(pygame.MOUSEMOTION, pos=(x, plot.area.centery))
        assert chart.handle(motion) and not chart.handle(motion)
        assert chart.described == pointed
        with texts_drawn() as found:
            chart.draw(ui, pygame.Surface((600, 200)))
        assert [text for text, _ in found] == [f"stop {pointed}"]
    chart.hovered = False
    assert chart.described == 5


def test_a_marker_with_a_stop_is_chosen_before_the_nearest_one() -> None:
    ui, chosen = make_ui(1.0, "en"), list[int]()
    picture = pygame.Surface((20, 20))
    marker = Marker(5, 0.5, RED, picture=picture, stop=9)
    chart = Chart(
        ChartAxis(0, 9), ChartAxis(), [marker], stops=range(10), at=0, choose=chosen.append
    )
    placed(chart, ui, 500, 200)
    click(chart, marker.box(chart.plot(ui)).center)
    click(chart, (chart.plot(ui).x(5), chart.plot(ui).area.bottom - 3))
    assert chosen == [9, 5]


# -- chips -----------------------------------------------------------------------------------------


def test_flowing_keeps_the_order_and_fills_each_line() -> None:
    dice = random.Random(2)
    for _ in range(500):
        widths, gap = [dice.randint(1, 90) for _ in range(dice.randint(0, 20))], dice.randint(0, 9)
        room = dice.randint(20, 300)
        lines = flow_lines(widths, gap, room)
        assert [index for line in lines for index in line] == list(range(len(widths)))
        used = [sum(widths[i] for i in line) + gap * (len(line) - 1) for line in lines]
        assert all(
            len(line) == 1 or length <= room for line, length in zip(lines, used, strict=True)
        )
        for (_, after), length in zip(pairwise(lines), used, strict=False):
            assert length + gap + widths[after[0]] > room, "the next chip had room on this line"


def test_chips_stay_apart_and_the_chosen_one_stays_in_sight() -> None:
    for seed in SEEDS:
        dice, chosen, drawn = random.Random(seed), list[int](), list[pygame.Rect]()
        ui = make_ui(1.0, "en")
        made = [
            Chip(dice.randint(20, 120), lambda ui, target, box, drawn=drawn: drawn.append(box))  # type: ignore[misc]
            for _ in range(dice.randint(1, 40))
        ]
        at = dice.randrange(len(made))
        lines = dice.choice((0, 1, 2))
        flow = ChipFlow(
            made, lead=dice.choice(("", "moves")), at=at, choose=chosen.append, max_lines=lines
        )
        width = dice.randint(flow.min_width(ui), 900)
        placed(flow, ui, width, flow.height_at(ui, width))
        apart = [box.inflate(2 * ui.theme.tx(flow.gap) - 2, 0) for box in drawn]
        assert not any(a.colliderect(b) for a, b in zip(apart, drawn[1:], strict=False))
        assert all(flow.rect.x <= box.x and box.right <= flow.rect.right for box in drawn)
        assert lines or len(drawn) == len(made)
        shown = flow._boxes[at].move(flow.rect.x, flow.rect.y - flow.scroll)
        assert flow.rect.contains(shown), "the chosen chip is in sight"
        click(flow, shown.center)
        flow.handle(key_down(pygame.K_RIGHT))
        assert chosen == [at, min(len(made) - 1, at + 1)]


def test_a_turn_of_the_wheel_prevails_until_another_chip_is_chosen() -> None:
    ui = make_ui(1.0, "en")

    def flow(at: int) -> ChipFlow:
        made = [Chip(100, lambda ui, target, box: None) for _ in range(40)]
        return ChipFlow(made, at=at, max_lines=2, key="flow")

    old = flow(39)
    placed(old, ui, 320, 64)
    assert wheel(old, 3) and old.scroll < old.max_scroll
    same, other = flow(39), flow(0)
    for new in (same, other):
        list(new.place(ui, pygame.Rect(10, 20, 320, 64)))
        new.adopt_state(old)
        new.draw(ui, CANVAS)
    assert same.scroll == old.scroll and other.scroll == 0


# -- scrolling -------------------------------------------------------------------------------------


def test_scrolling_never_leaves_the_content() -> None:
    for seed in SEEDS:
        dice = random.Random(seed)
        ui, rows = make_ui(1.0, "en"), [ListRow(str(n)) for n in range(dice.randint(0, 60))]
        box = ListBox(rows, dice.randint(20, 50), lambda index: None)
        placed(box, ui, 200, dice.randint(60, 500))
        for _ in range(40):
            before = box.scroll
            moved = wheel(box, dice.choice((-9, -1, 1, 9)))
            assert 0 <= box.scroll <= box.max_scroll
            assert moved == (before != box.scroll), "at its end the page scrolls instead"
            if rows:
                index, before = dice.randrange(len(rows)), box.scroll
                box.reveal(index)
                assert box.scroll == before or box.scroll % box.row_height == 0
                top = index * box.row_height - box.scroll
                assert top >= 0 and top + box.row_height <= box.rect.h
        rest = max(0, len(rows) * box.row_height - box.rect.h)
        assert 0 <= box.max_scroll - rest < box.row_height
        assert box.max_scroll % box.row_height == 0, "at its end a whole row is at the top"


class Cells(CellGrid):
    """Cells of one size that note where they are drawn."""

    def __init__(self, count: int, at: int, size: tuple[int, int], gap: int) -> None:
        super().__init__(count, at, "cells")
        self.size, self.gap = size, gap
        self.drawn: dict[int, pygame.Rect] = {}

    def arrange(self, ui: Ui) -> tuple[int, tuple[int, int], int]:
        self.drawn = {}
        return max(1, (self.rect.w + self.gap) // (self.size[0] + self.gap)), self.size, self.gap

    def draw_cell(self, ui: Ui, target: pygame.Surface, index: int, box: pygame.Rect) -> None:
        self.drawn[index] = box


def test_cells_stay_apart_and_clicks_arrows_and_the_wheel_reach_every_one() -> None:
    for seed in SEEDS:
        dice, ui = random.Random(seed), make_ui(1.0, "en")
        size = dice.randint(20, 120), dice.randint(20, 90)
        count, gap = dice.randint(1, 60), dice.randint(0, 12)
        grid = Cells(count, dice.randrange(count), size, gap)
        placed(grid, ui, dice.randint(size[0], 600), dice.randint(size[1], 400))
        assert grid.rect.contains(grid.drawn[grid.at]), "the selected cell is in sight"
        assert not any(a.colliderect(b) for a, b in combinations(grid.drawn.values(), 2))
        assert all(box.colliderect(grid.view) for box in grid.drawn.values())
        for index, box in grid.drawn.items():
            click(grid, box.clip(grid.view).center)
            assert grid.at == index
        reached = set[int]()
        while wheel(grid, 1):
            pass
        while True:
            grid.draw(ui, CANVAS)
            reached |= set(grid.drawn)
            if not wheel(grid, -1):
                break
        assert reached == set(range(count))
        wanted = grid.at + grid.columns
        assert grid.handle(key_down(pygame.K_DOWN)) == (wanted < count)
        grid.draw(ui, CANVAS)
        assert grid.at == (wanted if wanted < count else wanted - grid.columns)
        assert wanted >= count or grid.rect.contains(grid.drawn[wanted])


def test_a_click_on_a_row_in_view_chooses_it_and_keys_bring_the_chosen_row_into_view() -> None:
    chosen: list[int] = []
    ui = make_ui(1.0, "en")
    box = ListBox([ListRow(str(n)) for n in range(100)], 30, chosen.append)
    placed(box, ui, 200, 300)
    for first in (0, 40, 90):
        box.scroll_to(first * 30)
        assert click(box, (box.rect.centerx, box.rect.y + 15))
        assert click(box, (box.rect.centerx, box.rect.bottom - 15))
        assert chosen[-2:] == [first, first + 9]
    for code, wanted in ((pygame.K_HOME, 0), (pygame.K_END, 99), (pygame.K_PAGEUP, 89)):
        assert box.handle(key_down(code))
        assert chosen[-1] == wanted
        assert box.scroll <= wanted * 30 <= box.scroll + box.rect.h - 30


def test_the_bar_shows_where_the_view_is() -> None:
    ui = make_ui(1.0, "en")
    box = ListBox([ListRow(str(n)) for n in range(100)], 30, lambda index: None)
    placed(box, ui, 200, 300)
    tops = []
    for offset in (0, box.max_scroll // 2, box.max_scroll):
        box.scroll_to(offset)
        with patch.object(ui.brush, "rounded") as rounded:
            box.draw_bar(ui, CANVAS)
        thumb = rounded.call_args.args[1]
        assert box.rect.contains(thumb)
        tops.append(thumb.top)
    assert tops[0] == box.rect.top and sorted(set(tops)) == tops
    assert thumb.bottom == box.rect.bottom


def test_widths_of_parts_are_honest() -> None:
    """The least width is enough for the narrowest form, the preferred one for all of it."""
    for seed in SEEDS:
        dice = random.Random(seed)
        ui = make_ui(1.0, "en")
        for part in (random_table(dice, []), random_chart(dice, [])):
            least, natural = part.measure(ui, 0), part.measure(ui, ROOMY)
            assert 0 < least[0] <= natural[0]
            assert part.measure(ui, natural[0] + 90) == natural


def broken(theme: Theme, text: str, width: int, maximum: int) -> list[str]:
    """The lines of a text whose words are short, one word after the other."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and theme.width(longer, 16) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    if not maximum or len(lines) <= maximum:
        return lines
    rest = " ".join(lines[maximum - 1 :])
    if theme.width(rest, 16) <= width:
        return [*lines[: maximum - 1], rest]
    fits = next(n for n in range(len(rest), -1, -1) if theme.width(f"{rest[:n]}…", 16) <= width)
    return [*lines[: maximum - 1], rest[:fits].rstrip() + "…"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_hold_as_many_words_as_fit(services: Services, language: str) -> None:
    theme, dice, texts = services.ui.theme, random.Random(5), [*catalogue(language).values()]
    for _ in range(150):
        text = " ".join(dice.choices(texts, k=dice.randint(1, 4))).replace(" · ", " ")
        text = dice.choice((text, f"\n{text}", f"  {text} ", text.replace(" ", "\n", 1)))
        if max(map(len, text.split())) <= 30:
            width, maximum = dice.randint(400, 1200), dice.choice((0, 0, 1, 2, 3))
            assert [*wrap(theme, text, 16, width, maximum=maximum)] == broken(
                theme, text, width, maximum
            )


@pytest.mark.parametrize("text", ["W" * 1_000_000, "a bc " * 200_000, " " * 1_000_000])
def test_of_a_text_without_end_only_the_lines_drawn_are_measured(
    services: Services, text: str
) -> None:
    theme = services.ui.theme
    with patch.object(theme, "width", wraps=theme.width) as measured:
        lines = wrap(theme, text, 16, 300, maximum=2)
    assert len(lines) <= 2
    assert measured.call_count < 40 * AHEAD


@pytest.mark.parametrize(("width", "kind"), [(900, Segments), (300, Button)])
def test_choices_without_room_are_a_menu(width: int, kind: type[Widget]) -> None:
    asked: list[object] = []
    names = ["Tic-tac-toe", "Connect Four", "Subtraction game", "Match game"]
    row = tab_row(names, 2, asked.append, "games", lambda *menu: asked.append(menu))
    [widget] = row.place(make_ui(1.0, "en"), pygame.Rect(0, 0, width, 48))
    assert type(widget) is kind and widget.rect.right <= width
    if isinstance(widget, Button):
        assert widget.label == names[2]
        widget.action()
        assert asked == [("games menu", names, 2, asked.append)]


def test_the_usual_place_of_a_slider_is_marked() -> None:
    pictures = set()
    for usual in (None, 4, 7):
        CANVAS.fill((0, 0, 0))
        placed(Slider(2, 10, lambda _: None, usual=usual), make_ui(1.0, "en"), 300, 40)
        pictures.add(pygame.image.tobytes(CANVAS, "RGB"))
    assert len(pictures) == 3
