"""What the learner takes down: the bag of the position, the draw, and every other bag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.messages import message
from engine.protocols import Game, Unsolvable, bag_key
from engine.solvers.tabulate import walk
from engine.watch import Belief, Kind, Recorder

# With more positions than this, only the bags of the present position's are shown.
MAX_BAGS = 2_000

BagOf = Callable[[Any], Sequence[tuple[int, int]]]


def record_bags(
    game: Game[Any],
    state: Any,
    bag: Sequence[tuple[int, int]],
    drawn: int,
    bag_of: BagOf,
    recorder: Recorder,
    check: Callable[[], None],
) -> None:
    """`bag` holds (move, count) pairs; `bag_of` gives those of any position with moves."""
    recorder.kind = Kind.BAGS
    whole = sum(count for _, count in bag)
    pairs = [[game.move_text(state, move), count] for move, count in bag]
    content = ", ".join(f"{name} × {count}" for name, count in pairs)
    recorder.step(
        "bag", message("watch.bag", content=content, count=whole), (), bag=pairs, whole=whole
    )
    chance = next(count for move, count in bag if move == drawn)
    recorder.step(
        "draw",
        message("watch.draw", move=game.move_text(state, drawn), chance=chance, count=whole),
        (drawn,),
        move=drawn,
        chance=chance,
        whole=whole,
    )
    beliefs = [Belief(move, count, count / whole) for move, count in bag]
    recorder.last_sample(whole, beliefs)
    recorder.show("bags", _all_bags(game, state, bag_of, check))


def _all_bags(
    game: Game[Any], state: Any, bag_of: BagOf, check: Callable[[], None]
) -> list[dict[str, Any]]:
    """Every bag of the game once, from its start and from the position on."""

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
        met = {here: state}
    return [
        {
            "position": key,
            "moves": [[game.move_text(position, move), count] for move, count in bag_of(position)],
            "present": key == here,
        }
        for key, position in met.items()
    ]
