"""The place of a step without a window: its position, its decision, its values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from engine.arena.experiment import Pairing, batches, pairings, play_batch, sweep_pairings
from engine.arena.report import PRESETS
from engine.arena.results import PairingTally
from engine.bots.learner import Learner
from engine.bots.training import TrainingReport, train
from engine.context import Context
from engine.games.cube_facelets import HeldCube, parse_turns
from engine.lessons.chapters import CHAPTERS, MORE
from engine.lessons.live import read
from engine.lessons.record import LiveData, LiveValue, Place, Question, Step
from engine.protocols import HUMAN, Decision, Estimate
from engine.recording import Recorder, Recording
from engine.registry import GAMES, bot_for, make_game, make_puzzle, oracle_for
from engine.solvers.puzzle_solvers import PuzzleSolvers
from engine.trace.bags import NamedCounts, bag_states, position_name
from engine.trace.puzzle_search import record_both_ends

STEPS = [(chapter, step) for chapter in (*CHAPTERS, MORE) for step in chapter.steps]
NAMES = {f"{chapter.id}/{step.id}": (chapter, step) for chapter, step in STEPS}
# The steps at a board of two players; those that ask a bot there.
PLAYED = [name for name, (_, step) in NAMES.items() if step.place.screen == "match"]
ASKED = [name for name in PLAYED if NAMES[name][1].place.player]

EXPERIMENTS = [n for n, (_, step) in NAMES.items() if step.place.screen in ("arena", "training")]
Bags = dict[str, NamedCounts]


def step_of(name: str) -> Step:
    return NAMES[name][1]


def question_of(name: str) -> Question:
    question = step_of(name).question
    assert question is not None
    return question


def rules_of(place: Place) -> Any:
    return (make_game if place.game in GAMES else make_puzzle)(place.game, place.options)


def after(rules: Any, state: Any, moves: Sequence[str]) -> Any:
    """The position after moves, each of them legal."""
    for text in moves:
        state = rules.play(state, rules.parse_move(state, text))
    return state


def position_of(place: Place) -> tuple[Any, Any]:
    """The rules and the position that a step is about."""
    rules = rules_of(place)
    if place.game not in GAMES:
        return rules, rules.state_of(HeldCube().turns(parse_turns(place.position)))
    start = rules.parse(place.position) if place.position else rules.initial()
    return rules, after(rules, start, place.moves.split()[: place.ply])


@cache
def exact(name: str) -> tuple[Estimate, ...]:
    """The exact values of the moves of a step's position."""
    game, state = position_of(step_of(name).place)
    return oracle_for(game).values(state, Context(0)).estimates


@cache
def asked(name: str, player: str = "") -> tuple[Decision, Recording]:
    """The answer of the step's bot (or another) there, from the step's seed."""
    place = step_of(name).place
    game, state = position_of(place)
    seed = np.random.SeedSequence((place.seed, 0, 0, game.to_move(state)))
    recorder = Recorder()
    bot = after_session() if name == "matches/bags" else bot_for(game, player or place.player)
    decision = bot.choose(game, state, Context(seed, recorder=recorder))
    return decision, recorder.recording()


@cache
def search_of(name: str) -> Recording:
    """The search of a step of the lab."""
    puzzle, state = position_of(step_of(name).place)
    recorder = Recorder()
    record_both_ends(PuzzleSolvers(puzzle), state, Context(0), recorder)
    return recorder.recording()


def pairings_of(step: Step) -> list[Pairing]:
    """The pairings of a step's experiment."""
    place, form = step.place, step.place.form
    if "preset" in form:
        preset = PRESETS[form["preset"]]
        assert int(form["games"]) == preset.games
        return sweep_pairings(preset.game, {}, preset.template, preset.opponent, preset.values)
    if form["kind"] == "sweep":
        values = [int(value) for value in form["values"].split()]
        return sweep_pairings(place.game, {}, form["template"], form["opponent"], values)
    return pairings(place.game, {}, form["players"].split())


def played_at(step: Step, seed: int) -> dict[int, PairingTally]:
    """The results of an experiment from a seed, by number."""
    found = {}
    for pairing in pairings_of(step):
        found[pairing.number] = tally = PairingTally(pairing)
        for batch in batches(pairing, int(step.place.form["games"]), seed):
            for record in play_batch(batch):
                tally.add(record)
    return found


@cache
def tallies(name: str) -> dict[int, PairingTally]:
    """The results of a step's experiment, by number."""
    return played_at(step_of(name), step_of(name).place.seed)


@cache
def trained(seed: int) -> tuple[TrainingReport, Bags]:
    """The report of the training, and the bags after it."""
    step = step_of("matches/train")
    game = rules_of(step.place)
    learner = Learner()
    report = train(game, learner, int(step.place.form["games"]), None, seed, Context(seed))
    return report, bags_of(game, learner)


def bags_of(game: Any, learner: Learner) -> Bags:
    """The beads of every bag, by the name of its position."""
    return {
        position_name(game, state): tuple(
            (game.move_text(state, move), count) for move, count in learner.bags(game).pairs(state)
        )
        for state in bag_states(game, game.initial()).values()
    }


def after_session() -> Learner:
    """The learner after its game of the step `bags`, which it wins."""
    place = step_of("matches/bags").place
    game = rules_of(place)
    states, moves = [game.initial()], []
    for text in place.moves.split():
        moves.append(game.parse_move(states[-1], text))
        states.append(game.play(states[-1], moves[-1]))
    learner = Learner()
    learner.reward(game, states, moves, 0)
    return learner


def first_game() -> list[str]:
    """The moves of the first legal move against itself."""
    game, state = position_of(step_of("compare/first").place)
    played = []
    while moves := game.moves(state):
        played.append(game.move_text(state, moves[0]))
        state = game.play(state, moves[0])
    return played


def data_of(name: str, picked: str = "") -> LiveData:
    """The data that the screen of a step shows, without experiments."""
    place = step_of(name).place
    rules, state = position_of(place)
    if place.screen == "cube":
        return LiveData(rules, state, recording=search_of(name))
    if place.screen != "match":
        return LiveData(rules, state)
    decision, recording = asked(name) if place.player else (None, None)
    return LiveData(
        rules,
        state,
        picked=rules.parse_move(state, picked) if picked else None,
        exact=exact(name),
        decision=decision,
        recording=recording,
        played=place.moves.split(),
    )


def experiment(name: str) -> LiveData:
    """The data of an experiment that is over."""
    place = step_of(name).place
    planned = int(place.form["games"])
    rules, state = position_of(place)
    if place.screen == "training":
        return LiveData(rules, state, training=trained(place.seed)[0], planned=planned)
    return LiveData(rules, state, tallies=[*tallies(name).values()], planned=planned)


def live(name: str, picked: str = "") -> dict[str, LiveValue | None]:
    return read(step_of(name), data_of(name, picked))


def humans(place: Place) -> tuple[str, str]:
    """The players at the table."""
    if place.seats is not None:
        return place.seats
    game, state = position_of(place)
    return (HUMAN, "perfect") if game.to_move(state) == 0 else ("perfect", HUMAN)
