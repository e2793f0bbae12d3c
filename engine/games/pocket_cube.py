"""The 2x2x2 cube with the corner down-back-left fixed: turns of U, R and F.

A state is one number: the rank of the permutation of the seven other corners times 729, plus their
twists as a number in base three. Both parts have their own move tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from operator import itemgetter

import numpy as np

from engine.games.cube_facelets import (
    CORNER_NAMES,
    CORNERS,
    HELD,
    MAX_TURNS,
    SOLVED,
    HeldCube,
    Turn,
    apply,
    check_facelets,
    corner_at,
    parse_turns,
)
from engine.messages import excerpt
from engine.protocols import Int32Array, MoveError, OptionError

TWISTS = 3**6
ARRANGEMENTS = 5040
STATES = TWISTS * ARRANGEMENTS
PLACES = tuple(place for place in range(8) if place != HELD)
TURNED = "URF"  # the faces without the fixed corner
QUARTER = tuple(Turn(face, quarters) for face in TURNED for quarters in (1, 3))
HALF = tuple(Turn(face, quarters) for face in TURNED for quarters in (1, 2, 3))
# The number of positions 0, 1, 2 ... turns from any given one, by metric: all are equivalent.
POSITIONS_AT: Mapping[str, tuple[int, ...]] = {
    "quarter": (
        *(1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536),
        *(90280, 276),
    ),
    "half": (1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644),
}


class CubeOfFaces:
    """The cube with turns of some faces alone, from which it may not reach every position."""

    id = "pocketcube"

    def __init__(self, metric: str, faces: str) -> None:
        if metric not in ("quarter", "half"):
            raise OptionError("option.value", name="metric", text=metric, accepted="quarter, half")
        self.metric = metric
        every = QUARTER if metric == "quarter" else HALF
        self.turns = tuple(turn for turn in every if turn.name in faces)
        self.num_moves = len(self.turns)
        self._all = range(self.num_moves)

    @property
    def options(self) -> Mapping[str, str]:
        return {"metric": self.metric}

    # -- coordinates ---------------------------------------------------------------------------

    @cached_property
    def _orders(self) -> list[tuple[int, ...]]:
        return list(permutations(range(7)))

    @cached_property
    def _ranks(self) -> dict[tuple[int, ...], int]:
        return {order: rank for rank, order in enumerate(self._orders)}

    @cached_property
    def _effects(self) -> list[tuple[list[int], list[int]]]:
        """For each move and each of the seven places, the source of its corner and its twist."""
        effects = []
        for turn in self.turns:
            placed = decode(apply(SOLVED, turn.name, turn.quarters))
            effects.append(([corner for corner, _ in placed], [twist for _, twist in placed]))
        return effects

    @cached_property
    def order_moves(self) -> list[list[int]]:
        """For each move, the rank of every permutation after it, times 729."""
        takes = [itemgetter(*sources) for sources, _ in self._effects]
        return [[self._ranks[take(order)] * TWISTS for order in self._orders] for take in takes]

    @cached_property
    def twist_moves(self) -> list[list[int]]:
        """For each move, the number of every combination of twists after it."""
        every = [twists_of(number) for number in range(TWISTS)]
        return [
            [
                number_of([(twists[s] + t) % 3 for s, t in zip(sources, turned, strict=True)])
                for twists in every
            ]
            for sources, turned in self._effects
        ]

    # A state is its own number.

    num_positions = STATES

    def number(self, state: int) -> int:
        return state

    def position(self, number: int) -> int:
        return number

    @cached_property
    def _move_arrays(self) -> list[tuple[Int32Array, Int32Array]]:
        tables = zip(self.order_moves, self.twist_moves, strict=True)
        return [(np.array(order, np.int32), np.array(twist, np.int32)) for order, twist in tables]

    def successors(self, numbers: Int32Array) -> Iterator[Int32Array]:
        """Yield all states one turn further, an array for each turn."""
        order, twist = np.divmod(numbers, np.int32(TWISTS))
        for orders, twists in self._move_arrays:
            after = orders.take(order)
            after += twists.take(twist)
            yield after

    # -- rules ---------------------------------------------------------------------------------

    def initial(self) -> int:
        return 0

    def goal(self) -> int:
        return 0

    def moves(self, state: int) -> Sequence[int]:
        """Return all turns: a solved cube can be turned too."""
        return self._all

    def play(self, state: int, move: int) -> int:
        """Turn a layer."""
        order, twists = divmod(state, TWISTS)
        return self.order_moves[move][order] + self.twist_moves[move][twists]

    def neighbours(self, state: int) -> list[int]:
        order, twists = divmod(state, TWISTS)
        pairs = zip(self.order_moves, self.twist_moves, strict=True)
        return [orders[order] + turned[twists] for orders, turned in pairs]

    def inverse(self, move: int) -> int:
        return self.turns.index(self.turns[move].inverse)

    def scramble(self, rng: np.random.Generator, length: int) -> list[int]:
        """Return random turns, never two of one face in a row.

        Raises MoveError for a wrong length.
        """
        if not 0 <= length <= MAX_TURNS:
            raise MoveError("cube.scramble_length", count=length, most=MAX_TURNS)
        moves: list[int] = []
        while len(moves) < length:
            move = int(rng.integers(self.num_moves))
            if not moves or self.turns[move].name != self.turns[moves[-1]].name:
                moves.append(move)
        return moves

    def move_text(self, state: int, move: int) -> str:
        return self.turns[move].text

    def parse_move(self, state: int, text: str) -> int:
        """Parse one turn of U, R or F in this metric."""
        turns = parse_turns(text)
        if len(turns) != 1 or turns[0] not in self.turns:
            raise MoveError(
                "cube.one_turn",
                text=excerpt(text, 20),
                accepted=", ".join(t.text for t in self.turns),
            )
        return self.turns.index(turns[0])

    def text(self, state: int) -> str:
        """Return the 24 facelets."""
        order, number = divmod(state, TWISTS)
        twists = twists_of(number)
        letters = list(SOLVED)
        for place, corner, twist in zip(PLACES, self._orders[order], twists, strict=True):
            name = CORNER_NAMES[PLACES[corner]]
            for k, facelet in enumerate(CORNERS[place]):
                letters[facelet] = name[(k - twist) % 3]
        return "".join(letters)

    def parse(self, text: str) -> int:
        """Parse 24 facelets in any orientation; raises PositionError, which names the fault."""
        return self.state_of(HeldCube(check_facelets(text)))

    def state_of(self, cube: HeldCube) -> int:
        """Return the state whose solutions solve this cube in its orientation."""
        placed = decode(cube.relabelled())
        order = tuple(corner for corner, _ in placed)
        return self._ranks[order] * TWISTS + number_of([twist for _, twist in placed])

    def relative(self, state: int, goal: int) -> int:
        """Return the position from which the solved one is as far, by the same turns, as `goal` is
        from `state`: turns move whatever corners are in their places.
        """
        wanted = dict(zip(self._orders[goal // TWISTS], range(7), strict=True))
        places = [wanted[corner] for corner in self._orders[state // TWISTS]]
        twists, offsets = twists_of(state % TWISTS), twists_of(goal % TWISTS)
        left = [(t - offsets[place]) % 3 for t, place in zip(twists, places, strict=True)]
        return self._ranks[tuple(places)] * TWISTS + number_of(left)


class PocketCube(CubeOfFaces):
    """The puzzle; option `metric`: in `quarter` U2 counts as two turns, in `half` as one."""

    def __init__(self, metric: str = "quarter") -> None:
        super().__init__(metric, TURNED)

    @property
    def positions_at(self) -> Sequence[int]:
        return POSITIONS_AT[self.metric]


def twists_of(number: int) -> list[int]:
    """Return the seven twists; the last follows from the others."""
    twists = []
    for _ in range(6):
        number, twist = divmod(number, 3)
        twists.append(twist)
    return [*twists, -sum(twists) % 3]


def number_of(twists: Sequence[int]) -> int:
    """Return the first six twists as a number in base three."""
    number = 0
    for twist in reversed(twists[:6]):
        number = 3 * number + twist
    return number


def decode(facelets: str) -> list[tuple[int, int]]:
    """Return for each of the seven places its corner (0 .. 6) and its twist.

    The corner down-back-left must be in place.
    """
    placed = [corner_at(facelets, CORNERS[place]) for place in PLACES]
    return [(PLACES.index(corner), twist) for corner, twist in placed]
