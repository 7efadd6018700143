// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/random_token.h"

#include <QtCore/QByteArray>
#include <QtCore/QRandomGenerator>

#include <array>

namespace hostline {

QString randomToken()
{
    std::array<quint32, 8> words{};
    QRandomGenerator::system()->fillRange(words.data(), qsizetype(words.size()));
    const auto *bytes = reinterpret_cast<const char *>(words.data());
    return QString::fromLatin1(QByteArray::fromRawData(bytes, qsizetype(sizeof words)).toHex());
}

} // namespace hostline
