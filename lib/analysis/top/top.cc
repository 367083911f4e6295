// SPDX-License-Identifier: Apache-2.0
#include "analysis/top/top.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "base/hash.h"
#include "base/numbers.h"
#include "base/table_index.h"
#include "model/code_lines.h"
#include "model/node_label.h"
#include "view/details.h"

namespace tfprof {

namespace {

constexpr uint32_t kNoTopRow = UINT32_MAX;

// "MatMul 64x128, ?".
void AppendTypeAndShapes(const Profile& profile, NodeId node,
                         std::string& text) {
  text += profile.strings[profile.nodes.op[node.value]];
  const char* before = " ";
  for (const InputEdge& input : profile.nodes.inputs[node.value]) {
    text += std::exchange(before, ", ");
    const auto shape = InputShape(profile, input);
    if (shape.empty()) text += '?';
    AppendShape(text, shape);
  }
}

// The columns after the two shares.
enum Place : size_t { kSelf, kCalls, kCallTime, kBytes, kFloatOps, kName };

size_t PlaceOf(TopOrder order) {
  constexpr std::array<Place, 6> kPlaces = {kSelf,  kCalls,    kCallTime,
                                            kBytes, kFloatOps, kName};
  return kPlaces[static_cast<size_t>(order)];
}

}  // namespace

// Finds the row of each node.
class TopSums::Grouping {
 public:
  Grouping(const Profile& profile, const TopOptions& options,
           const NamedWork& work, Data& data)
      : profile_(profile), options_(options), work_(work), data_(data) {
    if (options.by == TopBy::kCode) code_ = CodeLinesOf(profile);
  }

  void Add(size_t row);

  NamedRows Finish();

 private:
  // The name of the node's row, which may be composed in `text_`.
  std::string_view NameOf(NodeId node);
  uint32_t RowOf(NodeId node);
  // Adds the work of a node that has any, once. False if it has none.
  bool AddWork(NodeId node, uint32_t sum);

  const Profile& profile_;
  const TopOptions& options_;
  const NamedWork& work_;
  Data& data_;
  CodeLines code_;   // for rows by code line
  TableIndex rows_;  // by name
  std::vector<uint32_t> of_node_ =
      std::vector<uint32_t>(profile_.nodes.size(), kNoTopRow);
  std::vector<bool> has_added_ = std::vector<bool>(profile_.nodes.size());
  std::string text_;
};

std::string_view TopSums::Grouping::NameOf(NodeId node) {
  const NodeTable& nodes = profile_.nodes;
  text_.clear();
  switch (options_.by) {
    case TopBy::kOp:
      return profile_.strings[nodes.op[node.value]];
    case TopBy::kName:
      return profile_.NameOf(node);
    case TopBy::kScope:
      return ScopeOrName(profile_.NameOf(node), options_.scope_depth);
    case TopBy::kCode: {
      // The line that the node is for, as in `path`.
      const CodeLines::Owner owner = code_.OwnerOf(profile_.NameOf(node));
      if (owner.line.empty()) return "(no code line)";
      text_ = owner.line;
      if (owner.is_gradient) text_ += " (gradient)";
      return text_;
    }
    case TopBy::kDevice: {
      const StringId device = nodes.device[node.value];
      return device.valid() ? profile_.strings[device] : "(no device)";
    }
    case TopBy::kShape:
      AppendTypeAndShapes(profile_, node, text_);
      return text_;
    case TopBy::kKernel:
    case TopBy::kProgram:
    case TopBy::kCategory:
    case TopBy::kRegion:
      break;
  }
  return {};
}

uint32_t TopSums::Grouping::RowOf(NodeId node) {
  uint32_t& at = of_node_[node.value];
  if (at != kNoTopRow) return at;
  const std::string_view name = NameOf(node);
  const auto next = static_cast<uint32_t>(data_.name.size());
  at = rows_.FindOrAdd(TextHash()(name), next,
                       [&](uint32_t row) { return data_.name[row] == name; });
  if (at < next) return at;
  const bool is_made = name.data() == text_.data();
  data_.name.push_back(is_made ? data_.names[data_.names.Intern(name)] : name);
  data_.has_float_ops.push_back(false);
  data_.lacks_float_ops.push_back(false);
  data_.lacks_bytes.push_back(false);
  return at;
}

bool TopSums::Grouping::AddWork(NodeId node, uint32_t sum) {
  if (work_.of_name.empty()) return false;
  const auto found = work_.of_name.find(profile_.RecordedNameOf(node));
  if (found == work_.of_name.end()) return false;
  if (has_added_[node.value]) return true;
  has_added_[node.value] = true;
  const auto& [float_ops, bytes] = found->second;
  if (!float_ops) data_.lacks_float_ops[sum] = true;
  if (!bytes) data_.lacks_bytes[sum] = true;
  data_.has_float_ops[sum] = true;
  data_.float_ops.Add(sum, float_ops.value_or(0));
  data_.bytes.Add(sum, bytes.value_or(0));
  return true;
}

void TopSums::Grouping::Add(size_t row) {
  const NodeStepTable& rows = profile_.node_steps;
  const NodeId node = rows.node[row];
  const int64_t time =
      profile_.is_recording
          ? WrapAdd(rows.accelerator_ps[row], rows.cpu_ps[row])
          : WrapAdd(rows.accelerator_us[row], rows.cpu_us[row]);
  const uint32_t sum = RowOf(node);
  data_.time.Add(sum, time);
  data_.calls.Add(sum, rows.run_count[row]);
  if (AddWork(node, sum)) return;
  data_.bytes.Add(sum, rows.requested_bytes[row]);
  const int64_t float_ops = profile_.nodes.float_ops[node.value];
  if (float_ops == 0) return;
  data_.has_float_ops[sum] = true;
  data_.float_ops.Add(sum, WrapMultiply(float_ops, rows.run_count[row]));
}

TopSums::NamedRows TopSums::Grouping::Finish() {
  NamedRows row_of_node;
  rows_ = TableIndex();
  data_.names.Freeze();
  for (uint32_t node = 0; node < of_node_.size(); ++node) {
    if (of_node_[node] == kNoTopRow) continue;
    row_of_node.name.push_back(profile_.RecordedNameOf(NodeId(node)));
    row_of_node.row.push_back(of_node_[node]);
  }
  return row_of_node;
}

TopSums::TopSums(const Profile& profile, const std::vector<int64_t>& steps,
                 const TopOptions& options, const NamedWork& work)
    : options_(options) {
  data_->steps = steps.size();
  data_->in_picos = profile.is_recording;
  std::vector<bool> is_chosen;  // by row of Profile::step_numbers
  for (const int64_t step : profile.step_numbers) {
    is_chosen.push_back(std::binary_search(steps.begin(), steps.end(), step));
  }
  Grouping grouping(profile, options, work, *data_);
  const NodeStepTable& rows = profile.node_steps;
  for (size_t row = 0; row < rows.size(); ++row) {
    if (profile.node_steps_are_sums || is_chosen[rows.step[row]]) {
      grouping.Add(row);
    }
  }
  row_of_node_ = grouping.Finish();
}

void TopSums::TakeTexts(Profile profile) {
  data_->of_profile = std::move(profile.strings);
  data_->of_profile.ForgetIds();
}

void TopSums::AddWork(WorkCounter& work) {
  data_->float_ops = Column<int64_t>();
  data_->has_float_ops.assign(data_->name.size(), false);
  const Column<std::string_view>& names = row_of_node_.name;
  std::vector<uint32_t>& rows = row_of_node_.row;
  TableIndex nodes;  // of row_of_node_, by name
  for (uint32_t i = 0; i < rows.size(); ++i) {
    const uint32_t at = nodes.FindOrAdd(
        TextHash()(names[i]), i,
        [&](uint32_t known) { return names[known] == names[i]; });
    if (rows[at] != rows[i]) rows[at] = kSeveral;
  }
  work.Drain([&](const NodeWork& node) {
    if (!node.float_ops) return;
    const uint32_t at = nodes.Find(TextHash()(node.node), [&](uint32_t known) {
      return names[known] == node.node;
    });
    if (at == TableIndex::kNone || rows[at] == kSeveral) return;
    data_->has_float_ops[rows[at]] = true;
    data_->float_ops.Add(rows[at], *node.float_ops);
  });
}

void TopSums::AddHostLines(const std::map<std::string, int64_t>& lines) {
  if (!lines.empty()) data_->host.assign(data_->name.size(), -1);
  for (const auto& [line, ps] : lines) {
    data_->name.push_back(data_->host_names.emplace_back(line));
    data_->has_float_ops.push_back(false);
    data_->lacks_float_ops.push_back(false);
    data_->lacks_bytes.push_back(true);
    data_->host.push_back(ps);
  }
}

// Brings the rows into order and makes their cells.
class TopSums::Ranker {
 public:
  Ranker(const TopOptions& options, std::shared_ptr<Data> data)
      : data_(std::move(data)), order_(PlaceOf(options.order)) {
    const bool has_shares = order_ == kSelf || order_ == kCalls ||
                            order_ == kBytes || order_ == kFloatOps;
    shared_ = has_shares ? order_ : size_t{kSelf};
    rows_.resize(data_->name.size());
    std::iota(rows_.begin(), rows_.end(), 0u);
    const Column<std::string_view>& name = data_->name;
    std::sort(rows_.begin(), rows_.end(),
              [&](uint32_t a, uint32_t b) { return name[a] < name[b]; });
    if (!options.filter.empty()) Filter(options.filter);
    if (!data_->host.empty() && order_ != kName) {
      std::stable_sort(rows_.begin(), rows_.end(), [&](uint32_t a, uint32_t b) {
        return data_->host[a] > data_->host[b];
      });
    }
    if (order_ != kName) Sort();
    so_far_.reserve(rows_.size());
    double so_far = 0;
    for (const uint32_t row : rows_) {
      const double value = Shared(row);
      whole_ += value;
      so_far_.push_back(so_far += value);
    }
  }

  size_t size() const { return rows_.size(); }

  size_t shared() const { return shared_; }

  bool has_host() const { return !data_->host.empty(); }

  std::vector<Cell> CellsOf(size_t at) const {
    const uint32_t row = rows_[at];
    const auto share = [&](double part) {
      return whole_ > 0 ? Cell(part / whole_) : Cell();
    };
    std::vector<Cell> cells;
    cells.reserve(kName + 3);
    cells.push_back(share(Shared(row)));
    cells.push_back(share(so_far_[at]));
    for (size_t place = kSelf; place < kName; ++place) {
      cells.push_back(NumberAt(row, place));
    }
    if (has_host()) {
      const int64_t host_ps = data_->host[row];
      cells.push_back(host_ps < 0 ? Cell()
                                  : Cell(static_cast<double>(host_ps) / 1e6 /
                                         static_cast<double>(data_->steps)));
    }
    cells.emplace_back(OwnedText(data_->name[row]));
    return cells;
  }

 private:
  Cell NumberAt(uint32_t row, size_t place) const;

  // 0 if it is not known.
  double Shared(uint32_t row) const {
    return NumberOf(NumberAt(row, shared_)).value_or(0);
  }

  // Rows that do not match remain parts of the whole.
  void Filter(const RegexSet& filter) {
    const auto is_left_out = [&](uint32_t row) {
      return !filter.Matches(data_->name[row]);
    };
    for (const uint32_t row : rows_) {
      if (is_left_out(row)) whole_ += Shared(row);
    }
    std::erase_if(rows_, is_left_out);
  }

  void Sort();

  const std::shared_ptr<Data> data_;
  const size_t order_;
  size_t shared_ = kSelf;       // whose shares are shown
  double whole_ = 0;            // of that
  std::vector<uint32_t> rows_;  // in order
  std::vector<double> so_far_;
};

Cell TopSums::Ranker::NumberAt(uint32_t row, size_t place) const {
  const size_t steps = data_->steps;
  // The mean is exact for one step.
  const auto mean = [steps](int64_t sum) {
    if (steps == 1) return Cell(sum);
    return Cell(static_cast<double>(sum) / static_cast<double>(steps));
  };
  const double micros =
      static_cast<double>(data_->time[row]) / (data_->in_picos ? 1e6 : 1);
  switch (place) {
    case kSelf:
      return data_->in_picos ? Cell(micros / static_cast<double>(steps))
                             : mean(data_->time[row]);
    case kCalls:
      return mean(data_->calls[row]);
    case kCallTime:
      return data_->calls[row] > 0
                 ? Cell(micros / static_cast<double>(data_->calls[row]))
                 : Cell();
    case kBytes:
      return data_->lacks_bytes[row] ? Cell() : mean(data_->bytes[row]);
    default:
      return data_->has_float_ops[row] && !data_->lacks_float_ops[row]
                 ? mean(data_->float_ops[row])
                 : Cell();
  }
}

// Unknown numbers stand last, and equal ones in order of names.
void TopSums::Ranker::Sort() {
  std::stable_sort(rows_.begin(), rows_.end(), [&](uint32_t a, uint32_t b) {
    return NumberOf(NumberAt(a, order_)) > NumberOf(NumberAt(b, order_));
  });
}

Section TopSums::Finish(bool makes_rows) {
  row_of_node_ = {};
  const auto ranker = std::make_shared<Ranker>(options_, std::move(data_));
  Table table;
  table.columns = {{"share", Unit::kShare},     {"cumulative", Unit::kShare},
                   {"self", Unit::kMicros},     {"calls", Unit::kCount},
                   {"call", Unit::kMicros},     {"bytes", Unit::kBytes, true},
                   {"float ops", Unit::kCount}, {"name"}};
  if (ranker->has_host()) {
    table.columns.insert(table.columns.end() - 1, {"host", Unit::kMicros});
  }
  table.shares = 0;
  if (ranker->shared() != kSelf) {
    table.shares_of = table.columns[ranker->shared() + 2].title;
  }
  table.most_rows = static_cast<size_t>(options_.most_rows);
  table.all_by = "-n 0";
  table.AddRows(ranker->size(), makes_rows,
                [ranker](size_t row) { return ranker->CellsOf(row); });
  return {"top", {}, std::move(table)};
}

std::string_view ScopeOrName(std::string_view name, int64_t depth) {
  const std::string_view scope =
      OuterScopes(name, static_cast<size_t>(std::max<int64_t>(depth, 0)));
  return scope.empty() ? name : scope;
}

Section TopOf(const Profile& profile, const std::vector<int64_t>& steps,
              const TopOptions& options) {
  return TopSums(profile, steps, options).Finish(false);
}

Result<RegexSet> CompileSearch(const std::string& pattern) {
  const bool has_capital =
      std::any_of(pattern.begin(), pattern.end(),
                  [](char c) { return c >= 'A' && c <= 'Z'; });
  // Compiled alone first, so that an error shows the pattern as written.
  TFPROF_ASSIGN_OR_RETURN(RegexSet as_written, RegexSet::Compile({pattern}));
  return RegexSet::Compile(
      {(has_capital ? "(?s:.*)(?:" : "(?i)(?s:.*)(?:") + pattern + ")(?s:.*)"});
}

}  // namespace tfprof
