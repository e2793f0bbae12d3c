"""The drawing tools: theme, brush, language and system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from engine.messages import Message
from gui.i18n import Translator
from gui.paint import Brush
from gui.shortcuts import ShortcutNames
from gui.system import System
from gui.theme import Theme


@dataclass
class Ui:
    """The drawing tools of widgets; one object a window, replaced when the settings change."""

    theme: Theme
    brush: Brush
    tr: Translator
    say: Callable[[Message], None] = print  # shows a fault to the user
    system: System = field(default_factory=System)
    ground: pygame.Surface | None = None  # the cached table background of every screen

    _keys: ShortcutNames | None = None

    @property
    def keys(self) -> ShortcutNames:
        """The shortcuts with the key names of this system and language."""
        if self._keys is None or self._keys.tr is not self.tr:
            self._keys = ShortcutNames(self.system, self.tr)
        return self._keys
