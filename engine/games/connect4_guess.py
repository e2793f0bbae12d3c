"""Evaluation function of Connect Four: threats by row, and open lines of four.

The weights are those of a logistic regression on 12,000 quiet positions after 10 to 13 random plies
with outcomes from the opening book, rounded: a line with one stone 1, with two 3; a threat 3, in a
row of its player's parity 9. Stones in the centre add no information to their lines. The turn is
left out, though its weight was 8: a search would then force answers at its horizon to gain it.

Immediate wins and forced answers are played before the evaluation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

TWO = 3
THREAT, GOOD_ROW = 3, 6
DECIDED = 900  # more than any sum of weights on the largest board
# (stones of one player, of the other) -> the weights of the open lines of each
Lines = Callable[[int, int], tuple[int, int]]
# (stones of one player, all stones) -> the empty cells that would give that player four in a line
Threats = Callable[[int, int], int]


class ForcedPosition(NamedTuple):
    """A quiet position, without immediate wins, from its mover's view; or a decided one.

    `answers` is the number of forced moves before it; if odd, its mover is the other player.
    """

    mover: int
    both: int
    mine: int  # the mover's threats
    theirs: int
    answers: int
    decided: int  # 1 if the mover wins, -1 if the other player does, 0 if unknown


class Guess:
    """The evaluation function of one board size, with the bits of the game."""

    def __init__(self, board: int, stride: int, rows: int, threats: Threats) -> None:
        self.board = board
        self.bottom = board & ~(board << 1)
        self.threats = threats
        self.parity_cells = parity_cells(board, self.bottom, rows)
        self.open_lines = open_lines(board, stride)

    def answered(self, mover: int, both: int, mine: int, theirs: int) -> ForcedPosition:
        """Play forced answers. `mine` and `theirs` are the threats of the two players."""
        board, bottom = self.board, self.bottom
        answers = decided = 0
        while not decided:
            drops = (both + bottom) & board
            forced = drops & theirs
            if drops & mine:
                decided = 1
            elif not forced and (not drops or drops & ~(theirs >> 1)):
                break
            elif not forced or forced & (forced - 1 | theirs >> 1):
                # Every move is below a threat; or there are two fours to stop, or one above the
                # other.
                decided = -1
            else:
                mover ^= both
                both |= forced
                answers += 1
                mine, theirs = theirs & ~forced, self.threats(mover ^ both, both)
        return ForcedPosition(mover, both, mine, theirs, answers, decided)

    def lead(self, mover: int, both: int, mine: int, theirs: int) -> int:
        """Return the mover's lead in weights; DECIDED or -DECIDED if the forced answers decide."""
        answered = self.answered(mover, both, mine, theirs)
        mover, both, mine, theirs, answers, decided = answered
        sign = -1 if answers & 1 else 1
        if decided:
            return sign * decided * DECIDED
        own, others = self.open_lines(mover, mover ^ both)
        lead = own - others
        if mine | theirs:
            second = both.bit_count() & 1
            lead += _weight(mine, self.parity_cells[second])
            lead -= _weight(theirs, self.parity_cells[1 - second])
        return sign * lead


def _weight(threats: int, good_row: int) -> int:
    """Return the weight of a player's threats; `good_row` has the cells of the player's parity."""
    return THREAT * threats.bit_count() + GOOD_ROW * (threats & good_row).bit_count()


def parity_cells(board: int, bottom: int, rows: int) -> tuple[int, int]:
    """Return the cells that fall to the first and to the second player when the rest is full.

    With an even number of rows the second player can answer every stone in its own column, so that
    the first gets the odd rows counted from one, the second the even ones. With an odd number no
    player can, and every cell is equally good for both.
    """
    if rows % 2:
        return board, board
    odd = sum(bottom << row for row in range(0, rows, 2))
    return odd, odd << 1


def expectation(lead: int) -> float:
    """Map a lead in weights to the mover's expected score, 0 .. 1: 1/2 for none, never certain.

    Any increasing function would do, since a search only compares. With this one a lead of 10,
    about a threat in a good row, gives half of the maximum gain of 0.45.
    """
    return 0.5 + 0.45 * lead / (10 + abs(lead))


def open_lines(board: int, stride: int) -> Lines:
    """Make the function that weighs the open lines of a board, with the bits of the game.

    A line is open to a player who has one or two stones in it while the opponent has none; three
    make a threat, which is counted separately. Both players are computed at once, one in the low
    bits of a number, the other in the high ones.
    """
    shift = board.bit_length() + stride + 1  # no line crosses from one half into the other
    boards, low = board | board << shift, (1 << shift) - 1
    steps = (1, stride - 1, stride, stride + 1)

    def weigh(first: int, second: int) -> tuple[int, int]:
        both = first | second << shift
        free = boards & ~(second | first << shift)
        mine = theirs = 0
        for step in steps:
            lines = free & free >> step
            lines &= lines >> 2 * step
            if not lines:
                continue
            # The four cells of each line, at the index of its first.
            a, b = both & lines, both >> step & lines
            c, d = both >> 2 * step & lines, both >> 3 * step & lines
            front, back = a ^ b, c ^ d
            full_front, full_back = a & b, c & d
            one = (front ^ back) & ~(full_front | full_back)
            two = (
                front & back | full_front & ~(back | full_back) | full_back & ~(front | full_front)
            )
            mine += (one & low).bit_count() + TWO * (two & low).bit_count()
            theirs += (one >> shift).bit_count() + TWO * (two >> shift).bit_count()
        return mine, theirs

    return weigh
