# SPDX-License-Identifier: Apache-2.0
"""Dumps that cost more than they should, if anything does: each grows with n in one way. These are of graphs, texts and files.

A generator writes a dump into a folder that exists. Its docstring says what grows; ANY in its row means that every command is asked,
else only those whose names begin with one of the words.
"""
import gzip

from encode import (attr, execution, field, frame, graph, log_entry, message, node, op_log, run_metadata, step_stats,
                    x_event, x_plane, x_space)
from registry import generator, plain, simple_graph, simple_step, write

# -- many small things ---------------------------------------------------------


@generator(2000)
def nodes(folder, n):
    """Nodes of one graph."""
    plain(folder, [f'scope_{i // 100}/layer_{i // 10}/node_{i}' for i in range(n)])


@generator(4000)
def short_nodes(folder, n):
    """Nodes with nothing but a name and a type; without a type it would be taken for another kind of file."""
    names = [f'{i:x}' for i in range(n)]
    write(folder, graph__pb=graph(message((1, name), (2, 'A')) for name in names))


@generator(4000)
def executions(folder, n):
    """Executions of one node."""
    write(folder, graph__pb=simple_graph(['a']),
          run_meta_0=run_metadata(step_stats(execution('a', 1 + i) for i in range(n))))


@generator(4000)
def empty_executions(folder, n):
    """Executions that say nothing."""
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(step_stats([b''] * n)))


@generator(4000)
def small_executions(folder, n):
    """Executions of nine nodes, of which little more than the time is recorded."""
    records = [execution(f'n{i % 9}', 1_500_000_000_000_000 + 10 * i, 8) for i in range(n)]
    write(folder, graph__pb=simple_graph([f'n{i}' for i in range(9)]), run_meta_0=run_metadata(step_stats(records)))


@generator(500)
def devices(folder, n):
    """Devices, each with one execution."""
    stats = b''.join(step_stats([execution(f'n{i}')], f'/job:w/task:{i}/device:GPU:0') for i in range(n))
    write(folder, graph__pb=simple_graph([f'n{i}' for i in range(n)]), run_meta_0=run_metadata(stats))


@generator(1000)
def partition_graphs(folder, n):
    """Graphs of one node in one step file."""
    one = graph([node('a')])
    plain(folder, ['a', 'b'])
    write(folder, run_meta_0=simple_step(['a', 'b']) + run_metadata(None, [one] * n))


@generator(50)
def steps(folder, n):
    """Step files of a few records, all of one size, each with other contents."""
    plain(folder, ['a', 'b'])
    for step in range(n):
        write(folder, **{f'run_meta_{step}': simple_step(['a', 'b'], lambda i: 5, start=1000 + step)})


@generator(50)
def twin_steps(folder, n):
    """Step files that are all the same."""
    plain(folder, ['a', 'b'])
    for step in range(n):
        write(folder, **{f'run_meta_{step}': simple_step(['a', 'b'])})


@generator(8)
def new_names_every_step(folder, n):
    """Steps whose nodes have other names in each."""
    plain(folder, ['a', 'b'])
    for step in range(n):
        names = [f'scope_{step}_{i}/node' for i in range(50)]
        write(folder, **{f'run_meta_{step}': simple_step(names)})


@generator(8)
def clusters(folder, n):
    """Steps and, in each, XLA clusters: both grow."""
    names = [f'cluster_{i}/xla_compile' for i in range(8 * n)]
    write(folder, graph__pb=graph(node(name, '_XlaCompile') for name in names))
    for step in range(n):
        write(folder, **{f'run_meta_{step}': run_metadata(step_stats(
            execution(name, 1 + i, 20000 + step, f'{name} = _XlaCompile()') for i, name in enumerate(names)))})


# -- long texts ----------------------------------------------------------------


@generator(250)
def frames_of_one_text(folder, n):
    """Frames of call stacks that all name one text of 100 bytes for each of them."""
    text = '/x' + 'y' * (100 * n) + '.py'
    plain(folder, [f'n{i}' for i in range(n)])
    write(folder, op_log=op_log(
        (log_entry(f'n{i}', [frame(i + 1, 1, 2)]) for i in range(n)), [(1, text), (2, 'f' * (100 * n))]))


@generator(500)
def one_long_name(folder, n):
    """One name of 25 bytes for each of the rows beside it."""
    plain(folder, ['w' * (25 * n)] + [f'n{i}' for i in range(n)])


@generator(2000)
def scope_depth(folder, n):
    """One name with a scope for every two bytes."""
    plain(folder, ['/'.join('a' * n)])


@generator(2000)
def chain(folder, n):
    """A graph in which each node has the one before as its input."""
    plain(folder, [f'n{i}' for i in range(n)])


@generator(2000)
def common_prefix(folder, n):
    """Names that differ in the last bytes of many."""
    plain(folder, ['p' * 200 + str(i) for i in range(n)])


# -- one node ------------------------------------------------------------------


@generator(2000)
def attributes(folder, n):
    """Attributes of one node."""
    attrs = b''.join(attr(f'key_{i}', message((2, 'text'))) for i in range(n))
    write(folder, graph__pb=graph([node('a', 'Conv2D', attrs=attrs)]), run_meta_0=simple_step(['a']))


@generator(2000)
def inputs(folder, n):
    """Inputs of one node."""
    names = [f'n{i}' for i in range(n)]
    write(folder, graph__pb=graph([*(node(name) for name in names), node('all', 'AddN', names)]),
          run_meta_0=simple_step(names + ['all']))


@generator(2000)
def shape_parts(folder, n):
    """A shape in many parts, each with one dimension."""
    dim = field(2, message((1, 1)))
    shape = b''.join(field(7, dim) for _ in range(n))
    write(folder, graph__pb=graph([node('a', 'VariableV2', attrs=attr('shape', shape))]), run_meta_0=simple_step(['a']))


@generator(2000)
def outputs(folder, n):
    """Outputs of one execution."""
    slots = b''.join(field(7, message((1, i), (3, message((1, 1), (2, field(2, message((1, 4)))),
                                                          (4, message((1, 64), (3, 'cpu'))))))) for i in range(n))
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(step_stats([execution('a', outputs=slots)])))


@generator(2000)
def op_types(folder, n):
    """Types that an op log gives to one node."""
    plain(folder, ['a'])
    write(folder, op_log=op_log([log_entry('a', types=[f'type_{i}' for i in range(n)])]))


@generator(2000)
def stack_depth(folder, n):
    """Frames of one call stack."""
    plain(folder, ['a'])
    write(folder, op_log=op_log([log_entry('a', [frame(i, file=f'f{i}.py', function='g') for i in range(n)])]))


@generator(2000)
def label_inputs(folder, n):
    """Inputs in one label."""
    label = 'a = Op(' + ', '.join(f'x{i}' for i in range(n)) + ')'
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(step_stats([execution('a', label=label)])))


@generator(2000)
def functions(folder, n):
    """Functions of a graph's library, of one node each."""
    library = b''.join(field(1, message((1, message((1, f'f{i}'))), (3, node('x')))) for i in range(n))
    write(folder, graph__pb=graph([node('a', 'f0')]) + field(2, library), run_meta_0=simple_step(['a']))


# -- forms of files ------------------------------------------------------------


@generator(1000)
def text_graph(folder, n):
    """A graph in text format."""
    write(folder, graph__pbtxt=b'\n'.join(
        b'node { name: "n%d" op: "Op" attr { key: "k" value { i: 1 } } }' % i for i in range(n)))


@generator(4000)
def text_empty_nodes(folder, n):
    """Nodes of a text that say nothing."""
    write(folder, graph__pbtxt=b'node{name:"a"}' + b'node{}' * n)


@generator(200)
def text_depth(folder, n):
    """Text that nests."""
    write(folder, graph__pbtxt=b'node { name: "a" attr { key: "k" value {' + b'func { attr { key: "k" value {' * n
          + b'}}}' * n + b'}}}')


@generator(1000)
def compressed(folder, n):
    """A compressed step file that repeats itself."""
    plain(folder, ['a', 'b'])
    (folder / 'run_meta_0').unlink()
    write(folder, run_meta_0__gz=gzip.compress(simple_step([f'n{i}' for i in range(n)]), mtime=0))


@generator(300)
def other_files(folder, n):
    """Files in the folder that are none of ours."""
    plain(folder, ['a', 'b'])
    for i in range(n):
        write(folder, **{f'note_{i}': b'nothing %d' % i})


# -- many dumps ----------------------------------------------------------------


@generator(50, ['fleet'])
def workers(folder, n):
    """Workers of the same few nodes, each a dump."""
    for i in range(n):
        (folder / f'worker_{i}').mkdir()
        plain(folder / f'worker_{i}', [f'layer_{k}/op' for k in range(20)])


# -- recordings ----------------------------------------------------------------


def recording(folder, names, stats, lines):
    (folder / 'host.xplane.pb').write_bytes(x_space([x_plane('/host:CPU', names, stats, lines)]))


@generator(4000)
def recorded_events(folder, n):
    """Events of one operation on one thread."""
    recording(folder, ['a:Op'], [], [(x_event(1, 1000 * i, 900) for i in range(n))])


@generator(2000)
def recorded_names(folder, n):
    """Operations, each with one event."""
    recording(folder, [f'scope_{i // 100}/node_{i}:Op' for i in range(n)], [],
              [(x_event(1 + i, 1000 * i, 900) for i in range(n))])


@generator(2000)
def recorded_depth(folder, n):
    """Events that nest in each other."""
    recording(folder, ['a:Op'], [], [(x_event(1, 10 * i, 20 * (n - i)) for i in range(n))])


@generator(2000)
def recorded_moment(folder, n):
    """Events that begin and end at one time."""
    recording(folder, ['a:Op', 'b:Op'], [], [(x_event(1 + i % 2, 1000, 1000) for i in range(n))])


@generator(500)
def recorded_threads(folder, n):
    """Threads, each with one event."""
    recording(folder, ['a:Op'], [], [[x_event(1, 1000 * i, 900)] for i in range(n)])


@generator(500)
def recorded_steps(folder, n):
    """Marked steps of one operation."""
    events = [e for i in range(n) for e in (x_event(1, 10000 * i, 9000, [(1, i), (2, 1)]), x_event(2, 10000 * i + 10, 900))]
    recording(folder, ['train', 'a:Op'], ['step_num', '_r'], [events])


@generator(500)
def recorded_links(folder, n):
    """Steps that start work on another thread."""
    main = (x_event(1, 10000 * i, 9000, [(1, i), (2, 1), (3, 1), (4, i)]) for i in range(n))
    work = (x_event(2, 10000 * i + 10, 900, [(5, 1), (6, i)]) for i in range(n))
    recording(folder, ['train', 'a:Op'], ['step_num', '_r', '_pt', '_p', '_ct', '_c'], [main, work])


@generator(500)
def recorded_allocations(folder, n):
    """Allocations of steps, which are freed in the one after."""
    events = []
    for i in range(n):
        events.append(x_event(1, 10000 * i, 9000, [(1, i), (2, 1)]))
        events.append(x_event(2, 10000 * i + 10, 1, [(3, 64), (4, 64), (5, i), (6, 64)]))
        if i:
            events.append(x_event(3, 10000 * i + 20, 1, [(3, 64), (4, 64), (5, i - 1), (6, 64)]))
    recording(folder, ['train', 'MemoryAllocation', 'MemoryDeallocation'],
              ['step_num', '_r', 'requested_bytes', 'allocation_bytes', 'addr', 'bytes_allocated'], [events])


@generator(1000)
def recorded_launches(folder, n):
    """Launches in marked steps, each with a kernel that runs in a later step; every tenth id is one that was there before."""
    host, kernels = [], []
    for i in range(n):
        if i % 10 == 0:
            host.append(x_event(1, 10000 * i, 99000, [(1, i // 10), (2, 1)]))
        host.append(x_event(2, 10000 * i + 10, 900, [(3, i - i % 10 if i % 10 == 1 else i)]))
        kernels.append(x_event(1, 10000 * i + 50000, 8000, [(1, i - i % 10 if i % 10 == 1 else i)]))
    planes = [x_plane('/host:CPU', ['train', 'cuLaunchKernel'], ['step_num', '_r', 'correlation_id'], [host]),
              x_plane('/device:GPU:0', ['kernel'], ['correlation_id'], [kernels])]
    (folder / 'host.xplane.pb').write_bytes(x_space(planes))


@generator(300)
def recorded_programs(folder, n):
    """Programs of a TPU, each with three runs of two instructions."""
    names = [f'jit_f{i}({i})' for i in range(n)] + ['%a.1 = f32[] add()', '%b.2 = f32[] dot()']
    modules = [x_event(1 + i, 10000 * (r * n + i), 9000) for r in range(3) for i in range(n)]
    events = [x_event(n + 1 + k, 10000 * (r * n + i) + 4000 * k, 3000, [(1, i)]) for r in range(3) for i in range(n) for k in range(2)]
    plane = x_plane('/device:TPU:0', names, ['program_id'], [modules, events], ['XLA Modules', 'XLA Ops'])
    (folder / 'host.xplane.pb').write_bytes(x_space([plane]))
