// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// E1: what Codex says of its account's quotas, put together. The messages are as seen on 0.171.0 or as its schema has them.
#include "plugins/codex/capacity_rules.h"

#include <QJsonDocument>
#include <QTest>

using namespace hostline;
using namespace hostline::codex;
using namespace Qt::StringLiterals;
using State = Capacity::State;

namespace {

constexpr qint64 nowSeconds = 1'796'030'000;
const QDateTime now = QDateTime::fromSecsSinceEpoch(nowSeconds, Qt::UTC);
constexpr qint64 soon = nowSeconds + 600;
constexpr qint64 later = nowSeconds + 86'400;

QJsonObject object(const QByteArray &text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (!document.isObject())
        qFatal("%s", qPrintable(error.errorString()));
    return document.object();
}

QDateTime time(qint64 seconds)
{
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
}

/// "read JSON", "update JSON", "met", "answer": what happened, in order.
Limits after(const QByteArrayList &steps)
{
    Limits limits;
    for (const QByteArray &step : steps) {
        const QByteArray json = step.mid(step.indexOf(' ') + 1);
        if (step.startsWith("read"))
            limits = afterRead(limits, object(json), now);
        else if (step.startsWith("update"))
            limits = afterUpdate(limits, object("{\"rateLimits\":" + json + "}"));
        else if (step == "met")
            limits = afterExhaustion(limits, now);
        else
            limits = afterAnswer(limits);
    }
    return limits;
}

QByteArray window(int used, qint64 resets)
{
    return "{\"usedPercent\":" + QByteArray::number(used)
        + ",\"windowDurationMins\":300,\"resetsAt\":" + QByteArray::number(resets) + "}";
}

const QByteArray nulls =
    R"(update {"limitId":"codex","limitName":null,"primary":null,"secondary":null,"credits":null,"individualLimit":null,"spendControlReached":null,"planType":null,"rateLimitReachedType":null})";

} // namespace

class tst_capacity_rules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void states_data();
    void states();
    void windowsArePutTogether();
    void aReadReplacesWhatWasKnown();
    void accounts_data();
    void accounts();
    void overrides_data();
    void overrides();
};

void tst_capacity_rules::states_data()
{
    QTest::addColumn<QByteArrayList>("steps");
    QTest::addColumn<bool>("unmetered");
    QTest::addColumn<int>("state");
    QTest::addColumn<qint64>("resets"); // 0: not known
    const auto row = [](const char *name,
                        const QByteArrayList &steps,
                        State state,
                        qint64 resets = 0,
                        bool unmetered = false) {
        QTest::newRow(name) << steps << unmetered << int(state) << resets;
    };
    const auto primary = [](int used, qint64 resets) {
        return "update {\"primary\":" + window(used, resets) + "}";
    };
    row("nothing was said", {}, State::Unknown);
    row("nothing was said, and there is nothing to say", {}, State::Unmetered, 0, true);
    row("nulls say nothing", {nulls}, State::Unmetered, 0, true);
    row("a window with room", {primary(42, later)}, State::Available);
    row("numbers were seen where no sign-in is needed",
        {primary(42, later)},
        State::Available,
        0,
        true);
    row("a full window", {primary(100, later)}, State::Exhausted, later);
    row("nulls do not empty a full window", {primary(100, later), nulls}, State::Exhausted, later);
    row("a full window that was reset meanwhile", {primary(100, nowSeconds - 1)}, State::Available);
    row("two full windows: the later one counts",
        {"update {\"primary\":" + window(100, soon) + ",\"secondary\":" + window(100, later) + "}"},
        State::Exhausted,
        later);
    row("a full window, and credits",
        {"update {\"primary\":" + window(100, later)
         + R"(,"credits":{"hasCredits":true,"unlimited":false,"balance":"12.5"}})"},
        State::Available);
    row("a full window, and no credits left",
        {"update {\"primary\":" + window(100, later)
         + R"(,"credits":{"hasCredits":false,"unlimited":false,"balance":"0"}})"},
        State::Exhausted,
        later);
    row("a limit is named",
        {R"(update {"rateLimitReachedType":"workspace_member_credits_depleted"})"},
        State::Exhausted);
    row("a limit is named, and numbers come without a name",
        {R"(update {"rateLimitReachedType":"rate_limit_reached"})", primary(3, later)},
        State::Exhausted);
    row("a limit is named, and a reading names none",
        {R"(update {"rateLimitReachedType":"rate_limit_reached"})",
         "read {\"rateLimits\":{\"primary\":" + window(3, later) + "}}"},
        State::Available);
    row("a limit is named, and a turn was answered since",
        {R"(update {"rateLimitReachedType":"rate_limit_reached"})", primary(3, later), "answer"},
        State::Available);
    row("a limit is named, and nulls come",
        {R"(update {"rateLimitReachedType":"rate_limit_reached"})", nulls},
        State::Exhausted);
    row("the workspace's spend control",
        {R"(update {"spendControlReached":true})"},
        State::Exhausted);
    row("the workspace's spend control, and numbers come",
        {R"(update {"spendControlReached":true})", primary(3, later)},
        State::Exhausted);
    row("the workspace's spend control, which is over",
        {R"(update {"spendControlReached":true})",
         R"(update {"spendControlReached":false})",
         primary(3, later)},
        State::Available);
    row("the end of a spend control is none of a limit that is named",
        {R"(update {"rateLimitReachedType":"rate_limit_reached"})",
         R"(update {"spendControlReached":false})"},
        State::Exhausted);
    row("a member's own limit",
        {R"(update {"individualLimit":{"limit":"10","used":"10","remainingPercent":0,"resetsAt":)"
         + QByteArray::number(soon) + "}}"},
        State::Exhausted,
        soon);
    row("another model's quota is full",
        {primary(5, later),
         "update {\"limitId\":\"codex_other\",\"primary\":" + window(100, soon) + "}"},
        State::Available);
    row("a turn ended for it", {"met"}, State::Exhausted);
    row("a turn ended for it where no sign-in is needed", {"met"}, State::Exhausted, 0, true);
    row("a turn ended for a full window", {primary(100, soon), "met"}, State::Exhausted, soon);
    row("a turn ended for another model's quota",
        {primary(5, later),
         "update {\"limitId\":\"codex_other\",\"primary\":" + window(100, soon) + "}",
         "met"},
        State::Exhausted,
        soon);
    row("a turn ended for it, and numbers came behind it",
        {"met", primary(43, later)},
        State::Exhausted);
    row("a turn ended for it, and one was answered since",
        {primary(43, later), "met", "answer"},
        State::Available);
    row("a turn ended for it, and a reading finds room",
        {"met", "read {\"rateLimits\":{\"primary\":" + window(1, later) + "}}"},
        State::Available);
    row("a turn ended for it, and a reading finds nothing",
        {"met", R"(read {"rateLimits":{"primary":null}})"},
        State::Exhausted);
    row("a reading finds a full window",
        {"read {\"rateLimits\":{\"primary\":" + window(100, later) + "}}"},
        State::Exhausted,
        later);
    row("the host allows it whatever the numbers say",
        {"read {\"rateLimits\":{\"primary\":" + window(100, later)
         + "},\"ordinaryUsageAllowed\":true}"},
        State::Available);
    row("the host allowed it before a window was full",
        {"read {\"rateLimits\":{\"primary\":" + window(10, later)
             + "},\"ordinaryUsageAllowed\":true}",
         primary(100, later)},
        State::Exhausted,
        later);
    row("the host allowed it before a limit was named",
        {R"(read {"rateLimits":{},"ordinaryUsageAllowed":true})",
         R"(update {"rateLimitReachedType":"rate_limit_reached"})"},
        State::Exhausted);
    row("the host allowed it before another model's window was full",
        {R"(read {"rateLimits":{},"ordinaryUsageAllowed":true})",
         "update {\"limitId\":\"codex_other\",\"primary\":" + window(100, soon) + "}"},
        State::Available);
    row("the host allows it whatever the numbers say, and nothing new is said",
        {"read {\"rateLimits\":{\"primary\":" + window(100, later)
             + "},\"ordinaryUsageAllowed\":true}",
         nulls},
        State::Available);
    row("the host refuses it whatever the numbers say",
        {"read {\"rateLimits\":{\"primary\":" + window(10, later)
         + "},\"ordinaryUsageAllowed\":false}"},
        State::Exhausted);
    row("the host refused it, and a turn was answered since",
        {R"(read {"rateLimits":{},"ordinaryUsageAllowed":false})", "answer", primary(10, later)},
        State::Available);
}

void tst_capacity_rules::states()
{
    QFETCH(QByteArrayList, steps);
    QFETCH(bool, unmetered);
    QFETCH(int, state);
    QFETCH(qint64, resets);
    const Capacity capacity = capacityOf(after(steps), unmetered, now);
    QCOMPARE(int(capacity.state), state);
    QCOMPARE(capacity.resetsAt, resets == 0 ? std::nullopt : std::optional(time(resets)));
    QCOMPARE(capacity.observedAt, now);
}

void tst_capacity_rules::windowsArePutTogether()
{
    const Limits limits = after({
        "update {\"limitId\":\"codex\",\"primary\":" + window(43, soon) + "}",
        nulls,
        R"(update {"limitId":"codex","primary":{"usedPercent":44,"windowDurationMins":null,"resetsAt":null}})",
        R"(update {"limitId":"codex","secondary":{"usedPercent":7,"windowDurationMins":10080}})",
        "update {\"limitId\":\"codex_other\",\"primary\":" + window(1, later) + "}",
    });
    const QList<Capacity::Window> expected{
        {u"primary"_s, 44, std::chrono::minutes(300), time(soon)},
        {u"secondary"_s, 7, std::chrono::minutes(10'080), {}},
        {u"codex_other.primary"_s, 1, std::chrono::minutes(300), time(later)},
    };
    QCOMPARE(capacityOf(limits, false, now).windows, expected);
}

void tst_capacity_rules::aReadReplacesWhatWasKnown()
{
    const Limits limits = after({
        "update {\"secondary\":" + window(90, later) + "}",
        "read {\"rateLimits\":{\"limitId\":\"codex\",\"primary\":" + window(10, soon)
            + "},\"rateLimitsByLimitId\":{\"codex\":{\"limitId\":\"codex\",\"primary\":"
            + window(10, soon) + "},\"codex_other\":{\"primary\":" + window(2, later) + "}}}",
    });
    const QList<Capacity::Window> windows = capacityOf(limits, false, now).windows;
    QCOMPARE(windows.size(), 2);
    QCOMPARE(windows.at(0).id, u"primary"_s);
    QCOMPARE(windows.at(1).id, u"codex_other.primary"_s);
}

void tst_capacity_rules::accounts_data()
{
    QTest::addColumn<QByteArray>("account");
    QTest::addColumn<bool>("unmetered");
    QTest::newRow("a model provider of one's own")
        << QByteArray(R"({"account":null,"requiresOpenaiAuth":false})") << true;
    QTest::newRow("nobody is signed in")
        << QByteArray(R"({"account":null,"requiresOpenaiAuth":true})") << false;
    QTest::newRow("a key, paid by use")
        << QByteArray(R"({"account":{"type":"apiKey"},"requiresOpenaiAuth":true})") << true;
    QTest::newRow("a subscription whose limits could not be read") << QByteArray(
        R"({"account":{"type":"chatgpt","email":null,"planType":"plus"},"requiresOpenaiAuth":true})")
                                                                   << false;
    QTest::newRow("nothing that we know") << QByteArray("{}") << false;
}

void tst_capacity_rules::accounts()
{
    QFETCH(QByteArray, account);
    QFETCH(bool, unmetered);
    QCOMPARE(isUnmetered(object(account)), unmetered);
}

void tst_capacity_rules::overrides_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<bool>("needsNone");
    QTest::newRow("none") << QByteArray("{}") << false;
    QTest::newRow("a model provider of one's own")
        << QByteArray(R"({"model_provider":"mine","model_providers":{"mine":{"base_url":"x"}}})")
        << true;
    QTest::newRow("one that uses the sign-in") << QByteArray(
        R"({"model_provider":"mine","model_providers":{"mine":{"requires_openai_auth":true}}})")
                                               << false;
    QTest::newRow("one that Codex's own configuration defines")
        << QByteArray(R"({"model_provider":"theirs","model_providers":{"mine":{}}})") << false;
    QTest::newRow("defined and not chosen")
        << QByteArray(R"({"model_providers":{"mine":{}}})") << false;
}

void tst_capacity_rules::overrides()
{
    QFETCH(QByteArray, config);
    QFETCH(bool, needsNone);
    QCOMPARE(needsNoAccount(object(config)), needsNone);
}

QTEST_GUILESS_MAIN(tst_capacity_rules)
#include "tst_capacity_rules.moc"
