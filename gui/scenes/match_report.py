"""What a match says: the cards of players, moves and values, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from engine.messages import Message
from engine.protocols import Outcome, Value
from engine.registry import player_detail, player_name, rule_text
from gui.boards import board_of
from gui.controls import Button, Kind, Segments, Widget
from gui.scenes.match_history import HistoryCard, HistoryPoint
from gui.scenes.match_moves import MoveEntry, MovesCard
from gui.scenes.match_panels import Banner, PlayerLine, PlayersCard
from gui.scenes.match_status import Status
from gui.scenes.sides import side_words

if TYPE_CHECKING:
    from gui.scenes.match import MatchScene


class Report:
    """Builds the cards of a match from its table, bots and analysis."""

    def __init__(self, scene: MatchScene) -> None:
        self.scene = scene

    def tr(self, text: Message | str, /, **values: Any) -> str:
        """The sentence in the present language."""
        return self.scene.tr(text, **values)

    def rule(self) -> str:
        """The rule in force."""
        return self.tr(rule_text(self.scene.table.game))

    def side(self, player: int) -> str:
        """What a side is called: Red, Yellow, First..."""
        return self.tr(side_words(self.scene.table.game.id)[player])

    def name(self, player: int) -> str:
        """A player's name; the person is "You" when alone."""
        table = self.scene.table
        text = table.players.of(player)
        if table.is_human(player):
            return self.tr("match.you") if table.humans == 1 else self.side(player)
        return self.tr(player_name(text))

    # -- players -------------------------------------------------------------------------------

    def players(self, rect: pygame.Rect) -> list[Widget]:
        """The card of both players."""
        scene, table = self.scene, self.scene.table
        lines = []
        for player in (0, 1):
            wins = table.series.wins[player]
            lines.append(
                PlayerLine(
                    self.name(player),
                    self.tr(player_detail(table.players.of(player))),
                    table.is_human(player),
                    self.scene.ui.tr.number(wins),
                    table.outcome is None and table.side == player,
                )
            )
        status, details, elapsed, share = Status(self).words()
        token = scene.view.token
        card = PlayersCard(rect, lines, token, status, details, elapsed, share, scene.bots.thinking)
        return [card]

    # -- moves and history ---------------------------------------------------------------------

    def losses(self) -> list[int]:
        """For each move of the game, the steps of value it gave away (0 where unknown)."""
        session, analyst = self.scene.table.session, self.scene.analyst
        return [
            analyst.loss_of(state, move)
            for state, move in zip(session.all_states, session.all_moves, strict=False)
        ]

    def mistakes(self) -> int:
        """How many moves are known to have given value away."""
        return sum(1 for loss in self.losses() if loss)

    def moves(self, rect: pygame.Rect) -> MovesCard:
        """The list of moves, mistakes marked."""
        table, session = self.scene.table, self.scene.table.session
        show = self.scene.analysis or table.game.outcome(session.all_states[-1]) is not None
        losses = self.losses() if show else [0] * len(session.all_moves)
        entries = []
        steps = zip(session.all_states, session.move_texts(), losses, strict=False)
        for state, text, loss in steps:
            better = ""
            if loss:
                known = self.scene.analyst.known.get(state)
                if known is not None and known.best is not None:
                    move = table.game.move_text(state, known.best)
                    better = self.tr("match.better", move=move)
            entries.append(MoveEntry(text, table.game.to_move(state), loss, better))
        count = sum(1 for loss in losses if loss)
        note = self.tr("match.mistakes", count=count) if count else ""
        card = MovesCard(
            rect,
            self.tr("match.moves"),
            note,
            entries,
            session.ply,
            self.scene.view.token,
            self.scene.jump,
        )
        old = self.scene.desk.find("moves")
        if isinstance(old, MovesCard) and old.ply == card.ply:
            card.scroll = old.scroll
            card.tooltip = old.tooltip
        return card

    def value(self, rect: pygame.Rect) -> list[Widget]:
        """The third card: value over the game, or what the bot of this game shows."""
        from gui.scenes.match_details import detail_widget

        theme = self.scene.ui.theme
        labels = [self.tr("match.panel_value"), self.tr("match.panel_thinking")]
        height = theme.tx(40)
        bar = pygame.Rect(
            rect.x + theme.px(12), rect.y + theme.px(10), rect.w - theme.px(24), height
        )
        switch = Segments(bar, labels, self.scene.panel, self.scene.choose_panel, "panel")
        if self.scene.panel == 1:
            return [detail_widget(self.scene, rect, bar.bottom - rect.y), switch]
        return [self.history(rect, height - theme.tx(24) + theme.px(4)), switch]

    def history(self, rect: pygame.Rect, top: int) -> HistoryCard:
        """The graph and the strip of values."""
        table, session = self.scene.table, self.scene.table.session
        points = []
        over = table.game.outcome(session.all_states[-1]) is not None
        losses = self.losses() if self.scene.analysis or over else []
        for ply, state in enumerate(session.all_states):
            mistake = losses[ply - 1] if ply and ply <= len(losses) else 0
            points.append(self._point(state, mistake))
        names = (
            self.tr("match.side_wins", side=self.side(0)),
            self.tr("match.draw_word"),
            self.tr("match.side_loses", side=self.side(0)),
        )
        return HistoryCard(
            rect,
            points,
            session.ply,
            self._length(),
            self.scene.view.token,
            self.scene.jump,
            names,
            top,
        )

    def _length(self) -> int:
        """How many plies the graph has room for at first."""
        game = self.scene.table.game
        return min(42, board_of(game.id).plies(game))

    def _point(self, state: Any, mistake: int) -> HistoryPoint:
        table = self.scene.table
        outcome = table.game.outcome(state)
        if outcome is not None:
            return HistoryPoint(outcome.score(0), Value(1 - int(outcome)), mistake)
        known = self.scene.analyst.known.get(state)
        if known is None or not known.estimates:
            return HistoryPoint(None, None, mistake)
        value = None
        if known.exact is not None and known.exact.value is not None:
            sign = 1 if table.game.to_move(state) == 0 else -1
            value = Value(sign * int(known.exact.value))
        return HistoryPoint(known.score, value, mistake)

    # -- result --------------------------------------------------------------------------------

    def result_words(self, outcome: Outcome) -> str:
        """Who won, in a few words."""
        table = self.scene.table
        if outcome is Outcome.DRAW:
            return self.tr("match.drawn")
        winner = 0 if outcome is Outcome.FIRST_WINS else 1
        if table.humans == 1:
            return self.tr("match.you_win" if table.is_human(winner) else "match.you_lose")
        return self.tr("match.wins", side=self.side(winner))

    def banner(self, place: pygame.Rect, outcome: Outcome) -> list[Widget]:
        """The result with what can follow."""
        theme = self.scene.ui.theme
        words = self.result_words(outcome)
        detail = self.tr("match.after_moves", count=self.scene.table.session.ply)
        winner = None if outcome is Outcome.DRAW else (0 if outcome is Outcome.FIRST_WINS else 1)
        swap, again = self.tr("match.swap_sides"), self.tr("match.rematch")
        swap_width = Button.width_for(self.scene.ui, swap)
        again_width = Button.width_for(self.scene.ui, again)
        text = max(theme.width(words, 22, True), theme.width(detail, 14))
        token_side = theme.tx(44)
        wanted = text + token_side + swap_width + again_width + theme.px(100)
        height = min(place.h, theme.tx(88))
        rect = pygame.Rect(
            0, 0, min(max(place.w, min(wanted, theme.px(640))), wanted + 200), height
        )
        rect.center = place.center
        rect.clamp_ip(
            pygame.Rect(0, 0, self.scene.board.rect.right, self.scene.size[1])
            if self.scene.board
            else place
        )
        short = wanted > rect.w
        picture = None if winner is None or short else self.scene.view.token(winner, token_side)
        x = rect.right - theme.px(16)
        buttons: list[Widget] = []
        for label, width, action, kind in (
            (again, again_width, self.scene.rematch, Kind.PRIMARY),
            (swap, swap_width, self.scene.swap_sides, Kind.PLAIN),
        ):
            if kind is Kind.PLAIN and short:
                continue
            box = pygame.Rect(x - width, 0, width, min(theme.tx(44), height - 8))
            box.centery = rect.centery
            buttons.insert(0, Button(box, label, action, kind=kind, key=f"banner {label}"))
            x = box.x - theme.px(12)
        return [Banner(rect, words, detail, picture), *buttons]
