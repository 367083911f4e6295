# SPDX-License-Identifier: Apache-2.0
"""Saves what tfprof reads from a session-based program: TensorFlow 1.x, or tf.compat.v1 in 2.x.

usage: save_tf1.py FOLDER

The three marked parts go into your own training code.
"""
import os
import sys

import numpy as np
try:
    import tensorflow.compat.v1 as tf
    tf.disable_eager_execution()
except ImportError:
    import tensorflow as tf

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)

x = tf.placeholder(tf.float32, [64, 128], name='x')
w = tf.get_variable('dense/kernel', [128, 32])
loss = tf.reduce_mean(tf.square(tf.nn.relu(tf.matmul(x, w, name='dense/MatMul'))), name='loss')
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

# 1. The graph, once it is complete. With text=True, graph.pbtxt.
with open(os.path.join(folder, 'graph.pb'), 'wb') as f:
    f.write(tf.get_default_graph().as_graph_def(add_shapes=True).SerializeToString())

# 2. Call stacks, float operations and which variables are trained: the op log. Without it there is no code view.
from tensorflow.python.profiler import tfprof_logger
tfprof_logger.write_op_log(tf.get_default_graph(), folder)  # folder/tfprof_log

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(5):
        # 3. A few steps with a trace, after the first ones, which set things up. Tracing slows a step down; do not trace all.
        options, metadata = None, None
        if step >= 2:
            options, metadata = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), tf.RunMetadata()
        session.run(train, {x: np.ones([64, 128], np.float32)}, options=options, run_metadata=metadata)
        if metadata is not None:
            with open(os.path.join(folder, 'run_meta_%d' % step), 'wb') as f:
                f.write(metadata.SerializeToString())
    tf.train.Saver().save(session, os.path.join(folder, 'model.ckpt'))
