"""All positions of a person's game or puzzle, one after the other; in its own process.

Breadth first from the start, each position once. What was found goes to Jouons in pieces of plain
numbers and texts, so that nothing of the person's objects leaves this process.
"""

from __future__ import annotations

import operator
import time
from array import array
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any

from engine.own.protocol import writable
from engine.own.think import IllegalAnswer, shown

MAX_POSITIONS = 2_000_000
MAX_ENTRIES = 20_000_000  # moves of all positions together
MAX_CHOICES = 200  # moves of a position
MAX_LAYERS = 10_000
LONGEST_MOVE = 20  # characters
LONGEST_POSITION = 1_000
LONGEST_SHOW = 10_000
NOT_OVER = 3  # instead of a result, which is one of 0, 1, 2: the second player wins, draw, first
PIECE_POSITIONS = 5_000  # of a frame
PIECE_TEXTS = 1_000_000  # bytes
PIECE_SECONDS = 0.25  # so that a count stands still only where a function of the file does
SEPARATOR = "\0"  # behind each text


class Enumeration:
    """The positions of a file that defines a game or a puzzle, in the order of their numbers."""

    def __init__(
        self, module: Any, is_game: bool, rng: Callable[[], Any], send: Callable[..., None]
    ) -> None:
        self.module, self.is_game, self._rng, self._send = module, is_game, rng, send
        self.number_of: dict[Any, int] = {}
        self.words: dict[str, int] = {}
        self._entries = 0
        self._texts: set[str] = set()
        self._early: dict[Any, Any] = {}  # by result, a position with moves that has it
        self._clear()

    def run(self) -> int:
        """Send all positions in frames `positions`; return their number. Raises IllegalAnswer."""
        initial = getattr(self.module, "initial", None)
        start = initial() if initial is not None else self.module.scramble(self._rng())
        waiting: list[Any] = []
        self._number(start, start, "", waiting)
        layer, layer_end = 0, 1
        for number, position in enumerate(waiting):  # it grows
            if number == layer_end:
                layer, layer_end = layer + 1, len(waiting)
                if layer > MAX_LAYERS:
                    raise self._fault("endless", "moves", limit=str(MAX_LAYERS))
            self._take(position, waiting)
            if self._is_full():
                self._flush()
        early, going_on = self._early, self._early.keys() & {None, 0}
        for result in (1, -1, 0):
            if result in early and going_on - {result}:
                values = {"position": short(early[result]), "result": shown(result)}
                raise self._fault("early", "result", **values)
        self._flush()
        return len(waiting)

    def _take(self, position: Any, waiting: list[Any]) -> None:
        """Note everything about a position."""
        text = self._text(position)
        player = self._player(position) if self.is_game else 0
        entries = self._moves(position, waiting)
        if repr(position) != text:
            raise self._fault("changed", "moves", position=text)
        self._counts.append(len(entries))
        self._moves_made.extend(move for move, _ in entries)
        self._after.extend(number for _, number in entries)
        self._players.append(player)
        self._results.append(self._result(position, bool(entries)))
        self._note_texts(position, text)

    def _moves(self, position: Any, waiting: list[Any]) -> list[tuple[int, int]]:
        """Return the numbers of the moves, ascending, with those of the positions after them."""
        moves = self.module.moves(position)
        if not isinstance(moves, Mapping):
            raise self._wrong("moves", position, moves)
        self._entries += len(moves)
        if len(moves) > MAX_CHOICES or self._entries > MAX_ENTRIES:
            values = {"position": short(position), "most": str(MAX_CHOICES)}
            raise self._fault("many_moves", "moves", **values)
        entries = []
        for word, after in moves.items():
            if type(word) is not str or not is_move(word):
                most = str(LONGEST_MOVE)
                values = {"position": short(position), "move": shown(word), "most": most}
                raise self._fault("word", "moves", **values)
            move = self.words.get(word)
            if move is None:
                move = self.words[word] = len(self.words)
                self._new_words += (word + SEPARATOR).encode()
            entries.append((move, self._number(after, position, word, waiting)))
        return sorted(entries)

    def _number(self, after: Any, before: Any, word: str, waiting: list[Any]) -> int:
        try:
            number = self.number_of.setdefault(after, len(waiting))
        except TypeError as error:
            if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
                raise  # by a function of the person's
            key, function = ("unhashable", "moves") if word else ("unhashable_start", "initial")
            values = {"position": short(before), "move": word} if word else {}
            raise self._fault(key, function, answer=type(after).__name__, **values) from None
        if number == len(waiting):
            if number == MAX_POSITIONS:
                raise self._fault("too_large", "moves", most=str(MAX_POSITIONS))
            waiting.append(after)
        return number

    def _player(self, position: Any) -> int:
        player = self.module.player(position)
        try:
            number = operator.index(player)
        except TypeError:
            number = -1
        if number not in (0, 1):
            raise self._wrong("player", position, player)
        return number

    def _result(self, position: Any, goes_on: bool) -> int:
        """Return the result of a position as a number of its frame; of a puzzle 1 for a goal."""
        if not self.is_game:
            goal = self.module.goal
            return int(bool(goal(position)) if callable(goal) else position == goal)
        result = getattr(self.module, "result", None)
        if goes_on:
            if result is not None:
                self._ask_early(result, position)
            return NOT_OVER
        if result is None:  # whoever cannot move has lost
            return 2 if self._player(position) == 1 else 0
        answer = result(position)
        if isinstance(answer, bool) or answer not in (-1, 0, 1):
            raise self._wrong("result", position, answer)
        return int(answer) + 1

    def _ask_early(self, result: Callable[[Any], Any], position: Any) -> None:
        """Ask for the result where there are moves: it may be undefined there, or one formula."""
        try:
            answer = result(position)
            if answer is None or answer in (-1, 0, 1):
                self._early.setdefault(answer, position)
        except Exception:
            return

    def _note_texts(self, position: Any, text: str) -> None:
        if text in self._texts or " at 0x" in text:
            raise self._fault("text", "moves", position=text[:100])
        self._texts.add(text)
        self._positions += (text + SEPARATOR).encode()
        if hasattr(self.module, "show"):
            shown_as = self.module.show(position)
            if not isinstance(shown_as, str) or len(shown_as) > LONGEST_SHOW:
                raise self._wrong("show", position, shown_as)
            self._shows += (plain(shown_as) + SEPARATOR).encode()
        if not self.is_game and hasattr(self.module, "distance"):
            self._distances.append(self._distance(position))

    def _distance(self, position: Any) -> int:
        distance = self.module.distance(position)
        if isinstance(distance, int | float) and 0 <= distance <= MAX_POSITIONS:
            return -int(-distance // 1)  # the next whole number is still no overestimate
        raise self._wrong("distance", position, distance)

    def _text(self, position: Any) -> str:
        text = plain(repr(position))
        if len(text) > LONGEST_POSITION:
            values = {"position": short(position), "most": str(LONGEST_POSITION)}
            raise self._fault("long", "moves", **values)
        return text

    def _wrong(self, function: str, position: Any, answer: Any) -> IllegalAnswer:
        """Return the fault of a function that gives another kind of answer than it should."""
        return self._fault(function, function, position=short(position), answer=shown(answer))

    def _fault(self, key: str, function: str, **values: str) -> IllegalAnswer:
        """Return a fault with the line of the function that is the cause."""
        fault = IllegalAnswer(f"own.illegal.rules.{key}", **values)
        code = getattr(getattr(self.module, function, None), "__code__", None)
        fault.line = code.co_firstlineno if code is not None else 0
        return fault

    def _clear(self) -> None:
        """Begin a piece: the parts of it that were not sent yet."""
        self._counts, self._players, self._results = bytearray(), bytearray(), bytearray()
        self._moves_made, self._after, self._distances = array("i"), array("i"), array("i")
        self._positions, self._shows, self._new_words = bytearray(), bytearray(), bytearray()
        self._due = time.monotonic() + PIECE_SECONDS

    def _is_full(self) -> bool:
        return (
            len(self._counts) >= PIECE_POSITIONS
            or len(self._positions) + len(self._shows) >= PIECE_TEXTS
            or time.monotonic() >= self._due
        )

    def _flush(self) -> None:
        """Send what was noted since the last piece."""
        numbers = (self._counts, self._moves_made, self._after, self._players, self._results)
        texts = (self._positions, self._shows, self._new_words)
        parts = (*numbers, self._distances, *texts)
        self._send("positions", *(b64encode(bytes(part)).decode() for part in parts))
        self._clear()


def is_move(word: str) -> bool:
    """Return whether a text can be the text of a move."""
    return 1 <= len(word) <= LONGEST_MOVE and word.isprintable() and not any(map(str.isspace, word))


def plain(text: str) -> str:
    """Return a text without what cannot be written, or would part it from the next one."""
    return writable(text.replace(SEPARATOR, "?"))


def short(position: Any) -> str:
    """Return the text of a position for a sentence."""
    text = plain(repr(position))
    return text if len(text) <= 100 else f"{text[:99]}…"
