"""The arena in the window: a sweep to its end, Esc, leaving, export, the lists of games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
import pytest

from engine.arena import Pairing
from engine.report import Tally
from gui.arena.cards import results
from gui.arena.form import Form
from gui.arena.lists import GamesScreen, PastScreen, ResultScreen
from gui.arena.model import ArenaModel, State
from gui.arena.results import ResultsTable, SweepPicture
from gui.arena.screen import ArenaScreen
from gui.kit import TextField
from gui.kit.layout import arrange
from gui.protocols import Open, Pop, Push
from gui.services import Services
from gui.shortcuts import Action
from tests.screen import the_screen

SIZE = (1280, 800)
SMALL = {"template": "mc:{}", "values": "5 20", "opponent": "random", "games": "30", "seed": "3"}


def typed(name: str, text: str) -> Callable[[Form], Form]:
    """Somebody types into a field."""
    return partial(Form.typed, name=name, text=text)


@pytest.fixture
def scene(services: Services) -> Iterator[ArenaScreen]:
    made = ArenaScreen(services)
    made.model.form = Form(game="tictactoe", texts={**Form().texts, **SMALL})
    made.enter(SIZE)
    yield made
    made.leave()


def wait(scene: ArenaScreen, until: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    surface = the_screen()
    while not until():
        assert time.monotonic() < end, "it did not happen in time"
        scene.update(0.05)
        if scene.dirty:
            scene.draw(surface)
        time.sleep(0.005)
    scene.update(0.05)


def press(scene: ArenaScreen | GamesScreen | PastScreen, key: int) -> object:
    return scene.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))


def test_a_sweep_is_played_kept_and_exported(scene: ArenaScreen, tmp_path: Path) -> None:
    scene.desk.focus_key("start")
    press(scene, pygame.K_RETURN)
    assert scene.at_work and scene.desk.find("stop") is not None
    game = scene.desk.find("game")
    assert game is not None and not game.enabled
    wait(scene, lambda: not scene.at_work)
    assert scene.desk.find("start") is not None
    scene.offered().do("export")
    assert not scene.services.notices[0].fault
    exports = tmp_path / "exports"
    table = (exports / "out-test1-mc___-random.csv").read_text().splitlines()
    assert table[0].split()[-1] == "value" and [row.split()[-1] for row in table[1:]] == ["5", "20"]
    picture = pygame.image.load(exports / "out-test1-mc___-random.png")
    assert picture.get_size() == (1000, 560)
    (kept,) = scene.services.store.experiments()
    assert kept[1] == "mc:{} against random on Tic-tac-toe"


def test_nothing_is_exported_before_the_first_game(scene: ArenaScreen, tmp_path: Path) -> None:
    scene.offered().do("export")
    assert [notice.text for notice in scene.services.notices] == ["Nothing has been played yet."]
    assert not (tmp_path / "exports").exists()


def test_escape_ends_the_experiment_and_then_leaves(scene: ArenaScreen) -> None:
    scene.model.edit(typed("games", "100000"))
    scene.offered().do("start")
    wait(scene, lambda: scene.model.seen().done > 0)
    scene.offered().do("hold")
    assert scene.model.seen().state is State.PAUSED
    assert press(scene, pygame.K_ESCAPE) is None
    wait(scene, lambda: not scene.at_work)
    assert isinstance(press(scene, pygame.K_ESCAPE), Pop)


def test_b20_who_comes_back_finds_form_and_result(scene: ArenaScreen) -> None:
    scene.model.edit(typed("games", "100000"))
    scene.offered().do("start")
    wait(scene, lambda: scene.model.seen().done > 0)
    scene.leave()
    again = ArenaScreen(scene.services)
    again.enter(SIZE)
    wait(again, lambda: not again.at_work)
    seen = again.model.seen()
    assert seen.form.texts["games"] == "100000" and seen.done > 0
    assert len(scene.services.store.experiments()) == 1
    picture = next(w for w in again.desk.widgets if isinstance(w, SweepPicture))
    assert len(picture.seen.rows) == 2


def test_an_arena_for_the_command_line_begins_at_once(services: Services) -> None:
    scene = ArenaScreen(services, at_once=True)
    scene.enter(SIZE)
    scene.update(0.02)
    assert scene.at_work
    scene.leave()


def drawn(scene: ArenaScreen, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text of the picture."""
    said: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(scene.ui.theme, "blit_text", lambda _, words, *__, **___: said.append(words))
        picture = next(w for w in scene.desk.widgets if isinstance(w, SweepPicture))
        picture.draw(scene.ui, the_screen())
    return said


def test_b20_a_tournament_has_a_legend_of_its_own(
    scene: ArenaScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.model.edit(partial(Form.as_sweep, sweep=False))
    scene.model.edit(typed("players", "first random mc:20"))
    scene.offered().do("start")
    wait(scene, lambda: not scene.at_work)
    said = drawn(scene, monkeypatch)
    assert [words for words in said if words.isdigit()] == ["1", "2", "3"]
    assert "First of the pair" in said and "Swept bot" not in said
    table = scene.desk.find("table")
    assert isinstance(table, ResultsTable) and table.columns[0] == "pair"
    scene.desk.focus_key("mode")
    press(scene, pygame.K_LEFT)  # the form changes, what was played stays
    assert scene.model.form.sweep
    assert "First of the pair" in drawn(scene, monkeypatch)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_heading_of_the_table_is_cut_in_a_small_window(
    scene: ArenaScreen, language: str
) -> None:
    scene.services.change(replace(scene.services.settings, language=language))
    scene.services.resize((960, 640))
    scene.enter((960, 640))
    table = scene.desk.find("table")
    assert isinstance(table, ResultsTable)
    heads = [scene.tr(f"arena.column.{name}") for name in table.columns]
    needed = [scene.ui.theme.width(head, 14) for head in heads]
    room = table.rect.w
    rows = [["mcts:100000 – alphabeta:12", *["100,0 à 100,0"] * 7]]
    for cells in ([], rows):
        widths = ResultsTable._widths(scene.ui, room, heads, cells)
        assert sum(widths) <= room + 1 and min(widths) > 20
        assert cells or all(width - 4 >= need for width, need in zip(widths, needed, strict=True))


def test_the_rows_of_a_long_table_keep_their_height_and_scroll(services: Services) -> None:
    """Forty budgets were drawn over one another, seven pixels each."""
    model = ArenaModel(services.worker, lambda: services.store, lambda *_: None)
    pairing = Pairing(0, "nim", (), "mc:1", "random")
    seen = replace(
        model.seen(), tallies=tuple(Tally(replace(pairing, number=n)) for n in range(40))
    )
    placed = arrange(services.ui, results(services.ui, seen, 692), pygame.Rect(24, 84, 832, 692))
    table = next(w for w in placed if isinstance(w, ResultsTable))
    assert table.scroller is not None and table.scroller.maximum > 0
    assert table.rect.h >= 40 * services.ui.theme.tx(27)
    picture = next(w for w in placed if isinstance(w, SweepPicture))
    assert picture.scroller is None and picture.rect.h > 250


def test_a_pressed_preset_is_marked_until_something_else_is_typed(scene: ArenaScreen) -> None:
    scene.desk.focus_key("McX-Mc32")
    press(scene, pygame.K_RETURN)
    button = scene.desk.find("McX-Mc32")
    assert button is not None and getattr(button, "on", False)
    field = scene.desk.find("seed")
    assert field is not None
    field.change("77")  # type: ignore[attr-defined]
    scene.rebuild()
    button = scene.desk.find("McX-Mc32")
    assert not getattr(button, "on", True)


def test_nothing_typed_is_lost_by_what_is_pressed_next(scene: ArenaScreen) -> None:
    """Fields are typed into without a new picture; what is pressed then must know of it."""
    for name, text in (("seed", "77"), ("games", "12"), ("opponent", "first")):
        field = scene.desk.find(name)
        assert field is not None
        field.change(text)  # type: ignore[attr-defined]
    scene.desk.focus_key("mode")
    press(scene, pygame.K_RIGHT)
    texts = scene.model.form.texts
    assert (texts["seed"], texts["games"], texts["opponent"]) == ("77", "12", "first")
    scene.desk.focus_key("McX-Mc32")
    press(scene, pygame.K_RETURN)
    assert scene.model.form.texts["seed"] == "77"


def test_another_game_is_chosen_from_the_list(scene: ArenaScreen) -> None:
    scene.desk.focus_key("game")
    press(scene, pygame.K_RETURN)
    assert scene.popup is not None
    press(scene, pygame.K_DOWN)
    press(scene, pygame.K_RETURN)
    assert scene.popup is None and scene.model.form.game == "connect4"


def test_games_and_past_experiments_open(scene: ArenaScreen) -> None:
    scene.model.edit(typed("values", "5"))
    scene.model.edit(typed("games", "4"))
    scene.offered().do("review")
    assert scene.next is None, "there is no game yet"
    scene.offered().do("start")
    wait(scene, lambda: not scene.at_work)
    surface = the_screen()
    for name, kind in (("review", GamesScreen), ("past", PastScreen)):
        scene.offered().do(name)
        assert isinstance(scene.next, Push) and isinstance(scene.next.scene, kind)
        other = scene.next.scene
        other.enter(SIZE)
        other.draw(surface)
        other.desk.focus_key("list")
        going = press(other, pygame.K_RETURN)
        if isinstance(other, GamesScreen):
            assert len(other.rows()) == 4
            assert isinstance(going, Open) and going.name == "saved_match"
            assert len(going.arguments["saved"].moves) == other.records[0].plies
        else:
            assert isinstance(going, Push) and isinstance(going.scene, ResultScreen)
            going.scene.enter(SIZE)
            going.scene.draw(surface)
            table = going.scene.desk.find("table")
            assert isinstance(table, ResultsTable)
            assert [tally.games for tally in table.tallies] == [4] and table.values == (5,)
        other.leave()


def test_an_empty_list_has_nothing_to_open(services: Services) -> None:
    scene = PastScreen(services)
    scene.enter(SIZE)
    button = scene.desk.find("open_past")
    assert button is not None and not button.enabled
    assert scene.on_action(Action.OPEN) is False


def test_title_and_axis_follow_the_language(scene: ArenaScreen) -> None:
    scene.offered().do("start")
    scene.services.change(replace(scene.services.settings, language="fr"))
    seen = scene.model.seen()
    assert "Morpion" in scene.tr(seen.title) and "N" in scene.tr(seen.axis)


def test_a_damaged_past_experiment_opens_nothing(services: Services) -> None:
    services.store.add_experiment("damaged", {"tallies": [{}]})
    scene = PastScreen(services)
    scene.enter(SIZE)
    scene.desk.focus_key("list")
    assert press(scene, pygame.K_RETURN) is None
    assert [notice.fault for notice in services.notices] == [True]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("values", "5 x"),
        ("template", "nobody:{}"),
        ("opponent", "nobody"),
        ("games", "many"),
        ("seed", "-1"),
    ],
)
def test_the_field_that_is_wrong_has_the_faulty_edge(
    scene: ArenaScreen, name: str, text: str
) -> None:
    scene.model.edit(typed(name, text))
    scene.model.start()
    scene.rebuild()
    fields = [widget for widget in scene.desk.widgets if isinstance(widget, TextField)]
    assert [field.key for field in fields if field.faulty] == [name]
    scene.model.edit(typed(name, text + " "))
    scene.rebuild()
    fields = [widget for widget in scene.desk.widgets if isinstance(widget, TextField)]
    assert not any(field.faulty for field in fields), "it is being mended"


def test_what_is_locked_while_games_are_played_looks_so(scene: ArenaScreen) -> None:
    free, quiet = scene.ui.theme.colours.text, scene.ui.theme.colours.disabled
    for key in ("values", "seed", "mode"):
        widget = scene.desk.find(key)
        assert widget is not None
        counts = {}
        for enabled in (True, False):
            widget.enabled = enabled
            surface = pygame.Surface(SIZE)
            widget.draw(scene.ui, surface)
            near = [
                pygame.mask.from_threshold(surface, ink, (9, 9, 9, 255)) for ink in (free, quiet)
            ]
            counts[enabled] = [mask.count() for mask in near]
        assert counts[False][1] > counts[True][1], f"{key} is written in the quiet ink"
        if key != "mode":
            assert counts[True][0] > counts[False][0]
