// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "torture/power/system_calls.h"

#include <QtCore/QMap>
#include <QtCore/QRandomGenerator>

namespace hostline::torture {

/// A disk with a cache that forgets at a power cut what was not synced. That a file exists, or no longer does, counts as
/// durable at once.
class Disk
{
public:
    /// How much of what was not synced got through by chance.
    enum class Luck { Nothing, Everything, Half };

    /// `deaf`: ignores syncs, as if nobody had asked for one.
    explicit Disk(bool deaf)
        : m_deaf(deaf)
    { }

    void apply(const SystemCall &call);
    /// Writes the files as after a power cut at this moment into the directory, by their names.
    void cut(const QString &directory, Luck luck, QRandomGenerator &random) const;

private:
    struct File
    {
        QByteArray synced;
        QList<SystemCall> pending;
    };
    bool m_deaf;
    QMap<QString, File> m_files;
};

} // namespace hostline::torture
