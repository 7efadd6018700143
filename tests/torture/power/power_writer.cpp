// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// Admits messages with or without syncs, and says on standard output which ones are stored: `power_writer DIRECTORY
// COUNT sync|nosync`. The replay of its run shows that the replay sees a store that does not sync.
#include "base/private_files.h"
#include "ledger/admit.h"
#include "ledger/schema.h"
#include "unit/store/store_fixture.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

using namespace hostline;

void tell(const QString &message, const RequestId &request)
{
    const QByteArray line = QJsonDocument(QJsonObject{{u"type"_s, u"acknowledge"_s},
                                                      {u"message"_s, message},
                                                      {u"request"_s, request.toString()}})
                                .toJson(QJsonDocument::Compact)
        + '\n';
    if (::write(STDOUT_FILENO, line.constData(), size_t(line.size())) != line.size())
        qFatal("nobody listens");
}

void admitOne(Store &store, const std::shared_ptr<const Policy> &policy, int number)
{
    InboundMessage message;
    message.source = {u"page"_s, {}, u"room %1"_s.arg(number), {}, u"ann"_s};
    message.messageId = u"m%1"_s.arg(number);
    message.text = u"question %1"_s.arg(number);
    const Result<Admission> admission =
        test::postNow<Admission>(store, [policy, message, number](Transaction &transaction) {
            UnitContext context(
                {.now = 1'800'000'000'000 + number, .boot = u"boot"_s, .run = u"run"_s},
                policy,
                u"id%1"_s.arg(number, 6, 10, QLatin1Char(u'0')));
            return admit(transaction, context, message);
        });
    if (!admission || admission.value().result != Admission::Result::Created)
        qFatal("message %d was not admitted", number);
    tell(message.messageId, admission.value().request);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 4 || !ensurePrivateDirectory(arguments.at(1)))
        return 2;
    Store store({.path = arguments.at(1) + u"/hostline.sqlite"_s,
                 .migrations = ledgerMigrations(),
                 .synchronousOff = arguments.at(3) == "nosync"_L1});
    if (test::openNow(store))
        return 1;
    Policy policy;
    policy.workspace = u"default"_s;
    policy.workspaces = {{u"default"_s, {u"/srv"_s, Access::Read}}};
    policy.provider = u"agent"_s;
    const auto shared = std::make_shared<const Policy>(policy);
    const Result<bool> granted = test::postNow<bool>(store, [](Transaction &transaction) {
        transaction.execute(u"insert into grants (id, channel, account, peer, sender, workspace, "
                            u"access, origin, created_at)"
                            " values ('g', 'page', '', '', '', '', 'read', 'settings', 1)"_s);
        return true;
    });
    if (!granted)
        return 1;
    for (int number = 1; number <= arguments.at(2).toInt(); ++number)
        admitOne(store, shared, number);
    return 0;
}
