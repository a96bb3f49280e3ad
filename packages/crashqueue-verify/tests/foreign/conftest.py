"""Sample databases that other libraries wrote, and ways to break them once they are staged."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from crashqueue_verify import AuditError, ReferenceTime, audit
from crashqueue_verify.foreign.audit import ForeignAudit
from crashqueue_verify.foreign.choosing import choose
from crashqueue_verify.foreign.options import Options
from crashqueue_verify.foreign.shipped import shipped_profiles
from crashqueue_verify.source.copy import private_copy, private_folder
from crashqueue_verify.source.database import distrust, open_copy
from crashqueue_verify.source.reading import reading
from crashqueue_verify.staging.deadline import Deadline
from crashqueue_verify.staging.dump import is_dump, open_dump
from crashqueue_verify.staging.functions import time_us
from crashqueue_verify.staging.scratch import open_scratch
from crashqueue_verify.staging.sqlite_file import SqliteFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crashqueue_verify import Report
    from crashqueue_verify.staging.catalogue import Source

SAMPLES: Final = Path(__file__).parents[1] / "samples"
CASES: Final = Path(__file__).parent / "cases"
TIME_LIMIT_S: Final = 60.0

_UNIT_US: Final = {"s": 1_000_000, "m": 60_000_000, "h": 3_600_000_000, "d": 86_400_000_000}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A sample, what is done to its staged rows, and the rules that then find something."""

    profile: str
    name: str
    sample: str
    expect: tuple[str, ...]
    sql: str = ""
    now: str | None = None
    settings: dict[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.profile}: {self.name} [{self.sample}]"


@pytest.fixture(name="audited")
def _audited() -> Callable[[Case], Report]:
    return audited


@pytest.fixture(name="all_cases", scope="session")
def _all_cases() -> list[Case]:
    return cases()


def cases() -> list[Case]:
    """Return every case of every profile."""
    return [
        Case(**{"profile": file.stem, **entry, "expect": tuple(entry["expect"])})
        for file in sorted(CASES.glob("*.toml"))
        for entry in tomllib.loads(file.read_text("utf-8"))["cases"]
    ]


def audited(case: Case) -> Report:
    """Return the report on the case's sample, its staged rows broken first.

    `now` is a time, or "+2h": so long after the newest time in the unbroken sample.
    """
    profiles = tuple(profile for profile in shipped_profiles() if profile.name == case.profile)
    options = Options(profiles=profiles, settings=case.settings)
    with opened(SAMPLES / case.sample) as source:
        if case.now is not None:
            now_us = _now_us(case.now, source, options)
            options = replace(options, given=ReferenceTime(time_us=now_us, source="given"))
        return _judged(source, options, case.sql)


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Source]:
    """Yield the source at `path`, an SQLite file or a dump."""
    if is_dump(path):
        with open_dump(path) as dump:
            yield dump
    else:
        with private_copy(path) as copy, open_copy(copy) as connection:
            distrust(connection, time_limit_s=TIME_LIMIT_S)
            yield SqliteFile(connection, captured_at_us=None)


def _judged(source: Source, options: Options, sql: str) -> Report:
    with (
        private_folder() as folder,
        open_scratch(Path(folder), Deadline(TIME_LIMIT_S)) as scratch,
    ):
        match = choose(source, options)
        audit = ForeignAudit(source, match, scratch, options=options, progress=_tell_nobody)
        audit.stage()
        scratch.build(sql)
        return audit.judge()


def _now_us(text: str, source: Source, options: Options) -> int:
    if not text.startswith("+"):
        return time_us(text) or 0
    time = _judged(source, options, "").reference_time
    assert time is not None
    return time.time_us + int(text[1:-1]) * _UNIT_US[text[-1]]


def _tell_nobody(*_: Any) -> None:
    """Take the place of a progress report."""


def _digest(path: Path) -> str:
    # Opened like this, lest a lock of the test's own connection is dropped.
    with reading(path) as descriptor:
        return hashlib.sha256(os.read(descriptor, path.stat().st_size)).hexdigest()


def contents(folder: Path) -> dict[str, tuple[str, int]]:
    """Return every file below the folder with its digest and its time of change."""
    return {
        str(path.relative_to(folder)): (
            _digest(path) if path.is_file() else "",
            path.lstat().st_mtime_ns,
        )
        for path in sorted((folder, *folder.rglob("*")))
    }


@pytest.fixture(name="sample")
def _sample(tmp_path: Path) -> Callable[[str], Path]:
    """Copies a sample, with its log if it has one, into a folder of its own."""
    folder = tmp_path / "source"

    def copied(name: str) -> Path:
        folder.mkdir(exist_ok=True)
        for suffix in ("", "-wal"):
            if (file := Path(f"{SAMPLES / name}{suffix}")).exists():
                shutil.copy(file, folder)
        return folder / Path(name).name

    return copied


@pytest.fixture(name="safely")
def _safely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Report | AuditError]:
    """Audits, and sees that nothing is changed, or left, anywhere; returns the report or error."""
    places = [tmp_path / "private", tmp_path / "current"]
    for place in places:
        place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(places[0]))
    monkeypatch.chdir(places[1])

    def audited(path: Path, **options: Any) -> Report | AuditError:
        before = contents(path.parent)
        try:
            return audit(path, **options)
        except AuditError as error:
            return error
        finally:
            assert contents(path.parent) == before
            assert [list(place.iterdir()) for place in places] == [[], []]

    return audited


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for a `case` once for each of them."""
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", cases(), ids=str)
