"""What is true of a position by plain recursion, and a sentence said of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from engine.messages import Message
from engine.protocols import Estimate, Game, MoveError, Outcome, Value
from engine.solvers.heap_theory import heaps_of
from tests.solvers.slow_values import slow_values

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS
Worth = tuple[int, int]  # value and plies to the end, for the player who makes the move


class Truth:
    """All there is to know of one game, worked out without any solver or bot."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.value: Callable[[Any], Worth] = slow_values(game)
        self._moves: dict[Any, dict[int, Worth]] = {}
        self._chances: dict[Any, tuple[Fraction, ...]] = {}
        self._expected: dict[tuple[Any, int], float] = {}
        self._hopeful: dict[tuple[Any, int], bool] = {}

    def moves(self, state: Any) -> dict[int, Worth]:
        """Value and remoteness of each legal move, for the player who makes it."""
        known = self._moves.get(state)
        if known is None:
            after = {m: self.value(self.game.play(state, m)) for m in self.game.moves(state)}
            known = {move: (-value, plies + 1) for move, (value, plies) in after.items()}
            self._moves[state] = known
        return known

    def chances(self, state: Any) -> tuple[Fraction, ...]:
        """The exact shares of random games from here that end in each outcome."""
        found = self._chances.get(state)
        if found is None:
            outcome = self.game.outcome(state)
            if outcome is not None:
                found = tuple(Fraction(each == outcome) for each in Outcome)
            else:
                moves = self.game.moves(state)
                after = [self.chances(self.game.play(state, move)) for move in moves]
                found = tuple(sum(shares) / len(moves) for shares in zip(*after, strict=True))
            self._chances[state] = found
        return found

    def best(self, state: Any) -> list[int]:
        """The moves of perfect play, ascending."""

        def order(worth: Worth) -> tuple[int, int]:
            value, plies = worth
            return value, -value * plies

        worths = self.moves(state)
        top = max(map(order, worths.values()))
        return [move for move, worth in worths.items() if order(worth) == top]

    def expected(self, state: Any, player: int) -> float:
        """What a perfect player who sets every trap scores against one who plays at random."""
        key = (state, player)
        if key not in self._expected:
            outcome = self.game.outcome(state)
            if outcome is not None:
                self._expected[key] = outcome.score(player)
            else:
                mine = self.game.to_move(state) == player
                moves = self.best(state) if mine else self.game.moves(state)
                after = [self.expected(self.game.play(state, move), player) for move in moves]
                self._expected[key] = max(after) if mine else sum(after) / len(after)
        return self._expected[key]

    def can_win(self, state: Any, player: int) -> bool:
        """Whether a player wins at the end of some line, both sides helping."""
        key = (state, player)
        if key not in self._hopeful:
            outcome = self.game.outcome(state)
            self._hopeful[key] = (
                outcome is Outcome.win_of(player)
                if outcome is not None
                else any(
                    self.can_win(self.game.play(state, move), player)
                    for move in self.game.moves(state)
                )
            )
        return self._hopeful[key]


@dataclass(frozen=True)
class Said:
    """One sentence, where it was said, and what its speaker gave with it."""

    truth: Truth
    state: Any
    note: Message
    move: int | None = None
    estimates: Sequence[Estimate] = ()
    detail: Any = None
    player: int = 0  # for whom `dfs` searched

    @property
    def game(self) -> Game[Any]:
        return self.truth.game

    def __getitem__(self, name: str) -> Any:
        return self.note.values[name]

    def tells(self, name: str, value: object) -> bool:
        """Whether the sentence gives exactly this value."""
        return bool(self.note.values[name] == value)

    @cached_property
    def worth(self) -> dict[int, Worth]:
        """What each legal move is worth."""
        return self.truth.moves(self.state)

    @property
    def best(self) -> list[int]:
        """The moves of perfect play, ascending."""
        return self.truth.best(self.state)

    def named(self, name: str = "move") -> int:
        """The legal move that the sentence names."""
        text = self[name]
        text = text.values["move"] if isinstance(text, Message) else text
        return self.game.parse_move(self.state, str(text))

    def names_the_move(self) -> bool:
        """Whether the move named is legal and the one decided on."""
        try:
            return self.named() == self.move
        except MoveError:
            return False

    @property
    def estimate(self) -> Estimate:
        """What the speaker believes of the move it names."""
        move = self.named()
        return next(each for each in self.estimates if each.move == move)

    def all_lose(self) -> bool:
        return all(value == LOSS for value, _ in self.worth.values())

    def leads_to(self, move: int) -> tuple[int, ...]:
        """The heaps after a move."""
        return heaps_of(self.game.play(self.state, move))
