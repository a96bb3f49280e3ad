"""One crash experiment as a value: what to crash and where, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from crashqueue_faults.crash import ChildEnd
from crashqueue_faults.effects import Destination
from crashqueue_faults.judgement import Failure, verdict
from crashqueue_faults.observation import Observation
from crashqueue_faults.points import FaultPoint
from crashqueue_faults.predictions import PointDescription, describe


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What to crash, where, and which effects to count. `seed` fixes all names."""

    point: FaultPoint
    destinations: tuple[Destination, ...]
    seed: str

    @property
    def description(self) -> PointDescription:
        """Where the point lies, and its prediction."""
        return describe(self.point)

    @property
    def effect_key(self) -> str:
        """The key of the case's one effect."""
        return f"effect-{self.point.lower()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """What happened; no `failures` means that every prediction held."""

    case: Case
    child: ChildEnd
    at_crash: Observation
    after_recovery: Observation
    failures: tuple[Failure, ...]

    @property
    def ok(self) -> bool:
        """Whether everything was as predicted."""
        return not self.failures

    def as_dict(self) -> dict[str, object]:
        """Return the case report, which the seed fixes to the last byte."""
        description = self.case.description
        return {
            "acknowledged_by_child": list(self.child.acknowledged),
            "after_recovery": self.after_recovery.as_dict(),
            "at_crash": self.at_crash.as_dict(),
            "exit_code": self.child.exit_code,
            "failures": [failure.as_dict() for failure in self.failures],
            "fault_point": self.case.point,
            "job_id": self.after_recovery.job_id,
            "lies": description.lies,
            "ok": self.ok,
            "predicted": self.predicted(),
            "seed": self.case.seed,
            "timed_out": self.child.timed_out,
            "verdict": verdict(self.after_recovery, self.failures),
            "workload": description.workload,
        }

    def predicted(self) -> dict[str, object]:
        """Return the prediction ready for JSON."""
        description = self.case.description
        return {
            "attempts": description.attempts,
            "effects_at_crash": description.effects_at_crash,
            "effects_after_recovery": {
                destination: description.effects_at(destination)
                for destination in self.case.destinations
            },
            "history_at_crash": list(description.history_at_crash),
        }
