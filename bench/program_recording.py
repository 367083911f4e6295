#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a recording of a GPU: kernels of the instructions of one program, in marked steps.

    program_recording.py KERNELS INSTRUCTIONS OUTPUT
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'tests', 'support'))
from encode import field, message, varint  # noqa: E402


def event(name, begin, length, stats=()):
    """Times in ns."""
    return message((1, name), (2, begin * 1000), (3, length * 1000)) + b''.join(field(4, s) for s in stats)


def names_of(number, names):
    """Metadata of a plane: events (4) or stats (5)."""
    return b''.join(field(number, message((1, i), (2, message((1, i), (2, name))))) for i, name in enumerate(names, 1))


def number(of, value):
    return message((1, of), (4, value))


def text(of, value):
    return message((1, of), (7, value))


def program(instructions):
    """Products and fusions, each of which reads the two before; memory of the entry's buffers."""
    shape = message((2, 11), (3, varint(64) + varint(64)), (5, message((1, varint(1) + varint(0)))))
    inner = [message((1, 'p.0'), (2, 'parameter'), (3, shape), (35, 1)),
             message((1, 'tanh.0'), (2, 'tanh'), (3, shape), (35, 2), (36, varint(1)))]
    outer = [message((1, 'x.0'), (2, 'parameter'), (3, shape), (35, 10))]
    for i in range(1, instructions):
        before = varint(10 + i - 1) + (varint(10 + max(i - 2, 0)) if i % 2 else b'')
        if i % 2:
            dims = message((1, varint(1)), (2, varint(0)))
            outer.append(message((1, f'dot.{i}'), (2, 'dot'), (3, shape), (30, dims), (35, 10 + i), (36, before)))
        else:
            outer.append(message((1, f'fusion.{i}'), (2, 'fusion'), (3, shape), (11, 'kLoop'), (35, 10 + i), (36, before), (38, varint(1))))
    computations = [message((1, 'fused'), (5, 1), (6, 2)) + b''.join(field(2, i) for i in inner),
                    message((1, 'main'), (5, 2), (6, 9 + instructions)) + b''.join(field(2, i) for i in outer)]
    module = message((1, 'jit_step'), (2, 'main')) + b''.join(field(3, c) for c in computations) + message((5, 1), (6, 2))
    buffers, trace = [], []
    for i in range(instructions):
        name = 'x.0' if i == 0 else f'dot.{i}' if i % 2 else f'fusion.{i}'
        buffers.append(message((1, i + 1), (2, 16384), (3, message((2, name), (4, 10 + i)))))
        trace.append(message((1, 0), (2, i + 1), (4, name)))
        if i > 2:
            trace.append(message((1, 1), (2, i - 1), (4, name)))
    held = b''.join(field(9, message((1, i + 1), (2, 16384 * (i % 4)), (3, 16384))) for i in range(instructions))
    assignment = b''.join(field(1, b) for b in buffers) + field(3, message((1, 0), (2, 4 * 16384)) + held)
    assignment += field(4, b''.join(field(1, e) for e in trace))
    return message((1, module), (3, assignment))


def main(kernels, instructions, output):
    steps = 10
    names = [f'dot.{i}' if i % 2 else f'fusion.{i}' for i in range(1, instructions)]
    ops = [event(1 + k % len(names), 10000 + 3 * k, 2,
                 [number(1, k), message((1, 2), (7, 1000 + k % len(names))), message((1, 3), (7, 999)), number(4, 7), message((1, 5), (7, 998))])
           for k in range(kernels)]
    stats = ['correlation_id', 'hlo_op', 'hlo_module', 'program_id', 'kernel_details', 'memory_bandwidth']
    texts = b''.join(field(5, message((1, i), (2, message((1, i), (2, t)))))
                     for i, t in [(998, 'regs:32 static_shared:0 dynamic_shared:0 grid:64,1,1 block:128,1,1 occ_pct:50'), (999, 'jit_step')]
                     + [(1000 + i, n) for i, n in enumerate(names)])
    device = message((1, 1), (2, '/device:GPU:0')) + field(3, message((1, 1), (2, 'Stream #1(Compute)')) + b''.join(field(4, e) for e in ops))
    device += names_of(4, [f'kernel_{n}' for n in names]) + names_of(5, stats) + texts
    length = 3 * kernels // steps
    marks = [event(1, 10000 + s * length, length, [number(1, s), number(2, 1)]) for s in range(steps)]
    launches = [event(2, 9000 + 3 * k, 1, [number(3, k)]) for k in range(kernels)]
    host = message((1, 2), (2, '/host:CPU')) + field(3, message((1, 1), (2, 'python')) + b''.join(field(4, e) for e in marks))
    host += field(3, message((1, 2), (2, 'launcher')) + b''.join(field(4, e) for e in launches))
    host += names_of(4, ['train', 'cuLaunchKernel']) + names_of(5, ['step_num', '_r', 'correlation_id'])
    hlo = message((1, 7), (2, message((1, 7), (2, 'jit_step(7)')) + field(5, message((1, 1), (6, program(instructions))))))
    metadata = message((1, 3), (2, '/host:metadata')) + field(4, hlo) + names_of(5, ['Hlo Proto'])
    with open(output, 'wb') as file:
        file.write(b''.join(field(1, plane) for plane in (device, host, metadata)))


main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
