"""The shared policy in conftest.py lets no unclosed connection pass, on any Python."""

from __future__ import annotations

from pathlib import Path

import pytest

POLICY = Path(__file__).with_name("conftest.py").read_text("utf-8")

TIDY = """
import contextlib, sqlite3, weakref

class Owner:
    def __init__(self):
        self.itself = self
        weakref.finalize(self, sqlite3.connect(":memory:").close)

def test_closed():
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("SELECT 1")

def test_closed_when_its_owner_is_collected():
    Owner()

def test_refused():
    with contextlib.suppress(sqlite3.OperationalError):
        sqlite3.connect("/")
"""

LEAKY = """
import sqlite3, threading

kept = []

class Subclass(sqlite3.Connection):
    pass

def test_kept():
    kept.append(sqlite3.connect(":memory:"))

def test_forgotten():
    sqlite3.connect(":memory:")

def test_connected_through_the_inner_module():
    sqlite3.dbapi2.connect(":memory:", factory=Subclass)

def test_constructed():
    Subclass(":memory:")

def test_opened_by_another_thread():
    opener = threading.Thread(target=sqlite3.connect, args=(":memory:",))
    opener.start()
    opener.join()
"""


def run_under_policy(pytester: pytest.Pytester, tests: str) -> pytest.RunResult:
    pytester.makeconftest(POLICY)
    pytester.makepyfile(tests)
    # A process of its own: an audit hook cannot be removed again.
    return pytester.runpytest_subprocess("-p", "no:cacheprovider")


def test_closed_connections_pass(pytester: pytest.Pytester) -> None:
    run_under_policy(pytester, TIDY).assert_outcomes(passed=3)


def test_every_unclosed_connection_fails_its_test(pytester: pytest.Pytester) -> None:
    result = run_under_policy(pytester, LEAKY)
    result.assert_outcomes(passed=5, errors=5)
    assert result.stdout.str().count("\nunclosed SQLite connections: 1\n") == 5


def test_a_test_that_asks_for_a_server_is_found_by_its_name(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(POLICY)
    pytester.makepyfile(
        """
        import pytest

        @pytest.fixture
        def postgres():
            "In place of a server."

        @pytest.fixture
        def shop(postgres):
            "A database on it."

        def test_that_needs_it(shop):
            pass

        def test_that_does_not():
            pass
        """
    )
    pytester.runpytest_subprocess("-k", "postgres").assert_outcomes(passed=1, deselected=1)
