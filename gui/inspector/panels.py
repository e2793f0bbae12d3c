"""The panel class of each kind of recording, and the one of kinds without a picture."""

from __future__ import annotations

from collections.abc import Mapping

from engine.recording import RecordingKind
from engine.registry import parse_player, player_key
from gui.inspector.bags import BagsPanel
from gui.inspector.best_first import BestFirstPanel
from gui.inspector.convergence import ConvergencePanel
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.kernel import KernelPanel
from gui.inspector.layers import LayersPanel
from gui.inspector.notes import NotesPanel
from gui.inspector.panel import Panel, PanelCallbacks, sentence
from gui.inspector.search_panel import BothEndsPanel, DistancesPanel, SearchPanel
from gui.inspector.trace import TracePanel
from gui.inspector.tree import TreePanel
from gui.inspector.windows import WindowsPanel
from gui.kit import Label, ListBox, ListRow
from gui.kit.layout import Layout
from gui.ui import Ui


class PlainPanel(Panel):
    """List of every step as a sentence, the current one marked; a click goes to a step.

    The one step of a bot that does not think stands above it already: how it plays stands there.
    """

    def picture(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        if frame.complete and len(frame.recording.events) == 1:
            key = player_key(parse_player(frame.player).kind, frame.game)
            return Label(ui.tr(f"{key}.sentence"), 16, quiet=True)
        rows = [ListRow(ui.tr(sentence(event.text, frame))) for event in frame.recording.events]
        return ListBox(rows, ui.theme.tx(36), act.go_to_step, chosen=frame.step, key="steps")


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
    RecordingKind.DISTANCES: DistancesPanel,
}
