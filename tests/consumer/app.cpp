// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// embedding DATA SETTINGS PLUGINS QUESTION: the whole of Hostline in a program of somebody else.
#include <hostline/host.h>

#include <QtCore/QCoreApplication>
#include <QtCore/QTextStream>
#include <QtCore/QUuid>

int main(int argc, char **argv)
{
    using namespace hostline;
    QCoreApplication app(argc, argv);
    const QStringList arguments = app.arguments();
    HostOptions options;
    options.dataDirectory = arguments.value(1);
    options.settingsFile = arguments.value(2);
    options.pluginDirectories = {arguments.value(3)};
    options.localChannels = {QStringLiteral("app")};
    options.defaultWorkspace = QStringLiteral("here");
    options.defaultWorkspacePath = app.applicationDirPath();

    Host host(options);
    QObject::connect(&host, &Host::failed, &app, [](const Failure &failure) {
        QTextStream(stderr) << failure.detail << '\n';
        QCoreApplication::exit(1);
    });
    QObject::connect(&host, &Host::ready, &app, [&host, &app, &arguments] {
        HostControl *const control = host.control();
        QObject::connect(control, &HostControl::changed, &app, [control](const Change &change) {
            if (change.kind == Change::Kind::RequestSettled)
                (void)control->send(GetRequest{change.request});
        });
        QObject::connect(
            control, &HostControl::answered, &app, [&host](const QueryId &, const Answer &answer) {
                const auto *request = std::get_if<RequestView>(&answer);
                if (request && request->reply && request->place.channel == QLatin1String("app")) {
                    QTextStream(stdout) << request->reply->text << '\n';
                    host.stop();
                }
            });
        InboundMessage message;
        message.source = {.channel = QStringLiteral("app"), .peer = QStringLiteral("desk")};
        message.messageId = QUuid::createUuid().toString();
        message.text = arguments.value(4);
        (void)control->send(Ask{message});
    });
    QObject::connect(&host, &Host::stopped, &app, &QCoreApplication::quit);
    host.start();
    return QCoreApplication::exec();
}
