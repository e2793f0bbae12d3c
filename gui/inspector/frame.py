"""The tall panel: title and verdict, plies, phases, sentence, picture, table, transport."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto

from engine.messages import Message, message
from engine.naming import listed_move
from engine.protocols import Estimate, Value
from gui.inspector.ask_page import AskCallbacks, ask_page, small_page
from gui.inspector.ask_view_model import AskViewModel
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.model import COUNTED, SPEEDS, Inspector, PlaybackState
from gui.inspector.panel import Panel, PanelCallbacks
from gui.inspector.ply_strip import Ply, PlyStrip
from gui.inspector.scrubber import Scrubber
from gui.inspector.transport import (
    speed_parts,
    transport,
    transport_commands,
    transport_row,
)
from gui.inspector.verdict import ChoiceVerdict, Legend, Pills, Verdict
from gui.kit import Icon, IconButton, Label, Segments, Shortened, Spinner
from gui.kit.command import AndRefresh, Command, Commands
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Pad,
    Row,
    Scroll,
    tx,
)
from gui.shortcuts import Action
from gui.theme import Theme
from gui.ui import Ui

TITLE = 32
SENTENCE = 48  # two lines are always reserved, so that nothing moves from step to step
LINE = 24  # the height of a line of the sentence, or a little more
LEAST_PICTURE = 240
LEAST_ABOVE_TABLE = 160
SCROLLED_PICTURE = 220  # height of the picture where the whole panel scrolls
LEAST_PAGE = 120
LEAST_COMPACT = 92
THUMBNAIL, LEAST_THUMBNAIL = 200, 176
LEAST_TITLE = 190  # minimum width beside the buttons of the board
LEAST_STRIP = 240  # minimum width beside the verdict
LEAST_MOMENT, LEAST_PLACE = 190, 110  # widths of texts that would else take many lines


class FootSize(Enum):
    """The sizes of the bar below the picture."""

    WHOLE = auto()
    SHORT = auto()  # two lines of text at most
    ROW = auto()  # buttons and scrubber in one row, without text


@dataclass(frozen=True)
class InspectorViewModel:
    """View model of the panel; `frame`, `panel` and `playing` are None if there is no picture."""

    title: Message
    player: Message | None  # who decides, for a title without room; None without a decision
    plies: tuple[Ply, ...]
    at: int  # the ply of the decision
    ended: bool  # the game is over: no decision follows the last ply
    frame: InspectorFrame | None
    panel: Panel | None
    playing: PlaybackState | None
    notice: Message | None  # the reason if there is no picture
    ask: AskViewModel | None  # the page that asks bots, in place of a picture
    before: bool  # another answer about this position was opened before this one, or after it
    after: bool
    shown: bool  # the board shows the position before the decision, and the marks of the step
    page: int  # picture or table, where they do not fit together


@dataclass(frozen=True)
class InspectorCallbacks(PanelCallbacks):
    """Callbacks of the panel, those of its picture first."""

    show_ply: Callable[[int], None]  # the ply after the last one is the present
    close: Callable[[], None]
    ask: Callable[[], None]  # opens the page that asks bots about this position, or leaves it
    asking: AskCallbacks
    go_to_phase: Callable[[str], None]  # goes to the next step of that phase
    scrub: Callable[[float], None]  # seeks to a fraction (0 to 1) of the recording
    step: Callable[[int], None]  # goes one step forward, or back if negative
    set_speed: Callable[[int], None]  # to one of SPEEDS, by its index
    choose_page: Callable[[int], None]  # shows the picture or the table


def inspector_commands(inspector: Inspector, do: AndRefresh) -> Mapping[str, Command]:
    """Return the buttons and keys of the transport; `do` wraps a change with a refresh."""
    changes = {
        "to_start": inspector.first,
        "step_back": inspector.back,
        "run": inspector.play,
        "step_on": inspector.on,
        "to_end": inspector.last,
    }
    runs = {name: do(change) for name, change in changes.items()}
    playing = inspector.playing()
    if playing is not None and playing.ready:
        return transport_commands(runs, playing.moment, playing.last, playing.running)
    made = transport_commands(runs, 0, 0, False)  # no step to go to yet
    return {**made, "run": replace(made["run"], primary=False)}


# -- the panel -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StepContent:
    """The parts of the current step, built once for every layout variant."""

    frame: InspectorFrame
    panel: Panel
    picture: Layout
    table: Layout | None
    verdict: Verdict
    said: str


def step_content(
    view_model: InspectorViewModel, ui: Ui, callbacks: InspectorCallbacks
) -> StepContent | None:
    """Build the parts of the current step; None if there is no picture."""
    frame, panel = view_model.frame, view_model.panel
    if frame is None or panel is None:
        return None
    return StepContent(
        frame,
        panel,
        panel.picture(frame, ui, callbacks),
        panel.table(frame, ui, callbacks),
        Verdict(judged(frame, panel, ui), callbacks.token, ui.tr("inspector.verdict_tip")),
        _step_sentence(frame, panel, ui),
    )


def tall(
    view_model: InspectorViewModel,
    moment: StepContent | None,
    ui: Ui,
    callbacks: InspectorCallbacks,
    commands: Commands,
) -> Layout:
    """Lay out the panel beside the board."""
    title, strip = _title(view_model, moment, ui, callbacks), _strip(view_model, ui, callbacks)
    if moment is None:
        return _card(title, strip, Flexible(_body(view_model, ui, callbacks)))
    return _card(
        title,
        strip,
        _phases(moment.frame, moment.panel, ui, callbacks),
        Flexible(_said_and_picture(moment)),
        moment.table,
        _foot(view_model, ui, callbacks, commands),
    )


def _said_and_picture(moment: StepContent) -> Layout:
    """Lay out sentence and picture; they need the same height for a sentence of 1 to 3 lines.

    So the steps of a decision do not alternate between two forms of the panel.
    """
    least = LEAST_PICTURE if moment.table is None else LEAST_ABOVE_TABLE
    said = Box(Shortened(moment.said, 16, maximum=3, key="sentence"), height=SENTENCE)
    picture = Flexible(Box(moment.picture, height=least))
    return Box(Column(said, picture, gap=tx(8)), height=SENTENCE + LINE + 8 + least)


COMPACT = 3  # the number of compact forms, each lower than the one before


def compact(
    view_model: InspectorViewModel,
    moment: StepContent | None,
    ui: Ui,
    callbacks: InspectorCallbacks,
    commands: Commands,
) -> list[Layout]:
    """Return forms of the panel beside or below the board where large letters leave less room.

    Picture and table are pages. Words give way to them: the second of the COMPACT forms has no
    plies, the last no text of the moment and no margins either. The forms share their parts, so
    that each is measured once a build.
    """
    title = _short_title(view_model, moment, ui, callbacks)
    strip = _strip(view_model, ui, callbacks)
    if moment is None:
        said = Flexible(Box(_scrolled_body(view_model, ui, callbacks), height=LEAST_PAGE))
        return [_card(title, strip, said), _card(title, said), _tight(title, said)]
    names, page = _pages(view_model, moment, ui, callbacks)
    phases = _phases(moment.frame, moment.panel, ui, callbacks, legend=False)
    sentence = Box(Shortened(moment.said, 16, maximum=2, key="sentence"), height=SENTENCE)
    above = (phases, sentence, names)
    picture = Flexible(Box(page, height=LEAST_PICTURE))
    short = _foot(view_model, ui, callbacks, commands, FootSize.SHORT)
    row = _foot(view_model, ui, callbacks, commands, FootSize.ROW)
    return [
        _card(title, strip, *above, picture, short),
        _card(title, *above, picture, short),
        _tight(title, *above, Flexible(Box(page, height=LEAST_COMPACT)), row),
    ]


def with_board(
    view_model: InspectorViewModel,
    moment: StepContent | None,
    ui: Ui,
    callbacks: InspectorCallbacks,
    commands: Commands,
    board: Layout,
    buttons: Layout,
) -> Layout:
    """Lay out the panel at full width: the board is a thumbnail, picture and table are pages.

    Height is scarce here: every small part shares its row with another.
    """
    title, strip = (
        _title(view_model, moment, ui, callbacks, buttons),
        _strip(view_model, ui, callbacks),
    )
    small = Box(board, _thumbnail, _thumbnail, at=0)
    if moment is None:
        body = _scrolled_body(view_model, ui, callbacks)
        return _tight(title, strip, Flexible(Row(small, Flexible(body), gap=16)))
    beside = Row(Flexible(Box(strip, least_width=LEAST_STRIP)), NoShrink(moment.verdict), gap=16)
    plies = FirstFit(beside, strip)
    names, page = _pages(view_model, moment, ui, callbacks)
    phases = _phases(moment.frame, moment.panel, ui, callbacks, legend=False)

    def row(sentence: Layout) -> Layout:
        return Row(small, Flexible(Column(phases, sentence, names, gap=8)), gap=16)

    foot = _foot(view_model, ui, callbacks, commands, FootSize.ROW)

    def scrolled() -> Layout:
        # Nothing scrolls within what scrolls, and a longer sentence would hide the picture.
        said = Shortened(moment.said, 14, maximum=3, key="sentence")
        inside = Column(plies, row(said), Box(page, height=SCROLLED_PICTURE), gap=6)
        return _tight(title, Flexible(Scroll(Pad(inside, 0, 0, 12, 0), "inspector")), foot)

    usual = row(Flexible(Box(Scroll(Label(moment.said, 14, key="sentence")), height=tx(58))))
    return FirstFit(
        _tight(title, plies, usual, Flexible(Box(page, height=LEAST_PAGE)), foot), scrolled
    )


def _thumbnail(theme: Theme) -> int:
    """Return the side of the thumbnail, legible in a small window and larger in a large one."""
    return max(LEAST_THUMBNAIL, theme.px(THUMBNAIL))


def _pages(
    view_model: InspectorViewModel, moment: StepContent, ui: Ui, callbacks: InspectorCallbacks
) -> tuple[Layout | None, Layout]:
    """Return the tabs of picture and table, and the selected page."""
    picture, table = moment.picture, moment.table
    if table is None:
        return None, picture
    texts = [ui.tr("inspector.page.picture"), ui.tr("inspector.page.table")]
    usual, small = (
        Segments(texts, view_model.page, callbacks.choose_page, "inspector_pages", size=size)
        for size in (16, 14)
    )
    return FirstFit(usual, small), Scroll(table, "figures") if view_model.page else picture


def _card(*parts: Layout | None) -> Layout:
    return Card(Column(*parts, gap=8), pad=12, inner=20, foot=12)


def _tight(*parts: Layout | None) -> Layout:
    """Lay out the same parts with every spare pixel of height for the picture."""
    return Card(Column(*parts, gap=6), pad=4, inner=12, foot=4)


def _ends(
    view_model: InspectorViewModel, ui: Ui, callbacks: InspectorCallbacks
) -> tuple[Layout, ...]:
    """Return the buttons at the end of the title."""
    step = callbacks.asking.step
    ends = [
        IconButton(Icon.BACK, "answer_before", lambda: step(-1), ui.tr("ask.answer_before")),
        IconButton(Icon.FORWARD, "answer_after", lambda: step(1), ui.tr("ask.answer_after")),
    ]
    ends[0].enabled, ends[1].enabled = view_model.before, view_model.after
    if not (view_model.before or view_model.after):
        ends = []
    page = view_model.ask
    if page is None or page.can_return:
        ask = IconButton(Icon.ROBOT, "inspector_ask", callbacks.ask, ui.tr("inspector.ask_tip"))
        ask.on = page is not None
        ends.append(ask)
    tip, key = ui.tr("inspector.close"), ui.keys.label(Action.BACK)
    return (*ends, IconButton(Icon.CROSS, "close_look", callbacks.close, tip, key))


def _title(
    view_model: InspectorViewModel,
    moment: StepContent | None,
    ui: Ui,
    callbacks: InspectorCallbacks,
    buttons: Layout | None = None,
) -> Layout:
    """Lay out the title with the verdict or the buttons of the board beside it."""
    size = 16 if buttons is None else 14
    title = Label(ui.tr(view_model.title), size, bold=True, maximum=3, middle=True)
    ends = _ends(view_model, ui, callbacks)
    if buttons is not None:
        named = Box(title, least_width=tx(LEAST_TITLE))
        beside = Row(Flexible(named), NoShrink(buttons), *ends, gap=4)
        return FirstFit(beside, Column(Row(Flexible(title), *ends, gap=4), buttons, gap=0))
    bare = Row(Flexible(title), *ends, gap=4)
    verdict = _verdict(view_model, moment, ui, callbacks)
    if verdict is None:
        return bare
    beside = Row(NoShrink(title), Flexible(), NoShrink(verdict), *ends, gap=4)

    def below() -> Layout:
        return Column(bare, Row(Flexible(), NoShrink(verdict)), gap=0)

    return FirstFit(beside, below, bare)


def _verdict(
    view_model: InspectorViewModel,
    moment: StepContent | None,
    ui: Ui,
    callbacks: InspectorCallbacks,
) -> Verdict | None:
    """Return belief and truth of this step; on the page that asks bots the best move alone."""
    if moment is not None:
        return moment.verdict
    page = view_model.ask
    if page is None or page.best is None:
        return None
    move, best = page.best
    judged = ChoiceVerdict(ui.tr("inspector.best"), ui.tr(move), page.side, best)
    return Verdict([judged], callbacks.token, ui.tr("inspector.verdict_tip"))


def _short_title(
    view_model: InspectorViewModel,
    moment: StepContent | None,
    ui: Ui,
    callbacks: InspectorCallbacks,
) -> Layout:
    """Lay out the title in one row, with the player alone where the words do not fit."""
    texts = [view_model.title, view_model.player or view_model.title]
    ends = _ends(view_model, ui, callbacks)
    found = _verdict(view_model, moment, ui, callbacks)
    verdict = None if found is None else NoShrink(found)
    rows = [
        Row(NoShrink(Label(ui.tr(text), 16, bold=True, middle=True)), Flexible(), verdict, *ends)
        for text in texts
    ]
    words = Shortened(ui.tr(texts[-1]), 16, bold=True, maximum=2, middle=True)
    return FirstFit(
        *rows,
        Column(Row(Flexible(words), *ends), verdict, gap=0),
    )


def judged(frame: InspectorFrame, panel: Panel, ui: Ui) -> list[ChoiceVerdict]:
    """Return the move the bot would play now and the best move: its own if none is better."""
    game, state = frame.game, frame.state
    player = game.to_move(state)
    choice = panel.choice(frame)
    found = []
    if choice is not None:
        text = ui.tr(listed_move(game, state, choice))
        found.append(ChoiceVerdict(ui.tr("inspector.would"), text, player, frame.truth((choice,))))
    best = best_known(frame)
    if best is not None and choice is not None:
        own = frame.truth((choice,))
        best = own if own is not None and own.rank == best.rank else best
    if best is not None:
        text = ui.tr(listed_move(game, state, best.move))
        found.append(ChoiceVerdict(ui.tr("inspector.best"), text, player, best))
    return found


def best_known(frame: InspectorFrame) -> Estimate | None:
    """Return the best move by exact values; None while an unknown move may be better."""
    moves = frame.game.moves(frame.state)
    known = [each for each in (frame.truth((move,)) for move in moves) if each is not None]
    best = max(known, key=lambda each: each.rank, default=None)
    if best is None or (len(known) < len(moves) and best.value is not Value.WIN):
        return None
    return best


def _strip(view_model: InspectorViewModel, ui: Ui, callbacks: InspectorCallbacks) -> Layout:
    tips = (ui.tr("inspector.ply_tip"), ui.tr("inspector.present_tip"))
    return PlyStrip(
        view_model.plies, view_model.at, callbacks.token, callbacks.show_ply, tips, view_model.ended
    )


def _phases(
    frame: InspectorFrame, panel: Panel, ui: Ui, callbacks: InspectorCallbacks, legend: bool = True
) -> Layout | None:
    phases = panel.phases(frame)
    if not phases:
        return None
    now = frame.now
    named = [(phase, ui.tr(f"inspector.phase.{phase}")) for phase in phases]
    pills = Pills(named, "" if now is None else now.phase, callbacks.go_to_phase)
    meaning = (ui.tr("inspector.believed"), ui.tr("inspector.true"), ui.tr("inspector.proved"))
    told = Legend(meaning, panel.believes)
    both = Row(NoShrink(pills), Flexible(), NoShrink(told), gap=4)
    return FirstFit(both, pills) if legend else pills


def _step_sentence(frame: InspectorFrame, panel: Panel, ui: Ui) -> str:
    """Return the sentence that describes this step."""
    said = panel.sentence(frame)
    if said is None:
        counted = COUNTED.get(frame.recording.kind, "steps")
        kept = len(frame.recording.events)
        said = message(f"inspector.jumped.{counted}", count=frame.effort, kept=kept)
    return ui.tr(said)


def _foot(
    view_model: InspectorViewModel,
    ui: Ui,
    callbacks: InspectorCallbacks,
    commands: Commands,
    size: FootSize = FootSize.WHOLE,
) -> Layout | None:
    playing = view_model.playing
    if playing is None:
        return None
    scrubber = Scrubber(
        playing.fraction,
        playing.lanes,
        callbacks.scrub,
        callbacks.step,
        ui.tr("inspector.scrub_tip"),
    )
    scrubber.enabled = playing.ready
    if size is FootSize.ROW:
        return transport_row(commands, scrubber)
    lines: list[Layout]
    if size is FootSize.SHORT:
        least, lines = LEAST_PLACE, [Shortened(ui.tr(playing.place), 14, maximum=2, middle=True)]
    else:
        least, lines = LEAST_MOMENT, [Label(ui.tr(playing.place), 14)]
        if playing.lanes:
            lines.append(Label(ui.tr("inspector.strip_tip"), 14, quiet=True))
    speeds = [speed / SPEEDS[0] for speed in SPEEDS]
    return transport(
        commands,
        scrubber,
        Box(Column(*lines, gap=0), least_width=least, at=0.5),
        speed_parts(ui, speeds, speeds[playing.speed], callbacks.set_speed, "inspector_speed"),
    )


def _body(view_model: InspectorViewModel, ui: Ui, callbacks: InspectorCallbacks) -> Layout:
    """Lay out what stands in place of the picture: the page that asks bots, a sentence, a wait."""
    if view_model.ask is not None:
        return ask_page(view_model.ask, ui, callbacks.asking, callbacks.token)
    if view_model.notice is None:
        return Column(
            Flexible(),
            Row(Flexible(), Box(Spinner("inspector_busy"), 40, 40), Flexible()),
            Flexible(),
        )
    return Label(ui.tr(view_model.notice), 16, key="sentence")


def _scrolled_body(view_model: InspectorViewModel, ui: Ui, callbacks: InspectorCallbacks) -> Layout:
    """Lay out the same where there is little height."""
    if view_model.ask is not None:
        page = view_model.page
        return small_page(view_model.ask, ui, callbacks.asking, callbacks.token, page)
    return Scroll(_body(view_model, ui, callbacks), "inspector")
