"""The controls of a player build every text of a player, wherever one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame
import pytest

from engine.levels import FIT, LEVELS
from engine.protocols import HUMAN
from engine.registry import BOTS, by_strength, make_game, parse_player
from gui.arena.choice import ArenaChoice
from gui.arena.picker import PlayerPopup
from gui.kit import Segments, TextField
from gui.kit.fields import FieldFault
from gui.kit.widget import WidgetGroup
from gui.match.screen import MatchScreen
from gui.people import CHOICES
from gui.players.choice import BY_LEVEL, BY_NAME, PlayerChoice
from gui.protocols import Open
from gui.services import Services
from gui.setup.screen import SetupScreen
from tests.gui.driver import find, of, press
from tests.gui.lab import SIZE

GAME = "matches"  # every bot plays it
NUMBERS = {"N": 300, "D": 4, "T": 3}
CONSTANT = "1.4"


@dataclass
class Place:
    """One place with the controls of a player, and the keys by which they are found there."""

    choice: PlayerChoice
    widgets: Callable[[], WidgetGroup]
    choose: Callable[[str], None]
    show: Callable[[], None]
    form: str
    fields: str
    kinds: tuple[str, ...]

    def find(self, key: str) -> object:
        return self.widgets().find(key)

    def write(self, field: str, text: str) -> None:
        """Somebody types into a field and leaves it."""
        found = self.find(f"{self.fields}{field}")
        assert isinstance(found, TextField), field
        found.write(text)
        self.show()

    def build(self, text: str) -> None:
        """Somebody sets the controls one after the other, as a player's text says."""
        spec = parse_player(text)
        self.choose(spec.kind)
        self.show()
        if spec.suffix:
            forms = self.choice.forms(make_game(GAME))
            wanted = [parse_player(form).suffix for _, form in forms].index(spec.suffix)
            segments = of(Segments, self.find(self.form))
            segments.change(wanted)
            self.show()
        if spec.number is not None:
            self.write("number", str(spec.number))
        if spec.constant is not None:
            self.write("constant", f"{spec.constant:g}")


def setup_place(scene: SetupScreen) -> Place:
    scene.enter(SIZE)
    scene.model.show_group(1, BY_NAME)
    scene.rebuild()
    choice, model = scene.model.players[1], scene.model
    kinds = (HUMAN, *CHOICES, *model.bots())

    def choose(kind: str) -> None:
        if scene.widget_group.find(f"player1 {kind}") is None:  # a level, or a bot by name
            scene.model.show_group(1, BY_NAME if choice.group == BY_LEVEL else BY_LEVEL)
            scene.rebuild()
        pressed(scene.widget_group, f"player1 {kind}")

    return Place(
        choice, lambda: scene.widget_group, choose, scene.rebuild, "form1", "player1_", kinds
    )


def arena_place(services: Services) -> Place:
    choice = ArenaChoice(GAME, {})
    popup = PlayerPopup(services.ui, SIZE, choice, "A player", lambda player: None)

    def choose(kind: str) -> None:
        pressed(popup.widget_group, f"kind {kind}")

    kinds = tuple(choice.kinds)
    return Place(choice, lambda: popup.widget_group, choose, popup._show, "form", "", kinds)


def pressed(widgets: WidgetGroup, key: str) -> None:
    """A button is pressed by keyboard."""
    widgets.focus_key(key)
    assert widgets.focus is not None and widgets.focus.key == key
    press(widgets, pygame.K_RETURN)


@pytest.fixture(params=["setup", "arena", "ask"])
def place(
    request: pytest.FixtureRequest, services: Services, match: Callable[..., MatchScreen]
) -> Iterator[Place]:
    if request.param == "setup":
        yield setup_place(SetupScreen(services, GAME))
    elif request.param == "arena":
        yield arena_place(services)
    else:
        scene = match("--game", GAME, "--first", "human", "--second", "human")
        press(scene, pygame.K_i)
        scene.update(0.02)
        asking = scene.match.asking.choice
        choose = scene.and_refresh(asking.choose)
        kinds = by_strength(scene.table.game)
        yield Place(
            asking, lambda: scene.widget_group, choose, scene.show, "ask_form", "ask_", kinds
        )


def texts_of(kind: str) -> list[str]:
    """Every form of a kind of player, each with and without the constant."""
    if kind not in BOTS:
        return [kind]
    entry = BOTS[kind]
    if entry.number is None or entry.bare:
        return [kind, *(f"{kind}:{word}" for word in entry.words)]
    numbered = f"{kind}:{NUMBERS[entry.number.name]}"
    plain = [numbered, *(f"{numbered}/{suffix}" for suffix in entry.suffixes)]
    tuned = [f"{text}/c{CONSTANT}" for text in plain] if entry.constant is not None else []
    return [*plain, *tuned, *(f"{kind}:{word}" for word in entry.words)]


def test_every_text_of_a_player_can_be_built(place: Place) -> None:
    assert set(place.kinds) >= {kind for kind, entry in BOTS.items() if entry.named}
    assert set(place.kinds) <= {HUMAN, FIT, *LEVELS, *BOTS}
    texts = [text for kind in place.kinds for text in texts_of(kind)]
    assert {"mc:300/move", "mc:exact", "mcts:300/leaf/c1.4", "mcts:300/c1.4"} <= set(texts)
    for text in texts:
        place.build(text)
        assert place.choice.text == text and place.choice.fault is None


def test_a_fault_stands_below_its_field_with_the_range_of_the_command_line(place: Place) -> None:
    place.build("mcts:300/leaf/c1.4")
    for field, typed, low, high in (
        ("constant", "4.5", "0", "4"),
        ("number", "0", "1", "10,000,000"),
    ):
        place.write(field, typed)
        assert place.choice.text == "mcts:300/leaf/c1.4", "a wrong input changes nothing"
        below = [each for each in place.widgets().widgets if isinstance(each, FieldFault)]
        box = place.find(f"{place.fields}{field}")
        assert isinstance(box, TextField) and (box.text, box.faulty) == (typed, True)
        said = [each for each in below if f"‘{typed}’" in each.text]
        assert len(said) == 1 and said[0].rect.top >= box.rect.bottom
        assert low in said[0].text and high in said[0].text
    place.write("constant", "2")
    assert place.choice.fault is not None, "that of the number stays"
    place.write("number", "300")
    assert place.choice.text == "mcts:300/leaf/c2" and place.choice.fault is None


def test_the_text_is_kept_in_the_settings_and_reaches_the_match(services: Services) -> None:
    scene = SetupScreen(services, GAME)
    setup_place(scene).build("mcts:500/leaf/c1.4")
    asked = scene.play()
    assert scene.next is None and isinstance(asked, Open)
    assert asked.arguments["players"][1] == "mcts:500/leaf/c1.4"
    again = SetupScreen(services, GAME)
    assert again.model.players[1].text == "mcts:500/leaf/c1.4"


def test_the_player_of_a_sweep_has_form_and_exploration(services: Services) -> None:
    choice = ArenaChoice(GAME, {}, "mcts:{}", swept=True)
    taken: list[str] = []
    popup = PlayerPopup(services.ui, SIZE, choice, "A player", taken.append)
    named = popup.widget_group.find
    assert named("number") is None, "its numbers are the values of the sweep"
    find(popup, "constant", TextField)
    find(popup, "form", Segments).change(1)
    field = find(popup, "constant", TextField)
    field.write("1,4")
    pressed(popup.widget_group, "take")
    assert taken == ["mcts:{}/leaf/c1.4"]
