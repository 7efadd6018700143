// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "../places.h"
#include "arguments.h"
#include "ask.h"
#include "doctor.h"
#include "printing.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QUuid>

#include <cstdio>
#include <memory>

using namespace Qt::StringLiterals;

namespace hostline::cli {

namespace {

/// \return whether all of it was written
bool print(std::FILE *stream, const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    const auto size = static_cast<size_t>(bytes.size());
    return std::fwrite(bytes.constData(), 1, size, stream) == size && std::fflush(stream) == 0;
}

void complain(const QString &text)
{
    (void)print(stderr, u"hostline: %1\n"_s.arg(text));
}

void leave(ExitCode code)
{
    QCoreApplication::exit(static_cast<int>(code));
}

void printAndLeave(const QString &text, ExitCode code)
{
    const bool written = print(stdout, text);
    if (!written)
        complain(u"the output could not be written"_s);
    leave(written ? code : ExitCode::Failed);
}

QString newId()
{
    return QUuid::createUuid().toString(QUuid::WithoutBraces);
}

/// A verb that is one call: how it goes out, and how its answer is printed.
struct Call
{
    bool post = false;
    QString path;
    QJsonObject body;
    std::function<QString(const QJsonObject &)> text;
};

Call callFor(const Arguments &arguments)
{
    switch (arguments.verb) {
    case Verb::Status:
        return {.post = false, .path = u"/status"_s, .body = {}, .text = statusText};
    case Verb::Inbox:
        return {.post = false,
                .path = u"/requests?limit=200&state="_s + (arguments.all ? u"all"_s : u"open"_s),
                .body = {},
                .text = [](const QJsonObject &list) {
                    return inboxText(list, QDateTime::currentDateTimeUtc());
                }};
    case Verb::Show:
        return {.post = false,
                .path = u"/requests/"_s + pathSegment(arguments.subject),
                .body = {},
                .text = requestText};
    case Verb::Stop:
        return {.post = true,
                .path = u"/requests/%1/stop"_s.arg(pathSegment(arguments.subject)),
                .body = {},
                .text = [command = arguments.command](const QJsonObject &answer) {
                    return stoppedText(command, answer);
                }};
    case Verb::Plugins:
        return {.post = false, .path = u"/plugins"_s, .body = {}, .text = pluginsText};
    case Verb::Login:
        return {.post = true,
                .path = u"/login-links"_s,
                .body = {},
                .text = [](const QJsonObject &link) {
                    return link.value("url"_L1).toString() + u'\n';
                }};
    case Verb::Prune:
        return {.post = true, .path = u"/prune"_s, .body = QJsonObject(), .text = prunedText};
    case Verb::Ask:
    case Verb::Doctor:
    case Verb::Providers:
        break;
    }
    return {};
}

void leaveWith(const ApiAnswer &failed)
{
    complain(errorText(failed));
    leave(failed.result == ApiAnswer::Result::NotThere ? ExitCode::NotThere : ExitCode::Failed);
}

/// Two answers in one: what the providers are like, and what waits.
void showProviders(bool json, ApiClient &client)
{
    client.get(u"/status"_s, [json, &client](const ApiAnswer &status) {
        if (!status.ok()) {
            leaveWith(status);
            return;
        }
        client.get(u"/requests?limit=200&state=waiting"_s,
                   [json, status = status.body](const ApiAnswer &waiting) {
                       if (!waiting.ok())
                           leaveWith(waiting);
                       else if (json)
                           printAndLeave(jsonText(providersObject(status, waiting.body)),
                                         ExitCode::Good);
                       else
                           printAndLeave(providersText(status,
                                                       waiting.body,
                                                       QDateTime::currentDateTimeUtc(),
                                                       QTimeZone::systemTimeZone()),
                                         ExitCode::Good);
                   });
    });
}

void runCall(const Arguments &arguments, ApiClient &client)
{
    const Result<RemoteAddress> address = findRemote(arguments.dataDirectory);
    if (!address) {
        complain(address.failure().kind == FailureKind::NotFound ? notThereText()
                                                                 : address.failure().detail);
        leave(ExitCode::NotThere);
        return;
    }
    client.setAddress(address.value());
    if (arguments.verb == Verb::Providers) {
        showProviders(arguments.json, client);
        return;
    }
    const Call call = callFor(arguments);
    const auto take = [json = arguments.json, text = call.text](const ApiAnswer &answer) {
        if (answer.ok()) {
            printAndLeave(json ? jsonText(answer.body) : text(answer.body), ExitCode::Good);
            return;
        }
        leaveWith(answer);
    };
    if (call.post)
        client.post(call.path, call.body, take);
    else
        client.get(call.path, take);
}

void printOutcome(const Finish &outcome, const Arguments &arguments)
{
    if (!outcome.complaint.isEmpty())
        complain(outcome.complaint);
    const bool replied = outcome.code == ExitCode::Good || outcome.code == ExitCode::Notice;
    if (outcome.request.isEmpty()) {
        leave(outcome.code);
    } else if (arguments.json) {
        printAndLeave(jsonText(outcome.request), outcome.code);
    } else if (replied) {
        printAndLeave(replyText(outcome.request), outcome.code);
    } else {
        if (outcome.code == ExitCode::Open)
            (void)print(stderr,
                        u"%1 show %2\n"_s.arg(arguments.command,
                                              outcome.request.value("id"_L1).toString()));
        leave(outcome.code);
    }
}

int run()
{
    const std::variant<Arguments, ShowHelp, WrongUsage> read =
        readArguments(QCoreApplication::arguments().mid(1),
                      hosts::dataHome() + "/hostline"_L1,
                      QDir::currentPath());
    if (const auto *const wrong = std::get_if<WrongUsage>(&read)) {
        complain(wrong->text + u" (hostline --help)"_s);
        return static_cast<int>(ExitCode::Usage);
    }
    if (const auto *const help = std::get_if<ShowHelp>(&read)) {
        return static_cast<int>(print(stdout, help->text) ? ExitCode::Good : ExitCode::Failed);
    }
    Arguments arguments = std::get<Arguments>(read);
    std::unique_ptr<QObject> job; // gone before the application is

    if (arguments.verb == Verb::Ask) {
        if (arguments.subject == "-"_L1) {
            QFile input;
            if (input.open(stdin, QIODevice::ReadOnly))
                arguments.subject = QString::fromUtf8(input.readAll());
        }
        if (arguments.conversation.isEmpty())
            arguments.conversation = u"cli-"_s + newId();
        auto *const ask =
            new Ask(arguments, arguments.clientId.isEmpty() ? newId() : arguments.clientId);
        job.reset(ask);
        QObject::connect(ask, &Ask::finished, ask, [arguments](const Finish &outcome) {
            printOutcome(outcome, arguments);
        });
        QObject::connect(ask, &Ask::said, ask, [](const QString &text) { complain(text); });
        QMetaObject::invokeMethod(ask, &Ask::start, Qt::QueuedConnection);
    } else if (arguments.verb == Verb::Doctor) {
        auto *const doctor = new Doctor(arguments);
        job.reset(doctor);
        QObject::connect(doctor,
                         &Doctor::finished,
                         doctor,
                         [json = arguments.json](const QList<Finding> &findings) {
                             printAndLeave(json ? jsonText(findingsObject(findings))
                                                : findingsText(findings),
                                           anyBad(findings) ? ExitCode::Failed : ExitCode::Good);
                         });
        QMetaObject::invokeMethod(doctor, &Doctor::start, Qt::QueuedConnection);
    } else {
        auto *const client = new ApiClient;
        job.reset(client);
        QMetaObject::invokeMethod(
            client, [arguments, client] { runCall(arguments, *client); }, Qt::QueuedConnection);
    }
    return QCoreApplication::exec();
}

} // namespace

} // namespace hostline::cli

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    return hostline::cli::run();
}
