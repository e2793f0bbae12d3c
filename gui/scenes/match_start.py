"""Ways into a match: one click, the command line, a saved game."""

from __future__ import annotations

from pathlib import Path

from engine.messages import JouonsError
from engine.protocols import OptionError
from engine.registry import GAMES, checked_options, make_game
from engine.saves import SavedGame, load
from engine.session import Session
from gui.options import WindowOptions
from gui.protocols import Scene
from gui.scenes.match import MatchScene
from gui.services import Services
from gui.setup.model import sound_setup
from gui.table import Players, Table, check_players, table_from_save


def play_now(services: Services, game_id: str) -> Scene:
    """A new match with the last settings; the cube goes to its lab."""
    if game_id not in GAMES:
        from gui.scenes.cube_lab import CubeLabScene

        return CubeLabScene(services)
    setup = sound_setup(services.settings.setup(game_id), game_id)
    table = Table(
        make_game(game_id, setup.options),
        Players(setup.first, setup.second),
        seed=services.fresh_seed(),
        alternate=setup.alternate,
    )
    return MatchScene(services, table, setup.analysis)


def match_from_save(services: Services, saved: SavedGame) -> MatchScene | None:
    """A match going on from a saved game; a notice and None when it is not sound."""
    try:
        return match_of(services, table_from_save(saved))
    except JouonsError as error:
        services.notify(error.message, fault=True)
        return None


def match_of(services: Services, table: Table) -> MatchScene:
    """A match that goes on at a table; a bot to move there begins at once."""
    return MatchScene(services, table, services.settings.setup(table.game.id).analysis)


def open_saved(services: Services, path: str | Path) -> Scene | None:
    """A match from a .jouons file; a notice and None when it cannot be opened."""
    try:
        return match_from_save(services, load(Path(path)))
    except JouonsError as error:
        services.notify(error.message, fault=True)
        return None


def match_from_options(services: Services, options: WindowOptions) -> Scene:
    """The match the command line asks for. Raises JouonsError when it asks nonsense."""
    if options.file is not None:
        return MatchScene(services, table_from_save(load(options.file)))
    game_id = options.game or services.settings.last_game
    if game_id not in GAMES:
        raise OptionError("option.game", name=game_id, accepted=", ".join(GAMES))
    setup = sound_setup(services.settings.setup(game_id), game_id)
    given = {**checked_options(GAMES[game_id], setup.options), **options.options}
    game = make_game(game_id, given if not options.options else options.options)
    players = Players(options.first or setup.first, options.second or setup.second)
    check_players(game, players)
    moves = (options.moves or "").split()
    session = Session.replay(game, options.position, moves)
    table = Table(
        game, players, seed=services.fresh_seed(), alternate=setup.alternate, session=session
    )
    return MatchScene(services, table, options.analysis or setup.analysis)
