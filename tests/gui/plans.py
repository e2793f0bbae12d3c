"""Scenes of plans: the card that explains a position, a plan attacked or followed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.context import Context
from engine.registry import make_game, oracle_for
from engine.session import Session
from engine.solvers.connect4_why import Explanation, explain, explainable
from gui.exercises.drill_screen import MistakesScreen
from gui.exercises.plan_screen import PlanScreen
from gui.kit.screen import Screen
from gui.match.screen import MatchScreen
from gui.services import Services
from gui.settings import MATCH_CARDS
from tests.gui.driver import enter, of
from tests.gui.scene_makers import match
from tests.waiting import let_pass

PLANNED = "3 6 6 2 2 0 4 6 0 3 0 2 0 0 6 5 5 2 0 4"
STEPPED = "0 2 3 3 6 5 2 1 1 2 5 0 6 2 4 5 5 4 4 5 3"  # a plan in three steps
TACTICAL = "4 6 6 2 4 4 2 4 4 3 3 3 5 5"
LONG = "4 3 3 3 3 0 1 3 0 1 3 4 0 0"
LOST = "4 6 6 2 4 4 2 4 4 3 3 3 4 3 0 0 0 0 1 1 0 0 2 2 6 3 5 5"
GAME = explainable(make_game("connect4", {}))


def explained_at(moves: str) -> Explanation:
    """The explanation of the position after some moves."""
    state = Session.replay(GAME, None, moves.split()).state
    return explain(GAME, oracle_for(GAME), state, Context(0))


def explaining(moves: str, nodes: int = 0) -> Callable[[Services], Screen]:
    """A match that explains its position, once the answer within so many nodes is there."""

    def make(services: Services) -> Screen:
        services.settings = replace(services.settings, match_card=MATCH_CARDS[1])
        made = match("connect4", "--second", "human", "--moves", moves, "--analysis")(services)
        assert isinstance(made, MatchScreen)
        now, explainer = made.match, made.match.explainer
        if nodes:
            explainer._nodes[now.plan_question()] = nodes
        let_pass(lambda: now.update(0.02), lambda: explainer.of(now.plan_question()))
        made.show()
        return made

    return make


def settled(screen: PlanScreen) -> bool:
    """Whether the person may play or the game is over, and the rest of it is counted."""
    plan = screen.model.duel
    return plan.over or (plan.open and plan._last_counted in plan.states[-2:])


def duel(role: str, *moves: int, of: str = PLANNED) -> Callable[[Services], Screen]:
    """A plan at the board after some moves of the person."""

    def make(services: Services) -> Screen:
        screen = enter(PlanScreen(services, GAME, explained_at(of), role))
        for move in (None, *moves):
            if move is not None:
                screen.play(move)
            let_pass(lambda: screen.update(0.05), lambda: settled(screen))
        return screen

    return make


def explained_mistake(services: Services) -> MatchScreen:
    """A lost game, once Why? shows the plan against the mistake."""
    screen = of(MatchScreen, match("connect4", "--second", "medium", "--moves", LOST)(services))
    screen.enter(services.size)
    let_pass(lambda: screen.match.update(0.02), lambda: screen.commands()["why_lost"].enabled)
    screen.show()
    assert screen.widget_group.find("why_lost") is not None
    screen.commands()["why_lost"].run()
    return screen


def planned_mistake(services: Services) -> MistakesScreen:
    """The mistake that lost a game, once the plan against it is there."""
    played = of(MatchScreen, match("connect4", "--second", "medium", "--moves", LOST)(services))
    screen = enter(MistakesScreen(services, saved=played.match.saved()))
    let_pass(lambda: screen.update(0.05), lambda: screen.model.plan)
    screen.show()
    return screen
