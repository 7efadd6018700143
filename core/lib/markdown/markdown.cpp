// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/markdown/markdown.h"

#include <QByteArray>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype largestText = 512LL * 1024; // bytes
constexpr int deepestNesting = 100;
constexpr qsizetype mostOpeners =
    4000; // of one kind in one paragraph: beyond it the parser's time grows with their square

struct FreeNode
{
    void operator()(cmark_node *node) const { cmark_node_free(node); }
};
struct FreeParser
{
    void operator()(cmark_parser *parser) const { cmark_parser_free(parser); }
};
struct FreeIterator
{
    void operator()(cmark_iter *iterator) const { cmark_iter_free(iterator); }
};
struct FreeText
{
    void operator()(char *text) const { cmark_get_default_mem_allocator()->free(text); }
};
using Node = std::unique_ptr<cmark_node, FreeNode>;

QByteArray escaped(QByteArrayView text)
{
    QByteArray result;
    result.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\'':
            result += "&#39;";
            break;
        default:
            result += c;
        }
    }
    return result;
}

bool isAllowedAddress(QByteArrayView address)
{
    const QByteArray lower =
        address.first(std::min<qsizetype>(address.size(), 8)).toByteArray().toLower();
    return lower.startsWith("http://") || lower.startsWith("https://")
        || lower.startsWith("mailto:");
}

/** What may make the parser slow is counted a paragraph at a time, as it looks for pairs within one. */
bool isSlowToParse(QByteArrayView text)
{
    static constexpr QByteArrayView counted = "[<*_~`(&:@w|";
    std::array<qsizetype, counted.size()> counts{};
    qsizetype lineStart = 0;
    qsizetype containers = 0; // markers at the start of the line
    bool inIndent = true;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n') {
            if (text.sliced(lineStart, i - lineStart).trimmed().isEmpty())
                counts.fill(0);
            lineStart = i + 1;
            containers = 0;
            inIndent = true;
            continue;
        }
        if (inIndent) {
            if (c == '>' || c == '-' || c == '*' || c == '+')
                ++containers;
            else if (c != ' ' && c != '\t')
                inIndent = false;
            if (containers > deepestNesting && c == '>')
                return true;
        }
        const qsizetype kind = counted.indexOf(c);
        if (kind >= 0 && ++counts.at(static_cast<size_t>(kind)) > mostOpeners)
            return true;
    }
    return false;
}

void replaceBy(cmark_node *node, cmark_node *replacement)
{
    if (cmark_node_replace(node, replacement))
        cmark_node_free(node);
    else
        cmark_node_free(replacement);
}

cmark_node *textNode(const QByteArray &literal)
{
    cmark_node *node = cmark_node_new(CMARK_NODE_TEXT);
    cmark_node_set_literal(node, literal.constData());
    return node;
}

void moveChildren(cmark_node *from, cmark_node *into)
{
    while (cmark_node *child = cmark_node_first_child(from)) {
        if (!cmark_node_append_child(into, child))
            cmark_node_free(child);
    }
}

/** The children of `from` in a span with that title; bare in a table's cell, which takes no node of a caller's own. */
void showAsText(cmark_node *from, QByteArrayView title)
{
    cmark_node *wrapper = cmark_node_new(CMARK_NODE_CUSTOM_INLINE);
    cmark_node_set_on_enter(wrapper, ("<span title=\"" + escaped(title) + "\">").constData());
    cmark_node_set_on_exit(wrapper, "</span>");
    if (cmark_node_insert_before(from, wrapper)) {
        moveChildren(from, wrapper);
    } else {
        cmark_node_free(wrapper);
        while (cmark_node *child = cmark_node_first_child(from)) {
            if (!cmark_node_insert_before(from, child))
                cmark_node_free(child);
        }
    }
    cmark_node_free(from);
}

/**
 * The extension ends an address at white space only, which Chinese does not put there: "https://a.b/c，然后". The tail that
 * is not ASCII goes back into the text.
 */
void cutAutolink(cmark_node *link)
{
    cmark_node *text = cmark_node_first_child(link);
    if (!text || cmark_node_get_type(text) != CMARK_NODE_TEXT || cmark_node_next(text))
        return;
    const QByteArray shown = cmark_node_get_literal(text);
    const QByteArray address = cmark_node_get_url(link);
    if (!address.endsWith(shown))
        return;
    const auto foreign = std::find_if(shown.cbegin(), shown.cend(), [](char c) {
        return (static_cast<unsigned char>(c) & 0x80U) != 0;
    });
    const qsizetype kept = foreign - shown.cbegin();
    if (foreign == shown.cend() || kept == 0)
        return;
    cmark_node_set_literal(text, shown.first(kept).constData());
    cmark_node_set_url(link, address.first(address.size() - (shown.size() - kept)).constData());
    cmark_node *tail = textNode(shown.sliced(kept));
    if (!cmark_node_insert_after(link, tail))
        cmark_node_free(tail);
}

bool isInsideLink(cmark_node *node)
{
    for (cmark_node *parent = cmark_node_parent(node); parent; parent = cmark_node_parent(parent)) {
        if (cmark_node_get_type(parent) == CMARK_NODE_LINK)
            return true;
    }
    return false;
}

void makeLinkSafe(cmark_node *link)
{
    const QByteArray address = cmark_node_get_url(link);
    if (!cmark_node_first_child(link)) // an image without a description, a link without a text
        cmark_node_append_child(link, textNode(address));
    if (!isAllowedAddress(address) || isInsideLink(link)) {
        showAsText(link, address);
        return;
    }
    cmark_node_set_title(link, "");
    if (cmark_node_get_type(link) == CMARK_NODE_LINK)
        return;
    cmark_node *toImage = cmark_node_new(CMARK_NODE_LINK);
    cmark_node_set_url(toImage, address.constData());
    moveChildren(link, toImage);
    replaceBy(link, toImage);
}

/** All other text has its angle brackets escaped, so this start of a tag is one that the renderer made of a link. */
QString withLinkAttributes(QString html)
{
    return html.replace("<a href="_L1,
                        R"(<a target="_blank" rel="noopener noreferrer nofollow" href=)"_L1);
}

void showRawHtml(cmark_node *node)
{
    const QByteArray literal = cmark_node_get_literal(node);
    if (cmark_node_get_type(node) == CMARK_NODE_HTML_INLINE) {
        replaceBy(node, textNode(literal));
        return;
    }
    cmark_node *paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH);
    cmark_node_append_child(paragraph, textNode(literal.trimmed()));
    replaceBy(node, paragraph);
}

Node parsed(const QByteArray &text, cmark_llist **extensions)
{
    cmark_gfm_core_extensions_ensure_registered();
    const std::unique_ptr<cmark_parser, FreeParser> parser(
        cmark_parser_new(CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE));
    for (const char *name : {"table", "strikethrough", "autolink", "tasklist"})
        cmark_parser_attach_syntax_extension(parser.get(), cmark_find_syntax_extension(name));
    cmark_parser_feed(parser.get(), text.constData(), static_cast<size_t>(text.size()));
    Node document(cmark_parser_finish(parser.get()));
    *extensions = nullptr;
    for (const char *name : {"table", "strikethrough", "tasklist"})
        *extensions = cmark_llist_append(
            cmark_get_default_mem_allocator(), *extensions, cmark_find_syntax_extension(name));
    return document;
}

/** The links, images and pieces of HTML of a document; nothing when it is nested too deep. */
std::optional<std::vector<cmark_node *>> findUnsafe(cmark_node *document)
{
    std::vector<cmark_node *> found;
    int depth = 0;
    const std::unique_ptr<cmark_iter, FreeIterator> iterator(cmark_iter_new(document));
    for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get())) {
        cmark_node *node = cmark_iter_get_node(iterator.get());
        const cmark_node_type type = cmark_node_get_type(node);
        const bool leaf = type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE;
        if (event == CMARK_EVENT_EXIT) {
            --depth;
            if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)
                found.push_back(node); // after its children: what is inside is replaced first
            continue;
        }
        if (leaf)
            found.push_back(node);
        else if (type != CMARK_NODE_TEXT && type != CMARK_NODE_SOFTBREAK
                 && type != CMARK_NODE_LINEBREAK && type != CMARK_NODE_CODE
                 && type != CMARK_NODE_CODE_BLOCK && type != CMARK_NODE_THEMATIC_BREAK)
            ++depth;
        if (depth > deepestNesting)
            return {};
    }
    return found;
}

QString asPlainBlock(const QByteArray &text)
{
    return QString::fromUtf8("<pre>" + escaped(text) + "</pre>\n");
}

} // namespace

QString markdownToHtml(const QString &text)
{
    // Streamed text may end inside a code point.
    const bool cut = !text.isEmpty() && text.back().isHighSurrogate();
    const QByteArray bytes = QStringView(text).chopped(cut ? 1 : 0).toUtf8();
    if (bytes.size() > largestText || isSlowToParse(bytes))
        return asPlainBlock(bytes);
    cmark_llist *extensions = nullptr;
    const Node document = parsed(bytes, &extensions);
    const std::optional<std::vector<cmark_node *>> unsafe = findUnsafe(document.get());
    QString html;
    if (unsafe) {
        for (cmark_node *node : *unsafe) {
            const cmark_node_type type = cmark_node_get_type(node);
            if (type == CMARK_NODE_LINK)
                cutAutolink(node);
            if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)
                makeLinkSafe(node);
            else
                showRawHtml(node);
        }
        const std::unique_ptr<char, FreeText> rendered(
            cmark_render_html(document.get(), CMARK_OPT_DEFAULT, extensions));
        html = withLinkAttributes(QString::fromUtf8(rendered.get()));
    } else {
        html = asPlainBlock(bytes);
    }
    cmark_llist_free(cmark_get_default_mem_allocator(), extensions);
    return html;
}

QString plainToHtml(const QString &text)
{
    static const QRegularExpression emptyLine(u"\\n[ \\t]*\\n\\s*"_s);
    QString html;
    for (const QString &paragraph : text.trimmed().split(emptyLine, Qt::SkipEmptyParts))
        html += "<p>"_L1 + paragraph.toHtmlEscaped().replace(u'\n', "<br />\n"_L1) + "</p>\n"_L1;
    return html;
}

} // namespace hostline
