"""The bots folder as the window sees it: its files, read again once they change. No pygame here."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.folders import own_settings
from engine.messages import JouonsError, Message
from engine.own.bot import NamedText, OwnBot, check_loads
from engine.own.faults import OwnFault
from engine.own.games import rules_of
from engine.own.source import ENDING, FileKind, OwnSource
from engine.protocols import Game
from engine.registry import OWN, make_game, own_name

LETTERS = 4
LOOK_SECONDS = 0.3  # between two looks at a file or the folder


@dataclass(frozen=True)
class OwnEntry:
    """One file of the folder that plays, or whose fault keeps it from playing.

    `fault` says why it cannot play the game of the list.
    """

    name: str
    sentence: str
    fault: Message | None = None
    ready: bool = True  # a game is ready once its positions are counted
    puzzle: bool = False

    @property
    def player(self) -> str:
        """The player text."""
        return f"{OWN}:{self.name}"


class OwnFiles:
    """The files of the bots folder. Each new text is loaded once, in a thread, to find a fault."""

    def __init__(self) -> None:
        self.changes = 0
        self._bots: dict[str, OwnBot] = {}
        self._shown: tuple[object, ...] = ()
        self._loaded: dict[str, Message | None] = {}  # by hash, the fault of loading it
        self._loading: threading.Thread | None = None
        self._since = 0.0
        self._looked = False

    @property
    def folder(self) -> Path:
        """The bots folder, which may not exist yet."""
        return own_settings().folder

    def path(self, name: str) -> Path:
        """Return the file of a bot."""
        return self.folder / f"{name}{ENDING}"

    def update(self, dt: float) -> bool:
        """Look at the folder now and then; true when something in it changed."""
        self._since += dt
        return self._since >= LOOK_SECONDS and self.look()

    def look(self) -> bool:
        """Look at the folder at once; true when something in it changed."""
        self._since, self._looked = 0.0, True
        try:
            files = [path for path in self.folder.iterdir() if path.suffix == ENDING]
        except OSError:
            files = []
        names = sorted(path.stem for path in files if path.stem.isidentifier())
        self._bots = {name: self._bots.get(name) or self._bot(name) for name in names}
        sources = [source for name in names if (source := self.source(name)) is not None]
        shown = (
            self.folder,
            *((e.name, e.hash, e.hash in self._loaded, self._fault(e)) for e in sources),
        )
        changed, self._shown = shown != self._shown, shown
        self.changes += changed
        return changed

    def entries(self, game: Game[Any]) -> tuple[OwnEntry, ...]:
        """Return the files that play, with what keeps each from playing a game; load new ones."""
        listed = self._sources()
        self._load([own for _, own in listed if own.plays])
        return tuple(
            OwnEntry(name, own.sentence, self.fault(name, game))
            for name, own in listed
            if own.plays or own.kind is None
        )

    def letters(self) -> str:
        """Return the first letters of up to four games and puzzles, sound or not."""
        names = [name.lstrip("_") for name, own in self._sources() if own.has_rules]
        return " ".join(name[:1].upper() for name in names[:LETTERS])

    def rules(self) -> tuple[OwnEntry, ...]:
        """Return the games and puzzles, and the files that may be one; count new ones."""
        listed = self._sources()
        self._load([own for _, own in listed if own.has_rules])
        return tuple(
            OwnEntry(
                name,
                own.sentence,
                self._fault(own),
                ready=own.hash in self._loaded,
                puzzle=own.kind is FileKind.PUZZLE,
            )
            for name, own in listed
            if own.has_rules or own.kind is None
        )

    def rules_fault(self, game_id: str) -> Message | None:
        """Return why a game of the folder cannot be played now; None for all other games."""
        if not game_id.startswith(f"{OWN}:") or "@" in game_id:
            return None
        for entry in self.rules():
            if entry.player == game_id:
                return entry.fault if entry.fault or entry.ready else Message("own.counting")
        return Message("own.game_gone")

    def sound_hash(self, game_id: str) -> str | None:
        """Return the hash of the present text of a game of the folder, "" unless it can be played.

        None for all other games.
        """
        if not game_id.startswith(f"{OWN}:"):
            return None
        own = self.source(game_id.partition(":")[2])
        sound = own is not None and self._loaded.get(own.hash, own) is None
        return own.hash if own is not None and sound else ""

    def players(self, game: Game[Any]) -> list[str]:
        """Return the player texts of the files that play a game, as far as is known."""
        able = [name for name, own in self._sources() if own.plays]
        return [f"{OWN}:{name}" for name in able if self.fault(name, game) is None]

    def _sources(self) -> list[tuple[str, OwnSource]]:
        """Return the files with their present texts.

        The folder is looked at if nobody has: most matches and settings have no use for it.
        """
        if not self._looked:
            self.look()
        return [(name, own) for name in self._bots if (own := self.source(name)) is not None]

    def source(self, name: str) -> OwnSource | None:
        """Return the present text of a file; None if there is none."""
        try:
            return self._bots[name].source() if name in self._bots else None
        except JouonsError:  # it has gone since the last look
            return None

    def fault(self, name: str, game: Game[Any]) -> Message | None:
        """Return why a file cannot play a game; None where it can, or is still being loaded."""
        try:
            bot = self._bots.get(name) or self._bot(name)
            return self._fault(bot.source()) or bot.supports(game)
        except JouonsError as error:
            return error.message

    def fault_of(self, player: str, game: Game[Any]) -> Message | None:
        """Return why a player of the folder cannot play a game; None for all other players."""
        kind, _, name = player.partition(":")
        return self.fault(name, game) if kind == OWN and "@" not in name else None

    def _bot(self, name: str) -> OwnBot:
        return OwnBot(NamedText(self.path(name)))

    def _fault(self, source: OwnSource) -> Message | None:
        return self._loaded.get(source.hash) if source.fault is None else source.fault.message

    def _load(self, sources: list[OwnSource]) -> None:
        """Load new texts in a thread, one after the other."""
        new = [each for each in sources if each.fault is None and each.hash not in self._loaded]
        if not new or (self._loading is not None and self._loading.is_alive()):
            return

        def work() -> None:
            with suppress(RuntimeError):  # Python is ending, and starts no other thread
                for source in new:
                    self._loaded[source.hash] = _fault_of(source)

        self._loading = threading.Thread(target=work, daemon=True)
        self._loading.start()


class RulesFile:
    """The file of the own game that is played; follows what it becomes while that goes on."""

    def __init__(self, files: OwnFiles, game: Game[Any]) -> None:
        self._files, self._id, self._text = files, game.id, ""
        self._changes = 0
        if game.id.startswith(f"{OWN}:"):
            files.look()
            own = files.source(own_name(game.id))
            # A saved game may be of a former text, or of somebody else's.
            self._text = game.options["hash"] if own and own.hash == game.options["hash"] else ""

    def update(self, dt: float) -> Game[Any] | None:
        """Look at the file now and then; return the rules of a new text that can be played."""
        files = self._files
        if not self._text or not (files.update(dt) or files.changes != self._changes):
            return None
        self._changes = files.changes
        files.rules()  # counts the positions of a new text
        if files.sound_hash(self._id) in ("", self._text):
            return None
        with suppress(JouonsError):  # it was saved again, or is a puzzle now
            game = make_game(self._id)
            self._text = game.options["hash"]
            return game
        return None


def _fault_of(source: OwnSource) -> Message | None:
    """Load a text, of a game or puzzle count the positions, which are kept; return its fault."""
    try:
        if source.has_rules:
            rules_of(source, f"{OWN}:{source.name}")
        else:
            check_loads(source)
    except OwnFault as fault:
        return fault.message if fault.lasts else None
    return None
