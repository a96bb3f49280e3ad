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
01a22ef9-ec49-7c24-bf0d-db7cec0ca3a3	only	{"x": 0}	committed	01a22ef9-ec49-7c6a-8fdf-3d2feb409149	2026-12-01 00:21:00.810704+00
01a22ef9-ec4c-71e9-a922-971dd318f5e4	only	{"x": 1}	committed	01a22ef9-ec4c-7219-9ebd-9c4c5a8c95cd	2026-12-01 00:21:00.81178+00
01a22ef9-ec4c-78e2-85b1-8c9c34c62e45	only	{"x": 1}	committed	01a22ef9-ec4c-790d-b5b3-fcf033c37d7f	2026-12-01 00:21:00.815575+00
01a22ef9-ec4d-7acc-8990-a3321156b82a	only	{"x": 3}	committed	01a22ef9-ec4d-7af6-a383-d05da1d976f4	2026-12-01 00:21:00.820301+00
01a22ef9-ec4c-7f14-a3a5-0996d4c50c2c	only	{"x": 2}	committed	01a22ef9-ec4c-7f3d-b26f-37772ba00f84	2026-12-01 00:21:00.821445+00
01a22ef9-ec4e-7142-bb99-bc4b3a0ec622	only	{"x": 4}	committed	01a22ef9-ec4e-716a-9312-c216df218fa8	2026-12-01 00:21:00.82505+00
01a22ef9-ec4e-780d-987b-5977b4402f11	nap	"2026-12-01T10:21:00.827118+00:00"	committed	01a22ef9-ec4e-7833-8327-569260a438a0	2026-12-01 00:21:00.827383+00
01a22ef9-ec4f-720c-8800-e037a8f7eb96	$awaitEvent:arrived	{"x": 5}	committed	01a22ef9-ec4f-7232-9bec-0f854867f5c7	2026-12-01 00:21:00.833639+00
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
arrived	{"x": 5}	2026-12-01 00:21:00.62352+00
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
default	2026-12-01 00:21:00.610211+00	unpartitioned	enabled	28 days	1 day	30 days	1000	none	30 days
second queue	2026-12-01 00:21:01.369802+00	unpartitioned	enabled	28 days	1 day	30 days	1000	none	30 days
\.


--
-- Data for Name: r_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.r_default (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
01a22ef9-ec50-7fdb-8d10-316dd54c02f4	01a22ef9-ec50-7fb0-b849-e41e41601594	1	cancelled	\N	\N	2026-12-01 00:21:00.624997+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:21:00.625117+00
01a22ef9-ec49-7c6a-8fdf-3d2feb409149	01a22ef9-ec49-7c24-bf0d-db7cec0ca3a3	1	completed	worker-1	2026-12-01 00:31:00.810704+00	2026-12-01 00:21:00.803475+00	\N	\N	2026-12-01 00:21:00.803475+00	2026-12-01 00:21:00.81316+00	\N	{"x": 0}	\N	2026-12-01 00:21:00.618566+00
01a22ef9-ec4c-7219-9ebd-9c4c5a8c95cd	01a22ef9-ec4c-71e9-a922-971dd318f5e4	1	completed	worker-1	2026-12-01 00:31:00.81178+00	2026-12-01 00:21:00.803475+00	\N	\N	2026-12-01 00:21:00.803475+00	2026-12-01 00:21:00.813708+00	\N	{"x": 1}	\N	2026-12-01 00:21:00.620236+00
01a22ef9-ec4c-790d-b5b3-fcf033c37d7f	01a22ef9-ec4c-78e2-85b1-8c9c34c62e45	1	failed	worker-1	2026-12-01 00:31:00.815575+00	2026-12-01 00:21:00.803475+00	\N	\N	2026-12-01 00:21:00.803475+00	\N	2026-12-01 00:21:00.81784+00	\N	{"name": "ValueError", "message": "{'x': 1}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 1}\\n"}	2026-12-01 00:21:00.62065+00
01a22ef9-ec4c-7f3d-b26f-37772ba00f84	01a22ef9-ec4c-7f14-a3a5-0996d4c50c2c	1	failed	worker-1	2026-12-01 00:31:00.821445+00	2026-12-01 00:21:00.814428+00	\N	\N	2026-12-01 00:21:00.814428+00	\N	2026-12-01 00:21:00.822219+00	\N	{"name": "ValueError", "message": "{'x': 2}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 2}\\n"}	2026-12-01 00:21:00.621347+00
01a22ef9-ec4d-7af6-a383-d05da1d976f4	01a22ef9-ec4d-7acc-8990-a3321156b82a	1	failed	worker-1	2026-12-01 00:31:00.820301+00	2026-12-01 00:21:00.816286+00	\N	\N	2026-12-01 00:21:00.816286+00	\N	2026-12-01 00:21:00.823454+00	\N	{"name": "ValueError", "message": "{'x': 3}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 3}\\n"}	2026-12-01 00:21:00.621772+00
01a22ef9-ed17-797b-ad52-03a7d6550ccb	01a22ef9-ec4d-7acc-8990-a3321156b82a	2	sleeping	\N	\N	2026-12-02 00:21:00.823454+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:21:00.823629+00
01a22ef9-ec4e-716a-9312-c216df218fa8	01a22ef9-ec4e-7142-bb99-bc4b3a0ec622	1	failed	worker-1	2026-12-01 00:31:00.82505+00	2026-12-01 00:21:00.819151+00	\N	\N	2026-12-01 00:21:00.819151+00	\N	2026-12-01 00:21:00.827885+00	\N	{"name": "ValueError", "message": "{'x': 4}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 4}\\n"}	2026-12-01 00:21:00.62223+00
01a22ef9-ec4e-7833-8327-569260a438a0	01a22ef9-ec4e-780d-987b-5977b4402f11	1	sleeping	\N	\N	2026-12-01 10:21:00.828043+00	\N	\N	2026-12-01 00:21:00.824026+00	\N	\N	\N	\N	2026-12-01 00:21:00.622588+00
01a22ef9-ec4e-7d45-8974-712e9fe97803	01a22ef9-ec4e-7d1f-aee3-0b0439feb7af	1	sleeping	\N	\N	infinity	never	\N	2026-12-01 00:21:00.825956+00	\N	\N	\N	\N	2026-12-01 00:21:00.6229+00
01a22ef9-ec4f-7232-9bec-0f854867f5c7	01a22ef9-ec4f-720c-8800-e037a8f7eb96	1	completed	worker-1	2026-12-01 00:31:00.829228+00	2026-12-01 00:21:00.829228+00	\N	\N	2026-12-01 00:21:00.829228+00	2026-12-01 00:21:00.834275+00	\N	null	\N	2026-12-01 00:21:00.623207+00
01a22ef9-ed16-7c52-8aad-06695f0bdea7	01a22ef9-ec4c-7f14-a3a5-0996d4c50c2c	2	failed	worker-1	2026-12-01 00:31:01.085635+00	2026-12-01 00:21:01.085635+00	\N	\N	2026-12-01 00:21:01.085635+00	\N	2026-12-01 00:21:01.088589+00	\N	{"name": "ValueError", "message": "{'x': 2}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 2}\\n"}	2026-12-01 00:21:00.822832+00
01a22ef9-ef38-798b-80ee-3ff20e2e94b5	01a22ef9-ef38-7919-89e0-2ea27f766c17	1	pending	\N	\N	2026-12-01 00:21:01.368613+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:21:01.369142+00
\.


--
-- Data for Name: r_second queue; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."r_second queue" (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
01a22ef9-ef3f-7adb-b960-0414df6f33ea	01a22ef9-ef3f-7aac-8f19-4da4b3dbd97f	1	pending	\N	\N	2026-12-01 00:21:01.375685+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:21:01.376059+00
\.


--
-- Data for Name: t_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.t_default (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
01a22ef9-ec50-7fb0-b849-e41e41601594	finish	{"x": 6}	\N	\N	5	\N	2026-12-01 00:21:00.624997+00	\N	cancelled	1	01a22ef9-ec50-7fdb-8d10-316dd54c02f4	\N	2026-12-01 00:21:00.625482+00	\N
01a22ef9-ec49-7c24-bf0d-db7cec0ca3a3	finish	{"x": 0}	\N	\N	5	\N	2026-12-01 00:21:00.617803+00	2026-12-01 00:21:00.803475+00	completed	1	01a22ef9-ec49-7c6a-8fdf-3d2feb409149	{"x": 0}	\N	\N
01a22ef9-ec4c-71e9-a922-971dd318f5e4	finish	{"x": 1}	\N	\N	5	\N	2026-12-01 00:21:00.620138+00	2026-12-01 00:21:00.803475+00	completed	1	01a22ef9-ec4c-7219-9ebd-9c4c5a8c95cd	{"x": 1}	\N	\N
01a22ef9-ec4c-78e2-85b1-8c9c34c62e45	fail	{"x": 1}	\N	\N	1	\N	2026-12-01 00:21:00.620572+00	2026-12-01 00:21:00.803475+00	failed	1	01a22ef9-ec4c-790d-b5b3-fcf033c37d7f	\N	\N	\N
01a22ef9-ec4d-7acc-8990-a3321156b82a	fail	{"x": 3}	\N	{"kind": "fixed", "base_seconds": 86400}	9	\N	2026-12-01 00:21:00.621691+00	2026-12-01 00:21:00.816286+00	sleeping	2	01a22ef9-ed17-797b-ad52-03a7d6550ccb	\N	\N	\N
01a22ef9-ec4e-7142-bb99-bc4b3a0ec622	fail	{"x": 4}	\N	{"kind": "fixed", "base_seconds": 2}	9	{"max_duration": 1}	2026-12-01 00:21:00.622094+00	2026-12-01 00:21:00.819151+00	cancelled	1	01a22ef9-ec4e-716a-9312-c216df218fa8	\N	2026-12-01 00:21:00.827885+00	\N
01a22ef9-ec4e-780d-987b-5977b4402f11	nap	{}	\N	\N	5	\N	2026-12-01 00:21:00.622518+00	2026-12-01 00:21:00.824026+00	sleeping	1	01a22ef9-ec4e-7833-8327-569260a438a0	\N	\N	\N
01a22ef9-ec4e-7d1f-aee3-0b0439feb7af	listen	{}	\N	\N	5	\N	2026-12-01 00:21:00.622835+00	2026-12-01 00:21:00.825956+00	sleeping	1	01a22ef9-ec4e-7d45-8974-712e9fe97803	\N	\N	\N
01a22ef9-ec4f-720c-8800-e037a8f7eb96	hear	{}	\N	\N	5	\N	2026-12-01 00:21:00.623143+00	2026-12-01 00:21:00.829228+00	completed	1	01a22ef9-ec4f-7232-9bec-0f854867f5c7	null	\N	\N
01a22ef9-ec4c-7f14-a3a5-0996d4c50c2c	fail	{"x": 2}	\N	{"kind": "fixed", "base_seconds": 0.1}	2	\N	2026-12-01 00:21:00.620958+00	2026-12-01 00:21:00.814428+00	failed	2	01a22ef9-ed16-7c52-8aad-06695f0bdea7	\N	\N	\N
01a22ef9-ef38-7919-89e0-2ea27f766c17	finish	{"x": 7}	\N	\N	5	\N	2026-12-01 00:21:01.368613+00	\N	pending	1	01a22ef9-ef38-798b-80ee-3ff20e2e94b5	\N	\N	once
\.


--
-- Data for Name: t_second queue; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."t_second queue" (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
01a22ef9-ef3f-7aac-8f19-4da4b3dbd97f	elsewhere	{"x": 8}	\N	\N	5	\N	2026-12-01 00:21:01.375685+00	\N	pending	1	01a22ef9-ef3f-7adb-b960-0414df6f33ea	\N	\N	\N
\.


--
-- Data for Name: w_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.w_default (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
01a22ef9-ec4e-7d1f-aee3-0b0439feb7af	01a22ef9-ec4e-7d45-8974-712e9fe97803	$awaitEvent:never	never	\N	2026-12-01 00:21:00.831439+00
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

