// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/turn_reader.h"

#include "lib/codexwire/codex_errors.h"

namespace hostline::codex {

using namespace Qt::StringLiterals;
using codexwire::CallResult;

namespace {

// The turn asked for is nearly always the newest, and an item may hold a MiB of output, several times as much in JSON.
constexpr int firstTurns = 2;
constexpr int moreTurns = 8;
constexpr int itemsAPage = 2;

} // namespace

TurnReader::TurnReader(const TurnId &turn,
                       QString nativeThread,
                       std::chrono::milliseconds callTimeout,
                       codexwire::JsonRpcClient &client,
                       QObject *parent)
    : QObject(parent)
    , m_turn(turn)
    , m_nativeThread(std::move(nativeThread))
    , m_callTimeout(callTimeout)
    , m_client(client)
    , m_search(turn)
{ }

void TurnReader::read()
{
    askForTurns({});
}

void TurnReader::askForTurns(const QString &cursor)
{
    QJsonObject parameters{
        {u"threadId"_s, m_nativeThread},
        {u"itemsView"_s, u"summary"_s},
        {u"limit"_s, cursor.isEmpty() ? firstTurns : moreTurns},
    };
    if (!cursor.isEmpty())
        parameters.insert(u"cursor"_s, cursor);
    m_client.call(
        u"thread/turns/list"_s, parameters, m_callTimeout, this, [this](const CallResult &result) {
            onTurns(result);
        });
}

void TurnReader::onTurns(const CallResult &result)
{
    if (result.outcome != CallResult::Outcome::Answered) {
        const bool neverHadOne = result.outcome == CallResult::Outcome::Refused
            && codexwire::problemOfThread(result.error) == codexwire::ThreadProblem::WithoutTurns;
        Q_EMIT finished(
            neverHadOne
                ? m_search.notFound()
                : unreadable(m_turn, codexwire::failureOfCall(result, u"thread/turns/list"_s)));
        return;
    }
    const codexwire::TurnPage page = codexwire::readTurnPage(result.result);
    if (!m_search.take(page))
        askForTurns(page.nextCursor);
    else if (m_search.found())
        askForItems({});
    else
        Q_EMIT finished(m_search.notFound());
}

void TurnReader::askForItems(const QString &cursor)
{
    QJsonObject parameters{
        {u"threadId"_s, m_nativeThread},
        {u"turnId"_s, m_search.found()->id},
        {u"limit"_s, itemsAPage},
        {u"sortDirection"_s, u"asc"_s},
    };
    if (!cursor.isEmpty())
        parameters.insert(u"cursor"_s, cursor);
    m_client.call(
        u"thread/items/list"_s, parameters, m_callTimeout, this, [this](const CallResult &result) {
            onItems(result);
        });
}

void TurnReader::onItems(const CallResult &result)
{
    if (result.outcome != CallResult::Outcome::Answered) {
        Q_EMIT finished(
            unreadable(m_turn, codexwire::failureOfCall(result, u"thread/items/list"_s)));
        return;
    }
    const codexwire::ItemPage page = codexwire::readItemPage(result.result);
    m_items += page.items;
    if (page.nextCursor.isEmpty())
        Q_EMIT finished(inventoryOf(m_turn, *m_search.found(), m_items));
    else
        askForItems(page.nextCursor);
}

} // namespace hostline::codex
