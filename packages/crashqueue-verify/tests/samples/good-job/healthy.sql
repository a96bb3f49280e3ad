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

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: good_job_batches; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.good_job_batches (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    created_at timestamp(6) without time zone NOT NULL,
    updated_at timestamp(6) without time zone NOT NULL,
    description text,
    serialized_properties jsonb,
    on_finish text,
    on_success text,
    on_discard text,
    callback_queue_name text,
    callback_priority integer,
    enqueued_at timestamp(6) without time zone,
    discarded_at timestamp(6) without time zone,
    finished_at timestamp(6) without time zone,
    jobs_finished_at timestamp(6) without time zone
);


--
-- Name: good_job_executions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.good_job_executions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    created_at timestamp(6) without time zone NOT NULL,
    updated_at timestamp(6) without time zone NOT NULL,
    active_job_id uuid NOT NULL,
    job_class text,
    queue_name text,
    serialized_params jsonb,
    scheduled_at timestamp(6) without time zone,
    finished_at timestamp(6) without time zone,
    error text,
    error_event smallint,
    error_backtrace text[],
    process_id uuid,
    duration interval
);


--
-- Name: good_job_processes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.good_job_processes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    created_at timestamp(6) without time zone NOT NULL,
    updated_at timestamp(6) without time zone NOT NULL,
    state jsonb,
    lock_type smallint
);


--
-- Name: good_job_settings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.good_job_settings (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    created_at timestamp(6) without time zone NOT NULL,
    updated_at timestamp(6) without time zone NOT NULL,
    key text,
    value jsonb
);


--
-- Name: good_jobs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.good_jobs (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    queue_name text,
    priority integer,
    serialized_params jsonb,
    scheduled_at timestamp(6) without time zone,
    performed_at timestamp(6) without time zone,
    finished_at timestamp(6) without time zone,
    error text,
    created_at timestamp(6) without time zone NOT NULL,
    updated_at timestamp(6) without time zone NOT NULL,
    active_job_id uuid,
    concurrency_key text,
    cron_key text,
    retried_good_job_id uuid,
    cron_at timestamp(6) without time zone,
    batch_id uuid,
    batch_callback_id uuid,
    is_discrete boolean,
    executions_count integer,
    job_class text,
    error_event smallint,
    labels text[],
    locked_by_id uuid,
    locked_at timestamp(6) without time zone,
    lock_type smallint
);


--
-- Name: schema_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_migrations (
    version character varying NOT NULL
);


--
-- Data for Name: good_job_batches; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.good_job_batches (id, created_at, updated_at, description, serialized_properties, on_finish, on_success, on_discard, callback_queue_name, callback_priority, enqueued_at, discarded_at, finished_at, jobs_finished_at) FROM stdin;
\.


--
-- Data for Name: good_job_executions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.good_job_executions (id, created_at, updated_at, active_job_id, job_class, queue_name, serialized_params, scheduled_at, finished_at, error, error_event, error_backtrace, process_id, duration) FROM stdin;
f7e6411b-de43-4522-b239-4cfd1b7d515e	2026-11-30 09:50:01	2026-11-30 09:50:02	00000000-0000-4000-8000-000000000001	SendReport	default	\N	2026-11-30 09:50:01	2026-11-30 09:50:02	StandardError: synthetic failure	3	\N	10000000-0000-4000-8000-000000000001	\N
1260a4f7-0f6e-4343-9000-1fb9b91670b9	2026-11-30 09:50:06	2026-11-30 09:50:07	00000000-0000-4000-8000-000000000001	SendReport	default	\N	2026-11-30 09:50:06	2026-11-30 09:50:07	\N	\N	\N	10000000-0000-4000-8000-000000000001	\N
0c28b9a0-a866-467d-b546-0ac7d9896b09	2026-11-30 09:59:51	2026-11-30 09:59:51	00000000-0000-4000-8000-000000000002	SendReport	default	\N	2026-11-30 09:59:51	\N	\N	\N	\N	10000000-0000-4000-8000-000000000001	\N
60ace1d7-ae06-41ac-8811-efdb3cb4c4f1	2026-11-30 09:59:58	2026-11-30 09:59:59	00000000-0000-4000-8000-000000000003	SendReport	default	\N	2026-11-30 09:59:58	2026-11-30 09:59:59	StandardError: synthetic failure	3	\N	10000000-0000-4000-8000-000000000001	\N
629d1da8-35a4-4acc-a18a-37f679e9bffb	2026-11-30 09:40:01	2026-11-30 09:40:02	00000000-0000-4000-8000-000000000006	SendReport	default	\N	2026-11-30 09:40:01	2026-11-30 09:40:02	StandardError: synthetic failure	5	\N	10000000-0000-4000-8000-000000000001	\N
7c45c3e1-b878-4d8c-8012-4d4c22284935	2026-11-30 09:30:01	2026-11-30 09:30:02	00000000-0000-4000-8000-000000000007	SendReport	default	\N	2026-11-30 09:30:01	2026-11-30 09:30:02	\N	\N	\N	10000000-0000-4000-8000-000000000001	\N
\.


--
-- Data for Name: good_job_processes; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.good_job_processes (id, created_at, updated_at, state, lock_type) FROM stdin;
10000000-0000-4000-8000-000000000001	2026-11-30 09:00:00	2026-11-30 09:59:45	{"pid": 4711, "hostname": "host-a"}	1
\.


--
-- Data for Name: good_job_settings; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.good_job_settings (id, created_at, updated_at, key, value) FROM stdin;
\.


--
-- Data for Name: good_jobs; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.good_jobs (id, queue_name, priority, serialized_params, scheduled_at, performed_at, finished_at, error, created_at, updated_at, active_job_id, concurrency_key, cron_key, retried_good_job_id, cron_at, batch_id, batch_callback_id, is_discrete, executions_count, job_class, error_event, labels, locked_by_id, locked_at, lock_type) FROM stdin;
00000000-0000-4000-8000-000000000001	default	0	{"arguments": [1]}	2026-11-30 09:50:05	2026-11-30 09:50:06	2026-11-30 09:50:07	\N	2026-11-30 09:50:00	2026-11-30 09:50:07	00000000-0000-4000-8000-000000000001	\N	\N	\N	\N	\N	\N	t	2	SendReport	\N	\N	\N	\N	\N
00000000-0000-4000-8000-000000000002	default	0	{"arguments": [1]}	2026-11-30 09:59:50	2026-11-30 09:59:51	\N	\N	2026-11-30 09:59:50	2026-11-30 09:59:51	00000000-0000-4000-8000-000000000002	\N	\N	\N	\N	\N	\N	t	1	SendReport	\N	\N	10000000-0000-4000-8000-000000000001	2026-11-30 09:59:51	1
00000000-0000-4000-8000-000000000003	default	0	{"arguments": [1]}	2026-11-30 10:00:20	\N	\N	StandardError: synthetic failure	2026-11-30 09:58:00	2026-11-30 09:58:00	00000000-0000-4000-8000-000000000003	\N	\N	\N	\N	\N	\N	t	1	SendReport	3	\N	\N	\N	\N
00000000-0000-4000-8000-000000000004	default	0	{"arguments": [1]}	2026-11-30 15:00:00	\N	\N	\N	2026-11-30 10:00:00	2026-11-30 10:00:00	00000000-0000-4000-8000-000000000004	\N	\N	\N	\N	\N	\N	t	0	SendReport	\N	\N	\N	\N	\N
00000000-0000-4000-8000-000000000005	default	0	{"arguments": [1]}	2026-11-30 10:00:00	\N	\N	\N	2026-11-30 10:00:00	2026-11-30 10:00:00	00000000-0000-4000-8000-000000000005	\N	\N	\N	\N	\N	\N	t	0	SendReport	\N	\N	\N	\N	\N
00000000-0000-4000-8000-000000000006	default	0	{"arguments": [1]}	2026-11-30 09:40:00	2026-11-30 09:40:01	2026-11-30 09:40:02	StandardError: synthetic failure	2026-11-30 09:40:00	2026-11-30 09:40:02	00000000-0000-4000-8000-000000000006	\N	\N	\N	\N	\N	\N	t	1	SendReport	5	\N	\N	\N	\N
00000000-0000-4000-8000-000000000007	default	0	{"arguments": [1]}	2026-11-30 09:30:00	2026-11-30 09:30:01	2026-11-30 09:30:02	\N	2026-11-30 09:30:00	2026-11-30 09:30:02	00000000-0000-4000-8000-000000000007	\N	nightly	\N	2026-11-30 09:30:00	\N	\N	t	1	SendReport	\N	\N	\N	\N	\N
\.


--
-- Data for Name: schema_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.schema_migrations (version) FROM stdin;
\.


--
-- Name: good_job_batches good_job_batches_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.good_job_batches
    ADD CONSTRAINT good_job_batches_pkey PRIMARY KEY (id);


--
-- Name: good_job_executions good_job_executions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.good_job_executions
    ADD CONSTRAINT good_job_executions_pkey PRIMARY KEY (id);


--
-- Name: good_job_processes good_job_processes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.good_job_processes
    ADD CONSTRAINT good_job_processes_pkey PRIMARY KEY (id);


--
-- Name: good_job_settings good_job_settings_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.good_job_settings
    ADD CONSTRAINT good_job_settings_key_key UNIQUE (key);


--
-- Name: good_job_settings good_job_settings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.good_job_settings
    ADD CONSTRAINT good_job_settings_pkey PRIMARY KEY (id);


--
-- Name: good_jobs good_jobs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.good_jobs
    ADD CONSTRAINT good_jobs_pkey PRIMARY KEY (id);


--
-- Name: schema_migrations schema_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);


--
-- Name: index_good_jobs_on_cron_key_and_cron_at_cond; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX index_good_jobs_on_cron_key_and_cron_at_cond ON public.good_jobs USING btree (cron_key, cron_at) WHERE (cron_key IS NOT NULL);


--
-- Name: index_good_jobs_on_locked_by_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX index_good_jobs_on_locked_by_id ON public.good_jobs USING btree (locked_by_id) WHERE (locked_by_id IS NOT NULL);


--
-- PostgreSQL database dump complete
--

\unrestrict sample

