"""Training the learner: how many games, against whom, and what has come of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from engine.context import Context
from engine.messages import JouonsError, Message
from engine.protocols import game_key
from engine.registry import BOTS, default_text, make_bot, make_game, supported_players
from gui.controls import (
    Button,
    Icon,
    Kind,
    Label,
    Progress,
    Slider,
    Spinner,
    TextField,
    Widget,
)
from gui.controls.fields import FieldFault
from gui.scenes.base import WidgetScene
from gui.scenes.match_start import fresh_seed
from gui.scenes.popups import Choice
from gui.scenes.setup_player import slider_values
from gui.scenes.sheets import Column, Filler, flow, middle_area
from gui.scenes.training_rows import BagRow, ScoreRow, first_positions
from gui.services import Services

if TYPE_CHECKING:
    from engine.bots.learner import Learner
    from engine.bots.training import TrainingReport
    from gui.worker import Job

FEWEST, MOST, USUAL = 1, 1_000_000, 1_000
LARGEST_SLIDER = 100_000
ITSELF = ""
REFRESH_SECONDS = 0.1


class TrainingScene(WidgetScene):
    """The learner of one game with its options; its memory is that of the store."""

    def __init__(self, services: Services, game_id: str, options: Mapping[str, str]) -> None:
        super().__init__(services)
        self.game_id = game_id
        self.options = dict(options)
        self.game: Any = make_game(game_id, options)
        self.games = USUAL
        self.against = ITSELF
        self.fault: Message | None = None
        self.typed = ""  # what was typed, while it is faulty
        self.job: Job[TrainingReport] | None = None
        self.report: TrainingReport | None = None
        self.stopping = False
        self._seen = 0
        self._since = 0.0
        self.known = 0
        self.bags: list[tuple[str, list[tuple[str, int]]]] = []

    # -- life ----------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        if self.job is None:
            self._read_bags()
        super().enter(size)

    def leave(self) -> None:
        if self.job is not None:
            self.job.cancel()  # what was learned until now is kept

    def back(self) -> None:
        """Esc stops a training first, then leaves."""
        if self.job is not None and not self.stopping:
            self.stop()
        else:
            super().back()

    @property
    def unsupported(self) -> bool:
        """Whether the learner cannot play this game at all."""
        return make_bot("learner").supports(self.game) is not None

    def _learner(self) -> Learner:
        learner: Learner = make_bot("learner", self.services.store)  # type: ignore[assignment]
        return learner

    def _read_bags(self) -> None:
        """The bags of the first positions, as they are kept."""
        self.known, self.bags = 0, []
        if self.unsupported:
            return
        try:
            self.known = len(self.services.store.load_bags(game_key(self.game)))
            learner = self._learner()
            for state in first_positions(self.game):
                names = [
                    (self.game.move_text(state, move), count)
                    for move, count in learner.bag(self.game, state).counts
                ]
                self.bags.append((self.game.text(state), names))
        except JouonsError as error:
            self.services.notify(error.message, fault=True)

    # -- training ------------------------------------------------------------------------------

    def start(self) -> None:
        """Train in the worker."""
        from engine.bots.training import train

        if self.job is not None or self.fault is not None or self.unsupported:
            return
        try:
            learner = self._learner()
            opponent = make_bot(self.against, self.services.store) if self.against else None
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return
        game, games, seed = self.game, self.games, fresh_seed(self.services)

        def work(context: Context[Any]) -> TrainingReport:
            return train(game, learner, games, opponent, seed, context)

        self.report, self.stopping, self._seen = None, False, 0
        self.job = self.services.worker.submit(work, seed)
        self.rebuild()
        self.desk.focus_key("stop")

    def stop(self) -> None:
        """No more games; what was learned is kept and measured."""
        if self.job is not None:
            self.stopping = True
            self.job.hurry()
            self.rebuild()

    def tick(self, dt: float) -> None:
        job = self.job
        if job is None:
            return
        self._since += dt
        if job.done:
            self.job = None
            self.report = job.result or self.report
            if job.error is not None:
                self.services.notify(job.error, fault=True)
            self._read_bags()
            self.rebuild()
            self.desk.focus_key("start", ring=self.desk.ring)
        elif job.reports != self._seen and self._since >= REFRESH_SECONDS:
            self._since, self._seen, self.report = 0.0, job.reports, job.latest
            self.rebuild()

    def ask_reset(self) -> None:
        """Forget all, after a question."""
        tr = self.tr
        self.ask(
            tr("training.reset"),
            tr("training.reset_question"),
            [
                Choice(tr("training.reset_yes"), self.reset, Icon.BIN, primary=True),
                Choice(tr("training.cancel"), self.close_popup),
            ],
        )

    def reset(self) -> None:
        """Every bag holds each move once again."""
        try:
            self._learner().reset(self.game)
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return
        self.report = None
        self._read_bags()
        self.rebuild()
        self.services.notify("training.reset_done")

    # -- choices -------------------------------------------------------------------------------

    def set_games(self, text: str) -> None:
        """Take a typed number; a fault is shown below the field."""
        words = text.replace(",", "").replace("\u202f", "").replace(" ", "")
        number = int(words) if words.isascii() and words.isdigit() and len(words) < 9 else 0
        if FEWEST <= number <= MOST:
            self.games, self.fault = number, None
        else:
            values = {"text": text[:20], "low": FEWEST, "high": MOST}
            self.fault, self.typed = Message("training.number_fault", values), text
        self.rebuild()

    def set_against(self, text: str) -> None:
        """Choose the opponent; the empty text is the learner itself."""
        self.against = text
        self.rebuild()

    # -- building ------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        theme, tr = self.ui.theme, self.tr
        title = tr("training.heading", game=Message(f"game.{self.game_id}.name"))
        bar = self.top_bar(title, tr("training.subtitle"))
        top = self.bar_height()
        area = middle_area(self.ui, self.size, top + theme.px(20))
        cards: list[tuple[str, Filler]] = [
            (tr("training.plan"), self._plan),
            (tr("training.result"), self._result),
        ]
        if not self.unsupported:
            cards.append((tr("training.bags"), self._bags))
        widgets, bottom = flow(self.ui, area, cards, theme.tx(420))
        self.body = pygame.Rect(0, top, self.size[0], self.size[1] - top)
        self.content_height = bottom + theme.px(24) - top
        return [*bar, *widgets]

    def _plan(self, column: Column) -> None:
        if self.unsupported:
            column.words(self.tr("training.unsupported"))
            return
        busy = self.job is not None
        self._number(column, busy)
        column.words(self.tr("training.against"))
        column.gap(8)
        self._opponents(column, busy)
        kind = self.against.partition(":")[0]
        key = f"player.{kind}.sentence" if kind else "training.self_sentence"
        column.words(self.tr(key), 14, quiet=True)
        column.gap(14)
        self._buttons(column, busy)

    def _number(self, column: Column, busy: bool) -> None:
        """Slider and field of the number of games."""
        theme = self.ui.theme
        values = slider_values(10, LARGEST_SLIDER, True)
        nearest = min(range(len(values)), key=lambda i: abs(values[i] - self.games))
        column.words(self.tr("training.games"))
        column.gap(4)
        high, field_width = theme.tx(40), theme.tx(124)
        row = pygame.Rect(column.x, column.y, column.width, high)
        field = TextField(
            pygame.Rect(row.right - field_width, row.y, field_width, high),
            self.typed if self.fault is not None else self.ui.tr.number(self.games),
            commit=self.set_games, key="games", align=1.0, faulty=self.fault is not None,
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
        if self.fault is not None:
            words = self.tr(self.fault)
            tall = Label.height(self.ui, words, 14, column.width - theme.tx(30))
            column.add(FieldFault(pygame.Rect(column.x, column.y, column.width, tall), words))
            column.gap(8)

    def _slide(self, number: int, field: TextField) -> None:
        """The slider moves: the field follows without a new layout, so that it stays in hand."""
        self.games, self.fault = number, None
        field.show(self.ui.tr.number(number))
        self.touch()

    def _opponents(self, column: Column, busy: bool) -> None:
        theme = self.ui.theme
        kinds = [kind for kind in supported_players(self.game) if kind != "learner"]
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
                self.set_against(text)

            on = text == self.against
            column.add(Button(box, label, choose, on=on, key=f"against {text}", enabled=not busy))
        column.gap(10)

    def _buttons(self, column: Column, busy: bool) -> None:
        theme, tr = self.ui.theme, self.tr
        high, gap = theme.tx(44), theme.px(8)
        if busy:
            main = (tr("training.stop"), self.stop, Icon.STOP, "stop", not self.stopping)
        else:
            main = (tr("training.start"), self.start, Icon.PLAY, "start", self.fault is None)
        can_forget = not busy and self.known > 0
        other = (tr("training.reset"), self.ask_reset, Icon.BIN, "reset", can_forget)
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

    def _result(self, column: Column) -> None:
        theme, tr, report = self.ui.theme, self.tr, self.report
        if report is None and self.job is None:
            column.words(tr("training.idle"), quiet=True)
            column.gap(6)
            return
        done = report.games if report is not None else 0
        planned = report.planned if report is not None else self.games
        line = theme.tx(28)
        indent = 0
        if self.job is not None:
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
        if self.job is not None and self.stopping:
            column.words(tr("training.stopping"), 14, quiet=True)
        elif self.job is not None and (report is None or report.before is None or done >= planned):
            column.words(tr("training.measuring"), 14, quiet=True)
        if report is not None:
            self._scores(column, report)

    def _scores(self, column: Column, report: TrainingReport) -> None:
        tr = self.tr
        key = "training.counts" if self.against else "training.counts_self"
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

    def _bags(self, column: Column) -> None:
        tr, theme = self.tr, self.ui.theme
        known = tr("training.known", count=self.known) if self.known else tr("training.nothing")
        column.words(known)
        column.gap(2)
        column.words(tr("training.bags_note"), 14, quiet=True)
        column.gap(10)
        room = max((theme.width(place, 14, mono=True) for place, _ in self.bags), default=0)
        for place, moves in self.bags:
            rect = pygame.Rect(column.x, column.y, column.width, theme.tx(30))
            column.add(BagRow(rect, place, moves, min(room, column.width // 2)))
        column.gap(4)
