# SPDX-License-Identifier: Apache-2.0
"""Saves what tfprof reads from a Keras program that trains with model.fit.

usage: save_keras_fit.py FOLDER

The program runs as a graph while it is traced, since TensorFlow 2 keeps no step statistics otherwise: take the marked parts for a
run of a few steps, and leave them out again.
"""
import os
import sys

import numpy as np
import tensorflow as tf

# 1. Before anything else is built.
v1 = tf.compat.v1
v1.disable_eager_execution()


# 2. The callback.
class SaveDump(tf.keras.callbacks.Callback):
    """Writes the graph, the op log and the batches from `first` on, `steps` of them. Give `options` to model.compile."""

    def __init__(self, folder, first=2, steps=5):
        super().__init__()
        self.folder, self.first, self.last = folder, first, first + steps
        self.metadata = v1.RunMetadata()
        self.options = {'options': v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE), 'run_metadata': self.metadata}
        self.seen = 0
        os.makedirs(folder, exist_ok=True)

    def on_train_batch_end(self, batch, logs=None):
        if self.first <= self.seen < self.last:
            self.write('run_meta_%d' % self.seen, self.metadata)
        self.seen += 1
        self.model.stop_training = self.seen >= self.last

    def on_train_end(self, logs=None):
        from tensorflow.python.profiler import tfprof_logger
        graph = v1.keras.backend.get_session().graph
        self.write('graph.pb', graph.as_graph_def(add_shapes=True))
        tfprof_logger.write_op_log(graph, self.folder)  # folder/tfprof_log

    def write(self, name, message):
        with open(os.path.join(self.folder, name), 'wb') as f:
            f.write(message.SerializeToString())


def make_model():
    """Yours."""
    image = tf.keras.Input([28, 28, 1])
    x = tf.keras.layers.Conv2D(8, 3, activation='relu', name='conv')(image)
    x = tf.keras.layers.Flatten()(x)
    return tf.keras.Model(image, tf.keras.layers.Dense(10, name='out')(x))


# 3. The callback in compile and in fit.
save = SaveDump(sys.argv[1])
model = make_model()
model.compile('adam', tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), **save.options)
model.fit(np.ones([512, 28, 28, 1], np.float32), np.zeros([512], np.int32), batch_size=32, callbacks=[save], verbose=0)
