"""Results of the person, and finished games opened again."""

from __future__ import annotations

from engine.protocols import Value
from engine.registry import PUZZLES
from engine.saves import SavedGame
from engine.store.store import PuzzleResult
from gui.app import App
from gui.kit import ListBox
from gui.match.screen import MatchScreen
from gui.options import parse_window
from gui.pages.records import people_in, person_value, records
from gui.pages.statistics import StatisticsScreen
from gui.protocols import Open
from gui.screens import open_screen
from gui.services import Services
from tests.cases import in_one_test
from tests.gui.driver import enter, enter_on, find, follow, frames, labels_of
from tests.waiting import let_pass

SIZE = (1280, 800)


def results_of(services: Services, game: str) -> StatisticsScreen:
    return enter(StatisticsScreen(services, game))


@in_one_test(
    "first, second, result, value",
    [
        ("human", "random", "first", Value.WIN),
        ("human", "random", "second", Value.LOSS),
        ("random", "human", "first", Value.LOSS),
        ("random", "human", "second", Value.WIN),
        ("random", "human", "draw", Value.DRAW),
        ("human", "human", "first", None),
        ("random", "first", "draw", None),
    ],
)
def test_how_the_person_fared(first: str, second: str, result: str, value: Value | None) -> None:
    assert person_value(first, second, result) == value


def test_records_count_results_per_opponent() -> None:
    won, lost, drawn = (
        ("human", "random", "first"),
        ("random", "human", "first"),
        ("human", "random", "draw"),
    )
    found = records([won, won, lost, ("human", "mc:10", "first"), won, ("human", "human", "first")])
    assert list(found) == ["", "random", "mc:10"], "the last opponent first"
    random = found["random"]
    assert (random.won, random.drawn, random.lost) == (3, 0, 1)
    whole = found[""]
    assert (whole.games, whole.won) == (5, 4)
    assert records([drawn])["random"].drawn == 1
    assert records([("human", "human", "first")]) == {}


def finish(services: Services, first: str, second: str, moves: str, result: str) -> None:
    saved = SavedGame("tictactoe", {}, "......... X", first, second, 3, tuple(moves.split()))
    plies = len(saved.moves)
    services.store.add_game("tictactoe", first, second, 3, result, plies, saved.to_json())


def test_a_finished_game_is_opened_and_counted_only_once(services: Services) -> None:
    finish(services, "human", "random", "0 3 1 4 2", "first")
    scene = results_of(services, "tictactoe")
    going = enter_on(scene, "list")
    match = follow(services, going, MatchScreen)
    frames(match, 5)
    assert match.table.session.move_texts() == ["0", "3", "1", "4", "2"]
    assert match.table.outcome is not None
    assert len(services.store.games("tictactoe")) == 1


def test_looking_at_a_finished_game_leaves_the_game_in_progress(services: Services) -> None:
    finish(services, "human", "random", "0 3 1 4 2", "first")
    services.store.keep_unfinished(None, "tictactoe", "the game in progress")
    scene = results_of(services, "tictactoe")
    scene.review(0)
    match = follow(services, scene.next, MatchScreen)
    match.undo()
    match.offered().do("first")
    match.offered().do("last")
    assert services.store.unfinished("tictactoe")[0].saved == "the game in progress"
    assert len(services.store.games("tictactoe")) == 1


def test_a_damaged_game_in_the_list_is_said_in_one_sentence(services: Services) -> None:
    services.store.add_game("tictactoe", "human", "random", 1, "first", 5, "{ nonsense")
    finish(services, "human", "nobody:3", "0 0", "first")
    app = App(services, parse_window([]))
    scene = StatisticsScreen(services, "tictactoe")
    app.push(scene)
    for index in (0, 1):
        scene.review(index)
        app.apply(scene.next)
        assert app.scenes == [scene]
        assert services.notices[-1].fault
        scene.next = None
        services.notices.clear()


def test_a_damaged_game_of_two_people_is_listed(services: Services) -> None:
    services.store.add_game("tictactoe", "human", "human", 1, "first", 5, "{ nonsense")
    scene = results_of(services, "tictactoe")
    (row,) = scene.rows
    assert row.note.startswith("X won"), "by the usual name of the side"


def test_another_game_is_chosen_at_the_top(services: Services) -> None:
    finish(services, "human", "random", "0 3 1 4 2", "first")
    scene = results_of(services, "matches")
    assert scene.widget_group.find("list") is None
    scene.choose_game(0)
    found = find(scene, "list", ListBox)
    assert found.rows[0].text == "You – Random"
    assert found.rows[0].note == "You won · 5 moves · just now"


def test_positions_to_try_again_are_offered_and_lead_to_them(services: Services) -> None:
    game = SavedGame(
        "tictactoe",
        {"draw": "draw", "misere": "false"},
        "......... X",
        "human",
        "random",
        1,
        ("0", "4", "8", "2", "1", "6"),
    )
    keep = services.store.add_game
    keep("tictactoe", "human", "random", 1, "second", 6, game.to_json())
    scene = results_of(services, "tictactoe")
    assert scene.widget_group.find("try_again") is None  # nothing is known yet
    let_pass(lambda: scene.update(0.01), lambda: scene.widget_group.find("try_again") is not None)
    assert scene.trying.count == 1
    scene.offered().do("try_again")
    assert scene.next == Open("mistakes", {"game_id": "tictactoe", "person": ""})
    opened = open_screen(services, scene.next)
    opened.enter(SIZE)


# -- several people --------------------------------------------------------------------------------


def test_each_person_has_results_of_their_own() -> None:
    rows = [
        ("human", "medium", "first", "Anna", ""),
        ("human", "human", "second", "Anna", "Leo"),
        ("hard", "human", "first", "", "Leo"),
    ]
    assert people_in(rows) == ["Leo", "Anna"]
    anna, leo = records(rows, "Anna"), records(rows, "Leo")
    assert (anna[""].won, anna[""].lost) == (1, 1)
    assert list(anna) == ["", "human Leo", "medium"]
    assert leo["human Anna"].won == 1 and leo["hard"].lost == 1
    assert records(rows, "Mia") == {}


def test_a_level_changed_in_the_game_books_the_result_under_both() -> None:
    found = records([("human", "medium easy", "first", "Anna", "")], "Anna")
    assert found["medium"].won == found["easy"].won == found[""].won == 1


def test_an_own_bot_saved_again_is_one_opponent() -> None:
    seat = "own:rook@0123456789ab own:rook"
    found = records([("human", "own:rook@ba9876543210", "first"), ("human", seat, "first")])
    assert list(found) == ["", "own:rook"] and found["own:rook"].won == 2


def test_names_are_kept_with_finished_games_and_shown(services: Services) -> None:
    store = services.store
    for winner in ("first", "second"):
        store.add_game("nim", "human", "human", 1, winner, 9, "{}", names=("Anna", "Leo"))
    store.add_game("nim", "human", "medium easy", 1, "first", 9, "{}", names=("Anna", ""))
    scene = results_of(services, "nim")
    assert scene.results.people == ("Anna", "Leo") and scene.results.person == "Anna"
    assert scene.rows[0].text == "Anna – Computer, Medium / Computer, Easy"
    assert scene.rows[1].text == "Anna – Leo"
    scene.choose_person(1)
    assert scene.results.records[""].games == 2


def test_the_mistakes_follow_the_chosen_person(services: Services) -> None:
    losing, winning = ("0", "4", "8", "2", "1", "6"), ("0", "3", "1", "4", "2")
    for name, moves, result in (("Ann", losing, "second"), ("Bob", winning, "first")):
        game = SavedGame("tictactoe", {}, "......... X", "human", "random", 1, moves)
        text = game.to_json()
        services.store.add_game(
            "tictactoe", "human", "random", 1, result, len(moves), text, names=(name, "")
        )
    scene = results_of(services, "tictactoe")
    for name, mistakes in (("Ann", 1), ("Bob", 0)):
        scene.choose_person(scene.results.people.index(name))
        let_pass(lambda: scene.update(0.01), lambda: not scene.trying.busy)
        assert (scene.results.person, scene.trying.count) == (name, mistakes)
        (regret,) = scene.trying.games
        assert regret.errors == mistakes and regret.judged


def test_puzzles_solved_by_hand_are_among_the_results(services: Services) -> None:
    for variant, moves in (("quarter", 31), ("half", 23), ("quarter", 40)):
        services.store.add_result(PuzzleResult(variant, moves, 1000 * moves, 9, "R U F"))
    scene = results_of(services, "pocketcube")
    texts = labels_of(scene)
    newest = [text for text in texts if text.endswith("(minimum\u00a09)")][-3:]
    assert [text.split()[0] for text in newest] == ["40", "23", "31"]
    assert texts.index("31 turns, 0:31 (minimum\u00a09)") < texts.index(
        "40 turns, 0:40 (minimum\u00a09)"
    )
    scene.offered().do("lab")
    assert scene.next == Open("lab", {"puzzle": "pocketcube"})
    assert services.store.solved_puzzles(["half"], 5)[0][0].moves == 23
    assert len(services.store.solved_puzzles(["half", "quarter"], 2)) == 2
    for puzzle in PUZZLES:
        scene = results_of(services, puzzle)
        assert scene.game_id == puzzle and scene.widget_group.find("lab") is not None
