"""The screen of the cube lab: its layout, its commands, its keys."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

import pygame

from engine.games.cube_notation import Turn
from engine.messages import JouonsError, Message
from engine.puzzles_code import holds_code
from gui import clipboard
from gui.boards.cube_widget import CubeWidget
from gui.boards.pocket_cube import BOARD, HALF_MS, QUARTER_MS, CubeView
from gui.cube.attempt import CountReason, SolveResult, SolveStats, clock_text
from gui.cube.autosave import LabAutoSave
from gui.cube.bests import Bests, best_line, best_message, bests_popup
from gui.cube.cards import (
    LabCallbacks,
    below_cube,
    looking_row,
    painting_card,
    scramble_card,
    search_card,
    solutions_card,
    transport_card,
)
from gui.cube.forms import TextForm, cube_form, read_or_paint, scramble_form
from gui.cube.inside import LayerBar, SearchViewModel
from gui.cube.lab import CubeLab, LabChoices, LabViewModel
from gui.cube.panel import SearchPanelCallbacks, panel, panel_with_cube
from gui.cube.saving import read_lab
from gui.cube.snapshot import CubeSnapshot, Metric, turn_between
from gui.cube.solving import Solving
from gui.cube.widgets import SmallCube, StageArea, TurnChip
from gui.inspector import transport
from gui.kit import Icon, Label
from gui.kit.buttons import ACTIVATE
from gui.kit.command import Command, Commands
from gui.kit.layout import (
    Box,
    Column,
    FirstFit,
    Flexible,
    Gap,
    Guarded,
    Layout,
    NoShrink,
    Over,
    Pad,
    Row,
    Tabs,
    px,
)
from gui.kit.screen import Screen
from gui.kit.widget import key_pressed
from gui.protocols import Open, Transition
from gui.services import Services
from gui.shortcuts import Where
from gui.theme import Theme
from gui.write_queue import SaveSlot, UnfinishedEntry

PAUSE_SECONDS = 0.09  # between the turns of a solution
STILL_SECONDS = 0.45  # the duration of a turn without animation
LONGEST_PASTE = 4000
PANEL = 376
LEFT = 440  # the column beside the panel of the search
TOOL = 40  # the height of the row over the cube
KEYS = {getattr(pygame, f"K_{letter.lower()}"): letter for letter in "UDLRFBxyz"}
ORBIT = {
    pygame.K_LEFT: (-12, 0),
    pygame.K_RIGHT: (12, 0),
    pygame.K_UP: (0, 8),
    pygame.K_DOWN: (0, -8),
}


class CubeScreen(Screen):
    """Shows the lab and animates its cube."""

    PREFIX = "cube_lab"
    MENU = (
        *("new", "length", "paste", "copy", "copy_game", "copy_solutions", "paint", "reset"),
        *("half", "fold", "bests", "examples", "camera"),
    )

    def __init__(
        self,
        services: Services,
        first: CubeSnapshot | None = None,
        kept: UnfinishedEntry | None = None,
    ) -> None:
        """Open the given cube, or a saved lab, else a new scramble.

        Raises SaveError when the saved lab is invalid.
        """
        super().__init__(services)
        choices = LabChoices.kept_in(services.settings)
        solving = Solving(services.worker, services.folder)
        state = read_lab(kept.saved, time.monotonic()) if kept is not None else None
        self.lab = CubeLab(solving, choices, first, services.seed, kept=state)
        record = kept.record if kept is not None else SaveSlot()
        self.autosave = LabAutoSave(services, self.lab, record)
        self.cube = CubeView(services.ui.theme, services.ui.brush, services.tr)
        self.cube.show(self.lab.now.facelets)
        self.tab = int(self.lab.now.answer is not None)  # the selected card where cards are tabs
        self._shown = 0  # the number of lab changes on screen
        self._painting = False
        self._turning = False
        self._tally: SolveStats | None = None
        self.bests = {metric: Bests() for metric in Metric}
        if choices.look:
            self.lab.inside.show(self._animated)

    # -- life ----------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        settings = self.services.settings
        self.lab.choices = LabChoices.kept_in(settings)
        self.cube.letters, self.cube.safe_colours = settings.cube_letters, settings.safe_palette
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
        return self.ui.theme.seconds(QUARTER_MS) > 0

    def handle(self, event: pygame.event.Event) -> Transition | None:
        transition = super().handle(event)
        self._show_changes()
        return transition

    def news(self) -> Sequence[str]:
        """Announce the last turn, and the state or the result of the search."""
        lab = self.lab
        now = lab.now
        turns = now.solution[: now.ply] or now.trail
        told = [self._turn_announcement([turn.text for turn in turns])] if turns else []
        if lab.solving.busy:
            told.append(self.tr("cube_lab.solving"))
        elif now.answer is not None:
            found = self.tr("cube_lab.shortest", count=now.answer.count)
            key = f"cube_lab.count.{now.answer.metric.value}"
            told.append(self.tr(key, shortest=found, count=now.answer.length))
        return told

    def _turn_announcement(self, turns: Sequence[str]) -> str:
        """Return the text of the last turn; a repeated turn differs, so it is announced again."""
        alike = sum(1 for _ in takewhile(lambda turn: turn == turns[-1], reversed(turns)))
        if alike == 1:
            return self.tr("news.turned", turn=turns[-1])
        return self.tr("news.turned.again", turn=turns[-1], count=alike)

    def tick(self, dt: float) -> bool:
        before = self.lab.now.answer
        pause = PAUSE_SECONDS if self._animated else STILL_SECONDS
        self.lab.update(dt, not self.cube.moving, pause)
        answer = self.lab.now.answer
        if answer is not None and answer is not before:
            self.tab = 1
        self._show_changes()
        while self.lab.solved:
            self._take_solved(self.lab.solved.popleft())
        self.autosave.pass_time(dt)
        tally, self._tally = self._tally, self.lab.tally
        return self._note_turning() or tally != self._tally

    # -- solving by hand --------------------------------------------------------------------------

    def _take_solved(self, solved: SolveResult) -> None:
        """Announce a cube solved by hand; save it if it counts."""
        self.services.notify(best_message(solved, self.bests[solved.metric]))
        if solved.why is CountReason.COUNTS:
            self.autosave.add(solved.kept())
            self._read_bests()
            self.rebuild()

    def _read_bests(self) -> None:
        """Read the best results; a fault becomes a notice."""
        try:
            self.bests = {metric: Bests.read(self.services.store, metric) for metric in Metric}
        except JouonsError as error:
            self.services.notify(error.message, fault=True)

    def show_bests(self) -> None:
        """Open the list of the best results."""
        self.popup = bests_popup(self.ui, self.size, self.bests, self.close_popup)
        self.touch()

    def _note_turning(self) -> bool:
        """Return True when the animation of a turn or a solution has started or ended."""
        before, self._turning = self._turning, self.cube.moving or self.lab.playing
        return before != self._turning

    def _show_changes(self) -> None:
        """Announce, save and show the changes of the lab."""
        lab = self.lab
        while lab.told:
            text, fault = lab.told.popleft()
            self.services.notify(text, fault=fault)
        if lab.changes == self._shown:
            return
        self._shown = lab.changes
        self.autosave.keep()
        self._follow()
        self._note_turning()
        settings = self.services.settings
        if LabChoices.kept_in(settings) != lab.choices:
            self.services.change(lab.choices.put_into(settings))
        self.rebuild()
        opened = lab.painting is not None and not self._painting
        self._painting = lab.painting is not None
        if opened:
            self.widget_group.focus_key("net", ring=False)

    def _follow(self) -> None:
        """Update the view to the present cube: animate a single turn, else jump."""
        lab, cube = self.lab, self.cube
        before, after = cube.target, lab.on_cube
        turn = turn_between(before, after) if before != after else None
        if turn is not None:
            usual = self.ui.theme.seconds(HALF_MS if turn.quarters == 2 else QUARTER_MS)
            cube.turn(turn, after, usual / lab.choices.speed)
            self.services.sounds.move(BOARD.sound, None)
        elif before != after:
            cube.show(after)
        if lab.painting is not None:
            cube.finish()

    def back(self) -> None:
        """Leave painting, then solving, then the lab (Esc)."""
        if not self.lab.leave_off():
            super().back()

    # -- commands --------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Command]:
        lab = self.lab
        made = (
            *self._cube_commands(),
            *self._view_commands(),
            *self._solution_commands(),
            *self._painting_commands(),
        )
        found = {command.id: command for command in made}
        inside = lab.inside
        if inside.open:
            at, last = inside.at, inside.last
            runs = transport.stepping(lab.go_to_layer, lab.run_layers, at, last)
            found |= transport.transport_commands(runs, at, last, inside.playing)
        return found

    def _cube_commands(self) -> tuple[Command, ...]:
        """Return the commands that change the cube or copy it as text."""
        lab, answer = self.lab, self.lab.now.answer
        ready, solved = lab.painting is None, answer is not None and answer.length > 0
        return (
            Command("undo", lab.undo, Icon.UNDO),
            Command("redo", lab.redo, Icon.REDO),
            Command("new", lab.new_scramble, Icon.DICE, ready),
            Command("length", self.ask_scramble, Icon.PENCIL),
            Command("paste", self.paste, Icon.CLIPBOARD),
            Command("copy", self.copy_turns, Icon.COPY),
            Command("copy_game", self.copy_facelets, Icon.COPY),
            Command("copy_solutions", self.copy_solutions, Icon.COPY, solved),
            Command("reset", lab.reset, Icon.CROSS),
            Command("bests", self.show_bests, Icon.TROPHY),
            Command("examples", lambda: Open("examples"), Icon.LENS),
        )

    def _view_commands(self) -> tuple[Command, ...]:
        """Return the commands of the view and the metric."""
        lab = self.lab
        half = lab.choices.metric is Metric.HALF
        fold = lab.choices.fold and not half
        return (
            Command("letters", self.toggle_letters, on=self.cube.letters),
            Command("safe", self.toggle_safe, on=self.cube.safe_colours),
            Command("half", self._toggle_metric, Icon.CHECK if half else None),
            Command("fold", lab.toggle_fold, Icon.CHECK if fold else None, not half),
            Command("camera", self.cube.reset_camera, Icon.EYE),
        )

    def _solution_commands(self) -> tuple[Command, ...]:
        """Return the commands of the solution, its playback, and the search inspector."""
        lab = self.lab
        now, last = lab.now, len(lab.now.solution)
        ready = lab.painting is None
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
        """Return the commands of the facelet editor."""
        lab = self.lab
        return (
            Command("paint", lab.start_painting, Icon.PENCIL, lab.painting is None),
            Command("clear", lab.clear_painting),
            Command("solved", lab.paint_solved),
            Command("cancel", lab.stop_painting),
            Command("use", lab.use_painting, enabled=lab.paintable, primary=True),
        )

    def look(self) -> None:
        """Open the search inspector, if it is closed."""
        if not self.lab.inside.open:
            self._toggle_look()

    def _toggle_look(self) -> None:
        self.lab.toggle_look(self._animated)

    def _first(self) -> None:
        """Go to the start of the solution; at the start, reset the camera."""
        if self.lab.now.ply:
            self.lab.step(0)
        else:
            self.cube.reset_camera()

    def _toggle_metric(self) -> None:
        half = self.lab.choices.metric is Metric.HALF
        self.lab.choose_metric(Metric.QUARTER if half else Metric.HALF)

    def toggle_letters(self) -> None:
        """Toggle letters on the stickers."""
        self.cube.letters = not self.cube.letters
        self.services.change(replace(self.services.settings, cube_letters=self.cube.letters))
        self.rebuild()

    def toggle_safe(self) -> None:
        """Toggle the colours for colour-blind users, on all screens."""
        safe = not self.services.settings.safe_palette
        self.cube.safe_colours = safe
        self.services.change(replace(self.services.settings, safe_palette=safe))
        self.rebuild()

    def choose_tab(self, tab: int) -> None:
        """Select a card where cards are tabs."""
        self.tab = tab
        self.rebuild()

    # -- clipboard and forms -------------------------------------------------------------------

    def copy_turns(self) -> None:
        """Copy the scramble and the later turns; the facelets if these do not lead here."""
        text = self.lab.turns_text()
        if text:
            self.copy(text, "cube_lab.copied_scramble")
        else:
            self.copy_facelets()

    def copy_facelets(self) -> None:
        """Copy the 24 facelets."""
        self.copy(self.lab.now.facelets, "cube_lab.copied_facelets")

    def copy_solutions(self) -> None:
        """Copy the listed solutions, one per line."""
        self.copy(self.lab.solutions_text(), "cube_lab.copied_solutions")

    def paste(self) -> None:
        """Read a cube from the clipboard; open a form if it is invalid."""
        text = clipboard.get_text().strip()[:LONGEST_PASTE]
        if holds_code(text):
            self.go(Open("puzzles", {"shared": text}))
            return
        fault = read_or_paint(self.lab, text) if text else None
        if not text or fault is not None:
            self.ask_cube(text, fault)
        elif self.lab.painting is None:
            self.services.notify("cube_lab.pasted")

    def ask_cube(self, text: str = "", fault: Message | None = None) -> None:
        """Open the form of turns or facelets, with the fault of the present text."""
        self._show(cube_form(self.ui, self.size, self.lab, text, fault))

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
        return event.type == pygame.KEYDOWN and self._key(event)

    def _key(self, event: pygame.event.Event) -> bool:
        """Turn a layer by its letter, with Shift the other way."""
        lab = self.lab
        command = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META)
        if command or lab.painting is not None:
            return False
        if event.key in KEYS:
            lab.turn(Turn(KEYS[event.key], 3 if event.mod & pygame.KMOD_SHIFT else 1))
        elif event.key in ACTIVATE and lab.inside.open:
            lab.run_layers()
        elif event.key in ACTIVATE:
            lab.toggle_play()
        else:
            return False
        return True

    def _cube_key(self, event: pygame.event.Event) -> bool:
        """Move the camera with the arrows while the cube has the focus."""
        if key_pressed(event, *ORBIT):
            self.cube.orbit(*ORBIT[event.key])
            return True
        return self._key(event)

    # -- layout ----------------------------------------------------------------------------------

    def view(self) -> Layout:
        view_model, ui, lab, offered = self.lab.view_model(), self.ui, self.lab, self.offered()
        commands = offered.called
        callbacks = LabCallbacks(
            commands,
            lab.choose_metric,
            lab.choose_solver,
            lab.jump,
            lab.step,
            lab.set_speed,
            lab.paint,
            self.back,
        )
        bar = self.bar(
            self.tr("game.pocketcube.name"),
            self.tr(f"cube_lab.subtitle.{view_model.choices.metric.value}"),
        )
        if view_model.look is not None and view_model.painted is None:
            return Column(
                bar,
                Flexible(
                    Pad(
                        self._inspector_layout(view_model, view_model.look, callbacks),
                        24,
                        20,
                        24,
                        24,
                    )
                ),
                gap=0,
            )
        scramble, solutions, search = self._cards(view_model, offered, callbacks)
        left = self._cube_view(view_model, commands("cube_lab"))
        narrow: Layout | None = None
        if view_model.painted is not None:
            # Where space is short the unfolded cube gets all of it.
            left = narrow = painting_card(view_model.painted, ui, callbacks, self.cube.safe_colours)
        below = self.keep(
            "transport",
            _walking(view_model, offered),
            lambda: transport_card(view_model, ui, callbacks),
        )
        left = Flexible(Column(Flexible(left), below))
        names = [self.tr(f"cube_lab.tab.{name}") for name in ("scramble", "solutions", "visited")]
        pages = zip(names, (scramble, solutions, search), strict=True)
        cards = Column(scramble, Flexible(solutions), search)

        def tabbed() -> Layout:
            tabs = Tabs(*pages, at=self.tab, choose=self.choose_tab, key="tabs")
            return Row(left, Box(tabs, panel_width), gap=24)

        body = FirstFit(Row(left, Box(cards, panel_width), gap=24), narrow or tabbed)
        return Column(bar, Flexible(Pad(body, 24, 20, 24, 24)), gap=0)

    def _cards(
        self, view_model: LabViewModel, offered: Commands, callbacks: LabCallbacks
    ) -> Sequence[Layout]:
        """Build the cards of scramble, solutions, and search."""
        now, ui = view_model.now, self.ui
        new = (now.scramble, now.trail, now.source, now.seed)
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
        """Lay out the cube beside the panel, or a small cube inside it where space is short."""
        ui, lab = self.ui, self.lab
        commands = callbacks.commands(transport.PREFIX)
        asked = SearchPanelCallbacks(
            lab.choose_page, lab.choose_bar, lab.go_to_layer, lab.set_layer_speed, lab.close_look
        )

        def small() -> Layout:
            cube = SmallCube(self.cube, lab.turn, self._cube_key)
            shown = Box(Over(cube, StageArea(cube)), at=0)
            buttons = looking_row(view_model, ui, callbacks)
            return panel_with_cube(look, ui, commands, asked, shown, buttons, self.keep)

        names = ("new", "paste", "paint", "solve", "look")
        cost = (
            look.searched,
            view_model.now.answer is None,
            view_model.choices,
            commands.shown(*names),
        )
        below = self.keep("below", cost, lambda: below_cube(view_model, look, ui, callbacks))
        moment = (look, commands.shown(*transport.BUTTONS))
        left = Column(Flexible(self._cube_view(view_model, callbacks.commands("cube_lab"))), below)
        first = Box(left, px(LEFT))

        def beside() -> Layout:
            tall = self.keep("panel", moment, lambda: panel(look, ui, commands, asked))
            return Row(first, Flexible(tall), gap=24)

        return FirstFit(Guarded(first, beside), small)

    def _cube_view(self, view_model: LabViewModel, commands: Commands) -> Layout:
        """Lay out the cube with the chip of the current turn, buttons, and a hint if it fits."""
        cube = CubeWidget(self.cube, self.lab.turn, self._cube_key)
        row, stage = self._row_over_cube(view_model, commands), StageArea(cube)
        best = best_line(self.bests[view_model.choices.metric], self.ui) if view_model.tally else ""
        hint = Label(best or self.tr("cube_lab.hint"), 14, quiet=True, align=0.5, even=True)
        hint.passing = True
        hinted = Column(row, Flexible(Box(stage, height=px(260))), Pad(hint, 0, 6, 0, 0), gap=0)
        plain = Column(row, Flexible(stage), gap=0)
        return Over(cube, FirstFit(Pad(hinted, 20, 20, 20, 14), Pad(plain, 20)))

    def _row_over_cube(self, view_model: LabViewModel, commands: Commands) -> Layout:
        """Lay out chip, undo, redo, letters, colours; short of space, the labels go first."""
        ui = self.ui
        chip = self._chip(view_model)
        shown = Row(chip) if chip is not None else None
        text = self.tr("cube_lab.turning")

        def chip_room(theme: Theme) -> int:
            return TurnChip.width(ui, text, "14 / 14")

        def buttons(labelled: bool) -> list[Layout]:
            undo, redo = (
                commands.button(name, labelled=False, quiet=True) for name in ("undo", "redo")
            )
            # The commands stay enabled to announce that there is nothing left.
            undo.enabled, redo.enabled = view_model.can_undo, view_model.can_redo
            toggles = [commands.button(name) for name in ("letters", "safe")]
            for toggle, letter, image in zip(toggles, "A ", (None, Icon.EYE), strict=True):
                toggle.size = 14
                if not labelled:
                    toggle.tooltip, toggle.label = toggle.label, letter.strip()
                    toggle.image = image
            return [undo, redo, *(NoShrink(t) if labelled else Box(t, TOOL) for t in toggles)]

        return FirstFit(
            Row(Flexible(Box(shown or Gap(0), chip_room)), *buttons(True), height=TOOL),
            Row(Flexible(shown), *buttons(False), height=TOOL),
            Row(Flexible(), *buttons(False), height=TOOL),
        )

    def _chip(self, view_model: LabViewModel) -> TurnChip | None:
        """Return the chip of the current turn of the solution."""
        line, ply = view_model.now.solution, view_model.now.ply
        if view_model.look is not None and view_model.look.shown is not None:
            return self._layer_chip(view_model.look.shown)
        if not ply and view_model.tally is not None:
            state = "over" if view_model.tally.over else "under_way"
            turns = self.tr(f"cube_hand.chip.{state}", count=view_model.tally.turns)
            return TurnChip(turns, "", clock_text(view_model.tally.seconds))
        if not ply:
            return None
        text = self.tr("cube_lab.turning" if self._turning else "cube_lab.turned")
        return TurnChip(text, line[ply - 1].text, f"{ply} / {len(line)}")

    def _layer_chip(self, bar: LayerBar) -> TurnChip:
        """Return the chip with the distance of a layer's position from its end."""
        words = self.tr(f"cube_inside.from.{bar.end.value}", count=bar.depth)
        return TurnChip(words, "", "")


def _walking(view_model: LabViewModel, offered: Commands) -> object:
    """Return the state of the card below the cube."""
    shown = offered.shown("first", "previous", "pause", "next", "last")
    walked = (
        view_model.now.solution,
        view_model.now.ply,
        view_model.painted is None,
        view_model.choices.speed,
    )
    return walked, shown


def panel_width(theme: Theme) -> int:
    """Return the width of the cards beside the cube; it grows more slowly than their text."""
    width = theme.px(PANEL) * max(1.0, math.pow(theme.text_scale, 0.7))
    return round(min(theme.size[0] * 0.44, max(304, width)))
