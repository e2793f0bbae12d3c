"""The cube lab under the dummy driver: events in, cubes and solutions out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.games.cube_facelets import HeldCube
from engine.games.cube_notation import parse_turns
from engine.protocols import MoveError, PositionError
from gui.controls import Button
from gui.options import parse_window
from gui.scenes.cube_dialogs import Form
from gui.scenes.cube_history import Metric, Snapshot, Solver, Source, folded, turn_between
from gui.scenes.cube_lab import CubeLabScene
from gui.scenes.cube_panels import SolutionList
from gui.scenes.cube_solving import read_cube, scrambled
from gui.services import Services
from gui.settings import Settings, SettingsFile
from gui.views.cube_hand import Turn
from gui.views.cube_model import SOLVED, turned
from gui.views.cube_texts import fault_of, looks_like_facelets
from tests.screen import the_screen

SIZE = (1280, 800)
SCRAMBLE = "U2 F2 R F' U R F U' F U' F R'"
TWISTED = "UUURFRRRUFFFDDDDLLLLBBBB"


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)
    made = Services(Settings(muted=True), SettingsFile(tmp_path), tmp_path, SIZE, "en", 7)
    yield made
    made.close()


@pytest.fixture
def lab(services: Services) -> Callable[..., CubeLabScene]:
    def make(text: str = SCRAMBLE, size: tuple[int, int] = SIZE) -> CubeLabScene:
        services.resize(size)
        scene = CubeLabScene(services, read_cube(text) if text else Snapshot())
        scene.enter(size)
        return scene

    return make


def wait(scene: CubeLabScene, until: Callable[[], bool], seconds: float = 20.0) -> None:
    """Let frames pass until something holds."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it did not happen in time"
        scene.update(0.02)
        if scene.dirty:
            scene.draw(the_screen())
        time.sleep(0.001)


def press(scene: CubeLabScene, key: int, mod: int = 0) -> None:
    scene.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))


def click(scene: CubeLabScene, position: tuple[int, int]) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.handle(pygame.event.Event(kind, pos=position, button=1))


def click_on(scene: CubeLabScene, key: str) -> None:
    widget = scene.desk.find(key)
    assert widget is not None, key
    click(scene, widget.rect.center)


def solve(scene: CubeLabScene) -> None:
    click_on(scene, "solve")
    wait(scene, lambda: scene.now.answer is not None)


def settle(scene: CubeLabScene) -> None:
    wait(scene, lambda: not scene.view.moving and not scene.playing)


# -- turning and undoing -----------------------------------------------------------------------


def test_keys_turn_every_face_and_the_whole_cube(lab: Callable[..., CubeLabScene]) -> None:
    scene, expected = lab(""), SOLVED
    for letter in "UDLRFBxyz":
        for mod, quarters in ((0, 1), (pygame.KMOD_SHIFT, -1), (0, 1)):
            press(scene, getattr(pygame, f"K_{letter.lower()}"), mod)
            expected = turned(expected, letter, quarters)
    assert scene.now.facelets == expected
    assert scene.view.target == expected
    settle(scene)
    assert scene.view.facelets == expected
    assert [turn.text for turn in scene.now.trail][:3] == ["U", "U'", "U"]


def test_undo_and_redo_take_every_kind_of_step_back(lab: Callable[..., CubeLabScene]) -> None:
    scene = lab()
    seen = [scene.now]
    press(scene, pygame.K_r)
    seen.append(scene.now)
    click_on(scene, "cube_lab.new")
    seen.append(scene.now)
    solve(scene)
    seen.append(scene.now)
    scene.reset()
    seen.append(scene.now)
    for expected in seen[-2::-1]:
        press(scene, pygame.K_z, pygame.KMOD_CTRL)
        assert scene.now == expected
        assert scene.view.target == expected.facelets
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert scene.services.notices
    for expected in seen[1:]:
        press(scene, pygame.K_y, pygame.KMOD_CTRL)
        assert scene.now == expected
    settle(scene)
    assert scene.view.facelets == SOLVED


def test_a_drag_on_a_sticker_becomes_a_turn_that_can_be_undone(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab("")
    centre = scene.view.camera().centre
    x, y = round(centre[0]) + 20, round(centre[1])
    scene.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1))
    for step in range(1, 12):
        position = (x, y - 10 * step)
        scene.handle(
            pygame.event.Event(pygame.MOUSEMOTION, pos=position, rel=(0, -10), buttons=(1, 0, 0))
        )
        scene.update(0.016)
    scene.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y - 110), button=1))
    assert len(scene.now.trail) == 1
    settle(scene)
    assert scene.view.facelets == scene.now.facelets != SOLVED
    scene.undo()
    settle(scene)
    assert scene.view.facelets == SOLVED


# -- solving -----------------------------------------------------------------------------------


def test_every_solution_shown_solves_the_cube_as_it_is_held(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab(SCRAMBLE + " x D' y2 B")
    solve(scene)
    answer = scene.now.answer
    assert answer is not None
    assert len(answer.solutions) == answer.count
    for line in answer.solutions:
        assert len(line) == answer.length
        cube = HeldCube(scene.now.facelets).turns(parse_turns(" ".join(t.text for t in line)))
        assert cube.solved
        assert {turn.face for turn in line} <= set("URF")


@pytest.mark.parametrize("metric", list(Metric))
def test_both_solvers_give_the_same_answer(
    lab: Callable[..., CubeLabScene], metric: Metric
) -> None:
    scene = lab()
    scene.choose_metric(metric)
    solve(scene)
    first = scene.now.answer
    click = scene.choose_solver
    click(Solver.TABLE)
    wait(scene, lambda: scene.now.answer is not None and scene.now.answer.solver is Solver.TABLE)
    second = scene.now.answer
    assert first is not None
    assert second is not None
    assert (first.length, first.count, first.solutions) == (
        second.length,
        second.count,
        second.solutions,
    )
    assert first.one_way == second.one_way


def test_the_mockup_scramble_has_five_solutions_of_ten(lab: Callable[..., CubeLabScene]) -> None:
    scene = lab()
    solve(scene)
    answer = scene.now.answer
    assert answer is not None
    assert (answer.length, answer.count, answer.one_way) == (10, 5, 1_450_216)
    assert 0 < sum(answer.visited) < 20_000


def test_a_solved_cube_says_so_and_has_one_empty_solution(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab("x y'")
    solve(scene)
    answer = scene.now.answer
    assert answer is not None
    assert (answer.length, answer.count, answer.solutions) == (0, 1, ((),))
    words = [getattr(widget, "words", "") for widget in scene.desk.widgets]
    assert scene.tr("cube_lab.already_solved") in words
    scene.toggle_play()
    assert not scene.playing


def test_a_turn_while_solving_drops_the_answer(lab: Callable[..., CubeLabScene]) -> None:
    scene = lab()
    scene.solve()
    press(scene, pygame.K_r)
    assert not scene.solving.busy
    for _ in range(50):
        scene.update(0.02)
        time.sleep(0.002)
    assert scene.now.answer is None


def test_solving_during_a_turn_solves_where_the_turn_leads(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab("R")
    press(scene, pygame.K_f)
    scene.update(0.02)
    assert scene.view.moving
    solve(scene)
    assert scene.now.answer is not None
    assert scene.now.answer.base == turned(turned(SOLVED, "R", 1), "F", 1)
    assert scene.now.answer.length == 2


def test_cancelled_solving_leaves_the_cube_as_it_was(lab: Callable[..., CubeLabScene]) -> None:
    scene = lab()
    before = scene.now
    scene.solve()
    scene.rebuild()
    press(scene, pygame.K_ESCAPE)
    assert not scene.solving.busy
    assert scene.now == before


# -- playing a solution ------------------------------------------------------------------------


def test_playing_ends_on_a_solved_cube(lab: Callable[..., CubeLabScene]) -> None:
    scene = lab()
    solve(scene)
    press(scene, pygame.K_SPACE)
    assert scene.playing
    settle(scene)
    assert scene.now.ply == 10
    assert scene.now.solved
    assert scene.view.facelets == scene.now.facelets


def test_first_back_forward_last_and_the_scrubber(lab: Callable[..., CubeLabScene]) -> None:
    scene = lab()
    solve(scene)
    base = scene.now.facelets
    for key, ply in (
        ("transport next", 1),
        ("transport last", 10),
        ("transport previous", 9),
        ("transport first", 0),
    ):
        click_on(scene, key)
        assert scene.now.ply == ply
    assert scene.now.facelets == base
    scrubber = scene.desk.find("scrubber")
    assert scrubber is not None
    click(scene, (scrubber.rect.centerx, scrubber.rect.centery))
    assert scene.now.ply == 5
    settle(scene)
    assert scene.view.facelets == scene.now.facelets


def test_dragging_the_scrubber_goes_on_through_rebuilds(lab: Callable[..., CubeLabScene]) -> None:
    scene = lab()
    solve(scene)
    rect = scene.desk.find("scrubber").rect  # type: ignore[union-attr]
    scene.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=rect.midleft, button=1))
    for x in range(rect.x, rect.right, 7):
        event = pygame.event.Event(
            pygame.MOUSEMOTION, pos=(x, rect.centery), rel=(7, 0), buttons=(1, 0, 0)
        )
        scene.handle(event)
        scene.update(0.016)
    scene.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=rect.midright, button=1))
    assert scene.now.ply == 10
    assert scene.now.solved


def test_a_click_on_a_move_jumps_there(lab: Callable[..., CubeLabScene]) -> None:
    scene = lab()
    solve(scene)
    scene.draw(the_screen())
    box = scene.desk.find("solutions")
    assert isinstance(box, SolutionList)
    across, width, height = box._geometry(scene.ui)
    assert across == 10
    x = box.rect.x + scene.ui.theme.tx(8) + round(width * 6.5)
    click(scene, (x, box.rect.y + height * 2 + height // 2))
    assert (scene.now.choice, scene.now.ply) == (2, 7)
    expected = HeldCube(scene.now.answer.base if scene.now.answer else "")
    line = " ".join(turn.text for turn in scene.now.solution[:7])
    assert scene.now.facelets == expected.turns(parse_turns(line)).facelets


def test_following_a_solution_by_hand_walks_along_it_and_leaving_asks_again(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab()
    solve(scene)
    for turn in scene.now.answer.solutions[3][:4]:  # type: ignore[union-attr]
        scene.turn(turn)
    assert (scene.now.choice, scene.now.ply) == (3, 4)
    solved = scene.now
    press(scene, pygame.K_d)
    assert scene.now.answer is None
    assert scene.now.left
    assert scene.desk.find("solve") is not None
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert scene.now == solved


def test_folding_shows_half_turns_once_and_the_count_stays(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab("R2 U F")
    solve(scene)
    answer = scene.now.answer
    assert answer is not None
    every = scene.builder.cards.shown(answer)
    scene.place(every[-1], 2)
    scene.menu._toggle_fold()
    kept = scene.builder.cards.shown(answer)
    assert scene.now.choice in kept
    assert scene.now.ply == 2
    assert len(kept) < len(every) == answer.count
    assert folded(answer.solutions) == kept


def test_the_table_shows_the_histogram_with_the_present_cube(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab()
    scene.choose_solver(Solver.TABLE)
    wait(scene, lambda: scene.solving.distances(Metric.QUARTER) is not None)
    counts = scene.solving.distances(Metric.QUARTER)
    assert counts is not None
    assert sum(counts) == 3_674_160
    assert counts[:4] == [1, 6, 27, 120]
    assert scene.solving.distance_of(scene.now.facelets, Metric.QUARTER) == 10
    scene.rebuild()
    assert scene.desk.find("histogram") is not None


# -- texts -------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_scramble_again() -> None:
    one, two = (scrambled(60, 5, Metric.QUARTER) for _ in range(2))
    assert one == two
    assert len(one.scramble) == 60
    assert scrambled(60, 6, Metric.QUARTER) != one
    text = " ".join(turn.text for turn in one.scramble)
    assert read_cube(text).facelets == one.facelets


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
    assert looks_like_facelets(SOLVED)
    assert looks_like_facelets("UUUU RRRR FFFF DDDD LLLL BBBB")
    assert not looks_like_facelets(SCRAMBLE)
    assert not looks_like_facelets("RUF")
    assert not looks_like_facelets("")


def test_an_impossible_painting_is_marked_and_cannot_be_used(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab()
    before = scene.now
    scene.start_painting(TWISTED)
    assert scene.painting is not None
    assert scene.painting.net.faults
    use = scene.desk.find(scene.tr("cube_lab.paint.use"))
    assert isinstance(use, Button)
    assert not use.enabled
    press(scene, pygame.K_ESCAPE)
    assert scene.painting is None
    assert scene.now == before


def test_a_painted_cube_is_taken_and_painting_can_be_undone(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab()
    click_on(scene, "cube_lab.paint")
    assert scene.painting is not None
    painting = scene.painting
    painting.clear()
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert painting.letters == scene.now.facelets
    painting.change(SOLVED)
    scene.rebuild()
    click_on(scene, scene.tr("cube_lab.paint.use"))
    assert scene.painting is None
    assert (scene.now.facelets, scene.now.source) == (SOLVED, Source.PAINTED)
    scene.undo()
    assert scene.now.source is Source.TYPED


def test_facelets_not_painted_yet_are_counted() -> None:
    fault, where = fault_of("." * 3 + SOLVED[3:])
    assert fault is not None
    assert fault.values["count"] == 3
    assert not where
    assert fault_of(SOLVED) == (None, frozenset())


def test_the_scramble_form_refuses_nonsense_and_takes_numbers(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab()
    before = scene.now
    scene.menu.ask_scramble()
    form = scene.popup
    assert isinstance(form, Form)
    for length in ("-1", "1000000", "many", ""):
        form.fields[0].text = length
        form.confirm()
        assert form.fault
        assert not form.closed
        assert scene.now == before
    form.fields[0].text, form.fields[1].text = "7", "3"
    form.confirm()
    assert form.closed
    assert scene.now == scrambled(7, 3, Metric.QUARTER)


# -- window options and sizes ------------------------------------------------------------------


def test_the_command_line_opens_a_cube(services: Services) -> None:
    options = parse_window(["--scene", "cube", "--position", SOLVED, "--moves", "R U"])
    scene = CubeLabScene.from_options(services, options)
    assert scene.now.facelets == turned(turned(SOLVED, "R", 1), "U", 1)
    with pytest.raises(MoveError):
        CubeLabScene.from_options(services, parse_window(["--scene", "cube", "--moves", "R Q"]))


@pytest.mark.parametrize("size", [(960, 640), (1280, 800), (2560, 1440)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_leaves_the_window(
    services: Services, size: tuple[int, int], scale: float, language: str
) -> None:
    services.change(replace(services.settings, text_scale=scale, language=language))
    services.forced_language = language
    services.resize(size)
    pygame.display.set_mode(size)
    scene = CubeLabScene(services, read_cube(SCRAMBLE))
    scene.enter(size)
    window = pygame.Rect((0, 0), size)
    for tab in range(3):
        scene.tab = tab
        scene.rebuild()
        scene.draw(the_screen())
        for widget in scene.desk.widgets:
            assert window.contains(widget.rect), (widget.key, widget.rect)
    scene.start_painting()
    scene.draw(the_screen())
    for widget in scene.desk.widgets:
        assert window.contains(widget.rect), (widget.key, widget.rect)


def test_a_turn_between_two_cubes_is_found() -> None:
    assert turn_between(SOLVED, turned(SOLVED, "B", -1)) == Turn("B", -1)
    assert turn_between(SOLVED, turned(turned(SOLVED, "B", 1), "R", 1)) is None
