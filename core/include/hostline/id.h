// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QHash>
#include <QtCore/QString>

#include <compare>
#include <utility>

namespace hostline {

/// A strong id: ids of different things do not compare or convert. The text is opaque; ids made by Hostline
/// are time-ordered, so sorting them as text sorts them by age. A null id names nothing.
template<typename Tag>
class Id
{
public:
    Id() = default;
    explicit Id(QString value)
        : m_value(std::move(value))
    { }

    [[nodiscard]] const QString &toString() const { return m_value; }
    [[nodiscard]] bool isNull() const { return m_value.isEmpty(); }

    friend bool operator==(const Id &, const Id &) = default;
    friend bool operator<(const Id &a, const Id &b) { return a.m_value < b.m_value; }
    friend size_t qHash(const Id &id, size_t seed = 0) { return ::qHash(id.m_value, seed); }

private:
    QString m_value;
};

using ConversationId = Id<struct ConversationTag>;
using RequestId = Id<struct RequestTag>;
using BindingId = Id<struct BindingTag>; ///< one preparation of a native thread for a conversation
using TurnId = Id<struct TurnTag>; ///< also the client id of the turn at the host
using DeliveryKey = Id<struct DeliveryTag>; ///< made once, carried by every attempt of one send
using QueryId = Id<struct QueryTag>; ///< one call on HostControl

} // namespace hostline
