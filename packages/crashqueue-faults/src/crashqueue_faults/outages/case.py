"""One case on a server as a value: an action at a point, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from crashqueue_faults.case import Case, CaseResult
from crashqueue_faults.effects import Destination
from crashqueue_faults.outages.actions import ACTIONS, FaultAction, describe_action
from crashqueue_faults.outages.predictions import Prediction, predict
from crashqueue_faults.points import FaultPoint
from crashqueue_faults.predictions import PointDescription


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageCase(Case):
    """What strikes, and where."""

    action: FaultAction

    @property
    def name(self) -> str:
        """What --only calls it."""
        return f"{self.action}:{self.point}"

    @property
    def folder(self) -> str:
        """The directory of its evidence, below the campaign's."""
        return f"{self.action}/{self.point}".lower()

    @property
    def schema(self) -> str:
        """What its schema's name ends with; actions are numbered, since names must be short."""
        number = [each.action for each in ACTIONS].index(self.action)
        return f"{number}_{self.point.lower()}"

    @property
    def prediction(self) -> Prediction:
        """What must be seen."""
        return predict(self.action, self.point)

    @property
    def description(self) -> PointDescription:
        """Where the point lies, and what the action at this point predicts."""
        return self.prediction.description


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageResult(CaseResult):
    """What happened; no `failures` means that every prediction held."""

    case: OutageCase

    def as_dict(self) -> dict[str, object]:
        """Return the case report, which the seed fixes to the last byte."""
        return CaseResult.as_dict(self) | {
            "action": self.case.action,
            "strikes": describe_action(self.case.action).strikes,
            "told": list(self.child.told),
        }

    def predicted(self) -> dict[str, object]:
        """Return the prediction ready for JSON, with what the client must hear."""
        prediction = self.case.prediction
        predicted: dict[str, object] = {
            "told": list(prediction.told),
            "exit_code": prediction.exit_code,
        }
        if not self.case.action.ends_client:
            predicted["acknowledged_by_child"] = list(prediction.acknowledged)
        return CaseResult.predicted(self) | predicted


def case_of(action: FaultAction, point: FaultPoint, seed: int) -> OutageCase:
    """Return the case, whose names depend on the seed, the action and the point alone."""
    return OutageCase(
        action=action,
        point=point,
        destinations=tuple(Destination),
        seed=f"{seed}/{action}/{point}",
    )
