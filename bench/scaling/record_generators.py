# SPDX-License-Identifier: Apache-2.0
"""Event files and HLO modules that grow in one way."""
import struct
from encode import field, message, varint
from registry import generator, simple_graph, simple_step, write

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


@generator(500)
def tags(folder, n):
    """Steps in an event file, each with a tag of its own."""
    events = [event_record(message((3, 'brain.Event:2')))]
    events += [event_record(message((2, i), (8, message((1, f'step_{i}'), (2, simple_step(['a', 'b'], start=10 * i + 1))))))
               for i in range(n)]
    write(folder, **{'events__out__tfevents__1': b''.join(events), 'graph__pb': simple_graph(['a', 'b'])})


def hlo_computation(number, instructions):
    rows = b''.join(field(2, row) for row in instructions)
    return message((1, f'computation_{number}')) + rows + message((5, number), (6, 1000 * number + len(instructions)))


def hlo_instruction(number, name, opcode, operands=(), called=()):
    shape = message((2, 11), (3, varint(4)))
    return message((1, name), (2, opcode), (3, shape), (35, number), (36, b''.join(map(varint, operands)) or None),
                   (38, b''.join(map(varint, called)) or None))


@generator(4000, ['info', 'summarize', 'scope', 'graph', 'op', 'export', 'top', 'steps roofline', 'steps precision'])
def instructions(folder, n):
    """Instructions of one computation, each of which reads all of the sixteen before."""
    rows = [hlo_instruction(i + 1, f'add.{i}', 'add', range(max(1, i - 15), i + 1)) for i in range(n)]
    module = message((1, 'jit_step'), (2, 'computation_1')) + field(3, hlo_computation(1, rows)) + message((5, 1), (6, 1))
    write(folder, **{'jit_step__hlo__pb': message((1, module))})


def held_profile(rows):
    """A device memory profile of JAX: rows of a device, bytes and the stack, of which each frame is a file and a line."""
    texts = {text: i for i, text in enumerate(['', 'allocations', 'count', 'space', 'bytes', 'kind', 'buffer', 'executable', 'device'])}
    places, functions, samples = {}, {}, []
    for device, size, stack in rows:
        ids = b''.join(varint(places.setdefault(frame, len(places) + 1)) for frame in stack)
        label = message((1, 8), (2, texts.setdefault(device, len(texts))))
        samples.append(message((1, ids), (2, varint(1) + varint(size)), (3, message((1, 5), (2, 6)))) + field(3, label))
    lines = []
    for (file, line), place in places.items():
        function = functions.setdefault(file, len(functions) + 1)
        lines.append(message((1, place), (4, message((1, function), (2, line)))))
    tables = [message((1, function), (2, texts.setdefault(f'in_{file}', len(texts))), (4, texts.setdefault(file, len(texts))))
              for file, function in functions.items()]
    return b''.join(field(number, row) for number, all_rows in (
        (1, [message((1, 1), (2, 2)), message((1, 3), (2, 4))]), (2, samples), (4, lines), (5, tables),
        (6, [text.encode() for text in texts])) for row in all_rows)


@generator(4000, ['held'])
def held(folder, n):
    """Lines of code that hold arrays on eight devices, under stacks of a library and of files with long names."""
    def rows(more):
        for i in range(n):
            stack = [('/lib/python3/l.py', k) for k in range(16)] + [(f'/{"d" * 99}/file_{i % 50}.py', i), ('main.py', i % 9)]
            yield f'gpu:{i % 8}', 1024 * (1 + i % 7) + more * (i % 3), stack
    write(folder, memory__prof=held_profile(rows(0)), later__prof=held_profile(rows(1)))
