// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/logging.h"

#include "base/log_line.h"
#include "base/private_files.h"

#include <QtCore/QDateTime>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QMutex>

#include <algorithm>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace hostline {

/// Qt calls the handler from any thread, and a rotation must not tear a line: this is the one lock of the core library.
class Logging::Sink
{
public:
    explicit Sink(LogOptions options)
        : m_options(std::move(options))
    { }

    Result<Done> openFile()
    {
        auto file = openPrivateFile(m_options.file, OpenMode::Append);
        if (!file)
            return file.failure();
        struct stat status
        { };
        m_size = ::fstat(file.value().get(), &status) == 0 ? status.st_size : 0;
        m_file = std::move(file).value();
        return Done{};
    }

    void addSecret(const QString &secret)
    {
        const QMutexLocker locker(&m_mutex);
        m_secretForms += secretForms(secret);
        m_secretForms.removeDuplicates();
        std::ranges::stable_sort(
            m_secretForms, std::greater{}, [](const QString &form) { return form.size(); });
    }

    void write(QtMsgType type, const QString &category, const QString &text)
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const QMutexLocker locker(&m_mutex);
        const QByteArray line = logLine(now, type, category, redacted(text, m_secretForms));
        if (m_options.standardError)
            put(STDERR_FILENO, line);
        keep(line);
    }

    void writeToFile(QtMsgType type, const QString &category, const QString &text)
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const QMutexLocker locker(&m_mutex);
        keep(logLine(now, type, category, redacted(text, m_secretForms)));
    }

    static Sink *current;

private:
    void keep(const QByteArray &line)
    {
        if (m_options.file.isEmpty())
            return;
        if (m_size > 0 && m_size + line.size() > m_options.fileBytes)
            rotate();
        if (m_file.isValid() && put(m_file.get(), line))
            m_size += line.size();
    }

    static bool put(int fd, const QByteArray &line)
    {
        return ::write(fd, line.constData(), size_t(line.size())) == line.size();
    }

    void rotate()
    {
        m_file.reset();
        const auto name = [this](int age) {
            return QFile::encodeName(age == 0 ? m_options.file
                                              : m_options.file + '.'_L1 + QString::number(age));
        };
        for (int age = m_options.files - 1; age > 0; --age)
            ::rename(name(age - 1).constData(), name(age).constData());
        if (m_options.files <= 1)
            ::unlink(name(0).constData());
        m_size = 0;
        if (!openFile())
            m_size = 0;
    }

    LogOptions m_options;
    QMutex m_mutex;
    QStringList m_secretForms;
    UniqueFd m_file;
    qint64 m_size = 0;
};

// Qt's message handler is a plain function: this is how it finds the sink.
Logging::Sink *Logging::Sink::current = nullptr;

Logging::Logging(std::unique_ptr<Sink> sink)
    : m_sink(std::move(sink))
{
    Sink::current = m_sink.get();
    qInstallMessageHandler(
        [](QtMsgType type, const QMessageLogContext &context, const QString &text) {
            Sink::current->write(type, QString::fromLatin1(context.category), text);
        });
}

Logging::~Logging()
{
    qInstallMessageHandler(nullptr);
    Sink::current = nullptr;
}

Result<std::unique_ptr<Logging>> Logging::install(const LogOptions &options)
{
    auto sink = std::make_unique<Sink>(options);
    if (!options.file.isEmpty()) {
        if (auto directory = ensurePrivateDirectory(QFileInfo(options.file).absolutePath());
            !directory)
            return directory.failure();
        if (auto opened = sink->openFile(); !opened)
            return opened.failure();
    }
    return std::unique_ptr<Logging>(new Logging(std::move(sink)));
}

void Logging::addSecret(const QString &secret)
{
    if (Sink::current)
        Sink::current->addSecret(secret);
}

void Logging::keep(QtMsgType type, const QString &category, const QString &text)
{
    m_sink->writeToFile(type, category, text);
}

} // namespace hostline
