"""The third card's other side: what belongs to this game or to the bot that plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from engine.messages import Message, message
from engine.protocols import Bag, Trace, Variation, bag_key
from engine.registry import make_bot
from engine.solvers.heap_theory import HeapTheory
from gui.controls import Widget
from gui.scenes.match_detail_cards import BagsCard, BinaryCard, DetailCard, TraceCard, WordsCard
from gui.scenes.match_graph import GraphCard

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
    elif any(table.spec(side).kind == "learner" for side in (0, 1)):
        made = BagsCard(rect, top, bag_rows(scene))
    elif table.game.id == "nim":
        made = BinaryCard(
            rect, top, table.state.heaps, scene.tr(nim_words(table.game, table.state))
        )
    elif table.game.id in ("subtraction", "matches"):
        made = graph_card(scene, rect, top)
    else:
        made = WordsCard(rect, top, thinking_words(scene, detail))
    if isinstance(old, DetailCard) and type(old) is type(made):
        made.scroll = old.scroll
    return made


def thinking_words(scene: MatchScene, detail: Any) -> list[tuple[str, bool]]:
    """The bot's sentence, its line, what it spent."""
    decision = scene.bots.decision
    scores = column_scores(scene)
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
    if decision.unit != "playouts":
        return []
    from engine.report import wilson

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
    return lines


def decision_move(scene: MatchScene, move: int) -> str:
    """A move of the last decision as text, in the position it was made in."""
    game, session = scene.table.game, scene.table.session
    for state in (session.state, *reversed(session.states[:-1])):
        if move in game.moves(state):
            return game.move_text(state, move)
    return str(move)


def column_scores(scene: MatchScene) -> list[tuple[str, bool]]:
    """The scores of Connect Four solvers: how many stones before its last the winner wins.

    Positive for the player to move, 0 a draw. Empty where values are not known or not asked for.
    """
    game: Any = scene.table.game
    known = scene.analyst.of(scene.table.state) if scene.analysis else None
    if game.id != "connect4" or known is None or known.exact is None:
        return []
    half, ply = game.columns * game.rows // 2 + 1, scene.table.state.all.bit_count()
    parts = []
    for estimate in known.estimates:
        if estimate.value is None or estimate.remoteness is None:
            return []
        score = int(estimate.value) * (half - (ply + estimate.remoteness + 1) // 2)
        parts.append(f"{game.move_text(scene.table.state, estimate.move)}:{score:+d}")
    return [(scene.tr("match.scores"), False), ("  ".join(parts), True)]


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


def nim_words(game: Any, state: Any) -> Message:
    """What the theory says of heaps, the same that moves the kernel bot."""
    theory = HeapTheory.of(game)
    return message(f"match.nim.{theory.plan(state.heaps).value}", xor=theory.nim_sum(state.heaps))


def graph_card(scene: MatchScene, rect: pygame.Rect, top: int) -> GraphCard:
    """The graph of a one-heap game."""
    game: Any = scene.table.game
    now = scene.table.state.heaps[0]
    members, take = kernel_take(game, scene.table.state)
    words = scene.tr(graph_words(game, scene.table.state))
    return GraphCard(
        rect, top, max(game.start[0], now), now, tuple(game.takes), members, take, words
    )


def kernel_take(game: Any, state: Any) -> tuple[tuple[int, ...], int | None]:
    """The kernel of a one-heap game, and the smallest take that leads into it."""
    from engine.solvers.kernel import kernel_of_heaps

    members, now = kernel_of_heaps(game, state), state.heaps[0]
    return members, next((t for t in game.takes if t <= now and now - t in members), None)


def graph_words(game: Any, state: Any) -> Message:
    """What the graph of a one-heap game says of the present heap."""
    take = kernel_take(game, state)[1]
    if take is not None:
        return message("match.kernel_take", take=take, left=state.heaps[0] - take)
    # Whoever may move and cannot reach the kernel stands in it.
    return message("match.kernel_in" if game.moves(state) else "match.kernel_over")


def graph_below(scene: MatchScene, area: pygame.Rect) -> tuple[pygame.Rect, list[Widget]]:
    """With analysis on, a one-heap game shows its graph below the board: what is left, the card."""
    theme = scene.ui.theme
    height = max(theme.tx(230), round(area.h * 0.4))
    fits = area.h - height >= theme.tx(280)
    if scene.table.game.id not in ("subtraction", "matches") or not scene.analysis or not fits:
        return area, []
    made = graph_card(
        scene, pygame.Rect(area.x, area.bottom - height, area.w, height), theme.tx(32)
    )
    made.key = "graph"
    made.title = scene.tr("match.graph")
    board = pygame.Rect(area.x, area.y, area.w, area.h - height - theme.px(16))
    return board, [made]


def bag_rows(scene: MatchScene) -> list[tuple[str, list[tuple[str, int]], str, bool]]:
    """The learner's bags: all of a one-heap game, else those met in this game."""
    table, game = scene.table, scene.table.game
    learner: Any = make_bot("learner", scene.services.store)
    changed = {change.place for change in scene.keeper.changes}
    states: list[Any] = []
    if game.id in ("subtraction", "matches"):
        sizes = range(max(game.start[0], table.state.heaps[0]), 0, -1)  # type: ignore[attr-defined]
        states = [game.parse(f"{size} 0") for size in sizes]
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
