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
01a22f19-9740-72b2-b192-92f7bd9f4697	only	{"x": 1}	committed	01a22f19-9740-730e-af9e-ad7b4a1caf44	2026-12-01 00:55:36.243092+00
\.


--
-- Data for Name: e_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.e_default (event_name, payload, emitted_at) FROM stdin;
\.


--
-- Data for Name: queues; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.queues (queue_name, created_at, storage_mode, default_partition, partition_lookahead, partition_lookback, cleanup_ttl, cleanup_limit, detach_mode, detach_min_age) FROM stdin;
default	2026-12-01 00:55:35.991309+00	unpartitioned	enabled	28 days	1 day	30 days	1000	none	30 days
\.


--
-- Data for Name: r_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.r_default (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
01a22f19-9740-730e-af9e-ad7b4a1caf44	01a22f19-9740-72b2-b192-92f7bd9f4697	1	failed	worker-1	2026-12-01 00:55:37.243092+00	2026-12-01 00:55:36.22702+00	\N	\N	2026-12-01 00:55:36.22702+00	\N	2026-12-01 00:55:37.484309+00	\N	{"name": "$ClaimTimeout", "attempt": 1, "message": "worker did not finish task within claim interval", "workerId": "worker-1", "claimExpiredAt": "2026-12-01T00:55:37.243092+00:00"}	2026-12-01 00:55:36.001031+00
01a22f19-9d0d-7045-a68b-7df5734298c4	01a22f19-9740-72b2-b192-92f7bd9f4697	2	completed	worker-1	2026-12-01 01:05:37.741559+00	2026-12-01 00:55:37.741559+00	\N	\N	2026-12-01 00:55:37.741559+00	2026-12-01 00:55:37.746842+00	\N	{"x": 1}	\N	2026-12-01 00:55:37.485165+00
\.


--
-- Data for Name: t_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.t_default (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
01a22f19-9740-72b2-b192-92f7bd9f4697	hang	{"x": 1}	\N	\N	5	\N	2026-12-01 00:55:36.000219+00	2026-12-01 00:55:36.22702+00	completed	2	01a22f19-9d0d-7045-a68b-7df5734298c4	{"x": 1}	\N	\N
\.


--
-- Data for Name: w_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.w_default (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
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

