// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/thread_opener.h"

#include "lib/codexwire/codex_errors.h"
#include "lib/codexwire/process_mark.h"
#include "plugins/codex/thread_parameters.h"

namespace hostline::codex {

using namespace Qt::StringLiterals;
using codexwire::CallResult;

ThreadOpener::ThreadOpener(ThreadSpec spec,
                           QString review,
                           const CodexSettings &settings,
                           QString codexHome,
                           codexwire::JsonRpcClient &client,
                           QObject *parent)
    : QObject(parent)
    , m_spec(std::move(spec))
    , m_review(std::move(review))
    , m_settings(settings)
    , m_codexHome(std::move(codexHome))
    , m_client(client)
{ }

QString ThreadOpener::openMethod() const
{
    return m_spec.nativeThread.isEmpty() ? u"thread/start"_s : u"thread/resume"_s;
}

void ThreadOpener::open()
{
    if (m_spec.access == Access::Read && !m_spec.nativeThread.isEmpty()) {
        sendOpen(openMethod(), openParameters(m_spec, m_settings, {}));
        return;
    }
    const QString method = u"config/read"_s;
    m_client.call(
        method, {}, m_settings.callTimeout, this, [this, method](const CallResult &result) {
            const QJsonObject config = result.result.value("config"_L1).toObject();
            m_compaction = compactionOf(config, m_settings.config);
            m_window = config.value("model_context_window"_L1).toInteger();
            if (m_review.isEmpty()) {
                // A refusal is no hindrance: without the user's word the workspace counts as untrusted.
                const bool writes = m_spec.access == Access::Write;
                sendOpen(openMethod(),
                         openParameters(m_spec,
                                        m_settings,
                                        writes ? trustLevel(config, m_spec.workspace) : QString()));
            } else if (result.outcome == CallResult::Outcome::Answered) {
                sendOpen(openMethod(), reviewParameters(m_spec, m_settings, config, m_review));
            } else {
                // Which servers would have to be taken away is not known.
                Opening refused;
                refused.failure = codexwire::failureOfCall(result, method);
                if (result.outcome == CallResult::Outcome::Refused)
                    refused.failure.kind = FailureKind::UnsupportedHost;
                Q_EMIT finished(refused);
            }
        });
}

void ThreadOpener::sendOpen(const QString &method, const QJsonObject &parameters)
{
    m_client.call(
        method, parameters, m_settings.callTimeout, this, [this, method](const CallResult &result) {
            onOpened(method, result);
        });
}

void ThreadOpener::onOpened(const QString &method, const CallResult &result)
{
    Opening opening;
    if (result.outcome == CallResult::Outcome::Answered) {
        const codexwire::ThreadInfo thread = codexwire::readThreadInfo(result.result);
        opening.nativeThread = thread.id;
        opening.model = thread.model;
        opening.window = m_settings.config.value("model_context_window"_L1).toInteger(m_window);
        opening.compaction = m_compaction;
        opening.hadTurn = thread.hadTurn;
    }
    if (opening.nativeThread.isEmpty()) {
        opening.failure = codexwire::failureOfCall(result, method);
        if (opening.failure.kind == FailureKind::ThreadBusyElsewhere)
            opening.failure.subject = codexwire::holderOfLockFile(
                u"%1/thread-writer-locks/%2.lock"_s.arg(m_codexHome, m_spec.nativeThread));
    }
    Q_EMIT finished(opening);
}

} // namespace hostline::codex
