"""The lab as a text: what was done in it comes back, and a text that makes no sense is refused."""

from __future__ import annotations

import json
import random

import pytest

from engine.games.cube_facelets import SOLVED, TURNING, Turn
from engine.messages import JouonsError
from engine.saves import SaveError, from_json
from gui.lab.model import PuzzleLab
from gui.lab.saving import (
    LAB_FORMAT,
    MAX_ANSWERS,
    LabChoices,
    LabState,
    LabWriter,
    read_lab,
    read_summary,
)
from gui.lab.snapshot import PuzzleSnapshot, SolverAnswer
from gui.lab.solving import Solving
from gui.undo import MAX_STEPS, UndoStack
from tests.full import few_or_full
from tests.gui.lab import CUBE, METRICS, USUAL, read_cube
from tests.gui.lab import turns as made_of
from tests.hostile import hostile, one_sentence
from tests.waiting import let_pass

LINES = ("U R", "U' U2 R", "F")
FEW_STEPS, STEPS = 150, 400


class Clock:
    """A time that tests let pass."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def turns(text: str) -> tuple[Turn, ...]:
    return tuple(made_of(read_cube(text).scramble))


def answer_of(lab: PuzzleLab, rng: random.Random) -> SolverAnswer:
    metric, solver = rng.choice(METRICS), rng.choice(("twoway", "table"))
    lines = tuple(turns(line) for line in LINES)
    return SolverAnswer(lab.now.position, {"metric": metric}, solver, 2, 3, lines, 12, 99, 0.25)


def act(lab: PuzzleLab, rng: random.Random, clock: Clock) -> None:
    """Something that somebody does in the lab."""
    clock.now += rng.random()
    kind = rng.randrange(10)
    if kind < 4:
        lab.move(Turn(rng.choice(TURNING), rng.randint(1, 3)))
    elif kind == 4:
        rng.choice((lab.undo, lab.undo, lab.redo))()
    elif kind == 5:
        lab.new_scramble(rng.randint(1, 30), rng.choice((None, 3)))
    elif kind == 6 and lab.drafts is None:
        found = answer_of(lab, rng)
        lab.history.become(PuzzleSnapshot(found.base, answer=found, attempt=lab.now.attempt))
    elif kind == 7:
        lab.jump(rng.randrange(len(LINES)), rng.randint(0, 1))
    elif kind == 8 and lab.drafts is None:
        lab.start_painting()
    elif lab.drafts is not None:
        lab.paint(rng.randrange(24), rng.choice("URFDLB."))
        if rng.random() < 0.3:
            rng.choice((lab.undo, lab.stop_painting, lab.use_painting, lab.leave_off))()


def assert_same(lab: PuzzleLab, again: LabState, clock: Clock) -> None:
    before = lab.history
    assert again.history.states == before.states and again.history.at == before.at
    numbers = [step.attempt for step in before.states]
    assert [step.attempt for step in again.history.states] == numbers
    for number in {*numbers} - {0}:
        old, new = lab.state().attempts[number], again.attempts[number]
        assert (new.start, new.counts, new.made) == (old.start, old.counts, old.made)
        assert new.helped == old.helped
        assert (new.under_way, new.over) == (old.under_way, old.over)
        assert new.seconds(clock.now) == pytest.approx(old.seconds(clock.now))
    painted = lab.state().drafts
    assert (again.drafts is None) == (painted is None)
    assert again.aside == (painted is not None and lab.drafts is None)
    if painted is not None and again.drafts is not None:
        assert (again.drafts.states, again.drafts.at) == (painted.states, painted.at)


@few_or_full("seed", *range(4))
def test_whatever_is_done_in_the_lab_comes_back(solving: Solving, seed: int) -> None:
    rng, clock, writer = random.Random(seed), Clock(), LabWriter(CUBE)
    lab = PuzzleLab(CUBE, solving, LabChoices(), read_cube("R U F"), clock=clock)
    for _ in range(STEPS if seed else FEW_STEPS):
        act(lab, rng, clock)
        text = writer.text(lab.state(), clock.now)
        assert text == LabWriter(CUBE).text(lab.state(), clock.now), "what is reused is out of date"
        assert_same(lab, read_lab(text, CUBE, clock.now), clock)
        shown = read_summary(text, CUBE)
        assert shown.position == lab.now.position and shown.solved == lab.is_solved
        assert shown.painting == (lab.drafts is not None)


def test_a_new_attempt_is_none_of_those_kept(solving: Solving) -> None:
    """Numbers of attempts that no step has any more are left out, and not given twice."""
    lab = PuzzleLab(CUBE, solving, LabChoices(), read_cube("R"))
    for scramble in ("U", "F", "U F"):
        lab.read(scramble)
    text = json.loads(LabWriter(CUBE).text(lab.state(), 0.0))
    del text["attempts"]["1"], text["attempts"]["2"]
    again = PuzzleLab(CUBE, solving, LabChoices(), kept=read_lab(json.dumps(text), CUBE, 0.0))
    again.read("F U")
    numbers = [step.attempt for step in again.history.states]
    assert numbers == [0, 0, 3, 4, 5]


def test_a_result_that_was_still_looked_up_is_looked_up_again(solving: Solving) -> None:
    lab = PuzzleLab(CUBE, solving, LabChoices(length=20))
    for turn in reversed(made_of(lab.now.scramble)):
        lab.move(turn.inverse)
    assert lab.is_solved and not lab.results
    text = LabWriter(CUBE).text(lab.state(), 0.0)
    again = PuzzleLab(CUBE, solving, LabChoices(), kept=read_lab(text, CUBE, 0.0))
    let_pass(lambda: again.update(0.02, ready=True, pause=0.1), lambda: again.results)
    assert again.results[0].result.moves == len(lab.now.trail)


def test_the_cost_of_a_turn_does_not_grow(
    solving: Solving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when undo forgets the oldest step with every new one: two steps are worked out."""
    history, writer = UndoStack(PuzzleSnapshot(SOLVED)), LabWriter(CUBE)
    worked_out = 0
    dump = json.dumps

    def counted(data: object) -> str:
        nonlocal worked_out
        worked_out += 1
        return dump(data)

    for number in range(MAX_STEPS + 5):
        history.become(history.now.after(Turn("URF"[number % 3], 1), USUAL))
    writer.text(LabState(history, {}), 0.0)
    monkeypatch.setattr(json, "dumps", counted)
    history.become(history.now.after(Turn("D", 1), USUAL))
    text = writer.text(LabState(history, {}), 0.0)
    monkeypatch.undo()
    assert 0 < worked_out <= 3
    assert read_lab(text, CUBE, 0.0).history.states == history.states


def test_of_very_many_solves_the_oldest_lose_their_solutions_not_their_cubes() -> None:
    history = UndoStack(PuzzleSnapshot(SOLVED))
    for number in range(MAX_ANSWERS + 10):
        turned = history.now.after(Turn("URF"[number % 3], 1), USUAL)
        history.become(turned)
        found = SolverAnswer(
            turned.position, {"metric": "quarter"}, "table", 2, 1, (turns("U R"),), seconds=number
        )
        history.become(PuzzleSnapshot(turned.position, answer=found).at(0, 1, USUAL))
    again = read_lab(LabWriter(CUBE).text(LabState(history, {}), 0.0), CUBE, 0.0).history
    cubes = [step.position for step in history.states]
    assert [step.position for step in again.states] == cubes
    assert sum(step.answer is not None for step in again.states) >= MAX_ANSWERS
    assert again.now == history.now
    oldest = again.states[2]
    assert oldest.answer is None and oldest.trail == turns("U")


# -- texts that make no sense ----------------------------------------------------------------------


def a_text(solving: Solving) -> str:
    lab = PuzzleLab(CUBE, solving, LabChoices(), read_cube("R U F"), clock=lambda: 7.0)
    lab.move(Turn("U", 1))
    lab.history.become(PuzzleSnapshot(lab.now.position, answer=answer_of(lab, random.Random(1))))
    lab.start_painting()
    lab.paint(3, "U")
    return LabWriter(CUBE).text(lab.state(), 9.0)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_damaged_text_is_refused_in_one_sentence(solving: Solving, seed: int) -> None:
    refused = 0
    for data in hostile(json.loads(a_text(solving)), seed):
        text = data.decode("utf-8", "replace")
        for read in (lambda text: read_summary(text, CUBE), lambda text: read_lab(text, CUBE, 0.0)):
            try:
                read(text)
            except SaveError as fault:
                one_sentence(fault)
                refused += 1
    assert refused > 200


WRONG: dict[str, list[object]] = {
    "steps": [[], ["R"], [{}], 3, ["R"] * (MAX_STEPS + 2)],
    "at": [-1, 99, "1", True, None],
    "painting": [{"at": 0, "steps": ["no cube"]}, {"at": 7, "steps": [SOLVED]}, 5],
    "answers": [{"x": {}}, {f"{SOLVED} quarter table 1.0": {}}, []],
    "measured": [["1"], [1, "third"], 4],
    "position": ["UUUURRRRFFFFDDDDLLLLBBB", SOLVED[::-1].replace("U", "R"), 3],
}


@pytest.mark.parametrize("field", WRONG)
def test_every_part_is_looked_at(solving: Solving, field: str) -> None:
    good = json.loads(a_text(solving))
    read_lab(json.dumps(good), CUBE, 0.0)
    for wrong in WRONG[field]:
        text = json.dumps(good | {field: wrong})
        with pytest.raises(SaveError) as fault:
            read_lab(text, CUBE, 0.0)
            read_summary(text, CUBE)
        one_sentence(fault.value)


def test_a_place_in_a_solution_that_leads_to_another_cube_is_refused(solving: Solving) -> None:
    good = json.loads(a_text(solving))
    good["steps"][-1]["line"] = "R"
    with pytest.raises(SaveError):
        read_lab(json.dumps(good), CUBE, 0.0)


def test_a_newer_lab_and_an_older_program_say_what_it_is(solving: Solving) -> None:
    text = a_text(solving)
    with pytest.raises(SaveError, match="newer version of Jouons"):
        read_lab(json.dumps(json.loads(text) | {"lab": LAB_FORMAT + 1}), CUBE, 0.0)
    with pytest.raises(JouonsError, match="newer version of Jouons"):
        from_json(text)
