"""What the statements of a dump declare; the texts are as pg_dump writes them, or stranger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_verify.staging import pg_drafts
from crashqueue_verify.staging.catalogue import RawColumn, RawIndex
from crashqueue_verify.staging.errors import DumpDamaged, TooManyTables

if TYPE_CHECKING:
    from collections.abc import Callable

JOBS = "CREATE TABLE public.jobs (\n    id bigint NOT NULL,\n    state text\n);\n"


@pytest.fixture
def declare(stage: Callable[[bytes], Any]) -> Callable[[str], Any]:
    """Read a dump with these statements."""
    return lambda statements: stage(statements.encode())


def columns(table: Any) -> list[tuple[str, str]]:
    return [(column.name, column.declared_type) for column in table.columns]


def test_columns_have_names_and_types(declare: Callable[[str], Any]) -> None:
    table = declare("""
CREATE UNLOGGED TABLE queue."Odd ""jobs"", (1)" (
    id bigint DEFAULT nextval('queue.jobs_id_seq'::regclass) NOT NULL,
    "select" character varying(255) COLLATE pg_catalog."C" DEFAULT 'a, (b'::character varying,
    started_at timestamp(6) without time zone,
    seen_at timestamp with time zone DEFAULT (now() + '01:00:00'::interval) NOT NULL,
    share double precision,
    tags text[] DEFAULT ARRAY[]::text[] NOT NULL,
    state queue."Job State",
    storage queue.storage CONSTRAINT named NOT NULL
)
WITH (fillfactor='85');
""").catalogue.tables[0]
    assert (table.schema, table.name, table.is_unlogged) == ("queue", 'Odd "jobs", (1)', True)
    assert columns(table) == [
        ("id", "bigint"),
        ("select", "character varying(255)"),
        ("started_at", "timestamp(6) without time zone"),
        ("seen_at", "timestamp with time zone"),
        ("share", "double precision"),
        ("tags", "text[]"),
        ("state", "job state"),
        ("storage", "storage"),
    ]


def test_constraints_within_the_table(declare: Callable[[str], Any]) -> None:
    table = declare("""
CREATE TABLE IF NOT EXISTS jobs (
    id bigint PRIMARY KEY CHECK (id > 0) NO INHERIT,
    key text UNIQUE REFERENCES other(key),
    exclude text CONSTRAINT full_key UNIQUE NULLS NOT DISTINCT,
    total integer GENERATED ALWAYS AS IDENTITY,
    twice integer GENERATED ALWAYS AS ((total * 2)) STORED,
    CONSTRAINT state_check CHECK ((state = ANY (ARRAY['a)'::text, 'b'::text]))),
    CONSTRAINT one UNIQUE NULLS NOT DISTINCT (id, key) INCLUDE (total),
    UNIQUE (key, id),
    FOREIGN KEY (key) REFERENCES other(key),
    EXCLUDE USING gist (period WITH &&)
);
""").table("jobs")
    assert [column.name for column in table.columns] == ["id", "key", "exclude", "total"]
    assert [(index.name, index.columns) for index in table.indexes] == [
        ("full_key", ("exclude",)),
        ("jobs_key_id_key", ("key", "id")),
        ("jobs_key_key", ("key",)),
        ("jobs_pkey", ("id",)),
        ("one", ("id", "key")),
    ]
    assert all(index.is_unique for index in table.indexes)
    assert table.checks == (
        "(state = ANY (ARRAY['a)'::text, 'b'::text]))",
        "id > 0 NO INHERIT",
    )


def test_constraints_added_later(declare: Callable[[str], Any]) -> None:
    table = declare(
        JOBS
        + """
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE public.jobs
    ADD CONSTRAINT positive CHECK ((id > 0)) NOT VALID;
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT fk FOREIGN KEY (id) REFERENCES public.other(id) ON DELETE CASCADE;
ALTER TABLE public.jobs OWNER TO somebody;
ALTER TABLE public.some_view ALTER COLUMN a SET DEFAULT 1;
"""
    ).table("jobs")
    assert table.indexes == (RawIndex(name="jobs_pkey", columns=("id",), is_unique=True),)
    assert table.checks == ("(id > 0) NOT VALID",)


@pytest.mark.parametrize(
    ("definition", "is_unique", "indexed", "predicate"),
    [
        ("INDEX i ON public.jobs USING btree (state, id DESC NULLS LAST)", 0, "state,id", None),
        ("INDEX i ON ONLY public.jobs USING btree (id)", 0, "id", None),
        (
            "UNIQUE INDEX i ON public.jobs USING btree (id) INCLUDE (state) NULLS NOT DISTINCT"
            " WITH (fillfactor='90') WHERE (state = ';)'::text)",
            1,
            "id",
            "(state = ';)'::text)",
        ),
        (
            'INDEX i ON public.jobs USING gin (lower(state) COLLATE "C" public.trgm_ops, '
            "((state || 'x'::text)), public.f(id), \"odd ,name\" text_ops)",
            0,
            "lower(state),((state || 'x'::text)),public.f(id),odd ,name",
            None,
        ),
    ],
)
def test_index(
    declare: Callable[[str], Any],
    definition: str,
    is_unique: int,
    indexed: str,
    predicate: str | None,
) -> None:
    (index,) = declare(f"{JOBS}CREATE {definition};\n").table("jobs").indexes
    assert (index.is_unique, ",".join(index.columns)) == (bool(is_unique), indexed)
    assert index.predicate == predicate


def test_triggers_that_fire(declare: Callable[[str], Any]) -> None:
    table = declare(
        JOBS
        + """
CREATE TRIGGER log AFTER UPDATE OF id, state ON public.jobs
    FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION public.log();
CREATE CONSTRAINT TRIGGER "On Delete" AFTER DELETE ON public.jobs DEFERRABLE EXECUTE FUNCTION f();
CREATE TRIGGER off BEFORE INSERT ON public.jobs EXECUTE FUNCTION public.log();
CREATE TRIGGER elsewhere INSTEAD OF INSERT ON public.some_view EXECUTE FUNCTION public.log();
CREATE TRIGGER far BEFORE INSERT OR DELETE ON public.jobs EXECUTE FUNCTION public.log();
ALTER TABLE public.jobs DISABLE TRIGGER off;
ALTER TABLE public.jobs ENABLE REPLICA TRIGGER far;
"""
    ).table("jobs")
    assert table.triggers == ("On Delete", "log")


def test_what_triggers_do(declare: Callable[[str], Any]) -> None:
    table = declare(
        JOBS
        + """
CREATE FUNCTION public.log() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$;
CREATE FUNCTION other.log() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN OLD; END$$;
CREATE TRIGGER every BEFORE DELETE OR UPDATE ON public.jobs EXECUTE PROCEDURE public.log();
CREATE TRIGGER some AFTER UPDATE OF id, "on" ON public.jobs EXECUTE FUNCTION other.log();
CREATE TRIGGER when_due BEFORE TRUNCATE ON public.jobs WHEN ((1 > 0)) EXECUTE FUNCTION f();
ALTER TABLE public.jobs ENABLE ALWAYS TRIGGER every;
ALTER TABLE public.jobs ENABLE ALWAYS TRIGGER unknown;
"""
    ).table("jobs")
    assert [call.name for call in table.calls if call.is_always] == ["every"]
    assert [(c.name, c.timing, sorted(c.events), c.is_partial) for c in table.calls] == [
        ("every", "before", ["delete", "update"], False),
        ("some", "after", ["update"], True),
        ("when_due", "before", ["truncate"], True),
    ]
    assert [set(call.bodies) for call in table.calls] == [
        {"BEGIN RETURN NEW; END"},
        {"BEGIN RETURN OLD; END"},
        set(),
    ]


def test_columns_that_may_not_be_null(declare: Callable[[str], Any]) -> None:
    table = declare(
        """
CREATE TABLE public.parent (id bigint NOT NULL, a text);
CREATE TABLE public.child (
    b text DEFAULT 'x'::text NOT NULL,
    c text CONSTRAINT named NOT NULL,
    d text,
    CONSTRAINT later NOT NULL a
)
INHERITS (public.parent);
"""
    ).table("child")
    assert [column.name for column in table.columns if column.is_required] == ["id", "a", "b", "c"]


def test_comment(declare: Callable[[str], Any]) -> None:
    comments = """
COMMENT ON TABLE public.jobs IS 'it''s
version 14; really';
COMMENT ON COLUMN public.jobs.id IS 'no matter';
COMMENT ON TABLE public.unknown IS 'no matter';
"""
    assert declare(JOBS + comments).table("jobs").comment == "it's\nversion 14; really"
    escaped = r"COMMENT ON TABLE public.jobs IS E'a\'\\b\nc';"
    assert declare(f"{JOBS}{escaped}\n").table("jobs").comment == "a'\\b\nc"
    assert declare(f"{JOBS}COMMENT ON TABLE public.jobs IS NULL;\n").table("jobs").comment is None


def test_statements_of_a_function_are_not_those_of_the_dump(
    declare: Callable[[str], Any],
) -> None:
    staged = declare(f"""{JOBS}
CREATE FUNCTION public.refill(a integer) RETURNS void
    LANGUAGE sql
    BEGIN ATOMIC
 DELETE FROM public.jobs WHERE (id > CASE WHEN (refill.a > 1) THEN 2 ELSE 3 END);
 INSERT INTO public.jobs (id, state)
  VALUES (9, 'never');
INSERT INTO public.jobs (id, state) VALUES (9, 'never');
END;
""")
    assert staged.rows == {"jobs": []}


def test_functions_with_short_bodies(declare: Callable[[str], Any]) -> None:
    functions = declare(f"""
CREATE FUNCTION absurd.get_schema_version() RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$ SELECT '0.9; $_$'::text $$;
CREATE OR REPLACE PROCEDURE absurd.run(a text DEFAULT 'as'::text, "begin" integer)
    LANGUAGE plpgsql SET search_path TO 'x'
    AS $_$
BEGIN
  PERFORM 1; -- $$ '
END;
$_$;
CREATE FUNCTION absurd.quoted() RETURNS integer LANGUAGE sql AS 'select ''1''';
CREATE FUNCTION absurd.standard(a integer) RETURNS integer
    LANGUAGE sql
    BEGIN ATOMIC
 SELECT CASE WHEN (standard.a > 1) THEN 2 ELSE 3 END AS "case";
 SELECT 1;
END;
CREATE FUNCTION absurd.compiled() RETURNS integer LANGUAGE c AS '$libdir/absurd', 'compiled';
CREATE FUNCTION absurd.long() RETURNS text LANGUAGE sql AS $$ SELECT '{"x" * 1_000}' $$;
{JOBS}""").catalogue.functions
    assert functions == {
        "get_schema_version": " SELECT '0.9; $_$'::text ",
        "quoted": "select '1'",
        "run": "\nBEGIN\n  PERFORM 1; -- $$ '\nEND;\n",
    }


def test_sequences_that_were_used(declare: Callable[[str], Any]) -> None:
    sequences = declare("""
SELECT pg_catalog.setval('public.jobs_id_seq', 11, true);
SELECT pg_catalog.setval('other."Jobs_id seq"', -3, true);
SELECT pg_catalog.setval('public.unused', 1, false);
SELECT pg_catalog.setval('other.jobs_id_seq', 7, true);
SELECT pg_catalog.set_config('search_path', '', false);
""").catalogue.sequences
    assert sequences == {"Jobs_id seq": -3, "jobs_id_seq": 11}


def test_partitions_and_heirs_have_their_parents_columns(declare: Callable[[str], Any]) -> None:
    staged = declare("""
CREATE TABLE q.job (
    id integer,
    name text,
    twice integer GENERATED ALWAYS AS ((id * 2)) STORED,
    CONSTRAINT named CHECK ((name <> ''::text)),
    CONSTRAINT alone CHECK ((id <> 1)) NO INHERIT
)
PARTITION BY LIST (name);
CREATE TABLE q.job_common PARTITION OF q.job DEFAULT;
CREATE TABLE q.heir (
    extra text
)
INHERITS (q.job);
COPY q.job (id, name) FROM stdin;
\\.
COPY q.job_common (id, name) FROM stdin;
1	a
\\.
INSERT INTO q.heir VALUES (2, 'b', DEFAULT, 'x');
""")
    assert columns(staged.table("job_common")) == [("id", "integer"), ("name", "text")]
    assert [name for name, _ in columns(staged.table("heir"))] == ["id", "name", "extra"]
    assert staged.table("heir").checks == ("(name <> ''::text)",)
    assert staged.rows == {"job": [], "job_common": [(1, "a")], "heir": [(2, "b", "x")]}


def test_table_of_a_composite_type_has_the_columns_of_its_rows(
    declare: Callable[[str], Any],
) -> None:
    staged = declare("CREATE TABLE a OF public.pair;\nCOPY a (x, y) FROM stdin;\n1\tb\n\\.\n")
    assert staged.rows == {"a": [("1", "b")]}


def test_table_that_only_its_rows_tell_of_has_texts(declare: Callable[[str], Any]) -> None:
    staged = declare("COPY pgmq.meta (queue_name, is_unlogged) FROM stdin;\njobs\tf\n\\.\n")
    assert staged.rows == {"meta": [("jobs", "f")]}
    assert staged.table("meta").columns[0] == RawColumn(name="queue_name", declared_type="")


def test_statements_that_declare_no_table_do_not_matter(declare: Callable[[str], Any]) -> None:
    staged = declare(
        JOBS
        + """
CREATE RULE r AS
    ON INSERT TO public.jobs DO ( NOTIFY a;
 NOTIFY b;
);
CREATE VIEW public.some_view AS
 SELECT CASE WHEN true THEN 1 ELSE 2 END AS n, jobs.id, '--' AS "a;b", E'\\';' AS c
   FROM public.jobs; -- a comment; with a semicolon
/* CREATE TABLE public.none (id integer); */ CREATE INDEX i ON public.some_view USING btree (id);
\\connect queue
\\restrict token
\\unrestrict token
"""
    )
    assert [table.name for table in staged.catalogue.tables] == ["jobs"]
    assert staged.table("jobs").indexes == ()


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("CREATE TABLE public.jobs (id bigint);", "a table is declared twice"),
        ("CREATE TABLE public.a (id);", "it ends too early"),
        ("CREATE TABLE public.a (1 bigint);", "a name is missing"),
        (
            "CREATE TABLE public.a (id bigint) INHERITS (public.b);",
            "inherits from one that was not",
        ),
        ("CREATE TABLE public.a PARTITION OF public.a;", "inherits from one that was not"),
        ("CREATE TABLE public.a id bigint;", "( is missing"),
        ("CREATE INDEX i TABLE public.jobs (id);", "ON is missing"),
        ("CREATE INDEX i ON public.jobs;", "( is missing"),
        ("CREATE TRIGGER t AFTER INSERT;", "ON is missing"),
        ("ALTER TABLE public.jobs ADD CONSTRAINT c PRIMARY (id);", "KEY is missing"),
        ("ALTER TABLE public.jobs ADD CONSTRAINT c CHECK;", "( is missing"),
        ("COMMENT ON TABLE public.jobs IS nothing;", "a string is missing"),
        ("SELECT pg_catalog.setval('s', many, true);", "a sequence has no number"),
        ("SELECT pg_catalog.setval('s', 9223372036854775808, true);", "has no number"),
        ("SELECT pg_catalog.setval('', 1, true);", "it ends too early"),
        ("COPY public.jobs (id) FROM stdin WITH csv;", "FROM STDIN ; is missing"),
        ("INSERT INTO public.jobs SELECT 1;", "an INSERT is not of pg_dump's kind"),
        (f"CREATE TABLE a (b text DEFAULT '{'x' * 1_048_576}');", "a declaration is too long"),
        ("SET a = 1; SET b = 2;", "two statements share a line"),
        ("SET a = (1;", "a statement does not end"),
        ("CREATE VIEW v AS SELECT 'a;", "a statement does not end"),
    ],
)
def test_garbled_statement_is_named_by_its_line(
    declare: Callable[[str], Any], statement: str, reason: str
) -> None:
    with pytest.raises(DumpDamaged) as caught:
        declare(f"{JOBS}{statement}\n")
    assert reason in caught.value.message
    assert caught.value.line_number == 6


def test_million_tables_are_refused(
    declare: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pg_drafts, "MAX_TABLES", 3)
    dump = "".join(f"CREATE TABLE t{number} (id integer);\n" for number in range(4))
    with pytest.raises(TooManyTables, match="more than 3 tables"):
        declare(dump)


def test_million_inherited_columns_are_refused(
    declare: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pg_drafts, "MAX_COLUMNS", 5)
    heirs = "".join(f"CREATE TABLE t{number} () INHERITS (public.jobs);\n" for number in range(2))
    with pytest.raises(TooManyTables, match="more than 5 columns and checks"):
        declare(JOBS + heirs)
