# SPDX-License-Identifier: Apache-2.0
"""Dumps of a few operations one after the other, whose lengths are given: for tests that need many runs."""
import os


def _varint(number):
    parts = bytearray()
    while number > 127:
        parts.append(number & 127 | 128)
        number >>= 7
    parts.append(number)
    return bytes(parts)


def _message(field, payload):
    return _varint(field << 3 | 2) + _varint(len(payload)) + payload


def _number(field, value):
    return _varint(field << 3) + _varint(value)


def write(folder, steps, first_us=1_700_000_000_000_000, gap_us=0):
    """A dump of one device. `steps` has for each step the operations in their order: (name, op, length in us)."""
    os.makedirs(folder, exist_ok=True)
    nodes = {name: op for step in steps for name, op, _ in step}
    with open(os.path.join(folder, "graph.pb"), "wb") as file:
        for name, op in nodes.items():
            file.write(_message(1, _message(1, name.encode()) + _message(2, op.encode())))
    at = first_us
    for number, step in enumerate(steps):
        device = _message(1, b"/job:localhost/replica:0/task:0/device:CPU:0")
        for name, op, length in step:
            device += _message(2, _message(1, name.encode()) + _number(2, at) + _number(3, 0) + _number(4, length) +
                               _number(5, length) + _message(8, f"{name} = {op}()".encode()))
            at += length + gap_us
        with open(os.path.join(folder, f"run_meta_{number}"), "wb") as file:
            file.write(_message(1, _message(1, device)))
        at += 1000
