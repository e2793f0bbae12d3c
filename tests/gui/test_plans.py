"""The plan of a position in a match, attacked and followed at the board."""

from __future__ import annotations

import random
from dataclasses import replace

import pygame
import pytest

from engine.context import Context
from engine.protocols import Outcome
from engine.registry import make_game, oracle_for
from engine.session import Session
from engine.solvers.connect4_why import Kind, explain, explainable
from engine.solvers.connect4_why_text import PlanMark
from gui.boards.plan_marks import NumberedDisc
from gui.exercises.drill_screen import MistakesScreen
from gui.exercises.exercise import AttemptPhase
from gui.exercises.plan_screen import PlanScreen
from gui.exercises.problem import MoveAttempt
from gui.match.screen import MatchScreen
from gui.services import Services
from gui.settings import MATCH_TABS
from tests.gui.driver import enter, follow, labels_of, of, there, wait, widgets_of
from tests.gui.plans import (
    GAME,
    LONG,
    PLANNED,
    STEPPED,
    TACTICAL,
    duel,
    explained_at,
    explained_mistake,
    explaining,
    planned_mistake,
    settled,
)
from tests.waiting import let_pass

BETTER = "Column 3 was better for Red: it takes the square that this plan needs, and draws."


def explained(services: Services, moves: str = PLANNED) -> MatchScreen:
    return enter(of(MatchScreen, explaining(moves)(services)))


def fought(services: Services, role: str, *moves: int) -> PlanScreen:
    return of(PlanScreen, duel(role, *moves)(services))


def play(screen: PlanScreen, move: int) -> None:
    screen.play(move)
    let_pass(lambda: screen.update(0.05), lambda: settled(screen))


def test_the_card_tells_the_plan_and_the_board_marks_it(services: Services) -> None:
    screen = explained(services)
    assert "Yellow has a plan." in labels_of(screen)
    plan = screen.board.shown.plan
    assert plan is not None and (plan.holder, plan.fences) == (1, (1,))
    assert {((2, 5), PlanMark.TOP, 1), ((1, 1), PlanMark.END, 1)} <= set(plan.cells)
    notes = [spot.note for spot in screen.board.spots()]
    assert "Yellow answers on top on row 6" in notes[2]
    assert "Yellow plays here only to win" in notes[1]


def test_a_column_without_discs_of_the_holder_is_named_so_and_that_of_the_first_move_is_not(
    services: Services,
) -> None:
    board = explained(services, "4 3 0 6 0 4 6 4 2 1 3 6 4 3 5 0 5 6 0 4").board
    assert there(board.shown.plan).fences == (0, 4, 6)
    notes = [spot.note for spot in board.spots()]
    assert [n for n, note in enumerate(notes) if "Red never plays here" in note] == [0, 4, 6]
    assert "Red begins on row 3" in notes[5]


def test_without_the_card_or_a_plan_nothing_is_marked(services: Services) -> None:
    screen = explained(services, TACTICAL)
    assert "No plan needed." in labels_of(screen) and screen.board.shown.plan is None
    screen.choose_card("value")
    assert "No plan needed." not in labels_of(screen) and "attack_plan" not in screen.commands()


def test_a_plan_in_steps_shows_the_first_one_and_then_the_others(services: Services) -> None:
    screen = explained(services, STEPPED)
    shown: list[tuple[set[int], bool]] = []
    for step in (1, 2, 3):
        plan = screen.board.shown.plan
        assert plan is not None and f"Step {step} of 3" in labels_of(screen)
        later = any(text.startswith(f"Step {step}, only if") for text in labels_of(screen))
        shown.append(({each.step for each in plan.cells}, later))
        screen.commands()["plan_on"].run()
    assert shown == [({1}, False), ({1, 2}, True), ({1, 2, 3}, True)]
    assert "Yellow has a plan in 3 steps." in labels_of(screen)
    assert not screen.commands()["plan_on"].enabled and screen.commands()["plan_back"].enabled


def test_a_square_where_games_end_keeps_its_mark(services: Services) -> None:
    plan = there(explained(services, STEPPED).board.shown.plan)
    assert {each.mark for each in plan.cells if each.cell == (1, 3)} == {
        PlanMark.TAKE,
        PlanMark.END,
    }


def test_a_plan_that_comes_after_the_position_changed_is_dropped(services: Services) -> None:
    screen = explained(services)
    match = screen.match
    match.search_longer()
    let_pass(lambda: match.update(0.02), lambda: bool(match.explainer._job))
    match.undo()
    wait(screen, lambda: match.explainer.of(match.plan_question()) is not None)
    answer = match.explainer.of(match.plan_question())
    assert answer is not None and answer.state == match.table.state
    assert screen.view_model.why is answer


def test_a_longer_search_is_offered_where_no_plan_was_found(services: Services) -> None:
    screen = explained(services)
    question = screen.match.plan_question()
    answer = replace(explained_at(PLANNED), kind=Kind.LINE, report=None, levels=(), plies=14)
    screen.match.explainer._answers[question] = answer
    screen.show()
    assert "No short plan found." in labels_of(screen)
    screen.commands()["search_longer"].run()
    assert screen.match.explainer.of(question) is None


@pytest.mark.parametrize(
    ("name", "role"), [("attack_plan", "attack"), ("follow_plan", "follow"), ("show_end", "watch")]
)
def test_the_card_leads_to_the_plan_at_the_board(services: Services, name: str, role: str) -> None:
    command = explained(services).commands()[name]
    going = command.run()
    opened = follow(services, going, PlanScreen)
    assert opened.model.duel.role.value == role


@pytest.mark.parametrize("seed", range(4))
def test_every_attack_on_a_plan_fails_within_the_longest_game(
    services: Services, seed: int
) -> None:
    rng, screen = random.Random(seed), fought(services, "attack")
    plan = screen.model.duel
    while not plan.over:
        assert plan.board.plan is not None
        play(screen, rng.choice(GAME.moves(plan.states[-1])))
    assert GAME.outcome(plan.states[-1]) is not None and plan.reasons[-1].key == "duel.win"
    assert plan.answer.report is not None
    assert len(plan.moves) <= plan.answer.report.longest == 14 and plan.left == 0


def test_each_answer_of_the_plan_says_its_reason(services: Services) -> None:
    screen = fought(services, "attack", 3)
    plan = screen.model.duel
    assert plan.title.key == "duel.on_top" and plan.moves == [3, 3]
    assert "12 more moves at most" in labels_of(screen)


def test_taking_back_keeps_the_try_and_a_new_start_counts_one_more(services: Services) -> None:
    screen = fought(services, "attack", 3, 6)
    plan = screen.model.duel
    screen.commands()["undo"].run()
    assert plan.moves == [3, 3] and len(plan.reasons) == 1 and not plan.ends
    screen.commands()["restart"].run()
    assert plan.moves == [] and [count for _, count in plan.ends] == [2]
    assert {"Try 2", "given up", "still on"} <= set(labels_of(screen))
    assert not screen.commands()["undo"].enabled


def test_a_disc_taken_back_leaves_its_mark_on_the_board(services: Services) -> None:
    screen = fought(services, "follow")
    plan = screen.model.duel
    marks = plan.plan.levels
    play(screen, plan._allowed()[1][0])
    assert plan.plan.levels != marks
    plan.undo()
    assert plan.open and plan.plan.levels == marks


def test_who_follows_the_plan_wins_and_other_moves_are_refused(services: Services) -> None:
    screen = fought(services, "follow")
    plan, rng, refused = screen.model.duel, random.Random(3), 0
    while not plan.over:
        _, allowed = plan._allowed()
        others = [move for move in GAME.moves(plan.states[-1]) if move not in allowed]
        if others and not refused:
            before = list(plan.moves)
            play(screen, others[0])
            assert plan.detail is not None and plan.detail.key.startswith("plan.refused.")
            assert plan.moves == before
            refused += 1
        play(screen, rng.choice(allowed))
    assert refused and plan.reasons[-1].key == "duel.win"


def test_who_follows_is_not_told_the_better_move_of_the_other_side(services: Services) -> None:
    answer = explained_mistake(services).view_model.why
    assert answer is not None and answer.remedy is not None
    for role in ("attack", "follow"):
        shown = labels_of(enter(PlanScreen(services, GAME, answer, role)))
        assert (BETTER in shown) == (role == "attack")


def test_a_plan_for_a_draw_ends_with_a_draw_at_the_latest(services: Services) -> None:
    game = explainable(make_game("connect4", {"columns": "4", "rows": "4"}))
    state = Session.replay(game, None, list("00001111")).state
    answer = explain(game, oracle_for(game), state, Context(0))
    assert answer.draws and answer.kind is Kind.PLAN
    screen = enter(PlanScreen(services, game, answer, "attack"))
    plan = screen.model.duel
    while not plan.over:
        play(screen, game.moves(plan.states[-1])[0])
    assert game.outcome(plan.states[-1]) is Outcome.DRAW
    assert plan.detail is not None and plan.detail.key == "duel.drawn"


def test_after_a_game_why_shows_the_plan_against_the_move_that_lost(services: Services) -> None:
    screen = explained_mistake(services)
    now = screen.match
    assert now.table.session.ply == 12 and now.explains
    assert screen.view_model.ply == 13 and "Why move 7 lost" in labels_of(screen)
    assert screen.board.shown.tried == (4,) and screen.board.shown.hint == 3
    assert now.app_context.settings.match_tab == MATCH_TABS[2]  # at once, where cards are tabs
    assert "Yellow has a plan." in labels_of(screen)
    plan = screen.board.shown.plan
    assert plan is not None and ((3, 3), PlanMark.FIRST, 1) in plan.cells
    assert BETTER in labels_of(screen)
    now.jump(13)
    assert now.against is None and now.table.session.ply == 13


def test_the_value_is_there_while_the_plan_is_looked_for(services: Services) -> None:
    screen = explained(services)
    now = screen.match
    now.explainer.search_longer(now.plan_question())
    screen.show()
    assert "Yellow wins in 14 moves with best play." in labels_of(screen)
    assert screen.tr("match.planning") in labels_of(screen)


def test_a_mistake_whose_plan_was_shown_counts_as_shown(services: Services) -> None:
    screen = explained_mistake(services)
    going = screen.commands()["mistakes"].run()
    opened = follow(services, going, MistakesScreen)
    let_pass(lambda: opened.update(0.05), lambda: opened.model.attempt)
    solve(opened)
    assert opened.model.found == 0 and opened.model.missed


def solve(screen: MistakesScreen) -> None:
    """Find the move that is right in the mistake on the board."""
    attempt = of(MoveAttempt, screen.model.attempt)
    screen.play(attempt.exercise.right[0])
    assert attempt.phase is AttemptPhase.SOLVED


@pytest.mark.parametrize("shown", [False, True])
def test_the_plan_against_a_mistake_opens_and_tells_its_answer(
    services: Services, shown: bool
) -> None:
    screen = planned_mistake(services)
    if shown:
        going = screen.commands()["plan"].run()
        opened = follow(services, going, PlanScreen)
        assert BETTER in labels_of(opened)
        screen.enter(services.size)
    solve(screen)
    assert screen.model.found == (not shown)


def test_a_mistake_that_left_a_draw_has_no_plan_to_show(services: Services) -> None:
    screen = planned_mistake(services)
    assert screen.widget_group.find("plan") is not None
    screen.model.next()
    screen.show()
    assert screen.widget_group.find("plan") is None and "plan" not in screen.commands()


@pytest.mark.parametrize("moves", [PLANNED, TACTICAL])
def test_the_end_of_a_plan_is_played_out_to_be_watched(services: Services, moves: str) -> None:
    screen = of(PlanScreen, duel("watch", of=moves)(services))
    plan = screen.model.duel
    assert plan.over and plan.reasons[-1].key == "duel.win" and not plan.can_undo
    assert len(plan.moves) == plan.longest
    screen.commands()["restart"].run()
    assert not plan.moves and not plan.board.legal


@pytest.mark.parametrize("role", ["attack", "watch"])
def test_a_click_while_the_plan_moves_changes_nothing(services: Services, role: str) -> None:
    screen = enter(PlanScreen(services, GAME, explained_at(PLANNED), role))
    plan = screen.model.duel
    if role == "attack":
        screen.play(3)
    moves = list(plan.moves)
    assert not plan.open
    screen.board_event(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_2, unicode="2", mod=0))
    screen.board_event(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="", mod=0))
    assert plan.moves == moves and not plan.ends


def test_a_line_of_best_play_is_listed_and_played_out(services: Services) -> None:
    screen = explaining(LONG, nodes=2000)(services)
    assert isinstance(screen, MatchScreen) and screen.view_model.why is not None
    line = screen.view_model.why.line
    listed = widgets_of(screen, NumberedDisc)
    assert [each.column for each in listed] == list(line) and len(line) == 26
    going = screen.commands()["play_line"].run()
    opened = follow(services, going, PlanScreen)
    plan = opened.model.duel
    let_pass(lambda: opened.update(0.05), lambda: plan.over)
    assert tuple(plan.moves) == line and plan.detail is not None
    assert plan.detail.key == "duel.held"
    assert opened.widget_group.find("tabs") is None, "the moves stay a card of their own"
    last = widgets_of(opened, NumberedDisc)[-1]
    assert last.scroller is not None and last.scroller.start == last.scroller.maximum


def test_the_card_of_tactics_lists_the_answer_to_every_column(services: Services) -> None:
    screen = explained(services, TACTICAL)
    discs = widgets_of(screen, NumberedDisc)
    assert [each.column for each in discs if not each.player] == [0, 1, 2, 4, 5, 6, 3]
    assert [each.column for each in discs if each.player] == [3, 5]
    assert {"four in a row", "two threats: columns 2 and 6"} <= set(labels_of(screen))
    assert "attack_plan" not in screen.commands() and "show_end" in screen.commands()
