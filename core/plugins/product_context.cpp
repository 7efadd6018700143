// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/product_context.h"

#include "base/id_source.h"
#include "base/logging.h"
#include "base/private_files.h"

#include <QtCore/QLoggingCategory>
#include <QtCore/QUrl>

#include <utility>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

Q_LOGGING_CATEGORY(lcPlugins, "hostline.core.plugins", QtInfoMsg)

} // namespace

ProductContext::ProductContext(Parts parts)
    : m_parts(std::move(parts))
{ }

QString ProductContext::newId()
{
    return m_parts.ids.next();
}

QString ProductContext::directory()
{
    if (!m_directory.isEmpty())
        return m_directory;
    // The dot, too: "." and ".." are names of a table as good as any.
    const QString component = QString::fromLatin1(QUrl::toPercentEncoding(m_parts.name, {}, "."));
    const QString path = u"%1/plugins/%2"_s.arg(m_parts.dataDirectory, component);
    if (const Result<Done> made = ensurePrivateDirectory(path); !made) {
        qCCritical(lcPlugins).noquote()
            << "no directory for" << m_parts.name << made.failure().detail;
        return {};
    }
    m_directory = path;
    return m_directory;
}

void ProductContext::hideInLog(const QString &secret)
{
    Logging::addSecret(secret);
}

} // namespace hostline
