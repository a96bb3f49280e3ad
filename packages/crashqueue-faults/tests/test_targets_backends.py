"""What stands behind a store says which server it is: a figure without a version is of no use."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path

import pytest

from crashqueue_faults.errors import ServerNotStarted
from crashqueue_faults.servers.postgres import started_cluster
from crashqueue_faults.targets.backends import backend_for
from crashqueue_faults.targets.run import run_targets
from crashqueue_faults.targets.target import Engine


@pytest.mark.parametrize(
    ("engine", "server"),
    [
        (Engine.SQLITE, ""),
        (Engine.REDIS, r"(Redis|Valkey) server v=\d+(\.\d+)+"),
        (Engine.POSTGRESQL, r"PostgreSQL \d+\.\d+( \(.*\))?"),
    ],
)
def test_a_backend_says_which_server_it_is(engine: Engine, server: str, folder: Path) -> None:
    with backend_for(engine, folder) as backend:
        assert re.fullmatch(server, backend.server)


def test_a_run_leaves_which_server_it_was_on(folder: Path) -> None:
    directory = folder / "run"
    run_targets(directory, seed=1, target="crashqueue-postgres", sample=1, repetitions=1)
    environment = json.loads((directory / "environment.json").read_text("utf-8"))
    assert list(environment["servers"]) == ["crashqueue-postgres/default"]
    assert environment["servers"]["crashqueue-postgres/default"].startswith("PostgreSQL ")


def test_a_server_listens_however_long_the_path_of_temporary_files_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    far_away = folder / ("f" * 150)
    far_away.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(far_away))
    with backend_for(Engine.POSTGRESQL, folder) as backend:
        assert backend.server
    assert list(far_away.iterdir()) == []


def test_a_server_that_does_not_start_is_quoted(folder: Path) -> None:
    with (
        pytest.raises(ServerNotStarted, match="pg_ctl failed") as refused,
        started_cluster(max_connections="none"),
    ):
        pass
    assert "max_connections" in str(refused.value.data["log"])
