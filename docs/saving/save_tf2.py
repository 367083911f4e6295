# SPDX-License-Identifier: Apache-2.0
"""Saves what tfprof reads from a TensorFlow 2.x program, Keras included.

usage: save_tf2.py FOLDER

TensorFlow 2 keeps no step statistics of what runs eagerly or in a tf.function. So the training step is built once more in a
graph of its own and run there; take the function as it is, without its tf.function, and copy the marked parts.
"""
import os
import sys

import tensorflow as tf

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)


def build():
    """Your model and one training step; returns what to fetch."""
    model = tf.keras.Sequential([tf.keras.layers.Dense(32, 'relu'), tf.keras.layers.Dense(1)])
    x, y = tf.ones([64, 128]), tf.ones([64, 1])
    loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tf.gradients(loss, model.trainable_variables)
    return [loss] + [v.assign_sub(0.1 * g).op for v, g in zip(model.trainable_variables, gradients)]


v1 = tf.compat.v1
with tf.Graph().as_default() as graph, v1.Session() as session:
    fetches = build()
    session.run(v1.global_variables_initializer())

    # 1. The graph.
    with open(os.path.join(folder, 'graph.pb'), 'wb') as f:
        f.write(graph.as_graph_def(add_shapes=True).SerializeToString())

    # 2. Call stacks and float operations: the op log. Without it there is no code view.
    from tensorflow.python.profiler import tfprof_logger
    tfprof_logger.write_op_log(graph, folder)  # folder/tfprof_log

    # 3. A few steps with a trace, after the first ones, which set things up.
    for step in range(5):
        options, metadata = None, None
        if step >= 2:
            options, metadata = v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE), v1.RunMetadata()
        session.run(fetches, options=options, run_metadata=metadata)
        if metadata is not None:
            with open(os.path.join(folder, 'run_meta_%d' % step), 'wb') as f:
                f.write(metadata.SerializeToString())
