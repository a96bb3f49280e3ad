"""Which cases a campaign on a server runs, and in which order."""

from __future__ import annotations

import os
from dataclasses import dataclass

from crashqueue_faults.errors import UnknownFaultPoint
from crashqueue_faults.experiment import check_seed
from crashqueue_faults.order import check_processes, seeded_order
from crashqueue_faults.outages.actions import ACTIONS, FaultAction
from crashqueue_faults.outages.case import OutageCase, case_of
from crashqueue_faults.points import FaultPoint, fault_point


@dataclass(frozen=True, slots=True, kw_only=True)
class OutagePlan:
    """The cases in order, how many clients live at once, and the actions that cannot be run."""

    seed: int
    cases: tuple[OutageCase, ...]
    processes: int
    not_run: tuple[FaultAction, ...] = ()


def plan_outages(
    seed: int, only: str | None, processes: int | None, *, has_own_server: bool
) -> OutagePlan:
    """Return the plan. Raises InvalidExperiment, UnknownFaultPoint.

    `only` is a point, an action, or both as ACTION:POINT. Actions on the server itself are left out
    where it is not the campaign's own.
    """
    check_seed(seed)
    chosen = _chosen(only)
    left_out = {
        each.action for each in ACTIONS if each.action.strikes_server and not has_own_server
    }
    cases = {f"{action}:{point}": case_of(action, point, seed) for action, point in chosen}
    ranked = seeded_order(cases, seed)
    return OutagePlan(
        seed=seed,
        cases=tuple(cases[name] for name in ranked if cases[name].action not in left_out),
        processes=check_processes(processes) or os.cpu_count() or 1,
        not_run=tuple(dict.fromkeys(action for action, _ in chosen if action in left_out)),
    )


def _chosen(only: str | None) -> list[tuple[FaultAction, FaultPoint]]:
    every = [(each.action, point) for each in ACTIONS for point in each.points]
    if only is None:
        return every
    if only in tuple(FaultAction):
        return [(action, point) for action, point in every if action == only]
    action_name, has_both, point_name = only.rpartition(":")
    if not has_both:
        point = fault_point(only)
        return [(action, each) for action, each in every if each is point]
    names = {f"{action}:{point}": (action, point) for action, point in every}
    if only not in names:
        raise UnknownFaultPoint(
            f"{action_name!r} is no action that strikes at {point_name!r}",
            given=only,
            known=list(names),
        )
    return [names[only]]
