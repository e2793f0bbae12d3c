"""The panel of a puzzle's search: what its frame holds, from the view model of its inspector."""

from __future__ import annotations

from gui.inspector.frame import FrameContent, StepContent, waiting
from gui.inspector.search_inspector import SearchViewModel
from gui.inspector.search_panel import SearchCallbacks
from gui.kit import Label
from gui.kit.fields import FieldFault
from gui.kit.layout import Layout
from gui.ui import Ui


def search_content(look: SearchViewModel, ui: Ui, callbacks: SearchCallbacks) -> FrameContent:
    """Build the parts of the panel at the current step."""
    title, frame, panel = ui.tr(look.title), look.frame, look.panel
    if frame is None or panel is None:
        return FrameContent(title, title, (), None, None, None, _notice(look, ui), look.playing, 0)
    pages = panel.pages(frame, ui, callbacks)
    verdict = Label(panel.verdict(frame, ui), 14, quiet=True, middle=True)
    picture, table = panel.picture(frame, ui, callbacks), panel.table(frame, ui, callbacks)
    step = StepContent(picture, table, panel.said(frame, ui), pages, table_first=True)
    page = int(table is not None and look.page > 0)
    return FrameContent(title, title, (), verdict, None, step, None, look.playing, page)


def _notice(look: SearchViewModel, ui: Ui) -> Layout:
    if look.notice is not None:
        return FieldFault(ui.tr(look.notice))
    return waiting()
