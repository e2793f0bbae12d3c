"""Model of the card of an own bot: its figures of each game, measured in the background."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.arena.card import MOST_FAULTS, CardProcess, GameCard, games_of
from engine.context import Context
from engine.messages import JouonsError, Message
from engine.own.bot import OwnTask, own_tasks, text_of
from engine.own.source import OwnSource
from engine.protocols import OwnMemory
from engine.registry import parse_player
from gui.own.files import LOOK_SECONDS
from gui.worker import JobSlot, Worker

POSITIONS = 200  # of each game
SEED = 0
CLOSING_SECONDS = 2.0


@dataclass
class BotCard:
    """The figures of one bot; `hashes` names the text that those of a game belong to."""

    source: OwnSource | None = None  # the text measured last
    games: Sequence[str] = ()
    cards: dict[str, GameCard] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)
    measured: str = ""  # the hash of the last text whose measuring came to its end
    playing: str = ""  # the game that is being measured
    fault: Message | None = None

    def is_old(self, game: str) -> bool:
        """Whether the figures of a game are those of a former text."""
        return self.source is None or self.hashes.get(game) != self.source.hash

    def is_complete(self, game: str) -> bool:
        """Whether a game has all its positions, or as many faults as end it."""
        card = self.cards.get(game)
        if card is None or self.is_old(game):
            return False
        return card.positions >= POSITIONS or len(card.faults) >= MOST_FAULTS

    @property
    def done(self) -> int:
        """The number of games that are complete."""
        return sum(map(self.is_complete, self.games))

    def fraction(self) -> float:
        """Return how much is done, 0 to 1."""
        card = self.cards.get(self.playing)
        begun = 0 if card is None or self.is_complete(self.playing) else card.positions
        return (self.done + begun / POSITIONS) / max(1, len(self.games))


class CardModel:
    """The cards of all bots; measures one of them at a time, and goes on after an edit."""

    def __init__(self, memory: Callable[[], OwnMemory]) -> None:
        self.player = ""
        self.card = BotCard()
        self._memory = memory
        self._cards: dict[str, BotCard] = {}
        self._worker = Worker()  # bots at the table do not wait for a card
        self._slot: JobSlot[None] = JobSlot(self._worker)
        self._shown: tuple[object, ...] = ()
        self._since = 0.0

    @property
    def running(self) -> bool:
        return bool(self._slot)

    @property
    def path(self) -> Path | None:
        """The file of the bot, if its text was read."""
        return Path(self.card.source.path) if self.card.source is not None else None

    @property
    def changed_at(self) -> str:
        """The time of the last change of the file, as ISO text; "" if it cannot be read."""
        with suppress(OSError):
            if self.path is not None:
                return datetime.fromtimestamp(self.path.stat().st_mtime, UTC).isoformat()
        return ""

    def open(self, player: str) -> None:
        """Show the card of a bot, and measure what is missing of its present text."""
        if player != self.player:
            self.stop()
            self.player, self.card = player, self._cards.setdefault(player, BotCard())
            self._text = text_of(parse_player(player).suffix)
        if not self.running:
            self._look()

    def measure(self) -> None:
        """Measure the present text anew."""
        self.stop()
        self.card.hashes.clear()
        self.go_on()

    def go_on(self) -> None:
        """Measure what is missing of the present text."""
        card, suffix = self.card, parse_player(self.player).suffix
        card.fault = None
        try:
            task = own_tasks([suffix], self._memory())[suffix]
            card.source = task.source
            card.games = games_of(task.source, None)
        except JouonsError as error:
            card.fault = error.message
            return
        left = [game for game in card.games if not card.is_complete(game)]
        self._slot.submit(lambda context: _measure(context, card, task, left))

    def stop(self) -> None:
        """End the measuring; the figures so far remain."""
        self._slot.cancel()
        self.card.playing = ""

    def update(self, dt: float) -> bool:
        """Follow the file and the measuring; true when there is something new to show."""
        self._since += dt
        if self.player and self._since >= LOOK_SECONDS:
            self._since = 0.0
            self._look(edited_only=True)
        card = self.card
        if self._slot.job is not None and self._slot.job.latest is not None:
            card.playing = self._slot.job.latest
        job = self._slot.take()
        if job is not None:
            card.playing, card.fault = "", job.error
            card.measured = "" if job.error or card.source is None else card.source.hash
        at = card.cards.get(card.playing)
        count = at.positions if at is not None else 0
        now = (self.player, self.running, card.playing, count, card.fault, card.source)
        changed, self._shown = now != self._shown, now
        return changed

    def close(self) -> None:
        """End the measuring with the program, and wait shortly for its process to end."""
        job = self._slot.job
        self.stop()
        self._worker.close()
        end = time.monotonic() + CLOSING_SECONDS
        while job is not None and not job.done and time.monotonic() < end:
            time.sleep(0.01)

    def _look(self, edited_only: bool = False) -> None:
        """Begin with a text that was not measured, or, with `edited_only`, with a new one."""
        card = self.card
        try:
            source = self._text.current()
        except JouonsError as error:
            self.stop()
            card.source, card.fault = None, error.message
            return
        edited = card.source is None or source.hash != card.source.hash
        if edited or not (edited_only or card.measured == source.hash):
            self.stop()
            self.go_on()


def _measure(context: Context[Any], card: BotCard, task: OwnTask, games: Sequence[str]) -> None:
    """Measure games one after the other; runs in the thread of the model."""
    process = CardProcess(task, games, POSITIONS, SEED)
    try:
        for each in process.cards():
            context.check()
            if each is not None:
                context.report(each.game)
                card.cards[each.game] = each
                card.hashes[each.game] = task.source.hash
    finally:
        process.close()
