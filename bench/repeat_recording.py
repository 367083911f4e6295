#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a large recording of a small one: each line of each plane is repeated, later and later, until the file has the size.

    repeat_recording.py FILE MEGABYTES OUTPUT

Names and programs stay as they are. Standard library only.
"""
import gzip
import os
import sys


def take_varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def make_varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def fields(data):
    """(number, wire type, value, the whole field) of each field"""
    at = 0
    while at < len(data):
        begin = at
        tag, at = take_varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = take_varint(data, at)
        elif kind == 1:
            value, at = data[at:at + 8], at + 8
        elif kind == 5:
            value, at = data[at:at + 4], at + 4
        else:
            size, at = take_varint(data, at)
            value, at = data[at:at + size], at + size
        yield tag >> 3, kind, value, data[begin:at]


def make_bytes(number, value):
    return make_varint(number << 3 | 2) + make_varint(len(value)) + value


class Line:
    """A line in two parts, between which its time stands."""

    def __init__(self, data):
        self.timestamp_ns = 0
        rest = []
        for number, kind, value, whole in fields(data):
            if number == 3 and kind == 0:
                self.timestamp_ns = value
            else:
                rest.append(whole)
        self.rest = b''.join(rest)

    def after(self, shift_ns):
        return make_varint(3 << 3) + make_varint(self.timestamp_ns + shift_ns) + self.rest


def main(path, megabytes, output):
    data = open(path, 'rb').read()
    if data[:2] == b'\x1f\x8b':
        data = gzip.decompress(data)
    planes, rest = [], []
    for number, kind, value, whole in fields(data):
        if number != 1:
            rest.append(whole)
            continue
        lines, others = [], []
        for inner, inner_kind, inner_value, inner_whole in fields(value):
            if inner == 3 and inner_kind == 2:
                lines.append(Line(inner_value))
            else:
                others.append(inner_whole)
        planes.append((lines, b''.join(others)))
    size = sum(len(line.rest) for lines, _ in planes for line in lines)
    times = max(1, round(float(megabytes) * 1e6 / max(1, size)))
    with open(output + '.part', 'wb') as file:
        for lines, others in planes:
            sizes = [[len(line.after(r * 10 ** 10)) for r in range(times)] for line in lines]
            total = len(others) + sum(len(make_varint(s)) + 1 + s for many in sizes for s in many)
            file.write(make_varint(1 << 3 | 2) + make_varint(total) + others)
            for r in range(times):
                for line in lines:
                    file.write(make_bytes(3, line.after(r * 10 ** 10)))
        for whole in rest:
            file.write(whole)
    os.replace(output + '.part', output)


if __name__ == '__main__':
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
