"""The command `why`: the plan behind a decided position of Connect Four, as text or JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.bots.optimal import best_play
from engine.cli.console import print_report
from engine.cli.start import asked_position
from engine.context import Context
from engine.registry import make_game, oracle_for
from engine.solvers.connect4_why import Explanation, Kind, explain, explainable
from engine.solvers.connect4_why_text import Cell, PlanMark, sentences, view_plan

SIGNS = {
    PlanMark.FIRST: ">",
    PlanMark.TOP: "^",
    PlanMark.TAKE: "*",
    PlanMark.FENCE: "|",
    PlanMark.END: "+",
}


def run_why(args: argparse.Namespace) -> int:
    """Print the plan of a position, its marks on the board, and what holds in every line."""
    game = explainable(make_game(args.game, dict(args.option)))
    state = asked_position(game, args)
    oracle = oracle_for(game)
    answer = explain(game, oracle, state, Context(0), args.nodes)
    if answer.kind is Kind.LINE:
        answer = replace(answer, line=best_play(game, state, oracle, Context(0)))
    lines = (f"{_sign(each.mark, each.step)} {each.text}" for each in sentences(game, answer))
    head = f"{game.id}  {game.text(state)}"
    return print_report(args, report(game, answer), (head, *board_lines(game, answer), *lines))


def _sign(mark: PlanMark | None, step: int) -> str:
    """Return the sign of a mark; the number of its step for a later one."""
    return SIGNS.get(mark, str(step)) if mark is not None else " "


def report(game: Any, answer: Explanation) -> dict[str, Any]:
    """Return the object that `why --json` prints; columns and rows count from 0."""
    view, counts = view_plan(game, answer), answer.report
    tops = [str(column) for column in view.top_columns] + _texts(sorted(view.top_cells))
    data: dict[str, Any] = {
        "game": game.id,
        "position": game.text(answer.state),
        "holder": answer.holder,
        "kind": answer.kind.value,
        "need": None if answer.holder is None else "draw" if answer.draws else "win",
        "first": None if answer.first is None else str(answer.first),
        "levels": [_texts(game.cells(level)) for level in answer.levels],
        "positions": counts.positions if counts else None,
        "longest": counts.longest if counts else None,
        "ends": _texts(game.cells(counts.ends)) if counts else [],
        "on_top": tops,
        "never": [str(column) for column in view.fences],
        "sentences": [str(sentence.text) for sentence in sentences(game, answer)],
    }
    if answer.kind is Kind.LINE:
        data["line"] = [str(move) for move in answer.line]
    return data


def _texts(cells: Iterable[Cell]) -> list[str]:
    return [f"{column},{row}" for column, row in cells]


def board_lines(game: Any, answer: Explanation) -> list[str]:
    """Return the board with the marks of a plan, rows numbered from 1 as in the sentences."""
    view, state = view_plan(game, answer), answer.state
    signs: dict[Cell, str] = {}
    for cell, mark, step in view.cells:
        signs[cell] = signs.get(cell, "") + _sign(mark, step)
    for column in view.fences:
        for row in range(game.landing(state, column), game.rows):
            signs.setdefault((column, row), SIGNS[PlanMark.FENCE])
    for letter, stones in zip(game.letters, game.stones_of(state), strict=True):
        signs.update(dict.fromkeys(game.cells(stones), letter))
    columns = range(game.columns)
    rows = [
        f"{row + 1}  {''.join(signs.get((c, row), '.').ljust(2) for c in columns)}".rstrip()
        for row in reversed(range(game.rows))
    ]
    return [*rows, f"   {' '.join(map(str, columns))}"]
