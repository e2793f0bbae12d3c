"""The bar below the cube: walking through a solution, and how fast."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from gui.controls import Button, Card, Icon, Kind, Label, Slider, Widget
from gui.scenes.cube_layout import LabLayout

if TYPE_CHECKING:
    from gui.scenes.cube_lab import CubeLabScene

SPEEDS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)


def transport(scene: CubeLabScene, layout: LabLayout) -> list[Widget]:
    """First, back, play, forward, last; the scrubber; the speed."""
    theme, area = scene.ui.theme, layout.transport
    line, ply = scene.now.solution, scene.now.ply
    ready = bool(line) and scene.painting is None
    widgets: list[Widget] = [Card(area)]
    gap, height = theme.px(8), theme.tx(44)
    x, y = area.x + theme.px(16), area.y + theme.px(14)
    play = Icon.PAUSE if scene.playing else Icon.PLAY
    for key, image, action, enabled in (
        ("first", Icon.FIRST, lambda: scene.step(0), ready and ply > 0),
        ("previous", Icon.PLAY_BACK, lambda: scene.step(ply - 1), ready and ply > 0),
        ("play", play, scene.toggle_play, ready),
        ("next", Icon.PLAY, lambda: scene.step(ply + 1), ready and ply < len(line)),
        ("last", Icon.LAST, lambda: scene.step(len(line)), ready and ply < len(line)),
    ):
        main = key == "play"
        tip = "pause" if main and scene.playing else key
        width = theme.tx(64) if main else height
        button = Button(
            pygame.Rect(x, y, width, height),
            "",
            action,
            kind=Kind.PRIMARY if main and ready else Kind.PLAIN,
            image=image,
            key=f"transport {key}",
            enabled=enabled,
            tooltip=scene.tr(f"cube_lab.tip.{tip}"),
        )
        widgets.append(button)
        x += width + gap
    left = x + theme.px(16)
    if layout.transport_rows == 2:
        left, y = area.x + theme.px(12), y + height + gap
    right = _speed(scene, widgets, area.right - theme.px(16), y, left + theme.tx(120))
    scrubber = pygame.Rect(left, y, max(theme.tx(60), right - left), height)
    slider = Slider(scrubber, ply, max(1, len(line)), scene.step, key="scrubber", ticks=ready)
    slider.enabled = ready
    widgets.append(slider)
    return widgets


def _speed(scene: CubeLabScene, widgets: list[Widget], right: int, y: int, least: int) -> int:
    """Place the speed at the right; returns where the scrubber must end."""
    theme = scene.ui.theme
    height = theme.tx(44)
    speed = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - scene.speed))
    words = scene.tr("cube_lab.speed_value", x=SPEEDS[speed])
    value = theme.tx(46)
    widgets.append(
        Label(pygame.Rect(right - value, y, value, height), words, 14, align=1, middle=True)
    )
    track = theme.tx(92)
    rect = pygame.Rect(right - value - theme.px(4) - track, y, track, height)
    tip = scene.tr("cube_lab.speed")
    slider = Slider(rect, speed, len(SPEEDS) - 1, scene.set_speed, key="speed", tooltip=tip)
    width = theme.width(tip, 14)
    label = pygame.Rect(rect.x - width - theme.px(4), y, width, height)
    widgets.append(slider)
    if label.x - theme.px(16) < least:
        return rect.x - theme.px(8)
    widgets.append(Label(label, tip, 14, quiet=True, middle=True))
    return label.x - theme.px(16)
