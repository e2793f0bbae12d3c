"""Hints of a match: one good move is marked on the board, and the reason said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.messages import Message, message
from engine.protocols import Estimate, Game, S, Value

if TYPE_CHECKING:
    from gui.scenes.match import MatchScene

_WORTH: Mapping[Value | None, str] = {
    Value.WIN: "teach.win",
    Value.DRAW: "teach.draw",
    Value.LOSS: "teach.loss",
}


class Hints:
    """The move marked now, and the wish for one while the analysis still works."""

    def __init__(self, scene: MatchScene) -> None:
        self.scene = scene
        self.move: int | None = None
        self.wanted = False

    @property
    def allowed(self) -> bool:
        """Whether the settings of this game allow hints."""
        return self.scene.services.settings.setup(self.scene.table.game.id).hints

    def forget(self) -> None:
        """Another position is on the table."""
        self.move = None
        self.wanted = False

    def ask(self) -> None:
        """Mark one good move and say why, as soon as one is known."""
        scene = self.scene
        if not self.allowed:
            scene.services.notify("match.hints_off")
            return
        if scene.table.outcome is not None or not scene.table.human_turn:
            scene.services.notify("match.no_hint_now")
            return
        found = scene.analyst.known.get(scene.table.state)
        if found is not None:
            self._show(found.best)
            scene.refresh()
        else:
            self.wanted = True
            scene.services.notify("match.hint_coming")

    def analysis_came(self) -> None:
        """Give the hint asked for, if its position is known by now."""
        found = self.scene.analyst.known.get(self.scene.table.state)
        if self.wanted and found is not None:
            self._show(found.best)

    def _show(self, move: int | None) -> None:
        self.wanted = False
        if move is None:
            self.scene.services.notify("match.no_hint_known", fault=True)
            return
        self.move = move
        self.scene.services.notify(self.sentence(move))

    def sentence(self, move: int) -> Message:
        """A move and the reason for it."""
        table, state = self.scene.table, self.scene.table.state
        known = self.scene.analyst.of(state)
        estimate = next((e for e in known.estimates if e.move == move), None) if known else None
        return hint_words(table.game.move_text(state, move), estimate)


def hint_words(text: str, estimate: Estimate | None) -> Message:
    """Why the best move, whose text and estimate these are, is a good one."""
    if estimate is None or (estimate.value is None and not estimate.outcomes):
        return message("hint.plain", move=text)
    if estimate.value is None:
        return _chances(text, estimate)
    key = {Value.WIN: "hint.win", Value.DRAW: "hint.draw", Value.LOSS: "hint.loss"}[estimate.value]
    if estimate.remoteness is None:
        return message(key + "_open", move=text)
    return message(key, move=text, count=estimate.remoteness)


def step_back_words(
    game: Game[S], state: S, played: int, better: int, estimates: Sequence[Estimate]
) -> Message:
    """What a move that gave value away has cost, with a better one; both values are known."""
    values = {each.move: each.value for each in estimates}
    return message(
        "teach.words",
        move=game.move_text(state, played),
        before=message(_WORTH[values[better]]),
        after=message(_WORTH[values[played]]),
        better=game.move_text(state, better),
    )


def _chances(text: str, estimate: Estimate) -> Message:
    """What random games say: the shares, and the score the choice goes by with its interval."""
    from engine.intervals import wilson

    win, draw, loss = estimate.outcomes or (0.0, 0.0, 0.0)
    score = estimate.score or 0.0
    low, high = wilson(score, estimate.effort or 0)
    shares = {"win": win, "draw": draw, "loss": loss, "score": score, "low": low, "high": high}
    whole = {name: round(100 * share) for name, share in shares.items()}
    return message("hint.chances" if draw else "hint.chances.decided", move=text, **whole)
