// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>
#include <QtCore/QVariant>

#include <optional>

namespace hostline {

/// One row of a result, copied out of the database. Columns count from 0 in the order of the select list.
class Row
{
public:
    explicit Row(QVariantList values)
        : m_values(std::move(values))
    { }

    [[nodiscard]] bool isNull(int column) const { return m_values.at(column).isNull(); }
    [[nodiscard]] QString text(int column) const
    {
        return m_values.at(column).toString();
    } ///< null reads as ''
    [[nodiscard]] qint64 integer(int column) const
    {
        return m_values.at(column).toLongLong();
    } ///< null reads as 0
    [[nodiscard]] bool flag(int column) const { return integer(column) != 0; }
    [[nodiscard]] QByteArray bytes(int column) const { return m_values.at(column).toByteArray(); }

    [[nodiscard]] std::optional<QString> textOrNull(int column) const
    {
        return isNull(column) ? std::nullopt : std::optional(text(column));
    }
    [[nodiscard]] std::optional<qint64> integerOrNull(int column) const
    {
        return isNull(column) ? std::nullopt : std::optional(integer(column));
    }

private:
    QVariantList m_values;
};

/// A value to bind that may be missing: empty binds NULL.
template<typename T>
[[nodiscard]] QVariant nullable(const std::optional<T> &value)
{
    return value ? QVariant::fromValue(*value) : QVariant();
}

} // namespace hostline
