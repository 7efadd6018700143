// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/fallback/fallback_route.h"

#include <QtCore/QJsonArray>
#include <QtTest/QTest>

using namespace Qt::StringLiterals;
using namespace hostline;
using namespace hostline::fallback;

using Reason = RouteChoice::Reason;
using State = Capacity::State;

namespace {

const QDateTime noon({2026, 12, 1}, {12, 0}, Qt::UTC);

/// "main" is the primary, "spare" and "last" the pool.
QList<RouteMember>
members(State main, State spare = State::Available, State last = State::Available)
{
    QList<RouteMember> all{{u"main"_s, main, {}}, {u"spare"_s, spare, {}}, {u"last"_s, last, {}}};
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (all.at(i).capacity == State::Exhausted)
            all[i].triedAgainAt = noon.addSecs(60 * (3 - i)); // the last one first
    }
    return all;
}

} // namespace

/// The ranking as a table (E2).
class TestFallbackRoute : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void ranks_data();
    void ranks();
    void settings();
};

void TestFallbackRoute::ranks_data()
{
    QTest::addColumn<Policy>("policy");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QList<RouteMember>>("capacities");
    QTest::addColumn<RouteChoice>("choice");

    const QString none;
    const QString spare = u"spare"_s;
    const auto row = [](const char *name,
                        Policy policy,
                        const QString &wanted,
                        const QList<RouteMember> &capacities,
                        const RouteChoice &choice) {
        QTest::newRow(name) << policy << wanted << capacities << choice;
    };
    const auto waits = [](int minutes) {
        return RouteChoice{Reason::Exhausted, {}, noon.addSecs(60 * minutes)};
    };
    const auto is = [](Reason reason, const QString &provider) {
        return RouteChoice{reason, provider, {}};
    };
    row("E2: pinned takes the primary",
        Policy::Pinned,
        none,
        members(State::Available),
        is(Reason::Primary, u"main"_s));
    row("E2: pinned takes the primary also where nothing is known of it",
        Policy::Pinned,
        none,
        members(State::Unknown),
        is(Reason::Primary, u"main"_s));
    row("E2: pinned takes the primary whatever is wanted",
        Policy::Pinned,
        spare,
        members(State::Available),
        is(Reason::Primary, u"main"_s));
    row("E2 Neg: pinned has no substitute",
        Policy::Pinned,
        none,
        members(State::Exhausted),
        waits(3));
    row("E2: preferred takes what is wanted",
        Policy::Preferred,
        spare,
        members(State::Available),
        is(Reason::Wanted, spare));
    row("E2: preferred takes the primary where nothing is wanted",
        Policy::Preferred,
        none,
        members(State::Unmetered),
        is(Reason::Primary, u"main"_s));
    row("E2: preferred takes the primary where what is wanted is no member",
        Policy::Preferred,
        u"gone"_s,
        members(State::Available),
        is(Reason::Primary, u"main"_s));
    row("E2 Neg: preferred has no substitute for what is wanted",
        Policy::Preferred,
        spare,
        members(State::Available, State::Exhausted),
        waits(2));
    row("E2 Neg: preferred has no substitute for the primary",
        Policy::Preferred,
        none,
        members(State::Exhausted),
        waits(3));
    row("E2: flexible takes the primary",
        Policy::Flexible,
        none,
        members(State::Available),
        is(Reason::Primary, u"main"_s));
    row("E2: flexible takes what is wanted",
        Policy::Flexible,
        spare,
        members(State::Available),
        is(Reason::Wanted, spare));
    row("E3: flexible takes the next where the primary is exhausted",
        Policy::Flexible,
        none,
        members(State::Exhausted),
        is(Reason::Substitute, spare));
    row("E3: flexible goes down the pool in its order",
        Policy::Flexible,
        none,
        members(State::Exhausted, State::Exhausted),
        is(Reason::Substitute, u"last"_s));
    row("E3: an unmetered one is as good as an available one",
        Policy::Flexible,
        none,
        members(State::Exhausted, State::Unmetered),
        is(Reason::Substitute, spare));
    row("E2: one that has quota before one of which nothing is known",
        Policy::Flexible,
        none,
        members(State::Exhausted, State::Unknown),
        is(Reason::Substitute, u"last"_s));
    row("E2: the primary, too, where nothing is known of it",
        Policy::Flexible,
        none,
        members(State::Unknown),
        is(Reason::Substitute, spare));
    row("E2: else the first of which nothing is known",
        Policy::Flexible,
        none,
        members(State::Exhausted, State::Unknown, State::Unknown),
        is(Reason::Untried, spare));
    row("E2: the primary first among those",
        Policy::Flexible,
        none,
        members(State::Unknown, State::Unknown, State::Unknown),
        is(Reason::Untried, u"main"_s));
    row("E2: what is wanted first among those",
        Policy::Flexible,
        spare,
        members(State::Unknown, State::Unknown, State::Unknown),
        is(Reason::Untried, spare));
    row("E3: the primary stands in for what is wanted",
        Policy::Flexible,
        spare,
        members(State::Available, State::Exhausted),
        is(Reason::Substitute, u"main"_s));
    row("E4: nobody: until the first may be tried again",
        Policy::Flexible,
        none,
        members(State::Exhausted, State::Exhausted, State::Exhausted),
        waits(1));
    row("no member is enabled", Policy::Flexible, none, {}, RouteChoice{});
    row("the primary is not enabled", Policy::Pinned, none, {}, RouteChoice{});
}

void TestFallbackRoute::ranks()
{
    QFETCH(Policy, policy);
    QFETCH(QString, wanted);
    QFETCH(QList<RouteMember>, capacities);
    QFETCH(RouteChoice, choice);
    const FallbackRoute route({policy, u"main"_s, {u"spare"_s, u"last"_s}});
    const RouteQuestion question{wanted, capacities};
    QVERIFY(route.choose(question) == choice);
    QVERIFY(route.choose(question) == choice); // it has no memory
}

void TestFallbackRoute::settings()
{
    const RouteSettings all = settingsOf({{u"provider"_s, u"codex"_s},
                                          {u"policy"_s, u"preferred"_s},
                                          {u"primary"_s, u"main"_s},
                                          {u"pool"_s, QJsonArray{u"spare"_s, u"main"_s}}});
    QVERIFY((all == RouteSettings{Policy::Preferred, u"main"_s, {u"spare"_s, u"main"_s}}));
    QCOMPARE(FallbackRoute(all).members(), (QStringList{u"main"_s, u"spare"_s}));
    // The default provider is the primary.
    const RouteSettings few =
        settingsOf({{u"provider"_s, u"codex"_s}, {u"policy"_s, u"flexible"_s}});
    QVERIFY((few == RouteSettings{Policy::Flexible, u"codex"_s, {}}));
}

QTEST_GUILESS_MAIN(TestFallbackRoute)
#include "tst_fallback_route.moc"
