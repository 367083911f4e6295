# SPDX-License-Identifier: Apache-2.0
"""What is asked of every dump. A name is the command and what is special about it."""

WIDE = '--max_depth=1000000 --select=micros,bytes,params,float_ops,occurrence,device,op_types,input_shapes'

# With {dump} one folder, with {base} and {new} two, of which {base_again} and {new_again} are further runs; {out} is a file that does
# not exist, and {budget} the folder of a budget.
COMMANDS = {
    'info': 'info {dump}',
    'info json': 'info {dump} --output=json',
    'summary': 'summary {dump}',
    'summary html': 'summary {dump} --output=html:outfile={out}',
    **{f'top {by}': f'top {{dump}} --by={by} -n 0' for by in ('op', 'name', 'scope', 'code', 'device', 'shape')},
    'top kernel': 'top {dump} --by=kernel -n 0 --output=json',
    'top program': 'top {dump} --by=program -n 0',
    'top category': 'top {dump} --by=category -n 0 --output=json',
    'top region': 'top {dump} --by=region -n 0 --output=json',
    'top json': 'top {dump} --by=scope --scope_depth=1000000 -n 0 --output=json',
    'scope': f'scope {{dump}} {WIDE}',
    'graph': f'graph {{dump}} {WIDE}',
    'op': f'op {{dump}} {WIDE}',
    'code': f'code {{dump}} {WIDE}',
    'code corrected': f'code {{dump}} {WIDE} --rules=corrected',
    'scope values': 'scope {dump} --max_depth=1000000 --select=tensor_value',
    'scope table': f'scope {{dump}} {WIDE} --output=table',
    'scope json': f'scope {{dump}} {WIDE} --output=json',
    'graph csv': f'graph {{dump}} {WIDE} --output=csv',
    'op markdown': f'op {{dump}} {WIDE} --output=markdown',
    'code folded': 'code {dump} --max_depth=1000000 --select=micros --output=folded',
    'scope proto': f'scope {{dump}} {WIDE} --output=proto',
    'scope html': f'scope {{dump}} {WIDE} --output=html',
    'code pprof': 'code {dump} --max_depth=1000000 --select=micros --output=pprof:outfile={out}',
    'graph timeline': 'graph {dump} --step=0 --max_depth=1000000 --output=timeline:outfile={out}',
    'timelines': 'graph {dump} --max_depth=1000000 --output=timeline:outfile={out}',
    'timelines ordered': 'graph {dump} --max_depth=1000000 --order_by=micros --min_micros=2 --output=timeline:outfile={out}',
    'timelines on rows': 'graph {dump} --max_depth=1000000 --order_by=bytes --min_occurrence=1 --output=timeline:outfile={out}',
    'scope timeline': 'scope {dump} --step=0 --max_depth=1000000 --output=timeline:outfile={out}',
    'advise': 'advise {dump}',
    'advise corrected': 'advise {dump} --rules=corrected',
    'advise sarif': 'advise {dump} --rules=corrected --output=sarif',
    'path': 'path {dump} --steps=all --faster=.*a.*=2',
    'path json': 'path {dump} --row_limit=0 --output=json',
    'path html': 'path {dump} --output=html:outfile={out}',
    'path rows': 'path {dump} --row_limit=0',
    'memory': 'memory {dump}',
    'memory html': 'memory {dump} --row_limit=0 --output=html:outfile={out}',
    'memory json': 'memory {dump} --row_limit=0 --output=json',
    'held': 'memory {dump}/memory.prof --row_limit=0',
    'held json': 'memory {dump}/memory.prof --output=json',
    'held diff': 'diff {dump}/memory.prof {dump}/later.prof --output=json',
    'steps': 'steps {dump}',
    'steps account': 'steps {dump} --show=account',
    'steps roofline': 'steps {dump} --show=roofline --peak_flops=1e12 --peak_bytes=1e11',
    'steps waits': 'steps {dump} --show=account,waits --output=json',
    'steps regions': 'steps {dump} --show=regions,compiles,collectives --output=json',
    'steps precision': 'steps {dump} --show=precision --output=json',
    'steps xla': 'steps {dump} --show=xla',
    'steps spread': 'steps {dump} --show=spread --scope_depth=1000',
    'steps flops': 'steps {dump} --show=flops,sizes,shape_changes',
    'path timeline': 'path {dump} --output=timeline:outfile={out}',
    'trace allocated': 'trace {dump} --show_allocated',
    'steps communication': 'steps {dump} --show=communication --output=json',
    'steps benchmark': 'steps {dump} --format_as_csv --layout=start17',
    'trace': 'trace {dump} --show_dataflow --show_memory --op_time=all',
    'trace corrected': 'trace {dump} --show_memory --labels --from_zero --rules=corrected',
    'trace html': 'trace {dump} --show_dataflow --output=html:outfile={out}',
    'summarize': 'summarize {dump} --print_structure',
    'export dot': 'export {dump} --output=dot',
    'export focus': 'export {dump} --output=dot --focus=.*1.* --radius=3 --max_nodes=0 --color=time',
    'export pbtxt': 'export {dump} --output=pbtxt',
    'export partition': 'export {dump} --partition=0 --output=pbtxt',
    'export events': 'export {dump} --output=events:outfile={out}.tfevents.0',
    'convert': 'convert {dump} --output=profile:outfile={out}',
    'convert sqlite': 'convert {dump} --output=sqlite:outfile={out} --no_fsync',
    'record json': 'record {dump} --commit=a --output=json',
    'report': 'report {dump} --output=html:outfile={out}',
    'fleet': 'fleet {dump} --output=json',
    'fleet records': 'fleet {dump} --records --output=csv',
    'fleet code': 'fleet {dump} --by=code --output=json',
    'diff': 'diff {base} {new} --select=micros',
    'diff op': 'diff {base} {new} --view=op --select=micros,bytes --output=json',
    'diff code': 'diff {base} {new} --view=code --select=micros --max_depth=1000000',
    'diff peaks': 'diff {base} {new} --select=peak_bytes',
    'diff html': 'diff {base} {new} --max_depth=1000000 --output=html:outfile={out}',
    'report two': 'report {base} {new} --output=html:outfile={out}',
    'gate': 'gate --baseline={base},{base_again} --candidate={new},{new_again} --max_depth=1000000',
    'gate code': 'gate --baseline={base},{base_again} --candidate={new},{new_again} --view=code --max_depth=1000000',
    'gate junit': 'gate --baseline={base},{base_again} --candidate={new},{new_again} --output=junit',
    'budget': 'gate --baseline={base},{base_again} --candidate={new},{new_again} --budget={budget}/budget.toml --output=json',
    'record': 'record {base} --store={out} --commit=1a2b3c4',
    'trend': 'trend --store={dump}/history.db',
    'trend json': 'trend --store={dump}/history.db --output=json',
    'calibrate': 'gate --baseline={base} --calibrate',
}


# What these print grows faster than their input: every event of a timeline and every row has the whole name of its scope, as the
# reference's have, and so has a database. A saved profile names the device of each node.
PRINTS_MORE = {('scope_depth', command)
               for command in ('scope timeline', 'scope json', 'scope proto', 'scope html', 'convert sqlite', 'record json')}
# With more nodes a greater part is on the path.
PRINTS_MORE |= {('nodes', command) for command in ('path rows', 'path html')}

# Commands that look at steps as a whole refuse more than 1,000 hosts, and each of these devices is one.
REFUSED_BY_DESIGN = {('devices', command)
                     for command in ('path', 'path json', 'path html', 'path rows', 'path timeline', 'steps account', 'steps roofline',
                                     'steps flops')}
# A recording has no allocations and no edges for each of its devices and steps.
REFUSED_BY_DESIGN |= {('recorded_devices_of_steps', command) for command in COMMANDS if command.split()[0] in ('memory', 'export', 'path')}
# The account has a row for each of its devices and steps.
REFUSED_BY_DESIGN.add(('recorded_devices_of_steps', 'steps waits'))
# No machine is judged from more than 60 runs.
REFUSED_BY_DESIGN.add(('runs', 'calibrate'))


def is_left_out(generator, command):
    return (generator, command) in PRINTS_MORE


def may_refuse(generator, command):
    return (generator, command) in REFUSED_BY_DESIGN


def asked_of(has_two, words):
    """The commands for a dump, or for two, whose names begin with one of the words."""
    for name, line in COMMANDS.items():
        is_asked = name.split()[0] in words if words else not any(word in line for word in ('history.db', '.prof', '{budget}'))
        if ('{base}' in line) == has_two and is_asked:
            yield name, line
