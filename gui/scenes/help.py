"""The help: rules in force, every player in plain words, all keys, what the signs mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from engine.messages import JouonsError, Message
from engine.registry import ALL_GAMES, BOTS, HUMAN, PUZZLES, make_game, make_puzzle, rule_text
from gui.controls import Widget
from gui.scenes.base import WidgetScene
from gui.scenes.help_rows import GamePicture, Keys, Sign, line
from gui.scenes.sheets import Column, Filler, flow, mark_open, middle_area, tab_rows
from gui.services import Services
from gui.shortcuts import Where

TABS = ("games", "players", "keys", "signs")
# What is no shortcut but a key of a board or a control: (sentence, keys).
BOARD_KEYS = ("digits", "arrows", "enter")
CONTROL_KEYS = ("tab", "space", "scroll")


class HelpScene(WidgetScene):
    """Four sheets to read; the last one open is remembered while the window lives."""

    def __init__(self, services: Services, tab: int = 0) -> None:
        super().__init__(services)
        self.tab = tab

    def open_help(self) -> None:
        """It is open: F1 and the question mark close it."""
        self.back()

    def choose(self, tab: int) -> None:
        """Show another sheet from its top."""
        self.tab = tab
        self.desk.scroll_to_top()
        self.rebuild()

    def build(self) -> Sequence[Widget]:
        theme, tr = self.ui.theme, self.tr
        bar = self.top_bar(tr("help.title"), tr("help.subtitle"))
        mark_open(bar, "help")
        top = self.bar_height()
        area = middle_area(self.ui, self.size, top + theme.px(16))
        labels = [tr(f"help.tab.{name}") for name in TABS]
        tabs, bottom = tab_rows(self.ui, area, labels, self.tab, self.choose, "tabs")
        for widget in tabs:
            widget.pinned = True
        body_top = bottom + theme.px(8)
        area.y = body_top + theme.px(8)
        cards = (self._games, self._players, self._keys, self._signs)[self.tab]()
        widgets, end = flow(self.ui, area, cards, theme.tx(440))
        self.body = pygame.Rect(0, body_top, self.size[0], self.size[1] - body_top)
        self.content_height = end + theme.px(24) - body_top
        return [*bar, *tabs, *widgets]

    # -- games and players -----------------------------------------------------------------------

    def _games(self) -> list[tuple[str, Filler]]:
        return [(self.tr(f"game.{game}.name"), self._game(game)) for game in ALL_GAMES]

    def _game(self, game_id: str) -> Filler:
        def fill(column: Column) -> None:
            theme = column.ui.theme
            size = theme.tx(136), theme.tx(96)
            words = self.tr(f"help.{game_id}")
            room = column.width - size[0] - theme.px(20)
            if room >= theme.tx(220):
                top = column.y
                picture = GamePicture(pygame.Rect((column.x, top + theme.px(4)), size), game_id)
                beside = Column(column.ui, column.right - room, top, room)
                beside.words(words)
                column.add(picture)
                column.widgets += beside.widgets
                column.y = max(column.y, beside.y)
            else:
                column.words(words)
            column.gap(10)
            rule = self.tr(self._rule(game_id))
            column.words(self.tr("help.in_force", rule=rule), 14, quiet=True)
            column.gap(6)

        return fill

    def _rule(self, game_id: str) -> Message:
        """The rule with the options chosen last."""
        if game_id in PUZZLES:
            return rule_text(make_puzzle(game_id))
        try:
            game = make_game(game_id, self.services.settings.setup(game_id).options)
        except JouonsError:
            game = make_game(game_id)
        return rule_text(game)

    def _players(self) -> list[tuple[str, Filler]]:
        return [(self.tr(f"player.{kind}.name"), self._player(kind)) for kind in (HUMAN, *BOTS)]

    def _player(self, kind: str) -> Filler:
        def fill(column: Column) -> None:
            column.words(self.tr(f"player.{kind}.sentence"))
            column.gap(6)
            column.words(self.tr(f"help.player.{kind}"), 16, quiet=True)
            column.gap(8)
            forms = ", ".join(BOTS[kind].forms() if kind in BOTS else [HUMAN])
            column.words(forms, 14, quiet=True, mono=True)
            column.gap(4)

        return fill

    # -- keys ------------------------------------------------------------------------------------

    def _keys(self) -> list[tuple[str, Filler]]:
        tr = self.tr
        boards = [(tr(f"help.key.{name}"), [tr(f"help.keys.{name}")]) for name in BOARD_KEYS]
        controls = [
            (tr(f"help.key.{name}"), tr(f"help.keys.{name}").split(", ")) for name in CONTROL_KEYS
        ]
        faces = [
            (tr("help.key.faces"), list("UDLRFB")),
            (tr("help.key.whole"), list("XYZ")),
            (tr("help.key.orbit"), [tr("help.keys.arrows")]),
            (tr("help.key.play"), [tr("help.keys.play")]),
        ]
        cards = [
            (tr(f"shortcut.where.{where.value}"), self._rows(self.shortcuts(where)))
            for where in Where
        ]
        return [
            cards[0],
            (tr("help.keys.controls"), self._rows(controls)),
            (tr("help.keys.boards"), self._rows(boards)),
            *cards[1:],
            (tr("help.keys.cube"), self._rows(faces)),
        ]

    def shortcuts(self, where: Where) -> list[tuple[str, list[str]]]:
        """(what it does, its keys) of one place, in the order of the table."""
        found = self.ui.keys.labels(where)
        return [(self.tr(f"shortcut.{action.value}"), caps) for action, caps in found.items()]

    @staticmethod
    def _rows(rows: Sequence[tuple[str, Sequence[str]]]) -> Filler:
        def fill(column: Column) -> None:
            for words, caps in rows:
                room = round(column.width * 0.42)
                line(column, room, words, partial(Keys, caps=caps), len(
                    Keys.lines(column.ui, caps, room)
                ) * Keys.step(column.ui))  # fmt: skip

        return fill

    # -- signs -----------------------------------------------------------------------------------

    def _signs(self) -> list[tuple[str, Filler]]:
        return [
            (
                self.tr("help.signs.values"),
                self._sign_rows(("win", "draw", "loss", "outline", "bar")),
            ),
            (self.tr("help.signs.game"), self._sign_rows(("step", "two", "curve", "kernel"))),
        ]

    def _sign_rows(self, names: Sequence[str]) -> Filler:
        def fill(column: Column) -> None:
            for name in names:
                line(
                    column, column.ui.theme.tx(84), self.tr(f"help.sign.{name}"),
                    partial(Sign, name=name), column.ui.theme.tx(36),
                )  # fmt: skip

        return fill
