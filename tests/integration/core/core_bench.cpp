// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "core_bench.h"

#include "host/policy_rules.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDeadlineTimer>
#include <QtCore/QEventLoop>
#include <QtCore/QJsonArray>
#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto patience = 30s;

ChannelTraits traitsOf(FakePlatform::Ability ability)
{
    ChannelTraits traits;
    traits.progress = true;
    switch (ability) {
    case FakePlatform::Ability::HonoursKeys:
        traits.idempotency = 1h;
        break;
    case FakePlatform::Ability::CanBeReadBack:
        traits.readBack = true;
        break;
    case FakePlatform::Ability::Neither:
        break;
    }
    return traits;
}

} // namespace

bool soon(const std::function<bool()> &condition)
{
    const QDeadlineTimer deadline(patience);
    while (!condition()) {
        if (deadline.hasExpired())
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 5);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

CoreBench::CoreBench()
{
    settings.route.provider = u"agent"_s;
    PluginTable agent;
    agent.name = u"agent"_s;
    agent.plugin = u"fake"_s;
    settings.providers.insert(agent.name, agent);
    settings.workspaces.insert(u"default"_s, {u"default"_s, directory.path(), Access::Read});
    settings.defaultWorkspace = u"default"_s;
    settings.recovery.reviews = false; // what is reviewed is tested in tst_core_review
    for (const QString &channel : {u"desk"_s, u"mail"_s}) {
        GrantRule rule;
        rule.channel = channel;
        settings.grants.append(rule);
    }
    options.dataDirectory = directory.path();
    options.pluginDirectories = {QStringLiteral(PLUGIN_DIRECTORY)};
    options.programName = u"test"_s;
    options.localChannels = {u"desk"_s};
}

CoreBench::~CoreBench() = default;

void CoreBench::useMail(FakePlatform::Ability ability, int partLength)
{
    m_ability = ability;
    m_partLength = partLength;
    platform = std::make_unique<FakePlatform>(ability);
    [this] {
        QVERIFY(platform->listen(directory.filePath(u"mail.socket"_s)));
    }();
}

void CoreBench::useSpare()
{
    withSpare = true;
    PluginTable table;
    table.name = u"spare"_s;
    table.plugin = u"fake"_s;
    settings.providers.insert(table.name, table);
    PluginTable &route = settings.route.table;
    route.plugin = u"fallback"_s;
    route.section = u"route"_s;
    route.values = {{u"policy"_s, u"flexible"_s}, {u"pool"_s, QJsonArray{u"spare"_s}}};
    if (core) {
        core->apply(settings);
        addSpare();
        spare->start();
        settle();
    }
}

void CoreBench::addSpare()
{
    auto fake = std::make_unique<FakeProvider>(clock, spareRecord);
    spare = fake.get();
    core->products.addProvider(u"spare"_s, std::move(fake), nullptr);
}

bool CoreBench::boot()
{
    core = std::make_unique<HostCore>(options, clock, settings);
    if (onCore)
        onCore(*core);
    if (withProvider) {
        auto fake = std::make_unique<FakeProvider>(clock, record);
        provider = fake.get();
        provider->setComesUp(comesUp);
        if (onProvider)
            onProvider(*provider);
        core->products.addProvider(u"agent"_s, std::move(fake), nullptr);
    }
    if (withSpare)
        addSpare();
    if (platform) {
        auto context = std::make_unique<TestContext>(
            u"mail"_s,
            QJsonObject{{u"socket"_s, directory.filePath(u"mail.socket"_s)},
                        {u"part_length"_s, m_partLength}});
        auto channel = std::make_unique<FakeChannel>(*context);
        core->products.addChannel(
            u"mail"_s, GuardedChannel(std::move(channel), traitsOf(m_ability)), std::move(context));
    }
    connect(&core->control,
            &HostControl::textAppended,
            this,
            [this](const RequestId &request,
                   const Place &,
                   const QString &,
                   qsizetype,
                   const QString &text) { m_texts.append(request.toString() + u": "_s + text); });
    std::optional<Result<Done>> adopted;
    connect(&core->store, &Store::opened, this, [this, &adopted] {
        core->adoptRun(
            this, {u"here"_s, 1}, [&adopted](Result<Done> result) { adopted = std::move(result); });
    });
    if (provider)
        provider->start();
    if (spare)
        spare->start();
    core->store.open();
    if (!soon([&adopted] { return adopted.has_value(); }) || !adopted->ok())
        return false;
    core->inbox.startSweeping();
    if (platform) {
        // Both ends of the line: what the platform says from here on is heard.
        const int connections = platform->connections();
        Channel *const mail = core->products.channel(u"mail"_s);
        mail->start();
        if (!soon([&] {
                return mail->state() == Product::State::Ready
                    && platform->connections() > connections;
            }))
            return false;
    }
    settle();
    return true;
}

void CoreBench::kill()
{
    core.reset();
    provider = nullptr;
    spare = nullptr;
}

void CoreBench::settle()
{
    // A unit posted now comes back behind those before it; what these led to may post again: a few rounds.
    for (int round = 0; round < 6; ++round) {
        bool back = false;
        core->store.post<bool>(
            this,
            [](Transaction &) { return true; },
            [&back](const Result<bool> &) { back = true; });
        if (!soon([&back] { return back; }))
            return;
        QCoreApplication::processEvents();
    }
}

bool CoreBench::until(const std::function<bool()> &condition)
{
    const QDeadlineTimer deadline(patience);
    while (!condition()) {
        if (deadline.hasExpired())
            return false;
        advance(1s, 1s);
    }
    return true;
}

void CoreBench::advance(std::chrono::milliseconds span, std::chrono::milliseconds step)
{
    for (std::chrono::milliseconds left = span; left > 0ms; left -= step) {
        clock.advance(std::min(left, step));
        settle();
    }
}

void CoreBench::sql(const QString &statement)
{
    bool done = false;
    core->store.post<bool>(
        this,
        [statement](Transaction &transaction) {
            static_cast<void>(transaction.first(statement));
            return true;
        },
        [&done](const Result<bool> &result) { done = result.ok(); });
    QVERIFY(soon([&done] { return done; }));
}

Answer CoreBench::answerTo(const Order &order)
{
    std::optional<Answer> found;
    QueryId query;
    const auto connection = connect(&core->control,
                                    &HostControl::answered,
                                    this,
                                    [&found, &query](const QueryId &id, const Answer &answer) {
                                        if (id == query)
                                            found = answer;
                                    });
    query = core->control.send(order);
    const bool answered = soon([&found] { return found.has_value(); });
    disconnect(connection);
    return answered ? *found : Answer(Failure{FailureKind::Internal, u"no answer"_s, {}, {}});
}

Admission CoreBench::ask(const QString &text, const QString &room)
{
    InboundMessage message;
    message.source = {u"desk"_s, {}, room, {}, u"ann"_s};
    message.messageId = u"m%1"_s.arg(++m_messages);
    message.text = text;
    const Answer answer = answerTo(Ask{message});
    const auto *const admission = std::get_if<Admission>(&answer);
    return admission ? *admission : Admission{};
}

bool CoreBench::stop(const RequestId &request)
{
    return std::holds_alternative<Done>(answerTo(StopRequest{request}));
}

RequestView CoreBench::view(const RequestId &request)
{
    const Answer answer = answerTo(GetRequest{request});
    const auto *const view = std::get_if<RequestView>(&answer);
    return view ? *view : RequestView{};
}

bool CoreBench::waitsSoonFor(const RequestId &request, RequestView::WaitsFor what)
{
    return soon([&] {
        const RequestView shown = view(request);
        return shown.state == RequestState::Waiting && shown.waitsFor == what;
    });
}

QString CoreBench::replyText(const RequestId &request)
{
    const RequestView shown = view(request);
    return shown.reply && shown.reply->kind == ReplyView::Kind::Answer ? shown.reply->text
                                                                       : QString();
}

QString CoreBench::replyNotice(const RequestId &request)
{
    const RequestView shown = view(request);
    return shown.reply ? shown.reply->noticeId : QString();
}

QStringList CoreBench::notices(const RequestId &request)
{
    QStringList ids;
    const RequestView shown = view(request);
    for (const NoticeView &notice : shown.notices)
        ids.append(notice.id);
    return ids;
}

TurnId CoreBench::liveTurn() const
{
    const QList<TurnId> turns = liveTurns();
    return turns.size() == 1 ? turns.first() : TurnId();
}

QList<TurnId> CoreBench::liveTurns() const
{
    QList<TurnId> turns = provider->liveTurns();
    turns.removeIf([this](const TurnId &turn) { return !record.turn(turn.toString()); });
    return turns;
}

int CoreBench::turnsAsked(const QString &text) const
{
    const QList<FakeRecord::Turn> &turns = record.turns();
    return int(std::count_if(turns.begin(), turns.end(), [&text](const FakeRecord::Turn &turn) {
        return turn.text.contains(text);
    }));
}

} // namespace hostline::test
