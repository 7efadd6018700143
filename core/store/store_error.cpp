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
    const bool isOurs = m_kind == Kind::Constraint || m_kind == Kind::Mistake;
    return Failure{.kind = isOurs ? FailureKind::Internal : FailureKind::StoreUnavailable,
                   .detail = m_detail,
                   .subject = {},
                   .until = {}};
}

} // namespace hostline
