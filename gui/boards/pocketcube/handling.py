"""The Pocket Cube in a person's hands: any orientation, all six faces and the whole cube."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from engine.games.cube_facelets import (
    FACES,
    SOLVED,
    TURNING,
    HeldCube,
    Turn,
    apply,
    check_facelets,
    parse_turns,
)
from engine.games.pocket_cube import PocketCube
from engine.messages import Message, message
from gui.boards.handling import Handling, Marks, Move


class CubeHandling(Handling):
    """Positions are 24 facelets in any orientation, moves are turns of faces and of the cube."""

    puzzle: PocketCube
    goal = SOLVED

    @property
    def variant(self) -> str:
        return self.puzzle.metric

    def check(self, text: str) -> str:
        return check_facelets(text)

    def state(self, position: str) -> int:
        return self.puzzle.state_of(HeldCube(position))

    def solved(self, position: str) -> bool:
        return HeldCube(position).solved

    def goal_of(self, position: str) -> str:
        return HeldCube(position).solved_alike().facelets

    def moves(self, position: str) -> Sequence[Move]:
        return [Turn(name, quarters) for name in TURNING for quarters in (1, 3, 2)]

    def play(self, position: str, move: Move) -> str:
        turn = cast(Turn, move)
        return apply(position, turn.name, turn.quarters)

    def read_moves(self, text: str) -> tuple[Move, ...]:
        return tuple(parse_turns(text))

    def solver_moves(self, position: str, line: Iterable[int]) -> tuple[Move, ...]:
        return tuple(self.puzzle.turns[move] for move in line)

    def count(self, moves: Sequence[Move]) -> int:
        """Return the number of turns; two equal quarter turns of one face make one half turn."""
        turns = [(turn.name, turn.signed) for turn in cast(Sequence[Turn], moves)]
        if self.puzzle.metric == "quarter":
            return sum(abs(signed) for _, signed in turns)
        runs: list[tuple[str, int]] = []
        for name, signed in turns:
            if runs and runs[-1] == (name, signed) and abs(signed) == 1:
                runs[-1] = name, 2 * signed
            else:
                runs.append((name, signed))
        return len(runs)

    def counts(self, move: Move) -> bool:
        return cast(Turn, move).name in FACES

    def clue(self, position: str, line: Sequence[Move]) -> Message:
        """Return a hint at the layer of the first turn."""
        name = cast(Turn, line[0]).name
        return message("puzzles.hint.layer", layer=Message(f"puzzles.layer.{name}"))

    def is_position(self, text: str) -> bool:
        """Return whether a text is facelets: letters alone, in long words."""
        words = text.split()
        letters = "".join(words)
        return len(letters) > 12 and letters.isalpha() and max(map(len, words)) >= 4

    def marks(self, position: str) -> Marks:
        return tuple("".join(position.split()))
