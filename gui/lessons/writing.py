"""The file that a person writes in a chapter: followed, and checked at each save. No pygame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from engine.folders import own_settings
from engine.lessons.exercises import ItemResult, Results, check_exercise, items_of
from engine.lessons.record import Place, Step
from engine.messages import JouonsError, Message, message
from engine.own.protocol import Example
from engine.own.source import EXERCISES, OwnSource, SourceReader
from engine.own.templates import exercise_template, is_unwritten, write_text
from engine.registry import PUZZLES
from gui.own.files import LOOK_SECONDS
from gui.worker import JobSlot, Worker

HINTS = 3


@dataclass(frozen=True)
class CheckedItem:
    """An item of the check; `passed` is None until it was checked, `text` says what is wrong."""

    name: Message
    passed: bool | None
    text: Message | None = None


class WritingModels(dict[str, "WritingModel"]):
    """The exercises of a window by their chapters, which outlive the screens of their steps."""

    def of(self, chapter: str, worker: Worker) -> WritingModel:
        """Return the exercise of a chapter."""
        if chapter not in self:
            self[chapter] = WritingModel(chapter, worker)
        return self[chapter]


class WritingModel:
    """One exercise: its file, the results of its present text, and the hints that were given."""

    def __init__(self, chapter: str, worker: Worker) -> None:
        self.chapter = chapter
        self.path = own_settings().folder / EXERCISES[chapter].file
        self.hints = 0
        self.results: Results = ()
        self.fault: Message | None = None  # why the file cannot be loaded
        self._items = items_of(chapter)
        self._reader = SourceReader(self.path)
        self._source: OwnSource | None = None  # the text that was checked last
        self._jobs: JobSlot[Results] = JobSlot(worker)
        self._place: Place | None = None
        self._wait = 0.0

    @property
    def exists(self) -> bool:
        """Whether there is a file."""
        return self.path.exists()

    @property
    def passed(self) -> bool:
        """Whether all of the present text is right."""
        return len(self.results) == len(self._items) and not self.wrong

    @property
    def wrong(self) -> ItemResult | None:
        """The first item that is wrong."""
        return next((each for each in self.results if each.text is not None), None)

    @property
    def busy(self) -> bool:
        """Whether a check runs."""
        return bool(self._jobs)

    def place(self, step: Step) -> Place:
        """Return the place of the step: that of the counterexample, or once all is right, another.

        While a check runs it is the last one.
        """
        if self.busy:
            return self._place or step.place
        self._place = (step.then if self.passed else None) or step.place
        if self.example is not None:
            game, options, position, _ = self.example
            place = Place(game, "", position, options=options, seats=("human", "human"))
            self._place = replace(place, screen="cube") if game in PUZZLES else place
        return self._place

    @property
    def example(self) -> Example | None:
        """The counterexample to show: game, options, position, and at last numbers of moves.

        Those are the person's and the exact one, by the text of the move.
        """
        return self.wrong.example if self.wrong is not None else None

    def begin(self, language: str) -> None:
        """Write the file with empty functions, if there is none. Raises JouonsError."""
        if not self.exists:
            write_text(self.path, exercise_template(self.chapter, language))
        self._wait = 0.0

    def give_hint(self) -> bool:
        """Give the next hint; false once there is none left."""
        self.hints += self.hints < HINTS + 1
        return self.hints <= HINTS

    def update(self, dt: float) -> bool:
        """Look whether the file was saved, and take results; true when anything has changed."""
        self._wait -= dt
        changed = False
        if self._wait <= 0:
            self._wait = LOOK_SECONDS
            changed = self._look()
        job = self._jobs.job
        if job is not None and job.latest is not None and job.latest != self.results:
            self.results, changed = job.latest, True
        if (done := self._jobs.take()) is not None:
            self.results, self.fault = done.result or self.results, done.error
            changed = True
        return changed

    def _look(self) -> bool:
        """Check a text that is new; return whether it is."""
        try:
            source = self._reader.current()
        except JouonsError:  # there is no file
            gone = self._source is not None
            self._source, self.results, self.fault = None, (), None
            self._jobs.cancel()
            return gone
        same = self._source is not None and self._source.hash == source.hash
        if same or (source.files and not source.files[0][1]):  # an editor is about to write it
            return False
        self._source, self.results, self.fault = source, (), None
        if source.fault is None and is_unwritten(self.chapter, source.files[0][1]):
            self._jobs.cancel()  # nothing is written yet, so nothing is wrong
            return True
        self._jobs.submit(partial(check_exercise, source, self.chapter))
        return True

    def close(self) -> None:
        """Cancel a check that runs: it begins anew when the step is opened again."""
        if self.busy:
            self._jobs.cancel()
            self._source = None

    @property
    def title(self) -> Message:
        """The heading of the check: how much is right."""
        right = sum(each.text is None for each in self.results)
        if self.busy:
            return message("write.checking")
        if self.results:
            return message("write.right", right=right, all=len(self._items))
        return message("write.each_save")

    @property
    def items(self) -> Iterator[CheckedItem]:
        """The items of the check."""
        results, first = {each.item: each for each in self.results}, self.wrong
        for item in self._items:
            passed = results[item].text is None if item in results else None
            text = first.text if first is not None and first.item == item else None
            yield CheckedItem(Message(f"write.item.{item}"), passed, text)

    @property
    def note(self) -> Message | None:
        """The name of the file and the time of its last save, where there is one."""
        try:
            saved = datetime.fromtimestamp(self.path.stat().st_mtime)
        except (OSError, ValueError, OverflowError):
            return None
        return message("write.saved", file=self.path.name, time=f"{saved:%H:%M}")
