"""What a match shows, as one frozen snapshot: sentences as messages, no translator, no screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.messages import Message, message
from engine.protocols import Estimate, Game, Outcome, Value
from engine.registry import HUMAN, player_detail, player_name, rule_text
from gui.boards import board_of
from gui.boards.sides import player_message, side_words
from gui.match.analysis import best_move, merge, telling
from gui.match.model import Match
from gui.match.table import Table
from gui.match.thoughts import Inside, inside_of
from gui.protocols import Shown

FIRST_PLIES = 42  # the graph has room for no more at first


@dataclass(frozen=True)
class Seat:
    """One of the two players."""

    name: Message
    detail: Message
    human: bool
    wins: int
    to_move: bool


@dataclass(frozen=True)
class Status:
    """What happens now, lines about it, the time taken, the share of the budget done."""

    text: Message
    lines: tuple[Message, ...] = ()
    elapsed: Message | None = None
    share: float | None = None


@dataclass(frozen=True)
class PlayedMove:
    """One move of the game; `loss` is how many steps of value it gave away."""

    text: str
    player: int
    loss: int = 0
    better: Message | None = None


@dataclass(frozen=True)
class HistoryPoint:
    """What is known of the position after a ply: a score of the first player, an exact value."""

    score: float | None
    value: Value | None  # for the first player
    mistake: int = 0  # steps of value the move to here gave away


@dataclass(frozen=True)
class Result:
    """How the shown position ended."""

    text: Message
    detail: Message
    winner: int | None


@dataclass(frozen=True)
class Seen:
    """Everything a match screen shows."""

    game: Game[Any]
    rule: Message
    board: Shown[Any]
    seats: tuple[Seat, Seat]
    status: Status
    thinking: bool
    moves: tuple[PlayedMove, ...]
    ply: int
    history: tuple[HistoryPoint, ...]
    plies: int  # how many the graph has room for at first
    inside: Inside | None  # None: that card is not open
    result: Result | None
    analysis: bool
    tab: str
    card: str

    @property
    def mistakes(self) -> int:
        """How many moves are known to have given value away."""
        return sum(1 for move in self.moves if move.loss)


def seen_of(match: Match) -> Seen:
    """A match as it is now."""
    table, settings = match.table, match.house.settings
    losses = match.losses()
    told = match.analysis or table.finished  # else mistakes are not given away during the game
    shown = losses if told else [0] * len(losses)
    return Seen(
        game=table.game,
        rule=rule_text(table.game),
        board=board_seen(match),
        seats=(_seat(table, 0), _seat(table, 1)),
        status=status_of(match),
        thinking=match.bots.thinking,
        moves=_moves(match, shown),
        ply=table.session.ply,
        history=_history(match, shown),
        plies=min(FIRST_PLIES, board_of(table.game.id).plies(table.game)),
        inside=inside_of(match) if settings.match_card == "thinking" else None,
        result=_result(match),
        analysis=match.analysis,
        tab=settings.match_tab,
        card=settings.match_card,
    )


# -- the board -------------------------------------------------------------------------------------


def board_seen(match: Match) -> Shown[Any]:
    """The position, and what is known of each move."""
    table, session = match.table, match.table.session
    estimates, best, planned = _estimates(match)
    marks = None
    looked, panel = match.glass.looked(), match.glass.panel
    if looked is not None and panel is not None and match.looked_ply == session.ply:
        marks = panel.marks(looked)
        estimates, best, planned = panel.estimates(looked), panel.choice(looked), None
    return Shown(
        table.state,
        session.states[-2] if session.ply else None,
        session.moves[-1] if session.ply else None,
        tuple(table.game.moves(table.state)) if table.human_turn else (),
        estimates,
        best,
        planned,
        match.hint,
        marks=marks,
    )


def _estimates(match: Match) -> tuple[tuple[Estimate, ...], int | None, int | None]:
    """What stands on the board, the best move and the planned one.

    Exact values where known, a thinking bot's own beside.
    """
    thinking: tuple[Estimate, ...] = ()
    planned = None
    decision = match.bots.latest
    if decision is not None:
        planned = decision.move
        thinking = telling(decision.estimates)
    found = match.analyst.of(match.table.state) if match.analysis else None
    if found is None or not found.estimates:
        return thinking, planned if thinking else None, planned
    merged = merge(found.estimates, thinking)
    return telling(merged), best_move(merged), planned


# -- players and what happens ----------------------------------------------------------------------


def side_name(table: Table, player: int) -> Message:
    """What a side is called: Red, Yellow, First..."""
    return Message(side_words(table.game.id)[player])


def _name(table: Table, player: int) -> Message:
    """A player's name; the person is "You" when alone."""
    if table.is_human(player):
        return Message("match.you") if table.humans == 1 else side_name(table, player)
    return player_name(table.players.of(player))


def _seat(table: Table, player: int) -> Seat:
    return Seat(
        _name(table, player),
        player_detail(table.players.of(player)),
        table.is_human(player),
        table.series.wins[player],
        table.outcome is None and table.side == player,
    )


def status_of(match: Match) -> Status:
    """What happens now."""
    table, bots = match.table, match.bots
    side = side_name(table, table.side)
    if table.outcome is not None:
        return Status(_series(table), tuple(_after_game(match)))
    if bots.fault is not None:
        return Status(message("match.bot_stuck", side=side), (bots.fault,))
    if bots.thinking:
        return _thinking(match)
    if table.is_human(table.side):
        return _your_turn(match)
    if bots.paused:
        return Status(Message("match.paused"), (Message("match.paused_detail"),))
    if table.waiting:
        return Status(message("match.waiting", side=side), (Message("match.waiting_detail"),))
    note = (match.decision.note,) if match.decision is not None else ()
    return Status(message("match.to_move", side=side), note)


def _your_turn(match: Match) -> Status:
    table = match.table
    lines = []
    if table.main_line is not None:
        lines.append(Message("match.side_line"))
    elif not table.at_end:
        lines.append(Message("match.looking_back"))
    if match.decision is not None:
        lines.append(match.decision.note)
    found = match.analyst.of(table.state) if match.analysis else None
    if found is not None and found.estimates and not telling(found.estimates):
        lines.append(Message("match.not_known_yet"))
    if table.humans == 1:
        return Status(Message("match.your_turn"), tuple(lines))
    return Status(message("match.to_move", side=side_name(table, table.side)), tuple(lines))


def _thinking(match: Match) -> Status:
    job, decision = match.bots.job, match.bots.latest
    assert job is not None
    lines, share = [], None
    if decision is not None and decision.effort:
        done, budget = decision.effort, decision.budget
        rate = round(done / max(job.elapsed, 0.001))
        if budget:
            share = done / budget
            key = f"match.progress.{decision.unit}"
            lines.append(message(key, done=done, whole=budget, rate=rate))
        else:
            lines.append(message(f"match.effort.{decision.unit}", done=done, rate=rate))
        lines.append(decision.note)
    text = message("match.thinking", side=side_name(match.table, match.table.side))
    elapsed = message("match.seconds", seconds=job.elapsed)
    return Status(text, tuple(lines), elapsed, share)


def _series(table: Table) -> Message:
    first, second = table.series.wins
    if first == second:
        return message("match.series_even", first=first, second=second)
    leader = 0 if first > second else 1
    name = _name(table, leader)
    key = "match.series_you_lead" if name.key == "match.you" else "match.series_leads"
    return message(key, name=name, high=max(first, second), low=min(first, second))


def _next_starter(table: Table) -> list[Message]:
    """Who starts the next game where the starter may alternate; two bots are told by name."""
    first, second = table.next_players.first, table.next_players.second
    if table.humans == 1:
        return [Message("match.you_start" if first == HUMAN else "match.bot_starts")]
    if first == second:
        return []  # the same bot twice: no name tells them apart
    return [message("match.next_starts", name=player_message(first))]


def _after_game(match: Match) -> list[Message]:
    table = match.table
    lines = [] if table.counts else [Message("match.uncounted")]
    if table.humans == 2:
        lines.append(message("match.next_starts", name=side_name(table, 0)))
    elif table.alternate:
        lines += _next_starter(table)
    bags = match.keeper.learned
    if bags:
        lines.append(message("match.learned", count=bags))
    count = sum(1 for loss in match.losses() if loss)
    if count:
        lines.append(message("match.mistakes", count=count))
    return lines


def _result(match: Match) -> Result | None:
    """How the shown position ended; in analysis only the last one is told."""
    table, outcome = match.table, match.table.outcome
    if outcome is None or (match.analysis and not table.at_end):
        return None
    detail = message("match.after_moves", count=table.session.ply)
    if outcome is Outcome.DRAW:
        return Result(Message("match.drawn"), detail, None)
    winner = 0 if outcome is Outcome.FIRST_WINS else 1
    text = message("match.wins", side=side_name(table, winner))
    if table.humans == 1:
        text = Message("match.you_win" if table.is_human(winner) else "match.you_lose")
    return Result(text, detail, winner)


# -- the game so far -------------------------------------------------------------------------------


def _moves(match: Match, losses: list[int]) -> tuple[PlayedMove, ...]:
    game, session = match.table.game, match.table.session
    steps = zip(session.all_states, session.move_texts(), losses, strict=False)
    return tuple(
        PlayedMove(text, game.to_move(state), loss, _better(match, state) if loss else None)
        for state, text, loss in steps
    )


def _better(match: Match, state: Any) -> Message | None:
    known = match.analyst.known.get(state)
    if known is None or known.best is None:
        return None
    return message("match.better", move=match.table.game.move_text(state, known.best))


def _history(match: Match, losses: list[int]) -> tuple[HistoryPoint, ...]:
    states = match.table.session.all_states
    return tuple(
        _point(match, state, mistake) for state, mistake in zip(states, [0, *losses], strict=True)
    )


def _point(match: Match, state: Any, mistake: int) -> HistoryPoint:
    game = match.table.game
    outcome = game.outcome(state)
    if outcome is not None:
        return HistoryPoint(outcome.score(0), Value(1 - int(outcome)), mistake)
    known = match.analyst.known.get(state)
    if known is None or not known.estimates:
        return HistoryPoint(None, None, mistake)
    value = None
    if known.exact is not None and known.exact.value is not None:
        sign = 1 if game.to_move(state) == 0 else -1
        value = Value(sign * int(known.exact.value))
    return HistoryPoint(known.score, value, mistake)
