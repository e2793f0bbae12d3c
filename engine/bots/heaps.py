"""Bots of the heap games: one plays into the kernel, one trusts the opponent to cooperate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.bots.basic import drawn_move
from engine.bots.search_trace import ExistenceSearch, SearchCost, breadth_first, tree_size
from engine.context import Context
from engine.messages import Message, message
from engine.naming import line_name, move_name
from engine.protocols import Decision, Estimate, Game, S, Unit, Value, game_key
from engine.solvers.heap_theory import (
    HeapTheory,
    general_oracle,
    heaps_of,
    is_heap_game,
    kernel_of_heaps,
    kernel_refusal,
)
from engine.solvers.oracle import Hurried, Oracles
from engine.trace.heaps import SearchCosts, TraceResult, record_heaps, record_trace
from engine.trace.layers import record_exact, record_layers

# Longer lists of kernel members or moves are shortened in a sentence.
SHOWN = 8


def set_text(members: Sequence[int], heap: int) -> str:
    """Write the kernel up to `heap` as `{1,5,9}`; the middle of a long one is left out."""
    names = [str(member) for member in members if member <= heap]
    if len(names) > SHOWN:
        names = [*names[:3], "…", *names[-3:]]
    return "{" + ",".join(names) + "}"


class KernelBot:
    """A bot that moves into the kernel of the game's graph where it can, else at random.

    In the heap games it knows the kernel by theory. In any other game small enough for a table and
    without draws, the kernel is the set of positions that the player to move loses.
    """

    def __init__(self) -> None:
        self._refusals: dict[str, Message | None] = {}
        self._oracles = Oracles(general_oracle)

    def supports(self, game: Game[Any]) -> Message | None:
        """Return None for a heap game or a solved game without draws, else the reason."""
        if is_heap_game(game):
            return None
        key = game_key(game)
        if key not in self._refusals:
            self._refusals[key] = kernel_refusal(game)
        return self._refusals[key]

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Draw one of the moves that lead into the kernel; every estimate is exact."""
        context.check()
        theory = HeapTheory.of(game) if is_heap_game(game) else None
        if theory is None:
            try:
                exact = self._oracles.of(game).values(state, context)
            except Hurried:
                move, blank = drawn_move(game, state, context)
                return Decision(move, blank, message("bot.hurried"), by_chance=len(blank) > 1)
        else:
            exact = theory.values(game, state)
        good = [each.move for each in exact.estimates if each.value is Value.WIN]
        choices = good or [each.move for each in exact.estimates]
        move = choices[int(context.rng.integers(len(choices)))]
        if context.recorder is not None and theory is None:
            record_layers(game, state, context.recorder, context.check)
            record_exact(game, state, exact, choices, None, (), context.recorder)
        elif context.recorder is not None and theory is not None:
            record_heaps(game, state, theory, context.recorder)
        return Decision(
            move,
            exact.estimates,
            _kernel_note(game, state, move, bool(good), theory),
            effort=exact.effort,
            unit=Unit.POSITIONS,
            by_chance=len(choices) > 1,
        )


def _kernel_note(
    game: Game[S], state: S, move: int, good: bool, theory: HeapTheory | None
) -> Message:
    text = move_name(game, state, move)
    if theory is None:
        return message("bot.kernel.into" if good else "bot.kernel.out", move=text)
    heaps = heaps_of(state)
    if theory.takes is not None and good:
        shown = set_text(kernel_of_heaps(game, state), heaps[0])
        return message("bot.kernel.stay", members=shown, move=text)
    if theory.takes is not None:
        return message("bot.kernel.caught", heap=heaps[0], move=text)
    after = heaps_of(game.play(state, move))
    heap = next(i for i, (a, b) in enumerate(zip(heaps, after, strict=True)) if a != b)
    key, nim_sum = f"bot.kernel.{theory.plan(heaps)}", theory.nim_sum(heaps)
    return message(key, xor=nim_sum, move=text, heap=heap + 1, left=after[heap])


class DepthFirst:
    """A bot that plays the first branch at whose end it wins IF the opponent cooperates.

    It tries the largest take first; where no branch ends well it plays the smallest take.
    `improved` skips, for itself, taking everything when that loses at once.
    """

    def __init__(self, improved: bool = False) -> None:
        self.improved = improved

    def supports(self, game: Game[Any]) -> Message | None:
        """Return None for the heap games, else the reason."""
        return None if is_heap_game(game) else message("bot.heaps_only")

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Play the first move of the line found; `detail` is the search tree as a Trace."""
        context.check()
        search = ExistenceSearch(game, state, self.improved, context.check)
        line = search.run()
        if context.recorder is not None:
            record_trace(game, state, search.trace, context.recorder)
            wide = breadth_first(game, state, self.improved, context.check)
            whole = tree_size(game, state, context.check)
            depth_first = SearchCost(search.positions, len(line) or None, True)
            context.recorder.finish(TraceResult(whole, SearchCosts(depth_first, wide)))
        estimates = tuple(
            Estimate(move, effort=search.spent.get(move, 0)) for move in game.moves(state)
        )
        end = "none" if not line else "wins" if len(line) == 1 else "found"
        shown = {"line": line_name(game, state, line, SHOWN)} if end == "found" else {}
        move = move_name(game, state, search.move)
        note = message(f"bot.dfs.{end}", **shown, move=move, count=search.positions)
        return Decision(
            search.move,
            estimates,
            note,
            effort=search.positions,
            unit=Unit.POSITIONS,
            detail=search.trace,
        )
