// SPDX-License-Identifier: Apache-2.0
// SQLite as far as this program uses it: databases, statements, errors that
// are values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace tfprof {

// The text as Query::Bind writes it.
std::string ReadableText(std::string_view text);
void AppendReadable(std::string_view text, std::string& to);

// Whether it is written as it is; of some others that are it says no.
bool IsReadable(std::string_view text);

// A prepared statement. Parameters and columns count from 0.
class Query {
 public:
  // Puts the values in place of ?1, ?2, ..., and runs a statement that returns
  // no rows.
  template <typename... Values>
  Status Run(const Values&... values) {
    int at = 0;
    borrows_ = true;
    (Bind(at++, values), ...);
    borrows_ = false;
    return Finish();
  }

  // The same for a statement whose rows are then read with Next().
  template <typename... Values>
  void Start(const Values&... values) {
    Reset();
    int at = 0;
    (Bind(at++, values), ...);
  }

  // Whether there is one more row.
  Result<bool> Next();

  // Starts, and calls `take` at each row.
  template <typename Take, typename... Values>
  Status ForEach(Take take, const Values&... values) {
    Start(values...);
    while (true) {
      TFPROF_ASSIGN_OR_RETURN(const bool has_row, Next());
      if (!has_row) return {};
      take();
    }
  }

  // Columns of the current row; NULL is 0, 0.0 or nothing. A view is valid
  // until Next(). What is no such number fails at Next() or Check(): numbers
  // are finite, times neither negative nor longer than ns in 64 bits.
  int64_t Whole(int column) const;
  double Real(int column) const;
  double Micros(int column) const;
  std::optional<double> RealOrNull(int column) const;
  std::string_view Text(int column) const;
  bool IsNull(int column) const;

  // Fails with kCorrupt if a column was no such number.
  Status Check() const;

  // Texts that are no UTF-8, or have a zero byte, are written with \xNN, so
  // that every client can read them.
  void Bind(int at, std::string_view text);
  void Bind(int at, const char* text) { Bind(at, std::string_view(text)); }
  void Bind(int at, const std::string& text) {
    Bind(at, std::string_view(text));
  }
  void Bind(int at, int64_t number);
  void Bind(int at, uint32_t number) { Bind(at, int64_t{number}); }
  void Bind(int at, int32_t number) { Bind(at, int64_t{number}); }
  void Bind(int at, bool yes) { Bind(at, int64_t{yes}); }
  void Bind(int at, double number);
  void Bind(int at, std::nullopt_t);

  template <typename Value>
  void Bind(int at, const std::optional<Value>& value) {
    if (value) return Bind(at, *value);
    Bind(at, std::nullopt);
  }

  // Runs what was bound.
  Status Finish();

  void Reset();

 private:
  friend class Database;

  struct Close {
    void operator()(sqlite3_stmt* statement) const;
  };

  Query(sqlite3_stmt* statement, const std::string* name)
      : statement_(statement), name_(name) {}

  std::unique_ptr<sqlite3_stmt, Close> statement_;
  void Require(bool is_so, int column) const;

  const std::string* name_;  // of the database, for messages
  int64_t row_ = 0;          // of those since Start()
  mutable std::string wrong_;  // what column was no such number
  bool borrows_ = false;     // texts, as they outlive the step that reads them
};

class Database {
 public:
  // kFrozen reads a file that nobody changes, even where nothing can be written
  // beside it.
  enum class Access : uint8_t { kRead, kWrite, kCreate, kFrozen };

  // `name` is what messages call the file. Errors: kNotFound (there is none),
  // kCorrupt (it is no database), kIo.
  static Result<Database> Open(const std::string& path, Access access,
                               std::string name);

  // A database, new or not, in a file that is open for reading and writing, and
  // stays so until the database is gone. Nobody else may use it meanwhile: it
  // is not locked, and has no journal.
  static Result<Database> OpenOwn(int file, std::string name);

  // Runs statements without parameters and rows.
  Status Run(const std::string& statements);

  Result<Query> Prepare(std::string_view statement) const;

  // The only value of a query that has one, such as a PRAGMA; 0 without rows.
  Result<int64_t> AskWhole(std::string_view query) const;

  // Whether what was run last failed because somebody else writes.
  bool WasLocked() const;

  // Waits that long for others who write, but for none while a signal waits
  // itself (DeferSignals).
  void WaitFor(int milliseconds);

  // From now on statements fail once a signal waits.
  void StopAtSignals();

  int64_t last_row() const;

  const std::string& name() const { return *name_; }
  sqlite3* handle() const { return database_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  // `system` is where SQLite looks for the file; null: in folders.
  static Result<Database> OpenWith(const std::string& file, int flags,
                                   const char* system, std::string name);

  Database(sqlite3* database, std::string name)
      : name_(std::make_unique<std::string>(std::move(name))),
        database_(database) {}

  std::unique_ptr<std::string> name_;  // to which queries point
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace tfprof
