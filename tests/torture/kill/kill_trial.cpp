// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/kill/kill_trial.h"

#include "torture/rig/rig.h"
#include "torture/rig/sync_killer.h"

#include <QtTest/QTest>

#include <algorithm>
#include <functional>

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
        ask(message, questionFor(message), peer);
    }
    void ask(const QString &message, const QString &question, const QString &peer = u"peer"_s)
    {
        m_questions.insert(message, question);
        rig.say(message, question, peer);
    }
    void waitFor(const std::function<bool()> &condition, const QString &fault)
    {
        expect(QTest::qWaitFor(condition, 120'000), fault);
    }
    bool firstLife(const QString &killAt = {});
    /// Leads the question "first" to the point, and no further.
    void leadTo(KillCommit::Commit commit);
    /// What the store holds of "first" after the death.
    void checkStored(const KillCommit &point);
    void secondLife();
    void check(const QString &message, Due due, int shownBlind = 1);
    /// As check(), but a channel that can do neither may have been killed during a send, too.
    void checkAtRandom(const QString &message, Due due);
    /// "first" as it is due, "second" after it (answered, unless the kill cut its turn off), each run once. Counts "first" alone.
    void judge(Due due, int shownBlind);
    [[nodiscard]] bool wasCutOff(const QString &message);
    void checkTurns();
    void checkOrder(const QString &earlier, const QString &later);
    void finish();

private:
    FakePlatform::Ability m_ability;
    QHash<QString, QString> m_questions; ///< by message

    [[nodiscard]] QString requestOf(const QString &message) const;
    [[nodiscard]] QList<FakePlatform::Shown> repliesTo(const QString &message) const;
    [[nodiscard]] StoredRequest stored(const QString &message) const;

public:
    Rig rig;
    Verdict verdict;
};

bool Trial::firstLife(const QString &killAt)
{
    rig.daemon.start(killAt);
    expect(rig.daemon.waitUntilReady(), u"the daemon did not start"_s);
    return verdict.faults.isEmpty();
}

void Trial::secondLife()
{
    rig.daemon.start();
    expect(rig.daemon.waitUntilReady(), u"the daemon did not start again"_s);
    expect(rig.waitUntilSettled(int(m_questions.size())), u"not everything was settled"_s);
    expect(rig.daemon.stopInOrder(), u"the daemon did not stop"_s);
}

void Trial::finish()
{
    if (verdict.faults.isEmpty())
        return;
    rig.daemon.kill();
    verdict.faults << u"log:\n"_s + rig.daemon.log() << u"state:\n"_s + rig.state();
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
    const QList<StoredRequest> all = rig.daemon.requests();
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
        expect(rig.daemon.log().contains("it is not known whether a reply was delivered"_L1),
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

bool Trial::wasCutOff(const QString &message)
{
    const QList<FakeRecord::Turn> turns = rig.turns();
    return std::any_of(turns.begin(), turns.end(), [this, &message](const FakeRecord::Turn &turn) {
        return turn.text == m_questions.value(message)
            && turn.state == Inventory::State::Interrupted;
    });
}

void Trial::checkTurns()
{
    QHash<QString, int> begun;
    const QList<FakeRecord::Turn> turns = rig.turns();
    for (const FakeRecord::Turn &turn : turns)
        ++begun[turn.text];
    for (auto it = m_questions.cbegin(); it != m_questions.cend(); ++it) {
        const int count = begun.value(it.value());
        expect(count == 1, u"%1: the host ran it %2 times"_s.arg(it.key()).arg(count));
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

void Trial::leadTo(KillCommit::Commit commit)
{
    switch (commit) {
    case KillCommit::Commit::Accept:
        break;
    case KillCommit::Commit::Outcome:
        ask(u"first"_s, u"first please [[hang]]"_s);
        waitFor([this] { return rig.controller.turns().size() == 2; }, u"the host was not asked"_s);
        say(u"second"_s);
        waitFor([this] { return !requestOf(u"second"_s).isEmpty(); },
                u"the second was not acknowledged"_s);
        break;
    case KillCommit::Commit::Receipt:
        rig.platform.setFates({FakePlatform::Fate::HoldAnswer});
        say(u"first"_s);
        waitFor([this] { return rig.platform.held() == 1; }, u"nothing was sent"_s);
        break;
    }
}

void Trial::judge(Due due, int shownBlind)
{
    check(u"first"_s, due, shownBlind);
    Verdict ofFirst = verdict;
    // Its turn rides in the outcome of the first: where it had begun at the host, the kill was in the middle of it.
    check(u"second"_s, wasCutOff(u"second"_s) ? Due::RestartNotice : Due::Answer);
    checkOrder(u"first"_s, u"second"_s);
    checkTurns();
    ofFirst.faults = verdict.faults;
    verdict = ofFirst;
}

void Trial::checkStored(const KillCommit &point)
{
    const StoredRequest row = stored(u"first"_s);
    bool found = false;
    switch (point.commit) {
    case KillCommit::Commit::Accept:
        found = !row.message.isEmpty();
        break;
    case KillCommit::Commit::Outcome:
        found = !row.replyKind.isEmpty();
        break;
    case KillCommit::Commit::Receipt:
        found = row.replyState == "sent"_L1;
        break;
    }
    expect(found == point.stored,
           found ? u"the commit was there already"_s : u"the commit was not there"_s);
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
        trial.expect(trial.rig.daemon.waitUntilDead(), u"the point was never reached"_s);
    }
    if (trial.verdict.faults.isEmpty()) {
        trial.secondLife();
        trial.judge(point.due(ability), point.shownBlind);
    }
    trial.finish();
    return trial.verdict;
}

Verdict runCommit(FakePlatform::Ability ability, const KillCommit &point, int number)
{
    Trial trial(ability);
    SyncKiller killer;
    if (trial.firstLife()) {
        trial.say(u"warm"_s);
        trial.expect(trial.rig.waitUntilSettled(1), u"the question before was not answered"_s);
    }
    if (trial.verdict.faults.isEmpty())
        trial.leadTo(point.commit);
    if (trial.verdict.faults.isEmpty()) {
        const bool attached = point.stored
            ? killer.attach(trial.rig.daemon.pid(), u"fdatasync"_s, 1)
            : killer.attach(trial.rig.daemon.pid(), u"pwrite64"_s, 1 + number % 4);
        trial.expect(attached, killer.problem());
    }
    if (trial.verdict.faults.isEmpty()) {
        switch (point.commit) {
        case KillCommit::Commit::Accept:
            trial.say(u"first"_s);
            break;
        case KillCommit::Commit::Outcome:
            trial.rig.controller.release(trial.rig.controller.turns().last().id);
            break;
        case KillCommit::Commit::Receipt:
            trial.rig.platform.release();
            break;
        }
        trial.expect(trial.rig.daemon.waitUntilDead(), u"the commit never came"_s);
    }
    if (trial.verdict.faults.isEmpty()) {
        trial.checkStored(point);
        if (point.commit != KillCommit::Commit::Outcome)
            trial.say(u"second"_s);
        trial.secondLife();
        trial.judge(point.due(ability), point.shownBlind);
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
    trial.rig.daemon.kill();
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
