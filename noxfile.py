"""Every gate and every experiment, each in an environment of its own: `nox -l` lists them."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import nox

nox.needs_version = ">=2026.10"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.download_python = "never"  # interpreters are the machine's; nothing is fetched for them
nox.options.reuse_venv = "yes"
nox.options.sessions = [
    "lint",
    "types",
    "tests",
    "targets_sample",
    "postgres",
    "coverage",
    "integration",
    "docs",
]

ROOT = Path(__file__).parent
INTEGRATION_TESTS = ROOT / "tests-integration"
FIXTURES = ROOT / "packages" / "crashqueue-verify" / "fixtures"
SAMPLES = ROOT / "packages" / "crashqueue-verify" / "tests" / "samples"
PYPROJECT = nox.project.load_toml(ROOT / "pyproject.toml")
# In the order of their imports.
PACKAGES = [
    ROOT / "packages" / f"crashqueue-{name}" for name in ("core", "verify", "faults", "cli")
]
FAULTS = nox.project.load_toml(PACKAGES[2] / "pyproject.toml")["project"]
TARGETS = sorted(FAULTS["entry-points"]["crashqueue.targets"])
# Their tests wait for real time-outs, so that they run once; and no two agree on all versions.
ON_SERVERS = ("arq", "celery", "dramatiq", "pgqueuer", "procrastinate", "rq", "saq", "taskiq")
TESTS_ON_SERVERS = {
    library: str(PACKAGES[2] / "tests" / f"test_targets_{library}.py") for library in ON_SERVERS
}
ELSEWHERE = tuple(f"--ignore={path}" for path in TESTS_ON_SERVERS.values())
# A file's tests share what is dear to set up. `-- -n 0` runs them all in one process.
ON_ALL_CORES = ("-n", "auto", "--dist", "loadfile")
RUNNING_PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
# The interpreter at hand is tested too, so that a newer one alone does not test nothing.
TESTED_PYTHONS = sorted({"3.11", "3.12", "3.13", RUNNING_PYTHON})
# The oldest that the queue runs on, where Debian and its relatives put it.
OLDEST_POSTGRES = "/usr/lib/postgresql/15/bin"


def install_group(session: nox.Session, name: str) -> None:
    """Install one of the root pyproject's dependency groups."""
    session.install(*nox.project.dependency_groups(PYPROJECT, name))


def install_packages(session: nox.Session, *groups: str) -> None:
    """Install the four packages, editable, with the engine, and groups in one resolution."""
    editable = [argument for package in PACKAGES for argument in ("--editable", str(package))]
    dependencies = nox.project.dependency_groups(PYPROJECT, *groups)
    session.install(*editable, "crashqueue-cli[engine]", *dependencies)


def install_target(session: nox.Session, target: str, *groups: str) -> None:
    """Install the four packages, editable, with one target's newest library, and groups."""
    editable = [argument for package in PACKAGES for argument in ("--editable", str(package))]
    extra = target if target in FAULTS["optional-dependencies"] else "server"
    dependencies = nox.project.dependency_groups(PYPROJECT, *groups)
    session.install(*editable, f"crashqueue-faults[{extra}]", *dependencies)


def run_measured(session: nox.Session, name: str, *arguments: str) -> None:
    """Run pytest and keep which branches it reached, in place of what was kept under this name."""
    folder = measured_folder(session, name)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    env = {"COVERAGE_FILE": str(folder / ".coverage")}
    session.run("coverage", "run", "-m", "pytest", *arguments, env=env)


def measured_folder(session: nox.Session, name: str) -> Path:
    """Return where a session that runs tests keeps for `coverage` what these reached."""
    return session.cache_dir / "coverage" / name


def build_distributions(session: nox.Session, directory: Path) -> None:
    """Build wheel and source distribution of each package in isolation, into a new directory."""
    install_group(session, "build")
    shutil.rmtree(directory, ignore_errors=True)
    # Nox points UV_PYTHON at the session; hatch would install its build environment there.
    env = {"UV_PYTHON": None, "HATCH_DATA_DIR": str(Path(session.create_tmp()).resolve())}
    for package in PACKAGES:
        with session.chdir(package):
            session.run("hatch", "build", str(directory), env=env)


def run_integration(session: nox.Session, distributions: Path, *arguments: str) -> None:
    """Run integration tests from an empty directory, so that no source lies in reach."""
    install_group(session, "integration")
    with tempfile.TemporaryDirectory() as outside:
        empty = Path(outside, "empty")
        empty.mkdir()
        with session.chdir(empty):
            session.run(
                "pytest",
                f"--config-file={ROOT / 'pyproject.toml'}",
                f"--rootdir={INTEGRATION_TESTS}",
                f"--basetemp={Path(outside, 'environments')}",
                f"--distributions={distributions}",
                *arguments,
            )


def run_experiment(session: nox.Session, command: str) -> None:
    """Run a crashqueuelab experiment; its evidence stays in a new directory unless told where."""
    install_packages(session, "postgres")
    arguments = list(session.posargs)
    if not any(argument.startswith("--output-directory") for argument in arguments):
        directory = tempfile.mkdtemp(prefix="evidence-", dir=session.create_tmp())
        arguments += ["--output-directory", directory]
    session.run("crashqueuelab", command, *arguments)


@nox.session
def lint(session: nox.Session) -> None:
    """Ruff's rules and format, and the direction of imports."""
    install_group(session, "lint")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    sources = os.pathsep.join(str(package / "src") for package in PACKAGES)
    session.run("lint-imports", "--no-logo", env={"PYTHONPATH": sources})


@nox.session
def types(session: nox.Session) -> None:
    """Strict mypy over the sources, then over each folder of tests, whose file names repeat."""
    install_packages(session, "types")
    session.run("mypy")
    session.run("mypy", "tests-integration")
    for package in PACKAGES:
        for name in ("tests", "tests/*", "benchmarks", "fuzz"):
            for folder in package.glob(name):
                if files := sorted(folder.glob("*.py")):
                    session.run("mypy", *map(str, files))


@nox.session(python=TESTED_PYTHONS)
def tests(session: nox.Session) -> None:
    """The packages' tests on each Python; one that is not found is an error only under CI.

    What all of them reach on the interpreter at hand is kept for `coverage`.
    """
    install_packages(session, "coverage")
    selected = (*ON_ALL_CORES, *ELSEWHERE)
    if session.python == RUNNING_PYTHON and not session.posargs:
        run_measured(session, "tests", *selected)
    else:
        session.run("pytest", *selected, *session.posargs)


@nox.session
@nox.parametrize("library", ON_SERVERS, ids=ON_SERVERS)
def targets_sample(session: nox.Session, library: str) -> None:
    """Crash the libraries that need servers at some of their commands: `targets` crashes at all.

    What they reach is kept for `coverage`.
    """
    install_target(session, library, "sample")
    run_measured(session, library, TESTS_ON_SERVERS[library], *session.posargs)


@nox.session
def postgres(session: nox.Session) -> None:
    """The tests that need a server, on PostgreSQL 15; its absence is an error only under CI.

    CRASHQUEUE_POSTGRES_PROGRAMS names the folder of another version. `tests` uses the newest.
    """
    programs = Path(os.environ.get("CRASHQUEUE_POSTGRES_PROGRAMS", OLDEST_POSTGRES))
    if not (programs / "initdb").is_file():
        absent = f"no PostgreSQL in {programs}; Debian has it in the package postgresql-15"
        give_up = session.error if os.environ.get("CI") else session.skip
        give_up(absent)
    install_packages(session, "test")
    env = {"CRASHQUEUE_POSTGRES_PROGRAMS": str(programs), "CRASHQUEUE_POSTGRES_DSN": None}
    selected = (*ON_ALL_CORES, *ELSEWHERE, "-k", "postgres")
    session.run("pytest", *selected, *session.posargs, env=env)


@nox.session
def coverage(session: nox.Session) -> None:
    """Branch coverage of each package, child processes included, at the bound in pyproject.

    It is that of the last whole `tests` and `targets_sample`, and nothing is run again.
    """
    folders = [measured_folder(session, name) for name in ("tests", *ON_SERVERS)]
    if missing := [folder.name for folder in folders if not folder.is_dir()]:
        session.error(f"run `nox -s tests targets_sample` before: no {', '.join(missing)}")
    install_packages(session, "coverage")
    session.run("coverage", "erase")
    session.run("coverage", "combine", "--quiet", "--keep", *map(str, folders))
    for package in PACKAGES:
        session.run("coverage", "report", f"--include=packages/{package.name}/*")


@nox.session
def wheels(session: nox.Session) -> None:
    """Build the four wheels and source distributions into dist/ and look inside."""
    distributions = ROOT / "dist"
    build_distributions(session, distributions)
    run_integration(session, distributions, str(INTEGRATION_TESTS / "test_distributions.py"))


@nox.session
def integration(session: nox.Session) -> None:
    """Install the built wheel files in clean environments and use them from an empty directory."""
    distributions = Path(session.create_tmp()).resolve() / "dist"
    build_distributions(session, distributions)
    run_integration(session, distributions, str(INTEGRATION_TESTS), *session.posargs)


@nox.session
def campaign(session: nox.Session) -> None:
    """Crash at each of the thirteen fault points: `nox -s campaign -- --start-server --seed 7`."""
    run_experiment(session, "campaign")


@nox.session
@nox.parametrize("target", TARGETS, ids=TARGETS)
def targets(session: nox.Session, target: str) -> None:
    """Crash every library at every command, and make the page of it anew; or some, by `-k huey`.

    Each library has an environment of its own: two of them do not agree on their Redis client.
    """
    install_target(session, target)
    evidence = session.cache_dir / "targets" / target
    shutil.rmtree(evidence, ignore_errors=True)
    arguments = ("--target", target, "--output-directory", str(evidence), *session.posargs)
    with Path(os.devnull).open("w") as nowhere:
        # The report is in the evidence. Exit code 1 is a promise broken: a result, and on the page.
        session.run(
            "crashqueuelab",
            "campaign",
            *arguments,
            stdout=nowhere,
            stderr=None,
            success_codes=[0, 1],
        )
    session.notify("targets_page")


@nox.session
def targets_page(session: nox.Session) -> None:
    """Write what `targets` measured last, of each library, into docs/targets.md and its picture."""
    install_packages(session)
    session.run("python", "docs/targets_page.py", str(session.cache_dir / "targets"))


@nox.session
def showcase(session: nox.Session) -> None:
    """Run both core experiments: `nox -s showcase -- --seed 7`."""
    run_experiment(session, "showcase")


@nox.session
def fixtures(session: nox.Session) -> None:
    """Make the sample databases of other queues anew, or some: `nox -s fixtures -- huey absurd`."""
    for script in sorted(FIXTURES.glob("*.py")):
        # A number at the end is an old version of the same system: litequeue_009.
        system = re.sub(r"_\d+$", "", script.stem).replace("_", "-")
        is_chosen = not session.posargs or system in session.posargs
        if is_chosen and "# /// script" in script.read_text():
            # A script for Node, or one that writes tables itself, has none.
            if dependencies := nox.project.load_toml(script)["dependencies"]:
                session.install(*dependencies)
            session.run("python", str(script), f"--output-directory={SAMPLES / system}")


@nox.session
def pages(session: nox.Session) -> None:
    """Make the pages anew that come of profiles, rules and commands; the tests hold them to it."""
    install_packages(session)
    session.run("python", "-m", "crashqueue_verify.report.pages", "docs")
    session.run("python", "docs/transcripts.py")


@nox.session
def fuzz(session: nox.Session) -> None:
    """Audit thousands of spoiled databases: `nox -s fuzz -- --count 20000 --seed 7`."""
    install_packages(session)
    script = ROOT / "packages" / "crashqueue-verify" / "fuzz" / "foreign.py"
    arguments = session.posargs or ["--count", "20000"]
    session.run("python", "-W", "error", "-X", "dev", str(script), *arguments)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation site; a warning, a broken reference or an orphan page fails it."""
    install_group(session, "docs")
    strict = ("--fail-on-warning", "--keep-going", "--nitpicky", "--fresh-env")
    session.run("sphinx-build", *strict, "docs", "docs/_build/html")


@nox.session
def bench(session: nox.Session) -> None:
    """Run the benchmarks, or some: `nox -s bench -- postgres`; each prints ratios of its run."""
    install_packages(session, "bench")
    sizes = [argument for argument in session.posargs if argument.isdigit()]
    words = [argument for argument in session.posargs if not argument.isdigit()]
    for script in sorted(ROOT.glob("packages/*/benchmarks/*_speed.py")):
        if not words or any(word in script.stem for word in words):
            session.run("python", str(script), *sizes)
