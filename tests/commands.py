"""Commands of the program, run in this process."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any, NamedTuple

from engine.cli import command_line


class Ended(NamedTuple):
    """The exit code of a command, what it printed, and what it complained of."""

    code: int
    out: str
    err: str


def run(*words: str) -> Ended:
    """Run a command to its end."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = command_line.main([*words])
    return Ended(code, out.getvalue(), err.getvalue())


def printed(*words: str) -> str:
    """What a command prints that ends well."""
    ended = run(*words)
    assert ended.code == 0, ended.err
    return ended.out


def reported(*words: str) -> Any:
    """The one JSON value that a command prints."""
    out = printed(*words, "--json")
    assert out.count("\n") == 1
    return json.loads(out)


def refused(*words: str, code: int = 2) -> str:
    """The one sentence that a command is refused with, below its usage for a wrong line."""
    ended = run(*words)
    assert (ended.code, ended.out) == (code, ""), ended
    assert "Traceback" not in ended.err
    *usage, sentence = ended.err.splitlines()
    assert ended.err.startswith("usage: ") if code == 2 else not usage, ended.err
    return sentence
