"""The command `think --everybody`: the answers of all bots to one position, as a table or JSON."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

from engine.arena.survey import Survey, Surveyor, ladder
from engine.cli.analysis import word_of
from engine.cli.console import complain, print_json, program, progress, say, table
from engine.cli.progress import Pace
from engine.cli.start import asked_position, opened_store
from engine.context import Cancelled, Context
from engine.interrupt import INTERRUPTED, GracefulInterrupt
from engine.messages import message
from engine.protocols import Game, OptionError
from engine.registry import BOTS, make_game

HEADS = (
    *("cli.column.player", "think.column.plays", "think.column.believes"),
    *("think.column.true", "think.column.thrown", "cli.column.ms"),
)
NOTHING = "–"


def run_survey(args: argparse.Namespace) -> int:
    """Ask every bot about a position, and print its answers."""
    if args.steps is not None:
        raise OptionError("think.steps_everybody")
    game = make_game(args.game, dict(args.option))
    state = asked_position(game, args)
    if game.outcome(state) is not None:
        raise OptionError("think.over", position=game.text(state))
    if any(BOTS[player.partition(":")[0]].learns for player in ladder(game)):
        with opened_store(args.data_dir) as store:
            survey, stopped = ask_all(Surveyor(game, store), state, args.seed)
    else:
        survey, stopped = ask_all(Surveyor(game), state, args.seed)
    data = report(game, state, args.seed, survey)
    if args.json:
        print_json(data)
    else:
        say(f"{data['game']}  {data['position']}")
        for line in lines(data):
            say(line)
        for player, reason in survey.refusals.items():
            say(f"{player}: {reason}")
    if stopped:
        counts = {"answered": len(survey.answers), "whole": len(ladder(game))}
        complain(f"{program()} think: {message('think.stopped', **counts)}")
    return INTERRUPTED if stopped else 0


def ask_all(surveyor: Surveyor, state: Any, seed: int) -> tuple[Survey, bool]:
    """Return the survey, and whether an interrupt ended it after the answers that are there."""
    latest, report = [Survey(())], teller(Pace())

    def on_report(survey: Survey) -> None:
        latest[0] = survey
        report(survey)

    context: Context[Survey] = Context(0, on_report)
    with GracefulInterrupt(context.cancel):
        try:
            return surveyor.ask(state, seed, context), False
        except Cancelled:
            return latest[0], True


def teller(pace: Pace) -> Callable[[Survey], None]:
    """Return a function that says on stderr, where a line is due, which bot is thinking."""
    named = ""

    def tell(survey: Survey) -> None:
        nonlocal named
        thinking = survey.progress
        if thinking is not None and thinking.player != named and pace.due():
            named = thinking.player
            values = {"answered": len(survey.answers), "whole": survey.able}
            progress(message("think.progress", player=named, **values))

    return tell


def report(game: Game[Any], state: Any, seed: int, survey: Survey) -> dict[str, Any]:
    """Return the object that `think --everybody --json` prints; moves are texts."""
    best, answered = survey.best, [each for each in survey.players if each in survey.answers]
    return {
        "game": game.id,
        "position": game.text(state),
        "to_move": game.to_move(state),
        "seed": seed,
        "value": word_of(best.value if best is not None else None),
        "remoteness": None if best is None else best.remoteness,
        "players": [_answer(game, state, survey, player) for player in answered],
    }


def _answer(game: Game[Any], state: Any, survey: Survey, player: str) -> dict[str, Any]:
    answer = survey.answers[player]
    truth, belief = survey.truth(answer), answer.belief
    return {
        "player": player,
        "move": game.move_text(state, answer.move),
        "score": belief.score,
        "proved": belief.value is not None,
        "value": word_of(truth.value if truth is not None else None),
        "remoteness": None if truth is None else truth.remoteness,
        "lost": survey.review(answer).lost,
        "ms": None if answer.seconds is None else round(answer.seconds * 1000, 1),
        "note": str(answer.note),
    }


def lines(data: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the table under their heads; all columns but the last begin left."""
    rows = [[str(message(head)) for head in HEADS]]
    rows += [_cells(each, data["value"]) for each in data["players"]]
    return table(rows, len(HEADS) - 1)


def _cells(answer: dict[str, Any], value: str | None) -> list[str]:
    believes, thrown = NOTHING, NOTHING
    if answer["proved"]:
        believes = str(message("think.proved"))
    elif answer["score"] is not None:
        believes = str(message("think.percent", score=answer["score"]))
    if answer["lost"] is not None:
        thrown = str(message(f"think.thrown.{value if answer['lost'] else 'nothing'}"))
    true = NOTHING
    if answer["value"] is not None:
        word, plies = message(f"cli.word.{answer['value']}"), answer["remoteness"]
        key = "think.true" if plies is not None else "think.true_open"
        true = str(message(key, value=word, count=plies))
    time = NOTHING
    if answer["ms"] is not None:
        time = str(message("think.ms", ms=answer["ms"]))
    return [answer["player"], answer["move"], believes, true, thrown, time]
