// SPDX-License-Identifier: Apache-2.0
// A fuzzer for any compiler, which does not see what was covered: inputs of the
// corpus, changed and repeated. A few in every test run, the same each time; as
// many as TFPROF_FUZZ_SECONDS allow where that is set, from TFPROF_FUZZ_SEED on.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <google/protobuf/stubs/logging.h>

#include "base/strings.h"
#include "fuzz/corpus.h"
#include "fuzz/fuzz.h"
#include "fuzz/mutate.h"
#include "fuzz/proportion.h"
#include "fuzz/repeat.h"
#include "support/catch.h"
#include "support/files.h"

namespace tfprof {

namespace {

// The targets whose files make up the parts of a ProgramInput.
const std::vector<std::string_view> kOfParts[] = {
    {"graph", "graph", "meta_graph", "saved_model", "hlo_module", "run_graphs",
     "checkpoint"},
    {"run_metadata", "run_metadata", "xspace", "event_file", "step_stats",
     "profile", "gzip", "zstd"},
    {"op_log", "op_log", "profile", "budget"}};

class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed) {}

  // An input of the target, of the corpus but for a few changes.
  std::string InputOf(const FuzzTarget& target) {
    if (target.name != "program" || UpTo(9) == 0) return Mutated(target);
    std::string parts[3];
    for (size_t i = 0; i < 3; ++i) {
      const std::string_view name = kOfParts[i][UpTo(kOfParts[i].size() - 1)];
      for (const FuzzTarget& other : FuzzTargets()) {
        if (other.name == name) parts[i] = Part(other);
      }
    }
    return ProgramInput(static_cast<uint8_t>(UpTo(255)), parts[0], parts[1],
                        parts[2]);
  }

 private:
  size_t UpTo(size_t most) { return random_() % (most + 1); }

  const std::string& Pick(const FuzzTarget& target) {
    std::vector<std::string>& inputs = corpus_[target.name];
    if (inputs.empty()) {
      for (const std::string& path : CorpusOf(target.name)) {
        inputs.push_back(ReadFile(path));
      }
    }
    return inputs[UpTo(inputs.size() - 1)];
  }

  std::string Part(const FuzzTarget& target) {
    constexpr size_t kMostOfPart = 0xFFFF;
    std::string bytes = UpTo(3) == 0 ? Pick(target) : Mutated(target);
    return bytes.size() <= kMostOfPart ? bytes : Pick(target);
  }

  std::string Mutated(const FuzzTarget& target) {
    std::string bytes = Pick(target);
    if (target.message != nullptr && UpTo(3) != 0) {
      bytes = MutateMessage(*target.message(), bytes, random_());
    }
    if (UpTo(3) == 0) bytes = RepeatRecord(bytes, random_());
    if (target.reader != nullptr && UpTo(1) == 0) return bytes;
    for (size_t times = UpTo(3); times > 0; --times) Change(bytes, target);
    return bytes;
  }

  void Change(std::string& bytes, const FuzzTarget& target) {
    const size_t at = UpTo(bytes.size());
    const size_t size = std::min(UpTo(40), bytes.size() - at);
    switch (UpTo(4)) {
      case 0:
        if (size > 0) bytes[at] = static_cast<char>(UpTo(255));
        break;
      case 1:
        bytes.erase(at, size);
        break;
      case 2:
        bytes.insert(at, 1, static_cast<char>(UpTo(255)));
        break;
      case 3: {
        const std::string& other = Pick(target);
        const size_t from = UpTo(other.size());
        bytes.insert(at, other, from, UpTo(200));
        break;
      }
      default:
        Repeat(bytes, at, size);
    }
  }

  // Up to ten thousand times, in at most 50 kB.
  void Repeat(std::string& bytes, size_t at, size_t size) {
    constexpr size_t kMostTimes = 10'000;
    constexpr size_t kMostBytes = 50'000;
    if (size == 0) return;
    const std::string part = bytes.substr(at, size);
    std::string many;
    for (size_t times = UpTo(std::min(kMostTimes, kMostBytes / size));
         times > 0; --times) {
      many += part;
    }
    bytes.insert(at, many);
  }

  std::mt19937_64 random_;  // the same numbers everywhere
  std::map<std::string_view, std::vector<std::string>> corpus_;
};

int64_t NumberIn(const char* variable, int64_t usual) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? usual : ParseInt64(text).value_or(usual);
}

}  // namespace

TEST_CASE("changed and repeated inputs come out well, at a fair price") {
  constexpr int64_t kOfEachTarget = 20;
  const google::protobuf::LogSilencer quiet;
  const int64_t seconds = NumberIn("TFPROF_FUZZ_SECONDS", 0);
  const int64_t seed = NumberIn("TFPROF_FUZZ_SEED", 1);
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  const std::span<const FuzzTarget> targets = FuzzTargets();
  Mutator mutator(static_cast<uint64_t>(seed));
  int64_t runs = 0;
  while (runs < kOfEachTarget * std::ssize(targets) ||
         (seconds > 0 && std::chrono::steady_clock::now() < end)) {
    const FuzzTarget& target =
        targets[static_cast<size_t>(runs++) % targets.size()];
    const std::string input = mutator.InputOf(target);
    // A crash leaves its input, too.
    const std::string file = "fuzz_" + std::string(target.name);
    if (seconds > 0) WriteFile(file, input);
    try {
      RunInProportion(target, input,
                      seconds > 0 ? FuzzTime::kLimited : FuzzTime::kFree);
    } catch (const std::exception& error) {
      const std::string name = file + "_" + std::to_string(seed) + "_" +
                               std::to_string(runs);
      if (seconds > 0) WriteFile(name, input);
      FAIL_CHECK(name << ": " << error.what());
    }
  }
  if (seconds > 0) std::printf("%lld inputs\n", static_cast<long long>(runs));
}

}  // namespace tfprof
