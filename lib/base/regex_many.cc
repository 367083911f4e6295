// SPDX-License-Identifier: Apache-2.0
#include "base/regex_many.h"

#include <re2/re2.h>
#include <re2/set.h>

namespace tfprof {

namespace {

constexpr int64_t kMostBytes = int64_t{64} << 20;

re2::RE2::Options OptionsOfMany() {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMostBytes);
  return options;
}

}  // namespace

struct RegexMany::Set {
  re2::RE2::Set set{OptionsOfMany(), re2::RE2::ANCHOR_BOTH};
  bool is_compiled = false;
};

RegexMany::RegexMany() : set_(std::make_unique<Set>()) {}

RegexMany::~RegexMany() = default;

bool RegexMany::Add(std::string_view pattern) {
  return set_->set.Add({pattern.data(), pattern.size()}, nullptr) >= 0;
}

void RegexMany::Compile() { set_->is_compiled = set_->set.Compile(); }

bool RegexMany::Match(std::string_view text, std::vector<int>& patterns) const {
  patterns.clear();
  if (!set_->is_compiled) return false;
  re2::RE2::Set::ErrorInfo error{};
  return set_->set.Match({text.data(), text.size()}, &patterns, &error) ||
         error.kind == re2::RE2::Set::kNoError;
}

}  // namespace tfprof
