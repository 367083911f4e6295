# SPDX-License-Identifier: Apache-2.0
"""Generators of records that say as little as they can: each is far more in memory than in its file."""
from encode import field, message, run_metadata, step_stats, x_event, x_plane, x_space
from growing_generators import ALLOCATION, allocation, recorded_program
from record_generators import event_record
from registry import generator, simple_graph, write
from step_generators import two


def bare_step(n, micros):
    return run_metadata(step_stats(message((1, f'x{i}'), (2, 1 + i), (5, micros)) for i in range(n)))


@generator(10000)
def bare_executions(folder, n):
    """Executions of names of their own that the graph does not have, with a start and a time."""
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=bare_step(n, 2))


@generator(10000)
def bare_executions_of_two(folder, n):
    """The same in two runs of two dumps."""
    def write_side(path, side):
        write(path, graph__pb=simple_graph(['a']), run_meta_0=bare_step(n, 2), run_meta_1=bare_step(n, 3 + len(side)))
    two(folder, write_side)


@generator(1000)
def empty_outputs(folder, n):
    """Executions of names of their own, each with outputs of which nothing is said."""
    stats = step_stats(message((1, f'x{i}'), (2, 1 + i), (5, 1)) + 4 * field(7, b'') for i in range(n))
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(stats))


@generator(1500)
def empty_steps(folder, n):
    """Steps in an event file of which nothing is said but their tags."""
    events = [event_record(message((3, 'brain.Event:2'))), event_record(message((4, simple_graph(['a']))))]
    events += [event_record(message((2, i), (8, message((1, f's{i}'), (2, b''))))) for i in range(n)]
    write(folder, **{'events__out__tfevents__1': b''.join(events)})


@generator(20000)
def empty_planes(folder, n):
    """Planes of a recording that have neither a name nor a line."""
    planes = [x_plane('/host:CPU', ['a:Op'], ['s'], [[x_event(1, 0, 5)]])] + n * [b'']
    write(folder, host__xplane__pb=x_space(planes))


@generator(36000)
def empty_devices(folder, n):
    """Devices of a step that have neither a name nor an execution."""
    stats = step_stats([message((1, 'a'), (2, 1), (5, 1))]) + n * field(1, b'')
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(stats))


@generator(10000)
def empty_memory(folder, n):
    """An execution in a saved profile with records of its memory that say nothing."""
    run = field(12, message((1, 0), (2, field(1, 1) + n * field(7, b''))))
    write(folder, profile=field(1, message((1, 0), (2, message((1, 'a')) + run))))


@generator(36000)
def operands(folder, n):
    """An instruction of a compiled program that takes in itself again and again."""
    instruction = message((1, 'x'), (2, 'add'), (35, 1)) + field(36, n * b'\1')
    computation = message((1, 'main')) + field(2, instruction) + message((5, 1))
    module = message((1, 'm'), (3, computation), (6, 1))
    recorded_program(folder, message((1, module)), [('x', None)], 'm')


@generator(2000)
def texts_of_allocations(folder, n):
    """Allocations of a recording, each with texts of its own."""
    events = [x_event(1, 0, 1000 * n, [(1, 1), (2, 1)])]
    events += [allocation(i, [(5, f'{kind}{i}') for kind in 'aots']) for i in range(n)]
    stats = ['step_num', '_r', *ALLOCATION]
    write(folder, host__xplane__pb=x_space([x_plane('/host:CPU', ['train', 'MemoryAllocation', 'a:Op'], stats, [events])]))
