"""The preferences screen; every change applies and is saved at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.messages import LANGUAGES
from gui.i18n import language_name
from gui.kit import Label, Segments, Slider, Stepper, Switch
from gui.kit.forms import named, sheet, widest
from gui.kit.layout import (
    Box,
    Centred,
    Column,
    Flexible,
    Layout,
    Pad,
    Row,
    Scroll,
    exactly,
    two_columns,
)
from gui.kit.ranges import Scale, nearest
from gui.kit.screen import Screen
from gui.settings import TEXT_SCALES
from gui.theme import Motion, ThemeName

DELAYS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 3.0, 5.0)
VOLUME_STEPS = 20


class PreferencesScreen(Screen):
    """The preferences: language, text, colours, motion, sound, play and the folders."""

    def change(self, **changes: Any) -> None:
        """Save and apply new settings."""
        # A visible change, such as the theme or the language, has rebuilt this screen already.
        if not self.services.change(replace(self.services.settings, **changes)):
            self.rebuild()

    def open_preferences(self) -> None:
        """Close the preferences, because the gear toggles them."""
        self.back()

    def view(self) -> Layout:
        tr = self.tr
        first = [
            sheet(tr("preferences.reading"), *self._reading()),
            sheet(tr("preferences.looks"), *self._looks()),
        ]
        second = [
            sheet(tr("preferences.sound"), *self._sound()),
            sheet(tr("preferences.play"), *self._play()),
            sheet(tr("preferences.kept"), *self._kept(), gap=8, foot=22),
        ]
        cards = two_columns(first, second, 440)
        bar = self.bar(tr("preferences.title"), tr("preferences.subtitle"))
        return Column(bar, Flexible(Scroll(Pad(Centred(cards, widest), 24, 20, 24, 24))), gap=0)

    # -- cards ---------------------------------------------------------------------------------

    def _row(self, name: str, control: Layout, note: str = "") -> Layout:
        return named(self.tr(f"preferences.{name}"), control, note)

    def _segments(
        self, name: str, labels: Sequence[str], chosen: int, change: Callable[[int], None]
    ) -> Layout:
        """Return a row of choices; `name` is also its key."""
        return self._row(name, Segments(labels, chosen, change, name))

    def _switch(self, name: str, on: bool, note: str = "") -> Layout:
        switch = Switch(on, lambda now: self.change(**{name: now}), name)
        return self._row(name, switch, note)

    def _reading(self) -> list[Layout]:
        here = nearest(TEXT_SCALES, self.services.settings.text_scale)
        stepper = Stepper(
            here,
            0,
            len(TEXT_SCALES) - 1,
            lambda index: self.change(text_scale=TEXT_SCALES[index]),
            "text_scale",
            text=self._percent(100 * TEXT_SCALES[here]),
        )
        stepper.scale = Scale([100 * scale for scale in TEXT_SCALES], self._percent)
        return [
            self._segments(
                "language",
                [language_name(code) for code in LANGUAGES],
                LANGUAGES.index(self.ui.tr.language),
                lambda index: self.change(language=LANGUAGES[index]),
            ),
            self._row("text_scale", Box(stepper, least_width=200)),
        ]

    def _percent(self, fraction: float) -> str:
        return self.tr("value.percent", share=round(fraction))

    def _looks(self) -> list[Layout]:
        settings, looks, motions = self.services.settings, list(ThemeName), list(Motion)
        note = self.tr("preferences.safe_palette_note")
        return [
            self._segments(
                "look",
                [self.tr(f"preferences.look.{look.value}") for look in looks],
                looks.index(ThemeName(settings.look)),
                lambda index: self.change(look=looks[index].value),
            ),
            self._switch("safe_palette", settings.safe_palette, note),
            self._segments(
                "motion",
                [self.tr(f"preferences.motion.{motion.name.lower()}") for motion in motions],
                motions.index(Motion[settings.motion]),
                lambda index: self.change(motion=motions[index].name),
            ),
        ]

    def _sound(self) -> list[Layout]:
        settings = self.services.settings

        def louder(percent: float) -> None:
            from gui.sounds import Sound

            self.services.change(replace(self.services.settings, volume=percent / 100))
            self.services.sounds.play(Sound.PLACE)

        heard = Switch(not settings.muted, lambda on: self.change(muted=not on), "sounds")
        return [
            self._row("sounds", heard),
            self._slider(
                "volume",
                [100 * step / VOLUME_STEPS for step in range(VOLUME_STEPS + 1)],
                100 * settings.volume,
                louder,
                self._percent,
            ),
        ]

    def _slider(
        self,
        name: str,
        values: Sequence[float],
        now: float,
        change: Callable[[float], None],
        text: Callable[[float], str],
    ) -> Layout:
        """Return a slider with its value as text at the right, updated while dragging."""
        widest = max(self.ui.theme.width(text(value), 16) for value in values)
        shown = Label(text(now), 16, align=1, middle=True, maximum=1)

        def move(index: int) -> None:
            shown.text = text(values[index])
            change(values[index])
            self.touch()

        slider = Slider(nearest(values, now), len(values) - 1, move, name)
        slider.scale = Scale(values, text)
        return self._row(name, Row(Flexible(slider), Box(shown, exactly(widest + 4)), gap=12))

    def _play(self) -> list[Layout]:
        settings = self.services.settings

        def wait(seconds: float) -> None:
            self.services.change(replace(self.services.settings, bot_delay=seconds))

        return [
            self._slider(
                "bot_delay",
                DELAYS,
                settings.bot_delay,
                wait,
                lambda value: self.tr("preferences.seconds", seconds=value),
            ),
            self._switch("teaching", settings.teaching, self.tr("preferences.teaching_note")),
            self._switch("cube_letters", settings.cube_letters),
        ]

    def _kept(self) -> list[Layout]:
        folders = (
            ("preferences.data_folder", self.services.folder),
            ("preferences.settings_folder", self.services.file.path.parent),
        )
        rows: list[Layout] = []
        for key, folder in folders:
            path = Label(str(folder), 14, mono=True)
            rows.append(Column(Label(self.tr(key), 14, quiet=True), path, gap=0))
        return rows
