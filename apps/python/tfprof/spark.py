# SPDX-License-Identifier: Apache-2.0
"""Hundreds of workers' dumps on Apache Spark: the program reads and compares them, Spark fetches and spreads.

    from tfprof import spark as fleet
    runs = fleet.records(session, "s3a://bucket/job/*/")   # lazily: a row for each worker, step and node
    runs.write.parquet("job.parquet")
    fleet.stragglers(runs).show()

Executors need this package, whose wheel holds the program: installed, or as the wheel itself, renamed to .zip, by addPyFile().
Numbers are those of `tfprof fleet`, which does the work.
"""
import csv
import io
import os
import subprocess
import tempfile
from urllib.parse import unquote

from pyspark.sql import functions, types

from tfprof import Error, _dump, _flags, _program, run

__all__ = ["records", "stragglers", "tables"]

_TEXTS = {"worker", "kind", "name", "op", "code", "cause", "graph", "error"}
_COLUMNS = ["worker", "kind", "step", "name", "op", "code", "cause", "time_ns", "length_ns", "own_ns", "input_ns",
            "waiting_ns", "graph", "error"]
_MOST_BYTES = 2**31 - 2**20  # of a file: Spark holds each as one array


def _type(name):
    return types.StringType() if name in _TEXTS else types.LongType()


RECORDS = types.StructType([types.StructField(name, _type(name)) for name in _COLUMNS])
_TABLES = {
    "workers": "worker error steps:long median_us p90_us most_us last_share own_us work_us input_us waiting_us idle_us "
               "robust_z:double waiting_z:double is_straggler:boolean",
    "stragglers": "worker cause name code more_us",
    "rows": "view name median_us p90_us most_us worst_worker sum_us",
}


def _schema(table):
    fields = []
    for word in _TABLES[table].split():
        name, _, kind = word.partition(":")
        fields.append(f"{name} {kind or ('double' if name.endswith(('_us', '_share')) else 'string')}")
    return ", ".join(fields)


def _failed(worker, error):
    return tuple({"worker": worker, "kind": "worker", "error": str(error)}.get(name) for name in _COLUMNS)


def _row(words):
    """A line of CSV as a row: whole numbers, None where there is nothing."""
    return tuple((text if name in _TEXTS else int(text)) if text else None for name, text in zip(_COLUMNS, words))


def _read(worker, folder, options):
    """The rows of a worker whose files lie in `folder`; a row with the error if they cannot be read."""
    flags = [flag for name, value in options.items() for flag in _flags(name, value)]
    words = [_program(), "fleet", "--records", "--output=csv", "--quiet", "--jobs=1", *flags, "--", f"{worker}={_dump(folder)}"]
    try:
        done = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except (OSError, ValueError) as error:
        raise Error(f"the program tfprof cannot be run: {error}", 5) from error
    with done:
        lines = csv.reader(io.TextIOWrapper(done.stdout, "utf-8", newline=""))
        if next(lines, None) not in (None, _COLUMNS):
            raise Error("the program is of another version than this module; install the package again", 5)
        for words in lines:
            if len(words) != len(_COLUMNS):
                break  # the program ended in the middle of a line
            row = _row(words)
            error = row[-1]
            yield row[:-1] + (error.replace(folder + "/", "").replace(folder, worker) if error else None,)
    if done.returncode != 0:
        raise Error(f"tfprof fleet --records ended with {done.returncode}; is a word of {options} wrong?", done.returncode)


def _read_all(files, options):
    """Of a partition, sorted by worker: the rows of one after the other. A file at a time is in memory."""
    folder, worker, source, error = None, None, None, None

    def finish():
        if folder is not None:
            with folder:
                yield from [_failed(worker, error)] if error else _read(worker, folder.name, options)

    for file in files:
        if file.worker != worker:
            yield from finish()
            folder, worker, source, error = tempfile.TemporaryDirectory(), file.worker, file.folder, None
        if file.folder != source:
            error = f"two workers have the name '{worker}': {source} and {file.folder}"
        elif file.content is None:
            error = f"{file.path}: is larger than Spark takes a file"
        elif error is None:
            with open(os.path.join(folder.name, unquote(file.path.rsplit("/", 1)[1])), "wb") as out:
                out.write(file.content)
    yield from finish()


def records(session, path, partitions=None, **options):
    """What each worker's dump adds up to, as a DataFrame that is computed when it is asked for.

    `path` (or a list of them) is what Spark takes: "s3a://bucket/job/*/" for the folders of the workers, each called as its folder.
    Files are fetched by Spark, workers spread over `partitions` tasks (Spark's usual number), and files of a worker come together
    in one. `options` are flags of `tfprof fleet` that say what is read (steps="2-9", path_prefix=...).

    Columns: `worker`, `kind` ("worker", "step", "node"), `step`, then in nanoseconds `length_ns`, `own_ns`, `input_ns`,
    `waiting_ns` of a step, `name`, `op`, `code`, `cause`, `time_ns` of a node in a step, `graph` and `error` of a worker; what
    does not belong to a kind is null. A worker that cannot be read is one row with its `error`.
    """
    files = session.read.format("binaryFile").load(path)
    fits = functions.col("length") <= _MOST_BYTES
    files = files.where(fits).select("path", "content").unionByName(
        files.where(~fits).select("path", functions.lit(None).cast("binary").alias("content")))
    folder = functions.regexp_extract("path", "^(.*)/[^/]*$", 1)
    files = files.withColumn("folder", folder).withColumn("worker", functions.regexp_extract(folder, "([^/]*)$", 1))
    by = [functions.col("worker")]
    files = files.repartition(partitions, *by) if partitions else files.repartition(*by)
    files = files.sortWithinPartitions("worker", "folder", "path")
    return session.createDataFrame(files.rdd.mapPartitions(lambda part: _read_all(part, options)), RECORDS,
                                   verifySchema=False)


def _compare(rows, table, by):
    """The rows of one partition, a worker's together, through the program."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "records.csv")
        with open(path, "w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file)
            lines.writerow(_COLUMNS)
            lines.writerows(rows)
        result = run("fleet", **{"from": path, "by": by})
    for section in result["sections"]:
        if section["heading"] == table:
            names = [word.partition(":")[0] for word in _TABLES[table].split()]
            for row in section["rows"]:
                yield tuple(_typed(name, row[name]) for name in names)


def _typed(name, value):
    is_real = name.endswith(("_us", "_share", "_z"))
    return float(value) if is_real and value is not None else value


def tables(runs, table, by="scope"):
    """A table of `tfprof fleet` ("workers", "stragglers", "rows") about records, wherever these were kept meanwhile.

    Columns as of the program, units in their names. Their order and partitions make no difference. One task does the comparison:
    it gets records, some 100 bytes a node and step, not dumps.
    """
    if table not in _TABLES:
        raise Error(f"there is no table '{table}', but {', '.join(_TABLES)}", 2)
    rows = runs.select(*_COLUMNS).repartition(1).sortWithinPartitions("worker")
    made = rows.rdd.mapPartitions(lambda part: _compare(part, table, by))
    return runs.sparkSession.createDataFrame(made, _schema(table), verifySchema=False)


def stragglers(runs, by="scope"):
    """The slow workers and what they do longer than the worker in the middle: `worker`, `cause` ("own work", "input", "waiting
    for others", "idle"), `name` of a scope, type or line (`by`), `code` and `more_us`, microseconds a step."""
    return tables(runs, "stragglers", by)
