"""What the menu and the list know of the games that can be continued, without a window."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from engine.messages import JouonsError, render
from engine.saves import SavedGame
from engine.store.store import Store
from gui.i18n import ago
from gui.pages.resumable import ResumableGames
from gui.write_queue import WriteQueue

NOON = datetime(2026, 11, 23, 12, tzinfo=timezone(timedelta(hours=2)))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path)
    yield made
    made.close()


@pytest.fixture
def model(store: Store) -> ResumableGames:
    return ResumableGames(WriteQueue(print), lambda: store)


def begin(store: Store, *moves: str) -> None:
    game = SavedGame("nim", {}, "5,4,3,2,1 0", "human", "human", 5, moves)
    store.keep_unfinished(None, "nim", game.to_json())


def test_a_tile_goes_on_with_the_newest_that_can_be_opened(
    store: Store, model: ResumableGames
) -> None:
    model.read()
    assert model.waiting("nim") is None
    store.keep_unfinished(None, "nim", "{ damaged")
    model.read()
    assert model.waiting("nim") is None, "it cannot be continued, only looked for"
    begin(store, "1-2")
    store.keep_unfinished(None, "nim", "{ damaged")
    model.read()
    assert model.waiting("tictactoe") is None
    waiting = model.waiting("nim")
    assert waiting is model.games[1]
    going = waiting.going_on()
    assert going.name == "saved_match" and going.arguments["saved"].moves == ("1-2",)
    assert going.arguments["record"] is waiting.entry.record
    with pytest.raises(JouonsError):
        model.games[0].going_on()


def test_the_list_opens_on_the_newest_of_the_game_asked_for(store: Store) -> None:
    begin(store, "1-2")
    store.keep_unfinished(None, "tictactoe", "{ damaged")
    model = ResumableGames(WriteQueue(print), lambda: store, "nim")
    model.read()
    assert model.chosen == 1
    model.chosen = 0
    model.read()
    assert model.chosen == 0, "only when it opens"


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (0.5, "30 minutes ago"),
        (11.9, "11 hours ago"),
        (12.1, "yesterday"),
        (35.9, "yesterday"),
        (38, "2 days ago"),
        (-30, "just now"),
    ],
)
def test_the_age_of_a_game_counts_the_days_of_the_calendar(hours: float, words: str) -> None:
    """A game of Saturday evening was called yesterday's on Monday morning."""
    then = (NOON - timedelta(hours=hours)).astimezone(UTC)
    assert render(ago(then.isoformat(), NOON)) == words
    assert render(ago("long ago", NOON)) == "just now"
