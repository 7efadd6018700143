// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/bind.h"

#include "ledger/claim.h"

namespace hostline {

bool bind(Transaction &transaction, UnitContext &context, const BindArguments &arguments)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, arguments.request);
    if (!request || request->state != RequestState::Running
        || conversation_store::published(transaction, request->conversation))
        return false;
    const ConversationRow conversation =
        *conversation_store::conversation(transaction, request->conversation);
    if (endUngranted(transaction, context, *request, conversation))
        return false;
    const BindingRow row{
        .id = arguments.binding,
        .conversation = request->conversation,
        .provider = arguments.provider,
        .model = arguments.model,
        .workspace = arguments.workspace,
        .access = arguments.access,
        .nativeThread = arguments.nativeThread,
        .tailTurn = {},
    };
    conversation_store::insertPublished(transaction, row, context.moment.run, context.now());
    intendTurn(transaction, context, *request, conversation);
    return true;
}

} // namespace hostline
