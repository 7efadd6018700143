// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/capacity_rules.h"

#include <algorithm>

namespace hostline::codex {

using namespace Qt::StringLiterals;

namespace {

constexpr int full = 100;
const QString ordinary = u"codex"_s;

std::optional<QDateTime> timeOf(const QJsonValue &seconds)
{
    if (!seconds.isDouble() || seconds.toInteger() <= 0)
        return std::nullopt;
    return QDateTime::fromSecsSinceEpoch(seconds.toInteger(), Qt::UTC);
}

/// What is said of a window, over what was known of it.
void readWindow(std::optional<Capacity::Window> &window, const QJsonValue &said)
{
    if (!said.isObject())
        return;
    const QJsonObject object = said.toObject();
    if (!window)
        window.emplace();
    if (const QJsonValue used = object.value("usedPercent"_L1); used.isDouble())
        window->usedPercent = std::clamp(int(used.toDouble()), 0, full);
    if (const QJsonValue length = object.value("windowDurationMins"_L1); length.isDouble())
        window->length = std::chrono::minutes(length.toInteger());
    if (const std::optional<QDateTime> resets = timeOf(object.value("resetsAt"_L1)))
        window->resetsAt = resets;
}

void readIndividual(std::optional<Capacity::Window> &window, const QJsonValue &said)
{
    const QJsonValue left = said.toObject().value("remainingPercent"_L1);
    if (!left.isDouble())
        return;
    window.emplace();
    window->usedPercent = full - std::clamp(int(left.toDouble()), 0, full);
    window->resetsAt = timeOf(said.toObject().value("resetsAt"_L1));
}

/// A snapshot as both messages carry it. What it leaves out stays as it was.
Limit merged(Limit limit, const QJsonObject &snapshot)
{
    readWindow(limit.primary, snapshot.value("primary"_L1));
    readWindow(limit.secondary, snapshot.value("secondary"_L1));
    readIndividual(limit.individual, snapshot.value("individualLimit"_L1));
    if (snapshot.value("rateLimitReachedType"_L1).isString())
        limit.reached = true;
    if (const QJsonValue stopped = snapshot.value("spendControlReached"_L1); stopped.isBool())
        limit.spendStopped = stopped.toBool();
    if (const QJsonValue credits = snapshot.value("credits"_L1); credits.isObject()) {
        const QJsonObject object = credits.toObject();
        limit.credits =
            object.value("hasCredits"_L1).toBool() || object.value("unlimited"_L1).toBool();
    }
    return limit;
}

bool isFull(const std::optional<Capacity::Window> &window, const QDateTime &now)
{
    return window && window->usedPercent.value_or(0) >= full
        && (!window->resetsAt || *window->resetsAt > now);
}

bool isFull(const Limit &limit, const QDateTime &now)
{
    return isFull(limit.primary, now) || isFull(limit.secondary, now)
        || isFull(limit.individual, now);
}

bool isNamed(const Limit &limit)
{
    return limit.reached || limit.spendStopped;
}

bool isUsedUp(const Limit &limit, const QDateTime &now)
{
    return isNamed(limit) || isFull(limit.individual, now)
        || (isFull(limit, now) && !limit.credits);
}

/// Whatever the time is: a limit is named, or a window that will be reset is at its end.
bool isSpent(const Limit &limit)
{
    const auto atEnd = [](const std::optional<Capacity::Window> &window) {
        return window && window->usedPercent.value_or(0) >= full && window->resetsAt;
    };
    return isNamed(limit) || atEnd(limit.primary) || atEnd(limit.secondary)
        || atEnd(limit.individual);
}

std::optional<QDateTime> resetOf(const Limit &limit, const QDateTime &now)
{
    std::optional<QDateTime> latest;
    for (const auto *window : {&limit.primary, &limit.secondary, &limit.individual}) {
        if (isFull(*window, now) && (*window)->resetsAt
            && (!latest || *latest < *(*window)->resetsAt))
            latest = (*window)->resetsAt;
    }
    return latest;
}

void append(QList<Capacity::Window> &windows,
            const std::optional<Capacity::Window> &window,
            const QString &id)
{
    if (!window)
        return;
    windows.append(*window);
    windows.last().id = id;
}

QString idOf(const QJsonObject &snapshot)
{
    const QString id = snapshot.value("limitId"_L1).toString();
    return id.isEmpty() ? ordinary : id;
}

bool saysSomething(const Limit &limit)
{
    return limit != Limit();
}

} // namespace

Limits afterRead(const Limits &before, const QJsonObject &result, const QDateTime &now)
{
    Limits limits;
    const QJsonObject byId = result.value("rateLimitsByLimitId"_L1).toObject();
    for (auto it = byId.begin(); it != byId.end(); ++it)
        limits.byId[it.key()] = merged({}, it.value().toObject());
    const QJsonObject single = result.value("rateLimits"_L1).toObject();
    if (!limits.byId.contains(idOf(single)))
        limits.byId[idOf(single)] = merged({}, single);
    std::erase_if(limits.byId, [](const auto &row) { return !saysSomething(row.second); });
    if (const QJsonValue allowed = result.value("ordinaryUsageAllowed"_L1); allowed.isBool())
        limits.allowed = allowed.toBool();
    // What a turn met is over where the host says so, or where it knows the limits and none of them is full.
    const bool anyFull =
        std::any_of(limits.byId.begin(), limits.byId.end(), [&now](const auto &row) {
            return isNamed(row.second) || isFull(row.second, now);
        });
    limits.met = before.met && !limits.allowed.value_or(!limits.byId.empty() && !anyFull);
    limits.metUntil = limits.met ? before.metUntil : std::nullopt;
    return limits;
}

Limits afterUpdate(const Limits &before, const QJsonObject &params)
{
    Limits limits = before;
    const QJsonObject snapshot = params.value("rateLimits"_L1).toObject();
    const QString id = idOf(snapshot);
    const auto known = limits.byId.find(id);
    const Limit old = known == limits.byId.end() ? Limit() : known->second;
    const Limit fresh = merged(old, snapshot);
    // A reading's yes is older than the limit that ordinary use has come to since.
    if (id == ordinary && limits.allowed == true && isSpent(fresh) && !isSpent(old))
        limits.allowed.reset();
    if (known != limits.byId.end() || saysSomething(fresh))
        limits.byId[id] = fresh;
    return limits;
}

Limits afterExhaustion(const Limits &before, const QDateTime &now)
{
    Limits limits = before;
    limits.met = true;
    limits.metUntil = resetOf(before, now);
    return limits;
}

Limits afterAnswer(const Limits &before)
{
    Limits limits = before;
    limits.met = false;
    limits.metUntil.reset();
    if (limits.allowed == false)
        limits.allowed.reset();
    for (auto &[id, limit] : limits.byId)
        limit.reached = limit.spendStopped = false;
    return limits;
}

std::optional<QDateTime> resetOf(const Limits &limits, const QDateTime &now)
{
    const auto main = limits.byId.find(ordinary);
    if (main != limits.byId.end() && isFull(main->second, now))
        return resetOf(main->second, now);
    std::optional<QDateTime> latest;
    for (const auto &[id, limit] : limits.byId) {
        const std::optional<QDateTime> reset = resetOf(limit, now);
        if (reset && (!latest || *latest < *reset))
            latest = reset;
    }
    return latest;
}

Capacity capacityOf(const Limits &limits, bool unmetered, const QDateTime &now)
{
    Capacity capacity;
    capacity.observedAt = now;
    const auto add = [&capacity](const Limit &limit, const QString &before) {
        append(capacity.windows, limit.primary, before + u"primary"_s);
        append(capacity.windows, limit.secondary, before + u"secondary"_s);
        append(capacity.windows, limit.individual, before + u"individual"_s);
    };
    const auto main = limits.byId.find(ordinary);
    if (main != limits.byId.end())
        add(main->second, {});
    for (const auto &[id, limit] : limits.byId) {
        if (id != ordinary)
            add(limit, id + u'.');
    }
    const bool usedUp = main != limits.byId.end() && isUsedUp(main->second, now);
    const bool met = limits.met && (!limits.metUntil || *limits.metUntil > now);
    if (met || !limits.allowed.value_or(!usedUp)) {
        capacity.state = Capacity::State::Exhausted;
        capacity.resetsAt = resetOf(limits, now);
    } else if (limits.said()) {
        capacity.state = Capacity::State::Available;
    } else if (unmetered) {
        capacity.state = Capacity::State::Unmetered;
    }
    return capacity;
}

bool needsNoAccount(const QJsonObject &config)
{
    const QString name = config.value("model_provider"_L1).toString();
    const QJsonValue definition = config.value("model_providers"_L1).toObject().value(name);
    // Left out it is false (Codex's own default).
    return definition.isObject()
        && !definition.toObject().value("requires_openai_auth"_L1).toBool(false);
}

bool isUnmetered(const QJsonObject &account)
{
    const QJsonValue needed = account.value("requiresOpenaiAuth"_L1);
    if (needed.isBool() && !needed.toBool())
        return true;
    const QString type = account.value("account"_L1).toObject().value("type"_L1).toString();
    return type == "apiKey"_L1 || type == "amazonBedrock"_L1 || type == "gcp"_L1;
}

} // namespace hostline::codex
