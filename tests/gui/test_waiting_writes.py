"""Writes that wait: for another program, for room on the disk, for the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest

from engine.messages import Message
from engine.protocols import game_key
from engine.saves import from_json
from engine.store.store import Store
from engine.store.store_file import FILE_NAME, StoreError
from gui.match.autosave import AutoSave
from gui.match.table import table_from_save
from gui.services import STANDING, Services
from gui.write_queue import SaveSlot
from tests.gui.autosaves import WON, do, finished, table, unfinished

DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)


class Trouble:
    """Makes the store of some services refuse every change for a while."""

    def __init__(self, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
        self.active = True
        self.refused = 0
        real = services.store._file.change

        def change() -> object:
            if self.active:
                self.refused += 1
                raise StoreError("store.not_written", reason="database is locked")
            return real()

        monkeypatch.setattr(services.store._file, "change", change)


@pytest.fixture
def trouble(services: Services, monkeypatch: pytest.MonkeyPatch) -> Trouble:
    return Trouble(services, monkeypatch)


def standing(services: Services) -> list[str]:
    return [notice.text for notice in services.notices if notice.left == STANDING]


def pass_time(services: Services, seconds: float) -> None:
    for _ in range(round(seconds / 0.05)):
        services.write_queue.update(0.05)


def test_a_finished_game_that_could_not_be_written_is_tried_again(
    services: Services, autosave: AutoSave, trouble: Trouble
) -> None:
    do(autosave, *WON)
    assert trouble.refused == 1, "one try, not one for each move"
    assert len(standing(services)) == 1
    pass_time(services, 2.2)
    assert trouble.refused == 3, "once a second"
    assert services.write_queue.unfinished(services.store) == [], "it is finished all the same"
    services.notify("match.copied")
    assert len(standing(services)) == 1, "another notice does not end it"
    trouble.active = False
    pass_time(services, 1.1)
    assert (unfinished(services), finished(services)) == ([], [tuple("03142")])
    assert standing(services) == []


def test_what_waits_is_written_before_leaving(
    services: Services, autosave: AutoSave, trouble: Trouble
) -> None:
    do(autosave, 0, 4)
    trouble.active = False
    assert services.write_queue.lost is not None
    services.write_queue.close()
    assert unfinished(services) == [("0", "4")]
    assert services.write_queue.lost is None


def test_games_one_after_another_wait_together(
    services: Services, autosave: AutoSave, trouble: Trouble
) -> None:
    do(autosave, *WON)
    autosave.table.rematch()
    do(autosave, 4, 0)
    autosave.table.restart()
    do(autosave, *DRAWN)
    autosave.table.undo()
    autosave.keep()
    trouble.active = False
    assert services.write_queue.flush()
    assert len(finished(services)) == 1
    assert len(unfinished(services)) == 2


def test_a_learners_reward_waits_and_is_given_once(services: Services, trouble: Trouble) -> None:
    autosave = AutoSave(services, table("learner", "human"))
    do(autosave, *WON)
    pass_time(services, 1.1)
    trouble.active = False
    pass_time(services, 2.2)
    assert len(autosave.gained or ()) == 3
    counts = services.store.load_bags(game_key(autosave.table.game))
    assert (
        sum(sum(bag.values()) for bag in counts.values())
        == sum(len(b) for b in counts.values()) + 3
    )
    autosave.table.undo()
    autosave.keep()
    autosave.table.redo()
    autosave.keep()
    assert services.store.load_bags(game_key(autosave.table.game)) == counts


def gained(store: Store, autosave: AutoSave) -> int:
    """How many moves were put into the bags of the game on the table."""
    bags = store.load_bags(game_key(autosave.table.game)).values()
    return sum(count - 1 for bag in bags for count in bag.values())


def test_a_kill_at_the_end_of_a_game_keeps_the_game_and_the_learners_reward_or_neither(
    services: Services, tmp_path: Path
) -> None:
    """The folder as it is before each statement of SQL is what a kill there would leave."""
    autosave = AutoSave(services, table("learner", "human"))
    do(autosave, *WON[:-1])
    left: list[Path] = []

    def leave(statement: str) -> None:
        left.append(tmp_path / f"killed {len(left)}")
        left[-1].mkdir()
        for name in (FILE_NAME, f"{FILE_NAME}-wal"):
            copy(services.store.path.parent / name, left[-1] / name)

    services.store._file._db.set_trace_callback(leave)
    do(autosave, WON[-1])
    services.store._file._db.set_trace_callback(None)
    found = set()
    for folder in left:
        store = Store(folder)
        found.add((len(store.games()), len(store.unfinished()), gained(store, autosave)))
        store.close()
    assert found == {(0, 1, 0)}, "nothing before the one commit"
    assert len(left) > 4
    after = len(finished(services)), len(unfinished(services)), gained(services.store, autosave)
    assert after == (1, 0, 3) and len(autosave.gained or ()) == 3


def test_a_reward_that_cannot_be_written_waits_with_its_game(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    autosave = AutoSave(services, table("learner", "human"))
    do(autosave, *WON[:-1])
    with monkeypatch.context() as patched:

        def refuse(*values: object) -> None:
            raise StoreError("store.not_written", reason="disk is full")

        patched.setattr(services.store, "add_to_bags", refuse)
        do(autosave, WON[-1])
        pass_time(services, 2.2)
        assert (unfinished(services), finished(services)) == ([tuple("0314")], [])
        assert len(autosave.gained or ()) == 0
    pass_time(services, 1.1)
    assert (unfinished(services), finished(services)) == ([], [tuple("03142")])
    assert len(autosave.gained or ()) == gained(services.store, autosave) == 3


def test_one_game_a_learner_finishes_in_two_windows_rewards_it_once(services: Services) -> None:
    autosave = AutoSave(services, table("learner", "human"))
    do(autosave, *WON[:-1])
    kept = services.store.unfinished()[0]
    again = table_from_save(from_json(kept.saved), SaveSlot(kept.id, kept.saved))
    other = AutoSave(services, again)
    do(autosave, WON[-1])
    do(other, WON[-1])
    assert len(finished(services)) == 1
    assert (len(autosave.gained or ()), len(other.gained or ())) == (3, 0)
    assert gained(services.store, autosave) == 3


def test_settings_wait_too(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = True
    real = services.file.save

    def save(chosen: object) -> Message | None:
        if failing:
            return Message("gui.settings_not_saved", {"file": "here"})
        return real(chosen)  # type: ignore[arg-type]

    monkeypatch.setattr(services.file, "save", save)
    services.change(replace(services.settings, bot_delay=2.0))
    services.change(replace(services.settings, bot_delay=3.0))
    assert len(standing(services)) == 1
    failing = False
    pass_time(services, 1.1)
    assert standing(services) == []
    assert services.file.load()[0].bot_delay == 3.0


def test_a_game_not_written_yet_stands_in_the_list_as_it_is(
    services: Services, autosave: AutoSave, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(autosave, 0, 4)
    trouble = Trouble(services, monkeypatch)
    do(autosave, 8)
    autosave.table.rematch()
    do(autosave, 1)
    listed = services.write_queue.unfinished(services.store)
    assert [from_json(kept.saved).moves for kept in listed] == [("1",), tuple("048")]
    again = AutoSave(services, table_from_save(from_json(listed[1].saved), listed[1].record))
    do(again, 2)
    trouble.active = False
    assert services.write_queue.flush()
    assert sorted(unfinished(services)) == [tuple("0482"), ("1",)]


def test_a_removed_game_comes_back_as_it_was(services: Services, autosave: AutoSave) -> None:
    do(autosave, 0, 4)
    before = services.store.unfinished()
    services.write_queue.remove(services.store, before[0])
    assert unfinished(services) == []
    services.write_queue.restore(services.store)
    assert services.store.unfinished() == before


def test_a_kill_between_two_writes_loses_no_game(services: Services, autosave: AutoSave) -> None:
    """Whenever a game changes between finished and unfinished, it is in one list or in both."""
    do(autosave, *WON)
    real: dict[str, Callable[..., object]] = {}
    store = services.store
    for name in ("keep_unfinished", "remove_game", "add_game"):
        real[name] = getattr(store, name)

        def checked(*values: object, name: str = name, **more: object) -> object:
            done = real[name](*values, **more)
            assert unfinished(services) or finished(services), name
            return done

        setattr(store, name, checked)
    autosave.table.undo()
    autosave.keep()
    do(autosave, 8, 5)
    autosave.table.undo()
    autosave.keep()
