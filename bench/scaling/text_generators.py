# SPDX-License-Identifier: Apache-2.0
"""Generators of text in which one record has nearly everything, and of parts of records that say nothing."""
from encode import execution, field, frame, log_entry, message, op_log, run_metadata, step_stats
from registry import generator, plain, simple_graph, simple_step, write


@generator(6000)
def text_library(folder, n):
    """Functions and gradients without anything, in one library."""
    write(folder, graph__pbtxt=b'node{name:"a"}library{' + b'function{}gradient{}' * n + b'}', run_meta_0=simple_step(['a']))


@generator(10000)
def text_list(folder, n):
    """Functions in the list of one attribute."""
    text = b'node{name:"a" op:"X" attr{key:"f" value{list{' + b'func{}' * n + b'}}}}'
    write(folder, graph__pbtxt=text, run_meta_0=simple_step(['a']))


@generator(4000)
def text_profile(folder, n):
    """Nodes without names: entries of a map."""
    write(folder, saved__profile=b''.join(b'nodes{key:%d}' % i for i in range(n)))


@generator(4000)
def empty_parts(folder, n):
    """Outputs and allocators of one execution, without anything."""
    parts = field(7, b'') * n + field(6, b'') * n
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(step_stats([execution('a') + parts])))


@generator(6000, ['steps', 'info', 'export'])
def names_of_a_step(folder, n):
    """Executions of nodes that the graph does not have, with a name and a time."""
    records = [message((1, f'{i:x}'), (2, 1 + i), (5, 3)) for i in range(n)]
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(step_stats(records)))


@generator(8000)
def frames_of_a_number(folder, n):
    """Lines of one call stack, without a file."""
    plain(folder, ['a'])
    write(folder, op_log=op_log([log_entry('a', [frame(i) for i in range(n)])]))
