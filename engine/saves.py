"""The `.jouons` file: a whole game as JSON, replayed and checked when it is opened."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

from engine.files import (
    JsonError,
    TooLargeError,
    fits,
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
SEATS = ("first", "second")
_kinds = cache(get_type_hints)


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
        values = dict(vars(self))
        players = [values.pop(seat) for seat in SEATS]
        return json.dumps({**head, **values, "players": players}, indent=1, default=dict)


def from_json(text: str | bytes) -> SavedGame:
    """Parse the text of a file; raises SaveError, which names the fault. Moves are not replayed."""
    if len(text) > LARGEST_FILE:
        raise SaveError("save.too_large", most=LARGEST_FILE)
    try:
        data = parse_json(text)
    except JsonError as error:
        raise SaveError("save.not_json", reason=error.reason) from None
    ours = isinstance(data, dict) and data.get("program", "jouons") == "jouons"
    number: Any = data.get("format") if ours else None
    if not fits(int, number) or number < 1:
        raise SaveError("save.foreign")
    if number > FORMAT:
        writer = data.get("written_by")
        if isinstance(writer, str) and writer:
            raise SaveError("save.future", version=excerpt(writer, 20), known=version())
        raise SaveError("save.future_format", version=number, known=FORMAT)
    if not fits(tuple[str, str], data.get("players")):
        raise SaveError("save.field", name="players")
    data.update(zip(SEATS, data["players"], strict=True))
    return _checked(SavedGame(**_values(data)))


def _values(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a save, those that may be missing only if they are there."""
    values, kinds = {}, _kinds(SavedGame)
    for each in fields(SavedGame):
        needed = each.default is MISSING and each.default_factory is MISSING
        if needed or each.name in data:
            value = data.get(each.name)
            if not fits(kinds[each.name], value):
                raise SaveError("save.field", name=each.name)
            values[each.name] = tuple(value) if isinstance(value, list) else value
    return values


def _checked(saved: SavedGame) -> SavedGame:
    """Return a save whose numbers are in their ranges; large counters of games are clamped."""
    wrong = {
        "seed": not 0 <= saved.seed <= LARGEST_SEED,
        "moves": len(saved.moves) > MAX_MOVES,
        "number": saved.number < 0,
        "wins": min(saved.wins) < 0,
        "draws": saved.draws < 0,
    }
    for name in filter(wrong.get, wrong):
        raise SaveError("save.field", name=name)
    first, second, *rest = (
        min(each, LARGEST_COUNT) for each in (*saved.wins, saved.number, saved.draws)
    )
    return replace(saved, wins=(first, second), number=rest[0], draws=rest[1])


def is_lab(text: str) -> bool:
    """Return whether a text is the save of a puzzle, which has its version under ‘lab’."""
    try:
        data = parse_json(text)
    except JsonError:
        return False
    return isinstance(data, dict) and "lab" in data


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
