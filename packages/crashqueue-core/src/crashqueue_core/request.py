"""A producer's request, checked once and brought into the form in which it is stored."""

from __future__ import annotations

from dataclasses import dataclass

from crashqueue_core.canonical import canonical_json, digest
from crashqueue_core.errors import InvalidArgument
from crashqueue_core.limits import (
    MAX_KEY_LENGTH,
    MAX_PRIORITY,
    check_checkpoint_version,
    check_delay_us,
    check_integer,
    check_name,
)
from crashqueue_core.model import DEFAULT_TENANT, JobRequest
from crashqueue_core.retry import RetryPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedRequest:
    """A request within all bounds, its payload canonical and digested."""

    tenant: str
    idempotency_key: str
    job_type: str
    payload_json: str
    payload_digest: str
    priority: int
    delay_us: int
    retry_policy: RetryPolicy
    checkpoint_version: int


def check_request(request: JobRequest, default_tenant: str = DEFAULT_TENANT) -> CheckedRequest:
    """Return the checked form of `request`, or raise InvalidArgument or one of its kinds.

    A request that names no tenant is for `default_tenant`.
    """
    if not isinstance(request, JobRequest):
        raise InvalidArgument("a request must be a JobRequest", argument="request")
    if not isinstance(request.retry_policy, RetryPolicy):
        raise InvalidArgument("retry_policy must be a RetryPolicy", argument="retry_policy")
    payload_json = canonical_json(request.payload)
    return CheckedRequest(
        tenant=check_name("tenant", default_tenant if request.tenant is None else request.tenant),
        idempotency_key=check_name("idempotency_key", request.idempotency_key, MAX_KEY_LENGTH),
        job_type=check_name("job_type", request.job_type),
        payload_json=payload_json,
        payload_digest=digest(payload_json),
        priority=check_integer("priority", request.priority, -MAX_PRIORITY, MAX_PRIORITY),
        delay_us=check_delay_us("delay_us", request.delay_us),
        retry_policy=request.retry_policy,
        checkpoint_version=check_checkpoint_version(
            "checkpoint_version", request.checkpoint_version
        ),
    )
