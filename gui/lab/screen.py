"""The screen of the lab: its layout, its commands, its keys."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import takewhile
from typing import Any

import pygame

from engine.messages import JouonsError, Message
from engine.options import Option
from engine.puzzles_code import holds_code
from gui import clipboard
from gui.boards import board_of, handlings_of, make_puzzle_view
from gui.boards.handling import Move
from gui.boards.puzzle_widget import PuzzleWidget
from gui.boards.puzzle_words import PuzzleTranslator, specific
from gui.inspector import frame, transport
from gui.inspector.search_content import search_content
from gui.inspector.search_inspector import SearchViewModel
from gui.inspector.search_panel import SearchCallbacks
from gui.kit import Icon, Label
from gui.kit.buttons import ACTIVATE
from gui.kit.command import Command, Commands
from gui.kit.layout import (
    Box,
    Column,
    FirstFit,
    FixedHeight,
    Flexible,
    Gap,
    Guarded,
    Layout,
    NoShrink,
    Over,
    Pad,
    Row,
    Scroll,
    Tabs,
    TallestVariant,
    exactly,
    px,
)
from gui.kit.popup import Choice
from gui.kit.screen import PageScreen
from gui.lab.attempt import CountReason, SolveResult, SolveStats, clock_text
from gui.lab.autosave import LabAutoSave
from gui.lab.bests import Bests, best_line, best_message, bests_popup
from gui.lab.cards import (
    NEW_ONES,
    LabCallbacks,
    inspected_cost,
    looking_controls,
    looking_rows,
    low_transport_card,
    option_segments,
    painting_card,
    scramble_card,
    search_card,
    solutions_card,
    transport_card,
)
from gui.lab.choices import LabChoices
from gui.lab.forms import TextForm, position_form, read_or_paint, scramble_form
from gui.lab.model import LabViewModel, PuzzleLab
from gui.lab.saving import read_lab
from gui.lab.snapshot import PuzzleSnapshot
from gui.lab.solving import Solving
from gui.lab.widgets import MoveChip, SmallBoard, StageArea
from gui.protocols import Open, Transition
from gui.services import Services
from gui.shortcuts import Where
from gui.theme import Theme
from gui.ui import Ui
from gui.write_queue import SaveSlot, UnfinishedEntry

SCRAMBLES = (5, 10, 60)  # the lengths offered; the form takes any
PAUSE_SECONDS = 0.09  # between the moves of a solution
STILL_SECONDS = 0.45  # the duration of a move without animation
LONGEST_PASTE = 4000
PANEL = 376
LEFT = 440  # the column beside the panel of the search
SLIM = (440, 370, 300)  # the same where the panel scrolls
LOW_PANELS = 5  # the forms of the panel without plies, which a search has not
LEAST_LEFT = 220  # the least height of the board above the transport with its sliders
LOW_BOARD = 220  # the least height of the board there
LEAST_STAGE = 220  # the height of the board below its buttons, from where they stand beside it
TOOL = 40  # the height of the row over the board
SCRAMBLE = 200  # the height of the card of a scramble whose moves scroll
SEARCH = 198  # the height of the card of a search with its note in a line of its own
BOARD_ABOVE = 0.55  # the part of a high window that the board takes above the cards


class LabScreen(PageScreen):
    """Shows the lab and animates its board."""

    PREFIX = "cube_lab"
    MENU: Sequence[str] = (
        *("new", "length", "paste", "copy", "copy_game", "copy_solutions", "paint", "reset"),
        *("fold", "bests", "learn", "camera"),
    )

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
        options = (
            choice
            for each in handlings.options
            for choice in each.choices[len(each.choices) == 2 :]
        )
        self.MENU = (*self.MENU[:-4], *options, *self.MENU[-4:])
        choices = LabChoices.kept_in(services.settings, handlings)
        solving = Solving(services.worker, services.folder)
        state = read_lab(kept.saved, handlings, time.monotonic()) if kept is not None else None
        self.lab = PuzzleLab(handlings, solving, choices, first, services.seed, kept=state)
        record = kept.record if kept is not None else SaveSlot()
        self.autosave = LabAutoSave(services, self.lab, record)
        ui, puzzle = self.ui, self.lab.handling.puzzle
        self.puzzle_view = make_puzzle_view(puzzle, ui.theme, ui.brush, ui.tr)
        self.puzzle_view.show(self.lab.now.position)
        self.tab = int(self.lab.now.answer is not None)  # the selected card where cards are tabs
        self._shown = (0, 0)  # the numbers of changes of lab and inspector on screen
        self._painting = False
        self._moving = False
        self._tally: SolveStats | None = None
        self.bests = {each.variant: Bests() for each in handlings.variants({})}
        if choices.look:
            self.lab.inside.show(self._animated)

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
        self._read_bests()
        self.autosave.keep()
        super().enter(size)

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
        told = [self._move_announcement([move.text for move in moves])] if moves else []
        if lab.solving.busy:
            told.append(self.tr("cube_lab.solving"))
        elif now.answer is not None:
            found = self.tr("cube_lab.shortest", count=now.answer.count)
            key = specific("cube_lab.count", now.answer.options)
            told.append(self.tr(key, shortest=found, count=now.answer.length))
        return told

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
        self.notify(best_message(solved, self.bests[solved.variant]))
        if solved.why is CountReason.COUNTS:
            self.autosave.add(solved.kept())
            self._read_bests()
            self.rebuild()

    def _read_bests(self) -> None:
        """Read the best results; a fault becomes a notice."""
        try:
            self.bests = {each: Bests.read(self.services.store, each) for each in self.bests}
        except JouonsError as error:
            self.services.notify(error.message, fault=True)

    def show_bests(self) -> None:
        """Open the list of the best results."""
        handlings = self.lab.handlings
        self.popup = bests_popup(self.ui, self.size, handlings, self.bests, self.close_popup)
        self.touch()

    def _note_moving(self) -> bool:
        """Return True when the animation of a move or a solution has started or ended."""
        before, self._moving = self._moving, self.puzzle_view.moving or self.lab.playing
        return before != self._moving

    def notify(self, text: Message | str, fault: bool = False) -> None:
        """Notify in the words of the puzzle."""
        words = self.ui.tr
        assert isinstance(words, PuzzleTranslator)
        self.services.notify(words.own(text), fault=fault)

    def _show_changes(self) -> None:
        """Announce, save and show the changes of the lab."""
        lab = self.lab
        while lab.told:
            text, fault = lab.told.popleft()
            self.notify(text, fault)
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

    # -- commands --------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Command]:
        lab = self.lab
        made = (
            *self._position_commands(),
            *self._view_commands(),
            *self._solution_commands(),
            *self._painting_commands(),
        )
        found = {command.id: command for command in made}
        if lab.inside.open:
            found |= frame.playback_commands(lab.inside, self.and_refresh)
        return found

    def _position_commands(self) -> tuple[Command, ...]:
        """Return the commands that change the position or copy it as text."""
        lab, answer = self.lab, self.lab.now.answer
        ready, solved = lab.drafts is None, answer is not None and answer.length > 0
        return (
            Command("undo", lab.undo, Icon.UNDO),
            Command("redo", lab.redo, Icon.REDO),
            Command("new", lab.new_scramble, Icon.DICE, ready),
            Command("length", self._choose_scramble, Icon.PENCIL),
            Command("paste", self.paste, Icon.CLIPBOARD),
            Command("copy", self.copy_moves, Icon.COPY),
            Command("copy_game", self.copy_position, Icon.COPY),
            Command("copy_solutions", self.copy_solutions, Icon.COPY, solved),
            Command("reset", lab.reset, Icon.CROSS),
            Command("bests", self.show_bests, Icon.TROPHY),
            Command("learn", lambda: Open("learn"), Icon.LENS),
        )

    def _view_commands(self) -> tuple[Command, ...]:
        """Return the commands of the view and of the options; two choices are one switch."""
        lab, settings = self.lab, self.services.settings
        made = [
            Command(each.id, partial(self.toggle, each.setting), on=getattr(settings, each.setting))
            for each in self.board.toggles
        ]
        for option in lab.handlings.options:
            if len(option.choices) == 2:
                usual, other = option.choices
                on = lab.choices.options[option.name] == other
                choose = partial(lab.choose_option, option.name, usual if on else other)
                made.append(Command(other, choose, Icon.CHECK if on else None))
                continue
            for choice in option.choices:
                choose = partial(lab.choose_option, option.name, choice)
                on = lab.choices.options[option.name] == choice
                made.append(Command(choice, choose, Icon.CHECK if on else None))
        if any(each.fold_key(()) is not None for each in lab.handlings.variants({})):
            possible = lab.handling.fold_key(()) is not None
            image = Icon.CHECK if lab.choices.fold and possible else None
            made.append(Command("fold", lab.toggle_fold, image, possible))
        if self.board.orbits:
            made.append(Command("camera", self.puzzle_view.reset_camera, Icon.EYE))
        return tuple(made)

    def _solution_commands(self) -> tuple[Command, ...]:
        """Return the commands of the solution, its playback, and the search inspector."""
        lab = self.lab
        now, last = lab.now, len(lab.now.solution)
        ready = lab.drafts is None
        going = ready and now.ply < last
        return (
            Command("solve", lab.solve, Icon.BULB, ready, primary=ready),
            Command("first", self._first, Icon.FIRST, ready),
            Command("previous", partial(lab.step, now.ply - 1), Icon.PLAY_BACK, ready),
            Command(
                "pause",
                lab.toggle_play,
                Icon.PAUSE if lab.playing else Icon.PLAY,
                ready,
                primary=going,
                text=None if lab.playing else "play",
            ),
            Command("next", partial(lab.step, now.ply + 1), Icon.PLAY, going),
            Command("last", partial(lab.step, last), Icon.LAST, going),
            Command("look", self._toggle_look, Icon.LENS, ready, on=lab.inside.open),
        )

    def _painting_commands(self) -> tuple[Command, ...]:
        """Return the commands of a position that is being set up."""
        lab = self.lab
        if self.board.editor is None:
            return ()
        return (
            Command("paint", lab.start_painting, Icon.PENCIL, lab.drafts is None),
            Command("clear", lab.clear_painting),
            Command("solved", lab.paint_solved),
            Command("cancel", lab.stop_painting),
            Command("use", lab.use_painting, enabled=lab.paintable, primary=True),
        )

    def look(self) -> None:
        """Open the search inspector, if it is closed; Back then leaves with it."""
        self.opened_to_look = True
        if not self.lab.inside.open:
            self._toggle_look()

    def _toggle_look(self) -> None:
        self.lab.toggle_look(self._animated)

    def _first(self) -> None:
        """Go to the start of the solution; at the start, reset the camera."""
        if self.lab.now.ply:
            self.lab.step(0)
        else:
            self.puzzle_view.reset_camera()

    def toggle(self, setting: str) -> None:
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

    def copy_moves(self) -> None:
        """Copy the scramble and the later moves; the position if these do not lead here."""
        text = self.lab.history_text()
        if text:
            self.copy(text, "cube_lab.copied_scramble")
        else:
            self.copy_position()

    def copy_position(self) -> None:
        """Copy the position as text."""
        self.copy(self.lab.now.position, "cube_lab.copied_facelets")

    def copy_solutions(self) -> None:
        """Copy the listed solutions, one per line."""
        self.copy(self.lab.solutions_text(), "cube_lab.copied_solutions")

    def paste(self) -> None:
        """Read a position or moves from the clipboard; open a form if it is invalid."""
        text = clipboard.get_text().strip()[:LONGEST_PASTE]
        if holds_code(text):
            self.go(Open("puzzles", {"shared": text}))
            return
        fault = read_or_paint(self.lab, text) if text else None
        if not text or fault is not None:
            self.ask_position(text, fault)
        elif self.lab.drafts is None:
            self.notify("cube_lab.pasted")

    def ask_position(self, text: str = "", fault: Message | None = None) -> None:
        """Open the form of moves or a position, with the fault of the present text."""
        self._show(position_form(self.ui, self.size, self.lab, text, fault))

    def _choose_scramble(self) -> None:
        """Open the menu of easy and usual scrambles; its last line opens the form."""
        anchor = self.widget_group.find("length") or self.widget_group.find("menu")
        assert anchor is not None
        lines = [
            Choice(
                self.tr("cube_lab.scramble_of", count=length),
                partial(self.and_refresh(self.lab.new_scramble), length),
                Icon.CHECK if length == self.lab.choices.length else None,
            )
            for length in SCRAMBLES
        ]
        form = Choice(self.tr("cube_lab.length"), self.ask_scramble, Icon.PENCIL)
        self.open_menu(anchor.rect, [*lines, form])

    def ask_scramble(self) -> None:
        """Open the form of length and seed."""
        self._show(scramble_form(self.ui, self.size, self.lab))

    def _show(self, form: TextForm) -> None:
        self.popup = form
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

    # -- layout ----------------------------------------------------------------------------------

    def top(self) -> Layout:
        return self.bar(
            self.tr(f"game.{self.lab.handlings.id}.name"),
            self.tr(specific("cube_lab.subtitle", self.lab.choices.options)),
        )

    def callbacks(self, offered: Commands) -> LabCallbacks:
        lab = self.lab
        return LabCallbacks(
            offered.called,
            self.board,
            lab.choose_option,
            lab.choose_solver,
            lab.jump,
            lab.step,
            lab.set_speed,
            self.back,
        )

    def page(self) -> Layout:
        view_model, offered = self.lab.view_model(), self.offered()
        callbacks = self.callbacks(offered)
        if view_model.look is not None and view_model.draft is None:
            return Pad(
                self._inspector_layout(view_model, view_model.look, callbacks), 24, 20, 24, 24
            )
        board, alone = self.stage_parts(view_model, offered, callbacks)
        cards = self.cards(view_model, offered, callbacks)
        body = self._board_and_cards(Flexible(board), cards, alone)
        return Pad(body, 24, 20, 24, 24)

    def _board_and_cards(
        self, board: Layout, cards: Sequence[Layout], alone: Layout | None
    ) -> Layout:
        """Lay out the board and the cards: beside it in a column or as tabs, or below it as tabs.

        `alone` takes the place of both where there is no room for the column.
        """
        scramble, solutions, search = cards
        names = [self.tr(f"cube_lab.tab.{name}") for name in ("scramble", "solutions", "visited")]

        def tabs(pages: Sequence[Layout]) -> Layout:
            named = zip(names, pages, strict=False)
            at = min(self.tab, len(pages) - 1)
            return Tabs(*named, at=at, choose=self.choose_tab, key="tabs")

        def alike(*pages: Layout) -> Layout:
            """Return the pages as tabs that fit or do not fit whichever is shown."""
            return tabs([TallestVariant(page, *pages) for page in pages])

        def scrolled() -> Layout:
            return tabs([Scroll(page, f"page{index}") for index, page in enumerate(cards)])

        def two() -> Layout:
            return alike(scramble, Column(Flexible(solutions), Box(search, height=SEARCH)))

        def three() -> Layout:
            return alike(FixedHeight(scramble, SCRAMBLE), solutions, search)

        if self.is_high:
            height = exactly(round((self.size[1] - self.bar_height()) * BOARD_ABOVE))
            below = Flexible(FirstFit(two, three, scrolled))
            return alone or Column(FixedHeight(board, height), below, gap=16)

        def beside(shown: Layout) -> Layout:
            return Row(board, Box(shown, panel_width), gap=24)

        column = beside(Column(scramble, Flexible(solutions), search))
        if alone is not None:
            return FirstFit(column, alone)
        return FirstFit(column, lambda: beside(two()), lambda: beside(FirstFit(three, scrolled)))

    def stage_parts(
        self, view_model: LabViewModel, offered: Commands, callbacks: LabCallbacks
    ) -> tuple[Layout, Layout | None]:
        """Lay out the board with its transport, and the position set up where space is short."""
        ui, left = self.ui, self.board_view(view_model, offered.called("cube_lab"))
        narrow: Layout | None = None
        if view_model.draft is not None:
            # Where space is short the position that is set up gets all of it.
            assert self.board.editor is not None
            puzzle, settings = self.lab.handling.puzzle, self.services.settings
            editor = self.board.editor(puzzle, view_model.draft, settings, self.lab.paint)
            left = narrow = painting_card(view_model.draft, ui, callbacks, editor)
        below = self.keep(
            "transport",
            _walking(view_model, offered),
            lambda: transport_card(view_model, ui, callbacks),
        )
        roomy = Column(Flexible(FixedHeight(left, px(LEAST_LEFT))), below)
        low = partial(low_transport_card, view_model, callbacks)
        return FirstFit(roomy, lambda: Column(Flexible(left), low())), narrow

    def cards(
        self, view_model: LabViewModel, offered: Commands, callbacks: LabCallbacks
    ) -> Sequence[Layout]:
        """Build the cards of scramble, solutions, and search."""
        now, ui = view_model.now, self.ui
        new = (now.scramble, now.trail, now.source, now.seed, view_model.start, now.answer)
        made = offered.shown("copy", "length", "new", "paste", "paint")
        found = (
            now,
            view_model.shown,
            view_model.busy,
            view_model.progress,
            view_model.choices,
            offered.shown("solve"),
        )
        cost = (now.answer, view_model.choices, view_model.distance, offered.shown("look"))
        return (
            self.keep("scramble", (new, made), lambda: scramble_card(view_model, ui, callbacks)),
            self.keep("solutions", found, lambda: solutions_card(view_model, ui, callbacks)),
            self.keep("search", cost, lambda: search_card(view_model, ui, callbacks)),
        )

    def _inspector_layout(
        self, view_model: LabViewModel, look: SearchViewModel, callbacks: LabCallbacks
    ) -> Layout:
        """Lay out the board beside the panel, or a small one inside it where space is short."""
        tall, lower, scrolled = self._panels(view_model, look, callbacks)
        first = self._by_the_panel(view_model, look, callbacks, low=False)
        low = cache(partial(self._by_the_panel, view_model, look, callbacks, low=True))

        def shared(board: Layout, panel: Layout) -> Layout:
            if self.is_high:
                return Column(Flexible(board, 2), Flexible(panel, 3), gap=16)
            return Row(Box(board, px(LEFT)), Flexible(panel), gap=24)

        return FirstFit(
            Guarded(first, lambda: shared(first, tall())),
            lambda: shared(low(), tall()),
            *(lambda form=form: shared(low(), form()) for form in lower),
            *scrolled,
        )

    def _panels(
        self, view_model: LabViewModel, look: SearchViewModel, callbacks: LabCallbacks
    ) -> tuple[
        Callable[[], Layout], Sequence[Callable[[], Layout]], Sequence[Callable[[], Layout]]
    ]:
        """Return the panel beside the board, its lower forms, and those that scroll with a board.

        The last one has the board inside.
        """
        ui, asked, commands = self.ui, self.search_callbacks(), callbacks.commands(transport.PREFIX)
        offers = commands.shown(*transport.BUTTONS)
        moves = self.keep("moves", offers, partial(transport.transport_buttons, commands))
        key = look, offers

        @cache
        def forms() -> frame.FrameForms:
            return frame.FrameForms(search_content(look, ui, asked), ui, asked, moves)

        def small_board() -> Layout:
            board = SmallBoard(self.puzzle_view, self.move)
            return Over(board, StageArea(board))

        def buttons() -> tuple[Layout, Layout]:
            *wider, narrow = looking_rows(view_model, ui, callbacks)
            return FirstFit(*wider, narrow), narrow

        @cache
        def narrow_panel() -> Layout:
            return forms().beside_board(*buttons())

        def beside(width: int) -> Layout:
            return Row(Box(small_board(), px(width)), Flexible(narrow_panel()), gap=24)

        def with_board() -> Layout:
            return forms().with_board(small_board(), *buttons())

        def tall() -> Layout:
            return self.keep("panel", key, lambda: forms().tall())

        def low(number: int) -> Layout:
            def made() -> Layout:
                _, _, with_three, with_two, *_, lowest = forms().compact()
                return (with_three, with_two, *forms().wordy(), lowest)[number]()

            return self.keep(f"low panel {number}", key, made)

        def kept(name: str, make: Callable[[], Layout]) -> Layout:
            look_button = callbacks.commands("cube_lab").shown("look")
            solvers = view_model.choices, view_model.solvers, look_button
            return self.keep(name, (key, solvers), make)

        widths = () if self.is_high else SLIM
        scrolled = [partial(kept, f"panel beside {each}", partial(beside, each)) for each in widths]
        lower = [partial(low, number) for number in range(LOW_PANELS)]
        return tall, lower, [*scrolled, partial(kept, "small panel", with_board)]

    def _by_the_panel(
        self,
        view_model: LabViewModel,
        look: SearchViewModel,
        callbacks: LabCallbacks,
        *,
        low: bool,
    ) -> Layout:
        """Lay out the board with its commands and, if it is not low, the cost of the search."""
        commands = callbacks.commands("cube_lab")
        offered = commands.shown("look", *NEW_ONES, "solve")
        over, frame = view_model.now.answer is None, None if low else look.frame
        key = (view_model.choices, view_model.solvers, over, offered, frame)

        def made() -> Layout:
            controls = looking_controls(view_model, self.ui, callbacks)
            return controls if low else Column(inspected_cost(frame, self.ui), controls)

        below = self.keep("low controls" if low else "below", key, made)
        board = self.board_view(view_model, commands, low=low)
        return Column(Flexible(board), below)

    def search_callbacks(self) -> SearchCallbacks:
        lab, inside = self.lab, self.lab.inside
        return SearchCallbacks(
            close=lab.close_look,
            scrub=inside.scrub,
            step=inside.step,
            set_speed=inside.set_speed,
            choose_page=inside.choose_page,
            choose_bar=lab.choose_bar,
            choose_way=lab.choose_way,
            thumbnail=self.board.thumbnail,
        )

    def board_view(
        self, view_model: LabViewModel, commands: Commands, *, low: bool = False
    ) -> Layout:
        """Lay out the board with the chip of the current move, buttons, and a hint if it fits.

        A `low` one has no hint and asks for less height.
        """
        board = PuzzleWidget(self.puzzle_view, self.move)
        row, stage = self._row_over_board(view_model, commands), StageArea(board)
        plain = Column(row, Flexible(stage), gap=0)
        if low:
            return Over(board, Box(Pad(plain, 20), height=px(LOW_BOARD)))
        bests = self.bests[self.lab.handling.variant]
        best = best_line(bests, self.ui) if view_model.tally else ""
        usual = "search.hint" if self.lab.searched else "cube_lab.hint"
        hint = Label(best or self.tr(usual), 14, quiet=True, align=0.5, even=True)
        hint.passing = True
        hinted = Column(row, Flexible(Box(stage, height=px(260))), Pad(hint, 0, 6, 0, 0), gap=0)
        enough = Column(row, Flexible(Box(stage, height=px(LEAST_STAGE))), gap=0)

        def beside() -> Layout:
            return self._beside_tools(board, view_model, commands)

        return Over(board, FirstFit(Pad(hinted, 20, 20, 20, 14), Pad(enough, 20), beside))

    def _beside_tools(
        self, board: PuzzleWidget, view_model: LabViewModel, commands: Commands
    ) -> Layout:
        """Lay out the board at the left of its buttons, where a row of them would leave no board.

        Its options, which need the width, stay above it.
        """
        first, second, *toggles = self._tools(commands, self._usable(view_model), labelled=False)
        one, two = Row(first, second, height=TOOL), Row(*toggles, height=TOOL)
        options = [Box(each, height=TOOL) for each in self._segments(self._options(view_model))]

        def beside(*tools: Layout) -> Layout:
            at_right = NoShrink(Column(*tools, Flexible()))
            shared = Row(Flexible(StageArea(board, narrow=True)), at_right)
            return Pad(Column(*options, Flexible(shared), gap=4), 8)

        tall = (one, two) if toggles else (Box(first, TOOL, TOOL), Box(second, TOOL, TOOL))
        return FirstFit(beside(*tall), beside(Row(one, two, height=TOOL)))

    def _segments(self, options: Sequence[Option]) -> list[Layout]:
        """Build the choices that stand over the board."""
        chosen, choose = self.lab.choices.options, self.lab.choose_option
        return [option_segments(each, chosen, self.ui, choose, 14) for each in options]

    def _options(self, view_model: LabViewModel) -> Sequence[Option]:
        """Return the options that stand over the board."""
        return view_model.options if self.board.flat and view_model.look is None else ()

    def _usable(self, view_model: LabViewModel) -> tuple[bool, bool]:
        """Return whether undo and redo are enabled; a search keeps its position."""
        own = not self.lab.searched
        return view_model.can_undo and own, view_model.can_redo and own

    def _row_over_board(self, view_model: LabViewModel, commands: Commands) -> Layout:
        """Lay out chip, undo, redo, toggles; short of space, the labels go first."""
        # The commands of undo and redo stay enabled to announce that there is nothing left.
        chip, usable = self._chip(view_model), self._usable(view_model)
        options = self._options(view_model)
        offered = commands.shown("undo", "redo", *(each.id for each in self.board.toggles))
        return self.keep(
            "row over board",
            (chip, offered, usable, options, view_model.choices.options),
            lambda: self._new_row(chip, commands, usable, options),
        )

    def _new_row(
        self,
        texts: tuple[str, str, str] | None,
        commands: Commands,
        usable: tuple[bool, bool],
        options: Sequence[Option],
    ) -> Layout:
        ui = self.ui
        shown = Row(MoveChip(*texts)) if texts is not None else None
        text = self.tr("cube_lab.turning")

        def chip_room(theme: Theme) -> int:
            return MoveChip.width(ui, text, "14 / 14")

        def buttons(labelled: bool) -> list[Layout]:
            return self._tools(commands, usable, labelled=labelled)

        return FirstFit(
            Row(
                Flexible(Box(shown or Gap(0), chip_room)),
                *(*buttons(True), *map(NoShrink, self._segments(options))),
                height=TOOL,
            ),
            Row(
                Flexible(shown),
                *buttons(False),
                *map(NoShrink, self._segments(options)),
                height=TOOL,
            ),
            Row(Flexible(), *buttons(False), *map(NoShrink, self._segments(options)), height=TOOL),
            Column(
                Row(Flexible(shown), *buttons(False), height=TOOL),
                *(Box(each, height=TOOL) for each in self._segments(options)),
                gap=4,
            ),
            Row(Flexible(), *buttons(False), height=TOOL),
        )

    def _tools(
        self, commands: Commands, usable: tuple[bool, bool], *, labelled: bool
    ) -> list[Layout]:
        """Build undo, redo, and the toggles of the board."""
        undo, redo = (
            commands.button(name, labelled=False, quiet=True) for name in ("undo", "redo")
        )
        undo.enabled, redo.enabled = usable
        toggles = [commands.button(each.id) for each in self.board.toggles]
        for toggle, each in zip(toggles, self.board.toggles, strict=True):
            toggle.size = 14
            if not labelled:
                toggle.tooltip, toggle.label = toggle.label, each.letter
                toggle.image = each.icon
        return [undo, redo, *(NoShrink(t) if labelled else Box(t, TOOL) for t in toggles)]

    def _chip(self, view_model: LabViewModel) -> tuple[str, str, str] | None:
        """Return the texts of the chip of the current move of the solution."""
        line, ply = view_model.now.solution, view_model.now.ply
        look = view_model.look
        inside = look.frame if look is not None else None
        if inside is not None and inside.ways is not None and inside.ways.node is not None:
            made = inside.ways.node.made
            return self.tr("cube_inside.from.start", count=made), "", ""
        if inside is not None and inside.shown is not None:
            bar = inside.shown
            return self.tr(f"cube_inside.from.{bar.end.value}", count=bar.depth), "", ""
        if not ply and view_model.tally is not None:
            state = "over" if view_model.tally.over else "under_way"
            moves = self.tr(f"cube_hand.chip.{state}", count=view_model.tally.moves)
            return moves, "", clock_text(view_model.tally.seconds)
        if not ply:
            return None
        text = self.tr("cube_lab.turning" if self._moving else "cube_lab.turned")
        return text, line[ply - 1].text, f"{ply} / {len(line)}"


def _walking(view_model: LabViewModel, offered: Commands) -> object:
    """Return the state of the card below the board."""
    shown = offered.shown("first", "previous", "pause", "next", "last")
    walked = (
        view_model.now.solution,
        view_model.now.ply,
        view_model.draft is None,
        view_model.choices.speed,
    )
    return walked, shown


def panel_width(theme: Theme) -> int:
    """Return the width of the cards beside the board; it grows more slowly than their text."""
    width = theme.px(PANEL) * max(1.0, math.pow(theme.text_scale, 0.7))
    return round(min(theme.size[0] * 0.44, max(304, width)))
