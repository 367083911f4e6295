// SPDX-License-Identifier: Apache-2.0
#include "render/trend_picture.h"

#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/rendered.h"

namespace tfprof {

namespace {

// Two commits of one level and one of another, and the change between.
Report MadeReport(double ratio, const char* kind,
                  std::vector<std::string> notes) {
  Table changes{{{"commit"},
                 {"name"},
                 {"kind"},
                 {"ratio"},
                 {"before", Unit::kMicros},
                 {"after", Unit::kMicros},
                 {"ratio low"},
                 {"ratio high"}},
                {}};
  if (ratio != 0) {
    changes.AddRow({std::string("<c>"), std::string("length"),
                    std::string(kind), ratio, 1000.0, 1000.0 * ratio,
                    ratio - 0.1, ratio + 0.1});
  }
  Table series{{{"commit"}, {"median", Unit::kMicros}, {"segment"}}, {}};
  series.AddRow({std::string("a"), 1000.0, int64_t{0}});
  series.AddRow({std::string("b"), 1200.0, int64_t{0}});
  series.AddRow({std::string("<c>"), 2200.0, int64_t{1}});
  Report report;
  report.sections.push_back({"changes", std::move(notes), std::move(changes)});
  report.sections.push_back({"series", {}, std::move(series)});
  return report;
}

size_t CountOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("trend page: a point each commit, a level each segment") {
  const std::string page =
      Rendered(RenderTrendPage, MadeReport(2, "change", {"one change"}));
  CHECK(CountOf(page, "<circle ") == 3);
  CHECK(CountOf(page, "class=\"level\"") == 2);
  CHECK(CountOf(page, "class=\"change\"") == 1);
  // At 1100 and 2200 of 2420, from the bottom of 290.
  CHECK(page.find("y1=\"158.2\"") != std::string::npos);
  CHECK(page.find("y1=\"26.4\"") != std::string::npos);
  CHECK(page.find("<title>b: 1.20ms</title>") != std::string::npos);
  CHECK(page.find("<p>one change</p>") != std::string::npos);
}

TEST_CASE("trend page: nothing of a commit is markup, nothing is loaded") {
  const std::string page =
      Rendered(RenderTrendPage, MadeReport(2, "change", {"<b>"}));
  CHECK(page.find("<c>") == std::string::npos);
  CHECK(page.find("<b>") == std::string::npos);
  CHECK(page.find("&lt;c&gt;") != std::string::npos);
  CHECK(page.find("<script") == std::string::npos);
  CHECK(page.find("default-src 'none'") != std::string::npos);
}

TEST_CASE("trend page: without a change the series is there alone") {
  const std::string page = Rendered(RenderTrendPage, MadeReport(0, "", {}));
  CHECK(CountOf(page, "<table>") == 1);
}

TEST_CASE("trend annotations: a slowdown warns, what is faster is a notice") {
  CHECK(Rendered(RenderTrendGithub, MadeReport(2, "change", {})) ==
        "::warning title=tfprof trend::since <c>: length takes 2.000 times as "
        "long (1.00ms before, 2.00ms after, 95%25 interval 1.900 to 2.100)\n");
  CHECK(Rendered(RenderTrendGithub, MadeReport(0.5, "change", {}))
            .starts_with("::notice title=tfprof trend::since <c>"));
  CHECK(Rendered(RenderTrendGithub, MadeReport(2, "creep", {"so"}))
            .starts_with("::warning title=tfprof trend::a creep from <c>"));
  CHECK(Rendered(RenderTrendGithub, MadeReport(0, "", {"no\nchange"})) ==
        "::notice title=tfprof trend::no%0Achange\n");
}

}  // namespace tfprof
