"""File access: bounded reads, atomic replacement, retries, locks.

All faults are OSErrors, including invalid names, for which Python raises ValueError; `reason`
describes a fault in plain words.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader
from itertools import count
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin

from engine.messages import Message

# On Windows a virus scanner or a cloud folder may hold a file for a moment: access denied, sharing
# violation, lock violation.
HELD_BY_ANOTHER = (5, 32, 33)
TRIES = 17
PAUSE = 0.05  # seconds between two tries: 0.8 in all
LONGEST_SHOWN = 60  # characters
LONGEST_NUMBER = 19  # digits of the largest number a 64-bit integer holds
OPEN_TO_READ = (
    os.O_RDONLY
    # A pipe may have no writer: opening it must not block.
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
REASONS = {
    errno.ENOENT: "file.missing",
    errno.EACCES: "file.forbidden",
    errno.EPERM: "file.forbidden",
    errno.EROFS: "file.read_only",
    errno.ENOSPC: "file.full",
    errno.EDQUOT: "file.full",
    errno.EFBIG: "file.size_limit",
    errno.ENAMETOOLONG: "file.name_too_long",
    errno.EISDIR: "file.folder",
    errno.EEXIST: "file.no_folder_itself",  # a folder was to be made there
    errno.ENOTDIR: "file.no_folder",
    errno.ELOOP: "file.link_loop",
    errno.EILSEQ: "file.name_impossible",
    errno.ENODEV: "file.not_regular",
}
T = TypeVar("T")


class TooLargeError(OSError):
    """A file that has more bytes than its reader takes."""

    def __init__(self) -> None:
        super().__init__(errno.EFBIG, os.strerror(errno.EFBIG))


class JsonError(ValueError):
    """A text that is not JSON, or not JSON that can be kept; `reason` ends a sentence."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.reason = Message(key)


def reason(error: OSError) -> Message | str:
    """Return the reason of a fault, as the end of a sentence."""
    if isinstance(error, TooLargeError):
        return Message("file.too_large")
    key = REASONS.get(error.errno or 0)
    return Message(key) if key is not None else error.strerror or type(error).__name__


def shown(path: Path) -> str:
    """Return a file name for a sentence: invalid characters become `?`, a long middle is cut."""
    name = path.name.encode("utf-8", "replace").decode("utf-8")
    half = LONGEST_SHOWN // 2
    return name if len(name) <= LONGEST_SHOWN else f"{name[:half]}…{name[-half + 1 :]}"


def _is_held(error: OSError) -> bool:
    return getattr(error, "winerror", None) in HELD_BY_ANOTHER


def with_patience(act: Callable[[], T], may_pass: Callable[[OSError], bool] = _is_held) -> T:
    """Call `act`, for 0.8 s again after a fault that may pass: another program holds the file."""
    for left in reversed(range(TRIES)):
        try:
            return act()
        except ValueError:  # a null character or a lone surrogate
            raise OSError(errno.EILSEQ, os.strerror(errno.EILSEQ)) from None
        except OSError as error:
            if left == 0 or not may_pass(error):
                raise
            time.sleep(PAUSE)
    raise AssertionError("the last try has raised")


def open_regular(path: Path, largest: int) -> BufferedReader:
    """Open a regular file of at most `largest` bytes to read; raises OSError for anything else.

    Pipes and endless devices do not block it.
    """
    descriptor = with_patience(lambda: os.open(path, OPEN_TO_READ))
    try:
        kind = os.fstat(descriptor)
        if stat.S_ISDIR(kind.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(kind.st_mode):
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        if kind.st_size > largest:
            raise TooLargeError
        return open(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_regular(path: Path, largest: int) -> bytes:
    """Read a file that `open_regular` opens. Raises OSError."""
    with open_regular(path, largest) as file:
        data = file.read(largest + 1)  # it may grow meanwhile, and virtual files report size 0
    if len(data) > largest:
        raise TooLargeError
    return data


def replace_file(path: Path, data: bytes, private: bool = False, synced: bool = True) -> None:
    """Replace a file atomically: after a fault it has the old or the new content, complete.

    A symbolic link is kept: its target is replaced. `private` denies other users access, else the
    file keeps its permissions; `synced` waits until the data is on the disk, so that a power cut is
    safe too. Raises OSError and then leaves no partial file.
    """
    target = with_patience(lambda: Path(os.path.realpath(path)))
    rights = 0o600 if private else 0o666
    old_rights = with_patience(lambda: _rights_of(target))
    descriptor, partial = with_patience(lambda: _open_partial(target.parent, rights))
    try:
        with open(descriptor, "wb") as file:
            if old_rights is not None and not private and hasattr(os, "fchmod"):
                os.fchmod(descriptor, old_rights)
            file.write(data)
            file.flush()
            if synced:
                os.fsync(descriptor)
        with_patience(lambda: os.replace(partial, target))
    except BaseException:
        with_patience(lambda: partial.unlink(missing_ok=True))
        raise


def _rights_of(target: Path) -> int | None:
    """Return the permissions of a replaceable file, None when there is none."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
    return stat.S_IMODE(mode)


def _open_partial(folder: Path, rights: int) -> tuple[int, Path]:
    """Create a temporary file with a short name beside the target."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    for number in count():
        partial = folder / f".jouons-{os.getpid()}-{number}.partial"
        try:
            return os.open(partial, flags, rights), partial
        except FileExistsError:
            continue
    raise AssertionError("count() does not end")


def make_private_folder(folder: Path) -> None:
    """Make a folder that only its owner can access; an existing folder is unchanged."""
    with_patience(lambda: folder.mkdir(mode=0o700, parents=True, exist_ok=True))


def set_aside(path: Path) -> Path:
    """Rename a damaged file to an unused name and return the new path. Raises OSError."""
    asides = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    free = next(aside for aside in asides if not os.path.lexists(aside))
    with_patience(lambda: os.replace(path, free))
    return free


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold an exclusive lock file; other programs that lock the same file wait.

    The lock ends with the process. Raises OSError if it is not acquired within 0.8 s.
    """
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    descriptor = with_patience(lambda: os.open(path, flags, 0o600))
    try:
        with_patience(lambda: _lock(descriptor), lambda error: True)
        yield
    finally:
        os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def parse_json(data: bytes | str) -> Any:
    """Parse untrusted JSON; raises JsonError if it is not JSON in UTF-8, or nested too deeply.

    A byte order mark is skipped. Integers beyond 64 bits and constants outside JSON (NaN) become
    None, which every reader rejects. A lone surrogate, which can be neither drawn nor stored, is an
    error.
    """
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        value = json.loads(text, parse_int=_bounded, parse_constant=lambda _: None)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise JsonError("file.nested") from None
    except UnicodeEncodeError:
        raise JsonError("file.half_character") from None
    except ValueError:
        raise JsonError("file.not_json") from None
    return value


def fits(kind: Any, value: Any) -> bool:
    """Return whether a value of JSON and all its parts are of these types.

    A list is a tuple, and a whole number a float; true and false are no numbers.

    >>> fits(tuple[str, float], ["a", 1]), fits(dict[str, int | None], {"a": True})
    (True, False)
    >>> fits(float, 10**400)  # more than a float can hold
    False
    """
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return True
    if origin is UnionType:
        return any(fits(each, value) for each in parts)
    if origin is tuple:
        if not isinstance(value, list | tuple):
            return False
        expected = (parts[0],) * len(value) if parts[-1] is ... else parts
        return len(expected) == len(value) and all(map(fits, expected, value))
    if origin in (dict, Mapping):
        return type(value) is dict and all(
            fits(parts[0], name) and fits(parts[1], each) for name, each in value.items()
        )
    whole = kind is float and type(value) is int and abs(value) <= sys.float_info.max
    return type(value) is kind or whole


def reaches_size_limit(size: int) -> bool:
    """Return whether this process may not write a file of so many bytes (`ulimit -f`)."""
    if sys.platform == "win32":
        return False
    import resource

    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    return limit != resource.RLIM_INFINITY and size > limit


def _bounded(digits: str) -> int | None:
    if len(digits.lstrip("-")) > LONGEST_NUMBER:
        return None
    number = int(digits)
    return number if -(2**63) <= number < 2**63 else None
