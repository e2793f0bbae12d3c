"""The cards on the right of the arena: what is running, the form, the presets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from engine.report import PRESETS, Preset
from gui.controls import Button, Card, Icon, Kind, Label, Progress, Segments, TextField, Widget
from gui.controls.fields import FieldFault

if TYPE_CHECKING:
    from gui.scenes.arena import ArenaScene

Placed = tuple[list[Widget], int]  # widgets, and the y below them


class ArenaCards:
    """Builds the cards from what the scene knows; buttons call the scene."""

    def __init__(self, scene: ArenaScene) -> None:
        self.scene = scene
        self.ui = scene.ui
        self.tr = scene.tr

    def all(self, x: int, y: int, width: int) -> Placed:
        """The three cards, one below the other."""
        gap = self.ui.theme.px(16)
        running, y = self._running(x, y, width)
        form, y = self._form(x, y + gap, width)
        presets, y = self._presets(x, y + gap, width)
        return [*running, *form, *presets], y

    def _running(self, x: int, y: int, width: int) -> Placed:
        theme, run = self.ui.theme, self.scene.run
        pad, top = theme.px(20), y
        inner, wide = x + pad, width - 2 * pad
        title, note = self.tr("arena.ready"), ""
        if run is not None:
            key = "arena.running" if run.running else "arena.done"
            title = self.tr("arena.paused" if run.running and run.paused else key)
            left = run.seconds_left
            note = self.tr("arena.left", seconds=left) if left is not None else ""
        y += theme.tx(44)
        done, total = (run.done, run.total) if run is not None else (0, 0)
        widgets = self._count(pygame.Rect(inner, y, wide, theme.tx(44)), done, total)
        y += theme.tx(50)
        share = done / total if total else None
        widgets.append(Progress(pygame.Rect(inner, y, wide, theme.px(8)), share))
        y += theme.px(16)
        box = pygame.Rect(inner, y, wide, theme.tx(24))
        widgets.append(Label(box, self._pace(), 14, quiet=True, most=1))
        y += theme.tx(30)
        widgets += self._run_buttons(pygame.Rect(inner, y, wide, theme.tx(44)))
        y += theme.tx(44) + pad
        return [Card(pygame.Rect(x, top, width, y - top), title, note), *widgets], y

    def _count(self, box: pygame.Rect, done: int, total: int) -> list[Widget]:
        """The games played in large digits, of how many beside them."""
        theme = self.ui.theme
        number = self.ui.tr.number(done)
        taken = theme.width(number, 32, True) + theme.tx(12)
        beside = pygame.Rect(box.x + taken, box.y + theme.tx(4), max(1, box.w - taken), box.h)
        words = self.tr("arena.of_games", count=total)
        return [
            Label(box, number, 32, bold=True, middle=True),
            Label(beside, words, 14, quiet=True, most=1, middle=True),
        ]

    def _pace(self) -> str:
        run = self.scene.run
        if run is None or not run.done:
            return ""
        rate = round(run.done / max(0.01, run.elapsed))
        pace = self.tr("arena.pace", rate=rate, count=run.jobs)
        if run.experiment.lost:
            pace += " " + self.tr("arena.lost", count=run.experiment.lost)
        return pace

    def _run_buttons(self, box: pygame.Rect) -> list[Widget]:
        scene, run = self.scene, self.scene.run
        if run is None or not run.running:
            words = self.tr("arena.start")
            image = Icon.PLAY
            return [Button(box, words, scene.start, kind=Kind.PRIMARY, image=image, key="start")]
        half = (box.w - self.ui.theme.px(8)) // 2
        left = pygame.Rect(box.x, box.y, half, box.h)
        right = pygame.Rect(box.right - half, box.y, half, box.h)
        return [
            Button(
                left,
                self.tr("arena.go_on" if run.paused else "arena.pause"),
                scene.toggle_pause,
                image=Icon.PLAY if run.paused else Icon.PAUSE,
                on=run.paused,
                key="pause",
            ),
            Button(right, self.tr("arena.stop"), scene.stop, image=Icon.STOP, key="stop"),
        ]

    def _form(self, x: int, y: int, width: int) -> Placed:
        theme, scene = self.ui.theme, self.scene
        pad, top = theme.px(20), y
        inner, wide = x + pad, width - 2 * pad
        y += theme.tx(40)
        modes = [self.tr("arena.sweep"), self.tr("arena.tournament")]
        box = pygame.Rect(inner, y, wide, theme.tx(44))
        mode = Segments(box, modes, 0 if scene.form.sweep else 1, scene.set_mode, "mode")
        mode.enabled = not scene.running
        widgets: list[Widget] = [mode]
        y += theme.tx(52)
        names = scene.form.names()
        labels = [self.tr(f"arena.field.{name}") for name in names]
        taken = max(theme.width(label, 16) for label in labels) + theme.px(16)
        taken = min(taken, wide // 2)
        for name, label in zip(names, labels, strict=True):
            box = pygame.Rect(inner, y, taken, theme.tx(36))
            widgets.append(Label(box, label, 16, quiet=True, middle=True, most=2))
            widgets.append(
                self._field(name, pygame.Rect(inner + taken, y, wide - taken, theme.tx(36)))
            )
            y += theme.tx(40)
        if scene.fault is not None:
            words = self.tr(scene.fault)
            height = Label.height(self.ui, words, 14, wide - theme.tx(30))
            widgets.append(FieldFault(pygame.Rect(inner, y, wide, height), words))
            y += height + theme.px(8)
        y += theme.px(10)
        note = self.tr("arena.locked") if scene.running else ""
        card = Card(pygame.Rect(x, top, width, y - top), self.tr("arena.experiment"), note)
        return [card, *widgets], y

    def _field(self, name: str, place: pygame.Rect) -> Widget:
        scene = self.scene
        if name == "game":
            words = self.tr(f"game.{scene.form.game}.name")
            return Button(place, words, scene.choose_game, enabled=not scene.running, key="game")
        field = TextField(place, scene.form.texts[name], change=self._typed(name), key=name)
        field.enabled = not scene.running
        return field

    def _typed(self, name: str) -> Callable[[str], None]:
        def change(text: str) -> None:
            self.scene.form.texts[name] = text
            self.scene.form.preset = ""

        return change

    def _presets(self, x: int, y: int, width: int) -> Placed:
        theme, scene = self.ui.theme, self.scene
        pad, top = theme.px(20), y
        half = (width - 2 * pad - theme.px(8)) // 2
        y += theme.tx(44)
        widgets: list[Widget] = []
        for index, preset in enumerate(PRESETS.values()):
            box = pygame.Rect(x + pad + index * (half + theme.px(8)), y, half, theme.tx(44))

            def use(chosen: Preset = preset) -> None:
                scene.use_preset(chosen)

            label = self.tr(f"arena.preset.{preset.name}")
            on = scene.form.preset == preset.name
            widgets.append(
                Button(box, label, use, on=on, enabled=not scene.running, key=preset.name)
            )
        y += theme.tx(44) + pad
        return [Card(pygame.Rect(x, top, width, y - top), self.tr("arena.presets")), *widgets], y
