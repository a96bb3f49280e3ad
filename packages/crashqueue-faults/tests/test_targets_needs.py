"""What a target lacks is said before anything is started, with the way to install it."""

from __future__ import annotations

import shutil

import homemade
import pytest

from crashqueue_faults.errors import RedisProgramMissing
from crashqueue_faults.servers import redis
from crashqueue_faults.servers.programs import VARIABLE as POSTGRES_PROGRAMS
from crashqueue_faults.servers.redis import VARIABLE as REDIS_PROGRAM
from crashqueue_faults.servers.redis import redis_program
from crashqueue_faults.targets import needs
from crashqueue_faults.targets.needs import missing_need
from crashqueue_faults.targets.registry import target_named


@pytest.mark.parametrize("name", ["crashqueue", "crashqueue-postgres", "huey", "rq"])
def test_nothing_is_missing_where_all_is_installed(name: str) -> None:
    assert missing_need(target_named(name)) == ""


def test_a_library_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs, "installed_version", lambda target: None)
    assert missing_need(target_named("huey")) == (
        "huey is not installed: pip install 'crashqueue-faults[huey]'"
    )
    # Nobody knows where the library of somebody else's target comes from.
    assert missing_need(homemade.Homemade()) == "crashqueue-faults is not installed"


def test_a_driver_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs, "find_spec", lambda name: None)
    assert missing_need(target_named("crashqueue-postgres")) == (
        "psycopg is not installed: pip install 'crashqueue-faults[server]'"
    )
    assert missing_need(target_named("huey")) == ""


def test_a_server_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(POSTGRES_PROGRAMS, "/nowhere")
    monkeypatch.setenv(REDIS_PROGRAM, "/nowhere/redis-server")
    assert missing_need(target_named("crashqueue-postgres")) == (
        "the programs of PostgreSQL are not found: initdb, pg_ctl: "
        "pip install 'crashqueue-faults[server]'"
    )
    assert missing_need(target_named("rq")) == (
        "CRASHQUEUE_REDIS_PROGRAM names /nowhere/redis-server, which cannot be run: "
        "pip install 'crashqueue-faults[rq]'"
    )


def test_a_redis_is_looked_for_on_the_search_path_and_among_the_wheels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(REDIS_PROGRAM, raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(redis, "_WHEEL", "no-such-wheel")
    with pytest.raises(RedisProgramMissing, match="no Redis is found") as refused:
        redis_program()
    assert "crashqueue-faults[redis]" in refused.value.hint
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert redis_program().name == "redis-server"
