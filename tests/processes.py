"""The processes of this machine, as Linux lists them."""

from __future__ import annotations

import os
from pathlib import Path


def processes_of(folder: Path) -> list[int]:
    """The processes that run in this folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if Path(os.readlink(entry / "cwd")) == folder:
                    found.append(int(entry.name))
            except OSError:
                continue
    return found
