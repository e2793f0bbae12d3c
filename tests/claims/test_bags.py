"""The bag shown, the bead drawn from it and the moves marked right agree, however a board lies.

Every position of tic-tac-toe and of small heaps is put before a learner whose bags are all
different. What is told and shown is held against values found by plain recursion.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import pytest

from engine.bots.learner import Learner
from engine.context import Context
from engine.messages import render
from engine.protocols import Bag, Estimate, Game, Value, bag_key, game_key
from engine.recording import Line, Recorder
from engine.registry import make_game
from engine.trace import bags
from engine.trace.bags import BagDrawn, BagsResult
from gui.inspector.bags import BagsPanel
from gui.inspector.inspector_frame import InspectorFrame
from tests.claims.test_claims import positions
from tests.claims.truth import Truth
from tests.full import few_or_full
from tests.solvers.slow_values import reachable
from tests.watch.events import events_of, result_of

CASES: list[tuple[str, dict[str, str]]] = [
    ("tictactoe", {}),
    ("tictactoe", {"draw": "second", "misere": "true"}),
    ("nim", {"heaps": "3,2,3,1"}),
    ("nim", {"heaps": "2,3,2", "misere": "true"}),
    ("matches", {"start": "9"}),
]


class Numbered:
    """A memory in which no two moves of a bag weigh the same, and hardly two bags are alike."""

    def __init__(self, game: Game[Any]) -> None:
        self.bags: dict[str, dict[int, int]] = {}
        for number, state in enumerate(positions(game)):
            images = sorted({game.symmetry_of_move(state, m) for m in game.moves(state)})
            counts = {move: 1 + number % 7 + 2 * place for place, move in enumerate(images)}
            if counts:
                self.bags.setdefault(bag_key(game, state), counts)

    def load_bags(self, game: str) -> dict[str, dict[int, int]]:
        return self.bags

    def add_to_bags(
        self, game: str, added: Mapping[str, Mapping[int, int]], afresh: Collection[str] = ()
    ) -> None:
        raise AssertionError

    def reset_bags(self, game: str) -> None:
        raise AssertionError


def lying(game: Game[Any], every: int) -> list[Any]:
    """Positions that have moves, however they lie; of tic-tac-toe one in so many."""
    if game.id != "tictactoe":
        return [state for state in positions(game) if game.moves(state)]
    going = [state for state in reachable(game, game.initial()) if game.moves(state)]
    return going[::every] if game_key(game) == game_key(make_game("tictactoe")) else going[::7]


def looks(
    game: Game[Any], truth: Truth, bot: Learner, every: int
) -> Iterator[tuple[InspectorFrame, Bag]]:
    """Each of those positions, decided in and looked into."""
    for seed, state in enumerate(lying(game, every)):
        recorder = Recorder()
        decision = bot.choose(game, state, Context(seed, recorder=recorder))
        recording, worths = recorder.recording(), truth.moves(state)

        def exact(line: Line, worths: dict[int, tuple[int, int]] = worths) -> Estimate:
            value, plies = worths[line[0]]
            return Estimate(line[0], None, Value(value), plies)

        assert isinstance(decision.detail, Bag)
        yield (
            InspectorFrame(
                game=game,
                state=state,
                player="learner",
                move=decision.move,
                recording=recording,
                step=1,
                sample=None,
                effort=0,
                jumped=False,
                complete=True,
                truth=exact,
            ),
            decision.detail,
        )


@few_or_full("every", 7, 1)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_bag_bead_and_right_moves_agree(
    case: tuple[str, dict[str, str]], every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(*case)
    truth, memory = Truth(game), Numbered(game)
    bot, panel = Learner(memory), BagsPanel()
    # Every other bag at every position would be millions of them.
    monkeypatch.setattr(
        bags,
        "bag_states",
        lambda game, state, check: {bag_key(game, state): game.canonical(state)},
    )
    turned = 0
    for looked, detail in looks(game, truth, bot, every):
        state, seen = looked.state, panel.view_model(looked)
        place, worths = game.text(state), truth.moves(state)
        bag, drawn = seen.present, seen.drawn
        assert bag is not None and drawn is not None
        moves = {text: game.parse_move(state, text) for text, _ in bag.entry.moves}
        images = {game.symmetry_of_move(state, move) for move in game.moves(state)}
        kept = memory.bags[bag_key(game, state)]
        assert len(moves) == len(images), place
        assert dict(bag.entry.moves) == {
            text: kept[game.symmetry_of_move(state, move)] for text, move in moves.items()
        }, place
        assert bag.entry.position == bags.position_name(game, state)
        assert drawn in moves and moves[drawn] == detail.drawn, place
        assert (
            events_of(looked.recording, BagDrawn)[0].chance == dict(bag.entry.moves)[drawn] > 0
        ), place
        best = max(value for value, _ in worths.values())
        good = {text for text, move in moves.items() if worths[move][0] == best}
        lost = best == Value.LOSS
        assert bag.entry.lost == lost and set(bag.entry.right) & moves.keys() == (
            set() if lost else good
        ), place
        told = [line.key for line in panel.card(looked)]
        turned += bag.elsewhere
        assert (told[-1] in ("inspector.bags.turned", "inspector.bags.sorted")) == bag.elsewhere, (
            place
        )
        chance = render(panel.card(looked)[1])
        assert chance == f"chance: {dict(bag.entry.moves)[drawn]} in {bag.whole}", place
    assert turned or case[0] == "matches"


@pytest.mark.parametrize("text", ["X...O.... X", ".OX...... X", "XO..X..O. X"])
def test_every_other_bag_is_told_in_the_position_it_is_kept_under(text: str) -> None:
    game = make_game("tictactoe")
    memory = Numbered(game)
    recorder = Recorder()
    Learner(memory).choose(game, game.parse(text), Context(3, recorder=recorder))
    entries = result_of(recorder.recording(), BagsResult).bags
    assert len(entries) > 600
    for bag in entries:
        state = game.parse(bag.position)
        assert bag.bag == bag_key(game, state)
        assert bag.present == (bag.position == text)
        assert bag.present or bag.bag == bag.position
        kept = memory.load_bags(game_key(game))[bag.bag]
        for name, count in bag.moves:
            move = game.parse_move(state, name)
            assert kept[game.symmetry_of_move(state, move)] == count


def test_the_note_names_the_bead_that_is_in_the_bag() -> None:
    game = make_game("tictactoe")
    notes = {
        render(Learner().choose(game, game.initial(), Context(seed)).note) for seed in range(40)
    }
    assert "from the bag for ......... (0 1 4) it drew a bead for square 4" in notes
    drawn = "drew a bead for square 1 and chose square 7, the same by symmetry"
    assert f"from the bag for ......... (0 1 4) it {drawn}" in notes
