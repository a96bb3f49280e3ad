-- Format version 2. The written contract is docs/reference/format.md; crashqueue-verify repeats it.

CREATE TABLE tenants (
    tenant         TEXT    PRIMARY KEY,
    active_limit   INTEGER,
    updated_at_us  INTEGER NOT NULL,
    history_length INTEGER NOT NULL,
    history_digest TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
    job_number                 INTEGER PRIMARY KEY,
    job_id                     TEXT    NOT NULL UNIQUE,
    tenant                     TEXT    NOT NULL,
    submission_sequence        INTEGER NOT NULL,
    idempotency_key            TEXT    NOT NULL,
    job_type                   TEXT    NOT NULL,
    payload                    TEXT    NOT NULL,
    payload_digest             TEXT    NOT NULL,
    priority                   INTEGER NOT NULL,
    max_attempts               INTEGER NOT NULL,
    base_delay_us              INTEGER NOT NULL,
    delay_factor               INTEGER NOT NULL,
    max_delay_us               INTEGER NOT NULL,
    initial_checkpoint_version INTEGER NOT NULL,
    submitted_at_us            INTEGER NOT NULL,
    state                      TEXT    NOT NULL CHECK (
        state IN ('QUEUED', 'LEASED', 'RETRY_WAIT', 'SUCCEEDED', 'DEAD_LETTER', 'CANCELLED')),
    due_at_us                  INTEGER NOT NULL,
    attempt_count              INTEGER NOT NULL,
    attempts_forgiven          INTEGER NOT NULL,
    attempt_budget             INTEGER NOT NULL,
    fence                      INTEGER NOT NULL,
    lease_worker_id            TEXT,
    lease_token                TEXT,
    lease_expires_at_us        INTEGER,
    checkpoint_version         INTEGER NOT NULL,
    checkpoint                 TEXT,
    result_digest              TEXT,
    updated_at_us              INTEGER NOT NULL,
    history_length             INTEGER NOT NULL,
    history_digest             TEXT    NOT NULL,
    UNIQUE (tenant, idempotency_key),
    UNIQUE (tenant, submission_sequence),
    CHECK ((state = 'LEASED') = (lease_worker_id IS NOT NULL)),
    CHECK ((state = 'LEASED') = (lease_token IS NOT NULL)),
    CHECK ((state = 'LEASED') = (lease_expires_at_us IS NOT NULL))
) STRICT;

CREATE INDEX jobs_claimable ON jobs (checkpoint_version, priority DESC, due_at_us, job_number)
    WHERE state = 'QUEUED';
CREATE INDEX jobs_leased ON jobs (lease_expires_at_us, job_number)
    WHERE state = 'LEASED';
CREATE INDEX jobs_awaiting_retry ON jobs (due_at_us, job_number)
    WHERE state = 'RETRY_WAIT';
CREATE INDEX jobs_active_of_tenant
    ON jobs (tenant, state, checkpoint_version, priority DESC, due_at_us, job_number)
    WHERE state IN ('QUEUED', 'LEASED', 'RETRY_WAIT');

CREATE TABLE attempts (
    job_id         TEXT    NOT NULL REFERENCES jobs (job_id),
    attempt_number INTEGER NOT NULL,
    tenant         TEXT    NOT NULL,
    worker_id      TEXT    NOT NULL,
    lease_token    TEXT    NOT NULL UNIQUE,
    fence          INTEGER NOT NULL,
    started_at_us  INTEGER NOT NULL,
    ended_at_us    INTEGER,
    outcome        TEXT CHECK (
        outcome IN ('SUCCEEDED', 'FAILED', 'EXPIRED', 'RELEASED', 'CANCELLED')),
    error          TEXT,
    PRIMARY KEY (job_id, attempt_number),
    CHECK ((ended_at_us IS NULL) = (outcome IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
    event_sequence  INTEGER PRIMARY KEY,
    tenant          TEXT    NOT NULL,
    job_id          TEXT    REFERENCES jobs (job_id),
    event_number    INTEGER NOT NULL,
    kind            TEXT    NOT NULL,
    state           TEXT    NOT NULL,
    occurred_at_us  INTEGER NOT NULL,
    data            TEXT    NOT NULL,
    previous_digest TEXT    NOT NULL,
    UNIQUE (job_id, event_number)
) STRICT;

-- A tenant's own events, which concern no job.
CREATE UNIQUE INDEX events_of_tenants ON events (tenant, event_number) WHERE job_id IS NULL;

CREATE TRIGGER events_refuse_update BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'history is append-only: events cannot be updated');
END;

CREATE TRIGGER events_refuse_delete BEFORE DELETE ON events
BEGIN
    SELECT RAISE(ABORT, 'history is append-only: events cannot be deleted');
END;

-- INSERT OR REPLACE deletes the old row without firing the delete trigger.
CREATE TRIGGER events_refuse_replace BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE event_sequence = NEW.event_sequence)
  OR EXISTS (SELECT 1 FROM events WHERE job_id = NEW.job_id AND event_number = NEW.event_number)
  OR NEW.job_id IS NULL AND EXISTS (
      SELECT 1 FROM events
      WHERE job_id IS NULL AND tenant = NEW.tenant AND event_number = NEW.event_number)
BEGIN
    SELECT RAISE(ABORT, 'history is append-only: events cannot be replaced');
END;
