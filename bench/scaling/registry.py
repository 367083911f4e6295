# SPDX-License-Identifier: Apache-2.0
"""The table of generators, and dumps that several of them begin with."""
from encode import execution, graph, node, run_metadata, step_stats

GENERATORS = {}


def generator(n, commands=()):
    """Registers a generator with the least n that it is measured at."""
    def register(make):
        GENERATORS[make.__name__] = (n, tuple(commands), make)
        return make
    return register


def write(folder, **files):
    """Names have __ for a dot."""
    for name, content in files.items():
        (folder / name.replace('__', '.')).write_bytes(content)


def simple_step(names, micros=lambda i: 1 + i % 7, start=1, total_bytes=1024):
    return run_metadata(step_stats(
        execution(name, start + i, micros(i), f'{name} = Op()', total_bytes=total_bytes) for i, name in enumerate(names)))


def simple_graph(names):
    return graph(node(name, f'Op{i % 40}', [names[i - 1]] if i else []) for i, name in enumerate(names))


def plain(folder, names):
    write(folder, graph__pb=simple_graph(names), run_meta_0=simple_step(names))
