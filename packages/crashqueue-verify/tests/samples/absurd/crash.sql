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
01a22ef9-f23c-712f-b5c7-385a1acf6adf	only	{"x": 1}	committed	01a22ef9-f23c-7161-b9b0-823b0e7b6445	2026-12-01 00:21:02.339696+00
01a22ef9-f23a-7b3d-b634-15f599c4b22a	only	{"x": 0}	committed	01a22ef9-f23a-7b81-8a4a-d4f9a8dd96ee	2026-12-01 00:21:02.340864+00
01a22ef9-f23c-7780-a461-3637031148e4	only	{"x": 1}	committed	01a22ef9-f23c-77ab-8aa0-ad70cc118f21	2026-12-01 00:21:02.342101+00
01a22ef9-f23c-7d66-baba-e4fa4c6635a8	only	{"x": 2}	committed	01a22ef9-f23c-7d8d-91bb-abaad205ef02	2026-12-01 00:21:02.347324+00
01a22ef9-f23d-78f9-8472-e8be6b51508c	only	{"x": 3}	committed	01a22ef9-f23d-7922-bb45-4d9514e5ead7	2026-12-01 00:21:02.350872+00
01a22ef9-f23d-7f60-b960-d1ba5d17f277	only	{"x": 4}	committed	01a22ef9-f23d-7f86-a4fa-6ef2af2c7a59	2026-12-01 00:21:02.354812+00
01a22ef9-f23e-75c0-845a-8a451947be2e	nap	"2026-12-01T10:21:02.357964+00:00"	committed	01a22ef9-f23e-75e5-bede-64d4707b69df	2026-12-01 00:21:02.35949+00
01a22ef9-f23e-7f29-9a04-01c38680bd7c	$awaitEvent:arrived	{"x": 5}	committed	01a22ef9-f23e-7f4c-b1f7-21f50ad8504b	2026-12-01 00:21:02.363735+00
01a22ef9-f241-7c3f-8d8f-dca4e367f491	only	{"x": 7}	committed	01a22ef9-f241-7c69-9c23-a538d34ca1fd	2026-12-01 00:21:02.366636+00
01a22ef9-f242-725c-85a9-567d4fc91e32	only	{"x": 8}	committed	01a22ef9-f242-7281-8981-4b00d8dc1427	2026-12-01 00:21:02.36808+00
\.


--
-- Data for Name: e_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.e_default (event_name, payload, emitted_at) FROM stdin;
arrived	{"x": 5}	2026-12-01 00:21:02.143303+00
never	\N	1970-01-01 00:00:00+00
\.


--
-- Data for Name: queues; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.queues (queue_name, created_at, storage_mode, default_partition, partition_lookahead, partition_lookback, cleanup_ttl, cleanup_limit, detach_mode, detach_min_age) FROM stdin;
default	2026-12-01 00:21:02.131119+00	unpartitioned	enabled	28 days	1 day	30 days	1000	none	30 days
\.


--
-- Data for Name: r_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.r_default (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
01a22ef9-f240-7c51-a841-a3ab90bc6426	01a22ef9-f240-7c27-a8f8-278d5be4b5b1	1	cancelled	\N	\N	2026-12-01 00:21:02.144776+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:21:02.144862+00
01a22ef9-f23a-7b81-8a4a-d4f9a8dd96ee	01a22ef9-f23a-7b3d-b634-15f599c4b22a	1	completed	worker-1	2026-12-01 00:31:02.340864+00	2026-12-01 00:21:02.332147+00	\N	\N	2026-12-01 00:21:02.332147+00	2026-12-01 00:21:02.341519+00	\N	{"x": 0}	\N	2026-12-01 00:21:02.139499+00
01a22ef9-f23c-7161-b9b0-823b0e7b6445	01a22ef9-f23c-712f-b5c7-385a1acf6adf	1	completed	worker-1	2026-12-01 00:31:02.339696+00	2026-12-01 00:21:02.332147+00	\N	\N	2026-12-01 00:21:02.332147+00	2026-12-01 00:21:02.343132+00	\N	{"x": 1}	\N	2026-12-01 00:21:02.140179+00
01a22ef9-f23c-77ab-8aa0-ad70cc118f21	01a22ef9-f23c-7780-a461-3637031148e4	1	failed	worker-1	2026-12-01 00:31:02.342101+00	2026-12-01 00:21:02.332147+00	\N	\N	2026-12-01 00:21:02.332147+00	\N	2026-12-01 00:21:02.344911+00	\N	{"name": "ValueError", "message": "{'x': 1}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 1}\\n"}	2026-12-01 00:21:02.140559+00
01a22ef9-f23c-7d8d-91bb-abaad205ef02	01a22ef9-f23c-7d66-baba-e4fa4c6635a8	1	failed	worker-1	2026-12-01 00:31:02.347324+00	2026-12-01 00:21:02.343567+00	\N	\N	2026-12-01 00:21:02.343567+00	\N	2026-12-01 00:21:02.34975+00	\N	{"name": "ValueError", "message": "{'x': 2}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 2}\\n"}	2026-12-01 00:21:02.141239+00
01a22ef9-f23d-7922-bb45-4d9514e5ead7	01a22ef9-f23d-78f9-8472-e8be6b51508c	1	failed	worker-1	2026-12-01 00:31:02.350872+00	2026-12-01 00:21:02.345752+00	\N	\N	2026-12-01 00:21:02.345752+00	\N	2026-12-01 00:21:02.352828+00	\N	{"name": "ValueError", "message": "{'x': 3}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 3}\\n"}	2026-12-01 00:21:02.141656+00
01a22ef9-f311-708f-ba40-2bd452484412	01a22ef9-f23d-78f9-8472-e8be6b51508c	2	sleeping	\N	\N	2026-12-02 00:21:02.352828+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:21:02.353104+00
01a22ef9-f23d-7f86-a4fa-6ef2af2c7a59	01a22ef9-f23d-7f60-b960-d1ba5d17f277	1	failed	worker-1	2026-12-01 00:31:02.354812+00	2026-12-01 00:21:02.348008+00	\N	\N	2026-12-01 00:21:02.348008+00	\N	2026-12-01 00:21:02.356857+00	\N	{"name": "ValueError", "message": "{'x': 4}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 4}\\n"}	2026-12-01 00:21:02.142111+00
01a22ef9-f23e-7ab2-84d0-5124e95c9b63	01a22ef9-f23e-7a8d-8486-241a5f73c3fc	1	sleeping	\N	\N	infinity	never	\N	2026-12-01 00:21:02.355666+00	\N	\N	\N	\N	2026-12-01 00:21:02.142739+00
01a22ef9-f23e-75e5-bede-64d4707b69df	01a22ef9-f23e-75c0-845a-8a451947be2e	1	sleeping	\N	\N	2026-12-01 10:21:02.360232+00	\N	\N	2026-12-01 00:21:02.353545+00	\N	\N	\N	\N	2026-12-01 00:21:02.142442+00
01a22ef9-f23e-7f4c-b1f7-21f50ad8504b	01a22ef9-f23e-7f29-9a04-01c38680bd7c	1	completed	worker-1	2026-12-01 00:31:02.35832+00	2026-12-01 00:21:02.35832+00	\N	\N	2026-12-01 00:21:02.35832+00	2026-12-01 00:21:02.366159+00	\N	null	\N	2026-12-01 00:21:02.143025+00
01a22ef9-f241-7c69-9c23-a538d34ca1fd	01a22ef9-f241-7c3f-8d8f-dca4e367f491	1	running	worker-1	2026-12-01 00:31:02.366636+00	2026-12-01 00:21:02.362637+00	\N	\N	2026-12-01 00:21:02.362637+00	\N	\N	\N	\N	2026-12-01 00:21:02.145862+00
01a22ef9-f242-7281-8981-4b00d8dc1427	01a22ef9-f242-725c-85a9-567d4fc91e32	1	running	worker-1	2026-12-01 00:31:02.36808+00	2026-12-01 00:21:02.364369+00	\N	\N	2026-12-01 00:21:02.364369+00	\N	\N	\N	\N	2026-12-01 00:21:02.146232+00
01a22ef9-f30e-75ba-82f7-62712d7a3b8a	01a22ef9-f23c-7d66-baba-e4fa4c6635a8	2	failed	worker-1	2026-12-01 00:31:02.618472+00	2026-12-01 00:21:02.618472+00	\N	\N	2026-12-01 00:21:02.618472+00	\N	2026-12-01 00:21:02.620921+00	\N	{"name": "ValueError", "message": "{'x': 2}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 2}\\n"}	2026-12-01 00:21:02.350436+00
\.


--
-- Data for Name: t_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.t_default (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
01a22ef9-f240-7c27-a8f8-278d5be4b5b1	finish	{"x": 6}	\N	\N	5	\N	2026-12-01 00:21:02.144776+00	\N	cancelled	1	01a22ef9-f240-7c51-a841-a3ab90bc6426	\N	2026-12-01 00:21:02.145178+00	\N
01a22ef9-f23a-7b3d-b634-15f599c4b22a	finish	{"x": 0}	\N	\N	5	\N	2026-12-01 00:21:02.138745+00	2026-12-01 00:21:02.332147+00	completed	1	01a22ef9-f23a-7b81-8a4a-d4f9a8dd96ee	{"x": 0}	\N	\N
01a22ef9-f23c-712f-b5c7-385a1acf6adf	finish	{"x": 1}	\N	\N	5	\N	2026-12-01 00:21:02.140093+00	2026-12-01 00:21:02.332147+00	completed	1	01a22ef9-f23c-7161-b9b0-823b0e7b6445	{"x": 1}	\N	\N
01a22ef9-f23c-7780-a461-3637031148e4	fail	{"x": 1}	\N	\N	1	\N	2026-12-01 00:21:02.140485+00	2026-12-01 00:21:02.332147+00	failed	1	01a22ef9-f23c-77ab-8aa0-ad70cc118f21	\N	\N	\N
01a22ef9-f23d-78f9-8472-e8be6b51508c	fail	{"x": 3}	\N	{"kind": "fixed", "base_seconds": 86400}	9	\N	2026-12-01 00:21:02.141577+00	2026-12-01 00:21:02.345752+00	sleeping	2	01a22ef9-f311-708f-ba40-2bd452484412	\N	\N	\N
01a22ef9-f23d-7f60-b960-d1ba5d17f277	fail	{"x": 4}	\N	{"kind": "fixed", "base_seconds": 2}	9	{"max_duration": 1}	2026-12-01 00:21:02.141976+00	2026-12-01 00:21:02.348008+00	cancelled	1	01a22ef9-f23d-7f86-a4fa-6ef2af2c7a59	\N	2026-12-01 00:21:02.356857+00	\N
01a22ef9-f23e-7a8d-8486-241a5f73c3fc	listen	{}	\N	\N	5	\N	2026-12-01 00:21:02.142674+00	2026-12-01 00:21:02.355666+00	sleeping	1	01a22ef9-f23e-7ab2-84d0-5124e95c9b63	\N	\N	\N
01a22ef9-f23e-75c0-845a-8a451947be2e	nap	{}	\N	\N	5	\N	2026-12-01 00:21:02.142374+00	2026-12-01 00:21:02.353545+00	sleeping	1	01a22ef9-f23e-75e5-bede-64d4707b69df	\N	\N	\N
01a22ef9-f241-7c3f-8d8f-dca4e367f491	hang	{"x": 7}	\N	\N	5	\N	2026-12-01 00:21:02.145782+00	2026-12-01 00:21:02.362637+00	running	1	01a22ef9-f241-7c69-9c23-a538d34ca1fd	\N	\N	\N
01a22ef9-f242-725c-85a9-567d4fc91e32	hang	{"x": 8}	\N	\N	5	\N	2026-12-01 00:21:02.146162+00	2026-12-01 00:21:02.364369+00	running	1	01a22ef9-f242-7281-8981-4b00d8dc1427	\N	\N	\N
01a22ef9-f23e-7f29-9a04-01c38680bd7c	hear	{}	\N	\N	5	\N	2026-12-01 00:21:02.142961+00	2026-12-01 00:21:02.35832+00	completed	1	01a22ef9-f23e-7f4c-b1f7-21f50ad8504b	null	\N	\N
01a22ef9-f23c-7d66-baba-e4fa4c6635a8	fail	{"x": 2}	\N	{"kind": "fixed", "base_seconds": 0.1}	2	\N	2026-12-01 00:21:02.140853+00	2026-12-01 00:21:02.343567+00	failed	2	01a22ef9-f30e-75ba-82f7-62712d7a3b8a	\N	\N	\N
\.


--
-- Data for Name: w_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.w_default (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
01a22ef9-f23e-7a8d-8486-241a5f73c3fc	01a22ef9-f23e-7ab2-84d0-5124e95c9b63	$awaitEvent:never	never	\N	2026-12-01 00:21:02.360672+00
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

