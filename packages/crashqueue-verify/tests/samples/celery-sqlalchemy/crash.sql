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
1	d6c5256e-81b9-4ac5-b735-572103c69c6a	SUCCESS	\\x30	2026-12-01 01:03:21.338004	\N	\N	sample.finish	\\x5b305d	\\x7b7d	worker-a@sample	0	celery	\N
2	f6ecb2eb-2af3-4598-9246-83067df9d9da	SUCCESS	\\x31	2026-12-01 01:03:21.342243	\N	\N	sample.finish	\\x5b315d	\\x7b7d	worker-a@sample	0	celery	\N
3	62af468e-f672-4bbc-bdea-b68a307a5ce5	FAILURE	\\x7b226578635f74797065223a202256616c75654572726f72222c20226578635f6d657373616765223a205b325d2c20226578635f6d6f64756c65223a20226275696c74696e73227d	2026-12-01 01:03:21.354357	Traceback (most recent call last):\n  File "/srv/venv/lib/python3.11/site-packages/celery/app/trace.py", line 564, in trace_task\n    R = retval = fun(*args, **kwargs)\n                 ^^^^^^^^^^^^^^^^^^^^\n  File "/srv/venv/lib/python3.11/site-packages/celery/app/trace.py", line 883, in __protected_call__\n    return self.run(*args, **kwargs)\n           ^^^^^^^^^^^^^^^^^^^^^^^^^\n  File "/srv/fixtures/celery_sqlalchemy_tasks.py", line 36, in fail\n    raise ValueError(x)\nValueError: 2\n	\N	sample.fail	\\x5b325d	\\x7b7d	worker-a@sample	0	celery	\N
4	8a1d6f99-b5f4-4d33-bd61-e4b0c10a866f	RETRY	\\x6e756c6c	2026-12-01 01:03:21.420713	Traceback (most recent call last):\n  File "/srv/venv/lib/python3.11/site-packages/celery/app/trace.py", line 564, in trace_task\n    R = retval = fun(*args, **kwargs)\n                 ^^^^^^^^^^^^^^^^^^^^\n  File "/srv/venv/lib/python3.11/site-packages/celery/app/trace.py", line 883, in __protected_call__\n    return self.run(*args, **kwargs)\n           ^^^^^^^^^^^^^^^^^^^^^^^^^\n  File "/srv/fixtures/celery_sqlalchemy_tasks.py", line 43, in stumble\n    raise self.retry(countdown=0)\n          ^^^^^^^^^^^^^^^^^^^^^^^\n  File "/srv/venv/lib/python3.11/site-packages/celery/app/task.py", line 963, in retry\n    raise ret\ncelery.exceptions.Retry: Retry in 0s\n	\\x5b5b5b2238613164366639392d623566342d346433332d626436312d653462306331306138363666222c206e756c6c5d2c206e756c6c5d5d	sample.stumble	\\x5b335d	\\x7b7d	worker-a@sample	0	celery	\N
6	e46a75bc-06c1-4584-a053-45dcc3c09bda	STARTED	\\x7b22706964223a2031383631352c2022686f73746e616d65223a2022776f726b65722d614073616d706c65227d	\N	\N	\N	sample.hang	\\x5b305d	\\x7b7d	worker-a@sample	0	celery	\N
5	2a0f0b9f-977c-4ab9-b9da-c8bfd752e613	RETRY	\\x7b226578635f74797065223a202256616c75654572726f72222c20226578635f6d657373616765223a205b345d2c20226578635f6d6f64756c65223a20226275696c74696e73227d	2026-12-01 01:03:21.439312	Traceback (most recent call last):\n  File "/srv/venv/lib/python3.11/site-packages/celery/app/trace.py", line 564, in trace_task\n    R = retval = fun(*args, **kwargs)\n                 ^^^^^^^^^^^^^^^^^^^^\n  File "/srv/venv/lib/python3.11/site-packages/celery/app/trace.py", line 883, in __protected_call__\n    return self.run(*args, **kwargs)\n           ^^^^^^^^^^^^^^^^^^^^^^^^^\n  File "/srv/fixtures/celery_sqlalchemy_tasks.py", line 50, in retry_later\n    raise self.retry(exc=ValueError(x), countdown=3_600)\n          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n  File "/srv/venv/lib/python3.11/site-packages/celery/app/task.py", line 963, in retry\n    raise ret\ncelery.exceptions.Retry: Retry in 3600s: ValueError(4)\n	\\x5b5b5b2232613066306239662d393737632d346162392d623964612d633862666437353265363133222c206e756c6c5d2c206e756c6c5d5d	sample.retry_later	\\x5b345d	\\x7b7d	worker-a@sample	0	celery	\N
7	82f3578a-bdf9-44b6-a369-95e4ac2c5dc3	STARTED	\\x7b22706964223a2031383631342c2022686f73746e616d65223a2022776f726b65722d614073616d706c65227d	\N	\N	\N	sample.hang	\\x5b315d	\\x7b7d	worker-a@sample	0	celery	\N
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
2	f	2026-12-01 10:03:21.318287	{"body": "W1sxXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.finish", "id": "f6ecb2eb-2af3-4598-9246-83067df9d9da", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "f6ecb2eb-2af3-4598-9246-83067df9d9da", "parent_id": null, "argsrepr": "(1,)", "kwargsrepr": "{}", "origin": "gen18482@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "f6ecb2eb-2af3-4598-9246-83067df9d9da", "reply_to": "63712399-d914-383a-8b66-fed70a6b046f", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "5020e685-9e94-4ec5-8788-a58dac828697"}}	2	1
3	f	2026-12-01 10:03:21.326385	{"body": "W1syXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.fail", "id": "62af468e-f672-4bbc-bdea-b68a307a5ce5", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "62af468e-f672-4bbc-bdea-b68a307a5ce5", "parent_id": null, "argsrepr": "(2,)", "kwargsrepr": "{}", "origin": "gen18482@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "62af468e-f672-4bbc-bdea-b68a307a5ce5", "reply_to": "63712399-d914-383a-8b66-fed70a6b046f", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "fdbe914e-6513-479b-9100-3debbbccc63c"}}	2	1
4	f	2026-12-01 10:03:21.341495	{"body": "W1szXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.stumble", "id": "8a1d6f99-b5f4-4d33-bd61-e4b0c10a866f", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "8a1d6f99-b5f4-4d33-bd61-e4b0c10a866f", "parent_id": null, "argsrepr": "(3,)", "kwargsrepr": "{}", "origin": "gen18482@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "8a1d6f99-b5f4-4d33-bd61-e4b0c10a866f", "reply_to": "63712399-d914-383a-8b66-fed70a6b046f", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "a8348bec-a957-4d75-82fb-7136489af5f6"}}	2	1
5	f	2026-12-01 10:03:21.346103	{"body": "W1s0XSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.retry_later", "id": "2a0f0b9f-977c-4ab9-b9da-c8bfd752e613", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "2a0f0b9f-977c-4ab9-b9da-c8bfd752e613", "parent_id": null, "argsrepr": "(4,)", "kwargsrepr": "{}", "origin": "gen18482@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "2a0f0b9f-977c-4ab9-b9da-c8bfd752e613", "reply_to": "63712399-d914-383a-8b66-fed70a6b046f", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "6b056678-2d14-4953-82d5-ef36a6e0ba48"}}	2	1
6	f	2026-12-01 10:03:21.367776	{"body": "W1swXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.hang", "id": "e46a75bc-06c1-4584-a053-45dcc3c09bda", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "e46a75bc-06c1-4584-a053-45dcc3c09bda", "parent_id": null, "argsrepr": "(0,)", "kwargsrepr": "{}", "origin": "gen18490@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "e46a75bc-06c1-4584-a053-45dcc3c09bda", "reply_to": "8bdcc4c5-7a05-36aa-a008-01daa3ff29d6", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "0d2bf4ea-df59-4f14-9025-fc4b3c6134fc"}}	2	1
7	f	2026-12-01 10:03:21.427984	{"body": "W1sxXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.hang", "id": "82f3578a-bdf9-44b6-a369-95e4ac2c5dc3", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "82f3578a-bdf9-44b6-a369-95e4ac2c5dc3", "parent_id": null, "argsrepr": "(1,)", "kwargsrepr": "{}", "origin": "gen18490@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "82f3578a-bdf9-44b6-a369-95e4ac2c5dc3", "reply_to": "8bdcc4c5-7a05-36aa-a008-01daa3ff29d6", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "ec829fce-e115-4aa6-87f7-32e514b66039"}}	2	1
8	f	2026-12-01 10:03:21.442842	{"body": "W1syXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.finish", "id": "1b335332-9a04-4835-9b39-439e7dca2f1f", "shadow": null, "eta": "2026-12-01T06:03:19.706261+00:00", "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "1b335332-9a04-4835-9b39-439e7dca2f1f", "parent_id": null, "argsrepr": "(2,)", "kwargsrepr": "{}", "origin": "gen18490@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "1b335332-9a04-4835-9b39-439e7dca2f1f", "reply_to": "8bdcc4c5-7a05-36aa-a008-01daa3ff29d6", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "b5c18c03-37de-4483-924b-0bf6c3942797"}}	2	1
10	t	\N	{"body": "W1s0XSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.finish", "id": "90607a73-ad39-42ba-9c07-b8059761e820", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "90607a73-ad39-42ba-9c07-b8059761e820", "parent_id": null, "argsrepr": "(4,)", "kwargsrepr": "{}", "origin": "gen18490@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "90607a73-ad39-42ba-9c07-b8059761e820", "reply_to": "8bdcc4c5-7a05-36aa-a008-01daa3ff29d6", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "7670d6ff-3c49-4d3b-8139-d0beca1200ca"}}	1	1
1	f	2026-12-01 10:03:21.310605	{"body": "W1swXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.finish", "id": "d6c5256e-81b9-4ac5-b735-572103c69c6a", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "d6c5256e-81b9-4ac5-b735-572103c69c6a", "parent_id": null, "argsrepr": "(0,)", "kwargsrepr": "{}", "origin": "gen18482@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "d6c5256e-81b9-4ac5-b735-572103c69c6a", "reply_to": "63712399-d914-383a-8b66-fed70a6b046f", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "f79d3cbd-62ed-4381-b44c-58c4815466bc"}}	2	1
11	t	\N	{"body": "W1szXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.stumble", "id": "8a1d6f99-b5f4-4d33-bd61-e4b0c10a866f", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 1, "timelimit": [null, null], "root_id": "8a1d6f99-b5f4-4d33-bd61-e4b0c10a866f", "parent_id": "8a1d6f99-b5f4-4d33-bd61-e4b0c10a866f", "argsrepr": "(3,)", "kwargsrepr": "{}", "origin": "gen18482@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "8a1d6f99-b5f4-4d33-bd61-e4b0c10a866f", "reply_to": "63712399-d914-383a-8b66-fed70a6b046f", "origin": "gen18482@sample", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "207aa7f6-5241-42fe-ab15-f3310d4f7a5a"}}	1	1
12	t	\N	{"body": "W1s0XSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.retry_later", "id": "2a0f0b9f-977c-4ab9-b9da-c8bfd752e613", "shadow": null, "eta": "2026-12-01T02:03:21.370116+00:00", "expires": null, "group": null, "group_index": null, "retries": 1, "timelimit": [null, null], "root_id": "2a0f0b9f-977c-4ab9-b9da-c8bfd752e613", "parent_id": "2a0f0b9f-977c-4ab9-b9da-c8bfd752e613", "argsrepr": "(4,)", "kwargsrepr": "{}", "origin": "gen18482@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "2a0f0b9f-977c-4ab9-b9da-c8bfd752e613", "reply_to": "63712399-d914-383a-8b66-fed70a6b046f", "origin": "gen18482@sample", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "c0f335a6-379b-481d-91a1-13e4419dd8a2"}}	1	1
9	f	2026-12-01 10:03:21.445616	{"body": "W1szXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.finish", "id": "f930284e-4a26-4649-9449-00534c10a078", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "f930284e-4a26-4649-9449-00534c10a078", "parent_id": null, "argsrepr": "(3,)", "kwargsrepr": "{}", "origin": "gen18490@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "f930284e-4a26-4649-9449-00534c10a078", "reply_to": "8bdcc4c5-7a05-36aa-a008-01daa3ff29d6", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "69c775ab-3fef-485f-bcf1-0ce8699a6395"}}	2	1
13	t	\N	{"body": "W1swXSwge30sIHsiY2FsbGJhY2tzIjogbnVsbCwgImVycmJhY2tzIjogbnVsbCwgImNoYWluIjogbnVsbCwgImNob3JkIjogbnVsbH1d", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "sample.finish", "id": "c86dac91-5f4d-47dc-a6de-f223802939cc", "shadow": null, "eta": null, "expires": null, "group": null, "group_index": null, "retries": 0, "timelimit": [null, null], "root_id": "c86dac91-5f4d-47dc-a6de-f223802939cc", "parent_id": null, "argsrepr": "(0,)", "kwargsrepr": "{}", "origin": "gen18650@sample", "ignore_result": false, "replaced_task_nesting": 0, "stamped_headers": null, "stamps": {}}, "properties": {"correlation_id": "c86dac91-5f4d-47dc-a6de-f223802939cc", "reply_to": "263952a6-be39-338e-a8a7-e4c788e67ca1", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "celery"}, "priority": 0, "body_encoding": "base64", "delivery_tag": "72ca8f75-c52a-445d-ac1d-bf8c24936e8a"}}	1	1
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

SELECT pg_catalog.setval('public.message_id_sequence', 13, true);


--
-- Name: queue_id_sequence; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.queue_id_sequence', 1, true);


--
-- Name: task_id_sequence; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.task_id_sequence', 7, true);


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

