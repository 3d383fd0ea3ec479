#!/usr/bin/env python3
"""Prints what other programs need for a piece of work and what Barchan needs on this machine, as a Markdown table.

Usage: bench/peers.py [BENCH_PATH]     BENCH_PATH: barchan_bench, by default that of the release build

The other programs were measured on two shared cores of an Intel Xeon with AVX-512 (machine A of docs/performance.md) on
2026-11-26: processor time of one thread, medians of five. Compare ratios only if this machine is of the same kind.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[1]
DROPS = 200_000


def milliseconds(run):
    return {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}[run["time_unit"]] * run["cpu_time"]


def figure(value, unit):
    return f"{value:.3g} {unit}" if value < 1000 or unit != "ms" else f"{value / 1000:.3g} s"


def time_of(run):
    return figure(milliseconds(run), "ms")


def per_particle_step(lives, steps):
    """Nanoseconds of `lives` in ms that consist of so many steps."""
    return figure(lives * 1e6 / (250 * steps), "ns")


def article(run):
    return f"{time_of(run)}; {per_particle_step(milliseconds(run), run['steps_per_life'])} per step"


def drops(run):
    return figure(1000 * DROPS / run["drops_per_second"], "ms")


def droplet_step(run):
    return figure(1e9 / run["droplet_steps_per_second"], "ns")


def lives(drops_run, wind_run):
    return figure(1000 * (drops_run["s_for_250"] + wind_run["s_for_250"]), "ms")


# Program, work, its time, our benchmarks, our time from their results.
ROWS = [
    ("SimpleWindErosion 2020", f"250 particles over their whole lives, {side} x {side}",
     f"{ms} ms; {per_particle_step(ms, steps)} per step", f"wind_particles/article/{side}/real_time", article)
    for side, ms, steps in ((128, 13.9, 301), (256, 28.4, 779), (512, 52.7, 2181))
] + [
    ("SimpleHydrology", "200,000 drops over their whole lives, 256 x 256", "3.76 s",
     "water_particles/256/threads:1/real_time", drops),
    ("SimpleHydrology", "a step of a drop", "195 ns", "water_particles/256/threads:1/real_time", droplet_step),
    ("richdem: Wei, Zhou, Barnes", "hollows of 1024 x 1024 cells filled, water poured into every cell",
     "42, 85, 100 ms", "lakes/filling/rain", time_of),
    ("richdem: Wei, Zhou, Barnes", "the same, water poured into the hollows only", "42, 85, 100 ms",
     "lakes/filling/hollows", time_of),
    ("fastscapelib 0.2.2", "discharge everywhere, 1024 x 1024 (Barchan: the first step after antecedent rain)", "327 ms",
     "water_particles/antecedent/1024/threads:1/iterations:3/real_time", time_of),
    ("HighMap", "thermal erosion, per cell and sweep (Barchan: settling, 1024 x 1024)", "42 to 44 ns",
     "gravity/settling/1024/threads:1/iterations:50/real_time", lambda run: figure(1e9 * run["s_a_cell"], "ns")),
    ("SoilMachine", "a frame of 250 drops, seepage and wind, `default.soil`, 256 x 256 (Barchan: the whole lives of 250 "
     "drops and 250 wind particles on a soil file with rock)", "51.8 ms",
     ["layers/soil_file/sandy:0/movers:0", "layers/soil_file/sandy:0/movers:1"], lives),
    ("SoilMachine", "the same, `rocksand.soil` (Barchan: a soil file with sand)", "117 ms",
     ["layers/soil_file/sandy:1/movers:0", "layers/soil_file/sandy:1/movers:1"], lives),
]


def measured(bench, names):
    """The results of the named benchmarks, medians of three."""
    pattern = "|".join(f"^{name}$" for name in sorted(names))
    command = [bench, f"--benchmark_filter={pattern}", "--benchmark_repetitions=3", "--benchmark_format=json",
               "--benchmark_report_aggregates_only=true"]
    runs = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["benchmarks"]
    return {run["run_name"]: run for run in runs if run["aggregate_name"] == "median"}


def main():
    bench = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build/release/bench/barchan_bench"
    if not bench.is_file():
        sys.exit(f"peers.py: {bench} does not exist; build it with scripts/test.sh, or give its path")
    rows = [(*row[:3], [row[3]] if isinstance(row[3], str) else row[3], row[4]) for row in ROWS]
    wanted = {name for row in rows for name in row[3]}
    found = measured(bench, wanted)
    missing = wanted - found.keys()
    if missing:
        sys.exit(f"peers.py: {bench} has no benchmark {', '.join(sorted(missing))}; build it again")
    print("| program | work | its time | Barchan's time |\n|---|---|---|---|")
    for program, work, theirs, names, ours in rows:
        print(f"| {program} | {work} | {theirs} | {ours(*(found[name] for name in names))} |")


if __name__ == "__main__":
    main()
