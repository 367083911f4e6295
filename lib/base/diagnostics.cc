// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace tfprof {

void Diagnostics::Warn(std::string_view kind, std::string text) {
  Count(kind);
  auto found = std::find_if(kinds_.begin(), kinds_.end(),
                            [&](const Kind& k) { return k.name == kind; });
  if (found->texts.size() < kShown) found->texts.push_back(std::move(text));
}

void Diagnostics::WarnOnce(std::string_view kind, std::string text) {
  for (const Kind& known : kinds_) {
    if (known.name == kind && std::find(known.texts.begin(), known.texts.end(),
                                        text) != known.texts.end()) {
      return;
    }
  }
  Warn(kind, std::move(text));
}

bool Diagnostics::IsFull(std::string_view kind) const {
  return std::any_of(kinds_.begin(), kinds_.end(), [&](const Kind& k) {
    return k.name == kind && k.texts.size() >= kShown;
  });
}

void Diagnostics::Count(std::string_view kind) {
  for (Kind& known : kinds_) {
    if (known.name == kind) {
      ++known.count;
      return;
    }
  }
  kinds_.push_back({std::string(kind), 1, {}});
}

void Diagnostics::Append(const Diagnostics& other) {
  for (const Kind& kind : other.kinds_) {
    for (const std::string& text : kind.texts) Warn(kind.name, text);
    for (uint64_t i = kind.texts.size(); i < kind.count; ++i) Count(kind.name);
  }
}

std::vector<std::string> Diagnostics::Lines() const {
  std::vector<std::string> lines;
  for (const Kind& kind : kinds_) {
    lines.insert(lines.end(), kind.texts.begin(), kind.texts.end());
    if (const uint64_t more = kind.count - kind.texts.size(); more > 0) {
      lines.push_back(fmt::format("({} more: {})", more, kind.name));
    }
  }
  return lines;
}

}  // namespace tfprof
