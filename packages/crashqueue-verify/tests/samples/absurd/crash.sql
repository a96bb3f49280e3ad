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
-- Name: e_default; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.e_default (
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
-- Data for Name: c_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.c_default (task_id, checkpoint_name, state, status, owner_run_id, updated_at) FROM stdin;
01a22ef6-18f7-741e-b09d-8665ab4ff887	only	{"x": 0}	committed	01a22ef6-18f7-748b-8a53-5e58aaacb621	2026-12-01 00:16:50.131646+00
01a22ef6-18f9-7725-a7dc-73d696caa744	only	{"x": 1}	committed	01a22ef6-18f9-7757-8ef0-585204a103da	2026-12-01 00:16:50.133842+00
01a22ef6-18f8-7ef6-9f49-20c21f0d4af4	only	{"x": 1}	committed	01a22ef6-18f8-7f36-8b49-44cd0065c711	2026-12-01 00:16:50.134575+00
01a22ef6-18f9-7ccb-99c8-523be50093d8	only	{"x": 2}	committed	01a22ef6-18f9-7cf3-a66d-aa537d55289b	2026-12-01 00:16:50.142214+00
01a22ef6-18fa-772a-ac09-b776b3befb50	only	{"x": 3}	committed	01a22ef6-18fa-7754-8724-6faa615e2ba1	2026-12-01 00:16:50.145997+00
01a22ef6-18fa-7d4a-b1e9-f7360624928c	only	{"x": 4}	committed	01a22ef6-18fa-7d6f-94b7-d4ab120b08f6	2026-12-01 00:16:50.147076+00
01a22ef6-18fb-74dc-b2ff-8479621960b6	nap	"2026-12-01T10:16:50.148719+00:00"	committed	01a22ef6-18fb-7500-b8a2-92455f5c13d2	2026-12-01 00:16:50.151795+00
01a22ef6-18fb-7f2b-bfd2-94924cf7c6c1	$awaitEvent:arrived	{"x": 5}	committed	01a22ef6-18fb-7f4a-a9e9-3ae92acbb7ef	2026-12-01 00:16:50.157394+00
01a22ef6-18fe-7fa2-b0df-c8983372f500	only	{"x": 7}	committed	01a22ef6-18fe-7fcc-8954-efc10ae5344f	2026-12-01 00:16:50.160728+00
01a22ef6-18ff-7479-83a8-ba01b593d543	only	{"x": 8}	committed	01a22ef6-18ff-749a-a477-00d5af65a519	2026-12-01 00:16:50.161569+00
\.


--
-- Data for Name: e_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.e_default (event_name, payload, emitted_at) FROM stdin;
arrived	{"x": 5}	2026-12-01 00:16:49.9163+00
never	\N	1970-01-01 00:00:00+00
\.


--
-- Data for Name: queues; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.queues (queue_name, created_at, storage_mode, default_partition, partition_lookahead, partition_lookback, cleanup_ttl, cleanup_limit, detach_mode, detach_min_age) FROM stdin;
default	2026-12-01 00:16:49.893317+00	unpartitioned	enabled	28 days	1 day	30 days	1000	none	30 days
\.


--
-- Data for Name: r_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.r_default (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
01a22ef6-18fe-70ce-8d52-3780070b4b9a	01a22ef6-18fe-709f-89a5-67dc42b366a7	1	cancelled	\N	\N	2026-12-01 00:16:49.918057+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:16:49.918143+00
01a22ef6-18f7-748b-8a53-5e58aaacb621	01a22ef6-18f7-741e-b09d-8665ab4ff887	1	completed	worker-1	2026-12-01 00:26:50.131646+00	2026-12-01 00:16:50.121202+00	\N	\N	2026-12-01 00:16:50.121202+00	2026-12-01 00:16:50.133191+00	\N	{"x": 0}	\N	2026-12-01 00:16:49.912249+00
01a22ef6-18f9-7757-8ef0-585204a103da	01a22ef6-18f9-7725-a7dc-73d696caa744	1	failed	worker-1	2026-12-01 00:26:50.133842+00	2026-12-01 00:16:50.121202+00	\N	\N	2026-12-01 00:16:50.121202+00	\N	2026-12-01 00:16:50.138036+00	\N	{"name": "ValueError", "message": "{'x': 1}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 1}\\n"}	2026-12-01 00:16:49.913535+00
01a22ef6-18f8-7f36-8b49-44cd0065c711	01a22ef6-18f8-7ef6-9f49-20c21f0d4af4	1	completed	worker-1	2026-12-01 00:26:50.134575+00	2026-12-01 00:16:50.121202+00	\N	\N	2026-12-01 00:16:50.121202+00	2026-12-01 00:16:50.138771+00	\N	{"x": 1}	\N	2026-12-01 00:16:49.913045+00
01a22ef6-18f9-7cf3-a66d-aa537d55289b	01a22ef6-18f9-7ccb-99c8-523be50093d8	1	failed	worker-1	2026-12-01 00:26:50.142214+00	2026-12-01 00:16:50.136046+00	\N	\N	2026-12-01 00:16:50.136046+00	\N	2026-12-01 00:16:50.143092+00	\N	{"name": "ValueError", "message": "{'x': 2}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 2}\\n"}	2026-12-01 00:16:49.914169+00
01a22ef6-18fa-7754-8724-6faa615e2ba1	01a22ef6-18fa-772a-ac09-b776b3befb50	1	failed	worker-1	2026-12-01 00:26:50.145997+00	2026-12-01 00:16:50.1395+00	\N	\N	2026-12-01 00:16:50.1395+00	\N	2026-12-01 00:16:50.14777+00	\N	{"name": "ValueError", "message": "{'x': 3}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 3}\\n"}	2026-12-01 00:16:49.914537+00
01a22ef6-19e3-7f71-8bf1-d8bf2f411f33	01a22ef6-18fa-772a-ac09-b776b3befb50	2	sleeping	\N	\N	2026-12-02 00:16:50.14777+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:16:50.148015+00
01a22ef6-18fa-7d6f-94b7-d4ab120b08f6	01a22ef6-18fa-7d4a-b1e9-f7360624928c	1	failed	worker-1	2026-12-01 00:26:50.147076+00	2026-12-01 00:16:50.140761+00	\N	\N	2026-12-01 00:16:50.140761+00	\N	2026-12-01 00:16:50.14887+00	\N	{"name": "ValueError", "message": "{'x': 4}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 4}\\n"}	2026-12-01 00:16:49.91498+00
01a22ef6-18fb-7500-b8a2-92455f5c13d2	01a22ef6-18fb-74dc-b2ff-8479621960b6	1	sleeping	\N	\N	2026-12-01 10:16:50.149391+00	\N	\N	2026-12-01 00:16:50.14493+00	\N	\N	\N	\N	2026-12-01 00:16:49.915381+00
01a22ef6-18fb-7a9a-aeca-42583910712f	01a22ef6-18fb-7a78-b3e0-a1c2aa4ff83a	1	sleeping	\N	\N	infinity	never	\N	2026-12-01 00:16:50.149585+00	\N	\N	\N	\N	2026-12-01 00:16:49.915725+00
01a22ef6-18fb-7f4a-a9e9-3ae92acbb7ef	01a22ef6-18fb-7f2b-bfd2-94924cf7c6c1	1	completed	worker-1	2026-12-01 00:26:50.15071+00	2026-12-01 00:16:50.15071+00	\N	\N	2026-12-01 00:16:50.15071+00	2026-12-01 00:16:50.160222+00	\N	null	\N	2026-12-01 00:16:49.916017+00
01a22ef6-18fe-7fcc-8954-efc10ae5344f	01a22ef6-18fe-7fa2-b0df-c8983372f500	1	running	worker-1	2026-12-01 00:26:50.160728+00	2026-12-01 00:16:50.156079+00	\N	\N	2026-12-01 00:16:50.156079+00	\N	\N	\N	\N	2026-12-01 00:16:49.919067+00
01a22ef6-18ff-749a-a477-00d5af65a519	01a22ef6-18ff-7479-83a8-ba01b593d543	1	running	worker-1	2026-12-01 00:26:50.161569+00	2026-12-01 00:16:50.158287+00	\N	\N	2026-12-01 00:16:50.158287+00	\N	\N	\N	\N	2026-12-01 00:16:49.919351+00
01a22ef6-19df-7ba0-aaab-c97ed7d0ed2a	01a22ef6-18f9-7ccb-99c8-523be50093d8	2	failed	worker-1	2026-12-01 00:26:50.414153+00	2026-12-01 00:16:50.414153+00	\N	\N	2026-12-01 00:16:50.414153+00	\N	2026-12-01 00:16:50.418502+00	\N	{"name": "ValueError", "message": "{'x': 2}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 2}\\n"}	2026-12-01 00:16:50.143809+00
\.


--
-- Data for Name: t_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.t_default (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
01a22ef6-18fe-709f-89a5-67dc42b366a7	finish	{"x": 6}	\N	\N	5	\N	2026-12-01 00:16:49.918057+00	\N	cancelled	1	01a22ef6-18fe-70ce-8d52-3780070b4b9a	\N	2026-12-01 00:16:49.918438+00	\N
01a22ef6-18f7-741e-b09d-8665ab4ff887	finish	{"x": 0}	\N	\N	5	\N	2026-12-01 00:16:49.911317+00	2026-12-01 00:16:50.121202+00	completed	1	01a22ef6-18f7-748b-8a53-5e58aaacb621	{"x": 0}	\N	\N
01a22ef6-18f9-7725-a7dc-73d696caa744	fail	{"x": 1}	\N	\N	1	\N	2026-12-01 00:16:49.913464+00	2026-12-01 00:16:50.121202+00	failed	1	01a22ef6-18f9-7757-8ef0-585204a103da	\N	\N	\N
01a22ef6-18f8-7ef6-9f49-20c21f0d4af4	finish	{"x": 1}	\N	\N	5	\N	2026-12-01 00:16:49.912957+00	2026-12-01 00:16:50.121202+00	completed	1	01a22ef6-18f8-7f36-8b49-44cd0065c711	{"x": 1}	\N	\N
01a22ef6-18fa-772a-ac09-b776b3befb50	fail	{"x": 3}	\N	{"kind": "fixed", "base_seconds": 86400}	9	\N	2026-12-01 00:16:49.914464+00	2026-12-01 00:16:50.1395+00	sleeping	2	01a22ef6-19e3-7f71-8bf1-d8bf2f411f33	\N	\N	\N
01a22ef6-18fa-7d4a-b1e9-f7360624928c	fail	{"x": 4}	\N	{"kind": "fixed", "base_seconds": 2}	9	{"max_duration": 1}	2026-12-01 00:16:49.914845+00	2026-12-01 00:16:50.140761+00	cancelled	1	01a22ef6-18fa-7d6f-94b7-d4ab120b08f6	\N	2026-12-01 00:16:50.14887+00	\N
01a22ef6-18fb-74dc-b2ff-8479621960b6	nap	{}	\N	\N	5	\N	2026-12-01 00:16:49.915318+00	2026-12-01 00:16:50.14493+00	sleeping	1	01a22ef6-18fb-7500-b8a2-92455f5c13d2	\N	\N	\N
01a22ef6-18fb-7a78-b3e0-a1c2aa4ff83a	listen	{}	\N	\N	5	\N	2026-12-01 00:16:49.915667+00	2026-12-01 00:16:50.149585+00	sleeping	1	01a22ef6-18fb-7a9a-aeca-42583910712f	\N	\N	\N
01a22ef6-18fe-7fa2-b0df-c8983372f500	hang	{"x": 7}	\N	\N	5	\N	2026-12-01 00:16:49.918993+00	2026-12-01 00:16:50.156079+00	running	1	01a22ef6-18fe-7fcc-8954-efc10ae5344f	\N	\N	\N
01a22ef6-18ff-7479-83a8-ba01b593d543	hang	{"x": 8}	\N	\N	5	\N	2026-12-01 00:16:49.919293+00	2026-12-01 00:16:50.158287+00	running	1	01a22ef6-18ff-749a-a477-00d5af65a519	\N	\N	\N
01a22ef6-18fb-7f2b-bfd2-94924cf7c6c1	hear	{}	\N	\N	5	\N	2026-12-01 00:16:49.915961+00	2026-12-01 00:16:50.15071+00	completed	1	01a22ef6-18fb-7f4a-a9e9-3ae92acbb7ef	null	\N	\N
01a22ef6-18f9-7ccb-99c8-523be50093d8	fail	{"x": 2}	\N	{"kind": "fixed", "base_seconds": 0.1}	2	\N	2026-12-01 00:16:49.913814+00	2026-12-01 00:16:50.136046+00	failed	2	01a22ef6-19df-7ba0-aaab-c97ed7d0ed2a	\N	\N	\N
\.


--
-- Data for Name: w_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.w_default (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
01a22ef6-18fb-7a78-b3e0-a1c2aa4ff83a	01a22ef6-18fb-7a9a-aeca-42583910712f	$awaitEvent:never	never	\N	2026-12-01 00:16:50.154236+00
\.


--
-- Name: c_default c_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.c_default
    ADD CONSTRAINT c_default_pkey PRIMARY KEY (task_id, checkpoint_name);


--
-- Name: e_default e_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.e_default
    ADD CONSTRAINT e_default_pkey PRIMARY KEY (event_name);


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
-- Name: w_default w_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.w_default
    ADD CONSTRAINT w_default_pkey PRIMARY KEY (run_id, step_name);


--
-- Name: e_default_eai; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX e_default_eai ON absurd.e_default USING btree (emitted_at);


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
-- Name: t_default_ci; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX t_default_ci ON absurd.t_default USING btree (task_id) WHERE (cancellation IS NOT NULL);


--
-- Name: w_default_eni; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX w_default_eni ON absurd.w_default USING btree (event_name);


--
-- Name: w_default_ti; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX w_default_ti ON absurd.w_default USING btree (task_id);


--
-- PostgreSQL database dump complete
--

\unrestrict sample

