"""Layout of the lab with its inspector: the panel beside the board, or around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from gui.inspector.frame import FrameForms
from gui.inspector.search_content import search_content
from gui.inspector.search_inspector import SearchViewModel
from gui.inspector.transport import BUTTONS, PREFIX, kept_buttons
from gui.kit.layout import Box, Column, FirstFit, Flexible, Guarded, Layout, Over, Row, px
from gui.lab.board import LabBoard
from gui.lab.callbacks import LabCallbacks
from gui.lab.cards import NEW_ONES, inspected_cost, looking_controls, looking_rows
from gui.lab.model import LabViewModel
from gui.lab.widgets import SmallBoard, StageArea
from gui.ui import Ui

LEFT = 440  # the column beside the panel of the search
SLIM = (440, 370, 300)  # the same where the panel scrolls
LOW_PANELS = 5  # the forms of the panel without plies, which a search has not


class LabInspectorPage:
    """The forms of the page; the parts of the panel outlive a build that shows the same step."""

    def __init__(
        self,
        view_model: LabViewModel,
        look: SearchViewModel,
        ui: Ui,
        callbacks: LabCallbacks,
        board: LabBoard,
    ) -> None:
        self._view_model, self._look = view_model, look
        self._ui, self._callbacks, self._board = ui, callbacks, board

    def layout(self) -> Layout:
        """Lay out the board beside the panel, or a small one inside it where space is short."""
        tall, lower, scrolled = self._panels()
        first = self._by_the_panel(low=False)
        low = cache(partial(self._by_the_panel, low=True))

        def shared(board: Layout, panel: Layout) -> Layout:
            return Row(Box(board, px(LEFT)), Flexible(panel), gap=24)

        return FirstFit(
            Guarded(first, lambda: shared(first, tall())),
            lambda: shared(low(), tall()),
            *(lambda form=form: shared(low(), form()) for form in lower),
            *scrolled,
        )

    def _panels(
        self,
    ) -> tuple[
        Callable[[], Layout], Sequence[Callable[[], Layout]], Sequence[Callable[[], Layout]]
    ]:
        """Return the panel beside the board, its lower forms, and those that scroll with a board.

        The last one has the board inside.
        """
        view_model, look = self._view_model, self._look
        ui, callbacks, commands = self._ui, self._callbacks, self._callbacks.commands(PREFIX)
        offers = commands.shown(*BUTTONS)
        moves = kept_buttons(commands, callbacks.keep)
        key = look, offers

        @cache
        def forms() -> FrameForms:
            do = callbacks.search
            return FrameForms(search_content(look, ui, do), ui, do, moves)

        @cache
        def small_board() -> Layout:
            board = SmallBoard(self._board.view, callbacks.move)
            return Over(board, StageArea(board))

        @cache
        def buttons() -> tuple[Layout, Layout]:
            *wider, narrow, _stacked = looking_rows(view_model, ui, callbacks)
            return FirstFit(*wider, narrow), narrow

        @cache
        def narrow_panel() -> Layout:
            return forms().beside_board(*buttons())

        def beside(width: int) -> Layout:
            return Row(Box(small_board(), px(width)), Flexible(narrow_panel()), gap=24)

        def with_board() -> Layout:
            return forms().with_board(small_board(), *buttons())

        def tall() -> Layout:
            return callbacks.keep("panel", key, lambda: forms().tall())

        @cache
        def low_forms() -> Sequence[Callable[[], Layout]]:
            _, _, with_three, with_two, *_, lowest = forms().compact()
            return with_three, with_two, *forms().wordy(), lowest

        def low(number: int) -> Layout:
            return callbacks.keep(f"low panel {number}", key, lambda: low_forms()[number]())

        look_button = callbacks.commands("cube_lab").shown("look")
        shown = key, view_model.choices, view_model.solvers, look_button

        def kept(name: str, make: Callable[[], Layout]) -> Layout:
            return callbacks.keep(name, shown, make)

        scrolled = [partial(kept, f"panel beside {each}", partial(beside, each)) for each in SLIM]
        lower = [partial(low, number) for number in range(LOW_PANELS)]
        return tall, lower, [*scrolled, partial(kept, "small panel", with_board)]

    def _by_the_panel(self, *, low: bool) -> Layout:
        """Lay out the board with its commands and, if it is not low, the cost of the search."""
        view_model, look, callbacks = self._view_model, self._look, self._callbacks
        commands = callbacks.commands("cube_lab")
        offered = commands.shown("look", *NEW_ONES, "solve")
        ui, over = self._ui, view_model.now.answer is None
        key = (view_model.choices, view_model.solvers, over, offered)
        make = partial(looking_controls, view_model, ui, callbacks)
        controls, board = (
            callbacks.keep("controls", key, make),
            Flexible(self._board.layout(low=low)),
        )
        if low:
            return Column(board, controls)
        cost = callbacks.keep("cost", look.frame, lambda: inspected_cost(look.frame, ui))
        return Column(board, Column(cost, controls))
