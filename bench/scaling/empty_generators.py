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


def program_with(folder, of_instruction=b'', of_computation=b'', of_module=b''):
    instruction = message((1, 'x'), (2, 'add'), (35, 1)) + of_instruction
    computation = message((1, 'main')) + field(2, instruction) + message((5, 1)) + of_computation
    module = message((1, 'm'), (3, computation), (6, 1)) + of_module
    recorded_program(folder, message((1, module)), [('x', None)], 'm')


def attr(key, value):
    return field(1, message((1, 'b'), (2, 'Op'), (5, message((1, key), (2, value)))))


@say_nothing(LEAST)
def nothing_as_nodes(folder, n):
    graph_with(folder, n * field(1, b''))


@say_nothing(LEAST)
def nothing_as_inputs(folder, n):
    graph_with(folder, field(1, message((1, 'b'), (2, 'Op')) + n * field(3, b'')))


@say_nothing(LEAST)
def nothing_as_attributes(folder, n):
    graph_with(folder, field(1, message((1, 'b'), (2, 'Op')) + n * field(5, b'')))


@say_nothing(LEAST)
def nothing_as_output_shapes(folder, n):
    graph_with(folder, attr('_output_shapes', message((1, n * field(7, b'')))))


@say_nothing(LEAST)
def nothing_as_dimensions(folder, n):
    graph_with(folder, attr('shape', message((7, n * field(2, b'')))))


@say_nothing(LEAST)
def nothing_as_functions(folder, n):
    graph_with(folder, field(2, n * field(1, b'')))


@say_nothing(LEAST)
def nothing_as_partition_graphs(folder, n):
    graph_with(folder, b'', n * field(3, b''))


@say_nothing(LEAST)
def nothing_as_function_graphs(folder, n):
    graph_with(folder, b'', n * field(4, b''))


@say_nothing(LEAST)
def nothing_as_dimensions_of_outputs(folder, n):
    step_with(folder, field(7, message((1, 0), (3, message((1, 1), (2, n * field(2, b'')))))))


@say_nothing(LEAST)
def nothing_as_allocations(folder, n):
    step_with(folder, field(6, message((1, 'cpu')) + n * field(6, b'')))


@say_nothing(LEAST)
def nothing_as_tensors(folder, n):
    step_with(folder, n * field(11, b''))


@say_nothing(LEAST)
def nothing_as_log_entries(folder, n):
    graph_with(folder, b'', op_log=field(1, message((1, 'a'))) + n * field(1, b''))


@say_nothing(LEAST)
def nothing_as_log_types(folder, n):
    graph_with(folder, b'', op_log=field(1, message((1, 'a')) + n * field(3, b'')))


@say_nothing(LEAST)
def nothing_as_frames(folder, n):
    graph_with(folder, b'', op_log=field(1, message((1, 'a')) + field(4, n * field(1, b''))))


@say_nothing(LEAST)
def nothing_as_hosts(folder, n):
    recorded_with(folder, of_space=n * field(4, b''))


@say_nothing(LEAST)
def nothing_as_errors(folder, n):
    recorded_with(folder, of_space=n * field(2, b''))


@say_nothing(LEAST)
def nothing_as_lines(folder, n):
    recorded_with(folder, of_plane=n * field(3, b''))


@say_nothing(LEAST)
def nothing_as_names_of_events(folder, n):
    recorded_with(folder, of_plane=n * field(4, b''))


@say_nothing(LEAST)
def nothing_as_events(folder, n):
    recorded_with(folder, of_line=n * [b''])


@say_nothing(LEAST)
def nothing_as_statistics(folder, n):
    recorded_with(folder, of_event=n * field(4, b''))


@say_nothing(LEAST)
def nothing_as_computations(folder, n):
    program_with(folder, of_module=n * field(3, b''))


@say_nothing(LEAST)
def nothing_as_instructions(folder, n):
    program_with(folder, of_computation=n * field(2, b''))


@say_nothing(LEAST)
def nothing_as_lines_of_code(folder, n):
    program_with(folder, of_module=field(17, n * field(4, b'')))


@say_nothing(LEAST)
def nothing_as_profiled_nodes(folder, n):
    write(folder, profile=field(1, message((1, 0), (2, message((1, 'a'))))) + n * field(1, b''))
