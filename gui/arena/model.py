"""Model of the arena: the form, the running experiment, the results. No pygame here."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

from engine.arena.experiment import Pairing, own_seed
from engine.arena.judge import LOST
from engine.arena.report import GamesFile, SweepRow, sweep_row, write_sweep, write_whole
from engine.arena.results import FaultCount, PairingTally, Standing, ranked, seats_of, standings
from engine.messages import JouonsError, Message, is_written, message
from engine.naming import MoveText
from engine.own.source import ENDING
from engine.protocols import Game
from engine.registry import (
    BOTS,
    is_own,
    make_game,
    name_of,
    own_name,
    parse_player,
    player_detail,
    player_name,
)
from engine.session import Session
from engine.store.experiments import GameRecord, StoredExperiment
from engine.store.store import Store
from gui.arena.form import ExperimentForm, ExperimentKind
from gui.arena.run import ExperimentData, Run, read_experiment
from gui.worker import Worker

CLOSING_SECONDS = 2.0
EXPORTED = (".csv", "-games.csv", ".png")  # the endings of the files: table, games, picture


class RunState(Enum):
    """State of the experiment; the value is the text key."""

    READY = "arena.ready"
    RUNNING = "arena.running"
    STOPPED = "arena.stopped"
    DONE = "arena.done"


@dataclass(frozen=True)
class PairSelection:
    """Players of the listed games: one player, against another or all (None).

    In a sweep the player is the index of the setting, and there is no other.
    """

    player: int
    other: int | None = None


@dataclass(frozen=True)
class ListedGame:
    """A game from the side of the selected player."""

    record: GameRecord
    side: int  # 0 when that player is a, 1 when b

    @property
    def score(self) -> int:
        """The score of the selected player in half points."""
        return self.record.score if self.side == 0 else 2 - self.record.score

    @property
    def began(self) -> bool:
        """Whether the selected player had the first side."""
        return self.record.starter == self.side

    @property
    def mistakes(self) -> tuple[int, int] | None:
        """Moves that lost value, of the selected player and of the other; None if not judged."""
        verdicts = self.record.verdicts
        if verdicts is None:
            return None
        return verdicts.count(LOST[self.side]), verdicts.count(LOST[1 - self.side])


@dataclass(frozen=True)
class ListedFault:
    """One fault of the selected player, the position before it, and the games it ended."""

    text: Message
    times: int
    player: str
    opponent: int  # of the first of these games, as its number
    ply: int  # the move that was missing, from 1
    game: Game[Any]
    state: Any
    seed: tuple[int, ...]  # of the decision that failed


@dataclass(frozen=True)
class ArenaViewModel:
    """View model of the arena."""

    form: ExperimentForm
    played: ExperimentForm  # of picture and tables: the selected experiment, or the form before one
    fault: Message | None = None
    faulty: str = ""  # the invalid field
    state: RunState = RunState.READY
    done: int = 0
    total: int = 0
    seconds_left: int | None = None
    tallies: tuple[PairingTally, ...] = ()
    ranking: tuple[Standing, ...] = ()  # of a tournament, the best first
    playing: int = -1  # the index of the running pairing, -1 for none
    cell: PairSelection | None = None
    games: Sequence[GameRecord] = ()  # there may be very many
    sides: Mapping[int, int] = field(default_factory=dict)  # of the selected player, by pairing
    faults: tuple[ListedFault, ...] = ()  # only while they are shown
    faults_shown: bool = False  # in the place of the games
    sentences: Mapping[str, str] = field(default_factory=dict)  # of own bots, by player text
    plain: bool = False  # the tables have no Elo and no time of a move

    @property
    def running(self) -> bool:
        """Whether the selected experiment is running."""
        return self.state is RunState.RUNNING

    @property
    def kind(self) -> ExperimentKind:
        """The kind of the experiment in picture and tables."""
        return self.played.kind

    @property
    def values(self) -> tuple[int, ...]:
        """The budgets of a sweep; empty for other kinds, or before the first run."""
        return self.played.values() if self.tallies else ()

    @property
    def rows(self) -> list[SweepRow]:
        """The rows of a sweep, one for each budget."""
        pairs = zip(self.tallies, self.values, strict=True)
        return [sweep_row(tally, value) for tally, value in pairs]

    @property
    def title(self) -> Message:
        """The title of the experiment in words."""
        return title_of(self.played)

    @property
    def axis(self) -> Message:
        """The label below the picture: the meaning of the budget."""
        return budget_words(self.played.texts["template"])

    def listed(self, index: int) -> ListedGame:
        """Return one of the games from the side of the selected player."""
        record = self.games[index]
        return ListedGame(record, self.sides[record.pairing])

    def games_of(self, cell: PairSelection) -> int:
        """Return the number of games of the selected player so far, of all results."""
        return sum(tally.games for tally, _ in _sides(self, cell))

    def between(self, player: int, other: int) -> tuple[PairingTally, int] | None:
        """Return the tally of two players of a tournament, and the side of the first one."""
        numbered = zip(seats_of(len(self.ranking)), self.tallies, strict=False)
        tally = dict(numbered).get((min(player, other), max(player, other)))
        return None if tally is None else (tally, int(player > other))


def title_of(form: ExperimentForm) -> Message:
    """Return a description of an experiment in words."""
    game = name_of(form.game)
    if form.kind is ExperimentKind.SWEEP:
        return sweep_title(form.texts["template"], form.texts["opponent"], form.game)
    return Message("arena.tournament_title", {"count": len(form.players), "game": game})


def sweep_title(template: str, opponent: str, game: str) -> Message:
    """Return whom a sweep tests, against whom and at which game."""
    names = {
        "bot": tested_name(template),
        "opponent": opponent_name(opponent),
        "game": name_of(game),
    }
    return Message("arena.sweep_title", names)


def tested_name(template: str) -> MoveText:
    """Return the name of the bot of a template; an unknown one as it is written."""
    kind = template.strip().partition(":")[0]
    return Message(f"player.{kind}.name") if kind in BOTS else template.strip()


def budget_words(template: str) -> Message:
    """Return the meaning of the number in a template, such as playouts per move."""
    if template.strip().endswith(":{}") or ":{}/" in template:
        with suppress(JouonsError):
            spec = parse_player(template.strip().replace("{}", "1"))
            suffix = f".{spec.suffix}" if spec.suffix else ""
            return Message(f"player.{spec.kind}.number{suffix}")
    return Message("arena.axis_of", {"bot": template.replace("{}", "N")})


def of_budget(key: str, template: str) -> str:
    """Return the key of a text about the number in a template, the bot's own where it has one."""
    own = f"{key}.{template.strip().partition(':')[0]}"
    return own if is_written(own) else key


def opponent_name(text: str) -> Message:
    """Return the name of a player with its strength, if it has a number."""
    spec = parse_player(text.strip())
    name = Message(f"player.{spec.kind}.name")
    if spec.number is None:
        return name
    return Message("arena.player_with", {"name": name, "detail": player_detail(text.strip())})


def names_of(players: Sequence[str], form: ExperimentForm) -> list[Message]:
    """Return distinct names of players, where names are equal with the budget or the place."""
    game = make_game(form.game, form.sound_options)
    specs, names = [parse_player(text) for text in players], []
    kinds = [spec.kind for spec in specs]
    own = [own_name(text) for text in players if is_own(text)]
    for place, (text, spec) in enumerate(zip(players, specs, strict=True), start=1):
        name = player_name(text, game)
        if kinds.count(spec.kind) > 1 and spec.number is not None:
            name = message("arena.named", name=name, number=spec.number, tail=spec.tail)
        alike = is_own(text) and own.count(own_name(text)) > 1
        if alike and (origin := _origin(text)):
            name = message("arena.named_from", name=name, origin=origin)
        if players.count(text) > 1:
            name = message("arena.twin", name=name, place=place)
        names.append(name)
    return names


def _origin(player: str) -> str:
    """Return where a text of an own bot is from: its hash or its folder; "" for the bots folder."""
    return player.partition("@")[2] if not player.endswith(ENDING) else Path(player).parent.name


class ArenaModel:
    """Owns the form and the last experiment; outlives the screen.

    `store` belongs to the window, `own_store` opens another one for the thread of the experiment.
    """

    def __init__(
        self,
        store: Callable[[], Store],
        own_store: Callable[[], Store],
        translate: Callable[[Message], str] = str,
    ) -> None:
        self._store = store
        self._own_store = own_store
        self._translate = translate
        # A separate thread: bots, hints and analysis elsewhere do not wait for an experiment.
        self._worker = Worker()
        self.form = ExperimentForm()
        self.plain = False  # no Elo, no time of a move
        self.cell: PairSelection | None = None  # None for the default one
        self._experiment: ExperimentData | None = None  # played here, or one of the store
        self._faults_shown = False  # in the place of the games
        self.fault: Message | None = None
        self.faulty = ""
        self._shown: tuple[object, ...] = ()
        self._view_model: ArenaViewModel | None = None

    @property
    def run(self) -> Run | None:
        """The experiment, if it was played here."""
        return self._experiment if isinstance(self._experiment, Run) else None

    @property
    def running(self) -> bool:
        return self.run is not None and self.run.running

    @property
    def shown(self) -> ExperimentData | None:
        """The experiment in picture and tables; None while the form is of the other kind."""
        last = self._experiment
        return last if last is not None and last.form.kind is self.form.kind else None

    def _take(self, experiment: ExperimentData | None) -> None:
        """Show another experiment, with its default cell."""
        self._experiment, self.cell, self._view_model = experiment, None, None
        self._faults_shown = False

    def edit(self, change: Callable[[ExperimentForm], ExperimentForm]) -> None:
        """Change the form; it is checked at the start."""
        self.form = change(self.form)
        self.fault, self.faulty = None, ""
        self._view_model = None

    def typed(self, name: str, text: str) -> None:
        """Change the text of a field by its name."""
        self.edit(lambda form: form.typed(name, text))

    # -- the experiment --------------------------------------------------------------------------

    def start(self) -> None:
        """Check the form and start; a fault is stored and nothing is lost."""
        if self.running:
            return
        self.fault, self.faulty, self._view_model = None, "", None
        try:
            run = self._new_run(self.form)
        except JouonsError as error:
            self.fault, self.faulty = error.message, self.form.faulty()
            return
        self._take(run)
        run.go()

    def _new_run(self, form: ExperimentForm, past: ExperimentData | None = None) -> Run:
        title, work = self._translate(title_of(form)), form.work(form.pairs(), self._store)
        return Run(self._worker, form, title, self._own_store, work, past)

    def go_on(self) -> None:
        """Continue the experiment, played here or of the store."""
        past = self.shown
        if past is None or self.running:
            return
        self.fault, self.faulty, self._view_model = None, "", None
        try:
            run = past if isinstance(past, Run) else self._new_run(past.form, past)
        except JouonsError as error:
            self.fault = error.message
            return
        self.form, self._experiment = past.form, run
        run.go()

    def again(self) -> None:
        """Start the selected experiment again as a new one."""
        if self.shown is not None and not self.running:
            self.form = self.shown.form
            self.start()

    def stop(self) -> None:
        """Stop the experiment; its results remain."""
        if self.run is not None:
            self.run.stop()
            self._view_model = None

    def close(self) -> None:
        """Stop at the end of the program; the results are saved."""
        self._worker.close()
        end = time.monotonic() + CLOSING_SECONDS
        while self.running and time.monotonic() < end:
            time.sleep(0.01)

    # -- stored experiments ----------------------------------------------------------------------

    def kept(self) -> list[StoredExperiment]:
        """Return every experiment in the store, newest first. StoreError when it cannot be read."""
        return self._store().arena.all()

    def open(self, kept: StoredExperiment) -> int:
        """Show a stored experiment, while none is running. JouonsError when it is damaged.

        Returns the number of damaged rows that are left out.
        """
        past, left_out = read_experiment(kept, self._store())
        self._take(past)
        self.form, self.fault, self.faulty = past.form, None, ""
        return left_out

    def remove(self, number: int) -> None:
        """Delete an experiment. StoreError when the store cannot be written."""
        self._store().arena.remove(number)
        if self._experiment is not None and self._experiment.number == number:
            self._take(None)

    # -- the games -------------------------------------------------------------------------------

    def choose(self, cell: PairSelection | None) -> None:
        """List the games of a cell, a row or a bar."""
        self.cell, self._view_model = cell, None

    def show_faults(self, faults: bool) -> None:
        """List the faults of the selected player in the place of the games, or the games again."""
        self._faults_shown, self._view_model = faults, None

    def game(self, listed: ListedGame) -> tuple[Pairing, GameRecord]:
        """Return a listed game with its pairing."""
        assert self.shown is not None
        return self.shown.tallies[listed.record.pairing].pairing, listed.record

    def _faults(self, view_model: ArenaViewModel, cell: PairSelection) -> Iterator[ListedFault]:
        """Yield the faults of the selected player, equal ones together, the most frequent first.

        A fault is left out where the end of its first game cannot be read.
        """
        groups: list[list[tuple[Pairing, int, FaultCount]]] = []
        for tally, side in _sides(view_model, cell):
            for fault in tally.fault_kinds[side]:
                alike = (group for group in groups if group[0][-1].text == fault.text)
                same = next(alike, None)
                if same is None:
                    groups.append(same := [])
                same.append((tally.pairing, side, fault))
        counted = [(sum(fault.times for *_, fault in group), group[0]) for group in groups]
        for times, (pair, side, fault) in sorted(counted, key=lambda each: -each[0]):
            with suppress(JouonsError):
                yield self._first_of(times, cell.player, pair, side, fault)

    def _first_of(
        self, times: int, player: int, pair: Pairing, side: int, fault: FaultCount
    ) -> ListedFault:
        """Return a fault with the end of its first game; JouonsError if that cannot be read."""
        assert self.shown is not None
        form, records = self.shown.form, list(self.shown.games[pair.number])
        moves = next((each.moves for each in records if each.number == fault.number), None)
        if moves is None:
            raise JouonsError("arena.past_damaged")
        game = make_game(form.game, form.options)
        session = Session.replay(game, game.text(form.start().state(game)), moves.split())
        opponent = sum(seats_of(len(form.players))[pair.number]) - player
        seed = own_seed(form.seed(), pair.number, fault.number, session.ply)
        name = (pair.a, pair.b)[side]
        return ListedFault(
            fault.text, times, name, opponent, session.ply + 1, game, session.state, seed
        )

    # -- view --------------------------------------------------------------------------------------

    def poll(self) -> bool:
        """Poll the run; return True if there is something new to show."""
        run = self.run
        if run is None:
            return False
        now = (run.done, run.running, run.playing, run.seconds_left, run.fault)
        if now == self._shown:
            return False
        self._shown, self._view_model = now, None
        return True

    def view_model(self) -> ArenaViewModel:
        if self._view_model is None:
            self._view_model = self._look()
        return self._view_model

    def _look(self) -> ArenaViewModel:
        played, form, run = self.shown, self.form, self.run
        view_model = ArenaViewModel(form, form, self.fault, self.faulty, plain=self.plain)
        if played is None:
            return view_model
        if run is not None:
            view_model = replace(
                view_model,
                fault=self.fault or run.fault,
                seconds_left=run.seconds_left,
                playing=run.playing,
            )
        state = RunState.DONE if played.done >= played.total else RunState.STOPPED
        tallies = tuple(replace(tally) for tally in list(played.tallies.values()))
        tournament = played.form.kind is ExperimentKind.TOURNAMENT
        first = PairSelection(0, 1 if tournament else None)
        cell = self.cell or (first if played.done else None)
        view_model = replace(
            view_model,
            played=played.form,
            state=RunState.RUNNING if self.running else state,
            done=played.done,
            total=played.total,
            tallies=tallies,
            ranking=tuple(ranked(standings(tallies))) if tournament else (),
            cell=cell,
            faults_shown=self._faults_shown,
            sentences=played.sentences,
        )
        if cell is None:
            return view_model
        if tournament and self._faults_shown:  # each game with one is read and replayed
            view_model = replace(view_model, faults=tuple(self._faults(view_model, cell)))
        sides = {tally.pairing.number: side for tally, side in _sides(view_model, cell)}
        games: list[GameRecord] = []
        for pairing in sides:
            games += list(played.games[pairing])  # it grows
        return replace(view_model, games=games, sides=sides)

    # -- files -----------------------------------------------------------------------------------

    def export(self, base: Path, draw: Callable[[Path, ArenaViewModel], None]) -> list[Path]:
        """Write games, table and the picture of `draw` to files with this base name; return their
        paths.

        JouonsError when there is nothing to write, or a file cannot be written.
        """
        view_model = self.view_model()
        if not view_model.done or self.shown is None:
            raise JouonsError("arena.nothing_to_export")
        table, games, picture = files = [base.with_name(base.name + end) for end in EXPORTED]
        if view_model.kind is ExperimentKind.SWEEP:
            write_sweep(table, view_model.rows)
        else:
            write_whole(table, _table(view_model).encode())
        GamesFile(games, self.shown.pairs).write(self.shown.records())
        draw(picture, view_model)
        return files


def _sides(view_model: ArenaViewModel, cell: PairSelection) -> list[tuple[PairingTally, int]]:
    """Return the results of the listed games, and the side of the selected player in each."""
    if view_model.kind is ExperimentKind.SWEEP:
        return [(tally, 0) for tally in view_model.tallies[cell.player : cell.player + 1]]
    others = range(len(view_model.ranking)) if cell.other is None else [cell.other]
    return [each for other in others if (each := view_model.between(cell.player, other))]


def _table(view_model: ArenaViewModel) -> str:
    """Return the ranking as CSV with a heading; an Elo without bound is empty."""
    heads = ("player", "games", "score", "low", "high", "elo", "judged", "errors")
    rows: list[Sequence[Any]] = [(*heads, "elo_low", "elo_high", "different", "faults")]
    for each in view_model.ranking:
        thrown, rating = each.thrown, each.rating
        judged = ("", "") if thrown is None else (thrown.judged, thrown.errors)
        numbers = map(_decimal, (each.score, *each.interval, rating.elo))
        ends = (_decimal(rating.low), _decimal(rating.high))
        rows.append((each.text, each.games, *numbers, *judged, *ends, each.different, each.faults))
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


def _decimal(number: float | None) -> str:
    return "" if number is None else f"{number:.6f}"
