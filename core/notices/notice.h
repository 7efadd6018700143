// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>
#include <span>

namespace hostline {

// Everything that Hostline says in its own words. Rows store the text id (toString), never the
// number: the order here may change, a text id may not.
enum class NoticeId {
    // Answers to commands.
    CommandHelp,
    CommandStatus,
    CommandStopping,
    CommandNothingToStop,
    CommandNewConversation,
    CommandQueue,
    CommandLanguage,
    CommandLanguageSet,
    CommandModel,
    CommandModelSet,
    CommandEffort,
    CommandEffortSet,
    CommandWorkspace,
    CommandWorkspaceSet,
    CommandWorkspaceRefused,
    CommandConversationClosed,
    CommandNotAvailable,
    CommandUnknown,
    CommandExpired,
    CommandWrongUse,
    // Side notices of a request: the reply stays owed.
    RequestQueued,
    RequestLate,
    RequestRecovered,
    RequestWaitingForProvider,
    RequestWaitingForThread,
    RequestHeldUnreadable,
    RequestWaitingForCapacity,
    RequestSwitchedRoute,
    RequestRestarted,
    RequestReviewed,
    RequestReviewHeld,
    RequestRestoring,
    RequestContextRebuilt,
    // The reply of a request that failed.
    FailedQuotaExhausted,
    FailedRateLimited,
    FailedContextTooLarge,
    FailedSignedOut,
    FailedOverloaded,
    FailedUpstreamPolicy,
    FailedModelNotFound,
    FailedConnectionLost,
    FailedIdleTimeout,
    FailedHardTimeout,
    FailedStartTimeout,
    FailedStopped,
    FailedRestarted,
    FailedProviderUnavailable,
    FailedThreadLost,
    FailedNotRestored,
    FailedUnsupportedHost,
    FailedInvalidConfiguration,
    FailedInvalidInput,
    FailedStoreUnavailable,
    FailedNotFound,
    FailedConflict,
    FailedInternal,
    // The reply of a message that is not taken, or not any longer.
    RefusedNotAllowed,
    RefusedQueueFull,
    RefusedTooLong,
    RefusedExpired,
    RefusedWaitedTooLong,
    // Told to the owner, or beside a delivered answer.
    OwnerReplyWithheld,
    OwnerDeliveryUnknown,
    DeliveryPartsMissing,
};

// A text of our own as data: rows hold it, text is made at the edge (NoticeCatalogue). The arguments
// of an id are listed in its NoticeSpec (notice_texts.cpp is the one place that defines them).
// An argument that is absent, null, empty or 0 counts as "not given".
struct Notice
{
    NoticeId id = NoticeId::FailedInternal;
    QJsonObject arguments;

    friend bool operator==(const Notice &, const Notice &) = default;
};

enum class ArgumentType {
    Text, // shown as it is: names, paths, commands, technical detail
    Integer, // a count
    Time, // UTC milliseconds since 1970; shown in the reader's zone, with the date when not today
    Duration, // milliseconds; shown as hours, minutes, seconds
    Word, // one of the words that the catalogue translates: read, write, zh, en, both, auto
    List, // an array of objects; a sentence is said once for each of them
};

struct NoticeArgument
{
    const char *key = "";
    ArgumentType type = ArgumentType::Text;
    bool required = false;
};

struct NoticeSpec
{
    NoticeId id = NoticeId::FailedInternal;
    QString name; // the stable text id, "group.name"
    QList<NoticeArgument> arguments;
};

// Every notice, in the order of the enumeration.
QList<NoticeSpec> noticeSpecs();
NoticeSpec noticeSpec(NoticeId id);

QString toString(NoticeId id);
std::optional<NoticeId> noticeIdFromString(QStringView text);

// What is wrong with the arguments of a notice, in English and for tests and logs: a required one not
// given, one unknown to the id, or one of the wrong JSON type. Empty: nothing.
QStringList argumentProblems(const Notice &notice);

} // namespace hostline
