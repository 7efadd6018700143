// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "host/local_control.h"

#include "host/live_turns.h"
#include "inbox/inbox.h"
#include "ledger/ledger.h"

#include <hostline/overloaded.h>

#include <QRegularExpression>
#include <QTimeZone>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

constexpr int ownerNoticeDays = 7;

QDateTime time(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC);
}

std::optional<QDateTime> time(const std::optional<qint64> &ms)
{
    return ms ? std::optional(time(*ms)) : std::nullopt;
}

/// The ids of TimeOrderedIds, as UnitContext continues them.
bool canBeRequest(const QString &id)
{
    static const QRegularExpression shape(QRegularExpression::anchoredPattern(
        u"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(-[0-9a-z]{4})?"_s));
    return shape.match(id).hasMatch();
}

/// The cursor of an order that goes by ids must be one that was given; those of conversations view_store knows.
std::optional<Failure> checkCursor(const Order &order)
{
    bool good = true;
    if (const auto *requests = std::get_if<ListRequests>(&order))
        good = requests->before.isEmpty() || canBeRequest(requests->before);
    else if (const auto *dialogue = std::get_if<GetDialogue>(&order))
        good = dialogue->before.isEmpty() || canBeRequest(dialogue->before);
    if (good)
        return std::nullopt;
    return Failure{
        FailureKind::InvalidInput, u"The cursor “before” is none that was given."_s, {}, {}};
}

Failure notFound(const QString &what)
{
    return {FailureKind::NotFound, u"no such "_s + what, {}, {}};
}

} // namespace

LocalControl::LocalControl(Store &store,
                           Ledger &ledger,
                           Inbox &inbox,
                           LiveTurns &live,
                           Clock &clock,
                           const NoticeCatalogue &catalogue,
                           Facts facts,
                           QObject *parent)
    : HostControl(parent)
    , m_store(store)
    , m_ledger(ledger)
    , m_inbox(inbox)
    , m_live(live)
    , m_clock(clock)
    , m_catalogue(catalogue)
    , m_facts(std::move(facts))
{
    connect(&ledger, &Ledger::changed, this, &HostControl::changed);
    connect(&live, &LiveTurns::textAppended, this, &HostControl::textAppended);
    connect(&live, &LiveTurns::activityChanged, this, &HostControl::activityChanged);
}

LocalControl::~LocalControl() = default;

void LocalControl::answer(const QueryId &query, const Answer &answer)
{
    Q_EMIT answered(query, answer);
}

void LocalControl::answerLater(const QueryId &query, const Answer &later)
{
    QMetaObject::invokeMethod(
        this, [this, query, later] { answer(query, later); }, Qt::QueuedConnection);
}

template<typename T>
void LocalControl::read(const QueryId &query,
                        std::function<T(Transaction &)> question,
                        std::function<Answer(T &)> toAnswer)
{
    m_store.read<T>(
        this, std::move(question), [this, query, toAnswer = std::move(toAnswer)](Result<T> result) {
            answer(query, result.ok() ? toAnswer(result.value()) : Answer(result.failure()));
        });
}

QueryId LocalControl::send(const Order &order)
{
    QueryId query(QString::number(m_next++));
    if (const std::optional<Failure> failure = checkCursor(order)) {
        answerLater(query, *failure);
        return query;
    }
    const auto carryOut = [this, &query, &order](std::function<void()> then) {
        m_ledger.carryOut(this, order, [this, query, then = std::move(then)](const Answer &done) {
            if (then && std::holds_alternative<Done>(done))
                then();
            else
                answer(query, done);
        });
    };
    const auto changeConversation = [this, &query, &carryOut](const Place &place) {
        carryOut([this, query, place] { answerConversation(query, place); });
    };
    std::visit(
        Overloaded{
            [&](const GetRequest &question) {
                read<std::optional<RequestRecord>>(
                    query,
                    [id = question.request](Transaction &transaction) {
                        return view_store::request(transaction, id);
                    },
                    [this](std::optional<RequestRecord> &record) {
                        return record ? Answer(viewOf(*record)) : Answer(notFound(u"request"_s));
                    });
            },
            [&](const ListRequests &question) {
                read<QList<RequestRecord>>(
                    query,
                    [question](Transaction &transaction) {
                        return view_store::requests(
                            transaction, question.states, question.limit, question.before);
                    },
                    [this, limit = question.limit](QList<RequestRecord> &records) -> Answer {
                        RequestList list;
                        for (const RequestRecord &record : std::as_const(records))
                            list.requests.append(viewOf(record));
                        if (records.size() >= limit)
                            list.before = records.last().row.id.toString();
                        return list;
                    });
            },
            [&](const ListConversations &question) {
                read<Result<ConversationList>>(
                    query,
                    [question](Transaction &transaction) {
                        return view_store::conversations(transaction, question);
                    },
                    [](Result<ConversationList> &list) {
                        return list ? Answer(list.value()) : Answer(list.failure());
                    });
            },
            [&](const GetDialogue &question) {
                using Dialogue = std::optional<std::pair<ConversationView, QList<RequestRecord>>>;
                read<Dialogue>(
                    query,
                    [question](Transaction &transaction) -> Dialogue {
                        const std::optional<ConversationView> conversation =
                            view_store::conversation(transaction, question.place);
                        if (!conversation)
                            return std::nullopt;
                        return {
                            {*conversation,
                             view_store::dialogue(
                                 transaction, question.place, question.limit, question.before)}};
                    },
                    [this, limit = question.limit](Dialogue &dialogue) -> Answer {
                        if (!dialogue)
                            return notFound(u"conversation"_s);
                        DialogueView view{dialogue->first, {}, {}};
                        for (const RequestRecord &record : std::as_const(dialogue->second))
                            view.requests.append(viewOf(record));
                        if (view.requests.size() >= limit)
                            view.before = view.requests.first().id.toString();
                        return view;
                    });
            },
            [&](const Search &question) {
                read<QList<SearchHit>>(
                    query,
                    [question](Transaction &transaction) {
                        return view_store::search(transaction, question);
                    },
                    [](QList<SearchHit> &hits) -> Answer { return SearchResult{hits}; });
            },
            [&](const ListPlugins &) { answerLater(query, PluginList{m_facts.plugins()}); },
            [&](const GetStatus &) {
                using Records = std::pair<Counts, QList<OwnerRecord>>;
                const qint64 since = m_clock.wall().addDays(-ownerNoticeDays).toMSecsSinceEpoch();
                read<Records>(
                    query,
                    [since](Transaction &transaction) -> Records {
                        return {view_store::counts(transaction),
                                view_store::ownerRecords(transaction, since)};
                    },
                    [this](Records &records) -> Answer {
                        const auto &[counts, owner] = records;
                        StatusView status = m_facts.status();
                        status.queued = counts.queued;
                        status.running = counts.running;
                        status.waiting = counts.waiting;
                        for (const OwnerRecord &record : owner)
                            status.notices.append(noticeOf(record));
                        return status;
                    });
            },
            [&](const Ask &question) { ask(query, question); },
            [&](const StopRequest &) { carryOut({}); },
            [&](const CreateConversation &change) { changeConversation(change.place); },
            [&](const RenameConversation &change) { changeConversation(change.place); },
            [&](const SetConversationLanguage &change) { changeConversation(change.place); },
            [&](const PreferForConversation &change) { changeConversation(change.place); },
            [&](const CloseConversation &change) { changeConversation(change.place); },
            [&](const DeleteConversation &) { carryOut({}); },
            [&](const Prune &) { prune(query, {}); },
        },
        order);
    return query;
}

void LocalControl::ask(const QueryId &query, const Ask &ask)
{
    if (!m_localChannels.contains(ask.message.source.channel)) {
        answerLater(
            query,
            Failure{FailureKind::InvalidInput, u"not a local channel of this host"_s, {}, {}});
        return;
    }
    m_inbox.admit(
        this, ask.message, [this, query](const Admission &admission) { answer(query, admission); });
}

void LocalControl::answerConversation(const QueryId &query, const Place &place)
{
    read<std::optional<ConversationView>>(
        query,
        [place](Transaction &transaction) { return view_store::conversation(transaction, place); },
        [](std::optional<ConversationView> &view) {
            return view ? Answer(*view) : Answer(notFound(u"conversation"_s));
        });
}

void LocalControl::prune(const QueryId &query, const Pruned &soFar)
{
    // In steps, so that nothing else waits long.
    m_ledger.carryOut(this, Prune{}, [this, query, soFar](const Answer &done) {
        const auto *step = std::get_if<Pruned>(&done);
        if (!step) {
            answer(query, done);
            return;
        }
        const Pruned total{soFar.requests + step->requests,
                           soFar.conversations + step->conversations};
        if (step->requests > 0 || step->conversations > 0)
            prune(query, total);
        else
            answer(query, total);
    });
}

RequestView LocalControl::viewOf(const RequestRecord &record) const
{
    const RequestRow &row = record.row;
    RequestView view{
        .id = row.id,
        .conversation = row.conversation,
        .place = record.place,
        .kind = row.kind,
        .state = row.state,
        .waitsFor = row.waitsFor,
        .waitingSince = row.state == RequestState::Waiting ? time(row.waitingSince) : std::nullopt,
        .position = record.position,
        .stopping = row.stopAskedAt.has_value() && row.state != RequestState::Settled,
        .messageId = row.messageId,
        .text = row.body,
        .sentAt = time(row.sentAt),
        .acceptedAt = time(row.acceptedAt),
        .startedAt = time(row.startedAt),
        .settledAt = time(row.settledAt),
        .partial = {},
        .activity = {},
        .notices = {},
        .reply = {},
        .failure = {},
        .spends = record.spends,
    };
    for (const DeliveryRow &notice : record.notices) {
        if (notice.notice)
            view.notices.append({notice.subject,
                                 render(*notice.notice, notice.language, notice.createdAt),
                                 time(notice.createdAt)});
    }
    if (record.reply) {
        const ReplyRow &reply = *record.reply;
        ReplyView shown{
            .kind = reply.kind,
            .state = reply.state,
            .text = reply.body,
            .noticeId = {},
            .marks = {},
            .at = time(reply.createdAt),
        };
        if (reply.notice) {
            shown.text = render(*reply.notice, reply.language, reply.createdAt);
            shown.noticeId = toString(reply.notice->id);
        }
        for (const Notice &mark : reply.marks)
            shown.marks.append({toString(mark.id),
                                render(mark, reply.language, reply.createdAt),
                                time(reply.createdAt)});
        view.reply = shown;
    }
    if (const std::optional<FailureKind> kind = failureKindFromString(row.failure))
        view.failure = Failure{*kind, row.failureDetail, {}, {}};
    m_live.describe(view);
    return view;
}

OwnerNotice LocalControl::noticeOf(const OwnerRecord &record) const
{
    const Notice notice{record.withheld ? NoticeId::OwnerReplyWithheld
                                        : NoticeId::OwnerDeliveryUnknown,
                        {{u"channel"_s, record.channel}, {u"sender"_s, record.sender}}};
    const Language wish = languageFromString(m_ledger.policy().language).value_or(Language::Auto);
    // Of the owner's script nothing is known here.
    const Language language = wish == Language::Auto ? Language::Both : wish;
    return {record.request,
            {toString(notice.id), render(notice, language, record.at), time(record.at)}};
}

QString LocalControl::render(const Notice &notice, Language language, qint64 at) const
{
    return m_catalogue.render(notice, language, QTimeZone::systemTimeZone(), time(at));
}

} // namespace hostline
