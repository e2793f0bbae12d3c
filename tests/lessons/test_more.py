"""What is said of the positions outside of the chapters is true."""

from __future__ import annotations

import pytest

from engine.protocols import Value
from engine.puzzles.refutation import wins_at_once
from engine.session import Session
from engine.solvers.connect4_why import Kind
from tests.gui.plans import GAME, explained_at
from tests.lessons.claims import chances, lost, moves_with, text_of, won
from tests.lessons.places import asked, live

BEFORE = "4 6 6 2 4 4 2 4 4 3 3 3"


def test_centre() -> None:
    """Misère: only the centre draws, and by chances it is the worst of all squares."""
    assert moves_with("more/centre", Value.DRAW) == ["4"]
    assert len(lost("more/centre")) == 8
    scores = {move: win + draw / 2 for move, (win, draw, _) in chances("more/centre").items()}
    assert scores["4"] == pytest.approx(0.25)
    assert min(score for move, score in scores.items() if move != "4") > 0.3
    assert live("more/centre")["score"] == pytest.approx(0.25)
    decision, _ = asked("more/centre")
    assert decision.move != 4


def test_first_move() -> None:
    """The middle wins in 41 moves of 42; the columns beside it draw, the outer four lose."""
    assert won("more/first_move") == {"3": 41}
    assert moves_with("more/first_move", Value.DRAW) == ["2", "4"]
    assert [*lost("more/first_move")] == ["0", "1", "5", "6"]
    decision, _ = asked("more/first_move")
    assert decision.move is not None
    assert text_of("more/first_move", decision.move) == "3"


def test_plan() -> None:
    """Only column 3 draws, nobody has a threat to win at once, and the plan begins there."""
    assert moves_with("more/plan", Value.DRAW) == ["3"]
    assert [*lost("more/plan")] == ["0", "1", "2", "4", "5", "6"]
    state = Session.replay(GAME, None, BEFORE.split()).state
    assert not any(wins_at_once(GAME, state)) and not GAME.null_move_wins(state)
    answer = explained_at(f"{BEFORE} 4")
    assert (answer.kind, answer.first) == (Kind.PLAN, 3)
