# SPDX-License-Identifier: Apache-2.0
"""Generators of what attackers tried beside the others: two things that grow together, references to one long text, artefacts of
training with many small parts, code whose names are long."""
import os
import shutil
import subprocess

from encode import (attr, execution, field, frame, graph, log_entry, message, node, op_log, run_metadata, step_stats, varint)
from record_generators import event_record
from registry import generator, plain, simple_graph, simple_step, write
from step_generators import GPU, allocator, slot, two, two_with_code

# -- steps ---------------------------------------------------------------------


@generator(6)
def few_of_many_nodes(folder, n):
    """Steps, each of which ran a few of many nodes: both grow."""
    names = [f's{i % 7}/n{i}' for i in range(100 * n)]
    write(folder, graph__pb=graph(node(name, f'Op{i % 40}') for i, name in enumerate(names)))
    for step in range(n):
        write(folder, **{f'run_meta_{step}': simple_step(names[100 * step:100 * step + 100], lambda i: 5 + step)})


def few_in_each_step(folder, nodes, n):
    """Steps in an event file that each ran three of the nodes n0, n1, ..., each at another place, and a loop that is in no row."""
    loop = ['loop/Merge', 'loop/NextIteration']
    nodes += [node(loop[0], 'Merge', [loop[1]]), node(loop[1], 'NextIteration', [loop[0]])]
    events = [event_record(message((3, 'brain.Event:2')))]
    for step in range(n):
        ran = [f'n{place}' for place in {step, 7 * step % n, 31 * step % n}] + loop
        events.append(event_record(message((2, step), (8, message((1, f'step_{step}'), (2, simple_step(
            ran, lambda i: 1000 + step + 900 * (i * step % 7), start=10 * step + 1)))))))
    write(folder, **{'events__out__tfevents__1': b''.join(events), 'graph__pb': graph(nodes)})


@generator(250)
def few_of_a_chain(folder, n):
    """Steps, each of which ran a few nodes of a long chain and a loop: both grow."""
    few_in_each_step(folder, [node(f'n{i}', 'Op', [f'n{i - 1}'] if i else []) for i in range(n)], n)


@generator(250)
def few_of_a_tree(folder, n):
    """The same of nodes that read two others each."""
    few_in_each_step(folder, [node(f'n{i}', 'Op', [f'n{j}' for j in (2 * i + 1, 2 * i + 2) if j < n]) for i in range(n)], n)


@generator(20)
def steps_of_devices(folder, n):
    """Steps on other devices each: both grow."""
    names = [f'n{i}' for i in range(20)]
    write(folder, graph__pb=simple_graph(names))
    for step in range(n):
        stats = b''.join(step_stats([execution(name, 1 + i)], f'/job:w/task:{step}/device:GPU:{i}') for i, name in enumerate(names))
        write(folder, **{f'run_meta_{step}': run_metadata(stats)})


@generator(20)
def steps_of_allocators(folder, n):
    """Steps whose executions have allocators of their own."""
    names = [f'n{i}' for i in range(20)]
    write(folder, graph__pb=simple_graph(names))
    for step in range(n):
        runs = [execution(name, 1 + i, 2, outputs=slot(0, 1 + i) + allocator(f'gpu_{step}_{i}_bfc', 64, [(1 + i, 64)]))
                for i, name in enumerate(names)]
        write(folder, **{f'run_meta_{step}': run_metadata(step_stats(runs))})


@generator(20)
def steps_of_lengths(folder, n):
    """Steps of the same nodes, that take another time in each."""
    names = [f's{i % 5}/n{i}' for i in range(60)]
    write(folder, graph__pb=simple_graph(names))
    for step in range(n):
        write(folder, **{f'run_meta_{step}': simple_step(names, lambda i: 1000 + (step * 7919 + i * 31) % 977)})


@generator(20, ['info', 'summary', 'top', 'scope', 'graph', 'op', 'code', 'steps', 'advise', 'convert', 'record', 'report'])
def saved_steps(folder, n):
    """A saved profile of many steps."""
    dump = folder / 'dump'
    dump.mkdir()
    steps_of_lengths(dump, n)
    subprocess.run([os.environ['TFPROF'], 'convert', dump, f'--output=profile:outfile={folder}/saved.profile', '--no_fsync'],
                   check=True, capture_output=True)
    shutil.rmtree(dump)


# -- long texts ----------------------------------------------------------------


@generator(1000)
def long_label(folder, n):
    """Executions with one label, of 25 bytes for each of them, on two devices."""
    names = [f'n{i}' for i in range(n)]
    runs = [execution(name, 1 + i, 2, f'{name} = Op()') for i, name in enumerate(names)]
    runs[0] = execution('n0', 1, 2, 'n0 = ' + 'O' * (25 * n) + '()')
    write(folder, graph__pb=simple_graph(names), run_meta_0=run_metadata(step_stats(runs) + step_stats(runs[:2], GPU)))


@generator(1000)
def long_input_name(folder, n):
    """Nodes that all read one whose name grows with them."""
    size = int((25 * n) ** 0.5)
    name = 'w' * size
    names = [f'n{i}' for i in range(n // 20)]
    write(folder, graph__pb=graph([node(name), *(node(other, 'Add', [name, f'{name}:1']) for other in names)]),
          run_meta_0=simple_step([name, *names]))


@generator(1000)
def long_function_names(folder, n):
    """Call stacks through functions with long names, each of its own, in files of their own."""
    names = [f'n{i}' for i in range(n)]
    plain(folder, names)
    write(folder, op_log=op_log(
        log_entry(name, [frame(line, file='/home/user/' + f'd{i}' * 20 + '.py', function=f'f{i}_' + 'g' * 100) for line in range(3)])
        for i, name in enumerate(names)))


@generator(300)
def deep_stacks(folder, n):
    """Call stacks that get deeper from node to node, by lines of one file: the input grows as a square."""
    depth = max(int((40 * n) ** 0.5), 2)
    names = [f'n{i}' for i in range(depth)]
    plain(folder, names)
    write(folder, op_log=op_log((log_entry(name, [frame(line + 1, 1, 2) for line in range(i + 1)]) for i, name in enumerate(names)),
                                [(1, 'model.py'), (2, 'build')]))


@generator(300)
def gradients_of_stacks(folder, n):
    """Gradients of nodes, that are charged to the call stacks of these."""
    names = [f'layer_{i}' for i in range(n)]
    back = [f'gradients/layer_{i}_grad/Mul_{k}' for i in range(n) for k in range(3)]
    plain(folder, names + back)
    write(folder, op_log=op_log(log_entry(name, [frame(line, file=f'file_{i}.py', function=f'f{line}') for line in range(8)])
                                for i, name in enumerate(names + back)))


@generator(2000)
def deep_scopes(folder, n):
    """Names with many short scopes each, none of which two names have in common."""
    plain(folder, [f'{i}/' + '/'.join('abcdefghij') for i in range(n // 10)])


# -- graphs --------------------------------------------------------------------


@generator(1000)
def chained_functions(folder, n):
    """Functions that call the one before once, of which the last is called."""
    library = b''.join(field(1, message(
        (1, message((1, f'f{i}'))), (3, node('x', f'f{i - 1}' if i else 'NoOp')))) for i in range(n))
    runs = [execution('call', 1, 2 * n)] + [execution('x', 1 + i, 1) for i in range(n)]
    write(folder, graph__pb=graph([node('call', f'f{n - 1}')]) + field(2, library), run_meta_0=run_metadata(step_stats(runs)))


@generator(300)
def calls_of_all(folder, n):
    """Nodes that each call every one of a few functions, which grow, too."""
    library = b''.join(field(1, message((1, message((1, f'f{i}'))), *((3, node(f'x{k}', 'MatMul')) for k in range(10)))) for i in range(n))
    calls = [node(f'call_{i}', 'Case', attrs=attr('branches', field(1, b''.join(
        field(9, message((1, f'f{k % n}'))) for k in range(i, i + 10))))) for i in range(n)]
    runs = [execution(f'call_{i}', 5 * i, 5) for i in range(n)] + [execution(f'x{i % 10}', 5 * i + 1, 2) for i in range(n)]
    write(folder, graph__pb=graph(calls) + field(2, library), run_meta_0=run_metadata(step_stats(runs)))


@generator(1000)
def model_functions(folder, n):
    """A SavedModel with many functions and signatures."""
    library = b''.join(field(1, message((1, message((1, f'__inference_f{i}'))), (3, node('x', 'MatMul')), (3, node('y', 'Add', ['x']))))
                       for i in range(n))
    signatures = b''.join(field(5, message((1, f'serve_{i}'), (2, message((3, 'predict'))))) for i in range(n))
    calls = graph(node(f'call_{i}', 'StatefulPartitionedCall', attrs=attr('f', field(10, message((1, f'__inference_f{i}')))))
                  for i in range(n))
    meta = message((1, message((4, 'serve'))), (2, calls + field(2, library))) + signatures
    write(folder, saved_model__pb=message((1, 1), (2, meta)))


@generator(2000)
def constants(folder, n):
    """Constants of a few numbers."""
    value = field(8, message((1, 3), (2, field(2, message((1, 2)))), (7, varint(1) + varint(2))))
    names = [f'c{i}' for i in range(n)]
    write(folder, graph__pb=graph(node(name, 'Const', attrs=attr('value', value)) for name in names), run_meta_0=simple_step(names))


@generator(1000)
def while_loops(folder, n):
    """Loops side by side, of which each goes round a few times."""
    nodes, runs = [], []
    for i in range(n):
        names = [f'w{i}/{part}' for part in ('Enter', 'Merge', 'Switch', 'body', 'NextIteration')]
        nodes += [node(names[0], 'Enter', []), node(names[1], 'Merge', [names[0], names[4]]), node(names[2], 'Switch', [names[1]]),
                  node(names[3], 'Add', [names[2] + ':1']), node(names[4], 'NextIteration', [names[3]])]
        runs += [execution(name, 10 * i + at + 50 * turn, 2) for turn in range(2) for at, name in enumerate(names)]
    write(folder, graph__pb=graph(nodes), run_meta_0=run_metadata(step_stats(runs)))


# -- event files, XSpaces --------------------------------------------------------


@generator(50)
def small_steps_in_events(folder, n):
    """Steps of one record in an event file."""
    events = [event_record(message((3, 'brain.Event:2')))]
    events += [event_record(message((2, i), (8, message((1, 'step'), (2, simple_step(['a'], start=10 * i + 1)))))) for i in range(n)]
    write(folder, **{'events__out__tfevents__1': b''.join(events), 'graph__pb': simple_graph(['a'])})


@generator(300)
def graphs_in_events(folder, n):
    """Graphs in an event file, each of other nodes."""
    events = [event_record(message((3, 'brain.Event:2')))]
    events += [event_record(message((4, simple_graph([f'g{i}/a', f'g{i}/b'])))) for i in range(n)]
    write(folder, **{'events__out__tfevents__1': b''.join(events)})


def described(number, name, display='', stats=()):
    return field(4, message((1, number), (2, message((1, number), (2, name), (4, display or None)) + b''.join(field(5, s) for s in stats))))


def stat_names(names):
    return b''.join(field(5, message((1, i), (2, message((1, i), (2, name))))) for i, name in enumerate(names, 1))


@generator(1000)
def xspace_long_reference(folder, n):
    """Operations that all refer to one text of 100 bytes for each of them."""
    text = 'jit(f)/' + 'x' * (100 * n)
    metadata = stat_names(['tf_op', 'hlo_category', text, 'source'])
    events = b''.join(described(i, f'fusion.{i}', stats=[message((1, 1), (7, 3)), message((1, 2), (7, 3)), message((1, 4), (7, 3))])
                      for i in range(1, n + 1))
    line = field(3, message((1, 1), (2, 'XLA Ops'), (3, 1000)) + b''.join(
        field(4, message((1, i), (2, 1000 * i), (3, 900))) for i in range(1, n + 1)))
    write(folder, host__xplane__pb=field(1, message((2, '/device:GPU:0')) + line + events + metadata))


@generator(1000)
def xspace_stat_names(folder, n):
    """Names of statistics and events that nothing uses."""
    metadata = stat_names([f'stat_{i}' for i in range(n)]) + b''.join(described(i, f'op_{i}') for i in range(1, n + 1))
    line = field(3, message((1, 1), (2, 'python'), (3, 1000), (4, message((1, 1), (2, 5), (3, 7)))))
    write(folder, host__xplane__pb=field(1, message((2, '/host:CPU')) + line + metadata))


@generator(1000)
def xspace_device_ops(folder, n):
    """Operations of a device in two steps, with modules and a place in the source each."""
    metadata = stat_names(['tf_op', 'hlo_category', 'source', 'flops', 'bytes_accessed', 'convolution']) + b''.join(
        described(i, f'%fusion.{i} = f32[4]{{0}} fusion()', f'fusion.{i}',
                  [message((1, 1), (5, f'jit(f)/layer_{i % 50}/dot_{i}')), message((1, 2), (5, 'convolution')),
                   message((1, 3), (5, f'/home/user/model_{i % 90}.py:{i}')), message((1, 4), (3, 1000)), message((1, 5), (3, 64))])
        for i in range(1, n + 1)) + described(n + 1, 'jit_f(1)') + described(n + 2, '0')
    ops = field(3, message((1, 1), (2, 'XLA Ops'), (3, 1000)) + b''.join(
        field(4, message((1, 1 + i % n), (2, 1000 * i), (3, 900))) for i in range(2 * n)))
    modules = field(3, message((1, 2), (2, 'XLA Modules'), (3, 1000)) + b''.join(
        field(4, message((1, n + 1), (2, 1000 * n * i), (3, 999 * n))) for i in range(2)))
    steps = field(3, message((1, 3), (2, 'Steps'), (3, 1000)) + b''.join(
        field(4, message((1, n + 2), (2, 1000 * n * i), (3, 999 * n))) for i in range(2)))
    write(folder, host__xplane__pb=field(1, message((2, '/device:TPU:0')) + steps + modules + ops + metadata))


# -- two dumps -----------------------------------------------------------------


@generator(300)
def long_functions_of_two(folder, n):
    """Call stacks through functions whose names grow with them, in two dumps of two runs."""
    texts = [(1, '/x/y.py'), (2, 'f' * (300 * n))]
    two_with_code(folder, n, lambda names, side: op_log((log_entry(name, [frame(i + 1, 1, 2)]) for i, name in enumerate(names)), texts))


@generator(20)
def many_steps_of_two(folder, n):
    """Steps of two dumps, in which the nodes take another time each."""
    def write_side(path, side):
        names = [f's{i % 5}/n{i}' for i in range(60)]
        write(path, graph__pb=simple_graph(names))
        for step in range(n):
            write(path, **{f'run_meta_{step}': simple_step(names, lambda i: len(side) * 300 + (step * 7919 + i * 31) % 977)})
    two(folder, write_side)


@generator(500)
def moved_code_of_two(folder, n):
    """Lines of code that moved by one in the second dump."""
    def code_of(names, side):
        shift = side == 'new'
        return op_log(log_entry(name, [frame(line + shift + i, file='train.py', function=f'f{line}') for line in range(10)])
                      for i, name in enumerate(names))
    two_with_code(folder, n, code_of)
