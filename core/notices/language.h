// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>

namespace hostline {

// The language of our own texts in a conversation. Answers of a model are never translated.
enum class Language { Zh, En, Both, Auto };

QString toString(Language language);
std::optional<Language> languageFromString(QStringView text);

// The rule of Auto: a question with any Han character is answered in Chinese, any other in English.
Language languageOf(QStringView question);

// The wish itself, or for Auto the language of the question. Never Auto.
Language resolvedLanguage(Language wish, QStringView question);

} // namespace hostline
