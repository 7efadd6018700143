// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "contract/provider/provider_watch.h"

#include "contract/provider/provider_rig.h"

namespace hostline::test {

ProviderRig::~ProviderRig() = default;

ProviderWatch::ProviderWatch(Provider &provider)
{
    connect(&provider, &Product::stateChanged, this, [this](Product::State state) {
        m_states.append(state);
    });
    connect(&provider, &Provider::threadOpened, this, [this](const ThreadOpened &opened) {
        said("threadOpened");
        m_opened.insert(opened.binding.toString(), opened.nativeThread);
    });
    connect(&provider,
            &Provider::threadFailed,
            this,
            [this](const BindingId &binding, const Failure &failure) {
                said("threadFailed");
                m_failures[binding.toString()].append(failure);
            });
    connect(&provider, &Provider::threadAbandoned, this, [this](const BindingId &binding) {
        said("threadAbandoned");
        ++m_abandoned[binding.toString()];
    });
    connect(
        &provider, &Provider::turnStarted, this, [this](const TurnId &turn, const QString &native) {
            saidOf(turn, "turnStarted");
            m_started.insert(turn.toString(), native);
        });
    connect(&provider,
            &Provider::textAppended,
            this,
            [this](const TurnId &turn, const QString &, const QString &text) {
                saidOf(turn, "textAppended");
                m_text[turn.toString()] += text;
            });
    connect(&provider,
            &Provider::activityChanged,
            this,
            [this](const TurnId &turn, const Activity &activity) {
                saidOf(turn, "activityChanged");
                m_activities[turn.toString()].append(activity);
            });
    connect(&provider, &Provider::turnHeard, this, [this](const TurnId &turn, bool) {
        saidOf(turn, "turnHeard");
        ++m_heard[turn.toString()];
    });
    connect(&provider, &Provider::turnFinished, this, [this](const TurnResult &result) {
        saidOf(result.turn, "turnFinished");
        m_results[result.turn.toString()].append(result);
    });
    connect(&provider, &Provider::turnRead, this, [this](const Inventory &inventory) {
        said("turnRead");
        m_inventories[inventory.turn.toString()].append(inventory);
    });
}

void ProviderWatch::said(const char *signal)
{
    if (m_asking)
        m_offences.append(QLatin1String(signal) + QStringLiteral(" from inside a slot"));
}

void ProviderWatch::saidOf(const TurnId &turn, const char *signal)
{
    said(signal);
    if (!m_results.value(turn.toString()).isEmpty())
        m_offences.append(QLatin1String(signal) + QStringLiteral(" after the end of ")
                          + turn.toString());
}

} // namespace hostline::test
