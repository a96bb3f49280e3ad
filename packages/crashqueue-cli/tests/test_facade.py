"""`crashqueuelab` only re-exports."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

import crashqueue_cli
import crashqueue_core
import crashqueue_faults
import crashqueue_verify
import crashqueuelab
from crashqueue_cli.main import main


def test_names_equal_all() -> None:
    assert dir(crashqueuelab) == sorted(crashqueuelab.__all__)
    assert len(set(crashqueuelab.__all__)) == len(crashqueuelab.__all__)


@pytest.mark.parametrize("name", sorted(set(crashqueuelab.__all__) - {"__version__"}))
def test_every_name_is_the_very_object_of_its_home(name: str) -> None:
    homes = (crashqueue_core, crashqueue_verify, crashqueue_faults)
    home = next(home for home in homes if name in home.__all__)
    assert getattr(crashqueuelab, name) is getattr(home, name)


def test_whole_core_is_offered() -> None:
    assert set(crashqueue_core.__all__) <= set(crashqueuelab.__all__)


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'crashqueuelab' has no attribute 'nonsense'"):
        _ = crashqueuelab.nonsense


def test_spawned_child_may_import_the_program_without_starting_it() -> None:
    assert importlib.import_module("crashqueuelab.__main__").main is main


def test_versions_agree() -> None:
    assert crashqueuelab.__version__ is crashqueue_cli.__version__
    versions = {package.__version__ for package in (crashqueue_core, crashqueue_faults)}
    assert versions == {crashqueuelab.__version__} == {crashqueue_verify.__version__}


def test_queue_is_imported_without_laboratory_and_command_line() -> None:
    program = (
        "import sys; from crashqueuelab import DurableQueue, ManualClock;"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    command = [sys.executable, "-c", program]
    loaded = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
    assert "crashqueue_core" in loaded
    assert not {"crashqueue_faults", "crashqueue_verify", "click", "rich"} & set(loaded)
