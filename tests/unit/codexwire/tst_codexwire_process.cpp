// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// The client on a transport that a test plays, and the process transport on small shell programs. Time is moved by hand.
#include "lib/codexwire/app_server_process.h"
#include "lib/codexwire/json_rpc_client.h"
#include "lib/codexwire/process_mark.h"
#include "support/clock/manual_clock.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <unistd.h>

using namespace hostline;
using namespace hostline::codexwire;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 20'000;

class PlayedTransport : public Transport
{
public:
    bool send(const QByteArray &line) override
    {
        if (!takes)
            return false;
        sent.append(line);
        return true;
    }
    bool takes = true;
    QList<QByteArray> sent;
};

AppServerCommand shell(const QString &script)
{
    AppServerCommand command;
    command.program = u"/bin/sh"_s;
    command.arguments = {u"-c"_s, script};
    command.environment = QProcessEnvironment::systemEnvironment();
    return command;
}

/// A process transport with what it said.
struct Child
{
    Child(const AppServerCommand &command, Clock &clock)
        : process(command, clock)
    {
        QObject::connect(&process,
                         &Transport::lineReceived,
                         &process,
                         [this](const QByteArray &line) { lines.append(line); });
        QObject::connect(&process,
                         &Transport::closed,
                         &process,
                         [this](const TransportClosed &closed) { ends.append(closed); });
    }
    [[nodiscard]] bool ended() const
    {
        return QTest::qWaitFor([this] { return !ends.isEmpty(); }, patience);
    }
    AppServerProcess process;
    QList<QByteArray> lines;
    QList<TransportClosed> ends;
};

} // namespace

class tst_codexwire_process : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_results.clear(); }

    void answersAreMatchedInAnyOrder();
    void aRefusalIsTold();
    void aCallEndsInTime();
    void aCallThatCannotBeSentIsNotAnsweredAtOnce();
    void everyCallEndsWithTheTransport();
    void nobodyIsCalledWhoIsGone();
    void callsOfTheServerAreRefused();
    void badLinesAreDropped();

    void linesComeAndGo();
    void theEndIsTold_data();
    void theEndIsTold();
    void aMissingProgramIsTold();
    void aStopIsKind();
    void aDeafChildIsKilled();
    void aDeadChildTakesNothing();
    void anUnreadPipeEndsTheChild();
    void theMarkIsKeptAndRemoved();
    void onlyTheMarkedProcessIsKilled();

private:
    JsonRpcClient::Done note(const QString &name)
    {
        return [this, name](const CallResult &result) {
            m_results.append({name, result});
        };
    }
    QList<std::pair<QString, CallResult>> m_results;
};

void tst_codexwire_process::answersAreMatchedInAnyOrder()
{
    ManualClock clock;
    PlayedTransport transport;
    JsonRpcClient client(transport, clock);
    client.call(u"a"_s, {}, 1min, this, note(u"a"_s));
    client.call(u"b"_s, {}, 1min, this, note(u"b"_s));
    QCOMPARE(transport.sent.size(), 2);
    Q_EMIT transport.lineReceived(R"({"id":2,"result":{"n":2}})");
    Q_EMIT transport.lineReceived(R"({"id":1,"result":{"n":1}})");
    Q_EMIT transport.lineReceived(R"({"id":1,"result":{"n":9}})"); // a second answer is nobody's
    QCOMPARE(m_results.size(), 2);
    QCOMPARE(m_results.at(0).first, u"b"_s);
    QCOMPARE(m_results.at(0).second.result.value("n"_L1).toInt(), 2);
    QCOMPARE(m_results.at(1).second.result.value("n"_L1).toInt(), 1);
    QCOMPARE(client.pendingCalls(), 0);
}

void tst_codexwire_process::aRefusalIsTold()
{
    ManualClock clock;
    PlayedTransport transport;
    JsonRpcClient client(transport, clock);
    client.call(u"a"_s, {}, 1min, this, note(u"a"_s));
    Q_EMIT transport.lineReceived(R"({"id":1,"error":{"code":-32600,"message":"no"}})");
    QCOMPARE(m_results.value(0).second.outcome, CallResult::Outcome::Refused);
    QCOMPARE(m_results.value(0).second.error.message, u"no"_s);
}

// C17
void tst_codexwire_process::aCallEndsInTime()
{
    ManualClock clock;
    PlayedTransport transport;
    JsonRpcClient client(transport, clock);
    client.call(u"a"_s, {}, 30s, this, note(u"a"_s));
    clock.advance(29s);
    QVERIFY(m_results.isEmpty());
    clock.advance(1s);
    QCOMPARE(m_results.value(0).second.outcome, CallResult::Outcome::TimedOut);
    Q_EMIT transport.lineReceived(R"({"id":1,"result":{}})"); // too late
    QCOMPARE(m_results.size(), 1);
}

void tst_codexwire_process::aCallThatCannotBeSentIsNotAnsweredAtOnce()
{
    ManualClock clock;
    PlayedTransport transport;
    transport.takes = false;
    JsonRpcClient client(transport, clock);
    client.call(u"a"_s, {}, 30s, this, note(u"a"_s));
    QVERIFY(m_results.isEmpty());
    QTRY_COMPARE(m_results.size(), 1);
    QCOMPARE(m_results.at(0).second.outcome, CallResult::Outcome::NotSent);
}

void tst_codexwire_process::everyCallEndsWithTheTransport()
{
    ManualClock clock;
    PlayedTransport transport;
    JsonRpcClient client(transport, clock);
    client.call(u"a"_s, {}, 30s, this, note(u"a"_s));
    client.call(u"b"_s, {}, 30s, this, note(u"b"_s));
    transport.takes = false;
    client.call(u"c"_s, {}, 30s, this, note(u"c"_s));
    Q_EMIT transport.closed({TransportEnd::Crashed, {}});
    QCOMPARE(m_results.size(), 3);
    QCOMPARE(m_results.at(0).second.outcome, CallResult::Outcome::Closed);
    QCOMPARE(m_results.at(1).second.outcome, CallResult::Outcome::Closed);
    QCOMPARE(m_results.at(2).second.outcome, CallResult::Outcome::NotSent);
    transport.takes = true;
    client.call(u"d"_s, {}, 30s, this, note(u"d"_s));
    QTRY_COMPARE(m_results.size(), 4);
    QCOMPARE(m_results.at(3).second.outcome, CallResult::Outcome::NotSent);
    clock.advance(1h);
    QCOMPARE(m_results.size(), 4);
}

void tst_codexwire_process::nobodyIsCalledWhoIsGone()
{
    ManualClock clock;
    PlayedTransport transport;
    JsonRpcClient client(transport, clock);
    auto context = std::make_unique<QObject>();
    client.call(u"a"_s, {}, 30s, context.get(), note(u"a"_s));
    context.reset();
    Q_EMIT transport.lineReceived(R"({"id":1,"result":{}})");
    QVERIFY(m_results.isEmpty());
    QCOMPARE(client.pendingCalls(), 0);
}

// No turn waits for ever for an answer that nobody gives; ids of the server start at 0.
void tst_codexwire_process::callsOfTheServerAreRefused()
{
    ManualClock clock;
    PlayedTransport transport;
    JsonRpcClient client(transport, clock);
    Q_EMIT transport.lineReceived(R"({"id":0,"method":"item/tool/call","params":{}})");
    Q_EMIT transport.lineReceived(R"({"id":"x","method":"item/of/the/future"})");
    QCOMPARE(transport.sent.size(), 2);
    QVERIFY(transport.sent.at(0).contains(R"("id":0)")
            && transport.sent.at(0).contains(R"("error")"));
    QVERIFY(transport.sent.at(1).contains(R"("id":"x")"));
}

void tst_codexwire_process::badLinesAreDropped()
{
    ManualClock clock;
    PlayedTransport transport;
    JsonRpcClient client(transport, clock);
    QStringList notes;
    connect(&client, &JsonRpcClient::notified, this, [&notes](const QString &method) {
        notes.append(method);
    });
    Q_EMIT transport.lineReceived("Error: something");
    Q_EMIT transport.lineReceived(R"({"id":17,"result":{}})");
    Q_EMIT transport.lineReceived(R"({"method":"world/ended"})");
    QCOMPARE(notes, QStringList{u"world/ended"_s});
}

void tst_codexwire_process::linesComeAndGo()
{
    ManualClock clock;
    Child child(shell(u"cat; echo >&2 noise; printf 'last line\\nhalf'"_s), clock);
    child.process.start();
    QVERIFY(child.process.send("{\"a\":1}\n"));
    QTRY_COMPARE_WITH_TIMEOUT(child.lines, QList<QByteArray>{"{\"a\":1}"}, patience);
    child.process.stop(5s);
    QVERIFY(child.ended());
    QCOMPARE(child.ends, QList<TransportClosed>({{TransportEnd::Stopped, {}}}));
}

void tst_codexwire_process::theEndIsTold_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<TransportEnd>("end");
    QTest::addColumn<QString>("detail");
    QTest::newRow("a code and the last words")
        << u"echo first >&2; printf '\\033[31mERROR\\033[0m no config\\n' >&2; exit 3"_s
        << TransportEnd::Exited << u"the app-server ended with code 3: ERROR no config"_s;
    QTest::newRow("a signal") << u"kill -9 $$"_s << TransportEnd::Crashed
                              << u"the app-server was ended by signal 9"_s;
    QTest::newRow("an end in peace")
        << u"exit 0"_s << TransportEnd::Exited << u"the app-server ended with code 0"_s;
}

void tst_codexwire_process::theEndIsTold()
{
    QFETCH(QString, script);
    QFETCH(TransportEnd, end);
    QFETCH(QString, detail);
    ManualClock clock;
    Child child(shell(script), clock);
    child.process.start();
    QVERIFY(child.ended());
    QCOMPARE(child.ends.size(), 1);
    QCOMPARE(child.ends.first().end, end);
    QCOMPARE(child.ends.first().detail, detail);
}

void tst_codexwire_process::aMissingProgramIsTold()
{
    ManualClock clock;
    AppServerCommand command = shell({});
    command.program = u"/nonexistent/codex"_s;
    Child child(command, clock);
    child.process.start();
    QVERIFY(child.ended());
    QCOMPARE(child.ends.first().end, TransportEnd::NotStarted);
    QVERIFY(child.ends.first().detail.contains(u"/nonexistent/codex"_s));
    QVERIFY(!child.process.send("x\n"));
}

void tst_codexwire_process::aStopIsKind()
{
    ManualClock clock;
    Child child(shell(u"trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.01; done"_s),
                clock);
    child.process.start();
    QTRY_COMPARE_WITH_TIMEOUT(child.lines.size(), 1, patience);
    child.process.stop(1h);
    child.process.stop(1h);
    QVERIFY(!child.process.send("x\n"));
    QVERIFY(child.ended());
    QCOMPARE(child.ends, QList<TransportClosed>({{TransportEnd::Stopped, {}}}));
}

void tst_codexwire_process::aDeafChildIsKilled()
{
    ManualClock clock;
    Child child(shell(u"trap '' TERM; echo up; while :; do sleep 0.01; done"_s), clock);
    child.process.start();
    QTRY_COMPARE_WITH_TIMEOUT(child.lines.size(), 1, patience);
    child.process.stop(2s);
    clock.advance(1999ms);
    QVERIFY(child.ends.isEmpty());
    clock.advance(1ms);
    QVERIFY(child.ended());
    QCOMPARE(child.ends.first().end, TransportEnd::Stopped);
}

void tst_codexwire_process::aDeadChildTakesNothing()
{
    ManualClock clock;
    Child child(shell(u"exit 0"_s), clock);
    child.process.start();
    QVERIFY(child.ended());
    QVERIFY(!child.process.send("x\n"));
    child.process.stop(1s);
    QCOMPARE(child.ends.size(), 1);
}

// C16
void tst_codexwire_process::anUnreadPipeEndsTheChild()
{
    ManualClock clock;
    Child child(shell(u"exec sleep 600"_s), clock);
    child.process.start();
    const QByteArray line = QByteArray(8LL * 1024 * 1024, 'x') + '\n';
    int taken = 0;
    while (taken < 100 && child.process.send(line))
        ++taken;
    QVERIFY(taken >= 3 && taken < 6);
    QVERIFY(child.ended());
    QCOMPARE(child.ends.first().end, TransportEnd::NotListening);
}

void tst_codexwire_process::theMarkIsKeptAndRemoved()
{
    ManualClock clock;
    const QTemporaryDir directory;
    AppServerCommand command = shell(u"exec sleep 600"_s);
    command.markFile = directory.filePath(u"mark"_s);
    Child child(command, clock);
    child.process.start();
    QTRY_VERIFY(QFile::exists(command.markFile));
    QCOMPARE(readMark(command.markFile)->pid, child.process.processId());
    QCOMPARE(QFile(command.markFile).permissions() & 0x0077, QFileDevice::Permissions());
    child.process.stop(1h);
    QVERIFY(child.ended());
    QVERIFY(!QFile::exists(command.markFile));
    QVERIFY(!AppServerProcess::reap(command.markFile));
}

// C1
void tst_codexwire_process::onlyTheMarkedProcessIsKilled()
{
    ManualClock clock;
    const QTemporaryDir directory;
    Child child(shell(u"exec sleep 600"_s), clock);
    child.process.start();
    QTRY_VERIFY(markOfProcess(child.process.processId()).has_value());
    // A signal for our group (Ctrl-C) is not one for it.
    QTRY_COMPARE(::getpgid(pid_t(child.process.processId())), pid_t(child.process.processId()));
    const ProcessMark mark = *markOfProcess(child.process.processId());
    const QString file = directory.filePath(u"mark"_s);
    ProcessMark other = mark;
    ++other.startTicks; // the pid is used again
    QVERIFY(writeMark(file, other));
    QVERIFY(!AppServerProcess::reap(file));
    other = mark;
    other.boot = u"another"_s;
    QVERIFY(writeMark(file, other));
    QVERIFY(!AppServerProcess::reap(file));
    QVERIFY(child.ends.isEmpty());
    QVERIFY(writeMark(file, mark));
    QVERIFY(AppServerProcess::reap(file));
    QVERIFY(child.ended());
    QCOMPARE(child.ends.first().end, TransportEnd::Crashed);
}

QTEST_GUILESS_MAIN(tst_codexwire_process)
#include "tst_codexwire_process.moc"
