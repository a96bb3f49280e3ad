"""Keys are compared and ordered by their bytes, whatever the database's locale thinks of them."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from crashqueue_core import DurableQueue, JobRequest, JobState

NAMES = ("b", "B", "a", "A", "ä", "a\u0308", "á", "ß", "ss", "z", "résumé", "resume", "Résumé")
"""A locale puts these in another order; some mean the same to it."""
ABROAD = {
    True: "LOCALE_PROVIDER icu ICU_LOCALE 'und-u-ks-level1' LOCALE 'C' TEMPLATE template0",
    False: "",  # a server that was built without any such locale, as those in wheels are
}
HAS_LOCALES = "SELECT count(*) > 1 FROM pg_collation WHERE collprovider = 'i'"


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture(scope="module")
def dsn_abroad(postgres: Any) -> str:
    """Leads to a database whose locale knows letters and not bytes, if the server has any."""
    with closing(psycopg.connect(postgres.dsn, autocommit=True)) as connection:
        ((has_locales,),) = connection.execute(HAS_LOCALES)
    return str(postgres.create("crashqueue_abroad", options=ABROAD[has_locales]))


@pytest.fixture
def abroad(bench: Any, postgres: Any, dsn_abroad: str) -> DurableQueue:
    bench.dsn = make_conninfo(dsn_abroad, options=f"-c search_path={bench.schema}")
    queue: DurableQueue = bench.open(path=postgres.address(dsn_abroad))
    return queue


def test_each_key_of_each_tenant_names_its_own_job(abroad: DurableQueue, bench: Any) -> None:
    requests = [
        JobRequest(idempotency_key=key, job_type="task", payload={}, tenant=tenant)
        for key in NAMES
        for tenant in NAMES
    ]
    first = abroad.submit_many(requests)
    assert len({each.job.job_id for each in first}) == len(requests)
    again = abroad.submit_many(reversed(requests))
    assert [each.job for each in again] == [each.job for each in reversed(first)]
    counts = [abroad.for_tenant(name).counts()[JobState.QUEUED] for name in NAMES]
    assert set(counts) == {len(NAMES)}


def test_keys_are_in_the_order_of_their_bytes(abroad: DurableQueue, bench: Any) -> None:
    for name in NAMES:
        abroad.submit(idempotency_key="key", job_type="task", payload={}, tenant=name)
    tenants = [tenant for (tenant,) in bench.rows("SELECT tenant FROM submissions ORDER BY 1")]
    assert tenants == sorted(NAMES)


KEYS = {
    "jobs": {"job_id", "tenant", "idempotency_key", "state"},
    "attempts": {"job_id", "tenant", "lease_token"},
    "events": {"job_id", "tenant", "state"},
    "tenants": {"tenant"},
    "submissions": {"tenant"},
}


def test_every_key_has_the_collation_of_bytes(queue: DurableQueue, bench: Any) -> None:
    collated = bench.rows(
        "SELECT table_name, column_name FROM information_schema.columns "
        "WHERE table_schema = ? AND collation_name = 'C'",
        bench.schema,
    )
    assert set(collated) == {(table, key) for table, keys in KEYS.items() for key in keys}
