"""The rule of plans on a dictionary board, with every line; it shares nothing with the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Cell = tuple[int, int]
Board = dict[Cell, bool]  # whether the disc is the holder's
Plan = Sequence[set[Cell]]


class BrokenPlanError(Exception):
    """The plan fails, the opponent completes four, or a win is missing on a full board."""


@dataclass(frozen=True)
class Disc:
    """A disc of a line: its cell, whether it is the holder's, and by which part of the rule."""

    cell: Cell
    held: bool
    rule: str = ""


Line = tuple[Disc, ...]


def fours_of(columns: int, rows: int) -> list[list[Cell]]:
    """The cells of every line of four on a board."""
    return [
        four
        for column in range(columns)
        for row in range(rows)
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        for four in [[(column + n * across, row + n * up) for n in range(4)]]
        if all(0 <= c < columns and 0 <= r < rows for c, r in four)
    ]


class PlanLines:
    """All lines of a plan on a board of one size, whether it has to win or only to draw."""

    def __init__(self, columns: int, rows: int, draws: bool) -> None:
        self.columns, self.rows, self.draws = columns, rows, draws
        self.fours: dict[Cell, list[set[Cell]]] = {}
        for four in fours_of(columns, rows):
            for cell in four:
                self.fours.setdefault(cell, []).append({*four} - {cell})

    def free(self, board: Board) -> list[Cell]:
        heights = [sum((c, r) in board for r in range(self.rows)) for c in range(self.columns)]
        return [(c, height) for c, height in enumerate(heights) if height < self.rows]

    def completes(self, board: Board, cell: Cell, held: bool) -> bool:
        return any(
            all(board.get(each) is held for each in three) for three in self.fours.get(cell, ())
        )

    def winning(self, board: Board, held: bool) -> list[Cell]:
        return [cell for cell in self.free(board) if self.completes(board, cell, held)]

    def is_fork(self, board: Board, cell: Cell) -> bool:
        after = {**board, cell: True}
        if self.winning(after, False):
            return False
        now = self.winning(after, True)
        stacked = any(
            row + 1 < self.rows
            and self.completes({**after, (column, row): False}, (column, row + 1), True)
            for column, row in now
        )
        return len(now) > 1 or (len(now) == 1 and stacked)

    def rule(self, board: Board, plan: Plan) -> tuple[str, list[Cell]]:
        free = self.free(board)
        wins, blocks = self.winning(board, True), self.winning(board, False)
        if wins:
            return "win", wins
        if len(blocks) > 1:
            raise BrokenPlanError
        if blocks:
            return "block", blocks
        forks = [cell for cell in free if self.is_fork(board, cell)]
        if forks:
            return "fork", forks
        safe = [
            cell
            for cell in free
            if not self.completes({**board, cell: True}, (cell[0], cell[1] + 1), False)
        ]
        for level in plan:
            marked = [cell for cell in safe if cell in level]
            if marked:
                return "mark", marked
        raise BrokenPlanError

    def ends(self, board: Board) -> bool:
        """Whether the board is full; raises BrokenPlanError where that is not enough."""
        full = len(board) == self.columns * self.rows
        if full and not self.draws:
            raise BrokenPlanError
        return full

    def lines(self, board: Board, plan: Plan) -> Iterator[Line]:
        """Yield every line from a position with the opponent to move."""
        for cell in self.free(board):
            if self.completes(board, cell, False):
                raise BrokenPlanError
            replied, move = {**board, cell: False}, Disc(cell, False)
            if self.ends(replied):
                yield (move,)
                continue
            rule, cells = self.rule(replied, plan)
            for reply in cells:
                disc, after = Disc(reply, True, rule), {**replied, reply: True}
                if rule == "win" or self.ends(after):
                    yield (move, disc)
                else:
                    for rest in self.lines(after, plan):
                        yield (move, disc, *rest)

    def holds(self, board: Board, plan: Plan) -> bool:
        """Whether the plan passes, each position being looked at once."""
        seen: set[frozenset[tuple[Cell, bool]]] = set()

        def follow(board: Board) -> None:
            key = frozenset(board.items())
            if key in seen:
                return
            seen.add(key)
            for cell in self.free(board):
                if self.completes(board, cell, False):
                    raise BrokenPlanError
                replied = {**board, cell: False}
                if self.ends(replied):
                    continue
                rule, cells = self.rule(replied, plan)
                for reply in cells:
                    after = {**replied, reply: True}
                    if rule != "win" and not self.ends(after):
                        follow(after)

        try:
            follow(board)
        except BrokenPlanError:
            return False
        return True
