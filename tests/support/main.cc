// SPDX-License-Identifier: Apache-2.0
// The entry point of every test program.
#define CATCH_CONFIG_RUNNER
#include "support/catch.h"

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
