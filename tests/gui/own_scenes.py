"""Screens with own bots, for the tests that look at every screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.folders import BOTS, use_own_settings
from engine.own.templates import template
from engine.registry import make_game
from gui.arena.screen import ArenaScreen
from gui.kit.screen import Screen
from gui.match.screen import MatchScreen
from gui.match.table import GameTable, Players
from gui.services import Services
from gui.setup.screen import SetupScreen
from tests.gui.matches import asked_match
from tests.gui.scene_makers import Maker
from tests.own.files import write
from tests.waiting import let_pass

FAULTY = '''"""Puts down what it believes of every move, its favourite last."""


def choose(game, state, think):
    return report(game, state, think)


def report(game, state, think):
    for move in game.moves(state):
        text = f"Move {game.move_text(state, mov)}: three wins of five random games so far"
        think.note(text, {move: 0.6}, line=(move,))
    return game.moves(state)[0]
'''
NOTES = template("montecarlo").replace("    return", "    print('shares', scores)\n    return")


def setup_of_own(services: Services) -> Screen:
    """The settings with files of which one has a fault, in the group of own bots."""
    write_bots(services)
    scene = SetupScreen(services, "connect4")
    scene.model.show_group(1, "yours")
    return scene


def arena_with_own(services: Services) -> Screen:
    """The arena, where the same files may play."""
    write_bots(services)
    return ArenaScreen(services, game_id="connect4")


def own_bot_of_the_arena(scene: Any) -> None:
    """The popup of a player, in the group of own bots."""
    scene._add()
    scene.popup._show_group("yours")
    scene.popup._show()
    scene.popup.widget_group.focus_key("own")


def write_bots(services: Services) -> None:
    """Write a sound file and one with a fault into the bots folder."""
    folder = services.folder / BOTS
    use_own_settings(services.folder)
    write(folder, "blocks_and_wins", template("rules"))
    write(
        folder, "my_bot_with_a_long_name_of_many_words", FAULTY.replace("def choose(", "def choose")
    )


def own_match(text: str, looking: bool) -> Maker:
    """A match in which an own bot was asked, and has moved or is at fault."""

    def make(services: Services) -> Screen:
        services.settings = replace(services.settings, inspector=looking, bot_delay=0.0)
        file = write(services.folder, "my_mcts", text)
        scene = asked_match(services, "--game", "connect4", "--second", str(file), "--moves", "3")
        match = scene.match
        match.bots.go_on()
        let_pass(
            lambda: match.update(0.02),
            lambda: match.bots.fault is not None or match.table.session.ply == 2,
        )
        if looking and match.table.session.ply == 2:
            let_pass(
                lambda: match.update(0.02),
                lambda: match.inspector.ready and not match.analyzer.job,
            )
        return scene

    return make


Against = Callable[..., MatchScreen]


def began_against(services: Services, player: str, looking: bool) -> MatchScreen:
    """A person who began in tic-tac-toe, and a bot to move."""
    services.settings = replace(services.settings, inspector=looking, motion="NONE", bot_delay=0.0)
    scene = MatchScreen(
        services, GameTable(make_game("tictactoe"), Players("human", player), seed=1)
    )
    scene.enter(services.size)
    scene.match.play(4)
    scene.show()
    return scene


def settle(scene: MatchScreen) -> None:
    """Let time pass until nobody thinks: the bot has moved, or is at fault."""
    match = scene.match

    def idle() -> bool:
        waits = match.table.human_turn or match.bots.fault is not None or bool(match.table.outcome)
        return waits and not match.bots.thinking

    let_pass(lambda: scene.update(0.05), idle)
    scene.show()
