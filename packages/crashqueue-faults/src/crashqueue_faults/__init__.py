"""Deterministic fault injection for durable job queues: crash campaigns and their evidence.

The experiments are imported when they are first asked for: a child that is to die imports this
package too, and has no use for them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from crashqueue_faults.errors import (
    EngineMissing,
    ExperimentError,
    InvalidExperiment,
    NetworkUsed,
    OutputDirectoryNotEmpty,
    OutputDirectoryUnusable,
    PlatformUnsupported,
    RehearsalInterrupted,
    TargetBroken,
    TargetMissing,
    UnknownFaultPoint,
    UnknownTarget,
)
from crashqueue_faults.points import FaultPoint

if TYPE_CHECKING:
    from crashqueue_faults.campaign import run_campaign
    from crashqueue_faults.comparison import run_comparison
    from crashqueue_faults.experiment import Experiment, Progress
    from crashqueue_faults.power.run import run_guarantees, run_power_loss, run_witness
    from crashqueue_faults.predictions import DESCRIPTIONS, PointDescription
    from crashqueue_faults.rehearsals.backlog import run_backlog
    from crashqueue_faults.rehearsals.crash import run_crash
    from crashqueue_faults.rehearsals.lease_loss import run_lease_loss
    from crashqueue_faults.rehearsals.partition import run_partition
    from crashqueue_faults.rehearsals.race import run_race
    from crashqueue_faults.showcase import run_showcase
    from crashqueue_faults.sites.run import run_sites
    from crashqueue_faults.targets.overview import describe_targets
    from crashqueue_faults.targets.run import run_targets

__version__ = "0.1.0"

__all__ = [
    "DESCRIPTIONS",
    "EngineMissing",
    "Experiment",
    "ExperimentError",
    "FaultPoint",
    "InvalidExperiment",
    "NetworkUsed",
    "OutputDirectoryNotEmpty",
    "OutputDirectoryUnusable",
    "PlatformUnsupported",
    "PointDescription",
    "Progress",
    "RehearsalInterrupted",
    "TargetBroken",
    "TargetMissing",
    "UnknownFaultPoint",
    "UnknownTarget",
    "__version__",
    "describe_targets",
    "run_backlog",
    "run_campaign",
    "run_comparison",
    "run_crash",
    "run_guarantees",
    "run_lease_loss",
    "run_partition",
    "run_power_loss",
    "run_race",
    "run_showcase",
    "run_sites",
    "run_targets",
    "run_witness",
]

_ON_DEMAND = {
    "DESCRIPTIONS": "predictions",
    "Experiment": "experiment",
    "PointDescription": "predictions",
    "Progress": "experiment",
    "describe_targets": "targets.overview",
    "run_backlog": "rehearsals.backlog",
    "run_campaign": "campaign",
    "run_comparison": "comparison",
    "run_crash": "rehearsals.crash",
    "run_guarantees": "power.run",
    "run_lease_loss": "rehearsals.lease_loss",
    "run_partition": "rehearsals.partition",
    "run_power_loss": "power.run",
    "run_race": "rehearsals.race",
    "run_showcase": "showcase",
    "run_sites": "sites.run",
    "run_targets": "targets.run",
    "run_witness": "power.run",
}


def __getattr__(name: str) -> object:
    if name not in _ON_DEMAND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ON_DEMAND[name]}"), name)
