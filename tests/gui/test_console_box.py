"""The packaged program where nobody reads what it prints, and what it calls itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cli import command_line
from engine.cli.console import complain, program, program_for_commands
from gui.options import parse_window
from gui.process import answer
from gui.system import Platform, System

ROOT = Path(__file__).resolve().parents[2]
WINDOWS = System(Platform.WINDOWS, packaged=True)


class Boxes:
    """What was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []

    def __call__(self, title: str, words: str) -> None:
        self.shown.append((title, words))


def refused(code: int) -> Callable[[], int]:
    def work() -> int:
        print("usage: Jouons [FILE.jouons]", file=sys.stderr)
        complain("jouons: There is no file x.jouons.")
        return code

    return work


def test_help_that_was_asked_for_is_shown() -> None:
    boxes = Boxes()
    assert answer(WINDOWS, ["--help"], lambda: len(str(parse_window(["--help"]))), boxes) == 0
    assert "--data-dir" in boxes.shown[0][1]


def test_nothing_is_shown_when_all_went_well() -> None:
    boxes = Boxes()
    assert answer(WINDOWS, [], lambda: 0, boxes) == 0
    assert answer(WINDOWS, [], refused(130), boxes) == 130
    assert boxes.shown == []


@pytest.mark.parametrize(
    ("started", "name", "for_commands"),
    [("Jouons", "Jouons", "jouons-cli"), ("jouons-cli", "jouons-cli", "jouons-cli")],
)
def test_usage_names_the_program_that_was_started(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    started: str,
    name: str,
    for_commands: str,
) -> None:
    assert program() == program_for_commands() == "main.py"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", f"/a folder/{started}.exe")
    assert (program(), program_for_commands()) == (name, for_commands)
    with pytest.raises(SystemExit):
        parse_window(["--help"])
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: {name} ")
    assert f"\n  {name} --game " in shown
    assert f"{for_commands} arena --help" in shown
    assert command_line.main(["analyse", "chess"]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith(f"usage: {name} analyse --help\n{name} analyse: ")
    assert "main.py" not in shown + errors


AS_PACKAGED = """
import sys
sys.frozen = True
sys.executable = "/opt/Jouons/Jouons"
import pygame
pygame.display.message_box = lambda *words: open(sys.argv[1], "a").write("|".join(words))
import main
sys.exit(main.main(sys.argv[2:]))
"""


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        (["--size", "1x1"], "--size", 2),
        (["no.jouons"], "no.jouons", 1),
        (["games"], "jouons-cli", 2),
    ],
)
def test_the_whole_program_says_it_in_a_box(
    tmp_path: Path, arguments: list[str], words: str, code: int
) -> None:
    file = tmp_path / "box"
    quiet = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    more = [] if arguments == ["games"] else ["--data-dir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-c", AS_PACKAGED, str(file), *arguments, *more],
        env=quiet,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == code
    title, said, kind = file.read_text(encoding="utf-8").split("|")
    assert (title, kind) == ("Jouons", "warn")
    assert words in said and "Traceback" not in said
