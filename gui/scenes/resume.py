"""A game that can be continued, as the menu and the list show it."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import pygame

from engine.messages import JouonsError, Message, message
from engine.registry import ALL_GAMES
from engine.saves import from_json
from gui.boards.previews import thumbnail
from gui.boards.sides import pair_words
from gui.controls.base import Ui
from gui.i18n import Translator
from gui.keeping import KeptGame
from gui.match.table import Table, table_from_save
from gui.protocols import Scene
from gui.services import Services


class Resume:
    """An unfinished game with its position; it is read when it is first looked at."""

    def __init__(self, entry: KeptGame) -> None:
        self.entry = entry

    @cached_property
    def table(self) -> Table | Message:
        """The table it goes on at, or the sentence that says why it cannot be opened."""
        try:
            return table_from_save(from_json(self.entry.saved), self.entry.record)
        except JouonsError as error:
            return error.message

    @property
    def sound(self) -> bool:
        """Whether it can be opened."""
        return isinstance(self.table, Table)

    def name(self, tr: Translator) -> str:
        """What the game is called."""
        game = self.entry.game
        return tr(f"game.{game}.name") if game in ALL_GAMES else game

    def title(self, tr: Translator) -> str:
        """Continue, and the game's name."""
        return tr("menu.continue_game", game=self.name(tr))

    def sentence(self, tr: Translator, short: bool = False) -> str:
        """Who plays, how far it is, when it was kept; or why it cannot be opened."""
        table = self.table
        if isinstance(table, Message):
            return tr(table)
        players = pair_words(table.players.first, table.players.second, tr, short)
        return tr("menu.resume_line", players=players, where=self.where(tr))

    def where(self, tr: Translator) -> str:
        """How far it is and when it was kept."""
        table = self.table
        ply = table.session.ply + 1 if isinstance(table, Table) else 0
        return tr("menu.resume_where", ply=ply, ago=ago(self.entry.saved_at))

    def picture(self, size: tuple[int, int], ui: Ui) -> pygame.Surface | None:
        """The board as it stands; kept by the brush until the game goes on."""
        table = self.table
        if isinstance(table, Message):
            return None
        game: Any = table.game
        key = ("resume", self.entry.saved, size, ui.theme.look, ui.theme.safe_palette)
        picture = ui.brush.find(key)
        if picture is None:
            picture = ui.brush.kept(key, size, lambda _big, _k: None)
            picture.fill((0, 0, 0, 0))
            picture.blit(thumbnail(game, table.state, size, ui.theme, ui.brush), (0, 0))
        return picture

    def open(self, services: Services) -> Scene | None:
        """Go on with it; a notice and None when it is not sound."""
        from gui.match.screen import MatchScreen

        # Read anew: the table of an earlier visit has been played at.
        table = Resume(self.entry).table
        if isinstance(table, Message):
            services.notify(table, fault=True)
            return None
        return MatchScreen(services, table)


def ago(saved_at: str) -> Message:
    """How long ago, in the largest whole unit."""
    try:
        then = datetime.fromisoformat(saved_at)
        seconds = max(0, int((datetime.now(UTC) - then).total_seconds()))
    except (ValueError, TypeError):
        seconds = 0
    for name, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= length:
            return message(f"ago.{name}", count=seconds // length)
    return message("ago.now")


def unfinished_games(services: Services) -> list[Resume]:
    """Every unfinished game, the newest first; a fault is said and shows as none."""
    try:
        return [Resume(entry) for entry in services.keeping.unfinished(services.store)]
    except JouonsError as error:
        services.notify(error.message, fault=True)
        return []
