# SPDX-License-Identifier: Apache-2.0
"""JSON results as tables of pandas or Arrow, whichever is installed."""
import importlib


def _flat(row):
    """A row of a view has its own cost and that of all below: two objects, which become columns."""
    flat = {}
    for key, value in row.items():
        if isinstance(value, dict):
            flat.update({f"{key}_{name}": cell for name, cell in value.items()})
        else:
            flat[key] = value
    return flat


def columns_of(rows):
    """By name, the values of a column, all of one type or None; names in the order in which rows have them first."""
    rows = [_flat(row) for row in rows]
    columns = {}
    for name in dict.fromkeys(name for row in rows for name in row):
        values = [row.get(name) for row in rows]
        known = {type(value) for value in values if value is not None}
        is_wide = known == {int} and any(value is not None and not -2**63 <= value < 2**63 for value in values)
        if known == {int, float} or is_wide:
            values = [None if value is None else float(value) for value in values]
        elif len(known) > 1 or known & {list, dict}:
            values = [None if value is None else str(value) for value in values]
        columns[name] = values
    return columns


def rows_of(result, section, error):
    """The rows of a result, of the section with that heading where there are several."""
    if not isinstance(result, dict) or not ("rows" in result or "sections" in result):
        raise error("that answer has no tables; tfprof.run() gives it as it is", 2)
    if "rows" in result:
        if section is not None:
            raise error(f"a view has no sections, and so no '{section}'", 2)
        return result["rows"]
    sections = [found for found in result["sections"] if "rows" in found]
    if section is None:
        sections = [found for found in sections if found["rows"]] or sections
    else:
        sections = [found for found in sections if found["heading"] == section]
    if not sections:
        known = ", ".join(repr(found["heading"]) for found in result["sections"])
        raise error(f"there is no section '{section}', but {known}", 2)
    return sections[0]["rows"]


def _pandas(columns):
    pandas = importlib.import_module("pandas")
    types = {bool: "boolean", int: "Int64", float: "Float64", str: "string"}
    series = {}
    for name, values in columns.items():
        known = next((type(value) for value in values if value is not None), None)
        series[name] = pandas.Series(values, dtype=types.get(known, "object"))
    return pandas.DataFrame(series)


def _arrow(columns):
    arrow = importlib.import_module("pyarrow")
    types = {bool: arrow.bool_(), int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
    arrays = {}
    for name, values in columns.items():
        known = next((type(value) for value in values if value is not None), None)
        arrays[name] = arrow.array(values, type=types.get(known, arrow.null()))
    return arrow.table(arrays)


_MAKERS = {"pandas": _pandas, "arrow": _arrow}


def make(columns, kind, error):
    """A table of `kind`, or of the first kind that is installed."""
    if kind is not None and kind not in tuple(_MAKERS):  # whatever it is
        raise error(f"no kind of table is called '{kind}', but pandas and arrow", 2)
    for maker in [_MAKERS[kind]] if kind else _MAKERS.values():
        try:
            return maker(columns)
        except ImportError:
            continue
        except Exception as failure:  # a library that does not fit others that are installed, or is out of memory
            raise error(f"no table can be made: {failure or type(failure).__name__}", 5) from failure
    raise error(f"tables need {kind or 'pandas or pyarrow'}, which is not installed; tfprof.run() needs neither", 5)
