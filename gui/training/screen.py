"""The training screen: number of games, opponent, results."""

from __future__ import annotations

from collections.abc import Mapping

from engine.registry import name_of
from gui.kit import Icon
from gui.kit.command import Command, by_id
from gui.kit.forms import widest
from gui.kit.layout import Centred, Flow, Layout, Pad, Scroll
from gui.kit.screen import PageScreen
from gui.services import Services
from gui.training.cards import bags_card, plan_card, result_card
from gui.training.model import TrainingModel

REFRESH_SECONDS = 0.1


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
            self._say()
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
        if job is None:
            changed = self.model.poll()
            self._say()
            return changed
        if not job.done and self._since < REFRESH_SECONDS:
            return False
        self._since = 0.0
        changed = self.model.poll()
        self._say()
        if not self.at_work:
            self.rebuild()
            self.widget_group.focus_key("start", ring=self.widget_group.ring)
            return False
        return changed

    def _say(self) -> None:
        """Notify the faults of the model."""
        for notice in self.model.notices.take():
            self.services.notify(notice.text, notice.fault)

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
            self._say()
            self.rebuild()
            self.services.notify("training.reset_done")

    # -- display -------------------------------------------------------------------------------

    def top(self) -> Layout:
        game = name_of(self.model.game_id)
        return self.bar(self.tr("training.heading", game=game), self.tr("training.subtitle"))

    def page(self) -> Layout:
        ui, model = self.ui, self.model
        cards = Flow(
            plan_card(ui, model, self.offered(), self.and_refresh),
            result_card(ui, model),
            bags_card(ui, model) if model.supported else None,
            least=420,
        )
        return Scroll(Pad(Centred(cards, widest), 24, 20, 24, 24))
