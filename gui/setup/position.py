"""The position editor for mouse and keys, beside the position's text; it marks faults in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from engine.protocols import game_key
from engine.registry import name_of
from gui.boards import board_of, make_view
from gui.boards.cell_editor import EditGrid
from gui.boards.editing import EMPTY, GridEditing, HeapEditing
from gui.boards.words import side_words
from gui.inspector.small_boards import BoardPicture
from gui.kit import Icon, Label, Segments, SmallIcon, Stepper, TextField
from gui.kit.command import Command, Commands, by_id
from gui.kit.fields import FieldFault
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Pad,
    Row,
    Scroll,
    Wrap,
    tx,
)
from gui.kit.screen import Screen
from gui.protocols import BoardState, Pop, Transition
from gui.services import Services
from gui.setup.editor import Editor, ReadPosition, UnfinishedEditors
from gui.shortcuts import Where
from gui.ui import Ui

PANEL = 376
HEAP = 132  # the width of a heap's number field


class PositionScreen(Screen):
    """Edits one position; Use passes its text to the caller, Back leaves it for the next time."""

    PREFIX = "position_editor"

    def __init__(
        self, services: Services, game: Any, text: str, take: Callable[[str], object]
    ) -> None:
        super().__init__(services)
        editing = board_of(game.id).editing
        assert editing is not None, "asked for only where a board can be edited"
        self.editors = services.outliving(UnfinishedEditors, UnfinishedEditors)
        self.model = self.editors.open(game, editing, text)
        self.take = take
        self.position: ReadPosition = self.model.read()
        self.board_view = self._make_view()

    def enter(self, size: tuple[int, int]) -> None:
        self.board_view = self._make_view()
        super().enter(size)
        if self.widget_group.focus is None:
            grid = isinstance(self.model.editing, GridEditing)
            self.widget_group.focus_key("grid" if grid else "heap0", ring=False)

    def _make_view(self) -> Any:
        """Return the view of the board, which needs no room for values above it."""
        view = make_view(self.model.game, self.ui)
        view.bare = True
        return view

    def show(self) -> None:
        self.position = self.model.read()
        self.rebuild()

    def commands(self) -> Mapping[str, Command]:
        model, do = self.model, self.and_refresh
        heaps = len(model.draft.cells)
        listed = by_id(
            Command("undo", do(model.steps.undo), Icon.UNDO, model.steps.can_undo),
            Command("redo", do(model.steps.redo), Icon.REDO, model.steps.can_redo),
            Command("clear", do(model.clear), Icon.CROSS),
            Command("begin", do(model.begin), Icon.FIRST),
            Command("use", self.use, Icon.CHECK, self.position.fault is None, primary=True),
        )
        if isinstance(model.editing, HeapEditing) and model.editing.heaps > 1:
            more = heaps < model.editing.heaps
            listed |= by_id(
                Command("add_heap", do(model.add_heap), Icon.PLUS, more),
                Command("remove_heap", do(model.remove_heap), Icon.MINUS, heaps > 1),
            )
        return listed

    def places(self) -> tuple[Where, ...]:
        return (Where.MATCH,)

    def use(self) -> Transition | None:
        """Pass the position to the caller and go back."""
        if self.position.fault is not None:
            return None
        self.take(self.model.text)
        self.editors.pop(game_key(self.model.game), None)
        return Pop()

    # -- display -------------------------------------------------------------------------------

    def view(self) -> Layout:
        model = self.model
        bar = self.bar(self.tr("position_editor.title"), self.tr(name_of(model.game.id)))
        board = self._grid() if isinstance(model.editing, GridEditing) else self._heaps()
        text = text_card(self.ui, model, self.position, self.and_refresh(model.type))
        beside, buttons = [self._mover_card(), text], _buttons(self.offered())

        def wide() -> Layout:
            side = Column(*beside, Flexible(), buttons)
            return Pad(Row(Flexible(Card(board, pad=20)), Box(side, PANEL), gap=24), 24, 20, 24, 24)

        def below(board: Layout) -> Layout:
            return Pad(Column(board, *beside, buttons), 24, 16, 24, 16)

        card = Card(Box(board, height=280), pad=16)
        return Column(bar, Flexible(FirstFit(wide(), lambda: Scroll(below(card)))), gap=0)

    def _sides(self) -> list[str]:
        return [self.tr(side) for side in side_words(self.model.game)]

    def _mover_card(self) -> Layout:
        let_move = self.and_refresh(self.model.let_move)
        mover = Segments(self._sides(), self.model.draft.mover, let_move, "mover")
        return Card(Box(mover, height=48), self.tr("position_editor.mover"))

    def _grid(self) -> Layout:
        """Return the grid, and the choice of the content to put down."""
        model, editing = self.model, self.model.editing
        assert isinstance(editing, GridEditing)
        (columns, _), letters = editing.shape(model.game), editing.letters(model.game)
        grid = EditGrid(
            model.draft,
            columns,
            self.position.faulty,
            model.content,
            letters,
            self.board_view,
            self.and_refresh(model.put),
        )
        hands = [1, 2, EMPTY]
        in_hand = Segments(
            [*self._sides(), self.tr("position_editor.away")],
            hands.index(model.content),
            self.and_refresh(lambda index: setattr(model, "content", hands[index])),
            "in_hand",
        )
        in_hand.called = self.tr("access.in_hand")
        hint = Label(self.tr("position_editor.hint", letters=", ".join(letters)), 14, quiet=True)
        return Column(Flexible(grid), Box(in_hand, height=48), hint, gap=12)

    def _heaps(self) -> Layout:
        """Return the board of the position, and a number field for every heap."""
        model, offered = self.model, self.offered()
        editing = model.editing
        assert isinstance(editing, HeapEditing)
        largest = editing.maximum(model.game)
        parts: list[Layout] = []
        for heap, size in enumerate(model.draft.cells):
            called = self.tr("position_editor.heap", n=heap + 1)
            name = Label(called, 14, quiet=True, middle=True)
            change = self.and_refresh(partial(model.put, heap))
            number = Stepper(size, 0, largest, change, f"heap{heap}")
            number.called = called
            mark = SmallIcon(Icon.WARNING, 18, fault=True) if heap in self.position.faulty else None
            parts.append(Column(Row(name, mark), Box(number, HEAP, 40), gap=2))
        if editing.heaps > 1:
            more = [NoShrink(offered.button(name)) for name in ("add_heap", "remove_heap")]
            parts.append(Column(Label(" ", 14), Row(*more, height=40), gap=2))
        state = self.position.state
        shown = None if state is None else BoardState(state)
        picture = BoardPicture(model.game, shown, whole=True) if shown else Column()
        board = Flexible(Box(picture, height=tx(140)))
        return Column(board, Wrap(*parts, gap=12), gap=16)


def text_card(
    ui: Ui, model: Editor, position: ReadPosition, typed: Callable[[str], None]
) -> Layout:
    """Return the position as text, and its fault."""
    fault = position.fault
    field = TextField(model.text, change=typed, key="text", faulty=fault is not None)
    words = ui.tr(f"position_editor.{'over' if position.over else 'sound'}")
    note = Label(words, 14, quiet=True) if fault is None else FieldFault(ui.tr(fault))
    return Card(Column(Box(field, height=44), note, gap=8), ui.tr("position_editor.text"))


def _buttons(offered: Commands) -> Layout:
    undo, redo, clear, begin = (offered.button(name) for name in ("undo", "redo", "clear", "begin"))
    pairs = [
        Row(Flexible(undo), Flexible(redo), height=44),
        Row(Flexible(clear), Flexible(begin), height=44),
    ]
    return Column(*pairs, Box(offered.button("use"), height=48), gap=8)
