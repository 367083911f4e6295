// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace tfprof {

// A value that equal values may share, until one of them changes.
template <typename T>
class Shared {
 public:
  Shared() = default;

  explicit Shared(T value) : value_(std::make_shared<T>(std::move(value))) {}

  const T& operator*() const {
    static const T kNone;
    return value_ == nullptr ? kNone : *value_;
  }

  const T* operator->() const { return &**this; }

  // For changes. Invalidates what refers to the value before.
  T& Own() {
    if (value_ == nullptr || value_.use_count() > 1) {
      value_ = std::make_shared<T>(**this);
    }
    return *value_;
  }

  void ShareIfEqual(const Shared& other) {
    if (**this == *other) value_ = other.value_;
  }

 private:
  std::shared_ptr<T> value_;  // null: T()
};

}  // namespace tfprof
