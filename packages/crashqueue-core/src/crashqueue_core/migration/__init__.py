"""Moving a queue from a SQLite file into a PostgreSQL database: whole, or not at all.

It needs psycopg 3, so nothing of the package imports it unasked.
"""

from __future__ import annotations

from crashqueue_core.migration.moving import Migration, Moved, migrating

__all__ = ["Migration", "Moved", "migrating"]
