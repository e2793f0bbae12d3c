"""The panel class of each kind of recording."""

from __future__ import annotations

from collections.abc import Mapping

from engine.recording import RecordingKind
from gui.inspector.bags import BagsPanel
from gui.inspector.best_first import BestFirstPanel, IterationsPanel
from gui.inspector.both_ends import BothEndsPanel
from gui.inspector.convergence import ConvergencePanel
from gui.inspector.distances import DistancesPanel
from gui.inspector.kernel import KernelPanel
from gui.inspector.layers import LayersPanel
from gui.inspector.notes import NotesPanel
from gui.inspector.panel import Panel
from gui.inspector.plain_panel import PlainPanel
from gui.inspector.search_panel import SearchPanel
from gui.inspector.trace import TracePanel
from gui.inspector.tree import TreePanel
from gui.inspector.windows import WindowsPanel

# Each opened decision creates its own panel.
PANELS: Mapping[RecordingKind, type[Panel]] = dict.fromkeys(RecordingKind, PlainPanel) | {
    RecordingKind.PLAYOUTS: ConvergencePanel,
    RecordingKind.TREE: TreePanel,
    RecordingKind.WINDOWS: WindowsPanel,
    RecordingKind.LAYERS: LayersPanel,
    RecordingKind.KERNEL: KernelPanel,
    RecordingKind.BAGS: BagsPanel,
    RecordingKind.TRACE: TracePanel,
    RecordingKind.NOTES: NotesPanel,
}
SEARCH_PANELS: Mapping[RecordingKind, type[SearchPanel]] = {
    RecordingKind.BOTH_ENDS: BothEndsPanel,
    RecordingKind.BEST_FIRST: BestFirstPanel,
    RecordingKind.ITERATIONS: IterationsPanel,
    RecordingKind.DISTANCES: DistancesPanel,
}
