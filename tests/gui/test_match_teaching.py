"""A person who plays: what is asked, warned of and drawn, and what stays where it is."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from engine.context import Context
from engine.messages import Message
from engine.protocols import Estimate, Value
from engine.puzzles.refutation import threats
from engine.registry import oracle_for
from engine.solvers.oracle import ExactValue
from gui.kit import Button
from gui.match.analysis import PositionAnalysis
from gui.match.screen import MatchScreen
from gui.protocols import BoardThreats, Open
from gui.services import Services
from tests.gui.driver import click, find, frames, press, send, wait
from tests.gui.matches import Match, offered
from tests.screen import the_screen


def asked(match: Match, services: Services) -> MatchScreen:
    """A match with teaching on, its question open, the bot to move."""
    services.change(replace(services.settings, teaching=True))
    scene = match("--game", "matches", "--first", "human", "--second", "first")
    wait(scene, lambda: scene.table.state in scene.match.analyzer.known)
    scene.play(0)  # 16 - 1 leaves 15; only 3 wins
    assert scene.match.question is not None
    frames(scene, 30, 0.05)
    assert scene.table.session.ply == 1, "the bot waits for the answer"
    return scene


@pytest.mark.parametrize("way", ["escape", "resize", "keep"])
def test_a_take_back_question_closed_in_any_way_pauses_nothing(
    match: Match, services: Services, way: str
) -> None:
    """It stands beside the board and covers nothing; the move is kept whichever way it goes."""
    scene = asked(match, services)
    assert scene.popup is None
    if way == "resize":
        services.resize((960, 640))
        scene.enter((960, 640))
        assert offered(scene, "keep").enabled, "the question is still open"
    if way == "keep":
        press(scene, pygame.K_TAB, mod=pygame.KMOD_SHIFT)
        press(scene, pygame.K_RETURN)
        send(scene, pygame.KEYUP, key=pygame.K_RETURN, mod=0, unicode="")
    else:
        press(scene, pygame.K_ESCAPE)
    assert scene.match.question is None
    assert not scene.table.paused
    wait(scene, lambda: scene.table.session.ply == 2)


def test_a_move_on_the_board_replaces_the_questioned_one(match: Match, services: Services) -> None:
    """The question stands over the board; a click there was dead until it was answered."""
    scene = asked(match, services)
    assert scene.tr(scene.view_model.status.text) == "Take that move back?"
    assert not scene.view_model.board.legal, "it is the computer's turn"
    question, board = scene.widget_group.find("take_back"), scene.widget_group.find("board")
    assert question is not None and board is not None
    assert question.rect.bottom <= board.rect.bottom and question.rect.right <= board.rect.right
    scene.widget_group.focus_key("board")
    press(scene, pygame.K_3, text="3")
    assert scene.match.question is None
    assert scene.table.session.moves == (2,), "3 were taken instead"


BLOCK_MISSED = "3 5 0 2 1 3 1 1 1 5 1 5 5 2 2 4"  # Yellow threatens column 4


@pytest.mark.parametrize("look", [False, True])
def test_the_question_names_the_threat_and_the_board_draws_it(
    match: Match, services: Services, look: bool
) -> None:
    services.change(replace(services.settings, teaching=True, inspector=look))
    scene = match("--game", "connect4", "--second", "easy", "--moves", BLOCK_MISSED)
    scene.match.analyzer.known[scene.table.state] = solved(scene)
    scene.play(3)
    scene.update(0.01)
    assert scene.view_model.question is not None
    assert scene.tr(scene.view_model.question) == "Yellow threatened column 4 and now wins there."
    assert scene.view_model.board.threats == BoardThreats(1, (4,))
    assert scene.widget_group.find("take_back") is not None
    press(scene, pygame.K_ESCAPE)
    assert scene.view_model.board.threats is None


def solved(scene: MatchScreen) -> PositionAnalysis:
    exact = oracle_for(scene.table.game).values(scene.table.state, Context(0))
    return PositionAnalysis(exact, exact.estimates, None)


FORKS = [
    ("tictactoe", "0 1 2 3", 6, BoardThreats(1, (5, 7), 4)),
    ("connect4", "2 2 5 1 3 4 2 1", 0, BoardThreats(1, (0, 4), 3)),
]


@pytest.mark.parametrize(("game_id", "moves", "wrong", "drawn"), FORKS)
def test_two_threats_that_a_move_allows_are_drawn_with_the_reply(
    match: Match, services: Services, game_id: str, moves: str, wrong: int, drawn: BoardThreats
) -> None:
    """The sentence named them, and the board showed nothing."""
    services.change(replace(services.settings, teaching=True))
    scene = match("--game", game_id, "--second", "hard", "--moves", moves)
    scene.match.analyzer.known[scene.table.state] = solved(scene)
    scene.play(wrong)
    wait(scene, lambda: not scene.board.moving)
    scene.show()
    board = scene.view_model.board
    assert scene.match.question is not None and scene.match.question.key == "why.two_threats"
    assert (board.threats, board.planned) == (drawn, drawn.after)
    game = scene.table.game
    assert drawn.after is not None
    after = game.play(board.state, drawn.after)
    assert threats(game, after) == drawn.moves
    scene.draw(the_screen())
    marked = pygame.image.tobytes(the_screen(), "RGB")
    scene.board.show(replace(board, threats=None), False)
    scene.draw(the_screen())
    assert pygame.image.tobytes(the_screen(), "RGB") != marked
    press(scene, pygame.K_ESCAPE)
    assert scene.view_model.board.threats is None


EDGES = [
    *(("easy", 4, True), ("easy", 6, False), ("medium", 8, True), ("medium", 10, False)),
    *(("fit", 8, True), ("fit", 10, False), ("hard", 40, True), ("perfect", 40, True)),
]


@pytest.mark.parametrize(("level", "plies", "asks"), EDGES)
def test_the_level_says_how_far_a_loss_is_warned_of(
    match: Match, services: Services, level: str, plies: int, asks: bool
) -> None:
    services.change(replace(services.settings, teaching=True))
    scene = match("--game", "connect4", "--second", level, "--moves", "3 5")
    moves = scene.table.game.moves(scene.table.state)
    lost = Estimate(moves[0], value=Value.LOSS, remoteness=plies)
    estimates = lost, *(Estimate(move, value=Value.DRAW) for move in moves[1:])
    exact = ExactValue(Value.DRAW, None, estimates)
    scene.match.analyzer.known[scene.table.state] = PositionAnalysis(exact, estimates, None)
    scene.play(moves[0])
    assert (scene.match.question is not None) is asks


def test_the_way_to_the_mistakes_of_a_lost_game_begins_with_the_decisive_one(match: Match) -> None:
    moves = f"{BLOCK_MISSED} 3 4"
    scene = match("--game", "connect4", "--second", "medium", "--moves", moves)
    wait(scene, lambda: scene.match.decisive is not None)
    scene.show()
    offered = scene.commands()["mistakes"].run()
    assert isinstance(offered, Open) and offered.arguments["ply"] == 16


def test_a_persons_turn_shows_the_bags_of_the_learner_and_train(
    match: Match, services: Services
) -> None:
    services.change(replace(services.settings, inspector=True))
    scene = match("--game", "matches", "--first", "human", "--second", "learner")
    wait(scene, lambda: scene.inspector is not None and scene.inspector.frame is not None)
    assert scene.inspector is not None and scene.inspector.frame is not None
    assert scene.inspector.frame.player == "learner"
    assert scene.table.session.ply == 0 and scene.table.human_turn
    wait(scene, lambda: scene.match.inspector.replay is not None)
    wait(scene, lambda: scene.widget_group.find("train") is not None)
    opened = scene.commands()["train"].run()
    assert isinstance(opened, Open) and opened.name == "training"


def test_the_next_mistake_waits_until_every_move_is_judged(match: Match) -> None:
    """In play without analysis nothing was judged: none was said to be found."""
    scene = match("--game", "tictactoe", "--second", "human", "--moves", "0 1 2 3")
    scene.match.next_mistake()
    notices = [notice.text for notice in scene.match.notices.take()]
    assert notices == [Message("retry.looking")] and scene.table.session.ply == 4
    wait(scene, lambda: scene.table.session.ply != 4)
    assert scene.match.losses()[scene.table.session.ply], "it stands before a mistake"


def test_with_two_people_the_question_names_who_moved_and_whom_it_helps(
    match: Match, services: Services
) -> None:
    services.change(replace(services.settings, teaching=True, people=("Anna", "Leo")))
    scene = match("--game", "matches", "--first", "human", "--second", "human")
    wait(scene, lambda: scene.table.state in scene.match.analyzer.known)
    scene.play(0)
    assert scene.tr(scene.view_model.ask) == "Take that move back, Anna?"
    assert scene.view_model.seats[0].to_move and scene.view_model.question is not None
    assert scene.tr(scene.view_model.question) == (
        "Careful: you were winning, but now Leo can win."
    )
    assert scene.view_model.board.legal == (), "it is Anna who answers first"
    press(scene, pygame.K_ESCAPE)
    assert (
        scene.tr(scene.view_model.status.text) == "Your turn, Leo" and scene.view_model.board.legal
    )


def test_taking_back_shows_the_position_before(match: Match, services: Services) -> None:
    scene = asked(match, services)
    assert scene.widget_group.focus is not None and scene.widget_group.focus.key == "take_back"
    press(scene, pygame.K_RETURN)
    send(scene, pygame.KEYUP, key=pygame.K_RETURN, mod=0, unicode="")
    assert scene.match.question is None
    assert scene.table.session.ply == 0
    assert scene.table.human_turn
    assert scene.widget_group.focus is not None and scene.widget_group.focus.key == "board"


BELOW = ("undo", "redo", "hint", "look", "analysis")
LOST = "1 6 3 1 3 2 3 3 1 2 6 2 0 2"  # a game of Connect Four that the first side loses


def places(scene: MatchScreen) -> dict[str, tuple[int, ...]]:
    """Where the buttons below the board are, and how large."""
    found = {name: scene.widget_group.find(name) for name in BELOW}
    return {name: tuple(each.rect) for name, each in found.items() if each is not None}


def holding(scene: MatchScreen) -> list[str]:
    """The notices that are still up a frame later."""
    for notice in scene.services.notices:
        notice.pass_time(0.02, scene)
    return [notice.text for notice in scene.services.notices if not notice.over]


@pytest.mark.parametrize("size", [(1280, 800), (960, 640)])
def test_a_second_click_on_undo_takes_another_move_back(
    match: Match, size: tuple[int, int]
) -> None:
    """The buttons stood elsewhere after the first one, and Redo where Undo had been."""
    scene = match("--game", "connect4", "--second", "medium", "--moves", "3 3 2 4")
    scene.services.resize(size)
    scene.enter(size)
    before = places(scene)
    assert set(before) == set(BELOW)
    undo = find(scene, "undo")
    right = undo.rect.right - 4, undo.rect.centery
    click(scene, right)
    assert scene.table.session.ply == 2 and places(scene) == before
    click(scene, right)
    assert scene.table.session.ply == 0 and places(scene) == before
    click(scene, "redo")
    assert scene.table.session.ply == 2 and places(scene) == before
    scene.looking.show_ply(1)  # looked at in the list of moves
    assert places(scene) == before


def test_a_hint_is_given_after_moves_were_taken_back(match: Match) -> None:
    """Whoever takes a bad move back is the one who wants a hint; at the end of a game as well."""
    for moves, left in (("3 3 2 4", 2), (LOST, 12)):
        scene = match("--game", "connect4", "--second", "medium", "--moves", moves)
        scene.undo()
        assert scene.table.session.ply == left
        assert find(scene, "hint").enabled
        click(scene, "hint")
        wait(scene, lambda scene=scene: scene.match.hint is not None)  # type: ignore[misc]
        scene.leave()


def test_it_is_not_your_turn_goes_when_it_is(match: Match, services: Services) -> None:
    scene = match("--game", "connect4", "--second", "mc:1000000000")
    scene.play(1)
    wait(scene, lambda: scene.match.bots.latest is not None and scene.match.bots.thinking)
    send(scene, pygame.KEYDOWN, key=pygame.K_3, mod=0, unicode="3")
    assert (
        [notice.text for notice in services.notices] == holding(scene) == ["It is not your turn."]
    )
    scene.match.bots.go_on()
    wait(scene, lambda: scene.table.human_turn)
    assert holding(scene) == []


def test_the_advice_of_a_hint_goes_with_its_position(match: Match) -> None:
    scene = match("--game", "tictactoe", "--second", "human")
    click(scene, "hint")
    wait(scene, lambda: scene.match.hint is not None)
    assert "Try this" in holding(scene)[0]
    assert scene.match.hint is not None
    scene.play(scene.match.hint)
    assert holding(scene) == []


def test_the_menu_of_levels_begins_at_the_one_that_is_played(match: Match) -> None:
    """L and Enter lowered the level."""
    scene = match("--game", "connect4", "--second", "medium")
    scene.ask_level()
    assert scene.popup is not None and scene.popup.widget_group.focus is not None
    assert scene.popup.widget_group.focus.accessible(scene.ui).name == "Medium"  # type: ignore[union-attr]
    send(scene, pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    assert scene.popup is None and scene.match.level == "medium"
    assert not scene.services.notices


def test_bots_that_are_held_go_on_by_a_button_that_says_so(match: Match) -> None:
    scene = match("--game", "tictactoe", "--first", "random", "--second", "random")
    for said in ("Pause", "Resume", "Pause"):
        assert find(scene, "pause", Button).label == said
        click(scene, "pause")
    assert scene.view_model.bubble is not None
    assert str(scene.view_model.status.text) == "Paused" != str(scene.view_model.bubble.text)
