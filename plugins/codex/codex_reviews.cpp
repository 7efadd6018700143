// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// The provider's reviews: threads in which an agent can do nothing but answer.
#include "plugins/codex/codex_provider.h"

#include <QDir>

namespace hostline::codex {

using namespace Qt::StringLiterals;

/// An empty folder: neither a project's configuration nor its instructions stand in it.
QString CodexProvider::reviewDirectory() const
{
    QString path = m_context.directory() + u"/review"_s;
    QDir().mkpath(path);
    return path;
}

void CodexProvider::openReview(const ThreadSpec &spec)
{
    const BindingId binding = spec.binding;
    if (!ready()) {
        later([this, binding] { Q_EMIT threadFailed(binding, notReady()); });
        return;
    }
    Thread &thread = m_threads[binding];
    thread.review = true;
    thread.spec = spec;
    thread.spec.nativeThread.clear();
    thread.spec.access = Access::Read;
    load(thread, [this, binding](const std::optional<Failure> &failure) {
        const auto row = m_threads.find(binding);
        if (failure || row == m_threads.end())
            Q_EMIT threadFailed(binding, failure.value_or(notReady()));
        else
            Q_EMIT threadOpened(ThreadOpened{binding, row->second.spec.nativeThread});
    });
}

/// Codex keeps none of a thread's restrictions over a resume.
void CodexProvider::refuseResumption(const BindingId &binding)
{
    later([this, binding] {
        Opening lost;
        lost.failure = Failure{FailureKind::ThreadLost, u"a review is not resumed"_s, {}, {}};
        onOpened(binding, lost);
    });
}

/// It was refused; that it was asked for is enough.
void CodexProvider::onRequestRefused(const QJsonObject &params)
{
    const auto row = threadOfNative(params.value("threadId"_L1).toString());
    if (row != m_threads.end())
        endActing(row->second);
}

/// Speaking and thinking is all that a review may do. What Codex itself puts into the request is told here, too.
void CodexProvider::watchReview(Thread &thread, const codexwire::Event &event)
{
    static const QStringList harmless{u"message"_s,
                                      u"reasoning"_s,
                                      u"additional_tools"_s,
                                      u"configuration_update"_s,
                                      u"compaction"_s,
                                      u"compaction_trigger"_s,
                                      u"context_compaction"_s};
    const auto *item = std::get_if<codexwire::RawItemEvent>(&event);
    if (item && !harmless.contains(item->type))
        endActing(thread);
}

void CodexProvider::endActing(Thread &thread)
{
    if (!thread.review || std::exchange(thread.acted, true) || !thread.run)
        return;
    thread.run->interrupt();
}

TurnResult CodexProvider::judged(const Thread &thread, TurnResult result)
{
    if (!thread.review || !(thread.acted || result.reach == Reach::ToolStarted))
        return result;
    result.status = TurnResult::Status::Failed;
    result.reach = Reach::ToolStarted;
    result.answer.clear();
    result.failure = Failure{FailureKind::NotAllowed, u"the agent tried to act"_s, {}, {}};
    return result;
}

} // namespace hostline::codex
