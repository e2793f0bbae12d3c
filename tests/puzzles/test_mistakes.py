"""Mistakes to try again: found, kept, repeated until they were solved twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.context import Context
from engine.messages import LANGUAGES, JouonsError, Message, catalogue, render
from engine.protocols import Estimate, Outcome
from engine.puzzles.refutation import oversight, wins_at_once
from engine.puzzles.review import Regret
from engine.registry import GAMES, make_game, make_oracles
from engine.saves import SavedGame, from_json
from engine.store.store import Store
from gui.boards.reasons import possible_reasons
from gui.exercises.attempt import TOLD_PHASES, MoveAttempt
from gui.exercises.exercise import AttemptPhase
from gui.exercises.mistake_drill import MistakeDrill, MistakeExercise, exercise_of
from gui.exercises.mistakes import (
    Mistake,
    MistakeCollector,
    read_mistake,
    review,
    review_known,
    stored_mistakes,
    worst_first,
)
from gui.exercises.mistakes_view_model import make_view_model
from gui.pages.mistakes_card import MistakesSummary, rolling
from gui.protocols import BoardThreats
from tests.home import Home, at_home
from tests.puzzles.solving import solve_until
from tests.solvers.slow_values import slow_values
from tests.waiting import let_pass

SMALL = [game for game in GAMES if game != "connect4"]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    yield from at_home(tmp_path)


def own_mistakes(saved: SavedGame, context: Context[Any]) -> list[Mistake]:
    """The mistakes of every person in a game, in order."""
    return list(review(saved, context).mistakes)


def random_game(
    game_id: str, seed: int, players: tuple[str, str] = ("human", "random")
) -> SavedGame:
    game, rng = make_game(game_id), np.random.Generator(np.random.PCG64(seed))
    state, moves = game.initial(), []
    while game.moves(state):
        move = int(rng.choice(game.moves(state)))
        moves.append(game.move_text(state, move))
        state = game.play(state, move)
    start = game.text(game.initial())
    return SavedGame(game_id, dict(game.options), start, *players, seed, tuple(moves))


def with_mistakes(game_id: str, least: int = 1) -> SavedGame:
    return next(
        saved
        for saved in (random_game(game_id, seed) for seed in range(100))
        if len(own_mistakes(saved, Context(0))) >= least
    )


def keep_game(store: Store, saved: SavedGame, names: tuple[str, str] = ("", "")) -> None:
    players = (saved.first, saved.second)
    text, moves = saved.to_json(), len(saved.moves)
    store.add_game(saved.game, *players, saved.seed, "second", moves, text, names=names)


def retry(home: Home, game_id: str, saved: SavedGame | None = None) -> MistakeDrill:
    model = MistakeDrill(home, game_id, saved)
    model.enter()
    solve_until(model, lambda: not model.searching)
    return model


def attempt_of(model: MistakeDrill) -> MoveAttempt:
    assert isinstance(model.attempt, MoveAttempt)
    return model.attempt


def good_of(model: MistakeDrill) -> int:
    return attempt_of(model).exercise.right[0]


def phase_of(model: MistakeDrill) -> AttemptPhase | None:
    return model.attempt.phase if model.attempt is not None else None


@pytest.mark.parametrize("game_id", SMALL)
def test_mistakes_are_those_that_plain_recursion_finds(game_id: str) -> None:
    game = make_game(game_id)
    value = slow_values(game)
    for seed in range(12):
        saved = random_game(game_id, seed)
        expected, state = [], game.initial()
        for ply, text in enumerate(saved.moves, start=1):
            move = game.parse_move(state, text)
            values = {each: -value(game.play(state, each))[0] for each in game.moves(state)}
            best = max(values.values())
            if game.to_move(state) == 0 and values[move] < best:
                good = sorted(m for m, v in values.items() if v == best)
                expected.append((ply, move, good, best, values[move]))
            elif game.to_move(state) == 0 and oversight(game, state, move) is not None:
                expected.append((ply, move, [], best, values[move]))  # nothing was lost by theory
            state = game.play(state, move)
        found = own_mistakes(saved, Context(0))
        assert [
            (m.review.ply, m.review.move, sorted(m.review.better), m.review.value, m.review.after)
            for m in found
        ] == expected


def test_only_a_persons_own_mistakes_count() -> None:
    sides = {
        players: {m.side for seed in range(20) for m in own_mistakes(of(seed, players), Context(0))}
        for players in (("human", "random"), ("random", "human"), ("human", "human"))
    }
    assert sides == {
        ("human", "random"): {0},
        ("random", "human"): {1},
        ("human", "human"): {0, 1},
    }


@pytest.mark.parametrize("game_id", ["tictactoe", "matches", "nim"])
def test_mistakes_found_from_known_values_are_those_that_are_worked_out(game_id: str) -> None:
    saved = with_mistakes(game_id)
    oracle = make_oracles().of(make_game(game_id, saved.options))

    def known(state: Any) -> Sequence[Estimate]:
        return oracle.values(state, Context(0)).estimates

    assert review_known(saved, known) == review(saved, Context(0))
    assert review_known(saved, lambda state: None) is None


def of(seed: int, players: tuple[str, str]) -> SavedGame:
    return random_game("tictactoe", seed, players)


def test_a_mistake_comes_back_from_the_text_it_is_kept_as() -> None:
    for game_id in SMALL:
        for found in own_mistakes(with_mistakes(game_id), Context(0)):
            assert read_mistake(found.to_text()) == found


@pytest.mark.parametrize(
    "change",
    [
        {"good": []},
        {"good": ["99"]},
        {"played": 3},
        {"before": -1},
        {"before": 5, "after": 2},
        {"after": 1},
        {"good": "0"},
    ],
)
def test_a_damaged_mistake_is_refused(change: dict[str, object]) -> None:
    found = own_mistakes(with_mistakes("tictactoe"), Context(0))[0]
    text = replace(found.saved, extra={"mistake": {**good_extra(found), **change}}).to_json()
    with pytest.raises(JouonsError):
        read_mistake(text)


def good_extra(found: Mistake) -> dict[str, object]:
    kept: dict[str, object] = from_json(found.to_text()).extra["mistake"]
    return kept


# -- trying again ----------------------------------------------------------------------------------


def test_any_move_that_keeps_the_value_is_right(home: Home) -> None:
    saved = with_mistakes("tictactoe", 2)
    model = retry(home, "tictactoe", saved)
    for _ in range(len(model.exercises)):
        exercise = attempt_of(model).exercise
        game, start = exercise.game, exercise.start
        value = slow_values(game)
        worth = {m: -value(game.play(start, m))[0] for m in game.moves(start)}
        for move, result in worth.items():
            attempt_of(model).play(move)
            right = result == max(worth.values())
            assert (phase_of(model) is AttemptPhase.SOLVED) is right
            attempt_of(model).again()
        attempt_of(model).play(exercise.right[0])
        model.next()
    assert model.finished
    assert model.found == len(model.exercises)


def test_what_was_shown_comes_again_and_what_was_found_twice_does_not(home: Home) -> None:
    saved = with_mistakes("tictactoe", 2)
    model = retry(home, "tictactoe", saved)
    count = len(model.exercises)
    model.show()
    solve_until(model, lambda: attempt_of(model).over)
    model.next()
    while phase_of(model) is AttemptPhase.ASKING:
        attempt_of(model).play(good_of(model))
        attempt_of(model).again()
        attempt_of(model).play(good_of(model))  # twice in a row is one occasion
        model.next()
    assert model.found == count - 1
    assert len(home.store.mistakes("tictactoe")) == count
    for left in (1, 0):
        later = retry(home, "tictactoe")
        while phase_of(later) is AttemptPhase.ASKING:
            attempt_of(later).play(good_of(later))
            later.next()
        assert len(home.store.mistakes("tictactoe")) == left


@pytest.mark.parametrize("left", [False, True])
def test_what_was_shown_does_not_count_as_found_afterwards(home: Home, left: bool) -> None:
    saved = with_mistakes("tictactoe")
    for _ in range(2):
        model = retry(home, "tictactoe", saved)
        count = len(model.exercises)
        while phase_of(model) is AttemptPhase.ASKING:
            model.show()
            if left:
                model.release_worker()  # the screen was left while the answer was ringed
            else:
                solve_until(model, lambda model=model: attempt_of(model).over)  # type: ignore[misc]
                attempt_of(model).again()
            attempt_of(model).play(good_of(model))
            assert phase_of(model) is AttemptPhase.SOLVED
            assert attempt_of(model).title.key.startswith("retry.right.")
            model.next()
        assert model.found == 0
        assert len(home.store.mistakes("tictactoe")) == count


@pytest.mark.parametrize("game_id", ["tictactoe", "nim"])
def test_what_is_shown_names_the_move_and_is_explained(home: Home, game_id: str) -> None:
    model = retry(home, game_id, with_mistakes(game_id))
    model.show()
    attempt = attempt_of(model)
    assert "move" in attempt.title.values
    solve_until(model, lambda: bool(attempt.moves))
    assert attempt.explains and attempt.over and attempt.helped
    assert attempt.moves[0] == good_of(model)
    assert attempt.title.key.startswith("retry.shown.")
    assert attempt.detail is not None and attempt.detail.key.startswith("why.")


def test_two_games_of_one_seed_are_two_games(home: Home) -> None:
    first = with_mistakes("tictactoe")
    other = next(
        saved
        for saved in (random_game("tictactoe", seed) for seed in range(100))
        if saved.moves[0] != first.moves[0] and own_mistakes(saved, Context(0))
    )
    keep_game(home.store, first)
    keep_game(home.store, replace(other, seed=first.seed))
    both = len(own_mistakes(first, Context(0))) + len(own_mistakes(other, Context(0)))
    assert gathered(home, "tictactoe") == both
    trying = MistakesSummary(home, "tictactoe")
    trying.begin()
    assert len(trying.games) == 2


def test_nobody_is_praised_for_a_game_that_could_not_be_judged(home: Home) -> None:
    perfect = SavedGame("nim", {}, "1,0,0 0", "human", "random", 1, ("1",))
    model = retry(home, "nim", replace(perfect, moves=("not a move",)))
    assert model.ending()[1] == Message("retry.none_unknown")
    good = retry(home, "tictactoe", random_game("tictactoe", 1, ("random", "random")))
    assert good.ending()[1] == Message("retry.none_detail")


def test_nobody_is_told_of_no_mistake_where_mistakes_are_only_too_far_from_the_end(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = with_mistakes("tictactoe", 2)
    monkeypatch.setattr("engine.levels.FAR", 0)
    model = retry(home, "tictactoe", replace(saved, second="easy"))
    assert model.exercises == []
    count = len(own_mistakes(saved, Context(0)))
    assert model.ending()[1] == Message("retry.none_far", {"count": count})


def test_damaged_ones_are_said_in_one_sentence_and_hide_no_others(home: Home) -> None:
    found = own_mistakes(with_mistakes("tictactoe", 2), Context(0))
    texts = {each.place: each.to_text() for each in found}
    home.store.keep_mistakes("tictactoe", {**texts, "x": "{", "y": "{}", "z": "nonsense"})
    model = retry(home, "tictactoe")
    assert len(model.exercises) == len(found)
    (notice,) = model.notices.take()
    assert (notice.text.key, notice.fault) == ("retry.damaged", True)
    assert len(home.store.mistakes("tictactoe")) == len(found) + 3  # nothing is lost


def test_a_game_without_mistakes_has_nothing_to_try_again(home: Home) -> None:
    model = retry(home, "tictactoe", random_game("tictactoe", 1, ("random", "random")))
    assert model.finished
    model.next()
    model.show()
    assert model.finished


# -- why it lost -----------------------------------------------------------------------------------

BLOCK_MISSED = "3 5 0 2 1 3 1 1 1 5 1 5 5 2 2 4 3 4"  # a far loss first, then a threat overlooked


def lost_game(level: str = "medium") -> SavedGame:
    game = make_game("connect4")
    start, moves = game.text(game.initial()), tuple(BLOCK_MISSED.split())
    return SavedGame("connect4", dict(game.options), start, "human", level, 1, moves)


@pytest.fixture(scope="module")
def plies_known() -> Callable[[Any], Sequence[Estimate]]:
    """The exact values of every position of the lost game, as the match works them out."""
    oracle = make_oracles().of(make_game("connect4"))
    return lambda state: oracle.values(state, Context(0)).estimates


def drill(home: Home, level: str, known: Callable[[Any], Any], ply: int | None = None) -> Any:
    model = MistakeDrill(home, "connect4", lost_game(level), known, ply)
    model.enter()
    return model


def numbers(model: MistakeDrill) -> list[int]:
    return [each.mistake.number for each in model.exercises if isinstance(each, MistakeExercise)]


def test_mistakes_come_worst_first_and_far_ones_not_at_all_on_easy(
    home: Home, plies_known: Callable[[Any], Any]
) -> None:
    model = drill(home, "medium", plies_known)
    assert numbers(model) == [9, 3, 2]  # lost at once, then in more and more moves
    lengths = [each.mistake.review.lost_in for each in model.exercises]
    assert lengths == sorted(lengths) and lengths[0] == 2 and lengths[1] > 30
    assert numbers(drill(home, "easy", plies_known)) == [9]
    assert attempt_of(drill(home, "medium", plies_known, ply=4)).exercise.moves == (3, 5, 0, 2)


def test_a_threat_that_wins_at_once_is_drawn_before_the_try_and_no_other(
    home: Home, plies_known: Callable[[Any], Any]
) -> None:
    model = drill(home, "medium", plies_known)
    attempt = attempt_of(model)
    assert attempt.board.threats == BoardThreats(1, (4,))
    assert (
        attempt.title.key == "retry.threat" and attempt.title.values["move"].values["move"] == "4"
    )
    assert not attempt.can_refute  # nothing more is told before a try
    model.choose(1)
    assert attempt_of(model).board.threats is None
    assert model.missed == []  # a look at another one is no miss


def test_an_explanation_ends_where_one_can_see_why_and_leads_back(
    home: Home, plies_known: Callable[[Any], Any]
) -> None:
    model = drill(home, "medium", plies_known)
    attempt = attempt_of(model)
    attempt.play(0)
    solve_until(model, lambda: attempt.phase is AttemptPhase.REFUTED)
    assert attempt.moves == [0, 4]
    solve_until(model, lambda: attempt.open)
    assert attempt.can_refute
    attempt.refute()
    solve_until(model, lambda: bool(attempt.moves))
    assert attempt.explains and attempt.moves == [0, 4] and len(attempt.explanation) == 1
    assert attempt.exercise.game.outcome(attempt.states[-1]) is Outcome.SECOND_WINS
    assert attempt.detail is not None and attempt.detail.key == "why.unstopped"
    attempt.refute()
    assert attempt.open and attempt.moves == []
    attempt.play(4)
    assert attempt.phase is AttemptPhase.SOLVED and attempt.solved_at == 2
    for _ in range(2):  # it is the right move that is explained, as often as one asks
        attempt.refute()
        solve_until(model, lambda: bool(attempt.moves))
        assert attempt.over and attempt.explains and attempt.moves[0] == 4
        assert attempt.title.key == "retry.found.win" and not attempt.helped
        attempt.refute()
        assert (attempt.phase, attempt.moves) == (AttemptPhase.SOLVED, [4])
        assert attempt.title.key == "retry.found.win"
    attempt.again()
    assert attempt.open and attempt.tried == ()  # a new attempt forgets them


def retry_sentences(exercise: MistakeExercise) -> Iterator[Message]:
    """Every sentence of an exercise that names a move."""
    yield exercise.ask
    for move in exercise.game.moves(exercise.start):
        for phase, helped in TOLD_PHASES:
            yield exercise.title(phase, move, helped)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [("human", "random"), ("human", "human")])
@pytest.mark.parametrize("game_id", ["nim", "subtraction", "matches"])
def test_a_move_of_a_heap_game_is_no_part_of_a_sentence(
    game_id: str, players: tuple[str, str], language: str
) -> None:
    """It may be an action or a number: "take 2", "1 from heap 4", "2 steps"."""
    saved = replace(with_mistakes(game_id), first=players[0], second=players[1])
    for mistake in review(saved, Context(0)).mistakes:
        exercise = exercise_of(mistake)
        for sentence in retry_sentences(exercise):
            move = sentence.values.get("move")
            if move is None or "{move" not in catalogue(language)[sentence.key]:
                continue
            before, _, _ = render(sentence, language).partition(render(move, language))
            infinitive = language == "fr" and before == "Il fallait "
            assert before.endswith(": ") or infinitive, render(sentence, language)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_cause_that_a_game_can_have_has_its_sentence(game_id: str) -> None:
    game = make_game(game_id)
    after = game.play(game.initial(), game.moves(game.initial())[0])
    for language in LANGUAGES:
        said = [render(each, language) for each in possible_reasons(game, after)]
        assert len(said) >= len(set(said)) > 4
        assert not any(text.startswith(("why.", "puzzles.")) for text in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_move_is_wrong_is_one_sentence_of_at_most_twelve_words(language: str) -> None:
    said = []
    for game_id in GAMES:
        game = make_game(game_id)
        after = game.play(game.initial(), game.moves(game.initial())[-1])
        said += [render(each, language) for each in possible_reasons(game, after)]
    for key, text in catalogue(language).items():
        if re.fullmatch(r"teach\.(win|draw)_.*", key):
            said.append(text.format(other="Leo"))
    assert len(said) > 30
    for text in said:
        assert len(re.findall(r"[\w’-]+", text)) <= 12, text
        assert text.endswith(".") and "." not in text[:-1], text


def test_next_comes_to_every_mistake_wherever_one_begins(
    home: Home, plies_known: Callable[[Any], Any]
) -> None:
    model = drill(home, "medium", plies_known, ply=4)
    met = []
    while model.attempt is not None:
        exercise = attempt_of(model).exercise
        assert isinstance(exercise, MistakeExercise)
        met.append(exercise.mistake.number)
        model.next()
    assert met == [3, 2, 9]
    assert model.finished and len(model.missed) == 3


def at_distance(mistake: Mistake, lost_in: int | None, win_in: int | None) -> Mistake:
    return replace(mistake, review=replace(mistake.review, lost_in=lost_in, win_in=win_in))


def test_a_draw_or_a_loss_of_unknown_length_stands_after_near_losses_and_before_far_ones() -> None:
    game = with_mistakes("tictactoe", 1)
    near = own_mistakes(game, Context(0))[0]
    lengths = [(8, None), (None, None), (35, None), (30, 5), (None, 4)]
    many = [at_distance(near, lost, win) for lost, win in lengths]
    ordered = [(each.review.lost_in, each.review.win_in) for each in worst_first(many)]
    assert ordered == [(8, None), (None, None), (None, 4), (30, 5), (35, None)]


def test_far_losses_are_not_shown_on_easy_though_a_near_win_was_missed() -> None:
    near = own_mistakes(with_mistakes("tictactoe"), Context(0))[0]
    near = replace(near, saved=replace(near.saved, first="easy", second="easy"))
    assert not worst_first([at_distance(near, 33, 19)])
    assert worst_first([at_distance(near, 20, 19)])


# -- gathered from finished games ------------------------------------------------------------------


def gathered(home: Home, game_id: str, person: str = "") -> int:
    gathering = MistakeCollector(home, game_id)
    gathering.begin(person)
    let_pass(gathering.update, lambda: not gathering.busy)
    return len(stored_mistakes(home, game_id, person)[0])


def test_finished_games_are_looked_through_once(home: Home) -> None:
    games = [random_game("tictactoe", seed) for seed in range(5)]
    for saved in games:
        keep_game(home.store, saved)
    home.store.add_game("tictactoe", "human", "random", 9, "first", 5, "{ damaged")
    expected = {" ".join(m.saved.moves) for saved in games for m in own_mistakes(saved, Context(0))}
    assert gathered(home, "tictactoe") == len(expected)
    first = home.store.mistakes("tictactoe")[0]
    place = read_mistake(first.saved).place
    home.store.try_mistake(place, True)
    home.store.try_mistake(place, True)
    assert gathered(home, "tictactoe") == len(expected) - 1  # what is solved stays solved


def test_the_share_thrown_away_is_counted_over_the_last_games(home: Home) -> None:
    for seed in range(6):
        keep_game(home.store, random_game("tictactoe", seed))
    keep_game(home.store, random_game("tictactoe", 7, ("human", "human")))
    expected = [review(random_game("tictactoe", seed), Context(0)).regrets[0] for seed in range(6)]
    gathered(home, "tictactoe")
    trying = MistakesSummary(home, "tictactoe")
    trying.begin()
    assert list(trying.games) == expected
    assert not trying.gathering.busy  # everything was looked through before
    whole = sum(expected, Regret())
    assert rolling(expected)[-1] == whole.fraction
    assert rolling([Regret(0, 0), Regret(4, 1), *[Regret(1, 0)] * 8])[-1] == 0.0


def regrets_of(home: Home, person: str) -> list[Regret]:
    """The card's curve of a person, once everything is reviewed."""
    gathered(home, "tictactoe", person)
    trying = MistakesSummary(home, "tictactoe")
    trying.begin(person)
    assert not trying.gathering.busy
    return list(trying.games)


def positions_of(home: Home, person: str) -> set[str]:
    """The moves that lead to each position that a person may try again."""
    return {" ".join(m.saved.moves) for m in stored_mistakes(home, "tictactoe", person)[0]}


def expected_of(saved: SavedGame, side: int) -> tuple[Regret, set[str]]:
    found = review(saved, Context(0))
    places = {" ".join(m.saved.moves) for m in found.mistakes if m.side == side}
    return found.regrets[side], places


def test_each_person_has_the_regret_and_the_positions_of_their_own_games(home: Home) -> None:
    """Bob, who had played without a mistake, was shown Ann's curve and Ann's positions."""
    people = {"Ann": 0, "Bob": 1, "": 2}
    games = {name: with_mistakes("tictactoe", least) for name, least in people.items()}
    for name, saved in games.items():
        keep_game(home.store, saved, (name, ""))
    for name, saved in games.items():
        regret, places = expected_of(saved, 0)
        assert regrets_of(home, name) == [regret]
        assert positions_of(home, name) == places
    drill = MistakeDrill(home, "tictactoe", person="Bob")
    drill.enter()
    assert len(drill.exercises) == len(expected_of(games["Bob"], 0)[1]) > 0
    assert regrets_of(home, "Cleo") == [] and positions_of(home, "Cleo") == set()


def test_a_game_of_two_people_counts_for_each_from_their_own_seat(home: Home) -> None:
    saved = next(
        each
        for each in (of(seed, ("human", "human")) for seed in range(100))
        if len({m.side for m in own_mistakes(each, Context(0))}) == 2
        and expected_of(each, 0)[0] != expected_of(each, 1)[0]
    )
    keep_game(home.store, saved, ("Ann", "Bob"))
    for name, side in (("Ann", 0), ("Bob", 1)):
        regret, places = expected_of(saved, side)
        assert regrets_of(home, name) == [regret]
        assert positions_of(home, name) == places and places


def test_a_seat_of_two_without_a_name_or_with_one_name_is_nobodys(home: Home) -> None:
    saved = with_mistakes("tictactoe")
    both = replace(saved, second="human")
    keep_game(home.store, both, ("Ann", "Ann"))
    keep_game(home.store, replace(both, seed=7), ("Ann", ""))
    regret, _ = expected_of(both, 0)
    assert regrets_of(home, "Ann") == [regret], "of the second game alone"
    assert regrets_of(home, "") == []


def test_a_person_has_the_newest_forty_games_whoever_played_since(home: Home) -> None:
    old = with_mistakes("tictactoe")
    keep_game(home.store, old, ("Ann", ""))
    for seed in range(200, 242):
        keep_game(home.store, of(seed, ("random", "random")))
    assert regrets_of(home, "Ann") == [expected_of(old, 0)[0]]


def test_a_position_of_a_game_that_is_gone_is_everybodys(home: Home) -> None:
    gone = with_mistakes("tictactoe")
    home.store.keep_mistakes("tictactoe", *review(gone, Context(0)).kept(gone))
    places = expected_of(gone, 0)[1]
    assert positions_of(home, "Ann") == positions_of(home, "") == places
    keep_game(home.store, gone, ("Ann", ""))
    assert positions_of(home, "Ann") == places and not positions_of(home, "Bob")


def test_the_moves_of_the_game_are_named_as_in_every_list(home: Home) -> None:
    """In Nim the card of past moves had the terminal's `3-2` beside "2 from heap 3"."""
    model = retry(home, "nim", with_mistakes("nim"))
    view_model = make_view_model(model)
    exercise = attempt_of(model).exercise
    assert view_model is not None and len(view_model.past) == len(exercise.moves) > 0
    for past, state, move in zip(view_model.past, exercise.states, exercise.moves, strict=False):
        heap, _, take = exercise.game.move_text(state, move).partition("-")
        assert isinstance(past.text, Message)
        assert render(past.text) == f"{take} from heap {heap}"
        assert past.player == exercise.game.to_move(state)
    for row in view_model.rows:
        assert len(render(row.short)) < len(render(row.move))
        assert render(row.move).endswith(render(row.short).partition(": ")[2])


def test_the_list_counts_the_own_moves_and_says_what_each_left_and_how_soon(home: Home) -> None:
    """Against plain recursion: the number, the plies to the end, the value that was left."""
    value, told = slow_values(make_game("tictactoe")), set()
    for seed in range(12):
        model = retry(home, "tictactoe", random_game("tictactoe", seed))
        for at in range(len(model.exercises)):
            model.choose(at)
            exercise, view_model = attempt_of(model).exercise, make_view_model(model)
            assert view_model is not None and view_model.after is not None and exercise.side == 0
            theirs, plies = value(exercise.game.play(exercise.start, exercise.wrong[0]))
            row, (_, _, after) = view_model.rows[at], view_model.after
            number = len(exercise.moves[::2]) + 1
            assert (row.move.values["n"], row.short.values["n"]) == (number, number)
            length = Message("retry.row.lost_in", {"n": plies + 1})
            if plies + 1 <= 2:
                length = Message("retry.row.at_once")
            if theirs != 1:
                length = Message("retry.row.draw")
            if wins_at_once(exercise.game, exercise.start):
                length = Message("retry.row.missed_win")
            assert row.length == length
            if theirs != -1 and after.key.startswith(
                "retry."
            ):  # else it is the reason, which has tests of its own
                assert after.key == f"retry.after.{'loss' if theirs == 1 else 'draw'}"
            told |= {row.length.key, after.key}
    rows = {"retry.row.lost_in", "retry.row.at_once", "retry.row.draw"}
    assert told >= rows | {"retry.after.loss", "retry.after.draw"}
