"""What a person asked of the arena: checked, and turned into the games to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from engine.arena import Bags, Batch, Pairing, batches, in_turn, pairings, sweep_pairings
from engine.arena_positions import PositionBlock, blocks
from engine.arena_start import Start, check_start
from engine.messages import JouonsError
from engine.options import LARGEST_COUNT, LARGEST_SEED, is_number
from engine.protocols import game_key, is_vast
from engine.registry import FIRST_GAME, bot_for, learns, make_game
from engine.report import Preset, sweep_file
from engine.store import Store
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
    "positions": "60",
    "position": "",
    "plies": "4",
    "seed": "20",
}
LATER_TEXTS = ("pairs", "positions", "position", "plies")  # which older results do not have


class ExperimentKind(Enum):
    """What is asked; the value is the end of the key of the words."""

    SWEEP = "sweep"
    TOURNAMENT = "tournament"
    POSITIONS = "positions"


class StartKind(Enum):
    """Where games begin; the value is the end of the key of the words."""

    USUAL = "usual"
    OPENINGS = "openings"
    POSITION = "position"


@dataclass(frozen=True)
class ExperimentForm:
    """A sweep of one bot over budgets, a tournament, or questions; a change makes a new one."""

    kind: ExperimentKind = ExperimentKind.SWEEP
    game: str = FIRST_GAME
    preset: str = ""  # its name, as long as nothing was changed since
    texts: Mapping[str, str] = field(default_factory=lambda: dict(FIRST_TEXTS))
    options: Mapping[str, str] = field(default_factory=dict)
    begin: StartKind = StartKind.USUAL
    judge: bool = True

    @property
    def players(self) -> list[str]:
        """The players of a tournament, or those that are asked."""
        return self.texts["players"].split()

    @property
    def number(self) -> str:
        """The field that says how much is to be played."""
        numbers = {
            ExperimentKind.SWEEP: "games",
            ExperimentKind.TOURNAMENT: "pairs",
            ExperimentKind.POSITIONS: "positions",
        }
        return numbers[self.kind]

    @property
    def sound_options(self) -> Mapping[str, str]:
        """The rules; the usual ones while one of them is faulty, which the start will say."""
        try:
            make_game(self.game, self.options)
        except JouonsError:
            return {}
        return self.options

    @property
    def judges_sample(self) -> bool:
        """Whether the game is too large for every move to be judged."""
        return is_vast(make_game(self.game, self.sound_options))

    def typed(self, name: str, text: str) -> ExperimentForm:
        """With another text in a field; it is no preset any more."""
        return replace(self, texts={**self.texts, name: text}, preset="")

    def on(self, game: str) -> ExperimentForm:
        """With another game, by its usual rules and from its usual start."""
        if game == self.game:
            return self
        return replace(self, game=game, options={}, begin=StartKind.USUAL, preset="")

    def as_kind(self, kind: ExperimentKind) -> ExperimentForm:
        """The other kind of experiment, with the same texts."""
        return replace(self, kind=kind)

    def beginning(self, begin: StartKind) -> ExperimentForm:
        """With games that begin elsewhere."""
        return replace(self, begin=begin, preset="")

    def with_option(self, name: str, text: str) -> ExperimentForm:
        """With another rule of the game."""
        return replace(self, options={**self.options, name: text}, preset="")

    def judging(self, judge: bool) -> ExperimentForm:
        """With or without what each player throws away."""
        return replace(self, judge=judge)

    def adding(self, player: str) -> ExperimentForm:
        """With one player more."""
        return self.typed("players", " ".join([*self.players, player]))

    def without(self, index: int) -> ExperimentForm:
        """Without the player of this place."""
        left = [text for at, text in enumerate(self.players) if at != index]
        return self.typed("players", " ".join(left))

    def using(self, preset: Preset) -> ExperimentForm:
        """Filled in with what a preset says."""
        texts = {
            "template": preset.template,
            "opponent": preset.opponent,
            "values": " ".join(map(str, preset.values)),
            "games": str(preset.games),
        }
        made = {**self.texts, **texts}
        return ExperimentForm(
            ExperimentKind.SWEEP, preset.game, preset.name, made, judge=self.judge
        )

    # -- what it means ---------------------------------------------------------------------------

    def values(self) -> tuple[int, ...]:
        """The budgets of a sweep; JouonsError when they are none. Empty for anything else."""
        if self.kind is not ExperimentKind.SWEEP:
            return ()
        parts = self.texts["values"].replace(",", " ").split()
        if not parts or len(parts) > MAX_VALUES or not all(map(is_number, parts)):
            raise JouonsError("arena.field_values", text=self.texts["values"][:30])
        return tuple(map(int, parts))

    def start(self) -> Start:
        """Where the games begin; JouonsError for nonsense."""
        start = Start()
        if self.begin is StartKind.POSITION:
            start = Start(self.texts["position"].strip())
        elif self.begin is StartKind.OPENINGS:
            start = Start(plies=typed_number(self.texts["plies"], 1, LARGEST_COUNT))
        check_start(make_game(self.game, self.options), start)
        return start

    def everybody(self) -> list[str]:
        """Every player; those of a sweep are made of its values."""
        if self.kind is not ExperimentKind.SWEEP:
            return self.players
        made = [self.texts["template"].replace("{}", str(value)) for value in self.values()]
        return [*made, self.texts["opponent"].strip()]

    def pairs(self) -> list[Pairing]:
        """Who plays whom; JouonsError names what is wrong. None where nobody plays."""
        options = dict(self.options)
        if self.kind is ExperimentKind.POSITIONS:
            return []
        if self.kind is ExperimentKind.TOURNAMENT:
            if len(self.players) > MAX_PLAYERS:
                raise JouonsError("arena.many_players", most=MAX_PLAYERS)
            return pairings(self.game, options, self.players, self.start())
        template, opponent = self.texts["template"].strip(), self.texts["opponent"].strip()
        values, start = self.values(), self.start()
        return sweep_pairings(self.game, options, template, opponent, values, start)

    def faulty(self) -> str:
        """The field to be mended first; empty when none is wrong."""
        try:
            rules = make_game(self.game, self.options)
        except JouonsError:
            return "rules"
        special: dict[str, Callable[[], object]] = {"players": self._players}
        if self.kind is ExperimentKind.SWEEP:
            special = {
                "values": self.values,
                "opponent": lambda: bot_for(rules, self.texts["opponent"].strip()),
                "template": lambda: sweep_pairings(
                    self.game,
                    dict(self.options),
                    self.texts["template"].strip(),
                    self.texts["opponent"].strip(),
                    self.values(),
                ),
            }
        rest: dict[str, Callable[[], object]] = {
            self.number: self.count,
            "seed": self.seed,
            "start": self.start,
        }
        for name, check in {**special, **rest}.items():
            try:
                check()
            except JouonsError:
                return name
        return ""

    def _players(self) -> None:
        if self.kind is ExperimentKind.TOURNAMENT:
            replace(self, begin=StartKind.USUAL).pairs()
        else:
            blocks(self.game, self.options, self.players, 1, 0)

    def count(self) -> int:
        """How many games or positions; JouonsError for anything else."""
        return typed_number(self.texts[self.number], 1, LARGEST_COUNT)

    def seed(self) -> int:
        """The seed; JouonsError for anything else."""
        return typed_number(self.texts["seed"], 0, LARGEST_SEED)

    def work(self, pairs: Iterable[Pairing], store: Callable[[], Store]) -> list[Batch]:
        """The games of these pairs; JouonsError names a number that is none.

        The store is only opened when a bot that learns plays.
        """
        games, seed, bags = self.count(), self.seed(), self._bags(store)
        made = [b for pair in pairs for b in batches(pair, games, seed, bags, self.judge)]
        return in_turn(made) if self.kind is ExperimentKind.TOURNAMENT else made

    def questions(self, store: Callable[[], Store]) -> list[PositionBlock]:
        """The positions to ask about; JouonsError names what is wrong."""
        count, seed, bags = self.count(), self.seed(), self._bags(store)
        return blocks(self.game, dict(self.options), self.players, count, seed, bags)

    def _bags(self, store: Callable[[], Store]) -> Bags | None:
        if not any(learns(text) for text in self.everybody()):
            return None
        key = game_key(make_game(self.game, self.options))
        return {key: store().load_bags(key)}

    # -- what is kept ----------------------------------------------------------------------------

    def stem(self) -> str:
        """A plain name for files, without an ending."""
        if self.preset:
            return sweep_file(self.preset).removesuffix(".csv")
        name = f"{self.game}-{self.kind.value}"
        if self.kind is ExperimentKind.SWEEP:
            name += f"-{self.texts['template'].partition(':')[0]}-{self.texts['opponent']}"
        return "".join(c if c.isalnum() or c == "-" else "-" for c in name).strip("-")

    def as_json(self) -> dict[str, Any]:
        """For what is kept."""
        return {
            "game": self.game,
            "kind": self.kind.value,
            "sweep": self.kind is ExperimentKind.SWEEP,
            "preset": self.preset,
            "fields": dict(self.texts),
            "options": dict(self.options),
            "begin": self.begin.value,
            "judge": self.judge,
        }

    @classmethod
    def from_json(cls, data: Any) -> ExperimentForm:
        """What `as_json` made, now or by an older program; ValueError and the like for nonsense."""
        later = {name: FIRST_TEXTS[name] for name in LATER_TEXTS}
        texts = {name: str({**later, **data["fields"]}[name]) for name in FIRST_TEXTS}
        kind = ExperimentKind(data["kind"]) if "kind" in data else None
        if kind is None:
            kind = ExperimentKind.SWEEP if data["sweep"] else ExperimentKind.TOURNAMENT
            texts["pairs"] = texts["games"]
        return cls(
            kind,
            str(data["game"]),
            str(data.get("preset", "")),
            texts,
            {str(name): str(text) for name, text in data.get("options", {}).items()},
            StartKind(data.get("begin", StartKind.USUAL.value)),
            bool(data.get("judge", False)),
        )
