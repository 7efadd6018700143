// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/clock.h>
#include <hostline/control.h>

#include <QtCore/QJsonObject>
#include <QtCore/QMap>
#include <QtCore/QStringList>

#include <memory>

namespace hostline {

/// What the host program decides. The core knows no plugin by name: defaults for them come from here.
struct HostOptions
{
    QString dataDirectory; ///< absolute; made with mode 0700
    QString settingsFile; ///< empty: defaults
    QStringList pluginDirectories; ///< absolute, first id wins
    QString programName; ///< shown to a second process that finds the data in use

    QMap<QString, QJsonObject>
        defaultProviders; ///< name -> settings table, used where the file has no such table or key
    QMap<QString, QJsonObject> defaultChannels;
    QString defaultProvider; ///< which one answers
    QString defaultWorkspace; ///< its name
    QString defaultWorkspacePath; ///< absolute

    /// Channels whose plugin may use HostControl. Their people are the owner: full grant, replies are read from the store.
    QStringList controlChannels;
    /// Names of channels without a plugin: the program asks through HostControl itself. As controlChannels.
    QStringList localChannels;

    Clock *clock = nullptr; ///< null: the system's
};

/// The whole of Hostline in one object, to be embedded by a program with a Qt event loop.
/// Lives on one thread (the core thread) and never blocks it.
class HOSTLINE_EXPORT Host : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Host)
public:
    explicit Host(HostOptions options, QObject *parent = nullptr);
    ~Host() override; ///< without stop(): what kill -9 leaves; nothing is lost

    /// Null before start() has read the settings; stays after failed(). Orders are answered from ready() on.
    [[nodiscard]] HostControl *control() const;

public Q_SLOTS:
    /// -> ready() | failed(). Locks the data, migrates, settles what an earlier run left, loads plugins, starts products.
    void start();
    /// -> stopped(). No new claims; running turns get 8 s, are then interrupted, 3 s later ended; within 15 s in all.
    void stop();
    /// Reads the settings file again; products whose tables changed are made anew when they are idle. A broken
    /// file changes nothing: settingsRejected().
    void reload();

Q_SIGNALS:
    void ready(); ///< requests are taken
    /// Could not start; the object is of no more use. Telling it is the program's: nothing is logged. The detail of
    /// broken settings is a line for each problem, file:line:column first, and their subject is the file.
    void failed(const hostline::Failure &failure);
    void settingsRejected(const hostline::Failure &failure);
    void stopped();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace hostline
