"""Whether the auditor tells of jobs that were not done, and is silent about those that were."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import homemade
import pytest
from crashing import CrashAt, Plant, before

from crashqueue_faults.servers.postgres import PostgresCluster, started_cluster
from crashqueue_faults.targets.adapters.crashqueue import Crashqueue
from crashqueue_faults.targets.adapters.huey import Huey
from crashqueue_faults.targets.adapters.litequeue import Litequeue
from crashqueue_faults.targets.adapters.procrastinate import Procrastinate
from crashqueue_faults.targets.auditing import Audits, Opinion, opinion_on
from crashqueue_faults.targets.case import Look, Recovery
from crashqueue_faults.targets.course import Course, Crash
from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.outcomes import Outcome
from crashqueue_faults.targets.postgres_backend import PostgresBackend
from crashqueue_faults.targets.stand import stand_for
from crashqueue_faults.targets.target import Engine, JobState, Sight, Store
from crashqueue_faults.targets.telling import boundary_telling, telling_of
from crashqueue_verify import Verdict

BEFORE_EFFECT = before(EFFECT_LABEL)
SILENT = Opinion(verdict=Verdict.HOLDS)
WARNED = Opinion(verdict=Verdict.HOLDS, warnings=("G09",))
VIOLATED = Opinion(verdict=Verdict.VIOLATED, violations=("G01",))


@dataclass(frozen=True)
class Stand:
    """What the auditor needs of a stand."""

    target: Any
    store: Store


def crash(state: JobState, effects: int, in_the_end: Opinion) -> Crash:
    look = Look(sight=Sight(state=state), effects=effects)
    audits = Audits(after_crash=SILENT, in_the_end=in_the_end)
    return Crash(left=look, recovery=Recovery(look=look, lasted_s=0.1), audits=audits)


def stranded(in_the_end: Opinion) -> Crash:
    return crash(JobState.RUNNING, 0, in_the_end)


def recovered(in_the_end: Opinion) -> Crash:
    return crash(JobState.DONE, 1, in_the_end)


def test_a_stranded_message_of_litequeue_is_told_of_once_it_is_old(crash_at: CrashAt) -> None:
    found = crash_at(Litequeue(), "default", BEFORE_EFFECT)
    assert found.outcome is Outcome.STRANDED
    assert found.audits == Audits(after_crash=SILENT, in_the_end=WARNED)
    assert telling_of([[found]]) == {
        "is_readable": True,
        "obstacles": [],
        "now": {
            "after_crash": "the clock's time",
            "in_the_end": "the clock's time and 1 day: later than every limit",
        },
        "not_done": 1,
        "not_done_and_told": 1,
        "not_done_and_without_trace": 0,
        "rules_that_tell": ["G09"],
        "false_alarms": 0,
        "rules_also_of_recovered_jobs": [],
    }


def test_a_lost_task_of_huey_leaves_nothing_to_tell_of(crash_at: CrashAt) -> None:
    found = crash_at(Huey(), "default", BEFORE_EFFECT)
    assert found.outcome is Outcome.LOST
    assert found.audits == Audits(after_crash=SILENT, in_the_end=SILENT)
    said = telling_of([[found]])
    assert (said["not_done"], said["not_done_and_told"]) == (1, 0)
    assert said["not_done_and_without_trace"] == 1


def test_a_job_of_procrastinate_whose_worker_is_dead_is_told_of(folder: Path) -> None:
    default = replace(Procrastinate.configurations[0], patience_s=1.0)
    with (
        started_cluster() as cluster,
        stand_for(Procrastinate(), default, folder / "stand", backend(cluster, folder)) as stand,
    ):
        (found,) = Course([stand]).visit([BEFORE_EFFECT], lambda: None)
    assert found.outcome is Outcome.STRANDED
    assert found.audits is not None
    assert found.audits.after_crash == SILENT
    assert found.audits.in_the_end == replace(SILENT, warnings=("G07",))


def backend(cluster: PostgresCluster, folder: Path) -> PostgresBackend:
    return PostgresBackend(cluster, folder, "audited")


def test_a_job_that_recovers_raises_no_alarm(crash_at: CrashAt) -> None:
    found = crash_at(Crashqueue(), "default", BEFORE_EFFECT)
    assert found.outcome is Outcome.RECOVERED
    assert found.audits == Audits(after_crash=SILENT, in_the_end=SILENT)
    said = telling_of([[found]])
    assert (said["not_done"], said["false_alarms"]) == (0, 0)


def test_a_table_that_the_auditor_does_not_know_is_said_not_to_be_readable(
    crash_at: CrashAt, plant: Plant
) -> None:
    found = crash_at(plant(homemade.Homemade), "default", BEFORE_EFFECT)
    assert found.audits is not None
    assert found.audits.in_the_end.verdict is None
    said = telling_of([[found]])
    assert said == {"is_readable": False, "obstacles": [found.audits.in_the_end.obstacle]}
    assert found.audits.in_the_end.obstacle.startswith("NOT_A_QUEUE_DATABASE: ")


@pytest.mark.parametrize(
    ("engine", "obstacle"),
    [
        (Engine.REDIS, "crashqueue-verify reads SQLite and PostgreSQL, and no Redis"),
        (Engine.SQLITE, "the store holds no SQLite file"),
    ],
)
def test_a_store_that_the_auditor_cannot_read_has_an_obstacle_and_no_verdict(
    engine: Engine, obstacle: str, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("SQLite")
    stand: Any = Stand(SimpleNamespace(engine=engine), Store(folder=tmp_path))
    assert opinion_on(stand) == Opinion(obstacle=obstacle)


def test_a_server_that_does_not_answer_is_an_obstacle_too(tmp_path: Path) -> None:
    store = Store(folder=tmp_path, address=f"host={tmp_path} user=postgres dbname='a b'")
    stand: Any = Stand(SimpleNamespace(engine=Engine.POSTGRESQL), store)
    assert opinion_on(stand).obstacle.startswith("POSTGRES_UNREACHABLE: ")


def test_a_violation_where_the_job_was_done_is_a_false_alarm() -> None:
    said = telling_of([[recovered(VIOLATED)], [recovered(SILENT)]])
    assert (said["false_alarms"], said["rules_also_of_recovered_jobs"]) == (1, ["G01"])


def test_a_rule_that_is_also_broken_where_jobs_recover_does_not_tell() -> None:
    said = telling_of([[stranded(WARNED)], [recovered(WARNED)]])
    assert (said["not_done"], said["not_done_and_told"], said["rules_that_tell"]) == (1, 0, [])


def test_a_boundary_is_told_of_if_each_of_its_crashes_is() -> None:
    silent_once = [stranded(WARNED), stranded(SILENT)]
    assert telling_of([silent_once])["not_done_and_told"] == 0
    assert boundary_telling(silent_once, frozenset()) == {
        "after_crash": {"verdicts": ["HOLDS"], "rules": []},
        "in_the_end": {"verdicts": ["HOLDS"], "rules": ["G09"]},
        "tells": False,
    }
    recovered_once = [stranded(WARNED), recovered(SILENT)]
    assert boundary_telling(recovered_once, frozenset())["tells"] is True


def test_where_no_point_was_reached_there_was_nothing_to_read() -> None:
    said = telling_of([[Crash(left=None, recovery=None)]])
    assert said == {"is_readable": False, "obstacles": ["no crash was reached"]}
