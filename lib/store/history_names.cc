// SPDX-License-Identifier: Apache-2.0
#include "store/history_names.h"

#include "store/database_rows.h"

namespace tfprof {

namespace {

constexpr size_t kColumns = 3;  // id, parent, name

}  // namespace

Result<HistoryNames> HistoryNames::Read(size_t rows, const Database& database) {
  HistoryNames names;
  TFPROF_ASSIGN_OR_RETURN(names.last_,
                          database.AskWhole("SELECT max(id) FROM names"));
  if (names.last_ > INT64_MAX - static_cast<int64_t>(rows) - 1) {
    return Fail(ErrorCode::kCorrupt,
                "{}: is damaged: the last of its names has the number {}",
                database.name(), names.last_);
  }
  names.first_new_ = names.last_ + 1;
  if (names.last_ > static_cast<int64_t>(MostToRead(rows))) {
    TFPROF_ASSIGN_OR_RETURN(
        names.find_, database.Prepare("SELECT id FROM names WHERE parent = "
                                      "?1 AND name = ?2"));
    return names;
  }
  TFPROF_ASSIGN_OR_RETURN(
      Query query, database.Prepare("SELECT id, parent, name FROM names"));
  const auto add = [&] {
    names.Find(query.Whole(1), query.Text(2), query.Whole(0));
  };
  TFPROF_RETURN_IF_ERROR(query.ForEach(add));
  return names;
}

Result<int64_t> HistoryNames::Of(int64_t parent, const std::string& name,
                                 Database& database) {
  // The form in which it is read again, for any bytes.
  const std::string text = ReadableText(name);
  const int64_t next = last_ + 1;
  if (const int64_t known = Find(parent, text, next); known != next) {
    return known;
  }
  if (find_ && parent < first_new_) {
    find_->Start(parent, text);
    TFPROF_ASSIGN_OR_RETURN(const bool is_known, find_->Next());
    if (is_known) {
      ids_.Set(texts_of_rows_.size() - 1, find_->Whole(0));
      return find_->Whole(0);
    }
  }
  last_ = next;
  added_.Put(next);
  added_.Put(parent);
  added_.Put(text);
  TFPROF_RETURN_IF_ERROR(InsertIfMany(added_, kColumns, "names", database));
  return next;
}

Status HistoryNames::Insert(Database& database) {
  find_.reset();
  TFPROF_RETURN_IF_ERROR(InsertRows(added_, kColumns, "names", database));
  added_.Clear();
  return {};
}

int64_t HistoryNames::Find(int64_t parent, std::string_view name, int64_t id) {
  const StringId text = texts_.Intern(name);
  const auto next = static_cast<uint32_t>(texts_of_rows_.size());
  const size_t hash =
      IntHash()(uint64_t{text.value} << 32 ^ static_cast<uint64_t>(parent));
  const uint32_t row = rows_.FindOrAdd(hash, next, [&](uint32_t at) {
    return texts_of_rows_[at] == text && parents_[at] == parent;
  });
  if (row < next) return ids_[row];
  texts_of_rows_.push_back(text);
  parents_.Set(row, parent);
  ids_.Set(row, id);
  return id;
}

}  // namespace tfprof
