// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "notices/language.h"

#include <QList>

#include <algorithm>

namespace hostline {

using namespace Qt::StringLiterals;

QString toString(Language language)
{
    switch (language) {
    case Language::Zh:
        return u"zh"_s;
    case Language::En:
        return u"en"_s;
    case Language::Both:
        return u"both"_s;
    case Language::Auto:
        return u"auto"_s;
    }
    Q_UNREACHABLE();
}

std::optional<Language> languageFromString(QStringView text)
{
    for (Language language : {Language::Zh, Language::En, Language::Both, Language::Auto}) {
        if (text == toString(language))
            return language;
    }
    return std::nullopt;
}

Language languageOf(QStringView question)
{
    const QList<uint> characters = question.toUcs4();
    const bool han = std::any_of(characters.begin(), characters.end(), [](uint character) {
        return QChar::script(character) == QChar::Script_Han;
    });
    return han ? Language::Zh : Language::En;
}

Language resolvedLanguage(Language wish, QStringView question)
{
    return wish == Language::Auto ? languageOf(question) : wish;
}

} // namespace hostline
