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
-- Name: pgboss; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA pgboss;


--
-- Name: job_state; Type: TYPE; Schema: pgboss; Owner: -
--

CREATE TYPE pgboss.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);


--
-- Name: create_queue(text, json); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.create_queue(queue_name text, options json) RETURNS void
    LANGUAGE plpgsql
    AS $_$
-- left out
$_$;


--
-- Name: delete_queue(text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
-- left out
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: archive; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.archive (
    id uuid CONSTRAINT job_id_not_null NOT NULL,
    name text CONSTRAINT job_name_not_null NOT NULL,
    priority integer CONSTRAINT job_priority_not_null NOT NULL,
    data jsonb,
    state pgboss.job_state CONSTRAINT job_state_not_null NOT NULL,
    retry_limit integer CONSTRAINT job_retry_limit_not_null NOT NULL,
    retry_count integer CONSTRAINT job_retry_count_not_null NOT NULL,
    retry_delay integer CONSTRAINT job_retry_delay_not_null NOT NULL,
    retry_backoff boolean CONSTRAINT job_retry_backoff_not_null NOT NULL,
    start_after timestamp with time zone CONSTRAINT job_start_after_not_null NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval CONSTRAINT job_expire_in_not_null NOT NULL,
    created_on timestamp with time zone CONSTRAINT job_created_on_not_null NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone CONSTRAINT job_keep_until_not_null NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    archived_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: job; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text
)
PARTITION BY LIST (name);


--
-- Name: j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6 (
    id uuid DEFAULT gen_random_uuid() CONSTRAINT job_id_not_null NOT NULL,
    name text CONSTRAINT job_name_not_null NOT NULL,
    priority integer DEFAULT 0 CONSTRAINT job_priority_not_null NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state CONSTRAINT job_state_not_null NOT NULL,
    retry_limit integer DEFAULT 2 CONSTRAINT job_retry_limit_not_null NOT NULL,
    retry_count integer DEFAULT 0 CONSTRAINT job_retry_count_not_null NOT NULL,
    retry_delay integer DEFAULT 0 CONSTRAINT job_retry_delay_not_null NOT NULL,
    retry_backoff boolean DEFAULT false CONSTRAINT job_retry_backoff_not_null NOT NULL,
    start_after timestamp with time zone DEFAULT now() CONSTRAINT job_start_after_not_null NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval CONSTRAINT job_expire_in_not_null NOT NULL,
    created_on timestamp with time zone DEFAULT now() CONSTRAINT job_created_on_not_null NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) CONSTRAINT job_keep_until_not_null NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'email-dead'::text))
);


--
-- Name: jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5 (
    id uuid DEFAULT gen_random_uuid() CONSTRAINT job_id_not_null NOT NULL,
    name text CONSTRAINT job_name_not_null NOT NULL,
    priority integer DEFAULT 0 CONSTRAINT job_priority_not_null NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state CONSTRAINT job_state_not_null NOT NULL,
    retry_limit integer DEFAULT 2 CONSTRAINT job_retry_limit_not_null NOT NULL,
    retry_count integer DEFAULT 0 CONSTRAINT job_retry_count_not_null NOT NULL,
    retry_delay integer DEFAULT 0 CONSTRAINT job_retry_delay_not_null NOT NULL,
    retry_backoff boolean DEFAULT false CONSTRAINT job_retry_backoff_not_null NOT NULL,
    start_after timestamp with time zone DEFAULT now() CONSTRAINT job_start_after_not_null NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval CONSTRAINT job_expire_in_not_null NOT NULL,
    created_on timestamp with time zone DEFAULT now() CONSTRAINT job_created_on_not_null NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) CONSTRAINT job_keep_until_not_null NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'forever'::text))
);


--
-- Name: je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb (
    id uuid DEFAULT gen_random_uuid() CONSTRAINT job_id_not_null NOT NULL,
    name text CONSTRAINT job_name_not_null NOT NULL,
    priority integer DEFAULT 0 CONSTRAINT job_priority_not_null NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state CONSTRAINT job_state_not_null NOT NULL,
    retry_limit integer DEFAULT 2 CONSTRAINT job_retry_limit_not_null NOT NULL,
    retry_count integer DEFAULT 0 CONSTRAINT job_retry_count_not_null NOT NULL,
    retry_delay integer DEFAULT 0 CONSTRAINT job_retry_delay_not_null NOT NULL,
    retry_backoff boolean DEFAULT false CONSTRAINT job_retry_backoff_not_null NOT NULL,
    start_after timestamp with time zone DEFAULT now() CONSTRAINT job_start_after_not_null NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval CONSTRAINT job_expire_in_not_null NOT NULL,
    created_on timestamp with time zone DEFAULT now() CONSTRAINT job_created_on_not_null NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) CONSTRAINT job_keep_until_not_null NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'email'::text))
);


--
-- Name: je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd (
    id uuid DEFAULT gen_random_uuid() CONSTRAINT job_id_not_null NOT NULL,
    name text CONSTRAINT job_name_not_null NOT NULL,
    priority integer DEFAULT 0 CONSTRAINT job_priority_not_null NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state CONSTRAINT job_state_not_null NOT NULL,
    retry_limit integer DEFAULT 2 CONSTRAINT job_retry_limit_not_null NOT NULL,
    retry_count integer DEFAULT 0 CONSTRAINT job_retry_count_not_null NOT NULL,
    retry_delay integer DEFAULT 0 CONSTRAINT job_retry_delay_not_null NOT NULL,
    retry_backoff boolean DEFAULT false CONSTRAINT job_retry_backoff_not_null NOT NULL,
    start_after timestamp with time zone DEFAULT now() CONSTRAINT job_start_after_not_null NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval CONSTRAINT job_expire_in_not_null NOT NULL,
    created_on timestamp with time zone DEFAULT now() CONSTRAINT job_created_on_not_null NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) CONSTRAINT job_keep_until_not_null NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'nightly'::text))
);


--
-- Name: jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa (
    id uuid DEFAULT gen_random_uuid() CONSTRAINT job_id_not_null NOT NULL,
    name text CONSTRAINT job_name_not_null NOT NULL,
    priority integer DEFAULT 0 CONSTRAINT job_priority_not_null NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state CONSTRAINT job_state_not_null NOT NULL,
    retry_limit integer DEFAULT 2 CONSTRAINT job_retry_limit_not_null NOT NULL,
    retry_count integer DEFAULT 0 CONSTRAINT job_retry_count_not_null NOT NULL,
    retry_delay integer DEFAULT 0 CONSTRAINT job_retry_delay_not_null NOT NULL,
    retry_backoff boolean DEFAULT false CONSTRAINT job_retry_backoff_not_null NOT NULL,
    start_after timestamp with time zone DEFAULT now() CONSTRAINT job_start_after_not_null NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval CONSTRAINT job_expire_in_not_null NOT NULL,
    created_on timestamp with time zone DEFAULT now() CONSTRAINT job_created_on_not_null NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) CONSTRAINT job_keep_until_not_null NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'report'::text))
);


--
-- Name: queue; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue (
    name text NOT NULL,
    policy text,
    retry_limit integer,
    retry_delay integer,
    retry_backoff boolean,
    expire_seconds integer,
    retention_minutes integer,
    dead_letter text,
    partition_name text,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: schedule; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.schedule (
    name text NOT NULL,
    cron text NOT NULL,
    timezone text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: subscription; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: version; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.version (
    version integer NOT NULL,
    maintained_on timestamp with time zone,
    cron_on timestamp with time zone,
    monitored_on timestamp with time zone
);


--
-- Name: j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6 FOR VALUES IN ('email-dead');


--
-- Name: jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5 FOR VALUES IN ('forever');


--
-- Name: je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb FOR VALUES IN ('email');


--
-- Name: je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd FOR VALUES IN ('nightly');


--
-- Name: jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa FOR VALUES IN ('report');


--
-- Data for Name: archive; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.archive (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy, archived_on) FROM stdin;
\.


--
-- Data for Name: j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6 (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) FROM stdin;
\.


--
-- Data for Name: jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5 (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) FROM stdin;
\.


--
-- Data for Name: je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) FROM stdin;
d6d1a0cc-9a96-4e36-94e9-346fa7d7dff9	email	0	{"n": 9}	created	0	0	0	f	2026-12-01 05:26:25.047635+00	\N	\N	\N	00:15:00	2026-12-01 00:26:25.047635+00	\N	2026-12-15 05:26:25.047635+00	\N	email-dead	standard
76987403-e077-463d-aec0-69900ea1a995	email	0	{"n": 1}	completed	0	0	0	f	2026-12-01 00:26:25.043982+00	2026-12-01 00:26:25.068398+00	\N	\N	00:15:00	2026-12-01 00:26:25.043982+00	2026-12-01 00:26:25.075127+00	2026-12-15 00:26:25.043982+00	{"sent": 1}	email-dead	standard
ec25f493-a369-4c13-9e22-91f2c435a522	email	0	{"n": 2}	completed	0	0	0	f	2026-12-01 00:26:25.045854+00	2026-12-01 00:26:25.56842+00	\N	\N	00:15:00	2026-12-01 00:26:25.045854+00	2026-12-01 00:26:25.571823+00	2026-12-15 00:26:25.045854+00	{"sent": 2}	email-dead	standard
acb003f2-5a76-44fb-acb5-12cbecfbcc94	email	0	{"n": 3}	completed	0	0	0	f	2026-12-01 00:26:25.046826+00	2026-12-01 00:26:26.071329+00	\N	\N	00:15:00	2026-12-01 00:26:25.046826+00	2026-12-01 00:26:26.073648+00	2026-12-15 00:26:25.046826+00	{"sent": 3}	email-dead	standard
\.


--
-- Data for Name: je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) FROM stdin;
c52716a4-ef39-4038-a899-21bc130fe130	nightly	0	{}	completed	3	0	18000	f	2026-12-01 00:26:25.048378+00	2026-12-01 00:26:25.078548+00	account-1	\N	00:15:00	2026-12-01 00:26:25.048378+00	2026-12-01 00:26:25.081687+00	2026-12-15 00:26:25.048378+00	\N	\N	stately
\.


--
-- Data for Name: jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, singleton_key, singleton_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy) FROM stdin;
\.


--
-- Data for Name: queue; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter, partition_name, created_on, updated_on) FROM stdin;
email-dead	standard	\N	\N	\N	\N	\N	\N	j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6	2026-12-01 00:26:25.013865+00	2026-12-01 00:26:25.013865+00
email	standard	0	\N	\N	\N	\N	email-dead	je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb	2026-12-01 00:26:25.02218+00	2026-12-01 00:26:25.02218+00
report	standard	3	18000	\N	\N	\N	\N	jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa	2026-12-01 00:26:25.027021+00	2026-12-01 00:26:25.027021+00
forever	singleton	\N	\N	\N	8	\N	\N	jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5	2026-12-01 00:26:25.033995+00	2026-12-01 00:26:25.033995+00
nightly	stately	3	18000	\N	\N	\N	\N	je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd	2026-12-01 00:26:25.038621+00	2026-12-01 00:26:25.038621+00
\.


--
-- Data for Name: schedule; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.schedule (name, cron, timezone, data, options, created_on, updated_on) FROM stdin;
report	0 3 * * *	UTC	\N	{}	2026-12-01 00:26:25.065287+00	2026-12-01 00:26:25.065287+00
\.


--
-- Data for Name: subscription; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.subscription (event, name, created_on, updated_on) FROM stdin;
\.


--
-- Data for Name: version; Type: TABLE DATA; Schema: pgboss; Owner: -
--

COPY pgboss.version (version, maintained_on, cron_on, monitored_on) FROM stdin;
24	\N	\N	\N
\.


--
-- Name: archive archive_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.archive
    ADD CONSTRAINT archive_pkey PRIMARY KEY (name, id);


--
-- Name: job job_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);


--
-- Name: j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6 j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6
    ADD CONSTRAINT j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_pkey PRIMARY KEY (name, id);


--
-- Name: jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5 jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5
    ADD CONSTRAINT jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_pkey PRIMARY KEY (name, id);


--
-- Name: je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb
    ADD CONSTRAINT je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_pkey PRIMARY KEY (name, id);


--
-- Name: je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd
    ADD CONSTRAINT je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_pkey PRIMARY KEY (name, id);


--
-- Name: jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa
    ADD CONSTRAINT jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_pkey PRIMARY KEY (name, id);


--
-- Name: queue queue_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);


--
-- Name: schedule schedule_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name);


--
-- Name: subscription subscription_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);


--
-- Name: version version_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);


--
-- Name: archive_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX archive_i1 ON pgboss.archive USING btree (archived_on);


--
-- Name: j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_i1 ON pgboss.j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));


--
-- Name: j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_i2; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_i2 ON pgboss.j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));


--
-- Name: j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_i3; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_i3 ON pgboss.j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));


--
-- Name: j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_i4; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_i4 ON pgboss.j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));


--
-- Name: j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_i5; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_i5 ON pgboss.j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);


--
-- Name: jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_i1 ON pgboss.jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));


--
-- Name: jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_i2; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_i2 ON pgboss.jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));


--
-- Name: jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_i3; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_i3 ON pgboss.jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));


--
-- Name: jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_i4; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_i4 ON pgboss.jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));


--
-- Name: jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_i5; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_i5 ON pgboss.jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);


--
-- Name: je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_i1 ON pgboss.je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));


--
-- Name: je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_i2; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_i2 ON pgboss.je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));


--
-- Name: je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_i3; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_i3 ON pgboss.je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));


--
-- Name: je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_i4; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_i4 ON pgboss.je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));


--
-- Name: je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_i5; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_i5 ON pgboss.je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);


--
-- Name: je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_i1 ON pgboss.je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));


--
-- Name: je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_i2; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_i2 ON pgboss.je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));


--
-- Name: je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_i3; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_i3 ON pgboss.je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));


--
-- Name: je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_i4; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_i4 ON pgboss.je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));


--
-- Name: je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_i5; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_i5 ON pgboss.je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);


--
-- Name: jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_i1 ON pgboss.jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));


--
-- Name: jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_i2; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_i2 ON pgboss.jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));


--
-- Name: jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_i3; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_i3 ON pgboss.jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));


--
-- Name: jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_i4; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_i4 ON pgboss.jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));


--
-- Name: jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_i5; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_i5 ON pgboss.jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);


--
-- Name: j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6_pkey;


--
-- Name: jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5_pkey;


--
-- Name: je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb_pkey;


--
-- Name: je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd_pkey;


--
-- Name: jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa_pkey;


--
-- Name: j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6 dlq_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5 dlq_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb dlq_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd dlq_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa dlq_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6 q_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.j598c74d80f5ffd50d05e0d10b747a1d5c0d3e7ebb4631a3820bdc1a6
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5 q_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.jc7b600647b31cc2f556ddd98d8000e2ec0dc2ada0a9cada2471b72b5
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb q_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.je5d86f75ef6411d6af5760811945499fac12f4e3dc2b23a9bf903adb
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd q_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.je62aae31551891bebc241ac8070d93be7f4b835cc0da4683432584fd
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa q_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.jf11ea74bef5986269f7ac9ed2106630a9ef4a3faf3cd1ee223101aaa
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: queue queue_dead_letter_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name);


--
-- Name: schedule schedule_name_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;


--
-- Name: subscription subscription_name_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--

\unrestrict sample

