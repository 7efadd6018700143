// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store_options.h"

#include <hostline/result.h>

#include <memory>

/// How a database of ours is opened: what is refused, which pragmas hold, how it is migrated. Blocks; the writer's thread.
namespace hostline {

class Connection;

/// Opens or makes the database, checks it and migrates it to the newest version. Failures are worded for the person who
/// starts the program: something else is in its place, it is not private, damaged, of another program, of a newer version,
/// or it cannot be written. Does not read it whole: the time does not depend on its size.
[[nodiscard]] Result<std::unique_ptr<Connection>> openDatabase(const StoreOptions &options);

/// A further connection to a database that openDatabase() has opened in this process. Throws StoreError.
[[nodiscard]] std::unique_ptr<Connection> reopenDatabase(const StoreOptions &options);
[[nodiscard]] std::unique_ptr<Connection> openReader(const StoreOptions &options);

} // namespace hostline
