// SPDX-License-Identifier: Apache-2.0
#include "render/text_steps.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

namespace tfprof {

namespace {

constexpr size_t kTopRows = 10;

using Name = StepTables::Name;

class StepTableText {
 public:
  StepTableText(const StepTables& tables, TextOutput& out)
      : tables_(tables),
        runs_(tables.run_micros.count),
        total_(static_cast<double>(tables.run_micros.sum)),
        out_(out) {}

  Status Render() {
    TFPROF_RETURN_IF_ERROR(
        AppendNames("Run Order", tables_.names.size(), [&](const Name& name) {
          return fmt::format(
              "{:>20}",
              static_cast<int64_t>(tables_.names.size()) - name.order);
        }));
    TFPROF_RETURN_IF_ERROR(
        AppendNames("Top by Computation Time", kTopRows, [](const Name& name) {
          return fmt::format("{:>20.10f}", name.micros.Average());
        }));
    TFPROF_RETURN_IF_ERROR(
        AppendNames("Top by Memory Use", kTopRows, [](const Name& name) {
          return fmt::format("{:>20.10f}", name.bytes.Average());
        }));
    AppendTypes();
    AppendSeries("Timings (microseconds)", tables_.run_micros);
    AppendSeries("Memory (bytes)", tables_.run_bytes);
    out_.text() += fmt::format("{} nodes observed\n\n", tables_.names.size());
    return out_.Flush();
  }

 private:
  // How often a name is called in a run. tfprof: in whole numbers, so what does
  // not occur in every run is called 0 times.
  int64_t CallsOf(const Name& name) const { return name.calls / runs_; }

  void AppendTitle(std::string_view title) {
    const std::string line(30, '=');
    out_.text() += fmt::format("{} {} {}\n", line, title, line);
  }

  template <typename KeyOf>
  Status AppendNames(std::string_view title, size_t most, KeyOf key_of);
  void AppendTypes();
  void AppendSeries(std::string_view title, const Series& series);

  const StepTables& tables_;
  const int64_t runs_;
  const double total_;
  TextOutput& out_;
};

// tfprof: rows stand by the texts of their numbers, the largest text first, so
// that negative ones and those of more than 20 characters do not stand where
// they should. Equal ones stand in any order there, in that of the runs here.
template <typename KeyOf>
Status StepTableText::AppendNames(std::string_view title, size_t most,
                                  KeyOf key_of) {
  std::vector<std::pair<std::string, const Name*>> rows;
  rows.reserve(tables_.names.size());
  for (const Name& name : tables_.names) rows.push_back({key_of(name), &name});
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::tuple(std::string_view(b.first), a.second->order) <
           std::tuple(std::string_view(a.first), b.second->order);
  });
  rows.resize(std::min(rows.size(), most));
  AppendTitle(title);
  out_.text() += fmt::format(
      "\t{:>40}\t{:>9}\t{:>9}\t{:>8}\t{:>8}\t{:>10}\t{:>9}\t[Name]\n",
      "[node type]", "[first]", "[avg ms]", "[%]", "[cdf%]", "[mem KB]",
      "[times called]");
  double running = 0;
  for (const auto& [key, name] : rows) {
    running += static_cast<double>(name->micros.sum);
    // tfprof: this one in single precision, and of time in every table.
    const float share_so_far =
        static_cast<float>(static_cast<int64_t>(running)) * 100.0F /
        static_cast<float>(tables_.run_micros.sum);
    out_.text() += fmt::format(
        "\t{:>40}\t{:>9.3f}\t{:>9.3f}\t{:>7.3f}%\t{:>7.3f}%\t{:>10.3f}\t{:>9}"
        "\t{}\n",
        name->type, static_cast<double>(name->micros.first) / 1000.0,
        name->micros.Average() / 1000.0,
        static_cast<double>(name->micros.sum) * 100.0 / total_, share_so_far,
        static_cast<double>(name->bytes.newest) / 1000.0, CallsOf(*name),
        name->name);
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  out_.text() += '\n';
  return {};
}

void StepTableText::AppendTypes() {
  struct OfType {
    int64_t names = 0, micros = 0, bytes = 0, calls = 0;
  };

  std::map<std::string_view, OfType> types;
  int64_t total = 0;
  for (const Name& name : tables_.names) {
    OfType& type = types[name.type];
    const int64_t micros = name.micros.sum / runs_;
    ++type.names;
    type.micros += micros;
    type.bytes += name.bytes.newest;
    type.calls += CallsOf(name);
    total += micros;
  }
  // tfprof: equal times stand by descending name.
  std::vector<std::pair<int64_t, std::string_view>> rows;
  for (const auto& [type, of_type] : types) {
    rows.push_back({of_type.micros, type});
  }
  std::sort(rows.rbegin(), rows.rend());
  out_.text() +=
      fmt::format("Number of nodes executed: {}\n", tables_.names.size());
  AppendTitle("Summary by node type");
  out_.text() +=
      fmt::format("\t{:>40}\t{:>9}\t{:>10}\t{:>11}\t{:>11}\t{:>10}\t{:>10}\n",
                  "[Node type]", "[count]", "[avg ms]", "[avg %]", "[cdf %]",
                  "[mem KB]", "[times called]");
  float running = 0;
  for (const auto& [micros, type] : rows) {
    const OfType& of_type = types[type];
    const float share =
        100.0F * static_cast<float>(micros) / static_cast<float>(total);
    running += share;
    out_.text() += fmt::format(
        "\t{:>40}\t{:>9}\t{:>10.3f}\t{:>10.3f}%\t{:>10.3f}%\t{:>10.3f}\t{:>9}"
        "\n",
        type, of_type.names, static_cast<float>(micros) / 1000.0F, share,
        running, static_cast<float>(of_type.bytes) / 1000.0F, of_type.calls);
  }
  out_.text() += '\n';
}

void StepTableText::AppendSeries(std::string_view title, const Series& series) {
  std::string& text = out_.text();
  text += fmt::format("{}: count={}", title, series.count);
  if (series.min == series.max) {
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

Status RenderStepTables(const StepTables& tables, TextOutput& out) {
  return StepTableText(tables, out).Render();
}

}  // namespace tfprof
