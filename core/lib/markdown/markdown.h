// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace hostline {

/**
 * Markdown (CommonMark with GitHub's tables, strikethrough, autolinks and task lists) as HTML that is safe to insert into a
 * page, whoever wrote the text:
 *  - raw HTML is shown as text;
 *  - links are http, https or mailto, open elsewhere and carry rel="noopener noreferrer nofollow"; any other target is kept
 *    as the title of a span (models link to files);
 *  - images are shown as links to them, nothing is fetched;
 *  - the only attributes are those of links and spans, class="language-…" of a code block, align of table cells, start of
 *    lists, and the disabled check boxes of task lists.
 * Any prefix of a text is taken, so streamed text can be rendered as it comes. Bounded in time: a text over 512 KiB, or one
 * nested more than 100 deep, or built to make the parser slow, comes back as one block of plain text.
 */
QString markdownToHtml(const QString &text);

/** Plain text as paragraphs with line breaks, everything escaped. */
QString plainToHtml(const QString &text);

} // namespace hostline
