-- Format version 2 on PostgreSQL; docs/reference/format.md, "On PostgreSQL", says what differs.
-- The names stand in the schema that the search path begins with. What is a key has the collation
-- of its bytes: keys are the same, and in the same order, whatever the database's locale is.

CREATE TABLE format (
    application TEXT   PRIMARY KEY CHECK (application = 'crashqueuelab'),
    version     BIGINT NOT NULL
);
INSERT INTO format VALUES ('crashqueuelab', 2);

-- The last submission sequence of each tenant. Whoever submits, or changes what is admitted, locks
-- the tenant's row, so that sequences have no gaps and limits hold at every instant.
CREATE TABLE submissions (
    tenant        TEXT COLLATE "C" PRIMARY KEY,
    last_sequence BIGINT NOT NULL
);

CREATE TABLE tenants (
    tenant         TEXT COLLATE "C" PRIMARY KEY,
    active_limit   BIGINT,
    updated_at_us  BIGINT NOT NULL,
    history_length BIGINT NOT NULL,
    history_digest TEXT   NOT NULL
);

CREATE TABLE jobs (
    job_number                 BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id                     TEXT COLLATE "C" NOT NULL UNIQUE,
    tenant                     TEXT COLLATE "C" NOT NULL,
    submission_sequence        BIGINT NOT NULL,
    idempotency_key            TEXT COLLATE "C" NOT NULL,
    job_type                   TEXT   NOT NULL,
    payload                    TEXT   NOT NULL,
    payload_digest             TEXT   NOT NULL,
    priority                   BIGINT NOT NULL,
    max_attempts               BIGINT NOT NULL,
    base_delay_us              BIGINT NOT NULL,
    delay_factor               BIGINT NOT NULL,
    max_delay_us               BIGINT NOT NULL,
    initial_checkpoint_version BIGINT NOT NULL,
    submitted_at_us            BIGINT NOT NULL,
    state                      TEXT COLLATE "C" NOT NULL CHECK (
        state IN ('QUEUED', 'LEASED', 'RETRY_WAIT', 'SUCCEEDED', 'DEAD_LETTER', 'CANCELLED')),
    due_at_us                  BIGINT NOT NULL,
    attempt_count              BIGINT NOT NULL,
    attempts_forgiven          BIGINT NOT NULL,
    attempt_budget             BIGINT NOT NULL,
    fence                      BIGINT NOT NULL,
    lease_worker_id            TEXT,
    lease_token                TEXT,
    lease_expires_at_us        BIGINT,
    checkpoint_version         BIGINT NOT NULL,
    checkpoint                 TEXT,
    result_digest              TEXT,
    updated_at_us              BIGINT NOT NULL,
    history_length             BIGINT NOT NULL,
    history_digest             TEXT   NOT NULL,
    UNIQUE (tenant, idempotency_key),
    UNIQUE (tenant, submission_sequence),
    CHECK ((state = 'LEASED') = (lease_worker_id IS NOT NULL)),
    CHECK ((state = 'LEASED') = (lease_token IS NOT NULL)),
    CHECK ((state = 'LEASED') = (lease_expires_at_us IS NOT NULL))
) WITH (
    -- Each step leaves a dead row, and its entries at the very place where claims begin to search.
    -- A fifth of all jobs that ever were, at which servers clean by themselves, is too late.
    autovacuum_vacuum_scale_factor = 0.01,
    autovacuum_vacuum_threshold = 1000
);

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
    job_id         TEXT COLLATE "C" NOT NULL REFERENCES jobs (job_id),
    attempt_number BIGINT NOT NULL,
    tenant         TEXT COLLATE "C" NOT NULL,
    worker_id      TEXT   NOT NULL,
    lease_token    TEXT COLLATE "C" NOT NULL UNIQUE,
    fence          BIGINT NOT NULL,
    started_at_us  BIGINT NOT NULL,
    ended_at_us    BIGINT,
    outcome        TEXT CHECK (
        outcome IN ('SUCCEEDED', 'FAILED', 'EXPIRED', 'RELEASED', 'CANCELLED')),
    error          TEXT,
    PRIMARY KEY (job_id, attempt_number),
    CHECK ((ended_at_us IS NULL) = (outcome IS NULL))
);

CREATE TABLE events (
    event_sequence  BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant          TEXT COLLATE "C" NOT NULL,
    job_id          TEXT COLLATE "C" REFERENCES jobs (job_id),
    event_number    BIGINT NOT NULL,
    kind            TEXT   NOT NULL,
    state           TEXT COLLATE "C" NOT NULL,
    occurred_at_us  BIGINT NOT NULL,
    data            TEXT   NOT NULL,
    previous_digest TEXT   NOT NULL,
    UNIQUE (job_id, event_number)
);

CREATE UNIQUE INDEX events_of_tenants ON events (tenant, event_number) WHERE job_id IS NULL;

CREATE FUNCTION events_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'history is append-only: events cannot be changed or removed';
END
$$;

CREATE TRIGGER events_refuse_change BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION events_are_append_only();

CREATE TRIGGER events_refuse_truncate BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION events_are_append_only();

-- Also in a session that says it is a replica's (session_replication_role).
ALTER TABLE events ENABLE ALWAYS TRIGGER events_refuse_change;
ALTER TABLE events ENABLE ALWAYS TRIGGER events_refuse_truncate;
