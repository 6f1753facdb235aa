"""`python -m tests.fuzz FIRST [--runs N] [--step N] [--keep FOLDER]`: do runs, print those that went wrong."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.fuzz.runs import run, run_many, warm_up

_TELL = 1_000  # runs after which the numbers up to there are printed


def main() -> int:
    """Do some runs in forks of this process; the exit code says whether any went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("first", type=int)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--step", type=int, default=1, help="for several processes that share the numbers")
    parser.add_argument("--keep", type=Path, help="a new folder for the damaged project, as it was before the command")
    given = parser.parse_args()
    warm_up()
    if given.runs == 1:
        fault = run(given.first, given.keep)
        print(fault or "no fault")
        return 1 if fault else 0
    faults, seconds, memory = 0, 0.0, 0
    numbers = range(given.first, given.first + given.runs * given.step, given.step)
    for count, (done, fault) in enumerate(run_many(numbers), 1):
        seconds, memory = max(seconds, done.seconds), max(memory, done.memory)
        if fault:
            faults += 1
            print(fault, flush=True)
        if count % _TELL == 0 or count == given.runs:
            most = f"at most {seconds:.1f} s of processor time and {memory // 1_000_000} MB"
            print(f"{count} runs, {faults} faults; {most}", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
