"""Panel of tree search: the tree growing phase by phase, and the table of the position's moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.bots.tree_nodes import RootMove
from engine.messages import Message, message
from engine.naming import named_move
from engine.protocols import Value
from engine.recording import Line, Recording
from engine.trace.choice import preferred_in_tree, root_of
from engine.trace.tree import LookAhead, PlayedOut, RootEvent, Selected, TreeResult
from gui.boards.values import percent_text
from gui.boards.words import told_side
from gui.inspector.chips import figure, move_table, truth_cell
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks
from gui.inspector.tree_picture import LEAST_ROWS, TreePicture
from gui.inspector.tree_view_model import (
    PHASES,
    FixedTree,
    GrowingTree,
    TreeHistory,
    TreeViewModel,
    finished_tree,
    sampled_tree,
    tree_view_model,
)
from gui.kit.layout import Layout
from gui.kit.table import TableCell
from gui.protocols import BoardMarks
from gui.ui import Ui

ROWS = 12
KEPT = 4  # view models: of the picture, and of the values that it needs
OUTCOMES = (0, None, 1)  # the winner, by the column of an outcome


class TreePanel(Panel):
    """Panel of a tree search: its tree at a step, and its belief about each move."""

    def __init__(self) -> None:
        self._growing = GrowingTree()
        self._finished: FixedTree | None = None
        self._select = lru_cache(maxsize=KEPT)(tree_view_model)

    def _take(self, recording: Recording) -> GrowingTree:
        if self._growing.taken < len(recording.events):
            self._growing.take(recording)
        return self._growing

    def _tree(self, frame: InspectorFrame) -> TreeHistory:
        """Return the recorded tree at this step."""
        recording = frame.recording
        if not frame.jumped:
            return self._take(recording)
        result = frame.result(TreeResult)
        if frame.at_end and result is not None:
            if self._finished is None:
                self._finished = finished_tree(result.tree)
            return self._finished
        assert frame.sample is not None
        return sampled_tree(frame.sample)

    def view_model(self, frame: InspectorFrame, rows: int = ROWS) -> TreeViewModel:
        """Return the visible part of the tree; kept, as several numbers of rows are asked for."""
        path = frame.chosen or self._path(frame)
        return self._select(self._tree(frame), frame.step, path, rows, frame.toggled)

    @staticmethod
    def _path(frame: InspectorFrame) -> Line:
        """Return the part of the step's line that is in the tree."""
        event = frame.now
        if event is None:
            return ()
        return event.line[: event.tree] if isinstance(event, PlayedOut) else event.line

    # -- texts and marks -------------------------------------------------------------------------

    def picture(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        return TreePicture(lambda rows: self.view_model(frame, rows), frame, ui, act)

    def phases(self, frame: InspectorFrame) -> tuple[str, ...]:
        now = frame.now
        if now is None or now.phase in PHASES:
            return PHASES
        if isinstance(now, LookAhead):
            return now.phase, *PHASES  # none of the round is over yet
        return *PHASES, now.phase  # a phase outside the round: a proof, a search

    def sentence(self, frame: InspectorFrame) -> Message | None:
        text = super().sentence(frame)
        played = choice_text(frame) if frame.at_end else None
        if text is None or played is None:
            return played or text
        return message("inspector.tree.both", said=text, played=played)

    def efforts(self, recording: Recording) -> Sequence[int]:
        return self._take(recording).efforts

    def asks(self, frame: InspectorFrame) -> Sequence[Line]:
        view_model = self.view_model(frame, LEAST_ROWS if frame.toggled else ROWS)
        return [shown.node.line for shown in view_model.nodes]

    def marks(self, frame: InspectorFrame) -> BoardMarks:
        event = frame.now
        if frame.chosen or not isinstance(event, PlayedOut):
            return super().marks(frame)
        return BoardMarks(event.line, min(len(event.line), event.tree))

    def card(self, frame: InspectorFrame) -> tuple[Message, ...]:
        event, line = frame.now, frame.line
        if frame.chosen or not isinstance(event, PlayedOut):
            return (message("inspector.tree.chosen", count=len(line)),) if line else ()
        lines, count = [message("inspector.tree.card_inside", count=event.tree)], len(line)
        if count > event.tree:
            values = {"first": event.tree + 1, "last": count, "count": count - event.tree}
            lines.append(message("inspector.tree.card_random", **values))
        winner, number = OUTCOMES[event.outcome], frame.effort + 1
        if winner is None:
            return (message("inspector.tree.card_draw", number=number), *lines)
        side = told_side(frame.game, winner)
        return (message("inspector.tree.card_won", number=number, side=side), *lines)

    def _root(self, frame: InspectorFrame) -> RootEvent | None:
        """Return the last report on every move."""
        at = self._take(frame.recording).root_step(frame.step)
        if frame.jumped or at is None:
            return None
        report = frame.recording.events[at]
        assert isinstance(report, RootEvent)
        return report

    def _moves(self, frame: InspectorFrame) -> Sequence[int]:
        """Return the moves of the position in the order of the recording."""
        opened = self._growing.nodes[()].children
        if opened:
            return opened
        samples = frame.recording.samples
        if samples:
            return [belief.move for belief in samples[0].moves]
        return frame.game.moves(frame.state)

    def choice(self, frame: InspectorFrame) -> int | None:
        if frame.at_end:
            return frame.move
        root = self._root(frame)
        if root is None:
            return super().choice(frame)
        return preferred_in_tree(self._moves(frame), root.root)

    def table(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout | None:
        lines = self._rows(frame)
        if not lines:
            return None
        tr, moves = ui.tr, sorted(lines)
        entries = [lines[move] for move in moves]
        # a proved win overrides everything else
        won = any(entry.stats.proven is Value.WIN for entry in entries)
        largest = 0 if won else max(entry.stats.visits for entry in entries)
        bounds = [entry.bound for entry in entries if entry.bound is not None]
        best = None if won else max(bounds, default=None)
        rows = {
            tr("inspector.tree.playouts"): [entry.visits_cell(ui, largest) for entry in entries],
            tr("inspector.tree.mean"): [entry.mean_cell(ui) for entry in entries],
        }
        if bounds or any(entry.stats.proven is not None for entry in entries):
            rows[tr("inspector.tree.bound")] = [entry.bound_cell(ui, best) for entry in entries]
        truths = [truth_cell(ui, frame.truth((move,))) for move in moves]
        rows[tr("inspector.true_value")] = truths
        return move_table(frame, ui, act, moves, rows, [entry.stats.visits for entry in entries])

    def _rows(self, frame: InspectorFrame) -> dict[int, _Row]:
        """Return the beliefs about every move at this step."""
        report = self._root(frame)
        if report is not None:
            count = len(report.root)
            bounds = [None] * count if isinstance(report, LookAhead) else report.root_bounds
            promised = report.virtual if isinstance(report, Selected) else [0] * count
            rows = map(_Row, report.root, bounds, promised)
            return dict(zip(self._moves(frame), rows, strict=True))
        if frame.sample is None:
            return {}
        pairs = zip(frame.sample.moves, root_of(frame.sample), strict=True)
        return {belief.move: _Row(each, None, 0) for belief, each in pairs}


class _Row(NamedTuple):
    """The statistics of one move, its upper bound, and the playouts a batch counts already."""

    stats: RootMove
    upper: float | None
    promised: int

    @property
    def bound(self) -> float | None:
        """The bound, None where the move is proved."""
        return None if self.stats.proven is not None else self.upper

    def visits_cell(self, ui: Ui, largest: int) -> TableCell:
        visits, promised = self.stats.visits, f"+{self.promised}" if self.promised else ""
        return figure(ui, ui.tr.number(visits), promised, best=visits == largest > 0)

    def mean_cell(self, ui: Ui) -> TableCell:
        mean = self.stats.mean()
        return figure(ui, "–" if mean is None else percent_text(ui, mean))

    def bound_cell(self, ui: Ui, best: float | None) -> TableCell:
        if self.stats.proven is not None:
            text = ui.tr("inspector.tree.is_proved")
            return figure(ui, text, best=self.stats.proven is Value.WIN)
        if self.bound is None:
            return figure(ui, "–")
        return figure(ui, percent_text(ui, self.bound), best=self.bound == best)


def choice_text(frame: InspectorFrame) -> Message | None:
    """Return the move with its playouts; None if the recording has no final table."""
    result = frame.result(TreeResult)
    if frame.move is None or frame.sample is None or result is None:
        return None
    return message(
        "inspector.tree.plays",
        move=named_move(frame.game, frame.state, frame.move),
        visits=sum(each.visits for each in frame.sample.moves if each.move == frame.move),
        done=frame.effort,
        budget=result.budget,
    )
