"""A seventh game and an eleventh bot, as docs/contributing.md describes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.context import Context
from engine.messages import Message, message
from engine.protocols import Decision, Estimate, Game, MoveError, Outcome, PositionError


class Count(NamedTuple):
    """How far the count has come, and who counts."""

    number: int
    mover: int


class Hundred:
    """Count on by 1 to 3 in turn; who says 12 wins. A file in engine/games would hold this."""

    id = "hundred"
    num_moves = 3
    options: Mapping[str, str] = {}

    def initial(self) -> Count:
        return Count(0, 0)

    def to_move(self, state: Count) -> int:
        return state.mover

    def moves(self, state: Count) -> Sequence[int]:
        return [move for move in range(3) if state.number + move + 1 <= 12]

    def play(self, state: Count, move: int) -> Count:
        return Count(state.number + move + 1, 1 - state.mover)

    def outcome(self, state: Count) -> Outcome | None:
        return Outcome.win_of(1 - state.mover) if state.number == 12 else None

    def canonical(self, state: Count) -> Count:
        return state

    def symmetry_of_move(self, state: Count, move: int) -> int:
        return move

    def move_text(self, state: Count, move: int) -> str:
        return str(move + 1)

    def parse_move(self, state: Count, text: str) -> int:
        if text not in ("1", "2", "3"):
            raise MoveError("move.take", text=text, takes="1, 2, 3")
        return int(text) - 1

    def text(self, state: Count) -> str:
        return f"{state.number} {state.mover}"

    def parse(self, text: str) -> Count:
        number, _, mover = text.partition(" ")
        if not number.isdigit() or mover not in ("0", "1"):
            raise PositionError("position.heaps.number", text=text)
        return Count(int(number), int(mover))


class Last:
    """Plays the last legal move. A file in engine/bots would hold this."""

    def supports(self, game: Game[Any]) -> Message | None:
        return None

    def choose(self, game: Game[Any], state: Any, context: Context[Decision]) -> Decision:
        moves = game.moves(state)
        note = message("note.move", move=game.move_text(state, moves[-1]))
        return Decision(moves[-1], tuple(Estimate(move) for move in moves), note)
