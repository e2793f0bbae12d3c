"""The training screen: number of games, opponent, results."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.registry import name_of
from gui.inspector.bags import CELL_HEIGHT, BagGrid, bags_legend, curve_card, score_text
from gui.kit import Button, Icon, Label, ProgressBar, Spinner
from gui.kit.command import AndRefresh, Command, Commands, by_id
from gui.kit.fields import FieldFault
from gui.kit.forms import number_row, sheet, slider_values, widest
from gui.kit.layout import (
    Box,
    Centred,
    Flexible,
    Grid,
    Layout,
    NoShrink,
    Pad,
    Row,
    Scroll,
    two_columns,
    tx,
)
from gui.kit.screen import PageScreen
from gui.services import Services
from gui.training.model import ITSELF, TrainingModel
from gui.ui import Ui

LARGEST_SLIDER = 100_000
REFRESH_SECONDS = 0.1
NAME, FIGURE = 92, 72  # the widths of the words beside a score


# -- the plan --------------------------------------------------------------------------------------


def plan_card(ui: Ui, model: TrainingModel, offered: Commands, and_refresh: AndRefresh) -> Layout:
    """Return the plan: number of games, opponent, buttons."""
    title = ui.tr("training.plan")
    if not model.supported:
        return sheet(title, Label(ui.tr("training.unsupported")), foot=14)
    kind = model.against.partition(":")[0]
    key = f"player.{kind}.sentence" if kind else "training.self_sentence"
    main = Box(offered.button("start" if model.job is None else "stop"), height=44, least_width=140)
    return sheet(
        title,
        Label(ui.tr("training.games")),
        _number(ui, model, and_refresh),
        *([FieldFault(ui.tr(model.fault))] if model.fault is not None else ()),
        Label(ui.tr("training.against")),
        _opponents(ui, model, and_refresh),
        Label(ui.tr(key), 14, quiet=True),
        Row(NoShrink(main), NoShrink(Box(offered.button("reset"), height=44))),
        gap=8,
        foot=18,
    )


def _number(ui: Ui, model: TrainingModel, and_refresh: AndRefresh) -> Layout:
    values, change = slider_values(10, LARGEST_SLIDER, True), and_refresh(model.set_games)
    typed, free = model.typed if model.fault is not None else None, model.job is None
    keys = ("games slider", "games")
    return number_row(ui, values, model.games, change, keys, width=124, typed=typed, enabled=free)


def _opponents(ui: Ui, model: TrainingModel, and_refresh: AndRefresh) -> Layout:
    choose, buttons = and_refresh(model.set_against), []
    names = {ITSELF: ui.tr("training.self")}
    names |= {text: ui.tr(f"player.{text.partition(':')[0]}.name") for text in model.opponents}
    for text, name in names.items():
        button = Button(name, partial(choose, text), key=f"against {text}")
        button.on, button.enabled = text == model.against, model.job is None
        buttons.append(button)
    return Grid(*buttons, columns=2)


# -- results ---------------------------------------------------------------------------------------


def result_card(ui: Ui, model: TrainingModel) -> Layout:
    """Return the progress of a training and its measured gain."""
    tr, title, report = ui.tr, ui.tr("training.result"), model.report
    if report is None:
        return sheet(title, Label(tr("training.idle"), quiet=True), foot=18)
    text = tr("training.progress", done=report.games, whole=report.planned)
    progress = Label(text, 16, bold=True, middle=True, maximum=1)
    turning = Spinner("spinner") if model.job is not None else None
    state: list[Layout] = []
    if model.stopping or model.measuring:
        key = "training.stopping" if model.stopping else "training.measuring"
        state.append(Label(tr(key), 14, quiet=True))
    key = "training.counts" if model.against else "training.counts_self"
    counts = tr(key, wins=report.wins, draws=report.draws, losses=report.losses)
    return sheet(
        title,
        Row(turning, Flexible(progress), gap=tx(10), height=28),
        ProgressBar(report.games / report.planned),
        *state,
        Label(counts, 14, quiet=True),
        _score_row(ui, tr("training.before"), report.before),
        _score_row(ui, tr("training.after"), report.after),
        Label(tr("training.score_note", games=report.measured), 14, quiet=True),
        gap=6,
        foot=18,
    )


def _score_row(ui: Ui, text: str, score: float | None) -> Layout:
    digits = "–" if score is None else score_text(ui, score)
    name, value = Label(text, middle=True), Label(digits, bold=True, align=1.0, middle=True)
    bar = Flexible(Box(ProgressBar(score), height=8, at=0.5))
    return Row(Box(name, NAME), bar, Box(value, FIGURE), gap=16, height=32)


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
        Label(known_words),
        Label(tr("training.bags_note"), 14, quiet=True),
        bags_legend(model.bags, ui),
        # The rest is the line at the foot, and higher stacks.
        Box(grid, height=rows * CELL_HEIGHT + 64),
        curve_card(model.bags, ui),
        gap=6,
        foot=18,
    )


class TrainingScreen(PageScreen):
    """Trains the learner of one game with its options."""

    PREFIX = "training"
    HOME = "start"

    def __init__(self, services: Services, game_id: str, options: Mapping[str, str]) -> None:
        super().__init__(services)
        self.model = TrainingModel(
            game_id, options, services.worker, lambda: services.store, services.own_store
        )
        self._since = 0.0

    # -- life ----------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        if self.model.job is None:
            self.model.read()
        super().enter(size)

    @property
    def wants_worker(self) -> bool:
        return True

    @property
    def at_work(self) -> bool:
        return self.model.job is not None

    def leave(self) -> None:
        self.model.leave()

    def back(self) -> None:
        """Handle Esc: stop a running training, otherwise leave."""
        if self.at_work and not self.model.stopping:
            self.stop()
        else:
            super().back()

    def tick(self, dt: float) -> bool:
        job = self.model.job
        self._since += dt
        if job is not None and not job.done and self._since < REFRESH_SECONDS:
            return False
        self._since = 0.0
        changed = self.model.poll()
        for notice in self.model.notices.take():
            self.services.notify(notice.text, notice.fault)
        if job is None or self.at_work:
            return changed
        self.rebuild()
        self.widget_group.focus_key("start", ring=self.widget_group.ring)
        return False

    # -- actions -------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Command]:
        model = self.model
        return by_id(
            Command("start", self.start, Icon.PLAY, enabled=model.fault is None, primary=True),
            Command("stop", self.stop, Icon.STOP, enabled=not model.stopping, primary=True),
            Command(
                "reset", self.ask_reset, Icon.BIN, enabled=not self.at_work and model.known > 0
            ),
        )

    def start(self) -> None:
        self.model.start(self.services.fresh_seed())
        self.rebuild()
        self.widget_group.focus_key("stop")

    def stop(self) -> None:
        """Stop playing; the learned bags are saved and measured."""
        self.model.stop()
        self.rebuild()

    def ask_reset(self) -> None:
        """Reset the learner after a confirmation."""
        self.ask_before(self.reset, "training.reset", Icon.BIN)

    def reset(self) -> None:
        """Refill every bag to its start."""
        if self.run_or_notify(self.model.reset):
            self.rebuild()
            self.services.notify("training.reset_done")

    # -- display -------------------------------------------------------------------------------

    def top(self) -> Layout:
        game = name_of(self.model.game_id)
        return self.bar(self.tr("training.heading", game=game), self.tr("training.subtitle"))

    def page(self) -> Layout:
        ui, model = self.ui, self.model
        plan = plan_card(ui, model, self.offered(), self.and_refresh)
        bags = [bags_card(ui, model)] if model.supported else []
        cards = two_columns([plan, result_card(ui, model)], bags, 420)
        return Scroll(Pad(Centred(cards, widest), 24, 20, 24, 24))
