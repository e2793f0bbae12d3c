"""A hundred files that do what no bot should: one true sentence each, and nothing left behind."""

from __future__ import annotations

import errno
import json
import pickle
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from engine.context import Context
from engine.own import protocol
from engine.own.bot import OwnBot, OwnTask, check_loads
from engine.own.faults import FaultKind, OwnFault
from engine.own.process import OwnProcess
from engine.own.source import SourceReader, read_source
from engine.own.templates import template
from engine.protocols import Decision
from engine.registry import make_game
from tests.own.files import MARK, bot_of, first_decision, wait_until_none_is_left, write
from tests.own.hostile_files import EVERY, Hostile
from tests.waiting import HANG

SECONDS = 0.7

pytestmark = pytest.mark.linux("processes are looked up in /proc")


@pytest.mark.one_of(10)
@pytest.mark.parametrize("hostile", EVERY, ids=lambda hostile: hostile.name)
def test_a_hostile_file_ends_in_one_true_sentence(
    hostile: Hostile,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(MARK, str(tmp_path))
    loads_late = hostile.kind == "load_time"
    if loads_late:
        monkeypatch.setattr(protocol, "LOAD_SECONDS", 2 * SECONDS)
    path = tmp_path / f"{hostile.name}.py"
    path.write_bytes(hostile.data)
    game = make_game("tictactoe")
    patient = hostile.kind not in ("time", "load_time")
    bot = OwnBot(SourceReader(path), 20.0 if patient else SECONDS)
    kind, line, sentence = "fine", None, ""
    try:
        decision = bot.choose(game, game.initial(), Context(1))
        assert decision.move in game.moves(game.initial())
    except OwnFault as fault:
        kind, line, sentence = fault.kind.value, fault.line, str(fault)
    assert kind == ("time" if loads_late else hostile.kind), sentence
    assert line == hostile.line, sentence
    if kind != "fine":
        assert 0 < len(sentence) < 700 and sentence.isprintable()
        assert sentence.startswith(f"Line {line}") or line is None
    bot.close()
    wait_until_none_is_left(str(tmp_path))
    assert capfd.readouterr() == ("", "")


def test_of_a_program_that_gives_no_answer_the_way_to_its_line_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.own.process.WHERE_SECONDS", HANG)
    text = "def choose(game, state, think):\n    wait()\n\ndef wait():\n    while True: pass\n"
    bot = OwnBot(OwnTask(read_source(write(tmp_path, "my_bot", text)), seconds=2.0))
    with pytest.raises(OwnFault, match="Line 5: no answer") as fault:
        first_decision(bot)
    assert [each[1:3] for each in fault.value.trace] == [(2, "choose"), (5, "wait")]


def test_a_process_that_is_closed_while_it_is_asked_is_told_as_a_fault(tmp_path: Path) -> None:
    """The window closes while a thread loads a file or counts its positions."""
    file = write(tmp_path, "my_bot", "def choose(game, state, think):\n    while True: pass\n")
    process, game = OwnProcess(read_source(file), HANG, Context(0)), make_game("tictactoe")
    process.play_by(game, Context(0))

    class Ending(Context[Decision]):
        def check(self) -> None:
            process.close()

    question = ("choose", pickle.dumps(game.initial()), 1, HANG)
    with pytest.raises(OwnFault) as fault:
        process.ask(question, HANG, Ending(0))
    assert fault.value.kind is FaultKind.DIED


def test_a_process_that_the_system_did_not_start_is_started_for_the_next_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = bot_of(tmp_path, template("random"))
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", _no_process)
        with pytest.raises(OwnFault, match="Resource temporarily unavailable"):
            first_decision(bot)
        with pytest.raises(OwnFault) as fault:
            check_loads(bot.source())
        assert not fault.value.lasts
    assert first_decision(bot).move is not None
    bot.close()


def test_a_text_whose_folder_has_gone_plays_on(tmp_path: Path) -> None:
    source = read_source(write(tmp_path / "bots", "my_bot", template("random")))
    shutil.rmtree(tmp_path / "bots")
    check_loads(source)


def _no_process(*arguments: Any, **options: Any) -> None:
    raise OSError(errno.EAGAIN, "Resource temporarily unavailable")


@pytest.mark.parametrize(
    "data",
    [b"[" + b"0," * 2_000_000 + b"0]", b"[" * 10**5, b"[1", b"\xff\xff", b"[1e999999", b"{}"],
)
def test_a_frame_that_is_none_is_refused_before_it_takes_room(data: bytes) -> None:
    whole = protocol.HEADER.pack(protocol.MARK, len(data)) + data
    with pytest.raises(protocol.BrokenFrame):
        protocol.FrameReader(lambda: whole, protocol.read_answer).next()


def test_every_plain_value_travels_in_an_answer() -> None:
    frame = ("note", 1, "é", (1, -(2**70)), {"name": 0.5, "pair": (1, 2.5)}, None, True, "\ud800")
    read = protocol.read_answer
    assert (
        protocol.FrameReader(lambda: protocol.packed(json.dumps(frame).encode()), read).next()
        == frame
    )


def test_the_largest_memory_travels_whatever_its_text_holds() -> None:
    frame = ("choose", 1, 4, None, False, "," * protocol.LARGEST_MEMORY)
    assert protocol.read_answer(json.dumps(frame).encode()) == frame
