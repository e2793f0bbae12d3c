"""The cards of the arena: progress, players, results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from engine.arena.report import PRESETS
from engine.messages import JouonsError
from engine.registry import is_own, name_of, parse_player, player_detail
from gui.arena.base import ArenaBase
from gui.arena.form import MAX_PLAYERS, ExperimentForm, ExperimentKind, StartKind, in_folders
from gui.arena.lists import ArenaGamesList
from gui.arena.model import ArenaViewModel, PairSelection, RunState, names_of, of_budget
from gui.arena.results import (
    pair_matrix,
    player_names,
    ranking_table,
    sweep_picture,
    sweep_table,
    tally_text,
)
from gui.kit import (
    Background,
    Button,
    Drawing,
    Icon,
    IconButton,
    Label,
    ProgressBar,
    Segments,
    SmallIcon,
    TextField,
)
from gui.kit.accessible import sentence
from gui.kit.fields import FieldFault
from gui.kit.layout import Box, Card, Column, Flexible, Layout, NoShrink, Over, Pad, Row, Scroll, tx
from gui.kit.text_wrap import two_lines
from gui.own.position_list import PositionList, PositionRow
from gui.protocols import Open
from gui.theme import Theme
from gui.ui import Ui

FIELD = 84
LONG = 2  # so many minutes or hours are told in that unit


# -- progress --------------------------------------------------------------------------------------


def state_words(ui: Ui, view_model: ArenaViewModel) -> str:
    """Return the state in words: Running, Stopped at 160 of 200, Done."""
    if view_model.state is RunState.STOPPED:
        return ui.tr("arena.stopped_at", done=view_model.done, total=view_model.total)
    return ui.tr(view_model.state.value)


def state_card(screen: ArenaBase) -> Layout:
    """Build the card of the progress, with the buttons to start and end the experiment."""
    ui, view_model, offered = screen.ui, screen.model.view_model(), screen.offered()
    left = view_model.seconds_left
    note = time_left(ui, left) if left is not None and view_model.running else ""
    count = Label(ui.tr.number(view_model.done), 32, bold=True, middle=True)
    total = view_model.total or game_total(view_model.form)
    beside = Label(ui.tr("arena.of_games", count=total), 14, quiet=True, middle=True)
    buttons = [offered.button(name) for name in button_names(view_model)]
    counted = [count, Flexible(Pad(beside, 0, tx(8), 0, 0))]
    alone = len(buttons) == 1  # it has room beside the count
    content = Column(
        Row(*counted, *(map(NoShrink, buttons) if alone else ()), gap=12, height=44),
        None if alone else Row(*map(Flexible, buttons), gap=8, height=44),
        Pad(_bar(view_model), 0, 2, 0, 2),
        Label(pace(ui, view_model), 14, quiet=True, maximum=4),
        gap=tx(4),
    )
    return Card(content, state_words(ui, view_model), note, head=tx(40), foot=12)


def time_left(ui: Ui, seconds: int) -> str:
    """Return an estimate in the unit that suits it: seconds, minutes or hours."""
    minutes = round(seconds / 60)
    if minutes < LONG:
        return ui.tr("arena.left", seconds=seconds)
    if minutes < 60 * LONG:
        return ui.tr("arena.left_minutes", minutes=minutes)
    return ui.tr("arena.left_hours", hours=round(minutes / 60))


def game_total(form: ExperimentForm) -> int:
    """Return the number of games requested by the form, 0 while it is invalid."""
    try:
        number = form.count()
    except JouonsError:
        return 0
    if form.kind is ExperimentKind.SWEEP:
        return number * len(form.texts["values"].replace(",", " ").split())
    players = len(form.players)
    return number * players * (players - 1) // 2


def state_line(screen: ArenaBase) -> Layout:
    """Lay out the progress on one line, for small windows."""
    ui, view_model, offered = screen.ui, screen.model.view_model(), screen.offered()
    words = state_words(ui, view_model)
    if view_model.running:
        words += f"  {ui.tr('arena.so_far', done=view_model.done, total=view_model.total)}"
    label = Label(words, 16, bold=True, maximum=1)
    buttons = [NoShrink(offered.button(name)) for name in button_names(view_model)]
    return Row(Flexible(Column(label, _bar(view_model), gap=4)), *buttons, gap=8, height=44)


def _bar(view_model: ArenaViewModel) -> ProgressBar:
    return ProgressBar(view_model.done / view_model.total if view_model.total else None)


def button_names(view_model: ArenaViewModel) -> list[str]:
    """Return the commands of the present state, the primary one last."""
    if view_model.running:
        return ["stop"]
    if view_model.state is RunState.STOPPED:
        return ["again", "go_on"]
    return ["start"]


def pace(ui: Ui, view_model: ArenaViewModel) -> str:
    """Return how many games everybody has played, and what is to be said of the games."""
    faults = sum(each.faults for each in view_model.ranking)
    parts = [ui.tr("arena.faults_ended", count=faults)] if faults else []
    if view_model.kind is ExperimentKind.TOURNAMENT and view_model.done and view_model.running:
        fewest = min((each.games for each in view_model.ranking), default=0)
        parts += [ui.tr("arena.everyone", count=fewest)] if fewest else []
    different = sum(tally.different for tally in view_model.tallies)
    if different < sum(tally.games for tally in view_model.tallies):
        parts.append(ui.tr("arena.repeated", count=different))
    return " · ".join(parts)


# -- players ---------------------------------------------------------------------------------------


def kinds(screen: ArenaBase) -> Layout:
    """Lay out the choice of sweep or tournament."""
    kinds_in_order = list(ExperimentKind)

    def choose(index: int) -> None:
        screen.edit(lambda form: form.as_kind(kinds_in_order[index]))

    labels = [screen.tr(f"arena.{kind.value}") for kind in kinds_in_order]
    at = kinds_in_order.index(screen.model.form.kind)
    row = Segments(labels, at, choose, "kind")
    row.enabled = not screen.model.running
    row.called = sentence(labels)
    return Box(row, height=44)


def players_card(screen: ArenaBase) -> Layout:
    """Build the card of all players, a chip each; the last line adds one."""
    form, tr, offered = screen.model.form, screen.tr, screen.offered()
    chips = _chips(screen) if _sound(*form.players) else []
    adding = (Box(offered.button(name, size=14), height=44) for name in ("add", "add_folder"))
    add = Row(*map(Flexible, adding)) if len(form.players) < MAX_PLAYERS else None
    note = tr("arena.players_of", count=len(form.players), most=MAX_PLAYERS)
    content = Column(*chips, add, _fault(screen, "players"), gap=tx(8))
    return Card(content, tr("arena.field.players"), note, inner=12, head=tx(44), foot=12)


def _fault(screen: ArenaBase, *fields: str) -> Layout | None:
    """Lay out the fault of the form if it is that of one of these fields."""
    view_model = screen.model.view_model()
    fault = view_model.fault if view_model.faulty in fields else None
    return None if fault is None else FieldFault(screen.tr(fault))


def _sound(*players: str) -> bool:
    try:
        for text in players:
            parse_player(text.strip())
    except JouonsError:
        return False
    return True


def _chips(screen: ArenaBase) -> list[Layout]:
    """Build a chip for each player, and one for all files of a folder."""
    form, tr, free = screen.model.form, screen.tr, not screen.model.view_model().running
    players, names = form.players, names_of(form.players, form)
    chips, index = [], 0
    for folder, count in in_folders(players):
        text, words = players[index], [tr(name) for name in names[index : index + count]]
        name, detail, tools = words[0], tr(player_detail(text)), list[Button]()
        if folder:
            name, listed = Path(folder).name, ", ".join(words)
            detail = tr("arena.folder_bots", count=count, names=listed)
        elif is_own(text):
            opened = Open("own_card", {"player": text})
            show = partial(screen.go, opened)
            tools.append(IconButton(Icon.FORWARD, f"card{index}", show, tr("card.title")))
        remove = partial(screen.edit, partial(ExperimentForm.without, index=index, count=count))
        tip = tr("arena.remove_player", player=name)
        tools.append(IconButton(Icon.CROSS, f"out{index}", remove, tip))
        tools[-1].enabled = free
        chips.append(_chip(name, detail, tools, Icon.OPEN if folder else None))
        index += count
    return chips


def _chip(name: str, detail: str, tools: list[Button], image: Icon | None) -> Layout:
    lines = Column(
        Label(name, 16, bold=True, maximum=2), Label(detail, 14, quiet=True, maximum=3), gap=0
    )
    sign = NoShrink(Box(SmallIcon(image, 20), at=0.5)) if image is not None else None
    ends = [NoShrink(Box(tool, at=0.5)) for tool in tools]
    return Over(Drawing(_chip_ground), Pad(Row(sign, Flexible(lines), *ends), 16, 2, 4, 2))


def _chip_ground(ui: Ui, target: pygame.Surface, rect: pygame.Rect) -> None:
    c = ui.theme.colours
    ui.brush.rounded(target, rect, ui.theme.px(8), c.raised, c.hair, 1)


def sweep_card(screen: ArenaBase) -> Layout:
    """Build the card of the player under test, its budgets, its opponent, and the presets."""
    form, tr, offered = screen.model.form, screen.tr, screen.offered()
    free, against = not screen.model.view_model().running, form.texts["opponent"]
    opponent = tr(names_of([against], form)[0]) if _sound(against) else "?"
    rows = []
    for name, words in (("template", _swept(screen)), ("opponent", opponent)):
        button = Button(words, partial(screen.pick_of_sweep, name), enabled=free, key=name)
        label = Label(tr(f"arena.field.{name}"), 16, quiet=True, middle=True)
        rows.append(Row(Flexible(label), Flexible(Box(button, height=40)), gap=16))
    presets = [Flexible(Box(offered.button(name, size=14), height=40)) for name in PRESETS]
    values = Label(tr("arena.field.values"), 14, quiet=True)
    content = Column(
        Column(*rows, gap=8),
        Column(values, Box(_field(screen, "values"), height=40), gap=tx(2)),
        _fault(screen, "template", "values", "opponent"),
        Row(*presets),
        gap=tx(10),
    )
    return Card(content, tr("arena.sweep_card"), inner=20, head=tx(44), foot=14)


def _swept(screen: ArenaBase) -> str:
    template = screen.model.form.texts["template"]
    kind = template.partition(":")[0]
    return screen.tr(f"player.{kind}.name") if _sound(template.replace("{}", "1")) else template


def _field(screen: ArenaBase, name: str) -> TextField:
    view_model = screen.model.view_model()
    field = TextField(
        view_model.form.texts[name],
        change=partial(screen.model.typed, name),
        key=name,
        faulty=bool(view_model.fault) and view_model.faulty == name,
    )
    field.enabled = not view_model.running
    return field


def game_card(screen: ArenaBase) -> Layout:
    """Build the card of the game, the number of games, and the rules."""
    form, tr, free = screen.model.form, screen.tr, not screen.model.view_model().running
    game = Button(tr(name_of(form.game)), screen.choose_game, enabled=free, key="game")
    label_text = tr(f"arena.field.{form.number}")
    label = Label(label_text, 14, quiet=True, middle=True, maximum=2)

    def folded(theme: Theme) -> int:
        return max(theme.tx(70), two_lines(theme, label_text, 14))

    number = Box(_field(screen, form.number), FIELD)
    amount = Row(Flexible(Box(label, least_width=folded)), NoShrink(number), gap=12, height=44)
    different = begins(screen.ui, form)
    content = Column(
        Row(Flexible(Box(game, height=44)), Flexible(amount), gap=16),
        Box(screen.offered().button("rules", size=14), height=40),
        Label(different, 14, quiet=True, maximum=2) if different else None,
        _fault(screen, "rules", form.number, "seed", "start", ""),
        gap=tx(8),
    )
    return Card(content, pad=16, head=14, foot=14)


def begins(ui: Ui, form: ExperimentForm) -> str:
    """Return the settings that differ from the defaults, in words; empty if there are none."""
    parts = [f"{name} {text}" for name, text in form.options.items()]
    if form.begin is StartKind.OPENINGS:
        parts.append(ui.tr("arena.begins.openings", plies=form.texts["plies"]))
    if form.begin is StartKind.POSITION:
        parts.append(ui.tr("arena.begins.position", position=form.texts["position"]))
    return " · ".join(parts)


# -- results ---------------------------------------------------------------------------------------


def empty_card(words: str) -> Layout:
    """Build the card that stands in the place of the results before the start."""
    label = Label(words, 16, quiet=True, align=0.5, middle=True)
    return Over(Background(), Pad(label, tx(60), 40))


def ranking_card(screen: ArenaBase) -> Layout:
    """Build the card of the ranking, with the value each player threw away."""
    ui, view_model = screen.ui, screen.model.view_model()
    judged = any(each.thrown is not None for each in view_model.ranking)
    table = Scroll(ranking_table(ui, view_model, _chooser(screen)), "ranking")
    key = "arena.thrown_sample" if view_model.played.judges_sample else "arena.thrown_note"
    note = ui.tr(key) if judged else ""
    return Card(table, ui.tr("arena.ranking"), note, inner=16, head=tx(36), foot=8)


def _chooser(screen: ArenaBase) -> Callable[[PairSelection], None]:
    """Return what lists the games of a cell, a row or a bar."""
    return screen.and_refresh(screen.model.choose)


def grid_part(screen: ArenaBase) -> Layout:
    """Lay out the grid of results by pairs of players."""
    ui, view_model = screen.ui, screen.model.view_model()
    note = Label(ui.tr("arena.grid_note"), 14, quiet=True, maximum=2)
    heading = Label(ui.tr("arena.grid"), 16, bold=True, maximum=1)
    grid = Scroll(pair_matrix(ui, view_model, _chooser(screen)), "grid")
    return Column(heading, Flexible(grid), note, gap=tx(6))


def games_part(screen: ArenaBase) -> Layout:
    """Lay out the games of the chosen cell, row or bar, or the faults of the selected player."""
    ui, view_model = screen.ui, screen.model.view_model()
    switch = _games_or_faults(screen)
    listed: Layout
    if switch is not None and view_model.faults_shown:
        (title, note), rows = faults_title(ui, view_model), _fault_rows(ui, view_model)
        listed = PositionList(ui, rows, screen.open_fault, "faults")
        none = "" if rows else ui.tr("arena.no_faults")
    else:
        title, note = games_title(ui, view_model)
        listed = ArenaGamesList(ui, view_model, screen.open_game)
        none = "" if view_model.games else ui.tr("arena.no_games")
    heading = Label(title, 16, bold=True, maximum=2, middle=switch is not None)
    empty = Label(none, 14, quiet=True, align=0.5, middle=True) if none else None
    return Column(
        heading if switch is None else Row(Flexible(heading), NoShrink(switch)),
        Label(note, 14, quiet=True, maximum=2) if note else None,
        Flexible(Over(listed, empty)),
        gap=tx(4),
    )


def _games_or_faults(screen: ArenaBase) -> Layout | None:
    """Return the choice between games and faults; None in an experiment without own bots."""
    view_model, tr = screen.model.view_model(), screen.tr
    if not any(is_own(each.text) for each in view_model.ranking):
        return None
    labels = [tr("arena.tab.games"), tr("arena.column.faults")]
    choose = screen.and_refresh(lambda index: screen.model.show_faults(index == 1))
    switch = Segments(labels, int(view_model.faults_shown), choose, "faults?", size=14)
    switch.called = sentence(labels)
    return Box(switch, height=40)


def _fault_rows(ui: Ui, view_model: ArenaViewModel) -> list[PositionRow]:
    """Return the lines of the faults, equal ones as one."""
    names, rows = player_names(ui, view_model), []
    for each in view_model.faults:
        at = ui.tr("arena.fault_at", ply=each.ply, opponent=names[each.opponent])
        key = "arena.fault_times" if each.times > 1 else "arena.fault_once"
        detail = f"{ui.tr(key, count=each.times)} · {at}"
        rows.append(PositionRow(ui.tr(each.text), detail, game=each.game, state=each.state))
    return rows


def faults_title(ui: Ui, view_model: ArenaViewModel) -> tuple[str, str]:
    """Return the player whose faults are listed, and how many there are in how many games."""
    cell, faults = view_model.cell, sum(each.times for each in view_model.faults)
    if cell is None:
        return "", ""
    games = view_model.games_of(cell)
    note = ui.tr("arena.fault_count", count=games, faults=faults) if faults else ""
    return player_names(ui, view_model)[cell.player], note


def games_title(ui: Ui, view_model: ArenaViewModel) -> tuple[str, str]:
    """Return the players of the listed games, and their results."""
    cell = view_model.cell
    if cell is None:
        return ui.tr("arena.games_heading"), ""
    if view_model.kind is ExperimentKind.SWEEP:
        tally = view_model.tallies[cell.player]
        value = view_model.values[cell.player] if cell.player < len(view_model.values) else 0
        key = of_budget("arena.games_of_budget", view_model.played.texts["template"])
        title = ui.tr(key, value=value)
        if view_model.plain:
            title = f"{ui.tr(view_model.axis)}: {ui.tr.number(value)}"
        return title, tally_text(ui, tally, 0)
    names = player_names(ui, view_model)
    if cell.other is None:
        return ui.tr("arena.games_of", player=names[cell.player]), ""
    results = view_model.between(cell.player, cell.other)
    title = ui.tr("arena.games_between", a=names[cell.player], b=names[cell.other])
    return title, tally_text(ui, *results) if results is not None else ""


def picture_card(screen: ArenaBase) -> Layout:
    """Lay out the stacked bars of a sweep."""
    choose, view_model = _chooser(screen), screen.model.view_model()
    chart = sweep_picture(screen.ui, view_model, lambda index: choose(PairSelection(index)))
    return Over(Background(), Pad(chart, 20, 14))


def table_part(screen: ArenaBase) -> Layout:
    """Lay out the table below the picture."""
    table = sweep_table(screen.ui, screen.model.view_model(), _chooser(screen))
    return Scroll(table, "table")


def card_of(part: Layout) -> Layout:
    """Wrap a part in a panel of its own."""
    return Over(Background(), Pad(part, 16, 14))


def two(left: Layout, right: Layout, fraction: float) -> Layout:
    """Lay out two parts side by side on one panel, the left one `fraction` times as wide."""
    return Over(Background(), Pad(Row(Flexible(left, fraction), Flexible(right), gap=28), 20, 14))
