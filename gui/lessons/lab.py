"""A step of a lesson in the lab of a puzzle."""

from __future__ import annotations

from dataclasses import replace

from engine.lessons.record import LiveData
from engine.recording import Recording
from gui.boards import handlings_of
from gui.boards.handling import Move
from gui.inspector import transport
from gui.inspector.replay import RecordedJob
from gui.inspector.search_frame import SearchPage
from gui.inspector.search_inspector import search_both_ends
from gui.inspector.search_panel import search_content
from gui.lab.screen import LabScreen, board_part, board_parts, lab_cards
from gui.lab.snapshot import PuzzleSnapshot, read_position
from gui.lessons.guest import GuestServices
from gui.lessons.page import Stage, covered, panel_stage
from gui.lessons.screen import LessonScreen
from gui.lessons.step_state import StepState

# The pages that are about every cube: the figures of this cube's search belong to a later step.
GENERAL = ("sequences", "halving")


class LessonLab(LessonScreen, LabScreen):
    """The lab in which a step plays out."""

    MENU = ("copy", "copy_game", "reset", "camera")
    TOOLS = ()

    def __init__(self, guest: GuestServices, lesson: StepState) -> None:
        self.lesson = lesson
        place = lesson.step.place
        handlings = handlings_of(place.game)
        handling = handlings.of(place.options)
        first = PuzzleSnapshot(handling.goal)
        if place.position:
            first = read_position(handlings, place.position, handling)
        LabScreen.__init__(self, guest, place.game, first)
        self.start = first
        self._line: list[Move] = []  # the moves still to be played out
        self._search: RecordedJob[bool] | None = None
        if place.player:
            self.lab.inside.show(False)
            self.lab.inside.look_at(first.position, handling, place.player)
            page = SearchPage(lesson.step.page or "layers")
            self.lab.inside.choose_page(list(SearchPage).index(page))
        elif lesson.step.live:
            solvers = self.lab.solving.solvers(handling)
            self._search = search_both_ends(guest.worker, solvers, handling, first.position)

    @property
    def recording(self) -> Recording | None:
        """The recording of the search of the step's position, once it is complete."""
        frame, search = self.lab.inside.frame(), self._search
        if frame is not None:
            return frame.recording if frame.complete else None
        if search is not None:
            search.update()
        return search.recording if search is not None and search.complete else None

    def live_data(self) -> LiveData:
        handling = self.lab.handling
        state = handling.state(self.start.position)
        return LiveData(handling.puzzle, state, recording=self.recording)

    def counts(self) -> object:
        now, inside = self.lab.now, self.lab.inside
        if inside.open and self.recording is None:
            return None
        return now.position, now.trail, now.ply, inside.open, inside.page, inside.moment

    def leave(self) -> None:
        if self._search is not None:
            self._search.cancel()
        super().leave()

    def answered(self) -> None:
        goal, lab = self.lesson.destination(), self.lab
        if goal is not None:
            lab.become(self.start)
            self._line = list(lab.handling.read_moves(goal.played))
        elif not self.lesson.step.place.player:
            lab.solve()
        self.settle()

    def tick(self, dt: float) -> bool:
        changed = super().tick(dt)
        if self._line and not self.puzzle_view.moving:
            self.move(self._line.pop(0))
            self.settle()
        task = self.lesson.step.do
        if task is not None:
            wanted, trail = self.lab.handling.read_moves(task.played), self.lab.now.trail
            if trail[-len(wanted) :] == wanted:
                self.perform()
        return changed

    # -- layout --------------------------------------------------------------------------------

    def stage(self) -> Stage:
        look, ui = self.lab.inside.look(), self.ui
        if look is not None:
            shown = board_part(self)
            if self.covered:
                return Stage(covered(ui), shown, alone=True)
            content = search_content(look, ui, self.search)
            if self.lesson.step.page in GENERAL:
                content = replace(content, verdict=None, playing=None)
                if content.step:  # its other pages answer other steps
                    content = replace(content, step=replace(content.step, phases=None))
            moves = transport.transport_buttons(self.offered().called(transport.PREFIX))
            return panel_stage(shown, content, ui, self.search, moves)
        (_, solutions, _), (shown, narrow) = lab_cards(self), board_parts(self)
        return Stage(solutions, narrow or shown, alone=self.lesson.asks or self.lesson.step.write)
