// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "store/store_error.h"

#include <utility>

namespace hostline {

StoreError::StoreError(Kind kind, QString detail)
    : m_kind(kind)
    , m_detail(std::move(detail))
    , m_what(m_detail.toUtf8())
{ }

StoreError::~StoreError() = default;

const char *StoreError::what() const noexcept
{
    return m_what.constData();
}

Failure StoreError::failure() const
{
    const auto as = [](FailureKind kind, const QString &detail) {
        return Failure{.kind = kind, .detail = detail, .subject = {}, .until = {}};
    };
    switch (m_kind) {
    case Kind::Constraint:
    case Kind::Mistake:
        return as(FailureKind::Internal, m_detail);
    case Kind::Unavailable:
        return as(FailureKind::StoreUnavailable, m_detail);
    case Kind::Damaged:
        return as(FailureKind::InvalidConfiguration,
                  m_detail + QStringLiteral("; the store is damaged, restore it from a back-up"));
    }
    Q_UNREACHABLE();
}

} // namespace hostline
