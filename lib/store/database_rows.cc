// SPDX-License-Identifier: Apache-2.0
#include "store/database_rows.h"

#include <memory>
#include <new>

#include <sqlite3.h>

namespace tfprof {

namespace {

// SQLite's virtual table and its cursor. SQLite is a C library and passes
// pointers to the base part.
struct SourceTable : sqlite3_vtab {
  const RowSource* source = nullptr;
};

struct SourceCursor : sqlite3_vtab_cursor {
  const RowSource* source = nullptr;
  size_t at = 0;  // the first cell of the row
};

SourceCursor& Of(sqlite3_vtab_cursor* cursor) {
  return static_cast<SourceCursor&>(*cursor);
}

int Connect(sqlite3* database, void* source, int, const char* const*,
            sqlite3_vtab** table, char**) try {
  auto made = std::make_unique<SourceTable>();
  made->source = static_cast<const RowSource*>(source);
  std::string columns;
  for (size_t i = 0; i < made->source->columns; ++i) {
    columns += fmt::format("{}c{}", i == 0 ? "" : ", ", i);
  }
  const int code = sqlite3_declare_vtab(
      database, fmt::format("CREATE TABLE rows({})", columns).c_str());
  if (code == SQLITE_OK) *table = made.release();
  return code;

} catch (const std::bad_alloc&) {
  return SQLITE_NOMEM;
}

int Disconnect(sqlite3_vtab* table) {
  delete static_cast<SourceTable*>(table);
  return SQLITE_OK;
}

int Open(sqlite3_vtab* table, sqlite3_vtab_cursor** cursor) {
  auto* const made = new (std::nothrow) SourceCursor();
  if (made == nullptr) return SQLITE_NOMEM;
  made->source = static_cast<SourceTable*>(table)->source;
  *cursor = made;
  return SQLITE_OK;
}

int CloseCursor(sqlite3_vtab_cursor* cursor) {
  delete &Of(cursor);
  return SQLITE_OK;
}

int Filter(sqlite3_vtab_cursor* cursor, int, const char*, int,
           sqlite3_value**) {
  Of(cursor).at = 0;
  return SQLITE_OK;
}

int Next(sqlite3_vtab_cursor* cursor) {
  Of(cursor).at += Of(cursor).source->columns;
  return SQLITE_OK;
}

int IsAtEnd(sqlite3_vtab_cursor* cursor) {
  const RowBatch* const rows = Of(cursor).source->rows;
  return rows == nullptr || Of(cursor).at >= rows->cells() ? 1 : 0;
}

int GiveColumn(sqlite3_vtab_cursor* cursor, sqlite3_context* context,
               int column) {
  const RowBatch& rows = *Of(cursor).source->rows;
  const RowBatch::Cell& cell =
      rows.cell(Of(cursor).at + static_cast<size_t>(column));
  switch (cell.kind) {
    case RowBatch::Cell::Kind::kNull:
      break;  // a column is NULL unless set
    case RowBatch::Cell::Kind::kWhole:
      sqlite3_result_int64(context, cell.whole);
      break;
    case RowBatch::Cell::Kind::kReal:
      sqlite3_result_double(context, cell.real);
      break;
    case RowBatch::Cell::Kind::kText:
      sqlite3_result_text64(context, rows.TextOf(cell), cell.size,
                            SQLITE_STATIC, SQLITE_UTF8);
      break;
  }
  return SQLITE_OK;
}

int GiveRow(sqlite3_vtab_cursor* cursor, sqlite3_int64* row) {
  *row = static_cast<sqlite3_int64>(Of(cursor).at);
  return SQLITE_OK;
}

int PlanScan(sqlite3_vtab*, sqlite3_index_info*) { return SQLITE_OK; }

sqlite3_module MakeModule() {
  sqlite3_module module = {};
  module.xConnect = Connect;
  module.xDisconnect = Disconnect;
  module.xBestIndex = PlanScan;
  module.xOpen = Open;
  module.xClose = CloseCursor;
  module.xFilter = Filter;
  module.xNext = Next;
  module.xEof = IsAtEnd;
  module.xColumn = GiveColumn;
  module.xRowid = GiveRow;
  return module;
}

}  // namespace

Status RowSource::AddTo(Database& database, const std::string& name) {
  static const sqlite3_module kModule = MakeModule();
  if (sqlite3_create_module(database.handle(), name.c_str(), &kModule, this) ==
      SQLITE_OK) {
    return {};
  }
  return Fail(ErrorCode::kLimit, "{}: not enough memory", database.name());
}

Status InsertRows(const RowBatch& rows, size_t columns,
                  std::string_view table, Database& database) {
  RowSource source{.columns = columns, .rows = &rows};
  const std::string name = fmt::format("rows_of_{}", table);
  TFPROF_RETURN_IF_ERROR(source.AddTo(database, name));
  TFPROF_ASSIGN_OR_RETURN(
      Query insert, database.Prepare(fmt::format(
                        "INSERT INTO {} SELECT * FROM {}", table, name)));
  return insert.Run();
}

Status InsertIfMany(RowBatch& rows, size_t columns, std::string_view table,
                    Database& database) {
  constexpr size_t kMany = 100'000;  // cells
  if (rows.cells() <= kMany) return {};
  TFPROF_RETURN_IF_ERROR(InsertRows(rows, columns, table, database));
  rows.Clear();
  return {};
}

}  // namespace tfprof
