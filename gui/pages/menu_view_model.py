"""The view models of the menu's tiles, computed when the menu opens. No pygame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.messages import Message, message, render
from engine.protocols import HUMAN, Game
from engine.registry import GAMES, make_game, player_name, rule_text
from gui.boards import handlings_of
from gui.boards.words import own_key
from gui.lab.saving import LabSummary
from gui.match.table import GameTable
from gui.pages.resumable import ResumableGame, lab_words
from gui.people import GrammarRole, at_table, computer_name, names_at, pair
from gui.settings import Settings, sound_setup


@dataclass(frozen=True)
class TileViewModel:
    """The view model of one tile: the players of a new game, or the turn of the one in progress."""

    game: str
    who: Message
    short: Message  # a shorter text for narrow tiles
    people: int  # the number of persons who play
    waiting: bool = False  # a game is in progress; a click continues it
    position: tuple[Game[Any], Any] | None = None  # of the newest game in progress
    fresh: Message | None = None  # the players of a new game instead
    puzzle: str = ""  # position of the puzzle in progress
    rule: Message | None = None  # the sentence below the name, if options change it


@dataclass(frozen=True)
class LearnViewModel:
    """The view model of the tile of the lessons: the chapter opened last."""

    chapter: Message
    done: tuple[bool, ...] = ()  # of every step; empty before the first lesson
    at: int | None = None  # index of the step opened last


def learn_tile(settings: Settings) -> LearnViewModel:
    progress = settings.lessons.get(settings.last_lesson)
    if progress is None:
        return LearnViewModel(Message("learn.new"))
    at = progress.steps.index(progress.at) if progress.at in progress.steps else None
    done = tuple(step in progress.done for step in progress.steps)
    return LearnViewModel(Message(f"lesson.{settings.last_lesson}"), done, at)


def tile_of(settings: Settings, game: str, begun: list[ResumableGame]) -> TileViewModel:
    """Return the view model of a game's tile; `begun` are its games in progress, newest first."""
    if game not in GAMES:
        return _puzzle_tile(settings, game, begun)
    setup = sound_setup(settings, game)
    texts = (setup.first, setup.second)
    rules = make_game(game, setup.options)
    chosen = pair(texts, names_at(texts, settings.people), rules)
    table = next((each.table for each in begun if isinstance(each.table, GameTable)), None)
    if table is not None:
        humans = table.humans
        position = (table.game, table.state)
        who, short = whose_turn(table)
        rule = _changed_rule(table.game)
        return TileViewModel(game, who, short, humans, True, position, chosen, rule=rule)
    people = sum(text == HUMAN for text in texts)
    computer = _computer_of(texts, rules)
    return TileViewModel(game, chosen, computer, people, rule=_changed_rule(rules))


def _computer_of(texts: Iterable[str], rules: Game[Any]) -> Message:
    """Return the name of the computer at a table; of two people, that they are two."""
    names = (computer_name(text, game=rules) for text in texts if text != HUMAN)
    return next(names, Message("who.both_choice"))


def _changed_rule(rules: Game[Any]) -> Message | None:
    """Return the rule in force where options change what it says, None for the usual one."""
    rule = rule_text(rules)
    return rule if render(rule) != render(rule_text(make_game(rules.id, {}))) else None


def _puzzle_tile(settings: Settings, game: str, begun: list[ResumableGame]) -> TileViewModel:
    """Return the view model of a puzzle's tile; an unsolved puzzle in the lab is in progress."""
    alone = Message("who.alone")
    lab = next((each.table for each in begun if isinstance(each.table, LabSummary)), None)
    handlings, chosen = handlings_of(game), settings.setup(game).options
    handling = handlings.of(chosen) if lab is None else handlings.fitting(chosen, lab.position)
    rule = Message(own_key(f"game.{game}.tile", *handling.puzzle.options.values()))
    if lab is None:
        return TileViewModel(game, alone, alone, 1, rule=rule)
    waiting = lab.painting or not lab.solved
    words = lab_words(lab, game)
    return TileViewModel(
        game, words, words, 1, waiting, fresh=alone, puzzle=lab.position, rule=rule
    )


def whose_turn(table: GameTable) -> tuple[Message, Message]:
    """Return the sentence of turn and opponent in a game in progress, and a shorter one."""
    texts, names = (table.players.first, table.players.second), table.players.names
    if table.outcome is not None:
        return Message("who.over"), Message("who.over")
    if not table.human_turn:
        return pair(texts, names, table.game), _computer_of(texts, table.game)
    side = table.side
    person = at_table(texts, names, side, table.game)
    other = at_table(texts, names, 1 - side, table.game, GrammarRole.AGAINST)
    if table.humans == 1:
        level = player_name(texts[1 - side], table.game)
        return message("who.your_turn", other=other), message("who.your_turn.short", other=level)
    return message("who.turn_of", name=person, other=other), message("who.turn", name=person)
