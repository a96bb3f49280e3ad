"""docs/postgresql.md is run: programs print what it says, grants suffice, a dump holds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

import crashqueue_core
from crashqueue_core import DurableQueue, Job, QueueError, StoreReadOnly, Worker
from crashqueue_core.queue import session
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_verify import Verdict, audit

PAGE = (Path(__file__).parents[3] / "docs" / "postgresql.md").read_text("utf-8")


def blocks(language: str) -> dict[str, str]:
    """Return the page's blocks in this language by the heading above; there is one at most."""
    section = rf"^## ([^\n]+)\n(?:(?!^## ).)*?```{language}\n(.*?)```"
    return dict(re.findall(section, PAGE, re.MULTILINE | re.DOTALL))


PROGRAMS = blocks("python")
OUTPUTS = blocks("text")
LOST_ANSWER = "Errors, and asking again"
(GRANTS,) = blocks("sql").values()
DUMP = blocks("console")["Back up, restore"]
SHOP = "postgresql://localhost/shop"
ROLES = ("queue_worker", "queue_auditor")
databases = count(1)


@pytest.fixture
def dsn(postgres: Any) -> str:
    """Leads to an empty database."""
    return str(postgres.create(f"crashqueue_page_{next(databases)}"))


@pytest.fixture
def shop(postgres: Any, dsn: str) -> str:
    """The address of an empty database, for that on the page."""
    return str(postgres.address(dsn))


def test_every_program_of_the_page_is_run() -> None:
    assert len(PROGRAMS) == len(OUTPUTS) == PAGE.count("```python") == PAGE.count("```text")


def run(program: str, address: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert SHOP in program
    exec(program.replace(SHOP, address), {})
    return capsys.readouterr().out


@pytest.mark.parametrize("heading", [each for each in PROGRAMS if each != LOST_ANSWER])
def test_program_prints_what_the_page_says(
    shop: str, heading: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(PROGRAMS[heading], shop, capsys) == OUTPUTS[heading]


@pytest.fixture
def losing_the_first_answer(
    dsn: str, shop: str, sibling: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """The address of a proxy that loses the answer to the first submission's COMMIT."""
    DurableQueue(shop).close()
    unless_told: Any = PostgresStore.__init__.__kwdefaults__
    monkeypatch.setitem(unless_told, "prepare", False)  # so that the proxy can see COMMIT
    submit, losses = DurableQueue.submit, iter(["the answer"])
    with tempfile.TemporaryDirectory() as folder:  # a socket's path must be short
        proxy = sibling("postgres_proxy").Proxy(Path(folder), dsn)

        def lose_and_submit(queue: DurableQueue, **request: Any) -> Any:
            proxy.losing = next(losses, None)
            return submit(queue, **request)

        monkeypatch.setattr(DurableQueue, "submit", lose_and_submit)
        yield f"{shop}&host={folder}&port=5432&sslmode=disable"
        proxy.close()


def test_producer_learns_the_truth_by_asking_again(
    losing_the_first_answer: str, shop: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = run(PROGRAMS[LOST_ANSWER], losing_the_first_answer, capsys)
    assert printed == OUTPUTS[LOST_ANSWER]
    assert [job.idempotency_key for job in jobs_of(shop)] == ["order-8"]


def jobs_of(address: str) -> tuple[Job, ...]:
    with DurableQueue(address, create=False) as queue:
        return queue.list_jobs().jobs


@pytest.fixture
def granted(dsn: str, shop: str) -> Iterator[str]:
    """The address of a queue on which the page's roles have what the page grants."""
    DurableQueue(shop).close()
    with psycopg.connect(dsn, autocommit=True) as owner:
        for role in ROLES:
            owner.execute(f"CREATE ROLE {role}".encode())
        owner.execute(GRANTS.encode())
        yield shop
        for role in ROLES:
            owner.execute(f"DROP OWNED BY {role}".encode())
            owner.execute(f"DROP ROLE {role}".encode())


def as_role(address: str, role: str) -> str:
    return f"{address}&options={quote(f'-c role={role}')}"


def test_grants_suffice_for_a_worker_and_for_an_audit(granted: str) -> None:
    with DurableQueue(as_role(granted, "queue_worker"), create=False) as queue:
        queue.submit(idempotency_key="a", job_type="task", payload=None)
        Worker(queue, lambda execution: None).run(until_idle=True)
    assert audit(as_role(granted, "queue_auditor")).verdict is Verdict.HOLDS
    auditor = DurableQueue(as_role(granted, "queue_auditor"), create=False)
    with auditor as queue, pytest.raises(StoreReadOnly) as refused:
        queue.submit(idempotency_key="b", job_type="task", payload=None)
    assert refused.value.data["sqlstate"] == "42501"


@pytest.mark.parametrize("statement", ["UPDATE {}.events SET kind = 'x'", "DELETE FROM {}.jobs"])
def test_worker_may_not_rewrite_history(granted: str, statement: str) -> None:
    words = statement.format("crashqueue").encode()
    with (
        psycopg.connect(as_role(granted, "queue_worker")) as worker,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        worker.execute(words)


def test_dump_and_restored_queue_hold(postgres: Any, shop: str, tmp_path: Path) -> None:
    with DurableQueue(shop) as queue:
        queue.submit(idempotency_key="a", job_type="task", payload=None)
    restored = postgres.address(postgres.create(f"crashqueue_page_{next(databases)}"))
    for line in DUMP.replace(SHOP, shop).splitlines():
        command = line.removeprefix("$ ").replace("postgresql://localhost/restored", restored)
        folders = (str(postgres.programs), str(Path(sys.executable).parent), os.environ["PATH"])
        environment = os.environ | {"PATH": os.pathsep.join(folders)}
        subprocess.run(command, shell=True, check=True, cwd=tmp_path, env=environment)
    with DurableQueue(restored, create=False) as queue:
        again = queue.submit(idempotency_key="a", job_type="task", payload=None)
        assert not again.created
        queue.submit(idempotency_key="b", job_type="task", payload=None)
    assert audit(restored).verdict is Verdict.HOLDS


def test_codes_on_the_page_exist() -> None:
    public = vars(crashqueue_core).values()
    known = {
        each.code for each in public if isinstance(each, type) and issubclass(each, QueueError)
    }
    named = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", PAGE))
    assert named <= known


def test_number_of_tries_is_that_of_the_page() -> None:
    assert session._MOST_TRIES == 5
    assert "was tried up to five times" in PAGE
