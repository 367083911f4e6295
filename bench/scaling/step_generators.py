# SPDX-License-Identifier: Apache-2.0
"""Generators whose steps are what grows: executions side by side, their memory, calls, XSpaces."""
import os
import shutil
import subprocess

from encode import (attr, execution, field, frame, graph, log_entry, message, node, op_log, run_metadata, step_stats)
from registry import generator, plain, simple_graph, simple_step, write

CPU = '/job:localhost/replica:0/task:0/device:CPU:0'
GPU = '/job:localhost/replica:0/task:0/device:GPU:0'


def slot(number, allocation, size=64):
    """NodeOutput of a tensor in an allocation."""
    memory = message((1, size), (2, size), (3, 'cpu'), (4, allocation), (6, 4096 * allocation))
    return field(7, message((1, number), (3, message((1, 1), (2, field(2, message((1, size // 4)))), (4, memory)))))


def allocator(name, size, records=()):
    """AllocatorMemoryUsed."""
    return field(6, message((1, name), (2, size), (3, size), (4, size),
                            *((6, message((1, at), (2, change))) for at, change in records)))


# -- executions ----------------------------------------------------------------


@generator(2000)
def overlapping(folder, n):
    """Executions that all run at once."""
    names = [f'n{i}' for i in range(n)]
    write(folder, graph__pb=simple_graph(names),
          run_meta_0=run_metadata(step_stats(execution(name, 1 + i, 10 * n) for i, name in enumerate(names))))


@generator(2000)
def usual_step(folder, n):
    """Executions as TensorFlow records them, on four threads: inputs, shapes, allocations and when they were scheduled."""
    epoch, types = 1_700_000_000_000_000_000, ('MatMul', 'AddV2', 'Relu', 'Mul')
    free = [0] * 4  # when each thread is
    done, runs, nodes = [], [], []
    for i in range(n):
        name, reads = f's{i // 10}/n{i}', [f's{j // 10}/n{j}' for j in (i - 1, i - 7) if j >= 0]
        thread = free.index(min(free))
        ready = max([free[thread]] + [done[j] for j in (i - 2, i - 7) if j >= 0])
        start, length = ready + 700, 2000 + 37 * i % 5000
        free[thread] = start + length
        done.append(free[thread])
        times = message((13, epoch + start), (14, 100), (15, length - 300), (16, length), (17, epoch + ready))
        at = (epoch + start) // 1000
        records = [(at, 1024), (at + length // 1000 + 9, -1024)]
        run = execution(name, at, length // 1000, f'{name} = {types[i % 4]}({", ".join(reads)})',
                        slot(0, 1 + i % 500, 1024) + allocator('cpu', 1024, records) + times)
        runs.append(run)
        nodes.append(node(name, types[i % 4], reads))
    write(folder, graph__pb=graph(nodes), run_meta_0=run_metadata(step_stats(runs)))


@generator(1000)
def gpu_session(folder, n):
    """Launches and their kernels on two streams, copies to the host with their readers, and operations that wait for their stream."""
    epoch, launches, kernels, sides, copies, host = 1_700_000_000_000_000_000, [], [], [], [], []
    now = free = 0

    def spans(name, start, length, label=''):
        times = message((13, epoch + start), (14, 100), (15, length - 100), (16, length))
        return execution(name, (epoch + start) // 1000, length // 1000, label, times)

    for i in range(n):
        now += 3000
        kind, reads = ('CheckNumerics', f'n{i - 1}') if i % 50 == 49 else ('Conv2D', f'n{i - 1}, n{i - 7}') if i > 7 else ('Conv2D', '')
        free = max(free, now + 1000) + 1000
        start, free = free, free + 4000 + 37 * i % 3000
        if kind == 'CheckNumerics':
            kernels.append(spans('void CheckNumericsKernel', start, free - start))
            launches.append(spans(f'n{i}', now, free + 2000 - now, f'n{i} = {kind}({reads})'))
            now = free
            continue
        launches.append(spans(f'n{i}', now, 2500, f'n{i} = {kind}({reads})'))
        (sides if i % 3 == 0 else kernels).append(spans(f'n{i}:{kind}', start, free - start))
        if i % 20 == 0:
            copies.append(spans(f'edge_{i}_n{i}:MEMCPYDtoH', free + 500, 1000))
            host.append(spans(f'r{i}', free + 2500, 1000, f'r{i} = Identity(n{i}/_{i})'))
    lines = ((CPU, host), (GPU, launches), ('/device:GPU:0/stream:14', kernels), ('/device:GPU:0/stream:20', sides),
             ('/device:GPU:0/stream:15', copies))
    write(folder, graph__pb=simple_graph([f'n{i}' for i in range(n)]),
          run_meta_0=run_metadata(b''.join(step_stats(runs, device) for device, runs in lines)))


@generator(2000)
def nested_times(folder, n):
    """Executions each of which lies within the one before."""
    names = [f'n{i}' for i in range(n)]
    write(folder, graph__pb=graph(node(name) for name in names),
          run_meta_0=run_metadata(step_stats(execution(name, 1 + i, 2 * (n - i)) for i, name in enumerate(names))))


@generator(2000)
def star(folder, n):
    """Nodes that all read one, which ran as often as there are of them."""
    names = [f'n{i}' for i in range(n)]
    runs = [execution('all', 1 + i, 5) for i in range(n)] + [execution(name, 1 + i, 5) for i, name in enumerate(names)]
    write(folder, graph__pb=graph([node('all'), *(node(name, 'Add', ['all', 'all:1']) for name in names)]),
          run_meta_0=run_metadata(step_stats(runs)))


@generator(40)
def dense_layers(folder, n):
    """Two layers, each of whose nodes reads all of the one before: the input grows as a square."""
    first, second = [f'a{i}' for i in range(n)], [f'b{i}' for i in range(n)]
    write(folder, graph__pb=graph([*(node(name) for name in first), *(node(name, 'AddN', first) for name in second)]),
          run_meta_0=simple_step(first + second))


@generator(1000)
def sends(folder, n):
    """Tensors that go from one device to another and back."""
    stats, nodes = b'', []
    for side, device in enumerate((CPU, GPU)):
        runs = []
        for i in range(n):
            edge = f'edge_{i}_n{i}'
            runs += [execution(f'n{i}', 10 * i + side, 3),
                     execution(f'n{i}', 10 * i + 3, 5, f'[CPU] {edge} = _Send(n{i})' if side == i % 2 else
                               f'{edge} = _Recv(edge_{i} @{CPU}')]
        stats += step_stats(runs, device)
    for i in range(n):
        nodes.append(node(f'n{i}', 'MatMul', [f'n{i - 1}'] if i else []))
    write(folder, graph__pb=graph(nodes), run_meta_0=run_metadata(stats))


@generator(2000)
def kernels(folder, n):
    """Kernels of one operation on a stream."""
    runs = [execution('a', 1 + i, 2, f'kernel_{i % 50}') for i in range(n)]
    stats = step_stats([execution('a')], CPU) + step_stats([execution('a', 1, n)], GPU)
    for stream in ('7', 'all'):
        stats += step_stats(runs, f'/device:GPU:0/stream:{stream}')
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(stats))


@generator(2000)
def long_loop(folder, n):
    """A loop of a few nodes that goes round often."""
    names = ['w/Enter', 'w/Merge', 'w/Switch', 'w/body', 'w/NextIteration']
    nodes = [node('x'), node(names[0], 'Enter', ['x']), node(names[1], 'Merge', [names[0], names[4]]),
             node(names[2], 'Switch', [names[1]]), node(names[3], 'Add', [names[2] + ':1']),
             node(names[4], 'NextIteration', [names[3]])]
    write(folder, graph__pb=graph(nodes), run_meta_0=run_metadata(step_stats(
        execution(name, 10 * i + at, 2) for i in range(n) for at, name in enumerate(names))))


@generator(2000)
def threads(folder, n):
    """Names of threads of a device, each with an execution."""
    device = message((1, CPU)) + b''.join(
        field(2, execution(f'n{i}') + message((10, i))) + field(3, message((1, i), (2, f'thread_{i}'))) for i in range(n))
    write(folder, graph__pb=simple_graph([f'n{i}' for i in range(n)]), run_meta_0=run_metadata(field(1, device)))


@generator(50)
def many_files(folder, n):
    """A dump of many step files, each with one node and one name of its own."""
    write(folder, graph__pb=simple_graph([f'n{i}' for i in range(n)]))
    for step in range(n):
        write(folder, **{f'run_meta_{step}': simple_step([f'n{step}', f'new_{step}'])})


# -- memory --------------------------------------------------------------------


@generator(1000)
def allocators(folder, n):
    """Allocators of one execution."""
    runs = [execution('a', outputs=b''.join(allocator(f'allocator_{i}', 64, [(1, 64), (2, -64)]) for i in range(n)))]
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(step_stats(runs)))


@generator(2000)
def allocation_records(folder, n):
    """Allocations of one execution, that are never freed."""
    runs = [execution('a', outputs=allocator('cpu', 64 * n, [(1 + i, 64) for i in range(n)]))]
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(step_stats(runs)))


@generator(1000)
def held_tensors(folder, n):
    """Tensors that are allocated one after the other and held to the end, in as many devices' allocators."""
    names = [f'n{i}' for i in range(n)]
    runs = [execution(name, 1 + i, 2, outputs=slot(0, 1 + i) + allocator(f'gpu_{i}_bfc', 64, [(1 + i, 64)]))
            for i, name in enumerate(names)]
    write(folder, graph__pb=simple_graph(names), run_meta_0=run_metadata(step_stats(runs)))


@generator(2000)
def referenced_tensors(folder, n):
    """Tensors that one execution refers to."""
    refers = b''.join(field(11, message((1, 64), (2, 64), (3, 'cpu'), (4, i))) for i in range(n))
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(step_stats([execution('a', outputs=refers)])))


@generator(2000)
def repeated_parts(folder, n):
    """Parts that there may be one of, again and again: they are merged."""
    again = b''.join(field(12, message((1, 64), (5, i))) + field(8, f'a = Op(x{i % 9})') for i in range(n))
    traces = b''.join(field(4, field(1, frame(i, file='f.py', function='g'))) for i in range(n))
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=run_metadata(step_stats([execution('a', outputs=again)])),
          op_log=op_log([message((1, 'a')) + traces]))


# -- calls ---------------------------------------------------------------------


@generator(200)
def doubling_calls(folder, n):
    """Functions that call the one before twice: expanded they would be two to the power of n."""
    library = b''.join(field(1, message(
        (1, message((1, f'f{i}'))), (3, node('x', f'f{i - 1}' if i else 'NoOp')), (3, node('y', f'f{i - 1}' if i else 'NoOp'))))
        for i in range(n))
    names = [f'call_{i}' for i in range(n)]
    inner = [execution(name, 1 + i, 2, f'{name} = f{i}()') for i, name in enumerate(names)] + [
        execution(part, 1 + i, 1, f'{part} = f{i}()') for i in range(n) for part in ('x', 'y')]
    write(folder, graph__pb=graph(node(name, f'f{i}') for i, name in enumerate(names)) + field(2, library),
          run_meta_0=run_metadata(step_stats(inner)))


@generator(1000)
def same_name_in_functions(folder, n):
    """Functions that all have a node of one name, which ran as often as there are of them."""
    library = b''.join(field(1, message((1, message((1, f'f{i}'))), (3, node('x', 'MatMul')), (3, node(f'y{i}', 'Add', ['x']))))
                       for i in range(n))
    calls = [node(f'call_{i}', 'PartitionedCall', attrs=attr('f', field(10, message((1, f'f{i}'))))) for i in range(n)]
    runs = [execution(f'call_{i}', 5 * i, 5) for i in range(n)] + [execution('x', 5 * i + 1, 2) for i in range(n)]
    write(folder, graph__pb=graph(calls) + field(2, library), run_meta_0=run_metadata(step_stats(runs)))


@generator(1000)
def stacks_of_one_prefix(folder, n):
    """Call stacks of twenty frames that differ in the last."""
    names = [f'n{i}' for i in range(n)]
    plain(folder, names)
    write(folder, op_log=op_log(
        (log_entry(name, [frame(line, 1, 2) for line in range(19)] + [frame(i + 100, 1, 2)], 5)
         for i, name in enumerate(names)), [(1, 'model.py'), (2, 'build')]))


@generator(1000)
def entries_of_one_node(folder, n):
    """Entries of an op log for one node, each with another stack and another type."""
    plain(folder, ['a'])
    write(folder, op_log=op_log(log_entry('a', [frame(i, file=f'f{i}.py', function='g')], i, [f'type_{i}']) for i in range(n)))


# -- XSpaces -------------------------------------------------------------------


def plane(name, lines=b'', events=b'', stats=b''):
    return field(1, message((2, name)) + lines + events + stats)


def events_of(names):
    return b''.join(field(4, message((1, i + 1), (2, message((1, i + 1), (2, name))))) for i, name in enumerate(names))


@generator(2000)
def xspace_events(folder, n):
    """Events of one line, that all lie within one another."""
    line = message((1, 1), (2, 'python'), (3, 1000)) + b''.join(
        field(4, message((1, 1 + i % 9), (2, 1000 * i), (3, 2000 * (n - i)))) for i in range(n))
    write(folder, host__xplane__pb=plane('/host:CPU', field(3, line), events_of(f'op_{i}' for i in range(9))))


@generator(1000)
def xspace_lines(folder, n):
    """Lines, each with an event of a name of its own."""
    lines = b''.join(field(3, message((1, i), (2, f'thread_{i}'), (3, 1000), (4, message((1, i + 1), (2, i), (3, 5)))))
                     for i in range(n))
    write(folder, host__xplane__pb=plane('/host:CPU', lines, events_of(f'op_{i}' for i in range(n))))


@generator(500)
def xspace_planes(folder, n):
    """Planes of devices, each with one event."""
    line = field(3, message((1, 1), (2, 'XLA Ops'), (3, 1000), (4, message((1, 1), (2, 5), (3, 7)))))
    write(folder, host__xplane__pb=b''.join(plane(f'/device:GPU:{i}', line, events_of(['fusion'])) for i in range(n)))


@generator(1000)
def xspace_stats(folder, n):
    """Statistics of one event."""
    names = b''.join(field(5, message((1, i + 1), (2, message((1, i + 1), (2, f'stat_{i}'))))) for i in range(n))
    stats = b''.join(field(4, message((1, i + 1), (5, f'value_{i}'))) for i in range(n))
    line = field(3, message((1, 1), (2, 'python'), (3, 1000), (4, message((1, 1), (2, 5), (3, 7)) + stats)))
    write(folder, host__xplane__pb=plane('/host:CPU', line, events_of(['op']), names))


# -- two dumps -----------------------------------------------------------------


def two(folder, write_side):
    for side in ('base', 'new'):
        (folder / side).mkdir()
        write_side(folder / side, side)


def plain_runs(folder, names):
    write(folder, graph__pb=graph(node(name, f'Op{i}') for i, name in enumerate(names)), run_meta_0=simple_step(names),
          run_meta_1=simple_step(names))


def two_with_code(folder, n, code_of, write_nodes=plain):
    """Two dumps of two runs of n nodes, whose op log is code_of(names, side)."""
    names = [f'n{i}' for i in range(n)]

    def write_side(path, side):
        write_nodes(path, names)
        # Runs of equal content are one run.
        write(path, run_meta_1=simple_step(names, lambda i: 1 + (i + len(side)) % 7), op_log=code_of(names, side))
    two(folder, write_side)


@generator(2000)
def renamed(folder, n):
    """Rows that have another name, and another type, in the second dump."""
    two(folder, lambda path, side: plain_runs(path, [f'{side}_{i}' for i in range(n)]))


@generator(500)
def one_long_name_of_two(folder, n):
    """One name in two dumps, of 250 bytes for each of the rows beside it."""
    two(folder, lambda path, side: plain_runs(path, ['w' * (250 * n) + side] + [f'n{i}' for i in range(n)]))


@generator(2000)
def scope_depth_of_two(folder, n):
    """One name with a scope for every two bytes, that ends otherwise in the second dump."""
    two(folder, lambda path, side: plain_runs(path, ['/'.join('a' * n) + '/' + side]))


@generator(200)
def long_stacks_of_two(folder, n):
    """Frames of call stacks that all name one text of 1,000 bytes for each of them."""
    texts = [(1, '/x' + 'y' * (1000 * n) + '.py'), (2, 'f' * (100 * n))]
    two_with_code(folder, n, lambda names, side: op_log((log_entry(name, [frame(i + 1, 1, 2)]) for i, name in enumerate(names)), texts),
                  plain_runs)


@generator(50)
def steps_of_two(folder, n):
    """Steps of two runs."""
    def write_side(path, side):
        plain(path, ['a', 'b'])
        for step in range(n):
            micros = (500 if side == 'base' else 501) + step % 7
            write(path, **{f'run_meta_{step}': simple_step(['a', 'b'], lambda i: micros, start=1000 + step)})
    two(folder, write_side)


# -- many runs -----------------------------------------------------------------


@generator(12, ['calibrate', 'record'])
def runs(folder, n):
    """Runs of a few steps, of which the machine is judged."""
    for side in ('base', 'new'):
        (folder / side).mkdir()
    for run in range(n):
        path = folder / 'base' / f'run_{run}'
        path.mkdir()
        names = [f's{i % 5}/n{i}' for i in range(40)]
        write(path, graph__pb=simple_graph(names))
        for step in range(4):
            write(path, **{f'run_meta_{step}': simple_step(names, lambda i: 1000 + (run * 7 + step * 3 + i) % 11, start=1 + 10000 * run)})


@generator(12, ['trend'])
def commits(folder, n):
    """Commits of a history, each of one run."""
    for commit in range(n):
        path = folder / f'run_{commit}'
        path.mkdir()
        names = [f's{i % 5}/n{i}' for i in range(40)]
        write(path, graph__pb=simple_graph(names))
        for step in range(4):
            write(path, **{f'run_meta_{step}': simple_step(names, lambda i: 1000 + (commit * 7 + step * 3 + i) % 11, start=1 + 10000 * commit)})
        subprocess.run([os.environ['TFPROF'], 'record', path, f'--store={folder}/history.db', f'--commit={commit:07x}', '--no_fsync'],
                       check=True, capture_output=True)
        shutil.rmtree(path)
