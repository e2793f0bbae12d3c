"""A folder of own bots as players. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from engine.messages import JouonsError, excerpt
from engine.own.source import ENDING, sources_in
from gui.arena.form import MAX_PLAYERS, ExperimentForm


def bots_in(folder: Path, form: ExperimentForm) -> list[str]:
    """Return the files of a folder that play the game of a form, as player texts.

    A file that cannot be read or loaded is among them: its faults are counted. Raises JouonsError
    for a folder that is none, for one without such a file, and for one with too many.
    """
    if not folder.is_dir():
        raise JouonsError("arena.no_folder", folder=excerpt(str(folder), 80))
    sources = sources_in(folder)
    imported = {name for each in sources.values() for name, _ in each.files[1:]}
    players = [
        str(folder / f"{name}{ENDING}")
        for name, each in sources.items()
        if f"{name}{ENDING}" not in imported
        and (each.plays or each.kind is None)
        and (not each.games or form.game in each.games)
    ]
    if not players:
        raise JouonsError("arena.empty_folder", folder=excerpt(str(folder), 80))
    if len(players) + len(form.players) > MAX_PLAYERS:
        raise JouonsError("arena.large_folder", found=len(players), most=MAX_PLAYERS)
    return players


def in_folders(players: Sequence[str]) -> list[tuple[str, int]]:
    """Return the players in order, those of one folder together: its path, or "", and how many."""
    parts: list[tuple[str, int]] = []
    for folder, group in groupby(players, _folder):
        count = len(list(group))
        parts += [(folder, count)] if folder and count > 1 else [("", 1)] * count
    return parts


def _folder(player: str) -> str:
    return str(Path(player).parent) if player.endswith(ENDING) else ""
