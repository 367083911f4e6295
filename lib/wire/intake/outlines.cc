// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/outlines.h"

#include <array>

namespace tfprof::outline {

namespace {

constexpr Content kNumber = Content::kNumber;
constexpr Content kNumbers = Content::kNumbers;
constexpr Content kName = Content::kName;
constexpr Content kAny = Content::kAny;
constexpr Content kAnyMessage = Content::kAnyMessage;

constexpr Field Expected(Field field) {
  field.is_expected = true;
  return field;
}

constexpr Field Required(Field field) {
  field.is_required = true;
  return field;
}

constexpr Field Single(Field field) {
  field.is_single = true;
  return field;
}

constexpr Field Nested(uint32_t number, const Message& message) {
  return {number, Content::kMessage, &message};
}

// Entries of map<integer, string> and map<string, message>.
constexpr Field kStringEntryFields[] = {{1, kNumber}, {2, kAny}};
constexpr Message kStringEntry{kStringEntryFields};
constexpr Field kAttrEntryFields[] = {Expected({1, kName}), {2, kAny}};
constexpr Message kAttrEntry{kAttrEntryFields};

constexpr Field kNodeDefFields[] = {Expected({1, kName}),
                                    Expected({2, kName}),
                                    {3, kName},
                                    {4, kName},
                                    Nested(5, kAttrEntry),
                                    {6, kAny},
                                    {7, kAny}};
constexpr Message kNodeDef{kNodeDefFields};

constexpr Field kVersionDefFields[] = {
    Expected({1, kNumber}), {2, kNumber}, {3, kNumbers}};
constexpr Message kVersionDef{kVersionDefFields};

constexpr Field kOpDefFields[] = {Expected({1, kName}),
                                  {2, kAny},
                                  {3, kAny},
                                  {4, kAny},
                                  {5, kAny},
                                  {6, kAny},
                                  {8, kAny},
                                  {16, kNumber},
                                  {17, kNumber},
                                  {18, kNumber},
                                  {19, kNumber},
                                  {20, kName},
                                  {21, kNumber}};
constexpr Message kOpDef{kOpDefFields};

// The same where it is all that a file has. A graph's node has the name of its
// type in the place of the first argument.
constexpr Field kArgumentFields[] = {
    Required({1, kName}), {2, kAny}, {3, kNumber},  {4, kName}, {5, kName},
    {6, kName},           {7, kAny}, {16, kNumber}, {17, kAny}};
constexpr Message kArgument{kArgumentFields};
constexpr Field kListedOpFields[] = {Expected({1, kName}),
                                     Nested(2, kArgument),
                                     Nested(3, kArgument),
                                     Nested(4, kAttrEntry),
                                     {5, kName},
                                     {6, kName},
                                     {8, kAny},
                                     {16, kNumber},
                                     {17, kNumber},
                                     {18, kNumber},
                                     {19, kNumber},
                                     {20, kName},
                                     {21, kNumber}};
constexpr Message kListedOp{kListedOpFields};
constexpr Field kOpListFields[] = {Nested(1, kListedOp)};

constexpr Field kFunctionDefFields[] = {Expected(Nested(1, kOpDef)),
                                        Nested(3, kNodeDef),
                                        {4, kAny},
                                        Nested(5, kAttrEntry),
                                        {6, kAny},
                                        {7, kAny},
                                        {8, kAny}};
constexpr Message kFunctionDef{kFunctionDefFields};

constexpr Field kLibraryFields[] = {
    Expected(Nested(1, kFunctionDef)), {2, kAny}, {3, kAny}};
constexpr Message kLibrary{kLibraryFields};

constexpr Field kGraphDefFields[] = {Nested(1, kNodeDef),
                                     Nested(2, kLibrary),
                                     {3, kNumber},
                                     Nested(4, kVersionDef),
                                     {5, kAnyMessage}};

constexpr Field kMetaInfoFields[] = {{1, kName},   {2, kAny},  {3, kAny},
                                     {4, kName},   {5, kName}, {6, kName},
                                     {7, kNumber}, {8, kAny}};
constexpr Message kMetaInfo{kMetaInfoFields};

constexpr Field kMetaGraphDefFields[] = {Single(Nested(1, kMetaInfo)),
                                         Expected(Nested(2, kGraphDef)),
                                         {3, kAnyMessage},
                                         Nested(4, kAttrEntry),
                                         Nested(5, kAttrEntry),
                                         {6, kAnyMessage},
                                         {7, kAnyMessage}};

constexpr Field kSavedModelFields[] = {{1, kNumber},
                                       Expected(Nested(2, kMetaGraphDef))};

constexpr Field kAllocatorFields[] = {{1, kName},   {2, kNumber}, {3, kNumber},
                                      {4, kNumber}, {5, kNumber}, {6, kAny}};
constexpr Message kAllocator{kAllocatorFields};

constexpr Field kNodeExecStatsFields[] = {
    Expected({1, kName}), {2, kNumber},          {3, kNumber},  {4, kNumber},
    {5, kNumber},         Nested(6, kAllocator), {7, kAny},     {8, kAny},
    {9, kNumber},         {10, kNumber},         {11, kAny},    {12, kAny},
    {13, kNumber},        {14, kNumber},         {15, kNumber}, {16, kNumber},
    {17, kNumber}};
constexpr Message kNodeExecStats{kNodeExecStatsFields};

constexpr Field kDeviceFields[] = {
    Expected({1, kName}), Nested(2, kNodeExecStats), Nested(3, kStringEntry)};
constexpr Message kDevice{kDeviceFields};

constexpr Field kStepStatsFields[] = {Nested(1, kDevice)};

constexpr Field kCostNodeFields[] = {
    {1, kName},    {2, kName},    {3, kNumber},  {4, kAny},
    {5, kAny},     {6, kNumber},  {7, kNumber},  {8, kNumbers},
    {9, kNumber},  {10, kNumber}, {11, kNumber}, {12, kNumber},
    {14, kNumber}, {15, kNumber}, {16, kNumber}, {17, kNumber}};
constexpr Message kCostNode{kCostNodeFields};
constexpr Field kCostGraphFields[] = {Expected(Nested(1, kCostNode)),
                                      {2, kAny}};
constexpr Message kCostGraph{kCostGraphFields};

constexpr Field kFunctionGraphsFields[] = {
    Nested(1, kGraphDef), Nested(2, kGraphDef), Nested(3, kGraphDef)};
constexpr Message kFunctionGraphs{kFunctionGraphsFields};

constexpr Field kSessionFields[] = {{1, kName}, {2, kNumber}};
constexpr Message kSession{kSessionFields};

constexpr Field kRunMetadataFields[] = {
    Nested(1, kStepStats), Nested(2, kCostGraph), Nested(3, kGraphDef),
    Nested(4, kFunctionGraphs), Nested(5, kSession)};

constexpr Field kTraceFields[] = {{1, kName},   {2, kNumber}, {3, kName},
                                  {4, kAny},    {5, kNumber}, {6, kNumber},
                                  {7, kNumber}, {8, kNumber}};
constexpr Message kTrace{kTraceFields};
constexpr Field kCodeDefFields[] = {Nested(1, kTrace)};
constexpr Message kCodeDef{kCodeDefFields};

constexpr Field kOpLogEntryFields[] = {
    Expected({1, kName}), {2, kNumber}, {3, kName}, Nested(4, kCodeDef)};
constexpr Message kOpLogEntry{kOpLogEntryFields};

constexpr Field kOpLogFields[] = {Nested(1, kOpLogEntry),
                                  Nested(2, kStringEntry)};

constexpr Field kProfileNodeFields[] = {Expected({1, kName}),
                                        {2, kAny},
                                        {3, kAny},
                                        {4, kNumbers},
                                        {5, kName},
                                        {6, kName},
                                        {7, kName},
                                        {8, kNumber},
                                        {9, kName},
                                        Nested(10, kCodeDef),
                                        Nested(11, kAttrEntry),
                                        {12, kAny},
                                        {13, kNumber},
                                        {14, kAny},
                                        {15, kAny},
                                        {16, kAny}};
constexpr Message kProfileNode{kProfileNodeFields};
constexpr Field kProfileEntryFields[] = {{1, kNumber},
                                         Expected(Nested(2, kProfileNode))};
constexpr Message kProfileEntry{kProfileEntryFields};

constexpr Field kProfileFields[] = {Nested(1, kProfileEntry),
                                    {2, kNumber},
                                    {3, kNumbers},
                                    Nested(4, kStringEntry),
                                    {5, kNumber}};

// An XSpace without a profiler's plane names. An event's fields prove little,
// so this many must be present.
constexpr Field kEventFields[] = {
    {1, kNumber}, {2, kNumber}, {3, kNumber}, {4, kAny}, {5, kNumber}};
constexpr Message kEvent{kEventFields};
constexpr Field kLineFields[] = {
    {1, kNumber}, {2, kName},    {3, kNumber}, Required(Nested(4, kEvent)),
    {9, kNumber}, {10, kNumber}, {11, kName}};
constexpr Message kLine{kLineFields};
constexpr Field kPlaneFields[] = {{1, kNumber},
                                  Required({2, kName}),
                                  Required(Nested(3, kLine)),
                                  {4, kAny},
                                  {5, kAny},
                                  {6, kAny}};
constexpr Message kPlane{kPlaneFields};
constexpr Field kXSpaceFields[] = {
    Required(Nested(1, kPlane)), {2, kName}, {3, kName}, {4, kName}};

constexpr Field kComputationFields[] = {
    Expected({1, kName}), {2, kAny},    {4, kAny}, {5, kNumber},
    {6, kNumber},         {7, kNumber}, {8, kName}};
constexpr Message kComputation{kComputationFields};
constexpr std::array<Field, 18> HloModuleFields(Field name, Field entry,
                                                Field computations) {
  return {name,
          entry,
          computations,
          {4, kAny},
          {5, kNumber},
          {6, kNumber},
          {7, kAny},
          {8, kAny},
          {10, kAny},
          {11, kNumber},
          {12, kAny},
          {13, kAny},
          {14, kAny},
          {15, kAny},
          {16, kNumber},
          {17, kAny},
          {18, kAny},
          {19, kAny}};
}

constexpr std::array kHloModuleFields =
    HloModuleFields(Expected({1, kName}), Expected({2, kName}),
                    Expected(Nested(3, kComputation)));
constexpr Message kHloModule{kHloModuleFields};
// The same as a file of its own, without the message around it.
constexpr std::array kLoneModuleFields = HloModuleFields(
    Required({1, kName}), {2, kName}, Required(Nested(3, kComputation)));
constexpr Field kHloProtoFields[] = {Expected(Nested(1, kHloModule)),
                                     {3, kAnyMessage}};

// The profiler's Trace, with its devices and events.
constexpr Field kTraceDeviceFields[] = {
    Expected({1, kName}), {2, kNumber}, {3, kAny}};
constexpr Message kTraceDevice{kTraceDeviceFields};
constexpr Field kTraceDeviceEntryFields[] = {{1, kNumber},
                                             Expected(Nested(2, kTraceDevice))};
constexpr Message kTraceDeviceEntry{kTraceDeviceEntryFields};
constexpr Field kProfilerTraceFields[] = {
    Expected(Nested(1, kTraceDeviceEntry)), {4, kAnyMessage}};

}  // namespace

constexpr Message kGraphDef{kGraphDefFields};
constexpr Message kMetaGraphDef{kMetaGraphDefFields};
constexpr Message kSavedModel{kSavedModelFields};
constexpr Message kRunMetadata{kRunMetadataFields};
constexpr Message kStepStats{kStepStatsFields};
constexpr Message kOpLogProto{kOpLogFields};
constexpr Message kProfileProto{kProfileFields};
constexpr Message kXSpace{kXSpaceFields};
constexpr Message kHloProto{kHloProtoFields};
constexpr Message kHloModuleProto{kLoneModuleFields};
constexpr Message kOpList{kOpListFields};
constexpr Message kProfilerTrace{kProfilerTraceFields};

}  // namespace tfprof::outline
