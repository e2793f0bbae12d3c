"""What there is to see of a learner's bags: every bag, what was drawn, what the last game added.

What the bags hold is belief; the kernel and the right moves beside it are proved. No pygame here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.protocols import START_COUNT, Impartial, Value, bag_key
from gui.inspector.inspector_frame import InspectorFrame


@dataclass(frozen=True)
class BagViewModel:
    """One bag: its moves and how many beads each has."""

    key: str  # what it is kept under
    position: str  # the text of the position in which its moves are named
    moves: tuple[tuple[str, int], ...]
    present: bool = False  # of the position decided in
    met: bool = False  # of a position of this game
    grown: bool = False  # the last game it learned from put a bead in
    lost: bool | None = None  # proved: whoever is to move loses; None: not known
    right: frozenset[str] = frozenset()  # proved: the moves that keep the value

    @property
    def elsewhere(self) -> bool:
        """Whether it is kept under another form of its position: turned, mirrored, reordered."""
        return self.key != self.position

    @property
    def whole(self) -> int:
        """All its beads."""
        return sum(count for _, count in self.moves)

    @property
    def untouched(self) -> bool:
        """Whether it has never learned anything."""
        return all(count == START_COUNT for _, count in self.moves)


@dataclass(frozen=True)
class BagsViewModel:
    """All there is to see at one moment."""

    bags: tuple[BagViewModel, ...]
    boards: bool  # positions are boards, to be drawn as such
    drawn: str | None  # the move of the bead, once it was drawn
    games: int  # learned from
    curve: tuple[tuple[int, float], ...]  # score against random play after so many games
    alone: bool = False  # what the other bags held at that moment was not kept

    @property
    def present(self) -> BagViewModel | None:
        """The bag of the position decided in."""
        return next((bag for bag in self.bags if bag.present), None)


def are_boards(game: object) -> bool:
    """Whether positions are boards with a player to move, not heaps that have a number."""
    return not isinstance(game, Impartial)


def bag_list(
    entries: Sequence[Mapping[str, Any]], grown: Collection[str], met: Collection[str] = ()
) -> tuple[BagViewModel, ...]:
    """The bags that the engine tells of, as `bag_record` describes them."""
    added, played = set(grown), set(met)
    return tuple(
        BagViewModel(
            each["bag"],
            each["position"],
            tuple((text, count) for text, count in each["moves"]),
            each["present"],
            each["bag"] in played,
            each["bag"] in added,
            each["lost"],
            frozenset(each["right"]),
        )
        for each in entries
    )


class BagLists:
    """The bags of the recording seen last, in order: there may be two thousand."""

    def __init__(self) -> None:
        self._of: tuple[Any, Any] = (None, None)
        self._bags: tuple[BagViewModel, ...] = ()

    def of(self, frame: InspectorFrame) -> tuple[BagViewModel, ...]:
        """Every bag; of boards those of this game first, the present one before them all."""
        entries = frame.recording.shown.get("bags", ())
        if self._of[0] is not entries or self._of[1] is not frame.past:
            self._of = (entries, frame.past)
            self._bags = _ordered(frame, entries)
        return self._bags


def _ordered(
    frame: InspectorFrame, entries: Sequence[Mapping[str, Any]]
) -> tuple[BagViewModel, ...]:
    game = frame.game
    met = {bag_key(game, state) for state in frame.past if game.moves(state)}
    met.add(bag_key(game, frame.state))
    bags = bag_list(entries, frame.recording.shown.get("grown", ()), met)
    if are_boards(game):
        return tuple(sorted(bags, key=lambda bag: (not bag.present, not bag.met)))
    return bags


def bags_view_model(frame: InspectorFrame, lists: BagLists) -> BagsViewModel:
    """Everything to see at the moment looked at."""
    game, shown = frame.game, frame.recording.shown
    boards, bags = are_boards(game), lists.of(frame)
    if boards and bags and bags[0].present:
        bags = (_with_truth(frame, bags[0]), *bags[1:])
    told = frame.recording.steps[: frame.step + 1]
    moves = [step.facts["bead"] for step in told if step.phase == "draw"]
    drawn = game.move_text(frame.state, moves[-1]) if moves else None
    curve = tuple((int(games), float(score)) for games, score in shown.get("curve", ()))
    alone = shown.get("alone", False)
    return BagsViewModel(bags, boards, drawn, shown.get("games", 0), curve, alone)


def _with_truth(frame: InspectorFrame, bag: BagViewModel) -> BagViewModel:
    """The present bag with what the solver says of its moves, where it says it of all."""
    game, state = frame.game, frame.state
    known = {move: frame.truth((move,)) for move in game.moves(state)}
    values = {
        move: each.value
        for move, each in known.items()
        if each is not None and each.value is not None
    }
    if len(values) < len(known) or not values:
        return bag
    best = max(values.values())
    if best is Value.LOSS:
        return replace(bag, lost=True)
    right = frozenset(game.move_text(state, move) for move, v in values.items() if v is best)
    return replace(bag, lost=False, right=right)


def columns_of(
    bag: BagViewModel, room: int, drawn: str | None = None
) -> tuple[tuple[str, int], ...]:
    """The moves that have room: all, else those with most beads, in their order."""
    if len(bag.moves) <= room:
        return bag.moves
    first = sorted(bag.moves, key=lambda pair: (pair[0] != drawn, -pair[1]))[: max(1, room)]
    return tuple(pair for pair in bag.moves if pair in first)


def bead_unit(largest: int, room: int) -> int:
    """How many beads a thin one stands for, so that the largest stack has room."""
    return max(1, -(-largest // max(1, room)))
