"""README and the pages of docs show commands that work, pictures that exist and links that lead."""

from __future__ import annotations

import ast
import importlib
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.cli.arguments import EXAMPLES
from engine.cli.console import COMMANDS
from gui.shortcuts import SHORTCUTS, ShortcutNames
from tests.cases import in_one_test
from tests.commands import printed
from tests.documented_commands import example_words, open_windows, run_command, smallest

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
TRANSLATED = {"fr": DOCS / "README.fr.md", "de": DOCS / "README.de.md"}
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
TEXTS = {path: path.read_text(encoding="utf-8") for path in PAGES}
README = TEXTS[PAGES[0]]
NAMES = [str(path.relative_to(ROOT)) for path in PAGES]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
PYTHON = ".venv/bin/python"
OUTPUTS = re.compile(
    r"```sh\n\.venv/bin/python main\.py ([^\n]*)\n```\n\n```text\n(.*?)```", re.S
).findall("\n".join(TEXTS.values()))
MOST_LINES = 165  # of README
# Commands that another place runs: what they hold, the file that runs them, and a word of it there.
ELSEWHERE = (
    (r"^python3 -m venv", ".ci/run", "README.md"),
    (r"^\.ci/run$", ".ci/run", "README.md"),
    (r"-m (ruff|mypy)", ".ci/run", "-m mypy --strict"),
    (r"-m PyInstaller", "tests/packaging.py", '"PyInstaller"'),
    (r"assets/linux/install\.sh", "tests/test_linux_desktop.py", "install.sh"),
    (r"-m tests\.gui\.pictures", "tests/gui/test_pictures.py", "record("),
    (r"^docs/make_pictures\.sh$", "docs/make_pictures.sh", "--screenshot"),
    (r"\bdask\b|\bdistributed\b|^export PYTHONPATH", "tests/arena/test_dask_cluster.py", "dask"),
)


@dataclass(frozen=True)
class DocumentedCommand:
    """A command that a page shows."""

    page: str
    line: str

    @property
    def words(self) -> list[str]:
        """The words that a shell hands over."""
        return shlex.split(self.line, comments=True)

    @property
    def elsewhere(self) -> bool:
        """Whether another place runs it."""
        return any(re.search(pattern, self.line) for pattern, _, _ in ELSEWHERE)


def documented_commands() -> Iterator[DocumentedCommand]:
    """Every line of every shell block."""
    for name, text in zip(NAMES, TEXTS.values(), strict=True):
        for kind, block in BLOCK.findall(text):
            if kind == "sh":
                yield from (DocumentedCommand(name, line) for line in block.splitlines())


def program_lines(windows: bool) -> list[list[str]]:
    """The arguments of each command of the program, without those that another place runs."""
    lines = [
        each.words[2:]
        for each in documented_commands()
        if starts(each, "main.py") and not each.elsewhere
    ]
    whole = [shlex.split(command) for command, _ in OUTPUTS]
    other = [line for line in lines if line not in whole]
    return [line for line in other if (line[:1] == [] or line[0] not in COMMANDS) is windows]


def starts(each: DocumentedCommand, *words: str) -> bool:
    return each.words[: len(words) + 1] == [PYTHON, *words]


def module_lines() -> list[list[str]]:
    """The module and the arguments of each benchmark that is started as a module."""
    found = [
        each.words[2:]
        for each in documented_commands()
        if starts(each, "-m") and not each.elsewhere
    ]
    return [words for words in found if words[0] != "pytest"]


def distinct(lines: list[list[str]]) -> list[list[str]]:
    """Those that differ once their budgets are small, without the examples of the help."""
    done = {tuple(smallest(example_words(command))) for command in EXAMPLES if command}
    short = {tuple(smallest(line)): line for line in lines}
    return [line for small, line in short.items() if small not in done]


# -- commands --------------------------------------------------------------------------------------


def without_times(text: str) -> list[str]:
    """The lines without the milliseconds at their ends, which differ from run to run."""
    return [re.sub(r" +[\d.]+ ms$", "", line) for line in text.splitlines()]


def test_the_experiment_shown_prints_what_is_shown() -> None:
    assert len(OUTPUTS) == 1
    command, output = OUTPUTS[0]
    assert without_times(printed(*shlex.split(command), "--jobs", "1")) == without_times(output)
    assert all(line.endswith(" ms") for line in output.splitlines())  # a heading too


def test_every_line_shown_is_run_here_or_elsewhere() -> None:
    for each in documented_commands():
        assert starts(each, "main.py") or starts(each, "-m") or each.elsewhere, each


@in_one_test("pattern, file, word", ELSEWHERE)
def test_the_place_that_runs_a_command_does(pattern: str, file: str, word: str) -> None:
    assert any(re.search(pattern, each.line) for each in documented_commands())
    assert word in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("line", distinct(program_lines(windows=False)), ids=" ".join)
def test_every_command_shown_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_command(line, tmp_path)


def test_every_window_shown_opens(tmp_path: Path) -> None:
    lines = program_lines(windows=True)
    assert len(lines) >= 4
    done = open_windows(lines, tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.one_of(2)
@pytest.mark.parametrize("line", distinct(module_lines()), ids=" ".join)
def test_every_benchmark_shown_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: list[str]
) -> None:
    name, *arguments = smallest(line)
    module = importlib.import_module(name)
    if name.endswith("peers"):  # it compares with OpenSpiel, which is not among the requirements
        return
    if name.endswith("levels_table"):
        arguments = ["subtraction", *arguments[arguments.index("--games") :], "--series", "1"]
        monkeypatch.setattr(module, "STAND_INS", module.STAND_INS[:2])
    if name.endswith("tiles_table"):
        monkeypatch.setattr(module, "HARDEST", "1 2 3/4 0 5/6 7 8")  # a nearer one
    if name.endswith("strength_table"):
        arguments += ["--games", "0"]  # which would want OpenSpiel
    if name.endswith("behind_book"):
        arguments += ["--plies", "22"]
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    assert not module.main()
    assert capsys.readouterr().out


@in_one_test("line", [each.line for each in documented_commands() if starts(each, "-m", "pytest")])
def test_every_file_of_tests_shown_holds_the_tests_it_names(line: str) -> None:
    file = shlex.split(line)[3]
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    tests = [str(getattr(node, "name", "")) for node in tree.body]
    chosen = re.search(r"-k (?:\"(.*?)\"|(\w+))", line)
    for word in (chosen[1] or chosen[2]).split(" or ") if chosen else [""]:
        assert any(test.startswith("test_") and word in test for test in tests), word


def test_the_commands_for_windows_are_lines_that_powershell_5_knows() -> None:
    blocks = [block for kind, block in BLOCK.findall(README) if kind == "powershell"]
    lines = "".join(blocks).splitlines()
    assert lines[0] == "python -m venv .venv"
    for line in lines:
        assert not re.search(r"&&|\|\||\$\(|;|/bin/|\\$", line)
        for name in re.findall(r"\S+\.(?:py|txt)\b", line):
            assert (ROOT / name).is_file()
    endings = ("requirements.txt", "main.py", "requirements-dev.txt", "-m pytest -n auto")
    for line, ending in zip(lines[1:], endings, strict=True):
        assert line.endswith(ending)


def test_the_first_two_commands_are_one_line_each() -> None:
    first, second = (block for kind, block in BLOCK.findall(README)[:2])
    for block, last in ((first, "main.py"), (second, "-m pytest -n auto")):
        assert block.count("\n") == 1
        assert block.strip().endswith(last)
    assert README.count("<!-- tests -->\n```sh\n" + second) == 1


# -- pages -----------------------------------------------------------------------------------------


def test_readme_is_short() -> None:
    assert len(README.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_commands_and_pictures_of_readme(language: str) -> None:
    text = TEXTS[TRANSLATED[language]]

    def commands(page: str) -> list[str]:
        blocks = [block for kind, block in BLOCK.findall(page) if kind != "text"]
        return [re.sub(r" +# .*", "", line) for block in blocks for line in block.splitlines()]

    def pictures(page: str) -> list[str]:
        return [Path(target).name for target in re.findall(r"!\[[^]]+\]\(([^)]+)\)", page)]

    assert commands(text) == commands(README)
    assert pictures(text) == pictures(README)
    assert len(re.findall(r"^## ", text, re.M)) == len(re.findall(r"^## ", README, re.M))


@in_one_test("path", PAGES)
def test_every_link_and_picture_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", BLOCK.sub("", TEXTS[path])):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        assert file.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", BLOCK.sub("", TEXTS[file]), re.M)
            assert anchor in {slug(heading) for heading in headings}, target


def slug(heading: str) -> str:
    """The anchor of a heading on a page of GitHub."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_every_picture_is_shown_and_said_in_words() -> None:
    found = re.findall(r"!\[([^]]*)\]\((\S+)\)", "\n".join(TEXTS.values()))
    assert all(len(words) > 5 for words, _ in found)
    there = {path.name for path in (DOCS / "pictures").iterdir()}
    assert {Path(target).name for _, target in found} == there


@in_one_test("path", PAGES)
def test_every_block_says_its_language(path: Path) -> None:
    kinds = {kind for kind, _ in BLOCK.findall(TEXTS[path])}
    assert kinds <= {"sh", "powershell", "text", "python"}


@in_one_test("path", PAGES)
def test_no_sentence_begins_with_a_relative_clause(path: Path) -> None:
    words = "What|Whoever|Nobody|Whatever"
    assert not re.search(rf"(^|[.!?:*] )({words}) ", BLOCK.sub("", TEXTS[path]), re.M)


@pytest.mark.parametrize(("page", "first"), [("performance", "Random games"), ("bots", "Levels")])
def test_every_section_of_figures_has_its_command_and_its_date(page: str, first: str) -> None:
    text = TEXTS[DOCS / f"{page}.md"]
    sections = text[text.index(f"\n## {first}\n") :].split("\n## ")[1:]
    with_tables = [section for section in sections if "|---" in section]
    assert len(with_tables) >= 3
    for section in with_tables:
        assert "```sh\n.venv/bin/python" in section, section[:40]
        assert re.search(r"\d{1,2} [A-Z][a-z]+ 20\d\d", section), section[:40]
    assert "AMD EPYC" in text


def test_every_shortcut_stands_on_the_page_of_keys() -> None:
    keys = ShortcutNames()
    names = {"Page down": "Page down", "Return": "Enter", ",": "Ctrl+,", ".": "Full stop"}
    page = TEXTS[DOCS / "playing.md"]
    for entry in SHORTCUTS:
        label = keys.label(entry.action)
        assert f"{names.get(label, label)}" in page, label


@pytest.mark.parametrize("system", ["Windows", "macOS"])
def test_each_system_has_its_section_that_says_what_was_not_tried(system: str) -> None:
    section = TEXTS[DOCS / "platforms.md"].split(f"\n## {system}\n")[1].split("\n## ")[0]
    assert re.search(rf"\*\*not\s+tried on {system}\*\*", section)


def test_a_page_says_that_letters_are_soft_on_a_retina_screen() -> None:
    """Until the window asks for real pixels there; then the sentence goes, and this with it."""
    section = TEXTS[DOCS / "platforms.md"].split("\n## macOS\n")[1].split("\n## ")[0]
    assert "letters are soft on a Retina screen" in " ".join(section.split())
    window = (ROOT / "gui" / "app.py").read_text(encoding="utf-8")
    assert "display.set_mode" in window and "allow_high_dpi" not in window
