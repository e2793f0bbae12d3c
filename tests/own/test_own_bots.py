"""A person's file as a player: its answers, its helper, its process, its memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.context import Cancelled, Context
from engine.messages import Message
from engine.own import protocol, source
from engine.own.bot import OwnBot, OwnTask
from engine.own.faults import FaultKind, OwnFault
from engine.own.process import OwnProcess
from engine.own.source import FileKind, OwnSource, SourceReader, read_source
from engine.protocols import Decision
from engine.recording import Recorder, RecordingKind
from engine.registry import make_game, make_puzzle
from engine.store.store import Store
from engine.trace.notes import Faulted, Noted, Printed
from tests.own.files import MARK, bot_of, first_decision, wait_until_none_is_left, write
from tests.waiting import HANG

WAITS = """
    import time
    def choose(game, state, think):
        think.note("so far", {4: 0.75, 2: 0.5})
        while not think.hurry:
            time.sleep(0.001)
        return 7
"""
DEAF = """
    import time
    def choose(game, state, think):
        NOTE
        time.sleep(60)
"""


def test_the_same_seed_gives_the_same_move_also_by_random_and_numpy(tmp_path: Path) -> None:
    bot = bot_of(
        tmp_path,
        """
        import random
        import numpy as np
        def choose(game, state, think):
            ways = (think.rng.random(), random.random(), np.random.random(), hash("a"))
            think.note(repr(ways))
            return random.choice(game.moves(state))
        """,
    )
    notes = [str(first_decision(bot, seed=seed).note) for seed in (5, 6, 5)]
    bot.close()
    again = str(first_decision(bot, seed=5).note)  # in another process
    assert notes[0] == notes[2] == again != notes[1]


def test_numpy_is_loaded_only_where_it_is_needed(tmp_path: Path) -> None:
    text = """
        import sys
        def choose(game, state, think):
            before = "numpy.linalg" in sys.modules
            LINE
            return 3 * before + ("numpy.linalg" in sys.modules)
    """
    for line, move in (("pass", 0), ("think.rng", 1), ("import numpy; numpy.array([1])", 1)):
        assert first_decision(bot_of(tmp_path, text.replace("LINE", line))).move == move


@pytest.mark.parametrize(
    ("answer", "by_chance"),
    [
        ("game.moves(state)[0]", False),
        ("int(think.rng.integers(9))", True),
        ("random.randrange(9)", True),
        ("int(sum(random.random() < 0.5 for _ in range(312)) > 400)", True),  # a whole round
        ("int(numpy.random.randint(9))", True),
        ("(think.playouts(state, 5), 0)[1]", True),
    ],
)
def test_a_decision_says_whether_chance_had_a_part(
    tmp_path: Path, answer: str, by_chance: bool
) -> None:
    text = f"import random, numpy\ndef choose(game, state, think):\n    return {answer}\n"
    bot = bot_of(tmp_path, text)
    assert [first_decision(bot).by_chance for _ in range(2)] == [by_chance] * 2


def test_playouts_are_those_of_the_player_to_move(tmp_path: Path) -> None:
    bot = bot_of(
        tmp_path,
        """
        def choose(game, state, think):
            scores = {}
            for move in game.moves(state):
                wins, draws, losses = think.playouts(game.play(state, move), 2000)
                scores[move] = losses / 2000
            return scores
        """,
    )
    game = make_game("tictactoe")
    decision = bot.choose(game, game.parse("O.XXXOO.. X"), Context(1))
    scores = {each.move: each.score for each in decision.estimates}
    assert scores[8] == 0.0
    assert scores[1] == pytest.approx(0.5, abs=0.06)
    assert scores[7] == pytest.approx(0.5, abs=0.06)


def test_notes_and_prints_are_recorded_with_their_scores(tmp_path: Path) -> None:
    bot = bot_of(
        tmp_path,
        """
        def choose(game, state, think):
            print("one")
            think.note("first", {0: 0.25, "4": 1}, line=(4, "0"))
            print("two", end="")
            return {4: 0.5, 2: 0.5}
        """,
    )
    recorder, game = Recorder(), make_game("tictactoe")
    decision = bot.choose(game, game.initial(), Context(1, recorder=recorder))
    recording = recorder.recording()
    assert decision.move == 2  # the lowest of equal ones
    assert recording.kind is RecordingKind.NOTES
    events = list(recording.events)
    assert [type(event) for event in events] == [Printed, Noted, Printed]
    note = events[1]
    assert isinstance(note, Noted)
    assert (note.note, note.line, note.scores) == ("first", (4, 0), ((0, 0.25), (4, 1.0)))
    samples = [{b.move: b.score for b in s.moves if b.score is not None} for s in recording.samples]
    assert samples == [{0: 0.25, 4: 1.0}, {2: 0.5, 4: 0.5}]


def test_prints_of_the_import_belong_to_the_first_decision(tmp_path: Path) -> None:
    text = "print('loaded')\ndef choose(game, state, think):\n    return 0\n"
    bot, game, outputs = bot_of(tmp_path, text), make_game("tictactoe"), []
    for _ in range(2):
        recorder = Recorder()
        bot.choose(game, game.initial(), Context(1, recorder=recorder))
        events = recorder.recording().events
        outputs.append([event.output for event in events if isinstance(event, Printed)])
    assert outputs == [["loaded\n"], []]


def test_a_process_that_cannot_be_started_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.own.process.command", lambda: [str(tmp_path / "no_program")])
    bot = bot_of(tmp_path, "def choose(game, state, think):\n    return 0\n")
    with pytest.raises(OwnFault, match="Its process could not be started"):
        first_decision(bot)


def test_a_fault_is_recorded_and_names_the_line_and_the_way_there(tmp_path: Path) -> None:
    bot = bot_of(
        tmp_path,
        """
        def choose(game, state, think):
            return helper(state)

        def helper(state):
            return colum
        """,
    )
    recorder, game = Recorder(), make_game("tictactoe")
    with pytest.raises(OwnFault, match="Line 5: name ‘colum’ is not defined") as caught:
        bot.choose(game, game.initial(), Context(1, recorder=recorder))
    assert [each[1:3] for each in caught.value.trace] == [(2, "choose"), (5, "helper")]
    assert caught.value.trace[1][3] == "return colum"
    (event,) = recorder.recording().events
    assert isinstance(event, Faulted)
    assert (event.kind, event.at) == ("error", 5)


def test_a_fault_in_a_file_beside_it_names_that_file(tmp_path: Path) -> None:
    write(tmp_path, "helper", "def best(moves):\n    return moves[99]\n")
    text = "import helper\ndef choose(game, state, think):\n    return helper.best([])\n"
    with pytest.raises(OwnFault, match=r"Line 2 of helper\.py: list index out of range"):
        first_decision(bot_of(tmp_path, text))


def test_a_saved_file_is_used_by_the_next_decision(tmp_path: Path) -> None:
    write(tmp_path, "helper", "MOVE = 1\n")
    text = "from helper import MOVE\ndef choose(game, state, think):\n    return MOVE + {}\n"
    bot = bot_of(tmp_path, text.format(0))
    hashes = [bot.source().hash]
    assert first_decision(bot).move == 1
    bot_of(tmp_path, text.format(10 - 7))
    hashes.append(bot.source().hash)
    assert first_decision(bot).move == 4
    write(tmp_path, "helper", "MOVE = 2  # changed\n")
    hashes.append(bot.source().hash)
    assert first_decision(bot).move == 5
    assert len(set(hashes)) == 3


def test_a_fault_leaves_no_memory_to_the_next_game_of_an_experiment(tmp_path: Path) -> None:
    text = """
        def choose(game, state, think):
            think.memory["games"] = think.memory.get("games", 0) + 1
            return 4 if think.memory["games"] > 1 else None
    """
    game, bot = make_game("tictactoe"), OwnBot(OwnTask(read_source(write(tmp_path, "a", text))))
    for _ in range(2):
        bot.begin(game)
        with pytest.raises(OwnFault):
            first_decision(bot)
    assert first_decision(bot).move == 4


@pytest.mark.parametrize("answer", [r"'\ud800'", r"(_ for _ in ()).throw(OSError('\udcff'))"])
def test_half_a_character_of_a_bot_becomes_a_question_mark(tmp_path: Path, answer: str) -> None:
    recorder = Recorder()
    text = r"    think.note('\ud800'), print('\udcff')"
    bot = bot_of(tmp_path, f"def choose(game, state, think):\n{text}\n    return {answer}\n")
    game = make_game("tictactoe")
    with pytest.raises(OwnFault, match=r"\?") as caught:
        bot.choose(game, game.initial(), Context(1, recorder=recorder))
    events = recorder.recording().events
    assert [str(each.text) for each in events][:2] == ["‘?’", "Printed: ?"]
    assert str(caught.value).encode()


def test_a_file_beside_that_was_missing_is_used_once_it_is_there(tmp_path: Path) -> None:
    bot = bot_of(
        tmp_path, "import helper\ndef choose(game, state, think):\n    return helper.MOVE\n"
    )
    with pytest.raises(OwnFault, match="helper"):
        first_decision(bot)
    write(tmp_path, "helper", "MOVE = 7\n")
    assert first_decision(bot).move == 7


def test_a_text_saved_while_it_is_read_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, "my_bot", "def choose(game, state, think):\n    return")
    read = source.read_source

    def saved_meanwhile(file: Path) -> OwnSource:
        text = read(file)
        path.write_text("def choose(game, state, think):\n    return 4\n")
        return text

    reader = SourceReader(path)
    monkeypatch.setattr(source, "read_source", saved_meanwhile)
    reader.current()
    monkeypatch.undo()
    assert reader.current() == read_source(path)


def test_a_bot_that_becomes_a_game_says_that_it_is_one(tmp_path: Path) -> None:
    bot = bot_of(tmp_path, "def choose(game, state, think):\n    return 0\n")
    assert first_decision(bot).move == 0
    rules = "def player(p): return 0\ndef moves(p): return {}\n"
    write(tmp_path, "my_bot", f"def initial(): return 0\n{rules}")
    with pytest.raises(OwnFault, match="It is a game, not a bot"):
        first_decision(bot)


def test_a_file_deleted_in_the_middle_is_a_fault_until_it_is_back(tmp_path: Path) -> None:
    text = "def choose(game, state, think):\n    return 0\n"
    bot = bot_of(tmp_path, text)
    assert first_decision(bot).move == 0
    (tmp_path / "my_bot.py").unlink()
    with pytest.raises(OwnFault, match="There is no file") as caught:
        first_decision(bot)
    assert caught.value.kind is FaultKind.LOAD
    bot_of(tmp_path, text)
    assert first_decision(bot).move == 0


def test_a_thousand_saves_in_the_middle_of_decisions_leave_one_of_two_answers(
    tmp_path: Path,
) -> None:
    path = tmp_path / "my_bot.py"
    texts = [f"def choose(game, state, think):\n    return {move}\n" * 3 for move in (1, 2)]
    bot, stop = bot_of(tmp_path, texts[0]), threading.Event()
    saves = 0

    def save() -> None:
        nonlocal saves
        while not stop.is_set():
            for text in texts:
                path.write_text(text)  # first it is empty
                saves += 1

    saver = threading.Thread(target=save)
    saver.start()
    moves, faults = set(), set()
    try:
        decisions = 0
        while decisions < 12 or saves < 1000:
            decisions += 1
            try:
                moves.add(first_decision(bot).move)
            except OwnFault as fault:
                faults.add(fault.kind)
    finally:
        stop.set()
        saver.join(HANG)
    assert moves <= {1, 2}
    assert faults <= {FaultKind.LOAD}
    assert first_decision(bot).move == 2


@pytest.mark.parametrize("note", ["pass", "think.note('x', {4: 0.5, 3: 0.25})"])
def test_who_does_not_hear_a_request_to_hurry_plays_the_last_note(
    tmp_path: Path, note: str
) -> None:
    bot = bot_of(tmp_path, DEAF.replace("NOTE", note))
    game, context = make_game("tictactoe"), Context[Decision](1)
    timer = threading.Timer(0.5, context.ask_hurry)
    timer.start()
    if note == "pass":
        with pytest.raises(OwnFault, match="asked to move at once"):
            bot.choose(game, game.initial(), context)
    else:
        assert bot.choose(game, game.initial(), context).move == 4
    timer.join(HANG)


def test_a_bot_hears_a_request_to_hurry_and_reports_while_it_thinks(tmp_path: Path) -> None:
    bot = bot_of(tmp_path, WAITS)
    game, reports = make_game("tictactoe"), list[Decision]()

    def hurry(decision: Decision) -> None:
        reports.append(decision)
        context.ask_hurry()

    context = Context(1, hurry)
    assert bot.choose(game, game.initial(), context).move == 7
    assert reports[0].move == 4


def test_a_request_to_hurry_before_the_question_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HURRY_SECONDS", HANG)
    bot, game, context = bot_of(tmp_path, WAITS), make_game("tictactoe"), Context[Decision](1)
    bot.begin(game)
    context.ask_hurry()
    assert bot.choose(game, game.initial(), context).move == 7


def test_a_file_that_loads_slowly_is_not_hurried_before_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`Play now` at the first move was a fault."""
    monkeypatch.setattr(protocol, "HURRY_SECONDS", 0.0)
    file = write(tmp_path, "my_bot", "import time\ntime.sleep(0.2)\ndef choose(g, s, t): return 0")
    context = Context[Decision](1)
    context.ask_hurry()
    process = OwnProcess(read_source(file), 5.0, context)
    assert process.running
    process.close()


def test_a_program_that_floods_its_pipe_has_no_more_time_than_others(tmp_path: Path) -> None:
    path = write(
        tmp_path, "my_bot", "def choose(g, s, t):\n    while True: t._sender.send('print', '')"
    )
    game = make_game("tictactoe")
    with pytest.raises(OwnFault) as fault:
        OwnBot(SourceReader(path), 0.5).choose(game, game.initial(), Context(1))
    assert fault.value.kind is FaultKind.TIME


@pytest.mark.parametrize(
    "frame",
    [
        ("flood",),
        ("note",),
        ("note", "x", ((9, 0.5),), ()),
        ("note", "x", ((4, 2.0),), ()),
        ("note", "x", None, (4, 4)),
        ("print", 5),
        ("choose", None, None, False, None),
        ("choose", 4, 5, False, None),
        ("ready",),
        ("solve", (), None),
        ("where", 1),
        ("fault", "died", "", {}, 0, "", ()),
        ("fault", "error", "no.such.text", {}, 0, "", ()),
        ("fault", "illegal", "own.illegal.move", {}, 0, "", ()),
        ("fault", "error", "", {"type": "x", "text": 5}, 0, "", ()),
        (5, 5),
    ],
)
def test_a_program_that_speaks_for_its_process_is_at_fault(
    tmp_path: Path, frame: tuple[object, ...]
) -> None:
    """A frame of another shape was an error in Jouons."""
    text = f"def choose(g, s, t):\n    t._sender.send(*{frame})\n    while True: pass"
    with pytest.raises(OwnFault) as fault:
        first_decision(OwnBot(SourceReader(write(tmp_path, "my_bot", text)), 0.5))
    assert str(fault.value) and fault.value.kind in (FaultKind.DIED, FaultKind.TIME)


def test_the_last_note_answers_also_where_the_file_is_gone(tmp_path: Path) -> None:
    bot = bot_of(tmp_path, DEAF.replace("NOTE", "think.note('x', {4: 0.5, 3: 0.25})"))
    game = make_game("tictactoe")

    def hurry(decision: Decision) -> None:
        (tmp_path / "my_bot.py").unlink(missing_ok=True)
        context.ask_hurry()

    context = Context(1, hurry)
    assert bot.choose(game, game.initial(), context).move == 4


@pytest.mark.linux("processes are looked up in /proc")
def test_a_cancelled_decision_ends_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(MARK, str(tmp_path))
    bot = bot_of(tmp_path, DEAF.replace("NOTE", "think.note('x', {4: 0.5})"))
    game = make_game("tictactoe")

    def cancel(decision: Decision) -> None:
        context.cancel()

    context = Context(1, cancel)
    with pytest.raises(Cancelled):
        bot.choose(game, game.initial(), context)
    wait_until_none_is_left(str(tmp_path))


@pytest.mark.linux("a process is stopped by a signal")
def test_a_process_that_reads_nothing_can_be_cancelled(tmp_path: Path) -> None:
    """A memory larger than its pipe was written until the process read it."""
    bot = bot_of(tmp_path, "def choose(game, state, think): return 0")
    first_decision(bot)
    process = bot._process
    assert process is not None
    os.kill(process._worker[0], signal.SIGSTOP)
    process.remember("x" * 900_000)
    context: Context[Decision] = Context(1)
    threading.Timer(0.1, context.cancel).start()
    with pytest.raises(Cancelled):
        process.ask(("choose", b"", 1, 5.0), 5.0, context)
    assert not process.running


def test_memory_lasts_in_the_store_by_the_name_of_the_bot(tmp_path: Path) -> None:
    text = """
        def choose(game, state, think):
            think.memory["moves"] = think.memory.get("moves", 0) + 1
            return think.memory["moves"]

        def finished(game, moves, result, side, think):
            think.memory["end"] = [list(moves), result, side, game.text(think.start)]
    """
    store, path = Store(tmp_path / "data"), write(tmp_path, "my_bot", text)
    game = make_game("tictactoe")
    bot = OwnBot(SourceReader(path), 20.0, store)
    assert [first_decision(bot).move for _ in range(2)] == [1, 2]
    states, moves = [game.initial()], [0, 3, 1, 4, 2]
    for move in moves:
        states.append(game.play(states[-1], move))
    bot.finished(game, states, moves, 1, Context(1))
    bot.close()
    assert store.own_memory("my_bot") == (
        '{"moves": 2, "end": [[0, 3, 1, 4, 2], 0.0, 1, "......... X"]}'
    )
    assert first_decision(OwnBot(SourceReader(path), 20.0, store)).move == 3
    assert store.own_memory("another") == "{}"
    store.close()


def test_every_game_of_an_experiment_starts_from_the_same_memory(tmp_path: Path) -> None:
    text = """
        def choose(game, state, think):
            think.memory["n"] = think.memory.get("n", 0) + 1
            return think.memory["n"]
    """
    source = read_source(write(tmp_path, "my_bot", text))
    bot, game = OwnBot(OwnTask(source, '{"n": 3}', 20.0)), make_game("tictactoe")
    moves = []
    for _ in range(2):
        bot.begin(game)
        moves += [first_decision(bot).move, first_decision(bot).move]
    assert moves == [4, 5, 4, 5]


AGENT = """
import copy
import random

def helper(board):
    return board

def my_agent(obs, config):
    '''Wins in no game.'''
    assert obs.board == obs["board"] == obs.get("board") and obs.get("nothing") is None
    assert copy.deepcopy(obs).board == copy.copy(obs).board == obs.board
    assert len(obs.board) == config.rows * config.columns
    assert (config.columns, config["rows"], config.get("inarow")) == SIZES
    assert config.actTimeout == config.timeout == 20.0
    print(obs.step, obs.mark, helper(obs.board), obs.remainingOverageTime)
    valid = [c for c in range(config.columns) if obs.board[c] == 0]
    return random.choice(valid)
"""


@pytest.mark.parametrize(
    ("game_id", "options", "sizes", "moves", "marks"),
    [
        ("connect4", {}, (7, 6, 4), [3, 3], {38: 1, 31: 2}),
        ("connect4", {"columns": "5", "rows": "4"}, (5, 4, 4), [0], {15: 1}),
        ("connect4", {"begins": "yellow"}, (7, 6, 4), [6], {41: 1}),
        ("tictactoe", {}, (3, 3, 3), [4, 8], {4: 1, 8: 2}),
    ],
)
def test_an_agent_for_connectx_sees_the_board_as_there(
    tmp_path: Path,
    game_id: str,
    options: dict[str, str],
    sizes: tuple[int, int, int],
    moves: list[int],
    marks: dict[int, int],
) -> None:
    bot = bot_of(tmp_path, AGENT.replace("SIZES", repr(sizes)))
    assert bot.source().kind is FileKind.AGENT
    game = make_game(game_id, options)
    state = game.initial()
    for move in moves:
        state = game.play(state, move)
    board = [marks.get(place, 0) for place in range(sizes[0] * sizes[1])]
    recorder = Recorder()
    decision = bot.choose(game, state, Context(1, recorder=recorder))
    assert decision.move in game.moves(state)
    assert decision.by_chance
    (event,) = recorder.recording().events
    assert isinstance(event, Printed)
    assert event.output == f"{len(moves)} {len(moves) % 2 + 1} {board} 60.0\n"


def test_an_agent_plays_only_the_boards_it_knows(tmp_path: Path) -> None:
    bot = bot_of(tmp_path, AGENT)
    assert bot.supports(make_game("connect4")) is None
    reason = bot.supports(make_game("nim"))
    assert isinstance(reason, Message)
    assert "Connect Four, Tic-tac-toe" in str(reason)


def test_a_solver_gives_moves_that_are_checked(tmp_path: Path) -> None:
    puzzle = make_puzzle("tiles", {"size": "2x3"})
    state = puzzle.play(puzzle.goal(), puzzle.moves(puzzle.goal())[0])
    for name, answer, sentence in (
        ("right", "[m for m in puzzle.moves(state) if puzzle.play(state, m) == puzzle.goal()]", ""),
        ("short", "[]", "Line 2: the moves do not reach the goal but "),
        ("odd", "5", r"Line 2: the answer \(5\) is no list of moves"),
    ):
        bot = bot_of(tmp_path, f"def solve(puzzle, state, think):\n    return {answer}\n", name)
        assert bot.source().kind is FileKind.SOLVER
        if sentence:
            with pytest.raises(OwnFault, match=sentence):
                bot.solve(puzzle, state, Context(1))
        else:
            assert len(bot.solve(puzzle, state, Context(1))) == 1


@pytest.mark.linux("processes are looked up in /proc")
def test_the_process_ends_with_the_program_however_it_ends(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "my_bot",
        """
        import subprocess, time
        def choose(game, state, think):
            subprocess.Popen(["sleep", "100"], start_new_session=True)
            think.note("x", {1: 0.5})
            time.sleep(100)
        """,
    )
    root = Path(__file__).resolve().parents[2]
    script = (
        "import os; from engine.context import Context; from engine.own.bot import OwnBot\n"
        "from engine.own.source import SourceReader; from engine.registry import make_game\n"
        f"from pathlib import Path; bot = OwnBot(SourceReader(Path({str(path)!r})), 100)\n"
        "game = make_game('tictactoe')\n"
        "context = Context(1, lambda decision: os.kill(os.getpid(), 9))\n"
        "bot.choose(game, game.initial(), context)\n"
    )
    mark = str(tmp_path)
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=root, env={**os.environ, MARK: mark}, check=False
    )
    assert ended.returncode == -9
    wait_until_none_is_left(mark)
