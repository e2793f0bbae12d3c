"""What somebody who cannot see the window hears: names, values and announcements, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast
from unittest.mock import patch

import pygame
import pytest

from engine.messages import LANGUAGES, message
from engine.registry import make_game
from gui.access.adapter import Adapter, Handlers, InitialTreeCall
from gui.access.bridge import AccessibilityBridge
from gui.access.tree import AccessibleNode, AccessibleTree
from gui.boards.move_list import MoveList
from gui.boards.words import PlayedMove, side_words
from gui.kit.accessible import Role
from gui.kit.screen import Screen
from gui.kit.widget import key_down
from gui.lab.screen import LabScreen
from gui.match.screen import MatchScreen
from gui.match.table import Series
from gui.services import Services
from tests.gui.announcements import of_role, shown, speak, told
from tests.gui.driver import enter, of, send
from tests.gui.rooms import ServicesIn
from tests.gui.scene_makers import match
from tests.screen import the_screen
from tests.waiting import let_pass

pytestmark = pytest.mark.usefixtures("no_shapes", "listening")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_choices_of_the_menu_are_called_by_the_labels_above_them(
    services: Services, language: str
) -> None:
    screen = shown(services, "menu", language)
    groups = of_role(screen, Role.CHOICES)
    for label in ("who.title", "who.computer", "preferences.language"):
        assert services.tr(label) in groups


def test_sizes_volume_and_waiting_are_told_as_the_eye_reads_them(services: Services) -> None:
    screen = shown(services, "preferences")
    size = of_role(screen, Role.NUMBER)["Text size"]
    sliders = of_role(screen, Role.SLIDER)
    volume, wait = sliders["Volume"], next(s for name, s in sliders.items() if "Pause" in name)
    read = [(s.value, s.number.now) for s in (size, volume, wait) if s.number is not None]
    assert read == [("100%", 100), ("60%", 60), ("0.6 s", pytest.approx(0.6))]
    assert volume.number is not None and (volume.number.low, volume.number.high) == (0, 100)
    assert volume.go is not None and size.go is not None
    volume.go(34)
    assert services.settings.volume == pytest.approx(0.35, abs=0.051)
    size.go(150)
    assert services.settings.text_scale == pytest.approx(1.5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_button_of_the_sound_tells_whether_it_is_on(services: Services, language: str) -> None:
    screen = shown(services, "preferences", language)
    name = services.tr("access.sound")
    before = of_role(screen, Role.SWITCH)[name].on
    assert before is (not services.settings.muted)
    screen.toggle_mute()
    screen.enter(services.size)
    assert of_role(screen, Role.SWITCH)[name].on is not before


class Ear(Adapter):
    """A reader's ear: notes every announcement the window makes."""

    def __init__(self, services: Services) -> None:
        self.said: list[str] = []
        self._known: set[tuple[int, str]] = set()
        self.reader = AccessibilityBridge(services)
        self.reader.open(self._begin)
        self.reader.begin()

    def _begin(self, handlers: Handlers) -> Ear:
        handlers.wake(InitialTreeCall())
        return self

    def follow(self, window: Mapping[str, Any]) -> None:
        """There is one window."""

    def update(self, tree: AccessibleTree, changed: Mapping[int, AccessibleNode]) -> None:
        """As AccessKit does: a live part is said when it comes or its words change."""
        live = {(n, node.said.name) for n, node in changed.items() if node.said.role in LIVE}
        self.said += [name for _, name in sorted(live - self._known)]
        self._known |= live

    def focus_window(self, focused: bool) -> None:
        """Nothing is said."""

    def announce(self, screen: Screen) -> list[str]:
        """What is said of a screen as it is now, since the last time."""
        screen.touch()
        screen.draw(the_screen())
        before = len(self.said)
        self.reader.show(screen)
        return self.said[before:]


LIVE = (Role.NEWS, Role.FAULT)


@pytest.mark.parametrize(
    ("scene", "title"),
    [("preferences", "preferences.title"), ("cube lab", "game.pocketcube.name")],
)
def test_a_page_that_opens_says_its_name_and_nothing_empty(
    services: Services, scene: str, title: str
) -> None:
    screen, ear = shown(services, scene), Ear(services)
    assert ear.announce(screen) == [f"{services.tr(title)}."]
    assert ear.announce(screen) == []
    assert all(said.name for said in told(screen))


def test_each_move_is_said_once_however_long_the_answer_waits(services: Services) -> None:
    speak(services, "de")
    screen, ear = match("connect4", "--second", "random")(services), Ear(services)
    assert isinstance(screen, MatchScreen)
    screen.enter(services.size)
    assert ear.announce(screen) == ["Vier gewinnt. Du bist am Zug."]
    screen.play(3)
    said = ear.announce(screen)

    def frame() -> None:
        screen.tick(0.05)
        said.extend(ear.announce(screen))

    let_pass(frame, lambda: "Du bist am Zug" in said[-1])
    assert len(said) == 2, said
    assert re.fullmatch(r"Dein Zug: Spalte \d\. Der Computer überlegt\.", said[0])
    assert re.fullmatch(r"Der Computer hat Spalte \d gespielt\. Du bist am Zug\.", said[1])
    screen.undo()
    taken_back = [services.tr("match.taken_back")]
    assert ear.announce(screen) == taken_back, "it was just said whose turn it is"
    screen.play(3)
    assert ear.announce(screen) == said[:1], "made again, it is said again"


def test_of_several_sentences_only_those_are_said_that_are_new(services: Services) -> None:
    screen, ear = shown(services, "preferences"), Ear(services)
    ear.announce(screen)
    news = [("Turned U", "11 turns"), ("Turned R", "11 turns"), ("Turned R", "11 turns"), ()]
    said = []
    for sentences in (*news, news[0]):
        with patch.object(screen, "news", lambda told=sentences: told):
            said.append(ear.announce(screen))
    both = ["Turned U. 11 turns."]
    assert said == [both, ["Turned R."], [], [], both]


MOVES = {
    ("connect4", "en"): "round 1: Red: column 0, Yellow: column 0; round 2: Red: column 1",
    ("tictactoe", "fr"): "tour 1 : X : case 0, O : case 1; tour 2 : X : case 2",
    (
        "nim",
        "de",
    ): "Runde 1: {0}: 1 vom Haufen 1, {1}: 2 vom Haufen 1; Runde 2: {0}: 1 vom Haufen 2",
    ("nim", "en"): "round 1: {0}: 1 from heap 1, {1}: 2 from heap 1; round 2: {0}: 1 from heap 2",
    ("subtraction", "en"): "round 1: {0}: 1 step, {1}: 2 steps; round 2: {0}: 1 step",
    ("matches", "de"): "Runde 1: {0}: 1 nehmen, {1}: 2 nehmen; Runde 2: {0}: 1 nehmen",
}
PLAYED = {
    "connect4": "0 0 1",
    "tictactoe": "0 1 2",
    "nim": "1-1 1-2 2-1",
    "subtraction": "1 2 1",
    "matches": "1 2 1",
}


@pytest.mark.parametrize(("game", "language"), MOVES)
def test_the_moves_of_a_game_are_told_in_words(
    services: Services, game: str, language: str
) -> None:
    speak(services, language)
    screen = enter(match(game, "--second", "human", "--moves", PLAYED[game])(services))
    screen.draw(the_screen())
    sides = [services.tr(side) for side in side_words(make_game(game))]
    heard = of_role(screen, Role.GROUP)[services.tr("match.moves")].note
    assert heard.replace("\xa0", " ") == MOVES[game, language].format(*sides)


def test_a_mistake_is_told_with_its_move_and_not_as_a_mark(services: Services) -> None:
    token = cast(Any, None)
    moves = [PlayedMove("3", message("note.move.connect4", move="3"), 0)]
    moves += [replace(moves[0], player=1, loss=1), replace(moves[0], loss=2)]
    texts = ["3"] * 3
    card = MoveList("Moves", "", ("Red", "Yellow"), moves, texts, [""] * 3, 3, token, print)
    said = card.accessible(services.ui)
    assert said is not None and said.name == "Moves"
    heard = "round 1: Red: column 3, Yellow: column 3, mistake; round 2: Red: column 3, blunder"
    assert said.note == heard


def token(player: int, diameter: int) -> pygame.Surface:
    return pygame.Surface((diameter, diameter))


@pytest.mark.parametrize(("text", "together"), [("3", True), ("0,0 to 2,2", False)])
def test_long_moves_stand_one_below_the_other(
    services: Services, text: str, together: bool
) -> None:
    moves = [PlayedMove(text, message("note.move.connect4", move=text), side) for side in (0, 1)]
    card = MoveList("Game", "", ("Red", "Yellow"), moves, [text] * 2, [""] * 2, 2, token, None)
    card.rect = pygame.Rect(0, 0, 220, 120)
    card.draw(services.ui, pygame.Surface((220, 120)))
    assert (card.box_of(1).y == card.box_of(2).y) is together


def test_a_list_of_moves_without_positions_to_show_is_read_and_scrolled(
    services: Services,
) -> None:
    """The moves before a mistake said nothing to a screen reader, and had no arrows."""
    made = PlayedMove("3", message("note.move.connect4", move="3"), 0)
    moves = [replace(made, player=index % 2) for index in range(30)]

    card = MoveList("Game", "", ("Red", "Yellow"), moves, ["3"] * 30, [""] * 30, 30, token, None)
    card.rect = pygame.Rect(0, 0, 200, 120)
    card.draw(services.ui, pygame.Surface((200, 120)))
    said, last = card.accessible(services.ui), card.scroll
    assert said is not None and said.note.startswith("round 1: Red: column 3, Yellow: column 3; ")
    assert last == card.max_scroll > 0, "the last move is in sight"
    assert card.handle(key_down(pygame.K_UP)) and card.scroll < last
    assert card.handle(key_down(pygame.K_HOME)) and card.scroll == 0
    assert card.handle(key_down(pygame.K_END)) and card.scroll == last
    assert send(card, pygame.MOUSEBUTTONDOWN, button=1, pos=(50, 50))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_says_whose_wins_it_counts(services: Services, language: str) -> None:
    screen = of(MatchScreen, shown(services, "match of two people", language))
    screen.table.series = Series((2, 1))
    screen.show()
    screen.draw(the_screen())
    names = [services.tr(seat.name) for seat in screen.view_model.seats]
    heard = of_role(screen, Role.TEXT)
    for name, count in zip(names, (2, 1), strict=True):
        assert services.tr("access.wins", name=name, count=count) in heard
    assert not {"2", "1"} & heard.keys()


def test_the_place_in_the_solution_is_told(services: Services) -> None:
    screen = shown(services, "cube lab with solutions")
    sliders = of_role(screen, Role.SLIDER)
    place = sliders[services.tr("access.place")]
    assert re.fullmatch(r"Turns: \d+ of \d+", place.value)


def test_every_turn_of_the_chosen_solution_is_told(services_in: ServicesIn) -> None:
    """In a small window with large text, where only some of them are in sight."""
    services = services_in((960, 640), 2.0, "en")
    screen = of(LabScreen, shown(services, "cube lab with solutions"))
    screen.tab = 1
    screen.rebuild()
    widgets = len(screen.widget_group.widgets)
    for row in (1, 0):
        screen.lab.jump(row, 3)
        screen.update(0.02)
        solution = screen.lab.now.solution
        turns, place = ", ".join(turn.text for turn in solution), f"Turns: 3 of {len(solution)}"
        rows = of_role(screen, Role.LIST)[services.tr("cube_lab.solutions")]
        assert (rows.value, rows.note) == (turns, place)
        chosen = [part for part in rows.parts if part.selected]
        assert [(part.name, part.current) for part in chosen] == [(turns, True)]
    other = next(part for part in rows.parts if not part.selected)
    assert other.press is not None
    other.press()
    assert ", ".join(turn.text for turn in screen.lab.now.solution) == other.name
    assert len(screen.widget_group.widgets) == widgets


@pytest.mark.parametrize(("count", "said"), [(1, "Tile 8 slid"), (2, "Tile 8 slid again, 2 times")])
def test_a_tile_slides_in_the_words_of_tiles(services: Services, count: int, said: str) -> None:
    screen = LabScreen(services, "tiles")
    assert screen._move_announcement(["8"] * count).startswith(said)


def test_the_same_turn_once_more_is_said_once_more(services: Services) -> None:
    screen, ear = shown(services, "cube lab"), Ear(services)
    ear.announce(screen)
    said = []
    for turn in ("U", "U", "U", "R"):
        button = next(part for part in told(screen) if part.key == turn)
        assert button.press is not None
        button.press()
        screen.update(0.05)
        said += ear.announce(screen)
    again = [screen.tr("news.turned.again", turn="U", count=count) for count in (2, 3)]
    first, last = (screen.tr("news.turned", turn=turn) for turn in "UR")
    assert said == [f"{text}." for text in (first, *again, last)]
