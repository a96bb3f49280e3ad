-- The tables that every queue becomes. Times are microseconds since 1970 in UTC, or NULL.
-- A column that a profile's query does not have stays NULL, and rules that need it are skipped.

CREATE TABLE job (
    job_key          TEXT,     -- the system's own identifier, as text
    row_id           INTEGER,  -- rowid in the raw table that the profile names
    queue            TEXT,
    kind             TEXT,     -- task, class or function
    state_raw        TEXT,     -- the state in the system's words
    priority         INTEGER,
    created_at       INTEGER,
    eligible_at      INTEGER,  -- planned: not before this time; NULL is at once
    started_at       INTEGER,  -- start of the latest attempt
    finished_at      INTEGER,
    updated_at       INTEGER,
    attempts_raw     INTEGER,  -- the system's counter as stored
    attempts_started INTEGER,  -- attempts begun, comparable between systems
    attempts_ended   INTEGER,  -- attempts ended, comparable between systems
    max_attempts     INTEGER,
    delivery_count   INTEGER,  -- times rescued or, where failures leave no trace, handed out
    lease_owner      TEXT,     -- the worker_key that holds it
    lease_at         INTEGER,
    lease_expires_at INTEGER,
    lease_token      TEXT,
    heartbeat_at     INTEGER,
    cancel_requested INTEGER,
    unique_key       TEXT,     -- no two rows may share it; NULL when the row is outside its scope
    requeue_key      TEXT,     -- the unique_key that the row would take if it were put back
    mutex_key        TEXT,     -- no two running jobs may share it; NULL when not running
    wait_lock        TEXT,     -- the lock_key that a waiting or blocked job waits for
    error_count      INTEGER,
    last_error       TEXT,     -- class or first words
    last_error_at    INTEGER,
    same_work_key    TEXT,     -- one piece of work: at most one open row, none beside a success
    terminal_count   INTEGER,  -- terminal timestamps set
    app_version      TEXT,     -- version of the application that the job is pinned to
    state            TEXT      -- the model's state, found from state_raw
);

CREATE TABLE attempt (
    job_key          TEXT,
    row_id           INTEGER,
    n                INTEGER,
    started_at       INTEGER,
    ended_at         INTEGER,
    outcome          TEXT,     -- running succeeded failed retried rescued cancelled lost
    worker_key       TEXT,
    lease_expires_at INTEGER,
    error            TEXT
);

CREATE TABLE event (
    job_key          TEXT,
    row_id           INTEGER,
    seq              INTEGER,  -- order of happening
    at               INTEGER,
    kind             TEXT,     -- enqueued scheduled started retried succeeded failed cancelled held
                               -- rescued requeued archived deleted cancel_requested other
    kind_raw         TEXT,
    worker_key       TEXT,
    planned          INTEGER   -- 1 if `at` is a plan and not something that happened
);

-- Every process that the system keeps a row for; not those that only jobs name.
CREATE TABLE worker (
    worker_key       TEXT,
    row_id           INTEGER,
    kind             TEXT,     -- worker (or NULL) takes jobs, leader makes planned ones due
    host             TEXT,
    pid              INTEGER,
    queues           TEXT,     -- JSON array of queue names, * is any text; NULL is every queue
    started_at       INTEGER,
    heartbeat_at     INTEGER,
    expires_at       INTEGER,
    parent_key       TEXT,
    app_version      TEXT
);

-- The locks that are held, and every semaphore.
CREATE TABLE lock (
    lock_key         TEXT,
    row_id           INTEGER,
    kind             TEXT,     -- mutex semaphore queue leader
    value            INTEGER,  -- free places, for a semaphore
    capacity         INTEGER,  -- all places, for a semaphore
    holder_job       TEXT,
    holder_worker    TEXT,
    acquired_at      INTEGER,
    expires_at       INTEGER
);

CREATE TABLE queue (
    queue            TEXT,     -- at most one row for each
    row_id           INTEGER,
    is_paused        INTEGER,
    paused_since     INTEGER,
    concurrency_limit INTEGER,
    is_declared      INTEGER   -- 0 if jobs name it and nobody has declared it
);

CREATE TABLE placement (
    job_key          TEXT,
    row_id           INTEGER,
    place            TEXT      -- the table that holds the job, for systems with one table per state
);

CREATE TABLE slot (
    cron_key         TEXT,     -- the periodic entry
    row_id           INTEGER,
    slot_at          INTEGER,  -- the time that the entry was due
    job_key          TEXT,
    period_us        INTEGER
);

-- What the audit itself works out: the model's columns that are filled, as "job.queue", the workers
-- that were heard of lately (live.sql), and the running jobs that lost their worker (lost.sql).
CREATE TABLE filled (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE live_worker (
    worker_key TEXT, kind TEXT, queues TEXT, app_version TEXT
);
CREATE TABLE lost_job (
    job_key TEXT, row_id INTEGER, owner TEXT, reason TEXT, cause TEXT, since_us INTEGER
);

-- One row of what the database can tell. A server that crashed leaves its UNLOGGED tables empty:
-- then nothing is known of any worker.
CREATE VIEW known AS SELECT
    EXISTS (SELECT 1 FROM filled WHERE name = 'job.started_at') AS starts,
    EXISTS (SELECT 1 FROM filled WHERE name = 'job.lease_at') AS claims,
    EXISTS (SELECT 1 FROM filled WHERE name = 'job.lease_owner') AS owners,
    EXISTS (SELECT 1 FROM filled WHERE name = 'job.lease_expires_at') AS expiries,
    EXISTS (SELECT 1 FROM filled WHERE name = 'job.last_error') AS errors,
    EXISTS (SELECT 1 FROM filled WHERE name = 'worker.worker_key') AS workers,
    EXISTS (SELECT 1 FROM filled WHERE name = 'placement.job_key') AS places,
    EXISTS (SELECT 1 FROM filled WHERE name = 'worker.worker_key')
    AND NOT EXISTS (SELECT 1 FROM worker)
    AND EXISTS (SELECT 1 FROM catalogue_table WHERE is_unlogged AND row_count = 0) AS is_wiped;

CREATE TABLE state_of (state_raw TEXT PRIMARY KEY, state TEXT) WITHOUT ROWID;

CREATE TABLE catalogue_table (
    alias TEXT, schema TEXT, name TEXT, part TEXT, is_unlogged INTEGER, comment TEXT, row_count INTEGER
);
CREATE TABLE catalogue_column (alias TEXT, name TEXT, column TEXT, declared_type TEXT);
CREATE TABLE catalogue_index (
    alias TEXT, name TEXT, index_name TEXT, columns TEXT, is_unique INTEGER, predicate TEXT
);
CREATE TABLE catalogue_check (alias TEXT, name TEXT, expression TEXT);
CREATE TABLE catalogue_trigger (alias TEXT, name TEXT, trigger TEXT);
CREATE TABLE catalogue_sequence (sequence TEXT, last_value INTEGER);
CREATE TABLE catalogue_function (function TEXT, body TEXT);
