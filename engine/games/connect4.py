"""Connect Four as two bitboards, on any board from 4x4 to 8x7.

Bit `column * (rows + 1) + row` is a cell, row 0 at the bottom; the top bit of every column is
empty, so that a drop is one addition and lines do not wrap round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from engine.games import connect4_decisive, connect4_playouts
from engine.games.connect4_guess import Guess, expectation
from engine.messages import excerpt
from engine.protocols import Chances, MoveError, Outcome, PlayMany, PositionError

ORDERS_TRIED = 20_000


class Stones(NamedTuple):
    """The stones of the player to move, and those of both."""

    mover: int
    all: int


class ConnectFour:
    """Connect Four; options `columns`, `rows` and `begins`.

    `begins` is the colour of the first player, `red` or `yellow`; the letters in texts follow it.
    """

    id = "connect4"
    vast = True

    def __init__(self, columns: int = 7, rows: int = 6, begins: str = "red") -> None:
        self.columns = columns
        self.rows = rows
        self.begins = begins
        self.letters = "RY" if begins == "red" else "YR"  # of the first and the second player
        self.stride = rows + 1
        self.num_moves = columns
        self.bottom = sum(1 << c * self.stride for c in range(columns))
        self.board = self.bottom * ((1 << rows) - 1)
        self._tops = tuple(1 << c * self.stride + rows - 1 for c in range(columns))
        self._bottoms = tuple(1 << c * self.stride for c in range(columns))

    @property
    def options(self) -> Mapping[str, str]:
        return {"columns": str(self.columns), "rows": str(self.rows), "begins": self.begins}

    def initial(self) -> Stones:
        return Stones(0, 0)

    def to_move(self, state: Stones) -> int:
        """Return 0 if both players have the same number of stones, else 1."""
        return state.all.bit_count() & 1

    def has_four(self, stones: int) -> bool:
        """Return whether one player's stones have four in a line."""
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def moves(self, state: Stones) -> Sequence[int]:
        """Return the columns with room; none once the game is over."""
        mover, both = state
        # The mover cannot have four: the game would have ended before the opponent's move.
        if self.has_four(both ^ mover):
            return ()
        return [column for column, top in enumerate(self._tops) if not both & top]

    def play(self, state: Stones, move: int) -> Stones:
        """Drop a stone; the other player becomes the mover."""
        mover, both = state
        return Stones(mover ^ both, both | both + self._bottoms[move])

    def outcome(self, state: Stones) -> Outcome | None:
        """Return the outcome: four in a line wins for its player; a full board is a draw."""
        mover, both = state
        if self.has_four(both ^ mover):
            return Outcome.win_of(1 - (both.bit_count() & 1))
        return Outcome.DRAW if both == self.board else None

    def mirror(self, stones: int) -> int:
        """Return the stones with the columns in reverse order."""
        column, image = (1 << self.stride) - 1, 0
        for index in range(self.columns):
            part = stones >> index * self.stride & column
            image |= part << (self.columns - 1 - index) * self.stride
        return image

    def canonical(self, state: Stones) -> Stones:
        """Return the smaller of the position and its mirror image."""
        return min(state, Stones(self.mirror(state.mover), self.mirror(state.all)))

    def symmetry_between(self, state: Stones, other: Stones) -> str | None:
        """Return whether two positions are mirror images."""
        image = Stones(self.mirror(state.mover), self.mirror(state.all))
        return "mirrored" if image == other else None

    def symmetry_of_move(self, state: Stones, move: int) -> int:
        """Return the column, mirrored when the canonical position is the mirror image."""
        image = Stones(self.mirror(state.mover), self.mirror(state.all))
        mirrored = self.columns - 1 - move
        if image == state:
            return min(move, mirrored)
        return mirrored if image < state else move

    def stones_of(self, state: Stones) -> tuple[int, int]:
        """Return the stones of the first and of the second player."""
        mover, both = state
        other = both ^ mover
        return (other, mover) if both.bit_count() & 1 else (mover, other)

    def cells(self, stones: int) -> list[tuple[int, int]]:
        """Return the (column, row) pairs of a set of stones, row 0 at the bottom."""
        return [
            (column, row)
            for column in range(self.columns)
            for row in range(self.rows)
            if stones >> column * self.stride + row & 1
        ]

    def landing(self, state: Stones, column: int) -> int:
        """Return the row in which a stone dropped into a column with room comes to rest."""
        return (state.all >> column * self.stride & (1 << self.stride) - 1).bit_count()

    def winning_line(self, state: Stones) -> tuple[tuple[int, int], ...]:
        """Return the (column, row) cells of every line of four or more; empty for none."""
        return tuple(cell for stones in self.stones_of(state) for cell in self._lined(stones))

    def line_through(self, state: Stones, player: int, move: int) -> tuple[tuple[int, int], ...]:
        """Return the cells of the lines that a disc of a player in a column would complete."""
        mine, both = self.stones_of(state)[player], state.all | state.all + self._bottoms[move]
        return self.winning_line(Stones(mine | both ^ state.all, mine | both ^ state.all))

    @cached_property
    def _lockstep(self) -> connect4_playouts.Lockstep:
        return connect4_playouts.Lockstep(self.columns, self.rows)

    @property
    def playouts(self) -> PlayMany[Stones]:
        games = partial(connect4_playouts.UniformGames, self._lockstep)
        return partial(connect4_playouts.playouts, games, connect4_playouts.CHUNK)

    @cached_property
    def decisive_playouts(self) -> PlayMany[Stones]:
        """The function for games whose players search one ply ahead.

        They take immediate wins and stop immediate losses. If possible they also avoid the cell
        under a threat of either player, above all of the opponent.
        """
        tables = connect4_decisive.Decisive(self.columns, self.rows)
        games = partial(connect4_decisive.DecisiveGames, tables)
        return partial(connect4_playouts.playouts, games, connect4_decisive.CHUNK)

    def exact_chances(
        self, state: Stones, check: Callable[[], None], limit: int
    ) -> dict[int, Chances]:
        """Return for each column the chances under random play. Raises Unsolvable beyond `limit`
        positions."""
        return connect4_playouts.exact_chances(self._lockstep, *state, check, limit)

    @cached_property
    def guess(self) -> Guess:
        """The evaluation of this board size, cached."""
        return Guess(self.board, self.stride, self.rows, self.threats)

    def heuristic(self, state: Stones) -> float:
        """Return an estimate of the mover's score, 0 .. 1; see connect4_guess."""
        mover, both = state
        mine, theirs = self.threats(mover, both), self.threats(mover ^ both, both)
        return expectation(self.guess.lead(mover, both, mine, theirs))

    def successors(self, state: Stones) -> list[tuple[int, Stones, Outcome | None, bool]]:
        """Return each legal move of an unfinished position with its consequences.

        Each entry is the move, the position after it, its outcome or None, and whether the opponent
        can win at once there. The threats of both sides are computed once for all moves.
        """
        mover, both = state
        other = mover ^ both
        won = Outcome.win_of(both.bit_count() & 1)
        wins, replies = self.threats(mover, both), self.threats(other, both)
        entries: list[tuple[int, Stones, Outcome | None, bool]] = []
        for column, top in enumerate(self._tops):
            if both & top:
                continue
            after = both | both + self._bottoms[column]
            outcome = None
            if wins & after:
                outcome = won
            elif after == self.board:
                outcome = Outcome.DRAW
            lost = bool(replies & ~after & after + self.bottom)
            entries.append((column, Stones(other, after), outcome, lost))
        return entries

    def null_move_wins(self, state: Stones) -> Sequence[int]:
        mover, both = state
        playable = self.threats(mover ^ both, both) & both + self.bottom
        width = (1 << self.stride) - 1
        return [column for column in self.moves(state) if playable >> column * self.stride & width]

    def threats(self, stones: int, both: int) -> int:
        """Return the empty cells that would give these stones four in a line."""
        h = self.stride
        cells = stones << 1 & stones << 2 & stones << 3
        for step in (h - 1, h, h + 1):
            pair = stones << step & stones << 2 * step
            cells |= pair & stones << 3 * step
            cells |= pair & stones >> step
            pair = stones >> step & stones >> 2 * step
            cells |= pair & stones >> 3 * step
            cells |= pair & stones << step
        return cells & self.board & ~both

    def move_text(self, state: Stones, move: int) -> str:
        """Return the column's number, from 0 at the left."""
        return str(move)

    def parse_move(self, state: Stones, text: str) -> int:
        """Parse a column with room."""
        words = text.strip()
        legal = self.moves(state)
        if not legal:
            raise MoveError("move.over", text=excerpt(words, 20))
        if not (words.isascii() and words.isdigit() and len(words) == 1):
            raise MoveError("move.column", text=excerpt(words, 20), last=self.columns - 1)
        if int(words) >= self.columns:
            raise MoveError("move.column", text=words, last=self.columns - 1)
        if int(words) not in legal:
            raise MoveError("move.full", text=words, legal=" ".join(map(str, legal)))
        return int(words)

    def diagram(self, state: Stones) -> list[str]:
        """Return the rows from the top, and the numbers of the columns below them."""
        rows = self.text(state).partition(" ")[0].split("/")
        return [" ".join(row) for row in (*rows, "".join(map(str, range(self.columns))))]

    def text(self, state: Stones) -> str:
        """Return the rows from the top separated by slashes, a space, and the player to move."""
        owners = list(zip(self.letters, self.stones_of(state), strict=True))

        def letter(column: int, row: int) -> str:
            bit = column * self.stride + row
            return next((letter for letter, stones in owners if stones >> bit & 1), ".")

        rows = (
            "".join(letter(column, row) for column in range(self.columns))
            for row in reversed(range(self.rows))
        )
        return f"{'/'.join(rows)} {self.letters[self.to_move(state)]}"

    def parse(self, text: str) -> Stones:
        """Parse the rows from the top and the player to move; raises PositionError."""
        board, _, mover = text.strip().partition(" ")
        mover = mover.strip()
        rows = board.split("/")
        if len(rows) != self.rows:
            raise PositionError("position.connect4.rows", count=len(rows), rows=self.rows)
        stones = dict.fromkeys(self.letters, 0)
        for index, cells in enumerate(rows):
            if len(cells) != self.columns:
                raise PositionError(
                    "position.connect4.columns",
                    row=index + 1,
                    count=len(cells),
                    columns=self.columns,
                )
            for column, character in enumerate(cells):
                bit = 1 << column * self.stride + self.rows - 1 - index
                if character in stones:
                    stones[character] |= bit
                elif character != ".":
                    place = index * self.columns + column
                    raise PositionError("position.connect4.letter", [place], letter=character)
        if not mover:
            raise PositionError("position.mover.missing", choices="R, Y")
        if mover not in stones:
            raise PositionError("position.mover", text=excerpt(mover, 20), choices="R, Y")
        ours, theirs = (stones[letter] for letter in self.letters)
        self._check(ours, theirs, self.letters.index(mover))
        return Stones(stones[mover], ours | theirs)

    def _check(self, ours: int, theirs: int, mover: int) -> None:
        """Raise PositionError unless some game leads to these stones of both players."""
        both, a, b = ours | theirs, *self.letters
        floating = self.cells(both & ~(both << 1 | self.bottom))
        if floating:
            (column, row), where = floating[0], [self._place(*floating[0])]
            raise PositionError("position.connect4.floating", where, column=column, row=row + 1)
        first, second = ours.bit_count(), theirs.bit_count()
        if first - second not in (0, 1):
            where = [self._place(*cell) for cell in self.cells(theirs if first < second else ours)]
            raise PositionError("position.counts", where, a=a, b=b, first=first, second=second)
        if mover != first - second:
            right = self.letters[first - second]
            raise PositionError("position.wrong_mover", right=right, first=first, second=second)
        if self.has_four(ours) and self.has_four(theirs):
            raise PositionError("position.both_lines", self._places(ours) + self._places(theirs))
        for player, stones in enumerate((ours, theirs)):
            if self.has_four(stones):
                lined = self._places(stones)
                if mover == player:
                    raise PositionError("position.line_then_move", lined, name=self.letters[player])
                if not any(True for _ in self.last_stones(stones, both)):
                    raise PositionError("position.two_lines", lined, name=self.letters[player])
        if not self.has_order(ours, both):
            raise PositionError("position.connect4.order")

    def _place(self, column: int, row: int) -> int:
        """Return the index of a cell in the text: rows from the top."""
        return (self.rows - 1 - row) * self.columns + column

    def _places(self, stones: int) -> list[int]:
        """Return the indices in the text of every four in a line of one player."""
        return [self._place(*cell) for cell in self._lined(stones)]

    def _lined(self, stones: int) -> list[tuple[int, int]]:
        """Return the cells of every four in a line of one player."""
        lined = 0
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            fours = stones & stones >> step & stones >> 2 * step & stones >> 3 * step
            lined |= fours | fours << step | fours << 2 * step | fours << 3 * step
        return self.cells(lined)

    def last_stones(self, stones: int, both: int) -> Iterator[int]:
        """Yield the stones of one player that can be the last: on top, and without it no four."""
        tops = stones & both & ~(both >> 1)
        while tops:
            stone = tops & -tops
            tops ^= stone
            if not self.has_four(stones ^ stone):
                yield stone

    def has_order(self, ours: int, both: int) -> bool:
        """Return whether some order of moves leads here, by retrograde search.

        `ours` are the stones of the first player.

        After ORDERS_TRIED positions the answer is yes: no possible position is rejected.
        """
        seen: set[int] = set()
        waiting = [both]
        while waiting and len(seen) < ORDERS_TRIED:
            left = waiting.pop()
            if not left:
                return True
            owner = left & ours if left.bit_count() & 1 else left & ~ours
            for stone in self.last_stones(owner, left):
                if left ^ stone not in seen:
                    seen.add(left ^ stone)
                    waiting.append(left ^ stone)
        return bool(waiting)
