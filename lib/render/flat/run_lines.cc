// SPDX-License-Identifier: Apache-2.0
// Recorded runs for tools that collect time series: JSON lines, Bencher's
// metric format, and results for Conbench's client.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <map>

#include "base/median.h"
#include "base/strings.h"
#include "render/flat/flat_formats.h"
#include "render/flat/json_out.h"
#include "report/as_tables.h"

namespace tfprof {

namespace {

// The cells of a recorded run, by key.
using RunCells = std::map<std::string, Cell>;

std::vector<RunCells> RunsIn(const Report& report) {
  std::vector<RunCells> runs;
  for (const PlainSection& section : AsTables(report)) {
    const Table& table = *section.table;
    for (const auto& row : table.rows) {
      RunCells& run = runs.emplace_back();
      for (size_t i = 0; i < row.size(); ++i) {
        run[KeyOf(table.columns[i])] = row[i];
      }
    }
  }
  return runs;
}

std::string TextIn(const RunCells& run, const std::string& key) {
  const auto found = run.find(key);
  if (found == run.end()) return {};
  std::string buffer;
  return std::string(TextIn(found->second, buffer).value_or(""));
}

std::optional<double> NumberIn(const RunCells& run, const std::string& key) {
  const auto found = run.find(key);
  return found == run.end() ? std::nullopt : NumberOf(found->second);
}

class RunJson : JsonOut {
 public:
  using Writes = std::function<void()>;
  using Member = std::pair<std::string, Writes>;
  using JsonOut::JsonOut;

  void Object(const std::vector<Member>& members) {
    StartObject();
    for (const auto& [key, write] : members) {
      Key(key);
      write();
    }
    EndObject();
  }

  // One object on a line of its own.
  Status Line(const std::vector<Member>& members) {
    Object(members);
    EndValue();
    return Flush();
  }

  Writes Of(Cell cell) {
    return [this, cell = std::move(cell)] { Value(cell); };
  }

  Writes List(double number) {
    return [this, number] {
      StartArray();
      Double(number);
      EndArray();
    };
  }
};

// "host=a1,gpu=v100" as pairs.
std::map<std::string, std::string> LabelsOf(const RunCells& run) {
  std::map<std::string, std::string> labels;
  for (const std::string& label : SplitNonEmpty(TextIn(run, "labels"), ',')) {
    const size_t equals = label.find('=');
    labels[label.substr(0, equals)] =
        equals == std::string::npos ? "" : label.substr(equals + 1);
  }
  return labels;
}

std::string IsoTime(double seconds) {
  const auto whole = static_cast<std::time_t>(seconds);
  std::tm utc{};
  gmtime_r(&whole, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900,
                     utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min,
                     utc.tm_sec);
}

Status WriteConbench(const RunCells& run, RunJson& json) {
  std::vector<RunJson::Member> info;
  std::vector<RunJson::Member> github = {
      {"commit", json.Of(TextIn(run, "commit"))},
      {"branch", json.Of(TextIn(run, "branch"))}};
  for (const auto& [key, value] : LabelsOf(run)) {
    const bool is_github = key == "repository" || key == "pr_number";
    (is_github ? github : info).emplace_back(key, json.Of(value));
  }
  const double seconds = NumberIn(run, "median_us").value_or(0) / 1e6;
  std::vector<RunJson::Member> members = {
      {"run_reason", json.Of(std::string("commit"))},
      {"run_id", json.Of(TextIn(run, "commit"))},
      {"batch_id", json.Of(TextIn(run, "run"))},
      {"stats",
       [&] {
         json.Object({{"data", json.List(seconds)},
                      {"unit", json.Of(std::string("s"))},
                      {"times", json.List(seconds)},
                      {"time_unit", json.Of(std::string("s"))},
                      {"iterations", json.Of(run.at("steps"))}});
       }},
      {"tags",
       [&] {
         json.Object({{"name", json.Of(std::string("step length"))}});
       }},
      {"info", [&] { json.Object(info); }},
      {"context",
       [&] {
         json.Object({{"benchmark_language", json.Of(std::string("tfprof"))}});
       }},
      {"github", [&] { json.Object(github); }}};
  const auto start = NumberIn(run, "start_us");
  if (const auto time = NumberIn(run, "time_s"); time || start) {
    members.emplace_back("timestamp",
                         json.Of(IsoTime(time ? *time : *start / 1e6)));
  }
  return json.Line(members);
}

}  // namespace

Status RenderRunLines(const Report& report, Diagnostics&, Writer& writer) {
  RunJson json(writer);
  for (const RunCells& run : RunsIn(report)) {
    std::vector<RunJson::Member> members = {
        {"schema", json.Of(std::string("tfprof.run/1"))}};
    for (const auto& [key, cell] : run) {
      members.emplace_back(key, json.Of(cell));
    }
    TFPROF_RETURN_IF_ERROR(json.Line(members));
  }
  return {};
}

Status RenderBencher(const Report& report, Diagnostics&, Writer& writer) {
  const std::vector<RunCells> runs = RunsIn(report);
  RunJson json(writer);
  std::vector<RunJson::Member> measures;
  // Bencher has "latency" in nanoseconds; the other times are alike.
  for (const auto& [name, key] :
       std::initializer_list<std::pair<const char*, const char*>>{
           {"latency", "median_us"},
           {"latency-p90", "p90_us"},
           {"first-step", "first_us"}}) {
    std::vector<double> nanos;
    for (const RunCells& run : runs) {
      if (const auto micros = NumberIn(run, key)) {
        nanos.push_back(*micros * 1000);
      }
    }
    if (nanos.empty()) continue;
    measures.emplace_back(name, [&json, nanos] {
      const auto [least, most] =
          std::minmax_element(nanos.begin(), nanos.end());
      json.Object({{"value", json.Of(Median(nanos))},
                   {"lower_value", json.Of(*least)},
                   {"upper_value", json.Of(*most)}});
    });
  }
  return json.Line({{"step", [&] { json.Object(measures); }}});
}

Status RenderConbench(const Report& report, Diagnostics&, Writer& writer) {
  RunJson json(writer);
  for (const RunCells& run : RunsIn(report)) {
    TFPROF_RETURN_IF_ERROR(WriteConbench(run, json));
  }
  return {};
}

}  // namespace tfprof
