--
-- PostgreSQL database dump
--

\restrict imgmgpg7INaPTJwlVyU6lYKvRXN6jm5vVIlUuYKc9aD5kkGbyxpfQQWLRXIbp9h

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
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
01a22deb-7a13-75e8-880a-dd56d7538784	s1	{"x": 0}	committed	01a22deb-7a14-7818-8e08-0b0dba447a17	2026-11-30 19:25:36.942636+00
01a22deb-7a18-76c9-a754-fadb65fd70fd	s1	{"x": 1}	committed	01a22deb-7a18-7679-ab61-0599b929f147	2026-11-30 19:25:36.950288+00
01a22deb-7a19-75fe-b884-e04312be091b	s1	1	committed	01a22deb-7a19-7a77-8e58-4304312b7521	2026-11-30 19:25:36.956551+00
01a22deb-7a19-7adf-8195-1cb0d96ea483	s1	1	committed	01a22deb-7a19-76af-8a5f-21466cd16888	2026-11-30 19:25:36.966386+00
01a22deb-7a19-7dee-ab5a-7945f22a013b	s1	1	committed	01a22deb-7a1a-7f9d-b3be-7dfa5adc81de	2026-11-30 19:25:36.973645+00
01a22deb-7a1a-706e-999a-8913e39138df	nap	"2026-12-01T05:25:36.979462+00:00"	committed	01a22deb-7a1a-756b-b7c1-a652a27101d6	2026-11-30 19:25:36.980549+00
01a22deb-7a1d-7732-abc8-bff8132b3ca1	s1	1	committed	01a22deb-7a1d-71b2-be40-293a1ce493ea	2026-11-30 19:25:36.990029+00
\.


--
-- Data for Name: e_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.e_default (event_name, payload, emitted_at) FROM stdin;
never	\N	1970-01-01 00:00:00+00
\.


--
-- Data for Name: queues; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.queues (queue_name, created_at, storage_mode, default_partition, partition_lookahead, partition_lookback, cleanup_ttl, cleanup_limit, detach_mode, detach_min_age) FROM stdin;
default	2026-11-30 19:25:36.648404+00	unpartitioned	enabled	28 days	1 day	30 days	1000	none	30 days
\.


--
-- Data for Name: r_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.r_default (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
01a22deb-7a1b-7510-9714-5daa44de07ea	01a22deb-7a1b-798b-9e01-7cce423f0f66	1	cancelled	\N	\N	2026-11-30 19:25:36.66727+00	\N	\N	\N	\N	\N	\N	\N	2026-11-30 19:25:36.667362+00
01a22deb-7a1e-73ce-95ee-1de85bd2dca8	01a22deb-7a1d-7265-9c22-6451b2e56e9c	1	pending	\N	\N	2026-11-30 19:25:36.670033+00	\N	\N	\N	\N	\N	\N	\N	2026-11-30 19:25:36.670534+00
01a22deb-7a14-7818-8e08-0b0dba447a17	01a22deb-7a13-75e8-880a-dd56d7538784	1	completed	w1:2141	2026-11-30 19:35:36.942636+00	2026-11-30 19:25:36.930796+00	\N	\N	2026-11-30 19:25:36.930796+00	2026-11-30 19:25:36.944957+00	\N	{"x": 0}	\N	2026-11-30 19:25:36.66142+00
01a22deb-7a18-7679-ab61-0599b929f147	01a22deb-7a18-76c9-a754-fadb65fd70fd	1	completed	w1:2141	2026-11-30 19:35:36.950288+00	2026-11-30 19:25:36.946342+00	\N	\N	2026-11-30 19:25:36.946342+00	2026-11-30 19:25:36.951545+00	\N	{"x": 1}	\N	2026-11-30 19:25:36.664566+00
01a22deb-7a19-7a77-8e58-4304312b7521	01a22deb-7a19-75fe-b884-e04312be091b	1	failed	w1:2141	2026-11-30 19:35:36.956551+00	2026-11-30 19:25:36.952453+00	\N	\N	2026-11-30 19:25:36.952453+00	\N	2026-11-30 19:25:36.960538+00	\N	{"name": "ValueError", "message": "synthetic", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv-samples313/lib/python3.13/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ~~~~~~~~~~~~~~~~~~~~~~~^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/samples0/foreign/absurd/w.py\\", line 8, in fail\\n    ctx.step('s1', lambda: 1); raise ValueError('synthetic')\\n                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\nValueError: synthetic\\n"}	2026-11-30 19:25:36.665219+00
01a22deb-7a19-76af-8a5f-21466cd16888	01a22deb-7a19-7adf-8195-1cb0d96ea483	1	failed	w1:2141	2026-11-30 19:35:36.966386+00	2026-11-30 19:25:36.962405+00	\N	\N	2026-11-30 19:25:36.962405+00	\N	2026-11-30 19:25:36.968587+00	\N	{"name": "ValueError", "message": "synthetic", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv-samples313/lib/python3.13/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ~~~~~~~~~~~~~~~~~~~~~~~^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/samples0/foreign/absurd/w.py\\", line 8, in fail\\n    ctx.step('s1', lambda: 1); raise ValueError('synthetic')\\n                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\nValueError: synthetic\\n"}	2026-11-30 19:25:36.665701+00
01a22deb-7b49-76ac-949c-e300f8124a35	01a22deb-7a19-7adf-8195-1cb0d96ea483	2	sleeping	\N	\N	2026-11-30 19:25:37.968587+00	\N	\N	\N	\N	\N	\N	\N	2026-11-30 19:25:36.970182+00
01a22deb-7a1a-7f9d-b3be-7dfa5adc81de	01a22deb-7a19-7dee-ab5a-7945f22a013b	1	failed	w1:2141	2026-11-30 19:35:36.973645+00	2026-11-30 19:25:36.970902+00	\N	\N	2026-11-30 19:25:36.970902+00	\N	2026-11-30 19:25:36.975567+00	\N	{"name": "ValueError", "message": "synthetic", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv-samples313/lib/python3.13/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ~~~~~~~~~~~~~~~~~~~~~~~^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/samples0/foreign/absurd/w.py\\", line 8, in fail\\n    ctx.step('s1', lambda: 1); raise ValueError('synthetic')\\n                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\nValueError: synthetic\\n"}	2026-11-30 19:25:36.666134+00
01a22deb-7b4f-70e7-9829-c199b1ac8df9	01a22deb-7a19-7dee-ab5a-7945f22a013b	2	sleeping	\N	\N	2026-12-01 19:25:36.975567+00	\N	\N	\N	\N	\N	\N	\N	2026-11-30 19:25:36.975997+00
01a22deb-7a1a-756b-b7c1-a652a27101d6	01a22deb-7a1a-706e-999a-8913e39138df	1	sleeping	\N	\N	2026-12-01 05:25:36.979782+00	\N	\N	2026-11-30 19:25:36.976721+00	\N	\N	\N	\N	2026-11-30 19:25:36.666624+00
01a22deb-7a1a-7534-843c-7dfab017904b	01a22deb-7a1a-7a88-8503-c62ea19d7afa	1	sleeping	\N	\N	infinity	never	\N	2026-11-30 19:25:36.982281+00	\N	\N	\N	\N	2026-11-30 19:25:36.666994+00
01a22deb-7a1d-71b2-be40-293a1ce493ea	01a22deb-7a1d-7732-abc8-bff8132b3ca1	1	running	w1:2141	2026-11-30 19:35:36.990029+00	2026-11-30 19:25:36.987353+00	\N	\N	2026-11-30 19:25:36.987353+00	\N	\N	\N	\N	2026-11-30 19:25:36.669682+00
\.


--
-- Data for Name: t_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.t_default (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
01a22deb-7a1b-798b-9e01-7cce423f0f66	ok	{"x": 9}	\N	\N	5	\N	2026-11-30 19:25:36.66727+00	\N	cancelled	1	01a22deb-7a1b-7510-9714-5daa44de07ea	\N	2026-11-30 19:25:36.667769+00	\N
01a22deb-7a1d-7265-9c22-6451b2e56e9c	ok	{"x": 10}	\N	\N	5	\N	2026-11-30 19:25:36.670033+00	\N	pending	1	01a22deb-7a1e-73ce-95ee-1de85bd2dca8	\N	\N	K1
01a22deb-7a13-75e8-880a-dd56d7538784	ok	{"x": 0}	\N	\N	5	\N	2026-11-30 19:25:36.660408+00	2026-11-30 19:25:36.930796+00	completed	1	01a22deb-7a14-7818-8e08-0b0dba447a17	{"x": 0}	\N	\N
01a22deb-7a18-76c9-a754-fadb65fd70fd	ok	{"x": 1}	\N	\N	5	\N	2026-11-30 19:25:36.664382+00	2026-11-30 19:25:36.946342+00	completed	1	01a22deb-7a18-7679-ab61-0599b929f147	{"x": 1}	\N	\N
01a22deb-7a19-75fe-b884-e04312be091b	fail	{"x": 1}	\N	\N	1	\N	2026-11-30 19:25:36.665073+00	2026-11-30 19:25:36.952453+00	failed	1	01a22deb-7a19-7a77-8e58-4304312b7521	\N	\N	\N
01a22deb-7a19-7adf-8195-1cb0d96ea483	fail	{"x": 2}	\N	{"kind": "fixed", "base_seconds": 1}	3	\N	2026-11-30 19:25:36.665603+00	2026-11-30 19:25:36.962405+00	sleeping	2	01a22deb-7b49-76ac-949c-e300f8124a35	\N	\N	\N
01a22deb-7a19-7dee-ab5a-7945f22a013b	fail	{"x": 3}	\N	{"kind": "fixed", "base_seconds": 86400}	9	\N	2026-11-30 19:25:36.666025+00	2026-11-30 19:25:36.970902+00	sleeping	2	01a22deb-7b4f-70e7-9829-c199b1ac8df9	\N	\N	\N
01a22deb-7a1a-706e-999a-8913e39138df	sleeper	{}	\N	\N	5	\N	2026-11-30 19:25:36.666513+00	2026-11-30 19:25:36.976721+00	sleeping	1	01a22deb-7a1a-756b-b7c1-a652a27101d6	\N	\N	\N
01a22deb-7a1a-7a88-8503-c62ea19d7afa	waiter	{}	\N	\N	5	\N	2026-11-30 19:25:36.666896+00	2026-11-30 19:25:36.982281+00	sleeping	1	01a22deb-7a1a-7534-843c-7dfab017904b	\N	\N	\N
01a22deb-7a1d-7732-abc8-bff8132b3ca1	forever	{"x": 1}	\N	\N	5	\N	2026-11-30 19:25:36.669484+00	2026-11-30 19:25:36.987353+00	running	1	01a22deb-7a1d-71b2-be40-293a1ce493ea	\N	\N	\N
\.


--
-- Data for Name: w_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.w_default (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
01a22deb-7a1a-7a88-8503-c62ea19d7afa	01a22deb-7a1a-7534-843c-7dfab017904b	$awaitEvent:never	never	\N	2026-11-30 19:25:36.985081+00
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

\unrestrict imgmgpg7INaPTJwlVyU6lYKvRXN6jm5vVIlUuYKc9aD5kkGbyxpfQQWLRXIbp9h

