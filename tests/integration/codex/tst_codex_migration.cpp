// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// A conversation goes to another thread with its whole history (C4-C12, H10-H12): the daemon, the page's API and the real
// Codex, killed at every point of it.
#include "rehearsal/markers.h"
#include "torture/codex/chat_rig.h"

#include <QtCore/QDir>
#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlQuery>
#include <QtTest/QTest>

using namespace Qt::StringLiterals;
using namespace hostline::torture;
using hostline::rehearsal::InputItem;
using hostline::rehearsal::marked;

namespace {

constexpr int patience = 120'000;
constexpr int turns = 4; // that the conversation had
constexpr int limitBytes = 200'000;

// Of the dialogue, two to a turn. Long answers take several prefixes, short ones one.
QString answerOf(int turn, bool isLong)
{
    const QString text = u" answer\twith blanks,  中文 😀 and\n lines "_s;
    return marked(2 * turn + 1, text.repeated(isLong ? 1000 : 1));
}

QString questionOf(int turn)
{
    return marked(2 * turn, u"  a question,\nits 第二行  "_s).trimmed();
}

enum class Point {
    Injecting,
    Injected,
    Compacting,
    Compacted,
    Published,
};

struct StoredBinding
{
    QString native;
    QString state;
};

} // namespace

class tst_codex_migration : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();

    void everythingGoesAlongOnce_data();
    void everythingGoesAlongOnce();
    void killedOnTheWay_data();
    void killedOnTheWay();
    void aStopInsideACompactionActsAtOnce_data();
    void aStopInsideACompactionActsAtOnce();
    void aLostThreadIsRebuilt();
    void aFailedCompactionKillsNothing();

private:
    void begin(bool isLong, bool remote = false);
    void live();
    QString send(const QString &text);
    [[nodiscard]] QJsonObject reply(const QString &request);
    void answered(const QString &request);
    /// Asks, and what the model was given is the whole dialogue, once.
    void verifyGiven(const QString &text, bool exact);
    void verifyReport(const QString &request, bool exact);
    void setRules(QList<hostline::rehearsal::Rule> more = {}, int limit = limitBytes);
    void setGate(const QByteArray &point);
    [[nodiscard]] QList<StoredBinding> bindings() const;
    [[nodiscard]] QStringList published() const;
    [[nodiscard]] QStringList archived() const;
    [[nodiscard]] QString beside(const QString &name) const
    {
        return QDir::cleanPath(m_rig->codex.home() + u"/../"_s + name);
    }

    std::unique_ptr<ChatRig> m_rig;
    QList<InputItem> m_dialogue;
    bool m_long = false;
    int m_sent = 0;
};

void tst_codex_migration::cleanup()
{
    if (m_rig && m_rig->daemon) {
        m_rig->daemon->kill();
        if (QTest::currentTestFailed()) {
            qInfo().noquote() << m_rig->daemon->log();
            for (const hostline::rehearsal::Record &record : m_rig->codex.endpoint().records())
                qInfo().noquote() << record.number << toText(record.request.kind)
                                  << record.request.inputBytes << record.rule
                                  << hostline::rehearsal::questionOf(record.request).left(60);
        }
    }
    m_rig.reset();
}

void tst_codex_migration::setRules(QList<hostline::rehearsal::Rule> more, int limit)
{
    using hostline::rehearsal::RequestKind;
    hostline::rehearsal::Script script;
    script.inputLimitBytes = limit;
    script.rules = std::move(more);
    for (int turn = 0; turn < turns; ++turn)
        script.rules.append({u"turn"_s,
                             questionOf(turn),
                             RequestKind::Turn,
                             1,
                             0,
                             u"[[say %1]]"_s.arg(answerOf(turn, m_long))});
    m_rig->codex.endpoint().setScript(script);
}

// A conversation of some turns in its first thread.
void tst_codex_migration::begin(bool isLong, bool remote)
{
    m_long = isLong;
    m_sent = 0;
    m_dialogue.clear();
    ChatRigOptions options;
    options.command = QStringLiteral(HOSTLINE_SOURCE_DIR "/tests/support/codex/codex_gate.py");
    options.providerSettings = u"window = %1"_s.arg(limitBytes * 2 / 7);
    m_rig = std::make_unique<ChatRig>(options);
    QVERIFY2(m_rig->problem().isEmpty(), qPrintable(m_rig->problem()));
    if (remote) {
        QFile config(m_rig->codex.home() + u"/config.toml"_s);
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(
            hostline::rehearsal::codexToml(
                hostline::rehearsal::codexConfig(m_rig->codex.endpoint().url(),
                                                 {},
                                                 hostline::rehearsal::CodexCompaction::Remote))
                .toUtf8());
    }
    m_rig->daemon->setEnvironment(u"HOSTLINE_REAL_CODEX"_s, m_rig->codex.program());
    setRules();
    live();
    for (int turn = 0; turn < turns; ++turn) {
        answered(send(questionOf(turn)));
        m_dialogue << InputItem{u"message"_s, u"user"_s, questionOf(turn)}
                   << InputItem{u"message"_s, u"assistant"_s, answerOf(turn, m_long).trimmed()};
    }
}

void tst_codex_migration::live()
{
    QVERIFY2(m_rig->start(), qPrintable(m_rig->problem()));
}

QString tst_codex_migration::send(const QString &text)
{
    const HttpAnswer answer =
        m_rig->chat->call("POST",
                          u"conversations/talk/requests"_s,
                          {{u"client_id"_s, u"client-%1"_s.arg(++m_sent)}, {u"text"_s, text}});
    return answer.body.value("request"_L1).toObject().value("id"_L1).toString();
}

QJsonObject tst_codex_migration::reply(const QString &request)
{
    return m_rig->chat->call("GET", u"requests/"_s + request).body.value("reply"_L1).toObject();
}

void tst_codex_migration::answered(const QString &request)
{
    QVERIFY(m_rig->waitUntilSettled(request));
    const QJsonObject told = reply(request);
    QVERIFY2(told.value("kind"_L1) == "answer"_L1,
             QJsonDocument(told).toJson(QJsonDocument::Compact).constData());
}

void tst_codex_migration::verifyReport(const QString &request, bool exact)
{
    answered(request);
    const QString text = reply(request).value("text"_L1).toString();
    const QJsonObject report = QJsonDocument::fromJson(text.section(u'\n', 1).toUtf8()).object();
    const QString all = u"0-%1"_s.arg(2 * turns - 1);
    QCOMPARE(report.value("seen"_L1).toString(), all);
    QCOMPARE(report.value("repeated"_L1).toString(), QString());
    QVERIFY(report.value("ascending"_L1).toBool());
    if (exact) {
        QCOMPARE(report.value("messages"_L1).toString(), all);
        QCOMPARE(report.value("digest"_L1).toString().toLatin1(),
                 hostline::rehearsal::digestOf(m_dialogue));
    }
}

void tst_codex_migration::verifyGiven(const QString &text, bool exact)
{
    const QString request = send(text + u" [[markers]]"_s);
    verifyReport(request, exact);
    QCOMPARE(m_rig->modelCalls(text), 1);
}

void tst_codex_migration::setGate(const QByteArray &point)
{
    QFile file(beside(u"gate"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(point), point.size());
    QFile::remove(beside(u"gate.reached"_s));
}

QList<StoredBinding> tst_codex_migration::bindings() const
{
    QList<StoredBinding> found;
    {
        QSqlDatabase store = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"bindings"_s);
        store.setDatabaseName(m_rig->daemon->database());
        store.setConnectOptions(u"QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=5000"_s);
        if (store.open()) {
            QSqlQuery query(store);
            query.exec(u"select native_thread, state from bindings order by created_at"_s);
            while (query.next())
                found << StoredBinding{query.value(0).toString(), query.value(1).toString()};
        }
    }
    QSqlDatabase::removeDatabase(u"bindings"_s);
    return found;
}

QStringList tst_codex_migration::published() const
{
    QStringList natives;
    for (const StoredBinding &binding : bindings()) {
        if (binding.state == "published"_L1)
            natives << binding.native;
    }
    return natives;
}

// Threads that Codex has put away.
QStringList tst_codex_migration::archived() const
{
    return QDir(m_rig->codex.home() + u"/archived_sessions"_s).entryList(QDir::Files);
}

// C4, C5, C6, C11
void tst_codex_migration::everythingGoesAlongOnce_data()
{
    QTest::addColumn<bool>("isLong");
    QTest::addColumn<bool>("remote");
    QTest::newRow("C6: in one prefix") << false << false;
    QTest::newRow("H10: in several, local compaction") << true << false;
    QTest::newRow("H10: in several, remote compaction") << true << true;
}

void tst_codex_migration::everythingGoesAlongOnce()
{
    QFETCH(bool, isLong);
    QFETCH(bool, remote);
    begin(isLong, remote);
    if (QTest::currentTestFailed())
        return;
    const QStringList before = published();
    QVERIFY(m_rig->waitUntilSettled(send(u"/model another"_s)));
    m_rig->daemon->kill();
    QCOMPARE(published(), before); // nothing changes before the next question
    live();
    if (QTest::currentTestFailed())
        return;
    verifyGiven(u"first"_s, !isLong);
    const QStringList after = published();
    QCOMPARE(after.size(), 1);
    QVERIFY(after != before);
    verifyGiven(u"second"_s, !isLong);
    QCOMPARE(published(), after);
    const auto counts = m_rig->codex.endpoint().counts();
    QCOMPARE(counts.rejected, 0);
    QCOMPARE(counts.compaction > 0, isLong);
}

// C6, C7, C10
void tst_codex_migration::killedOnTheWay_data()
{
    QTest::addColumn<Point>("point");
    QTest::newRow("during the injection") << Point::Injecting;
    QTest::newRow("after the injection, unheard") << Point::Injected;
    QTest::newRow("during the compaction") << Point::Compacting;
    QTest::newRow("after the compaction, before publishing") << Point::Compacted;
    QTest::newRow("after publishing, before the turn") << Point::Published;
}

void tst_codex_migration::killedOnTheWay()
{
    QFETCH(Point, point);
    static const QHash<Point, QByteArray> gates{{Point::Injecting, "inject"},
                                                {Point::Injected, "injected"},
                                                {Point::Compacted, "compacted"},
                                                {Point::Published, "turn"}};
    begin(true);
    if (QTest::currentTestFailed())
        return;
    const QStringList before = published();
    QVERIFY(m_rig->waitUntilSettled(send(u"/model another"_s)));
    if (point == Point::Compacting)
        setRules(
            {{u"held"_s, {}, hostline::rehearsal::RequestKind::Compaction, 1, 0, u"[[hold]]"_s}});
    else
        setGate(gates.value(point));
    const QString request = send(u"first [[markers]]"_s);
    const auto isThere = [&] {
        return point == Point::Compacting ? m_rig->codex.endpoint().counts().held > 0
                                          : QFile::exists(beside(u"gate.reached"_s));
    };
    QVERIFY(QTest::qWaitFor(isThere, patience));
    m_rig->daemon->kill();
    QVERIFY(m_rig->waitUntilChildless());

    // What the store says: either the thread before, or the complete new one.
    const QStringList atDeath = published();
    QCOMPARE(atDeath.size(), 1);
    QCOMPARE(atDeath != before, point == Point::Published);
    const QList<StoredBinding> rows = bindings();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows.last().state, point == Point::Published ? u"published"_s : u"preparing"_s);
    QCOMPARE(m_rig->modelCalls(u"first"_s), 0);

    setGate({});
    setRules();
    live();
    if (QTest::currentTestFailed())
        return;
    verifyReport(request, false);
    QCOMPARE(m_rig->modelCalls(u"first"_s), 1);
    verifyGiven(u"second"_s, false);
    QCOMPARE(m_rig->codex.endpoint().counts().rejected, 0);
    const QStringList after = published();
    QCOMPARE(after.size(), 1);
    if (point == Point::Published) { // C6: the same thread
        QCOMPARE(after, atDeath);
        return;
    }
    // C10: the half-made thread is never used, and put away where the host has it at all.
    const QString half = rows.last().native;
    QVERIFY(after.first() != half);
    QCOMPARE(bindings().at(1).native, half);
    QCOMPARE(bindings().at(1).state, u"abandoned"_s);
    const auto isPutAway = [&] {
        return !archived().filter(half).isEmpty();
    };
    if (point != Point::Injecting)
        QVERIFY(QTest::qWaitFor(isPutAway, patience));
}

// C10
void tst_codex_migration::aStopInsideACompactionActsAtOnce_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("the person stops it") << u"/stop"_s;
    QTest::newRow("the person closes the conversation") << u"/close"_s;
}

void tst_codex_migration::aStopInsideACompactionActsAtOnce()
{
    QFETCH(QString, how);
    begin(true);
    if (QTest::currentTestFailed())
        return;
    const QStringList before = published();
    QVERIFY(m_rig->waitUntilSettled(send(u"/model another"_s)));
    setRules({{u"held"_s, {}, hostline::rehearsal::RequestKind::Compaction, 1, 0, u"[[hold]]"_s}});
    const QString request = send(u"first [[markers]]"_s);
    QVERIFY(
        QTest::qWaitFor([this] { return m_rig->codex.endpoint().counts().held > 0; }, patience));
    QElapsedTimer timer;
    timer.start();
    QVERIFY(m_rig->waitUntilSettled(send(how)));
    QVERIFY(m_rig->waitUntilSettled(request));
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(reply(request).value("kind"_L1).toString(), u"notice"_s);
    // The compaction is ended at the host, and its thread put away.
    QVERIFY(
        QTest::qWaitFor([this] { return m_rig->codex.endpoint().counts().held == 0; }, patience));
    QVERIFY(QTest::qWaitFor([this] { return archived().size() == 1; }, patience));
    QCOMPARE(m_rig->modelCalls(u"first"_s), 0);
    setRules();
    if (how == "/stop"_L1) {
        QCOMPARE(published(), before);
        verifyGiven(u"second"_s, false);
    }
}

// H11, C3, C4
void tst_codex_migration::aLostThreadIsRebuilt()
{
    begin(false);
    if (QTest::currentTestFailed())
        return;
    const QStringList before = published();
    QVERIFY(m_rig->daemon->stopInOrder());
    QVERIFY(QDir(m_rig->codex.home() + u"/sessions"_s).removeRecursively());
    live();
    if (QTest::currentTestFailed())
        return;
    verifyGiven(u"first"_s, true);
    QVERIFY(published() != before);
    verifyGiven(u"second"_s, true);
    // and it is said, once
    QSet<QString> told;
    for (const ChatEvent &event : m_rig->chat->events()) {
        const QByteArray data = QJsonDocument(event.data).toJson(QJsonDocument::Compact);
        if (data.contains("request.context_rebuilt"))
            told.insert(event.name);
    }
    QVERIFY2(!told.isEmpty(), "no notice");
}

// H12, C12
void tst_codex_migration::aFailedCompactionKillsNothing()
{
    begin(true);
    if (QTest::currentTestFailed())
        return;
    const QStringList before = published();
    QVERIFY(m_rig->waitUntilSettled(send(u"/model another"_s)));
    setRules(
        {{u"fails"_s, {}, hostline::rehearsal::RequestKind::Compaction, 1, 0, u"[[error 400]]"_s}});
    const auto notice = [this](const QString &text) {
        const QString request = send(text);
        return m_rig->waitUntilSettled(request) ? reply(request).value("notice_id"_L1).toString()
                                                : u"not settled"_s;
    };
    QCOMPARE(notice(u"first"_s), u"failed.not_restored"_s);
    QCOMPARE(published(), before);
    QCOMPARE(m_rig->codex.endpoint().counts().compaction, 1);
    // The next question is told at once: no second restoration.
    QCOMPARE(notice(u"second"_s), u"failed.not_restored"_s);
    QCOMPARE(m_rig->codex.endpoint().counts().compaction, 1);
    QCOMPARE(m_rig->modelCalls(u"first"_s) + m_rig->modelCalls(u"second"_s), 0);
    // The thread before is there to go back to, and /new always works. Codex itself knows nothing of the small window.
    setRules({}, 0);
    QVERIFY(m_rig->waitUntilSettled(send(u"/model default"_s)));
    verifyGiven(u"third"_s, true);
    QCOMPARE(published(), before);
    QVERIFY(m_rig->waitUntilSettled(send(u"/new"_s)));
    answered(send(u"fourth [[say anew]]"_s));
}

QTEST_GUILESS_MAIN(tst_codex_migration)
#include "tst_codex_migration.moc"
