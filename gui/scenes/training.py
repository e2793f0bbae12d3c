"""Training the learner: how many games, against whom, and what has come of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from engine.context import Context
from engine.messages import JouonsError, Message
from engine.protocols import bag_key, game_key
from engine.registry import make_bot, make_game
from gui.controls import Icon, Widget
from gui.kit.popup import Choice
from gui.scenes.base import WidgetScene
from gui.scenes.sheets import Filler, flow, middle_area
from gui.scenes.training_cards import ITSELF, TrainingCards
from gui.scenes.training_rows import first_positions
from gui.services import Services

if TYPE_CHECKING:
    from engine.bots.learner import Learner
    from engine.bots.training import TrainingReport
    from gui.worker import Job

FEWEST, MOST, USUAL = 1, 1_000_000, 1_000
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

    @property
    def at_work(self) -> bool:
        return self.job is not None

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
                self.bags.append((bag_key(self.game, state), names))
        except JouonsError as error:
            self.services.notify(error.message, fault=True)

    # -- training ------------------------------------------------------------------------------

    def start(self) -> None:
        """Train in the worker."""
        from engine.bots.training import train
        from engine.store import Store

        if self.job is not None or self.fault is not None or self.unsupported:
            return
        game, games, against = self.game, self.games, self.against
        folder, seed = self.services.folder, self.services.fresh_seed()

        def work(context: Context[Any]) -> TrainingReport:
            # A store of its own: here it may wait for other programs, the window's may not.
            store = Store(folder)
            try:
                learner: Learner = make_bot("learner", store)  # type: ignore[assignment]
                opponent = make_bot(against, store) if against else None
                return train(game, learner, games, opponent, seed, context)
            finally:
                store.close()

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
        filled = TrainingCards(self)
        cards: list[tuple[str, Filler]] = [
            (tr("training.plan"), filled.plan),
            (tr("training.result"), filled.result),
        ]
        if not self.unsupported:
            cards.append((tr("training.bags"), filled.bags))
        widgets, bottom = flow(self.ui, area, cards, theme.tx(420))
        self.body = pygame.Rect(0, top, self.size[0], self.size[1] - top)
        self.content_height = bottom + theme.px(24) - top
        return [*bar, *widgets]
