"""The preferences: every change is seen at once and kept at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pygame

from engine.messages import LANGUAGES
from engine.protocols import Value
from gui.boards.values import badge
from gui.controls import Button, Icon, Label, Segments, Slider, Stepper, Switch, Widget
from gui.controls.base import Ui
from gui.scenes.base import WidgetScene
from gui.scenes.popups import Choice
from gui.scenes.sheets import Column, flow, mark_open, middle_area
from gui.settings import TEXT_SCALES, Settings
from gui.theme import Look, Motion

LANGUAGE_NAMES = {"en": "English", "fr": "Français"}
DELAYS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 3.0, 5.0)
VOLUME_STEPS = 20
# What "restore defaults" leaves alone: games and their players are no preference.
NOT_PREFERENCES = ("setups", "last_game", "window", "welcome_seen", "cube_metric")


class Badges(Widget):
    """The three values and the two discs in the present palette."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        side = ui.theme.tx(26)
        x, gap = self.rect.x, ui.theme.px(10)
        for value in (Value.WIN, Value.DRAW, Value.LOSS):
            target.blit(badge(ui, value, side), (x, self.rect.centery - side // 2))
            x += side + gap
        x += gap
        c = ui.theme.colours
        for fill, rim, ring in ((c.red, c.red_rim, True), (c.yellow, c.yellow_rim, False)):
            middle = (x + side // 2, self.rect.centery)
            ui.brush.disc(target, middle, side / 2, rim)
            ui.brush.disc(target, middle, side / 2 * 0.9, fill)
            if ring:
                ui.brush.disc(target, middle, side / 2 * 0.6, rim)
                ui.brush.disc(target, middle, side / 2 * 0.46, fill)
            else:
                ui.brush.disc(target, middle, side / 2 * 0.34, rim)
            x += side + gap


def defaults(settings: Settings) -> Settings:
    """Every preference as at the first start; games, players and the window stay."""
    return replace(Settings(), **{name: getattr(settings, name) for name in NOT_PREFERENCES})


def nearest(values: Sequence[float], wanted: float) -> int:
    """The index of the value closest to the one wanted."""
    return min(range(len(values)), key=lambda index: abs(values[index] - wanted))


class PreferencesScene(WidgetScene):
    """Language, text, colours, motion, sound, play, and where things are kept."""

    def change(self, **changes: Any) -> None:
        """Keep and show new settings."""
        self.services.change(replace(self.services.settings, **changes))
        self.rebuild()

    def open_preferences(self) -> None:
        """They are open: the gear closes them."""
        self.back()

    def build(self) -> Sequence[Widget]:
        theme, tr = self.ui.theme, self.tr
        bar = self.top_bar(tr("preferences.title"), tr("preferences.subtitle"))
        mark_open(bar, "gear")
        top = self.bar_height()
        area = middle_area(self.ui, self.size, top + theme.px(20))
        cards = [
            (tr("preferences.reading"), self._reading),
            (tr("preferences.looks"), self._looks),
            (tr("preferences.sound"), self._sound),
            (tr("preferences.play"), self._play),
            (tr("preferences.kept"), self._kept),
        ]
        widgets, bottom = flow(self.ui, area, cards, theme.tx(440))
        self.body = pygame.Rect(0, top, self.size[0], self.size[1] - top)
        self.content_height = bottom + theme.px(24) - top
        return [*bar, *widgets]

    # -- cards ---------------------------------------------------------------------------------

    def _segments(
        self, column: Column, name: str, words: Sequence[str], chosen: int,
        change: Callable[[int], None], note: str = "",
    ) -> None:  # fmt: skip
        """A row of choices, `name` is also its key."""
        wide = Segments.width_for(self.ui, words)
        # Words that do not fit beside each other take two lines in a higher control.
        high = self.ui.theme.tx(44 if wide <= column.width else 60)
        label = self.tr(f"preferences.{name}")
        column.row(
            label,
            wide,
            lambda box: Segments(box, words, chosen, change, name),
            note=note,
            high=high,
        )

    def _switch(
        self, column: Column, name: str, on: bool, change: Callable[[bool], None], note: str = ""
    ) -> None:
        label = self.tr(f"preferences.{name}")
        width = self.ui.theme.tx(56)
        column.row(label, width, lambda box: Switch(box, on, change, name), note=note)

    def _reading(self, column: Column) -> None:
        """Language and size of the text."""
        names = [LANGUAGE_NAMES[code] for code in LANGUAGES]
        self._segments(
            column, "language", names, LANGUAGES.index(self.ui.tr.language),
            lambda index: self.change(language=LANGUAGES[index]),
        )  # fmt: skip
        here = nearest(TEXT_SCALES, self.services.settings.text_scale)
        words = self.tr("value.percent", share=round(100 * TEXT_SCALES[here]))
        column.row(
            self.tr("preferences.text_scale"),
            self.ui.theme.tx(200),
            lambda box: Stepper(
                box, here, 0, len(TEXT_SCALES) - 1,
                lambda index: self.change(text_scale=TEXT_SCALES[index]),
                "text_scale", words=words,
            ),
        )  # fmt: skip

    def _looks(self, column: Column) -> None:
        """Theme, palette, motion."""
        settings, looks, motions = self.services.settings, list(Look), list(Motion)
        self._segments(
            column, "look", [self.tr(f"preferences.look.{look.value}") for look in looks],
            looks.index(Look(settings.look)),
            lambda index: self.change(look=looks[index].value),
        )  # fmt: skip
        self._switch(
            column, "safe_palette", settings.safe_palette,
            lambda on: self.change(safe_palette=on), self.tr("preferences.safe_palette_note"),
        )  # fmt: skip
        column.add(Badges(pygame.Rect(column.x, column.y, column.width, self.ui.theme.tx(34))))
        column.gap(10)
        self._segments(
            column, "motion",
            [self.tr(f"preferences.motion.{motion.name.lower()}") for motion in motions],
            motions.index(Motion[settings.motion]),
            lambda index: self.change(motion=motions[index].name),
        )  # fmt: skip

    def _sound(self, column: Column) -> None:
        """On or off, and how loud."""
        settings = self.services.settings
        self._switch(column, "sounds", not settings.muted, lambda on: self.change(muted=not on))
        steps = [step / VOLUME_STEPS for step in range(VOLUME_STEPS + 1)]

        def louder(value: float) -> None:
            from gui.sounds import Sound

            self.services.change(replace(self.services.settings, volume=value))
            self.services.sounds.play(Sound.PLACE)

        self._slider(
            column, "volume", steps, settings.volume, louder,
            lambda value: self.tr("value.percent", share=round(100 * value)),
        )  # fmt: skip

    def _slider(
        self, column: Column, name: str, values: Sequence[float], now: float,
        change: Callable[[float], None], words: Callable[[float], str],
    ) -> None:  # fmt: skip
        """A slider with its value in words at the right, told anew while it is dragged."""
        theme = self.ui.theme
        widest = max(theme.width(words(value), 16) for value in values)
        shown = Label(
            pygame.Rect(0, 0, widest + 4, 0), words(now), 16, align=1, middle=True, most=1
        )

        def move(index: int) -> None:
            shown.words = words(values[index])
            change(values[index])
            self.touch()

        def make(box: pygame.Rect) -> Widget:
            shown.rect = pygame.Rect(box.right - shown.rect.w, box.y, shown.rect.w, box.h)
            room = box.w - shown.rect.w - theme.px(12)
            track = pygame.Rect(box.x, box.y, room, box.h)
            return Slider(track, nearest(values, now), len(values) - 1, move, name)

        wide = theme.tx(200) + shown.rect.w + theme.px(12)
        column.row(self.tr(f"preferences.{name}"), wide, make)
        column.widgets.append(shown)

    def _play(self, column: Column) -> None:
        """How bots and the teacher behave."""
        settings = self.services.settings
        self._slider(
            column, "bot_delay", DELAYS, settings.bot_delay,
            lambda value: self.services.change(
                replace(self.services.settings, bot_delay=value)
            ),
            lambda value: self.tr("preferences.seconds", seconds=value),
        )  # fmt: skip
        self._switch(
            column, "teaching", settings.teaching, lambda on: self.change(teaching=on),
            self.tr("preferences.teaching_note"),
        )  # fmt: skip
        self._switch(
            column, "cube_letters", settings.cube_letters,
            lambda on: self.change(cube_letters=on),
        )  # fmt: skip

    def _kept(self, column: Column) -> None:
        """Where the files are, and the way back to the defaults."""
        for key, folder in (
            ("preferences.data_folder", self.services.folder),
            ("preferences.settings_folder", self.services.file.path.parent),
        ):
            column.words(self.tr(key), 14, quiet=True)
            for part in folded_path(self.ui, str(folder), column.width):
                column.words(part, 14, mono=True)
            column.gap(8)
        label = self.tr("preferences.restore")
        width = min(column.width, Button.width_for(self.ui, label, Icon.UNDO))
        column.gap(4)
        box = pygame.Rect(column.x, column.y, width, self.ui.theme.tx(44))
        column.add(Button(box, label, self.ask_defaults, image=Icon.UNDO, key="restore"))
        column.gap(8)

    def ask_defaults(self) -> None:
        """Restore the defaults, after a question."""
        tr = self.tr
        self.ask(
            tr("preferences.restore"),
            tr("preferences.restore_question"),
            [
                Choice(tr("preferences.restore_yes"), self.restore, Icon.UNDO, primary=True),
                Choice(tr("preferences.cancel"), self.close_popup),
            ],
        )

    def restore(self) -> None:
        """Every preference as at the first start."""
        self.services.change(defaults(self.services.settings))
        self.rebuild()
        self.services.notify("preferences.restored")


def folded_path(ui: Ui, path: str, width: int) -> list[str]:
    """A path broken where it does not fit, so that all of it can be read."""
    lines, line = [], ""
    for letter in path:
        if line and ui.theme.width(line + letter, 14, mono=True) > width:
            lines.append(line)
            line = ""
        line += letter
    return [*lines, line]
