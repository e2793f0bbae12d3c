"""The card of a person's bot, computed in a process of its own: a window beside it stays smooth."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection

from engine.arena.card import GameCard, measured
from engine.arena.pool import begin_with_parent
from engine.interrupt import InterruptShield
from engine.messages import JouonsError, Message
from engine.own.bot import OwnTask

POLL = 0.05  # seconds


class CardProcess:
    """One run of a card; `close` ends it, and with it the process of the bot."""

    def __init__(self, task: OwnTask, games: Sequence[str], count: int, seed: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, there = context.Pipe(duplex=False)
        work = (there, task, tuple(games), count, seed)
        with InterruptShield():
            self._process = context.Process(target=_send_cards, args=work, daemon=True)
            self._process.start()
        there.close()

    def cards(self) -> Iterator[GameCard | None]:
        """Yield the growing cards after each position, and None while nothing is new.

        Raises OwnFault for a text that cannot be loaded, JouonsError if the process died.
        """
        while True:
            if not self._pipe.poll(POLL):
                yield None
                continue
            try:
                received = self._pipe.recv()
            except (EOFError, OSError):
                raise JouonsError("own.card_died") from None
            if received is None:
                return
            if isinstance(received, Message):
                raise JouonsError(received.key, **received.values)
            yield received

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.join()
        self._pipe.close()


def _send_cards(
    pipe: Connection, task: OwnTask, games: Sequence[str], count: int, seed: int
) -> None:
    """Send the card after each position, and None at the end; runs in the process."""
    begin_with_parent()
    with suppress(OSError):  # nobody reads any more
        try:
            for card in measured(task, games, count, seed):
                pipe.send(card)
            pipe.send(None)
        except JouonsError as error:
            pipe.send(error.message)
