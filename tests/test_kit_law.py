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
BARS = {"fill", "rounded"}  # of columns, where they are drawn in a loop
LOOPS = ast.For | ast.While | ast.comprehension
# Classes that draw rectangles in a loop beside their labels, and why they are no `Chart`.
NO_CHART = {
    "BagGrid": "cells of a grid, with beads in them",
    "BagInUse": "beads one by one",
    "Plots": "cells of a grid, with one plot each",
    "PlyStrip": "chips in a row",
    "Scrubber": "a slider over a track",
    "SolutionList": "a list of rows that scrolls and is walked through",
    "ThrowStrip": "ten boxes of one size",
    "TreePicture": "a tree",
}


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


def draws_bars(node: ast.AST, inside: bool = False) -> bool:
    """Whether a rectangle is filled inside a loop."""
    if inside and isinstance(node, ast.Attribute) and node.attr in BARS:
        return True
    inside = inside or isinstance(node, LOOPS)
    return any(draws_bars(child, inside) for child in ast.iter_child_nodes(node))


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
        and (names & LINES or draws_bars(node))
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
    excused = {f": {name} draws a chart" for name in NO_CHART}
    found = [fault for each in faults.values() for fault in each]
    assert [each for each in found if not each.endswith(tuple(excused))] == []
    idle = [each for each in excused if not any(fault.endswith(each) for fault in found)]
    assert idle == []


def test_the_law_sees_each_kind_of_drawing() -> None:
    """So that it cannot pass because it no longer sees anything."""
    chart = "class A:\n def draw(s):\n  pygame.draw.lines()\n  t.blit_text()"
    columns = "class A:\n def draw(s):\n  for x in s: g.fill()\n  t.blit_text()"
    table = "def draw(s):\n for row in s.rows:\n  for cell in row: t.blit_text(cell)"
    wheel = "def handle(s, event):\n return event.type == pygame.MOUSEWHEEL"
    charts = [(text, "a chart") for text in (chart, columns)]
    for text, fault in (*charts, (table, "a table"), (wheel, "the wheel")):
        assert [fault in found for found in by_hand(ast.parse(text), "x.py")] == [True]
