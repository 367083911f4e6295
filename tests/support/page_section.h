// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>

#include <rapidjson/document.h>

#include "render/page/page_data.h"
#include "support/catch.h"

namespace tfprof {

// The only section of the data of a page with this block.
template <typename Block>
rapidjson::Document SectionOf(Block block, const PageLimits& limits) {
  Report report;
  report.sections.push_back({"heading", {}, std::move(block)});
  StringWriter out;
  REQUIRE(WritePageData(report, limits, out));
  rapidjson::Document page;
  page.Parse(out.text().c_str());
  REQUIRE(!page.HasParseError());
  rapidjson::Document section;
  section.CopyFrom(page["sections"][0], section.GetAllocator());
  return section;
}

inline const rapidjson::Value& MeasureOf(const rapidjson::Document& section,
                                  std::string_view key) {
  for (const auto& measure : section["measures"].GetArray()) {
    if (measure["key"].GetString() == key) return measure;
  }
  FAIL("no " << key);
  return section;
}

}  // namespace tfprof
