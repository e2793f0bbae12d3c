"""What is to be seen inside a decision: a search, a learner's bags, or the bot's own words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.intervals import wilson
from engine.messages import JouonsError, Message, message
from engine.protocols import Decision, Game, Trace, Unit, Variation, bag_key
from gui.boards import board_of
from gui.match.model import Match

Line = tuple[Message | str, bool]


@dataclass(frozen=True)
class BagRow:
    """One bag of a learner: its position, its moves, whether the last game added to it."""

    name: str
    counts: tuple[tuple[str, int], ...]
    grown: bool
    present: bool  # it is that of the position on the table


@dataclass(frozen=True)
class Bags:
    """The bags of a learner at the table."""

    rows: tuple[BagRow, ...]


@dataclass(frozen=True)
class Words:
    """What a bot says of its decision: sentences, and moves as text (true)."""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class GamesOwn:
    """The card that the game's board brings."""


Inside = Trace | Bags | Words | GamesOwn


def inside_of(match: Match) -> Inside:
    """What the decision carries, a learner's bags, or what belongs to the game."""
    decision = match.decision
    if decision is not None and isinstance(decision.detail, Trace):
        return decision.detail
    try:
        bags = bag_rows(match)
    except JouonsError as error:
        return Words(((error.message, False),))
    if bags is not None:
        return Bags(bags)
    if board_of(match.table.game.id).panel is not None:
        return GamesOwn()
    return Words(tuple(thinking_lines(match, decision)))


def bag_rows(match: Match) -> tuple[BagRow, ...] | None:
    """A learner's bags: those its board names, else those met in this game; None without one.

    Raises JouonsError when they cannot be read.
    """
    learner, table, game = match.learner(), match.table, match.table.game
    if learner is None:
        return None
    grown = {change.place for change in match.keeper.changes}
    bags = board_of(game.id).bags
    met = [state for state in table.session.all_states if game.outcome(state) is None]
    rows = []
    for state in met if bags is None else bags(game, table.state):
        counts = learner.bag(game, state).counts
        pairs = tuple((game.move_text(state, move), count) for move, count in counts)
        name, key = game.text(state).rsplit(" ", 1)[0], bag_key(game, state)
        rows.append(BagRow(name, pairs, key in grown, key == bag_key(game, table.state)))
    return tuple(rows)


def thinking_lines(match: Match, decision: Decision | None) -> list[Line]:
    """The bot's sentence, its line, what it spent."""
    lines = _solver_scores(match)
    if decision is None:
        return [*lines, (Message("match.no_thoughts"), False)]
    state = _decided_in(match)
    lines.append((decision.note, False))
    if isinstance(decision.detail, Variation) and decision.detail.moves:
        lines.append((Message("match.line"), False))
        lines.append((_line_text(match.table.game, state, decision.detail.moves), True))
    if decision.effort:
        lines.append((message(f"match.spent.{decision.unit}", done=decision.effort), False))
    return lines + _intervals(match.table.game, state, decision)


def _decided_in(match: Match) -> Any:
    """The position in which the present decision is, or was, made."""
    states = match.table.session.states
    return states[-1] if match.bots.job is not None or len(states) < 2 else states[-2]


def _solver_scores(match: Match) -> list[Line]:
    """The exact values as solvers of this game write them; empty where none are known or wanted."""
    table = match.table
    known = match.analyst.of(table.state) if match.analysis else None
    scores = board_of(table.game.id).scores
    if scores is None or known is None or known.exact is None:
        return []
    text = scores(table.game, table.state, known.estimates)
    return [(Message("match.scores"), False), (text, True)] if text else []


def _line_text(game: Game[Any], state: Any, moves: tuple[int, ...]) -> str:
    """A line of moves as text."""
    texts = []
    for move in moves:
        texts.append(game.move_text(state, move))
        state = game.play(state, move)
    return " ".join(texts)


def _intervals(game: Game[Any], state: Any, decision: Decision) -> list[Line]:
    """For a bot that counts playouts, each move's score with its 95 % interval."""
    if decision.unit is not Unit.PLAYOUTS:
        return []
    lines: list[Line] = []
    for estimate in decision.estimates:
        if estimate.score is None or not estimate.effort:
            continue
        low, high = wilson(estimate.score, estimate.effort)
        text = message(
            "match.interval",
            move=game.move_text(state, estimate.move),
            share=100 * estimate.score,
            low=100 * low,
            high=100 * high,
            count=estimate.effort,
        )
        lines.append((text, True))
    return [(Message("match.intervals"), False), *lines] if lines else []
