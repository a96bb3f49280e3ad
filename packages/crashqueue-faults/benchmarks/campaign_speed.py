"""How long the thirteen-case campaign takes, against starting as many bare interpreters.

Both are measured in turn in the same run, so that the ratio holds when the machine's speed drifts.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from crashqueue_faults import FaultPoint, run_campaign

ROUNDS = 7


def seconds(action: Callable[[], object]) -> float:
    """Return how long the action took."""
    started_s = time.perf_counter()
    action()
    return time.perf_counter() - started_s


def start_bare_interpreters() -> None:
    """Start as many interpreters as there are cases, one after the other, each doing nothing."""
    for _ in FaultPoint:
        subprocess.run([sys.executable, "-c", "pass"], check=True)


def campaign() -> None:
    """Run the whole campaign in a directory that is removed afterwards."""
    with tempfile.TemporaryDirectory() as directory:
        assert run_campaign(Path(directory), seed=1).ok


def main() -> None:
    """Print medians of both, and of their ratio round by round."""
    campaign()
    rounds = [(seconds(campaign), seconds(start_bare_interpreters)) for _ in range(ROUNDS)]
    campaign_s = statistics.median(whole for whole, _ in rounds)
    bare_s = statistics.median(bare for _, bare in rounds)
    ratio = statistics.median(whole / bare for whole, bare in rounds)
    print(f"campaign of {len(FaultPoint)} cases  {campaign_s:7.3f} s")
    print(f"{len(FaultPoint)} bare interpreters  {bare_s:7.3f} s")
    print(f"ratio, median of {ROUNDS}   {ratio:7.2f}   (target: at most 2.5)")


if __name__ == "__main__":
    main()
