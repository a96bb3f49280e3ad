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
-- Name: river_job_state; Type: TYPE; Schema: public; Owner: -
--

CREATE TYPE public.river_job_state AS ENUM (
    'available',
    'cancelled',
    'completed',
    'discarded',
    'pending',
    'retryable',
    'running',
    'scheduled'
);


--
-- Name: river_job_state_in_bitmask(bit, public.river_job_state); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.river_job_state_in_bitmask(bitmask bit, state public.river_job_state) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $$
-- left out
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: river_job; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.river_job (
    id bigint NOT NULL,
    state public.river_job_state DEFAULT 'available'::public.river_job_state NOT NULL,
    attempt smallint DEFAULT 0 NOT NULL,
    max_attempts smallint DEFAULT 25 NOT NULL,
    attempted_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finalized_at timestamp with time zone,
    scheduled_at timestamp with time zone DEFAULT now() NOT NULL,
    priority smallint DEFAULT 1 NOT NULL,
    args jsonb DEFAULT '{}'::jsonb NOT NULL,
    attempted_by text[],
    errors jsonb[],
    kind text NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    queue text DEFAULT 'default'::text NOT NULL,
    tags character varying(255)[] DEFAULT '{}'::character varying[] NOT NULL,
    unique_key bytea,
    unique_states bit(8),
    CONSTRAINT finalized_or_finalized_at_null CHECK (((finalized_at IS NOT NULL) = (state = ANY (ARRAY['cancelled'::public.river_job_state, 'completed'::public.river_job_state, 'discarded'::public.river_job_state])))),
    CONSTRAINT kind_length CHECK (((char_length(kind) >= 1) AND (char_length(kind) <= 127))),
    CONSTRAINT max_attempts_is_positive CHECK ((max_attempts > 0)),
    CONSTRAINT priority_in_range CHECK (((priority >= 1) AND (priority <= 4))),
    CONSTRAINT queue_length CHECK (((char_length(queue) >= 1) AND (char_length(queue) <= 127)))
);


--
-- Name: river_job_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.river_job_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: river_job_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.river_job_id_seq OWNED BY public.river_job.id;


--
-- Name: river_leader; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.river_leader (
    elected_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    leader_id text NOT NULL,
    name text DEFAULT 'default'::text NOT NULL
);


--
-- Name: river_migration; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.river_migration (
    line text NOT NULL,
    version bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: river_notification; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.river_notification (
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    payload text NOT NULL,
    topic text NOT NULL
);


--
-- Name: river_notification_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.river_notification_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: river_notification_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.river_notification_id_seq OWNED BY public.river_notification.id;


--
-- Name: river_queue; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.river_queue (
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    paused_at timestamp with time zone,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: river_job id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.river_job ALTER COLUMN id SET DEFAULT nextval('public.river_job_id_seq'::regclass);


--
-- Name: river_notification id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.river_notification ALTER COLUMN id SET DEFAULT nextval('public.river_notification_id_seq'::regclass);


--
-- Data for Name: river_job; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.river_job (id, state, attempt, max_attempts, attempted_at, created_at, finalized_at, scheduled_at, priority, args, attempted_by, errors, kind, metadata, queue, tags, unique_key, unique_states) FROM stdin;
5	scheduled	0	25	\N	2026-11-30 11:00:00+00	\N	2026-11-30 17:00:00+00	1	{"x": 5}	\N	\N	finish	{}	default	{}	\N	\N
10	available	0	25	\N	2026-11-30 11:57:00+00	\N	2026-11-30 11:57:00+00	1	{"x": 10}	\N	\N	finish	{}	paused	{}	\N	\N
11	pending	0	25	\N	2026-11-30 11:45:00+00	\N	2026-11-30 11:45:00+00	1	{"x": 11}	\N	\N	finish	{}	default	{}	\N	\N
1	completed	1	25	2026-11-30 11:59:30.2+00	2026-11-30 11:59:30+00	2026-11-30 11:59:30.25+00	2026-11-30 11:59:30+00	1	{"x": 1}	{node_a_1}	\N	finish	{}	default	{}	\N	\N
9	running	1	25	2026-11-30 11:59:40.5+00	2026-11-30 11:59:40+00	\N	2026-11-30 11:59:40+00	1	{"x": 9}	{node_a_1}	\N	long	{}	default	{}	\N	\N
6	scheduled	0	25	2026-11-30 11:30:00.1+00	2026-11-30 11:30:00+00	\N	2026-12-01 11:30:00+00	1	{"x": 6}	{node_a_1}	\N	postpone	{"snoozes": 1}	default	{}	\N	\N
7	cancelled	0	25	\N	2026-11-30 11:59:00+00	2026-11-30 11:59:05+00	2026-11-30 18:00:00+00	1	{"x": 7}	\N	\N	finish	{"cancel_attempted_at": "2026-11-30T11:59:05Z"}	default	{}	\N	\N
12	available	0	25	\N	2026-11-30 12:00:00+00	\N	2026-11-30 12:00:00+00	1	{"x": 12}	\N	\N	once	{}	default	{}	\\x200651a8b2d5912f692db89468a7d47d86a3ed6844f48f1b15f2be1d9c9a7e5e	11110101
2	completed	2	25	2026-11-30 11:59:21.4+00	2026-11-30 11:58:00+00	2026-11-30 11:59:21.45+00	2026-11-30 11:59:20+00	1	{"x": 2}	{node_a_1,node_a_1}	{"{\\"at\\": \\"2026-11-30T11:59:11.410000Z\\", \\"error\\": \\"synthetic\\", \\"trace\\": \\"\\", \\"attempt\\": 1}"}	finish	{}	default	{}	\N	\N
3	discarded	1	1	2026-11-30 11:59:10.3+00	2026-11-30 11:59:10+00	2026-11-30 11:59:10.32+00	2026-11-30 11:59:10+00	1	{"x": 3}	{node_a_1}	{"{\\"at\\": \\"2026-11-30T11:59:10.300000Z\\", \\"error\\": \\"synthetic\\", \\"trace\\": \\"\\", \\"attempt\\": 1}"}	fail	{}	default	{}	\N	\N
4	retryable	2	25	2026-11-30 11:59:50+00	2026-11-30 11:50:00+00	\N	2026-11-30 12:00:40+00	1	{"x": 4}	{node_a_1,node_a_1}	{"{\\"at\\": \\"2026-11-30T11:59:40.010000Z\\", \\"error\\": \\"synthetic\\", \\"trace\\": \\"\\", \\"attempt\\": 1}","{\\"at\\": \\"2026-11-30T11:59:50.000000Z\\", \\"error\\": \\"synthetic\\", \\"trace\\": \\"\\", \\"attempt\\": 2}"}	stumble	{}	default	{}	\N	\N
8	available	3	4	2026-11-30 11:41:00+00	2026-11-30 11:40:00+00	\N	2026-11-30 11:59:59+00	1	{"x": 8}	{node_a_1,node_a_1,node_a_1}	{"{\\"at\\": \\"2026-11-30T11:40:40.020000Z\\", \\"error\\": \\"synthetic\\", \\"trace\\": \\"\\", \\"attempt\\": 1}","{\\"at\\": \\"2026-11-30T11:40:50.010000Z\\", \\"error\\": \\"synthetic\\", \\"trace\\": \\"\\", \\"attempt\\": 2}","{\\"at\\": \\"2026-11-30T11:41:00.000000Z\\", \\"error\\": \\"synthetic\\", \\"trace\\": \\"\\", \\"attempt\\": 3}"}	fail	{}	default	{}	\N	\N
13	discarded	1	25	2026-11-30 11:57:00+00	2026-11-30 11:55:00+00	2026-11-30 12:00:00.5+00	2026-11-30 11:58:00+00	1	{"x": 12}	{node_a_1}	{"{\\"at\\": \\"2026-11-30T11:57:00.000000Z\\", \\"error\\": \\"synthetic\\", \\"trace\\": \\"\\", \\"attempt\\": 1}"}	once	{"unique_key_conflict": "scheduler_discarded"}	default	{}	\\x200651a8b2d5912f692db89468a7d47d86a3ed6844f48f1b15f2be1d9c9a7e5e	11110101
\.


--
-- Data for Name: river_leader; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.river_leader (elected_at, expires_at, leader_id, name) FROM stdin;
2026-11-30 08:00:00+00	2026-11-30 12:00:10+00	node_a_1	default
\.


--
-- Data for Name: river_migration; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.river_migration (line, version, created_at) FROM stdin;
main	1	2026-11-01 00:00:00+00
main	2	2026-11-01 00:00:00+00
main	3	2026-11-01 00:00:00+00
main	4	2026-11-01 00:00:00+00
main	5	2026-11-01 00:00:00+00
main	6	2026-11-01 00:00:00+00
main	7	2026-11-01 00:00:00+00
\.


--
-- Data for Name: river_notification; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.river_notification (id, created_at, payload, topic) FROM stdin;
\.


--
-- Data for Name: river_queue; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.river_queue (name, created_at, metadata, paused_at, updated_at) FROM stdin;
default	2026-11-01 00:00:00+00	{}	\N	2026-11-30 11:59:58+00
paused	2026-11-01 00:00:00+00	{}	2026-11-30 10:00:00+00	2026-11-30 11:59:58+00
\.


--
-- Name: river_job_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.river_job_id_seq', 13, true);


--
-- Name: river_notification_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.river_notification_id_seq', 1, false);


--
-- Name: river_job river_job_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.river_job
    ADD CONSTRAINT river_job_pkey PRIMARY KEY (id);


--
-- Name: river_leader river_leader_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.river_leader
    ADD CONSTRAINT river_leader_pkey PRIMARY KEY (name);


--
-- Name: river_migration river_migration_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.river_migration
    ADD CONSTRAINT river_migration_pkey PRIMARY KEY (line, version);


--
-- Name: river_notification river_notification_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.river_notification
    ADD CONSTRAINT river_notification_pkey PRIMARY KEY (id);


--
-- Name: river_queue river_queue_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.river_queue
    ADD CONSTRAINT river_queue_pkey PRIMARY KEY (name);


--
-- Name: river_job_unique_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX river_job_unique_idx ON public.river_job USING btree (unique_key) WHERE ((unique_key IS NOT NULL) AND (unique_states IS NOT NULL) AND public.river_job_state_in_bitmask(unique_states, state));


--
-- PostgreSQL database dump complete
--

\unrestrict sample

