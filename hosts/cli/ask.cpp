// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ask.h"

#include <hostline/overloaded.h>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hostline::cli {

namespace {
/// However short the wait for the reply, storing the question gets this long.
constexpr auto shortestSending = 15s;

} // namespace

Ask::Ask(Arguments arguments, QString clientId, QObject *parent)
    : QObject(parent)
    , m_arguments(std::move(arguments))
    , m_clientId(std::move(clientId))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Ask::proceed);
    connect(&m_client, &ApiClient::listening, this, &Ask::look);
    connect(&m_client, &ApiClient::eventSeen, this, [this](const QByteArray &name) {
        if (name == "request.settled" || name == "notice" || name == "reset")
            look();
    });
}

void Ask::start()
{
    m_elapsed.start();
    proceed();
}

std::chrono::milliseconds Ask::timeLeft() const
{
    const std::chrono::milliseconds wait = std::chrono::seconds(m_arguments.waitSeconds);
    const std::chrono::milliseconds whole = m_phase == AskPhase::Sending
        ? std::max<std::chrono::milliseconds>(wait, shortestSending)
        : wait;
    return whole - std::chrono::milliseconds(m_elapsed.elapsed());
}

bool Ask::timeIsUp() const
{
    return timeLeft() <= 0ms;
}

// The server may have restarted at another port: its address is read anew for each attempt.
void Ask::proceed()
{
    const Result<RemoteAddress> address = findRemote(m_arguments.dataDirectory);
    if (!address) {
        const ApiAnswer nobody{
            .result = ApiAnswer::Result::NotThere, .status = 0, .body = {}, .detail = {}};
        if (m_phase == AskPhase::Waiting)
            tell(nobody);
        take(m_phase == AskPhase::Sending ? afterSend(nobody, m_uncertain, timeIsUp())
                                          : afterLook(nobody, m_lastSeen, timeIsUp()));
        return;
    }
    m_client.setAddress(address.value());
    if (m_phase == AskPhase::Sending) {
        send();
    } else {
        m_client.listen();
        look(); // at once, too: listening may be refused
    }
}

void Ask::send()
{
    const QJsonObject body{{u"client_id"_s, m_clientId}, {u"text"_s, m_arguments.subject}};
    m_client.post(u"/conversations/%1/requests"_s.arg(pathSegment(m_arguments.conversation)),
                  body,
                  [this](const ApiAnswer &answer) {
                      m_uncertain = m_uncertain || mayBeStored(answer);
                      take(afterSend(answer, m_uncertain, timeIsUp()));
                  });
}

void Ask::look()
{
    if (m_calling) {
        m_lookAgain = true;
        return;
    }
    m_calling = true;
    m_lookAgain = false;
    m_client.get(u"/requests/"_s + m_request, [this](const ApiAnswer &answer) {
        m_calling = false;
        const AskStep step = afterLook(answer, m_lastSeen, timeIsUp());
        if (answer.ok())
            m_lastSeen = answer.body;
        tell(answer);
        if (m_lookAgain && std::holds_alternative<LookAgain>(step))
            look();
        else
            take(step);
    });
}

// What was said while the server was away may be said again once it has come back and is away anew.
void Ask::tell(const ApiAnswer &answer)
{
    const QList<Word> words = wordsWhileWaiting(answer);
    const QList<Word> before = m_told;
    if (answer.ok())
        m_told.clear();
    for (const Word &word : words) {
        if (!before.contains(word))
            Q_EMIT said(word.text);
        if (!m_told.contains(word))
            m_told.append(word);
    }
}

void Ask::take(const AskStep &step)
{
    std::visit(Overloaded{
                   [this](const SendAgain &again) { m_timer.start(again.after); },
                   [this](const WaitFor &stored) {
                       m_request = stored.request;
                       m_phase = AskPhase::Waiting;
                       proceed();
                   },
                   [this](const LookAgain &again) {
                       m_timer.start(
                           std::clamp<std::chrono::milliseconds>(timeLeft(), 0ms, again.after));
                   },
                   [this](const Finish &outcome) { end(outcome); },
               },
               step);
}

void Ask::end(Finish outcome)
{
    if (std::exchange(m_over, true))
        return;
    m_timer.stop();
    if (outcome.request.isEmpty() && !m_request.isEmpty())
        outcome.request.insert(u"id"_s, m_request); // stored, but never seen
    if (outcome.code == ExitCode::Open && m_request.isEmpty())
        outcome.complaint +=
            u'\n' + askAgainText(m_arguments.command, m_arguments.conversation, m_clientId);
    Q_EMIT finished(outcome);
}

} // namespace hostline::cli
