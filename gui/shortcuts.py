"""The table of shortcuts, shared by key bindings, help page and tooltips."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import pygame

from gui.i18n import Translator
from gui.system import System

REPEAT_BEGINS = 0.7  # longest delay in seconds before a system repeats a held key


class Action(Enum):
    """The action of a shortcut; shortcut.VALUE is the key of its description."""

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
    MENU = "menu"
    FULL_SCREEN = "full_screen"
    BACK = "back"
    QUIT = "quit"
    HINT = "hint"
    ANALYSIS = "analysis"
    MUTE = "mute"
    PAUSE = "pause"
    PLAY_NOW = "play_now"
    FIRST = "first"
    PREVIOUS = "previous"
    NEXT = "next"
    LAST = "last"
    PREFERENCES = "preferences"
    SHOW_ME = "show_me"
    REFUTE = "refute"
    NEXT_PUZZLE = "next_puzzle"
    SHARE = "share"
    OPEN_SHARED = "open_shared"
    LEVEL = "level"
    RENAME = "rename"
    NEXT_MISTAKE = "next_mistake"
    WHAT_WAS_BETTER = "what_was_better"
    LOOK = "look"
    STEP_BACK = "step_back"
    STEP_ON = "step_on"
    LESSON_NEXT = "lesson_next"
    LESSON_BACK = "lesson_back"
    LESSON_AGAIN = "lesson_again"
    ANSWER_1 = "answer_1"
    ANSWER_2 = "answer_2"
    ANSWER_3 = "answer_3"


# Actions that open or close a screen: a frame that takes long must not let a held key pile them up.
ONCE_A_PRESS = frozenset(
    (Action.FULL_SCREEN, Action.BACK, Action.LESSON_NEXT, Action.LESSON_BACK, Action.LESSON_AGAIN)
)


class Where(Enum):
    """The place where a shortcut works; shortcut.where.VALUE is the key of its heading."""

    EVERYWHERE = "everywhere"
    MATCH = "match"
    PUZZLES = "puzzles"
    INSPECTOR = "inspector"
    LESSON = "lesson"


@dataclass(frozen=True)
class Shortcut:
    """A key with its modifiers; `key` is a pygame key code. `ctrl` is Cmd on a Mac.

    A shortcut that the system itself handles has a `name`: the help lists it, no event matches.
    """

    action: Action
    key: int
    ctrl: bool = False
    shift: bool = False
    where: Where = Where.EVERYWHERE
    name: tuple[str, ...] = ()  # the labels of the keys, where pygame's names do not fit


M = Where.MATCH
P = Where.PUZZLES
G = Where.INSPECTOR
L = Where.LESSON
SHORTCUTS = (
    Shortcut(Action.HELP, pygame.K_F1),
    Shortcut(Action.MENU, pygame.K_F10),
    Shortcut(Action.FULL_SCREEN, pygame.K_F11),
    Shortcut(Action.BACK, pygame.K_ESCAPE),
    Shortcut(Action.QUIT, pygame.K_q, ctrl=True),
    Shortcut(Action.MUTE, pygame.K_m),
    Shortcut(Action.PREFERENCES, pygame.K_COMMA, ctrl=True),
    Shortcut(Action.OPEN, pygame.K_o, ctrl=True),
    Shortcut(Action.LESSON_NEXT, pygame.K_PAGEDOWN, ctrl=True, where=L),
    Shortcut(Action.LESSON_BACK, pygame.K_PAGEUP, ctrl=True, where=L),
    Shortcut(Action.ANSWER_1, pygame.K_1, where=L),
    Shortcut(Action.ANSWER_1, pygame.K_1, ctrl=True, where=L),
    Shortcut(Action.ANSWER_2, pygame.K_2, where=L),
    Shortcut(Action.ANSWER_2, pygame.K_2, ctrl=True, where=L),
    Shortcut(Action.ANSWER_3, pygame.K_3, where=L),
    Shortcut(Action.ANSWER_3, pygame.K_3, ctrl=True, where=L),
    Shortcut(Action.LESSON_AGAIN, pygame.K_r, ctrl=True, where=L),
    Shortcut(Action.SHOW_ME, pygame.K_s, where=L),
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
    Shortcut(Action.LEVEL, pygame.K_l, where=M),
    Shortcut(Action.RENAME, pygame.K_F2, where=M),
    Shortcut(Action.NEXT_MISTAKE, pygame.K_n, where=M),
    Shortcut(Action.WHAT_WAS_BETTER, pygame.K_w, where=M),
    Shortcut(Action.HINT, pygame.K_h, where=P),
    Shortcut(Action.UNDO, pygame.K_z, ctrl=True, where=P),
    Shortcut(Action.RESTART, pygame.K_r, ctrl=True, where=P),
    Shortcut(Action.SHOW_ME, pygame.K_s, where=P),
    Shortcut(Action.REFUTE, pygame.K_w, where=P),
    Shortcut(Action.STEP_BACK, pygame.K_COMMA, where=P),
    Shortcut(Action.STEP_ON, pygame.K_PERIOD, where=P),
    Shortcut(Action.NEXT_PUZZLE, pygame.K_n, where=P),
    Shortcut(Action.SHARE, pygame.K_c, ctrl=True, where=P),
    Shortcut(Action.OPEN_SHARED, pygame.K_v, ctrl=True, where=P),
    Shortcut(Action.LOOK, pygame.K_i, where=G),
    Shortcut(Action.STEP_BACK, pygame.K_COMMA, where=G),
    Shortcut(Action.STEP_ON, pygame.K_PERIOD, where=G),
)
# A Mac has no Home, End and Page keys; F11 shows its desktop and F1 dims its screen. The menu bar
# of SDL handles Ctrl+Cmd+F itself.
MAC_TAKEN = (pygame.K_F11,)
MAC_SHORTCUTS = (
    Shortcut(Action.LESSON_NEXT, pygame.K_RIGHT, ctrl=True, shift=True, where=L),
    Shortcut(Action.LESSON_BACK, pygame.K_LEFT, ctrl=True, shift=True, where=L),
    Shortcut(Action.HELP, pygame.K_SLASH, ctrl=True, shift=True, name=("Cmd", "?")),
    Shortcut(Action.HELP, pygame.K_QUESTION, ctrl=True, name=("Cmd", "?")),
    Shortcut(Action.FULL_SCREEN, pygame.K_UNKNOWN, name=("Ctrl", "Cmd", "F")),
    Shortcut(Action.FIRST, pygame.K_UP, ctrl=True, where=M),
    Shortcut(Action.PREVIOUS, pygame.K_LEFT, ctrl=True, where=M),
    Shortcut(Action.NEXT, pygame.K_RIGHT, ctrl=True, where=M),
    Shortcut(Action.LAST, pygame.K_DOWN, ctrl=True, where=M),
)


class HeldKeys:
    """The keys that are down: distinguishes a new press from the repetition of a held key.

    A switch to full screen makes the window lose and regain the keyboard: the system then reports a
    held key as released and pressed again.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._held: set[int] = set()
        self._latest: int | None = None
        self._quiet_until = 0.0  # until then the latest key is not new

    def note(self, event: pygame.event.Event) -> None:
        """Observe every event."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._quiet_until = self.clock() + REPEAT_BEGINS

    def is_new(self, key: int) -> bool:
        """Record that a key is down; return True for a new press, False for a repetition."""
        quiet = key == self._latest and self.clock() < self._quiet_until
        new = key not in self._held and not quiet
        self._held.add(key)
        self._latest = key
        return new


class ShortcutNames:
    """The shortcuts of a system, with key names in a language."""

    def __init__(self, system: System | None = None, tr: Translator | None = None) -> None:
        self.system = system or System()
        self.tr = tr or Translator()
        self.table: tuple[Shortcut, ...] = SHORTCUTS
        if self.system.mac:
            order = [entry.action for entry in SHORTCUTS]
            common = [entry for entry in SHORTCUTS if entry.key not in MAC_TAKEN]
            both = [*MAC_SHORTCUTS, *common]
            self.table = tuple(sorted(both, key=lambda entry: order.index(entry.action)))

    def action_of(self, event: pygame.event.Event, *places: Where) -> Action | None:
        """Return the action of a key press in these places, or None."""
        if event.type != pygame.KEYDOWN or event.key == pygame.K_UNKNOWN:
            return None
        key = event.key
        ctrl = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        if event.mod & pygame.KMOD_ALT:
            return None
        if not ctrl and event.unicode == ".":  # its key depends on the keyboard layout
            key, shift = pygame.K_PERIOD, False
        for entry in self.table:
            if (entry.key, entry.ctrl, entry.shift) == (key, ctrl, shift) and (
                entry.where is Where.EVERYWHERE or entry.where in places
            ):
                return entry.action
        return None

    def label(self, action: Action) -> str:
        """Return the first shortcut of an action as printed on the keys, or an empty string."""
        return next((self.text(entry) for entry in self.table if entry.action is action), "")

    def labels(self, where: Where) -> dict[Action, list[str]]:
        """Return all shortcuts of one place, in the order of SHORTCUTS."""
        labels_of: dict[Action, list[str]] = {}
        for entry in self.table:
            if entry.where is where:
                labels, text = labels_of.setdefault(entry.action, []), self.text(entry)
                if text not in labels:
                    labels.append(text)
        return labels_of

    def text(self, entry: Shortcut) -> str:
        """Return a shortcut as printed on the keys: Ctrl+Shift+Z, Cmd+Maj+Z."""
        command = "Cmd" if self.system.mac else "Ctrl"
        name = (pygame.key.name(entry.key).capitalize() or "?",)
        parts = entry.name or (*[command] * entry.ctrl, *["Shift"] * entry.shift, *name)
        return "+".join(self._key(part) for part in parts)

    def _key(self, part: str) -> str:
        key = f"key.{part.lower().replace(' ', '_')}"
        return self.tr(key) if self.tr.has(key) else part
