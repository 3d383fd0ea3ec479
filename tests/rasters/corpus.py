#!/usr/bin/python3
"""Reads many kinds of raster files with barchan-cli and compares the results with the correct ones.

corpus.py CLI_PATH           runs all cases and prints one line per failure
corpus.py CLI_PATH -k WORD   runs the cases whose kind or name contains the word
corpus.py CLI_PATH --all     gives every file to `run` too; otherwise, most refused ones are given to `check` only
corpus.py CLI_PATH --server PATH   lets barchan_cli_server run the command line, which is faster
corpus.py --table            prints the kinds as a Markdown table
"""
import argparse
import concurrent.futures
import pathlib
import sys
import tempfile
import time

try:
    import osgeo  # noqa: F401
except ImportError:
    print("python3-gdal is not installed")
    sys.exit(77)  # CTest counts it as skipped

import harness
import kinds_arrays  # noqa: F401 (the import registers the kinds)
import kinds_formats  # noqa: F401
import kinds_gaps  # noqa: F401
import kinds_images  # noqa: F401
import kinds_lies  # noqa: F401
import kinds_links  # noqa: F401
import kinds_place  # noqa: F401
import kinds_tiff  # noqa: F401
import round_trip  # noqa: F401

WORKERS = 2
TOGETHER = 24  # files in one call of `check`
EVERY = 5
ORDER = ("kinds_tiff", "kinds_place", "kinds_gaps", "kinds_formats", "kinds_links", "kinds_images", "kinds_arrays",
         "kinds_lies", "round_trip")


def kinds():
    return sorted(harness.KINDS, key=lambda each: ORDER.index(each.cases.__module__))


def table():
    lines = ["| kind of file | how Barchan reads it |", "|---|---|"]
    return "\n".join(lines + [f"| {each.name} | {each.sentence} |" for each in kinds()])


def stale_page():
    """Lines of the table that docs/files.md lacks."""
    page = (pathlib.Path(__file__).parents[2] / "docs" / "files.md").read_text(encoding="utf-8")
    return [f"docs/files.md lacks the line '{line}' of corpus.py --table" for line in table().split("\n")
            if line not in page]


def chosen_cases(word, whole):
    """`whole`: all cases are run. Otherwise, of those that are refused, every fifth of a kind is."""
    cases = []
    for each in kinds():
        refused = 0
        for case in each.cases():
            case.kind = each.name
            refused += bool(case.refused)
            case.run = whole or case.run and (not case.refused or case.after or refused % EVERY == 1)
            if word.lower() in f"{each.name}: {case.name}".lower():
                cases.append(case)
    return cases


def prepare(case, root, number):
    folder = root / f"{number:03d}"
    folder.mkdir()
    case.path = pathlib.Path(case.make(folder))


def groups_of(cases):
    """Cases that one call of `check` can read: with the same options."""
    by_options = {}
    for case in cases:
        key = (case.options, case.name if case.alone else "")
        by_options.setdefault(key, []).append(case)
    return [group[i:i + TOGETHER] for group in by_options.values() for i in range(0, len(group), TOGETHER)]


def run_all(cli, cases):
    """Faults of all cases, as lines."""
    faults = []
    with tempfile.TemporaryDirectory(prefix="barchan rasters ") as folder:
        ready = []
        for i, case in enumerate(cases):
            try:
                prepare(case, pathlib.Path(folder), i)
                ready.append(case)
            except Exception as error:  # the fault is in this test, but the other cases still run
                faults.append(f"{case.kind}: {case.name}: the file cannot be made: {error!r}")
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            running = [(case, pool.submit(harness.run_case, cli, case) if case.run else None) for case in ready]
            checking = [pool.submit(harness.check_cases, cli, group) for group in groups_of(ready)]
            checked = {path: answer for job in checking for path, answer in job.result().items()}
            for case, job in running:
                try:
                    harness.judge(case, job and job.result(), checked[case.path])
                except Exception as error:
                    said = str(error) if isinstance(error, harness.Failure) else repr(error)
                    faults.append(f"{case.kind}: {case.name} {' '.join(case.options)}: {said}"
                                  .replace(str(case.path.parent) + "/", ""))
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", nargs="?")
    parser.add_argument("-k", dest="word", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--server", default="")
    parser.add_argument("--table", action="store_true")
    wanted = parser.parse_args()
    if wanted.table:
        print(table())
        return 0
    if not wanted.cli:
        parser.error("expected the path of barchan-cli")
    harness.SERVER = wanted.server
    start = time.monotonic()
    cases = chosen_cases(wanted.word, wanted.all)
    faults = run_all(str(pathlib.Path(wanted.cli).absolute()), cases)
    stale = stale_page()
    print("\n".join(stale + faults + [f"{len(cases) - len(faults)} of {len(cases)} cases pass "
                              f"({time.monotonic() - start:.0f} s)"]))
    return 1 if stale or faults or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
