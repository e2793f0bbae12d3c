"""The life of the lab on its screen: its keys, its forms, what it saves; screen.py lays it out."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

import pygame

from engine.messages import JouonsError, Message
from engine.options import LARGEST_SEED
from engine.protocols import LONGEST_SCRAMBLE
from engine.puzzles.text import find_code
from engine.store.store import PuzzleResult
from gui import clipboard
from gui.app_context import AppContext
from gui.boards import board_of, handlings_of, make_puzzle_view
from gui.boards.handling import Move
from gui.boards.words import PuzzleTranslator, own_key
from gui.i18n import typed_number
from gui.inspector.search_panel import SearchCallbacks
from gui.kit.buttons import ACTIVATE
from gui.kit.popup import FormField, TextForm
from gui.kit.screen import PageScreen
from gui.lab.model import PuzzleLab
from gui.lab.saving import LabChoices, LabWriter, read_lab
from gui.lab.snapshot import (
    HIGHEST_SEED,
    Bests,
    PositionSource,
    PuzzleSnapshot,
    SolveResult,
    SolveStats,
    best_message,
)
from gui.lab.solving import Solving
from gui.protocols import Open, Transition
from gui.services import Services
from gui.shortcuts import Where
from gui.ui import Ui
from gui.write_queue import SaveSlot, UnfinishedEntry

# -- saving ----------------------------------------------------------------------------------------


CLOCK_SECONDS = 5.0  # of an attempt's clock that a kill may cost


class LabAutoSave:
    """Autosaves a lab with changes; failed writes are queued."""

    def __init__(self, app_context: AppContext, lab: PuzzleLab, record: SaveSlot) -> None:
        self.app_context = app_context
        self.lab = lab
        self.record = record
        self._writer = LabWriter(lab.handlings)
        self._since = 0.0

    def keep(self) -> None:
        """Queue a write if the store is out of date."""
        if self._update_slot():
            self.app_context.write_queue.put(
                self.record, lambda: self.record.write(self.app_context.store)
            )

    def _update_slot(self) -> bool:
        """Update the save slot; return whether the store is out of date."""
        self._since = 0.0
        record = self.record
        record.touched = record.touched or self.lab.begun
        if not (record.touched or record.given):
            return False
        text = self._writer.text(self.lab.state(), self.lab.clock())
        return record.want(self.lab.handlings.id, text, None)

    def pass_time(self, dt: float) -> None:
        """Advance by `dt` seconds: a running clock is saved every few seconds."""
        attempt = self.lab.attempt
        if attempt is not None and attempt.under_way:
            self._since += dt
            if self._since >= CLOCK_SECONDS:
                self.keep()

    def add(self, solved: PuzzleResult) -> None:
        """Save a result by hand, together with the lab that no longer waits for it."""
        self._update_slot()

        def write() -> None:
            with self.app_context.store.together():
                self.app_context.store.add_result(solved)
                self.record.write(self.app_context.store)

        self.app_context.write_queue.put(object(), write)


# -- the screen ------------------------------------------------------------------------------------


PAUSE_SECONDS = 0.09  # between the moves of a solution
STILL_SECONDS = 0.45  # the duration of a move without animation
LONGEST_PASTE = 4000


class LabBase(PageScreen):
    """Animates the board of a lab and acts on it; its cards and commands are given it whole."""

    PREFIX = "cube_lab"
    MENU: Sequence[str] = ("reset", "half", "camera", "copy_game")

    def __init__(
        self,
        services: Services,
        puzzle_id: str,
        first: PuzzleSnapshot | None = None,
        kept: UnfinishedEntry | None = None,
    ) -> None:
        """Open the given position, or a saved lab, else a new scramble.

        Raises SaveError when the saved lab is invalid.
        """
        self.puzzle_id = puzzle_id
        self.opened_to_look = False  # opened with the inspector: Back leaves both
        self._ui: Ui | None = None
        self._ui_of = services.ui
        super().__init__(services)
        self.board = board_of(puzzle_id)
        handlings = handlings_of(puzzle_id)
        choices = LabChoices.kept_in(services.settings, handlings)
        solving = Solving(services.worker)
        start = handlings.of(choices.options).start
        if first is None and kept is None and start:
            first = PuzzleSnapshot(start, PositionSource.TYPED)
        state = read_lab(kept.saved, handlings, time.monotonic()) if kept is not None else None
        self.lab = PuzzleLab(handlings, solving, choices, first, services.seed, kept=state)
        record = kept.record if kept is not None else SaveSlot()
        self.autosave = LabAutoSave(services, self.lab, record)
        ui, puzzle = self.ui, self.lab.handling.puzzle
        self.puzzle_view = make_puzzle_view(puzzle, ui)
        self.puzzle_view.show(self.lab.now.position)
        self.tab = int(self.lab.now.answer is not None)  # the selected card where cards are tabs
        self._shown = (0, 0)  # the numbers of changes of lab and inspector on screen
        self._painting = False
        self.moving = False  # a move, or a solution that is played
        self._tally: SolveStats | None = None
        lab, inside = self.lab, self.lab.inside
        self.search = SearchCallbacks(
            close=lab.close_look,
            scrub=inside.scrub,
            step=inside.step,
            set_speed=inside.set_speed,
            choose_page=inside.choose_page,
            choose_bar=lab.choose_bar,
            choose_way=lab.choose_way,
            thumbnail=self.board.thumbnail,
        )
        if choices.look:
            inside.show(self._animated)

    @property
    def ui(self) -> Ui:
        """The drawing tools, with the texts of the puzzle."""
        usual = self.services.ui
        if self._ui is None or self._ui_of is not usual:
            words = PuzzleTranslator(usual.tr.language, self.puzzle_id)
            self._ui_of, self._ui = usual, replace(usual, tr=words)
        return self._ui

    # -- life ----------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        settings = self.services.settings
        self.lab.choices = LabChoices.kept_in(settings, self.lab.handlings)
        self.puzzle_view.adopt(settings)
        self.autosave.keep()
        super().enter(size)
        if self.widget_group.focus is None:
            self.widget_group.focus_key("board", ring=False)  # the arrows are for it

    @property
    def wants_worker(self) -> bool:
        return True

    def leave(self) -> None:
        self.autosave.keep()
        self.lab.solving.cancel()
        self.lab.inside.close()

    @property
    def _animated(self) -> bool:
        return self.ui.theme.seconds(1) > 0

    def handle(self, event: pygame.event.Event) -> Transition | None:
        transition = super().handle(event)
        self._show_changes()
        return transition

    def news(self) -> Sequence[str]:
        """Announce the last move, and the state or the result of the search."""
        lab = self.lab
        now = lab.now
        moves = now.solution[: now.ply] or now.trail
        sentences = [self._move_announcement([move.text for move in moves])] if moves else []
        if lab.solving.busy:
            sentences.append(self.tr("cube_lab.solving"))
        elif now.answer is not None:
            shortest = self.tr("cube_lab.shortest", count=now.answer.count)
            key = own_key("cube_lab.count", *now.answer.options.values())
            sentences.append(self.tr(key, shortest=shortest, count=now.answer.length))
        return sentences

    def _move_announcement(self, moves: Sequence[str]) -> str:
        """Return the text of the last move; a repeated move differs, so it is announced again."""
        alike = sum(1 for _ in takewhile(lambda move: move == moves[-1], reversed(moves)))
        if alike == 1:
            return self.tr("news.turned", turn=moves[-1])
        return self.tr("news.turned.again", turn=moves[-1], count=alike)

    def tick(self, dt: float) -> bool:
        before = self.lab.now.answer
        pause = PAUSE_SECONDS if self._animated else STILL_SECONDS
        self.lab.update(dt, not self.puzzle_view.moving, pause)
        answer = self.lab.now.answer
        if answer is not None and answer is not before:
            self.tab = 1
        self._show_changes()
        while self.lab.results:
            self._take_solved(self.lab.results.popleft())
        self.autosave.pass_time(dt)
        tally, self._tally = self._tally, self.lab.tally
        return self._note_moving() or tally != self._tally

    # -- solving by hand --------------------------------------------------------------------------

    def _take_solved(self, solved: SolveResult) -> None:
        """Announce a position solved by hand; save it if it counts."""
        try:
            bests = Bests.read(self.services.store, solved.result.variant)
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
        else:
            self.notify(best_message(solved, bests))
        if solved.counts:
            self.autosave.add(solved.result)

    def _note_moving(self) -> bool:
        """Return True when the animation of a move or a solution has started or ended."""
        before, self.moving = self.moving, self.puzzle_view.moving or self.lab.playing
        return before != self.moving

    def notify(self, text: Message | str, fault: bool = False) -> None:
        """Notify in the words of the puzzle."""
        words = self.ui.tr
        assert isinstance(words, PuzzleTranslator)
        self.services.notify(words.own(text), fault=fault)

    def _show_changes(self) -> None:
        lab = self.lab
        for notice in lab.notices.take():
            self.notify(notice.text, notice.fault)
        changes = (lab.changes, lab.inside.changes)
        if changes == self._shown:
            return
        self._shown = changes
        self.autosave.keep()
        self._follow()
        self._note_moving()
        settings = self.services.settings
        if LabChoices.kept_in(settings, lab.handlings) != lab.choices:
            self.services.change(lab.choices.put_into(settings, lab.handlings.id))
        self.rebuild()
        opened = lab.drafts is not None and not self._painting
        self._painting = lab.drafts is not None
        if opened:
            self.widget_group.focus_key("net", ring=False)

    def _follow(self) -> None:
        """Update the view to the present position: animate a single move, else jump."""
        lab = self.lab
        view = self.puzzle_view
        before, after = view.target, lab.visible
        move = lab.handling.move_between(before, after) if before != after else None
        if move is not None:
            view.play(move, after, view.duration(move) / lab.choices.speed)
            self.services.sounds.move(self.board.sound, None)
        elif before != after:
            view.show(after)
        inside = lab.inside.frame() if lab.inside.open else None
        view.annotate(inside.ways.terms if inside is not None and inside.ways is not None else {})
        if lab.drafts is not None:
            view.finish()

    def move(self, move: Move | Message) -> None:
        """Move by hand, several steps one after the other; or tell why there is no move."""
        if isinstance(move, Message):
            self.notify(move, fault=True)
            self.services.sounds.refuse()
            return
        for step in self.lab.handling.read_moves(move.text):
            self.lab.move(step)
            self._show_changes()

    def back(self) -> None:
        """Leave setting up, then solving, then the lab (Esc); an example is left at once."""
        looking = self.lab.inside.open
        if not self.lab.leave_off() or (looking and self.opened_to_look):
            super().back()

    # -- actions ---------------------------------------------------------------------------------

    def look(self) -> None:
        """Open the search inspector, if it is closed; Back then leaves with it."""
        self.opened_to_look = True
        if not self.lab.inside.open:
            self.toggle_look()

    def toggle_look(self) -> None:
        """Open the search inspector, or close it."""
        self.lab.toggle_look(self._animated)

    def toggle(self, setting: str) -> None:
        """Switch a setting by its name."""
        settings = self.services.settings
        changed: dict[str, Any] = {setting: not getattr(settings, setting)}
        settings = replace(settings, **changed)
        self.services.change(settings)
        self.puzzle_view.adopt(settings)
        self.rebuild()

    def choose_tab(self, tab: int) -> None:
        """Select a card where cards are tabs."""
        self.tab = tab
        self.rebuild()

    # -- clipboard and forms -------------------------------------------------------------------

    def paste(self) -> None:
        """Read a position or moves from the clipboard; open a form if it is invalid."""
        text = clipboard.get_text().strip()[:LONGEST_PASTE]
        if find_code(text):
            self.go(Open("puzzles", {"shared": text}))
            return
        if not text:
            self.ask_position("", None)
            return
        try:
            read_or_paint(self.lab, text)
        except JouonsError as error:
            self.ask_position(text, error.message)
            return
        if self.lab.drafts is None:
            self.notify("cube_lab.pasted")

    def ask_position(self, text: str, fault: Message | None) -> None:
        """Open the form of moves or a position, with the fault of the present text."""

        def accept(values: list[str]) -> None:
            typed = values[0].strip()
            if not typed:
                raise JouonsError("cube_lab.paste_empty")
            read_or_paint(self.lab, typed)

        name, hint = self.tr("cube_lab.paste_field"), self.tr("cube_lab.paste_hint")
        field = FormField(name, " ".join(text.split()), hint)
        self._ask(("paste_title", "apply", "paste_words"), [field], accept, fault)

    def ask_scramble(self) -> None:
        """Open the form of length and seed."""

        def accept(values: list[str]) -> None:
            length = typed_number(values[0], 0, LONGEST_SCRAMBLE)
            seed = typed_number(values[1], 0, LARGEST_SEED) if values[1].strip() else None
            self.lab.new_scramble(length, seed)

        tr = self.tr
        hint = tr("cube_lab.field.seed_hint", most=HIGHEST_SEED)
        fields = [
            FormField(tr("cube_lab.field.length"), str(self.lab.choices.length)),
            FormField(tr("cube_lab.field.seed"), "", hint),
        ]
        self._ask(("scramble", "apply", "scramble_words"), fields, accept)

    def _ask(
        self,
        texts: Sequence[str],
        fields: list[FormField],
        accept: Callable[[list[str]], None],
        fault: Message | None = None,
    ) -> None:
        words = [self.tr(f"cube_lab.{name}") for name in texts]
        self.popup = TextForm(self.ui, self.size, words, fields, accept, fault)
        self.touch()

    # -- keys ----------------------------------------------------------------------------------

    def places(self) -> tuple[Where, ...]:
        return (Where.MATCH, Where.INSPECTOR)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        if self.lab.drafts is not None:
            editor = self.widget_group.find("net")
            return editor is not None and editor.handle(event)
        return self._key(event)

    def _key(self, event: pygame.event.Event) -> bool:
        """Move by a key that plays wherever the focus is; play a solution with Space."""
        lab = self.lab
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        move = self.puzzle_view.typed(event)
        if move is not None:
            self.move(move)
        elif event.key in ACTIVATE and lab.inside.open:
            lab.inside.play()
        elif event.key in ACTIVATE:
            lab.toggle_play()
        else:
            return False
        return True


def read_or_paint(lab: PuzzleLab, text: str) -> None:
    """Read a position or moves; the setting up of an impossible position shows its fault.

    Raises JouonsError for any other text.
    """
    try:
        lab.read(text)
    except JouonsError:
        handling = lab.handling
        marks = handling.paintable(text) if handling.is_position(text) else None
        if marks is None:
            raise
        lab.start_painting(marks)
