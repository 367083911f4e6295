# SPDX-License-Identifier: Apache-2.0
"""TensorFlow's messages as bytes, without protobuf: only the fields that the generators need."""


def varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number, value):
    """A field of a message: numbers are varints, texts and bytes have a length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


def message(*fields):
    """From pairs of number and value; those without a value are left out."""
    return b''.join(field(number, value) for number, value in fields if value is not None)


def attr(key, value):
    """An entry of NodeDef.attr; `value` is a serialized AttrValue."""
    return field(5, message((1, key), (2, value)))


def node(name, op='NoOp', inputs=(), attrs=b'', device=None):
    return message((1, name), (2, op), *((3, i) for i in inputs), (4, device)) + attrs


def graph(nodes):
    return b''.join(field(1, n) for n in nodes)


def execution(name, start=1, micros=1, label=None, outputs=b'', total_bytes=None):
    """NodeExecStats."""
    memory = None if total_bytes is None else message((1, 'cpu'), (2, total_bytes), (3, total_bytes))
    return message((1, name), (2, start), (3, 1), (4, micros), (5, micros), (6, memory), (8, label)) + outputs


def step_stats(executions, device='/job:localhost/replica:0/task:0/device:CPU:0'):
    return field(1, message((1, device)) + b''.join(field(2, e) for e in executions))


def run_metadata(stats=None, partition_graphs=()):
    return message((1, stats), *((3, g) for g in partition_graphs))


def frame(line, file_id=None, function_id=None, file=None, function=None):
    """CodeDef.Trace."""
    return message((1, file), (2, line), (3, function), (6, file_id), (7, function_id))


def log_entry(name, frames=(), float_ops=None, types=()):
    """OpLogEntry."""
    code = b''.join(field(1, f) for f in frames)
    return message((1, name), (2, float_ops), *((3, t) for t in types), (4, code or None))


def op_log(entries, strings=()):
    return b''.join(field(1, e) for e in entries) + b''.join(
        field(2, message((1, i), (2, text))) for i, text in strings)


def x_event(name, offset_ps, duration_ps, stats=()):
    """XEvent, by the row of its name; stats are pairs of the row of a name and a number. Rows count from 1."""
    return message((1, name), (2, offset_ps), (3, duration_ps), *((4, message((1, s), (4, v))) for s, v in stats))


def x_plane(name, event_names, stat_names, lines, line_names=()):
    """XPlane; `lines` are lists of events, `line_names` their names if they are not `thread 1`, `thread 2`, ..."""
    names = b''.join(field(number, message((1, i), (2, message((1, i), (2, text)))))
                     for number, texts in ((4, event_names), (5, stat_names)) for i, text in enumerate(texts, 1))
    return field(2, name) + b''.join(
        field(3, message((1, i), (2, line_names[i - 1] if line_names else f'thread {i}')) + b''.join(field(4, event) for event in events))
        for i, events in enumerate(lines, 1)) + names


def x_space(planes, host='host'):
    return b''.join(field(1, plane) for plane in planes) + field(4, host)
