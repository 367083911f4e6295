// SPDX-License-Identifier: Apache-2.0
#include "store/database.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <sqlite3.h>
#include <unistd.h>

#include "base/emergency.h"
#include "base/memory_allowance.h"
#include "base/strings.h"
#include "store/database_file.h"

namespace tfprof {

namespace {

Failure ReadOnly(const std::string& name) {
  return Fail(ErrorCode::kIo,
              "{}: cannot be written: the file or its folder is read-only",
              name);
}

// SQLite reports the last of several attempts: opening a file beside the
// database, or a read-only open after a failed write.
Failure CannotOpen(const std::string& path, bool is_made, int why,
                   const std::string& name) {
  const bool is_there = access(path.c_str(), F_OK) == 0;
  const std::string folder = std::filesystem::path(path).parent_path();
  if ((why == ENOENT || why == 0) && (is_there || is_made) &&
      access(folder.empty() ? "." : folder.c_str(), W_OK) != 0) {
    why = errno;
  }
  if (why == EROFS) return ReadOnly(name);
  return Fail(
      why == ENOENT && !is_there ? ErrorCode::kNotFound : ErrorCode::kIo,
      "{}: cannot be opened{}", name,
      why == 0 ? "" : fmt::format(" ({})", std::strerror(why)));
}

// Translates a result code of SQLite into an error.
Failure DatabaseError(sqlite3* database, const std::string& name) {
  const int code = sqlite3_errcode(database) & 0xff;
  const char* const words = sqlite3_errmsg(database);
  int why = sqlite3_system_errno(database);
  // only the file knows the errno of a statement
  if (why == 0 && code == SQLITE_IOERR) {
    sqlite3_file_control(database, nullptr, SQLITE_FCNTL_LAST_ERRNO, &why);
  }
  const std::string system =
      why == 0 ? "" : fmt::format(" ({})", std::strerror(why));
  switch (code) {
    case SQLITE_NOTADB:
      return Fail(ErrorCode::kCorrupt, "{}: is not an SQLite database", name);
    case SQLITE_CORRUPT:
      return Fail(ErrorCode::kCorrupt,
                  "{}: is damaged: {}; `sqlite3 FILE .recover` saves the rest",
                  name, words);
    case SQLITE_FULL:
      return Fail(ErrorCode::kIo,
                  "{}: cannot be written: No space left on device", name);
    case SQLITE_READONLY:
      return ReadOnly(name);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Fail(ErrorCode::kIo,
                  "{}: another process has it locked; try again later", name);
    case SQLITE_CANTOPEN: {
      const char* const path = sqlite3_db_filename(database, nullptr);
      return CannotOpen(path == nullptr ? "" : path, false, why, name);
    }
    case SQLITE_NOMEM:
      return Fail(ErrorCode::kLimit, "{}: not enough memory", name);
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_IOERR:
      return Fail(ErrorCode::kIo, "{}: {}{}", name, words, system);
    case SQLITE_CONSTRAINT:  // our rows are valid, so the stored ones are not
      return Fail(ErrorCode::kCorrupt,
                  "{}: is damaged: new rows contradict existing ones: {}", name,
                  words);
    case SQLITE_ERROR:  // our SQL is valid, so the file is wrong
      return Fail(ErrorCode::kCorrupt,
                  "{}: does not have the tables that this program makes: {}",
                  name, words);
    default:
      return Fail(ErrorCode::kInternal, "{}: {}", name, words);
  }
}

// The table that a query selects from.
std::string_view TableIn(std::string_view sql) {
  constexpr std::string_view kFrom = "FROM ";
  const size_t from = sql.find(kFrom);
  if (from == std::string_view::npos) return "a table";
  sql.remove_prefix(from + kFrom.size());
  return sql.substr(0, sql.find(' '));
}

// True if all bytes are ASCII and not zero; eight bytes at a time.
bool IsPlain(std::string_view text) {
  constexpr uint64_t kOnes = 0x0101010101010101u;
  constexpr uint64_t kHighBits = kOnes << 7;
  for (; text.size() >= sizeof(kOnes); text.remove_prefix(sizeof(kOnes))) {
    uint64_t bytes = 0;
    std::memcpy(&bytes, text.data(), sizeof(bytes));
    if ((((bytes - kOnes) | bytes) & kHighBits) != 0) return false;
  }
  return std::all_of(text.begin(), text.end(), [](char byte) {
    return static_cast<signed char>(byte) > 0;
  });
}

std::string WithoutZeros(std::string_view text) {
  std::string without;
  for (const char byte : EscapedUtf8(text)) {
    if (byte == '\0') {
      without += "\\x00";
    } else {
      without += byte;
    }
  }
  return without;
}

std::string FrozenUri(std::string_view path) {
  std::string uri = "file:";
  for (const char byte : path) {
    const bool is_plain = (byte >= 'a' && byte <= 'z') ||
                          (byte >= 'A' && byte <= 'Z') ||
                          (byte >= '0' && byte <= '9') || byte == '/' ||
                          byte == '.' || byte == '_';
    if (is_plain) {
      uri += byte;
    } else {
      uri += fmt::format("%{:02x}", static_cast<unsigned char>(byte));
    }
  }
  return uri + "?immutable=1";
}

}  // namespace

std::string ReadableText(std::string_view text) {
  return IsPlain(text) ? std::string(text) : WithoutZeros(text);
}

bool IsReadable(std::string_view text) { return IsPlain(text); }

void AppendReadable(std::string_view text, std::string& to) {
  if (IsPlain(text)) {
    to += text;
  } else {
    to += WithoutZeros(text);
  }
}

void Query::Close::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void Query::Bind(int at, std::string_view text) {
  if (IsPlain(text)) {
    sqlite3_bind_text64(statement_.get(), at + 1,
                        text.empty() ? "" : text.data(), text.size(),
                        borrows_ ? SQLITE_STATIC : SQLITE_TRANSIENT,
                        SQLITE_UTF8);
    return;
  }
  const std::string readable = WithoutZeros(text);
  sqlite3_bind_text64(statement_.get(), at + 1, readable.data(),
                      readable.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void Query::Bind(int at, int64_t number) {
  sqlite3_bind_int64(statement_.get(), at + 1, number);
}

void Query::Bind(int at, double number) {
  sqlite3_bind_double(statement_.get(), at + 1, number);
}

void Query::Bind(int at, std::nullopt_t) {
  sqlite3_bind_null(statement_.get(), at + 1);
}

Result<bool> Query::Next() {
  if (!wrong_.empty()) return Failure(Check().error());
  ++row_;
  switch (sqlite3_step(statement_.get())) {
    case SQLITE_ROW:
      return true;
    case SQLITE_DONE:
      return false;
    default:
      return DatabaseError(sqlite3_db_handle(statement_.get()), *name_);
  }
}

Status Query::Finish() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_DONE || code == SQLITE_ROW) {
    sqlite3_reset(statement_.get());
    return {};
  }
  const Failure failure =
      DatabaseError(sqlite3_db_handle(statement_.get()), *name_);
  sqlite3_reset(statement_.get());
  return failure;
}

void Query::Reset() {
  sqlite3_reset(statement_.get());
  row_ = 0;
}

void Query::Require(bool is_so, int column) const {
  if (is_so || IsNull(column) || !wrong_.empty()) return;
  wrong_ = fmt::format("{} of row {} in {}",
                       sqlite3_column_name(statement_.get(), column), row_,
                       TableIn(sqlite3_sql(statement_.get())));
}

Status Query::Check() const {
  if (wrong_.empty()) return {};
  return Fail(ErrorCode::kCorrupt,
              "{}: is damaged: {} is not a number that a run can have", *name_,
              wrong_);
}

int64_t Query::Whole(int column) const {
  sqlite3_stmt* const row = statement_.get();
  const int64_t number = sqlite3_column_int64(row, column);
  // Texts and infinities read as these numbers; other columns are cheaper to
  // check.
  if (number == 0 || number == INT64_MIN || number == INT64_MAX) {
    Require(sqlite3_column_type(row, column) == SQLITE_INTEGER, column);
  }
  return number;
}

double Query::Real(int column) const { return RealOrNull(column).value_or(0); }

std::optional<double> Query::RealOrNull(int column) const {
  sqlite3_stmt* const row = statement_.get();
  const int type = sqlite3_column_type(row, column);
  if (type == SQLITE_NULL) return std::nullopt;
  const double number = sqlite3_column_double(row, column);
  Require((type == SQLITE_INTEGER || type == SQLITE_FLOAT) &&
              std::isfinite(number),
          column);
  return number;
}

double Query::Micros(int column) const {
  constexpr double kMost = 9.3e15;
  const double micros = Real(column);
  Require(micros >= 0 && micros <= kMost, column);
  return micros;
}

std::string_view Query::Text(int column) const {
  const auto* text = sqlite3_column_text(statement_.get(), column);
  if (text == nullptr) return {};
  return {reinterpret_cast<const char*>(text),
          static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

bool Query::IsNull(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void Database::Close::operator()(sqlite3* database) const {
  sqlite3_close(database);
}

Result<Database> Database::Open(const std::string& path, Access access,
                                std::string name) {
  constexpr int kFlags[] = {SQLITE_OPEN_READONLY, SQLITE_OPEN_READWRITE,
                            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI};
  std::error_code unknown;
  if (const auto is = std::filesystem::status(path, unknown);
      std::filesystem::exists(is) && !std::filesystem::is_regular_file(is)) {
    return Fail(ErrorCode::kNotFound,
                "{}: is not a file, and a database cannot be read from pipes, "
                "devices and folders",
                name);
  }
  const auto size = std::filesystem::file_size(path, unknown);
  if (!unknown) CountInput(path, size);
  // A path that begins with "file:" or ":" is still a path.
  std::string file = path.starts_with('/') ? path : "./" + path;
  if (access == Access::kFrozen) file = FrozenUri(file);
  return OpenWith(file, kFlags[static_cast<size_t>(access)], nullptr,
                  std::move(name));
}

Result<Database> Database::OpenOwn(int file, std::string name) {
  const char* const system = OpenFiles();
  if (system == nullptr) {
    return Fail(ErrorCode::kLimit, "{}: not enough memory", name);
  }
  TFPROF_ASSIGN_OR_RETURN(
      Database database,
      OpenWith(PathOfOpenFile(file), SQLITE_OPEN_READWRITE, system,
               std::move(name)));
  TFPROF_RETURN_IF_ERROR(database.Run("PRAGMA journal_mode = OFF"));
  return database;
}

Result<Database> Database::OpenWith(const std::string& file, int flags,
                                    const char* system, std::string name) {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &opened,
                                   flags | SQLITE_OPEN_NOMUTEX, system);
  Database database(opened, std::move(name));
  if (opened == nullptr) {
    return Fail(ErrorCode::kLimit, "{}: not enough memory", database.name());
  }
  if ((code & 0xff) == SQLITE_CANTOPEN) {
    return CannotOpen(file, (flags & SQLITE_OPEN_CREATE) != 0,
                      sqlite3_system_errno(opened), database.name());
  }
  if (code != SQLITE_OK) return DatabaseError(opened, database.name());
  return database;
}

Status Database::Run(const std::string& statements) {
  if (sqlite3_exec(database_.get(), statements.c_str(), nullptr, nullptr,
                   nullptr) == SQLITE_OK) {
    return {};
  }
  return DatabaseError(database_.get(), *name_);
}

Result<Query> Database::Prepare(std::string_view statement) const {
  sqlite3_stmt* prepared = nullptr;
  if (sqlite3_prepare_v2(database_.get(), statement.data(),
                         static_cast<int>(statement.size()), &prepared,
                         nullptr) == SQLITE_OK) {
    return Query(prepared, name_.get());
  }
  return DatabaseError(database_.get(), *name_);
}

Result<int64_t> Database::AskWhole(std::string_view query) const {
  TFPROF_ASSIGN_OR_RETURN(Query asked, Prepare(query));
  TFPROF_ASSIGN_OR_RETURN(const bool has_row, asked.Next());
  return has_row ? asked.Whole(0) : 0;
}

bool Database::WasLocked() const {
  const int code = sqlite3_errcode(database_.get()) & 0xff;
  return code == SQLITE_BUSY || code == SQLITE_LOCKED;
}

void Database::WaitFor(int milliseconds) {
  constexpr intptr_t kPauseMs = 10;
  // Called before each pause, with the number of pauses so far.
  const auto waits = [](void* most, int pauses) {
    if (pauses >= reinterpret_cast<intptr_t>(most)) return 0;
    if (DeferSignals::IsOneWaiting()) return 0;
    sqlite3_sleep(kPauseMs);
    return 1;
  };
  sqlite3_busy_handler(database_.get(), waits,
                       reinterpret_cast<void*>(milliseconds / kPauseMs));
}

void Database::StopAtSignals() {
  constexpr int kInstructions = 10'000;  // of SQLite, a fraction of a ms
  const auto stops = [](void*) { return int{DeferSignals::IsOneWaiting()}; };
  sqlite3_progress_handler(database_.get(), kInstructions, stops, nullptr);
}

int64_t Database::last_row() const {
  return sqlite3_last_insert_rowid(database_.get());
}

}  // namespace tfprof
