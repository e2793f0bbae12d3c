"""Mistakes to try again: found, kept, repeated until they were solved twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.context import Context
from engine.messages import LANGUAGES, JouonsError, Message, catalogue, render
from engine.protocols import Estimate, Impartial, Outcome
from engine.puzzles.refutation import Cause, Refutation, oversight
from engine.registry import GAMES, make_game, make_oracles
from engine.saves import SavedGame, from_json
from gui.boards.words import reason
from gui.exercises.exercise import AttemptPhase
from gui.exercises.mistake_drill import MistakeDrill, MistakeExercise, exercise_of
from gui.exercises.mistakes import (
    Mistake,
    MistakeCollector,
    read_mistake,
    review,
    review_known,
    worst_first,
)
from gui.protocols import BoardThreats
from tests.home import Home
from tests.puzzles.solving import (
    attempt_of,
    drill,
    gathered,
    keep_game,
    of,
    own_mistakes,
    random_game,
    retry,
    solve_until,
    with_mistakes,
)
from tests.solvers.slow_values import slow_values

SMALL = [game for game in GAMES if game != "connect4"]


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
    for _ in range(2):  # back to the answer, then the mistake, which the title names
        attempt.refute()
    assert attempt.title.key == "why.wrong" and "move" in attempt.title.values


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
    trying = MistakeCollector(home, "tictactoe")
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


@pytest.fixture(scope="module")
def plies_known() -> Callable[[Any], Sequence[Estimate]]:
    """The exact values of every position of the lost game, as the match works them out."""
    oracle = make_oracles().of(make_game("connect4"))
    return lambda state: oracle.values(state, Context(0)).estimates


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
    assert render(attempt.title) == "Why is column 0 wrong?"
    attempt.refute()
    assert attempt.open and attempt.moves == []
    attempt.play(4)
    assert attempt.phase is AttemptPhase.SOLVED and attempt.solved_at == 2
    for _ in range(2):  # it is the right move that is explained, as often as one asks
        attempt.refute()
        solve_until(model, lambda: bool(attempt.moves))
        assert attempt.over and attempt.explains and attempt.moves[0] == 4
        assert render(attempt.title) == "Why is column 4 right?" and not attempt.helped
        attempt.refute()
        assert (attempt.phase, attempt.moves) == (AttemptPhase.SOLVED, [4])
        assert attempt.title.key == "retry.found.win"
    attempt.again()
    assert attempt.open and attempt.tried == ()  # a new attempt forgets them


# The phases that name a right move, each with whether the solution was shown before.
TOLD = (
    (AttemptPhase.SOLVED, False),
    (AttemptPhase.SOLVED, True),
    (AttemptPhase.SHOWING, True),
    (AttemptPhase.SHOWN, True),
)


def retry_sentences(exercise: MistakeExercise) -> Iterator[Message]:
    """Every sentence of an exercise that names a move."""
    yield exercise.ask
    for move in exercise.game.moves(exercise.start):
        for phase, helped in TOLD:
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_move_is_wrong_is_one_sentence_of_at_most_twelve_words(language: str) -> None:
    said = []
    for game_id in GAMES:
        game = make_game(game_id)
        after = game.play(game.initial(), game.moves(game.initial())[-1])
        reply = game.moves(after)[-1]
        refuted = [Refutation(Cause.ENDS_LOST), Refutation(Cause.ENDS_DRAWN)]
        refuted += [Refutation(each, reply) for each in (Cause.AT_ONCE, Cause.LOSS, Cause.DRAW)]
        if not isinstance(game, Impartial):  # in others both sides have the same wins at once
            refuted += [Refutation(each, reply) for each in (Cause.UNSTOPPED, Cause.TWO_THREATS)]
        said += [render(reason(game, after, each), language) for each in refuted]
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
