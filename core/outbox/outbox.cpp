// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "outbox/outbox.h"

#include "ledger/ledger.h"
#include "notices/notice_catalogue.h"
#include "outbox/reply_rules.h"
#include "plugins/product_set.h"

#include <QLoggingCategory>
#include <QTimeZone>

#include <algorithm>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcOutbox, "hostline.core.outbox", QtInfoMsg)

constexpr qsizetype placeKeySize = 4;

QStringList placeKey(const Source &source)
{
    return {source.channel, source.account, source.peer, source.thread};
}

} // namespace

Outbox::Outbox(Ledger &ledger,
               ProductSet &products,
               Clock &clock,
               const NoticeCatalogue &catalogue,
               QObject *parent)
    : QObject(parent)
    , m_ledger(ledger)
    , m_products(products)
    , m_clock(clock)
    , m_catalogue(catalogue)
{
    connect(&products, &ProductSet::channelAdded, this, [this](const QString &, Channel *channel) {
        connect(channel, &Channel::delivered, this, &Outbox::delivered);
    });
    connect(&products,
            &ProductSet::channelStateChanged,
            this,
            [this](const QString &name, Product::State state) {
                if (state == Product::State::Ready)
                    channelReady(name);
                else if (state == Product::State::Stopped)
                    channelStopped(name);
            });
}

Outbox::~Outbox() = default;

void Outbox::channelReady(const QString &name)
{
    QList<QStringList> places;
    for (const auto &[place, queue] : m_queues) {
        if (place.first() != name)
            continue;
        places.append(place);
        // What could not be told while it was away may be told now.
        if (queue.timer && !queue.entries.empty() && queue.entries.front().readingBack)
            queue.timer->stop();
    }
    for (const QStringList &place : std::as_const(places))
        advance(place);
}

// It may be taken away now, and a later one would not know what this one began.
void Outbox::channelStopped(const QString &name)
{
    const QList<DeliveryKey> keys = m_places.keys();
    for (const DeliveryKey &key : keys) {
        if (m_places.value(key).value(0) == name)
            delivered({key,
                       DeliveryOutcome::Result::Unknown,
                       {},
                       {},
                       u"its channel stopped before it said what became of it"_s});
    }
}

void Outbox::send(const DeliveryIntended &delivery)
{
    const QStringList place = placeKey(delivery.target);
    std::deque<Entry> &entries = m_queues[place].entries;
    entries.push_back({.delivery = delivery,
                       .attempts = delivery.attempts,
                       .uncertain = delivery.uncertain,
                       .doubtedAt = {}});
    advance(place, entries.size() == 1);
}

QList<Part> Outbox::plan(const QString &answer,
                         const ClaimedRequest &claim,
                         bool recovered,
                         qint64 composedAt) const
{
    const GuardedChannel *const channel = m_products.guarded(claim.source.channel);
    if (!channel || m_ledger.policy().isStored(claim.source.channel))
        return {};
    QList<Notice> marks = claim.marks;
    if (recovered)
        marks.append(replyMarks(false, 0, true));
    QStringList texts;
    for (const Notice &mark : std::as_const(marks))
        texts.append(render(mark, claim.language, composedAt));
    return channel->plan({composeReply(texts, answer), Body::Format::Markdown}, claim.source);
}

void Outbox::advance(const QStringList &place, bool granted)
{
    const auto it = m_queues.find(place);
    if (it == m_queues.end())
        return;
    Queue &queue = it->second;
    if (queue.entries.empty()) {
        if (queue.timer)
            queue.timer.release()->deleteLater();
        m_queues.erase(it);
        return;
    }
    Entry &entry = queue.entries.front();
    if (entry.inFlight || entry.asked || (queue.timer && queue.timer->isActive()))
        return;
    const GuardedChannel *const channel = m_products.guarded(place.first());
    if (!channel || channel->channel()->state() != Product::State::Ready)
        return;
    if (entry.uncertain) {
        entry.uncertain = false;
        take(place, afterRestart(factsOf(entry)), {});
        return;
    }
    if (entry.readingBack) {
        entry.inFlight = true;
        m_places.insert(entry.delivery.key, place);
        if (channel->readBack(compose(entry.delivery)))
            return;
        // The channel of this name is another one now.
        m_places.remove(entry.delivery.key);
        entry.inFlight = false;
        entry.readingBack = false;
        take(place, afterSend(factsOf(entry), {.key = entry.delivery.key}), {});
        return;
    }
    if (granted) {
        handOver(place);
        return;
    }
    // B4: the grant may have gone since it was intended, or since the last attempt.
    entry.asked = true;
    m_ledger.mayDeliver(
        this, entry.delivery.key, [this, place](bool maySend) { checked(place, maySend); });
}

void Outbox::checked(const QStringList &place, bool maySend)
{
    Queue &queue = m_queues.at(place);
    Entry &entry = queue.entries.front();
    entry.asked = false;
    const GuardedChannel *const channel = m_products.guarded(place.first());
    if (!maySend) {
        queue.entries.pop_front();
        advance(place);
    } else if (channel && channel->channel()->state() == Product::State::Ready) {
        handOver(place);
    }
}

void Outbox::handOver(const QStringList &place)
{
    Entry &entry = m_queues.at(place).entries.front();
    entry.inFlight = true;
    m_places.insert(entry.delivery.key, place);
    ++entry.attempts;
    if (m_products.guarded(place.first())->deliver(compose(entry.delivery)))
        return;
    // Its people read from the store: it was there for them with its own commit.
    m_places.remove(entry.delivery.key);
    entry.inFlight = false;
    take(place, {DeliveryStep::Kind::Record, DeliveryState::Sent, {}}, {});
}

void Outbox::delivered(const DeliveryOutcome &outcome)
{
    const QStringList place = m_places.take(outcome.key);
    if (place.isEmpty())
        return;
    Entry &entry = m_queues.at(place).entries.front();
    entry.inFlight = false;
    if (outcome.result != DeliveryOutcome::Result::Sent)
        qCInfo(lcOutbox, "a delivery was not simply sent: %ls", qUtf16Printable(outcome.detail));
    const bool readBack = std::exchange(entry.readingBack, false);
    if (outcome.result == DeliveryOutcome::Result::Unknown) {
        entry.readBacks += readBack ? 1 : 0;
        entry.doubtedAt = entry.doubtedAt.value_or(m_clock.sinceBoot());
    } else {
        entry.readBacks = 0;
        entry.doubtedAt.reset();
    }
    take(place,
         readBack ? afterReadBack(factsOf(entry), outcome) : afterSend(factsOf(entry), outcome),
         outcome.receipt);
    if (!isBusy())
        Q_EMIT quiet();
}

void Outbox::take(const QStringList &place, const DeliveryStep &step, const QString &receipt)
{
    Queue &queue = m_queues.at(place);
    Entry &entry = queue.entries.front();
    const DeliveryKey key = entry.delivery.key;
    switch (step.kind) {
    case DeliveryStep::Kind::Record:
        if (step.state == DeliveryState::Unknown)
            qCWarning(lcOutbox,
                      "it is not known whether a reply was delivered; it is held (request %ls)",
                      qUtf16Printable(entry.delivery.request.toString()));
        m_ledger.receive({.key = key,
                          .state = step.state,
                          .attempts = entry.attempts,
                          .notBefore = 0,
                          .receipt = receipt});
        queue.entries.pop_front();
        break;
    case DeliveryStep::Kind::SendLater:
        m_ledger.receive({
            .key = key,
            .state = DeliveryState::Intended,
            .attempts = entry.attempts,
            .notBefore = m_clock.wall().toMSecsSinceEpoch() + step.delay.count(),
            .receipt = {},
        });
        pause(place, step.delay);
        break;
    case DeliveryStep::Kind::SendNow:
        break;
    case DeliveryStep::Kind::ReadBack:
        entry.readingBack = true;
        break;
    case DeliveryStep::Kind::ReadBackLater:
        entry.readingBack = true;
        pause(setAside(place), step.delay);
        break;
    }
    advance(place);
}

void Outbox::pause(const QStringList &place, std::chrono::milliseconds span)
{
    Queue &queue = m_queues.at(place);
    if (!queue.timer) {
        queue.timer = m_clock.timer();
        connect(queue.timer.get(), &Timer::timedOut, this, [this, place] { advance(place); });
    }
    queue.timer->start(span);
}

QStringList Outbox::setAside(const QStringList &place)
{
    std::deque<Entry> &entries = m_queues.at(place).entries;
    const RequestId request = entries.front().delivery.request;
    QStringList aside = place.first(placeKeySize) + QStringList{request.toString()};
    if (aside == place)
        return place;
    std::deque<Entry> &doubtful = m_queues[aside].entries;
    const auto rest =
        std::stable_partition(entries.begin(), entries.end(), [&request](const Entry &entry) {
            return entry.delivery.request != request;
        });
    doubtful.insert(doubtful.end(), rest, entries.end());
    entries.erase(rest, entries.end());
    return aside;
}

Delivery Outbox::compose(const DeliveryIntended &delivery) const
{
    Body body;
    if (delivery.notice) {
        body.text = render(*delivery.notice, delivery.language, delivery.composedAt);
    } else {
        body.text = delivery.answer;
        body.format = Body::Format::Markdown;
    }
    QStringList marks;
    for (const Notice &mark : delivery.marks)
        marks.append(render(mark, delivery.language, delivery.composedAt));
    body.text = composeReply(marks, body.text);

    Part part = delivery.part;
    if (part.to < 0 || part.to > body.text.size())
        part.to = body.text.size();
    return {
        .key = delivery.key,
        .request = delivery.request,
        .purpose = delivery.purpose,
        .target = delivery.target,
        .replyTo = delivery.replyTo,
        .body = body,
        .part = part,
        .parts = delivery.parts,
    };
}

DeliveryFacts Outbox::factsOf(const Entry &entry) const
{
    const GuardedChannel *const channel = m_products.guarded(entry.delivery.target.channel);
    return {
        .traits = channel ? channel->traits() : ChannelTraits{},
        .attempts = entry.attempts,
        .age = std::chrono::milliseconds(m_clock.wall().toMSecsSinceEpoch()
                                         - entry.delivery.createdAt),
        .readBacks = entry.readBacks,
        .doubt =
            entry.doubtedAt ? m_clock.sinceBoot() - *entry.doubtedAt : std::chrono::milliseconds(0),
    };
}

QString Outbox::render(const Notice &notice, Language language, qint64 at) const
{
    return m_catalogue.render(
        notice, language, QTimeZone::systemTimeZone(), QDateTime::fromMSecsSinceEpoch(at, Qt::UTC));
}

} // namespace hostline
