// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/plugin_spec.h"

using namespace Qt::StringLiterals;

namespace hostline {

QString toString(PluginKind kind)
{
    switch (kind) {
    case PluginKind::Unknown:
        return {};
    case PluginKind::Provider:
        return u"provider"_s;
    case PluginKind::Channel:
        return u"channel"_s;
    case PluginKind::Route:
        return u"route"_s;
    }
    Q_UNREACHABLE();
}

PluginView viewOf(const PluginSpec &spec, const QStringList &instances)
{
    PluginView view;
    view.id = spec.id;
    view.kind = toString(spec.kind);
    view.version = spec.version;
    view.name = spec.name;
    view.nameZh = spec.nameZh;
    view.path = spec.path;
    view.usable = spec.usable();
    if (spec.fault)
        view.reason = u"%1; %2"_s.arg(spec.fault->reason, spec.fault->mend);
    view.instances = instances;
    return view;
}

} // namespace hostline
