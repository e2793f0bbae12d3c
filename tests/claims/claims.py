"""What each sentence about a move claims, as a predicate over values found by plain recursion.

`CLAIMS` has one entry for every sentence that says something of a position or a move, by its key.
A predicate answers whether the sentence is true where it was said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.bots.learner import bag_text
from engine.messages import Message
from engine.naming import MoveText, listed_move
from engine.protocols import Bag, Outcome, Value
from engine.solvers.heap_theory import heaps_of
from tests.claims.truth import Said

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS
Worth = tuple[int, int]  # value and plies to the end, for the player who makes the move


def is_worth(value: Value) -> Callable[[Said], bool]:
    """The move named is worth this."""
    return lambda said: said.worth[said.named()][0] == value


wins, draws = is_worth(WIN), is_worth(DRAW)

# -- sentences about the move a bot has chosen ---------------------------------------------------


def wins_within(said: Said) -> bool:
    """It wins, in at most so many plies."""
    value, plies = said.worth[said.named()]
    return value == WIN and plies <= said["count"]


def wins_soonest(said: Said) -> bool:
    """It wins in so many plies, and nothing wins sooner."""
    return said.worth[said.named()] == (WIN, said["count"]) and said.named() in said.best


def holds_the_draw(said: Said) -> bool:
    """A draw, in so many plies if it says so, and nothing better is to be had."""
    value, plies = said.worth[said.named()]
    best = max(value for value, _ in said.worth.values())
    return value == best == DRAW and plies == said.note.values.get("count", plies)


def loses_latest(said: Said) -> bool:
    """Every move loses, this one in so many plies, none later."""
    plies = said.worth[said.named()][1]
    return said.all_lose() and plies == said["count"] and said.named() in said.best


def loses_within(said: Said) -> bool:
    """Every move loses, this one in so many plies at most; all at once where it is one."""
    plies = said.worth[said.named()][1]
    at_once = all(plies == 1 for _, plies in said.worth.values())
    return said.all_lose() and plies <= said["count"] and (said["count"] > 1 or at_once)


def loses_by_the_only_move(said: Said) -> bool:
    """One move is legal, and it loses in so many plies."""
    return list(said.worth) == [said.named()] and said.worth[said.named()] == (LOSS, said["count"])


def is_the_only_move(said: Said) -> bool:
    return list(said.worth) == [said.named()]


def blocks(said: Said) -> bool:
    """The opponent wins at once after some move, and not after this one."""
    lost = {move for move, worth in said.worth.items() if worth == (LOSS, 2)}
    return bool(lost) and said.named() not in lost


def leaves_only_losing_replies(said: Said) -> bool:
    """It wins, and whatever the opponent plays ends the game."""
    after = said.game.play(said.state, said.named())
    replies = [said.game.play(after, reply) for reply in said.game.moves(after)]
    ends = bool(replies) and not any(said.game.moves(each) for each in replies)
    return ends and said.worth[said.named()] == (WIN, 2)


def is_forced(said: Said) -> bool:
    """Every other move loses, and there is another."""
    others = [value for move, (value, _) in said.worth.items() if move != said.named()]
    return bool(others) and set(others) == {LOSS}


def one_of_equals(inner: Callable[[Said], bool]) -> Callable[[Said], bool]:
    """The same, and there are exactly so many moves as good."""
    return lambda said: inner(said) and len(said.best) == said["equal"] > 1


def is_the_only_best(inner: Callable[[Said], bool]) -> Callable[[Said], bool]:
    """The same, and no other move is as good: forced, where it says so."""
    return lambda said: inner(said) and said.best == [said.named()]


def sets_the_trap(said: Said) -> bool:
    """Of the moves as good, a random opponent loses most by this one, and less by another."""
    player = said.game.to_move(said.state)
    scores = {
        move: said.truth.expected(said.game.play(said.state, move), player) for move in said.best
    }
    most = max(scores.values())
    told = said.move is not None and scores.get(said.move, -1.0) > most - 1e-9
    return told and min(scores.values()) < most - 1e-9


def can_be_answered_wrongly(said: Said) -> bool:
    """Some reply to it gives something away, and it is one of at least so many as good."""
    assert said.move is not None
    replies = said.truth.moves(said.game.play(said.state, said.move))
    return len({value for value, _ in replies.values()}) > 1 and len(said.best) >= said["count"] > 1


# -- Monte Carlo ---------------------------------------------------------------------------------


def has_the_best_score(said: Said) -> bool:
    """The score is the estimate's, made of the shares told, and no move has a better one."""
    estimate, values = said.estimate, said.note.values
    shares = estimate.outcomes
    if shares is None or estimate.score != values["score"]:
        return False
    told = (values.get("win", values["score"]), values.get("draw", 0.0))
    right = abs(sum(shares) - 1) < 1e-9 and (shares[0], shares[1]) == told
    right = right and values.get("loss", shares[2]) == shares[2]
    best = max(each.score for each in said.estimates if each.score is not None)
    half = abs(shares[0] + shares[1] / 2 - values["score"]) < 1e-9
    return right and half and values["score"] >= best - 1e-9


def has_playouts(said: Said) -> bool:
    return has_the_best_score(said) and said.estimate.effort == said["count"]


def is_exact(said: Said) -> bool:
    """The shares are those of all random games, counted."""
    first, draw, second = said.truth.chances(said.game.play(said.state, said.named()))
    mine = first if said.game.to_move(said.state) == 0 else second
    win, drawn, _ = said.estimate.outcomes or (-1.0, -1.0, -1.0)
    return has_the_best_score(said) and abs(win - mine) + abs(drawn - draw) < 1e-9


def has_its_estimate(said: Said) -> bool:
    estimate = said.estimate
    if estimate.value is not None:  # proved by perfect play since; no number is left to compare
        return True
    return said.tells("score", estimate.score) and said.tells("count", estimate.effort)


def looked_ahead(said: Said) -> bool:
    return said.tells("score", said.estimate.score) and said.tells("count", said.detail.depth)


# -- heaps ---------------------------------------------------------------------------------------


def xor_of(heaps: Sequence[int]) -> int:
    total = 0
    for heap in heaps:
        total ^= heap
    return total


def odd_ones(heaps: Sequence[int]) -> bool:
    return max(heaps) <= 1 and sum(heaps) % 2 == 1


def reduces(said: Said) -> bool:
    """Reducing that heap to that number is the move decided on, and it wins."""
    assert said.move is not None
    after = list(heaps_of(said.state))
    after[said["heap"] - 1] = said["left"]
    return said.leads_to(said.move) == tuple(after) and said.worth[said.move][0] == WIN


def xor_is(said: Said) -> bool:
    return said.tells("xor", xor_of(heaps_of(said.state)))


def winning_moves(said: Said) -> list[int]:
    return [move for move, (value, _) in said.worth.items() if value == WIN]


def zero_wins(said: Said) -> bool:
    """Making the xor 0 wins, can be done, and is all that wins."""
    zero = [move for move in said.worth if not xor_of(said.leads_to(move))]
    return xor_is(said) and bool(zero) and zero == winning_moves(said)


def ones_win(said: Said) -> bool:
    """Leaving an odd number of ones wins, can be done, and is all that wins."""
    ones = [move for move in said.worth if odd_ones(said.leads_to(move))]
    return xor_is(said) and bool(ones) and ones == winning_moves(said)


def lost_at_zero(said: Said) -> bool:
    return xor_of(heaps_of(said.state)) == 0 and said.all_lose()


def lost_at_ones(said: Said) -> bool:
    return odd_ones(heaps_of(said.state)) and said.all_lose()


def is_over(said: Said) -> bool:
    return not said.game.moves(said.state)


def stays_in_the_kernel(said: Said) -> bool:
    """It wins, and the members told are lost for whoever moves from them."""
    members = [int(name) for name in said["members"].strip("{}").split(",") if name != "…"]
    value = said.truth.value
    lost = all(value(said.game.parse(f"{member} 0"))[0] == LOSS for member in members)
    return wins(said) and lost and sum(said.leads_to(said.named())) in members


def takes_into_the_kernel(said: Said) -> bool:
    move = said.game.parse_move(said.state, str(said["take"]))
    return said.worth[move][0] == WIN and said.leads_to(move) == (said["left"],)


def caught(said: Said) -> bool:
    return said.all_lose() and said["heap"] == sum(heaps_of(said.state))


# -- dfs and the learner -------------------------------------------------------------------------


def line_wins(said: Said) -> bool:
    """The line is legal, starts with the move, and ends with a win for the player to move."""
    state, words = said.state, texts_of(said["line"])
    if "…" in words:  # a long line is told in part
        after = said.game.play(said.state, said.named())
        return said.truth.can_win(after, said.game.to_move(said.state))
    for word in words:
        state = said.game.play(state, said.game.parse_move(state, word))
    outcome = said.game.outcome(state)
    mine = Outcome.win_of(said.game.to_move(said.state))
    return words[:1] == texts_of(said["move"]) and len(words) > 1 and outcome is mine


def texts_of(told: MoveText) -> list[str]:
    """The texts of the moves that are told, in words or as texts."""
    if isinstance(told, str):
        return told.split()
    if told.key == "listed.and":
        return [*texts_of(told.values["before"]), *texts_of(told.values["last"])]
    return [told.values["move"]]


def no_line_wins(said: Said) -> bool:
    player = said.game.to_move(said.state)
    taken = {move: sum(heaps_of(said.state)) - sum(said.leads_to(move)) for move in said.worth}
    smallest = taken[said.named()] == min(taken.values())
    return smallest and not said.truth.can_win(said.state, player)


def win_below(said: Said) -> bool:
    return said.truth.can_win(said.state, said.player)


def no_win_below(said: Said) -> bool:
    return not win_below(said)


def ended(won: bool) -> Callable[[Said], bool]:
    """The game is over, won or lost by the player for whom one looked."""
    return lambda said: said.game.outcome(said.state) is Outcome.win_of(said.player ^ (not won))


def bag_is_told(said: Said) -> bool:
    """The bag told is the one kept for the position, and the move drawn is in it."""
    assert isinstance(said.detail, Bag)
    names = [listed_move(said.game, said.state, move) for move, _ in said.detail.counts]
    counts = [count for _, count in said.detail.counts]
    board = said.game.text(said.state).rsplit(" ", 1)[0].replace(",", ", ")
    told = said.tells("bag", bag_text(names, counts)) and said.tells("position", board)
    return told and drawn_is_in_the_bag(said)


def drawn_is_in_the_bag(said: Said) -> bool:
    """The bead named is one of the bag, and the move played is that or one alike."""
    bead, drawn, state = said.detail.drawn, said["drawn"], said.state
    assert said.move is not None
    if bead not in [move for move, _ in said.detail.counts]:
        return False
    text = said.game.move_text(state, said.move)
    if bead == said.move:
        return bool(drawn.values["move"] == text)
    image = said.game.symmetry_of_move
    told = drawn.values["bead"].values["move"], drawn.values["move"].values["move"]
    alike = image(state, bead) == image(state, said.move)
    return alike and told == (said.game.move_text(state, bead), text)


# -- the window ----------------------------------------------------------------------------------


def gave_away(before: int, after: int) -> Callable[[Said], bool]:
    """The move played was worth `after`, and the best one `before`, which is more."""

    def check(said: Said) -> bool:
        assert said.move is not None
        top = max(value for value, _ in said.worth.values())
        return said.worth[said.move][0] == after < top == before

    return check


def hints_at_the_best(inner: Callable[[Said], bool]) -> Callable[[Said], bool]:
    """The same, of a move that is among the best by value."""

    def check(said: Said) -> bool:
        top = max(value for value, _ in said.worth.values())
        return inner(said) and said.worth[said.named()][0] == top

    return check


def as_many_keep(value: Value) -> Callable[[Said], bool]:
    """The best move has this value, and so many of the answers keep it."""

    def check(said: Said) -> bool:
        keeping = sum(said.worth[move][0] == value for move in said.detail)
        best = max(worth for worth, _ in said.worth.values())
        return best == value and said.tells("count", keeping)

    return check


def is_proved(said: Said) -> bool:
    """A move proved to be worth this, where others are not proved; a loss tells of all of them."""
    inner: Message = said["note"]
    if inner.key == "bot.optimal.unproved":
        return True
    own = replace(said, note=inner)
    value, plies = said.worth[own.named()]
    told = {"wins": WIN, "draws": DRAW, "loses": LOSS}[inner.key.split(".")[2]]
    within = inner.values.get("count", plies) == plies
    return value == told and within and (told != LOSS or own.named() in own.best)


CLAIMS: Mapping[str, Callable[[Said], bool]] = {
    "note.first": lambda said: said.named() == min(said.game.moves(said.state)),
    "note.random": lambda said: said.tells("count", len(said.worth)),
    "note.mc": has_playouts,
    "note.mc.decided": has_playouts,
    "note.mc_exact": is_exact,
    "note.mc_exact.decided": is_exact,
    "note.mcts": has_its_estimate,
    "note.mcts.win": wins_within,
    "note.mcts.draw": draws,
    "note.mcts.loss": loses_within,
    "note.mcts.forced": is_forced,
    "note.mcts.only": is_the_only_move,
    "note.alphabeta": looked_ahead,
    "note.alphabeta.win": wins_soonest,
    "note.alphabeta.draw": draws,
    "note.alphabeta.loss.only": loses_by_the_only_move,
    "note.alphabeta.loss": loses_latest,
    "bot.optimal.wins": is_the_only_best(wins_soonest),
    "bot.optimal.wins.equal": one_of_equals(wins_soonest),
    "bot.optimal.wins.unmeasured": wins,
    "bot.optimal.draws": holds_the_draw,
    "bot.optimal.draws.equal": one_of_equals(holds_the_draw),
    "bot.optimal.draws.unmeasured": holds_the_draw,
    "bot.optimal.loses.only": loses_by_the_only_move,
    "bot.optimal.loses": is_the_only_best(loses_latest),
    "bot.optimal.loses.equal": one_of_equals(loses_latest),
    "bot.optimal.loses.unmeasured": Said.all_lose,
    "bot.optimal.trap": sets_the_trap,
    "bot.optimal.trap_seen": can_be_answered_wrongly,
    "bot.beyond_corrected": is_proved,
    "bot.mastery.optimal": lambda said: said.move in said.best,
    "bot.mastery.random": Said.names_the_move,
    "bot.kernel.stay": stays_in_the_kernel,
    "bot.kernel.caught": caught,
    "bot.kernel.into": wins,
    "bot.kernel.out": Said.all_lose,
    "bot.kernel.leave_zero": lambda said: reduces(said) and zero_wins(said),
    "bot.kernel.lost_zero": lost_at_zero,
    "bot.kernel.leave_ones": lambda said: reduces(said) and ones_win(said),
    "bot.kernel.lost_ones": lost_at_ones,
    "bot.dfs.wins": lambda said: said.worth[said.named()] == (WIN, 1),
    "bot.dfs.found": line_wins,
    "bot.dfs.none": no_line_wins,
    "bot.learner.drew": bag_is_told,
    "bot.learner.damaged": bag_is_told,
    "dfs.found": win_below,
    "dfs.hopeless": no_win_below,
    "dfs.won": ended(won=True),
    "dfs.leads_to_win": win_below,
    "dfs.lost": ended(won=False),
    "dfs.skipped": ended(won=False),
    "dfs.seen": no_win_below,
    "dfs.none_below": no_win_below,
    "hint.win": hints_at_the_best(wins_soonest),
    "hint.only": is_the_only_move,
    "hint.block": blocks,
    "hint.block.connect4": blocks,
    "hint.block.tictactoe": blocks,
    "hint.unstoppable": lambda said: all(worth == (LOSS, 2) for worth in said.worth.values()),
    "hint.forces": leaves_only_losing_replies,
    "hint.forces.matches": leaves_only_losing_replies,
    "hint.forces.nim": leaves_only_losing_replies,
    "hint.win_open": hints_at_the_best(wins),
    "hint.draw": hints_at_the_best(holds_the_draw),
    "hint.draw_open": hints_at_the_best(holds_the_draw),
    "hint.loss": hints_at_the_best(loses_latest),
    "hint.loss_open": Said.all_lose,
    "ask.hold": as_many_keep(DRAW),
    "ask.win": as_many_keep(WIN),
    "ask.all_lose": Said.all_lose,
    "match.nim.over": is_over,
    "match.nim.leave_zero": zero_wins,
    "match.nim.lost_zero": lost_at_zero,
    "match.nim.leave_ones": ones_win,
    "match.nim.lost_ones": lost_at_ones,
    "match.kernel_take": takes_into_the_kernel,
    "match.kernel_in": Said.all_lose,
    "match.kernel_over": is_over,
    "teach.win_draw": gave_away(1, 0),
    "teach.win_loss": gave_away(1, -1),
    "teach.draw_loss": gave_away(0, -1),
    "teach.win_draw.people": gave_away(1, 0),
    "teach.win_loss.people": gave_away(1, -1),
    "teach.draw_loss.people": gave_away(0, -1),
}

# Not to be heard in the games here, where the remoteness of a draw is known when the draw is.
# The hints are held against plain recursion in tests/match/test_teaching.py.
UNHEARD = (
    *("bot.optimal.draws.unmeasured", "hint.draw_open"),
    *("hint.block", "hint.block.connect4", "hint.forces.matches"),
)

# Sentences that claim nothing of a move: they hold another one, name it, refuse, or say that
# nothing is known. Each has its reason.
CLAIM_NOTHING: Mapping[str, str] = {
    "bot.noticed": "holds another sentence, which is checked",
    "teach.missed_win": "names no move; tests/match/test_teaching.py checks when it is said",
    "bot.mastery.wanted": "holds another sentence, which is checked",
    "bot.beyond": "holds another sentence, which is checked",
    "connect4.beyond": "names the size of a board",
    "connect4.book_missing": "says that a file is missing",
    "bot.hurried": "says that nothing is known",
    "bot.partly": "says that not everything is known",
    "bot.optimal.unproved": "says that nothing is proved",
    "note.mcts.hurried": "says that nothing is known",
    "note.line.connect4": "names columns and says nothing of them",
    "note.line.tictactoe": "names cells and says nothing of them",
    "note.line.matches": "names takes and says nothing of them",
    "note.line.nim": "names takes and says nothing of them",
    "note.line.subtraction": "names steps and says nothing of them",
    "hint.plain": "names the move that did best in the playouts, and no value",
    "dfs.started": "the first line of a trace before it is searched",
    "bot.heaps_only": "refuses a game",
    "bot.kernel.draws": "refuses a game",
    "bot.kernel.vast": "refuses a game",
    "bot.learner.alike": "is held with bot.learner.drew, which it is part of",
    "bot.learner.unsupported": "refuses a game",
    "mc.exact_too_large": "refuses a game",
    "mc.budget": "refuses a number",
    "alphabeta.depth": "refuses a number",
    "bot.unsupported": "refuses a game",
    "dfs.too_long": "refuses to print",
    "dfs.over": "only of a finished game",
    "note.move": "names a move",
    "teach.title": "a question",
    "teach.title.people": "a question",
    "teach.switch": "a switch",
    "teach.says": "says what the switch does",
    "match.graph": "a heading",
    "match.hints_off": "says that there is no hint",
    "match.no_hint_now": "says that there is no hint",
    "match.hint_coming": "says that there is no hint yet",
    "match.no_hint_known": "says that there is no hint",
}
