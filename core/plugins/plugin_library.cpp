// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/plugin_library.h"

#include "plugins/elf_size.h"
#include "plugins/plugin_metadata.h"

#include <hostline/plugin.h>
#include <hostline/route.h>

#include <QtCore/QFileInfo>
#include <QtCore/QLoggingCategory>

#include <exception>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

Q_LOGGING_CATEGORY(lcPlugins, "hostline.core.plugins", QtInfoMsg)

PluginSpec readSpec(const QString &path, QPluginLoader &loader)
{
    PluginSpec spec;
    spec.path = path;
    const QFileInfo info(path);
    if (!info.isFile()) { // also false for a link loop, and a FIFO is never opened
        spec.fault =
            PluginFault{.kind = PluginFault::Kind::Unreadable,
                        .reason = info.isSymLink() && !info.exists() ? u"it is a link to nothing"_s
                            : info.exists()                          ? u"it is not a regular file"_s
                                                                     : u"it does not exist"_s,
                        .mend = u"install the plugin again, or remove this entry"_s};
        return spec;
    }
    if (!info.isReadable()) {
        spec.fault = PluginFault{.kind = PluginFault::Kind::Unreadable,
                                 .reason = u"it may not be read"_s,
                                 .mend = u"give the user who runs Hostline the right to read it"_s};
        return spec;
    }
    if (const auto needed = mappedElfSize(path); needed && *needed > info.size()) {
        spec.fault = PluginFault{
            .kind = PluginFault::Kind::NotAPlugin,
            .reason =
                u"the file is cut short: it has %1 bytes of %2"_s.arg(info.size()).arg(*needed),
            .mend = u"copy or build it again"_s};
        return spec;
    }
    loader.setFileName(path);
    const QJsonObject metadata = loader.metaData();
    if (metadata.isEmpty()) {
        spec.fault = PluginFault{
            .kind = PluginFault::Kind::NotAPlugin,
            .reason = u"it is not a plugin (%1)"_s.arg(loader.errorString().simplified()),
            .mend = u"take it out of the plugin directory, or build it again: a broken metadata "
                    "file is only a warning of moc"_s};
        return spec;
    }
    return specFromMetadata(path, metadata);
}

} // namespace

PluginLibrary::PluginLibrary(const QString &path)
    : m_loader(std::make_unique<QPluginLoader>())
    , m_spec(readSpec(path, *m_loader))
{ }

PluginLibrary::PluginLibrary(const QString &path, const PluginFault &fault)
{
    m_spec.path = path;
    m_spec.fault = fault;
}

void PluginLibrary::refuse(const PluginFault &fault)
{
    if (m_spec.usable())
        m_spec.fault = fault;
}

bool PluginLibrary::load()
{
    if (!m_spec.usable() || m_provider || m_channel || m_route)
        return m_spec.usable();

    // All symbols now: one that is missing would end the process at its first call.
    m_loader->setLoadHints(QLibrary::ResolveAllSymbolsHint | QLibrary::PreventUnloadHint);
    const auto threw = [](const QString &what) {
        return PluginFault{.kind = PluginFault::Kind::Threw,
                           .reason = u"it threw while it was loaded (%1)"_s.arg(what),
                           .mend = u"report it to its authors; the other plugins go on"_s};
    };
    QObject *root = nullptr;
    try {
        root = m_loader->instance();
    } catch (const std::exception &error) {
        refuse(threw(QString::fromLocal8Bit(error.what()).simplified()));
    } catch (...) {
        refuse(threw(u"something that is no std::exception"_s));
    }
    if (!root) {
        refuse(PluginFault{
            .kind = PluginFault::Kind::CannotLoad,
            .reason = u"it cannot be loaded (%1)"_s.arg(m_loader->errorString().simplified()),
            .mend =
                u"rebuild it against this Hostline and its Qt, or install the library that it misses"_s});
        qCWarning(lcPlugins).noquote() << m_spec.path << "is not used:" << m_spec.fault->reason;
        return false;
    }
    switch (m_spec.kind) {
    case PluginKind::Provider:
        m_provider = qobject_cast<ProviderPlugin *>(root);
        break;
    case PluginKind::Channel:
        m_channel = qobject_cast<ChannelPlugin *>(root);
        break;
    case PluginKind::Route:
        m_route = qobject_cast<RoutePlugin *>(root);
        break;
    case PluginKind::Unknown:
        break;
    }
    if (!m_provider && !m_channel && !m_route) {
        refuse(PluginFault{
            .kind = PluginFault::Kind::WrongKind,
            .reason = u"its root object %1 is not the %2 plugin that its metadata promises"_s.arg(
                QString::fromLatin1(root->metaObject()->className()), toString(m_spec.kind)),
            .mend = u"name the interface in Q_INTERFACES and rebuild it"_s});
        qCWarning(lcPlugins).noquote() << m_spec.path << "is not used:" << m_spec.fault->reason;
    }
    return m_spec.usable();
}

} // namespace hostline
