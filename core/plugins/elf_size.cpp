// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/elf_size.h"

#include <QtCore/QFile>

#include <algorithm>
#include <cstring>
#include <limits>

#include <link.h>

namespace hostline {

namespace {

constexpr unsigned char nativeClass = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;

template<typename Plain>
bool readAt(QFile &file, quint64 offset, Plain &into)
{
    return offset <= quint64(std::numeric_limits<qint64>::max()) && file.seek(qint64(offset))
        && file.read(reinterpret_cast<char *>(&into), sizeof into) == qint64(sizeof into);
}

} // namespace

std::optional<qint64> mappedElfSize(const QString &path)
{
    QFile file(path);
    ElfW(Ehdr) header{};
    if (!file.open(QIODevice::ReadOnly) || !readAt(file, 0, header)
        || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0
        || header.e_ident[EI_CLASS] != nativeClass || header.e_phentsize != sizeof(ElfW(Phdr)))
        return std::nullopt;
    quint64 size = 0;
    for (quint64 i = 0; i < header.e_phnum; ++i) {
        const quint64 at = header.e_phoff + i * header.e_phentsize;
        ElfW(Phdr) segment{};
        if (!readAt(file, at, segment))
            return qint64(
                std::min<quint64>(at + sizeof segment, std::numeric_limits<qint64>::max()));
        if (segment.p_type == PT_LOAD)
            size = std::max<quint64>(size, segment.p_offset + segment.p_filesz);
    }
    return qint64(std::min<quint64>(size, std::numeric_limits<qint64>::max()));
}

} // namespace hostline
