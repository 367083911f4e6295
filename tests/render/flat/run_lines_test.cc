// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "render/flat/flat_formats.h"
#include "support/catch.h"
#include "support/rendered.h"

namespace tfprof {

namespace {

// Recorded runs: columns of which formats use some.
Table RunsOf(std::vector<std::vector<Cell>> rows) {
  return {{{"run"},
           {"commit"},
           {"branch"},
           {"labels"},
           {"time", Unit::kNone},
           {"start", Unit::kMicros},
           {"steps"},
           {"median", Unit::kMicros},
           {"p90", Unit::kMicros},
           {"first", Unit::kMicros}},
          std::move(rows)};
}

std::vector<Cell> Run(const char* name, double median, Cell p90) {
  return {std::string(name),  std::string("c0ffee"),
          std::string("main"), std::string("host=a1,repository=me/net,fast"),
          Cell(),              int64_t{1'700'000'000'000'000},
          int64_t{12},         median,
          std::move(p90),      Cell()};
}

}  // namespace

TEST_CASE("each recorded run is a line of JSON, what is not known null") {
  const std::string text = RenderedBlock(
      RenderRunLines, RunsOf({Run("a", 1500, 1600.5), Run("b", 1400, Cell())}));
  const size_t end = text.find('\n');
  REQUIRE(end != std::string::npos);
  CHECK(text.substr(0, end) ==
        "{\"schema\":\"tfprof.run/1\",\"branch\":\"main\",\"commit\":"
        "\"c0ffee\",\"first_us\":null,\"labels\":\"host=a1,repository=me/"
        "net,fast\",\"median_us\":1500.0,\"p90_us\":1600.5,\"run\":\"a\","
        "\"start_us\":1700000000000000,\"steps\":12,\"time\":null}");
  CHECK(text.find("\"p90_us\":null", end) != std::string::npos);
  CHECK(text.back() == '\n');
}

TEST_CASE("Bencher gets the median of the runs in ns, between their extremes") {
  CHECK(RenderedBlock(RenderBencher,
                      RunsOf({Run("a", 1500, 2000.0), Run("b", 1300, Cell()),
                              Run("c", 1400, Cell())})) ==
        "{\"step\":{\"latency\":{\"value\":1400000.0,\"lower_value\":"
        "1300000.0,\"upper_value\":1500000.0},\"latency-p90\":{\"value\":"
        "2000000.0,\"lower_value\":2000000.0,\"upper_value\":2000000.0}}}\n");
}

TEST_CASE("Conbench gets seconds, the commit, and labels where they belong") {
  const std::string text =
      RenderedBlock(RenderConbench, RunsOf({Run("a", 1500, Cell())}));
  const auto says = [&](const char* part) {
    CAPTURE(text, part);
    CHECK(text.find(part) != std::string::npos);
  };
  says("\"stats\":{\"data\":[0.0015],\"unit\":\"s\"");
  says("\"iterations\":12");
  says("\"batch_id\":\"a\"");
  says("\"info\":{\"fast\":\"\",\"host\":\"a1\"}");
  says("\"github\":{\"commit\":\"c0ffee\",\"branch\":\"main\","
       "\"repository\":\"me/net\"}");
  says("\"timestamp\":\"2023-11-14T22:13:20Z\"");
}

}  // namespace tfprof
