"""A look inside a match: what its panel shows, and what can be done in it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.messages import Message, message
from engine.registry import player_name
from gui.boards.token import Token
from gui.inspector.frame import InspectorViewModel
from gui.inspector.inspector_frame import Line
from gui.inspector.model import Inspector
from gui.inspector.ply_strip import Ply
from gui.match.model import Match


def glass_seen(match: Match, page: int = 0) -> InspectorViewModel | None:
    """None while nobody looks inside."""
    if not match.app_context.settings.inspector:
        return None
    inspector, table, ply = match.inspector, match.table, match.looked_ply
    frame = inspector.frame()
    side = table.game.to_move(table.session.all_states[ply])
    sits = None if table.is_human(side) else player_name(table.players.of(side), table.game)
    ended = table.game.outcome(table.session.all_states[-1]) is not None
    return InspectorViewModel(
        title=_title(match, ply),
        plies=_plies(match),
        at=ply,
        ended=ended,
        frame=frame,
        panel=inspector.panel if frame is not None else None,
        playing=inspector.playing(),
        notice=inspector.notice,
        again=sits if inspector.question is None else None,
        shown=ply == table.session.ply,
        page=page,
    )


def _plies(match: Match) -> tuple[Ply, ...]:
    table, session = match.table, match.table.session
    steps = zip(session.all_states, session.move_texts(), match.losses(), strict=False)
    thoughts, to_move = table.thoughts, table.game.to_move
    return tuple(
        Ply(text, to_move(state), ply in thoughts, loss)
        for ply, (state, text, loss) in enumerate(steps, start=1)
    )


def _title(match: Match, ply: int) -> Message:
    question = match.inspector.question
    if question is None:
        return message("inspector.title.none", number=ply + 1)
    player = player_name(question.player, match.table.game)
    made = question.stored is not None or question.made is not None
    if made or (ply + 1 in match.table.thoughts and not match.asked_here):
        return message("inspector.title.chose", player=player, number=ply + 1)
    if match.bots.watched is match.inspector.replay and match.bots.thinking:
        return message("inspector.title.chooses", player=player, number=ply + 1)
    return message("inspector.title.would", player=player, number=ply + 1)


class MatchInspectorCallbacks:
    """What can be done in the look inside: a change of the match, or of what is looked at.

    `show` shows the match as it is then; `choose_player` asks who is to think, and hands it to
    `ask_player`.
    """

    def __init__(
        self,
        match: Match,
        show: Callable[[], None],
        token: Token,
        choose_player: Callable[[], None],
    ) -> None:
        self.match = match
        self.page = 0  # picture or table, where they have no room together
        self._show = show
        self._token = token
        self._choose_player = choose_player

    @property
    def inspector(self) -> Inspector:
        """What is looked into."""
        return self.match.inspector

    def callbacks(self, change: Callable[[], None]) -> Callable[[], None]:
        """The change, seen on the board: it shows the position before the decision."""

        def run() -> None:
            self.match.stand_before()
            change()
            self._show()

        return run

    def token(self, player: int, diameter: int) -> pygame.Surface:
        """The mark of a side."""
        return self._token(player, diameter)

    def go_to_step(self, step: int) -> None:
        """Show that step."""
        self.callbacks(lambda: self.inspector.go_to_step(step))()

    def go_to_phase(self, phase: str) -> None:
        """To the next step of that phase."""
        self.callbacks(lambda: self.inspector.go_to_phase(phase))()

    def choose(self, line: Line) -> None:
        """Show a line on the board."""
        self.callbacks(lambda: self.inspector.choose(line))()

    def toggle(self, line: Line) -> None:
        """Unfold what follows a line, or fold it."""
        self.callbacks(lambda: self.inspector.toggle(line))()

    def scrub(self, fraction: float) -> None:
        """To a place on the track."""
        self.callbacks(lambda: self.inspector.scrub(fraction))()

    def step(self, steps: int) -> None:
        """A step on or back."""
        self.callbacks(self.inspector.on if steps > 0 else self.inspector.back)()

    def set_speed(self, speed: int) -> None:
        """How fast it plays."""
        self.inspector.set_speed(speed)
        self._show()

    def choose_page(self, page: int) -> None:
        """Picture or table."""
        self.page = page
        self._show()

    def show_ply(self, ply: int) -> None:
        """Look into the decision of this ply."""
        self.match.jump(ply)
        self._show()

    def close(self) -> None:
        """Close the look inside."""
        self.match.toggle_glass()
        self._show()

    def ask(self) -> None:
        """Choose among everybody who plays this game."""
        self._choose_player()

    def ask_player(self, player: str) -> None:
        """What would this player think here?"""
        self.match.ask(player)
        self._show()

    def think_again(self) -> None:
        """The bot that sat there, once more from the same seed."""
        self.match.think_again()
        self._show()
