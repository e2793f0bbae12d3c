"""A job object of Windows: its processes end with it, however this program ends."""

from __future__ import annotations

import ctypes
import subprocess
import sys

LIMIT_MEMORY = 0x200  # JOB_OBJECT_LIMIT_JOB_MEMORY
KILL_ON_CLOSE = 0x2000  # JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
EXTENDED_LIMITS = 9  # JobObjectExtendedLimitInformation
ASSIGN_AND_LIMIT = 0x0101  # PROCESS_SET_QUOTA | PROCESS_TERMINATE


class _Limits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION, flat."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("minimum_set", ctypes.c_size_t),
        ("maximum_set", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
        ("io_counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


class ProcessJob:
    """A job; its processes are killed when it is closed, or with this program."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def close(self) -> None:
        """Kill the processes of the job."""
        if sys.platform == "win32" and self._handle:
            ctypes.windll.kernel32.CloseHandle(ctypes.c_void_p(self._handle))
            self._handle = 0


def job_of(process: subprocess.Popen[bytes], memory: int) -> ProcessJob | None:
    """Put a process into a new job with a limit of memory; None where the system refuses."""
    if sys.platform != "win32":
        return None
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    for name in ("CreateJobObjectW", "OpenProcess"):
        getattr(kernel, name).restype = ctypes.c_void_p
    job = kernel.CreateJobObjectW(None, None)
    limits = _Limits(flags=LIMIT_MEMORY | KILL_ON_CLOSE, job_memory=memory)
    handle = ctypes.c_void_p(job)
    size = ctypes.sizeof(limits)
    kernel.SetInformationJobObject(handle, EXTENDED_LIMITS, ctypes.byref(limits), size)
    opened = ctypes.c_void_p(kernel.OpenProcess(ASSIGN_AND_LIMIT, False, process.pid))
    assigned = kernel.AssignProcessToJobObject(handle, opened)
    kernel.CloseHandle(opened)
    if not assigned:
        kernel.CloseHandle(handle)
        return None
    return ProcessJob(int(job))
