"""The third card's other side: what belongs to this game or to the bot that plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from engine.messages import JouonsError
from engine.protocols import Bag, Trace, Unit, Variation, bag_key
from engine.registry import learns, make_bot
from gui.boards import board_of
from gui.boards.cards import DetailCard
from gui.controls import Widget
from gui.scenes.match_detail_cards import BagsCard, TraceCard, WordsCard

if TYPE_CHECKING:
    from gui.scenes.match import MatchScene


def detail_widget(scene: MatchScene, rect: pygame.Rect, top: int) -> Widget:
    """The card for what the last decision carries, or for the game itself."""
    table, decision = scene.table, scene.bots.decision
    detail = decision.detail if decision is not None else None
    old = scene.desk.find("detail")
    if isinstance(detail, Trace):
        closed = old.closed if isinstance(old, TraceCard) else set()
        made: DetailCard = TraceCard(rect, top, detail, closed)
    elif (learner := learning_player(scene)) is not None:
        try:
            made = BagsCard(rect, top, bag_rows(scene, learner))
        except JouonsError as error:
            made = WordsCard(rect, top, [(scene.tr(error.message), False)])
    elif (panel := board_of(table.game.id).panel) is not None:
        made = panel(table.game, table.state, scene.ui.tr, rect, top)
    else:
        made = WordsCard(rect, top, thinking_words(scene, detail))
    if isinstance(old, DetailCard) and type(old) is type(made):
        made.scroll = old.scroll
    return made


def thinking_words(scene: MatchScene, detail: Any) -> list[tuple[str, bool]]:
    """The bot's sentence, its line, what it spent."""
    decision = scene.bots.decision
    scores = solver_scores(scene)
    if decision is None:
        return [*scores, (scene.tr("match.no_thoughts"), False)]
    words = [*scores, (scene.tr(decision.note), False)]
    if isinstance(detail, Variation) and detail.moves:
        words.append((scene.tr("match.line"), False))
        words.append((line_text(scene, detail.moves), True))
    if decision.effort:
        words.append((scene.tr(f"match.spent.{decision.unit}", done=decision.effort), False))
    return words + interval_lines(scene, decision)


def interval_lines(scene: MatchScene, decision: Any) -> list[tuple[str, bool]]:
    """For a bot that counts playouts, each move's score with its 95 % interval."""
    if decision.unit is not Unit.PLAYOUTS:
        return []
    from engine.intervals import wilson

    lines = []
    for estimate in decision.estimates:
        if estimate.score is None or not estimate.effort:
            continue
        low, high = wilson(estimate.score, estimate.effort)
        text = scene.tr(
            "match.interval",
            move=decision_move(scene, estimate.move),
            share=100 * estimate.score,
            low=100 * low,
            high=100 * high,
            count=estimate.effort,
        )
        lines.append((text, True))
    return [(scene.tr("match.intervals"), False), *lines] if lines else []


def decision_move(scene: MatchScene, move: int) -> str:
    """A move of the last decision as text, in the position it was made in."""
    game, session = scene.table.game, scene.table.session
    for state in (session.state, *reversed(session.states[:-1])):
        if move in game.moves(state):
            return game.move_text(state, move)
    return str(move)


def solver_scores(scene: MatchScene) -> list[tuple[str, bool]]:
    """The exact values as solvers of this game write them; empty where none are known or wanted."""
    table = scene.table
    known = scene.analyst.of(table.state) if scene.analysis else None
    scores = board_of(table.game.id).scores
    if scores is None or known is None or known.exact is None:
        return []
    text = scores(table.game, table.state, known.estimates)
    return [(scene.tr("match.scores"), False), (text, True)] if text else []


def line_text(scene: MatchScene, moves: tuple[int, ...]) -> str:
    """A line of moves as text, from the position it starts from."""
    game, session = scene.table.game, scene.table.session
    for state in (session.state, *reversed(session.states[:-1])):
        texts, now = [], state
        for move in moves:
            if move not in game.moves(now):
                break
            texts.append(game.move_text(now, move))
            now = game.play(now, move)
        if len(texts) == len(moves):
            return " ".join(texts)
    return ""


def card_below(scene: MatchScene, area: pygame.Rect) -> tuple[pygame.Rect, list[Widget]]:
    """With analysis on, some games show a card below the board: what is left of it, the card."""
    theme, table = scene.ui.theme, scene.table
    height = max(theme.tx(230), round(area.h * 0.4))
    fits = area.h - height >= theme.tx(280)
    below = board_of(table.game.id).below
    if below is None or not scene.analysis or not fits:
        return area, []
    rect = pygame.Rect(area.x, area.bottom - height, area.w, height)
    made = below(table.game, table.state, scene.ui.tr, rect, theme.tx(32))
    made.key = "graph"
    board = pygame.Rect(area.x, area.y, area.w, area.h - height - theme.px(16))
    return board, [made]


def learning_player(scene: MatchScene) -> str | None:
    """The first player at the table that learns."""
    players = scene.table.players
    return next((text for text in (players.first, players.second) if learns(text)), None)


def bag_rows(scene: MatchScene, player: str) -> list[tuple[str, list[tuple[str, int]], str, bool]]:
    """A learner's bags: those its board names, else those met in this game."""
    table, game = scene.table, scene.table.game
    learner: Any = make_bot(player, scene.services.store)
    changed = {change.place for change in scene.keeper.changes}
    bags = board_of(game.id).bags
    if bags is not None:
        states = bags(game, table.state)
    else:
        states = [s for s in table.session.all_states if game.outcome(s) is None]
    rows = []
    for state in states:
        bag: Bag = learner.bag(game, state)
        pairs = [(game.move_text(state, move), count) for move, count in bag.counts]
        name = game.text(state).rsplit(" ", 1)[0]
        key = bag_key(game, state)
        added = "+1" if key in changed else ""
        rows.append((name, pairs, added, key == bag_key(game, table.state)))
    return rows
