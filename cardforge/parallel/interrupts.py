"""Ctrl-C, where several processes work together."""

from __future__ import annotations

import signal


def ignore_interrupts() -> None:
    """Let Ctrl-C stop the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
