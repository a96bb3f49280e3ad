"""The tree of errors is the one drawn, and each error carries its facts wherever it goes."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import re

import pytest

import crashqueue_core
from crashqueue_core import QueueError, errors

CLASSES = {
    name: kind
    for name, kind in vars(errors).items()
    if inspect.isclass(kind) and issubclass(kind, QueueError)
}
ABSTRACT = {"QueueError", "Refusal", "StoreError"}


def drawn() -> dict[str, tuple[str | None, str | None]]:
    """Return name → (name of its base, code) as the docstring draws them."""
    tree: dict[str, tuple[str | None, str | None]] = {}
    path: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        found = re.fullmatch(
            r"((?:[│ ]   )*(?:[├└]── )?)([A-Z]\w+)(?: +([A-Z][A-Z_]+)\b.*)?(?: +\(never.*)?", line
        )
        if found:
            depth = len(found[1]) // 4
            path[depth:] = [found[2]]
            tree[found[2]] = (path[depth - 1] if depth else None, found[3])
    return tree


def test_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    actual = {
        name: (
            None if kind is QueueError else kind.__bases__[0].__name__,
            None if name in ABSTRACT else kind.code,
        )
        for name, kind in CLASSES.items()
    }
    assert drawn() == actual


def test_codes_are_unique_and_every_error_says_what_to_do() -> None:
    concrete = [kind for name, kind in CLASSES.items() if name not in ABSTRACT]
    assert len({kind.code for kind in concrete}) == len(concrete)
    assert all(kind.hint.endswith(".") for kind in concrete)


@pytest.mark.parametrize("kind", CLASSES.values())
def test_error_survives_copying_and_pickling_with_its_data(kind: type[QueueError]) -> None:
    error = kind("what happened", job_id="job-1", limit=3)
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert type(twin) is kind
        assert (str(twin), twin.message, twin.data) == (
            "what happened",
            "what happened",
            {"job_id": "job-1", "limit": 3},
        )


def test_error_is_ready_for_json() -> None:
    error = errors.LeaseBusy("the job has a live lease", job_id="job-1")
    assert json.loads(json.dumps(error.as_dict())) == {
        "code": "LEASE_BUSY",
        "message": "the job has a live lease",
        "hint": errors.LeaseBusy.hint,
        "data": {"job_id": "job-1"},
    }


def test_public_names_are_exactly_those_listed() -> None:
    public = {
        name
        for name, value in vars(crashqueue_core).items()
        if not name.startswith("_") and not inspect.ismodule(value) and name != "annotations"
    }
    assert public | {"__version__"} == set(crashqueue_core.__all__)
    assert list(crashqueue_core.__all__) == sorted(crashqueue_core.__all__)


def test_every_error_is_public() -> None:
    assert set(CLASSES) <= set(crashqueue_core.__all__)


def test_public_names_are_documented() -> None:
    for name in crashqueue_core.__all__:
        value = getattr(crashqueue_core, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), name
