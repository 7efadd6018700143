// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/export.h>
#include <hostline/failure.h>
#include <hostline/id.h>

#include <QtCore/QList>
#include <QtCore/QObject>

#include <optional>

namespace hostline {

/// Restoring the history of a conversation in a new thread: an ability of a provider (C4-C12).
///
/// The core cuts the history into prefixes, checks between them that it may go on, and publishes the thread when the last
/// one is there. The provider makes one prefix native at a time and says how large the next may be.

/// One message of the history, exactly as it was said. There are no other roles.
struct HistoryMessage
{
    enum class Role { User, Assistant };
    Role role = Role::User;
    QString text; ///< not empty

    friend bool operator==(const HistoryMessage &, const HistoryMessage &) = default;
};

/// What a text costs in a model's window, never too low: 3.5 bytes of UTF-8 a token where it is ASCII, 2 elsewhere.
/// (Observed: Codex itself takes 4 bytes a token, which is too few for Chinese.)
[[nodiscard]] HOSTLINE_EXPORT qint64 estimatedTokens(QStringView text);
/// With what a host usually writes around a message: usualWrapperTokens.
[[nodiscard]] HOSTLINE_EXPORT qint64 estimatedTokens(const HistoryMessage &message);

/// {"type":"message","role":"assistant","content":[{"type":"output_text","text":""}],"phase":"final_answer"}, and a comma.
inline constexpr qint64 usualWrapperTokens = 32;

/// A piece of the history, in order, to be put behind what the thread holds already.
struct HistoryPrefix
{
    BindingId binding; ///< an open thread that has had no turn
    int ordinal = 0; ///< from 0
    bool last = false; ///< no compaction is needed behind it
    qint64 reserveTokens = 0; ///< of the question that is to follow, as for firstPrefixTokens()
    QList<HistoryMessage>
        messages; ///< no larger than granted, each with HistoryRestorer::wrapperTokens()

    friend bool operator==(const HistoryPrefix &, const HistoryPrefix &) = default;
};

struct PrefixOutcome
{
    enum class Result {
        Restored, ///< the thread holds it, made smaller where it was not the last one
        Refused, ///< known not to be there; `failure` says why
        Unknown, ///< it may be there, or half of the way: the thread is of no more use
    };
    BindingId binding;
    int ordinal = 0;
    Result result = Result::Unknown;
    qint64 nextPrefixTokens = 0; ///< Restored: how large the next may be; 0: nothing more fits
    std::optional<Failure> failure;

    friend bool operator==(const PrefixOutcome &, const PrefixOutcome &) = default;
};

/// What a provider restores histories with. Lives on the core thread, owned by the provider.
class HOSTLINE_EXPORT HistoryRestorer : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HistoryRestorer)
public:
    ~HistoryRestorer() override;

    /// What this host writes around each message of an open thread; counts beside the message's own text in every prefix.
    /// Default: usualWrapperTokens.
    [[nodiscard]] virtual qint64 wrapperTokens(const BindingId &binding) const;
    /// The largest first prefix of an open thread, in estimatedTokens and wrapperTokens(), when a question of `reserveTokens` is to follow; 0:
    /// none fits. More history than this goes by several prefixes with a compaction between each two.
    [[nodiscard]] virtual qint64 firstPrefixTokens(const BindingId &binding,
                                                   qint64 reserveTokens) const = 0;

public Q_SLOTS:
    /// -> prefixRestored, exactly once and never from inside this slot. Never repeated by the provider; abandonThread()
    /// ends it (a compaction that runs is interrupted), and prefixRestored(Unknown) comes before threadAbandoned.
    virtual void restorePrefix(const hostline::HistoryPrefix &prefix) = 0;
    /// A thread that an earlier process made and never finished, and that nobody will open: out of the host's lists, if it
    /// can be. Answers nothing, and it is no harm if it fails. Default: nothing.
    virtual void discardThread(const QString &nativeThread);

Q_SIGNALS:
    void prefixRestored(const hostline::PrefixOutcome &outcome);
    /// It is still at work on the prefix (a model makes a compaction): for the person who waits.
    void compactionStarted(const hostline::BindingId &binding);

protected:
    explicit HistoryRestorer(QObject *parent = nullptr);
};

/// The interface of a provider that can: found by qobject_cast<HistoryProvider *>(provider).
class HOSTLINE_EXPORT HistoryProvider
{
public:
    virtual ~HistoryProvider();
    [[nodiscard]] virtual HistoryRestorer &history() = 0;
};

} // namespace hostline

Q_DECLARE_METATYPE(hostline::PrefixOutcome)
Q_DECLARE_INTERFACE(hostline::HistoryProvider, "io.hostline.HistoryProvider/1")
