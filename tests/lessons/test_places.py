"""The place of every step is legal, its moment is found, its values are there."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.lessons.chapters import CHAPTERS, WORTH_A_LOOK, find_step, worth_a_look
from engine.lessons.live import END, filled, find_moment, read
from engine.lessons.record import At, LiveData
from engine.messages import LANGUAGES, Message, message, render
from engine.protocols import HUMAN, Value
from engine.registry import bot_for
from tests.cases import in_one_test
from tests.lessons.places import (
    ASKED,
    EXPERIMENTS,
    NAMES,
    PLAYED,
    after,
    asked,
    data_of,
    exact,
    first_game,
    humans,
    live,
    position_of,
    step_of,
)
from tests.lessons.test_texts import check_told, fields, texts_of


def data_there(name: str) -> LiveData:
    """Everything that the screen of a step shows at last, but for experiments."""
    step = step_of(name)
    rules, state = position_of(step.place)
    data = data_of(name)
    if name == "compare/first":
        return replace(data, played=first_game(), over=True)
    if name == "matches/session":
        return replace(data, played=step_of("matches/bags").place.moves.split(), over=True)
    if "plies" in step.live and step.question is not None:
        picked = next(iter(step.question.right), rules.move_text(state, rules.moves(state)[0]))
        return data_of(name, picked)
    return data


PICKED = [name for name in PLAYED if (q := step_of(name).question) and not q.answers]


def test_there_are_five_chapters_of_nine_or_ten_steps() -> None:
    assert [len(chapter.steps) for chapter in CHAPTERS] == [10, 9, 10, 10, 10]
    for chapter in CHAPTERS:
        assert len({step.id for step in chapter.steps}) == len(chapter.steps)
        assert all(step.question or step.do or step.write for step in chapter.steps)
        assert [step.id for step in chapter.steps if step.write] == [chapter.steps[-1].id]


def test_a_step_is_found_by_its_number_and_by_its_id() -> None:
    for chapter in CHAPTERS:
        assert find_step(chapter.id) == (chapter, chapter.steps[0])
        for number, step in enumerate(chapter.steps, start=1):
            assert find_step(f"{chapter.id}/{number}") == (chapter, step)
            assert find_step(f"{chapter.id}/{step.id}") == (chapter, step)
    for text in ("", "chess", "montecarlo/0", "montecarlo/11", "montecarlo/1/2"):
        assert find_step(text) is None


def test_what_is_worth_a_look_shows_every_kind_of_decision() -> None:
    steps = [step for _, step in worth_a_look()]
    assert len(steps) == len(set(WORTH_A_LOOK.split()))
    asked_there = [f"{chapter.id}/{step.id}" for chapter, step in worth_a_look()]
    kinds = {asked(name)[1].kind.value for name in asked_there if name in ASKED}
    assert kinds >= {"playouts", "layers", "tree", "windows", "kernel", "trace"}


@in_one_test("name", PLAYED)
def test_a_position_goes_on_and_a_person_has_a_seat(name: str) -> None:
    place = step_of(name).place
    game, state = position_of(place)
    assert game.moves(state)
    assert not place.position or game.text(game.parse(place.position)) == place.position
    players = humans(place)
    for player in players:
        assert player == HUMAN or bot_for(game, player)
    assert HUMAN in players or name == "compare/first"
    question = step_of(name).question
    if question is not None and not question.answers:
        assert players[game.to_move(state)] == HUMAN


@in_one_test("name", NAMES)
def test_moves_that_an_answer_or_a_task_leads_to_are_legal(name: str) -> None:
    step = step_of(name)
    rules, state = position_of(step.place)
    shown = {} if step.question is None else step.question.show
    for target in filter(None, (*shown.values(), step.at, step.do)):
        for line in (target.line, target.chosen, target.played):
            assert after(rules, state, line.split()) is not None


@pytest.mark.one_of(3)
@pytest.mark.parametrize("name", ASKED)
def test_every_moment_is_found(name: str) -> None:
    step = step_of(name)
    game, state = position_of(step.place)
    recording = asked(name)[1]
    shown = {} if step.question is None else step.question.show
    for target in filter(None, (*shown.values(), step.at, step.do)):
        moment = find_moment(target, game, state, recording)
        assert moment is not None, target
        assert (moment == END) is not bool(target.phase or target.line or target.lead)
    assert find_moment(At("no such phase"), game, state, recording) is None


@pytest.mark.parametrize("name", PICKED)
def test_the_right_moves_are_the_best_and_a_sentence_tells_how_far_the_end_is(name: str) -> None:
    """But for three steps, which ask for something else; see the tests of their chapters."""
    question, texts = step_of(name).question, texts_of(name, "en")
    assert question is not None
    game, _ = position_of(step_of(name).place)
    best = max(each.value for each in exact(name) if each.value is not None)
    if name not in ("montecarlo/cells", "montecarlo/three", "solved/no_draws"):
        assert best is not Value.LOSS
        good = [each.move for each in exact(name) if each.value is best]
        state = position_of(step_of(name).place)[1]
        assert list(question.right) == [game.move_text(state, move) for move in good]
    for each in exact(name):
        text = game.move_text(position_of(step_of(name).place)[1], each.move)
        if "{plies}" in texts[question.ending(text)]:
            plies = live(name, text)["plies"]
            assert plies == message("lesson.plies", count=each.remoteness)
            wins = "win" in texts[question.ending(text)]
            # They tell that the other side wins.
            against = name in ("solved/corner", "solved/nim", "more/plan")
            assert wins == (each.value is Value.WIN) or against


@pytest.mark.parametrize("name", [name for name in NAMES if name not in EXPERIMENTS])
def test_every_value_is_there_and_every_text_is_filled(name: str) -> None:
    check_told(name, data_there(name))


@in_one_test("name", NAMES)
def test_a_value_that_is_not_there_yet_is_a_dash(name: str) -> None:
    step = step_of(name)
    rules, state = position_of(step.place)
    values = read(step, LiveData(rules, state))
    for ending, text in texts_of(name, "en").items():
        told = render(Message(NAMES[name][0].key(step, ending), filled(values)), "en")
        assert "{" not in told
        assert ("–" in told) is any(values[field] is None for field in fields(text))
    if step.place.screen in ("arena", "training"):
        assert None in values.values()


def test_answers_are_named_once() -> None:
    for name in NAMES:
        question = step_of(name).question
        if question is not None and question.answers:
            assert 2 <= len(question.answers) <= 3
            assert len(question.right) == 1 and {*question.right} <= {*question.answers}
            assert question.alike.keys() <= {*question.answers}, name
            texts = [
                texts_of(name, language)[f".{each}"]
                for language in LANGUAGES
                for each in question.answers
            ]
            for first, second in pairwise(texts[: len(question.answers)]):
                assert first != second
