"""Events of a learner: the bag of the position, the draw, and every other bag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.messages import Message, message
from engine.naming import choice_name, counts_text, move_name
from engine.protocols import START_COUNT, Game, Impartial, Learning, Unsolvable, bag_key
from engine.recording import Belief, Event, MethodResult, Move, Recorder, RecordingKind
from engine.solvers.heap_theory import HeapTheory, heaps_of, is_heap_game
from engine.solvers.tabulate import no_check, walk

# In a game with more positions than this, only the bag of the present position is recorded.
MAX_BAGS = 2_000

BagOf = Callable[[Any], Sequence[tuple[int, int]]]
NamedCounts = tuple[tuple[str, int], ...]  # moves as texts, and their counts


@dataclass(frozen=True, slots=True)
class BagsLearned(Event, phase="learned"):
    """The beads of every bag after a number of games, in the order of BagsResult.bags."""

    games: int
    beads: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class BagOpened(Event, phase="bag"):
    """The bag of the position, its moves as texts, and its count of beads."""

    bag: NamedCounts
    whole: int


@dataclass(frozen=True, slots=True)
class BagDrawn(Event, phase="draw"):
    """The bead drawn from the bag, one of `chance` equal ones among `whole`.

    A bead represents all moves that a symmetry exchanges: `bead` is the move written on it, `move`
    the equivalent move that is made.
    """

    move: Move
    bead: Move
    chance: int
    whole: int


@dataclass(frozen=True, slots=True)
class BagEntry:
    """A bag under its key in the learner's memory, its moves named as in `position`.

    `lost` says that theory proves a loss there, and `right` which moves win; None and empty if
    unknown.
    """

    bag: str
    position: str
    moves: NamedCounts
    present: bool  # it belongs to the position of the decision
    lost: bool | None
    right: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BagsResult(MethodResult):
    """Every bag of the game, and the learning curve: the score after numbers of games."""

    bags: tuple[BagEntry, ...]
    games: int
    curve: tuple[tuple[int, float], ...]
    grown: tuple[str, ...]  # the bags that the last game changed


def record_bags(
    game: Game[Any],
    state: Any,
    bag: Sequence[tuple[int, int]],
    drawn: int,
    played: int,
    bag_of: BagOf,
    earlier: Sequence[tuple[int, BagOf]],
    learning: Learning,
    recorder: Recorder,
    check: Callable[[], None],
) -> None:
    """Record a learner's decision: earlier bags, the bag, the draw, then every bag of the game.

    `bag` holds (move, count) pairs; `bag_of` returns those of any position with moves. A bead
    represents all moves that a symmetry exchanges: `drawn` is the move written on the bead,
    `played` the equivalent move that is made.
    """
    recorder.kind = RecordingKind.BAGS
    places = bag_states(game, state, check)
    here = bag_key(game, state)
    states = [state if key == here else position for key, position in places.items()]
    for games, then in earlier:
        _record_earlier(games, then, states, recorder)
    whole = sum(count for _, count in bag)
    pairs = tuple((game.move_text(state, move), count) for move, count in bag)
    text = message("watch.bag", content=counts_text(game, state, bag), count=whole)
    recorder.add(BagOpened(text, (), pairs, whole))
    chance = next(count for move, count in bag if move == drawn)
    text = _drawn_text(game, state, drawn, played, chance, whole)
    recorder.add(BagDrawn(text, (played,), played, drawn, chance, whole))
    recorder.last_sample(whole, (Belief(move, count, count / whole) for move, count in bag))
    # The present bag names its moves as they are made in `state`, which may be a symmetric form of
    # the position that the bag is stored under.
    bags = tuple(
        bag_entry(game, key, position, bag if key == here else bag_of(position), key == here)
        for key, position in zip(places, states, strict=True)
    )
    recorder.finish(BagsResult(bags, learning.games, learning.curve, learning.grown))


def _record_earlier(games: int, then: BagOf, states: Sequence[Any], recorder: Recorder) -> None:
    beads = tuple(tuple(count for _, count in then(position)) for position in states)
    grown = sum(any(count != START_COUNT for count in counts) for counts in beads)
    text = message("watch.learned", count=games, grown=grown, whole=len(states))
    recorder.add(BagsLearned(text, (), games, beads))


def _drawn_text(
    game: Game[Any], state: Any, drawn: int, played: int, chance: int, whole: int
) -> Message:
    bead = move_name(game, state, drawn)
    image = game.symmetry_of_move(state, drawn)
    alike = [each for each in game.moves(state) if game.symmetry_of_move(state, each) == image]
    if len(alike) == 1:
        return message("watch.draw", move=bead, chance=chance, count=whole)
    texts = choice_name(game, state, alike)
    move = move_name(game, state, played)
    return message(
        "watch.draw.alike", bead=bead, alike=texts, move=move, chance=chance, count=whole
    )


def bag_states(game: Game[Any], state: Any, check: Callable[[], None] = no_check) -> dict[str, Any]:
    """Return one position per bag reachable from the start or from `state`, in reading order.

    The dict maps bag keys to positions. It holds only the bag of `state` when the game has more
    than MAX_BAGS.
    """
    met: dict[str, Any] = {}
    here = bag_key(game, state)
    for start in (game.initial(), state):
        try:
            for position, following in walk(game, start, 2 * MAX_BAGS, check):
                if following:
                    met.setdefault(bag_key(game, position), position)
        except Unsolvable:
            break
        if len(met) > MAX_BAGS or here in met:
            break
    if not met or len(met) > MAX_BAGS:
        return {here: state}

    def order(item: tuple[str, Any]) -> tuple[int, tuple[int, ...], str]:
        """Sort the largest heaps first; on boards the positions with most moves."""
        key, position = item
        if is_heap_game(game):
            heaps = sorted(heaps_of(position), reverse=True)
            return -sum(heaps), tuple(-heap for heap in heaps), key
        return -len(game.moves(position)), (), key

    return dict(sorted(met.items(), key=order))


def bag_entry(
    game: Game[Any], key: str, position: Any, bag: Sequence[tuple[int, int]], present: bool
) -> BagEntry:
    """Describe the bag stored under `key`, its moves named as in `position`."""
    lost, right = proved(game, position, [move for move, _ in bag])
    return BagEntry(
        key,
        position_name(game, position),
        tuple((game.move_text(position, move), count) for move, count in bag),
        present,
        lost,
        tuple(game.move_text(position, move) for move in right),
    )


def position_name(game: Game[Any], position: Any) -> str:
    """Return the text of a position, without the player to move in an impartial game."""
    return game.board_text(position) if isinstance(game, Impartial) else game.text(position)


def proved(
    game: Game[Any], position: Any, moves: Sequence[int]
) -> tuple[bool | None, Sequence[int]]:
    """Return whether the player to move loses, and the winning moves; None and () if unknown."""
    if not is_heap_game(game):
        return None, ()
    theory = HeapTheory.of(game)
    right = [move for move in moves if theory.losing(heaps_of(game.play(position, move)))]
    return theory.losing(heaps_of(position)), right
