"""Starts without the imports: copies of a process that has imported everything.

    python tests/forked.py SOCKET MODULE...

Only on Linux; elsewhere each start is a process of its own.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[1]
LONGEST_REQUEST = 1 << 16
HANG = 300  # seconds; whatever takes so long never ends
Words = Sequence[str]
Env = Mapping[str, str]
Streams = tuple[IO[Any] | int, IO[Any] | int]  # files, or their numbers
EVERY_MODULE = ("engine", "gui")  # that the program may import


def program_of(folder: Path) -> str:
    """The code that runs the program's own file."""
    return f"import runpy; runpy.run_path({str(folder / 'main.py')!r}, run_name='__main__')"


PROGRAM = program_of(ROOT)


class Alone:
    """Starts one process after another, each with its own imports."""

    def __init__(
        self,
        modules: Sequence[str] = EVERY_MODULE,
        folder: Path = ROOT,
        setup: Callable[[], None] | None = None,
    ) -> None:
        """The code of a start finds modules in `folder`; `setup` is called before any of it."""
        self._folder, self._setup = folder, setup
        self._process: subprocess.Popen[Any] | None = None

    def start(self, code: str, words: Words, folder: Path, env: Env, streams: Streams) -> None:
        """Run this code with arguments, in a folder, with this environment alone.

        It writes what it prints, and what it complains of, to these streams.
        """
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, *words],
            cwd=folder,
            env={**env, "PYTHONPATH": str(self._folder)},
            stdout=streams[0],
            stderr=streams[1],
            preexec_fn=self._setup,
        )

    @property
    def process(self) -> subprocess.Popen[Any]:
        """The one that was started last."""
        assert self._process is not None
        return self._process

    def running(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    def kill(self) -> None:
        """Kill it, in the midst of anything."""
        self.process.kill()

    def wait(self) -> int:
        """Wait for its end; its exit code, or minus the signal that killed it."""
        return self.process.wait()

    def close(self) -> None:
        """Nothing is left once it has ended."""


class Copies(Alone):
    """One process that has imported modules, every one of a package; each start is a copy of it."""

    def __init__(
        self,
        modules: Sequence[str] = EVERY_MODULE,
        folder: Path = ROOT,
        setup: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(modules, folder, setup)
        self._number = 0  # of the copy
        self._asked, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._asked.settimeout(HANG)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno()), *modules],
                cwd=folder,
                env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
                pass_fds=[theirs.fileno()],
                preexec_fn=setup,
            )

    def start(self, code: str, words: Words, folder: Path, env: Env, streams: Streams) -> None:
        asked = {"code": code, "argv": ["", *words], "folder": str(folder), "env": dict(env)}
        numbers = [each if isinstance(each, int) else each.fileno() for each in streams]
        socket.send_fds(self._asked, [json.dumps(asked).encode()], numbers)
        self._number = int(self._asked.recv(LONGEST_REQUEST))

    def running(self) -> bool:
        return not select.select([self._asked], [], [], 0)[0]

    def kill(self) -> None:
        os.kill(self._number, signal.SIGKILL)

    def wait(self) -> int:
        return int(self._asked.recv(LONGEST_REQUEST))

    def close(self) -> None:
        """End the process itself."""
        self._asked.close()
        self.process.wait()


Starts = Copies if sys.platform == "linux" else Alone


def import_all(name: str) -> None:
    """Import a module and, if it is a package, everything in it."""
    module = importlib.import_module(name)
    for found in pkgutil.walk_packages(getattr(module, "__path__", []), f"{name}."):
        importlib.import_module(found.name)


def serve(asked: socket.socket) -> str:
    """Make a copy for each request, tell its number and how it ends; the code, in a copy."""
    while True:
        data, streams, _, _ = socket.recv_fds(asked, LONGEST_REQUEST, 2)
        if not data:
            sys.exit()
        copy = os.fork()
        if copy == 0:
            asked.close()
            return _become(json.loads(data), streams)
        for stream in streams:
            os.close(stream)
        asked.send(str(copy).encode())
        asked.send(str(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])).encode())


def _become(start: dict[str, Any], streams: Sequence[int]) -> str:
    """Be what is to be started, but for its code, which is returned."""
    for stream, number in zip(streams, (1, 2), strict=True):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(start["env"])
    os.chdir(start["folder"])
    sys.argv[:] = start["argv"]
    code: str = start["code"]
    return code


if __name__ == "__main__":
    sys.path[0] = os.getcwd()
    for name in sys.argv[2:]:
        import_all(name)
    gc.freeze()
    exec(serve(socket.socket(fileno=int(sys.argv[1]))), {"__name__": "__main__"})
