// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/control.h>

#include <QtCore/QJsonObject>

#include <functional>

namespace hostline {

/// Writes the host's values as the JSON of docs/openapi.yaml. A field without a value is left out.
class ApiWriter
{
public:
    /// What the values do not hold themselves.
    struct Rendering
    {
        std::function<QString(const QString &)> markdown; ///< Markdown -> safe HTML
        std::function<QString(const QString &)> plain; ///< plain text -> safe HTML
        /// When the activity of a running request was seen; invalid: take the start of its turn.
        std::function<QDateTime(const RequestId &)> activityAt;
    };

    explicit ApiWriter(Rendering rendering);

    [[nodiscard]] QJsonObject request(const RequestView &view) const;
    [[nodiscard]] QJsonObject requests(const RequestList &list) const;
    [[nodiscard]] QJsonObject conversation(const ConversationView &view) const;
    [[nodiscard]] QJsonObject conversations(const ConversationList &list) const;
    [[nodiscard]] QJsonObject dialogue(const DialogueView &view) const;
    [[nodiscard]] QJsonObject search(const SearchResult &result) const;
    [[nodiscard]] QJsonObject plugins(const PluginList &list) const;
    [[nodiscard]] QJsonObject status(const StatusView &view, const QDateTime &now) const;
    /// {"ready", "reason", "since"}
    [[nodiscard]] QJsonObject health(const StatusView &view) const;
    [[nodiscard]] QJsonObject pruned(const Pruned &pruned) const;
    [[nodiscard]] QJsonObject notice(const NoticeView &view) const;
    /// {"kind", "label"}
    [[nodiscard]] QJsonObject activity(const Activity &activity) const;

private:
    [[nodiscard]] QJsonObject reply(const ReplyView &view) const;
    Rendering m_rendering;
};

} // namespace hostline
