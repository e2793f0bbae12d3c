"""Processes that a test started, found by a mark in their environment, however they left."""

from __future__ import annotations

import os
from pathlib import Path

from tests.waiting import wait_for

MARK = "JOUONS_TEST_MARK"


def marked(mark: str) -> list[int]:
    """The living processes with this mark, without the present one."""
    word = f"{MARK}={mark}".encode()
    processes = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            words = (entry / "environ").read_bytes().split(b"\0")
            state = (entry / "stat").read_text().rpartition(") ")[2][:1]
        except OSError:
            continue
        if word in words and state != "Z":
            processes.append(int(entry.name))
    return processes


def wait_until_none_is_left(mark: str) -> None:
    """Wait until no process with this mark lives; fails if one does not end."""
    wait_for(lambda: not marked(mark))
