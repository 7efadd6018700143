// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/unit_context.h"
#include "store/store.h"

namespace hostline {

struct BindArguments
{
    RequestId request;
    BindingId binding;
    QString provider;
    QString model;
    QString workspace;
    Access access = Access::Read;
    QString nativeThread;
};

/// A native thread was made for the request at the head of its conversation: its id is stored and published, and the turn
/// intended, before anything is sent to it (C2). False when the request no longer needs it: the thread is to be abandoned.
[[nodiscard]] bool
bind(Transaction &transaction, UnitContext &context, const BindArguments &arguments);

} // namespace hostline
