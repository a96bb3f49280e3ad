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
-- Data for Name: a_email; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.a_email (msg_id, read_ct, enqueued_at, last_read_at, archived_at, vt, message, headers) FROM stdin;
1	1	2026-12-01 00:51:56.933809+00	2026-12-01 00:51:56.935814+00	2026-12-01 00:51:56.936125+00	2026-12-01 00:52:26.935814+00	{"n": 1}	\N
2	1	2026-12-01 00:51:56.933809+00	2026-12-01 00:51:56.935836+00	2026-12-01 00:51:56.936125+00	2026-12-01 00:52:26.935836+00	{"n": 2}	\N
\.


--
-- Data for Name: meta; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.meta (queue_name, is_partitioned, is_unlogged, created_at) FROM stdin;
email	f	f	2026-12-01 00:51:56.928601+00
\.


--
-- Data for Name: notify_insert_throttle; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.notify_insert_throttle (queue_name, throttle_interval_ms, last_notified_at) FROM stdin;
\.


--
-- Data for Name: q_email; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.q_email (msg_id, read_ct, enqueued_at, last_read_at, vt, message, headers) FROM stdin;
4	0	2026-12-01 00:51:56.937376+00	\N	2026-12-01 05:51:56.937485+00	{"n": 4}	\N
5	0	2026-12-01 00:51:56.937729+00	\N	2026-12-01 00:51:56.937765+00	{"n": 5}	\N
\.


--
-- Data for Name: topic_bindings; Type: TABLE DATA; Schema: pgmq; Owner: -
--

COPY pgmq.topic_bindings (pattern, queue_name, bound_at) FROM stdin;
\.


--
-- Name: q_email_msg_id_seq; Type: SEQUENCE SET; Schema: pgmq; Owner: -
--

SELECT pg_catalog.setval('pgmq.q_email_msg_id_seq', 5, true);


--
-- Name: a_email a_email_pkey; Type: CONSTRAINT; Schema: pgmq; Owner: -
--

ALTER TABLE ONLY pgmq.a_email
    ADD CONSTRAINT a_email_pkey PRIMARY KEY (msg_id);


--
-- Name: q_email q_email_pkey; Type: CONSTRAINT; Schema: pgmq; Owner: -
--

ALTER TABLE ONLY pgmq.q_email
    ADD CONSTRAINT q_email_pkey PRIMARY KEY (msg_id);


--
-- Name: archived_at_idx_email; Type: INDEX; Schema: pgmq; Owner: -
--

CREATE INDEX archived_at_idx_email ON pgmq.a_email USING btree (archived_at);


--
-- Name: q_email_vt_idx; Type: INDEX; Schema: pgmq; Owner: -
--

CREATE INDEX q_email_vt_idx ON pgmq.q_email USING btree (vt);


--
-- PostgreSQL database dump complete
--

\unrestrict sample

