// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/turn/model.h"

#include "rehearsal/codex_config.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

using namespace Qt::StringLiterals;

namespace hostline::bench {

namespace {

constexpr int patience = 60'000;

} // namespace

Model::Model(const QStringList &arguments)
{
    m_process.start(QStringLiteral(HOSTLINE_BUILD_DIR "/bin/hostline-rehearsal"),
                    QStringList{u"--parent-death"_s} + arguments);
    m_url = QUrl(QJsonDocument::fromJson(nextLine(m_process)).object().value("url"_L1).toString());
}

Model::~Model()
{
    m_process.terminate();
    m_process.waitForFinished();
}

QByteArray nextLine(QProcess &process)
{
    while (!process.canReadLine()) {
        if (!process.waitForReadyRead(patience))
            qFatal("%s says nothing", qPrintable(process.program()));
    }
    return process.readLine();
}

QString newFolder(const QTemporaryDir &all, const QString &name, const Model &model)
{
    QString folder = all.filePath(name);
    QDir(folder).mkpath(u"home"_s);
    QFile config(folder + "/home/config.toml"_L1);
    if (!config.open(QIODevice::WriteOnly)
        || config.write(rehearsal::codexToml(rehearsal::codexConfig(model.url())).toUtf8()) < 0)
        qFatal("cannot write into %s", qPrintable(folder));
    return folder;
}

QString codexProvider(const QString &program, const QString &folder)
{
    return u"[providers.codex]\ncommand = '%1'\nhome = '%2/home'\n"_s.arg(program, folder);
}

} // namespace hostline::bench
