# SPDX-License-Identifier: Apache-2.0
"""Writes the checkpoints beside this file; made with TensorFlow 2.15.1.

  python make.py .
"""
import os
import sys

os.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'
import numpy as np
import tensorflow.compat.v1 as tf

V1 = tf.train.SaverDef.V1
V2 = tf.train.SaverDef.V2


def variable(name, value, dtype):
  if dtype != 'string':
    value = np.array(value, dtype=dtype)
  return tf.Variable(tf.constant(value), name=name, use_resource=False)


def every_type():
  variable('layer/weights', [[1, 2.5, -3], [4, 5, 0.1]], 'float32')
  variable('layer/biases', [1e10, -1.0 / 3], 'float64')
  variable('step', 7, 'int64')
  variable('small', [-1, 0, 2**31 - 1, -2**31], 'int32')
  variable('large', [[[-2**63], [2**63 - 1]]], 'int64')
  variable('words', [b'', b'a', b'two words', b'\x00\xff', b'x' * 200], 'string')
  variable('word', 'alone', 'string')
  variable('flags', [True, False], 'bool')
  variable('half', [0.5, 1], 'float16')
  variable('empty', np.zeros((0, 3)), 'float32')
  variable('zeros', np.zeros((4, 2)), 'float32')


def partitioned_variable(name, value, parts, axis):
  def init(shape, dtype=None, partition_info=None):
    begin = partition_info.var_offset
    return tf.constant(value[tuple(
        slice(b, b + size) for b, size in zip(begin, shape))], dtype=dtype)

  tf.get_variable(
      name, shape=value.shape, dtype=value.dtype, initializer=init,
      partitioner=tf.fixed_size_partitioner(parts, axis), use_resource=False)


def partitioned():
  rows = np.arange(35, dtype='float32').reshape(7, 5) / 2
  partitioned_variable('rows', rows, 3, 0)
  partitioned_variable('columns', np.arange(300).reshape(2, 150), 2, 1)
  partitioned_variable(
      'cube', np.arange(24, dtype='int32').reshape(2, 3, 4), 2, 2)
  variable('scalar', 0.25, 'float64')


def sharded():
  """A file a device; `split` has a row in each."""
  for i, name in enumerate(['first', 'second']):
    with tf.device('/cpu:%d' % i):
      variable(name, [2 * i + 1, 2 * i + 2], 'float32')
      part = variable('split/part_%d' % i, [[10 * i + 1, 10 * i + 2]], 'int32')
      part._set_save_slice_info(
          tf.Variable.SaveSliceInfo('split', [2, 2], [i, 0], [1, 2]))


def save(folder, version, build, shards=False):
  os.makedirs(folder, exist_ok=True)
  with tf.Graph().as_default():
    build()
    saver = tf.train.Saver(write_version=version, sharded=shards)
    config = tf.ConfigProto(device_count={'CPU': 2})
    with tf.Session(config=config) as session:
      session.run(tf.global_variables_initializer())
      saver.save(session, os.path.join(folder, 'model.ckpt'),
                 write_meta_graph=False, write_state=False)


os.chdir(sys.argv[1])
tf.disable_eager_execution()
save('v1', V1, every_type)
save('v2', V2, every_type)
save('v1_partitioned', V1, partitioned)
save('v2_partitioned', V2, partitioned)
save('v1_sharded', V1, sharded, shards=True)
save('v2_sharded', V2, sharded, shards=True)
