"""The inspector of a match: its view model and its callbacks."""

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


def inspector_view_model(match: Match, page: int = 0) -> InspectorViewModel | None:
    """Return the view model of the inspector, or None while it is closed."""
    if not match.app_context.settings.inspector:
        return None
    inspector, table, ply = match.inspector, match.table, match.inspected_ply
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
    if made or (ply + 1 in match.table.thoughts and not match.inspected_here):
        return message("inspector.title.chose", player=player, number=ply + 1)
    if match.bots.watched is match.inspector.replay and match.bots.thinking:
        return message("inspector.title.chooses", player=player, number=ply + 1)
    return message("inspector.title.would", player=player, number=ply + 1)


class MatchInspectorCallbacks:
    """Callbacks of the inspector, which change the match or the replayed recording.

    `show` refreshes the screen; `choose_player` asks for a player and passes it to `ask_player`.
    """

    def __init__(
        self,
        match: Match,
        show: Callable[[], None],
        token: Token,
        choose_player: Callable[[], None],
    ) -> None:
        self.match = match
        self.page = 0  # picture or table, where both do not fit
        self._show = show
        self._token = token
        self._choose_player = choose_player

    @property
    def inspector(self) -> Inspector:
        """The inspector of the match."""
        return self.match.inspector

    def callbacks(self, change: Callable[[], None]) -> Callable[[], None]:
        """Return a callback that first shows the position before the decision, then changes."""

        def run() -> None:
            self.match.stand_before()
            change()
            self._show()

        return run

    def token(self, player: int, diameter: int) -> pygame.Surface:
        """Return the mark of a side."""
        return self._token(player, diameter)

    def go_to_step(self, step: int) -> None:
        """Show a step by its number."""
        self.callbacks(lambda: self.inspector.go_to_step(step))()

    def go_to_phase(self, phase: str) -> None:
        """Show the next step of a phase."""
        self.callbacks(lambda: self.inspector.go_to_phase(phase))()

    def choose(self, line: Line) -> None:
        """Show a line on the board."""
        self.callbacks(lambda: self.inspector.choose(line))()

    def toggle(self, line: Line) -> None:
        """Unfold or fold the continuations of a line."""
        self.callbacks(lambda: self.inspector.toggle(line))()

    def scrub(self, fraction: float) -> None:
        """Seek to a fraction (0 to 1) of the recording."""
        self.callbacks(lambda: self.inspector.scrub(fraction))()

    def step(self, steps: int) -> None:
        """Go one step forward or back."""
        self.callbacks(self.inspector.on if steps > 0 else self.inspector.back)()

    def set_speed(self, speed: int) -> None:
        """Set the playback speed."""
        self.inspector.set_speed(speed)
        self._show()

    def choose_page(self, page: int) -> None:
        """Switch between picture and table."""
        self.page = page
        self._show()

    def show_ply(self, ply: int) -> None:
        """Inspect the decision of this ply."""
        self.match.jump(ply)
        self._show()

    def close(self) -> None:
        """Close the inspector."""
        self.match.toggle_inspector()
        self._show()

    def ask(self) -> None:
        """Ask for one of the players of this game."""
        self._choose_player()

    def ask_player(self, player: str) -> None:
        """Inspect the decision of another player in this position."""
        self.match.ask(player)
        self._show()

    def think_again(self) -> None:
        """Inspect the bot's decision again, repeated from the same seed."""
        self.match.think_again()
        self._show()
