// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/app_server_process.h"
#include "lib/codexwire/codex_version.h"
#include "lib/codexwire/json_rpc_client.h"
#include "plugins/codex/codex_settings.h"
#include "plugins/codex/home_initializer.h"

#include <hostline/failure.h>

namespace hostline::codex {

/// One life of the child: an older one is ended, the program started, the handshake done, its version checked.
class AppServer : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AppServer)

public:
    /// \a program: the native binary; \a directory: private, keeps the child's mark. \a clock outlives the object.
    AppServer(const CodexSettings &settings,
              const QString &program,
              const QString &directory,
              Clock &clock,
              QObject *parent = nullptr);
    ~AppServer() override;

    /// Once. -> ready(), or ended().
    void start();

    /// Ends it; killed after \a grace. -> ended(). Idempotent.
    void end(std::chrono::milliseconds grace);
    /// Ends it because of \a failure, which ended() then tells.
    void endFor(const Failure &failure, std::chrono::milliseconds grace);

    [[nodiscard]] codexwire::JsonRpcClient &client() { return m_client; }
    [[nodiscard]] const QString &codexHome() const { return m_codexHome; }

Q_SIGNALS:
    void ready(const QString &version);
    /// Once, after every call was answered or failed.
    void ended(const hostline::Failure &failure);

private:
    void awaitOldOne();
    void initializeHome();
    void launch();
    void onInitialized(const codexwire::CallResult &result);

    CodexSettings m_settings;
    QString m_markFile;
    Clock &m_clock;
    HomeInitializer m_initializer;
    codexwire::AppServerProcess m_process;
    codexwire::JsonRpcClient m_client;
    std::unique_ptr<Timer> m_wait;
    int m_waits = 0;
    QString m_codexHome;
    std::optional<Failure> m_failure; ///< why we end it
    bool m_launched = false;
    bool m_ended = false;
};

} // namespace hostline::codex
