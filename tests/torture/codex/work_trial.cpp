// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/codex/work_trial.h"

#include "torture/codex/chat_rig.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QRandomGenerator>
#include <QtCore/QSet>
#include <QtTest/QTest>

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

constexpr int longestLife = 2'000; ///< milliseconds: the work takes about that long
constexpr auto talk = "conversations/talk/requests"_L1;

const auto reviewed = u"from the record"_s;
const auto worked = u"the work is done"_s;

class WorkTrial
{
public:
    explicit WorkTrial(int number)
        : m_random(quint32(number) * 2'654'435'761U + 1)
        , m_number(number)
    { }

    Verdict run();

private:
    void expect(bool condition, const QString &fault)
    {
        if (!condition)
            m_verdict.faults << fault;
    }
    void check(const QString &request, int lived);
    [[nodiscard]] int effects() const;

    ChatRig m_rig{{.reviews = true}};
    QRandomGenerator m_random;
    int m_number;
    Verdict m_verdict;
};

/// How often the command ran.
int WorkTrial::effects() const
{
    QFile file(m_rig.codex.workspace() + u"/ran"_s);
    return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : 0;
}

Verdict WorkTrial::run()
{
    if (!m_rig.problem().isEmpty()) {
        m_verdict.faults << m_rig.problem();
        return m_verdict;
    }
    rehearsal::Script script;
    script.rules = {{.name = u"review"_s,
                     .contains = u"<record>"_s,
                     .kind = rehearsal::RequestKind::Turn,
                     .answer = u"[[say %1]]"_s.arg(reviewed)}};
    m_rig.codex.endpoint().setScript(script);
    if (!m_rig.start()) {
        m_verdict.faults << m_rig.problem();
        return m_verdict;
    }
    const QString question =
        u"work please [[tool shell echo %1 >> ran; sleep 0.4]] [[deltas 12 every 60]] [[say %2]]"_s
            .arg(m_number)
            .arg(worked);
    const HttpAnswer taken =
        m_rig.chat->call("POST", talk, {{u"client_id"_s, u"client-work"_s}, {u"text"_s, question}});
    expect(taken.status == 202, u"not taken, %1"_s.arg(taken.status));
    const QString request = taken.body.value("request"_L1).toObject().value("id"_L1).toString();
    const int lived = m_random.bounded(longestLife);
    QTest::qWait(lived);
    m_rig.daemon->kill();
    if (m_verdict.faults.isEmpty() && m_rig.start())
        check(request, lived);
    else
        m_verdict.faults << m_rig.problem();
    if (m_rig.daemon->isRunning())
        expect(m_rig.daemon->stopInOrder(), u"the daemon did not stop"_s);
    if (!m_verdict.faults.isEmpty())
        m_verdict.faults << u"killed after %1 ms; log:\n"_s.arg(lived) + m_rig.daemon->log();
    return m_verdict;
}

void WorkTrial::check(const QString &request, int lived)
{
    expect(m_rig.waitUntilSettled(request), u"not settled, killed after %1 ms"_s.arg(lived));
    const QJsonObject view = m_rig.chat->call("GET", u"requests/"_s + request).body;
    const QJsonObject reply = view.value("reply"_L1).toObject();
    const QString text = reply.value("text"_L1).toString();
    const bool isNotice = reply.value("kind"_L1) == "notice"_L1;
    ++(isNotice ? m_verdict.notices : m_verdict.answers);
    expect(isNotice ? reply.value("notice_id"_L1) == "failed.restarted"_L1
                    : text.contains(worked) || text.contains(reviewed),
           u"people got \"%1\""_s.arg(text.left(300)));
    expect(view.value("notices"_L1).toArray().size() <= 1,
           u"%1 side messages"_s.arg(view.value("notices"_L1).toArray().size()));
    expect(effects() <= 1, u"the command ran %1 times"_s.arg(effects()));
    QSet<QString> turns;
    int reviews = 0;
    for (const rehearsal::Record &record : m_rig.codex.endpoint().records()) {
        const QString asked = rehearsal::questionOf(record.request);
        if (asked.contains("<record>"_L1))
            ++reviews;
        else if (asked.contains("work please"_L1))
            turns.insert(record.request.turn);
    }
    expect(turns.size() <= 1, u"%1 turns asked the model for the work"_s.arg(turns.size()));
    expect(reviews <= 1, u"%1 reviews"_s.arg(reviews));
    expect(!text.contains(reviewed) || reviews == 1, u"a review's answer without a review"_s);
    const QJsonArray rows =
        m_rig.chat->call("GET", u"conversations/talk"_s).body.value("requests"_L1).toArray();
    expect(rows.size() == 1, u"it stands %1 times in the dialogue"_s.arg(rows.size()));
}

} // namespace

Verdict runWork(int number)
{
    return WorkTrial(number).run();
}

} // namespace hostline::torture
