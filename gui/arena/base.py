"""The life of the arena on its screen, and what is done there; other files lay it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from engine.folders import own_settings
from engine.messages import JouonsError
from engine.protocols import HUMAN
from engine.registry import GAMES, is_own, name_of
from engine.saves import path_from
from gui.arena.choice import ArenaChoice
from gui.arena.form import ExperimentForm, bots_in
from gui.arena.lists import opened_game
from gui.arena.model import EXPORTED, ArenaModel
from gui.arena.picker import PlayerPopup
from gui.arena.results import save_picture
from gui.kit.popup import FormField, TextForm
from gui.kit.screen import PageScreen
from gui.own.bots import OwnActions
from gui.protocols import Open
from gui.services import Services

REFRESH_SECONDS = 0.15


def arena_of(services: Services) -> ArenaModel:
    """Return the arena of this window: leaving its screen keeps the form and the experiment."""

    def make() -> ArenaModel:
        return ArenaModel(
            lambda: services.store,
            services.own_store,
            lambda title: services.tr(title),
        )

    return services.outliving(ArenaModel, make)


class ArenaBase(PageScreen):
    """Acts on the experiments; the cards are given it whole."""

    PREFIX = "arena"
    MENU: Sequence[str] = ("past", "rules", "export")

    def __init__(self, services: Services, at_once: bool = False, game_id: str = "") -> None:
        super().__init__(services)
        self.model = arena_of(services)
        self.own = OwnActions(self)
        if game_id:
            self.model.edit(lambda form: form.on(game_id))
        self.tab: int | None = None  # in a small window; None for results, or the form before any
        self._at_once = at_once  # start with the form as it is
        self._since = 0.0

    # -- life cycle ------------------------------------------------------------------------------

    @property
    def wants_worker(self) -> bool:
        """True: a bot below would take half the processor from the processes of the arena."""
        return True

    def tick(self, dt: float) -> bool:
        if self._at_once:
            self._at_once = False
            self._run(self.model.start)
            return True
        own = isinstance(self.popup, PlayerPopup) or is_own(self.model.form.game)
        if own and self.own.files.update(dt):
            self._follow()
            if isinstance(self.popup, PlayerPopup):
                self.popup.refresh()
        self._since += dt
        if self.model.running and self._since < REFRESH_SECONDS:
            return False
        self._since = 0.0
        return self.model.poll()

    # -- actions -----------------------------------------------------------------------------------

    def _run(self, begin: Callable[[], None]) -> None:
        """Let an experiment run, with its results in sight; a fault leaves the form there."""
        begin()
        if self.model.running:
            self.tab = None

    def edit(self, change: Callable[[ExperimentForm], ExperimentForm]) -> None:
        """Change the form and refresh."""
        self.model.edit(change)
        self.rebuild()

    def _add(self) -> None:
        form = self.model.form
        self._pick(ArenaChoice(form.game, form.sound_options), "arena.add", ExperimentForm.adding)

    def _add_folder(self) -> None:
        def take(texts: list[str]) -> None:
            players = bots_in(path_from(texts[0].strip(), Path.home()), self.model.form)
            self.edit(lambda form: form.adding(*players))

        texts = [self.tr(f"arena.folder_{name}") for name in ("title", "take", "says")]
        field = FormField("", str(own_settings().folder))
        self.popup = TextForm(self.ui, self.size, texts, [field], take)

    def _pick(
        self,
        choice: ArenaChoice,
        title: str,
        change: Callable[[ExperimentForm, str], ExperimentForm],
    ) -> None:
        """Open the popup of a player; the choice changes the form."""

        def take(player: str) -> None:
            self.edit(lambda form: change(form, player))

        self.popup = PlayerPopup(self.ui, self.size, choice, self.tr(title), take, self.own)

    def pick_of_sweep(self, name: str) -> None:
        """Choose the player under test, or its opponent."""
        form, swept = self.model.form, name == "template"
        try:
            choice = ArenaChoice(form.game, form.sound_options, form.texts[name].strip(), swept)
        except JouonsError:
            choice = ArenaChoice(form.game, form.sound_options, "", swept)
        title = f"arena.field.{name}"
        self._pick(choice, title, lambda now, player: now.typed(name, player))

    def _export(self) -> Open:
        """Open the page that asks for the file name."""
        shown = self.model.view_model().played
        write = partial(self.model.export, draw=partial(save_picture, self.ui))
        return Open("export", {"stem": shown.stem(), "endings": EXPORTED, "write": write})

    def choose_game(self) -> None:
        """Open the menu of the games."""
        form = self.model.form
        own = [each for each in self.own.files.rules() if each.ready and each.fault is None]
        games = [*GAMES, *(each.player for each in own if not each.puzzle)]
        at = games.index(form.game) if form.game in games else -1
        labels = [self.tr(name_of(game)) for game in games]
        self.ask_choice("game", labels, at, lambda index: self._turn_to(games[index]))

    def _turn_to(self, game: str) -> None:
        """Choose a game; an own one with the present text of its file."""
        self.run_or_notify(lambda: self.edit(partial(ExperimentForm.on, game=game)))

    def _follow(self) -> None:
        """Turn to the present text of an own game, once it can be played."""
        form, files = self.model.form, self.own.files
        if is_own(form.game) and not self.model.running:
            files.rules()  # counts the positions of a new text
            if files.sound_hash(form.game) not in ("", form.options.get("hash")):
                self._turn_to(form.game)

    def open_game(self, index: int) -> None:
        """Open a listed game for review."""
        view_model = self.model.view_model()
        game = view_model.listed(index)
        self.run_or_notify(lambda: self.go(opened_game(view_model.played, *self.model.game(game))))

    def open_fault(self, index: int) -> None:
        """Open the position before a fault, with the bot's answer to it."""
        fault = self.model.view_model().faults[index]
        look = {"look": fault.player, "look_seed": fault.seed}
        start = {"start": fault.state, **look, "analysis": True}
        self.go(Open("match", {"game": fault.game, "players": (HUMAN, HUMAN), **start}))
