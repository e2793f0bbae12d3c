"""The Game menu of a match, and what its lines and shortcuts do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from engine.messages import JouonsError
from engine.registry import learns
from engine.saves import from_json, load
from gui import clipboard
from gui.controls import Icon
from gui.kit.popup import Choice, Popup
from gui.protocols import Open
from gui.scenes.match_hints import step_back_words
from gui.scenes.match_keep import saved_game
from gui.shortcuts import Action
from gui.table import table_from_save

if TYPE_CHECKING:
    from gui.scenes.match import MatchScene

LARGEST_PASTE = 200_000


class GameMenu:
    """New, restart, setup, save, open, copy, paste and the rest."""

    def __init__(self, scene: MatchScene) -> None:
        self.scene = scene
        self._question: Popup | None = None  # the offer to take a move back

    @property
    def asking(self) -> bool:
        """Whether the offer to take a move back is open; closing it in any way ends it."""
        return self._question is not None and self.scene.popup is self._question

    def open(self) -> None:
        """Show the menu below its button."""
        scene, tr = self.scene, self.scene.tr
        table = scene.table
        button = scene.desk.find("menu")
        anchor = button.rect if button is not None else pygame.Rect(scene.size[0] - 100, 0, 80, 60)
        lines = [
            Choice(
                tr("match.new"), scene.rematch, Icon.PLUS, shortcut=scene.ui.keys.label(Action.NEW)
            ),
            Choice(
                tr("match.restart"),
                self.restart,
                Icon.FIRST,
                bool(table.session.all_moves),
                scene.ui.keys.label(Action.RESTART),
            ),
            Choice(tr("match.swap_sides"), scene.swap_sides, Icon.SWAP),
            Choice(tr("match.setup"), self.open_setup, Icon.GEAR),
            Choice(
                tr("match.save"),
                self.open_save,
                Icon.SAVE,
                shortcut=scene.ui.keys.label(Action.SAVE),
            ),
            Choice(
                tr("match.open"),
                self.open_open,
                Icon.OPEN,
                shortcut=scene.ui.keys.label(Action.OPEN),
            ),
            Choice(
                tr("match.copy"),
                self.copy_position,
                Icon.COPY,
                shortcut=scene.ui.keys.label(Action.COPY),
            ),
            Choice(
                tr("match.copy_game"),
                self.copy_game,
                Icon.COPY,
                shortcut=scene.ui.keys.label(Action.COPY_GAME),
            ),
            Choice(
                tr("match.paste"),
                self.paste,
                Icon.CLIPBOARD,
                shortcut=scene.ui.keys.label(Action.PASTE),
            ),
            Choice(tr("match.statistics"), self.open_statistics, Icon.CHART),
        ]
        if table.main_line is not None:
            back = Choice(tr("match.leave_side_line"), self.leave_side_line, Icon.BACK)
            lines.insert(0, back)
        if any(learns(table.players.of(side)) for side in (0, 1)):
            lines.append(Choice(tr("match.train"), self.open_training, Icon.STEPS))
        scene.open_menu(anchor, lines)

    def on_action(self, action: Action) -> bool:
        """The shortcuts of the menu's lines."""
        actions = {
            Action.NEW: self.scene.rematch,
            Action.RESTART: self.restart,
            Action.SAVE: self.open_save,
            Action.OPEN: self.open_open,
            Action.COPY: self.copy_position,
            Action.COPY_GAME: self.copy_game,
            Action.PASTE: self.paste,
        }
        if action not in actions:
            return False
        actions[action]()
        return True

    def restart(self) -> None:
        """The same game from its start; undo brings the present one back."""
        if self.scene.table.session.all_moves:
            self.scene.table.restart()
            self.scene.sync(animate=False)
            self.scene.services.notify("match.restarted")

    def leave_side_line(self) -> None:
        """Back to the game that a side line left."""
        self.scene.table.leave_side_line()
        self.scene.sync(animate=False)

    def open_setup(self) -> None:
        """Choose game, options and players."""
        from gui.setup.screen import SetupScreen

        self.scene.open_scene(SetupScreen(self.scene.services, self.scene.table.game.id))

    def open_statistics(self) -> None:
        """Won, drawn and lost; finished games to look at again."""
        self.scene.go(Open("statistics", {"game_id": self.scene.table.game.id}))

    def open_training(self) -> None:
        """Let the learner play many games."""
        self.scene.bots.position_changed()
        game = self.scene.table.game
        arguments = {"game_id": game.id, "options": dict(game.options)}
        self.scene.go(Open("training", arguments))

    def open_save(self) -> None:
        """Write a .jouons file."""
        from gui.pages.files import SaveScreen

        saved = saved_game(self.scene.table)
        self.scene.open_scene(SaveScreen(self.scene.services, saved))

    def open_open(self) -> None:
        """Read a .jouons file onto this table; undo brings the present game back."""
        from gui.pages.files import OpenScreen

        self.scene.open_scene(OpenScreen(self.scene.services, self.open_path))

    def open_path(self, path: str | Path) -> bool:
        """Put a saved game on the table; a fault is said, and the table stays as it is."""
        try:
            self.take(load(Path(path)))
        except JouonsError as error:
            self.scene.services.notify(error.message, fault=True)
            return False
        return True

    def take(self, saved: Any) -> None:
        """Put a saved game on this table. Raises JouonsError; nothing changes then."""
        opened = table_from_save(saved)
        self.scene.table.open(opened.session, opened.players, opened.seed)
        self.scene.table.waiting = not self.scene.table.human_turn
        self.scene.sync(animate=False)
        self.scene.services.notify("match.opened")

    # -- clipboard -----------------------------------------------------------------------------

    def copy_position(self) -> None:
        """The position as text."""
        self._copy(self.scene.table.session.text(), "match.copied")

    def copy_game(self) -> None:
        """The whole game as the text of a file."""
        self._copy(saved_game(self.scene.table).to_json(), "match.copied_game")

    def _copy(self, text: str, done: str) -> None:
        fault = clipboard.put_text(text)
        self.scene.services.notify(fault or done, fault=fault is not None)

    def paste(self) -> None:
        """A position, a whole game, or moves; a fault is said and changes nothing."""
        text = clipboard.get_text()
        scene = self.scene
        if not text.strip():
            scene.services.notify("match.clipboard_empty", fault=True)
            return
        if len(text) > LARGEST_PASTE:
            scene.services.notify("match.clipboard_large", fault=True)
            return
        try:
            if text.lstrip().startswith("{"):
                self.take(from_json(text))
                return
            state = scene.table.game.parse(text.strip())
        except JouonsError as error:
            scene.services.notify(error.message, fault=True)
            return
        scene.table.set_up(state)
        scene.table.waiting = not scene.table.human_turn
        scene.sync(animate=False)
        scene.services.notify("match.pasted")

    # -- teaching ------------------------------------------------------------------------------

    def offer_take_back(self, state: Any, move: int) -> None:
        """The move just played gives the game away: say why, and offer to take it back."""
        scene, table = self.scene, self.scene.table
        known = scene.analyst.known.get(state)
        if known is None or known.exact is None or known.best is None:
            return
        words = step_back_words(table.game, state, move, known.best, known.estimates)
        scene.ask(
            scene.tr("teach.title"),
            scene.tr(words),
            [
                Choice(scene.tr("teach.take_back"), scene.undo, Icon.UNDO, primary=True),
                Choice(scene.tr("teach.keep"), scene.rebuild),
            ],
        )
        self._question = scene.popup
