"""One player's card in the settings: kind, number, and what they mean."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import pygame

from engine.messages import JouonsError, Message
from engine.registry import BOTS, HUMAN, PlayerSpec, default_text, make_bot, parse_player
from gui.controls import Button, Card, Label, Segments, Slider, TextField, Widget
from gui.controls.base import Ui
from gui.controls.fields import FieldFault
from gui.scenes.sides import side_words

if TYPE_CHECKING:
    from gui.scenes.setup import SetupScene

LARGEST_SLIDER = 1_000_000


class TokenMark(Widget):
    """The player's disc or mark."""

    def __init__(self, rect: pygame.Rect, picture: pygame.Surface) -> None:
        super().__init__(rect)
        self.picture = picture

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        target.blit(self.picture, self.rect)


class PlayerPane:
    """Builds the widgets of one player and holds the player text they make."""

    def __init__(self, scene: SetupScene, side: int, text: str) -> None:
        self.scene = scene
        self.side = side
        self.text = text
        self.card: Card | None = None

    @property
    def spec(self) -> PlayerSpec:
        """The player as chosen."""
        return parse_player(self.text)

    def choose(self, kind: str) -> None:
        """Take another kind of player, with its default number."""
        self.text = HUMAN if kind == HUMAN else default_text(BOTS[kind])
        self.scene.faults.pop(f"player{self.side}", None)
        self.scene.rebuild()

    def set_number(self, text: str) -> None:
        """Take a typed number; a fault is shown below the field and changes nothing."""
        spec = self.spec
        words = text.replace(",", "").replace("\u202f", "").replace(" ", "")
        suffix = f"/{spec.suffix}" if spec.suffix else ""
        key = f"player{self.side}"
        try:
            self.text = parse_player(f"{spec.kind}:{words}{suffix}").text
            self.scene.faults.pop(key, None)
        except JouonsError:
            number = BOTS[spec.kind].number
            assert number is not None
            self.scene.faults[key] = Message(
                "setup.number_fault", {"low": number.low, "high": number.high, "text": text[:20]}
            )
        self.scene.rebuild()

    def set_form(self, form: str) -> None:
        """Take another form of the same kind: per move, exact, improved."""
        self.text = form
        self.scene.rebuild()

    def check(self) -> None:
        """Say whether this player can play the game chosen."""
        key = f"player{self.side}"
        if self.spec.kind == HUMAN:
            self.scene.faults.pop(key, None)
            return
        reason = make_bot(self.text).supports(self.scene.game())
        if reason is not None:
            self.scene.faults[key] = reason

    def stretch(self, bottom: int) -> None:
        """Make the card as tall as its neighbour."""
        if self.card is not None:
            self.card.rect.h = bottom - self.card.rect.y

    def kinds(self) -> list[str]:
        """A person, and the bots that play the game."""
        game = self.scene.game()
        able = [
            entry.id
            for entry in BOTS.values()
            if make_bot(default_text(entry)).supports(game) is None
        ]
        return [HUMAN, *able]

    def build(self, rect: pygame.Rect, token: pygame.Surface) -> tuple[list[Widget], int]:
        """The widgets from rect's top, and where they end."""
        scene, theme = self.scene, self.scene.ui.theme
        pad = theme.px(24)
        x, width = rect.x + pad, rect.w - 2 * pad
        head = self._head(x, rect.y + theme.px(16), width, token)
        buttons, y = self._kind_buttons(x, head[0].rect.bottom + theme.px(16), width)
        y += theme.px(6)
        sentence = scene.tr(f"player.{self.spec.kind}.sentence")
        height = max(2 * theme.line_height(14), Label.height(scene.ui, sentence, 14, width))
        words = Label(pygame.Rect(x, y, width, height), sentence, 14, quiet=True)
        more, y = self._settings(x, y + height + theme.px(8), width)
        self.card = Card(pygame.Rect(rect.x, rect.y, rect.w, y + theme.px(16) - rect.y))
        return [self.card, *head, *buttons, words, *more], y + theme.px(16)

    def _head(self, x: int, y: int, width: int, token: pygame.Surface) -> list[Widget]:
        """The stone, the name of the side, who begins, and the player's text at the right."""
        scene, theme = self.scene, self.scene.ui.theme
        mark = TokenMark(token.get_rect(topleft=(x, y)), token)
        left = mark.rect.right + theme.px(16)
        room = x + width - left
        name = scene.tr(side_words(scene.game_id)[self.side])
        order = scene.tr(f"setup.moves_{'second' if self.side else 'first'}")
        taken = min(room - 1, theme.width(name, 16, True) + theme.px(16))
        top, line = y - theme.tx(2), theme.tx(24)
        below = pygame.Rect(left, y + theme.tx(20), room, theme.tx(22))
        right = pygame.Rect(left + taken, top, room - taken, line)
        return [
            mark,
            Label(pygame.Rect(left, top, room, line), name, 16, bold=True, most=1),
            Label(below, order, 14, quiet=True),
            Label(right, self.text, 14, mono=True, quiet=True, align=1, most=1),
        ]

    def _kind_buttons(self, x: int, y: int, width: int) -> tuple[list[Widget], int]:
        """One button for each kind of player, and where they end."""
        theme, kinds = self.scene.ui.theme, self.kinds()
        high, gap = theme.tx(40), theme.px(8)
        labels = [self.scene.tr(f"player.{kind}.name") for kind in kinds]
        widest = max(theme.width(label, 16, True) for label in labels) + theme.px(20)
        columns = max(1, min(3, (width + gap) // (widest + gap)))
        wide = (width - gap * (columns - 1)) // columns
        buttons: list[Widget] = []
        for index, (kind, label) in enumerate(zip(kinds, labels, strict=True)):
            row, column = divmod(index, columns)
            box = pygame.Rect(x + column * (wide + gap), y + row * (high + gap), wide, high)
            on, key = kind == self.spec.kind, f"player{self.side} {kind}"
            buttons.append(Button(box, label, partial(self.choose, kind), on=on, key=key))
        return buttons, y + -(-len(kinds) // columns) * (high + gap)

    def _settings(self, x: int, y: int, width: int) -> tuple[list[Widget], int]:
        """The forms of the bot, its number as slider and field, what is wrong with it."""
        scene, theme, spec = self.scene, self.scene.ui.theme, self.spec
        widgets: list[Widget] = []
        entry = BOTS.get(spec.kind)
        forms = self._forms()
        if len(forms) > 1:
            labels = [label for label, _ in forms]
            chosen = next((i for i, (_, text) in enumerate(forms) if text == self.text), 0)
            box = pygame.Rect(x, y, width, theme.tx(48))
            widgets.append(
                Segments(
                    box, labels, chosen, lambda i: self.set_form(forms[i][1]), f"form{self.side}"
                )
            )
            y += theme.tx(48) + theme.px(8)
        if entry is not None and entry.number is not None and spec.number is not None:
            parts = self._number(x, y, width, spec)
            widgets += parts
            y = max(part.rect.bottom for part in parts) + theme.px(4)
        if spec.kind == "learner":
            label = scene.tr("match.train")
            box = pygame.Rect(x, y, min(width, Button.width_for(scene.ui, label)), theme.tx(40))
            widgets.append(Button(box, label, scene.train, key=f"train{self.side}"))
            y += box.h + theme.px(8)
        fault = scene.faults.get(f"player{self.side}")
        if fault is not None:
            words = scene.tr(fault)
            height = Label.height(scene.ui, words, 14, width - theme.tx(30))
            widgets.append(FieldFault(pygame.Rect(x, y, width, height), words))
            y += height + theme.px(4)
        return widgets, y

    def _forms(self) -> list[tuple[str, str]]:
        """(label, player text) of the forms of this kind."""
        spec, tr = self.spec, self.scene.tr
        entry = BOTS.get(spec.kind)
        if entry is None or not (entry.suffixes or entry.words):
            return []
        number = (
            spec.number
            if spec.number is not None
            else (int(entry.number.default) if entry.number is not None else None)
        )
        forms = [(tr(f"player.{spec.kind}.plain"), PlayerSpec(spec.kind, number).text)]
        forms += [
            (tr(f"player.{spec.kind}.suffix.{suffix}"), PlayerSpec(spec.kind, number, suffix).text)
            for suffix in entry.suffixes
        ]
        game = self.scene.game()
        for word in entry.words:
            text = f"{spec.kind}:{word}"
            if make_bot(text).supports(game) is None:
                forms.append((tr(f"player.{spec.kind}.word.{word}"), text))
        return forms

    def _number(self, x: int, y: int, width: int, spec: PlayerSpec) -> list[Widget]:
        """Label, slider and field of the bot's number."""
        scene, theme = self.scene, self.scene.ui.theme
        number = BOTS[spec.kind].number
        assert number is not None and spec.number is not None
        label = scene.tr(f"player.{spec.kind}.number")
        values = slider_values(
            number.low, min(number.high, LARGEST_SLIDER), BOTS[spec.kind].logarithmic
        )
        nearest = min(range(len(values)), key=lambda i: abs(values[i] - (spec.number or 0)))
        field_width, row = theme.tx(110), pygame.Rect(x, y, width, theme.tx(40))
        name = Label(pygame.Rect(x, y, width, theme.tx(24)), label, 16)
        taken = theme.width(label, 16) + theme.px(16)
        if taken + theme.tx(110) + theme.px(12) + field_width <= width:
            name = Label(pygame.Rect(x, y, taken, row.h), label, 16, middle=True)
        else:
            taken, row.y = 0, y + theme.tx(26)
        slider = Slider(
            pygame.Rect(x + taken, row.y, width - taken - field_width - theme.px(12), row.h),
            nearest,
            len(values) - 1,
            lambda i: self.set_number(str(values[i])),
            f"slider{self.side}",
        )
        field = TextField(
            pygame.Rect(row.right - field_width, row.y, field_width, row.h),
            scene.ui.tr.number(spec.number),
            commit=self.set_number,
            key=f"number{self.side}",
            align=1.0,
            faulty=f"player{self.side}" in scene.faults,
        )
        return [name, slider, field]


def slider_values(low: int, high: int, logarithmic: bool) -> list[int]:
    """What the steps of a slider stand for: each number, or 1 2 5 10 20 50..."""
    if not logarithmic:
        return list(range(low, high + 1))
    values = []
    for power in range(int(math.log10(high)) + 1):
        values += [n * 10**power for n in (1, 2, 5) if low <= n * 10**power <= high]
    return values
