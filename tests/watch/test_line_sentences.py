"""A line of moves within a sentence."""

from __future__ import annotations

from engine.messages import LANGUAGES, message, render
from engine.naming import move_name, named_line
from engine.registry import make_game
from tests.cases import in_one_test


@in_one_test("language", LANGUAGES)
@in_one_test("game_id", ["matches", "subtraction", "tictactoe", "connect4"])
def test_a_line_is_a_noun_that_a_preposition_can_stand_before(language: str, game_id: str) -> None:
    """It read "after take 1", "après prendre 1" and "nach 1 nehmen", and "after 1 2" of two."""
    game = make_game(game_id, {})
    first, *_, last = game.moves(game.initial())
    one, two = (
        render(message("watch.ab.decided", line=named_line(game, game.initial(), line)), language)
        for line in ((first,), (first, last))
    )
    action = render(move_name(game, game.initial(), first), language)
    assert action not in one or game_id in ("tictactoe", "connect4")
    words = one.replace(game.move_text(game.initial(), first), "")
    assert len(words.split()) > len(render(message("watch.ab.decided", line=""), language).split())
    assert ", " in two
