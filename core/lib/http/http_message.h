// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace hostline {

struct HttpHeader
{
    QByteArray name;
    QByteArray value;
    bool operator==(const HttpHeader &) const = default;
};
using HttpHeaders = QList<HttpHeader>;

/** The value of the first header of that name (names compare without case), or empty. */
QByteArray headerValue(const HttpHeaders &headers, QByteArrayView name);

struct HttpResponse
{
    int status = 200;
    HttpHeaders headers; ///< Date, Content-Length and Connection are added by the server
    QByteArray body;
    bool operator==(const HttpResponse &) const = default;
};

/** What a request asks for, taken apart and decoded. */
struct HttpTarget
{
    QStringList
        segments; ///< decoded parts of the path; "/" has none, a trailing slash gives an empty last one
    QList<std::pair<QString, QString>> query; ///< decoded, in the order sent
    bool asterisk = false; ///< "OPTIONS *"

    /** "/" and the segments: for logs and simple comparisons; a slash inside a segment shows as "%2F". */
    [[nodiscard]] QString path() const;
    /** The value of the first query item of that name. */
    [[nodiscard]] std::optional<QString> queryValue(QStringView name) const;
    bool operator==(const HttpTarget &) const = default;
};

/**
 * Takes a request target apart. Only the origin form ("/a/b?c=d") and "*" are taken. Nothing comes back for bytes outside
 * printable ASCII, a bad percent escape, text that is not UTF-8, a control character, a fragment, or a "." or ".." segment.
 */
std::optional<HttpTarget> parseHttpTarget(QByteArrayView raw);

/** The value of a cookie in a Cookie header (RFC 6265: name=value pairs separated by "; "); the first one wins. */
std::optional<QByteArray> cookieValue(QByteArrayView cookieHeader, QByteArrayView name);

/** The head of a request as it came. */
struct HttpHead
{
    QByteArray method;
    QByteArray version;
    QByteArray target;
    HttpHeaders headers;
    qsizetype bytes = 0; ///< on the wire, from the method to the empty line
    /** How many of them are in no part of it as it was read: what is hidden behind a NUL, a folded line, a second blank in
     * the request line. Below zero: a line that ends in a bare line feed. */
    qsizetype strayBytes = 0;
};

struct HttpHeadLimits
{
    qsizetype headers = 100; ///< header fields of one request
    qint64 bodyBytes = 1024LL * 1024;
    qsizetype targetBytes = 8LL * 1024;
    qsizetype headBytes = 16LL * 1024; ///< the target included
};

/** Why a request is not handed on. */
struct HttpRefusal
{
    int status = 400;
    QString message; ///< English, technical, without anything the client sent
    bool operator==(const HttpRefusal &) const = default;
};

/**
 * The rules for a head, beyond what the parser takes: one Host, at most one of each field that is read here, a plain
 * Content-Length, no Transfer-Encoding (a body needs its length: 411), no field of odd characters, no stray byte, nothing
 * oversized, HTTP/1.0 or 1.1, a method that is known here.
 */
std::optional<HttpRefusal> checkHttpHead(const HttpHead &head, const HttpHeadLimits &limits);

} // namespace hostline
