# SPDX-License-Identifier: Apache-2.0
"""Saved profiles and recordings that grow in one way."""
from encode import field, message, varint, x_event, x_plane, x_space
from registry import generator
from step_generators import CPU

ASKED = ['info', 'summary', 'top', 'scope', 'graph', 'op', 'code', 'steps', 'advise', 'convert', 'record', 'report', 'fleet']


def entry(number, key, value):
    """An entry of a map."""
    return field(number, message((1, key), (2, value)))


def exec_times(times):
    """ExecTime: pairs of start and length."""
    return b''.join(field(1, field(1, b''.join(map(varint, pair)))) for pair in times)


def exec_profile(times, device=CPU, more=b''):
    """ExecProfile of one node and step."""
    first, last = times[0][0], sum(times[-1])
    return message((1, len(times)), (2, first), (3, last)) + entry(5, device, exec_times(times)) + field(6, device) + more


def profile_node(number, name, op, execs=(), more=b''):
    """ProfileNode; execs are pairs of step and ExecProfile."""
    head = message((1, name), (9, op), (13, number))
    return entry(1, number, head + b''.join(entry(12, step, value) for step, value in execs) + more)


def save(folder, nodes, steps=(0,), strings=()):
    (folder / 'saved.profile').write_bytes(
        b''.join(nodes) + field(3, b''.join(map(varint, steps))) + b''.join(entry(4, i, text) for i, text in strings))


@generator(2000, ASKED)
def profile_nodes(folder, n):
    """Nodes of a saved profile."""
    save(folder, (profile_node(i, f's{i // 50}/n{i}', f'Op{i % 30}', [(0, exec_profile([(1 + i, 5)]))],
                               entry(2, 0, max(i - 1, 0))) for i in range(n)))


@generator(500)
def recorded_devices_of_steps(folder, n):
    """Devices of a recording, each with a kernel, beside as many marked steps."""
    steps = [event for s in range(n) for event in (x_event(1, 10000 * s, 9000, [(1, s), (2, 1)]), x_event(2, 10000 * s + 5, 90))]
    planes = [x_plane('/host:CPU', ['train', 'a:Op'], ['step_num', '_r'], [steps])]
    planes += [x_plane(f'/device:GPU:{i}', ['kernel'], [], [[x_event(1, 10000 * i + 10, 80)]]) for i in range(n)]
    (folder / 'host.xplane.pb').write_bytes(x_space(planes))
