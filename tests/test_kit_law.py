"""Tables, charts, rows of chips and scrolling are parts of the kit: a room draws only its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    *("arena", "exercises", "inspector", "lab", "lessons", "match", "pages", "players", "setup"),
    "training",
)
# Of a chart, where the same class writes labels.
LINES = {"pygame.draw.lines", "pygame.draw.aaline", "pygame.draw.aalines"}
LOOPS = ast.For | ast.While | ast.comprehension


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node


def attributes(tree: ast.AST) -> set[str]:
    """The names after a dot, and with what stands before it those of a module's module."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    deep = [node for node in found if isinstance(node.value, ast.Attribute)]
    return {node.attr for node in found} | {ast.unparse(node) for node in deep}


def writes_in_rows_and_columns(node: ast.AST, loops: int = 0) -> bool:
    """Whether a text is drawn inside a loop inside a loop."""
    if isinstance(node, ast.Attribute) and node.attr == "blit_text" and loops > 1:
        return True
    inside = loops + isinstance(node, LOOPS)
    return any(writes_in_rows_and_columns(child, inside) for child in ast.iter_child_nodes(node))


def by_hand(tree: ast.AST, where: str) -> list[str]:
    """Everything in a module that a part of the kit does."""
    found = [
        f"{where}: {function.name} draws a table or a row of chips"
        for function in functions(tree)
        if writes_in_rows_and_columns(function)
    ]
    found += [
        f"{where}: {node.name} draws a chart"
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and "blit_text" in (names := attributes(node))
        and names & LINES
    ]
    return found + [f"{where} handles the wheel"] * ("MOUSEWHEEL" in attributes(tree))


def test_rooms_draw_no_table_chart_or_scroller_by_hand() -> None:
    files = [path for room in ROOMS for path in sorted((ROOT / "gui" / room).rglob("*.py"))]
    assert len(files) > 50
    faults = {}
    for path in files:
        source, where = path.read_text("utf-8"), path.relative_to(ROOT).as_posix()
        if "blit_text" in source or "MOUSEWHEEL" in source:  # nothing else breaks the law
            faults[where] = by_hand(ast.parse(source), where)
    assert faults
    assert {where: found for where, found in faults.items() if found} == {}


def test_the_law_sees_each_kind_of_drawing() -> None:
    """So that it cannot pass because it no longer sees anything."""
    chart = "class A:\n def draw(s):\n  pygame.draw.lines()\n  t.blit_text()"
    table = "def draw(s):\n for row in s.rows:\n  for cell in row: t.blit_text(cell)"
    wheel = "def handle(s, event):\n return event.type == pygame.MOUSEWHEEL"
    for text, fault in ((chart, "a chart"), (table, "a table"), (wheel, "the wheel")):
        assert [fault in found for found in by_hand(ast.parse(text), "x.py")] == [True]
