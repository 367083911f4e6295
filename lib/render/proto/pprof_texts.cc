// SPDX-License-Identifier: Apache-2.0
#include "render/proto/pprof_texts.h"

#include "base/hash.h"
#include "base/strings.h"

namespace tfprof {

std::string_view PprofTexts::TextOf(Text text, std::string& buffer) const {
  const std::string_view name = NameOf(text.name);
  if (text.file == kNoFile) return name;
  const std::string_view base = FileBaseName(NameOf(text.file));
  buffer = base.substr(0, base.rfind('.'));
  buffer += ':';
  buffer += name;
  return buffer;
}

uint32_t PprofTexts::IndexOf(Text text) {
  const std::string_view wanted = TextOf(text, wanted_);
  const auto next = static_cast<uint32_t>(texts_.size());
  const uint32_t place =
      index_.FindOrAdd(TextHash()(wanted), next,
                       [&](uint32_t at) { return (*this)[at] == wanted; });
  if (place == next) texts_.Push(text);
  return place;
}

}  // namespace tfprof
