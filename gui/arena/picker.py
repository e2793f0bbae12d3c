"""The pop-ups of the arena: a player to choose, a name to write."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.registry import BOTS
from gui.arena.choice import PLACE, PlayerChoice
from gui.kit import Button, Kind, Label, Segments, TextField
from gui.kit.fields import FieldFault
from gui.kit.forms import number_row, slider_values
from gui.kit.layout import Box, Column, Fill, Fit, Grid, Layout, Pad, Row, Scroll, Whole, tx
from gui.kit.popup import Popup
from gui.theme import Theme
from gui.ui import Ui

LARGEST_SLIDER = 100_000
NUMBER = 110  # the width of the field of a number
WIDEST = 620


def _one_line(label: str) -> Callable[[Theme], int]:
    return lambda theme: theme.width(label, 16, True) + theme.px(20)


class PlayerPopup(Popup):
    """A kind, its strength by slider, a text only behind Advanced; `take` gets the player."""

    def __init__(
        self,
        ui: Ui,
        size: tuple[int, int],
        choice: PlayerChoice,
        title: str,
        take: Callable[[str], None],
    ) -> None:
        super().__init__(ui, modal=True)
        self.choice = choice
        self.title = title
        self.take = take
        self.size = size
        self._show()
        self.desk.focus_key(f"kind {choice.spec.kind}", ring=False)

    def _after(self, change: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            change()
            self._show()

        return run

    def _show(self) -> None:
        """The panel anew, as high as the window allows: what it holds changes with the kind."""
        theme = self.ui.theme
        width = min(self.size[0] - theme.px(32), theme.tx(WIDEST))
        body = self._body()
        heading = Label(self.title, 22, bold=True, maximum=1)
        foot = self._buttons()
        rest = Column(heading, foot, gap=16).measure(self.ui, width - 2 * theme.px(24))[1]
        wanted = body.measure(self.ui, width - 2 * theme.px(24))[1]
        high = min(rest + wanted + 2 * theme.px(24) + theme.px(16), self.size[1] - 8)
        self.rect = pygame.Rect(0, 0, width, max(high, self.rect.h if self.rect.w else 0))
        self.rect.h = min(self.rect.h, self.size[1] - 8)
        self.rect.center = (self.size[0] // 2, self.size[1] // 2)
        self.show(Pad(Column(heading, Fill(Scroll(body, "picker")), foot), 24))

    def _body(self) -> Layout:
        choice, tr = self.choice, self.ui.tr
        buttons = [
            Box(
                Button(
                    tr(f"player.{kind}.name"),
                    self._after(lambda kind=kind: choice.choose(kind)),  # type: ignore[misc]
                    on=kind == choice.spec.kind,
                    key=f"kind {kind}",
                ),
                least_width=_one_line(tr(f"player.{kind}.name")),
            )
            for kind in choice.kinds
        ]

        def two_lines(theme: Theme) -> int:
            return 2 * theme.line_height(14)

        sentence = Label(tr(f"player.{choice.spec.kind}.sentence"), 14, quiet=True)
        return Column(
            Grid(*buttons, columns=4),
            Box(sentence, height=two_lines),
            self._forms(),
            self._number(),
            self._advanced(),
            gap=10,
        )

    def _forms(self) -> Layout | None:
        forms = self.choice.forms()
        if not forms:
            return None
        texts = [text for _, text in forms]
        now = texts.index(self.choice.spec.text) if self.choice.spec.text in texts else 0
        labels = [self.ui.tr(key) for key, _ in forms]

        def pick(index: int) -> None:
            self.choice.take_form(texts[index])
            self._show()

        usual, small = (Segments(labels, now, pick, "form", size=size) for size in (16, 14))
        return Box(Fit(usual, small), height=48)

    def _number(self) -> Layout | None:
        """Its strength; of a sweep the budgets stand in a field of their own."""
        choice, spec = self.choice, self.choice.spec
        entry = BOTS.get(spec.kind)
        if choice.swept or entry is None or entry.number is None or spec.number is None:
            return None
        values = slider_values(
            entry.number.low, min(entry.number.high, LARGEST_SLIDER), entry.logarithmic
        )

        def change(text: str) -> None:
            choice.set_number(text)
            self._show()

        typed = None if choice.advanced else choice.typed
        row = number_row(
            self.ui, values, spec.number, change, ("slider", "number"), width=NUMBER, typed=typed
        )
        label = Label(self.ui.tr(f"player.{spec.kind}.number"), 16, middle=True)
        fault = FieldFault(self.ui.tr(choice.fault)) if choice.fault and typed else None
        both = Fit(Row(Whole(label), Fill(row), gap=16), Column(label, row, gap=tx(2)))
        return Column(both, fault, gap=4)

    def _advanced(self) -> Layout:
        choice, tr = self.choice, self.ui.tr

        def toggle() -> None:
            choice.advanced = not choice.advanced

        button = Button(
            tr("arena.advanced"),
            self._after(toggle),
            kind=Kind.QUIET,
            on=choice.advanced,
            key="advanced",
            size=14,
        )
        if not choice.advanced:
            return Row(button)

        def commit(text: str) -> None:
            choice.type_text(text)
            self._show()

        text = choice.text if choice.typed is None else choice.typed
        faulty = choice.fault is not None
        field = TextField(text, commit=commit, key="code", faulty=faulty)
        fault = FieldFault(tr(choice.fault)) if choice.fault is not None else None
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
        okay = Button(tr("arena.take"), done, kind=Kind.PRIMARY, enabled=able, key="take")
        return Row(Fill(), Whole(cancel), Whole(okay), height=44)


class NamePopup(Popup):
    """A name in a field; Enter and the button keep it, Esc drops it."""

    def __init__(
        self,
        ui: Ui,
        size: tuple[int, int],
        title: str,
        name: str,
        take: Callable[[str], None],
    ) -> None:
        super().__init__(ui, modal=True)
        self.name = name
        self.take = take

        def typed(text: str) -> None:
            self.name = text

        field = TextField(name, change=typed, confirm=self._done, key="name")
        cancel = Button(ui.tr("gui.cancel"), self._leave, key="cancel")
        okay = Button(ui.tr("arena.keep_name"), self._done, kind=Kind.PRIMARY, key="take")
        buttons = Row(Fill(), Whole(cancel), Whole(okay), height=44)
        heading = Label(title, 22, bold=True, maximum=1)
        self.show_centred(
            Pad(Column(heading, Box(field, height=44), buttons), 24), size, ui.theme.tx(480)
        )
        self.desk.focus_key("name", ring=False)

    def _leave(self) -> None:
        self.closed = True

    def _done(self) -> None:
        if self.name.strip():
            self.closed = True
            self.take(self.name.strip())
