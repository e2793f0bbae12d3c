"""The screen of puzzles as a person uses it: clicks, keys, the cube by hand, pasted texts."""

from __future__ import annotations

from datetime import date

import pygame
import pytest

from gui.exercises.drill_screen import MistakesScreen
from gui.exercises.exercise import AttemptPhase
from gui.exercises.problem import MoveAttempt, TurnsAttempt
from gui.exercises.puzzles import PuzzleSource
from gui.exercises.puzzles_screen import PuzzlesScreen
from gui.exercises.today import Today
from gui.i18n import Translator
from gui.kit.screen import Screen
from gui.lab.screen import LabScreen
from gui.match.screen import MatchScreen
from gui.protocols import Open
from gui.services import Services
from tests.gui.driver import click, enter, find, follow, of, press, send, there, wait
from tests.gui.lab import cube_view, opened_on
from tests.gui.matches import asked_match, entered_match
from tests.puzzles.solving import wrong_move

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (1280, 800)
SHARED = "Jouons 21 Nov: Matches, 1 star. Take 1 or 2 and win. matches 5 0 start=5 takes=1,2"


def opened(services: Services, game: str) -> PuzzlesScreen:
    services.outliving(Today, lambda: Today(services, lambda: date(2026, 11, 21)))
    screen = enter(PuzzlesScreen(services, game))
    wait(screen, lambda: screen.exercise.phase is not None)
    return screen


def moves_of(screen: PuzzlesScreen) -> MoveAttempt:
    return of(MoveAttempt, screen.model.attempt)


def phase_of(screen: PuzzlesScreen) -> AttemptPhase | None:
    return screen.exercise.phase


def turns_of(screen: PuzzlesScreen) -> list[str]:
    assert screen.turns is not None
    return list(screen.turns.turns)


def test_a_puzzle_that_is_being_made_turns_a_sign_instead_of_a_warning(services: Services) -> None:
    services.outliving(Today, lambda: Today(services, lambda: date(2026, 11, 21)))
    screen = enter(PuzzlesScreen(services, "connect4"))
    assert screen.model.making and screen.widget_group.find("looking") is not None
    wait(screen, lambda: screen.exercise.phase is not None)
    assert screen.widget_group.find("looking") is None


def test_a_puzzle_is_solved_by_keys_alone(services: Services) -> None:
    screen = opened(services, "connect4")
    answer = moves_of(screen)
    press(screen, pygame.K_0 + wrong_move(answer))
    assert phase_of(screen) is AttemptPhase.TRIED
    wait(screen, lambda: screen.exercise.phase is AttemptPhase.REFUTED)
    press(screen, pygame.K_RETURN)  # it was seen: back at once
    assert phase_of(screen) is AttemptPhase.ASKING
    press(screen, pygame.K_0 + answer.exercise.right[0])
    assert phase_of(screen) is AttemptPhase.SOLVED
    assert services.store.solved(date(2026, 11, 21).toordinal()) == {"connect4": 2}
    press(screen, pygame.K_n)
    wait(screen, lambda: screen.exercise.phase is AttemptPhase.ASKING)
    assert screen.model.game != "connect4"


@pytest.mark.parametrize("phase", [AttemptPhase.TRIED, AttemptPhase.REFUTED])
def test_a_move_while_a_try_is_refuted_is_the_next_try(
    services: Services, phase: AttemptPhase
) -> None:
    """Where the refutation had ended the game, the board said to start a new game or to undo."""
    screen = opened(services, "connect4")
    answer = moves_of(screen)
    press(screen, pygame.K_0 + wrong_move(answer))
    told = len(services.notices)
    press(screen, pygame.K_0 + wrong_move(answer))  # pressed twice in a hurry: it is one try
    assert phase_of(screen) is AttemptPhase.TRIED and answer.wrong == 1
    wait(screen, lambda: screen.exercise.phase is phase)
    press(screen, pygame.K_0 + answer.exercise.right[0])
    assert phase_of(screen) is AttemptPhase.SOLVED
    assert (answer.wrong, answer.solved_at) == (1, 2)
    press(screen, pygame.K_0)
    assert phase_of(screen) is AttemptPhase.SOLVED and len(services.notices) == told


def test_a_click_beside_the_board_leaves_a_refuted_try_as_it_is(services: Services) -> None:
    """Also one on a button that is off: what was explained went, and the answer was shown."""
    screen = opened(services, "connect4")
    press(screen, pygame.K_0 + wrong_move(moves_of(screen)))
    wait(screen, lambda: screen.exercise.phase is AttemptPhase.REFUTED)
    width, height = services.size
    for place in ((3, height - 3), (width - 3, height // 2)):
        click(screen, place)
        assert phase_of(screen) is AttemptPhase.REFUTED, place


def test_buttons_and_tiles_do_what_they_say(services: Services) -> None:
    screen = opened(services, "connect4")
    click(screen, "hint")
    assert screen.exercise.board is not None
    assert screen.exercise.board.tried
    click(screen, "game matches")
    wait(screen, lambda: screen.model.game == "matches" and screen.exercise.phase is not None)
    click(screen, "show_me")
    assert phase_of(screen) is AttemptPhase.SHOWING
    wait(screen, lambda: screen.exercise.phase is AttemptPhase.SHOWN)
    assert screen.model.theme is not None
    click(screen, "again")
    assert phase_of(screen) is AttemptPhase.ASKING
    source = find(screen, "source")
    click(screen, (source.rect.right - 30, source.rect.centery))
    wait(screen, lambda: screen.exercise.phase is not None)
    assert screen.model.source is PuzzleSource.ENDLESS


def test_the_cube_is_turned_by_keys_and_back(services: Services) -> None:
    screen = opened(services, "pocketcube")
    answer = of(TurnsAttempt, screen.model.attempt)
    press(screen, pygame.K_u)
    assert turns_of(screen) == ["U"]
    press(screen, pygame.K_u, pygame.KMOD_SHIFT)
    assert turns_of(screen) == []
    for turn in answer.line:
        shift = pygame.KMOD_SHIFT if turn.endswith("'") else 0
        for _ in range(2 if turn.endswith("2") else 1):
            press(screen, pygame.key.key_code(turn[0].lower()), shift)
    assert phase_of(screen) is AttemptPhase.SOLVED
    assert screen.puzzle is not None
    wait(screen, lambda: screen.puzzle is not None and not cube_view(screen).moving)
    assert answer.handling.solved(cube_view(screen).position)


def test_a_level_of_endless_puzzles_is_chosen_on_the_screen(services: Services) -> None:
    screen = opened(services, "pocketcube")
    screen.and_refresh(screen.model.choose_source)(PuzzleSource.ENDLESS)
    wait(screen, lambda: screen.exercise.phase is not None)
    assert there(screen.model.problem).level == 2
    stars = find(screen, "stars")
    click(screen, (stars.rect.x + 20, stars.rect.centery))
    wait(screen, lambda: screen.exercise.phase is not None)
    assert there(screen.model.problem).level == 1


def test_undo_and_start_again_stand_under_the_cube(services: Services) -> None:
    screen = opened(services, "pocketcube")
    assert screen.puzzle is not None
    before = cube_view(screen).position
    press(screen, pygame.K_u)
    click(screen, "undo")
    assert turns_of(screen) == []
    press(screen, pygame.K_r)
    click(screen, "restart")
    assert turns_of(screen) == []
    wait(screen, lambda: screen.puzzle is not None and not cube_view(screen).moving)
    assert cube_view(screen).position == before
    assert screen.model.tries.key == "puzzles.no_try"


def test_a_cube_not_solved_turns_back_to_where_it_was(services: Services) -> None:
    screen = opened(services, "pocketcube")
    assert screen.puzzle is not None
    before = cube_view(screen).position
    while screen.exercise.phase is AttemptPhase.ASKING:
        press(screen, pygame.K_d)
    wait(screen, lambda: screen.exercise.phase is AttemptPhase.ASKING)
    wait(screen, lambda: screen.puzzle is not None and not cube_view(screen).moving)
    assert cube_view(screen).position == before


@pytest.mark.parametrize("detour", [(), ("D",)])
def test_a_hint_keeps_the_turns_that_lead_to_a_solution(
    services: Services, detour: tuple[str, ...]
) -> None:
    screen = opened(services, "pocketcube")
    attempt = of(TurnsAttempt, screen.model.attempt)
    right = attempt.line[:1]
    for turn in (*right, *detour):
        shift = pygame.KMOD_SHIFT if turn.endswith("'") else 0
        press(screen, pygame.key.key_code(turn[0].lower()), shift)
    for _ in range(2):
        click(screen, "hint")
        assert attempt.turns == right
    assert attempt.detail is not None
    assert attempt.detail.values["turn"] == attempt.line[1]


def slide_wrongly(screen: PuzzlesScreen) -> str:
    """Use up the moves; return the position before."""
    assert screen.puzzle is not None
    before, last = screen.puzzle.view.target, ""
    while screen.exercise.phase is AttemptPhase.ASKING:
        moves = screen.puzzle.handling.moves(screen.puzzle.view.target)
        last = next(move.text for move in moves if move.text != last)  # the same one is an undo
        press(screen, pygame.K_0 + int(last))
    return before


@pytest.mark.parametrize("button", ["undo", "restart"])
def test_a_wrong_try_of_the_tiles_can_be_undone_at_once(services: Services, button: str) -> None:
    screen = opened(services, "tiles")
    slide_wrongly(screen)
    wait(screen, lambda: screen.exercise.phase is AttemptPhase.REFUTED)
    made = len(turns_of(screen))
    click(screen, button)
    assert phase_of(screen) is AttemptPhase.ASKING
    assert len(turns_of(screen)) == (made - 1 if button == "undo" else 0)


def test_a_move_after_a_wrong_try_of_the_tiles_goes_back_at_once(services: Services) -> None:
    screen = opened(services, "tiles")
    before = slide_wrongly(screen)
    wait(screen, lambda: screen.exercise.phase is AttemptPhase.REFUTED)
    assert screen.puzzle is not None
    tile = screen.puzzle.handling.moves(screen.puzzle.view.target)[0].text
    press(screen, pygame.K_0 + int(tile))
    assert phase_of(screen) is AttemptPhase.ASKING
    assert screen.puzzle.view.target == before


@pytest.mark.parametrize("key", [pygame.K_u, pygame.K_LEFT, pygame.K_RETURN, pygame.K_1])
def test_keys_of_the_cube_do_nothing_while_the_next_puzzle_is_made(
    services: Services, key: int
) -> None:
    screen = opened(services, "pocketcube")
    assert screen.puzzle is not None
    before = cube_view(screen).target
    screen.and_refresh(screen.model.choose_source)(PuzzleSource.ENDLESS)
    assert screen.model.attempt is None and not screen.puzzle.free
    press(screen, key)
    assert cube_view(screen).target == before


def test_a_layer_held_while_another_puzzle_is_asked_for_goes_back(services: Services) -> None:
    screen = opened(services, "pocketcube")
    widget = screen.widget_group.find("board")
    assert screen.puzzle is not None and widget is not None
    down, up = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP
    x, y = widget.rect.center
    send(screen, down, pos=(x, y), button=1)
    moved = {"pos": (x + 60, y + 10), "rel": (60, 10), "buttons": (1, 0, 0)}
    screen.handle(pygame.event.Event(pygame.MOUSEMOTION, moved))
    screen.and_refresh(screen.model.choose_source)(PuzzleSource.ENDLESS)
    send(widget, up, pos=(x + 60, y + 10), button=1)
    assert screen.model.attempt is None


def test_another_language_keeps_the_puzzle(services: Services) -> None:
    screen = opened(services, "tictactoe")
    answer = moves_of(screen)
    screen.ui.tr = Translator("fr")
    screen.enter(SIZE)
    assert screen.model.attempt is answer
    title = {getattr(widget, "text", "") for widget in screen.widget_group.widgets}
    assert "Énigmes" in title


@pytest.mark.parametrize("scene", ["match", "cube"])
def test_a_shared_puzzle_opens_wherever_a_position_is_pasted(
    services: Services, monkeypatch: pytest.MonkeyPatch, scene: str
) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: SHARED)
    screen: Screen = LabScreen(services, "pocketcube")
    if scene == "match":
        made = asked_match(services, "--game", "nim")
        screen = made
    screen.enter(SIZE)
    screen.offered().do("paste")
    assert screen.next == Open("puzzles", {"shared": SHARED})
    screen.leave()
    there = enter(PuzzlesScreen(services, shared=SHARED))
    wait(there, lambda: there.model.source is PuzzleSource.SHARED)
    assert there.model.problem is not None and there.model.problem.position == "5 0"


@pytest.mark.parametrize("text", ["", "hello", "nim 0 0", "\u202eabc\x00", "x" * 300_000])
def test_a_pasted_text_that_is_no_puzzle_is_one_sentence(
    services: Services, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    screen = opened(services, "tictactoe")
    before = screen.model.attempt
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text)
    screen.offered().do("open_shared")
    wait(screen, lambda: bool(services.notices))
    (notice,) = services.notices
    assert notice.fault
    assert screen.model.attempt is before


def test_the_command_line_opens_puzzles(services: Services) -> None:
    screens = opened_on(services, "--scene", "puzzles", "--game", "nim")
    assert isinstance(screens[-1], PuzzlesScreen)
    assert screens[-1].model.game == "nim"


LOST = ("0", "4", "8", "2", "1", "6")  # a game of tic-tac-toe, thrown away by the one who begins


def test_a_lost_game_leads_to_its_mistakes_and_on_from_one_of_them(services: Services) -> None:
    arguments = ["--game", "tictactoe", "--second", "random", "--moves", " ".join(LOST)]
    match = entered_match(services, *arguments)
    states = match.table.session.all_states[:-1:2]
    wait(match, lambda: all(map(match.match.analyzer.exactly, states)))
    wait(match, lambda: match.widget_group.find("mistakes") is not None)
    match.offered().do("mistakes")
    wanted = match.next
    screen = follow(services, wanted, MistakesScreen)
    assert stage_of(screen) is AttemptPhase.ASKING  # s7: what the match knows is there at once
    assert isinstance(screen.model.attempt, MoveAttempt)
    exercise, states = screen.model.attempt.exercise, screen.model.attempt.states
    assert len(screen.model.exercises) == 1
    press(screen, pygame.K_s)
    assert screen.exercise.phase is AttemptPhase.SHOWING
    wait(screen, lambda: screen.exercise.over)
    click(screen, "again")
    press(screen, pygame.K_0 + exercise.right[0])
    assert stage_of(screen) is AttemptPhase.SOLVED
    screen.offered().do("play_on")
    on = screen.next
    assert isinstance(on, Open) and on.instead  # f6: Back leads to the game, not to the drill
    going = follow(services, on, MatchScreen)
    assert going.table.session.start == screen.model.attempt.states[-1]
    screen.next = None
    press(screen, pygame.K_n)
    assert screen.model.finished
    assert screen.model.found == 0
    done = screen.tr("retry.done", done=0, count=1)
    assert done in {getattr(widget, "text", "") for widget in screen.widget_group.widgets}


def stage_of(screen: MistakesScreen) -> AttemptPhase | None:
    return screen.exercise.phase
