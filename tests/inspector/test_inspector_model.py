"""Looking inside without a window: the replay, its moments, the transport, belief and truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.bots.learner import Learner
from engine.bots.training import train
from engine.context import Context
from engine.messages import Message
from engine.protocols import BagChange, Decision, Estimate, Game, bag_key, game_key
from engine.recording import EventLog, Recording, RecordingKind, Sample
from engine.registry import BOTS, GAMES, make_bot, make_game, oracle_for
from engine.store.store import Store
from engine.trace.bags import BagsResult
from engine.trace.layers import LineFollowed
from gui.inspector.bags import BagsPanel
from gui.inspector.bags_view_model import bags_view_model
from gui.inspector.model import SPEEDS, Inspector
from gui.inspector.playback import Timeline
from gui.inspector.replay import GrowingRecorder, Replay, ReplayRequest, begin
from gui.worker import Worker
from tests.waiting import let_pass
from tests.watch.events import result_of

SMALL = {"connect4": {"columns": "5", "rows": "4"}, "nim": {"heaps": "3,4,5"}}
PLAYERS = (
    *("first", "random", "mc:60", "mc:5/move", "mc:exact", "mcts:120", "alphabeta:3"),
    *("optimal", "mastery:5", "kernel", "dfs", "dfs:improved", "learner"),
    *("easy", "medium", "hard", "perfect", "fit:6"),
)
CASES = [
    (name, player)
    for name in GAMES
    for player in PLAYERS
    if make_bot(player).supports(make_game(name, SMALL.get(name))) is None
]


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def reader() -> Iterator[Worker]:
    """One worker for all tests that leave it free."""
    made = Worker()
    yield made
    made.close()


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """One store for all tests in which nobody learns."""
    made = Store(tmp_path_factory.mktemp("memory"))
    yield made
    made.close()


def unknown(state: Any) -> None:
    return None


def finished(replay: Replay) -> Replay:
    let_pass(replay.update, lambda: replay.complete or replay.fault is not None)
    return replay


def whole(inspector: Inspector) -> Inspector:
    let_pass(lambda: inspector.update(0.0), lambda: not inspector.busy)
    inspector.update(0.0)
    return inspector


def decided(question: ReplayRequest, store: Store) -> Decision:
    """What the player decides without anybody looking."""
    bot = make_bot(question.player, store if question.player == "learner" else None)
    context: Context[Decision] = Context(np.random.SeedSequence(question.seed))
    return bot.choose(question.game, question.state, context)


def asked(name: str, player: str, seed: int = 3) -> ReplayRequest:
    game = make_game(name, SMALL.get(name))
    return ReplayRequest(game, game.initial(), player, (seed, 0, 0, 0))


def looking(worker: Worker, store: Store, question: ReplayRequest, **more: Any) -> Inspector:
    inspector = Inspector(worker, lambda: store, more.get("exact", unknown))
    inspector.look(question)
    return whole(inspector)


def test_every_bot_of_the_registry_is_looked_into_here() -> None:
    assert {player.partition(":")[0] for player in PLAYERS} == BOTS.keys()


def test_a_seed_that_gives_another_move_is_told_in_one_sentence(
    worker: Worker, store: Store
) -> None:
    question = asked("connect4", "mc:60")
    stored = decided(question, store)
    assert stored.move is not None
    other = replace(stored, move=(stored.move + 1) % 5)
    inspector = looking(worker, store, replace(question, stored=other))
    assert inspector.frame() is None
    assert inspector.notice is not None
    assert inspector.notice.key == "inspector.not_the_same"
    assert str(inspector.notice).count(".") == 1


@pytest.mark.parametrize("player", ["kernel", "dfs"])
def test_a_bot_that_does_not_play_the_game_is_one_sentence(
    worker: Worker, store: Store, player: str
) -> None:
    inspector = looking(worker, store, asked("connect4", player))
    assert inspector.notice is not None
    assert inspector.frame() is None


def test_a_finished_position_is_one_sentence(worker: Worker, store: Store) -> None:
    game = make_game("nim", {"heaps": "1"})
    over = game.play(game.initial(), game.moves(game.initial())[0])
    inspector = looking(worker, store, ReplayRequest(game, over, "mc:60", (1, 0, 1, 1)))
    assert inspector.notice is not None
    assert inspector.notice.key == "inspector.over"


def test_a_learner_draws_from_the_bag_of_then(worker: Worker, store: Store) -> None:
    """It has learned since; the bag it drew from stands in its decision."""
    question = asked("matches", "learner")
    stored = decided(question, store)
    game, state = question.game, question.state
    other = next(move for move in game.moves(state) if move != stored.move)
    bag = {game.symmetry_of_move(state, other): 10_000}
    store.add_to_bags(game_key(game), {bag_key(game, state): bag})
    assert decided(question, store).move != stored.move
    replay = finished(begin(replace(question, stored=stored), worker, lambda: store))
    assert replay.fault is None
    assert replay.decision is not None
    assert replay.decision.detail == stored.detail


def won_by_the_learner(
    store: Store, ply: int = 0
) -> tuple[ReplayRequest, tuple[BagChange, ...], dict[str, Any]]:
    """A game of learners until the first player wins it, learned from; one of its decisions."""
    game = make_game("matches", {"start": "9"})
    learner = Learner(store)
    train(game, learner, 30, None, 4, Context(4), 10)
    for seed in range(40):
        states, moves, stored = [game.initial()], list[int](), None
        while game.moves(states[-1]):
            question = ReplayRequest(game, states[-1], "learner", (seed, 0, len(moves), 0))
            decision = decided(question, store)
            if len(moves) == ply:
                stored = replace(question, stored=decision)
            assert decision.move is not None
            moves.append(decision.move)
            states.append(game.play(states[-1], decision.move))
        if game.outcome(states[-1]) == 0:
            break
    before = store.load_bags(game_key(game))
    learner = Learner(store)
    gained = learner.reward(game, states, moves, 0)
    learner.save(game)
    assert stored is not None and gained
    return replace(stored, gained=gained), gained, before


def replayed_bags(question: ReplayRequest, worker: Worker, store: Store) -> tuple[BagsResult, bool]:
    """The bags of a decision made again, and whether the others of then are not stored."""
    replay = finished(begin(question, worker, lambda: store))
    assert replay.fault is None and replay.recording is not None
    return result_of(replay.recording, BagsResult), replay.recorder.alone


def as_shown(game: Any, bags: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """Every bag of a memory by the texts of its moves."""
    told = {}
    for left in range(1, 10):
        state = game.parse(f"{left} 0")
        kept = bags.get(bag_key(game, state), {})
        told[bag_key(game, state)] = {
            game.move_text(state, m): kept.get(game.symmetry_of_move(state, m), 1)
            for m in game.moves(state)
        }
    return told


@pytest.mark.parametrize("ply", [0, 1], ids=["winner", "loser"])
def test_the_bags_looked_back_at_are_all_of_one_moment(
    worker: Worker, store: Store, ply: int
) -> None:
    """The loser's bag has not changed, so the beads that the winner gained were shown as well."""
    question, gained, before = won_by_the_learner(store, ply)
    game = question.game
    then, alone = replayed_bags(question, worker, store)
    assert {bag.bag: dict(bag.moves) for bag in then.bags} == as_shown(game, before)
    assert then.grown == (), "what grew since is not in these bags"
    assert not alone
    untouched = replace(question, stored=None)  # asked of today's learner
    today, _ = replayed_bags(untouched, worker, store)
    kept = store.load_bags(game_key(game))
    assert {bag.bag: dict(bag.moves) for bag in today.bags} == as_shown(game, kept)
    assert set(today.grown) == {change.place for change in gained}


def teach(game: Game[Any], store: Store, games: int, opponent: str = "") -> None:
    bot = make_bot(opponent) if opponent else None
    train(game, Learner(store), games, bot, 8, Context(8), games)


def test_bags_are_those_of_then_though_a_lost_game_or_another_one_followed(
    worker: Worker, store: Store
) -> None:
    """Training leaves many bags as they were: all others were shown as they are today."""
    game = make_game("matches", {"start": "9"})
    teach(game, store, 50)
    question = ReplayRequest(game, game.initial(), "learner", (1, 0, 0, 0))
    question = replace(question, stored=decided(question, store))
    before = store.load_bags(game_key(game))
    teach(game, store, 1, "optimal")
    assert store.load_bags(game_key(game)) == before, "the game was lost"
    lost, alone = replayed_bags(replace(question, gained=()), worker, store)
    assert not alone and lost.games == 50
    teach(game, store, 20)
    then, alone = replayed_bags(question, worker, store)
    assert not alone, "the bags of 50 games are kept"
    assert {bag.bag: dict(bag.moves) for bag in then.bags} == as_shown(game, before)
    assert then.games == 50 and max(games for games, _ in then.curve) <= 50


def test_a_bag_whose_time_is_past_is_shown_alone_after_the_moments_that_are_kept(
    worker: Worker, store: Store
) -> None:
    question, _, before = won_by_the_learner(store)
    game, place = question.game, bag_key(question.game, question.state)
    move = game.symmetry_of_move(question.state, game.moves(question.state)[0])
    store.add_to_bags(game_key(game), {place: {move: 500}})
    inspector = looking(worker, store, question)
    inspector.last()
    looked, panel = inspector.frame(), BagsPanel()
    assert looked is not None
    shown = bags_view_model(looked)
    (bag,) = shown.bags
    assert bag.entry.present and dict(bag.entry.moves) == as_shown(game, before)[place]
    assert not bag.grown and shown.games == 30
    assert Message("inspector.bags.alone") in panel.card(looked)
    inspector.first()
    looked = inspector.frame()
    assert looked is not None
    first = bags_view_model(looked)
    assert first.moment == 1 and len(first.bags) == 9 and not first.alone


class HurriedWhen(Context[Decision]):
    """Told to answer at once at some check."""

    def __init__(self, words: tuple[int, ...], checks: int) -> None:
        super().__init__(np.random.SeedSequence(words))
        self.left = checks

    def check(self) -> None:
        super().check()
        self.left -= 1
        if self.left <= 0:
            self.ask_hurry()


# Of playouts told to hurry before the first was counted nothing says how many were begun.
HURRIED = [
    case
    for case in product(("mc:300000", "mcts:3000", "alphabeta:9", "optimal"), (1, 20, 60))
    if case != ("mc:300000", 1)
]


@pytest.mark.one_of(3)
@pytest.mark.parametrize(("player", "checks"), HURRIED)
def test_a_hurried_decision_is_hurried_again(
    reader: Worker, memory: Store, player: str, checks: int
) -> None:
    game = make_game("connect4", {})
    question = ReplayRequest(game, game.initial(), player, (5, 0, 0, 0))
    context = HurriedWhen(question.seed, checks)
    stored = make_bot(player).choose(game, game.initial(), context)
    if not context.hurry:
        context.ask_hurry()  # it came after the answer: nothing was cut short
    hurried = replace(question, stored=stored, hurried=stored.effort)
    replay = finished(begin(hurried, reader, lambda: memory))
    assert replay.fault is None
    assert replay.decision is not None
    assert replay.decision.move == stored.move
    if stored.unit.value == "playouts":
        assert replay.decision.effort == stored.effort


def test_closing_ends_the_replay_at_once(worker: Worker, store: Store) -> None:
    game = make_game("connect4", {})
    inspector = Inspector(worker, lambda: store, unknown)
    inspector.look(ReplayRequest(game, game.initial(), "mc:1000000000", (1, 0, 0, 0)))
    replay = inspector.replay
    assert replay is not None
    let_pass(lambda: None, lambda: replay.job.started is not None)
    inspector.close()
    let_pass(lambda: None, lambda: replay.job.done)
    assert replay.job.cancelled
    assert inspector.frame() is None


def test_the_first_step_is_shown_while_the_rest_is_still_taken_down(
    worker: Worker, store: Store
) -> None:
    """Within 150 ms of the processor's time, of a decision that takes much longer."""
    game = make_game("connect4", {})
    inspector = Inspector(worker, lambda: store, unknown)
    worker.submit(lambda context: None)  # the thread runs
    inspector.look(ReplayRequest(game, game.initial(), "mcts:100000", (1, 0, 0, 0)))
    let_pass(lambda: inspector.update(0.01), lambda: inspector.frame() is not None)
    looked = inspector.frame()
    assert looked is not None
    assert not looked.complete
    assert looked.recording.events
    assert looked.move is None
    first = len(looked.recording.events)

    def grown() -> bool:
        now = inspector.frame()
        return now is not None and len(now.recording.events) > first

    let_pass(lambda: inspector.update(0.01), grown)
    inspector.close()


def test_what_grows_stays_where_a_person_went(worker: Worker, store: Store) -> None:
    game = make_game("connect4", {})
    inspector = Inspector(worker, lambda: store, unknown)
    inspector.look(ReplayRequest(game, game.initial(), "mcts:3000", (1, 0, 0, 0)))
    let_pass(lambda: inspector.update(0.01), lambda: inspector.frame() is not None)
    inspector.first()
    whole(inspector)
    looked = inspector.frame()
    assert looked is not None
    assert looked.complete
    assert looked.step == 0
    assert looked.move is not None


@pytest.mark.one_of(3)
@pytest.mark.parametrize(("name", "player"), CASES)
def test_every_moment_of_a_stored_move_can_be_stood_at(
    reader: Worker, memory: Store, name: str, player: str
) -> None:
    """To and fro by single steps, by the track, and the two ends."""
    question = asked(name, player)
    stored = decided(question, memory)
    inspector = looking(reader, memory, replace(question, stored=stored))
    looked = inspector.frame()
    assert looked is not None, "the replay gives the stored move"
    assert looked.at_end and looked.move == stored.move and looked.recording.events
    inspector.first()
    efforts, shares, moments = [], [], []
    while True:
        looked, playing = inspector.frame(), inspector.playing()
        assert looked is not None
        assert playing is not None
        assert not any("{" in str(line) for line in playing.place())
        efforts.append(looked.effort)
        shares.append(playing.fraction)
        moments.append(playing.moment)
        if looked.sample is not None and not looked.at_end:
            assert looked.sample.effort <= looked.effort
        if playing.moment == playing.end:
            break
        inspector.step(1)
    assert efforts == sorted(efforts)
    assert shares == sorted(shares)
    assert shares[-1] <= 1.0
    assert moments == sorted(set(moments))
    for moment in reversed(moments[:-1]):
        inspector.step(-1)
        assert inspector.moment == moment
    for moment, share in zip(moments, shares, strict=True):
        if shares.count(share) == 1:
            inspector.scrub(share)
            assert inspector.moment == moment
    inspector.last()
    assert inspector.frame() is not None
    assert inspector.frame().at_end  # type: ignore[union-attr]


def test_playing_goes_on_at_three_speeds_and_holds_at_the_end(worker: Worker, store: Store) -> None:
    inspector = looking(worker, store, asked("tictactoe", "mc:60"))
    for speed, steps in enumerate(SPEEDS):
        inspector.first()
        inspector.set_speed(speed)
        inspector.play()
        inspector.update(1.0)
        assert inspector.moment == steps
        inspector.play()
        inspector.update(1.0)
        assert inspector.moment == steps
    inspector.play()
    inspector.update(60.0)
    assert not inspector.running
    looked = inspector.frame()
    assert looked is not None
    assert looked.at_end
    inspector.play()  # from the end: once more from the start
    assert inspector.moment == 0


def values(game: Game[Any]) -> Callable[[Any], Sequence[Estimate]]:
    oracle = oracle_for(game)
    return lambda state: oracle.values(state, Context(0)).estimates


def test_the_lanes_hold_the_true_value_of_what_it_would_have_played(
    worker: Worker, store: Store
) -> None:
    game = make_game("tictactoe", {})
    state = game.parse("X...O...X O")
    exact = values(game)
    question = ReplayRequest(game, state, "mc:10000", (1, 0, 3, 1))
    inspector = looking(worker, store, question, exact=exact)
    playing, looked = inspector.playing(), inspector.frame()
    assert playing is not None
    assert looked is not None
    truth = {each.move: each.value for each in exact(state)}
    assert playing.lanes()[0].start == inspector._timeline.share_of_effort(6)  # type: ignore[union-attr]
    assert playing.lanes()[-1].end == 1
    assert playing.lanes()[-1].value == truth[looked.move or 0]
    for lane, following in zip(playing.lanes(), playing.lanes()[1:], strict=False):
        assert lane.end == following.start
        assert lane.value != following.value
    for sample in looked.recording.samples[:-1]:
        scores = {belief.move: belief.score or 0.0 for belief in sample.moves}
        best = max(scores, key=lambda move: scores[move])
        share = inspector._timeline.share_of_effort(sample.effort)  # type: ignore[union-attr]
        lane = next(each for each in playing.lanes() if each.start <= share < each.end)
        assert lane.value == truth[best]


def test_the_truth_of_a_line_is_that_of_its_last_move(worker: Worker, store: Store) -> None:
    game = make_game("tictactoe", {})
    exact = values(game)
    inspector = looking(
        worker, store, ReplayRequest(game, game.initial(), "mc:60", (1,)), exact=exact
    )
    line = (4, 0, 1)
    truth = inspector.truth(line)
    position = game.play(game.play(game.initial(), 4), 0)
    assert truth == next(each for each in exact(position) if each.move == 1)
    assert inspector.truth(()) is None


def test_where_nothing_is_known_there_is_no_truth(worker: Worker, store: Store) -> None:
    inspector = looking(worker, store, asked("tictactoe", "mc:60"))
    playing = inspector.playing()
    assert playing is not None
    assert [lane.value for lane in playing.lanes()] == [None]
    assert inspector.requests()[0] == inspector.question.state  # type: ignore[union-attr]


def test_a_recorder_hands_over_what_it_has_now_and_then() -> None:
    now = [0.0]
    recorder = GrowingRecorder(lambda: now[0])
    recorder.add(LineFollowed(Message("x"), ()))
    first = recorder.latest
    assert first is not None
    recorder.add(LineFollowed(Message("x"), ()))
    assert recorder.latest is first
    now[0] = 1.0
    recorder.add(LineFollowed(Message("x"), ()))
    assert recorder.latest is not None
    assert len(recorder.latest.events) == 3


def test_moments_of_one_effort_stand_side_by_side() -> None:
    events = tuple(LineFollowed(Message("x"), ()) for _ in range(4))
    samples = (Sample(1, ()), Sample(4, ()), Sample(16, ()))
    recording = Recording(RecordingKind.TREE, EventLog(events), samples, 20, 16, None)
    line = Timeline(recording, (0, 0, 1, 1), range(4), 0)
    shares = [line.fraction(moment) for moment in range(line.count)]
    assert shares == sorted(set(shares))
    assert shares[-1] == 1
    assert [line.jumped(moment) for moment in range(line.count)] == [False] * 4 + [True] * 2
    assert [line.sample(moment) for moment in range(line.count)] == [-1, -1, 0, 0, 1, 2]


@pytest.mark.parametrize("efforts", [range(1, 13), (0, 0, 1, 4), (7,) * 5])
def test_the_track_begins_at_the_first_moment_and_ends_at_the_last(efforts: Sequence[int]) -> None:
    """At step 1 of 12 the handle stood at a quarter of its track."""
    events = tuple(LineFollowed(Message("x"), ()) for _ in efforts)
    recording = Recording(RecordingKind.BAGS, EventLog(events), (), len(events), 0, None)
    line = Timeline(recording, efforts, range(len(efforts)), 0)
    shares = [line.fraction(moment) for moment in range(line.count)]
    assert shares == sorted(set(shares)) and (shares[0], shares[-1]) == (0, 1)
    assert [line.at_share(share) for share in shares] == list(range(line.count))
    for wanted in range(101):
        found = shares[line.at_share(wanted / 100)]
        assert abs(found - wanted / 100) == min(abs(share - wanted / 100) for share in shares)


def test_the_position_after_the_longest_line_is_reached_and_few_are_kept(
    reader: Worker, memory: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.inspector.inspector_frame.MOST_POSITIONS", 5)
    game = make_game("matches", {"start": "999"})
    question = ReplayRequest(game, game.initial(), "first", (3, 0, 0, 0))
    inspector = looking(reader, memory, question)
    line = (game.moves(game.initial())[0],) * 999
    state = inspector._after(line)
    assert game.outcome(state) is not None and not game.moves(state)
    for length in range(20):
        inspector._after(line[:length])
    assert len(inspector._positions) <= 5 and inspector._after(line) == state
