"""Who sits at the table: names typed in place, levels changed at any time, and what is kept."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.levels import MIDDLE
from engine.messages import LANGUAGES, Message, catalogue, render
from engine.saves import from_json
from gui.kit import Button
from gui.kit.chart import Chart, Marker
from gui.match.autosave import saved_game
from gui.match.screen import MatchScreen
from gui.match.table import table_from_save
from gui.people import LONGEST_NAME, clean_name
from gui.services import Services
from gui.shortcuts import Action
from tests.gui.driver import find, press, send, wait, widgets_of
from tests.gui.matches import entered_match

pytestmark = pytest.mark.usefixtures("no_shapes")

ODD_NAMES = (
    "",
    "   ",
    "x" * 5000,
    "\u05d0\u05d1\u05d2 \u200f\u202eabc",
    "\U0001f469\u200d\U0001f4bb" * 40,
    "a\x00b\x07c\nd\te",
    "\ud800",
    "e\u0301" * 60,
    "{name} %s </b>",
)


def typed(scene: MatchScreen, text: str) -> None:
    send(scene, pygame.TEXTINPUT, text=text)


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ODD_NAMES)
def test_any_text_is_a_name_or_none(services: Services, name: str) -> None:
    clean = clean_name(name)
    assert clean == clean_name(clean)
    assert "\n" not in clean and "\x00" not in clean and "\u202e" not in clean
    clean.encode()
    scene = entered_match(services, "--game", "nim", "--second", "human", "--moves", "1-1")
    assert scene.match.rename(0, name)
    scene.show()
    assert scene.table.players.names[0] == clean
    back = table_from_save(from_json(saved_game(scene.table).to_json()))
    assert back.players.names[0] == clean


def test_a_name_has_so_many_characters() -> None:
    assert clean_name("x" * 100) == "x" * LONGEST_NAME


def test_a_name_that_is_cut_is_told(services: Services) -> None:
    scene = entered_match(services, "--game", "nim", "--second", "easy")
    scene.match.rename(0, "Grandfather Maximilian the Elder")
    told = [scene.tr(each.text) for each in scene.match.notices.take()]
    assert told == [
        "Names have at most 24 letters; this person is now called Grandfather Maximilian t."
    ]
    scene.match.rename(0, "x" * LONGEST_NAME)
    assert scene.match.notices.take() == []


def test_the_key_f2_types_a_name_in_place_enter_keeps_it_and_escape_drops_it(
    services: Services,
) -> None:
    scene = entered_match(services, "--game", "connect4", "--second", "easy")
    press(scene, pygame.K_F2)
    field = scene.widget_group.focus
    assert field is not None and field.key == "name"
    typed(scene, "Anna")
    press(scene, pygame.K_h, text="h")
    assert scene.match.hint is None and not scene.match.hint_wanted, "letters are no shortcuts"
    press(scene, pygame.K_RETURN)
    assert services.settings.people == ("Anna", "")
    assert scene.tr(scene.view_model.seats[0].name) == "Anna"
    assert scene.tr(scene.view_model.status.text) == "Your turn, Anna"
    assert scene.widget_group.focus is not None and scene.widget_group.focus.key == "board"
    press(scene, pygame.K_F2)
    typed(scene, "Somebody else")
    press(scene, pygame.K_ESCAPE)
    assert services.settings.people == ("Anna", "") and scene.renaming is None


def test_of_two_people_the_key_f2_names_the_one_to_move(services: Services) -> None:
    scene = entered_match(services, "--game", "nim", "--second", "human", "--moves", "1-1")
    press(scene, pygame.K_F2)
    assert scene.renaming == 1


def test_two_people_need_different_names(services: Services) -> None:
    services.change(replace(services.settings, people=("Anna", "Leo")))
    scene = entered_match(services, "--game", "nim", "--second", "human")
    assert not scene.match.rename(1, " Anna ")
    assert scene.match.notices.take()[-1].text == Message("match.same_name")
    assert services.settings.people == ("Anna", "Leo")


def test_a_name_follows_its_person_to_the_other_side(services: Services) -> None:
    services.change(replace(services.settings, people=("Anna", "Leo")))
    scene = entered_match(services, "--game", "nim", "--second", "human")
    scene.match.swap_sides()
    assert scene.table.players.names == ("Leo", "Anna")
    assert scene.match.rename(0, "Leon")
    assert services.settings.people == ("Anna", "Leon")


def test_swapped_sides_say_who_begins_and_where_the_game_is(services: Services) -> None:
    scene = entered_match(services, "--game", "tictactoe", "--second", "medium")
    scene.match.notices.take()
    scene.match.swap_sides()
    assert render(scene.match.notices.take()[-1].text) == "The computer starts. You are O."
    scene.match.swap_sides()
    assert render(scene.match.notices.take()[-1].text) == "You start. You are X."
    scene.play(4)
    scene.match.swap_sides()
    said = render(scene.match.notices.take()[-1].text)
    assert "Unfinished" in said and said.endswith("The computer starts. You are O.")


# -- levels ----------------------------------------------------------------------------------------


def test_a_level_changed_in_the_game_holds_from_the_next_move_on(services: Services) -> None:
    scene = entered_match(services, "--game", "connect4", "--second", "medium")
    scene.play(3)
    wait(scene, lambda: scene.table.session.ply == 2)
    scene.offered().press(Action.LEVEL)
    assert scene.popup is not None
    lines = widgets_of(scene.popup, Button)
    assert [line.label for line in lines] == ["Easy", "Medium", "Hard", "Perfect", "Fits me"]
    lines[0].action()
    assert scene.table.players.second == "easy" and services.settings.level == "easy"
    assert scene.table.players.earlier == ("medium",)
    assert scene.table.session.ply == 2, "the game goes on"
    back = table_from_save(from_json(saved_game(scene.table).to_json()))
    assert back.players == scene.table.players


def test_the_result_is_booked_under_both_levels(services: Services) -> None:
    scene = entered_match(services, "--game", "matches", "--second", "easy", "--option", "start=5")
    scene.play(0)
    wait(scene, lambda: scene.table.session.ply == 2 or scene.table.outcome is not None)
    scene.match.play_level("hard")
    while scene.table.outcome is None:
        if scene.table.human_turn:
            scene.play(scene.table.game.moves(scene.table.state)[0])
        scene.update(0.02)
    services.write_queue.flush()
    assert services.store.named_results("matches")[0][:2] == ("human", "easy hard")


def test_easier_and_harder_begin_the_next_game(services: Services) -> None:
    lost = "2 5 2 1 2 2 2 6 1 1 0 1 0 5 0 0 5 6 5 5 1 2 0 5 6 0 6 6 3 3 3 3"
    scene = entered_match(services, "--game", "connect4", "--second", "medium", "--moves", lost)
    assert "easier" in scene.commands() and "harder" not in scene.commands()
    scene.offered().do("easier")
    assert scene.match.level == "easy" and not scene.table.session.all_moves
    said = scene.services.notices[-1].text
    assert "Easy" in said and said.endswith("Red starts. You are Red.") is scene.table.is_human(0)
    assert said.split(". ")[-1].startswith("You are ")
    scene.leave()
    scene = entered_match(services, "--game", "connect4", "--second", "easy", "--moves", lost)
    assert "easier" not in scene.commands(), "nothing is easier than Easy"


def test_the_opponent_that_fits_changes_its_rung_for_the_person_it_met(services: Services) -> None:
    services.change(replace(services.settings, people=("Anna", "")))
    scene = entered_match(services, "--game", "matches", "--second", "fit", "--option", "start=2")
    scene.play(0)  # the last match is the computer's: the person wins
    wait(scene, lambda: scene.table.outcome is not None)
    services.write_queue.flush()
    assert services.store.rung("Anna", "matches") == MIDDLE + 1
    assert services.store.rung("", "matches") is None
    thought = scene.table.thoughts[2]
    assert thought.player == f"fit:{MIDDLE}", "the rung is kept with the decision"


def test_a_game_that_another_level_began_does_not_move_the_rung(services: Services) -> None:
    """Half lost against Perfect, then changed to Fits me: that says nothing of how it fits."""
    scene = entered_match(
        services, "--game", "matches", "--second", "perfect", "--option", "start=6"
    )
    scene.play(0)
    wait(scene, lambda: len(scene.table.session.all_moves) == 2)
    scene.match.play_level("fit")
    wait(scene, lambda: scene.table.human_turn or scene.table.outcome is not None)
    while scene.table.outcome is None:
        scene.play(0)
        wait(scene, lambda: scene.table.human_turn or scene.table.outcome is not None)
    services.write_queue.flush()
    assert services.store.named_results("matches")[0][1] == "perfect fit"
    assert services.store.rung("", "matches") is None


def test_who_is_first_called_something_keeps_what_was_played_without_a_name(
    services: Services,
) -> None:
    store = services.store
    store.add_game("nim", "human", "easy", 1, "first", 9, "{}")
    store.add_game("nim", "human", "human", 2, "first", 9, "{}")
    store.keep_rung("", "nim", 9)
    scene = entered_match(services, "--game", "nim", "--second", "easy")
    scene.name(0, "Anna")
    services.write_queue.flush()
    assert sorted(row[3:] for row in store.named_results("nim")) == [("", ""), ("Anna", "")]
    assert (store.rung("Anna", "nim"), store.rung("", "nim")) == (9, None)
    scene.name(0, "Leo")  # another person sits down: what Anna did stays hers
    scene.name(0, "")
    store.add_game("nim", "easy", "human", 3, "first", 9, "{}")
    scene.name(0, "Anna")  # she is known, and was not the one who played without a name
    services.write_queue.flush()
    assert [row[3:] for row in store.named_results("nim")].count(("", "Anna")) == 0
    assert store.rung("Anna", "nim") == 9 and store.rung("Leo", "nim") is None


# -- what went wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (
            ("tictactoe", "--second", "perfect", "--moves", "1 4 3 0 5 8"),
            "Your move 3 let your opponent win at once.",
        ),
        (
            ("matches", "--option", "start=6", "--second", "perfect", "--moves", "2 3 1"),
            "Your move 1 lost the game.",
        ),
    ],
)
def test_the_end_tells_since_when_a_game_was_lost(
    services: Services, game: tuple[str, ...], told: str
) -> None:
    """The last block that was missed is named, else the move that lost by theory."""
    scene = entered_match(services, "--game", *game)

    def since() -> Message | None:
        return scene.view_model.result.since if scene.view_model.result is not None else None

    wait(scene, since)
    assert str(since()) == told


def test_of_two_people_the_one_is_named_who_lost_from_the_start(services: Services) -> None:
    lost = ("--game", "matches", "--option", "start=5", "--second", "human", "--moves", "1 3 1")
    scene = entered_match(services, *lost)
    states = scene.table.session.all_states[:-1]
    wait(scene, lambda: all(state in scene.match.analyzer.known for state in states))
    scene.update(0.02)
    assert scene.view_model.result is not None
    since = scene.view_model.result.since
    assert since is not None and since.key == "match.lost_from_start_side"
    assert str(since.values["side"]) in str(since).lower()


def test_next_mistake_and_what_was_better_are_one_key_away(services: Services) -> None:
    scene = entered_match(
        services, "--game", "matches", "--second", "human", "--moves", "1 2 3 3 3 3 1"
    )
    states = [s for s in scene.table.session.all_states if scene.table.game.outcome(s) is None]
    wait(scene, lambda: all(state in scene.match.analyzer.known for state in states))
    wrong = [ply for ply, loss in enumerate(scene.match.losses()) if loss]
    assert wrong
    services.notices.clear()
    press(scene, pygame.K_n, text="n")
    assert scene.table.session.ply == wrong[0]
    assert services.notices and services.notices[-1].text.startswith("Better than taking")
    services.notices.clear()
    press(scene, pygame.K_w, text="w")
    assert services.notices[-1].text.startswith("Better than taking")


def test_the_curve_numbers_only_the_persons_own_mistakes(services: Services) -> None:
    moves = ["--moves", "1 2 3 3 3 3 1"]
    scene = entered_match(services, "--game", "matches", "--second", "first", *moves)
    states = [s for s in scene.table.session.all_states if scene.table.game.outcome(s) is None]
    wait(scene, lambda: all(state in scene.match.analyzer.known for state in states))
    scene.show()
    own = [point.own for point in scene.view_model.history if point.own]
    assert own == list(range(1, scene.view_model.own_mistakes + 1))
    assert scene.view_model.own_mistakes == scene.view_model.mistakes[0]
    heights = [point.height for point in scene.view_model.history]
    assert heights[-1] in (1.0, -1.0) and all(h is None or -1 <= h <= 1 for h in heights)
    marks = [mark for mark in find(scene, "history", Chart).marks if isinstance(mark, Marker)]
    triangles = [(mark.label, mark.x, mark.stop) for mark in marks if mark.label]
    wrong = [ply - 1 for ply, point in enumerate(scene.view_model.history) if point.own]
    assert triangles == [(str(n), ply, ply) for n, ply in enumerate(wrong, 1)], "the ply before it"


# -- plain words -----------------------------------------------------------------------------------


FIELDS = re.compile(r"\{[^}]*\}")
JARGON = {
    "en": ("ply", "plies", "playout", "kernel", "xor", "node", "budget", "minimax"),
    "fr": ("demi-coup", "simulation", "noyau", "xor", "nœud", "minimax"),
    "de": ("halbzug", "halbzüge", "playout", "kern", "xor", "knoten", "budget", "minimax"),
}
PLAIN_FILES = ("people", "shell", "boards", "statistics", "games", "retry", "puzzle_screen")
PLAIN_KEYS = ("match.", "hint.", "teach.", "side.", "menu.", "unfinished.", "keeping.")
# Views that belong to a game or a bot and open with the analysis alone.
ANALYSIS_KEYS = ("match.nim.", "match.kernel_", "match.interval", "match.scores")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_jargon_in_what_everybody_reads(language: str) -> None:
    """Neither in the texts of these screens, nor in the sentences about levels."""
    folder = Path("assets/locale") / language
    texts: dict[str, str] = {}
    for name in PLAIN_FILES:
        file = folder / f"{name}.json"
        if file.exists():
            texts |= json.loads(file.read_text(encoding="utf-8"))
    for name, said in catalogue(language).items():
        level = name.startswith(tuple(f"player.{k}." for k in ("easy", "medium", "hard", "fit")))
        if level or name.startswith(PLAIN_KEYS):
            texts[name] = said
    found = {
        name: said
        for name, said in texts.items()
        if not name.startswith(ANALYSIS_KEYS)
        and any(word in FIELDS.sub("", said).lower() for word in JARGON[language])
    }
    assert found == {}
