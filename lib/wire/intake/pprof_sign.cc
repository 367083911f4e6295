// SPDX-License-Identifier: Apache-2.0
// Profiles for pprof (profile.proto), and JAX's device memory profile, which is
// one of them.
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/intake/signs.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// The parts of each kind that decide. JAX writes its own texts first.
constexpr size_t kMostTypes = 8;
constexpr size_t kMostSamples = 24;
constexpr size_t kMostTexts = 64;
constexpr int kMostFieldsOfSample = 64;

bool IsValueType(std::string_view bytes) {
  WireCursor type(bytes);
  for (int i = 0; i < 2 && type.Next(); ++i) {
    if (type.field() != Varint(1) && type.field() != Varint(2)) return false;
    type.Skip();
  }
  return !bytes.empty() && type.at() == type.end();
}

class PprofLook {
 public:
  // Reads the top level of all content, since its texts come last; leaves
  // other kinds of files at their first field.
  explicit PprofLook(std::string_view content) {
    try {
      WireCursor file(content);
      while (is_pprof_ && file.Next()) Take(file);
    } catch (const protozero::exception&) {
      // The fields before the damage count.
    }
  }

  bool IsPprof() const { return is_pprof_ && !types_.empty(); }

  bool HasTexts() const { return !texts_.empty() && texts_[0].empty(); }

  bool HasSamples() const { return !samples_.empty(); }

  // Throws protozero's exceptions.
  bool IsDeviceMemory() const {
    return HasUnit("count") && HasUnit("bytes") && HasText("device") &&
           HasText("kind") &&
           (samples_.empty() || std::any_of(samples_.begin(), samples_.end(),
                                            [&](std::string_view sample) {
                                              return HasKind(sample);
                                            }));
  }

 private:
  void Take(WireCursor& file) {
    const uint32_t number = file.field() >> 3;
    const bool is_bytes = file.field() == Len(number);
    const bool is_list = number <= 6 || number == 11;
    is_pprof_ = number <= 15 && (number == 13 || is_bytes == is_list);
    if (!is_pprof_) return;
    if (!is_list) return file.Skip();
    const std::string_view value = file.ClippedView();
    if (number == 1) {
      is_pprof_ = IsValueType(value);
      if (types_.size() < kMostTypes) types_.push_back(value);
    } else if (number == 2 && samples_.size() < kMostSamples) {
      is_pprof_ = IsSample(value);
      samples_.push_back(value);
    } else if (number == 6 && texts_.size() < kMostTexts) {
      texts_.push_back(value);
    }
  }

  static bool IsSample(std::string_view bytes) {
    try {
      WireCursor sample(bytes);
      for (int i = 0; i < kMostFieldsOfSample && sample.Next(); ++i) {
        const uint32_t number = sample.field() >> 3;
        const bool is_bytes = sample.field() == Len(number);
        const bool is_number = sample.field() == Varint(number);
        if (number > 3 || !(is_bytes || (is_number && number < 3))) {
          return false;
        }
        sample.Skip();
      }
    } catch (const protozero::exception&) {
      // The last sample may be cut short.
    }
    return true;
  }

  std::string_view TextAt(uint64_t index) const {
    return index < texts_.size() ? texts_[index] : std::string_view();
  }

  bool HasUnit(std::string_view unit) const {
    return std::any_of(types_.begin(), types_.end(),
                       [&](std::string_view type) {
                         return TextAt(LastVarint(type, 2)) == unit;
                       });
  }

  bool HasText(std::string_view text) const {
    return std::find(texts_.begin(), texts_.end(), text) != texts_.end();
  }

  bool HasKind(std::string_view bytes) const {
    WireCursor sample(bytes);
    for (int i = 0; i < kMostFieldsOfSample && sample.Next(); ++i) {
      if (sample.field() != Len(3)) {
        sample.Skip();
        continue;
      }
      if (TextAt(LastVarint(sample.View(), 1)) == "kind") return true;
    }
    return false;
  }

  bool is_pprof_ = true;
  std::vector<std::string_view> types_;
  std::vector<std::string_view> samples_;
  std::vector<std::string_view> texts_;
};

}  // namespace

bool IsDeviceMemoryProfile(std::string_view content) {
  const PprofLook look(content);
  if (!look.IsPprof() || !look.HasTexts()) return false;
  try {
    return look.IsDeviceMemory();
  } catch (const protozero::exception&) {
    return false;
  }
}

bool IsPprof(std::string_view content) {
  const PprofLook look(content);
  return look.IsPprof() && look.HasTexts();
}

bool IsPprofWithoutTexts(std::string_view content) {
  const PprofLook look(content);
  return look.IsPprof() && look.HasSamples() && !look.HasTexts();
}

}  // namespace tfprof
