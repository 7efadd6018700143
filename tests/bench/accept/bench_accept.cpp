// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
// Many clients put questions to many conversations while their turns run: how long until each is accepted, beside what a
// sync of the disk takes at that time; and whether each question has its one answer.
#include "bench/rig/daemon.h"
#include "bench/rig/measure.h"
#include "bench/rig/options.h"
#include "support/codex/rehearsal_fixture.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QSet>
#include <QtCore/QTemporaryDir>

#include <algorithm>
#include <vector>

#include <poll.h>

using namespace Qt::StringLiterals;
using namespace hostline::bench;

namespace {

struct Question
{
    QByteArray conversation;
    QString text;
    QString request; ///< once it is accepted
};

QList<Question> questions(int pass, int conversations, int messages)
{
    QList<Question> all;
    for (int message = 0; message < messages; ++message) {
        for (int conversation = 0; conversation < conversations; ++conversation) {
            const QByteArray place =
                "p" + QByteArray::number(pass) + "-c" + QByteArray::number(conversation);
            all.append({place, u"%1 message %2"_s.arg(QLatin1StringView(place)).arg(message), {}});
        }
    }
    return all;
}

/// Each client sends its next question as soon as the last one was accepted.
Samples ask(const Address &address, QList<Question> &all, int clients)
{
    Samples times;
    struct Client
    {
        Connection connection;
        qsizetype question = -1;
        double from = 0;
    };
    std::vector<Client> open;
    std::vector<pollfd> waits;
    qsizetype next = 0;
    const auto send = [&](Client &client) {
        client.question = next < all.size() ? next++ : -1;
        if (client.question < 0)
            return;
        const Question &question = all.at(client.question);
        client.from = now();
        client.connection.post("/conversations/" + question.conversation + "/requests",
                               {{u"client_id"_s, question.text},
                                {u"text"_s, question.text + u" [[deltas 3 every 20]]"_s}});
    };
    for (int i = 0; i < clients; ++i) {
        open.push_back({.connection = Connection(address)});
        waits.push_back({open.back().connection.descriptor(), POLLIN, 0});
    }
    for (Client &client : open)
        send(client);
    for (qsizetype accepted = 0; accepted < all.size();) {
        ::poll(waits.data(), waits.size(), -1);
        const double came = now();
        for (size_t i = 0; i < open.size(); ++i) {
            if (waits[i].revents == 0)
                continue;
            Client &client = open[i];
            const std::optional<Response> response = client.connection.take();
            if (!response)
                continue;
            if (response->status != 202)
                qFatal("a question was refused with %d", response->status);
            times.add(came - client.from);
            all[client.question].request =
                response->body.value("request"_L1).toObject().value("id"_L1).toString();
            ++accepted;
            send(client);
        }
    }
    return times;
}

/// How many have not the answer to their own question, in the end.
qsizetype lost(const Address &address, EventReader &events, const QList<Question> &all)
{
    QSet<QString> open;
    for (const Question &question : all)
        open.insert(question.request);
    while (!open.isEmpty()) {
        const std::optional<Event> event = events.next();
        if (!event)
            qFatal("the events ended");
        if (event->name == "request.settled" || event->name == "reset")
            open.remove(event->request().value("id"_L1).toString());
        if (event->name == "reset")
            qFatal("this reader was too slow");
    }
    Connection connection(address);
    return std::count_if(all.begin(), all.end(), [&connection](const Question &question) {
        connection.get("/requests/" + question.request.toLatin1());
        const Response response = connection.receive();
        const QJsonObject reply = response.body.value("reply"_L1).toObject();
        return reply.value("kind"_L1).toString() != "answer"_L1
            || reply.value("text"_L1).toString() != u"echo: "_s + question.text;
    });
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const Options options(u"Accepting questions while turns run."_s,
                          {{u"conversations"_s, 100, u"at one time"_s},
                           {u"messages"_s, 10, u"in each"_s},
                           {u"clients"_s, 16, u"that send"_s},
                           {u"passes"_s, 3, u"of which the best counts"_s}});
    Report report(options.slack());
    const QTemporaryDir folder(hostline::test::scratchTemplate());
    Daemon daemon(folder.path(), fakeProvider(true));
    daemon.start();

    double best = 0;
    double bound = 0;
    qsizetype missing = 0;
    for (int pass = 0; pass < options.count(u"passes"_s); ++pass) {
        QList<Question> all =
            questions(pass, options.count(u"conversations"_s), options.count(u"messages"_s));
        EventReader events(daemon.address());
        SyncsBeside beside(folder.path());
        const double from = now();
        const Samples times = ask(daemon.address(), all, options.count(u"clients"_s));
        const double accepted = now() - from;
        const Samples &syncs = beside.stop();
        missing += lost(daemon.address(), events, all);
        report.say(u"pass %1: %2 accepted in %3 ms, answered in %4 ms"_s.arg(pass + 1)
                       .arg(all.size())
                       .arg(accepted, 0, 'f', 0)
                       .arg(now() - from, 0, 'f', 0));
        report.say(u"  accept  ms: "_s + times.summary());
        report.say(u"  syncs   ms: "_s + syncs.summary());
        const double limit = 10 * syncs.percentile(99);
        if (pass == 0 || times.percentile(99) / limit < best / bound) {
            best = times.percentile(99);
            bound = limit;
        }
    }
    report.check(u"accept p99, beside ten times the p99 of a sync"_s, best, bound, u"ms"_s);
    report.check(u"every question has the one answer to it"_s, missing == 0);
    return report.finish();
}
