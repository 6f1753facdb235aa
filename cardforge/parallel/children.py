"""Start the life of a child process: it leaves Ctrl-C to its parent, and ends when the parent does."""

from __future__ import annotations

import os
import signal
import threading

from cardforge.core.parent_process import is_tied_to


def follow_parent(parent: int = 0) -> None:
    """Ignore Ctrl-C, which the parent handles, and end with the parent, however that ends.

    The parent is given by its process id, or is the one that `multiprocessing` knows.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if parent and is_tied_to(parent):
        return
    from multiprocessing import parent_process  # takes 20 ms, which a fork on Linux need not wait for

    known = parent_process()
    if known and is_tied_to(known.pid or 0):
        return
    if known is None:
        os._exit(1)  # the parent ended before this line
    # Python keeps a pipe open between a process and its children; it closes when the parent ends.
    threading.Thread(target=_end_after, args=(known.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)
