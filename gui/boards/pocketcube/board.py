"""The record of the Pocket Cube."""

from __future__ import annotations

from gui.boards.board import Board, ViewToggle
from gui.boards.pocketcube.handling import CubeHandling
from gui.boards.pocketcube.net import Net
from gui.boards.pocketcube.stage import preview, still_preview, thumbnail
from gui.boards.pocketcube.view import CubeView
from gui.kit.icons import Icon
from gui.sounds import Sound
from gui.theme import Tint

BOARD = Board(
    lambda puzzle, theme, brush, tr: CubeView(CubeHandling(puzzle), theme, brush),
    art=preview,
    puzzle_art=still_preview,
    tint=Tint.TEAL,
    sound=Sound.TURN,
    handling=CubeHandling,
    thumbnail=thumbnail,
    editor=lambda puzzle, draft, settings, paint: Net(draft, settings.safe_palette, paint),
    orbits=True,
    toggles=(
        ViewToggle("letters", "cube_letters", letter="A"),
        ViewToggle("safe", "safe_palette", icon=Icon.EYE),
    ),
)
