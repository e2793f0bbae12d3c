"""Looking inside changes nothing, is bounded, and tells what the bot really did."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import Enum
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.bots.learner import Learner
from engine.bots.training import train
from engine.cli.think import record, report
from engine.context import Context
from engine.messages import LANGUAGES, catalogue, render
from engine.protocols import Decision, Estimate, Game, Value, line_texts
from engine.recording import IN_TEXT, PICTURED, Belief, Event, Recorder, Recording
from engine.registry import BOTS, GAMES, make_bot, make_game, make_puzzle, oracle_for
from engine.session import Session
from engine.solvers.connect4_depth import Connect4Positions
from engine.solvers.puzzle_solvers import PuzzleSolvers
from engine.solvers.tabulate import no_check
from engine.trace.bags import BagsResult
from engine.trace.heaps import KernelResult, NumberDecided
from engine.trace.json_form import JsonForm
from engine.trace.playouts import ChancesResult, GamePlayed, chance_tree
from engine.trace.puzzle_search import (
    BothEndsResult,
    DistanceCounted,
    LayerGrown,
    PositionExpanded,
    SearchStarted,
    record_best_first,
    record_both_ends,
    record_distances,
)
from engine.trace.tree import BackedUp, PlayedOut, Searched, Selected, TreeResult
from engine.trace.windows import (
    Cutoff,
    HorizonReached,
    MoveChosen,
    PositionEntered,
    PositionLeft,
    ScoreBound,
    WindowsResult,
)
from tests.commands import printed, reported
from tests.full import few_or_full
from tests.watch.events import events_of, result_of

OPTIONS: dict[str, list[dict[str, str]]] = {
    "tictactoe": [{}, {"draw": "second"}, {"misere": "true"}],
    "connect4": [{}, {"columns": "5", "rows": "4"}],
    "nim": [{}, {"heaps": "3,4,5", "misere": "true"}],
    "subtraction": [{}, {"misere": "true"}],
    "matches": [{}, {"start": "9", "misere": "false", "takes": "2,3"}],
}
PLAYERS = {
    "first": ["first"],
    "random": ["random"],
    "mc": ["mc:60", "mc:5/move", "mc:exact"],
    "mcts": ["mcts:120"],
    "alphabeta": ["alphabeta:3"],
    "optimal": ["optimal"],
    "mastery": ["mastery:5"],
    "kernel": ["kernel"],
    "dfs": ["dfs", "dfs:improved"],
    "learner": ["learner"],
    "easy": ["easy"],
    "medium": ["medium"],
    "hard": ["hard"],
    "perfect": ["perfect"],
    "fit": ["fit", "fit:3", "fit:9"],
}
CASES = [
    (game_id, options, player)
    for game_id in GAMES
    for options in OPTIONS[game_id]
    for players in PLAYERS.values()
    for player in players
    if make_bot(player).supports(make_game(game_id, options)) is None
]
# Levels are some of the other players: by default they play with the usual rules alone.
LEVEL = ("easy", "medium", "hard", "perfect", "fit")
MOST_CASES = [
    pytest.param(case, marks=pytest.mark.full) if case[1] and case[2].startswith(LEVEL) else case
    for case in CASES
]
FEW_SEEDS, SEEDS = 2, 12
# Connect Four so near its end that a tree search searches positions exactly.
SEARCHED = "......./......./......./....Y../..R.RYY/RRYRYRY R"


def case_id(case: tuple[str, dict[str, str], str]) -> str:
    game_id, options, player = case
    return " ".join([game_id, *options.values(), player])


def positions(game: Game[Any], seed: int) -> Iterator[Any]:
    """Positions of random games, none of them finished."""
    rng = np.random.default_rng(seed)
    while True:
        state = game.initial()
        for _ in range(int(rng.integers(12))):
            moves = game.moves(state)
            if not moves:
                break
            state = game.play(state, moves[int(rng.integers(len(moves)))])
        if game.moves(state):
            yield state


def beliefs(decision: Decision) -> list[Estimate]:
    """The estimates without what was spent on them: a kept table may have saved some of it."""
    return [replace(estimate, effort=None) for estimate in decision.estimates]


def watched(
    game: Game[Any], state: Any, player: str, seed: int, recorder: Recorder | None = None
) -> tuple[Decision, Recording]:
    recorder = recorder if recorder is not None else Recorder()
    decision = make_bot(player).choose(game, state, Context(seed, recorder=recorder))
    return decision, recorder.recording()


def test_every_bot_of_the_registry_is_watched_here() -> None:
    assert PLAYERS.keys() == BOTS.keys()
    assert OPTIONS.keys() == GAMES.keys()


@pytest.mark.one_of(3)
@few_or_full("seeds", FEW_SEEDS, SEEDS)
@pytest.mark.parametrize("case", MOST_CASES, ids=case_id)
def test_a_watched_decision_is_the_same_decision(
    case: tuple[str, dict[str, str], str], seeds: int
) -> None:
    game_id, options, player = case
    game = make_game(game_id, options)
    plain = make_bot(player)
    # Behind the book a search of seconds would be asked for; the seeds differ all the same.
    slow = game_id == "connect4" and player[:2] in ("op", "ma", "pe", "ha", "fi")
    many = seeds // 4 + 1 if slow else seeds
    for seed, state in enumerate(islice(positions(game, len(player)), many)):
        recorder = Recorder()
        expected = plain.choose(game, state, Context(seed))
        decision = make_bot(player).choose(game, state, Context(seed, recorder=recorder))
        assert decision.move == expected.move
        assert beliefs(decision) == beliefs(expected)
        recording = recorder.recording()
        assert recording.events
        assert recording.total == len(recording.events) + recording.left_out
        for step in recording.events:
            line_texts(game, state, step.line)  # every line can be played
        legal = set(game.moves(state))
        for sample in recording.samples:
            assert {belief.move for belief in sample.moves} <= legal
            for belief in sample.moves:
                if belief.score is not None and belief.low is not None:
                    assert belief.high is not None
                    assert belief.low <= belief.score <= belief.high


def class_name(kind: type[Event]) -> str:
    return f"{kind.__module__}.{kind.__name__}"


def event_classes(kind: type[Event] = Event) -> set[str]:
    """The names of the event classes that `engine/trace` defines."""
    found = {class_name(kind)} if kind.__module__.startswith("engine.trace.") else set()
    return found.union(*map(event_classes, kind.__subclasses__()))


@pytest.mark.one_of(3)
@few_or_full("seeds", 1, 3)
@pytest.mark.parametrize("case", MOST_CASES, ids=case_id)
def test_recordings_are_made_of_event_classes(
    case: tuple[str, dict[str, str], str], seeds: int
) -> None:
    """Every sentence has its words, and the JSON form every field; one it lacks is in the text."""
    game_id, options, player = case
    game, known = make_game(game_id, options), event_classes()
    for seed, state in enumerate(islice(positions(game, 7), seeds)):
        decision, recording = record(game, state, player, seed)
        speak_in_words(recording)
        data = report(game, state, player, seed, decision, recording, None)
        again = json.loads(json.dumps(data))
        assert again == data
        assert again["kind"] == recording.kind.value
        assert again["best"] == game.move_text(state, decision.move or 0)
        assert [step["n"] for step in again["steps"]] == list(range(1, len(recording.events) + 1))
        for event, shown in zip(recording.events, data["steps"], strict=True):
            assert class_name(type(event)) in known
            declared = {each.name: each for each in fields(event)}
            missing = declared.keys() - shown.keys() - {"text", "line"}
            assert all(declared[name].metadata == IN_TEXT for name in missing)
            assert not any(isinstance(value, Enum) for value in shown.values())
        if recording.result is not None:
            declared = {each.name: each for each in fields(recording.result)}
            names = {name for name, each in declared.items() if each.metadata != PICTURED}
            assert JsonForm(game, state).result(recording.result).keys() == names


def speak_in_words(recording: Recording) -> None:
    """Each sentence of a recording has a text in each language, with every place in it filled."""
    for language in LANGUAGES:
        known = catalogue(language)
        for step in recording.events:
            assert step.text.key in known
            text = render(step.text, language)
            assert "{" not in text
            assert "watch." not in text


def test_every_event_class_is_met() -> None:
    """A class that no recording holds is not an event of any method."""
    met: set[str] = set()
    usual = [(name, player) for name, options, player in CASES if not options]
    cases = [
        (make_game(name, {}), "", player)
        for name, player in usual
        if player == "hard" or not player.startswith(LEVEL)
    ]
    cases.append((make_game("nim", {}), "", "mastery:0"))
    cases.append((make_game("connect4", {}), SEARCHED, "mcts:3000"))
    for game, text, player in cases:
        state = game.parse(text) if text else next(positions(game, 11))
        events = watched(game, state, player, 1)[1].events
        met.update(class_name(type(event)) for event in events)
    for recording in (*searches_of_tiles(), of_a_trained_learner()):
        met.update(class_name(type(event)) for event in recording.events)
    # Those of own bots, which are loaded only where one plays, are met in tests/own.
    known = {name for name in event_classes() if not name.startswith("engine.trace.notes.")}
    assert met == known - {class_name(PositionLeft)}


def of_a_trained_learner() -> Recording:
    """The decision of a learner after three games."""
    game, learner, recorder = make_game("matches"), Learner(), Recorder()
    train(game, learner, 3, None, 1, Context(1), 0)
    learner.choose(game, game.initial(), Context(1, recorder=recorder))
    return recorder.recording()


def searches_of_tiles() -> Iterator[Recording]:
    """Every search of a puzzle, recorded on one position of the sliding tiles."""
    puzzle = make_puzzle("tiles", {})
    solvers: PuzzleSolvers[Any] = PuzzleSolvers(puzzle)
    state, recorders = puzzle.parse("1 2 3/4 0 5/7 8 6"), [Recorder() for _ in range(3)]
    record_both_ends(solvers, state, Context(0), recorders[0])
    record_best_first(solvers, state, "manhattan", Context(0), recorders[1])
    record_distances(solvers.layers(puzzle.goal(), 4, Context(0)), recorders[2])
    return (recorder.recording() for recorder in recorders)


def test_the_searches_of_a_puzzle_speak_in_events_and_sentences() -> None:
    """Two slides from the goal: the layers meet after one from each end, A* walks straight."""
    both, star, table = searches_of_tiles()
    assert [type(event) for event in both.events] == [SearchStarted, LayerGrown, LayerGrown]
    assert [event.met for event in events_of(both, LayerGrown)] == [0, 1]
    result = result_of(both, BothEndsResult)
    assert (result.length, result.count, result.one_way[:2]) == (2, 1, (1, 4))
    taken = events_of(star, PositionExpanded)
    assert [(event.made, event.left) for event in taken] == [(0, 2), (1, 1), (2, 0)]
    assert [event.text.key for event in taken][-1] == "search.goal"
    assert [event.positions for event in events_of(table, DistanceCounted)] == [1, 2, 4, 8, 16]
    for recording in (both, star, table):
        assert recording.left_out == 0
        for event in recording.events:
            assert "{" not in render(event.text, "en") and event.text.key in catalogue("en")


@pytest.mark.parametrize("player", ["mcts:4000", "alphabeta:6", "mc:100000"])
def test_a_recording_is_bounded_and_says_what_it_left_out(player: str) -> None:
    game = make_game("connect4", {})
    whole = watched(game, game.initial(), player, 4)[1]
    short = watched(game, game.initial(), player, 4, Recorder(max_events=100))[1]
    assert len(short.events) == 100
    assert short.events == whole.events[:100]
    assert short.left_out == short.total - 100
    assert short.samples[-1] == whole.samples[-1]
    if not player.startswith("alphabeta"):
        # There a position taken down is entered and left, one that is not is counted once.
        assert short.total == whole.total


def test_samples_stand_at_growing_efforts_and_end_with_the_last() -> None:
    recorder = Recorder()
    for effort in range(1, 5_001):
        recorder.sample(effort, lambda: [Belief(0, 1)])
    recorder.last_sample(5_000, [Belief(0, 5_000)])
    efforts = [sample.effort for sample in recorder.recording().samples]
    assert efforts == sorted(set(efforts))
    assert efforts[0] == 1
    assert efforts[-1] == 5_000
    assert len(efforts) < 80


def test_monte_carlo_closes_in_on_the_exact_chance() -> None:
    game = make_game("tictactoe", {})
    state = game.parse("O.XXXOO.. X")
    recording = watched(game, state, "mc:60000", 9)[1]
    exact = {0.75, 0.5}
    chances = make_bot("mc:exact").choose(game, state, Context(0))
    truth = {estimate.move: estimate.score or 0.0 for estimate in chances.estimates}
    assert set(truth.values()) == exact
    last = {belief.move: belief for belief in recording.samples[-1].moves}
    first = {belief.move: belief for belief in recording.samples[3].moves}
    for move, score in truth.items():
        assert abs((last[move].score or 0.0) - score) < 0.02
        assert (last[move].high or 1) - (last[move].low or 0) < 0.02
        assert (first[move].high or 1) - (first[move].low or 0) > 0.2


@pytest.mark.parametrize("begun", [(), (1, 2, 1, 2, 1, 2)])  # none wins at once, or one of seven
def test_single_random_games_are_those_that_were_counted(begun: tuple[int, ...]) -> None:
    game: Any = make_game("connect4", {})
    start = reduce(game.play, begun, game.initial())
    decision, recording = watched(game, start, "mc:70", 2)
    assert recording.left_out == 0
    points: dict[int, float] = {}
    for step in events_of(recording, GamePlayed):
        state = start
        for move in step.line:
            state = game.play(state, move)
        outcome = game.outcome(state)
        assert outcome is not None
        assert int(outcome) == step.outcome
        points[step.line[0]] = points.get(step.line[0], 0.0) + outcome.score(0)
    for estimate in decision.estimates:
        assert points[estimate.move] / (estimate.effort or 1) == estimate.score


def test_the_whole_tree_of_chances_where_it_is_small() -> None:
    game = make_game("tictactoe", {})
    state = game.parse("O.XXXOO.. X")
    recording = watched(game, state, "mc:exact", 0)[1]
    tree = result_of(recording, ChancesResult).tree
    assert len(tree) == 1 + 3 + 6 + 6
    assert tree[0].line == ()
    for node in tree:
        children = [other for other in tree if other.line[:-1] == node.line != other.line]
        if not node.over:
            mean = np.mean([child.chances for child in children], axis=0)
            assert np.allclose(mean, node.chances)
        assert sum(node.chances) == pytest.approx(1)
    assert chance_tree(game, game.initial(), no_check) is None


@pytest.mark.parametrize(
    ("start", "takes", "nodes"),
    [("3", "1,2,3", 8), ("3", "1", 4), ("4", "1", None), ("11", "3,4,5", None)],
)
def test_a_tree_of_chances_has_eight_games_of_three_moves_at_most(
    start: str, takes: str, nodes: int | None
) -> None:
    game = make_game("subtraction", {"start": start, "takes": takes})
    tree = chance_tree(game, game.initial(), no_check)
    assert (None if tree is None else len(tree)) == nodes


def test_the_tree_grows_step_by_step_to_the_one_at_the_end() -> None:
    game = make_game("connect4", {})
    decision, recording = watched(game, game.initial(), "mcts:600", 5)
    assert recording.left_out == 0
    phases = [step.phase for step in recording.events]
    assert set(phases) == {"look", "select", "expand", "playout", "back_up"}
    played = 0
    for step, following in zip(recording.events, recording.events[1:], strict=False):
        if isinstance(step, Selected):
            assert following.phase == "expand"
            assert following.line == step.line
            assert len(step.bounds) == len(step.line)
        if isinstance(step, PlayedOut):
            played += step.games
            assert isinstance(following, BackedUp)
            assert following.path[0].visits == played
    assert played == decision.effort
    last = events_of(recording, BackedUp)[-1].root
    assert [visits for visits, _, _ in last] == [each.effort for each in decision.estimates]
    tree = result_of(recording, TreeResult).tree
    assert tree[0].parent is None
    assert tree[0].visits == decision.effort
    assert all(node.parent is not None and node.parent < n for n, node in enumerate(tree) if n)


def test_positions_searched_to_the_end_are_told_and_what_is_told_is_true() -> None:
    game = make_game("connect4", {})
    state = game.parse(SEARCHED)
    oracle = oracle_for(game)
    told = set()
    for step in events_of(watched(game, state, "mcts:3000", 1)[1], Searched):
        position = state
        for move in step.line:
            position = game.play(position, move)
        proved = step.proved[-1]
        told.add(step.text.key)
        if proved is not None and game.moves(position):
            exact = oracle.values(position, Context(0)).value
            assert exact is not None
            assert Value(-proved) is exact
            assert step.text.key == f"watch.mcts.search.{proved.name.lower()}"
        else:
            assert step.text.key == "watch.mcts.search.open"
    assert len(told) > 1


def assert_replies_set_their_bounds(recording: Recording) -> None:
    """A cutoff names a move of the other side that was searched before, and set its bound."""
    left: dict[tuple[int, ...], PositionLeft] = {}
    for event in recording.events:
        if isinstance(event, Cutoff):
            *before, move = event.reply
            played = event.line[len(before)]
            assert event.line[: len(before)] == tuple(before) and move != played
            assert (len(event.line) - len(before)) % 2 == 1, "a move of the other side"
            assert left[event.reply].score == pytest.approx(event.beta)
            assert left[event.reply].bound is not ScoreBound.AT_MOST
            assert str(event.text.values["reply"]) in render(event.text)
        if isinstance(event, PositionLeft):
            left[event.line] = event


@pytest.mark.parametrize("game_id", ["connect4", "tictactoe"])
def test_every_position_of_alpha_beta_is_told_once(game_id: str) -> None:
    game = make_game(game_id, {})
    decision, recording = watched(game, game.initial(), "alphabeta:3", 1)
    assert len(events_of(recording, PositionLeft)) == decision.effort
    cuts = events_of(recording, Cutoff)
    assert cuts
    for step in cuts:
        assert step.score >= step.beta
        assert len(step.rest) == step.left > 0
        assert step.saved >= step.left
        assert [step.text.values[name] for name in ("left", "saved")] == [step.left, step.saved]
    assert_replies_set_their_bounds(recording)
    depths = result_of(recording, WindowsResult).depths
    assert [depth.depth for depth in depths] == [1, 2, 3]
    assert sum(depth.nodes for depth in depths) == decision.effort
    assert sum(depth.cuts or 0 for depth in depths) == len(cuts)
    last = {move: share for move, share, _, _ in depths[-1].moves}
    assert last == {e.move: pytest.approx(e.score) for e in decision.estimates}


@pytest.mark.parametrize("game_id", ["connect4", "nim"])
def test_alpha_beta_ends_with_its_conclusion(game_id: str) -> None:
    """The last step spoke of an inner line; nothing said what followed from it all."""
    game = make_game(game_id, {})
    decision, recording = watched(game, game.initial(), "alphabeta:3", 1)
    assert not recording.left_out
    last = recording.events[-1]
    assert isinstance(last, MoveChosen)
    assert last.line == (decision.move,)
    score = next(each.score for each in decision.estimates if each.move == decision.move)
    assert score is not None and last.text.values["score"] == pytest.approx(score)
    assert last.score == pytest.approx(1 - score), "of who moves next"


def test_the_kernel_is_told_from_the_end() -> None:
    game = make_game("matches", {"start": "12"})
    recording = watched(game, game.initial(), "kernel", 1)[1]
    assert result_of(recording, KernelResult).kernel == (1, 5, 9)
    numbers = events_of(recording, NumberDecided)
    assert [each.number for each in numbers] == list(range(13))
    assert [each.number for each in numbers if each.member] == [1, 5, 9]


def test_the_bags_of_a_heap_are_all_there() -> None:
    game = make_game("matches", {})
    recording = watched(game, game.parse("7 1"), "learner", 1)[1]
    bags = result_of(recording, BagsResult).bags
    assert {bag.position for bag in bags} == {str(size) for size in range(1, 17)}
    assert [bag.position for bag in bags if bag.present] == ["7"]


def test_a_cancelled_recording_ends_at_once() -> None:
    from engine.context import Cancelled

    game = make_game("connect4", {})
    context: Context[Decision] = Context(1, recorder=Recorder())
    context.cancel()
    with pytest.raises(Cancelled):
        make_bot("mcts:100000").choose(game, game.initial(), context)


@pytest.mark.parametrize("player", ["mc:50", "mcts:50", "alphabeta:2", "optimal", "learner"])
def test_think_answers_as_analyse_does(player: str, tmp_path: Path) -> None:
    folder = ("--data-dir", str(tmp_path))
    place = ("tictactoe", "--position", "O.XXXOO.. X", "--player", player, "--seed", "3")
    data = reported("think", *place, *folder)
    assert data["steps"]
    assert data["left_out"] == 0
    assert reported("analyse", *place, *folder)["best"] == data["best"]


def test_think_prints_the_steps_asked_for_in_the_language_asked_for() -> None:
    line = ("think", "matches", "--player", "kernel", "--steps", "3", "--lang")
    out = printed(*line, "fr")
    assert "appartient au noyau" in out or "retiré du graphe" in out
    assert "étapes omises\u00a0: 14 sur 17" in out
    out = printed(*line, "de")
    assert "gehört zum Kern" in out or "außerhalb des Graphen" in out
    assert "ausgelassene Schritte: 14 von 17" in out


A_BEGINNING = "3 3 4 2"


def recorded(player: str) -> Recording:
    """A player's decision after a beginning of Connect Four."""
    return recorded_in(Session.replay(make_game("connect4"), None, A_BEGINNING.split()), player)


def recorded_in(session: Session[Any], player: str) -> Recording:
    """A player's decision at the end of a session."""
    context: Context[Decision] = Context(3)
    recorder = context.recorder = Recorder()
    make_bot(player).choose(session.game, session.state, context)  # type: ignore[arg-type]
    return recorder.recording()


def test_a_search_works_out_nothing_that_only_a_reader_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: Any) -> Any:
        raise AssertionError("worked out during the search")

    with monkeypatch.context() as patch:
        patch.setattr(Connect4Positions, "counted", refuse)
        patch.setattr(Connect4Positions, "moves", refuse)
        log = recorded("alphabeta:4").events
    guess = next(place for place in range(len(log)) if log.kind(place) is HorizonReached)
    assert isinstance(log[guess], HorizonReached)


@pytest.mark.parametrize("player", ["alphabeta:4", "mcts:300", "mc:30"])
def test_the_raw_form_says_what_the_event_says(player: str) -> None:
    log = recorded(player).events
    kinds = [log.kind(place) for place in range(len(log))]
    lines = [log.line(place) for place in range(len(log))]
    assert [type(event) for event in log] == kinds == [log.kind(at) for at in range(len(log))]
    assert [event.line for event in log] == lines == [log.line(at) for at in range(len(log))]
    for kind in {*kinds}:
        assert log.of(kind) == [(at, event) for at, event in enumerate(log) if type(event) is kind]


def test_a_window_of_proved_ends_alone_says_so() -> None:
    """Alpha and beta were 0.00 both: an empty window that was searched all the same."""
    game = make_game("tictactoe", {"draw": "second"})
    log = recorded_in(Session.replay(game, None, ["0", "2", "4"]), "alphabeta:4").events
    entered = [event for event in log if isinstance(event, PositionEntered)]
    lost = [event for event in entered if event.beta == 0]
    won = [event for event in entered if event.alpha == 1]
    assert lost and won and len(lost) + len(won) < len(entered)
    assert {event.text.key.removesuffix(".one") for event in lost} == {"watch.ab.look.losses"}
    assert {event.text.key.removesuffix(".one") for event in won} == {"watch.ab.look.wins"}
    others = [event for event in entered if event.beta > 0 and event.alpha < 1]
    assert {event.text.key.removesuffix(".one") for event in others} == {"watch.ab.look"}
    assert all(event.alpha < event.beta for event in others)
