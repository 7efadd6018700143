// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1StringView>
#include <QString>

#include <optional>

namespace hostline {

/// A message that is an order to Hostline, not a question to the agent (A12). The same on every channel.
struct Command
{
    enum class Kind {
        Help,
        Status,
        Stop,
        New,
        Queue,
        Language,
        Model,
        Effort,
        Workspace,
        Close,
        NotAvailable,
        Unknown,
        WrongUse
    };
    Kind kind = Kind::Unknown;
    QString name; ///< as written, with the slash, lower case
    /// Language: "zh", "en", "both" or "auto". Model, Effort, Workspace: a name; "default": no choice of one's own (not a
    /// workspace's). Empty: which one is it?
    QString argument;

    friend bool operator==(const Command &, const Command &) = default;
};

/// A command is a slash and letters alone as the first word: "/stop", but not "/etc/hosts" or "/ 2".
[[nodiscard]] std::optional<Command> parseCommand(const QString &text);

/// How a command is written.
[[nodiscard]] QString usageOf(const QString &name);

inline constexpr QLatin1StringView noChoice("default");

} // namespace hostline
