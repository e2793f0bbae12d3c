"""The panel of a decision: what its frame holds, from the view model of the inspector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from engine.messages import Message, message
from engine.naming import listed_move
from engine.protocols import Estimate, Value
from engine.puzzles.review import best_estimate
from engine.registry import is_own
from gui.boards.marks import Token
from gui.boards.values import badge, score_bar
from gui.inspector.ask_model import AskViewModel
from gui.inspector.ask_page import AskCallbacks, ask_page
from gui.inspector.frame import FrameCallbacks, FrameContent, StepContent, waiting
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.model import COUNTED
from gui.inspector.panel import Panel, PanelCallbacks
from gui.inspector.playback import Playback, RecordingViewModel
from gui.inspector.ply_strip import Ply, PlyStrip
from gui.kit import Button, Icon, IconButton, Label, icon
from gui.kit.chart import ChartLegend, LegendEntry
from gui.kit.chip_flow import Chip, ChipFlow
from gui.kit.layout import Box, Layout, Scroll
from gui.own.fault import FaultViewModel
from gui.own.fault_page import fault_page
from gui.theme import mix
from gui.ui import Ui

PLIES = "88"  # as wide as the plies to the end of most games


@dataclass(frozen=True)
class ChoiceVerdict:
    """A move in words, with its exact value."""

    name: str  # Plays, Best
    move: str
    player: int
    truth: Estimate | None


class Verdict(ChipFlow):
    """Belief and truth: the move the bot would play and the best move, on two lines if need be.

    Each has `room` for any move with its value, also the first one before there is one, so that no
    step moves the row.
    """

    def __init__(
        self, judged: Sequence[ChoiceVerdict], first: str, room: int, token: Token, ui: Ui
    ) -> None:
        room += ui.theme.tx(8 + 22)
        chosen: dict[str, ChoiceVerdict | None] = {first: None}
        chosen |= {each.name: each for each in judged}
        chips = [
            Chip(ui.theme.width(name, 14) + room, partial(_draw_choice, each, token))
            for name, each in chosen.items()
        ]
        super().__init__(chips, line_height=28, gap=20, key="verdict")
        self.judged = judged
        self.tooltip = ui.tr("inspector.verdict_tip")

    def measure_min_width(self, ui: Ui) -> int:
        """Return the width of what stands there, without the room for other moves."""
        return max((_width(ui, each) for each in self.judged), default=0)


def _width(ui: Ui, judged: ChoiceVerdict) -> int:
    theme, truth = ui.theme, judged.truth
    width = theme.width(judged.name, 14) + theme.width(judged.move, 16, True) + theme.tx(8 + 22)
    if truth is None or truth.value is None:
        return width
    plies = "" if truth.remoteness is None else ui.tr.number(truth.remoteness)
    return width + theme.tx(8 + 24) + theme.width(plies, 16, True)


def _draw_choice(
    judged: ChoiceVerdict | None, token: Token, ui: Ui, target: pygame.Surface, box: pygame.Rect
) -> None:
    if judged is None:
        return
    theme, c, (x, middle) = ui.theme, ui.theme.colours, box.midleft
    theme.blit_text(target, judged.name, 14, (x, middle), c.text2)
    x += theme.width(judged.name, 14) + theme.tx(8)
    picture = token(judged.player, theme.tx(16))
    target.blit(picture, picture.get_rect(midleft=(x, middle)))
    x += theme.tx(22)
    theme.blit_text(target, judged.move, 16, (x, middle), bold=True)
    x += theme.width(judged.move, 16, True) + theme.tx(8)
    truth = judged.truth
    if truth is None or truth.value is None:
        return
    shape = badge(ui, truth.value, theme.tx(20))
    target.blit(shape, shape.get_rect(midleft=(x, middle)))
    if truth.remoteness is not None:
        at = (x + theme.tx(24), middle)
        theme.blit_text(target, ui.tr.number(truth.remoteness), 16, at, bold=True)


def verdict_legend(ui: Ui, believes: bool) -> ChartLegend:
    """Return the meanings of bar, badge and tick.

    Without beliefs there is the badge alone: exact values need no tick beside them.
    """
    c, side = ui.theme.colours, ui.theme.tx(16)
    true = LegendEntry(ui.tr("inspector.true"), badge(ui, Value.WIN, side))
    if not believes:
        return ChartLegend([true], align=1.0)
    bar, height = pygame.Surface((side, side), pygame.SRCALPHA), ui.theme.tx(6)
    score_bar(ui, bar, pygame.Rect(0, (side - height) // 2, side, height), 0.62, c.win)
    tick = icon(ui.brush, Icon.CHECK, ui.theme.tx(14), c.text2)
    believed = LegendEntry(ui.tr("inspector.believed"), bar)
    return ChartLegend([believed, true, LegendEntry(ui.tr("inspector.proved"), tick)], align=1.0)


@dataclass(frozen=True)
class InspectorViewModel(RecordingViewModel[InspectorFrame, Panel]):
    """View model of the panel of a decision, with the plies around it."""

    player: Message | None  # who decides, for a title without room; None without a decision
    plies: tuple[Ply, ...]
    at: int  # the ply of the decision
    ended: bool  # the game is over: no decision follows the last ply
    ask: AskViewModel | None  # the page that asks bots, in place of a picture
    shown: bool  # the board shows the position before the decision, and the marks of the step
    fault: FaultViewModel | None = None  # of the own bot to move, in place of a picture


@dataclass(frozen=True)
class InspectorCallbacks(PanelCallbacks, FrameCallbacks):
    """Callbacks of the panel, those of its picture and of its frame first."""

    show_ply: Callable[[int], None]  # the ply after the last one is the present
    ask: Callable[[], None]  # opens the page that asks bots about this position, or leaves it
    asking: AskCallbacks
    go_to_phase: Callable[[str], None]  # goes to the next step of that phase
    fault_buttons: Callable[[], Sequence[Button]]  # those below the page of a fault
    edit: Callable[[str], None]  # opens the file of an own bot
    run_again: Callable[[], None]  # asks an own bot again: its present text, the same seed


def decision_content(
    view_model: InspectorViewModel, ui: Ui, callbacks: InspectorCallbacks
) -> FrameContent:
    """Build the parts of the panel at the current step."""
    title, step = ui.tr(view_model.title), _step(view_model, ui, callbacks)
    return FrameContent(
        title,
        title if view_model.player is None else ui.tr(view_model.player),
        _ends(view_model, ui, callbacks),
        _verdict(view_model, ui, callbacks),
        _strip(view_model, ui, callbacks),
        step,
        _body(view_model, ui, callbacks) if step is None else None,
        _playing(view_model),
        view_model.page,
    )


def _playing(view_model: InspectorViewModel) -> Playback[InspectorFrame, Panel] | None:
    """Return what the transport plays; nothing for the one step of a bot that does not think."""
    frame, playing = view_model.frame, view_model.playing
    alone = frame is not None and frame.complete and playing is not None and playing.end == 0
    return None if alone else playing


def _step(
    view_model: InspectorViewModel, ui: Ui, callbacks: InspectorCallbacks
) -> StepContent | None:
    """Build the parts of the current step; None if there is no picture."""
    frame, panel = view_model.frame, view_model.panel
    if frame is None or panel is None:
        return None
    return StepContent(
        panel.picture(frame, ui, callbacks),
        panel.table(frame, ui, callbacks),
        _step_sentence(frame, panel, ui),
        _phases(frame, panel, ui, callbacks),
        panel.legend(frame, ui) or Box(verdict_legend(ui, panel.believes), at=0.5),
    )


def judged(frame: InspectorFrame, panel: Panel, ui: Ui) -> list[ChoiceVerdict]:
    """Return the move the bot plays by now and the best move: its own if none is better."""
    game, state = frame.game, frame.state
    # No move is the best one while an unknown one may be better.
    choice, best = panel.choice(frame), best_estimate(frame.truths, len(game.moves(state)))
    own = None if choice is None else frame.truth((choice,))
    if best is not None and own is not None and own.rank == best.rank:
        best = own

    def verdict(key: str, move: int, truth: Estimate | None) -> ChoiceVerdict:
        text = ui.tr(listed_move(game, state, move))
        return ChoiceVerdict(ui.tr(f"inspector.{key}"), text, frame.mover, truth)

    verdicts = [] if choice is None else [verdict("plays", choice, own)]
    return verdicts if best is None else [*verdicts, verdict("best", best.move, best)]


def _strip(view_model: InspectorViewModel, ui: Ui, callbacks: InspectorCallbacks) -> Layout | None:
    """Return the plies; nothing above a page of questions before the first one."""
    if view_model.ask is not None and not view_model.plies:
        return None
    tips = (ui.tr("inspector.ply_tip"), ui.tr("inspector.present_tip"))
    return PlyStrip(
        view_model.plies, view_model.at, callbacks.token, callbacks.show_ply, tips, view_model.ended
    )


def _phases(
    frame: InspectorFrame, panel: Panel, ui: Ui, callbacks: InspectorCallbacks
) -> Layout | None:
    """Lay out the phases of a round; a click goes to the next step of one."""
    phases, now = panel.phases(frame), frame.now
    if not phases:
        return None
    at = phases.index(now.phase) if now is not None and now.phase in phases else -1
    names = [ui.tr(f"inspector.phase.{phase}") for phase in phases]
    chips = [
        Chip(
            ui.theme.width(name, 14, True) + ui.theme.tx(42),
            partial(_draw_pill, number=number, name=name, at=at),
        )
        for number, name in enumerate(names)
    ]

    def go(number: int) -> None:
        callbacks.go_to_phase(phases[number])

    return ChipFlow(chips, at=at, choose=go, line_height=36, gap=8, key="phases")


def _draw_pill(
    ui: Ui, target: pygame.Surface, box: pygame.Rect, *, number: int, name: str, at: int
) -> None:
    """Draw a phase: ticked once it is over, the present one bright."""
    theme, c = ui.theme, ui.theme.colours
    fill, edge, ink = c.panel, c.hair, c.text2
    if number == at:
        fill, edge, ink = mix(c.panel, c.accent, 0.14), c.accent, c.accent
    elif number < at:
        fill, edge, ink = c.raised, c.line, c.text
    box = box.inflate(0, theme.tx(28) - box.h)
    ui.brush.rounded(target, box, box.h // 2, fill, edge, 1)
    left = (box.x + theme.tx(12), box.centery)
    if number < at:
        tick = icon(ui.brush, Icon.CHECK, theme.tx(14), ink)
        target.blit(tick, tick.get_rect(midleft=left))
    else:
        theme.blit_text(target, str(number + 1), 14, left, ink, bold=number == at)
    place = (left[0] + theme.tx(20), box.centery)
    theme.blit_text(target, name, 14, place, ink, bold=number == at)


def _step_sentence(frame: InspectorFrame, panel: Panel, ui: Ui) -> str:
    sentence = panel.sentence(frame)
    if sentence is None:
        counted = COUNTED.get(frame.recording.kind, "steps")
        events = len(frame.recording.events)
        sentence = message(f"inspector.jumped.{counted}", count=frame.effort, kept=events)
    return ui.tr(sentence)


def _ends(
    view_model: InspectorViewModel, ui: Ui, callbacks: InspectorCallbacks
) -> tuple[Layout, ...]:
    """Return the buttons of an own bot, and the one that asks bots."""
    ends, page = list[Layout](), view_model.ask
    if (frame := view_model.frame) is not None and frame.complete and is_own(frame.player):
        own = frame.player
        again = ui.tr("own.run_again")
        ends += [
            IconButton(Icon.REDO, "run_again", callbacks.run_again, again),
            IconButton(Icon.PENCIL, "edit_own", lambda: callbacks.edit(own), ui.tr("own.edit")),
        ]
    if page is None or page.can_return:
        ask = IconButton(Icon.ROBOT, "inspector_ask", callbacks.ask, ui.tr("inspector.ask_tip"))
        ask.on = page is not None
        ends.append(ask)
    return tuple(ends)


def _verdict(
    view_model: InspectorViewModel, ui: Ui, callbacks: InspectorCallbacks
) -> Layout | None:
    """Return belief and truth of this step; on the page that asks bots the best move alone."""
    frame, panel, page = view_model.frame, view_model.panel, view_model.ask
    if frame is not None and panel is not None:
        game, state = frame.game, frame.state
        verdicts, first = judged(frame, panel, ui), ui.tr("inspector.plays")
        moves = [ui.tr(listed_move(game, state, move)) for move in game.moves(state)]
        valued = bool(frame.truths)
    elif page is not None and page.best is not None:
        first, moves, valued = ui.tr("inspector.best"), [ui.tr(page.best[0])], True
        verdicts = [ChoiceVerdict(first, moves[0], page.side, page.best[1])]
    else:
        return None
    room = max(ui.theme.width(move, 16, True) for move in moves)
    if valued:
        room += ui.theme.tx(8 + 24) + ui.theme.width(PLIES, 16, True)
    return Box(Verdict(verdicts, first, room, callbacks.token, ui), at=0.5)


def _body(view_model: InspectorViewModel, ui: Ui, callbacks: InspectorCallbacks) -> Layout:
    """Lay out what stands in place of the picture: the page that asks bots, a sentence, a wait."""
    if view_model.fault is not None:
        return fault_page(view_model.fault, ui, callbacks.fault_buttons())
    if view_model.ask is not None:
        return ask_page(view_model.ask, ui, callbacks.asking, callbacks.token)
    if view_model.notice is None:
        return waiting()
    return Scroll(Label(ui.tr(view_model.notice), 16, key="sentence"), "inspector")
