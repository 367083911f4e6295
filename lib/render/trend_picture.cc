// SPDX-License-Identifier: Apache-2.0
#include "render/trend_picture.h"

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "render/ci.h"
#include "report/as_tables.h"

namespace tfprof {

namespace {

constexpr std::string_view kTrendHead =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
    "'none'; style-src 'unsafe-inline'\">\n"
    "<title>tfprof trend</title>\n<style>\n"
    "body { font: 14px/1.5 system-ui, sans-serif; margin: 2em; color: #222; "
    "background: #fff; }\n"
    "svg { width: 100%; max-width: 1000px; height: auto; }\n"
    "table { border-collapse: collapse; margin: 1em 0; }\n"
    "th, td { padding: .2em .8em; border-bottom: 1px solid #ccc; text-align: "
    "left; }\n"
    ".level { stroke: #07a; stroke-width: 2; }\n"
    ".change { stroke: #c30; stroke-dasharray: 4 3; }\n"
    ".axis { stroke: #999; }\n"
    "circle { fill: #555; }\n</style>\n</head>\n<body>\n<h1>Length of the step "
    "by commit</h1>\n";

struct TrendPoint {
  std::string commit;
  double micros = 0;
  int64_t segment = 0;
};

size_t ColumnIn(const Table& table, std::string_view key) {
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (KeyOf(table.columns[i]) == key) return i;
  }
  return 0;
}

std::string CellText(const Table& table, size_t row, std::string_view key) {
  const size_t column = ColumnIn(table, key);
  return TextOf(table.rows[row][column], table.columns[column].unit);
}

double CellNumber(const Table& table, size_t row, std::string_view key) {
  return NumberOf(table.rows[row][ColumnIn(table, key)]).value_or(0);
}

std::vector<TrendPoint> PointsOf(const Table& series) {
  std::vector<TrendPoint> points;
  for (size_t row = 0; row < series.rows.size(); ++row) {
    points.push_back(
        {CellText(series, row, "commit"), CellNumber(series, row, "median_us"),
         static_cast<int64_t>(CellNumber(series, row, "segment"))});
  }
  return points;
}

// Positions in the picture; its y axis begins at 0.
class TrendScale {
 public:
  static constexpr double kWidth = 1000, kHeight = 320, kLeft = 90,
                          kBottom = 30;

  explicit TrendScale(const std::vector<TrendPoint>& points)
      : commits_(points.size()) {
    for (const TrendPoint& point : points)
      most_ = std::max(most_, point.micros);
  }

  double X(double commit) const {
    const double apart = (kWidth - kLeft - 20) /
                         static_cast<double>(std::max<size_t>(commits_, 1));
    return kLeft + apart * (commit + 0.5);
  }

  double Y(double micros) const {
    const double share = most_ > 0 ? micros / (1.1 * most_) : 0;
    return (kHeight - kBottom) * (1 - share);
  }

  double most() const { return most_; }

 private:
  size_t commits_;
  double most_ = 0;
};

std::string TrendLine(double x1, double y1, double x2, double y2,
                      std::string_view of) {
  return fmt::format(
      "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" "
      "y2=\"{:.1f}\"/>\n",
      of, x1, y1, x2, y2);
}

// Draws each segment's mean as a line, with dashed lines at changes.
std::string LevelsOf(const std::vector<TrendPoint>& points,
                     const TrendScale& scale) {
  std::string out;
  for (size_t begin = 0; begin < points.size();) {
    size_t end = begin;
    double sum = 0;
    while (end < points.size() &&
           points[end].segment == points[begin].segment) {
      sum += points[end++].micros;
    }
    const double level = scale.Y(sum / static_cast<double>(end - begin));
    const double left = scale.X(static_cast<double>(begin) - 0.5);
    out += TrendLine(left, level, scale.X(static_cast<double>(end) - 0.5),
                     level, "level");
    if (begin > 0) {
      out += TrendLine(left, 0, left, scale.Y(0), "change");
      out += fmt::format("<text x=\"{:.1f}\" y=\"12\">{}</text>\n", left + 4,
                         MarkupEscaped(points[begin].commit));
    }
    begin = end;
  }
  return out;
}

std::string PictureOf(const Table& series) {
  const std::vector<TrendPoint> points = PointsOf(series);
  const TrendScale scale(points);
  std::string out = fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"The length of "
      "the step of {2} commits\">\n",
      TrendScale::kWidth, TrendScale::kHeight, points.size());
  for (const double part : {0.0, 0.5, 1.0}) {
    const double micros = part * scale.most();
    out += TrendLine(TrendScale::kLeft, scale.Y(micros), TrendScale::kWidth,
                     scale.Y(micros), "axis");
    out += fmt::format(
        "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}"
        "</text>\n",
        TrendScale::kLeft - 6, scale.Y(micros) + 4,
        TextOf(micros, Unit::kMicros));
  }
  out += LevelsOf(points, scale);
  for (size_t i = 0; i < points.size(); ++i) {
    out += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"><title>{}: {}</title>"
        "</circle>\n",
        scale.X(static_cast<double>(i)), scale.Y(points[i].micros),
        MarkupEscaped(points[i].commit),
        TextOf(points[i].micros, Unit::kMicros));
  }
  return out + "</svg>\n";
}

std::string HtmlTable(const Table& table) {
  std::string out = "<table>\n<tr>";
  for (const TableColumn& column : table.columns) {
    out += fmt::format("<th>{}</th>", MarkupEscaped(column.title));
  }
  out += "</tr>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (size_t i = 0; i < row.size(); ++i) {
      out += fmt::format("<td>{}</td>",
                         MarkupEscaped(TextOf(row[i], table.columns[i].unit)));
    }
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

// The two tables of a report: the changes and the series.
std::pair<PlainSection, PlainSection> PartsOf(const Report& report) {
  std::vector<PlainSection> sections = AsTables(report);
  return {std::move(sections.at(0)), std::move(sections.at(1))};
}

}  // namespace

Status RenderTrendPage(const Report& report, Diagnostics&, Writer& writer) {
  const auto [changes, series] = PartsOf(report);
  std::string out(kTrendHead);
  out += PictureOf(*series.table);
  out += "<h2>Changes</h2>\n";
  for (const std::string& note : changes.notes) {
    out += fmt::format("<p>{}</p>\n", MarkupEscaped(note));
  }
  if (!changes.table->rows.empty()) out += HtmlTable(*changes.table);
  out += "<h2>Commits</h2>\n" + HtmlTable(*series.table);
  return writer.Write(out + "</body>\n</html>\n");
}

Status RenderTrendGithub(const Report& report, Diagnostics&, Writer& writer) {
  const auto [changes, series] = PartsOf(report);
  const Table& table = *changes.table;
  std::string out;
  // GitHub shows ten annotations of a step; the last changes matter most.
  constexpr size_t kMost = 10;
  const size_t room = kMost - std::min(kMost, changes.notes.size());
  const size_t left_out = table.rows.size() - std::min(table.rows.size(), room);
  if (left_out > 0) {
    out += fmt::format("and {} earlier changes, see --output=json\n", left_out);
  }
  for (size_t row = left_out; row < table.rows.size(); ++row) {
    const double ratio = CellNumber(table, row, "ratio");
    const bool is_creep = CellText(table, row, "kind") == "creep";
    out += fmt::format(
        "::{} title=tfprof trend::{}\n", ratio > 1 ? "warning" : "notice",
        WorkflowEscaped(
            fmt::format("{} {}: {} takes {:.3f} times as long ({} before, {} "
                        "after, 95% interval {:.3f} to {:.3f})",
                        is_creep ? "a creep from" : "since",
                        CellText(table, row, "commit"),
                        CellText(table, row, "name"), ratio,
                        CellText(table, row, "before_us"),
                        CellText(table, row, "after_us"),
                        CellNumber(table, row, "ratio_low"),
                        CellNumber(table, row, "ratio_high")),
            "%"));
  }
  for (const std::string& note : changes.notes) {
    out += fmt::format("::notice title=tfprof trend::{}\n",
                       WorkflowEscaped(note, "%"));
  }
  return writer.Write(out);
}

}  // namespace tfprof
