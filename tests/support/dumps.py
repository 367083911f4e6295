# SPDX-License-Identifier: Apache-2.0
"""Dumps of a few operations one after the other, whose lengths are given: for tests that need many runs."""
import os

from encode import field


def write(folder, steps, first_us=1_700_000_000_000_000, gap_us=0):
    """A dump of one device. `steps` has for each step the operations in their order: (name, op, length in us)."""
    os.makedirs(folder, exist_ok=True)
    nodes = {name: op for step in steps for name, op, _ in step}
    with open(os.path.join(folder, "graph.pb"), "wb") as file:
        for name, op in nodes.items():
            file.write(field(1, field(1, name.encode("utf-8", "surrogateescape")) + field(2, op.encode())))
    at = first_us
    for number, step in enumerate(steps):
        device = field(1, b"/job:localhost/replica:0/task:0/device:CPU:0")
        for name, op, length in step:
            device += field(2, field(1, name.encode("utf-8", "surrogateescape")) + field(2, at) + field(3, 0) + field(4, length) +
                               field(5, length) + field(8, f"{name} = {op}()".encode("utf-8", "surrogateescape")))
            at += length + gap_us
        with open(os.path.join(folder, f"run_meta_{number}"), "wb") as file:
            file.write(field(1, field(1, device)))
        at += 1000
