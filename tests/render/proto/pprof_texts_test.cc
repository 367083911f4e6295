// SPDX-License-Identifier: Apache-2.0
#include "render/proto/pprof_texts.h"

#include <string>
#include <vector>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("texts of a profile are there once, in order of first use") {
  StringPool names;
  const uint32_t file = names.Intern("dir/train.py").value;
  const uint32_t other = names.Intern("other/train.pyc").value;
  const uint32_t function = names.Intern("step").value;
  const uint32_t same = names.Intern("train:step").value;
  const uint32_t plain = names.Intern("").value;
  PprofTexts texts(names);
  CHECK(texts.IndexOfName(function) == 1);
  CHECK(texts.IndexOfFunction(file, function) == 2);
  // The folder and what follows the last point are left out.
  CHECK(texts.IndexOfFunction(other, function) == 2);
  CHECK(texts.IndexOfName(same) == 2);
  CHECK(texts.IndexOfWord("train:step") == 2);
  CHECK(texts.IndexOfWord("step") == 1);
  CHECK(texts.IndexOfName(plain) == 0);
  const uint32_t word = texts.NumberOf("step (gradient)");
  CHECK(texts.NumberOf("step (gradient)") == word);
  CHECK(texts.NameOf(word) == "step (gradient)");
  CHECK(texts.NameOf(file) == "dir/train.py");
  CHECK(texts.IndexOfFunction(file, word) == 3);
  std::vector<std::string> all;
  for (size_t place = 0; place < texts.size(); ++place) {
    all.emplace_back(texts[place]);
  }
  CHECK(all == std::vector<std::string>{"", "step", "train:step",
                                        "train:step (gradient)"});
}

}  // namespace tfprof
