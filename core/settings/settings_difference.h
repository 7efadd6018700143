// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "settings/settings.h"

namespace hostline {

// Names of tables, sorted. A table that was or became disabled counts as not there; one that moved to
// another line without a change of its content has not changed.
struct TableChanges
{
    QStringList added;
    QStringList removed;
    QStringList changed;

    bool isEmpty() const { return added.isEmpty() && removed.isEmpty() && changed.isEmpty(); }
    friend bool operator==(const TableChanges &, const TableChanges &) = default;
};

// What a reload has to do: a changed product is stopped when idle and created anew, the rest is taken over.
struct SettingsDifference
{
    TableChanges providers;
    TableChanges channels;
    bool language = false;
    bool store = false;
    bool route = false;
    bool workspaces = false; // or the default one
    bool grants = false;
    bool limits = false;
    bool timeouts = false;
    bool recovery = false;

    friend bool operator==(const SettingsDifference &, const SettingsDifference &) = default;
};

// Pure.
SettingsDifference difference(const Settings &before, const Settings &after);

} // namespace hostline
