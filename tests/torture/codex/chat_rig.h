// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/codex/rehearsal_fixture.h"
#include "torture/codex/chat_client.h"
#include "torture/rig/daemon_lives.h"
#include "torture/rig/processes.h"

#include <memory>

namespace hostline::torture {

struct ChatRigOptions
{
    QString command = {}; ///< in Codex's place; empty: the real one
    QString providerSettings = {}; ///< further lines of its table
    bool reviews = false; ///< of what a restart cut off, in a workspace that may be written to
};

/// The daemon as people have it: the Chat channel and the real Codex, which asks the rehearsal endpoint in this process.
class ChatRig
{
public:
    explicit ChatRig(const ChatRigOptions &options = {});
    ChatRig(const ChatRig &) = delete;
    ChatRig &operator=(const ChatRig &) = delete;

    test::RehearsalFixture codex;
    std::unique_ptr<DaemonLives> daemon;
    std::unique_ptr<ChatClient> chat; ///< of this life
    std::unique_ptr<ChatClient> earlier; ///< of the life before: what was seen of it

    [[nodiscard]] QString problem() const { return m_problem; } ///< not empty: nothing else works
    /// The next life, up to where its provider takes turns and the events are listened to.
    [[nodiscard]] bool start();

    [[nodiscard]] bool waitUntilSettled(const QString &request);

    /// How often the model was asked a question that has this text.
    [[nodiscard]] int modelCalls(const QString &text);
    /// Everything that runs on this rig's Codex home, whatever its parent.
    [[nodiscard]] QList<Process> codexProcesses() const;
    /// Those of them that are the app-server.
    [[nodiscard]] QList<Process> appServers() const;
    /// Until nothing runs on this rig's Codex home: 10 seconds, as H26 has it.
    [[nodiscard]] bool waitUntilChildless() const;

private:
    QString m_problem;
};

} // namespace hostline::torture
