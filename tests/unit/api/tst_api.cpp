// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/api/api_error.h"
#include "lib/api/api_words.h"
#include "lib/api/api_writer.h"

#include <QJsonArray>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;

// I2: what the host shows, as the API's JSON. Its shape as a whole is checked against docs/openapi.yaml in the integration tests.
class ApiTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsAStatusForEveryFailure();
    void leavesOutWhatHasNoValue();
    void writesNoticesAsPlainTextAndAnswersAsMarkdown();
    void shortensWhatTheSchemaBounds();
    void writesTimesInUtc();
    void writesReceiptsAndWaits();
    void writesCapacityAndRoute();
    void aSubjectIsAStepOnlyWhereItIsOne_data();
    void aSubjectIsAStepOnlyWhereItIsOne();
};

namespace {

ApiWriter writer()
{
    return ApiWriter({[](const QString &text) { return QString(u"<md>"_s + text); },
                      [](const QString &text) { return QString(u"<plain>"_s + text); },
                      {}});
}

} // namespace

void ApiTest::knowsAStatusForEveryFailure()
{
    const QList<std::pair<FailureKind, int>> statuses{{FailureKind::NotFound, 404},
                                                      {FailureKind::InvalidInput, 400},
                                                      {FailureKind::NotAllowed, 403},
                                                      {FailureKind::Conflict, 409},
                                                      {FailureKind::QueueFull, 422},
                                                      {FailureKind::StoreUnavailable, 503},
                                                      {FailureKind::Internal, 500}};
    for (const auto &[kind, status] : statuses) {
        const ApiError error = apiErrorOf({kind, {}, {}, {}});
        QCOMPARE(error.status, status);
        QCOMPARE(error.code, toString(kind));
        QVERIFY(!error.message.isEmpty());
    }
    const QJsonObject body =
        toJson({400, u"code"_s, u"message"_s, {}}).value("error"_L1).toObject();
    QCOMPARE(body.keys(), (QStringList{u"code"_s, u"message"_s}));
}

void ApiTest::leavesOutWhatHasNoValue()
{
    RequestView view;
    view.id = RequestId(u"r"_s);
    view.acceptedAt = QDateTime::fromMSecsSinceEpoch(0, Qt::UTC);
    QCOMPARE(writer().request(view).keys(),
             (QStringList{u"channel"_s,
                          u"client_id"_s,
                          u"conversation"_s,
                          u"created_at"_s,
                          u"id"_s,
                          u"kind"_s,
                          u"notices"_s,
                          u"state"_s,
                          u"stopping"_s,
                          u"text"_s}));
    view.state = RequestState::Waiting;
    view.waitsFor = RequestView::WaitsFor::Thread;
    view.position = 3;
    const QJsonObject waiting = writer().request(view);
    QCOMPARE(waiting.value("waits_for"_L1).toString(), u"thread"_s);
    QVERIFY(!waiting.contains("position"_L1)); // only a queued one has a place
}

void ApiTest::writesNoticesAsPlainTextAndAnswersAsMarkdown()
{
    RequestView view;
    view.id = RequestId(u"r"_s);
    view.state = RequestState::Settled;
    view.stopping = true;
    view.reply = ReplyView{ReplyView::Kind::Answer, ReplyView::State::Sent, u"a"_s, {}, {}, {}};
    QJsonObject object = writer().request(view);
    QCOMPARE(object.value("stopping"_L1).toBool(),
             false); // settled: nothing is being stopped any more
    QCOMPARE(object.value("reply"_L1).toObject().value("html"_L1).toString(), u"<md>a"_s);
    QVERIFY(!object.value("reply"_L1).toObject().contains("notice_id"_L1));
    view.reply->kind = ReplyView::Kind::Notice;
    view.reply->noticeId = u"failed.stopped"_s;
    object = writer().request(view);
    QCOMPARE(object.value("reply"_L1).toObject().value("html"_L1).toString(), u"<plain>a"_s);
    QCOMPARE(object.value("reply"_L1).toObject().value("notice_id"_L1).toString(),
             u"failed.stopped"_s);
}

void ApiTest::shortensWhatTheSchemaBounds()
{
    const QString label = u"x"_s.repeated(498) + u"😀😀"_s;
    const QString shown =
        writer().activity({Activity::Kind::Tool, label}).value("label"_L1).toString();
    QVERIFY(shown.size() <= 500);
    QVERIFY(shown.endsWith(u'…'));
    QVERIFY(!shown.at(shown.size() - 2).isHighSurrogate());
}

void ApiTest::writesTimesInUtc()
{
    const QDateTime time =
        QDateTime::fromString(u"2026-01-31T10:00:00.120+02:00"_s, Qt::ISODateWithMs);
    QCOMPARE(api::timeText(time), u"2026-01-31T08:00:00.120Z"_s);
}

// E4, E6
void ApiTest::writesReceiptsAndWaits()
{
    RequestView view;
    view.id = RequestId(u"r"_s);
    view.state = RequestState::Waiting;
    view.waitsFor = RequestView::WaitsFor::Capacity;
    view.waitingSince = QDateTime::fromMSecsSinceEpoch(0, Qt::UTC);
    view.spends = {{u"gpt-6"_s, 1000, 20}, {{}, 7, 0}};
    const QJsonObject request = writer().request(view);
    QCOMPARE(request.value("waits_for"_L1).toString(), u"capacity"_s);
    QCOMPARE(request.value("waiting_since"_L1).toString(), u"1970-01-01T00:00:00.000Z"_s);
    QCOMPARE(request.value("spends"_L1).toArray(),
             (QJsonArray{QJsonObject{{u"model"_s, u"gpt-6"_s},
                                     {u"input_tokens"_s, 1000},
                                     {u"output_tokens"_s, 20}},
                         QJsonObject{{u"input_tokens"_s, 7}, {u"output_tokens"_s, 0}}}));
}

// E1, E2
void ApiTest::writesCapacityAndRoute()
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(0, Qt::UTC);
    const QString text = u"1970-01-01T00:00:00.000Z"_s;
    StatusView view;
    QVERIFY(!writer().status(view, time).contains("route"_L1));
    ProductView product;
    product.name = u"main"_s;
    product.capacity =
        Capacity{.state = Capacity::State::Exhausted,
                 .windows = {{u"primary"_s, 100, std::chrono::minutes(300), time}, {u"x"_s}},
                 .resetsAt = time,
                 .observedAt = time};
    view.providers.append(product);
    view.route = {
        u"fallback"_s, {u"main"_s, u"spare"_s}, {RouteChoice::Reason::Substitute, u"spare"_s, {}}};
    const QJsonObject status = writer().status(view, time);
    const QJsonObject first{{u"id"_s, u"primary"_s},
                            {u"used_percent"_s, 100},
                            {u"window_minutes"_s, 300},
                            {u"resets_at"_s, text}};
    QCOMPARE(
        status.value("providers"_L1).toArray().first().toObject().value("capacity"_L1).toObject(),
        (QJsonObject{{u"state"_s, u"exhausted"_s},
                     {u"windows"_s, QJsonArray{first, QJsonObject{{u"id"_s, u"x"_s}}}},
                     {u"resets_at"_s, text},
                     {u"observed_at"_s, text}}));
    QCOMPARE(
        status.value("route"_L1).toObject(),
        (QJsonObject{{u"plugin"_s, u"fallback"_s},
                     {u"members"_s, QJsonArray{u"main"_s, u"spare"_s}},
                     {u"choice"_s,
                      QJsonObject{{u"reason"_s, u"substitute"_s}, {u"provider"_s, u"spare"_s}}}}));
}

// hostline/failure.h: some kinds give the subject a meaning of their own.
void ApiTest::aSubjectIsAStepOnlyWhereItIsOne_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("step");
    const auto row = [](const char *name, FailureKind kind, const QString &step) {
        QTest::newRow(name) << static_cast<int>(kind) << step;
    };
    row("signed out: how to sign in", FailureKind::SignedOut, u"subject"_s);
    row("no program: how to install it", FailureKind::ProviderUnavailable, u"subject"_s);
    row("a token file that is not private", FailureKind::InvalidConfiguration, u"subject"_s);
    row("too old: the version", FailureKind::UnsupportedHost, {});
    row("busy elsewhere: the holder", FailureKind::ThreadBusyElsewhere, {});
    row("no such model: its name", FailureKind::ModelNotFound, {});
}

void ApiTest::aSubjectIsAStepOnlyWhereItIsOne()
{
    QFETCH(int, kind);
    QFETCH(QString, step);
    StatusView view;
    ProductView product;
    product.failure =
        Failure{static_cast<FailureKind>(kind), u"detail: mend it so"_s, u"subject"_s, {}};
    view.channels.append(product);
    const QJsonObject channel = writer()
                                    .status(view, QDateTime::currentDateTimeUtc())
                                    .value("channels"_L1)
                                    .toArray()
                                    .first()
                                    .toObject();
    QCOMPARE(channel.value("message"_L1).toString(), u"detail: mend it so"_s);
    QCOMPARE(channel.value("step"_L1).toString(), step);
}

QTEST_GUILESS_MAIN(ApiTest)
#include "tst_api.moc"
