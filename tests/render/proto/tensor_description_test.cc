// SPDX-License-Identifier: Apache-2.0
#include "render/proto/tensor_description.h"

#include <string>

#include "render/proto/proto_writer.h"
#include "support/catch.h"

namespace tfprof {

namespace {

std::string Dim(int64_t size) {
  std::string dim;
  ProtoWriter(dim).Int(1, size);
  std::string shape;
  ProtoWriter(shape).Bytes(2, dim);
  return shape;
}

}  // namespace

TEST_CASE("a description is the text form of its message") {
  std::string allocation;
  ProtoWriter allocation_writer(allocation);
  allocation_writer.Int(1, 24);
  allocation_writer.Text(3, "cpu");
  allocation_writer.Bool(5, true);
  allocation_writer.Uint(6, UINT64_MAX);
  std::string tensor;
  ProtoWriter writer(tensor);
  writer.Int(1, 1);
  writer.Bytes(2, Dim(2) + Dim(-1));
  writer.Bytes(4, allocation);
  CHECK(TensorDescriptionText(tensor) ==
        "dtype: DT_FLOAT\n"
        "shape {\n"
        "  dim {\n"
        "    size: 2\n"
        "  }\n"
        "  dim {\n"
        "    size: -1\n"
        "  }\n"
        "}\n"
        "allocation_description {\n"
        "  requested_bytes: 24\n"
        "  allocator_name: cpu\n"
        "  has_single_reference: true\n"
        "  ptr: 18446744073709551615\n"
        "}\n");
}

TEST_CASE("a message in two parts is one, the last of plain values counts") {
  std::string tensor;
  ProtoWriter writer(tensor);
  writer.Int(1, 1);
  writer.Int(1, 3);
  writer.Bytes(2, Dim(2));
  writer.Bytes(2, Dim(5));
  CHECK(TensorDescriptionText(tensor) ==
        "dtype: DT_INT32\nshape {\n  dim {\n    size: 2\n  }\n  dim {\n    "
        "size: 5\n  }\n}\n");
}

TEST_CASE("texts are escaped, a quote without its own quotes") {
  std::string allocation;
  ProtoWriter(allocation).Text(3, "a\n\"\x01\\'");
  std::string tensor;
  ProtoWriter(tensor).Bytes(4, allocation);
  CHECK(TensorDescriptionText(tensor) ==
        "allocation_description {\n  allocator_name: a\\n\\\\001\\\\\\'\n}\n");
}

TEST_CASE("what is damaged, unknown or of another type is left out") {
  std::string tensor;
  ProtoWriter writer(tensor);
  writer.Int(1, 1);
  writer.Text(9, "unknown");
  writer.Text(1, "not a number");
  CHECK(TensorDescriptionText(tensor) == "dtype: DT_FLOAT\n");
  CHECK(TensorDescriptionText(tensor + "\x12\x7f") == "dtype: DT_FLOAT\n");
  CHECK(TensorDescriptionText("").empty());
}

}  // namespace tfprof
