// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/access.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>

#include <algorithm>
#include <array>

namespace hostline::chat {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array<QByteArrayView, 3> loopbackNames{"127.0.0.1", "localhost", "[::1]"};

bool isOwnAuthority(QByteArrayView authority, quint16 port)
{
    const QByteArray given = authority.toByteArray().toLower();
    return std::any_of(
        loopbackNames.cbegin(), loopbackNames.cend(), [&given, port](QByteArrayView name) {
            return given == name.toByteArray() + ':' + QByteArray::number(port)
                || (port == 80 && given == name);
        });
}

} // namespace

std::optional<ApiError> checkOrigin(QByteArrayView host, QByteArrayView origin, quint16 port)
{
    if (!isOwnAuthority(host, port)) {
        return ApiError{403,
                        u"host_not_allowed"_s,
                        u"This server answers only under its own address on this machine."_s,
                        u"Use http://127.0.0.1:%1."_s.arg(port)};
    }
    static constexpr QByteArrayView scheme = "http://";
    if (!origin.isEmpty()
        && !(origin.startsWith(scheme) && isOwnAuthority(origin.sliced(scheme.size()), port))) {
        return ApiError{403,
                        u"origin_not_allowed"_s,
                        u"Another page asked for this; only Hostline's own page may."_s,
                        u"Open http://127.0.0.1:%1."_s.arg(port)};
    }
    return {};
}

bool equalSecrets(QByteArrayView left, QByteArrayView right)
{
    if (left.size() != right.size())
        return false;
    unsigned char difference = 0;
    for (qsizetype i = 0; i < left.size(); ++i)
        difference |= static_cast<unsigned char>(left[i] ^ right[i]);
    return difference == 0;
}

QByteArray sessionOf(const QByteArray &token)
{
    return QMessageAuthenticationCode::hash(
               "hostline chat session", token, QCryptographicHash::Sha256)
        .toHex();
}

QByteArray cookieName(quint16 port)
{
    return "hostline-" + QByteArray::number(port);
}

bool isSignedIn(QByteArrayView authorization,
                const std::optional<QByteArray> &cookie,
                const QByteArray &token)
{
    static constexpr QByteArrayView scheme = "Bearer ";
    if (authorization.size() > scheme.size()
        && authorization.first(scheme.size()).compare(scheme, Qt::CaseInsensitive) == 0)
        return equalSecrets(authorization.sliced(scheme.size()).trimmed(), token);
    return cookie && equalSecrets(*cookie, sessionOf(token));
}

} // namespace hostline::chat
