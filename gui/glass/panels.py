"""Which panel shows which kind of recording."""

from __future__ import annotations

from collections.abc import Mapping

from engine.watch import Kind
from gui.glass.panel import Panel
from gui.glass.plain import PlainPanel
from gui.glass.windows import WindowsPanel

PANELS: Mapping[Kind, Panel] = {kind: PlainPanel() for kind in Kind} | {
    Kind.WINDOWS: WindowsPanel(),
}
