"""The screen of the lab: its commands, and the board beside its cards or beside the inspector."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from engine.registry import checked_options, entry_of, name_of
from engine.saves import SaveError
from engine.store.store_file import StoreError
from gui.boards import handlings_of
from gui.boards.board_widget import PuzzleWidget
from gui.boards.words import own_key
from gui.inspector import frame
from gui.inspector.frame import FrameForms
from gui.inspector.search_panel import search_content
from gui.inspector.transport import PREFIX, transport_buttons
from gui.kit import Icon, Label
from gui.kit.command import Command, by_id
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
    Scroll,
    Tabs,
    px,
)
from gui.lab.base import LabBase
from gui.lab.cards import (
    TOOL,
    inspected_cost,
    levels_card,
    looking_controls,
    option_segments,
    painting_card,
    scramble_card,
    search_card,
    solutions_card,
    transport_card,
)
from gui.lab.saving import LabChoices
from gui.lab.snapshot import clock_text, read_position
from gui.lab.widgets import MoveChip, StageArea
from gui.options import WindowOptions
from gui.services import Services
from gui.theme import Theme

PLAIN_MENU = ("new", "reset", "camera", "copy_game")
PANEL = 376
LEFT = 440  # the column beside the whole panel of the inspector
BESIDE = 0.36  # the part of the room that it takes beside a compact one
LEAST_STAGE = 150  # the height of the board between its tools and its hint
CHIP = 190  # the width kept for the chip of the current move


class LabScreen(LabBase):
    """Shows the lab."""

    TOOLS: tuple[str, ...] = ("lab",)  # the buttons at the top

    def commands(self) -> Mapping[str, Command]:
        listed = (*_position(self), *_view(self), *_solution(self), *_painting(self))
        commands = by_id(*listed)
        if self.lab.inside.open:
            commands |= frame.playback_commands(self.lab.inside, self.and_refresh)
        return commands

    def show_menu(self, names: Sequence[str] = ()) -> None:
        super().show_menu(names or (self.MENU if self.lab.whole else PLAIN_MENU))

    def top(self) -> Layout:
        puzzle, whole = self.lab.handlings.id, self.lab.whole
        rule = (
            own_key("cube_lab.subtitle", *self.lab.choices.options.values())
            if whole
            else f"rule.{puzzle}"
        )
        tools = [self.offered().button(name, size=14) for name in self.TOOLS]
        return self.bar(self.tr(name_of(puzzle)), self.tr(rule), extra=tools)

    def page(self) -> Layout:
        looking = self.lab.inside.open and self.lab.drafts is None
        return Pad(_inspector_page(self) if looking else _lab_page(self), 24, 20, 24, 24)


def _lab_page(screen: LabBase) -> Layout:
    """Lay out the board and the cards beside it, in a column or as tabs.

    A position that is set up takes the place of both where there is no room for the column.
    """
    (part, alone), cards, tr = board_parts(screen), lab_cards(screen), screen.ui.tr
    board, (scramble, solutions, search) = Flexible(part), cards
    names = [tr(f"cube_lab.tab.{name}") for name in ("scramble", "solutions", "visited")]

    def tabs() -> Layout:
        pages = [Scroll(page, f"page{index}") for index, page in enumerate(cards)]
        named = zip(names, pages, strict=True)
        return Tabs(*named, at=screen.tab, choose=screen.choose_tab, key="tabs")

    def beside(shown: Layout) -> Layout:
        return Row(board, Box(shown, _panel_width), gap=24)

    if not screen.lab.whole:
        return alone or beside(Scroll(Column(scramble, Flexible(solutions)), "page"))
    column = beside(Column(scramble, Flexible(solutions), search))
    return FirstFit(column, alone or (lambda: beside(tabs())))


def _panel_width(theme: Theme) -> int:
    """Return the width of the cards beside the board; it grows more slowly than their text."""
    width = theme.px(PANEL) * max(1.0, math.pow(theme.text_scale, 0.7))
    return round(min(theme.size[0] * 0.44, max(304, width)))


def _inspector_page(screen: LabBase) -> Layout:
    """Lay out the board beside the whole panel, or a lower one beside a compact panel."""
    look, ui, do = screen.lab.inside.look(), screen.ui, screen.search
    assert look is not None
    moves = transport_buttons(screen.offered().called(PREFIX))
    forms = FrameForms(search_content(look, ui, do), ui, do, moves)
    board, controls = Flexible(board_part(screen)), looking_controls(screen)
    cost = Column(inspected_cost(look.frame, ui), controls)
    roomy = Box(Column(board, cost), px(LEFT))

    def compact() -> Layout:
        bare = Flexible(board_part(screen, hinting=False))
        low = Scroll(Pad(Column(bare, controls), 0, 0, 12, 0), "controls")
        return Row(Flexible(low, BESIDE), Flexible(forms.compact(), 1 - BESIDE), gap=24)

    return FirstFit(Row(roomy, Flexible(forms.tall()), gap=24), compact)


def lab_cards(screen: LabBase) -> Sequence[Layout]:
    """Build the cards of scramble, solutions, and search."""
    first = scramble_card if screen.lab.whole else levels_card
    return [card(screen) for card in (first, solutions_card, search_card)]


# -- the board -------------------------------------------------------------------------------------


def board_parts(screen: LabBase) -> tuple[Layout, Layout | None]:
    """Lay out the board with its transport, and the position set up where space is short."""
    draft = screen.lab.draft
    painted = painting_card(screen, draft) if draft is not None else None
    return Column(Flexible(painted or board_part(screen)), transport_card(screen)), painted


def board_part(screen: LabBase, *, hinting: bool = True) -> Layout:
    """Lay out the board with the chip of the current move, its tools, and a hint if it fits.

    Where it would be low the tools stand beside it.
    """
    board = PuzzleWidget(screen.puzzle_view, screen.move)
    text = screen.ui.tr("search.hint" if screen.lab.searched else "cube_lab.hint")
    hint = Label(text, 14, quiet=True, align=0.5)
    hint.click_through = True
    stage = Flexible(Box(StageArea(board), height=px(LEAST_STAGE)))
    plain = Column(_row_over_board(screen), stage, gap=0)
    hinted = Column(Flexible(plain), Pad(hint, 0, 6, 0, 0), gap=0)
    tools = Box(Row(*_tools(screen, labelled=False), height=TOOL), at=0)
    bare, beside = Pad(plain, 20), Pad(Row(stage, tools), 20, 8)
    forms = [Pad(hinted, 20, 20, 20, 14)] if hinting else []
    return Over(board, FirstFit(*forms, bare, beside, bare))


def _row_over_board(screen: LabBase) -> Layout:
    """Lay out chip and tools; where space is short toggles by their letters, then no chip."""
    texts = _chip(screen)
    chip = Flexible(Box(Row(texts and MoveChip(*texts)), least_width=CHIP))
    words, letters = (_tools(screen, labelled=each) for each in (True, False))
    rows = (chip, *words), (chip, *letters), (Flexible(), *letters)
    return FirstFit(*(Row(*row, height=TOOL) for row in rows))


def _tools(screen: LabBase, *, labelled: bool) -> list[Layout]:
    """Build undo and redo, and, but beside the inspector, the toggles and options of the board.

    A search keeps its position.
    """
    commands, history, own = screen.offered(), screen.lab.history, not screen.lab.searched
    undo, redo = (commands.button(name, labelled=False, quiet=True) for name in ("undo", "redo"))
    undo.enabled, redo.enabled = history.can_undo and own, history.can_redo and own
    tools: list[Layout] = [undo, redo]
    if screen.lab.inside.open:
        return tools
    for each in screen.board.toggles:
        toggle = commands.button(each.id, size=14)
        if not labelled:
            toggle.tooltip, toggle.label = toggle.label, each.letter
            toggle.image = each.icon
        tools.append(NoShrink(toggle) if labelled else Box(toggle, TOOL))
    options = screen.lab.handlings.options if screen.board.flat else ()
    return [*tools, *(NoShrink(option_segments(each, screen, 14)) for each in options)]


def _chip(screen: LabBase) -> tuple[str, str, str] | None:
    lab, tr = screen.lab, screen.ui.tr
    line, ply, tally = lab.now.solution, lab.now.ply, lab.tally
    inside = lab.inside.frame() if lab.inside.open else None
    if inside is not None and inside.ways is not None:
        return tr("cube_inside.from.start", count=inside.ways.step.taken.made), "", ""
    if inside is not None and inside.shown is not None:
        bar = inside.shown
        return tr(f"cube_inside.from.{bar.end.value}", count=bar.depth), "", ""
    if not ply and tally is not None:
        state = "over" if tally.over else "under_way"
        return tr(f"cube_hand.chip.{state}", count=tally.moves), "", clock_text(tally.seconds)
    if not ply:
        return None
    text = tr("cube_lab.turning" if screen.moving else "cube_lab.turned")
    return text, line[ply - 1].text, f"{ply} / {len(line)}"


# -- opening ---------------------------------------------------------------------------------------


def requested_lab(puzzle_id: str, options: WindowOptions) -> Callable[[Services], LabScreen]:
    """Return what opens the lab with these options: a position, a scramble, both.

    Raises JouonsError for invalid ones.
    """
    handlings = handlings_of(puzzle_id)
    handling = handlings.of(checked_options(entry_of(puzzle_id), options.options))
    first = None
    for text in filter(None, (options.position, options.moves)):
        first = read_position(handlings, text, handling, first)

    def opened(services: Services) -> LabScreen:
        """Open the lab with a position and save it from now on; without one, open the last lab."""
        if options.options:
            choices = LabChoices.kept_in(services.settings, handlings)
            choices = replace(choices, options={**choices.options, **options.options})
            services.settings = choices.put_into(services.settings, puzzle_id)
        if first is not None:
            screen = LabScreen(services, puzzle_id, first)
            screen.autosave.record.given = True
        else:
            screen = lab_as_left(services, puzzle_id)
        if options.analysis:
            screen.lab.solve()
        return screen

    return opened


def lab_with(services: Services, puzzle_id: str, text: str) -> LabScreen:
    """Open the lab with moves from the goal, or a position. JouonsError for any other text."""
    handlings = handlings_of(puzzle_id)
    first = read_position(handlings, text, handlings.of({}))
    return LabScreen(services, puzzle_id, first)


def lab_as_left(services: Services, puzzle_id: str) -> LabScreen:
    """Open the last saved lab; a new one if there is none, or if a seed was given."""
    if services.seed is None:
        # The screen reports a fault of the store when it reads the best results.
        with suppress(StoreError):
            for entry in services.write_queue.unfinished(services.store, puzzle_id):
                with suppress(SaveError):
                    return LabScreen(services, puzzle_id, kept=entry)
    return LabScreen(services, puzzle_id)


# -- commands --------------------------------------------------------------------------------------


def _position(screen: LabBase) -> list[Command]:
    """Return the commands that change the position or copy it as text."""
    lab = screen.lab
    return [
        Command("undo", lab.undo, Icon.UNDO),
        Command("redo", lab.redo, Icon.REDO),
        Command("new", lab.new_scramble, Icon.DICE, lab.drafts is None),
        Command("length", screen.ask_scramble, Icon.PENCIL),
        Command("lab", lab.toggle_whole, Icon.PLUS, on=lab.whole),
        Command("paste", screen.paste, Icon.CLIPBOARD),
        Command("copy", partial(_copy_moves, screen), Icon.COPY),
        Command("copy_game", partial(_copy_position, screen), Icon.COPY),
        Command("reset", lab.reset, Icon.CROSS),
    ]


def _view(screen: LabBase) -> list[Command]:
    """Return the commands of the view and of the options; two choices are one switch."""
    lab, board, settings = screen.lab, screen.board, screen.services.settings
    listed = [
        Command(each.id, partial(screen.toggle, each.setting), on=getattr(settings, each.setting))
        for each in board.toggles
    ]
    for option in lab.handlings.options:
        if len(option.choices) == 2:
            usual, other = option.choices
            on = lab.choices.options[option.name] == other
            choose = partial(lab.choose_option, option.name, usual if on else other)
            listed.append(Command(other, choose, Icon.CHECK if on else None))
    if board.orbits:
        listed.append(Command("camera", screen.puzzle_view.reset_camera, Icon.EYE))
    return listed


def _solution(screen: LabBase) -> list[Command]:
    lab, now, last = screen.lab, screen.lab.now, len(screen.lab.now.solution)
    ready = lab.drafts is None
    going = ready and now.ply < last
    return [
        Command("solve", lab.solve, Icon.BULB, ready, primary=ready),
        Command("first", partial(lab.step, 0), Icon.FIRST, ready),
        Command("previous", partial(lab.step, now.ply - 1), Icon.PLAY_BACK, ready),
        Command(
            "pause",
            lab.toggle_play,
            Icon.PAUSE if lab.playing else Icon.PLAY,
            ready,
            primary=going,
            text=None if lab.playing else "play",
        ),
        Command("next", partial(lab.step, now.ply + 1), Icon.PLAY, going),
        Command("last", partial(lab.step, last), Icon.LAST, going),
        Command("look", screen.toggle_look, Icon.LENS, ready, on=lab.inside.open),
    ]


def _painting(screen: LabBase) -> list[Command]:
    lab = screen.lab
    if screen.board.editor is None:
        return []
    return [
        Command("paint", lab.start_painting, Icon.PENCIL, lab.drafts is None),
        Command("clear", lab.clear_painting),
        Command("solved", lab.paint_solved),
        Command("cancel", lab.stop_painting),
        Command("use", lab.use_painting, enabled=lab.paintable, primary=True),
    ]


def _copy_moves(screen: LabBase) -> None:
    """Copy the scramble and the later moves; the position if these do not lead here."""
    text = screen.lab.history_text()
    if text:
        screen.copy(text, "cube_lab.copied_scramble")
    else:
        _copy_position(screen)


def _copy_position(screen: LabBase) -> None:
    screen.copy(screen.lab.now.position, "cube_lab.copied_facelets")
