"""Handle Ctrl-C in child processes."""

from __future__ import annotations

import signal


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in this process: the parent handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
