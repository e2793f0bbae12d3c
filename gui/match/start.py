"""Constructors of matches: a new one, the command line, a saved game."""

from __future__ import annotations

from typing import Any

from engine.protocols import Game, OptionError
from engine.registry import checked_options, entry_of, is_own, make_game
from engine.saves import SavedGame, faults_of_the_file, load
from engine.session import Session
from gui.match.screen import MatchScreen
from gui.match.table import GameTable, Players, check_players, table_from_save
from gui.options import WindowOptions
from gui.services import Services
from gui.settings import Settings, sound_setup
from gui.write_queue import SaveSlot


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
    look_seed: tuple[int, ...] = (),
    given: Session[Any] | None = None,
) -> MatchScreen:
    """Create a match, from a position if one is given; analysis may also be on by the settings.

    A `given` session was set up by hand: it is saved before its first move. A player in `look`
    opens the inspector on that player's decision about the first move, with `look_seed` if given.
    """
    session = Session(game, start) if given is None else given
    seed = services.fresh_seed() if seed is None else seed
    seated = Players.at(players, services.settings.people)
    table = GameTable(game, seated, seed=seed, alternate=alternate, session=session)
    if given is not None:
        table.take_as_given()
    screen = MatchScreen(services, table, analysis)
    if look:
        screen.match.look_at(look, look_seed)
        screen.opened_to_look = True
    return screen


def saved_match(
    services: Services,
    saved: SavedGame,
    record: SaveSlot | None = None,
    given: bool = False,
) -> MatchScreen:
    """Create a match that continues a saved game, with its record as that unfinished one.

    A `given` one was opened from a file and is saved from now on. Raises JouonsError for an invalid
    save.
    """
    table = table_from_save(saved, record)
    if given:
        table.take_as_given()
    return MatchScreen(services, table)


def requested_table(settings: Settings, options: WindowOptions, seed: int) -> GameTable:
    """Return the table of the command line.

    Raises SaveError for a faulty file, another JouonsError for invalid arguments.
    """
    table = _table_of(settings, options, seed)
    table.take_as_given()
    return table


def _table_of(settings: Settings, options: WindowOptions, seed: int) -> GameTable:
    if options.file is not None:
        with faults_of_the_file():
            table = table_from_save(load(options.file))
        if options.game not in (None, table.game.id):
            raise OptionError("option.with_file", name="--game")
        return table
    game_id = options.game or settings.last_game
    setup = sound_setup(settings, game_id)
    usual = {} if is_own(game_id) else checked_options(entry_of(game_id), setup.options)
    game = make_game(game_id, options.options or usual)
    texts = (options.first or setup.first, options.second or setup.second)
    players = Players.at(texts, settings.people)
    check_players(game, players)
    moves = (options.moves or "").split()
    session = Session.replay(game, options.position, moves)
    return GameTable(game, players, seed=seed, alternate=setup.alternate, session=session)
