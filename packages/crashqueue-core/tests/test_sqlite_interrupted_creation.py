"""The power fails while the database is created: its pages are there, but not the first."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from crashqueue_core import DurableQueue, NotAQueueDatabase, StoreNotFound

MAGIC = bytes.fromhex("d9d505f920a163d7")
PAGES = bytes(4096) + b"\x0d" + bytes(4095)  # the first page never reached the disk


def journal(*, pages_before: int, magic: bytes = MAGIC) -> bytes:
    nonce, sector_size, page_size = 7, 512, 4096
    header = magic + struct.pack(">IIIII", 0, nonce, pages_before, sector_size, page_size)
    return header.ljust(sector_size, b"\0")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "queue.sqlite"
    path.write_bytes(PAGES)
    return path


def files(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


def test_interrupted_creation_is_begun_anew(path: Path) -> None:
    Path(f"{path}-journal").write_bytes(journal(pages_before=0))
    with DurableQueue(path) as queue:
        queue.submit(idempotency_key="request-1", job_type="synthetic", payload=1)
    with DurableQueue(path, create=False) as queue:
        assert len(queue.list_jobs().jobs) == 1


def test_interrupted_creation_is_no_queue_yet(path: Path) -> None:
    Path(f"{path}-journal").write_bytes(journal(pages_before=0))
    before = files(path)
    with pytest.raises(StoreNotFound):
        DurableQueue(path, create=False)
    assert files(path) == before


@pytest.mark.parametrize(
    "beside",
    [
        journal(pages_before=2),
        journal(pages_before=0, magic=bytes(8)),
        journal(pages_before=0)[:511],
        b"",
        None,
    ],
    ids=["it was not empty before", "not hot", "cut short", "empty", "no journal"],
)
def test_other_files_are_refused_untouched(path: Path, beside: bytes | None) -> None:
    if beside is not None:
        Path(f"{path}-journal").write_bytes(beside)
    before = files(path)
    with pytest.raises(NotAQueueDatabase):
        DurableQueue(path)
    assert files(path) == before
