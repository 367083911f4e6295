# SPDX-License-Identifier: Apache-2.0
"""Generators of saved profiles, which the other tools of a training write, too, and of names and threads without end."""
from encode import field, message, varint, x_event, x_plane, x_space
from registry import generator, plain
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


@generator(2000, ASKED)
def profile_times(folder, n):
    """Executions of one node of a saved profile."""
    save(folder, [profile_node(0, 'a', 'MatMul', [(0, exec_profile([(1 + 6 * i, 5) for i in range(n)]))])])


@generator(200, ASKED)
def profile_steps(folder, n):
    """Steps of one node of a saved profile."""
    save(folder, [profile_node(0, 'a', 'MatMul', [(s, exec_profile([(10 * s + 1, 5)])) for s in range(n)])], range(n))


@generator(2000, ASKED)
def profile_devices(folder, n):
    """Devices of one node of a saved profile."""
    more = b''.join(entry(5, f'/job:a/device:CPU:{i}', exec_times([(1 + i, 5)])) for i in range(n))
    save(folder, [profile_node(0, 'a', 'MatMul', [(0, exec_profile([(1, 5)], more=more))])])


@generator(300, ASKED)
def profile_stacks(folder, n):
    """Call stacks of a saved profile, all in one file with 50 bytes of name for each of them."""
    stack = b''.join(field(1, message((2, line), (6, 1), (7, 2 + line))) for line in range(20))
    nodes = (profile_node(i, f'n{i}', 'X', [(0, exec_profile([(1 + i, 5)]))], field(10, stack)) for i in range(n))
    save(folder, nodes, strings=[(1, 'x' * 50 * n)] + [(2 + line, f'f{line}') for line in range(20)])


@generator(2000)
def slashes(folder, n):
    """Names that are nearly all slashes."""
    plain(folder, ['a' + '/' * n, 'b' + '/' * n])


@generator(500)
def recorded_threads_of_steps(folder, n):
    """Threads of a recording, each with five marked steps."""
    events = [event for s in range(5) for event in (x_event(1, 10000 * s, 9000, [(1, s), (2, 1)]), x_event(2, 10000 * s + 5, 90))]
    plane = x_plane('/host:CPU', ['train', 'a:Op'], ['step_num', '_r'], [events] * n)
    (folder / 'host.xplane.pb').write_bytes(x_space([plane]))


@generator(500)
def recorded_devices_of_steps(folder, n):
    """Devices of a recording, each with a kernel, beside as many marked steps."""
    steps = [event for s in range(n) for event in (x_event(1, 10000 * s, 9000, [(1, s), (2, 1)]), x_event(2, 10000 * s + 5, 90))]
    planes = [x_plane('/host:CPU', ['train', 'a:Op'], ['step_num', '_r'], [steps])]
    planes += [x_plane(f'/device:GPU:{i}', ['kernel'], [], [[x_event(1, 10000 * i + 10, 80)]]) for i in range(n)]
    (folder / 'host.xplane.pb').write_bytes(x_space(planes))


@generator(500)
def recorded_allocating_threads(folder, n):
    """Threads of a recording, each with a step of its own that allocates."""
    lines = [[x_event(1, 10000 * i, 9000, [(1, i), (2, 1)]), x_event(2, 10000 * i + 10, 1, [(3, 64), (4, i), (5, 64)]),
              x_event(3, 10000 * i + 20, 90)] for i in range(n)]
    plane = x_plane('/host:CPU', ['train', 'MemoryAllocation', 'a:Op'],
                    ['step_num', '_r', 'allocation_bytes', 'addr', 'bytes_allocated'], lines)
    (folder / 'host.xplane.pb').write_bytes(x_space([plane]))


@generator(500)
def recorded_names_of_threads(folder, n):
    """Threads of a recording, each with an operation of its own."""
    plane = x_plane('/host:CPU', [f'scope_{i // 100}/node_{i}:Op' for i in range(n)], [],
                    [[x_event(1 + i, 1000 * i, 900)] for i in range(n)])
    (folder / 'host.xplane.pb').write_bytes(x_space([plane]))
