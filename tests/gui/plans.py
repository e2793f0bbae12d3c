"""Scenes of plans: the card that explains a position, a plan attacked or followed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.context import Context
from engine.registry import make_game, oracle_for
from engine.session import Session
from engine.solvers.connect4_why import Explanation, explain, explainable
from gui.exercises.plan_screen import PlanScreen
from gui.kit.screen import Screen
from gui.match.screen import MatchScreen
from gui.services import Services
from gui.settings import MATCH_CARDS
from tests.gui.scene_makers import match
from tests.waiting import let_pass

PLANNED = "3 6 6 2 2 0 4 6 0 3 0 2 0 0 6 5 5 2 0 4"
GAME = explainable(make_game("connect4", {}))


def explained_at(moves: str) -> Explanation:
    """The explanation of the position after some moves."""
    state = Session.replay(GAME, None, moves.split()).state
    return explain(GAME, oracle_for(GAME), state, Context(0))


def explaining(moves: str) -> Callable[[Services], Screen]:
    """A match that explains its position, once the plan is there."""

    def make(services: Services) -> Screen:
        services.settings = replace(services.settings, match_card=MATCH_CARDS[1])
        made = match("connect4", "--second", "human", "--moves", moves, "--analysis")(services)
        assert isinstance(made, MatchScreen)
        now, explainer = made.match, made.match.explainer
        let_pass(lambda: now.update(0.02), lambda: explainer.of(now.table.game, now.table.state))
        made.show()
        return made

    return make


def duel(attacking: bool, *moves: int) -> Callable[[Services], Screen]:
    """A plan at the board after some moves of the person."""

    def make(services: Services) -> Screen:
        screen = PlanScreen(services, GAME, explained_at(PLANNED), attacking)
        screen.enter(services.size)
        plan = screen.model.duel
        let_pass(lambda: screen.update(0.05), lambda: plan.open)
        for move in moves:
            screen.play(move)
            let_pass(lambda: screen.update(0.05), lambda: plan.open or plan.over)
        return screen

    return make
