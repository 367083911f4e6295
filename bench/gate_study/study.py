#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How often the gate errs, and what it finds.

Makes runs whose cause is known, writes them as dumps and asks the program.
Prints a table for docs/gate.md and fails if a row does not hold.

usage: study.py TFPROF [TRIALS [SETTING...]]
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


@dataclass(frozen=True)
class Model:
    """What a step does. Each lane runs its operations one after the other."""
    scopes: tuple = tuple(f"scope_{i}" for i in range(6))
    ops: int = 3  # of each scope
    micros: float = 500  # of each
    idle: float = 5  # after each
    lanes: int = 1
    steps: int = 13
    factor: float = 1
    slow: float = 1  # of every tenth step
    spread: float = 0.01  # of runs
    luck: str = "normal"
    correlation: float = 0
    step_spread: float = 0.02


def draw(model, rng):
    """The luck of a run, as a logarithm."""
    if model.luck == "t2":
        normal, chi = rng.gauss(0, 1), rng.expovariate(0.5)
        return model.spread * normal / math.sqrt(chi / 2)
    if model.luck == "bimodal":
        return model.spread * rng.gauss(0, 1) + (math.log(1.08) if rng.random() < 0.1 else 0)
    return model.spread * rng.gauss(0, 1)


def step_bytes(model, step, factor, rng):
    names = [f"{scope}/op_{i}" for scope in model.scopes for i in range(model.ops)]
    clock = [1_700_000_000_000_000_000 + step * 10**9] * model.lanes
    records = b""
    for i, name in enumerate(names):
        lane = i % model.lanes
        nanos = max(1, int(1000 * model.micros * factor * math.exp(0.02 * rng.gauss(0, 1))))
        if model.luck == "tiny":
            nanos = int(1000 * rng.choice([0, 1, 2, 3]) * factor)
        start = clock[lane]
        micros = nanos // 1000
        records += field(2, field(1, name) + field(2, start // 1000) + field(4, micros) + field(5, micros) +
                         field(8, f"{name} = MatMul()") + field(13, start) + field(15, nanos) + field(16, nanos))
        clock[lane] += nanos + int(1000 * model.idle)
    device = field(1, "/job:w/replica:0/task:0/device:CPU:0") + records
    return field(1, field(1, device))


def write_run(folder, model, rng):
    os.makedirs(folder)
    graph = b"".join(field(1, field(1, f"{scope}/op_{i}") + field(2, "MatMul"))
                     for scope in model.scopes for i in range(model.ops))
    with open(f"{folder}/graph.pb", "wb") as file:
        file.write(graph)
    run = draw(model, rng)
    noise = rng.gauss(0, 1)
    for step in range(model.steps):
        noise = model.correlation * noise + math.sqrt(1 - model.correlation**2) * rng.gauss(0, 1)
        factor = model.factor * math.exp(run + model.step_spread * noise)
        factor *= 2 if step == 0 else 1
        factor *= model.slow if step % 10 == 9 else 1
        with open(f"{folder}/run_meta_{step}", "wb") as file:
            file.write(step_bytes(model, step, factor, rng))


@dataclass(frozen=True)
class Setting:
    name: str
    before: Model
    after: Model
    runs: tuple = (5, 5)
    counts: str = "exit 1"  # what is counted: also "exit 0 or 4", "slow steps", "new NAME"
    at_most: float = None
    at_least: float = None


PLAIN = Model()
NO_CHANGE = dict(at_most=0.05)


def same(name, **changes):
    model = replace(PLAIN, **changes)
    return Setting(f"no change, {name}", model, model, **NO_CHANGE)


SETTINGS = [
    same("normal luck"),
    same("Student's t with 2 degrees of freedom", luck="t2"),
    same("bimodal: 10 % of the runs 8 % slower", luck="bimodal"),
    same("steps correlated by 0.9", correlation=0.9),
    same("operations of 0 to 3 us", luck="tiny", idle=1, ops=40),
    Setting("no change, 10 against 3 runs, spreads 1 % and 3 %", PLAIN, replace(PLAIN, spread=0.03), (10, 3), **NO_CHANGE),
    Setting("1 ms of idling between operations", PLAIN, replace(PLAIN, idle=1000), at_least=1),
    Setting("parallelism lost", replace(PLAIN, lanes=6), PLAIN, at_least=1),
    Setting("parallelism gained: a regression", PLAIN, replace(PLAIN, lanes=6), at_most=0),
    Setting("the whole step 5 % slower", PLAIN, replace(PLAIN, factor=1.05), at_least=0.95),
    Setting("every tenth step 3 times as long, 50 steps", replace(PLAIN, steps=50), replace(PLAIN, steps=50, slow=3),
            counts="slow steps", at_least=0.95),
    Setting("a new scope worth 30 % of the step", replace(PLAIN, scopes=tuple(f"scope_{i}" for i in range(7))),
            replace(PLAIN, scopes=tuple(f"scope_{i}" for i in range(7)) + ("head_0", "head_1", "head_2")),
            counts="new head_0", at_least=0.95),
    Setting("pure rename of the top scope is no regression", replace(PLAIN, scopes=("net/a", "net/b", "net/c")),
            replace(PLAIN, scopes=("model/a", "model/b", "model/c")), counts="exit 0 or 4", at_least=0.95),
]


def ask(program, setting, seed):
    """Whether what is counted came out of one trial."""
    folder = tempfile.mkdtemp(prefix="gate-study-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    rng = random.Random(seed)
    try:
        for side, model, runs in (("b", setting.before, setting.runs[0]), ("c", setting.after, setting.runs[1])):
            for run in range(runs):
                write_run(f"{folder}/{side}_{run}", model, rng)
        flags = [f"--{flag}=" + ",".join(f"{folder}/{side}_{run}" for run in range(runs))
                 for flag, side, runs in (("baseline", "b", setting.runs[0]), ("candidate", "c", setting.runs[1]))]
        done = subprocess.run([program, "gate", *flags, "--output=json"], capture_output=True, text=True)
    finally:
        shutil.rmtree(folder)
    if done.returncode not in (0, 1, 4):
        sys.exit(f"{setting.name}: exit {done.returncode}: {done.stderr}")
    sections = {section["heading"]: section["rows"] for section in json.loads(done.stdout)["sections"]}
    if setting.counts == "exit 0 or 4":
        return done.returncode != 1
    if setting.counts == "slow steps":
        return done.returncode == 1 and any(
            row["measure"] == "slow steps" and row["verdict"] == "worse" for row in sections["measures"])
    if setting.counts.startswith("new "):
        return done.returncode == 1 and any(
            row["name"] == setting.counts[4:] and row["is_new"] for row in sections["rows"])
    return done.returncode == 1


def main():
    program = os.path.abspath(sys.argv[1])
    trials = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    wanted = sys.argv[3:]
    is_good = True
    print(f"{trials} trials a setting, 5 against 5 runs of 13 steps unless said\n")
    print("| setting | must be | was | standard error |")
    print("|---|---|---:|---:|")
    for number, setting in enumerate(SETTINGS):
        if wanted and not any(word in setting.name for word in wanted):
            continue
        found = sum(ask(program, setting, 1000 * number + 7 * trial) for trial in range(trials)) / trials
        limit = setting.at_most if setting.at_most is not None else setting.at_least
        error = math.sqrt(max(found * (1 - found), limit * (1 - limit)) / trials)
        if setting.at_most is not None:
            holds, must = found <= limit + 2 * error, f"at most {100 * limit:g} %"
        else:
            holds, must = found >= limit - 2 * error, f"at least {100 * limit:g} %"
        is_good &= holds
        print(f"| {setting.name} | {must} | {100 * found:.2f} % | {100 * error:.2f} % |{'' if holds else ' FAILED'}",
              flush=True)
    sys.exit(0 if is_good else 1)


main()
