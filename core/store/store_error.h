// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/failure.h>

#include <QtCore/QString>

#include <exception>

namespace hostline {

/// A statement that the database did not run. Thrown and caught on the store's threads only: a unit may catch it
/// (a constraint that decides something), else the unit is rolled back and ends in failure().
class StoreError final : public std::exception
{
public:
    enum class Kind {
        Constraint, ///< unique, check, not null, foreign key
        Unavailable, ///< full, read error, busy: the store could not, the same unit may work later
        Damaged, ///< what is on the disk is no database or a broken one
        Mistake, ///< the statement itself: a bug of ours
    };

    StoreError(Kind kind, QString detail);
    ~StoreError() override;

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] bool isConstraint() const { return m_kind == Kind::Constraint; }
    [[nodiscard]] bool isDamage() const { return m_kind == Kind::Damaged; }
    [[nodiscard]] const QString &detail() const { return m_detail; } ///< English, no bound values
    [[nodiscard]] const char *what() const noexcept override;

    /// StoreUnavailable, InvalidConfiguration for damage, which waiting does not mend, or Internal for what a caller should
    /// have caught or written right.
    [[nodiscard]] Failure failure() const;

private:
    Kind m_kind;
    QString m_detail;
    QByteArray m_what;
};

} // namespace hostline
