"""The program talks to nobody: see also tests/window, which runs under the same filter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.no_network import KILLED, forbid_network

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.linux("calls of the system are filtered as Linux does it")


def run(*command: str) -> int:
    return subprocess.run(
        [sys.executable, *command], preexec_fn=forbid_network, cwd=ROOT, check=False
    ).returncode


@pytest.mark.parametrize(
    ("family", "ends"), [("AF_INET", True), ("AF_INET6", True), ("AF_UNIX", False)]
)
def test_the_filter_ends_whoever_opens_a_socket_to_elsewhere(family: str, ends: bool) -> None:
    code = run("-c", f"import socket; socket.socket(socket.{family}).close()")
    assert code == (KILLED if ends else 0)


@pytest.mark.parametrize(
    "command",
    [
        ["arena", "tictactoe", "mc:10", "random", "--games", "40", "--jobs", "2"],
        ["train", "matches", "--games", "20"],
        ["cube", "--random", "8"],
        ["puzzle", "tictactoe", "--day", "2026-11-21"],
        ["history"],
    ],
)
def test_no_command_opens_one(command: list[str], tmp_path: Path) -> None:
    kept = ["--data-dir", str(tmp_path)] if command[0] in ("arena", "train", "history") else []
    assert run("main.py", *command, *kept) == 0
