# SPDX-License-Identifier: Apache-2.0
"""Programs compiled by JAX for a CPU: what tfprof says of them, and XLA's own analyses.

usage: jax_programs.py TFPROF FOLDER
"""
import glob
import json
import subprocess
import sys

import jax
from jax import lax
import jax.numpy as jnp


def ones(*shape):
    return jnp.ones(shape, jnp.float32)


def attention(q, k, v):
    scores = jnp.einsum('bqd,bkd->bqk', q, k) / 8.0
    return jnp.einsum('bqk,bkd->bqd', jax.nn.softmax(scores), v)


def layer(x, w1, w2, gain):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    q = ((x - mean) * lax.rsqrt(variance + 1e-5) * gain) @ w1
    return x + jax.nn.gelu(jax.nn.softmax(q @ q.T / 8.0) @ q @ w2)


def layer_gradient(*args):
    return jax.grad(lambda *a: layer(*a).sum(), argnums=(1, 2))(*args)


WEIGHTS = (ones(32, 64), ones(64, 64), ones(64, 64), ones(64))

# Name, function, arguments, and where the bytes differ by more than tables of pointers: why.
PROGRAMS = [
    ('matmul', lambda a, b: a @ b, (ones(64, 32), ones(32, 48)), ''),
    ('conv', lambda x, k: lax.conv_general_dilated(x, k, (2, 2), 'SAME'), (ones(2, 3, 16, 16), ones(8, 3, 3, 3)), ''),
    ('attention', attention, (ones(2, 16, 64),) * 3, ''),
    ('scan', lambda x: lax.scan(lambda c, y: (c * 0.5 + y, jnp.sin(c)), x[0], x), (ones(10, 32),), ''),
    ('gather', lambda t, i: t[i], (ones(1000, 129), jnp.arange(7)), 'XLA takes a gather to read the whole table'),
    ('scatter', lambda t, i, u: t.at[i].add(u), (ones(100, 16), jnp.arange(7), ones(7, 16)), ''),
    ('reductions', lambda x: (x.sum(0), x.max(1), jnp.argmax(x, 0)), (ones(33, 65),), ''),
    ('sort', jnp.sort, (ones(500),), ''),
    ('while_loop', lambda x: lax.while_loop(lambda c: c.sum() < 1e4, lambda c: c * 1.5 + 1, x), (ones(64),), ''),
    ('transformer', layer, WEIGHTS, ''),
    ('transformer_gradient', layer_gradient, WEIGHTS, ''),
    ('fft', jnp.fft.fft, (ones(8, 64),), ''),
    ('cumsum', lambda x: jnp.cumsum(x, 0), (ones(64, 8),), ''),
    ('random', lambda key: jax.random.normal(key, (100,)), (jax.random.PRNGKey(0),), ''),
]


def named(name, function):
    def program(*args):
        return function(*args)
    program.__name__ = program.__qualname__ = name
    return program


def ask(*words):
    """Rows by section."""
    done = subprocess.run([*words, '--quiet', '--output=json'], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {s['heading']: s['rows'] for s in json.loads(done.stdout)['sections']}


def main(tfprof, folder):
    compiled = []
    for name, function, args, reason in PROGRAMS:
        program = jax.jit(named(name, function)).lower(*args).compile()
        compiled.append((f'jit_{name}', program, args, reason))
    with jax.profiler.trace(folder):
        for _, program, args, _ in compiled:
            jax.block_until_ready(program(*args))
    file = glob.glob(f'{folder}/plugins/profile/*/*.xplane.pb')[0]
    work = {row['program']: row for row in ask(tfprof, 'diff', file, file, '--steps=whole')['programs']}
    plans = {row['program']: row for row in ask(tfprof, 'memory', file)['planned'] if row['space'] == 0}
    wrong = 0
    for name, program, _, reason in compiled:
        costs = program.cost_analysis()
        costs = costs[0] if isinstance(costs, list) else costs
        memory = program.memory_analysis()
        plan = plans[name]
        # XLA counts elementary functions apart.
        float_ops = costs.get('flops', 0) + costs.get('transcendentals', 0)
        pairs = [('float operations', work[name]['new_float_ops'], float_ops),
                 ('arguments', plan['parameter_bytes'], memory.argument_size_in_bytes),
                 ('outputs', plan['live_out_bytes'], memory.output_size_in_bytes),
                 ('alias', plan['aliased_bytes'], memory.alias_size_in_bytes),
                 ('temporary', plan['temporary_bytes'], memory.temp_size_in_bytes)]
        # XLA adds 8 bytes for each pointer of a tuple.
        ours, theirs = work[name]['new_bytes'], costs['bytes accessed']
        if not reason and not (0 <= theirs - ours <= 256 and (theirs - ours) % 8 == 0):
            pairs.append(('bytes', ours, theirs))
        bad = [f'{what}: {a}, XLA {b:.0f}' for what, a, b in pairs if a != b]
        wrong += len(bad)
        remark = f'XLA {theirs:.0f}{": " + reason if reason else ""}' if ours != theirs else 'as XLA'
        print(f'{name}: {float_ops:.0f} float operations, {ours} bytes ({remark}){"; WRONG " if bad else ""}{"; ".join(bad)}')
    sys.exit(1 if wrong else 0)


main(*sys.argv[1:])
