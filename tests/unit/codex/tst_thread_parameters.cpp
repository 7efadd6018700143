// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/codex_settings.h"
#include "plugins/codex/thread_parameters.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace hostline;
using namespace hostline::codex;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

QJsonObject object(const char *text)
{
    return QJsonDocument::fromJson(text).object();
}

} // namespace

class tst_thread_parameters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyThreadGetsItsConfiguration_data();
    void everyThreadGetsItsConfiguration();
    void onlyFeaturesAreOnTheCommandLine();
    void aNewThreadIsAskedFor();
    void aThreadIsResumed();
    void aReviewCanDoNothing_data();
    void aReviewCanDoNothing();
    void trustIsTakenFromTheUser_data();
    void trustIsTakenFromTheUser();
    void aWritableWorkspaceIsNeverLeftUnsaid_data();
    void aWritableWorkspaceIsNeverLeftUnsaid();
    void aTurnCarriesItsId();
    void anEffortIsSaid();
    void whoCompactsIsTold_data();
    void whoCompactsIsTold();
    void aChangedAccessIsSaid();
};

void tst_thread_parameters::everyThreadGetsItsConfiguration_data()
{
    QTest::addColumn<QJsonObject>("config");
    QTest::addColumn<QJsonObject>("sent");
    QTest::newRow("nothing set: a refused connection ends")
        << QJsonObject() << object(R"({"features":{"unbounded_connection_retries":false}})");
    QTest::newRow("beside other features")
        << object(R"({"features":{"plugins":false}})")
        << object(R"({"features":{"plugins":false,"unbounded_connection_retries":false}})");
    QTest::newRow("the person's own choice stays")
        << object(R"({"features":{"unbounded_connection_retries":true}})")
        << object(R"({"features":{"unbounded_connection_retries":true}})");
    QTest::newRow("also with a dotted key")
        << object(R"({"features.unbounded_connection_retries":true})")
        << object(R"({"features.unbounded_connection_retries":true})");
    QTest::newRow("tables stay tables") << object(R"({"model_providers":{"a.b":{"base_url":"x"}}})")
                                        << object(R"({"model_providers":{"a.b":{"base_url":"x"}},
                                                      "features":{"unbounded_connection_retries":false}})");
}

void tst_thread_parameters::everyThreadGetsItsConfiguration()
{
    QFETCH(QJsonObject, config);
    QFETCH(QJsonObject, sent);
    QCOMPARE(threadConfig(config), sent);
}

void tst_thread_parameters::onlyFeaturesAreOnTheCommandLine()
{
    const QJsonObject config = object(R"({"features":{"plugins":false},"features.hooks":true,
        "model_providers":{"mine":{"http_headers":{"Authorization":"Bearer secret"}}},"model":"m"})");
    QCOMPARE(featureArguments(config),
             (QStringList{u"-c"_s,
                          u"features.plugins=false"_s,
                          u"-c"_s,
                          u"features.unbounded_connection_retries=false"_s,
                          u"-c"_s,
                          u"features.hooks=true"_s}));
}

void tst_thread_parameters::aNewThreadIsAskedFor()
{
    CodexSettings settings;
    settings.model = u"gpt-9"_s;
    const ThreadSpec spec{BindingId(u"b"_s), {}, u"/w"_s, {}, u"Guide."_s, Access::Read};
    const QJsonObject parameters = openParameters(spec, settings, {});
    QCOMPARE(parameters,
             object(R"({"cwd":"/w","sandbox":"read-only","approvalPolicy":"never","model":"gpt-9",
        "developerInstructions":"Guide.","config":{"features":{"unbounded_connection_retries":false}}})"));
}

// C3: a resume sends everything again
void tst_thread_parameters::aThreadIsResumed()
{
    CodexSettings settings;
    settings.config = object(R"({"web_search":"disabled"})");
    const ThreadSpec spec{
        BindingId(u"b"_s), u"native"_s, u"/w"_s, u"gpt-8"_s, u"Guide."_s, Access::Write};
    const QJsonObject parameters = openParameters(spec, settings, u"untrusted"_s);
    QCOMPARE(
        parameters,
        object(R"({"threadId":"native","excludeTurns":true,"cwd":"/w","sandbox":"workspace-write",
        "approvalPolicy":"never","model":"gpt-8","developerInstructions":"Guide.",
        "config":{"web_search":"disabled","features":{"unbounded_connection_retries":false},
                  "projects":{"/w":{"trust_level":"untrusted"}}}})"));
}

// C19
void tst_thread_parameters::trustIsTakenFromTheUser_data()
{
    QTest::addColumn<QJsonObject>("user");
    QTest::addColumn<QString>("trust");
    QTest::newRow("nothing said") << QJsonObject() << u"untrusted"_s;
    QTest::newRow("trusted") << object(R"({"projects":{"/a/b":{"trust_level":"trusted"}}})")
                             << u"trusted"_s;
    QTest::newRow("untrusted") << object(R"({"projects":{"/a/b":{"trust_level":"untrusted"}}})")
                               << u"untrusted"_s;
    QTest::newRow("a folder above is trusted")
        << object(R"({"projects":{"/a":{"trust_level":"trusted"}}})") << u"trusted"_s;
    QTest::newRow("the root is trusted")
        << object(R"({"projects":{"/":{"trust_level":"trusted"}}})") << u"trusted"_s;
    QTest::newRow("the nearest decides") << object(
        R"({"projects":{"/a":{"trust_level":"trusted"},"/a/b":{"trust_level":"untrusted"}}})")
                                         << u"untrusted"_s;
    QTest::newRow("a neighbour with a longer name")
        << object(R"({"projects":{"/a/bc":{"trust_level":"trusted"}}})") << u"untrusted"_s;
    QTest::newRow("a folder below")
        << object(R"({"projects":{"/a/b/c":{"trust_level":"trusted"}}})") << u"untrusted"_s;
    QTest::newRow("a neighbour with a shorter name")
        << object(R"({"projects":{"/a/":{"trust_level":"trusted"}}})") << u"untrusted"_s;
}

void tst_thread_parameters::trustIsTakenFromTheUser()
{
    QFETCH(QJsonObject, user);
    QFETCH(QString, trust);
    QCOMPARE(trustLevel(user, u"/a/b"_s), trust);
}

// C19: Codex writes into the user's config.toml where it hears nothing of a writable git folder
void tst_thread_parameters::aWritableWorkspaceIsNeverLeftUnsaid_data()
{
    QTest::addColumn<Access>("access");
    QTest::addColumn<QJsonObject>("config");
    QTest::addColumn<QString>("said");
    QTest::newRow("write") << Access::Write << QJsonObject() << u"untrusted"_s;
    QTest::newRow("write, a name with dots elsewhere")
        << Access::Write << object(R"({"projects":{"/x.y":{"trust_level":"trusted"}}})")
        << u"untrusted"_s;
    QTest::newRow("write, said in the settings")
        << Access::Write << object(R"({"projects":{"/a.b":{"trust_level":"trusted"}}})")
        << u"trusted"_s;
    QTest::newRow("read says nothing") << Access::Read << QJsonObject() << QString();
}

void tst_thread_parameters::aWritableWorkspaceIsNeverLeftUnsaid()
{
    QFETCH(Access, access);
    QFETCH(QJsonObject, config);
    QFETCH(QString, said);
    CodexSettings settings;
    settings.config = config;
    const ThreadSpec spec{BindingId(u"b"_s), {}, u"/a.b"_s, {}, {}, access};
    const QJsonObject projects = openParameters(spec, settings, u"untrusted"_s)
                                     .value("config"_L1)
                                     .toObject()
                                     .value("projects"_L1)
                                     .toObject();
    QCOMPARE(projects.value("/a.b"_L1).toObject().value("trust_level"_L1).toString(), said);
}

// C2
void tst_thread_parameters::aTurnCarriesItsId()
{
    const QJsonObject parameters =
        turnParameters(TurnStart{TurnId(u"turn-1"_s), BindingId(u"b"_s), u"  What?\n"_s},
                       u"native"_s,
                       Access::Read);
    QVERIFY(!parameters.contains("sandboxPolicy"_L1));
    QVERIFY(!parameters.contains("effort"_L1));
    QCOMPARE(parameters.value("clientUserMessageId"_L1).toString(), u"turn-1"_s);
    QCOMPARE(parameters.value("threadId"_L1).toString(), u"native"_s);
    QCOMPARE(parameters.value("input"_L1).toArray().at(0).toObject().value("text"_L1).toString(),
             u"  What?\n"_s);
}

// A12: /effort
void tst_thread_parameters::anEffortIsSaid()
{
    TurnStart start{TurnId(u"t"_s), BindingId(u"b"_s), u"x"_s};
    start.effort = u"high"_s;
    QCOMPARE(turnParameters(start, u"native"_s, Access::Read).value("effort"_L1).toString(),
             u"high"_s);
}

// C11
void tst_thread_parameters::whoCompactsIsTold_data()
{
    QTest::addColumn<QJsonObject>("userConfig");
    QTest::addColumn<QJsonObject>("config");
    QTest::addColumn<bool>("local");
    const QJsonObject nothing;
    const QJsonObject mock =
        object(R"({"model_provider":"mock","model_providers":{"mock":{"name":"Mock"}}})");
    const QJsonObject account =
        object(R"({"model_provider":"mine","model_providers":{"mine":{"name":"OpenAI"}}})");
    const QJsonObject azure = object(
        R"({"model_provider":"az","model_providers":{"az":{"name":"x","base_url":"https://y.azure.com"}}})");
    QTest::newRow("a signed-in account") << nothing << nothing << false;
    QTest::newRow("a custom provider of the user") << mock << nothing << true;
    QTest::newRow("of the settings") << nothing << mock << true;
    QTest::newRow("the settings go before the user") << mock << account << false;
    QTest::newRow("the settings choose among the user's")
        << mock << object(R"({"model_provider":"openai"})") << false;
    QTest::newRow("a custom provider of that name") << account << nothing << false;
    QTest::newRow("a custom provider of that kind") << azure << nothing << false;
}

void tst_thread_parameters::whoCompactsIsTold()
{
    QFETCH(QJsonObject, userConfig);
    QFETCH(QJsonObject, config);
    QFETCH(bool, local);
    QVERIFY(compactionOf(userConfig, config) == (local ? localCompaction : remoteCompaction));
}

// C19: Codex keeps what a thread was opened with, so a change is said with the turn.
void tst_thread_parameters::aChangedAccessIsSaid()
{
    const auto policy = [](Access turn, Access thread) {
        return turnParameters(
                   TurnStart{TurnId(u"t"_s), BindingId(u"b"_s), u"x"_s, turn}, u"native"_s, thread)
            .value("sandboxPolicy"_L1)
            .toObject()
            .value("type"_L1)
            .toString();
    };
    QCOMPARE(policy(Access::Read, Access::Write), u"readOnly"_s);
    QCOMPARE(policy(Access::Write, Access::Read), u"workspaceWrite"_s);
    QCOMPARE(policy(Access::Write, Access::Write), QString());
}

// D6: whatever the settings say, and however they are written, nothing of them gives a tool.
void tst_thread_parameters::aReviewCanDoNothing_data()
{
    QTest::addColumn<QJsonObject>("tools");
    QTest::newRow("nothing is set") << QJsonObject();
    QTest::newRow("tables") << object(
        R"({"web_search":"live","features":{"shell_tool":true,"something":true},"agents":{"enabled":true},
            "skills":{"include_instructions":true},"tools":{"web_search":true},
            "mcp_servers":{"ours":{"command":"/bin/true"}}})");
    QTest::newRow("dotted keys") << object(
        R"({"features.shell_tool":true,"features.something":true,"agents.enabled":true,
            "skills.include_instructions":true,"tools.web_search":true,"web_search.mode":"live",
            "mcp_servers.ours.command":"/bin/true","mcp_servers.theirs.enabled":true})");
}

void tst_thread_parameters::aReviewCanDoNothing()
{
    QFETCH(QJsonObject, tools);
    CodexSettings settings;
    settings.model = u"ours"_s;
    settings.config = tools;
    settings.config.insert(u"model_verbosity"_s, u"low"_s);
    settings.config.insert(u"model_providers.mine.name"_s, u"Mine"_s);
    const QJsonObject user{
        {u"mcp_servers"_s, QJsonObject{{u"theirs"_s, QJsonObject{{u"enabled"_s, true}}}}}};
    ThreadSpec spec;
    spec.workspace = u"/srv/work"_s;
    spec.guidance = u"guidance"_s;
    spec.access = Access::Write;
    const QJsonObject sent = reviewParameters(spec, settings, user, u"/empty"_s);
    QCOMPARE(sent.value("sandbox"_L1).toString(), u"read-only"_s);
    QCOMPARE(sent.value("approvalPolicy"_L1).toString(), u"never"_s);
    QCOMPARE(sent.value("cwd"_L1).toString(), u"/empty"_s);
    QVERIFY(sent.value("environments"_L1).isArray());
    QVERIFY(sent.value("environments"_L1).toArray().isEmpty());
    QVERIFY(sent.value("ephemeral"_L1).toBool());
    QVERIFY(sent.value("experimentalRawEvents"_L1).toBool());
    QVERIFY(!sent.contains("threadId"_L1));
    QCOMPARE(sent.value("model"_L1).toString(), u"ours"_s);
    QCOMPARE(sent.value("developerInstructions"_L1).toString(), u"guidance"_s);
    const QJsonObject config = sent.value("config"_L1).toObject();
    QCOMPARE(config.value("web_search"_L1).toString(), u"disabled"_s);
    QCOMPARE(config.value("model_verbosity"_L1).toString(), u"low"_s);
    QCOMPARE(config.value("project_doc_max_bytes"_L1).toInt(-1), 0);
    QCOMPARE(config.value("agents"_L1).toObject(), (QJsonObject{{u"enabled"_s, false}}));
    QCOMPARE(config.value("skills"_L1).toObject(),
             (QJsonObject{{u"include_instructions"_s, false}}));
    QCOMPARE(config.keys(),
             (QStringList{u"agents"_s,
                          u"features"_s,
                          u"include_environment_context"_s,
                          u"include_permissions_instructions"_s,
                          u"mcp_servers"_s,
                          u"model_providers.mine.name"_s,
                          u"model_verbosity"_s,
                          u"project_doc_max_bytes"_s,
                          u"skills"_s,
                          u"web_search"_s}));
    const QJsonObject features = config.value("features"_L1).toObject();
    for (const QString &feature : {u"shell_tool"_s,
                                   u"view_image"_s,
                                   u"goals"_s,
                                   u"sleep_tool"_s,
                                   u"current_time_reminder"_s,
                                   u"plugins"_s,
                                   u"apps"_s,
                                   u"hooks"_s})
        QVERIFY2(!features.value(feature).toBool(true), qPrintable(feature));
    QVERIFY(!features.contains("something"_L1));
    // A server of ours that is only switched off, without its command, is refused by Codex (observed, 0.171.0).
    QCOMPARE(config.value("mcp_servers"_L1).toObject(),
             (QJsonObject{{u"theirs"_s, QJsonObject{{u"enabled"_s, false}}}}));
}

QTEST_GUILESS_MAIN(tst_thread_parameters)
#include "tst_thread_parameters.moc"
