// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/export.h>
#include <hostline/result.h>

#include <QtCore/QString>

#include <memory>

namespace hostline {

struct LogOptions
{
    bool standardError = true;
    QString file; ///< absolute; empty: none. Made with mode 0600 in a private directory
    qint64 fileBytes = 4LL * 1024
        * 1024; ///< a file that would grow beyond it is rotated: FILE, FILE.1 (older), FILE.2, …
    int files = 5; ///< in all
};

/// Takes over Qt's messages while it lives: structured lines (log_line.h), secrets redacted (K5). At most one in a
/// process, made and destroyed on the main thread; messages may come from any thread. A log that cannot be
/// written never stops the program: its lines are lost.
class HOSTLINE_EXPORT Logging
{
public:
    /// Failure: the file or its directory is not private or cannot be made.
    [[nodiscard]] static Result<std::unique_ptr<Logging>> install(const LogOptions &options);

    Logging(const Logging &) = delete;
    Logging &operator=(const Logging &) = delete;
    ~Logging();

    /// From now on the text is put as "[redacted]" in every line of the one that lives; without one nothing is done.
    /// Any thread.
    static void addSecret(const QString &secret);

    /// A line for the file alone: of what the program itself says on standard error, in words for people. Any thread.
    void keep(QtMsgType type, const QString &category, const QString &text);

private:
    class Sink;
    explicit Logging(std::unique_ptr<Sink> sink);

    std::unique_ptr<Sink> m_sink;
};

} // namespace hostline
