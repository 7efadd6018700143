// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/transport.h"

namespace hostline::codexwire {

Transport::Transport(QObject *parent)
    : QObject(parent)
{ }

Transport::~Transport() = default;

} // namespace hostline::codexwire
