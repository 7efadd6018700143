// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// The units about capacity and routes.
#include "ledger/ledger.h"
#include "routing/routing_store.h"

namespace hostline {

void Ledger::exhausted(const ExhaustedArguments &arguments)
{
    postUntilDone({[arguments](Transaction &transaction, UnitContext &unit) {
                       hostline::exhausted(transaction, unit, arguments);
                       return true;
                   },
                   {},
                   arguments.request});
}

void Ledger::wakeWaiting()
{
    postUntilDone({[](Transaction &transaction, UnitContext &unit) {
        hostline::wakeWaiting(transaction, unit);
        return true;
    }});
}

void Ledger::tellSwitch(const RequestId &request, const Notice &notice)
{
    postUntilDone({[request, notice](Transaction &transaction, UnitContext &unit) {
                       hostline::tellSwitch(transaction, unit, request, notice);
                       return true;
                   },
                   {},
                   request});
}

void Ledger::keepCapacity(const QuotaRecord &record)
{
    postUntilDone({[record](Transaction &transaction, UnitContext &) {
        routing_store::keep(transaction, record);
        return true;
    }});
}

} // namespace hostline
