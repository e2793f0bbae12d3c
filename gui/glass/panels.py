"""Which panel shows which kind of recording."""

from __future__ import annotations

from collections.abc import Mapping

from engine.watch import Kind
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
PANELS: Mapping[Kind, type[Panel]] = dict.fromkeys(Kind, PlainPanel) | {
    Kind.PLAYOUTS: ConvergencePanel,
    Kind.TREE: TreePanel,
    Kind.WINDOWS: WindowsPanel,
    Kind.LAYERS: LayersPanel,
    Kind.KERNEL: KernelPanel,
    Kind.BAGS: BagsPanel,
    Kind.TRACE: TracePanel,
}
