"""Bags of moves: what goes in, what never does, and that it learns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import pytest

from engine.bots.learner import Bags, Learner, bag_text
from engine.bots.training import TrainingReport, score_against_random, train
from engine.context import Cancelled, Context
from engine.messages import Message, render
from engine.protocols import Bag, Game, OptionError, bag_key, game_key
from engine.registry import make_bot, make_game
from engine.session import Session
from tests.cases import in_one_test
from tests.interrupted import StopAt


class Shelf:
    """A memory in a dictionary."""

    def __init__(self, content: dict[str, dict[str, dict[int, int]]] | None = None) -> None:
        self.content = content or {}

    def load_bags(self, game: str) -> dict[str, dict[int, int]]:
        return {key: dict(bag) for key, bag in self.content.get(game, {}).items()}

    def add_to_bags(
        self, game: str, added: Mapping[str, Mapping[int, int]], afresh: Collection[str] = ()
    ) -> None:
        shelf = self.content.setdefault(game, {})
        for key in afresh:
            shelf.pop(key, None)
        for key, moves in added.items():
            bag = shelf.setdefault(key, {})
            for move, number in moves.items():
                bag[move] = bag.get(move, 1) + number

    def reset_bags(self, game: str) -> None:
        self.content.pop(game, None)


def played(game: Game[Any], *moves: str) -> Session[Any]:
    return Session.replay(game, None, moves)


def learn(learner: Learner, session: Session[Any], player: int) -> int:
    game: Any = session.game
    changes = learner.reward(game, session.states, session.moves, player)
    learner.save(game)
    return len(changes)


def test_a_fresh_bag_holds_each_move_once() -> None:
    game = make_game("matches")
    assert Learner().bags(game).pairs(game.initial()) == ((0, 1), (1, 1), (2, 1))


def test_only_a_win_changes_the_bags() -> None:
    game = make_game("matches", {"start": "6"})
    # First takes 2, second 3, first must take the last match: second has won.
    session = played(game, "2", "3", "1")
    learner = Learner()
    assert learn(learner, session, 0) == 0
    assert learner.bags(game).pairs(game.initial()) == ((0, 1), (1, 1), (2, 1))
    assert learn(learner, session, 1) == 1
    assert learner.bags(game).pairs(game.parse("4 1")) == ((0, 1), (1, 1), (2, 2))
    assert learner.bags(game).pairs(game.initial()) == ((0, 1), (1, 1), (2, 1))


def test_a_draw_and_an_unfinished_game_teach_nothing() -> None:
    game = make_game("tictactoe")
    learner = Learner()
    draw = played(game, *["0", "1", "2", "4", "3", "5", "7", "6", "8"])
    unfinished = played(game, "0", "1")
    for player in (0, 1):
        assert learn(learner, draw, player) == 0
        assert learn(learner, unfinished, player) == 0


def test_moves_taken_back_are_not_learned() -> None:
    game = make_game("matches", {"start": "6"})
    session = played(game, "1", "2")
    session.undo()
    session.undo()
    for take in "2", "3", "1":
        session.play(game.parse_move(session.state, take))
    assert learn(Learner(), session, 1) == 1


def test_positions_equal_by_symmetry_share_a_bag() -> None:
    game = make_game("tictactoe")
    learner = Learner()
    assert [count for _, count in learner.bags(game).pairs(game.initial())] == [1, 1, 1]
    # X wins along the left edge from a corner; the four corners have one bag move between them.
    assert learn(learner, played(game, *["0", "1", "3", "4", "6"]), 0) == 3
    assert learn(learner, played(game, *["8", "7", "5", "4", "2"]), 0) == 3
    counts = dict(learner.bags(game).pairs(game.initial()))
    assert counts == {0: 3, 1: 1, 4: 1}
    one, two = (game.parse(text) for text in ("XO....... X", ".......OX X"))
    bags = learner.bags(game)
    assert bags.counts(bags.place(one)) == bags.counts(bags.place(two))


def test_it_does_not_matter_who_is_to_move_over_the_heaps() -> None:
    game = make_game("nim")
    learner = Learner()
    # The second player takes one of the heap of 4; the first, in another game, does the same.
    learn(learner, played(game, "1-5", "2-1", "3-3", "2-3", "4-2", "5-1"), 1)
    one, two = (game.parse(f"4,3,2,1 {mover}") for mover in (0, 1))
    assert bag_key(game, one) == bag_key(game, two) == "4,3,2,1"
    assert learner.bags(game).pairs(one) == learner.bags(game).pairs(two)
    assert dict(learner.bags(game).pairs(one))[game.parse_move(one, "1-1")] == 2
    ticks = make_game("tictactoe")
    assert bag_key(ticks, ticks.initial()) == "......... X"


def test_moves_of_one_class_are_all_drawn() -> None:
    game = make_game("tictactoe")
    learner = Learner()
    first = Counter(learner.choose(game, game.initial(), Context(seed)).move for seed in range(600))
    assert set(first) == set(range(9))
    assert 130 < first[4] < 270  # a third of the draws: three classes, each once in the bag


def test_the_draw_follows_the_counts() -> None:
    game = make_game("matches")
    shelf = Shelf({game_key(game): {"16": {0: 1, 1: 2, 2: 7}}})
    learner = Learner(shelf)
    drawn = Counter(
        learner.choose(game, game.initial(), Context(seed)).move for seed in range(1000)
    )
    assert abs(drawn[2] - 700) < 60
    assert abs(drawn[1] - 200) < 52


def test_the_note_shows_the_bag() -> None:
    game = make_game("matches")
    shelf = Shelf({game_key(game): {"10": {0: 2}}})
    decision = Learner(shelf).choose(game, game.parse("10 0"), Context(1))
    assert decision.move is not None
    assert (
        render(decision.note)
        == f"from the bag for 10 (1 1 2 3) it drew a bead for taking {decision.move + 1}"
    )
    assert decision.detail == Bag(((0, 2), (1, 1), (2, 1)), decision.move)
    large = bag_text(["1", "2", "3"], [1, 40, 2])
    assert isinstance(large, Message) and render(large) == "2 (40 times), 3 (2 times), 1"
    assert str(bag_text([str(n) for n in range(50)], [1] * 50)).endswith(" 10, …")


def test_the_heaps_of_a_bag_stand_apart_in_its_sentence() -> None:
    game = make_game("nim")
    note = render(Learner(Shelf()).choose(game, game.parse("0,0,0,2,1 0"), Context(1)).note)
    assert note.startswith("from the bag for 0, 0, 0, 2, 1 (")


def test_connect_four_is_declined() -> None:
    refusal = Learner().supports(make_game("connect4"))
    assert refusal is not None
    assert "Connect Four" in render(refusal)


def test_what_is_learned_is_kept_and_can_be_forgotten() -> None:
    game = make_game("matches", {"start": "6"})
    session = played(game, "2", "3", "1")
    shelf = Shelf()
    learn(Learner(shelf), session, 1)
    assert shelf.content == {game_key(game): {"4": {2: 2}}}
    again = Learner(shelf)
    assert again.bags(game).pairs(game.parse("4 1"))[2] == (2, 2)
    again.reset(game)
    assert shelf.content == {}
    assert again.bags(game).pairs(game.parse("4 1"))[2] == (2, 1)


def test_two_learners_on_one_memory_do_not_undo_each_other() -> None:
    game = make_game("matches", {"start": "6"})
    session = played(game, "2", "3", "1")
    shelf = Shelf()
    one, two = Learner(shelf), Learner(shelf)
    for learner in (one, two):
        learner.bags(game)
    for learner in (one, two, one):
        learn(learner, session, 1)
    assert shelf.content[game_key(game)]["4"] == {2: 4}
    assert one.bags(game).pairs(game.parse("4 1"))[2] == (2, 4)  # the other one's bead as well


@in_one_test(
    "damaged",
    [{0: 1, 7: 5}, {0: -3}, {0: 0, 1: 1}, {1: "many"}, {2: 1.5}, {0: True}, {0: 2**63 - 1}],
)
def test_a_damaged_bag_starts_afresh_and_says_so(damaged: dict[int, Any]) -> None:
    game = make_game("matches", {"start": "6"})
    shelf = Shelf({game_key(game): {"6": damaged, "nonsense": {1: 1}, "4": {2: 9}}})
    learner = Learner(shelf)
    decision = learner.choose(game, game.initial(), Context(1))
    assert decision.move in (0, 1, 2)
    assert "damaged" in render(decision.note)
    assert learner.bags(game).pairs(game.initial()) == ((0, 1), (1, 1), (2, 1))
    assert learner.bags(game).pairs(game.parse("4 1"))[2] == (2, 9)
    # A game won from there replaces what was damaged by something sound.
    learn(learner, played(game, "1", "3", "1", "1"), 0)
    assert shelf.content[game_key(game)]["6"] == {0: 2}
    assert "damaged" not in render(learner.choose(game, game.initial(), Context(1)).note)


# -- training ------------------------------------------------------------------------------------


def trained(game_id: str, games: int, seed: int) -> TrainingReport:
    return train(make_game(game_id), Learner(), games, None, seed, Context())


def test_a_thousand_games_against_itself_lift_it_above_85_percent() -> None:
    reports = [trained("matches", 1000, seed) for seed in range(3)]
    for report in reports:
        assert report.games == report.wins + report.losses + report.draws == 1000
        assert report.before is not None
        assert 0.43 < report.before < 0.57
        assert report.after is not None
        assert report.after > 0.85


def test_it_learns_every_other_game_too() -> None:
    for game_id in ("tictactoe", "nim", "subtraction"):
        report = trained(game_id, 800, 1)
        assert report.before is not None
        assert report.after is not None
        assert report.after > report.before + 0.1


def test_it_learns_from_another_bot_with_alternating_starters() -> None:
    game, learner = make_game("matches"), Learner()
    report = train(game, learner, 600, make_bot("random"), 3, Context())
    assert report.wins > 1.2 * report.losses
    assert report.after is not None
    assert report.after > 0.7
    # Both sides' positions of the first move have been met.
    assert learner.bags(game).pairs(game.initial()) != ((0, 1), (1, 1), (2, 1))
    lessons = [learner.bags(game).pairs(game.parse(f"{heap} 1")) for heap in (13, 14, 15)]
    assert any(count > 1 for bag in lessons for _, count in bag)


def test_training_is_reproduced_by_its_seed() -> None:
    once = trained("matches", 80, 5)
    assert once == trained("matches", 80, 5)
    assert once != trained("matches", 80, 6)


class StopAfter(Context[TrainingReport]):
    """Cancels itself once a report says that enough games were played."""

    def __init__(self, games: int, hurry: bool) -> None:
        super().__init__(0, self._see)
        self.enough, self.gently = games, hurry
        self.last: TrainingReport | None = None

    def _see(self, report: TrainingReport) -> None:
        self.last = report
        if report.games >= self.enough:
            if self.gently:
                self.ask_hurry()
            else:
                self.cancel()


def test_a_cancel_keeps_what_was_learned() -> None:
    game, shelf = make_game("matches"), Shelf()
    context = StopAfter(200, hurry=False)
    with pytest.raises(Cancelled):
        train(game, Learner(shelf), 1000, None, 1, context)
    assert context.last is not None
    assert context.last.games == 200
    kept = shelf.content[game_key(game)]
    assert sum(sum(bag.values()) - len(bag) for bag in kept.values()) > 200


def test_a_hurry_ends_early_and_still_measures() -> None:
    report = train(make_game("matches"), Learner(), 1000, None, 1, StopAfter(200, hurry=True))
    assert report.games == 200
    assert report.planned == 1000
    assert report.after is not None


def test_a_game_or_an_opponent_that_cannot_is_refused() -> None:
    with pytest.raises(OptionError, match="Connect Four"):
        train(make_game("connect4"), Learner(), 10, None, 1, Context())
    with pytest.raises(OptionError, match="without draws"):
        train(make_game("tictactoe"), Learner(), 10, make_bot("kernel"), 1, Context())


def test_bags_are_the_same_whatever_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("nim", {"heaps": "2,2,1"})
    one = trained("nim", 40, 2)
    monkeypatch.setattr("engine.bots.learner.REMEMBERED_MOVES", 5)
    assert trained("nim", 40, 2) == one
    bags: Bags[Any] = Bags(game)
    states = [game.initial(), *(game.play(game.initial(), m) for m in game.moves(game.initial()))]
    assert [bags.place(state) for state in states] == [bags.place(state) for state in states]


def test_stopped_anywhere_training_leaves_sound_bags() -> None:
    game = make_game("nim", {"heaps": "3,2"})
    stopped, lessons = 0, set[int]()
    for calls in range(1, 400, 6):
        shelf = Shelf()
        try:
            train(game, Learner(shelf), 40, None, 1, StopAt(calls, False), measured=10)
        except Cancelled:
            stopped += 1
        fresh = Learner(shelf)
        for text, kept in shelf.content.get(game_key(game), {}).items():
            counts = dict(fresh.bags(game).pairs(game.parse(f"{text} 1")))
            assert {move: counts[move] for move in kept} == kept
            assert min(counts.values()) >= 1
        assert not fresh.bags(game).damaged
        kept_bags = shelf.content.get(game_key(game), {}).values()
        lessons.add(sum(sum(bag.values()) - len(bag) for bag in kept_bags))
    assert 25 < stopped < 66
    assert len(lessons) > 20


def test_a_hurry_reaches_the_opponent_of_a_training_and_no_other_part() -> None:
    context: Context[TrainingReport] = Context(0)
    parts = [context.part(1, hurried=shared) for shared in (True, False)]
    context.ask_hurry()
    assert [part.hurry for part in parts] == [True, False]


# -- the score against random play, and its curve --------------------------------------------------


@pytest.mark.parametrize(
    ("game_id", "options", "games"),
    [
        ("matches", {}, 6_000),
        ("subtraction", {"misere": "true"}, 6_000),
        ("nim", {"heaps": "1,2,3"}, 6_000),
        ("tictactoe", {}, 2_000),
        ("tictactoe", {"draw": "second"}, 2_000),
    ],
)
def test_it_is_what_many_games_come_to(game_id: str, options: dict[str, str], games: int) -> None:
    game, learner = make_game(game_id, options), Learner()
    train(game, learner, 150, None, 3, Context(1), 10)
    exact = learner.score(game)
    assert exact is not None
    played = score_against_random(game, learner, games, np.random.default_rng(1), Context(1))
    assert abs(exact - played) < 4 * 0.5 / games**0.5


def test_a_game_with_too_many_positions_has_no_exact_score() -> None:
    game, learner = make_game("nim", {"heaps": "9,9,9,9,9"}), Learner()
    assert learner.score(game) is None
    train(game, learner, 60, None, 3, Context(1), 40)
    curve = learner.progress(game).learning.curve
    assert [games for games, _ in curve] == [60], "what was measured is kept"


def test_every_game_counts_and_only_the_last_one_grew_bags() -> None:
    game, learner = make_game("matches", {"start": "2"}), Learner()
    won = Session.replay(game, None, ["1", "1"])  # the second player takes the last and loses
    learner.reward(game, won.states, won.moves, 0)
    assert learner.progress(game).learning.games == 1
    assert learner.progress(game).learning.grown == ("2",)
    learner.reward(game, won.states, won.moves, 1)
    told = learner.progress(game).learning
    assert told.games == 2 and told.grown == ()
    changes = learner.reward(game, won.states, won.moves, 0, 1)
    assert [change.place for change in changes] == ["2"]
    assert learner.progress(game).learning.games == 3, "one game for both sides"


def test_training_is_the_same_whether_or_not_it_is_measured() -> None:
    """The curve takes no random number: the bags after training are those of before."""
    game = make_game("matches")
    bags = []
    for _ in range(2):
        learner = Learner()
        train(game, learner, 200, None, 5, Context(1), 50)
        bags.append([learner.bags(game).pairs(game.parse(f"{n} 0")) for n in range(2, 17)])
    assert bags[0] == bags[1]
