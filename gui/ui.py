"""What drawing needs: the theme, the brush, the language and the system."""

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
    """What drawing a widget needs; one for the whole window, replaced when settings change."""

    theme: Theme
    brush: Brush
    tr: Translator
    say: Callable[[Message], None] = print  # a fault in one sentence, for the person at the window
    system: System = field(default_factory=System)
    ground: pygame.Surface | None = None  # the table behind every screen, once it is drawn

    _keys: ShortcutNames | None = None

    @property
    def keys(self) -> ShortcutNames:
        """The shortcuts, named as in this system and language."""
        if self._keys is None or self._keys.tr is not self.tr:
            self._keys = ShortcutNames(self.system, self.tr)
        return self._keys
