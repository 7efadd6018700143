// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/rig/rig.h"

#include <QtTest/QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

QString pluginOf(FakePlatform::Ability ability)
{
    switch (ability) {
    case FakePlatform::Ability::HonoursKeys:
        return u"fake-keyed"_s;
    case FakePlatform::Ability::CanBeReadBack:
        return u"fake-readable"_s;
    case FakePlatform::Ability::Neither:
        return u"fake-blind"_s;
    }
    Q_UNREACHABLE();
}

} // namespace

Rig::Rig(FakePlatform::Ability ability)
    : platform(ability)
    , daemon(m_directory.path(),
             {u"--workspace"_s,
              m_directory.path(),
              u"--plugins"_s,
              QStringLiteral(HOSTLINE_TORTURE_PLUGINS)})
{
    if (!m_directory.isValid() || !platform.listen(m_directory.filePath(u"platform"_s))
        || !controller.listen(m_directory.filePath(u"control"_s)))
        qFatal("no room for a rig in %s", qPrintable(m_directory.path()));
    daemon.writeSettings(uR"(language = "en"
[recovery]
review = "off"
[channels.chat]
plugin = "%1"
socket = "%2/platform"
[providers.codex]
enabled = false
[providers.fake]
plugin = "fake-provider"
record = "%2/record"
control = "%2/control"
[route]
provider = "fake"
)"_s.arg(pluginOf(ability), m_directory.path()));
}

bool Rig::waitUntilSettled(int count, int milliseconds)
{
    const auto settled = [this, count] {
        const QList<StoredRequest> all = daemon.requests();
        return all.size() == count
            && std::all_of(all.begin(), all.end(), [](const StoredRequest &request) {
                   return request.state == "settled"_L1 && !request.replyState.isEmpty()
                       && request.replyState != "owed"_L1;
               });
    };
    return QTest::qWaitFor([this, settled] { return settled() || !daemon.isRunning(); },
                           milliseconds)
        && settled();
}

QString Rig::state() const
{
    QStringList lines;
    for (const StoredRequest &request : daemon.requests())
        lines << u"stored: %1 %2, reply %3 %4 %5"_s.arg(
            request.message, request.state, request.replyKind, request.replyState, request.notice);
    for (const FakePlatform::Acknowledgement &each : platform.acknowledgements())
        lines << u"platform: %1 acknowledged as %2, %3"_s.arg(
            each.message, each.result, each.request);
    for (const FakePlatform::Shown &each : platform.shown())
        lines << u"platform: %1 to %2 shown: %3"_s.arg(each.purpose, each.request, each.text);
    lines << u"platform: %1 connections, %2 sends, %3 read back"_s.arg(platform.connections())
                 .arg(platform.sends())
                 .arg(platform.readBacks());
    for (const FakeRecord::Turn &turn : turns())
        lines << u"host: %1 in %2, state %3: %4"_s.arg(turn.id, turn.thread)
                     .arg(int(turn.state))
                     .arg(turn.text);
    return lines.join(u'\n');
}

QList<FakeRecord::Turn> Rig::turns() const
{
    return FakeRecord(m_directory.filePath(u"record"_s)).turns();
}

void Rig::say(const QString &id, const QString &text, const QString &peer)
{
    FakePlatform::Message message;
    message.id = id;
    message.text = text;
    message.peer = peer;
    platform.say(message);
}

} // namespace hostline::torture
