"""SAQ as a target: the commands its adapter knows, what is caught, what becomes of a job."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from crashing import Plant, WorksTwice, after, before, crashes, expect_a_refusal
from saq.job import Status

from crashqueue_faults.targets.adapters.saq import Saq
from crashqueue_faults.targets.boundaries import sample_of
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.course import Crash
from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.stand import stand_for
from crashqueue_faults.targets.target import Configuration, Store

Sample = dict[str, Future[list[Crash]]]

FETCH = "BLMOVE saq:default:queued"
LOAD = "GET saq:job:default:job-#"
START = "SET saq:job:default:job-#"
ACKNOWLEDGE = (
    "MULTI; LREM saq:default:active; ZREM saq:default:incomplete; SETEX saq:job:default:job-#; EXEC"
)


class FinishesFirst(Saq):
    """Finishes each job before it is executed."""

    name = "saq-that-finishes-first"

    def worker(self, store: Store, configuration: Configuration) -> Any:
        """Return a worker that does so."""

        async def finish(context: Any) -> None:
            await context["job"].finish(Status.COMPLETE)

        worker = super().worker(store, configuration)
        worker.before_process = [finish]
        return worker


class Twice(WorksTwice, Saq):
    """Executes each job twice."""

    name = "saq-that-works-twice"


@pytest.fixture(scope="module", autouse=True)
def sample(folder_of_module: Path) -> Iterator[Sample]:
    """Begin with the cases that are waited for longest, beside the other tests."""
    unstarted = [after(FETCH), before(LOAD), after(LOAD), before(START)]
    cases = {
        "unstarted": ("default", sample_of(unstarted, 1, "1")[0]),
        "started": ("default", before(EFFECT_LABEL)),
        "executed, to be retried": ("retries-heartbeat", after(EFFECT_LABEL)),
    }
    with ThreadPoolExecutor(len(cases)) as pool:
        yield {
            name: pool.submit(crashes, Saq(), configuration, folder_of_module / name, point)
            for name, (configuration, point) in cases.items()
        }


def test_the_worker_sends_the_commands_that_the_adapter_knows(folder: Path) -> None:
    target = Saq()
    with stand_for(target, target.configurations[0], folder / "stand") as stand:
        labels = [step.point.label for step in undisturbed(stand)]
    known = [FETCH, LOAD, START, EFFECT_LABEL, ACKNOWLEDGE]
    assert [label for label in dict.fromkeys(labels) if label in known] == known
    assert labels[-1] == ACKNOWLEDGE


def test_a_job_that_is_finished_before_it_is_executed_is_said_to_be_lost(
    folder: Path, plant: Plant
) -> None:
    target = plant(FinishesFirst)
    (left,) = crashes(target, "default", folder, before(EFFECT_LABEL))
    assert left.outcome is Outcome.LOST
    assert judge(left.outcome, target.configurations[0]) is Verdict.NO_PROMISE


def test_a_job_that_is_done_twice_undisturbed_stops_the_run(folder: Path, plant: Plant) -> None:
    expect_a_refusal(plant(Twice), folder)


def test_what_becomes_of_a_sample_of_jobs(sample: Sample) -> None:
    assert {name: left.result()[0].outcome for name, left in sample.items()} == {
        "unstarted": Outcome.RECOVERED,
        "started": Outcome.FAILED,
        "executed, to be retried": Outcome.DUPLICATED,
    }
