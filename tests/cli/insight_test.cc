// SPDX-License-Identifier: Apache-2.0
// Answers of `memory` and `path` about recorded and simulated steps must equal
// expected.json, which an independent model of the same rules made.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <rapidjson/document.h>

#include "app.h"
#include "proto/run_metadata.pb.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/paths.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

using Json = rapidjson::Value;

std::vector<std::string> Cases() {
  std::vector<std::string> cases;
  for (const auto& entry : fs::directory_iterator(TFPROF_TESTDATA "/insight")) {
    cases.push_back(entry.path().string());
  }
  return cases;
}

std::string AnswerOf(const std::vector<std::string>& args) {
  StringWriter out;
  StringWriter err;
  const int exit_code = RunApp(args, out, err);
  INFO(err.text());
  REQUIRE(exit_code == kExitDone);
  return out.text();
}

rapidjson::Document Parsed(const std::string& text) {
  rapidjson::Document document;
  document.Parse(text.c_str());
  REQUIRE_FALSE(document.HasParseError());
  return document;
}

const Json& RowsOf(const Json& report, const std::string& heading) {
  static const Json kNone(rapidjson::kArrayType);
  for (const Json& section : report["sections"].GetArray()) {
    if (section["heading"].GetString() == heading) return section["rows"];
  }
  return kNone;
}

// The form of tables: lists become "a,b".
std::string TextOf(const Json& value) {
  if (value.IsNull()) return "null";
  if (value.IsString()) return value.GetString();
  if (value.IsInt64()) return fmt::format("{}", value.GetInt64());
  if (value.IsDouble()) return fmt::format("{:.4g}", value.GetDouble());
  if (!value.IsArray()) return "?";
  std::string list;
  for (const Json& item : value.GetArray()) {
    if (!list.empty()) list += ',';
    list += item.GetString();
  }
  return list;
}

void CheckRow(const Json& wanted, const Json& got,
              const std::vector<std::string>& left_out) {
  for (const auto& member : wanted.GetObject()) {
    const std::string key = member.name.GetString();
    if (std::find(left_out.begin(), left_out.end(), key) != left_out.end()) {
      continue;
    }
    CAPTURE(key);
    REQUIRE(got.HasMember(key.c_str()));
    const Json& value = got[key.c_str()];
    if (member.value.IsDouble() && value.IsNumber()) {
      CHECK(value.GetDouble() == Approx(member.value.GetDouble()));
    } else {
      CHECK(TextOf(value) == TextOf(member.value));
    }
  }
}

void CheckRows(const Json& wanted, const Json& got,
               const std::vector<std::string>& left_out = {}) {
  REQUIRE(got.Size() == wanted.Size());
  for (rapidjson::SizeType i = 0; i < wanted.Size(); ++i) {
    CAPTURE(i);
    CheckRow(wanted[i], got[i], left_out);
  }
}

void CheckMemory(const std::string& dump, const Json& wanted) {
  const auto got = Parsed(AnswerOf({"memory", dump, "--output=json"}));
  CheckRows(wanted, RowsOf(got, "allocators"), {"rows", "rows_total"});
  const Json& alive = RowsOf(got, "alive at the peak");
  rapidjson::SizeType row = 0;
  for (const Json& allocator : wanted.GetArray()) {
    for (const Json& buffer : allocator["rows"].GetArray()) {
      REQUIRE(row < alive.Size());
      CHECK(TextOf(alive[row]["allocator"]) == TextOf(allocator["allocator"]));
      CheckRow(buffer, alive[row++], {});
    }
  }
  CHECK(row == alive.Size());
}

void CheckPath(const std::string& dump, const Json& wanted) {
  std::string faster;
  for (const Json& question : wanted["what_if"].GetArray()) {
    if (!faster.empty()) faster += ',';
    faster += fmt::format("{}={}", question["pattern"].GetString(),
                          question["factor"].GetDouble());
  }
  const auto got =
      Parsed(AnswerOf({"path", dump, "--faster=" + faster, "--output=json"}));
  CheckRows(wanted["chain"], RowsOf(got, "path"));
  CheckRows(wanted["what_if"], RowsOf(got, "what-if"));
  const Json& totals = RowsOf(got, "path totals");
  REQUIRE(totals.Size() == 1);
  CheckRow(wanted, totals[0],
           {"links", "by_type", "by_scope", "by_node", "chain", "what_if"});
  for (const auto& link : wanted["links"].GetObject()) {
    const std::string key = fmt::format("links_{}", link.name.GetString());
    CHECK(totals[0][key.c_str()].GetInt64() == link.value.GetInt64());
  }
}

}  // namespace

TEST_CASE("memory and path say what the model says") {
  for (const std::string& dump : Cases()) {
    CAPTURE(dump);
    const auto expected = Parsed(ReadFile(dump + "/expected.json"));
    if (expected["memory"].Size() > 0) CheckMemory(dump, expected["memory"]);
    CheckPath(dump, expected["path"]);
  }
}

TEST_CASE("the chain and its gaps are the length of the step") {
  for (const std::string& dump : Cases()) {
    CAPTURE(dump);
    const auto got = Parsed(AnswerOf({"path", dump, "--output=json"}));
    const Json& totals = RowsOf(got, "path totals")[0];
    CHECK(totals["chain_busy_ns"].GetInt64() +
              totals["chain_wait_ns"].GetInt64() +
              totals["chain_gap_ns"].GetInt64() ==
          totals["wall_ns"].GetInt64());
    CHECK(totals["replay_fixed_ns"].GetInt64() == totals["wall_ns"].GetInt64());
  }
}

TEST_CASE("a timeline of the path is as long as the step and marks its tasks") {
  std::vector<std::string> dumps = Cases();
  for (const char* recording : {"jax_new", "trace_steps", "gpu", "random_1"}) {
    dumps.push_back(TestData("xspace/") + recording + "/xplane.pb");
  }
  for (const std::string& dump : dumps) {
    CAPTURE(dump);
    const TempDir temp;
    const auto path = Parsed(AnswerOf({"path", dump, "--output=json"}));
    AnswerOf({"path", dump, "--output=timeline:outfile=" + (temp / "path")});
    fs::path file;
    for (const auto& entry : fs::directory_iterator(temp.path())) {
      file = entry.path();
    }
    const auto trace = Parsed(ReadFile(file.string()));
    int64_t length = 0;  // ns
    int64_t pieces = 0;
    int64_t marked = 0;
    std::map<int64_t, double> begun;  // arrows
    for (const Json& event : trace["traceEvents"].GetArray()) {
      if (event.HasMember("args") &&
          event["args"].HasMember("critical_path")) {
        ++marked;
      }
      if (!event.HasMember("cat")) continue;
      const std::string category = event["cat"].GetString();
      if (event["ph"] == "s") {
        begun[event["id"].GetInt64()] = event["ts"].GetDouble();
      } else if (event["ph"] == "f") {
        CHECK(event["ts"].GetDouble() >= begun.at(event["id"].GetInt64()));
      }
      if (category != "Critical path" || event["ph"] != "X") continue;
      length += std::llround(event["dur"].GetDouble() * 1000);
      const std::string name = event["name"].GetString();
      if (name != "gap" && name != "waiting for a stream") ++pieces;
    }
    int64_t wall = 0;
    int64_t all = 0;
    int64_t works = 0;
    for (const Json& totals : RowsOf(path, "path totals").GetArray()) {
      wall += totals["wall_ns"].GetInt64();
      all += totals["chain_tasks"].GetInt64();
      works = all;
    }
    // Of a recording.
    for (const Json& step : RowsOf(path, "path steps").GetArray()) {
      const int64_t begin = step["begin_ps"].GetInt64();
      wall += (begin + step["length_ps"].GetInt64()) / 1000 - begin / 1000;
      all += step["pieces"].GetInt64();
    }
    for (const Json& piece : RowsOf(path, "path pieces").GetArray()) {
      works += piece["kind"] == "work" ? 1 : 0;
    }
    CHECK(length == wall);
    CHECK(pieces == all);
    CHECK(marked == works);
  }
}

TEST_CASE("curves of a trace and a comparison have the peaks of memory") {
  size_t compared = 0;
  for (const std::string& dump : Cases()) {
    CAPTURE(dump);
    const auto expected = Parsed(ReadFile(dump + "/expected.json"));
    if (expected["memory"].Empty()) continue;
    const auto memory = Parsed(AnswerOf({"memory", dump, "--output=json"}));
    std::vector<int64_t> peaks;
    for (const Json& allocator : RowsOf(memory, "allocators").GetArray()) {
      const Json& whole = allocator["peak_bytes"];
      peaks.push_back(
          (whole.IsNull() ? allocator["step_peak_bytes"] : whole).GetInt64());
    }
    const auto trace =
        Parsed(AnswerOf({"trace", dump, "--show_allocated", "--quiet"}));
    std::map<std::string, int64_t> highest;
    for (const Json& event : trace["traceEvents"].GetArray()) {
      if (event["ph"] != "C") continue;
      int64_t& most = highest[event["name"].GetString()];
      most = std::max(most, event["args"]["bytes"].GetInt64());
    }
    std::vector<int64_t> curves;
    for (const auto& [name, bytes] : highest) curves.push_back(bytes);
    const auto diff = Parsed(
        AnswerOf({"diff", dump, dump, "--select=peak_bytes", "--output=json"}));
    std::vector<int64_t> sides;
    for (const Json& row : RowsOf(diff, "peak memory").GetArray()) {
      sides.push_back(row["new_bytes"].GetInt64());
      CHECK(row["change_bytes"].GetInt64() == 0);
      ++compared;
    }
    for (auto* list : {&peaks, &curves, &sides}) {
      std::erase(*list, 0);
      std::sort(list->begin(), list->end());
    }
    CHECK(curves == peaks);
    CHECK(sides == peaks);
  }
  CHECK(compared > 0);
}

TEST_CASE("float operations are the same wherever they are told") {
  size_t told = 0;
  for (const std::string& dump : Cases()) {
    CAPTURE(dump);
    const auto roofline =
        Parsed(AnswerOf({"steps", dump, "--show=roofline", "--output=json"}));
    const int64_t wanted =
        RowsOf(roofline, "roofline totals")[0]["float_ops"].GetInt64();
    const auto top = Parsed(AnswerOf({"top", dump, "--output=json"}));
    int64_t sum = 0;
    for (const Json& row : RowsOf(top, "top").GetArray()) {
      if (!row["float_ops"].IsNull()) sum += row["float_ops"].GetInt64();
    }
    CHECK(sum == wanted);
    if (wanted == 0) continue;
    const auto recorded = Parsed(AnswerOf(
        {"record", dump, "--commit=a", "--rules=corrected", "--output=json"}));
    CHECK(recorded["float_ops"].GetDouble() == static_cast<double>(wanted));
    ++told;
  }
  CHECK(told > 0);
}

TEST_CASE("a frozen ResNet-20 has the float operations that are known of it") {
  const std::string dump = TFPROF_TESTDATA "/insight/real_frozen_resnet20";
  const auto told = Parsed(
      AnswerOf({"steps", dump, "--show=roofline,flops", "--output=json"}));
  const Json& all = RowsOf(told, "roofline totals")[0];
  CHECK(all["float_ops"].GetInt64() == 81'278'258);
  CHECK(all["known_time_share"].GetDouble() == 1);
  const Json& products = RowsOf(told, "float operations totals")[0];
  CHECK(products["float_ops"].GetInt64() == 81'102'080);
}

TEST_CASE("numbers depend neither on jobs nor on the order of devices") {
  struct Question {
    std::vector<std::string> command;
    const char* heading;
    const char* dump;
  };

  for (const auto& [command, heading, name] : std::vector<Question>{
           {{"path"}, "path", "path_1"},
           {{"memory"}, "alive at the peak", "memory_0"},
           {{"steps", "--show=account"}, "account", "path_1"},
           {{"steps", "--show=roofline"}, "roofline", "path_1"}}) {
    CAPTURE(heading);
    const std::string dump = TFPROF_TESTDATA "/insight/" + std::string(name);
    const TempDir temp;
    tensorflow::RunMetadata run;
    REQUIRE(run.ParseFromString(ReadFile(dump + "/run_meta_0")));
    auto& devices = *run.mutable_step_stats()->mutable_dev_stats();
    std::reverse(devices.pointer_begin(), devices.pointer_end());
    WriteFile(temp / "run_meta_0", run.SerializeAsString());
    const auto ask = [&args = command](const std::string& where,
                                       const std::string& jobs) {
      std::vector<std::string> words = args;
      words.insert(words.end(), {where, "--output=json", jobs});
      return AnswerOf(words);
    };
    const std::string answer = ask(dump, "--jobs=1");
    CHECK(answer == ask(dump, "--jobs=8"));
    const auto one = Parsed(answer);
    const auto other = Parsed(ask(temp.path(), "--jobs=1"));
    CHECK_FALSE(RowsOf(one, heading).Empty());
    CHECK(RowsOf(one, heading) == RowsOf(other, heading));
  }
}

}  // namespace tfprof
