// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "inbox/admission_rules.h"

#include <QtTest>

using namespace hostline;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 now = 1'800'000'000'000;
constexpr qint64 minute = 60'000;
constexpr qint64 hour = 60 * minute;

AdmissionFacts facts()
{
    AdmissionFacts facts;
    facts.digest = u"same"_s;
    facts.granted = true;
    facts.characters = 5;
    facts.sentAt = now;
    facts.now = now;
    return facts;
}

} // namespace

class tst_admission_rules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // A2, A3, A4, A6, A9
    void planAdmission_data()
    {
        using Kind = AdmissionPlan::Kind;
        QTest::addColumn<AdmissionFacts>("facts");
        QTest::addColumn<AdmissionPlan>("plan");

        QTest::newRow("a question is accepted")
            << facts() << AdmissionPlan{Kind::AcceptQuestion, {}};

        AdmissionFacts row = facts();
        row.known = MessageRow{u"same"_s, RequestId(u"r"_s)};
        QTest::newRow("the same message again is replayed")
            << row << AdmissionPlan{Kind::Replay, {}};
        row.granted = false;
        QTest::newRow("a replay needs no grant any more") << row << AdmissionPlan{Kind::Replay, {}};
        row.known = MessageRow{u"other"_s, RequestId(u"r"_s)};
        QTest::newRow("the same identity with other content conflicts")
            << row << AdmissionPlan{Kind::Conflict, {}};

        row = facts();
        row.granted = false;
        QTest::newRow("a stranger is refused")
            << row << AdmissionPlan{Kind::Refuse, FailureKind::NotAllowed};
        row.command = Command{Command::Kind::Help, u"/help"_s, {}};
        QTest::newRow("a stranger's command is refused, too")
            << row << AdmissionPlan{Kind::Refuse, FailureKind::NotAllowed};

        row = facts();
        row.queued = 19;
        QTest::newRow("the last place in the queue is taken")
            << row << AdmissionPlan{Kind::AcceptQuestion, {}};
        row.queued = 20;
        QTest::newRow("a full queue refuses")
            << row << AdmissionPlan{Kind::Refuse, FailureKind::QueueFull};
        row.command = Command{Command::Kind::Stop, u"/stop"_s, {}};
        QTest::newRow("a command does not stand in the queue")
            << row << AdmissionPlan{Kind::RunCommand, {}};

        row = facts();
        row.characters = 1'048'576;
        QTest::newRow("the longest text is accepted")
            << row << AdmissionPlan{Kind::AcceptQuestion, {}};
        row.characters = 1'048'577;
        QTest::newRow("a longer text is refused")
            << row << AdmissionPlan{Kind::Refuse, FailureKind::InvalidInput};
        row = facts();
        row.blank = true;
        QTest::newRow("an empty text is refused")
            << row << AdmissionPlan{Kind::Refuse, FailureKind::InvalidInput};

        row = facts();
        row.sentAt = now - 25 * hour;
        QTest::newRow("a late question is accepted")
            << row << AdmissionPlan{Kind::AcceptQuestion, {}};
        row.command = Command{Command::Kind::Stop, u"/stop"_s, {}};
        QTest::newRow("a late command is not run") << row << AdmissionPlan{Kind::ExpireCommand, {}};
        row.sentAt = now - 5 * minute;
        QTest::newRow("a command of five minutes ago is run")
            << row << AdmissionPlan{Kind::RunCommand, {}};
        row.sentAt = now + 90'000;
        QTest::newRow("a clock that is behind makes no command late")
            << row << AdmissionPlan{Kind::RunCommand, {}};
    }
    void planAdmission()
    {
        QFETCH(AdmissionFacts, facts);
        QFETCH(AdmissionPlan, plan);
        QVERIFY(hostline::planAdmission(facts, {}) == plan);
    }

    // A12
    void parseCommand_data()
    {
        using Kind = Command::Kind;
        QTest::addColumn<QString>("text");
        QTest::addColumn<std::optional<Command>>("command");
        const auto none = std::optional<Command>();
        QTest::newRow("a question") << u"what is /stop?"_s << none;
        QTest::newRow("a path") << u"/etc/hosts is what?"_s << none;
        QTest::newRow("a slash alone") << u"/ stop"_s << none;
        QTest::newRow("a number") << u"/2"_s << none;
        QTest::newRow("letters of another script") << u"/停止"_s << none;
        QTest::newRow("help") << u"/help"_s << std::optional(Command{Kind::Help, u"/help"_s, {}});
        QTest::newRow("capitals and blanks around")
            << u"  /STOP \n"_s << std::optional(Command{Kind::Stop, u"/stop"_s, {}});
        QTest::newRow("words after a command without any")
            << u"/new what is this"_s << std::optional(Command{Kind::WrongUse, u"/new"_s, {}});
        QTest::newRow("a language")
            << u"/lang ZH"_s << std::optional(Command{Kind::Language, u"/lang"_s, u"zh"_s});
        QTest::newRow("no language: which one is it?")
            << u"/lang"_s << std::optional(Command{Kind::Language, u"/lang"_s, {}});
        QTest::newRow("a language that is not there")
            << u"/lang fr"_s << std::optional(Command{Kind::WrongUse, u"/lang"_s, {}});
        QTest::newRow("which model is it")
            << u"/model"_s << std::optional(Command{Kind::Model, u"/model"_s, {}});
        QTest::newRow("a model") << u"/model GPT-5.1"_s
                                 << std::optional(Command{Kind::Model, u"/model"_s, u"GPT-5.1"_s});
        QTest::newRow("neg: two models")
            << u"/model a b"_s << std::optional(Command{Kind::WrongUse, u"/model"_s, {}});
        QTest::newRow("an effort")
            << u"/effort High"_s << std::optional(Command{Kind::Effort, u"/effort"_s, u"high"_s});
        QTest::newRow("neg: no word")
            << u"/effort 9"_s << std::optional(Command{Kind::WrongUse, u"/effort"_s, {}});
        QTest::newRow("a workspace")
            << u"/workspace Site"_s
            << std::optional(Command{Kind::Workspace, u"/workspace"_s, u"Site"_s});
        for (const QString &name : {u"/steer"_s, u"/agents"_s, u"/agent"_s, u"/project"_s})
            QTest::newRow(qPrintable(u"not available yet: "_s + name))
                << QString(name + u" x"_s) << std::optional(Command{Kind::NotAvailable, name, {}});
        QTest::newRow("unknown") << u"/restart now"_s
                                 << std::optional(Command{Kind::Unknown, u"/restart"_s, {}});
    }
    void parseCommand()
    {
        QFETCH(QString, text);
        QFETCH(std::optional<Command>, command);
        QVERIFY(hostline::parseCommand(text) == command);
    }

    // A3: the same message in other bytes is the same message
    void contentDigest()
    {
        QCOMPARE(hostline::contentDigest(u"a\r\nb "_s), hostline::contentDigest(u"a\nb"_s));
        QCOMPARE(hostline::contentDigest(u"e\u0301"_s), hostline::contentDigest(u"\u00e9"_s));
        QVERIFY(hostline::contentDigest(u"a b"_s) != hostline::contentDigest(u"a  b"_s));
    }

    void grantFor_data()
    {
        QTest::addColumn<QList<GrantRow>>("grants");
        QTest::addColumn<QString>("granted");
        const GrantRow any{u"any"_s, {}, {}, {}, {}, {}, Access::Read};
        const GrantRow channel{u"channel"_s, u"room"_s, {}, {}, {}, {}, Access::Read};
        const GrantRow person{u"person"_s, u"room"_s, {}, {}, u"ann"_s, {}, Access::Write};
        const GrantRow other{u"other"_s, u"room"_s, {}, {}, u"bob"_s, {}, Access::Write};
        QTest::newRow("none") << QList<GrantRow>{} << QString();
        QTest::newRow("somebody else's") << QList<GrantRow>{other} << QString();
        QTest::newRow("the channel's") << QList<GrantRow>{other, channel} << u"channel"_s;
        QTest::newRow("the most particular one, wherever it stands")
            << QList<GrantRow>{any, person, channel} << u"person"_s;
    }
    void grantFor()
    {
        QFETCH(QList<GrantRow>, grants);
        QFETCH(QString, granted);
        const std::optional<GrantRow> grant =
            hostline::grantFor(grants, {u"room"_s, u"app"_s, u"peer"_s, {}, u"ann"_s});
        QCOMPARE(grant ? grant->id : QString(), granted);
    }

    // A6
    void queueAge_data()
    {
        QTest::addColumn<qint64>("stood");
        QTest::addColumn<QString>("boot");
        QTest::addColumn<qint64>("bootMs");
        QTest::addColumn<qint64>("age");
        QTest::newRow("same boot: both clocks agree")
            << qint64(0) << u"b"_s << 2 * hour << 2 * hour;
        QTest::newRow("the wall jumped ahead: the boot clock is right")
            << qint64(0) << u"b"_s << hour << hour;
        QTest::newRow("another boot: only the wall tells")
            << qint64(0) << u"c"_s << minute << 2 * hour;
        QTest::newRow("it stood still while the head waited for something outside")
            << 2 * hour - minute << u"b"_s << 2 * hour << minute;
    }
    void queueAge()
    {
        QFETCH(qint64, stood);
        QFETCH(QString, boot);
        QFETCH(qint64, bootMs);
        QFETCH(qint64, age);
        RequestRow request;
        request.acceptedAt = now - 2 * hour;
        request.boot = u"b"_s;
        request.bootMs = 0;
        request.stoodMs = stood;
        QCOMPARE(hostline::queueAge(request, now, boot, bootMs), age);
    }

    // A6
    void standstill_data()
    {
        QTest::addColumn<qint64>("waitingFrom");
        QTest::addColumn<QString>("boot");
        QTest::addColumn<qint64>("bootMs");
        QTest::addColumn<qint64>("stood");
        QTest::newRow("the wait began behind it") << now - hour << u"b"_s << 2 * hour << hour;
        QTest::newRow("it came into the wait") << now - 3 * hour << u"b"_s << 2 * hour << 2 * hour;
        QTest::newRow("the wall jumped ahead: no longer than it is there")
            << now - hour << u"b"_s << minute << minute;
        QTest::newRow("the wall went back behind the wait's beginning")
            << now + hour << u"b"_s << 2 * hour << 2 * hour;
        QTest::newRow("another boot: only the wall tells")
            << now - hour << u"c"_s << minute << hour;
    }
    void standstill()
    {
        QFETCH(qint64, waitingFrom);
        QFETCH(QString, boot);
        QFETCH(qint64, bootMs);
        QFETCH(qint64, stood);
        RequestRow request;
        request.acceptedAt = now - 2 * hour;
        request.boot = u"b"_s;
        request.bootMs = 0;
        QCOMPARE(hostline::standstill(request, waitingFrom, now, boot, bootMs), stood);
    }
};

QTEST_GUILESS_MAIN(tst_admission_rules)
#include "tst_admission_rules.moc"
