"""The command `review`: judges each move of a game."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.cli.analysis import word_of
from engine.cli.console import print_report
from engine.context import Context
from engine.messages import Message, excerpt, message
from engine.protocols import Game, OptionError
from engine.puzzles.review import MoveReview, Reviewer, regret
from engine.registry import GAMES, check_player, is_own, make_game, oracle_for
from engine.saves import faults_of_the_file, is_game, load, replay
from engine.session import Session


def run_review(args: argparse.Namespace) -> int:
    """Judge the moves of a saved game, or the given moves."""
    game, session = _session(args)
    reviewer: Reviewer[Any] = Reviewer(game, oracle_for(game))
    judged = list(reviewer.review(session.all_states, session.all_moves, Context(0)))
    return print_report(
        args, report(game, session.all_states, judged), _lines(game, session, judged)
    )


def _lines(
    game: Game[Any], session: Session[Any], judged: Sequence[MoveReview]
) -> Iterator[str | Message]:
    """Yield a line for each move, and what each player gave away and overlooked."""
    for state, each in zip(session.all_states, judged, strict=False):
        yield _line(game, state, each)
    for player in (0, 1):
        whole = regret(judged, player)
        key = "review.regret" if whole.judged else "review.nothing_to_lose"
        if not whole.judged and any(each.lost is None and each.player == player for each in judged):
            key = "review.nothing_known_to_lose"
        number = message(f"review.player.{player}")
        yield message(key, player=number, count=whole.judged, errors=whole.errors)
        overlooked = sum(each.player == player and each.missed is not None for each in judged)
        if overlooked:
            yield message("review.overlooked", player=number, count=overlooked)


def _session(args: argparse.Namespace) -> tuple[Game[Any], Session[Any]]:
    if args.game in GAMES or is_own(args.game):
        if args.moves is None:
            raise OptionError("review.no_moves")
        game = make_game(args.game, dict(args.option))
        return game, Session.replay(game, args.position, args.moves.split())
    if not is_game(args.game):
        raise OptionError("review.what", text=excerpt(args.game, 60), accepted=", ".join(GAMES))
    if args.moves is not None or args.position is not None or args.option:
        raise OptionError("review.file_alone")
    with faults_of_the_file():
        saved = load(Path(args.game))
        if is_own(saved.game):
            from engine.own.games import adopt_saved

            adopt_saved(saved, args.trust)
        game = make_game(saved.game, saved.options)
        for player in (saved.first, saved.second):
            check_player(game, player, saved=True)
        return game, replay(saved, game)


def report(game: Game[Any], states: Sequence[Any], judged: Sequence[MoveReview]) -> dict[str, Any]:
    """Return the object that `review --json` prints."""
    moves = [
        {
            "ply": each.ply,
            "player": each.player,
            "move": game.move_text(state, each.move),
            "value": word_of(each.value),
            "lost": each.lost,
            "better": [game.move_text(state, move) for move in each.better],
            "missed": None if each.missed is None else each.missed.value,
        }
        for state, each in zip(states, judged, strict=False)
    ]
    totals = [regret(judged, player) for player in (0, 1)]
    return {
        "game": game.id,
        "moves": moves,
        "thrown_away": [{"judged": each.judged, "errors": each.errors} for each in totals],
    }


def _line(game: Game[Any], state: Any, each: MoveReview) -> str:
    text = game.move_text(state, each.move)
    comments = []
    if each.oversight is not None:
        seen = ", ".join(game.move_text(state, move) for move in each.oversight.better)
        comments.append(str(message(f"review.missed.{each.oversight.missed}", better=seen)))
    if each.lost is None:
        comments.append(str(message("review.unknown")))
    elif each.lost:
        better = ", ".join(game.move_text(state, move) for move in each.better)
        value = message(f"review.kept.{word_of(each.value)}")
        comments.append(str(message("review.lost", kept=value, better=better)))
    return f"{each.ply:>4}  {text:<6} {'?' * each.marks:<2} {'; '.join(comments)}".rstrip()
