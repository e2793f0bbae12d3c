"""The one table of shortcuts: bindings, help page and tooltips all read it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pygame


class Action(Enum):
    """What a shortcut does; the value is the key of its sentence, shortcut.VALUE."""

    NEW = "new"
    RESTART = "restart"
    UNDO = "undo"
    REDO = "redo"
    OPEN = "open"
    SAVE = "save"
    COPY = "copy"
    PASTE = "paste"
    COPY_GAME = "copy_game"
    HELP = "help"
    FULL_SCREEN = "full_screen"
    BACK = "back"
    HINT = "hint"
    ANALYSIS = "analysis"
    MUTE = "mute"
    PAUSE = "pause"
    PLAY_NOW = "play_now"
    FIRST = "first"
    PREVIOUS = "previous"
    NEXT = "next"
    LAST = "last"
    SETUP = "setup"
    PREFERENCES = "preferences"


class Where(Enum):
    """Where a shortcut works; the value is the key of the heading, shortcut.where.VALUE."""

    EVERYWHERE = "everywhere"
    MATCH = "match"


@dataclass(frozen=True)
class Shortcut:
    """A key with its modifiers; `key` is a pygame key code."""

    action: Action
    key: int
    ctrl: bool = False
    shift: bool = False
    where: Where = Where.EVERYWHERE

    @property
    def label(self) -> str:
        """As printed on keys: Ctrl+Shift+Z."""
        name = pygame.key.name(self.key).capitalize() or "?"
        return "+".join(["Ctrl"] * self.ctrl + ["Shift"] * self.shift + [name])


M = Where.MATCH
SHORTCUTS = (
    Shortcut(Action.HELP, pygame.K_F1),
    Shortcut(Action.FULL_SCREEN, pygame.K_F11),
    Shortcut(Action.BACK, pygame.K_ESCAPE),
    Shortcut(Action.MUTE, pygame.K_m),
    Shortcut(Action.PREFERENCES, pygame.K_COMMA, ctrl=True),
    Shortcut(Action.OPEN, pygame.K_o, ctrl=True),
    Shortcut(Action.NEW, pygame.K_n, ctrl=True, where=M),
    Shortcut(Action.RESTART, pygame.K_r, ctrl=True, where=M),
    Shortcut(Action.UNDO, pygame.K_z, ctrl=True, where=M),
    Shortcut(Action.REDO, pygame.K_z, ctrl=True, shift=True, where=M),
    Shortcut(Action.REDO, pygame.K_y, ctrl=True, where=M),
    Shortcut(Action.SAVE, pygame.K_s, ctrl=True, where=M),
    Shortcut(Action.COPY, pygame.K_c, ctrl=True, where=M),
    Shortcut(Action.COPY_GAME, pygame.K_c, ctrl=True, shift=True, where=M),
    Shortcut(Action.PASTE, pygame.K_v, ctrl=True, where=M),
    Shortcut(Action.HINT, pygame.K_h, where=M),
    Shortcut(Action.ANALYSIS, pygame.K_a, where=M),
    Shortcut(Action.PAUSE, pygame.K_p, where=M),
    Shortcut(Action.PLAY_NOW, pygame.K_RETURN, ctrl=True, where=M),
    Shortcut(Action.FIRST, pygame.K_HOME, where=M),
    Shortcut(Action.PREVIOUS, pygame.K_PAGEUP, where=M),
    Shortcut(Action.NEXT, pygame.K_PAGEDOWN, where=M),
    Shortcut(Action.LAST, pygame.K_END, where=M),
)


def action_of(event: pygame.event.Event, *places: Where) -> Action | None:
    """The action a key press asks for in these places, or None."""
    if event.type != pygame.KEYDOWN:
        return None
    ctrl = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    shift = bool(event.mod & pygame.KMOD_SHIFT)
    if event.mod & pygame.KMOD_ALT:
        return None
    for entry in SHORTCUTS:
        if (entry.key, entry.ctrl, entry.shift) == (event.key, ctrl, shift) and (
            entry.where is Where.EVERYWHERE or entry.where in places
        ):
            return entry.action
    return None


def label_of(action: Action) -> str:
    """The first shortcut of an action as text, or an empty string."""
    return next((entry.label for entry in SHORTCUTS if entry.action is action), "")
