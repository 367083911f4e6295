// SPDX-License-Identifier: Apache-2.0
#include "store/kept_files.h"

#include <string_view>

#include "store/database_path.h"
#include "store/file_beginning.h"
#include "store/history.h"

namespace tfprof {

namespace {

// The first byte of a finished journal is zero.
Result<bool> IsInUse(const std::string& path) {
  TFPROF_ASSIGN_OR_RETURN(const std::string bytes, FileBeginning(path));
  return !bytes.empty() && bytes.front() != '\0';
}

}  // namespace

Status CheckIsNoneBeside(const std::string& path) {
  const std::string file = DatabasePath(path);
  for (const std::string_view end : {"-wal", "-journal", "-shm"}) {
    std::string_view database = file;
    if (!database.ends_with(end)) continue;
    database.remove_suffix(end.size());
    const std::string name(database);
    TFPROF_ASSIGN_OR_RETURN(const bool is_database, History::IsDatabase(name));
    if (!is_database) continue;
    TFPROF_ASSIGN_OR_RETURN(const bool is_history, History::IsHistory(name));
    return Fail(ErrorCode::kInvalidArgument,
                "{}: belongs to the {} {}, and may have its only copy of the "
                "last changes; name another file",
                path, is_history ? "history" : "database", name);
  }
  return {};
}

Status CheckReplaceable(const std::string& path, bool by_database) {
  TFPROF_RETURN_IF_ERROR(CheckIsNoneBeside(path));
  TFPROF_ASSIGN_OR_RETURN(const bool is_history, History::IsHistory(path));
  if (is_history) {
    return Fail(ErrorCode::kInvalidArgument,
                "{}: is a history of runs, which would be lost; name another "
                "file, or move this one away",
                path);
  }
  TFPROF_ASSIGN_OR_RETURN(const bool is_database, History::IsDatabase(path));
  if (!by_database && !is_database) return {};
  const std::string file = DatabasePath(path);
  for (const char* const end : {"-wal", "-journal"}) {
    const std::string beside = file + end;
    TFPROF_ASSIGN_OR_RETURN(const bool is_in_use, IsInUse(beside));
    if (!is_in_use) continue;
    return Fail(ErrorCode::kInvalidArgument,
                "{}: has changes to {} that are not in it yet, and would go "
                "into a file that replaces it; close the program that has it "
                "open, read it once with sqlite3, or move both away",
                beside, path);
  }
  return {};
}

}  // namespace tfprof
