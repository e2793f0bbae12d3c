"""The training of a learner, without a window: plan, games, bags."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.context import Context
from engine.messages import JouonsError, Message
from engine.protocols import START_COUNT, Game, Learning, OptionError, game_key
from engine.registry import BOTS, default_text, make_bot, make_game, supported_players
from engine.store.store import Store
from gui.app_context import NoticeQueue
from gui.i18n import typed_number
from gui.inspector.bags_view_model import BagsViewModel, are_boards, bag_list
from gui.worker import JobSlot, Worker

if TYPE_CHECKING:
    from engine.bots.learner import Learner
    from engine.bots.training import TrainingReport
    from engine.trace.bags import BagEntry
    from gui.worker import Job

FEWEST, MOST, USUAL = 1, 1_000_000, 1_000
ITSELF = ""  # the opponent value of a learner that plays both sides
NamedBags = list[tuple[Any, "BagEntry"]]  # a position of each bag, and the names of its moves


def _name_bags(game: Game[Any], context: Context[Any]) -> NamedBags:
    from engine.bots.learner import Bags
    from engine.trace.bags import bag_entry, bag_states

    bags, states = Bags(game), bag_states(game, game.initial(), context.check)
    named = []
    for key, state in states.items():
        context.check()
        bag = [(real[0], START_COUNT) for real in bags.place(state).real]
        named.append((state, bag_entry(game, key, state, bag, False)))
    return named


class TrainingModel:
    """The learner of one game with its options, stored bags included."""

    def __init__(
        self,
        game_id: str,
        options: Mapping[str, str],
        worker: Worker,
        store: Callable[[], Store],
        own_store: Callable[[], Store],
    ) -> None:
        self.game_id = game_id
        self.game: Any = make_game(game_id, options)
        self.supported = make_bot("learner").supports(self.game) is None
        self.games = USUAL
        self.against = ITSELF
        self.fault: Message | None = None
        self.job: Job[TrainingReport] | None = None
        self.report: TrainingReport | None = None  # of the last training
        self.known = 0
        self.notices = NoticeQueue()
        self._worker = worker
        self._store = store
        self._own_store = own_store
        self.opponents = tuple(
            default_text(BOTS[kind])
            for kind in supported_players(self.game)
            if not BOTS[kind].learns
        )
        self.typed = ""  # the number of games, while it is invalid
        self._named: NamedBags | None = None
        self._naming: JobSlot[NamedBags] = JobSlot(worker)  # a walk through the whole game
        self.bags = self._no_bags = BagsViewModel((), are_boards(self.game), None, 0, ())

    # -- the plan --------------------------------------------------------------------------------

    def set_games(self, text: str) -> None:
        """Set a typed number of games; an invalid one is stored as a fault."""
        try:
            self.games, self.fault = typed_number(text, FEWEST, MOST), None
        except OptionError as error:
            self.fault, self.typed = error.message, text

    def set_against(self, text: str) -> None:
        """Choose the opponent; "" is the learner itself."""
        self.against = text

    # -- the games -------------------------------------------------------------------------------

    def start(self, seed: int) -> None:
        """Start the training in the worker, unless one is running or there is a fault."""
        from engine.bots.training import TrainingReport, train

        if self.job is not None or self.fault is not None or not self.supported:
            return
        game, games, against = self.game, self.games, self.against

        def work(context: Context[Any]) -> TrainingReport:
            store = self._own_store()
            try:
                store.check_writable()
                opponent = make_bot(against, store) if against else None
                return train(game, _learner(store), games, opponent, seed, context)
            finally:
                store.close()

        self.report = TrainingReport(games, 0, 0, 0, 0)
        self.job = self._worker.submit(work, seed)

    def stop(self) -> None:
        """Stop playing; the learned bags are saved and measured."""
        if self.job is not None:
            self.job.hurry()

    @property
    def measuring(self) -> bool:
        """Whether it is measured against random moves, before the first game or after the last."""
        report = self.report if self.job is not None else None
        return report is not None and (report.before is None or report.games >= report.planned)

    @property
    def stopping(self) -> bool:
        """Whether the training ends after the final measurement."""
        return self.job is not None and self.job.context.hurry

    def leave(self) -> None:
        """End the training at once; the learned bags are saved."""
        self._naming.cancel()
        if self.job is not None:
            self.job.cancel()

    def poll(self) -> bool:
        """Poll the jobs; true when there is something new to show."""
        job, named = self.job, self._naming.take()
        if named is not None:
            self._named = named.result
        if job is None:
            if self._named is not None and named is not None:
                self.read()
            return named is not None
        if job.done:
            self.job = None
            begun = self.report is not None and self.report.games > 0
            self.report = job.result or (self.report if begun else None)
            if job.error is not None:
                self.notices.add(job.error, fault=True)
            self.read()
            return True
        report: TrainingReport | None = job.latest
        if report is None or report is self.report:
            return named is not None
        self.report = report
        if report.bags and self._named is not None:
            self.known = report.known
            self._show(self._named, report.bags, report.learning)
        return True

    # -- the bags --------------------------------------------------------------------------------

    def read(self) -> None:
        """Read every bag and the learning curve from the store, once the bags have their names."""
        self.known, self.bags = 0, self._no_bags
        if not self.supported:
            return
        named = self._named
        if named is None:
            if not self._naming:
                self._naming.submit(partial(_name_bags, self.game))
            return
        store, key = self._store, game_key(self.game)
        try:
            bags = _learner(store()).bags(self.game)
            self.known = bags.learned
            counts = [bags.counts(bags.place(state)) for state, _ in named]
            self._show(named, counts, store().learning(key))
        except JouonsError as error:
            self.notices.add(error.message, fault=True)

    @property
    def loading(self) -> bool:
        """Whether the bags are not known yet."""
        return bool(self._naming)

    def _show(self, named: NamedBags, counts: Sequence[Sequence[int]], learning: Learning) -> None:
        """Set the view model of the bags; `counts` are their beads by position."""
        entries = []
        for (_, entry), beads in zip(named, counts, strict=True):
            names = [name for name, _ in entry.moves]
            entries.append(replace(entry, moves=tuple(zip(names, beads, strict=True))))
        bags = bag_list(entries, learning.grown)
        self.bags = replace(self._no_bags, bags=bags, games=learning.games, curve=learning.curve)

    def reset(self) -> None:
        """Refill every bag to its start. Raises JouonsError when that cannot be saved."""
        _learner(self._store()).reset(self.game)
        self.report = None
        self.read()


def _learner(store: Store) -> Learner:
    learner: Learner = make_bot("learner", store)  # type: ignore[assignment]
    return learner
