"""A third puzzle, added with its rules, its board, its texts and two lines, works everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from engine import registry
from engine.messages import LANGUAGES
from engine.registry import GameEntry
from gui.exercises.exercise import AttemptPhase
from gui.exercises.problem import TurnsAttempt
from gui.exercises.puzzles_screen import PuzzlesScreen
from gui.lab.screen import LabScreen, lab_as_left, lab_with
from gui.pages.menu import MenuScreen
from gui.services import Services
from tests.gui.driver import click, enter, find, of, press, wait
from tests.gui.lab import solve
from tests.gui.layouts import faults
from tests.gui.scenes import make_services
from tests.gui.test_a_seventh_game import add
from tests.registry.added_puzzle import Rotation
from tests.screen import the_screen

TEXTS = ("game.rotation.name", "game.rotation.tile", "rule.rotation", "help.rotation")


@pytest.fixture(params=LANGUAGES)
def services(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Services]:
    yield from make_services(tmp_path, (1280, 800), 1.0, request.param)


@pytest.fixture(autouse=True)
def puzzle(monkeypatch: pytest.MonkeyPatch) -> str:
    """One line in each of two tables, and the texts."""
    entry = GameEntry(
        "rotation", (), lambda options: Rotation(), moves_of_levels=(1, 2, 3, 4, 5), most_moves=5
    )
    return add(monkeypatch, registry.PUZZLES, entry, "tests.gui.added_puzzle_board", TEXTS)


def shown(screen: LabScreen | PuzzlesScreen | MenuScreen) -> None:
    """Nothing on a screen is cut or covered."""
    screen.touch()
    screen.draw(the_screen())
    assert faults(screen) == []


def test_it_is_played_solved_and_looked_into_in_the_lab(services: Services, puzzle: str) -> None:
    lab = enter(lab_with(services, puzzle, "c s c"))
    shown(lab)
    start = lab.lab.now.position
    board = find(lab, "board")
    click(lab, (board.rect.centerx + 40, board.rect.centery))
    assert lab.lab.now.position != start and lab.puzzle_view.target == lab.lab.now.position
    lab.lab.undo()
    assert lab.lab.now.position == start
    answer = solve(lab)
    handling = lab.lab.handling
    assert {len(line) for line in answer.solutions} == {answer.length}
    assert {handling.after(start, line) for line in answer.solutions} == {handling.goal}
    shown(lab)
    lab.look()

    def length() -> int | None:
        found = lab.lab.inside.frame()
        return found.searched.length if found is not None else None

    wait(lab, lambda: length() is not None)
    look = lab.lab.inside.frame()
    assert look is not None and look.searched.length == answer.length
    assert look.searched.one_way[:2] == (1, 3)
    shown(lab)


def test_it_is_there_again_as_it_was_left(services: Services, puzzle: str) -> None:
    lab = enter(lab_with(services, puzzle, "c c s"))
    lab.lab.move(lab.lab.handling.read_moves("a")[0])
    lab.update(0.02)
    lab.leave()
    services.seed = None
    again = lab_as_left(services, puzzle)
    assert again.lab.now.position == lab.lab.now.position
    assert again.lab.tally is not None and again.lab.tally.moves == 1
    again.leave()
    menu = enter(MenuScreen(services))
    menu.draw(the_screen())
    find(menu, puzzle)


def test_its_puzzle_of_the_day_is_solved_by_hand(services: Services, puzzle: str) -> None:
    screen = enter(PuzzlesScreen(services, puzzle))
    wait(screen, lambda: screen.turns is not None)
    attempt = of(TurnsAttempt, screen.turns)
    shown(screen)
    click(screen, "hint")
    assert attempt.said is not None
    for text in attempt.problem.solution[0].split():
        assert screen.puzzle is not None
        screen.puzzle.widget().play(screen.puzzle.handling.read_moves(text)[0])
    wait(screen, lambda: attempt.phase is AttemptPhase.SOLVED)
    shown(screen)
    press(screen, pygame.K_ESCAPE)
