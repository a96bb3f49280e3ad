"""An independent auditor for durable job queue databases.

`audit` says whether a database is whole, `replay` what happened to one job. Both only read: not a
byte of the database or of its folder is changed.
"""

from __future__ import annotations

__version__ = "0.1.0"

from crashqueue_verify.auditing import audit
from crashqueue_verify.errors import (
    AuditError,
    DatabaseNotFound,
    FormatTooNew,
    FormatTooOld,
    InvalidTime,
    JobNotFound,
    NotADatabase,
    NotAFile,
    NotAQueueDatabase,
    Unreadable,
)
from crashqueue_verify.findings import Finding, Total
from crashqueue_verify.replaying import replay
from crashqueue_verify.results import (
    Counts,
    NotEvaluated,
    ReferenceTime,
    Replay,
    ReplayStep,
    Report,
)
from crashqueue_verify.rules import RULES, Rule, Severity
from crashqueue_verify.verdict import Verdict

__all__ = [
    "RULES",
    "AuditError",
    "Counts",
    "DatabaseNotFound",
    "Finding",
    "FormatTooNew",
    "FormatTooOld",
    "InvalidTime",
    "JobNotFound",
    "NotADatabase",
    "NotAFile",
    "NotAQueueDatabase",
    "NotEvaluated",
    "ReferenceTime",
    "Replay",
    "ReplayStep",
    "Report",
    "Rule",
    "Severity",
    "Total",
    "Unreadable",
    "Verdict",
    "audit",
    "replay",
]
