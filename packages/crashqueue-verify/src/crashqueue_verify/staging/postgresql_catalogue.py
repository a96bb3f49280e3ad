"""The declarations of a live PostgreSQL, from its own catalogue and in its own words.

The statements need PostgreSQL 10 and run with an empty search_path, as those of pg_dump do.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from crashqueue_verify.staging.pg_drafts import (
    MAX_BODY_LENGTH,
    MAX_COLUMNS,
    MAX_TABLES,
    Draft,
    Drafts,
)
from crashqueue_verify.staging.pg_indexes import read_constraint, read_index
from crashqueue_verify.staging.pg_tokens import Cursor, Name
from crashqueue_verify.staging.pg_triggers import read_trigger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    Ask = Callable[[str], Iterable[tuple[Any, ...]]]
    """Runs a statement and returns its rows."""

_OURS: Final = r"n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'"

_TABLES: Final = f"""
    SELECT c.oid, n.nspname, c.relname, c.relpersistence = 'u',
           obj_description(c.oid, 'pg_class')
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND {_OURS}
     LIMIT {MAX_TABLES + 1}
"""
# Servers before 12 know no generated columns.
_COLUMNS: Final = f"""
    SELECT a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
           JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND {_OURS} AND a.attnum > 0 AND NOT a.attisdropped
       AND coalesce(to_jsonb(a) ->> 'attgenerated', '') = ''
     ORDER BY a.attrelid, a.attnum
     LIMIT {MAX_COLUMNS + 1}
"""
# An exclusion constraint has an index too, but no dump shows it as one. An index that is not valid
# is in no dump; on a partitioned table it may still be one.
_INDEXES: Final = f"""
    SELECT i.indrelid, pg_get_indexdef(i.indexrelid)
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
           JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND {_OURS} AND i.indisready
       AND (i.indisvalid OR c.relkind = 'p')
       AND (i.indisunique OR NOT i.indisexclusion)
"""
_CHECKS: Final = """
    SELECT conrelid, pg_get_constraintdef(oid) FROM pg_constraint
     WHERE contype = 'c' AND conrelid <> 0
"""
# On a partition the triggers of its parent are repeated; servers before 13 do not say which.
# One that is enabled on replicas alone ('R') does not fire for what clients do.
_TRIGGERS: Final = """
    SELECT tgrelid, pg_get_triggerdef(oid), tgenabled = 'A' FROM pg_trigger t
     WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')
       AND coalesce(to_jsonb(t) ->> 'tgparentid', '0') = '0'
"""
_SEQUENCES: Final = "SELECT sequencename, last_value FROM pg_sequences WHERE last_value IS NOT NULL"
_FUNCTIONS: Final = f"""
    SELECT n.nspname, p.proname, p.prosrc
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
           JOIN pg_language l ON l.oid = p.prolang
     WHERE {_OURS} AND l.lanname NOT IN ('c', 'internal')
       AND length(p.prosrc) BETWEEN 1 AND {MAX_BODY_LENGTH}
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass
                          AND d.objid = p.oid AND d.deptype = 'e')
"""


def read_drafts(ask: Ask) -> Drafts:
    """Return everything declared outside of PostgreSQL's own schemas.

    Raises TooManyTables, and Garbled when the server does not answer as PostgreSQL does.
    """
    drafts = Drafts()
    tables: defaultdict[int, Draft] = defaultdict(lambda: Draft(name=Name(None, "")))
    for oid, schema, name, is_unlogged, comment in ask(_TABLES):
        tables[oid] = drafts.add_table(Name(schema, name), is_unlogged=is_unlogged)
        tables[oid].comment = comment
    _read_details(ask, tables)
    for name, last_value in ask(_SEQUENCES):
        drafts.add_sequence(name, last_value)
    for schema, name, body in ask(_FUNCTIONS):
        drafts.add_function(Name(schema, name), body)
    return drafts


def _read_details(ask: Ask, tables: Mapping[int, Draft]) -> None:
    """Read what belongs to a table; `tables` has a draft for every relation, wanted or not."""
    for oid, name, declared_type, is_required in ask(_COLUMNS):
        tables[oid].add_column(name, declared_type)
        if is_required:
            tables[oid].required.add(name)
    for oid, definition in ask(_INDEXES):
        tables[oid].indexes.append(read_index(Cursor(definition))[1])
    for oid, definition in ask(_CHECKS):
        read_constraint(Cursor(definition), tables[oid])
    for oid, definition, is_always in ask(_TRIGGERS):
        call = read_trigger(Cursor(definition))[1]
        tables[oid].triggers[call.name] = replace(call, is_always=is_always)
