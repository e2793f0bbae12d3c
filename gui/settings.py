"""The user's settings, saved in one JSON file; a damaged file is set aside."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from engine.files import (
    alone,
    make_private_folder,
    parse_json,
    read_regular,
    replace_file,
    set_aside,
    shown,
)
from engine.messages import LANGUAGES, JouonsError, Message
from engine.protocols import HUMAN
from engine.registry import FIRST_GAME, GAMES, make_bot, make_game, parse_player
from gui.people import CHOICES, clean_name
from gui.system import SMALLEST_WINDOW

FORMAT = 1
LARGEST_FORMAT = 9_999  # a larger one means damage
FILE_NAME = "settings.json"
LARGEST_FILE = 1_000_000
TEXT_SCALES = (0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
MATCH_TABS = ("players", "moves", "value")  # the tabs that replace the cards when those do not fit
MATCH_CARDS = ("value", "theory")  # the two tabs of the third card, where a game has theory
PUZZLE_LEVELS = (1, 2, 3, 4, 5)
FIRST_LEVEL = "medium"  # the default level of the computer


class ThemeName(Enum):
    """The themes a user can choose."""

    DARK = "dark"
    LIGHT = "light"
    CONTRAST = "contrast"


class Motion(Enum):
    """The amount of motion; the value multiplies every duration."""

    NONE = 0.0
    SHORT = 0.5
    FULL = 1.0


# Two windows may change different parts of these: a game, a chapter, the name of one side.
BY_PART = ("setups", "lessons", "people")


@dataclass(frozen=True)
class GameSetup:
    """The last choices for one game."""

    options: Mapping[str, str] = field(default_factory=dict)
    first: str = HUMAN
    second: str = ""  # empty: the choice in the menu, for all games, applies
    alternate: bool = True
    analysis: bool = False
    hints: bool = True


@dataclass(frozen=True)
class LessonProgress:
    """The progress in a chapter of the lessons, by the ids of its steps.

    `steps` are those the chapter had when it was last open, so that the menu need not load it.
    """

    at: str = ""  # the step opened last
    done: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    right: int | None = None  # of the three positions at the end, the last time


@dataclass(frozen=True)
class Settings:
    """The immutable record of all preferences; a change makes a new one."""

    language: str = ""  # empty: the system's language
    look: str = ThemeName.DARK.value
    text_scale: float = 1.0
    motion: str = Motion.FULL.name
    safe_palette: bool = False
    volume: float = 0.6
    muted: bool = False
    bot_delay: float = 0.6  # seconds between the moves of two bots
    teaching: bool = False
    cube_letters: bool = False
    lab_speed: float = 1.0  # of the playback of solutions
    window: tuple[int, int] = (1280, 800)
    last_game: str = FIRST_GAME
    match_tab: str = MATCH_TABS[0]  # the open tab of the last match
    match_card: str = MATCH_CARDS[0]
    two_players: bool = False  # two people play, else one against the computer
    level: str = FIRST_LEVEL  # the level of the computer
    puzzle_level: int = 2  # of endless puzzles, 1 to 5: easy, for beginners
    people: tuple[str, str] = ("", "")  # the names of the two; empty: no name yet
    inspector: bool = False  # whether the inspector was open at the end of the last match
    setups: Mapping[str, GameSetup] = field(default_factory=dict)
    lessons: Mapping[str, LessonProgress] = field(default_factory=dict)  # by chapter
    last_lesson: str = ""  # the chapter opened last

    def setup(self, game_id: str) -> GameSetup:
        """Return the last choices for a game."""
        return self.setups.get(game_id, GameSetup())

    def with_setup(self, game_id: str, setup: GameSetup) -> Settings:
        """Return a copy with other choices for a game."""
        return replace(self, setups={**self.setups, game_id: setup})

    def with_table(self, *, two_players: bool, level: str) -> Settings:
        """Return a copy with new players of every game; it clears the players of all setups."""
        setups = {
            game: replace(setup, first=HUMAN, second="") for game, setup in self.setups.items()
        }
        return replace(self, two_players=two_players, level=level, setups=setups)


Record = TypeVar("Record", Settings, GameSetup, LessonProgress)
RECORDS: Mapping[str, Any] = {"setups": GameSetup, "lessons": LessonProgress}
RANGES = {"text_scale": (0.75, 2), "volume": (0, 1), "bot_delay": (0, 5), "lab_speed": (0.1, 8)}
VALUES: Mapping[str, tuple[object, ...]] = {
    "language": ("", *LANGUAGES),
    "look": tuple(look.value for look in ThemeName),
    "motion": tuple(motion.name for motion in Motion),
    "match_tab": MATCH_TABS,
    "match_card": MATCH_CARDS,
    "level": CHOICES,
    "puzzle_level": PUZZLE_LEVELS,
    "last_game": tuple(GAMES),
    "right": (None, 0, 1, 2, 3),
}


def sound_setup(settings: Settings, game_id: str) -> GameSetup:
    """Return the last choices for a game, each replaced by its default when it is invalid now.

    Both players are always set: by the game's setup, else by the choice in the menu.
    """
    saved = settings.setup(game_id)
    try:
        game = make_game(game_id, saved.options)
        options = dict(saved.options)
    except JouonsError:
        game, options = make_game(game_id), {}
    other = HUMAN if settings.two_players else settings.level
    players = []
    for text, fallback in ((saved.first, HUMAN), (saved.second or other, other)):
        try:
            spec = parse_player(text)
            if spec.kind != HUMAN and make_bot(text).supports(game) is not None:
                text = "random"
        except JouonsError:
            text = fallback
        players.append(text)
    return GameSetup(options, players[0], players[1], saved.alternate, saved.analysis, saved.hints)


class NewerSettingsError(Exception):
    """The error raised for a settings file of a newer version of the program."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


def to_json(settings: Settings) -> str:
    return json.dumps({"format": FORMAT, **asdict(settings)}, indent=1)


def from_json(text: str | bytes) -> Settings:
    """Parse settings. An invalid value becomes its default.

    Raises NewerSettingsError for a newer format, ValueError for anything else.
    """
    data = parse_json(text)
    version = data.get("format") if isinstance(data, dict) else None
    if type(version) is int and FORMAT < version <= LARGEST_FORMAT:
        raise NewerSettingsError(version)
    if not isinstance(data, dict) or version != FORMAT:
        raise ValueError("not a settings file of this version")
    return _record(Settings, data)


def _record(kind: type[Record], data: Mapping[str, Any]) -> Record:
    """Return a record with the values of a file; an invalid value becomes its default."""
    usual = asdict(kind())
    valid = {name: _checked(name, data[name], usual[name]) for name in usual if name in data}
    return kind(**usual | valid)


def _checked(name: str, value: Any, usual: Any) -> Any:
    """Return the value of a field as it is kept, the usual one if it is invalid."""
    if name in RANGES:
        low, high = RANGES[name]
        return float(value) if type(value) in (int, float) and low <= value <= high else usual
    if name in VALUES:
        same = (each for each in VALUES[name] if type(each) is type(value) and each == value)
        return next(same, usual)
    if name in RECORDS and isinstance(value, dict):
        parts = ((str(part), data) for part, data in value.items() if isinstance(data, dict))
        return {part: _record(RECORDS[name], data) for part, data in parts}
    if name == "window":
        return tuple(value) if _is_size(value) else usual
    if isinstance(usual, dict):
        return value if isinstance(value, dict) and _are_texts(value.values()) else usual
    if isinstance(usual, tuple):
        if not isinstance(value, list) or not _are_texts(value):
            return usual
        names = tuple(map(clean_name, value))
        return (names if len(names) == 2 else usual) if name == "people" else tuple(value)
    return value if type(value) is type(usual) else usual


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _is_size(value: Any) -> bool:
    """Whether a value is the size of a window, not so large that it is damage."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    sides = zip(value, SMALLEST_WINDOW, strict=True)
    return all(isinstance(side, int) and least <= side <= 16_000 for side, least in sides)


def _changes(before: Settings, after: Settings) -> dict[str, Any]:
    """Return the fields that differ; of the fields BY_PART, a mapping of the parts that differ."""
    changed: dict[str, Any] = {}
    for item in fields(Settings):
        old, new = getattr(before, item.name), getattr(after, item.name)
        if item.name in BY_PART:
            old, new = _parts(old), _parts(new)
            changed[item.name] = {part: new[part] for part in new if new[part] != old.get(part)}
        elif old != new:
            changed[item.name] = new
    return changed


def _parts(value: Any) -> dict[Any, Any]:
    """Return a field of BY_PART as a mapping, a tuple by index."""
    return dict(enumerate(value)) if isinstance(value, tuple) else dict(value)


def _with_changes(settings: Settings, changes: dict[str, Any]) -> Settings:
    """Return the settings with changes in the form of `_changes`."""
    values = dict(changes)
    for name in BY_PART:
        saved = getattr(settings, name)
        parts = {**_parts(saved), **changes[name]}
        values[name] = tuple(parts.values()) if isinstance(saved, tuple) else parts
    return replace(settings, **values)


class SettingsFile:
    """The settings file in the user's configuration folder; several windows may share it.

    A file of a newer format is neither read nor changed.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._own = Settings()  # as loaded, with this window's changes: no command line's options
        self._unwritten: dict[str, Any] = {}  # changes of this window that the file lacks

    def load(self) -> tuple[Settings, Message | None]:
        """Load the settings; the message reports a file unreadable, newer, or set aside."""
        try:
            self._own = self._read()
            return self._own, None
        except FileNotFoundError:
            return Settings(), None
        except OSError:
            return Settings(), Message("gui.settings_unreadable", {"file": str(self.path)})
        except NewerSettingsError as newer:
            values = {"file": str(self.path), "version": newer.version, "known": FORMAT}
            return Settings(), Message("settings.newer", values)
        except ValueError:
            try:
                values = {"file": shown(set_aside(self.path))}
            except OSError:
                return Settings(), Message("gui.settings_unreadable", {"file": str(self.path)})
            return Settings(), Message("gui.settings_damaged", values)

    def _read(self) -> Settings:
        return from_json(read_regular(self.path, LARGEST_FILE))

    def changed(self, before: Settings, after: Settings) -> None:
        """Record changes of this window; `save` writes only the differences."""
        changes = _changes(before, after)
        self._own = _with_changes(self._own, changes)
        for name in BY_PART:
            changes[name] = {**self._unwritten.get(name, {}), **changes[name]}
        self._unwritten |= changes

    def save(self, settings: Settings) -> Message | None:
        """Write the recorded changes, or everything if there are none; return a message on failure.

        Changes by other windows are preserved. The write is atomic: a kill leaves the old or the
        new file. Failed changes wait for the next call. A file of a newer format stays as it is.
        """
        try:
            make_private_folder(self.path.parent)
            with alone(self.path.with_name(f"{FILE_NAME}.lock")):
                try:
                    saved = self._read()
                except (OSError, ValueError):
                    saved = self._own
                whole = _with_changes(saved, self._unwritten) if self._unwritten else settings
                replace_file(self.path, to_json(whole).encode(), private=True, synced=False)
        except NewerSettingsError:
            return None  # `load` has told so
        except OSError:
            return Message("gui.settings_not_saved", {"file": str(self.path)})
        self._unwritten = {}
        return None
