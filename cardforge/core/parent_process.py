"""Let the operating system end a child process together with its parent."""

from __future__ import annotations

import os
import signal
import sys

_PR_SET_PDEATHSIG = 1  # from <sys/prctl.h>


def is_tied_to(parent: int) -> bool:
    """Have this process killed when its parent, whose process id is given, ends; False if the system cannot do it.

    Only Linux can. It kills even in the middle of a call that never returns, which no code of this process could end.
    """
    if sys.platform != "linux":
        return False
    import ctypes  # only children need it

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    return os.getppid() == parent  # else it has ended before, or another process has started this one for it
