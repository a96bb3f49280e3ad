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
-- Name: absurd; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA absurd;


--
-- Name: current_time(); Type: FUNCTION; Schema: absurd; Owner: -
--

CREATE FUNCTION absurd."current_time"() RETURNS timestamp with time zone
    LANGUAGE plpgsql
    AS $$
declare
  v_fake text;
begin
  v_fake := current_setting('absurd.fake_now', true);
  if v_fake is not null and length(trim(v_fake)) > 0 then
    return v_fake::timestamptz;
  end if;

  return clock_timestamp();
end;
$$;


--
-- Name: get_schema_version(); Type: FUNCTION; Schema: absurd; Owner: -
--

CREATE FUNCTION absurd.get_schema_version() RETURNS text
    LANGUAGE sql
    AS $$
  select '0.5.1'::text;
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: c_default; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.c_default (
    task_id uuid NOT NULL,
    checkpoint_name text NOT NULL,
    state jsonb,
    status text DEFAULT 'committed'::text NOT NULL,
    owner_run_id uuid,
    updated_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL
)
WITH (fillfactor='70');


--
-- Name: c_second queue; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."c_second queue" (
    task_id uuid NOT NULL,
    checkpoint_name text NOT NULL,
    state jsonb,
    status text DEFAULT 'committed'::text NOT NULL,
    owner_run_id uuid,
    updated_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL
)
WITH (fillfactor='70');


--
-- Name: e_default; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.e_default (
    event_name text NOT NULL,
    payload jsonb,
    emitted_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL
);


--
-- Name: e_second queue; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."e_second queue" (
    event_name text NOT NULL,
    payload jsonb,
    emitted_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL
);


--
-- Name: queues; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.queues (
    queue_name text NOT NULL,
    created_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL,
    storage_mode text DEFAULT 'unpartitioned'::text NOT NULL,
    default_partition text DEFAULT 'enabled'::text NOT NULL,
    partition_lookahead interval DEFAULT '28 days'::interval NOT NULL,
    partition_lookback interval DEFAULT '1 day'::interval NOT NULL,
    cleanup_ttl interval DEFAULT '30 days'::interval NOT NULL,
    cleanup_limit integer DEFAULT 1000 NOT NULL,
    detach_mode text DEFAULT 'none'::text NOT NULL,
    detach_min_age interval DEFAULT '30 days'::interval NOT NULL,
    CONSTRAINT queues_cleanup_limit_check CHECK ((cleanup_limit >= 1)),
    CONSTRAINT queues_cleanup_ttl_check CHECK ((cleanup_ttl >= '00:00:00'::interval)),
    CONSTRAINT queues_default_partition_check CHECK ((default_partition = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
    CONSTRAINT queues_detach_min_age_check CHECK ((detach_min_age >= '00:00:00'::interval)),
    CONSTRAINT queues_detach_mode_check CHECK ((detach_mode = ANY (ARRAY['none'::text, 'empty'::text]))),
    CONSTRAINT queues_partition_lookahead_check CHECK ((partition_lookahead >= '00:00:00'::interval)),
    CONSTRAINT queues_partition_lookback_check CHECK ((partition_lookback >= '00:00:00'::interval)),
    CONSTRAINT queues_storage_mode_check CHECK ((storage_mode = ANY (ARRAY['unpartitioned'::text, 'partitioned'::text])))
);


--
-- Name: r_default; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.r_default (
    run_id uuid NOT NULL,
    task_id uuid NOT NULL,
    attempt integer NOT NULL,
    state text NOT NULL,
    claimed_by text,
    claim_expires_at timestamp with time zone,
    available_at timestamp with time zone NOT NULL,
    wake_event text,
    event_payload jsonb,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    failed_at timestamp with time zone,
    result jsonb,
    failure_reason jsonb,
    created_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL,
    CONSTRAINT r_default_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
)
WITH (fillfactor='70');


--
-- Name: r_second queue; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."r_second queue" (
    run_id uuid NOT NULL,
    task_id uuid NOT NULL,
    attempt integer NOT NULL,
    state text NOT NULL,
    claimed_by text,
    claim_expires_at timestamp with time zone,
    available_at timestamp with time zone NOT NULL,
    wake_event text,
    event_payload jsonb,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    failed_at timestamp with time zone,
    result jsonb,
    failure_reason jsonb,
    created_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL,
    CONSTRAINT "r_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
)
WITH (fillfactor='70');


--
-- Name: t_default; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.t_default (
    task_id uuid NOT NULL,
    task_name text NOT NULL,
    params jsonb NOT NULL,
    headers jsonb,
    retry_strategy jsonb,
    max_attempts integer,
    cancellation jsonb,
    enqueue_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL,
    first_started_at timestamp with time zone,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_attempt_run uuid,
    completed_payload jsonb,
    cancelled_at timestamp with time zone,
    idempotency_key text,
    CONSTRAINT t_default_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
)
WITH (fillfactor='70');


--
-- Name: t_second queue; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."t_second queue" (
    task_id uuid NOT NULL,
    task_name text NOT NULL,
    params jsonb NOT NULL,
    headers jsonb,
    retry_strategy jsonb,
    max_attempts integer,
    cancellation jsonb,
    enqueue_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL,
    first_started_at timestamp with time zone,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_attempt_run uuid,
    completed_payload jsonb,
    cancelled_at timestamp with time zone,
    idempotency_key text,
    CONSTRAINT "t_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
)
WITH (fillfactor='70');


--
-- Name: w_default; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.w_default (
    task_id uuid NOT NULL,
    run_id uuid NOT NULL,
    step_name text NOT NULL,
    event_name text NOT NULL,
    timeout_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL
);


--
-- Name: w_second queue; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."w_second queue" (
    task_id uuid NOT NULL,
    run_id uuid NOT NULL,
    step_name text NOT NULL,
    event_name text NOT NULL,
    timeout_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL
);


--
-- Data for Name: c_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.c_default (task_id, checkpoint_name, state, status, owner_run_id, updated_at) FROM stdin;
01a22ef6-113e-7a01-92ce-3bc1ef54a1a6	only	{"x": 0}	committed	01a22ef6-113e-7a53-ace0-6d0c1a743147	2026-12-01 00:16:48.156602+00
01a22ef6-1140-7fcb-af22-668ee39b73a7	only	{"x": 1}	committed	01a22ef6-1141-7003-b3d5-4a0ed5919b38	2026-12-01 00:16:48.159035+00
01a22ef6-1141-788a-a252-5489e6b1b811	only	{"x": 1}	committed	01a22ef6-1141-78b8-9738-68f480f54940	2026-12-01 00:16:48.161744+00
01a22ef6-1141-7edf-b404-d8de96e38124	only	{"x": 2}	committed	01a22ef6-1141-7f05-8147-ab28dc48f306	2026-12-01 00:16:48.167512+00
01a22ef6-1142-794d-adc5-ed6d36744eab	only	{"x": 3}	committed	01a22ef6-1142-7976-8a6c-cb7286a5b69c	2026-12-01 00:16:48.169815+00
01a22ef6-1143-76a9-9373-76af0c375b22	nap	"2026-12-01T10:16:48.172874+00:00"	committed	01a22ef6-1143-76cd-9ac4-97d6bf2aec02	2026-12-01 00:16:48.173161+00
01a22ef6-1142-7fdb-b617-0fa958897afe	only	{"x": 4}	committed	01a22ef6-1142-7fff-bade-cd1e71489b6e	2026-12-01 00:16:48.175257+00
01a22ef6-1144-706d-be3c-12684272ed0a	$awaitEvent:arrived	{"x": 5}	committed	01a22ef6-1144-708c-80aa-5b2d8eeb6b80	2026-12-01 00:16:48.1783+00
\.


--
-- Data for Name: c_second queue; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."c_second queue" (task_id, checkpoint_name, state, status, owner_run_id, updated_at) FROM stdin;
\.


--
-- Data for Name: e_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.e_default (event_name, payload, emitted_at) FROM stdin;
arrived	{"x": 5}	2026-12-01 00:16:47.940411+00
never	\N	1970-01-01 00:00:00+00
\.


--
-- Data for Name: e_second queue; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."e_second queue" (event_name, payload, emitted_at) FROM stdin;
\.


--
-- Data for Name: queues; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.queues (queue_name, created_at, storage_mode, default_partition, partition_lookahead, partition_lookback, cleanup_ttl, cleanup_limit, detach_mode, detach_min_age) FROM stdin;
default	2026-12-01 00:16:47.921261+00	unpartitioned	enabled	28 days	1 day	30 days	1000	none	30 days
second queue	2026-12-01 00:16:48.771108+00	unpartitioned	enabled	28 days	1 day	30 days	1000	none	30 days
\.


--
-- Data for Name: r_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.r_default (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
01a22ef6-1146-72f1-8fc0-87ad4b892c3e	01a22ef6-1146-72c8-a2db-f890c92f52b1	1	cancelled	\N	\N	2026-12-01 00:16:47.94219+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:16:47.942272+00
01a22ef6-113e-7a53-ace0-6d0c1a743147	01a22ef6-113e-7a01-92ce-3bc1ef54a1a6	1	completed	worker-1	2026-12-01 00:26:48.156602+00	2026-12-01 00:16:48.147166+00	\N	\N	2026-12-01 00:16:48.147166+00	2026-12-01 00:16:48.158408+00	\N	{"x": 0}	\N	2026-12-01 00:16:47.93543+00
01a22ef6-1141-7003-b3d5-4a0ed5919b38	01a22ef6-1140-7fcb-af22-668ee39b73a7	1	completed	worker-1	2026-12-01 00:26:48.159035+00	2026-12-01 00:16:48.147166+00	\N	\N	2026-12-01 00:16:48.147166+00	2026-12-01 00:16:48.161176+00	\N	{"x": 1}	\N	2026-12-01 00:16:47.93714+00
01a22ef6-1141-78b8-9738-68f480f54940	01a22ef6-1141-788a-a252-5489e6b1b811	1	failed	worker-1	2026-12-01 00:26:48.161744+00	2026-12-01 00:16:48.147166+00	\N	\N	2026-12-01 00:16:48.147166+00	\N	2026-12-01 00:16:48.165243+00	\N	{"name": "ValueError", "message": "{'x': 1}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 1}\\n"}	2026-12-01 00:16:47.93762+00
01a22ef6-1141-7f05-8147-ab28dc48f306	01a22ef6-1141-7edf-b404-d8de96e38124	1	failed	worker-1	2026-12-01 00:26:48.167512+00	2026-12-01 00:16:48.159864+00	\N	\N	2026-12-01 00:16:48.159864+00	\N	2026-12-01 00:16:48.168318+00	\N	{"name": "ValueError", "message": "{'x': 2}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 2}\\n"}	2026-12-01 00:16:47.938272+00
01a22ef6-1142-7976-8a6c-cb7286a5b69c	01a22ef6-1142-794d-adc5-ed6d36744eab	1	failed	worker-1	2026-12-01 00:26:48.169815+00	2026-12-01 00:16:48.16356+00	\N	\N	2026-12-01 00:16:48.16356+00	\N	2026-12-01 00:16:48.17168+00	\N	{"name": "ValueError", "message": "{'x': 3}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 3}\\n"}	2026-12-01 00:16:47.93867+00
01a22ef6-122b-7d3f-9769-94ddffbf42aa	01a22ef6-1142-794d-adc5-ed6d36744eab	2	sleeping	\N	\N	2026-12-02 00:16:48.17168+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:16:48.1719+00
01a22ef6-1143-76cd-9ac4-97d6bf2aec02	01a22ef6-1143-76a9-9373-76af0c375b22	1	sleeping	\N	\N	2026-12-01 10:16:48.17301+00	\N	\N	2026-12-01 00:16:48.17046+00	\N	\N	\N	\N	2026-12-01 00:16:47.939492+00
01a22ef6-1142-7fff-bade-cd1e71489b6e	01a22ef6-1142-7fdb-b617-0fa958897afe	1	failed	worker-1	2026-12-01 00:26:48.175257+00	2026-12-01 00:16:48.1665+00	\N	\N	2026-12-01 00:16:48.1665+00	\N	2026-12-01 00:16:48.175967+00	\N	{"name": "ValueError", "message": "{'x': 4}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 4}\\n"}	2026-12-01 00:16:47.939133+00
01a22ef6-1144-708c-80aa-5b2d8eeb6b80	01a22ef6-1144-706d-be3c-12684272ed0a	1	completed	worker-1	2026-12-01 00:26:48.17652+00	2026-12-01 00:16:48.17652+00	\N	\N	2026-12-01 00:16:48.17652+00	2026-12-01 00:16:48.180026+00	\N	null	\N	2026-12-01 00:16:47.940092+00
01a22ef6-1143-7bd2-9e08-8bcf9029b208	01a22ef6-1143-7bb0-aafd-207847130bb8	1	sleeping	\N	\N	infinity	never	\N	2026-12-01 00:16:48.174322+00	\N	\N	\N	\N	2026-12-01 00:16:47.939798+00
01a22ef6-1228-7e81-99ca-c2d42d9e8104	01a22ef6-1141-7edf-b404-d8de96e38124	2	failed	worker-1	2026-12-01 00:26:48.432706+00	2026-12-01 00:16:48.432706+00	\N	\N	2026-12-01 00:16:48.432706+00	\N	2026-12-01 00:16:48.435526+00	\N	{"name": "ValueError", "message": "{'x': 2}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 2}\\n"}	2026-12-01 00:16:48.168982+00
01a22ef6-1481-7c10-b8e9-38445c23962c	01a22ef6-1481-7b7a-b480-ce676413ed35	1	pending	\N	\N	2026-12-01 00:16:48.769771+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:16:48.770308+00
\.


--
-- Data for Name: r_second queue; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."r_second queue" (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
01a22ef6-1491-73ff-8bb5-8f1c5a3fc65d	01a22ef6-1491-73ae-a778-1aff0a9b96e7	1	pending	\N	\N	2026-12-01 00:16:48.785263+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:16:48.785626+00
\.


--
-- Data for Name: t_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.t_default (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
01a22ef6-1146-72c8-a2db-f890c92f52b1	finish	{"x": 6}	\N	\N	5	\N	2026-12-01 00:16:47.94219+00	\N	cancelled	1	01a22ef6-1146-72f1-8fc0-87ad4b892c3e	\N	2026-12-01 00:16:47.942642+00	\N
01a22ef6-113e-7a01-92ce-3bc1ef54a1a6	finish	{"x": 0}	\N	\N	5	\N	2026-12-01 00:16:47.934671+00	2026-12-01 00:16:48.147166+00	completed	1	01a22ef6-113e-7a53-ace0-6d0c1a743147	{"x": 0}	\N	\N
01a22ef6-1140-7fcb-af22-668ee39b73a7	finish	{"x": 1}	\N	\N	5	\N	2026-12-01 00:16:47.937007+00	2026-12-01 00:16:48.147166+00	completed	1	01a22ef6-1141-7003-b3d5-4a0ed5919b38	{"x": 1}	\N	\N
01a22ef6-1141-788a-a252-5489e6b1b811	fail	{"x": 1}	\N	\N	1	\N	2026-12-01 00:16:47.93755+00	2026-12-01 00:16:48.147166+00	failed	1	01a22ef6-1141-78b8-9738-68f480f54940	\N	\N	\N
01a22ef6-1142-794d-adc5-ed6d36744eab	fail	{"x": 3}	\N	{"kind": "fixed", "base_seconds": 86400}	9	\N	2026-12-01 00:16:47.938597+00	2026-12-01 00:16:48.16356+00	sleeping	2	01a22ef6-122b-7d3f-9769-94ddffbf42aa	\N	\N	\N
01a22ef6-1143-76a9-9373-76af0c375b22	nap	{}	\N	\N	5	\N	2026-12-01 00:16:47.93943+00	2026-12-01 00:16:48.17046+00	sleeping	1	01a22ef6-1143-76cd-9ac4-97d6bf2aec02	\N	\N	\N
01a22ef6-1142-7fdb-b617-0fa958897afe	fail	{"x": 4}	\N	{"kind": "fixed", "base_seconds": 2}	9	{"max_duration": 1}	2026-12-01 00:16:47.939005+00	2026-12-01 00:16:48.1665+00	cancelled	1	01a22ef6-1142-7fff-bade-cd1e71489b6e	\N	2026-12-01 00:16:48.175967+00	\N
01a22ef6-1144-706d-be3c-12684272ed0a	hear	{}	\N	\N	5	\N	2026-12-01 00:16:47.940039+00	2026-12-01 00:16:48.17652+00	completed	1	01a22ef6-1144-708c-80aa-5b2d8eeb6b80	null	\N	\N
01a22ef6-1143-7bb0-aafd-207847130bb8	listen	{}	\N	\N	5	\N	2026-12-01 00:16:47.939743+00	2026-12-01 00:16:48.174322+00	sleeping	1	01a22ef6-1143-7bd2-9e08-8bcf9029b208	\N	\N	\N
01a22ef6-1141-7edf-b404-d8de96e38124	fail	{"x": 2}	\N	{"kind": "fixed", "base_seconds": 0.1}	2	\N	2026-12-01 00:16:47.937944+00	2026-12-01 00:16:48.159864+00	failed	2	01a22ef6-1228-7e81-99ca-c2d42d9e8104	\N	\N	\N
01a22ef6-1481-7b7a-b480-ce676413ed35	finish	{"x": 7}	\N	\N	5	\N	2026-12-01 00:16:48.769771+00	\N	pending	1	01a22ef6-1481-7c10-b8e9-38445c23962c	\N	\N	once
\.


--
-- Data for Name: t_second queue; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."t_second queue" (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
01a22ef6-1491-73ae-a778-1aff0a9b96e7	elsewhere	{"x": 8}	\N	\N	5	\N	2026-12-01 00:16:48.785263+00	\N	pending	1	01a22ef6-1491-73ff-8bb5-8f1c5a3fc65d	\N	\N	\N
\.


--
-- Data for Name: w_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.w_default (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
01a22ef6-1143-7bb0-aafd-207847130bb8	01a22ef6-1143-7bd2-9e08-8bcf9029b208	$awaitEvent:never	never	\N	2026-12-01 00:16:48.180407+00
\.


--
-- Data for Name: w_second queue; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."w_second queue" (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
\.


--
-- Name: c_default c_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.c_default
    ADD CONSTRAINT c_default_pkey PRIMARY KEY (task_id, checkpoint_name);


--
-- Name: c_second queue c_second queue_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue"
    ADD CONSTRAINT "c_second queue_pkey" PRIMARY KEY (task_id, checkpoint_name);


--
-- Name: e_default e_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.e_default
    ADD CONSTRAINT e_default_pkey PRIMARY KEY (event_name);


--
-- Name: e_second queue e_second queue_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."e_second queue"
    ADD CONSTRAINT "e_second queue_pkey" PRIMARY KEY (event_name);


--
-- Name: queues queues_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.queues
    ADD CONSTRAINT queues_pkey PRIMARY KEY (queue_name);


--
-- Name: r_default r_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.r_default
    ADD CONSTRAINT r_default_pkey PRIMARY KEY (run_id);


--
-- Name: r_second queue r_second queue_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue"
    ADD CONSTRAINT "r_second queue_pkey" PRIMARY KEY (run_id);


--
-- Name: t_default t_default_idempotency_key_key; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.t_default
    ADD CONSTRAINT t_default_idempotency_key_key UNIQUE (idempotency_key);


--
-- Name: t_default t_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.t_default
    ADD CONSTRAINT t_default_pkey PRIMARY KEY (task_id);


--
-- Name: t_second queue t_second queue_idempotency_key_key; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue"
    ADD CONSTRAINT "t_second queue_idempotency_key_key" UNIQUE (idempotency_key);


--
-- Name: t_second queue t_second queue_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue"
    ADD CONSTRAINT "t_second queue_pkey" PRIMARY KEY (task_id);


--
-- Name: w_default w_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.w_default
    ADD CONSTRAINT w_default_pkey PRIMARY KEY (run_id, step_name);


--
-- Name: w_second queue w_second queue_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue"
    ADD CONSTRAINT "w_second queue_pkey" PRIMARY KEY (run_id, step_name);


--
-- Name: e_default_eai; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX e_default_eai ON absurd.e_default USING btree (emitted_at);


--
-- Name: e_second queue_eai; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "e_second queue_eai" ON absurd."e_second queue" USING btree (emitted_at);


--
-- Name: r_default_cei; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX r_default_cei ON absurd.r_default USING btree (claim_expires_at) WHERE ((state = 'running'::text) AND (claim_expires_at IS NOT NULL));


--
-- Name: r_default_sai; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX r_default_sai ON absurd.r_default USING btree (state, available_at);


--
-- Name: r_default_ti; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX r_default_ti ON absurd.r_default USING btree (task_id);


--
-- Name: r_second queue_cei; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_cei" ON absurd."r_second queue" USING btree (claim_expires_at) WHERE ((state = 'running'::text) AND (claim_expires_at IS NOT NULL));


--
-- Name: r_second queue_sai; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_sai" ON absurd."r_second queue" USING btree (state, available_at);


--
-- Name: r_second queue_ti; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_ti" ON absurd."r_second queue" USING btree (task_id);


--
-- Name: t_default_ci; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX t_default_ci ON absurd.t_default USING btree (task_id) WHERE (cancellation IS NOT NULL);


--
-- Name: t_second queue_ci; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "t_second queue_ci" ON absurd."t_second queue" USING btree (task_id) WHERE (cancellation IS NOT NULL);


--
-- Name: w_default_eni; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX w_default_eni ON absurd.w_default USING btree (event_name);


--
-- Name: w_default_ti; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX w_default_ti ON absurd.w_default USING btree (task_id);


--
-- Name: w_second queue_eni; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_eni" ON absurd."w_second queue" USING btree (event_name);


--
-- Name: w_second queue_ti; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_ti" ON absurd."w_second queue" USING btree (task_id);


--
-- PostgreSQL database dump complete
--

\unrestrict sample

