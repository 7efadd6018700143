// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/provider.h>

#include <QHash>
#include <QList>
#include <QMap>

namespace hostline::test {

/// Everything that a provider has said, and what it must never say.
class ProviderWatch : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProviderWatch)

public:
    explicit ProviderWatch(Provider &provider);

    [[nodiscard]] int openings(const BindingId &binding) const
    {
        return int(m_opened.count(binding.toString()));
    }
    [[nodiscard]] QString nativeThread(const BindingId &binding) const
    {
        return m_opened.value(binding.toString());
    }
    [[nodiscard]] const QList<Failure> failures(const BindingId &binding) const
    {
        return m_failures.value(binding.toString());
    }
    [[nodiscard]] int abandoned(const BindingId &binding) const
    {
        return m_abandoned.value(binding.toString());
    }

    [[nodiscard]] QString nativeTurn(const TurnId &turn) const
    {
        return m_started.value(turn.toString());
    }
    [[nodiscard]] QString text(const TurnId &turn) const { return m_text.value(turn.toString()); }
    [[nodiscard]] QList<Activity> activities(const TurnId &turn) const
    {
        return m_activities.value(turn.toString());
    }
    [[nodiscard]] int heard(const TurnId &turn) const { return m_heard.value(turn.toString()); }
    [[nodiscard]] QList<TurnResult> results(const TurnId &turn) const
    {
        return m_results.value(turn.toString());
    }
    [[nodiscard]] QList<Inventory> inventories(const TurnId &turn) const
    {
        return m_inventories.value(turn.toString());
    }
    [[nodiscard]] const QList<Product::State> &states() const { return m_states; }

    /// What broke the rules of provider.h: words after a turn's end, an answer from inside a slot.
    [[nodiscard]] const QStringList &offences() const { return m_offences; }

    /// Calls a slot and notes what is emitted from inside it.
    template<typename Call>
    void ask(Call &&call)
    {
        m_asking = true;
        call();
        m_asking = false;
    }

private:
    void said(const char *signal);
    void saidOf(const TurnId &turn, const char *signal);

    QMultiHash<QString, QString> m_opened;
    QHash<QString, QList<Failure>> m_failures;
    QHash<QString, int> m_abandoned;
    QHash<QString, QString> m_started;
    QHash<QString, QString> m_text;
    QHash<QString, QList<Activity>> m_activities;
    QHash<QString, int> m_heard;
    QHash<QString, QList<TurnResult>> m_results;
    QHash<QString, QList<Inventory>> m_inventories;
    QList<Product::State> m_states;
    QStringList m_offences;
    bool m_asking = false;
};

} // namespace hostline::test
