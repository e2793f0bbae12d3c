"""The decision of a match that is looked into: of the position shown, or of a player asked there.

No pygame here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.messages import Message, message
from engine.naming import named_move
from engine.protocols import Estimate
from engine.registry import OWN, learns, parse_player, player_name
from gui.app_context import AppContext
from gui.inspector.ask_model import AskModel
from gui.inspector.model import Inspector
from gui.inspector.replay import ReplayRequest
from gui.match.analysis import Analyzer
from gui.match.autosave import AutoSave
from gui.match.bots import Bots
from gui.match.table import GameTable
from gui.own.files import OwnFiles
from gui.people import CHOICES


@dataclass(frozen=True)
class PlayerQuery:
    """A request to inspect how a player decides in the position after `ply` plies."""

    ply: int
    player: str
    made: int | None = None  # the move made there, when a decision is repeated
    seed: tuple[int, ...] | None = None  # None: that of the decision in the game
    stays: bool = False  # it is inspected while the game goes on


class InspectedDecision:
    """Chooses the decision that the inspector shows, and asks players about its position."""

    def __init__(
        self,
        app_context: AppContext,
        table: GameTable,
        bots: Bots,
        analyzer: Analyzer,
        autosave: AutoSave,
        jump: Callable[[int], None],
    ) -> None:
        self.app_context = app_context
        self.table = table
        self._bots, self._analyzer, self._autosave, self._jump = bots, analyzer, autosave, jump
        self.inspector = Inspector(app_context.worker, lambda: app_context.store, self._exactly)
        files = app_context.outliving(OwnFiles, OwnFiles)
        self.asking = AskModel(app_context.worker, lambda: app_context.store, files)
        self._query: PlayerQuery | None = None  # the last request of another player
        # The seeds of decisions from elsewhere that are looked into, by the game and the ply.
        self._seeds: dict[tuple[int, int], tuple[int, ...]] = {}
        self._asked_from: int | None = None  # the ply on the board before the page that asks

    @property
    def ply(self) -> int:
        """The ply of the inspected decision: the number of moves before it.

        Usually the decision made, or to be made, in the position shown. Right after a bot's move,
        and at the end of the game, it is the decision that led to this position. A request that
        stays is inspected until another ply is chosen.
        """
        table, ply = self.table, self.table.session.ply
        if self._query is not None and self._query.stays:
            return self._query.ply
        decided = table.thought is not None or self._last_resumed() == ply - 1
        came_from_bot = table.at_end and decided and not self._bots.thinking
        return ply - 1 if ply and (came_from_bot or table.outcome is not None) else ply

    @property
    def of_another(self) -> bool:
        """Whether another player was requested for the inspected position."""
        return self._query is not None and self._query.ply == self.ply

    def drop_other(self, ply: int) -> None:
        """Forget a request for another position than the one at a ply."""
        if self._query is not None and self._query.ply != ply:
            self._query = None

    def toggle(self) -> None:
        """Toggle the inspector; the next match starts with the same choice."""
        settings = self.app_context.settings
        self.app_context.change(replace(settings, inspector=not settings.inspector))
        if settings.inspector:
            self.inspector.close()
            self.asking.stop()
        elif self._bots.thinking:
            self._bots.position_changed()  # it restarts with a recording, and decides the same
        self.look()

    @property
    def asking_shown(self) -> bool:
        """Whether the page that asks bots is shown: on request, or where nobody has decided."""
        if not self.app_context.settings.inspector or self.asking.game is None:
            return False
        over = self.table.game.outcome(self.asking.state) is not None
        return not over and (self.asking.open or self.inspector.notice is not None)

    def toggle_asking(self) -> None:
        """Open the page that asks bots about the inspected position, or leave it.

        The board shows that position, with its values, as long as the page is open. The page offers
        the bot whose decision is shown.
        """
        asking, question = self.asking, self.inspector.question
        asking.open = not asking.open
        if not asking.open:
            if self._asked_from is not None:
                self._jump(self._asked_from)
            return
        before = self.table.session.ply
        self.stand_before()
        self._asked_from = before if self.table.session.ply != before else None
        if question is not None and parse_player(question.player).kind not in CHOICES:
            asking.add(present_player(question.player))

    def ask(self, player: str) -> None:
        """Inspect the decision of a player in the inspected position."""
        self.look()
        self.asking.add(player)
        self.asking.open, self._asked_from = False, None
        self._query = PlayerQuery(self.ply, player, seed=self.asking.seed)
        self.look()

    def ask_chosen(self) -> None:
        """Inspect the decision of the player chosen on the page, if the question is valid."""
        asking = self.asking
        if asking.choice.fault is None and asking.seed_fault is None:
            self.ask(asking.choice.text)

    def think_again(self) -> None:
        """Repeat the inspected decision of a bot from the same seed."""
        ply, session = self.ply, self.table.session
        player = self._bots.text(self.table.game.to_move(session.all_states[ply]))
        self._query = PlayerQuery(ply, player, self._move_after(ply))
        self.look()

    def look_at(self, player: str, seed: tuple[int, ...] = ()) -> None:
        """Open the inspector on a player's decision in this position.

        A `seed` is that of a decision made elsewhere: all questions about the position have it.
        """
        if seed:
            self._seeds[self.table.number, self.ply] = seed
        if not self.app_context.settings.inspector:
            self.toggle()
        self.ask(player)

    def keep(self) -> None:
        """Inspect the requested decision also while the game goes on."""
        if self._query is not None:
            self._query = replace(self._query, stays=True)

    def stand_before(self) -> None:
        """Show the position before the inspected decision, on which its steps are drawn."""
        self._jump(self.ply)

    def look(self) -> None:
        """Make the inspector show the decision that belongs to the position shown."""
        inspector, ply = self.inspector, self.ply
        if not self.app_context.settings.inspector:
            return
        self.drop_other(ply)
        state = self.table.session.all_states[ply]
        seed = self._seeds.get((self.table.number, ply)) or self.table.decision_seed(ply)
        self.asking.turn_to(self.table.game, state, seed)
        record, query = self.table.thoughts.get(ply + 1), self._query
        if query is not None:
            inspector.look(self._request(ply, query.player, query.seed, made=query.made))
        elif self._bots.watched is not None:
            inspector.follow(self._bots.watched)
        elif self._bots.own_fault is not None and ply == self.table.session.ply:
            inspector.say(self._nothing_to_see(ply))  # not a former decision with a move to redo
        elif record is not None:
            stored = {"stored": record.decision, "hurried": record.hurried}
            gained = self._autosave.gained
            inspector.look(self._request(ply, record.player, record.seed, **stored, gained=gained))
        elif ply == self._last_resumed():
            player, move = self._bots.text(self.table.game.to_move(state)), self._move_after(ply)
            inspector.look(self._request(ply, player, made=move))
        elif (learner := self._learner_beside(ply)) is not None:
            inspector.look(self._request(ply, learner))
        else:
            inspector.say(self._nothing_to_see(ply))

    def _request(
        self, ply: int, player: str, seed: tuple[int, ...] | None = None, **more: Any
    ) -> ReplayRequest:
        """Return the request of a player's decision at a ply, by default with the game's seed."""
        table, states = self.table, self.table.session.all_states
        chosen, past = seed or table.decision_seed(ply), tuple(states[:ply])
        return ReplayRequest(table.game, states[ply], player, chosen, past=past, **more)

    def _move_after(self, ply: int) -> int | None:
        """Return the move that was made at a ply, None where there is none yet."""
        return next(iter(self.table.session.all_moves[ply:]), None)

    def _last_resumed(self) -> int:
        """Return the ply of a bot's last decision in a saved game, which a replay repeats; -1 if
        there is none.

        A learner has learned since.
        """
        table, states = self.table, self.table.session.all_states
        for ply in reversed(range(table.resumed)):
            side = table.game.to_move(states[ply])
            if not table.is_human(side):
                return -1 if learns(table.players.of(side)) else ply
        return -1

    def _learner_beside(self, ply: int) -> str | None:
        """Return the learner whose bags are shown at the turn of a person who plays against it."""
        table, state = self.table, self.table.session.all_states[ply]
        side = table.game.to_move(state)
        other = table.players.of(1 - side)
        shown = table.is_human(side) and table.game.outcome(state) is None and learns(other)
        return other if shown else None

    def _nothing_to_see(self, ply: int) -> Message:
        """Return the reason why the decision at a ply has no recording."""
        session, table = self.table.session, self.table
        state = session.all_states[ply]
        if table.game.outcome(state) is not None:
            return Message("inspector.over")
        side = table.game.to_move(state)
        if ply == len(session.all_moves):
            return Message("inspector.your_turn" if table.is_human(side) else "inspector.not_begun")
        move = named_move(table.game, state, session.all_moves[ply])
        if table.is_human(side):
            return message("inspector.person", move=move)
        name = player_name(table.players.of(side), table.game)
        return message("inspector.not_kept", player=name, move=move)

    def _exactly(self, state: Any) -> tuple[Estimate, ...] | None:
        """Return the estimates of a position's moves, or None without analysis."""
        analysis = self._analyzer.of(state)
        return None if analysis is None else analysis.estimates

    def update_answers(self) -> bool:
        """Advance the questions to bots; true when there is something new."""
        asking, replay = self.asking, self.inspector.replay
        if asking.game is None:
            return False
        changes = asking.changes
        if replay is not None and replay.complete:
            asking.take(replay)
        if self.asking_shown:
            asking.know(self._analyzer.exactly(asking.state))
        asking.update(free=not (self.inspector.busy or self._bots.thinking))
        return asking.changes != changes

    def run_again(self) -> None:
        """Ask the own bot of the inspected decision again: its present text, the same seed."""
        question = self.inspector.question
        if question is not None:
            ply, player = self.ply, present_player(question.player)
            self.inspector.close()
            self._query = PlayerQuery(ply, player, seed=question.seed)
            self.look()


def present_player(text: str) -> str:
    """Return the player text of an own bot as it is now, of one with a former text; else it."""
    return text.partition("@")[0] if text.startswith(f"{OWN}:") else text
