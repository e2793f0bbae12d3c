"""The closing sentences of two panels of the inspector, held against counting and recursion.

They speak of the whole decision: which move leads by playouts, why that move is wrong, and
which one a tree search chose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.intervals import percent
from engine.messages import Message
from engine.protocols import Decision, Estimate, Value
from engine.recording import Line, Recording, RecordingKind
from engine.trace.playouts import GamePlayed
from gui.inspector.convergence import ConvergencePanel
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.tree import choice_text
from tests.claims.truth import Truth
from tests.watch.events import events_of

SAME = 1e-9


@dataclass(frozen=True)
class Closing:
    """One closing sentence, its decision, and the playouts and mean of each move by counting."""

    truth: Truth
    state: Any
    note: Message
    decision: Decision
    visits: Mapping[int, int]
    means: Mapping[int, float]
    leader: int | None  # the move of the whole sentence

    def named(self, name: str = "move") -> int:
        """The move that the sentence names."""
        text = self.note.values[name]
        while isinstance(text, Message):
            text = text.values["move"]
        return self.truth.game.parse_move(self.state, str(text))

    @property
    def worths(self) -> dict[int, tuple[int, int]]:
        return self.truth.moves(self.state)

    def chance(self, move: int) -> float:
        """How often the mover wins at random after a move, a draw counting half."""
        game = self.truth.game
        first, draw, second = self.truth.chances(game.play(self.state, move))
        return float((second if game.to_move(self.state) else first) + draw / 2)


def leads(said: Closing) -> bool:
    """No other move has a larger mean, and each has had so many playouts."""
    mean, told = said.means[said.named()], said.note.values
    fewest, most = min(said.visits.values()), max(said.visits.values())
    counts = (fewest, most) == (
        told.get("fewest", told.get("count")),
        told.get("most", told.get("count")),
    )
    return counts and mean > max(said.means.values()) - SAME and told["share"] == percent(mean, 1)


def leads_by_chance(half: bool) -> Callable[[Closing], bool]:
    """No other move has a larger exact chance; draws are spoken of where there are some."""

    def check(said: Closing) -> bool:
        game, told = said.truth.game, said.note.values["share"]
        chances = {move: said.chance(move) for move in said.worths}
        draws = any(said.truth.chances(game.play(said.state, move))[1] for move in chances)
        own = chances[said.named()]
        return (
            own > max(chances.values()) - SAME and abs(told - 100 * own) < 0.051 and draws == half
        )

    return check


def are_level(said: Closing) -> bool:
    """So many other moves have the same mean, or the same exact chance."""
    means = said.means or {move: said.chance(move) for move in said.worths}
    assert said.leader is not None
    own = means[said.leader]
    same = sum(abs(mean - own) < SAME for mean in means.values()) - 1
    share: float = said.note.values["share"]
    return same == said.note.values["count"] and abs(share - 100 * own) < 0.051


def no_playouts_help(said: Closing) -> bool:
    """The exact chance of the leading move is the largest of all."""
    assert said.leader is not None
    own = said.chance(said.leader)
    largest = max(map(said.chance, said.worths))
    return own > largest - SAME and abs(said.note.values["share"] - 100 * own) < 0.051


def is_wrong(value: Value, better: Value) -> Callable[[Closing], bool]:
    """The leading move is worth one thing and the other one named, among the best, another."""

    def check(said: Closing) -> bool:
        assert said.leader is not None
        own, plies = said.worths[said.leader]
        best = said.named("better")
        sooner = value != Value.LOSS or said.note.values["count"] == plies
        found = said.worths[best][0] == better == max(worth for worth, _ in said.worths.values())
        return own == value and sooner and found

    return check


def is_the_choice(said: Closing) -> bool:
    """The move of the decision, its playouts and all of them."""
    decision, told = said.decision, said.note.values
    visits = {each.move: each.effort or 0 for each in decision.estimates}
    move = said.named()
    counted = told["visits"] == visits[move] and told["done"] == decision.effort
    return move == decision.move and counted and told["done"] <= told["budget"]


PANEL_CLAIMS: Mapping[str, Callable[[Closing], bool]] = {
    "inspector.mc.leads": leads,
    "inspector.mc.leads_uneven": leads,
    "inspector.mc.exact_leads": leads_by_chance(half=False),
    "inspector.mc.exact_leads_half": leads_by_chance(half=True),
    "inspector.mc.level": are_level,
    "inspector.mc.cannot_help": no_playouts_help,
    "inspector.mc.wrong.loss.win": is_wrong(Value.LOSS, Value.WIN),
    "inspector.mc.wrong.loss.draw": is_wrong(Value.LOSS, Value.DRAW),
    "inspector.mc.wrong.draw.win": is_wrong(Value.DRAW, Value.WIN),
    "inspector.tree.plays": is_the_choice,
}


def frame_of(
    truth: Truth, state: Any, player: str, decision: Decision, recording: Recording
) -> InspectorFrame:
    """The last moment of a decision, beside values found by recursion."""
    game = truth.game

    def exact(line: Line) -> Estimate:
        position = state
        for move in line[:-1]:
            position = game.play(position, move)
        value, plies = truth.moves(position)[line[-1]]
        return Estimate(line[-1], None, Value(value), plies)

    closing = Closing(truth, state, decision.note, decision, {}, {}, None)
    return InspectorFrame(
        game=game,
        state=state,
        player=player,
        move=decision.move,
        recording=recording,
        step=len(recording.events) - 1,
        sample=recording.samples[-1] if recording.samples else None,
        effort=decision.effort,
        complete=True,
        at_end=True,
        truth=exact,
        chances={move: closing.chance(move) for move in game.moves(state)},
    )


def closings(
    truth: Truth, state: Any, player: str, decision: Decision, recording: Recording
) -> Iterator[Closing]:
    """What the panel of a decision says at its end, each sentence by itself."""
    frame = frame_of(truth, state, player, decision, recording)
    if recording.kind is RecordingKind.PLAYOUTS:
        panel = ConvergencePanel()
        whole, leader = panel.sentence(frame), panel.choice(frame)
    else:
        whole, leader = choice_text(frame), decision.move
    scores: dict[int, list[float]] = {}
    mover = truth.game.to_move(state)
    for played in events_of(recording, GamePlayed):
        end = state
        for move in played.line:
            end = truth.game.play(end, move)
        outcome = truth.game.outcome(end)
        assert outcome is not None
        scores.setdefault(played.line[0], []).append(outcome.score(mover))
    visits = {move: len(each) for move, each in scores.items()}
    means = {move: sum(each) / len(each) for move, each in scores.items()}
    for note in parts(whole) if whole is not None else ():
        yield Closing(truth, state, note, decision, visits, means, leader)


def parts(note: Message) -> Iterator[Message]:
    """The sentences that one message holds, itself included unless it only joins others."""
    if note.key != "inspector.mc.both":
        yield note
    for inner in note.values.values():
        if isinstance(inner, Message) and inner.key.startswith("inspector."):
            yield from parts(inner)
