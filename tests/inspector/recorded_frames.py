"""A panel without the window round it: a recording, a moment of it, and a place to draw it in."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, lru_cache
from itertools import product
from typing import Any

import pygame
import pytest

from engine.cli.think import record
from engine.context import Context
from engine.protocols import Estimate, Game, Memory, Outcome, Unsolvable, Value
from engine.recording import Line, Recording
from engine.registry import make_game, oracle_for
from engine.solvers.tabulate import exact_estimate
from gui.boards import make_view
from gui.i18n import Translator
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks
from gui.inspector.panels import PANELS
from gui.kit import Background, Label, Sentence, WidgetGroup
from gui.kit.layout import Column, Flexible, Layout, Pad, Scroll, arrange
from gui.paint import Brush
from gui.theme import Theme, ThemeName, page_size
from gui.ui import Ui
from tests.kept import KeptLast
from tests.screen import the_screen

PANEL = (728, 296, 130)  # of the mockup at 1280x800: width, and the heights of picture and table


def truth_of(game: Game[Any], state: Any) -> Callable[[Line], Estimate | None]:
    """The exact estimate of the last move of a line, from the solver of the game."""
    oracle: Any = oracle_for(game)
    known: dict[Line, Estimate | None] = {}

    def truth(line: Line) -> Estimate | None:
        if line not in known:
            known[line] = found(line)
        return known[line]

    def found(line: Line) -> Estimate | None:
        position = state
        for move in line[:-1]:
            position = game.play(position, move)
        mover = game.to_move(position)
        over = game.outcome(game.play(position, line[-1]))
        if over is not None:
            value = Value.DRAW if over is Outcome.DRAW else Value.LOSS
            value = Value.WIN if over is Outcome.win_of(mover) else value
            return exact_estimate(line[-1], value, 1)
        try:
            estimates = oracle.values(position, Context(0)).estimates
        except Unsolvable:
            return None
        return next((each for each in estimates if each.move == line[-1]), None)

    return truth


@dataclass
class Followed:
    """Takes down what was asked for."""

    steps: list[int] = field(default_factory=list)
    chosen: list[Line] = field(default_factory=list)
    toggled: list[Line] = field(default_factory=list)

    def callbacks(self, game: Game[Any], ui: Ui) -> PanelCallbacks:
        """The callbacks that a panel gets, with the real marks of the sides."""
        token = make_view(game, ui).token
        return PanelCallbacks(token, self.steps.append, self.chosen.append, self.toggled.append)


def looked_at(
    game_id: str,
    player: str,
    text: str = "",
    options: Mapping[str, str] | None = None,
    seed: int = 5,
    memory: Memory | None = None,
    known: bool = True,
) -> InspectorFrame:
    """The last moment of a decision; one that no memory plays a part in is kept for a while."""
    chosen = tuple((options or {}).items())
    if memory is None:
        return _forgetful(game_id, player, text, chosen, seed, known)
    return _looked_at(game_id, player, text, chosen, seed, known, memory)


def _looked_at(
    game_id: str,
    player: str,
    text: str,
    options: tuple[tuple[str, str], ...],
    seed: int,
    known: bool,
    memory: Memory | None = None,
) -> InspectorFrame:
    game = make_game(game_id, dict(options))
    state = game.parse(text) if text else game.initial()
    decision, recording = record(game, state, player, seed, memory)
    effort = recording.samples[-1].effort if recording.samples else 0
    sample = recording.samples[-1] if recording.samples else None
    last = len(recording.events) - 1
    truth = truth_of(game, state) if known else lambda line: None
    jumped = recording.left_out > 0
    return InspectorFrame(
        game=game,
        state=state,
        player=player,
        move=decision.move,
        recording=recording,
        step=last,
        sample=sample,
        effort=effort,
        jumped=jumped,
        complete=True,
        truth=truth,
    )


_forgetful = lru_cache(maxsize=3)(_looked_at)


def _efforts(recording: Recording) -> Sequence[int]:
    return PANELS[recording.kind]().efforts(recording)


_efforts_of = KeptLast(_efforts)


def forget_decisions() -> None:
    """Let go of what was recorded: a recording may hold many megabytes."""
    _forgetful.cache_clear()
    _efforts_of.forget()


def at(looked: InspectorFrame, step: int, **changes: Any) -> InspectorFrame:
    """An earlier moment of the same decision."""
    effort = _efforts_of(looked.recording)[step]
    return replace(looked, step=step, effort=effort, jumped=False, **changes)


@cache
def _brush(look: ThemeName) -> Brush:
    """One for all sizes, as the window has it: its cache of pictures is bounded, not their sum."""
    return Brush()


@lru_cache(maxsize=12)  # fonts are loaded, and texts measured, once for all stages of a size
def make_ui(
    size: tuple[int, int] = (1280, 800),
    scale: float = 1.0,
    language: str = "en",
    look: ThemeName = ThemeName.DARK,
) -> Ui:
    """What drawing needs."""
    pygame.display.init()
    pygame.font.init()
    return Ui(Theme(look, size, scale), _brush(look), Translator(language))


def forget_brushes() -> None:
    """Let go of the shapes that were drawn: the next ones are drawn otherwise."""
    _brush.cache_clear()
    make_ui.cache_clear()


@dataclass
class Drawn:
    """A panel laid out: its widgets on a desk, as they lie in the window."""

    ui: Ui
    size: tuple[int, int]
    widget_group: WidgetGroup
    act: Followed
    callbacks: PanelCallbacks


class Part(Enum):
    """What is laid out: where there is little room picture and table are pages of their own."""

    BOTH = 0
    PICTURE = 1
    TABLE = 2


def stage(
    panel: Panel,
    looked: InspectorFrame,
    ui: Ui,
    size: tuple[int, int] | None = None,
    part: Part = Part.BOTH,
) -> Drawn:
    """The sentence, the picture and the table of a panel in a place of its own."""
    theme = ui.theme
    width, picture, table = (theme.px(length) for length in PANEL)
    size = size or (width + theme.px(40), picture + table + theme.px(60) + theme.tx(56))
    act = Followed()
    callbacks = act.callbacks(looked.game, ui)
    sentence = panel.sentence(looked)
    parts: list[Layout | None] = []
    if part is not Part.TABLE:
        told = ui.tr(sentence) if sentence else "…"
        on_page = part is Part.PICTURE  # where the frame gives it three lines
        parts += [Sentence(told, 16, 3, "sentence") if on_page else Label(told, 16)]
        parts += [Flexible(panel.picture(looked, ui, callbacks))]
    figures = panel.table(looked, ui, callbacks)
    if part is Part.TABLE and figures is not None:
        parts += [Flexible(Scroll(figures))]  # as the frame has it on its page
    elif part is Part.BOTH:
        parts += [figures]
    layout = Pad(Column(*parts, gap=8), 20)
    widget_group = WidgetGroup(ui)
    rect = pygame.Rect((0, 0), size)
    ground = next(iter(Background().place(ui, rect)))
    widget_group.rebuild([ground, *arrange(ui, layout, rect)])
    return Drawn(ui, size, widget_group, act, callbacks)


def picture_of(drawn: Drawn) -> pygame.Surface:
    """What it looks like."""
    pygame.display.set_mode(drawn.size)
    screen = the_screen()
    drawn.widget_group.draw(screen)
    return screen


# The place a panel has in the window, as the frame gives it: whole, or a page of it.
PLACES = [
    ((1280, 800), None, Part.BOTH),
    ((960, 640), (700, 420), Part.PICTURE),
    ((960, 640), (700, 420), Part.TABLE),
    ((2560, 1440), None, Part.BOTH),
]


SCALES = (0.75, 1.0, 1.5, 2.0)
HALVES = {"en": SCALES[::2], "fr": SCALES[1::2]}  # of the scales; in other languages all
in_languages = pytest.mark.parametrize(
    "language", [*HALVES, pytest.param("de", marks=pytest.mark.full)]
)


def every_stage(panel: Panel, looked: InspectorFrame, language: str) -> Iterator[Drawn]:
    """The panel at every size, and at the scales of text that a language is looked at in.

    In a window without the designed room it stands on a page that has it.
    """
    for (size, place, part), scale in product(PLACES, HALVES.get(language, SCALES)):
        if page_size(size, scale) != size:
            continue
        apart = part is Part.BOTH and scale > 1
        for each in (Part.PICTURE, Part.TABLE) if apart else (part,):
            yield stage(panel, looked, make_ui(size, scale, language), place, each)
