// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/export.h>

#include <QtCore/QDateTime>
#include <QtCore/QList>
#include <QtCore/QObject>
#include <QtCore/QString>

#include <chrono>
#include <optional>

namespace hostline {

/// What was seen of a provider's quota (E1). A provider says what it saw, from typed fields of its host alone; the core keeps
/// it, and puts together what comes in pieces.
struct Capacity
{
    enum class State {
        Unknown, ///< there is a quota, and nothing is known of it
        Available,
        Exhausted,
        Unmetered, ///< the provider is configured so that its host knows of no quota
    };
    /// A quota that is counted over a time: five hours, a week.
    struct Window
    {
        QString id; ///< the host's own word, stable: "primary"
        std::optional<int> usedPercent; ///< 0 to 100; none: not said, as before
        std::optional<std::chrono::minutes> length;
        std::optional<QDateTime> resetsAt; ///< UTC

        friend bool operator==(const Window &, const Window &) = default;
    };

    State state = State::Unknown;
    QList<Window> windows; ///< one that is absent is as it was before
    std::optional<QDateTime> resetsAt; ///< Exhausted: UTC, where the host says when
    QDateTime observedAt; ///< UTC

    friend bool operator==(const Capacity &, const Capacity &) = default;
};

/// Reads and watches a provider's quota. Lives on the core thread, owned by the provider.
class HOSTLINE_EXPORT CapacityMeter : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CapacityMeter)
public:
    ~CapacityMeter() override;

public Q_SLOTS:
    /// -> capacityRead, exactly once for each call and never from inside this slot. Asks the host, never a model: it costs
    /// nothing. Unknown when the host cannot be asked now.
    virtual void readCapacity() = 0;

Q_SIGNALS:
    void capacityRead(const hostline::Capacity &capacity);
    /// The host said something by itself, or a turn ended for its quota.
    void capacityChanged(const hostline::Capacity &capacity);

protected:
    explicit CapacityMeter(QObject *parent = nullptr);
};

/// The interface of a provider that can: found by qobject_cast<MeteredProvider *>(provider). One without it is unmetered,
/// until a turn of it ends as QuotaExhausted.
class HOSTLINE_EXPORT MeteredProvider
{
public:
    virtual ~MeteredProvider();
    [[nodiscard]] virtual CapacityMeter &capacity() = 0;
};

} // namespace hostline

Q_DECLARE_METATYPE(hostline::Capacity)
Q_DECLARE_INTERFACE(hostline::MeteredProvider, "io.hostline.MeteredProvider/1")
