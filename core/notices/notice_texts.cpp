// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "notices/notice_texts.h"

#include <QtGlobal>

namespace hostline {

namespace {

constexpr Sentence say(const char *source)
{
    return Sentence{.source = source};
}

constexpr NoticeArgument need(const char *key, ArgumentType type = ArgumentType::Text)
{
    return NoticeArgument{.key = key, .type = type, .required = true};
}

constexpr NoticeArgument may(const char *key, ArgumentType type = ArgumentType::Text)
{
    return NoticeArgument{.key = key, .type = type, .required = false};
}

constexpr auto integer = ArgumentType::Integer;
constexpr auto time = ArgumentType::Time;
constexpr auto duration = ArgumentType::Duration;
constexpr auto word = ArgumentType::Word;
constexpr auto list = ArgumentType::List;

// Said by several notices: one translation.
constexpr const char *workStays = QT_TRANSLATE_NOOP(
    "Notice", "What was already done stays done; nothing is repeated automatically.");
constexpr const char *lookThenAsk = QT_TRANSLATE_NOOP(
    "Notice", "Please look at what was done, and ask again if you still need it.");
constexpr const char *askAgain = QT_TRANSLATE_NOOP("Notice", "Then ask again.");
constexpr const char *askLater = QT_TRANSLATE_NOOP("Notice", "Please ask again in a few minutes.");
constexpr const char *conversationGoesAlong =
    QT_TRANSLATE_NOOP("Notice", "What was said in this conversation goes along.");
constexpr const char *howToMend = QT_TRANSLATE_NOOP("Notice", "To mend it: {step}.");

std::vector<NoticeText> commandTexts()
{
    return {
        {NoticeId::CommandHelp,
         "command.help",
         {},
         {
             say(QT_TRANSLATE_NOOP(
                 "Notice",
                 "Write your question, and you get exactly one answer to it. These commands work "
                 "here:")),
             say(QT_TRANSLATE_NOOP("Notice", "/status: what is being worked on and what waits"))
                 .onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice", "/stop: stop the question being worked on"))
                 .onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice", "/queue: list the questions that wait")).onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "/new: begin a new conversation, without the old one's context"))
                 .onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "/model NAME: the model that answers; the conversation goes "
                                   "along"))
                 .onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice", "/effort LEVEL: how much the model thinks"))
                 .onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "/workspace NAME: the workspace that is worked in; the "
                                   "conversation goes along"))
                 .onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "/lang zh, en, both or auto: the language of these notices"))
                 .onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice", "/close: close this conversation")).onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice", "/help: show this list")).onNewLine(),
         }},
        {NoticeId::CommandStatus,
         "command.status",
         {may("running_since", time),
          may("waits_since", time),
          may("waiting", integer),
          may("provider"),
          may("model"),
          may("effort"),
          may("workspace"),
          may("access", word),
          may("language", word)},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "A question is being worked on, since {running_since}."))
                 .ifGiven("running_since"),
             say(QT_TRANSLATE_NOOP("Notice", "No question is being worked on."))
                 .unlessGiven("running_since"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "A question has been waiting since {waits_since}; it goes on "
                                   "by itself."))
                 .ifGiven("waits_since"),
             say(QT_TRANSLATE_N_NOOP("Notice", "{waiting} question(s) waiting."))
                 .ifGiven("waiting")
                 .countedBy("waiting"),
             say(QT_TRANSLATE_NOOP("Notice", "No question is waiting.")).unlessGiven("waiting"),
             say(QT_TRANSLATE_NOOP("Notice", "Answered by: {provider}"))
                 .ifGiven("provider")
                 .onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice", "Model: {model}")).ifGiven("model").onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice", "Effort: {effort}")).ifGiven("effort").onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice", "Workspace: {workspace}"))
                 .ifGiven("workspace")
                 .onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice", "Access: {access}")).ifGiven("access").onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice", "Language of these notices: {language}"))
                 .ifGiven("language")
                 .onNewLine(),
         }},
        {NoticeId::CommandStopping,
         "command.stopping",
         {},
         {say(QT_TRANSLATE_NOOP(
             "Notice",
             "Stopping the question being worked on. Questions that wait are not affected."))}},
        {NoticeId::CommandNothingToStop,
         "command.nothing_to_stop",
         {},
         {say(QT_TRANSLATE_NOOP("Notice", "There is nothing to stop: no question is open here."))}},
        {NoticeId::CommandNewConversation,
         "command.new_conversation",
         {},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "A new conversation has begun. Your next question starts without "
                                "the earlier context."))}},
        {NoticeId::CommandQueue,
         "command.queue",
         // Each entry: position (integer), text (the beginning of the question).
         {may("running_since", time),
          may("running"),
          may("waiting", integer),
          may("entries", list)},
         {
             say(QT_TRANSLATE_NOOP("Notice", "Being worked on since {running_since}: {running}"))
                 .ifGiven("running"),
             say(QT_TRANSLATE_NOOP("Notice", "No question is being worked on."))
                 .unlessGiven("running"),
             say(QT_TRANSLATE_NOOP("Notice", "No question is waiting."))
                 .unlessGiven("waiting")
                 .onNewLine(),
             say(QT_TRANSLATE_N_NOOP("Notice", "{waiting} question(s) waiting:"))
                 .ifGiven("waiting")
                 .countedBy("waiting")
                 .onNewLine(),
             say(QT_TRANSLATE_NOOP("Notice", "{position}. {text}")).forEach("entries"),
         }},
        {NoticeId::CommandLanguage,
         "command.language",
         {need("language", word)},
         {say(QT_TRANSLATE_NOOP("Notice", "Language of these notices: {language}")),
          say(QT_TRANSLATE_NOOP("Notice",
                                "To change it: /lang zh, /lang en, /lang both or /lang auto"))
              .onNewLine()}},
        {NoticeId::CommandLanguageSet,
         "command.language_set",
         {need("language", word)},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "From now on the language of these notices is: {language}."))}},
        {NoticeId::CommandModel,
         "command.model",
         {may("model")},
         {say(QT_TRANSLATE_NOOP("Notice", "Model: {model}")).ifGiven("model"),
          say(QT_TRANSLATE_NOOP("Notice", "Model: as the agent itself chooses"))
              .unlessGiven("model"),
          say(QT_TRANSLATE_NOOP("Notice", "To change it: /model NAME, or /model default"))
              .onNewLine()}},
        {NoticeId::CommandModelSet,
         "command.model_set",
         {may("model")},
         {say(QT_TRANSLATE_NOOP("Notice", "Your next question goes to the model {model}."))
              .ifGiven("model"),
          say(QT_TRANSLATE_NOOP("Notice",
                                "Your next question goes to the model that the agent itself "
                                "chooses."))
              .unlessGiven("model"),
          say(conversationGoesAlong)}},
        {NoticeId::CommandEffort,
         "command.effort",
         {may("effort")},
         {say(QT_TRANSLATE_NOOP("Notice", "Effort: {effort}")).ifGiven("effort"),
          say(QT_TRANSLATE_NOOP("Notice", "Effort: as the agent itself chooses"))
              .unlessGiven("effort"),
          say(QT_TRANSLATE_NOOP("Notice", "To change it: /effort LEVEL, or /effort default"))
              .onNewLine()}},
        {NoticeId::CommandEffortSet,
         "command.effort_set",
         {may("effort")},
         {say(QT_TRANSLATE_NOOP("Notice", "From your next question on, the effort is: {effort}."))
              .ifGiven("effort"),
          say(QT_TRANSLATE_NOOP("Notice",
                                "From your next question on, the agent itself chooses the effort."))
              .unlessGiven("effort")}},
        {NoticeId::CommandWorkspace,
         "command.workspace",
         {need("workspace")},
         {say(QT_TRANSLATE_NOOP("Notice", "Workspace: {workspace}")),
          say(QT_TRANSLATE_NOOP("Notice", "To change it: /workspace NAME")).onNewLine()}},
        {NoticeId::CommandWorkspaceSet,
         "command.workspace_set",
         {need("workspace")},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "Your next question is worked on in the workspace {workspace}.")),
          say(conversationGoesAlong)}},
        {NoticeId::CommandWorkspaceRefused,
         "command.workspace_refused",
         {need("workspace")},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "There is no workspace {workspace} that you may use here, so "
                                "nothing was changed."))}},
        {NoticeId::CommandConversationClosed,
         "command.conversation_closed",
         {},
         {say(QT_TRANSLATE_NOOP(
             "Notice", "This conversation is closed. Your next message begins a new one."))}},
        {NoticeId::CommandNotAvailable,
         "command.not_available",
         {need("command")},
         {say(QT_TRANSLATE_NOOP(
             "Notice",
             "The command {command} is not available here yet. /help lists those that are."))}},
        {NoticeId::CommandUnknown,
         "command.unknown",
         {need("command")},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "There is no command {command}, so nothing was done. /help lists "
                                "the commands."))}},
        {NoticeId::CommandExpired,
         "command.expired",
         {need("command"), need("sent_at", time)},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "The command {command}, sent {sent_at:at}, arrived too late and "
                                "was not carried out. Send it again if you still want it."))}},
        {NoticeId::CommandWrongUse,
         "command.wrong_use",
         {need("command"), need("usage")},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "The command {command} could not be understood, so nothing was "
                                "done. Use it like this: {usage}"))}},
    };
}

std::vector<NoticeText> requestTexts()
{
    return {
        {NoticeId::RequestQueued,
         "request.queued",
         {need("position", integer)},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "Received. Your question is number {position} in the queue."))}},
        {NoticeId::RequestLate,
         "request.late",
         {need("sent_at", time)},
         {say(QT_TRANSLATE_NOOP("Notice", "Sent {sent_at:at}, answered late."))}},
        {NoticeId::RequestRecovered,
         "request.recovered",
         {},
         {say(QT_TRANSLATE_NOOP("Notice", "This answer was recovered after a restart."))}},
        {NoticeId::RequestWaitingForProvider,
         "request.waiting_for_provider",
         {need("provider"), may("step")},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "{provider} is not ready at the moment. Your question is kept "
                                   "and goes on by itself as soon as it is.")),
             say(howToMend).ifGiven("step"),
         }},
        {NoticeId::RequestWaitingForThread,
         "request.waiting_for_thread",
         {may("holder")},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "This conversation is in use by another program ({holder})."))
                 .ifGiven("holder"),
             say(QT_TRANSLATE_NOOP("Notice", "This conversation is in use by another program."))
                 .unlessGiven("holder"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "Your question is kept and goes on by itself in the same "
                                   "conversation once that program lets go of it.")),
         }},
        {NoticeId::RequestHeldUnreadable,
         "request.held_unreadable",
         {may("provider")},
         {
             say(QT_TRANSLATE_NOOP(
                 "Notice",
                 "The work on your question was cut off, and its record cannot be read at the "
                 "moment, so it is not known how far it had got. It is not repeated blindly.")),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "It goes on when the record can be read again; /stop ends it.")),
         }},
        {NoticeId::RequestWaitingForCapacity,
         "request.waiting_for_capacity",
         {need("provider"), may("until", time)},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "The usage limit of {provider} is reached, and no other "
                                   "provider can answer now. Your question is kept and is "
                                   "answered by itself as soon as one can.")),
             say(QT_TRANSLATE_NOOP("Notice", "The limit is reset {until:at}.")).ifGiven("until"),
             say(QT_TRANSLATE_NOOP("Notice", "/stop ends it.")),
         }},
        {NoticeId::RequestSwitchedRoute,
         "request.switched_route",
         {need("provider"), need("route"), may("until", time)},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "The usage limit of {provider} is reached, so {route} answers, "
                                   "with all that was said in this conversation.")),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "The limit is reset {until:at}; after that {provider} answers "
                                   "again."))
                 .ifGiven("until"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "{provider} answers again when its limit has been reset."))
                 .unlessGiven("until"),
         }},
        {NoticeId::RequestRestarted,
         "request.restarted",
         {},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "Hostline, or the program that worked on this question, was "
                                   "restarted meanwhile. What had been done so far is being "
                                   "checked, and an answer from it may still follow.")),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "Nothing is repeated of which it is not known whether it had "
                                   "taken effect; /stop ends the question.")),
         }},
        {NoticeId::RequestReviewed,
         "request.reviewed",
         {},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "The work on this question was cut off by a restart. This answer "
                                "was made from what had been recorded until then; nothing was done "
                                "again for it."))}},
        {NoticeId::RequestReviewHeld,
         "request.review_held",
         {},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "The record of the work that was cut off has changed since, so "
                                   "no answer is made from it.")),
             say(QT_TRANSLATE_NOOP("Notice", "Your question is kept as it is; /stop ends it.")),
         }},
        {NoticeId::RequestRestoring,
         "request.restoring",
         {need("calls", integer)},
         {
             say(QT_TRANSLATE_N_NOOP(
                     "Notice",
                     "The earlier messages of this conversation are being handed to a new thread, "
                     "which takes about {calls} model call(s). Your question follows."))
                 .countedBy("calls"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "If you do not need them, send /stop, then /new, and ask "
                                   "again.")),
         }},
        {NoticeId::RequestContextRebuilt,
         "request.context_rebuilt",
         {},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "The agent no longer had this conversation, so its context was "
                                "rebuilt from the messages kept here."))}},
    };
}

std::vector<NoticeText> upstreamFailureTexts()
{
    return {
        {NoticeId::FailedQuotaExhausted,
         "failed.quota_exhausted",
         {need("provider"), may("until", time)},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "The usage limit of {provider} is reached, so this question "
                                   "was not answered.")),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "The limit is reset {until:at}. Please ask again after that."))
                 .ifGiven("until"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "When it is reset is not known. Please ask again later."))
                 .unlessGiven("until"),
             say(workStays),
         }},
        {NoticeId::FailedRateLimited,
         "failed.rate_limited",
         {need("provider"), may("until", time)},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "{provider} takes no more requests for a moment, so this "
                                   "question was not answered.")),
             say(QT_TRANSLATE_NOOP("Notice", "Please ask again after {until}.")).ifGiven("until"),
             say(askLater).unlessGiven("until"),
         }},
        {NoticeId::FailedContextTooLarge,
         "failed.context_too_large",
         {need("provider")},
         {say(QT_TRANSLATE_NOOP(
             "Notice",
             "This conversation has become too long for the model of {provider}, so the question "
             "was not answered. Send /new to begin a new conversation, then ask again."))}},
        {NoticeId::FailedSignedOut,
         "failed.signed_out",
         {need("provider"), may("step")},
         {
             say(QT_TRANSLATE_NOOP(
                 "Notice", "{provider} is not signed in, so this question was not answered.")),
             say(QT_TRANSLATE_NOOP("Notice", "Sign in on the machine that runs Hostline: {step}."))
                 .ifGiven("step"),
             say(askAgain).ifGiven("step"),
         }},
        {NoticeId::FailedOverloaded,
         "failed.overloaded",
         {need("provider")},
         {
             say(QT_TRANSLATE_NOOP(
                 "Notice",
                 "The model service of {provider} is overloaded, so this question was not "
                 "answered.")),
             say(askLater),
         }},
        {NoticeId::FailedUpstreamPolicy,
         "failed.upstream_policy",
         {need("provider")},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "{provider} declined this question because of its usage policy. "
                                "It may help to put it in other words."))}},
        {NoticeId::FailedModelNotFound,
         "failed.model_not_found",
         {need("provider"), may("model")},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "{provider} does not offer the model {model}, so this question "
                                   "was not answered."))
                 .ifGiven("model"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "{provider} does not offer the model that is set, so this "
                                   "question was not answered."))
                 .unlessGiven("model"),
             say(QT_TRANSLATE_NOOP("Notice", "Choose another model in the settings.")),
             say(askAgain),
         }},
        {NoticeId::FailedConnectionLost,
         "failed.connection_lost",
         {need("provider")},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "{provider} lost its connection before the answer was "
                                   "complete.")),
             say(workStays),
             say(lookThenAsk),
         }},
    };
}

std::vector<NoticeText> localFailureTexts()
{
    return {
        {NoticeId::FailedIdleTimeout,
         "failed.idle_timeout",
         {need("provider"), need("limit", duration)},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "{provider} gave no sign of life for {limit}, so this question "
                                   "was ended.")),
             say(workStays),
             say(lookThenAsk),
         }},
        {NoticeId::FailedHardTimeout,
         "failed.hard_timeout",
         {need("limit", duration)},
         {
             say(QT_TRANSLATE_NOOP(
                 "Notice",
                 "This question took longer than the limit of {limit}, so it was ended.")),
             say(workStays),
             say(lookThenAsk),
         }},
        {NoticeId::FailedStartTimeout,
         "failed.start_timeout",
         {need("provider"), need("limit", duration), may("step")},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "{provider} did not start within {limit}, so this question was "
                                   "not answered.")),
             say(howToMend).ifGiven("step"),
             say(askAgain).ifGiven("step"),
             say(askLater).unlessGiven("step"),
         }},
        {NoticeId::FailedStopped,
         "failed.stopped",
         {},
         {
             say(QT_TRANSLATE_NOOP("Notice", "This question was stopped.")),
             say(workStays),
         }},
        {NoticeId::FailedRestarted,
         "failed.restarted",
         {},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "Hostline, or the program that worked on this question, was "
                                   "restarted meanwhile, and no complete answer came of it.")),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "It is not known what had already taken effect, so nothing is "
                                   "repeated.")),
             say(lookThenAsk),
         }},
        {NoticeId::FailedProviderUnavailable,
         "failed.provider_unavailable",
         {need("provider"), may("step")},
         {
             say(QT_TRANSLATE_NOOP(
                 "Notice", "{provider} is not available, so this question was not answered.")),
             say(howToMend).ifGiven("step"),
             say(askAgain).ifGiven("step"),
             say(askLater).unlessGiven("step"),
         }},
        {NoticeId::FailedThreadLost,
         "failed.thread_lost",
         {need("provider")},
         {say(QT_TRANSLATE_NOOP(
             "Notice",
             "{provider} no longer has the earlier part of this conversation, so this question "
             "was not answered. Send /new to begin a new conversation, then ask again."))}},
        {NoticeId::FailedNotRestored,
         "failed.not_restored",
         {need("provider"), may("until", time)},
         {
             say(QT_TRANSLATE_NOOP(
                 "Notice",
                 "The earlier messages of this conversation could not be handed to a new thread of "
                 "{provider}, so this question was not asked. The messages themselves are kept.")),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "It is not tried again for each question; the next one after "
                                   "{until} tries again."))
                 .ifGiven("until"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "/new begins without them; /model or /workspace chooses another "
                                   "thread and tries at once.")),
         }},
        {NoticeId::FailedUnsupportedHost,
         "failed.unsupported_host",
         {need("provider"), may("version"), may("step")},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "The installed version {version} of {provider} cannot be used, "
                                   "so this question was not answered."))
                 .ifGiven("version"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "The installed version of {provider} cannot be used, so this "
                                   "question was not answered."))
                 .unlessGiven("version"),
             say(howToMend).ifGiven("step"),
             say(askAgain).ifGiven("step"),
         }},
        {NoticeId::FailedInvalidConfiguration,
         "failed.invalid_configuration",
         {need("provider"), may("detail")},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "The settings of {provider} are not valid, so this question "
                                   "was not answered.")),
             say(QT_TRANSLATE_NOOP("Notice", "Reason: {detail}.")).ifGiven("detail"),
             say(QT_TRANSLATE_NOOP("Notice", "Correct the settings.")),
             say(askAgain),
         }},
        {NoticeId::FailedInvalidInput,
         "failed.invalid_input",
         {may("detail")},
         {
             say(QT_TRANSLATE_NOOP("Notice", "This message could not be taken as a question.")),
             say(QT_TRANSLATE_NOOP("Notice", "Reason: {detail}.")).ifGiven("detail"),
         }},
        {NoticeId::FailedStoreUnavailable,
         "failed.store_unavailable",
         {},
         {say(QT_TRANSLATE_NOOP(
             "Notice",
             "This message could not be saved, so it was not accepted. Please check the free "
             "space of the disk that holds Hostline's data, then send the message again."))}},
        {NoticeId::FailedNotFound,
         "failed.not_found",
         {},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "What this message refers to does not exist (any more)."))}},
        {NoticeId::FailedConflict,
         "failed.conflict",
         {},
         {say(QT_TRANSLATE_NOOP(
             "Notice",
             "Another message was already sent under the same identity; the first one stays."))}},
        {NoticeId::FailedInternal,
         "failed.internal",
         {may("reference")},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "Something went wrong inside Hostline, so this question was "
                                   "not answered.")),
             say(QT_TRANSLATE_NOOP("Notice", "The log has the details under {reference}."))
                 .ifGiven("reference"),
             say(QT_TRANSLATE_NOOP("Notice", "The log has the details.")).unlessGiven("reference"),
             say(lookThenAsk),
         }},
    };
}

std::vector<NoticeText> refusalTexts()
{
    return {
        {NoticeId::RefusedNotAllowed,
         "refused.not_allowed",
         {},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "You have no permission to ask questions here. The owner of this "
                                "Hostline can give it to you in the settings."))}},
        {NoticeId::RefusedQueueFull,
         "refused.queue_full",
         {need("limit", integer)},
         {
             say(QT_TRANSLATE_N_NOOP("Notice",
                                     "{limit} question(s) already waiting in this conversation, "
                                     "so this one was not taken."))
                 .countedBy("limit"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "Send it again after the next answer, or end the present "
                                   "question with /stop.")),
         }},
        {NoticeId::RefusedTooLong,
         "refused.too_long",
         {need("limit", integer), may("length", integer)},
         {
             say(QT_TRANSLATE_N_NOOP("Notice", "This message is {length} character(s) long."))
                 .ifGiven("length")
                 .countedBy("length"),
             say(QT_TRANSLATE_N_NOOP("Notice",
                                     "At most {limit} character(s) can be taken, so it was not "
                                     "accepted."))
                 .countedBy("limit"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "Please shorten it, or put the text into a file of the "
                                   "workspace and name that file.")),
         }},
        {NoticeId::RefusedExpired,
         "refused.expired",
         {need("limit", duration)},
         {say(QT_TRANSLATE_NOOP(
             "Notice",
             "This question stood in the queue for more than {limit} and was ended without an "
             "answer. Ask again if you still need it."))}},
        {NoticeId::RefusedWaitedTooLong,
         "refused.waited_too_long",
         {need("limit", duration)},
         {say(QT_TRANSLATE_NOOP("Notice",
                                "What this question was waiting for did not come back within "
                                "{limit}, so it was ended without an answer. Ask again if you "
                                "still need it."))}},
        {NoticeId::OwnerReplyWithheld,
         "owner.reply_withheld",
         {need("channel"), may("sender")},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "A reply to {sender} on {channel} was withheld, because the "
                                   "permission has been withdrawn."))
                 .ifGiven("sender"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "A reply on {channel} was withheld, because the permission has "
                                   "been withdrawn."))
                 .unlessGiven("sender"),
             say(QT_TRANSLATE_NOOP("Notice", "It is kept in the conversation.")),
         }},
        {NoticeId::OwnerDeliveryUnknown,
         "owner.delivery_unknown",
         {need("channel"), may("sender")},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "It is not known whether a reply to {sender} on {channel} "
                                   "arrived."))
                 .ifGiven("sender"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "It is not known whether a reply on {channel} arrived."))
                 .unlessGiven("sender"),
             say(QT_TRANSLATE_NOOP("Notice",
                                   "So that nobody gets it twice, it is not sent again; it is "
                                   "kept in the conversation.")),
         }},
        {NoticeId::DeliveryPartsMissing,
         "delivery.parts_missing",
         {need("sent", integer), need("parts", integer)},
         {
             say(QT_TRANSLATE_NOOP("Notice",
                                   "This answer is incomplete: {sent} of {parts} parts could be "
                                   "delivered.")),
             say(QT_TRANSLATE_NOOP("Notice", "The whole answer is kept by Hostline.")),
         }},
    };
}

std::vector<NoticeText> allTexts()
{
    std::vector<NoticeText> texts;
    for (auto group :
         {commandTexts, requestTexts, upstreamFailureTexts, localFailureTexts, refusalTexts}) {
        for (NoticeText &text : group())
            texts.push_back(std::move(text));
    }
    return texts;
}

} // namespace

const std::vector<NoticeText> &noticeTexts()
{
    static const std::vector<NoticeText> texts = allTexts();
    return texts;
}

const NoticeText &noticeText(NoticeId id)
{
    return noticeTexts().at(static_cast<std::size_t>(id));
}

const std::vector<NoticeWord> &noticeWords()
{
    static const std::vector<NoticeWord> words{
        {"read", QT_TRANSLATE_NOOP("NoticeWord", "read only")},
        {"write", QT_TRANSLATE_NOOP("NoticeWord", "may change files in the workspace")},
        {"zh", QT_TRANSLATE_NOOP("NoticeWord", "Chinese")},
        {"en", QT_TRANSLATE_NOOP("NoticeWord", "English")},
        {"both", QT_TRANSLATE_NOOP("NoticeWord", "Chinese and English")},
        {"auto", QT_TRANSLATE_NOOP("NoticeWord", "the language of your question")},
    };
    return words;
}

namespace pattern {
const char *const sameDay = QT_TRANSLATE_NOOP("NoticeWord", "hh:mm");
const char *const otherDay = QT_TRANSLATE_NOOP("NoticeWord", "d MMMM, hh:mm");
const char *const otherYear = QT_TRANSLATE_NOOP("NoticeWord", "d MMMM yyyy, hh:mm");
const char *const atSameDay = QT_TRANSLATE_NOOP("NoticeWord", "'at' hh:mm");
const char *const atOtherDay = QT_TRANSLATE_NOOP("NoticeWord", "'on' d MMMM 'at' hh:mm");
const char *const atOtherYear = QT_TRANSLATE_NOOP("NoticeWord", "'on' d MMMM yyyy 'at' hh:mm");
const char *const hours = QT_TRANSLATE_N_NOOP("NoticeWord", "{count} hour(s)");
const char *const minutes = QT_TRANSLATE_N_NOOP("NoticeWord", "{count} minute(s)");
const char *const seconds = QT_TRANSLATE_N_NOOP("NoticeWord", "{count} second(s)");
const char *const days = QT_TRANSLATE_N_NOOP("NoticeWord", "{count} day(s)");
const char *const joined = QT_TRANSLATE_NOOP("NoticeWord", "{first} {second}");
} // namespace pattern

} // namespace hostline
