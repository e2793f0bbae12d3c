"""Processes that a test started, found by a mark in their environment, however they left."""

from __future__ import annotations

import os
import time
from pathlib import Path

MARK = "JOUONS_TEST_MARK"
PATIENCE = 5.0  # seconds for processes that are ending


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


def left_behind(mark: str) -> list[int]:
    """The processes with this mark that do not end by themselves."""
    end = time.monotonic() + PATIENCE
    while (left := marked(mark)) and time.monotonic() < end:
        time.sleep(0.01)
    return left
