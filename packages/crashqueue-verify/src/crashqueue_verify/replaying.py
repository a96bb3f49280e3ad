"""What happened to one job of our own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import Findings
from crashqueue_verify.native.format import recognise
from crashqueue_verify.native.one_job import replay_one
from crashqueue_verify.native.unseen import everything
from crashqueue_verify.opening import Damaged, opened_file
from crashqueue_verify.results import Replay
from crashqueue_verify.rules import Severity
from crashqueue_verify.source.copy import CopyRefused

if TYPE_CHECKING:
    import os

TIME_LIMIT_S: Final = 3_600.0


def replay(path: str | os.PathLike[str], job_id: str) -> Replay:
    """Return what the history of `job_id` in the database at `path` leads to.

    Raises JobNotFound, or another AuditError when `path` holds no database of ours.
    """
    try:
        with opened_file(path, TIME_LIMIT_S) as opened:
            recognise(opened.connection)
            return replay_one(opened.connection, job_id)
    except CopyRefused as refusal:
        return _replay_without_look(job_id, Findings(), str(refusal))
    except Damaged as damage:
        findings = Findings()
        findings.add("CQ102", str(damage))
        return _replay_without_look(job_id, findings, "CQ102 does not hold")


def _replay_without_look(job_id: str, findings: Findings, reason: str) -> Replay:
    return Replay(
        job_id=job_id,
        steps=(),
        job={},
        agrees=False,
        findings=findings.kept(Severity.ERROR),
        not_evaluated=everything(reason),
    )
