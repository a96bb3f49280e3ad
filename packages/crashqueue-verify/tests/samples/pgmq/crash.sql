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
-- Name: pgmq; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA pgmq;


--
-- Name: pgmq; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pgmq WITH SCHEMA pgmq;


--
-- Name: EXTENSION pgmq; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON EXTENSION pgmq IS 'PGMQ';


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: a_audit; Type: TABLE; Schema: pgmq; Owner: -
--

CREATE TABLE pgmq.a_audit (
    msg_id bigint NOT NULL,
    read_ct integer DEFAULT 0 NOT NULL,
    enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
    last_read_at timestamp with time zone,
    archived_at timestamp with time zone DEFAULT now() NOT NULL,
    vt timestamp with time zone NOT NULL,
    message jsonb,
    headers jsonb
);


--
-- Name: a_email; Type: TABLE; Schema: pgmq; Owner: -
--

CREATE TABLE pgmq.a_email (
    msg_id bigint NOT NULL,
    read_ct integer DEFAULT 0 NOT NULL,
    enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
    last_read_at timestamp with time zone,
    archived_at timestamp with time zone DEFAULT now() NOT NULL,
    vt timestamp with time zone NOT NULL,
    message jsonb,
    headers jsonb
);


--
-- Name: a_report; Type: TABLE; Schema: pgmq; Owner: -
--

CREATE TABLE pgmq.a_report (
    msg_id bigint NOT NULL,
    read_ct integer DEFAULT 0 NOT NULL,
    enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
    last_read_at timestamp with time zone,
    archived_at timestamp with time zone DEFAULT now() NOT NULL,
    vt timestamp with time zone NOT NULL,
    message jsonb,
    headers jsonb
);


--
-- Name: q_audit; Type: TABLE; Schema: pgmq; Owner: -
--

CREATE UNLOGGED TABLE pgmq.q_audit (
    msg_id bigint NOT NULL,
    read_ct integer DEFAULT 0 NOT NULL,
    enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
    last_read_at timestamp with time zone,
    vt timestamp with time zone NOT NULL,
    message jsonb,
    headers jsonb
);


--
-- Name: q_audit_msg_id_seq; Type: SEQUENCE; Schema: pgmq; Owner: -
--

ALTER TABLE pgmq.q_audit ALTER COLUMN msg_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pgmq.q_audit_msg_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: q_email; Type: TABLE; Schema: pgmq; Owner: -
--

CREATE TABLE pgmq.q_email (
    msg_id bigint NOT NULL,
    read_ct integer DEFAULT 0 NOT NULL,
    enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
    last_read_at timestamp with time zone,
    vt timestamp with time zone NOT NULL,
    message jsonb,
    headers jsonb
);


--
-- Name: q_email_msg_id_seq; Type: SEQUENCE; Schema: pgmq; Owner: -
--

ALTER TABLE pgmq.q_email ALTER COLUMN msg_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pgmq.q_email_msg_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: q_report; Type: TABLE; Schema: pgmq; Owner: -
--

CREATE TABLE pgmq.q_report (
    msg_id bigint NOT NULL,
    read_ct integer DEFAULT 0 NOT NULL,
    enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
    last_read_at timestamp with time zone,
    vt timestamp with time zone NOT NULL,
    message jsonb,
    headers jsonb
);


--
-- Name: q_report_msg_id_seq; Type: SEQUENCE; Schema: pgmq; Owner: -
--

ALTER TABLE pgmq.q_report ALTER COLUMN msg_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pgmq.q_report_msg_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Data for Name: a_audit; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.a_audit (msg_id, read_ct, enqueued_at, last_read_at, archived_at, vt, message, headers) FROM stdin;
\.


--
-- Data for Name: a_email; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.a_email (msg_id, read_ct, enqueued_at, last_read_at, archived_at, vt, message, headers) FROM stdin;
1	1	2026-12-01 00:51:58.245048+00	2026-12-01 00:51:58.247201+00	2026-12-01 00:51:58.2475+00	2026-12-01 00:52:28.247201+00	{"n": 1}	\N
\.


--
-- Data for Name: a_report; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.a_report (msg_id, read_ct, enqueued_at, last_read_at, archived_at, vt, message, headers) FROM stdin;
\.


--
-- Data for Name: meta; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.meta (queue_name, is_partitioned, is_unlogged, created_at) FROM stdin;
email	f	f	2026-12-01 00:51:58.231474+00
report	f	f	2026-12-01 00:51:58.237138+00
audit	f	t	2026-12-01 00:51:58.240345+00
\.


--
-- Data for Name: notify_insert_throttle; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.notify_insert_throttle (queue_name, throttle_interval_ms, last_notified_at) FROM stdin;
\.


--
-- Data for Name: q_audit; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.q_audit (msg_id, read_ct, enqueued_at, last_read_at, vt, message, headers) FROM stdin;
1	1	2026-12-01 00:51:58.250636+00	2026-12-01 00:51:59.864559+00	2026-12-01 01:01:59.864559+00	{"n": 7}	\N
\.


--
-- Data for Name: q_email; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.q_email (msg_id, read_ct, enqueued_at, last_read_at, vt, message, headers) FROM stdin;
4	0	2026-12-01 00:51:58.245048+00	\N	2026-12-01 00:51:58.245809+00	{"n": 4}	\N
5	0	2026-12-01 00:51:58.248966+00	\N	2026-12-01 05:51:58.249102+00	{"n": 5}	\N
3	1	2026-12-01 00:51:58.245048+00	2026-12-01 00:51:58.440893+00	2026-12-01 00:51:59.440893+00	{"n": 3}	\N
\.


--
-- Data for Name: q_report; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.q_report (msg_id, read_ct, enqueued_at, last_read_at, vt, message, headers) FROM stdin;
1	7	2026-12-01 00:51:58.249373+00	2026-12-01 00:51:59.657145+00	2026-12-01 01:01:59.657145+00	{"n": 6}	\N
\.


--
-- Data for Name: topic_bindings; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.topic_bindings (pattern, queue_name, bound_at) FROM stdin;
\.


--
-- Name: q_audit_msg_id_seq; Type: SEQUENCE SET; Schema: pgmq; Owner: -
--

SELECT pg_catalog.setval('pgmq.q_audit_msg_id_seq', 1, true);


--
-- Name: q_email_msg_id_seq; Type: SEQUENCE SET; Schema: pgmq; Owner: -
--

SELECT pg_catalog.setval('pgmq.q_email_msg_id_seq', 5, true);


--
-- Name: q_report_msg_id_seq; Type: SEQUENCE SET; Schema: pgmq; Owner: -
--

SELECT pg_catalog.setval('pgmq.q_report_msg_id_seq', 1, true);


--
-- Name: a_audit a_audit_pkey; Type: CONSTRAINT; Schema: pgmq; Owner: -
--

ALTER TABLE ONLY pgmq.a_audit
    ADD CONSTRAINT a_audit_pkey PRIMARY KEY (msg_id);


--
-- Name: a_email a_email_pkey; Type: CONSTRAINT; Schema: pgmq; Owner: -
--

ALTER TABLE ONLY pgmq.a_email
    ADD CONSTRAINT a_email_pkey PRIMARY KEY (msg_id);


--
-- Name: a_report a_report_pkey; Type: CONSTRAINT; Schema: pgmq; Owner: -
--

ALTER TABLE ONLY pgmq.a_report
    ADD CONSTRAINT a_report_pkey PRIMARY KEY (msg_id);


--
-- Name: q_audit q_audit_pkey; Type: CONSTRAINT; Schema: pgmq; Owner: -
--

ALTER TABLE ONLY pgmq.q_audit
    ADD CONSTRAINT q_audit_pkey PRIMARY KEY (msg_id);


--
-- Name: q_email q_email_pkey; Type: CONSTRAINT; Schema: pgmq; Owner: -
--

ALTER TABLE ONLY pgmq.q_email
    ADD CONSTRAINT q_email_pkey PRIMARY KEY (msg_id);


--
-- Name: q_report q_report_pkey; Type: CONSTRAINT; Schema: pgmq; Owner: -
--

ALTER TABLE ONLY pgmq.q_report
    ADD CONSTRAINT q_report_pkey PRIMARY KEY (msg_id);


--
-- Name: archived_at_idx_audit; Type: INDEX; Schema: pgmq; Owner: -
--

CREATE INDEX archived_at_idx_audit ON pgmq.a_audit USING btree (archived_at);


--
-- Name: archived_at_idx_email; Type: INDEX; Schema: pgmq; Owner: -
--

CREATE INDEX archived_at_idx_email ON pgmq.a_email USING btree (archived_at);


--
-- Name: archived_at_idx_report; Type: INDEX; Schema: pgmq; Owner: -
--

CREATE INDEX archived_at_idx_report ON pgmq.a_report USING btree (archived_at);


--
-- Name: q_audit_vt_idx; Type: INDEX; Schema: pgmq; Owner: -
--

CREATE INDEX q_audit_vt_idx ON pgmq.q_audit USING btree (vt);


--
-- Name: q_email_vt_idx; Type: INDEX; Schema: pgmq; Owner: -
--

CREATE INDEX q_email_vt_idx ON pgmq.q_email USING btree (vt);


--
-- Name: q_report_vt_idx; Type: INDEX; Schema: pgmq; Owner: -
--

CREATE INDEX q_report_vt_idx ON pgmq.q_report USING btree (vt);


--
-- PostgreSQL database dump complete
--

\unrestrict sample

