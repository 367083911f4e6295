// SPDX-License-Identifier: Apache-2.0
// An event of an XSpace, the recording of TensorFlow's and JAX's profilers, as
// it is decoded. Times are picoseconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tfprof {

// The stats that are looked at, by the name under which they are recorded.
enum class StatKey : uint8_t {
  kOther,
  kRoot,          // _r
  kAsync,         // _a
  kProducerType,  // _pt
  kProducer,      // _p
  kConsumerType,  // _ct
  kConsumer,      // _c
  kId,
  kIterNum,
  kStepNum,
  kGraphType,
  kCorrelationId,
  kIsFunc,
  kIsEager,
  kGroupId,
  kStepName,
  kTfOp,
  kHloOp,
  kHloModule,
  kProgramId,
  kShape,
  kMemcpyDetails,
  kAllocatorName,
  kIndexOnHost,
  kDeviceOrdinal,
  kBytesReserved,
  kBytesAllocated,
  kBytesAvailable,
  kPeakBytesInUse,
  kRequestedBytes,
  kAllocationBytes,
  kAddress,  // addr
  kRegionType,
  kDataType,
  kDeviceOffset,    // device_offset_ps
  kDeviceDuration,  // device_duration_ps
  kHloProto,        // Hlo Proto
  kFloatOps,        // flops
  kStartTime,       // profile_start_time
};

// The key of a name; kOther of all that are not looked at.
StatKey StatKeyOf(std::string_view name);

// The other way round. REQUIRES: not kOther.
std::string_view StatNameOf(StatKey key);

// A set of keys.
class StatKeys {
 public:
  constexpr StatKeys() = default;

  template <typename... Keys>
  constexpr explicit StatKeys(StatKey first, Keys... others)
      : bits_(Bit(first) | (uint64_t{0} | ... | Bit(others))) {}

  constexpr bool Has(StatKey key) const { return (bits_ & Bit(key)) != 0; }

  constexpr bool HasAny(StatKeys keys) const {
    return (bits_ & keys.bits_) != 0;
  }

  constexpr bool HasAll(StatKeys keys) const {
    return (bits_ & keys.bits_) == keys.bits_;
  }

  constexpr void Add(StatKey key) { bits_ |= Bit(key); }

  constexpr StatKeys operator|(StatKeys other) const {
    StatKeys all;
    all.bits_ = bits_ | other.bits_;
    return all;
  }

 private:
  static constexpr uint64_t Bit(StatKey key) {
    return uint64_t{1} << static_cast<uint8_t>(key);
  }

  uint64_t bits_ = 0;
};

struct XStat {
  enum class Kind : uint8_t {
    kNone,
    kDouble,
    kUnsigned,
    kSigned,
    kText,
    kBytes
  };

  StatKey key = StatKey::kOther;
  Kind kind = Kind::kNone;
  int64_t number = 0;  // of kSigned, kUnsigned
  std::string_view text;

  // tfprof: what was recorded as another kind is 0, or empty.
  int64_t Signed() const { return kind == Kind::kSigned ? number : 0; }

  uint64_t Unsigned() const {
    return kind == Kind::kSigned || kind == Kind::kUnsigned
               ? static_cast<uint64_t>(number)
               : 0;
  }

  std::string_view Text() const {
    return kind == Kind::kText ? text : std::string_view();
  }
};

struct XEvent {
  int64_t begin_ps = 0;  // since the recording began
  int64_t duration_ps = 0;
  int64_t offset_ps = 0;  // of its begin, after that of its line
  uint32_t name = 0;      // a row of XPlane::names
  uint32_t occurrences = 1;
  StatKeys keys;  // of the stats, which are those that were asked for
  std::span<const XStat> stats;

  int64_t end_ps() const { return begin_ps + duration_ps; }

  bool Has(StatKey key) const { return keys.Has(key); }

  // The first stat of that key, or one without a value.
  const XStat& Stat(StatKey key) const {
    static constexpr XStat kNothing;
    if (!keys.Has(key)) return kNothing;
    for (const XStat& stat : stats) {
      if (stat.key == key) return stat;
    }
    return kNothing;
  }
};

// Takes the events of a line in the order of the file.
class EventSink {
 public:
  virtual ~EventSink() = default;

  virtual void Add(const XEvent& event) = 0;
};

}  // namespace tfprof
