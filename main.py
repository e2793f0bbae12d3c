"""Jouons: with a command it works in the terminal, without one it opens the window."""

from __future__ import annotations

import os
import sys

STOPPED = "jouons: stopped"  # while the texts are not loaded yet

if __name__ == "__main__":
    if hasattr(sys, "frozen"):
        # A process of the arena starts as the program itself, and does all its work in here.
        from multiprocessing import freeze_support

        freeze_support()
    try:
        from engine import interrupt

        interrupt.end_at_once(STOPPED)
    except KeyboardInterrupt:
        os.write(2, STOPPED.encode() + b"\n")
        os._exit(130)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """The exit code of the program for these arguments."""
    from engine.cli_console import guard_streams

    guard_streams()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if hasattr(sys, "frozen"):
        from gui.system import System

        system = System.here()
        if system.is_unheard((sys.stdout, sys.stderr)):
            from gui import console_box

            return console_box.answer(system, arguments, lambda: work(arguments))
    return work(arguments)


def work(arguments: Sequence[str]) -> int:
    """A command in the terminal, or the window; the exit code."""
    from engine.cli_console import COMMANDS, complain, program
    from engine.messages import TextsError, catalogue

    try:
        catalogue("en")
    except TextsError as error:
        complain(f"{program()}: {error}")
        return 1
    if arguments and arguments[0] in COMMANDS:
        from engine import cli
        from engine.messages import message

        interrupt.end_at_once(f"{program()} {arguments[0]}: {message('cli.stopped')}")
        return cli.main(arguments, draw_sweep)
    from gui import app

    return app.main(arguments)


def draw_sweep(rows: object, path: object, template: str) -> None:
    """Draw the picture of a sweep; the engine itself knows no picture."""
    from gui.plot import save_sweep

    save_sweep(rows, path, template)


def run() -> None:
    """Work, and end the process; nothing may interrupt it once the work is done."""
    from engine.cli_console import finish_output

    try:
        sys.exit(main(sys.argv[1:]))
    finally:
        finish_output()
        interrupt.ignore()


if __name__ == "__main__":
    run()
