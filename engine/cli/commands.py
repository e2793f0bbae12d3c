"""The commands train, explore and selftest, and the lists of games, players and history."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from engine.cli.console import as_json, complain, print_json, print_report, progress, say, say_part
from engine.cli.start import opened_store
from engine.context import Context
from engine.folders import own_settings
from engine.messages import JouonsError, is_written, message
from engine.options import Option, OptionKind
from engine.protocols import HUMAN
from engine.registry import (
    BOTS,
    GAMES,
    OWN,
    OWN_FORMS,
    PUZZLES,
    BotEntry,
    GameEntry,
    default_text,
    is_own,
    make_bot,
    make_game,
)
from engine.session import Session

if TYPE_CHECKING:
    from engine.saves import SavedGame
    from engine.store.store import Store


def run_train(args: argparse.Namespace) -> int:
    """Train the learner by playing games and save its bags in the store."""
    from engine.bots.learner import Learner
    from engine.bots.training import TrainingReport, train

    game = make_game(args.game, dict(args.option))
    opponent = make_bot(args.against) if args.against else None
    shown = [0]

    def report(done: TrainingReport) -> None:
        if done.games >= shown[0] + max(1, args.games // 10):
            shown[0] = done.games
            progress(message("cli.train_progress", done=done.games, whole=args.games))

    with opened_store(args.data_dir) as store:
        learner = Learner(store)
        result = train(game, learner, args.games, opponent, args.seed, Context(0, report))
    data = {
        "game": game.id,
        "games": result.games,
        "wins": result.wins,
        "losses": result.losses,
        "draws": result.draws,
        "vs_random_before": result.before,
        "vs_random_after": result.after,
    }
    return print_report(args, data, [message("cli.trained", **data, count=result.games)])


def run_explore(args: argparse.Namespace) -> int:
    """Print the trace of the depth-first existence search, indented."""
    from engine.bots.search_trace import explore_lines

    game = make_game("matches", {"start": str(args.start)})
    start = game.initial()
    for line in explore_lines(game, start, args.improved):
        say(line)
    bot = make_bot("dfs:improved" if args.improved else "dfs")
    move = bot.choose(game, start, Context(0)).move
    assert move is not None
    say(message("cli.takes", count=int(game.move_text(start, move))))
    return 0


# -- lists ---------------------------------------------------------------------------------------


def _option_json(option: Option) -> dict[str, Any]:
    described: dict[str, Any] = {"name": option.name, "default": option.default}
    if option.kind in (OptionKind.CHOICE, OptionKind.BOOL):
        described["choices"] = list(option.choices)
    else:
        described["range"] = [option.low, option.high]
    return described


def _game_json(entry: GameEntry) -> dict[str, Any]:
    name = str(message(f"game.{entry.id}.name"))
    options = [_option_json(option) for option in entry.options]
    return {"id": entry.id, "name": name, "options": options}


def run_games(args: argparse.Namespace) -> int:
    """Print every game with its options, own ones last; or write an own one, or check one."""
    if args.action is not None or args.name is not None or args.like is not None:
        from engine.cli.own_files import run_own_games

        return run_own_games(args)
    from engine.own.source import sources_in

    every = {**GAMES, **PUZZLES}
    games = [_game_json(entry) for entry in every.values()]
    sources = sources_in(own_settings().folder)
    own = {f"{OWN}:{name}": source for name, source in sources.items() if source.has_rules}
    games += [{"id": each, "name": own[each].name, "options": []} for each in own]
    if args.json:
        print_json(games)
        return 0
    for game in games:
        name = own[game["id"]].sentence if game["id"] in own else game["name"]
        say(f"{game['id']:12} {name}".rstrip())
        for option in game["options"]:
            accepted = option.get("choices") or f"{option['range'][0]}–{option['range'][1]}"
            words = ", ".join(accepted) if isinstance(accepted, list) else accepted
            say(f"             {option['name']}={option['default']}  ({words})")
    return 0


def _bot_json(entry: BotEntry) -> dict[str, Any]:
    options = [_option_json(entry.number)] if entry.number is not None else []
    forms = [*entry.suffixes, *entry.words]
    if forms:
        options.append({"name": "form", "default": "", "choices": ["", *forms]})
    if entry.constant is not None:
        options.append(_option_json(entry.constant))
    name = str(message(f"player.{entry.id}.name"))
    return {"id": entry.id, "name": name, "options": options}


def run_players(args: argparse.Namespace) -> int:
    """Print every player with its options."""
    human = {"id": HUMAN, "name": str(message("player.human.name")), "options": []}
    if args.json:
        own = {"id": OWN, "name": str(message("player.own.name")), "options": []}
        print_json([human, *(_bot_json(entry) for entry in BOTS.values()), own])
        return 0
    say(f"{HUMAN:22} {message('player.human.sentence')}")
    for entry in BOTS.values():
        # Some are as good as their sentence only on the boards that they can solve.
        anywhere = f"player.{entry.id}.anywhere"
        key = anywhere if is_written(anywhere) else f"player.{entry.id}.sentence"
        say(f"{' '.join(entry.forms()):22} {message(key)}")
    say(f"{' '.join(OWN_FORMS):22} {message('player.own.sentence')}")
    return 0


def run_history(args: argparse.Namespace) -> int:
    """Print finished games and games in progress, with their moves, one at a time."""
    shown = 0
    with opened_store(args.data_dir) as store:
        for saved, game in _kept_games(store):
            if args.json:
                say_part(('{"games": [' if not shown else ", ") + as_json(game))
            else:
                say(_history_line(saved, game))
            shown += 1
    if args.json:
        say("]}" if shown else '{"games": []}')
    elif not shown:
        say(message("cli.no_games"))
    return 0


def _kept_games(store: Store) -> Iterator[tuple[SavedGame, dict[str, Any]]]:
    """Yield the games with their entries of `history --json`; report and skip an unreadable one."""
    from engine.saves import from_json, is_lab

    finished = ((game.saved, game.result, game.saved_at) for game in store.every_game())
    # Puzzles have no players and no result.
    games = (row for row in store.unfinished() if not is_lab(row.saved))
    going_on = ((row.saved, None, row.saved_at) for row in games)
    for text, result, saved_at in chain(finished, going_on):
        try:
            saved = from_json(text)
        except JouonsError as error:
            progress(str(error))
            continue
        # Saves include moves that were taken back; only those before `ply` have been played.
        shown = saved.moves if saved.ply < 0 else saved.moves[: saved.ply]
        entry = {
            "game": saved.game,
            "first": saved.first,
            "second": saved.second,
            "seed": saved.seed,
            "moves": list(shown),
            "result": result,
            "saved_at": saved_at,
        }
        yield saved, entry


def _rules_text(saved: SavedGame) -> str:
    """Return the game with its start and options where they are not the usual ones.

    Of a game that cannot be played, all of them.
    """
    initial, usual = "", dict[str, str]()
    with suppress(JouonsError):
        if is_own(saved.game):  # its start is no position of now
            return saved.game
        game = make_game(saved.game, dict(saved.options))
        initial, usual = game.text(game.initial()), dict(make_game(saved.game).options)
    start = [saved.start] if saved.start != initial else []
    options = [f"{name}={text}" for name, text in saved.options.items() if usual.get(name) != text]
    return " ".join([saved.game, *start, *options])


def _history_line(saved: SavedGame, game: dict[str, Any]) -> str:
    state = message(f"cli.result.{game['result']}") if game["result"] else message("cli.going_on")
    players = f"{game['first']} - {game['second']}"
    parts = (game["saved_at"], _rules_text(saved), players, state, " ".join(game["moves"]))
    return "  ".join(map(str, parts))


# -- selftest ------------------------------------------------------------------------------------

SMALL = {"mc": "mc:60", "mcts": "mcts:300", "alphabeta": "alphabeta:3"}


def run_selftest(args: argparse.Namespace) -> int:
    """Play every game with every bot that supports it and solve the puzzles; return 1 after a
    fault.

    A check that cannot run counts as failed; its reason is printed once, after all others.
    """
    failed = 0
    reasons: list[str] = []
    for name, check in _checks():
        try:
            well = check()
        except JouonsError as fault:
            well, reason = False, str(fault)
            if reason not in reasons:
                reasons.append(reason)
        failed += not well
        say(f"{'ok  ' if well else 'FAIL'} {name}")
    for reason in reasons:
        complain(reason)
    say(message("cli.selftest_failed", count=failed) if failed else message("cli.selftest_well"))
    return 1 if failed else 0


def _checks() -> Iterator[tuple[str, Callable[[], bool]]]:
    """Yield each check with its name; it returns whether all is well."""
    from engine.cli.cube_and_tiles import solves_a_cube, solves_tiles

    for game_id, kind in GAMES.items():
        game: Any = make_game(game_id, kind.small)
        for entry in BOTS.values():
            text = SMALL.get(entry.id, default_text(entry))
            if make_bot(text).supports(game) is None:
                yield f"{game_id} {text}", partial(_plays, game, text)
    yield "pocketcube", solves_a_cube
    yield "tiles", solves_tiles


def _plays(game: Any, text: str) -> bool:
    """Play the bot against random; return whether it always moves and the game ends."""
    players = [make_bot(text), make_bot("random")]
    session: Session[Any] = Session(game)
    while game.outcome(session.state) is None:
        bot = players[game.to_move(session.state)]
        decision = bot.choose(game, session.state, Context(session.ply))
        if decision.move is None:
            return False
        session.play(decision.move)
        if session.ply > 2000:
            return False
    return not game.moves(session.state)
