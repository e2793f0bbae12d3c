"""The depth-first existence search of `dfs`, with the trace of the positions it visits.

Idea: follow one line to its end, go back to the last choice, try the next move, and stop at the
first line that ends well: textbook backtracking. It asks whether a
win exists if the opponent cooperates, which is the mistake it is here to show.

Cost: memory for one line, and in the worst case every line of the game; a position without a
winning line is searched once only. It cannot tell a forced win from a gift, so a good opponent
beats it; the bot `kernel` answers the question it should have asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from engine.messages import message
from engine.protocols import TRACED_DEPTH, Game, Outcome, S, Trace, Unsolvable
from engine.solvers.heap_theory import heaps_of
from engine.solvers.tabulate import bottom_up, no_check

CHECK_EVERY = 128
TRACED_POSITIONS = 4_000
# The command line prints at most this many positions; a longer tree is unreadable.
PRINTED_POSITIONS = 600
# The breadth-first comparison tries at most this many moves, some hundredths of a second.
COMPARED = 5_000
LARGEST_TREE = 10**15


def takes_of(game: Game[S], state: S) -> list[tuple[int, int]]:
    """Return (number taken, move) pairs, the largest take first, then the lowest move."""
    total = sum(heaps_of(state))
    takes = [(total - sum(heaps_of(game.play(state, move))), move) for move in game.moves(state)]
    return sorted(takes, key=lambda pair: (-pair[0], pair[1]))


class _Branch(Generic[S]):
    """A position on the line being searched, with its untried moves."""

    def __init__(self, game: Game[S], state: S, move: int | None, text: str) -> None:
        self.state = state
        self.move = move
        self.text = text  # the move that led here, as text
        self.ahead: Iterator[tuple[int, int]] = iter(takes_of(game, state))
        self.children: list[Trace] = []


class ExistenceSearch(Generic[S]):
    """A search for one line of play, the opponent cooperating, that the player to move wins.

    After `run`: `move` is the move to play, `positions` the number of positions tried, `spent` the
    same by first move, `trace` the tree. A position without a winning line is searched once only.
    """

    def __init__(
        self,
        game: Game[S],
        state: S,
        improved: bool = False,
        check: Callable[[], None] = no_check,
    ) -> None:
        self.game = game
        self.improved = improved
        self.check = check
        self.player = game.to_move(state)
        self.positions = 0
        self.spent: dict[int, int] = {}
        self.depth = 0  # plies of the longest line tried
        # The answer when no line wins: the smallest take, of equal ones the lowest move.
        self.move = min((take, move) for take, move in takes_of(game, state))[1]
        self.trace = Trace(game.text(state), "", message("dfs.started"), True, ())
        self._line: list[_Branch[S]] = [_Branch(game, state, None, "")]
        self._hopeless: set[S] = set()

    def run(self) -> list[int]:
        """Return the moves of the first winning line; empty when there is none."""
        while self._line:
            branch, is_root = self._line[-1], len(self._line) == 1
            step = next(branch.ahead, None)
            if step is None:
                self._hopeless.add(self.game.canonical(branch.state))
                self._leave("dfs.hopeless" if is_root else "dfs.none_below", is_root)
            elif self._try(branch, step[1]):
                return self._succeed()
        return []

    def _try(self, branch: _Branch[S], move: int) -> bool:
        """Follow one move; return whether it ends the game with a win for the player."""
        game = self.game
        child = game.play(branch.state, move)
        text = game.move_text(branch.state, move)
        outcome = game.outcome(child)
        mine = game.to_move(branch.state) == self.player
        won = outcome is Outcome.win_of(self.player)
        if self.improved and mine and outcome is not None and not won:
            self._note(child, text, "dfs.skipped", False)
            return False
        self._count(move)
        if won:
            self._line.append(_Branch(game, child, move, text))
            return True
        if outcome is not None:
            self._note(child, text, "dfs.lost", False)
        elif game.canonical(child) in self._hopeless:
            self._note(child, text, "dfs.seen", False)
        else:
            self._line.append(_Branch(game, child, move, text))
        return False

    def _count(self, move: int) -> None:
        self.positions += 1
        self.depth = max(self.depth, len(self._line))
        first = self._line[1].move if len(self._line) > 1 else move
        assert first is not None
        self.spent[first] = self.spent.get(first, 0) + 1
        if self.positions % CHECK_EVERY == 0:
            self.check()

    def _note(
        self, state: S, text: str, note: str, chosen: bool, children: Sequence[Trace] = ()
    ) -> None:
        """Add a position to those after the last one of the line."""
        if len(self._line) > TRACED_DEPTH or not (chosen or self.positions <= TRACED_POSITIONS):
            return
        trace = Trace(self.game.text(state), text, message(note), chosen, tuple(children))
        if self._line:
            self._line[-1].children.append(trace)
        else:
            self.trace = trace

    def _leave(self, note: str, chosen: bool) -> None:
        branch = self._line.pop()
        self._note(branch.state, branch.text, note, chosen, branch.children)

    def _succeed(self) -> list[int]:
        moves = [branch.move for branch in self._line if branch.move is not None]
        self.move = moves[0]
        self._leave("dfs.won", True)
        while len(self._line) > 1:
            self._leave("dfs.leads_to_win", True)
        self._leave("dfs.found", True)
        return moves


@dataclass(frozen=True, slots=True)
class SearchCost:
    """The cost of a search for a line: positions tried, and the plies of the line found."""

    positions: int
    line: int | None  # None when no line wins, or none was found within the limit
    complete: bool  # false when the search stopped at the limit


def breadth_first(
    game: Game[S],
    state: S,
    improved: bool = False,
    check: Callable[[], None] = no_check,
    limit: int = COMPARED,
) -> SearchCost:
    """Search breadth-first for the line that ExistenceSearch looks for; each position once."""
    player, positions, plies = game.to_move(state), 0, 0
    level, met = [state], {game.canonical(state)}
    while level:
        plies += 1
        following: list[S] = []
        for position in level:
            check()
            for _, move in takes_of(game, position):
                child = game.play(position, move)
                outcome = game.outcome(child)
                won = outcome is Outcome.win_of(player)
                lost = outcome is not None and not won
                if improved and lost and game.to_move(position) == player:
                    continue
                positions += 1
                if won:
                    return SearchCost(positions, plies, True)
                key = game.canonical(child)
                if outcome is None and key not in met:
                    met.add(key)
                    following.append(child)
            if positions > limit:
                return SearchCost(positions, None, False)
        level = following
    return SearchCost(positions, None, True)


def tree_size(
    game: Game[S],
    state: S,
    check: Callable[[], None] = no_check,
    limit: int = COMPARED,
) -> int | None:
    """Count the nodes of the whole game tree, transpositions counted separately.

    Returns None above LARGEST_TREE nodes, or when counting would take more than `limit` moves.
    """
    left, sizes = limit, dict[S, int]()

    def children(position: S) -> list[S]:
        nonlocal left
        check()
        moves = game.moves(position)
        left -= len(moves)
        if left < 0:
            raise Unsolvable("solver.too_large", limit=limit)
        return [game.canonical(game.play(position, move)) for move in moves]

    try:
        root = game.canonical(state)
        size = bottom_up(root, children, lambda _, after: 1 + sum(after), sizes)
    except Unsolvable:
        return None
    return size if size <= LARGEST_TREE else None


def explore_lines(game: Game[Any], state: Any, improved: bool = False) -> list[str]:
    """Return the positions that `dfs` visits, as the lines of an indented tree; `*` is its way.

    The search stops at its first winning line, so the tree is narrow: from sixteen matches it is
    one line, won because the opponent cooperates. Raises Unsolvable above PRINTED_POSITIONS
    positions or TRACED_DEPTH plies.
    """
    if not game.moves(state):
        return [f"* {game.text(state)}  {message('dfs.over')}"]
    search = ExistenceSearch(game, state, improved)
    search.run()
    if search.positions > PRINTED_POSITIONS or search.depth > TRACED_DEPTH:
        raise Unsolvable("dfs.too_long", count=search.positions, depth=search.depth)
    lines, pending = [], [(search.trace, 0)]
    while pending:
        node, depth = pending.pop()
        mark = "*" if node.chosen else "-"
        step = f"{node.move_text} > " if node.move_text else ""
        lines.append(f"{'  ' * depth}{mark} {step}{node.state_text}  {node.note}")
        pending += [(child, depth + 1) for child in reversed(node.children)]
    return lines
