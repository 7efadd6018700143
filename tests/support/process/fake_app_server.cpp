// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/process/fake_app_server.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>

namespace hostline::test {

using namespace Qt::StringLiterals;

FakeAppServer::FakeAppServer()
{
    const QDir directory(m_directory.path());
    directory.mkpath(u"home"_s);
    directory.mkpath(u"workspace"_s);
}

QString FakeAppServer::program()
{
    return QStringLiteral(HOSTLINE_SOURCE_DIR "/tests/support/process/fake_app_server.py");
}

QString FakeAppServer::newDirectory()
{
    const QString name = u"plugin-%1"_s.arg(++m_directories);
    QDir(m_directory.path()).mkpath(name);
    return m_directory.filePath(name);
}

void FakeAppServer::script(const QJsonObject &script) const
{
    QFile file(home() + u"/fake.json"_s);
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(script).toJson()) < 0)
        qFatal("cannot write %s", qPrintable(file.fileName()));
}

QList<QJsonObject> FakeAppServer::received() const
{
    QFile file(home() + u"/fake.log"_s);
    QList<QJsonObject> messages;
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (!line.isEmpty())
            messages.append(QJsonDocument::fromJson(line).object());
    }
    return messages;
}

QList<QJsonObject> FakeAppServer::received(const QString &method) const
{
    QList<QJsonObject> messages;
    const QList<QJsonObject> all = received();
    for (const QJsonObject &message : all) {
        if (message.value("method"_L1) == method)
            messages.append(message);
    }
    return messages;
}

} // namespace hostline::test
