// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// The real Codex against the rehearsal endpoint, by a client that is not the product's: what these tests see is what the
// product may rely on.
#include "support/codex/app_server.h"
#include "support/codex/rehearsal_fixture.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hostline::test;
using namespace hostline::rehearsal;

namespace {

QJsonObject answerItem(const QJsonObject &turn)
{
    return turn.value("items"_L1).toArray().last().toObject();
}

} // namespace

class TestRehearsalCodex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanupTestCase();

    void questionIsAnsweredInDeltas();
    void phasesAndThoughtsArriveAsItems();
    void contextOfEarlierTurnsIsSent();
    void shellCommandRunsAndItsOutputComesBack();
    void aHeldAnswerCanBeInterrupted();
    void aHangEndsOnlyByInterrupt();
    void oneFailedTryIsRetried();
    void compactionGetsASummary();

private:
    QString startedThread(const QString &sandbox = u"read-only"_s);
    QJsonObject ask(const QString &thread, const QString &text);

    std::unique_ptr<RehearsalFixture> m_codex;
    std::unique_ptr<AppServer> m_server;
};

void TestRehearsalCodex::initTestCase()
{
    m_codex = std::make_unique<RehearsalFixture>();
    QVERIFY2(m_codex->start(), qPrintable(m_codex->problem()));
    m_server = std::make_unique<AppServer>();
    QVERIFY2(m_server->start(*m_codex, m_codex->arguments()), qPrintable(m_server->error()));
}

void TestRehearsalCodex::init()
{
    m_server->forgetMessages();
}

void TestRehearsalCodex::cleanupTestCase()
{
    m_server.reset();
    m_codex.reset();
}

QString TestRehearsalCodex::startedThread(const QString &sandbox)
{
    return m_server->startThread(m_codex->workspace(), sandbox);
}

QJsonObject TestRehearsalCodex::ask(const QString &thread, const QString &text)
{
    return m_server->finishTurn(m_server->startTurn(thread, text));
}

void TestRehearsalCodex::questionIsAnsweredInDeltas()
{
    const auto turn = ask(startedThread(), u"你好？[[deltas 5 every 5]]"_s);
    QCOMPARE(turn.value("status"_L1).toString(), u"completed"_s);
    const auto item = answerItem(turn);
    QCOMPARE(item.value("phase"_L1).toString(), u"final_answer"_s);
    QVERIFY(item.value("text"_L1).toString().contains(u"这是排练"_s));
    QString text;
    int deltas = 0;
    for (const auto &message : m_server->messages()) {
        if (message.value("method"_L1) != "item/agentMessage/delta"_L1)
            continue;
        text += message.value("params"_L1).toObject().value("delta"_L1).toString();
        ++deltas;
    }
    QCOMPARE(deltas, 5);
    QCOMPARE(text, item.value("text"_L1).toString());
}

void TestRehearsalCodex::phasesAndThoughtsArriveAsItems()
{
    const auto turn = ask(startedThread(), u"[[reasoning Hm]][[commentary On it]][[say Done]]"_s);
    QCOMPARE(answerItem(turn).value("text"_L1).toString(), u"Done"_s);
    QStringList items;
    for (const auto &message : m_server->messages()) {
        const auto item = message.value("params"_L1).toObject().value("item"_L1).toObject();
        if (message.value("method"_L1) == "item/completed"_L1)
            items.append(item.value("type"_L1).toString() + u' '
                         + item.value("phase"_L1).toString());
    }
    QCOMPARE(items,
             QStringList({u"userMessage "_s,
                          u"reasoning "_s,
                          u"agentMessage commentary"_s,
                          u"agentMessage final_answer"_s}));
}

void TestRehearsalCodex::contextOfEarlierTurnsIsSent()
{
    const auto thread = startedThread();
    ask(thread, u"My name is Mo. [[say Hello Mo]]"_s);
    const auto text = answerItem(ask(thread, u"[[echo-history]]"_s)).value("text"_L1).toString();
    QCOMPARE(text.count(u'\n'), 3);
    QVERIFY(text.contains(u"{\"role\":\"user\",\"text\":\"My name is Mo. [[say Hello Mo]]\"}"_s));
    QVERIFY(text.contains(u"{\"role\":\"assistant\",\"text\":\"Hello Mo\"}"_s));
}

void TestRehearsalCodex::shellCommandRunsAndItsOutputComesBack()
{
    const auto before = m_codex->endpoint().counts().turn;
    const auto turn = ask(
        startedThread(u"workspace-write"_s),
        u"[[tool shell echo one >> file; cat file]][[tool shell echo two >> file]][[say Written]]"_s);
    QCOMPARE(answerItem(turn).value("text"_L1).toString(), u"Written"_s);
    QCOMPARE(m_codex->endpoint().counts().turn - before, 3);
    QFile file(m_codex->workspace() + u"/file"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "one\ntwo\n");
    const auto &input = m_codex->endpoint().records().back().request.input;
    const auto output = std::find_if(input.begin(), input.end(), [](const auto &item) {
        return item.type == "function_call_output"_L1;
    });
    QVERIFY(output != input.end() && output->text.contains(u"one"_s));
}

void TestRehearsalCodex::aHeldAnswerCanBeInterrupted()
{
    const auto thread = startedThread();
    const auto turn = m_server->startTurn(thread, u"[[say Half of it]][[hold half]]"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_codex->endpoint().counts().held, 1, 60'000);
    m_server->call(u"turn/interrupt"_s, {{u"threadId"_s, thread}, {u"turnId"_s, turn}});
    QCOMPARE(m_server->finishTurn(turn).value("status"_L1).toString(), u"interrupted"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_codex->endpoint().counts().held, 0, 20'000);
}

void TestRehearsalCodex::aHangEndsOnlyByInterrupt()
{
    const auto before = m_codex->endpoint().counts().turn;
    const auto thread = startedThread();
    const auto turn = m_server->startTurn(thread, u"[[hang]]"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_codex->endpoint().counts().turn - before, 1, 60'000);
    m_server->call(u"turn/interrupt"_s, {{u"threadId"_s, thread}, {u"turnId"_s, turn}});
    QCOMPARE(m_server->finishTurn(turn).value("status"_L1).toString(), u"interrupted"_s);
}

void TestRehearsalCodex::oneFailedTryIsRetried()
{
    const auto turn = ask(startedThread(), u"[[error 500 times 1]][[say At last]]"_s);
    QCOMPARE(answerItem(turn).value("text"_L1).toString(), u"At last"_s);
}

void TestRehearsalCodex::compactionGetsASummary()
{
    const auto thread = startedThread();
    ask(thread, u"Remember the word kiwi. [[say I will]]"_s);
    m_server->forgetMessages();
    m_server->call(u"thread/compact/start"_s, {{u"threadId"_s, thread}});
    const auto done = m_server->waitFor([](const QJsonObject &message) {
        return message.value("method"_L1) == "turn/completed"_L1;
    });
    const auto turn = done.value("params"_L1).toObject().value("turn"_L1).toObject();
    QCOMPARE(turn.value("status"_L1).toString(), u"completed"_s);
    QCOMPARE(m_codex->endpoint().counts().compaction, 1);
    ask(thread, u"Go on"_s);
    const auto &input = m_codex->endpoint().records().back().request.input;
    QVERIFY(std::any_of(input.begin(), input.end(), [](const auto &item) {
        return item.text.contains(u"no model wrote it"_s) && item.text.contains(u"kiwi"_s);
    }));
}

QTEST_GUILESS_MAIN(TestRehearsalCodex)
#include "tst_rehearsal_codex.moc"
