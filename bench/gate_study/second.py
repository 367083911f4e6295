#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The gate's errors on runs unlike those of study.py: lengths of operations are lognormal, a GPU's streams run beside the
host, steps are few, slow now and then and follow one another, the machine warms up, names are deep.

usage: second.py TFPROF [TRIALS [SETTING...]]     exit code 1 if a row does not hold
"""
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "support"))
from encode import field  # noqa: E402

HOST = "/job:localhost/replica:0/task:0/device:CPU:0"
STREAM = "/job:localhost/replica:0/task:0/device:GPU:0/stream:{}"


@dataclass(frozen=True)
class Job:
    """A step launches `layers` kernels, each after the one before on its stream, with the host in between."""
    layers: int = 12
    top: str = "model"
    kernel_us: float = 900
    host_us: float = 250
    gap_us: float = 0  # of the host before each launch
    streams: int = 1
    extra: int = 0  # layers of a head that is new
    steps: int = 8
    factor: float = 1
    spread: float = 0.01  # of runs, lognormal
    slow_every: int = 0
    warming: float = 0  # a share that the steps of a run lose from the first to the last
    hiccups: float = 0  # of steps that take half as long again
    memory: float = 0  # correlation of neighbouring steps
    heavy: bool = False  # runs of a Cauchy-like kind: one in five spreads ten times as much
    modes: float = 0  # a share of runs on the slower of two clocks


def names_of(job):
    names = [f"{job.top}/block_{i // 3}/layer_{i % 3}/conv" for i in range(job.layers)]
    return names + [f"{job.top}/head/layer_{i}/attention" for i in range(job.extra)]


def record(name, start, nanos, op):
    return field(2, field(1, name) + field(2, start // 1000) + field(4, nanos // 1000) + field(5, nanos // 1000) +
                 field(8, f"{name} = {op}()") + field(13, start) + field(15, nanos) + field(16, nanos))


def step_of(job, start, factor, noise):
    host, ends = start, [start] * job.streams
    lines = {HOST: b"", **{STREAM.format(i): b"" for i in range(job.streams)}}
    for i, name in enumerate(names_of(job)):
        host += int(1000 * job.gap_us)
        took = int(1000 * job.host_us * factor * noise.lognormvariate(0, 0.05))
        lines[HOST] += record(name, host, took, "Conv2D")
        host += took
        stream = i % job.streams
        begin = max(host, ends[stream])
        kernel = int(1000 * job.kernel_us * factor * noise.lognormvariate(0, 0.03))
        lines[STREAM.format(stream)] += record(f"{name}:Conv2D", begin, kernel, "Conv2D")
        ends[stream] = begin + kernel
    return field(1, b"".join(field(1, field(1, name) + records) for name, records in lines.items()))


def write(folder, job, noise, first_us):
    os.makedirs(folder)
    with open(f"{folder}/graph.pb", "wb") as file:
        for name in names_of(job):
            file.write(field(1, field(1, name) + field(2, "Conv2D")))
    spread = job.spread * (10 if job.heavy and noise.random() < 0.2 else 1)
    run = noise.lognormvariate(0, spread) * (1.08 if noise.random() < job.modes else 1)
    before = noise.gauss(0, 0.02)
    for step in range(job.steps):
        before = job.memory * before + math.sqrt(1 - job.memory**2) * noise.gauss(0, 0.02)
        factor = job.factor * run * math.exp(before) * (1 - job.warming * step / job.steps)
        factor *= 1.5 if noise.random() < job.hiccups else 1
        factor *= 3 if step == 0 or (job.slow_every and step % job.slow_every == job.slow_every - 1) else 1
        with open(f"{folder}/run_meta_{step}", "wb") as file:
            file.write(step_of(job, 1000 * first_us + step * 10**8, factor, noise))


PLAIN = Job()


def found(exit_code, _sections):
    return exit_code == 1


def never_worse(exit_code, _sections):
    return exit_code != 1


def slow_steps(exit_code, sections):
    return exit_code == 1 and any(row["measure"] == "slow steps" and row["verdict"] == "worse"
                                  for row in sections["measures"])


def new_head(exit_code, sections):
    return exit_code == 1 and any(row["name"].endswith("head") and row["is_new"] for row in sections["rows"])


def same(name, runs=(5, 5), after=None, **changes):
    job = replace(PLAIN, **changes)
    return (f"no change, {name}", job, replace(job, **(after or {})), runs, found, "at most", 0.05)


SETTINGS = [
    same("lognormal runs"),
    same("one run in five spreads ten times as much", heavy=True),
    same("one run in ten on a slower clock", modes=0.1),
    same("steps that follow one another", memory=0.95),
    same("runs that warm up, with hiccups", warming=0.1, hiccups=0.1),
    same("three steps a run", steps=3),
    same("operations of a microsecond", kernel_us=1, host_us=1),
    same("10 against 3 runs, spreads 1 % and 3 %", runs=(10, 3), after={"spread": 0.03}),
    ("the host idles 1 ms before each launch", PLAIN, replace(PLAIN, gap_us=1000), (5, 5), found, "at least", 1),
    ("streams lost", replace(PLAIN, streams=4), PLAIN, (5, 5), found, "at least", 1),
    ("streams gained: a regression", PLAIN, replace(PLAIN, streams=4), (5, 5), found, "at most", 0),
    ("the step 5 % slower", PLAIN, replace(PLAIN, factor=1.05), (5, 5), found, "at least", 0.95),
    ("every tenth step 3 times as long, 50 steps", replace(PLAIN, steps=50), replace(PLAIN, steps=50, slow_every=10),
     (5, 5), slow_steps, "at least", 0.95),
    ("a new head worth 30 % of the step", PLAIN, replace(PLAIN, extra=5), (5, 5), new_head, "at least", 0.95),
    ("a rename of the top scope is no regression", PLAIN, replace(PLAIN, top="net"), (5, 5), never_worse, "at least",
     0.95),
]


def ask(program, setting, seed):
    _, before, after, runs, holds, _, _ = setting
    noise = random.Random(seed)
    folder = tempfile.mkdtemp(prefix="gate-study-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    try:
        sides = {"baseline": [], "candidate": []}
        order = [("baseline", before)] * runs[0] + [("candidate", after)] * runs[1]
        noise.shuffle(order)  # made in turn
        for at, (side, job) in enumerate(order):
            sides[side].append(f"{folder}/{at}")
            write(sides[side][-1], job, noise, 1_750_000_000_000_000 + at * 60_000_000)
        done = subprocess.run([program, "gate", "--output=json", *(f"--{side}={','.join(paths)}"
                                                                   for side, paths in sides.items())],
                              capture_output=True, text=True, check=False)
    finally:
        shutil.rmtree(folder)
    if done.returncode not in (0, 1, 4):
        sys.exit(f"{setting[0]}: exit {done.returncode}: {done.stderr}")
    return holds(done.returncode, {part["heading"]: part["rows"] for part in json.loads(done.stdout)["sections"]})


def main():
    program = os.path.abspath(sys.argv[1])
    trials = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    is_good = True
    print("| setting | must be | was | standard error |\n|---|---|---:|---:|")
    for number, setting in enumerate(SETTINGS):
        if sys.argv[3:] and not any(word in setting[0] for word in sys.argv[3:]):
            continue
        share = sum(ask(program, setting, 7_919 * number + trial) for trial in range(trials)) / trials
        bound, limit = setting[5], setting[6]
        error = math.sqrt(max(share * (1 - share), limit * (1 - limit)) / trials)
        holds = share <= limit + 2 * error if bound == "at most" else share >= limit - 2 * error
        is_good &= holds
        print(f"| {setting[0]} | {bound} {100 * limit:g} % | {100 * share:.2f} % | {100 * error:.2f} % |"
              f"{'' if holds else ' FAILED'}", flush=True)
    sys.exit(0 if is_good else 1)


main()
