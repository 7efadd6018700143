// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QHash>
#include <QtCore/QList>
#include <QtCore/QString>

namespace hostline::bench {

/// The counts that a program takes as `--NAME N`; all have `--slack N`, see Report.
class Options
{
public:
    struct Number
    {
        QString name;
        double value; ///< unless it is given
        QString help;
    };

    /// Reads the arguments of the process; ends it with the usage where they are wrong.
    Options(const QString &what, QList<Number> numbers);

    [[nodiscard]] int count(const QString &name) const { return int(number(name)); }
    [[nodiscard]] double number(const QString &name) const { return m_values.value(name); }
    [[nodiscard]] double slack() const { return number(QStringLiteral("slack")); }

private:
    QHash<QString, double> m_values;
};

} // namespace hostline::bench
