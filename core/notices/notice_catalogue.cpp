// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "notices/notice_catalogue.h"

#include "notices/notice_texts.h"

#include <QJsonArray>
#include <QLocale>
#include <QLoggingCategory>
#include <QTranslator>

#include <algorithm>
#include <array>
#include <limits>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcNotices, "hostline.core.notices", QtInfoMsg)

// Longer texts of others (a path, a reason) would hide what the notice says.
constexpr qsizetype longestText = 600;

bool isGiven(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
    case QJsonValue::Undefined:
        return false;
    case QJsonValue::Bool:
        return value.toBool();
    case QJsonValue::Double:
        return value.toDouble() != 0.0;
    case QJsonValue::String:
        return !value.toString().isEmpty();
    case QJsonValue::Array:
        return !value.toArray().isEmpty();
    case QJsonValue::Object:
        return !value.toObject().isEmpty();
    }
    return false;
}

QString plainText(QString text)
{
    for (QChar &character : text) {
        if (character.category() == QChar::Other_Control)
            character = u' ';
    }
    text = text.simplified();
    if (text.size() <= longestText)
        return text;
    qsizetype end = longestText;
    if (text.at(end).isLowSurrogate())
        --end;
    return text.first(end) + QChar(0x2026);
}

// One notice in one language.
class Renderer
{
public:
    Renderer(const QTranslator &translator,
             const QLocale &locale,
             QString sentenceGap,
             const QTimeZone &zone,
             const QDateTime &now)
        : m_translator(translator)
        , m_locale(locale)
        , m_sentenceGap(std::move(sentenceGap))
        , m_zone(zone)
        , m_today(now.toTimeZone(zone).date())
    { }

    QString render(const NoticeText &text, const QJsonObject &arguments) const
    {
        QString result;
        for (const Sentence &sentence : text.sentences) {
            if (sentence.given && !isGiven(arguments.value(QLatin1StringView(sentence.given))))
                continue;
            if (sentence.notGiven && isGiven(arguments.value(QLatin1StringView(sentence.notGiven))))
                continue;
            if (!sentence.each) {
                append(result, sentence, text, arguments);
                continue;
            }
            const QJsonArray entries = arguments.value(QLatin1StringView(sentence.each)).toArray();
            for (const QJsonValue entry : entries)
                append(result, sentence, text, entry.toObject());
        }
        return result;
    }

private:
    void append(QString &result,
                const Sentence &sentence,
                const NoticeText &text,
                const QJsonObject &arguments) const
    {
        if (!result.isEmpty())
            result += sentence.startsLine ? u"\n"_s : m_sentenceGap;
        int count = -1;
        if (sentence.plural)
            count = pluralCount(arguments.value(QLatin1StringView(sentence.plural)).toInteger());
        result += filled(translated(noticeContext, sentence.source, count),
                         [this, &text, &arguments](QStringView key, QStringView format) {
                             return shown(text, arguments, key, format);
                         });
    }

    static int pluralCount(qint64 count)
    {
        return static_cast<int>(std::clamp<qint64>(count, 0, std::numeric_limits<int>::max()));
    }

    QString translated(const char *context, const char *source, int count = -1) const
    {
        const QString text = m_translator.translate(context, source, nullptr, count);
        return text.isNull() ? QString::fromLatin1(source) : text;
    }

    // One pass, so that braces inside an argument stay what they are.
    template<typename Lookup>
    static QString filled(const QString &pattern, const Lookup &lookup)
    {
        QString result;
        qsizetype done = 0;
        for (;;) {
            const qsizetype open = pattern.indexOf(u'{', done);
            const qsizetype close = open < 0 ? -1 : pattern.indexOf(u'}', open);
            if (close < 0)
                return result.append(QStringView(pattern).sliced(done));
            const QStringView inside = QStringView(pattern).sliced(open + 1, close - open - 1);
            const qsizetype colon = inside.indexOf(u':');
            result += QStringView(pattern).sliced(done, open - done);
            result += colon < 0 ? lookup(inside, QStringView())
                                : lookup(inside.first(colon), inside.sliced(colon + 1));
            done = close + 1;
        }
    }

    QString shown(const NoticeText &text,
                  const QJsonObject &arguments,
                  QStringView key,
                  QStringView format) const
    {
        const QJsonValue value = arguments.value(key);
        if (value.isUndefined() || value.isNull()) {
            qCWarning(lcNotices) << "notice" << text.name << "lacks its argument" << key;
            return u"?"_s;
        }
        switch (typeOf(text, key, value)) {
        case ArgumentType::Text:
        case ArgumentType::List:
            return plainText(value.toString());
        case ArgumentType::Integer:
            return m_locale.toString(value.toInteger());
        case ArgumentType::Time:
            return time(value.toInteger(), format == "at"_L1);
        case ArgumentType::Duration:
            return duration(value.toInteger());
        case ArgumentType::Word:
            return word(value.toString());
        }
        Q_UNREACHABLE();
    }

    // The keys of a list's entries are not declared: their JSON type tells.
    static ArgumentType typeOf(const NoticeText &text, QStringView key, const QJsonValue &value)
    {
        for (const NoticeArgument &argument : text.arguments) {
            if (key == QLatin1StringView(argument.key))
                return argument.type;
        }
        return value.isDouble() ? ArgumentType::Integer : ArgumentType::Text;
    }

    QString time(qint64 milliseconds, bool withPreposition) const
    {
        const QDateTime local = QDateTime::fromMSecsSinceEpoch(milliseconds, m_zone);
        const char *source = nullptr;
        if (local.date() == m_today)
            source = withPreposition ? pattern::atSameDay : pattern::sameDay;
        else if (local.date().year() == m_today.year())
            source = withPreposition ? pattern::atOtherDay : pattern::otherDay;
        else
            source = withPreposition ? pattern::atOtherYear : pattern::otherYear;
        return m_locale.toString(local, translated(wordContext, source));
    }

    // The two largest units: "2 hours", "1 hour 30 minutes", "8 days".
    QString duration(qint64 milliseconds) const
    {
        struct Unit
        {
            const char *source;
            qint64 seconds;
        };
        const std::array units{Unit{pattern::days, 86'400},
                               Unit{pattern::hours, 3'600},
                               Unit{pattern::minutes, 60},
                               Unit{pattern::seconds, 1}};
        qint64 rest = std::max<qint64>(milliseconds, 0) / 1'000;
        QStringList parts;
        for (const Unit &unit : units) {
            // A day is said as 24 hours; days begin at two.
            if (unit.seconds == 86'400 && rest < 2 * unit.seconds)
                continue;
            const qint64 count = rest / unit.seconds;
            rest %= unit.seconds;
            if (count > 0)
                parts.append(counted(unit.source, count));
            if (parts.size() == 2)
                break;
        }
        if (parts.isEmpty())
            return counted(pattern::seconds, 0);
        if (parts.size() == 1)
            return parts.first();
        return filled(translated(wordContext, pattern::joined),
                      [&parts](QStringView key, QStringView) {
                          return key == "first"_L1 ? parts.first() : parts.last();
                      });
    }

    QString counted(const char *source, qint64 count) const
    {
        return filled(translated(wordContext, source, pluralCount(count)),
                      [this, count](QStringView, QStringView) { return m_locale.toString(count); });
    }

    QString word(const QString &key) const
    {
        for (const NoticeWord &known : noticeWords()) {
            if (key == QLatin1StringView(known.key))
                return translated(wordContext, known.source);
        }
        return plainText(key);
    }

    const QTranslator &m_translator;
    const QLocale m_locale;
    const QString m_sentenceGap;
    const QTimeZone &m_zone;
    const QDate m_today;
};

std::unique_ptr<QTranslator> loaded(const QString &name)
{
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(u":/hostline/i18n/"_s + name))
        qCWarning(lcNotices) << "the translation" << name << "is missing from the library";
    return translator;
}

} // namespace

NoticeCatalogue::NoticeCatalogue()
    : m_zh(loaded(u"hostline_zh_CN.qm"_s))
    , m_en(loaded(u"hostline_en.qm"_s))
{ }

NoticeCatalogue::~NoticeCatalogue() = default;

QString NoticeCatalogue::render(const Notice &notice,
                                Language language,
                                const QTimeZone &zone,
                                const QDateTime &now) const
{
    const NoticeText &text = noticeText(notice.id);
    const auto english = [&] {
        const QLocale locale(QLocale::English, QLocale::UnitedStates);
        return Renderer(*m_en, locale, u" "_s, zone, now).render(text, notice.arguments);
    };
    const auto chinese = [&] {
        const QLocale locale(QLocale::Chinese, QLocale::China);
        return Renderer(*m_zh, locale, QString(), zone, now).render(text, notice.arguments);
    };
    switch (language) {
    case Language::Zh:
        return chinese();
    case Language::En:
        return english();
    case Language::Both:
    case Language::Auto:
        return chinese() + u"\n\n"_s + english();
    }
    Q_UNREACHABLE();
}

} // namespace hostline
