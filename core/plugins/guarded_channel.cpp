// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/guarded_channel.h"

#include <QtCore/QLoggingCategory>

#include <exception>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

Q_LOGGING_CATEGORY(lcPlugins, "hostline.core.plugins", QtInfoMsg)

/// What was thrown by a call that was to do `task`; empty: nothing was.
template<typename Call>
QString thrownBy(const QString &task, const Call &call)
{
    try {
        call();
        return {};
    } catch (const std::exception &exception) {
        return u"threw when it was to %1: %2"_s.arg(task, QString::fromLocal8Bit(exception.what()));
    } catch (...) {
        return u"threw when it was to %1"_s.arg(task);
    }
}

void report(const QString &channel, const QString &fault)
{
    qCWarning(lcPlugins).noquote() << "channel" << channel << fault;
}

bool cutsCodePoint(const QString &text, qsizetype at)
{
    return at > 0 && at < text.size() && text.at(at - 1).isHighSurrogate()
        && text.at(at).isLowSurrogate();
}

} // namespace

std::optional<QString> planMistake(const QString &text, const QList<Part> &parts)
{
    if (parts.isEmpty())
        return u"there is no part"_s;
    qsizetype at = 0;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const Part &part = parts.at(i);
        if (part.ordinal != i)
            return u"part %1 is numbered %2"_s.arg(i).arg(part.ordinal);
        if (part.from != at)
            return u"part %1 begins at %2, the one before it ends at %3"_s.arg(i)
                .arg(part.from)
                .arg(at);
        if (part.to > text.size())
            return u"part %1 ends after the text"_s.arg(i);
        if (part.to < part.from || (part.to == part.from && !text.isEmpty()))
            return u"part %1 is empty"_s.arg(i);
        if (cutsCodePoint(text, part.to))
            return u"part %1 ends inside a code point"_s.arg(i);
        at = part.to;
    }
    if (at != text.size())
        return u"the parts end at %1 of %2"_s.arg(at).arg(text.size());
    return parts.size() > 1 && text.isEmpty() ? std::optional(u"an empty text has one part"_s)
                                              : std::nullopt;
}

GuardedChannel::GuardedChannel(std::unique_ptr<Channel> channel, ChannelTraits traits)
    : m_channel(std::move(channel))
    , m_traits(traits)
{
    Q_ASSERT(m_channel);
}

QList<Part> GuardedChannel::plan(const Body &body, const Source &target) const
{
    QList<Part> parts;
    QString fault = thrownBy(u"plan a body"_s, [&] { parts = m_channel->plan(body, target); });
    if (fault.isEmpty()) {
        const std::optional<QString> mistake = planMistake(body.text, parts);
        if (!mistake)
            return parts;
        fault = u"planned a body wrongly: "_s + *mistake;
    }
    report(target.channel, fault);
    return {Part{.ordinal = 0, .format = {}, .from = 0, .to = body.text.size()}};
}

bool GuardedChannel::deliver(const Delivery &delivery) const
{
    if (m_traits.stored)
        return false;
    const QString fault = thrownBy(u"deliver"_s, [&] { m_channel->deliver(delivery); });
    if (!fault.isEmpty())
        beUnknown(delivery, fault);
    return true;
}

bool GuardedChannel::readBack(const Delivery &delivery) const
{
    if (m_traits.stored || !m_traits.readBack)
        return false;
    const QString fault =
        thrownBy(u"read a delivery back"_s, [&] { m_channel->readBack(delivery); });
    if (!fault.isEmpty())
        beUnknown(delivery, fault);
    return true;
}

// It may have thrown after it sent.
void GuardedChannel::beUnknown(const Delivery &delivery, const QString &fault) const
{
    report(delivery.target.channel, fault);
    QMetaObject::invokeMethod(
        m_channel.get(),
        [channel = m_channel.get(), key = delivery.key, fault] {
            Q_EMIT channel->delivered({key, DeliveryOutcome::Result::Unknown, {}, {}, fault});
        },
        Qt::QueuedConnection);
}

bool GuardedChannel::showProgress(const Progress &progress) const
{
    if (!m_traits.progress)
        return false;
    const QString fault = thrownBy(u"show progress"_s, [&] { m_channel->showProgress(progress); });
    if (!fault.isEmpty())
        report(progress.target.channel, fault);
    return true;
}

} // namespace hostline
