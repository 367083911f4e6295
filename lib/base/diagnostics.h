// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

// Collects the warnings of an answer. The library never prints; the program
// passes a Diagnostics down and shows it at the end.
//
// There may be as many warnings of one kind as records in a dump, so only the
// first kShown of a kind keep their text; the others are counted.
class Diagnostics {
 public:
  static constexpr uint64_t kShown = 20;

  // A statement of an input about the reliability of its numbers, for programs:
  // `warnings` of JSON.
  struct Notice {
    std::string code;  // "events dropped"
    std::string host;  // if there are several inputs or hosts
    uint64_t count = 0;
    std::optional<int64_t> value_ps;

    friend bool operator==(const Notice&, const Notice&) = default;
  };

  // `kind` groups warnings that differ only in names or numbers.
  void Warn(std::string_view kind, std::string text);

  // The same, for warnings that recur each time a file is read.
  void WarnOnce(std::string_view kind, std::string text);

  // True if a warning of this kind would only be counted, so that its text
  // need not be made.
  bool IsFull(std::string_view kind) const;

  // Counts one more warning of a kind that is full.
  void Count(std::string_view kind);

  // Keeps each notice once, since an input may be read several times. The line
  // for people is a separate warning.
  void AddNotice(Notice notice);

  const std::vector<Notice>& notices() const { return notices_; }

  // Appends the warnings of another collection, as if they were given now.
  void Append(const Diagnostics& other);

  // All warnings in the order in which their kinds first occurred, one line
  // each, and a closing line for every kind with more warnings than were kept.
  std::vector<std::string> Lines() const;

 private:
  struct Kind {
    std::string name;
    uint64_t count = 0;
    std::vector<std::string> texts;
  };

  const Kind* Find(std::string_view kind) const;
  Kind& CountedKind(std::string_view kind);

  std::vector<Notice> notices_;
  std::vector<Kind> kinds_;
  // By name, since there may be as many kinds as steps in a dump.
  std::map<std::string, size_t, std::less<>> place_of_;
};

}  // namespace tfprof
