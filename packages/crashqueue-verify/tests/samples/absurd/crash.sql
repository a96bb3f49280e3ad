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
-- left out
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
01a22f19-84c5-72e4-bafc-41b76be4fa0f	only	{"x": 0}	committed	01a22f19-84c5-7352-9a8a-639c85b77a15	2026-12-01 00:55:31.509226+00
01a22f19-84c7-7307-855e-5b7264172c39	only	{"x": 1}	committed	01a22f19-84c7-734d-a20f-9dbec04ce9d2	2026-12-01 00:55:31.510439+00
01a22f19-84c7-7d33-b0e6-586251cfde70	only	{"x": 1}	committed	01a22f19-84c7-7d6b-9150-0ea68a66c895	2026-12-01 00:55:31.511168+00
01a22f19-84c9-7db9-87f2-c1f76cc466d8	only	{"x": 4}	committed	01a22f19-84c9-7de8-900b-ed141a2ffd08	2026-12-01 00:55:31.52002+00
01a22f19-84c9-74c5-83a9-269419bdd6ec	only	{"x": 3}	committed	01a22f19-84c9-74f8-9636-1453207a9d30	2026-12-01 00:55:31.521207+00
01a22f19-84c8-763f-819b-9df7928406f7	only	{"x": 2}	committed	01a22f19-84c8-7674-a46d-8933a49cbeda	2026-12-01 00:55:31.522066+00
01a22f19-84ca-75f5-aeac-578bfb2b5529	nap	"2026-12-01T10:55:31.528813+00:00"	committed	01a22f19-84ca-761f-975d-48669e71f585	2026-12-01 00:55:31.529628+00
01a22f19-84cb-71dc-bdc9-ad9f5d9c1977	$awaitEvent:arrived	{"x": 5}	committed	01a22f19-84cb-7202-8962-cd4bccbd8588	2026-12-01 00:55:31.53326+00
01a22f19-84ce-7911-b014-353ee28fa1f3	only	{"x": 7}	committed	01a22f19-84ce-793c-b778-f82a973d8e23	2026-12-01 00:55:31.536649+00
01a22f19-84ce-7fd0-8cc6-3e037e301f38	only	{"x": 8}	committed	01a22f19-84ce-7ff6-b380-95774bd10eb0	2026-12-01 00:55:31.537197+00
\.


--
-- Data for Name: e_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.e_default (event_name, payload, emitted_at) FROM stdin;
arrived	{"x": 5}	2026-12-01 00:55:31.275546+00
never	\N	1970-01-01 00:00:00+00
\.


--
-- Data for Name: queues; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.queues (queue_name, created_at, storage_mode, default_partition, partition_lookahead, partition_lookback, cleanup_ttl, cleanup_limit, detach_mode, detach_min_age) FROM stdin;
default	2026-12-01 00:55:31.235203+00	unpartitioned	enabled	28 days	1 day	30 days	1000	none	30 days
\.


--
-- Data for Name: r_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.r_default (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
01a22f19-84cd-75e4-9d96-d68e61fc0940	01a22f19-84cd-75b7-8dee-d556abf07bce	1	cancelled	\N	\N	2026-12-01 00:55:31.277375+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:55:31.277468+00
01a22f19-84c5-7352-9a8a-639c85b77a15	01a22f19-84c5-72e4-bafc-41b76be4fa0f	1	completed	worker-1	2026-12-01 01:05:31.509226+00	2026-12-01 00:55:31.49631+00	\N	\N	2026-12-01 00:55:31.49631+00	2026-12-01 00:55:31.514439+00	\N	{"x": 0}	\N	2026-12-01 00:55:31.270183+00
01a22f19-84c7-734d-a20f-9dbec04ce9d2	01a22f19-84c7-7307-855e-5b7264172c39	1	completed	worker-1	2026-12-01 01:05:31.510439+00	2026-12-01 00:55:31.49631+00	\N	\N	2026-12-01 00:55:31.49631+00	2026-12-01 00:55:31.515205+00	\N	{"x": 1}	\N	2026-12-01 00:55:31.271332+00
01a22f19-84c7-7d6b-9150-0ea68a66c895	01a22f19-84c7-7d33-b0e6-586251cfde70	1	failed	worker-1	2026-12-01 01:05:31.511168+00	2026-12-01 00:55:31.49631+00	\N	\N	2026-12-01 00:55:31.49631+00	\N	2026-12-01 00:55:31.515822+00	\N	{"name": "ValueError", "message": "{'x': 1}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 1}\\n"}	2026-12-01 00:55:31.271936+00
01a22f19-84c9-7de8-900b-ed141a2ffd08	01a22f19-84c9-7db9-87f2-c1f76cc466d8	1	failed	worker-1	2026-12-01 01:05:31.52002+00	2026-12-01 00:55:31.517942+00	\N	\N	2026-12-01 00:55:31.517942+00	\N	2026-12-01 00:55:31.52282+00	\N	{"name": "ValueError", "message": "{'x': 4}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 4}\\n"}	2026-12-01 00:55:31.274038+00
01a22f19-84c9-74f8-9636-1453207a9d30	01a22f19-84c9-74c5-83a9-269419bdd6ec	1	failed	worker-1	2026-12-01 01:05:31.521207+00	2026-12-01 00:55:31.517942+00	\N	\N	2026-12-01 00:55:31.517942+00	\N	2026-12-01 00:55:31.523794+00	\N	{"name": "ValueError", "message": "{'x': 3}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 3}\\n"}	2026-12-01 00:55:31.273407+00
01a22f19-85c4-70d2-a4cb-16d542c72a08	01a22f19-84c9-74c5-83a9-269419bdd6ec	2	sleeping	\N	\N	2026-12-02 00:55:31.523794+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:55:31.524117+00
01a22f19-84c8-7674-a46d-8933a49cbeda	01a22f19-84c8-763f-819b-9df7928406f7	1	failed	worker-1	2026-12-01 01:05:31.522066+00	2026-12-01 00:55:31.516565+00	\N	\N	2026-12-01 00:55:31.516565+00	\N	2026-12-01 00:55:31.524573+00	\N	{"name": "ValueError", "message": "{'x': 2}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 2}\\n"}	2026-12-01 00:55:31.272821+00
01a22f19-84ca-761f-975d-48669e71f585	01a22f19-84ca-75f5-aeac-578bfb2b5529	1	sleeping	\N	\N	2026-12-01 10:55:31.528957+00	\N	\N	2026-12-01 00:55:31.526512+00	\N	\N	\N	\N	2026-12-01 00:55:31.274462+00
01a22f19-84ca-7c35-87ca-4fed13da6d82	01a22f19-84ca-7c0e-ade6-59b589cd4eae	1	sleeping	\N	\N	infinity	never	\N	2026-12-01 00:55:31.527545+00	\N	\N	\N	\N	2026-12-01 00:55:31.274837+00
01a22f19-84cb-7202-8962-cd4bccbd8588	01a22f19-84cb-71dc-bdc9-ad9f5d9c1977	1	completed	worker-1	2026-12-01 01:05:31.527545+00	2026-12-01 00:55:31.527545+00	\N	\N	2026-12-01 00:55:31.527545+00	2026-12-01 00:55:31.533929+00	\N	null	\N	2026-12-01 00:55:31.275198+00
01a22f19-84ce-793c-b778-f82a973d8e23	01a22f19-84ce-7911-b014-353ee28fa1f3	1	running	worker-1	2026-12-01 01:05:31.536649+00	2026-12-01 00:55:31.532197+00	\N	\N	2026-12-01 00:55:31.532197+00	\N	\N	\N	\N	2026-12-01 00:55:31.278667+00
01a22f19-84ce-7ff6-b380-95774bd10eb0	01a22f19-84ce-7fd0-8cc6-3e037e301f38	1	running	worker-1	2026-12-01 01:05:31.537197+00	2026-12-01 00:55:31.534637+00	\N	\N	2026-12-01 00:55:31.534637+00	\N	\N	\N	\N	2026-12-01 00:55:31.279076+00
01a22f19-85c4-7d6f-a87b-788e0add613b	01a22f19-84c8-763f-819b-9df7928406f7	2	failed	worker-1	2026-12-01 01:05:31.786708+00	2026-12-01 00:55:31.786708+00	\N	\N	2026-12-01 00:55:31.786708+00	\N	2026-12-01 00:55:31.793869+00	\N	{"name": "ValueError", "message": "{'x': 2}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 2}\\n"}	2026-12-01 00:55:31.524873+00
\.


--
-- Data for Name: t_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.t_default (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
01a22f19-84cd-75b7-8dee-d556abf07bce	finish	{"x": 6}	\N	\N	5	\N	2026-12-01 00:55:31.277375+00	\N	cancelled	1	01a22f19-84cd-75e4-9d96-d68e61fc0940	\N	2026-12-01 00:55:31.277907+00	\N
01a22f19-84c5-72e4-bafc-41b76be4fa0f	finish	{"x": 0}	\N	\N	5	\N	2026-12-01 00:55:31.269243+00	2026-12-01 00:55:31.49631+00	completed	1	01a22f19-84c5-7352-9a8a-639c85b77a15	{"x": 0}	\N	\N
01a22f19-84c7-7307-855e-5b7264172c39	finish	{"x": 1}	\N	\N	5	\N	2026-12-01 00:55:31.271216+00	2026-12-01 00:55:31.49631+00	completed	1	01a22f19-84c7-734d-a20f-9dbec04ce9d2	{"x": 1}	\N	\N
01a22f19-84c7-7d33-b0e6-586251cfde70	fail	{"x": 1}	\N	\N	1	\N	2026-12-01 00:55:31.271846+00	2026-12-01 00:55:31.49631+00	failed	1	01a22f19-84c7-7d6b-9150-0ea68a66c895	\N	\N	\N
01a22f19-84c9-7db9-87f2-c1f76cc466d8	fail	{"x": 4}	\N	{"kind": "fixed", "base_seconds": 2}	9	{"max_duration": 1}	2026-12-01 00:55:31.273875+00	2026-12-01 00:55:31.517942+00	cancelled	1	01a22f19-84c9-7de8-900b-ed141a2ffd08	\N	2026-12-01 00:55:31.52282+00	\N
01a22f19-84c9-74c5-83a9-269419bdd6ec	fail	{"x": 3}	\N	{"kind": "fixed", "base_seconds": 86400}	9	\N	2026-12-01 00:55:31.273317+00	2026-12-01 00:55:31.517942+00	sleeping	2	01a22f19-85c4-70d2-a4cb-16d542c72a08	\N	\N	\N
01a22f19-84ca-75f5-aeac-578bfb2b5529	nap	{}	\N	\N	5	\N	2026-12-01 00:55:31.274389+00	2026-12-01 00:55:31.526512+00	sleeping	1	01a22f19-84ca-761f-975d-48669e71f585	\N	\N	\N
01a22f19-84ca-7c0e-ade6-59b589cd4eae	listen	{}	\N	\N	5	\N	2026-12-01 00:55:31.274768+00	2026-12-01 00:55:31.527545+00	sleeping	1	01a22f19-84ca-7c35-87ca-4fed13da6d82	\N	\N	\N
01a22f19-84ce-7911-b014-353ee28fa1f3	hang	{"x": 7}	\N	\N	5	\N	2026-12-01 00:55:31.278583+00	2026-12-01 00:55:31.532197+00	running	1	01a22f19-84ce-793c-b778-f82a973d8e23	\N	\N	\N
01a22f19-84cb-71dc-bdc9-ad9f5d9c1977	hear	{}	\N	\N	5	\N	2026-12-01 00:55:31.275131+00	2026-12-01 00:55:31.527545+00	completed	1	01a22f19-84cb-7202-8962-cd4bccbd8588	null	\N	\N
01a22f19-84ce-7fd0-8cc6-3e037e301f38	hang	{"x": 8}	\N	\N	5	\N	2026-12-01 00:55:31.279004+00	2026-12-01 00:55:31.534637+00	running	1	01a22f19-84ce-7ff6-b380-95774bd10eb0	\N	\N	\N
01a22f19-84c8-763f-819b-9df7928406f7	fail	{"x": 2}	\N	{"kind": "fixed", "base_seconds": 0.1}	2	\N	2026-12-01 00:55:31.27241+00	2026-12-01 00:55:31.516565+00	failed	2	01a22f19-85c4-7d6f-a87b-788e0add613b	\N	\N	\N
\.


--
-- Data for Name: w_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.w_default (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
01a22f19-84ca-7c0e-ade6-59b589cd4eae	01a22f19-84ca-7c35-87ca-4fed13da6d82	$awaitEvent:never	never	\N	2026-12-01 00:55:31.530974+00
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

