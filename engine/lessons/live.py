"""Live values: the numbers in the texts of a step, read from what its screen shows.

The screen fills a `LiveData` with what it has so far; `read` returns each field of a step, None
while its value is not there yet. A value is a path into the data, such as `search.length`, or a
name of VALUES and its words: `wins 7` is the chance that move 7 wins. Nothing is worked out here
that the screen does not draw.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from engine.bots.training import TrainingReport
from engine.lessons.moments import find_moment, parse_line
from engine.lessons.record import At, Step
from engine.messages import Message, message
from engine.protocols import Decision, Estimate, Game, Rules, UniformPuzzle
from engine.recording import Event, MethodResult, Recording
from engine.report import PairingTally
from engine.trace.bags import BagsResult
from engine.trace.heaps import KernelResult, PositionTried
from engine.trace.layers import LayersResult
from engine.trace.playouts import ChancesResult, GamePlayed
from engine.trace.puzzle_search import LayerGrown
from engine.trace.tree import PlayedOut

R = TypeVar("R", bound=MethodResult)
LiveValue = int | float | str | Message


class SearchData(Protocol):
    """A search from both ends, as the lab of puzzles draws it."""

    @property
    def layers(self) -> Sequence[LayerGrown]: ...
    @property
    def length(self) -> int | None: ...
    @property
    def count(self) -> int: ...
    @property
    def one_way(self) -> Sequence[int]: ...


@dataclass(frozen=True)
class LiveData:
    """The data of a step's screen so far; None or empty: not there yet, or not on that screen.

    `state` is the position of the step, `picked` the move picked there as the last answer.
    `recording` is the complete one of Look inside, `decision` its answer. `exact` holds the exact
    values of the moves of `state`. `played` are the moves at the table, as texts. `search` is
    complete, and so are `tallies`, those of an experiment in its order.
    """

    game: Rules[Any]
    state: Any
    picked: int | None = None
    exact: Sequence[Estimate] = ()
    recording: Recording | None = None
    decision: Decision | None = None
    played: Sequence[str] = ()
    over: bool = False  # whether the game at the table is over
    search: SearchData | None = None
    tallies: Sequence[PairingTally] = ()
    training: TrainingReport | None = None
    form: Mapping[str, str] = field(default_factory=dict)  # of the experiment; set by `read`

    def result(self, kind: type[R]) -> R | None:
        """Return the final data of the method; None while there is none of this class."""
        found = None if self.recording is None else self.recording.result
        return found if isinstance(found, kind) else None


class Dash:
    """The sign for a value that is not there yet, in any number format."""

    def __format__(self, _spec: str) -> str:
        return "–"


MISSING = Dash()


def read(step: Step, data: LiveData) -> dict[str, LiveValue | None]:
    """Return the fields of the texts of a step; None for a value that is not there yet."""
    data = replace(data, form=step.place.form)
    return {name: _value(words, data) for name, words in step.live.items()}


def filled(values: Mapping[str, LiveValue | None]) -> dict[str, LiveValue | Dash]:
    """Return the fields with a dash for each value that is not there yet."""
    return {name: MISSING if value is None else value for name, value in values.items()}


def _value(words: str, data: LiveData) -> LiveValue | None:
    name, *given = words.split()
    return _fact(data, name) if "." in name else VALUES[name](data, *given)


def _fact(data: LiveData, path: str) -> LiveValue | None:
    """Return the fact at the end of a path of names and indices; None where it breaks off."""
    found: object = data
    for name in path.split("."):
        if isinstance(found, Sequence):
            found = found[int(name)] if int(name) < len(found) else None
        else:
            found = getattr(found, name, None)
    return found if isinstance(found, int | float | str) else None


def _plies(data: LiveData) -> Message | None:
    """Return in how many moves the game ends after the picked one, with best play."""
    found = (each.remoteness for each in data.exact if each.move == data.picked)
    plies = next(found, None)
    return None if plies is None else message("lesson.plies", count=plies)


def _bag(data: LiveData, position: str) -> str | None:
    """Return the beads of the bag of a position, each by the move written on it."""
    found = data.result(BagsResult)
    bags = () if found is None else found.bags
    beads = (bag.moves for bag in bags if bag.position == position)
    moves = next(beads, ())
    return " ".join(move for move, count in moves for _ in range(count)) or None


# -- Look inside -----------------------------------------------------------------------------------


def _of_move(
    read: Callable[[Estimate], float | None],
) -> Callable[[LiveData, str], LiveValue | None]:
    """Return the value that reads the answer's estimate of a move."""

    def value(data: LiveData, text: str) -> float | None:
        estimates = () if data.decision is None else data.decision.estimates
        move = data.game.parse_move(data.state, text)
        return next((read(each) for each in estimates if each.move == move), None)

    return value


def _won_playouts(estimate: Estimate) -> int:
    won, _, _ = estimate.outcomes or (0.0, 0.0, 0.0)
    return round(won * (estimate.effort or 0))


def _best_score(data: LiveData) -> float | None:
    estimates = () if data.decision is None else data.decision.estimates
    return max((each.score for each in estimates if each.score is not None), default=None)


def _move(data: LiveData) -> str | None:
    """Return the move of the decision."""
    if data.decision is None or data.decision.move is None:
        return None
    return data.game.move_text(data.state, data.decision.move)


def _events(data: LiveData, phase: str) -> list[Event]:
    events = () if data.recording is None else data.recording.events
    return [each for each in events if each.phase == phase]


def _largest(data: LiveData, phase: str, measure: str, fact: str) -> float | None:
    """Return a fact of the event of a phase with the largest measure."""
    found = max(_events(data, phase), key=lambda each: getattr(each, measure), default=None)
    value: float | None = None if found is None else getattr(found, fact)
    return value


def _games(data: LiveData, *results: str) -> int | None:
    """Return the games in the tree of random play, all or those the player to move wins."""
    found, game = data.result(ChancesResult), data.game
    if found is None or not isinstance(game, Game):
        return None
    column = 2 * game.to_move(data.state)
    return sum(node.over and (not results or node.chances[column] == 1) for node in found.tree)


def _number(data: LiveData, *moves: str) -> int | None:
    """Return the number of the first random game with these moves, among those of its move."""
    line = parse_line(data.game, data.state, " ".join(moves))
    played = (each for each in _events(data, GamePlayed.PHASE) if isinstance(each, GamePlayed))
    return next((each.games for each in played if each.line[: len(line)] == line), None)


def _lead_until(data: LiveData, text: str) -> int | None:
    """Return the playouts of a tree search until the last moment at which a move led."""
    game, recording = data.game, data.recording
    if recording is None or not isinstance(game, Game):
        return None
    moment = find_moment(At(lead=text), game, data.state, recording)
    if moment is None:
        return None
    if moment.sample is not None:
        return recording.samples[moment.sample].effort
    before = recording.events[: (moment.event or 0) + 1]
    return sum(each.games for each in before if isinstance(each, PlayedOut))


def _kernel(data: LiveData) -> str | None:
    found = data.result(KernelResult)
    return None if found is None else ", ".join(map(str, found.kernel))


def _half_table(data: LiveData) -> int | None:
    """Return half of the positions of the table, a wrong answer."""
    found = data.result(LayersResult)
    return None if found is None else found.positions.all // 2


def _line_found(data: LiveData) -> str | None:
    """Return the takes of the line that a depth-first search has found."""
    events = () if data.recording is None else data.recording.events
    chosen = (each.line for each in events if isinstance(each, PositionTried) and each.chosen)
    texts, state = [], data.state
    for move in max(chosen, key=len, default=()):
        texts.append(data.game.move_text(state, move))
        state = data.game.play(state, move)
    return ", ".join(texts) or None


# -- puzzles ---------------------------------------------------------------------------------------


def _farthest(data: LiveData) -> int | None:
    """Return the turns that the farthest position needs."""
    return len(data.game.positions_at) - 1 if isinstance(data.game, UniformPuzzle) else None


def _sequences(data: LiveData, turns: str) -> int:
    """Return the number of sequences of so many turns."""
    return math.prod([data.game.num_moves] * int(turns))


def _repeats(data: LiveData, turns: str) -> int | None:
    """Return how many sequences lead to each position so many turns away, in the mean."""
    if not isinstance(data.game, UniformPuzzle):
        return None
    return round(_sequences(data, turns) / data.game.positions_at[int(turns)])


def _half_way(data: LiveData) -> int | None:
    """Return the turns from either end to the middle of the shortest solutions."""
    length = None if data.search is None else data.search.length
    return None if length is None else (length + 1) // 2


def _visited(data: LiveData) -> int | None:
    """Return the positions found from both ends."""
    layers = () if data.search is None else data.search.layers
    return sum(layer.positions for layer in layers) or None


def _one_way(data: LiveData, part: str = "1") -> int | None:
    """Return the positions that a search from one end finds, or a part of them."""
    return None if data.search is None else sum(data.search.one_way) // int(part)


def _one_end(_data: LiveData, choices: str, turns: str) -> int:
    """Return the lines that a search from one end follows."""
    return math.prod([int(choices)] * int(turns))


def _both_ends(data: LiveData, choices: str, turns: str) -> int:
    return 2 * _one_end(data, choices, str(int(turns) // 2))


def _began(data: LiveData) -> int | None:
    """Return the games of the first pairing won by the player who began."""
    won = (each.wins_starting + each.losses - each.losses_starting for each in data.tallies)
    return next(won, None)


VALUES: Mapping[str, Callable[..., LiveValue | None]] = {
    "moves": lambda data: len(data.game.moves(data.state)),
    "plies": _plies,
    "played": lambda data: len(data.played) if data.over else None,
    "bag": _bag,
    # Look inside
    "wins": _of_move(lambda found: found.outcomes[0] if found.outcomes else None),
    "playouts": _of_move(lambda found: found.effort),
    "won_playouts": _of_move(_won_playouts),
    "score": _of_move(lambda found: found.score),
    "best_score": _best_score,
    "move": _move,
    "events": lambda data, phase: len(_events(data, phase)) or None,
    "largest": _largest,
    "games": _games,
    "number": _number,
    "lead_until": _lead_until,
    "kernel": _kernel,
    "half_table": _half_table,
    "line_found": _line_found,
    # puzzles
    "sequences": _sequences,
    "repeats": _repeats,
    "farthest": _farthest,
    "one_end": _one_end,
    "both_ends": _both_ends,
    "times_fewer": lambda data, *given: _one_end(data, *given) // _both_ends(data, *given),
    "half_way": _half_way,
    "met": lambda data: data.search.layers[-1].met if data.search else None,
    "visited": _visited,
    "one_way": _one_way,
    # experiments
    "began": _began,
    "planned": lambda data: int(data.form["games"]),
}
