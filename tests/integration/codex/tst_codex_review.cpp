// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// The restricted threads of the provider with the real Codex (D6, D7): what a model is offered there, and what comes of it
// when it tries to act all the same.
#include "base/system_clock.h"
#include "contract/provider/provider_watch.h"
#include "support/process/codex_rig.h"
#include "support/process/real_codex.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTcpServer>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 180'000;
const BindingId binding(u"review-1"_s);
const TurnId turn(u"turn-1"_s);

/// Every file below a directory with its content.
QStringList filesIn(const QString &directory)
{
    QStringList files;
    QDirIterator it(
        directory, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        QFile file(it.next());
        files << file.fileName()
                + (file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString());
    }
    files.sort();
    return files;
}

} // namespace

class tst_codex_review : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void answers();
    void whatTheModelIsOffered_data();
    void whatTheModelIsOffered();
    void actingComesToNothing_data();
    void actingComesToNothing();
    void noServerOfTheUserIsStarted();
    void nobodyResumesIt();

private:
    [[nodiscard]] bool ready();
    [[nodiscard]] bool openReview(const QString &model = {});
    [[nodiscard]] bool run(const QString &text);
    [[nodiscard]] TurnResult result() const { return m_watch->results(turn).value(0); }

    SystemClock m_clock;
    std::unique_ptr<test::RehearsalFixture> m_codex;
    std::unique_ptr<test::CodexLives> m_lives;
    std::unique_ptr<Provider> m_provider;
    std::unique_ptr<test::ProviderWatch> m_watch;
};

void tst_codex_review::init()
{
    m_codex = std::make_unique<test::RehearsalFixture>();
    QVERIFY2(m_codex->start(), qPrintable(m_codex->problem()));
    m_lives = std::make_unique<test::CodexLives>(m_clock);
}

void tst_codex_review::cleanup()
{
    if (m_watch)
        QCOMPARE(m_watch->offences(), QStringList());
    m_watch.reset();
    m_provider.reset();
    m_lives.reset();
    m_codex.reset();
}

bool tst_codex_review::ready()
{
    m_watch.reset();
    m_provider.reset();
    const QString directory = QDir::cleanPath(m_codex->home() + u"/../plugin"_s);
    if (!QDir().mkpath(directory))
        return false;
    m_provider = m_lives->begin(test::settingsOf(*m_codex), directory);
    m_watch = std::make_unique<test::ProviderWatch>(*m_provider);
    m_provider->start();
    return QTest::qWaitFor([this] { return m_provider->state() == Product::State::Ready; },
                           patience);
}

bool tst_codex_review::openReview(const QString &model)
{
    ThreadSpec spec;
    spec.binding = binding;
    spec.workspace = m_codex->workspace();
    spec.model = model;
    spec.guidance = u"REVIEW GUIDANCE"_s;
    qobject_cast<ReviewProvider *>(m_provider.get())->openReview(spec);
    return QTest::qWaitFor(
               [this] {
                   return m_watch->openings(binding) > 0 || !m_watch->failures(binding).isEmpty();
               },
               patience)
        && m_watch->openings(binding) > 0;
}

bool tst_codex_review::run(const QString &text)
{
    m_provider->startTurn(TurnStart{turn, binding, text, Access::Read});
    return QTest::qWaitFor([this] { return !m_watch->results(turn).isEmpty(); }, patience);
}

void tst_codex_review::answers()
{
    QVERIFY(ready());
    QVERIFY(openReview());
    QVERIFY(run(u"[[say from the record]]"_s));
    QCOMPARE(result().status, TurnResult::Status::Completed);
    QCOMPARE(result().answer, u"from the record"_s);
    QVERIFY(result().reach < Reach::ToolStarted);
    const rehearsal::ModelRequest &request = m_codex->endpoint().records().back().request;
    bool guided = false;
    for (const rehearsal::InputItem &item : request.input)
        guided = guided || item.text.contains(u"REVIEW GUIDANCE"_s);
    QVERIFY(guided);
}

void tst_codex_review::whatTheModelIsOffered_data()
{
    QTest::addColumn<QString>("model");
    QTest::newRow("D6 tools in the request's list") << QString();
    QTest::newRow("D6 tools in an input item, as newer models have them") << u"gpt-6.2-sol"_s;
}

void tst_codex_review::whatTheModelIsOffered()
{
    QFETCH(QString, model);
    QVERIFY(ready());
    QVERIFY(openReview(model));
    QVERIFY(run(u"[[say nothing]]"_s));
    QCOMPARE(result().answer, u"nothing"_s); // being offered something is no deed
    const rehearsal::ModelRequest &request = m_codex->endpoint().records().back().request;
    const QStringList offered = request.tools + request.additionalTools;
    // Talking to the person is what is left, and fails the review; exec is there to call what is offered, and nothing is.
    static const QStringList harmless{u"request_user_input"_s,
                                      u"functions.exec"_s,
                                      u"functions.wait"_s,
                                      u"functions.request_user_input"_s,
                                      u"functions.request_user_input_async"_s,
                                      u"functions.send_message_to_user_async"_s};
    for (const QString &tool : offered)
        QVERIFY2(harmless.contains(tool), qPrintable(offered.join(u", "_s)));
    QVERIFY2(model.isEmpty() || !request.additionalTools.isEmpty(),
             qPrintable(u"%1 got %2"_s.arg(request.model, request.tools.join(u", "_s))));
}

void tst_codex_review::actingComesToNothing_data()
{
    QTest::addColumn<QString>("attempt");
    QTest::addColumn<QString>("model");
    const auto row = [](const char *name, const QString &attempt, const QString &model = {}) {
        QTest::newRow(name) << attempt << model;
    };
    row("D7 a command that writes", u"[[tool shell echo written > %1/written]]"_s);
    row("D7 a command that connects",
        u"[[tool shell exec 3<>/dev/tcp/127.0.0.1/%2; echo hello >&3]]"_s);
    row("D7 a patch",
        u"[[tool apply_patch {\"input\":\"*** Begin Patch\\n*** Add File: %1/patched\\n+x\\n*** End Patch\\n\"}]]"_s);
    row("D7 a search on the web", u"[[tool web_search {\"query\":\"x\"}]]"_s);
    row("D7 a hand-off", u"[[tool spawn_agent {\"message\":\"go on\"}]]"_s);
    row("D7 a question to the person", u"[[tool request_user_input {\"questions\":[]}]]"_s);
    row("D7 a tool that nobody knows", u"[[tool hologram {}]]"_s);
    row("D7 a script of a newer model that would run a command",
        u"[[tool exec {\"input\":\"text(await tools.exec_command({cmd:'touch %1/scripted'}))\"}]]"_s,
        u"gpt-6.2-sol"_s);
}

void tst_codex_review::actingComesToNothing()
{
    QFETCH(QString, attempt);
    QFETCH(QString, model);
    QTcpServer listener;
    QVERIFY(listener.listen(QHostAddress::LocalHost));
    const QStringList before = filesIn(m_codex->workspace());
    QVERIFY(ready());
    QVERIFY(openReview(model));
    const QString filled = attempt.replace(u"%1"_s, m_codex->workspace())
                               .replace(u"%2"_s, QString::number(listener.serverPort()));
    QVERIFY(run(filled + u" [[say done it all]]"_s));
    QVERIFY(result().status != TurnResult::Status::Completed);
    QVERIFY(result().answer.isEmpty());
    QCOMPARE(int(result().reach), int(Reach::ToolStarted));
    QCOMPARE(filesIn(m_codex->workspace()), before);
    QCOMPARE(filesIn(QDir::cleanPath(m_codex->home() + u"/../plugin/review"_s)), QStringList());
    QVERIFY(!listener.hasPendingConnections());
}

void tst_codex_review::noServerOfTheUserIsStarted()
{
    // D6: a server that the user's own configuration names, which would leave a file behind.
    const QString mark = m_codex->workspace() + u"/started"_s;
    QFile config(m_codex->home() + u"/config.toml"_s);
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write("[mcp_servers.mine]\ncommand = \"/bin/sh\"\nargs = [\"-c\", \"touch '"
                 + mark.toUtf8() + "'\"]\n");
    config.close();
    QVERIFY(ready());
    QVERIFY(openReview());
    QVERIFY(run(u"[[say nothing]]"_s));
    QVERIFY(result().status == TurnResult::Status::Completed);
    QVERIFY(!QFile::exists(mark));
    for (const QString &tool : m_codex->endpoint().records().back().request.tools)
        QVERIFY(!tool.contains(u"mine"_s));
}

void tst_codex_review::nobodyResumesIt()
{
    QVERIFY(ready());
    QVERIFY(openReview());
    QVERIFY(run(u"[[say one]]"_s));
    const QString native = m_watch->nativeThread(binding);
    m_lives->killChild();
    QVERIFY(ready());
    m_provider->openThread(ThreadSpec{binding, native, m_codex->workspace(), {}, {}, Access::Read});
    QVERIFY(QTest::qWaitFor([this] { return !m_watch->failures(binding).isEmpty(); }, patience));
    QCOMPARE(toString(m_watch->failures(binding).first().kind), toString(FailureKind::ThreadLost));
}

QTEST_GUILESS_MAIN(tst_codex_review)
#include "tst_codex_review.moc"
