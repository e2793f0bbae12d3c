"""The arena in the window: fields that are wrong, a sweep to its end, pause, stop, export, past."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.report import PRESETS
from gui.protocols import Push
from gui.scenes.arena import ArenaScene
from gui.scenes.arena_games import ArenaGamesScene, PastExperimentsScene
from gui.scenes.arena_plot import PlotWidget
from gui.scenes.arena_table import ArenaTable
from gui.services import Services
from gui.shortcuts import Action
from tests.screen import the_screen

SIZE = (1280, 800)


@pytest.fixture
def scene(services: Services) -> Iterator[ArenaScene]:
    made = ArenaScene(services)
    made.enter(SIZE)
    yield made
    made.leave()


def small(scene: ArenaScene) -> None:
    """A sweep of a second or two."""
    scene.form.game = "tictactoe"
    scene.form.texts |= {
        "template": "mc:{}", "values": "5 20", "opponent": "random", "games": "30", "seed": "3",
    }  # fmt: skip


def wait(scene: ArenaScene, until: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    surface = the_screen()
    while not until():
        assert time.monotonic() < end, "it did not happen in time"
        scene.update(0.05)
        if scene.dirty:
            scene.draw(surface)
        time.sleep(0.005)
    scene.update(0.05)


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("games", "many", "many"),
        ("games", "0", "0"),
        ("games", "9999999999", "9,999,999,999"),
        ("seed", "-1", "-1"),
        ("values", "", "not a list of whole numbers"),
        ("values", "1 two", "two"),
        ("template", "mc:50", "mc:50"),
        ("template", "mzzz:{}", "mzzz"),
        ("opponent", "human", "A person cannot play here"),
    ],
)
def test_a_wrong_field_is_one_sentence_and_starts_nothing(
    scene: ArenaScene, field: str, text: str, words: str
) -> None:
    small(scene)
    scene.form.texts[field] = text
    scene.start()
    assert scene.fault is not None
    assert words in scene.tr(scene.fault)
    assert scene.run is None
    assert scene.desk.find("start") is not None


def test_a_sweep_is_played_kept_and_exported(scene: ArenaScene, tmp_path: Path) -> None:
    small(scene)
    scene.start()
    assert scene.running and scene.desk.find("pause") is not None
    wait(scene, lambda: not scene.running)
    assert scene.run is not None and scene.run.done == 60
    assert [tally.games for tally in scene.run.snapshot()] == [30, 30]
    scene._export()
    assert not scene.services.notices[0].fault
    exports = tmp_path / "exports"
    table = (exports / "out-test1-mc___-random.csv").read_text().splitlines()
    assert table[0].split()[-1] == "value" and [row.split()[-1] for row in table[1:]] == ["5", "20"]
    games = (exports / "out-test1-mc___-random-games.csv").read_text().splitlines()
    assert len(games) == 61
    assert pygame.image.load(exports / "out-test1-mc___-random.png").get_size() == (1000, 560)
    (kept,) = scene.services.store.experiments()
    assert kept[1] == scene.title
    opened = (scene._open_games, ArenaGamesScene), (scene._open_past, PastExperimentsScene)
    for go, kind in opened:
        go()
        assert isinstance(scene.next, Push) and isinstance(scene.next.scene, kind)


def test_the_same_seed_gives_the_same_games(scene: ArenaScene) -> None:
    found = []
    for _ in range(2):
        small(scene)
        scene.start()
        wait(scene, lambda: not scene.running)
        assert scene.run is not None
        found.append(sorted((r.pairing, r.number, r.moves) for r in scene.run.records))
    assert found[0] == found[1]


def test_pause_holds_and_stop_keeps_what_was_played(scene: ArenaScene) -> None:
    small(scene)
    scene.form.texts |= {"values": "200", "games": "100000"}
    scene.start()
    wait(scene, lambda: scene.run is not None and scene.run.done > 0)
    scene.toggle_pause()
    assert scene.run is not None and scene.run.paused
    scene.toggle_pause()
    assert not scene.run.paused
    assert scene.on_action(Action.BACK)  # Escape ends the experiment, not the scene
    wait(scene, lambda: not scene.running)
    assert 0 < scene.run.done < 100_000
    assert len(scene.services.store.experiments()) == 1
    assert not scene.on_action(Action.BACK)


def test_a_tournament_after_a_sweep_shows_its_own_picture(
    scene: ArenaScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(scene)
    scene.set_mode(1)
    scene.form.texts["players"] = "first random mc:20"
    scene.start()
    wait(scene, lambda: not scene.running)
    assert scene.run is not None
    assert [(pair.a, pair.b) for pair in scene.run.pairs] == [
        ("first", "random"), ("first", "mc:20"), ("random", "mc:20"),
    ]  # fmt: skip
    assert len(scene._rows()) == 3
    said: list[str] = []
    monkeypatch.setattr(
        scene.ui.theme, "blit_text", lambda _, words, *__, **___: said.append(words)
    )
    (plot,) = (widget for widget in scene.desk.widgets if isinstance(widget, PlotWidget))
    plot.draw(scene.ui, the_screen())
    assert [words for words in said if words.isdigit()] == ["1", "2", "3"]
    monkeypatch.undo()
    assert scene.axis == scene.tr("arena.pairs_axis")
    table = scene.desk.find("table")
    assert isinstance(table, ArenaTable) and table.columns[0] == "pair"
    scene.set_mode(0)  # the form changes, what was played stays
    assert scene.axis == scene.tr("arena.pairs_axis") and len(scene._rows()) == 3


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_heading_of_the_table_is_cut_in_a_small_window(scene: ArenaScene, language: str) -> None:
    scene.services.change(replace(scene.services.settings, language=language))
    scene.services.resize((960, 640))
    scene.enter((960, 640))
    table = scene.desk.find("table")
    assert isinstance(table, ArenaTable)
    heads = [scene.tr(f"arena.column.{name}") for name in table.columns]
    needed = [scene.ui.theme.width(head, 14) for head in heads]
    room = table.rect.w - scene.ui.theme.px(32)
    rows = [["mcts:100000 – alphabeta:12", *["100,0 à 100,0"] * 7]]
    for cells in ([], rows):
        widths = ArenaTable._widths(scene.ui, room, heads, cells)
        assert sum(widths) <= room + 1 and min(widths) > 20
        assert cells or all(width - 4 >= need for width, need in zip(widths, needed, strict=True))


def test_presets_fill_the_form_until_it_is_changed(scene: ArenaScene) -> None:
    preset = PRESETS["McX-Mc32"]
    scene.set_mode(1)
    scene.use_preset(preset)
    assert scene.form.sweep and scene.form.values() == preset.values
    assert scene.form.stem() == "out-test1-McX-Mc32"
    assert len(scene.form.pairs()) == len(preset.values)
    button = scene.desk.find("McX-Mc32")
    assert button is not None and getattr(button, "on", False)
    field = scene.desk.find("seed")
    assert field is not None
    field.change("77")  # type: ignore[attr-defined]
    assert scene.form.texts["seed"] == "77" and scene.form.preset == ""


def test_past_experiments_and_games_open(scene: ArenaScene) -> None:
    small(scene)
    scene.form.texts |= {"values": "5", "games": "4"}
    scene.start()
    wait(scene, lambda: not scene.running)
    assert scene.run is not None
    surface = the_screen()
    for other in (
        ArenaGamesScene(scene.services, "tictactoe", list(scene.run.records)),
        PastExperimentsScene(scene.services),
    ):
        other.enter(SIZE)
        other.draw(surface)
        other.leave()


def test_what_was_played_stays_what_it_was_when_the_form_changes(
    scene: ArenaScene, tmp_path: Path
) -> None:
    """Title, review and files are those of the run; the language changes with the window."""
    small(scene)
    scene.start()
    wait(scene, lambda: not scene.running)
    title = scene.title
    scene.form.game = "nim"
    scene.form.texts |= {"template": "mcts:{}", "opponent": "first", "values": "7"}
    scene.rebuild()
    assert scene.title == title and len(scene._rows()) == 2
    scene._export()
    assert (tmp_path / "exports" / "out-test1-mc___-random.png").exists()
    scene._open_games()
    assert isinstance(scene.next, Push)
    assert isinstance(scene.next.scene, ArenaGamesScene)
    assert scene.next.scene.game == "tictactoe"
    scene.services.change(replace(scene.services.settings, language="fr"))
    assert "Morpion" in scene.title and "N" in scene.axis
