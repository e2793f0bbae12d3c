"""The registry of games, puzzles and players: one entry each, with options.

Settings screens, command line, help and arena read these tables. A new game also needs a line in
`gui/boards/__init__.py` and its texts in assets/locale.

Building is lazy, so that importing the registry loads nothing that the first frame does not need.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine import levels, samples
from engine.messages import Message, excerpt, is_written, message
from engine.options import Option, OptionKind, is_number, numbers_in
from engine.protocols import (
    HUMAN,
    Bot,
    Game,
    Memory,
    OptionError,
    PositionBot,
    Puzzle,
    Rules,
    Titled,
)

if TYPE_CHECKING:
    import numpy as np

    from engine.bots.optimal import Optimal
    from engine.samples import SamplePosition
    from engine.solvers.alphabeta import Lookahead
    from engine.solvers.oracle import Oracle, Oracles, Prover

FIRST_GAME = "connect4"  # selected until the user selects another one

_DECIMAL = re.compile(r"[0-9](\.[0-9]{1,3})?")
NEARLY = ("optimal", "perfect")  # players that make no mistake in games that are solved in time
FALSE_TRUE = ("false", "true")
OWN = "own"  # the kind of a bot that a person wrote: `own:NAME`, or the path of its file
OWN_ENDING = ".py"
OWN_FORMS = ("own:NAME", "FILE.py")
_OWN_NAME = re.compile(r"(\w{1,80})(@[0-9a-f]{12})?")


def late(name: str) -> Callable[..., Any]:
    """Return a function that makes an object of the class `module:Class` of the engine.

    The module is imported at the call.
    """
    module, _, class_name = name.partition(":")

    def make(*values: Any) -> Any:
        return getattr(import_module(f"engine.{module}"), class_name)(*values)

    return make


_ORACLE = late("solvers.heap_theory:general_oracle")
_LOOKAHEAD = late("solvers.alphabeta:DepthSearch")


def _flag(name: str, default: str = "false") -> Option:
    return Option(name, default, OptionKind.BOOL, FALSE_TRUE)


@dataclass(frozen=True)
class GameEntry:
    """One game or puzzle. `build` receives every option as checked text."""

    id: str
    options: tuple[Option, ...]
    build: Callable[[Mapping[str, str]], Any]
    presets: tuple[Mapping[str, str], ...] = ()
    # The kinds of bots by measured strength, weakest first, with their defaults: `arena ID first
    # random mc:1000 ... --games 20 --seed 3`.
    by_strength: str = ""
    small: Mapping[str, str] = field(default_factory=dict)  # options of a short game
    # Its solvers, by default the general ones. A prover solves single positions.
    oracle: Callable[[Any], Oracle[Any]] = _ORACLE
    lookahead: Callable[[Any], Lookahead[Any]] = _LOOKAHEAD
    prover: Callable[[Any], Prover[Any] | None] = lambda game: None
    # The option that changes with the starter of a series, so that everybody keeps a colour.
    first_colour: str = ""
    # For a game of many sizes, whether every position of a size is solved in time.
    is_solved: Callable[[Any], bool] = lambda game: True
    # Of a puzzle: the fewest moves to the goal of each level from 1 to 5, and the most of all.
    moves_of_levels: tuple[int, ...] = (2, 3, 4, 5, 6)
    most_moves: int = 8
    # A sampler of candidate positions for puzzles; by default games of random moves.
    sample: Callable[[np.random.Generator], SamplePosition] | None = None


def _connect4(options: Mapping[str, str]) -> Any:
    columns, rows = int(options["columns"]), int(options["rows"])
    if columns * (rows + 1) > 64:
        raise OptionError("option.connect4_size", columns=columns, rows=rows)
    return late("games.connect4:ConnectFour")(columns, rows, options["begins"])


def _connect4_is_solved(game: Any) -> bool:
    """Return whether the board has an opening book or is small enough for a complete search."""
    from engine.solvers.connect4 import SEARCHED_CELLS

    columns, rows = int(game.options["columns"]), int(game.options["rows"])
    return (columns, rows) == (7, 6) or columns * rows <= SEARCHED_CELLS


def _nim(options: Mapping[str, str]) -> Any:
    heaps, misere = numbers_in(options["heaps"]), options["misere"] == "true"
    return late("games.heaps:HeapGame")("nim", heaps, None, misere)


def _single_heap(name: str) -> Callable[[Mapping[str, str]], Any]:
    def build(options: Mapping[str, str]) -> Any:
        takes = tuple(sorted(set(numbers_in(options["takes"]))))
        start = (int(options["start"]),)
        if start[0] < takes[0]:
            raise OptionError("option.start_small", start=start[0], take=takes[0])
        return late("games.heaps:HeapGame")(name, start, takes, options["misere"] == "true")

    return build


def _takes(start: str) -> tuple[Option, Option]:
    return (
        Option("start", start, OptionKind.RANGE, low=1, high=999),
        Option("takes", "1,2,3", OptionKind.NUMBERS, low=1, high=99, maximum=9),
    )


GAMES: Mapping[str, GameEntry] = {
    entry.id: entry
    for entry in (
        GameEntry(
            "tictactoe",
            (Option("draw", "draw", OptionKind.CHOICE, ("draw", "second")), _flag("misere")),
            lambda options: late("games.tictactoe:TicTacToe")(
                options["draw"] == "second", options["misere"] == "true"
            ),
            by_strength="learner random first mastery mc optimal mcts alphabeta",
        ),
        GameEntry(
            "connect4",
            (
                Option("columns", "7", OptionKind.RANGE, low=4, high=8),
                Option("rows", "6", OptionKind.RANGE, low=4, high=7),
                Option("begins", "red", OptionKind.CHOICE, ("red", "yellow")),
            ),
            _connect4,
            small={"columns": "5", "rows": "4"},
            first_colour="begins",
            oracle=late("solvers.connect4:Connect4Oracle"),
            lookahead=late("solvers.connect4_depth:Connect4Depth"),
            is_solved=_connect4_is_solved,
            prover=late("solvers.connect4:Connect4Prover"),
            sample=samples.connect4,
            by_strength="random first mastery mc alphabeta mcts optimal",
        ),
        GameEntry(
            "nim",
            (
                Option("heaps", "5,4,3,2,1", OptionKind.NUMBERS, low=1, high=99, maximum=12),
                _flag("misere"),
            ),
            _nim,
            ({"heaps": "5,4,3,2,1"}, {"heaps": "1,3,5,7"}, {"heaps": "3,4,5"}),
            sample=samples.nim,
            by_strength="random learner dfs first mastery mc alphabeta mcts kernel optimal",
        ),
        GameEntry(
            "subtraction",
            (*_takes("21"), _flag("misere")),
            _single_heap("subtraction"),
            sample=samples.one_heap,
            by_strength="first random learner dfs mastery mc alphabeta mcts optimal kernel",
        ),
        GameEntry(
            "matches",
            (*_takes("16"), _flag("misere", "true")),
            _single_heap("matches"),
            sample=samples.one_heap,
            by_strength="first learner random dfs mastery mc alphabeta mcts optimal kernel",
        ),
    )
}

PUZZLES: Mapping[str, GameEntry] = {
    "pocketcube": GameEntry(
        "pocketcube",
        (Option("metric", "quarter", OptionKind.CHOICE, ("quarter", "half")),),
        lambda options: late("games.pocket_cube:PocketCube")(options["metric"]),
    ),
    "tiles": GameEntry(
        "tiles",
        (Option("size", "3x3", OptionKind.CHOICE, ("3x3", "2x3", "2x4")),),
        lambda options: late("games.sliding_tiles:SlidingTiles")(options["size"]),
        moves_of_levels=(4, 7, 10, 13, 16),
        most_moves=18,
    ),
}

# In the order of the menus.
ALL_GAMES = (*GAMES, *PUZZLES)


def checked_options(entry: GameEntry, given: Mapping[str, str] | None) -> dict[str, str]:
    """Return every option of a game as text, with defaults. Raises OptionError for a wrong one."""
    options_by_name = {option.name: option for option in entry.options}
    for name in given or {}:
        if name not in options_by_name:
            raise OptionError(
                "option.unknown",
                name=excerpt(name),
                game=entry.id,
                accepted=", ".join(options_by_name),
            )
    return {
        option.name: option.check((given or {}).get(option.name, option.default))
        for option in entry.options
    }


def is_puzzle(game_id: str) -> bool:
    """Return whether an id is that of a puzzle; reads a person's file."""
    if not is_own(game_id):
        return game_id in PUZZLES
    kind = late("own.games:own_source")(parse_player(game_id).suffix, {}).kind
    return kind is not None and kind.value == "puzzle"


def entry_of(game_id: str) -> GameEntry:
    """Return the entry of a game or puzzle; a person's own one has no options."""
    entry = GAMES.get(game_id) or PUZZLES.get(game_id)
    return entry or GameEntry(game_id, (), partial(make_game, game_id))


def name_of(game_id: str) -> Message:
    """Return the name of a game or puzzle by its id, for a list or a sentence."""
    if is_own(game_id):
        return message("own.player", name=own_name(game_id))
    return message(f"game.{game_id}.name")


def make_game(game_id: str, options: Mapping[str, str] | None = None) -> Game[Any]:
    """Make a two-player game with its options; raises OptionError, which names the fault.

    A person's own game is enumerated first, unless it was before; raises also PlayerFault.
    """
    game: Game[Any] = _made(GAMES, "game", game_id, options)
    return game


def _made(
    table: Mapping[str, GameEntry], kind: str, game_id: str, options: Mapping[str, str] | None
) -> Any:
    if is_own(game_id):
        spec = parse_player(game_id)
        return late("own.games:own_rules")(spec.suffix, spec.text, options or {}, kind)
    entry = table.get(game_id)
    if entry is None and game_id in PUZZLES:
        raise OptionError("option.puzzle", name=game_id)
    if entry is None:
        accepted = ", ".join([*table, *OWN_FORMS])
        raise OptionError("option.game", name=excerpt(game_id), accepted=accepted)
    return entry.build(checked_options(entry, options))


def with_other_starter(game: Game[Any]) -> Game[Any]:
    """Return the same rules for the other starter: where players have colours, both keep theirs."""
    entry = entry_of(game.id)
    if not entry.first_colour:
        return game
    option = next(option for option in entry.options if option.name == entry.first_colour)
    other = next(each for each in option.choices if each != game.options[option.name])
    return make_game(game.id, {**game.options, option.name: other})


def make_puzzle(puzzle_id: str, options: Mapping[str, str] | None = None) -> Puzzle[Any]:
    """Make a puzzle with its options, as `make_game` makes a game."""
    puzzle: Puzzle[Any] = _made(PUZZLES, "puzzle", puzzle_id, options)
    return puzzle


def oracle_for(game: Game[Any]) -> Oracle[Any]:
    """Make the best oracle for a game."""
    return entry_of(game.id).oracle(game)


def make_oracles() -> Oracles:
    """Make an empty cache of oracles, which finds the best one for each game."""
    from engine.solvers.oracle import Oracles

    return Oracles(oracle_for)


def lookahead_for(game: Game[Any]) -> Lookahead[Any]:
    """Make the best fixed-depth search for a game."""
    return entry_of(game.id).lookahead(game)


def prover_for(game: Game[Any]) -> Prover[Any] | None:
    """Make a search that solves single positions, for a game that has one; else None."""
    return entry_of(game.id).prover(game)


def is_solved(game: Game[Any]) -> bool:
    """Return whether perfect play finds the best move in every position of a game in time.

    If not, a search plays for it, and its names say "nearly".
    """
    return entry_of(game.id).is_solved(game)


def rule_text(game: Rules[Any]) -> Message:
    """Return the current rule in one or two short sentences."""
    if isinstance(game, Titled):
        return message("own.sentence", text=game.sentence or game.title)
    return Message(text_in_force("rule", game), rule_values(game))


def rule_values(game: Rules[Any]) -> dict[str, Any]:
    """Return the values for a sentence about the rule: the options, and the takes as a list."""
    options = dict(game.options)
    return {**options, "takes": one_of(options.get("takes", "").split(","))}


def text_in_force(key: str, game: Rules[Any]) -> str:
    """Return the most specific existing key of a text for the current rules.

    Where 1 may not be taken a game can end above 0: there the text `stuck` names the player who
    cannot move.
    """
    options = game.options
    ending = "misere" if options.get("misere") == "true" else "normal"
    draw, takes = options.get("draw", ""), numbers_in(options.get("takes", "1"))
    variants = (
        *((f"{ending}.stuck",) if min(takes) > 1 else ()),
        *((f"{draw}{ending}", draw) if draw else ()),
        *(ending, options.get("metric", "")),
    )
    names = (*(f"{key}.{game.id}.{each}" for each in variants), f"{key}.{game.id}")
    return next(filter(is_written, names), key)


def one_of(words: Sequence[str]) -> Message | str:
    """Return a list such as `1, 2 or 3`, with the word of the language."""
    if len(words) < 2:
        return "".join(words)
    return message("list.or", head=", ".join(words[:-1]), last=words[-1])


# -- players -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayerSpec:
    """A parsed player text: `mc:32/move` is kind mc, number 32, suffix move.

    `constant` is the exploration constant behind `/c`, None for the usual one.
    """

    kind: str
    number: int | None = None
    suffix: str = ""
    constant: float | None = None

    @property
    def text(self) -> str:
        """The player text in its normal form."""
        if self.kind == OWN and self.suffix.endswith(OWN_ENDING):
            return self.suffix
        if self.number is not None:
            return f"{self.kind}:{self.number}{self.tail}"
        return f"{self.kind}:{self.suffix}" if self.suffix else self.kind

    @property
    def tail(self) -> str:
        """The text behind the number, with its slashes."""
        ends = [self.suffix] if self.suffix else []
        if self.constant is not None:
            ends.append(f"c{self.constant:g}")
        return "".join(f"/{end}" for end in ends)


@dataclass(frozen=True)
class BotEntry:
    """One kind of player. `number` is its budget, `suffixes` are words that may follow it.

    `build` takes a learner's memory, and oracles that bots which read exact values share.

    A suffix of a player with a number follows a slash (`mc:32/move`); `words` replace the number
    (`mc:exact`, `dfs:improved`).
    """

    id: str
    build: Callable[[PlayerSpec, Memory | None, Oracles | None], Bot]
    number: Option | None = None
    suffixes: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    logarithmic: bool = False  # whether its slider has a logarithmic scale
    bare: bool = False  # whether the number is optional
    named: bool = True  # whether it is a bot itself; a level stands for one of those
    learns: bool = False  # whether `build` returns a Learns
    exact: bool = False  # whether it reads exact values
    constant: Option | None = None  # the bounds of the constant that may follow as `/cC`
    # The numbers with which a survey asks it, in any game and in one with very many moves; without
    # any, its default.
    surveyed: tuple[int, ...] = ()
    surveyed_wide: tuple[int, ...] = ()

    def forms(self) -> list[str]:
        """Return the possible texts for messages: `mc:N`, `mc:N/move`, `mc:exact`."""
        forms = [self.id] if self.number is None or self.bare else []
        if self.number is not None:
            numbered = f"{self.id}:{self.number.name}"
            forms += [numbered, *(f"{numbered}/{suffix}" for suffix in self.suffixes)]
            if self.constant is not None:
                forms.append(f"{numbered}/c{self.constant.name}")
        return forms + [f"{self.id}:{word}" for word in self.words]


def _mc(spec: PlayerSpec, *_: object) -> Bot:
    from engine.bots.monte_carlo import ExactMonteCarlo, MonteCarlo

    if spec.number is None:
        return ExactMonteCarlo()
    return MonteCarlo(spec.number, spec.suffix == "move")


def _mcts(spec: PlayerSpec, *_: object) -> Bot:
    from engine.bots.mcts import EXPLORATION, Mcts

    exploration = EXPLORATION if spec.constant is None else spec.constant
    single = spec.suffix == "leaf"
    return Mcts(spec.number or 1, prover_for, single=single, exploration=exploration)


def _mastery(spec: PlayerSpec, memory: Memory | None, oracles: Oracles | None) -> Bot:
    from engine.bots.optimal import Mastery

    return Mastery(spec.number or 0, perfect_play(oracles))


def perfect_play(oracles: Oracles | None = None, patient: bool = False) -> Optimal:
    """Make the player `optimal`, with the given or new oracles; `patient` as in Optimal."""
    from engine.bots.mcts import Mcts
    from engine.bots.optimal import STAND_IN_PLAYOUTS, Optimal

    return Optimal(oracles or make_oracles(), Mcts(STAND_IN_PLAYOUTS, prover_for), patient)


def _count(default: int, high: int) -> Option:
    return Option("N", str(default), OptionKind.RANGE, low=1, high=high)


BOTS: Mapping[str, BotEntry] = {
    entry.id: entry
    for entry in (
        BotEntry("first", lambda spec, *_: late("bots.basic:First")()),
        BotEntry("random", lambda spec, *_: late("bots.basic:Random")()),
        BotEntry(
            "mc",
            _mc,
            _count(1000, 1_000_000_000),
            ("move",),
            ("exact",),
            logarithmic=True,
            surveyed=(100, 1000, 10_000),
            surveyed_wide=(1000, 10_000),
        ),
        BotEntry(
            "mcts",
            _mcts,
            _count(2000, 10_000_000),
            ("leaf",),
            constant=Option("C", "0.5", OptionKind.RANGE, low=0, high=4),
            logarithmic=True,
            surveyed=(1000, 10_000, 100_000),
            surveyed_wide=(1000, 10_000),
        ),
        BotEntry(
            "alphabeta",
            lambda spec, *_: late("bots.alphabeta:AlphaBeta")(spec.number or 1, lookahead_for),
            Option("D", "6", OptionKind.RANGE, low=1, high=64),
            surveyed=(2, 6, 8),
            surveyed_wide=(1, 2),
        ),
        BotEntry("optimal", lambda spec, memory, oracles: perfect_play(oracles), exact=True),
        BotEntry(
            "mastery",
            _mastery,
            Option("T", "5", OptionKind.RANGE, low=0, high=10),
            exact=True,
        ),
        BotEntry("kernel", lambda spec, *_: late("bots.heaps:KernelBot")()),
        BotEntry(
            "dfs",
            lambda spec, *_: late("bots.heaps:DepthFirst")(spec.suffix == "improved"),
            words=("improved",),
        ),
        BotEntry(
            "learner", lambda spec, memory, _: late("bots.learner:Learner")(memory), learns=True
        ),
        *(
            BotEntry(level, lambda spec, *_: levels.LevelPlayer(spec.kind, make_bot), named=False)
            for level in levels.LEVELS
        ),
        BotEntry(
            levels.FIT,
            lambda spec, *_: levels.FittingPlayer(levels.kept_rung(spec.number), make_bot),
            Option("R", str(levels.MIDDLE), OptionKind.RANGE, low=0, high=levels.HIGHEST),
            bare=True,
            named=False,
        ),
    )
}


def player_forms() -> list[str]:
    """Return every possible player text, with letters for the numbers."""
    return [HUMAN, *every_bot_form(), *OWN_FORMS]


def every_bot_form() -> list[str]:
    """Return the texts of the bots of any game, with letters for the numbers."""
    return [form for entry in BOTS.values() for form in entry.forms()]


def bot_forms(game: Game[Any], once: bool = False) -> list[str]:
    """Return the texts of the bots that `bot_for` makes for a game, letters for the numbers."""
    able = (entry for entry in BOTS.values() if _plays(make_bot(default_text(entry)), game, once))
    return [form for entry in able for form in entry.forms()]


def parse_player(text: str, possible: Callable[[], Sequence[str]] = player_forms) -> PlayerSpec:
    """Parse a player text; raises OptionError, which lists the `possible` ones."""
    spec = _player_spec(text.strip())
    if spec is None:
        accepted = ", ".join(possible())
        raise OptionError("player.unknown", text=excerpt(text.strip()), accepted=accepted)
    return spec


@lru_cache(maxsize=256)
def _player_spec(words: str) -> PlayerSpec | None:
    """Return the player of a text, None if there is no such bot.

    Cached, since a screen reads the same few texts at every build.
    """
    if words.endswith(OWN_ENDING):  # a path may hold colons and slashes
        return PlayerSpec(OWN, None, words)
    kind, colon, rest = words.partition(":")
    entry = BOTS.get(kind)
    bare = entry is not None and not colon and (entry.number is None or entry.bare)
    if words == HUMAN or bare:
        return PlayerSpec(words)
    if kind == OWN and colon:
        return _own_spec(rest)
    if entry is None or not rest:
        return None
    if rest in entry.words:
        return PlayerSpec(kind, None, rest)
    number, *ends = rest.split("/")
    suffix = ends.pop(0) if ends and ends[0] in entry.suffixes else ""
    constant = ends.pop(0)[1:] if ends and entry.constant and ends[0][:1] == "c" else None
    if entry.number is None or ends:
        forms = ", ".join(entry.forms())
        raise OptionError("player.form", text=excerpt(words), accepted=forms)
    if not is_number(number) or not entry.number.low <= int(number) <= entry.number.high:
        raise _out_of_range(words, entry, entry.number)
    if constant is None or entry.constant is None:
        return PlayerSpec(kind, int(number), suffix)
    if not _DECIMAL.fullmatch(constant) or float(constant) > entry.constant.high:
        raise _out_of_range(words, entry, entry.constant)
    return PlayerSpec(kind, int(number), suffix, float(constant))


def _own_spec(name: str) -> PlayerSpec:
    match = _OWN_NAME.fullmatch(name)
    if match is None or not match[1].isidentifier():
        raise OptionError("own.name", name=excerpt(name))
    return PlayerSpec(OWN, None, name)


def is_own(text: str) -> bool:
    """Return whether a player text names a bot that a person wrote."""
    return text.strip().endswith(OWN_ENDING) or text.strip().startswith(f"{OWN}:")


def _out_of_range(text: str, entry: BotEntry, option: Option) -> OptionError:
    return OptionError(
        "player.number",
        text=excerpt(text),
        forms=", ".join(entry.forms()),
        name=option.name,
        low=option.low,
        high=option.high,
    )


def make_bot(text: str, memory: Memory | None = None, oracles: Oracles | None = None) -> Bot:
    """Make the bot of a player text. Raises OptionError for anything else, including `human`.

    `memory` stores the bags of a learner; without one it starts with empty bags. A bot that reads
    exact values takes them from `oracles`, by default from its own.
    """
    spec = parse_player(text, every_bot_form)
    if spec.kind == HUMAN:
        raise OptionError("player.human_here", accepted=", ".join(every_bot_form()))
    if spec.kind == OWN:
        own: Bot = late("own.bot:own_bot")(spec.suffix, memory)
        return own
    return BOTS[spec.kind].build(spec, memory, oracles)


def bot_for(
    game: Game[Any],
    text: str,
    memory: Memory | None = None,
    oracles: Oracles | None = None,
    *,
    once: bool = False,
) -> Bot:
    """Make the bot of a player text. Raises OptionError also if it does not support the game.

    `once`: it is asked about one position, which needs less than to play a whole game. `memory` and
    `oracles` as in make_bot.
    """
    able = partial(bot_forms, game, once)
    if parse_player(text, able).kind == HUMAN:
        raise OptionError("player.human_here", accepted=", ".join(able()))
    bot = make_bot(text, memory, oracles)
    if _plays(bot, game, once):
        return bot
    raise OptionError("player.unsupported", text=text, game=game.id, reason=bot.supports(game))


def check_player(game: Game[Any], text: str, saved: bool = False) -> None:
    """Check a person or bot at the table. Raises OptionError, also if the bot cannot play there.

    `saved`: it stands in a saved game, whose own bot may be gone: then its seat waits.
    """
    kind = parse_player(text).kind
    if kind != HUMAN and not (saved and kind == OWN):
        bot_for(game, text)


def _plays(bot: Bot, game: Game[Any], once: bool) -> bool:
    """Return whether a bot supports a game, or at least, `once`, a single position of it."""
    if bot.supports(game) is None:
        return True
    return once and isinstance(bot, PositionBot) and bot.answers(game)


def learns(text: str, possible: Callable[[], Sequence[str]] = player_forms) -> bool:
    """Return whether a player text names a bot that learns; false for a person.

    Raises OptionError as `parse_player` does.
    """
    kind = parse_player(text, possible).kind
    return kind in BOTS and BOTS[kind].learns


def own_texts(players: Iterable[str]) -> list[str]:
    """Return the own bots among player texts, as their names or paths. Raises OptionError."""
    return [parse_player(text).suffix for text in players if is_own(text)]


def player_name(text: str, game: Game[Any] | None = None) -> Message:
    """Return the player's name for display, in a certain game if one is given."""
    spec = parse_player(text)
    if spec.kind == OWN:
        return message("own.player", name=own_name(text))
    return message(f"{player_key(spec.kind, game)}.name")


def own_hash(text: str) -> str | None:
    """Return the hash of the present text of a person's bot; None if it cannot be read."""
    try:
        return str(late("own.bot:own_bot")(parse_player(text).suffix).source().hash)
    except OptionError:
        return None


def own_name(text: str) -> str:
    """Return the name of a person's bot: that of its file, without folder and hash."""
    name = parse_player(text).suffix.replace("\\", "/").rpartition("/")[2]
    return name.removesuffix(OWN_ENDING).partition("@")[0]


def player_key(kind: str, game: Game[Any] | None) -> str:
    """Return the prefix of the text keys of a player, in a certain game or in any.

    Perfect play has other texts where it is only nearly perfect.
    """
    nearly = game is not None and kind in NEARLY and not is_solved(game)
    return f"player.{kind}.nearly" if nearly else f"player.{kind}"


def player_detail(text: str) -> Message:
    """Return the player's number in words, such as `20,000 playouts a move`."""
    spec = parse_player(text)
    if spec.kind == OWN:
        return message("own.detail", text=spec.text)
    parts = ["player", spec.kind, "detail", *([spec.suffix] if spec.suffix else [])]
    detail = Message(".".join(parts), {"n": spec.number, "count": spec.number})
    if spec.constant is None:
        return detail
    return message("player.with_constant", detail=detail, c=spec.constant)


def supported_players(game: Game[Any]) -> list[str]:
    """Return the ids of the named bots that support a game, in the order of the table."""
    named = [entry for entry in BOTS.values() if entry.named]
    return [entry.id for entry in named if make_bot(default_text(entry)).supports(game) is None]


def by_strength(game: Game[Any]) -> tuple[str, ...]:
    """Return the named bots that support a game, weakest first as far as measured."""
    places = {kind: place for place, kind in enumerate(entry_of(game.id).by_strength.split())}
    return tuple(sorted(supported_players(game), key=lambda kind: places.get(kind, len(places))))


def default_text(entry: BotEntry) -> str:
    """Return the text of a bot with its default number, if it needs one."""
    if entry.number is None or entry.bare:
        return entry.id
    return f"{entry.id}:{entry.number.default}"
