-- One of everything that PostgreSQL stores or declares and an audit reads, with hostile values.
CREATE SCHEMA "Odd schema; --";
CREATE TYPE "Odd schema; --"."Job State" AS ENUM ('available', 'it''s', 'a,"b"');
CREATE TYPE "integer" AS ENUM ('low');
CREATE TYPE pair AS (a integer, b text);
CREATE DOMAIN positive AS integer CHECK (VALUE > 0);

CREATE TABLE types (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    small smallint, whole integer, big bigint, object oid,
    yes boolean, single real, double double precision, exact numeric, cents numeric(10, 2),
    price money, letters text, varying varchar(255), fixed char(5), "char" "char", identifier name,
    bytes bytea, uuid uuid, json json, jsonb jsonb,
    at timestamptz, at_ms timestamptz(3), local timestamp, day date, clock time, clock_zone timetz,
    span interval, precise interval day to second(2),
    net inet, block cidr, mac macaddr, bits bit(3), more_bits bit varying, vector tsvector,
    dot point, box box, range int4range, ranges int4multirange, times tstzrange,
    state "Odd schema; --"."Job State", low "integer", counted positive, pair pair
);
CREATE TABLE arrays (
    whole integer[], big bigint[], yes boolean[], double double precision[], exact numeric(10, 2)[],
    letters text[], bytes bytea[], json json[], jsonb jsonb[], at timestamptz[], uuid uuid[],
    state "Odd schema; --"."Job State"[], low "integer"[], boxes box[], pair pair[], char "char"[]
);
INSERT INTO types DEFAULT VALUES;
INSERT INTO types VALUES (
    DEFAULT, -32768, 2147483647, -9223372036854775808, 4294967295,
    true, 0.1, 1e-300, 123456789012345678901234567890.5, 0.10,
    12.5, E'tab\t nl\n cr\r \\N \\. \\ "quote" ''single'' \b\f\x0b\x01\x7f ä 😀 \\x41', '\N', 'ab', 'q', 'n',
    '\x00ff5c', 'b5b1e2a4-0000-4000-8000-000000000001', '{"a" : 1,"a":2}', '{"a": "\u00e4\\\"", "b": null}',
    '2026-11-30 10:00:00.123456+05:30', '2026-11-30 10:00:00.1', 'infinity', '-infinity', '24:00',
    '10:00+02', '-1 year 2 days 00:00:03.5', '1 day 2.345 seconds',
    '::1/64', '10.0.0.0/8', '08:00:2b:01:02:03', B'101', B'', 'fat & cat',
    '(1,2)', '(1,1),(0,0)', '[1,5)', '{[1,2),[4,5)}', '["2026-01-01",infinity)',
    'it''s', 'low', 7, '(1,"a ""b""")'
);
INSERT INTO types (letters, single, double, exact, at, day) VALUES
    ('', 'NaN', '-Infinity', 'NaN', '-infinity', '4713-01-01 BC'),
    (E'\\.', 'Infinity', 0.1::double precision + 0.2, 'Infinity', '0044-03-15 00:00:00+00 BC', '2026-02-28'),
    (repeat('long ', 100000), 1e38, 5e-324, 1e400, '294276-12-31', '5874897-12-31');
INSERT INTO types (letters) SELECT repeat(chr(number), 3) FROM generate_series(1, 300) AS number;
INSERT INTO arrays DEFAULT VALUES;
INSERT INTO arrays VALUES (
    '{{1,2},{3,NULL}}', '[0:1]={-1,9223372036854775807}', '{t,f,NULL}', '{0.1,NaN,-Infinity}', '{1.5}',
    ARRAY['', 'NULL', NULL, 'a b', 'a,b', '{x}', 'q"q', E'b\\b', E't\tn\n', 'ä'], ARRAY['\x00ff'::bytea],
    ARRAY['{"a" : 1}'::json], ARRAY['{"attempt": 1, "error": "a\\n\"b\""}'::jsonb, 'null', '1e400'],
    '{"2026-11-30 10:00:00+00",infinity}', '{b5b1e2a4-0000-4000-8000-000000000001}',
    ARRAY['it''s', 'a,"b"']::"Odd schema; --"."Job State"[], '{low}', '{(1,1),(0,0);(3,3),(2,2)}',
    ARRAY['(1,"a,b")'::pair], '{q}'
), ('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}');

CREATE UNLOGGED TABLE "Odd schema; --"."Table, (""odd"") \.	" (
    "select" text DEFAULT 'a;)', "Col ""umn"", (1" integer NOT NULL, "ä\t" text, "DROP" text
);
INSERT INTO "Odd schema; --"."Table, (""odd"") \.	" VALUES ('1', 2, '3', NULL);
COMMENT ON TABLE "Odd schema; --"."Table, (""odd"") \.	" IS E'it''s; \\. version\n''14''';
ALTER TABLE "Odd schema; --"."Table, (""odd"") \.	" DROP COLUMN "DROP";
CREATE TABLE nothing ();
INSERT INTO nothing DEFAULT VALUES;
CREATE TABLE empty (id integer);

CREATE TABLE computed (
    id integer PRIMARY KEY,
    twice integer GENERATED ALWAYS AS (id * 2) STORED,
    name text CONSTRAINT named NOT NULL,
    CONSTRAINT "Positive; (" CHECK (id > 0 AND name <> ');'),
    UNIQUE NULLS NOT DISTINCT (name, id) INCLUDE (twice)
);
DO $$ BEGIN
    IF current_setting('server_version_num')::integer >= 180000 THEN -- which computes it when read
        EXECUTE 'ALTER TABLE computed ADD COLUMN triple integer GENERATED ALWAYS AS (id * 3)';
    END IF;
END $$;
INSERT INTO computed (id, name) VALUES (1, 'a'), (2, 'b');
ALTER TABLE computed ADD CONSTRAINT later CHECK (id <> 1) NOT VALID;
ALTER TABLE computed ADD CONSTRAINT itself FOREIGN KEY (id) REFERENCES computed (id);
CREATE UNIQUE INDEX by_lower ON computed (lower(name), id DESC NULLS LAST) WHERE id > 0 AND name <> ';';
CREATE INDEX by_sum ON computed ((id + 1), (name || 'x') COLLATE "C" text_pattern_ops) WITH (fillfactor = 70);
CREATE INDEX by_json ON types USING gin (jsonb jsonb_path_ops);
CREATE INDEX "By (odd), name" ON "Odd schema; --"."Table, (""odd"") \.	" ("Col ""umn"", (1", "select");
CREATE TABLE booked (period tstzrange, EXCLUDE USING gist (period WITH &&));

CREATE TABLE job (id integer, name text, singleton text, CHECK (id > 0), PRIMARY KEY (name, id))
    PARTITION BY LIST (name);
CREATE TABLE job_a PARTITION OF job FOR VALUES IN ('a');
CREATE TABLE job_rest (singleton text, name text NOT NULL, id integer NOT NULL, CONSTRAINT job_id_check CHECK (id > 0));
ALTER TABLE job ATTACH PARTITION job_rest DEFAULT;
CREATE INDEX job_singleton ON job (singleton) WHERE singleton IS NOT NULL;
INSERT INTO job VALUES (1, 'a', NULL), (2, 'b', 'x'), (3, 'a', 'y');
CREATE TABLE parent (id integer, note text, CHECK (id > 1), CONSTRAINT own CHECK (id < 9) NO INHERIT);
CREATE TABLE heir (extra text) INHERITS (parent);
CREATE TABLE heir_of_two (twice text, note text DEFAULT 'x') INHERITS (heir, empty);
ALTER TABLE parent ADD CONSTRAINT later CHECK (id <> 5) NOT VALID;
INSERT INTO parent VALUES (2, 'p');
INSERT INTO heir VALUES (3, 'h', 'e');
INSERT INTO heir_of_two VALUES (4, 't', 'e', 'tw');

CREATE FUNCTION get_schema_version() RETURNS text LANGUAGE sql AS $$ SELECT '0.9; $_$'::text $$;
CREATE FUNCTION quoted() RETURNS integer LANGUAGE sql AS 'select 1';
CREATE FUNCTION overloaded(a integer) RETURNS integer LANGUAGE sql AS 'SELECT 2';
CREATE FUNCTION overloaded(a text) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION standard(a integer) RETURNS integer LANGUAGE sql
    BEGIN ATOMIC SELECT CASE WHEN a > 1 THEN 2 ELSE 3 END; SELECT 1; END;
CREATE FUNCTION long() RETURNS text LANGUAGE sql AS $$ SELECT '....................................................' ||
    '........................................................................................................' $$;
CREATE PROCEDURE run("begin" integer) LANGUAGE plpgsql AS $_$ BEGIN PERFORM 1; -- $$ '
    END; $_$;
CREATE AGGREGATE total(integer) (SFUNC = int4pl, STYPE = integer);
CREATE FUNCTION log() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER on_update AFTER UPDATE OF id ON computed FOR EACH ROW
    WHEN (old.name <> new.name) EXECUTE FUNCTION log();
CREATE TRIGGER "Off" AFTER INSERT ON computed EXECUTE FUNCTION log();
ALTER TABLE computed DISABLE TRIGGER "Off";
CREATE TRIGGER on_job AFTER INSERT ON job FOR EACH ROW EXECUTE FUNCTION log();
CREATE RULE announce AS ON INSERT TO empty DO ALSO (NOTIFY a; NOTIFY b);
CREATE VIEW seen AS SELECT id, '; --' AS "a;b" FROM computed;
CREATE MATERIALIZED VIEW counted AS SELECT count(*) AS n FROM computed;
CREATE UNIQUE INDEX counted_n ON counted (n);

CREATE SEQUENCE "Odd schema; --"."Seq ""odd""" START -5 INCREMENT -5;
SELECT nextval('"Odd schema; --"."Seq ""odd"""'), nextval('"Odd schema; --"."Seq ""odd"""');
CREATE SEQUENCE unused;
