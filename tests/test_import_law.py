"""Each room imports only what stands to its left; the window never reaches into a game.

And what is placed on a screen is placed by layouts. One test looks at every file for one law and
says everything that breaks it.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# A room may import the rooms of earlier rows; within its own row only as MATES says.
ROWS: tuple[tuple[str, ...], ...] = (
    (
        "messages",
        "texts",
        "files",
        "context",
        "protocols",
        "recording",
        "intervals",
        "samples",
        "interrupt",
        "version",
    ),
    ("games", "solvers", "naming", "options", "session", "store", "saves", "folders"),
    ("bots", "trace", "levels"),
    ("own",),
    ("registry",),
    ("puzzles",),
    ("arena",),
    ("lessons",),
    ("cli",),
)
# A game imports no solver; a solver may be made for one game; saves replay sessions.
MATES = {
    "messages": {"intervals"},
    "texts": set(),
    "files": {"messages"},
    "samples": set(),
    "recording": {"messages"},
    "intervals": set(),
    "context": {"recording"},
    "interrupt": set(),
    "version": set(),
    "protocols": {"messages", "context", "recording"},
    "games": {"games"},
    "solvers": {"solvers", "naming"},
    "naming": set(),
    "options": set(),
    "session": set(),
    "store": {"folders", "saves"},
    "saves": {"session", "folders", "options"},
    "folders": set(),
    "bots": {"bots", "trace"},
    "trace": {"trace", "bots"},
    "levels": set(),
}
# The solvers and commands made for one game, by the start of their file's name.
ONE_GAME = {"connect4": ("connect4",), "cube": ("pocket_cube", "cube_")}


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@dataclass(frozen=True)
class Facts:
    """All that the laws ask of a file: its tree is not kept, for those of all files are large."""

    imports: frozenset[str]  # full dotted names, anywhere in it
    draws: tuple[int, ...]  # lines that draw from numpy's shared generator
    compares: tuple[tuple[int, frozenset[object]], ...]  # lines, with the constants beside them
    rectangles: tuple[int, ...]  # lines that make one outside the functions that draw


@cache
def facts(path: Path) -> Facts:
    """The facts of a file, which is parsed once for all laws."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported: set[str] = set()
    draws, compares = [], []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert all(alias.name != "*" for alias in node.names), f"{path}: import *"
            module = node.module or ""
            imported.add(module)
            imported.update(f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Compare):
            compares.append((node.lineno, compared(node)))
        elif isinstance(node, ast.Attribute) and is_called(node.value, "np", "random"):
            draws += [node.lineno] if node.attr not in GENERATORS else []
    rectangles = tuple(_rectangles(tree)) if path in WINDOW else ()
    return Facts(frozenset(imported), tuple(draws), tuple(compares), rectangles)


def is_called(node: ast.AST, package: str, name: str) -> bool:
    """Whether an expression is this name of a package."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.value, ast.Name)
        and node.value.id == package
    )


def imports(path: Path) -> frozenset[str]:
    """Every module a file imports, anywhere in it, with full dotted names."""
    return facts(path).imports


def room_of(path: Path) -> str:
    """`games` for engine/games/nim.py, `store` for engine/store/store.py and engine/store_x.py."""
    name = path.relative_to(ROOT / "engine").parts[0].removesuffix(".py")
    known = [room for row in ROWS for room in row]
    return name if name in known else name.split("_")[0]


def row_of(room: str) -> int:
    return next(index for index, row in enumerate(ROWS) if room in row)


def engine_rooms(path: Path) -> set[str]:
    """The rooms of engine a file imports from."""
    return {name.split(".")[1] for name in imports(path) if name.startswith("engine.")}


ENGINE = [path for path in sources("engine") if path.name != "__init__.py"]


def test_engine_imports_only_what_stands_to_its_left() -> None:
    wrong = []
    for path in ENGINE:
        room = room_of(path)
        assert any(room in row for row in ROWS), f"{path} belongs to no room of the import law"
        for other in engine_rooms(path):
            if other == room and room not in MATES:
                continue
            allowed = row_of(other) < row_of(room) or other in MATES.get(room, {room}) | {room}
            if room in ("solvers", "bots") and other == "games":
                allowed = True  # judged below
            if not allowed:
                wrong.append(f"{path} may not import engine.{other}")
    assert wrong == []


def test_engine_knows_no_window() -> None:
    windows = ("pygame", "gui")
    assert [
        f"{path} imports {name}"
        for path in ENGINE
        for name in imports(path)
        if name.split(".")[0] in windows
    ] == []


def games_of(path: Path) -> tuple[str, ...]:
    """How the names of the games begin that a file outside the games may import."""
    if room_of(path) not in ("solvers", "cli"):
        return ()
    return next((game for start, game in ONE_GAME.items() if path.name.startswith(start)), ())


def test_bots_and_solvers_know_no_concrete_game() -> None:
    assert [
        f"{path} imports {name}"
        for path in ENGINE
        if room_of(path) not in ("games", "registry")
        for name in imports(path)
        if name.startswith("engine.games.")
        and not (games_of(path) and name.split(".")[2].startswith(games_of(path)))
    ] == []


GUI = [path for path in sources("gui") if path.relative_to(ROOT).parts[1] != "boards"]


def test_only_boards_know_a_game() -> None:
    assert [
        f"{path} imports {name}"
        for path in GUI
        for name in imports(path)
        if name.startswith("engine.games")
    ] == []


# Who measures how long something took, waits for a file, reads a date somebody typed, or writes
# one beside a game.
CLOCKS = {
    *("arena/experiment.py", "arena/critical_positions.py", "arena/survey.py"),
    *("cli/console.py", "cli/arguments.py", "cli/cube_and_tiles.py", "files.py"),
    *("store/store.py", "store/store_file.py"),
    "arena/card.py",
    # They end a person's program that gives no answer, and tell it the time it has.
    *("own/process.py", "own/runner.py", "own/think.py"),
    "own/enumeration.py",  # sends what it has in time
}
# What makes or names a generator; everything else of numpy's draws from one that all share.
GENERATORS = {"Generator", "PCG64", "SeedSequence"}
CHANCE = {"random", "secrets", "uuid"}
# It seeds the generator that a person's program uses.
SEEDING = {"own/runner.py"}


def test_the_engine_takes_no_global_randomness() -> None:
    seeding = {ROOT / "engine" / name for name in SEEDING}
    drawing = [path for path in ENGINE if path not in seeding]
    wrong = [f"{path} imports chance" for path in drawing if imports(path) & CHANCE]
    wrong += [
        f"{path}:{line} draws from np.random" for path in ENGINE for line in facts(path).draws
    ]
    assert wrong == []


def test_the_engine_decides_nothing_by_the_clock() -> None:
    clocks = {"time", "datetime"}
    names = {path: path.relative_to(ROOT / "engine").as_posix() for path in ENGINE}
    reads = {name: imports(path) & clocks for path, name in names.items()}
    assert {name: read for name, read in reads.items() if read and name not in CLOCKS} == {}


def test_only_the_loop_of_the_window_touches_the_collector() -> None:
    users = [path for path in [*ENGINE, *WINDOW, ROOT / "main.py"] if "gc" in imports(path)]
    assert users == [ROOT / "gui" / "app.py"]


# The window: a room may import the rooms of earlier rows, and within its row only its own.
WINDOW_ROWS: tuple[tuple[str, ...], ...] = (
    (
        "undo",
        "system",
        "i18n",
        "clipboard",
        "geometry3d",
        "worker",
    ),
    ("people", "process"),
    ("settings",),
    ("theme", "shortcuts", "options", "write_queue"),
    ("paint", "sounds", "protocols", "app_context", "pads"),
    ("ui",),
    ("services",),
    ("kit",),
    ("boards",),
    ("own",),
    ("players",),
    ("inspector",),
    ("match", "lab", "arena", "setup", "training", "exercises"),
    ("lessons",),
    ("pages",),
    ("screens", "access"),
    ("app",),
)
WINDOW = sources("gui")


def window_row(room: str) -> int:
    return next(index for index, row in enumerate(WINDOW_ROWS) if room in row)


def test_the_window_imports_only_what_stands_to_its_left() -> None:
    """Screens open one another by name, so that none imports another; late imports count."""
    wrong = []
    for path in WINDOW:
        room = path.relative_to(ROOT / "gui").parts[0].removesuffix(".py")
        if room == "__init__":
            continue
        known = any(room in row for row in WINDOW_ROWS)
        assert known, f"{path} belongs to no room of the window law"
        for name in imports(path):
            parts = name.split(".")
            other = parts[1] if parts[0] == "gui" and len(parts) > 1 else room
            if other != room and window_row(other) >= window_row(room):
                wrong.append(f"{path} may not import gui.{other}")
    assert wrong == []


def test_the_window_runs_no_command() -> None:
    """It shares only how options are read and how one line is said."""
    shared = ("engine.cli.console", "engine.cli.arguments")
    assert [
        f"{path} imports {name}"
        for path in GUI
        for name in imports(path)
        if name.startswith("engine.cli.command_line") and not name.startswith(shared)
    ] == []


def circles(files: list[Path]) -> list[list[str]]:
    """Groups of files that import one another, late and for types included."""
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in files}
    known = {name: imports(path) & names.keys() - {name} for name, path in names.items()}
    reach = {name: set(targets) for name, targets in known.items()}
    for middle in names:
        for start in names:
            if middle in reach[start]:
                reach[start] |= reach[middle]
    groups = {
        tuple(sorted(other for other in reach[name] if name in reach[other]))
        for name in names
        if name in reach[name]
    }
    return [list(group) for group in sorted(groups)]


def test_no_files_of_the_engine_import_one_another() -> None:
    assert circles(ENGINE) == []


def test_no_files_of_the_window_import_one_another() -> None:
    """`boards/__init__` finds the boards by name: it is not theirs to import."""
    assert circles([path for path in WINDOW if path.name != "__init__.py"]) == []


def compared(node: ast.Compare) -> frozenset[object]:
    """The constants that stand on the sides of a comparison, and in the lists there."""
    sides = [node.left, *node.comparators]
    lists = [each.elts for each in sides if isinstance(each, ast.Tuple | ast.List | ast.Set)]
    named = [*sides, *(part for each in lists for part in each)]
    return frozenset(each.value for each in named if isinstance(each, ast.Constant))


def test_nobody_asks_which_game_it_is() -> None:
    """A game says what it can do in its entry and in its board; no code asks for its name."""
    ids = {"tictactoe", "connect4", "nim", "subtraction", "matches", "pocketcube", "learner"}
    assert [
        f"{path}:{line} asks for {asked}"
        for path in [*ENGINE, *GUI]
        for line, constants in facts(path).compares
        if (asked := constants & ids)
    ] == []


# -- rectangles made by hand -----------------------------------------------------------------------

MAX_RECTANGLES = 60  # made where nothing is drawn; layouts place the rest


def _draws(function: ast.FunctionDef) -> bool:
    """Whether a function is there to draw: by its name, or because it is given what to draw on."""
    if function.name.startswith(("draw", "_draw", "paint", "_paint")):
        return True
    given = [*function.args.args, *function.args.kwonlyargs]
    return any(
        each.annotation and ast.unparse(each.annotation) == "pygame.Surface" for each in given
    )


def _rectangles(node: ast.AST) -> Iterator[int]:
    """The lines that make a rectangle outside the functions that draw."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef) and _draws(child):
            continue
        if isinstance(child, ast.Call) and is_called(child.func, "pygame", "Rect"):
            yield child.lineno
        yield from _rectangles(child)


def test_layouts_place_things_not_arithmetic() -> None:
    found = {
        str(path.relative_to(ROOT)): lines for path in WINDOW if (lines := facts(path).rectangles)
    }
    assert sum(map(len, found.values())) <= MAX_RECTANGLES, found


# Models that a test, a command or another window could use: none of them loads pygame.
MODELS = (
    *("arena.model", "arena.choice", "pages.records", "lab.model", "match.model", "setup.model"),
    *("training.model", "inspector.model", "inspector.playback", "inspector.inspector_frame"),
    *("inspector.ask_model", "inspector.bags_view_model"),
    "inspector.search_frame",
    *("inspector.tree_view_model", "inspector.windows_view_model"),
)


def test_models_are_imported_without_a_window() -> None:
    names = ", ".join(f"gui.{name}" for name in MODELS)
    code = f"import sys, {names}; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
