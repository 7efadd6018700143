// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include <hostline/history.h>

namespace hostline {

namespace {

/// Sevenths of a token, so that 3.5 bytes and 2 bytes a token are whole numbers.
constexpr qint64 sevenths = 7;
constexpr qint64 asciiByte = 2;
constexpr qint64 twoBytes = 7;

qint64 seventhsOf(QChar unit)
{
    const char16_t code = unit.unicode();
    if (code == u'"' || code == u'\\' || code == u'\n' || code == u'\r' || code == u'\t')
        return 2 * asciiByte; // as it is escaped on its way
    if (code < 0x20)
        return 6 * asciiByte;
    if (code < 0x80)
        return asciiByte;
    // UTF-8: two bytes below U+0800, three up to U+FFFF; a pair of surrogates has four.
    const qint64 bytes = code < 0x800 ? 2 : unit.isSurrogate() ? 2 : 3;
    return (bytes * twoBytes + 1) / 2;
}

} // namespace

qint64 estimatedTokens(QStringView text)
{
    qint64 sum = 0;
    for (const QChar unit : text)
        sum += seventhsOf(unit);
    return (sum + sevenths - 1) / sevenths;
}

qint64 estimatedTokens(const HistoryMessage &message)
{
    return estimatedTokens(message.text) + usualWrapperTokens;
}

HistoryRestorer::HistoryRestorer(QObject *parent)
    : QObject(parent)
{ }
HistoryRestorer::~HistoryRestorer() = default;
qint64 HistoryRestorer::wrapperTokens(const BindingId & /*binding*/) const
{
    return usualWrapperTokens;
}
void HistoryRestorer::discardThread(const QString & /*nativeThread*/) { }
HistoryProvider::~HistoryProvider() = default;

} // namespace hostline
