# SPDX-License-Identifier: Apache-2.0
"""Where a TensorFlow model's time, memory, parameters and float ops go.

The answers of the `tfprof` program as Python objects. Nothing else is needed: no TensorFlow, no NumPy.

    import tfprof
    result = tfprof.profile("dump", "scope", select=["micros", "bytes"], order_by="micros", max_depth=3)
    tfprof.run("steps", "dump", show="spread")
    tfprof.table("dump", "op", select=["micros"], max_depth=1000)  # a DataFrame, where pandas is installed
"""
import contextlib
import json
import logging
import os
import shutil
import subprocess
import sysconfig
import tempfile
import zipfile

from tfprof import _tables

__all__ = ["Error", "profile", "run", "table"]


class Error(Exception):
    """There is no answer. `code` is the program's exit code: 2 a wrong question, 3 a wrong input, 5 anything else."""

    def __init__(self, message, code=5):  # with a default, since pickle gives what Exception keeps
        super().__init__(message)
        self.code = code


# Flags that may be given several times, once for each item of a list.
_REPEATED = {"set", "path_prefix", "min_change", "input_layer_shape"}


def _unpacked():
    """The program out of a wheel that is on Python's path as it is, as Spark puts it there, or None."""
    wheel = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if not os.path.isfile(wheel):
        return None
    program = f"{wheel}.program"
    if not os.path.exists(program):
        with zipfile.ZipFile(wheel) as archive:
            name = next((name for name in archive.namelist() if name.endswith(".data/scripts/tfprof")), None)
            if name is None:
                return None
            content = archive.read(name)
        # Others may do the same at this moment.
        file, path = tempfile.mkstemp(dir=os.path.dirname(wheel))
        try:
            with os.fdopen(file, "wb") as out:
                out.write(content)
            os.chmod(path, 0o755)
            os.replace(path, program)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(path)
            raise
    return program


def _program():
    try:
        found = _unpacked()
    except Exception as error:  # a disk that is full or may not be written, a wheel that is damaged in one of many ways
        raise Error(f"the program tfprof cannot be unpacked: {_words(error)}", 5) from error
    if found is None:
        installed = os.path.join(sysconfig.get_path("scripts"), "tfprof")
        found = installed if os.path.exists(installed) else shutil.which("tfprof")
    if found is None:
        raise Error("the program tfprof is not on the PATH; install the package again", 5)
    return found


def _words(error):
    return str(error) or type(error).__name__


def _text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return os.fsdecode(value) if isinstance(value, (bytes, os.PathLike)) else str(value)


def _flags(name, value):
    if isinstance(value, dict):
        items = [f"{key}={_text(item)}" for key, item in value.items()]
    elif isinstance(value, (list, tuple)):
        items = [_text(item) for item in value]
    else:
        items = [_text(value)]
    return [f"--{name}={item}" for item in items] if name in _REPEATED else [f"--{name}={','.join(items)}"]


def _dump(path):
    path = os.fspath(path)
    if not isinstance(path, str):
        path = os.fsdecode(path)
    return "./-" if path == "-" else path  # which would be standard input


def _ask(command, dumps, options, output):
    """What the program printed, and the lines that it said beside it."""
    program = _program()
    try:
        arguments = [program, command]
        for name, value in options.items():
            arguments += [] if value is None else _flags(name, value)
        arguments += output
        if dumps:
            arguments += ["--", *map(_dump, dumps)]  # whatever a dump is called
    except Exception as error:  # values may be objects of any kind, whose text is asked for
        raise Error(_words(error), 2) from error
    try:
        # Standard input that cannot be read: an empty one would be taken for an empty graph.
        with open(os.devnull, "wb") as no_input:
            done = subprocess.run(arguments, stdin=no_input, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    except (TypeError, ValueError) as error:  # such as a name with a zero byte
        raise Error(_words(error), 2) from error
    except (OSError, MemoryError, RuntimeError, subprocess.SubprocessError) as error:
        raise Error(f"the program tfprof cannot be run: {_words(error)}", 5) from error
    said = done.stderr.decode("utf-8", "replace").splitlines()
    if done.returncode < 0:
        raise Error(f"ended by signal {-done.returncode}", 5)
    if done.returncode not in (0, 1, 4) or not done.stdout:
        raise Error(said[-1].removeprefix("tfprof: ") if said else "the program answered nothing",
                    done.returncode if done.returncode in (2, 3) else 5)
    return done.stdout, said


def run(command, *dumps, **options):
    """The JSON result of `tfprof COMMAND --OPTION=VALUE... -- DUMP...` as dicts, lists, strings and numbers.

    Lists become values separated by commas; of flags that may be repeated, such as `set`, each item is one of its own, and so is
    each entry of a dict, as KEY=VALUE. What the program warns of goes to the logger "tfprof". Verdicts of `gate` and findings of
    `advise` are results, whatever they are. `run("--version")` and `run("help", TOPIC)` are texts. Raises Error.
    """
    is_text = isinstance(command, str) and (command.startswith("-") or command == "help")
    printed, said = _ask(command, dumps, options, [] if is_text else ["--output=json"])
    for line in said:
        logging.getLogger("tfprof").warning("%s", line)
    text = printed.decode("utf-8", "replace")
    if is_text:
        return text.rstrip("\n")
    try:
        return json.loads(text)
    except (ValueError, RecursionError, MemoryError) as error:
        raise Error(f"the program answered something else than JSON: {_words(error)}", 5) from error


def profile(dump, view="scope", **options):
    """The answer of a view (scope, graph, op or code) about a dump: a path, or several as a list.

    Options are those of the command line: profile("dump", "op", select=["micros", "occurrence"], order_by="micros").
    """
    dumps = dump if isinstance(dump, (list, tuple)) else [dump]
    return run(view, *dumps, **options)


def table(dump, command="op", section=None, kind=None, **options):
    """A result as a pandas DataFrame, or as a pyarrow Table where only that is installed; `kind` ("pandas" or "arrow") insists.

    `dump` is a path, or several as a list; `command` a view or any other command with tables; `section` the heading of the
    table that is wanted ("step lengths" of `info`), without which it is the first that has rows; `options` are those of the
    command line. There is a row for each row of the JSON result and a column for each key, whose name ends in its unit (`_us`,
    `_ns`, `_bytes`; shares are of 1); of views, whose rows have their own cost and that of all below, `self_exec_us` and
    `total_exec_us`. Columns are typed: Int64, Float64, boolean, string (pandas) or int64, double, bool, string (Arrow), and
    what is not known is missing. Raises Error with code 2 if there is no such section, 5 if neither library is installed, and
    as run() does.
    """
    dumps = dump if isinstance(dump, (list, tuple)) else [dump]
    result = run(command, *dumps, **options)
    try:
        columns = _tables.columns_of(_tables.rows_of(result, section, Error))
    except (AttributeError, KeyError, TypeError) as error:  # of another program that is called tfprof
        raise Error("the program's tables are none that this package knows; install the package again", 5) from error
    return _tables.make(columns, kind, Error)
