"""Experiments as files and rows: exported, listed, titled, and damaged."""

from __future__ import annotations

import csv
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.messages import JouonsError, render
from engine.store.store import Store
from gui.arena.choice import ArenaChoice
from gui.arena.form import ExperimentForm, ExperimentKind
from gui.arena.model import ArenaModel, PairSelection, names_of, sweep_title
from tests.gui import arenas
from tests.gui.arenas import play, poll_until


def test_export_writes_games_table_and_picture_by_a_plain_name(
    arena: ArenaModel, tmp_path: Path
) -> None:
    base = tmp_path / "my sweep"
    with pytest.raises(JouonsError) as nothing:
        arena.export(base, lambda path, _: path.touch())
    assert nothing.value.message.key == "arena.nothing_to_export"
    play(arena)
    made = arena.export(base, lambda path, _: path.touch())
    assert [path.name for path in made] == ["my sweep.csv", "my sweep-games.csv", "my sweep.png"]
    with made[1].open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert arena.shown is not None
    assert [row["moves"] for row in rows] == [record.moves for record in arena.shown.records()]
    assert made[0].read_text().splitlines()[0].endswith(" nGames value")
    arena.edit(
        lambda form: form.as_kind(ExperimentKind.TOURNAMENT).typed("players", "random first")
    )
    play(arena)
    made = arena.export(tmp_path / "t", lambda path, _: path.touch())
    heads = "player,games,score,low,high,elo,judged,errors,elo_low,elo_high,different,faults\n"
    assert made[0].read_text().startswith(heads)
    with pytest.raises(JouonsError) as fault:
        arena.export(tmp_path / "none" / "x", lambda path, _: path.touch())
    assert "cannot be written" in str(fault.value)


def test_files_have_plain_names() -> None:
    assert arenas.tournament().stem() == "tictactoe-tournament"
    assert ExperimentForm().stem() == "connect4-sweep-mc-random"


def test_a_player_is_chosen_by_kind_and_strength() -> None:
    choice = ArenaChoice("tictactoe", {})
    assert "kernel" not in choice.kinds and {"easy", "mc", "optimal"} <= set(choice.kinds)
    choice.choose("mc")
    choice.set_number("1,200")
    assert choice.text == "mc:1200" and choice.fault is None
    choice.take(choice.forms(choice.game)[1][1])
    assert choice.text == "mc:1200/move"
    choice.set_number("0")
    assert choice.fault is not None and choice.text == "mc:1200/move"
    choice.type_text("alphabeta:4")
    assert choice.text == "alphabeta:4" and choice.fault is None
    for wrong in ("kernel", "human", "mc", ""):
        choice.type_text(wrong)
        assert choice.fault is not None and choice.text == "alphabeta:4"


def test_the_player_of_a_sweep_leaves_its_number_open() -> None:
    choice = ArenaChoice("connect4", {}, "mc:{}/move", swept=True)
    assert choice.text == "mc:{}/move" and "optimal" not in choice.kinds
    choice.choose("mcts")
    assert choice.text == "mcts:{}"
    choice.type_text("optimal")
    assert choice.fault is not None and choice.text == "mcts:{}"
    choice.type_text("alphabeta:{}")
    assert choice.text == "alphabeta:{}"


def test_players_of_one_kind_are_told_apart() -> None:
    players = ["mcts:1000", "mcts:50", "optimal", "mc:5/move"]
    names = [str(name) for name in names_of(players, ExperimentForm())]
    assert names == ["Tree search 1,000", "Tree search 50", "Perfect play", "Monte Carlo"]
    twins = [str(name) for name in names_of(["random", "first", "random"], ExperimentForm())]
    assert (twins[0], twins[2]) == ("Random, bot 1", "Random, bot 3") and "," not in twins[1]


def damage(folder: Path, change: str) -> None:
    """Somebody else writes into the store."""
    with closing(sqlite3.connect(folder / "jouons.sqlite3")) as db:
        db.execute(change)
        db.commit()


def test_a_damaged_game_is_left_out_told_and_played_again(
    arena: ArenaModel, store: Store, tmp_path: Path
) -> None:
    """Listed, exported and gone on with: the sound games count, the damaged one is made anew."""
    number = arenas.keep(store, arenas.tournament("perfect random mc:10", 8), 8)
    for change in ("score = 'x' WHERE pairing = 0", "pairing = 'p' WHERE pairing = 1"):
        damage(tmp_path, f"UPDATE experiment_games SET {change} AND number = 3")
    assert arena.open(arena.kept()[0]) == 2
    arena.choose(PairSelection(0, 1))
    seen = arena.view_model()
    assert [tally.games for tally in seen.tallies] == [7, 7, 8]
    assert {seen.listed(index).score for index in range(len(seen.games))} <= {0, 1, 2}
    arena.export(tmp_path / "made", lambda path, seen: None)
    exported = list(csv.reader((tmp_path / "made-games.csv").open()))
    assert len(exported) == 1 + 22
    arena.go_on()
    poll_until(arena, lambda: not arena.running)
    assert arena.fault is None and arena.run is not None and arena.run.done == 24
    assert len(store.arena.games(number)[0]) == 24


def test_the_title_of_a_sweep_names_an_unknown_bot_as_it_is_written() -> None:
    """It showed the key of a text: player.mzzz.name."""
    for template, name in (("mzzz:{}", "mzzz:{}"), (" mc:{}/move", "Monte Carlo")):
        title = render(sweep_title(template, "random", "connect4"), "en")
        assert name in title and "player." not in title
