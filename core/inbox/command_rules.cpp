// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "inbox/command_rules.h"

#include "notices/language.h"

#include <array>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

struct KnownCommand
{
    QLatin1StringView name;
    Command::Kind kind;
};

constexpr std::array knownCommands{
    KnownCommand{"/help"_L1, Command::Kind::Help},
    KnownCommand{"/status"_L1, Command::Kind::Status},
    KnownCommand{"/stop"_L1, Command::Kind::Stop},
    KnownCommand{"/new"_L1, Command::Kind::New},
    KnownCommand{"/queue"_L1, Command::Kind::Queue},
    KnownCommand{"/lang"_L1, Command::Kind::Language},
    KnownCommand{"/close"_L1, Command::Kind::Close},
    KnownCommand{"/model"_L1, Command::Kind::Model},
    KnownCommand{"/effort"_L1, Command::Kind::Effort},
    KnownCommand{"/workspace"_L1, Command::Kind::Workspace},
    KnownCommand{"/steer"_L1, Command::Kind::NotAvailable},
    KnownCommand{"/agents"_L1, Command::Kind::NotAvailable},
    KnownCommand{"/agent"_L1, Command::Kind::NotAvailable},
    KnownCommand{"/project"_L1, Command::Kind::NotAvailable},
};

bool isCommandWord(QStringView word)
{
    if (word.size() < 2 || word.front() != u'/')
        return false;
    return std::all_of(word.begin() + 1, word.end(), [](QChar c) {
        const char16_t lower = c.toLower().unicode();
        return lower >= u'a' && lower <= u'z';
    });
}

constexpr qsizetype longestName = 200;

/// One word, as names of models and workspaces are.
bool isName(const QString &argument)
{
    return argument.size() <= longestName
        && std::none_of(argument.begin(), argument.end(), [](QChar c) {
               return c.isSpace() || c.category() == QChar::Other_Control;
           });
}

bool isLevel(const QString &argument)
{
    return argument.size() <= longestName
        && std::all_of(argument.begin(), argument.end(), [](QChar c) {
               return c.unicode() >= u'a' && c.unicode() <= u'z';
           });
}

} // namespace

QString usageOf(const QString &name)
{
    if (name == "/lang"_L1)
        return u"/lang zh | en | both | auto"_s;
    if (name == "/model"_L1)
        return u"/model NAME | default"_s;
    if (name == "/effort"_L1)
        return u"/effort LEVEL | default"_s;
    if (name == "/workspace"_L1)
        return u"/workspace NAME"_s;
    return name;
}

std::optional<Command> parseCommand(const QString &text)
{
    const QString trimmed = text.trimmed();
    const auto end =
        std::find_if(trimmed.begin(), trimmed.end(), [](QChar c) { return c.isSpace(); });
    const QStringView word = QStringView(trimmed).left(end - trimmed.begin());
    if (!isCommandWord(word))
        return std::nullopt;

    const QString name = word.toString().toLower();
    const QString argument = trimmed.mid(word.size()).trimmed();
    const auto known =
        std::find_if(knownCommands.begin(),
                     knownCommands.end(),
                     [&name](const KnownCommand &entry) { return entry.name == name; });
    if (known == knownCommands.end())
        return Command{Command::Kind::Unknown, name, {}};

    switch (known->kind) {
    case Command::Kind::Language:
        if (!argument.isEmpty() && !languageFromString(argument.toLower()))
            return Command{Command::Kind::WrongUse, name, {}};
        return Command{known->kind, name, argument.toLower()};
    case Command::Kind::Model:
    case Command::Kind::Workspace:
        if (!isName(argument))
            return Command{Command::Kind::WrongUse, name, {}};
        return Command{known->kind, name, argument};
    case Command::Kind::Effort:
        if (!isLevel(argument.toLower()))
            return Command{Command::Kind::WrongUse, name, {}};
        return Command{known->kind, name, argument.toLower()};
    case Command::Kind::NotAvailable:
        return Command{known->kind, name, {}};
    case Command::Kind::Help:
    case Command::Kind::Status:
    case Command::Kind::Stop:
    case Command::Kind::New:
    case Command::Kind::Queue:
    case Command::Kind::Close:
        return Command{argument.isEmpty() ? known->kind : Command::Kind::WrongUse, name, {}};
    case Command::Kind::Unknown:
    case Command::Kind::WrongUse:
        break;
    }
    Q_UNREACHABLE();
}

} // namespace hostline
