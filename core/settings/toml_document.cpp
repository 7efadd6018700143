// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/toml_document.h"

#include <QJsonArray>

#include <cmath>
#include <string_view>

// The library recurses into nested values; 24 is more than any setting needs. Its assertions concern the
// file, not the program ("[;x]" fails one), and with NDEBUG they become assumptions of the optimiser;
// without either, the checks behind them refuse the file.
#define TOML_EXCEPTIONS 0
#define TOML_MAX_NESTED_VALUES 24
#undef NDEBUG
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype largestFile = 256 * 1024;
constexpr int mostDots = 64;

QString fromToml(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

SourcePosition positionOf(const toml::source_region &region)
{
    return {.line = static_cast<int>(region.begin.line),
            .column = static_cast<int>(region.begin.column)};
}

// The library puts no limit on the depth of dotted keys, and destroys what it read by recursion.
int lineWithDeepKey(const QByteArray &text)
{
    int line = 1;
    int dots = 0;
    char quote = 0;
    for (const char character : text) {
        if (character == '\n') {
            ++line;
            dots = 0;
            quote = 0;
        } else if (quote) {
            if (character == quote)
                quote = 0;
        } else if (character == '"' || character == '\'') {
            quote = character;
        } else if (character == '.' && ++dots > mostDots) {
            return line;
        }
    }
    return 0;
}

class Converter
{
public:
    explicit Converter(TomlDocument &document)
        : m_document(document)
    { }

    QJsonObject object(const toml::table &table, const QString &name)
    {
        QJsonObject result;
        for (const auto &[key, node] : table) {
            const QString text = fromToml(key.str());
            const QString full = joinedKey(name, text);
            m_document.positions.insert(full, positionOf(key.source()));
            result.insert(text, value(node, full));
        }
        return result;
    }

private:
    QJsonValue value(const toml::node &node, const QString &name)
    {
        if (const toml::table *table = node.as_table())
            return object(*table, name);
        if (const toml::array *array = node.as_array()) {
            QJsonArray result;
            for (const toml::node &element : *array) {
                const QString full = u"%1[%2]"_s.arg(name).arg(result.size());
                m_document.positions.insert(full, positionOf(element.source()));
                result.append(value(element, full));
            }
            return result;
        }
        if (const auto *text = node.as_string())
            return fromToml(text->get());
        if (const auto *integer = node.as_integer())
            return QJsonValue(static_cast<qint64>(integer->get()));
        if (const auto *boolean = node.as_boolean())
            return boolean->get();
        if (const auto *number = node.as_floating_point(); number && std::isfinite(number->get()))
            return number->get();
        m_document.problems.append({.file = m_document.file,
                                    .position = positionOf(node.source()),
                                    .key = name,
                                    .what =
                                        u"dates, times, inf and nan are no settings; write text in "
                                        "quotes or a number"_s});
        return {};
    }

    TomlDocument &m_document;
};

} // namespace

TomlDocument readToml(const QByteArray &text, const QString &file)
{
    TomlDocument document{.file = file, .root = {}, .positions = {}, .problems = {}};
    const auto refuse = [&document, &file](SourcePosition position, const QString &what) {
        document.problems.append({.file = file, .position = position, .key = {}, .what = what});
    };
    if (text.size() > largestFile) {
        refuse({}, u"the file is larger than 256 KiB"_s);
        return document;
    }
    if (const int line = lineWithDeepKey(text); line > 0) {
        refuse({.line = line, .column = 1}, u"more than %1 dots on one line"_s.arg(mostDots));
        return document;
    }
    const toml::parse_result parsed =
        toml::parse(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    if (!parsed) {
        refuse(positionOf(parsed.error().source()),
               u"not valid TOML: "_s + fromToml(parsed.error().description()).simplified());
        return document;
    }
    document.root = Converter(document).object(parsed.table(), {});
    return document;
}

} // namespace hostline
