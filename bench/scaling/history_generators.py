# SPDX-License-Identifier: Apache-2.0
"""Histories of runs that have little in common with one another."""
import os
import sqlite3
import subprocess
from registry import generator, simple_graph, simple_step, write


def write_run(folder, names, run, **step):
    """A dump of two steps. Runs of equal times are one run."""
    folder.mkdir(parents=True)
    write(folder, graph__pb=simple_graph(names))
    for number in range(2):
        write(folder, **{f'run_meta_{number}': simple_step(names, lambda i: 100 + (run * 7 + number * 3 + i) % 11,
                                                           start=1 + 100_000 * run, **step)})


def new_history(folder, names):
    """A history of one run, in which others can be written."""
    write_run(folder / 'run', names, 0)
    subprocess.run([os.environ['TFPROF'], 'record', folder / 'run', f'--store={folder}/history.db', '--commit=0', '--no_fsync'],
                   check=True, capture_output=True)
    return sqlite3.connect(folder / 'history.db')


def add_commit(database, run, length_us, medians):
    database.execute("INSERT INTO runs SELECT ?, 'c' || ?, branch, labels, time_s, ?, start_us, devices, ?, ?, first_us, rows_hash "
                     "FROM runs WHERE id = 1", (run, run, run, length_us, length_us))
    database.executemany('INSERT INTO medians VALUES(?, ?, ?, ?)', [(run, *median) for median in medians])


@generator(40, ['trend'])
def changes(folder, n):
    """Commits that change how long a step takes, of runs with few of the names that two layouts have."""
    with new_history(folder, [f's{i % 5}/n{i}' for i in range(80 * n)]) as database:
        database.execute('INSERT INTO layouts SELECT 2, depth, place, name FROM layouts')
        for run in range(2, 6 * n + 2):
            level = 1000 * (1 + run // 6) + run % 6
            add_commit(database, run, level, [(depth, 1 + (run + depth) % 2, f'[{level * 1000}]') for depth in range(3)])
