// SPDX-License-Identifier: Apache-2.0
#include "render/trace/chrome_trace.h"

#include <string>

#include "support/catch.h"

namespace tfprof {

namespace {

std::string Json(std::string_view text) {
  std::string out;
  AppendJsonString(out, text);
  return out;
}

std::string Written(ViewTimeline timeline) {
  Report report;
  report.sections.push_back({"", {}, std::move(timeline)});
  Diagnostics diagnostics;
  StringWriter writer;
  REQUIRE(RenderChromeTrace(report, diagnostics, writer));
  return writer.text();
}

}  // namespace

TEST_CASE("strings are escaped as the reference escapes them") {
  CHECK(Json("a/b\x7f") == "\"a/b\x7f\"");
  CHECK(Json("\"\\\b\f\n\r\t") == R"("\"\\\b\f\n\r\t")");
  CHECK(Json(std::string_view("\0\x1f", 2)) == R"("\u0000\u001f")");
  CHECK(Json("\xc3\xa9") == R"("\u00e9")");
  CHECK(Json("\xe2\x82\xac") == R"("\u20ac")");
  CHECK(Json("\xf0\x9f\x98\x80") == R"("\ud83d\ude00")");
  // Continuation bytes are not looked at: two of the dots are swallowed.
  CHECK(Json("\xc3...") == R"("\u00ee..")");
  CHECK(Json("\xf0...") == R"("\ud87a\udfae")");
}

TEST_CASE("what is no character is replaced") {
  CHECK(Json("\xc0\x80") == R"("\ufffd")");      // overlong
  CHECK(Json("\xed\xa0\x80") == R"("\ufffd")");  // surrogate
  CHECK(Json("a\xc3") == R"("a\ufffd")");        // cut short
  CHECK(Json("\xf0\x9f\x98") == R"("\ufffd\u07d8")");
  CHECK(Json("\xffz") == R"("\ufffdz")");
}

TEST_CASE("a timeline without anything is an empty array") {
  CHECK(Written({}) == "{\"traceEvents\":[]}\n");
}

TEST_CASE("spans come before arrows and samples, keys in bytewise order") {
  ViewTimeline timeline;
  timeline.is_recorded = true;
  timeline.processes = {{"one", 0}, {"mem", 2}, {"mem allocations", 2}};
  timeline.spans = {{0, 0, 10, 5, 0}, {0, 1, 12, 1, 1}};
  timeline.name_of = [](uint32_t named) {
    return RowName{{}, named == 0 ? "a" : "b"};
  };
  timeline.flows = {{0, 1}};
  timeline.memory = {{1, 100, 2000000, 1280}};
  timeline.holders.Push({1280, "a"});
  timeline.holders.EndRow();
  CHECK(
      Written(timeline) ==
      R"({"traceEvents":[)"
      R"({"args":{"name":"one"},"name":"process_name","ph":"M","pid":0},)"
      R"({"args":{"name":"a"},"cat":"Op","dur":5,"name":"a","ph":"X","pid":0,"tid":0,"ts":10},)"
      R"({"args":{"name":"b"},"cat":"Op","dur":1,"name":"b","ph":"X","pid":0,"tid":1,"ts":12},)"
      R"({"args":{"name":"mem"},"name":"process_name","ph":"M","pid":1},)"
      R"({"args":{"name":"mem allocations"},"name":"process_name","ph":"M","pid":2},)"
      R"({"cat":"DataFlow","id":1,"name":"a_flow","ph":"s","pid":0,"tid":0,"ts":15},)"
      R"({"cat":"DataFlow","id":1,"name":"a_flow","ph":"t","pid":0,"tid":1,"ts":12},)"
      R"({"args":{"Allocator Bytes in Use":2000000},"cat":"Memory","name":"Allocated Bytes","ph":"C","pid":1,"tid":0,"ts":100},)"
      R"({"args":{"Not Displayed":"0.00 MB","Top Allocation 00":"0.00128 MB from a","Top Allocation 01":"N/A","Top Allocation 02":"N/A","Top Allocation 03":"N/A","Top Allocation 04":"N/A","Top Allocation 05":"N/A","Top Allocation 06":"N/A","Top Allocation 07":"N/A","Top Allocation 08":"N/A","Top Allocation 09":"N/A"},"cat":"Memory","name":"Top Allocations","ph":"C","pid":2,"tid":0,"ts":100})"
      "]}\n");
}

TEST_CASE("totals carry an op beside their name") {
  ViewTimeline timeline;
  timeline.spans = {{0, 0, 0, 5, 0}};
  timeline.name_of = [](uint32_t) { return RowName{"a", ""}; };
  CHECK(
      Written(timeline) ==
      R"({"traceEvents":[{"args":{"name":"a","op":"a"},"cat":"Op","dur":5,"name":"a","ph":"X","pid":0,"tid":0,"ts":0}]})"
      "\n");
}

TEST_CASE("writing a timeline is announced with what its devices held") {
  ViewTimeline timeline;
  timeline.is_recorded = true;
  timeline.peaks = {{"/gpu:0", 12345678}};
  Report report;
  report.sections.push_back({"", {}, timeline});
  const std::string stars(54, '*');
  CHECK(AnnounceTimeline(report, "t_0") ==
        "generating trace file.\n/gpu:0 peak memory: 12.35 MB\n\n" + stars +
            "\nTimeline file is written to t_0.\nOpen a Chrome browser, enter "
            "URL chrome://tracing and load the timeline file.\n" +
            stars + "\n");
}

}  // namespace tfprof
