"""The settings of a game: which one, its rules, who plays, and how much each bot may think."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pygame

from engine.messages import JouonsError, Message
from engine.registry import (
    GAMES,
    HUMAN,
    PUZZLES,
    Option,
    OptionKind,
    make_bot,
    make_game,
    parse_player,
)
from gui.controls import (
    Button,
    Card,
    Icon,
    Kind,
    Label,
    Segments,
    Stepper,
    Switch,
    TextField,
    Widget,
)
from gui.controls.base import Ui
from gui.controls.fields import FieldFault
from gui.controls.lists import ListBox, Row
from gui.protocols import Push, Replace
from gui.scenes.base import WidgetScene
from gui.scenes.match_start import fresh_seed, sound_setup
from gui.scenes.setup_player import PlayerPane
from gui.services import Services
from gui.settings import GameSetup
from gui.views import make_view, preview


class GameList(ListBox):
    """The games with their pictures."""

    def __init__(
        self,
        rect: pygame.Rect,
        ui: Ui,
        names: Sequence[str],
        chosen: int,
        choose: Callable[[int], None],
    ) -> None:
        height = max(ui.theme.tx(56), min(ui.theme.px(106), rect.h // max(1, len(names))))
        super().__init__(
            rect, [Row(name) for name in names], height, choose, chosen=chosen, key="games"
        )

    @staticmethod
    def width_for(ui: Ui) -> int:
        """The width of a card around the list in which no word of a name is cut."""
        theme = ui.theme
        words = " ".join(ui.tr(f"game.{game}.name") for game in (*GAMES, *PUZZLES)).split()
        widest = max(theme.width(word, 16, True) for word in words)
        art = round((max(theme.tx(56), theme.px(106)) - theme.px(28)) * 1.36)
        return art + widest + theme.px(24 + 12 + 14) + 8

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        box = rect.inflate(0, -theme.px(8))
        chosen = index == self.chosen
        if chosen:
            ui.brush.rounded(target, box, theme.px(10), c.raised, c.accent, 2)
        elif index == self._pointed and self.hovered:
            ui.brush.rounded(target, box, theme.px(10), c.hover)
        high = box.h - theme.px(20)
        size = (round(high * 1.36), high)
        game = [*GAMES, *PUZZLES][index]
        key = ("list art", game, size, theme.look, theme.safe_palette)
        art = ui.brush.find(key)
        if art is None:
            art = ui.brush.kept(key, size, lambda big, k: None)
            # Drawn large and reduced: the boards are not made for so small a picture.
            large = preview(game, (3 * size[0], 3 * size[1]), theme, ui.brush)
            art.blit(pygame.transform.smoothscale(large, size), (0, 0))
        target.blit(art, (box.x + theme.px(12), box.y + theme.px(10)))
        x = box.x + theme.px(12) + size[0] + theme.px(14)
        ink = c.text if chosen else c.text2
        from gui.controls.base import wrap

        lines = wrap(theme, self.rows[index].words, 16, box.right - x - 4, chosen, most=2)
        step = theme.line_height(16)
        for row, line in enumerate(lines):
            y = box.centery + step * (row - (len(lines) - 1) / 2)
            theme.blit_text(target, line, 16, (x, y), ink, bold=chosen)


class SetupScene(WidgetScene):
    """Choose and play. Nothing is kept until Play is pressed or another game is chosen."""

    def __init__(self, services: Services, game_id: str) -> None:
        super().__init__(services)
        self.game_id = game_id if game_id in GAMES else "connect4"
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
        game_id = [*GAMES, *PUZZLES][index]
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

    def _set(self, **changes: Any) -> None:
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
        widgets: list[Widget] = []
        names = [self.tr(f"game.{game}.name") for game in (*GAMES, *PUZZLES)]
        chosen = [*GAMES, *PUZZLES].index(self.game_id)
        if wide:
            card = pygame.Rect(margin, top, list_width, self.size[1] - top - theme.px(24))
            inner = pygame.Rect(
                card.x + theme.px(12),
                card.y + theme.tx(44),
                card.w - theme.px(24),
                card.h - theme.tx(44) - theme.px(8),
            )
            frame, games = (
                Card(card, self.tr("setup.game")),
                GameList(inner, self.ui, names, chosen, self._choose_game),
            )
            frame.pinned = games.pinned = True
            widgets += [frame, games]
            left = card.right + gap
            y = top
        else:
            left, y = margin, top
            rows = 2 if Segments.width_for(self.ui, names) > self.size[0] - 2 * margin else 1
            half = -(-len(names) // rows)
            for row in range(rows):
                part = names[row * half : (row + 1) * half]
                box = pygame.Rect(left, y, self.size[0] - 2 * margin, theme.tx(48))
                here = chosen - row * half if row * half <= chosen < (row + 1) * half else -1

                def choose(index: int, offset: int = row * half) -> None:
                    self._choose_game(index + offset)

                widgets.append(Segments(box, part, here, choose, f"games{row}"))
                y = box.bottom + theme.px(8)
            y += theme.px(8)
        width = self.size[0] - margin - left
        rules, y = self._rules(pygame.Rect(left, y, width, 0))
        widgets += rules
        y += gap
        pair = width >= 2 * theme.tx(330) + gap
        pane_width = (width - gap) // 2 if pair else width
        bottom = y
        for index, pane in enumerate(self.panes):
            x = left + (pane_width + gap) * index if pair else left
            at = y if pair else bottom + (gap if index else 0)
            parts, end = pane.build(pygame.Rect(x, at, pane_width, 0), self._token(index))
            widgets += parts
            bottom = max(bottom, end)
        if pair:
            for index in (0, 1):
                self.panes[index].stretch(bottom)
        extras, bottom = self._extras(pygame.Rect(left, bottom + gap, width, 0))
        widgets += extras
        self.body = body
        self.content_height = bottom + theme.px(16) - body.y
        buttons = self._buttons(left, width)
        for widget in (*bar, *buttons):
            widget.pinned = True
        return [*bar, *widgets, *buttons]

    def _token(self, player: int) -> pygame.Surface:
        view = make_view(self.game(), self.ui.theme, self.ui.brush, self.ui.tr)
        return view.token(player, self.ui.theme.tx(40))

    def _rules(self, rect: pygame.Rect) -> tuple[list[Widget], int]:
        """The card of the game's options."""
        theme = self.ui.theme
        pad = theme.px(24)
        x, y = rect.x + pad, rect.y + theme.tx(48)
        row_height = theme.tx(40) + theme.tx(8)
        controls: list[Widget] = []
        labels = [self.tr("setup.stay"), self.tr("setup.take_turns")]
        groups: list[tuple[str, int, Callable[[pygame.Rect], Widget]]] = [
            self._option_group(option) for option in GAMES[self.game_id].options
        ]
        groups.append(
            (
                self.tr("setup.sides"),
                Segments.width_for(self.ui, labels),
                lambda box: Segments(
                    box,
                    labels,
                    int(self.setup.alternate),
                    lambda index: self._set(alternate=bool(index)),
                    "sides",
                ),
            )
        )
        right = rect.right - pad
        for name, width, make in groups:
            width = min(width, right - rect.x - pad)
            label_width = theme.width(name, 16) + theme.px(12)
            if x + label_width + width > right and x > rect.x + pad:
                x, y = rect.x + pad, y + row_height + theme.px(8)
            if label_width + width > right - x:
                controls.append(Label(pygame.Rect(x, y, right - x, theme.tx(26)), name, 16))
                y += theme.tx(28)
                label_width = 0
            else:
                controls.append(
                    Label(pygame.Rect(x, y, label_width, theme.tx(40)), name, 16, middle=True)
                )
            controls.append(make(pygame.Rect(x + label_width, y, width, theme.tx(40))))
            x += label_width + width + theme.px(28)
        y += row_height
        presets, y = self._presets(rect.x + pad, y, right)
        controls += presets
        words = self.tr("setup.rules_note")
        fault = self.faults.get("rules")
        if fault is not None:
            height = Label.height(self.ui, self.tr(fault), 14, right - rect.x - pad - theme.tx(30))
            controls.append(
                FieldFault(
                    pygame.Rect(rect.x + pad, y, right - rect.x - pad, height), self.tr(fault)
                )
            )
        else:
            height = Label.height(self.ui, words, 14, right - rect.x - pad)
            controls.append(
                Label(
                    pygame.Rect(rect.x + pad, y, right - rect.x - pad, height),
                    words,
                    14,
                    quiet=True,
                )
            )
        y += height + theme.px(12)
        card = Card(pygame.Rect(rect.x, rect.y, rect.w, y - rect.y), self.tr("setup.rules"), pad=24)
        return [card, *controls], y

    def _option_group(self, option: Option) -> tuple[str, int, Callable[[pygame.Rect], Widget]]:
        """Label, width and maker of the control for an option."""
        theme, name = self.ui.theme, option.name
        label = self.tr(f"game.option.{name}")
        text = self.options[name]
        if option.kind in (OptionKind.CHOICE, OptionKind.BOOL):
            words = [self.tr(f"game.option.{name}.{choice}") for choice in option.choices]
            chosen = option.choices.index(text) if text in option.choices else 0

            def segments(box: pygame.Rect) -> Widget:
                return Segments(
                    box,
                    words,
                    chosen,
                    lambda index: self.set_option(name, option.choices[index]),
                    f"option {name}",
                )

            return label, Segments.width_for(self.ui, words), segments
        if option.kind is OptionKind.RANGE and option.high - option.low <= 20:

            def stepper(box: pygame.Rect) -> Widget:
                number = int(text) if text.isdigit() else int(option.default)
                return Stepper(
                    box,
                    number,
                    option.low,
                    option.high,
                    lambda value: self.set_option(name, str(value)),
                    f"option {name}",
                )

            return label, theme.tx(132), stepper

        def field(box: pygame.Rect) -> Widget:
            return TextField(
                box,
                text,
                commit=lambda value: self.set_option(name, value),
                key=f"option {name}",
                faulty="rules" in self.faults,
            )

        return label, theme.tx(96 if option.kind is OptionKind.RANGE else 200), field

    def _presets(self, x: int, y: int, right: int) -> tuple[list[Widget], int]:
        presets = GAMES[self.game_id].presets
        if not presets:
            return [], y
        theme = self.ui.theme
        widgets: list[Widget] = []
        left = x
        for number, preset in enumerate(presets):
            label = " · ".join(preset.values())
            width = Button.width_for(self.ui, label)
            if x + width > right and x > left:
                x, y = left, y + theme.tx(40) + theme.tx(8)
            on = all(self.options[name] == value for name, value in preset.items())

            def use(chosen: Any = preset) -> None:
                self.options |= dict(chosen)
                self.faults.pop("rules", None)
                self.rebuild()

            box = pygame.Rect(x, y, width, theme.tx(40))
            widgets.append(Button(box, label, use, on=on, key=f"preset{number}"))
            x += width + theme.px(8)
        return widgets, y + theme.tx(40) + theme.tx(8)

    def _extras(self, rect: pygame.Rect) -> tuple[list[Widget], int]:
        """Analysis at the start, and a position to start from."""
        theme = self.ui.theme
        row = theme.tx(44)
        widgets: list[Widget] = []
        height = row + theme.px(16)
        if self.typing_position:
            height += theme.tx(52) + theme.tx(24)
        card = pygame.Rect(rect.x, rect.y, rect.w, height)
        x, y, right = rect.x + theme.px(24), rect.y + theme.px(8), rect.right - theme.px(24)
        widgets.append(Card(card))
        label = self.tr("setup.analysis")
        widgets.append(Label(pygame.Rect(x, y, right - x, row), label, 16, middle=True))
        widgets.append(
            Switch(
                pygame.Rect(right - theme.tx(60), y, theme.tx(60), row),
                self.setup.analysis,
                lambda on: self._set(analysis=on),
                "analysis",
            )
        )
        if self.typing_position:
            y += row
            field = TextField(
                pygame.Rect(x, y, right - x, theme.tx(44)),
                self.position,
                change=self._type_position,
                key="position",
                faulty="position" in self.faults,
                hint=self.tr("setup.position_hint", example=self._example()),
            )
            widgets.append(field)
            y += theme.tx(48)
            fault = self.faults.get("position")
            if fault is not None:
                place = pygame.Rect(x, y, right - x, theme.tx(24))
                widgets.append(FieldFault(place, self.tr(fault)))
        return widgets, card.bottom

    def _example(self) -> str:
        game = self.game()
        return str(game.text(game.initial()))

    def _type_position(self, text: str) -> None:
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
