"""The buttons below the board of a match: what can be done now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from gui.controls import Button, Icon, Kind
from gui.shortcuts import Action

if TYPE_CHECKING:
    from gui.scenes.match import MatchScene


def match_buttons(scene: MatchScene) -> list[Button]:
    """The bar below the board; places are given by the layout."""
    table, bots = scene.table, scene.bots
    buttons = [
        _button(scene, "undo", scene.undo, Icon.UNDO, Action.UNDO, table.can_undo),
        _button(scene, "redo", scene.redo, Icon.REDO, Action.REDO, table.can_redo),
        _button(
            scene,
            "hint",
            scene.hints.ask,
            Icon.BULB,
            Action.HINT,
            table.human_turn and scene.hints.allowed,
        ),
        _button(
            scene, "analysis", scene.toggle_analysis, Icon.EYE, Action.ANALYSIS, on=scene.analysis
        ),
    ]
    if table.outcome is not None or table.humans == 2:
        ply, whole = table.session.ply, len(table.session.all_moves)
        buttons += [
            _button(
                scene,
                "previous",
                lambda: scene.jump(ply - 1),
                Icon.PLAY_BACK,
                Action.PREVIOUS,
                ply > 0,
            ),
            _button(scene, "next", scene.forward, Icon.PLAY, Action.NEXT, ply < whole),
        ]
    else:
        buttons.append(
            _button(scene, "pause", scene.toggle_pause, Icon.PAUSE, Action.PAUSE, on=bots.paused)
        )
        waiting = table.waiting and table.outcome is None and not table.human_turn
        key = "go_on" if waiting else "play_now"
        label = scene.tr(f"match.{key}")
        tip = f"{scene.tr(f'match.{key}_tip')} ({scene.ui.keys.label(Action.PLAY_NOW)})"
        active = bots.thinking or waiting
        buttons.append(
            Button(
                pygame.Rect(0, 0, 0, 0),
                label,
                scene.play_now,
                kind=Kind.PRIMARY if active else Kind.PLAIN,
                image=Icon.PLAY,
                enabled=active,
                key="play_now",
                tooltip=tip,
            )
        )
    return buttons


def _button(
    scene: MatchScene,
    key: str,
    action: Any,
    image: Icon,
    shortcut: Action,
    enabled: bool = True,
    on: bool = False,
) -> Button:
    tip = f"{scene.tr(f'match.{key}_tip')} ({scene.ui.keys.label(shortcut)})"
    return Button(
        pygame.Rect(0, 0, 0, 0),
        scene.tr(f"match.{key}"),
        action,
        image=image,
        on=on,
        enabled=enabled,
        key=key,
        tooltip=tip,
    )
