# SPDX-License-Identifier: Apache-2.0
"""Jobs of many workers, some of them slow for a reason that is known: for tests and for bench/fleet_study.

    fleet_dumps.write(folder, seed=1, workers=200)     # {'worker_17': ('input', 'IteratorGetNext', 'input/next')}
"""
import os
import random

from encode import frame, graph, log_entry, message, node, op_log, run_metadata, step_stats

CAUSES = ("own work", "input", "waiting for others")


def _synchronous(rng, steps):
    """Layers in a chain, then a collective that ends for all workers at the same time."""
    layers = [(f"encoder/layer_{i}/{op}", op, rng.randint(200, 900), "model.py", 20 + i)
              for i in range(6) for op in ("MatMul", "BiasAdd", "Relu")]
    ops = [("input/next", "IteratorGetNext", 150, "train.py", 8), ("weights/recv", "_Recv", 120, "train.py", 9), *layers,
           *((f"gradients/{name}_grad", "MatMul", length, "train.py", 30) for name, _, length, *_ in layers)]
    slow = {"own work": rng.choice(layers)[0], "input": "input/next", "waiting for others": "weights/recv"}
    return ops, slow, ("sync/all_reduce", "CollectiveReduceV2", 300, "train.py", 31)


def _independent(rng, steps):
    """No step waits for that of another worker; parameters come from servers, batches from a queue."""
    ops = [("batch_join/dequeue", "QueueDequeueManyV2", 400, "data.py", 3),
           ("replica/params/pull", "_HostRecv", 500, "replica.py", 12)]
    for block in range(10):
        ops += [(f"replica/tower/block{block}/conv", "Conv2D", rng.randint(300, 1500), "replica.py", 40 + block),
                (f"replica/tower/block{block}/norm", "FusedBatchNormV3", rng.randint(50, 200), "replica.py", 60)]
    ops.append(("replica/params/push", "_HostSend", 100, "replica.py", 13))
    convolutions = [name for name, op, *_ in ops if op == "Conv2D"]
    slow = {"own work": rng.choice(convolutions), "input": "batch_join/dequeue", "waiting for others": "replica/params/pull"}
    return ops, slow, None


def _write_worker(folder, number, ops, lengths, with_labels):
    os.makedirs(folder)
    names = [name for name, *_ in ops]
    with open(os.path.join(folder, "graph.pb"), "wb") as file:
        file.write(graph(node(name, op, names[i - 1:i]) for i, (name, op, *_) in enumerate(ops)))
    with open(os.path.join(folder, "op_log"), "wb") as file:
        file.write(op_log(log_entry(name, [frame(line, file=code, function="f")]) for name, _, _, code, line in ops))
    clock = 1_700_000_000_000_000 + 7_000_000 * number  # those of workers are not aligned
    for step, of_step in lengths.items():
        at = clock + 1_000_000 * step
        records = []
        for (name, op, *_), micros in zip(ops, of_step):
            # As execution(), which starts operations a microsecond after their records.
            records.append(message((1, name), (2, at), (3, 0), (4, micros), (5, micros),
                                   (8, f"{name} = {op}()" if with_labels else None)))
            at += micros
        with open(os.path.join(folder, f"run_meta_{step}"), "wb") as file:
            file.write(run_metadata(step_stats(records, f"/job:worker/replica:0/task:{number}/device:CPU:0")))


def write(folder, seed, workers=200, steps=5, kind="synchronous", stragglers=CAUSES, noise=0.05, share=0.3):
    """Writes FOLDER/worker_N/ and gives {worker: (cause, type, name)}: a straggler's row takes `share` of a step longer."""
    rng = random.Random(seed)
    ops, slow, barrier = {"synchronous": _synchronous, "independent": _independent}[kind](rng, steps)
    usual = sum(length for _, _, length, *_ in ops)
    types = {name: op for name, op, *_ in ops}
    truth = {}
    for worker, cause in zip(rng.sample(range(workers), len(stragglers)), stragglers):
        truth[worker] = (cause, types[slow[cause]], slow[cause])
    lengths = [{step: [max(1, round(length * (3 if step == 0 else 1) * rng.lognormvariate(0, noise)))
                       for _, _, length, *_ in ops] for step in range(steps)} for _ in range(workers)]
    for worker, (_, _, name) in truth.items():
        row = [op[0] for op in ops].index(name)
        for of_step in lengths[worker].values():
            of_step[row] += round(share * usual * rng.lognormvariate(0, noise))
    if barrier is not None:
        ops = [*ops, barrier]
        for step in range(steps):
            last = max(sum(of_worker[step]) for of_worker in lengths)
            for of_worker in lengths:
                of_worker[step].append(last - sum(of_worker[step]) + barrier[2])
    for worker in range(workers):
        _write_worker(os.path.join(folder, f"worker_{worker}"), worker, ops, lengths[worker], kind == "synchronous")
    return {f"worker_{worker}": found for worker, found in truth.items()}
