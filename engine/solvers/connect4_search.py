"""Alpha-beta for Connect Four, exact to the last stone.

Scores follow Pascal Pons' solver: the stones the winner still has in hand after winning, plus one;
negative when the opponent wins; 0 for a draw. Every question is a null window: does the score
reach a goal? On the way down nobody has a win at once (the caller sees to it at the root, the set
of moves that do not lose at once below).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from engine.solvers.connect4_threats import Geometry
from engine.solvers.connect4_zugzwang import ceilings

# A prime, so that the remainder spreads keys well; nine bytes a place make 38 MB.
TABLE_SIZE = 4_194_301
CHECK_EVERY = 1024  # nodes, some 2 ms: the window gets the interpreter no later
# Bounds are stored in a byte, an upper bound as score + 64, a lower one as score + 192.
UPPER, LOWER = 64, 192
# Near the end a look at the table before searching costs more than it saves.
TABLE_LOOKAHEAD = 7
# So near the end nor does the proof that somebody only has to follow.
FOLLOWING_ENDS = 6
# Above every difference of columns, below that of one threat.
LESS_FORCING = 7

Negamax = Callable[[int, int, int, int, int, int, bool], int]


class Searcher:
    """One board size, one transposition table that is kept from question to question.

    `tick(nodes)` is called every CHECK_EVERY nodes; it may raise to stop the search, which leaves
    the table in order.
    """

    def __init__(self, geometry: Geometry, table_size: int = TABLE_SIZE) -> None:
        self.geometry = geometry
        self.nodes = 0
        self.tick: Callable[[], None] = lambda: None
        self._keys = array("Q", [0]) * table_size
        self._bounds = bytearray(table_size)
        self._negamax, self._count = self._build(table_size)

    def reaches(self, mover: int, both: int, goal: int) -> int:
        """A lower bound of the score that is at least `goal`, else an upper bound below it.

        The mover must not have a win at once. Raises whatever `tick` raises.
        """
        geometry = self.geometry
        mine = geometry.threats(mover, both)
        theirs = geometry.threats(mover ^ both, both)
        score = self._negamax(mover, both, mine, theirs, goal, both.bit_count(), False)
        self._count()
        return score

    def _build(self, size: int) -> tuple[Negamax, Callable[[], None]]:  # noqa: C901 - see negamax
        """The recursion, with everything it needs as local names: it runs millions of times."""
        geometry = self.geometry
        keys, bounds, cells = self._keys, self._bounds, geometry.cells
        bottom, board, columns = geometry.bottom, geometry.board, geometry.ordered_masks
        total = geometry.size
        lookahead = total - TABLE_LOOKAHEAD
        last = total - 2
        last_follower = total - FOLLOWING_ENDS
        parity = total & 1
        even_ceiling, odd_ceiling = ceilings(geometry)
        lower, upper = geometry.lower, geometry.upper
        pending = 0  # a local name is cheaper to count with than self.nodes

        def count() -> None:
            nonlocal pending
            self.nodes += pending
            pending = 0

        # One piece, because a call costs as much as all the work of a node.
        def negamax(  # noqa: C901
            mover: int,
            both: int,
            mine: int,
            theirs: int,
            beta: int,
            stones: int,
            asked: bool,  # whether the ceiling of this position is known not to help
        ) -> int:
            nonlocal pending
            pending += 1
            if pending >= CHECK_EVERY:
                count()
                self.tick()
            drops = possible = (both + bottom) & board
            forced = possible & theirs
            above = theirs >> 1
            if forced:
                if forced & (forced - 1 | above):
                    return -((total - stones) >> 1)
            else:
                possible &= ~above
                if not possible:
                    return -((total - stones) >> 1)
            if stones >= last:
                return 0
            # No win at once for either side bounds the score.
            bound = (total - 1 - stones) >> 1
            if bound < beta:
                return bound
            best = -((total - 2 - stones) >> 1)
            if best >= beta:
                return best
            if forced:
                # One reply is not worth a place in the table.
                after = both | forced
                straight, first, slanted, second = cells[forced]
                threats = (mine | first[mover & straight] | second[mover & slanted]) & ~after
                return -negamax(
                    mover ^ both, after, theirs ^ forced, threats, 1 - beta, stones + 1, False
                )
            key = mover + both
            place = key % size
            if keys[place] == key:
                bound = bounds[place]
                if bound >= 128:
                    if bound - LOWER >= beta:
                        return bound - LOWER
                elif bound - UPPER < beta:
                    return bound - UPPER
            if not asked and stones <= last_follower:
                if stones & 1 == parity:
                    ceiling = even_ceiling(mover, both, theirs, drops, beta)
                elif theirs & lower:
                    ceiling = odd_ceiling(mover, both, theirs, drops, beta)
                else:
                    ceiling = None
                if ceiling is not None:
                    return ceiling
            other = mover ^ both
            stones += 1
            asked = stones <= last_follower
            even = stones & 1 == parity
            moves = []
            for rank, mask in columns:
                move = possible & mask
                if move:
                    after = both | move
                    straight, first, slanted, second = cells[move]
                    threats = (mine | first[mover & straight] | second[mover & slanted]) & ~after
                    forced = (after + bottom) & threats
                    if forced:
                        if forced & (forced - 1 | threats >> 1):
                            # Two wins at once, or one above the other: one of them stays.
                            bound = (total - stones) >> 1
                            if bound >= beta:
                                return bound
                    elif stones < lookahead:
                        child = other + after
                        at = child % size
                        if keys[at] == child:
                            bound = bounds[at]
                            if bound < 128:
                                if UPPER - bound >= beta:
                                    return UPPER - bound
                            elif LOWER - bound < beta:
                                if LOWER - bound > best:
                                    best = LOWER - bound
                                continue
                    if asked and not forced:
                        # All children are asked before one is searched.
                        if not even:
                            helps = threats & lower
                        else:
                            helps = threats & upper or not theirs & lower & ~after
                        if helps:
                            probe = even_ceiling if even else odd_ceiling
                            drops = (after + bottom) & board
                            ceiling = probe(other, after, threats, drops, 1 - beta)
                            if ceiling is not None:
                                return -ceiling
                    # A threat that is answered at once is worth less than one that stays.
                    value = rank - 16 * threats.bit_count() + (LESS_FORCING if forced else 0)
                    moves.append((value, after, threats, forced))
            if len(moves) > 1:
                moves.sort()
            for _, after, threats, forced in moves:
                if not forced:
                    score = -negamax(
                        other, after, theirs & ~after, threats, 1 - beta, stones, asked
                    )
                elif forced & (forced - 1 | threats >> 1):
                    score = (total - stones) >> 1
                elif stones >= last:
                    score = 0
                else:
                    # The one reply is played here, which saves a call.
                    full = after | forced
                    straight, first, slanted, second = cells[forced]
                    replied = theirs | first[other & straight] | second[other & slanted]
                    score = negamax(
                        after ^ other,
                        full,
                        threats ^ forced,
                        replied & ~full,
                        beta,
                        stones + 1,
                        False,
                    )
                if score >= beta:
                    keys[place] = key
                    bounds[place] = score + LOWER
                    return score
                if score > best:
                    best = score
            keys[place] = key
            bounds[place] = best + UPPER
            return best

        return negamax, count
