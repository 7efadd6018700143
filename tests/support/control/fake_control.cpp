// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/control/fake_control.h"

#include <hostline/overloaded.h>

#include <algorithm>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

const Failure notThere{FailureKind::NotFound, u"not there"_s, {}, {}};

} // namespace

FakeControl::FakeControl(Clock &clock, QString channel)
    : m_clock(clock)
    , m_channel(std::move(channel))
{ }

QueryId FakeControl::send(const Order &order)
{
    orders.append(order);
    QueryId query(u"query-%1"_s.arg(++m_queries));
    if (!silent) {
        QMetaObject::invokeMethod(
            this,
            [this, query, order] {
                Q_EMIT answered(query, failWith ? Answer(*failWith) : answerTo(order));
            },
            Qt::QueuedConnection);
    }
    return query;
}

Admission FakeControl::admit(const InboundMessage &message)
{
    Admission admission;
    admission.tag = message.tag;
    for (const RequestView &known : requests) {
        if (known.place == placeOf(message.source) && known.messageId == message.messageId) {
            admission.result = known.text == message.text ? Admission::Result::Replayed
                                                          : Admission::Result::Conflict;
            admission.request = known.id;
            admission.state = known.state;
            return admission;
        }
    }
    RequestView view;
    view.id = RequestId(u"r-%1"_s.arg(requests.size() + 1));
    view.place = placeOf(message.source);
    view.messageId = message.messageId;
    view.text = message.text;
    view.acceptedAt = m_clock.wall();
    view.position = 1;
    requests.append(view);
    if (!conversationAt(view.place))
        static_cast<void>(answerTo(CreateConversation{view.place, {}}));
    admission.result = Admission::Result::Created;
    admission.request = view.id;
    tell(Change::Kind::RequestQueued, view);
    return admission;
}

void FakeControl::start(const RequestId &id)
{
    RequestView &view = request(id);
    view.state = RequestState::Running;
    view.startedAt = m_clock.wall();
    tell(Change::Kind::RequestStarted, view);
}

void FakeControl::settle(const RequestId &id, const ReplyView &reply)
{
    RequestView &view = request(id);
    view.state = RequestState::Settled;
    view.settledAt = m_clock.wall();
    view.partial.reset();
    view.activity.reset();
    view.reply = reply;
    tell(Change::Kind::RequestSettled, view);
}

void FakeControl::note(const RequestId &id, const NoticeView &notice)
{
    RequestView &view = request(id);
    view.notices.append(notice);
    tell(Change::Kind::RequestNoticed, view);
}

void FakeControl::append(const RequestId &id,
                         const QString &item,
                         qsizetype offset,
                         const QString &text)
{
    RequestView &view = request(id);
    view.partial = PartialView{
        item, (view.partial && view.partial->item == item ? view.partial->text : QString()) + text};
    Q_EMIT textAppended(id, view.place, item, offset, text);
}

RequestView &FakeControl::request(const RequestId &id)
{
    const auto found = std::find_if(
        requests.begin(), requests.end(), [&id](const RequestView &view) { return view.id == id; });
    Q_ASSERT(found != requests.end());
    return *found;
}

ConversationView *FakeControl::conversationAt(const Place &place)
{
    const auto found =
        std::find_if(conversations.begin(),
                     conversations.end(),
                     [&place](const ConversationView &view) { return view.place == place; });
    return found == conversations.end() ? nullptr : &*found;
}

void FakeControl::tell(Change::Kind kind, const RequestView &view)
{
    Q_EMIT changed({kind, view.place, view.id});
}

Answer FakeControl::answerTo(const Order &order)
{
    const auto withConversation = [this](const Place &place, auto change) -> Answer {
        ConversationView *view = conversationAt(place);
        if (!view)
            return notThere;
        change(*view);
        view->changedAt = m_clock.wall();
        const ConversationView after = *view;
        Q_EMIT changed({Change::Kind::ConversationChanged, place, {}});
        return after;
    };
    return std::visit(
        Overloaded{
            [this](const GetRequest &get) -> Answer {
                for (const RequestView &view : requests) {
                    if (view.id == get.request)
                        return view;
                }
                return notThere;
            },
            [this](const ListRequests &list) -> Answer {
                RequestList page;
                for (auto view = requests.crbegin(); view != requests.crend(); ++view) {
                    if (list.states.contains(view->state) && page.requests.size() < list.limit)
                        page.requests.append(*view);
                }
                return page;
            },
            [this](const ListConversations &list) -> Answer {
                ConversationList page;
                for (const ConversationView &view : conversations) {
                    if (page.conversations.size() < list.limit)
                        page.conversations.append(view);
                    else
                        page.before = u"more"_s;
                }
                return page;
            },
            [this](const GetDialogue &get) -> Answer {
                ConversationView *view = conversationAt(get.place);
                if (!view)
                    return notThere;
                DialogueView page{*view, {}, {}};
                for (const RequestView &each : requests) {
                    if (each.place == get.place)
                        page.requests.append(each);
                }
                if (page.requests.size() > get.limit) {
                    page.requests = page.requests.last(get.limit);
                    page.before = page.requests.first().id.toString();
                }
                return page;
            },
            [this](const Search &search) -> Answer {
                SearchResult result;
                for (const RequestView &view : requests) {
                    if (view.text.contains(search.text, Qt::CaseInsensitive))
                        result.hits.append(
                            {view.place, u"title"_s, view.id, view.text, view.acceptedAt});
                }
                return result;
            },
            [this](const ListPlugins &) -> Answer { return PluginList{plugins}; },
            [this](const GetStatus &) -> Answer { return status; },
            [](const Ask &) -> Answer { return notThere; },
            [this](const StopRequest &stop) -> Answer {
                for (RequestView &view : requests) {
                    if (view.id != stop.request)
                        continue;
                    view.stopping = true;
                    tell(Change::Kind::RequestStopping, view);
                    return Done{};
                }
                return notThere;
            },
            [this](const CreateConversation &create) -> Answer {
                if (const ConversationView *view = conversationAt(create.place))
                    return *view;
                ConversationView view;
                view.place = create.place;
                view.open = ConversationId(u"c-"_s + create.place.peer);
                view.title = create.title;
                view.language = u"auto"_s;
                view.createdAt = m_clock.wall();
                view.changedAt = view.createdAt;
                conversations.prepend(view);
                Q_EMIT changed({Change::Kind::ConversationChanged, create.place, {}});
                return view;
            },
            [&withConversation](const RenameConversation &rename) -> Answer {
                return withConversation(
                    rename.place, [&rename](ConversationView &view) { view.title = rename.title; });
            },
            [&withConversation](const SetConversationLanguage &set) -> Answer {
                return withConversation(
                    set.place, [&set](ConversationView &view) { view.language = set.language; });
            },
            [&withConversation](const PreferForConversation &prefer) -> Answer {
                return withConversation(prefer.place, [&prefer](ConversationView &view) {
                    view.provider = prefer.provider.value_or(view.provider);
                    view.model = prefer.model.value_or(view.model);
                    view.effort = prefer.effort.value_or(view.effort);
                    view.workspace = prefer.workspace.value_or(view.workspace);
                });
            },
            [&withConversation](const CloseConversation &close) -> Answer {
                return withConversation(close.place,
                                        [](ConversationView &view) { view.open = {}; });
            },
            [this](const DeleteConversation &remove) -> Answer {
                if (!conversationAt(remove.place))
                    return notThere;
                conversations.removeIf(
                    [&remove](const ConversationView &view) { return view.place == remove.place; });
                requests.removeIf(
                    [&remove](const RequestView &view) { return view.place == remove.place; });
                Q_EMIT changed({Change::Kind::ConversationDeleted, remove.place, {}});
                return Done{};
            },
            [](const Prune &) -> Answer {
                return Pruned{3, 1};
            },
        },
        order);
}

} // namespace hostline
