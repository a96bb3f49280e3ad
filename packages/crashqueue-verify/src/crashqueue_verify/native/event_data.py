"""The data of each kind of event: parsed, and held against its only canonical form.

Writing the fields again into the form of their kind and comparing the texts checks everything at
once: exactly these fields, each of its type, sorted, without spaces, and none twice. A template per
kind takes a third of the time that a general JSON encoder takes.
"""

from __future__ import annotations

import json
from json.encoder import encode_basestring as quoted
from typing import TYPE_CHECKING, Any, Final

from crashqueue_verify.native.canonical import encode_canonical
from crashqueue_verify.native.replayed_history import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

Data = dict[str, Any]

_decode = json.JSONDecoder().raw_decode
_BOOLEANS: Final = {True: "true", False: "false"}


def parse_data(kind: str, text: str) -> Data:
    """Return the fields in `text`, the data of an event of a known `kind`.

    Raises Refusal unless it is the canonical form of exactly the fields of that kind.
    """
    try:
        data: Data = _decode(text)[0]
        if WRITERS[kind](data) == text:
            return data
    except (ValueError, TypeError, LookupError, OverflowError, RecursionError) as error:
        sentence = f"the data of {kind} lacks a field or has one of another type"
        raise Refusal("CQ125", sentence) from error
    if kind == "CHECKPOINTED" and _differs_inside(data, text):
        raise Refusal("CQ138", "the checkpoint is not canonical JSON")
    raise Refusal("CQ125", f"the data of {kind} is not canonical or has further fields")


def _submitted(data: Data) -> str:
    policy = data["retry_policy"]
    return (
        f'{{"checkpoint_version":{data["checkpoint_version"]:d}'
        f',"due_at_us":{data["due_at_us"]:d}'
        f',"idempotency_key":{quoted(data["idempotency_key"])}'
        f',"job_type":{quoted(data["job_type"])}'
        f',"payload_digest":{quoted(data["payload_digest"])}'
        f',"priority":{data["priority"]:d}'
        f',"retry_policy":{{"base_delay_us":{policy["base_delay_us"]:d}'
        f',"factor":{policy["factor"]:d}'
        f',"max_attempts":{policy["max_attempts"]:d}'
        f',"max_delay_us":{policy["max_delay_us"]:d}}}'
        f',"submission_sequence":{data["submission_sequence"]:d}}}'
    )


def _claimed(data: Data) -> str:
    return (
        f'{{"attempt_number":{data["attempt_number"]:d}'
        f',"checkpoint_versions":{_ascending(data["checkpoint_versions"])}'
        f',"fence":{data["fence"]:d}'
        f',"lease_expires_at_us":{data["lease_expires_at_us"]:d}'
        f',"lease_token":{quoted(data["lease_token"])}'
        f',"worker_id":{quoted(data["worker_id"])}}}'
    )


def _lease_renewed(data: Data) -> str:
    return (
        f'{{"attempt_number":{data["attempt_number"]:d}'
        f',"lease_expires_at_us":{data["lease_expires_at_us"]:d}'
        f',"lease_token":{quoted(data["lease_token"])}}}'
    )


def _checkpointed(data: Data) -> str:
    start, end = _around_checkpoint(data)
    return f"{start}{encode_canonical(data['checkpoint'])}{end}"


def _around_checkpoint(data: Data) -> tuple[str, str]:
    return (
        f'{{"attempt_number":{data["attempt_number"]:d},"checkpoint":',
        f',"checkpoint_version":{data["checkpoint_version"]:d}'
        f',"lease_token":{quoted(data["lease_token"])}}}',
    )


def _differs_inside(data: Data, text: str) -> bool:
    """Return whether nothing but the checkpoint keeps `text` from being canonical."""
    start, end = _around_checkpoint(data)
    return len(data) == 4 and text.startswith(start) and text.endswith(end)


def _succeeded(data: Data) -> str:
    digest = data["result_digest"]
    return (
        f'{{"attempt_number":{data["attempt_number"]:d}'
        f',"lease_token":{quoted(data["lease_token"])}'
        f',"result_digest":{"null" if digest is None else quoted(digest)}}}'
    )


def _failed(data: Data) -> str:
    return (
        f'{{"attempt_number":{data["attempt_number"]:d}'
        f',"due_at_us":{_integer_or_null(data["due_at_us"])}'
        f',"error":{quoted(data["error"])}'
        f',"lease_token":{quoted(data["lease_token"])}'
        f',"retryable":{_BOOLEANS[data["retryable"]]}}}'
    )


def _lease_expired(data: Data) -> str:
    return (
        f'{{"attempt_number":{data["attempt_number"]:d}'
        f',"due_at_us":{_integer_or_null(data["due_at_us"])}}}'
    )


def _released(data: Data) -> str:
    return (
        f'{{"attempt_number":{data["attempt_number"]:d}'
        f',"lease_token":{quoted(data["lease_token"])}}}'
    )


def _retry_promoted(_data: Data) -> str:
    return "{}"


def _cancelled(data: Data) -> str:
    return (
        f'{{"attempt_number":{_integer_or_null(data["attempt_number"])},"fence":{data["fence"]:d}}}'
    )


def _redriven(data: Data) -> str:
    return f'{{"attempt_budget":{data["attempt_budget"]:d}}}'


def _limit_changed(data: Data) -> str:
    return f'{{"active_limit":{_integer_or_null(data["active_limit"])}}}'


def _ascending(versions: list[int]) -> str:
    # Nearly every worker names one version.
    if len(versions) != 1:
        versions = sorted(set(versions))
    return f"[{','.join([f'{version:d}' for version in versions])}]"


def _integer_or_null(value: int | None) -> str:
    return "null" if value is None else f"{value:d}"


WRITERS: Final[dict[str, Callable[[Data], str]]] = {
    "SUBMITTED": _submitted,
    "CLAIMED": _claimed,
    "LEASE_RENEWED": _lease_renewed,
    "CHECKPOINTED": _checkpointed,
    "SUCCEEDED": _succeeded,
    "FAILED": _failed,
    "LEASE_EXPIRED": _lease_expired,
    "RELEASED": _released,
    "RETRY_PROMOTED": _retry_promoted,
    "CANCELLED": _cancelled,
    "REDRIVEN": _redriven,
    "LIMIT_CHANGED": _limit_changed,
}
"""For each kind, the function that writes its fields in canonical form."""
