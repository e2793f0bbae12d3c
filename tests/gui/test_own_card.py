"""The card of an own bot in the window: measured in the background, old figures, positions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest

from engine.arena.card import CardMistake
from engine.naming import move_name
from engine.own.templates import template
from engine.protocols import HUMAN
from engine.registry import make_game
from gui.kit.fields import FieldFault
from gui.kit.popup import notice_place
from gui.kit.table import NOWHERE, Table, TableCell
from gui.match.screen import MatchScreen
from gui.own import card_model
from gui.own.card_screen import CardScreen
from gui.own.files import OwnFiles
from gui.own.position_list import PositionList
from gui.protocols import Open
from gui.screens import open_screen
from gui.services import Services
from tests.gui.driver import answered, click, find, follow, of, press, wait
from tests.own.files import write

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (1280, 800)
FAULTY = """
GAMES = ("tictactoe",)

def choose(game, state, think):
    return think.rng.choice(game.mvoes(state))
"""
WEAK = """
GAMES = ("tictactoe", "matches")

def choose(game, state, think):
    return game.moves(state)[0]
"""

CHANCE = """
GAMES = ("tictactoe",)

def choose(game, state, think):
    return think.rng.choice(game.moves(state))
"""
FAILS_BY_CHANCE = CHANCE.replace("    return", "    1 // int(think.rng.integers(2))\n    return")


@pytest.fixture(autouse=True)
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_model, "POSITIONS", 12)


@pytest.fixture
def screens(services: Services) -> Iterator[list[CardScreen]]:
    """The screens of a test, whose model is closed in the end."""
    opened: list[CardScreen] = []
    yield opened
    for screen in opened:
        screen.model.close()


def card_of(screens: list[CardScreen], services: Services, name: str = "mine") -> CardScreen:
    screen = CardScreen(services, f"own:{name}")
    screens.append(screen)
    screen.enter(SIZE)
    return screen


def measured(screen: CardScreen) -> CardScreen:
    wait(screen, lambda: not screen.model.running, 0.2)
    screen.rebuild()
    return screen


def listed(screen: CardScreen, game: str) -> PositionList:
    return find(screen, f"positions {game}", PositionList)


def test_the_card_is_measured_in_every_game_of_the_file(
    services: Services, bots: Path, screens: list[CardScreen]
) -> None:
    write(bots, "mine", WEAK)
    card = measured(card_of(screens, services)).model.card
    assert list(card.cards) == list(card.games) == ["tictactoe", "matches"]
    assert [each.positions for each in card.cards.values()] == [12, 12]
    assert card.done == 2


def test_no_row_is_chosen_while_no_game_has_a_position_to_list(
    services: Services, bots: Path, screens: list[CardScreen]
) -> None:
    write(bots, "mine", WEAK)
    assert find(card_of(screens, services), "games", Table).at == NOWHERE


@pytest.mark.parametrize("by_key", [False, True])
def test_a_bad_decision_opens_with_exact_values_and_the_answer_of_the_bot(
    services: Services, bots: Path, screens: list[CardScreen], by_key: bool
) -> None:
    write(bots, "mine", WEAK)
    screen = measured(card_of(screens, services))
    error = screen.model.card.cards["tictactoe"].errors[0]
    rows = listed(screen, "tictactoe")
    if by_key:
        screen.widget_group.focus_key("positions tictactoe")
        press(screen, pygame.K_HOME)
        going = press(screen, pygame.K_RETURN)
    else:
        going = click(screen, (rows.rect.x + 40, rows.rect.y + 20))
    assert isinstance(going, Open)
    game = make_game("tictactoe", error.options)
    assert going.name == "match"
    assert going.arguments["start"] == game.parse(error.position)
    assert going.arguments["look"] == "own:mine"
    assert going.arguments["players"] == (HUMAN, HUMAN)
    match = open_screen(services, going)
    match.enter(SIZE)
    match.leave()


@pytest.mark.parametrize("fails", [False, True])
def test_the_decision_of_a_bot_that_draws_opens_as_it_was_on_the_card(
    services: Services,
    bots: Path,
    screens: list[CardScreen],
    monkeypatch: pytest.MonkeyPatch,
    fails: bool,
) -> None:
    write(bots, "mine", FAILS_BY_CHANCE if fails else CHANCE)
    screen = measured(card_of(screens, services))
    figures = screen.model.card.cards["tictactoe"]
    opened: list[Open] = []
    monkeypatch.setattr(screen, "go", opened.append)
    entries: list[CardMistake] = [*figures.faults, *figures.errors]
    assert len(entries) > 2
    for index, entry in enumerate(entries):
        screen._open_position(index)
        match = follow(services, opened[-1], MatchScreen)
        model = match.match
        assert model.asking.files is services.outliving(OwnFiles, OwnFiles)
        wait(match, partial(answered, model.inspector), 0.1)
        answers = model.asking.survey.answers
        if entry.fault is not None:
            assert "own:mine" not in answers
            assert model.inspector.notice == entry.fault.message
        else:
            state = model.table.state
            name = move_name(model.table.game, state, answers["own:mine"].move)
            assert entry.text.values["move"] == name
        match.leave()


def test_the_games_of_a_file_that_cannot_be_loaded_have_dashes(
    services: Services, bots: Path, screens: list[CardScreen]
) -> None:
    write(bots, "mine", "import nothing_of_this_name\n" + WEAK)
    screen = measured(card_of(screens, services))
    assert screen.model.card.fault is not None
    table = find(screen, "games")
    assert isinstance(table, Table) and len(table.rows) == 2
    for row in table.rows:
        cells = [each for each in row if isinstance(each, TableCell)]
        assert not cells[0].note
        assert [each.text for each in cells].count("–") == 5


def test_faults_come_first_and_end_a_game_early(
    services: Services, bots: Path, screens: list[CardScreen]
) -> None:
    write(bots, "mine", FAULTY)
    screen = measured(card_of(screens, services))
    card = screen.model.card
    assert len(card.cards["tictactoe"].faults) == 10 and card.done == 1
    rows = listed(screen, "tictactoe").positions
    assert rows[0].fault and rows[0].text.startswith("Line 4: ")


def test_an_edit_measures_anew_and_leaves_the_old_figures_until_then(
    services: Services, bots: Path, screens: list[CardScreen]
) -> None:
    path = write(bots, "mine", WEAK)
    screen = measured(card_of(screens, services))
    card = screen.model.card
    before = card.cards["matches"]
    path.write_text(WEAK.replace("[0]", "[-1]"))
    wait(screen, lambda: screen.model.running, 0.4)
    assert card.cards["matches"] is before and card.is_old("matches")
    measured(screen)
    assert card.cards["matches"] is not before and not card.is_old("matches")


@pytest.mark.parametrize("opened_again", [False, True])
def test_a_stopped_card_goes_on_with_what_is_missing(
    services: Services, bots: Path, screens: list[CardScreen], opened_again: bool
) -> None:
    write(bots, "mine", WEAK)
    screen = card_of(screens, services)
    card = screen.model.card
    wait(screen, lambda: card.done, 0.2)
    click(screen, "stop")
    assert not screen.model.running
    first = card.cards["tictactoe"]
    if opened_again:
        screen = card_of(screens, services)
    else:
        click(screen, "go_on")
    measured(screen)
    assert card.done == 2 and card.cards["tictactoe"] is first


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def choose(:\n", "Line 1: invalid syntax"),
        ("x = 1\n", "There is no function ‘choose’"),
        (None, "There is no file "),
    ],
)
def test_a_file_without_a_card_says_why_and_is_measured_once_it_is_saved_well(
    services: Services,
    bots: Path,
    screens: list[CardScreen],
    text: str | None,
    sentence: str,
) -> None:
    path = write(bots, "mine", text or WEAK)
    if text is None:
        path.unlink()
    screen = measured(card_of(screens, services))
    fault = screen.model.card.fault
    assert fault is not None and services.tr(fault).startswith(sentence)
    path.write_text(WEAK)
    wait(screen, lambda: screen.model.running, 0.4)
    assert measured(screen).model.card.fault is None


def test_a_notice_leaves_a_fault_in_sight(services: Services) -> None:
    fault = FieldFault("Line 1: invalid syntax")
    fault.rect = pygame.Rect(0, 0, 1280, 60)
    screen = CardScreen(services, "own:mine")
    box = notice_place(screen.ui, pygame.Rect((0, 0), SIZE), "Kept.", [fault])
    assert not box.colliderect(fault.rect)


def test_play_against_it_opens_a_match_with_it(
    services: Services, bots: Path, screens: list[CardScreen]
) -> None:
    write(bots, "mine", WEAK)
    going = of(Open, click(measured(card_of(screens, services)), "play"))
    assert going.arguments["players"] == (HUMAN, "own:mine")
    assert going.arguments["game"].id in ("tictactoe", "matches")


def test_a_solver_is_measured_with_puzzles_and_plays_against_nobody(
    services: Services, bots: Path, screens: list[CardScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_model, "POSITIONS", 2)
    write(bots, "mine", template("solver"))
    screen = measured(card_of(screens, services))
    assert screen.model.card.done == len(screen.model.card.games) > 0
    assert not find(screen, "play").enabled
