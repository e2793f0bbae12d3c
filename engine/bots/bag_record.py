"""Recording of a learner's decision: the bag of the position, the draw, and every other bag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.messages import Message, message
from engine.naming import choice_name, counts_text, move_name
from engine.protocols import Game, Impartial, Learning, Unsolvable, bag_key
from engine.solvers.heap_theory import HeapTheory, heaps_of, is_heap_game
from engine.solvers.tabulate import no_check, walk
from engine.watch import Belief, Recorder, RecordingKind

# In a game with more positions than this, only the bag of the present position is recorded.
MAX_BAGS = 2_000

BagOf = Callable[[Any], Sequence[tuple[int, int]]]


def record_bags(
    game: Game[Any],
    state: Any,
    bag: Sequence[tuple[int, int]],
    drawn: int,
    played: int,
    bag_of: BagOf,
    learning: Learning,
    recorder: Recorder,
    check: Callable[[], None],
) -> None:
    """Record a learner's decision: the bag, the draw, then every bag of the game.

    `bag` holds (move, count) pairs; `bag_of` returns those of any position with moves. A bead
    represents all moves that a symmetry exchanges: `drawn` is the move written on the bead,
    `played` the equivalent move that is made.
    """
    recorder.kind = RecordingKind.BAGS
    whole = sum(count for _, count in bag)
    pairs = [[game.move_text(state, move), count] for move, count in bag]
    content = counts_text(game, state, bag)
    recorder.step(
        "bag", message("watch.bag", content=content, count=whole), (), bag=pairs, whole=whole
    )
    chance = next(count for move, count in bag if move == drawn)
    recorder.step(
        "draw",
        _drawn_text(game, state, drawn, played, chance, whole),
        (played,),
        move=played,
        bead=drawn,
        chance=chance,
        whole=whole,
    )
    beliefs = [Belief(move, count, count / whole) for move, count in bag]
    recorder.last_sample(whole, beliefs)
    recorder.show("bags", _all_bags(game, state, bag, bag_of, check))
    recorder.show("games", learning.games)
    recorder.show("curve", [list(point) for point in learning.curve])
    recorder.show("grown", list(learning.grown))


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

    def children(position: Any) -> list[Any]:
        return [game.canonical(game.play(position, move)) for move in game.moves(position)]

    met: dict[str, Any] = {}
    here = bag_key(game, state)
    for start in (game.initial(), state):
        try:
            for position, following in walk(game.canonical(start), children, 2 * MAX_BAGS, check):
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


def _all_bags(
    game: Game[Any],
    state: Any,
    bag: Sequence[tuple[int, int]],
    bag_of: BagOf,
    check: Callable[[], None],
) -> list[dict[str, Any]]:
    """Describe every bag of the game once, with its theoretical result where one is known.

    The present bag names its moves as they are made in `state`, which may be a symmetric form of
    the position that the bag is stored under.
    """
    here = bag_key(game, state)
    return [
        bag_entry(game, key, state, bag, True)
        if key == here
        else bag_entry(game, key, position, bag_of(position), False)
        for key, position in bag_states(game, state, check).items()
    ]


def bag_entry(
    game: Game[Any], key: str, position: Any, bag: Sequence[tuple[int, int]], present: bool
) -> dict[str, Any]:
    """Describe the bag stored under `key` as JSON data, its moves named as in `position`."""
    lost, right = proved(game, position, [move for move, _ in bag])
    return {
        "bag": key,
        "position": position_name(game, position),
        "moves": [[game.move_text(position, move), count] for move, count in bag],
        "present": present,
        "lost": lost,
        "right": [game.move_text(position, move) for move in right],
    }


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
