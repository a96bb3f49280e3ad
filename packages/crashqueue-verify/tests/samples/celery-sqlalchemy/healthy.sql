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
-- Name: celery_taskmeta; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.celery_taskmeta (
    id integer NOT NULL,
    task_id character varying(155),
    status character varying(50),
    result bytea,
    date_done timestamp without time zone,
    traceback text,
    children bytea,
    name character varying(155),
    args bytea,
    kwargs bytea,
    worker character varying(155),
    retries integer,
    queue character varying(155),
    stamps bytea
);


--
-- Name: celery_tasksetmeta; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.celery_tasksetmeta (
    id integer NOT NULL,
    taskset_id character varying(155),
    result bytea,
    date_done timestamp without time zone
);


--
-- Name: kombu_message; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kombu_message (
    id integer NOT NULL,
    visible boolean,
    "timestamp" timestamp without time zone,
    payload text NOT NULL,
    version smallint NOT NULL,
    queue_id integer
);


--
-- Name: kombu_queue; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kombu_queue (
    id integer NOT NULL,
    name character varying(200)
);


--
-- Name: message_id_sequence; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.message_id_sequence
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: queue_id_sequence; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.queue_id_sequence
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: task_id_sequence; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.task_id_sequence
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: taskset_id_sequence; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.taskset_id_sequence
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Data for Name: celery_taskmeta; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.celery_taskmeta (id, task_id, status, result, date_done, traceback, children, name, args, kwargs, worker, retries, queue, stamps) FROM stdin;
1	f26c7922-458f-47b8-9d70-dbb9c3acd90f	SUCCESS	\\x31	2026-12-01 01:03:07.334942	\N	\N	sample.finish	\\x5b315d	\\x7b7d	worker-a@sample	0	celery	\N
2	03717315-7bc4-4817-9bc3-58673f1f3673	SUCCESS	\\x30	2026-12-01 01:03:07.338009	\N	\N	sample.finish	\\x5b305d	\\x7b7d	worker-a@sample	0	celery	\N
3	b7c0f21c-961f-470b-aea0-3fc2b69fd8c6	SUCCESS	\\x32	2026-12-01 01:03:07.342956	\N	\N	sample.finish	\\x5b325d	\\x7b7d	worker-a@sample	0	celery	\N
4	f8e7a449-32eb-452c-be72-06d6a9f7991f	FAILURE	\\x7b226578635f74797065223a202256616c75654572726f72222c20226578635f6d657373616765223a205b335d2c20226578635f6d6f64756c65223a20226275696c74696e73227d	2026-12-01 01:03:07.363596	Traceback (most recent call last):\n  File "/srv/venv/lib/python3.11/site-packages/celery/app/trace.py", line 564, in trace_task\n    R = retval = fun(*args, **kwargs)\n                 ^^^^^^^^^^^^^^^^^^^^\n  File "/srv/venv/lib/python3.11/site-packages/celery/app/trace.py", line 883, in __protected_call__\n    return self.run(*args, **kwargs)\n           ^^^^^^^^^^^^^^^^^^^^^^^^^\n  File "/srv/fixtures/celery_sqlalchemy_tasks.py", line 36, in fail\n    raise ValueError(x)\nValueError: 3\n	\N	sample.fail	\\x5b335d	\\x7b7d	worker-a@sample	0	celery	\N
5	15d6cc6c-ff41-43b1-880b-a6be8e528c4b	SUCCESS	\\x34	2026-12-01 01:03:08.37609	\N	\N	sample.stumble	\\x5b345d	\\x7b7d	worker-a@sample	1	celery	\N
\.


--
-- Data for Name: celery_tasksetmeta; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.celery_tasksetmeta (id, taskset_id, result, date_done) FROM stdin;
\.


--
-- Data for Name: kombu_message; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.kombu_message (id, visible, "timestamp", payload, version, queue_id) FROM stdin;
1	f	2026-12-01 01:03:07.303704	{"body": "W1swXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.finish", "id": "03717315-7bc4-4817-9bc3-58673f1f3673", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "03717315-7bc4-4817-9bc3-58673f1f3673", "parent_id": null, "argsrepr": "(0,)", "kwargsrepr": "{}", "origin": "gen18164@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "03717315-7bc4-4817-9bc3-58673f1f3673", "reply_to": "81248b0f-ddb2-3ab1-ad82-0c183cc04fb2", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "be1fc5a0-5626-4190-85be-55b6df136b4a"}}	2	1
2	f	2026-12-01 01:03:07.310572	{"body": "W1sxXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.finish", "id": "f26c7922-458f-47b8-9d70-dbb9c3acd90f", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "f26c7922-458f-47b8-9d70-dbb9c3acd90f", "parent_id": null, "argsrepr": "(1,)", "kwargsrepr": "{}", "origin": "gen18164@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "f26c7922-458f-47b8-9d70-dbb9c3acd90f", "reply_to": "81248b0f-ddb2-3ab1-ad82-0c183cc04fb2", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "9a2e5678-6620-458d-8817-72bb2ab8c148"}}	2	1
3	f	2026-12-01 01:03:07.313048	{"body": "W1syXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.finish", "id": "b7c0f21c-961f-470b-aea0-3fc2b69fd8c6", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "b7c0f21c-961f-470b-aea0-3fc2b69fd8c6", "parent_id": null, "argsrepr": "(2,)", "kwargsrepr": "{}", "origin": "gen18164@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "b7c0f21c-961f-470b-aea0-3fc2b69fd8c6", "reply_to": "81248b0f-ddb2-3ab1-ad82-0c183cc04fb2", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "b3b2961e-662c-4750-bf61-d61cd946d661"}}	2	1
4	f	2026-12-01 01:03:07.341891	{"body": "W1szXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.fail", "id": "f8e7a449-32eb-452c-be72-06d6a9f7991f", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "f8e7a449-32eb-452c-be72-06d6a9f7991f", "parent_id": null, "argsrepr": "(3,)", "kwargsrepr": "{}", "origin": "gen18164@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "f8e7a449-32eb-452c-be72-06d6a9f7991f", "reply_to": "81248b0f-ddb2-3ab1-ad82-0c183cc04fb2", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "a81c45bb-7924-4329-b50c-ea7af47206a8"}}	2	1
5	f	2026-12-01 01:03:07.346905	{"body": "W1s0XSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.stumble", "id": "15d6cc6c-ff41-43b1-880b-a6be8e528c4b", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "15d6cc6c-ff41-43b1-880b-a6be8e528c4b", "parent_id": null, "argsrepr": "(4,)", "kwargsrepr": "{}", "origin": "gen18164@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "15d6cc6c-ff41-43b1-880b-a6be8e528c4b", "reply_to": "81248b0f-ddb2-3ab1-ad82-0c183cc04fb2", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "ebd8c922-ebb2-47ec-aff8-c431594b739e"}}	2	1
6	f	2026-12-01 01:03:07.357991	{"body": "W1s1XSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.finish", "id": "a9c92f62-a787-4e9e-be2a-a64a907b19f9", "shadow": null, "eta": "2026-12-01T06:03:05.709474+00:00", "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "a9c92f62-a787-4e9e-be2a-a64a907b19f9", "parent_id": null, "argsrepr": "(5,)", "kwargsrepr": "{}", "origin": "gen18164@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "a9c92f62-a787-4e9e-be2a-a64a907b19f9", "reply_to": "81248b0f-ddb2-3ab1-ad82-0c183cc04fb2", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "61e6a027-b973-4c61-8b92-d1ed03151305"}}	2	1
7	f	2026-12-01 01:03:08.367993	{"body": "W1s0XSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.stumble", "id": "15d6cc6c-ff41-43b1-880b-a6be8e528c4b", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 1, "timelimit": [null, null], "root_id": "15d6cc6c-ff41-43b1-880b-a6be8e528c4b", "parent_id": "15d6cc6c-ff41-43b1-880b-a6be8e528c4b", "argsrepr": "(4,)", "kwargsrepr": "{}", "origin": "gen18164@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "15d6cc6c-ff41-43b1-880b-a6be8e528c4b", "reply_to": "81248b0f-ddb2-3ab1-ad82-0c183cc04fb2", "origin": "gen18164@sample", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "0e70c2b4-61b4-4f0a-827b-e740c894939a"}}	2	1
8	t	\N	{"body": "W1s1XSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "properties": {"correlation_id": "a9c92f62-a787-4e9e-be2a-a64a907b19f9", "reply_to": "81248b0f-ddb2-3ab1-ad82-0c183cc04fb2", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "61e6a027-b973-4c61-8b92-d1ed03151305"}, "content-type": "application/json", "content-encoding": "utf-8", "headers": {"lang": "py", "task": "sample.finish", "id": "a9c92f62-a787-4e9e-be2a-a64a907b19f9", "shadow": null, "eta": "2026-12-01T06:03:05.709474+00:00", "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "a9c92f62-a787-4e9e-be2a-a64a907b19f9", "parent_id": null, "argsrepr": "(5,)", "kwargsrepr": "{}", "origin": "gen18164@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "redelivered": true}	1	1
9	t	\N	{"body": "W1swXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.finish", "id": "7caaeb86-efa3-4be6-b583-138f3c8d0421", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "7caaeb86-efa3-4be6-b583-138f3c8d0421", "parent_id": null, "argsrepr": "(0,)", "kwargsrepr": "{}", "origin": "gen18445@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "7caaeb86-efa3-4be6-b583-138f3c8d0421", "reply_to": "86932529-0918-36be-ad50-f99d29a9ec0f", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "cd34a533-1289-4e37-9d6c-9ac253c9d01e"}}	1	1
\.


--
-- Data for Name: kombu_queue; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.kombu_queue (id, name) FROM stdin;
1	celery
\.


--
-- Name: message_id_sequence; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.message_id_sequence', 9, true);


--
-- Name: queue_id_sequence; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.queue_id_sequence', 1, true);


--
-- Name: task_id_sequence; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.task_id_sequence', 5, true);


--
-- Name: taskset_id_sequence; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.taskset_id_sequence', 1, false);


--
-- Name: celery_taskmeta celery_taskmeta_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.celery_taskmeta
    ADD CONSTRAINT celery_taskmeta_pkey PRIMARY KEY (id);


--
-- Name: celery_taskmeta celery_taskmeta_task_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.celery_taskmeta
    ADD CONSTRAINT celery_taskmeta_task_id_key UNIQUE (task_id);


--
-- Name: celery_tasksetmeta celery_tasksetmeta_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.celery_tasksetmeta
    ADD CONSTRAINT celery_tasksetmeta_pkey PRIMARY KEY (id);


--
-- Name: celery_tasksetmeta celery_tasksetmeta_taskset_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.celery_tasksetmeta
    ADD CONSTRAINT celery_tasksetmeta_taskset_id_key UNIQUE (taskset_id);


--
-- Name: kombu_message kombu_message_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kombu_message
    ADD CONSTRAINT kombu_message_pkey PRIMARY KEY (id);


--
-- Name: kombu_queue kombu_queue_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kombu_queue
    ADD CONSTRAINT kombu_queue_name_key UNIQUE (name);


--
-- Name: kombu_queue kombu_queue_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kombu_queue
    ADD CONSTRAINT kombu_queue_pkey PRIMARY KEY (id);


--
-- Name: ix_celery_taskmeta_date_done; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_celery_taskmeta_date_done ON public.celery_taskmeta USING btree (date_done);


--
-- Name: ix_celery_tasksetmeta_date_done; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_celery_tasksetmeta_date_done ON public.celery_tasksetmeta USING btree (date_done);


--
-- Name: ix_kombu_message_timestamp; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_kombu_message_timestamp ON public.kombu_message USING btree ("timestamp");


--
-- Name: ix_kombu_message_timestamp_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_kombu_message_timestamp_id ON public.kombu_message USING btree ("timestamp", id);


--
-- Name: ix_kombu_message_visible; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_kombu_message_visible ON public.kombu_message USING btree (visible);


--
-- Name: kombu_message FK_kombu_message_queue; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kombu_message
    ADD CONSTRAINT "FK_kombu_message_queue" FOREIGN KEY (queue_id) REFERENCES public.kombu_queue(id);


--
-- PostgreSQL database dump complete
--

\unrestrict sample

