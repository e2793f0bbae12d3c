"""Screen of puzzles: the board, the aim, and the cards beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gui import clipboard
from gui.exercises import puzzle_cards as cards
from gui.exercises.exercise import AttemptPhase
from gui.exercises.exercise_view_model import ExerciseViewModel
from gui.exercises.parts import steady
from gui.exercises.puzzles import OF_TODAY, Puzzles
from gui.exercises.puzzles_view_model import make_view_model
from gui.exercises.texts import share_text
from gui.exercises.today import Today
from gui.exercises.turns_screen import TurnsScreen
from gui.kit import Icon
from gui.kit.command import Command, by_id
from gui.kit.layout import Layout
from gui.services import Services


class PuzzlesScreen(TurnsScreen):
    """Shows the puzzles of the day, endless ones and shared ones."""

    def __init__(self, services: Services, game_id: str = "", shared: str = "") -> None:
        super().__init__(services)
        today = services.outliving(Today, lambda: Today(services))
        game = game_id or services.settings.last_game
        self.model: Puzzles = Puzzles(services, today, services.fresh_seed(), game)
        self.shared = shared
        self.view_model = make_view_model(self.model)

    # -- view --------------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        super().enter(size)
        if self.shared:
            self.model.open_text(self.shared)
            self.shared = ""
            self.show()

    def refresh(self) -> ExerciseViewModel:
        self.view_model = make_view_model(self.model)
        return self.view_model.exercise

    def top(self) -> Layout:
        offered = self.offered()
        tools = [offered.button("open_shared", labelled=False, quiet=True), offered.button("share")]
        return self.bar(self.tr("puzzles.title"), self.tr("puzzles.subtitle"), extra=tools)

    def headlines(self) -> tuple[Layout, Layout]:
        token = self.board_view.token if self.board_view is not None else None
        view_model, ui = self.view_model, self.ui

        def slim(exercise: ExerciseViewModel) -> Layout:
            return cards.slim_header(exercise, view_model.level, ui)

        header = cards.header(view_model, ui, token)
        return header, steady(self.exercise, self.model.attempt, slim)

    def beside(self) -> Layout:
        tab = self.tab, self.choose_tab
        return cards.side(self.view_model, self.ui, self.model, self.and_refresh, tab)

    def buttons(self) -> Sequence[Sequence[str]]:
        if self.exercise.phase is AttemptPhase.EXPLAINING:
            return ("again", "refute"), ("step_back", "step_on"), ("next_puzzle",)
        first = "again" if self.exercise.over else "hint"
        turns = self.turns
        asked = turns is not None and (turns.open or turns.can_undo)
        turning = ("undo", "restart") if asked else ()
        middle = (first, "show_me") if turns is not None else (first, "refute", "show_me")
        return turning, middle, ("next_puzzle",)

    # -- commands ----------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Command]:
        inherited, turns = dict(super().commands()), self.turns
        if self.exercise.phase is AttemptPhase.SOLVED and turns is None:
            inherited["show_me"] = replace(inherited["show_me"], text="see_end")
        return inherited | by_id(
            Command("share", self.share, Icon.SHARE, self.model.problem is not None),
            Command("open_shared", self.paste, Icon.CLIPBOARD),
        )

    def share(self) -> None:
        """Copy the puzzle to the clipboard, without its answer."""
        problem, model = self.model.problem, self.model
        if problem is not None:
            day = model.today.date if model.source in OF_TODAY else None
            self.copy(share_text(self.ui.tr, problem, day), "puzzles.copied")

    def paste(self) -> None:
        """Open a shared puzzle from the clipboard."""
        text = clipboard.get_text()
        if text.strip():
            self.and_refresh(self.model.open_text)(text)
        else:
            self.services.notify("puzzles.clipboard_empty", fault=True)
