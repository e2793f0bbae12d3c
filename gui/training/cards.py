"""The cards of the training screen: plan, results, bags."""

from __future__ import annotations

from functools import partial

import pygame

from gui.boards.values import score_bar
from gui.inspector.bags import CELL_HEIGHT, BagGrid, bags_legend, curve_card, score_text
from gui.kit import Button, Label, ProgressBar, Spinner, Widget
from gui.kit.command import AndRefresh, Commands
from gui.kit.fields import FieldFault
from gui.kit.forms import number_row, sheet, slider_values
from gui.kit.layout import (
    Box,
    Flexible,
    Grid,
    Layout,
    Length,
    NoShrink,
    Pad,
    Row,
    tx,
)
from gui.kit.widget import Size
from gui.training.model import ITSELF, TrainingModel
from gui.ui import Ui

LARGEST_SLIDER = 100_000


def _above(gap: Length, part: Layout) -> Layout:
    return Pad(part, 0, 0, 0, gap)


# -- the plan --------------------------------------------------------------------------------------


def plan_card(ui: Ui, model: TrainingModel, offered: Commands, and_refresh: AndRefresh) -> Layout:
    """Return the plan: number of games, opponent, buttons."""
    title = ui.tr("training.plan")
    if not model.supported:
        return sheet(title, Label(ui.tr("training.unsupported")), foot=14)
    kind = model.against.partition(":")[0]
    key = f"player.{kind}.sentence" if kind else "training.self_sentence"
    fault = FieldFault(ui.tr(model.fault)) if model.fault is not None else None
    return sheet(
        title,
        _above(4, Label(ui.tr("training.games"))),
        _above(12, _number(ui, model, and_refresh)),
        *([_above(8, fault)] if fault is not None else ()),
        _above(8, Label(ui.tr("training.against"))),
        _above(10, _opponents(ui, model, and_refresh)),
        _above(14, Label(ui.tr(key), 14, quiet=True)),
        _buttons(model, offered),
        gap=0,
        foot=14,
    )


def _number(ui: Ui, model: TrainingModel, and_refresh: AndRefresh) -> Layout:
    """Return slider and field of the number of games."""
    values, busy = slider_values(10, LARGEST_SLIDER, True), model.job is not None
    typed = model.typed if model.fault is not None else None
    keys = ("games slider", "games")
    return number_row(
        ui,
        values,
        model.games,
        and_refresh(model.set_games),
        keys,
        width=124,
        typed=typed,
        enabled=not busy,
    )


def _opponents(ui: Ui, model: TrainingModel, and_refresh: AndRefresh) -> Layout:
    """Return the choice of the opponent: the learner itself or a bot."""
    choose, busy = and_refresh(model.set_against), model.job is not None
    names = {ITSELF: ui.tr("training.self")}
    names |= {text: ui.tr(f"player.{text.partition(':')[0]}.name") for text in model.opponents}
    buttons = [
        Button(
            name,
            partial(choose, text),
            on=text == model.against,
            key=f"against {text}",
            enabled=not busy,
        )
        for text, name in names.items()
    ]
    return Grid(*buttons, columns=2)


def _buttons(model: TrainingModel, offered: Commands) -> Layout:
    main = Box(offered.button("start" if model.job is None else "stop"), height=44, least_width=140)
    reset = Box(offered.button("reset"), height=44)
    return _above(6, Row(NoShrink(main), NoShrink(reset)))


# -- results ---------------------------------------------------------------------------------------


def result_card(ui: Ui, model: TrainingModel) -> Layout:
    """Return the progress of a training and its measured gain."""
    tr, busy = ui.tr, model.job is not None
    title = tr("training.result")
    if model.report is None and not busy:
        return sheet(title, _above(6, Label(tr("training.idle"), quiet=True)), foot=14)
    text = tr("training.progress", done=model.done, whole=model.planned)
    progress = Label(text, 16, bold=True, middle=True, maximum=1)
    fraction = model.done / model.planned if model.planned else 0.0
    rows = [
        _above(
            6,
            Row(
                Spinner("spinner") if busy else None,
                Flexible(progress),
                gap=tx(10),
                height=28,
            ),
        ),
        _above(10, ProgressBar(fraction)),
    ]
    if model.stopping or model.measuring:
        key = "training.stopping" if model.stopping else "training.measuring"
        rows.append(Label(tr(key), 14, quiet=True))
    return sheet(title, *rows, *_scores(ui, model), gap=0, foot=14)


def _scores(ui: Ui, model: TrainingModel) -> list[Layout]:
    tr, report = ui.tr, model.report
    if report is None:
        return []
    key = "training.counts" if model.against else "training.counts_self"
    counts = tr(key, wins=report.wins, draws=report.draws, losses=report.losses)
    scores = (("before", report.before), ("after", report.after))
    return [
        _above(10, Label(counts, 14, quiet=True)),
        *(ScoreRow(tr(f"training.{name}"), score) for name, score in scores),
        Pad(Label(tr("training.score_note", games=report.measured), 14, quiet=True), 0, 6, 0, 4),
    ]


class ScoreRow(Widget):
    """A word, a score of 0 .. 1 as a bar, and the score in digits."""

    def __init__(self, text: str, score: float | None) -> None:
        super().__init__()
        self.text = text
        self.score = score

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        least = self._name_width(ui) + theme.width("100,0 %", 16, True) + 2 * theme.px(16)
        return min(least + theme.tx(160), max(least, width)), theme.tx(32)

    @staticmethod
    def _name_width(ui: Ui) -> int:
        names = [ui.tr(f"training.{name}") for name in ("before", "after")]
        return max(ui.theme.width(name, 16) for name in names)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        theme.blit_text(target, self.text, 16, (rect.x, rect.centery))
        digits = theme.width("100,0 %", 16, True)
        left = rect.x + self._name_width(ui) + theme.px(16)
        bar = pygame.Rect(left, 0, rect.right - digits - theme.px(16) - left, theme.tx(10))
        bar.centery = rect.centery
        if bar.w > theme.tx(20):
            score_bar(ui, target, bar, self.score or 0.0, c.win)
        text = "–" if self.score is None else score_text(ui, self.score)
        theme.blit_text(target, text, 16, (rect.right, rect.centery), bold=True, align=1)


# -- the bags --------------------------------------------------------------------------------------


def bags_card(ui: Ui, model: TrainingModel) -> Layout:
    """Return the learner's bags and its learning curve; both are updated during the training."""
    tr = ui.tr
    known_words = tr("training.nothing")
    if model.loading:
        known_words = tr("training.loading")
    elif model.known:
        known_words = tr("training.known", count=model.known)
    grid = BagGrid(model.bags, model.game, ui, "bags")
    rows = 2 if len(model.bags.bags) > 8 else 1
    return sheet(
        tr("training.bags"),
        _above(2, Label(known_words)),
        _above(10, Label(tr("training.bags_note"), 14, quiet=True)),
        bags_legend(model.bags, ui),
        # Two rows with beads, or six low ones, and the line at the foot.
        _above(12, Box(grid, height=rows * CELL_HEIGHT + 76)),
        curve_card(model.bags, ui),
        gap=0,
        foot=18,
    )
