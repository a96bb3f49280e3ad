"""How long it takes to visit every operation at every site of each layer (target: 180 s)."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from crashqueue_faults import Experiment, run_sites

LAYERS = ("statements", "io", "errors")
TARGET_S = 180


def run(layer: str) -> Experiment:
    """Run one layer over all operations, in a directory that is removed afterwards."""
    with tempfile.TemporaryDirectory() as directory:
        return run_sites(Path(directory, "evidence"), sites=layer, seed=1)


def main() -> None:
    """Print counts, seconds and cases a second of each layer, with planted bugs and states."""
    whole_s = 0.0
    for layer in LAYERS:
        started_s = time.perf_counter()
        experiment = run(layer)
        duration_s = time.perf_counter() - started_s
        assert experiment.ok
        whole_s += duration_s
        total = experiment.report["layers"][layer]["total"]
        scenes, sites, cases = total["scenes"], total["sites"], total["cases"]
        print(
            f"{layer:11} {scenes:5} scenes {sites:6} sites {cases:6} cases "
            f"{duration_s:7.1f} s {cases / duration_s:6.0f} cases/s"
        )
    print(f"all three {whole_s:.1f} s (target: {TARGET_S} s on two cores)")


if __name__ == "__main__":
    main()
