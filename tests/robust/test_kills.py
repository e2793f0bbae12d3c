"""Killed 80 times at random moments: a match, a training, an arena run, a busy window.

Nothing is damaged, and what the window had shown is there again. Each keeps one data folder through
all its kills, so that every start after the first is also a resume.
"""

from __future__ import annotations

import os
import random
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from engine.protocols import game_key
from engine.registry import make_game
from engine.saves import from_json
from engine.session import Session
from engine.store.store import Store
from engine.store.store_file import FILE_NAME
from gui.lab.saving import LabState, read_lab
from tests.database import assert_whole
from tests.forked import PROGRAM, Alone
from tests.full import few_or_full
from tests.gui.lab import CUBE
from tests.processes import processes_of
from tests.waiting import wait_for

ROOT = Path(__file__).resolve().parents[2]
# What Python itself says when a process of a pool begins while the one that wants it is killed:
# nothing of the program's own is in it.
BORN_TOO_LATE = re.compile(
    r"^Traceback \(most recent call last\):\n"
    r'  File "<string>", line 1, in <module>\n(?:    .*\n)*'
    r'  File ".*multiprocessing.spawn\.py", line \d+, in spawn_main\n(?:    .*\n)*'
    r'  File ".*multiprocessing.spawn\.py", line \d+, in _main\n(?:    .*\n)*'
    r"EOFError: Ran out of input\n",
    re.MULTILINE,
)
BUSY = "from tests.robust import busy_window; busy_window.main()"
QUIET = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

pytestmark = pytest.mark.slow


@contextmanager
def started(starts: Alone, folder: Path, *arguments: str) -> Iterator[None]:
    """The program is started; at the end it is killed, and has said nothing of a fault.

    The arena feeds one process of its pool after the other, so that one at most is born too late.
    """
    line = (*arguments, "--data-dir", str(folder))
    with (folder / "errors").open("w+") as errors:
        starts.start(PROGRAM, line, folder, QUIET, (errors, errors))
        yield
        assert starts.running(), "it ended by itself"
        starts.kill()
        starts.wait()
        errors.seek(0)
        told = errors.read()
    if "arena" in arguments:
        told = BORN_TOO_LATE.sub("", told, count=1)
    assert "Traceback" not in told, told


def killed(
    starts: Alone,
    times: int,
    seed: int,
    folder: Path,
    done: Callable[[], object],
    *arguments: str,
) -> Iterator[None]:
    """Killed so often: when it has kept something, then at random moments before and after."""
    Store(folder).close()
    begun = time.monotonic()
    with started(starts, folder, *arguments):
        wait_for(done)
        needed = min(time.monotonic() - begun, 2.0)
    yield
    rng = random.Random(seed)
    for _ in range(times - 1):
        with started(starts, folder, *arguments):
            time.sleep(rng.uniform(0.3, 1.5) * needed)
        yield


def sound(folder: Path) -> Store:
    """The store, after its file has been found whole."""
    assert_whole(folder)
    store = Store(folder)
    assert store.notice is None
    return store


def moves_of(text: str) -> list[str]:
    """The moves of a kept game, which must be legal from its start."""
    saved = from_json(text)
    game = make_game(saved.game, saved.options)
    return Session.replay(game, saved.start, saved.moves).move_texts()


def in_store(folder: Path, table: str) -> int:
    """How many rows another process finds now."""
    with closing(sqlite3.connect(folder / FILE_NAME, timeout=5)) as database:
        return int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


@few_or_full("times", 3, 20)
def test_a_killed_match_is_there_again(starts: Alone, tmp_path: Path, times: int) -> None:
    """Two bots at play in the window; finished games stay, and the one in progress goes on."""
    finished, seen = 0, 0
    begun = partial(in_store, tmp_path, "unfinished")
    match = ("--game", "tictactoe", "--first", "first", "--second", "random", "--frames", "9999")
    for _ in killed(starts, times, 1, tmp_path, begun, *match):
        store = sound(tmp_path)
        games = store.games()
        assert len(games) >= finished
        finished = len(games)
        for game in games:
            assert len(moves_of(game.saved)) == game.plies
        seen += sum(bool(moves_of(kept.saved)) for kept in store.unfinished("tictactoe"))
        store.close()
    assert finished + seen > 0


@few_or_full("times", 3, 20)
def test_killed_training_loses_nothing_it_kept(starts: Alone, tmp_path: Path, times: int) -> None:
    """What was learned and kept never gets less."""
    learned = 0
    begun = partial(in_store, tmp_path, "bags")
    training = ("train", "matches", "--games", "100000000")
    for _ in killed(starts, times, 2, tmp_path, begun, *training):
        store = sound(tmp_path)
        bags = store.load_bags(game_key(make_game("matches")))
        store.close()
        total = sum(sum(counts.values()) for counts in bags.values())
        assert total >= learned
        assert all(count >= 1 for counts in bags.values() for count in counts.values())
        learned = total
    assert learned > 0


@pytest.mark.linux("looks for processes in /proc")
@few_or_full("times", 3, 20)
def test_a_killed_arena_leaves_whole_rows_and_no_process(tmp_path: Path, times: int) -> None:
    """Every row is whole, and no process of the pool is left behind."""
    rows, file = 0, tmp_path / "games.csv"

    def begun() -> bool:
        return file.exists() and len(file.read_text(encoding="utf-8").splitlines()) > 1

    arena = ("arena", "connect4", "mc:4", "random", "--games", "1000000", "--jobs", "2")
    for _ in killed(Alone(), times, 3, tmp_path, begun, *arena, "--csv", str(file), "--force"):
        if file.exists():
            lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
            assert all(line.count(",") == 7 and line.endswith("\n") for line in lines)
            rows += len(lines[1:])
        wait_for(lambda: not processes_of(tmp_path))
        sound(tmp_path).close()
    assert rows > 0


# -- a busy window -------------------------------------------------------------------------------


def busy_and_killed(starts: Alone, folder: Path, seed: int) -> list[str]:
    """A window with somebody busy in it is killed: how the cube stood, told again and again.

    What was done last may be missing.
    """
    rng, told = random.Random(seed), list[str]()
    read, write = os.pipe()
    with (folder / "errors").open("w+") as errors, os.fdopen(read) as output:
        starts.start(BUSY, (str(folder), str(seed)), ROOT, QUIET, (write, errors))
        os.close(write)
        for _ in range(rng.randint(1, 60)):
            told.append(output.readline())
            assert told[-1], (folder / "errors").read_text()
        time.sleep(rng.uniform(0.0, 0.1))
        starts.kill()
        rest = output.read()
        starts.wait()
        errors.seek(0)
        faults = errors.read()
    assert "Traceback" not in faults, faults
    return told + [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]


@few_or_full("kills", 3, 20)
def test_a_killed_cube_loses_at_most_one_turn(starts: Alone, tmp_path: Path, kills: int) -> None:
    """The cube, its undo, its attempt, its solution and what is painted: at most one turn lost."""
    turns, painted = 0, 0
    for seed in range(kills):
        told = busy_and_killed(starts, tmp_path, seed)
        shown = read_lab(told[-1], CUBE, 0.0)
        store = sound(tmp_path)
        labs = store.unfinished("pocketcube")
        store.close()
        if not labs:
            assert len(shown.history.states) == 1 and shown.drafts is None
            continue
        kept = read_lab(labs[0].saved, CUBE, 0.0)
        if _cube(kept) != _cube(shown):  # what was being done when it was killed
            at = min(shown.history.at, kept.history.at)
            assert kept.history.states[:at] == shown.history.states[:at]
            assert abs(kept.history.at - shown.history.at) <= 1
        turns = max(turns, len(kept.history.states))
        painted += kept.drafts is not None
    assert turns > 30 and (painted or kills < 20)


def _cube(lab: LabState) -> tuple[object, ...]:
    """All of a lab but its clock."""
    painted = lab.drafts and (lab.drafts.states, lab.drafts.at)
    attempts = {
        step.attempt: (lab.attempts[step.attempt].made, lab.attempts[step.attempt].helped)
        for step in lab.history.states
        if step.attempt
    }
    return lab.history.states, lab.history.at, painted, attempts
