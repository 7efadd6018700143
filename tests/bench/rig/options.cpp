// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/rig/options.h"

#include <QtCore/QCommandLineParser>
#include <QtCore/QCoreApplication>

using namespace Qt::StringLiterals;

namespace hostline::bench {

Options::Options(const QString &what, QList<Number> numbers)
{
    numbers.append({u"slack"_s, 1, u"times a bound that is checked"_s});
    QCommandLineParser parser;
    parser.setApplicationDescription(what);
    parser.addHelpOption();
    for (const Number &one : std::as_const(numbers))
        parser.addOption(
            QCommandLineOption(one.name, one.help, u"N"_s, QString::number(one.value)));
    parser.process(*QCoreApplication::instance());
    for (const Number &one : std::as_const(numbers)) {
        bool isNumber = false;
        m_values.insert(one.name, parser.value(one.name).toDouble(&isNumber));
        if (!isNumber)
            parser.showHelp(2);
    }
}

} // namespace hostline::bench
