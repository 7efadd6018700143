// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "inbox/inbox.h"

#include "ledger/admit.h"
#include "ledger/ledger.h"
#include "notices/failure_policy.h"
#include "notices/notice_catalogue.h"
#include "plugins/product_set.h"

#include <QLoggingCategory>
#include <QTimeZone>

namespace hostline {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(lcInbox, "hostline.core.inbox", QtInfoMsg)

constexpr auto sweepPause = 60s;

} // namespace

Inbox::Inbox(Ledger &ledger,
             ProductSet &products,
             Clock &clock,
             const NoticeCatalogue &catalogue,
             QObject *parent)
    : QObject(parent)
    , m_ledger(ledger)
    , m_clock(clock)
    , m_catalogue(catalogue)
    , m_sweep(clock.timer())
{
    connect(&products, &ProductSet::channelAdded, this, [this](const QString &, Channel *channel) {
        connect(channel,
                &Channel::messageReceived,
                this,
                [this, channel](const InboundMessage &message) { receive(channel, message); });
        connect(channel, &Channel::actionReceived, this, [this, channel](const UserAction &action) {
            act(channel, action);
        });
    });
    connect(m_sweep.get(), &Timer::timedOut, this, [this] {
        m_ledger.expire();
        startSweeping();
    });
}

Inbox::~Inbox() = default;

void Inbox::startSweeping()
{
    m_sweep->start(sweepPause);
}

void Inbox::admit(QObject *context,
                  const InboundMessage &message,
                  std::function<void(Admission)> done)
{
    m_ledger.admit(context,
                   message,
                   [this, message, done = std::move(done)](Admission admission, Language language) {
                       if (admission.result == Admission::Result::Conflict) {
                           qCInfo(lcInbox,
                                  "a message came again with other content; the first stays (%ls)",
                                  qUtf16Printable(admission.request.toString()));
                       }
                       if (admission.result == Admission::Result::Refused && admission.failure)
                           admission.text = render(
                               refusalNotice(*admission.failure, m_ledger.policy().limits, message),
                               language);
                       done(admission);
                   });
}

void Inbox::receive(Channel *channel, const InboundMessage &message)
{
    admit(channel, message, [channel](const Admission &admission) {
        channel->acknowledge(admission);
    });
}

void Inbox::act(Channel *channel, const UserAction &action)
{
    switch (action.kind) {
    case UserAction::Kind::Stop:
        m_ledger.stopByButton(
            channel,
            RequestId(action.subject),
            action.source,
            [this, channel, tag = action.tag](const Result<ButtonAnswer> &result) {
                const ButtonAnswer answer = result
                    ? result.value()
                    : ButtonAnswer{.notice = failureReply(result.failure(), {})};
                channel->finishAction(
                    {tag, answer.accepted, render(answer.notice, answer.language)});
            });
        return;
    }
    Q_UNREACHABLE();
}

QString Inbox::render(const Notice &notice, Language language) const
{
    return m_catalogue.render(notice, language, QTimeZone::systemTimeZone(), m_clock.wall());
}

} // namespace hostline
