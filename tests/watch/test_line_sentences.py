"""A sentence about a line of moves is put together when it is read, and is then like any other."""

from __future__ import annotations

import pickle

from engine.messages import LANGUAGES, Message, message, render
from engine.naming import line_message, move_name, named_line
from engine.registry import make_game
from tests.cases import in_one_test


def sentences() -> tuple[Message, Message]:
    """The same sentence, made at once and put off."""
    game, line = make_game("connect4", {}), (3, 3, 2)
    state = game.initial()
    values = {"low": 0.25, "high": 0.5, "count": 4}
    return (
        message("watch.ab.look", line=named_line(game, state, line), **values),
        line_message(game, state, line, "watch.ab.look", **values),
    )


def test_it_says_the_same_in_every_language() -> None:
    made, late = sentences()
    for language in LANGUAGES:
        assert render(late, language) == render(made, language)


def test_it_equals_the_one_made_at_once_and_pickles_as_plain_values() -> None:
    made, late = sentences()
    assert late == made and made == late
    again = pickle.loads(pickle.dumps(sentences()[1]))
    assert again == made and type(again.values) is dict
    assert set(sentences()[1].values) == {"line", "low", "high", "count"}


def test_no_move_is_named_before_it_is_read() -> None:
    """A state of no game is not touched until then."""
    late = line_message(make_game("connect4", {}), object(), (3,), "watch.ab.look", count=1)
    assert late.key == "watch.ab.look"


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
