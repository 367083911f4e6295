#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does `tfprof fleet` find the slow workers of a job, and what they are slow at?

Makes jobs of many workers with three stragglers (a slow operation, slow input, waits for others), asks, and counts. With --cost it
measures time and peak memory from 10 to 1,000 workers instead.

    bench/fleet_study/study.py build/release/tfprof [--seeds 20] [--workers 200] [--cost]
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "support"))
import fleet_dumps  # noqa: E402


def ask(binary, folder, *flags):
    done = subprocess.run([binary, "fleet", folder, "--output=json", *flags], capture_output=True, check=True)
    return {section["heading"]: section["rows"] for section in json.loads(done.stdout)["sections"]}


def faults_of(binary, folder, truth):
    """What the answers have wrong, in words."""
    faults = []
    for by, place in (("scope", 2), ("op", 1)):
        found = ask(binary, folder, f"--by={by}")
        named = {row["worker"] for row in found["workers"] if row["is_straggler"]}
        if named != set(truth):
            faults.append(f"{by}: stragglers {sorted(named)} instead of {sorted(truth)}")
        for worker, expected in truth.items():
            rows = [row for row in found["stragglers"] if row["worker"] == worker]
            said = (rows[0]["cause"], rows[0]["name"]) if rows else None
            if said != (expected[0], expected[place]):
                faults.append(f"{by}: {worker} {said} instead of {(expected[0], expected[place])}")
    return faults


def find(binary, seeds, workers):
    wrong = 0
    for kind in ("synchronous", "independent"):
        for seed in range(seeds):
            with tempfile.TemporaryDirectory() as folder:
                truth = fleet_dumps.write(folder, seed, workers, kind=kind)
                faults = faults_of(binary, folder, truth)
            wrong += bool(faults)
            for fault in faults:
                print(f"{kind}, seed {seed}: {fault}")
    print(f"{2 * seeds - wrong} of {2 * seeds} jobs of {workers} workers explained rightly")
    return wrong


def cost(binary):
    print("| workers | files | input | seconds | CPU seconds | CPU ms a worker | peak |\n|---|---|---|---|---|---|---|")
    for workers in (10, 30, 100, 200, 300, 1000):
        with tempfile.TemporaryDirectory() as folder:
            fleet_dumps.write(folder, 1, workers)
            files = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]
            size = sum(map(os.path.getsize, files))
            start = time.monotonic()
            child = subprocess.Popen([binary, "fleet", folder, "--output=json"], stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            seconds = time.monotonic() - start
            work = usage.ru_utime + usage.ru_stime
            assert child.returncode == 0
        print(f"| {workers:,} | {len(files):,} | {size / 1e6:.1f} MB | {seconds:.2f} | {work:.2f} | "
              f"{work / workers * 1000:.2f} | {usage.ru_maxrss / 1024:.1f} MiB |", flush=True)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--workers", type=int, default=200)
    parser.add_argument("--cost", action="store_true")
    asked = parser.parse_args()
    sys.exit((cost(asked.binary) if asked.cost else find(asked.binary, asked.seeds, asked.workers)) > 0)


if __name__ == "__main__":
    main()
