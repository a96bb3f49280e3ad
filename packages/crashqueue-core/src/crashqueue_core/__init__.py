"""A small, inspectable, durable job queue on SQLite with a tamper-evident history.

It gives at-least-once execution: a job may be executed again after a crash, and a handler's effects
must tolerate that. It does not give exactly-once execution; nothing does.
"""

from __future__ import annotations

from crashqueue_core.boundaries import Boundary, Observer, SimulatedCrash
from crashqueue_core.canonical import JSONValue, canonical_json, digest
from crashqueue_core.clock import Clock, ManualClock, SystemClock
from crashqueue_core.errors import (
    AlreadyFinished,
    FormatTooNew,
    IdempotencyConflict,
    IllegalTransition,
    InvalidArgument,
    InvalidPayload,
    JobNotFound,
    LeaseLost,
    NotAQueueDatabase,
    NotDeadLetter,
    PayloadTooLarge,
    QueueError,
    Refusal,
    StoreBusy,
    StoreClosed,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreIOError,
    StoreNotFound,
    StoreReadOnly,
    StoreUnavailable,
    TransactionOpen,
    TransactionRequired,
)
from crashqueue_core.execution import Execution, PermanentFailure, ReleaseJob
from crashqueue_core.identity import Identity, RandomIdentity, SeededIdentity
from crashqueue_core.model import (
    Attempt,
    AttemptOutcome,
    Event,
    EventKind,
    Job,
    JobPage,
    JobRequest,
    JobState,
    Receipt,
    Submission,
)
from crashqueue_core.queue import DurableQueue
from crashqueue_core.retry import RetryPolicy
from crashqueue_core.worker import (
    ExecutionOutcome,
    ExecutionReport,
    Handler,
    Worker,
    stop_on_signals,
)

__version__ = "0.1.0"

__all__ = [
    "AlreadyFinished",
    "Attempt",
    "AttemptOutcome",
    "Boundary",
    "Clock",
    "DurableQueue",
    "Event",
    "EventKind",
    "Execution",
    "ExecutionOutcome",
    "ExecutionReport",
    "FormatTooNew",
    "Handler",
    "IdempotencyConflict",
    "Identity",
    "IllegalTransition",
    "InvalidArgument",
    "InvalidPayload",
    "JSONValue",
    "Job",
    "JobNotFound",
    "JobPage",
    "JobRequest",
    "JobState",
    "LeaseLost",
    "ManualClock",
    "NotAQueueDatabase",
    "NotDeadLetter",
    "Observer",
    "PayloadTooLarge",
    "PermanentFailure",
    "QueueError",
    "RandomIdentity",
    "Receipt",
    "Refusal",
    "ReleaseJob",
    "RetryPolicy",
    "SeededIdentity",
    "SimulatedCrash",
    "StoreBusy",
    "StoreClosed",
    "StoreCorrupt",
    "StoreError",
    "StoreFull",
    "StoreIOError",
    "StoreNotFound",
    "StoreReadOnly",
    "StoreUnavailable",
    "Submission",
    "SystemClock",
    "TransactionOpen",
    "TransactionRequired",
    "Worker",
    "__version__",
    "canonical_json",
    "digest",
    "stop_on_signals",
]
