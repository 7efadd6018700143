// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
// Stands in the place of Codex and passes everything on to the real one, both ways, as it comes. It notes when a turn/start
// had come in from the daemon, and when a turn/completed is about to go out to it: what lies between is Codex.
//     HOSTLINE_BENCH_CODEX   the real program
//     HOSTLINE_BENCH_STAMPS  file of the notes: "start MS" and "completed MS", of CLOCK_MONOTONIC
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr size_t readSize = 65'536;

double now()
{
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// One direction. The word is looked for in each line, also in one that comes in pieces.
class Relay
{
public:
    Relay(int from, int to, const char *word, const char *note, std::FILE *stamps)
        : m_from(from)
        , m_to(to)
        , m_word(word)
        , m_note(note)
        , m_stamps(stamps)
    { }

    [[nodiscard]] int from() const { return m_from; }

    /// False: the end.
    [[nodiscard]] bool pass()
    {
        std::array<char, readSize> bytes{};
        const ssize_t size = ::read(m_from, bytes.data(), bytes.size());
        if (size <= 0)
            return false;
        const double at = now();
        for (ssize_t sent = 0; sent < size;) {
            const ssize_t part = ::write(m_to, bytes.data() + sent, size_t(size - sent));
            if (part <= 0)
                return false;
            sent += part;
        }
        look({bytes.data(), size_t(size)}, at);
        return true;
    }

private:
    void look(std::string_view bytes, double at)
    {
        for (size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
            m_line += bytes.substr(0, end);
            if (m_line.find(m_word) != std::string::npos) {
                std::fprintf(m_stamps, "%s %.6f\n", m_note, at);
                std::fflush(m_stamps);
            }
            m_line.clear();
            bytes.remove_prefix(end + 1);
        }
        m_line += bytes;
    }

    int m_from;
    int m_to;
    std::string_view m_word;
    const char *m_note;
    std::FILE *m_stamps;
    std::string m_line; ///< that has not ended
};

} // namespace

int main(int argc, char **argv)
{
    const char *const codex = std::getenv("HOSTLINE_BENCH_CODEX");
    const char *const notes = std::getenv("HOSTLINE_BENCH_STAMPS");
    std::FILE *const stamps = notes ? std::fopen(notes, "ae") : nullptr;
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (argc < 1 || !codex || !stamps || ::pipe2(in.data(), O_CLOEXEC) != 0
        || ::pipe2(out.data(), O_CLOEXEC) != 0)
        return 2;
    const pid_t child = ::fork();
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::dup2(in[0], STDIN_FILENO);
        ::dup2(out[1], STDOUT_FILENO);
        ::execv(codex, argv);
        std::abort();
    }
    ::close(in[0]);
    ::close(out[1]);
    Relay there(STDIN_FILENO, in[1], "\"method\":\"turn/start\"", "start", stamps);
    Relay back(out[0], STDOUT_FILENO, "\"method\":\"turn/completed\"", "completed", stamps);
    std::array<pollfd, 2> waits{{{there.from(), POLLIN, 0}, {back.from(), POLLIN, 0}}};
    while (::poll(waits.data(), waits.size(), -1) >= 0) {
        if (waits[0].revents != 0 && !there.pass()) {
            ::close(in[1]); // Codex ends in order
            waits[0].fd = -1;
        }
        if (waits[1].revents != 0 && !back.pass())
            break;
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
