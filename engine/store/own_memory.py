"""The memory of a person's own bots in the store: one row a bot, as JSON.

The table is made by the first change and has no index, so that the schema stays the same: a store
without it, and one that an older program writes, is whole.
"""

from __future__ import annotations

from engine.files import parse_json
from engine.store.store_file import StoreFile

NEW_TABLE = "CREATE TABLE IF NOT EXISTS own_memory (name TEXT NOT NULL, memory TEXT NOT NULL)"
HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'own_memory'"
EMPTY = "{}"


class StoredOwnMemory:
    """The part of the store that own bots read and write."""

    _file: StoreFile

    def own_memory(self, name: str) -> str:
        """Return the memory of a bot as JSON; a damaged one counts as empty."""
        if not self._file.read(HAS_TABLE):
            return EMPTY
        query = "SELECT memory FROM own_memory WHERE name = ? AND typeof(memory) = 'text'"
        rows = self._file.read(query, (name,))
        text = str(rows[-1][0]) if rows else EMPTY
        try:
            return text if isinstance(parse_json(text), dict) else EMPTY
        except ValueError:
            return EMPTY

    def keep_own_memory(self, name: str, memory: str) -> None:
        """Replace the memory of a bot."""
        with self._file.change() as db:
            db.execute(NEW_TABLE)
            db.execute("DELETE FROM own_memory WHERE name = ?", (name,))
            db.execute("INSERT INTO own_memory VALUES (?, ?)", (name, memory))
