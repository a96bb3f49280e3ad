"""Every error the queue raises.

QueueError
├── InvalidArgument          INVALID_ARGUMENT       a name, number or duration outside its bounds
│   ├── InvalidLease         INVALID_LEASE          what no lease can have
│   ├── InvalidPayload       INVALID_PAYLOAD        a value that canonical JSON cannot hold
│   └── PayloadTooLarge      PAYLOAD_TOO_LARGE      a value over the size limit
├── Refusal                  (never raised itself)  what is in the database forbids the command
│   ├── JobNotFound          JOB_NOT_FOUND
│   ├── IdempotencyConflict  IDEMPOTENCY_CONFLICT
│   ├── AdmissionFull        ADMISSION_FULL
│   ├── LimitBelowActive     LIMIT_BELOW_ACTIVE
│   ├── NotClaimable         NOT_CLAIMABLE
│   ├── LeaseBusy            LEASE_BUSY
│   ├── CheckpointIncompatible   CHECKPOINT_INCOMPATIBLE
│   ├── AttemptBudgetExhausted   ATTEMPT_BUDGET_EXHAUSTED
│   ├── LeaseLost            LEASE_LOST
│   ├── ResultConflict       RESULT_CONFLICT
│   ├── AlreadyFinished      ALREADY_FINISHED
│   ├── NotDeadLetter        NOT_DEAD_LETTER
│   ├── LeasesRemain         LEASES_REMAIN          a queue that is to move has live leases
│   ├── NotStorable          NOT_STORABLE           a text that the other engine cannot hold
│   └── IllegalTransition    ILLEGAL_TRANSITION
└── StoreError               (never raised itself)  the database could not do its part
    ├── StoreBusy            STORE_BUSY
    ├── StoreFull            STORE_FULL
    ├── StoreReadOnly        STORE_READ_ONLY
    ├── StoreIOError         STORE_IO_ERROR
    ├── StoreCorrupt         STORE_CORRUPT
    ├── StoreUnavailable     STORE_UNAVAILABLE
    │   ├── StoreNotFound    STORE_NOT_FOUND
    │   └── ServerUnavailable    SERVER_UNAVAILABLE
    ├── OutcomeUnknown       OUTCOME_UNKNOWN        the answer to COMMIT was lost
    ├── SchemaNotEmpty       SCHEMA_NOT_EMPTY       where a queue is to move to, there is one
    ├── CopyDiffers          COPY_DIFFERS
    ├── NotAQueueDatabase    NOT_A_QUEUE_DATABASE
    ├── FormatTooNew         FORMAT_TOO_NEW
    ├── FormatTooOld         FORMAT_TOO_OLD
    ├── StoreClosed          STORE_CLOSED
    ├── TransactionRequired  NO_TRANSACTION
    └── TransactionOpen      TRANSACTION_OPEN

After any of them nothing of the refused command is in the database, with two exceptions. After
OutcomeUnknown all of the command is in the database, or nothing. And if SQLite's file system fails
in the sync of COMMIT, the log holds all of the transaction. The queue object goes on without it and
the command may be repeated on it; but if its process ends before it writes again, whoever opens the
database next may find the command carried out.
"""

from __future__ import annotations

from typing import Any, ClassVar


class QueueError(Exception):
    """Base of all errors; `code` is stable, `hint` says what to do, `data` holds the facts."""

    code: ClassVar[str] = "QUEUE_ERROR"
    hint: ClassVar[str] = ""

    def __init__(self, message: str, **data: object) -> None:
        super().__init__(message)
        self.message = message
        self.data = data

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with the data, which `Exception` alone would drop."""
        return (_rebuild, (type(self), self.message, self.data))

    def as_dict(self) -> dict[str, object]:
        """Return `code`, `message`, `hint` and `data`, ready for JSON."""
        return {"code": self.code, "message": self.message, "hint": self.hint, "data": self.data}


def _rebuild(kind: type[QueueError], message: str, data: dict[str, object]) -> QueueError:
    return kind(message, **data)


class InvalidArgument(QueueError):
    """An argument lies outside its documented bounds; nothing was looked up or written."""

    code = "INVALID_ARGUMENT"
    hint = "Correct the named argument; its bounds are in the message."


class InvalidLease(InvalidArgument):
    """A worker id, a time or a duration that no lease can have."""

    code = "INVALID_LEASE"
    hint = "Name the worker, and a lease duration within the bounds in the message."


class InvalidPayload(InvalidArgument):
    """A payload or result has no canonical JSON form."""

    code = "INVALID_PAYLOAD"
    hint = "Use objects with text keys, lists, text, finite numbers, true, false and null."


class PayloadTooLarge(InvalidArgument):
    """A payload or result is larger than a queue row should be."""

    code = "PAYLOAD_TOO_LARGE"
    hint = "Store the data elsewhere and submit a reference to it."


class Refusal(QueueError):
    """What is in the database forbids the command."""


class JobNotFound(Refusal):
    """No job has this id, as far as the caller may see.

    A tenant's view says this of another tenant's job in the very same bytes.
    """

    code = "JOB_NOT_FOUND"
    hint = "Check the job id and the database; list_jobs shows what is there."


class IdempotencyConflict(Refusal):
    """The idempotency key already names a different request."""

    code = "IDEMPOTENCY_CONFLICT"
    hint = "Use a new idempotency key for a new request, or repeat the first request exactly."


class AdmissionFull(Refusal):
    """The tenant has as many active jobs as its limit allows."""

    code = "ADMISSION_FULL"
    hint = "Wait until jobs of this tenant finish, or have its limit raised."


class LimitBelowActive(Refusal):
    """The new limit is less than the number of jobs that are active already."""

    code = "LIMIT_BELOW_ACTIVE"
    hint = "Choose a limit of at least the active jobs, or wait until some finish."


class NotClaimable(Refusal):
    """The job is finished, cancelled, or not due yet."""

    code = "NOT_CLAIMABLE"
    hint = "Claim another job, or wait until this one is due."


class LeaseBusy(Refusal):
    """The job has a live lease, which cannot be taken."""

    code = "LEASE_BUSY"
    hint = "Wait until the lease ends or runs out."


class CheckpointIncompatible(Refusal):
    """The job's next execution needs a checkpoint version that the worker does not support."""

    code = "CHECKPOINT_INCOMPATIBLE"
    hint = "Let a worker claim it that supports the version in the data."


class AttemptBudgetExhausted(Refusal):
    """The job's attempt budget is used up."""

    code = "ATTEMPT_BUDGET_EXHAUSTED"
    hint = "Find out why its attempts failed; redriving it grants a new budget."


class LeaseLost(Refusal):
    """The caller's lease is not the job's live lease: superseded, ended, or past its deadline."""

    code = "LEASE_LOST"
    hint = "Stop working on this job and do not acknowledge it; another attempt may be running."


class ResultConflict(Refusal):
    """The same lease has finished the job already, with another result."""

    code = "RESULT_CONFLICT"
    hint = "The first result stands; find out why the handler computed two."


class AlreadyFinished(Refusal):
    """The job has reached a state that the command cannot leave."""

    code = "ALREADY_FINISHED"
    hint = "Nothing is left to cancel; a dead letter can be redriven."


class NotDeadLetter(Refusal):
    """Only a dead letter can be given a new attempt budget."""

    code = "NOT_DEAD_LETTER"
    hint = "Wait until the job is a dead letter, or submit a new job."


class LeasesRemain(Refusal):
    """A worker may still acknowledge a job of the queue that is to be moved."""

    code = "LEASES_REMAIN"
    hint = "Stop the workers, which lets them finish or give back their jobs; or wait until the "
    hint += "last lease has run out, at the time in the data."


class NotStorable(Refusal):
    """A text in the queue that is to be moved contains what the other engine cannot hold."""

    code = "NOT_STORABLE"
    hint = "Let the jobs that are left finish on the engine that they are on."


class IllegalTransition(Refusal):
    """The state machine has no such step from the job's state at this time."""

    code = "ILLEGAL_TRANSITION"
    hint = "Read the job again; docs/state-machine.md shows which steps are legal when."


class StoreError(QueueError):
    """The database could not do its part; the transaction was rolled back."""


class StoreBusy(StoreError):
    """Another connection held the write lock for longer than the busy time-out."""

    code = "STORE_BUSY"
    hint = "Try again; if it lasts, find the process that keeps a write transaction open."


class StoreFull(StoreError):
    """The disk, or the database's size limit, is full."""

    code = "STORE_FULL"
    hint = "Free disk space and try again; what was acknowledged before is still there."


class StoreReadOnly(StoreError):
    """The database file, its folder or its mount cannot be written; or a server's role may not."""

    code = "STORE_READ_ONLY"
    hint = "Make the database file and its folder writable for this process; on a server, grant "
    hint += "the role what the message names, and connect to the primary."


class StoreIOError(StoreError):
    """The file system answered a read, write or sync with an error."""

    code = "STORE_IO_ERROR"
    hint = "Check the disk; then audit the database before using it again."


class StoreCorrupt(StoreError):
    """The file is damaged or its rows contradict the format."""

    code = "STORE_CORRUPT"
    hint = "Stop all writers, keep a copy of the file, and audit it with crashqueue-verify."


class StoreUnavailable(StoreError):
    """The path cannot be opened as a database file, or a server lets nobody in by the address."""

    code = "STORE_UNAVAILABLE"
    hint = "Check path and permissions, or the role, password and database in the address."


class StoreNotFound(StoreUnavailable):
    """There is no database at the path and the caller did not ask to create one."""

    code = "STORE_NOT_FOUND"
    hint = "Check the path, or address and schema; submitting a job creates the queue."


class ServerUnavailable(StoreUnavailable):
    """The server cannot be reached, or the connection broke before COMMIT was sent."""

    code = "SERVER_UNAVAILABLE"
    hint = "Try again; nothing was changed, and the queue object connects anew by itself."


class OutcomeUnknown(StoreError):
    """The connection broke after COMMIT was sent and before its answer came.

    The data's `changes` name the jobs concerned, and the lease that a claim would have given.
    """

    code = "OUTCOME_UNKNOWN"
    hint = "Ask again with the same idempotency key or lease, or read the job's history."

    @property
    def changes(self) -> tuple[dict[str, Any], ...]:
        """What would have changed: `tenant`, `job_id`, `idempotency_key`, `lease_token` and so on.

        A change of a tenant's limit has its `tenant` alone.
        """
        changes: Any = self.data.get("changes", ())
        return tuple(changes)


class SchemaNotEmpty(StoreError):
    """The schema that a queue is to be moved to has a queue in it already; it was not touched."""

    code = "SCHEMA_NOT_EMPTY"
    hint = "Name a schema that is absent or empty; or look whether the queue was moved before."


class CopyDiffers(StoreError):
    """What was read back is not what was copied; the copy was undone."""

    code = "COPY_DIFFERS"
    hint = "Look for triggers and rules on the server that change what is written, and report it."


class NotAQueueDatabase(StoreError):
    """The file belongs to something else; it was not touched."""

    code = "NOT_A_QUEUE_DATABASE"
    hint = "Name a CrashQueueLab database, or a path at which none exists yet."


class FormatTooNew(StoreError):
    """A newer version wrote this database; it was not touched."""

    code = "FORMAT_TOO_NEW"
    hint = "Upgrade crashqueue-core to a version that knows this format."


class FormatTooOld(StoreError):
    """A version before the first release wrote this database; it was not touched."""

    code = "FORMAT_TOO_OLD"
    hint = "Open it with the version that wrote it, and submit what is left to a new queue."


class StoreClosed(StoreError):
    """The queue object was closed, or was opened by the process that this one was forked from."""

    code = "STORE_CLOSED"
    hint = "Open a new DurableQueue, in the process that uses it."


class TransactionRequired(StoreError):
    """The caller's connection has no open transaction, or lost it inside an acknowledging block."""

    code = "NO_TRANSACTION"
    hint = "BEGIN before the call; inside acknowledging() leave COMMIT and ROLLBACK to the queue."


class TransactionOpen(StoreError):
    """This queue object is inside an acknowledging block and cannot start another transaction."""

    code = "TRANSACTION_OPEN"
    hint = "Inside acknowledging() use submit_within(connection, ...), or a second DurableQueue."
