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
-- Name: absurd; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA absurd;


--
-- Name: current_time(); Type: FUNCTION; Schema: absurd; Owner: -
--

CREATE FUNCTION absurd."current_time"() RETURNS timestamp with time zone
    LANGUAGE plpgsql
    AS $$
-- left out
$$;


--
-- Name: get_schema_version(); Type: FUNCTION; Schema: absurd; Owner: -
--

CREATE FUNCTION absurd.get_schema_version() RETURNS text
    LANGUAGE sql
    AS $$
  select '0.5.1'::text;
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: c_default; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.c_default (
    task_id uuid NOT NULL,
    checkpoint_name text NOT NULL,
    state jsonb,
    status text DEFAULT 'committed'::text NOT NULL,
    owner_run_id uuid,
    updated_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL
)
WITH (fillfactor='70');


--
-- Name: c_second queue; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."c_second queue" (
    task_id uuid NOT NULL,
    checkpoint_name text NOT NULL,
    state jsonb,
    status text DEFAULT 'committed'::text NOT NULL,
    owner_run_id uuid,
    updated_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL
)
PARTITION BY RANGE (task_id);


--
-- Name: c_second queue_649; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."c_second queue_649" (
    task_id uuid CONSTRAINT "c_second queue_task_id_not_null" NOT NULL,
    checkpoint_name text CONSTRAINT "c_second queue_checkpoint_name_not_null" NOT NULL,
    state jsonb,
    status text DEFAULT 'committed'::text CONSTRAINT "c_second queue_status_not_null" NOT NULL,
    owner_run_id uuid,
    updated_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "c_second queue_updated_at_not_null" NOT NULL
);


--
-- Name: c_second queue_650; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."c_second queue_650" (
    task_id uuid CONSTRAINT "c_second queue_task_id_not_null" NOT NULL,
    checkpoint_name text CONSTRAINT "c_second queue_checkpoint_name_not_null" NOT NULL,
    state jsonb,
    status text DEFAULT 'committed'::text CONSTRAINT "c_second queue_status_not_null" NOT NULL,
    owner_run_id uuid,
    updated_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "c_second queue_updated_at_not_null" NOT NULL
);


--
-- Name: c_second queue_651; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."c_second queue_651" (
    task_id uuid CONSTRAINT "c_second queue_task_id_not_null" NOT NULL,
    checkpoint_name text CONSTRAINT "c_second queue_checkpoint_name_not_null" NOT NULL,
    state jsonb,
    status text DEFAULT 'committed'::text CONSTRAINT "c_second queue_status_not_null" NOT NULL,
    owner_run_id uuid,
    updated_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "c_second queue_updated_at_not_null" NOT NULL
);


--
-- Name: c_second queue_652; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."c_second queue_652" (
    task_id uuid CONSTRAINT "c_second queue_task_id_not_null" NOT NULL,
    checkpoint_name text CONSTRAINT "c_second queue_checkpoint_name_not_null" NOT NULL,
    state jsonb,
    status text DEFAULT 'committed'::text CONSTRAINT "c_second queue_status_not_null" NOT NULL,
    owner_run_id uuid,
    updated_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "c_second queue_updated_at_not_null" NOT NULL
);


--
-- Name: c_second queue_653; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."c_second queue_653" (
    task_id uuid CONSTRAINT "c_second queue_task_id_not_null" NOT NULL,
    checkpoint_name text CONSTRAINT "c_second queue_checkpoint_name_not_null" NOT NULL,
    state jsonb,
    status text DEFAULT 'committed'::text CONSTRAINT "c_second queue_status_not_null" NOT NULL,
    owner_run_id uuid,
    updated_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "c_second queue_updated_at_not_null" NOT NULL
);


--
-- Name: c_second queue_d; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."c_second queue_d" (
    task_id uuid CONSTRAINT "c_second queue_task_id_not_null" NOT NULL,
    checkpoint_name text CONSTRAINT "c_second queue_checkpoint_name_not_null" NOT NULL,
    state jsonb,
    status text DEFAULT 'committed'::text CONSTRAINT "c_second queue_status_not_null" NOT NULL,
    owner_run_id uuid,
    updated_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "c_second queue_updated_at_not_null" NOT NULL
);


--
-- Name: e_default; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.e_default (
    event_name text NOT NULL,
    payload jsonb,
    emitted_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL
);


--
-- Name: e_second queue; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."e_second queue" (
    event_name text NOT NULL,
    payload jsonb,
    emitted_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL
);


--
-- Name: i_second queue; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."i_second queue" (
    idempotency_key text NOT NULL,
    task_id uuid NOT NULL
);


--
-- Name: queues; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.queues (
    queue_name text NOT NULL,
    created_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL,
    storage_mode text DEFAULT 'unpartitioned'::text NOT NULL,
    default_partition text DEFAULT 'enabled'::text NOT NULL,
    partition_lookahead interval DEFAULT '28 days'::interval NOT NULL,
    partition_lookback interval DEFAULT '1 day'::interval NOT NULL,
    cleanup_ttl interval DEFAULT '30 days'::interval NOT NULL,
    cleanup_limit integer DEFAULT 1000 NOT NULL,
    detach_mode text DEFAULT 'none'::text NOT NULL,
    detach_min_age interval DEFAULT '30 days'::interval NOT NULL,
    CONSTRAINT queues_cleanup_limit_check CHECK ((cleanup_limit >= 1)),
    CONSTRAINT queues_cleanup_ttl_check CHECK ((cleanup_ttl >= '00:00:00'::interval)),
    CONSTRAINT queues_default_partition_check CHECK ((default_partition = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
    CONSTRAINT queues_detach_min_age_check CHECK ((detach_min_age >= '00:00:00'::interval)),
    CONSTRAINT queues_detach_mode_check CHECK ((detach_mode = ANY (ARRAY['none'::text, 'empty'::text]))),
    CONSTRAINT queues_partition_lookahead_check CHECK ((partition_lookahead >= '00:00:00'::interval)),
    CONSTRAINT queues_partition_lookback_check CHECK ((partition_lookback >= '00:00:00'::interval)),
    CONSTRAINT queues_storage_mode_check CHECK ((storage_mode = ANY (ARRAY['unpartitioned'::text, 'partitioned'::text])))
);


--
-- Name: r_default; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.r_default (
    run_id uuid NOT NULL,
    task_id uuid NOT NULL,
    attempt integer NOT NULL,
    state text NOT NULL,
    claimed_by text,
    claim_expires_at timestamp with time zone,
    available_at timestamp with time zone NOT NULL,
    wake_event text,
    event_payload jsonb,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    failed_at timestamp with time zone,
    result jsonb,
    failure_reason jsonb,
    created_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL,
    CONSTRAINT r_default_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
)
WITH (fillfactor='70');


--
-- Name: r_second queue; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."r_second queue" (
    run_id uuid NOT NULL,
    task_id uuid NOT NULL,
    attempt integer NOT NULL,
    state text NOT NULL,
    claimed_by text,
    claim_expires_at timestamp with time zone,
    available_at timestamp with time zone NOT NULL,
    wake_event text,
    event_payload jsonb,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    failed_at timestamp with time zone,
    result jsonb,
    failure_reason jsonb,
    created_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL,
    CONSTRAINT "r_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
)
PARTITION BY RANGE (run_id);


--
-- Name: r_second queue_649; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."r_second queue_649" (
    run_id uuid CONSTRAINT "r_second queue_run_id_not_null" NOT NULL,
    task_id uuid CONSTRAINT "r_second queue_task_id_not_null" NOT NULL,
    attempt integer CONSTRAINT "r_second queue_attempt_not_null" NOT NULL,
    state text CONSTRAINT "r_second queue_state_not_null" NOT NULL,
    claimed_by text,
    claim_expires_at timestamp with time zone,
    available_at timestamp with time zone CONSTRAINT "r_second queue_available_at_not_null" NOT NULL,
    wake_event text,
    event_payload jsonb,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    failed_at timestamp with time zone,
    result jsonb,
    failure_reason jsonb,
    created_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "r_second queue_created_at_not_null" NOT NULL,
    CONSTRAINT "r_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: r_second queue_650; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."r_second queue_650" (
    run_id uuid CONSTRAINT "r_second queue_run_id_not_null" NOT NULL,
    task_id uuid CONSTRAINT "r_second queue_task_id_not_null" NOT NULL,
    attempt integer CONSTRAINT "r_second queue_attempt_not_null" NOT NULL,
    state text CONSTRAINT "r_second queue_state_not_null" NOT NULL,
    claimed_by text,
    claim_expires_at timestamp with time zone,
    available_at timestamp with time zone CONSTRAINT "r_second queue_available_at_not_null" NOT NULL,
    wake_event text,
    event_payload jsonb,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    failed_at timestamp with time zone,
    result jsonb,
    failure_reason jsonb,
    created_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "r_second queue_created_at_not_null" NOT NULL,
    CONSTRAINT "r_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: r_second queue_651; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."r_second queue_651" (
    run_id uuid CONSTRAINT "r_second queue_run_id_not_null" NOT NULL,
    task_id uuid CONSTRAINT "r_second queue_task_id_not_null" NOT NULL,
    attempt integer CONSTRAINT "r_second queue_attempt_not_null" NOT NULL,
    state text CONSTRAINT "r_second queue_state_not_null" NOT NULL,
    claimed_by text,
    claim_expires_at timestamp with time zone,
    available_at timestamp with time zone CONSTRAINT "r_second queue_available_at_not_null" NOT NULL,
    wake_event text,
    event_payload jsonb,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    failed_at timestamp with time zone,
    result jsonb,
    failure_reason jsonb,
    created_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "r_second queue_created_at_not_null" NOT NULL,
    CONSTRAINT "r_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: r_second queue_652; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."r_second queue_652" (
    run_id uuid CONSTRAINT "r_second queue_run_id_not_null" NOT NULL,
    task_id uuid CONSTRAINT "r_second queue_task_id_not_null" NOT NULL,
    attempt integer CONSTRAINT "r_second queue_attempt_not_null" NOT NULL,
    state text CONSTRAINT "r_second queue_state_not_null" NOT NULL,
    claimed_by text,
    claim_expires_at timestamp with time zone,
    available_at timestamp with time zone CONSTRAINT "r_second queue_available_at_not_null" NOT NULL,
    wake_event text,
    event_payload jsonb,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    failed_at timestamp with time zone,
    result jsonb,
    failure_reason jsonb,
    created_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "r_second queue_created_at_not_null" NOT NULL,
    CONSTRAINT "r_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: r_second queue_653; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."r_second queue_653" (
    run_id uuid CONSTRAINT "r_second queue_run_id_not_null" NOT NULL,
    task_id uuid CONSTRAINT "r_second queue_task_id_not_null" NOT NULL,
    attempt integer CONSTRAINT "r_second queue_attempt_not_null" NOT NULL,
    state text CONSTRAINT "r_second queue_state_not_null" NOT NULL,
    claimed_by text,
    claim_expires_at timestamp with time zone,
    available_at timestamp with time zone CONSTRAINT "r_second queue_available_at_not_null" NOT NULL,
    wake_event text,
    event_payload jsonb,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    failed_at timestamp with time zone,
    result jsonb,
    failure_reason jsonb,
    created_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "r_second queue_created_at_not_null" NOT NULL,
    CONSTRAINT "r_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: r_second queue_d; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."r_second queue_d" (
    run_id uuid CONSTRAINT "r_second queue_run_id_not_null" NOT NULL,
    task_id uuid CONSTRAINT "r_second queue_task_id_not_null" NOT NULL,
    attempt integer CONSTRAINT "r_second queue_attempt_not_null" NOT NULL,
    state text CONSTRAINT "r_second queue_state_not_null" NOT NULL,
    claimed_by text,
    claim_expires_at timestamp with time zone,
    available_at timestamp with time zone CONSTRAINT "r_second queue_available_at_not_null" NOT NULL,
    wake_event text,
    event_payload jsonb,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    failed_at timestamp with time zone,
    result jsonb,
    failure_reason jsonb,
    created_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "r_second queue_created_at_not_null" NOT NULL,
    CONSTRAINT "r_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: t_default; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.t_default (
    task_id uuid NOT NULL,
    task_name text NOT NULL,
    params jsonb NOT NULL,
    headers jsonb,
    retry_strategy jsonb,
    max_attempts integer,
    cancellation jsonb,
    enqueue_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL,
    first_started_at timestamp with time zone,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_attempt_run uuid,
    completed_payload jsonb,
    cancelled_at timestamp with time zone,
    idempotency_key text,
    CONSTRAINT t_default_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
)
WITH (fillfactor='70');


--
-- Name: t_second queue; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."t_second queue" (
    task_id uuid NOT NULL,
    task_name text NOT NULL,
    params jsonb NOT NULL,
    headers jsonb,
    retry_strategy jsonb,
    max_attempts integer,
    cancellation jsonb,
    enqueue_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL,
    first_started_at timestamp with time zone,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_attempt_run uuid,
    completed_payload jsonb,
    cancelled_at timestamp with time zone,
    idempotency_key text,
    CONSTRAINT "t_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
)
PARTITION BY RANGE (task_id);


--
-- Name: t_second queue_649; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."t_second queue_649" (
    task_id uuid CONSTRAINT "t_second queue_task_id_not_null" NOT NULL,
    task_name text CONSTRAINT "t_second queue_task_name_not_null" NOT NULL,
    params jsonb CONSTRAINT "t_second queue_params_not_null" NOT NULL,
    headers jsonb,
    retry_strategy jsonb,
    max_attempts integer,
    cancellation jsonb,
    enqueue_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "t_second queue_enqueue_at_not_null" NOT NULL,
    first_started_at timestamp with time zone,
    state text CONSTRAINT "t_second queue_state_not_null" NOT NULL,
    attempts integer DEFAULT 0 CONSTRAINT "t_second queue_attempts_not_null" NOT NULL,
    last_attempt_run uuid,
    completed_payload jsonb,
    cancelled_at timestamp with time zone,
    idempotency_key text,
    CONSTRAINT "t_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: t_second queue_650; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."t_second queue_650" (
    task_id uuid CONSTRAINT "t_second queue_task_id_not_null" NOT NULL,
    task_name text CONSTRAINT "t_second queue_task_name_not_null" NOT NULL,
    params jsonb CONSTRAINT "t_second queue_params_not_null" NOT NULL,
    headers jsonb,
    retry_strategy jsonb,
    max_attempts integer,
    cancellation jsonb,
    enqueue_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "t_second queue_enqueue_at_not_null" NOT NULL,
    first_started_at timestamp with time zone,
    state text CONSTRAINT "t_second queue_state_not_null" NOT NULL,
    attempts integer DEFAULT 0 CONSTRAINT "t_second queue_attempts_not_null" NOT NULL,
    last_attempt_run uuid,
    completed_payload jsonb,
    cancelled_at timestamp with time zone,
    idempotency_key text,
    CONSTRAINT "t_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: t_second queue_651; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."t_second queue_651" (
    task_id uuid CONSTRAINT "t_second queue_task_id_not_null" NOT NULL,
    task_name text CONSTRAINT "t_second queue_task_name_not_null" NOT NULL,
    params jsonb CONSTRAINT "t_second queue_params_not_null" NOT NULL,
    headers jsonb,
    retry_strategy jsonb,
    max_attempts integer,
    cancellation jsonb,
    enqueue_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "t_second queue_enqueue_at_not_null" NOT NULL,
    first_started_at timestamp with time zone,
    state text CONSTRAINT "t_second queue_state_not_null" NOT NULL,
    attempts integer DEFAULT 0 CONSTRAINT "t_second queue_attempts_not_null" NOT NULL,
    last_attempt_run uuid,
    completed_payload jsonb,
    cancelled_at timestamp with time zone,
    idempotency_key text,
    CONSTRAINT "t_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: t_second queue_652; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."t_second queue_652" (
    task_id uuid CONSTRAINT "t_second queue_task_id_not_null" NOT NULL,
    task_name text CONSTRAINT "t_second queue_task_name_not_null" NOT NULL,
    params jsonb CONSTRAINT "t_second queue_params_not_null" NOT NULL,
    headers jsonb,
    retry_strategy jsonb,
    max_attempts integer,
    cancellation jsonb,
    enqueue_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "t_second queue_enqueue_at_not_null" NOT NULL,
    first_started_at timestamp with time zone,
    state text CONSTRAINT "t_second queue_state_not_null" NOT NULL,
    attempts integer DEFAULT 0 CONSTRAINT "t_second queue_attempts_not_null" NOT NULL,
    last_attempt_run uuid,
    completed_payload jsonb,
    cancelled_at timestamp with time zone,
    idempotency_key text,
    CONSTRAINT "t_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: t_second queue_653; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."t_second queue_653" (
    task_id uuid CONSTRAINT "t_second queue_task_id_not_null" NOT NULL,
    task_name text CONSTRAINT "t_second queue_task_name_not_null" NOT NULL,
    params jsonb CONSTRAINT "t_second queue_params_not_null" NOT NULL,
    headers jsonb,
    retry_strategy jsonb,
    max_attempts integer,
    cancellation jsonb,
    enqueue_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "t_second queue_enqueue_at_not_null" NOT NULL,
    first_started_at timestamp with time zone,
    state text CONSTRAINT "t_second queue_state_not_null" NOT NULL,
    attempts integer DEFAULT 0 CONSTRAINT "t_second queue_attempts_not_null" NOT NULL,
    last_attempt_run uuid,
    completed_payload jsonb,
    cancelled_at timestamp with time zone,
    idempotency_key text,
    CONSTRAINT "t_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: t_second queue_d; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."t_second queue_d" (
    task_id uuid CONSTRAINT "t_second queue_task_id_not_null" NOT NULL,
    task_name text CONSTRAINT "t_second queue_task_name_not_null" NOT NULL,
    params jsonb CONSTRAINT "t_second queue_params_not_null" NOT NULL,
    headers jsonb,
    retry_strategy jsonb,
    max_attempts integer,
    cancellation jsonb,
    enqueue_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "t_second queue_enqueue_at_not_null" NOT NULL,
    first_started_at timestamp with time zone,
    state text CONSTRAINT "t_second queue_state_not_null" NOT NULL,
    attempts integer DEFAULT 0 CONSTRAINT "t_second queue_attempts_not_null" NOT NULL,
    last_attempt_run uuid,
    completed_payload jsonb,
    cancelled_at timestamp with time zone,
    idempotency_key text,
    CONSTRAINT "t_second queue_state_check" CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'sleeping'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: w_default; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd.w_default (
    task_id uuid NOT NULL,
    run_id uuid NOT NULL,
    step_name text NOT NULL,
    event_name text NOT NULL,
    timeout_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL
);


--
-- Name: w_second queue; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."w_second queue" (
    task_id uuid NOT NULL,
    run_id uuid NOT NULL,
    step_name text NOT NULL,
    event_name text NOT NULL,
    timeout_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT absurd."current_time"() NOT NULL
)
PARTITION BY RANGE (run_id);


--
-- Name: w_second queue_649; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."w_second queue_649" (
    task_id uuid CONSTRAINT "w_second queue_task_id_not_null" NOT NULL,
    run_id uuid CONSTRAINT "w_second queue_run_id_not_null" NOT NULL,
    step_name text CONSTRAINT "w_second queue_step_name_not_null" NOT NULL,
    event_name text CONSTRAINT "w_second queue_event_name_not_null" NOT NULL,
    timeout_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "w_second queue_created_at_not_null" NOT NULL
);


--
-- Name: w_second queue_650; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."w_second queue_650" (
    task_id uuid CONSTRAINT "w_second queue_task_id_not_null" NOT NULL,
    run_id uuid CONSTRAINT "w_second queue_run_id_not_null" NOT NULL,
    step_name text CONSTRAINT "w_second queue_step_name_not_null" NOT NULL,
    event_name text CONSTRAINT "w_second queue_event_name_not_null" NOT NULL,
    timeout_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "w_second queue_created_at_not_null" NOT NULL
);


--
-- Name: w_second queue_651; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."w_second queue_651" (
    task_id uuid CONSTRAINT "w_second queue_task_id_not_null" NOT NULL,
    run_id uuid CONSTRAINT "w_second queue_run_id_not_null" NOT NULL,
    step_name text CONSTRAINT "w_second queue_step_name_not_null" NOT NULL,
    event_name text CONSTRAINT "w_second queue_event_name_not_null" NOT NULL,
    timeout_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "w_second queue_created_at_not_null" NOT NULL
);


--
-- Name: w_second queue_652; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."w_second queue_652" (
    task_id uuid CONSTRAINT "w_second queue_task_id_not_null" NOT NULL,
    run_id uuid CONSTRAINT "w_second queue_run_id_not_null" NOT NULL,
    step_name text CONSTRAINT "w_second queue_step_name_not_null" NOT NULL,
    event_name text CONSTRAINT "w_second queue_event_name_not_null" NOT NULL,
    timeout_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "w_second queue_created_at_not_null" NOT NULL
);


--
-- Name: w_second queue_653; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."w_second queue_653" (
    task_id uuid CONSTRAINT "w_second queue_task_id_not_null" NOT NULL,
    run_id uuid CONSTRAINT "w_second queue_run_id_not_null" NOT NULL,
    step_name text CONSTRAINT "w_second queue_step_name_not_null" NOT NULL,
    event_name text CONSTRAINT "w_second queue_event_name_not_null" NOT NULL,
    timeout_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "w_second queue_created_at_not_null" NOT NULL
);


--
-- Name: w_second queue_d; Type: TABLE; Schema: absurd; Owner: -
--

CREATE TABLE absurd."w_second queue_d" (
    task_id uuid CONSTRAINT "w_second queue_task_id_not_null" NOT NULL,
    run_id uuid CONSTRAINT "w_second queue_run_id_not_null" NOT NULL,
    step_name text CONSTRAINT "w_second queue_step_name_not_null" NOT NULL,
    event_name text CONSTRAINT "w_second queue_event_name_not_null" NOT NULL,
    timeout_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT absurd."current_time"() CONSTRAINT "w_second queue_created_at_not_null" NOT NULL
);


--
-- Name: c_second queue_649; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue" ATTACH PARTITION absurd."c_second queue_649" FOR VALUES FROM ('01a229c0-5400-7000-8000-000000000000') TO ('01a24dcc-d800-7000-8000-000000000000');


--
-- Name: c_second queue_650; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue" ATTACH PARTITION absurd."c_second queue_650" FOR VALUES FROM ('01a24dcc-d800-7000-8000-000000000000') TO ('01a271d9-5c00-7000-8000-000000000000');


--
-- Name: c_second queue_651; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue" ATTACH PARTITION absurd."c_second queue_651" FOR VALUES FROM ('01a271d9-5c00-7000-8000-000000000000') TO ('01a295e5-e000-7000-8000-000000000000');


--
-- Name: c_second queue_652; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue" ATTACH PARTITION absurd."c_second queue_652" FOR VALUES FROM ('01a295e5-e000-7000-8000-000000000000') TO ('01a2b9f2-6400-7000-8000-000000000000');


--
-- Name: c_second queue_653; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue" ATTACH PARTITION absurd."c_second queue_653" FOR VALUES FROM ('01a2b9f2-6400-7000-8000-000000000000') TO ('01a2ddfe-e800-7000-8000-000000000000');


--
-- Name: c_second queue_d; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue" ATTACH PARTITION absurd."c_second queue_d" DEFAULT;


--
-- Name: r_second queue_649; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue" ATTACH PARTITION absurd."r_second queue_649" FOR VALUES FROM ('01a229c0-5400-7000-8000-000000000000') TO ('01a24dcc-d800-7000-8000-000000000000');


--
-- Name: r_second queue_650; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue" ATTACH PARTITION absurd."r_second queue_650" FOR VALUES FROM ('01a24dcc-d800-7000-8000-000000000000') TO ('01a271d9-5c00-7000-8000-000000000000');


--
-- Name: r_second queue_651; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue" ATTACH PARTITION absurd."r_second queue_651" FOR VALUES FROM ('01a271d9-5c00-7000-8000-000000000000') TO ('01a295e5-e000-7000-8000-000000000000');


--
-- Name: r_second queue_652; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue" ATTACH PARTITION absurd."r_second queue_652" FOR VALUES FROM ('01a295e5-e000-7000-8000-000000000000') TO ('01a2b9f2-6400-7000-8000-000000000000');


--
-- Name: r_second queue_653; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue" ATTACH PARTITION absurd."r_second queue_653" FOR VALUES FROM ('01a2b9f2-6400-7000-8000-000000000000') TO ('01a2ddfe-e800-7000-8000-000000000000');


--
-- Name: r_second queue_d; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue" ATTACH PARTITION absurd."r_second queue_d" DEFAULT;


--
-- Name: t_second queue_649; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue" ATTACH PARTITION absurd."t_second queue_649" FOR VALUES FROM ('01a229c0-5400-7000-8000-000000000000') TO ('01a24dcc-d800-7000-8000-000000000000');


--
-- Name: t_second queue_650; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue" ATTACH PARTITION absurd."t_second queue_650" FOR VALUES FROM ('01a24dcc-d800-7000-8000-000000000000') TO ('01a271d9-5c00-7000-8000-000000000000');


--
-- Name: t_second queue_651; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue" ATTACH PARTITION absurd."t_second queue_651" FOR VALUES FROM ('01a271d9-5c00-7000-8000-000000000000') TO ('01a295e5-e000-7000-8000-000000000000');


--
-- Name: t_second queue_652; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue" ATTACH PARTITION absurd."t_second queue_652" FOR VALUES FROM ('01a295e5-e000-7000-8000-000000000000') TO ('01a2b9f2-6400-7000-8000-000000000000');


--
-- Name: t_second queue_653; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue" ATTACH PARTITION absurd."t_second queue_653" FOR VALUES FROM ('01a2b9f2-6400-7000-8000-000000000000') TO ('01a2ddfe-e800-7000-8000-000000000000');


--
-- Name: t_second queue_d; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue" ATTACH PARTITION absurd."t_second queue_d" DEFAULT;


--
-- Name: w_second queue_649; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue" ATTACH PARTITION absurd."w_second queue_649" FOR VALUES FROM ('01a229c0-5400-7000-8000-000000000000') TO ('01a24dcc-d800-7000-8000-000000000000');


--
-- Name: w_second queue_650; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue" ATTACH PARTITION absurd."w_second queue_650" FOR VALUES FROM ('01a24dcc-d800-7000-8000-000000000000') TO ('01a271d9-5c00-7000-8000-000000000000');


--
-- Name: w_second queue_651; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue" ATTACH PARTITION absurd."w_second queue_651" FOR VALUES FROM ('01a271d9-5c00-7000-8000-000000000000') TO ('01a295e5-e000-7000-8000-000000000000');


--
-- Name: w_second queue_652; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue" ATTACH PARTITION absurd."w_second queue_652" FOR VALUES FROM ('01a295e5-e000-7000-8000-000000000000') TO ('01a2b9f2-6400-7000-8000-000000000000');


--
-- Name: w_second queue_653; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue" ATTACH PARTITION absurd."w_second queue_653" FOR VALUES FROM ('01a2b9f2-6400-7000-8000-000000000000') TO ('01a2ddfe-e800-7000-8000-000000000000');


--
-- Name: w_second queue_d; Type: TABLE ATTACH; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue" ATTACH PARTITION absurd."w_second queue_d" DEFAULT;


--
-- Data for Name: c_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.c_default (task_id, checkpoint_name, state, status, owner_run_id, updated_at) FROM stdin;
01a22f19-7a86-7b54-93ad-650804312d00	only	{"x": 0}	committed	01a22f19-7a86-7bc6-9396-dbe566f8376c	2026-12-01 00:55:28.88012+00
01a22f19-7a89-7c90-b13d-f5b05e01be39	only	{"x": 1}	committed	01a22f19-7a89-7cd2-897f-2a858d954bea	2026-12-01 00:55:28.882766+00
01a22f19-7a8b-7048-b0be-f82cd649e60e	only	{"x": 2}	committed	01a22f19-7a8b-7076-bb52-5e7b0fae248e	2026-12-01 00:55:28.885913+00
01a22f19-7a8a-77ad-bf54-3cda27ac696e	only	{"x": 1}	committed	01a22f19-7a8a-77df-b8e5-791f72155f0c	2026-12-01 00:55:28.88824+00
01a22f19-7a8b-7db8-ad1b-1b76dca85a9d	only	{"x": 3}	committed	01a22f19-7a8b-7de8-9721-abd4edc51c53	2026-12-01 00:55:28.899335+00
01a22f19-7a8c-75c7-ac36-7423f8fcfbfd	only	{"x": 4}	committed	01a22f19-7a8c-75f5-b722-f3d2275371ec	2026-12-01 00:55:28.901367+00
01a22f19-7a8d-7c79-b4cb-c5480bd3ddfa	$awaitEvent:arrived	{"x": 5}	committed	01a22f19-7a8d-7ca2-80a3-c003f3ac3579	2026-12-01 00:55:28.907587+00
01a22f19-7a8c-7e51-ad6b-a88b100aeba1	nap	"2026-12-01T10:55:28.903051+00:00"	committed	01a22f19-7a8c-7e7b-9bcc-bc7c0a322bb6	2026-12-01 00:55:28.908399+00
\.


--
-- Data for Name: c_second queue_649; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."c_second queue_649" (task_id, checkpoint_name, state, status, owner_run_id, updated_at) FROM stdin;
\.


--
-- Data for Name: c_second queue_650; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."c_second queue_650" (task_id, checkpoint_name, state, status, owner_run_id, updated_at) FROM stdin;
\.


--
-- Data for Name: c_second queue_651; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."c_second queue_651" (task_id, checkpoint_name, state, status, owner_run_id, updated_at) FROM stdin;
\.


--
-- Data for Name: c_second queue_652; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."c_second queue_652" (task_id, checkpoint_name, state, status, owner_run_id, updated_at) FROM stdin;
\.


--
-- Data for Name: c_second queue_653; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."c_second queue_653" (task_id, checkpoint_name, state, status, owner_run_id, updated_at) FROM stdin;
\.


--
-- Data for Name: c_second queue_d; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."c_second queue_d" (task_id, checkpoint_name, state, status, owner_run_id, updated_at) FROM stdin;
\.


--
-- Data for Name: e_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.e_default (event_name, payload, emitted_at) FROM stdin;
arrived	{"x": 5}	2026-12-01 00:55:28.654247+00
never	\N	1970-01-01 00:00:00+00
\.


--
-- Data for Name: e_second queue; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."e_second queue" (event_name, payload, emitted_at) FROM stdin;
\.


--
-- Data for Name: i_second queue; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."i_second queue" (idempotency_key, task_id) FROM stdin;
\.


--
-- Data for Name: queues; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.queues (queue_name, created_at, storage_mode, default_partition, partition_lookahead, partition_lookback, cleanup_ttl, cleanup_limit, detach_mode, detach_min_age) FROM stdin;
default	2026-12-01 00:55:28.616503+00	unpartitioned	enabled	28 days	1 day	30 days	1000	none	30 days
second queue	2026-12-01 00:55:29.447124+00	partitioned	enabled	28 days	1 day	30 days	1000	none	30 days
\.


--
-- Data for Name: r_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.r_default (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
01a22f19-7a8f-7e9b-ad99-5e02f4eea5fb	01a22f19-7a8f-7e6e-a7c6-c0429c225fb4	1	cancelled	\N	\N	2026-12-01 00:55:28.65592+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:55:28.65601+00
01a22f19-7a86-7bc6-9396-dbe566f8376c	01a22f19-7a86-7b54-93ad-650804312d00	1	completed	worker-1	2026-12-01 01:05:28.88012+00	2026-12-01 00:55:28.872028+00	\N	\N	2026-12-01 00:55:28.872028+00	2026-12-01 00:55:28.881414+00	\N	{"x": 0}	\N	2026-12-01 00:55:28.647663+00
01a22f19-7a89-7cd2-897f-2a858d954bea	01a22f19-7a89-7c90-b13d-f5b05e01be39	1	completed	worker-1	2026-12-01 01:05:28.882766+00	2026-12-01 00:55:28.872028+00	\N	\N	2026-12-01 00:55:28.872028+00	2026-12-01 00:55:28.884835+00	\N	{"x": 1}	\N	2026-12-01 00:55:28.649936+00
01a22f19-7a8a-77df-b8e5-791f72155f0c	01a22f19-7a8a-77ad-bf54-3cda27ac696e	1	failed	worker-1	2026-12-01 01:05:28.88824+00	2026-12-01 00:55:28.872028+00	\N	\N	2026-12-01 00:55:28.872028+00	\N	2026-12-01 00:55:28.889691+00	\N	{"name": "ValueError", "message": "{'x': 1}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 1}\\n"}	2026-12-01 00:55:28.650597+00
01a22f19-7a8b-7076-bb52-5e7b0fae248e	01a22f19-7a8b-7048-b0be-f82cd649e60e	1	failed	worker-1	2026-12-01 01:05:28.885913+00	2026-12-01 00:55:28.883652+00	\N	\N	2026-12-01 00:55:28.883652+00	\N	2026-12-01 00:55:28.892174+00	\N	{"name": "ValueError", "message": "{'x': 2}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 2}\\n"}	2026-12-01 00:55:28.65144+00
01a22f19-7a8c-75f5-b722-f3d2275371ec	01a22f19-7a8c-75c7-ac36-7423f8fcfbfd	1	failed	worker-1	2026-12-01 01:05:28.901367+00	2026-12-01 00:55:28.897398+00	\N	\N	2026-12-01 00:55:28.897398+00	\N	2026-12-01 00:55:28.902219+00	\N	{"name": "ValueError", "message": "{'x': 4}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 4}\\n"}	2026-12-01 00:55:28.652537+00
01a22f19-7a8b-7de8-9721-abd4edc51c53	01a22f19-7a8b-7db8-ad1b-1b76dca85a9d	1	failed	worker-1	2026-12-01 01:05:28.899335+00	2026-12-01 00:55:28.887142+00	\N	\N	2026-12-01 00:55:28.887142+00	\N	2026-12-01 00:55:28.903147+00	\N	{"name": "ValueError", "message": "{'x': 3}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 3}\\n"}	2026-12-01 00:55:28.651979+00
01a22f19-7a8d-7ca2-80a3-c003f3ac3579	01a22f19-7a8d-7c79-b4cb-c5480bd3ddfa	1	completed	worker-1	2026-12-01 01:05:28.905803+00	2026-12-01 00:55:28.905803+00	\N	\N	2026-12-01 00:55:28.905803+00	2026-12-01 00:55:28.909172+00	\N	null	\N	2026-12-01 00:55:28.653872+00
01a22f19-7a8c-7e7b-9bcc-bc7c0a322bb6	01a22f19-7a8c-7e51-ad6b-a88b100aeba1	1	sleeping	\N	\N	2026-12-01 10:55:28.903904+00	\N	\N	2026-12-01 00:55:28.900245+00	\N	\N	\N	\N	2026-12-01 00:55:28.652993+00
01a22f19-7a8d-75a0-8b03-7c09dca90c06	01a22f19-7a8d-7577-8cf1-18b389e38741	1	sleeping	\N	\N	infinity	never	\N	2026-12-01 00:55:28.904784+00	\N	\N	\N	\N	2026-12-01 00:55:28.653435+00
01a22f19-7b7c-7c21-97c4-b1293cf3d08d	01a22f19-7a8b-7048-b0be-f82cd649e60e	2	failed	worker-1	2026-12-01 01:05:29.162531+00	2026-12-01 00:55:29.162531+00	\N	\N	2026-12-01 00:55:29.162531+00	\N	2026-12-01 00:55:29.165434+00	\N	{"name": "ValueError", "message": "{'x': 2}", "traceback": "Traceback (most recent call last):\\n  File \\"/srv/venv/lib/python3.11/site-packages/absurd_sdk/__init__.py\\", line 1793, in _execute_task\\n    result = cast(JsonValue, registration[\\"handler\\"](task[\\"params\\"], ctx))\\n                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\\n  File \\"/srv/fixtures/absurd_tasks.py\\", line 28, in fail\\n    raise ValueError(params)\\nValueError: {'x': 2}\\n"}	2026-12-01 00:55:28.892835+00
01a22f19-7da5-7d04-b2a1-da919ae5a2bb	01a22f19-7da5-7c80-901d-90715da55b74	1	pending	\N	\N	2026-12-01 00:55:29.44583+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:55:29.44634+00
01a22f19-7b87-74a7-a84b-0a74435a37f6	01a22f19-7a8b-7db8-ad1b-1b76dca85a9d	2	sleeping	\N	\N	2026-12-02 00:55:28.903147+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:55:28.90333+00
\.


--
-- Data for Name: r_second queue_649; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."r_second queue_649" (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
01a22f19-7e34-7b44-8b2d-385e43d334e8	01a22f19-7e34-7b02-a334-ddb8ae0db3e1	1	pending	\N	\N	2026-12-01 00:55:29.588717+00	\N	\N	\N	\N	\N	\N	\N	2026-12-01 00:55:29.589184+00
\.


--
-- Data for Name: r_second queue_650; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."r_second queue_650" (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
\.


--
-- Data for Name: r_second queue_651; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."r_second queue_651" (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
\.


--
-- Data for Name: r_second queue_652; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."r_second queue_652" (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
\.


--
-- Data for Name: r_second queue_653; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."r_second queue_653" (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
\.


--
-- Data for Name: r_second queue_d; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."r_second queue_d" (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, wake_event, event_payload, started_at, completed_at, failed_at, result, failure_reason, created_at) FROM stdin;
\.


--
-- Data for Name: t_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.t_default (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
01a22f19-7a8f-7e6e-a7c6-c0429c225fb4	finish	{"x": 6}	\N	\N	5	\N	2026-12-01 00:55:28.65592+00	\N	cancelled	1	01a22f19-7a8f-7e9b-ad99-5e02f4eea5fb	\N	2026-12-01 00:55:28.6564+00	\N
01a22f19-7a86-7b54-93ad-650804312d00	finish	{"x": 0}	\N	\N	5	\N	2026-12-01 00:55:28.64677+00	2026-12-01 00:55:28.872028+00	completed	1	01a22f19-7a86-7bc6-9396-dbe566f8376c	{"x": 0}	\N	\N
01a22f19-7a89-7c90-b13d-f5b05e01be39	finish	{"x": 1}	\N	\N	5	\N	2026-12-01 00:55:28.649813+00	2026-12-01 00:55:28.872028+00	completed	1	01a22f19-7a89-7cd2-897f-2a858d954bea	{"x": 1}	\N	\N
01a22f19-7a8a-77ad-bf54-3cda27ac696e	fail	{"x": 1}	\N	\N	1	\N	2026-12-01 00:55:28.650501+00	2026-12-01 00:55:28.872028+00	failed	1	01a22f19-7a8a-77df-b8e5-791f72155f0c	\N	\N	\N
01a22f19-7a8c-75c7-ac36-7423f8fcfbfd	fail	{"x": 4}	\N	{"kind": "fixed", "base_seconds": 2}	9	{"max_duration": 1}	2026-12-01 00:55:28.65238+00	2026-12-01 00:55:28.897398+00	cancelled	1	01a22f19-7a8c-75f5-b722-f3d2275371ec	\N	2026-12-01 00:55:28.902219+00	\N
01a22f19-7a8b-7db8-ad1b-1b76dca85a9d	fail	{"x": 3}	\N	{"kind": "fixed", "base_seconds": 86400}	9	\N	2026-12-01 00:55:28.651877+00	2026-12-01 00:55:28.887142+00	sleeping	2	01a22f19-7b87-74a7-a84b-0a74435a37f6	\N	\N	\N
01a22f19-7a8d-7c79-b4cb-c5480bd3ddfa	hear	{}	\N	\N	5	\N	2026-12-01 00:55:28.653796+00	2026-12-01 00:55:28.905803+00	completed	1	01a22f19-7a8d-7ca2-80a3-c003f3ac3579	null	\N	\N
01a22f19-7a8c-7e51-ad6b-a88b100aeba1	nap	{}	\N	\N	5	\N	2026-12-01 00:55:28.652912+00	2026-12-01 00:55:28.900245+00	sleeping	1	01a22f19-7a8c-7e7b-9bcc-bc7c0a322bb6	\N	\N	\N
01a22f19-7a8d-7577-8cf1-18b389e38741	listen	{}	\N	\N	5	\N	2026-12-01 00:55:28.653358+00	2026-12-01 00:55:28.904784+00	sleeping	1	01a22f19-7a8d-75a0-8b03-7c09dca90c06	\N	\N	\N
01a22f19-7a8b-7048-b0be-f82cd649e60e	fail	{"x": 2}	\N	{"kind": "fixed", "base_seconds": 0.1}	2	\N	2026-12-01 00:55:28.651037+00	2026-12-01 00:55:28.883652+00	failed	2	01a22f19-7b7c-7c21-97c4-b1293cf3d08d	\N	\N	\N
01a22f19-7da5-7c80-901d-90715da55b74	finish	{"x": 7}	\N	\N	5	\N	2026-12-01 00:55:29.44583+00	\N	pending	1	01a22f19-7da5-7d04-b2a1-da919ae5a2bb	\N	\N	once
\.


--
-- Data for Name: t_second queue_649; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."t_second queue_649" (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
01a22f19-7e34-7b02-a334-ddb8ae0db3e1	elsewhere	{"x": 8}	\N	\N	5	\N	2026-12-01 00:55:29.588717+00	\N	pending	1	01a22f19-7e34-7b44-8b2d-385e43d334e8	\N	\N	\N
\.


--
-- Data for Name: t_second queue_650; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."t_second queue_650" (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
\.


--
-- Data for Name: t_second queue_651; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."t_second queue_651" (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
\.


--
-- Data for Name: t_second queue_652; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."t_second queue_652" (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
\.


--
-- Data for Name: t_second queue_653; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."t_second queue_653" (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
\.


--
-- Data for Name: t_second queue_d; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."t_second queue_d" (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key) FROM stdin;
\.


--
-- Data for Name: w_default; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd.w_default (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
01a22f19-7a8d-7577-8cf1-18b389e38741	01a22f19-7a8d-75a0-8b03-7c09dca90c06	$awaitEvent:never	never	\N	2026-12-01 00:55:28.910211+00
\.


--
-- Data for Name: w_second queue_649; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."w_second queue_649" (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
\.


--
-- Data for Name: w_second queue_650; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."w_second queue_650" (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
\.


--
-- Data for Name: w_second queue_651; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."w_second queue_651" (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
\.


--
-- Data for Name: w_second queue_652; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."w_second queue_652" (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
\.


--
-- Data for Name: w_second queue_653; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."w_second queue_653" (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
\.


--
-- Data for Name: w_second queue_d; Type: TABLE DATA; Schema: absurd; Owner: -
--

COPY absurd."w_second queue_d" (task_id, run_id, step_name, event_name, timeout_at, created_at) FROM stdin;
\.


--
-- Name: c_default c_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.c_default
    ADD CONSTRAINT c_default_pkey PRIMARY KEY (task_id, checkpoint_name);


--
-- Name: c_second queue c_second queue_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue"
    ADD CONSTRAINT "c_second queue_pkey" PRIMARY KEY (task_id, checkpoint_name);


--
-- Name: c_second queue_649 c_second queue_649_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue_649"
    ADD CONSTRAINT "c_second queue_649_pkey" PRIMARY KEY (task_id, checkpoint_name);


--
-- Name: c_second queue_650 c_second queue_650_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue_650"
    ADD CONSTRAINT "c_second queue_650_pkey" PRIMARY KEY (task_id, checkpoint_name);


--
-- Name: c_second queue_651 c_second queue_651_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue_651"
    ADD CONSTRAINT "c_second queue_651_pkey" PRIMARY KEY (task_id, checkpoint_name);


--
-- Name: c_second queue_652 c_second queue_652_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue_652"
    ADD CONSTRAINT "c_second queue_652_pkey" PRIMARY KEY (task_id, checkpoint_name);


--
-- Name: c_second queue_653 c_second queue_653_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue_653"
    ADD CONSTRAINT "c_second queue_653_pkey" PRIMARY KEY (task_id, checkpoint_name);


--
-- Name: c_second queue_d c_second queue_d_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."c_second queue_d"
    ADD CONSTRAINT "c_second queue_d_pkey" PRIMARY KEY (task_id, checkpoint_name);


--
-- Name: e_default e_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.e_default
    ADD CONSTRAINT e_default_pkey PRIMARY KEY (event_name);


--
-- Name: e_second queue e_second queue_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."e_second queue"
    ADD CONSTRAINT "e_second queue_pkey" PRIMARY KEY (event_name);


--
-- Name: i_second queue i_second queue_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."i_second queue"
    ADD CONSTRAINT "i_second queue_pkey" PRIMARY KEY (idempotency_key);


--
-- Name: queues queues_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.queues
    ADD CONSTRAINT queues_pkey PRIMARY KEY (queue_name);


--
-- Name: r_default r_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.r_default
    ADD CONSTRAINT r_default_pkey PRIMARY KEY (run_id);


--
-- Name: r_second queue r_second queue_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue"
    ADD CONSTRAINT "r_second queue_pkey" PRIMARY KEY (run_id);


--
-- Name: r_second queue_649 r_second queue_649_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue_649"
    ADD CONSTRAINT "r_second queue_649_pkey" PRIMARY KEY (run_id);


--
-- Name: r_second queue_650 r_second queue_650_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue_650"
    ADD CONSTRAINT "r_second queue_650_pkey" PRIMARY KEY (run_id);


--
-- Name: r_second queue_651 r_second queue_651_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue_651"
    ADD CONSTRAINT "r_second queue_651_pkey" PRIMARY KEY (run_id);


--
-- Name: r_second queue_652 r_second queue_652_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue_652"
    ADD CONSTRAINT "r_second queue_652_pkey" PRIMARY KEY (run_id);


--
-- Name: r_second queue_653 r_second queue_653_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue_653"
    ADD CONSTRAINT "r_second queue_653_pkey" PRIMARY KEY (run_id);


--
-- Name: r_second queue_d r_second queue_d_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."r_second queue_d"
    ADD CONSTRAINT "r_second queue_d_pkey" PRIMARY KEY (run_id);


--
-- Name: t_default t_default_idempotency_key_key; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.t_default
    ADD CONSTRAINT t_default_idempotency_key_key UNIQUE (idempotency_key);


--
-- Name: t_default t_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.t_default
    ADD CONSTRAINT t_default_pkey PRIMARY KEY (task_id);


--
-- Name: t_second queue t_second queue_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue"
    ADD CONSTRAINT "t_second queue_pkey" PRIMARY KEY (task_id);


--
-- Name: t_second queue_649 t_second queue_649_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue_649"
    ADD CONSTRAINT "t_second queue_649_pkey" PRIMARY KEY (task_id);


--
-- Name: t_second queue_650 t_second queue_650_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue_650"
    ADD CONSTRAINT "t_second queue_650_pkey" PRIMARY KEY (task_id);


--
-- Name: t_second queue_651 t_second queue_651_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue_651"
    ADD CONSTRAINT "t_second queue_651_pkey" PRIMARY KEY (task_id);


--
-- Name: t_second queue_652 t_second queue_652_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue_652"
    ADD CONSTRAINT "t_second queue_652_pkey" PRIMARY KEY (task_id);


--
-- Name: t_second queue_653 t_second queue_653_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue_653"
    ADD CONSTRAINT "t_second queue_653_pkey" PRIMARY KEY (task_id);


--
-- Name: t_second queue_d t_second queue_d_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."t_second queue_d"
    ADD CONSTRAINT "t_second queue_d_pkey" PRIMARY KEY (task_id);


--
-- Name: w_default w_default_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd.w_default
    ADD CONSTRAINT w_default_pkey PRIMARY KEY (run_id, step_name);


--
-- Name: w_second queue w_second queue_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue"
    ADD CONSTRAINT "w_second queue_pkey" PRIMARY KEY (run_id, step_name);


--
-- Name: w_second queue_649 w_second queue_649_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue_649"
    ADD CONSTRAINT "w_second queue_649_pkey" PRIMARY KEY (run_id, step_name);


--
-- Name: w_second queue_650 w_second queue_650_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue_650"
    ADD CONSTRAINT "w_second queue_650_pkey" PRIMARY KEY (run_id, step_name);


--
-- Name: w_second queue_651 w_second queue_651_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue_651"
    ADD CONSTRAINT "w_second queue_651_pkey" PRIMARY KEY (run_id, step_name);


--
-- Name: w_second queue_652 w_second queue_652_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue_652"
    ADD CONSTRAINT "w_second queue_652_pkey" PRIMARY KEY (run_id, step_name);


--
-- Name: w_second queue_653 w_second queue_653_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue_653"
    ADD CONSTRAINT "w_second queue_653_pkey" PRIMARY KEY (run_id, step_name);


--
-- Name: w_second queue_d w_second queue_d_pkey; Type: CONSTRAINT; Schema: absurd; Owner: -
--

ALTER TABLE ONLY absurd."w_second queue_d"
    ADD CONSTRAINT "w_second queue_d_pkey" PRIMARY KEY (run_id, step_name);


--
-- Name: e_default_eai; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX e_default_eai ON absurd.e_default USING btree (emitted_at);


--
-- Name: e_second queue_eai; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "e_second queue_eai" ON absurd."e_second queue" USING btree (emitted_at);


--
-- Name: i_second queue_ti; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "i_second queue_ti" ON absurd."i_second queue" USING btree (task_id);


--
-- Name: r_default_cei; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX r_default_cei ON absurd.r_default USING btree (claim_expires_at) WHERE ((state = 'running'::text) AND (claim_expires_at IS NOT NULL));


--
-- Name: r_default_sai; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX r_default_sai ON absurd.r_default USING btree (state, available_at);


--
-- Name: r_default_ti; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX r_default_ti ON absurd.r_default USING btree (task_id);


--
-- Name: r_second queue_cei; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_cei" ON ONLY absurd."r_second queue" USING btree (claim_expires_at) WHERE ((state = 'running'::text) AND (claim_expires_at IS NOT NULL));


--
-- Name: r_second queue_649_claim_expires_at_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_649_claim_expires_at_idx" ON absurd."r_second queue_649" USING btree (claim_expires_at) WHERE ((state = 'running'::text) AND (claim_expires_at IS NOT NULL));


--
-- Name: r_second queue_sai; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_sai" ON ONLY absurd."r_second queue" USING btree (state, available_at);


--
-- Name: r_second queue_649_state_available_at_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_649_state_available_at_idx" ON absurd."r_second queue_649" USING btree (state, available_at);


--
-- Name: r_second queue_ti; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_ti" ON ONLY absurd."r_second queue" USING btree (task_id);


--
-- Name: r_second queue_649_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_649_task_id_idx" ON absurd."r_second queue_649" USING btree (task_id);


--
-- Name: r_second queue_650_claim_expires_at_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_650_claim_expires_at_idx" ON absurd."r_second queue_650" USING btree (claim_expires_at) WHERE ((state = 'running'::text) AND (claim_expires_at IS NOT NULL));


--
-- Name: r_second queue_650_state_available_at_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_650_state_available_at_idx" ON absurd."r_second queue_650" USING btree (state, available_at);


--
-- Name: r_second queue_650_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_650_task_id_idx" ON absurd."r_second queue_650" USING btree (task_id);


--
-- Name: r_second queue_651_claim_expires_at_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_651_claim_expires_at_idx" ON absurd."r_second queue_651" USING btree (claim_expires_at) WHERE ((state = 'running'::text) AND (claim_expires_at IS NOT NULL));


--
-- Name: r_second queue_651_state_available_at_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_651_state_available_at_idx" ON absurd."r_second queue_651" USING btree (state, available_at);


--
-- Name: r_second queue_651_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_651_task_id_idx" ON absurd."r_second queue_651" USING btree (task_id);


--
-- Name: r_second queue_652_claim_expires_at_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_652_claim_expires_at_idx" ON absurd."r_second queue_652" USING btree (claim_expires_at) WHERE ((state = 'running'::text) AND (claim_expires_at IS NOT NULL));


--
-- Name: r_second queue_652_state_available_at_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_652_state_available_at_idx" ON absurd."r_second queue_652" USING btree (state, available_at);


--
-- Name: r_second queue_652_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_652_task_id_idx" ON absurd."r_second queue_652" USING btree (task_id);


--
-- Name: r_second queue_653_claim_expires_at_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_653_claim_expires_at_idx" ON absurd."r_second queue_653" USING btree (claim_expires_at) WHERE ((state = 'running'::text) AND (claim_expires_at IS NOT NULL));


--
-- Name: r_second queue_653_state_available_at_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_653_state_available_at_idx" ON absurd."r_second queue_653" USING btree (state, available_at);


--
-- Name: r_second queue_653_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_653_task_id_idx" ON absurd."r_second queue_653" USING btree (task_id);


--
-- Name: r_second queue_d_claim_expires_at_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_d_claim_expires_at_idx" ON absurd."r_second queue_d" USING btree (claim_expires_at) WHERE ((state = 'running'::text) AND (claim_expires_at IS NOT NULL));


--
-- Name: r_second queue_d_state_available_at_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_d_state_available_at_idx" ON absurd."r_second queue_d" USING btree (state, available_at);


--
-- Name: r_second queue_d_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "r_second queue_d_task_id_idx" ON absurd."r_second queue_d" USING btree (task_id);


--
-- Name: t_default_ci; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX t_default_ci ON absurd.t_default USING btree (task_id) WHERE (cancellation IS NOT NULL);


--
-- Name: t_second queue_ci; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "t_second queue_ci" ON ONLY absurd."t_second queue" USING btree (task_id) WHERE (cancellation IS NOT NULL);


--
-- Name: t_second queue_649_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "t_second queue_649_task_id_idx" ON absurd."t_second queue_649" USING btree (task_id) WHERE (cancellation IS NOT NULL);


--
-- Name: t_second queue_650_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "t_second queue_650_task_id_idx" ON absurd."t_second queue_650" USING btree (task_id) WHERE (cancellation IS NOT NULL);


--
-- Name: t_second queue_651_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "t_second queue_651_task_id_idx" ON absurd."t_second queue_651" USING btree (task_id) WHERE (cancellation IS NOT NULL);


--
-- Name: t_second queue_652_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "t_second queue_652_task_id_idx" ON absurd."t_second queue_652" USING btree (task_id) WHERE (cancellation IS NOT NULL);


--
-- Name: t_second queue_653_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "t_second queue_653_task_id_idx" ON absurd."t_second queue_653" USING btree (task_id) WHERE (cancellation IS NOT NULL);


--
-- Name: t_second queue_d_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "t_second queue_d_task_id_idx" ON absurd."t_second queue_d" USING btree (task_id) WHERE (cancellation IS NOT NULL);


--
-- Name: w_default_eni; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX w_default_eni ON absurd.w_default USING btree (event_name);


--
-- Name: w_default_ti; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX w_default_ti ON absurd.w_default USING btree (task_id);


--
-- Name: w_second queue_eni; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_eni" ON ONLY absurd."w_second queue" USING btree (event_name);


--
-- Name: w_second queue_649_event_name_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_649_event_name_idx" ON absurd."w_second queue_649" USING btree (event_name);


--
-- Name: w_second queue_ti; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_ti" ON ONLY absurd."w_second queue" USING btree (task_id);


--
-- Name: w_second queue_649_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_649_task_id_idx" ON absurd."w_second queue_649" USING btree (task_id);


--
-- Name: w_second queue_650_event_name_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_650_event_name_idx" ON absurd."w_second queue_650" USING btree (event_name);


--
-- Name: w_second queue_650_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_650_task_id_idx" ON absurd."w_second queue_650" USING btree (task_id);


--
-- Name: w_second queue_651_event_name_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_651_event_name_idx" ON absurd."w_second queue_651" USING btree (event_name);


--
-- Name: w_second queue_651_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_651_task_id_idx" ON absurd."w_second queue_651" USING btree (task_id);


--
-- Name: w_second queue_652_event_name_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_652_event_name_idx" ON absurd."w_second queue_652" USING btree (event_name);


--
-- Name: w_second queue_652_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_652_task_id_idx" ON absurd."w_second queue_652" USING btree (task_id);


--
-- Name: w_second queue_653_event_name_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_653_event_name_idx" ON absurd."w_second queue_653" USING btree (event_name);


--
-- Name: w_second queue_653_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_653_task_id_idx" ON absurd."w_second queue_653" USING btree (task_id);


--
-- Name: w_second queue_d_event_name_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_d_event_name_idx" ON absurd."w_second queue_d" USING btree (event_name);


--
-- Name: w_second queue_d_task_id_idx; Type: INDEX; Schema: absurd; Owner: -
--

CREATE INDEX "w_second queue_d_task_id_idx" ON absurd."w_second queue_d" USING btree (task_id);


--
-- Name: c_second queue_649_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."c_second queue_pkey" ATTACH PARTITION absurd."c_second queue_649_pkey";


--
-- Name: c_second queue_650_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."c_second queue_pkey" ATTACH PARTITION absurd."c_second queue_650_pkey";


--
-- Name: c_second queue_651_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."c_second queue_pkey" ATTACH PARTITION absurd."c_second queue_651_pkey";


--
-- Name: c_second queue_652_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."c_second queue_pkey" ATTACH PARTITION absurd."c_second queue_652_pkey";


--
-- Name: c_second queue_653_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."c_second queue_pkey" ATTACH PARTITION absurd."c_second queue_653_pkey";


--
-- Name: c_second queue_d_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."c_second queue_pkey" ATTACH PARTITION absurd."c_second queue_d_pkey";


--
-- Name: r_second queue_649_claim_expires_at_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_cei" ATTACH PARTITION absurd."r_second queue_649_claim_expires_at_idx";


--
-- Name: r_second queue_649_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_pkey" ATTACH PARTITION absurd."r_second queue_649_pkey";


--
-- Name: r_second queue_649_state_available_at_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_sai" ATTACH PARTITION absurd."r_second queue_649_state_available_at_idx";


--
-- Name: r_second queue_649_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_ti" ATTACH PARTITION absurd."r_second queue_649_task_id_idx";


--
-- Name: r_second queue_650_claim_expires_at_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_cei" ATTACH PARTITION absurd."r_second queue_650_claim_expires_at_idx";


--
-- Name: r_second queue_650_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_pkey" ATTACH PARTITION absurd."r_second queue_650_pkey";


--
-- Name: r_second queue_650_state_available_at_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_sai" ATTACH PARTITION absurd."r_second queue_650_state_available_at_idx";


--
-- Name: r_second queue_650_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_ti" ATTACH PARTITION absurd."r_second queue_650_task_id_idx";


--
-- Name: r_second queue_651_claim_expires_at_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_cei" ATTACH PARTITION absurd."r_second queue_651_claim_expires_at_idx";


--
-- Name: r_second queue_651_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_pkey" ATTACH PARTITION absurd."r_second queue_651_pkey";


--
-- Name: r_second queue_651_state_available_at_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_sai" ATTACH PARTITION absurd."r_second queue_651_state_available_at_idx";


--
-- Name: r_second queue_651_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_ti" ATTACH PARTITION absurd."r_second queue_651_task_id_idx";


--
-- Name: r_second queue_652_claim_expires_at_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_cei" ATTACH PARTITION absurd."r_second queue_652_claim_expires_at_idx";


--
-- Name: r_second queue_652_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_pkey" ATTACH PARTITION absurd."r_second queue_652_pkey";


--
-- Name: r_second queue_652_state_available_at_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_sai" ATTACH PARTITION absurd."r_second queue_652_state_available_at_idx";


--
-- Name: r_second queue_652_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_ti" ATTACH PARTITION absurd."r_second queue_652_task_id_idx";


--
-- Name: r_second queue_653_claim_expires_at_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_cei" ATTACH PARTITION absurd."r_second queue_653_claim_expires_at_idx";


--
-- Name: r_second queue_653_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_pkey" ATTACH PARTITION absurd."r_second queue_653_pkey";


--
-- Name: r_second queue_653_state_available_at_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_sai" ATTACH PARTITION absurd."r_second queue_653_state_available_at_idx";


--
-- Name: r_second queue_653_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_ti" ATTACH PARTITION absurd."r_second queue_653_task_id_idx";


--
-- Name: r_second queue_d_claim_expires_at_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_cei" ATTACH PARTITION absurd."r_second queue_d_claim_expires_at_idx";


--
-- Name: r_second queue_d_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_pkey" ATTACH PARTITION absurd."r_second queue_d_pkey";


--
-- Name: r_second queue_d_state_available_at_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_sai" ATTACH PARTITION absurd."r_second queue_d_state_available_at_idx";


--
-- Name: r_second queue_d_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."r_second queue_ti" ATTACH PARTITION absurd."r_second queue_d_task_id_idx";


--
-- Name: t_second queue_649_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."t_second queue_pkey" ATTACH PARTITION absurd."t_second queue_649_pkey";


--
-- Name: t_second queue_649_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."t_second queue_ci" ATTACH PARTITION absurd."t_second queue_649_task_id_idx";


--
-- Name: t_second queue_650_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."t_second queue_pkey" ATTACH PARTITION absurd."t_second queue_650_pkey";


--
-- Name: t_second queue_650_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."t_second queue_ci" ATTACH PARTITION absurd."t_second queue_650_task_id_idx";


--
-- Name: t_second queue_651_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."t_second queue_pkey" ATTACH PARTITION absurd."t_second queue_651_pkey";


--
-- Name: t_second queue_651_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."t_second queue_ci" ATTACH PARTITION absurd."t_second queue_651_task_id_idx";


--
-- Name: t_second queue_652_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."t_second queue_pkey" ATTACH PARTITION absurd."t_second queue_652_pkey";


--
-- Name: t_second queue_652_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."t_second queue_ci" ATTACH PARTITION absurd."t_second queue_652_task_id_idx";


--
-- Name: t_second queue_653_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."t_second queue_pkey" ATTACH PARTITION absurd."t_second queue_653_pkey";


--
-- Name: t_second queue_653_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."t_second queue_ci" ATTACH PARTITION absurd."t_second queue_653_task_id_idx";


--
-- Name: t_second queue_d_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."t_second queue_pkey" ATTACH PARTITION absurd."t_second queue_d_pkey";


--
-- Name: t_second queue_d_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."t_second queue_ci" ATTACH PARTITION absurd."t_second queue_d_task_id_idx";


--
-- Name: w_second queue_649_event_name_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_eni" ATTACH PARTITION absurd."w_second queue_649_event_name_idx";


--
-- Name: w_second queue_649_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_pkey" ATTACH PARTITION absurd."w_second queue_649_pkey";


--
-- Name: w_second queue_649_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_ti" ATTACH PARTITION absurd."w_second queue_649_task_id_idx";


--
-- Name: w_second queue_650_event_name_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_eni" ATTACH PARTITION absurd."w_second queue_650_event_name_idx";


--
-- Name: w_second queue_650_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_pkey" ATTACH PARTITION absurd."w_second queue_650_pkey";


--
-- Name: w_second queue_650_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_ti" ATTACH PARTITION absurd."w_second queue_650_task_id_idx";


--
-- Name: w_second queue_651_event_name_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_eni" ATTACH PARTITION absurd."w_second queue_651_event_name_idx";


--
-- Name: w_second queue_651_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_pkey" ATTACH PARTITION absurd."w_second queue_651_pkey";


--
-- Name: w_second queue_651_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_ti" ATTACH PARTITION absurd."w_second queue_651_task_id_idx";


--
-- Name: w_second queue_652_event_name_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_eni" ATTACH PARTITION absurd."w_second queue_652_event_name_idx";


--
-- Name: w_second queue_652_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_pkey" ATTACH PARTITION absurd."w_second queue_652_pkey";


--
-- Name: w_second queue_652_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_ti" ATTACH PARTITION absurd."w_second queue_652_task_id_idx";


--
-- Name: w_second queue_653_event_name_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_eni" ATTACH PARTITION absurd."w_second queue_653_event_name_idx";


--
-- Name: w_second queue_653_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_pkey" ATTACH PARTITION absurd."w_second queue_653_pkey";


--
-- Name: w_second queue_653_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_ti" ATTACH PARTITION absurd."w_second queue_653_task_id_idx";


--
-- Name: w_second queue_d_event_name_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_eni" ATTACH PARTITION absurd."w_second queue_d_event_name_idx";


--
-- Name: w_second queue_d_pkey; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_pkey" ATTACH PARTITION absurd."w_second queue_d_pkey";


--
-- Name: w_second queue_d_task_id_idx; Type: INDEX ATTACH; Schema: absurd; Owner: -
--

ALTER INDEX absurd."w_second queue_ti" ATTACH PARTITION absurd."w_second queue_d_task_id_idx";


--
-- PostgreSQL database dump complete
--

\unrestrict sample

