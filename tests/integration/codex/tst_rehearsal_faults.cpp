// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the real Codex makes of each fault of the endpoint: the table that failure kinds are taken from (C14).
#include "support/codex/app_server.h"
#include "support/codex/rehearsal_fixture.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hostline::test;
using namespace hostline::rehearsal;

namespace {

struct Expectation
{
    const char *fault;
    QLatin1StringView info; // turn.error.codexErrorInfo
    int tries; // requests that arrive, with one retry of a request and one of a stream
};

constexpr std::array expectations{
    Expectation{"usage_limit_reached", R"("usageLimitExceeded")"_L1, 1},
    Expectation{"usage_not_included", R"("usageLimitExceeded")"_L1, 1},
    Expectation{"insufficient_quota", R"("usageLimitExceeded")"_L1, 1},
    Expectation{"rate_limit", R"({"responseTooManyFailedAttempts":{"httpStatusCode":429}})"_L1, 2},
    Expectation{"rate_limit_exceeded", R"("rateLimitExceeded")"_L1, 2},
    Expectation{"context_length_exceeded", R"("contextWindowExceeded")"_L1, 1},
    Expectation{"context_length_exceeded_400", R"("contextWindowExceeded")"_L1, 1},
    Expectation{"server_overloaded", R"("serverOverloaded")"_L1, 1},
    Expectation{"server_overloaded_503", R"("serverOverloaded")"_L1, 2},
    Expectation{"slow_down", R"("rateLimitExceeded")"_L1, 4},
    Expectation{"400", R"("other")"_L1, 1},
    Expectation{"401", R"({"httpConnectionFailed":{"httpStatusCode":401}})"_L1, 2},
    Expectation{"403", R"({"httpConnectionFailed":{"httpStatusCode":403}})"_L1, 2},
    Expectation{"404", R"("modelNotFound")"_L1, 1},
    Expectation{"413", R"({"httpConnectionFailed":{"httpStatusCode":413}})"_L1, 2},
    Expectation{"500", R"("internalServerError")"_L1, 4},
    Expectation{"503", R"({"httpConnectionFailed":{"httpStatusCode":503}})"_L1, 4},
    Expectation{"incomplete", R"("other")"_L1, 1},
    Expectation{"invalid_prompt", R"("other")"_L1, 1},
    Expectation{"unknown_failure", R"("other")"_L1, 2},
    Expectation{"drop", R"("other")"_L1, 2},
    Expectation{"half", R"("other")"_L1, 2},
    Expectation{"idle", R"("other")"_L1, 2},
    Expectation{"not_sse", R"("other")"_L1, 2},
};

QString compact(const QJsonValue &value)
{
    const auto list =
        QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
    return list.mid(1, list.size() - 2);
}

struct Asked
{
    QString thread;
    QString turn;
};

} // namespace

class TestRehearsalFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

    void faultsAreTyped_data();
    void faultsAreTyped();
    void aRefusedConnectionFailsTheTurn();

private:
    Asked ask(const QString &text);

    std::unique_ptr<RehearsalFixture> m_codex;
    std::unique_ptr<AppServer> m_server;
    QHash<QByteArray, Asked> m_asked;
};

void TestRehearsalFaults::initTestCase()
{
    m_codex = std::make_unique<RehearsalFixture>();
    QVERIFY2(m_codex->start(), qPrintable(m_codex->problem()));
    m_server = std::make_unique<AppServer>();
    QVERIFY2(m_server->start(*m_codex, m_codex->arguments({.idleTimeoutMs = 5'000})),
             qPrintable(m_server->error()));
    // All at once: each waits for its own retries.
    for (const auto &expected : expectations)
        m_asked.insert(expected.fault,
                       ask(u"[[error %1]]"_s.arg(QLatin1StringView(expected.fault))));
}

void TestRehearsalFaults::cleanupTestCase()
{
    m_server.reset();
    m_codex.reset();
}

Asked TestRehearsalFaults::ask(const QString &text)
{
    Asked asked;
    asked.thread = m_server->startThread(m_codex->workspace(), u"read-only"_s);
    asked.turn = m_server->startTurn(asked.thread, text);
    return asked;
}

void TestRehearsalFaults::faultsAreTyped_data()
{
    QTest::addColumn<QString>("info");
    QTest::addColumn<int>("tries");
    for (const auto &expected : expectations)
        QTest::newRow(expected.fault) << QString(expected.info) << expected.tries;
}

void TestRehearsalFaults::faultsAreTyped()
{
    QFETCH(QString, info);
    QFETCH(int, tries);
    const auto asked = m_asked.value(QTest::currentDataTag());
    const auto turn = m_server->finishTurn(asked.turn);
    QCOMPARE(turn.value("status"_L1).toString(), u"failed"_s);
    const auto error = turn.value("error"_L1).toObject();
    QVERIFY2(compact(error.value("codexErrorInfo"_L1)) == info, qPrintable(compact(error)));
    const auto &records = m_codex->endpoint().records();
    QCOMPARE(std::count_if(
                 records.begin(),
                 records.end(),
                 [&asked](const auto &record) { return record.request.thread == asked.thread; }),
             tries);
}

void TestRehearsalFaults::aRefusedConnectionFailsTheTurn()
{
    m_codex->stopEndpoint();
    const auto turn = m_server->finishTurn(ask(u"Anybody there?"_s).turn);
    const auto error = turn.value("error"_L1).toObject();
    QVERIFY2(compact(error.value("codexErrorInfo"_L1))
                 == R"({"httpConnectionFailed":{"httpStatusCode":null}})"_L1,
             qPrintable(compact(error)));
}

QTEST_GUILESS_MAIN(TestRehearsalFaults)
#include "tst_rehearsal_faults.moc"
