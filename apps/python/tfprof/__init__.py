# SPDX-License-Identifier: Apache-2.0
"""Where a TensorFlow model's time, memory, parameters and float ops go.

The answers of the `tfprof` program as Python objects. Nothing else is needed: no TensorFlow, no NumPy.

    import tfprof
    result = tfprof.profile("dump", "scope", select=["micros", "bytes"], order_by="micros", max_depth=3)
    tfprof.run("steps", "dump", show_spread=True)
"""
import json
import logging
import os
import shutil
import subprocess
import sysconfig

__all__ = ["Error", "profile", "run"]


class Error(Exception):
    """The program could not answer. `code` is its exit code: 2 a wrong question, 3 a wrong input, 5 anything else."""

    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


def _program():
    installed = os.path.join(sysconfig.get_path("scripts"), "tfprof")
    found = installed if os.path.exists(installed) else shutil.which("tfprof")
    if found is None:
        raise Error("the program tfprof is not on the PATH; install the package again", 5)
    return found


def _flag(name, value):
    if isinstance(value, bool):
        value = "true" if value else "false"
    elif isinstance(value, (list, tuple)):
        value = ",".join(os.fspath(item) if isinstance(item, os.PathLike) else str(item) for item in value)
    return f"--{name}={os.fspath(value) if isinstance(value, os.PathLike) else value}"


def run(command, *dumps, **options):
    """The JSON result of `tfprof COMMAND DUMP... --OPTION=VALUE...` as dicts, lists, strings and numbers.

    Lists become values separated by commas. What the program warns of goes to the logger "tfprof". Verdicts of `gate` and
    findings of `advise` are results, whatever they are. Raises Error.
    """
    arguments = [_program(), command, *map(os.fspath, dumps)]
    arguments += [_flag(name, value) for name, value in options.items() if value is not None]
    done = subprocess.run(arguments + ["--output=json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    said = done.stderr.decode("utf-8", "replace").splitlines()
    if done.returncode not in (0, 1, 4) or not done.stdout:
        message = said[-1].removeprefix("tfprof: ") if said else f"ended by signal {-done.returncode}"
        raise Error(message, done.returncode)
    for line in said:
        logging.getLogger("tfprof").warning("%s", line)
    return json.loads(done.stdout)


def profile(dump, view="scope", **options):
    """The answer of a view (scope, graph, op or code) about a dump: a path, or several as a list.

    Options are those of the command line: profile("dump", "op", select=["micros", "occurrence"], order_by="micros").
    """
    dumps = dump if isinstance(dump, (list, tuple)) else [dump]
    return run(view, *dumps, **options)
