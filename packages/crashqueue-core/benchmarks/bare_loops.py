"""What a job costs without a queue: two hand-written `sqlite3` loops at the same durability."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from importlib.resources import files
from pathlib import Path

SCHEMA = files("crashqueue_core").joinpath("store", "schema.sql")
ZEROS = "0" * 64
BASE_US = 1_700_000_000_000_000


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection with the settings of the queue's own."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class ThreeOneRowTransactions:
    """(a) The least that a durable job can do: insert a row, mark it taken, mark it done."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path)
        self._connection.execute(
            "CREATE TABLE jobs (id INTEGER PRIMARY KEY, key TEXT UNIQUE, payload TEXT, state TEXT)"
        )
        self._connection.execute("CREATE INDEX waiting ON jobs (id) WHERE state = 'QUEUED'")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def run_one(self, number: int) -> None:
        """Insert, take and finish one job in three transactions."""
        execute = self._connection.execute
        payload = json.dumps({"key": number})
        execute("BEGIN IMMEDIATE")
        execute(
            "INSERT INTO jobs (key, payload, state) VALUES (?, ?, 'QUEUED')",
            (f"job-{number}", payload),
        )
        execute("COMMIT")
        execute("BEGIN IMMEDIATE")
        (job,) = execute(
            "SELECT id FROM jobs WHERE state = 'QUEUED' ORDER BY id LIMIT 1"
        ).fetchone()
        execute("UPDATE jobs SET state = 'LEASED' WHERE id = ?", (job,))
        execute("COMMIT")
        execute("BEGIN IMMEDIATE")
        execute("UPDATE jobs SET state = 'SUCCEEDED' WHERE id = ?", (job,))
        execute("COMMIT")


class RowsOfTheQueue:
    """(b) The rows that this queue writes, with its indexes and triggers, and nothing decided."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path)
        self._connection.executescript(SCHEMA.read_text(encoding="utf-8"))

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def run_one(self, number: int) -> None:
        """Write the job, attempt and event rows of submit, claim and succeed."""
        # Tokens of a real queue are random: each lands on another page of its index.
        token = f"lease-{_digest(str(number))[:32]}"
        job_id = f"job-{BASE_US + number:014x}-{_digest(token)[:20]}"
        self._submit(number + 1, job_id)
        self._claim(number + 1, job_id, token)
        self._succeed(number + 1, job_id, token)

    def _submit(self, sequence: int, job_id: str) -> None:
        execute = self._connection.execute
        payload = json.dumps({"key": job_id})
        execute("BEGIN IMMEDIATE")
        execute(
            "SELECT 1 FROM jobs WHERE tenant = 'default' AND idempotency_key = ?", (job_id,)
        ).fetchone()
        execute(
            "INSERT INTO jobs VALUES (?, ?, 'default', ?, ?, 'bench', ?, ?, 0, 5, 1000000, 2, "
            "300000000, 1, ?, 'QUEUED', ?, 0, 0, 5, 0, NULL, NULL, NULL, 1, NULL, NULL, ?, 1, ?)",
            (
                sequence,
                job_id,
                sequence,
                job_id,
                payload,
                _digest(payload),
                sequence,
                sequence,
                sequence,
                ZEROS,
            ),
        )
        self._event(
            job_id,
            1,
            "SUBMITTED",
            "QUEUED",
            sequence,
            {
                "checkpoint_version": 1,
                "due_at_us": sequence,
                "idempotency_key": job_id,
                "job_type": "bench",
                "payload_digest": ZEROS,
                "priority": 0,
                "submission_sequence": sequence,
                "retry_policy": {
                    "base_delay_us": 1_000_000,
                    "factor": 2,
                    "max_attempts": 5,
                    "max_delay_us": 300_000_000,
                },
            },
        )
        execute("COMMIT")

    def _claim(self, sequence: int, job_id: str, token: str) -> None:
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        execute(
            "SELECT * FROM jobs WHERE state = 'QUEUED' AND checkpoint_version = 1 "
            "AND priority = 0 AND due_at_us <= ? ORDER BY due_at_us, job_number LIMIT 1",
            (sequence,),
        ).fetchone()
        execute(
            "UPDATE jobs SET state = 'LEASED', attempt_count = 1, fence = 1, "
            "lease_worker_id = 'bench', lease_token = ?, lease_expires_at_us = ?, "
            "updated_at_us = ?, history_length = 2, history_digest = ? WHERE job_id = ?",
            (token, sequence, sequence, ZEROS, job_id),
        )
        execute(
            "INSERT INTO attempts VALUES (?, 1, 'default', 'bench', ?, 1, ?, NULL, NULL, NULL)",
            (job_id, token, sequence),
        )
        self._event(
            job_id,
            2,
            "CLAIMED",
            "LEASED",
            sequence,
            {
                "attempt_number": 1,
                "checkpoint_versions": [1],
                "fence": 1,
                "lease_expires_at_us": sequence,
                "lease_token": token,
                "worker_id": "bench",
            },
        )
        execute("COMMIT")

    def _succeed(self, sequence: int, job_id: str, token: str) -> None:
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        execute("SELECT * FROM jobs WHERE job_id = ?", (job_id,)).fetchone()
        execute(
            "UPDATE jobs SET state = 'SUCCEEDED', lease_worker_id = NULL, lease_token = NULL, "
            "lease_expires_at_us = NULL, updated_at_us = ?, history_length = 3, "
            "history_digest = ? WHERE job_id = ?",
            (sequence, ZEROS, job_id),
        )
        execute(
            "UPDATE attempts SET ended_at_us = ?, outcome = 'SUCCEEDED' "
            "WHERE job_id = ? AND attempt_number = 1",
            (sequence, job_id),
        )
        self._event(
            job_id,
            3,
            "SUCCEEDED",
            "SUCCEEDED",
            sequence,
            {"attempt_number": 1, "lease_token": token, "result_digest": None},
        )
        execute("COMMIT")

    def _event(
        self, job_id: str, number: int, kind: str, state: str, now_us: int, data: dict[str, object]
    ) -> None:
        text = json.dumps(data)
        digest = _digest(f"{ZEROS}default{job_id}{number}{kind}{state}{now_us}{text}")
        self._connection.execute(
            "INSERT INTO events (tenant, job_id, event_number, kind, state, occurred_at_us, "
            "data, previous_digest) VALUES ('default', ?, ?, ?, ?, ?, ?, ?)",
            (job_id, number, kind, state, now_us, text, digest),
        )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
