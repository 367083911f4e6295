#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Processor time and peak memory of the commands that explain recordings.

    recording_cost.py TFPROF RECORDING…

bench/repeat_recording.py makes a recording of a million events of a small one. Standard library only.
"""
import os
import subprocess
import sys

COMMANDS = ["steps --show=account", "steps --show=waits", "steps --show=regions", "steps --show=compiles", "steps --show=collectives",
            "path", "summary", "advise", "top --by=code", "top --by=region"]


def cost_of(args):
    """Seconds of processor time, peak bytes, exit code."""
    child = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, child.returncode


def main():
    program, *files = sys.argv[1:]
    for file in files:
        size = os.path.getsize(file)
        print(f"{os.path.basename(file)}: {size / 1e6:.1f} MB")
        for command in COMMANDS:
            name, *flags = command.split()
            seconds, peak, code = cost_of([program, name, file, *flags])
            print(f"  {command:26} {seconds:6.2f} s  {peak / 1e6:7.1f} MB  {peak / size:5.2f} times the file"
                  + (f"  exit {code}" if code else ""), flush=True)


if __name__ == "__main__":
    main()
