"""The process of a person's file, as Jouons sees it: started, asked, hurried, ended.

It is a group of processes of its own and ends with the pipe from Jouons, however Jouons ends; on
Windows, with a job object. No limit here decides a move: it only ends a program that gives none.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import marshal
import os
import pickle
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

from engine.context import Cancelled, Context
from engine.files import reason
from engine.messages import Message, fields_of, is_written, message
from engine.own import protocol
from engine.own.faults import NOT_STARTED, FaultKind, OwnFault, exception_text, own_fault
from engine.own.protocol import PIECE, BrokenFrame, Frame, FrameReader, packed, read_answer
from engine.own.source import FileKind, OwnSource

TICK = 0.01  # seconds between two looks at the requests to stop or to hurry
WHERE_SECONDS = 0.2  # for the answer where a program is that gives none
PATIENT = ("load", "game", "enumerate")  # questions that no hurry answers
BEHIND_SECONDS = 1.0  # for what stands before an answer in time, notes above all
END_SECONDS = 1.0  # for the watching half to end
SENT = frozenset(kind.value for kind in (FaultKind.LOAD, FaultKind.ERROR, FaultKind.ILLEGAL))
TOLD = ("own.illegal.", "own.note.")  # the sentences of an answer or a note
# JOBOBJECT_EXTENDED_LIMIT_INFORMATION of Windows: the third are its flags, the third last memory.
JOB_LIMITS, EXTENDED_LIMITS = struct.Struct("2qI2nIn2I6Q4n"), 9
KILL_ON_CLOSE, LIMIT_MEMORY = 0x2000, 0x200  # JOB_OBJECT_LIMIT_…
ASSIGN_AND_LIMIT = 0x0101  # PROCESS_SET_QUOTA | PROCESS_TERMINATE
OnFrame = Callable[[Frame], None]
MAIN = Path(__file__).resolve().parents[2] / "main.py"
# The same order of sets each time, one thread of linear algebra, output of C libraries unbuffered.
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "PYTHONIOENCODING": "utf-8",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


class NoHurriedAnswer(Exception):  # noqa: N818 - a request, not an error
    """The program was asked to hurry and gave no answer: its process has been ended."""


def command() -> list[str]:
    """Return the command line of a process: this program, in its sources or packaged."""
    main = [] if hasattr(sys, "frozen") else [str(MAIN)]
    return [sys.executable, *main, protocol.HIDDEN_COMMAND]


class OwnProcess:
    """A running process that has loaded one text.

    Raises OwnFault where the text is at fault, Cancelled within 50 ms of a cancel; both end the
    process.
    """

    def __init__(
        self,
        source: OwnSource,
        seconds: float,
        context: Context[Any],
        on_frame: OnFrame | None = None,
    ) -> None:
        self.source = source
        self.seconds = 0.0  # that the last answer took
        self._number = 0
        memory = protocol.RULES_MEMORY if source.has_rules else protocol.BOT_MEMORY
        try:
            self._process = subprocess.Popen(
                command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env={**os.environ, **ENVIRONMENT},
                start_new_session=os.name == "posix",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            why = message(NOT_STARTED, reason=reason(error))
            raise own_fault(FaultKind.DIED, why) from None
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input = self._process.stdin.fileno()
        self._memory: str | None = None  # to be sent before the next question
        if sys.platform != "win32":
            os.set_blocking(self._input, False)
        self._output: IO[bytes] | socket.socket = self._process.stdout
        job = None
        if sys.platform == "win32":
            job = _job_of(self._process, memory)
            self._output = _as_socket(self._process.stdout)
        read: Callable[[int], bytes] = functools.partial(os.read, self._output.fileno())
        if isinstance(self._output, socket.socket):
            read = self._output.recv
        self._reader = FrameReader(lambda: read(PIECE), read_answer)
        self._game: Any = None
        self._worker: list[int] = []  # the process that works, as it names itself
        self._end = weakref.finalize(self, _end, self._process, self._worker, job)
        folder, kind = str(Path(source.path).parent), str(source.kind or FileKind.BOT)
        load = (source.name, folder, source.files, kind, memory, seconds)
        self._worker += self.ask(("load", *load), protocol.LOAD_SECONDS, context, on_frame)

    @property
    def running(self) -> bool:
        """Whether it can be asked."""
        return self._end.alive

    def close(self) -> None:
        """End the process and all that it started, without waiting for it."""
        self._end()

    def play_by(self, game: Any, context: Context[Any]) -> None:
        """Send the rules of the questions that follow, if they are others than before."""
        if game is not self._game:
            self.ask(("game", pickle.dumps(_without_caches(game))), protocol.LOAD_SECONDS, context)
            self._game = game

    def remember(self, memory: str) -> None:
        """Replace the memory of the questions that follow."""
        self._memory = memory

    def ask(
        self,
        question: tuple[Any, ...],
        seconds: float,
        context: Context[Any],
        on_frame: OnFrame | None = None,
    ) -> Frame:
        """Return the values of the answer; what comes before it goes to `on_frame`.

        Raises OwnFault, Cancelled, or NoHurriedAnswer where the program was asked to hurry in vain;
        while it loads it cannot hurry.
        """
        memory, self._memory = self._memory, None
        try:
            if memory is not None:
                self._send(("memory", self._next(), memory), context)
            number = self._next()
            self._send((question[0], number, *question[1:]), context)
            begun = time.monotonic()
            answer = self._wait(number, question[0], seconds, context, on_frame)
            self.seconds = time.monotonic() - begun
            return answer
        except BrokenFrame:
            self.close()
            raise own_fault(FaultKind.DIED, Message("own.died")) from None
        except (Cancelled, NoHurriedAnswer):
            self.close()
            raise

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _send(self, frame: Frame, context: Context[Any] | None = None) -> None:
        """Send a frame; a process that has ended is met when its answer is read.

        Raises Cancelled through the context, and BrokenFrame if the process does not read.
        """
        data, due = packed(marshal.dumps(frame)), time.monotonic() + protocol.LOAD_SECONDS
        with contextlib.suppress(OSError):  # Windows has no BrokenPipeError for a closed pipe
            while data:
                try:
                    data = data[os.write(self._input, data) :]
                except BlockingIOError:  # the pipe is full
                    select.select([], [self._input], [], TICK)
                    if context is not None:
                        context.check()
                    if time.monotonic() >= due:
                        raise BrokenFrame from None

    def _wait(
        self,
        number: int,
        question: str,
        seconds: float,
        context: Context[Any],
        on_frame: OnFrame | None,
    ) -> Frame:
        due, hurried = time.monotonic() + seconds, 0.0
        polled = 0.0
        while True:
            frame = self._receive(TICK)
            now = time.monotonic()
            if frame is None or now - polled >= TICK:
                context.check()
                polled = time.monotonic()
                due += polled - now if polled - now > TICK else 0.0  # it was paused
            if frame is not None and frame[1] == number:
                if frame[0] == "fault":
                    raise self._fault(*frame[2:])
                if frame[0] == question:
                    return frame[2:]
                if on_frame is not None and frame[0] in ("note", "print", "positions"):
                    on_frame(frame)
                    due = polled + seconds if frame[0] == "positions" else due
            if polled >= due + (0.0 if frame is None else BEHIND_SECONDS):
                raise self._late(number, seconds)
            if hurried and polled - hurried >= protocol.HURRY_SECONDS:
                raise NoHurriedAnswer
            if question not in PATIENT and context.hurry and not hurried:
                hurried = polled
                self._send(("hurry", number))

    def _receive(self, seconds: float) -> Frame | None:
        """Return the next frame, None if none comes in time. Raises BrokenFrame."""
        frame = self._reader.waiting()
        try:
            if frame is None and select.select([self._output], [], [], seconds)[0]:
                self._reader.fill()
                frame = self._reader.waiting()
        except (OSError, ValueError):  # closed by another thread: Python itself is ending
            raise BrokenFrame from None
        if frame is not None:
            protocol.check_shape(frame)
        return frame

    def _late(self, number: int, seconds: float) -> OwnFault:
        """End a program that gives no answer; return the fault with the line where it is."""
        trace: protocol.Trace = ()
        self._send(("where", number))
        end = time.monotonic() + WHERE_SECONDS
        with contextlib.suppress(BrokenFrame):
            while time.monotonic() < end:
                frame = self._receive(TICK)
                if frame is not None and frame[0] == "where":
                    trace = frame[2]
                    break
        self.close()
        file, line = (trace[-1][0], trace[-1][1]) if trace else ("", None)
        text = message("own.time", seconds=f"{seconds:g}")
        return own_fault(FaultKind.TIME, text, line, self._other(file), trace)

    def _fault(
        self,
        kind: str,
        key: str,
        values: Mapping[str, str],
        line: int,
        file: str,
        trace: protocol.Trace,
    ) -> OwnFault:
        fields = fields_of(key) if key.startswith(TOLD) and is_written(key) else {"type", "text"}
        if kind not in SENT or values.keys() != fields:
            raise BrokenFrame
        if kind == FaultKind.LOAD.value:
            self.close()
        text = Message(key, dict(values)) if key else exception_text(values["type"], values["text"])
        line = line or (self.source.answers_at if key else 0)
        return own_fault(FaultKind(kind), text, line or None, self._other(file), trace)

    def _other(self, file: str) -> str:
        """Return the name of a file if it is one beside the person's own, else none."""
        return "" if file == self.source.files[0][0] else file


def _without_caches(game: Any) -> Any:
    """Return the same rules without what they have computed, which need not travel."""
    kind = type(game)
    plain = copy.copy(game)
    for name in [*vars(plain)]:
        if isinstance(getattr(kind, name, None), functools.cached_property):
            del vars(plain)[name]
    return plain


def _end(
    process: subprocess.Popen[bytes], worker: list[int], job: Callable[[], object] | None
) -> None:
    """End a process group without waiting."""
    if job is not None:
        job()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    with contextlib.suppress(RuntimeError):  # Python itself is ending, and the watching half too
        threading.Thread(target=_reap, args=(process, worker), daemon=True).start()


def _reap(process: subprocess.Popen[bytes], worker: list[int]) -> None:
    """Wait for the watching half, which ends all others; kill them if it was killed itself."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        if process.wait(END_SECONDS) == 0:
            return
    process.kill()
    if hasattr(os, "killpg"):
        for group in (process.pid, *worker):
            with contextlib.suppress(OSError):
                os.killpg(group, signal.SIGKILL)
    process.wait()


def _job_of(process: subprocess.Popen[bytes], memory: int) -> Callable[[], object] | None:
    """Put a process into a job of Windows, which also ends with this program; return what ends it.

    None where the system refuses.
    """
    if sys.platform != "win32":
        return None
    import ctypes

    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    for name in ("CreateJobObjectW", "OpenProcess"):
        getattr(kernel, name).restype = ctypes.c_void_p
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    limits = [0] * 19
    limits[2], limits[-3] = KILL_ON_CLOSE | LIMIT_MEMORY, memory
    kernel.SetInformationJobObject(job, EXTENDED_LIMITS, JOB_LIMITS.pack(*limits), JOB_LIMITS.size)
    opened = ctypes.c_void_p(kernel.OpenProcess(ASSIGN_AND_LIMIT, False, process.pid))
    assigned = kernel.AssignProcessToJobObject(job, opened)
    kernel.CloseHandle(opened)
    end = functools.partial(kernel.CloseHandle, job)
    if assigned:
        return end
    end()
    return None


def _as_socket(pipe: IO[bytes]) -> socket.socket:
    """Return a socket with all that comes out of a pipe: Windows waits for sockets alone."""
    ours, theirs = socket.socketpair()

    def copy() -> None:
        with theirs, contextlib.suppress(OSError, ValueError):
            while piece := os.read(pipe.fileno(), PIECE):
                theirs.sendall(piece)

    threading.Thread(target=copy, daemon=True).start()
    return ours
