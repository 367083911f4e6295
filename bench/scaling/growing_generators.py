# SPDX-License-Identifier: Apache-2.0
"""Programs, checkpoints and budgets that grow in one way."""
import struct
from encode import field, message, varint
from record_generators import masked_crc
from registry import generator, simple_graph, simple_step, write
from step_generators import two


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
