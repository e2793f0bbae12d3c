"""The tall panel: title and verdict, strip, phases, sentence, picture, table, transport."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from gui.inspector.playback import Playback
from gui.inspector.transport import Scrubber, beside_speed
from gui.kit import Icon, IconButton, Label, Segments, Sentence, Shortened, Spinner
from gui.kit.command import AndRefresh, Command
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
    Scroll,
    tx,
)
from gui.shortcuts import Action
from gui.ui import Ui

SENTENCE = 48  # two lines are always reserved, so that nothing moves from step to step
LINE = 24  # the height of a line of the sentence, or a little more
LEAST_PICTURE = 240
LEAST_ABOVE_TABLE = 160
LEAST_COMPACT = 190  # the same in the compact form, which scrolls
PAGES = "picture", "table"

LEAST_MOMENT = 190  # the width of a text that would else take many lines
LEAST_SCRUBBER = 100


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
    legend: Layout | None = None  # beside the phases
    table_first: bool = False  # the table stands above the picture


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
    playing: Playback[Any, Any] | None
    page: int  # picture or table, where they do not fit together


def playback_commands(playback: Playback[Any, Any], do: AndRefresh) -> Mapping[str, Command]:
    """Return the buttons and keys of the transport; `do` wraps a change with a refresh."""
    ready = playback.ready
    at, last = (playback.moment, playback.end) if ready else (0, 0)  # or no step to go to yet
    playing = ready and playback.running
    run, text = (Icon.PAUSE, "hold") if playing else (Icon.PLAY, None)
    listed = (
        Command("to_start", do(playback.first), Icon.FIRST, at > 0),
        Command("step_back", do(partial(playback.step, -1)), Icon.PLAY_BACK, at > 0),
        Command("run", do(playback.play), run, last > 0, primary=ready, text=text),
        Command("step_on", do(partial(playback.step, 1)), Icon.PLAY, at < last),
        Command("to_end", do(playback.last), Icon.LAST, at < last),
    )
    return {command.id: command for command in listed}


def waiting() -> Layout:
    """Lay out what stands in place of a picture until there is a recording."""
    wait = Row(Flexible(), Box(Spinner("inspector_busy"), 40, 40), Flexible())
    return Column(Flexible(), wait, Flexible())


# -- the panel -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FrameForms:
    """The two forms of the panel, which share their parts; `moves` are the transport's buttons."""

    content: FrameContent
    ui: Ui
    callbacks: FrameCallbacks
    moves: Layout

    def tall(self) -> Layout:
        """Lay out the panel beside the board."""
        content, step, title = self.content, self.content.step, self._title(self.content.title)
        if step is None:
            return _card(title, content.strip, Flexible(content.body))
        return _card(
            title,
            content.strip,
            _phases(step),
            Flexible(_said_and_picture(step)),
            None if step.table_first else step.table,
            self._foot(),
        )

    def compact(self) -> Layout:
        """Lay out the panel where letters leave less room: all below the title scrolls if it must.

        Picture and table are pages; the plies are below them, and title and verdict share a row.
        """
        content, step = self.content, self.content.step
        title = self._title(content.short_title)
        if step is None:
            return _card(title, content.strip, Flexible(content.body))
        sentence = Box(Sentence(step.said, 16, 3, "sentence"), height=SENTENCE)
        tr, playing, page = self.ui.tr, content.playing, step.picture
        tabs = moment = foot = None
        if step.table is not None:
            texts, at = [tr(f"inspector.page.{page}") for page in PAGES], content.page
            tabs = Segments(texts, at, self.callbacks.choose_page, "inspector_pages")
            page = step.table if at else step.picture
        if playing is not None:
            place = Shortened(tr(playing.place()[0]), 14, maximum=1, middle=True)
            moment = Row(
                beside_speed(self.ui, playing, self.callbacks.set_speed), Flexible(place), gap=20
            )
            scrubber = Box(self._scrubber(playing), least_width=LEAST_SCRUBBER)
            foot = Row(self.moves, Flexible(scrubber), gap=16)
        low = Pad(Column(content.strip, moment, gap=8), 8, 0)  # room for the slider's end

        def parts(above: Layout | None, below: Layout | None) -> Layout:
            shown = Flexible(Box(page, height=LEAST_COMPACT))
            return Column(above, sentence, tabs, shown, below, low, gap=8)

        shown: Layout = parts(step.phases, step.phases and step.legend)
        if step.phases is None or step.legend is None:
            shown = Scroll(shown, "inspector")
        else:  # where all that does not fit, the legend is beside them on one line, or below
            beside = Row(NoShrink(step.phases), Flexible(), NoShrink(step.legend), gap=12)
            scrolled = Scroll(FirstFit(parts(beside, None), shown), "inspector")
            shown = FixedHeight(FirstFit(parts(_phases(step), None), scrolled), 0)
        return _card(title, Flexible(shown), foot)

    # -- parts -------------------------------------------------------------------------------------

    def _title(self, text: str) -> Layout:
        """Lay out a title with the verdict beside it, or below it where words do not fit."""
        tip, key = self.ui.tr("inspector.close"), self.ui.keys.label(Action.BACK)
        close = IconButton(Icon.CROSS, "close_look", self.callbacks.close, tip, key)
        ends = (*self.content.ends, close)
        title = Label(text, 16, bold=True, maximum=3, middle=True)
        bare = Row(Flexible(title), *ends, gap=4)
        if self.content.verdict is None:
            return bare
        verdict = self.content.verdict
        beside = Row(NoShrink(title), Flexible(), NoShrink(verdict), *ends, gap=4)
        return FirstFit(beside, lambda: Column(bare, Row(Flexible(), verdict), gap=0))

    def _foot(self) -> Layout | None:
        """Lay out scrubber, buttons, moment and speed."""
        playing = self.content.playing
        if playing is None:
            return None
        speed = beside_speed(self.ui, playing, self.callbacks.set_speed)
        texts = enumerate(map(self.ui.tr, playing.place()))
        lines = [Label(text, 14, quiet=bool(number)) for number, text in texts]
        moment = Box(Column(*lines, gap=0), least_width=LEAST_MOMENT, at=0.5)
        below = FirstFit(
            Row(self.moves, Flexible(moment), speed, gap=20),
            lambda: Column(Row(self.moves, Flexible(), speed, gap=16), moment, gap=8),
        )
        return Column(self._scrubber(playing), below, gap=4)

    def _scrubber(self, playing: Playback[Any, Any]) -> Scrubber:
        do = self.callbacks
        return Scrubber(playing, do.scrub, do.step, self.ui.tr("inspector.scrub_tip"))


def _phases(step: StepContent) -> Layout | None:
    """Lay out the phases beside the legend, which has as many lines as it needs."""
    if step.phases is None or step.legend is None:
        return step.phases
    return Row(NoShrink(step.phases), Flexible(step.legend), gap=12)


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


def _card(*parts: Layout | None) -> Layout:
    return Card(Column(*parts, gap=8), pad=12, inner=20, foot=12)
