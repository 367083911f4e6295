# SPDX-License-Identifier: Apache-2.0
"""Generators of many records that say little: map keys again and again, numbers as long as they get, packed lists, tags, hosts,
computations."""
import struct

from encode import (attr, execution, field, frame, graph, log_entry, message, node, op_log, run_metadata, step_stats, varint,
                    x_event, x_plane, x_space)
from registry import generator, plain, simple_graph, simple_step, write

CRC_TABLE = []
for byte in range(256):
    crc = byte
    for _ in range(8):
        crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    CRC_TABLE.append(crc)


def masked_crc(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = CRC_TABLE[(crc ^ byte) & 255] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def event_record(event):
    size = struct.pack('<Q', len(event))
    return size + struct.pack('<I', masked_crc(size)) + event + struct.pack('<I', masked_crc(event))


@generator(4000)
def one_key(folder, n):
    """An attribute of one node that is set again and again."""
    attrs = b''.join(attr('key', message((3, i))) for i in range(n))
    write(folder, graph__pb=graph([node('a', 'Conv2D', attrs=attrs)]), run_meta_0=simple_step(['a']))


@generator(4000)
def long_numbers(folder, n):
    """A packed list of numbers of ten bytes each, that are -1."""
    dims = field(1, message((3, varint(-1) * n)))
    tensor = message((1, 9), (2, field(2, message((1, n)))), (10, varint(-1) * n))
    attrs = attr('list', dims) + attr('value', field(8, tensor))
    write(folder, graph__pb=graph([node('a', 'Const', attrs=attrs)]), run_meta_0=simple_step(['a']))


@generator(4000)
def texts_of_attribute(folder, n):
    """Texts in the list of one attribute, which say where a node has to be."""
    texts = b''.join(field(2, f'loc:@n{i}') for i in range(n))
    write(folder, graph__pb=graph([node('a', 'AddN', attrs=attr('_class', field(1, texts)))]), run_meta_0=simple_step(['a']))


@generator(4000)
def control_inputs(folder, n):
    """Control inputs of one node, all from one."""
    write(folder, graph__pb=graph([node('a'), node('b', 'NoOp', ['^a'] * n)]), run_meta_0=simple_step(['a', 'b']))


@generator(2000)
def function_of_nodes(folder, n):
    """A function of many nodes that many nodes call."""
    inner = b''.join(field(3, node(f'x{i}', 'MatMul')) for i in range(n))
    library = field(1, message((1, message((1, 'f')))) + inner)
    calls = [node(f'call_{i}', 'PartitionedCall', attrs=attr('f', field(10, message((1, 'f'))))) for i in range(n)]
    runs = [execution(f'call_{i}', 5 * i, 5) for i in range(n)] + [execution(f'x{i}', 5 * i + 1, 2) for i in range(n)]
    write(folder, graph__pb=graph(calls) + field(2, library), run_meta_0=run_metadata(step_stats(runs)))


@generator(4000)
def empty_devices(folder, n):
    """Devices of a step that did nothing, all of one name."""
    write(folder, graph__pb=simple_graph(['a']), run_meta_0=simple_step(['a']) + field(1, step_stats([], 'd') * n))


@generator(2000)
def long_device_name(folder, n):
    """One name of a device, of 25 bytes for each of its executions."""
    names = [f'n{i}' for i in range(n)]
    stats = step_stats((execution(name, 1 + i) for i, name in enumerate(names)), '/device:' + 'C' * (25 * n) + ':0')
    write(folder, graph__pb=simple_graph(names), run_meta_0=run_metadata(stats))


@generator(2000)
def long_op_types(folder, n):
    """One op type, of 25 bytes for each of the nodes that have it."""
    names = [f'n{i}' for i in range(n)]
    write(folder, graph__pb=graph(node(name, 'T' * (25 * n) if i == 0 else f'Op{i}') for i, name in enumerate(names)),
          run_meta_0=simple_step(names))


@generator(4000)
def string_ids(folder, n):
    """Texts of an op log that nothing names, of which every second has an id that was given before."""
    plain(folder, ['a'])
    write(folder, op_log=op_log([log_entry('a', [frame(1, 1, 2)])], [(i // 2, f'text {i}') for i in range(n)]))


@generator(4000)
def empty_entries(folder, n):
    """Entries of an op log that say nothing."""
    plain(folder, ['a'])
    write(folder, op_log=op_log([b''] * n))


@generator(1000)
def lines_of_code(folder, n):
    """Call stacks of twenty lines in files and functions of their own."""
    names = [f'n{i}' for i in range(n)]
    plain(folder, names)
    write(folder, op_log=op_log(log_entry(name, [frame(line, file=f'file_{i}.py', function=f'f{line}') for line in range(20)])
                                for i, name in enumerate(names)))


@generator(500)
def tags(folder, n):
    """Steps in an event file, each under a tag of its own."""
    events = [event_record(message((3, 'brain.Event:2')))]
    events += [event_record(message((2, i), (8, message((1, f'step_{i}'), (2, simple_step(['a', f'b{i}'], start=10 * i + 1))))))
               for i in range(n)]
    write(folder, **{'events__out__tfevents__1': b''.join(events), 'graph__pb': simple_graph(['a'])})


@generator(4000)
def other_events(folder, n):
    """Events of a training that are none of ours."""
    summary = field(5, field(1, message((1, 'loss'))))
    events = [event_record(message((3, 'brain.Event:2')))] + [event_record(message((2, i)) + summary) for i in range(n)]
    events.append(event_record(message((4, simple_graph(['a', 'b'])))))
    write(folder, **{'events__out__tfevents__1': b''.join(events)})


@generator(50)
def hosts(folder, n):
    """Hosts of one recording, each an XSpace."""
    run = folder / 'plugins' / 'profile' / 'run'
    run.mkdir(parents=True)
    for i in range(n):
        plane = x_plane('/host:CPU', ['train', 'a:Op'], ['step_num', '_r'],
                        [[x_event(1, 10000 * s, 9000, [(1, s), (2, 1)]) for s in range(5)]
                         + [x_event(2, 10000 * s + 10, 900) for s in range(5)]])
        (run / f'host_{i}.xplane.pb').write_bytes(x_space([plane], f'host_{i}'))


def hlo_computation(number, instructions):
    rows = b''.join(field(2, row) for row in instructions)
    return message((1, f'computation_{number}')) + rows + message((5, number), (6, 1000 * number + len(instructions)))


def hlo_instruction(number, name, opcode, operands=(), called=()):
    shape = message((2, 11), (3, varint(4)))
    return message((1, name), (2, opcode), (3, shape), (35, number), (36, b''.join(map(varint, operands)) or None),
                   (38, b''.join(map(varint, called)) or None))


@generator(1000, ['info', 'summarize', 'scope', 'graph', 'op', 'export', 'top'])
def computations(folder, n):
    """Computations of an HLO module, each of which calls the one before."""
    rows = [hlo_computation(i, [hlo_instruction(1000 * i + 1, f'add.{i}', 'call' if i > 1 else 'add', (), [i - 1] if i > 1 else [])])
            for i in range(1, n + 1)]
    module = message((1, 'jit_step'), (2, f'computation_{n}')) + b''.join(field(3, row) for row in rows) + message((5, 1), (6, n))
    write(folder, **{'jit_step__hlo__pb': message((1, module))})


@generator(4000, ['info', 'summarize', 'scope', 'graph', 'op', 'export', 'top'])
def instructions(folder, n):
    """Instructions of one computation, each of which reads all of the sixteen before."""
    rows = [hlo_instruction(i + 1, f'add.{i}', 'add', range(max(1, i - 15), i + 1)) for i in range(n)]
    module = message((1, 'jit_step'), (2, 'computation_1')) + field(3, hlo_computation(1, rows)) + message((5, 1), (6, 1))
    write(folder, **{'jit_step__hlo__pb': message((1, module))})
