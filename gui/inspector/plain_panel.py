"""Panel of a method without a picture of its own: its steps as a list that scrolls.

The one step of a bot that does not think stands above it already, so how it plays stands there.
"""

from __future__ import annotations

from engine.registry import parse_player, player_key
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks, sentence
from gui.kit import Label, ListBox, ListRow
from gui.kit.layout import Layout
from gui.ui import Ui


class PlainPanel(Panel):
    """List of every step as a sentence, the current one marked; a click goes to a step."""

    def picture(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        if frame.complete and len(frame.recording.events) == 1:
            key = player_key(parse_player(frame.player).kind, frame.game)
            return Label(ui.tr(f"{key}.sentence"), 16, quiet=True)
        rows = [ListRow(ui.tr(sentence(event.text, frame))) for event in frame.recording.events]
        return ListBox(rows, ui.theme.tx(36), act.go_to_step, chosen=frame.step, key="steps")
