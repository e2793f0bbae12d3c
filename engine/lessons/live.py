"""The numbers in the texts of a step, and the moments it names by content, read from its screen.

A step maps the fields of its texts to values; a function with arguments, such as `wins("7")`,
returns one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from engine.arena.results import PairingTally
from engine.intervals import wilson
from engine.lessons.record import At, Live, LiveData, LiveValue, R, Step
from engine.messages import Message, message
from engine.protocols import Estimate, Game, Rules, UniformPuzzle, line_texts
from engine.recording import Event, Line, Recording, RecordingKind
from engine.trace.bags import BagsResult
from engine.trace.choice import preferred, preferred_in_tree
from engine.trace.heaps import KernelResult, PositionTried
from engine.trace.playouts import ChancesResult, GamePlayed
from engine.trace.puzzle_search import BothEndsResult, layers_of
from engine.trace.tree import PlayedOut, RootEvent
from engine.trace.windows import Cutoff, WindowsResult

E = TypeVar("E", bound=Event)
P = TypeVar("P")


class Moment(NamedTuple):
    """The index of an event or of a sample of a recording; neither: its end."""

    event: int | None = None
    sample: int | None = None


END = Moment()


def find_moment(at: At, game: Game[Any], state: Any, recording: Recording) -> Moment | None:
    """Return the moment of a complete recording; None if nothing fits.

    `state` is the position of the decision.
    """
    if not (at.phase or at.line or at.lead):
        return END
    if at.lead:
        return _last_lead(game.parse_move(state, at.lead), at.phase, recording)
    line = parse_line(game, state, at.line)
    fitting = [
        (index, event)
        for index, event in enumerate(recording.events)
        if at.phase in ("", event.phase) and event.line[: len(line)] == line
    ]
    if at.largest:
        fitting = [each for each in fitting if hasattr(each[1], at.largest)]
        fitting.sort(key=lambda each: float(getattr(each[1], at.largest)), reverse=True)
    return Moment(event=fitting[0][0]) if fitting else None


def parse_line(game: Rules[Any], state: Any, text: str) -> Line:
    """Parse moves separated by spaces; raises MoveError for an illegal one."""
    line: list[int] = []
    for each in text.split():
        line.append(game.parse_move(state, each))
        state = game.play(state, line[-1])
    return tuple(line)


def _last_lead(move: int, phase: str, recording: Recording) -> Moment | None:
    """Return the last sample, or in a tree whose events are all there the last event of a phase
    (of any for ""), by which the bot would play a move."""
    samples, events = recording.samples, recording.events
    if recording.kind is RecordingKind.TREE and samples and not recording.left_out:
        moves = [belief.move for belief in samples[0].moves]
        for number in reversed(range(len(events))):
            event = events[number]
            if not isinstance(event, RootEvent) or phase not in ("", event.phase):
                continue
            if preferred_in_tree(moves, event.root) == move:
                return Moment(event=number)
    numbers = reversed(range(len(samples)))
    leads = (n for n in numbers if preferred(recording.kind, samples[n]) == move)
    return next((Moment(sample=number) for number in leads), None)


# -- live values -----------------------------------------------------------------------------------


class Dash:
    """The sign for a value that is not there yet, in any number format."""

    def __format__(self, _spec: str) -> str:
        return "–"


MISSING = Dash()


def read(step: Step, data: LiveData) -> dict[str, LiveValue | None]:
    """Return the fields of the texts of a step; None for a value that is not there yet."""
    return {name: value(data) for name, value in step.live.items()}


def filled(values: Mapping[str, LiveValue | None]) -> dict[str, LiveValue | Dash]:
    """Return the fields with a dash for each value that is not there yet."""
    return {name: MISSING if value is None else value for name, value in values.items()}


def _fact(part: Callable[[LiveData], P | None], fact: Callable[[P], LiveValue | None]) -> Live:
    """Return a fact of a part of the data, None while the part is not there."""

    def value(data: LiveData) -> LiveValue | None:
        target = part(data)
        return None if target is None else fact(target)

    return value


def number(value: int) -> Live:
    """Return a number that no screen changes."""
    return lambda data: value


def interval(fraction: float, games: int, end: int) -> Live:
    """Return the low (0) or high (1) end of the 95 % interval of a fraction of this many games."""
    return lambda data: wilson(fraction, games)[end]


def moves(data: LiveData) -> int:
    """Return the number of legal moves."""
    return len(data.game.moves(data.state))


def plies(data: LiveData) -> Message | None:
    """Return in how many moves the game ends after the picked one, with best play."""
    remotenesses = (each.remoteness for each in data.exact if each.move == data.picked)
    remoteness = next(remotenesses, None)
    return None if remoteness is None else message("lesson.plies", count=remoteness)


def result_of_second(data: LiveData) -> Message | None:
    """Return the result for the person who moves second, where the last move loses."""
    if not data.over:
        return None
    return message("lesson.won") if len(data.played) % 2 else message("lesson.lost")


# The moves so far of the player who began, and the number of those of a game that is over.
moves_of_first = _fact(lambda data: data.played[::2] or None, ", ".join)
plies_played = _fact(lambda data: data.played if data.over else None, len)


# -- Look inside -----------------------------------------------------------------------------------

_of_decision = partial(_fact, lambda data: data.decision)
effort = _of_decision(lambda found: found.effort)
budget = _of_decision(lambda found: found.budget)
best_score = _of_decision(
    lambda found: max((e.score for e in found.estimates if e.score is not None), default=None)
)


def move(data: LiveData) -> str | None:
    """Return the move of the decision."""
    if data.decision is None or data.decision.move is None:
        return None
    return data.game.move_text(data.state, data.decision.move)


def _of_move(fact: Callable[[Estimate], float | None]) -> Callable[[str], Live]:
    """Return the maker of a fact of the answer's estimate of a move."""

    def estimate(text: str, data: LiveData) -> Estimate | None:
        estimates = () if data.decision is None else data.decision.estimates
        move = data.game.parse_move(data.state, text)
        return next((each for each in estimates if each.move == move), None)

    return lambda text: _fact(partial(estimate, text), fact)


wins = _of_move(lambda found: found.outcomes[0] if found.outcomes else None)
playouts = _of_move(lambda found: found.effort)
won_playouts = _of_move(lambda found: found.playouts_won)
score = _of_move(lambda found: found.score)


def of_result(kind: type[R], fact: Callable[[R], LiveValue | None]) -> Live:
    """Return a fact of the final data of a method."""
    return _fact(lambda data: data.result(kind), fact)


kernel = of_result(KernelResult, lambda found: ", ".join(map(str, found.kernel)))


def bag(position: str) -> Live:
    """Return the beads of the bag of a position, each by the move written on it."""

    def beads(result: BagsResult) -> str | None:
        counts = next((each.moves for each in result.bags if each.position == position), ())
        return " ".join(text for text, count in counts for _ in range(count)) or None

    return of_result(BagsResult, beads)


def _events(data: LiveData, kind: type[E]) -> list[E]:
    events = () if data.recording is None else data.recording.events
    return [each for each in events if isinstance(each, kind)]


def _largest_cutoff(data: LiveData) -> Cutoff | None:
    return max(_events(data, Cutoff), key=lambda each: each.saved, default=None)


cutoffs = _fact(lambda data: _events(data, Cutoff) or None, len)
of_largest_cutoff = partial(_fact, _largest_cutoff)


def _ends(data: LiveData) -> list[float] | None:
    """Return the chance to win for the player to move at each end of the tree of random play."""
    chances, game = data.result(ChancesResult), data.game
    if chances is None or not isinstance(game, Game):
        return None
    column = 2 * game.to_move(data.state)
    return [node.chances[column] for node in chances.tree if node.over]


games, games_won = _fact(_ends, len), _fact(_ends, lambda ends: ends.count(1))


def game_number(line: str) -> Live:
    """Return the number of the first random game with these moves, among those of its move."""

    def value(data: LiveData) -> int | None:
        begun = parse_line(data.game, data.state, line)
        target = _events(data, GamePlayed)
        return next((each.games for each in target if each.line[: len(begun)] == begun), None)

    return value


def lead_until(text: str) -> Live:
    """Return the playouts of a tree search until the last moment at which a move led."""

    def value(data: LiveData) -> int | None:
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

    return value


def preferred_before(data: LiveData) -> str | None:
    """Return the move that every iteration of alpha-beta but the last scores best, alone."""
    result = data.result(WindowsResult)
    if result is None:
        return None
    best = set()
    for iteration in result.depths[:-1]:
        top = max(each.score for each in iteration.moves)
        best |= {each.move for each in iteration.moves if each.score == top}
    return data.game.move_text(data.state, best.pop()) if len(best) == 1 else None


def _takes_found(data: LiveData) -> list[str] | None:
    """Return the takes of the line that a depth-first search has found."""
    lines = [each.line for each in _events(data, PositionTried) if each.chosen]
    line: Line = max(lines, key=len, default=())
    return line_texts(data.game, data.state, line) or None


line_found, line_length = _fact(_takes_found, ", ".join), _fact(_takes_found, len)


# -- puzzles ---------------------------------------------------------------------------------------


def sequences(length: int) -> Live:
    """Return the number of sequences of so many turns."""
    return lambda data: int(data.game.num_moves**length)


turns = sequences(1)


def _layers(data: LiveData) -> Sequence[int] | None:
    return data.game.positions_at if isinstance(data.game, UniformPuzzle) else None


_of_layers = partial(_fact, _layers)
farthest = _of_layers(lambda layers: len(layers) - 1)


def layer(distance: int) -> Live:
    """Return the number of positions so many turns away."""
    return _of_layers(lambda layers: layers[distance])


def sequences_each(length: int) -> Live:
    """Return the sequences of so many turns, divided among the positions so many turns away.

    More than lead to each of these positions: other sequences end nearer.
    """

    def value(data: LiveData) -> int | None:
        layers = _layers(data)
        return None if layers is None else round(data.game.num_moves**length / layers[length])

    return value


_of_search = partial(of_result, BothEndsResult)
solution_length = _of_search(lambda found: found.length)
solutions = _of_search(lambda found: found.count)
half_way = _of_search(lambda found: (found.length + 1) // 2)
one_way = _of_search(lambda found: sum(found.one_way))
one_way_half = _of_search(lambda found: sum(found.one_way) // 2)
_of_growth = partial(_fact, lambda data: layers_of(data.recording) or None)
middle = _of_growth(lambda layers: layers[-1].met)
visited = _of_growth(lambda layers: sum(layer.positions for layer in layers))


# -- experiments -----------------------------------------------------------------------------------


def tally(index: int, fact: Callable[[PairingTally], LiveValue]) -> Live:
    """Return a fact of the results of a pairing."""
    return lambda data: fact(data.tallies[index]) if index < len(data.tallies) else None


began = tally(0, lambda found: found.won_beginning)


planned = _fact(lambda data: data.planned, int)  # games of each pairing, or of the training
before_training = _fact(lambda data: data.training, lambda report: report.before)
after_training = _fact(lambda data: data.training, lambda report: report.after)
