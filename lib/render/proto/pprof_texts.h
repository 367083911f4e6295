// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/chunked_vector.h"
#include "base/string_pool.h"
#include "base/table_index.h"

namespace tfprof {

// The texts of a pprof profile, each once and in order of first use. Names of
// functions are prefixed with their file's name and composed on lookup, as
// there may be a million.
class PprofTexts {
 public:
  // `names`: of files, functions and nodes; must outlive this. The first text
  // is empty.
  explicit PprofTexts(const StringPool& names) : names_(names) {
    IndexOfWord("");
  }

  // A number for a word that may be missing from `names`.
  uint32_t NumberOf(std::string_view word) {
    return static_cast<uint32_t>(names_.size()) + words_.Intern(word).value;
  }

  // `number`: an id of `names`, or a result of NumberOf.
  std::string_view NameOf(uint32_t number) const {
    return number < names_.size()
               ? names_[StringId(number)]
               : words_[StringId(number -
                                 static_cast<uint32_t>(names_.size()))];
  }

  // The indices of texts, which are added if they are missing.
  uint32_t IndexOfName(uint32_t number) { return IndexOf({kNoFile, number}); }

  uint32_t IndexOfWord(std::string_view word) {
    return IndexOfName(NumberOf(word));
  }

  // "train:step" of a function "step" in "dir/train.py".
  uint32_t IndexOfFunction(uint32_t file, uint32_t function) {
    return IndexOf({file, function});
  }

  size_t size() const { return texts_.size(); }

  // Valid until the next call.
  std::string_view operator[](size_t place) const {
    return TextOf(texts_[place], shown_);
  }

 private:
  struct Text {
    uint32_t file;  // kNoFile: the name alone
    uint32_t name;
  };

  static constexpr uint32_t kNoFile = UINT32_MAX;

  // Valid until `buffer` changes.
  std::string_view TextOf(Text text, std::string& buffer) const;
  uint32_t IndexOf(Text text);

  const StringPool& names_;
  StringPool words_;
  ChunkedVector<Text> texts_;
  TableIndex index_;  // of texts_
  std::string wanted_;
  mutable std::string shown_;
};

}  // namespace tfprof
