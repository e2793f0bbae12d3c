"""Jouons: runs a command in the terminal, or opens the window when no command is given."""

from __future__ import annotations

import os
import sys

STOPPED = "jouons: stopped"  # while the texts are not loaded yet
OWN_PROCESS = "own-process"  # the hidden command of the process of a person's own bot

if __name__ == "__main__" and sys.argv[1:] == [OWN_PROCESS]:
    from engine.own.runner import run as answer_questions

    answer_questions()
elif __name__ == "__main__":
    if hasattr(sys, "frozen"):
        # With multiprocessing, an arena process is this program started again; freeze_support runs
        # it.
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
    from pathlib import Path

    from engine.arena.report import Preset, SweepRow


def main(arguments: Sequence[str]) -> int:
    """Run the program with these arguments and return its exit code."""
    from engine.cli.console import guard_streams

    guard_streams()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if hasattr(sys, "frozen"):
        from gui.system import System

        system = System.here()
        if system.is_unheard((sys.stdout, sys.stderr)):
            from gui.process import answer

            return answer(system, arguments, lambda: work(arguments))
    return work(arguments)


def work(arguments: Sequence[str]) -> int:
    """Run a command in the terminal, or the window; return the exit code."""
    if arguments and arguments[0] == "--version":
        from engine.version import version

        print(f"Jouons {version()}")
        return 0
    from engine.cli.console import COMMANDS, complain, program
    from engine.messages import TextsError, catalogue

    try:
        catalogue("en")
    except TextsError as error:
        complain(f"{program()}: {error}")
        return 1
    if arguments and arguments[0] in COMMANDS:
        from engine.cli import command_line
        from engine.messages import message

        interrupt.end_at_once(f"{program()} {arguments[0]}: {message('cli.stopped')}")
        return command_line.main(arguments, draw_sweep)
    from gui import app

    return app.main(arguments)


def draw_sweep(rows: Sequence[SweepRow], path: Path, preset: Preset) -> None:
    """Draw the picture of a sweep. Passed to the engine, which imports no gui."""
    from gui.arena.results import save_sweep

    save_sweep(rows, path, preset)


def run() -> None:
    """Run the program and end the process; signals are ignored once the work is done."""
    from engine.cli.console import finish_output

    try:
        code = main(sys.argv[1:])
    finally:
        finish_output()
        interrupt.ignore()
    if "gui.app" in sys.modules:
        from gui.process import end

        end(code)
    sys.exit(code)


if __name__ == "__main__":
    run()
