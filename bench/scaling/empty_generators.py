# SPDX-License-Identifier: Apache-2.0
"""Generators of parts that say nothing, of two bytes each: of graphs, steps, op logs, programs and recordings."""
from encode import field, message, run_metadata, step_stats, x_event, x_plane, x_space
from growing_generators import recorded_program
from registry import say_nothing, simple_graph, simple_step, write

LEAST = 20000


def graph_with(folder, more, step=b'', **files):
    write(folder, graph__pb=simple_graph(['a']) + more, run_meta_0=simple_step(['a']) + step, **files)


def step_with(folder, more):
    stats = step_stats([message((1, 'a'), (2, 1), (5, 1)) + more])
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(stats))


def recorded_with(folder, of_line=(), of_plane=b'', of_space=b'', of_event=b''):
    plane = x_plane('/host:CPU', ['a:Op'], ['s'], [[x_event(1, 0, 5) + of_event, *of_line]])
    write(folder, host__xplane__pb=x_space([plane + of_plane]) + of_space)


def program_with(folder, of_computation=b'', of_module=b''):
    instruction = message((1, 'x'), (2, 'add'), (35, 1))
    computation = message((1, 'main')) + field(2, instruction) + message((5, 1)) + of_computation
    module = message((1, 'm'), (3, computation), (6, 1)) + of_module
    recorded_program(folder, message((1, module)), [('x', None)], 'm')


def node(more):
    return field(1, message((1, 'b'), (2, 'Op')) + more)


def attr(key, value):
    return node(message((5, message((1, key), (2, value)))))


# What the parts are, their field, and how a dump is made of all of them.
PARTS = {
    'nodes': (1, graph_with),
    'inputs': (3, lambda folder, parts: graph_with(folder, node(parts))),
    'attributes': (5, lambda folder, parts: graph_with(folder, node(parts))),
    'output_shapes': (7, lambda folder, parts: graph_with(folder, attr('_output_shapes', message((1, parts))))),
    'dimensions': (2, lambda folder, parts: graph_with(folder, attr('shape', message((7, parts))))),
    'functions': (1, lambda folder, parts: graph_with(folder, field(2, parts))),
    'partition_graphs': (3, lambda folder, parts: graph_with(folder, b'', parts)),
    'function_graphs': (4, lambda folder, parts: graph_with(folder, b'', parts)),
    'dimensions_of_outputs': (2, lambda folder, parts: step_with(folder, field(7, message((1, 0), (3, message((1, 1), (2, parts))))))),
    'allocations': (6, lambda folder, parts: step_with(folder, field(6, message((1, 'cpu')) + parts))),
    'tensors': (11, step_with),
    'log_entries': (1, lambda folder, parts: graph_with(folder, b'', op_log=field(1, message((1, 'a'))) + parts)),
    'log_types': (3, lambda folder, parts: graph_with(folder, b'', op_log=field(1, message((1, 'a')) + parts))),
    'frames': (1, lambda folder, parts: graph_with(folder, b'', op_log=field(1, message((1, 'a')) + field(4, parts)))),
    'hosts': (4, lambda folder, parts: recorded_with(folder, of_space=parts)),
    'errors': (2, lambda folder, parts: recorded_with(folder, of_space=parts)),
    'lines': (3, lambda folder, parts: recorded_with(folder, of_plane=parts)),
    'names_of_events': (4, lambda folder, parts: recorded_with(folder, of_plane=parts)),
    'events': (4, lambda folder, parts: recorded_with(folder, of_line=(len(parts) // 2) * [b''])),
    'statistics': (4, lambda folder, parts: recorded_with(folder, of_event=parts)),
    'computations': (3, lambda folder, parts: program_with(folder, of_module=parts)),
    'instructions': (2, lambda folder, parts: program_with(folder, of_computation=parts)),
    'lines_of_code': (4, lambda folder, parts: program_with(folder, of_module=field(17, parts))),
    'profiled_nodes': (1, lambda folder, parts: write(folder, profile=field(1, message((1, 0), (2, message((1, 'a'))))) + parts)),
}

for what, (number, make) in PARTS.items():
    say_nothing(f'nothing_as_{what}', LEAST, lambda folder, n, number=number, make=make: make(folder, n * field(number, b'')))
