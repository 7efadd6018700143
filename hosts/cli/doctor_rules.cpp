// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "doctor_rules.h"

#include "../places.h"
#include "lib/codexwire/codex_version.h"
#include "lib/codexwire/native_binary.h"

#include <QtCore/QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hostline::cli {

namespace {

using Grade = Finding::Grade;
using codexwire::CodexVersion;

constexpr int directoryMode = 0700;
constexpr int fileMode = 0600;

Finding finding(Grade grade, const QString &subject, const QString &text, const QString &step = {})
{
    return Finding{.grade = grade, .subject = subject, .text = text, .step = step};
}

QString lastLine(const QString &text)
{
    return text.trimmed().section(u'\n', -1);
}

QString describe(const ProgramRun &run)
{
    switch (run.end) {
    case ProgramRun::End::NotFound:
        return run.output.isEmpty() ? u"not found"_s : run.output;
    case ProgramRun::End::Failed:
        return u"it could not be started, or crashed"_s;
    case ProgramRun::End::Hung:
        return u"it did not end in time"_s;
    case ProgramRun::End::Exited:
        return u"exit code %1: %2"_s.arg(run.code).arg(lastLine(run.output));
    }
    return {};
}

bool wentWell(const ProgramRun &run)
{
    return run.end == ProgramRun::End::Exited && run.code == 0;
}

/// What is wrong with a mode, if anything is.
std::optional<Finding> judgeMode(const QString &subject, const QString &path, int mode, int wanted)
{
    if (mode == wanted)
        return std::nullopt;
    const auto octal = [](int bits) {
        return u"%1"_s.arg(bits, 4, 8, QLatin1Char('0'));
    };
    return finding(Grade::Bad,
                   subject,
                   u"%1 is not private: its mode is %2"_s.arg(path, octal(mode)),
                   u"chmod %1 '%2'"_s.arg(octal(wanted), path));
}

std::optional<Finding>
judgeOwnFile(const QString &subject, const QString &path, const FileFacts &file)
{
    if (!file.own)
        return finding(
            Grade::Bad,
            subject,
            u"%1 belongs to another user"_s.arg(path),
            u"give it to yourself (as root: chown), or name another folder with --data"_s);
    return judgeMode(subject, path, file.mode, fileMode);
}

} // namespace

Finding judgeCodexVersion(const QString &program, const ProgramRun &run)
{
    const QString subject = u"Codex"_s;
    const QString install =
        u"./run installs one that is private to Hostline; or: "_s + codexwire::installStep();
    if (!wentWell(run))
        return finding(Grade::Bad, subject, u"%1: %2"_s.arg(program, describe(run)), install);
    const std::optional<CodexVersion> version =
        codexwire::versionOfProgramText(lastLine(run.output));
    if (!version)
        return finding(
            Grade::Bad, subject, u"%1 does not tell its version"_s.arg(program), install);
    const QString seen = version->toString();
    if (*version < codexwire::oldestCodex)
        return finding(Grade::Bad,
                       subject,
                       u"%1 is version %2; %3 is the oldest that will do"_s.arg(
                           program, seen, codexwire::oldestCodex.toString()),
                       install);
    if (*version > codexwire::pinnedCodex)
        return finding(Grade::Remark,
                       subject,
                       u"%1 is version %2; tested is %3"_s.arg(
                           program, seen, codexwire::pinnedCodex.toString()));
    return finding(Grade::Good, subject, u"%1, version %2"_s.arg(program, seen));
}

Finding judgeSignIn(const QString &program, const QString &home, const ProgramRun &run)
{
    const QString where = home.isEmpty() ? u" (in your own Codex home)"_s : u" (in %1)"_s.arg(home);
    if (wentWell(run))
        return finding(Grade::Good, u"Sign-in"_s, lastLine(run.output) + where);
    const QString login =
        (home.isEmpty() ? QString() : u"CODEX_HOME='%1' "_s.arg(home)) + program + " login"_L1;
    return finding(Grade::Remark,
                   u"Sign-in"_s,
                   describe(run) + where,
                   login + u" (not needed for the rehearsal or a model provider of your own)"_s);
}

Finding judgeSandbox(const ProgramRun &run)
{
    if (wentWell(run))
        return finding(Grade::Good, u"Sandbox"_s, u"a command runs in Codex's sandbox"_s);
    return finding(
        Grade::Bad,
        u"Sandbox"_s,
        u"no command runs in Codex's sandbox: "_s + describe(run),
        u"user namespaces must be allowed: sysctl kernel.unprivileged_userns_clone=1 (in a container: by its host)"_s);
}

CodexPlace placeOfCodex(const QString &named,
                        const QJsonObject &status,
                        const Settings &settings,
                        const QString &settingsFile)
{
    const auto isCodex = [](const QString &plugin) {
        return plugin == hosts::providerName;
    };
    QString provider = settings.route.provider;
    QString running;
    for (const QJsonValue value : status.value("providers"_L1).toArray()) {
        const QString program = value["program"_L1].toString();
        if (running.isEmpty() && isCodex(value["plugin"_L1].toString()) && !program.isEmpty()) {
            running = program;
            provider = value["id"_L1].toString();
        }
    }
    const auto table = std::find_if(settings.providers.begin(),
                                    settings.providers.end(),
                                    [&provider, &isCodex](const PluginTable &each) {
                                        return each.enabled && isCodex(each.plugin)
                                            && (each.name == provider || provider.isEmpty());
                                    });
    const bool found = table != settings.providers.end();
    const QString home = found ? table->values.value("home"_L1).toString() : QString();
    if (!named.isEmpty())
        return {.command = named, .home = home, .because = u"named by --codex"_s};
    if (!running.isEmpty())
        return {.command = running, .home = home, .because = u"the running Hostline uses it"_s};
    const QString command = found ? table->values.value("command"_L1).toString() : QString();
    return {.command = command.isEmpty() ? hosts::providerName : command,
            .home = home,
            .because = command.isEmpty()
                ? u"from PATH"_s
                : u"[%1] command in %2"_s.arg(table->section, settingsFile)};
}

Finding judgeDataDirectory(const QString &path, const FileFacts &directory)
{
    const QString subject = u"Data"_s;
    if (directory.kind == FileFacts::Kind::Missing)
        return finding(Grade::Good, subject, u"%1 is not there yet; it will be made"_s.arg(path));
    if (directory.kind != FileFacts::Kind::Directory)
        return finding(Grade::Bad,
                       subject,
                       u"%1 is not a folder (or a link to one)"_s.arg(path),
                       u"name another one with --data"_s);
    if (!directory.own)
        return finding(Grade::Bad,
                       subject,
                       u"%1 belongs to another user"_s.arg(path),
                       u"name another one with --data"_s);
    return judgeMode(subject, path, directory.mode, directoryMode)
        .value_or(finding(Grade::Good, subject, u"%1 is private to you"_s.arg(path)));
}

Finding judgeStore(const QString &path, const FileFacts &file)
{
    const QString subject = u"Store"_s;
    const QString restore =
        u"put a back-up in its place, or move it away to begin anew (docs/operations.md)"_s;
    if (file.kind == FileFacts::Kind::Missing)
        return finding(Grade::Good, subject, u"%1 is not there yet; it will be made"_s.arg(path));
    if (file.kind != FileFacts::Kind::File)
        return finding(
            Grade::Bad, subject, u"%1 is not a file (or a link to one)"_s.arg(path), restore);
    if (const std::optional<Finding> open = judgeOwnFile(subject, path, file))
        return *open;
    if (!file.head.isEmpty() && !file.head.startsWith("SQLite format 3"))
        return finding(Grade::Bad, subject, u"%1 is not a database"_s.arg(path), restore);
    if (!file.damage.isEmpty())
        return finding(Grade::Bad, subject, u"%1 is damaged: %2"_s.arg(path, file.damage), restore);
    return finding(Grade::Good, subject, u"%1 is a sound database, private to you"_s.arg(path));
}

Finding judgeToken(const QString &path, const FileFacts &file)
{
    const QString subject = u"Token"_s;
    if (file.kind == FileFacts::Kind::Missing)
        return finding(Grade::Good, subject, u"%1 is not there yet; it will be made"_s.arg(path));
    if (file.kind != FileFacts::Kind::File)
        return finding(Grade::Bad,
                       subject,
                       u"%1 is not a file (or a link to one)"_s.arg(path),
                       u"move it away and start Hostline again: it makes a new one"_s);
    return judgeOwnFile(subject, path, file)
        .value_or(finding(Grade::Good, subject, u"%1 is private to you"_s.arg(path)));
}

QList<Finding> judgeSettings(const QString &path, const std::optional<Failure> &failure)
{
    const QString subject = u"Settings"_s;
    if (!failure)
        return {finding(Grade::Good,
                        subject,
                        path.isEmpty()
                            ? u"there is no settings file; the defaults hold"_s
                            : path + u" (the keys of plugins are looked at when they start)"_s)};
    QList<Finding> found;
    const QStringList faults = failure->detail.split(u'\n');
    for (const QString &fault : faults)
        found.append(finding(Grade::Bad, subject, fault, u"mend it (docs/settings.md)"_s));
    return found;
}

Finding judgeReads()
{
    return finding(
        Grade::Remark,
        u"Reads"_s,
        u"Codex's read-only sandbox confines what is written and the network, not what is read: an "
        u"answer can "
        "show any file that your account can read, Hostline's own included"_s,
        u"keep secrets in another account or in a keyring, or run Hostline under an account of its own"_s);
}

Finding judgeProduct(const QString &subject, const QJsonObject &product)
{
    const auto text = [&product](QLatin1StringView name) {
        return product.value(name).toString();
    };
    const QString message = text("message"_L1);
    const QString state = u"%1 is %2"_s.arg(text("id"_L1), text("state"_L1));
    return finding(text("state"_L1) == "unavailable"_L1 ? Grade::Bad : Grade::Good,
                   subject,
                   message.isEmpty() ? state : state + u": "_s + message,
                   text("step"_L1));
}

QString findingsText(const QList<Finding> &findings)
{
    QString text;
    for (const Finding &one : findings) {
        const QString mark = one.grade == Grade::Good ? u"good"_s
            : one.grade == Grade::Remark              ? u"note"_s
                                                      : u"BAD"_s;
        text += u"%1  %2  %3\n"_s.arg(mark, -4).arg(one.subject, -10).arg(one.text);
        if (!one.step.isEmpty())
            text += u"                  -> %1\n"_s.arg(one.step);
    }
    return text;
}

QJsonObject findingsObject(const QList<Finding> &findings)
{
    QJsonArray list;
    for (const Finding &one : findings) {
        QJsonObject object{{u"what"_s, one.subject},
                           {u"state"_s,
                            one.grade == Grade::Good         ? u"good"_s
                                : one.grade == Grade::Remark ? u"note"_s
                                                             : u"bad"_s},
                           {u"text"_s, one.text}};
        if (!one.step.isEmpty())
            object.insert(u"step"_s, one.step);
        list.append(object);
    }
    return {{u"findings"_s, list}};
}

bool anyBad(const QList<Finding> &findings)
{
    return std::any_of(findings.begin(), findings.end(), [](const Finding &one) {
        return one.grade == Grade::Bad;
    });
}

} // namespace hostline::cli
