// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace tfprof {

const Diagnostics::Kind* Diagnostics::Find(std::string_view kind) const {
  const auto found = place_of_.find(kind);
  return found == place_of_.end() ? nullptr : &kinds_[found->second];
}

Diagnostics::Kind& Diagnostics::CountedKind(std::string_view kind) {
  auto found = place_of_.find(kind);
  if (found == place_of_.end()) {
    found = place_of_.emplace(kind, kinds_.size()).first;
    kinds_.push_back({std::string(kind), 0, {}});
  }
  Kind& known = kinds_[found->second];
  ++known.count;
  return known;
}

void Diagnostics::Warn(std::string_view kind, std::string text) {
  Kind& known = CountedKind(kind);
  if (known.texts.size() < kShown) known.texts.push_back(std::move(text));
}

void Diagnostics::WarnOnce(std::string_view kind, std::string text) {
  const Kind* known = Find(kind);
  if (known != nullptr && std::find(known->texts.begin(), known->texts.end(),
                                    text) != known->texts.end()) {
    return;
  }
  Warn(kind, std::move(text));
}

bool Diagnostics::IsFull(std::string_view kind) const {
  const Kind* known = Find(kind);
  return known != nullptr && known->texts.size() >= kShown;
}

void Diagnostics::Count(std::string_view kind) { CountedKind(kind); }

void Diagnostics::AddNotice(Notice notice) {
  const auto known = std::find(notices_.begin(), notices_.end(), notice);
  if (known == notices_.end()) notices_.push_back(std::move(notice));
}

void Diagnostics::Append(const Diagnostics& other) {
  for (const Notice& notice : other.notices_) AddNotice(notice);
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
