"""Experiments made up for tests of the window: kept in the store as if they had been played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from engine.arena.experiment import Pairing
from engine.arena.results import kept_sums, tallies
from engine.store.experiments import GameRecord
from engine.store.store import Store
from gui.arena.form import FIRST_TEXTS, ExperimentForm, ExperimentKind
from gui.arena.model import ArenaModel, ArenaViewModel
from gui.arena.screen import ArenaScreen
from gui.kit.screen import Screen
from gui.services import Services
from tests.gui.driver import wait
from tests.screen import the_screen
from tests.waiting import let_pass

PLAYERS = "perfect hard mcts:100000 mcts:200 alphabeta:12 mc:1000000/move random"
MOVES = "4 0 1 3 8 2 6 5 7"
VERDICTS = ("k.XK.kxK.", "KkX...xK.", ".........")


def tournament(players: str = PLAYERS, pairs: int = 12) -> ExperimentForm:
    texts = {**FIRST_TEXTS, "players": players, "pairs": str(pairs)}
    return ExperimentForm(ExperimentKind.TOURNAMENT, "tictactoe", texts=texts)


def sweep(values: int = 8, games: int = 30) -> ExperimentForm:
    texts = {**FIRST_TEXTS, "values": " ".join(str(n) for n in range(1, values + 1))}
    return ExperimentForm(ExperimentKind.SWEEP, "tictactoe", texts={**texts, "games": str(games)})


def records_of(pairs: Sequence[Pairing], played: int) -> list[GameRecord]:
    """So many judged games of each pairing, with every result."""
    return [
        GameRecord(
            pair.number, number, number % 2, (number * 7 + pair.number) % 3, 9,
            VERDICTS[number % 3], 5, MOVES, 0.02, 0.01, 5 - number % 2,
        )
        for pair in pairs
        for number in range(played)
    ]  # fmt: skip


def keep(store: Store, form: ExperimentForm, played: int, total: int | None = None) -> int:
    """Keep an experiment with so many games a pairing; the number of it."""
    pairs = form.pairs()
    counts, records = tallies(pairs), records_of(pairs, played)
    for record in records:
        counts[record.pairing].add(record)
    whole = form.count() * len(pairs) if total is None else total
    data = form.as_json() | {"done": len(records), "total": whole, "seconds": 3.0}
    number = store.arena.add("Seven players on Tic-tac-toe", data)
    sums = {pairing: kept_sums(tally) for pairing, tally in counts.items()}
    store.arena.keep(number, data, records, sums)
    return number


def shown(services: Services, form: ExperimentForm, played: int) -> ArenaScreen:
    """The arena with an experiment of the past open."""
    number = keep(services.store, form, played)
    scene = ArenaScreen(services)
    kept = next(each for each in services.store.arena.all() if each.id == number)
    scene.model.open(kept)
    return scene


SIZE = (1280, 800)
SMALL = {"template": "mc:{}", "values": "5 20", "opponent": "random", "games": "10", "seed": "3"}


def typed(name: str, text: str) -> Callable[[ExperimentForm], ExperimentForm]:
    """Somebody types into a field."""
    return partial(ExperimentForm.typed, name=name, text=text)


def wait_for_results(scene: ArenaScreen, until: Callable[[], bool]) -> None:
    """Wait; the results that have come by then are shown."""
    wait(scene, until)
    scene.update(0.2)
    scene.draw(the_screen())


def played(scene: ArenaScreen) -> None:
    scene.offered().do("start")
    wait_for_results(scene, lambda: not scene.model.running)


def widget(scene: Screen, kind: type[Any], key: str = "") -> Any:
    """The first widget of a kind, perhaps with a key."""
    found = (each for each in scene.widget_group.widgets if isinstance(each, kind))
    return next(each for each in found if key in ("", each.key))


SMALL_SWEEP = {
    "template": "mc:{}",
    "values": "5 20",
    "opponent": "random",
    "games": "30",
    "seed": "3",
}


def poll_until(arena: ArenaModel, until: Callable[[], bool]) -> None:
    let_pass(arena.poll, until)
    arena.poll()


def play(arena: ArenaModel) -> ArenaViewModel:
    """Play to the end."""
    arena.start()
    assert arena.fault is None and arena.running
    poll_until(arena, lambda: not arena.running)
    return arena.view_model()
