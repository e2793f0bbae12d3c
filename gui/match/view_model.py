"""The view model of a match: a frozen snapshot with texts as messages, no translator, no screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.messages import Message, is_written, message
from engine.naming import named_move, played_move
from engine.protocols import HUMAN, Decision, Estimate, Game, Impartial, Outcome, Value
from engine.puzzles.refutation import Cause, Missed, threats, wins_at_once
from engine.registry import parse_player
from engine.solvers.connect4_why import Explanation
from gui.boards import board_of
from gui.boards.plan_marks import board_line, board_plan
from gui.boards.words import PlayedMove, told_side
from gui.match.analysis import best_move, merge, telling
from gui.match.model import Match
from gui.match.sentences import (
    last_player,
    last_subject,
    level_remark,
    named_subject,
    seat_name,
    side_name,
    subject,
)
from gui.match.table import GameTable
from gui.own.fault import FaultViewModel
from gui.people import CHOICES
from gui.protocols import BoardState, BoardThreats

FAR = 44  # plies before its end at which a won game hardly shows
FIRST_PLIES = 42  # initial length of the graph, at most


@dataclass(frozen=True)
class Seat:
    """The view model of one player."""

    name: Message
    detail: Message
    human: bool
    wins: int
    to_move: bool
    typed: str = ""  # the name as the person typed it
    level: str = ""  # the level of a computer that can switch to another one


@dataclass(frozen=True)
class Status:
    """The current activity, and lines about it."""

    text: Message
    lines: tuple[Message, ...] = ()


@dataclass(frozen=True)
class Bubble:
    """The text below the players: the last move, or the thinking computer."""

    text: Message
    side: int | None  # the side it belongs to, if any
    busy: bool = False
    fraction: float | None = None
    pace: Message | None = None  # how long it has thought, and how fast
    go_on: bool = False  # it waits for a person to continue, or can be hurried


@dataclass(frozen=True)
class HistoryPoint:
    """The analysis of the position after a ply."""

    value: Value | None  # for the first player
    mistake: int = 0  # steps of value that the last move gave away
    height: float | None = None  # -1 .. 1: which side is better, larger near the end
    own: int = 0  # number of the last move among the person's mistakes


@dataclass(frozen=True)
class Result:
    """The outcome of the position shown."""

    text: Message
    detail: Message
    winner: int | None
    since: Message | None = None  # the move that lost the game, if exactly known


@dataclass(frozen=True)
class MatchViewModel:
    """The view model of the match screen."""

    game: Game[Any]
    board: BoardState[Any]
    seats: tuple[Seat, Seat]
    status: Status
    bubble: Bubble | None
    moves: tuple[PlayedMove, ...]
    ply: int
    history: tuple[HistoryPoint, ...]
    plies: int  # initial length of the graph
    result: Result | None
    finished: bool  # the end was played, whichever position is shown
    counting: bool  # it is over, a person lost or made mistakes, and not yet all are known
    looked_back: bool  # it is over, and no move is taken back
    question: Message | None  # whether to take the last move back
    ask: Message  # a short form of the question
    analysis: bool
    explains: bool  # the plan of the position stands in place of its values
    why: Explanation | None
    why_value: Message | None  # how the position ends with best play, if that is known
    why_lost: Message | None  # which move lost, where the board shows the position before it
    fault: FaultViewModel | None  # of an own bot that the game waits for
    news: tuple[Message, ...]  # for announcements: the last move, and the current activity

    @property
    def humans(self) -> int:
        """The number of people at the table."""
        return sum(seat.human for seat in self.seats)

    @property
    def result_lines(self) -> tuple[Message, ...]:
        """The score of the series and the next starter; empty while the game goes on."""
        return (self.status.text, *self.status.lines) if self.result is not None else ()

    @property
    def mistakes(self) -> tuple[int, int]:
        """The number of known mistakes of each side."""
        wrong = [move.player for move in self.moves if move.loss]
        return wrong.count(0), wrong.count(1)

    @property
    def own_mistakes(self) -> int:
        """The number of mistakes by people that are worth trying again."""
        wrong = [move for move in self.moves if move.loss and move.taught]
        return sum(self.seats[move.player].human for move in wrong)


def make_view_model(match: Match) -> MatchViewModel:
    table, losses = match.table, match.losses()
    played = len(losses)
    # Mistakes are not given away during the game, and afterwards all of them appear at once.
    judged = table.finished and match.judged
    shown = losses if match.analysis or judged else [0] * len(losses)
    status, result = status_of(match), _result(match)
    return MatchViewModel(
        game=table.game,
        board=board_state(match),
        seats=(_seat(match, 0), _seat(match, 1)),
        status=status,
        bubble=bubble_of(match, status),
        moves=_moves(match, shown),
        ply=table.session.ply + (match.against is not None),
        history=_history(match, shown),
        plies=min(FIRST_PLIES, board_of(table.game.id).plies(table.game)),
        result=result,
        finished=table.finished,
        counting=table.finished
        and not judged
        and (match.loser is not None or any(_is_own(match, ply) for ply in range(1, played + 1))),
        looked_back=table.finished and (table.at_end or table.browsing),
        question=match.question,
        ask=_question_title(match),
        analysis=match.analysis,
        explains=match.explains,
        why=_answer(match),
        why_value=_why_value(match),
        why_lost=_why_lost(match),
        fault=match.bots.own_fault,
        news=_news(match, status, result),
    )


# -- the board -------------------------------------------------------------------------------------


def board_state(match: Match) -> BoardState[Any]:
    """Return the position with the estimates and marks of its moves."""
    table, session = match.table, match.table.session
    estimates, best, planned = _estimates(match)
    favourite, marks, questioned = False, None, match.question is not None
    threatened = _threats(match) if questioned else _hinted_threats(match)
    frame, panel = match.inspector.frame(), match.inspector.panel
    at_decision = match.inspected.ply == session.ply
    asked_here = at_decision and match.inspected.asking_shown
    here = at_decision and not asked_here
    if frame is not None and panel is not None and here:
        marks = panel.marks(frame)
        estimates, best, planned = panel.estimates(frame), panel.choice(frame), None
        favourite = True
    answer = _answer(match)
    if questioned:
        estimates, best = (), None
        planned = None if threatened is None else threatened.after
    wrong: tuple[int, ...] = ()
    better = match.hint
    if match.against is not None and answer is not None:
        wrong = (session.all_moves[session.ply],)
        better = None if answer.remedy is None else answer.remedy.move
    return BoardState(
        table.state,
        session.states[-2] if session.ply else None,
        session.moves[-1] if session.ply else None,
        tuple(table.game.moves(table.state)) if table.human_turn and not questioned else (),
        estimates,
        best,
        planned,
        better,
        wrong,
        marks=board_line(answer) if marks is None and not questioned else marks,
        threats=threatened,
        votes=match.asking.votes if asked_here else {},
        closed="board.question" if questioned else "",
        plan=None if questioned else board_plan(table.game, answer, match.plan_step),
        favourite=favourite,
    )


def _answer(match: Match) -> Explanation | None:
    return match.explainer.of(match.plan_question()) if match.explains else None


def _why_value(match: Match) -> Message | None:
    """Return how the explained position ends with best play; None until that is known."""
    game, state = match.table.game, match.plan_question().state
    exact = match.analyzer.exact_of(state) if match.explains else None
    if exact is None:
        return None
    if exact.value is Value.DRAW:
        return Message("plan.drawn")
    mover = game.to_move(state)
    side = told_side(game, mover if exact.value is Value.WIN else 1 - mover)
    return message("plan.wins", side=side, count=exact.remoteness)


def _why_lost(match: Match) -> Message | None:
    """Return the title of the plan against a mistake, with the number of that move."""
    game, states = match.table.game, match.table.session.states
    if match.against is None:
        return None
    turn = sum(game.to_move(state) == game.to_move(states[-1]) for state in states)
    return message("match.why_move", n=turn)


def _threats(match: Match) -> BoardThreats | None:
    """Return what the move that is questioned missed or allows.

    The wins it missed; the opponent's wins at once, or its reply with two threats.
    """
    game, state, refuted = match.table.game, match.table.state, match.refuted
    if isinstance(game, Impartial):
        return None
    player, session = game.to_move(state), match.table.session
    review = match.analyzer.review(session.states[-2], session.moves[-1])
    if review.missed is Missed.WIN:
        left = tuple(move for move in review.good if move in game.moves(state))
        return BoardThreats(review.player, left, own=True)
    wins = wins_at_once(game, state)
    if wins:
        return BoardThreats(player, wins)
    if refuted is None or refuted.cause is not Cause.TWO_THREATS or refuted.reply is None:
        return None
    return BoardThreats(player, threats(game, game.play(state, refuted.reply)), refuted.reply)


def _hinted_threats(match: Match) -> BoardThreats | None:
    """Return the opponent's threats, drawn with the hint that speaks of them."""
    game, state = match.table.game, match.table.state
    cells = () if match.hint is None else threats(game, state)
    return BoardThreats(1 - game.to_move(state), cells) if cells else None


def _estimates(match: Match) -> tuple[tuple[Estimate, ...], int | None, int | None]:
    """Return the estimates on the board, the best move and the planned one.

    Exact values are combined with the scores of a thinking bot.
    """
    thinking: tuple[Estimate, ...] = ()
    planned = None
    decision = match.bots.latest
    if decision is not None and (
        match.analysis or not is_level(match.table.players.of(match.table.side))
    ):
        planned = decision.move
        thinking = telling(decision.estimates)
    analysis = match.analyzer.of(match.table.state) if match.analysis else None
    if analysis is None or not analysis.estimates:
        return thinking, planned if thinking else None, planned
    merged = merge(analysis.estimates, thinking)
    return telling(merged), best_move(merged), planned


# -- players and activity --------------------------------------------------------------------------


def is_level(text: str) -> bool:
    """Whether a player is a computer at one of the levels, whose thinking is not shown."""
    return text != HUMAN and parse_player(text).kind in CHOICES


def _seat(match: Match, player: int) -> Seat:
    table = match.table
    acting = table.side if match.question is None else match.questioned
    text = table.players.of(player)
    spec = parse_player(text)
    offered = table.humans == 1 and spec.kind in CHOICES
    return Seat(
        seat_name(table, player),
        side_name(table, player),
        table.is_human(player),
        table.series.wins[player],
        table.outcome is None and acting == player,
        table.players.names[player],
        spec.kind if offered else "",
    )


def status_of(match: Match) -> Status:
    """Return the current activity."""
    table, bots = match.table, match.bots
    who = subject(table, table.side)
    if table.outcome is not None:
        if table.recorded:
            return Status(Message("match.recorded"))
        uncounted = [] if table.counts else [Message("match.uncounted")]
        return Status(_series(table), (*uncounted, *_next_starter(table)))
    if match.question is not None:
        return Status(_question_title(match), (match.question,))
    if bots.fault is not None:
        return Status(message("match.bot_stuck", side=who), (bots.fault,))
    if table.is_human(table.side):
        return _your_turn(match)
    if table.paused:
        return Status(Message("match.paused"), (Message("match.paused_detail"),))
    if table.waiting:
        return Status(message("match.waiting", side=who), (Message("match.waiting_detail"),))
    return Status(message("match.thinking", side=who))  # or as soon as an animation ends


def _question_title(match: Match) -> Message:
    """Return the question about the last move; with two people it names the one to answer."""
    table = match.table
    if table.humans < 2:
        return Message("teach.title")
    return message("teach.title.people", name=seat_name(table, match.questioned))


def _your_turn(match: Match) -> Status:
    table = match.table
    lines = []
    if table.main_line is not None:
        lines.append(Message("match.side_line"))
    elif not table.at_end:
        lines.append(Message("match.looking_back" if table.browsing else "match.taken_back"))
    if match.hint_wanted:  # some boards need most of a minute, longer than a notice stays
        lines.append(Message("match.hint_coming"))
    analysis = match.analyzer.of(table.state) if match.analysis else None
    if analysis is not None and analysis.estimates and not telling(analysis.estimates):
        lines.append(Message("match.not_known_yet"))
    if table.humans == 1 and not table.players.names[table.side]:
        return Status(Message("match.your_turn"), tuple(lines))
    name = seat_name(table, table.side)
    return Status(message("match.your_turn_named", name=name), tuple(lines))


def _pace(seconds: int, decision: Decision | None) -> Message | None:
    """Return the whole seconds of thought with what is done in one; None in the first.

    The rate has two digits, so that it can be read while it changes.
    """
    if not seconds:
        return None
    rate = decision.effort // seconds if decision is not None else 0
    if decision is None or rate < 2:
        return message("match.seconds", seconds=seconds)
    unit = 10 ** max(0, len(str(rate)) - 2)
    return message(f"match.pace.{decision.unit}", seconds=seconds, rate=rate // unit * unit)


def bubble_of(match: Match, status: Status) -> Bubble | None:
    """Return the text below the players, or None once the game is over.

    During the game there is always one, so that the layout below it never moves.
    """
    table, side = match.table, match.table.side
    if table.outcome is not None:
        return None
    if status.text.key == "match.thinking":
        return _thinking(match, status)
    stuck = match.bots.fault is not None
    if match.bots.own_fault is not None:
        return Bubble(Message("own.waits"), side)
    if stuck or table.paused or (table.waiting and not table.human_turn):
        more = stuck or table.paused  # the headline already says so
        text = status.lines[0] if more and status.lines else status.text
        return Bubble(text, side, go_on=table.waiting or match.bots.thinking)
    if status.lines and match.question is None:
        return Bubble(status.lines[0], None)
    if table.session.ply:
        return _last_move(table)
    key = f"how.{table.game.id}"
    return Bubble(Message(key), None) if table.human_turn and is_written(key) else None


def _thinking(match: Match, status: Status) -> Bubble:
    side, job, decision, fraction = match.table.side, match.bots.job, match.bots.latest, None
    if decision is not None and decision.effort and decision.budget:
        fraction = decision.effort / decision.budget
    counted = None if is_level(match.table.players.of(side)) else decision
    pace = None if job is None else _pace(int(job.elapsed), counted)
    return Bubble(status.text, side, True, fraction, pace, go_on=True)


def _last_move(table: GameTable) -> Bubble:
    """Return the last move, with the reason of a bot chosen by name; there is one."""
    player = table.game.to_move(table.session.states[-2])
    if table.came_with_last or table.is_human(player):
        return Bubble(_move_text(table), None)
    if table.thought is not None and not is_level(last_player(table)):
        return Bubble(message("match.bot_says", note=table.thought.decision.note), player)
    return Bubble(_move_text(table), player)


def _move_text(table: GameTable) -> Message:
    """Return the last move, a level's with what one can see of its reason."""
    state, move = table.session.states[-2], table.session.moves[-1]
    named = named_move(table.game, state, move)
    if table.came_with_last:
        return message("match.last_move", move=named)
    if table.humans == 1 and table.is_human(table.game.to_move(state)):
        return message("news.your_move", move=named)
    if is_level(last_player(table)):
        return level_remark(table)
    return played_move(table.game, state, move, last_subject(table))


def _news(match: Match, status: Status, result: Result | None) -> tuple[Message, ...]:
    """Return the announcements: the last move, then the result, or the thinking bot or the turn."""
    news = (_move_text(match.table),) if match.table.session.ply else ()
    if result is not None:
        return (*news, message("news.end", text=result.text), result.detail)
    return (*news, status.text, *status.lines)


def _series(table: GameTable) -> Message:
    first, second = table.series.wins
    if first == second:
        return message("series.even", first=first, second=second)
    leader = 0 if first > second else 1
    name = named_subject(table, leader)
    key = "series.you_lead" if name.key == "match.you" else "series.leads"
    return message(key, name=name, high=max(first, second), low=min(first, second))


def _next_starter(table: GameTable) -> list[Message]:
    """Return a line about the starter of the next game, if the starter may alternate."""
    players = table.next_players
    if not table.alternate:
        return []
    if table.humans == 1:
        yours = "series.you_start" if players.first == HUMAN else "series.computer_starts"
        return [Message(yours)]
    if players.first == players.second and not players.names[0]:
        return []  # no name distinguishes them
    first = 0 if players == table.players else 1
    return [message("series.starts", name=named_subject(table, first))]


def _result(match: Match) -> Result | None:
    """Return the outcome of the position shown; in analysis only at the newest position."""
    table, outcome = match.table, match.table.outcome
    if outcome is None or (match.analysis and not table.at_end):
        return None
    detail = _ended(table, outcome)
    if outcome is Outcome.DRAW:
        return Result(Message("match.drawn"), detail, None)
    winner = 0 if outcome is Outcome.FIRST_WINS else 1
    since = _lost_since(match, 1 - winner) if table.is_human(1 - winner) else None
    if table.humans == 1:
        yours = table.is_human(winner)
        text = Message("match.you_win" if yours else "computer.wins")
        return Result(text, detail, winner, since)
    named = table.humans == 2 and table.players.names[winner]
    side = seat_name(table, winner) if named else told_side(table.game, winner)
    return Result(message("match.wins", side=side), detail, winner, since)


def _lost_since(match: Match, side: int) -> Message | None:
    """Return a line naming the move that lost the game for a side, or None if unproven.

    It is the first in the list of mistakes.
    """
    session, game, ply = match.table.session, match.table.game, match.decisive
    ending = "" if match.table.humans == 1 else "_side"
    whose = {"side": told_side(game, side)} if ending else {}
    if ply is None:
        from_start = match.lost_since(side) == 0
        return message(f"match.lost_from_start{ending}", **whose) if from_start else None
    turn = sum(game.to_move(state) == side for state in session.all_states[:ply])
    missed = match.review_at(ply).missed
    key = "match.lost_since" if missed is None else f"match.missed_{missed}"
    return message(f"{key}{ending}", n=turn, **whose)


def _ended(table: GameTable, outcome: Outcome) -> Message:
    """Return how and after how many moves the game ended; a full board may count as a win."""
    plain = table.game.options.get("draw", "draw") == "draw"
    key = f"ended.{table.game.id}" + (".draw" if outcome is Outcome.DRAW else "")
    has_text = plain and is_written(key)
    return message(key if has_text else "match.after_moves", count=table.session.ply)


# -- the game so far -------------------------------------------------------------------------------


def _is_own(match: Match, ply: int) -> bool:
    """Whether the move before a ply is a mistake of a person worth showing."""
    review = match.review_at(ply)
    return bool(review.marks and match.table.is_human(review.player)) and match.is_taught(ply)


def _moves(match: Match, losses: list[int]) -> tuple[PlayedMove, ...]:
    game, session = match.table.game, match.table.session
    steps = zip(session.all_states, session.all_moves, losses, strict=False)
    return tuple(
        replace(
            PlayedMove.of(game, state, move),
            loss=loss,
            better=_better(match, state, move, loss) if loss else None,
            taught=not loss or match.is_taught(ply),
        )
        for ply, (state, move, loss) in enumerate(steps, 1)
    )


def _better(match: Match, state: Any, move: int, loss: int) -> Message:
    """Explain the mark of a mistake, and name the better move."""
    mark = Message("match.mark_single" if loss == 1 else "match.mark_double")
    missed = match.analyzer.review(state, move).missed
    if missed is not None:
        mark = message("match.mark_missed", marks="?" * loss, why=Message(f"missed.{missed}"))
    instead = match.analyzer.better_than(state, move)
    if instead is None:
        return mark
    better = message("match.better", move=named_move(match.table.game, state, instead))
    return message("match.marked", mark=mark, better=better)


def _history(match: Match, losses: list[int]) -> tuple[HistoryPoint, ...]:
    table = match.table
    states, own = table.session.all_states, 0
    points = []
    for ply, (state, mistake) in enumerate(zip(states, [0, *losses], strict=True)):
        mine = bool(mistake) and _is_own(match, ply)
        own += mine
        points.append(_point(match, state, mistake, own if mine else 0))
    return tuple(points)


def _point(match: Match, state: Any, mistake: int, own: int) -> HistoryPoint:
    game = match.table.game
    outcome = game.outcome(state)
    if outcome is not None:
        value = Value(1 - int(outcome))
        return HistoryPoint(value, mistake, float(value), own)
    analysis, exact = match.analyzer.known.get(state), match.analyzer.exact_of(state)
    if exact is None or exact.value is None:
        score = None if analysis is None else analysis.score
        return HistoryPoint(None, mistake, None if score is None else 2 * score - 1, own)
    value = exact.value if game.to_move(state) == 0 else Value(-exact.value)
    return HistoryPoint(value, mistake, int(value) * nearness(exact.remoteness), own)


def nearness(remoteness: int | None) -> float:
    """Return the nearness of an end, 0.15 .. 1: 1 at the edge of the curve."""
    if remoteness is None:
        return 0.5
    return 0.15 + 0.85 * max(0.0, 1 - remoteness / FAR) ** 2
