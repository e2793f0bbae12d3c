"""A whole game of each kind, a puzzle and a cube by accessible names alone, over AT-SPI."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from engine.context import Context
from engine.games.cube_facelets import FACES
from engine.registry import GAMES, make_game, oracle_for
from engine.store.store import Store
from gui.settings import Settings, SettingsFile
from tests.access.reader import ROOT, Listener, Program, ask_until, heard
from tests.gui.lab import solved_by
from tests.no_network import forbid_network
from tests.programs import READER

pytestmark = [
    *(pytest.mark.window, pytest.mark.slow),
    *(pytest.mark.linux("AT-SPI is of Linux"), pytest.mark.needs(*READER)),
]

# What a move is called on each board.
MOVES = {
    "tictactoe": r"Square \d, row \d, column \d: empty",
    "connect4": r"Column 3, ([0-5] of|empty).*|Column 2, ([0-5] of|empty).*",
    "nim": r"Heap \d: take \d of \d",
    "subtraction": r"Take \d, from \d+ to \d+",
    "matches": r"Take \d of \d+",
}
NAMES = {
    "tictactoe": "Tic-tac-toe",
    "connect4": "Connect Four",
    "nim": "Nim",
    "subtraction": "Subtraction",
    "matches": "Matches",
}
LETTERS = dict(zip(("white", "red", "green", "yellow", "orange", "blue"), FACES, strict=True))


@pytest.fixture
def program(display: str) -> Iterator[tuple[Program, Listener]]:
    """One window for all of it, on its menu, and a reader."""
    with heard(display, from_sources, forbid_network) as found:
        yield found


def from_sources(folder: Path) -> list[str]:
    """The window with settings that make it quick; it may open no socket to another machine."""
    SettingsFile(folder).save(Settings(language="en", motion="NONE", muted=True, teaching=False))
    return [sys.executable, str(ROOT / "main.py"), "--data-dir", str(folder), "--lang", "en"]


def open_game(listener: Listener, name: str, who: str) -> None:
    """Press the tile of a game, once it says who will play."""
    tile = re.compile(rf"{name}\..*{who}.*")
    named = ask_until(lambda: list(filter(tile.fullmatch, listener.names())), f"no tile {name}")
    listener.press(named[0])


def go_back(listener: Listener) -> None:
    """To the menu, from wherever one is."""

    def at_menu() -> bool:
        names = listener.names()
        if "Quit" not in names and "Back" in names:
            listener.ask("press", name="Back")
        return "Quit" in names

    ask_until(at_menu, "the menu does not come")


def play(listener: Listener, moves: str, mine: str) -> list[str]:
    """Make moves, whenever it was said that it is one's turn, until the end is told."""
    before, made = len(listener.heard()), 0
    while True:
        said = ask_until(lambda: _turn_or_end(listener, before, mine), "nothing was said")
        if "Game over" in said[-1]:
            return said
        spots = ask_until(lambda: can(listener, moves), "there is no move")
        if listener.take(spots[made % len(spots)]):
            made += 1
            ask_until(partial(heard_more, listener, before + len(said)), "the move was not told")


def _turn_or_end(listener: Listener, before: int, mine: str) -> list[str]:
    said = listener.heard()[before:]
    return said if said and re.search(f"{mine}|Game over", said[-1]) else []


def heard_more(listener: Listener, known: int) -> bool:
    """Whether something was said after so many sentences."""
    return len(listener.heard()) > known


def can(listener: Listener, moves: str) -> list[str]:
    """The spots that are moves."""
    return [spot for spot in listener.spots() if re.fullmatch(moves, spot)]


def whole_game(listener: Listener, game: str) -> None:
    """Two people play it to its end."""
    go_back(listener)
    listener.press("Two players")
    open_game(listener, NAMES[game], "Player 1 against Player 2")
    said = play(listener, MOVES[game], "Your turn")
    assert len(said) > 4
    assert all(re.match("Player [12] (played|took|went)", each) for each in said[1:]), said


def game_against_a_bot(listener: Listener) -> None:
    """One hears what the computer plays."""
    go_back(listener)
    listener.press("One player")
    open_game(listener, "Matches", "You against the computer")
    said = play(listener, MOVES["matches"], "Your turn")
    assert any("You played: take" in each for each in said)
    assert any(each.startswith("The computer took") for each in said)


def board_cells(listener: Listener) -> list[str]:
    """The names of the nine cells; none while the board is being put on the screen."""
    cells = [spot for spot in listener.spots() if spot.startswith("Square")]
    return cells if len(cells) == 9 else []


def puzzle(listener: Listener) -> None:
    """The position is what the cells are called; its winning move comes from the solver."""
    go_back(listener)
    listener.press(next(name for name in listener.names() if name.startswith("Puzzle of the day")))
    listener.press("Tic-tac-toe")
    cells = ask_until(lambda: board_cells(listener), "no board")
    letters = "".join({"X": "X", "O": "O"}.get(cell[-1], ".") for cell in cells)
    game = make_game("tictactoe")
    state = game.parse(f"{letters} {'XO'[letters.count('X') > letters.count('O')]}")
    known = oracle_for(game).values(state, Context(0)).estimates
    before = len(listener.heard())
    best = max(known, key=lambda estimate: estimate.rank).move
    assert listener.take(cells[best])
    said = ask_until(lambda: listener.heard()[before:], "nothing was said of the move")
    assert said[-1].startswith("Yes!"), said


def cube(listener: Listener) -> None:
    """Its colours are heard face by face, and every turn has a name."""
    go_back(listener)
    open_game(listener, "Pocket Cube", "Just you")
    before = ask_until(lambda: faces(listener), "there is no cube")
    listener.press("New")
    colours = ask_until(lambda: scrambled(listener, before), "it was not scrambled")
    facelets = "".join(LETTERS[colour] for face in colours for colour in face)
    answer = solved_by(facelets)
    for turn in answer.solutions[0]:
        names = [name for name in listener.spots("Cube") if name.startswith(f"Turn {turn.text}:")]
        assert listener.take(names[0], "Cube")
    ask_until(lambda: solved(faces(listener)), "it is not solved")
    ask_until(lambda: any("Solved in" in name for name in listener.names()), "nobody said so")


def faces(listener: Listener) -> list[list[str]]:
    """The colours of the six faces, as they are called."""
    told = [name for name in listener.spots("Cube") if not name.startswith("Turn")]
    return [name.split(": ")[1].split(", ") for name in told]


def scrambled(listener: Listener, before: list[list[str]]) -> list[list[str]]:
    """The faces once they are others, and all of them are read."""
    first, again = faces(listener), faces(listener)
    return again if first == again != before and len(again) == 6 and not solved(again) else []


def solved(colours: list[list[str]]) -> bool:
    """Whether each face has one colour."""
    return len(colours) == 6 and all(len(set(face)) == 1 for face in colours)


def test_everything_is_played_by_accessible_names_alone(
    program: tuple[Program, Listener],
) -> None:
    """What was played is kept like any other game; closed by a name, the program ends well."""
    made, listener = program
    for game in GAMES:
        whole_game(listener, game)
    game_against_a_bot(listener)
    puzzle(listener)
    cube(listener)
    go_back(listener)
    listener.press("Quit")
    made.close()
    assert made.process.returncode == 0, "it opened a socket to elsewhere, or broke"
    store = Store(made.folder)
    assert {game.game for game in store.games()} == set(GAMES)
    assert len(store.games()) == len(GAMES) + 1
    store.close()
