"""The model of unfinished games, for the menu and the list. No pygame."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from engine.messages import JouonsError, Message, message
from engine.registry import ALL_GAMES, PUZZLES, is_own, name_of
from engine.saves import from_json, is_lab
from gui.boards import handlings_of
from gui.boards.words import own_key, pair_words
from gui.i18n import Translator, ago
from gui.lab.saving import LabSummary, read_summary
from gui.match.table import GameTable, table_from_save
from gui.protocols import Open
from gui.write_queue import UnfinishedEntry, WriteQueue

if TYPE_CHECKING:
    from engine.store.store import Store


class ResumableGame:
    """An unfinished game; its position is parsed at first use."""

    def __init__(self, entry: UnfinishedEntry) -> None:
        self.entry = entry

    @cached_property
    def table(self) -> GameTable | LabSummary | Message:
        """The parsed table or lab, or the message why it cannot be opened."""
        try:
            if self._is_lab:
                return read_summary(self.entry.saved, handlings_of(self.entry.game))
            return table_from_save(from_json(self.entry.saved), self.entry.record)
        except JouonsError as error:
            return error.message

    @cached_property
    def _is_lab(self) -> bool:
        game, text = self.entry.game, self.entry.saved  # the file of an own game may have gone
        return is_lab(text) if is_own(game) else game in PUZZLES

    @property
    def sound(self) -> bool:
        """Whether the game can be opened."""
        return not isinstance(self.table, Message)

    def name(self, tr: Translator) -> str:
        game = self.entry.game
        return tr(name_of(game)) if game in ALL_GAMES or is_own(game) else game

    def sentence(self, tr: Translator) -> str:
        """Return one sentence of players, progress and age, or why the game cannot be opened."""
        table = self.table
        if isinstance(table, Message):
            return tr(table)
        if isinstance(table, LabSummary):
            ago_words = ago(self.entry.saved_at)
            return tr("menu.resume_lab", how=lab_words(table, self.entry.game), ago=ago_words)
        players = pair_words(table.players.first, table.players.second, tr, table.game)
        where = tr("menu.resume_where", ply=table.session.ply + 1, ago=ago(self.entry.saved_at))
        return tr("menu.resume_line", players=players, where=where)

    def going_on(self) -> Open:
        """Return the transition that continues the game. Raises JouonsError for an invalid one.

        Parses the game again, because an earlier visit may have changed its table.
        """
        if self._is_lab:
            read_summary(self.entry.saved, handlings_of(self.entry.game))
            return Open("lab", {"puzzle": self.entry.game, "kept": self.entry})
        saved = from_json(self.entry.saved)
        return Open("saved_match", {"saved": saved, "record": self.entry.record})


def lab_words(lab: LabSummary, puzzle_id: str) -> Message:
    if lab.played is not None and not lab.painting:
        ply, length = lab.played
        return message(own_key("lab.played", puzzle_id), n=ply, count=length)
    state = "painting" if lab.painting else "solved" if lab.solved else "untouched"
    if state == "untouched" and lab.moves:
        return message(own_key("lab.turns", puzzle_id), count=lab.moves)
    return Message(own_key(f"lab.{state}", puzzle_id))


class ResumableGames:
    """All unfinished games, the newest first, with a selected one; removals can be undone."""

    def __init__(
        self, write_queue: WriteQueue, store: Callable[[], Store], wanted: str = ""
    ) -> None:
        self.write_queue = write_queue
        self.store = store
        self.wanted = wanted  # the game whose newest entry is selected first
        self.games: list[ResumableGame] = []
        self.chosen = 0

    def read(self) -> None:
        """Reload from the store. On JouonsError, which it raises, the list is empty."""
        self.games = []
        self.games = [ResumableGame(entry) for entry in self.write_queue.unfinished(self.store())]
        kinds = [resume.entry.game for resume in self.games]
        if self.wanted in kinds:
            self.chosen = kinds.index(self.wanted)
        self.wanted = ""
        self.chosen = max(0, min(self.chosen, len(self.games) - 1))

    @property
    def sound(self) -> bool:
        """Whether the selected game can be opened."""
        return bool(self.games) and self.games[self.chosen].sound

    def of(self, game: str) -> list[ResumableGame]:
        """Return the unfinished games of one kind."""
        return [resume for resume in self.games if resume.entry.game == game]

    def waiting(self, game: str) -> ResumableGame | None:
        """Return the newest valid unfinished game of one kind, or None."""
        return next((resume for resume in self.of(game) if resume.sound), None)

    @property
    def beyond(self) -> int:
        """The number of unfinished games that no tile continues."""
        kinds = {resume.entry.game for resume in self.games} & set(ALL_GAMES)
        return len(self.games) - sum(self.waiting(game) is not None for game in kinds)

    def remove(self) -> ResumableGame:
        """Remove the selected game and return it. Raises JouonsError on failure."""
        resume = self.games[self.chosen]
        if resume.entry.kept is None:
            raise JouonsError("unfinished.not_written")
        self.write_queue.remove(self.store(), resume.entry.kept)
        self.read()
        return resume

    @property
    def removed(self) -> bool:
        """Whether a removal can be undone."""
        return bool(self.write_queue.removed)

    def restore(self) -> None:
        """Undo the last removal and select the game. Raises JouonsError on failure."""
        back = self.write_queue.restore(self.store())
        self.read()
        rows = [resume.entry.kept for resume in self.games]
        self.chosen = rows.index(back) if back in rows else self.chosen
