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
-- Name: public; Type: SCHEMA; Schema: -; Owner: -
--

-- *not* creating schema, since initdb creates it


--
-- Name: SCHEMA public; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA public IS '';


--
-- Name: update_timestamp(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.update_timestamp() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN NEW.updated = now(); RETURN NEW; END $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: goqite; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.goqite (
    id text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone DEFAULT now() NOT NULL,
    queue text NOT NULL,
    body bytea NOT NULL,
    timeout timestamp with time zone DEFAULT now() NOT NULL,
    received integer DEFAULT 0 NOT NULL,
    priority integer DEFAULT 0 NOT NULL
);


--
-- Data for Name: goqite; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.goqite (id, created, updated, queue, body, timeout, received, priority) FROM stdin;
m_00000000000000000000000000000001	2026-11-30 09:59:58+00	2026-11-30 09:59:58+00	mail	\\x7b7d	2026-11-30 09:59:58+00	0	0
m_00000000000000000000000000000002	2026-11-30 09:59:59+00	2026-11-30 09:59:59+00	mail	\\x7b7d	2026-11-30 11:00:00+00	0	5
m_00000000000000000000000000000003	2026-11-30 09:59:56+00	2026-11-30 09:59:59+00	mail	\\x7b7d	2026-11-30 10:00:04+00	1	0
m_00000000000000000000000000000004	2026-11-30 09:59:40+00	2026-11-30 09:59:52+00	mail	\\x7b7d	2026-11-30 09:59:57+00	1	0
m_00000000000000000000000000000005	2026-11-30 10:00:00+00	2026-11-30 10:00:00+00	mail	\\x7b7d	2026-11-30 10:00:00+00	0	0
\.


--
-- Name: goqite goqite_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.goqite
    ADD CONSTRAINT goqite_pkey PRIMARY KEY (id);


--
-- Name: goqite_queue_priority_created_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX goqite_queue_priority_created_idx ON public.goqite USING btree (queue, priority DESC, created);


--
-- Name: goqite goqite_updated_timestamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER goqite_updated_timestamp BEFORE UPDATE ON public.goqite FOR EACH ROW EXECUTE FUNCTION public.update_timestamp();


--
-- PostgreSQL database dump complete
--

\unrestrict sample

