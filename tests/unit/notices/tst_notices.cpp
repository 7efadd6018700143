// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "notices/notice_catalogue.h"
#include "notices/notice_texts.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;

namespace {

const QTimeZone shanghai("Asia/Shanghai");
// 2026-11-30 14:05 in Shanghai.
const QDateTime now(QDate(2026, 11, 30), QTime(6, 5), Qt::UTC);

qint64 utc(QDate date, QTime time)
{
    return QDateTime(date, time, Qt::UTC).toMSecsSinceEpoch();
}

QJsonValue sample(ArgumentType type)
{
    switch (type) {
    case ArgumentType::Text:
        return u"sample"_s;
    case ArgumentType::Integer:
        return 3;
    case ArgumentType::Time:
        return utc({2026, 11, 30}, {5, 0});
    case ArgumentType::Duration:
        return 180'000;
    case ArgumentType::Word:
        return u"read"_s;
    case ArgumentType::List:
        return QJsonArray{QJsonObject{{u"position"_s, 1}, {u"text"_s, u"sample"_s}}};
    }
    Q_UNREACHABLE();
}

QJsonObject samples(NoticeId id, bool all)
{
    QJsonObject arguments;
    for (const NoticeArgument &argument : noticeSpec(id).arguments) {
        if (all || argument.required)
            arguments.insert(QString::fromLatin1(argument.key), sample(argument.type));
    }
    return arguments;
}

const QRegularExpression &chinese()
{
    static const QRegularExpression expression(u"[\\x{2e80}-\\x{9fff}\\x{ff00}-\\x{ffef}]"_s);
    return expression;
}

} // namespace

class tst_Notices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreStableAndUnique();
    void everyPlaceholderIsAnArgument();
    void everyNoticeHasBothLanguages_data();
    void everyNoticeHasBothLanguages();
    void rendersText_data();
    void rendersText();
    void saysTimes_data();
    void saysTimes();
    void saysDurations_data();
    void saysDurations();
    void choosesLanguage_data();
    void choosesLanguage();
    void languageTextsRoundTrip();
    void findsWrongArguments_data();
    void findsWrongArguments();

private:
    NoticeCatalogue m_catalogue;
};

void tst_Notices::namesAreStableAndUnique()
{
    const QList<NoticeSpec> specs = noticeSpecs();
    QCOMPARE(specs.size(), static_cast<int>(NoticeId::DeliveryPartsMissing) + 1);
    static const QRegularExpression form(u"^[a-z]+\\.[a-z_]+$"_s);
    QStringList names;
    for (qsizetype index = 0; index < specs.size(); ++index) {
        QVERIFY(specs.at(index).id == static_cast<NoticeId>(index));
        QVERIFY2(form.match(specs.at(index).name).hasMatch(), qPrintable(specs.at(index).name));
        QVERIFY(noticeIdFromString(specs.at(index).name) == specs.at(index).id);
        names.append(specs.at(index).name);
    }
    QCOMPARE(names.removeDuplicates(), 0);
    QVERIFY(!noticeIdFromString(u"no.such"_s));
}

void tst_Notices::everyPlaceholderIsAnArgument()
{
    static const QRegularExpression placeholder(u"\\{([a-z_]+)(:[a-z]+)?\\}"_s);
    for (const NoticeText &text : noticeTexts()) {
        QHash<QString, ArgumentType> declared;
        for (const NoticeArgument &argument : text.arguments)
            declared.insert(QString::fromLatin1(argument.key), argument.type);
        for (const Sentence &sentence : text.sentences) {
            for (const char *key :
                 {sentence.given, sentence.notGiven, sentence.plural, sentence.each})
                QVERIFY2(!key || declared.contains(QString::fromLatin1(key)), text.name);
            if (sentence.each)
                continue;
            auto matches = placeholder.globalMatch(QString::fromLatin1(sentence.source));
            while (matches.hasNext()) {
                const QRegularExpressionMatch match = matches.next();
                QVERIFY2(declared.contains(match.captured(1)), sentence.source);
                QVERIFY2(match.captured(2).isEmpty()
                             || declared.value(match.captured(1)) == ArgumentType::Time,
                         sentence.source);
            }
        }
    }
}

void tst_Notices::everyNoticeHasBothLanguages_data()
{
    QTest::addColumn<NoticeId>("id");
    QTest::addColumn<bool>("all");
    for (const NoticeSpec &spec : noticeSpecs()) {
        QTest::addRow("%s with all arguments", qPrintable(spec.name)) << spec.id << true;
        QTest::addRow("%s with the required ones", qPrintable(spec.name)) << spec.id << false;
    }
}

// H1, H2, case H29.
void tst_Notices::everyNoticeHasBothLanguages()
{
    QFETCH(NoticeId, id);
    QFETCH(bool, all);
    const Notice notice{id, samples(id, all)};
    QCOMPARE(argumentProblems(notice), QStringList());

    const QString en = m_catalogue.render(notice, Language::En, shanghai, now);
    QVERIFY(!en.isEmpty());
    QVERIFY2(!en.contains(chinese()), qPrintable(en));
    const QString zh = m_catalogue.render(notice, Language::Zh, shanghai, now);
    for (const QString &line : zh.split(u'\n')) {
        if (!line.endsWith("sample"_L1) || line.contains(u':'))
            QVERIFY2(line.contains(chinese()), qPrintable(zh));
    }
    for (const QString &text : {en, zh}) {
        QVERIFY2(!text.contains(u'{') && !text.contains(u'}'), qPrintable(text));
        QVERIFY2(!text.contains("(s)"_L1) && !text.contains("%n"_L1), qPrintable(text));
        QVERIFY2(!text.contains("  "_L1) && text.trimmed() == text, qPrintable(text));
    }
    QCOMPARE(m_catalogue.render(notice, Language::Both, shanghai, now), zh + u"\n\n"_s + en);
}

void tst_Notices::rendersText_data()
{
    QTest::addColumn<NoticeId>("id");
    QTest::addColumn<QJsonObject>("arguments");
    QTest::addColumn<QString>("en");
    QTest::addColumn<QString>("zh");

    QTest::newRow("late: sent at hh:mm (A9)")
        << NoticeId::RequestLate << QJsonObject{{u"sent_at"_s, utc({2026, 11, 30}, {1, 12})}}
        << u"Sent at 09:12, answered late."_s << u"此消息发送于 09:12，答复有所延迟。"_s;
    QTest::newRow("one waits: the singular")
        << NoticeId::CommandStatus << QJsonObject{{u"waiting"_s, 1}}
        << u"No question is being worked on. 1 question is waiting."_s
        << u"当前没有正在处理的问题。有 1 个问题在排队。"_s;
    QTest::newRow("three wait: the plural")
        << NoticeId::CommandStatus << QJsonObject{{u"waiting"_s, 3}}
        << u"No question is being worked on. 3 questions are waiting."_s
        << u"当前没有正在处理的问题。有 3 个问题在排队。"_s;
    QTest::newRow("none waits: 0 counts as not given")
        << NoticeId::CommandStatus << QJsonObject{{u"waiting"_s, 0}}
        << u"No question is being worked on. No question is waiting."_s
        << u"当前没有正在处理的问题。没有问题在排队。"_s;
    QTest::newRow("status has the words of access and language")
        << NoticeId::CommandStatus
        << QJsonObject{{u"running_since"_s, utc({2026, 11, 30}, {6, 0})},
                       {u"access"_s, u"read"_s},
                       {u"language"_s, u"both"_s}}
        << u"A question is being worked on, since 14:00. No question is waiting.\n"
           "Access: read only\nLanguage of these notices: Chinese and English"_s
        << u"有一个问题正在处理，开始于 14:00。没有问题在排队。\n权限：只读\n提示语言：中文和英文"_s;
    QTest::newRow("status names what was chosen, and what waits (E4)")
        << NoticeId::CommandStatus
        << QJsonObject{{u"waits_since"_s, utc({2026, 11, 30}, {6, 0})},
                       {u"provider"_s, u"Codex"_s},
                       {u"model"_s, u"gpt-6"_s},
                       {u"effort"_s, u"high"_s}}
        << u"No question is being worked on. A question has been waiting since 14:00; it goes on "
           u"by itself. "
           "No question is waiting.\nAnswered by: Codex\nModel: gpt-6\nEffort: high"_s
        << u"当前没有正在处理的问题。有一个问题自 14:00 "
           u"起等待，条件恢复后会自动继续。没有问题在排队。\n"
           "答复方：Codex\n模型：gpt-6\n思考程度：high"_s;
    QTest::newRow("the queue is listed in order")
        << NoticeId::CommandQueue
        << QJsonObject{{u"running"_s, u"first"_s},
                       {u"running_since"_s, utc({2026, 11, 30}, {6, 0})},
                       {u"waiting"_s, 2},
                       {u"entries"_s,
                        QJsonArray{QJsonObject{{u"position"_s, 1}, {u"text"_s, u"second"_s}},
                                   QJsonObject{{u"position"_s, 2}, {u"text"_s, u"third"_s}}}}}
        << u"Being worked on since 14:00: first\n2 questions are waiting:\n1. second\n2. third"_s
        << u"正在处理（开始于 14:00）：first\n有 2 个问题在排队：\n1. second\n2. third"_s;
    QTest::newRow("large numbers are grouped")
        << NoticeId::RefusedTooLong << QJsonObject{{u"limit"_s, 1'048'576}}
        << u"At most 1,048,576 characters can be taken, so it was not accepted. Please shorten it, "
           "or put the text into a file of the workspace and name that file."_s
        << u"单条消息最多 1,048,576 个字符，因此没有受理。请缩短内容，或将其存为工作区中的文件，再在问题中写明文件名。"_s;
    QTest::newRow("quota with its reset time")
        << NoticeId::FailedQuotaExhausted
        << QJsonObject{{u"provider"_s, u"Echo"_s}, {u"until"_s, utc({2026, 12, 1}, {1, 0})}}
        << u"The usage limit of Echo is reached, so this question was not answered. The limit is "
           "reset on 1 December at 09:00. Please ask again after that. What was already done stays "
           "done; nothing is repeated automatically."_s
        << u"Echo 的使用额度已用完，这个问题未能得到答复。额度将于 12月1日 09:00 恢复，届时请重新提问。已经完成的操作会保留，不会自动重做。"_s;
    QTest::newRow("quota without one")
        << NoticeId::FailedQuotaExhausted << QJsonObject{{u"provider"_s, u"Echo"_s}}
        << u"The usage limit of Echo is reached, so this question was not answered. When it is "
           u"reset "
           "is not known. Please ask again later. What was already done stays done; nothing is "
           "repeated automatically."_s
        << u"Echo 的使用额度已用完，这个问题未能得到答复。额度恢复时间未知，请稍后重新提问。已经完成的操作会保留，不会自动重做。"_s;
    QTest::newRow("an argument is never filled a second time, and keeps to one line")
        << NoticeId::CommandUnknown << QJsonObject{{u"command"_s, u"/{command}\n  <b>%1"_s}}
        << u"There is no command /{command} <b>%1, so nothing was done. /help lists the commands."_s
        << u"没有 /{command} <b>%1 这个命令，因此未执行任何操作。发送 /help 可查看可用的命令。"_s;
    QTest::newRow("a missing argument is a question mark")
        << NoticeId::RequestQueued << QJsonObject{}
        << u"Received. Your question is number ? in the queue."_s
        << u"已收到，您的问题排在第 ? 位。"_s;
}

void tst_Notices::rendersText()
{
    QFETCH(NoticeId, id);
    QFETCH(QJsonObject, arguments);
    QFETCH(QString, en);
    QFETCH(QString, zh);
    if (id == NoticeId::RequestQueued) {
        static const QRegularExpression lacks(u"lacks its argument"_s);
        QTest::ignoreMessage(QtWarningMsg, lacks);
        QTest::ignoreMessage(QtWarningMsg, lacks);
    }
    QCOMPARE(m_catalogue.render({id, arguments}, Language::En, shanghai, now), en);
    QCOMPARE(m_catalogue.render({id, arguments}, Language::Zh, shanghai, now), zh);
}

void tst_Notices::saysTimes_data()
{
    QTest::addColumn<QDateTime>("time");
    QTest::addColumn<QString>("en");
    QTest::addColumn<QString>("zh");
    QTest::newRow("the same day in the reader's zone, though not in UTC")
        << QDateTime({2026, 11, 29}, {16, 30}, Qt::UTC) << u"Sent at 00:30, answered late."_s
        << u"此消息发送于 00:30，答复有所延迟。"_s;
    QTest::newRow("the day before has its date")
        << QDateTime({2026, 11, 29}, {15, 59}, Qt::UTC)
        << u"Sent on 29 November at 23:59, answered late."_s
        << u"此消息发送于 11月29日 23:59，答复有所延迟。"_s;
    QTest::newRow("another year has its year")
        << QDateTime({2025, 12, 31}, {3, 0}, Qt::UTC)
        << u"Sent on 31 December 2025 at 11:00, answered late."_s
        << u"此消息发送于 2025年12月31日 11:00，答复有所延迟。"_s;
}

void tst_Notices::saysTimes()
{
    QFETCH(QDateTime, time);
    QFETCH(QString, en);
    QFETCH(QString, zh);
    const Notice notice{NoticeId::RequestLate, {{u"sent_at"_s, time.toMSecsSinceEpoch()}}};
    QCOMPARE(m_catalogue.render(notice, Language::En, shanghai, now), en);
    QCOMPARE(m_catalogue.render(notice, Language::Zh, shanghai, now), zh);
}

void tst_Notices::saysDurations_data()
{
    QTest::addColumn<qint64>("milliseconds");
    QTest::addColumn<QString>("en");
    QTest::addColumn<QString>("zh");
    QTest::newRow("less than a second") << qint64(1) << u"0 seconds"_s << u"0 秒"_s;
    QTest::newRow("one second") << qint64(1'000) << u"1 second"_s << u"1 秒"_s;
    QTest::newRow("three minutes") << qint64(180'000) << u"3 minutes"_s << u"3 分钟"_s;
    QTest::newRow("one minute and a half")
        << qint64(90'000) << u"1 minute 30 seconds"_s << u"1 分钟 30 秒"_s;
    QTest::newRow("two hours") << qint64(7'200'000) << u"2 hours"_s << u"2 小时"_s;
    QTest::newRow("a day is said in hours") << qint64(86'400'000) << u"24 hours"_s << u"24 小时"_s;
    QTest::newRow("eight days") << qint64(691'200'000) << u"8 days"_s << u"8 天"_s;
}

void tst_Notices::saysDurations()
{
    QFETCH(qint64, milliseconds);
    QFETCH(QString, en);
    QFETCH(QString, zh);
    const Notice notice{NoticeId::FailedHardTimeout, {{u"limit"_s, milliseconds}}};
    const QString inEnglish = m_catalogue.render(notice, Language::En, shanghai, now);
    QVERIFY2(inEnglish.contains(u"the limit of %1, so"_s.arg(en)), qPrintable(inEnglish));
    const QString inChinese = m_catalogue.render(notice, Language::Zh, shanghai, now);
    QVERIFY2(inChinese.contains(u"超过了 %1的上限"_s.arg(zh)), qPrintable(inChinese));
}

void tst_Notices::choosesLanguage_data()
{
    QTest::addColumn<Language>("wish");
    QTest::addColumn<QString>("question");
    QTest::addColumn<Language>("language");
    QTest::newRow("auto: English question")
        << Language::Auto << u"What time is it?"_s << Language::En;
    QTest::newRow("auto: Chinese question") << Language::Auto << u"现在几点？"_s << Language::Zh;
    QTest::newRow("auto: one Han character among English")
        << Language::Auto << u"what is 道 ?"_s << Language::Zh;
    QTest::newRow("auto: a Han character outside the first plane")
        << Language::Auto << QString::fromUcs4(U"\U00020BB7", 1) << Language::Zh;
    QTest::newRow("auto: only full-width punctuation")
        << Language::Auto << u"ok？"_s << Language::En;
    QTest::newRow("auto: nothing") << Language::Auto << QString() << Language::En;
    QTest::newRow("a wish is kept") << Language::En << u"现在几点？"_s << Language::En;
    QTest::newRow("both is kept") << Language::Both << u"now"_s << Language::Both;
}

void tst_Notices::choosesLanguage()
{
    QFETCH(Language, wish);
    QFETCH(QString, question);
    QFETCH(Language, language);
    QCOMPARE(toString(resolvedLanguage(wish, question)), toString(language));
}

void tst_Notices::languageTextsRoundTrip()
{
    for (Language language : {Language::Zh, Language::En, Language::Both, Language::Auto})
        QVERIFY(languageFromString(toString(language)) == language);
    QVERIFY(!languageFromString(u"ZH"_s));
}

void tst_Notices::findsWrongArguments_data()
{
    QTest::addColumn<Notice>("notice");
    QTest::addColumn<QStringList>("problems");
    QTest::newRow("all right") << Notice{NoticeId::RequestQueued, {{u"position"_s, 1}}}
                               << QStringList();
    QTest::newRow("missing") << Notice{NoticeId::RequestQueued, {}}
                             << QStringList{u"request.queued: argument \"position\" is missing"_s};
    QTest::newRow("wrong type")
        << Notice{NoticeId::RequestQueued, {{u"position"_s, u"1"_s}}}
        << QStringList{u"request.queued: argument \"position\" has the wrong type"_s};
    QTest::newRow("unknown") << Notice{NoticeId::FailedStopped, {{u"who"_s, u"me"_s}}}
                             << QStringList{u"failed.stopped: argument \"who\" is unknown"_s};
}

void tst_Notices::findsWrongArguments()
{
    QFETCH(Notice, notice);
    QFETCH(QStringList, problems);
    QCOMPARE(argumentProblems(notice), problems);
}

QTEST_GUILESS_MAIN(tst_Notices)
#include "tst_notices.moc"
