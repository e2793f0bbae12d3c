"""The game that can be continued, as the menu offers it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pygame

from engine.messages import JouonsError, message
from engine.registry import make_game
from engine.saves import SavedGame, from_json, replay
from engine.session import Session
from gui.boards.previews import thumbnail
from gui.controls.base import Ui
from gui.i18n import Translator
from gui.protocols import Scene
from gui.scenes.sides import pair_words
from gui.services import Services


@dataclass(frozen=True)
class Resume:
    """An unfinished game with its position."""

    saved: SavedGame
    session: Session[Any]
    saved_at: str

    def title(self, tr: Translator) -> str:
        """Continue, and the game's name."""
        return tr("menu.continue_game", game=message(f"game.{self.saved.game}.name"))

    def sentence(self, tr: Translator) -> str:
        """Who plays, how far it is, when it was kept."""
        return tr(
            "menu.resume_line",
            players=pair_words(self.saved.first, self.saved.second, tr),
            ply=len(self.session.all_moves) + 1,
            ago=tr(ago(self.saved_at)),
        )

    def picture(self, size: tuple[int, int], ui: Ui) -> pygame.Surface:
        """The board as it stands."""
        game: Any = self.session.game
        return thumbnail(game, self.session.state, size, ui.theme, ui.brush)

    def open(self, services: Services) -> Scene | None:
        """Go on with it."""
        from gui.scenes.match_start import match_from_save

        return match_from_save(services, self.saved)


def ago(saved_at: str) -> Any:
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


def latest_resume(services: Services) -> Resume | None:
    """The newest game in progress that can be opened; one that cannot is passed over."""
    try:
        slots = services.store.slots()
    except JouonsError as error:
        services.notify(error.message, fault=True)
        return None
    for _, text, saved_at in slots:
        try:
            saved = from_json(text)
            session = replay(saved, make_game(saved.game, saved.options))
        except JouonsError:
            continue
        return Resume(saved, session, saved_at)
    return None
