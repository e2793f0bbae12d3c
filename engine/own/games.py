"""A person's games and puzzles by their names: enumerated once, then rules like any other.

The rules of a text are kept by its hash: the last ones in memory, all in the cache folder.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from engine.context import Context
from engine.files import make_private_folder, read_regular, replace_file
from engine.folders import own_settings
from engine.messages import Message, message
from engine.own.bot import NamedText, text_of
from engine.own.enumeration import (
    MAX_CHOICES,
    MAX_ENTRIES,
    MAX_POSITIONS,
    NOT_OVER,
    SEPARATOR,
    is_move,
)
from engine.own.faults import FaultKind, OwnFault, own_fault
from engine.own.process import OwnProcess
from engine.own.protocol import BrokenFrame, Frame
from engine.own.rules import EnumeratedRules, EstimatedPuzzle, OwnGame, OwnPuzzle, TableParts
from engine.own.source import (
    TRUSTED,
    FileKind,
    OwnSource,
    former_path,
    former_source,
    hash_path,
    note_hash,
    source_of,
)
from engine.protocols import LONGEST_GAME, Decision, OptionError, Unit
from engine.saves import SavedGame, SaveError
from engine.solvers.distance_table import build

KEPT = 4  # rules in memory
CACHED = 50  # rules in the cache folder
LARGEST_CACHED = 500_000_000  # bytes
LARGEST_TEXTS = 1_000_000_000  # bytes of the positions' texts
LARGEST_UNPACKED = 2 * LARGEST_TEXTS  # bytes of a file of the cache folder
FORM = b"jouons rules 3"
IN_SAVE = "program"  # the name of a game's text in a save
NAMED = "own:"

_rules: dict[str, EnumeratedRules] = {}  # by hash and id, the last one asked for at the end
# Texts that came from elsewhere, by hash, each with the folder that may have its rules.
_texts: dict[str, tuple[OwnSource, Path | None]] = {}


def own_rules(
    player: str, game_id: str, options: Mapping[str, str], wanted: str
) -> EnumeratedRules:
    """Make a person's game or puzzle, as `wanted` says; see `text_of` for `player`.

    `options` may have the hash of a text. Raises OptionError for another kind of file or a text
    that was not kept, and OwnFault.
    """
    source = own_source(player, options)
    if source.fault is None and source.kind != wanted:
        kind = message(f"own.kind.{source.kind or 'none'}")
        raise OptionError(f"own.rules.no_{wanted}", name=source.name, kind=kind)
    return rules_of(source, game_id)


def own_source(player: str, options: Mapping[str, str]) -> OwnSource:
    """Return the text of a game or puzzle: the present one, or the one with the given hash.

    Raises OptionError if there is none.
    """
    for name in options:
        if name != "hash":
            raise OptionError("own.rules.option", name=name)
    digits = options.get("hash")
    if digits is not None and digits in _texts:
        return _texts[digits][0]
    text = text_of(player)
    try:
        source = text.current()
    except OptionError:
        if digits is None:
            raise
        source = None  # the file has gone; its text may be kept
    if source is not None and (digits is None or source.hash == digits):
        if isinstance(text, NamedText) and source.fault is None:
            text.keep(source)
        return source
    return former_source(own_settings().folder, player.partition("@")[0], str(digits))


def adopt(source: OwnSource, cache: Path | None = None) -> None:
    """Let rules be made by the hash of a text that came from elsewhere.

    They are read from `cache` if they are there, and written nowhere.
    """
    _texts[source.hash] = source, cache


def text_for_save(rules: EnumeratedRules) -> Mapping[str, Any]:
    """Return the program of a game as the part of a save that `adopt_saved` reads."""
    return {IN_SAVE: [[name, data.decode("latin-1")] for name, data in rules.source.files]}


def adopt_saved(saved: SavedGame, trusted: bool = False) -> None:
    """Let the rules of a saved own game be made, by the program that the save holds.

    It must be a text of the person's own folder, or one that they agreed to, now (`trusted`) or
    before: else raises SaveError.
    """
    digits, player = saved.options.get("hash", ""), saved.game.partition(":")[2]
    if saved.game.startswith(NAMED) and _is_in_folder(player, digits):
        return
    try:
        texts = [(str(name), str(text).encode("latin-1")) for name, text in saved.extra[IN_SAVE]]
        source = source_of(texts[0][0], tuple(texts))
    except (KeyError, ValueError, TypeError, IndexError):
        raise SaveError("save.field", name=IN_SAVE) from None
    if source.hash != digits:
        raise SaveError("save.field", name=IN_SAVE)
    if not trusted and not hash_path(TRUSTED, digits).exists():
        raise SaveError("own.rules.untrusted", name=source.name)
    adopt(source)


def needs_trust(saved: SavedGame) -> bool:
    """Return whether a save holds a program that the person has not agreed to run."""
    if IN_SAVE not in saved.extra:
        return False
    try:
        adopt_saved(saved)
    except SaveError as error:
        return error.message.key == "own.rules.untrusted"
    return False


def agree(saved: SavedGame) -> None:
    """Note that the person agreed to run the program of a save; a full disk asks again."""
    note_hash(TRUSTED, saved.options.get("hash", ""))


def _is_in_folder(player: str, digits: str) -> bool:
    """Return whether a text of the bots folder, present or former, has this hash."""
    name = player.partition("@")[0]
    try:
        return text_of(player).current().hash == digits
    except OptionError:
        return former_path(own_settings().folder, name, digits).exists()


def rules_of(
    source: OwnSource, game_id: str, context: Context[Any] | None = None
) -> EnumeratedRules:
    """Return the rules of a text, enumerated if they are not kept; reports the positions found.

    Raises OwnFault, or Cancelled through the context.
    """
    if source.fault is not None:
        raise source.fault
    key, context = f"{source.hash} {game_id}", context or Context(0)
    rules = _rules.pop(key, None) or _cached(source, game_id, context)
    _rules[key] = rules or _enumerated(source, game_id, context)
    while len(_rules) > KEPT:
        del _rules[next(iter(_rules))]
    return _rules[key]


def _enumerated(source: OwnSource, game_id: str, context: Context[Any]) -> EnumeratedRules:
    """Enumerate the positions in a process, check them, and keep them in the cache folder."""
    pieces: list[Sequence[bytes]] = [(b"",) * len(TableParts._fields)]
    positions = size = 0

    def on_frame(frame: Frame) -> None:
        nonlocal positions, size
        if frame[0] != "positions":
            return
        try:
            piece = TableParts.decoded(frame[2:])
        except ValueError:
            raise BrokenFrame from None
        pieces.append(piece)
        positions, size = positions + len(piece.counts), size + sum(map(len, piece[6:]))
        if positions > MAX_POSITIONS or size > LARGEST_TEXTS:
            raise BrokenFrame
        note = message("solver.progress", count=positions)
        context.report(Decision(None, (), note, effort=positions, unit=Unit.POSITIONS))

    seconds = own_settings().seconds
    process = OwnProcess(source, seconds, context)
    try:
        question = ("enumerate", source.kind is FileKind.GAME)
        process.ask(question, seconds, context, on_frame)
    finally:
        process.close()
    parts = TableParts(*map(b"".join, zip(*pieces, strict=True)))
    rules = _checked(source, parts, game_id, context)
    _keep(source, parts)
    return rules


def _checked(
    source: OwnSource, parts: TableParts, game_id: str, context: Context[Any]
) -> EnumeratedRules:
    """Return the rules of positions, from wherever they come. Raises OwnFault."""
    if not _is_sound(parts, source.kind is FileKind.GAME):
        raise own_fault(FaultKind.DIED, Message("own.died"))
    if source.kind is FileKind.GAME:
        game = OwnGame(source, parts, game_id)
        _check_game(game)
        return game
    if not parts.distances:
        return OwnPuzzle(source, parts, game_id)
    puzzle = EstimatedPuzzle(source, parts, game_id)
    _check_estimates(puzzle, context)
    return puzzle


def _is_sound(parts: TableParts, is_game: bool) -> bool:
    """Return whether numbers and texts fit together: the process may send anything."""
    counts, players, results = (
        np.frombuffer(each, np.uint8) for each in (parts.counts, parts.players, parts.results)
    )
    positions, entries = len(counts), int(counts.sum())
    texts = parts.positions.count(0), parts.shows.count(0) or positions
    whole = {len(players), len(results), *texts, len(parts.distances) / 4 or positions}
    if whole != {positions} or {len(parts.moves), len(parts.after)} != {4 * entries}:
        return False
    if not positions or entries > MAX_ENTRIES or counts.max() > MAX_CHOICES:
        return False
    try:
        words, _, _ = (each.decode().split(SEPARATOR) for each in (parts.words, *parts[6:8]))
    except UnicodeDecodeError:
        return False
    moves, after = np.frombuffer(parts.moves, np.int32), np.frombuffer(parts.after, np.int32)
    starts = np.cumsum(counts, dtype=np.int64)[:-1]
    ascending = np.diff(moves) > 0
    ascending[starts[(starts > 0) & (starts < entries)] - 1] = True  # from one to the next
    over = results != NOT_OVER if is_game else counts == 0
    numbered = not entries or (
        min(moves.min(), after.min()) >= 0
        and moves.max() < len(words) - 1
        and after.max() < positions
    )
    return bool(
        numbered
        and ascending.all()
        and max(players.max(), results.max() // (NOT_OVER + 1)) <= 1
        and np.array_equal(over, counts == 0)
        and all(map(is_move, words[:-1]))
    )


def _check_game(game: OwnGame) -> None:
    """Raise OwnFault for a game whose players do not alternate, or that need not end."""
    graph, players = game.graph, np.frombuffer(game.parts.players, np.uint8)
    same = players[graph.after] == players[graph.sources]
    if same.any():
        raise _rules_fault("alternate", position=game.text(int(graph.sources[same.argmax()])))
    ordered = list(graph.order())
    if sum(map(len, ordered)) < len(graph):
        state = graph.recurring(np.concatenate([*ordered, np.empty(0, np.int32)]))
        raise _rules_fault("recurring", position=game.text(state))
    if len(ordered) > LONGEST_GAME + 1:
        raise _rules_fault("endless", limit=str(LONGEST_GAME))


def _check_estimates(puzzle: EstimatedPuzzle, context: Context[Any]) -> None:
    """Raise OwnFault for an estimate that is too high somewhere."""
    if not puzzle.goals:
        return
    table = build(puzzle, context)
    estimates = np.frombuffer(puzzle.parts.distances, np.int32)
    wrong = (estimates > table.distances) & (table.distances != table.unknown)
    if wrong.any():
        state = int(wrong.argmax())
        values = {"estimate": str(estimates[state]), "distance": str(table.distance(state))}
        raise _rules_fault("estimate", position=puzzle.text(state), **values)


def _rules_fault(key: str, **values: str) -> OwnFault:
    return own_fault(FaultKind.ILLEGAL, message(f"own.illegal.rules.{key}", **values))


# -- the cache folder ------------------------------------------------------------------------------


def _path_of(source: OwnSource) -> Path | None:
    _, cache = _texts.get(source.hash, (source, own_settings().cache))
    return None if cache is None else cache / f"rules_{source.hash}.bin"


def _cached(source: OwnSource, game_id: str, context: Context[Any]) -> EnumeratedRules | None:
    """Return the rules that were kept, None for none or damaged ones."""
    path = _path_of(source)
    if path is None:
        return None
    with suppress(OSError, ValueError, TypeError, zlib.error, OwnFault):
        form, data = read_regular(path, LARGEST_CACHED).split(b"\n", 1)
        body = zlib.decompressobj().decompress(data, LARGEST_UNPACKED)
        if form == FORM:
            return _checked(source, TableParts.decoded(json.loads(body)), game_id, context)
    return None


def _keep(source: OwnSource, parts: TableParts) -> None:
    """Write the parts; a full disk keeps none, and the next start is slower."""
    path = _path_of(source)
    if path is None or source.hash in _texts:
        return
    with suppress(OSError):
        make_private_folder(path.parent)
        text = json.dumps([b64encode(part).decode() for part in parts])
        data = FORM + b"\n" + zlib.compress(text.encode(), 1)
        replace_file(path, data, private=True, synced=False)
        cached = sorted(path.parent.glob("rules_*.bin"), key=lambda each: each.stat().st_mtime)
        for old in cached[:-CACHED]:
            old.unlink()
