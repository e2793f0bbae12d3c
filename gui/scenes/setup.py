"""The settings of a game: which one, its rules, who plays, and how much each bot may think."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pygame

from engine.messages import JouonsError, Message
from engine.registry import (
    ALL_GAMES,
    FIRST_GAME,
    GAMES,
    HUMAN,
    PUZZLES,
    make_bot,
    make_game,
    parse_player,
)
from gui.boards import make_view
from gui.controls import Button, Icon, Kind, Widget
from gui.protocols import Push, Replace
from gui.scenes.base import WidgetScene
from gui.scenes.match_start import fresh_seed, sound_setup
from gui.scenes.setup_games import GameList, games_card, games_rows
from gui.scenes.setup_player import PlayerPane
from gui.scenes.setup_rules import RulesCard, StartCard
from gui.services import Services
from gui.settings import GameSetup


class SetupScene(WidgetScene):
    """Choose and play. Nothing is kept until Play is pressed or another game is chosen."""

    def __init__(self, services: Services, game_id: str) -> None:
        super().__init__(services)
        self.game_id = game_id if game_id in GAMES else FIRST_GAME
        self.faults: dict[str, Message] = {}
        self.position = ""
        self.typing_position = False
        self._load()

    def _load(self) -> None:
        setup = sound_setup(self.services, self.game_id)
        self.setup = setup
        self.options = {o.name: o.default for o in GAMES[self.game_id].options} | dict(
            setup.options
        )
        self.panes = [PlayerPane(self, 0, setup.first), PlayerPane(self, 1, setup.second)]
        self.faults = {}

    # -- choices -------------------------------------------------------------------------------

    def game(self) -> Any:
        """The game as chosen, or with the defaults while an option is faulty."""
        try:
            return make_game(self.game_id, self.options)
        except JouonsError:
            return make_game(self.game_id)

    def _choose_game(self, index: int) -> None:
        game_id = ALL_GAMES[index]
        if game_id in PUZZLES:
            from gui.scenes.cube_lab import CubeLabScene

            self.go(Replace(CubeLabScene(self.services)))
        elif game_id != self.game_id:
            self._keep()
            self.game_id = game_id
            self._load()
            self.rebuild()

    def set_option(self, name: str, text: str) -> None:
        """Take an option; a fault is shown below it and Play waits."""
        self.options[name] = text
        self.faults.pop("rules", None)
        try:
            make_game(self.game_id, self.options)
        except JouonsError as error:
            self.faults["rules"] = error.message
        self.rebuild()

    def change(self, **changes: Any) -> None:
        """Change what is kept for this game."""
        self.setup = replace(self.setup, **changes)
        self.rebuild()

    def _keep(self) -> None:
        if self.faults:
            return
        setup = GameSetup(
            dict(self.options),
            self.panes[0].text,
            self.panes[1].text,
            self.setup.alternate,
            self.setup.analysis,
            self.setup.hints,
        )
        settings = replace(self.services.settings, last_game=self.game_id)
        self.services.change(settings.with_setup(self.game_id, setup))

    def swap(self) -> None:
        """The two players change places."""
        first, second = self.panes[0].text, self.panes[1].text
        self.panes = [PlayerPane(self, 0, second), PlayerPane(self, 1, first)]
        self.rebuild()

    def defaults(self) -> None:
        """What the game starts with."""
        entry = GAMES[self.game_id]
        self.options = {option.name: option.default for option in entry.options}
        self.panes = [PlayerPane(self, 0, HUMAN), PlayerPane(self, 1, entry.opponent)]
        self.setup = GameSetup()
        self.faults = {}
        self.rebuild()

    def train(self) -> None:
        """Let the learner practise this game with these options."""
        from gui.scenes.training import TrainingScene

        if not self.faults:
            self.go(Push(TrainingScene(self.services, self.game_id, self.options)))

    def play(self) -> None:
        """Start the match."""
        from engine.session import Session
        from gui.scenes.match import MatchScene
        from gui.table import Players, Table

        for pane in self.panes:
            pane.check()
        try:
            game = make_game(self.game_id, self.options)
            start = (
                game.parse(self.position)
                if self.typing_position and self.position.strip()
                else None
            )
            for pane in self.panes:
                if parse_player(pane.text).kind != HUMAN:
                    make_bot(pane.text)
        except JouonsError as error:
            self.faults["position" if self.typing_position else "rules"] = error.message
        if self.faults:
            self.rebuild()
            return
        self._keep()
        table = Table(
            game,
            Players(self.panes[0].text, self.panes[1].text),
            seed=fresh_seed(self.services),
            alternate=self.setup.alternate,
            session=Session(game, start),
        )
        self.go(Replace(MatchScene(self.services, table, self.setup.analysis)))

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.play()
            return True
        return False

    # -- building ------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        theme = self.ui.theme
        bar = self.top_bar(self.tr("setup.title"), self.tr("setup.subtitle"))
        top = self.bar_height() + theme.px(20)
        foot = theme.tx(48) + theme.px(48)
        margin, gap = theme.px(24), theme.px(16)
        body = pygame.Rect(
            0, self.bar_height(), self.size[0], self.size[1] - self.bar_height() - foot
        )
        list_width = max(theme.px(232) + theme.tx(32), GameList.width_for(self.ui))
        wide = self.size[0] >= list_width + 2 * margin + theme.tx(640)
        chosen = ALL_GAMES.index(self.game_id)
        if wide:
            card = pygame.Rect(margin, top, list_width, self.size[1] - top - theme.px(24))
            widgets = games_card(self.ui, card, chosen, self._choose_game)
            left, y = card.right + gap, top
        else:
            place = pygame.Rect(margin, top, self.size[0] - 2 * margin, 0)
            widgets, y = games_rows(self.ui, place, chosen, self._choose_game)
            left = margin
        width = self.size[0] - margin - left
        rules, y = RulesCard(self).build(pygame.Rect(left, y, width, 0))
        widgets += rules
        panes, bottom = self._panes(left, y + gap, width)
        widgets += panes
        if self.typing_position:
            place = pygame.Rect(left, bottom + gap, width, 0)
            start, bottom = StartCard(self).build(place)
            widgets += start
        self.body = body
        self.content_height = bottom + theme.px(16) - body.y
        buttons = self._buttons(left, width)
        for widget in (*bar, *buttons):
            widget.pinned = True
        return [*bar, *widgets, *buttons]

    def _panes(self, left: int, y: int, width: int) -> tuple[list[Widget], int]:
        """The two players, beside each other where there is room; and the y below them."""
        gap = self.ui.theme.px(16)
        pair = width >= 2 * self.ui.theme.tx(330) + gap
        wide = (width - gap) // 2 if pair else width
        widgets: list[Widget] = []
        bottom = y
        for index, pane in enumerate(self.panes):
            x = left + (wide + gap) * index if pair else left
            at = y if pair else bottom + (gap if index else 0)
            parts, end = pane.build(pygame.Rect(x, at, wide, 0), self._token(index))
            widgets += parts
            bottom = max(bottom, end)
        if pair:
            for pane in self.panes:
                pane.stretch(bottom)
        return widgets, bottom

    def _token(self, player: int) -> pygame.Surface:
        view = make_view(self.game(), self.ui.theme, self.ui.brush, self.ui.tr)
        return view.token(player, self.ui.theme.tx(40))

    def type_position(self, text: str) -> None:
        """Take the text of a position to start from."""
        self.position = text
        if self.faults.pop("position", None) is not None:
            self.rebuild()

    def _toggle_position(self) -> None:
        self.typing_position = not self.typing_position
        self.faults.pop("position", None)
        self.rebuild()
        if self.typing_position:
            self.desk.focus_key("position")

    def _buttons(self, left: int, width: int) -> list[Widget]:
        theme = self.ui.theme
        y = self.size[1] - theme.px(24) - theme.tx(48)
        height = theme.tx(48)
        specs = (
            (self.tr("setup.swap"), Icon.SWAP, self.swap, Kind.PLAIN, False),
            (self.tr("setup.defaults"), None, self.defaults, Kind.QUIET, False),
            (
                self.tr("setup.from_position"),
                None,
                self._toggle_position,
                Kind.PLAIN,
                self.typing_position,
            ),
            (self.tr("setup.play"), Icon.PLAY, self.play, Kind.PRIMARY, False),
        )
        widths = [Button.width_for(self.ui, label, image) for label, image, *_ in specs]
        widths[3] = max(widths[3], theme.tx(200))
        short = sum(widths) + 3 * theme.px(12) > width
        if short:
            widths[3] = Button.width_for(self.ui, specs[3][0], Icon.PLAY)
            widths[0] = theme.tx(48)
        made: list[Button] = []
        for (label, image, action, kind, on), wide in zip(specs, widths, strict=True):
            words = "" if short and image is Icon.SWAP else label
            rect = pygame.Rect(0, y, wide, height)
            made.append(
                Button(
                    rect,
                    words,
                    action,
                    kind=kind,
                    image=image,
                    on=on,
                    key=label,
                    tooltip=label if not words else "",
                )
            )
        made[0].rect.x = left
        made[1].rect.x = made[0].rect.right + theme.px(12)
        made[3].rect.right = left + width
        made[2].rect.right = made[3].rect.x - theme.px(12)
        if made[2].rect.x < made[1].rect.right:
            made.pop(1)
        return list(made)
