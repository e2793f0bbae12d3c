"""The commands of the lab, each declared once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gui.inspector import frame
from gui.kit import Icon
from gui.kit.command import Command, by_id
from gui.lab.base import LabBase


def lab_commands(screen: LabBase) -> Mapping[str, Command]:
    """Return all commands by id; with the inspector open, its transport commands as well."""
    listed = (*_position(screen), *_view(screen), *_solution(screen), *_painting(screen))
    commands = by_id(*listed)
    if screen.lab.inside.open:
        commands |= frame.playback_commands(screen.lab.inside, screen.and_refresh)
    return commands


def _position(screen: LabBase) -> list[Command]:
    """Return the commands that change the position or copy it as text."""
    lab = screen.lab
    return [
        Command("undo", lab.undo, Icon.UNDO),
        Command("redo", lab.redo, Icon.REDO),
        Command("new", lab.new_scramble, Icon.DICE, lab.drafts is None),
        Command("length", screen.ask_scramble, Icon.PENCIL),
        Command("lab", lab.toggle_whole, Icon.PLUS, on=lab.whole),
        Command("paste", screen.paste, Icon.CLIPBOARD),
        Command("copy", partial(_copy_moves, screen), Icon.COPY),
        Command("copy_game", partial(_copy_position, screen), Icon.COPY),
        Command("reset", lab.reset, Icon.CROSS),
    ]


def _view(screen: LabBase) -> list[Command]:
    """Return the commands of the view and of the options; two choices are one switch."""
    lab, board, settings = screen.lab, screen.board, screen.services.settings
    listed = [
        Command(each.id, partial(screen.toggle, each.setting), on=getattr(settings, each.setting))
        for each in board.toggles
    ]
    for option in lab.handlings.options:
        if len(option.choices) == 2:
            usual, other = option.choices
            on = lab.choices.options[option.name] == other
            choose = partial(lab.choose_option, option.name, usual if on else other)
            listed.append(Command(other, choose, Icon.CHECK if on else None))
    if board.orbits:
        listed.append(Command("camera", screen.puzzle_view.reset_camera, Icon.EYE))
    return listed


def _solution(screen: LabBase) -> list[Command]:
    """Return the commands of the solution, its playback, and the search inspector."""
    lab, now, last = screen.lab, screen.lab.now, len(screen.lab.now.solution)
    ready = lab.drafts is None
    going = ready and now.ply < last
    return [
        Command("solve", lab.solve, Icon.BULB, ready, primary=ready),
        Command("first", partial(lab.step, 0), Icon.FIRST, ready),
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
        Command("look", screen.toggle_look, Icon.LENS, ready, on=lab.inside.open),
    ]


def _painting(screen: LabBase) -> list[Command]:
    """Return the commands of a position that is being set up."""
    lab = screen.lab
    if screen.board.editor is None:
        return []
    return [
        Command("paint", lab.start_painting, Icon.PENCIL, lab.drafts is None),
        Command("clear", lab.clear_painting),
        Command("solved", lab.paint_solved),
        Command("cancel", lab.stop_painting),
        Command("use", lab.use_painting, enabled=lab.paintable, primary=True),
    ]


def _copy_moves(screen: LabBase) -> None:
    """Copy the scramble and the later moves; the position if these do not lead here."""
    text = screen.lab.history_text()
    if text:
        screen.copy(text, "cube_lab.copied_scramble")
    else:
        _copy_position(screen)


def _copy_position(screen: LabBase) -> None:
    screen.copy(screen.lab.now.position, "cube_lab.copied_facelets")
