"""Form of an experiment: its checked texts, and the games they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import Any

from engine.arena.experiment import (
    Bags,
    Batch,
    OwnTasks,
    Pairing,
    batches,
    in_turn,
    own_tasks_of,
    pairings,
    sweep_pairings,
)
from engine.arena.report import Preset, sweep_file
from engine.arena.start import Start, check_start
from engine.messages import JouonsError, excerpt
from engine.options import LARGEST_SEED, is_number
from engine.own.source import ENDING, sources_in
from engine.protocols import MAX_GAMES, MAX_PLIES, game_key, is_vast
from engine.registry import FIRST_GAME, bot_for, is_own, learns, make_game
from engine.store.store import Store
from gui.i18n import typed_number

MAX_VALUES = 40
MAX_PLAYERS = 12
FIRST_TEXTS = {
    "template": "mc:{}/move",
    "values": "1 2 4 8 16 32 64",
    "opponent": "random",
    "players": "optimal mcts:1000 alphabeta:5 mc:300",
    "games": "300",
    "pairs": "20",
    "position": "",
    "plies": "4",
    "seed": "20",
}


class ExperimentKind(Enum):
    """Kind of an experiment; the value is the end of the text key."""

    SWEEP = "sweep"
    TOURNAMENT = "tournament"


class StartKind(Enum):
    """Start position of the games; the value is the end of the text key."""

    USUAL = "usual"
    OPENINGS = "openings"
    POSITION = "position"


@dataclass(frozen=True)
class ExperimentForm:
    """A sweep of one bot over budgets, or a tournament; changes return a new form."""

    kind: ExperimentKind = ExperimentKind.SWEEP
    game: str = FIRST_GAME
    preset: str = ""  # its name, until the form is changed
    texts: Mapping[str, str] = field(default_factory=lambda: dict(FIRST_TEXTS))
    options: Mapping[str, str] = field(default_factory=dict)
    begin: StartKind = StartKind.USUAL
    judge: bool = True

    @property
    def players(self) -> list[str]:
        """The players of a tournament."""
        text = self.texts["players"]
        return text.splitlines() if "\n" in text else text.split()

    @property
    def number(self) -> str:
        """The name of the field with the number of games."""
        return "games" if self.kind is ExperimentKind.SWEEP else "pairs"

    @property
    def sound_options(self) -> Mapping[str, str]:
        """The rules; the defaults while one of them is invalid, which the start reports."""
        try:
            make_game(self.game, self.options)
        except JouonsError:
            return {}
        return self.options

    @property
    def judges_sample(self) -> bool:
        """Whether the game is too large to judge every move."""
        return is_vast(make_game(self.game, self.sound_options))

    def typed(self, name: str, text: str) -> ExperimentForm:
        """Return the form with another text in a field; it is no preset any more."""
        return replace(self, texts={**self.texts, name: text}, preset="")

    def on(self, game: str) -> ExperimentForm:
        """Return the form with another game, its default rules and start position.

        A person's own game is the one of the present text of its file. Raises JouonsError for one
        that cannot be played.
        """
        if game == self.game and not is_own(game):
            return self
        options = make_game(game).options if is_own(game) else {}
        return replace(self, game=game, options=options, begin=StartKind.USUAL, preset="")

    def as_kind(self, kind: ExperimentKind) -> ExperimentForm:
        """Return the form as another kind of experiment, with the same texts."""
        return replace(self, kind=kind)

    def beginning(self, begin: StartKind) -> ExperimentForm:
        """Return the form with another start position of the games."""
        return replace(self, begin=begin, preset="")

    def with_option(self, name: str, text: str) -> ExperimentForm:
        """Return the form with another rule of the game."""
        return replace(self, options={**self.options, name: text}, preset="")

    def adding(self, *players: str) -> ExperimentForm:
        """Return the form with additional players."""
        return self._with_players([*self.players, *players])

    def without(self, index: int, count: int = 1) -> ExperimentForm:
        """Return the form without the players from an index on."""
        return self._with_players([*self.players[:index], *self.players[index + count :]])

    def _with_players(self, players: Sequence[str]) -> ExperimentForm:
        """Return the form with these players, one a line: a path may have spaces."""
        return self.typed("players", "".join(f"{player}\n" for player in players))

    def using(self, preset: Preset) -> ExperimentForm:
        """Return the form with the values of a preset."""
        texts = {
            "template": preset.template,
            "opponent": preset.opponent,
            "values": " ".join(map(str, preset.values)),
            "games": str(preset.games),
        }
        merged = {**self.texts, **texts}
        return ExperimentForm(
            ExperimentKind.SWEEP, preset.game, preset.name, merged, judge=self.judge
        )

    # -- values ----------------------------------------------------------------------------------

    def values(self) -> tuple[int, ...]:
        """Return the budgets of a sweep, else nothing; JouonsError when they are invalid."""
        if self.kind is not ExperimentKind.SWEEP:
            return ()
        parts = self.texts["values"].replace(",", " ").split()
        if not parts or len(parts) > MAX_VALUES or not all(map(is_number, parts)):
            raise JouonsError("arena.field_values", text=excerpt(self.texts["values"], 30))
        return tuple(map(int, parts))

    def start(self) -> Start:
        """Return the start position of the games; JouonsError when it is invalid."""
        start = Start()
        if self.begin is StartKind.POSITION:
            start = Start(self.texts["position"].strip())
        elif self.begin is StartKind.OPENINGS:
            start = Start(plies=typed_number(self.texts["plies"], 1, MAX_PLIES))
        check_start(make_game(self.game, self.options), start)
        return start

    def everybody(self) -> list[str]:
        """Return every player; those of a sweep have its budgets."""
        if self.kind is not ExperimentKind.SWEEP:
            return self.players
        swept = [self.texts["template"].replace("{}", str(value)) for value in self.values()]
        return [*swept, self.texts["opponent"].strip()]

    def pairs(self, saved: bool = False) -> list[Pairing]:
        """Return the pairings; JouonsError names the fault.

        `saved`: of a stored experiment, whose own bots may be gone.
        """
        options = dict(self.options)
        if self.kind is ExperimentKind.TOURNAMENT:
            if len(self.players) > MAX_PLAYERS:
                raise JouonsError("arena.many_players", most=MAX_PLAYERS)
            return pairings(self.game, options, self.players, self.start(), saved)
        template, opponent = self.texts["template"].strip(), self.texts["opponent"].strip()
        values, start = self.values(), self.start()
        return sweep_pairings(self.game, options, template, opponent, values, start, saved)

    def faulty(self) -> str:
        """Return the name of the first invalid field; empty when all are valid."""
        try:
            rules = make_game(self.game, self.options)
        except JouonsError:
            return "rules"
        paired = replace(self, begin=StartKind.USUAL).pairs
        checks: dict[str, Callable[[], object]] = {"players": paired}
        if self.kind is ExperimentKind.SWEEP:
            checks = {
                "values": self.values,
                "opponent": lambda: bot_for(rules, self.texts["opponent"].strip()),
                "template": paired,
            }
        checks |= {self.number: self.count, "seed": self.seed, "start": self.start}
        for name, check in checks.items():
            try:
                check()
            except JouonsError:
                return name
        return ""

    def count(self) -> int:
        """Return the number of games of a pairing; JouonsError when it is invalid."""
        return typed_number(self.texts[self.number], 1, MAX_GAMES)

    def seed(self) -> int:
        """Return the seed; JouonsError when it is invalid."""
        return typed_number(self.texts["seed"], 0, LARGEST_SEED)

    def work(self, pairs: Iterable[Pairing], store: Callable[[], Store]) -> list[Batch]:
        """Return the batches of games of these pairings; JouonsError names an invalid number.

        The store is only opened when a bot that learns plays.
        """
        rest = (self.count(), self.seed(), self._bags(store), self.judge, self._own(store))
        pieces = [b for pair in pairs for b in batches(pair, *rest)]
        return in_turn(pieces) if self.kind is ExperimentKind.TOURNAMENT else pieces

    def _own(self, store: Callable[[], Store]) -> OwnTasks | None:
        """Return the texts of a person's own bots, as they are now, and that of the game."""
        rules = [f"{self.game}@{self.options['hash']}"] if is_own(self.game) else []
        return own_tasks_of([*rules, *self.everybody()], store)

    def _bags(self, store: Callable[[], Store]) -> Bags | None:
        if not any(learns(text) for text in self.everybody()):
            return None
        key = game_key(make_game(self.game, self.options))
        return {key: store().load_bags(key)}

    # -- storage ---------------------------------------------------------------------------------

    def stem(self) -> str:
        """Return a plain file name without suffix."""
        if self.preset:
            return sweep_file(self.preset).removesuffix(".csv")
        name = f"{self.game}-{self.kind.value}"
        if self.kind is ExperimentKind.SWEEP:
            name += f"-{self.texts['template'].partition(':')[0]}-{self.texts['opponent']}"
        return "".join(c if c.isalnum() or c == "-" else "-" for c in name).strip("-")

    def as_json(self) -> dict[str, Any]:
        """Return the form as JSON data for the store."""
        return {
            "game": self.game,
            "kind": self.kind.value,
            "preset": self.preset,
            "fields": dict(self.texts),
            "options": dict(self.options),
            "begin": self.begin.value,
            "judge": self.judge,
        }

    @classmethod
    def from_json(cls, data: Any) -> ExperimentForm:
        """Read the data of `as_json`; ValueError and the like for invalid data."""
        return cls(
            ExperimentKind(data["kind"]),
            str(data["game"]),
            str(data["preset"]),
            {name: str(data["fields"][name]) for name in FIRST_TEXTS},
            {str(name): str(text) for name, text in data["options"].items()},
            StartKind(data["begin"]),
            bool(data["judge"]),
        )


# -- a folder of own bots --------------------------------------------------------------------------


def bots_in(folder: Path, form: ExperimentForm) -> list[str]:
    """Return the files of a folder that play the game of a form, as player texts.

    A file that cannot be read or loaded is among them: its faults are counted. Raises JouonsError
    for a folder that is none, for one without such a file, and for one with too many.
    """
    if not folder.is_dir():
        raise JouonsError("arena.no_folder", folder=excerpt(str(folder), 80))
    sources = sources_in(folder)
    imported = {name for each in sources.values() for name, _ in each.files[1:]}
    players = [
        str(folder / f"{name}{ENDING}")
        for name, each in sources.items()
        if f"{name}{ENDING}" not in imported
        and (each.plays or each.kind is None)
        and (not each.games or form.game in each.games)
    ]
    if not players:
        raise JouonsError("arena.empty_folder", folder=excerpt(str(folder), 80))
    if len(players) + len(form.players) > MAX_PLAYERS:
        raise JouonsError("arena.large_folder", found=len(players), most=MAX_PLAYERS)
    return players


def in_folders(players: Sequence[str]) -> list[tuple[str, int]]:
    """Return the players in order, those of one folder together: its path, or "", and how many."""
    parts: list[tuple[str, int]] = []
    for folder, group in groupby(players, _folder):
        count = len(list(group))
        parts += [(folder, count)] if folder and count > 1 else [("", 1)] * count
    return parts


def _folder(player: str) -> str:
    return str(Path(player).parent) if player.endswith(ENDING) else ""
