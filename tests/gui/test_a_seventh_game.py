"""A seventh game and an eleventh bot, added as docs/contributing.md says, open every screen."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine import registry
from engine.messages import LANGUAGES, catalogue
from engine.registry import BotEntry, GameEntry, default_text, make_game, supported_players
from gui import boards
from gui.arena.form import ExperimentForm
from gui.arena.screen import ArenaScreen
from gui.kit.screen import Screen
from gui.pages.help import TABS, HelpScreen
from gui.pages.menu import MenuScreen
from gui.pages.statistics import StatisticsScreen
from gui.services import Services
from gui.setup.screen import SetupScreen
from gui.shortcuts import Action
from gui.theme import Theme
from gui.training.screen import TrainingScreen
from tests.gui.driver import send
from tests.gui.layouts import faults
from tests.gui.matches import asked_match
from tests.gui.pictures import settle
from tests.gui.scenes import make_services
from tests.registry.added import Hundred, Last
from tests.screen import the_screen

# Every text a game and a bot need; all others have a general form.
GAME_TEXTS = ("game.hundred.name", "game.hundred.tile", "rule.hundred", "help.hundred")
BOT_TEXTS = ("player.last.name", "player.last.sentence", "player.last.detail", "help.player.last")
KEY = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")


@pytest.fixture(
    params=["fr", *(pytest.param(each, marks=pytest.mark.full) for each in ("en", "de"))]
)
def services(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Services]:
    yield from make_services(tmp_path, (1280, 800), 1.0, request.param)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that comes to the window."""
    texts: list[str] = []
    real = Theme.blit_text

    def watched(self: Theme, target: Any, words: str, *args: Any, **more: Any) -> Any:
        texts.append(words)
        return real(self, target, words, *args, **more)

    monkeypatch.setattr(Theme, "blit_text", watched)
    return texts


def write(monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]) -> None:
    for language in LANGUAGES:
        for key in keys:
            monkeypatch.setitem(catalogue(language), key, f"Words {language}")


def add(
    monkeypatch: pytest.MonkeyPatch,
    table: Mapping[str, GameEntry],
    entry: GameEntry,
    board: str,
    texts: tuple[str, ...],
) -> str:
    """Add a game or a puzzle: one line in each of two tables, and the texts."""
    monkeypatch.setitem(table, entry.id, entry)
    monkeypatch.setitem(boards.BOARDS, entry.id, board)
    every = (*registry.GAMES, *registry.PUZZLES)
    for name, module in list(sys.modules.items()):
        if name.startswith(("engine.", "gui.")) and hasattr(module, "ALL_GAMES"):
            monkeypatch.setattr(module, "ALL_GAMES", every)
    write(monkeypatch, texts)
    return entry.id


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> str:
    """One line in each of two tables, and the texts."""
    entry = GameEntry("hundred", (), lambda options: Hundred())
    return add(monkeypatch, registry.GAMES, entry, "tests.gui.added_board", GAME_TEXTS)


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> str:
    """One line in the table, and the texts."""
    monkeypatch.setitem(registry.BOTS, "last", BotEntry("last", lambda spec, *_: Last()))
    write(monkeypatch, BOT_TEXTS)
    return "last"


def look(scene: Screen, drawn: list[str]) -> None:
    """Open a screen: nothing cut or covered, and every text is one."""
    scene.enter(scene.services.size)
    looked(scene, drawn)


def looked(scene: Screen, drawn: list[str]) -> None:
    drawn.clear()
    scene.touch()
    scene.draw(the_screen())
    assert drawn
    assert [words for words in drawn if KEY.fullmatch(words)] == []
    assert faults(scene) == []


SCREENS = ("menu", "setup", "help", "arena", "training", "statistics")


def screen(services: Services, name: str, game: str) -> Iterator[Screen]:
    """A screen in each of its parts that name a game."""
    if name == "menu":
        yield MenuScreen(services)
    elif name == "setup":
        yield SetupScreen(services, game)
    elif name == "help":
        yield from (HelpScreen(services, tab) for tab in range(len(TABS)))
    elif name == "arena":
        arena = ArenaScreen(services)
        arena.model.edit(partial(ExperimentForm.on, game=game))
        yield arena
    elif name == "training":
        yield TrainingScreen(services, game, {})
    else:
        services.store.add_game(game, "human", "random", 1, "first", 9, "{}")
        yield StatisticsScreen(services, game)


@pytest.mark.parametrize("name", SCREENS)
def test_a_seventh_game_opens_every_screen(
    services: Services, drawn: list[str], game: str, name: str
) -> None:
    for scene in screen(services, name, game):
        look(scene, drawn)
        scene.leave()


def test_a_seventh_game_is_played_against_every_bot(
    services: Services, drawn: list[str], game: str
) -> None:
    kinds = supported_players(make_game(game))
    assert {"random", "mc", "mcts", "alphabeta", "optimal", "mastery", "learner"} <= {*kinds}
    for kind in kinds:
        text = default_text(registry.BOTS[kind])
        scene = asked_match(services, "--game", game, "--first", text, "--second", "random")
        scene.toggle_look()
        look(scene, drawn)
        settle(scene)
        assert scene.table.outcome is not None, kind
        looked(scene, drawn)
        scene.leave()


def test_a_person_plays_a_seventh_game_with_hint_and_analysis(
    services: Services, drawn: list[str], game: str
) -> None:
    scene = asked_match(
        services, "--game", game, "--first", "human", "--second", "random", "--analysis"
    )
    look(scene, drawn)
    assert scene.on_action(Action.HINT)
    settle(scene)
    looked(scene, drawn)
    send(scene, pygame.KEYDOWN, key=pygame.K_2, mod=0, unicode="2", scancode=0)
    settle(scene)
    assert scene.table.session.all_moves[0] == 1
    looked(scene, drawn)
    scene.leave()


@pytest.mark.parametrize("name", SCREENS)
def test_an_eleventh_bot_opens_every_screen(
    services: Services, drawn: list[str], bot: str, name: str
) -> None:
    for scene in screen(services, name, "nim"):
        if isinstance(scene, SetupScreen):
            scene.model.players[1].take(bot)
        look(scene, drawn)
        scene.leave()


@pytest.mark.parametrize("game_id", list(registry.GAMES))
def test_an_eleventh_bot_plays_every_game(
    services: Services, drawn: list[str], bot: str, game_id: str
) -> None:
    scene = asked_match(services, "--game", game_id, "--first", bot, "--second", "random")
    scene.toggle_look()
    look(scene, drawn)
    settle(scene)
    assert scene.table.outcome is not None
    looked(scene, drawn)
    scene.leave()
