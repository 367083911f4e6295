# SPDX-License-Identifier: Apache-2.0
"""Graphs, steps and recordings that grow in one way.

A generator writes a dump into a folder that exists. Its docstring says what grows. Its row has the least n, and the commands to ask: all
if there are none, else those whose names begin with one of the words.
"""
import gzip
from encode import execution, field, frame, graph, log_entry, message, node, op_log, run_metadata, step_stats, x_event, x_plane, x_space
from registry import generator, plain, simple_graph, simple_step, write


@generator(2000)
def nodes(folder, n):
    """Nodes of one graph."""
    plain(folder, [f'scope_{i // 100}/layer_{i // 10}/node_{i}' for i in range(n)])


@generator(4000)
def executions(folder, n):
    """Executions of one node."""
    write(folder, graph__pb=simple_graph(['a']),
          run_meta_0=run_metadata(step_stats(execution('a', 1 + i) for i in range(n))))


@generator(500)
def devices(folder, n):
    """Devices, each with one execution."""
    stats = b''.join(step_stats([execution(f'n{i}')], f'/job:w/task:{i}/device:GPU:0') for i in range(n))
    write(folder, graph__pb=simple_graph([f'n{i}' for i in range(n)]), run_meta_0=run_metadata(stats))


@generator(50)
def steps(folder, n):
    """Step files of a few records, all of one size, each with other contents."""
    plain(folder, ['a', 'b'])
    for step in range(n):
        write(folder, **{f'run_meta_{step}': simple_step(['a', 'b'], lambda i: 5, start=1000 + step)})


@generator(2000)
def scope_depth(folder, n):
    """One name with a scope for every two bytes."""
    plain(folder, ['/'.join('a' * n)])


@generator(2000)
def chain(folder, n):
    """A graph in which each node has the one before as its input."""
    plain(folder, [f'n{i}' for i in range(n)])


@generator(2000)
def stack_depth(folder, n):
    """Frames of one call stack."""
    plain(folder, ['a'])
    write(folder, op_log=op_log([log_entry('a', [frame(i, file=f'f{i}.py', function='g') for i in range(n)])]))


@generator(2000)
def functions(folder, n):
    """Functions of a graph's library, of one node each; a step that was recorded with its partition."""
    library = b''.join(field(1, message((1, message((1, f'f{i}'))), (3, node('x')))) for i in range(n))
    write(folder, graph__pb=graph([node('a', 'f0')]) + field(2, library),
          run_meta_0=simple_step(['a']) + run_metadata(None, [graph([node('a', 'f0')])]))


@generator(1000)
def text_graph(folder, n):
    """A graph in text format."""
    write(folder, graph__pbtxt=b'\n'.join(
        b'node { name: "n%d" op: "Op" attr { key: "k" value { i: 1 } } }' % i for i in range(n)))


@generator(1000)
def compressed(folder, n):
    """A compressed step file that repeats itself."""
    plain(folder, ['a', 'b'])
    (folder / 'run_meta_0').unlink()
    write(folder, run_meta_0__gz=gzip.compress(simple_step([f'n{i}' for i in range(n)]), mtime=0))


@generator(50, ['fleet'])
def workers(folder, n):
    """Workers of the same few nodes, each a dump."""
    for i in range(n):
        (folder / f'worker_{i}').mkdir()
        plain(folder / f'worker_{i}', [f'layer_{k}/op' for k in range(20)])


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


@generator(1000)
def recorded_kernels(folder, n):
    """Kernels of a GPU, each with a name of its own."""
    shape = field(4, message((1, 1), (5, 'regs:32 static_shared:0 dynamic_shared:0 grid:64,1,1 block:128,1,1')))
    kernels = [x_event(1 + i, 10000 * i, 8000) + shape for i in range(n)]
    plane = x_plane('/device:GPU:0', [f'kernel_{i}' for i in range(n)], ['kernel_details'], [kernels])
    (folder / 'host.xplane.pb').write_bytes(x_space([plane]))


@generator(300)
def recorded_programs(folder, n):
    """Programs of a TPU, each with three runs of two instructions."""
    names = [f'jit_f{i}({i})' for i in range(n)] + ['%a.1 = f32[] add()', '%b.2 = f32[] dot()']
    modules = [x_event(1 + i, 10000 * (r * n + i), 9000) for r in range(3) for i in range(n)]
    events = [x_event(n + 1 + k, 10000 * (r * n + i) + 4000 * k, 3000, [(1, i)]) for r in range(3) for i in range(n) for k in range(2)]
    plane = x_plane('/device:TPU:0', names, ['program_id'], [modules, events], ['XLA Modules', 'XLA Ops'])
    (folder / 'host.xplane.pb').write_bytes(x_space([plane]))
