"""The cards of the training screen: the plan, what came of it, the bags."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from engine.registry import BOTS, default_text, supported_players
from gui.controls import Button, Icon, Kind, Label, Progress, Slider, Spinner, TextField
from gui.controls.fields import FieldFault
from gui.scenes.sheets import Column
from gui.scenes.training_rows import BagRow, ScoreRow
from gui.setup.model import slider_values

if TYPE_CHECKING:
    from engine.bots.training import TrainingReport
    from gui.scenes.training import TrainingScene

LARGEST_SLIDER = 100_000
ITSELF = ""  # the opponent of a learner that plays both sides


class TrainingCards:
    """Builds the cards from what the scene knows."""

    def __init__(self, scene: TrainingScene) -> None:
        self.scene = scene
        self.ui = scene.ui
        self.tr = scene.tr

    def plan(self, column: Column) -> None:
        """What is to be done: games, opponent, the buttons."""
        scene = self.scene
        if scene.unsupported:
            column.words(self.tr("training.unsupported"))
            return
        busy = scene.job is not None
        self._number(column, busy)
        column.words(self.tr("training.against"))
        column.gap(8)
        self._opponents(column, busy)
        kind = scene.against.partition(":")[0]
        key = f"player.{kind}.sentence" if kind else "training.self_sentence"
        column.words(self.tr(key), 14, quiet=True)
        column.gap(14)
        self._buttons(column, busy)

    def _number(self, column: Column, busy: bool) -> None:
        """Slider and field of the number of games."""
        scene = self.scene
        theme = self.ui.theme
        values = slider_values(10, LARGEST_SLIDER, True)
        nearest = min(range(len(values)), key=lambda i: abs(values[i] - scene.games))
        column.words(self.tr("training.games"))
        column.gap(4)
        high, field_width = theme.tx(40), theme.tx(124)
        row = pygame.Rect(column.x, column.y, column.width, high)
        field = TextField(
            pygame.Rect(row.right - field_width, row.y, field_width, high),
            scene.typed if scene.fault is not None else self.ui.tr.number(scene.games),
            commit=scene.set_games, key="games", align=1.0, faulty=scene.fault is not None,
        )  # fmt: skip
        slider = Slider(
            pygame.Rect(row.x, row.y, row.w - field_width - theme.px(12), high),
            nearest, len(values) - 1,
            lambda index: self._slide(values[index], field), "games slider",
        )  # fmt: skip
        field.enabled = slider.enabled = not busy
        column.add(slider)
        column.add(field)
        column.gap(12)
        if scene.fault is not None:
            words = self.tr(scene.fault)
            tall = Label.height(self.ui, words, 14, column.width - theme.tx(30))
            column.add(FieldFault(pygame.Rect(column.x, column.y, column.width, tall), words))
            column.gap(8)

    def _slide(self, number: int, field: TextField) -> None:
        """The slider moves: the field follows without a new layout, so that it stays in hand."""
        scene = self.scene
        scene.games, scene.fault = number, None
        field.show(self.ui.tr.number(number))
        scene.touch()

    def _opponents(self, column: Column, busy: bool) -> None:
        scene = self.scene
        theme = self.ui.theme
        kinds = [kind for kind in supported_players(scene.game) if not BOTS[kind].learns]
        choices = [(self.tr("training.self"), ITSELF)]
        choices += [(self.tr(f"player.{kind}.name"), default_text(BOTS[kind])) for kind in kinds]
        gap = theme.px(8)
        columns = 2 if column.width >= theme.tx(300) else 1
        wide, high = (column.width - gap * (columns - 1)) // columns, theme.tx(40)
        top = column.y
        for index, (label, text) in enumerate(choices):
            row, place = divmod(index, columns)
            box = pygame.Rect(column.x + place * (wide + gap), top + row * (high + gap), wide, high)

            def choose(text: str = text) -> None:
                scene.set_against(text)

            on = text == scene.against
            column.add(Button(box, label, choose, on=on, key=f"against {text}", enabled=not busy))
        column.gap(10)

    def _buttons(self, column: Column, busy: bool) -> None:
        scene = self.scene
        theme, tr = self.ui.theme, self.tr
        high, gap = theme.tx(44), theme.px(8)
        if busy:
            main = (tr("training.stop"), scene.stop, Icon.STOP, "stop", not scene.stopping)
        else:
            main = (tr("training.start"), scene.start, Icon.PLAY, "start", scene.fault is None)
        can_forget = not busy and scene.known > 0
        other = (tr("training.reset"), scene.ask_reset, Icon.BIN, "reset", can_forget)
        widths = [Button.width_for(self.ui, spec[0], spec[2]) for spec in (main, other)]
        widths[0] = max(widths[0], theme.tx(140))
        stacked = sum(widths) + gap > column.width
        x, y = column.x, column.y
        for spec, wide, kind in zip((main, other), widths, (Kind.PRIMARY, Kind.PLAIN), strict=True):
            label, action, image, key, enabled = spec
            box = pygame.Rect(x, y, column.width if stacked else wide, high)
            column.add(Button(box, label, action, kind=kind, image=image, key=key, enabled=enabled))
            x, y = (x, box.bottom + gap) if stacked else (box.right + gap, y)
        column.gap(6)

    def result(self, column: Column) -> None:
        """How far a training is, and what it was worth."""
        scene = self.scene
        theme, tr, report = self.ui.theme, self.tr, scene.report
        if report is None and scene.job is None:
            column.words(tr("training.idle"), quiet=True)
            column.gap(6)
            return
        done = report.games if report is not None else 0
        planned = report.planned if report is not None else scene.games
        line = theme.tx(28)
        indent = 0
        if scene.job is not None:
            place = pygame.Rect(column.x, column.y, theme.tx(22), line)
            column.widgets.append(Spinner(place, "spinner"))
            indent = theme.tx(34)
        words = tr("training.progress", done=done, whole=planned)
        label = pygame.Rect(column.x + indent, column.y, column.width - indent, line)
        column.add(Label(label, words, 16, bold=True, middle=True, most=1))
        column.gap(6)
        bar = pygame.Rect(column.x, column.y, column.width, theme.tx(8))
        column.add(Progress(bar, done / planned if planned else 0.0))
        column.gap(10)
        if scene.job is not None and scene.stopping:
            column.words(tr("training.stopping"), 14, quiet=True)
        elif scene.job is not None and (report is None or report.before is None or done >= planned):
            column.words(tr("training.measuring"), 14, quiet=True)
        if report is not None:
            self._scores(column, report)

    def _scores(self, column: Column, report: TrainingReport) -> None:
        tr = self.tr
        key = "training.counts" if self.scene.against else "training.counts_self"
        counts = tr(key, wins=report.wins, draws=report.draws, losses=report.losses)
        column.words(counts, 14, quiet=True)
        column.gap(10)
        high = self.ui.theme.tx(32)
        for word, score in (("before", report.before), ("after", report.after)):
            place = pygame.Rect(column.x, column.y, column.width, high)
            column.add(ScoreRow(place, tr(f"training.{word}"), score))
        column.gap(6)
        column.words(tr("training.score_note"), 14, quiet=True)
        column.gap(4)

    def bags(self, column: Column) -> None:
        """What the learner knows of the first positions."""
        scene = self.scene
        tr, theme = self.tr, self.ui.theme
        known = tr("training.known", count=scene.known) if scene.known else tr("training.nothing")
        column.words(known)
        column.gap(2)
        column.words(tr("training.bags_note"), 14, quiet=True)
        column.gap(10)
        room = max((theme.width(place, 14, mono=True) for place, _ in scene.bags), default=0)
        for place, moves in scene.bags:
            rect = pygame.Rect(column.x, column.y, column.width, theme.tx(30))
            column.add(BagRow(rect, place, moves, min(room, column.width // 2)))
        column.gap(4)
