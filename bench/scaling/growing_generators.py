# SPDX-License-Identifier: Apache-2.0
"""Generators of small inputs that say how to make much of them: functions that are called from many places, chains that many things end
in, patterns that all rows are held against."""
import struct

from encode import attr, field, graph, message, node, varint, x_event, x_plane, x_space
from record_generators import masked_crc
from registry import generator, simple_graph, simple_step, write
from step_generators import two


def call(name, function, inputs=()):
    return node(name, 'PartitionedCall', inputs, attr('f', field(10, message((1, function)))))


def function_def(name, nodes, returned=None):
    """Of one argument `a`, and of one output `r` where something is returned."""
    signature = message((1, name), (2, message((1, 'a'))), (3, message((1, 'r')) if returned else None))
    returns = field(4, message((1, 'r'), (2, returned))) if returned else b''
    return field(1, message((1, signature)) + b''.join(field(3, n) for n in nodes) + returns)


def saved_model(folder, nodes, library):
    graph_def = graph(nodes) + field(2, b''.join(library))
    meta = message((1, message((4, 'serve'))), (2, graph_def))
    write(folder, saved_model__pb=message((1, 1), (2, meta)))


@generator(500)
def calls_of_a_body(folder, n):
    """A function of many nodes that many nodes of a model call: their product is in the expanded graph."""
    body = function_def('f', [node(f'x{i}', 'MatMul', [f'x{i - 1}:product:0' if i else 'a']) for i in range(n)])
    saved_model(folder, [call(f'call_{i}', 'f', [f'call_{i - 1}'] if i else []) for i in range(n)], [body])


@generator(2000)
def doubling_functions(folder, n):
    """Functions that each call the next one twice, down to one of many nodes."""
    library = [function_def(f'f{i}', [call(f'{side}', f'f{i + 1}', ['a']) for side in 'lr']) for i in range(24)]
    library.append(function_def('f24', [node(f'x{i}', 'Relu', ['a']) for i in range(n)]))
    saved_model(folder, [node('p', 'Placeholder'), call('c', 'f0', ['p'])], library)


@generator(2000)
def calls_of_few(folder, n):
    """A function of sixteen nodes that many nodes of a model call, as layers may be."""
    body = function_def('f', [node(f'x{i}', 'Relu', ['a']) for i in range(16)])
    saved_model(folder, [call(f'call_{i}', 'f', [f'call_{i - 1}'] if i else []) for i in range(n)], [body])


@generator(2000)
def long_callers(folder, n):
    """Functions within each other whose callers have long names, before each node of the innermost."""
    library = [function_def(f'f{i}', [call(f'{i}_' + 'c' * (n // 8), f'f{i + 1}', ['a'])]) for i in range(30)]
    library.append(function_def('f30', [node(f'x{i}', 'Relu', ['a']) for i in range(n)]))
    saved_model(folder, [call('c', 'f0')], library)


@generator(2000)
def values_through_calls(folder, n):
    """Values of one call, which is what long names in functions within each other return."""
    names = [f'{i}_' + 'c' * (n // 8) for i in range(30)]
    library = [function_def(f'f{i}', [call(name, f'f{i + 1}', ['a'])], f'{name}:0') for i, name in enumerate(names)]
    library.append(function_def('f30', [node('x', 'Relu', ['a'])], 'x:0'))
    saved_model(folder, [call('c', 'f0')] + [node(f'n{i}', 'Relu', ['c']) for i in range(n)], library)


@generator(500)
def inputs_of_a_body(folder, n):
    """A function whose node reads one value again and again, called by many nodes."""
    body = function_def('f', [node('x', 'AddN', ['a'] * n)])
    saved_model(folder, [node('p', 'Placeholder')] + [call(f'call_{i}', 'f', ['p']) for i in range(n)], [body])


def hlo_module(instructions, frames, module='jit_f'):
    """An HloProto: instructions are pairs of a name and the number of a frame, or None if nothing is known of it; frames are those of
    the frame that called each, 0 for none, in lines of their own."""
    rows = b''.join(field(2, message((1, name), (2, 'add'), (7, None if frame is None else message(
        (2, f'jit(f)/{name}'), (15, frame or None))), (35, i)))
                    for i, (name, frame) in enumerate(instructions, 1))
    index = message((1, 'model.py'), (2, 'f')) + b''.join(
        field(3, message((1, 1), (2, 1), (3, i))) for i in range(1, len(frames) + 1)) + b''.join(
        field(4, message((1, i), (2, parent or None))) for i, parent in enumerate(frames, 1))
    computation = message((1, 'main')) + rows + message((5, 1))
    return message((1, message((1, module), (3, computation), (6, 1), (17, index))))


def recorded_program(folder, proto, instructions, module='jit_f'):
    """A recording in which each instruction ran once."""
    metadata = field(2, '/host:metadata') + field(5, message((1, 1), (2, message((1, 1), (2, 'Hlo Proto'))))) + field(4, message(
        (1, 1), (2, message((1, 1), (2, f'{module}(1)')) + field(5, message((1, 1), (6, proto))))))
    names = [name for name, _ in instructions]
    stats = ['hlo_op', 'hlo_module', 'program_id', module, *names]
    events = [message((1, i), (2, 1000 * i), (3, 900)) + b''.join(
        field(4, message((1, stat), (kind, value))) for stat, kind, value in ((1, 7, 4 + i), (2, 7, 4), (3, 3, 1)))
        for i in range(1, len(names) + 1)]
    write(folder, host__xplane__pb=x_space([metadata, x_plane('/host:CPU', names, stats, [events])]))


@generator(2000)
def chained_frames(folder, n):
    """A program whose lines of code each call the next one, and an instruction of each: stacks of two hundred lines."""
    instructions = [(f'add.{i}', i) for i in range(1, n + 1)]
    recorded_program(folder, hlo_module(instructions, range(n)), instructions)


@generator(2000)
def frames_at_a_depth(folder, n):
    """A program of many instructions, each in a line of its own that the end of one chain of 150 lines calls."""
    instructions = [(f'add.{i}', 150 + i) for i in range(1, n + 1)]
    recorded_program(folder, hlo_module(instructions, [*range(150), *[150] * n]), instructions)


@generator(1000)
def long_module_name(folder, n):
    """A program with a name of 30 bytes for each of its instructions, of which nothing but its own name is known."""
    module = 'm' * (30 * n)
    instructions = [(f'add.{i}', None) for i in range(1, n + 1)]
    recorded_program(folder, hlo_module(instructions, [], module), instructions, module)


@generator(1000, ['info', 'summarize', 'scope', 'graph', 'op', 'export', 'top'])
def long_name_of_a_dump(folder, n):
    """The same as a file of XLA's."""
    write(folder, **{'jit_f__hlo__pb': hlo_module([(f'add.{i}', None) for i in range(1, n + 1)], [], 'm' * (30 * n))})


@generator(1000)
def modules_of_one_instruction(folder, n):
    """Events of one instruction, with a name of 30 bytes for each of them, in modules of their own of which no program is told."""
    stats = ['hlo_op', 'hlo_module', 'o' * (30 * n), *(f'jit_{i}' for i in range(n))]
    events = [message((1, 1), (2, 1000 * i), (3, 900)) + b''.join(
        field(4, message((1, stat), (7, value))) for stat, value in ((1, 3), (2, 4 + i))) for i in range(n)]
    write(folder, host__xplane__pb=x_space([x_plane('/host:CPU', ['a'], stats, [events])]))


@generator(4000)
def program_in_pieces(folder, n):
    """A program that its file tells in many pieces, of one instruction and one line of code each."""
    one = hlo_module([('add', 1)], [0])
    write(folder, **{'jit_f__hlo__pb': one * n})


def block(entries, every):
    """A block of a table: keys begin as the one before does, but for one in `every`."""
    out, restarts, last = bytearray(), [], b''
    for i, (key, value) in enumerate(entries):
        shared = 0
        if i % every == 0:
            restarts.append(len(out))
        else:
            end = min(len(key), len(last)) + 1
            while shared + 1 < end:  # a search in halves, as names may be long
                middle = (shared + end) // 2
                if key[:middle] == last[:middle]:
                    shared = middle
                else:
                    end = middle
        out += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        last = key
    out += b''.join(struct.pack('<I', at) for at in restarts) + struct.pack('<I', len(restarts)) + b'\0'
    return bytes(out) + struct.pack('<I', masked_crc(out))


def table(entries, every):
    """A table file of one block."""
    data = block(entries, every)
    index = block([(b'\xff', varint(0) + varint(len(data) - 5))], 1)
    footer = varint(0) * 2 + varint(len(data)) + varint(len(index) - 5)
    return data + index + footer.ljust(40, b'\0') + b'\x57\xfb\x80\x8b\x24\x75\x47\xdb'


def checkpoint(folder, names, data, place_of, every=16):
    """Of version 2: floats that are in `data` where `place_of(i)` says, from and how many."""
    entries = [(b'', message((1, 1), (2, 0)))]
    sums = {}  # of values, since all may be the same
    for i, name in enumerate(sorted(name.encode() for name in names)):
        first, count = place_of(i)
        if (first, count) not in sums:
            sums[first, count] = masked_crc(data[4 * first:4 * (first + count)])
        shape = field(2, field(2, message((1, count))))
        entries.append((name, message((1, 1)) + shape + message((4, 4 * first or None), (5, 4 * count)) + varint(6 << 3 | 5)
                        + struct.pack('<I', sums[first, count])))
    write(folder, graph__pb=simple_graph(names))
    (folder / 'model.ckpt.index').write_bytes(table(entries, every))
    (folder / 'model.ckpt.data-00000-of-00001').write_bytes(data)


@generator(2000, ['info', 'scope'])
def checkpoint_values(folder, n):
    """Variables of one number each, in a block that is searched by its sixteenth keys."""
    checkpoint(folder, [f'layer/variable_{i}' for i in range(n)], bytes(4 * n), lambda i: (i, 1))


@generator(2000, ['info', 'scope'])
def checkpoint_without_restarts(folder, n):
    """The same in a block that is searched from its beginning: no program writes such, and they are refused."""
    checkpoint(folder, [f'layer/variable_{i}' for i in range(n)], bytes(4 * n), lambda i: (i, 1), every=1 << 30)


@generator(500, ['info', 'scope'])
def checkpoint_of_shared_bytes(folder, n):
    """Variables that all say to be the same bytes: no program writes such, and they are refused where they are read."""
    names, data = [f'layer/variable_{i}' for i in range(n)], bytes(4 * 40 * n)
    checkpoint(folder, names, data, lambda i: (0, 40 * n))


@generator(2000, ['info', 'scope'])
def checkpoint_of_long_names(folder, n):
    """Variables whose names begin alike for as many bytes as there are variables, and are spelled once in two hundred."""
    checkpoint(folder, [f'{"x" * n}{i:06}' for i in range(n)], bytes(4 * n), lambda i: (i, 1), every=200)
    write(folder, graph__pb=simple_graph(['a']))


def budget(folder, limits):
    (folder / 'budget').mkdir()
    (folder / 'budget' / 'budget.toml').write_text(''.join(limits))


def limited(folder, names, scopes):
    """Two runs of these names, and a budget with a limit, and an accepted growth, of each scope."""
    two(folder, lambda path, side: write(path, graph__pb=simple_graph(names),
                                         run_meta_0=simple_step(names, lambda i: 1 + (i + len(side)) % 7)))
    budget(folder, (f"[[{kind}]]\nmetric = '{metric}'\nscope = '{scope}'\nmax = 900\nreason = 'known'\n"
                    for kind, metric in (('limit', 'micros'), ('accept', 'requested_bytes')) for scope in scopes))


@generator(1000, ['budget'])
def limits_by_name(folder, n):
    """A budget with a limit, and an accepted growth, of each row."""
    names = [f'layer_{i}.block' for i in range(n)]
    limited(folder, names, [rf'layer_{i}\.block' for i in range(n)])


@generator(1000, ['budget'])
def limits_of_scopes(folder, n):
    """A budget with a limit, and an accepted growth, of what is in each of many scopes."""
    names = [f'layer_{i}/block_{k}' for i in range(n) for k in 'ab']
    limited(folder, names, [f'layer_{i}/.*' for i in range(n)])


@generator(200)
def long_name_of_steps(folder, n):
    """Steps that are all marked by events of one name, of 25 bytes for each of them."""
    events = [event for i in range(n) for event in (x_event(1, 1000 * i, 900, [(1, i), (2, 1)]), x_event(2, 1000 * i + 10, 90))]
    write(folder, host__xplane__pb=x_space([x_plane('/host:CPU', ['train ' + 't' * 25 * n, 'b:Op'], ['step_num', '_r'], [events])]))


@generator(500, ['budget'])
def limits_of_ends(folder, n):
    """A budget with a limit, and an accepted growth, of what each of many rows ends with."""
    names = [f'layer/block_{i}' for i in range(n)]
    limited(folder, names, [f'.*k_{i}' for i in range(n)])


@generator(500, ['budget'])
def limits_of_middles(folder, n):
    """A budget with a limit, and an accepted growth, of what each of many rows has in its middle, where all begin and end alike."""
    names = [f'layer/block_{i}/x' for i in range(n)]
    patterns = ['layer/.*k_{}/.*', '.*k_{}/.*', '.*[jk]_{}/.*', '.*(block|layer)_{}/.*', '(?:.*/)?block_{}(?:/.*)?',
                '(?i).*BLOCK_{}/.*']
    limited(folder, names, [patterns[i % 6].format(i) for i in range(n)])


@generator(500, ['budget'])
def limits_of_one_pattern(folder, n):
    """A budget with limits, and accepted growths, that have a few patterns by turns, each of which many rows match."""
    names = [f'layer/block_{i}/x' for i in range(n)]
    patterns = ['.*', '.*[xy]', 'layer/.+', '.*block.*']
    limited(folder, names, [patterns[i % 4] for i in range(n)])


@generator(10, ['budget'])
def limits_of_wide_middles(folder, n):
    """A budget with a limit of what fifty rows each have in their middles, where all begin and end alike."""
    names = [f'layer/block_{i}/{k}/x' for i in range(n) for k in range(50)]
    limited(folder, names, [f'.*k_{i}/.*' for i in range(n)])


@generator(800)
def long_name_of_events(folder, n):
    """Events on two hosts that all have one name, of 25 bytes for each of them."""
    run = folder / 'plugins' / 'profile' / 'run'
    run.mkdir(parents=True)
    for host in range(2):
        events = [x_event(1 + i % 2, 1000 * i, 900) for i in range(n)]
        plane = x_plane('/host:CPU', ['e' * 25 * n, 'b' * 25 * n + ':Op'], [], [events])
        write(run, **{f'h{host}__xplane__pb': x_space([plane], f'h{host}')})


@generator(200)
def long_host_of_devices(folder, n):
    """Two hosts, whose names have 25 bytes for each of their devices."""
    run = folder / 'plugins' / 'profile' / 'run'
    run.mkdir(parents=True)
    for host in range(2):
        planes = [x_plane(f'/device:GPU:{i}', ['kernel'], ['correlation_id'], [[x_event(1, 1000 * i, 900, [(1, i)])]]) for i in range(n)]
        planes.append(x_plane('/host:CPU', ['a:Op', f'b{host}:Op'], [], [[x_event(1, 1000 * i, 900) for i in range(n)]]))
        write(run, **{f'h{host}__xplane__pb': x_space(planes, 'h' * 25 * n + str(host))})


@generator(200)
def long_device_of_streams(folder, n):
    """A device, whose name has 25 bytes for each of its streams."""
    streams = [[x_event(1, 1000 * i, 900, [(1, i)])] for i in range(n)]
    write(folder, host__xplane__pb=x_space([x_plane('/device:GPU:0 ' + 'p' * 25 * n, ['kernel'], ['correlation_id'], streams)]))


ALLOCATION = ['requested_bytes', 'allocation_bytes', 'addr', 'bytes_allocated', 'allocator_name', 'tf_op', 'region_type', 'shape']


def allocation(i, texts):
    """Of 64 bytes; texts are those of its allocator, operation, region and shape."""
    numbers = ((3, 64), (4, 64), (5, i), (6, 64 * i))
    return message((1, 2), (2, 1000 * i + 5), (3, 1)) + b''.join(field(4, message((1, key), (4, value))) for key, value in numbers) + b''.join(
        field(4, message((1, 7 + at), text)) for at, text in enumerate(texts))


@generator(300)
def long_text_of_allocations(folder, n):
    """Allocations of which one text, of 100 bytes for each of them, says everything."""
    events = [x_event(1, 0, 1000 * n, [(1, 1), (2, 1)])] + [allocation(i, [(7, 11)] * 4) for i in range(n)]
    stats = ['step_num', '_r', *ALLOCATION, 'l' * 100 * n]
    write(folder, host__xplane__pb=x_space([x_plane('/host:CPU', ['train', 'MemoryAllocation', 'a:Op'], stats, [events])]))


@generator(200)
def long_hosts_of_allocators(folder, n):
    """Two hosts, whose names have 25 bytes for each of their allocators."""
    run = folder / 'plugins' / 'profile' / 'run'
    run.mkdir(parents=True)
    for host in range(2):
        events = [x_event(1, 0, 1000 * n, [(1, 1), (2, 1)]), x_event(3, 20, 30)]
        events += [allocation(i, [(5, f'allocator_{i}'), (5, f'op{i}')]) for i in range(n)]
        plane = x_plane('/host:CPU', ['train', 'MemoryAllocation', 'a:Op'], ['step_num', '_r', *ALLOCATION], [events])
        write(run, **{f'h{host}__xplane__pb': x_space([plane], 'h' * 25 * n + str(host))})
