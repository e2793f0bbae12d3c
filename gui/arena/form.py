"""What a person typed into the arena: checked, and turned into the games to be played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from engine.arena import Bags, Batch, Pairing, batches, pairings, sweep_pairings
from engine.messages import JouonsError
from engine.options import LARGEST_COUNT, LARGEST_SEED, is_number
from engine.protocols import game_key
from engine.registry import FIRST_GAME, learns, make_game, parse_player
from engine.report import Preset, sweep_file
from engine.store import Store
from gui.i18n import typed_number

MAX_VALUES = 40
FIRST_TEXTS = {
    "template": "mc:{}/move",
    "values": "1 2 4 8 16 32 64",
    "opponent": "random",
    "players": "random mc:50 mcts:200",
    "games": "300",
    "seed": "20",
}


@dataclass(frozen=True)
class Form:
    """A sweep of one bot over budgets, or a tournament of several; a change makes a new one."""

    sweep: bool = True
    game: str = FIRST_GAME
    preset: str = ""  # its name, as long as nothing was changed since
    texts: Mapping[str, str] = field(default_factory=lambda: dict(FIRST_TEXTS))

    @property
    def names(self) -> list[str]:
        """The fields of this kind of experiment, in the order of the form."""
        special = ["template", "values", "opponent"] if self.sweep else ["players"]
        return ["game", *special, "games", "seed"]

    def typed(self, name: str, text: str) -> Form:
        """With another text in a field; it is no preset any more."""
        return replace(self, texts={**self.texts, name: text}, preset="")

    def on(self, game: str) -> Form:
        """With another game."""
        return replace(self, game=game, preset="")

    def as_sweep(self, sweep: bool) -> Form:
        """The other kind of experiment, with the same texts."""
        return replace(self, sweep=sweep)

    def using(self, preset: Preset) -> Form:
        """Filled in with what a preset says."""
        texts = {
            "template": preset.template,
            "opponent": preset.opponent,
            "values": " ".join(map(str, preset.values)),
            "games": str(preset.games),
        }
        return Form(True, preset.game, preset.name, {**self.texts, **texts})

    def values(self) -> tuple[int, ...]:
        """The budgets of a sweep; JouonsError when they are none. Empty for a tournament."""
        if not self.sweep:
            return ()
        parts = self.texts["values"].replace(",", " ").split()
        if not parts or len(parts) > MAX_VALUES or not all(map(is_number, parts)):
            raise JouonsError("arena.field_values", text=self.texts["values"][:30])
        return tuple(map(int, parts))

    def pairs(self) -> list[Pairing]:
        """Who plays whom; JouonsError names what is wrong."""
        if not self.sweep:
            return pairings(self.game, {}, self.texts["players"].split())
        template, opponent = self.texts["template"].strip(), self.texts["opponent"].strip()
        return sweep_pairings(self.game, {}, template, opponent, self.values())

    def faulty(self) -> str:
        """The field to be mended first; empty when none is wrong."""
        special: dict[str, Callable[[], object]] = {"players": self.pairs}
        if self.sweep:
            opponent = self.texts["opponent"].strip()
            special = {
                "values": self.values,
                "opponent": lambda: parse_player(opponent),
                "template": self.pairs,
            }
        for name, check in {**special, "games": self._games, "seed": self._seed}.items():
            try:
                check()
            except JouonsError:
                return name
        return ""

    def _games(self) -> int:
        return typed_number(self.texts["games"], 1, LARGEST_COUNT)

    def _seed(self) -> int:
        return typed_number(self.texts["seed"], 0, LARGEST_SEED)

    def work(self, pairs: list[Pairing], store: Callable[[], Store]) -> list[Batch]:
        """The games of these pairs; JouonsError names a number that is none.

        The store is only opened when a bot that learns plays.
        """
        games, seed = self._games(), self._seed()
        bags = self._bags(pairs, store)
        return [batch for pair in pairs for batch in batches(pair, games, seed, bags)]

    def _bags(self, pairs: list[Pairing], store: Callable[[], Store]) -> Bags | None:
        if not any(learns(text) for pair in pairs for text in (pair.a, pair.b)):
            return None
        key = game_key(make_game(self.game))
        return {key: store().load_bags(key)}

    def stem(self) -> str:
        """The name of the files an experiment is written to, without an ending."""
        plain = f"{self.texts['template']}-{self.texts['opponent']}"
        name = (self.preset or plain) if self.sweep else "arena"
        safe = "".join(c if c.isalnum() or c == "-" else "_" for c in name)
        return sweep_file(safe).removesuffix(".csv")
