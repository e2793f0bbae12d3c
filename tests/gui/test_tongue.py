"""The whole window in a language 40 % longer than English, made while the tests run.

What holds in it will hold in a translation nobody has written yet: nothing cut, nothing covered,
and no sentence that is not in the text files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engine.messages import LANGUAGES
from engine.protocols import HUMAN
from engine.registry import BOTS
from gui.kit.screen import Screen
from tests.gui.layouts import Drawn, OpenPopup, drawn, faults, text_places
from tests.gui.scene_makers import LONG_NAMES
from tests.gui.scenes import POPUPS, SCENES, Stage
from tests.gui.tongue import spoken
from tests.screen import the_screen

Window = tuple[tuple[int, int], float]  # and the size of its text
WINDOWS = (((960, 640), 1.0), ((1280, 800), 1.5))
CASES = [
    # By default each screen in one window, by turns, and in both in the full suite.
    pytest.param(
        WINDOWS[(number + turn) % 2],
        scene,
        id=f"{scene} {turn}",
        marks=pytest.mark.full if turn else (),
    )
    for number, scene in enumerate(SCENES)
    for turn in range(2)
]
WORD = re.compile(r"[^\W\d_]+")
PLAIN = re.compile(r"[aeiouy]", re.IGNORECASE)
# What is no word of a language: names of the program, of files and languages, letters of keys and
# boards, players as they are typed, codes of languages where their names have no room.
NO_WORDS = {
    *("Jouons", "English", "Français", "Deutsch", "X", "O", "U", "Y", "I", "A", "move", HUMAN),
    *(code.upper() for code in LANGUAGES),
    *("own", "NAME", "FILE", "py"),
    *(word for bot in BOTS.values() for text in bot.forms() for word in WORD.findall(text)),
}
TYPED = (
    *LONG_NAMES,
    "blocks_and_wins",
    *("my_bot", "my_mcts", "unmatched", "is not defined"),  # files, and faults in Python's words
    "Takes a win",
    "Wilhelmina",
    "WWW",
    ".jouons",
    "/",
    "Seven players",
    "pygame-ce",
)


@pytest.fixture(scope="module")
def tongue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with spoken(tmp_path_factory.mktemp("tongue")):
        yield


def titled(case: Window | str) -> str:
    """A window as its width and the size of its text."""
    return case if isinstance(case, str) else f"{case[0][0]} at {case[1]:.0%}"


@pytest.fixture(scope="module")
def stage(tongue: None, no_shapes: None) -> Iterator[Stage]:
    made = Stage()
    yield made
    made.close()


def of_data(text: str) -> bool:
    """Whether a text is what somebody typed: the name of a person, a file, a position."""
    typed = any(part in text for part in TYPED)
    return typed or re.fullmatch(r"[XOxoRYry./ ]+", text) is not None


def hard_coded(screen: Screen, texts: Sequence[Drawn]) -> set[str]:
    """Words that were drawn or that a tooltip tells, and that no text file has."""
    shown = [*(each.text for each in texts), *(w.tooltip for w in screen.widget_group.widgets)]
    folder = str(screen.services.folder)  # of its path a line may hold a part without a slash
    programs = [
        file.read_text() for file in Path(folder).rglob("*.py")
    ]  # a person's, shown as code
    written = {word for text in programs for word in WORD.findall(text)}
    return {
        word
        for text in shown
        if not of_data(text) and text.strip("…") not in folder
        for word in WORD.findall(text)
        if PLAIN.search(word) and word not in NO_WORDS | written
    }


@pytest.mark.one_of(3)
@pytest.mark.parametrize(("window", "scene"), CASES)
def test_every_screen_has_room_for_a_longer_language(
    stage: Stage, window: Window, scene: str
) -> None:
    screen = stage.show(scene, (*window, "en"))
    surface = the_screen()
    texts = drawn(screen, surface, places=True)
    assert [*faults(screen), *text_places(texts, surface), *hard_coded(screen, texts)] == []


@pytest.mark.one_of(3)
@pytest.mark.parametrize(
    ("window", "popup"),
    [
        # By default each popup in one window, by turns.
        pytest.param(window, popup, marks=pytest.mark.full if (number + turn) % 2 else ())
        for number, popup in enumerate(POPUPS)
        for turn, window in enumerate(WINDOWS)
    ],
    ids=titled,
)
def test_every_popup_has_room_for_a_longer_language(
    stage: Stage, window: Window, popup: str
) -> None:
    name, open_it = POPUPS[popup]
    made = stage.show(name, (*window, "en"))
    open_it(made)
    assert faults(OpenPopup(made)) == []
