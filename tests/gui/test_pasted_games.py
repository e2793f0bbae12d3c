"""Positions, moves and games pasted into a match, and the way back from them."""

from __future__ import annotations

import pygame
import pytest

from engine.messages import Message, render
from engine.registry import GAMES
from gui.match.autosave import saved_game
from tests.gui.driver import press
from tests.gui.matches import Match


def test_paste_of_nonsense_leaves_the_table(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", "human", "--moves", "3 3")
    for text in ("", "XO....... X", "{", '{"format": 1}', "x" * 300_000, "5,4,3 0", "R" * 42):
        monkeypatch.setattr("gui.clipboard.get_text", lambda text=text: text)
        press(scene, pygame.K_v, pygame.KMOD_CTRL)
        assert scene.table.session.moves == (3, 3)
        assert scene.services.notices and scene.services.notices[0].fault


def test_pasted_text_that_is_no_position_is_said_to_be_none(match: Match) -> None:
    for game in GAMES:
        scene = match("--game", game, "--first", "human", "--second", "human")
        for text in ("good morning", "what is this?"):
            scene.match.paste(text)
            told = scene.match.notices.take()[-1]
            words = render(told.text, "en")
            assert told.fault and words.startswith(
                "The pasted text is neither moves nor a position"
            )
            assert render(Message(f"game.{game}.name"), "en") in words


def test_a_saved_puzzle_is_refused_without_a_word_of_commands(match: Match) -> None:
    scene = match("--game", "nim", "--first", "human", "--second", "human")
    saved = saved_game(scene.table).to_json().replace('"game": "nim"', '"game": "pocketcube"')
    scene.match.paste(saved)
    told = scene.match.notices.take()[-1]
    assert told.fault
    assert render(told.text, "en") == "‘pocketcube’ is a puzzle for one person, not a game for two."


def test_a_pasted_position_can_be_undone(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = match("--game", "nim", "--first", "human", "--second", "human", "--moves", "1-2")
    monkeypatch.setattr("gui.clipboard.get_text", lambda: "3,4,5 1")
    press(scene, pygame.K_v, pygame.KMOD_CTRL)
    assert scene.table.session.text() == "3,4,5 1"
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert scene.table.session.move_texts() == ["1-2"]


def test_pasted_moves_are_played_and_can_be_taken_back(match: Match) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", "human", "--moves", "3")
    scene.match.paste("4 0 2 5 3 6")
    assert scene.table.session.move_texts() == list("402536")
    assert scene.table.record.given
    scene.match.paste("4 0 2 9")
    told = scene.match.notices.take()[-1]
    assert told.fault and render(told.text, "en").startswith("Move 4")
    assert scene.table.session.move_texts() == list("402536")
    for _ in range(7):
        press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert scene.table.session.move_texts() == ["3"]


def test_undo_goes_back_as_the_notice_says(match: Match) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", "easy", "--moves", "0 0")
    scene.match.paste("3 3 2 4")
    seen = []
    for _ in range(3):
        scene.match.undo()
        seen.append(scene.table.session.moves)
    assert seen == [(3, 3), (), (0, 0)]
