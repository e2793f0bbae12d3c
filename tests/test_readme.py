"""What README shows is what the program prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from engine import cli
from engine.cli_console import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(
    r"```sh\n\.venv/bin/python main\.py ([^\n]*)\n```\n\n```text\n(.*?)```", README, re.S
)
PROGRAM = ".venv/bin/python main.py "


def without_times(text: str) -> list[str]:
    """The lines without the milliseconds at their ends, which differ from run to run."""
    return [re.sub(r" +[\d.]+ ms$", "", line) for line in text.splitlines()]


def test_the_experiment_shown_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(SHOWN) == 1
    command, output = SHOWN[0]
    assert cli.main([*shlex.split(command), "--jobs", "1"]) == 0
    assert without_times(capsys.readouterr().out) == without_times(output)
    assert all(line.endswith(" ms") for line in output.splitlines())  # a heading too


def test_every_command_shown_exists() -> None:
    lines = [line for line in README.splitlines() if line.startswith(PROGRAM)]
    words = {shlex.split(line, comments=True)[2] for line in lines}
    assert words - {"--help"} <= set(COMMANDS)
    assert {"analyse", "cube", "arena", "sweep", "train"} <= words


def test_d14_the_commands_for_windows_are_lines_that_powershell_5_knows() -> None:
    (block,) = re.findall(r"```powershell\n(.*?)```", README, re.S)
    lines = block.splitlines()
    assert lines[0] == "python -m venv .venv"
    for line in lines:
        assert not re.search(r"&&|\|\||\$\(|;|/bin/|\\$", line)
        for name in re.findall(r"\S+\.(?:py|txt)\b", line):
            assert (ROOT / name).is_file()
    endings = ("requirements.txt", "main.py", "requirements-dev.txt", "-m pytest -n auto")
    for line, ending in zip(lines[1:], endings, strict=True):
        assert line.endswith(ending)


def test_d14_the_first_two_commands_are_one_line_each() -> None:
    first, second = re.findall(r"```sh\n(.*?)```", README, re.S)[:2]
    for block, last in ((first, "main.py"), (second, "-m pytest -n auto")):
        assert block.count("\n") == 1
        assert block.strip().endswith(last)


@pytest.mark.parametrize("system", ["Windows", "macOS"])
def test_d14_each_system_has_its_section_that_says_what_was_not_tried(system: str) -> None:
    section = README.split(f"\n## On {system}\n")[1].split("\n## ")[0]
    assert re.search(rf"\*\*not\s+tried on {system}\*\*", section)


def test_d3_readme_says_that_letters_are_soft_on_a_retina_screen() -> None:
    """Until the window asks for real pixels there; then the sentence goes, and this with it."""
    section = " ".join(README.split("\n## On macOS\n")[1].split("\n## ")[0].split())
    assert "letters are soft on a Retina screen" in section
    window = (ROOT / "gui" / "app.py").read_text(encoding="utf-8")
    assert "display.set_mode" in window and "allow_high_dpi" not in window


def test_every_picture_shown_is_there() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 6
    assert all((ROOT / picture).is_file() for picture in pictures)
