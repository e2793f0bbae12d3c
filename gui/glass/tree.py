"""Tree search: the tree growing one phase at a time, and the table of the position's moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.intervals import whole_percent
from engine.messages import Message, message
from engine.protocols import Value
from engine.watch import Recording, Sample
from gui.boards.sides import side_words
from gui.glass.figures import Cell, Figures, FigureTable
from gui.glass.looked import Line, Looked
from gui.glass.panel import Act, Panel
from gui.glass.tree_picture import LEAST_ROWS, TreePicture
from gui.glass.tree_seen import (
    PHASES,
    FinishedTree,
    GrowingTree,
    SampledTree,
    Tree,
    TreeSeen,
    choice,
    proved,
    tree_seen,
)
from gui.glass.tree_told import told_choice
from gui.kit.layout import Layout
from gui.protocols import Marks
from gui.ui import Ui

ROWS = 12
OUTCOMES = (0, None, 1)  # who won, by the column of an outcome


class TreePanel(Panel):
    """What a tree search had grown at a moment, and what it believed of each move."""

    def __init__(self) -> None:
        self._growing = GrowingTree()
        self._finished: FinishedTree | None = None
        self._shown: tuple[tuple[Any, ...], TreeSeen] | None = None

    def _take(self, recording: Recording) -> GrowingTree:
        if self._growing.taken < len(recording.steps):
            self._growing.take(recording)
        return self._growing

    def _tree(self, looked: Looked) -> Tree:
        """The tree at this moment, as far as it was taken down."""
        recording = looked.recording
        if not looked.jumped:
            return self._take(recording)
        if looked.at_end and "tree" in recording.shown:
            if self._finished is None:
                self._finished = FinishedTree(recording.shown["tree"])
            return self._finished
        assert looked.sample is not None
        return SampledTree(looked.sample)

    def seen(self, looked: Looked, rows: int = ROWS) -> TreeSeen:
        """The part of the tree that is shown; kept as long as the moment is the same."""
        now = looked.now
        path = looked.chosen or (self._path(looked) if now is not None else ())
        key = (looked.step, looked.jumped, looked.effort, path, looked.toggled, rows)
        if self._shown is None or self._shown[0] != key:
            seen = tree_seen(self._tree(looked), looked.step, path, rows, looked.toggled)
            self._shown = (key, seen)
        return self._shown[1]

    @staticmethod
    def _path(looked: Looked) -> Line:
        """The line of this step as far as it is part of the tree."""
        step = looked.now
        if step is None:
            return ()
        return step.line[: step.facts["tree"]] if step.phase == "playout" else step.line

    # -- what is shown -------------------------------------------------------------------------

    def picture(self, looked: Looked, ui: Ui, act: Act) -> Layout:
        refuted = self._refuted(looked)
        return TreePicture(lambda rows: self.seen(looked, rows), looked, ui, act, refuted)

    def phases(self, looked: Looked) -> tuple[str, ...]:
        now = looked.now
        if now is None or now.phase in PHASES:
            return PHASES
        return *PHASES, now.phase  # beside the round: a look ahead, a proof, a search

    def sentence(self, looked: Looked) -> Message | None:
        said = super().sentence(looked)
        played = told_choice(looked) if looked.at_end else None
        if said is None or played is None:
            return played or said
        return message("glass.tree.both", said=said, played=played)

    def efforts(self, recording: Recording) -> Sequence[int]:
        return self._take(recording).efforts

    def asks(self, looked: Looked) -> Sequence[Line]:
        seen = self.seen(looked, LEAST_ROWS if looked.toggled else ROWS)
        return [shown.node.line for shown in seen.nodes]

    def marks(self, looked: Looked) -> Marks:
        step = looked.now
        if looked.chosen or step is None or step.phase != "playout":
            return super().marks(looked)
        return Marks(step.line, min(len(step.line), step.facts["tree"]))

    def card(self, looked: Looked) -> tuple[Message, ...]:
        step = looked.now
        if looked.chosen:
            return (message("glass.tree.chosen", count=len(looked.chosen)),)
        if step is None or not step.line:
            return ()
        tree, whole = self._path(looked), len(step.line)
        if step.phase != "playout":
            chosen = message("glass.tree.card_tree", count=len(tree))
            # A search may also have come to its limit.
            ending = "_open" if step.phase == "search" and step.facts["proved"][-1] is None else ""
            return (message(f"glass.tree.card.{step.phase}{ending}"), chosen)
        lines = [self._chosen_text(looked, len(tree))]
        if whole > len(tree):
            lines.append(message("glass.tree.card_random", first=len(tree) + 1, last=whole))
        winner = OUTCOMES[step.facts["outcome"]]
        number = looked.effort + 1
        if winner is None:
            return (message("glass.tree.card_draw", number=number), *lines)
        side = Message(side_words(looked.game.id)[winner])
        return (message("glass.tree.card_won", number=number, side=side), *lines)

    @staticmethod
    def _chosen_text(looked: Looked, tree: int) -> Message:
        """Which moves before the random ones the bounds chose, and which was just opened."""
        chosen = len(looked.recording.steps[looked.step - 1].line)
        if chosen == tree:
            return message("glass.tree.card_tree", count=tree)
        if not chosen:
            return message("glass.tree.card_opened")
        return message("glass.tree.card_tree_opened", count=chosen, opened=tree)

    def _root(self, looked: Looked) -> tuple[Sequence[Any], Sequence[Any], Sequence[int]] | None:
        """Visits, points and proofs of every move, their bounds, and the playouts promised."""
        steps = looked.recording.steps
        at = self._take(looked.recording).root_step(looked.step)
        if looked.jumped or at is None:
            return None
        selected = at
        while selected > 0 and steps[selected].phase != "select":
            selected -= 1
        facts = steps[selected].facts
        count = len(steps[at].facts["root"])
        promised = steps[at].facts.get("virtual", [0] * count)
        return steps[at].facts["root"], facts.get("root_bounds", [None] * count), promised

    def _moves(self, looked: Looked) -> list[int]:
        """The moves of the position in the order in which the recording tells of them."""
        opened = self._growing.nodes[()].children
        if opened:
            return opened
        samples = looked.recording.samples
        if samples:
            return [belief.move for belief in samples[0].moves]
        return list(looked.game.moves(looked.state))

    def choice(self, looked: Looked) -> int | None:
        if looked.at_end:
            return looked.move
        root = self._root(looked)
        if root is None:
            return super().choice(looked)
        return choice(self._moves(looked), root[0])

    def choice_at(self, sample: Sample) -> int | None:
        moves, table = [], []
        for belief in sample.moves:
            moves.append(belief.move)
            table.append((belief.visits, (belief.score or 0.0) * belief.visits, proved(belief)))
        return choice(moves, table)

    def table(self, looked: Looked, ui: Ui, act: Act) -> Layout | None:
        found = self._rows(looked)
        if not found:
            return None
        game, tr = looked.game, ui.tr
        moves = sorted(found)
        entries = [found[move] for move in moves]
        won = any(entry.proved == Value.WIN for entry in entries)  # then nothing else decides
        largest = 0 if won else max((entry.visits for entry in entries), default=0)
        bounds = [entry.bound for entry in entries if entry.bound is not None]
        best = max(bounds, default=None)
        visits, means, uppers, truths = [], [], [], []
        for move, entry in zip(moves, entries, strict=True):
            promised = f"+{entry.promised}" if entry.promised else ""
            visits.append(Cell(tr.number(entry.visits), promised, entry.visits == largest > 0))
            means.append(entry.mean_cell(ui))
            if entry.proved is not None:
                uppers.append(Cell(tr("glass.tree.is_proved"), best=entry.proved == Value.WIN))
            else:
                text = "–" if entry.bound is None else tr("glass.tree.decimal", x=entry.bound)
                uppers.append(
                    Cell(text, best=not won and entry.bound is not None and entry.bound == best)
                )
            truths.append(Cell(truth=looked.truth((move,))))
        rows = [
            (tr("glass.tree.playouts"), visits),
            (tr("glass.tree.mean"), means),
            (tr("glass.tree.bound"), uppers),
            (tr("glass.true_value"), truths),
        ]
        if not bounds and not any(entry.proved is not None for entry in entries):
            del rows[2]
        texts = [game.move_text(looked.state, move) for move in moves]
        order = sorted(range(len(moves)), key=lambda index: -entries[index].visits)
        figures = Figures(texts, game.to_move(looked.state), rows, order)
        return FigureTable(figures, act)

    def _refuted(self, looked: Looked) -> int:
        """How many playouts were taken out again: a later move of theirs is proved to lose.

        A selection tells what was known when its batch began, with playouts under way: until their
        results come it is what the step before said.
        """
        if looked.jumped:
            rows = self._rows(looked).values()
            return max(0, looked.effort - sum(row.visits for row in rows)) if rows else 0
        steps, efforts = looked.recording.steps, self.efforts(looked.recording)
        for number in range(looked.step, -1, -1):
            facts = steps[number].facts
            if "root" in facts and "virtual" not in facts:
                counted: int = sum(entry[0] for entry in facts["root"])
                return max(0, efforts[number] - counted)
        return 0

    def _rows(self, looked: Looked) -> dict[int, _Row]:
        """What is believed of every move at this moment."""
        root = self._root(looked)
        if root is not None:
            table, bounds, promised = root
            told = zip(self._moves(looked), table, bounds, promised, strict=True)
            return {
                move: _Row(entry[0], entry[1], entry[2], bound, virtual)
                for move, entry, bound, virtual in told
            }
        if looked.sample is None:
            return {}
        rows = {}
        for belief in looked.sample.moves:
            points = (belief.score or 0.0) * belief.visits
            rows[belief.move] = _Row(belief.visits, points, proved(belief), None, 0)
        return rows


class _Row:
    """What is told of one move."""

    def __init__(
        self, visits: int, points: float, proved: int | None, bound: float | None, promised: int
    ) -> None:
        self.visits = visits
        self.points = points
        self.proved = proved
        self.bound = None if proved is not None else bound
        self.promised = promised

    def mean_cell(self, ui: Ui) -> Cell:
        """The mean of its playouts."""
        if not self.visits:
            return Cell("–")
        mean = self.points / self.visits
        return Cell(ui.tr("value.percent", share=whole_percent(mean)))
