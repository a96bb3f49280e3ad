"""The model that every queue becomes, as model.sql declares it."""

from __future__ import annotations

import re
from importlib import resources
from types import MappingProxyType
from typing import Final

_TABLE: Final = re.compile(r"^CREATE TABLE (\w+) \(\n(.*?)^\);", re.MULTILINE | re.DOTALL)
_COLUMN: Final = re.compile(r"^    (\w+) ", re.MULTILINE)
_INTERNAL: Final = {"job": {"state"}}
"""Columns that the audit fills itself."""

TABLES_SQL: Final = resources.files(__package__).joinpath("model.sql").read_text("utf-8")
INDEXES_SQL: Final = resources.files(__package__).joinpath("model_indexes.sql").read_text("utf-8")
DERIVED_SQL: Final = MappingProxyType(
    {
        table: resources.files(__package__).joinpath(file).read_text("utf-8")
        for table, file in (("live_worker", "live.sql"), ("lost_job", "lost.sql"))
    }
)
"""The queries that fill further tables, by table, once the reference time is known."""

MODEL_COLUMNS: Final = MappingProxyType(
    {
        table: tuple(c for c in _COLUMN.findall(body) if c not in _INTERNAL.get(table, set()))
        for table, body in _TABLE.findall(TABLES_SQL)
        if not table.startswith(("catalogue_", "live_worker", "lost_job"))
    }
)
"""The columns that a profile may fill, by table of the model."""
