// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/login_codes.h"

#include "chat/access.h"

namespace hostline::chat {

void LoginCodes::add(const QByteArray &code, std::chrono::milliseconds now)
{
    if (m_codes.size() >= most)
        m_codes.removeFirst();
    m_codes.append({code, now + validity});
}

bool LoginCodes::redeem(QByteArrayView code, std::chrono::milliseconds now)
{
    m_codes.removeIf([now](const Code &each) { return each.until <= now; });
    return m_codes.removeIf([code](const Code &each) { return equalSecrets(each.text, code); }) > 0;
}

} // namespace hostline::chat
