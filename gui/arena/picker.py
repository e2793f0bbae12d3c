"""The popup of the arena in which a player is chosen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gui.arena.choice import PLACE, TEXT, ArenaChoice
from gui.kit import Button, ButtonKind, Label, TextField
from gui.kit.fields import FieldFault
from gui.kit.layout import Box, Column, Flexible, Layout, NoShrink, Row
from gui.kit.popup import Popup
from gui.own.bots import OwnActions
from gui.players.choice import YOURS, usual_text
from gui.players.controls import (
    constant_choice,
    form_choice,
    group_choice,
    kind_buttons,
    kind_sentence,
    number_choice,
)
from gui.ui import Ui

LARGEST_SLIDER = 100_000
COLUMNS = 4  # of kinds
WIDEST = 620


class PlayerPopup(Popup):
    """Popup of a player: its kind, a slider of its strength, text behind Advanced; calls `take`."""

    def __init__(
        self,
        ui: Ui,
        size: tuple[int, int],
        choice: ArenaChoice,
        title: str,
        take: Callable[[str], None],
        own: OwnActions | None = None,
    ) -> None:
        super().__init__(ui, modal=True)
        self.own = None if choice.swept else own
        self.choice = choice
        self.title = title
        self.take = take
        self.size = size
        self._show()
        first = "own" if choice.group == YOURS else f"kind {choice.spec.kind}"
        self.widget_group.focus_key(first, ring=False)

    def _after(self, change: Callable[..., object]) -> Callable[..., None]:
        def run(*values: object) -> None:
            change(*values)
            self._show()

        return run

    def refresh(self) -> None:
        """Show the own bots again, whose files have changed."""
        if self.choice.group == YOURS and self.own is not None:
            self._choose_own(self.own, self.choice.text)
            self._show()

    def _show(self) -> None:
        """Rebuild the panel: its content depends on the kind."""
        widest = self.ui.theme.tx(WIDEST)
        self.show_centred(self._body(), self._buttons(), self.size, widest)

    def _body(self) -> Layout:
        """Return the controls; a sweep has its budgets in a field of the experiment."""
        ui, choice, after = self.ui, self.choice, self._after
        own = self.own
        if own is not None and choice.group == YOURS:
            listed = own.files.entries(choice.game)
            choose = after(partial(self._choose_own, own))
            # A new bot is asked for in the place of this popup, and becomes the player.
            new = partial(own.new, self.take)
            yours = own.choice(listed, choice.text, choose, "", new=new)
            return Column(self._groups(), yours, self._advanced() if listed else None, gap=10)
        kinds = choice.kinds if own is None else choice.kinds_of(choice.group)
        buttons = (ui, choice.spec.kind, kinds, choice.game, after(choice.choose), COLUMNS, "kind")
        return Column(
            None if own is None else self._groups(),
            kind_buttons(*buttons),
            kind_sentence(ui, choice, choice.game),
            form_choice(ui, choice, choice.forms(choice.game), after, "form"),
            None if choice.swept else number_choice(ui, choice, after, "", LARGEST_SLIDER),
            constant_choice(ui, choice, after, ""),
            self._advanced(),
            gap=10,
        )

    def _groups(self) -> Layout:
        show = self._after(self._show_group)
        return Row(Box(group_choice(self.ui, self.choice, show, "groups"), height=40))

    def _show_group(self, group: str) -> None:
        assert self.own is not None
        choice = self.choice
        listed = self.own.files.players(choice.game) if group == YOURS else choice.kinds_of(group)
        choice.show_group(group, usual_text(listed[0]) if listed else "")

    def _choose_own(self, own: OwnActions, player: str) -> None:
        """Choose a file; one that cannot play has its fault in the list."""
        if player != self.choice.text:
            self.choice.take(player)
        self.choice.faults.pop("game", None)
        fault = own.files.fault_of(player, self.choice.game)
        if fault is not None:
            self.choice.faults["game"] = fault

    def _advanced(self) -> Layout:
        choice, tr = self.choice, self.ui.tr

        button = Button(
            tr("arena.advanced"),
            self._after(choice.show_text),
            kind=ButtonKind.QUIET,
            on=choice.advanced,
            key="advanced",
            size=14,
        )
        if not choice.advanced:
            return Row(button)

        text, message = choice.typed.get(TEXT, choice.text), choice.faults.get(TEXT)
        faulty = message is not None
        field = TextField(text, commit=self._after(choice.type_text), key="code", faulty=faulty)
        fault = FieldFault(tr(message)) if message is not None else None
        hint = tr("arena.template_hint" if choice.swept else "arena.code_hint", place=PLACE)
        return Column(Row(button), Box(field, height=44), fault, Label(hint, 14, quiet=True), gap=4)

    def _buttons(self) -> Layout:
        tr, choice = self.ui.tr, self.choice

        def done() -> None:
            if choice.fault is None:
                self.closed = True
                self.take(choice.text)

        def leave() -> None:
            self.closed = True

        cancel = Button(tr("gui.cancel"), leave, key="cancel")
        able = choice.fault is None
        okay = Button(tr("arena.take"), done, kind=ButtonKind.PRIMARY, enabled=able, key="take")
        return Row(Flexible(), NoShrink(cancel), NoShrink(okay), height=44)
