"""The tall panel: title and verdict, strip, phases, sentence, picture, table, transport."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property, partial
from typing import Any

from gui.inspector.playback import Playback, PlaybackState
from gui.inspector.scrubber import Scrubber
from gui.inspector.transport import (
    speed_forms,
    transport,
    transport_commands,
    transport_row,
)
from gui.kit import Icon, IconButton, Label, Segments, Sentence, Shortened, Spinner
from gui.kit.command import AndRefresh, Command
from gui.kit.layout import (
    NOTHING,
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Guarded,
    Layout,
    LowestFits,
    NoShrink,
    Pad,
    Row,
    Scroll,
    tx,
)
from gui.kit.text_wrap import two_lines
from gui.shortcuts import Action
from gui.theme import Theme
from gui.ui import Ui

TITLE = 32
SENTENCE = 48  # two lines are always reserved, so that nothing moves from step to step
LINE = 24  # the height of a line of the sentence, or a little more
SMALL = 14  # the size of its letters where three lines of usual ones have no room
LEAST_PICTURE = 240
LEAST_ABOVE_TABLE = 160
SCROLLED_PICTURE = 220  # height of the picture where the whole panel scrolls
LEAST_PAGE = 120
LEAST_BODY = 190  # the same below the plies, which leave to a page without a picture first
LEAST_COMPACT = 92
LEAST_ROWS = 160  # the same of rows that scroll, below more words than need be
THUMBNAIL, LEAST_THUMBNAIL = 200, 176
WIDER = (2.0, 1.7, 1.4, 1.2)  # the widths of a thumbnail of heaps, as shares of the usual one
LEAST_WORDS = 420  # the least width of the words beside it
LEAST_TITLE = 190  # minimum width beside the buttons of the board
LEAST_SHORT_TITLE = 110  # the same where two lines of the short title must do
LEAST_SMALL_TITLE = 84  # the same where it has small letters
LEAST_SEEN = 90  # the least height of the picture in sight below the thumbnail
LEAST_STRIP = 240  # minimum width beside the verdict
PAGES = "picture", "table"
FIGURES = 1  # the page of the table
LEAST_MOMENT, LEAST_PLACE = 190, 110  # widths of texts that would else take many lines


class FootSize(Enum):
    """The sizes of the bar below the picture."""

    WHOLE = auto()
    SHORT = auto()  # two lines of text at most
    ROW = auto()  # buttons and scrubber in one row, without text


@dataclass(frozen=True)
class FrameCallbacks:
    """Callbacks of the panel around its picture."""

    close: Callable[[], None]
    scrub: Callable[[float], None]  # seeks to a fraction (0 to 1) of the recording
    step: Callable[[int], None]  # goes one step forward, or back if negative
    set_speed: Callable[[int], None]  # by its index
    choose_page: Callable[[int], None]  # shows another page of the panel


@dataclass(frozen=True)
class StepContent:
    """The parts of the current step."""

    picture: Layout
    table: Layout | None
    said: str
    phases: Layout | None  # or the pages of the picture
    with_legend: Layout | None  # the phases where there is room for their legend
    table_first: bool = False  # the table stands above the picture
    long: bool = False  # the picture is rows of text, which may scroll beside the board
    wordy: bool = False  # the sentence often has three lines


@dataclass(frozen=True)
class FrameContent:
    """The parts of the panel, built once for every layout variant."""

    title: str
    short_title: str  # for a title without room
    ends: tuple[Layout, ...]  # the buttons before Close
    verdict: Layout | None
    strip: Layout | None
    step: StepContent | None
    body: Layout | None  # in place of the picture; None if there is one
    small_body: Layout | None  # the same where there is little height
    playing: PlaybackState | None
    page: int  # picture or table, where they do not fit together


def playback_commands(playback: Playback[Any, Any], do: AndRefresh) -> Mapping[str, Command]:
    """Return the buttons and keys of the transport; `do` wraps a change with a refresh."""
    changes = {
        "to_start": playback.first,
        "step_back": playback.back,
        "run": playback.play,
        "step_on": playback.on,
        "to_end": playback.last,
    }
    runs = {name: do(change) for name, change in changes.items()}
    if playback.ready:
        return transport_commands(runs, playback.moment, playback.end, playback.running)
    commands = transport_commands(runs, 0, 0, False)  # no step to go to yet
    return {**commands, "run": replace(commands["run"], primary=False)}


def waiting() -> Layout:
    """Lay out what stands in place of a picture until there is a recording."""
    wait = Row(Flexible(), Box(Spinner("inspector_busy"), 40, 40), Flexible())
    return Column(Flexible(), wait, Flexible())


# -- the panel -------------------------------------------------------------------------------------


class FrameForms:
    """The forms of the panel; they share their parts, so that each is made and measured once.

    `moves` are the buttons of the transport, which a screen keeps while it offers the same ones.
    """

    def __init__(
        self, content: FrameContent, ui: Ui, callbacks: FrameCallbacks, moves: Layout
    ) -> None:
        self._content, self._ui, self._callbacks, self._moves = content, ui, callbacks, moves

    def tall(self) -> Layout:
        """Lay out the panel beside the board."""
        content, step, title = self._content, self._content.step, self._title()
        if step is None:
            return _card(title, content.strip, Flexible(content.body))
        return _card(
            title,
            content.strip,
            step.with_legend,
            Flexible(_said_and_picture(step)),
            None if step.table_first else step.table,
            self._foot(FootSize.WHOLE),
        )

    def compact(self) -> list[Callable[[], Layout]]:
        """Return forms beside or below the board where large letters leave less room.

        Picture and table are pages. Words give way to them: the second form has no plies, the last
        ones no text of the moment and no margins either. With and without plies the sentence first
        has room for a third line; above rows, which may scroll, and with a panel that says much,
        which takes it from the picture, also in the lowest form.
        """
        step, strips = self._content.step, (self._content.strip, None)
        usual = [partial(self._usual, strip, lines) for strip in strips for lines in (3, 2)]
        if step is not None and step.wordy:
            usual.insert(3, partial(self._usual, None, 3, LINE))
        more = step is not None and (step.long or step.wordy)
        return [*usual, *(partial(self._low, lines) for lines in ((3, 2) if more else (2,)))]

    def wordy(self) -> Sequence[Callable[[], Layout]]:
        """Return the lowest forms with a third line of the sentence, above figures without much.

        The second has no verdict: it stands for a result that the picture shows.
        """
        return [partial(self._low, 3), partial(self._low, 3, SMALL, verdict=False)]

    def _usual(self, strip: Layout | None, lines: int, given: float = 0) -> Layout:
        """Lay out a form whose picture has `given` some of its height to the sentence."""
        parts = self._below_title(lines + self._more, strip)
        picture = self._picture(LEAST_PICTURE - LINE * self._more - given)
        return _card(self._short_title, *parts, *picture)

    def _low(self, lines: int = 2, size: int = 16, *, verdict: bool = True) -> Layout:
        title = self._short_title if verdict else self._title_in_a_row(None)
        if self._content.step is None:
            return _tight(title, *self._below_title(lines))
        page, least = self._pages[1], LEAST_COMPACT - LINE * self._more
        if self._content.step.long:
            page = LowestFits(FirstFit(page, Scroll(page, "figures")))
            least = LEAST_ROWS if lines > 2 else LEAST_COMPACT
        elif self._content.step.wordy and lines > 2:
            least = LEAST_PICTURE
        picture = Flexible(Box(page, height=least))
        parts = self._below_title(lines + self._more, size=size)
        return _tight(title, *parts, picture, self._row_foot)

    @property
    def _more(self) -> int:
        """The lines that the sentence gets from figures, which need less height than a picture."""
        step = self._content.step
        return int(self._content.page == FIGURES or (step is not None and step.long))

    def _below_title(
        self, lines: int, strip: Layout | None = None, size: int = 16
    ) -> Sequence[Layout | None]:
        """Return the parts of the compact forms between title and picture."""
        content, step = self._content, self._content.step
        if step is None:
            least = LEAST_PAGE if strip is None else LEAST_BODY
            return [strip, Flexible(Box(Row(Flexible(content.small_body)), height=least))]

        def high(theme: Theme) -> int:
            if size == SMALL:
                return lines * theme.line_height(size)
            return theme.tx(SENTENCE + LINE * (lines - 2))

        sentence = Box(Sentence(step.said, size, lines, "sentence"), height=high)
        return [strip, step.phases, sentence, self._pages[0]]

    def _picture(self, least: float) -> Sequence[Layout | None]:
        if self._content.step is None:
            return ()
        return Flexible(Box(self._pages[1], height=least)), self._foot(FootSize.SHORT)

    def with_board(
        self, board: Layout, buttons: Layout, narrow: Layout, across: float = 1.0
    ) -> Layout:
        """Lay out the panel at full width: the board is a thumbnail, picture and table are pages.

        Height is scarce here: every small part shares its row with another. Where all of it
        scrolls, the picture comes before the plies, and the buttons, in their `narrow` form, beside
        the title; where it would be out of sight, it comes before board and sentence too. A board
        that is `across` times as wide as high gets the width that the words leave.
        """
        content, step, title = self._content, self._content.step, self._title(buttons)
        strip, small = content.strip, Box(board, _thumbnail, _thumbnail, at=0)

        def beside(*parts: Layout | None) -> Layout:
            """Lay out the widest board that leaves the words their room, with parts beside it."""
            column = Column(*parts, gap=8)
            lengths = (partial(_wider, fraction) for fraction in WIDER if fraction <= across)
            wider = (
                Row(
                    Box(board, length, _thumbnail, at=0),
                    Flexible(Box(column, least_width=LEAST_WORDS)),
                    gap=16,
                )
                for length in lengths
            )
            return FirstFit(*wider, Row(small, Flexible(column), gap=16))

        if step is None:
            body = content.small_body
            assert body is not None
            parts = FirstFit(Row(small, Flexible(body), gap=16), body)
            return _tight(title, strip, Flexible(parts))
        plies: Layout | None = strip
        if strip is not None and content.verdict is not None:
            verdict = NoShrink(content.verdict)
            together = Row(Flexible(Box(strip, least_width=LEAST_STRIP)), verdict, gap=16)
            plies = FirstFit(together, strip)
        (names, page), foot = self._pages, self._row_foot

        def scrolled() -> Layout:
            # Nothing scrolls within what scrolls, and a longer sentence would hide the picture.
            most = 5 if names is None and step.phases is None else 3  # as high as the thumbnail
            sentence = Shortened(step.said, 14, maximum=most, key="sentence")
            phased = Column(step.phases, beside(sentence, names), gap=6)
            above = FirstFit(beside(step.phases, sentence, names), phased)
            shown = Box(page, height=SCROLLED_PICTURE)
            first = Column(above, shown, plies, gap=6)
            pictured = Column(step.phases, shown, names, beside(sentence), plies, gap=6)
            bodies = [Scroll(Pad(each, 0, 0, 12, 0), "inspector") for each in (first, pictured)]
            seen = Box(bodies[0], height=lambda theme: _thumbnail(theme) + theme.tx(LEAST_SEEN))
            return _tight(self._head(narrow, title), Flexible(FirstFit(seen, bodies[1])), foot)

        sentence = Flexible(Box(Scroll(Label(step.said, 14, key="sentence")), height=tx(58)))
        usual = beside(step.phases, sentence, names)
        return FirstFit(
            _tight(title, plies, usual, Flexible(Box(page, height=LEAST_PAGE)), foot), scrolled
        )

    def beside_board(self, buttons: Layout, narrow: Layout) -> Layout:
        """Lay out the panel beside a board where all between title and transport must scroll."""
        content, step, head = self._content, self._content.step, self._title(buttons)
        if step is None:
            body = content.small_body
            assert body is not None
            return _tight(head, content.strip, Flexible(Scroll(body, "inspector")))
        names, page = self._pages
        sentence = Shortened(step.said, 14, maximum=5, key="sentence")
        shown = Box(page, height=SCROLLED_PICTURE)

        def scrolled(*parts: Layout | None) -> Layout:
            return Scroll(Pad(Column(*parts, gap=6), 0, 0, 12, 0), "inspector")

        above = step.phases, sentence, names
        seen = Column(*above, Box(NOTHING, height=tx(LEAST_SEEN)), gap=6)
        body = FirstFit(
            Guarded(seen, lambda: scrolled(*above, shown)),
            lambda: scrolled(step.phases, shown, names, sentence),
        )
        least = Flexible(Box(body, height=tx(LEAST_PAGE)))
        return _tight(self._head(narrow, head), content.strip, least, self._row_foot)

    def bare(self, scrolls: bool) -> Layout:
        """Lay out title, picture and transport, for a lesson that tells the rest by itself."""
        title = Label(self._content.title, 14, bold=True, maximum=2)
        if self._content.step is None:
            return self._low()
        page = self._pages[1]
        lowest = LowestFits(page) if isinstance(page, FirstFit) else page
        shown: Layout = Box(lowest, height=LEAST_COMPACT)
        if scrolls:
            shown = Scroll(Box(page, height=SCROLLED_PICTURE), "inspector")
        return _tight(title, Flexible(Box(shown, height=LEAST_SEEN)), self._row_foot)

    def _head(self, buttons: Layout, title: Layout) -> Layout:
        """Lay out the short title beside the buttons of the board, else the `title` with them."""
        short, ends = self._content.short_title, self._ends

        def named(size: int, least: Callable[[Theme], int]) -> Layout:
            words = Shortened(short, size, bold=True, maximum=2 if size > 12 else 3, middle=True)
            return Row(Flexible(Box(words, least_width=least)), buttons, *ends, gap=4)

        def whole(theme: Theme) -> int:
            least = two_lines(theme, short, 14, bold=True)
            return max(theme.tx(LEAST_SHORT_TITLE), least)

        return FirstFit(named(14, whole), named(12, tx(LEAST_SMALL_TITLE)), title)

    # -- parts -------------------------------------------------------------------------------------

    @cached_property
    def _pages(self) -> tuple[Layout | None, Layout]:
        """The tabs of picture and table, and the selected page."""
        step, tr = self._content.step, self._ui.tr
        assert step is not None
        if step.table is None:
            return None, step.picture
        texts, chosen = [tr(f"inspector.page.{page}") for page in PAGES], self._content.page
        usual, small = (
            Segments(texts, chosen, self._callbacks.choose_page, "inspector_pages", size=size)
            for size in (16, 14)
        )
        return FirstFit(usual, small), Scroll(step.table, "figures") if chosen else step.picture

    @cached_property
    def _ends(self) -> tuple[Layout, ...]:
        """The buttons at the end of the title."""
        tip, key = self._ui.tr("inspector.close"), self._ui.keys.label(Action.BACK)
        close = IconButton(Icon.CROSS, "close_look", self._callbacks.close, tip, key)
        return (*self._content.ends, close)

    def _title(self, buttons: Layout | None = None) -> Layout:
        """Lay out the title with the verdict or the buttons of the board beside it."""
        size, ends = 16 if buttons is None else 14, self._ends
        title = Label(self._content.title, size, bold=True, maximum=3, middle=True)
        if buttons is not None:
            named = Box(title, least_width=tx(LEAST_TITLE))
            beside = Row(Flexible(named), NoShrink(buttons), *ends, gap=4)
            return FirstFit(beside, Column(Row(Flexible(title), *ends, gap=4), buttons, gap=0))
        bare = Row(Flexible(title), *ends, gap=4)
        if self._content.verdict is None:
            return bare
        verdict = NoShrink(self._content.verdict)
        beside = Row(NoShrink(title), Flexible(), verdict, *ends, gap=4)

        def below() -> Layout:
            return Column(bare, Row(Flexible(), verdict), gap=0)

        return FirstFit(beside, below, bare)

    @cached_property
    def _short_title(self) -> Layout:
        """The title and the verdict in one row."""
        return self._title_in_a_row(self._content.verdict)

    def _title_in_a_row(self, verdict: Layout | None) -> Layout:
        """Lay out the title in one row, with the short one where the words do not fit."""
        content, ends = self._content, self._ends
        at_end = None if verdict is None else NoShrink(verdict)
        rows = [
            Row(NoShrink(Label(text, 16, bold=True, middle=True)), Flexible(), at_end, *ends)
            for text in (content.title, content.short_title)
        ]
        short = content.short_title
        large, small = (
            Shortened(short, size, bold=True, maximum=2, middle=True) for size in (16, 14)
        )
        whole = Box(large, least_width=lambda theme: two_lines(theme, short, 16, bold=True))
        title = FirstFit(Row(Flexible(whole), *ends), Row(Flexible(small), *ends))
        return FirstFit(*rows, Column(title, verdict, gap=0))

    @cached_property
    def _row_foot(self) -> Layout | None:
        return self._foot(FootSize.ROW)

    def _foot(self, size: FootSize) -> Layout | None:
        playing, ui, callbacks = self._content.playing, self._ui, self._callbacks
        if playing is None:
            return None
        scrubber = Scrubber(
            playing.fraction,
            playing.lanes,
            playing.marks,
            callbacks.scrub,
            callbacks.step,
            ui.tr("inspector.scrub_tip"),
        )
        scrubber.enabled = playing.ready
        if size is FootSize.ROW:
            return transport_row(self._moves, scrubber)
        texts = [ui.tr(text) for text in playing.place]
        lines: list[Layout]
        if size is FootSize.SHORT:
            least, lines = LEAST_PLACE, [Shortened(texts[0], 14, maximum=2, middle=True)]
        else:
            least = LEAST_MOMENT
            lines = [Label(text, 14, quiet=bool(number)) for number, text in enumerate(texts)]
        return transport(
            self._moves,
            scrubber,
            Box(Column(*lines, gap=0), least_width=least, at=0.5),
            speed_forms(
                ui,
                playing.speeds,
                playing.speeds[playing.speed],
                callbacks.set_speed,
                "inspector_speed",
            ),
        )


def _said_and_picture(step: StepContent) -> Layout:
    """Lay out sentence and picture; they need the same height for a sentence of 1 to 3 lines.

    So the steps of a decision do not alternate between two forms of the panel.
    """
    least = LEAST_PICTURE if step.table is None else LEAST_ABOVE_TABLE
    sentence = Box(Sentence(step.said, 16, 3, "sentence"), height=SENTENCE)
    picture = Flexible(Box(step.picture, height=least))
    above = step.table if step.table_first else None
    parts = Column(sentence, above, picture, gap=tx(8))
    return parts if above is not None else Box(parts, height=SENTENCE + LINE + 8 + least)


def _thumbnail(theme: Theme) -> int:
    """Return the side of the thumbnail, legible in a small window and larger in a large one."""
    return max(LEAST_THUMBNAIL, theme.px(THUMBNAIL))


def _wider(fraction: float, theme: Theme) -> int:
    return round(_thumbnail(theme) * fraction)


def _card(*parts: Layout | None) -> Layout:
    return Card(Column(*parts, gap=8), pad=12, inner=20, foot=12)


def _tight(*parts: Layout | None) -> Layout:
    """Lay out the same parts with every spare pixel of height for the picture."""
    return Card(Column(*parts, gap=6), pad=4, inner=12, foot=4)
