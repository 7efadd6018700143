// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "notices/notice.h"

#include <vector>

namespace hostline {

// The English source texts of the catalogue; only the catalogue and its tests read them.
//
// A notice is said in sentences, each whole for the translator. A placeholder is {key}, or {key:at} for
// a time with its preposition ("at 14:05", "on 30 November at 14:05").
struct Sentence
{
    const char *source = "";
    const char *given = nullptr; // said only when this argument is given
    const char *notGiven = nullptr; // said only when this argument is not given
    const char *plural = nullptr; // the count that chooses the plural form
    const char *each = nullptr; // said once for each object of this list, whose keys come first
    bool startsLine = false;

    constexpr Sentence onNewLine() const
    {
        Sentence copy = *this;
        copy.startsLine = true;
        return copy;
    }
    constexpr Sentence ifGiven(const char *key) const
    {
        Sentence copy = *this;
        copy.given = key;
        return copy;
    }
    constexpr Sentence unlessGiven(const char *key) const
    {
        Sentence copy = *this;
        copy.notGiven = key;
        return copy;
    }
    constexpr Sentence countedBy(const char *key) const
    {
        Sentence copy = *this;
        copy.plural = key;
        return copy;
    }
    constexpr Sentence forEach(const char *key) const
    {
        Sentence copy = *this;
        copy.each = key;
        copy.startsLine = true;
        return copy;
    }
};

struct NoticeText
{
    NoticeId id = NoticeId::FailedInternal;
    const char *name = "";
    std::vector<NoticeArgument> arguments;
    std::vector<Sentence> sentences;
};

// In the order of NoticeId.
const std::vector<NoticeText> &noticeTexts();
const NoticeText &noticeText(NoticeId id);

// Contexts of the .ts files.
inline constexpr const char *noticeContext = "Notice";
inline constexpr const char *wordContext = "NoticeWord";

// Words for ArgumentType::Word, and the patterns of times and durations; source texts in wordContext.
struct NoticeWord
{
    const char *key = "";
    const char *source = "";
};
const std::vector<NoticeWord> &noticeWords();

namespace pattern {
extern const char *const sameDay; // a QLocale time pattern
extern const char *const otherDay; // a QLocale date and time pattern
extern const char *const otherYear;
extern const char *const atSameDay; // the same with the preposition
extern const char *const atOtherDay;
extern const char *const atOtherYear;
extern const char *const hours; // with {count}, plural
extern const char *const minutes;
extern const char *const seconds;
extern const char *const days;
extern const char *const joined; // {first} {second}
} // namespace pattern

} // namespace hostline
