"""A match without a window: undo, questions, thoughts, hints, remarks and settings."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.context import Context
from engine.messages import LANGUAGES, JouonsError, Message, render
from engine.protocols import Bag, Outcome, bag_key, game_key
from engine.registry import GAMES, make_bot, make_game
from engine.saves import SavedGame
from gui.match.autosave import saved_game
from gui.match.model import Change, Match
from gui.match.sentences import level_remark, visible_reason
from gui.match.table import Players, table_from_save
from gui.match.view_model import board_state, make_view_model, status_of
from tests.claims.truth import Truth
from tests.gui.driver import wait
from tests.home import Home, new_table
from tests.waiting import let_pass

ENDLESS = "mc:1000000000"


Sit = Callable[..., Match]


@pytest.fixture
def sit(home: Home) -> Sit:
    """Begins a match of a game between two players."""

    def make(game: str, first: str = "human", second: str = "human", **options: str) -> Match:
        return Match(home, new_table(game, options, Players(first, second), seed=7))

    return make


def run_frames(match: Match, seconds: float = 2.0) -> None:
    for _ in range(round(seconds / 0.05)):
        match.update(0.05)
        time.sleep(0.001)


def texts(match: Match) -> list[str]:
    """The keys of what was said."""
    return [told.text.key for told in match.notices.take()]


class Forgetful:
    """A bot whose own program fails when it is told of the end of a game."""

    def begin(self, game: object) -> None: ...

    def finished(self, *_: object) -> None:
        raise JouonsError("own.died")


def test_a_fault_of_a_bot_after_the_game_is_said(sit: Sit) -> None:
    match = sit("nim", "first", "first")
    match.bots._bots["first"] = Forgetful()  # type: ignore[assignment]
    match.bots.game_ended((), ())
    wait(match, lambda: not match.bots._told)
    assert texts(match) == ["own.died", "own.died"]


# -- undo while a bot thinks (B1) ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tictactoe", "matches"])
def test_the_end_names_the_move_after_which_the_loser_was_lost(sit: Sit, name: str) -> None:
    """Held against plain recursion in random games."""
    game, told = make_game(name), set[bool]()
    truth = Truth(game)
    for seed in range(12):
        match, dice = sit(name, start="5") if name == "matches" else sit(name), Random(seed)
        while match.table.outcome is None:
            match.play(dice.choice(game.moves(match.table.state)))
        states = match.table.session.all_states
        asked = set(states[:-1])
        wait(
            match, partial(lambda known, every: known.keys() >= every, match.analyzer.known, asked)
        )
        result = make_view_model(match).result
        if result is None or result.winner is None:
            continue
        loser = 1 - result.winner
        lost = [truth.value(s)[0] == (-1 if game.to_move(s) == loser else 1) for s in states]
        since = len(states) - 1 - lost[-2::-1].index(False) if False in lost else 0
        said = None if result.since is None else result.since.values.get("n", 0)
        turns = sum(ply % 2 == loser for ply in range(since))
        assert said == turns, (seed, lost)
        told.add(since > 0)
    assert told == ({True} if name == "tictactoe" else {True, False})


def test_stopping_a_bot_leaves_it_waiting_until_it_is_told_to_go_on(sit: Sit) -> None:
    match = sit("tictactoe", ENDLESS, "human")
    wait(match, lambda: match.bots.thinking)
    match.bots.stop()
    run_frames(match, 0.5)
    assert make_view_model(match).status.text.key == "match.waiting"
    match.bots.go_on()
    wait(match, lambda: match.bots.thinking)


def test_a_computer_to_move_in_a_position_set_up_waits_there_again(home: Home, sit: Sit) -> None:
    """After the menu, and after Restart, it moved by itself, and no undo led back."""

    def check_waiting(match: Match) -> None:
        run_frames(match, 0.5)
        assert match.table.waiting and not match.bots.thinking
        match.bots.go_on()
        wait(match, lambda: match.table.human_turn)
        match.undo()
        assert match.table.session.ply == 0 and match.table.waiting
        match.redo()
        match.restart()
        run_frames(match, 0.5)
        assert match.table.session.all_moves == () and match.table.waiting

    begun = sit("tictactoe", "human", "first")
    begun.set_up("XX..O.... O")
    again = Match(home, table_from_save(begun.saved()))
    check_waiting(begun)
    check_waiting(again)
    usual = sit("tictactoe", "first", "human")
    wait(usual, lambda: usual.table.human_turn)
    assert not usual.table.can_undo_turn, "its usual start is not a position of anybody's"


def test_undo_is_not_offered_without_a_turn_of_ones_own_and_another_game_is_named(
    sit: Sit,
) -> None:
    match = sit("tictactoe", "random", "human")
    assert not match.table.can_undo, "the computer is to begin"
    wait(match, lambda: match.table.human_turn)
    assert not match.table.can_undo, "the only move is the computer's"
    match.play(match.table.game.moves(match.table.state)[0])
    match.restart()
    wait(match, lambda: match.table.human_turn)
    match.notices.take()
    match.undo()
    assert texts(match) == ["match.game_before"]
    match.undo()
    assert texts(match) == [] and match.table.session.ply == 1, "the person's own turn"
    assert not match.table.can_undo and match.table.human_turn


# -- the question of teaching (B7) -----------------------------------------------------------------


@pytest.fixture
def asked(home: Home, sit: Sit) -> Match:
    """A match whose person has just thrown the game away, with teaching on."""
    home.settings = replace(home.settings, teaching=True)
    match = sit("matches", "human", "first")
    wait(match, lambda: match.table.state in match.analyzer.known)
    match.play(0)  # 16 - 1 leaves 15; only 3 wins
    assert match.question is not None and match.question.key == "teach.win_loss"
    run_frames(match)
    assert match.table.session.ply == 1, "the bot waits for the answer"
    return match


def test_closing_the_take_back_question_leaves_nothing_paused(asked: Match) -> None:
    asked.answer(False)
    assert not asked.table.paused and not asked.table.waiting
    wait(asked, lambda: asked.table.session.ply == 2)


def test_taking_back_ends_the_question_too(asked: Match) -> None:
    assert board_state(asked).closed == "board.question", "it is the person who is to answer"
    asked.answer(True)
    assert asked.question is None and not board_state(asked).closed
    assert asked.table.session.ply == 0 and asked.table.human_turn
    asked.answer(True)
    assert asked.table.session.ply == 0, "no question is open: nothing is answered"


@pytest.mark.parametrize("way", ["undo", "rematch", "swap_sides"])
def test_another_position_ends_the_question(asked: Match, way: str) -> None:
    getattr(asked, way)()
    assert asked.question is None


def test_the_pause_of_the_person_outlives_the_question(asked: Match) -> None:
    asked.toggle_pause()
    asked.answer(False)
    run_frames(asked, 1.0)
    assert asked.table.paused and asked.table.session.ply == 1


# -- each ply keeps its own decision (B6) ----------------------------------------------------------


@pytest.fixture
def played(sit: Sit) -> Match:
    """Two bots of different kinds after six plies, held."""
    match = sit("connect4", "mc:40", "alphabeta:2")
    wait(match, lambda: match.table.session.ply >= 6)
    match.toggle_pause()
    match.jump(6)
    run_frames(match, 0.3)
    return match


def test_each_ply_keeps_its_own_decision(played: Match) -> None:
    table = played.table
    kept = {ply: table.thoughts[ply] for ply in range(1, 7)}
    for ply in (5, 2, 1, 4, 6):
        played.jump(ply)
        assert table.thought is kept[ply]
        assert kept[ply].decision.move == table.session.moves[-1]
        assert kept[ply].player == ("mc:40", "alphabeta:2")[(ply - 1) % 2]
    played.jump(0)
    assert played.table.thought is None


def test_a_bot_says_why_it_played_its_move(sit: Sit) -> None:
    """It said "Computer played column 0", which the board shows."""
    match = sit("connect4", "human", "mc:40")
    match.play(3)
    wait(match, lambda: match.table.session.ply == 2)
    thought, bubble = match.table.thought, make_view_model(match).bubble
    assert thought is not None and bubble is not None
    assert bubble.text.values["note"] == thought.decision.note
    assert str(bubble.text).startswith("Column ") and "playouts" in str(bubble.text)


def test_a_move_instead_drops_the_thoughts_after_it(home: Home) -> None:
    match = Match(home, new_table("nim", {}, Players("human", "first"), seed=1))
    match.play(match.table.game.moves(match.table.state)[0])
    wait(match, lambda: match.table.session.ply == 2)
    assert match.table.thought is not None
    match.undo()
    assert match.table.session.ply == 0 and match.table.thought is None
    match.redo()
    assert match.table.session.ply == 2
    assert match.table.thought is not None, "it was only taken back"
    match.undo()
    match.play(match.table.game.moves(match.table.state)[1])
    assert match.table.thoughts == {}


@pytest.mark.parametrize("way", ["rematch", "restart", "swap_sides", "paste", "open"])
def test_another_game_clears_the_thoughts_and_undo_brings_them_back(
    played: Match, way: str
) -> None:
    before = dict(played.table.thoughts)
    assert len(before) >= 6
    if way == "paste":
        played.paste(played.table.session.text())
    elif way == "open":
        played.open(played.saved())
    else:
        getattr(played, way)()
    assert played.table.thoughts == {}
    assert played.table.thought is None
    while not played.table.thoughts:  # an opened game has moves of its own to take back first
        assert played.table.can_undo
        played.undo()
    assert played.table.thoughts == before


def test_a_side_line_has_its_own_thoughts(played: Match) -> None:
    before = dict(played.table.thoughts)
    played.jump(2)
    other = next(m for m in range(7) if m != played.table.session.all_moves[2])
    played.table.play(other)
    assert played.table.main_line is not None
    assert sorted(played.table.thoughts) == [1, 2]
    played.leave_side_line()
    assert played.table.thoughts == before


def test_a_decision_can_be_made_again_from_what_is_kept_of_it(played: Match) -> None:
    game, states = played.table.game, played.table.session.all_states
    for ply, thought in played.table.thoughts.items():
        context: Context[object] = Context(np.random.SeedSequence(thought.seed))
        again = make_bot(thought.player).choose(game, states[ply - 1], context)  # type: ignore[arg-type]
        assert again == thought.decision
        assert thought.hurried is None


def test_a_hurried_decision_keeps_the_effort_it_was_made_with(sit: Sit) -> None:
    match = sit("connect4", "human", ENDLESS)
    match.play(3)
    wait(match, lambda: match.bots.thinking and match.bots.latest is not None)
    match.bots.go_on()
    wait(match, lambda: match.table.session.ply == 2)
    thought = match.table.thought
    assert thought is not None
    assert thought.hurried == thought.decision.effort > 0


# -- what outlives a match -------------------------------------------------------------------------


def test_analysis_is_remembered_over_matches(sit: Sit) -> None:
    match = sit("nim")
    assert not match.analysis
    match.toggle_analysis()
    later = sit("nim")
    assert later.analysis
    assert not sit("matches").analysis, "it is a choice for one game, like the switch of setup"
    later.toggle_analysis()
    assert not sit("nim").analysis


# -- how a change is shown, and what is said -------------------------------------------------------


def test_a_match_says_how_its_position_came_about(sit: Sit) -> None:
    match = sit("connect4")
    steps: list[tuple[Callable[[], None], Change]] = [
        (lambda: match.play(3), Change.PLAYED),
        (match.undo, Change.PLACED),
        (match.redo, Change.FORWARD),
        (lambda: match.jump(0), Change.PLACED),
        (lambda: match.jump(1), Change.FORWARD),
        (match.rematch, Change.PLACED),
    ]
    for number, (step, change) in enumerate(steps):
        before = match.table.changes
        step()
        assert match.table.changes > before, number
        assert match.change is change, number


def test_what_cannot_be_done_is_said_and_changes_nothing(sit: Sit) -> None:
    match = sit("tictactoe")
    before = match.table.changes
    match.undo()
    match.redo()
    match.play(99)
    match.paste("")
    match.paste("nonsense")
    match.jump(-3)
    match.restart()
    assert match.table.changes == before
    assert texts(match)[:2] == ["match.nothing_to_undo", "match.nothing_to_redo"]
    assert texts(match) == [], "each sentence is taken once"


def test_a_hint_waits_for_the_analysis_and_goes_with_its_position(sit: Sit) -> None:
    match = sit("matches")
    match.ask_hint()
    assert texts(match) == ["match.hint_coming"]
    coming = Message("match.hint_coming")
    assert coming in status_of(match).lines, "it stands there longer than a notice"
    wait(match, lambda: match.hint is not None)
    assert coming not in status_of(match).lines
    assert match.table.game.move_text(match.table.state, match.hint or 0) == "3"
    assert texts(match) == ["hint.win"]
    match.play(0)
    assert match.hint is None


def test_hints_that_are_off_are_refused(home: Home, sit: Sit) -> None:
    setup = replace(home.settings.setup("nim"), hints=False)
    home.settings = home.settings.with_setup("nim", setup)
    match = sit("nim")
    match.ask_hint()
    assert texts(match) == ["match.hints_off"] and not match.hint_wanted


def test_a_bot_that_cannot_decide_is_said_once_and_waits(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = sit("tictactoe", "first", "human")

    def broken(*_: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(match.bots.bot(match.table.players.first), "choose", broken)
    wait(match, lambda: match.bots.fault is not None)
    run_frames(match, 0.3)
    assert make_view_model(match).status.text.key == "match.bot_stuck"
    assert match.table.waiting


# -- what may have changed elsewhere ---------------------------------------------------------------


def drawn_bag(match: Match) -> dict[int, int]:
    """The bag the learner at the table drew its latest move from."""
    wait(match, lambda: match.table.thought is not None)
    thought = match.table.thought
    assert thought is not None and isinstance(thought.decision.detail, Bag)
    return dict(thought.decision.detail.counts)


@pytest.mark.parametrize("above", [True, False], ids=["training above", "another window"])
def test_the_learner_plays_from_the_bags_as_they_are(home: Home, sit: Sit, above: bool) -> None:
    """Whether the training above the table taught it, or a window that says no word of it."""
    match = sit("matches", "human", "learner", start="9")
    game = match.table.game
    match.play(0)
    assert set(drawn_bag(match).values()) == {1}
    if above:
        match.release_worker()
    learned = {bag_key(game, game.parse(f"{left} 0")): {0: 40} for left in range(2, 8)}
    home.store.add_to_bags(game_key(game), learned)
    match.play(0)
    assert drawn_bag(match)[0] == 41


def other_rules(game: str, **options: str) -> SavedGame:
    """A file of a game just begun between two persons."""
    return saved_game(new_table(game, options, Players("human", "human"), seed=7))


@pytest.mark.parametrize(
    "game,options,others",
    [
        ("subtraction", {"takes": "1,2,3"}, {"takes": "1,4,7"}),
        ("matches", {"takes": "1,2,3"}, {"takes": "2,3"}),
        ("tictactoe", {}, {"misere": "true"}),
    ],
)
def test_no_value_of_another_games_rules_stands_on_the_board(
    home: Home, sit: Sit, game: str, options: dict[str, str], others: dict[str, str]
) -> None:
    match = sit(game, **options)
    match.analysis = True
    match.play(0)
    wait(match, lambda: all(state in match.analyzer.known for state in match.table.session.states))
    assert make_view_model(match).board.estimates
    match.open(other_rules(game, **others))
    seen = make_view_model(match)
    assert (seen.board.estimates, seen.board.best) == ((), None)
    match.notices.take()
    match.ask_hint()
    assert match.hint is None and texts(match) == ["match.hint_coming"]
    wait(match, lambda: match.hint is not None)
    assert {each.move for each in make_view_model(match).board.estimates} == set(
        match.table.game.moves(match.table.state)
    )
    match.undo()
    assert match.table.session.ply == 1
    assert make_view_model(match).board.estimates == (), "nor after going back"


# -- what is said after a game ---------------------------------------------------------------------


@pytest.mark.parametrize("alternate", [True, False])
@pytest.mark.parametrize("side_line", [True, False])
def test_who_starts_next_is_said_as_the_rematch_will_do_it(
    sit: Sit, alternate: bool, side_line: bool
) -> None:
    match = sit("nim", "human", "optimal", heaps="2,1")
    match.table.alternate = alternate
    if side_line:
        match.play(0)
        wait(match, lambda: match.table.human_turn or match.table.outcome is not None)
        match.jump(0)
        match.play(match.table.game.moves(match.table.state)[1])
        assert match.table.main_line is not None
    while match.table.outcome is None:
        if match.table.human_turn:
            match.play(match.table.game.moves(match.table.state)[0])
        match.bots.go_on()
        wait(match, lambda: match.table.human_turn or match.table.outcome is not None)
    said = {line.key for line in make_view_model(match).status.lines}
    match.rematch()
    starts = "series.you_start" if match.table.is_human(0) else "series.computer_starts"
    assert said & {"series.you_start", "series.computer_starts"} == (
        {starts} if alternate else set()
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        ("tictactoe", "medium", "easy"),
        ("tictactoe", "medium", "human"),
        ("tictactoe", "mcts:40", "random"),
        ("nim", "medium", "medium"),
        ("nim", "human", "human"),
    ],
)
def test_the_turn_is_told_without_a_preposition_and_with_a_capital(
    sit: Sit, language: str, game: str, first: str, second: str
) -> None:
    """It read "À Ordinateur, Moyen de jouer": a name has no article that a preposition needs."""
    match = sit(game, first, second)
    told = render(make_view_model(match).status.text, language)
    assert told[0].isupper()
    assert not told.startswith("À ") or told.startswith("À vous")
    if first == "medium" and game == "tictactoe":
        assert re.match("L’ordinateur|The computer|Der Computer", told)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["easy", "medium", "fit"])
def test_a_level_says_its_move_without_a_number_of_its_own(
    home: Home, game: str, level: str
) -> None:
    match = Match(home, new_table(game, {}, Players("human", level), seed=7))
    match.play(match.table.game.moves(match.table.state)[0])
    let_pass(partial(match.update, 0.05), lambda: match.table.session.ply == 2)
    bubble = make_view_model(match).bubble
    assert bubble is not None and bubble.side == 1
    for language in LANGUAGES:
        assert not re.search(r"%|playout|score|position", render(bubble.text, language))
    assert render(bubble.text, "en").startswith("The computer ")
    assert bubble.text in make_view_model(match).news  # a screen reader says the same


def remark(
    game: str, moves: str, first: str = "human", second: str = "medium", number: int = 0
) -> str:
    table = new_table(game, {}, Players(first, second), seed=1)
    table.number = number
    for move in moves.split():
        table.play(table.game.parse_move(table.state, move))
    return render(level_remark(table), "en")


def test_a_level_says_that_it_blocked_or_makes_two_threats() -> None:
    assert remark("connect4", "3 0 3 0 3 3") == "The computer played column 3. It blocked you."
    assert remark("connect4", "0 3 0 2 6 4").endswith("column 4. It makes two threats.")
    assert remark("tictactoe", "0 8 1 2") == "The computer played square 2. It blocked you."
    assert remark("nim", "1-2 1-1") == "The computer took 1 from heap 1."


def test_the_first_move_says_once_how_columns_are_counted() -> None:
    assert remark("connect4", "3", "medium", "human").endswith("Columns count from 0.")
    assert "count" not in remark("connect4", "3 3 3", "medium", "human")
    assert "count" not in remark("matches", "3", "medium", "human")
    assert "count" not in remark("connect4", "3", "medium", "human", number=1)


@pytest.mark.parametrize("game_id", ["tictactoe", "connect4"])
def test_a_reason_is_true_of_the_board(game_id: str) -> None:
    """Where a move blocks, passing would have lost at once; after two threats no reply helps."""
    rng, told = Random(5), set()
    for _ in range(120):
        game: Any = make_game(game_id, {})
        state = game.initial()
        while game.outcome(state) is None:
            move = rng.choice(list(game.moves(state)))
            reason = visible_reason(game, state, move)
            before, state = state, game.play(state, move)
            if reason is None:
                continue
            told.add(reason.key)
            winning = [
                reply
                for reply in game.moves(state)
                if game.outcome(game.play(state, reply)) is Outcome.win_of(game.to_move(state))
            ]
            assert not winning
            if reason.key == "remark.blocked":
                assert game.null_move_wins(before)
            else:
                mover = Outcome.win_of(game.to_move(before))
                for reply in game.moves(state):
                    after = game.play(state, reply)
                    assert mover in {game.outcome(game.play(after, m)) for m in game.moves(after)}
    assert told == {"remark.blocked", "remark.two_threats"}
