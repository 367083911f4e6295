// SPDX-License-Identifier: Apache-2.0
#include "base/delta_list.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

struct Numbered {
  int64_t key = 0;
  int64_t value = 0;

  int64_t Key() const { return key; }

  void PackAfter(const Numbered& last, Varints& to) const {
    to.PushSignedStep(last.key, key);
    to.PushSignedStep(last.value, value);
  }

  void UnpackAfter(const Numbered& last, Varints::Reader& from) {
    key = from.TakeSignedStep(last.key);
    value = from.TakeSignedStep(last.value);
  }

  bool operator==(const Numbered& other) const {
    return key == other.key && value == other.value;
  }
};

using Rows = std::vector<Numbered>;

Rows AllOf(const DeltaList<Numbered>& rows) {
  return {rows.begin(), rows.end()};
}

// Twenty rows with keys 0, 3, 6 and so on, and extreme values among theirs.
Rows Twenty() {
  Rows rows;
  for (int64_t i = 0; i < 20; ++i) rows.push_back({3 * i, 100 * i});
  rows[4].value = std::numeric_limits<int64_t>::min();
  rows[5].value = std::numeric_limits<int64_t>::max();
  return rows;
}

DeltaList<Numbered> Packed(const Rows& rows) {
  DeltaList<Numbered> packed;
  for (const Numbered& row : rows) packed.push_back(row);
  return packed;
}

}  // namespace

TEST_CASE("a packed list is read in order and row by row") {
  const Rows rows = Twenty();
  const DeltaList<Numbered> packed = Packed(rows);
  CHECK(AllOf(packed) == rows);
  REQUIRE(packed.size() == rows.size());
  for (size_t i = 0; i < rows.size(); ++i) CHECK(packed[i] == rows[i]);
  CHECK(packed.front() == rows.front());
  CHECK(packed.back() == rows.back());
  CHECK(AllOf(DeltaList<Numbered>()).empty());
}

TEST_CASE("rows of a packed list are found by their keys") {
  const DeltaList<Numbered> packed = Packed(Twenty());
  for (int64_t key = -1; key <= 58; ++key) {
    const auto found = packed.Find(key);
    REQUIRE(found.has_value() == (key % 3 == 0));
    if (found) CHECK(found->key == key);
  }
  CHECK_FALSE(DeltaList<Numbered>().Find(0));
}

TEST_CASE("of rows with one key the first is found") {
  DeltaList<Numbered> packed;
  for (int64_t i = 0; i < 30; ++i) packed.push_back({i < 3 ? 1 : 2, i});
  CHECK(packed.Find(2)->value == 3);
}

TEST_CASE("a packed list is sorted, changed and shortened") {
  DeltaList<Numbered> packed;
  for (int64_t i = 0; i < 20; ++i) packed.push_back({i % 2, i});
  packed.SortByKey();
  CHECK(packed[9] == Numbered{0, 18});
  CHECK(packed[10] == Numbered{1, 1});
  packed.ChangeEach([](Numbered& row) { row.value += 1; });
  CHECK(packed[10] == Numbered{1, 2});
  packed.EraseIf([](const Numbered& row) { return row.key == 0; });
  CHECK(packed.size() == 10);
  CHECK(packed.front() == Numbered{1, 2});
}

TEST_CASE("a packed list is copied and moved") {
  DeltaList<Numbered> packed = Packed(Twenty());
  const DeltaList<Numbered> copy = packed;
  const DeltaList<Numbered> moved = std::move(packed);
  CHECK(AllOf(copy) == Twenty());
  CHECK(AllOf(moved) == Twenty());
  CHECK(packed.empty());  // NOLINT(bugprone-use-after-move): it says so
}

}  // namespace tfprof
