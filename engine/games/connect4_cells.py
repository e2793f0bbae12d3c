"""Which cells of a Connect Four board are worth more than others, and what a lead in them says."""

from __future__ import annotations

from collections import Counter


def parity_cells(board: int, bottom: int, rows: int) -> tuple[int, int]:
    """The cells that fall to the first and to the second player when the rest is full.

    With an even number of rows the second player can answer every stone in its own column, so
    that the first gets the odd rows counted from one, the second the even ones.
    """
    if rows % 2:
        return board, board
    odd = sum(bottom << row for row in range(0, rows, 2))
    return odd, odd << 1


def central_cells(board: int, stride: int) -> tuple[int, int]:
    """Two masks that weigh each cell from 0 to 3: one for each in the first, two in the second.

    The weight grows with the number of fours that go through the cell.
    """
    first = second = 0
    for cell, fours in _fours_through(board, stride).items():
        weight = min(3, (fours - 2) // 3)
        first |= (weight & 1) << cell
        second |= (weight >> 1) << cell
    return first, second


def expectation(lead: int) -> float:
    """The mover's score, 0 .. 1, to expect of a lead in weights: 1/2 for none, never certain."""
    return 0.5 + 0.45 * lead / (4 + abs(lead))


def _fours_through(board: int, stride: int) -> Counter[int]:
    """How many lines of four hold each cell, by its bit number."""
    found: Counter[int] = Counter()
    for step in (1, stride - 1, stride, stride + 1):
        starts = board & board >> step
        starts &= starts >> 2 * step
        for cell in range(starts.bit_length()):
            if starts >> cell & 1:
                found.update(cell + step * place for place in range(4))
    return found
