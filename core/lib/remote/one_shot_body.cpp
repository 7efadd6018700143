// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/remote/one_shot_body.h"

#include <algorithm>
#include <cstring>

namespace hostline {

OneShotBody::OneShotBody(QByteArray content, QObject *parent)
    : QIODevice(parent)
    , m_content(std::move(content))
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

bool OneShotBody::isSequential() const
{
    return true;
}

qint64 OneShotBody::bytesAvailable() const
{
    return m_content.size() - m_position + QIODevice::bytesAvailable();
}

bool OneShotBody::reset()
{
    return false;
}

qint64 OneShotBody::readData(char *data, qint64 size)
{
    const qsizetype count = std::min<qsizetype>(size, m_content.size() - m_position);
    if (count == 0)
        return -1;
    std::memcpy(data, m_content.constData() + m_position, static_cast<size_t>(count));
    m_position += count;
    return count;
}

qint64 OneShotBody::writeData(const char *data, qint64 size)
{
    Q_UNUSED(data)
    Q_UNUSED(size)
    return -1;
}

} // namespace hostline
