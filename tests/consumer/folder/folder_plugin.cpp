// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// A channel whose messages are files: DIRECTORY/in/NAME.txt is a question, DIRECTORY/out/KEY.txt a part of a reply.
#include <hostline/plugin.h>

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileSystemWatcher>
#include <QtCore/QHash>
#include <QtCore/QSaveFile>

#include <utility>

namespace folder {

using namespace hostline;

class FolderChannel final : public Channel
{
    Q_OBJECT
public:
    FolderChannel(PluginContext &context, const QString &directory)
        : m_name(context.name())
        , m_in(directory + QStringLiteral("/in"))
        , m_out(directory + QStringLiteral("/out"))
    {
        setAddress(directory);
        connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &FolderChannel::look);
    }

    void start() override
    {
        if (state() == State::Ready)
            return;
        QDir().mkpath(m_in);
        QDir().mkpath(m_out);
        if (!m_watcher.directories().contains(m_in))
            m_watcher.addPath(m_in);
        setState(State::Ready);
        later([this] { look(); });
    }

    void stop() override { setState(State::Stopped); }

    void acknowledge(const Admission &admission) override
    {
        const QString file = m_tags.take(admission.tag);
        // Not stored: the file stays, and is found again.
        if (!file.isEmpty() && admission.result != Admission::Result::TryLater)
            QFile::remove(file);
    }

    void deliver(const Delivery &delivery) override
    {
        later([this, delivery] {
            DeliveryOutcome outcome;
            outcome.key = delivery.key;
            outcome.result = DeliveryOutcome::Result::NotSent;
            const QString text =
                delivery.body.text.mid(delivery.part.from, delivery.part.to - delivery.part.from);
            // The file is there whole, or not at all.
            QSaveFile file(fileOf(delivery.key));
            if (file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0
                && file.commit()) {
                outcome.result = DeliveryOutcome::Result::Sent;
                outcome.receipt = file.fileName();
            }
            outcome.detail = file.errorString();
            Q_EMIT delivered(outcome);
        });
    }

    void readBack(const Delivery &delivery) override
    {
        later([this, key = delivery.key] {
            DeliveryOutcome outcome;
            outcome.key = key;
            const bool there = QFile::exists(fileOf(key));
            outcome.result =
                there ? DeliveryOutcome::Result::Sent : DeliveryOutcome::Result::NotSent;
            outcome.receipt = there ? fileOf(key) : QString();
            Q_EMIT delivered(outcome);
        });
    }

private:
    template<typename Step>
    void later(Step step)
    {
        QMetaObject::invokeMethod(this, std::move(step), Qt::QueuedConnection);
    }

    QString fileOf(const DeliveryKey &key) const
    {
        return m_out + QLatin1Char('/') + key.toString() + QStringLiteral(".txt");
    }

    void look()
    {
        if (state() != State::Ready)
            return;
        const QDir directory(m_in);
        for (const QString &name :
             directory.entryList({QStringLiteral("*.txt")}, QDir::Files, QDir::Name)) {
            QFile file(directory.filePath(name));
            if (m_tags.values().contains(file.fileName()) || !file.open(QIODevice::ReadOnly))
                continue; // on its way
            InboundMessage message;
            message.tag = ++m_lastTag;
            message.source.channel = m_name;
            message.source.peer = QStringLiteral("folder");
            message.messageId = name;
            message.text = QString::fromUtf8(file.readAll());
            m_tags.insert(message.tag, file.fileName());
            Q_EMIT messageReceived(message);
        }
    }

    QString m_name;
    QString m_in;
    QString m_out;
    QFileSystemWatcher m_watcher;
    quint64 m_lastTag = 0;
    QHash<quint64, QString> m_tags; ///< tag -> file
};

class FolderPlugin final : public QObject, public ChannelPlugin
{
    Q_OBJECT
    Q_INTERFACES(hostline::ChannelPlugin)
    Q_PLUGIN_METADATA(IID Hostline_ChannelPlugin_iid FILE "folder.json")
public:
    Result<std::unique_ptr<Channel>> create(PluginContext &context) override
    {
        const QString directory = context.settings().value(QLatin1String("directory")).toString();
        if (!QDir::isAbsolutePath(directory))
            return Failure{.kind = FailureKind::InvalidConfiguration,
                           .detail = QStringLiteral("directory is no absolute path"),
                           .subject = QStringLiteral("set `directory` to an absolute path")};
        return std::unique_ptr<Channel>(std::make_unique<FolderChannel>(context, directory));
    }
};

} // namespace folder

#include "folder_plugin.moc"
