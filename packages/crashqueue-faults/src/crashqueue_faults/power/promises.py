"""What SQLite's documentation promises of each mode, put in the words of the guarantee table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from crashqueue_faults.engine.store import JOURNAL_MODES, SYNCHRONOUS
from crashqueue_faults.power.recording import Mode
from crashqueue_faults.power.survey import Failure
from crashqueue_faults.power.verdict import StateVerdict

PRAGMA_SYNCHRONOUS: Final = "https://sqlite.org/pragma.html#pragma_synchronous"


class Contract(StrEnum):
    """What holds of acknowledged operations after a failure, from best to worst."""

    NOTHING_LOST = "nothing acknowledged is lost"
    SUFFIX_LOST = "a suffix of acknowledged operations can be lost"
    GAPS = "gaps: an operation can be lost and a later one kept"
    CORRUPTION = "corruption"


CONTRACTS: Final = {
    StateVerdict.SOUND: Contract.NOTHING_LOST,
    StateVerdict.LOST: Contract.SUFFIX_LOST,
    StateVerdict.GAP: Contract.GAPS,
    StateVerdict.STRANDED: Contract.CORRUPTION,
    StateVerdict.HISTORY_DISAGREES: Contract.CORRUPTION,
    StateVerdict.CORRUPT: Contract.CORRUPTION,
    StateVerdict.REFUSED: Contract.CORRUPTION,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Documented:
    """The contract that the documentation leads to expect, why, and the page that says so."""

    contract: Contract
    because: str
    page: str = PRAGMA_SYNCHRONOUS


_OFF: Final = Documented(
    contract=Contract.CORRUPTION,
    because="OFF never waits for the disk: the database may become corrupt when the power fails",
)
_WAL_NORMAL: Final = Documented(
    contract=Contract.SUFFIX_LOST,
    because="WAL stays consistent under NORMAL and loses durability",
)
_WAL_FULL: Final = Documented(
    contract=Contract.NOTHING_LOST,
    because="under FULL the log is synced after each commit",
)
_ROLLBACK_NORMAL: Final = Documented(
    contract=Contract.CORRUPTION,
    because="NORMAL leaves a very small chance of corruption with a rollback journal; the page "
    "names journal_mode=DELETE on older file systems",
)
_DELETE_FULL: Final = Documented(
    contract=Contract.SUFFIX_LOST,
    because="FULL does not corrupt; only EXTRA syncs the directory after the journal is deleted, "
    "so a journal that comes back can undo the last commit",
)
_DELETE_EXTRA: Final = Documented(
    contract=Contract.NOTHING_LOST,
    because="EXTRA syncs the directory after the journal is deleted",
)
_JOURNAL_STAYS: Final = Documented(
    contract=Contract.NOTHING_LOST,
    because="the journal is emptied, not deleted, and FULL waits until that is on disk",
    page="https://sqlite.org/pragma.html#pragma_journal_mode",
)
_PROCESS_CRASH: Final = Documented(
    contract=Contract.NOTHING_LOST,
    because="transactions survive the crash of a process in every mode",
)


def promise_of(mode: Mode, failure: Failure) -> Documented:
    """Return what SQLite's documentation leads to expect."""
    if failure is Failure.PROCESS_CRASH:
        return _PROCESS_CRASH
    match mode.journal_mode, mode.synchronous:
        case _, "OFF":
            return _OFF
        case "WAL", "NORMAL":
            return _WAL_NORMAL
        case "WAL", _:
            return _WAL_FULL
        case _, "NORMAL":
            return _ROLLBACK_NORMAL
        case "DELETE", "FULL":
            return _DELETE_FULL
        case "DELETE", _:
            return _DELETE_EXTRA
        case _:
            return _JOURNAL_STAYS


MODES: Final = tuple(
    Mode(journal_mode=journal_mode, synchronous=synchronous)
    for journal_mode in JOURNAL_MODES
    for synchronous in SYNCHRONOUS
)
