// SPDX-License-Identifier: Apache-2.0
#include "render/text/text_steps.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "base/numbers.h"
#include "model/dtype.h"

namespace tfprof {

namespace {

using Name = BenchmarkTables::Name;

// The columns of a release of benchmark_model.
struct Columns {
  int type_width = 40;
  int start_width = 0;  // 0: no such column
  bool has_calls = true;
};

Columns ColumnsOf(StepLayout layout) {
  switch (layout) {
    case StepLayout::kNewest:
      return {};
    case StepLayout::kStart17:
      return {24, 17, true};
    case StepLayout::kStart9:
      return {24, 9, true};
    case StepLayout::kNoCalls:
      return {24, 9, false};
  }
  return {};
}

class StepTableText {
 public:
  StepTableText(const BenchmarkTables& tables, TextOutput& out)
      : tables_(tables),
        format_(tables.format),
        columns_(ColumnsOf(tables.format.layout)),
        steps_(tables.step_micros.count),
        total_(static_cast<double>(tables.step_micros.sum)),
        out_(out) {}

  Status Render();

 private:
  // A row with its sort key. There may be millions.
  struct Row {
    double number = 0;
    size_t key = 0;  // where its text begins in the texts of all keys
    uint32_t key_size = 0;
    uint32_t name = 0;
  };

  // The mean number of calls in a step. tfprof: rounded down, so 0 for nodes
  // that are not in every step.
  int64_t CallsOf(const Name& name) const { return name.Calls() / steps_; }

  void AppendTitle(std::string_view title) {
    const std::string line(30, '=');
    out_.text() += fmt::format("{} {} {}\n", line, title, line);
  }

  template <typename AddKey>
  Status AppendNames(std::string_view title, int64_t most, AddKey add_key);
  void Order(std::string_view keys, std::vector<Row>& rows) const;
  void AppendNamesHeader();
  void AppendName(const Name& name, float share_so_far);
  void AppendTypes();
  Status AppendSizes();
  void AppendSeries(std::string_view title, const Series& series);

  const BenchmarkTables& tables_;
  const StepFormat& format_;
  const Columns columns_;
  const int64_t steps_;
  const double total_;
  TextOutput& out_;
};

Status StepTableText::Render() {
  if (format_.show_run_order) {
    TFPROF_RETURN_IF_ERROR(AppendNames(
        "Run Order", format_.run_order_limit,
        [&](const Name& name, std::string& keys) {
          const int64_t key =
              static_cast<int64_t>(tables_.names.size()) - name.order;
          fmt::format_to(std::back_inserter(keys), "{:>20}", key);
          return static_cast<double>(key);
        }));
  }
  const auto by = [](double average, std::string& keys) {
    fmt::format_to(std::back_inserter(keys), "{:>20.10f}", average);
    return average;
  };
  if (format_.show_time) {
    TFPROF_RETURN_IF_ERROR(AppendNames(
        "Top by Computation Time", format_.time_limit,
        [&](const Name& name, std::string& keys) {
          return by(name.Micros().Average(), keys);
        }));
  }
  if (format_.show_memory) {
    TFPROF_RETURN_IF_ERROR(AppendNames(
        "Top by Memory Use", format_.memory_limit,
        [&](const Name& name, std::string& keys) {
          return by(name.AverageBytes(), keys);
        }));
  }
  if (format_.show_type) AppendTypes();
  if (format_.show_summary) {
    AppendSeries("Timings (microseconds)", tables_.step_micros);
    AppendSeries("Memory (bytes)", tables_.step_bytes);
    out_.text() += fmt::format("{} nodes observed\n\n", tables_.names.size());
  }
  if (format_.show_sizes) TFPROF_RETURN_IF_ERROR(AppendSizes());
  return out_.Flush();
}

Status StepTableText::AppendSizes() {
  out_.text() +=
      "============ Node output tensor sizes in run order ========\n";
  for (const Name& name : tables_.names) {
    std::string& text = out_.text();
    const auto outputs = tables_.OutputsOf(name);
    text += fmt::format("{}\t{}", name.name.view(), outputs.size());
    for (const BenchmarkTables::Output& output : outputs) {
      text +=
          fmt::format("\t{}\t{}", DtypeName(output.dtype), output.dims.size());
      for (const int64_t dim : output.dims) text += fmt::format("\t{}", dim);
    }
    text += '\n';
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

// tfprof: rows are sorted by their numbers as text, in descending order, so
// negative numbers and those of more than 20 characters are misplaced. The
// order of equal rows is undefined there; here it is that of the steps.
void StepTableText::Order(std::string_view keys, std::vector<Row>& rows) const {
  const auto place = [&](const Row& row) {
    return std::pair(tables_.names[row.name].order, row.name);
  };
  std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    if (format_.numeric_order) {
      return std::tuple(b.number, place(a)) < std::tuple(a.number, place(b));
    }
    return std::tuple(keys.substr(b.key, b.key_size), place(a)) <
           std::tuple(keys.substr(a.key, a.key_size), place(b));
  });
}

template <typename AddKey>
Status StepTableText::AppendNames(std::string_view title, int64_t most,
                                  AddKey add_key) {
  std::vector<Row> rows;
  rows.reserve(tables_.names.size());
  std::string keys;
  keys.reserve(20 * tables_.names.size());
  for (uint32_t name = 0; name < tables_.names.size(); ++name) {
    Row& row = rows.emplace_back();
    row.name = name;
    row.key = keys.size();
    row.number = add_key(tables_.names[name], keys);
    row.key_size = static_cast<uint32_t>(keys.size() - row.key);
  }
  Order(keys, rows);
  if (most > 0) rows.resize(std::min(rows.size(), static_cast<size_t>(most)));
  AppendTitle(title);
  AppendNamesHeader();
  double running = 0;
  for (const Row& row : rows) {
    const Name& name = tables_.names[row.name];
    running += static_cast<double>(name.Micros().sum);
    // tfprof: in single precision, and of time in all tables.
    AppendName(name, static_cast<float>(static_cast<int64_t>(running)) *
                              100.0F /
                              static_cast<float>(tables_.step_micros.sum));
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  out_.text() += '\n';
  return {};
}

void StepTableText::AppendNamesHeader() {
  std::string& text = out_.text();
  if (format_.as_csv) {
    text += fmt::format("node type, {}first, avg_ms, %, cdf%, mem KB, {}name\n",
                        columns_.start_width > 0 ? "start, " : "",
                        columns_.has_calls ? "times called, " : "");
    return;
  }
  text += fmt::format("\t{:>{}}", "[node type]", columns_.type_width);
  if (columns_.start_width > 0) {
    text += fmt::format("\t{:>{}}", "[start]", columns_.start_width);
  }
  text += fmt::format("\t{:>9}\t{:>9}\t{:>8}\t{:>8}\t{:>10}", "[first]",
                      "[avg ms]", "[%]", "[cdf%]", "[mem KB]");
  if (columns_.has_calls) text += "\t[times called]";
  text += "\t[Name]\n";
}

void StepTableText::AppendName(const Name& name, float share_so_far) {
  std::string& text = out_.text();
  const double start = name.AverageStart() / 1000.0;
  const Series micros = name.Micros();
  const double first = static_cast<double>(micros.first) / 1000.0;
  const double average = micros.Average() / 1000.0;
  const double share = static_cast<double>(micros.sum) * 100.0 / total_;
  const double bytes = static_cast<double>(name.NewestBytes()) / 1000.0;
  if (format_.as_csv) {
    text += fmt::format("{}, ", tables_.TypeOf(name));
    if (columns_.start_width > 0) text += fmt::format("{:g}, ", start);
    text += fmt::format("{:g}, {:g}, {:g}%, {:g}%, {:g}, ", first, average,
                        share, share_so_far, bytes);
    if (columns_.has_calls) text += fmt::format("{}, ", CallsOf(name));
    // tfprof: nothing is quoted, so commas become tabs.
    std::string quoted(name.name.view());
    std::replace(quoted.begin(), quoted.end(), ',', '\t');
    text += quoted + '\n';
    return;
  }
  text += fmt::format("\t{:>{}}", tables_.TypeOf(name), columns_.type_width);
  if (columns_.start_width > 0) {
    text += fmt::format("\t{:>{}.3f}", start, columns_.start_width);
  }
  text += fmt::format("\t{:>9.3f}\t{:>9.3f}\t{:>7.3f}%\t{:>7.3f}%\t{:>10.3f}",
                      first, average, share, share_so_far, bytes);
  if (columns_.has_calls) text += fmt::format("\t{:>9}", CallsOf(name));
  text += fmt::format("\t{}\n", name.name.view());
}

void StepTableText::AppendTypes() {
  struct OfType {
    int64_t names = 0, micros = 0, bytes = 0, calls = 0;
  };

  std::map<std::string_view, OfType> types;
  int64_t total = tables_.hidden_micros;
  for (const Name& name : tables_.names) {
    OfType& type = types[tables_.TypeOf(name)];
    const int64_t micros = name.Micros().sum / steps_;
    ++type.names;
    type.micros = WrapAdd(type.micros, micros);
    type.bytes = WrapAdd(type.bytes, name.NewestBytes());
    type.calls += CallsOf(name);
    total = WrapAdd(total, micros);
  }
  // tfprof: rows of equal time are sorted by descending name.
  std::vector<std::pair<int64_t, std::string_view>> rows;
  for (const auto& [type, of_type] : types) {
    rows.push_back({of_type.micros, type});
  }
  std::sort(rows.rbegin(), rows.rend());
  out_.text() +=
      fmt::format("Number of nodes executed: {}\n", tables_.names.size());
  AppendTitle("Summary by node type");
  out_.text() +=
      format_.as_csv
          ? "node type, count, avg_ms, avg %, cdf %, mem KB, times called\n"
          : fmt::format(
                "\t{:>{}}\t{:>9}\t{:>10}\t{:>11}\t{:>11}\t{:>10}\t{:>10}\n",
                "[Node type]", columns_.type_width, "[count]", "[avg ms]",
                "[avg %]", "[cdf %]", "[mem KB]", "[times called]");
  // tfprof: in single precision, rounded at each step.
  float running = 0;
  for (const auto& [micros, type] : rows) {
    const OfType& of_type = types[type];
    const float share =
        static_cast<float>(micros) / static_cast<float>(total) * 100.0F;
    const float millis = static_cast<float>(micros) / 1000.0F;
    const float bytes = static_cast<float>(of_type.bytes) / 1000.0F;
    running += share;
    if (format_.as_csv) {
      out_.text() += fmt::format("{}, {}, {:g}, {:g}%, {:g}%, {:g}, {}\n", type,
                                 of_type.names, millis, share, running, bytes,
                                 of_type.calls);
      continue;
    }
    out_.text() += fmt::format(
        "\t{:>{}}\t{:>9}\t{:>10.3f}\t{:>10.3f}%\t{:>10.3f}%\t{:>10.3f}\t{:>9}"
        "\n",
        type, columns_.type_width, of_type.names, millis, share, running, bytes,
        of_type.calls);
  }
  out_.text() += '\n';
}

void StepTableText::AppendSeries(std::string_view title, const Series& series) {
  std::string& text = out_.text();
  text += fmt::format("{}: count={}", title, series.count);
  if (series.count == 0) {
    // An empty series has nothing to show.
  } else if (series.min == series.max) {
    text += fmt::format(" curr={}{}", series.newest,
                        series.count > 1 ? "(all same)" : "");
  } else {
    text += fmt::format(" first={} curr={} min={} max={} avg={:g} std={}",
                        series.first, series.newest, series.min, series.max,
                        series.Average(), series.Deviation());
  }
  text += '\n';
}

}  // namespace

Status RenderBenchmarkTables(const BenchmarkTables& tables, TextOutput& out) {
  return StepTableText(tables, out).Render();
}

}  // namespace tfprof
