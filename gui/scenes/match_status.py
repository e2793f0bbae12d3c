"""What happens now in a match, in words: whose turn, what a bot is at, how the series stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.messages import Message
from gui.scenes.sides import player_words

if TYPE_CHECKING:
    from gui.scenes.match_report import Report

Words = tuple[str, list[str], str, float | None]


class Status:
    """Puts the state of a table and its bots into words."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.scene = report.scene

    def tr(self, text: Message | str, /, **values: Any) -> str:
        """The sentence in the present language."""
        return self.scene.tr(text, **values)

    def words(self) -> Words:
        """What happens now, lines about it, the time taken, the share of the budget done."""
        scene, table = self.scene, self.scene.table
        if table.outcome is not None:
            return self._series(), self._after_game(), "", None
        bots = scene.bots
        if bots.fault is not None:
            return (
                self.tr("match.bot_stuck", side=self.report.side(table.side)),
                [self.tr(bots.fault)],
                "",
                None,
            )
        if bots.thinking and bots.job is not None:
            return self._thinking()
        if table.is_human(table.side):
            return self._your_turn()
        if bots.paused:
            return self.tr("match.paused"), [self.tr("match.paused_detail")], "", None
        if table.waiting:
            words = self.tr("match.waiting", side=self.report.side(table.side))
            return words, [self.tr("match.waiting_detail")], "", None
        note = bots.decision.note if bots.decision is not None else None
        turn = self.tr("match.to_move", side=self.report.side(table.side))
        return turn, [self.tr(note)] if note else [], "", None

    def _your_turn(self) -> Words:
        scene, table = self.scene, self.scene.table
        if table.humans == 1:
            status = self.tr("match.your_turn")
        else:
            status = self.tr("match.to_move", side=self.report.side(table.side))
        lines = []
        if table.main_line is not None:
            lines.append(self.tr("match.side_line"))
        elif not table.at_end:
            lines.append(self.tr("match.looking_back"))
        decision = scene.bots.decision
        if decision is not None and table.session.ply:
            lines.append(self.tr(decision.note))
        return status, lines, "", None

    def _thinking(self) -> Words:
        bots, table = self.scene.bots, self.scene.table
        job, decision = bots.job, bots.decision
        assert job is not None
        status = self.tr("match.thinking", side=self.report.side(table.side))
        elapsed = self.tr("match.seconds", seconds=job.elapsed)
        share, lines = None, []
        if decision is not None and decision.effort:
            rate = round(decision.effort / max(job.elapsed, 0.001))
            if decision.budget:
                share = decision.effort / decision.budget
                lines.append(
                    self.tr(
                        f"match.progress.{decision.unit}",
                        done=decision.effort,
                        whole=decision.budget,
                        rate=rate,
                    )
                )
            else:
                lines.append(
                    self.tr(f"match.effort.{decision.unit}", done=decision.effort, rate=rate)
                )
            lines.append(self.tr(decision.note))
        return status, lines, elapsed, share

    def _series(self) -> str:
        first, second = self.scene.table.series.wins
        if first == second:
            return self.tr("match.series_even", first=first, second=second)
        leader = 0 if first > second else 1
        name = self.report.name(leader)
        key = "match.series_you_lead" if name == self.tr("match.you") else "match.series_leads"
        return self.tr(key, name=name, high=max(first, second), low=min(first, second))

    def _next_starter(self) -> list[str]:
        """Who starts the next game when the starter alternates; two bots are told by name."""
        table = self.scene.table
        if table.humans == 1:
            return [self.tr("match.bot_starts" if table.is_human(0) else "match.you_start")]
        if table.players.first == table.players.second:
            return []  # the same bot twice: no name tells them apart
        name = player_words(table.players.second, self.tr)
        return [self.tr("match.next_starts", name=name)]

    def _after_game(self) -> list[str]:
        table = self.scene.table
        lines = []
        if table.humans == 2:
            lines.append(self.tr("match.next_starts", name=self.report.side(0)))
        elif table.alternate:
            lines += self._next_starter()
        bags = self.scene.keeper.learned
        if bags:
            lines.append(self.tr("match.learned", count=bags))
        count = self.report.mistakes()
        if count:
            lines.append(self.tr("match.mistakes", count=count))
        return lines
