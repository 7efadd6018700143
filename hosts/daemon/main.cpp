// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "../places.h"
#include "arguments.h"
#include "base/logging.h"
#include "daemon.h"
#include "unix_signals.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDir>

#include <algorithm>
#include <cstdio>

#include <sys/resource.h>

using namespace Qt::StringLiterals;

namespace hostline::daemon {

namespace {

void print(std::FILE *stream, const QByteArray &text)
{
    std::fwrite(text.constData(), 1, static_cast<size_t>(text.size()), stream);
    std::fflush(stream);
}

int complain(ExitCode code, const QString &text)
{
    print(stderr, lastWords(code, text).toUtf8());
    return static_cast<int>(code);
}

Surroundings surroundings()
{
    return {.currentDirectory = QDir::currentPath(),
            .dataHome = hosts::dataHome(),
            .settingsFile = hosts::userSettingsFile()};
}

/// Each reader of a page's events holds a descriptor, and the usual soft limit is 1,024.
void allowManyFiles()
{
    constexpr rlim_t wanted = 4096;
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= wanted)
        return;
    files.rlim_cur = std::min(files.rlim_max, wanted);
    ::setrlimit(RLIMIT_NOFILE, &files);
}

int run()
{
    allowManyFiles();
    const UnixSignals signalWatch; // what comes meanwhile is read by exec()
    const Surroundings around = surroundings();
    const auto read = readArguments(QCoreApplication::arguments().mid(1), around);
    if (const auto *const wrong = std::get_if<WrongUsage>(&read))
        return complain(ExitCode::Usage, wrong->text + u" (hostlined --help)"_s);
    if (const auto *const shown = std::get_if<ShowHelp>(&read)) {
        print(stdout, shown->text.toUtf8());
        return static_cast<int>(ExitCode::Stopped);
    }
    const auto &arguments = std::get<Arguments>(read);

    LogOptions logOptions;
    logOptions.file = arguments.logFile;
    const Result<std::unique_ptr<Logging>> logging = Logging::install(logOptions);
    if (!logging)
        return complain(ExitCode::Failed, explanation(logging.failure()));

    Daemon daemon(hostOptions(arguments, QCoreApplication::applicationDirPath(), around.dataHome));
    QObject::connect(&signalWatch, &UnixSignals::stopAsked, &daemon, &Daemon::stop);
    QObject::connect(&signalWatch, &UnixSignals::reloadAsked, &daemon, &Daemon::reload);
    QObject::connect(
        &daemon, &Daemon::ready, &daemon, [](const QByteArray &line) { print(stdout, line); });
    QObject::connect(&daemon,
                     &Daemon::finished,
                     &daemon,
                     [log = logging.value().get()](ExitCode code, const QString &complaint) {
                         if (!complaint.isEmpty()) {
                             complain(code, complaint);
                             const QStringList lines = complaint.split(u'\n');
                             for (const QString &line : lines)
                                 log->keep(QtCriticalMsg, u"hostline.daemon"_s, line);
                         }
                         QCoreApplication::exit(static_cast<int>(code));
                     });
    QMetaObject::invokeMethod(&daemon, &Daemon::start, Qt::QueuedConnection);
    return QCoreApplication::exec();
}

} // namespace

} // namespace hostline::daemon

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    return hostline::daemon::run();
}
