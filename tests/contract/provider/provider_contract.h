// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contract/provider/provider_rig.h"
#include "contract/provider/provider_watch.h"

#include <QObject>

namespace hostline::test {

/// What every provider has to hold (core/include/hostline/provider.h), as a test to be run by QTest::qExec on a rig.
class ProviderContract : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProviderContract)

public:
    explicit ProviderContract(ProviderRig &rig);
    ~ProviderContract() override;

private Q_SLOTS:
    void init();
    void cleanup();

    void startsAndStopsOnceEach();
    void stopsBeforeItWasStarted();
    void startsAgainAfterAStop();
    void refusesWorkBeforeItIsReady();
    void opensThreadsAndRemembersThem();
    void runsATurn();
    void runsTurnsOfTwoThreadsAtOnce();
    void refusesASecondTurnOnABusyThread();
    void refusesATurnOnAThreadThatIsNotOpen();
    void tellsWhyATurnFailed();
    void interruptsATurnAndItsCommand();
    void interruptsATurnThatWasJustAsked();
    void ignoresInterruptsOfWhatDoesNotRun();
    void runsTheNextTurnAfterAnInterrupt();
    void losesOpenTurnsWhenItIsStopped();
    void losesTurnsWithTheHostAndComesBack();
    void endsATurnBesideTwoNeighbours();
    void readsTurnsBack();
    void readsARunningTurnBackAsInterruptedAfterAKill();
    void opensTheSameThreadInTheNextLife();
    void countsAThreadWithoutTurnsAsLostInTheNextLife();
    void doesNotKnowForeignThreads();
    void leavesAThreadToTheProcessThatHoldsIt();
    void abandonsThreads();
    void leavesNoProcessBehind();

private:
    struct Life
    {
        std::unique_ptr<Provider> provider;
        std::unique_ptr<ProviderWatch> watch;
    };

    void begin(); ///< m_life: a new provider, watched
    [[nodiscard]] bool beginReady(); ///< and Ready
    void endLife();
    [[nodiscard]] bool
    open(const BindingId &binding, const QString &native = {}, Access access = Access::Read);
    [[nodiscard]] ThreadSpec
    spec(const BindingId &binding, const QString &native = {}, Access access = Access::Read) const;
    void ask(const TurnId &turn, const BindingId &binding, const QString &text);
    [[nodiscard]] bool finished(const TurnId &turn);
    [[nodiscard]] TurnResult result(const TurnId &turn) const;
    [[nodiscard]] Inventory read(const TurnId &turn, const BindingId &binding);
    [[nodiscard]] int patience() const { return int(m_rig.patience().count()); }
    [[nodiscard]] Provider &provider() const { return *m_life.provider; }
    [[nodiscard]] ProviderWatch &watch() const { return *m_life.watch; }

    ProviderRig &m_rig;
    Life m_life;
    Access m_access = Access::Read; ///< of the next turn
};

} // namespace hostline::test
