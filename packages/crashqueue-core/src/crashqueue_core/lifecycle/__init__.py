"""The heart: what each command does to a job. Pure functions over frozen values.

Each takes the job as it is, the command's arguments, and the time; it returns the Transition to
store, or raises the Refusal. There is no clock, no I/O and no SQL here. The table of legal steps is
in docs/state-machine.md; crashqueue-verify holds its own copy and compares.
"""

from __future__ import annotations

from crashqueue_core.lifecycle.admission import (
    TenantTransition,
    admit,
    limit_active_jobs,
    new_tenant,
)
from crashqueue_core.lifecycle.claiming import Claimant, claim, claim_by_name
from crashqueue_core.lifecycle.lease import LeaseClaim, require_live_lease
from crashqueue_core.lifecycle.producing import cancel, redrive, resubmit, submit
from crashqueue_core.lifecycle.sweeping import promote, recover
from crashqueue_core.lifecycle.transition import AttemptEnd, Transition
from crashqueue_core.lifecycle.working import (
    checkpoint,
    fail,
    release,
    renew_lease,
    repeat_success,
    succeed,
)

__all__ = [
    "AttemptEnd",
    "Claimant",
    "LeaseClaim",
    "TenantTransition",
    "Transition",
    "admit",
    "cancel",
    "checkpoint",
    "claim",
    "claim_by_name",
    "fail",
    "limit_active_jobs",
    "new_tenant",
    "promote",
    "recover",
    "redrive",
    "release",
    "renew_lease",
    "repeat_success",
    "require_live_lease",
    "resubmit",
    "submit",
    "succeed",
]
