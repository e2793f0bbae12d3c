"""A short session in which everything is kept that can be, for test_faults_in_turn.py.

    python -m tests.robust.stored_session

For each line `FOLDER NAME` on standard input a copy of this process, which has imported everything
once, connects to the abstract socket of that name, tells its number there and waits until strace
sees what it does; its end is told on standard output. After each step that the program calls done
it tells so on the socket, a line `NAME NUMBER`. A step that fails with a sentence is done again, as
the window does each second, and given up in the end.
"""

from __future__ import annotations

import ctypes
import os
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.arena.report import ResultFile, write_whole
from engine.messages import JouonsError, Message
from engine.saves import SavedGame, save
from engine.store.store import DailyPuzzleState, Store
from gui.settings import Settings, SettingsFile
from gui.write_queue import Ending, SaveSlot

TRIES = 4
NO_PARENT = 4_194_305  # no process has it: what strace says the parent is
LONGEST_WAIT = 600.0
PR_SET_PTRACER, PR_SET_PTRACER_ANY = 0x59616D61, ctypes.c_ulong(-1)  # of <sys/prctl.h>
MOVES = ("0", "3", "1", "4", "2")
ENDING = Ending("human", "learner", 7, "first", len(MOVES), True)
BAG = "X........"
VOLUMES = (0.25, 0.75)
DAY = 20_261_121
HEADER, ROWS = "number words\n", 3
Step = tuple[str, int, Callable[[], object]]


class RefusedError(JouonsError):
    """The settings could not be written; they say so by a message they return."""


def game_after(plies: int) -> SavedGame:
    """The session's game after so many moves."""
    return SavedGame("tictactoe", {}, "......... X", "human", "learner", 7, MOVES[:plies])


def row(number: int) -> str:
    """A row of the table of results."""
    return f"{number} {'and so on ' * 30}\n"


def picture(number: int) -> bytes:
    """The bytes of an export."""
    return bytes([number]) * 9000


def steps(folder: Path) -> Iterator[Step]:
    """What is kept, in order: name, number, and what keeps it."""
    settings_file = SettingsFile(folder)

    def keep_settings(volume: float) -> None:
        told: Message | None = settings_file.save(replace(Settings(), volume=volume))
        if told is not None:
            raise RefusedError(told.key, **told.values)

    yield "settings", 0, lambda: keep_settings(VOLUMES[0])
    opened: list[Store] = []
    yield "store", 0, lambda: opened.append(Store(folder))
    if opened:
        yield from _in_the_store(opened[0])
    yield "settings", 1, lambda: keep_settings(VOLUMES[1])
    for plies in (1, 3):
        yield "save", plies, partial(save, folder / "a.jouons", game_after(plies))
    for number in (1, 2):
        yield "picture", number, partial(write_whole, folder / "picture.png", picture(number))
    results: list[ResultFile] = []
    yield "results", 0, lambda: results.append(ResultFile(folder / "results.csv", HEADER))
    for number in range(ROWS if results else 0):
        yield "row", number, partial(results[0].add, row(number))


def _in_the_store(store: Store) -> Iterator[Step]:
    record = SaveSlot()
    for plies in range(1, len(MOVES)):
        record.want("tictactoe", game_after(plies).to_json(), None)
        yield "moves", plies, lambda: record.write(store)
    record.want("tictactoe", game_after(len(MOVES)).to_json(), ENDING)
    learn = {BAG: {0: 1}}
    yield "finished", 0, lambda: record.write(store, lambda: store.add_to_bags("tictactoe", learn))
    yield "rung", 4, lambda: store.keep_rung("", "tictactoe", 4)
    yield "day", 3, lambda: store.keep_tried(DAY, "connect4", DailyPuzzleState(3, False))
    yield "solved", 2, lambda: store.add_solved(DAY, "connect4", 2)
    yield "mistake", 0, lambda: store.keep_mistakes("tictactoe", {"a place": "a game"})
    yield "tried", 0, lambda: store.try_mistake("a place", True)
    yield "experiment", 0, lambda: store.arena.add("a sweep", {"rows": [1, 2]})
    yield "closed", 0, store.close


def run(folder: Path, tell: Callable[[str], object]) -> None:
    """Do every step, and tell of each that is done."""
    for name, number, act in steps(folder):
        for _ in range(TRIES):
            try:
                act()
            except JouonsError as fault:
                tell(f"fault {fault}")
            else:
                tell(f"{name} {number}")
                break
    tell("end 0")


def is_watched() -> bool:
    """Wait for strace, which is told to give a wrong answer to one harmless question."""
    end = time.monotonic() + LONGEST_WAIT
    while os.getppid() != NO_PARENT:
        if time.monotonic() > end:
            return False
        time.sleep(0.001)
    return True


def run_in_a_copy(folder: Path, name: str) -> None:
    """The copy's whole life: it waits until it is watched, and keeps everything."""
    errors = os.open(f"{folder}.err", os.O_WRONLY | os.O_CREAT)
    os.dup2(errors, 2)
    # Where a process may only be watched by its parents, this one allows it to all.
    ctypes.CDLL(None).prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0)
    ending = 1
    try:
        with socket.socket(socket.AF_UNIX) as told:
            told.connect(f"\0{name}")
            told.send(f"{os.getpid()}\n".encode())
            if is_watched():
                run(folder, lambda line: told.send(f"{line}\n".encode()))
                ending = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(ending)  # nothing of the process that was copied is ended with it


def serve() -> None:
    """A copy for each line, one after another."""
    for line in sys.stdin:
        folder, name = line.rsplit(maxsplit=1)
        copy = os.fork()
        if copy == 0:
            run_in_a_copy(Path(folder), name)
        print(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]), flush=True)


if __name__ == "__main__":
    serve()
