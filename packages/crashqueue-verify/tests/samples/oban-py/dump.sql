--
-- PostgreSQL database dump
--

\restrict RtUOKvvEcKpgNbMd3EH6lQtXqxdoy89e4tVOchlBvJTTQID8HGCCCjUuZQoKJ3j

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
-- Name: oban_job_state; Type: TYPE; Schema: public; Owner: -
--

CREATE TYPE public.oban_job_state AS ENUM (
    'available',
    'scheduled',
    'suspended',
    'executing',
    'retryable',
    'completed',
    'discarded',
    'cancelled'
);


--
-- Name: oban_jobs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.oban_jobs (
    id bigint NOT NULL,
    state public.oban_job_state DEFAULT 'available'::public.oban_job_state NOT NULL,
    queue text DEFAULT 'default'::text NOT NULL,
    worker text NOT NULL,
    attempt smallint DEFAULT 0 NOT NULL,
    max_attempts smallint DEFAULT 20 NOT NULL,
    priority smallint DEFAULT 0 NOT NULL,
    args jsonb DEFAULT '{}'::jsonb NOT NULL,
    meta jsonb DEFAULT '{}'::jsonb NOT NULL,
    tags text[] DEFAULT ARRAY[]::text[] NOT NULL,
    errors jsonb DEFAULT '[]'::jsonb NOT NULL,
    attempted_by text[] DEFAULT ARRAY[]::text[] NOT NULL,
    inserted_at timestamp without time zone DEFAULT timezone('UTC'::text, now()) NOT NULL,
    scheduled_at timestamp without time zone DEFAULT timezone('UTC'::text, now()) NOT NULL,
    attempted_at timestamp without time zone,
    cancelled_at timestamp without time zone,
    completed_at timestamp without time zone,
    discarded_at timestamp without time zone,
    CONSTRAINT attempt_range CHECK (((attempt >= 0) AND (attempt <= max_attempts))),
    CONSTRAINT non_negative_priority CHECK ((priority >= 0)),
    CONSTRAINT positive_max_attempts CHECK ((max_attempts > 0)),
    CONSTRAINT queue_length CHECK ((char_length(queue) > 0)),
    CONSTRAINT worker_length CHECK ((char_length(worker) > 0))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='50', autovacuum_analyze_scale_factor='0.02', autovacuum_analyze_threshold='100', autovacuum_vacuum_cost_limit='2000', autovacuum_vacuum_cost_delay='1', autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_vacuum_insert_threshold='1000', fillfactor='85');


--
-- Name: oban_jobs_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.oban_jobs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.oban_jobs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: oban_leaders; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.oban_leaders (
    name text DEFAULT 'oban'::text NOT NULL,
    node text NOT NULL,
    elected_at timestamp without time zone NOT NULL,
    expires_at timestamp without time zone NOT NULL
);


--
-- Name: oban_producers; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.oban_producers (
    uuid uuid NOT NULL,
    name text DEFAULT 'oban'::text NOT NULL,
    node text NOT NULL,
    queue text NOT NULL,
    meta jsonb DEFAULT '{}'::jsonb NOT NULL,
    started_at timestamp without time zone DEFAULT timezone('UTC'::text, now()) NOT NULL,
    updated_at timestamp without time zone DEFAULT timezone('UTC'::text, now()) NOT NULL
);


--
-- Data for Name: oban_jobs; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.oban_jobs (id, state, queue, worker, attempt, max_attempts, priority, args, meta, tags, errors, attempted_by, inserted_at, scheduled_at, attempted_at, cancelled_at, completed_at, discarded_at) FROM stdin;
10	scheduled	default	__main__.OK	0	20	0	{"synthetic": 9}	{}	{}	[]	{}	2026-11-30 19:25:10.839204	2026-12-01 00:25:10.831873	\N	\N	\N	\N
11	available	nobody_listens	__main__.OK	0	20	0	{"synthetic": 10}	{}	{}	[]	{}	2026-11-30 19:25:10.849673	2026-11-30 19:25:10.849673	\N	\N	\N	\N
8	executing	default	__main__.Forever	1	20	0	{"synthetic": 1}	{}	{}	[]	{w1.31207,55a56e81-560f-43d6-8311-cec88c41d901}	2026-11-30 19:25:10.814339	2026-11-30 19:25:10.814339	2026-11-30 19:25:13.148	\N	\N	\N
9	executing	default	__main__.Forever	1	20	0	{"synthetic": 1}	{}	{}	[]	{w1.31207,55a56e81-560f-43d6-8311-cec88c41d901}	2026-11-30 19:25:10.830449	2026-11-30 19:25:10.830449	2026-11-30 19:25:13.148	\N	\N	\N
1	completed	default	__main__.OK	1	20	0	{"synthetic": 0}	{}	{}	[]	{w1.31207,55a56e81-560f-43d6-8311-cec88c41d901}	2026-11-30 19:25:10.696409	2026-11-30 19:25:10.696409	2026-11-30 19:25:13.148	\N	2026-11-30 19:25:13.166354	\N
2	completed	default	__main__.OK	1	20	0	{"synthetic": 1}	{}	{}	[]	{w1.31207,55a56e81-560f-43d6-8311-cec88c41d901}	2026-11-30 19:25:10.717464	2026-11-30 19:25:10.717464	2026-11-30 19:25:13.148	\N	2026-11-30 19:25:13.166354	\N
3	completed	default	__main__.OK	1	20	0	{"synthetic": 2}	{}	{}	[]	{w1.31207,55a56e81-560f-43d6-8311-cec88c41d901}	2026-11-30 19:25:10.740508	2026-11-30 19:25:10.740508	2026-11-30 19:25:13.148	\N	2026-11-30 19:25:13.166354	\N
4	discarded	default	__main__.Fail	1	1	0	{"synthetic": 1}	{}	{}	[{"at": "2026-11-30T19:25:13.165092+00:00", "error": "Traceback (most recent call last):\\n  File \\"/srv/venv-samples313/lib/python3.13/site-packages/oban/_executor.py\\", line 106, in _process\\n    self.result = await self._perform(self.worker)\\n                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/venv-samples313/lib/python3.13/site-packages/oban/_executor.py\\", line 116, in _perform\\n    return await worker.process(self.job)\\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/samples0/foreign/oban-py/w.py\\", line 9, in process\\n    async def process(self, job): raise ValueError('synthetic')\\n                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\nValueError: synthetic\\n", "attempt": 1}]	{w1.31207,55a56e81-560f-43d6-8311-cec88c41d901}	2026-11-30 19:25:10.762125	2026-11-30 19:25:10.762125	2026-11-30 19:25:13.148	\N	\N	2026-11-30 19:25:13.166354
5	retryable	default	__main__.Flaky	1	5	0	{"synthetic": 1}	{}	{}	[{"at": "2026-11-30T19:25:13.166024+00:00", "error": "Traceback (most recent call last):\\n  File \\"/srv/venv-samples313/lib/python3.13/site-packages/oban/_executor.py\\", line 106, in _process\\n    self.result = await self._perform(self.worker)\\n                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/venv-samples313/lib/python3.13/site-packages/oban/_executor.py\\", line 116, in _perform\\n    return await worker.process(self.job)\\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/samples0/foreign/oban-py/w.py\\", line 12, in process\\n    async def process(self, job): raise ValueError('synthetic flaky')\\n                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\nValueError: synthetic flaky\\n", "attempt": 1}]	{w1.31207,55a56e81-560f-43d6-8311-cec88c41d901}	2026-11-30 19:25:10.774749	2026-11-30 19:25:30.166354	2026-11-30 19:25:13.148	\N	\N	\N
6	scheduled	default	__main__.Snoozer	0	20	0	{"synthetic": 1}	{"snoozed": 1}	{}	[]	{w1.31207,55a56e81-560f-43d6-8311-cec88c41d901}	2026-11-30 19:25:10.793309	2026-12-01 05:25:13.166354	2026-11-30 19:25:13.148	\N	\N	\N
7	cancelled	default	__main__.Canceller	1	20	0	{"synthetic": 1}	{}	{}	[{"at": "2026-11-30T19:25:13.166128+00:00", "error": "synthetic", "attempt": 1}]	{w1.31207,55a56e81-560f-43d6-8311-cec88c41d901}	2026-11-30 19:25:10.803102	2026-11-30 19:25:10.803102	2026-11-30 19:25:13.148	2026-11-30 19:25:13.166354	\N	\N
\.


--
-- Data for Name: oban_leaders; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.oban_leaders (name, node, elected_at, expires_at) FROM stdin;
Oban	w1.31207	2026-11-30 19:25:13.138365	2026-11-30 19:25:16.138365
\.


--
-- Data for Name: oban_producers; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.oban_producers (uuid, name, node, queue, meta, started_at, updated_at) FROM stdin;
55a56e81-560f-43d6-8311-cec88c41d901	Oban	w1.31207	default	{"paused": false, "local_limit": 10}	2026-11-30 19:25:13.110353	2026-11-30 19:25:13.110353
\.


--
-- Name: oban_jobs_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.oban_jobs_id_seq', 11, true);


--
-- Name: oban_jobs oban_jobs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oban_jobs
    ADD CONSTRAINT oban_jobs_pkey PRIMARY KEY (id);


--
-- Name: oban_leaders oban_leaders_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oban_leaders
    ADD CONSTRAINT oban_leaders_pkey PRIMARY KEY (name);


--
-- Name: oban_producers oban_producers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oban_producers
    ADD CONSTRAINT oban_producers_pkey PRIMARY KEY (uuid);


--
-- Name: oban_jobs_cancelled_at_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oban_jobs_cancelled_at_index ON public.oban_jobs USING btree (cancelled_at) WHERE (state = 'cancelled'::public.oban_job_state);


--
-- Name: oban_jobs_completed_at_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oban_jobs_completed_at_index ON public.oban_jobs USING btree (completed_at) WHERE (state = 'completed'::public.oban_job_state);


--
-- Name: oban_jobs_discarded_at_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oban_jobs_discarded_at_index ON public.oban_jobs USING btree (discarded_at) WHERE (state = 'discarded'::public.oban_job_state);


--
-- Name: oban_jobs_staging_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oban_jobs_staging_index ON public.oban_jobs USING btree (scheduled_at, id) INCLUDE (queue) WHERE (state = ANY (ARRAY['scheduled'::public.oban_job_state, 'retryable'::public.oban_job_state]));


--
-- Name: oban_jobs_state_queue_priority_scheduled_at_id_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oban_jobs_state_queue_priority_scheduled_at_id_index ON public.oban_jobs USING btree (state, queue, priority, scheduled_at, id) WITH (fillfactor='90');


--
-- PostgreSQL database dump complete
--

\unrestrict RtUOKvvEcKpgNbMd3EH6lQtXqxdoy89e4tVOchlBvJTTQID8HGCCCjUuZQoKJ3j

