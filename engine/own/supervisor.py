"""Ends a person's process and everything that it started, however it or Jouons ends (POSIX).

The process forks before it loads anything: the first half watches, the second works. The watching
half sees the pipe from Jouons close, or the working half end. On Linux it adopts whatever the
person's program leaves behind, also what has left the process group.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36


def split(questions: int, answers: int) -> None:
    """Return in the working half; the watching half ends here, after all others."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    worker = os.fork()
    if worker == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.close(reading)
        os.close(writing)
        os.setpgid(0, 0)
        return
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        os.close(answers)
        _adopt_orphans()
        _watch(worker, questions, reading)
        _end_all(worker)
    finally:
        os._exit(0)


def _watch(worker: int, questions: int, wakeups: int) -> None:
    """Return once Jouons has closed its pipe or the working half has ended."""
    poll = select.poll()
    poll.register(questions, 0)  # only its end: the working half reads it
    poll.register(wakeups, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor == questions:
                return
            os.read(wakeups, 512)
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                if ended == worker:
                    return


def _end_all(worker: int) -> None:
    """Kill the group of the working half and every process that was adopted."""
    with suppress(OSError):
        os.killpg(worker, signal.SIGKILL)
    with suppress(OSError):
        os.kill(worker, signal.SIGKILL)  # before it has a group of its own
    while True:
        for child in _children():
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children() -> list[int]:
    """Return the processes whose parent this one is; none where the system does not list them."""
    try:
        text = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    except OSError:
        return []
    return [int(word) for word in text.split()]


def _adopt_orphans() -> None:
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
