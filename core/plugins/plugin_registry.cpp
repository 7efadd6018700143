// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/plugin_registry.h"

#include <hostline/plugin.h>
#include <hostline/route.h>

#include <QtCore/QDir>
#include <QtCore/QLibrary>
#include <QtCore/QLoggingCategory>
#include <QtCore/QThread>

#include <algorithm>
#include <exception>
#include <functional>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

Q_LOGGING_CATEGORY(lcPlugins, "hostline.core.plugins", QtInfoMsg)

Failure misuse(const QString &detail, const QString &mend)
{
    return Failure{
        .kind = FailureKind::InvalidConfiguration, .detail = detail, .subject = mend, .until = {}};
}

/// Why a directory cannot be searched at all.
std::optional<PluginFault> directoryFault(const QString &path)
{
    const QFileInfo info(path);
    const auto fault = [](const QString &reason, const QString &mend) {
        return PluginFault{.kind = PluginFault::Kind::Unreadable, .reason = reason, .mend = mend};
    };
    if (!QDir::isAbsolutePath(path))
        return fault(u"this plugin directory is a relative path"_s,
                     u"name it by its absolute path"_s);
    if (!info.exists())
        return std::nullopt;
    if (!info.isDir())
        return fault(u"this plugin directory is not a directory"_s,
                     u"put a directory in its place"_s);
    if (!info.isReadable() || !info.isExecutable())
        return fault(u"this plugin directory may not be read"_s,
                     u"give the user who runs Hostline the right to read it"_s);
    return std::nullopt;
}

/// Calls a plugin's create(), which must not throw but may.
template<typename Product>
Result<std::unique_ptr<Product>>
created(const PluginSpec &spec,
        const QString &name,
        const std::function<Result<std::unique_ptr<Product>>()> &create)
{
    const auto broken = [&spec, &name](const QString &what) {
        return misuse(u"plugin %1 %2 when it was to make \"%3\""_s.arg(spec.id, what, name),
                      u"report it to the authors of %1"_s.arg(spec.path));
    };
    try {
        Result<std::unique_ptr<Product>> product = create();
        if (product && !product.value())
            return broken(u"gave nothing"_s);
        if constexpr (std::is_base_of_v<QObject, Product>) {
            if (product && product.value()->thread() != QThread::currentThread())
                return broken(u"gave an object of another thread"_s);
        }
        return product;
    } catch (const std::exception &error) {
        return broken(u"threw (%1)"_s.arg(QString::fromLocal8Bit(error.what()).simplified()));
    } catch (...) {
        return broken(u"threw something that is no std::exception"_s);
    }
}

} // namespace

PluginRegistry::PluginRegistry(const QStringList &directories)
{
    for (const QString &directory : directories)
        search(directory);
}

void PluginRegistry::search(const QString &directory)
{
    if (const auto fault = directoryFault(directory)) {
        qCWarning(lcPlugins).noquote() << directory << "is not searched:" << fault->reason;
        m_libraries.push_back(std::make_unique<PluginLibrary>(directory, *fault));
        return;
    }
    // System: links to nothing and special files too, so that they are told.
    QStringList names = QDir(directory).entryList(QDir::Files | QDir::System | QDir::Hidden);
    std::sort(names.begin(), names.end());
    for (const QString &name : std::as_const(names)) {
        if (QLibrary::isLibrary(name))
            add(std::make_unique<PluginLibrary>(QDir(directory).absoluteFilePath(name)));
    }
}

void PluginRegistry::add(std::unique_ptr<PluginLibrary> found)
{
    // The same file once more: a versioned name, or a directory given twice.
    const QString file = QFileInfo(found->spec().path).canonicalFilePath();
    const auto same = [&file](const std::unique_ptr<PluginLibrary> &other) {
        return QFileInfo(other->spec().path).canonicalFilePath() == file;
    };
    if (!file.isEmpty() && std::any_of(m_libraries.begin(), m_libraries.end(), same))
        return;
    if (found->spec().usable()) {
        if (const PluginLibrary *first = library(found->spec().id); first && first->spec().usable())
            found->refuse(PluginFault{
                .kind = PluginFault::Kind::DuplicateId,
                .reason = u"%1 has the id %2 already"_s.arg(first->spec().path, found->spec().id),
                .mend = u"remove one of the two"_s});
    }
    if (const auto &fault = found->spec().fault)
        qCWarning(lcPlugins).noquote() << found->spec().path << "is not used:" << fault->reason;
    m_libraries.push_back(std::move(found));
}

PluginLibrary *PluginRegistry::library(const QString &id) const
{
    PluginLibrary *first = nullptr;
    for (const auto &candidate : m_libraries) {
        if (id.isEmpty() || candidate->spec().id != id)
            continue;
        if (candidate->spec().usable())
            return candidate.get();
        if (!first)
            first = candidate.get();
    }
    return first;
}

QList<PluginSpec> PluginRegistry::specs() const
{
    QList<PluginSpec> specs;
    for (const auto &candidate : m_libraries)
        specs << candidate->spec();
    return specs;
}

std::optional<PluginSpec> PluginRegistry::find(const QString &id) const
{
    if (const PluginLibrary *found = library(id))
        return found->spec();
    return std::nullopt;
}

void PluginRegistry::loadAll()
{
    for (const auto &candidate : m_libraries)
        candidate->load();
}

Result<PluginLibrary *> PluginRegistry::loaded(const QString &id, PluginKind kind)
{
    PluginLibrary *found = library(id);
    if (!found)
        return misuse(u"there is no plugin %1"_s.arg(id),
                      u"install the plugin %1, or take it out of the settings"_s.arg(id));
    found->load();
    const PluginSpec &spec = found->spec();
    if (spec.fault)
        return misuse(u"plugin %1 (%2) cannot be used: %3"_s.arg(id, spec.path, spec.fault->reason),
                      spec.fault->mend);
    if (spec.kind != kind)
        return misuse(u"plugin %1 is a %2, not a %3"_s.arg(id, toString(spec.kind), toString(kind)),
                      u"move it in the settings to where a %1 belongs"_s.arg(toString(spec.kind)));
    return found;
}

Result<std::unique_ptr<Provider>> PluginRegistry::createProvider(const QString &id,
                                                                 PluginContext &context)
{
    const Result<PluginLibrary *> found = loaded(id, PluginKind::Provider);
    if (!found)
        return found.failure();
    ProviderPlugin &plugin = *found.value()->provider();
    return created<Provider>(found.value()->spec(), context.name(), [&plugin, &context] {
        return plugin.create(context);
    });
}

Result<GuardedChannel> PluginRegistry::createChannel(const QString &id, PluginContext &context)
{
    const Result<PluginLibrary *> found = loaded(id, PluginKind::Channel);
    if (!found)
        return found.failure();
    ChannelPlugin &plugin = *found.value()->channel();
    Result<std::unique_ptr<Channel>> channel =
        created<Channel>(found.value()->spec(), context.name(), [&plugin, &context] {
            return plugin.create(context);
        });
    if (!channel)
        return channel.failure();
    return GuardedChannel(std::move(channel).value(), found.value()->spec().traits);
}

Result<std::unique_ptr<Route>> PluginRegistry::createRoute(const QString &id,
                                                           const QJsonObject &settings)
{
    const Result<PluginLibrary *> found = loaded(id, PluginKind::Route);
    if (!found)
        return found.failure();
    RoutePlugin &plugin = *found.value()->route();
    return created<Route>(found.value()->spec(), u"route"_s, [&plugin, &settings] {
        return plugin.create(settings);
    });
}

QList<PluginView> PluginRegistry::views(const QMultiMap<QString, QString> &instances) const
{
    QList<PluginView> views;
    for (const auto &candidate : m_libraries) {
        const PluginSpec &spec = candidate->spec();
        const bool stands = library(spec.id) == candidate.get();
        QStringList names = stands ? QStringList(instances.values(spec.id)) : QStringList();
        names.sort();
        views << viewOf(spec, names);
    }
    return views;
}

} // namespace hostline
