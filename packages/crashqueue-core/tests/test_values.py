"""Clocks, names, retry policies and requests: the values that come in through parameters."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashqueue_core import (
    InvalidArgument,
    Job,
    JobRequest,
    ManualClock,
    RandomIdentity,
    RetryPolicy,
    SeededIdentity,
    SystemClock,
)
from crashqueue_core.identity import process_worker_id
from crashqueue_core.limits import check_name
from crashqueue_core.request import check_request


def test_manual_clock_moves_only_when_told() -> None:
    clock = ManualClock(5)
    assert [clock.now_us(), clock.now_us()] == [5, 5]
    clock.advance(3)
    assert clock.now_us() == 8
    clock.set(2)
    assert clock.now_us() == 2


@pytest.mark.parametrize("value", [-1, 1.5, True, 2**53])
def test_manual_clock_refuses_what_is_no_time(value: Any) -> None:
    clock = ManualClock(0)
    for tell in (ManualClock, clock.advance, clock.set):
        with pytest.raises(InvalidArgument):
            tell(value)
    assert clock.now_us() == 0


def test_system_clock_counts_microseconds_of_this_century() -> None:
    first, second = SystemClock().now_us(), SystemClock().now_us()
    assert 946_684_800_000_000 < first <= second < 4_102_444_800_000_000


def test_seeded_names_are_fixed_by_the_seed() -> None:
    def names(seed: int | str) -> list[str]:
        identity = SeededIdentity(seed)
        return [identity.job_id(16), identity.lease_token(), identity.job_id(16)]

    assert names(7) == names(7)
    assert len(set(names(7) + names(8))) == 6
    assert names(7)[0].startswith("job-00000000000010-")


@pytest.mark.parametrize("identity", [RandomIdentity(), SeededIdentity("seed")])
def test_names_are_printable_and_never_given_twice(
    identity: RandomIdentity | SeededIdentity,
) -> None:
    names = [identity.job_id(1) for _ in range(50)] + [identity.lease_token() for _ in range(50)]
    assert len(set(names)) == 100
    assert [check_name("name", name) for name in names] == names


def test_job_ids_sort_by_time() -> None:
    identity = RandomIdentity()
    ids = [identity.job_id(now_us) for now_us in (1, 255, 256, 2**53 - 1)]
    assert ids == sorted(ids)


def test_two_starts_of_one_process_have_two_worker_ids() -> None:
    assert process_worker_id() != process_worker_id()


@given(
    base_us=st.integers(0, 10**6),
    factor=st.integers(1, 100),
    extra_us=st.integers(0, 10**9),
    spent=st.integers(1, 1_000),
)
def test_delay_grows_by_the_factor_and_stops_at_the_cap(
    base_us: int, factor: int, extra_us: int, spent: int
) -> None:
    policy = RetryPolicy(base_delay_us=base_us, factor=factor, max_delay_us=base_us + extra_us)
    uncapped = base_us
    for _ in range(spent - 1):
        uncapped = min(uncapped * factor, policy.max_delay_us)
    assert policy.delay_us(spent) == uncapped


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("max_attempts", 0),
        ("max_attempts", 1_001),
        ("max_attempts", True),
        ("factor", 0),
        ("factor", 1.5),
        ("factor", 101),
        ("base_delay_us", -1),
        ("max_delay_us", 366 * 86_400 * 1_000_000 + 1),
        ("max_delay_us", 999_999),
    ],
)
def test_policy_outside_its_bounds_is_refused(field: str, value: Any) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        RetryPolicy(**{field: value})
    assert refusal.value.data["argument"] == field


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("idempotency_key", ""),
        ("job_type", "a\nb"),
        ("priority", 1_000_001),
        ("priority", -1_000_001),
        ("delay_us", -1),
        ("retry_policy", {"max_attempts": 3}),
    ],
)
def test_request_outside_its_bounds_is_refused(field: str, value: Any) -> None:
    fields: dict[str, Any] = {"idempotency_key": "k", "job_type": "t", "payload": None}
    with pytest.raises(InvalidArgument) as refusal:
        check_request(JobRequest(**(fields | {field: value})))
    assert refusal.value.data["argument"] == field


def test_request_must_be_a_job_request() -> None:
    request: Any = {"idempotency_key": "k"}
    with pytest.raises(InvalidArgument, match="must be a JobRequest"):
        check_request(request)


def test_values_cannot_be_changed() -> None:
    policy: Any = RetryPolicy()
    with pytest.raises(FrozenInstanceError):
        policy.factor = 3


def test_payload_is_a_fresh_copy_each_time(queue: Any, do: Any) -> None:
    job: Job = do.submit(queue, payload={"list": [1]})
    job.payload["list"].append(2)
    assert job.payload == {"list": [1]}
