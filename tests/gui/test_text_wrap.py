"""Lines of text: as many words on each as fit, and no more measured than is drawn."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest

from engine.messages import LANGUAGES, catalogue
from gui.kit.text_wrap import AHEAD, wrap
from gui.services import Services
from gui.theme import Theme


def broken(theme: Theme, text: str, width: int, maximum: int) -> list[str]:
    """The lines of a text whose words are short, one word after the other."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and theme.width(longer, 16) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    if not maximum or len(lines) <= maximum:
        return lines
    rest = " ".join(lines[maximum - 1 :])
    if theme.width(rest, 16) <= width:
        return [*lines[: maximum - 1], rest]
    fits = next(n for n in range(len(rest), -1, -1) if theme.width(f"{rest[:n]}…", 16) <= width)
    return [*lines[: maximum - 1], rest[:fits].rstrip() + "…"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_hold_as_many_words_as_fit(services: Services, language: str) -> None:
    theme, dice, texts = services.ui.theme, random.Random(5), [*catalogue(language).values()]
    for _ in range(150):
        text = " ".join(dice.choices(texts, k=dice.randint(1, 4))).replace(" · ", " ")
        text = dice.choice((text, f"\n{text}", f"  {text} ", text.replace(" ", "\n", 1)))
        if max(map(len, text.split())) <= 30:
            width, maximum = dice.randint(400, 1200), dice.choice((0, 0, 1, 2, 3))
            assert [*wrap(theme, text, 16, width, maximum=maximum)] == broken(
                theme, text, width, maximum
            )


@pytest.mark.parametrize("text", ["W" * 1_000_000, "a bc " * 200_000, " " * 1_000_000])
def test_of_a_text_without_end_only_the_lines_drawn_are_measured(
    services: Services, text: str
) -> None:
    theme = services.ui.theme
    with patch.object(theme, "width", wraps=theme.width) as measured:
        lines = wrap(theme, text, 16, 300, maximum=2)
    assert len(lines) <= 2
    assert measured.call_count < 40 * AHEAD
