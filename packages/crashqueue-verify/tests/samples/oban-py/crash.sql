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
-- Name: oban_count_estimate(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.oban_count_estimate(state text, queue text) RETURNS integer
    LANGUAGE plpgsql
    AS $_$
-- left out
$_$;


SET default_tablespace = '';

SET default_table_access_method = heap;

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
8	scheduled	default	oban_py_workers.Finish	0	20	0	{"x": 2}	{}	{}	[]	{}	2026-12-01 00:17:24.725419	2026-12-01 05:17:24.72535	\N	\N	\N	\N
9	available	paused	oban_py_workers.Finish	0	20	0	{"x": 3}	{}	{}	[]	{}	2026-12-01 00:17:24.726401	2026-12-01 00:17:24.726401	\N	\N	\N	\N
10	cancelled	default	oban_py_workers.Finish	0	20	0	{"x": 4}	{"cancel_attempted_at": "2026-12-01T00:17:24.727739"}	{}	[]	{}	2026-12-01 00:17:24.727007	2026-12-01 05:17:24.72693	\N	2026-12-01 00:17:24.727739	\N	\N
12	executing	default	oban_py_workers.Hang	1	3	0	{"x": 6}	{}	{}	[]	{worker-host.1,b184f3e9-2316-4e19-abd8-8d7da2878b50}	2026-12-01 00:17:24.731288	2026-12-01 00:17:24.731288	2026-12-01 00:17:25.080802	\N	\N	\N
13	executing	default	oban_py_workers.Hang	1	3	0	{"x": 6}	{}	{}	[]	{worker-host.1,b184f3e9-2316-4e19-abd8-8d7da2878b50}	2026-12-01 00:17:24.731978	2026-12-01 00:17:24.731978	2026-12-01 00:17:25.080802	\N	\N	\N
1	completed	default	oban_py_workers.Finish	1	20	0	{"x": 1}	{}	{}	[]	{worker-host.1,b184f3e9-2316-4e19-abd8-8d7da2878b50}	2026-12-01 00:17:24.715222	2026-12-01 00:17:24.715222	2026-12-01 00:17:25.080802	\N	2026-12-01 00:17:25.090812	\N
2	completed	default	oban_py_workers.Finish	1	20	0	{"x": 1}	{}	{}	[]	{worker-host.1,b184f3e9-2316-4e19-abd8-8d7da2878b50}	2026-12-01 00:17:24.71706	2026-12-01 00:17:24.71706	2026-12-01 00:17:25.080802	\N	2026-12-01 00:17:25.090812	\N
3	completed	default	oban_py_workers.Finish	1	20	0	{"x": 1}	{}	{}	[]	{worker-host.1,b184f3e9-2316-4e19-abd8-8d7da2878b50}	2026-12-01 00:17:24.718378	2026-12-01 00:17:24.718378	2026-12-01 00:17:25.080802	\N	2026-12-01 00:17:25.090812	\N
4	discarded	default	oban_py_workers.Fail	1	1	0	{"x": 1}	{}	{}	[{"at": "2026-12-01T00:17:25.085828+00:00", "error": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.12/site-packages/oban/_executor.py\\", line 106, in _process\\n    self.result = await self._perform(self.worker)\\n                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/venv/lib/python3.12/site-packages/oban/_executor.py\\", line 116, in _perform\\n    return await worker.process(self.job)\\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/oban_py_workers.py\\", line 29, in process\\n    raise ValueError(job.args)\\nValueError: {'x': 1}\\n", "attempt": 1}]	{worker-host.1,b184f3e9-2316-4e19-abd8-8d7da2878b50}	2026-12-01 00:17:24.719375	2026-12-01 00:17:24.719375	2026-12-01 00:17:25.080802	\N	\N	2026-12-01 00:17:25.090812
5	retryable	default	oban_py_workers.Stumble	1	5	0	{"x": 1}	{}	{}	[{"at": "2026-12-01T00:17:25.085990+00:00", "error": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.12/site-packages/oban/_executor.py\\", line 106, in _process\\n    self.result = await self._perform(self.worker)\\n                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/venv/lib/python3.12/site-packages/oban/_executor.py\\", line 116, in _perform\\n    return await worker.process(self.job)\\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/oban_py_workers.py\\", line 29, in process\\n    raise ValueError(job.args)\\nValueError: {'x': 1}\\n", "attempt": 1}]	{worker-host.1,b184f3e9-2316-4e19-abd8-8d7da2878b50}	2026-12-01 00:17:24.720245	2026-12-01 01:17:25.090812	2026-12-01 00:17:25.080802	\N	\N	\N
6	scheduled	default	oban_py_workers.Postpone	0	20	0	{"x": 1}	{"snoozed": 1}	{}	[]	{worker-host.1,b184f3e9-2316-4e19-abd8-8d7da2878b50}	2026-12-01 00:17:24.72112	2026-12-02 00:17:25.090812	2026-12-01 00:17:25.080802	\N	\N	\N
7	cancelled	default	oban_py_workers.Withdraw	1	20	0	{"x": 1}	{}	{}	[{"at": "2026-12-01T00:17:25.086033+00:00", "error": "withdrawn", "attempt": 1}]	{worker-host.1,b184f3e9-2316-4e19-abd8-8d7da2878b50}	2026-12-01 00:17:24.722053	2026-12-01 00:17:24.722053	2026-12-01 00:17:25.080802	2026-12-01 00:17:25.090812	\N	\N
11	completed	default	oban_py_workers.Finish	1	20	0	{"x": 5}	{"uniq_bmp": [], "cancel_attempted_at": "2026-12-01T00:17:24.729644"}	{}	[]	{worker-host.1,b184f3e9-2316-4e19-abd8-8d7da2878b50}	2026-12-01 00:17:24.728919	2026-12-01 00:17:24.730391	2026-12-01 00:17:25.080802	\N	2026-12-01 00:17:25.090812	\N
14	executing	default	oban_py_workers.Hang	1	3	0	{"x": 6}	{}	{}	[]	{worker-host.1,b184f3e9-2316-4e19-abd8-8d7da2878b50}	2026-12-01 00:17:24.732574	2026-12-01 00:17:24.732574	2026-12-01 00:17:25.09557	\N	\N	\N
\.


--
-- Data for Name: oban_leaders; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.oban_leaders (name, node, elected_at, expires_at) FROM stdin;
Oban	worker-host.1	2026-12-01 00:17:25.080837	2026-12-01 00:17:28.080837
\.


--
-- Data for Name: oban_producers; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.oban_producers (uuid, name, node, queue, meta, started_at, updated_at) FROM stdin;
b184f3e9-2316-4e19-abd8-8d7da2878b50	Oban	worker-host.1	default	{"paused": false, "local_limit": 10}	2026-12-01 00:17:25.075021	2026-12-01 00:17:25.075021
4fc4bb16-14f7-4453-bb8c-0d27643c442d	Oban	worker-host.1	paused	{"paused": true, "local_limit": 1}	2026-12-01 00:17:25.076324	2026-12-01 00:17:25.076324
\.


--
-- Name: oban_jobs_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.oban_jobs_id_seq', 14, true);


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

\unrestrict sample

