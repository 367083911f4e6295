// SPDX-License-Identifier: Apache-2.0
// The part of SQLite that this program uses: databases, statements, and errors
// as values.
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

// The form in which Query::Bind writes a text.
std::string ReadableText(std::string_view text);
void AppendReadable(std::string_view text, std::string& to);

// True if a text is written unchanged; may be false for some such texts.
bool IsReadable(std::string_view text);

// A prepared statement. Parameters and columns count from 0.
class Query {
 public:
  // Binds the values to ?1, ?2, ..., and runs a statement that returns no rows.
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

  // Advances to the next row; false at the end.
  Result<bool> Next();

  // Runs the query, and calls `take` for each row.
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
  // until Next(). A value that is not a valid number fails at Next() or
  // Check(): numbers are finite, times neither negative nor beyond 64 bits of
  // ns.
  int64_t Whole(int column) const;
  double Real(int column) const;
  double Micros(int column) const;
  std::optional<double> RealOrNull(int column) const;
  std::string_view Text(int column) const;
  bool IsNull(int column) const;

  // Fails with kCorrupt if a column was not a valid number.
  Status Check() const;

  // Invalid UTF-8 and zero bytes are written as \xNN, so every client can read
  // the text.
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

  // Runs the statement with the bound values.
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
  int64_t row_ = 0;          // number of the row since Start()
  mutable std::string wrong_;  // the column with an invalid number
  bool borrows_ = false;     // texts outlive the step that reads them
};

class Database {
 public:
  // kFrozen reads a file that no process changes, even if no file can be
  // written beside it.
  enum class Access : uint8_t { kRead, kWrite, kCreate, kFrozen };

  // `name` is the name in messages. Errors: kNotFound (no such file), kCorrupt
  // (not a database), kIo.
  static Result<Database> Open(const std::string& path, Access access,
                               std::string name);

  // A new or existing database in a file that is open for reading and writing,
  // and stays open until the database is closed. The file must not be used
  // elsewhere meanwhile: it is not locked, and has no journal.
  static Result<Database> OpenOwn(int file, std::string name);

  // Runs statements without parameters and results.
  Status Run(const std::string& statements);

  Result<Query> Prepare(std::string_view statement) const;

  // The single value of a query, such as a PRAGMA; 0 without rows.
  Result<int64_t> AskWhole(std::string_view query) const;

  // True if the last statement failed because of another writer.
  bool WasLocked() const;

  // Waits this long for other writers, but not while a signal is pending
  // (DeferSignals).
  void WaitFor(int milliseconds);

  // Makes later statements fail once a signal is pending.
  void StopAtSignals();

  int64_t last_row() const;

  const std::string& name() const { return *name_; }
  sqlite3* handle() const { return database_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  // `system`: the SQLite file system to use; null: the default.
  static Result<Database> OpenWith(const std::string& file, int flags,
                                   const char* system, std::string name);

  Database(sqlite3* database, std::string name)
      : name_(std::make_unique<std::string>(std::move(name))),
        database_(database) {}

  std::unique_ptr<std::string> name_;  // referenced by queries
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace tfprof
