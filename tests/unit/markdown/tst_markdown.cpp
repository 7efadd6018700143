// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/markdown/markdown.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;

// I1, I3: what a model wrote becomes HTML that is safe to insert.
class MarkdownTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void renders_data();
    void renders();
    void neverLetsAnythingActiveThrough_data();
    void neverLetsAnythingActiveThrough();
    void takesEveryPrefix();
    void isBoundedInTime_data();
    void isBoundedInTime();
    void rendersPlainText();
};

namespace {

/** Every tag of ours, written as strictly as the renderer writes it; whatever is left over is not allowed. */
QString withoutAllowedTags(QString html)
{
    static const QRegularExpression allowed(
        uR"re(</?(p|h[1-6]|strong|em|del|blockquote|ul|ol|li|table|thead|tbody|pre|code)>|<(br|hr) />|<(th|td|tr)( align="(left|right|center)")?>|</(th|td|tr|a|span)>|<ol start="\d+">|<code class="language-[^"<>]*">|<a target="_blank" rel="noopener noreferrer nofollow" href="(https?:\/\/|mailto:)[^"<>\s]*">|<span title="[^"<>]*">|<input type="checkbox"( checked="")? disabled="" />)re"_s,
        QRegularExpression::CaseInsensitiveOption);
    return html.remove(allowed);
}

const QString rel = u"target=\"_blank\" rel=\"noopener noreferrer nofollow\""_s;

} // namespace

void MarkdownTest::renders_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("html");
    const auto row = [](const char *name, const QString &text, const QString &html) {
        QTest::newRow(name) << text << html;
    };
    row("nothing is nothing", u""_s, u""_s);
    row("a paragraph", u"Hello *you*"_s, u"<p>Hello <em>you</em></p>\n"_s);
    row("Chinese", u"**你好**，世界"_s, u"<p><strong>你好</strong>，世界</p>\n"_s);
    row("code points beyond the first plane", u"𠮷 😀"_s, u"<p>𠮷 😀</p>\n"_s);
    row("a code block with its language",
        u"```cpp\nint a<b>;\n```"_s,
        u"<pre><code class=\"language-cpp\">int a&lt;b&gt;;\n</code></pre>\n"_s);
    row("a code block that is still coming",
        u"```\nint a;"_s,
        u"<pre><code>int a;\n</code></pre>\n"_s);
    row("a table",
        u"| a | b |\n|:--|--:|\n| 1 | 二 |"_s,
        u"<table>\n<thead>\n<tr>\n<th align=\"left\">a</th>\n<th align=\"right\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align=\"left\">1</td>\n<td align=\"right\">二</td>\n</tr>\n</tbody>\n</table>\n"_s);
    row("strikethrough takes two tildes",
        u"~~gone~~ ~kept~"_s,
        u"<p><del>gone</del> ~kept~</p>\n"_s);
    row("a link opens elsewhere",
        u"[x](https://a.b/c?d=1&e=2)"_s,
        u"<p><a %1 href=\"https://a.b/c?d=1&amp;e=2\">x</a></p>\n"_s.arg(rel));
    row("an autolink",
        u"see https://a.b/c."_s,
        u"<p>see <a %1 href=\"https://a.b/c\">https://a.b/c</a>.</p>\n"_s.arg(rel));
    row("an autolink ends where Chinese begins",
        u"见https://a.b/c，然后"_s,
        u"<p>见<a %1 href=\"https://a.b/c\">https://a.b/c</a>，然后</p>\n"_s.arg(rel));
    row("a mail address",
        u"a@b.cd"_s,
        u"<p><a %1 href=\"mailto:a@b.cd\">a@b.cd</a></p>\n"_s.arg(rel));
    row("an image is a link to it",
        u"![alt](https://a.b/c.png)"_s,
        u"<p><a %1 href=\"https://a.b/c.png\">alt</a></p>\n"_s.arg(rel));
    row("an image in a link is its text: links do not nest",
        u"[![alt](https://a.b/c.png)](https://a.b)"_s,
        u"<p><a %1 href=\"https://a.b\"><span title=\"https://a.b/c.png\">alt</span></a></p>\n"_s
            .arg(rel));
    row("links, images and files in the cells of a table",
        u"|a|[b](https://a.b)|![c](https://a.b/c.png)|[d](src/d.cpp)|\n|---|---|---|---|\n"_s,
        u"<table>\n<thead>\n<tr>\n<th>a</th>\n<th><a %1 href=\"https://a.b\">b</a></th>\n"
        "<th><a %1 href=\"https://a.b/c.png\">c</a></th>\n<th>d</th>\n</tr>\n</thead>\n</table>\n"_s
            .arg(rel));
    row("a link to a file keeps the file as title",
        u"[main.cpp](src/main.cpp:12)"_s,
        u"<p><span title=\"src/main.cpp:12\">main.cpp</span></p>\n"_s);
    row("raw HTML is text", u"a <b>c</b>"_s, u"<p>a &lt;b&gt;c&lt;/b&gt;</p>\n"_s);
    row("a block of HTML is text",
        u"<div>\nhi\n</div>"_s,
        u"<p>&lt;div&gt;\nhi\n&lt;/div&gt;</p>\n"_s);
}

void MarkdownTest::renders()
{
    QFETCH(const QString, text);
    QFETCH(const QString, html);
    QCOMPARE(markdownToHtml(text), html);
    QCOMPARE(withoutAllowedTags(html).count(u'<'), 0);
}

void MarkdownTest::neverLetsAnythingActiveThrough_data()
{
    QTest::addColumn<QString>("text");
    const QStringList attacks = {
        u"<script>alert(1)</script>"_s,
        u"<img src=x onerror=alert(1)>"_s,
        u"<svg/onload=alert(1)>"_s,
        u"<iframe src=\"javascript:alert(1)\"></iframe>"_s,
        u"<style>body{background:url(http://evil)}</style>"_s,
        u"<!-- --><script>alert(1)</script>"_s,
        u"<![CDATA[<script>]]>"_s,
        u"<?php x ?><script>"_s,
        u"<a href=\"javascript:alert(1)\">x</a>"_s,
        u"[x](javascript:alert(1))"_s,
        u"[x](JaVaScRiPt:alert(1))"_s,
        u"[x](java&#10;script:alert(1))"_s,
        u"[x](&#106;avascript:alert(1))"_s,
        u"[x](<  javascript:alert(1)>)"_s,
        u"[x](vbscript:x)"_s,
        u"[x](data:text/html;base64,PHNjcmlwdD4=)"_s,
        u"[x](file:///etc/passwd)"_s,
        u"[x](//evil.example)"_s,
        u"[x](\x01javascript:alert(1))"_s,
        u"[x](https://a.b/\"onmouseover=\"alert(1))"_s,
        u"[x](https://a.b/'onmouseover='alert(1))"_s,
        u"[x](<https://a.b/ onmouseover=alert(1)>)"_s,
        u"[x](https://a.b \"t\\\" onclick=\\\"alert(1)\")"_s,
        u"[x](a\"><script>alert(1)</script>)"_s,
        u"![\"><script>](https://a.b)"_s,
        u"![x](data:image/svg+xml,<svg/onload=alert(1)>)"_s,
        u"![x][r]\n\n[r]: javascript:alert(1)"_s,
        u"[![x](javascript:a)](javascript:b)"_s,
        u"[<img src=x onerror=alert(1)>](https://a.b)"_s,
        u"<javascript:alert(1)>"_s,
        u"<https://a.b/\"><script>>"_s,
        u"```\"><script>\nx\n```"_s,
        u"``` a\" onclick=\"x\nx\n```"_s,
        u"`<script>alert(1)</script>`"_s,
        u"| <script> |\n|---|\n| <img src=x onerror=a> |"_s,
        u"| ![x](z) | [x](javascript:a) |\n|---|---|\n| ![y](javascript:z) www.a.b | <b onclick=a> |"_s,
        u"- [x] <script>\n- [ ] <b onclick=a>"_s,
        u"# <script>\n\n> <script>"_s,
        u"https://a.b/<script>alert(1)</script>"_s,
        u"www.a.b/\"onclick=x"_s,
        u"a@b.c\"onclick=x"_s,
        u"<x onclick=\n\"alert(1)\"\n>"_s,
        u"&lt;script&gt; &#60;script&#62; \\<script>"_s,
        u"<scr\u0000ipt>"_s,
        u"<div\n\n<script>"_s,
    };
    for (qsizetype i = 0; i < attacks.size(); ++i)
        QTest::newRow(qPrintable(QString::number(i) + u' ' + attacks.at(i).simplified()))
            << attacks.at(i);
}

void MarkdownTest::neverLetsAnythingActiveThrough()
{
    QFETCH(const QString, text);
    const QString html = markdownToHtml(text);
    const QString rest = withoutAllowedTags(html);
    QVERIFY2(!rest.contains(u'<') && !rest.contains(u'>'), qPrintable(html));
    QVERIFY(
        !plainToHtml(text).remove(u"<p>"_s).remove(u"</p>"_s).remove(u"<br />"_s).contains(u'<'));
}

void MarkdownTest::takesEveryPrefix()
{
    const QString text = u"# 标题 😀\n\n1. a **b** [c](https://d.e) `f`\n   - [x] "
                         u"![g](https://h)\n\n| a | b |\n|---|---|\n| 𠮷 | ~~x~~ |\n\n"
                         "```py\nprint('<b>')\n```\n\n<div>\n> https://i.j/k，完"_s;
    for (qsizetype length = 0; length <= text.size(); ++length) {
        const QString html = markdownToHtml(text.first(length));
        QVERIFY2(!withoutAllowedTags(html).contains(u'<'), qPrintable(html));
        QVERIFY2(!html.contains(QChar::ReplacementCharacter), qPrintable(html));
    }
}

void MarkdownTest::isBoundedInTime_data()
{
    QTest::addColumn<QString>("text");
    constexpr int size = 400'000;
    const auto repeated = [](const char *unit) {
        const QString text = QString::fromLatin1(unit);
        return text.repeated(size / text.size());
    };
    for (const char *unit :
         {"[",          "![",     "![[]()",  "[a](",      "<",     "<a ",   "*a _b ", "**",
          "`a``b",      "> ",     "- ",      ">\n",       "* a\n", "&",     "&a",     "(",
          "a@",         "www.",   "http://", "|",         "|a\n",  "|-",    "~~",     "\\",
          "[a]: <b>\n", "<!--",   "<?",      "<![CDATA[", "a\n",   "# a\n", "```\n",  " 1. ",
          "[a][b]\n",   "\"a\" ", "]",       "_a",        ":a",    "x:y@z "})
        QTest::newRow(unit) << repeated(unit);
    QString stairs;
    for (int i = 0; i < 600; ++i)
        stairs += QString(i, u' ') + "- a\n"_L1;
    QTest::newRow("a list that goes down 600 stairs") << stairs;
    QTest::newRow("emphasis in emphasis")
        << u"*a **b "_s.repeated(1500) + u"c** d*"_s.repeated(1500);
    QTest::newRow("1 MB of text") << u"All of it is plain text. "_s.repeated(40'000);
}

void MarkdownTest::isBoundedInTime()
{
    QFETCH(const QString, text);
    QElapsedTimer elapsed;
    elapsed.start();
    const QString html = markdownToHtml(text);
    const qint64 took = elapsed.elapsed();
    QVERIFY2(took < 3000, qPrintable(QString::number(took)));
    QVERIFY(!withoutAllowedTags(html).contains(u'<'));
    int depth = 0;
    int deepest = 0;
    static const QRegularExpression tag(u"<(/?)(blockquote|ul|ol|li|em|strong)[ >]"_s);
    for (auto match = tag.globalMatch(html); match.hasNext();) {
        depth += match.next().captured(1).isEmpty() ? 1 : -1;
        deepest = std::max(deepest, depth);
    }
    QVERIFY2(deepest <= 100, qPrintable(QString::number(deepest)));
}

void MarkdownTest::rendersPlainText()
{
    QCOMPARE(plainToHtml(u"a <b>\nc\n\n \n*d*\n"_s),
             u"<p>a &lt;b&gt;<br />\nc</p>\n<p>*d*</p>\n"_s);
    QCOMPARE(plainToHtml(u""_s), u""_s);
}

QTEST_GUILESS_MAIN(MarkdownTest)
#include "tst_markdown.moc"
