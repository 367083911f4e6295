// SPDX-License-Identifier: Apache-2.0
// Device memory profiles, written as JAX writes them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "support/make_xspace.h"

namespace tfprof {

class MakeHeld {
 public:
  struct Frame {
    std::string function;
    std::string file;
    int64_t line = 0;
  };

  using Stack = std::vector<Frame>;  // innermost first

  // Texts that JAX writes before all others, whether they are used or not.
  MakeHeld() {
    for (const char* text : {"", "allocations", "count", "space", "bytes",
                             "kind", "buffer", "executable", "device"}) {
      TextOf(text);
    }
  }

  MakeHeld& Buffer(const std::string& device, int64_t bytes, int64_t count,
                   const Stack& stack) {
    return Sample(bytes, count, stack,
                  Label("kind", "buffer") + Label("device", device));
  }

  MakeHeld& Executable(int64_t bytes, const Stack& stack) {
    return Sample(bytes, 1, stack, Label("kind", "executable"));
  }

  MakeHeld& Sample(int64_t bytes, int64_t count, const Stack& stack,
                   const std::string& labels) {
    std::string places;
    for (const Frame& frame : stack) PushVarint(places, PlaceOf(frame));
    return SampleOf(bytes, count, places, labels);
  }

  MakeHeld& SampleOf(int64_t bytes, int64_t count, const std::string& places,
                     const std::string& labels) {
    std::string values;
    PushVarint(values, static_cast<uint64_t>(count));
    PushVarint(values, static_cast<uint64_t>(bytes));
    samples_ +=
        BytesField(2, BytesField(1, places) + BytesField(2, values) + labels);
    return *this;
  }

  std::string Label(const std::string& key, const std::string& text) {
    return BytesField(
        3, NumberField(1, TextOf(key)) + NumberField(2, TextOf(text)));
  }

  int64_t TextOf(const std::string& text) {
    const auto found = std::find(texts_.begin(), texts_.end(), text);
    if (found == texts_.end()) {
      texts_.push_back(text);
      return static_cast<int64_t>(texts_.size()) - 1;
    }
    return found - texts_.begin();
  }

  std::string Bytes() const {
    std::string out = BytesField(1, NumberField(1, 1) + NumberField(2, 2)) +
                      BytesField(1, NumberField(1, 3) + NumberField(2, 4)) +
                      samples_ + places_ + functions_;
    for (const std::string& text : texts_) out += BytesField(6, text);
    return out;
  }

 private:
  // A location and a function for each frame.
  uint64_t PlaceOf(const Frame& frame) {
    const auto id = static_cast<int64_t>(++frames_);
    places_ += BytesField(
        4, NumberField(1, id) +
               BytesField(4, NumberField(1, id) + NumberField(2, frame.line)));
    functions_ += BytesField(5, NumberField(1, id) +
                                    NumberField(2, TextOf(frame.function)) +
                                    NumberField(3, TextOf(frame.function)) +
                                    NumberField(4, TextOf(frame.file)));
    return frames_;
  }

  uint64_t frames_ = 0;
  std::vector<std::string> texts_;
  std::string samples_;
  std::string places_;
  std::string functions_;
};

// Two arrays of train.py and one of a library, as of a run on two devices.
inline std::string SmallHeld(int64_t batch_bytes = 4096) {
  const MakeHeld::Frame train{"<module>", "/home/u/train.py", 40};
  const MakeHeld::Frame full{"full", "/v/site-packages/jax/lax.py", 7};
  const MakeHeld::Stack weights = {
      full, {"weights", "/home/u/train.py", 12}, train};
  const MakeHeld::Stack batch = {
      full, {"batch", "/home/u/train.py", 20}, train};
  MakeHeld held;
  held.Executable(512, {full, train});
  for (const char* device : {"gpu:0", "gpu:1"}) {
    held.Buffer(device, 1 << 20, 2, weights);
    held.Buffer(device, batch_bytes, 1, batch);
  }
  held.Buffer("gpu:0", 64, 1, {full, {"key", "/usr/lib/python3.11/r.py", 3}});
  return held.Bytes();
}

}  // namespace tfprof
