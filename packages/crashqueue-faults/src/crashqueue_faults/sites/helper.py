"""The program of a helper: a fresh interpreter with one thread, which forks a child for each case.

It is given tasks, one JSON object a line, on standard input, and answers each with one line.
"""

from __future__ import annotations

import json
import sys
from typing import TextIO

from crashqueue_faults.sites.death import Die, die_in_fork
from crashqueue_faults.sites.tasks import Task, carry_out


def serve(orders: TextIO, answers: TextIO, die: Die) -> None:
    """Carry out each task until there are no more."""
    for line in orders:
        outcome = carry_out(Task(**json.loads(line)), die)
        answers.write(json.dumps(outcome) + "\n")
        # Flushed, or every forked child would inherit it. It would not write it: it dies.
        answers.flush()


def main() -> None:
    """Serve whoever started this process."""
    serve(sys.stdin, sys.stdout, die_in_fork)


if __name__ == "__main__":
    sys.stderr.write("crashqueue_faults.sites.helper is started by an experiment only\n")
    sys.exit(2)
