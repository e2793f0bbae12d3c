"""Every step has its texts in every language, short enough for its card, no others, all true."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter

import pytest

from engine.lessons.chapters import CHAPTERS, MORE
from engine.lessons.live import filled, read
from engine.lessons.record import Chapter, LiveData, Step
from engine.messages import LANGUAGES, Message, catalogue, render
from engine.protocols import Value
from engine.puzzles.refutation import wins_at_once
from engine.session import Session
from engine.solvers.connect4_why import Kind
from tests.cases import in_one_test
from tests.gui.plans import GAME, explained_at
from tests.lessons.claims import chances, lost, moves_with, text_of, won
from tests.lessons.places import NAMES, PLAYED, asked, live, position_of

# The longest text beside its question, and after an answer, in words. English is the shortest.
LONGEST = {"en": (45, 30), "fr": (56, 38), "de": (52, 36)}


def asked_endings(step: Step) -> set[str]:
    """The endings of the sentences that can follow the question of a step."""
    question = step.question
    if question is None:
        return {".done"} if step.do or step.write else set()
    if question.answers:
        return {question.ending(answer) for answer in question.answers}
    game, state = position_of(step.place)
    return {question.ending(game.move_text(state, move)) for move in game.moves(state)}


def endings(step: Step) -> set[str]:
    """The endings of all keys of a step."""
    found = {"", ".say", *asked_endings(step)}
    if step.question is not None or step.do:
        found.add(".ask")
    if step.question is not None:
        found |= {f".{answer}" for answer in step.question.answers}
    return found


def texts_of(name: str, language: str) -> dict[str, str]:
    """The texts of a step by their endings."""
    chapter, step = NAMES[name]
    return {ending: catalogue(language)[chapter.key(step, ending)] for ending in endings(step)}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def words(text: str) -> int:
    """The number of words on the screen; a sign alone is none."""
    return len([word for word in text.split() if re.search(r"\w", word)])


def check_length(texts: Mapping[str, str], language: str) -> None:
    """No text of a step is longer than its card shows at a glance."""
    longest, longest_answer = LONGEST[language]
    assert words(texts[".say"] + " " + texts.get(".ask", "")) <= longest
    for ending, text in texts.items():
        if ending.endswith((".shown", ".right", ".done")) or ".wrong" in ending:
            assert words(text) <= longest_answer, ending


# A number before its noun in the plural.
BEFORE_NOUN = re.compile(r"\{(\w+)\}[ \u00a0][^\W\d_]")


def check_told(name: str, data: LiveData) -> None:
    """Every value of a step is there, its texts are filled and short, no plural follows 1."""
    chapter, step = NAMES[name]
    values = read(step, data)
    assert None not in values.values()
    for language in LANGUAGES:
        told = {}
        for ending, text in texts_of(name, language).items():
            assert 1 not in [values[field] for field in BEFORE_NOUN.findall(text)], ending
            told[ending] = render(Message(chapter.key(step, ending), filled(values)), language)
            assert not {"{", "–"} & {*told[ending]}
        check_length(told, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_are_those_of_the_steps_and_no_others(language: str) -> None:
    chapters: tuple[Chapter, ...] = (*CHAPTERS, MORE)
    wanted = {
        f"lesson.{chapter.id}{ending}" for chapter in chapters for ending in ("", ".sentence")
    }
    wanted |= {chapter.key(step, end) for chapter, step in NAMES.values() for end in endings(step)}
    # A title that would give the answer away has another one that comes with the answer.
    telling = {chapter.key(step, ".then") for chapter, step in NAMES.values()}
    wanted |= telling & catalogue("en").keys()
    starts = tuple(f"lesson.{chapter.id}" for chapter in chapters)
    assert {key for key in catalogue(language) if key.startswith(starts)} == wanted


# Words for how light a thing is drawn: the dark and the light theme draw it the other way round.
LIGHTNESS = {
    "en": r"\b(bright|dark|light|pale)(er|est)?\b",
    "fr": r"\b(claire?|foncée?|sombre|pâle)s?\b",
    "de": r"\b(hell|dunke?l|blass)(er|st)?(e[mnrs]?)?\b",
}


@in_one_test("language", LANGUAGES)
@in_one_test("name", NAMES)
def test_no_step_tells_a_thing_by_its_lightness(name: str, language: str) -> None:
    for ending, text in texts_of(name, language).items():
        assert not re.search(LIGHTNESS[language], text, re.IGNORECASE), ending


@in_one_test("language", LANGUAGES)
@in_one_test("name", NAMES)
def test_every_live_value_is_told_and_every_field_is_live(name: str, language: str) -> None:
    told = set().union(*map(fields, texts_of(name, language).values()))
    assert told == NAMES[name][1].live.keys()


def test_the_answer_to_a_picked_move_names_the_moves_it_is_for() -> None:
    for name in PLAYED:
        question = NAMES[name][1].question
        if question is not None and not question.answers:
            game, state = position_of(NAMES[name][1].place)
            legal = {game.move_text(state, move) for move in game.moves(state)}
            assert {*question.right, *question.alike, *question.show} <= legal, name


BEFORE = "4 6 6 2 4 4 2 4 4 3 3 3"


def test_centre() -> None:
    """Misère: only the centre draws, and by chances it is the worst of all squares."""
    assert moves_with("more/centre", Value.DRAW) == ["4"]
    assert len(lost("more/centre")) == 8
    scores = {move: win + draw / 2 for move, (win, draw, _) in chances("more/centre").items()}
    assert scores["4"] == pytest.approx(0.25)
    assert min(score for move, score in scores.items() if move != "4") > 0.3
    assert live("more/centre")["score"] == pytest.approx(0.25)
    decision, _ = asked("more/centre")
    assert decision.move != 4


def test_first_move() -> None:
    """The middle wins in 41 moves of 42; the columns beside it draw, the outer four lose."""
    assert won("more/first_move") == {"3": 41}
    assert moves_with("more/first_move", Value.DRAW) == ["2", "4"]
    assert [*lost("more/first_move")] == ["0", "1", "5", "6"]
    decision, _ = asked("more/first_move")
    assert decision.move is not None
    assert text_of("more/first_move", decision.move) == "3"


def test_plan() -> None:
    """Only column 3 draws, nobody has a threat to win at once, and the plan begins there."""
    assert moves_with("more/plan", Value.DRAW) == ["3"]
    assert [*lost("more/plan")] == ["0", "1", "2", "4", "5", "6"]
    state = Session.replay(GAME, None, BEFORE.split()).state
    assert not any(wins_at_once(GAME, state)) and not GAME.null_move_wins(state)
    answer = explained_at(f"{BEFORE} 4")
    assert (answer.kind, answer.first) == (Kind.PLAN, 3)
