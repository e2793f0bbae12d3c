"""The `.jouons` file: a whole game as JSON, replayed and checked when it is opened."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.files import (
    JsonError,
    TooLargeError,
    parse_json,
    read_regular,
    reason,
    replace_file,
    shown,
)
from engine.messages import JouonsError, Message, excerpt
from engine.options import LARGEST_COUNT, LARGEST_SEED
from engine.session import Session
from engine.version import version

ENDING = ".jouons"
FORMAT = 1
LARGEST_FILE = 1_000_000
MAX_MOVES = 100_000


class SaveError(JouonsError):
    """A file that is not a valid saved game; the message names the fault."""


@contextmanager
def faults_of_the_file() -> Iterator[None]:
    """Turn every fault inside the block into SaveError: the command is right, the file is not."""
    try:
        yield
    except JouonsError as error:
        raise SaveError(error.message.key, **error.message.values) from None


@dataclass(frozen=True)
class SavedGame:
    """The state of a table: rules, players, moves, and the score of the series.

    `ply` is the displayed position, -1 for the newest; `alternate` whether the starter changes.
    """

    game: str
    options: Mapping[str, str]
    start: str
    first: str
    second: str
    seed: int
    moves: tuple[str, ...]
    ply: int = -1
    number: int = 0
    wins: tuple[int, int] = (0, 0)
    draws: int = 0
    alternate: bool = True
    saved_at: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> str:
        """Return the text of the file."""
        head = {"format": FORMAT, "program": "jouons", "written_by": version()}
        fields = dict(vars(self))
        players = [fields.pop("first"), fields.pop("second")]
        return json.dumps({**head, **fields, "players": players}, indent=1, default=dict)


def from_json(text: str | bytes) -> SavedGame:
    """Parse the text of a file; raises SaveError, which names the fault. Moves are not replayed."""
    if len(text) > LARGEST_FILE:
        raise SaveError("save.too_large", most=LARGEST_FILE)
    try:
        data = parse_json(text)
    except JsonError as error:
        raise SaveError("save.not_json", reason=error.reason) from None
    if not isinstance(data, dict) or data.get("program", "jouons") != "jouons":
        raise SaveError("save.foreign")
    number = data.get("format")
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise SaveError("save.foreign")
    if number > FORMAT:
        writer = data.get("written_by")
        if isinstance(writer, str) and writer:
            raise SaveError("save.future", version=excerpt(writer, 20), known=version())
        raise SaveError("save.future_format", version=number, known=FORMAT)
    players = _list(data, "players", str, 2, 2)
    wins = [_counter("wins", value) for value in _list(data, "wins", int, 2, 2, [0, 0])]
    return SavedGame(
        game=_one(data, "game", str),
        options=_options(data),
        start=_one(data, "start", str),
        first=players[0],
        second=players[1],
        seed=_seed(data),
        moves=tuple(_list(data, "moves", str, 0, MAX_MOVES)),
        ply=_one(data, "ply", int, -1),
        number=_counter("number", _one(data, "number", int, 0)),
        wins=(wins[0], wins[1]),
        draws=_counter("draws", _one(data, "draws", int, 0)),
        alternate=_one(data, "alternate", bool, True),
        saved_at=_one(data, "saved_at", str, ""),
        extra=_one(data, "extra", dict, {}),
    )


def is_lab(text: str) -> bool:
    """Return whether a text is the save of a puzzle, which has its version under ‘lab’."""
    try:
        data = parse_json(text)
    except JsonError:
        return False
    return isinstance(data, dict) and "lab" in data


def _one(data: Mapping[str, Any], name: str, kind: type, default: Any = None) -> Any:
    value = data.get(name, default)
    wrong_bool = kind is int and isinstance(value, bool)
    if not isinstance(value, kind) or wrong_bool:
        raise SaveError("save.field", name=name)
    return value


def _seed(data: Mapping[str, Any]) -> int:
    seed: int = _one(data, "seed", int)
    if not 0 <= seed <= LARGEST_SEED:
        raise SaveError("save.field", name="seed")
    return seed


def _counter(name: str, value: int) -> int:
    """Check a counter of games; larger values than LARGEST_COUNT are clamped."""
    if isinstance(value, bool) or value < 0:
        raise SaveError("save.field", name=name)
    return min(value, LARGEST_COUNT)


def _list(
    data: Mapping[str, Any],
    name: str,
    kind: type,
    minimum: int,
    maximum: int,
    default: list[Any] | None = None,
) -> list[Any]:
    value: list[Any] = _one(data, name, list, default)
    if not minimum <= len(value) <= maximum or not all(isinstance(item, kind) for item in value):
        raise SaveError("save.field", name=name)
    return value


def _options(data: Mapping[str, Any]) -> dict[str, str]:
    options: dict[str, Any] = _one(data, "options", dict)
    if not all(isinstance(value, str) for value in options.values()):
        raise SaveError("save.field", name="options")
    return options


def replay(saved: SavedGame, game: Any) -> Session[Any]:
    """Play the saved moves on a game made from the saved options, checking each.

    Raises PositionError or MoveError, which name the place.
    """
    session = Session.replay(game, saved.start, saved.moves)
    if 0 <= saved.ply <= len(session.all_moves):
        session.jump(saved.ply)
    return session


def is_game(name: str) -> bool:
    """Return whether a file name has the ending of a saved game, in any case."""
    return name.lower().endswith(ENDING)


def path_from(text: str, folder: Path) -> Path:
    """Resolve a path relative to a folder; `~` is the home folder."""
    try:
        return folder / Path(text).expanduser()
    except RuntimeError:  # ~ with an unknown user name
        raise SaveError("save.no_user", file=shown(Path(Path(text).parts[0]))) from None


def load(path: Path) -> SavedGame:
    """Read a file; raises SaveError for any fault."""
    try:
        data = read_regular(path, LARGEST_FILE)
    except FileNotFoundError:
        if path.is_symlink():
            why = Message("file.link_to_nothing")
            raise SaveError("save.unreadable", file=shown(path), reason=why) from None
        raise SaveError("save.missing", file=shown(path)) from None
    except TooLargeError:
        raise SaveError("save.too_large", most=LARGEST_FILE) from None
    except OSError as error:
        raise SaveError("save.unreadable", file=shown(path), reason=reason(error)) from None
    return from_json(data)


def save(path: Path, saved: SavedGame) -> None:
    """Write a file atomically. Raises SaveError if it cannot be written."""
    try:
        replace_file(path, saved.to_json().encode())
    except OSError as error:
        raise SaveError("save.unwritable", file=shown(path), reason=reason(error)) from None
