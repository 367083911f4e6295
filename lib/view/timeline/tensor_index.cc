// SPDX-License-Identifier: Apache-2.0
#include "view/timeline/tensor_index.h"

#include <optional>

#include "base/strings.h"

namespace tfprof {

namespace {

size_t HashOf(size_t record_hash, uint32_t output) {
  return IntHash()(record_hash + output);
}

}  // namespace

TensorIndex::Name TensorIndex::Split(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return {text};
  const std::string_view digits = text.substr(colon + 1);
  if (digits.empty() || digits.front() < '1' || digits.front() > '9') {
    return {text};
  }
  const std::optional<int64_t> output = ParseInt64(digits);
  if (!output || *output > UINT32_MAX) return {text};
  return {text.substr(0, colon), static_cast<uint32_t>(*output)};
}

TensorIndex::Name TensorIndex::NameOf(
    const TraceTimeline::Tensor& tensor) const {
  const std::string_view record =
      t_.trace.strings[t_.trace.name[tensor.record]];
  if (tensor.output == 0) return Split(record);
  return {record, tensor.output};
}

uint32_t TensorIndex::FindOrAdd(uint32_t row) {
  const Name name = NameOf(t_.tensors[row]);
  if (!IsSameText(name.record, last_)) {
    last_ = name.record;
    last_hash_ = TextHash()(last_);
  }
  return rows_.FindOrAdd(HashOf(last_hash_, name.output), row,
                         [&](uint32_t known) {
                           return NameOf(t_.tensors[known]) == name;
                         });
}

uint32_t TensorIndex::Find(std::string_view name) const {
  const Name wanted = Split(name);
  return rows_.Find(HashOf(TextHash()(wanted.record), wanted.output),
                    [&](uint32_t row) {
                      return NameOf(t_.tensors[row]) == wanted;
                    });
}

}  // namespace tfprof
