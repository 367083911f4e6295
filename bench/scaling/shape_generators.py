# SPDX-License-Identifier: Apache-2.0
"""Generators of shapes that many nodes share, or that follow from each other."""
from encode import attr, execution, field, graph, message, node, run_metadata, step_stats, varint
from registry import generator, write

ASKED = ['steps', 'summary', 'scope', 'report', 'export']


def shape(dims):
    return b''.join(field(2, message((1, dim))) for dim in dims)


def placeholder(name, dims):
    return node(name, 'Placeholder', attrs=attr('shape', field(7, shape(dims))))


def one_number(name):
    """A constant, 0."""
    tensor = message((1, 3), (2, b'')) + field(7, varint(0))
    return node(name, 'Const', attrs=attr('dtype', message((6, 3))) + attr('value', field(8, tensor)))


@generator(4000, ASKED)
def users_of_one_shape(folder, n):
    """Of as many dimensions as TensorFlow allows."""
    write(folder, graph__pb=graph([placeholder('p', [2] * 254)] + [node(f'n{i}', 'Relu', ['p']) for i in range(n)]))


@generator(1000, ASKED)
def shapes_that_grow(folder, n):
    """Each has a dimension more than the one before."""
    nodes = [node(f'n{i}', 'ExpandDims', [f'n{i - 1}' if i else 'p', 'c']) for i in range(n)]
    write(folder, graph__pb=graph([placeholder('p', [2]), one_number('c')] + nodes))


@generator(1000, ASKED)
def users_of_a_wide_shape(folder, n):
    """A tensor of n dimensions, in the graph and in a step, that n operations use."""
    names = [f'n{i}' for i in range(n)]
    output = field(7, message((1, 0), (3, message((1, 1), (2, shape([1] * n))))))
    records = [message((1, 'p'), (2, 1), (4, 1), (5, 2), (8, 'p = Placeholder()')) + output]
    records += [execution(name, 2 + i, 1, f'{name} = Relu(p)') for i, name in enumerate(names)]
    write(folder, graph__pb=graph([placeholder('p', [1] * n)] + [node(name, 'Relu', ['p']) for name in names]),
          run_meta_0=run_metadata(step_stats(records)))


@generator(4000)
def nodes_of_small_executions(folder, n):
    """Nodes that ran once each, of which a name and a time is all that is said."""
    names = [f'n{i}' for i in range(n)]
    nodes = [node(name, 'Relu', [names[i - 1]] if i else []) for i, name in enumerate(names)]
    records = [message((1, name), (2, 1_700_000_000_000_000 + i), (4, 1), (5, 2)) for i, name in enumerate(names)]
    write(folder, graph__pb=graph(nodes), run_meta_0=run_metadata(step_stats(records)))
