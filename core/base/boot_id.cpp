// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/boot_id.h"

#include "base/random_token.h"

#include <QtCore/QFile>

using namespace Qt::StringLiterals;

namespace hostline {

QString bootId()
{
    QFile file(u"/proc/sys/kernel/random/boot_id"_s);
    if (!file.open(QIODevice::ReadOnly))
        return randomToken();
    const QString id = QString::fromLatin1(file.readAll()).trimmed();
    return id.isEmpty() ? randomToken() : id;
}

} // namespace hostline
