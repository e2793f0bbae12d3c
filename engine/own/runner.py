"""The process of a person's file: loads it and answers questions until Jouons closes the pipe.

A thread reads the pipe, so that a request to hurry, or the question where the program is, arrives
while the person's function runs. Everything that function prints is sent in frames.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.machinery
import io
import json
import linecache
import marshal
import os
import pickle
import queue
import random
import sys
import threading
import time
import traceback
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.own.agent import agent_of
from engine.own.exercises.counterexample import Counterexample, Tools
from engine.own.protocol import PIECE, PRINTED, BrokenFrame, Frame, FrameReader, packed, writable
from engine.own.think import IllegalAnswer, IllegalNote, Think, answer_of, line_of

LONGEST_LINE = 200  # characters of a line of the trace
MOST_CALLS = 50  # of the trace
Call = tuple[str, int, str, str]  # file, line, function, source line


def run() -> None:
    """Answer questions; ends the process."""
    questions, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    if os.name == "posix":
        from engine.own import supervisor

        supervisor.split(questions, answers)
    sys.modules["numpy"] = _LateNumpy()
    try:
        FileRunner(questions, answers).work()
    finally:
        os._exit(0)


class Printing(io.TextIOBase):
    """Output of a person's program, sent line by line, up to a limit for each question."""

    encoding = "utf-8"

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._line = ""
        self._left = PRINTED

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        """Take a text; what is beyond the limit is dropped."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if self._left > 0:
            self._line += text[: self._left]
            self._left -= len(text)
            if "\n" in text or self._left <= 0:
                self.flush()
        return len(text)

    def flush(self) -> None:
        """Send the line begun."""
        text, self._line = self._line, ""
        if text:
            self._send(text)


class Beside:
    """Finds and loads the files beside a person's file, as they were read with it."""

    def __init__(self, folder: str, files: Mapping[str, bytes]) -> None:
        self.folder = folder
        self.files = files

    def path(self, file: str) -> str:
        """Return the path of a file, as tracebacks show it."""
        return os.path.join(self.folder, file)

    def find_spec(
        self, fullname: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        if path is not None or f"{fullname}.py" not in self.files:
            return None
        origin = self.path(f"{fullname}.py")
        return importlib.machinery.ModuleSpec(fullname, self, origin=origin)  # type: ignore[arg-type]

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Leave the making of a module to Python."""

    def exec_module(self, module: types.ModuleType) -> None:
        self.execute(f"{module.__name__}.py", module)

    def execute(self, file: str, module: types.ModuleType) -> None:
        """Run the text of a file in a module."""
        data, path = self.files[file], self.path(file)
        lines = data.decode("utf-8", "replace").splitlines(keepends=True)
        linecache.cache[path] = (len(data), None, lines, path)
        module.__file__ = path
        exec(compile(data, path, "exec", dont_inherit=True), module.__dict__)


class FileRunner:
    """Loads one file and answers questions about it, one after the other."""

    def __init__(self, questions: int, answers: int) -> None:
        self._reader = FrameReader(lambda: os.read(questions, PIECE), marshal.loads)
        self._answers = answers
        self._lock = threading.Lock()
        self._pid, self._main = os.getpid(), threading.get_ident()
        self._queue: queue.SimpleQueue[Frame] = queue.SimpleQueue()
        self.number = 0
        self.hurried = 0  # the last question that was hurried, which may not have begun
        self.memory: dict[str, Any] = {}
        self.game: Any = None
        self.uses_random = self.uses_numpy_random = False
        self._seeded: tuple[object, ...] = ()  # the states of both when the question began
        self.beside = Beside("", {})
        self.module = types.ModuleType("")
        self.player: Any = self.module  # its functions answer the questions
        self.exercise: Any = None  # the checks of the chapter

    def work(self) -> None:
        """Read and answer frames until the pipe closes."""
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            frame = self._queue.get()
            self.number = frame[1]
            sys.stdout = sys.stderr = Printing(self._print)
            try:
                values = getattr(self, f"do_{frame[0]}")(*frame[2:])
                answer = None if values is None else (frame[0], *values)
            except IllegalAnswer as fault:
                answer = ("fault", "illegal", fault.key, fault.values, fault.line, "", ())
            except BaseException as error:
                if os.getpid() != self._pid:
                    os._exit(0)
                answer = self._fault("load" if frame[0] == "load" else "error", error)
            if os.getpid() != self._pid:  # the person's function has forked
                os._exit(0)
            with contextlib.suppress(Exception):
                sys.stdout.flush()
            if answer is not None:
                self.send(answer[0], *answer[1:])

    def _read(self) -> None:
        """Hand questions to the main thread; answer requests that come while it works."""
        try:
            while True:
                frame = self._reader.next()
                if frame[0] == "hurry":
                    self.hurried = frame[1]
                elif frame[0] == "where":
                    frames = traceback.walk_stack(sys._current_frames()[self._main])
                    self.send("where", self._own_calls(frames)[:MOST_CALLS][::-1])
                else:
                    self._queue.put(frame)
        except (BrokenFrame, OSError):
            os._exit(0)

    def send(self, name: str, *values: Any) -> None:
        """Send a frame about the present question."""
        data = packed(json.dumps((name, self.number, *values)).encode())
        with self._lock:
            while data:
                data = data[os.write(self._answers, data) :]

    def has_drawn(self) -> bool:
        """Return whether `random` or `numpy.random` was used since the question."""
        return self._chance() != self._seeded

    def _chance(self) -> tuple[object, ...]:
        """Return the states of `random` and `numpy.random`, as far as the file uses them."""
        plain = random.getstate() if self.uses_random else None
        if not self.uses_numpy_random:
            return (plain,)
        _, key, *rest = sys.modules["numpy.random"].get_state()
        return plain, key.tobytes(), *rest

    def _print(self, text: str) -> None:
        self.send("print", writable(text))

    # -- questions -------------------------------------------------------------------------------

    def do_load(
        self,
        name: str,
        folder: str,
        files: Sequence[tuple[str, bytes]],
        kind: str,
        limit: int,
        seconds: float,
    ) -> Frame:
        """Load the file and find its function."""
        _limit_memory(limit)
        if not hasattr(sys, "frozen"):  # a file beside it may have the name of a folder of ours
            root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
            sys.path = [path for path in sys.path if path not in ("", root)]
        with contextlib.suppress(OSError):  # a folder that has gone is none of the text's faults
            os.chdir(folder)
        main = files[0][0]
        self.beside = Beside(folder, dict(files))
        text = b"\n".join(data for _, data in files)
        self.uses_random = b"random" in text
        if self.uses_random and b"numpy" in text:
            importlib.import_module("numpy.random")
            self.uses_numpy_random = True
        sys.meta_path.append(self.beside)
        self.module = types.ModuleType(name)
        sys.modules.setdefault(name, self.module)
        self.beside.execute(main, self.module)
        self.player = self.module
        if kind == "agent":
            choose = agent_of(self.module, self.beside.path(main), seconds)
            vars(self.module)["choose"] = choose
        elif kind == "exercise":
            self.exercise = importlib.import_module(f"engine.own.exercises.{self.module.EXERCISE}")
            self.player = types.SimpleNamespace()
            for name in {"choose", "solve"} & vars(self.exercise).keys():
                answer = functools.partial(getattr(self.exercise, name), self.module, random.Random)
                setattr(self.player, name, answer)
        return (self._pid,)

    def do_game(self, game: bytes) -> Frame:
        """Take the rules of the questions that follow."""
        self.game = pickle.loads(game)
        return ()

    def do_memory(self, text: str) -> None:
        """Take the memory of the questions that follow."""
        self.memory = json.loads(text)

    def do_choose(self, state: bytes, seed: int, seconds: float) -> Frame:
        """Ask the person's function for a move."""
        position, think = self._think(state, seed, seconds)
        answer = self.player.choose(self.game, position, think)
        move, scores = answer_of(self.game, position, answer)
        return (move, scores, think.drew(), think.changed_memory())

    def do_solve(self, state: bytes, seed: int, seconds: float) -> Frame:
        """Ask the person's function for the moves that solve a puzzle."""
        position, think = self._think(state, seed, seconds)
        moves = line_of(self.game, position, self.player.solve(self.game, position, think))
        return (moves, think.changed_memory())

    def do_finished(
        self, start: bytes, moves: list[int], result: float, side: int, seed: int, seconds: float
    ) -> Frame:
        """Tell the person's function of the end of a game, if it has one for that."""
        position, think = self._think(start, seed, seconds)
        think.start = position
        self.player.finished(self.game, list(moves), result, side, think)
        return (think.changed_memory(),)

    def do_check(self, rules: bytes, seed: int, item: str) -> Frame:
        """Check one item of an exercise."""
        tools = Tools(pickle.loads(rules), random.Random, seed)
        random.seed(seed)
        try:
            getattr(self.exercise, f"check_{item}")(self.module, tools)
        except Counterexample as wrong:
            return (wrong.key, wrong.values, wrong.example)
        return ("", {}, None)

    def do_enumerate(self, is_game: bool) -> Frame:
        """Enumerate all positions of the game or puzzle of the file."""
        from engine.own.enumeration import Enumeration

        random.seed(0)
        return (Enumeration(self.module, is_game, _generator, self.send).run(),)

    def _think(self, state: bytes, seed: int, seconds: float) -> tuple[Any, Think]:
        """Return the position of a question, and the helper of its answer."""
        position = pickle.loads(state)
        think = Think(self.game, position, seed, time.monotonic() + seconds, self)
        if self.uses_random:
            random.seed(seed)
        if self.uses_numpy_random:
            sys.modules["numpy.random"].seed(seed & 0xFFFFFFFF)
        self._seeded = self._chance()
        return position, think

    # -- faults ----------------------------------------------------------------------------------

    def _fault(self, kind: str, error: BaseException) -> Frame:
        """Return the frame of an exception, with the person's own calls that led to it."""
        calls = self._own_calls(traceback.walk_tb(error.__traceback__))[-MOST_CALLS:]
        key, values = "", {"type": type(error).__name__, "text": _text(error)}
        file, line = (calls[-1][0], calls[-1][1]) if calls else ("", 0)
        if isinstance(error, IllegalNote):
            key, values = error.key, error.values
        elif isinstance(error, SyntaxError) and (own := self._own_file(error.filename or "")):
            values["text"], calls, file, line = error.msg or "", [], own, error.lineno or 1
        return ("fault", kind, key, values, line, file, calls)

    def _own_calls(self, frames: Iterable[tuple[types.FrameType, int]]) -> list[Call]:
        """Return those of the calls that are in the person's files."""
        calls = []
        for frame, line in frames:
            path, function = frame.f_code.co_filename, frame.f_code.co_name
            if file := self._own_file(path):
                source = linecache.getline(path, line).strip()[:LONGEST_LINE]
                calls.append((file, line, function, source))
        return calls

    def _own_file(self, path: str) -> str:
        """Return the name of the person's file at a path, "" for any other."""
        file = os.path.basename(path)
        return file if file in self.beside.files and path == self.beside.path(file) else ""


def _generator() -> Any:
    """Return the generator of a puzzle's start: the same at each start of the process."""
    import numpy as np

    return np.random.Generator(np.random.PCG64(0))


def _text(error: BaseException) -> str:
    try:
        return writable(str(error))
    except Exception:
        return ""


class _LateNumpy(types.ModuleType):
    """Stands for numpy until something of it is used: the rules import it for their playouts.

    Its spec is that of numpy, for libraries that look whether it is installed.
    """

    def __init__(self) -> None:
        super().__init__("numpy")
        self.__spec__ = importlib.machinery.PathFinder.find_spec("numpy")

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get("numpy") is self:
            del sys.modules["numpy"]
        numpy = importlib.import_module("numpy")
        plain = {key: value for key, value in vars(numpy).items() if not key.startswith("__")}
        vars(self).update(plain)
        return getattr(numpy, name)


def _limit_memory(limit: int) -> None:
    """Limit the data of the process, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
