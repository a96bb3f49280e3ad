"""The state machine by itself, without a database."""

from __future__ import annotations

import pytest

from crashqueue_verify.native.machine import LEGAL_STEPS
from crashqueue_verify.native.replayed_job import ReplayedJob
from crashqueue_verify.native.steps import STEPS


def job_with_policy(base_delay_us: int, factor: int, max_delay_us: int) -> ReplayedJob:
    job = ReplayedJob("job")
    job.base_delay_us = base_delay_us
    job.delay_factor = factor
    job.max_delay_us = max_delay_us
    return job


@pytest.mark.parametrize(
    ("spent", "delay_us"), [(1, 100), (2, 300), (3, 900), (4, 1_000), (1_000, 1_000)]
)
def test_delay_grows_by_the_factor_up_to_the_cap(spent: int, delay_us: int) -> None:
    job = job_with_policy(100, 3, 1_000)
    job.attempt_count = spent + 2
    job.attempts_forgiven = 2
    assert job.retry_delay_us() == delay_us


@pytest.mark.parametrize(
    ("base_delay_us", "factor", "delay_us"),
    [(0, 5, 0), (100, 1, 100), (100, 2**62, 10**18), (-7, 3, -7), (100, 0, 0)],
)
def test_delay_of_a_forged_policy_ends_at_once(
    base_delay_us: int, factor: int, delay_us: int
) -> None:
    job = job_with_policy(base_delay_us, factor, 10**18)
    job.attempt_count = 10**15
    assert job.retry_delay_us() == delay_us


def test_every_kind_has_a_step_and_every_step_a_kind() -> None:
    assert {kind for _, kind, _ in LEGAL_STEPS} == STEPS.keys()


def test_nothing_but_a_redrive_leaves_a_final_state() -> None:
    finals = ("SUCCEEDED", "CANCELLED", "DEAD_LETTER")
    assert {step for step in LEGAL_STEPS if step[0] in finals} == {
        ("DEAD_LETTER", "REDRIVEN", "QUEUED")
    }
