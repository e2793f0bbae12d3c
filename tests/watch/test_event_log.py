"""Events of a search are kept raw and made when they are read."""

from typing import Any

import pytest

from engine.context import Context
from engine.protocols import Decision
from engine.recording import Recorder, Recording
from engine.registry import make_bot, make_game
from engine.session import Session
from engine.solvers.connect4_positions import Connect4Positions
from engine.trace.windows import (
    Cutoff,
    HorizonReached,
    PositionEntered,
    PositionLeft,
    saved_at,
)

A_BEGINNING = "3 3 4 2"


def recorded(player: str) -> Recording:
    """A player's decision after a beginning of Connect Four."""
    return recorded_in(Session.replay(make_game("connect4"), None, A_BEGINNING.split()), player)


def recorded_in(session: Session[Any], player: str) -> Recording:
    """A player's decision at the end of a session."""
    context: Context[Decision] = Context(3)
    recorder = context.recorder = Recorder()
    make_bot(player).choose(session.game, session.state, context)  # type: ignore[arg-type]
    return recorder.recording()


def test_a_search_works_out_nothing_that_only_a_reader_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: Any) -> Any:
        raise AssertionError("worked out during the search")

    with monkeypatch.context() as patch:
        patch.setattr(Connect4Positions, "counted", refuse)
        patch.setattr(Connect4Positions, "moves", refuse)
        log = recorded("alphabeta:4").events
    guess = next(place for place in range(len(log)) if log.kind(place) is HorizonReached)
    assert isinstance(log[guess], HorizonReached)


@pytest.mark.parametrize("player", ["alphabeta:4", "mcts:300", "mc:30"])
def test_the_raw_form_says_what_the_event_says(player: str) -> None:
    log = recorded(player).events
    kinds = [log.kind(place) for place in range(len(log))]
    lines = [log.line(place) for place in range(len(log))]
    saved = [saved_at(log, place) for place in range(len(log))]
    assert [type(event) for event in log] == kinds == [log.kind(at) for at in range(len(log))]
    assert [event.line for event in log] == lines == [log.line(at) for at in range(len(log))]
    assert saved == [event.saved if isinstance(event, Cutoff) else 0 for event in log]
    assert saved == [saved_at(log, place) for place in range(len(log))]
    assert any(saved) is player.startswith("alphabeta")
    for kind in {*kinds}:
        assert log.of(kind) == [(at, event) for at, event in enumerate(log) if type(event) is kind]


def test_a_prefix_continues_and_another_recording_does_not() -> None:
    log = recorded("alphabeta:2").events
    shorter = log.until(4)
    assert len(shorter) == 4
    assert log.continues(shorter)
    assert not shorter.continues(log)
    assert not recorded("alphabeta:2").events.continues(shorter)
    assert all(event.depth <= 2 for event in log if isinstance(event, PositionLeft))


def test_a_window_of_proved_ends_alone_says_so() -> None:
    """Alpha and beta were 0.00 both: an empty window that was searched all the same."""
    game = make_game("tictactoe", {"draw": "second"})
    log = recorded_in(Session.replay(game, None, ["0", "2", "4"]), "alphabeta:4").events
    entered = [event for event in log if isinstance(event, PositionEntered)]
    lost = [event for event in entered if event.beta == 0]
    won = [event for event in entered if event.alpha == 1]
    assert lost and won and len(lost) + len(won) < len(entered)
    assert {event.text.key.removesuffix(".one") for event in lost} == {"watch.ab.look.losses"}
    assert {event.text.key.removesuffix(".one") for event in won} == {"watch.ab.look.wins"}
    others = [event for event in entered if event.beta > 0 and event.alpha < 1]
    assert {event.text.key.removesuffix(".one") for event in others} == {"watch.ab.look"}
    assert all(event.alpha < event.beta for event in others)
