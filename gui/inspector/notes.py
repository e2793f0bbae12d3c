"""Panel of an own bot: its notes, its scores beside exact values, its prints and its time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from textwrap import wrap

import pygame

from engine.messages import Message, message
from engine.naming import move_name
from engine.protocols import Estimate, Value
from engine.recording import Recording
from engine.registry import own_name
from engine.trace.notes import Noted, Printed
from gui.boards.values import leaning, score_bar
from gui.inspector.chips import StepList, truth_cell
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks, sentence
from gui.kit import Label, ListRow, ProgressBar
from gui.kit.code import CodeBlock
from gui.kit.layout import Box, Column, Flexible, Layout, NoShrink, Pad, Row, tx
from gui.kit.table import Table, TableCell, TableColumn
from gui.ui import Ui

HEAD = 26  # the height of the words above a list
BAR, LEAST_BAR = 120, 8  # the width and the height of a score's bar
ROW, LEAST_ROW = 33, 22
PRINTED, TIME = 106, 172  # the height of what it printed, and the width of its time
LINE, LONGEST = 22, 72  # the height of the printed lines, and their most letters


class NotesPanel(Panel):
    """The notes as steps, a click goes there; the scores that the bot gave last, move by move."""

    def picture(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        notes = frame.events(Noted)
        heading = Label(ui.tr("own.notes", count=len(notes)), 14, quiet=True, maximum=1)
        if notes:
            texts = enumerate((each.note for _, each in notes), 1)
            rows = [ListRow(f"{number}  {text}", tooltip=text) for number, text in texts]
            listed: Layout = StepList(rows, [step for step, _ in notes], frame.step, ui, act)
        else:
            listed = Label(ui.tr("own.no_notes") if frame.complete else "", 14, quiet=True)
        left = Column(Box(heading, height=HEAD), Flexible(listed), gap=2)
        return Row(Flexible(left, 0.42), Flexible(_scores(frame, ui, act), 0.58), gap=12)

    def table(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout | None:
        printed = "".join(each.output for _, each in frame.events(Printed)).rstrip("\n")
        if printed:
            lines = [part for line in printed.split("\n") for part in wrap(line, LONGEST) or [""]]
            code = CodeBlock(
                "\n".join(lines), numbers=False, tinted=False, row_height=LINE, key="printed"
            )
            shown: Layout = Box(code, height=PRINTED - HEAD)
        else:
            shown = Label(ui.tr("own.printed_nothing"), 14, quiet=True)
        heading = Label(ui.tr("own.printed_title"), 14, quiet=True, maximum=1)
        left = Column(Box(heading, height=HEAD), shown, gap=2)
        seconds = frame.seconds
        if seconds is None:
            return left
        return Row(Flexible(left), NoShrink(Box(_time(seconds, ui), width=tx(TIME))), gap=20)

    def stops(self, recording: Recording) -> Sequence[int]:
        return recording.events.places(Noted) or range(len(recording.events))

    def sentence(self, frame: InspectorFrame) -> Message | None:
        """Return the note in quotation marks, and on the next line a sentence by Jouons."""
        note, judged = frame.latest(Noted), self._judged(frame)
        if note is None:
            return judged
        return message("own.noted_and_judged", note=sentence(note.text, frame), judged=judged)

    def _judged(self, frame: InspectorFrame) -> Message:
        """Return which move has the best score, what is true of it, and the only good move."""
        move = self.choice(frame)
        if move is None:
            return Message("own.no_scores")
        best = message("own.best_score", move=move_name(frame.game, frame.state, move))
        if not scores_of(frame):
            best = message("own.chosen", move=move_name(frame.game, frame.state, move))
        truth = frame.truth((move,))
        if truth is None or truth.value is None:
            return best
        fate = message(f"own.fate.{truth.value.name.lower()}", best=best)
        values = {each.move: each.value for each in frame.truths if each.value is not None}
        top = max(values.values())
        only = [each for each, value in values.items() if value is top]
        every = len(values) == len(frame.game.moves(frame.state))
        if not every or top <= truth.value or len(only) > 1:
            return fate
        name = move_name(frame.game, frame.state, only[0])
        key = "own.only.win" if top is Value.WIN else "own.only.draw"
        return message("own.both", first=fate, second=message(key, move=name))

    def estimates(self, frame: InspectorFrame) -> tuple[Estimate, ...]:
        """Return its scores and the exact values for the board, where no line lies on it."""
        if frame.line:
            return ()
        return tuple(frame.estimate(move, score) for move, score in scores_of(frame).items())

    def choice(self, frame: InspectorFrame) -> int | None:
        if frame.at_end:
            return frame.move
        given = scores_of(frame)
        return max(given, key=lambda move: (given[move], -move)) if given else None

    def card(self, frame: InspectorFrame) -> tuple[Message, ...]:
        name, badge = own_name(frame.player), Message("own.card_badge")
        return (Message("own.card_title"), message("own.card_outline", name=name), badge)


def scores_of(frame: InspectorFrame) -> Mapping[int, float]:
    """Return the scores that stand at a step: of its note or the last one before it with some.

    At the end they are those of the answer.
    """
    if frame.at_end and frame.sample is not None:
        final = {each.move: each.score for each in frame.sample.moves if each.score is not None}
        if final:
            return final
    given = [dict(each.scores) for step, each in frame.events(Noted) if step <= frame.step]
    return next((each for each in reversed(given) if each), {})


def _scores(frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
    """Return a row for each move: its name, the bar and the figure of its score, its value."""
    game, state, c = frame.game, frame.state, ui.theme.colours
    given, note = scores_of(frame), frame.latest(Noted)
    old = not frame.at_end and note is not None and not note.scores
    token = act.token(frame.mover, ui.theme.tx(16))
    rows = []
    for move in game.moves(state):
        score, exact = given.get(move), truth_cell(ui, frame.truth((move,)))
        name = TableCell(frame.move_text(move), size=16, bold=True, picture=token)
        if score is None:
            rows.append([name, TableCell(), TableCell(), exact])
            continue
        bar = TableCell(draw=partial(_draw_bar, score), width=BAR)
        figure = TableCell(ui.tr("own.score", score=score), mono=True, ink=c.text2 if old else None)
        rows.append([name, bar, figure, exact])
    says = ui.tr("own.says", name=own_name(frame.player)) if given else ""
    chosen = [*game.moves(state)]
    favourite = NotesPanel().choice(frame)
    return Table(
        [
            TableColumn(ui.tr("own.move"), 0),
            TableColumn(says, 0, 1),
            TableColumn("", 1),
            TableColumn(ui.tr("own.exact"), 1),
        ],
        rows,
        choose=lambda row, column: act.choose((chosen[row],)),
        marked=chosen.index(favourite) if favourite in chosen else -1,
        row_height=ROW,
        least_row=LEAST_ROW,
        head_height=HEAD + 6,
        key="own scores",
    )


def _draw_bar(score: float, ui: Ui, target: pygame.Surface, box: pygame.Rect) -> None:
    high = max(LEAST_BAR, ui.theme.tx(12))
    bar = pygame.Rect(box.x + ui.theme.tx(8), box.centery - high // 2, 0, high)
    bar.w = max(high, box.w - ui.theme.tx(16))
    ink = ui.theme.colours.value(int(leaning(score)))
    score_bar(ui, target, bar, score, ink, outlined=True)


def _time(seconds: tuple[float, float], ui: Ui) -> Layout:
    """Return the time of the answer above the part of the limit that it took."""
    took, limit = seconds
    figure = Label(ui.tr("own.seconds", seconds=took), 22, bold=True, maximum=1)
    whole = Label(ui.tr("own.of_seconds", seconds=f"{limit:g}"), 14, quiet=True, middle=True)
    heading = Label(ui.tr("own.time_title"), 14, quiet=True, maximum=1)
    row = Row(NoShrink(figure), Flexible(whole), gap=8)
    bar = ProgressBar(took / limit if limit else 1.0)
    return Column(Box(heading, height=HEAD), row, Pad(Box(bar, height=8), 0, 6, 0, 0), gap=0)
