"""`crashqueue-verify explain RULE` and `crashqueue-verify schema`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crashqueue_verify.cli.arguments import PROGRAM, Parser
from crashqueue_verify.cli.output import show
from crashqueue_verify.foreign.explaining import explain
from crashqueue_verify.foreign.loading import find_profile
from crashqueue_verify.report.explanation import render_explanation
from crashqueue_verify.report.json import report_schema

if TYPE_CHECKING:
    from collections.abc import Sequence


def run_explain(arguments: Sequence[str]) -> int:
    """Print everything about one rule."""
    parser = Parser(prog=f"{PROGRAM} explain", description="Explain one rule in full.")
    parser.add_argument("rule", type=str.upper, metavar="RULE", help="for example G07 or CQ101")
    parser.add_argument("--profile", metavar="FILE", help="know the rules of this profile as well")
    options = parser.parse_args(arguments)
    profiles = () if options.profile is None else (find_profile(options.profile),)
    show(render_explanation(explain(options.rule, profiles)))
    return 0


def run_schema(arguments: Sequence[str]) -> int:
    """Print the JSON Schema of a JSON report."""
    parser = Parser(prog=f"{PROGRAM} schema", description="Print the JSON Schema of a report.")
    parser.parse_args(arguments)
    show(report_schema())
    return 0
