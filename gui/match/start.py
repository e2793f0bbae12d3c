"""Ways into a match: a new one, the command line, a saved game."""

from __future__ import annotations

from typing import Any

from engine.protocols import Game, OptionError
from engine.registry import GAMES, checked_options, make_game
from engine.saves import SavedGame, load
from engine.session import Session
from gui.keeping import GameRecord
from gui.match.screen import MatchScreen
from gui.match.table import Players, Table, check_players, table_from_save
from gui.options import WindowOptions
from gui.services import Services
from gui.settings import sound_setup


def new_match(
    services: Services,
    game: Game[Any],
    players: tuple[str, str],
    start: Any = None,
    *,
    alternate: bool = True,
    analysis: bool = False,
    seed: int | None = None,
    look: str = "",
) -> MatchScreen:
    """A new match, from a position if one is given; the settings may turn analysis on as well.

    With a player in `look` one looks inside, and that player is asked about the first move.
    """
    session = Session(game, start)
    seed = services.fresh_seed() if seed is None else seed
    seated = Players.at(players, services.settings.people)
    table = Table(game, seated, seed=seed, alternate=alternate, session=session)
    screen = MatchScreen(services, table, analysis)
    if look:
        screen.match.look_at(look)
    return screen


def saved_match(
    services: Services, saved: SavedGame, record: GameRecord | None = None
) -> MatchScreen:
    """A match going on from a saved game, with its record as that unfinished one.

    Raises JouonsError when it is not sound.
    """
    return MatchScreen(services, table_from_save(saved, record))


def match_from_options(services: Services, options: WindowOptions) -> MatchScreen:
    """The match the command line asks for. Raises JouonsError when it asks nonsense."""
    if options.file is not None:
        return saved_match(services, load(options.file))
    game_id = options.game or services.settings.last_game
    if game_id not in GAMES:
        raise OptionError("option.game", name=game_id, accepted=", ".join(GAMES))
    setup = sound_setup(services.settings, game_id)
    game = make_game(game_id, options.options or checked_options(GAMES[game_id], setup.options))
    texts = (options.first or setup.first, options.second or setup.second)
    players = Players.at(texts, services.settings.people)
    check_players(game, players)
    moves = (options.moves or "").split()
    session = Session.replay(game, options.position, moves)
    table = Table(
        game, players, seed=services.fresh_seed(), alternate=setup.alternate, session=session
    )
    return MatchScreen(services, table, options.analysis)
