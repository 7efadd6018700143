// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "notices/language.h"
#include "notices/notice.h"

#include <QDateTime>
#include <QString>
#include <QTimeZone>

#include <memory>

class QTranslator;

namespace hostline {

// Makes text of notices, in both languages within one process, whatever the locale of the application:
// its translators are private and never installed. Belongs to the thread that uses it; any number of
// catalogues may exist. The text is plain, never Markdown, its lines separated by '\n'.
class NoticeCatalogue
{
public:
    // Loads the translations that the library carries. One that does not load is logged, and the English
    // sources stand in for it.
    NoticeCatalogue();
    ~NoticeCatalogue();
    Q_DISABLE_COPY_MOVE(NoticeCatalogue)

    // Both: Chinese, an empty line, English. Auto (see resolvedLanguage() for what it should have become)
    // is treated as Both, since no question is at hand to tell. `now` decides whether a time is shown
    // with its date. A required argument that is missing is shown as "?", and is logged.
    QString render(const Notice &notice,
                   Language language,
                   const QTimeZone &zone,
                   const QDateTime &now) const;

private:
    std::unique_ptr<QTranslator> m_zh;
    std::unique_ptr<QTranslator> m_en;
};

} // namespace hostline
