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
-- Name: solid_queue_batch_executions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_batch_executions (
    id bigint NOT NULL,
    job_id bigint NOT NULL,
    batch_id bigint NOT NULL,
    created_at timestamp without time zone NOT NULL
);


--
-- Name: solid_queue_batch_executions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_batch_executions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_batch_executions_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_batch_executions_id_seq OWNED BY public.solid_queue_batch_executions.id;


--
-- Name: solid_queue_batches; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_batches (
    id bigint NOT NULL,
    active_job_batch_id character varying,
    description character varying,
    on_finish text,
    on_success text,
    on_failure text,
    metadata text,
    total_jobs integer DEFAULT 0 NOT NULL,
    completed_jobs integer DEFAULT 0 NOT NULL,
    failed_jobs integer DEFAULT 0 NOT NULL,
    enqueued_at timestamp without time zone,
    finished_at timestamp without time zone,
    failed_at timestamp without time zone,
    created_at timestamp without time zone NOT NULL,
    updated_at timestamp without time zone NOT NULL
);


--
-- Name: solid_queue_batches_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_batches_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_batches_id_seq OWNED BY public.solid_queue_batches.id;


--
-- Name: solid_queue_blocked_executions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_blocked_executions (
    id bigint NOT NULL,
    job_id bigint NOT NULL,
    queue_name character varying NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    concurrency_key character varying NOT NULL,
    expires_at timestamp without time zone NOT NULL,
    created_at timestamp without time zone NOT NULL
);


--
-- Name: solid_queue_blocked_executions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_blocked_executions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_blocked_executions_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_blocked_executions_id_seq OWNED BY public.solid_queue_blocked_executions.id;


--
-- Name: solid_queue_claimed_executions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_claimed_executions (
    id bigint NOT NULL,
    job_id bigint NOT NULL,
    process_id bigint,
    created_at timestamp without time zone NOT NULL
);


--
-- Name: solid_queue_claimed_executions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_claimed_executions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_claimed_executions_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_claimed_executions_id_seq OWNED BY public.solid_queue_claimed_executions.id;


--
-- Name: solid_queue_failed_executions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_failed_executions (
    id bigint NOT NULL,
    job_id bigint NOT NULL,
    error text,
    created_at timestamp without time zone NOT NULL
);


--
-- Name: solid_queue_failed_executions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_failed_executions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_failed_executions_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_failed_executions_id_seq OWNED BY public.solid_queue_failed_executions.id;


--
-- Name: solid_queue_jobs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_jobs (
    id bigint NOT NULL,
    queue_name character varying NOT NULL,
    class_name character varying NOT NULL,
    arguments text,
    priority integer DEFAULT 0 NOT NULL,
    active_job_id character varying,
    scheduled_at timestamp without time zone,
    finished_at timestamp without time zone,
    concurrency_key character varying,
    created_at timestamp without time zone NOT NULL,
    updated_at timestamp without time zone NOT NULL,
    batch_id bigint
);


--
-- Name: solid_queue_jobs_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_jobs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_jobs_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_jobs_id_seq OWNED BY public.solid_queue_jobs.id;


--
-- Name: solid_queue_pauses; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_pauses (
    id bigint NOT NULL,
    queue_name character varying NOT NULL,
    created_at timestamp without time zone NOT NULL
);


--
-- Name: solid_queue_pauses_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_pauses_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_pauses_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_pauses_id_seq OWNED BY public.solid_queue_pauses.id;


--
-- Name: solid_queue_processes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_processes (
    id bigint NOT NULL,
    kind character varying NOT NULL,
    last_heartbeat_at timestamp without time zone NOT NULL,
    supervisor_id bigint,
    pid integer NOT NULL,
    hostname character varying,
    metadata text,
    created_at timestamp without time zone NOT NULL,
    name character varying NOT NULL
);


--
-- Name: solid_queue_processes_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_processes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_processes_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_processes_id_seq OWNED BY public.solid_queue_processes.id;


--
-- Name: solid_queue_ready_executions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_ready_executions (
    id bigint NOT NULL,
    job_id bigint NOT NULL,
    queue_name character varying NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    created_at timestamp without time zone NOT NULL
);


--
-- Name: solid_queue_ready_executions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_ready_executions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_ready_executions_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_ready_executions_id_seq OWNED BY public.solid_queue_ready_executions.id;


--
-- Name: solid_queue_recurring_executions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_recurring_executions (
    id bigint NOT NULL,
    job_id bigint NOT NULL,
    task_key character varying NOT NULL,
    run_at timestamp without time zone NOT NULL,
    created_at timestamp without time zone NOT NULL
);


--
-- Name: solid_queue_recurring_executions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_recurring_executions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_recurring_executions_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_recurring_executions_id_seq OWNED BY public.solid_queue_recurring_executions.id;


--
-- Name: solid_queue_recurring_tasks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_recurring_tasks (
    id bigint NOT NULL,
    key character varying NOT NULL,
    schedule character varying NOT NULL,
    command character varying,
    class_name character varying,
    arguments text,
    queue_name character varying,
    priority integer,
    static boolean DEFAULT false NOT NULL,
    description text,
    created_at timestamp without time zone NOT NULL,
    updated_at timestamp without time zone NOT NULL
);


--
-- Name: solid_queue_recurring_tasks_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_recurring_tasks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_recurring_tasks_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_recurring_tasks_id_seq OWNED BY public.solid_queue_recurring_tasks.id;


--
-- Name: solid_queue_scheduled_executions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_scheduled_executions (
    id bigint NOT NULL,
    job_id bigint NOT NULL,
    queue_name character varying NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    scheduled_at timestamp without time zone NOT NULL,
    created_at timestamp without time zone NOT NULL
);


--
-- Name: solid_queue_scheduled_executions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_scheduled_executions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_scheduled_executions_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_scheduled_executions_id_seq OWNED BY public.solid_queue_scheduled_executions.id;


--
-- Name: solid_queue_semaphores; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solid_queue_semaphores (
    id bigint NOT NULL,
    key character varying NOT NULL,
    value integer DEFAULT 0 NOT NULL,
    expires_at timestamp without time zone NOT NULL,
    created_at timestamp without time zone NOT NULL,
    updated_at timestamp without time zone NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');


--
-- Name: solid_queue_semaphores_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.solid_queue_semaphores_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: solid_queue_semaphores_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.solid_queue_semaphores_id_seq OWNED BY public.solid_queue_semaphores.id;


--
-- Name: solid_queue_batch_executions id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_batch_executions ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_batch_executions_id_seq'::regclass);


--
-- Name: solid_queue_batches id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_batches ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_batches_id_seq'::regclass);


--
-- Name: solid_queue_blocked_executions id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_blocked_executions ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_blocked_executions_id_seq'::regclass);


--
-- Name: solid_queue_claimed_executions id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_claimed_executions ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_claimed_executions_id_seq'::regclass);


--
-- Name: solid_queue_failed_executions id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_failed_executions ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_failed_executions_id_seq'::regclass);


--
-- Name: solid_queue_jobs id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_jobs ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_jobs_id_seq'::regclass);


--
-- Name: solid_queue_pauses id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_pauses ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_pauses_id_seq'::regclass);


--
-- Name: solid_queue_processes id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_processes ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_processes_id_seq'::regclass);


--
-- Name: solid_queue_ready_executions id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_ready_executions ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_ready_executions_id_seq'::regclass);


--
-- Name: solid_queue_recurring_executions id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_recurring_executions ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_recurring_executions_id_seq'::regclass);


--
-- Name: solid_queue_recurring_tasks id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_recurring_tasks ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_recurring_tasks_id_seq'::regclass);


--
-- Name: solid_queue_scheduled_executions id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_scheduled_executions ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_scheduled_executions_id_seq'::regclass);


--
-- Name: solid_queue_semaphores id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_semaphores ALTER COLUMN id SET DEFAULT nextval('public.solid_queue_semaphores_id_seq'::regclass);


--
-- Data for Name: solid_queue_batch_executions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_batch_executions (id, job_id, batch_id, created_at) FROM stdin;
\.


--
-- Data for Name: solid_queue_batches; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_batches (id, active_job_batch_id, description, on_finish, on_success, on_failure, metadata, total_jobs, completed_jobs, failed_jobs, enqueued_at, finished_at, failed_at, created_at, updated_at) FROM stdin;
1	b09bf221-28ca-4501-a84d-975168b6cde1	two	\N	\N	\N	\N	2	1	1	2026-12-01 00:16:30.096443	2026-12-01 00:16:30.30295	2026-12-01 00:16:30.30295	2026-12-01 00:16:30.094007	2026-12-01 00:16:30.30421
\.


--
-- Data for Name: solid_queue_blocked_executions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_blocked_executions (id, job_id, queue_name, priority, concurrency_key, expires_at, created_at) FROM stdin;
1	12	default	0	Alone/one	2026-12-01 00:18:30.171479	2026-12-01 00:16:30.172694
\.


--
-- Data for Name: solid_queue_claimed_executions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_claimed_executions (id, job_id, process_id, created_at) FROM stdin;
8	10	2	2026-12-01 00:16:30.297477
9	11	2	2026-12-01 00:16:30.297477
\.


--
-- Data for Name: solid_queue_failed_executions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_failed_executions (id, job_id, error, created_at) FROM stdin;
1	4	{"backtrace":["Traceback (most recent call last):","  File \\"jobs.py\\", line 34, in perform"],"exception_class":"ValueError","message":"3"}	2026-12-01 00:16:30.286397
2	9	{"backtrace":["Traceback (most recent call last):","  File \\"jobs.py\\", line 34, in perform"],"exception_class":"ValueError","message":"8"}	2026-12-01 00:16:30.298622
\.


--
-- Data for Name: solid_queue_jobs; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_jobs (id, queue_name, class_name, arguments, priority, active_job_id, scheduled_at, finished_at, concurrency_key, created_at, updated_at, batch_id) FROM stdin;
6	default	Finish	{"arguments":{"arguments":[5],"continuation":{},"job_class":"Finish","job_id":"w9pcn4vtz8ki","priority":0,"queue_name":"default","resumptions":0},"enqueued_at":"2026-12-01T00:16:30.088172087","exception_executions":{},"executions":0,"job_class":"Finish","job_id":"w9pcn4vtz8ki","locale":"en","priority":0,"provider_job_id":"w9pcn4vtz8ki","queue_name":"default","scheduled_at":null,"timezone":"UTC"}	0	w9pcn4vtz8ki	2026-12-01 05:16:30.088037	\N	\N	2026-12-01 00:16:30.088178	2026-12-01 00:16:30.088178	\N
7	paused	Finish	{"arguments":{"arguments":[6],"continuation":{},"job_class":"Finish","job_id":"8ny6ex4y4vhd","priority":0,"queue_name":"default","resumptions":0},"enqueued_at":"2026-12-01T00:16:30.089654498","exception_executions":{},"executions":0,"job_class":"Finish","job_id":"8ny6ex4y4vhd","locale":"en","priority":0,"provider_job_id":"8ny6ex4y4vhd","queue_name":"paused","scheduled_at":null,"timezone":"UTC"}	0	8ny6ex4y4vhd	2026-12-01 00:16:30.089567	\N	\N	2026-12-01 00:16:30.089664	2026-12-01 00:16:30.089664	\N
10	default	Hang	{"arguments":{"arguments":[9],"continuation":{},"job_class":"Hang","job_id":"u7ehkrmfwhbx","priority":0,"queue_name":"default","resumptions":0},"enqueued_at":"2026-12-01T00:16:30.168607512","exception_executions":{},"executions":0,"job_class":"Hang","job_id":"u7ehkrmfwhbx","locale":"en","priority":0,"provider_job_id":"u7ehkrmfwhbx","queue_name":"default","scheduled_at":null,"timezone":"UTC"}	0	u7ehkrmfwhbx	2026-12-01 00:16:30.168427	\N	\N	2026-12-01 00:16:30.16863	2026-12-01 00:16:30.16863	\N
11	default	Alone	{"arguments":{"arguments":[9],"continuation":{},"job_class":"Alone","job_id":"i1fzqbiar4rk","priority":0,"queue_name":"default","resumptions":0},"enqueued_at":"2026-12-01T00:16:30.170309184","exception_executions":{},"executions":0,"job_class":"Alone","job_id":"i1fzqbiar4rk","locale":"en","priority":0,"provider_job_id":"i1fzqbiar4rk","queue_name":"default","scheduled_at":null,"timezone":"UTC"}	0	i1fzqbiar4rk	2026-12-01 00:16:30.170191	\N	Alone/one	2026-12-01 00:16:30.170327	2026-12-01 00:16:30.170327	\N
12	default	Alone	{"arguments":{"arguments":[9],"continuation":{},"job_class":"Alone","job_id":"wxyicj297xpd","priority":0,"queue_name":"default","resumptions":0},"enqueued_at":"2026-12-01T00:16:30.171479890","exception_executions":{},"executions":0,"job_class":"Alone","job_id":"wxyicj297xpd","locale":"en","priority":0,"provider_job_id":"wxyicj297xpd","queue_name":"default","scheduled_at":null,"timezone":"UTC"}	0	wxyicj297xpd	2026-12-01 00:16:30.171354	\N	Alone/one	2026-12-01 00:16:30.171491	2026-12-01 00:16:30.171491	\N
3	default	Finish	{"arguments":{"arguments":[2],"continuation":{},"job_class":"Finish","job_id":"v7z4msjagiqo","priority":0,"queue_name":"default","resumptions":0},"enqueued_at":"2026-12-01T00:16:30.085818657","exception_executions":{},"executions":0,"job_class":"Finish","job_id":"v7z4msjagiqo","locale":"en","priority":0,"provider_job_id":"v7z4msjagiqo","queue_name":"default","scheduled_at":null,"timezone":"UTC"}	0	v7z4msjagiqo	2026-12-01 00:16:30.085726	2026-12-01 00:16:30.273413	\N	2026-12-01 00:16:30.085827	2026-12-01 00:16:30.273413	\N
1	default	Finish	{"arguments":{"arguments":[0],"continuation":{},"job_class":"Finish","job_id":"7gkxss47vp9b","priority":0,"queue_name":"default","resumptions":0},"enqueued_at":"2026-12-01T00:16:30.083158099","exception_executions":{},"executions":0,"job_class":"Finish","job_id":"7gkxss47vp9b","locale":"en","priority":0,"provider_job_id":"7gkxss47vp9b","queue_name":"default","scheduled_at":null,"timezone":"UTC"}	0	7gkxss47vp9b	2026-12-01 00:16:30.082932	2026-12-01 00:16:30.274246	\N	2026-12-01 00:16:30.083182	2026-12-01 00:16:30.274246	\N
2	default	Finish	{"arguments":{"arguments":[1],"continuation":{},"job_class":"Finish","job_id":"dean50fg40vs","priority":0,"queue_name":"default","resumptions":0},"enqueued_at":"2026-12-01T00:16:30.085150741","exception_executions":{},"executions":0,"job_class":"Finish","job_id":"dean50fg40vs","locale":"en","priority":0,"provider_job_id":"dean50fg40vs","queue_name":"default","scheduled_at":null,"timezone":"UTC"}	0	dean50fg40vs	2026-12-01 00:16:30.085002	2026-12-01 00:16:30.274776	\N	2026-12-01 00:16:30.085166	2026-12-01 00:16:30.274776	\N
4	default	Fail	{"arguments":{"arguments":[3],"continuation":{},"job_class":"Fail","job_id":"8y8s2v54r3be","priority":0,"queue_name":"default","resumptions":0},"enqueued_at":"2026-12-01T00:16:30.087000951","exception_executions":{"[ValueError]":1},"executions":1,"job_class":"Fail","job_id":"8y8s2v54r3be","locale":"en","priority":0,"provider_job_id":"8y8s2v54r3be","queue_name":"default","scheduled_at":null,"timezone":"UTC"}	0	8y8s2v54r3be	2026-12-01 00:16:30.086931	\N	\N	2026-12-01 00:16:30.087007	2026-12-01 00:16:30.285332	\N
13	default	Stumble	{"arguments":{"arguments":[4],"continuation":{},"job_class":"Stumble","job_id":"8z8r1za1lkpq","priority":0,"queue_name":"default","resumptions":0},"enqueued_at":"2026-12-01T00:16:30.087555538","exception_executions":{"[ValueError]":1},"executions":1,"job_class":"Stumble","job_id":"8z8r1za1lkpq","locale":"en","priority":0,"provider_job_id":"8z8r1za1lkpq","queue_name":"default","scheduled_at":null,"timezone":"UTC"}	0	8z8r1za1lkpq	2026-12-01 01:16:30.282223	\N	\N	2026-12-01 00:16:30.286397	2026-12-01 00:16:30.286397	\N
8	default	Finish	{"arguments":{"arguments":[7],"continuation":{},"job_class":"Finish","job_id":"kqt1azuvgdnb","priority":0,"queue_name":"default","resumptions":0},"batch_id":1,"enqueued_at":"2026-12-01T00:16:30.094495839","exception_executions":{},"executions":0,"job_class":"Finish","job_id":"kqt1azuvgdnb","locale":"en","priority":0,"provider_job_id":"kqt1azuvgdnb","queue_name":"default","scheduled_at":null,"timezone":"UTC"}	0	kqt1azuvgdnb	2026-12-01 00:16:30.094482	2026-12-01 00:16:30.287855	\N	2026-12-01 00:16:30.094509	2026-12-01 00:16:30.287855	1
9	default	Fail	{"arguments":{"arguments":[8],"continuation":{},"job_class":"Fail","job_id":"bxj722i65nfn","priority":0,"queue_name":"default","resumptions":0},"batch_id":1,"enqueued_at":"2026-12-01T00:16:30.095686445","exception_executions":{"[ValueError]":1},"executions":1,"job_class":"Fail","job_id":"bxj722i65nfn","locale":"en","priority":0,"provider_job_id":"bxj722i65nfn","queue_name":"default","scheduled_at":null,"timezone":"UTC"}	0	bxj722i65nfn	2026-12-01 00:16:30.095673	\N	\N	2026-12-01 00:16:30.095697	2026-12-01 00:16:30.298011	1
5	default	Stumble	{"arguments":{"arguments":[4],"continuation":{},"job_class":"Stumble","job_id":"8z8r1za1lkpq","priority":0,"queue_name":"default","resumptions":0},"enqueued_at":"2026-12-01T00:16:30.087555538","exception_executions":{},"executions":0,"job_class":"Stumble","job_id":"8z8r1za1lkpq","locale":"en","priority":0,"provider_job_id":"8z8r1za1lkpq","queue_name":"default","scheduled_at":null,"timezone":"UTC"}	0	8z8r1za1lkpq	2026-12-01 00:16:30.087466	2026-12-01 00:16:30.287798	\N	2026-12-01 00:16:30.087561	2026-12-01 00:16:30.287798	\N
14	default	Finish	{"arguments":[0],"continuation":{},"enqueued_at":"2026-12-01T00:16:31.001357147","exception_executions":{},"executions":0,"job_class":"Finish","job_id":"tick","locale":"en","priority":0,"provider_job_id":"8kxafabarf9y","queue_name":"default","resumptions":0,"scheduled_at":"2026-12-01T00:16:31","timezone":"UTC"}	0	8kxafabarf9y	2026-12-01 00:16:31	2026-12-01 00:16:31.007071	\N	2026-12-01 00:16:31.001548	2026-12-01 00:16:31.007071	\N
\.


--
-- Data for Name: solid_queue_pauses; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_pauses (id, queue_name, created_at) FROM stdin;
1	paused	2026-12-01 00:16:30.088948
\.


--
-- Data for Name: solid_queue_processes; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_processes (id, kind, last_heartbeat_at, supervisor_id, pid, hostname, metadata, created_at, name) FROM stdin;
1	Dispatcher	2026-12-01 00:16:30.247084	\N	17158	worker-host	{}	2026-12-01 00:16:30.240844	dispatcher
3	Scheduler	2026-12-01 00:16:30.253961	\N	17158	worker-host	{}	2026-12-01 00:16:30.244828	scheduler
2	Worker	2026-12-01 00:16:30.265467	\N	17158	worker-host	{}	2026-12-01 00:16:30.24495	worker
\.


--
-- Data for Name: solid_queue_ready_executions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_ready_executions (id, job_id, queue_name, priority, created_at) FROM stdin;
6	7	paused	0	2026-12-01 00:16:30.089797
\.


--
-- Data for Name: solid_queue_recurring_executions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_recurring_executions (id, job_id, task_key, run_at, created_at) FROM stdin;
1	14	tick	2026-12-01 00:16:31	2026-12-01 00:16:31.002066
\.


--
-- Data for Name: solid_queue_recurring_tasks; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_recurring_tasks (id, key, schedule, command, class_name, arguments, queue_name, priority, static, description, created_at, updated_at) FROM stdin;
1	tick	every second	\N	Finish	[0]	\N	0	t	\N	2026-12-01 00:16:30.251103	2026-12-01 00:16:30.251103
\.


--
-- Data for Name: solid_queue_scheduled_executions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_scheduled_executions (id, job_id, queue_name, priority, scheduled_at, created_at) FROM stdin;
1	6	default	0	2026-12-01 05:16:30.088037	2026-12-01 00:16:30.088297
2	13	default	0	2026-12-01 01:16:30.282223	2026-12-01 00:16:30.287446
\.


--
-- Data for Name: solid_queue_semaphores; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.solid_queue_semaphores (id, key, value, expires_at, created_at, updated_at) FROM stdin;
1	Alone/one	0	2026-12-01 00:18:30.170474	2026-12-01 00:16:30.170474	2026-12-01 00:16:30.170474
\.


--
-- Name: solid_queue_batch_executions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_batch_executions_id_seq', 2, true);


--
-- Name: solid_queue_batches_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_batches_id_seq', 1, true);


--
-- Name: solid_queue_blocked_executions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_blocked_executions_id_seq', 1, true);


--
-- Name: solid_queue_claimed_executions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_claimed_executions_id_seq', 10, true);


--
-- Name: solid_queue_failed_executions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_failed_executions_id_seq', 2, true);


--
-- Name: solid_queue_jobs_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_jobs_id_seq', 14, true);


--
-- Name: solid_queue_pauses_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_pauses_id_seq', 1, true);


--
-- Name: solid_queue_processes_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_processes_id_seq', 3, true);


--
-- Name: solid_queue_ready_executions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_ready_executions_id_seq', 11, true);


--
-- Name: solid_queue_recurring_executions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_recurring_executions_id_seq', 1, true);


--
-- Name: solid_queue_recurring_tasks_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_recurring_tasks_id_seq', 1, true);


--
-- Name: solid_queue_scheduled_executions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_scheduled_executions_id_seq', 2, true);


--
-- Name: solid_queue_semaphores_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.solid_queue_semaphores_id_seq', 2, true);


--
-- Name: solid_queue_batch_executions solid_queue_batch_executions_job_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_batch_executions
    ADD CONSTRAINT solid_queue_batch_executions_job_id_key UNIQUE (job_id);


--
-- Name: solid_queue_batch_executions solid_queue_batch_executions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_batch_executions
    ADD CONSTRAINT solid_queue_batch_executions_pkey PRIMARY KEY (id);


--
-- Name: solid_queue_batches solid_queue_batches_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_batches
    ADD CONSTRAINT solid_queue_batches_pkey PRIMARY KEY (id);


--
-- Name: solid_queue_blocked_executions solid_queue_blocked_executions_job_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_blocked_executions
    ADD CONSTRAINT solid_queue_blocked_executions_job_id_key UNIQUE (job_id);


--
-- Name: solid_queue_blocked_executions solid_queue_blocked_executions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_blocked_executions
    ADD CONSTRAINT solid_queue_blocked_executions_pkey PRIMARY KEY (id);


--
-- Name: solid_queue_claimed_executions solid_queue_claimed_executions_job_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_claimed_executions
    ADD CONSTRAINT solid_queue_claimed_executions_job_id_key UNIQUE (job_id);


--
-- Name: solid_queue_claimed_executions solid_queue_claimed_executions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_claimed_executions
    ADD CONSTRAINT solid_queue_claimed_executions_pkey PRIMARY KEY (id);


--
-- Name: solid_queue_failed_executions solid_queue_failed_executions_job_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_failed_executions
    ADD CONSTRAINT solid_queue_failed_executions_job_id_key UNIQUE (job_id);


--
-- Name: solid_queue_failed_executions solid_queue_failed_executions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_failed_executions
    ADD CONSTRAINT solid_queue_failed_executions_pkey PRIMARY KEY (id);


--
-- Name: solid_queue_jobs solid_queue_jobs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_jobs
    ADD CONSTRAINT solid_queue_jobs_pkey PRIMARY KEY (id);


--
-- Name: solid_queue_pauses solid_queue_pauses_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_pauses
    ADD CONSTRAINT solid_queue_pauses_pkey PRIMARY KEY (id);


--
-- Name: solid_queue_pauses solid_queue_pauses_queue_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_pauses
    ADD CONSTRAINT solid_queue_pauses_queue_name_key UNIQUE (queue_name);


--
-- Name: solid_queue_processes solid_queue_processes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_processes
    ADD CONSTRAINT solid_queue_processes_pkey PRIMARY KEY (id);


--
-- Name: solid_queue_ready_executions solid_queue_ready_executions_job_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_ready_executions
    ADD CONSTRAINT solid_queue_ready_executions_job_id_key UNIQUE (job_id);


--
-- Name: solid_queue_ready_executions solid_queue_ready_executions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_ready_executions
    ADD CONSTRAINT solid_queue_ready_executions_pkey PRIMARY KEY (id);


--
-- Name: solid_queue_recurring_executions solid_queue_recurring_executions_job_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_recurring_executions
    ADD CONSTRAINT solid_queue_recurring_executions_job_id_key UNIQUE (job_id);


--
-- Name: solid_queue_recurring_executions solid_queue_recurring_executions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_recurring_executions
    ADD CONSTRAINT solid_queue_recurring_executions_pkey PRIMARY KEY (id);


--
-- Name: solid_queue_recurring_tasks solid_queue_recurring_tasks_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_recurring_tasks
    ADD CONSTRAINT solid_queue_recurring_tasks_key_key UNIQUE (key);


--
-- Name: solid_queue_recurring_tasks solid_queue_recurring_tasks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_recurring_tasks
    ADD CONSTRAINT solid_queue_recurring_tasks_pkey PRIMARY KEY (id);


--
-- Name: solid_queue_scheduled_executions solid_queue_scheduled_executions_job_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_scheduled_executions
    ADD CONSTRAINT solid_queue_scheduled_executions_job_id_key UNIQUE (job_id);


--
-- Name: solid_queue_scheduled_executions solid_queue_scheduled_executions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_scheduled_executions
    ADD CONSTRAINT solid_queue_scheduled_executions_pkey PRIMARY KEY (id);


--
-- Name: solid_queue_semaphores solid_queue_semaphores_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_semaphores
    ADD CONSTRAINT solid_queue_semaphores_key_key UNIQUE (key);


--
-- Name: solid_queue_semaphores solid_queue_semaphores_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_semaphores
    ADD CONSTRAINT solid_queue_semaphores_pkey PRIMARY KEY (id);


--
-- Name: idx_solid_queue_batch_executions_batch_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_batch_executions_batch_id ON public.solid_queue_batch_executions USING btree (batch_id);


--
-- Name: idx_solid_queue_batches_active_job_batch_id; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX idx_solid_queue_batches_active_job_batch_id ON public.solid_queue_batches USING btree (active_job_batch_id);


--
-- Name: idx_solid_queue_batches_finished_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_batches_finished_at ON public.solid_queue_batches USING btree (finished_at);


--
-- Name: idx_solid_queue_blocked_executions_expires_at_key; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_blocked_executions_expires_at_key ON public.solid_queue_blocked_executions USING btree (expires_at, concurrency_key);


--
-- Name: idx_solid_queue_blocked_executions_key_priority_job; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_blocked_executions_key_priority_job ON public.solid_queue_blocked_executions USING btree (concurrency_key, priority, job_id);


--
-- Name: idx_solid_queue_claimed_executions_process_job; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_claimed_executions_process_job ON public.solid_queue_claimed_executions USING btree (process_id, job_id);


--
-- Name: idx_solid_queue_jobs_batch_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_jobs_batch_id ON public.solid_queue_jobs USING btree (batch_id);


--
-- Name: idx_solid_queue_jobs_class_name; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_jobs_class_name ON public.solid_queue_jobs USING btree (class_name);


--
-- Name: idx_solid_queue_jobs_finished_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_jobs_finished_at ON public.solid_queue_jobs USING btree (finished_at);


--
-- Name: idx_solid_queue_jobs_queue_priority; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_jobs_queue_priority ON public.solid_queue_jobs USING btree (queue_name, priority);


--
-- Name: idx_solid_queue_processes_kind; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_processes_kind ON public.solid_queue_processes USING btree (kind);


--
-- Name: idx_solid_queue_processes_last_heartbeat; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_processes_last_heartbeat ON public.solid_queue_processes USING btree (last_heartbeat_at);


--
-- Name: idx_solid_queue_ready_executions_priority_job; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_ready_executions_priority_job ON public.solid_queue_ready_executions USING btree (priority, job_id);


--
-- Name: idx_solid_queue_ready_executions_queue_priority_job; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_ready_executions_queue_priority_job ON public.solid_queue_ready_executions USING btree (queue_name, priority, job_id);


--
-- Name: idx_solid_queue_scheduled_executions_dispatch; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_solid_queue_scheduled_executions_dispatch ON public.solid_queue_scheduled_executions USING btree (scheduled_at, priority, job_id);


--
-- Name: index_solid_queue_recurring_executions_on_task_key_and_run_at; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX index_solid_queue_recurring_executions_on_task_key_and_run_at ON public.solid_queue_recurring_executions USING btree (task_key, run_at);


--
-- Name: solid_queue_batch_executions solid_queue_batch_executions_batch_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_batch_executions
    ADD CONSTRAINT solid_queue_batch_executions_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES public.solid_queue_batches(id) ON DELETE CASCADE;


--
-- Name: solid_queue_batch_executions solid_queue_batch_executions_job_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_batch_executions
    ADD CONSTRAINT solid_queue_batch_executions_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.solid_queue_jobs(id) ON DELETE CASCADE;


--
-- Name: solid_queue_blocked_executions solid_queue_blocked_executions_job_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_blocked_executions
    ADD CONSTRAINT solid_queue_blocked_executions_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.solid_queue_jobs(id) ON DELETE CASCADE;


--
-- Name: solid_queue_claimed_executions solid_queue_claimed_executions_job_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_claimed_executions
    ADD CONSTRAINT solid_queue_claimed_executions_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.solid_queue_jobs(id) ON DELETE CASCADE;


--
-- Name: solid_queue_failed_executions solid_queue_failed_executions_job_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_failed_executions
    ADD CONSTRAINT solid_queue_failed_executions_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.solid_queue_jobs(id) ON DELETE CASCADE;


--
-- Name: solid_queue_ready_executions solid_queue_ready_executions_job_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_ready_executions
    ADD CONSTRAINT solid_queue_ready_executions_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.solid_queue_jobs(id) ON DELETE CASCADE;


--
-- Name: solid_queue_recurring_executions solid_queue_recurring_executions_job_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_recurring_executions
    ADD CONSTRAINT solid_queue_recurring_executions_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.solid_queue_jobs(id) ON DELETE CASCADE;


--
-- Name: solid_queue_scheduled_executions solid_queue_scheduled_executions_job_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solid_queue_scheduled_executions
    ADD CONSTRAINT solid_queue_scheduled_executions_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.solid_queue_jobs(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--

\unrestrict sample

