"""The cards of the lab, each a function of its screen."""

from __future__ import annotations

import pygame

from engine.options import Option
from engine.own.rules import OWN_DISTANCE
from engine.solvers.puzzle_solvers import NO_HEURISTIC
from gui.boards.handling import DraftPosition
from gui.boards.words import own_key
from gui.inspector.playback import FINE_SPEEDS
from gui.inspector.search_frame import PathNode, SearchFrame, WaysViewModel, fewer
from gui.inspector.transport import captioned, captioned_speed
from gui.kit import Button, ButtonKind, Drawing, Label, Segments, Slider, Spinner
from gui.kit.accessible import sentence
from gui.kit.command import Commands
from gui.kit.fields import FieldFault
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    FixedHeight,
    Flexible,
    Grid,
    Layout,
    NoShrink,
    Over,
    Pad,
    Row,
    Scroll,
    icon_only,
    smaller,
    tx,
)
from gui.kit.ranges import Scale
from gui.lab.base import LabBase
from gui.lab.saving import LENGTHS
from gui.lab.snapshot import PositionSource, SolverAnswer
from gui.lab.widgets import NewestMoves, SearchFigures, SolutionList
from gui.shortcuts import Action
from gui.theme import Theme
from gui.ui import Ui

TOOL = 40  # the side of a quiet button
CONTROL = 44  # the height of a button
LEAST_TRACK = 120  # the least width of the slider through a solution
WELL = 104  # the height of the field of a scramble
LEAST_SOLUTIONS = 176  # the least height of their card
LEAST_SENTENCE, BESIDE_EDITOR = 200, 220  # widths before and below the buttons of a position
NEW_ONES = ("new", "paste", "paint")


def headed(part: Layout, title: str, note: str, *tools: Layout, inner: int = 20) -> Layout:
    """Build a card; its note is below the title where both do not fit side by side."""

    def after_title(theme: Theme) -> int:
        return theme.width(title, 16, True) + theme.px(12)

    def above(theme: Theme) -> int:
        return theme.px(8) + theme.tx(16) - theme.tx(TOOL) // 2

    def card(content: Layout, middle: Layout | None) -> Layout:
        beside = Flexible(middle and Pad(middle, after_title, 0, 8 if tools else 0, 0))
        head = Pad(Row(beside, *tools, gap=0, height=TOOL), 20, above, 10 if tools else 20, 0)
        return Over(Card(content, title, inner=inner), Column(head))

    if not note:
        return card(part, None)
    words = Label(note, 14, quiet=True, align=1, maximum=1, middle=True)
    below = Pad(Label(note, 14, quiet=True), 20 - inner, 0)
    return FirstFit(card(part, NoShrink(words)), card(Column(below, Flexible(part), gap=4), None))


# -- scramble --------------------------------------------------------------------------------------


def scramble_card(screen: LabBase) -> Layout:
    """Build the card with the moves that led to this position, and the buttons of new ones."""
    commands = screen.offered()
    content = Column(Flexible(_start_well(screen)), _new_ones(commands), gap=16)
    tools = [commands.button(name, labelled=False, quiet=True) for name in ("copy", "length")]
    title = screen.ui.tr("cube_lab.scramble")
    return Box(headed(content, title, _source(screen), *tools), height=200)


def levels_card(screen: LabBase) -> Layout:
    """Build the card of a new scramble: how far from the goal, and another one."""
    ui, now, lengths = screen.ui, screen.lab.now, list(LENGTHS.values())
    draw = screen.and_refresh(screen.lab.new_scramble)
    drawn = len(now.scramble) if now.source is PositionSource.RANDOM else 0

    choice = Segments(
        [ui.tr(f"cube_lab.level.{name}") for name in LENGTHS],
        lengths.index(drawn) if drawn in lengths else -1,
        lambda index: draw(lengths[index]),
        key="levels",
    )
    choice.called = ui.tr("cube_lab.scramble")
    note = ui.tr("cube_lab.scramble_of", count=drawn) if drawn else ""
    new = screen.offered().button("new")
    if screen.lab.done:
        new.kind = ButtonKind.PRIMARY
    content = Column(Box(choice, height=48), Box(new, height=CONTROL), gap=12)
    return headed(content, ui.tr("cube_lab.scramble"), note)


def _start_well(screen: LabBase) -> Layout:
    """Lay out the start: its moves, or its position with the known distance."""
    ui, board, now, start = screen.ui, screen.board, screen.lab.now, screen.lab.start
    if board.flat and board.thumbnail is not None:
        answer = now.answer
        answered = answer is not None and answer.base == start
        note = ui.tr("cube_inside.from.goal", count=answer.length) if answer and answered else ""
        far = Label(note, 14, quiet=True) if note else None
        words = Box(Column(Label(start, 16, mono=True), far, gap=2), at=0.5)
        art = board.thumbnail
        drawn = Drawing(lambda ui, target, at: target.blit(art(start, at.size, ui), at))
        picture = Box(drawn, 56, 56, at=0.5)
        return Over(Drawing(_draw_well), Pad(Row(picture, Flexible(words), gap=16), 10, 8))
    lines = [[move.text for move in line] for line in (now.scramble, now.trail)]
    widest = max(map(len, (*lines[0], *lines[1])), default=0)
    scramble, trail = (" ".join(text.ljust(widest, "\u00a0") for text in line) for line in lines)
    moves = Column(
        Label(scramble or ui.tr("cube_lab.no_scramble"), 16, mono=bool(scramble)),
        NewestMoves(trail, 16, bold=True, mono=True) if trail else None,
        gap=0,
    )
    # Another move shows the newest ones again.
    scroll = Scroll(Pad(moves, 10, 8), f"moves{len(now.trail)}")
    return Over(Drawing(_draw_well), Box(scroll, height=WELL))


def _draw_well(ui: Ui, target: pygame.Surface, rect: pygame.Rect) -> None:
    c = ui.theme.colours
    ui.brush.rounded(target, rect, ui.theme.px(8), c.table2, c.line, 1)


def _new_ones(commands: Commands) -> Layout:
    row = [commands.button(name) for name in NEW_ONES if name in commands.made]
    row[-1].image = None  # the pencil already marks the length of a scramble here
    return Row(*(Flexible(Box(button, height=CONTROL)) for button in row))


def _source(screen: LabBase) -> str:
    ui, now, count = screen.ui, screen.lab.now, len(screen.lab.now.scramble)
    if now.source is PositionSource.RANDOM:
        return ui.tr("cube_lab.source.random", count=count, seed=str(now.seed))
    if now.source is PositionSource.TYPED and count:
        return ui.tr("cube_lab.source.typed", count=count)
    return ui.tr(
        f"cube_lab.source.{'painted' if now.source is not PositionSource.SOLVED else 'solved'}"
    )


# -- solutions -------------------------------------------------------------------------------------


def solutions_card(screen: LabBase) -> Layout:
    """Build the card with the question, the progress, or the list of answers."""
    lab, ui = screen.lab, screen.ui
    answer, busy = lab.solved_by, lab.solving.busy
    if not busy and answer is not None:
        return FixedHeight(_found(screen, answer), LEAST_SOLUTIONS)
    if busy:
        part = _busy(screen)
    elif lab.now.answer is None:
        part = _question(screen)
    else:
        part = Label(ui.tr("cube_lab.already_solved"), 16)
    return FixedHeight(Card(part, ui.tr("cube_lab.solutions")), LEAST_SOLUTIONS)


def _found(screen: LabBase, answer: SolverAnswer) -> Layout:
    """Lay out the list, the number of solutions, and why the list is shorter if it is."""
    lab, ui = screen.lab, screen.ui
    now, listed = lab.now, len(answer.solutions)
    rows = SolutionList(answer, now.choice, now.ply, lab.jump)
    left_out = ""
    if listed < answer.count:
        left_out = ui.tr("cube_lab.capped", shown=listed, count=answer.count)
    elif not lab.whole:
        left_out = ui.tr("cube_lab.notation")
    notice = Pad(Label(left_out, 14, quiet=True), 8, 0) if left_out else None
    count = ui.tr("cube_lab.shortest", count=answer.count)
    key = own_key("cube_lab.count", *answer.options.values())
    note = ui.tr(key, shortest=count, count=answer.length)
    return headed(
        Column(Flexible(rows), notice, gap=6), ui.tr("cube_lab.solutions"), note, inner=12
    )


def _busy(screen: LabBase) -> Layout:
    ui = screen.ui
    text = ui.tr(screen.lab.solving.progress or "cube_lab.solving")
    wait = Row(
        Box(Spinner("spinner"), 28, 28, at=0.5),
        Flexible(Label(text, 16, maximum=1, middle=True)),
        gap=12,
        height=36,
    )
    cancel = Button(
        ui.tr("gui.cancel"), screen.back, key="cancel", tooltip=ui.keys.label(Action.BACK)
    )
    return Column(wait, Box(cancel, height=CONTROL))


def _question(screen: LabBase) -> Layout:
    """Lay out the state before solving: a sentence if it fits, the options, and the button."""
    lab, ui = screen.lab, screen.ui
    if lab.done:
        return Label(ui.tr("cube_lab.done"), 16)
    text = ui.tr("cube_lab.ask" if lab.whole else "cube_lab.try")
    options = lab.handlings.options if lab.whole and not screen.board.flat else ()
    segments = [option_segments(option, screen) for option in options]
    solve = screen.offered().button("solve")
    controls = Column(*(Box(part, height=48) for part in (*segments, solve)), gap=12)
    return FirstFit(Column(Label(text, 16, quiet=True), controls), controls)


def option_segments(option: Option, screen: LabBase, size: float = 16) -> Segments:
    """Return the choices of an option of the puzzle side by side."""
    lab, ui = screen.lab, screen.ui
    segments = Segments(
        [ui.tr(f"game.option.{option.name}.{choice}") for choice in option.choices],
        option.choices.index(lab.choices.options[option.name]),
        lambda index: lab.choose_option(option.name, option.choices[index]),
        key=option.name,
        size=size,
    )
    segments.called = ui.tr(f"game.option.{option.name}")
    return segments


# -- search ----------------------------------------------------------------------------------------


def search_card(screen: LabBase) -> Layout:
    """Build the card with the cost of the search."""
    lab, ui = screen.lab, screen.ui
    answer, cost = lab.solved_by, ""
    if answer is None:
        figures = _nothing_visited(ui)
    else:
        figures = _figures(answer.solver, answer.looked_at, answer.one_way, ui)
        cost = _cost(answer, ui)
    part = Column(Flexible(figures), looking_rows(screen), gap=12)
    return headed(part, ui.tr("cube_lab.visited"), cost)


def looking_rows(screen: LabBase) -> Layout:
    """Lay out the inspector button beside or above the choice of the solver."""
    lab, ui = screen.lab, screen.ui
    solvers = lab.solving.solvers(lab.handling).available
    names = [ui.tr(f"cube_lab.solver.{solver}") for solver in solvers]

    def choice(size: float) -> Segments:
        segments = Segments(
            names,
            solvers.index(lab.choices.solver),
            lambda index: lab.choose_solver(solvers[index]),
            key="solver",
            size=size,
        )
        segments.called = sentence(names)  # no heading stands before it beside the inspector
        return segments

    look = screen.offered().button("look")
    return FirstFit(
        Row(NoShrink(look), Flexible(NoShrink(choice(14))), height=40),
        Row(icon_only(look), Flexible(choice(14)), height=40),
        Column(Box(look, height=40), Box(choice(12), height=40), gap=8),
    )


def inspected_cost(frame: SearchFrame | None, ui: Ui) -> Layout:
    """Lay out the positions of the inspected search, once it is over."""
    if frame is not None and frame.ways is not None:
        return _step_cost(frame.ways, frame.ways.step.taken, ui)
    searched = None if frame is None else frame.searched
    if searched is None or searched.length is None:
        part, note = _nothing_visited(ui), ""
    else:
        visited, one_way = sum(searched.held(searched.last)), sum(searched.one_way)
        part = _figures("twoway", visited, one_way, ui)
        note = ui.tr(searched.fewer)
    return headed(part, ui.tr("cube_lab.visited"), note)


def _step_cost(ways: WaysViewModel, node: PathNode, ui: Ui) -> Layout:
    """Lay out f = g + h of the position that A* takes, the terms of h and the true distance."""
    away = ways.distance
    truth = ui.tr("search.truth", count=away) if away is not None else ""
    terms = (("f", node.total), ("g", node.made), ("h", node.left))
    columns = [
        Column(
            Label(sign + ui.tr.number(value), 26, bold=True, maximum=1),
            Label(ui.tr(f"search.{name}"), 14, quiet=True),
            gap=0,
        )
        for sign, (name, value) in zip(("", "= ", "+ "), terms, strict=True)
    ]
    sums = Row(*map(Flexible, columns), gap=12)
    made_of = Label(_terms_text(ways, ui), 14, maximum=2)
    return headed(Column(sums, made_of, gap=10), ui.tr("search.position"), truth)


def _terms_text(ways: WaysViewModel, ui: Ui) -> str:
    """Return the sum that makes up h, and the parts of the position it counts."""
    heuristic = next(way.heuristic for way in ways.ways if way.key == ways.chosen)
    if heuristic == NO_HEURISTIC:
        return ui.tr("search.terms_zero")
    if heuristic == OWN_DISTANCE:
        return ui.tr("search.terms_own")
    if not ways.terms:
        return ui.tr("search.terms_none")
    total = " + ".join(map(str, ways.terms.values()))
    return ui.tr("search.terms", sum=total, tiles=", ".join(ways.terms))


def looking_controls(screen: LabBase) -> Layout:
    """Lay out the commands below the board, beside the panel."""
    commands = screen.offered()
    buttons = [commands.button(name) for name in (*NEW_ONES, "solve") if name in commands.made]
    buttons[-1].kind, buttons[-1].enabled = ButtonKind.PLAIN, screen.lab.now.answer is None
    whole, bare = (
        [Box(each, height=CONTROL) for each in row] for row in (buttons, map(smaller, buttons))
    )
    rows = Row(*map(Flexible, whole), gap=8), Grid(*bare, columns=len(bare))
    return Column(FirstFit(*rows), looking_rows(screen), gap=8)


def _cost(answer: SolverAnswer, ui: Ui) -> str:
    milliseconds = answer.seconds * 1000
    time = ui.tr("cube_lab.ms" if milliseconds >= 1 else "cube_lab.ms_small", x=milliseconds)
    if answer.solver == "table" or not answer.looked_at or not answer.one_way:
        return time
    return ui.tr("cube_lab.fewer", fewer=fewer(answer.looked_at, answer.one_way), time=time)


def _figures(solver: str, visited: int, one_way: int, ui: Ui) -> Layout:
    """Lay out the positions that a solver and breadth-first search look at."""
    name = ui.tr("cube_lab.two_way_search" if solver == "twoway" else f"cube_lab.solver.{solver}")
    plain = Label(ui.tr("cube_lab.one_way_search"), 14, quiet=True, align=1)
    names = Row(NoShrink(Label(name, 14, quiet=True)), Flexible(plain))
    figures = SearchFigures(visited, one_way)
    return Box(Over(figures, Pad(names, 0, tx(30), 0, tx(20))), height=72, at=0)


def _nothing_visited(ui: Ui) -> Layout:
    return Box(Label(ui.tr("cube_lab.visited_later"), 14, quiet=True), height=72)


# -- below the board -------------------------------------------------------------------------------


def transport_card(screen: LabBase) -> Layout:
    """Build the card that steps through a solution, with its speed."""
    lab, ui = screen.lab, screen.ui
    line, ply = lab.now.solution, lab.now.ply
    ready = bool(line) and lab.drafts is None
    scrubber = Slider(ply, max(1, len(line)), lab.step, key="scrubber")
    scrubber.enabled = ready
    scrubber.called = ui.tr("access.place")
    scrubber.scale = Scale(
        range(max(1, len(line)) + 1),
        lambda at: ui.tr("access.place.of", n=round(at), count=len(line)),
    )

    words = ui.tr("cube_lab.solutions")
    if ready:
        words = ui.tr("access.place.of", n=ply, count=len(line))
    place = Flexible(Box(captioned(words, scrubber), least_width=LEAST_TRACK))
    speed = captioned_speed(ui, FINE_SPEEDS, lab.choices.speed, lab.set_speed, "speed")
    sliders = Row(place, speed, gap=16)
    buttons = _transport_buttons(screen.offered().called("cube_lab.tip"), ready, ply)
    beside = Row(Box(buttons, at=0.5), Flexible(sliders), gap=24)
    below = Column(buttons, sliders, gap=8)
    return Card(FirstFit(beside, below), pad=10, inner=16, foot=10)


def _transport_buttons(commands: Commands, ready: bool, ply: int) -> Layout:
    buttons = {
        name: commands.button(name, labelled=False)
        for name in ("first", "previous", "pause", "next", "last")
    }
    # The key P does more: it solves an unsolved position.
    buttons["first"].enabled = buttons["previous"].enabled = ready and ply > 0
    buttons["pause"].enabled = ready
    return Row(
        *(
            Box(button, 64 if name == "pause" else CONTROL, CONTROL)
            for name, button in buttons.items()
        )
    )


# -- setting up -----------------------------------------------------------------------------------


def painting_card(screen: LabBase, draft: DraftPosition) -> Layout:
    """Build the card of a position that is being set up, with its fault and the buttons."""
    lab, ui, make = screen.lab, screen.ui, screen.board.editor
    assert make is not None
    editor = make(lab.handling.puzzle, draft, screen.services.settings, lab.paint)
    commands = screen.offered().called("cube_lab.paint")
    buttons = [commands.button(name) for name in ("clear", "solved", "cancel", "use")]
    text = ui.tr(draft.fault if draft.fault is not None else "cube_lab.paint.good")
    sentence: Layout = Label(text, 14, quiet=draft.fault is None)
    if draft.faulty:
        sentence = FieldFault(text)

    boxed = [Box(each, height=CONTROL) for each in buttons]
    counted = Flexible(Pad(editor, 0, 0, 0, tx(24)))  # the counts stand below the palette
    words = Flexible(Box(sentence, least_width=LEAST_SENTENCE, at=0.5))
    above = Row(words, NoShrink(Row(*map(NoShrink, boxed))), gap=16)
    beside = Box(Column(Flexible(), sentence, *boxed, gap=8), BESIDE_EDITOR)
    content = FirstFit(Column(above, counted), Row(counted, beside, gap=24))
    return Card(content, ui.tr("cube_lab.paint_title"), pad=24, foot=12)
