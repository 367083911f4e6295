# SPDX-License-Identifier: Apache-2.0
"""Prints what a page of --output=html must show of a dump, as JSON for open_page.cjs: what the commands say of it.

usage: expect_page.py TFPROF MORE DUMP...    MORE: what else is expected, as JSON
"""
import json
import subprocess
import sys

LABELS = {"exec_us": "total execution time", "params": "# parameters", "requested_bytes": "requested bytes", "peak_bytes": "peak bytes",
          "output_bytes": "output bytes", "float_ops": "# float_ops", "run_count": "runs"}
COLUMNS = "micros,params,bytes,peak_bytes,output_bytes,float_ops,occurrence"

tfprof, more, *dump = sys.argv[1:]


def ask(command, *flags, inputs=None, output="--output=json"):
    done = subprocess.run([tfprof, command, *(inputs or dump[-1:]), output, "--quiet", *flags], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(done.stdout) if done.returncode == 0 else {}


def rows(answer, heading):
    return [row for section in answer.get("sections", []) if section["heading"] == heading for row in section["rows"]]


def by_step(choice):
    return [] if choice == "average" else [f"--steps={choice}"]


def totals(choices):
    """What the views print: their average, means over chosen steps, and of each."""
    result = {}
    for choice in choices:
        for view in ("scope", "op", "code"):
            tree = ask(view, "--max_depth=1000000", f"--select={COLUMNS}", *by_step(choice))
            if tree:
                root = tree["rows"][0]["total"]
                result.setdefault(str(choice), {})[view] = {LABELS[key]: value for key, value in root.items() if key in LABELS}
    return result


def timeline(*which, is_recording=False):
    """Sums over what `trace` draws, by device and by type: [time, how many], less operations without a start. Of a GPU whose streams are
    there, lines that sum them up are not counted. Of recordings by device alone, and of the first host."""
    sums = {"device": {}, "op": {}}
    events = ask("trace", *which, output="--output=stdout").get("traceEvents", [])
    lines = {event["pid"]: event["args"]["name"].removesuffix(" Compute") for event in events if event["name"] == "process_name"}
    streams = {name.split("/stream:")[0] for name in lines.values() if "/stream:" in name and not name.endswith("/stream:all")}
    host = next(iter(lines.values()), "").partition(": ")[0] if any(": " in name for name in lines.values()) else ""
    for event in events:
        line = lines.get(event.get("pid"), "")
        is_repeated = line.endswith(("/stream:all", "/memcpy")) and line.rpartition("/")[0] in streams
        if event["ph"] != "X" or is_repeated or not line.startswith(host):
            continue
        if not is_recording and (event.get("cat") != "Op" or event["ts"] <= 0):
            continue
        keys = {"device": line.removeprefix(host + ": ")}
        if not is_recording:
            keys["op"] = event["args"]["op"]
        for by, key in keys.items():
            sum_of = sums[by].setdefault(key, [0, 0])
            sum_of[0] += event["dur"]
            sum_of[1] += 1
    return sums


def path_of(one, is_recording):
    """The path by scope and its parts; those of a recording are told apart by kind and name, of the first host."""
    if not is_recording:
        return {"path": {row["name"]: row["path_ns"] for row in rows(ask("path", one), "path by scope")},
                "parts": [[row["name"], row["type"], round(1000 * row["path_us"])] for row in rows(ask("summary"), "path")[:-1]]}
    named = rows(ask("path", one), "path by name")
    named = [row for row in named if row["host"] == named[0]["host"]]
    return {"has_kinds": True,
            "path": {f'{row["kind"]} {row["name"]}': row["path_ps"] / 1000 for row in named},
            "parts": [[row["name"] or row["kind"], row["kind"] if row["name"] else "", row["path_ps"] // 1000] for row in named]}


def numbers(lengths, choices):
    """What the other tabs show, by tab."""
    used = sorted((row["length_us"], row["step"]) for row in lengths if row["is_used"])
    median = used[(len(used) - 1) // 2][1]
    one = f"--steps={median}"
    memory = ask("memory", one)
    is_recording = bool(rows(ask("info"), "planes"))
    result = {
        "lengths": {str(row["step"]): [row[key] for key in ("length_us", "busy_us", "idle_us", "sum_us")] for row in lengths},
        **path_of(one, is_recording),
        "peak": max((row["peak_bytes"] for row in rows(memory, "allocators") if row.get("peak_bytes") is not None), default=None),
        "alive": {heading: [row["bytes"] for row in rows(memory, heading)] for heading in ("alive by scope", "alive by type", "alive by code")},
        "scope": {str(choice): {row["name"]: [row["total"]["exec_us"], row["self"]["exec_us"]] for row in ask("scope", "--max_depth=1000000", *by_step(choice)).get("rows", [])}
                  for choice in choices[:2]},
        "advice": [row["text"] for row in rows(ask("advise"), "advice")],
        "work": [row["float_ops"] for row in rows(ask("summary"), "work")],
        "saves": [row["saves_us"] for row in rows(ask("summary"), "findings")],
    }
    result["timeline"] = {str(median): timeline(is_recording=True) if is_recording else timeline(f"--steps={median}")}
    if len(dump) == 2:
        result["difference"] = {row["name"]: [row["change_us"], row["old_us"], row["new_us"]] for row in rows(ask("diff", inputs=dump), "exec_us")}
    return result


lengths = rows(ask("info"), "step lengths")
steps = [row["step"] for row in lengths]
choices = ["average", "warm", "all", *steps] if len(steps) > 1 else ["average"]
expected = {"totals": totals(choices)}
if any(row["is_used"] and row["length_us"] is not None for row in lengths):
    expected["numbers"] = numbers(lengths, choices)
print(json.dumps({**expected, **json.loads(more)}))
