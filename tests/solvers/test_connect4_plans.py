"""Plans against an independent checker, their counters and sentences against every line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from engine.context import Cancelled, Context
from engine.games.connect4 import ConnectFour, Stones
from engine.messages import Message
from engine.protocols import Value
from engine.registry import oracle_for
from engine.solvers.connect4_plan import Levels, Planner
from engine.solvers.connect4_search import Searcher
from engine.solvers.connect4_threats import geometry_of
from engine.solvers.connect4_why import Check, Explanation, Kind, explain, follower, later
from engine.solvers.connect4_why_text import PlanMark, refusal, sentences, view_plan
from tests.full import few_or_full
from tests.solvers.plan_lines import Board, BrokenPlanError, Cell, Disc, Line, PlanLines
from tests.solvers.test_connect4_solver import random_state

LIMIT = 60_000
NOT_TAKEN = (PlanMark.FIRST, PlanMark.END)


def no_tick() -> None:
    """Never end a search early."""


def drawn(game: ConnectFour, state: Stones, holder: int) -> Board:
    """The position as a dictionary."""
    sides = game.stones_of(state)
    return {cell: side == holder for side in (0, 1) for cell in game.cells(sides[side])}


def quiet_states(game: ConnectFour, plies: int, rng: random.Random) -> Iterator[Stones]:
    """Random positions in which the player to move has no four at once."""
    geometry = geometry_of(game.columns, game.rows)
    while True:
        state, _ = random_state(game, plies, rng)
        if not geometry.threats(state.mover, state.all) & geometry.drops(state.all):
            yield state


def random_levels(game: ConnectFour, state: Stones, rng: random.Random) -> Levels:
    """Up to three levels of random empty cells."""
    levels = [0] * rng.randint(1, 3)
    for column, row in game.cells(game.board & ~state.all):
        if rng.random() < 0.8:
            levels[rng.randrange(len(levels))] |= 1 << column * game.stride + row
    return tuple(levels)


BOARDS = [(4, 4, 5), (5, 4, 6), (5, 5, 11), (6, 5, 16), (7, 6, 26), (8, 7, 42)]


@few_or_full("seed", 0, *range(1, 6))
@pytest.mark.parametrize(("columns", "rows", "plies"), BOARDS)
def test_no_plan_is_refused_by_an_independent_checker(
    columns: int, rows: int, plies: int, seed: int
) -> None:
    """The full suite checks 3,636 plans."""
    game, planned, count = ConnectFour(columns, rows), 0, 120 if seed else 6
    planner, searcher = Planner(game), Searcher(geometry_of(columns, rows))
    states = quiet_states(game, plies, random.Random(100 * columns + seed))
    for number, state in enumerate(states):
        draws = number % 3 == 0
        if searcher.reaches(*state, int(draws)) >= int(draws):
            continue
        levels = planner.find(*state, draws, LIMIT, no_tick)
        if levels is None:
            continue
        board = drawn(game, state, 1 - game.to_move(state))
        plan = [set(game.cells(level)) for level in levels]
        assert PlanLines(columns, rows, draws).holds(board, plan)
        planned += 1
        if planned == count:
            break


@few_or_full("count", 60, 1500)
@pytest.mark.parametrize(("columns", "rows", "plies"), BOARDS)
def test_a_random_plan_is_accepted_exactly_where_it_holds(
    columns: int, rows: int, plies: int, count: int
) -> None:
    """None is for a position of another value: the exact search says which these are."""
    game, rng, refused = ConnectFour(columns, rows), random.Random(rows), 0
    planner, searcher = Planner(game), Searcher(geometry_of(columns, rows))
    for number, state in zip(range(count), quiet_states(game, plies, rng), strict=False):
        draws = bool(number & 1)
        levels = random_levels(game, state, rng)
        accepted = planner.check(levels, *state, draws, no_tick) is not None
        board = drawn(game, state, 1 - game.to_move(state))
        plan = [set(game.cells(level)) for level in levels]
        assert accepted == PlanLines(columns, rows, draws).holds(board, plan)
        if searcher.reaches(*state, int(draws)) >= int(draws):
            refused += 1
            assert not accepted
    assert refused


def answers(game: ConnectFour, plies: int, count: int) -> Iterator[tuple[Explanation, list[Line]]]:
    """Plans of random positions, each with all of its lines."""
    rng, oracle = random.Random(plies), oracle_for(game)
    while count:
        state, _ = random_state(game, plies, rng)
        answer = explain(game, oracle, state, Context(0), LIMIT)
        if answer.report is None or not answer.report.positions or answer.holder is None:
            continue
        count -= 1
        lines = PlanLines(game.columns, game.rows, answer.draws)
        plan = [set(game.cells(level)) for level in answer.levels]
        yield answer, list(lines.lines(drawn(game, answer.start(game), answer.holder), plan))


SMALL = [(4, 4, 6), (4, 4, 7), (5, 4, 9), (5, 4, 10), (4, 5, 10), (5, 5, 15)]


@few_or_full("count", 4, 60)
@pytest.mark.parametrize(("columns", "rows", "plies"), SMALL)
def test_every_counter_is_that_of_all_lines(
    columns: int, rows: int, plies: int, count: int
) -> None:
    game = ConnectFour(columns, rows)
    for answer, lines in answers(game, plies, count):
        report = answer.report
        assert report is not None
        longest = max(map(len, lines))
        assert report.longest == longest
        assert set(game.cells(report.ends)) == {line[-1].cell for line in lines}
        last = {line[-1].cell for line in lines if len(line) == longest}
        assert set(game.cells(report.last)) == last
        before = {frozenset(line[:ply]) for line in lines for ply in range(0, len(line), 2)}
        assert report.positions == len(
            {frozenset((d.cell, d.held) for d in each) for each in before}
        )
        replies = [pair for line in lines for pair in pairwise(line) if pair[1].held]
        tops = {r.cell for m, r in replies if r.rule != "win" and r.cell == above(m.cell)}
        assert set(game.cells(report.on_top)) == tops
        others = {r.cell for m, r in replies if r.rule != "win" and r.cell != above(m.cell)}
        assert set(game.cells(report.elsewhere)) == others
        assert bool(report.blocks) == any(r.rule == "block" for _, r in replies)
        assert set(game.cells(report.used)) == {r.cell for _, r in replies if r.rule == "mark"}
        assert set(game.cells(report.wins)) == {r.cell for _, r in replies if r.rule == "win"}
        marks = [(above(m.cell), r.cell) for m, r in replies if r.rule == "mark"]
        passed = {top for top, cell in marks if cell != top and top[1] < rows}
        assert set(game.cells(report.passed)) == passed


def above(cell: Cell) -> Cell:
    return cell[0], cell[1] + 1


def fenced(lines: list[Line], column: int) -> bool:
    """Whether the holder has no disc in a column but a winning one."""
    return all(
        disc.rule == "win"
        for line in lines
        for disc in line
        if disc.held and disc.cell[0] == column
    )


def answered_unless_forced(lines: list[Line], cell: Cell) -> bool:
    """Whether each disc of the opponent right under a cell is answered on it, or by a block, two
    threats or a win, and each disc of the holder there that does not win is such an answer."""
    return all(
        reply.cell == cell or reply.rule != "mark"
        if above(move.cell) == cell
        else reply.cell != cell or reply.rule == "win"
        for line in lines
        for move, reply in pairwise(line)
        if reply.held
    )


def passed_over(game: PlanLines, board: Board, lines: list[Line], level: set[Cell]) -> set[Cell]:
    """The cells of a level that are free to take where a mark of another level is taken."""
    passed = set[Cell]()
    for line in lines:
        now = dict(board)
        for disc in line:
            if disc.rule == "mark" and disc.cell not in level:
                passed |= {
                    cell
                    for cell in level.intersection(game.free(now))
                    if not game.completes({**now, cell: True}, above(cell), False)
                }
            now[disc.cell] = disc.held
    return passed


def answered(lines: list[Line], column: int, rows: int) -> bool:
    """Whether each disc of the opponent in a column is answered on it or by a winning disc, and
    the holder has no other discs there."""
    for line in lines:
        for number, disc in enumerate(line):
            if disc.held and disc.cell[0] == column and disc.rule != "win":
                before = line[number - 1]
                if disc.cell != above(before.cell):
                    return False
            if not disc.held and disc.cell[0] == column and disc.cell[1] + 1 < rows:
                reply = line[number + 1]
                if reply.rule != "win" and reply.cell != above(disc.cell):
                    return False
    return True


def started_wins(lines: list[Line], column: int) -> bool:
    """Whether each first disc in a column is the opponent's and a win on top of it follows."""
    starts = [(line, n) for line in lines for n, d in enumerate(line) if d.cell == (column, 0)]
    return bool(starts) and all(
        not line[n].held and any(reply.cell == (column, 1) for reply in wins_after(lines, line, n))
        for line, n in starts
    )


def wins_after(lines: list[Line], line: Line, number: int) -> list[Disc]:
    """The winning discs that the rule allows after the first discs of a line."""
    start = line[: number + 1]
    return [
        each[number + 1]
        for each in lines
        if each[: number + 1] == start and len(each) > number + 1 and each[number + 1].rule == "win"
    ]


@few_or_full("count", 6, 150)
@pytest.mark.parametrize(("columns", "rows", "plies"), SMALL)
def test_every_sentence_holds_in_all_lines(columns: int, rows: int, plies: int, count: int) -> None:
    game = ConnectFour(columns, rows)
    for answer, lines in answers(game, plies, count):
        view, report = view_plan(game, answer), answer.report
        assert report is not None
        keys = {each.text.key: each.text.values for each in sentences(game, answer)}
        assert all(answered(lines, column, rows) for column in view.top_columns)
        assert all(fenced(lines, column) for column in view.fences)
        assert answer.first not in view.fences
        own = {disc.cell[0] for line in lines for disc in line if disc.held}
        assert {column for column in view.fences if column not in own} == set(view.never)
        if "plan.never" in keys:
            assert numbers(keys["plan.never"]["columns"]) == list(view.never)
        if "plan.never_starts" in keys:
            for column in numbers(keys["plan.never_starts"]["columns"]):
                assert column in view.fences
                assert not any(d.held and d.cell == (column, 0) for line in lines for d in line)
        if "plan.started" in keys:
            assert started_wins(lines, keys["plan.started"]["column"])
        if "plan.tactics" in keys:
            assert all(disc.rule in ("win", "fork") for line in lines for disc in line if disc.held)
        if "plan.blocks" in keys:
            assert all(disc.rule != "mark" for line in lines for disc in line)
        if "plan.ends" in keys:
            assert len({line[-1].cell for line in lines}) <= 2
        assert all(answered_unless_forced(lines, cell) for cell in view.top_cells)
        marked = {cell for level in answer.levels for cell in game.cells(level)}
        if answer.kind is Kind.PLAN:
            assert answer.holder is not None
            board = drawn(game, answer.start(game), answer.holder)
            first = set(game.cells(answer.levels[0]))
            assert not passed_over(PlanLines(columns, rows, answer.draws), board, lines, first)
            assert marked == {d.cell for line in lines for d in line if d.rule == "mark"}
            assert {cell for cell, mark, _ in view.cells if mark not in NOT_TAKEN} == marked


def breaks(lines: PlanLines, board: Board, plan: list[set[Cell]]) -> bool:
    """Whether a plan breaks in some line from a position with its holder to move."""
    try:
        rule, cells = lines.rule(board, plan)
    except BrokenPlanError:
        return True
    boards = [{**board, cell: True} for cell in cells]
    full = any(len(after) == lines.columns * lines.rows for after in boards)
    return rule != "win" and (full or not all(lines.holds(after, plan) for after in boards))


@few_or_full("count", 4, 40)
@pytest.mark.parametrize(("columns", "rows", "plies"), SMALL)
def test_a_better_move_takes_a_needed_square_or_breaks_the_plan(
    columns: int, rows: int, plies: int, count: int
) -> None:
    game, rng, seen = ConnectFour(columns, rows), random.Random(plies), set[Check]()
    oracle, lines = oracle_for(game), PlanLines(columns, rows, False)
    while count:
        before, _ = random_state(game, plies, rng)
        exact = oracle.values(before, Context(0))
        right = [each.move for each in exact.estimates if each.value is exact.value]
        for move in game.moves(before):
            state = game.play(before, move)
            if game.outcome(state) is not None:
                continue
            answer = explain(game, oracle, state, Context(0), LIMIT, before)
            lost = any(e.move == move and e.value is Value.LOSS for e in exact.estimates)
            if answer.kind is not Kind.PLAN or not lost or exact.value is Value.LOSS:
                assert answer.remedy is None or answer.remedy.check is Check.NONE
                continue
            count -= bool(count)
            remedy, holder = answer.remedy, game.to_move(state)
            assert remedy is not None and remedy.move in right and remedy.value is exact.value
            first = game.cells(answer.start(game).all ^ state.all)
            plan = [set(first), *(set(game.cells(level)) for level in answer.levels)]
            cell = (remedy.move, game.landing(before, remedy.move))
            without, after = [level - {cell} for level in plan], game.play(before, remedy.move)
            seen.add(remedy.check)
            if remedy.check is Check.TAKES:
                assert right == [remedy.move] and any(cell in level for level in plan)
                assert not breaks(lines, drawn(game, state, holder), plan)
                assert breaks(lines, drawn(game, state, holder), without)
            else:
                wins = game.outcome(after) is not None
                assert remedy.check is (Check.NONE if wins else Check.FAILS)
                assert wins or breaks(lines, drawn(game, after, holder), plan)
    assert seen


@few_or_full("count", 4, 60)
@pytest.mark.parametrize(("columns", "rows", "plies"), SMALL)
def test_a_plan_counted_anew_keeps_the_marks_that_its_lines_still_take(
    columns: int, rows: int, plies: int, count: int
) -> None:
    game = ConnectFour(columns, rows)
    planner, rng = follower(game), random.Random(plies)
    for answer, lines in answers(game, plies, count):
        line, state = rng.choice(lines), answer.start(game)
        rest = lines
        for ply, disc in enumerate(line[:-1]):
            state = game.play(state, disc.cell[0])
            rest = [each for each in rest if each[ply] == disc]
            if not disc.held:
                continue
            anew = later(planner, answer, state, Context(0))
            assert anew.report is not None and sentences(game, anew)
            assert anew.report.longest == max(map(len, rest)) - ply - 1
            marks = {cell for level in anew.levels for cell in game.cells(level)}
            assert marks == {d.cell for each in rest for d in each[ply + 1 :] if d.rule == "mark"}
            assert (anew.kind is Kind.TACTICS) == (not marks)
            assert not (marks and anew.replies)


@pytest.mark.parametrize(
    ("moves", "move", "refused"),
    [
        ("0 1 0 1 0 1", 3, "win"),
        ("0 1 0 1 0", 3, "block"),
        ("3 0 2 0", 6, "two_threats"),
        ("2 0 0 1 1 6 2", 3, "under"),
        ("0 0", 3, "later"),
        ("0 0", 6, "unmarked"),
    ],
)
def test_a_refusal_names_the_part_of_the_rule_that_asks_for_another_move(
    moves: str, move: int, refused: str
) -> None:
    game = ConnectFour()
    state = game.initial()
    for each in map(int, moves.split()):
        state = game.play(state, each)
    levels = (
        1 << 2 * game.stride + 1 | 1 << 5 * game.stride | 1 << game.stride,
        1 << 3 * game.stride,
    )
    text = refusal(follower(game), levels, state, move)
    assert text is not None and text.key == f"plan.refused.{refused}"
    assert refusal(follower(game), levels, state, text.values["column"]) is None


def numbers(text: Message) -> list[int]:
    """The numbers in a list of columns."""
    return [int(word) for word in str(text).replace(",", " ").split() if word.isdigit()]


@few_or_full("count", 4, 80)
@pytest.mark.parametrize(("columns", "rows", "plies"), [(5, 5, 9), (7, 6, 26)])
def test_the_mirror_image_has_the_mirrored_answer(
    columns: int, rows: int, plies: int, count: int
) -> None:
    game, rng = ConnectFour(columns, rows), random.Random(5)
    geometry, oracle = geometry_of(columns, rows), oracle_for(game)
    for _ in range(count):
        state, _ = random_state(game, plies, rng)
        image = Stones(geometry.mirror(state.mover), geometry.mirror(state.all))
        here, there = (explain(game, oracle, each, Context(0), LIMIT) for each in (state, image))
        if image == state:
            continue
        assert there.levels == tuple(map(geometry.mirror, here.levels))
        assert (there.kind, there.holder, there.draws) == (here.kind, here.holder, here.draws)
        if here.first is not None:
            assert there.first == columns - 1 - here.first
        if here.report is not None:
            assert there.report is not None
            assert there.report.positions == here.report.positions
            assert there.report.ends == geometry.mirror(here.report.ends)


def test_a_plan_that_checks_is_not_lost_when_the_limit_comes_while_it_is_shortened() -> None:
    game = ConnectFour()
    state = game.parse("......./......./...Y..R/..YR..Y/R.RY..Y/RRYYYRR R")
    planner = Planner(game)
    levels = planner.find(*game.canonical(state), False, 150_000, no_tick)
    assert levels is not None
    assert planner.check(levels, *game.canonical(state), False, no_tick) is not None


def test_a_cancelled_search_ends_at_its_next_check() -> None:
    game, calls = ConnectFour(), 0
    state = game.initial()
    for move in map(int, "43333013013400"):
        state = game.play(state, move)

    class Cancelling(Context[None]):
        def check(self) -> None:
            nonlocal calls
            calls += 1
            if calls > 40:
                raise Cancelled

    with pytest.raises(Cancelled):
        explain(game, oracle_for(game), state, Cancelling(0))
    assert calls == 41
