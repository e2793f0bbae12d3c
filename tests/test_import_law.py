"""Each room imports only what stands to its left; the window never reaches into a game.

And what is placed on a screen is placed by layouts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# A room may import the rooms of earlier rows; within its own row only as MATES says.
ROWS: tuple[tuple[str, ...], ...] = (
    (
        "plurals",
        "messages",
        "texts",
        "files",
        "context",
        "protocols",
        "watch",
        "intervals",
        "samples",
        "interrupt",
    ),
    ("games", "solvers", "playout", "naming", "options", "session", "store", "saves", "folders"),
    ("bots", "levels"),
    ("registry",),
    ("review", "puzzles", "examples"),
    ("arena",),
    ("report",),
    ("cli",),
)
# A game imports no solver; a solver may be made for one game; saves replay sessions.
MATES = {
    "plurals": set(),
    "messages": {"plurals"},
    "texts": set(),
    "files": {"messages"},
    "samples": set(),
    "watch": {"messages"},
    "intervals": set(),
    "context": {"watch"},
    "interrupt": set(),
    "protocols": {"messages", "context", "watch"},
    "games": {"games"},
    "solvers": {"solvers", "playout", "naming"},
    "playout": set(),
    "naming": set(),
    "options": set(),
    "session": set(),
    "store": {"folders", "saves"},
    "saves": {"session", "folders", "options"},
    "folders": set(),
    "bots": {"bots"},
    "levels": set(),
}
# The solvers made for one game, by the start of their file's name.
ONE_GAME = {"connect4": ("connect4",), "cube": ("pocket_cube", "cube_")}


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path) -> set[str]:
    """Every module a file imports, anywhere in it, with full dotted names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert all(alias.name != "*" for alias in node.names), f"{path}: import *"
            module = node.module or ""
            found.add(module)
            found.update(f"{module}.{alias.name}" for alias in node.names)
    return found


def room_of(path: Path) -> str:
    """`games` for engine/games/nim.py, `store` for engine/store.py and engine/store_x.py."""
    name = path.relative_to(ROOT / "engine").parts[0].removesuffix(".py")
    known = [room for row in ROWS for room in row]
    return name if name in known else name.split("_")[0]


def row_of(room: str) -> int:
    return next(index for index, row in enumerate(ROWS) if room in row)


def engine_rooms(path: Path) -> set[str]:
    """The rooms of engine a file imports from."""
    known = {room for row in ROWS for room in row}
    names = {name.split(".")[1] for name in imports(path) if name.startswith("engine.")}
    return {name if name in known else name.split("_")[0] for name in names}


ENGINE = [path for path in sources("engine") if path.name != "__init__.py"]
NAMES = [str(path.relative_to(ROOT)) for path in ENGINE]


@pytest.mark.parametrize("path", ENGINE, ids=NAMES)
def test_engine_imports_only_what_stands_to_its_left(path: Path) -> None:
    room = room_of(path)
    assert any(room in row for row in ROWS), f"{path} belongs to no room of the import law"
    for other in engine_rooms(path):
        if other == room and room not in MATES:
            continue
        allowed = row_of(other) < row_of(room) or other in MATES.get(room, {room}) | {room}
        if room in ("solvers", "bots") and other == "games":
            allowed = True  # judged below
        assert allowed, f"{path} may not import engine.{other}"


@pytest.mark.parametrize("path", ENGINE, ids=NAMES)
def test_engine_knows_no_window(path: Path) -> None:
    for name in imports(path):
        assert name.split(".")[0] not in ("pygame", "gui"), f"{path} imports {name}"


@pytest.mark.parametrize("path", ENGINE, ids=NAMES)
def test_bots_and_solvers_know_no_concrete_game(path: Path) -> None:
    room = room_of(path)
    if room in ("games", "registry"):
        return
    allowed: tuple[str, ...] = ()
    if room == "solvers":
        allowed = next(
            (game for start, game in ONE_GAME.items() if path.name.startswith(start)), ()
        )
    for name in imports(path):
        if name.startswith("engine.games."):
            assert allowed, f"{path} imports {name}"
            assert name.split(".")[2].startswith(allowed), f"{path} imports {name}"


GUI = [path for path in sources("gui") if path.relative_to(ROOT).parts[1] != "boards"]


@pytest.mark.parametrize("path", GUI, ids=[str(path.relative_to(ROOT)) for path in GUI])
def test_only_boards_know_a_game(path: Path) -> None:
    """And the cube lab, made for one puzzle, its turns and facelets."""
    own = ("engine.games.cube_", "engine.games.pocket_cube") if path.parent.name == "cube" else "."
    for name in imports(path):
        known = name.startswith("engine.games") and not name.startswith(own)
        assert not known, f"{path} imports {name}"


# Who measures how long something took, waits for a file, reads a date somebody typed, or writes
# one beside a game.
CLOCKS = {
    *("arena.py", "arena_positions.py", "cli_progress.py"),
    *("cli_values.py", "cube.py", "files.py", "store.py"),
}
# What makes or names a generator; everything else of numpy's draws from one that all share.
GENERATORS = {"Generator", "PCG64", "SeedSequence"}


@pytest.mark.parametrize("path", ENGINE, ids=NAMES)
def test_the_engine_takes_no_global_randomness(path: Path) -> None:
    assert not imports(path) & {"random", "secrets", "uuid"}, f"{path} imports chance"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "np.random":
            assert node.attr in GENERATORS, f"{path}:{node.lineno} draws from np.random"


@pytest.mark.parametrize("path", ENGINE, ids=NAMES)
def test_the_engine_decides_nothing_by_the_clock(path: Path) -> None:
    reads = imports(path) & {"time", "datetime"}
    assert not reads or path.name in CLOCKS, f"{path} imports {reads}"


# The window: a room may import the rooms of earlier rows, and within its row only its own.
WINDOW_ROWS: tuple[tuple[str, ...], ...] = (
    ("looks", "undo", "system", "i18n", "clipboard", "geometry3d", "worker", "guard"),
    ("people",),
    ("theme", "shortcuts", "settings", "options", "keeping"),
    ("paint", "sounds", "protocols", "house", "pads", "pad_devices"),
    ("ui",),
    ("services", "plot"),
    ("kit",),
    ("boards", "players"),
    ("glass",),
    ("match", "cube", "arena", "setup", "training", "puzzles"),
    ("pages",),
    ("screens", "access"),
    ("app", "unheard"),
)
WINDOW = sources("gui")
WINDOW_NAMES = [str(path.relative_to(ROOT)) for path in WINDOW]


def window_row(room: str) -> int:
    return next(index for index, row in enumerate(WINDOW_ROWS) if room in row)


@pytest.mark.parametrize("path", WINDOW, ids=WINDOW_NAMES)
def test_the_window_imports_only_what_stands_to_its_left(path: Path) -> None:
    """Screens open one another by name, so that none imports another; late imports count."""
    room = path.relative_to(ROOT / "gui").parts[0].removesuffix(".py")
    if room == "__init__":
        return
    assert any(room in row for row in WINDOW_ROWS), f"{path} belongs to no room of the window law"
    for name in imports(path):
        parts = name.split(".")
        other = parts[1] if parts[0] == "gui" and len(parts) > 1 else room
        if other == room:
            continue
        assert window_row(other) < window_row(room), f"{path} may not import gui.{other}"


@pytest.mark.parametrize("path", GUI, ids=[str(path.relative_to(ROOT)) for path in GUI])
def test_the_window_runs_no_command(path: Path) -> None:
    """It shares only how options are read and how one line is said."""
    commands = {name for name in imports(path) if name.startswith("engine.cli")}
    shared = ("engine.cli_console", "engine.cli_help", "engine.cli_values")
    assert {name for name in commands if not name.startswith(shared)} == set()


def test_every_room_of_the_law_that_exists_is_covered() -> None:
    assert {"games", "bots", "registry", "session"} <= {room_of(path) for path in ENGINE}
    assert any(path.name == "app.py" for path in GUI)


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


@pytest.mark.parametrize("path", [*ENGINE, *GUI], ids=str)
def test_nobody_asks_which_game_it_is(path: Path) -> None:
    """A game says what it can do in its entry and in its board; no code asks for its name."""
    ids = {"tictactoe", "connect4", "nim", "subtraction", "matches", "pocketcube", "learner"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            lists = [
                each.elts for each in sides if isinstance(each, ast.Tuple | ast.List | ast.Set)
            ]
            named = [*sides, *(part for each in lists for part in each)]
            asked = {each.value for each in named if isinstance(each, ast.Constant)} & ids
            assert not asked, f"{path}:{node.lineno} asks for {asked}"


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
        if isinstance(child, ast.Call) and ast.unparse(child.func) == "pygame.Rect":
            yield child.lineno
        yield from _rectangles(child)


def test_layouts_place_things_not_arithmetic() -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in WINDOW
        if (lines := list(_rectangles(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert sum(map(len, found.values())) <= MAX_RECTANGLES, found
