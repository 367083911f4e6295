// SPDX-License-Identifier: Apache-2.0
#include "store/filled_database.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <stdio.h>
#include <unistd.h>

#include "store/page_file.h"
#include "store/table_writer.h"

namespace tfprof {
namespace {

// An empty file without a name.
class TestPlace {
 public:
  TestPlace() : file_(tmpfile()) {}

  ~TestPlace() { fclose(file_); }

  TestPlace(const TestPlace&) = delete;
  TestPlace& operator=(const TestPlace&) = delete;

  Workplace place() const { return {fileno(file_), "test", false}; }

 private:
  FILE* file_;
};

Database OpenMade(const TestPlace& test) {
  auto opened = Database::OpenOwn(test.place().file, "test");
  REQUIRE(opened);
  return *std::move(opened);
}

TEST_CASE("the page in which SQLite locks stays empty") {
  const TestPlace test;
  PageFile pages(test.place().file, PageFile::kLockPage - 3, false, "test");
  const std::string page(PageFile::kPageSize, 'x');
  CHECK(pages.Append(page.data()) == PageFile::kLockPage - 2);
  CHECK(pages.Append(page.data()) == PageFile::kLockPage - 1);
  CHECK(pages.Append(page.data()) == PageFile::kLockPage + 1);
  REQUIRE(pages.Finish());
  std::vector<char> found(PageFile::kPageSize);
  CHECK(pread(test.place().file, found.data(), found.size(),
              off_t{PageFile::kLockPage - 1} * PageFile::kPageSize) ==
        PageFile::kPageSize);
  CHECK(std::string(found.begin(), found.end()) ==
        std::string(PageFile::kPageSize, '\0'));
}

TEST_CASE("SQLite reads numbers of all sizes as they were written") {
  const TestPlace test;
  auto made = FilledDatabase::Make(
      test.place(),
      "CREATE TABLE numbers(id INTEGER PRIMARY KEY, whole, real)");
  REQUIRE(made);
  std::vector<int64_t> numbers = {std::numeric_limits<int64_t>::min(),
                                  std::numeric_limits<int64_t>::max()};
  for (int bits = 0; bits < 63; ++bits) {
    for (const int64_t near : {-1, 0, 1}) {
      numbers.push_back((int64_t{1} << bits) + near);
      numbers.push_back(-(int64_t{1} << bits) + near);
    }
  }
  TableWriter table(*made, "numbers", TableWriter::Keys::kGiven);
  int64_t key = -5;
  for (const int64_t number : numbers) {
    REQUIRE(table.Add(key++, number, static_cast<double>(number) / 3));
  }
  REQUIRE(table.Finish());
  REQUIRE(made->Finish(""));
  const Database database = OpenMade(test);
  auto query = database.Prepare("SELECT whole, real FROM numbers ORDER BY id");
  REQUIRE(query);
  size_t at = 0;
  REQUIRE(query->ForEach([&] {
    CHECK(query->Whole(0) == numbers[at]);
    CHECK(query->Real(1) == static_cast<double>(numbers[at++]) / 3);
  }));
  CHECK(at == numbers.size());
}

TEST_CASE("tables and indexes are sound however long their rows") {
  const TestPlace test;
  auto made = FilledDatabase::Make(
      test.place(),
      "CREATE TABLE texts(id INTEGER PRIMARY KEY, text TEXT);"
      "CREATE TABLE keys(key TEXT PRIMARY KEY) WITHOUT ROWID;"
      "CREATE INDEX by_number ON texts(id % 7)");
  REQUIRE(made);
  TableWriter texts(*made, "texts", TableWriter::Keys::kGiven);
  TableWriter keys(*made, "keys", TableWriter::Keys::kInRow);
  IndexWriter<2> by_number(*made, "by_number");
  const int64_t rows = 3000;
  for (int64_t row = 0; row < rows; ++row) {
    // Around what a cell, an index and a page have room for.
    constexpr std::array<size_t, 8> kSizes = {0,    1,     1950,  4060,
                                              4090, 16349, 16390, 50'000};
    const size_t size = row % 50 == 0 ? kSizes[row / 50 % kSizes.size()] : 3000;
    const std::string text = fmt::format("{:06}", row) + std::string(size, 'x');
    REQUIRE(texts.Add(row, text));
    REQUIRE(keys.Add(text));
    REQUIRE(by_number.Add({row % 7, row}));
  }
  REQUIRE(texts.Finish());
  REQUIRE(keys.Finish());
  REQUIRE(by_number.Finish());
  REQUIRE(made->Finish("CREATE TABLE later(a);"));
  const Database database = OpenMade(test);
  auto check = database.Prepare("PRAGMA integrity_check");
  REQUIRE(check);
  REQUIRE(check->Next() == true);
  CHECK(check->Text(0) == "ok");
  CHECK(database.AskWhole(
            "SELECT count(*) FROM texts JOIN keys ON key = text") == rows);
}

TEST_CASE("rows that do not ascend are refused") {
  const TestPlace test;
  auto made = FilledDatabase::Make(test.place(),
                                   "CREATE TABLE t(id INTEGER PRIMARY KEY, a)");
  REQUIRE(made);
  TableWriter table(*made, "t", TableWriter::Keys::kGiven);
  REQUIRE(table.Add(int64_t{2}, "a"));
  const Status again = table.Add(int64_t{2}, "b");
  REQUIRE_FALSE(again);
  CHECK(again.error().code == ErrorCode::kInternal);
}

}  // namespace
}  // namespace tfprof
