"""The card of a lesson: chapter and progress, text, answers, the way on; the check of a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from engine.messages import Message
from gui.kit import Button, ButtonKind, Icon, Label, Widget, icon
from gui.kit.accessible import AccessibleInfo, Role, sentences
from gui.kit.code import CodeBlock
from gui.kit.command import Commands
from gui.kit.fields import FieldFault
from gui.kit.forms import step_dots
from gui.kit.layout import (
    Box,
    Column,
    FirstFit,
    Flexible,
    Grouped,
    Layout,
    NoShrink,
    Over,
    Pad,
    Row,
    Scroll,
)
from gui.kit.popup import Popup
from gui.kit.widget import Size
from gui.lessons.step_state import AnswerVerdict, CardViewModel, Texts
from gui.lessons.writing import WritingModel
from gui.match.players import Plate
from gui.paint import card
from gui.theme import Colour, Palette, Theme, mix
from gui.ui import Ui

BAND = 4
SIGN = 14  # the side of the sign of an answer
SIGNS = {AnswerVerdict.RIGHT: Icon.CHECK, AnswerVerdict.WRONG: Icon.CROSS}
CHECKED = {None: AnswerVerdict.NONE, True: AnswerVerdict.RIGHT, False: AnswerVerdict.WRONG}
FOOT = 44
TICK, RING, SPACE = 18, 12, 26  # the sides of the signs of a verdict, and the room of one
WIDEST = 900  # of the popup with lines of Python
WORDS = 130  # the least height of the words of a card that stands alone, from step to step


def verdict_ink(colours: Palette, verdict: AnswerVerdict) -> Colour:
    """Return the colour of a verdict."""
    return colours.win if verdict is AnswerVerdict.RIGHT else colours.loss


def verdict_text(verdict: AnswerVerdict, tr: Callable[[str], str]) -> str:
    """Return a verdict in words, "" for none."""
    return tr(f"lessons.{verdict.value}") if verdict.value else ""


def joined(texts: Texts, tr: Callable[[Message], str]) -> str:
    """Return sentences one behind another."""
    return " ".join(map(tr, texts))


class CardBackground(Widget):
    """A card with a brass band at its left edge; a reader hears its name and its text."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__()
        self.name = name
        self.text = text

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.GROUP, self.name, note=self.text)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, rect = ui.theme, self.rect
        card(target, ui.brush, theme, rect)
        radius, band = theme.px(12), theme.px(BAND)
        clip = target.get_clip()
        target.set_clip(clip.clip(pygame.Rect(rect.x, rect.y, band, rect.h)))
        ui.brush.rounded(target, rect, radius, theme.colours.accent)
        target.set_clip(clip)


class CardTitle(Label):
    """The title of the step, a heading for a screen reader."""

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.HEADING, self.text)


class VerdictMark(Widget):
    """A tick or a cross, or a ring where nothing is known yet, with words behind it or alone."""

    def __init__(self, verdict: AnswerVerdict, spoken: str, text: str = "") -> None:
        super().__init__()
        self.verdict = verdict
        self.spoken = spoken
        self.text = text

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.TEXT, self.spoken)

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        return theme.tx(SPACE) + theme.width(self.text, 16, True), theme.line_height(16)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, rect = ui.theme, self.rect
        box = pygame.Rect(rect.x, 0, theme.tx(TICK), theme.tx(TICK))
        box.centery = rect.centery
        if self.verdict is AnswerVerdict.NONE:
            ring = box.inflate(-theme.tx(TICK - RING), -theme.tx(TICK - RING))
            ui.brush.rounded(target, ring, ring.w // 2, None, theme.colours.text2, 2)
            return
        ink = verdict_ink(theme.colours, self.verdict)
        target.blit(icon(ui.brush, SIGNS[self.verdict], box.w, ink), box)
        left = (rect.x + theme.tx(SPACE), rect.centery)
        theme.blit_text(target, self.text, 16, left, ink, bold=True)


class AnswerButton(Button):
    """An answer; its edge and the sign in its corner tell the verdict.

    Two lines leave the room of the sign free on both sides, so the verdict changes no line.
    """

    tells_at_focus = False  # it would cover the text, and the focused answer needs no other key

    def __init__(
        self, text: str, verdict: AnswerVerdict, action: Callable[[], None], key: str
    ) -> None:
        super().__init__(text, action, key=key)
        self.verdict = verdict

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Describe the answer with its verdict."""
        note = verdict_text(self.verdict, ui.tr)
        return AccessibleInfo(Role.BUTTON, self.words(), note=note, press=self.action)

    def inks(self, ui: Ui) -> tuple[Colour | None, Colour | None, Colour]:
        if self.verdict is AnswerVerdict.NONE:
            return super().inks(ui)
        c = ui.theme.colours
        ink = verdict_ink(c, self.verdict)
        ground = mix(mix(c.panel, ink, 0.14), c.hover, 0.3 * self.glow)
        return ground, ink, mix(c.text, ink, 0.35)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        super().draw(ui, target)
        theme, sign = ui.theme, SIGNS.get(self.verdict)
        if sign is not None:
            side, edge = theme.tx(SIGN), theme.tx(3)
            picture = icon(ui.brush, sign, side, verdict_ink(theme.colours, self.verdict))
            target.blit(picture, (self.rect.right - edge - side, self.rect.y + edge))

    def _lines(self, ui: Ui, width: int, bold: bool) -> Sequence[str]:
        if ui.theme.width(self.label, self.size, bold) <= width:
            return (self.label,)
        return super()._lines(ui, self.rect.w - self._around(ui.theme), bold)

    def _around(self, theme: Theme) -> int:
        return 2 * theme.tx(SIGN + 4)


# -- the layout ------------------------------------------------------------------------------------


def lesson_card(
    card: CardViewModel,
    ui: Ui,
    offered: Commands,
    pick: Layout | None,
    on_step: Callable[[int], None],
    name: str = "",
    *,
    alone: bool = False,
) -> Layout:
    """Lay out the card; `pick` stands in the place of the answers where a move is asked for.

    A screen reader calls it by `name`, else by the number of its step. One that stands `alone` is
    as high as its words, so that the answers stand below them.
    """
    tr = ui.tr
    count, dots, title = len(card.done), None, tr(card.title)
    if count:
        name = name or tr("lessons.spoken", n=card.at + 1, count=count, title=title)
        dots = NoShrink(step_dots(card.done, card.at, [*map(tr, card.titles)], on_step))
    chapter = f"{card.number}  {tr(card.chapter)}" if card.number else tr(card.chapter)
    head = Row(
        Flexible(Label(chapter, 14, quiet=True, maximum=1, middle=True)),
        dots,
        offered.button("lesson_leave", labelled=False, quiet=True),
        gap=8,
    )
    verdict = verdict_text(card.verdict, tr)
    mark = NoShrink(VerdictMark(card.verdict, verdict, verdict)) if verdict else None
    asked, text = joined(card.asked, tr), joined(card.text, tr)
    check = check_part(card.writing, ui) if card.writing is not None else None
    question = Label(asked, 14, quiet=True) if asked else None
    texts = Column(question, Label(text, 16), check and Pad(check, 0, 4, 0, 0), gap=6)
    title_row = Row(Flexible(CardTitle(title, 16, bold=True, maximum=2, middle=True)), mark, gap=8)
    answers = _answers(card, ui, offered) if card.answers else pick and Box(pick, height=FOOT)
    if card.writing is not None:
        answers = write_buttons(offered)
    if card.picks and answers is None:
        answers = Label(tr("lessons.on_board"), 14, quiet=True)
    foot = _foot(offered)

    def filled(words: Layout) -> Layout:
        panel = CardBackground(name or title, sentences((asked, verdict, text)))
        content = Column(head, title_row, words, answers, foot, gap=8)
        return Grouped(panel, Pad(content, 20, 8, 16, 14))

    padded = Pad(texts, 0, 2, 8, 2)
    scrolled = filled(Flexible(Box(Scroll(padded, "lesson"), height=FOOT)))
    if not alone:
        return scrolled
    return FirstFit(Box(filled(Box(padded, height=WORDS)), at=0), scrolled)


def _answers(card: CardViewModel, ui: Ui, offered: Commands) -> Layout:
    buttons = []
    for number, answer in enumerate(card.answers, start=1):
        name = f"answer_{number}"
        do = partial(offered.do, name)
        button = AnswerButton(ui.tr(answer.text), answer.verdict, do, name)
        # The hint of its key would cover the text of an answer that is given.
        button.tooltip = "" if card.asked else offered.shortcut(name)
        button.enabled = not card.waits
        buttons.append(Flexible(Box(button, height=FOOT)))
    return Row(*buttons, gap=8)


def _foot(offered: Commands) -> Layout:
    """Lay out the way back and on; between them what is needed or there, as icons without room."""
    sizes, commands = {"lesson_again": 16.0, "lesson_code": 14.0}, offered.made
    there = [name for name in sizes if name in commands and commands[name].enabled]

    def row(named: int) -> Layout:
        back, on = (offered.button(name) for name in ("lesson_back", "lesson_next"))
        icons = [
            offered.button(n, labelled=at < named, size=sizes[n]) for at, n in enumerate(there)
        ]
        middle = [NoShrink(Box(each, height=FOOT)) for each in icons]
        ends = [NoShrink(Box(each, height=FOOT, least_width=96)) for each in (back, on)]
        return Row(ends[0], *middle, Flexible(), ends[1], gap=8)

    return FirstFit(*(partial(row, count) for count in range(len(there), -1, -1)))


# -- a file that a person writes -------------------------------------------------------------------


def check_part(writing: WritingModel, ui: Ui) -> Layout:
    """Lay out the items of the check; the first that is wrong has its sentence."""
    tr = ui.tr
    saved = writing.note
    note = Label(tr(saved), 14, quiet=True, align=1, maximum=1) if saved is not None else None
    title = NoShrink(Label(tr(writing.title), 14, bold=True))
    lines: list[Layout] = []
    for item in writing.items:
        verdict = CHECKED[item.passed]
        mark = VerdictMark(verdict, verdict_text(verdict, tr) or tr("write.unknown"))
        name = Label(tr(item.name), 16, quiet=item.passed is None, middle=True)
        words = Column(name, Label(tr(item.text), 14) if item.text is not None else None, gap=2)
        lines.append(Row(NoShrink(Box(mark, at=0)), Flexible(words), gap=0))
    if writing.fault is not None:
        lines.append(FieldFault(tr(writing.fault)))
    content = Column(Row(title, Flexible(note) if note else None, gap=12), *lines, gap=2)
    return Over(Plate("table2"), Pad(content, 14, 8, 14, 8))


def check_news(writing: WritingModel, tr: Callable[[Message], str]) -> list[str]:
    """Return what a reader hears of a check: how much is right, and the first mistake."""
    texts = [writing.title, *(item.text for item in writing.items), writing.fault]
    return [] if writing.busy else [tr(text) for text in texts if text is not None]


def write_buttons(offered: Commands) -> Layout:
    """Lay out the way to a solution, and that to the file."""
    names = ("write_hint", "write_open")
    hint, file = (NoShrink(Box(offered.button(name), height=FOOT)) for name in names)
    return Row(hint, Flexible(), file, gap=8)


class CodePopup(Popup):
    """Lines of Python over the screen; a click on them copies them."""

    def __init__(
        self,
        ui: Ui,
        size: tuple[int, int],
        title: str,
        text: str,
        copy: Callable[[str], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(ui, modal=True)
        self.title = title
        tip = ui.tr("write.copy_tip")
        code = CodeBlock(text, numbers=False, copy=copy, tooltip=tip)
        buttons = Row(
            Flexible(Label(tip, 14, quiet=True, middle=True)),
            NoShrink(Button(ui.tr("write.close"), close, kind=ButtonKind.PRIMARY, key="close")),
            gap=12,
            height=FOOT,
        )
        self.show_centred(code, buttons, size, ui.theme.tx(WIDEST))
        self.widget_group.focus_key("close")
