"""The page of a lesson: its card and the stage side by side, or as two tabs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from gui.inspector import frame
from gui.kit import Icon, Label, Shortened, SmallIcon
from gui.kit.command import Commands
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    FixedHeight,
    Flexible,
    Layout,
    NoShrink,
    Pad,
    Row,
    Tabs,
    icon_only,
    px,
)
from gui.lessons.card import FOOT, VerdictMark, joined, lesson_card, verdict_text
from gui.lessons.step_state import CardViewModel
from gui.ui import Ui

COLUMN = 440  # the width of the column of the card
CARD = 340  # its height
WRITE_CARD = 456  # the same, with the check of a file
LOW_CARD = 300  # the same, with little or nothing above it
NARROWEST = 320  # the least width of what stands at the right of the card
ABOVE = 200  # the least height of the part above it
STRIP = 3  # the most lines of the text above a stage in a tab

Form = Callable[[], Layout]


@dataclass(frozen=True)
class Stage:
    """The parts of a step's screen: above the card, and at its right; in a tab it may be alone.

    `compact` stands for the part at the right in a tab.
    """

    above: Layout
    beside: Layout
    alone: bool = False
    compact: Layout | None = None

    def forms(self) -> list[Form]:
        """Return its forms in a tab, the wider first."""
        shown = self.compact or self.beside
        both = Row(Flexible(self.above, 2), Flexible(shown, 5), gap=24)
        return [*([] if self.alone else [lambda: both]), lambda: shown]


def lesson_page(
    card: CardViewModel,
    ui: Ui,
    offered: Commands,
    stage: Stage,
    forms: Sequence[Form],
    pick: Callable[[bool], Layout | None],
    on_step: Callable[[int], None],
    tabs: tuple[str, str],
    at: int,
    choose: Callable[[int], None],
    name: str = "",
) -> Layout:
    """Lay out card and stage; without room for both, tabs: the card, or the stage below a strip.

    Before that the card gets low, and the part at its right compact; where that may stand alone the
    part above the card goes. `pick` makes what stands in the place of answers, and is told whether
    the card is a tab, from where the board is out of sight. A strip stands over the first of the
    `forms` that fits. A screen reader calls the card by `name`, else by the number of its step.
    """

    def told(*, alone: bool = False) -> Layout:
        return lesson_card(card, ui, offered, pick(alone), on_step, name, alone=alone)

    def row(column: Layout, beside: Layout) -> Layout:
        shown = Flexible(Box(beside, least_width=NARROWEST))
        return Pad(Row(Box(column, COLUMN), shown, gap=24), 24, 20, 24, 24)

    def whole(height: float, beside: Layout) -> Layout:
        above = Flexible(FixedHeight(stage.above, px(ABOVE)))
        return row(Column(above, Box(told(), height=height), gap=16), beside)

    def low() -> Layout:
        if stage.alone:
            return row(Box(told(), height=LOW_CARD), stage.beside)
        return whole(LOW_CARD, stage.compact or stage.beside)

    def tabbed() -> Layout:
        first = Pad(told(alone=True), 0, 8, 0, 0)
        pages = (tabs[0], first), (tabs[1], lambda: below_strip(card, ui, offered, forms))
        return Pad(Tabs(*pages, at=at, choose=choose, key="lesson_tabs"), 24, 12, 24, 16)

    height = CARD if card.writing is None else WRITE_CARD
    return FirstFit(lambda: whole(height, stage.beside), low, tabbed)


def below_strip(card: CardViewModel, ui: Ui, offered: Commands, forms: Sequence[Form]) -> Layout:
    """Lay out the stage in the first of its forms that fits, below question or answer.

    The strip stands where the card is out of sight: it has the way back to it, and on.
    """
    text = Shortened(joined(card.brief, ui.tr), 14, maximum=STRIP, middle=True)
    verdict = verdict_text(card.verdict, ui.tr)
    mark = NoShrink(Box(VerdictMark(card.verdict, verdict, verdict), at=0.5)) if verdict else None
    ways = [offered.button("lesson_card", labelled=False)]
    if offered.made["lesson_next"].primary:
        word = offered.button("lesson_next")
        word.image = Icon.FORWARD
        ways.append(icon_only(word))
    for each in ways:
        each.tells_at_focus = False  # it would cover the end of the text
    buttons = (NoShrink(Box(each, height=FOOT)) for each in ways)
    strip = Row(mark, Flexible(text), *buttons, gap=12)
    return FirstFit(*(partial(_below, strip, form) for form in forms))


def _below(strip: Layout, form: Form) -> Layout:
    return Column(strip, Flexible(form()), gap=12)


def panel_stage(
    board: Layout,
    content: frame.FrameContent,
    ui: Ui,
    callbacks: frame.FrameCallbacks,
    moves: Layout,
) -> Stage:
    """Return the board and the panel of Look inside, which is compact in a tab."""
    forms = frame.FrameForms(content, ui, callbacks, moves)
    compact = forms.compact()
    return Stage(board, FirstFit(forms.tall(), compact), compact=compact)


def covered(ui: Ui) -> Layout:
    """Lay out the cover of a panel that would give the answer away."""
    lens = Row(Flexible(), SmallIcon(Icon.LENS, 48), Flexible())
    label = Label(ui.tr("lessons.veil"), 16, quiet=True, align=0.5)
    return Card(Column(Flexible(), lens, label, Flexible(), gap=12))
