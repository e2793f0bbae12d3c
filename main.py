"""Jouons: with a command it works in the terminal, without one it opens the window."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """The exit code of the program for these arguments."""
    from engine.cli_console import COMMANDS, guard_streams

    guard_streams()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if arguments and arguments[0] in COMMANDS:
        from engine import cli

        return cli.main(arguments, draw_sweep)
    from gui import app

    return app.main(arguments)


def draw_sweep(rows: object, path: object) -> None:
    """Draw the picture of a sweep; the engine itself knows no picture."""
    from gui.plot import save_sweep

    save_sweep(rows, path)


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main(sys.argv[1:]))
