// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
// Many readers of the events: does each see each event, what does a call take beside them, and what becomes of a reader that
// does not read?
#include "bench/rig/daemon.h"
#include "bench/rig/measure.h"
#include "bench/rig/options.h"
#include "support/codex/rehearsal_fixture.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QSet>
#include <QtCore/QTemporaryDir>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace hostline::bench;

namespace {

void allowManyFiles()
{
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
}

qint64 counterOf(const QByteArray &id)
{
    return id.mid(id.lastIndexOf(':') + 1).toLongLong();
}

/// Puts questions and returns the ids of their requests.
QSet<QString> ask(const Address &address, const QByteArray &place, int count, const QString &text)
{
    Connection connection(address);
    QSet<QString> requests;
    for (int i = 0; i < count; ++i) {
        const QByteArray conversation = place + QByteArray::number(i);
        connection.post("/conversations/" + conversation + "/requests",
                        {{u"client_id"_s, u"1"_s}, {u"text"_s, text}});
        const Response response = connection.receive();
        if (response.status != 202)
            qFatal("a question was refused with %d", response.status);
        requests.insert(response.body.value("request"_L1).toObject().value("id"_L1).toString());
    }
    return requests;
}

struct Reader
{
    EventReader events;
    qint64 first = -1; ///< counter of its first event
    qint64 last = -1;
    qint64 count = 0;
    int settled = 0;
    bool whole = true; ///< no event is missing between the first and the last
};

/// Takes what came to the reader.
void take(Reader &reader)
{
    if (!reader.events.read())
        qFatal("the events ended");
    while (const std::optional<Event> event = reader.events.taken()) {
        if (event->id.isEmpty())
            continue; // a heartbeat
        const qint64 counter = counterOf(event->id);
        if (event->name.isEmpty()) { // where it begins
            reader.last = counter;
            continue;
        }
        reader.whole = reader.whole && counter == reader.last + 1 && event->name != "reset";
        if (reader.first < 0)
            reader.first = counter;
        reader.last = counter;
        ++reader.count;
        reader.settled += event->name == "request.settled" ? 1 : 0;
    }
}

/// A call, again and again, on a thread of its own.
class Caller
{
public:
    explicit Caller(const Address &address)
        : m_connection(address)
        , m_thread([this] {
            while (m_goes) {
                const double from = now();
                m_connection.get("/status");
                if (m_connection.receive().status != 200)
                    qFatal("no status");
                m_times.add(now() - from);
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
        })
    { }
    ~Caller() { (void)stop(); }
    Caller(const Caller &) = delete;
    Caller &operator=(const Caller &) = delete;

    const Samples &stop()
    {
        m_goes = false;
        if (m_thread.joinable())
            m_thread.join();
        return m_times;
    }

private:
    Connection m_connection;
    Samples m_times;
    std::atomic<bool> m_goes = true;
    std::thread m_thread;
};

Samples statusAlone(const Address &address, std::chrono::milliseconds time)
{
    Caller caller(address);
    std::this_thread::sleep_for(time);
    return caller.stop();
}

/// Until each reader has `settled` ends of requests. `beside`: runs once everybody listens.
void readAll(std::vector<Reader> &readers, int settled, const std::function<void()> &beside)
{
    const int poll = ::epoll_create1(EPOLL_CLOEXEC);
    for (size_t i = 0; i < readers.size(); ++i) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = i;
        ::epoll_ctl(poll, EPOLL_CTL_ADD, readers[i].events.descriptor(), &event);
    }
    const auto readUntil = [&](auto done) {
        std::vector<epoll_event> ready(256);
        while (!std::all_of(readers.begin(), readers.end(), done)) {
            const int count = ::epoll_wait(poll, ready.data(), int(ready.size()), -1);
            for (int i = 0; i < count; ++i)
                take(readers[ready[size_t(i)].data.u64]);
        }
    };
    readUntil([](const Reader &reader) { return reader.last >= 0; });
    beside();
    readUntil([settled](const Reader &reader) { return reader.settled >= settled; });
    ::close(poll);
}

void measureMany(Report &report, Daemon &daemon, int subscribers, int questions)
{
    const Samples alone = statusAlone(daemon.address(), std::chrono::seconds(1));
    std::vector<Reader> readers;
    readers.reserve(size_t(subscribers));
    for (int i = 0; i < subscribers; ++i)
        readers.push_back({.events = EventReader(daemon.address())});
    double from = 0;
    std::unique_ptr<Caller> caller;
    readAll(readers, questions, [&] {
        caller = std::make_unique<Caller>(daemon.address());
        from = now();
        ask(daemon.address(),
            "many",
            questions,
            u"Hello [[say %1]] [[deltas 20 every 50]]"_s.arg(QString(400, u'x')));
    });
    const double took = now() - from;
    const Samples times = caller->stop();
    qint64 events = 0;
    for (const Reader &reader : readers)
        events += reader.count;
    report.say(
        u"%1 readers: %2 events in %3 ms"_s.arg(subscribers).arg(events).arg(took, 0, 'f', 0));
    report.say(u"GET /status, nobody else   ms: "_s + alone.summary());
    report.say(u"GET /status, beside all    ms: "_s + times.summary());
    report.say(u"the daemon has %1 MB"_s.arg(daemon.memory("VmRSS") / 1024, 0, 'f', 1));
    report.check(u"every reader saw every event"_s,
                 std::all_of(readers.begin(), readers.end(), [&readers](const Reader &reader) {
                     return reader.whole && reader.first == readers.front().first;
                 }));
}

struct Drained
{
    QByteArray last; ///< id
    bool dropped = false;
};

/// Reads until the connection ends, or until every request has settled; those that did are taken out of `open`.
Drained drain(EventReader &reader, QSet<QString> &open)
{
    Drained drained;
    while (!open.isEmpty()) {
        const std::optional<Event> event = reader.next();
        drained.dropped = !event;
        if (!event)
            break;
        if (!event->id.isEmpty())
            drained.last = event->id;
        if (event->name == "request.settled")
            open.remove(event->request().value("id"_L1).toString());
    }
    return drained;
}

/// Asks one question after the other, each once the last one was answered as another reader sees it.
QSet<QString>
askAndWait(const Address &address, const QByteArray &place, int count, const QString &text)
{
    EventReader watcher(address);
    (void)watcher.next();
    QSet<QString> all;
    for (int i = 0; i < count; ++i) {
        QSet<QString> open = ask(address, place + QByteArray::number(i) + '-', 1, text);
        all += open;
        if (drain(watcher, open).dropped)
            qFatal("the events ended");
    }
    return all;
}

void measureAway(Report &report, Daemon &daemon)
{
    QByteArray last;
    {
        EventReader reader(daemon.address());
        last = reader.next().value_or(Event()).id;
    }
    constexpr int questions = 20;
    QSet<QString> open = askAndWait(daemon.address(), "away", questions, u"Hello"_s);
    EventReader again(daemon.address(), last);
    bool whole = true;
    while (!open.isEmpty()) {
        const std::optional<Event> event = again.next();
        if (!event)
            qFatal("the events ended");
        if (event->name.isEmpty())
            continue;
        whole = whole && counterOf(event->id) == counterOf(last) + 1;
        last = event->id;
        if (event->name == "request.settled")
            open.remove(event->request().value("id"_L1).toString());
        if (event->name == "reset")
            break;
    }
    report.check(u"a reader that was away gets every event that it missed"_s,
                 whole && open.isEmpty());
}

void measureSlow(Report &report, Daemon &daemon)
{
    constexpr int smallBuffer = 4096;
    constexpr int questions = 15;
    constexpr int longAnswer = 200'000;
    EventReader slow(daemon.address(), {}, smallBuffer);
    (void)slow.next();
    QSet<QString> open = askAndWait(
        daemon.address(), "slow", questions, u"Hello [[say %1]]"_s.arg(QString(longAnswer, u'x')));
    const double high = daemon.memory("VmHWM");
    const Drained drained = drain(slow, open);
    report.check(u"a reader that does not read is dropped"_s, drained.dropped);
    report.say(
        u"  it had %1 of %2 replies; the daemon had at most %3 MB"_s.arg(questions - open.size())
            .arg(questions)
            .arg(high / 1024, 0, 'f', 1));
    EventReader again(daemon.address(), drained.last);
    bool reset = false;
    while (!open.isEmpty() && !reset) {
        const std::optional<Event> event = again.next();
        if (!event)
            qFatal("the events ended");
        reset = event->name == "reset";
        if (event->name == "request.settled")
            open.remove(event->request().value("id"_L1).toString());
    }
    report.say(reset ? u"  it comes back and is told to read anew"_s
                     : u"  it comes back and gets what it missed"_s);
    Connection connection(daemon.address());
    for (const QString &request : QSet<QString>(open)) {
        connection.get("/requests/" + request.toLatin1());
        if (connection.receive()
                .body.value("reply"_L1)
                .toObject()
                .value("text"_L1)
                .toString()
                .size()
            == longAnswer)
            open.remove(request);
    }
    report.check(u"and has every reply in the end"_s, open.isEmpty());
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const Options options(u"Many readers of the events, and a slow one."_s,
                          {{u"subscribers"_s, 1000, u"that read"_s},
                           {u"questions"_s, 20, u"answered at one time, in 20 pieces each"_s}});
    Report report(options.slack());
    allowManyFiles();
    const QTemporaryDir folder(hostline::test::scratchTemplate());
    Daemon daemon(folder.path(), fakeProvider(true));
    daemon.start();
    measureMany(report, daemon, options.count(u"subscribers"_s), options.count(u"questions"_s));
    measureAway(report, daemon);
    measureSlow(report, daemon);
    return report.finish();
}
