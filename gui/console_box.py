"""Message boxes for stdout and stderr when the windowed program has no console."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout

from engine.cli.console import COMMANDS, CONSOLE_PROGRAM, WINDOWED_PROGRAM
from gui.i18n import Translator
from gui.system import System, show_box

REFUSALS = (1, 2)  # exit codes with an error message


def answer(
    system: System,
    arguments: Sequence[str],
    work: Callable[[], int],
    show: Callable[[str, str], None] = show_box,
) -> int:
    """Run `work`, show its help or error message in a box and return the exit code.

    Console commands are refused: the box names the console program.
    """
    if arguments and arguments[0] in COMMANDS:
        tr = Translator(system.language())
        text = tr("gui.command_unheard", command=arguments[0], program=CONSOLE_PROGRAM)
        show(WINDOWED_PROGRAM, text)
        return 2
    printed, faults = io.StringIO(), io.StringIO()
    with redirect_stdout(printed), redirect_stderr(faults):
        try:
            code = work()
        except SystemExit as stop:  # argparse exits this way after help and errors
            code = stop.code if isinstance(stop.code, int) else 0
    if code in REFUSALS:
        show(WINDOWED_PROGRAM, faults.getvalue().strip().split("\n")[-1])
    elif printed.getvalue():
        show(WINDOWED_PROGRAM, printed.getvalue())
    return code
