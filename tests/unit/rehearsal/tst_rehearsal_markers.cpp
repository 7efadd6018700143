// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "rehearsal/markers.h"
#include "rehearsal/script.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hostline::rehearsal;

namespace {

constexpr auto localSummary =
    "Another language model started to solve this problem. Here is the summary:\n"_L1;

InputItem user(const QString &text)
{
    return {u"message"_s, u"user"_s, text};
}

InputItem assistant(const QString &text)
{
    return {u"message"_s, u"assistant"_s, text};
}

ModelRequest requestOf(const QList<InputItem> &input)
{
    ModelRequest request;
    request.input = input;
    return request;
}

// What the answer's items are, from the events of its body.
QList<QJsonObject> itemsOf(const Answer &answer)
{
    QList<QJsonObject> items;
    const auto lines = answer.body().split('\n');
    for (const auto &line : lines) {
        if (!line.startsWith("data: "))
            continue;
        const auto event = QJsonDocument::fromJson(line.sliced(6)).object();
        if (event.value("type"_L1) == "response.output_item.done"_L1)
            items.append(event.value("item"_L1).toObject());
    }
    return items;
}

QString textOf(const QJsonObject &item)
{
    return item.value("content"_L1).toArray().at(0).toObject().value("text"_L1).toString();
}

} // namespace

class TestRehearsalMarkers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rangesAreShort_data();
    void rangesAreShort();
    void whatAnInputHeldIsCounted_data();
    void whatAnInputHeldIsCounted();
    void digestsDifferByEveryByte();
    void aQuestionAsksForThem();
    void aSummaryCarriesThemOn();
    void aCompactionItemCarriesThemOn();
};

void TestRehearsalMarkers::rangesAreShort_data()
{
    QTest::addColumn<QList<int>>("numbers");
    QTest::addColumn<QString>("ranges");
    QTest::newRow("none") << QList<int>() << QString();
    QTest::newRow("one") << QList<int>{4} << u"4"_s;
    QTest::newRow("a run") << QList<int>{0, 1, 2} << u"0-2"_s;
    QTest::newRow("with a gap") << QList<int>{0, 1, 3, 5, 6} << u"0-1,3,5-6"_s;
}

void TestRehearsalMarkers::rangesAreShort()
{
    QFETCH(QList<int>, numbers);
    QFETCH(QString, ranges);
    QCOMPARE(rangesOf(numbers), ranges);
    QCOMPARE(numbersOf(ranges), QSet<int>(numbers.begin(), numbers.end()));
}

void TestRehearsalMarkers::whatAnInputHeldIsCounted_data()
{
    QTest::addColumn<QList<InputItem>>("input");
    QTest::addColumn<QString>("seen");
    QTest::addColumn<QString>("inMessages");
    QTest::addColumn<bool>("ascending");
    QTest::newRow("nothing") << QList<InputItem>() << QString() << QString() << true;
    QTest::newRow("messages of both roles")
        << QList{user(u"#m0#one"_s), assistant(u"two #m1#"_s)} << u"0-1"_s << u"0-1"_s << true;
    QTest::newRow("what is no marker")
        << QList{user(u"#m# #mx# #m-1# #m2 3# #m4"_s)} << QString() << QString() << true;
    QTest::newRow("out of order") << QList{user(u"#m3#"_s), assistant(u"#m2#"_s)} << u"2-3"_s
                                  << u"2-3"_s << false;
    QTest::newRow("twice is not in order")
        << QList{user(u"#m3#"_s), user(u"#m3#"_s)} << u"3"_s << u"3"_s << false;
    QTest::newRow("a summary in words")
        << QList{user(localSummary + u"- user: #m9#quoted\n[[markers 0-4,6]]"_s), user(u"#m5#"_s)}
        << u"0-6"_s << u"5"_s << true;
    QTest::newRow("a person's text is no summary")
        << QList{user(u"[[markers 0-4]] #m5#"_s)} << u"5"_s << u"5"_s << true;
    QTest::newRow("a compaction item")
        << QList{InputItem{u"compaction"_s, {}, u"[[markers 0-2]]"_s}} << u"0-2"_s << QString()
        << true;
}

void TestRehearsalMarkers::whatAnInputHeldIsCounted()
{
    QFETCH(QList<InputItem>, input);
    QFETCH(QString, seen);
    QFETCH(QString, inMessages);
    QFETCH(bool, ascending);
    const auto markers = markersOf(requestOf(input));
    QCOMPARE(rangesOf(markers.seen()), seen);
    QCOMPARE(rangesOf(markers.inMessages.keys()), inMessages);
    QCOMPARE(markers.ascending, ascending);
}

void TestRehearsalMarkers::digestsDifferByEveryByte()
{
    const QList messages{user(u"#m0# a\r\n"_s), assistant(u"#m1#中😀"_s)};
    const auto digest = markersOf(requestOf(messages)).digest;
    QCOMPARE(digest, digestOf(messages));
    // What bears no marker does not count: the question, the host's own notes.
    auto more = messages;
    more.append(user(u"[[markers]]"_s));
    more.prepend(user(u"<environment_context>"_s));
    QCOMPARE(markersOf(requestOf(more)).digest, digest);

    auto trimmed = messages;
    trimmed[0].text = u"#m0# a\n"_s;
    QVERIFY(digestOf(trimmed) != digest);
    auto swapped = messages;
    swapped[0].role = u"assistant"_s;
    QVERIFY(digestOf(swapped) != digest);
    const QList joined{user(messages[0].text + u'\0' + u"assistant\n"_s + messages[1].text)};
    QVERIFY(digestOf(joined) != digestOf({messages[1], messages[0]}));
}

void TestRehearsalMarkers::aQuestionAsksForThem()
{
    const auto request = requestOf({user(localSummary + u"[[markers 0-3]]"_s),
                                    user(u"#m3#x"_s),
                                    assistant(u"#m4#y #m4#"_s),
                                    user(u"What do you know? [[markers]]"_s)});
    const auto items = itemsOf(decide(request, {}, {}));
    QCOMPARE(items.size(), 1);
    const auto lines = textOf(items[0]).split(u'\n');
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[0].contains(u"Rehearsal"_s));
    const QJsonObject expected{
        {u"seen"_s, u"0-4"_s},
        {u"messages"_s, u"3-4"_s},
        {u"repeated"_s, u"4"_s},
        {u"summaries"_s, u"0-3"_s},
        {u"ascending"_s, false},
        {u"roles"_s, u"ua"_s},
        {u"digest"_s, QString::fromLatin1(digestOf({request.input[1], request.input[2]}))}};
    QCOMPARE(QJsonDocument::fromJson(lines[1].toUtf8()).object(), expected);
}

void TestRehearsalMarkers::aSummaryCarriesThemOn()
{
    auto request = requestOf(
        {user(localSummary + u"[[markers 0-3]]"_s), user(u"#m4#x"_s), user(u"[[say no]]"_s)});
    request.kind = RequestKind::Compaction;
    const auto items = itemsOf(decide(request, {}, {}));
    QCOMPARE(items.size(), 1);
    QVERIFY(textOf(items[0]).endsWith(u"\n[[markers 0-4]]"_s));

    // Also where a script directs it; without any there is no such line.
    Script script;
    script.rules.append({u"said"_s, {}, RequestKind::Compaction, 1, 0, u"[[say shorter]]"_s});
    QCOMPARE(textOf(itemsOf(decide(request, script, {})).at(0)), u"shorter\n[[markers 0-4]]"_s);
    request.input = {user(u"x"_s)};
    QCOMPARE(textOf(itemsOf(decide(request, script, {})).at(0)), u"shorter"_s);
}

void TestRehearsalMarkers::aCompactionItemCarriesThemOn()
{
    const auto body = [](const QString &secret) {
        const QJsonArray input{
            QJsonObject{{u"type"_s, u"compaction"_s}, {u"encrypted_content"_s, secret}},
            QJsonObject{
                {u"type"_s, u"message"_s}, {u"role"_s, u"user"_s}, {u"content"_s, u"#m7#"_s}},
            QJsonObject{{u"type"_s, u"compaction_trigger"_s}}};
        return QJsonDocument(QJsonObject{{u"input"_s, input}}).toJson();
    };
    const auto earlier = QString::fromLatin1(QByteArray("Rehearsal [[markers 0-6]]").toBase64());
    const auto request = readRequest(body(earlier), {}).value_or(ModelRequest());
    QCOMPARE(request.kind, RequestKind::Compaction);
    QVERIFY(request.wantsItem);

    const auto items = itemsOf(decide(request, {}, {}));
    QCOMPARE(items.size(), 1); // exactly one: Codex takes nothing else
    QCOMPARE(items[0].value("type"_L1).toString(), u"compaction"_s);
    const auto secret = items[0].value("encrypted_content"_L1).toString();
    const auto next = readRequest(body(secret), {}).value_or(ModelRequest());
    QCOMPARE(rangesOf(markersOf(next).seen()), u"0-7"_s);
    QVERIFY(next.input[0].text.contains(u"no model wrote it"_s));
}

QTEST_GUILESS_MAIN(TestRehearsalMarkers)
#include "tst_rehearsal_markers.moc"
