"""Another solver of Connect Four, bitbully, in a process of its own: it holds 200 megabytes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

CELLS = {".": 0, "R": 1, "Y": 2}


class AnotherSolver:
    """Asks the process; positions are texts of ours."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def scores(self, position: str) -> dict[int, int]:
        """The score of each legal column for the player to move: more is better, 0 a draw.

        A win with the last possible stone scores 1, with one stone less 2, and so on.
        """
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{position}\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return {int(column): score for column, score in answer.items()}


@contextmanager
def another_solver() -> Iterator[AnotherSolver]:
    """Start the process and end it."""
    with subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield AnotherSolver(process)


def answer() -> None:
    """Print the scores of each position that comes in."""
    from bitbully import BitBully, Board

    solver = BitBully()
    for position in sys.stdin:
        rows = position.split()[0].split("/")
        board = Board([[CELLS[cell] for cell in row] for row in rows])
        print(json.dumps(solver.score_all_moves(board)), flush=True)


if __name__ == "__main__":
    answer()
