"""The cards of the settings of a game: its rules, and how a match begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pygame

from engine.options import Option, OptionKind
from engine.registry import GAMES
from gui.controls import Button, Card, Label, Segments, Stepper, Switch, TextField, Widget
from gui.controls.fields import FieldFault

if TYPE_CHECKING:
    from gui.scenes.setup import SetupScene

Placed = tuple[list[Widget], int]  # widgets, and the y below them
Group = tuple[str, int, Callable[[pygame.Rect], Widget]]  # name, width, maker of a control


class RulesCard:
    """A control for each option of the game, whether sides change, and the presets."""

    def __init__(self, scene: SetupScene) -> None:
        self.scene = scene
        self.ui = scene.ui
        self.tr = scene.tr

    def build(self, rect: pygame.Rect) -> Placed:
        """The card in a place whose height is not known yet."""
        theme = self.ui.theme
        pad = theme.px(24)
        place = pygame.Rect(rect.x + pad, rect.y + theme.tx(48), rect.w - 2 * pad, 0)
        controls, y = self._controls(place)
        foot, y = self._foot(pygame.Rect(place.x, y, place.w, 0))
        y += theme.px(8)
        card = Card(pygame.Rect(rect.x, rect.y, rect.w, y - rect.y), self.tr("setup.rules"), pad=24)
        return [card, *controls, *foot], y

    def _controls(self, place: pygame.Rect) -> Placed:
        """The controls beside their names, as many in a row as there is room for."""
        theme = self.ui.theme
        row = theme.tx(40) + theme.tx(8)
        x, y = place.topleft
        widgets: list[Widget] = []
        groups = [self._option_group(option) for option in GAMES[self.scene.game_id].options]
        for name, width, make in groups:
            width = min(width, place.w)
            taken = theme.width(name, 16) + theme.px(12)
            if x + taken + width > place.right and x > place.x:
                x, y = place.x, y + row + theme.px(8)
            if taken + width > place.right - x:
                box = pygame.Rect(x, y, place.right - x, theme.tx(26))
                widgets.append(Label(box, name, 16))
                y += theme.tx(28)
                taken = 0
            else:
                box = pygame.Rect(x, y, taken, theme.tx(40))
                widgets.append(Label(box, name, 16, middle=True))
            widgets.append(make(pygame.Rect(x + taken, y, width, theme.tx(40))))
            x += taken + width + theme.px(28)
        presets, y = self._presets(place, x, y)
        return [*widgets, *presets], y + row + theme.px(6)

    def _sides(self) -> Group:
        labels = [self.tr("setup.stay"), self.tr("setup.take_turns")]

        def segments(box: pygame.Rect) -> Widget:
            now = int(self.scene.setup.alternate)
            control = Segments(box, labels, now, self._change_sides, "sides")
            control.tooltip = self.tr("setup.sides_tip")
            return control

        return self.tr("setup.sides"), Segments.width_for(self.ui, labels), segments

    def _change_sides(self, index: int) -> None:
        self.scene.change(alternate=bool(index))

    def _foot(self, place: pygame.Rect) -> Placed:
        """What is wrong with an option; below it whether sides change, and the two switches."""
        theme, row = self.ui.theme, self.ui.theme.tx(44)
        widgets: list[Widget] = []
        x, y = place.topleft
        fault = self.scene.faults.get("rules")
        if fault is not None:
            words = self.tr(fault)
            height = Label.height(self.ui, words, 14, place.w - theme.tx(30))
            widgets.append(FieldFault(pygame.Rect(x, y, place.w, height), words))
            y += height + theme.px(4)
        gap = theme.px(28)
        for name, width, make in (self._sides(), *self._switches()):
            taken = theme.width(name, 16) + theme.px(12)
            if x + taken + width > place.right and x > place.x:
                x, y = place.x, y + row + theme.px(4)
            label = pygame.Rect(x, y, min(taken, place.right - width - x), row)
            widgets.append(Label(label, name, 16, middle=True, most=2))
            width = min(width, place.w)
            control = make(pygame.Rect(min(x + taken, place.right - width), y, width, row))
            widgets.append(control)
            x = control.rect.right + gap
        return widgets, y + row

    def _switches(self) -> list[Group]:
        setup = self.scene.setup

        def group(name: str, on: bool) -> Group:
            def change(now: bool) -> None:
                self.scene.change(**{name: now})

            def make(box: pygame.Rect) -> Widget:
                return Switch(box, on, change, name)

            return self.tr(f"setup.{name}"), self.ui.theme.tx(60), make

        return [group("hints", setup.hints), group("analysis", setup.analysis)]

    def _option_group(self, option: Option) -> Group:
        """Label, width and maker of the control for an option."""
        theme, name = self.ui.theme, option.name
        label = self.tr(f"game.option.{name}")
        text = self.scene.options[name]
        if option.kind in (OptionKind.CHOICE, OptionKind.BOOL):
            words = [self.tr(f"game.option.{name}.{choice}") for choice in option.choices]
            chosen = option.choices.index(text) if text in option.choices else 0

            def segments(box: pygame.Rect) -> Widget:
                return Segments(
                    box,
                    words,
                    chosen,
                    lambda index: self.scene.set_option(name, option.choices[index]),
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
                    lambda value: self.scene.set_option(name, str(value)),
                    f"option {name}",
                )

            return label, theme.tx(132), stepper

        def field(box: pygame.Rect) -> Widget:
            return TextField(
                box,
                text,
                commit=lambda value: self.scene.set_option(name, value),
                key=f"option {name}",
                faulty="rules" in self.scene.faults,
            )

        return label, theme.tx(96 if option.kind is OptionKind.RANGE else 200), field

    def _presets(self, place: pygame.Rect, x: int, y: int) -> Placed:
        """The presets go on in the row of the controls where there is room for all of them."""
        presets = GAMES[self.scene.game_id].presets
        theme, gap = self.ui.theme, self.ui.theme.px(8)
        labels = [" · ".join(preset.values()) for preset in presets]
        widths = [Button.width_for(self.ui, label) for label in labels]
        if presets and x + sum(widths) + gap * (len(widths) - 1) > place.right:
            x, y = place.x, y + theme.tx(48)
        widgets: list[Widget] = []
        for number, (preset, label, width) in enumerate(zip(presets, labels, widths, strict=True)):
            if x + width > place.right and x > place.x:
                x, y = place.x, y + theme.tx(48)
            on = all(self.scene.options[name] == value for name, value in preset.items())

            def use(chosen: Any = preset) -> None:
                self.scene.options |= dict(chosen)
                self.scene.faults.pop("rules", None)
                self.scene.rebuild()

            box = pygame.Rect(x, y, width, theme.tx(40))
            widgets.append(Button(box, label, use, on=on, key=f"preset{number}"))
            x += width + gap
        return widgets, y


class StartCard:
    """A position to start from."""

    def __init__(self, scene: SetupScene) -> None:
        self.scene = scene
        self.ui = scene.ui
        self.tr = scene.tr

    def build(self, rect: pygame.Rect) -> Placed:
        """The card in a place whose height is not known yet."""
        theme, scene = self.ui.theme, self.scene
        card = pygame.Rect(rect.x, rect.y, rect.w, theme.tx(84))
        inner = card.inflate(-theme.px(48), 0)
        fault = scene.faults.get("position")
        field = TextField(
            pygame.Rect(inner.x, card.y + theme.px(12), inner.w, theme.tx(44)),
            scene.position,
            change=scene.type_position,
            key="position",
            faulty=fault is not None,
            hint=self.tr("setup.position_hint", example=self._example()),
        )
        widgets: list[Widget] = [Card(card), field]
        if fault is not None:
            words = self.tr(fault)
            height = Label.height(self.ui, words, 14, inner.w - theme.tx(30))
            top = field.rect.bottom + theme.px(4)
            widgets.append(FieldFault(pygame.Rect(inner.x, top, inner.w, height), words))
            card.h = max(card.h, top + height + theme.px(12) - card.y)
        return widgets, card.bottom

    def _example(self) -> str:
        game = self.scene.game()
        return str(game.text(game.initial()))
