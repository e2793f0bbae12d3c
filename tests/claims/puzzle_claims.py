"""The claim of each sentence about a puzzle or a rule, as a predicate over plain recursion.

Threats are counted here by putting a stone into the text of the position and looking for the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor
from typing import Any

from engine.messages import Message
from engine.protocols import Game, Outcome
from engine.puzzles.problems import Problem
from engine.solvers.heap_theory import heaps_of
from tests.claims.claims import DRAW, LOSS, WIN
from tests.claims.truth import Truth

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass(frozen=True)
class PuzzleSentence:
    """One sentence about a puzzle, and the position in which it was said.

    `line` is what was played from the puzzle's position to `state`.
    """

    truth: Truth
    problem: Problem
    state: Any
    note: Message
    line: tuple[int, ...] = ()

    @property
    def game(self) -> Game[Any]:
        return self.truth.game

    @cached_property
    def start(self) -> Any:
        """The position of the puzzle."""
        return self.game.parse(self.problem.position)

    @property
    def solver(self) -> int:
        return self.game.to_move(self.start)

    @cached_property
    def right(self) -> int:
        """The move that the puzzle names as its solution."""
        return self.game.parse_move(self.start, self.problem.solution[0])

    @cached_property
    def after(self) -> Any:
        """The position after the solution."""
        return self.game.play(self.start, self.right)

    @cached_property
    def others(self) -> list[Any]:
        """The positions after every other move."""
        game = self.game
        return [game.play(self.start, m) for m in game.moves(self.start) if m != self.right]

    def wins_now(self, state: Any) -> bool:
        """Whether the player to move can end the game with a win by one move."""
        return any(worth == (WIN, 1) for worth in self.truth.moves(state).values())

    def lost_now(self, state: Any) -> bool:
        """Whether a move led here with which its player has lost, or loses with the next one."""
        player = 1 - self.game.to_move(state)
        return self.game.outcome(state) is Outcome.win_of(1 - player) or self.wins_now(state)

    def replies(self, state: Any) -> list[Any]:
        return [self.game.play(state, move) for move in self.game.moves(state)]

    @cached_property
    def lasts(self) -> list[Any]:
        """Every position without a move that can follow the puzzle's."""
        return list(ends_of(self.game, self.start))


def ends_of(game: Game[Any], start: Any) -> Iterator[Any]:
    """Every position without a move that can follow a position, itself included."""
    met, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        after = {game.play(state, move) for move in game.moves(state)}
        if not after:
            yield state
        waiting += after - met
        met |= after


def threats(game: Game[Any], state: Any) -> int:
    """With how many moves the player not to move would win at once if the other one passed."""
    board, mover = game.text(state).split(" ")
    if game.id in ("nim", "subtraction", "matches"):
        passed = game.parse(f"{board} {1 - int(mover)}")
        won = Outcome.win_of(1 - int(mover))
        return sum(game.outcome(game.play(passed, m)) is won for m in game.moves(passed))
    if game.options.get("misere") == "true":
        return 0  # a line loses
    rows, letter, length = lines_board(game, state)
    free = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."]
    if length == 4:  # a stone falls as far as it can
        free = [(r, c) for r, c in free if r + 1 == len(rows) or rows[r + 1][c] != "."]
    return sum(makes_line(rows, r, c, letter, length) for r, c in free)


def lines_board(game: Game[Any], state: Any) -> tuple[list[str], str, int]:
    """The rows of a board of lines, the letter of whoever moved last, and the length of a line."""
    board, mover = game.text(state).split(" ")
    if game.id == "tictactoe":
        return [board[i : i + 3] for i in (0, 3, 6)], "XO"[mover == "X"], 3
    return board.split("/"), "RY"[mover == "R"], 4


def makes_line(rows: list[str], row: int, column: int, letter: str, length: int) -> bool:
    """Whether a letter put there stands in a line of so many."""

    def run(down: int, right: int) -> int:
        r, c, count = row + down, column + right, 0
        while 0 <= r < len(rows) and 0 <= c < len(rows[0]) and rows[r][c] == letter:
            r, c, count = r + down, c + right, count + 1
        return count

    return any(1 + run(d, e) + run(-d, -e) >= length for d, e in DIRECTIONS)


# -- the puzzle and its theme --------------------------------------------------------------------


def only_one_is(value: int) -> Callable[[PuzzleSentence], bool]:
    """The solution alone is worth that much, nothing more is to be had, nothing wins at once."""

    def check(said: PuzzleSentence) -> bool:
        worths = said.truth.moves(said.start)
        write_queue = [move for move, (found, _) in worths.items() if found >= value]
        alone = write_queue == [said.right] and worths[said.right][0] == value
        return alone and len(worths) > 1 and not said.wins_now(said.start)

    return check


def every_other_loses(said: PuzzleSentence) -> bool:
    worths = said.truth.moves(said.start)
    return all(value == LOSS for move, (value, _) in worths.items() if move != said.right)


def loses_whatever_is_answered(said: PuzzleSentence) -> bool:
    return said.truth.value(said.after)[0] == LOSS


def wins_at_once_after_all(said: PuzzleSentence) -> bool:
    """The solver's next move wins whatever the answer was."""
    return all(said.wins_now(state) for state in said.replies(said.after))


def wins_by(how_many: Callable[[int], bool]) -> Callable[[PuzzleSentence], bool]:
    """So many threats stand after the solution, and the next move wins whatever is answered."""
    return lambda said: how_many(threats(said.game, said.after)) and wins_at_once_after_all(said)


def is_zugzwang(said: PuzzleSentence) -> bool:
    """Nothing is threatened; each move loses at once, or the one who could pass would win."""
    if threats(said.game, said.after) or not loses_whatever_is_answered(said):
        return False
    if all(said.lost_now(state) for state in said.replies(said.after)):
        return True
    board, mover = said.game.text(said.after).split(" ")
    passed = said.game.parse(f"{board} {1 - int(mover)}")
    return said.truth.value(passed)[0] == LOSS


def others_lose_at_once(said: PuzzleSentence) -> bool:
    return all(said.wins_now(state) for state in said.others) and not said.wins_now(said.after)


def saves(threatened: bool) -> Callable[[PuzzleSentence], bool]:
    """Every other move loses at once, to a threat that stands on the board or to none."""
    return lambda said: (
        (threats(said.game, said.start) > 0) is threatened and others_lose_at_once(said)
    )


def is_long(said: PuzzleSentence) -> bool:
    value, plies = said.truth.moves(said.start)[said.right]
    return value == WIN and plies == said.note.values["count"] >= 11


THEMES: Mapping[str, Callable[[PuzzleSentence], bool]] = {
    "two_threats": wins_by(lambda number: number >= 2),
    "follow_up": wins_by(lambda number: number == 1),
    "zugzwang": is_zugzwang,
    "long_plan": is_long,
    "nothing_good": loses_whatever_is_answered,
    "only_block": saves(threatened=True),
    "only_safe": saves(threatened=False),
    "only_way": every_other_loses,
}


def leaves(how: Callable[[list[int], int], bool]) -> Callable[[PuzzleSentence], bool]:
    """Every reply loses, and the heaps that are left are as told, with the number told."""

    def check(said: PuzzleSentence) -> bool:
        heaps = [size for size in heaps_of(said.after) if size]
        told = said.note.values.get("count", 0)
        return loses_whatever_is_answered(said) and how(heaps, told)

    return check


LEFT: Mapping[str, Callable[[PuzzleSentence], bool]] = {
    "puzzle.theme.left": leaves(lambda heaps, count: True),
    "theme.left.pair": leaves(lambda heaps, count: len(heaps) == 2 and heaps[0] == heaps[1]),
    "theme.left.ones": leaves(lambda heaps, count: heaps == [1] * count),
    "theme.left.several": leaves(lambda heaps, count: reduce(xor, heaps) == 0),
    "theme.left.matches": leaves(lambda heaps, count: heaps == [count]),
    "theme.left.subtraction": leaves(lambda heaps, count: heaps == [count]),
}


# -- the rule in force, and how a game ended ------------------------------------------------------


def last_mover(game: Game[Any], state: Any) -> int:
    return 1 - game.to_move(state)


def emptied(state: Any) -> bool:
    return sum(heaps_of(state)) == 0


def last_one(wins: bool) -> Callable[[PuzzleSentence], bool]:
    """Every game from here ends with nothing left, and the one who took last has won, or lost."""

    def check(said: PuzzleSentence) -> bool:
        game = said.game
        return all(
            emptied(state)
            and (game.outcome(state) is Outcome.win_of(last_mover(game, state))) == wins
            for state in said.lasts
        )

    return check


def stuck(wins: bool) -> Callable[[PuzzleSentence], bool]:
    """In every game from here the one who cannot move at the end has won, or lost."""

    def check(said: PuzzleSentence) -> bool:
        game = said.game
        return all(
            (game.outcome(state) is Outcome.win_of(game.to_move(state))) == wins
            for state in said.lasts
        )

    return check


def lines_and_full_boards(wins: bool, full: Outcome) -> Callable[[PuzzleSentence], bool]:
    """A line wins, or loses, for who made it; a board full without one has this outcome."""

    def check(said: PuzzleSentence) -> bool:
        game = said.game
        for state in said.lasts:
            maker = last_mover(game, state)
            expected = full
            if has_line(game, state):
                expected = Outcome.win_of(maker if wins else 1 - maker)
            if game.outcome(state) is not expected:
                return False
        return True

    return check


def has_line(game: Game[Any], state: Any) -> bool:
    """Whether the player who moved last stands in a line."""
    rows, letter, length = lines_board(game, state)
    return any(
        cell == letter and makes_line(rows, r, c, letter, length)
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
    )


def won_after(how: Callable[[PuzzleSentence], bool]) -> Callable[[PuzzleSentence], bool]:
    """The line played is so many moves long, its end is a win of the solver, and is as said."""

    def check(said: PuzzleSentence) -> bool:
        won = said.game.outcome(said.state) is Outcome.win_of(said.solver)
        return won and said.note.values["count"] == len(said.line) and how(said)

    return check


def took_last(by_solver: bool) -> Callable[[PuzzleSentence], bool]:
    """Nothing is left, and the solver took the last, or the other one."""

    def check(said: PuzzleSentence) -> bool:
        return emptied(said.state) and moved_last(said, by_solver)

    return check


def moved_last(said: PuzzleSentence, solver: bool) -> bool:
    return (last_mover(said.game, said.state) == said.solver) is solver


def lined(by_solver: bool) -> Callable[[PuzzleSentence], bool]:
    """The solver stands in a line with the last move, or the other one."""
    return lambda said: moved_last(said, by_solver) and has_line(said.game, said.state)


def is_full(said: PuzzleSentence) -> bool:
    full = "." not in said.game.text(said.state)
    drawn = said.game.outcome(said.state) is Outcome.DRAW
    return full and drawn and said.note.values["count"] == len(said.line)


# -- wrong moves --------------------------------------------------------------------


def named_reply(said: PuzzleSentence) -> Any:
    """The position after the wrong move and the reply that the sentence names."""
    after = said.game.play(said.start, said.line[0])
    name = said.note.values["move"].values["move"]
    return said.game.play(after, said.game.parse_move(after, name))


def wins_there(said: PuzzleSentence) -> bool:
    """The reply named wins at once, and the sentence names the side that plays it."""
    won = said.game.outcome(named_reply(said)) is Outcome.win_of(1 - said.solver)
    return won and said.line[0] != said.right and names_the_opponent(said)


def names_the_opponent(said: PuzzleSentence) -> bool:
    side = said.note.values.get("side")
    sides = ("side.cross", "side.nought") if said.game.id == "tictactoe" else SIDES
    return side is None or side.key == sides[1 - said.solver]


def was_threatened(said: PuzzleSentence) -> bool:
    """The reply named wins at once, and would have done so before the wrong move."""
    if said.game.options.get("draw") == "second":
        return wins_there(said)  # the last free cell counts as a line
    at = int(said.note.values["move"].values["move"])
    rows, letter, length = lines_board(said.game, said.start)
    row, column = divmod(at, 3) if length == 3 else (0, at)
    if length == 4:
        row = max(r for r in range(len(rows)) if rows[r][at] == ".")
    return wins_there(said) and makes_line(rows, row, column, letter, length)


def forks(said: PuzzleSentence) -> bool:
    """The reply named makes two threats or more, and wins at once after every answer."""
    state = named_reply(said)
    every = all(said.wins_now(after) for after in said.replies(state))
    return threats(said.game, state) > 1 and every and names_the_opponent(said)


def lets(value: int) -> Callable[[PuzzleSentence], bool]:
    """After the wrong move the other side, with best play, gets this."""

    def check(said: PuzzleSentence) -> bool:
        state = said.game.play(said.start, said.line[0])
        return said.line[0] != said.right and said.truth.value(state)[0] == value

    return check


def ended(outcome: int) -> Callable[[PuzzleSentence], bool]:
    """The wrong move has ended the game with this for the solver."""

    def check(said: PuzzleSentence) -> bool:
        found = said.game.outcome(said.state)
        score = (outcome + 1) / 2
        return found is not None and found.score(said.solver) == score and len(said.line) == 1

    return check


def moves_first(said: PuzzleSentence) -> bool:
    """The side named is the one to move."""
    side = said.note.values["side"].key
    sides = ("side.cross", "side.nought") if said.game.id == "tictactoe" else SIDES
    return bool(side == sides[said.solver])


SIDES = ("side.red", "side.yellow")


def takes_are_told(said: PuzzleSentence) -> bool:
    """The takes named are those that the rules allow."""
    told = str(said.note.values["takes"]).replace(" or ", ", ").split(", ")
    return ",".join(told) == said.game.options["takes"]


def both(*claims: Callable[[PuzzleSentence], bool]) -> Callable[[PuzzleSentence], bool]:
    return lambda said: all(claim(said) for claim in claims)


ONE_WINS, ONE_DRAWS = only_one_is(WIN), both(only_one_is(DRAW), every_other_loses)


def one_does(said: PuzzleSentence) -> bool:
    return (ONE_WINS if said.problem.goal.value == "win" else ONE_DRAWS)(said)


def _of_heaps() -> Iterator[tuple[str, Callable[[PuzzleSentence], bool]]]:
    """The sentences on the rule and the end, which heaps share."""
    for name in ("nim", "matches", "subtraction"):
        last = {"normal": True, "misere": False}
        for aim, wins in last.items():
            told = (takes_are_told,) if name != "nim" else ()
            yield f"rule.{name}.{aim}", both(*told, last_one(wins))
            yield f"puzzles.only.{name}.{aim}", both(one_does, last_one(wins))
            yield f"puzzles.end.win.{name}.{aim}", won_after(took_last(by_solver=wins))
            if name == "nim":
                continue
            left = stuck(not wins)
            yield f"rule.{name}.{aim}.stuck", both(takes_are_told, left)
            yield f"puzzles.only.{name}.{aim}.stuck", both(one_does, left)
            yield f"puzzles.end.win.{name}.{aim}.stuck", won_after(end_is_of(wins))


def end_is_of(wins: bool) -> Callable[[PuzzleSentence], bool]:
    """The other side cannot move at the end, or the solver cannot."""

    def check(said: PuzzleSentence) -> bool:
        blocked = said.game.to_move(said.state)
        over = not said.game.moves(said.state)
        return over and (blocked != said.solver) == wins

    return check


PUZZLE_CLAIMS: Mapping[str, Callable[[PuzzleSentence], bool]] = {
    "puzzle.goal.win": ONE_WINS,
    "puzzle.goal.draw": ONE_DRAWS,
    **{f"puzzle.theme.{name}": claim for name, claim in THEMES.items()},
    **{f"puzzles.theme.{name}": claim for name, claim in THEMES.items()},
    **LEFT,
    "puzzles.aim.win": both(ONE_WINS, moves_first),
    "puzzles.aim.draw": both(ONE_DRAWS, moves_first),
    "puzzles.aim.win.nim": ONE_WINS,
    "puzzles.aim.win.matches": both(ONE_WINS, takes_are_told),
    "puzzles.aim.win.subtraction": both(ONE_WINS, takes_are_told),
    "puzzles.only.connect4": one_does,
    "puzzles.only.tictactoe": one_does,
    "rule.connect4": lines_and_full_boards(True, Outcome.DRAW),
    "rule.tictactoe.draw": lines_and_full_boards(True, Outcome.DRAW),
    "rule.tictactoe.second": lines_and_full_boards(True, Outcome.SECOND_WINS),
    "rule.tictactoe.drawmisere": lines_and_full_boards(False, Outcome.DRAW),
    "rule.tictactoe.secondmisere": lines_and_full_boards(False, Outcome.SECOND_WINS),
    **dict(_of_heaps()),
    "puzzles.end.win.connect4": won_after(lined(by_solver=True)),
    "puzzles.end.win.tictactoe": won_after(lined(by_solver=True)),
    "puzzles.end.win.tictactoe.misere": won_after(lined(by_solver=False)),
    "puzzles.end.win.tictactoe.second": won_after(lambda said: True),
    "puzzles.end.draw": is_full,
    "why.unstopped": was_threatened,
    "why.at_once": wins_there,
    "why.at_once.other": wins_there,
    "why.two_threats": forks,
    "puzzles.lets.win": lets(WIN),
    "puzzles.lets.draw": lets(DRAW),
    "puzzles.lets.win.other": lets(WIN),
    "puzzles.ends.loss": ended(LOSS),
    "puzzles.ends.draw": ended(DRAW),
}
# Heaps have no draws, and a board that one move fills leaves no choice of moves. A long plan of
# heaps is told by what it leaves, and other boards looked at have too few free cells for one.
PUZZLE_UNHEARD = (
    *("puzzles.lets.draw.other", "puzzles.ends.draw"),
    *("puzzle.theme.long_plan", "puzzles.theme.long_plan"),
)
# Sentences that claim nothing of a game.
PUZZLE_CLAIM_NOTHING: Mapping[str, str] = {
    "puzzle.goal.solve": "of the cube, tests/puzzles holds every solution against all sequences",
    "puzzle.theme.turns": "of the cube, tests/puzzles holds every solution against all sequences",
    "puzzles.aim.solve": "of the cube, tests/puzzles holds every solution against all sequences",
    "puzzles.only": "for a game that has no words of its own",
    "puzzles.only.pocketcube": "says how to turn",
    "puzzles.only.pocketcube.half": "says how to turn",
    "puzzles.end.win": "for a game that has no words of its own",
    "rule.pocketcube": "says the goal",
    "puzzle.goal.solve.tiles": "tests/puzzles holds every solution against the solvers",
    "puzzle.theme.turns.tiles": "tests/puzzles holds every solution against the solvers",
    "puzzles.aim.solve.tiles": "tests/puzzles holds every solution against the solvers",
    "puzzles.only.tiles": "says how to slide",
    "rule.tiles": "says the goal",
}
