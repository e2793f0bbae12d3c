"""No sentence about a puzzle or a rule is false, in any position of the small games.

Positions of tic-tac-toe with every option, of heaps with many takes and starts, and of small boards
of Connect Four are made into puzzles, by default every third, in the full suite all. Each sentence
said of one is held against plain recursion.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from engine.context import Context
from engine.messages import Message, catalogue, message, render
from engine.protocols import Game, game_key
from engine.puzzles.problems import Goal, Problem, PuzzleJudge, PuzzleTheme
from engine.puzzles.text import short_theme, theme_sentence
from engine.registry import make_game, rule_text
from gui.exercises.exercise import aim, only
from gui.exercises.line import ending
from gui.exercises.problem import MoveAttempt, exercise_of_problem
from tests.claims.claims import LOSS, WIN
from tests.claims.puzzle_claims import (
    PUZZLE_CLAIM_NOTHING,
    PUZZLE_CLAIMS,
    PUZZLE_UNHEARD,
    PuzzleSentence,
)
from tests.claims.test_claims import TICTACTOE
from tests.claims.truth import Truth
from tests.full import few_or_full
from tests.solvers.slow_values import reachable

TAKES = ("1,2,3", "2,3", "2", "3,5", "1,3,4", "2,4,7", "5", "4,6,9")
STARTS = (7, 12, 23)
BOARDS = ("4x4", "4x5", "5x4", "5x5", "6x4", "7x6", "8x4")
FREE = 9  # cells of a board of Connect Four whose puzzles are looked at
GAMES_PLAYED = 40  # at random on each board
EVERY = 3  # odd, since positions of heaps come with each of the two players to move


class QuickJudge(PuzzleJudge):
    """Knows puzzles without trying players on them: levels claim nothing here."""

    def grade(self, *_given: Any, **_named: Any) -> int | None:
        return 3


def cases() -> Iterator[tuple[Game[Any], list[Any]]]:
    """Games, each with the positions that are looked at."""
    for options in TICTACTOE:
        game = make_game("tictactoe", options)
        yield game, [s for s in reachable(game, game.initial()) if s == game.canonical(s)]
    for misere in ("false", "true"):
        for heaps in ("4,3,2,1", "5,5"):
            game = make_game("nim", {"heaps": heaps, "misere": misere})
            yield game, [s for s in reachable(game, game.initial()) if s == game.canonical(s)]
        for name in ("subtraction", "matches"):
            for takes in TAKES:
                for start in STARTS:
                    options = {"start": str(start), "takes": takes, "misere": misere}
                    game = make_game(name, options)
                    yield game, list(reachable(game, game.initial()))
    for board in BOARDS:
        columns, rows = board.split("x")
        game = make_game("connect4", {"columns": columns, "rows": rows})
        yield game, late(game)


def late(game: Game[Any]) -> list[Any]:
    """The last positions of random games, none twice."""
    rng = random.Random(5)
    found: dict[Any, None] = {}
    for _ in range(GAMES_PLAYED):
        state = game.initial()
        while moves := game.moves(state):
            if game.text(state).count(".") <= FREE:
                found[state] = None
            state = game.play(state, rng.choice(moves))
    return list(found)


class Tally:
    """How often each sentence was said, and where it was false."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.false: dict[str, list[str]] = defaultdict(list)
        self.missed: list[str] = []
        self.longest: dict[str, int] = {}  # words of the longest reason of each kind

    def announce(self, sentence: PuzzleSentence) -> None:
        key = sentence.note.key
        self.counts[key] += 1
        if key.startswith(("why.", "puzzles.lets.")):
            words = len(render(sentence.note).split())
            self.longest[key] = max(words, self.longest.get(key, 0))
        true = PUZZLE_CLAIMS[key](sentence) if key in PUZZLE_CLAIMS else key in PUZZLE_CLAIM_NOTHING
        if not true and len(self.false[key]) < 3:
            place = f"{game_key(sentence.game)} | {sentence.problem.position}"
            self.false[key].append(f"{place}: {render(sentence.note)}")


def is_puzzle(truth: Truth, state: Any) -> bool:
    """Whether one move alone keeps a win or a draw, none wins at once and there is a choice."""
    worths = list(truth.moves(state).values())
    if len(worths) < 2 or (WIN, 1) in worths:
        return False
    best = max(value for value, _ in worths)
    return best != LOSS and [value for value, _ in worths].count(best) == 1


def rule_of(truth: Truth, state: Any) -> PuzzleSentence:
    """The rule in force, said of a position that need be no puzzle."""
    game = truth.game
    problem = Problem(
        game.id, game.options, game.text(state), Goal.WIN, ("",), 0, 1, PuzzleTheme.ONLY_WAY
    )
    return PuzzleSentence(truth, problem, state, rule_text(game))


def sentences(truth: Truth, problem: Problem, judge: PuzzleJudge) -> Iterator[PuzzleSentence]:
    """All that is said of a puzzle, of its end, and of every wrong move."""
    game, start = truth.game, truth.game.parse(problem.position)
    count = problem.plies
    notes = [
        message(f"puzzle.goal.{problem.goal.value}", count=count),
        *(theme_sentence(problem), aim(problem), only(problem), short_theme(problem)),
    ]
    for note in notes:
        yield PuzzleSentence(truth, problem, start, note)
    state, line = start, list[int]()
    for move in judge.line(game, start):
        coming = ending(game, state, line, count)
        assert coming == Message("puzzles.shown_later", {"count": count - len(line)})
        line.append(move)
        state = game.play(state, move)
    end = ending(game, state, line, count)
    assert end is not None
    yield PuzzleSentence(truth, problem, state, end, tuple(line))
    for move in game.moves(start):
        if game.move_text(start, move) not in problem.solution:
            yield refutation(truth, problem, move)


class NoWorker:
    """Stands for the window, whose worker is asked for nothing here."""

    class worker:  # noqa: N801 - an attribute
        @staticmethod
        def submit(work: Any, seed: Any) -> Any:
            class Done:
                done = True
                result = work(Context(seed))

                def cancel(self) -> None: ...

            return Done()


def refutation(truth: Truth, problem: Problem, move: int) -> PuzzleSentence:
    """What the window says of a wrong move."""
    app_context: Any = NoWorker()
    answer: MoveAttempt = MoveAttempt(exercise_of_problem(problem), app_context)
    answer.play(move)
    answer.update(1.0, still=True)
    assert answer.said is not None
    refuted = answer.said.values["said"]
    assert isinstance(refuted, Message)
    return PuzzleSentence(truth, problem, answer.states[-1], refuted, tuple(answer.moves))


def said_at(every: int) -> Tally:
    """Everything said at each so manieth position, everywhere."""
    found = Tally()
    for game, positions in cases():
        truth, judge, states = Truth(game), QuickJudge(Context(0)), positions[::every]
        if states and game.id != "connect4":
            found.announce(rule_of(truth, states[0]))
        for state in states:
            problem = judge.problem(game, state)
            if (problem is not None) != is_puzzle(truth, state):
                found.missed.append(f"{game_key(game)} | {game.text(state)}")
            if problem is None:
                continue
            if game.id == "connect4":
                found.announce(rule_of(truth, state))
            for sentence in sentences(truth, problem, judge):
                found.announce(sentence)
    return found


@few_or_full("every", EVERY, 1)
def test_the_sentence_is_true_wherever_it_is_said_of_a_puzzle(every: int) -> None:
    """Every puzzle is one, none is missed, and a reason has at most twelve words."""
    said = said_at(every)
    assert {key: places for key, places in said.false.items() if places} == {}
    unheard = [key for key in PUZZLE_CLAIMS if not said.counts[key] and key not in PUZZLE_UNHEARD]
    assert unheard == [], "nobody ever says these: their claims are not tested"
    assert said.missed == []
    assert said.longest and max(said.longest.values()) <= 12
    listed = {*PUZZLE_CLAIMS, *PUZZLE_CLAIM_NOTHING, *PUZZLE_UNHEARD}
    assert said.counts.keys() <= listed


def test_every_sentence_of_a_puzzle_or_rule_has_its_claim() -> None:
    listed = {*PUZZLE_CLAIMS, *PUZZLE_CLAIM_NOTHING, *PUZZLE_UNHEARD}
    # Those of explanations are held against the board in tests/puzzles/test_explanation.py.
    explained = (
        *("lost", "won", "watch", "later", "reply", "fork", "unstoppable", "zugzwang"),
        *("forced", "wins", "drawn_now", "holds", "safe", "far", "looking", "slower"),
        *("above", "stops", "makes", "instead", "left", "trap", "right", "wrong"),
    )
    ends = tuple(f"why.{each}" for each in explained)
    window = [f"puzzles.{kind}." for kind in ("aim", "only", "theme", "end", "lets", "ends")]
    kinds = ("puzzle.goal.", "puzzle.theme.", "theme.left.", "rule.", "why.", *window)
    keys = {key.removesuffix(".one") for key in catalogue("en") if key.startswith(kinds)}
    keys = {key for key in keys if not key.startswith(ends)}
    assert keys - listed == set()
