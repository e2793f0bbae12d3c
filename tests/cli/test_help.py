"""The help explains every option of every command in every language, and its examples work."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cli import command_line
from engine.cli.arguments import EXAMPLES, WINDOW, Parser, example, language_of, option_help
from engine.cli.console import COMMANDS, program
from engine.messages import LANGUAGES, Message, catalogue, is_written, render
from gui import options
from tests.cases import in_one_test
from tests.commands import printed, run
from tests.documented_commands import example_words, open_windows, run_command


def parsers(language: str = "en") -> Iterator[Parser]:
    """The parser of the window, and of each command."""
    window, commands = options.parser(language), command_line.parser(language)
    assert isinstance(window, Parser)
    yield window
    (made,) = (each.choices for each in commands._actions if isinstance(each.choices, dict))
    for command in COMMANDS:
        yield made[command]


def actions() -> list[tuple[str, argparse.Action]]:
    """Every option and argument, with its command."""
    return [(parse.command, action) for parse in parsers() for action in parse._actions]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_argument_has_its_sentence(language: str) -> None:
    for command, action in actions():
        said = option_help(command, action, language)
        assert said, f"{command} {action.dest}"
        assert said[0].isupper() and said.endswith("."), said


def test_every_sentence_about_an_option_is_shown() -> None:
    keys = {key for key in catalogue("en") if key.startswith("cli.option.")}
    for command, action in actions():
        own = f"cli.option.{command or 'program'}.{action.dest}"
        keys.discard(own if is_written(own) else f"cli.option.{action.dest}")
    assert keys == set()


@in_one_test("language", LANGUAGES)
@in_one_test("columns", ["40", "80", "200"])
def test_every_help_has_a_sentence_and_an_example(
    monkeypatch: pytest.MonkeyPatch, language: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for parse in parsers(language):
        text = parse.format_help()
        assert f"\n  {example(parse.command)}\n" in text
        whole = " ".join(text.split())
        sentence = catalogue(language)[f"cli.{parse.command or 'program'}"]
        assert " ".join(sentence.split()) in whole
        if language != "en":
            assert not re.search(r"\b(options:$|show this help|exit\b)", text.replace("fr,de", ""))


def test_the_window_lists_every_command_with_what_it_does() -> None:
    text = " ".join(options.parser().format_help().split())
    for command in COMMANDS:
        assert f" {command} {catalogue('en')[f'cli.{command}']} " in text


def test_every_command_has_an_example() -> None:
    assert EXAMPLES.keys() == {WINDOW, *COMMANDS}


@pytest.mark.one_of(3)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_of_a_command_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_command(example_words(command), tmp_path)


def test_the_example_of_the_window_opens_it(tmp_path: Path) -> None:
    done = open_windows([example_words(WINDOW)], tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_help_comes_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed("think", "--lang", "de", "--help").startswith("Aufruf: ")
    with pytest.raises(SystemExit) as stop:
        options.parse_window(["--lang=fr", "--help"])
    assert stop.value.code == 0
    assert "Exemple" in capsys.readouterr().out


TABLES = (  # with decimals or percentages
    ("arena", "nim", "random", "first", "--games", "2", "--judge"),
    ("arena", "tictactoe", "random", "optimal", "--positions", "1"),
    ("sweep", "nim", "mc:{}", "random", "--values", "1,2", "--games", "2", "--judge", "--force"),
    ("analyse", "tictactoe", "--player", "mc:exact"),
)
SPOKEN = (
    *TABLES,
    ("analyse", "nim"),
    ("cube", "--random", "2"),
    ("tiles", "--random", "5"),
    ("train", "nim", "--games", "2"),
    ("explore", "--start", "5"),
    ("think", "matches", "--player", "dfs"),
    ("review", "tictactoe", "--moves", "0 1 4 2 8"),
    ("why", "connect4", "--moves", "4 6 6 2 4 4 2 4 4 3 3 3 5 5"),
    ("puzzle", "nim"),
    ("games",),
    ("players",),
    ("history",),
)


@pytest.mark.one_of(3)
@pytest.mark.parametrize("line", SPOKEN, ids=" ".join)
def test_every_command_speaks_the_language_asked_for(
    line: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All but two printed English; positions and names of options stay."""
    monkeypatch.chdir(tmp_path)
    kept = ("--data-dir", str(tmp_path)) if line[0] in ("train", "think", "history") else ()
    told = {}
    for language in LANGUAGES:
        told[language] = printed(*line, *kept, "--lang", language).splitlines()
    for language in ("fr", "de"):
        same = [each for each in told[language] if each in told["en"]]
        assert len(same) < len(told["en"]), language
        sentences = [each for each in same if len(re.findall(r"[a-z]{3,}(?!=)", each)) > 3]
        assert not [each for each in sentences if "=" not in each], language
        if line in TABLES:  # `44.4%` stood in a table below a sentence with `44,4 %`
            whole = "\n".join(told[language])
            assert re.search(r"\d,\d", whole)
            assert not re.findall(r"\d\.\d(?!\d\d)|\d%", whole), whole
    assert str(Message("dfs.over")) == render(Message("dfs.over"), "en"), "only while it runs"


@pytest.mark.parametrize("line", [["think"], ["analyse", "connect4", "--player", "learner"]])
def test_a_refusal_begins_in_its_language(line: list[str]) -> None:
    """The usage was English above a German sentence."""
    for language, usage in (("en", "usage: "), ("de", "Aufruf: ")):
        ended = run(*line, "--lang", language)
        assert ended.code == 2 and ended.err.startswith(f"{usage}{program()} {line[0]} ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_of_a_command_is_that_of_its_answer(language: str) -> None:
    """Twelve commands, which have no window, spoke of the language of the window."""
    texts = catalogue(language)
    window, answer = texts["cli.option.program.lang"], texts["cli.option.lang"]
    for parse in parsers(language):
        (action,) = (each for each in parse._actions if each.dest == "lang")
        wanted = window if parse.command == WINDOW else answer
        assert option_help(parse.command, action, language) == wanted, parse.command
    assert window != answer


def test_a_language_is_read_only_where_it_is_named() -> None:
    assert language_of(["--lang", "fr"]) == language_of(["--lang=fr"]) == "fr"
    for line in (["--lang"], ["--lang", "xx"], ["fr"], ["--language", "fr"], []):
        assert language_of(line) == "en"
