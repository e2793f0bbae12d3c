"""A filter of system calls that ends a program which opens a socket to anything but this machine.

Sockets to a display, a sound server or an accessibility bus are of the family AF_UNIX, those on
which the kernel tells of devices AF_NETLINK. `man 2 seccomp` has the numbers.
"""

from __future__ import annotations

import ctypes
import platform
import struct

LOCAL_FAMILIES = (1, 16)  # AF_UNIX, AF_NETLINK
# Machine -> its number for the filter, and that of the call `socket`.
SOCKET_CALL = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
LOAD, JUMP_IF_EQUAL, ANSWER = 0x20, 0x15, 0x06
ALLOW, KILL = 0x7FFF0000, 0x80000000
NUMBER, MACHINE, FIRST_ARGUMENT = 0, 4, 16  # where the kernel lays them out
NO_NEW_RIGHTS, SET_FILTER, BY_PROGRAM = 38, 22, 2
KILLED = -31  # what a process so ended returns: the signal SIGSYS


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def _code() -> bytes:
    """The filter as the kernel runs it: an instruction is (what, then, else, operand)."""
    machine, call = SOCKET_CALL[platform.machine()]
    families = len(LOCAL_FAMILIES)
    steps = [
        (LOAD, 0, 0, MACHINE),
        (JUMP_IF_EQUAL, 0, families + 4, machine),
        (LOAD, 0, 0, NUMBER),
        (JUMP_IF_EQUAL, 0, families + 2, call),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        *[
            (JUMP_IF_EQUAL, families - place, 0, family)
            for place, family in enumerate(LOCAL_FAMILIES)
        ],
        (ANSWER, 0, 0, KILL),
        (ANSWER, 0, 0, ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def forbid_network() -> None:
    """For `preexec_fn`: from now on the process and its children end at the first such socket."""
    code = _code()
    program = _Program(len(code) // 8, code)
    libc = ctypes.CDLL(None)
    assert libc.prctl(NO_NEW_RIGHTS, 1, 0, 0, 0) == 0
    assert libc.prctl(SET_FILTER, BY_PROGRAM, ctypes.byref(program), 0, 0) == 0
