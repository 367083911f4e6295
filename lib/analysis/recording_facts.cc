// SPDX-License-Identifier: Apache-2.0
#include "analysis/recording_facts.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/strings.h"

namespace tfprof {

void RecordingFacts::Add(const Diagnostics& said) {
  for (const Diagnostics::Notice& notice : said.notices()) {
    notices.insert(notice.code);
  }
}

void RecordingFacts::Add(const Capture& capture) {
  for (const RecordedProcess& process : capture.processes) {
    for (std::string& version : process.host->VersionWords()) {
      versions.insert(std::move(version));
    }
    for (const std::string& option :
         SplitNonEmpty(process.host->profiler_options, ',')) {
      profiler_options.insert(option.substr(option.find_first_not_of(' ')));
    }
  }
}

void RecordingFacts::Add(const RecordingFacts& other) {
  notices.insert(other.notices.begin(), other.notices.end());
  versions.insert(other.versions.begin(), other.versions.end());
  profiler_options.insert(other.profiler_options.begin(),
                          other.profiler_options.end());
}

std::vector<std::string> OtherFacts(const RecordingFacts& before,
                                    const RecordingFacts& now) {
  std::vector<std::string> words;
  const auto only_of = [](const std::set<std::string>& facts,
                          const std::set<std::string>& others) {
    std::vector<std::string> found;
    std::set_difference(facts.begin(), facts.end(), others.begin(),
                        others.end(), std::back_inserter(found));
    return found.empty() ? std::string("none of these")
                         : Printable(fmt::format("{}", fmt::join(found, ", ")));
  };
  const auto compare = [&](std::string_view what,
                           const std::set<std::string>& was,
                           const std::set<std::string>& is) {
    if (was == is || was.empty() || is.empty()) return;
    words.push_back(fmt::format("other {}: {} before, {} now", what,
                                only_of(was, is), only_of(is, was)));
  };
  compare("versions", before.versions, now.versions);
  compare("options of the profiler", before.profiler_options,
          now.profiler_options);
  return words;
}

}  // namespace tfprof
