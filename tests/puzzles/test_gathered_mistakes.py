"""Mistakes gathered from finished games: whose they are, and how much was given up."""

from __future__ import annotations

from dataclasses import replace

from engine.context import Context
from engine.messages import Message, render
from engine.puzzles.refutation import wins_at_once
from engine.puzzles.review import Regret
from engine.registry import make_game
from engine.saves import SavedGame
from gui.boards.words import PlayedMove
from gui.exercises.mistake_drill import MistakeDrill, MistakeExercise
from gui.exercises.mistakes import MistakeCollector, read_mistake, review, stored_mistakes
from gui.pages.statistics import rolling
from tests.home import Home
from tests.puzzles.solving import (
    attempt_of,
    gathered,
    keep_game,
    of,
    own_mistakes,
    random_game,
    retry,
    with_mistakes,
)
from tests.solvers.slow_values import slow_values


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
    trying = MistakeCollector(home, "tictactoe")
    trying.begin()
    assert list(trying.games) == expected
    assert not trying.busy  # everything was looked through before
    whole = sum(expected, Regret())
    assert rolling(expected)[-1] == whole.fraction
    assert rolling([Regret(0, 0), Regret(4, 1), *[Regret(1, 0)] * 8])[-1] == 0.0


def regrets_of(home: Home, person: str) -> list[Regret]:
    """The card's curve of a person, once everything is reviewed."""
    gathered(home, "tictactoe", person)
    trying = MistakeCollector(home, "tictactoe")
    trying.begin(person)
    assert not trying.busy
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
    exercise = attempt_of(model).exercise
    assert isinstance(exercise, MistakeExercise) and exercise.moves
    for state, move in zip(exercise.states, exercise.moves, strict=False):
        past = PlayedMove.of(exercise.game, state, move)
        heap, _, take = exercise.game.move_text(state, move).partition("-")
        assert isinstance(past.text, Message)
        assert render(past.text) == f"{take} from heap {heap}"
        assert past.player == exercise.game.to_move(state)
    whole, short, _ = map(render, exercise.row)
    assert len(short) < len(whole) and whole.endswith(short.partition(": ")[2])


def test_the_list_counts_the_own_moves_and_says_what_each_left_and_how_soon(home: Home) -> None:
    """Against plain recursion: the number, the plies to the end, the value that was left."""
    value, told = slow_values(make_game("tictactoe")), set()
    for seed in range(12):
        model = retry(home, "tictactoe", random_game("tictactoe", seed))
        for at in range(len(model.exercises)):
            model.choose(at)
            exercise = attempt_of(model).exercise
            assert isinstance(exercise, MistakeExercise) and exercise.side == 0
            assert exercise.value_after is not None
            theirs, plies = value(exercise.game.play(exercise.start, exercise.wrong[0]))
            (whole, short, lost_in), (_, _, after) = exercise.row, exercise.value_after
            number = len(exercise.moves[::2]) + 1
            assert (whole.values["n"], short.values["n"]) == (number, number)
            length = Message("retry.row.lost_in", {"n": plies + 1})
            if plies + 1 <= 2:
                length = Message("retry.row.at_once")
            if theirs != 1:
                length = Message("retry.row.draw")
            if wins_at_once(exercise.game, exercise.start):
                length = Message("retry.row.missed_win")
            assert lost_in == length
            if theirs != -1 and after.key.startswith(
                "retry."
            ):  # else it is the reason, which has tests of its own
                assert after.key == f"retry.after.{'loss' if theirs == 1 else 'draw'}"
            told |= {lost_in.key, after.key}
    rows = {"retry.row.lost_in", "retry.row.at_once", "retry.row.draw"}
    assert told >= rows | {"retry.after.loss", "retry.after.draw"}
