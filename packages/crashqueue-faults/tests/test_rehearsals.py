from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import DurableQueue, JobQueue, QueueError
from crashqueue_faults import (
    InvalidExperiment,
    PlatformUnsupported,
    Progress,
    RehearsalInterrupted,
    run_crash,
    run_lease_loss,
    run_race,
)
from crashqueue_faults.place import Place
from crashqueue_faults.rehearsals import crash, crash_child, lease_loss, race, racing
from crashqueue_faults.rehearsals.race import run_part
from crashqueue_faults.rehearsals.racing import Outcomes, Part
from crashqueue_faults.rehearsals.stage import START_US, open_queue, submit_job, told


def test_a_worker_that_lost_its_lease_is_refused_everywhere() -> None:
    experiment = run_lease_loss()
    report = experiment.report
    assert experiment.ok
    assert report["abandoned"] == {"attempts": 1, "fence": 1, "state": "LEASED"}
    assert report["reclaimed"] == {"attempts": 2, "fence": 2, "state": "LEASED"}
    assert report["late_result_of_old_worker"] == "lease_lost"
    assert report["late_heartbeat_of_old_worker"] == "lease_lost"
    assert report["late_effect_of_old_worker"] == "stale_writer"
    assert report["finished"]["state"] == "SUCCEEDED"
    assert len(report["limits"]) == 3


def test_the_committed_lease_of_a_killed_child_is_found_and_taken_over() -> None:
    experiment = run_crash()
    report = experiment.report
    assert experiment.ok
    assert report["boundary_reported_over_pipe"] == "AFTER_CLAIM_COMMIT"
    assert report["child_exit_code"] == -9
    assert report["lease_found"] == {"attempts": 1, "fence": 1, "state": "LEASED"}
    assert report["claim_before_expiry"] == "lease_busy"
    assert report["attempts_after_refusal"] == 1
    assert report["reclaimed_at_expiry"] == {"attempts": 2, "fence": 2, "state": "LEASED"}
    assert report["reconstructed_stale_submission"] == "lease_lost"
    assert report["receipt_repeated"] is True
    assert report["evidence"] == {"integrity_ok": True, "invariants": "HOLDS"}
    assert report["limits"]


def test_a_race_can_be_run_from_any_thread() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(run_race).result().ok


def test_an_interrupt_on_the_terminal_reaches_no_racing_process() -> None:
    program = (
        "import signal; from crashqueue_faults.rehearsals.stage import interrupts_ignored\n"
        "import subprocess, sys\n"
        "with interrupts_ignored():\n"
        "    child = subprocess.Popen([sys.executable, '-c', "
        "'import signal; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)'])\n"
        "child.wait()\n"
        "print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert ended.stdout.split() == [b"True", b"True"]


@pytest.mark.parametrize("run", [run_lease_loss, run_crash])
def test_a_seed_fixes_the_report(run: Any) -> None:
    assert run(seed=3).report == run(seed=3).report


def test_of_two_processes_at_one_barrier_exactly_one_gets_the_job() -> None:
    experiment = run_race()
    report = experiment.report
    assert experiment.ok
    assert report["outcomes"] == {"claimed": 1, "lease_busy": 1}
    assert report["distinct_processes"] == 2
    assert (report["attempts"], report["fences"]) == (1, [1])


def test_every_one_of_many_rounds_has_exactly_one_winner() -> None:
    told: list[Progress] = []
    experiment = run_race(workers=4, rounds=200, progress=told.append)
    report = experiment.report
    assert experiment.ok
    assert report["rounds_with_exactly_one_winner"] == 200
    assert report["outcomes"] == {"claimed": 200, "lease_busy": 600}
    assert report["jobs_by_state"] == {"SUCCEEDED": 200}
    assert [progress.done for progress in told] == list(range(2, 201, 2))


def race_of(path: Path, name: str) -> Outcomes:
    """Run one racing process's part in this process, alone at its barrier."""
    place = Place.file(path)
    queue, _ = open_queue(place, "parent", seed=1, now_us=START_US)
    with queue:
        job_ids = tuple(submit_job(queue.for_tenant("north"), f"{name}-{n}").job_id for n in "ab")
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    with ours:
        run_part(Part(place=place, seed=1, number=1, job_ids=job_ids), context.Barrier(1), theirs)
        messages = [ours.recv() for _ in range(3)]
    assert messages[:2] == [1, 2]
    assert isinstance(messages[2], Outcomes)
    return messages[2]


def test_a_part_played_alone_wins_every_round(tmp_path: Path) -> None:
    assert race_of(tmp_path / "queue.sqlite", "alone").outcomes == ("claimed", "claimed")


def test_a_refused_claim_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: JobQueue, **arguments: object) -> None:
        raise QueueError("no")

    monkeypatch.setattr(JobQueue, "claim_job", refuse)
    assert race_of(tmp_path / "queue.sqlite", "refused").outcomes == ("queue_error",) * 2


def test_two_winners_of_one_round_are_a_failure() -> None:
    seen = [
        Outcomes(process_id=1, outcomes=("claimed", "claimed")),
        Outcomes(process_id=2, outcomes=("lease_busy", "claimed")),
    ]
    facts = race._facts(seen, 2, 2)
    assert facts["rounds_with_exactly_one_winner"] == 1
    report = told("race", 1, facts, race._expected(2, 2), ()).report
    assert report["ok"] is False
    assert "outcomes" in report["differs_from_expectation"]


def test_a_racing_process_that_ends_early_interrupts_the_race(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(race, "run_part", print)
    with pytest.raises(RehearsalInterrupted, match="ended before its part was done"):
        run_race()


def test_racing_processes_that_keep_silent_interrupt_the_race(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(racing, "PATIENCE_S", 0.0)
    with pytest.raises(RehearsalInterrupted, match="keep silent"):
        run_race()


@pytest.mark.parametrize(
    "numbers", [{"workers": 1}, {"workers": 65}, {"rounds": 0}, {"rounds": True}, {"seed": -1}]
)
def test_a_race_of_unusable_numbers_is_refused(numbers: dict[str, Any]) -> None:
    with pytest.raises(InvalidExperiment):
        run_race(**numbers)


def test_a_platform_without_sigkill_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "SIGKILL")
    with pytest.raises(PlatformUnsupported) as refusal:
        run_crash()
    assert refusal.value.code == "PLATFORM_UNSUPPORTED"


def test_a_child_that_reports_nothing_interrupts_the_rehearsal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crash, "PATIENCE_S", 0.0)
    with pytest.raises(RehearsalInterrupted, match="did not report"):
        run_crash()


def test_a_fact_that_is_not_as_expected_fails_the_rehearsal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lease_loss, "commit_effect", lambda *arguments: None)
    experiment = run_lease_loss()
    assert not experiment.ok
    assert experiment.report["differs_from_expectation"] == [
        "effects_at_fenced_destination",
        "late_effect_of_old_worker",
    ]


def test_a_lease_that_can_be_taken_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DurableQueue, "for_tenant", generous)
    report = run_crash().report
    assert report["claim_before_expiry"] == "accepted"
    assert report["ok"] is False


def generous(queue: DurableQueue, tenant: str) -> Generous:
    return Generous(queue)


class Generous:
    """A tenant's view that lets anyone have a live lease."""

    def __init__(self, queue: DurableQueue) -> None:
        self._queue = queue

    def __getattr__(self, name: str) -> Any:
        return getattr(self._queue, name)

    def claim_job(self, **arguments: Any) -> Any:
        try:
            return self._queue.claim_job(**arguments)
        except QueueError:
            return self._queue.get(arguments["job_id"])


@pytest.mark.parametrize("orders", ["", "help", "{}", '{"address": "q"}', "[]", "7"])
def test_the_child_started_by_hand_refuses(
    orders: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(orders))
    assert crash_child.main([]) == 2
    assert "started by the rehearsal only" in capsys.readouterr().err


def test_the_child_takes_no_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert crash_child.main(["queue.sqlite"]) == 2
    assert "it takes no arguments" in capsys.readouterr().err


def orders_for(path: Path) -> str:
    return json.dumps({"address": str(path), "schema": None, "seed": 1}) + "\n"


def test_the_child_never_opens_a_file_that_exists(tmp_path: Path) -> None:
    path = tmp_path / "mine.sqlite"
    path.write_bytes(b"mine")
    ended = subprocess.run(
        [sys.executable, "-m", "crashqueue_faults.rehearsals.crash_child"],
        input=orders_for(path).encode(),
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 2
    assert path.read_bytes() == b"mine"
    assert [file.name for file in tmp_path.iterdir()] == ["mine.sqlite"]


def test_the_child_holds_its_lease_until_its_input_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "queue.sqlite"
    monkeypatch.setattr(sys, "argv", ["crash_child"])
    monkeypatch.setattr(sys, "stdin", io.StringIO(orders_for(path)))
    with pytest.raises(SystemExit) as end:
        crash_child.run()
    assert end.value.code == 0
    assert json.loads(capsys.readouterr().out)["boundary"] == "AFTER_CLAIM_COMMIT"
    with DurableQueue(path, create=False) as queue:
        assert [job.state for job in queue.list_jobs().jobs] == ["LEASED"]
