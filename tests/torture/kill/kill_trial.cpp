// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/kill/kill_trial.h"

#include "torture/rig/rig.h"

#include <QtTest/QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

/// A question that the fake host answers piece by piece.
QString questionFor(const QString &message)
{
    return u"%1 please [[deltas 5 every 4]]"_s.arg(message);
}

QString answerTo(const QString &message)
{
    return u"echo: %1 please"_s.arg(message);
}

class Trial
{
public:
    explicit Trial(FakePlatform::Ability ability)
        : m_ability(ability)
        , rig(ability)
    { }

    void expect(bool condition, const QString &fault)
    {
        if (!condition)
            verdict.faults << fault;
    }
    void say(const QString &message, const QString &peer = u"peer"_s)
    {
        m_messages << message;
        rig.say(message, questionFor(message), peer);
    }
    bool firstLife(const QString &killAt);
    void secondLife();
    void check(const QString &message, Due due, int shownBlind = 1);
    /// As check(), but a channel that can do neither may have been killed during a send, too.
    void checkAtRandom(const QString &message, Due due);
    void checkTurns();
    void checkOrder(const QString &earlier, const QString &later);
    void finish();

private:
    FakePlatform::Ability m_ability;
    QStringList m_messages;

    [[nodiscard]] QString requestOf(const QString &message) const;
    [[nodiscard]] QList<FakePlatform::Shown> repliesTo(const QString &message) const;
    [[nodiscard]] StoredRequest stored(const QString &message) const;

public:
    Rig rig;
    Verdict verdict;
};

bool Trial::firstLife(const QString &killAt)
{
    rig.start(killAt);
    expect(rig.waitUntilReady(), u"the daemon did not start"_s);
    return verdict.faults.isEmpty();
}

void Trial::secondLife()
{
    rig.start();
    expect(rig.waitUntilReady(), u"the daemon did not start again"_s);
    expect(rig.waitUntilSettled(int(m_messages.size())), u"not everything was settled"_s);
    expect(rig.stopInOrder(), u"the daemon did not stop"_s);
}

void Trial::finish()
{
    if (verdict.faults.isEmpty())
        return;
    rig.kill();
    verdict.faults << u"log:\n"_s + rig.log() << u"state:\n"_s + rig.state();
}

QString Trial::requestOf(const QString &message) const
{
    for (const FakePlatform::Acknowledgement &acknowledgement : rig.platform.acknowledgements()) {
        if (acknowledgement.message == message)
            return acknowledgement.request;
    }
    return {};
}

QList<FakePlatform::Shown> Trial::repliesTo(const QString &message) const
{
    return rig.platform.shown(requestOf(message), u"reply"_s);
}

StoredRequest Trial::stored(const QString &message) const
{
    StoredRequest found;
    const QList<StoredRequest> all = rig.requests();
    for (const StoredRequest &request : all) {
        if (request.message == message)
            found = request;
    }
    return found;
}

void Trial::check(const QString &message, Due due, int shownBlind)
{
    const QList<FakePlatform::Shown> replies = repliesTo(message);
    const StoredRequest row = stored(message);
    const auto seen = [&](int count) {
        expect(replies.size() == count,
               u"%1: people saw %2 replies instead of %3"_s.arg(message)
                   .arg(replies.size())
                   .arg(count));
    };
    const auto state = [&](const QString &wanted) {
        expect(row.replyState == wanted,
               u"%1: its reply is %2 instead of %3"_s.arg(message, row.replyState, wanted));
    };
    for (const FakePlatform::Shown &reply : replies) {
        const bool answer = reply.text.contains(answerTo(message));
        ++(answer ? verdict.answers : verdict.notices);
        const bool wanted = due != Due::RestartNotice;
        expect(answer == wanted, u"%1: people saw \"%2\""_s.arg(message, reply.text));
    }
    if (replies.isEmpty())
        ++verdict.unseen;
    switch (due) {
    case Due::Answer:
        seen(1);
        state(u"sent"_s);
        break;
    case Due::RestartNotice:
        seen(1);
        state(u"sent"_s);
        expect(row.notice == "failed.restarted"_L1,
               u"%1: the notice is \"%2\""_s.arg(message, row.notice));
        break;
    case Due::Unknowable:
        seen(shownBlind);
        state(u"unknown"_s);
        expect(rig.log().contains("it is not known whether a reply was delivered"_L1),
               u"%1: nobody was told that its reply is unknown"_s.arg(message));
        break;
    }
}

void Trial::checkAtRandom(const QString &message, Due due)
{
    const bool held =
        m_ability == FakePlatform::Ability::Neither && stored(message).replyState == "unknown"_L1;
    if (held)
        check(message, Due::Unknowable, std::min(1, int(repliesTo(message).size())));
    else
        check(message, due);
}

void Trial::checkTurns()
{
    QHash<QString, int> begun;
    const QList<FakeRecord::Turn> turns = rig.turns();
    for (const FakeRecord::Turn &turn : turns)
        ++begun[turn.text];
    for (const QString &message : std::as_const(m_messages)) {
        const int count = begun.value(questionFor(message));
        expect(count == 1, u"%1: the host ran it %2 times"_s.arg(message).arg(count));
    }
}

void Trial::checkOrder(const QString &earlier, const QString &later)
{
    const auto at = [this](const QString &message) {
        const QString request = requestOf(message);
        for (qsizetype i = 0; i < rig.platform.shown().size(); ++i) {
            const FakePlatform::Shown &shown = rig.platform.shown().at(i);
            if (shown.request == request && shown.purpose == "reply"_L1)
                return i;
        }
        return qsizetype(-1);
    };
    // What was held may never have been seen.
    expect(at(earlier) < at(later) || at(later) < 0,
           u"%1 was answered before %2"_s.arg(later, earlier));
}

/// What people must get for a question when the daemon died with the host's record as it is.
Due dueByRecord(const QList<FakeRecord::Turn> &turns, const QString &message)
{
    for (const FakeRecord::Turn &turn : turns) {
        if (turn.text == questionFor(message) && turn.state == Inventory::State::Interrupted)
            return Due::RestartNotice;
    }
    return Due::Answer;
}

} // namespace

void Verdict::add(const Verdict &other)
{
    answers += other.answers;
    notices += other.notices;
    unseen += other.unseen;
    faults += other.faults;
}

Verdict runPoint(FakePlatform::Ability ability, const KillPoint &point, bool warm)
{
    Trial trial(ability);
    const int before = warm ? (point.at == "provider.piece"_L1 ? 5 : 1) : 0;
    if (trial.firstLife(u"%1:%2"_s.arg(point.at).arg(before + point.passing)) && warm) {
        trial.say(u"warm"_s);
        trial.expect(trial.rig.waitUntilSettled(1), u"the question before was not answered"_s);
    }
    if (trial.verdict.faults.isEmpty()) {
        trial.say(u"first"_s);
        trial.say(u"second"_s);
        trial.expect(trial.rig.waitUntilDead(), u"the point was never reached"_s);
    }
    if (trial.verdict.faults.isEmpty()) {
        trial.secondLife();
        trial.check(u"first"_s, point.due(ability), point.shownBlind);
        Verdict ofFirst = trial.verdict;
        trial.check(u"second"_s, Due::Answer);
        trial.checkOrder(u"first"_s, u"second"_s);
        trial.checkTurns();
        ofFirst.faults = trial.verdict.faults;
        trial.verdict = ofFirst;
    }
    trial.finish();
    return trial.verdict;
}

Verdict runQueues(FakePlatform::Ability ability, int killAfterMilliseconds)
{
    static const QStringList peers{u"a"_s, u"b"_s, u"c"_s};
    Trial trial(ability);
    if (!trial.firstLife({})) {
        trial.finish();
        return trial.verdict;
    }
    for (int number = 1; number <= 3; ++number) {
        for (const QString &peer : peers)
            trial.say(peer + QString::number(number), peer);
    }
    QTest::qWait(killAfterMilliseconds);
    trial.rig.kill();
    const QList<FakeRecord::Turn> atDeath = trial.rig.turns();
    trial.secondLife();
    for (const QString &peer : peers) {
        for (int number = 1; number <= 3; ++number) {
            const QString message = peer + QString::number(number);
            trial.checkAtRandom(message, dueByRecord(atDeath, message));
            if (number > 1)
                trial.checkOrder(peer + QString::number(number - 1), message);
        }
    }
    trial.checkTurns();
    trial.finish();
    return trial.verdict;
}

} // namespace hostline::torture
