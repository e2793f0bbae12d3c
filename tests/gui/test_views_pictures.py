"""Colours that can be told apart, icons, the shapes of values, small pictures of positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pygame
import pytest

from engine.protocols import Estimate, Value
from engine.registry import GAMES, PUZZLES, make_game
from gui.boards import board_of
from gui.boards.previews import preview, thumbnail
from gui.boards.values import badge, draw_estimate, leaning, score_bar
from gui.i18n import Translator
from gui.kit import Icon, icons
from gui.kit.icons import icon, missing_icons
from gui.paint import Brush
from gui.protocols import BoardState
from gui.theme import Colour, Palette, Theme, ThemeName, asset, mix, palette
from gui.ui import Ui
from tests.cases import in_one_test


@pytest.fixture(autouse=True)
def _window() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    yield


def ui_of(look: ThemeName = ThemeName.DARK, language: str = "en", safe: bool = False) -> Ui:
    return Ui(Theme(look, safe_palette=safe), Brush(), Translator(language))


@in_one_test("filled", [True, False])
@in_one_test("look", ThemeName)
def test_values_are_told_apart_by_their_shape_alone(look: ThemeName, filled: bool) -> None:
    ui = ui_of(look)
    shapes = {v: pygame.surfarray.array_alpha(badge(ui, v, 24, filled)) > 127 for v in Value}
    for a in Value:
        for b in Value:
            if a is not b:
                assert (shapes[a] != shapes[b]).mean() > 0.06


@pytest.mark.parametrize("value", Value)
def test_an_exact_value_is_filled_and_an_estimate_is_an_outline(value: Value) -> None:
    ui = ui_of()
    colour = ui.theme.colours.value(value)

    def share(filled: bool) -> float:
        pixels = pygame.surfarray.array3d(badge(ui, value, 48, filled))
        return float((np.abs(pixels.astype(int) - colour).max(axis=2) < 12).mean())

    assert share(True) > 1.6 * share(False) > 0


@pytest.mark.parametrize("value", Value)
def test_an_exact_value_carries_the_letter_of_the_language(value: Value) -> None:
    for filled, count in ((True, 2), (False, 1)):
        badges = (badge(ui_of(language=each), value, 32, filled) for each in ("en", "fr"))
        assert len({pygame.image.tobytes(each, "RGBA") for each in badges}) == count


@pytest.mark.parametrize(
    ("score", "value"), [(0.9, Value.WIN), (0.5, Value.DRAW), (0.1, Value.LOSS)]
)
def test_a_score_leans_to_a_value(score: float, value: Value) -> None:
    assert leaning(score) is value


def test_the_bar_of_a_score_is_as_long_as_the_score() -> None:
    ui = ui_of()
    ink = (1, 250, 2)
    lengths = []
    for score in (0.0, 0.25, 0.5, 0.75, 1.0):
        surface = pygame.Surface((120, 20))
        score_bar(ui, surface, pygame.Rect(10, 6, 100, 8), score, ink)
        row = pygame.surfarray.array3d(surface)[:, 10]
        lengths.append(int((np.abs(row.astype(int) - ink).max(axis=1) < 40).sum()))
    assert lengths[0] <= 1
    assert lengths == sorted(lengths)
    assert lengths[-1] >= 96
    assert abs(lengths[1] - 25) <= 2


@pytest.mark.one_of(3)
@pytest.mark.parametrize("look", ThemeName)
@pytest.mark.parametrize("size", [(384, 160), (92, 68), (690, 288), (30, 200)])
def test_every_game_has_its_art_at_every_size(look: ThemeName, size: tuple[int, int]) -> None:
    theme = Theme(look)
    ui = Ui(theme, Brush(), Translator("en"))
    seen = set()
    for game in [*GAMES, *PUZZLES]:
        art = preview(game, size, ui)
        assert art.get_size() == size
        tint = theme.colours.tints[board_of(game).tint]
        assert art.get_at((0, 0))[:3] == tint
        pixels = pygame.surfarray.array3d(art)
        assert (pixels != tint).any(axis=2).mean() > 0.02
        seen.add(pygame.image.tobytes(art, "RGB"))
    assert len(seen) == len(GAMES) + len(PUZZLES)


@in_one_test("game_id", GAMES)
@in_one_test("side", [20, 56, 160])
def test_a_thumbnail_shows_the_position_within_its_square(game_id: str, side: int) -> None:
    ui = Ui(Theme(), Brush(), Translator("en"))
    game = make_game(game_id)
    state = game.initial()
    later = game.play(game.play(state, game.moves(state)[0]), game.moves(state)[1])
    pictures = []
    for position in (state, later):
        picture = thumbnail(game, BoardState(position), (side, side), ui, position)
        assert picture.get_size() == (side, side)
        alpha = pygame.surfarray.array_alpha(picture)
        assert alpha.max() > 120
        if game_id != "connect4":
            assert alpha[0, 0] == 0
        pictures.append(pygame.image.tobytes(picture, "RGBA"))
    assert pictures[0] != pictures[1]


def test_of_a_move_of_which_nothing_is_known_no_shape_is_drawn() -> None:
    surface = pygame.Surface((120, 90))
    draw_estimate(ui_of(), surface, Estimate(0), surface.get_rect(), False)
    assert surface.get_bounding_rect().size == (120, 90)
    assert pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255)).count() == 120 * 90


READABLE = 4.5
SHAPES = 3.0  # what is no text but must be seen


def linear(colour: Colour) -> list[float]:
    """The parts of a colour as amounts of light, 0 to 1."""
    parts = (part / 255 for part in colour)
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 defines it."""
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def text_pairs(c: Palette) -> Iterator[tuple[str, Colour, Colour]]:
    """Every text colour on every ground it is written on."""
    grounds = ("table", "table2", "panel", "raised", "hover")
    for ground in grounds:
        for ink in ("text", "text2"):
            yield f"{ink} on {ground}", getattr(c, ink), getattr(c, ground)
    for ground in ("table", "table2", "panel", "raised"):
        yield f"accent on {ground}", c.accent, getattr(c, ground)
    for share in (0.14, 0.2):  # toggled buttons, chosen segments
        yield f"accent on itself at {share}", c.accent, mix(c.panel, c.accent, share)
    yield "on_accent on accent", c.on_accent, c.accent
    for value in ("win", "draw", "loss"):
        yield f"on_value on {value}", c.on_value, getattr(c, value)
        yield f"{value} on panel", getattr(c, value), c.panel
    for take in ("take1", "take2", "take3"):
        yield f"take_ink on {take}", c.take_ink, getattr(c, take)


PALETTES = list(product(ThemeName, (False, True)))


@in_one_test("look, safe", PALETTES)
def test_texts_can_be_read(look: ThemeName, safe: bool) -> None:
    weak = {
        what: round(contrast(ink, ground), 2)
        for what, ink, ground in text_pairs(palette(look, safe))
        if contrast(ink, ground) < READABLE
    }
    assert weak == {}


@in_one_test("look, safe", PALETTES)
def test_the_focus_ring_can_be_seen(look: ThemeName, safe: bool) -> None:
    c = palette(look, safe)
    for ground in (c.table, c.panel, c.raised):
        assert contrast(c.focus, ground) >= SHAPES


def seen_by(kind: str, colour: Colour) -> Colour:
    """A colour as people without one kind of cone see it (Viénot, Brettel and Mollon 1999)."""
    rows = {
        "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
        "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    }[kind]
    mixed = [sum(w * v for w, v in zip(row, linear(colour), strict=True)) for row in rows]
    sharp = [min(1.0, max(0.0, v)) for v in mixed]
    back = [v * 12.92 if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in sharp]
    return round(back[0] * 255), round(back[1] * 255), round(back[2] * 255)


def distance(a: Colour, b: Colour) -> float:
    """How far apart two colours look, roughly, in CIELAB units."""
    first, second = _lab(a), _lab(b)
    return float(sum((x - y) ** 2 for x, y in zip(first, second, strict=True)) ** 0.5)


def _lab(colour: Colour) -> tuple[float, float, float]:
    r, g, b = linear(colour)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@in_one_test("look", ThemeName)
@in_one_test("kind", ["protan", "deutan"])
def test_the_safe_palette_is_told_apart_by_every_eye(look: ThemeName, kind: str) -> None:
    c = palette(look, safe=True)
    for a, b in (("win", "draw"), ("draw", "loss"), ("win", "loss"), ("red", "yellow")):
        seen = seen_by(kind, getattr(c, a)), seen_by(kind, getattr(c, b))
        assert distance(*seen) >= 20, (a, b, distance(*seen))


INK = (230, 180, 90)


@pytest.mark.parametrize("side", [14, 24, 48])
def test_every_icon_is_drawn_in_the_ink_that_is_asked_for(side: int) -> None:
    for image in Icon:
        picture = icon(Brush(), image, side, INK)
        assert picture.get_size() == (side, side)
        solid = pygame.surfarray.array_alpha(picture) > 100
        colours = pygame.surfarray.array3d(picture)[solid]
        assert len(colours) and np.abs(colours.astype(int) - INK).max() <= 4, image


def test_every_file_belongs_to_an_icon() -> None:
    files = {path.stem for path in asset("icons").glob("*.svg")}
    assert files == {image.value for image in Icon}


def test_an_icon_without_a_sound_file_is_empty_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(icons, "asset", lambda name: tmp_path / Path(name).name)
    (tmp_path / "gear.svg").write_text("<svg")
    for image in (Icon.GEAR, Icon.BACK):
        assert not pygame.surfarray.array_alpha(icon(Brush(), image, 24, INK)).any()
    assert "icons/back.svg" in missing_icons() and "icons/gear.svg" not in missing_icons()
