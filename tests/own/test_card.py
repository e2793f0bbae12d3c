"""The card of a bot: its positions, and the process that computes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.arena.card import CardProcess, GameCard, games_of, measured
from engine.context import Context
from engine.messages import JouonsError
from engine.own.bot import OwnTask
from engine.own.source import read_source
from engine.own.templates import template
from engine.protocols import OptionError
from engine.puzzles.review import judge
from engine.registry import make_game, make_oracles
from tests.waiting import HANG

CHOOSE = "def choose(game, state, think):\n"


def task_of(folder: Path, text: str) -> OwnTask:
    path = folder / "mine.py"
    path.write_text(text)
    return OwnTask(read_source(path), seconds=HANG)


def last_card(task: OwnTask, game: str, count: int) -> GameCard:
    *_, card = measured(task, [game], count, 0)
    return card


@pytest.mark.parametrize("game_id", ["tictactoe", "nim"])
def test_every_listed_error_threw_away_what_its_sentence_says(tmp_path: Path, game_id: str) -> None:
    task = task_of(tmp_path, CHOOSE + "    return game.moves(state)[0]\n")
    card = last_card(task, game_id, 20)
    assert card.errors
    for error in card.errors:
        game = make_game(game_id, error.options)
        state = game.parse(error.position)
        estimates = make_oracles().of(game).values(state, Context(0), False).estimates
        review = judge(1, 0, game.moves(state)[0], estimates)
        assert review.lost and review.value is not None
        assert error.text.values["thrown"].key == f"think.thrown.{review.value.name.lower()}"


def test_a_process_gives_the_figures_of_this_one(tmp_path: Path) -> None:
    task = task_of(tmp_path, template("rules"))
    process = CardProcess(task, ["tictactoe", "matches"], 10, 3)
    received = {card.game: card for card in process.cards() if card is not None}
    process.close()
    here = {card.game: card for card in measured(task, ["tictactoe", "matches"], 10, 3)}
    assert list(received) == list(here) == ["tictactoe", "matches"]
    for game, card in here.items():
        assert (received[game].positions, received[game].errors) == (10, card.errors)
        assert received[game].level_errors == card.level_errors


@pytest.mark.parametrize("text", ["import nothing_like_it\n" + CHOOSE + "    pass\n", "x ="])
def test_a_text_that_cannot_be_loaded_is_one_sentence(tmp_path: Path, text: str) -> None:
    process = CardProcess(task_of(tmp_path, text), ["tictactoe"], 10, 0)
    with pytest.raises(JouonsError) as fault:
        list(process.cards())
    process.close()
    assert str(fault.value).startswith("Line 1: ")


def test_a_process_that_is_killed_is_one_sentence(tmp_path: Path) -> None:
    process = CardProcess(task_of(tmp_path, template("rules")), ["tictactoe"], 10_000, 0)
    with pytest.raises(JouonsError, match="its process died"):
        for _ in process.cards():
            process._process.kill()
    process.close()


def test_a_file_that_plays_nothing_has_no_card(tmp_path: Path) -> None:
    game = "def initial(): return 0\ndef moves(p): return {}\ndef player(p): return 0\n"
    with pytest.raises(OptionError, match="not a bot"):
        games_of(task_of(tmp_path, game).source, None)
