# SPDX-License-Identifier: Apache-2.0
"""What is asked of every dump. A name is the command and what is special about it."""

WIDE = '--max_depth=1000000 --select=micros,bytes,params,float_ops,occurrence,device,op_types,input_shapes'

# With {dump} one folder, with {base} and {new} two; {out} is a file that does not exist.
COMMANDS = {
    'info': 'info {dump}',
    'info json': 'info {dump} --output=json',
    'scope': f'scope {{dump}} {WIDE}',
    'graph': f'graph {{dump}} {WIDE}',
    'op': f'op {{dump}} {WIDE}',
    'code': f'code {{dump}} {WIDE}',
    'scope json': f'scope {{dump}} {WIDE} --output=json',
    'graph csv': f'graph {{dump}} {WIDE} --output=csv',
    'op markdown': f'op {{dump}} {WIDE} --output=markdown',
    'code folded': 'code {dump} --max_depth=1000000 --select=micros --output=folded',
    'scope proto': f'scope {{dump}} {WIDE} --output=proto',
    'scope html': f'scope {{dump}} {WIDE} --output=html',
    'code pprof': 'code {dump} --max_depth=1000000 --select=micros --output=pprof:outfile={out}',
    'graph timeline': 'graph {dump} --step=0 --max_depth=1000000 --output=timeline:outfile={out}',
    'scope timeline': 'scope {dump} --step=0 --max_depth=1000000 --output=timeline:outfile={out}',
    'advise': 'advise {dump}',
    'advise corrected': 'advise {dump} --rules=corrected',
    'steps': 'steps {dump}',
    'steps xla': 'steps {dump} --show_xla',
    'steps spread': 'steps {dump} --show_spread',
    'steps flops': 'steps {dump} --show_flops --show_sizes --show_shape_changes',
    'steps account': 'steps {dump} --show=account,roofline --output=json',
    'path': 'path {dump} --row_limit=0 --output=json',
    'path timeline': 'path {dump} --output=timeline:outfile={out}',
    'memory': 'memory {dump} --row_limit=0 --output=json',
    'trace allocated': 'trace {dump} --show_allocated',
    'diff peaks': 'diff {base} {new} --select=peak_bytes',
    'steps communication': 'steps {dump} --show_communication --output=json',
    'trace': 'trace {dump} --show_dataflow --show_memory --op_time=all',
    'summarize': 'summarize {dump} --print_structure',
    'export dot': 'export {dump} --output=dot',
    'export pbtxt': 'export {dump} --output=pbtxt',
    'export partition': 'export {dump} --partition=0 --output=pbtxt',
    'export events': 'export {dump} --output=events:outfile={out}.tfevents.0',
    'convert': 'convert {dump} --output=profile:outfile={out}',
    'convert sqlite': 'convert {dump} --output=sqlite:outfile={out} --no_fsync',
    'report': 'report {dump} --output=html:outfile={out}',
    'diff': 'diff {base} {new} --select=micros',
    'diff op': 'diff {base} {new} --view=op --select=micros,bytes --output=json',
    'report two': 'report {base} {new} --output=html:outfile={out}',
    'gate': 'gate --baseline={base},{base} --candidate={new},{new}',
}


# What these print grows faster than their input: every event of a timeline has the whole name of its scope, as the reference's have.
PRINTS_MORE = {('scope_depth', 'scope timeline')}


def is_left_out(generator, command):
    return (generator, command) in PRINTS_MORE


def asked_of(has_two, words):
    """The commands for a dump, or for two, whose names begin with one of the words."""
    for name, line in COMMANDS.items():
        if ('{base}' in line) == has_two and (not words or name.split()[0] in words):
            yield name, line
