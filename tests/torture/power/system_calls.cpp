// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/power/system_calls.h"

#include <QtCore/QFile>
#include <QtCore/QHash>
#include <QtCore/QJsonDocument>
#include <QtCore/QStandardPaths>

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

/// "\x61\x62" -> "ab"
QByteArray decoded(QByteArrayView hexadecimal)
{
    QByteArray plain;
    plain.reserve(hexadecimal.size() / 4);
    for (qsizetype at = 0; at + 3 < hexadecimal.size(); at += 4)
        plain += char(hexadecimal.sliced(at + 2, 2).toByteArray().toInt(nullptr, 16));
    return plain;
}

/// What stands between the two, from `at` on, which then is behind it.
QByteArrayView between(QByteArrayView text, char open, char close, qsizetype &at)
{
    const qsizetype from = text.indexOf(open, at);
    const qsizetype to = from < 0 ? -1 : text.indexOf(close, from + 1);
    if (to < 0)
        return {};
    at = to + 1;
    return text.sliced(from + 1, to - from - 1);
}

class Reader
{
public:
    explicit Reader(QString below)
        : m_below(std::move(below))
    { }

    void take(const QByteArray &traceLine);
    [[nodiscard]] QList<SystemCall> calls() const { return m_calls; }

private:
    void begin(const QByteArray &call);
    void end(const QByteArray &call);
    [[nodiscard]] bool isStore(const QString &path) const
    {
        return path.startsWith(m_below) && path.contains(".sqlite"_L1) && !path.endsWith("-shm"_L1);
    }

    QString m_below;
    QHash<QByteArray, QByteArray> m_open; // thread -> a call that has not ended
    QList<SystemCall> m_calls;
};

void Reader::take(const QByteArray &traceLine)
{
    const qsizetype space = traceLine.indexOf(' ');
    const QByteArray thread = traceLine.left(space);
    QByteArray call = traceLine.mid(space).trimmed();
    constexpr char unfinished[] = "<unfinished ...>";
    if (call.endsWith(unfinished)) {
        call.chop(qsizetype(sizeof unfinished) - 1);
        m_open.insert(thread, call);
        begin(call);
    } else if (call.startsWith("<... ")) {
        end(m_open.take(thread) + call.mid(call.indexOf("resumed>") + 8));
    } else {
        begin(call);
        end(call);
    }
}

void Reader::begin(const QByteArray &call)
{
    if (!call.startsWith("write(") && !call.startsWith("sendto(") && !call.startsWith("sendmsg("))
        return;
    qsizetype at = 0;
    const QString path = QString::fromUtf8(decoded(between(call, '<', '>', at)));
    if (isStore(path))
        return;
    const QByteArray data = decoded(between(call, '"', '"', at));
    for (const QByteArray &part : data.split('\n')) {
        const QJsonObject line = QJsonDocument::fromJson(part).object();
        if (!line.isEmpty())
            m_calls << SystemCall{
                .kind = SystemCall::Kind::Line, .path = {}, .data = {}, .line = line};
    }
}

void Reader::end(const QByteArray &call)
{
    const qsizetype answer = call.lastIndexOf(" = ");
    if (answer < 0 || call.sliced(answer + 3).startsWith("-1")
        || call.sliced(answer + 3).startsWith('?'))
        return;
    qsizetype at = 0;
    if (call.startsWith("unlink(") || call.startsWith("unlinkat(")) {
        const QString path = QString::fromUtf8(decoded(between(call, '"', '"', at)));
        if (isStore(path))
            m_calls << SystemCall{
                .kind = SystemCall::Kind::Remove, .path = path, .data = {}, .line = {}};
        return;
    }
    const QString path = QString::fromUtf8(decoded(between(call, '<', '>', at)));
    if (!isStore(path))
        return;
    if (call.startsWith("fdatasync(") || call.startsWith("fsync(")) {
        m_calls << SystemCall{.kind = SystemCall::Kind::Sync, .path = path, .data = {}, .line = {}};
    } else if (call.startsWith("ftruncate(")) {
        const qint64 size = between(call, ' ', ')', at).toByteArray().toLongLong();
        m_calls << SystemCall{.kind = SystemCall::Kind::Truncate,
                              .path = path,
                              .offset = size,
                              .data = {},
                              .line = {}};
    } else if (call.startsWith("pwrite64(")) {
        const QByteArray data = decoded(between(call, '"', '"', at));
        const qsizetype comma = call.lastIndexOf(',', answer);
        const qint64 offset = call.sliced(comma + 1, call.lastIndexOf(')', answer) - comma - 1)
                                  .trimmed()
                                  .toLongLong();
        m_calls << SystemCall{.kind = SystemCall::Kind::Write,
                              .path = path,
                              .offset = offset,
                              .data = data,
                              .line = {}};
    } else {
        qFatal("the store writes in a way that the replay does not know: %s",
               call.left(40).constData());
    }
}

} // namespace

QStringList recorder(const QString &traceFile)
{
    return {
        QStandardPaths::findExecutable(u"strace"_s),
        u"-f"_s,
        u"-xx"_s,
        u"-y"_s,
        u"-s"_s,
        u"16777216"_s,
        u"-e"_s,
        u"signal=none"_s,
        u"-e"_s,
        u"trace=write,writev,pwrite64,pwritev,sendto,sendmsg,ftruncate,fallocate,fsync,fdatasync,unlink,unlinkat"_s,
        u"-o"_s,
        traceFile};
}

QList<SystemCall> readRecording(const QString &traceFile, const QString &below)
{
    Reader reader(below);
    QFile file(traceFile);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no recording at %s", qPrintable(traceFile));
    while (!file.atEnd())
        reader.take(file.readLine());
    return reader.calls();
}

} // namespace hostline::torture
