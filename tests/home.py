"""What models need of the window, without one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from engine.registry import make_game
from engine.store.store import Store
from gui.match.table import GameTable, Players
from gui.settings import Settings
from gui.worker import Worker
from gui.write_queue import WriteQueue

T = TypeVar("T")


@dataclass
class Home:
    """A house of the models: no animations, and a bot that answers at once."""

    store: Store
    settings: Settings = field(default_factory=lambda: Settings(motion="NONE", bot_delay=0.0))
    worker: Worker = field(default_factory=Worker)
    write_queue: WriteQueue = field(default_factory=lambda: WriteQueue(lambda fault: None))

    def outliving(self, kind: type[T], make: Callable[[], T]) -> T:
        """A new model: each is asked for once."""
        return make()

    def change(self, settings: Settings) -> bool:
        """Take new settings."""
        self.settings = settings
        return False


def at_home(folder: Path) -> Iterator[Home]:
    """One in a folder, closed in the end."""
    made = Home(Store(folder))
    yield made
    made.worker.close()
    made.store.close()


def new_table(game_id: str, options: Mapping[str, str], players: Players, seed: int) -> GameTable:
    """A fresh table."""
    return GameTable(make_game(game_id, options), players, seed=seed)
