"""The cube lab under the dummy driver: turns, solutions, its texts and place in the window."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from engine.games.cube_facelets import SOLVED, HeldCube, Turn, apply, parse_turns
from engine.protocols import MoveError, PositionError
from gui.boards.handling import BLANK
from gui.kit import Button, ButtonKind, Segments
from gui.kit.popup import TextForm
from gui.lab.saving import LabChoices
from gui.lab.screen import LabScreen, requested_lab
from gui.lab.snapshot import PositionSource, scrambled
from gui.lab.widgets import NewestMoves
from gui.options import parse_window
from gui.services import Services
from gui.settings import GameSetup, Settings
from tests.gui.driver import click, enter, find, of, press, send, wait, widgets_of
from tests.gui.lab import CUBE, SCRAMBLE, TWISTED, USUAL, cube_view, read_cube, settle, solve, turns
from tests.screen import the_screen

pytestmark = pytest.mark.usefixtures("no_shapes")

# -- turning and undoing -----------------------------------------------------------------------


def test_keys_turn_every_face_and_the_whole_cube(lab: Callable[..., LabScreen]) -> None:
    scene, expected = lab(""), SOLVED
    for letter in "UDLRFBxyz":
        for mod, quarters in ((0, 1), (pygame.KMOD_SHIFT, -1), (0, 1)):
            press(scene, getattr(pygame, f"K_{letter.lower()}"), mod)
            expected = apply(expected, letter, quarters)
    assert scene.lab.now.position == expected
    assert scene.puzzle_view.target == expected
    settle(scene)
    assert cube_view(scene).position == expected
    assert [turn.text for turn in scene.lab.now.trail][:3] == ["U", "U'", "U"]


def test_undo_and_redo_take_every_kind_of_step_back(lab: Callable[..., LabScreen]) -> None:
    scene = lab()
    seen = [scene.lab.now]
    press(scene, pygame.K_r)
    seen.append(scene.lab.now)
    click(scene, "new")
    seen.append(scene.lab.now)
    solve(scene)
    seen.append(scene.lab.now)
    scene.lab.reset()
    seen.append(scene.lab.now)
    for expected in seen[-2::-1]:
        press(scene, pygame.K_z, pygame.KMOD_CTRL)
        assert scene.lab.now == expected
        assert scene.puzzle_view.target == expected.position
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert scene.services.notices
    for expected in seen[1:]:
        press(scene, pygame.K_y, pygame.KMOD_CTRL)
        assert scene.lab.now == expected
    settle(scene)
    assert cube_view(scene).position == SOLVED


def test_a_drag_on_a_sticker_becomes_a_turn_that_can_be_undone(
    lab: Callable[..., LabScreen],
) -> None:
    scene = lab("")
    centre = cube_view(scene).camera().centre
    x, y = round(centre[0]) + 20, round(centre[1])
    send(scene, pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1)
    for step in range(1, 12):
        position = (x, y - 10 * step)
        send(scene, pygame.MOUSEMOTION, pos=position, rel=(0, -10), buttons=(1, 0, 0))
        scene.update(0.016)
    send(scene, pygame.MOUSEBUTTONUP, pos=(x, y - 110), button=1)
    assert len(scene.lab.now.trail) == 1
    settle(scene)
    assert cube_view(scene).position == scene.lab.now.position != SOLVED
    scene.lab.undo()
    settle(scene)
    assert cube_view(scene).position == SOLVED


# -- solving -----------------------------------------------------------------------------------


def test_every_solution_shown_solves_the_cube_as_it_is_held(
    lab: Callable[..., LabScreen],
) -> None:
    scene = lab(SCRAMBLE + " x D' y2 B")
    answer = solve(scene)
    assert len(answer.solutions) == answer.count
    for line in answer.solutions:
        assert len(line) == answer.length
        cube = HeldCube(scene.lab.now.position).turns(parse_turns(" ".join(t.text for t in line)))
        assert cube.solved
        assert {turn.name for turn in turns(line)} <= set("URF")


def test_a_solved_cube_says_so_and_has_one_empty_solution(
    lab: Callable[..., LabScreen],
) -> None:
    scene = lab("x y'")
    answer = solve(scene)
    assert (answer.length, answer.count, answer.solutions) == (0, 1, ((),))
    words = [getattr(widget, "text", "") for widget in scene.widget_group.widgets]
    assert scene.tr("cube_lab.already_solved") in words
    scene.lab.toggle_play()
    assert not scene.lab.playing


def test_a_turn_while_solving_drops_the_answer(lab: Callable[..., LabScreen]) -> None:
    scene = lab()
    scene.lab.solve()
    press(scene, pygame.K_r)
    assert not scene.lab.solving.busy
    behind = scene.services.worker.submit(lambda context: None)  # after the solving
    wait(scene, lambda: behind.done)
    scene.update(0.02)
    assert scene.lab.now.answer is None


def test_solving_during_a_turn_solves_where_the_turn_leads(
    lab: Callable[..., LabScreen],
) -> None:
    scene = lab("R")
    press(scene, pygame.K_f)
    scene.update(0.02)
    assert scene.puzzle_view.moving
    answer = solve(scene)
    assert answer.base == apply(apply(SOLVED, "R", 1), "F", 1) and answer.length == 2


def test_cancelled_solving_leaves_the_cube_as_it_was(lab: Callable[..., LabScreen]) -> None:
    scene = lab()
    before = scene.lab.now
    scene.lab.solve()
    scene.rebuild()
    press(scene, pygame.K_ESCAPE)
    assert not scene.lab.solving.busy
    assert scene.lab.now == before


# -- window options and sizes ------------------------------------------------------------------


def test_the_command_line_opens_a_cube(services: Services) -> None:
    options = parse_window(["--scene", "cube", "--position", SOLVED, "--moves", "R U"])
    scene = requested_lab("pocketcube", options)(services)
    assert scene.lab.now.position == apply(apply(SOLVED, "R", 1), "U", 1)
    with pytest.raises(MoveError):
        requested_lab("pocketcube", parse_window(["--scene", "cube", "--moves", "R Q"]))


def test_a_turn_between_two_cubes_is_found() -> None:
    assert USUAL.move_between(SOLVED, apply(SOLVED, "B", -1)) == Turn("B", 3)
    assert USUAL.move_between(SOLVED, apply(apply(SOLVED, "B", 1), "R", 1)) is None


@pytest.mark.parametrize("length", ["9" * 5_000, "²", "-1", "1e3", "", "2000"])
def test_a_length_that_makes_no_sense_becomes_the_usual_one(length: str) -> None:
    """More digits than Python reads kept the lab from opening."""
    kept = Settings().with_setup("pocketcube", GameSetup({"length": length}))
    assert LabChoices.kept_in(kept, CUBE).length == LabChoices.length
    kept = Settings().with_setup("pocketcube", GameSetup({"length": "25"}))
    assert LabChoices.kept_in(kept, CUBE).length == 25


@pytest.mark.parametrize("puzzle", ["pocketcube", "tiles"])
def test_a_puzzle_begins_easy_and_the_rest_is_behind_the_lab(
    services: Services, puzzle: str
) -> None:
    scene = enter(LabScreen(services, puzzle))
    wait(scene, lambda: True)
    for level, length in enumerate((3, 6, 60)):
        find(scene, "levels", Segments).change(level)
        wait(scene, lambda: True)
        assert len(scene.lab.now.scramble) == length == scene.lab.choices.length
    for key in ("length", "paste", "paint", "solver", "look"):
        assert scene.widget_group.find(key) is None
    click(scene, "lab")
    wait(scene, lambda: True)
    assert scene.widget_group.find("levels") is None
    for key in ("length", "paste", "paint", "solver", "look"):
        assert scene.widget_group.find(key) is not None
    scene.leave()
    assert LabScreen(services, puzzle).lab.whole  # as it was left


def test_a_beginner_who_has_solved_the_cube_is_led_on(services: Services) -> None:
    """It asked to try again, and said that so few turns count for nothing."""
    scene = enter(LabScreen(services, "pocketcube"))
    wait(scene, lambda: True)
    for turn in reversed(turns(scene.lab.now.scramble)):
        scene.move(turn.inverse)
    wait(scene, lambda: not scene.puzzle_view.moving and scene.lab.is_solved)
    wait(scene, lambda: bool(services.notices))
    assert [notice.text for notice in services.notices][-1].startswith("Solved in 3")
    assert "20" not in [notice.text for notice in services.notices][-1]
    assert find(scene, "new", Button).kind is ButtonKind.PRIMARY
    assert scene.widget_group.find("solve") is None
    click(scene, "new")
    wait(scene, lambda: True)
    assert scene.widget_group.find("solve") is not None


def test_a_seed_gives_the_same_scramble_again() -> None:
    one, two = (scrambled(USUAL, 60, 5) for _ in range(2))
    assert one == two
    assert len(one.scramble) == 60
    assert scrambled(USUAL, 60, 6) != one
    text = " ".join(turn.text for turn in one.scramble)
    assert read_cube(text).position == one.position


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("R U Q", MoveError),
        ("UUUURRRRFFFFDDDDLLLLBBB", PositionError),
        ("UUUUXXXXFFFFDDDDLLLLBBBB", PositionError),
        (TWISTED, PositionError),
    ],
)
def test_bad_texts_are_refused_in_one_sentence(text: str, fault: type[Exception]) -> None:
    with pytest.raises(fault) as caught:
        read_cube(text)
    assert str(caught.value).strip()
    assert "\n" not in str(caught.value)


def test_facelets_and_turns_are_told_apart() -> None:
    assert USUAL.is_position(SOLVED)
    assert USUAL.is_position("UUUU RRRR FFFF DDDD LLLL BBBB")
    assert not USUAL.is_position(SCRAMBLE)
    assert not USUAL.is_position("RUF")
    assert not USUAL.is_position("")


def test_an_impossible_painting_is_marked_and_cannot_be_used(
    lab: Callable[..., LabScreen],
) -> None:
    scene = lab()
    before = scene.lab.now
    scene.lab.start_painting(tuple(TWISTED))
    assert scene.lab.draft is not None and scene.lab.draft.faulty
    scene.update(0.02)
    assert not find(scene, "use", Button).enabled
    press(scene, pygame.K_ESCAPE)
    assert scene.lab.drafts is None
    assert scene.lab.now == before


def test_a_painted_cube_is_taken_and_painting_can_be_undone(
    lab: Callable[..., LabScreen],
) -> None:
    scene = lab()
    click(scene, "paint")
    assert scene.lab.drafts is not None
    painting = scene.lab.drafts
    click(scene, "clear")
    assert painting.now == (BLANK,) * 24
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert painting.now == tuple(scene.lab.now.position)
    click(scene, "solved")
    click(scene, "use")
    assert scene.lab.drafts is None
    assert (scene.lab.now.position, scene.lab.now.source) == (SOLVED, PositionSource.PAINTED)
    scene.lab.undo()
    assert scene.lab.now.source is PositionSource.TYPED


def test_facelets_not_painted_yet_are_counted() -> None:
    fault, where = USUAL.fault((BLANK,) * 3 + tuple(SOLVED[3:]))
    assert fault is not None
    assert fault.values["count"] == 3
    assert not where
    assert USUAL.fault(tuple(SOLVED)) == (None, frozenset())


def test_the_scramble_form_refuses_nonsense_and_takes_numbers(
    lab: Callable[..., LabScreen],
) -> None:
    scene = lab()
    before = scene.lab.now
    scene.ask_scramble()
    form = of(TextForm, scene.popup)
    wrong = [(each, "") for each in ("-1", "1001", "many", "", "²")]
    for length, seed in (*wrong, ("12", "²"), ("12", "9" * 30)):
        form.fields[0].text, form.fields[1].text = length, seed
        form.confirm()
        assert form.fault
        assert not form.closed
        assert scene.lab.now == before
    form.fields[0].text, form.fields[1].text = "7", "1,003"
    form.confirm()
    assert form.closed
    assert scene.lab.now == scrambled(USUAL, 7, 1003)
    scene.ask_scramble()
    form = of(TextForm, scene.popup)
    form.fields[0].text = "7"  # without a seed
    form.confirm()
    assert form.closed and scene.lab.now != scrambled(USUAL, 7, 1003)


def test_the_newest_of_many_turns_by_hand_is_in_sight(lab: Callable[..., LabScreen]) -> None:
    scene = lab()
    for turn in [Turn("U", 1), Turn("R", 1)] * 60:
        scene.lab.move(turn)
    scene.update(0.02)
    scene.draw(the_screen())
    [moves] = widgets_of(scene, NewestMoves)
    assert moves.scroller is not None and moves.rect.h > moves.scroller.body.h
    assert moves.scroller.body.top < moves.rect.bottom <= moves.scroller.body.bottom
