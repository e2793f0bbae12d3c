"""The command `play`: a match in the terminal, of a person against a bot or another person."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any, cast

import numpy as np

from engine.cli.console import say, say_part
from engine.cli.start import opened_store
from engine.context import Context
from engine.levels import FIT, LEVELS
from engine.messages import Message, message
from engine.naming import played_move
from engine.protocols import HUMAN, Bot, Diagram, FollowsGames, Game, Learns, MoveError
from engine.recording import side
from engine.registry import (
    bot_for,
    check_player,
    is_own,
    learns,
    make_game,
    parse_player,
    player_name,
)
from engine.session import Session

PLAYER_AGAINST_A_PERSON = "medium"
MOVE = "j ?"  # the question for a move, in every language


class _InputEnded(Exception):  # noqa: N818 - not an error: the person has left
    """The end of the input: a person has closed it, or a pipe is empty."""


def run_play(args: argparse.Namespace) -> int:
    """Play games until the person wants no further one, or the input ends."""
    game = make_game(args.game, dict(args.option))
    players = (args.first or HUMAN, args.second or PLAYER_AGAINST_A_PERSON)
    for player in players:
        check_player(game, player)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # an answer that is no text is asked again
    remembers = any(learns(player) or is_own(player) for player in players)
    with opened_store(args.data_dir) if remembers else nullcontext() as store:
        bots = {
            player: bot_for(game, player, store)
            for player in players
            if parse_player(player).kind != HUMAN
        }
        match = TerminalMatch(game, players, bots, args.seed)
        try:
            match.play()
            while HUMAN in players and _answer_is_yes():
                match.play()
        except _InputEnded:
            say("")
    say(message("play.bye"))
    return 0


class TerminalMatch:
    """Games between two players, printed and read line by line.

    A decision depends on the seed, the number of the game and the ply, so the same answers give the
    same match.
    """

    def __init__(
        self, game: Game[Any], players: tuple[str, str], bots: Mapping[str, Bot], seed: int
    ) -> None:
        self.game = game
        self.players = players
        self._bots = bots
        self._seed = seed
        self._number = 0

    def play(self) -> None:
        """Play one game to its end. Raises _InputEnded."""
        game, session = self.game, Session(self.game)
        self._number += 1
        while (outcome := game.outcome(session.state)) is None:
            mover = game.to_move(session.state)
            if self.players[mover] == HUMAN:
                self._say_board(session.state)
                session.play(self._asked_move(session.state, mover))
            else:
                self._let_bot_move(session, self.players[mover])
        self._say_board(session.state)
        say(message("cli.over", result=message(f"cli.result.{outcome.word}")))
        self._teach(session)

    def _teach(self, session: Session[Any]) -> None:
        """Let the bots that learn take the finished game, as they do at the window."""
        for mover in (0, 1):
            bot = self._bots.get(self.players[mover])
            if isinstance(bot, FollowsGames):
                states, moves = session.all_states, session.all_moves
                bot.finished(self.game, states, moves, mover, Context(self._words(session)))
        sides = [each for each in (0, 1) if learns(self.players[each])]
        if sides:
            learner = cast(Learns, self._bots[self.players[sides[0]]])
            learner.reward(self.game, session.all_states, session.all_moves, *sides)
            learner.save(self.game)

    def _words(self, session: Session[Any]) -> np.random.SeedSequence:
        """Return the seed of what happens now: another one in each game and at each ply."""
        return np.random.SeedSequence((self._seed, self._number, session.ply))

    def _let_bot_move(self, session: Session[Any], player: str) -> None:
        """Play and print the move of a bot; one chosen by its name says why."""
        state = session.state
        decision = self._bots[player].choose(self.game, state, Context(self._words(session)))
        assert decision.move is not None
        plain = parse_player(player).kind in (*LEVELS, FIT)
        name = message("computer.plain") if plain else player_name(player, self.game)
        line = played_move(self.game, state, decision.move, name)
        say(line if plain else message("play.because", move=line, note=decision.note))
        session.play(decision.move)

    def _asked_move(self, state: Any, mover: int) -> int:
        """Ask for a move until the answer is a legal one. Raises _InputEnded."""
        letter = self.game.text(state)[-1]
        named = message("play.side", player=side(mover), letter=letter)
        say(message("play.turn", player=named if letter.isalpha() else side(mover)))
        while True:
            answer = _answer(MOVE)
            try:
                return self.game.parse_move(state, answer)
            except MoveError as error:
                say(error.message)

    def _say_board(self, state: Any) -> None:
        lines = self.game.diagram(state) if isinstance(self.game, Diagram) else ()
        for line in lines or (self.game.text(state),):
            say(line)


def _answer_is_yes() -> bool:
    """Ask for a new game until the answer is yes or no. Raises _InputEnded."""
    yes, no = (str(message(f"play.{word}")) for word in ("yes", "no"))
    while True:
        answer = _answer(message("play.again", yes=yes, no=no)).lower()
        if answer[:1] in (yes, no):
            return answer[:1] == yes


def _answer(question: Message | str) -> str:
    """Print a question and return the line that answers it. Raises _InputEnded."""
    say_part(f"{question} ")
    sys.stdout.flush()
    try:
        line = sys.stdin.readline() if sys.stdin is not None else ""
    except OSError:  # its terminal is gone
        line = ""
    if not line:
        raise _InputEnded
    return line.strip()
