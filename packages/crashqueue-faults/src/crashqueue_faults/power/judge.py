"""The judge of one recording's crash states."""

from __future__ import annotations

import hashlib
from contextlib import closing
from pathlib import Path
from typing import Final

from crashqueue_faults.engine.file_operations import FileOperation
from crashqueue_faults.power.aftermath import flaw_of_aftermath
from crashqueue_faults.power.files import Files, Reconstruction, rebuild
from crashqueue_faults.power.model import Disk, Replay, everything
from crashqueue_faults.power.recording import DATABASE, Acknowledged, Fact, Recording
from crashqueue_faults.power.recovered import (
    NOT_RECOVERABLE,
    Recovered,
    examine,
    read_recovered,
    recover,
)
from crashqueue_faults.power.verdict import StateVerdict

# The queue looks at these before it lets SQLite recover.
_HEADER_PAGE_BYTES: Final = 4096
_JOURNAL_HEADER_BYTES: Final = 512


class Judge:
    """Judges crash states of any recording in a scratch folder of its own.

    What is expensive depends on the recovered database, and on what the queue sees of the files
    before it lets SQLite recover them. Both are remembered by digest.
    """

    def __init__(self, folder: Path) -> None:
        self._rebuilt = folder / "rebuilt"
        self._rebuilt.mkdir()
        self._folder = folder
        self._recovered: dict[bytes, Recovered] = {}
        self._flaws: dict[bytes, StateVerdict | None] = {}

    def moments(self, recording: Recording) -> tuple[str, ...]:
        """Return the content before the first answer, and at each answer, in order.

        They are taken from all that the process had written, as if no power had failed.
        """
        replay = Replay(recording.base)
        contents = [self._whole(replay.disk())]
        for entry in recording.entries:
            if isinstance(entry, FileOperation):
                replay.perform(entry)
            else:
                contents.append(self._whole(replay.disk()))
        return tuple(contents)

    def _whole(self, disk: Disk) -> str:
        rebuild(self._rebuilt, Reconstruction(disk).files(everything(disk)))
        return read_recovered(self._rebuilt / DATABASE, self._folder).content

    def judge(self, files: Files, promise: Promise) -> StateVerdict:
        """Return what becomes of the queue that finds these files."""
        rebuild(self._rebuilt, files)
        pages, recovered = self._recover()
        if recovered.flaw is not None:
            return recovered.flaw
        verdict = promise.verdict(recovered)
        if verdict is StateVerdict.GAP:
            return verdict
        return self._flaw_of_aftermath(pages, files) or verdict

    def _recover(self) -> tuple[bytes, Recovered]:
        pages, connection = recover(self._rebuilt / DATABASE)
        if connection is None:
            return b"", NOT_RECOVERABLE
        with closing(connection):
            digest = hashlib.sha256(pages).digest()
            recovered = self._recovered.get(digest)
            if recovered is None:
                recovered = examine(pages, connection, self._folder)
                self._recovered[digest] = recovered
        return digest, recovered

    def _flaw_of_aftermath(self, pages: bytes, files: Files) -> StateVerdict | None:
        key = pages + _first_sight(files)
        if key not in self._flaws:
            rebuild(self._rebuilt, files)
            self._flaws[key] = flaw_of_aftermath(self._rebuilt / DATABASE)
        return self._flaws[key]


class Promise:
    """What a caller may count on after so many answers of a recording."""

    def __init__(self, recording: Recording, moments: tuple[str, ...]) -> None:
        answers = [entry for entry in recording.entries if isinstance(entry, Acknowledged)]
        self._moments = moments
        self._answers = answers
        self._facts: frozenset[Fact] = frozenset()
        self._acknowledged = 0

    def advance(self) -> None:
        """Take note of the next answer."""
        self._facts |= frozenset(self._answers[self._acknowledged].facts)
        self._acknowledged += 1

    @property
    def acknowledged(self) -> int:
        """How many answers have been given."""
        return self._acknowledged

    def verdict(self, recovered: Recovered) -> StateVerdict:
        """Return SOUND, LOST or GAP: is the content that of a moment, and not too early a one?"""
        reached = [k for k, content in enumerate(self._moments) if content == recovered.content]
        if not reached:
            return StateVerdict.GAP
        if reached[-1] < self._acknowledged or not self._facts <= recovered.facts:
            return StateVerdict.LOST
        return StateVerdict.SOUND


def _first_sight(files: Files) -> bytes:
    seen = hashlib.sha256()
    for name, length in (
        (DATABASE, _HEADER_PAGE_BYTES),
        (f"{DATABASE}-journal", _JOURNAL_HEADER_BYTES),
    ):
        data = files[name].data if name in files else b""
        seen.update(len(data).to_bytes(8, "big"))
        seen.update(data[:length])
    return seen.digest()
