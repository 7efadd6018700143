// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fake_history.h"
#include "fake_meter.h"
#include "fake_record.h"
#include "fake_script.h"

#include <hostline/clock.h>
#include <hostline/provider.h>
#include <hostline/review.h>

#include <QtCore/QHash>
#include <QtCore/QProcess>

#include <functional>
#include <map>
#include <memory>

namespace hostline {

/// A provider without a model. It keeps the rules of the SDK; what a turn does is scripted by its question
/// (fake_script.h) and by the calls below, which play the host's side.
class FakeProvider final : public Provider,
                           public HistoryProvider,
                           public MeteredProvider,
                           public ReviewProvider
{
    Q_OBJECT
    Q_INTERFACES(hostline::HistoryProvider hostline::MeteredProvider hostline::ReviewProvider)
    Q_DISABLE_COPY_MOVE(FakeProvider)
public:
    /// Both outlive it. A record shared by two providers, one after the other, is a host with a memory.
    FakeProvider(Clock &clock, FakeRecord &record);
    ~FakeProvider() override;

    void start() override;
    void stop() override;
    void openThread(const ThreadSpec &spec) override;
    void abandonThread(const BindingId &binding) override;
    void startTurn(const TurnStart &start) override;
    void interruptTurn(const TurnId &turn) override;
    void endTurn(const TurnId &turn) override;
    void readTurn(const TurnId &turn, const BindingId &binding) override;
    void outcomeRecorded(const TurnId &turn) override;
    void openReview(const ThreadSpec &spec) override;
    [[nodiscard]] FakeHistory &history() override { return m_history; }
    [[nodiscard]] FakeMeter &capacity() override { return m_meter; }

    // The host's side.
    void release(const TurnId &turn); ///< a held turn ends as its script says
    void releaseAll();
    void say(const TurnId &turn, const QString &text); ///< a piece of an answer
    void
    crash(); ///< the host dies: every turn ends as Lost; up again by recover() or after a moment
    void recover();
    void setComesUp(bool comesUp); ///< false: start() ends in Unavailable, a crash is not mended
    void loseThread(const QString &native);
    void unload(); ///< it lets go of its threads by itself
    void setBusy(const QString &native, const QString &holder); ///< empty holder: free again
    void setReadable(bool readable) { m_readable = readable; }
    /// Its host takes turns and begins none: killed now, it never had them.
    void setAsleep(bool asleep) { m_asleep = asleep; }

    /// Its quota is used up: every turn ends so, before or after its tool; and again not, as its meter finds.
    void setSpent(bool spent, std::optional<QDateTime> until = {});
    /// It says that it is ready and takes no turn.
    void setAway(bool away) { m_away = away; }

    /// What its reviews do, in the words of fake_script.h; a tool is tried there and never runs.
    void setReviewScript(const QString &script) { m_reviewScript = script; }
    void setReviews(std::optional<FailureKind> refusal) { m_reviewRefusal = refusal; }
    /// In the record of every turn.
    void setMoreItems(const QList<TurnItem> &items) { m_moreItems = items; }
    [[nodiscard]] const QList<ThreadSpec> &reviews() const { return m_reviews; } ///< asked for

    [[nodiscard]] const FakeRecord &record() const { return m_record; }
    [[nodiscard]] QList<TurnId> liveTurns() const;
    [[nodiscard]] const QList<ThreadSpec> &opened() const
    {
        return m_opened;
    } ///< every openThread that was asked
    [[nodiscard]] const QStringList &abandoned() const
    {
        return m_abandoned;
    } ///< native threads that were let go of
    [[nodiscard]] const QList<TurnStart> &started() const { return m_started; }
    [[nodiscard]] const QList<TurnId> &recorded() const
    {
        return m_recorded;
    } ///< outcomes that the core has

private:
    struct Turn
    {
        BindingId binding;
        QString native;
        FakeScript script;
        QString text;
        std::unique_ptr<Timer> pause;
        std::unique_ptr<QProcess> tool;
        bool accepted = false;
        bool review = false;
        bool toolStarted = false;
        int said = 0; ///< pieces
    };

    void later(std::function<void()> step);
    void begin(const TurnId &turn);
    void runTool(const TurnId &turn);
    void proceedAfter(const TurnId &turn, std::chrono::milliseconds pause);
    void proceed(const TurnId &turn); ///< to its end
    void sayPiece(const TurnId &turn);
    void finish(const TurnId &turn, TurnResult result);
    void refuse(const TurnId &turn, FailureKind kind, const QString &detail);
    void loseAll(const QString &detail);
    void closeThreads();
    void interrupted(const TurnId &turn);
    [[nodiscard]] Failure threadFailure(FailureKind kind, const QString &subject) const;
    [[nodiscard]] Inventory inventory(const TurnId &turn, const BindingId &binding) const;

    Clock &m_clock;
    FakeRecord &m_record;
    FakeHistory m_history;
    FakeMeter m_meter;
    std::unique_ptr<Timer> m_repair;
    bool m_comesUp = true;
    bool m_wanted = false;
    bool m_readable = true;
    bool m_asleep = false;
    bool m_away = false;
    bool m_spent = false;
    QHash<BindingId, QString> m_threads; ///< open ones, native
    std::map<TurnId, Turn> m_turns; ///< live ones
    QHash<QString, QString> m_busy; ///< native thread -> holder
    QList<ThreadSpec> m_opened;
    QList<ThreadSpec> m_reviews;
    QString m_reviewScript = QStringLiteral("[[say reviewed]]");
    std::optional<FailureKind> m_reviewRefusal;
    QList<TurnItem> m_moreItems;
    QList<TurnId> m_recorded;
    QStringList m_abandoned;
    QList<TurnStart> m_started;
};

} // namespace hostline
