"""The generic solver: a table of win, draw, loss and remoteness for any game small enough.

Positions equal by symmetry are stored once. The solver walks the graph of positions, children
before parents, with an explicit stack, so that the length of a game does not limit it. Every entry
of the table is final: a solve that is stopped leaves a valid table and the next one goes on from
there.

Remoteness: the winner hurries, the loser delays (C. A. B. Smith, "Graphs and composite games",
1966). Between drawn continuations the shortest counts, for both sides; in the games here a
draw is a full board, whose distance is fixed anyway.

Cost: every position below the one that is asked about is met once, with all its moves, and stays in
memory. It refuses with Unsolvable where that is more than the limit, by default DEFAULT_LIMIT, and
it cannot serve a game that may return to a position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from engine.protocols import Estimate, Game, Outcome, S, Unit, Unsolvable, Value

V = TypeVar("V")

# A value with its remoteness is one integer, ordered as the player it belongs to prefers:
# WIN in r plies = BIG - r, DRAW in r plies = -r, LOSS in r plies = r - BIG.
BIG = 1 << 24
HALF = BIG >> 1
DEFAULT_LIMIT = 400_000
# Moves tried between two checks: a few milliseconds.
DEFAULT_SLICE = 2_000
LONGEST_LINE = 60


def no_check() -> None:
    """Do nothing: the `check` of a caller that never stops the work."""


def no_progress(positions: int) -> None:
    """Do nothing: the `progress` of a caller that shows none."""


def decode(code: int) -> tuple[Value, int]:
    """Return the value and remoteness that an integer of the table encodes."""
    if code > 0:
        return Value.WIN, BIG - code
    if code < -HALF:
        return Value.LOSS, code + BIG
    return Value.DRAW, -code


def passed_back(code: int) -> int:
    """Return the code of the same result for the other player, one ply earlier."""
    if code > 0:
        return 1 - code
    if code < -HALF:
        return -1 - code
    return code - 1


def exact_estimate(move: int, value: Value, remoteness: int | None) -> Estimate:
    """Return the estimate of a move whose value is proved: score 1, 1/2 or 0."""
    return Estimate(move, (value + 1) / 2, value, remoteness, unit=Unit.POSITIONS)


class ValueTable(Generic[S]):
    """A table of the values of one game's positions, filled on demand.

    `symmetric` stores one position per symmetry class. More than `limit` positions raise
    Unsolvable. The game must be finite: no position may recur.
    """

    def __init__(
        self,
        game: Game[S],
        symmetric: bool = True,
        limit: int = DEFAULT_LIMIT,
        check_every: int = DEFAULT_SLICE,
    ) -> None:
        self.game = game
        self.symmetric = symmetric
        self.limit = limit
        self.check_every = check_every
        # Position -> code for the player who moved INTO it, counted from before that move: the
        # code for the player to move is then the largest among the children.
        self._gain: dict[S, int] = {}

    def __len__(self) -> int:
        """Return the number of positions stored."""
        return len(self._gain)

    def key(self, state: S) -> S:
        """Return the position under which the table stores this one."""
        return self.game.canonical(state) if self.symmetric else state

    def solve(
        self,
        state: S,
        check: Callable[[], None] = no_check,
        progress: Callable[[int], None] = no_progress,
    ) -> None:
        """Fill the table with every position reachable from `state`.

        `check` may raise at any call; `progress` receives the number of positions stored so far.
        Raises Unsolvable when the limit is reached.
        """
        moves, play, key = self.game.moves, self.game.play, self.key
        keys: dict[S, S] = {}
        countdown = 0  # moves left until the next check

        def children(position: S) -> list[S]:
            nonlocal countdown
            if countdown <= 0:
                countdown = self.check_every
                check()
                progress(len(self))
                if len(self) > self.limit:
                    raise Unsolvable("solver.too_large", limit=self.limit)
            following = []
            for move in moves(position):
                child = play(position, move)
                if child not in keys:
                    keys[child] = key(child)
                following.append(keys[child])
            countdown -= len(following)
            return following

        def code(position: S, following: list[int]) -> int:
            return passed_back(max(following) if following else self._ended(position))

        bottom_up(key(state), children, code, self._gain)

    def value(self, state: S) -> tuple[Value, int]:
        """Return value and remoteness for the player to move. Raises KeyError if not solved."""
        value, remoteness = decode(self._gain[self.key(state)])
        return Value(-value), remoteness - 1

    def estimates(self, state: S) -> tuple[Estimate, ...]:
        """Return the exact estimate of every legal move. Raises KeyError if not solved."""
        game, gain = self.game, self._gain
        return tuple(
            exact_estimate(move, *decode(gain[self.key(game.play(state, move))]))
            for move in game.moves(state)
        )

    def line(self, state: S, maximum: int = LONGEST_LINE) -> tuple[int, ...]:
        """Return best play of both sides, the lowest of equal moves, at most `maximum` plies.

        Raises KeyError if not solved.
        """
        game, gain = self.game, self._gain
        moves: list[int] = []
        legal = game.moves(state)
        while legal and len(moves) < maximum:
            move = max(legal, key=lambda each: (gain[self.key(game.play(state, each))], -each))
            moves.append(move)
            state = game.play(state, move)
            legal = game.moves(state)
        return tuple(moves)

    def _ended(self, position: S) -> int:
        outcome = self.game.outcome(position)
        if outcome is None:
            raise Unsolvable("solver.no_outcome", position=self.game.text(position))
        if outcome is Outcome.DRAW:
            return 0
        return BIG if outcome is Outcome.win_of(self.game.to_move(position)) else -BIG


def count_positions(
    game: Game[S],
    state: S,
    check: Callable[[], None] = no_check,
    limit: int = DEFAULT_LIMIT,
) -> tuple[int, int]:
    """Count the reachable positions: one per symmetry class, as the table stores them, and all.

    Raises Unsolvable beyond `limit` positions without symmetry.
    """
    classes: set[S] = set()
    count = 0
    for position, _ in walk(game, state, limit, check, symmetric=False):
        classes.add(game.canonical(position))
        count += 1
    return len(classes), count


def bottom_up(
    root: S,
    children: Callable[[S], Sequence[S]],
    value: Callable[[S, list[V]], V],
    values: dict[S, V],
) -> V:
    """Return the value of a position, from the values of those after it, which `value` gets.

    Each is worked out once and stays in `values`. With an explicit stack, because a heap of 999
    exceeds Python's recursion limit. Exceptions of `children` leave valid values.
    """
    pending, following = [root], dict[S, Sequence[S]]()
    while pending:
        position = pending[-1]
        if position in values:
            pending.pop()
            continue
        if position not in following:
            following[position] = children(position)
        after = following[position]
        missing = [child for child in after if child not in values]
        if missing:
            pending += missing
            continue
        values[position] = value(position, [values[child] for child in after])
        del following[position]
    return values[root]


def walk(
    game: Game[S],
    start: S,
    limit: int,
    check: Callable[[], None] = no_check,
    symmetric: bool = True,
) -> Iterator[tuple[S, list[S]]]:
    """Yield every position reachable from `start`, itself first, once, with those after its moves.

    Symmetric positions count as one, their canonical form, unless `symmetric` is false. Raises
    Unsolvable beyond `limit` positions, and propagates the exceptions of `check`.
    """
    start = game.canonical(start) if symmetric else start
    reached = {start}
    waiting = [start]
    countdown = 0
    while waiting:
        position = waiting.pop()
        following = [game.play(position, move) for move in game.moves(position)]
        if symmetric:
            following = list(map(game.canonical, following))
        if countdown <= 0:
            countdown = DEFAULT_SLICE
            check()
        countdown -= len(following)
        new = [child for child in dict.fromkeys(following) if child not in reached]
        reached.update(new)
        waiting += new
        if len(reached) > limit:
            raise Unsolvable("solver.too_large", limit=limit)
        yield position, following
