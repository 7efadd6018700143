// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/codex/codex_trial.h"

#include "torture/codex/chat_rig.h"
#include "torture/rig/sync_killer.h"

#include <QtCore/QJsonArray>
#include <QtTest/QTest>

#include <algorithm>
#include <csignal>
#include <functional>

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

constexpr int longAnswer = 200'000; ///< characters
constexpr int patience = 120'000;

/// The question that leads to the moment.
QString firstQuestion(Moment moment)
{
    switch (moment) {
    case Moment::ModelAsked:
    case Moment::Answering:
    case Moment::Answered:
        return u"first please [[hold]] [[say answer to first]]"_s;
    case Moment::Streaming:
        return u"first please [[hold half]] [[say answer to first]]"_s;
    case Moment::Reading:
        return u"first please [[length %1 ascii]]"_s.arg(longAnswer);
    case Moment::Accepting:
    case Moment::Accepted:
    case Moment::Acknowledged:
    case Moment::Bound:
    case Moment::Seen:
        return u"first please [[say answer to first]]"_s;
    }
    Q_UNREACHABLE();
}

QString questionOf(const QString &name)
{
    return u"%1 please [[say answer to %1]]"_s.arg(name);
}

class CodexTrial
{
public:
    CodexTrial() { expect(rig.problem().isEmpty(), rig.problem()); }

    [[nodiscard]] bool isWell() const { return verdict.faults.isEmpty(); }
    void expect(bool condition, const QString &fault)
    {
        if (!condition)
            verdict.faults << fault;
    }
    void waitFor(const std::function<bool()> &condition, const QString &fault)
    {
        expect(QTest::qWaitFor(condition, patience), fault);
    }
    void live() { expect(rig.start(), rig.problem()); }

    HttpAnswer
    send(const QString &name, const QString &text, const QString &conversation = u"talk"_s);
    /// Sent, and taken as a new one.
    void ask(const QString &name, const QString &text, const QString &conversation = u"talk"_s);
    [[nodiscard]] QJsonObject request(const QString &name);
    void waitUntilSettled(const QString &name);

    /// Up to the moment and over it: the daemon is dead then.
    void dieAt(Moment moment, int number);
    /// What the store holds of "first" after the death.
    void checkStored(Moment moment);
    /// The client that heard nothing, or is not sure, sends its question again (I4).
    void sendFirstAgain(Moment moment);
    void checkFirst(const CodexPoint &point);
    void checkAnswer(const QString &name, const QString &conversation = u"talk"_s);
    /// That it was interrupted by a restart.
    void checkNotice(const QString &name, const QString &conversation = u"talk"_s);
    void checkOnce(const QString &name, const QString &conversation);
    void checkChildless();
    void finish();

    ChatRig rig;
    Verdict verdict;
    SyncKiller killer;

private:
    void dieInCommit(bool atSync, int passing, const std::function<void()> &cause);

    QHash<QString, QString> m_requests; ///< ids by name
    bool m_secondAsked = false;
};

HttpAnswer CodexTrial::send(const QString &name, const QString &text, const QString &conversation)
{
    HttpAnswer answer = rig.chat->call("POST",
                                       u"conversations/%1/requests"_s.arg(conversation),
                                       {{u"client_id"_s, u"client-"_s + name}, {u"text"_s, text}});
    if (answer.status == 202)
        m_requests[name] = answer.body.value("request"_L1).toObject().value("id"_L1).toString();
    return answer;
}

void CodexTrial::ask(const QString &name, const QString &text, const QString &conversation)
{
    const HttpAnswer answer = send(name, text, conversation);
    expect(answer.status == 202 && answer.body.value("created"_L1).toBool(),
           u"%1: not taken, %2"_s.arg(name).arg(answer.status));
    if (name == "second"_L1)
        m_secondAsked = true;
}

QJsonObject CodexTrial::request(const QString &name)
{
    return rig.chat->call("GET", u"requests/"_s + m_requests.value(name)).body;
}

void CodexTrial::waitUntilSettled(const QString &name)
{
    expect(rig.waitUntilSettled(m_requests.value(name)), u"%1: not settled"_s.arg(name));
}

void CodexTrial::dieInCommit(bool atSync, int passing, const std::function<void()> &cause)
{
    const QString call = atSync ? u"fdatasync"_s : u"pwrite64"_s;
    expect(killer.attach(rig.daemon->pid(), call, passing), killer.problem());
    if (!isWell())
        return;
    cause();
    expect(rig.daemon->waitUntilDead(), u"the commit never came"_s);
}

void CodexTrial::dieAt(Moment moment, int number)
{
    const QString question = firstQuestion(moment);
    const auto sendFirst = [&] {
        expect(send(u"first"_s, question).status == 0, u"it was acknowledged"_s);
    };
    const auto askBoth = [&] {
        ask(u"first"_s, question);
        ask(u"second"_s, questionOf(u"second"_s));
    };
    const auto modelIsHeld = [this] {
        return rig.codex.endpoint().counts().held > 0;
    };
    const auto heldAnswer = [this] {
        rig.codex.endpoint().release();
    };
    const int torn = 1 + number % 4;
    switch (moment) {
    case Moment::Accepting:
        dieInCommit(false, torn, sendFirst);
        return;
    case Moment::Accepted:
        dieInCommit(true, 1, sendFirst);
        return;
    case Moment::Acknowledged:
        for (const Process &server : rig.appServers())
            ::kill(static_cast<pid_t>(server.pid), SIGSTOP);
        askBoth();
        break;
    case Moment::Bound:
        dieInCommit(true, 2, [&] { ask(u"first"_s, question); });
        return;
    case Moment::ModelAsked:
        askBoth();
        waitFor(modelIsHeld, u"the model was not asked"_s);
        break;
    case Moment::Streaming:
        askBoth();
        waitFor([&] { return rig.chat->count(u"answer.delta"_s, m_requests[u"first"_s]) > 0; },
                u"no delta was seen"_s);
        break;
    case Moment::Answering:
    case Moment::Answered:
        askBoth();
        waitFor(modelIsHeld, u"the model was not asked"_s);
        if (isWell())
            dieInCommit(
                moment == Moment::Answered, moment == Moment::Answered ? 1 : torn, heldAnswer);
        return;
    case Moment::Reading: {
        ask(u"first"_s, question);
        waitUntilSettled(u"first"_s);
        const auto reader = rig.chat->begin("GET", u"requests/"_s + m_requests[u"first"_s]);
        reader->setReadBufferSize(1024);
        waitFor([&] { return reader->received.size() > 512; }, u"nothing came"_s);
        expect(reader->received.size() < longAnswer, u"all of it came"_s);
        break;
    }
    case Moment::Seen:
        ask(u"first"_s, question);
        waitFor([&] { return rig.chat->count(u"request.settled"_s, m_requests[u"first"_s]) > 0; },
                u"no reply was seen"_s);
        break;
    }
    rig.daemon->kill();
}

void CodexTrial::checkStored(Moment moment)
{
    bool accepted = false;
    bool replied = false;
    for (const StoredRequest &row : rig.daemon->requests()) {
        if (row.message == "client-first"_L1) {
            accepted = true;
            replied = !row.replyKind.isEmpty();
        }
    }
    expect(accepted == (moment != Moment::Accepting),
           accepted ? u"first: stored already"_s : u"first: not stored"_s);
    const bool due =
        moment == Moment::Answered || moment == Moment::Reading || moment == Moment::Seen;
    expect(replied == due, replied ? u"first: has a reply already"_s : u"first: has no reply"_s);
}

void CodexTrial::sendFirstAgain(Moment moment)
{
    const QString before = m_requests.value(u"first"_s);
    const HttpAnswer again = send(u"first"_s, firstQuestion(moment));
    expect(again.status == 202, u"first: not taken again, %1"_s.arg(again.status));
    expect(again.body.value("created"_L1).toBool() == (moment == Moment::Accepting),
           u"first: taken again as another one"_s);
    expect(before.isEmpty() || before == m_requests.value(u"first"_s),
           u"first: another request than before"_s);
    if (!m_secondAsked)
        ask(u"second"_s, questionOf(u"second"_s));
}

void CodexTrial::checkFirst(const CodexPoint &point)
{
    const QJsonObject reply = request(u"first"_s).value("reply"_L1).toObject();
    const QString kind = reply.value("kind"_L1).toString();
    const QString text = reply.value("text"_L1).toString();
    verdict.answers += kind == "answer"_L1 ? 1 : 0;
    verdict.notices += kind == "notice"_L1 ? 1 : 0;
    verdict.unseen += kind.isEmpty() ? 1 : 0;
    if (point.at == Moment::Reading)
        expect(kind == "answer"_L1 && text.size() >= longAnswer,
               u"first: people got %1 characters"_s.arg(text.size()));
    else if (point.answered)
        expect(kind == "answer"_L1 && text.contains("answer to first"_L1),
               u"first: people got the %1 \"%2\""_s.arg(kind, text.left(300)));
    else
        checkNotice(u"first"_s);
    checkOnce(u"first"_s, u"talk"_s);
}

void CodexTrial::checkNotice(const QString &name, const QString &conversation)
{
    const QJsonObject reply = request(name).value("reply"_L1).toObject();
    expect(reply.value("notice_id"_L1) == "failed.restarted"_L1,
           u"%1: people got the %2 \"%3\""_s.arg(name,
                                                 reply.value("kind"_L1).toString(),
                                                 reply.value("text"_L1).toString().left(300)));
    checkOnce(name, conversation);
}

void CodexTrial::checkAnswer(const QString &name, const QString &conversation)
{
    const QJsonObject reply = request(name).value("reply"_L1).toObject();
    expect(reply.value("kind"_L1) == "answer"_L1
               && reply.value("text"_L1).toString().contains(u"answer to "_s + name),
           u"%1: people got the %2 \"%3\""_s.arg(name,
                                                 reply.value("kind"_L1).toString(),
                                                 reply.value("text"_L1).toString().left(300)));
    checkOnce(name, conversation);
}

/// One reply was shown and one model was asked, over both lives.
void CodexTrial::checkOnce(const QString &name, const QString &conversation)
{
    const QString id = m_requests.value(name);
    const int calls = rig.modelCalls(name + u" please"_s);
    expect(calls == 1, u"%1: the model was asked %2 times"_s.arg(name).arg(calls));
    const int shown = rig.chat->count(u"request.settled"_s, id)
        + (rig.earlier ? rig.earlier->count(u"request.settled"_s, id) : 0);
    expect(shown <= 1, u"%1: its reply was shown %2 times"_s.arg(name).arg(shown));
    int rows = 0;
    for (const QJsonValue row : rig.chat->call("GET", u"conversations/"_s + conversation)
                                    .body.value("requests"_L1)
                                    .toArray())
        rows += row.toObject().value("client_id"_L1).toString() == u"client-"_s + name ? 1 : 0;
    expect(rows == 1, u"%1: it stands %2 times in the dialogue"_s.arg(name).arg(rows));
}

void CodexTrial::checkChildless()
{
    if (rig.waitUntilChildless())
        return;
    for (const Process &process : rig.codexProcesses())
        verdict.faults << u"outlived its daemon: %1 %2"_s.arg(process.pid)
                              .arg(QString::fromUtf8(process.commandLine.left(100)));
}

void CodexTrial::finish()
{
    if (rig.daemon && rig.daemon->isRunning()) {
        expect(rig.daemon->stopInOrder(), u"the daemon did not stop"_s);
        checkChildless();
    }
    if (isWell() || !rig.daemon)
        return;
    rig.daemon->kill();
    verdict.faults << u"log:\n"_s + rig.daemon->log();
    for (const StoredRequest &row : rig.daemon->requests())
        verdict.faults << u"stored: %1 %2, reply %3 %4 %5"_s.arg(
            row.message, row.state, row.replyKind, row.replyState, row.notice);
    for (const rehearsal::Record &record : rig.codex.endpoint().records())
        verdict.faults << u"the model was asked in %1: %2"_s.arg(
            record.request.turn, rehearsal::questionOf(record.request).left(80));
}

} // namespace

Verdict runCodexPoint(const CodexPoint &point, bool warm, int number)
{
    if (warm && point.onlyNew)
        return {};
    CodexTrial trial;
    if (trial.isWell())
        trial.live();
    if (trial.isWell() && warm) {
        trial.ask(u"warm"_s, questionOf(u"warm"_s));
        trial.waitUntilSettled(u"warm"_s);
    }
    if (trial.isWell())
        trial.dieAt(point.at, number);
    if (trial.isWell()) {
        trial.checkChildless();
        trial.checkStored(point.at);
        trial.live();
    }
    if (trial.isWell()) {
        trial.sendFirstAgain(point.at);
        trial.waitUntilSettled(u"first"_s);
        trial.waitUntilSettled(u"second"_s);
    }
    if (trial.isWell()) {
        trial.checkFirst(point);
        trial.checkAnswer(u"second"_s);
        trial.expect(trial.request(u"first"_s).value("settled_at"_L1).toString()
                         <= trial.request(u"second"_s).value("settled_at"_L1).toString(),
                     u"second was answered before first"_s);
        trial.expect(trial.rig.appServers().size() == 1,
                     u"%1 app-servers run"_s.arg(trial.rig.appServers().size()));
    }
    trial.finish();
    return trial.verdict;
}

Verdict runChildren(bool tool)
{
    static const QStringList conversations{u"a"_s, u"b"_s, u"c"_s};
    CodexTrial trial;
    for (int life = 0; life < 5 && trial.isWell(); ++life) {
        trial.live();
        for (const QString &conversation : conversations) {
            if (!trial.isWell())
                break;
            const QString name = conversation + QString::number(life);
            trial.ask(name, questionOf(name), conversation);
            trial.waitUntilSettled(name);
            trial.checkAnswer(name, conversation);
            ++trial.verdict.answers;
        }
        if (trial.isWell() && tool && life > 0) {
            trial.checkNotice(u"tool"_s + QString::number(life - 1), u"a"_s);
            ++trial.verdict.notices;
        }
        if (trial.isWell() && tool) {
            const QString name = u"tool"_s + QString::number(life);
            trial.ask(name, u"%1 please [[tool shell exec sleep 600]]"_s.arg(name), u"a"_s);
            trial.waitFor(
                [&trial] {
                    const QList<Process> all = trial.rig.codexProcesses();
                    return std::any_of(all.begin(), all.end(), [](const Process &process) {
                        return process.commandLine == "sleep 600";
                    });
                },
                u"the command did not start"_s);
        }
        if (!trial.isWell())
            break;
        trial.expect(trial.rig.appServers().size() == 1,
                     u"%1 app-servers run"_s.arg(trial.rig.appServers().size()));
        trial.rig.daemon->kill();
        trial.checkChildless();
    }
    trial.finish();
    return trial.verdict;
}

} // namespace hostline::torture
