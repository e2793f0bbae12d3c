"""Nothing is lost, nothing is kept twice: what the store holds after anything a person may do."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.protocols import game_key
from engine.saves import from_json, replay
from engine.store.store import Store
from gui.match.autosave import AutoSave, saved_game
from gui.match.table import GameTable, Players, Series, table_from_save
from gui.services import Services
from gui.write_queue import SaveSlot, WriteQueue
from tests.gui.autosaves import WON, do, finished, table, unfinished
from tests.gui.driver import there
from tests.home import new_table

# What a person does: moves as digits, and methods of the table, with a number after the colon.
# Then the moves of each unfinished game, the newest first, those of the finished games, and the
# wins of both sides in the series.
SCRIPTS: dict[str, tuple[str, list[str], list[str], tuple[int, int]]] = {
    "nothing is kept before the first move": ("swap_sides", [], [], (0, 0)),
    "a new game leaves the one begun in the list": ("04 rematch 8", ["8", "04"], [], (0, 0)),
    "undo of a new game goes on with the same entry": ("04 rematch undo 8", ["048"], [], (0, 0)),
    "redo of a new game goes on with its own entry": (
        "04 rematch 8 undo undo redo redo 7", ["87", "04"], [], (0, 0),
    ),
    "moves taken back stay with their game": ("04 undo undo", ["04"], [], (0, 0)),
    "undo after the end makes it unfinished again": ("03142 undo", ["03142"], [], (0, 0)),
    "redo puts the end back once": ("03142 undo redo", [], ["03142"], (1, 0)),
    "a jump puts the end back once": ("03142 undo jump:5", [], ["03142"], (1, 0)),
    "the same move puts the end back once": ("03142 undo 2", [], ["03142"], (1, 0)),
    "another end replaces the one taken back": ("03142 undo 85", [], ["031485"], (0, 1)),
    "undo goes back into the game before": ("03142 rematch undo undo", ["03142"], [], (0, 0)),
    "a side line touches nothing": ("03142 jump:2 86 undo undo", [], ["03142"], (1, 0)),
    # As after looking back alone, the move begins a side line.
    "looking back, undo and a move too": ("03142 jump:4 undo 86", [], ["03142"], (1, 0)),
    "from the side line undo leaves the end": (
        "03142 jump:4 undo 86 leave_side_line undo 8", [], ["03142"], (1, 0),
    ),
    "a new game from a side line is undone": ("0314 jump:1 8 rematch undo", ["0314"], [], (0, 0)),
}  # fmt: skip


@pytest.mark.parametrize("what", SCRIPTS)
def test_each_game_is_kept_once_wherever_it_belongs(
    services: Services, autosave: AutoSave, what: str
) -> None:
    script, going_on, over, wins = SCRIPTS[what]
    for step in script.split():
        name, _, number = step.partition(":")
        if name.isdigit():
            do(autosave, *map(int, name))
        else:
            getattr(autosave.table, name)(*([int(number)] if number else []))
            autosave.keep()
    assert unfinished(services) == [*map(tuple, going_on)]
    assert finished(services) == [*map(tuple, over)]
    assert autosave.table.series == Series(wins, 0, sum(wins))
    assert len(services.store.named_results("tictactoe")) == sum(wins)


def test_a_side_line_leads_back_to_its_game(services: Services, autosave: AutoSave) -> None:
    do(autosave, 0, 3, 1, 4)
    autosave.table.jump(1)
    do(autosave, 8)
    autosave.table.rematch()
    autosave.table.undo()
    assert autosave.table.session.moves == (0, 8)
    autosave.table.leave_side_line()
    assert autosave.table.session.all_moves == (0, 3, 1, 4)
    while autosave.table.undo():
        autosave.keep()
    assert from_json(services.store.unfinished()[0].saved).ply == 0


def test_a_game_stepped_back_and_ended_otherwise_moves_the_rung_once(services: Services) -> None:
    autosave = AutoSave(services, table("human", "fit"))
    do(autosave, *WON)
    rung = there(services.store.rung("", "tictactoe"))
    for last in (5, 2):
        autosave.table.undo()
        autosave.keep()
        for move in (last, *((8, 2) if last == 5 else ())):
            if autosave.table.outcome is None:
                do(autosave, move)
        assert autosave.table.outcome is not None
        assert services.store.rung("", "tictactoe") == rung


@pytest.mark.parametrize("way", ["list", "file", "opened at the table"])
def test_a_game_ended_stepped_back_left_and_ended_again_is_booked_once(
    services: Services, way: str
) -> None:
    """The rung and the bags know a game, however often somebody goes on with it and ends it."""
    games = services.store
    last = AutoSave(services, table("human", "fit"))
    learner = AutoSave(services, table("learner", "human"))
    for each in (last, learner):
        do(each, *WON)
    key = game_key(last.table.game)
    rung, bags = games.rung("", "tictactoe"), games.load_bags(key)
    assert rung is not None and bags and len(learner.gained or ()) == 3
    for before in (last, learner):
        autosave = before
        for other in (8, 6, 8):  # another move, with which the game goes on
            while autosave.table.session.ply > 4:
                autosave.table.undo()
                autosave.keep()
            do(autosave, *(*WON[:4], other)[autosave.table.session.ply :])
            assert autosave.table.outcome is None
            saved = from_json(saved_game(autosave.table).to_json())
            record = None
            if way == "list":
                row = next(
                    kept
                    for kept in services.write_queue.unfinished(games)
                    if from_json(kept.saved).first == saved.first
                )
                record, saved = row.record, from_json(row.saved)
            again = table_from_save(saved, record)
            if way == "opened at the table":
                seat = table("human", "human")
                autosave = AutoSave(services, seat)
                seat.open(again)
            else:
                autosave = AutoSave(services, again)
            do(autosave, 5)
            assert autosave.table.outcome is not None and len(autosave.gained or ()) == 0
            assert games.rung("", "tictactoe") == rung
            assert games.load_bags(key) == bags


def test_a_finished_game_opened_in_its_middle_is_not_replaced(services: Services) -> None:
    first = AutoSave(services, table())
    do(first, *WON)
    saved = replace(from_json(services.store.games()[0].saved), ply=3)
    opened = AutoSave(services, table_from_save(saved))
    series = opened.table.series
    do(opened, 8)
    assert opened.table.main_line is not None and opened.table.series == series
    assert (unfinished(services), finished(services)) == ([], [tuple("03142")])


def test_an_end_taken_back_can_be_put_back_after_a_restart_of_the_program(
    services: Services, autosave: AutoSave
) -> None:
    do(autosave, *WON)
    autosave.table.undo()
    autosave.keep()
    kept = services.store.unfinished()[0]
    again = table_from_save(from_json(kept.saved), SaveSlot(kept.id, kept.saved))
    later = AutoSave(services, again)
    assert again.outcome is None
    again.redo()
    later.keep()
    assert again.series == Series((1, 0), 0, 1)
    assert (unfinished(services), finished(services)) == ([], [tuple("03142")])


def test_a_game_left_while_looking_back_goes_on_at_its_end(
    services: Services, autosave: AutoSave
) -> None:
    do(autosave, 0, 3, 1, 4)
    autosave.table.jump(1)
    autosave.keep()
    saved = from_json(services.store.unfinished()[0].saved)
    assert table_from_save(saved).session.ply == 4


def test_opening_another_game_keeps_the_one_in_progress(
    services: Services, autosave: AutoSave
) -> None:
    """Opened onto the same table, and at another one."""
    do(autosave, 0, 4, 8)
    friend = table()
    friend.play(1)
    file = saved_game(friend)
    autosave.table.open(friend)
    autosave.keep()
    assert unfinished(services) == [("1",), tuple("048")], "it is in progress from now on"
    do(autosave, 2)
    assert unfinished(services) == [tuple("12"), tuple("048")]
    other = AutoSave(services, table_from_save(file))
    do(other, 5)
    assert unfinished(services) == [tuple("15"), tuple("12"), tuple("048")]
    autosave.table.undo()
    autosave.table.undo()
    autosave.table.undo()
    autosave.keep()
    do(autosave, 7)
    assert unfinished(services)[0] == tuple("0487")


def test_a_finished_game_looked_at_is_not_kept_again_nor_taken_away(services: Services) -> None:
    first = AutoSave(services, table())
    do(first, *WON)
    looked_at = AutoSave(services, table_from_save(from_json(services.store.games()[0].saved)))
    looked_at.table.undo()
    looked_at.keep()
    looked_at.table.redo()
    looked_at.keep()
    assert (unfinished(services), finished(services)) == ([], [tuple("03142")])
    looked_at.table.undo()
    looked_at.keep()
    do(looked_at, 8)
    assert (unfinished(services), finished(services)) == ([tuple("03148")], [tuple("03142")])


class Hands(RuleBasedStateMachine):
    """Every game that was begun is kept exactly once, finished or not, with all its moves."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(Path(self.folder.name))
        services = type("Kept", (), {})()
        services.store = self.store
        services.write_queue = WriteQueue(lambda fault: None)
        self.autosave = AutoSave(services, table())
        self.records: list[SaveSlot] = []
        self.lines: dict[int, tuple[int, ...]] = {}

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @property
    def table(self) -> GameTable:
        return self.autosave.table

    @precondition(lambda self: self.table.outcome is None)
    @rule(pick=st.integers(0, 8))
    def play(self, pick: int) -> None:
        moves = self.table.game.moves(self.table.state)
        self.table.play(moves[pick % len(moves)])

    @rule()
    def play_to_the_end(self) -> None:
        while self.table.outcome is None:
            self.table.play(self.table.game.moves(self.table.state)[0])

    @rule(
        way=st.sampled_from(["undo", "redo", "leave_side_line", "jump"]), fraction=st.floats(0, 1)
    )
    def move_about(self, way: str, fraction: float) -> None:
        """Whatever only goes from one place to another adds no game to those kept."""
        before = len(self.store.games()) + len(self.store.unfinished())
        if way == "jump":
            self.table.jump(round(fraction * len(self.table.session.all_moves)))
        else:
            getattr(self.table, way)()
        self.autosave.keep()
        assert len(self.store.games()) + len(self.store.unfinished()) == before

    @rule(way=st.sampled_from(["restart", "rematch", "swap_sides"]))
    def another(self, way: str) -> None:
        getattr(self.table, way)()

    @rule()
    def leave_and_continue(self) -> None:
        kept = self.store.unfinished()
        if kept:
            saved = from_json(kept[-1].saved)
            record = SaveSlot(kept[-1].id, kept[-1].saved)
            self.records = [one for one in self.records if one.number != kept[-1].id]
            self.autosave = AutoSave(self.autosave.app_context, table_from_save(saved, record))

    @invariant()
    def kept_once(self) -> None:
        self.autosave.keep()
        table = self.table
        if table.record not in self.records and table.record.touched:
            self.records.append(table.record)
        if table.main_line is None:
            self.lines[id(table.record)] = table.session.all_moves
        finished = {game.id: game.saved for game in self.store.games()}
        going_on = {game.id: game.saved for game in self.store.unfinished()}
        assert len(finished) + len(going_on) == len(self.records)
        for record in self.records:
            text = finished[record.row] if record.row else going_on[record.number or 0]
            saved = from_json(text)
            assert replay(saved, table.game).all_moves == self.lines[id(record)]
        assert len(self.store.named_results("tictactoe")) == len(finished)


Hands.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestHands = Hands.TestCase


def test_a_game_from_a_position_set_up_is_listed_but_counts_nowhere(services: Services) -> None:
    table = new_table("tictactoe", {}, Players("human", "random"), seed=5)
    table.set_up("XX.OO.... X")
    autosave = AutoSave(services, table)
    do(autosave, 2)
    assert table.outcome is not None and table.series == Series()
    assert finished(services) == [("2",)]
    assert services.store.named_results("tictactoe") == []
    table.undo()
    autosave.keep()
    assert table.series == Series() and unfinished(services) == [("2",)]
    do(autosave, 2)
    table.rematch()
    do(autosave, *WON)
    assert table.series.games == 1, "the next game counts"
    assert len(services.store.named_results("tictactoe")) == 1
    assert len(finished(services)) == 2


def test_a_finished_saved_game_counts_once_and_one_from_a_position_never(
    services: Services,
) -> None:
    for start, moves, counted in ((None, WON, 1), ("XX.OO.... X", (2,), 0)):
        begun = new_table("tictactoe", {}, Players("human", "random"), seed=5)
        saved = saved_game(begun)
        if start is not None:
            saved = replace(saved, start=start)
        table = table_from_save(saved)
        autosave = AutoSave(services, table)
        do(autosave, *moves)
        table.jump(0)
        autosave.keep()
        table.jump(len(moves))
        autosave.keep()
        assert table.series.games == counted
        again = table_from_save(saved_game(table))
        AutoSave(services, again).keep()
        assert again.series.games == counted
    assert len(services.store.named_results("tictactoe")) == 1
    assert len(finished(services)) == 2
