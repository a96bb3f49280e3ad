"""Writing: answers to standard output, problems to standard error, each as one JSON object.

One form everywhere: keys sorted, two spaces of indentation, non-ASCII characters escaped. The bytes
are the same under every locale, and no text from a database can steer a terminal.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import TextIO

import click

from crashqueue_cli.answers import Answer, ExitCode
from crashqueue_cli.errors import OutputNotWritten
from crashqueue_cli.problems import Problem


def as_text(document: Mapping[str, object]) -> str:
    """Return the one form in which a JSON object is printed, without the last line feed."""
    return json.dumps(document, indent=2, sort_keys=True, default=str)


def print_answer(answer: Answer) -> ExitCode:
    """Write the answer to standard output; return the exit code of the process.

    The afterword comes last, so that on one terminal it is what remains to be seen. A reader that
    has gone is no error of anybody's: nothing more is said. Raises OutputNotWritten when standard
    output fails in another way.
    """
    try:
        click.echo(as_text(answer.document))
    except BrokenPipeError:
        _discard(sys.stdout)
        return ExitCode.READER_GONE
    except OSError as error:
        _discard(sys.stdout)
        raise OutputNotWritten(f"standard output cannot be written: {error}") from error
    if answer.afterword:
        _say(answer.afterword)
    return answer.exit_code


def print_problem(problem: Problem) -> ExitCode:
    """Write the problem to standard error, if anyone can still read it; return the exit code."""
    _say(as_text({"error": problem.error}))
    return problem.exit_code


def _say(text: str) -> None:
    try:
        click.echo(text, err=True)
    except OSError:
        _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    # What the failed write left in the buffer would fail once more when the interpreter ends.
    descriptor = os.open(os.devnull, os.O_WRONLY)
    os.dup2(descriptor, stream.fileno())
    os.close(descriptor)
