// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// One route plugin, sound or broken in the way that a definition names.
#include <hostline/route.h>

#include <stdexcept>

using namespace Qt::StringLiterals;

namespace {

class FirstOnly final : public hostline::Route
{
public:
    explicit FirstOnly(QString first)
        : m_first(std::move(first))
    { }

    [[nodiscard]] QStringList members() const override { return {m_first}; }
    [[nodiscard]] hostline::RouteChoice choose(const hostline::RouteQuestion &) const override
    {
        return {hostline::RouteChoice::Reason::Primary, m_first, {}};
    }

private:
    QString m_first;
};

} // namespace

#if defined(TEST_ROUTE_WITHOUT_INTERFACE)
class RoutePlugin : public QObject
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID Hostline_RoutePlugin_iid FILE "route_plugin.json")
};
#else
class RoutePlugin : public QObject, public hostline::RoutePlugin
{
    Q_OBJECT
    Q_INTERFACES(hostline::RoutePlugin)
    Q_PLUGIN_METADATA(IID Hostline_RoutePlugin_iid FILE "route_plugin.json")
public:
    hostline::Result<std::unique_ptr<hostline::Route>> create(const QJsonObject &settings) override
    {
#if defined(TEST_ROUTE_THROWS)
        throw std::runtime_error("no luck");
#elif defined(TEST_ROUTE_GIVES_NOTHING)
        return std::unique_ptr<hostline::Route>();
#endif
        const QString first = settings.value("first"_L1).toString();
        if (first == "refuse"_L1)
            return hostline::Failure{.kind = hostline::FailureKind::InvalidConfiguration,
                                     .detail = u"as told"_s,
                                     .subject = {},
                                     .until = {}};
        return std::unique_ptr<hostline::Route>(std::make_unique<FirstOnly>(first));
    }
};
#endif

#include "route_plugin.moc"
