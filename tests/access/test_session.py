"""The session that a reader is tried in: apart from the developer's, and never waited for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.access import reader
from tests.access.reader import heard, line_of, session

pytestmark = [pytest.mark.linux("AT-SPI is of Linux")]


def test_the_session_leads_to_nothing_of_the_developer(tmp_path: Path) -> None:
    """Else the reader would find the programs of the desktop it is started from."""
    given = {"AT_SPI_BUS_ADDRESS": "unix:path=/nowhere", "PYTHONPATH": "x", "PYTHONHOME": "y"}
    own = session(":7", tmp_path, {**given, "SDL_VIDEODRIVER": "dummy", "PATH": "/bin"})
    assert own.keys().isdisjoint({*given, "SDL_VIDEODRIVER"})
    assert (own["PATH"], own["DISPLAY"]) == ("/bin", ":7")


@pytest.mark.parametrize(("does", "why"), [("print(end='half')", "ended"), ("1 / 0", "Zero")])
def test_who_ends_without_an_answer_is_named(does: str, why: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", does], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with pytest.raises(pytest.fail.Exception, match=why):
        line_of(process)
    assert process.returncode is not None


@pytest.mark.needs("dbus-daemon")
def test_nothing_is_left_of_a_session_whose_reader_does_not_begin(
    display: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[subprocess.Popen[str]] = []
    folders: list[Path] = []

    class Noted(subprocess.Popen[str]):
        def __init__(self, *arguments: object, **options: object) -> None:
            super().__init__(*arguments, **options)  # type: ignore[call-overload]
            begun.append(self)

    def sleeping(folder: Path) -> list[str]:
        folders.append(folder)
        return ["sleep", "60"]

    monkeypatch.setattr(subprocess, "Popen", Noted)
    monkeypatch.setattr(reader, "SYSTEM_PYTHON", "/bin/false")
    with pytest.raises(pytest.fail.Exception, match="has ended"), heard(display, sleeping):
        pass
    assert len(begun) == 3 and all(process.returncode is not None for process in begun)
    assert not folders[0].exists()
