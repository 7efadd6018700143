// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/channel.h>
#include <hostline/plugin_context.h>

#include <QtCore/QHash>
#include <QtCore/QJsonObject>
#include <QtCore/QList>
#include <QtNetwork/QLocalSocket>

#include <memory>

namespace hostline {

/// A channel to a FakePlatform (its header has the wire). Settings: `socket`, the platform's path; `part_length`, the most
/// UTF-16 code units in one part (0: any).
class FakeChannel final : public Channel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FakeChannel)
public:
    explicit FakeChannel(PluginContext &context); ///< which outlives it
    ~FakeChannel() override;

    [[nodiscard]] QList<Part> plan(const Body &body, const Source &target) const override;

    void start() override;
    void stop() override;
    void acknowledge(const Admission &admission) override;
    void finishAction(const ActionResult &result) override;
    void deliver(const Delivery &delivery) override;
    void readBack(const Delivery &delivery) override;
    void showProgress(const Progress &progress) override;

private:
    void connectNow();
    void connected();
    void lineBroken();
    void finishStop();
    void take(const QJsonObject &line);
    void takeOutcome(const QJsonObject &line);
    void
    ask(const DeliveryKey &key, const QJsonObject &question, DeliveryOutcome::Result whenOffline);
    void settle(const DeliveryOutcome &outcome);
    void dieAfterWriting(); ///< see kill_point.h
    [[nodiscard]] Source source(const QJsonObject &line) const;

    QString m_name;
    QString m_path;
    int m_partLength = 0;
    QLocalSocket m_socket;
    std::unique_ptr<Timer> m_retry;
    bool m_wanted = false;
    quint64 m_lastTag = 0;
    QHash<quint64, QString> m_messages; ///< tag -> message id
    QHash<quint64, QString> m_actions; ///< tag -> action
    QList<DeliveryKey> m_open; ///< asked, not answered
};

} // namespace hostline
