--
-- PostgreSQL database dump
--

\restrict sample

-- Dumped from database version 18.6
-- Dumped by pg_dump version 18.6

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: pgboss; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA pgboss;


--
-- Name: job_state; Type: TYPE; Schema: pgboss; Owner: -
--

CREATE TYPE pgboss.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);


--
-- Name: create_queue(text, jsonb); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
-- left out
$_$;


--
-- Name: delete_queue(text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
-- left out
$$;


--
-- Name: job_now(); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;


--
-- Name: job_table_format(text, text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
-- left out
$_$;


--
-- Name: job_table_run(text, text, text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
-- left out
$$;


--
-- Name: job_table_run_async(text, integer, text, text, text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
-- left out
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: bam; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);


--
-- Name: instance; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.instance (
    id uuid NOT NULL,
    name text,
    host text NOT NULL,
    pid integer NOT NULL,
    version text NOT NULL,
    node_version text NOT NULL,
    application_name text,
    heartbeat_seconds integer NOT NULL,
    supervise boolean NOT NULL,
    schedule boolean NOT NULL,
    migrate boolean NOT NULL,
    persist_queue_stats boolean NOT NULL,
    persist_warnings boolean NOT NULL,
    pool_max integer,
    pool_total integer,
    pool_idle integer,
    pool_waiting integer,
    workers jsonb DEFAULT '[]'::jsonb NOT NULL,
    metrics jsonb,
    config jsonb DEFAULT '{}'::jsonb NOT NULL,
    crash_restarts integer DEFAULT 0 NOT NULL,
    crash_restarts_since timestamp with time zone,
    started_on timestamp with time zone DEFAULT now() NOT NULL,
    heartbeat_on timestamp with time zone DEFAULT now() NOT NULL,
    stopped_on timestamp with time zone
);


--
-- Name: job; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    trace_context jsonb,
    upsert_by_key boolean
)
PARTITION BY LIST (name);


--
-- Name: job_common; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job_common (
    id uuid DEFAULT gen_random_uuid() CONSTRAINT job_id_not_null NOT NULL,
    name text CONSTRAINT job_name_not_null NOT NULL,
    priority integer DEFAULT 0 CONSTRAINT job_priority_not_null NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state CONSTRAINT job_state_not_null NOT NULL,
    retry_limit integer DEFAULT 2 CONSTRAINT job_retry_limit_not_null NOT NULL,
    retry_count integer DEFAULT 0 CONSTRAINT job_retry_count_not_null NOT NULL,
    retry_delay integer DEFAULT 0 CONSTRAINT job_retry_delay_not_null NOT NULL,
    retry_backoff boolean DEFAULT false CONSTRAINT job_retry_backoff_not_null NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 CONSTRAINT job_expire_seconds_not_null NOT NULL,
    deletion_seconds integer DEFAULT 604800 CONSTRAINT job_deletion_seconds_not_null NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() CONSTRAINT job_start_after_not_null NOT NULL,
    created_on timestamp with time zone DEFAULT now() CONSTRAINT job_created_on_not_null NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) CONSTRAINT job_keep_until_not_null NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false CONSTRAINT job_blocked_not_null NOT NULL,
    blocking boolean DEFAULT false CONSTRAINT job_blocking_not_null NOT NULL,
    pending_dependencies integer DEFAULT 0 CONSTRAINT job_pending_dependencies_not_null NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    trace_context jsonb,
    upsert_by_key boolean,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);


--
-- Name: job_dependency; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);


--
-- Name: queue; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    blocked_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    retained_count integer,
    retained_on timestamp with time zone,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    wait_bins integer[],
    run_bins integer[],
    ready_oldest_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);


--
-- Name: queue_stats; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    wait_bins integer[],
    run_bins integer[],
    ready_oldest_seconds integer,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);


--
-- Name: queue_stats_20261201; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats_20261201 (
    id uuid DEFAULT gen_random_uuid() CONSTRAINT queue_stats_id_not_null NOT NULL,
    name text CONSTRAINT queue_stats_name_not_null NOT NULL,
    deferred_count integer DEFAULT 0 CONSTRAINT queue_stats_deferred_count_not_null NOT NULL,
    queued_count integer DEFAULT 0 CONSTRAINT queue_stats_queued_count_not_null NOT NULL,
    ready_count integer DEFAULT 0 CONSTRAINT queue_stats_ready_count_not_null NOT NULL,
    active_count integer DEFAULT 0 CONSTRAINT queue_stats_active_count_not_null NOT NULL,
    failed_count integer DEFAULT 0 CONSTRAINT queue_stats_failed_count_not_null NOT NULL,
    total_count integer DEFAULT 0 CONSTRAINT queue_stats_total_count_not_null NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    wait_bins integer[],
    run_bins integer[],
    ready_oldest_seconds integer,
    captured_on timestamp with time zone DEFAULT now() CONSTRAINT queue_stats_captured_on_not_null NOT NULL
);


--
-- Name: queue_stats_20261202; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats_20261202 (
    id uuid DEFAULT gen_random_uuid() CONSTRAINT queue_stats_id_not_null NOT NULL,
    name text CONSTRAINT queue_stats_name_not_null NOT NULL,
    deferred_count integer DEFAULT 0 CONSTRAINT queue_stats_deferred_count_not_null NOT NULL,
    queued_count integer DEFAULT 0 CONSTRAINT queue_stats_queued_count_not_null NOT NULL,
    ready_count integer DEFAULT 0 CONSTRAINT queue_stats_ready_count_not_null NOT NULL,
    active_count integer DEFAULT 0 CONSTRAINT queue_stats_active_count_not_null NOT NULL,
    failed_count integer DEFAULT 0 CONSTRAINT queue_stats_failed_count_not_null NOT NULL,
    total_count integer DEFAULT 0 CONSTRAINT queue_stats_total_count_not_null NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    wait_bins integer[],
    run_bins integer[],
    ready_oldest_seconds integer,
    captured_on timestamp with time zone DEFAULT now() CONSTRAINT queue_stats_captured_on_not_null NOT NULL
);


--
-- Name: schedule; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);


--
-- Name: subscription; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: version; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);


--
-- Name: warning; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: job_common; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.job_common DEFAULT;


--
-- Name: queue_stats_20261201; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261201 FOR VALUES FROM ('2026-12-01 00:00:00+00') TO ('2026-12-02 00:00:00+00');


--
-- Name: queue_stats_20261202; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261202 FOR VALUES FROM ('2026-12-02 00:00:00+00') TO ('2026-12-03 00:00:00+00');


--
-- Data for Name: bam; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.bam (id, name, version, status, queue, table_name, command, error, created_on, started_on, completed_on) FROM stdin;
\.


--
-- Data for Name: instance; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.instance (id, name, host, pid, version, node_version, application_name, heartbeat_seconds, supervise, schedule, migrate, persist_queue_stats, persist_warnings, pool_max, pool_total, pool_idle, pool_waiting, workers, metrics, config, crash_restarts, crash_restarts_since, started_on, heartbeat_on, stopped_on) FROM stdin;
f6a126fd-f556-4a2b-b583-0750d0de30c8	\N	host-a	32658	12.38.0	v24.19.0	pgboss:f6a126fd	30	t	f	t	f	f	10	1	1	0	[]	{"cpu": null, "rss": 80703488, "cgroup": 1, "cpuLimit": 2, "heapUsed": 12648464, "heapLimit": 4496293888, "loopDelay": null, "memoryUsed": null, "memoryLimit": 25276510208, "cpuThrottled": null, "loopDelayMax": null, "loopUtilization": null}	{"adapter": "pg", "backend": "postgres", "migrate": true, "reindex": true, "schedule": false, "supervise": true, "createSchema": true, "useListenNotify": false, "bamIntervalSeconds": 60, "flowIntervalSeconds": 5, "warningRetentionDays": 365, "monitorIntervalSeconds": 60, "queueStatRetentionDays": 7, "reindexIntervalSeconds": 86400, "instanceHeartbeatSeconds": 30, "superviseIntervalSeconds": 60, "cronWorkerIntervalSeconds": 5, "queueCacheIntervalSeconds": 60, "cronMonitorIntervalSeconds": 30, "maintenanceIntervalSeconds": 86400, "clockMonitorIntervalSeconds": 600}	0	\N	2026-12-01 00:27:14.814885+00	2026-12-01 00:27:14.814885+00	\N
\.


--
-- Data for Name: job_common; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.job_common (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, singleton_key, singleton_on, group_id, group_tier, start_after, created_on, started_on, completed_on, keep_until, output, dead_letter, policy, heartbeat_on, heartbeat_seconds, blocked, blocking, pending_dependencies, source_name, source_id, source_created_on, source_retry_count, source_output, source_root_id, trace_context, upsert_by_key) FROM stdin;
01eeb88f-a176-4b25-aa6d-d5f83bb0583c	email	0	{"n": 9}	created	0	0	0	f	\N	900	604800	\N	\N	\N	\N	2026-12-01 05:27:14.838224+00	2026-12-01 00:27:14.838224+00	\N	\N	2026-12-15 05:27:14.838224+00	\N	email-dead	standard	\N	\N	f	f	0	\N	\N	\N	\N	\N	\N	\N	\N
258a4e70-bca0-4ac9-a601-d5baef4ad7c5	email	0	{"n": 1}	completed	0	0	0	f	\N	900	604800	\N	\N	\N	\N	2026-12-01 00:27:14.834523+00	2026-12-01 00:27:14.834523+00	2026-12-01 00:27:14.855698+00	2026-12-01 00:27:14.860078+00	2026-12-15 00:27:14.834523+00	{"sent": 1}	email-dead	standard	2026-12-01 00:27:14.855698+00	\N	f	f	0	\N	\N	\N	\N	\N	\N	\N	\N
e14c29b5-7803-4df1-a154-f0ae9410d96b	nightly	0	{}	completed	3	0	18000	f	\N	900	604800	account-1	\N	\N	\N	2026-12-01 00:27:14.839027+00	2026-12-01 00:27:14.839027+00	2026-12-01 00:27:14.864681+00	2026-12-01 00:27:14.868003+00	2026-12-15 00:27:14.839027+00	\N	\N	stately	2026-12-01 00:27:14.864681+00	\N	f	f	0	\N	\N	\N	\N	\N	\N	\N	\N
ae3c70cb-4bb6-4d63-b479-5bf04419d38a	email	0	{"n": 2}	completed	0	0	0	f	\N	900	604800	\N	\N	\N	\N	2026-12-01 00:27:14.836496+00	2026-12-01 00:27:14.836496+00	2026-12-01 00:27:15.358014+00	2026-12-01 00:27:15.360233+00	2026-12-15 00:27:14.836496+00	{"sent": 2}	email-dead	standard	2026-12-01 00:27:15.358014+00	\N	f	f	0	\N	\N	\N	\N	\N	\N	\N	\N
52073474-c99a-4fb7-be1b-a7466fad1147	email	0	{"n": 3}	completed	0	0	0	f	\N	900	604800	\N	\N	\N	\N	2026-12-01 00:27:14.837377+00	2026-12-01 00:27:14.837377+00	2026-12-01 00:27:15.857836+00	2026-12-01 00:27:15.859267+00	2026-12-15 00:27:14.837377+00	{"sent": 3}	email-dead	standard	2026-12-01 00:27:15.857836+00	\N	f	f	0	\N	\N	\N	\N	\N	\N	\N	\N
\.


--
-- Data for Name: job_dependency; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.job_dependency (child_name, child_id, parent_name, parent_id) FROM stdin;
\.


--
-- Data for Name: queue; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, retention_seconds, deletion_seconds, dead_letter, partition, table_name, deferred_count, blocked_count, queued_count, ready_count, warning_queued, active_count, failed_count, total_count, retained_count, retained_on, created_delta, completed_delta, failed_delta, delta_on, delta_seconds, wait_bins, run_bins, ready_oldest_seconds, ready_history, heartbeat_seconds, notify, singletons_active, monitor_claim_on, monitor_on, maintain_on, created_on, updated_on) FROM stdin;
email-dead	standard	2	0	f	\N	900	1209600	604800	\N	f	job_common	0	0	0	0	0	0	0	0	\N	\N	0	0	0	\N	\N	\N	\N	\N	{}	\N	f	\N	\N	\N	\N	2026-12-01 00:27:14.820551+00	2026-12-01 00:27:14.820551+00
email	standard	0	0	f	\N	900	1209600	604800	email-dead	f	job_common	0	0	0	0	0	0	0	0	\N	\N	0	0	0	\N	\N	\N	\N	\N	{}	\N	f	\N	\N	\N	\N	2026-12-01 00:27:14.822595+00	2026-12-01 00:27:14.822595+00
report	standard	3	18000	f	\N	900	1209600	604800	\N	f	job_common	0	0	0	0	0	0	0	0	\N	\N	0	0	0	\N	\N	\N	\N	\N	{}	\N	f	\N	\N	\N	\N	2026-12-01 00:27:14.823777+00	2026-12-01 00:27:14.823777+00
forever	singleton	2	0	f	\N	8	1209600	604800	\N	f	job_common	0	0	0	0	0	0	0	0	\N	\N	0	0	0	\N	\N	\N	\N	\N	{}	\N	f	\N	\N	\N	\N	2026-12-01 00:27:14.826834+00	2026-12-01 00:27:14.826834+00
nightly	stately	3	18000	f	\N	900	1209600	604800	\N	f	job_common	0	0	0	0	0	0	0	0	\N	\N	0	0	0	\N	\N	\N	\N	\N	{}	\N	f	\N	\N	\N	\N	2026-12-01 00:27:14.83206+00	2026-12-01 00:27:14.83206+00
\.


--
-- Data for Name: queue_stats_20261201; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.queue_stats_20261201 (id, name, deferred_count, queued_count, ready_count, active_count, failed_count, total_count, created_delta, completed_delta, failed_delta, delta_seconds, delta_on, wait_bins, run_bins, ready_oldest_seconds, captured_on) FROM stdin;
\.


--
-- Data for Name: queue_stats_20261202; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.queue_stats_20261202 (id, name, deferred_count, queued_count, ready_count, active_count, failed_count, total_count, created_delta, completed_delta, failed_delta, delta_seconds, delta_on, wait_bins, run_bins, ready_oldest_seconds, captured_on) FROM stdin;
\.


--
-- Data for Name: schedule; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.schedule (name, key, kind, cron, timezone, data, options, created_on, updated_on, last_job_id) FROM stdin;
report		cron	0 3 * * *	UTC	\N	{}	2026-12-01 00:27:14.85293+00	2026-12-01 00:27:14.85293+00	\N
\.


--
-- Data for Name: subscription; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.subscription (event, name, created_on, updated_on) FROM stdin;
\.


--
-- Data for Name: version; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.version (version, cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on) FROM stdin;
46	\N	2026-12-01 00:27:14.813236+00	2026-12-01 00:27:14.810539+00	\N	\N
\.


--
-- Data for Name: warning; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.warning (id, type, message, data, created_on) FROM stdin;
\.


--
-- Name: bam bam_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);


--
-- Name: instance instance_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.instance
    ADD CONSTRAINT instance_pkey PRIMARY KEY (id);


--
-- Name: job job_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);


--
-- Name: job_common job_common_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);


--
-- Name: job_dependency job_dependency_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);


--
-- Name: queue queue_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);


--
-- Name: queue_stats queue_stats_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);


--
-- Name: queue_stats_20261201 queue_stats_20261201_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats_20261201
    ADD CONSTRAINT queue_stats_20261201_pkey PRIMARY KEY (id, captured_on);


--
-- Name: queue_stats_20261202 queue_stats_20261202_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats_20261202
    ADD CONSTRAINT queue_stats_20261202_pkey PRIMARY KEY (id, captured_on);


--
-- Name: schedule schedule_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);


--
-- Name: subscription subscription_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);


--
-- Name: version version_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);


--
-- Name: warning warning_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);


--
-- Name: job_common_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i1 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));


--
-- Name: job_common_i10; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i10 ON pgboss.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));


--
-- Name: job_common_i11; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i11 ON pgboss.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked));


--
-- Name: job_common_i12; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i12 ON pgboss.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);


--
-- Name: job_common_i13; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i13 ON pgboss.job_common USING btree (name, singleton_key) WHERE ((state = 'created'::pgboss.job_state) AND upsert_by_key);


--
-- Name: job_common_i14; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i14 ON pgboss.job_common USING btree (name, state, blocked, start_after) WHERE (state = ANY (ARRAY['created'::pgboss.job_state, 'retry'::pgboss.job_state, 'active'::pgboss.job_state, 'failed'::pgboss.job_state]));


--
-- Name: job_common_i15; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i15 ON pgboss.job_common USING btree (name, created_on);


--
-- Name: job_common_i16; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i16 ON pgboss.job_common USING btree (name, completed_on) WHERE (completed_on IS NOT NULL);


--
-- Name: job_common_i17; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i17 ON pgboss.job_common USING btree (name, singleton_key, created_on) WHERE ((state < 'active'::pgboss.job_state) AND (singleton_key IS NOT NULL));


--
-- Name: job_common_i2; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i2 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));


--
-- Name: job_common_i3; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i3 ON pgboss.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));


--
-- Name: job_common_i4; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i4 ON pgboss.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));


--
-- Name: job_common_i6; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i6 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'exclusive'::text));


--
-- Name: job_common_i7; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i7 ON pgboss.job_common USING btree (name, group_id) WHERE ((state = 'active'::pgboss.job_state) AND (group_id IS NOT NULL));


--
-- Name: job_common_i8; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i8 ON pgboss.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::pgboss.job_state, 'retry'::pgboss.job_state, 'failed'::pgboss.job_state])) AND (policy = 'key_strict_fifo'::text));


--
-- Name: job_common_i9; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i9 ON pgboss.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::pgboss.job_state));


--
-- Name: job_dep_parent_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_dep_parent_idx ON pgboss.job_dependency USING btree (parent_name, parent_id);


--
-- Name: queue_stats_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_i1 ON ONLY pgboss.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: queue_stats_20261201_name_captured_on_deferred_count_queued_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_20261201_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261201 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: queue_stats_20261202_name_captured_on_deferred_count_queued_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_20261202_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261202 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: warning_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX warning_i1 ON pgboss.warning USING btree (created_on DESC);


--
-- Name: job_common_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.job_common_pkey;


--
-- Name: queue_stats_20261201_name_captured_on_deferred_count_queued_idx; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261201_name_captured_on_deferred_count_queued_idx;


--
-- Name: queue_stats_20261201_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261201_pkey;


--
-- Name: queue_stats_20261202_name_captured_on_deferred_count_queued_idx; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261202_name_captured_on_deferred_count_queued_idx;


--
-- Name: queue_stats_20261202_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261202_pkey;


--
-- Name: job_common dlq_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: job_common q_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: queue queue_dead_letter_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name);


--
-- Name: schedule schedule_name_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;


--
-- Name: subscription subscription_name_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--

\unrestrict sample

