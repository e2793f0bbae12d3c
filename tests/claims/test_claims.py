"""No sentence a bot or a card says about a move is false, in any position of the small games.

Every position of tic-tac-toe (with its options one of each that are the same but for a turn), of
heaps of 0 to 21, and of small heaps of nim is put before every bot, the hint, the cards and the
teacher; by default every 13th, in the full suite every third. Each sentence is held against values
found by plain recursion. A sentence that nobody has listed in claims.py fails too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice, product
from typing import Any

import pytest

from engine.arena.survey import Survey, SurveyAnswer, answer_of
from engine.bots.learner import Learner
from engine.bots.monte_carlo import MonteCarlo
from engine.bots.optimal import Optimal, best_moves
from engine.context import Context
from engine.messages import LANGUAGES, Message, catalogue, render
from engine.naming import named_move
from engine.protocols import Bot, Estimate, Game, Trace, Unsolvable, game_key
from engine.puzzles.review import review_move
from engine.registry import make_bot, make_game, oracle_for
from engine.solvers.heap_theory import heaps_of
from engine.solvers.oracle import ExactValue, Oracles
from gui.boards.heap_graph import graph_words
from gui.boards.nim import nim_words
from gui.inspector.ask_model import answers_card
from gui.match.analysis import best_move
from gui.match.sentences import hint_words, step_back_words, visible_hint
from tests.claims.claims import CLAIM_NOTHING, CLAIMS, UNHEARD, WIN, odd_ones, xor_of
from tests.claims.truth import Said, Truth
from tests.full import few_or_full
from tests.solvers.slow_values import reachable
from tests.test_locale import base

# Where sentences about moves are made.
TICTACTOE: list[dict[str, str]] = [
    {"draw": draw, "misere": misere} for draw in ("draw", "second") for misere in ("false", "true")
]
HEAPS: list[tuple[str, dict[str, str]]] = [
    *(("nim", {"heaps": "4,3,2,1", "misere": misere}) for misere in ("false", "true")),
    ("subtraction", {}),
    ("matches", {"start": "21"}),
    ("subtraction", {"takes": "2,3", "misere": "true"}),
    ("matches", {"start": "21", "takes": "1,3,4", "misere": "false"}),
    ("subtraction", {"takes": "3"}),
]  # fmt: skip
CASES = [*(("tictactoe", options) for options in TICTACTOE), *HEAPS]
PLAYERS = (
    *("first", "random", "mc:exact", "mcts:1", "mcts:20", "alphabeta:1", "alphabeta:3"),
    *("alphabeta:30", "optimal", "mastery:5", "kernel", "dfs", "dfs:improved", "learner"),
)
EVERY = 13  # odd, since heaps come with each of the two players to move


class Heard:
    """How often each sentence was said, and where it was false."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.false: dict[str, list[str]] = defaultdict(list)

    def announce(self, speaker: str, said: Said) -> None:
        """Hold one sentence, and those inside it, against the truth."""
        key = said.note.key
        self.counts[key] += 1
        true = CLAIMS[key](said) if key in CLAIMS else key in CLAIM_NOTHING
        if not true and len(self.false[key]) < 3:
            place = f"{game_key(said.game)} | {said.game.text(said.state)}"
            self.false[key].append(f"{speaker} at {place}: {render(said.note)}")
        for name, inner in said.note.values.items():
            # A proof of some moves claims less than the same words about all of them.
            whole = (key, name) != ("bot.beyond_corrected", "note")
            if name in ("note", "reason", "notice") and isinstance(inner, Message) and whole:
                self.announce(speaker, replace(said, note=inner))


def positions(game: Game[Any]) -> Iterator[Any]:
    """Every position of a small game; of heaps with both players to move."""
    if game.id == "tictactoe":
        plain = game_key(game) == game_key(make_game("tictactoe"))
        # Whatever could hang on the place of a mark does so in the usual game too.
        yield from (s for s in reachable(game, game.initial()) if plain or s == game.canonical(s))
        return
    sizes = (range(int(size) + 1) for size in str(game.text(game.initial()))[:-2].split(","))
    for heaps in product(*sizes):
        for mover in (0, 1):
            yield game.parse(f"{','.join(map(str, heaps))} {mover}")


def ask_bots(
    heard: Heard, truth: Truth, bots: Mapping[str, Bot], state: Any, seed: int
) -> dict[str, SurveyAnswer]:
    """Hold what each bot says; return its answers, as the page of all bots has them."""
    answers = {}
    for name, bot in bots.items():
        decision = bot.choose(truth.game, state, Context(seed))
        said = Said(truth, state, decision.note, decision.move, decision.estimates, decision.detail)
        heard.announce(name, said)
        if isinstance(decision.detail, Trace):
            hear_trace(heard, name, truth, decision.detail, truth.game.to_move(state))
        answers[name] = answer_of(name, decision, None)
    return answers


def hear_trace(heard: Heard, name: str, truth: Truth, trace: Trace, player: int) -> None:
    state = truth.game.parse(trace.state_text)
    heard.announce(name, Said(truth, state, trace.note, player=player))
    for child in trace.children:
        hear_trace(heard, name, truth, child, player)


def ask_window(heard: Heard, truth: Truth, state: Any, exact: Any, seed: int) -> None:
    """The cards, the hint with and without values, and the teacher for every move."""
    game: Any = truth.game
    if game.id == "nim":
        heard.announce("card", Said(truth, state, nim_words(game, state)))
    elif game.id != "tictactoe":
        heard.announce("card", Said(truth, state, graph_words(game, state)))
    if not game.moves(state):
        return
    known = exact.values(state, Context(0)).estimates
    if state == game.canonical(state):  # what it says hangs on its own numbers, not on the place
        guess = MonteCarlo(25).choose(game, state, Context(seed))
        said = Said(truth, state, guess.note, guess.move, guess.estimates)
        heard.announce("mc", said)
    best = best_move(known)
    assert best in best_moves(known)  # the board, the hint and perfect play agree
    estimate = next(each for each in known if each.move == best)
    note = hint_words(named_move(game, state, estimate.move), estimate)
    heard.announce("hint", Said(truth, state, note, estimate.move, known))
    seen = visible_hint(game, state)
    if seen is not None:
        heard.announce("hint", Said(truth, state, seen[1], seen[0], known))
    for move in game.moves(state):
        review = review_move(game, 1, state, move, known)
        if review.lost:
            for helped in (None, Message("match.you")):
                note = step_back_words(review, helped)
                heard.announce("teacher", Said(truth, state, note, move, known))


def heard_at(every: int) -> Heard:
    """Everything said at each so manieth position."""
    found = Heard()
    for name, options in CASES:
        game = make_game(name, options)
        truth, exact = Truth(game), oracle_for(game)
        bots = {text: make_bot(text) for text in PLAYERS}
        bots = {text: bot for text, bot in bots.items() if bot.supports(game) is None}
        for number, state in islice(enumerate(positions(game)), 0, None, every):
            ask_window(found, truth, state, exact, number)
            if game.moves(state):
                answers = ask_bots(found, truth, bots, state, number)
                known = exact.values(state, Context(0)).estimates
                card = answers_card(Survey(tuple(answers), answers, known))
                moves = [answer.move for answer in answers.values()]
                found.announce("all bots", Said(truth, state, card[-1], detail=moves))
    beyond_tables(found)
    partly_proved(found, every)
    damaged_bag(found)
    return found


def beyond_tables(heard: Heard) -> None:
    """Heaps too large for a table: the theory knows who wins, not how fast."""

    class Theory(Truth):
        """The known answer of normal nim, without looking ahead."""

        def moves(self, state: Any) -> dict[int, tuple[int, int]]:
            lost = {}
            for move in self.game.moves(state):
                total = 0
                for heap in self.game.play(state, move).heaps:
                    total ^= heap
                lost[move] = (-1 if total else 1, 1)
            return lost

    game = make_game("nim", {"heaps": "99,98,97,96,95,94"})
    truth, oracle, bot = Theory(game), oracle_for(game), Optimal()
    for text in ("99,98,97,96,95,94 0", "99,98,97,96,50,50 0", "90,90,80,80,70,70 1"):
        state = game.parse(text)
        estimates = oracle.values(state, Context(0)).estimates
        decision = bot.choose(game, state, Context(1))
        note = decision.note
        heard.announce("optimal", Said(truth, state, note, decision.move, decision.estimates))
        move = best_move(estimates)
        estimate = next(each for each in estimates if each.move == move)
        hint = hint_words(named_move(game, state, estimate.move), estimate)
        heard.announce("hint", Said(truth, state, hint, move, estimates))


class PartOracle:
    """An oracle that proves nothing, or one of so many moves, and says something of itself."""

    def __init__(self, game: Game[Any], one_of: int) -> None:
        self.one_of, self._oracle = one_of, oracle_for(game)
        self.notice: Message | None = Message("connect4.book_missing")

    def values(self, state: Any, context: Context[Any], measured: bool = True) -> ExactValue:
        exact = self._oracle.values(state, context)
        if self.one_of == 1:
            return exact
        if not self.one_of:
            raise Unsolvable("connect4.beyond", columns=7, rows=6)
        estimates = tuple(
            each if number % self.one_of == 0 else Estimate(each.move)
            for number, each in enumerate(exact.estimates)
        )
        return replace(exact, value=None, remoteness=None, estimates=estimates)

    def is_quick(self, state: Any) -> bool:
        return True

    def is_near(self, state: Any) -> bool:
        return True


def partly_proved(heard: Heard, every: int) -> None:
    """Perfect play where no move can be proved, some of them, or all with a notice."""
    for name, options in (("tictactoe", {}), ("nim", {"heaps": "4,3,2,1"})):
        game = make_game(name, options)
        truth = Truth(game)
        for one_of in range(4):
            oracles = Oracles(partial(PartOracle, one_of=one_of))
            bots = {f"optimal, one of {one_of}": Optimal(oracles, make_bot("mcts:20"))}
            for number, state in islice(enumerate(positions(game)), one_of, None, 9 * every):
                if game.moves(state):
                    ask_bots(heard, truth, bots, state, number)


def damaged_bag(heard: Heard) -> None:
    class Damaged:
        def load_bags(self, game: str) -> dict[str, dict[int, int]]:
            return {"21": {0: -1}}

        def add_to_bags(self, game: str, added: Any, afresh: Any = ()) -> None: ...

        def reset_bags(self, game: str) -> None: ...

    game = make_game("subtraction")
    decision = Learner(Damaged()).choose(game, game.initial(), Context(1))
    truth = Truth(game)
    said = Said(truth, game.initial(), decision.note, decision.move, (), decision.detail)
    heard.announce("learner", said)


@few_or_full("every", EVERY, 3)
def test_every_sentence_is_true_wherever_it_is_said(every: int) -> None:
    heard = heard_at(every)
    assert {key: places for key, places in heard.false.items() if places} == {}
    said = (*CLAIMS, "bot.noticed", "bot.beyond", "bot.partly")
    unheard = [key for key in said if not heard.counts[key] and key not in UNHEARD]
    assert unheard == [], "nobody ever says these: their claims are not tested"
    assert sorted(heard.counts.keys() - CLAIMS.keys() - CLAIM_NOTHING.keys()) == []


def test_no_text_of_these_kinds_is_left_without_claim() -> None:
    """A new sentence needs a predicate in claims.py, or a reason why it claims nothing."""
    listed = [*CLAIMS, *CLAIM_NOTHING]
    kinds = (
        "note.",
        "bot.",
        "dfs.",
        "hint.",
        "teach.",
        "mc.",
        "alphabeta.",
        "match.nim",
        "match.kernel",
    )
    for language in LANGUAGES:
        keys = {base(key) for key in catalogue(language) if key.startswith(kinds)}
        left = {key for key in keys if not key.startswith("note.move.")} - {*listed}
        assert left == set()


@pytest.mark.parametrize("misere", ["false", "true"])
def test_the_secret_of_nim_wins_in_both_endings(misere: str) -> None:
    game = make_game("nim", {"heaps": "4,3,2,1", "misere": misere})
    truth, found = Truth(game), 0
    for state in positions(game):
        moves = truth.moves(state) if game.moves(state) else {}
        for move, (value, _) in moves.items():
            left = heaps_of(game.play(state, move))
            ones = misere == "true" and max(left) <= 1
            assert (value == WIN) == (odd_ones(left) if ones else xor_of(left) == 0)
            found += value == WIN
    assert found > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_tells_what_is_different_in_misere(language: str) -> None:
    told = catalogue(language)["help.nim"].rpartition("xor")[2]
    assert "misère" in told.lower()
