// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/clock.h>
#include <hostline/control.h>

#include <QtCore/QList>

#include <optional>

namespace hostline {

/// A host in a few lists: answers every order from them, later, as the real one does. Tests change the lists and say so.
class FakeControl final : public HostControl
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FakeControl)

public:
    FakeControl(Clock &clock, QString channel);

    [[nodiscard]] QueryId send(const Order &order) override;

    /// Takes a message as the inbox does: by identity, once.
    [[nodiscard]] Admission admit(const InboundMessage &message);
    /// Changes a request and tells it.
    void start(const RequestId &request);
    void settle(const RequestId &request, const ReplyView &reply);
    void note(const RequestId &request, const NoticeView &notice);
    void
    append(const RequestId &request, const QString &item, qsizetype offset, const QString &text);

    [[nodiscard]] RequestView &request(const RequestId &id);

    QList<Order> orders; ///< as they came
    QList<RequestView> requests; ///< oldest first
    QList<ConversationView> conversations;
    QList<PluginView> plugins;
    StatusView status;
    std::optional<Failure> failWith; ///< every order
    bool silent = false; ///< no order is answered

private:
    [[nodiscard]] Answer answerTo(const Order &order);
    [[nodiscard]] ConversationView *conversationAt(const Place &place);
    void tell(Change::Kind kind, const RequestView &view);

    Clock &m_clock;
    QString m_channel;
    int m_queries = 0;
};

} // namespace hostline
