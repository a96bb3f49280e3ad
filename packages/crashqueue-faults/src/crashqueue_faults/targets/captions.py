"""Labels of commands, cut so short that one fits above each pair of cells of a picture."""

from __future__ import annotations

import re
from typing import Final

from crashqueue_faults.targets.job import EFFECT_LABEL

LONGEST: Final = 24
_THREAD: Final = re.compile(r"^\[[^\]]*\] ")
_BEGUN: Final = re.compile(r"^BEGIN\b[^;]*; (?=[A-Z])", re.IGNORECASE)
_END: Final = re.compile(r"^(COMMIT|ROLLBACK) of .*", re.IGNORECASE)
_PRAGMA: Final = re.compile(r"^(PRAGMA \w+).*", re.IGNORECASE)
# Ends of keys and names that every command of a job has.
_NUMBERED: Final = re.compile(r":{1,2}(job-)?#(?=[:\s]|$)")
# Of a script's words the first is the library's name.
_SCRIPT: Final = re.compile(r"^(EVALSHA )\S+ (?=\S)")
_CALL: Final = re.compile(r"(?P<name>\w+)\(")
_OBJECT: Final = re.compile(
    r"\b(?:FROM|INTO|(?<!FOR )UPDATE|TABLE(?: IF NOT EXISTS)?|INDEX(?: IF (?:NOT )?EXISTS)?|LISTEN"
    r"|WITH(?: RECURSIVE)?) "
    r'[`"]?(?:\w+["`]?\.)?[`"]?(?P<name>\w+)',
    re.IGNORECASE,
)
_STATEMENT: Final = re.compile(
    r"^(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|LISTEN|WITH)\b", re.IGNORECASE
)


def caption_of(label: str) -> str:
    """Return what of a command's label tells it from its neighbours, in 24 characters at most.

    A statement keeps its verb and the first table or function it names, a transaction of Redis its
    verbs, and any other command its verb and what fits.
    """
    if label == EFFECT_LABEL:
        return "effect"
    command = _BEGUN.sub("", _THREAD.sub("", label)).rstrip(";")
    if command.startswith("MULTI; "):
        return _fitting(_verbs(command))
    for pattern in (_END, _PRAGMA):
        if found := pattern.match(command):
            return _fitting(found[1])
    if found := _STATEMENT.match(command):
        return _statement(found[1], command)
    return _words(_SCRIPT.sub(r"\1", _NUMBERED.sub("", command)))


def _verbs(transaction: str) -> str:
    inner = [command.split()[0] for command in transaction.split("; ")]
    return " ".join(dict.fromkeys(verb for verb in inner if verb != "EXEC"))


def _statement(verb: str, statement: str) -> str:
    found = _OBJECT.search(statement) or _CALL.search(statement)
    return _with_end_of(verb, found["name"]) if found else _fitting(statement)


def _words(command: str) -> str:
    verb, *rest = command.split()
    return _with_end_of(verb, rest[0]) if len(rest) == 1 else _fitting(command)


def _with_end_of(verb: str, name: str) -> str:
    """Return both; of a name that is too long its end, which differs more than its beginning."""
    room = LONGEST - len(verb) - 1
    return f"{verb} {name if len(name) <= room else '…' + name[1 - room :]}"


def _fitting(words: str) -> str:
    return words if len(words) <= LONGEST else words[: LONGEST - 1].rstrip() + "…"
