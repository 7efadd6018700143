// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/delivery.h>
#include <hostline/message.h>
#include <hostline/product.h>
#include <hostline/route.h>
#include <hostline/turn.h>

#include <QtCore/QDateTime>
#include <QtCore/QList>

#include <optional>

/// What the host shows of itself: plain values, read from one commit. Times are UTC. Texts of notices are rendered
/// in the conversation's language; texts of answers are Markdown.
namespace hostline {

/// Where a dialogue takes place: a Source without its sender. At one place there is at most one open conversation;
/// what is shown of a place includes its earlier, closed ones.
struct Place
{
    QString channel;
    QString account;
    QString peer;
    QString thread;

    friend bool operator==(const Place &, const Place &) = default;
    friend size_t qHash(const Place &place, size_t seed = 0)
    {
        return qHashMulti(seed, place.channel, place.account, place.peer, place.thread);
    }
};
[[nodiscard]] HOSTLINE_EXPORT Place placeOf(const Source &source);

struct NoticeView
{
    QString id; ///< the catalogue's stable id
    QString text;
    QDateTime at;

    friend bool operator==(const NoticeView &, const NoticeView &) = default;
};

struct ReplyView
{
    enum class Kind { Answer, Notice };
    /// How far the reply is known to have got to the person.
    enum class State { Owed, Sent, Partly, Withheld, Gone, Unknown };
    Kind kind = Kind::Answer;
    State state = State::Owed;
    QString text;
    QString noticeId; ///< Notice
    QList<NoticeView> marks; ///< "sent at 09:12", "recovered after a restart"
    QDateTime at;

    friend bool operator==(const ReplyView &, const ReplyView &) = default;
};

/// The answer of a running turn so far: the text of its newest message.
struct PartialView
{
    QString item;
    QString text;

    friend bool operator==(const PartialView &, const PartialView &) = default;
};

struct RequestView
{
    enum class Kind { Question, Command };
    enum class WaitsFor { Nothing, Provider, Thread, Readable, Capacity, Review };
    RequestId id;
    ConversationId conversation;
    Place place;
    Kind kind = Kind::Question;
    RequestState state = RequestState::Queued;
    WaitsFor waitsFor = WaitsFor::Nothing; ///< set when state is Waiting
    std::optional<QDateTime> waitingSince; ///< Waiting
    int position = 0; ///< Queued: 1 is next
    bool stopping = false;
    QString messageId;
    QString text;
    QDateTime sentAt;
    QDateTime acceptedAt;
    std::optional<QDateTime> startedAt;
    std::optional<QDateTime> settledAt;
    std::optional<PartialView> partial; ///< Running
    std::optional<Activity> activity; ///< Running
    QList<NoticeView> notices; ///< side messages, oldest first
    std::optional<ReplyView> reply; ///< Settled
    std::optional<Failure> failure; ///< why it did not end in an answer
    QList<Spend>
        spends; ///< one receipt for each turn of it that cost anything, in their order (E6)

    friend bool operator==(const RequestView &, const RequestView &) = default;
};

struct ConversationView
{
    Place place;
    ConversationId open; ///< null: every conversation of the place is closed
    QString title;
    QString language; ///< "zh", "en", "both", "auto"
    /// What the person chose for it; empty: as the route and the settings say.
    QString provider;
    QString model;
    QString effort;
    QString workspace;
    QDateTime createdAt;
    QDateTime changedAt;
    int openRequests = 0;

    friend bool operator==(const ConversationView &, const ConversationView &) = default;
};

/// A page of a place's dialogue: whole requests, oldest first.
struct DialogueView
{
    ConversationView conversation;
    QList<RequestView> requests;
    QString before; ///< cursor for the page before this one; empty: this is the first page

    friend bool operator==(const DialogueView &, const DialogueView &) = default;
};

struct SearchHit
{
    Place place;
    QString title;
    RequestId request;
    QString excerpt; ///< plain text around the hit
    QDateTime at;

    friend bool operator==(const SearchHit &, const SearchHit &) = default;
};

struct PluginView
{
    QString id; ///< empty when the metadata has none
    QString kind; ///< "provider", "channel", "route"; empty when unknown
    QString version;
    QString name;
    QString nameZh;
    QString path;
    bool usable = false;
    QString reason; ///< why not usable, with the mending step
    QStringList instances; ///< names in the settings

    friend bool operator==(const PluginView &, const PluginView &) = default;
};

struct ProductView
{
    QString name; ///< in the settings
    QString plugin;
    Product::State state = Product::State::Stopped;
    QString version;
    QString address; ///< as Product::address() has it
    QString model; ///< providers: the configured model; empty: the host's own choice
    std::optional<Capacity> capacity; ///< providers: what is known of their quota
    std::optional<Failure> failure;

    friend bool operator==(const ProductView &, const ProductView &) = default;
};

/// How a provider is chosen for a question.
struct RouteView
{
    QString plugin; ///< empty: no route; it is always the default provider
    QStringList members; ///< the primary first
    RouteChoice choice; ///< for a conversation whose person has chosen none

    friend bool operator==(const RouteView &, const RouteView &) = default;
};

struct WorkspaceView
{
    QString name;
    QString path;
    Access access = Access::Read;

    friend bool operator==(const WorkspaceView &, const WorkspaceView &) = default;
};

/// Something that the owner should know of one request.
struct OwnerNotice
{
    RequestId request;
    NoticeView notice; ///< in the language of the settings

    friend bool operator==(const OwnerNotice &, const OwnerNotice &) = default;
};

/// The store cannot commit: messages and orders are refused until it can.
struct StoreTrouble
{
    Failure failure; ///< StoreUnavailable; the detail is technical: "database or disk is full"
    QDateTime since;

    friend bool operator==(const StoreTrouble &, const StoreTrouble &) = default;
};

struct StatusView
{
    QString version;
    qint64 pid = 0;
    QDateTime startedAt;
    QString language;
    QList<ProductView> providers;
    QList<ProductView> channels;
    QList<WorkspaceView> workspaces;
    QString defaultProvider;
    RouteView route;
    int queued = 0;
    int running = 0;
    int waiting = 0;
    int schema = 0;
    std::optional<StoreTrouble> storeTrouble;
    QList<OwnerNotice> notices; ///< of the last seven days, newest first, at most 20

    friend bool operator==(const StatusView &, const StatusView &) = default;
};

} // namespace hostline
