// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/failure.h>

#include <utility>
#include <variant>

namespace hostline {

/// A value or the failure in its place. Only one of value() and failure() may be called: ask first.
template<typename T>
class [[nodiscard]] Result
{
public:
    Result(T value) // NOLINT(google-explicit-constructor): a value is a result
        : m_content(std::in_place_index<0>, std::move(value))
    { }
    Result(Failure failure) // NOLINT(google-explicit-constructor)
        : m_content(std::in_place_index<1>, std::move(failure))
    { }

    [[nodiscard]] bool ok() const { return m_content.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const T &value() const & { return std::get<0>(m_content); }
    [[nodiscard]] T &value() & { return std::get<0>(m_content); }
    [[nodiscard]] T &&value() && { return std::get<0>(std::move(m_content)); }
    [[nodiscard]] const Failure &failure() const { return std::get<1>(m_content); }

private:
    std::variant<T, Failure> m_content;
};

/// The result of something that only succeeds or fails.
struct Done
{
    friend bool operator==(const Done &, const Done &) = default;
};

} // namespace hostline
