"""View model of a learner's bags: every bag, the drawn bead, the beads of the last game.

The contents of the bags are beliefs; the kernel and the correct moves are proved. No pygame here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from engine.protocols import START_COUNT, Impartial, Value, bag_key
from engine.trace.bags import BagDrawn, BagEntry, BagsLearned, BagsResult
from gui.inspector.inspector_frame import InspectorFrame


@dataclass(frozen=True)
class BagViewModel:
    """One bag: its content, and its part in the last game learned from."""

    entry: BagEntry
    grown: bool = False  # the last game learned from added a bead

    @property
    def elsewhere(self) -> bool:
        """Whether its key is an equivalent position: turned, mirrored or reordered."""
        return self.entry.bag != self.entry.position

    @property
    def whole(self) -> int:
        """Total number of beads."""
        return sum(count for _, count in self.entry.moves)

    @property
    def untouched(self) -> bool:
        """Whether the bag has learned nothing yet."""
        return all(count == START_COUNT for _, count in self.entry.moves)


@dataclass(frozen=True)
class BagsViewModel:
    """View model of the bags at one step."""

    bags: tuple[BagViewModel, ...]
    boards: bool  # positions are boards and are drawn as boards
    drawn: str | None  # the move of the drawn bead, once it is drawn
    games: int  # number of games learned from
    curve: tuple[tuple[int, float], ...]  # score against random play after each number of games
    alone: bool = False  # the other bags of that moment are not known
    moment: int | None = None  # the games learned from until an earlier moment that is shown

    @property
    def present(self) -> BagViewModel | None:
        """The bag of the position of the decision."""
        return next((bag for bag in self.bags if bag.entry.present), None)


def are_boards(game: object) -> bool:
    """Whether positions are boards with a player to move, not heaps with a number."""
    return not isinstance(game, Impartial)


def bag_list(entries: Sequence[BagEntry], grown: Collection[str]) -> tuple[BagViewModel, ...]:
    """Return the bags with their part in the last game learned from."""
    added = set(grown)
    return tuple(BagViewModel(each, each.bag in added) for each in entries)


def _ordered(frame: InspectorFrame, result: BagsResult) -> tuple[BagViewModel, ...]:
    """Return every bag; for boards the present one first, then the others of this game."""
    game = frame.game
    met = {bag_key(game, state) for state in frame.past if game.moves(state)}
    met.add(bag_key(game, frame.state))
    bags = bag_list(result.bags, result.grown)
    if are_boards(game):
        return tuple(
            sorted(bags, key=lambda bag: (not bag.entry.present, bag.entry.bag not in met))
        )
    return bags


def bags_view_model(frame: InspectorFrame) -> BagsViewModel:
    boards, draw, result = are_boards(frame.game), frame.latest(BagDrawn), frame.result(BagsResult)
    drawn = None if draw is None else frame.move_text(draw.bead)
    if result is None:
        return BagsViewModel((), boards, drawn, 0, ())
    bags = _ordered(frame, result)
    if boards and bags and bags[0].entry.present:
        bags = (_with_truth(frame, bags[0]), *bags[1:])
    learned = frame.now
    if isinstance(learned, BagsLearned):
        bags = _earlier(bags, result, learned)
        moment = learned.games
        return BagsViewModel(bags, boards, None, result.games, result.curve, moment=moment)
    if frame.alone:
        bags = tuple(bag for bag in bags if bag.entry.present)
    return BagsViewModel(bags, boards, drawn, result.games, result.curve, frame.alone)


def _earlier(
    bags: Sequence[BagViewModel], result: BagsResult, learned: BagsLearned
) -> tuple[BagViewModel, ...]:
    beads = dict(zip((entry.bag for entry in result.bags), learned.beads, strict=False))

    def then(bag: BagViewModel) -> BagViewModel:
        names, counts = (name for name, _ in bag.entry.moves), beads.get(bag.entry.bag)
        if counts is None:
            return bag
        moves = tuple(zip(names, counts, strict=True))
        return replace(bag, entry=replace(bag.entry, moves=moves), grown=False)

    return tuple(map(then, bags))


def _with_truth(frame: InspectorFrame, bag: BagViewModel) -> BagViewModel:
    """Add the solver's values to the present bag if the solver knows every move."""
    values = {each.move: each.value for each in frame.truths if each.value is not None}
    if not values or len(values) < len(frame.game.moves(frame.state)):
        return bag
    best = max(values.values())
    if best is Value.LOSS:
        return replace(bag, entry=replace(bag.entry, lost=True))
    right = tuple(frame.move_text(move) for move, value in values.items() if value is best)
    return replace(bag, entry=replace(bag.entry, lost=False, right=right))


def bead_unit(largest: int, room: int) -> int:
    """Return how many beads one thin bead stands for, so that the largest stack fits."""
    return max(1, -(-largest // max(1, room)))
