"""Chapter 5: the kernel of a game with one heap, and a learner with a bag for each number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from numbers import Integral
from typing import Any

from engine.own.exercises.counterexample import Counterexample, Tools
from engine.own.protocol import Example
from engine.own.think import shown

SETS, LARGEST = 20, 200  # sets of takes, and the number of matches they are asked for
TAKES, START = (1, 2, 3), 16
SESSION = ((16, 3), (10, 1), (7, 1), (5, 3))  # the learner's own moves of the article's game
BAG, DRAWS, DEVIATIONS = {1: 1, 2: 3, 3: 6}, 5000, 5.0
SEEDS, ENOUGH = 5, 4  # trainings, and how many of them must succeed
TRAINED, PLAYED, WON = 1000, 400, 0.9  # games against itself and against chance, and their share
Bags = dict[int, dict[int, int]]


def _position(matches: int, takes: tuple[int, ...], last_loses: bool) -> Example:
    options = {"start": str(max(matches, takes[0], 1)), "takes": ",".join(map(str, takes))}
    options["misere"] = str(last_loses).lower()
    return "matches", options, f"{matches} 0", {}


def check_kernel(file: Any, tools: Tools) -> None:
    """The kernel of twenty sets of takes under both rules, the smallest difference first."""
    rng = tools.random_of(tools.seed)
    sets = [TAKES, *(tuple(sorted(rng.sample(range(1, 10), 3))) for _ in range(SETS - 1))]
    for takes, last_loses in ((each, rule) for each in sets for rule in (False, True)):
        lost: list[int] = []
        for n in range(LARGEST + 1):
            stuck = n < takes[0]
            if not last_loses if stuck else not {n - take for take in takes} & {*lost}:
                lost.append(n)
        answer = file.kernel(LARGEST, [*takes], last_loses)
        listed = isinstance(answer, list | tuple | set | frozenset)
        if not listed or not all(isinstance(each, Integral) for each in answer):
            raise Counterexample("kernel", None, yours=shown(answer))
        differing = sorted({*answer} ^ {*lost})
        if differing:
            first = differing[0]
            key = f"kernel.{'missing' if first in lost else 'extra'}.{str(last_loses).lower()}"
            values = {"number": first, "takes": ", ".join(map(str, takes))}
            raise Counterexample(key, _position(first, takes, last_loses), **values)


def check_draw(file: Any, tools: Tools) -> None:
    """Each take is drawn as often as it has beads, and drawing changes no bag."""
    rng, bag = tools.random_of(tools.seed), dict(BAG)
    drawn = [_drawn(file, bag, rng, max(BAG)) for _ in range(DRAWS)]
    total = sum(BAG.values())
    for take, beads in BAG.items():
        exact = beads / total
        yours = drawn.count(take) / DRAWS
        if abs(yours - exact) > DEVIATIONS * (exact * (1 - exact) / DRAWS) ** 0.5:
            raise Counterexample("draw", None, take=take, yours=yours, exact=exact)


def _fresh(start: int = START, takes: Iterable[int] = TAKES) -> Bags:
    """Return bags with one bead for each take; those from which nothing can be taken are empty."""
    return {n: {take: 1 for take in takes if take <= n} for n in range(start + 1)}


def check_reward(file: Any, tools: Tools) -> None:
    """A won game adds one bead to each bag that was drawn from, a lost one changes nothing."""
    for won in (False, True):
        bags, right = _fresh(), _fresh()
        file.reward(bags, [*SESSION], won)
        for matches, take in SESSION:
            right[matches][take] += won
        for matches, bag in right.items():
            if bags.get(matches) != bag:
                example = _position(matches, TAKES, True)
                values = {"matches": matches, "yours": bags.get(matches), "exact": bag}
                raise Counterexample(f"reward.{str(won).lower()}", example, **values)


def check_learns(file: Any, tools: Tools) -> None:
    """After a thousand games against itself it wins nine of ten against chance."""
    shares = []
    for seed in range(SEEDS):
        rng, bags = tools.random_of(seed), _fresh()
        _train(file, bags, rng, True)
        seats = ((bags, _fresh()), (_fresh(), bags))
        winners = [_game(file, seats[n % 2], rng, True)[0] == n % 2 for n in range(PLAYED)]
        shares.append(sum(winners) / PLAYED)
    if sum(share >= WON for share in shares) < ENOUGH:
        raise Counterexample("learns", None, yours=sorted(shares)[SEEDS - ENOUGH], exact=WON)


def _train(file: Any, bags: Bags, rng: Any, last_loses: bool) -> None:
    """Let the person's learner play against itself, both from the same bags."""
    for _ in range(TRAINED):
        winner, moves = _game(file, (bags, bags), rng, last_loses)
        for side in (0, 1):
            file.reward(bags, moves[side], side == winner)


def _game(
    file: Any, bags: tuple[Bags, Bags], rng: Any, last_loses: bool
) -> tuple[int, list[list[tuple[int, int]]]]:
    """Play a game from the largest bag; return the winner and both sides' moves."""
    left, side = max(bags[0]), 0
    moves: list[list[tuple[int, int]]] = [[], []]
    while bag := bags[side][left]:
        take = _drawn(file, bag, rng, left)
        moves[side].append((left, take))
        left, side = left - take, 1 - side
    return side if last_loses else 1 - side, moves


def _drawn(file: Any, bag: dict[int, int], rng: Any, left: int) -> int:
    before = dict(bag)
    take = file.draw(bag, rng)
    if bag != before:
        raise Counterexample("changed", None, name="draw")
    if take not in [*bag]:
        raise Counterexample("draw.take", _position(left, TAKES, True), yours=shown(take))
    return int(take)


CHECKS = (check_kernel, check_draw, check_reward, check_learns)


def choose(file: Any, random_of: Any, game: Any, state: Any, think: Any) -> Any:
    """Draw from bags that have grown in a thousand games of the learner against itself."""
    bags = _grown(file, random_of, tuple(game.options.items()))
    rng = random_of(int(think.rng.integers(2**63)))
    matches = int(game.text(state).split()[0])
    bag = bags.get(matches) or {int(game.move_text(state, move)): 1 for move in game.moves(state)}
    return str(_drawn(file, bag, rng, matches))


@cache
def _grown(file: Any, random_of: Any, options: tuple[tuple[str, str], ...]) -> Bags:
    """Return the bags of a game: by the same dice each time, so that a move can be repeated."""
    values = dict(options)
    takes = [int(each) for each in values["takes"].split(",")]
    bags = _fresh(int(values["start"]), takes)
    _train(file, bags, random_of(0), values["misere"] == "true")
    return bags
