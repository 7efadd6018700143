// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger_bench.h"

#include "ledger/admit.h"
#include "ledger/schema.h"
#include "ledger_invariants.h"
#include "notices/failure_policy.h"

namespace hostline::test {

using namespace Qt::StringLiterals;

LedgerBench::LedgerBench(bool check, const QString &path)
    : checks(check)
    , m_store({.path = path, .migrations = ledgerMigrations(), .synchronousOff = !path.isEmpty()})
{
    policy.provider = u"agent"_s;
    policy.providerNames = {{u"agent"_s, u"The Agent"_s}};
    policy.workspace = u"default"_s;
    policy.workspaces = {{u"default"_s, {u"/srv/work"_s, Access::Read}}};
    policy.storedChannels = {u"page"_s};
    moment = {.now = 1'800'000'000'000, .bootMs = 5'000'000, .boot = u"boot-1"_s, .run = {}};
    [this] {
        QVERIFY(!openNow(m_store));
    }();
    grant(everybody());
    restart();
}

Place LedgerBench::place(const QString &channel)
{
    return {channel, {}, u"room"_s, {}};
}

QList<GrantRow> LedgerBench::everybody()
{
    GrantRow page;
    page.channel = u"page"_s;
    GrantRow mail;
    mail.channel = u"mail"_s;
    mail.access = Access::Write;
    return {page, mail};
}

QString LedgerBench::nextSeed()
{
    return u"id%1"_s.arg(++m_seeds, 8, 10, QLatin1Char(u'0'));
}

void LedgerBench::unit(const UnitWork &work, const QString &seed)
{
    const UnitContext fresh(moment, std::make_shared<const Policy>(policy), seed);
    struct Outcome
    {
        Actions actions;
        QStringList faults;
    };
    Result<Outcome> result = postNow<
        Outcome>(m_store, [&work, &fresh, check = checks](Transaction &transaction) {
        UnitContext context = fresh;
        work(transaction, context);
        return Outcome{context.actions, check ? ledgerFaults(transaction, context) : QStringList()};
    });
    m_actions.clear();
    [&] {
        QVERIFY2(result.ok(), qPrintable(result.ok() ? QString() : result.failure().detail));
        m_actions = result.value().actions;
        QVERIFY2(result.value().faults.isEmpty(), qPrintable(result.value().faults.join(u'\n')));
    }();
}

qint64 LedgerBench::number(const QString &sql, const QVariantList &binds)
{
    return read<qint64>([&](Transaction &transaction) {
        const std::optional<Row> row = transaction.first(sql, binds);
        return row ? row->integer(0) : -1;
    });
}

QString LedgerBench::text(const QString &sql, const QVariantList &binds)
{
    return read<QString>([&](Transaction &transaction) {
        const std::optional<Row> row = transaction.first(sql, binds);
        return row ? row->text(0) : QString();
    });
}

InboundMessage LedgerBench::message(const QString &text, const QString &channel)
{
    InboundMessage message;
    message.tag = ++m_messages;
    message.source = {channel, {}, u"room"_s, {}, u"ann"_s};
    message.messageId = u"m%1"_s.arg(m_messages);
    message.text = text;
    return message;
}

Admission LedgerBench::admit(const InboundMessage &message)
{
    Admission admission;
    unit([&](Transaction &transaction, UnitContext &context) {
        admission = hostline::admit(transaction, context, message);
    });
    return admission;
}

Admission LedgerBench::say(const QString &text, const QString &channel)
{
    return admit(message(text, channel));
}

RequestId LedgerBench::sayAndBind(const QString &text, const QString &channel)
{
    RequestId request = say(text, channel).request;
    bindNow(request);
    return request;
}

bool LedgerBench::bindNow(const RequestId &id, const QString &nativeThread)
{
    bool bound = false;
    const QString seed = nextSeed();
    unit([&](Transaction &transaction, UnitContext &context) {
        bound = bind(transaction,
                     context,
                     {.request = id,
                      .binding = BindingId(u"binding-"_s + seed),
                      .provider = u"agent"_s,
                      .model = {},
                      .workspace = u"/srv/work"_s,
                      .access = Access::Read,
                      .nativeThread = nativeThread.isEmpty() ? u"thread-"_s + seed : nativeThread});
    });
    return bound;
}

void LedgerBench::answer(const RequestId &id, const QString &text, const QList<Part> &parts)
{
    const std::optional<TurnRow> turn = liveTurn(id);
    unit([&](Transaction &transaction, UnitContext &context) {
        finish(transaction,
               context,
               {.request = id,
                .turn = turn ? turn->id : TurnId(),
                .draft = {.answer = text, .parts = parts},
                .ending = {.how = TurnEnd::Answered,
                           .nativeTurn = u"native"_s,
                           .reach = Reach::ModelAnswered,
                           .spend = Spend{u"model"_s, 3, 4}}});
    });
}

void LedgerBench::fail(const RequestId &id, FailureKind kind)
{
    const std::optional<TurnRow> turn = liveTurn(id);
    unit([&](Transaction &transaction, UnitContext &context) {
        finish(transaction,
               context,
               {.request = id,
                .turn = turn ? turn->id : TurnId(),
                .draft = {.failure = Failure{kind, u"as the test says"_s, {}, {}}},
                .ending = {}});
    });
}

void LedgerBench::waitFor(const RequestId &id, RequestView::WaitsFor what, bool unsent)
{
    const std::optional<TurnRow> turn = liveTurn(id);
    unit([&](Transaction &transaction, UnitContext &context) {
        hostline::wait(
            transaction,
            context,
            {.request = id,
             .what = what,
             .detail = u"as the test says"_s,
             .notice = failureNotice(what == RequestView::WaitsFor::Provider
                                         ? NoticeId::RequestWaitingForProvider
                                         : NoticeId::RequestWaitingForThread,
                                     Failure{FailureKind::ProviderUnavailable, {}, {}, {}},
                                     {.provider = u"The Agent"_s}),
             .unsentTurn = unsent && turn ? turn->id : TurnId()});
    });
}

void LedgerBench::resumeNow(const RequestId &id)
{
    unit([&](Transaction &transaction, UnitContext &context) { resume(transaction, context, id); });
}

bool LedgerBench::stopNow(const RequestId &id)
{
    bool known = false;
    unit([&](Transaction &transaction, UnitContext &context) {
        known = stop(transaction, context, id);
    });
    return known;
}

void LedgerBench::receiveNow(const DeliveryKey &key, DeliveryState state)
{
    unit([&](Transaction &transaction, UnitContext &context) {
        receive(transaction,
                context,
                {.key = key, .state = state, .attempts = 1, .notBefore = 0, .receipt = u"r"_s});
    });
}

void LedgerBench::grant(const QList<GrantRow> &grants)
{
    unit([&](Transaction &transaction, UnitContext &context) {
        applyGrants(transaction, context, grants);
    });
}

void LedgerBench::restart(const QString &boot)
{
    if (!boot.isEmpty()) {
        moment.boot = boot;
        moment.bootMs = 1'000;
    }
    moment.run = u"run-"_s + nextSeed();
    unit([](Transaction &transaction, UnitContext &context) {
        adoptRun(transaction, context, {.machine = u"here"_s, .pid = 1});
    });
}

void LedgerBench::pass(std::chrono::milliseconds time)
{
    moment.now += time.count();
    moment.bootMs += time.count();
}

RequestRow LedgerBench::request(const RequestId &id)
{
    return read<RequestRow>([&](Transaction &transaction) {
        return inbox_store::request(transaction, id).value_or(RequestRow{});
    });
}

std::optional<ReplyRow> LedgerBench::reply(const RequestId &id)
{
    return read<std::optional<ReplyRow>>(
        [&](Transaction &transaction) { return outbox_store::reply(transaction, id); });
}

QString LedgerBench::replyNotice(const RequestId &id)
{
    const std::optional<ReplyRow> row = reply(id);
    return row && row->notice ? toString(row->notice->id) : QString();
}

std::optional<TurnRow> LedgerBench::liveTurn(const RequestId &id)
{
    return read<std::optional<TurnRow>>(
        [&](Transaction &transaction) { return dispatch_store::live(transaction, id); });
}

QList<DeliveryRow> LedgerBench::deliveries(const RequestId &id, DeliveryPurpose purpose)
{
    QList<DeliveryRow> rows = read<QList<DeliveryRow>>(
        [&](Transaction &transaction) { return outbox_store::deliveries(transaction, id); });
    rows.removeIf([purpose](const DeliveryRow &row) { return row.purpose != purpose; });
    return rows;
}

QStringList LedgerBench::sideNotices(const RequestId &id)
{
    QStringList ids;
    const QList<DeliveryRow> rows = deliveries(id, DeliveryPurpose::Notice);
    for (const DeliveryRow &row : rows)
        ids.append(row.subject);
    return ids;
}

QStringList LedgerBench::transcript(const ConversationId &id)
{
    return read<QStringList>([&](Transaction &transaction) {
        QStringList lines;
        transaction.each(
            u"select role, body from transcript where conversation_id = ? order by ordinal"_s,
            {id.toString()},
            [&lines](const Row &row) { lines.append(row.text(0) + u": "_s + row.text(1)); });
        return lines;
    });
}

std::optional<ConversationRow> LedgerBench::openAt(const QString &channel)
{
    return read<std::optional<ConversationRow>>([&](Transaction &transaction) {
        return conversation_store::openAt(transaction, place(channel));
    });
}

RequestId LedgerBench::head(const QString &channel)
{
    return RequestId(
        text(u"select r.id from requests r join conversations c on c.id = r.conversation_id"
             " where c.channel = ? and c.closed_at is null and r.state in ('running', 'waiting')"_s,
             {channel}));
}

} // namespace hostline::test
