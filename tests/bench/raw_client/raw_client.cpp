// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
// The shortest way to an answer of the real Codex: one app-server, one thread, nothing stored, no event loop.
//     raw_client CODEX URL HOME [TURNS]      HOME: the CODEX_HOME, URL: of the rehearsal endpoint, ending in /v1
// With TURNS it runs them and prints one JSON line of all times. Without, it runs a turn for each line on its stdin (the
// line is the question) and prints {"ms":...} for each: so that its turns can be interleaved with somebody else's.
#include "rehearsal/codex_config.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

QByteArray encoded(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

[[noreturn]] void fail(const char *what)
{
    std::perror(what);
    std::exit(1);
}

class Server
{
public:
    Server(const QString &codex, const QUrl &url, const QString &home)
    {
        std::vector<std::string> words{codex.toStdString(), "app-server"};
        for (const auto &word :
             hostline::rehearsal::codexArguments(hostline::rehearsal::codexConfig(url)))
            words.push_back(word.toStdString());
        std::vector<char *> arguments;
        arguments.reserve(words.size() + 1);
        for (auto &word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        int in[2], out[2];
        if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
            fail("pipe");
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            setenv("RUST_LOG", "off", 1);
            setenv("CODEX_HOME", home.toUtf8().constData(), 1);
            dup2(in[0], STDIN_FILENO);
            dup2(out[1], STDOUT_FILENO);
            execv(arguments.front(), arguments.data());
            std::abort();
        }
        close(in[0]);
        close(out[1]);
        m_in = in[1];
        m_out = fdopen(out[0], "r");
    }

    // The result of a call; what else comes before it is dropped.
    QJsonObject call(const QString &method, const QJsonObject &params)
    {
        const auto line =
            encoded({{u"id"_s, ++m_id}, {u"method"_s, method}, {u"params"_s, params}}) + '\n';
        if (write(m_in, line.constData(), size_t(line.size())) != line.size())
            fail("write");
        for (;;) {
            const auto message = QJsonDocument::fromJson(next()).object();
            if (!message.contains("method"_L1) && message.value("id"_L1).toInt() == m_id)
                return message.value("result"_L1).toObject();
        }
    }

    // Until turn/completed; nothing is parsed.
    void finishTurn()
    {
        auto line = next();
        while (!line.contains("\"method\":\"turn/completed\""))
            line = next();
        if (!line.contains("\"status\":\"completed\""))
            fail(line.constData());
    }

private:
    QByteArray next()
    {
        const auto size = getline(&m_line, &m_capacity, m_out);
        if (size < 0)
            fail("the app-server is gone");
        return QByteArray::fromRawData(m_line, size);
    }

    int m_in = -1;
    FILE *m_out = nullptr;
    char *m_line = nullptr;
    size_t m_capacity = 0;
    int m_id = 0;
};

} // namespace

int main(int argc, char **argv)
{
    if (argc < 4 || (argc > 4 && std::atoi(argv[4]) < 1))
        return std::fputs("usage: raw_client CODEX URL HOME [TURNS]\n", stderr), 2;
    Server server(
        QFile::decodeName(argv[1]), QUrl(QString::fromUtf8(argv[2])), QFile::decodeName(argv[3]));
    server.call(u"initialize"_s,
                {{u"clientInfo"_s, QJsonObject{{u"name"_s, u"raw"_s}, {u"version"_s, u"0"_s}}}});
    const auto started = server.call(
        u"thread/start"_s, {{u"sandbox"_s, u"read-only"_s}, {u"approvalPolicy"_s, u"never"_s}});
    const auto thread = started.value("thread"_L1).toObject().value("id"_L1).toString();
    const auto turn = [&](const QString &question) {
        QElapsedTimer timer;
        timer.start();
        const QJsonObject input{{u"type"_s, u"text"_s}, {u"text"_s, question}};
        server.call(u"turn/start"_s, {{u"threadId"_s, thread}, {u"input"_s, QJsonArray{input}}});
        server.finishTurn();
        return double(timer.nsecsElapsed()) / 1e6;
    };
    if (argc == 4) {
        for (std::string line; std::getline(std::cin, line);)
            std::cout << "{\"ms\":" << turn(QString::fromStdString(line)) << "}\n" << std::flush;
        return 0;
    }
    std::vector<double> times;
    for (int left = std::atoi(argv[4]); left > 0; --left)
        times.push_back(turn(u"Hello [[say Hello]]"_s));
    QJsonArray all;
    std::copy(times.begin(), times.end(), std::back_inserter(all));
    std::sort(times.begin(), times.end());
    const size_t last = times.size() - 1;
    const QJsonObject result{
        {u"p50"_s, times[last / 2]}, {u"p95"_s, times[last * 95 / 100]}, {u"ms"_s, all}};
    std::puts(encoded(result).constData());
}
