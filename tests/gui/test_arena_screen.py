"""The arena in the window: experiments to their end, leaving, choosing, games, the past, files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import add
from pathlib import Path
from typing import Any

import pygame
import pytest

import engine.arena.pool
import engine.cli.experiments
from engine.cli import command_line
from engine.store.experiments import GameRecord
from gui.arena.form import ExperimentForm, ExperimentKind, StartKind
from gui.arena.model import RunState
from gui.arena.picker import PlayerPopup
from gui.arena.screen import ArenaScreen, RulesScreen
from gui.kit import Label, TextField
from gui.kit.fields import FieldFault
from gui.kit.screen import Screen
from gui.kit.table import Table
from gui.options import parse_window
from gui.protocols import Pop, Push
from gui.screens import requested_game
from gui.services import Services
from tests.gui import arenas
from tests.gui.arenas import SIZE, played, typed, wait_for_results, widget
from tests.gui.driver import click, enter, enter_on, find, press, widgets_of
from tests.screen import the_screen

pytestmark = pytest.mark.usefixtures("no_shapes")


def begin(scene: ArenaScreen) -> None:
    """Start a long sweep, of which the first games are played."""
    scene.model.edit(typed("games", "100000"))
    scene.offered().do("start")
    wait_for_results(scene, lambda: scene.model.view_model().done > 0)


def choose(scene: ArenaScreen, *keys: str) -> None:
    """Press Enter on widgets of the popup, one after the other."""
    for key in keys:
        assert scene.popup is not None
        scene.popup.widget_group.focus_key(key)
        press(scene, pygame.K_RETURN)


def test_a_sweep_is_played_and_locked_meanwhile(scene: ArenaScreen) -> None:
    scene.model.edit(typed("games", "5000"))
    enter_on(scene, "start")
    assert scene.model.running and scene.widget_group.find("stop") is not None
    assert not find(scene, "game").enabled and not find(scene, "kind").enabled
    assert not scene.offered().made["past"].enabled, "it would take the place of this one"
    wait_for_results(scene, lambda: scene.model.view_model().done > 0)
    scene.offered().do("stop")
    wait_for_results(scene, lambda: not scene.model.running)
    assert (
        scene.widget_group.find("go_on") is not None
        and scene.widget_group.find("again") is not None
    )
    (kept,) = scene.services.store.arena.all()
    assert kept.title == "Monte Carlo against Random at Tic-tac-toe"


def test_escape_leaves_and_the_experiment_goes_on(scene: ArenaScreen) -> None:
    begin(scene)
    assert isinstance(press(scene, pygame.K_ESCAPE), Pop)
    scene.leave()
    before = scene.model.run.done if scene.model.run is not None else 0
    again = enter(ArenaScreen(scene.services))
    wait_for_results(again, lambda: again.model.view_model().done > before)
    assert again.model.view_model().state is RunState.RUNNING
    assert not again.at_work, "a game may be opened meanwhile"


def test_an_arena_for_the_command_line_begins_at_once(services: Services) -> None:
    scene = enter(ArenaScreen(services, at_once=True))
    scene.update(0.02)
    assert scene.model.running
    scene.model.stop()


def test_the_state_says_what_is_so(scene: ArenaScreen) -> None:
    begin(scene)
    scene.offered().do("stop")
    wait_for_results(scene, lambda: not scene.model.running)
    done = scene.model.view_model().done
    titles = [getattr(each, "title", "") for each in scene.widget_group.widgets]
    assert f"Stopped at {done:,} of 200,000" in titles


def small(scene: ArenaScreen) -> None:
    """Lay the screen out in tabs."""
    scene.services.change(replace(scene.services.settings, text_scale=1.5))
    scene.services.resize(SIZE)
    scene.enter(SIZE)


def test_every_start_shows_the_results_in_a_small_window(scene: ArenaScreen) -> None:
    """A second run from the tab of the bots left a page of dead buttons in sight."""
    small(scene)
    for command in ("start", "again"):
        scene._tab(3)
        assert scene.widget_group.find("kind") is not None
        scene.offered().do(command)
        scene.update(0.2)
        assert scene.widget_group.find("kind") is None, command
        wait_for_results(scene, lambda: not scene.model.running)


def test_a_fault_at_the_start_leaves_the_form_in_sight(scene: ArenaScreen) -> None:
    small(scene)
    played(scene)
    scene._tab(3)
    scene.edit(typed("games", "many"))
    scene.offered().do("start")
    scene.update(0.2)
    assert scene.widget_group.find("kind") is not None


def test_players_are_added_from_a_popup_and_taken_out(scene: ArenaScreen) -> None:
    scene.edit(
        lambda form: form.as_kind(ExperimentKind.TOURNAMENT).typed("players", "random first")
    )
    scene.offered().do("add")
    assert isinstance(scene.popup, PlayerPopup)
    choose(scene, "kind mc", "take")
    assert scene.popup is None and scene.model.form.players == ["random", "first", "mc:1000"]
    click(scene, "out0")
    assert scene.model.form.players == ["first", "mc:1000"]


def test_a_typed_player_stands_behind_advanced_and_is_checked(scene: ArenaScreen) -> None:
    scene.edit(lambda form: form.as_kind(ExperimentKind.TOURNAMENT))
    scene.offered().do("add")
    popup = scene.popup
    assert isinstance(popup, PlayerPopup) and popup.widget_group.find("code") is None
    choose(scene, "advanced")
    field = find(popup, "code", TextField)
    assert field.commit is not None
    field.commit("kernel")
    assert not find(popup, "take").enabled
    field.commit("alphabeta:3")
    assert popup.choice.text == "alphabeta:3"
    press(scene, pygame.K_ESCAPE)
    assert scene.popup is None and "alphabeta:3" not in scene.model.form.players


def test_the_players_of_a_sweep_are_picked(scene: ArenaScreen) -> None:
    for name, kind, text in (("template", "mcts", "mcts:{}"), ("opponent", "first", "first")):
        enter_on(scene, name)
        assert isinstance(scene.popup, PlayerPopup)
        choose(scene, f"kind {kind}", "take")
        assert scene.model.form.texts[name] == text


def test_rules_start_and_seed_are_set_on_a_page(scene: ArenaScreen) -> None:
    scene.edit(lambda form: form.on("nim"))
    scene.offered().do("rules")
    assert isinstance(scene.next, Push) and isinstance(scene.next.screen, RulesScreen)
    page: Any = scene.next.screen
    page.enter(SIZE)
    page.draw(the_screen())
    page.widget_group.find("option heaps").commit("3,4,5")
    click(page, "begin")  # the second of three
    assert page.widget_group.find("plies") is not None
    click(page, "judge")
    form = scene.model.form
    assert (
        form.options == {"heaps": "3,4,5"} and form.begin is StartKind.OPENINGS and not form.judge
    )
    assert {pair.start.plies for pair in form.pairs()} == {4}


@pytest.mark.parametrize(("name", "text"), [("values", "5 x"), ("games", "many")])
def test_the_field_that_is_wrong_has_the_faulty_edge(
    scene: ArenaScreen, name: str, text: str
) -> None:
    scene.model.edit(typed(name, text))
    scene.model.start()
    scene.rebuild()
    fields = widgets_of(scene, TextField)
    assert [field.key for field in fields if field.faulty] == [name]
    scene.model.edit(typed(name, text + " "))
    scene.rebuild()
    fields = widgets_of(scene, TextField)
    assert not any(field.faulty for field in fields), "it is being mended"


def test_another_game_is_chosen_from_the_list(scene: ArenaScreen) -> None:
    enter_on(scene, "game")
    assert scene.popup is not None
    press(scene, pygame.K_DOWN)
    press(scene, pygame.K_RETURN)
    assert scene.popup is None and scene.model.form.game == "connect4"


@pytest.mark.parametrize("button", ["pick template", "add"])
def test_a_faulty_rule_is_said_at_the_start_and_a_player_can_be_chosen_all_the_same(
    scene: ArenaScreen, button: str
) -> None:
    kind = ExperimentKind.TOURNAMENT if button == "add" else ExperimentKind.SWEEP
    scene.model.edit(lambda form: form.as_kind(kind).on("connect4").with_option("rows", "9"))
    scene.rebuild()
    if button == "add":
        scene.offered().do("add")
    else:
        scene.pick_of_sweep("template")
    assert isinstance(scene.popup, PlayerPopup)
    scene.popup = None
    scene.offered().do("start")
    seen = scene.model.view_model()
    assert (scene.model.running, seen.faulty) == (False, "rules")
    assert seen.fault is not None and "rows=9" in scene.tr(seen.fault)
    faults = widgets_of(scene, FieldFault)
    assert len(faults) == 1


def labels(scene: Screen) -> str:
    """All that stands on labels."""
    return "\n".join(each.text for each in scene.widget_group.widgets if type(each) is Label)


def test_the_window_names_a_bound_and_how_many_games_differ(scene: ArenaScreen) -> None:
    scene.model.edit(
        lambda form: form.on("matches").as_kind(ExperimentKind.TOURNAMENT).typed("pairs", "20")
    )
    scene.model.edit(typed("players", "optimal first"))
    played(scene)
    scene.draw(the_screen())
    texts = [[cell.text for cell in row] for row in widget(scene, Table, "ranking").rows]
    assert texts[0][3:5] == ["22 to 100", "-108 or more"]
    assert texts[1][3:5] == ["0 to 78", "+108 or less"]
    assert "2 different games; the intervals allow for repeats." in labels(scene)
    assert "20 won, 0 drawn, 0 lost · 2 different games" in labels(scene)


@pytest.mark.parametrize(("game", "every"), [("connect4", False), ("matches", True)])
def test_judging_promises_no_more_moves_than_it_judges(
    scene: ArenaScreen, game: str, every: bool
) -> None:
    scene.edit(lambda form: form.on(game))
    scene.offered().do("rules")
    assert isinstance(scene.next, Push)
    page: Any = scene.next.screen
    page.enter(SIZE)
    page.draw(the_screen())
    said = labels(page)
    assert ("Judge every move" in said) == every
    assert ("Judge a sample of moves" in said) == (not every)


def printed(
    form: ExperimentForm,
    played: int,
    command: Sequence[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> list[str]:
    """The lines of the command line about the games that `arenas` keeps."""

    def play(args: object, work: object, counts: Any) -> Iterator[list[GameRecord]]:
        records = arenas.records_of(form.pairs(), played)
        for record in records:
            counts[record.pairing].add(record)
        yield records

    monkeypatch.setattr(engine.cli.experiments, "play", play)
    assert command_line.main([*command, "--judge"]) == 0
    return capsys.readouterr().out.splitlines()


def thrown_of(texts: Sequence[str]) -> str:
    """The share given up with its interval in the window, as the command line writes them."""
    low, high = texts[1].split(" to ")
    return f"{texts[0]} [{low}%, {high}%]"


def test_the_ranking_has_the_numbers_that_the_command_line_prints(
    services: Services, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Results, time, and the moves judged with their interval were printed only."""
    form = arenas.tournament("optimal mc:20 random")
    command = ["arena", "tictactoe", *form.players]
    lines = printed(form, 7, command, monkeypatch, capsys)
    results: dict[str, list[int]] = {name: [0, 0, 0, 0] for name in form.players}
    for line in lines:
        pair = re.match(r"(\S+) - (\S+): \+(\d+) =(\d+) -(\d+) ", line)
        judged = re.match(r"  (\S+) gave up .*judged: (\d+)", line)
        if pair is not None:
            won, drawn, lost = map(int, pair.groups()[2:])
            for name, counts in ((pair[1], (won, drawn, lost)), (pair[2], (lost, drawn, won))):
                results[name][:3] = map(add, results[name][:3], counts)
        elif judged is not None:
            results[judged[1]][3] += int(judged[2])
    screen = enter(arenas.shown(services, form, 7))
    table = widget(screen, Table, "ranking")
    ranked = screen.model.view_model().ranking
    for each, line, row in zip(ranked, lines[-3:], table.rows, strict=True):
        assert line.startswith(f"{each.text} ")
        told = dict(zip([head.text for head in table.columns], [c.text for c in row], strict=True))
        won, drawn, lost, judged_moves = results[each.text]
        assert told["Won / drawn / lost"] == f"{won} / {drawn} / {lost}"
        assert told["Moves judged"] == str(judged_moves)
        assert thrown_of([told["Given up"], told["Given up, 95%"]]) in line
        assert line.endswith(f" {told['ms per move']} ms") and float(told["ms per move"])


def test_the_table_of_a_sweep_has_the_numbers_that_the_command_line_prints(
    services: Services,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    form = arenas.sweep(3, games=8)
    players = [form.texts["template"], form.texts["opponent"]]
    limits = ["--values", "1,2,3", "--games", "8", "--csv", str(tmp_path / "x.csv")]
    command = ["sweep", "tictactoe", *players, *limits]
    lines = printed(form, 8, command, monkeypatch, capsys)
    screen = enter(arenas.shown(services, form, 8))
    table = widget(screen, Table, "table")
    assert [head.text for head in table.columns[-3:]] == [
        "Given up", "Given up, 95%", "Moves judged",
    ]  # fmt: skip
    tallies = screen.model.view_model().tallies
    for line, row, tally in zip(lines[1:4], table.rows, tallies, strict=True):
        texts = [cell.text for cell in row]
        assert line.split()[0] == texts[0] and thrown_of(texts[-3:]) in line
        assert tally.thrown is not None and texts[-1] == str(tally.thrown[0].judged) != "0"


def test_the_arena_opens_on_the_game_that_is_named(services: Services) -> None:
    """`--scene arena --game nim` opened it on Connect Four."""
    asked = requested_game(services.settings, parse_window(["--scene", "arena", "--game", "nim"]))
    assert asked is not None
    screen = asked(services)
    assert isinstance(screen, ArenaScreen) and screen.model.form.game == "nim"
