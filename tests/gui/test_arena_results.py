"""What an experiment shows: grid, ranking, axis, games, answers, the past, files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.messages import Message
from gui.arena.cards import pace
from gui.arena.form import ExperimentKind, StartKind
from gui.arena.lists import ArenaGamesList, PastScreen
from gui.arena.model import PairSelection, RunState
from gui.arena.screen import ArenaScreen
from gui.kit.chart import Chart, StackedBars
from gui.kit.table import Table
from gui.match.screen import MatchScreen
from gui.pages.files import ExportScreen
from gui.protocols import Open, Pop, Push
from gui.screens import open_screen
from tests.gui import arenas
from tests.gui.arenas import SIZE, played, typed, widget
from tests.gui.driver import click, enter, enter_on, find, follow, labels_of, of, press
from tests.screen import the_screen

pytestmark = pytest.mark.usefixtures("no_shapes")


def ranked_players(scene: ArenaScreen) -> list[int]:
    """The numbers of the players as the tables list them."""
    return [each.player for each in scene.model.view_model().ranking]


def tournament(scene: ArenaScreen) -> None:
    scene.model.edit(lambda form: form.as_kind(ExperimentKind.TOURNAMENT).typed("pairs", "8"))
    scene.model.edit(typed("players", "random optimal mc:20"))
    played(scene)
    scene.draw(the_screen())


def test_a_running_tournament_says_what_everybody_has_played(scene: ArenaScreen) -> None:
    past = arenas.shown(scene.services, arenas.tournament("random first mc:5"), 4)
    seen = replace(past.model.view_model(), state=RunState.RUNNING)
    games = (8, 3, 5)
    ranking = [replace(each, games=n) for each, n in zip(seen.ranking, games, strict=True)]
    told = scene.services.tr("arena.everyone", count=3)
    assert told in pace(past.ui, replace(seen, ranking=tuple(ranking)))
    assert told not in pace(past.ui, replace(seen, ranking=tuple(ranking), state=RunState.STOPPED))


def test_a_cell_of_the_grid_lists_its_games_and_one_opens(scene: ArenaScreen) -> None:
    tournament(scene)
    order = ranked_players(scene)
    row, column = order.index(2), order.index(0) + 1
    click(scene, widget(scene, Table, "grid")._places[row, column].center)
    assert chosen(scene) == PairSelection(2, 0)
    assert "Monte Carlo against Random" in [
        getattr(w, "text", "") for w in scene.widget_group.widgets
    ]
    games = widget(scene, ArenaGamesList)
    assert len(games.rows) == 8
    going = click(scene, (games.rect.centerx, games.rect.y + games.row_height // 2))
    assert isinstance(going, Open) and going.name == "saved_match"
    saved = going.arguments["saved"]
    assert {saved.first, saved.second} == {"mc:20", "random"}
    match = follow(scene.services, going, MatchScreen)
    assert len(match.match.table.session.all_moves) == len(saved.moves)
    # It belongs to no series: a score of 0 to 0 stood beside its winner, and who starts next.
    assert match.view_model.result_lines == (Message("match.recorded"),)


def test_the_grid_is_walked_by_keyboard(scene: ArenaScreen) -> None:
    tournament(scene)
    scene.widget_group.focus_key("grid")
    order = ranked_players(scene)
    scene.and_refresh(scene.model.choose)(PairSelection(order[0], order[1]))
    press(scene, pygame.K_RIGHT)
    assert chosen(scene) == PairSelection(order[0], order[2])
    press(scene, pygame.K_DOWN)
    assert chosen(scene) == PairSelection(order[1], order[2])
    press(scene, pygame.K_LEFT)
    assert chosen(scene) == PairSelection(order[1], order[0]), "nobody plays himself"
    press(scene, pygame.K_LEFT)
    assert chosen(scene) == PairSelection(order[1], order[0]), "a name is no cell"


def test_a_row_of_the_ranking_lists_all_games_of_its_player(scene: ArenaScreen) -> None:
    tournament(scene)
    table = widget(scene, Table, "ranking")
    click(scene, table.line(scene.ui, 0).center)
    assert chosen(scene) == PairSelection(1) and len(widget(scene, ArenaGamesList).rows) == 16
    row = ranked_players(scene).index(1)
    assert widget(scene, Table, "grid").at == (row, row + 1), "the grid marks that player, too"


def test_a_bar_and_a_row_of_a_sweep_list_their_games(scene: ArenaScreen) -> None:
    played(scene)
    scene.draw(the_screen())
    chart = widget(scene, Chart)
    bars = of(StackedBars, chart.marks[0])
    click(scene, bars.boxes(scene.ui, chart.plot(scene.ui))[1].center)
    assert chosen(scene) == PairSelection(1)
    assert all(record.pairing == 1 for record in scene.model.view_model().games)
    scene.widget_group.focus_key("table")
    press(scene, pygame.K_UP)
    assert chosen(scene) == PairSelection(0)
    assert [row[0].text for row in widget(scene, Table, "table").rows] == ["5", "20"]


def chosen(scene: ArenaScreen) -> PairSelection | None:
    return scene.model.view_model().cell


def test_a_game_from_a_position_opens_there(scene: ArenaScreen) -> None:
    scene.model.edit(lambda form: form.beginning(StartKind.POSITION))
    scene.model.edit(typed("position", "X...O.... X"))
    scene.model.edit(typed("games", "2"))
    played(scene)
    scene.open_game(0)
    going = of(Open, scene.next)
    open_screen(scene.services, going).enter(SIZE)


def test_the_past_is_opened_whole_and_deleted(scene: ArenaScreen) -> None:
    store = scene.services.store
    arenas.keep(store, arenas.tournament(), 6)
    scene.offered().do("past")
    assert isinstance(scene.next, Push) and isinstance(scene.next.screen, PastScreen)
    past: Any = scene.next.screen
    scene.next = None
    past.enter(SIZE)
    past.draw(the_screen())
    assert isinstance(enter_on(past, "list"), Pop)
    scene.enter(SIZE)
    scene.draw(the_screen())
    seen = scene.model.view_model()
    assert seen.state is RunState.STOPPED and len(seen.games) == 6 and len(seen.ranking) == 7
    assert scene.widget_group.find("go_on") is not None
    past.offered().do("delete")
    assert past.popup is not None
    past.popup.widget_group.focus_key("choice1")
    press(past, pygame.K_RETURN)
    assert store.arena.all() == [] and past.kept == []
    assert not find(past, "open_past").enabled


def test_a_damaged_past_experiment_opens_nothing(scene: ArenaScreen) -> None:
    scene.services.store.arena.add("damaged", {"tallies": [{}]})
    past = enter(PastScreen(scene.services, scene.model))
    assert enter_on(past, "list") is None
    assert [notice.fault for notice in scene.services.notices] == [True]


def test_export_asks_where_and_says_what_it_wrote(scene: ArenaScreen, tmp_path: Path) -> None:
    scene.offered().do("export")
    assert scene.next is None, "nothing has been played yet"
    played(scene)
    scene.offered().do("export")
    going = scene.next
    assert isinstance(going, Open) and going.name == "export"
    asking = follow(scene.services, going, ExportScreen)
    asking.draw(the_screen())
    assert asking.model.text == "tictactoe-sweep-mc-random"
    shown: list[Path] = []
    object.__setattr__(scene.services.system, "show_folder", shown.append)
    asking.go_to(tmp_path)
    asking._type("mine")
    said = labels_of(asking)
    assert f"Will save mine.csv, mine-games.csv, mine.png in {tmp_path}." in said
    assert "No folders in this folder." in said, "results are no saved games"
    asking.confirm()
    names = ["mine-games.csv", "mine.csv", "mine.png"]
    assert sorted(path.name for path in tmp_path.glob("mine*")) == names
    assert "mine-games.csv" in scene.services.notices[0].text and shown == [tmp_path]
    assert pygame.image.load(tmp_path / "mine.png").get_size() == (1000, 560)
    asking.next = None
    asking.confirm()
    assert asking.popup is not None, "files that are there are not replaced unasked"
    said = labels_of(asking.popup)
    assert "These 3 files already exist: mine.csv, mine-games.csv, mine.png. Replace them?" in said
