"""A person's own bot as a bot of the engine: it asks the process of its file."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.context import Context
from engine.files import make_private_folder, replace_file
from engine.folders import OWN_SECONDS, own_settings
from engine.messages import JouonsError, Message, is_written, message
from engine.naming import MoveText, move_name, name_list
from engine.own.faults import FaultKind, OwnFault, own_fault
from engine.own.process import NoHurriedAnswer, OnFrame, OwnProcess
from engine.own.protocol import LARGEST_FRAME, BrokenFrame, Frame
from engine.own.rules import EnumeratedRules
from engine.own.source import ENDING, OwnSource, SourceReader, former_path, former_source
from engine.own.think import IllegalAnswer, line_of
from engine.protocols import (
    Decision,
    Estimate,
    Game,
    OptionError,
    OwnMemory,
    Puzzle,
    Rules,
    S,
    Unit,
)
from engine.trace.notes import NotesRecorder

EMPTY = "{}"
LARGEST_SEED = 2**63


@dataclass(frozen=True)
class OwnTask:
    """A text for an experiment, with what its bot remembers: it travels with a task."""

    source: OwnSource
    memory: str = EMPTY
    seconds: float = OWN_SECONDS
    cache: Path | None = None  # the folder that may have the rules of a game

    def current(self) -> OwnSource:
        """Return the text."""
        return self.source


class OwnBot:
    """A bot written by a person, in a process of its own that starts at the first question.

    `choose` raises OwnFault where the text is at fault. `memory` stores what the bot remembers;
    without one it begins with nothing and forgets all at the end.
    """

    def __init__(
        self,
        text: SourceReader | OwnTask,
        seconds: float = OWN_SECONDS,
        memory: OwnMemory | None = None,
    ) -> None:
        self.drew = False  # whether the last answer used chance
        self._text = text
        self._seconds = seconds
        self._store = memory
        self._process: OwnProcess | None = None
        self._broken: tuple[str, OwnFault] | None = None  # a text that cannot be loaded
        self._remembered: str | None = text.memory if isinstance(text, OwnTask) else None

    def source(self) -> OwnSource:
        """Return the text of the next decision. Raises OptionError if there is no file."""
        return self._text.current()

    def supports(self, game: Game[Any]) -> Message | None:
        """Return None also for a text with a fault: its first decision tells it."""
        source = self.source()
        if source.kind is not None and not source.plays:
            return message(source.no_player_key)
        if source.games and game.id not in source.games:
            return message("own.other_games", games=name_list(map(_name, source.games)))
        if isinstance(game, EnumeratedRules) and sum(map(len, game.parts)) > LARGEST_FRAME // 2:
            return message("own.rules.too_large_for_bots")
        return None

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Ask the person's function. Raises OwnFault."""
        context.check()
        seed = int(context.rng.integers(LARGEST_SEED))
        notes = NotesRecorder(game, state, context.recorder)

        def on_frame(frame: Frame) -> None:
            if frame[0] == "print":
                notes.printed(frame[2])
                return
            _check_note(game, state, frame)
            notes.noted(frame[2], frame[3], frame[4])
            if frame[3] is not None:
                context.report(self._decision(game, state, None, frame[3], frame[2]))

        try:
            source, process = self._ready(game, context, on_frame)
            if not source.plays:  # it did when the player was chosen
                raise own_fault(FaultKind.LOAD, message(source.no_player_key))
            question = ("choose", pickle.dumps(state), seed, self._seconds)
            move, scores, drew, memory = process.ask(question, self._seconds, context, on_frame)
            legal = game.moves(state)
            # The program may have changed its own copy of the rules.
            if move not in legal or not all(each in legal for each, _ in scores or ()):
                raise _illegal(game, state, move, source)
            self.drew = drew
            self._remember(source.name, memory)
            notes.answered(scores, source.hash)
            notes.took(process.seconds, self._seconds)
            return self._decision(game, state, move, scores, "" if scores else notes.last_text)
        except NoHurriedAnswer:
            if notes.last_scores is None:
                fault = own_fault(FaultKind.TIME, message("own.hurried"))
                notes.faulted(fault)
                raise fault from None
            notes.answered(notes.last_scores, source.hash)
            return self._decision(game, state, None, notes.last_scores, notes.last_text)
        except JouonsError as fault:
            notes.faulted(fault)
            raise

    def begin(self, game: Game[Any]) -> None:
        """Start the process, and the next game with the memory of the start of the experiment."""
        with suppress(JouonsError):  # the first decision tells it
            self._ready(game, Context(0))
        if isinstance(self._text, OwnTask):
            self._remembered = self._text.memory
            if self._process is not None and self._process.running:
                self._process.remember(self._remembered)  # a fault may have left it changed

    def finished(
        self,
        game: Game[S],
        states: Sequence[S],
        moves: Sequence[int],
        side: int,
        context: Context[Any],
    ) -> None:
        """Tell the person's function of a finished game. Raises OwnFault."""
        if not self.source().follows_games:
            return
        outcome = game.outcome(states[-1])
        result = 0.5 if outcome is None else outcome.score(side)
        seed = int(context.rng.integers(LARGEST_SEED))
        source, process = self._ready(game, context)
        start = pickle.dumps(states[0])
        question = ("finished", start, list(moves), result, side, seed, self._seconds)
        self._remember(source.name, process.ask(question, self._seconds, context)[0])

    def solve(self, puzzle: Puzzle[S], state: S, context: Context[Any]) -> list[int]:
        """Ask the person's function for moves to the goal, and check them. Raises OwnFault."""
        seed = int(context.rng.integers(LARGEST_SEED))
        source, process = self._ready(puzzle, context)
        question = ("solve", pickle.dumps(state), seed, self._seconds)
        moves, memory = process.ask(question, self._seconds, context)
        self._remember(source.name, memory)
        for move in moves:
            if move not in puzzle.moves(state):
                raise own_fault(FaultKind.ILLEGAL, message("own.illegal.solution"))
            state = puzzle.play(state, move)
        if state != puzzle.goal():
            text = message("own.unsolved", position=puzzle.text(state))
            raise own_fault(FaultKind.ILLEGAL, text, source.answers_at or None)
        return list(moves)

    def close(self) -> None:
        """End the process; the next question starts another one."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _ready(
        self, game: Rules[Any], context: Context[Any], on_frame: OnFrame | None = None
    ) -> tuple[OwnSource, OwnProcess]:
        """Return the present text with a process that has loaded it and knows the rules."""
        try:
            source = self.source()
        except OptionError as error:  # it was there when the player was chosen
            raise own_fault(FaultKind.LOAD, error.message) from None
        if source.fault is not None:
            raise source.fault
        process = self._process
        if process is None or not process.running or process.source.hash != source.hash:
            self.close()
            process = self._process = self._started(source, context, on_frame)
        process.play_by(game, context)
        return source, process

    def _started(
        self, source: OwnSource, context: Context[Any], on_frame: OnFrame | None
    ) -> OwnProcess:
        if self._broken is not None and self._broken[0] == source.hash:
            raise self._broken[1]
        try:
            process = OwnProcess(source, self._seconds, context, on_frame)
        except OwnFault as fault:
            if fault.lasts:
                self._broken = source.hash, fault
            raise
        if isinstance(self._text, NamedText):
            self._text.keep(source)
        if self._remembered is None and self._store is not None:
            self._remembered = self._store.own_memory(source.name)
        if self._remembered not in (None, EMPTY):
            process.remember(self._remembered or EMPTY)
        return process

    def _remember(self, name: str, memory: str | None) -> None:
        """Keep a changed memory; a store that cannot be written gets it with the next change."""
        if memory is None:
            return
        self._remembered = memory
        if self._store is not None:
            with suppress(JouonsError):
                self._store.keep_own_memory(name, memory)

    def _decision(
        self,
        game: Game[S],
        state: S,
        move: int | None,
        scores: Sequence[tuple[int, float]] | None,
        text: str,
    ) -> Decision:
        by_move = dict(scores or ())
        move = max(by_move, key=by_move.__getitem__) if move is None else move
        estimates = tuple(
            Estimate(each, by_move.get(each), unit=Unit.POSITIONS) for each in game.moves(state)
        )
        if text:
            note = message("own.noted", text=text)
        elif move in by_move:
            name = move_name(game, state, move)
            note = message("own.scored", move=name, score=by_move[move])
        else:
            note = message("own.chosen", move=move_name(game, state, move))
        by_chance = self.drew and len(estimates) > 1
        return Decision(move, estimates, note, by_chance=by_chance)


def _name(game_id: str) -> MoveText:
    """Return the name of a game that a text lists, which may not exist."""
    key = f"game.{game_id}.name"
    return message(key) if is_written(key) else game_id.removeprefix("own:")


def _illegal(game: Game[S], state: S, move: int, source: OwnSource) -> JouonsError:
    accepted = ", ".join(game.move_text(state, each) for each in game.moves(state))
    text = message("own.illegal.move", answer=str(move), accepted=accepted)
    return own_fault(FaultKind.ILLEGAL, text, source.answers_at or None)


def _check_note(game: Game[S], state: S, frame: Frame) -> None:
    """Raise BrokenFrame for moves that `think.note` would have refused."""
    legal = game.moves(state)
    try:
        line_of(game, state, frame[4])
    except IllegalAnswer:
        raise BrokenFrame from None
    if not all(move in legal for move, _ in frame[3] or ()):
        raise BrokenFrame


class NamedText(SourceReader):
    """The text of a bot in the folder; each text that plays is kept beside, by its hash."""

    def keep(self, source: OwnSource) -> None:
        """Keep a text, so that `own:NAME@HASH` plays it later; a full disk keeps none."""
        path = former_path(self.path.parent, source.name, source.hash)
        if path.exists():
            return
        data = json.dumps([(name, text.decode("latin-1")) for name, text in source.files])
        with suppress(OSError):
            make_private_folder(path.parent)
            replace_file(path, data.encode())


def text_of(player: str) -> SourceReader | OwnTask:
    """Return the text that a player means: a path, `own:NAME` or `own:NAME@HASH` without `own:`.

    Raises OptionError for a former text that was not kept.
    """
    if player.endswith(ENDING):
        return SourceReader(Path(player).absolute())
    folder = own_settings().folder
    name, at, digits = player.partition("@")
    if at:
        return OwnTask(former_source(folder, name, digits))
    return NamedText(folder / f"{name}{ENDING}")


def check_loads(source: OwnSource) -> None:
    """Load a text in a process of its own. Raises OwnFault where it cannot be loaded."""
    if source.fault is not None:
        raise source.fault
    OwnProcess(source, own_settings().seconds, Context(0)).close()


def own_tasks(players: Iterable[str], memory: OwnMemory | None = None) -> dict[str, OwnTask]:
    """Return the texts of players as they are now, without `own:`, with what their bots remember.

    Raises OptionError for one that is not there.
    """
    tasks = {}
    for player in players:
        text = text_of(player)
        source = text.current()
        if isinstance(text, NamedText) and source.fault is None:
            text.keep(source)
        remembered = EMPTY if memory is None else memory.own_memory(source.name)
        tasks[player] = OwnTask(source, remembered, own_settings().seconds, own_settings().cache)
    return tasks


def own_bot(player: str, memory: object = None) -> OwnBot:
    """Make the bot of a text, see `text_of`; raises OptionError if there is none."""
    task_of = getattr(memory, "own_task", None)
    task = task_of(player) if task_of is not None else None
    if task is not None:
        return OwnBot(task, task.seconds)
    store = memory if isinstance(memory, OwnMemory) else None
    bot = OwnBot(text_of(player), own_settings().seconds, store)
    bot.source()
    return bot
