"""What every board view promises: moves by mouse and by keyboard, refusals, pictures."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pygame
import pytest

from engine.messages import LANGUAGES, Message, catalogue, render
from engine.protocols import Estimate, Value
from engine.registry import make_game
from gui.boards import make_view
from gui.boards.nim import NimView
from gui.i18n import Translator
from gui.match.screen import MatchScreen
from gui.protocols import PRESSED, BoardState
from gui.settings import Settings
from gui.theme import Motion, Theme, ThemeName
from gui.ui import Ui
from tests.cases import in_one_test
from tests.full import few_or_full
from tests.gui.driver import hold, of, point, send, wait
from tests.gui.matches import Match
from tests.gui.shared_brush import SharedBrush, letters_drawn, share_texts
from tests.screen import the_screen

BOARDS: dict[str, tuple[str, dict[str, str]]] = {
    "tictactoe": ("tictactoe", {}),
    "misere": ("tictactoe", {"misere": "true"}),
    "connect4": ("connect4", {}),
    "yellow": ("connect4", {"begins": "yellow"}),
    "wide": ("connect4", {"columns": "8", "rows": "7"}),
    "small": ("connect4", {"columns": "4", "rows": "4"}),
    "nim": ("nim", {}),
    "tall": ("nim", {"heaps": "99,40,7"}),
    "many": ("nim", {"heaps": "9,12,3,4,5,6,7,8,9,10,11,12"}),
    "subtraction": ("subtraction", {}),
    "far": ("subtraction", {"start": "999", "takes": "1,3,7"}),
    "matches": ("matches", {}),
    "rows": ("matches", {"start": "999"}),
}
AREAS = {"usual": ((1280, 800), (24, 84, 832, 620)), "least": ((960, 640), (18, 70, 580, 470))}
KEYS = (
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN,
)  # fmt: skip
GROUND = (255, 0, 255)


@pytest.fixture(autouse=True)
def _window() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    yield


def view_of(board: str, area: str = "usual", **theme: Any) -> Any:
    """A placed view that shows the start."""
    name, options = BOARDS[board]
    game = make_game(name, options)
    size, rect = AREAS[area]
    made = Theme(theme.pop("look", ThemeName.DARK), size, **theme)
    share_texts(made)
    settings = Settings(look=made.look.value, safe_palette=made.safe_palette)
    ui = Ui(made, SharedBrush(settings), Translator("en"))
    view: Any = make_view(game, ui)
    view.place(pygame.Rect(rect), ui)
    view.show(shown(game, game.initial()), False)
    return view


def shown(game: Any, state: Any, **more: Any) -> BoardState[Any]:
    """A position with every legal move allowed."""
    return BoardState(state, legal=tuple(game.moves(state)), **more)


def positions(game: Any, count: int, seed: int) -> list[Any]:
    """Positions of one random game: the start, some on the way, the end."""
    rng = np.random.default_rng(seed)
    states = [game.initial()]
    while game.moves(states[-1]):
        states.append(game.play(states[-1], int(rng.choice(game.moves(states[-1])))))
    picks = np.linspace(0, len(states) - 1, count).round().astype(int)
    return [states[index] for index in dict.fromkeys(picks.tolist())]


def key(code: int, text: str = "", mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text, scancode=0)


def clicks(view: Any, step: int) -> tuple[set[int], set[str]]:
    """The moves and the refusals that clicks all over the area and beyond it give."""
    moves: set[int] = set()
    refusals: set[str] = set()
    rect = view.rect.inflate(20, 20)
    for y in range(rect.top, rect.bottom, step):
        for x in range(rect.left, rect.right, 2 * step):
            answer = hold(view, (x, y))
            if isinstance(answer, Message):
                refusals.add(answer.key)
            elif answer is not None:
                moves.add(answer)
    return moves, refusals


def keyboard(view: Any) -> set[int]:
    """The moves that Enter gives at every place the arrows lead to."""
    view.focus(True)
    moves: set[int] = set()
    seen: set[Any] = {None}
    waiting: list[Any] = [None]
    while waiting:
        start = waiting.pop()
        for code in KEYS:
            view.cursor = start
            answers = [view.handle(key(code))]
            if view.cursor is not None:
                answers.append(view.handle(key(pygame.K_RETURN)))
            moves.update(a for a in answers if a is not None and not isinstance(a, Message))
            if view.cursor not in seen:
                seen.add(view.cursor)
                waiting.append(view.cursor)
    return moves


@in_one_test("board", BOARDS)
def test_every_legal_move_is_a_spot_with_a_name_and_no_other_is(board: str) -> None:
    """So that somebody who does not see the board can read it and play on it."""
    view = view_of(board)
    for state in positions(view.game, 3, 5):
        view.show(shown(view.game, state), False)
        spots = view.spots()
        legal = set(view.game.moves(state))
        answers = [send(view, PRESSED, spot=spot) for spot in spots]
        assert {answer for answer in answers if isinstance(answer, int)} == legal
        assert {spot.move for spot in spots} - {None} == legal
        assert len({spot.key for spot in spots}) == len({spot.name for spot in spots}) == len(spots)
        for spot in spots:
            if spot.where is not None:
                view.point(spot)
                assert view.cursor == spot.where


def drawn(view: Any) -> pygame.Surface:
    surface = pygame.Surface((view.rect.right + 30, view.rect.bottom + 30))
    surface.fill(GROUND)
    view.draw(surface)
    return surface


def picture(view: Any) -> bytes:
    return pygame.image.tobytes(drawn(view), "RGB")


ODD = {"odd": ("matches", {"start": "21"})}  # one match lies in the middle of the tray


@in_one_test("board", sorted((BOARDS | ODD).keys() - {"tall"}))  # its pebbles are few pixels high
def test_a_click_on_the_target_of_a_move_plays_this_move(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.BOARDS", BOARDS | ODD)
    view = view_of(board)
    for state in positions(view.game, 3, 5):
        view.show(shown(view.game, state), False)
        for move in view.game.moves(state):
            place = view.place_of(move)
            if place is not None:
                (x, y), reach = place[0], round(0.9 * place[1])
                for spot in ((x, y), (x - reach, y), (x + reach, y)):
                    assert hold(view, spot) == move, (move, spot)


@pytest.mark.one_of(3)
@few_or_full("games", 1, 3)
@pytest.mark.parametrize(
    ("board", "area"),
    [
        # By default each board in one area, by turns.
        pytest.param(board, area, marks=pytest.mark.full if (number + turn) % 2 else ())
        for number, board in enumerate(BOARDS)
        for turn, area in enumerate(AREAS)
    ],
)
def test_every_legal_move_is_reached_by_mouse_and_by_keyboard_and_no_other(
    board: str, area: str, games: int
) -> None:
    view = view_of(board, area)
    for state in positions(view.game, games, 5):
        view.show(shown(view.game, state), False)
        legal = set(view.game.moves(state))
        # Of heaps as high as "tall" each pebble is few pixels high.
        moves, refusals = clicks(view, 4 if games == 1 and board != "tall" else 2)
        assert moves == legal
        assert keyboard(view) == legal
        for name in refusals:
            for language in LANGUAGES:
                assert name in catalogue(language)


@in_one_test("board", BOARDS)
def test_digits_on_both_blocks_and_on_french_keyboards_play_what_they_promise(board: str) -> None:
    view = view_of(board)
    played = set()
    for state in positions(view.game, 3, 6):
        view.show(shown(view.game, state), False)
        for digit in "0123456789":
            row, block = getattr(pygame, f"K_{digit}"), getattr(pygame, f"K_KP{digit}")
            move = view.handle(key(row, digit))
            if isinstance(move, Message):
                continue
            played.add(digit)
            assert move in view.game.moves(state)
            assert view.handle(key(block, digit)) == move
            assert view.handle(key(pygame.K_AMPERSAND, digit, pygame.KMOD_SHIFT)) == move
            assert view.handle(key(row, digit, pygame.KMOD_CTRL)) is None
    assert len(played) >= 3


@in_one_test("board", BOARDS)
def test_clicks_and_keys_out_of_turn_and_after_the_end_are_answered_with_a_sentence(
    board: str,
) -> None:
    view = view_of(board)
    start = view.game.initial()
    view.show(BoardState(start), False)
    moves, refusals = clicks(view, 12)
    assert not moves
    assert refusals == {"board.not_now"}
    assert not keyboard(view)
    answer = of(Message, view.handle(key(pygame.K_1, "1")))
    view.show(BoardState(start, closed="board.shown"), False)
    assert clicks(view, 12) == (set(), {"board.shown"}), "its owner knows better"
    end = positions(view.game, 2, 9)[-1]
    view.show(shown(view.game, end), False)
    moves, refusals = clicks(view, 12)
    assert not moves
    assert refusals <= {"board.over"}
    answer = of(Message, view.handle(key(pygame.K_1, "1")))
    assert answer.key == "board.over"


@in_one_test(
    "board, text, digit, key_name",
    [
        ("tictactoe", "X........ O", "0", "board.occupied"),
        ("tictactoe", "X........ O", "9", "board.cells"),
        ("connect4", "Y....../R....../Y....../R....../Y....../R...... R", "0", "board.column_full"),
        ("connect4", "/".join(["......."] * 6) + " R", "8", "board.columns"),
        ("nim", "3,4,3,2,1 0", "5", "board.amount"),
        ("subtraction", "2 0", "3", "board.takes"),
        ("matches", "9 0", "4", "board.takes"),
    ],
)
def test_a_refusal_says_why(board: str, text: str, digit: str, key_name: str) -> None:
    view = view_of(board)
    view.show(shown(view.game, view.game.parse(text)), False)
    answer = of(Message, view.handle(key(getattr(pygame, f"K_{digit}"), digit)))
    assert answer.key == key_name
    if board == "matches":  # s13: it said 1, 2, 3
        assert str(answer) == "You can take 1, 2 or 3."
    for language in LANGUAGES:
        assert render(answer, language).endswith(".")
        assert "{" not in render(answer, language)


def test_an_empty_heap_says_so_where_it_stood() -> None:
    view = view_of("nim")
    view.show(shown(view.game, view.game.parse("0,4,3,2,1 0")), False)
    x, y = view.centre(0, 0)
    answer = of(Message, hold(view, (x, y)))
    assert answer.key == "board.empty_heap"


@pytest.mark.one_of(3)
@pytest.mark.parametrize("board", BOARDS)
def test_the_mouse_shows_the_move_and_nothing_is_drawn_while_nothing_changes(board: str) -> None:
    view = view_of(board)
    view.update(0.01)
    before = picture(view)
    assert not view.update(0.01)
    places = [
        (x, y)
        for y in range(view.rect.top, view.rect.bottom, 8)
        for x in range(view.rect.left, view.rect.right, 16)
        if isinstance(hold(view, (x, y)), int)
    ]
    point(view, places[len(places) // 2])
    assert view.update(0.01)
    while view.update(0.05):
        pass
    assert picture(view) != before
    send(view, pygame.WINDOWLEAVE)
    while view.update(0.05):
        pass
    assert picture(view) == before


@pytest.mark.one_of(3)
@pytest.mark.parametrize("motion", Motion)
@pytest.mark.parametrize("board", BOARDS)
def test_an_animation_ends_on_the_position_as_it_is(board: str, motion: Motion) -> None:
    view = view_of(board, motion=motion)
    game, rng = view.game, np.random.default_rng(3)
    state = game.initial()
    for _ in range(60):
        if not game.moves(state):
            break
        move = int(rng.choice(game.moves(state)))
        before, state = state, game.play(state, move)
        view.show(shown(game, state, previous=before, last_move=move), True)
        assert view.moving == (motion is not Motion.NONE)
        passed = 0.0
        while view.moving:
            if passed == 0:
                drawn(view)
            view.update(0.016)
            passed += 0.016
        assert passed <= (0.31 if motion is Motion.SHORT else 0.9)
    view.update(0.016)
    moved = picture(view)
    view.show(shown(game, state, previous=before, last_move=move), False)
    assert not view.moving
    assert picture(view) == moved


@in_one_test("board", BOARDS)
def test_a_new_position_ends_the_animation_of_the_old_one(board: str) -> None:
    view = view_of(board)
    game = view.game
    start = game.initial()
    move = game.moves(start)[0]
    after = game.play(start, move)
    view.show(shown(game, after, previous=start, last_move=move), True)
    view.update(0.05)
    view.show(shown(game, start), False)
    view.update(0.05)
    assert not view.moving
    fresh = view_of(board)
    assert picture(view) == picture(fresh)


def everything(game: Any, state: Any, known: bool) -> BoardState[Any]:
    """A position with all that can be said of it."""
    moves = tuple(game.moves(state))
    values = (Value.WIN, Value.DRAW, Value.LOSS)
    estimates = tuple(
        Estimate(move, 0.1 + 0.8 * index / len(moves), values[index % 3] if known else None, index)
        for index, move in enumerate(moves)
    )
    best = moves[-1] if moves else None
    hint = moves[0] if moves else None
    return BoardState(
        state,
        legal=moves,
        estimates=estimates,
        best=best,
        planned=best,
        hint=hint,
    )


PLACES = ((24, 84, 832, 620), (18, 70, 560, 340), (10, 10, 230, 160))


@pytest.mark.one_of(3)
@pytest.mark.parametrize(
    ("board", "rect", "look"),
    [
        # By default each board in each place in one look, by turns.
        pytest.param(*case, marks=pytest.mark.full if sum(turns) % len(ThemeName) else ())
        for turns, case in zip(
            itertools.product(*(range(len(each)) for each in (BOARDS, PLACES, ThemeName))),
            itertools.product(BOARDS, PLACES, ThemeName),
            strict=True,
        )
    ],
)
def test_nothing_is_drawn_outside_the_area(
    board: str, rect: tuple[int, int, int, int], look: ThemeName
) -> None:
    view = view_of(board, look=look, text_scale=1.5)
    view.place(pygame.Rect(rect), view.ui)
    surface = pygame.Surface((rect[0] + rect[2] + 40, rect[1] + rect[3] + 40))
    surface.fill(GROUND)
    empty = pygame.image.tobytes(surface, "RGB")
    for known, state in enumerate(positions(view.game, 2, 4)):
        view.show(everything(view.game, state, bool(known)), False)
        view.focus(True)
        view.handle(key(pygame.K_RIGHT))
        view.update(0.2)
        view.draw(surface)
        assert surface.get_clip() == surface.get_rect()
        assert pygame.image.tobytes(surface, "RGB") != empty
        surface.fill(GROUND, rect)
        assert pygame.image.tobytes(surface, "RGB") == empty


@pytest.mark.one_of(3)
@pytest.mark.parametrize("board", BOARDS)
def test_what_is_known_hinted_and_planned_is_seen(board: str) -> None:
    view = view_of(board)
    game = view.game
    start = game.initial()
    moves = tuple(game.moves(start))
    seen = [BoardState(start, legal=moves)]
    exact = [Estimate(moves[0], None, value, 4) for value in Value]
    seen += [BoardState(start, legal=moves, estimates=(estimate,)) for estimate in exact]
    seen.append(BoardState(start, legal=moves, estimates=(Estimate(moves[0], 0.9),), best=moves[0]))
    seen.append(BoardState(start, legal=moves, hint=moves[0]))
    seen.append(BoardState(start, legal=moves, planned=moves[0]))
    pictures = []
    for each in seen:
        view.show(each, False)
        while view.update(0.05):
            pass
        pictures.append(picture(view))
    assert len(set(pictures)) == len(pictures)


def test_a_hint_of_nim_is_seen_below_the_pointer_too() -> None:
    view = view_of("nim")
    assert isinstance(view, NimView)
    start = view.game.initial()
    moves, pictures = tuple(view.game.moves(start)), set()
    for hint in (None, moves[2]):
        view.show(BoardState(start, legal=moves, hint=hint), False)
        point(view, view.place_of(moves[2])[0])
        while view.update(0.05):
            pass
        pictures.add(picture(view))
    assert len(pictures) == 2


def test_a_pasted_nim_position_may_have_more_and_larger_heaps_than_the_start() -> None:
    view = view_of("nim")
    state = view.game.parse("3,9,99,4,5,6,7,2 1")
    view.show(shown(view.game, state), False)
    assert clicks(view, 4)[0] == set(view.game.moves(state))


@in_one_test("board", BOARDS)
def test_the_two_players_have_different_tokens(board: str) -> None:
    view = view_of(board)
    first, second = view.token(0, 24), view.token(1, 24)
    assert first.get_size() == second.get_size() == (24, 24)
    assert first.get_at((0, 0)).a == 0
    assert pygame.image.tobytes(first, "RGBA") != pygame.image.tobytes(second, "RGBA")


@pytest.mark.one_of(3)
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("score", [0.02, 0.5, 0.98])
def test_no_board_writes_win_draw_or_loss_on_an_estimate(
    board: str, score: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = letters_drawn(monkeypatch)
    view = view_of(board)
    name, options = BOARDS[board]
    game = make_game(name, options)
    moves = game.moves(game.initial())
    for move in (moves[0], moves[len(moves) // 2], moves[-1]):
        guess = (Estimate(move, score, effort=40),)
        view.show(shown(game, game.initial(), estimates=guess, best=move), False)
        view.draw(pygame.Surface(AREAS["usual"][0]))
    assert not letters
    sure = (Estimate(moves[0], score, Value.WIN, 5),)
    view.show(shown(game, game.initial(), estimates=sure), False)
    view.draw(pygame.Surface(AREAS["usual"][0]))
    assert Value.WIN in letters


@pytest.mark.parametrize("area", AREAS)
def test_free_cells_carry_the_numbers_that_the_texts_name(area: str) -> None:
    """Squares of tic-tac-toe had no numbers, although every text names them."""
    view = view_of("tictactoe", area)
    state = view.game.play(view.game.play(view.game.initial(), 4), 0)
    view.show(shown(view.game, state, last_move=0), False)
    view.theme.heard = []
    view.draw(pygame.Surface(AREAS[area][0]))
    assert [text for text in view.theme.heard if text.isdigit()] == list("1235678")


def every_value(match: Match, heaps: str) -> tuple[MatchScreen, NimView, tuple[Estimate, ...]]:
    """A match with the values of all moves on the board."""
    options = ("--option", f"heaps={heaps}", "--first", "human", "--second", "human")
    scene = match("--game", "nim", *options, "--analysis")
    view = of(NimView, scene.board)
    wait(scene, lambda: len(view.shown.estimates) == sum(view.shown.state.heaps))
    scene.draw(the_screen())
    return scene, view, tuple(view.shown.estimates)


@pytest.mark.parametrize("heaps", ["5,4,3,2,1", "9,7,4"])
def test_every_pebble_shows_the_value_of_taking_it(
    match: Match, heaps: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five cards stood for fifteen moves: the best take of each heap."""
    scene, view, estimates = every_value(match, heaps)
    drawn: list[tuple[str, int, int]] = []
    monkeypatch.setattr(
        scene.ui.theme,
        "blit_text",
        lambda target, text, size, at, *more, **named: drawn.append((text, *at)),
    )
    view.paint(the_screen())
    for each in estimates:
        heap, amount = view.game.split(each.move)
        x, y = view.centre(heap, view.shown.state.heaps[heap] - amount)
        here = [text for text, *at in drawn if pygame.Rect(x - 40, y - 16, 80, 32).collidepoint(at)]
        assert str(each.remoteness) in here, (heap, amount)


def test_a_heap_has_the_value_of_its_best_take_and_of_the_one_that_is_pointed_at() -> None:
    view = view_of("nim")
    game, state = view.game, view.shown.state
    values = {(0, 1): Value.LOSS, (0, 2): Value.WIN, (0, 3): Value.LOSS, (1, 1): Value.LOSS}
    estimates = [Estimate(game.join(*take), value=each) for take, each in values.items()]
    view.show(shown(game, state, estimates=tuple(estimates)), False)

    def takes() -> dict[int, tuple[int, int]]:
        return {heap: game.split(each.move) for heap, each in view._best_of_heaps().items()}

    assert takes() == {0: (0, 2), 1: (1, 1)}
    view.hover = (0, 3)
    assert takes() == {0: (0, 3), 1: (1, 1)}


def test_a_path_of_points_fills_a_tall_place_as_it_fills_a_wide_one() -> None:
    view = view_of("subtraction")
    for size in ((800, 300), (500, 600), (320, 700)):
        view.place(pygame.Rect((24, 84), size), view.ui)
        room = view.room()
        assert view.step**2 * view.points > 0.45 * room.w * room.h, size
