"""No step a recording tells is false: what it says of a position holds there by plain recursion."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import log, sqrt
from typing import Any

import pytest

from engine.bots.optimal import Optimal
from engine.context import Context
from engine.messages import catalogue
from engine.protocols import Bot, Decision, Outcome, Value
from engine.puzzles.refutation import wins_at_once
from engine.recording import Event, Recorder, Recording, RecordingKind
from engine.registry import make_bot, make_game
from engine.solvers.oracle import ExactValue, Oracles, TableOracle
from engine.trace.bags import BagDrawn, BagOpened
from engine.trace.draws import RandomMovePlayed
from engine.trace.heaps import HeapAdded, NumberDecided
from engine.trace.layers import BestFound, TrapFound
from engine.trace.playouts import ChancesComputed
from engine.trace.tree import Expanded, PlayedOut, Proved, Selected
from engine.trace.windows import HorizonReached, MoveChosen, PositionLeft
from tests.claims.panel_claims import PANEL_CLAIMS, closings
from tests.claims.truth import Truth
from tests.full import few_or_full
from tests.solvers.slow_values import reachable
from tests.watch.events import events_of

Check = Callable[..., bool]  # of (truth, state, event, recording)
CASES: list[tuple[str, dict[str, str], int]] = [
    ("tictactoe", {}, 37),
    ("tictactoe", {"draw": "second"}, 61),
    ("tictactoe", {"misere": "true"}, 61),
    ("nim", {"heaps": "3,2,1"}, 1),
    ("nim", {"heaps": "3,2,1", "misere": "true"}, 1),
    ("subtraction", {"start": "14"}, 1),
    ("matches", {"start": "14"}, 1),
    ("matches", {"start": "14", "takes": "2,3"}, 1),
]
# Of the first case: a draw looks better than a win, a draw is proved, and every move loses.
SOUGHT = ("O....X... X", "OX.XOOXOX X", "X..OO.XOX X")
PLAYERS = (
    *("mc:30", "mc:exact", "mcts:40", "mcts:30/leaf", "alphabeta:3", "alphabeta:9"),
    *("optimal", "kernel", "learner", "mastery:5", "unmeasured"),
)
# Sentences that claim nothing of a position: what was done, or counts that other tests hold.
CLAIM_NOTHING = {
    *("watch.mcts.select_new", "watch.mcts.select_root", "watch.mcts.select_new.single"),
    *("watch.mcts.back_up", "watch.mcts.back_up_root", "watch.source"),
    *("watch.ab.deepen", "watch.ab.look", "watch.ab.horizon", "watch.ab.cut"),
    *("watch.layer", "watch.bag"),
    # Bounds, not values:
    *("watch.ab.cut.loss", "watch.ab.look.losses", "watch.ab.look.wins"),
}


def at(truth: Truth, state: Any, line: tuple[int, ...]) -> Any:
    for move in line:
        state = truth.game.play(state, move)
    return state


def worth(truth: Truth, state: Any, step: Event) -> tuple[int, int]:
    """Value and remoteness of the move a step is about, for the player who makes it."""
    return truth.moves(state)[step.line[0]]


def throw_decides(truth: Truth, state: Any, step: Event, recording: Recording) -> bool:
    """A throw below the bound is followed by the best moves, another one by a legal move."""
    told = step.text.values
    perfect = bool(told["number"] < told["tenths"])
    followed = events_of(recording, BestFound)
    best = [] if perfect else [each.move for each in events_of(recording, RandomMovePlayed)]
    legal = all(move in truth.game.moves(state) for move in best)
    return perfect == step.text.key.endswith("perfect") == bool(followed) and legal


def value_is(value: Value) -> Check:
    def check(truth: Truth, state: Any, step: Event, recording: Recording) -> bool:
        plies = step.text.values.get("count")
        found = worth(truth, state, step)
        return found == (value, plies) if plies is not None else found[0] == value

    return check


def mover_has(value: Value) -> Check:
    """Whoever is to move at the end of the line has this value there."""

    def check(truth: Truth, state: Any, step: Event, recording: Recording) -> bool:
        return truth.value(at(truth, state, step.line))[0] == value

    return check


def proves(value: Value) -> Check:
    """The same, and all that is proved along the line is true."""

    def check(truth: Truth, state: Any, step: Proved, recording: Recording) -> bool:
        proved = [(ply, each) for ply, each in enumerate(step.proved) if ply and each is not None]
        along = (truth.value(at(truth, state, step.line[:ply]))[0] == -each for ply, each in proved)
        return all(along) and mover_has(value)(truth, state, step, recording)

    return check


def mover_wins_in_time(truth: Truth, state: Any, step: Event, recording: Recording) -> bool:
    value, plies = truth.value(at(truth, state, step.line))
    return value == Value.WIN and len(step.line) + plies <= step.text.values["plies"]


def mover_has_at(compare: Callable[[float, float], bool]) -> Check:
    """What the mover really has, against the score told: where no guess can have entered it."""

    def check(
        truth: Truth, state: Any, step: PositionLeft | MoveChosen, recording: Recording
    ) -> bool:
        if recording.left_out or events_of(recording, HorizonReached):
            return True
        value = truth.value(at(truth, state, step.line))[0]
        return compare((1 + value) / 2, step.score)

    return check


def chosen_is_worth(truth: Truth, state: Any, step: MoveChosen, recording: Recording) -> bool:
    """The figure told is that of the move, for the player who makes it, unless a guess entered."""
    guessed = recording.left_out or events_of(recording, HorizonReached)
    told: float = step.text.values["score"]
    return bool(guessed) or (1 + worth(truth, state, step)[0]) / 2 == told


def rules_decide_as_many(truth: Truth, state: Any, step: Expanded, recording: Recording) -> bool:
    """Each of so many moves ends the game, or is seen to leave a win at once to the other."""
    game, before = truth.game, at(truth, state, step.line)
    after = [game.play(before, move) for move in game.moves(before)]
    ended = sum(not game.moves(each) for each in after)
    lost = sum(bool(wins_at_once(game, each)) for each in after)
    told: int = step.text.values["proved"]
    return ended <= told <= ended + lost


def order_of(recording: Recording) -> Callable[[tuple[int, int]], tuple[int, int]]:
    """How values are compared: by their lengths too, unless these are not known."""
    unmeasured = any(each.text.key.endswith(".unmeasured") for each in recording.events)
    return lambda found: (found[0], 0 if unmeasured else -found[0] * found[1])


def best_moves_are(truth: Truth, state: Any, step: BestFound, recording: Recording) -> bool:
    """Of the best value, and of the best length where lengths are known."""
    order, moves = order_of(recording), truth.moves(state)
    top = max(map(order, moves.values()))
    return sorted(step.moves) == [m for m, found in moves.items() if order(found) == top]


def best_results_are(truth: Truth, state: Any, step: BestFound, recording: Recording) -> bool:
    """Of the best value, not all of the same length."""
    moves = truth.moves(state)
    top = max(value for value, _ in moves.values())
    best = {move: plies for move, (value, plies) in moves.items() if value == top}
    return sorted(step.moves) == sorted(best) and len(set(best.values())) > 1


def traps_are(truth: Truth, state: Any, step: TrapFound, recording: Recording) -> bool:
    player = truth.game.to_move(state)
    scores = {
        move: truth.expected(truth.game.play(state, move), player) for move in truth.best(state)
    }
    most = max(scores.values())
    return list(step.moves) == [m for m, score in scores.items() if score > most - 1e-9]


def best_play(truth: Truth, state: Any, step: Event, recording: Recording) -> bool:
    order, moves = order_of(recording), truth.moves(at(truth, state, step.line[:-1]))
    return order(moves[step.line[-1]]) == max(map(order, moves.values()))


def chances_are(truth: Truth, state: Any, step: ChancesComputed, recording: Recording) -> bool:
    first, draw, second = truth.chances(at(truth, state, step.line))
    shares = (first, draw, second) if truth.game.to_move(state) == 0 else (second, draw, first)
    return shares == pytest.approx((step.win, step.draw, step.loss))


def heap_loses(truth: Truth, state: Any, step: NumberDecided, recording: Recording) -> bool:
    """In the kernel: whoever is to move there loses."""
    number = step.number
    return bool(truth.value(truth.game.parse(f"{number} 0"))[0] == Value.LOSS)


def heap_is_left(truth: Truth, state: Any, step: NumberDecided, recording: Recording) -> bool:
    number, take = step.number, step.text.values["take"]
    after = truth.game.parse(f"{number - take} 1")
    return truth.value(after)[0] == Value.LOSS and step.text.values["left"] == number - take


def ends_there(truth: Truth, state: Any, step: NumberDecided, recording: Recording) -> bool:
    return not truth.game.moves(truth.game.parse(f"{step.number} 0"))


def xor_so_far(truth: Truth, state: Any, step: HeapAdded, recording: Recording) -> bool:
    total = 0
    for heap in state.heaps[: step.heap]:
        total ^= heap
    return bool(total == step.xor)


def drawn_from_the_bag(truth: Truth, state: Any, step: BagDrawn, recording: Recording) -> bool:
    bag: dict[str, int] = dict(events_of(recording, BagOpened)[0].bag)
    image = truth.game.symmetry_of_move
    if image(state, step.bead) != image(state, step.line[0]):
        return False
    text = truth.game.move_text(state, step.bead)
    return (bag.get(text), sum(bag.values())) == (step.chance, step.whole)


def named(step: Event) -> str:
    """The text of the move that a step names."""
    return str(step.text.values["move"].values["move"])


def ends_as_told(truth: Truth, state: Any, step: Event, place: int) -> bool:
    """The move named stands at `place` of the line; so many follow it, and that is the end."""
    game, ending = truth.game, step.text.values["ending"]
    before, end = at(truth, state, step.line[:place]), at(truth, state, step.line)
    outcome, kind = game.outcome(end), ending.key.rpartition(".")[2]
    told = {"draw": Outcome.DRAW}.get(kind)
    if told is None:
        told = Outcome.win_of(int(ending.values["side"].key == "watch.second"))
    follow = len(step.line) - place - 1
    move = game.move_text(before, step.line[place])
    return outcome is told and ending.values["count"] == follow and named(step) == move


def single_game(truth: Truth, state: Any, step: Event, recording: Recording) -> bool:
    """A playout that begins with the first move of its line, and the mean of those so far."""
    games = [
        each
        for each in recording.events[: recording.events.index(step) + 1]
        if each.line[0] == step.line[0]
    ]
    scores = [
        score_of(truth.game.outcome(at(truth, state, each.line)), truth.game.to_move(state))
        for each in games
    ]
    mean = sum(scores) / len(scores)
    told = step.text.values["number"] == len(games) and step.text.values["mean"] == mean
    return ends_as_told(truth, state, step, 0) and told


def score_of(outcome: Outcome | None, player: int) -> float:
    assert outcome is not None
    return outcome.score(player)


def playout(truth: Truth, state: Any, step: PlayedOut, recording: Recording) -> bool:
    """A random game from the tree: it begins with the last move that is in the tree.

    Where a step plays one game from the leaf itself, it begins with the first move after it.
    """
    single = any(each.text.key.endswith(".single") for each in events_of(recording, Selected))
    return ends_as_told(truth, state, step, step.tree - (not single))


def decisive_playout(truth: Truth, state: Any, step: PlayedOut, recording: Recording) -> bool:
    """The same, and no random move of it misses a win at once or lets one through needlessly."""
    game, first = truth.game, step.tree
    position = at(truth, state, step.line[:first])
    for move in step.line[first:]:
        worths = truth.moves(position)
        winning = [each for each, worth in worths.items() if worth == (Value.WIN, 1)]
        holding = [each for each, worth in worths.items() if worth[0] != Value.LOSS or worth[1] > 2]
        if move not in (winning or holding or worths):
            return False
        position = game.play(position, move)
    return playout(truth, state, step, recording)


def nothing_wins_at_once(truth: Truth, state: Any, step: Event, recording: Recording) -> bool:
    """Only then are the replies looked at too."""
    return (Value.WIN, 1) not in truth.moves(state).values()


def named_move_wins_at_once(truth: Truth, state: Any, step: Event, recording: Recording) -> bool:
    move = truth.game.parse_move(state, named(step))
    return truth.moves(state)[move] == (Value.WIN, 1)


def bound_is_written_out(truth: Truth, state: Any, step: Selected, recording: Recording) -> bool:
    """The numbers give the bound; of one leaf a step they are the playouts counted until then."""
    told, new = step.text.values, step.text.key.startswith("watch.mcts.select_then")
    spread = told["c"] * sqrt(log(told["parent"]) / told["visits"])
    same: bool = told["mean"] + spread == pytest.approx(told["bound"])
    same &= told["bound"] == pytest.approx(step.bounds[-1 - new])
    same &= (step.bounds[-1] is None) is new
    line = step.line[:-1] if new else step.line
    return same and (
        not step.text.key.endswith(".single") or counted(truth, state, step, line, recording)
    )


def counted(
    truth: Truth, state: Any, step: Selected, line: tuple[int, ...], recording: Recording
) -> bool:
    """The playouts before a step, counted one by one, give the average, N and n of a line.

    A proof takes playouts away, so nothing is counted after one.
    """
    before = recording.events[: recording.events.index(step)]
    if any(isinstance(event, Proved) for event in before):
        return True
    parent, visits, wins = 1, 0, 0.0
    mover = truth.game.to_move(at(truth, state, line[:-1]))
    for event in before:
        if isinstance(event, PlayedOut):
            inside = event.line[: event.tree]
            parent += inside[: len(line) - 1] == line[:-1]
            if inside[: len(line)] == line:
                visits += 1
                wins += Outcome(event.outcome).score(mover)
    told = step.text.values
    return (told["parent"], told["visits"], told["mean"]) == (parent, visits, wins / visits)


# Said where a tree is full, or a batch has no playouts left for all moves of a leaf.
RARE = {"watch.mcts.select.single", "watch.mcts.select_then"}
CHECKS: dict[str, Check] = {
    "watch.mcts.select": bound_is_written_out,
    "watch.mcts.select.single": bound_is_written_out,
    "watch.mcts.select_then": bound_is_written_out,
    "watch.mcts.select_then.single": bound_is_written_out,
    "watch.mcts.expand": rules_decide_as_many,
    "watch.mcts.expand_root": rules_decide_as_many,
    "watch.mcts.look": nothing_wins_at_once,
    "watch.mcts.look.none": nothing_wins_at_once,
    "watch.mcts.look.win": named_move_wins_at_once,
    "watch.mc.game": single_game,
    "watch.mcts.playout": playout,
    "watch.mcts.playout.decisive": decisive_playout,
    "watch.chances": chances_are,
    "watch.mcts.prove.win": proves(Value.LOSS),
    "watch.mcts.prove.draw": proves(Value.DRAW),
    "watch.mcts.prove.loss": proves(Value.WIN),
    "watch.ab.decided": mover_has(Value.DRAW),
    "watch.ab.decided.win": mover_wins_in_time,
    "watch.ab.decided.loss": mover_has(Value.LOSS),
    "watch.ab.hit.win": mover_has(Value.WIN),
    "watch.ab.hit.loss": mover_has(Value.LOSS),
    "watch.ab.hit": mover_has_at(operator.eq),
    "watch.ab.hit.most": mover_has_at(operator.le),
    "watch.ab.hit.least": mover_has_at(operator.ge),
    "watch.ab.hit.win.most": mover_has_at(operator.le),
    "watch.ab.hit.loss.least": mover_has_at(operator.ge),
    "watch.ab.back": mover_has_at(operator.eq),
    "watch.ab.back.most": mover_has_at(operator.le),
    "watch.ab.back.least": mover_has_at(operator.ge),
    "watch.ab.back.win.most": mover_has_at(operator.le),
    "watch.ab.back.loss.least": mover_has_at(operator.ge),
    "watch.ab.cut.win": mover_has(Value.WIN),
    "watch.ab.back.win": mover_wins_in_time,
    "watch.ab.back.loss": mover_has(Value.LOSS),
    "watch.ab.chosen": chosen_is_worth,
    "watch.ab.chosen.win": lambda t, s, step, r: worth(t, s, step)[0] == Value.WIN,
    "watch.ab.chosen.loss": lambda t, s, step, r: worth(t, s, step)[0] == Value.LOSS,
    "watch.value.win": value_is(Value.WIN),
    "watch.value.draw": value_is(Value.DRAW),
    "watch.value.loss": value_is(Value.LOSS),
    "watch.value.win.unmeasured": value_is(Value.WIN),
    "watch.value.draw.unmeasured": value_is(Value.DRAW),
    "watch.value.loss.unmeasured": value_is(Value.LOSS),
    "watch.throw.perfect": throw_decides,
    "watch.throw.random": throw_decides,
    "watch.best": best_moves_are,
    "watch.best.trapped": best_moves_are,
    "watch.best.result": best_results_are,
    "watch.trap": traps_are,
    "watch.line": best_play,
    "watch.kernel.end": ends_there,
    "watch.kernel.taken_out": ends_there,
    "watch.kernel.member": heap_loses,
    "watch.kernel.outside": heap_is_left,
    "watch.nim.heap": xor_so_far,
    "watch.nim.good": lambda t, s, step, r: worth(t, s, step)[0] == Value.WIN,
    "watch.nim.bad": lambda t, s, step, r: worth(t, s, step)[0] == Value.LOSS,
    "watch.draw": drawn_from_the_bag,
    "watch.draw.alike": drawn_from_the_bag,
}
# Said only where no table reaches, or by a player of a test of its own.
ELSEWHERE = (
    *("watch.first", "watch.second", "watch.playout.", "watch.source."),
    *(
        "watch.value.unknown",
        "watch.trace",
        "watch.mcts.prove_root",
        "watch.mcts.look.moves",  # of more than a hundred moves
        "watch.mcts.full",
        "watch.mcts.search_root.",
        "watch.mcts.search.",  # Connect Four alone: tests/watch holds it against the book
        "watch.mcts.playout.decisive.connect4",  # tests/watch holds it against the rules
        "watch.trap_seen",
        "watch.learned",  # tests/inspector holds it against shorter trainings
    ),
)


@dataclass(frozen=True)
class Recorded:
    """A decision, its recording, and where it was made."""

    player: str
    truth: Truth
    state: Any
    decision: Decision
    recording: Recording


class UnmeasuredOracle(TableOracle[Any]):
    """Knows who wins, and not how fast."""

    def values(self, state: Any, context: Context[Any], measured: bool = True) -> ExactValue:
        exact = super().values(state, context)
        estimates = tuple(replace(each, remoteness=None) for each in exact.estimates)
        return replace(exact, remoteness=None, estimates=estimates)


UNMEASURED = Oracles(UnmeasuredOracle)


def bot_of(player: str) -> Bot:
    """The bot of a text, or perfect play that measures nothing."""
    return Optimal(UNMEASURED) if player == "unmeasured" else make_bot(player)


def recordings(every: int) -> Iterator[Recorded]:
    for game_id, options, stride in CASES:
        game = make_game(game_id, options)
        truth = Truth(game)
        going = [state for state in reachable(game, game.initial()) if game.moves(state)]
        for player in PLAYERS:
            if bot_of(player).supports(game) is not None:
                continue
            sought = map(game.parse, SOUGHT) if (game_id, options) == CASES[0][:2] else ()
            for seed, state in enumerate((*going[:: stride * every], *sought)):
                recorder = Recorder()
                decision = bot_of(player).choose(game, state, Context(seed, recorder=recorder))
                yield Recorded(player, truth, state, decision, recorder.recording())


@few_or_full("every", 23, 3)
def test_no_step_of_a_recording_is_false(every: int) -> None:
    counts: Counter[str] = Counter()
    false = []
    for made in recordings(every):
        truth, state, recording = made.truth, made.state, made.recording
        place = f"{made.player} in {truth.game.text(state)}"
        for step in recording.events:
            key = step.text.key
            counts[key] += 1
            if key in CHECKS and not CHECKS[key](truth, state, step, recording):
                false.append(f"{place}: {step.text} {step.line}")
        if recording.kind in (RecordingKind.PLAYOUTS, RecordingKind.TREE):
            for said in closings(truth, state, made.player, made.decision, recording):
                counts[said.note.key] += 1
                if not PANEL_CLAIMS[said.note.key](said):
                    false.append(f"{place}: {said.note}")
    assert not false, false[:5]
    silent = (CHECKS.keys() | PANEL_CLAIMS.keys()) - counts.keys() - RARE
    assert not silent, "no recording says these any more"


def test_every_sentence_of_a_step_is_held_against_the_truth() -> None:
    known = {key.removesuffix(".one") for key in catalogue("en") if key.startswith("watch.")}
    left = {key for key in known - CHECKS.keys() - CLAIM_NOTHING if not key.startswith(ELSEWHERE)}
    assert left == set()
