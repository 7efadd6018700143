// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/export.h>
#include <hostline/failure.h>

#include <QtCore/QObject>

#include <optional>

namespace hostline {

/// What a plugin makes: a provider or a channel. Lives on the core thread; may use worker objects inside.
///
/// start() and stop() never block, are idempotent and may come in any order; stop() ends in Stopped, exactly once
/// for each start. Unavailable is not an end: the product goes on trying within its own budget and becomes Ready
/// by itself, and its failure says how a person can mend it.
class HOSTLINE_EXPORT Product : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Product)
public:
    enum class State { Stopped, Starting, Ready, Unavailable, Stopping };
    Q_ENUM(State)

    ~Product() override;

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const std::optional<Failure> &failure() const
    {
        return m_failure;
    } ///< set when Unavailable
    [[nodiscard]] const QString &version() const
    {
        return m_version;
    } ///< of the thing outside; empty when unknown
    [[nodiscard]] const QString &address() const
    {
        return m_address;
    } ///< a channel: where people find it (a URL); a provider: its program; may be empty

public Q_SLOTS:
    virtual void start() = 0;
    virtual void stop() = 0;

Q_SIGNALS:
    void stateChanged(hostline::Product::State state);

protected:
    explicit Product(QObject *parent = nullptr);

    /// Emits stateChanged when something changed. The only signal that may be emitted from inside a slot of the core.
    void setState(State state, std::optional<Failure> failure = std::nullopt);
    void setVersion(const QString &version);
    void setAddress(const QString &address);

private:
    State m_state = State::Stopped;
    std::optional<Failure> m_failure;
    QString m_version;
    QString m_address;
};

} // namespace hostline
