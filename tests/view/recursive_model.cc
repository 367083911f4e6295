// SPDX-License-Identifier: Apache-2.0
#include "view/recursive_model.h"

#include <algorithm>
#include <memory>

#include "base/numbers.h"

namespace tfprof {

namespace {

using Values = std::vector<int64_t>;

void Add(Values& to, const Values& more) {
  for (size_t m = 0; m < to.size(); ++m) to[m] = WrapAdd(to[m], more[m]);
}

struct Item {
  std::string name;
  Values self = Values(kMeasureCount), total = Values(kMeasureCount);
  bool accounted = false;
  int64_t group = 0;
  std::vector<Item*> kids;
};

class Model {
 public:
  Model(const Profile& profile, const View& view, const Forest& forest,
        const StepValues& values, const Selection& selection)
      : profile_(profile),
        policy_(view.policy),
        forest_(forest),
        values_(values),
        selection_(selection) {}

  std::vector<ModelRow> Run() {
    if (policy_.is_flat) return RunList();
    Item* root = Keep(0).front();
    if (!selection_.start.is_everything()) root->kids = Reroot(root->kids);
    if (IsCut(*root, 1)) {
      root->kids.clear();
      if (Redoes()) root->total = root->self;
    } else {
      root->kids = Walk({root}, 1).front()->kids;
    }
    Emit(*root, 0);
    return rows_;
  }

 private:
  bool Redoes() const {
    return selection_.account_displayed_only && policy_.redo_totals;
  }

  int CountOf(NodeId node) const {
    if (selection_.account.is_everything()) return 1;
    int count = 0;
    for (size_t p = 0; p < selection_.account.size(); ++p) {
      bool any = false;
      for (const StringId type : profile_.nodes.TypesOf(node.value)) {
        any |= selection_.account.MemberMatches(p, profile_.strings[type]);
      }
      count += any;
    }
    return count;
  }

  Item* Make(uint32_t row) {
    Item* item = items_.emplace_back(std::make_unique<Item>()).get();
    item->name = forest_.NameOf(row).str();
    item->accounted = row > 0 && selection_.account.is_everything();
    const auto members = forest_.members[row];
    for (const NodeId node : members) {
      const int count = CountOf(node);
      item->group += count > 0;
      item->accounted |= count > 0;
      for (int i = 0; i < (policy_.grouped ? count : 1); ++i) {
        for (size_t m = 0; m < kMeasureCount; ++m) {
          item->self[m] = WrapAdd(item->self[m], values_.column[m][node.value]);
        }
      }
    }
    if (row > 0 && members.empty() && !policy_.grouped) {
      item->accounted |= selection_.account.Matches(policy_.placeholder_type);
    }
    item->self[IndexOf(Measure::kDefinitionCount)] = 1;
    return item;
  }

  // The kept form of a row: itself, or what moves up in its place.
  std::vector<Item*> Keep(uint32_t row) {
    Item* item = Make(row);
    for (uint32_t child = row + 1; child < forest_.end[row];
         child = forest_.end[child]) {
      for (Item* kept : Keep(child)) item->kids.push_back(kept);
    }
    if (row > 0) {
      if (!item->accounted && policy_.splice_unaccounted) return item->kids;
      if (!item->accounted && item->kids.empty()) return {};
      item->total = item->self;
    }
    for (const Item* kid : item->kids) Add(item->total, kid->total);
    return {item};
  }

  std::vector<Item*> Reroot(const std::vector<Item*>& items) {
    std::vector<Item*> opened;
    for (Item* item : items) {
      if (selection_.start.Matches(item->name)) {
        opened.push_back(item);
      } else {
        for (Item* below : Reroot(item->kids)) opened.push_back(below);
      }
    }
    return opened;
  }

  bool IsCut(const Item& item, int64_t depth) const {
    return depth > selection_.max_depth || selection_.trim.Matches(item.name);
  }

  bool IsShown(const Item& item, int64_t depth) const {
    if (item.name == kRootName) return true;
    if (depth > selection_.max_depth) return false;
    for (size_t m = 0; m < kSelectableMeasures; ++m) {
      const bool on_self =
          !policy_.grouped && (m == IndexOf(Measure::kParameters) ||
                               m == IndexOf(Measure::kFloatOps));
      if ((on_self ? item.self : item.total)[m] < selection_.minimum[m]) {
        return false;
      }
    }
    const int64_t least = selection_.minimum[IndexOf(Measure::kRunCount)];
    if (!policy_.grouped && item.self[IndexOf(Measure::kRunCount)] < least) {
      return false;
    }
    if (policy_.is_flat && item.group < least) return false;
    return selection_.show.Matches(item.name) &&
           !selection_.hide.Matches(item.name);
  }

  void Sort(std::vector<Item*>& items) const {
    std::stable_sort(items.begin(), items.end(), [&](Item* a, Item* b) {
      if (selection_.order_by) {
        const size_t m = IndexOf(*selection_.order_by);
        return a->total[m] > b->total[m];
      }
      if (selection_.order_by_occurrence && policy_.grouped) {
        return a->group > b->group;
      }
      return a->name < b->name;
    });
  }

  std::vector<Item*> Walk(const std::vector<Item*>& items, int64_t depth) {
    std::vector<Item*> result;
    for (Item* item : items) {
      const bool cut = IsCut(*item, depth);
      if (cut && policy_.trim_drops_row) continue;
      const bool shown = IsShown(*item, depth);
      std::vector<Item*> below;
      if (!cut) below = Walk(item->kids, depth + 1);
      if (!shown) {
        result.insert(result.end(), below.begin(), below.end());
        continue;
      }
      if (Redoes()) {
        item->total = item->self;
        for (const Item* kid : below) Add(item->total, kid->total);
      }
      Sort(below);
      item->kids = below;
      result.push_back(item);
    }
    return result;
  }

  // The op view: a list in which every total is its own row and all after it.
  std::vector<ModelRow> RunList() {
    std::vector<Item*> items;
    Item* root = Make(0);
    for (uint32_t row = 1; row < forest_.size(); ++row) {
      items.push_back(Make(row));
      items.back()->total = items.back()->self;
    }
    Sort(items);
    std::erase_if(items, [](const Item* item) { return !item->accounted; });
    for (size_t i = items.size(); i-- > 0;) {
      if (i + 1 < items.size()) Add(items[i]->total, items[i + 1]->total);
    }
    if (!items.empty()) root->total = items[0]->total;
    size_t start = 0;
    if (!selection_.start.empty() && !selection_.start.is_everything()) {
      while (start < items.size() &&
             !selection_.start.Matches(items[start]->name)) {
        ++start;
      }
    }
    std::vector<Item*> shown;
    for (size_t i = start; i < items.size(); ++i) {
      const auto depth = static_cast<int64_t>(i - start);
      if (IsCut(*items[i], depth)) break;
      if (IsShown(*items[i], depth)) shown.push_back(items[i]);
    }
    if (Redoes()) {
      for (size_t i = shown.size(); i-- > 0;) {
        shown[i]->total = shown[i]->self;
        if (i + 1 < shown.size()) Add(shown[i]->total, shown[i + 1]->total);
      }
      root->total = shown.empty() ? Values(kMeasureCount) : shown[0]->total;
    }
    Emit(*root, 0);
    for (size_t i = 0; i < shown.size(); ++i) Emit(*shown[i], i + 1);
    return rows_;
  }

  void Emit(const Item& item, size_t depth) {
    rows_.push_back({item.name, depth, item.accounted, item.self, item.total});
    if (policy_.is_flat) return;
    for (const Item* kid : item.kids) Emit(*kid, depth + 1);
  }

  const Profile& profile_;
  const ViewPolicy& policy_;
  const Forest& forest_;
  const StepValues& values_;
  const Selection& selection_;
  std::vector<std::unique_ptr<Item>> items_;
  std::vector<ModelRow> rows_;
};

}  // namespace

std::vector<ModelRow> ModelRows(const Profile& profile, const View& view,
                                const Forest& forest, const StepValues& values,
                                const Selection& selection) {
  return Model(profile, view, forest, values, selection).Run();
}

}  // namespace tfprof
