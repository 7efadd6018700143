// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/compaction_track.h"
#include "plugins/codex/window_rules.h"

#include <QJsonDocument>
#include <QTest>

using namespace hostline;
using namespace hostline::codex;
using namespace Qt::StringLiterals;
using What = CompactionSign::What;
using Role = HistoryMessage::Role;

namespace {

constexpr auto ours = "thread-1"_L1;
constexpr auto turn = "turn-1"_L1;

CompactionSign sign(What what, const QString &ofTurn = turn, const QString &thread = ours)
{
    return {what, thread, ofTurn};
}

CompactionSign answered()
{
    return {What::Answered, {}, {}};
}

CompactionState after(const QList<CompactionSign> &signs)
{
    CompactionTrack track;
    track.thread = ours;
    for (const CompactionSign &each : signs)
        track = next(track, each);
    return track.state;
}

codexwire::Event eventOf(const char *method, const char *params)
{
    return codexwire::readEvent(QString::fromLatin1(method),
                                QJsonDocument::fromJson(params).object());
}

QList<HistoryMessage> messages(int count, Role role, const QString &text)
{
    return QList<HistoryMessage>(count, {role, text});
}

} // namespace

class tst_codex_history_rules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCompactionIsFollowed_data();
    void aCompactionIsFollowed();
    void everythingTogetherReleasesInAnyOrderOfTheAnswer();
    void eventsAreSigns_data();
    void eventsAreSigns();
    void theWindowIsTheFirstThatIsSaid_data();
    void theWindowIsTheFirstThatIsSaid();
    void aPrefixIsWhatIsLeft_data();
    void aPrefixIsWhatIsLeft();
    void wrappersCountAsTheyAreWritten();
    void aCompactionIsTakenAsTheHostCountsIt_data();
    void aCompactionIsTakenAsTheHostCountsIt();
    void withoutTheHostsWordAllThatMayBeKeptCounts();
    void whatIsKeptIsNeverTakenForTooFew_data();
    void whatIsKeptIsNeverTakenForTooFew();
};

// C9: what alone must not release the next prefix, and what fails
void tst_codex_history_rules::aCompactionIsFollowed_data()
{
    QTest::addColumn<QList<CompactionSign>>("signs");
    QTest::addColumn<CompactionState>("state");
    const CompactionSign started = sign(What::TurnStarted);
    const CompactionSign item = sign(What::Compacted);
    const CompactionSign completed = sign(What::TurnCompleted);
    const auto row =
        [](const char *name, const QList<CompactionSign> &signs, CompactionState state) {
            QTest::newRow(name) << signs << state;
        };
    row("nothing yet", {}, CompactionState::Asked);
    row("the call's answer, the item and the end: done",
        {answered(), started, item, completed},
        CompactionState::Done);

    row("C9 1: the call's own answer does not release", {answered()}, CompactionState::Asked);
    row("C9 1: nor with the turn's start", {answered(), started}, CompactionState::Begun);
    row("C9 2: the item and the end of another thread do not release",
        {answered(),
         started,
         sign(What::Compacted, turn, u"thread-2"_s),
         sign(What::TurnCompleted, turn, u"thread-2"_s)},
        CompactionState::Begun);
    row("C9 2: the item and the end of another turn do not release",
        {answered(),
         started,
         sign(What::Compacted, u"turn-2"_s),
         sign(What::TurnCompleted, u"turn-2"_s)},
        CompactionState::Begun);
    row("C9 2: the item of another turn does not make the own end a success",
        {answered(), started, sign(What::Compacted, u"turn-2"_s), completed},
        CompactionState::Failed);
    row("C9 2: a later turn's start is not the own one",
        {answered(),
         started,
         sign(What::TurnStarted, u"turn-2"_s),
         sign(What::Compacted, u"turn-2"_s)},
        CompactionState::Begun);
    row("C9 3: an unknown item does not release",
        {answered(), started, sign(What::OtherItem)},
        CompactionState::Begun);
    row("C9 3: nor does it stand in for the compaction",
        {answered(), started, sign(What::OtherItem), completed},
        CompactionState::Failed);
    row("C9 4: an end without the item is a failure",
        {answered(), started, completed},
        CompactionState::Failed);
    row("C9 5: a failed turn does not release",
        {answered(), started, sign(What::TurnFailed)},
        CompactionState::Failed);
    row("C9 5: nor one that failed behind the item",
        {answered(), started, item, sign(What::TurnFailed)},
        CompactionState::Failed);
    row("C9 5: an interrupted turn does not release",
        {answered(), started, item, sign(What::TurnInterrupted)},
        CompactionState::Failed);

    row("the item alone does not release", {answered(), started, item}, CompactionState::Compacted);
    row("an item before its turn is nobody's",
        {answered(), item, completed},
        CompactionState::Asked);
    row("all but the call's answer waits for it",
        {started, item, completed},
        CompactionState::Unanswered);
    row("a refused call fails", {{What::Refused, {}, {}}}, CompactionState::Failed);
    row("a refusal behind everything else fails, too",
        {started, item, completed, {What::Refused, {}, {}}},
        CompactionState::Failed);
    row("what failed stays failed",
        {answered(), started, sign(What::TurnFailed), item, completed},
        CompactionState::Failed);
    row("what is done stays done",
        {answered(), started, item, completed, sign(What::TurnFailed)},
        CompactionState::Done);
}

void tst_codex_history_rules::aCompactionIsFollowed()
{
    QFETCH(QList<CompactionSign>, signs);
    QFETCH(CompactionState, state);
    QVERIFY(after(signs) == state);
}

void tst_codex_history_rules::everythingTogetherReleasesInAnyOrderOfTheAnswer()
{
    const QList<CompactionSign> events{
        sign(What::TurnStarted), sign(What::Compacted), sign(What::TurnCompleted)};
    for (qsizetype at = 0; at <= events.size(); ++at) {
        QList<CompactionSign> signs = events;
        signs.insert(at, answered());
        QVERIFY(after(signs) == CompactionState::Done);
    }
}

void tst_codex_history_rules::eventsAreSigns_data()
{
    QTest::addColumn<codexwire::Event>("event");
    QTest::addColumn<std::optional<CompactionSign>>("expected");
    using Sign = std::optional<CompactionSign>;
    const auto item = [](const char *type) {
        const QByteArray params =
            QByteArray(R"({"threadId":"thread-1","turnId":"turn-1","item":{"id":"i","type":")")
            + type + R"("}})";
        return eventOf("item/completed", params.constData());
    };
    const auto end = [](const char *status) {
        const QByteArray params =
            QByteArray(R"({"threadId":"thread-1","turn":{"id":"turn-1","items":[],"status":")")
            + status + R"("}})";
        return eventOf("turn/completed", params.constData());
    };
    QTest::newRow("a turn starts") << eventOf(
        "turn/started",
        R"({"threadId":"thread-1","turn":{"id":"turn-1","items":[],"status":"inProgress"}})")
                                   << Sign(sign(What::TurnStarted));
    QTest::newRow("the item completes") << item("contextCompaction") << Sign(sign(What::Compacted));
    QTest::newRow("another item completes") << item("agentMessage") << Sign(sign(What::OtherItem));
    QTest::newRow("an unknown item completes")
        << item("tomorrowsItem") << Sign(sign(What::OtherItem));
    QTest::newRow("the item only starts") << eventOf(
        "item/started",
        R"({"threadId":"thread-1","turnId":"turn-1","item":{"id":"i","type":"contextCompaction"}})")
                                          << Sign();
    QTest::newRow("it ends well") << end("completed") << Sign(sign(What::TurnCompleted));
    QTest::newRow("it is interrupted") << end("interrupted") << Sign(sign(What::TurnInterrupted));
    QTest::newRow("it fails") << end("failed") << Sign(sign(What::TurnFailed));
    QTest::newRow("it ends in an unknown way")
        << end("tomorrowsEnd") << Sign(sign(What::TurnFailed));
    QTest::newRow("an error that is not the end") << eventOf(
        "error",
        R"({"threadId":"thread-1","turnId":"turn-1","willRetry":false,"error":{"message":"x"}})")
                                                  << Sign();
}

void tst_codex_history_rules::eventsAreSigns()
{
    QFETCH(codexwire::Event, event);
    QFETCH(std::optional<CompactionSign>, expected);
    QVERIFY(signOf(event) == expected);
}

// C8: the setting, else what the host reports, else 258,400; x 0.95
void tst_codex_history_rules::theWindowIsTheFirstThatIsSaid_data()
{
    QTest::addColumn<WindowSources>("sources");
    QTest::addColumn<qint64>("tokens");
    QTest::newRow("nothing said") << WindowSources{} << qint64(245'480);
    QTest::newRow("the configuration of the host")
        << WindowSources{0, 0, 100'000} << qint64(95'000);
    QTest::newRow("what it reports goes before it")
        << WindowSources{0, 190'000, 100'000} << qint64(180'500);
    QTest::newRow("the setting goes before both")
        << WindowSources{40'000, 190'000, 100'000} << qint64(38'000);
    QTest::newRow("never rounded up") << WindowSources{99, 0, 0} << qint64(94);
}

void tst_codex_history_rules::theWindowIsTheFirstThatIsSaid()
{
    QFETCH(WindowSources, sources);
    QFETCH(qint64, tokens);
    QCOMPARE(windowTokens(sources), tokens);
}

// C8, C8a
void tst_codex_history_rules::aPrefixIsWhatIsLeft_data()
{
    QTest::addColumn<qint64>("window");
    QTest::addColumn<qint64>("held");
    QTest::addColumn<qint64>("reserve");
    QTest::addColumn<qint64>("tokens");
    QTest::newRow("the usual window") << qint64(245'480) << instructionTokens << qint64(100)
                                      << qint64(245'480 - 16'000 - 100 - 6'137);
    QTest::newRow("a small one writes less") << qint64(60'000) << instructionTokens << qint64(100)
                                             << qint64(60'000 - 16'000 - 100 - 1'500);
    QTest::newRow("nothing fits") << qint64(16'000) << instructionTokens << qint64(100)
                                  << qint64(0);
    QTest::newRow("too little to be worth a call")
        << qint64(30'000) << qint64(28'500) << qint64(0) << qint64(0);
    QTest::newRow("the question takes it all")
        << qint64(245'480) << instructionTokens << qint64(300'000) << qint64(0);
    QTest::newRow("one line to the host, not more")
        << qint64(50'000'000) << instructionTokens << qint64(0) << qint64(2'000'000);
}

void tst_codex_history_rules::aPrefixIsWhatIsLeft()
{
    QFETCH(qint64, window);
    QFETCH(qint64, held);
    QFETCH(qint64, reserve);
    QFETCH(qint64, tokens);
    ThreadLoad load;
    load.held = held;
    QCOMPARE(nextPrefix(window, load, reserve), tokens);
}

void tst_codex_history_rules::wrappersCountAsTheyAreWritten()
{
    const QList<HistoryMessage> ten = messages(10, Role::Assistant, QString(350, u'x'));
    QCOMPARE(tokensOf(ten, localCompaction), qint64(10 * (100 + 44)));
    QCOMPARE(tokensOf(ten, remoteCompaction), qint64(10 * (100 + 82)));
    const ThreadLoad load = withMessages(newThread(remoteCompaction, 500), ten);
    QCOMPARE(load.held, instructionTokens + 500 + tokensOf(ten, remoteCompaction));
}

// What was seen: the host counts the texts of what it keeps, at 4 bytes a token, and nothing of what is around them.
void tst_codex_history_rules::aCompactionIsTakenAsTheHostCountsIt_data()
{
    QTest::addColumn<CompactionKind>("kind");
    QTest::addColumn<Role>("role");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("size");
    QTest::addColumn<qint64>("hostTokens");
    QTest::addColumn<qint64>(
        "inputBytes"); // of the next request, without the prompt of a compaction
    QTest::newRow("local: 80,000 bytes of the person's words are kept")
        << localCompaction << Role::User << 300 << 1006 << qint64(28'078) << qint64(119'300);
    QTest::newRow("local: 2,000 short messages are kept")
        << localCompaction << Role::User << 2000 << 26 << qint64(22'081) << qint64(331'600);
    QTest::newRow("local: none of the assistant's")
        << localCompaction << Role::Assistant << 300 << 1006 << qint64(8'043) << qint64(29'300);
    QTest::newRow("remote: 256,000 bytes are kept, with metadata")
        << remoteCompaction << Role::User << 300 << 1006 << qint64(70'853) << qint64(354'700);
    QTest::newRow("remote: 2,000 short messages are kept")
        << remoteCompaction << Role::User << 2000 << 26 << qint64(20'851) << qint64(613'500);
}

// C8a: never taken for less than 3.5 bytes a token, nor for a fifth too much
void tst_codex_history_rules::aCompactionIsTakenAsTheHostCountsIt()
{
    QFETCH(CompactionKind, kind);
    QFETCH(Role, role);
    QFETCH(int, count);
    QFETCH(int, size);
    QFETCH(qint64, hostTokens);
    QFETCH(qint64, inputBytes);
    ThreadLoad load = newThread(kind, 0);
    load = withMessages(load, messages(count, role, QString(size, u'x')));
    const qint64 held = compacted(load, hostTokens).held;
    QVERIFY2(held * 7 >= inputBytes * 2, qPrintable(QString::number(held)));
    QVERIFY2(held * 7 * 10 <= inputBytes * 2 * 12 + 30'000, qPrintable(QString::number(held)));
}

void tst_codex_history_rules::withoutTheHostsWordAllThatMayBeKeptCounts()
{
    const qint64 base = instructionTokens + 500 + 4'000;
    const auto held = [](const CompactionKind &kind, int count, Role role) {
        const ThreadLoad fresh = newThread(kind, 500);
        return compacted(withMessages(fresh, messages(count, role, QString(1000, u'x'))), {}).held;
    };
    QCOMPARE(held(localCompaction, 10, Role::User), base + 10 * (286 + 36));
    QCOMPARE(held(localCompaction, 1000, Role::User), base + 80 * (286 + 36));
    QCOMPARE(held(remoteCompaction, 1000, Role::User), base + 256 * (286 + 82));
    QCOMPARE(held(localCompaction, 1000, Role::Assistant), base);
}

void tst_codex_history_rules::whatIsKeptIsNeverTakenForTooFew_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("ASCII") << QString(1000, u'x');
    QTest::newRow("Chinese") << QString(1000, u'中');
    QTest::newRow("Cyrillic") << QString(1000, u'ж');
    QTest::newRow("emoji") << u"😀"_s.repeated(500);
}

// The last messages may be of another script than those before (C8a).
void tst_codex_history_rules::whatIsKeptIsNeverTakenForTooFew()
{
    QFETCH(QString, text);
    ThreadLoad load = newThread(localCompaction, 0);
    load = withMessages(load, messages(500, Role::User, QString(1000, u'x')));
    load = withMessages(load, messages(500, Role::Assistant, QString(1000, u'x')));
    load = withMessages(load, messages(20, Role::User, text));
    const qint64 hostTokens = (20'000 + 80'000) / 4;
    QVERIFY(compacted(load, hostTokens).held >= 20 * estimatedTokens(text) + 20'000 * 2 / 7);
    QVERIFY(load.newest.size() <= 81);

    // One that is larger than all that is kept is cut.
    const ThreadLoad large =
        withMessages(newThread(localCompaction, 0), messages(1, Role::User, text.repeated(700)));
    QVERIFY(compacted(large, hostTokens).held <= 80'000 / 2 + 20'000 / 2 + 100);
}

QTEST_GUILESS_MAIN(tst_codex_history_rules)
#include "tst_codex_history_rules.moc"
