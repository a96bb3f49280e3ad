"""An independent auditor for the databases of durable job queues, whoever wrote them.

`audit` says what is wrong with the jobs in a database, `audit_transaction` with those about to be
committed, `select` narrows a report, and `replay` says what happened to one job of ours. All
of them only read: not a byte of the database or of its folder is changed.
"""

from __future__ import annotations

__version__ = "0.1.0"

from crashqueue_verify.auditing import audit, audit_transaction
from crashqueue_verify.errors import (
    AuditError,
    DatabaseNotFound,
    FormatTooNew,
    FormatTooOld,
    InPlaceImpossible,
    InvalidSetting,
    InvalidTime,
    JobNotFound,
    NotADatabase,
    NotAFile,
    NotAQueueDatabase,
    ProfileRefused,
    RowsAlone,
    SchemaUnknown,
    SeveralSystems,
    UnknownName,
    Unreadable,
)
from crashqueue_verify.findings import Finding, Total
from crashqueue_verify.foreign.loading import load_profile
from crashqueue_verify.foreign.profile import Profile
from crashqueue_verify.foreign.shipped import shipped_profiles
from crashqueue_verify.replaying import replay
from crashqueue_verify.results import (
    Counts,
    Ignored,
    NotEvaluated,
    ReferenceTime,
    Replay,
    ReplayStep,
    Report,
    System,
)
from crashqueue_verify.rules import RULES, Rule, Severity
from crashqueue_verify.selection import select
from crashqueue_verify.staging.errors import (
    CustomDumpFormat,
    DumpDamaged,
    DumpFormat,
    PostgresMissing,
    PostgresRefused,
    PostgresTimeout,
    PostgresUnreachable,
    RowTooLarge,
    TooManyTables,
)
from crashqueue_verify.verdict import Verdict

__all__ = [
    "RULES",
    "AuditError",
    "Counts",
    "CustomDumpFormat",
    "DatabaseNotFound",
    "DumpDamaged",
    "DumpFormat",
    "Finding",
    "FormatTooNew",
    "FormatTooOld",
    "Ignored",
    "InPlaceImpossible",
    "InvalidSetting",
    "InvalidTime",
    "JobNotFound",
    "NotADatabase",
    "NotAFile",
    "NotAQueueDatabase",
    "NotEvaluated",
    "PostgresMissing",
    "PostgresRefused",
    "PostgresTimeout",
    "PostgresUnreachable",
    "Profile",
    "ProfileRefused",
    "ReferenceTime",
    "Replay",
    "ReplayStep",
    "Report",
    "RowTooLarge",
    "RowsAlone",
    "Rule",
    "SchemaUnknown",
    "SeveralSystems",
    "Severity",
    "System",
    "TooManyTables",
    "Total",
    "UnknownName",
    "Unreadable",
    "Verdict",
    "audit",
    "audit_transaction",
    "load_profile",
    "replay",
    "select",
    "shipped_profiles",
]
