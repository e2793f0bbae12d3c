"""Which panel shows which kind of recording."""

from __future__ import annotations

from collections.abc import Mapping

from engine.watch import RecordingKind
from gui.glass.bags import BagsPanel
from gui.glass.convergence import ConvergencePanel
from gui.glass.kernel import KernelPanel
from gui.glass.layers import LayersPanel
from gui.glass.panel import Panel
from gui.glass.plain import PlainPanel
from gui.glass.trace import TracePanel
from gui.glass.tree import TreePanel
from gui.glass.windows import WindowsPanel

# A decision that is opened gets a panel of its own.
PANELS: Mapping[RecordingKind, type[Panel]] = dict.fromkeys(RecordingKind, PlainPanel) | {
    RecordingKind.PLAYOUTS: ConvergencePanel,
    RecordingKind.TREE: TreePanel,
    RecordingKind.WINDOWS: WindowsPanel,
    RecordingKind.LAYERS: LayersPanel,
    RecordingKind.KERNEL: KernelPanel,
    RecordingKind.BAGS: BagsPanel,
    RecordingKind.TRACE: TracePanel,
}
