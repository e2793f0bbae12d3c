"""The text of a person's file, with the files beside it that it imports, and what it is.

All of it is read from the syntax tree: nothing of a person's text runs in this process.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from engine.files import make_private_folder, parse_json, read_regular, reason, replace_file, shown
from engine.folders import own_settings
from engine.messages import excerpt, message
from engine.own.faults import FaultKind, OwnFault, exception_text, own_fault, unreadable
from engine.protocols import OptionError

LARGEST_FILE = 1_000_000  # bytes
MOST_TOKENS = 200_000  # words and signs: reading more would stop the window for a moment
_TOKEN = re.compile(rb"[\w.]+|[^\w\s.]")
MOST_FILES = 50
ENDING = ".py"
FORMER = ".former"  # the folder of former texts, by name and hash
HASH_DIGITS = 12
AGENT_GAMES = ("connect4", "tictactoe")
SOLVING = "ends"  # the exercise that solves puzzles
PASSED = ".passed"  # the folder of the hashes of texts of exercises that are right
TRUSTED = ".trusted"  # and of those from saves that the person has agreed to run
RULES = ("initial", "scramble", "moves", "player", "goal")  # names of games and puzzles
PARAMETERS = (("obs", "observation"), ("config", "configuration"))  # of an agent
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class ExerciseFile:
    """The exercise of a chapter: its file, and the functions that a person writes, in its order.

    `games` are those that it plays once all of it is right.
    """

    file: str
    functions: tuple[str, ...]
    games: tuple[str, ...] = ()


EXERCISES: Mapping[str, ExerciseFile] = {
    "montecarlo": ExerciseFile("share_of_wins.py", ("playout", "choose"), ("tictactoe",)),
    "compare": ExerciseFile("fair_match.py", ("match", "interval")),
    "ends": ExerciseFile("both_ends.py", ("solve",)),
    "solved": ExerciseFile(
        "who_wins.py", ("wins", "canonical"), ("tictactoe", "nim", "subtraction", "matches")
    ),
    "matches": ExerciseFile(
        "my_learner.py", ("kernel", "draw", "reward"), ("subtraction", "matches")
    ),
}


class FileKind(StrEnum):
    """The kinds of files, told by their functions; the value is the name in JSON."""

    BOT = "bot"
    AGENT = "agent"
    SOLVER = "solver"
    GAME = "game"
    PUZZLE = "puzzle"
    EXERCISE = "exercise"


@dataclass(frozen=True)
class OwnSource:
    """A person's file as it was read: plain data that travels to another process or machine.

    `files` has its name and bytes first, then those of the files beside it that it imports. `games`
    are the ids it plays, () for every game; `answers_at` is the line of its answer, 0 if unknown.
    `fault` says why it cannot be loaded.
    """

    name: str
    path: str
    files: tuple[tuple[str, bytes], ...]
    kind: FileKind | None = None
    games: tuple[str, ...] = ()
    sentence: str = ""
    answers_at: int = 0
    fault: OwnFault | None = None
    follows_games: bool = False  # whether it has a function `finished`
    exercise: str = ""  # the chapter it is an exercise of
    passed: bool = False  # whether all of the exercise is right

    @cached_property
    def hash(self) -> str:
        """Twelve hex digits of SHA-256 of the file and of the files beside it that it imports."""
        digest = hashlib.sha256()
        for name, data in (("", self.files[0][1]), *sorted(self.files[1:])) if self.files else ():
            digest.update(b"%d %d " % (len(name.encode()), len(data)) if name else b"")
            digest.update(name.encode() + data)
        return digest.hexdigest()[:HASH_DIGITS]

    @property
    def plays(self) -> bool:
        """Whether it chooses moves in games of two players."""
        return self.kind in (FileKind.BOT, FileKind.AGENT) or (self.passed and bool(self.games))

    @property
    def has_rules(self) -> bool:
        """Whether it is a game or a puzzle."""
        return self.kind in (FileKind.GAME, FileKind.PUZZLE)

    @property
    def no_player_key(self) -> str:
        """The key of the sentence that says why it plays no game."""
        return f"own.no_player.{self.exercise if self.passed else self.kind or ''}"

    @property
    def solves(self) -> bool:
        """Whether it solves puzzles."""
        return self.kind is FileKind.SOLVER or (self.passed and self.exercise == SOLVING)


def read_source(path: Path) -> OwnSource:
    """Read a file and tell what it is. Raises OptionError if there is none.

    Any other fault is in the source.
    """
    name = path.name.removesuffix(ENDING)
    try:
        data = read_regular(path, LARGEST_FILE)
    except FileNotFoundError:
        raise OptionError("own.no_file", file=excerpt(str(path), 80)) from None
    except OSError as error:
        return OwnSource(name, str(path), (), fault=unreadable(shown(path), reason(error)))
    files = {path.name: data}
    fault = _read_beside(path.parent, path.name, files)
    return source_of(str(path), tuple(files.items()), fault)


def source_of(
    path: str, files: tuple[tuple[str, bytes], ...], fault: OwnFault | None = None
) -> OwnSource:
    """Tell from its text what a file is."""
    name = files[0][0].removesuffix(ENDING)
    try:
        tree = parsed(files[0][1])
    except OwnFault as error:
        return OwnSource(name, path, files, fault=error)
    names = _Names(tree)
    kind = names.kind
    if kind is None:
        fault = fault or own_fault(FaultKind.LOAD, message("own.no_kind"))
    elif kind in (FileKind.GAME, FileKind.PUZZLE) and names.lacking:
        text = message(f"own.lacks.{kind}", name=names.lacking)
        fault = fault or own_fault(FaultKind.LOAD, text)
    exercise = names.exercise
    if exercise and exercise not in EXERCISES:
        accepted = ", ".join(EXERCISES)
        text = message("own.no_exercise", text=excerpt(exercise), accepted=accepted)
        fault = fault or own_fault(FaultKind.LOAD, text)
    games = names.games or (AGENT_GAMES if kind is FileKind.AGENT else ())
    games = EXERCISES[exercise].games if exercise in EXERCISES else games
    sentence = (ast.get_docstring(tree) or "").strip().partition("\n")[0].strip()
    follows = "finished" in names.values and not exercise
    line = 0 if exercise else names.answers_at(kind)
    source = OwnSource(name, path, files, kind, games, sentence, line, fault, follows, exercise)
    return replace(source, passed=bool(exercise) and hash_path(PASSED, source.hash).exists())


def note_hash(folder: str, digits: str) -> None:
    """Keep a hash in a folder of hashes; a full disk keeps nothing."""
    path = hash_path(folder, digits)
    with suppress(OSError):
        make_private_folder(path.parent)
        replace_file(path, b"")


def hash_path(folder: str, digits: str) -> Path:
    """Return the file that is there while a folder of hashes, such as PASSED, holds one."""
    return own_settings().folder / folder / digits


def parsed(data: bytes) -> ast.Module:
    """Parse a text; raises OwnFault with the line of the fault."""
    if len(data) > MOST_TOKENS and len(_TOKEN.findall(data)) > MOST_TOKENS:
        raise own_fault(FaultKind.LOAD, message("own.too_long", most=MOST_TOKENS))
    try:
        return ast.parse(data)
    except SyntaxError as error:
        text = exception_text("SyntaxError", error.msg or "")
        raise own_fault(FaultKind.LOAD, text, error.lineno or None) from None
    except (ValueError, RecursionError, MemoryError) as error:
        text = exception_text(type(error).__name__, str(error))
        raise own_fault(FaultKind.LOAD, text) from None


def _read_beside(folder: Path, name: str, files: dict[str, bytes]) -> OwnFault | None:
    """Add the files beside one that it imports, and those that they import."""
    try:
        tree = parsed(files[name])
    except OwnFault:
        return None  # told where the file is loaded
    for module in sorted(_imported(tree)):
        beside = folder / f"{module}{ENDING}"
        if beside.name in files or len(files) == MOST_FILES or not beside.is_file():
            continue
        try:
            files[beside.name] = read_regular(beside, LARGEST_FILE)
        except OSError as error:
            return unreadable(shown(beside), reason(error))
        fault = _read_beside(folder, beside.name, files)
        if fault is not None:
            return fault
    return None


def _imported(tree: ast.AST) -> Iterator[str]:
    """Yield the names of the modules imported anywhere in a text, without those of packages."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if "." not in alias.name)
        elif isinstance(node, ast.ImportFrom) and node.module and "." not in node.module:
            yield node.module


class _Names:
    """The names that a text defines at its top level, branches included, and what they tell.

    `exercise` is the chapter whose exercise the file says it is, `lacking` the first name that the
    rules of a game or puzzle still need; "" for none.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.functions: dict[str, Function] = {}
        self.values: dict[str, ast.expr | None] = {}
        self.last: Function | None = None
        for node in _top(tree.body):
            self._take(node)
        chapter, games = self._constant("EXERCISE"), self._constant("GAMES")
        self.exercise = chapter if isinstance(chapter, str) else ""
        listed = [games] if isinstance(games, str) else games
        games = listed if isinstance(listed, list | tuple) else ()
        self.games = tuple(each for each in games if isinstance(each, str))
        start = "initial" if "scramble" not in self.values else "scramble"
        puzzle = "player" not in self.values and "goal" in self.values
        needed = (start, "moves", "goal" if puzzle else "player")
        self.lacking = next((name for name in needed if name not in self.values), "")
        self._rules = FileKind.PUZZLE if puzzle else FileKind.GAME

    def _take(self, node: ast.stmt) -> None:
        if isinstance(node, Function):
            self.functions[node.name] = self.last = node
            self.values[node.name] = None
        elif isinstance(node, ast.ClassDef):
            self.values[node.name] = None
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self.values.update((alias.asname or alias.name, None) for alias in node.names)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [t.id for t in targets if isinstance(t, ast.Name)]
            self.values.update((name, node.value) for name in names)

    @property
    def kind(self) -> FileKind | None:
        """The kind of the file: the first that applies."""
        rules = self._rules if sum(name in self.values for name in RULES) >= 2 else None
        if self.exercise:
            return FileKind.EXERCISE
        if rules is not None and not self.lacking:
            return rules
        if "choose" in self.values:
            return FileKind.BOT
        if "solve" in self.values:
            return FileKind.SOLVER
        return FileKind.AGENT if self.last is not None and _is_agent(self.last) else rules

    def answers_at(self, kind: FileKind | None) -> int:
        """Return the line of the only `return` of the function that answers, else its own."""
        name = "solve" if kind is FileKind.SOLVER else "choose"
        function = self.last if kind is FileKind.AGENT else self.functions.get(name)
        if function is None:
            return 0
        returns = [node for node in _top(function.body) if isinstance(node, ast.Return)]
        return returns[0].lineno if len(returns) == 1 else function.lineno

    def _constant(self, name: str) -> object:
        try:
            return ast.literal_eval(self.values.get(name) or ast.Constant(None))
        except (ValueError, TypeError, RecursionError, MemoryError, SyntaxError):
            return None


def _top(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, with those inside of branches and loops; not those of functions."""
    for node in body:
        yield node
        if not isinstance(node, Function | ast.ClassDef):
            for field in ("body", "orelse", "finalbody"):
                yield from _top(getattr(node, field, ()))
            for handler in getattr(node, "handlers", ()):
                yield from _top(handler.body)
            for case in getattr(node, "cases", ()):
                yield from _top(case.body)


def _is_agent(function: Function) -> bool:
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    pairs = zip(names, PARAMETERS, strict=False)
    return 1 <= len(names) <= len(PARAMETERS) and all(name in usual for name, usual in pairs)


class SourceReader:
    """Reads the file of a player text, and reads it again once it was changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._source: OwnSource | None = None
        self._marks: tuple[object, ...] = ()

    def current(self) -> OwnSource:
        """Return the present text. Raises OptionError if there is no file."""
        source = self._source
        marks = self._marks_of(source)  # from before the reading: a later save is read again
        if source is None or not source.files or marks != self._marks:
            source, self._marks = read_source(self.path), marks
            self._source = source
        return source

    def _marks_of(self, source: OwnSource | None) -> tuple[object, ...]:
        """Return the marks of the files of a text, and of the folders, where a file may be added.

        Files beside it are known once it was read: with those it is read once more.
        """
        names = [name for name, _ in source.files] if source is not None else []
        folders = self.path.parent, own_settings().folder / PASSED
        return tuple(map(_mark, (*folders, self.path, *map(self.path.with_name, names[1:]))))


def _mark(path: Path) -> object:
    """Return a mark that changes with the content of a file; None if it cannot be read."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def former_path(folder: Path, name: str, digits: str) -> Path:
    """Return the file that keeps a former text of a bot."""
    return folder / FORMER / f"{name}@{digits}.json"


def former_source(folder: Path, name: str, digits: str) -> OwnSource:
    """Read a former text of a bot. Raises OptionError if it was not kept."""
    try:
        data = parse_json(read_regular(former_path(folder, name, digits), 100 * LARGEST_FILE))
        files = tuple((str(file), str(text).encode("latin-1")) for file, text in data)
        return source_of(str(folder / f"{name}{ENDING}"), files)
    except (OSError, ValueError, TypeError, IndexError):
        raise OptionError("own.no_former", name=name, hash=digits) from None


def sources_in(folder: Path) -> Mapping[str, OwnSource]:
    """Return the files of the bots folder by name, in alphabetical order."""
    try:
        paths = sorted(path for path in folder.glob(f"*{ENDING}") if path.name[0] not in "._")
    except OSError:
        return {}
    return {path.name.removesuffix(ENDING): read_source(path) for path in paths}
