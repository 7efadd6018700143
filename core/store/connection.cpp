// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "store/connection.h"

#include <QtCore/QAtomicInteger>
#include <QtCore/QFile>
#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlError>
#include <QtSql/QSqlQuery>
#include <QtSql/QSqlRecord>

#include <limits>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

// SQLite's primary result codes (https://www.sqlite.org/rescode.html).
constexpr int sqliteError = 1;
constexpr int sqliteCorrupt = 11;
constexpr int sqliteConstraint = 19;
constexpr int sqliteMismatch = 20;
constexpr int sqliteMisuse = 21;
constexpr int sqliteRange = 25;
constexpr int sqliteNotADatabase = 26;
constexpr int primaryCodeMask = 0xff;

StoreError::Kind kindOf(int code)
{
    switch (code & primaryCodeMask) {
    case sqliteConstraint:
        return StoreError::Kind::Constraint;
    case sqliteCorrupt:
    case sqliteNotADatabase:
        return StoreError::Kind::Damaged;
    case sqliteError:
    case sqliteMismatch:
    case sqliteMisuse:
    case sqliteRange:
        return StoreError::Kind::Mistake;
    default:
        return StoreError::Kind::Unavailable;
    }
}

// QtSql puts SQLite's own text into driverText or databaseText, depending on where it noticed.
StoreError errorOf(const QSqlError &error, const QString &what)
{
    bool isNumber = false;
    const int code = error.nativeErrorCode().toInt(&isNumber);
    QStringList texts{error.databaseText(), error.driverText()};
    texts.removeAll(QString());
    return StoreError(
        isNumber ? kindOf(code) : StoreError::Kind::Mistake,
        u"%1 (SQLite %2): %3"_s.arg(texts.join("; "_L1), error.nativeErrorCode(), what));
}

QVariant bindable(const QVariant &value)
{
    switch (value.typeId()) {
    case QMetaType::UnknownType:
        return value; // NULL
    // A null one is not a null variant, yet the driver would bind it as NULL.
    case QMetaType::QString:
        return value.toString().isNull() ? QVariant(u""_s) : value;
    case QMetaType::QByteArray:
        return value.toByteArray().isNull() ? QVariant(QByteArray("")) : value;
    case QMetaType::ULong:
    case QMetaType::ULongLong:
        if (value.toULongLong() > quint64(std::numeric_limits<qint64>::max()))
            throw StoreError(StoreError::Kind::Mistake,
                             u"a number above 2^63-1 cannot be stored"_s);
        return value.toLongLong();
    case QMetaType::Bool:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::Long:
    case QMetaType::LongLong:
    case QMetaType::Double:
        return value;
    default:
        throw StoreError(
            StoreError::Kind::Mistake,
            u"a %1 cannot be stored as it is"_s.arg(QString::fromLatin1(value.typeName())));
    }
}

QString nextConnectionName()
{
    static QAtomicInteger<quint64>
        count; // QtSql's registry of connections is global, so their names are
    return u"hostline-store-%1"_s.arg(count.fetchAndAddRelaxed(1));
}

} // namespace

struct Connection::Statement
{
    QSqlQuery query;
    qsizetype binds = -1;
    int columns = 0;
    bool busy = false;
};

/// Uses a kept statement and leaves it reset: an open cursor would hold its snapshot and with it the write-ahead log.
class Connection::Lease
{
public:
    Lease(Connection &connection, const QString &sql)
    {
        std::unique_ptr<Statement> &kept = connection.m_statements[sql];
        if (!kept)
            kept = connection.prepare(sql);
        if (kept->busy) {
            m_own = connection.prepare(sql);
            m_statement = m_own.get();
        } else {
            m_statement = kept.get();
        }
        m_statement->busy = true;
    }
    Lease(const Lease &) = delete;
    Lease &operator=(const Lease &) = delete;
    ~Lease()
    {
        m_statement->query.finish();
        m_statement->busy = false;
    }

    QSqlQuery &exec(const QString &sql, const QVariantList &binds)
    {
        // QSqlQuery keeps the binds of the last call: a missing one would silently be that.
        if (m_statement->binds >= 0 && m_statement->binds != binds.size())
            throw StoreError(StoreError::Kind::Mistake,
                             u"%1 values for %2 places: %3"_s.arg(binds.size())
                                 .arg(m_statement->binds)
                                 .arg(sql));
        for (int i = 0; i < binds.size(); ++i)
            m_statement->query.bindValue(i, bindable(binds.at(i)));
        if (!m_statement->query.exec())
            throw errorOf(m_statement->query.lastError(), sql);
        m_statement->binds = binds.size();
        return m_statement->query;
    }

    [[nodiscard]] int columns()
    {
        if (m_statement->columns == 0)
            m_statement->columns = m_statement->query.record().count();
        return m_statement->columns;
    }

private:
    std::unique_ptr<Statement> m_own;
    Statement *m_statement = nullptr;
};

Connection::Connection(const QString &path, Mode mode)
    : m_name(nextConnectionName())
{
    QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_name);
    database.setDatabaseName(path.isEmpty() ? u":memory:"_s : path);
    database.setConnectOptions(mode == Mode::ReadOnly
                                   ? u"QSQLITE_BUSY_TIMEOUT=5000;QSQLITE_OPEN_READONLY"_s
                                   : u"QSQLITE_BUSY_TIMEOUT=5000"_s);
    if (!database.open()) {
        const StoreError error = errorOf(database.lastError(), path);
        database = QSqlDatabase();
        QSqlDatabase::removeDatabase(m_name);
        throw StoreError(StoreError::Kind::Unavailable, error.detail());
    }
}

Connection::~Connection()
{
    m_statements.clear();
    QSqlDatabase::removeDatabase(m_name);
}

void Connection::run(const QString &sql)
{
    (void)ask(sql);
}

QVariant Connection::ask(const QString &sql)
{
    QSqlQuery query(QSqlDatabase::database(m_name, false));
    query.setForwardOnly(true);
    if (!query.exec(sql))
        throw errorOf(query.lastError(), sql);
    return query.next() ? query.value(0) : QVariant();
}

std::unique_ptr<Connection::Statement> Connection::prepare(const QString &sql)
{
    auto statement = std::make_unique<Statement>(
        Statement{.query = QSqlQuery(QSqlDatabase::database(m_name, false))});
    statement->query.setForwardOnly(true);
    if (!statement->query.prepare(sql))
        throw errorOf(statement->query.lastError(), sql);
    return statement;
}

void Connection::control(const QString &sql)
{
    Lease(*this, sql).exec(sql, {});
}

int Connection::execute(const QString &sql, const QVariantList &binds)
{
    Lease lease(*this, sql);
    const int rows = qMax(0, lease.exec(sql, binds).numRowsAffected());
    m_changes += rows;
    return rows;
}

void Connection::select(const QString &sql,
                        const QVariantList &binds,
                        const std::function<bool(const Row &)> &take)
{
    Lease lease(*this, sql);
    QSqlQuery &query = lease.exec(sql, binds);
    while (query.next()) {
        QVariantList values;
        values.reserve(lease.columns());
        for (int column = 0; column < lease.columns(); ++column)
            values.append(query.value(column));
        if (!take(Row(std::move(values))))
            return;
    }
    if (query.lastError().isValid())
        throw errorOf(query.lastError(), sql);
}

} // namespace hostline
