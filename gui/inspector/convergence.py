"""Panel of flat Monte Carlo: each move's mean converging to its exact chance; enumeration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isclose

from engine.intervals import percent
from engine.messages import Message, message
from engine.naming import move_name
from engine.protocols import Estimate, Unit, Value
from engine.recording import Belief, Line, Recording
from engine.trace.playouts import ChancesComputed, ChancesResult, GamePlayed
from engine.trace.playouts import belief as belief_after
from gui.boards.words import told_side
from gui.inspector.chances_picture import ChancesPicture, ChanceTree
from gui.inspector.chips import figure, move_table, truth_cell
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks, sentence
from gui.inspector.plots import MAX_PLOTS, MoveCurve, Plots, Point
from gui.kit.layout import Layout
from gui.protocols import BoardMarks
from gui.ui import Ui


class ConvergencePanel(Panel):
    """Panel of playouts: the result of each move beside its exact chance and its exact value."""

    def __init__(self) -> None:
        self._series: tuple[object, Mapping[int, tuple[Point, ...]]] = (None, {})
        self._tree: ChanceTree | None = None

    def picture(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        tree = self._chance_tree(frame)
        if tree is not None:
            return ChancesPicture(tree, frame, ui, act)
        return Plots(self.curves(frame), frame, act, move_talked_about(frame))

    def _chance_tree(self, frame: InspectorFrame) -> ChanceTree | None:
        """Return the whole tree of random play if it is small enough to be in the recording."""
        result = frame.result(ChancesResult)
        if self._tree is None and result is not None:
            self._tree = ChanceTree(result.tree, frame.mover)
        return self._tree

    # -- beliefs --------------------------------------------------------------------------------

    def curves(self, frame: InspectorFrame) -> list[MoveCurve]:
        """Return one curve per move, in reading order."""
        recording = frame.recording
        if self._series[0] is not recording.samples:
            self._series = (recording.samples, series_of(recording))
        now, game, series = beliefs_of(frame), _game_of(frame), self._series[1]
        leader = self.choice(frame) if game is None else game.move  # the one that was just played
        chances, shares = chances_of(frame), shares_of(recording)
        return [
            MoveCurve(
                move,
                series.get(move, ()),
                now.get(move),
                None if frame.plain else chances.get(move),
                frame.truth((move,)),
                move == leader,
                shares.get(move),
                frame.won.get(move),
            )
            for move in sorted(series or now)
        ]

    def estimates(self, frame: InspectorFrame) -> tuple[Estimate, ...]:
        """Return chance and exact value of each move for the board, after the single playouts."""
        if frame.chosen or frame.plain or _game_of(frame) is not None:
            return ()
        estimates, talked_about = [], move_talked_about(frame)
        for move, belief in sorted(beliefs_of(frame).items()):
            if talked_about is not None and move >= talked_about:
                continue  # pending moves, and the move of this step, which has a mark
            unit = Unit.PLAYOUTS if belief.visits else Unit.POSITIONS
            estimates.append(frame.estimate(move, belief.score, effort=belief.visits, unit=unit))
        return tuple(estimates)

    def marks(self, frame: InspectorFrame) -> BoardMarks:
        if frame.chosen:
            return BoardMarks(frame.chosen, len(frame.chosen))
        talked_about = move_talked_about(frame)
        if talked_about is not None:
            return BoardMarks((talked_about,), 1)
        game = _game_of(frame)
        return BoardMarks() if game is None else BoardMarks(game.line, 1)

    def card(self, frame: InspectorFrame) -> tuple[Message, ...]:
        game = _game_of(frame)
        if game is not None:
            move = move_name(frame.game, frame.state, game.move)
            return (
                message("inspector.mc.game", number=game.games, move=move),
                message("inspector.mc.game_line", move=move),
            )
        side = told_side(frame.game, frame.mover)
        return (
            Message("inspector.mc.card"),
            message(f"inspector.mc.card_{self._picture_kind(frame)}", side=side),
            Message("inspector.mc.card_badge"),
        )

    def _picture_kind(self, frame: InspectorFrame) -> str:
        """Return the name of the part of the picture that represents the playouts."""
        if self._chance_tree(frame) is not None:
            return "tree"
        if shares_of(frame.recording):
            return "shares"
        many = len(frame.game.moves(frame.state)) > MAX_PLOTS
        return "bar" if many else "curve"

    def sentence(self, frame: InspectorFrame) -> Message | None:
        tree = self._chance_tree(frame)
        if frame.plain and tree is not None:
            return message("inspector.chances.whole", count=len(tree.over))
        if frame.now is not None and not frame.at_end:
            return sentence(frame.now.text, frame)
        choice = self.choice(frame)
        belief = beliefs_of(frame).get(choice) if choice is not None else None
        if frame.plain or choice is None or belief is None or belief.score is None:
            return None
        share = percent(belief.score, 1)
        text = self._leads(frame, choice, belief.score)
        why = self._why_wrong(frame, choice, belief.visits)  # beside the move that it is about
        if why is not None:
            text = message("inspector.mc.both", first=text, second=why)
        scores = [each.score for each in beliefs_of(frame).values() if each.score is not None]
        # Sums of equal terms in another order differ in the last digits.
        level = sum(isclose(score, belief.score) for score in scores) - 1
        if not level:
            return text
        same = message("inspector.mc.level", count=level, share=share)
        return message("inspector.mc.both", first=text, second=same)

    @staticmethod
    def _leads(frame: InspectorFrame, choice: int, score: float) -> Message:
        """Return which move leads, and after how many playouts: the first may have one more."""
        move, share = move_name(frame.game, frame.state, choice), percent(score, 1)
        counts = [each.visits for each in beliefs_of(frame).values()]
        fewest, most = min(counts), max(counts)
        if most > fewest:
            uneven = "inspector.mc.leads_uneven"
            return message(uneven, fewest=fewest, most=most, move=move, share=share)
        key = "inspector.mc.leads" if most else "inspector.mc.exact_leads"
        if not most and any(draw for _, draw, _ in shares_of(frame.recording).values()):
            key = "inspector.mc.exact_leads_half"
        return message(key, count=most, move=move, share=share)

    @staticmethod
    def _why_wrong(frame: InspectorFrame, choice: int, playouts: int) -> Message | None:
        """Return why the move of the best chance is not the best one.

        After `playouts` of the move, also says that more would not help where its exact chance is
        known to be the largest.
        """
        truth = frame.truth((choice,))
        if truth is None or truth.value is None:
            return None
        best = max(frame.truths, key=lambda each: each.rank)
        assert best.value is not None
        if best.value <= truth.value:
            return None
        better = move_name(frame.game, frame.state, best.move)
        chances = chances_of(frame)
        chance = chances.get(choice)
        worst = truth.value is Value.LOSS
        key = f"inspector.mc.wrong.{'loss' if worst else 'draw'}.{'win' if best.value else 'draw'}"
        if worst and truth.remoteness is None:
            key += "_open"
        why = message(key, better=better, count=truth.remoteness)
        if chance is None or not playouts or not isclose(chance, max(chances.values())):
            return why
        return message("inspector.mc.cannot_help", share=percent(chance, 1), why=why)

    def table(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout | None:
        shares = shares_of(frame.recording)
        if not shares or self._chance_tree(frame) is not None:
            return None  # a tree holds all the figures, and needs the room
        moves, chances = sorted(shares), chances_of(frame)
        best = max(chances.values(), default=0.0)

        def words(fraction: float) -> str:
            return ui.tr("inspector.mc.share", share=percent(fraction, 1))

        rows = {
            ui.tr(f"inspector.mc.{name}"): [figure(ui, words(shares[m][index])) for m in moves]
            for index, name in enumerate(("won", "drawn", "lost"))
        }
        rows[ui.tr("inspector.mc.chance")] = [
            figure(ui, words(chances[move]), best=isclose(chances[move], best)) for move in moves
        ]
        truths = [truth_cell(ui, frame.truth((move,))) for move in moves]
        rows[ui.tr("inspector.true_value")] = truths
        return move_table(frame, ui, act, moves, rows, [chances[move] for move in moves])

    def asks(self, frame: InspectorFrame) -> Sequence[Line]:
        tree = self._chance_tree(frame)
        return () if tree is None else tree.lines


def beliefs_of(frame: InspectorFrame) -> dict[int, Belief]:
    """Return the beliefs about each move at this step; after a single game, with that game."""
    beliefs = {} if frame.sample is None else {each.move: each for each in frame.sample.moves}
    if _game_of(frame) is not None:
        played = (game for at, game in frame.events(GamePlayed) if at <= frame.step)
        latest = {game.move: game for game in played}
        beliefs |= {
            move: belief_after(move, game.mean, game.games) for move, game in latest.items()
        }
    return beliefs


def chances_of(frame: InspectorFrame) -> Mapping[int, float]:
    """Return the exact chance of every move under random play, where it is known."""
    shares = shares_of(frame.recording)
    if shares:
        return {move: win + draw / 2 for move, (win, draw, _) in shares.items()}
    return frame.chances


def move_talked_about(frame: InspectorFrame) -> int | None:
    """Return the move whose chances this step reports, if all games are enumerated."""
    event = frame.now
    return event.move if isinstance(event, ChancesComputed) and not frame.at_end else None


def _game_of(frame: InspectorFrame) -> GamePlayed | None:
    return frame.now if isinstance(frame.now, GamePlayed) and not frame.at_end else None


def shares_of(recording: Recording) -> dict[int, tuple[float, float, float]]:
    """Return won, drawn and lost fractions of every move if all games are enumerated."""
    events = recording.events.of(ChancesComputed)
    return {event.move: (event.win, event.draw, event.loss) for _, event in events}


def series_of(recording: Recording) -> dict[int, tuple[Point, ...]]:
    """Return, for every move, its means, each after its own number of playouts."""
    series: dict[int, list[Point]] = {}
    for sample in recording.samples:
        for belief in sample.moves:
            points, visits = series.setdefault(belief.move, []), belief.visits
            mean, low, high = belief.score, belief.low, belief.high
            if mean is None or low is None or high is None:
                continue
            if visits > (points[-1].games if points else 0):
                points.append(Point(visits, mean, low, high))
    return {move: tuple(points) for move, points in series.items()}
