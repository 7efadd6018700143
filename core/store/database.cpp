// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "store/database.h"

#include "base/private_files.h"
#include "store/connection.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QLoggingCategory>
#include <QtCore/QtEndian>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

Q_LOGGING_CATEGORY(lcDatabase, "hostline.core.store.database", QtInfoMsg)

constexpr int applicationId = 0x484f5354; // "HOST": tells our files from those of other programs
constexpr int synchronousFull = 2;
constexpr int synchronousNone = 0;

Failure refusal(FailureKind kind, const QString &detail)
{
    return Failure{.kind = kind, .detail = detail, .subject = {}, .until = {}};
}

Failure damaged(const QString &path, const QString &why)
{
    return refusal(FailureKind::InvalidConfiguration,
                   u"the store %1 is damaged (%2); restore it from a back-up"_s.arg(path, why));
}

// Only before SQLite has the file open in this process: closing another descriptor of it would drop SQLite's locks.
Result<Done> checkHeader(const QString &path)
{
    constexpr qsizetype headerSize =
        100; // https://www.sqlite.org/fileformat2.html#the_database_header
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return refusal(FailureKind::StoreUnavailable,
                       u"cannot read the store %1: %2"_s.arg(path, file.errorString()));
    if (file.size() == 0) {
        // A first start that was cut off leaves this; so does somebody who emptied the file.
        qCWarning(lcDatabase, "the store %ls was empty and is made anew", qUtf16Printable(path));
        return Done{};
    }
    const QByteArray header = file.read(headerSize);
    if (header.size() < headerSize || !header.startsWith(QByteArrayView("SQLite format 3\0", 16)))
        return damaged(path, u"it is not a database"_s);

    // A log beside it may hold the missing pages; without one the file must be whole.
    if (QFileInfo(path + "-wal"_L1).size() > 0)
        return Done{};
    const auto storedPageSize = qFromBigEndian<quint16>(header.constData() + 16);
    const qint64 pageSize = storedPageSize == 1 ? 65536 : storedPageSize;
    const qint64 pages = qFromBigEndian<quint32>(header.constData() + 28);
    if (file.size() < pages * pageSize)
        return damaged(path, u"%1 bytes of %2 are left"_s.arg(file.size()).arg(pages * pageSize));
    return Done{};
}

Result<Done> preparePlace(const QString &path)
{
    for (const QString &beside : {path + "-wal"_L1, path + "-shm"_L1}) {
        auto checked = checkPrivateFile(beside);
        if (!checked && checked.failure().kind != FailureKind::NotFound)
            return checked;
    }
    auto existing = checkPrivateFile(path);
    if (existing)
        return checkHeader(path);
    if (existing.failure().kind != FailureKind::NotFound)
        return existing;

    // SQLite would make it with the process's umask; the log beside it takes its mode from it.
    const auto made = openPrivateFile(path, OpenMode::ReadWrite);
    if (!made)
        return refusal(made.failure().kind,
                       u"cannot make the store: %1"_s.arg(made.failure().detail));
    return syncDirectory(QFileInfo(path).absolutePath());
}

void configure(Connection &connection, const StoreOptions &options)
{
    connection.run(u"PRAGMA trusted_schema=OFF"_s);
    connection.run(u"PRAGMA temp_store=MEMORY"_s);
    if (options.path.isEmpty())
        return;
    const QString mode = connection.ask(u"PRAGMA journal_mode=WAL"_s).toString();
    if (mode != "wal"_L1)
        throw StoreError(StoreError::Kind::Unavailable,
                         u"the write-ahead log cannot be used (journal_mode is %1)"_s.arg(mode));
    connection.run(options.synchronousOff ? u"PRAGMA synchronous=OFF"_s
                                          : u"PRAGMA synchronous=FULL"_s);
    const int synchronous = connection.ask(u"PRAGMA synchronous"_s).toInt();
    if (synchronous != (options.synchronousOff ? synchronousNone : synchronousFull))
        throw StoreError(StoreError::Kind::Unavailable, u"synchronous is %1"_s.arg(synchronous));
    connection.run(u"PRAGMA journal_size_limit=16777216"_s);
    // The writer checkpoints after it has handed over a batch; this one, inside a commit, is for a log that outgrew that.
    connection.run(u"PRAGMA wal_autocheckpoint=4000"_s);
}

void enforceForeignKeys(Connection &connection)
{
    connection.run(u"PRAGMA foreign_keys=ON"_s);
    if (connection.ask(u"PRAGMA foreign_keys"_s).toInt() != 1)
        throw StoreError(StoreError::Kind::Unavailable, u"foreign keys cannot be enforced"_s);
}

// Foreign keys are off meanwhile (a table may be rebuilt) and checked as a whole before the commit.
void migrate(Connection &connection, const Migration &migration)
{
    connection.run(u"BEGIN IMMEDIATE"_s);
    try {
        for (const QString &statement : migration.statements)
            connection.run(statement);
        if (const QVariant table = connection.ask(u"PRAGMA foreign_key_check"_s); table.isValid())
            throw StoreError(StoreError::Kind::Constraint,
                             u"migration %1 breaks a foreign key of %2"_s.arg(migration.version)
                                 .arg(table.toString()));
        connection.run(u"PRAGMA user_version=%1"_s.arg(migration.version));
        connection.run(u"COMMIT"_s);
    } catch (const StoreError &) {
        try {
            connection.run(u"ROLLBACK"_s);
        } catch (const StoreError &) {
            // SQLite has already done so.
        }
        throw;
    }
}

Result<Done> bringUpToDate(Connection &connection, const StoreOptions &options)
{
    const bool isNew = connection.ask(u"SELECT count(*) FROM sqlite_schema"_s).toInt() == 0;
    const int version = connection.ask(u"PRAGMA user_version"_s).toInt();
    const int known = int(options.migrations.size());

    if (isNew && version == 0)
        connection.run(u"PRAGMA application_id=%1"_s.arg(applicationId));
    else if (connection.ask(u"PRAGMA application_id"_s).toInt() != applicationId)
        return refusal(FailureKind::InvalidConfiguration,
                       u"%1 is a database of another program"_s.arg(options.path));
    if (version > known) {
        return refusal(
            FailureKind::InvalidConfiguration,
            u"the store %1 was made by a newer Hostline (schema %2, this one knows %3); install that version or a later one"_s
                .arg(options.path)
                .arg(version)
                .arg(known));
    }
    for (const Migration &migration : options.migrations) {
        if (migration.version > version)
            migrate(connection, migration);
    }
    enforceForeignKeys(connection);

    // Whether it can be written at all must be known now, not at the first message.
    connection.run(u"BEGIN IMMEDIATE"_s);
    connection.run(u"ROLLBACK"_s);
    return Done{};
}

} // namespace

Result<std::unique_ptr<Connection>> openDatabase(const StoreOptions &options)
{
    for (qsizetype i = 0; i < options.migrations.size(); ++i)
        Q_ASSERT_X(options.migrations.at(i).version == i + 1,
                   "openDatabase",
                   "migrations are numbered from 1 without a gap");

    if (!options.path.isEmpty()) {
        if (auto place = preparePlace(options.path); !place)
            return place.failure();
    }
    try {
        auto connection = std::make_unique<Connection>(options.path, Connection::Mode::ReadWrite);
        configure(*connection, options);
        if (auto current = bringUpToDate(*connection, options); !current)
            return current.failure();
        return connection;
    } catch (const StoreError &error) {
        if (error.isDamage())
            return damaged(options.path, error.detail());
        return refusal(error.failure().kind,
                       u"cannot open the store %1: %2"_s.arg(options.path, error.detail()));
    }
}

std::unique_ptr<Connection> reopenDatabase(const StoreOptions &options)
{
    auto connection = std::make_unique<Connection>(options.path, Connection::Mode::ReadWrite);
    configure(*connection, options);
    enforceForeignKeys(*connection);
    return connection;
}

std::unique_ptr<Connection> openReader(const StoreOptions &options)
{
    auto connection = std::make_unique<Connection>(options.path, Connection::Mode::ReadOnly);
    connection->run(u"PRAGMA trusted_schema=OFF"_s);
    connection->run(u"PRAGMA temp_store=MEMORY"_s);
    return connection;
}

} // namespace hostline
