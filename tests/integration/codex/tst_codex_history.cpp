// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// Restoring histories in the real Codex (C4-C12, H10): what the endpoint says that the model was given.
#include "base/system_clock.h"
#include "contract/provider/provider_watch.h"
#include "rehearsal/markers.h"
#include "support/process/codex_rig.h"
#include "support/process/history_run.h"
#include "support/process/real_codex.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;
using rehearsal::CodexCompaction;
using Messages = QList<HistoryMessage>;
using Role = HistoryMessage::Role;

namespace {

constexpr int patience = 180'000;
const BindingId binding(u"binding-1"_s);
const BindingId another(u"binding-2"_s);
const TurnId first(u"turn-1"_s);
const TurnId second(u"turn-2"_s);

// What is planned with, 95 %, are so many bytes of ASCII (C8).
qint64 windowOf(qint64 bytes)
{
    return bytes * 2 / 7 * 100 / 95;
}

enum class Speakers {
    Both, ///< in turn
    Quarter, ///< every fourth is the person's
    Assistant,
};

HistoryMessage message(int number, Role role, qsizetype characters)
{
    QString text = rehearsal::marked(number, u" with  blanks and\n\tlines "_s);
    while (text.size() < characters)
        text += u"0123456789 abcdefghijklmnopqrstuvwxyz 0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ\n"_s;
    return {role, text.left(characters)};
}

Messages manyMessages(int count, Speakers speakers, qsizetype characters = 1000)
{
    Messages messages;
    for (int number = 0; number < count; ++number) {
        const bool user = (speakers == Speakers::Both && number % 2 == 0)
            || (speakers == Speakers::Quarter && number % 4 == 0);
        messages.append(message(number, user ? Role::User : Role::Assistant, characters));
    }
    return messages;
}

QString wordOf(Role role)
{
    return role == Role::User ? u"user"_s : u"assistant"_s;
}

} // namespace

class tst_codex_history : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aLongHistoryIsRestored_data();
    void aLongHistoryIsRestored();
    void whatCannotHoldFailsExplicitly_data();
    void whatCannotHoldFailsExplicitly();
    void everyCutKeepsEveryByte_data();
    void everyCutKeepsEveryByte();
    void aSmallHistoryTakesNoCompaction();
    void aKillBehindTheInjectionLosesNothing();
    void aKillDuringACompactionIsUnknown();
    void anAbandonedCompactionEndsAtOnce_data();
    void anAbandonedCompactionEndsAtOnce();
    void aFailedCompactionLeavesTheNextThreadAlone_data();
    void aFailedCompactionLeavesTheNextThreadAlone();

private:
    void begin(qint64 limitBytes, CodexCompaction compaction);
    void nextLife();
    [[nodiscard]] bool ready();
    [[nodiscard]] bool open(const BindingId &id, const QString &native = {});
    [[nodiscard]] bool restore(const BindingId &id, const Messages &messages);
    [[nodiscard]] bool run(const TurnId &turn, const BindingId &id, const QString &text);
    [[nodiscard]] QJsonObject report(const TurnId &turn) const;
    [[nodiscard]] QByteArrayList archived() const;
    void script(const QByteArray &json);
    void verifySeenInOrder(const Messages &messages) const;

    SystemClock m_clock;
    std::unique_ptr<test::RehearsalFixture> m_codex;
    std::unique_ptr<test::CodexLives> m_lives;
    std::unique_ptr<Provider> m_provider;
    std::unique_ptr<test::ProviderWatch> m_watch;
    std::unique_ptr<test::HistoryRun> m_run;
    codex::CodexSettings m_settings;
};

void tst_codex_history::init()
{
    m_codex = std::make_unique<test::RehearsalFixture>();
    QVERIFY2(m_codex->start(), qPrintable(m_codex->problem()));
    m_lives = std::make_unique<test::CodexLives>(m_clock);
}

void tst_codex_history::cleanup()
{
    if (QTest::currentTestFailed()) {
        for (const rehearsal::Record &record : m_codex->endpoint().records())
            qInfo().noquote() << record.number << toText(record.request.kind)
                              << record.request.inputBytes << record.request.bytes << record.rule;
    }
    m_run.reset();
    if (m_watch)
        QCOMPARE(m_watch->offences(), QStringList());
    m_watch.reset();
    m_provider.reset();
    m_lives.reset();
    m_codex.reset();
}

void tst_codex_history::script(const QByteArray &json)
{
    const auto read = rehearsal::readScript(json);
    QVERIFY2(std::holds_alternative<rehearsal::Script>(read), json.constData());
    m_codex->endpoint().setScript(std::get<rehearsal::Script>(read));
}

void tst_codex_history::begin(qint64 limitBytes, CodexCompaction compaction)
{
    rehearsal::Script limited;
    limited.inputLimitBytes = limitBytes;
    m_codex->endpoint().setScript(limited);
    m_settings = test::settingsOf(*m_codex, compaction);
    m_settings.window = windowOf(limitBytes);
    QVERIFY(ready());
    QVERIFY(open(binding));
}

void tst_codex_history::nextLife()
{
    m_run.reset();
    m_watch.reset();
    m_provider.reset();
    const QString directory = m_codex->home() + u"/../plugin"_s;
    QVERIFY(QDir().mkpath(directory));
    m_provider = m_lives->begin(m_settings, QDir::cleanPath(directory));
    m_watch = std::make_unique<test::ProviderWatch>(*m_provider);
}

bool tst_codex_history::ready()
{
    nextLife();
    m_provider->start();
    return QTest::qWaitFor([this] { return m_provider->state() == Product::State::Ready; },
                           patience);
}

bool tst_codex_history::open(const BindingId &id, const QString &native)
{
    m_provider->openThread(
        ThreadSpec{id, native, m_codex->workspace(), {}, u"Be brief."_s, Access::Read});
    return QTest::qWaitFor([this, &id] { return m_watch->openings(id) > 0; }, patience);
}

bool tst_codex_history::restore(const BindingId &id, const Messages &messages)
{
    m_run = std::make_unique<test::HistoryRun>(*m_provider, id, messages);
    m_run->begin();
    return QTest::qWaitFor([this] { return m_run->isOver(); }, patience);
}

bool tst_codex_history::run(const TurnId &turn, const BindingId &id, const QString &text)
{
    m_provider->startTurn(TurnStart{turn, id, text});
    return QTest::qWaitFor([this, &turn] { return !m_watch->results(turn).isEmpty(); }, patience)
        && m_watch->results(turn).constFirst().status == TurnResult::Status::Completed;
}

QJsonObject tst_codex_history::report(const TurnId &turn) const
{
    const QString answer = m_watch->results(turn).value(0).answer;
    return QJsonDocument::fromJson(answer.section(u'\n', 1).toUtf8()).object();
}

// The names of the rollouts that Codex has put away.
QByteArrayList tst_codex_history::archived() const
{
    QByteArrayList names;
    const auto entries =
        QDir(m_codex->home() + u"/archived_sessions"_s).entryList(QDir::Files, QDir::Name);
    for (const QString &name : entries)
        names.append(name.toUtf8());
    return names;
}

// Each message as it was said, in one of the requests at least, never twice in one, and first seen in its order.
void tst_codex_history::verifySeenInOrder(const Messages &messages) const
{
    QHash<std::pair<QString, QString>, int> numbers;
    for (qsizetype number = 0; number < messages.size(); ++number)
        numbers.insert({wordOf(messages[number].role), messages[number].text}, int(number));
    QList<int> seen;
    for (const rehearsal::Record &record : m_codex->endpoint().records()) {
        QSet<int> here;
        const auto dialogue = rehearsal::dialogueOf(record.request);
        for (const rehearsal::InputItem &item : dialogue) {
            const int number = numbers.value({item.role, item.text}, -1);
            if (number < 0)
                continue;
            QVERIFY2(!here.contains(number), qPrintable(u"%1 twice"_s.arg(number)));
            here.insert(number);
            if (!seen.contains(number))
                seen.append(number);
        }
    }
    QCOMPARE(seen.size(), messages.size());
    QVERIFY(std::is_sorted(seen.begin(), seen.end()));
}

// H10: C8, C8a, C11. 500 messages of 1,000 characters
void tst_codex_history::aLongHistoryIsRestored_data()
{
    QTest::addColumn<qint64>("limit");
    QTest::addColumn<CodexCompaction>("compaction");
    QTest::addColumn<Speakers>("speakers");
    QTest::addColumn<int>("most");
    const auto local = CodexCompaction::Local;
    const auto remote = CodexCompaction::Remote;
    QTest::newRow("H10: 340,000 bytes, local") << qint64(340'000) << local << Speakers::Both << 5;
    QTest::newRow("160,000 bytes, local") << qint64(160'000) << local << Speakers::Both << 16;
    QTest::newRow("340,000 bytes, remote, a quarter the person's")
        << qint64(340'000) << remote << Speakers::Quarter << 5;
    QTest::newRow("340,000 bytes, remote, words of the assistant")
        << qint64(340'000) << remote << Speakers::Assistant << 5;
    QTest::newRow("160,000 bytes, remote, words of the assistant")
        << qint64(160'000) << remote << Speakers::Assistant << 16;
}

void tst_codex_history::aLongHistoryIsRestored()
{
    QFETCH(qint64, limit);
    QFETCH(CodexCompaction, compaction);
    QFETCH(Speakers, speakers);
    QFETCH(int, most);
    const Messages messages = manyMessages(500, speakers);
    begin(limit, compaction);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(restore(binding, messages));
    QVERIFY2(m_run->isRestored(), qPrintable(m_run->failure().value_or(Failure()).detail));
    QVERIFY(run(first, binding, u"[[markers]]"_s));

    const rehearsal::Counts counts = m_codex->endpoint().counts();
    QCOMPARE(counts.rejected, 0);
    QVERIFY2(counts.turn + counts.compaction <= most,
             qPrintable(QString::number(counts.compaction)));
    QCOMPARE(counts.turn, 1);
    QCOMPARE(counts.compaction, m_run->compactions());
    QCOMPARE(counts.compaction, int(m_run->prefixes().size()) - 1);
    QCOMPARE(report(first).value("seen"_L1).toString(), u"0-499"_s);
    QCOMPARE(report(first).value("repeated"_L1).toString(), QString());
    verifySeenInOrder(messages);
    for (const rehearsal::Record &record : m_codex->endpoint().records())
        qInfo().noquote() << toText(record.request.kind) << record.request.inputBytes;
}

// C8a: a remote compaction keeps 256,000 bytes of what the person said
void tst_codex_history::whatCannotHoldFailsExplicitly_data()
{
    QTest::addColumn<qint64>("limit");
    QTest::addColumn<CodexCompaction>("compaction");
    QTest::newRow("160,000 bytes, remote") << qint64(160'000) << CodexCompaction::Remote;
    QTest::newRow("340,000 bytes, remote") << qint64(340'000) << CodexCompaction::Remote;
    QTest::newRow("90,000 bytes, local") << qint64(90'000) << CodexCompaction::Local;
}

void tst_codex_history::whatCannotHoldFailsExplicitly()
{
    QFETCH(qint64, limit);
    QFETCH(CodexCompaction, compaction);
    begin(limit, compaction);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(restore(binding, manyMessages(500, Speakers::Both)));
    QVERIFY(!m_run->isRestored());
    QVERIFY(m_run->failure());
    QCOMPARE(toString(m_run->failure()->kind), toString(FailureKind::ContextTooLarge));
    QCOMPARE(m_codex->endpoint().counts().rejected, 0); // nothing was left out in silence
    QCOMPARE(m_codex->endpoint().counts().turn, 0);
    m_provider->abandonThread(binding);
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->abandoned(binding), 1, patience);
}

void tst_codex_history::everyCutKeepsEveryByte_data()
{
    QTest::addColumn<Messages>("messages");
    const auto one = [](Role role, const QString &text) {
        return Messages{{role, text}};
    };
    QTest::newRow("one message of 700,000 characters")
        << one(Role::Assistant, message(0, Role::Assistant, 700'000).text);
    QTest::newRow("one of the person's") << one(Role::User, message(0, Role::User, 700'000).text);
    QTest::newRow("one of 300,000 Chinese characters")
        << one(Role::Assistant, rehearsal::marked(0, u"你好，世界。\n"_s.repeated(300'000 / 7)));
    QTest::newRow("one of 150,000 emoji") << one(
        Role::Assistant, rehearsal::marked(0, u"😀👩‍👩‍👧 "_s.repeated(30'000)));
    Messages mixed;
    for (int number = 0; number < 60; ++number)
        mixed.append({Role::Assistant,
                      rehearsal::marked(number, u"中a😀\r\n "_s.repeated(500 + 37 * number))});
    QTest::newRow("sixty mixed ones") << mixed;
}

void tst_codex_history::everyCutKeepsEveryByte()
{
    QFETCH(Messages, messages);
    begin(340'000, CodexCompaction::Local);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(restore(binding, messages));
    QVERIFY2(m_run->isRestored(), qPrintable(m_run->failure().value_or(Failure()).detail));
    QVERIFY(run(first, binding, u"[[markers]]"_s));
    QVERIFY(m_run->prefixes().size() > 1);
    QCOMPARE(m_codex->endpoint().counts().rejected, 0);
    QCOMPARE(report(first).value("seen"_L1).toString(),
             messages.size() == 1 ? u"0"_s : u"0-%1"_s.arg(messages.size() - 1));

    if (messages.constFirst().role == HistoryMessage::Role::User)
        return; // its end is kept, and stands in the next request, too
    // A compaction keeps no words of the assistant, so each request has what came since the one before.
    QString given;
    for (const rehearsal::Record &record : m_codex->endpoint().records()) {
        const auto dialogue = rehearsal::dialogueOf(record.request);
        for (const rehearsal::InputItem &item : dialogue) {
            if (item.role == "assistant"_L1)
                given += item.text;
        }
    }
    QString whole;
    for (const HistoryMessage &each : messages)
        whole += each.text;
    QVERIFY(given == whole);
}

// C11, C4, C5
void tst_codex_history::aSmallHistoryTakesNoCompaction()
{
    const Messages messages = manyMessages(21, Speakers::Both);
    begin(340'000, CodexCompaction::Local);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(restore(binding, messages));
    QVERIFY(m_run->isRestored());
    QCOMPARE(m_run->prefixes().size(), 1);
    QVERIFY(run(first, binding, u"[[markers]]"_s));
    QVERIFY(run(second, binding, u"[[markers]]"_s));
    QCOMPARE(m_codex->endpoint().counts().compaction, 0);
    QList<rehearsal::InputItem> expected;
    for (const HistoryMessage &each : messages)
        expected.append({u"message"_s, wordOf(each.role), each.text});
    for (const TurnId &turn : {first, second}) {
        QCOMPARE(report(turn).value("messages"_L1).toString(), u"0-20"_s);
        QVERIFY(report(turn).value("ascending"_L1).toBool());
        QCOMPARE(report(turn).value("digest"_L1).toString().toLatin1(),
                 rehearsal::digestOf(expected));
    }
}

// C6: what was answered is there, once, in the next process
void tst_codex_history::aKillBehindTheInjectionLosesNothing()
{
    const Messages messages = manyMessages(100, Speakers::Both);
    begin(340'000, CodexCompaction::Local);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(restore(binding, messages));
    QVERIFY(m_run->isRestored());
    const QString native = m_watch->nativeThread(binding);
    m_lives->killChild();
    QVERIFY(ready());
    QVERIFY(open(binding, native));
    QCOMPARE(m_watch->nativeThread(binding), native);
    for (const TurnId &turn : {first, second}) {
        QVERIFY(run(turn, binding, u"[[markers]]"_s));
        QCOMPARE(report(turn).value("messages"_L1).toString(), u"0-99"_s);
        QVERIFY(report(turn).value("ascending"_L1).toBool());
    }
}

// C10, C12
void tst_codex_history::aKillDuringACompactionIsUnknown()
{
    const Messages messages = manyMessages(500, Speakers::Both);
    begin(340'000, CodexCompaction::Local);
    if (QTest::currentTestFailed())
        return;
    script(R"({"input_limit_bytes":340000,"hold":true})");
    m_run = std::make_unique<test::HistoryRun>(*m_provider, binding, messages);
    m_run->begin();
    QTRY_COMPARE_WITH_TIMEOUT(m_codex->endpoint().counts().held, 1, patience);
    m_lives->killChild();
    QTRY_VERIFY_WITH_TIMEOUT(m_run->isOver(), patience);
    QCOMPARE(m_run->outcomes().size(), 1);
    QVERIFY(m_run->outcomes().constFirst().result == PrefixOutcome::Result::Unknown);
    m_provider->abandonThread(binding);
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->abandoned(binding), 1, patience);

    script(R"({"input_limit_bytes":340000})");
    QTRY_COMPARE_WITH_TIMEOUT(m_provider->state(), Product::State::Ready, patience);
    QVERIFY(open(another));
    QVERIFY(restore(another, messages));
    QVERIFY(m_run->isRestored());
    QVERIFY(run(first, another, u"[[markers]]"_s));
    QCOMPARE(report(first).value("seen"_L1).toString(), u"0-499"_s);
    QCOMPARE(m_codex->endpoint().counts().rejected, 0);
}

// C10: a stop acts at once, also inside a compaction; the half-made thread is put away
void tst_codex_history::anAbandonedCompactionEndsAtOnce_data()
{
    QTest::addColumn<CodexCompaction>("compaction");
    QTest::newRow("local") << CodexCompaction::Local;
    QTest::newRow("remote") << CodexCompaction::Remote;
}

void tst_codex_history::anAbandonedCompactionEndsAtOnce()
{
    QFETCH(CodexCompaction, compaction);
    begin(340'000, compaction);
    if (QTest::currentTestFailed())
        return;
    script(R"({"hold":true})");
    const QString native = m_watch->nativeThread(binding);
    m_run = std::make_unique<test::HistoryRun>(
        *m_provider, binding, manyMessages(500, Speakers::Assistant));
    m_run->begin();
    QTRY_COMPARE_WITH_TIMEOUT(m_codex->endpoint().counts().held, 1, patience);
    QElapsedTimer timer;
    timer.start();
    m_watch->ask([this] { m_provider->abandonThread(binding); });
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->abandoned(binding), 1, patience);
    QVERIFY2(timer.elapsed() < 5'000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(m_run->outcomes().size(), 1);
    QVERIFY(m_run->outcomes().constFirst().result == PrefixOutcome::Result::Unknown);
    QVERIFY(m_lives->childLives());
    QCOMPARE(archived().size(), 1);
    QVERIFY(archived().constFirst().contains(native.toUtf8()));

    // The child serves on.
    script("{}");
    QVERIFY(open(another));
    QVERIFY(run(first, another, u"[[say here]]"_s));
}

// H12, C12
void tst_codex_history::aFailedCompactionLeavesTheNextThreadAlone_data()
{
    QTest::addColumn<CodexCompaction>("compaction");
    QTest::addColumn<QString>("error");
    QTest::addColumn<FailureKind>("kind");
    const auto local = CodexCompaction::Local;
    QTest::newRow("H12: a bad request") << local << u"400"_s << FailureKind::Internal;
    QTest::newRow("H12: the usage limit")
        << local << u"usage_limit_reached"_s << FailureKind::QuotaExhausted;
    QTest::newRow("H12: the usage limit, remote")
        << CodexCompaction::Remote << u"usage_limit_reached"_s << FailureKind::QuotaExhausted;
}

void tst_codex_history::aFailedCompactionLeavesTheNextThreadAlone()
{
    QFETCH(CodexCompaction, compaction);
    QFETCH(QString, error);
    QFETCH(FailureKind, kind);
    begin(340'000, compaction);
    if (QTest::currentTestFailed())
        return;
    script(QByteArray(R"({"rules":[{"kind":"compaction","answer":"[[error )") + error.toUtf8()
           + R"(]]"}]})");
    const Messages messages = manyMessages(500, Speakers::Assistant);
    QVERIFY(restore(binding, messages));
    QVERIFY(!m_run->isRestored());
    QCOMPARE(m_run->outcomes().size(), 1);
    QCOMPARE(toString(m_run->failure()->kind), toString(kind));
    m_provider->abandonThread(binding);
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->abandoned(binding), 1, patience);
    QCOMPARE(m_codex->endpoint().counts().compaction, 1); // never repeated by the plugin

    script("{}");
    QVERIFY(open(another));
    QVERIFY(restore(another, messages));
    QVERIFY(m_run->isRestored());
    QVERIFY(run(first, another, u"[[markers]]"_s));
    QCOMPARE(report(first).value("seen"_L1).toString(), u"0-499"_s);
}

QTEST_GUILESS_MAIN(tst_codex_history)
#include "tst_codex_history.moc"
