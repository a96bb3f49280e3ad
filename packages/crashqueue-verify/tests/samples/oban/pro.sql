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
    'suspended',
    'scheduled',
    'executing',
    'retryable',
    'completed',
    'discarded',
    'cancelled'
);


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
    args jsonb DEFAULT '{}'::jsonb NOT NULL,
    meta jsonb DEFAULT '{}'::jsonb,
    tags text[] DEFAULT '{}'::text[],
    errors jsonb[] DEFAULT '{}'::jsonb[] NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    max_attempts integer DEFAULT 20 NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    inserted_at timestamp without time zone DEFAULT timezone('UTC'::text, now()) NOT NULL,
    scheduled_at timestamp without time zone DEFAULT timezone('UTC'::text, now()) NOT NULL,
    attempted_at timestamp without time zone,
    completed_at timestamp without time zone,
    attempted_by text[],
    discarded_at timestamp without time zone,
    cancelled_at timestamp without time zone,
    CONSTRAINT attempt_range CHECK (((attempt >= 0) AND (attempt <= max_attempts))),
    CONSTRAINT non_negative_priority CHECK ((priority >= 0)),
    CONSTRAINT positive_max_attempts CHECK ((max_attempts > 0)),
    CONSTRAINT queue_length CHECK (((char_length(queue) >= 1) AND (char_length(queue) <= 127))),
    CONSTRAINT worker_length CHECK (((char_length(worker) >= 1) AND (char_length(worker) <= 127)))
);


--
-- Name: TABLE oban_jobs; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON TABLE public.oban_jobs IS '14';


--
-- Name: oban_jobs_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.oban_jobs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: oban_jobs_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.oban_jobs_id_seq OWNED BY public.oban_jobs.id;


--
-- Name: oban_peers; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.oban_peers (
    name text NOT NULL,
    node text NOT NULL,
    started_at timestamp without time zone NOT NULL,
    expires_at timestamp without time zone NOT NULL
);


--
-- Name: oban_producers; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.oban_producers (
    uuid uuid NOT NULL,
    name text NOT NULL,
    node text NOT NULL,
    queue text NOT NULL,
    meta jsonb DEFAULT '{}'::jsonb NOT NULL,
    started_at timestamp without time zone NOT NULL,
    updated_at timestamp without time zone NOT NULL
);


--
-- Name: oban_jobs id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oban_jobs ALTER COLUMN id SET DEFAULT nextval('public.oban_jobs_id_seq'::regclass);


--
-- Data for Name: oban_jobs; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.oban_jobs (id, state, queue, worker, args, meta, tags, errors, attempt, max_attempts, priority, inserted_at, scheduled_at, attempted_at, completed_at, attempted_by, discarded_at, cancelled_at) FROM stdin;
5	scheduled	default	Sample.Finish	{"x": 5}	{}	{}	{}	0	20	0	2026-11-30 11:00:00	2026-11-30 17:00:00	\N	\N	\N	\N	\N
10	suspended	default	Sample.Finish	{"x": 10}	{}	{}	{}	0	20	0	2026-11-30 11:45:00	2026-11-30 11:45:00	\N	\N	\N	\N	\N
11	available	default	Sample.Finish	{"x": 11}	{}	{}	{}	0	20	0	2026-11-30 12:00:00	2026-11-30 12:00:00	\N	\N	\N	\N	\N
7	cancelled	default	Sample.Finish	{"x": 7}	{}	{}	{}	0	20	0	2026-11-30 11:59:00	2026-11-30 18:00:00	\N	\N	\N	\N	2026-11-30 11:59:05
9	executing	default	Sample.Long	{"x": 9}	{}	{}	{}	1	20	0	2026-11-30 11:59:40	2026-11-30 11:59:40	2026-11-30 11:59:40.5	\N	{web@node-a,11111111-1111-1111-1111-111111111111}	\N	\N
1	completed	default	Sample.Finish	{"x": 1}	{}	{}	{}	1	20	0	2026-11-30 11:59:30	2026-11-30 11:59:30	2026-11-30 11:59:30.2	2026-11-30 11:59:30.25	{web@node-a,11111111-1111-1111-1111-111111111111}	\N	\N
6	scheduled	default	Sample.Postpone	{"x": 6}	{"snoozed": 1}	{}	{}	0	20	0	2026-11-30 11:30:00	2026-12-01 11:30:00	2026-11-30 11:30:00.1	\N	{web@node-a,11111111-1111-1111-1111-111111111111}	\N	\N
2	completed	default	Sample.Finish	{"x": 2}	{}	{}	{"{\\"at\\": \\"2026-11-30T11:59:11.410000Z\\", \\"error\\": \\"** (RuntimeError) synthetic\\", \\"attempt\\": 1}"}	2	20	0	2026-11-30 11:58:00	2026-11-30 11:59:20	2026-11-30 11:59:21.4	2026-11-30 11:59:21.45	{web@node-a,11111111-1111-1111-1111-111111111111}	\N	\N
3	discarded	default	Sample.Fail	{"x": 3}	{}	{}	{"{\\"at\\": \\"2026-11-30T11:59:10.300000Z\\", \\"error\\": \\"** (RuntimeError) synthetic\\", \\"attempt\\": 1}"}	1	1	0	2026-11-30 11:59:10	2026-11-30 11:59:10	2026-11-30 11:59:10.3	\N	{web@node-a,11111111-1111-1111-1111-111111111111}	2026-11-30 11:59:10.32	\N
4	retryable	default	Sample.Stumble	{"x": 4}	{}	{}	{"{\\"at\\": \\"2026-11-30T11:59:40.010000Z\\", \\"error\\": \\"** (RuntimeError) synthetic\\", \\"attempt\\": 1}","{\\"at\\": \\"2026-11-30T11:59:50.000000Z\\", \\"error\\": \\"** (RuntimeError) synthetic\\", \\"attempt\\": 2}"}	2	20	0	2026-11-30 11:50:00	2026-11-30 12:00:40	2026-11-30 11:59:50	\N	{web@node-a,11111111-1111-1111-1111-111111111111}	\N	\N
8	available	default	Sample.Fail	{"x": 8}	{}	{}	{"{\\"at\\": \\"2026-11-30T11:40:40.020000Z\\", \\"error\\": \\"** (RuntimeError) synthetic\\", \\"attempt\\": 1}","{\\"at\\": \\"2026-11-30T11:40:50.010000Z\\", \\"error\\": \\"** (RuntimeError) synthetic\\", \\"attempt\\": 2}","{\\"at\\": \\"2026-11-30T11:41:00.000000Z\\", \\"error\\": \\"** (RuntimeError) synthetic\\", \\"attempt\\": 3}"}	3	4	0	2026-11-30 11:40:00	2026-11-30 11:59:59	2026-11-30 11:41:00	\N	{web@node-a,11111111-1111-1111-1111-111111111111}	\N	\N
\.


--
-- Data for Name: oban_peers; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.oban_peers (name, node, started_at, expires_at) FROM stdin;
Oban	web@node-a	2026-11-30 08:00:00	2026-11-30 12:00:25
\.


--
-- Data for Name: oban_producers; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.oban_producers (uuid, name, node, queue, meta, started_at, updated_at) FROM stdin;
11111111-1111-1111-1111-111111111111	Oban	web@node-a	default	{"local_limit": 10}	2026-11-30 08:00:00	2026-11-30 11:59:50
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
-- Name: oban_peers oban_peers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oban_peers
    ADD CONSTRAINT oban_peers_pkey PRIMARY KEY (name);


--
-- Name: oban_producers oban_producers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.oban_producers
    ADD CONSTRAINT oban_producers_pkey PRIMARY KEY (uuid);


--
-- Name: oban_jobs_state_queue_priority_scheduled_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX oban_jobs_state_queue_priority_scheduled_at_id_idx ON public.oban_jobs USING btree (state, queue, priority, scheduled_at, id);


--
-- PostgreSQL database dump complete
--

\unrestrict sample

