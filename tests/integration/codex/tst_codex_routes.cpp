// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// H14 from end to end: the whole host over two real Codex homes, each with an endpoint that keeps a quota.
#include "rehearsal/record.h"
#include "support/codex/rehearsal_fixture.h"

#include <hostline/host.h>

#include <QFile>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;
using test::RehearsalFixture;

namespace {

constexpr int patience = 180'000;
constexpr int window = 40; // seconds of the quota

QByteArray tableOf(const QString &name, const RehearsalFixture &codex, const QUrl &url)
{
    const QString text =
        u"[providers.%1]\nplugin = \"codex\"\ncommand = \"%2\"\nhome = \"%3\"\n"
        "[providers.%1.config]\n%4"_s.arg(
            name, codex.program(), codex.home(), rehearsal::codexToml(rehearsal::codexConfig(url)));
    return text.toUtf8();
}

/// How often the text stands in what a model was given last, without the instructions.
int timesGiven(rehearsal::Endpoint &endpoint, const QString &text)
{
    const QByteArray input = QJsonDocument(toJson(endpoint.records().back())).toJson();
    return int(QString::fromUtf8(input).count(text));
}

} // namespace

class tst_codex_routes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aUsageLimitAndBack();

private:
    void writeSettings(const QByteArray &toml);
    [[nodiscard]] Answer answerTo(const Order &order);
    [[nodiscard]] RequestView asked(const QString &text);

    QTemporaryDir m_directory;
    std::unique_ptr<Host> m_host;
    int m_messages = 0;
};

void tst_codex_routes::writeSettings(const QByteArray &toml)
{
    QFile file(m_directory.filePath(u"hostline.toml"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(toml), toml.size());
}

Answer tst_codex_routes::answerTo(const Order &order)
{
    std::optional<Answer> found;
    QueryId query;
    QObject context;
    connect(m_host->control(),
            &HostControl::answered,
            &context,
            [&found, &query](const QueryId &id, const Answer &answer) {
                if (id == query)
                    found = answer;
            });
    query = m_host->control()->send(order);
    return QTest::qWaitFor([&found] { return found.has_value(); }, patience) ? *found
                                                                             : Answer(Failure{});
}

RequestView tst_codex_routes::asked(const QString &text)
{
    InboundMessage message;
    message.source = {u"desk"_s, {}, u"room"_s, {}, u"ann"_s};
    message.messageId = u"m%1"_s.arg(++m_messages);
    message.text = text;
    const Answer answer = answerTo(Ask{message});
    const auto *const admission = std::get_if<Admission>(&answer);
    RequestView view;
    const auto settled = [&] {
        const Answer shown = answerTo(GetRequest{admission->request});
        view = std::get<RequestView>(shown);
        return view.state == RequestState::Settled;
    };
    if (!admission || !QTest::qWaitFor(settled, patience))
        qWarning("it was not answered");
    return view;
}

void tst_codex_routes::aUsageLimitAndBack()
{
    RehearsalFixture first;
    RehearsalFixture second;
    QVERIFY2(first.start(), qPrintable(first.problem()));
    QVERIFY2(second.start(), qPrintable(second.problem()));
    const QByteArray alone = tableOf(u"first"_s, first, first.endpoint().url());
    const QByteArray route = "[route]\nprovider = \"first\"\n";
    writeSettings(alone + route);

    HostOptions options;
    options.dataDirectory = m_directory.filePath(u"data"_s);
    options.settingsFile = m_directory.filePath(u"hostline.toml"_s);
    options.pluginDirectories = {QStringLiteral(PLUGIN_DIRECTORY)};
    options.programName = u"test"_s;
    options.defaultWorkspace = u"default"_s;
    options.defaultWorkspacePath = first.workspace();
    options.localChannels = {u"desk"_s};
    m_host = std::make_unique<Host>(options);
    QSignalSpy ready(m_host.get(), &Host::ready);
    m_host->start();
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, patience);

    first.endpoint().setQuota(rehearsal::Quota{.requests = 2, .seconds = window});
    QCOMPARE(asked(u"[[say answer-one]] question-one"_s).reply->text, u"answer-one"_s);
    QCOMPARE(asked(u"[[say answer-two]] question-two"_s).reply->text, u"answer-two"_s);
    QCOMPARE(first.endpoint().counts().turn, 2);

    // The fallback is configured after the conversation began.
    writeSettings(alone + tableOf(u"second"_s, second, second.endpoint().url()) + route
                  + "plugin = \"fallback\"\npool = [\"second\"]\n");
    m_host->reload();
    const RequestView third = asked(u"[[say answer-three]] question-three"_s);
    QVERIFY(third.reply);
    QCOMPARE(third.reply->text, u"answer-three"_s);
    QCOMPARE(third.notices.size(), 1);
    QCOMPARE(third.notices.first().id, u"request.switched_route"_s);
    const QString said = third.notices.first().text;
    QVERIFY2(said.contains(u"Codex (first)"_s) && said.contains(u"Codex (second) answers"_s)
                 && said.contains(u"is reset at"_s),
             qPrintable(said));
    QCOMPARE(first.endpoint().counts().turn, 3); // one attempt
    QCOMPARE(second.endpoint().counts().turn, 1);
    for (const QString &text : {u"question-one"_s,
                                u"answer-one\""_s,
                                u"question-two"_s,
                                u"answer-two\""_s,
                                u"question-three"_s})
        QVERIFY2(timesGiven(second.endpoint(), text) == 1, qPrintable(text));

    // After the reset the first one again, with everything; its own thread that missed a turn is not resumed.
    const auto status = [this] {
        return std::get<StatusView>(answerTo(GetStatus{}));
    };
    QVERIFY(status().route.choice.provider == u"second"_s);
    QTRY_VERIFY_WITH_TIMEOUT(status().route.choice.provider == u"first"_s, (window + 30) * 1000);
    const RequestView fourth = asked(u"[[say answer-four]] question-four"_s);
    QCOMPARE(fourth.reply->text, u"answer-four"_s);
    QVERIFY(fourth.notices.isEmpty());
    QCOMPARE(first.endpoint().counts().turn, 4);
    QCOMPARE(second.endpoint().counts().turn, 1);
    for (const QString &text : {u"question-one"_s,
                                u"question-two"_s,
                                u"question-three"_s,
                                u"answer-three\""_s,
                                u"question-four"_s})
        QVERIFY2(timesGiven(first.endpoint(), text) == 1, qPrintable(text));

    QSignalSpy stopped(m_host.get(), &Host::stopped);
    m_host->stop();
    QTRY_COMPARE_WITH_TIMEOUT(stopped.count(), 1, patience);
    m_host.reset();
}

QTEST_GUILESS_MAIN(tst_codex_routes)
#include "tst_codex_routes.moc"
