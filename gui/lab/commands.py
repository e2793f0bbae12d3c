"""The commands of the lab, each declared once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gui.inspector import frame
from gui.kit import Icon
from gui.kit.command import Command
from gui.lab.callbacks import LabCallbacks
from gui.lab.model import PuzzleLab
from gui.settings import Settings


def lab_commands(
    lab: PuzzleLab, callbacks: LabCallbacks, settings: Settings
) -> Mapping[str, Command]:
    """Return all commands by id; with the inspector open, its transport commands as well."""
    listed = (
        *_position(lab, callbacks),
        *_view(lab, callbacks, settings),
        *_solution(lab, callbacks),
        *_painting(lab, callbacks),
    )
    by_id = {command.id: command for command in listed}
    if lab.inside.open:
        by_id |= frame.playback_commands(lab.inside, callbacks.and_refresh)
    return by_id


def _position(lab: PuzzleLab, callbacks: LabCallbacks) -> list[Command]:
    """Return the commands that change the position or copy it as text."""
    answer = lab.now.answer
    ready, solved = lab.drafts is None, answer is not None and answer.length > 0
    return [
        Command("undo", lab.undo, Icon.UNDO),
        Command("redo", lab.redo, Icon.REDO),
        Command("new", lab.new_scramble, Icon.DICE, ready),
        Command("length", callbacks.choose_scramble, Icon.PENCIL),
        Command("lab", lab.toggle_whole, Icon.PLUS, on=lab.whole),
        Command("sharing", callbacks.show_sharing, Icon.SHARE),
        Command("paste", callbacks.paste, Icon.CLIPBOARD),
        Command("copy", lambda: _copy_moves(lab, callbacks), Icon.COPY),
        Command("copy_game", lambda: _copy_position(lab, callbacks), Icon.COPY),
        Command("copy_solutions", lambda: _copy_solutions(lab, callbacks), Icon.COPY, solved),
        Command("reset", lab.reset, Icon.CROSS),
        Command("bests", callbacks.show_bests, Icon.TROPHY),
    ]


def _view(lab: PuzzleLab, callbacks: LabCallbacks, settings: Settings) -> list[Command]:
    """Return the commands of the view and of the options; two choices are one switch."""
    board = callbacks.board
    listed = [
        Command(
            each.id, partial(callbacks.toggle, each.setting), on=getattr(settings, each.setting)
        )
        for each in board.toggles
    ]
    for option in lab.handlings.options:
        if len(option.choices) == 2:
            usual, other = option.choices
            on = lab.choices.options[option.name] == other
            choose = partial(lab.choose_option, option.name, usual if on else other)
            listed.append(Command(other, choose, Icon.CHECK if on else None))
            continue
        for choice in option.choices:
            choose = partial(lab.choose_option, option.name, choice)
            on = lab.choices.options[option.name] == choice
            listed.append(Command(choice, choose, Icon.CHECK if on else None))
    if any(each.fold_key(()) is not None for each in lab.handlings.variants({})):
        possible = lab.handling.fold_key(()) is not None
        image = Icon.CHECK if lab.choices.fold and possible else None
        listed.append(Command("fold", lab.toggle_fold, image, possible))
    if board.orbits:
        listed.append(Command("camera", callbacks.reset_camera, Icon.EYE))
    return listed


def _solution(lab: PuzzleLab, callbacks: LabCallbacks) -> list[Command]:
    """Return the commands of the solution, its playback, and the search inspector."""
    now, last = lab.now, len(lab.now.solution)
    ready = lab.drafts is None
    going = ready and now.ply < last
    return [
        Command("solve", lab.solve, Icon.BULB, ready, primary=ready),
        Command("first", callbacks.first, Icon.FIRST, ready),
        Command("previous", partial(lab.step, now.ply - 1), Icon.PLAY_BACK, ready),
        Command(
            "pause",
            lab.toggle_play,
            Icon.PAUSE if lab.playing else Icon.PLAY,
            ready,
            primary=going,
            text=None if lab.playing else "play",
        ),
        Command("next", partial(lab.step, now.ply + 1), Icon.PLAY, going),
        Command("last", partial(lab.step, last), Icon.LAST, going),
        Command("look", callbacks.look, Icon.LENS, ready, on=lab.inside.open),
    ]


def _painting(lab: PuzzleLab, callbacks: LabCallbacks) -> list[Command]:
    """Return the commands of a position that is being set up."""
    if callbacks.board.editor is None:
        return []
    return [
        Command("paint", lab.start_painting, Icon.PENCIL, lab.drafts is None),
        Command("clear", lab.clear_painting),
        Command("solved", lab.paint_solved),
        Command("cancel", lab.stop_painting),
        Command("use", lab.use_painting, enabled=lab.paintable, primary=True),
    ]


def _copy_moves(lab: PuzzleLab, callbacks: LabCallbacks) -> None:
    """Copy the scramble and the later moves; the position if these do not lead here."""
    text = lab.history_text()
    if text:
        callbacks.copy(text, "cube_lab.copied_scramble")
    else:
        _copy_position(lab, callbacks)


def _copy_position(lab: PuzzleLab, callbacks: LabCallbacks) -> None:
    callbacks.copy(lab.now.position, "cube_lab.copied_facelets")


def _copy_solutions(lab: PuzzleLab, callbacks: LabCallbacks) -> None:
    """Copy the listed solutions, one per line."""
    callbacks.copy(lab.solutions_text(), "cube_lab.copied_solutions")
