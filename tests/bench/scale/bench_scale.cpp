// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
// The units of a question's way on a store with few requests and on one with many, without syncs: what grows with the store?
// That no plan reads a table through is tst_query_plans' matter.
#include "bench/rig/measure.h"
#include "bench/rig/options.h"
#include "bench/rig/stored.h"
#include "ledger/admit.h"
#include "ledger/schema.h"
#include "support/codex/rehearsal_fixture.h"
#include "unit/ledger/ledger_bench.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QRandomGenerator>
#include <QtCore/QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace hostline;
using namespace hostline::bench;

namespace {

constexpr int requestsOfOne = 10; // conversation, see addStored()
constexpr double bytesPerMegabyte = 1024 * 1024;

QString newStore(const QTemporaryDir &all, const QString &name, int requests)
{
    const QString folder = all.filePath(name);
    QDir().mkdir(folder);
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QString path = folder + "/store.sqlite"_L1;
    Store store({.path = path, .migrations = ledgerMigrations(), .synchronousOff = true});
    if (test::openNow(store) || !test::closeNow(store))
        qFatal("cannot make %s", qPrintable(path));
    addStored(path, requests, u"page"_s);
    return path;
}

/// The questions of one conversation after the other, in a random order of conversations.
class Way
{
public:
    Way(const QString &path, int requests)
        : m_bench(false, path)
        , m_conversations(requests / requestsOfOne)
        , m_random(1)
    { }

    /// Two questions to an idle conversation: the first is claimed at once, the second when the first is finished.
    void round();

    Samples admission; ///< with the claim
    Samples queued; ///< an admission alone
    Samples claim; ///< finish, with the claim of the next
    Samples whole; ///< of one unit, with its commit and the way to the store's thread and back

private:
    RequestId admit(const QString &peer, Samples &times);
    void finish(const RequestId &request, Samples &times);
    void time(Samples &times, const test::UnitWork &work);

    test::LedgerBench m_bench;
    int m_conversations;
    int m_messages = 0;
    QRandomGenerator m_random;
};

void Way::time(Samples &times, const test::UnitWork &work)
{
    double inside = 0;
    const double from = now();
    m_bench.unit([&](Transaction &transaction, UnitContext &context) {
        const double begin = now();
        work(transaction, context);
        inside = now() - begin;
    });
    whole.add(now() - from);
    times.add(inside);
}

RequestId Way::admit(const QString &peer, Samples &times)
{
    InboundMessage message =
        m_bench.message(u"A question of some length, as people put them"_s, u"page"_s);
    message.source.peer = peer;
    message.messageId = u"new%1"_s.arg(++m_messages);
    Admission taken;
    time(times, [&](Transaction &transaction, UnitContext &context) {
        taken = hostline::admit(transaction, context, message);
    });
    if (taken.result != Admission::Result::Created)
        qFatal("a question was not taken");
    return taken.request;
}

void Way::finish(const RequestId &request, Samples &times)
{
    const std::optional<TurnRow> turn = m_bench.liveTurn(request);
    if (!turn)
        qFatal("a question was not claimed");
    const FinishArguments arguments{.request = request,
                                    .turn = turn->id,
                                    .draft = {.answer = u"An answer of some length"_s},
                                    .ending = {.how = TurnEnd::Answered,
                                               .nativeTurn = u"native"_s,
                                               .reach = Reach::ModelAnswered,
                                               .spend = Spend{u"model"_s, 3, 4}}};
    time(times, [&](Transaction &transaction, UnitContext &context) {
        hostline::finish(transaction, context, arguments);
    });
}

void Way::round()
{
    const QString peer = u"old%1"_s.arg(m_random.bounded(m_conversations));
    const RequestId first = admit(peer, admission);
    const RequestId second = admit(peer, queued);
    finish(first, claim);
    Samples alone;
    finish(second, alone);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const Options options(u"Admission and claim, on a small and on a large store, without syncs."_s,
                          {{u"few"_s, 1000, u"requests in the small store"_s},
                           {u"many"_s, 1'000'000, u"requests in the large store"_s},
                           {u"rounds"_s, 500, u"of four units on each"_s}});
    Report report(options.slack());
    const QTemporaryDir all(hostline::test::scratchTemplate());
    const double from = now();
    const QString small = newStore(all, u"small"_s, options.count(u"few"_s));
    const QString large = newStore(all, u"large"_s, options.count(u"many"_s));
    report.say(u"stores of %1 MB and %2 MB made in %3 s"_s
                   .arg(double(QFileInfo(small).size()) / bytesPerMegabyte, 0, 'f', 1)
                   .arg(double(QFileInfo(large).size()) / bytesPerMegabyte, 0, 'f', 1)
                   .arg((now() - from) / 1e3, 0, 'f', 1));
    Way few(small, options.count(u"few"_s));
    Way many(large, options.count(u"many"_s));
    for (int i = 0; i < options.count(u"rounds"_s); ++i) {
        few.round();
        many.round();
    }
    const auto compare =
        [&report](const QString &what, const Samples &with, const Samples &beside) {
            report.say(what + u", few  ms: "_s + beside.summary());
            report.say(what + u", many ms: "_s + with.summary());
            report.check(what + u" p50, beside twice that with few"_s,
                         with.median(),
                         2 * beside.median(),
                         u"ms"_s);
        };
    compare(u"admission with claim"_s, many.admission, few.admission);
    compare(u"admission to a queue"_s, many.queued, few.queued);
    compare(u"outcome with claim  "_s, many.claim, few.claim);
    compare(u"whole units         "_s, many.whole, few.whole);
    return report.finish();
}
