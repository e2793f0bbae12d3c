"""Example positions: each with a player that decides there and a seed.

Every claim of their sentences is proved in tests/examples; the texts are `example.ID` and
`example.ID.sentence`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Example:
    """One example position. Empty text means the initial position; for the cube it is a scramble.

    `seed` is the seed of a game that begins there: its first decision uses (seed, 0, 0, side to
    move). The cube has no player.
    """

    id: str
    game: str
    player: str = ""
    position: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 7

    @property
    def decision_seed(self) -> tuple[int, int, int]:
        """The seed sequence of the first decision, without the side to move."""
        return self.seed, 0, 0


MISERE = {"misere": "true"}
EXAMPLES = (
    Example("chances", "tictactoe", "mc:exact", "X...O...X O"),
    Example("corner", "tictactoe", "optimal", "X........ O"),
    Example("centre", "tictactoe", "mc:exact", options=MISERE),
    Example("first_move", "connect4", "optimal"),
    Example(
        "many_games",
        "connect4",
        "mc:1000/move",
        "......./......./.R...../.R.Y.../RY.R.YR/RRYRYYY Y",
    ),
    Example(
        "late",
        "connect4",
        "mcts:3000",
        "......./......./......./......./.R.Y.R./RYRR.YY Y",
    ),
    Example(
        "horizon",
        "connect4",
        "alphabeta:8",
        "......./.....R./.....R./.Y...Y./YR...RR/RYYRYRY Y",
    ),
    Example(
        "cut",
        "connect4",
        "alphabeta:6",
        "......./......./......./......./..YR.../R.RY..Y R",
    ),
    Example("zugzwang", "nim", "optimal", "3,2,1 0"),
    Example("last_pebble", "nim", "optimal", "2,1,1 0", MISERE),
    Example("kernel", "subtraction", "kernel"),
    Example("naive", "matches", "dfs", "7 0"),
    Example("bags", "matches", "learner"),
    Example("course", "pocketcube", position="U2 F2 R F' U R F U' F U' F R'"),
)
