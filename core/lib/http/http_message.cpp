// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/http/http_message.h"

#include <QStringDecoder>

#include <algorithm>
#include <array>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

bool sameName(QByteArrayView left, QByteArrayView right)
{
    return left.compare(right, Qt::CaseInsensitive) == 0;
}

bool isTokenCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
        || QByteArrayView("!#$%&'*+-.^_`|~").contains(c);
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

std::optional<QString> decodeText(QByteArrayView raw, bool plusIsSpace)
{
    QByteArray bytes;
    bytes.reserve(raw.size());
    for (qsizetype i = 0; i < raw.size(); ++i) {
        if (raw[i] == '+' && plusIsSpace) {
            bytes.append(' ');
        } else if (raw[i] == '%') {
            if (i + 2 >= raw.size())
                return {};
            const int high = hexDigit(raw[i + 1]);
            const int low = hexDigit(raw[i + 2]);
            if (high < 0 || low < 0)
                return {};
            bytes.append(static_cast<char>(high * 16 + low));
            i += 2;
        } else {
            bytes.append(raw[i]);
        }
    }
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder.decode(bytes);
    if (decoder.hasError())
        return {};
    const bool control = std::any_of(text.cbegin(), text.cend(), [](QChar c) {
        return c.unicode() < 0x20 || c.unicode() == 0x7f;
    });
    if (control)
        return {};
    return text;
}

bool isPlainLength(QByteArrayView value)
{
    return !value.isEmpty() && value.size() <= 15
        && std::all_of(value.cbegin(), value.cend(), [](char c) { return c >= '0' && c <= '9'; });
}

qsizetype countOf(const HttpHeaders &headers, QByteArrayView name)
{
    return std::count_if(headers.cbegin(), headers.cend(), [name](const HttpHeader &header) {
        return sameName(header.name, name);
    });
}

} // namespace

QByteArray headerValue(const HttpHeaders &headers, QByteArrayView name)
{
    for (const HttpHeader &header : headers) {
        if (sameName(header.name, name))
            return header.value;
    }
    return {};
}

QString HttpTarget::path() const
{
    if (asterisk)
        return u"*"_s;
    QStringList shown = segments;
    for (QString &segment : shown)
        segment.replace(u'/', "%2F"_L1);
    return u'/' + shown.join(u'/');
}

std::optional<QString> HttpTarget::queryValue(QStringView name) const
{
    for (const auto &[key, value] : query) {
        if (key == name)
            return value;
    }
    return {};
}

std::optional<HttpTarget> parseHttpTarget(QByteArrayView raw)
{
    HttpTarget target;
    if (raw == "*") {
        target.asterisk = true;
        return target;
    }
    if (!raw.startsWith('/'))
        return {};
    const bool printable = std::all_of(
        raw.cbegin(), raw.cend(), [](char c) { return c > 0x20 && c < 0x7f && c != '#'; });
    if (!printable)
        return {};

    const qsizetype mark = raw.indexOf('?');
    const QByteArrayView path = mark < 0 ? raw : raw.first(mark);
    if (path.size() > 1) {
        for (const QByteArray &part : path.sliced(1).toByteArray().split('/')) {
            const std::optional<QString> segment = decodeText(part, false);
            if (!segment || *segment == "."_L1 || *segment == ".."_L1)
                return {};
            target.segments.append(*segment);
        }
    }
    if (mark >= 0) {
        for (const QByteArray &item : raw.sliced(mark + 1).toByteArray().split('&')) {
            if (item.isEmpty())
                continue;
            const qsizetype equals = item.indexOf('=');
            const std::optional<QString> name =
                decodeText(equals < 0 ? item : item.first(equals), true);
            const std::optional<QString> value =
                decodeText(equals < 0 ? QByteArray() : item.sliced(equals + 1), true);
            if (!name || !value)
                return {};
            target.query.append({*name, *value});
        }
    }
    return target;
}

std::optional<QByteArray> cookieValue(QByteArrayView cookieHeader, QByteArrayView name)
{
    for (const QByteArray &pair : cookieHeader.toByteArray().split(';')) {
        const QByteArray trimmed = pair.trimmed();
        const qsizetype equals = trimmed.indexOf('=');
        if (equals > 0 && QByteArrayView(trimmed).first(equals) == name)
            return trimmed.sliced(equals + 1);
    }
    return {};
}

std::optional<HttpRefusal> checkHttpHead(const HttpHead &head, const HttpHeadLimits &limits)
{
    static constexpr std::array<QByteArrayView, 7> knownMethods = {
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};
    static constexpr std::array<QByteArrayView, 5> singleFields = {
        "Authorization", "Content-Type", "Cookie", "Last-Event-ID", "Origin"};
    if (head.version != "HTTP/1.1" && head.version != "HTTP/1.0")
        return HttpRefusal{505, u"Only HTTP/1.1 and HTTP/1.0 are spoken here."_s};
    if (std::find(knownMethods.cbegin(), knownMethods.cend(), QByteArrayView(head.method))
        == knownMethods.cend())
        return HttpRefusal{501, u"This method is not known here."_s};
    if (head.target.size() > limits.targetBytes)
        return HttpRefusal{414, u"The request target is too long."_s};
    if (head.bytes > limits.headBytes)
        return HttpRefusal{431, u"The head of the request is too large."_s};
    if (head.headers.size() > limits.headers)
        return HttpRefusal{431, u"The request has too many header fields."_s};
    for (const HttpHeader &header : head.headers) {
        const bool goodName = !header.name.isEmpty()
            && std::all_of(header.name.cbegin(), header.name.cend(), isTokenCharacter);
        const bool goodValue = std::all_of(header.value.cbegin(), header.value.cend(), [](char c) {
            const auto byte = static_cast<unsigned char>(c);
            return byte == '\t' || (byte >= 0x20 && byte != 0x7f);
        });
        if (!goodName || !goodValue)
            return HttpRefusal{400, u"A header field holds a character that is not allowed."_s};
    }

    if (head.strayBytes != 0)
        return HttpRefusal{
            400, u"The head of the request holds a NUL, a folded line or a bare line feed."_s};

    const qsizetype hosts = countOf(head.headers, "Host");
    if (hosts > 1 || (hosts == 0 && head.version == "HTTP/1.1"))
        return HttpRefusal{400, u"The request needs exactly one Host header."_s};
    for (const QByteArrayView name : singleFields) {
        if (countOf(head.headers, name) > 1)
            return HttpRefusal{
                400, u"The request has more than one %1 header."_s.arg(QLatin1StringView(name))};
    }

    const qsizetype lengths = countOf(head.headers, "Content-Length");
    if (countOf(head.headers, "Transfer-Encoding") > 0) {
        if (lengths > 0)
            return HttpRefusal{400, u"Content-Length and Transfer-Encoding exclude each other."_s};
        return HttpRefusal{411, u"A body needs a Content-Length; chunked bodies are not taken."_s};
    }
    if (lengths > 1)
        return HttpRefusal{400, u"The request has more than one Content-Length."_s};
    if (lengths == 1) {
        const QByteArray length = headerValue(head.headers, "Content-Length");
        if (!isPlainLength(length))
            return HttpRefusal{400, u"Content-Length is not a plain number."_s};
        if (length.toLongLong() > limits.bodyBytes)
            return HttpRefusal{413, u"The body is larger than what is taken here."_s};
    }

    const qsizetype expectations = countOf(head.headers, "Expect");
    if (expectations > 1
        || (expectations == 1 && !sameName(headerValue(head.headers, "Expect"), "100-continue")))
        return HttpRefusal{417, u"Only the expectation 100-continue is known."_s};
    return {};
}

} // namespace hostline
