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
-- Name: dbos; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA dbos;


--
-- Name: enqueue_workflow(text, text, json[], json, text, text, text, text, bigint, bigint, text, integer, text, text, text, bigint, text); Type: FUNCTION; Schema: dbos; Owner: -
--

CREATE FUNCTION dbos.enqueue_workflow(workflow_name text, queue_name text, positional_args json[] DEFAULT ARRAY[]::json[], named_args json DEFAULT '{}'::json, class_name text DEFAULT NULL::text, config_name text DEFAULT NULL::text, workflow_id text DEFAULT NULL::text, app_version text DEFAULT NULL::text, timeout_ms bigint DEFAULT NULL::bigint, deadline_epoch_ms bigint DEFAULT NULL::bigint, deduplication_id text DEFAULT NULL::text, priority integer DEFAULT NULL::integer, queue_partition_key text DEFAULT NULL::text, authenticated_user text DEFAULT NULL::text, authenticated_roles text DEFAULT NULL::text, delay_until_epoch_ms bigint DEFAULT NULL::bigint, application_name text DEFAULT NULL::text) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
-- left out
$$;


--
-- Name: notifications_function(); Type: FUNCTION; Schema: dbos; Owner: -
--

CREATE FUNCTION dbos.notifications_function() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
-- left out
$$;


--
-- Name: send_message(text, json, text, text); Type: FUNCTION; Schema: dbos; Owner: -
--

CREATE FUNCTION dbos.send_message(destination_id text, message json, topic text DEFAULT NULL::text, message_id text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
-- left out
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: application_versions; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.application_versions (
    version_id text NOT NULL,
    version_name text NOT NULL,
    version_timestamp bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    application_name text
);


--
-- Name: dbos_migrations; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.dbos_migrations (
    version bigint NOT NULL
);


--
-- Name: event_dispatch_kv; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.event_dispatch_kv (
    service_name text NOT NULL,
    workflow_fn_name text NOT NULL,
    key text NOT NULL,
    value text,
    update_seq numeric(38,0),
    update_time numeric(38,15)
);


--
-- Name: notifications; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.notifications (
    message_uuid text DEFAULT gen_random_uuid() NOT NULL,
    destination_uuid text NOT NULL,
    topic text,
    message text NOT NULL,
    created_at_epoch_ms bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    serialization text,
    consumed boolean DEFAULT false NOT NULL,
    consumed_by_function_id integer
);


--
-- Name: operation_outputs; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.operation_outputs (
    workflow_uuid text NOT NULL,
    function_id integer NOT NULL,
    function_name text DEFAULT ''::text NOT NULL,
    output text,
    error text,
    child_workflow_id text,
    started_at_epoch_ms bigint,
    completed_at_epoch_ms bigint,
    serialization text,
    application_name text,
    retention_timestamp bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL
);


--
-- Name: queues; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.queues (
    queue_id text DEFAULT (gen_random_uuid())::text NOT NULL,
    name text NOT NULL,
    concurrency integer,
    worker_concurrency integer,
    rate_limit_max integer,
    rate_limit_period_sec double precision,
    priority_enabled boolean DEFAULT false NOT NULL,
    partition_queue boolean DEFAULT false NOT NULL,
    polling_interval_sec double precision DEFAULT 1.0 NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    application_name text,
    partition_concurrency integer,
    partition_worker_concurrency integer,
    partition_rate_limit_max integer,
    partition_rate_limit_period_sec double precision
);


--
-- Name: streams; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.streams (
    workflow_uuid text NOT NULL,
    key text NOT NULL,
    value text NOT NULL,
    "offset" integer NOT NULL,
    function_id integer DEFAULT 0 NOT NULL,
    serialization text
);


--
-- Name: workflow_events; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.workflow_events (
    workflow_uuid text NOT NULL,
    key text NOT NULL,
    value text NOT NULL,
    serialization text
);


--
-- Name: workflow_events_history; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.workflow_events_history (
    workflow_uuid text NOT NULL,
    function_id integer NOT NULL,
    key text NOT NULL,
    value text NOT NULL,
    serialization text
);


--
-- Name: workflow_input; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.workflow_input (
    workflow_uuid text NOT NULL,
    inputs text,
    retention_timestamp bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL
);


--
-- Name: workflow_output; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.workflow_output (
    workflow_uuid text NOT NULL,
    output text,
    error text,
    retention_timestamp bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL
);


--
-- Name: workflow_schedules; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.workflow_schedules (
    schedule_id text NOT NULL,
    schedule_name text NOT NULL,
    workflow_name text NOT NULL,
    workflow_class_name text,
    schedule text NOT NULL,
    status text DEFAULT 'ACTIVE'::text NOT NULL,
    context text NOT NULL,
    last_fired_at text,
    automatic_backfill boolean DEFAULT false NOT NULL,
    cron_timezone text,
    queue_name text,
    application_name text
);


--
-- Name: workflow_status; Type: TABLE; Schema: dbos; Owner: -
--

CREATE TABLE dbos.workflow_status (
    workflow_uuid text NOT NULL,
    status text,
    name text,
    authenticated_user text,
    assumed_role text,
    authenticated_roles text,
    request text,
    output text,
    error text,
    executor_id text,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    application_version text,
    application_id text,
    class_name character varying(255) DEFAULT NULL::character varying,
    config_name character varying(255) DEFAULT NULL::character varying,
    recovery_attempts bigint DEFAULT 0,
    queue_name text,
    workflow_timeout_ms bigint,
    workflow_deadline_epoch_ms bigint,
    inputs text,
    started_at_epoch_ms bigint,
    deduplication_id text,
    priority integer DEFAULT 0 NOT NULL,
    queue_partition_key text,
    forked_from text,
    owner_xid text,
    parent_workflow_id text,
    serialization text,
    delay_until_epoch_ms bigint,
    was_forked_from boolean DEFAULT false NOT NULL,
    rate_limited boolean DEFAULT false NOT NULL,
    completed_at bigint,
    attributes jsonb,
    schedule_name text,
    debounce_deadline_epoch_ms bigint,
    is_debounced boolean DEFAULT false NOT NULL,
    application_name text,
    creator_xid text
);


--
-- Data for Name: application_versions; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.application_versions (version_id, version_name, version_timestamp, created_at, application_name) FROM stdin;
3b95f835-6499-4ee1-ad87-0a33050cd461	version-1	1796084353670	1796084353670	sample
\.


--
-- Data for Name: dbos_migrations; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.dbos_migrations (version) FROM stdin;
125
\.


--
-- Data for Name: event_dispatch_kv; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.event_dispatch_kv (service_name, workflow_fn_name, key, value, update_seq, update_time) FROM stdin;
\.


--
-- Data for Name: notifications; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.notifications (message_uuid, destination_uuid, topic, message, created_at_epoch_ms, serialization, consumed, consumed_by_function_id) FROM stdin;
\.


--
-- Data for Name: operation_outputs; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.operation_outputs (workflow_uuid, function_id, function_name, output, error, child_workflow_id, started_at_epoch_ms, completed_at_epoch_ms, serialization, application_name, retention_timestamp) FROM stdin;
called-finish	1	double	gARLAi4=	\N	\N	1796084353706	1796084353710	py_pickle	sample	1796084353712
called-fail	1	refuse	\N	gASVaQAAAAAAAACMC2Rib3MuX2Vycm9ylIwaREJPU01heFN0ZXBSZXRyaWVzRXhjZWVkZWSUk5SMBnJlZnVzZZRLAl2UKIwIYnVpbHRpbnOUjApWYWx1ZUVycm9ylJOUSwGFlFKUaAdLAYWUUpRlh5RSlC4=	\N	1796084353721	1796084353723	py_pickle	sample	1796084353724
queued-fail	1	refuse	\N	gASVaQAAAAAAAACMC2Rib3MuX2Vycm9ylIwaREJPU01heFN0ZXBSZXRyaWVzRXhjZWVkZWSUk5SMBnJlZnVzZZRLAl2UKIwIYnVpbHRpbnOUjApWYWx1ZUVycm9ylJOUSwGFlFKUaAdLAYWUUpRlh5RSlC4=	\N	1796084354817	1796084354820	py_pickle	sample	1796084354820
queued-finish-1	1	double	gARLAi4=	\N	\N	1796084354816	1796084354819	py_pickle	sample	1796084354820
queued-finish-2	1	double	gARLAi4=	\N	\N	1796084354928	1796084354929	py_pickle	sample	1796084354930
called-hang	1	double	gARLAi4=	\N	\N	1796084355782	1796084355785	py_pickle	sample	1796084355786
queued-hang	1	double	gARLAi4=	\N	\N	1796084355785	1796084355787	py_pickle	sample	1796084355788
queued-nap	1	double	gARLAi4=	\N	\N	1796084355785	1796084355788	py_pickle	sample	1796084355788
queued-nap	2	DBOS.sleep	1796087955.7910173	\N	\N	1796084355790	1796087955791	portable_json	sample	1796084355791
\.


--
-- Data for Name: queues; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.queues (queue_id, name, concurrency, worker_concurrency, rate_limit_max, rate_limit_period_sec, priority_enabled, partition_queue, polling_interval_sec, created_at, updated_at, application_name, partition_concurrency, partition_worker_concurrency, partition_rate_limit_max, partition_rate_limit_period_sec) FROM stdin;
2b67b565-a6d1-4f5c-9b6f-412e763fe387	work	2	\N	\N	\N	t	f	0.1	1796084353698	1796084353697	sample	\N	\N	\N	\N
\.


--
-- Data for Name: streams; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.streams (workflow_uuid, key, value, "offset", function_id, serialization) FROM stdin;
\.


--
-- Data for Name: workflow_events; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.workflow_events (workflow_uuid, key, value, serialization) FROM stdin;
\.


--
-- Data for Name: workflow_events_history; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.workflow_events_history (workflow_uuid, function_id, key, value, serialization) FROM stdin;
\.


--
-- Data for Name: workflow_input; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.workflow_input (workflow_uuid, inputs, retention_timestamp) FROM stdin;
called-finish	gASVGwAAAAAAAAB9lCiMBGFyZ3OUSwGFlIwGa3dhcmdzlH2UdS4=	1796084353705
called-fail	gASVGwAAAAAAAAB9lCiMBGFyZ3OUSwGFlIwGa3dhcmdzlH2UdS4=	1796084353721
queued-finish-1	gASVGwAAAAAAAAB9lCiMBGFyZ3OUSwGFlIwGa3dhcmdzlH2UdS4=	1796084353727
queued-finish-2	gASVGwAAAAAAAAB9lCiMBGFyZ3OUSwGFlIwGa3dhcmdzlH2UdS4=	1796084353728
queued-fail	gASVGwAAAAAAAAB9lCiMBGFyZ3OUSwGFlIwGa3dhcmdzlH2UdS4=	1796084353730
cancelled	gASVGwAAAAAAAAB9lCiMBGFyZ3OUSwGFlIwGa3dhcmdzlH2UdS4=	1796084353731
delayed	gASVGwAAAAAAAAB9lCiMBGFyZ3OUSwGFlIwGa3dhcmdzlH2UdS4=	1796084355750
queued-hang	gASVGwAAAAAAAAB9lCiMBGFyZ3OUSwGFlIwGa3dhcmdzlH2UdS4=	1796084355752
queued-nap	gASVGwAAAAAAAAB9lCiMBGFyZ3OUSwGFlIwGa3dhcmdzlH2UdS4=	1796084355753
waiting	gASVGwAAAAAAAAB9lCiMBGFyZ3OUSwGFlIwGa3dhcmdzlH2UdS4=	1796084355754
called-hang	gASVGwAAAAAAAAB9lCiMBGFyZ3OUSwGFlIwGa3dhcmdzlH2UdS4=	1796084355755
\.


--
-- Data for Name: workflow_output; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.workflow_output (workflow_uuid, output, error, retention_timestamp) FROM stdin;
called-finish	gARLAi4=	\N	1796084353718
called-fail	\N	gASVaQAAAAAAAACMC2Rib3MuX2Vycm9ylIwaREJPU01heFN0ZXBSZXRyaWVzRXhjZWVkZWSUk5SMBnJlZnVzZZRLAl2UKIwIYnVpbHRpbnOUjApWYWx1ZUVycm9ylJOUSwGFlFKUaAdLAYWUUpRlh5RSlC4=	1796084353726
queued-finish-1	gARLAi4=	\N	1796084354823
queued-fail	\N	gASVaQAAAAAAAACMC2Rib3MuX2Vycm9ylIwaREJPU01heFN0ZXBSZXRyaWVzRXhjZWVkZWSUk5SMBnJlZnVzZZRLAl2UKIwIYnVpbHRpbnOUjApWYWx1ZUVycm9ylJOUSwGFlFKUaAdLAYWUUpRlh5RSlC4=	1796084354823
queued-finish-2	gARLAi4=	\N	1796084354931
\.


--
-- Data for Name: workflow_schedules; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.workflow_schedules (schedule_id, schedule_name, workflow_name, workflow_class_name, schedule, status, context, last_fired_at, automatic_backfill, cron_timezone, queue_name, application_name) FROM stdin;
\.


--
-- Data for Name: workflow_status; Type: TABLE DATA; Schema: dbos; Owner: -
--

COPY dbos.workflow_status (workflow_uuid, status, name, authenticated_user, assumed_role, authenticated_roles, request, output, error, executor_id, created_at, updated_at, application_version, application_id, class_name, config_name, recovery_attempts, queue_name, workflow_timeout_ms, workflow_deadline_epoch_ms, inputs, started_at_epoch_ms, deduplication_id, priority, queue_partition_key, forked_from, owner_xid, parent_workflow_id, serialization, delay_until_epoch_ms, was_forked_from, rate_limited, completed_at, attributes, schedule_name, debounce_deadline_epoch_ms, is_debounced, application_name, creator_xid) FROM stdin;
called-finish	SUCCESS	finish	\N	\N	\N	\N	\N	\N	executor-a	1796084353705	1796084353718	version-1		\N	\N	1	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	py_pickle	\N	f	f	1796084353718	null	\N	\N	f	sample	4623f0b4-effe-45d0-9a9e-0f5eec90d9dc
called-fail	ERROR	fail	\N	\N	\N	\N	\N	\N	executor-a	1796084353721	1796084353726	version-1		\N	\N	1	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	py_pickle	\N	f	f	1796084353726	null	\N	\N	f	sample	f4615de1-3b15-4c71-99bb-a30933ff618f
cancelled	CANCELLED	finish	\N	\N	\N	\N	\N	\N	executor-a	1796084353731	1796084353733	version-1		\N	\N	0	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	py_pickle	1796091553730	f	f	1796084353733	null	\N	\N	f	sample	2528bd1d-3c51-4377-86de-1140ebe82443
queued-finish-1	SUCCESS	finish	\N	\N	\N	\N	\N	\N	executor-a	1796084353727	1796084354823	version-1		\N	\N	1	work	\N	\N	\N	1796084354806	\N	0	\N	\N	\N	\N	py_pickle	\N	f	f	1796084354823	null	\N	\N	f	sample	9964552b-6ba1-41da-a47c-8e1fd8fe3158
queued-fail	ERROR	fail	\N	\N	\N	\N	\N	\N	executor-a	1796084353730	1796084354823	version-1		\N	\N	1	work	\N	\N	\N	1796084354806	\N	0	\N	\N	\N	\N	py_pickle	\N	f	f	1796084354823	null	\N	\N	f	sample	9813440d-9c9c-4138-8f48-1e886fda9943
queued-finish-2	SUCCESS	finish	\N	\N	\N	\N	\N	\N	executor-a	1796084353728	1796084354931	version-1		\N	\N	1	work	\N	\N	\N	1796084354921	\N	2	\N	\N	\N	\N	py_pickle	\N	f	f	1796084354931	null	\N	\N	f	sample	5eb30ada-40b9-43b0-8b15-46495418a59c
delayed	DELAYED	finish	\N	\N	\N	\N	\N	\N	executor-a	1796084355750	1796084355750	version-1		\N	\N	0	work	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	py_pickle	1796102355749	f	f	\N	null	\N	\N	f	sample	18215e62-6ae4-4d73-bbca-cf6cee3836a0
waiting	ENQUEUED	finish	\N	\N	\N	\N	\N	\N	executor-a	1796084355754	1796084355754	version-1		\N	\N	0	work	\N	\N	\N	\N	only-one	0	\N	\N	\N	\N	py_pickle	\N	f	f	\N	null	\N	\N	f	sample	d9857b9c-83c5-4ab5-84d7-6c69ffe71999
called-hang	PENDING	hang	\N	\N	\N	\N	\N	\N	executor-a	1796084355755	1796084355755	version-1		\N	\N	1	\N	\N	\N	\N	\N	\N	0	\N	\N	ca57a671-e4b2-4636-984f-eded36ead27d	\N	py_pickle	\N	f	f	\N	null	\N	\N	f	sample	ca57a671-e4b2-4636-984f-eded36ead27d
queued-hang	PENDING	hang	\N	\N	\N	\N	\N	\N	executor-a	1796084355752	1796084355766	version-1		\N	\N	1	work	\N	\N	\N	1796084355766	\N	0	\N	\N	46124e78-d880-48be-ba5b-13d17e019c2d	\N	py_pickle	\N	f	f	\N	null	\N	\N	f	sample	74510803-c1f6-4d67-9e1c-50469b779c8d
queued-nap	PENDING	nap	\N	\N	\N	\N	\N	\N	executor-a	1796084355753	1796084355766	version-1		\N	\N	1	work	\N	\N	\N	1796084355766	\N	0	\N	\N	46124e78-d880-48be-ba5b-13d17e019c2d	\N	py_pickle	\N	f	f	\N	null	\N	\N	f	sample	7d849e1e-dbb5-4978-b778-e2f56c3a3be6
\.


--
-- Name: application_versions application_versions_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.application_versions
    ADD CONSTRAINT application_versions_pkey PRIMARY KEY (version_id);


--
-- Name: application_versions application_versions_version_name_key; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.application_versions
    ADD CONSTRAINT application_versions_version_name_key UNIQUE (version_name);


--
-- Name: dbos_migrations dbos_migrations_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.dbos_migrations
    ADD CONSTRAINT dbos_migrations_pkey PRIMARY KEY (version);


--
-- Name: event_dispatch_kv event_dispatch_kv_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.event_dispatch_kv
    ADD CONSTRAINT event_dispatch_kv_pkey PRIMARY KEY (service_name, workflow_fn_name, key);


--
-- Name: notifications notifications_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (message_uuid);


--
-- Name: operation_outputs operation_outputs_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.operation_outputs
    ADD CONSTRAINT operation_outputs_pkey PRIMARY KEY (workflow_uuid, function_id);


--
-- Name: queues queues_name_key; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.queues
    ADD CONSTRAINT queues_name_key UNIQUE (name);


--
-- Name: queues queues_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.queues
    ADD CONSTRAINT queues_pkey PRIMARY KEY (queue_id);


--
-- Name: streams streams_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.streams
    ADD CONSTRAINT streams_pkey PRIMARY KEY (workflow_uuid, key, "offset");


--
-- Name: workflow_events_history workflow_events_history_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.workflow_events_history
    ADD CONSTRAINT workflow_events_history_pkey PRIMARY KEY (workflow_uuid, function_id, key);


--
-- Name: workflow_events workflow_events_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.workflow_events
    ADD CONSTRAINT workflow_events_pkey PRIMARY KEY (workflow_uuid, key);


--
-- Name: workflow_input workflow_input_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.workflow_input
    ADD CONSTRAINT workflow_input_pkey PRIMARY KEY (workflow_uuid);


--
-- Name: workflow_output workflow_output_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.workflow_output
    ADD CONSTRAINT workflow_output_pkey PRIMARY KEY (workflow_uuid);


--
-- Name: workflow_schedules workflow_schedules_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.workflow_schedules
    ADD CONSTRAINT workflow_schedules_pkey PRIMARY KEY (schedule_id);


--
-- Name: workflow_schedules workflow_schedules_schedule_name_key; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.workflow_schedules
    ADD CONSTRAINT workflow_schedules_schedule_name_key UNIQUE (schedule_name);


--
-- Name: workflow_status workflow_status_pkey; Type: CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.workflow_status
    ADD CONSTRAINT workflow_status_pkey PRIMARY KEY (workflow_uuid);


--
-- Name: idx_application_versions_owner_timestamp; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_application_versions_owner_timestamp ON dbos.application_versions USING btree (application_name, version_timestamp DESC);


--
-- Name: idx_application_versions_timestamp; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_application_versions_timestamp ON dbos.application_versions USING btree (version_timestamp DESC);


--
-- Name: idx_operation_outputs_completed_at_function_name_v2; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_operation_outputs_completed_at_function_name_v2 ON dbos.operation_outputs USING btree (completed_at_epoch_ms, function_name) INCLUDE (application_name);


--
-- Name: idx_operation_outputs_retention; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_operation_outputs_retention ON dbos.operation_outputs USING btree (retention_timestamp);


--
-- Name: idx_workflow_input_retention; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_input_retention ON dbos.workflow_input USING btree (retention_timestamp);


--
-- Name: idx_workflow_output_retention; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_output_retention ON dbos.workflow_output USING btree (retention_timestamp);


--
-- Name: idx_workflow_status_attributes; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_attributes ON dbos.workflow_status USING gin (attributes) WHERE (attributes IS NOT NULL);


--
-- Name: idx_workflow_status_completed_at; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_completed_at ON dbos.workflow_status USING btree (completed_at) WHERE (completed_at IS NOT NULL);


--
-- Name: idx_workflow_status_deadline; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_deadline ON dbos.workflow_status USING btree (workflow_deadline_epoch_ms) WHERE ((status = ANY (ARRAY['ENQUEUED'::text, 'PENDING'::text, 'DELAYED'::text])) AND (workflow_deadline_epoch_ms IS NOT NULL));


--
-- Name: idx_workflow_status_delayed; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_delayed ON dbos.workflow_status USING btree (delay_until_epoch_ms) WHERE (status = 'DELAYED'::text);


--
-- Name: idx_workflow_status_failed; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_failed ON dbos.workflow_status USING btree (status, created_at) WHERE (status = ANY (ARRAY['ERROR'::text, 'CANCELLED'::text, 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'::text]));


--
-- Name: idx_workflow_status_forked_from; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_forked_from ON dbos.workflow_status USING btree (forked_from) WHERE (forked_from IS NOT NULL);


--
-- Name: idx_workflow_status_in_flight_v2; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_in_flight_v2 ON dbos.workflow_status USING btree (queue_name, status, priority, created_at) INCLUDE (application_name) WHERE (status = ANY (ARRAY['ENQUEUED'::text, 'PENDING'::text]));


--
-- Name: idx_workflow_status_parent_workflow_id; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_parent_workflow_id ON dbos.workflow_status USING btree (parent_workflow_id) WHERE (parent_workflow_id IS NOT NULL);


--
-- Name: idx_workflow_status_partition_dequeue_v3; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_partition_dequeue_v3 ON dbos.workflow_status USING btree (queue_name, status, queue_partition_key, priority, created_at, workflow_uuid) INCLUDE (application_name) WHERE ((status = ANY (ARRAY['ENQUEUED'::text, 'PENDING'::text])) AND (queue_partition_key IS NOT NULL));


--
-- Name: idx_workflow_status_pending; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_pending ON dbos.workflow_status USING btree (created_at) WHERE (status = 'PENDING'::text);


--
-- Name: idx_workflow_status_rate_limited; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_rate_limited ON dbos.workflow_status USING btree (queue_name, started_at_epoch_ms) WHERE (rate_limited = true);


--
-- Name: idx_workflow_status_schedule_name; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_schedule_name ON dbos.workflow_status USING btree (schedule_name) WHERE (schedule_name IS NOT NULL);


--
-- Name: idx_workflow_status_started_at; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_status_started_at ON dbos.workflow_status USING btree (started_at_epoch_ms) WHERE (started_at_epoch_ms IS NOT NULL);


--
-- Name: idx_workflow_topic; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX idx_workflow_topic ON dbos.notifications USING btree (destination_uuid, topic);


--
-- Name: uq_application_versions_owner_version; Type: INDEX; Schema: dbos; Owner: -
--

CREATE UNIQUE INDEX uq_application_versions_owner_version ON dbos.application_versions USING btree (application_name, version_name) WHERE (application_name IS NOT NULL);


--
-- Name: uq_application_versions_unclaimed_version; Type: INDEX; Schema: dbos; Owner: -
--

CREATE UNIQUE INDEX uq_application_versions_unclaimed_version ON dbos.application_versions USING btree (version_name) WHERE (application_name IS NULL);


--
-- Name: uq_workflow_status_dedup_id; Type: INDEX; Schema: dbos; Owner: -
--

CREATE UNIQUE INDEX uq_workflow_status_dedup_id ON dbos.workflow_status USING btree (queue_name, deduplication_id) WHERE (deduplication_id IS NOT NULL);


--
-- Name: workflow_status_created_at_index; Type: INDEX; Schema: dbos; Owner: -
--

CREATE INDEX workflow_status_created_at_index ON dbos.workflow_status USING btree (created_at);


--
-- Name: notifications dbos_notifications_trigger; Type: TRIGGER; Schema: dbos; Owner: -
--

CREATE TRIGGER dbos_notifications_trigger AFTER INSERT ON dbos.notifications FOR EACH ROW EXECUTE FUNCTION dbos.notifications_function();


--
-- Name: notifications notifications_destination_uuid_fkey; Type: FK CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.notifications
    ADD CONSTRAINT notifications_destination_uuid_fkey FOREIGN KEY (destination_uuid) REFERENCES dbos.workflow_status(workflow_uuid) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: streams streams_workflow_uuid_fkey; Type: FK CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.streams
    ADD CONSTRAINT streams_workflow_uuid_fkey FOREIGN KEY (workflow_uuid) REFERENCES dbos.workflow_status(workflow_uuid) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: workflow_events_history workflow_events_history_workflow_uuid_fkey; Type: FK CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.workflow_events_history
    ADD CONSTRAINT workflow_events_history_workflow_uuid_fkey FOREIGN KEY (workflow_uuid) REFERENCES dbos.workflow_status(workflow_uuid) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: workflow_events workflow_events_workflow_uuid_fkey; Type: FK CONSTRAINT; Schema: dbos; Owner: -
--

ALTER TABLE ONLY dbos.workflow_events
    ADD CONSTRAINT workflow_events_workflow_uuid_fkey FOREIGN KEY (workflow_uuid) REFERENCES dbos.workflow_status(workflow_uuid) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--

\unrestrict sample

