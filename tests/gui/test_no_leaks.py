"""While a mistake is tried again nothing tells the answer: no text, mark, place, pixel or sound.

The screen is run with other good moves than the true ones; everything that can be seen, heard or
read to a person must be the same to the last pixel.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.protocols import Value
from engine.puzzles.review import MoveReview
from engine.registry import GAMES, make_game
from engine.saves import SavedGame
from gui.access.tree import NodeIds, TreeBuilder
from gui.exercises.drill_screen import MistakesScreen
from gui.exercises.exercise import AttemptPhase
from gui.exercises.mistakes import Mistake
from gui.services import Services
from tests.gui.driver import find, send, there
from tests.gui.scenes import make_services
from tests.screen import the_screen
from tests.waiting import wait_for

# A position of each game with many moves, as the moves that lead there.
LINES = {
    "tictactoe": "4 0",
    "connect4": "3 3 2 4",
    "nim": "1-2 2-1",
    "subtraction": "1 2",
    "matches": "2 1",
}


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    for made in make_services(tmp_path, (1280, 800), 1.0, "en"):
        made.listen(True)  # a reader says the texts that were drawn
        yield made


def mistake(game_id: str, played: int, good: tuple[int, ...]) -> Mistake:
    game = make_game(game_id)
    start = game.text(game.initial())
    moves = tuple(LINES[game_id].split())
    saved = SavedGame(game_id, dict(game.options), start, "human", "random", 1, moves)
    state = game.initial()
    for text in moves:
        state = game.play(state, game.parse_move(state, text))
    lost = 1.0 if game_id in ("nim", "subtraction", "matches") else 0.5
    review = MoveReview(len(moves) + 1, 0, played, Value.WIN, lost, good, critical=True)
    return Mistake("p", saved, 2, review)


def legal(game_id: str) -> tuple[int, ...]:
    game = make_game(game_id)
    state = game.initial()
    for text in LINES[game_id].split():
        state = game.play(state, game.parse_move(state, text))
    return tuple(game.moves(state))


NOTED = {"drawn_texts"}  # of pictures made anew; what of it is said is told by SAID
SAID = ("name", "value", "note", "key", "enabled", "on", "selected", "current", "place")


class Ears:
    """Stands where the sounds are, and hears."""

    def __init__(self) -> None:
        self.heard: list[object] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *values: self.heard.append((name, *values))


def screen_of(services: Services, of: Mistake) -> tuple[MistakesScreen, Ears]:
    screen, ears = MistakesScreen(services, of.saved.game, of.saved), Ears()
    services._sounds = ears  # type: ignore[assignment]
    screen.model._take([of])
    screen.enter(services.size)
    return screen, ears


def told(value: Any) -> Any:
    """What of an attribute is seen or read: texts, numbers, places."""
    if isinstance(value, str | int | float | bool | pygame.Rect | Value | None):
        return str(value)
    if isinstance(value, list | tuple):
        return tuple(told(each) for each in value)
    return type(value).__name__


def everything(screen: MistakesScreen) -> list[Any]:
    """Every widget with every attribute of it, and the frozen snapshot they were made of."""
    widgets = [
        (type(w).__name__, {name: told(vars(w)[name]) for name in sorted(vars(w).keys() - NOTED)})
        for w in screen.widget_group.widgets
    ]
    shown = screen.exercise
    assert shown.board is not None
    snapshot = [told(getattr(shown, each.name)) for each in fields(shown)]
    board = [told(getattr(shown.board, each.name)) for each in fields(shown.board)]
    commands = [(c.id, c.enabled, c.primary, c.text) for c in screen.commands().values()]
    tree = TreeBuilder(screen, screen.services.notices, NodeIds()).tree
    heard = [told(getattr(node.said, each)) for node in tree.nodes.values() for each in SAID]
    return [widgets, snapshot, board, commands, heard]


def pixels(screen: MistakesScreen) -> bytes:
    """Return a digest of the drawn screen; forty whole ones take a hundred megabytes."""
    surface = the_screen()
    screen.touch()
    screen.draw(surface)
    return hashlib.blake2b(pygame.image.tobytes(surface, "RGB")).digest()


def walk(screen: MistakesScreen, tries: tuple[int, ...]) -> Iterator[list[Any]]:
    """Look at the screen, point at everything, go round it with the keyboard, and try moves."""
    yield [everything(screen), pixels(screen)]
    board = find(screen, "board")
    for step in range(9):
        place = (board.rect.x + board.rect.w * (2 * step + 1) // 18, board.rect.centery)
        event = pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 0), buttons=(0, 0, 0))
        screen.handle(event)
        screen.update(0.05)
        yield [everything(screen), pixels(screen)]
    for key in (pygame.K_RIGHT, pygame.K_UP, pygame.K_LEFT, pygame.K_DOWN, pygame.K_TAB):
        send(screen, pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
        screen.update(0.05)
        yield [everything(screen), pixels(screen)]
    for move in tries:
        for phase in (AttemptPhase.TRIED, AttemptPhase.REFUTED, AttemptPhase.ASKING):
            if phase is AttemptPhase.TRIED:
                screen.play(move)
                attempt = there(screen.model.attempt)
                wait_for(partial(lambda each: not each.working, attempt))
            while screen.exercise.phase is not phase or screen.moving:
                screen.update(0.05)
            yield [everything(screen), pixels(screen)]


@pytest.mark.parametrize("game_id", GAMES)
def test_nothing_tells_which_move_is_good(services: Services, game_id: str) -> None:
    moves = legal(game_id)
    assert len(moves) >= 3
    played, first, last = moves[0], (moves[1],), (moves[-1],)
    tries = tuple(m for m in moves if m not in (played, *first, *last))[:2]
    runs, sounds = [], []
    for good in (first, last):
        screen, ears = screen_of(services, mistake(game_id, played, good))
        runs.append(list(walk(screen, tries)))
        sounds.append(ears.heard)
        assert screen.exercise.phase is AttemptPhase.ASKING
        screen.leave()
    assert runs[0] == runs[1]
    assert sounds[0] == sounds[1]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_move_is_heard_alike(services: Services, game_id: str) -> None:
    moves = legal(game_id)
    heard = []
    for move in moves[1:]:
        screen, ears = screen_of(services, mistake(game_id, moves[0], (moves[1],)))
        screen.play(move)
        heard.append(ears.heard)
        screen.leave()
    assert all(len(each) == 1 for each in heard)
    assert len({str(each) for each in heard}) == 1
