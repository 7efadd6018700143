// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/message.h>
#include <hostline/result.h>
#include <hostline/views.h>

#include <QtCore/QObject>

#include <variant>

namespace hostline {

// Questions: nothing changes.
struct GetRequest
{
    RequestId request;
};
/// Newest first; all channels; no states: the open ones.
struct ListRequests
{
    QList<RequestState> states;
    int limit = 100;
    QString before;
};
/// Last changed first.
struct ListConversations
{
    QString channel;
    bool withClosed = true;
    int limit = 100;
    QString before;
};
struct GetDialogue
{
    Place place;
    int limit = 50;
    QString before;
};
struct Search
{
    QString channel;
    QString text;
    int limit = 50;
};
struct ListPlugins
{ };
struct GetStatus
{ };

// Orders: answered when they are committed.
/// From one of the host's local channels -> Admission; `tag` is not used.
struct Ask
{
    InboundMessage message;
};
/// Exactly this one; already settled: Done, nothing happens.
struct StopRequest
{
    RequestId request;
};
struct CreateConversation
{
    Place place;
    QString title;
};
struct RenameConversation
{
    Place place;
    QString title;
};
struct SetConversationLanguage
{
    Place place;
    QString language;
};
/// The next question of the conversation goes there; empty: as the route and the settings say. InvalidInput: no such
/// provider or workspace.
struct PreferForConversation
{
    Place place;
    std::optional<QString> provider;
    std::optional<QString> model;
    std::optional<QString> effort;
    std::optional<QString> workspace;
};
/// Open requests are stopped first.
struct CloseConversation
{
    Place place;
};
/// Texts go, too; identities stay for their time.
struct DeleteConversation
{
    Place place;
};
struct Prune
{ };

using Order = std::variant<GetRequest,
                           ListRequests,
                           ListConversations,
                           GetDialogue,
                           Search,
                           ListPlugins,
                           GetStatus,
                           Ask,
                           StopRequest,
                           CreateConversation,
                           RenameConversation,
                           SetConversationLanguage,
                           PreferForConversation,
                           CloseConversation,
                           DeleteConversation,
                           Prune>;

struct RequestList
{
    QList<RequestView> requests;
    QString before;
};
struct ConversationList
{
    QList<ConversationView> conversations;
    QString before;
};
struct SearchResult
{
    QList<SearchHit> hits;
};
struct PluginList
{
    QList<PluginView> plugins;
};
struct Pruned
{
    int requests = 0;
    int conversations = 0;
};

/// Failure: NotFound, InvalidInput, StoreUnavailable, Conflict.
using Answer = std::variant<Failure,
                            Done,
                            Admission,
                            RequestView,
                            RequestList,
                            ConversationView,
                            ConversationList,
                            DialogueView,
                            SearchResult,
                            PluginList,
                            StatusView,
                            Pruned>;

/// Something committed, or a product's state, is no longer what it was: read it again.
struct Change
{
    enum class Kind {
        RequestQueued,
        RequestStarted,
        RequestWaiting,
        RequestStopping,
        RequestSettled,
        RequestNoticed, ///< a side message was added
        ConversationChanged,
        ConversationDeleted,
        ProductChanged,
        OwnerNoticed, ///< the status has something new for the owner
    };
    Kind kind = Kind::ConversationChanged;
    Place place;
    RequestId request;

    friend bool operator==(const Change &, const Change &) = default;
};

/// The one face of a host: for the programs that embed it, for programs beside it (the same calls over the API), and
/// for the one channel plugin that is granted it. Everything is asynchronous: one answered() for each call, never
/// from inside it. Core thread.
class HOSTLINE_EXPORT HostControl : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HostControl)
public:
    ~HostControl() override;

    /// GetRequest -> RequestView, ListRequests -> RequestList, CreateConversation and the other changes of a
    /// conversation -> ConversationView, DeleteConversation and StopRequest -> Done, Ask -> Admission, …
    [[nodiscard]] virtual hostline::QueryId send(const hostline::Order &order) = 0;

Q_SIGNALS:
    void answered(const hostline::QueryId &query, const hostline::Answer &answer);
    void changed(const hostline::Change &change);
    /// Text of a running turn's newest message; offset is where it goes, in UTF-16 code units. Not stored.
    void textAppended(const hostline::RequestId &request,
                      const hostline::Place &place,
                      const QString &item,
                      qsizetype offset,
                      const QString &text);
    void activityChanged(const hostline::RequestId &request,
                         const hostline::Place &place,
                         const hostline::Activity &activity);

protected:
    explicit HostControl(QObject *parent = nullptr);
};

} // namespace hostline

Q_DECLARE_METATYPE(hostline::Change)
