"""The commands of a match, each declared once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from engine.levels import LEVELS
from engine.protocols import Outcome
from engine.puzzles.text import find_code
from engine.registry import learns
from engine.solvers.connect4_why import Kind
from gui import clipboard
from gui.boards import board_of
from gui.inspector import frame
from gui.kit import Icon
from gui.kit.command import Command, by_id
from gui.match.base import MatchBase
from gui.protocols import Open, Transition


def match_commands(screen: MatchBase) -> Mapping[str, Command]:
    """Return all commands by id; with the inspector open, its transport commands as well."""
    groups = (_moving, _watching, _own, _people, _leading_away, _texts, _others)
    offered = by_id(*(command for group in groups for command in group(screen)))
    if screen.services.settings.inspector:
        offered |= frame.playback_commands(screen.match.inspector, screen.on_step)
        if offered["play_now"].primary:
            offered["run"] = replace(offered["run"], primary=False)
    return offered


def _moving(screen: MatchBase) -> list[Command]:
    """Return the commands that move through the game."""
    match, table, do = screen.match, screen.table, screen.and_refresh
    ply, whole = table.session.ply, len(table.session.all_moves)
    back = "undo_game" if table.games.can_undo and not table.can_undo_turn else None
    return [
        Command("undo", do(match.undo), Icon.UNDO, table.can_undo, always=True, text=back),
        Command("redo", do(match.redo), Icon.REDO, table.can_redo, always=True),
        Command("previous", do(lambda: match.jump(ply - 1)), Icon.PLAY_BACK, ply > 0),
        Command("next", do(lambda: match.jump(ply + 1)), Icon.PLAY, ply < whole),
    ]


def _watching(screen: MatchBase) -> list[Command]:
    """Return the commands for hints, questions, values and bots."""
    match, table, do = screen.match, screen.table, screen.and_refresh
    bots = match.bots
    hint = table.human_turn and match.hints_allowed
    fault = match.bots.own_fault
    waiting = table.waiting and table.outcome is None and not table.human_turn and fault is None
    active = bots.thinking or waiting
    looking = match.app_context.settings.inspector
    text = "go_on" if waiting else None
    alone = active and bool(table.humans)  # between two bots the bubble has the filled button
    stop = [Command("stop", do(bots.stop), Icon.STOP)] if bots.thinking else []
    asked = match.question is not None
    return [
        *stop,
        Command("hint", do(match.ask_hint), Icon.BULB, hint, always=True),
        Command("take_back", lambda: screen.answer(True), Icon.UNDO, asked, primary=True),
        Command("keep", lambda: screen.answer(False), enabled=asked),
        Command("analysis", do(match.toggle_analysis), Icon.EYE, on=match.analysis),
        Command("look", do(match.inspected.toggle), Icon.LENS, on=looking),
        Command(
            "pause",
            do(match.toggle_pause),
            Icon.PLAY if table.paused else Icon.PAUSE,
            on=table.paused,
            text="unpause" if table.paused else None,
        ),
        Command("play_now", do(bots.go_on), Icon.PLAY, active, primary=alone, text=text),
    ]


def _people(screen: MatchBase) -> list[Command]:
    """Return the commands that change the players and the computer's level."""
    match, table, do = screen.match, screen.table, screen.and_refresh
    level = match.level
    listed = []
    if table.humans:
        listed.append(Command("rename", lambda: screen.rename(None), Icon.PENCIL))
    if level:
        listed.append(Command("level", screen.ask_level, Icon.DOWN))
    if level in LEVELS and table.outcome not in (None, Outcome.DRAW):
        lost = not table.is_human(0 if table.outcome is Outcome.FIRST_WINS else 1)
        if lost and level != LEVELS[0]:
            listed.append(Command("easier", do(lambda: match.step_level(-1)), Icon.CHART))
        if not lost and level != LEVELS[-1]:
            listed.append(Command("harder", do(lambda: match.step_level(1)), Icon.CHART))
    return listed


def _own(screen: MatchBase) -> list[Command]:
    """Return what can be done about the fault of an own bot; brass is the next step."""
    match, do = screen.match, screen.and_refresh
    fault = match.bots.own_fault
    if fault is None:
        return []
    edit = partial(screen.own.edit, fault.player)
    return [
        Command("own_easy", do(partial(match.bots.let_move, LEVELS[0]))),
        Command("own_again", do(match.bots.go_on), primary=fault.saved),
        Command("own_edit", edit, Icon.PENCIL, primary=not fault.saved),
    ]


def _texts(screen: MatchBase) -> list[Command]:
    """Return the clipboard commands for the position and the game."""
    match, copy = screen.match, screen.copy

    def paste() -> Transition | None:
        """Set up the position or game of the clipboard; a puzzle code opens the puzzles instead."""
        text = clipboard.get_text()
        if find_code(text):
            return Open("puzzles", {"shared": text})
        return screen.paste(text)

    return [
        Command("copy", lambda: copy(match.table.session.text(), "match.copied"), Icon.COPY),
        Command("copy_game", lambda: copy(match.saved().to_json(), "match.copied_game"), Icon.COPY),
        Command("paste", paste, Icon.CLIPBOARD),
    ]


def _others(screen: MatchBase) -> list[Command]:
    """Return the other commands: jumps, lessons from mistakes, new games, other screens."""
    match, do = screen.match, screen.and_refresh

    def retry() -> Transition:
        values, ply = match.analyzer.exactly, match.decisive
        ways = {"saved": match.saved(), "known": values, "ply": None if ply is None else ply - 1}
        return Open("mistakes", {**ways, "explained": frozenset(match.explained)})

    side_line = Command("leave_side_line", do(match.leave_side_line), Icon.BACK)
    return [
        *([side_line] if match.table.main_line is not None else []),
        Command("restart", do(match.restart), Icon.FIRST, bool(match.table.session.all_moves)),
        Command("first", do(lambda: match.jump(0))),
        Command("last", do(lambda: match.jump(len(match.table.session.all_moves)))),
        Command("next_mistake", do(match.next_mistake)),
        Command("what_was_better", do(match.what_was_better)),
        Command("new", do(match.rematch), Icon.PLUS),
        Command("rematch", do(match.rematch), Icon.PLAY, primary=True),
        Command("swap_sides", do(match.swap_sides), Icon.SWAP),
        Command("save", lambda: Open("save", {"saved": match.saved()}), Icon.SAVE),
        Command("open", _opening("open", take=screen.open_path), Icon.OPEN),
        Command("mistakes", retry, text="retry"),
    ]


def _leading_away(screen: MatchBase) -> list[Command]:
    """Return the commands that open the screens of this game."""
    match, table, game = screen.match, screen.table, screen.table.game

    def set_up() -> Transition:
        text = table.session.text()
        return Open("position", {"game": game, "text": text, "take": match.set_up})

    def train() -> Transition:
        match.release_worker()
        return Open("training", {"game_id": game.id, "options": dict(game.options)})

    listed = [
        Command("setup", _opening("setup", game_id=game.id), Icon.GEAR),
        Command("statistics", _opening("statistics", game_id=game.id), Icon.CHART),
    ]
    if board_of(game.id).editing is not None:
        listed.append(Command("set_up", set_up, Icon.PENCIL))
    listed += _planning(screen)
    question = match.inspector.question
    players = (table.players.first, table.players.second)
    if any(map(learns, (*players, question.player) if question is not None else players)):
        listed.append(Command("train", train, Icon.STEPS))
    return listed


def _planning(screen: MatchBase) -> list[Command]:
    """Return the commands of plans: why a game was lost, and those of the card."""
    match = screen.match
    if match.loser is not None and board_of(match.table.game.id).plans:
        lost = match.mistake_question
        against = None if lost is None else match.explainer.of(lost)
        ready = against is not None and against.holder is not None
        explain = screen.and_refresh(match.explain_mistake)
        return [Command("why_lost", explain, Icon.PLAN, ready)]
    answer = match.explainer.of(match.plan_question()) if match.explains else None
    if answer is None or answer.holder is None:
        return []

    def at_the_board(name: str, role: str, icon: Icon | None, primary: bool = False) -> Command:
        arguments = {"game": match.table.game, "answer": answer, "role": role}
        return Command(name, lambda: Open("plan", arguments), icon, primary=primary)

    if answer.report is None:
        longer = Command("search_longer", screen.and_refresh(match.search_longer), Icon.LENS)
        line = at_the_board("play_line", "watch", Icon.PLAY, primary=True)
        return [longer, line] if answer.line else [longer]
    if not answer.report.positions:
        return []
    if answer.kind is Kind.TACTICS:
        return [at_the_board("show_end", "watch", Icon.PLAY, primary=True)]
    steps = [
        Command(name, screen.and_refresh(partial(match.step_plan, way)), icon, enabled)
        for name, way, icon, enabled in (
            ("plan_back", -1, Icon.PLAY_BACK, match.plan_step > 1),
            ("plan_on", 1, Icon.PLAY, match.plan_step < len(answer.levels)),
        )
        if len(answer.levels) > 1
    ]
    return [
        *steps,
        at_the_board("show_end", "watch", None),
        at_the_board("follow_plan", "follow", None),
        at_the_board("attack_plan", "attack", None, primary=True),
    ]


def _opening(name: str, **arguments: Any) -> Callable[[], Transition]:
    return lambda: Open(name, arguments)
