"""The page that asks bots: everybody's rows, its controls, and the way from answer to answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pygame
import pytest

from engine.arena.survey import Survey, SurveyProgress, ladder
from engine.context import Context
from engine.messages import LANGUAGES, JouonsError, render
from engine.protocols import Value
from engine.registry import bot_for
from gui.inspector.ask_model import FIRST_CHOICE, AskViewModel
from gui.inspector.tree_picture import TreePicture
from gui.kit.buttons import Button, Segments
from gui.kit.table import Table
from gui.match.screen import MatchScreen, saved_match
from gui.services import Services
from gui.theme import Colour
from tests.gui.driver import click, enter, find, frames, labels_of, press, send, wait
from tests.gui.lab import SIZE
from tests.gui.matches import opened, watched, whole
from tests.gui.scenes import lay_out
from tests.screen import the_screen

Match = Callable[..., MatchScreen]
NIM = ("--game", "nim", "--first", "human", "--second", "human")
TRAP = ("--game", "tictactoe", "--position", "X...O...X O", "--first", "human", "--second", "human")


def ready(match: Match, *arguments: str) -> MatchScreen:
    """A match at a person's turn, looked into: nobody has thought, so the page stands there."""
    scene = opened(match, *(arguments or TRAP))
    scene.update(0.02)
    return scene


def page(scene: MatchScreen) -> AskViewModel:
    scene.show()
    assert scene.inspector is not None and scene.inspector.ask is not None
    return scene.inspector.ask


def answered(scene: MatchScreen) -> MatchScreen:
    scene.and_refresh(scene.match.asking.ask_everybody)()
    wait(scene, lambda: scene.match.asking.complete and not scene.match.asking.busy)
    return scene


def table(scene: MatchScreen) -> Table:
    scene.draw(the_screen())
    return find(scene, "answers", Table)


def test_where_nobody_has_thought_every_bot_stands_ready_at_once(match: Match) -> None:
    scene = ready(match)
    rows = page(scene).rows
    assert tuple(row.player for row in rows) == ladder(scene.table.game)
    assert all(row.move is None and row.answer is None for row in rows)
    assert scene.widget_group.find("everybody") is not None


def test_everybody_answers_with_belief_and_truth(match: Match) -> None:
    scene = answered(ready(match))
    game, state = scene.table.game, scene.table.state
    seed = scene.match.asking.seed
    for row in page(scene).rows:
        assert row.move is not None and row.truth is not None and row.answer is not None
        corner = row.move in ("2", "6")
        assert row.truth.value is (Value.LOSS if corner else Value.DRAW)
        assert row.keeps is not corner
        assert row.thrown is not None
        assert row.thrown.key == ("think.thrown.draw" if corner else "think.thrown.nothing")
        alone = bot_for(game, row.player, scene.services.store, once=True)
        decision = alone.choose(game, state, Context(np.random.SeedSequence(seed)))
        assert decision.move is not None and game.move_text(state, decision.move) == row.move
    count = sum(row.keeps for row in page(scene).rows)
    heading, _, line = page(scene).card
    assert heading.values["count"] == len(page(scene).rows)
    assert (line.key, line.values["count"]) == ("ask.hold", count)


def test_the_row_of_a_bot_that_cannot_answer_stays_and_says_why(match: Match) -> None:
    """It vanished without a word, and the page counted thirteen answers of fourteen bots."""
    scene = ready(match, "--game", "connect4", *NIM[2:])
    asking = scene.match.asking
    asking.survey = Survey(("random", "mc:exact"))
    answered(scene)
    _, row = page(scene).rows
    assert row.player == "mc:exact" and row.refusal is not None and row.answer is None
    assert (page(scene).answered, page(scene).able, page(scene).model.complete) == (1, 1, True)
    cells = table(scene).rows[1]
    assert [cell.text for cell in cells[1:]] == ["", "no answer", "", "", ""]
    shown = labels_of(scene)
    assert any("The random games from here cannot all be counted" in text for text in shown)
    assert find(scene, "everybody", Button).label == "Another seed"


def test_the_page_shows_what_is_true_as_soon_as_it_is_known(match: Match) -> None:
    """The exact values came, and the page stood as it was until the next click."""
    scene = ready(match, "--game", "nim", "--first", "human", "--second", "learner")
    state = scene.table.state
    wait(scene, lambda: whole(scene) and scene.match.analyzer.exactly(state) is not None)
    frames(scene, 20)  # nothing else changes any more
    scene.looking.ask()
    wait(scene, lambda: bool(scene.match.asking.survey.exact))
    assert scene.inspector is not None and scene.inspector.ask is not None
    assert scene.inspector.ask.best is not None
    assert any(row.truth is not None for row in scene.inspector.ask.rows)


def test_the_board_counts_the_bots_that_would_play_each_move(match: Match) -> None:
    scene = ready(match)
    assert page(scene) and not scene.board.shown.votes
    answered(scene)
    rows, game = page(scene).rows, scene.table.game
    votes = scene.board.shown.votes
    assert sum(votes.values()) == len(rows)
    for move in game.moves(scene.table.state):
        text = game.move_text(scene.table.state, move)
        assert votes.get(move, 0) == sum(row.move == text for row in rows)
    move, count = max(votes.items(), key=lambda each: each[1])
    note = next(spot.note for spot in scene.board.spots() if spot.where == move)
    assert note.startswith(f"{count} bots would play here")
    scene.draw(the_screen())
    numbered = pygame.image.tobytes(the_screen(), "RGB")
    scene.board.show(replace(scene.board.shown, votes={}), False)
    scene.draw(the_screen())
    assert pygame.image.tobytes(the_screen(), "RGB") != numbered
    scene.play(min(votes))
    assert not scene.board.shown.votes


def test_the_page_beside_the_board_stands_before_the_move_and_leaves_it_again(
    match: Match,
) -> None:
    """The board showed the position after the bot's move, with the values of the next one."""
    scene = match("--game", "tictactoe", "--first", "human", "--second", "mc:20", "--analysis")
    scene.play(4)
    wait(scene, lambda: scene.table.human_turn and scene.table.session.ply == 2)
    press(scene, pygame.K_i)
    watched(scene)
    scene.looking.ask()
    asking = scene.match.asking
    assert scene.table.session.ply == 1 and scene.table.state == asking.state
    wait(scene, lambda: scene.match.analyzer.exactly(asking.state) is not None)
    scene.show()
    moves = set(scene.table.game.moves(asking.state))
    assert {each.move for each in scene.board.shown.estimates} == moves
    assert page(scene).model.choice.text == "mc:20", "the bot whose decision was shown"
    assert "mc:20" in [row.player for row in page(scene).rows]
    scene.looking.ask()
    assert scene.table.session.ply == 2 and scene.table.human_turn
    assert scene.match.inspector.frame() is not None


def test_a_bot_that_thinks_has_its_progress_over_the_columns_without_an_answer(
    match: Match,
) -> None:
    scene = answered(ready(match))
    asking = scene.match.asking
    player, *others = asking.survey.players
    answers = {each: asking.survey.answers[each] for each in others}
    progress = SurveyProgress(player, 1, 25, 100)
    asking.survey = replace(asking.survey, answers=answers, progress=progress)
    scene.show()
    _, plays, belief, done, thrown, time = table(scene).rows[0]
    assert plays.text == "1" and plays.ink == scene.ui.theme.colours.text2
    assert done.text == "25 of 100" and done.draw is not None and done.loose
    assert belief.empty and thrown.empty and time.empty


def test_the_answers_to_the_latest_positions_are_kept(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = ready(match)
    asking, table = scene.match.asking, scene.table
    monkeypatch.setattr("gui.inspector.ask_model.REMEMBERED", 2)
    moves = table.game.moves(table.state)[:3]
    states = [table.game.play(table.state, move) for move in moves]
    for state in states:
        asking.turn_to(table.game, state, (1,))
        asking.add("mc:7")
    kept = []
    for state in reversed(states):
        asking.turn_to(table.game, state, (1,))
        kept.append("mc:7" in asking.survey.players)
    assert kept == [True, True, False]


def test_a_survey_that_ends_early_leaves_the_next_question_free(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = ready(match)

    def refuse(*_: object) -> None:
        raise JouonsError("match.no_answer")

    with monkeypatch.context() as patch:
        patch.setattr("engine.arena.survey.Surveyor.ask", refuse)
        scene.and_refresh(scene.match.asking.ask_everybody)()
        wait(scene, lambda: scene.match.asking.fault is not None)
    assert page(scene).model.fault is not None and page(scene).model.seed_fault is None
    assert scene.widget_group.find("ask").enabled  # type: ignore[union-attr]
    scene.play(1)
    assert scene.match.asking.fault is None


def test_a_click_on_a_row_opens_its_thinking_and_the_page_comes_back(match: Match) -> None:
    scene = answered(ready(match))
    rows = page(scene).rows
    at = next(index for index, row in enumerate(rows) if row.player == "mc:1000")
    click(scene, table(scene).line(scene.ui, at).center)
    frame = watched(scene)
    assert frame.player == "mc:1000"
    assert frame.move is not None
    assert frame.game.move_text(frame.state, frame.move) == rows[at].move
    assert scene.inspector is not None and scene.inspector.ask is None
    scene.looking.ask()
    assert page(scene).shown == "mc:1000" and page(scene).can_return
    assert page(scene).rows == rows, "asked alone it gives the same answer"
    press(scene, pygame.K_ESCAPE)
    assert scene.inspector.ask is None and scene.services.settings.inspector


def test_the_moves_have_the_colours_of_the_game_on_the_table(match: Match) -> None:
    """After a game begun by Red, the moves of a game begun by Yellow were painted red."""
    scene = ready(match, "--game", "connect4", *NIM[2:])

    def painted() -> tuple[Colour, Colour]:
        scene.match.inspected.ask("mcts:20")
        watched(scene)
        scene.show()
        scene.draw(the_screen())
        return find(scene, "tree", TreePicture).colours

    red, yellow = painted()
    assert red != yellow
    scene.match.paste("......./......./......./...Y.../...R.../Y.RRRYY Y")
    assert scene.table.game.options["begins"] == "yellow"
    assert painted() == (yellow, red)


def test_the_controls_build_the_question_and_mark_the_present_one(match: Match) -> None:
    scene = ready(match)
    asking = scene.looking.asking
    choice = scene.match.asking.choice
    choice.choose("mcts")
    choice.set_number("50")
    choice.set_constant("1,4")
    assert choice.text == "mcts:50/c1.4" and choice.fault is None
    choice.set_constant("7")
    scene.show()
    assert scene.widget_group.find("ask").enabled is False  # type: ignore[union-attr]
    choice.set_number("9999999999")
    told = {name: render(fault) for name, fault in choice.faults.items()}
    assert told["constant"] == "‘7’ is not a number from 0 to 4."
    assert "9999999999" in told["number"], "each field has its own fault"
    choice.set_number("50")
    assert [*choice.faults] == ["constant"]
    choice.set_constant("0.5")
    assert choice.fault is None and choice.text == "mcts:50"
    scene.match.asking.set_seed("12")
    asking.open_player("mcts:50")
    watched(scene)
    question = scene.match.inspector.question
    assert question is not None and (question.player, question.seed) == ("mcts:50", (12,))
    game, state = question.game, question.state
    alone = bot_for(game, "mcts:50").choose(game, state, Context(12))
    assert scene.match.inspector.frame().move == alone.move  # type: ignore[union-attr]
    scene.match.asking.set_seed("none")
    scene.looking.ask()
    assert page(scene).model.seed_fault is not None
    scene.match.asking.set_seed("")
    assert page(scene).model.seed_fault is None and scene.match.asking.seed != (12,)


def test_more_opens_the_other_bots(match: Match) -> None:
    scene = ready(match)
    scene.looking.asking.more()
    assert scene.popup is not None
    scene.close_popup()
    others = page(scene).others
    assert set(others) >= {"learner", "first", "random", "mastery"}
    scene.match.asking.choice.choose("mastery")
    assert page(scene).model.choice.text == "mastery:5"
    scene.show()
    scene.draw(the_screen())
    kinds = find(scene, "ask_kinds", Segments)
    assert kinds.chosen == len(kinds.labels) - 1
    click(scene, kinds._boxes()[-1].center)
    assert scene.popup is not None, "the chosen one of them opens their menu again"


def test_stop_keeps_the_answers_and_opening_one_interrupts_the_others(match: Match) -> None:
    scene = ready(match, "--game", "connect4", *NIM[2:])
    asking = scene.match.asking
    scene.and_refresh(scene.match.asking.ask_everybody)()
    wait(scene, lambda: len(asking.survey.answers) >= 3)
    scene.looking.asking.open_player("mc:20")
    watched(scene)
    wait(scene, lambda: asking.busy)  # the others are asked on
    kept = dict(asking.survey.answers)
    assert "mc:20" in kept and len(kept) >= 4
    scene.and_refresh(scene.match.asking.stop)()
    frames(scene, 3)
    assert not asking.busy and asking.survey.progress is None
    assert kept.items() <= asking.survey.answers.items()


@pytest.mark.one_of(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [SIZE, (960, 640)])
def test_the_page_is_whole_at_every_size(
    match: Match, language: str, size: tuple[int, int]
) -> None:
    scene = ready(match, *NIM)
    lay_out(scene, size, 1.0, language)
    page(scene)
    for key in ("ask", "ask_kinds", "ask_seed", "everybody", "answers"):
        assert scene.widget_group.find(key) is not None
    kept = table(scene).fitting(scene.ui)[0]
    assert kept[:4] == [0, 1, 2, 3]


def test_after_resuming_the_last_decision_is_there(match: Match, services: Services) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", "mcts:50")
    for column in (3, 2):
        scene.play(column)
        wait(scene, lambda: scene.table.human_turn)
    saved = scene.match.saved()
    scene.leave()
    again = enter(saved_match(services, saved))
    press(again, pygame.K_i)
    frame = watched(again)
    assert frame.player == "mcts:50"
    assert again.inspector is not None and again.inspector.title.key == "inspector.title.chose"
    moves = again.table.session.all_moves
    assert frame.move == moves[-1] and again.inspector.at == len(moves) - 1 == 3
    again.play(4)  # the game goes on as any other
    wait(again, lambda: again.table.human_turn and again.table.thought is not None)
    assert again.match.inspected.ply == 5


def test_a_learner_is_asked_again_after_it_may_have_learned(match: Match) -> None:
    """Its row kept the answer of before a training, and nobody could ask again."""
    scene = answered(ready(match))
    others = [row.player for row in page(scene).rows if row.player != "learner"]
    scene.release_worker()
    scene.update(0.02)
    rows = {row.player: row.answer is not None for row in page(scene).rows}
    assert not rows["learner"] and all(rows[player] for player in others)
    answered(scene)
    assert all(row.answer is not None for row in page(scene).rows)


def test_every_click_on_the_controls_is_shown_at_once(match: Match) -> None:
    """The page asked the bot chosen before: its kept controls were equal to any others."""
    scene = answered(ready(match))
    for at, kind in enumerate(page(scene).kinds):
        segments = find(scene, "ask_kinds", Segments)
        click(scene, segments._boxes()[at].center)
        segments = find(scene, "ask_kinds", Segments)
        assert segments.chosen == at and scene.match.asking.choice.spec.kind == kind
    asked = scene.match.asking.choice.text
    click(scene, "ask")
    assert scene.match.inspector.question is not None
    assert scene.match.inspector.question.player == asked


def typed_into(scene: MatchScreen, key: str, text: str) -> None:
    """A person clicks into a field and types a number in place of the one there."""
    scene.draw(the_screen())
    click(scene, key)
    press(scene, pygame.K_a, pygame.KMOD_CTRL)
    send(scene, pygame.TEXTINPUT, text=text)
    scene.draw(the_screen())


@pytest.mark.parametrize("by_key", [False, True])
@pytest.mark.parametrize(
    ("key", "text", "asked"),
    [("ask_number", "77", ("mcts:77", None)), ("ask_seed", "5", (FIRST_CHOICE, (5,)))],
)
def test_enter_and_the_first_click_on_ask_ask_with_what_was_just_typed(
    match: Match, key: str, text: str, asked: tuple[str, tuple[int] | None], by_key: bool
) -> None:
    scene = ready(match)
    typed_into(scene, key, text)
    if by_key:
        press(scene, pygame.K_RETURN)
    else:
        click(scene, "ask")
    question = scene.match.inspector.question
    assert question is not None and question.player == asked[0]
    assert asked[1] is None or question.seed == asked[1]


def test_another_seed_where_everybody_answered_asks_everybody(match: Match) -> None:
    """One bot was opened, and the table of all was gone."""
    scene = answered(ready(match))
    typed_into(scene, "ask_seed", "5")
    press(scene, pygame.K_RETURN)
    wait(scene, lambda: scene.match.asking.complete and not scene.match.asking.busy)
    assert scene.match.asking.seed == (5,) and scene.match.inspector.question is None
