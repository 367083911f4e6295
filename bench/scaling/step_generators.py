# SPDX-License-Identifier: Apache-2.0
"""Steps whose executions, devices or allocations grow, alone and as two dumps."""
from encode import execution, field, frame, graph, log_entry, message, node, op_log, run_metadata, step_stats
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


def two(folder, write_side):
    for side in ('base', 'new'):
        (folder / side).mkdir()
        write_side(folder / side, side)


def plain_runs(folder, names):
    write(folder, graph__pb=graph(node(name, f'Op{i}') for i, name in enumerate(names)), run_meta_0=simple_step(names),
          run_meta_1=simple_step(names))


@generator(2000)
def renamed(folder, n):
    """Rows that have another name, and another type, in the second dump."""
    two(folder, lambda path, side: plain_runs(path, [f'{side}_{i}' for i in range(n)]))


@generator(500)
def moved_code(folder, n):
    """Call stacks whose lines moved by one in the second dump."""
    names = [f'n{i}' for i in range(n)]

    def write_side(path, side):
        shift = side == 'new'
        plain(path, names)
        write(path, run_meta_1=simple_step(names, lambda i: 1 + (i + len(side)) % 7),  # runs of equal content are one run
              op_log=op_log(log_entry(name, [frame(line + shift + i, file='train.py', function=f'f{line}') for line in range(10)])
                            for i, name in enumerate(names)))
    two(folder, write_side)


@generator(50)
def steps_of_two(folder, n):
    """Steps of two runs."""
    def write_side(path, side):
        plain(path, ['a', 'b'])
        for step in range(n):
            micros = (500 if side == 'base' else 501) + step % 7
            write(path, **{f'run_meta_{step}': simple_step(['a', 'b'], lambda i: micros, start=1000 + step)})
    two(folder, write_side)


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
