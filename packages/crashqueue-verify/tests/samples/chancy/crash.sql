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
-- Name: chancy_jobs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chancy_jobs (
    id uuid NOT NULL,
    queue text NOT NULL,
    func text NOT NULL,
    kwargs jsonb DEFAULT '{}'::json NOT NULL,
    limits jsonb DEFAULT '[]'::json NOT NULL,
    meta jsonb DEFAULT '{}'::json NOT NULL,
    state character varying(25) DEFAULT 'pending'::character varying NOT NULL,
    priority integer DEFAULT 0,
    attempts integer DEFAULT 0,
    max_attempts integer DEFAULT 1 NOT NULL,
    taken_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    scheduled_at timestamp with time zone DEFAULT now() NOT NULL,
    unique_key text,
    errors jsonb DEFAULT '[]'::json NOT NULL,
    claim_id uuid
);


--
-- Name: chancy_leader; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.chancy_leader (
    id bigint NOT NULL,
    worker_id text NOT NULL,
    first_seen timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: chancy_leader_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE UNLOGGED SEQUENCE public.chancy_leader_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: chancy_leader_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.chancy_leader_id_seq OWNED BY public.chancy_leader.id;


--
-- Name: chancy_metric_definitions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chancy_metric_definitions (
    id bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    metric_type text NOT NULL,
    unit text NOT NULL,
    CONSTRAINT chancy_metric_definitions_metric_type_check CHECK ((metric_type = ANY (ARRAY['counter'::text, 'gauge'::text, 'histogram'::text])))
);


--
-- Name: chancy_metric_definitions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.chancy_metric_definitions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: chancy_metric_definitions_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.chancy_metric_definitions_id_seq OWNED BY public.chancy_metric_definitions.id;


--
-- Name: chancy_metrics; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chancy_metrics (
    metric_id bigint NOT NULL,
    resolution integer NOT NULL,
    chunk timestamp with time zone NOT NULL,
    session_id uuid NOT NULL,
    worker_id text NOT NULL,
    buckets timestamp with time zone[] NOT NULL,
    counts bigint[],
    totals double precision[],
    minimums double precision[],
    maximums double precision[],
    gauges double precision[],
    sampled_at timestamp with time zone[] NOT NULL
);


--
-- Name: chancy_queue_rate_limits; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.chancy_queue_rate_limits (
    queue character varying(255) NOT NULL,
    window_start integer NOT NULL,
    count integer DEFAULT 0 NOT NULL
);


--
-- Name: chancy_queues; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chancy_queues (
    name text NOT NULL,
    state text DEFAULT 'active'::text NOT NULL,
    concurrency integer DEFAULT 1,
    tags text[],
    executor text DEFAULT 'chancy.executors.process.ProcessExecutor'::text NOT NULL,
    executor_options jsonb,
    polling_interval integer DEFAULT 1,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    rate_limit integer,
    rate_limit_window integer,
    resume_at timestamp with time zone,
    eager_polling boolean DEFAULT false NOT NULL
);


--
-- Name: chancy_schema_version; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chancy_schema_version (
    version_of character varying(255) NOT NULL,
    version integer
);


--
-- Name: chancy_workers; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.chancy_workers (
    worker_id text NOT NULL,
    tags text[],
    queues text[],
    last_seen timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: chancy_workflow_steps; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chancy_workflow_steps (
    id integer NOT NULL,
    workflow_id uuid,
    step_id text NOT NULL,
    job_data jsonb NOT NULL,
    dependencies jsonb NOT NULL,
    job_id uuid,
    created_at timestamp with time zone DEFAULT now(),
    updated_at timestamp with time zone DEFAULT now()
);


--
-- Name: chancy_workflow_steps_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.chancy_workflow_steps_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: chancy_workflow_steps_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.chancy_workflow_steps_id_seq OWNED BY public.chancy_workflow_steps.id;


--
-- Name: chancy_workflows; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chancy_workflows (
    id uuid NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone DEFAULT now(),
    updated_at timestamp with time zone DEFAULT now()
);


--
-- Name: chancy_leader id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_leader ALTER COLUMN id SET DEFAULT nextval('public.chancy_leader_id_seq'::regclass);


--
-- Name: chancy_metric_definitions id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_metric_definitions ALTER COLUMN id SET DEFAULT nextval('public.chancy_metric_definitions_id_seq'::regclass);


--
-- Name: chancy_workflow_steps id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_workflow_steps ALTER COLUMN id SET DEFAULT nextval('public.chancy_workflow_steps_id_seq'::regclass);


--
-- Data for Name: chancy_jobs; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.chancy_jobs (id, queue, func, kwargs, limits, meta, state, priority, attempts, max_attempts, taken_by, created_at, started_at, completed_at, scheduled_at, unique_key, errors, claim_id) FROM stdin;
03fcf4ad-5070-7c57-8b15-7d232b2adee6	default	chancy_tasks.finish	{"x": 1}	[]	{}	pending	0	0	1	\N	2026-12-01 00:19:44.130905+00	\N	\N	2026-12-01 05:19:44.125437+00	\N	[]	\N
03fcf4ad-5072-3067-8738-14a24c7dfb8c	default	chancy_tasks.finish	{"x": 1}	[]	{}	pending	0	0	1	\N	2026-12-01 00:19:44.131581+00	\N	\N	2026-12-01 05:19:44.125437+00	once	[]	\N
03fcf4ad-5074-2cb7-974f-21f89bd414c4	default	chancy_tasks.finish	{"x": 1}	[]	{}	failed	0	0	1	\N	2026-12-01 00:19:44.132418+00	\N	2026-12-01 00:19:44.133129+00	2026-12-01 05:19:44.125437+00	\N	[]	\N
03fcf4ad-507f-d8d7-8a2f-e93964334ad3	paused	chancy_tasks.finish	{"x": 1}	[]	{}	pending	0	0	1	\N	2026-12-01 00:19:44.137204+00	\N	\N	2026-12-01 00:19:44.137121+00	\N	[]	\N
03fcf4ad-5081-bc27-9f7a-4f593bdd453f	undeclared	chancy_tasks.finish	{"x": 1}	[]	{}	pending	0	0	1	\N	2026-12-01 00:19:44.137949+00	\N	\N	2026-12-01 00:19:44.137896+00	\N	[]	\N
03fcf4ad-5063-7c77-91b5-2122f45f9fb2	default	chancy_tasks.finish	{"x": 1}	[]	{}	succeeded	0	1	1	7878272d-ee8d-4250-9164-0a6e0367565e	2026-12-01 00:19:44.125625+00	2026-12-01 00:19:44.506683+00	2026-12-01 00:19:44.517007+00	2026-12-01 00:19:44.125465+00	\N	[]	9f6c8bcd-b14e-4924-a0b5-3c89e5a31b3b
03fcf4ad-5067-68c7-a073-65b9c559b946	default	chancy_tasks.finish	{"x": 1}	[]	{}	succeeded	0	1	1	7878272d-ee8d-4250-9164-0a6e0367565e	2026-12-01 00:19:44.127173+00	2026-12-01 00:19:44.506683+00	2026-12-01 00:19:44.517163+00	2026-12-01 00:19:44.127089+00	\N	[]	73455e48-6a6d-4bc1-92d4-61157f38b8c2
03fcf4ad-506a-5d77-8b0f-9af91e1cc114	default	chancy_tasks.fail	{"x": 1}	[]	{}	failed	0	1	1	7878272d-ee8d-4250-9164-0a6e0367565e	2026-12-01 00:19:44.128408+00	2026-12-01 00:19:44.506683+00	2026-12-01 00:19:44.517206+00	2026-12-01 00:19:44.128305+00	\N	[{"attempt": 0, "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/chancy/executors/asyncex.py\\", line 59, in _job_wrapper\\n    result = await func(**kwargs)\\n             ^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/chancy_tasks.py\\", line 26, in fail\\n    raise ValueError(x)\\nValueError: 1\\n"}]	43855d0e-5613-47bd-85ef-0fc3ee35ce22
03fcf4ad-5078-4bf7-8ac4-bf077fbef240	default	chancy_tasks.hang	{"x": 1}	[]	{}	running	0	0	1	7878272d-ee8d-4250-9164-0a6e0367565e	2026-12-01 00:19:44.13409+00	2026-12-01 00:19:45.517269+00	\N	2026-12-01 00:19:44.134018+00	\N	[]	28044cd4-25f7-4364-9550-29f253992056
03fcf4ad-506e-b887-99db-20dead4c0a41	default	chancy_tasks.fail	{"x": 1}	[]	{"retry_settings": {"backoff": 86400, "backoff_limit": 86400}}	retrying	0	1	9	7878272d-ee8d-4250-9164-0a6e0367565e	2026-12-01 00:19:44.130163+00	2026-12-01 00:19:45.517269+00	\N	2026-12-02 00:19:48.850502+00	\N	[{"attempt": 0, "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/chancy/executors/asyncex.py\\", line 59, in _job_wrapper\\n    result = await func(**kwargs)\\n             ^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/chancy_tasks.py\\", line 26, in fail\\n    raise ValueError(x)\\nValueError: 1\\n"}]	a085e250-627f-4abd-872a-a4cc0d52acda
03fcf4ad-507a-28d7-b670-09e1b893b5d2	default	chancy_tasks.hang	{"x": 1}	[]	{}	running	0	0	1	7878272d-ee8d-4250-9164-0a6e0367565e	2026-12-01 00:19:44.134866+00	2026-12-01 00:19:46.528512+00	\N	2026-12-01 00:19:44.134791+00	\N	[]	0c108e06-fd7a-40a1-9c05-651a07937b95
03fcf4ad-506c-abe7-aa2e-6778c6009495	default	chancy_tasks.fail	{"x": 1}	[]	{"retry_settings": {"backoff": 0, "backoff_jitter": [0, 0]}}	failed	0	2	2	7878272d-ee8d-4250-9164-0a6e0367565e	2026-12-01 00:19:44.129351+00	2026-12-01 00:19:46.528512+00	2026-12-01 00:19:46.533152+00	2026-12-01 00:19:45.525295+00	\N	[{"attempt": 0, "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/chancy/executors/asyncex.py\\", line 59, in _job_wrapper\\n    result = await func(**kwargs)\\n             ^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/chancy_tasks.py\\", line 26, in fail\\n    raise ValueError(x)\\nValueError: 1\\n"}, {"attempt": 1, "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/chancy/executors/asyncex.py\\", line 59, in _job_wrapper\\n    result = await func(**kwargs)\\n             ^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/chancy_tasks.py\\", line 26, in fail\\n    raise ValueError(x)\\nValueError: 1\\n"}]	e985eb5f-5d2e-441e-b49d-9bf4eeddabe4
\.


--
-- Data for Name: chancy_leader; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.chancy_leader (id, worker_id, first_seen, expires_at) FROM stdin;
1	7878272d-ee8d-4250-9164-0a6e0367565e	2026-12-01 00:19:45.498889+00	2026-12-01 00:21:47.511254+00
\.


--
-- Data for Name: chancy_metric_definitions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.chancy_metric_definitions (id, key, metric_type, unit) FROM stdin;
\.


--
-- Data for Name: chancy_metrics; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.chancy_metrics (metric_id, resolution, chunk, session_id, worker_id, buckets, counts, totals, minimums, maximums, gauges, sampled_at) FROM stdin;
\.


--
-- Data for Name: chancy_queue_rate_limits; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.chancy_queue_rate_limits (queue, window_start, count) FROM stdin;
\.


--
-- Data for Name: chancy_queues; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.chancy_queues (name, state, concurrency, tags, executor, executor_options, polling_interval, created_at, rate_limit, rate_limit_window, resume_at, eager_polling) FROM stdin;
paused	paused	\N	{.*}	chancy.executors.asyncex.AsyncExecutor	{}	5	2026-12-01 00:19:44.135592+00	\N	\N	\N	f
default	active	3	{.*}	chancy.executors.asyncex.AsyncExecutor	{}	1	2026-12-01 00:19:44.123527+00	\N	\N	\N	f
\.


--
-- Data for Name: chancy_schema_version; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.chancy_schema_version (version_of, version) FROM stdin;
chancy	8
metrics	2
workflow	3
\.


--
-- Data for Name: chancy_workers; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.chancy_workers (worker_id, tags, queues, last_seen, expires_at) FROM stdin;
7878272d-ee8d-4250-9164-0a6e0367565e	{worker_id=7878272d-ee8d-4250-9164-0a6e0367565e,python=3.11.7,*,hostname=host-1,arch=x86_64,os=Linux}	{default,paused}	2026-12-01 00:19:47.530757+00	2026-12-01 00:21:17.530757+00
\.


--
-- Data for Name: chancy_workflow_steps; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.chancy_workflow_steps (id, workflow_id, step_id, job_data, dependencies, job_id, created_at, updated_at) FROM stdin;
\.


--
-- Data for Name: chancy_workflows; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.chancy_workflows (id, name, state, created_at, updated_at) FROM stdin;
\.


--
-- Name: chancy_leader_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.chancy_leader_id_seq', 1, false);


--
-- Name: chancy_metric_definitions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.chancy_metric_definitions_id_seq', 1, false);


--
-- Name: chancy_workflow_steps_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.chancy_workflow_steps_id_seq', 1, false);


--
-- Name: chancy_jobs chancy_jobs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_jobs
    ADD CONSTRAINT chancy_jobs_pkey PRIMARY KEY (id);


--
-- Name: chancy_leader chancy_leader_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_leader
    ADD CONSTRAINT chancy_leader_pkey PRIMARY KEY (id);


--
-- Name: chancy_leader chancy_leader_worker_id_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_leader
    ADD CONSTRAINT chancy_leader_worker_id_unique UNIQUE (worker_id);


--
-- Name: chancy_metric_definitions chancy_metric_definitions_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_metric_definitions
    ADD CONSTRAINT chancy_metric_definitions_key_key UNIQUE (key);


--
-- Name: chancy_metric_definitions chancy_metric_definitions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_metric_definitions
    ADD CONSTRAINT chancy_metric_definitions_pkey PRIMARY KEY (id);


--
-- Name: chancy_metrics chancy_metrics_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_metrics
    ADD CONSTRAINT chancy_metrics_pkey PRIMARY KEY (metric_id, resolution, chunk, session_id);


--
-- Name: chancy_queue_rate_limits chancy_queue_rate_limits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_queue_rate_limits
    ADD CONSTRAINT chancy_queue_rate_limits_pkey PRIMARY KEY (queue);


--
-- Name: chancy_queues chancy_queues_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_queues
    ADD CONSTRAINT chancy_queues_pkey PRIMARY KEY (name);


--
-- Name: chancy_schema_version chancy_schema_version_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_schema_version
    ADD CONSTRAINT chancy_schema_version_pkey PRIMARY KEY (version_of);


--
-- Name: chancy_workers chancy_workers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_workers
    ADD CONSTRAINT chancy_workers_pkey PRIMARY KEY (worker_id);


--
-- Name: chancy_workflow_steps chancy_workflow_steps_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_workflow_steps
    ADD CONSTRAINT chancy_workflow_steps_pkey PRIMARY KEY (id);


--
-- Name: chancy_workflows chancy_workflows_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_workflows
    ADD CONSTRAINT chancy_workflows_pkey PRIMARY KEY (id);


--
-- Name: chancy_idx_jobs_fetch_prune; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chancy_idx_jobs_fetch_prune ON public.chancy_jobs USING btree (queue, state, attempts, scheduled_at, priority DESC, id DESC) WHERE ((state)::text = ANY ((ARRAY['pending'::character varying, 'retrying'::character varying])::text[]));


--
-- Name: chancy_idx_jobs_queue_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chancy_idx_jobs_queue_state ON public.chancy_jobs USING btree (queue, state);


--
-- Name: chancy_jobs_unique_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX chancy_jobs_unique_key ON public.chancy_jobs USING btree (unique_key) WHERE ((unique_key IS NOT NULL) AND ((state)::text <> ALL ((ARRAY['succeeded'::character varying, 'failed'::character varying])::text[])));


--
-- Name: chancy_metrics_expiry_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chancy_metrics_expiry_idx ON public.chancy_metrics USING btree (resolution, chunk);


--
-- Name: chancy_workflow_steps_workflow_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chancy_workflow_steps_workflow_id_idx ON public.chancy_workflow_steps USING btree (workflow_id);


--
-- Name: chancy_workflows_active_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chancy_workflows_active_id_idx ON public.chancy_workflows USING btree (id) WHERE (state = ANY (ARRAY['pending'::text, 'running'::text]));


--
-- Name: chancy_workflows_state_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chancy_workflows_state_idx ON public.chancy_workflows USING btree (state);


--
-- Name: chancy_workflows_steps_unique_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX chancy_workflows_steps_unique_idx ON public.chancy_workflow_steps USING btree (workflow_id, step_id);


--
-- Name: chancy_metrics chancy_metrics_metric_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_metrics
    ADD CONSTRAINT chancy_metrics_metric_id_fkey FOREIGN KEY (metric_id) REFERENCES public.chancy_metric_definitions(id) ON DELETE RESTRICT;


--
-- Name: chancy_workflow_steps chancy_workflow_steps_workflow_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chancy_workflow_steps
    ADD CONSTRAINT chancy_workflow_steps_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES public.chancy_workflows(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--

\unrestrict sample

