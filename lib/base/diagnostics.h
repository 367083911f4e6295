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

// Collects the warnings that belong to an answer. The library never prints; the
// program hands one of these down and shows it when the work is done.
//
// Warnings of one kind can be as many as there are records in a dump, so only
// the first kShown of a kind keep their text; the others are counted.
class Diagnostics {
 public:
  static constexpr uint64_t kShown = 20;

  // What an input says about how far its numbers can be trusted, for programs:
  // `warnings` of JSON.
  struct Notice {
    std::string code;  // "events dropped"
    std::string host;  // of several inputs, or of a capture
    uint64_t count = 0;
    std::optional<int64_t> value_ps;

    friend bool operator==(const Notice&, const Notice&) = default;
  };

  // `kind` groups warnings that differ only in names or numbers.
  void Warn(std::string_view kind, std::string text);

  // The same, for what is found again each time a file is read.
  void WarnOnce(std::string_view kind, std::string text);

  // True if a warning of this kind would only be counted, so that its text
  // need not be made.
  bool IsFull(std::string_view kind) const;

  // Counts one more warning of a kind that is full.
  void Count(std::string_view kind);

  // Keeps each notice once: an input may be read several times. The line for
  // people is a warning of its own.
  void AddNotice(Notice notice);

  const std::vector<Notice>& notices() const { return notices_; }

  // Adds what somebody else collected, as if it came now.
  void Append(const Diagnostics& other);

  // All warnings in the order in which their kinds first occurred, one line
  // each, with a closing line for every kind that had more than were kept.
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
  // By name, as kinds may be as many as there are steps in a dump.
  std::map<std::string, size_t, std::less<>> place_of_;
};

}  // namespace tfprof
