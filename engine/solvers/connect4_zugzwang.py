"""What a player is sure of who answers every move in the column it was played in.

Take a player, the follower, when it is the other's turn, the leader's. If an even number of places
is empty, the follower can always answer above the leader's stone, until the board is full: of every
column, counted in pairs from the top, the follower gets the upper cells and the leader the lower
ones. Columns with an odd number of empty cells are themselves paired: who has to play the single
cell at the bottom of one finds the other's answered. So the leader gets no cell but the lower ones
and those bottoms, and if these and the stones there are hold no four, the leader never wins.

A threat of the follower in an upper cell makes more of it: the leader must not play below it, so
all that lies above is out of reach, and when nothing else is left the leader has to.

With an odd number of empty places the follower needs a column in which the leader has to begin, and
that is never played to its end: one with an odd number of empty cells and a threat of the follower
in a lower cell.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.solvers.connect4_threats import Geometry

# mover, all stones, the opponent's threats, playable cells, goal -> an upper bound below the goal,
# or None.
Ceiling = Callable[[int, int, int, int, int], int | None]


def ceilings(geometry: Geometry) -> tuple[Ceiling, Ceiling]:  # noqa: C901 - closures, for speed
    """What the mover's score cannot exceed, proved in about a microsecond where it can be.

    The first for an even number of empty places, the second for an odd one. Nobody may have a win
    at once. The second can only prove losses.
    """
    upper, lower = geometry.upper, geometry.lower
    board, stride = geometry.board, geometry.stride
    flat, rising, falling = stride, stride + 1, stride - 1
    columns = {
        bottom << row: mask
        for mask in geometry.column_masks
        for bottom in [mask & -mask]
        for row in range(geometry.rows)
    }

    def has_four(cells: int) -> bool:
        """Whether a line of four is filled; upright lines are rare, so they come last."""
        pair = cells & cells >> flat
        if pair & pair >> 2 * flat:
            return True
        pair = cells & cells >> rising
        if pair & pair >> 2 * rising:
            return True
        pair = cells & cells >> falling
        if pair & pair >> 2 * falling:
            return True
        # The bottom of an odd column and the cell above it, on two stones.
        pair = cells & cells >> 1
        return pair & pair >> 2 != 0

    def grown(threats: int) -> int:
        """The threats, and every cell above one."""
        while (more := threats | threats << 1 & board) != threats:
            threats = more
        return threats

    def loss(held: int) -> int:
        """The leader's score at best who must in the end play below one of the threats."""
        return -((held.bit_count() + (held & ~(held << 1)).bit_count()) >> 1)

    def even(mover: int, both: int, theirs: int, possible: int, goal: int) -> int | None:
        held = theirs & upper & ~possible
        bound = 0
        if held:
            held = grown(held)
            bound = loss(held)
        if bound >= goal:
            return None
        reach = ((board ^ both) & lower | possible) & ~(held << 1)
        return None if has_four(mover | reach) else bound

    def odd(mover: int, both: int, theirs: int, possible: int, goal: int) -> int | None:
        empty = board ^ both
        threats = theirs & lower
        while threats:
            threat = threats & -threats
            threats ^= threat
            column = columns[threat]
            if not (empty & column).bit_count() & 1:
                continue
            held = grown(theirs & upper & ~possible & ~column | threat)
            bound = loss(held)
            if bound < goal:
                reach = (empty & lower | possible) & ~column | empty & upper & column
                if not has_four(mover | reach & ~(held << 1)):
                    return bound
        return None

    return even, odd
