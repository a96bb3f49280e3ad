"""The persistence model against small cases worked out by hand."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashqueue_faults.engine.file_operations import FileOperation, FileOperationKind
from crashqueue_faults.power.files import Reconstruction, state_digest
from crashqueue_faults.power.model import Disk, Replay, Selection, Torn, everything, tears

Contents = dict[str, bytes]


def create(file: str, *, syncs_directory: bool = False) -> FileOperation:
    return FileOperation(kind=FileOperationKind.CREATE, file=file, syncs_directory=syncs_directory)


def write(file: str, data: bytes, offset: int = 0) -> FileOperation:
    return FileOperation(kind=FileOperationKind.WRITE, file=file, data=data, offset=offset)


def truncate(file: str, size: int) -> FileOperation:
    return FileOperation(kind=FileOperationKind.TRUNCATE, file=file, size=size)


def sync(file: str) -> FileOperation:
    return FileOperation(kind=FileOperationKind.SYNC, file=file)


def delete(file: str, *, syncs_directory: bool = False) -> FileOperation:
    return FileOperation(kind=FileOperationKind.DELETE, file=file, syncs_directory=syncs_directory)


def disk_after(operations: Iterable[FileOperation], base: Contents | None = None) -> Disk:
    replay = Replay(base or {})
    for operation in operations:
        replay.perform(operation)
    return replay.disk()


def files(disk: Disk, mask: int, torn: Torn | None = None) -> Contents:
    selection = Selection(mask=mask, torn=torn)
    found = Reconstruction(disk).files(selection)
    return {name: content.data for name, content in found.items()}


def all_files(disk: Disk) -> list[Contents]:
    return [files(disk, mask) for mask in range(1 << len(disk.pending))]


def test_write_may_be_gone_until_its_file_is_synced() -> None:
    pending = disk_after([write("db", b"new")], {"db": b"old"})
    assert all_files(pending) == [{"db": b"old"}, {"db": b"new"}]
    synced = disk_after([write("db", b"new"), sync("db")], {"db": b"old"})
    assert all_files(synced) == [{"db": b"new"}]


def test_sync_of_one_file_says_nothing_of_another() -> None:
    disk = disk_after([write("a", b"1"), write("b", b"2"), sync("b")], {"a": b"-", "b": b"-"})
    assert all_files(disk) == [{"a": b"-", "b": b"2"}, {"a": b"1", "b": b"2"}]


def test_later_write_can_arrive_without_an_earlier_one() -> None:
    disk = disk_after([write("db", b"ab"), write("db", b"cd", 2)], {"db": b""})
    assert files(disk, 0b10) == {"db": b"\0\0cd"}
    assert files(disk, 0b01) == {"db": b"ab"}


def test_where_two_writes_overlap_the_later_one_wins() -> None:
    disk = disk_after([write("db", b"aaaa"), write("db", b"bb", 1)], {"db": b"----"})
    assert all_files(disk) == [{"db": b"----"}, {"db": b"aaaa"}, {"db": b"-bb-"}, {"db": b"abba"}]


def test_truncation_is_pending_like_a_write() -> None:
    disk = disk_after([truncate("db", 1)], {"db": b"old"})
    assert all_files(disk) == [{"db": b"old"}, {"db": b"o"}]
    assert all_files(disk_after([truncate("db", 3), sync("db")], {"db": b"x"})) == [
        {"db": b"x\0\0"}
    ]


def test_new_name_is_durable_after_the_first_sync_if_that_syncs_the_directory() -> None:
    plain = disk_after([create("db"), write("db", b"x"), sync("db")])
    assert all_files(plain) == [{}, {"db": b"x"}]
    journal = [create("j", syncs_directory=True), write("j", b"x"), sync("j")]
    assert all_files(disk_after(journal)) == [{"j": b"x"}]


def test_directory_sync_makes_every_name_durable() -> None:
    operations = [create("db"), create("j", syncs_directory=True), sync("j")]
    assert all_files(disk_after(operations)) == [{"db": b"", "j": b""}]


def test_second_sync_of_a_journal_syncs_no_directory() -> None:
    operations = [create("j", syncs_directory=True), sync("j"), create("db"), sync("j")]
    assert all_files(disk_after(operations)) == [{"j": b""}, {"db": b"", "j": b""}]


def test_deletion_is_durable_only_with_its_directory() -> None:
    base = {"db": b"", "j": b"hot"}
    assert all_files(disk_after([delete("j")], base)) == [base, {"db": b""}]
    assert all_files(disk_after([delete("j", syncs_directory=True)], base)) == [{"db": b""}]


def test_file_that_comes_back_is_the_old_one() -> None:
    operations = [delete("j"), create("j", syncs_directory=True), write("j", b"new")]
    disk = disk_after(operations, {"j": b"old"})
    assert files(disk, 0b000) == {"j": b"old"}
    assert files(disk, 0b001) == {}
    assert files(disk, 0b100) == {"j": b"old"}
    assert files(disk, 0b011) == {"j": b""}
    assert files(disk, 0b111) == {"j": b"new"}
    assert all_files(disk_after([*operations, sync("j")], {"j": b"old"})) == [{"j": b"new"}]


def test_pending_writes_of_a_deleted_file_are_forgotten_with_it() -> None:
    operations = [write("j", b"x"), delete("j", syncs_directory=True)]
    assert disk_after(operations, {"j": b""}).pending == ()


@pytest.mark.parametrize(
    ("operation", "lengths"),
    [
        (write("db", bytes(4096)), [512, 1024, 1536, 2048, 2560, 3072, 3584]),
        (write("wal", bytes(1024), 56), [456, 968]),
        (write("wal", bytes(24), 32), []),
        (write("wal", bytes(24), 500), [12]),
        (truncate("db", 4096), []),
    ],
)
def test_write_is_torn_at_sector_boundaries_only(
    operation: FileOperation, lengths: list[int]
) -> None:
    assert list(tears(operation)) == lengths


def test_torn_write_arrives_up_to_the_boundary() -> None:
    disk = disk_after([write("db", b"n" * 1024), write("db", b"x", 1023)], {"db": b"o" * 1024})
    torn = Torn(index=0, length=512)
    assert files(disk, 0, torn) == {"db": b"n" * 512 + b"o" * 512}
    assert files(disk, 0b10, torn) == {"db": b"n" * 512 + b"o" * 511 + b"x"}


def test_state_is_named_by_names_contents_and_answers() -> None:
    def named(base: Contents, acknowledged: int) -> bytes:
        disk = disk_after([], base)
        return state_digest(Reconstruction(disk).files(everything(disk)), acknowledged)

    names = {
        named({"a": b"x"}, 0),
        named({"a": b"x"}, 1),
        named({"a": b"y"}, 0),
        named({"b": b"x"}, 0),
        named({"a": b"", "b": b"x"}, 0),
    }
    assert len(names) == 5
    assert {len(name) for name in names} == {16}


NAMES = st.sampled_from(["a", "b"])
REQUESTS = st.lists(
    st.one_of(
        st.tuples(st.just("create"), NAMES, st.booleans()),
        st.tuples(st.just("write"), NAMES, st.integers(0, 9), st.binary(max_size=5)),
        st.tuples(st.just("truncate"), NAMES, st.integers(0, 9)),
        st.tuples(st.just("sync"), NAMES),
        st.tuples(st.just("delete"), NAMES, st.booleans()),
    ),
    max_size=14,
)


def perform_in_memory(requests: list[tuple[object, ...]]) -> tuple[list[FileOperation], Contents]:
    """Return the requests that make sense, and what a process sees after them."""
    seen: dict[str, bytearray] = {}
    operations = []
    for request in requests:
        match request:
            case ("create", str(name), bool(syncs)) if name not in seen:
                seen[name] = bytearray()
                operations.append(create(name, syncs_directory=syncs))
            case ("write", str(name), int(offset), bytes(data)) if name in seen:
                content = seen[name]
                content.extend(bytes(max(0, offset - len(content))))
                content[offset : offset + len(data)] = data
                operations.append(write(name, data, offset))
            case ("truncate", str(name), int(size)) if name in seen:
                seen[name] = bytearray(bytes(seen[name]).ljust(size, b"\0")[:size])
                operations.append(truncate(name, size))
            case ("sync", str(name)) if name in seen:
                operations.append(sync(name))
            case ("delete", str(name), bool(syncs)) if name in seen:
                del seen[name]
                operations.append(delete(name, syncs_directory=syncs))
    return operations, {name: bytes(content) for name, content in seen.items()}


@given(REQUESTS)
def test_with_everything_arrived_the_disk_is_what_the_process_saw(
    requests: list[tuple[object, ...]],
) -> None:
    operations, seen = perform_in_memory(requests)
    disk = disk_after(operations)
    assert files(disk, everything(disk).mask) == seen


@given(REQUESTS)
def test_after_all_syncs_there_is_one_state(requests: list[tuple[object, ...]]) -> None:
    operations, seen = perform_in_memory(requests)
    syncs = [sync(name) for name in seen]
    end = [create("j", syncs_directory=True), sync("j")]
    disk = disk_after([*operations, *syncs, *end])
    assert disk.pending == ()
    assert files(disk, 0) == {**seen, "j": b""}
