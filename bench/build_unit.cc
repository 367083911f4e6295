// SPDX-License-Identifier: Apache-2.0
// The unit in which the cost of a build is told: what compiling this file once
// takes. It has the usual standard headers and some templates, and never
// changes, so that the cost of builds of other years and machines compares.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace {

using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

struct Row {
  std::string name;
  std::vector<Value> cells;
  std::map<std::string, std::set<std::int64_t>> marks;
};

std::string TextOf(const Value& value) {
  std::ostringstream out;
  std::visit(
      [&](const auto& of) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(of)>,
                                      std::monostate>) {
          out << of;
        }
      },
      value);
  return out.str();
}

std::optional<std::size_t> LongestOf(const std::vector<Row>& rows) {
  const auto found = std::max_element(
      rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        return a.name.size() < b.name.size();
      });
  if (found == rows.end()) return std::nullopt;
  return static_cast<std::size_t>(found - rows.begin());
}

}  // namespace

int main(int argc, char** argv) {
  std::mt19937_64 random(static_cast<std::uint64_t>(argc));
  std::unordered_map<std::string, std::shared_ptr<Row>> table;
  const std::regex word("([a-z]+)=([0-9]+)");
  for (int i = 1; i < argc; ++i) {
    const std::string text(argv[i]);
    std::smatch match;
    auto row = std::make_shared<Row>();
    if (std::regex_match(text, match, word)) {
      row->name = match[1];
      row->cells.emplace_back(std::stoll(match[2]));
    }
    row->cells.emplace_back(static_cast<double>(random() % 1000) / 7);
    row->marks[text].insert(i);
    table.emplace(text, std::move(row));
  }
  std::vector<Row> rows;
  for (const auto& [name, row] : table) rows.push_back(*row);
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tie(a.name, a.cells) < std::tie(b.name, b.cells);
  });
  const std::function<std::size_t(const Row&)> size = [](const Row& row) {
    return row.cells.size();
  };
  const auto cells = std::transform_reduce(rows.begin(), rows.end(),
                                           std::size_t{0}, std::plus<>(), size);
  for (const Row& row : rows) {
    for (const Value& cell : row.cells) std::cout << TextOf(cell) << ' ';
    std::cout << row.name << '\n';
  }
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  std::cout << cells << ' ' << LongestOf(rows).value_or(0) << ' '
            << std::chrono::duration_cast<std::chrono::seconds>(now).count() % 2
            << '\n';
  return 0;
}
