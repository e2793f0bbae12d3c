"""The cards of the cube lab, each a function of what is seen, the tools, and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame

from engine.games.pocket_cube import POSITIONS_AT
from gui.cube.inside import Look, fewer
from gui.cube.lab import SPEEDS, Painted, Seen
from gui.cube.net import Net
from gui.cube.snapshot import Answer, Metric, Solver, Source
from gui.cube.widgets import Histogram, SearchFigures, SolutionList, TurnsWell
from gui.glass.transport import speed_parts
from gui.kit import Button, Kind, Label, Segments, Slider, Spinner
from gui.kit.command import Commands
from gui.kit.fields import FieldFault
from gui.kit.layout import (
    Box,
    Card,
    Column,
    Fill,
    Fit,
    Layout,
    Measured,
    Over,
    Pad,
    Row,
    Whole,
    Widget,
    icon_only,
)
from gui.kit.ranges import Scale
from gui.kit.widget import Size
from gui.shortcuts import Action
from gui.theme import Theme
from gui.ui import Ui

TOOL = 40  # the side of a quiet button
CONTROL = 44  # the height of a button


@dataclass(frozen=True)
class Doing:
    """What the cards can ask for: the commands, by their words there, and choices of a value."""

    commands: Callable[[str], Commands]
    choose_metric: Callable[[Metric], None]
    choose_solver: Callable[[Solver], None]
    jump: Callable[[int, int], None]
    step: Callable[[int], None]
    set_speed: Callable[[int], None]
    paint: Callable[[int, str], None]
    stop: Callable[[], None]


class Steady(Measured):
    """Wants one height whatever it shows: cards do not turn into tabs when an answer comes.

    For a part that scrolls, or leaves something out where room is short.
    """

    def __init__(self, part: Layout, height: float) -> None:
        self.part = part
        self.height = height

    def size_hint(self, ui: Ui, width: int) -> Size:
        return self.part.measure(ui, width)[0], ui.theme.tx(self.height)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        yield from self.part.place(ui, rect)


def headed(part: Layout, title: str, note: str, inner: int = 20) -> Layout:
    """A card; its note goes below the title where both have no room side by side."""
    plain = Card(part, title, inner=inner)
    if not note:
        return plain
    text = Pad(Label(note, 14, quiet=True), 20 - inner, 0)
    return Fit(
        Card(part, title, note, inner=inner),
        Card(Column(text, Fill(part), gap=4), title, inner=inner),
    )


# -- scramble --------------------------------------------------------------------------------------


def scramble_card(view_model: Seen, ui: Ui, callbacks: Doing) -> Layout:
    """The turns that led here, and new ones."""
    commands = callbacks.commands("cube_lab")
    turns, trail = (
        [turn.text for turn in line] for line in (view_model.now.scramble, view_model.now.trail)
    )
    well = TurnsWell(turns, trail, ui.tr("cube_lab.no_scramble"))
    content = Column(Fill(well), _new_ones(commands), gap=16)
    title, source = ui.tr("cube_lab.scramble"), _source(view_model, ui)
    tools = [commands.button(name, labelled=False, quiet=True) for name in ("copy", "length")]

    def after_title(theme: Theme) -> int:
        return theme.width(title, 16, True) + theme.px(12)

    def above(theme: Theme) -> int:
        return theme.px(8) + theme.tx(16) - theme.tx(TOOL) // 2

    def card(part: Layout, middle: Layout | None) -> Layout:
        head = Row(Fill(middle and Pad(middle, after_title, 0, 8, 0)), *tools, gap=0, height=TOOL)
        return Over(Box(Card(part, title), height=200), Column(Pad(head, 20, above, 10, 0)))

    beside = Label(source, 14, quiet=True, align=1, maximum=1, middle=True)
    below = Label(source, 14, quiet=True, maximum=1)
    return Fit(card(content, Whole(beside)), card(Column(below, Fill(content), gap=4), None))


def _new_ones(commands: Commands) -> Layout:
    """Three buttons side by side; without their icons, then stacked, where room is short."""

    def buttons() -> list[Button]:
        made = [commands.button(name) for name in ("new", "paste", "paint")]
        made[-1].image = None  # its pencil is that of the length of a scramble here
        return made

    plain = buttons()
    for button in plain:
        button.image = None

    def boxed(made: list[Button]) -> list[Layout]:
        return [Box(button, height=CONTROL) for button in made]

    return Fit(
        Row(*map(Fill, boxed(buttons()))),
        Row(*map(Fill, boxed(plain))),
        Column(*boxed(plain), gap=8),
    )


def _source(view_model: Seen, ui: Ui) -> str:
    now, count = view_model.now, len(view_model.now.scramble)
    if now.source is Source.RANDOM:
        return ui.tr("cube_lab.source.random", count=count, seed=str(now.seed))
    if now.source is Source.TYPED and count:
        return ui.tr("cube_lab.source.typed", count=count)
    return ui.tr(f"cube_lab.source.{'painted' if now.source is not Source.SOLVED else 'solved'}")


# -- solutions -------------------------------------------------------------------------------------


def solutions_card(view_model: Seen, ui: Ui, callbacks: Doing) -> Layout:
    """The question, the wait, or the list of answers."""
    title, answer = ui.tr("cube_lab.solutions"), view_model.solved_by
    if not view_model.busy and answer is not None:
        return Steady(_found(view_model, ui, callbacks, answer), 176)
    if view_model.busy:
        part = _busy(view_model, ui, callbacks)
    elif view_model.now.answer is None:
        part = _question(view_model, ui, callbacks)
    else:
        part = Label(ui.tr("cube_lab.already_solved"), 16)
    return Steady(Card(part, title), 176)


def _found(view_model: Seen, ui: Ui, callbacks: Doing, answer: Answer) -> Layout:
    """The list, how many solutions there are, and why not all of them stand in it."""
    shown = view_model.shown
    chosen = shown.index(view_model.now.choice) if view_model.now.choice in shown else 0
    rows = SolutionList(
        answer, shown, chosen, view_model.now.ply, lambda row, ply: callbacks.jump(shown[row], ply)
    )
    left_out = ""
    if len(answer.solutions) < answer.count:
        left_out = ui.tr("cube_lab.capped", shown=len(answer.solutions), count=answer.count)
    elif len(shown) < len(answer.solutions):
        left_out = ui.tr("cube_lab.folded", shown=len(shown), count=answer.count)
    notice = Pad(Label(left_out, 14, quiet=True), 8, 0) if left_out else None
    count = ui.tr("cube_lab.shortest", count=answer.count)
    key = f"cube_lab.count.{answer.metric.value}"
    note = ui.tr(key, shortest=count, count=answer.length)
    return headed(Column(Fill(rows), notice, gap=6), ui.tr("cube_lab.solutions"), note, inner=12)


def _busy(view_model: Seen, ui: Ui, callbacks: Doing) -> Layout:
    text = ui.tr(view_model.progress if view_model.progress is not None else "cube_lab.solving")
    wait = Row(
        Box(Spinner("spinner"), 28, 28, at=0.5),
        Fill(Label(text, 16, maximum=1, middle=True)),
        gap=12,
        height=36,
    )
    cancel = Button(
        ui.tr("gui.cancel"), callbacks.stop, key="cancel", tooltip=ui.keys.label(Action.BACK)
    )
    return Column(wait, Box(cancel, height=CONTROL))


def _question(view_model: Seen, ui: Ui, callbacks: Doing) -> Layout:
    """Nothing solved yet: a sentence where there is room, the metric, and the button."""
    text = ui.tr("cube_lab.left" if view_model.now.left else "cube_lab.ask")
    metrics = list(Metric)
    metric = Segments(
        [ui.tr(f"game.option.metric.{metric.value}") for metric in metrics],
        metrics.index(view_model.choices.metric),
        lambda index: callbacks.choose_metric(metrics[index]),
        key="metric",
    )
    metric.called = ui.tr("game.option.metric")
    solve = callbacks.commands("cube_lab").button("solve")
    controls = Column(Box(metric, height=48), Box(solve, height=48), gap=12)
    return Fit(Column(Label(text, 16, quiet=True), controls), controls)


# -- search ----------------------------------------------------------------------------------------


def search_card(view_model: Seen, ui: Ui, callbacks: Doing) -> Layout:
    """What the search cost, or how far all cubes are from solved."""
    table = view_model.choices.solver is Solver.TABLE
    figures = _table_figures(view_model, ui) if table else _search_figures(view_model, ui)
    part = Column(Fill(figures), looking_row(view_model, ui, callbacks), gap=12)
    return headed(
        part, ui.tr(f"cube_lab.{'distances' if table else 'visited'}"), _cost(view_model, ui)
    )


def looking_row(view_model: Seen, ui: Ui, callbacks: Doing) -> Layout:
    """Look inside, and which search that is."""
    solvers = list(Solver)

    def choice(size: float = 16) -> Segments:
        return Segments(
            [ui.tr(f"cube_lab.solver.{solver.value}") for solver in solvers],
            solvers.index(view_model.choices.solver),
            lambda index: callbacks.choose_solver(solvers[index]),
            key="solver",
            size=size,
        )

    look = callbacks.commands("cube_lab").button("look")
    return Fit(
        Row(Whole(look), Fill(Whole(choice())), height=40),
        Row(Whole(look), Fill(Whole(choice(14))), height=40),
        Row(icon_only(look), Fill(choice()), height=40),
    )


def _cost_looked_at(look: Look, ui: Ui) -> Layout:
    """The positions of the search that is looked into, once it is over."""
    searched = look.searched
    visited, one_way = sum(searched.held(searched.last)), sum(searched.one_way)
    if searched.length is None:
        part, note = _nothing_visited(ui), ""
    else:
        part = Box(SearchFigures(visited, one_way), height=72, at=0)
        note = ui.tr(searched.fewer)
    return headed(part, ui.tr("cube_lab.visited"), note)


def below_cube(view_model: Seen, look: Look, ui: Ui, callbacks: Doing) -> Layout:
    """Beside the panel, below the cube: what the search cost, what can be done."""
    commands = callbacks.commands("cube_lab")
    cost = _cost_looked_at(look, ui)

    def buttons(images: bool) -> Layout:
        made = [commands.button(name) for name in ("new", "paste", "paint", "solve")]
        made[-1].kind, made[-1].enabled = Kind.PLAIN, view_model.now.answer is None
        for button in made:
            button.image = button.image if images and button.key in ("new", "paste") else None
        return Row(*(Fill(Box(button, height=CONTROL)) for button in made))

    return Column(
        cost,
        Column(Fit(buttons(True), buttons(False)), looking_row(view_model, ui, callbacks), gap=8),
    )


def _cost(view_model: Seen, ui: Ui) -> str:
    answer = view_model.solved_by
    if answer is None:
        return ""
    milliseconds = answer.seconds * 1000
    time = ui.tr("cube_lab.ms" if milliseconds >= 1 else "cube_lab.ms_small", x=milliseconds)
    visited = sum(answer.visited)
    if answer.solver is Solver.TABLE or not visited or not answer.one_way:
        return time
    return ui.tr("cube_lab.fewer", fewer=fewer(visited, answer.one_way), time=time)


def _search_figures(view_model: Seen, ui: Ui) -> Layout:
    answer = view_model.solved_by
    if answer is None:
        return _nothing_visited(ui)
    return Box(SearchFigures(sum(answer.visited), answer.one_way), height=72, at=0)


def _nothing_visited(ui: Ui) -> Layout:
    return Box(Label(ui.tr("cube_lab.visited_later"), 14, quiet=True), height=72)


def _table_figures(view_model: Seen, ui: Ui) -> Layout:
    counts = POSITIONS_AT[view_model.choices.metric.value]
    return Histogram(counts, view_model.distance, ui.tr("cube_lab.table_coming"))


# -- below the cube --------------------------------------------------------------------------------


def transport_card(view_model: Seen, ui: Ui, callbacks: Doing) -> Layout:
    """Walking through a solution, and how fast."""
    line, ply = view_model.now.solution, view_model.now.ply
    ready = bool(line) and view_model.painted is None
    scrubber = Slider(ply, max(1, len(line)), callbacks.step, key="scrubber", ticks=ready)
    scrubber.enabled = ready
    scrubber.called = ui.tr("access.place")
    scrubber.scale = Scale(
        range(max(1, len(line)) + 1),
        lambda at: ui.tr("access.place.of", n=round(at), count=len(line)),
    )

    def track(least: float) -> Layout:
        return Fill(Box(scrubber, height=CONTROL, least_width=least))

    def speed() -> tuple[Layout, Layout]:
        return speed_parts(ui, SPEEDS, view_model.choices.speed, callbacks.set_speed, "speed")

    name = Label(ui.tr("transport.speed"), 14, quiet=True, middle=True)
    named = Whole(Row(name, *speed(), gap=4))
    short = Row(*speed(), gap=4)
    below = Fit(Row(track(120), named, gap=16), Row(track(0), short, gap=8))
    buttons = _transport_buttons(callbacks.commands("cube_lab.tip"), ready, ply)
    return Card(
        Fit(
            Row(buttons, Fill(Row(track(130), named, gap=16)), gap=24),
            Column(buttons, below, gap=8),
        ),
        pad=14,
        inner=16,
        foot=14,
    )


def _transport_buttons(commands: Commands, ready: bool, ply: int) -> Layout:
    made = {
        name: commands.button(name, labelled=False)
        for name in ("first", "previous", "pause", "next", "last")
    }
    # Their keys do more: Home looks as at first from the start, P solves what is not solved.
    made["first"].enabled = made["previous"].enabled = ready and ply > 0
    made["pause"].enabled = ready
    return Row(
        *(Box(button, 64 if name == "pause" else CONTROL, CONTROL) for name, button in made.items())
    )


# -- in the place of the cube ----------------------------------------------------------------------


def painting_card(painted: Painted, ui: Ui, callbacks: Doing, safe: bool) -> Layout:
    """The unfolded cube, what is wrong with it, and the ways out."""
    commands = callbacks.commands("cube_lab.paint")
    buttons = [
        Whole(Box(commands.button(name), height=CONTROL))
        for name in ("clear", "solved", "cancel", "use")
    ]
    text = ui.tr(painted.fault if painted.fault is not None else "cube_lab.paint.good")
    sentence: Layout = Label(text, 14, quiet=painted.fault is None, maximum=3, align=0.5)
    if painted.faulty:
        sentence = Row(FieldFault(text), align=0.5)

    def below_counts(theme: Theme) -> int:
        return theme.px(8) + theme.line_height(14)

    return Card(
        Column(
            Fill(Net(painted, safe, callbacks.paint)),
            Pad(sentence, 0, below_counts, 0, 12),
            Fit(
                Row(Fill(), *buttons),
                Column(Row(Fill(), *buttons[:2]), Row(Fill(), *buttons[2:]), gap=8),
            ),
            gap=0,
        ),
        ui.tr("cube_lab.paint_title"),
        pad=24,
        foot=24,
    )
