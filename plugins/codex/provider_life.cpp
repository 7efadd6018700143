// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/provider_life.h"

namespace hostline::codex {

namespace {

using State = Product::State;

LifeStep whenStopped(const Life &life, Happening happening)
{
    switch (happening) {
    case Happening::StartAsked:
        return {{State::Starting, false}, Deed::Launch};
    case Happening::StopAsked:
    case Happening::LaunchRefused:
    case Happening::ServerReady:
    case Happening::ServerEnded:
    case Happening::ServerEndedTooOften:
    case Happening::RetryDue:
        break;
    }
    return {life, Deed::Nothing};
}

LifeStep whenStarting(const Life &life, Happening happening)
{
    switch (happening) {
    case Happening::StopAsked:
        return {{State::Stopping, false}, Deed::EndServer};
    case Happening::ServerReady:
        return {{State::Ready, false}, Deed::Nothing};
    case Happening::LaunchRefused:
    case Happening::ServerEnded:
    case Happening::ServerEndedTooOften:
        return {{State::Unavailable, false}, Deed::RetryLater};
    case Happening::StartAsked:
    case Happening::RetryDue:
        break;
    }
    return {life, Deed::Nothing};
}

LifeStep whenReady(const Life &life, Happening happening)
{
    switch (happening) {
    case Happening::StopAsked:
        return {{State::Stopping, false}, Deed::EndServer};
    case Happening::ServerEnded:
        return {{State::Starting, false}, Deed::Launch};
    case Happening::ServerEndedTooOften:
        return {{State::Unavailable, false}, Deed::RetryLater};
    case Happening::StartAsked:
    case Happening::LaunchRefused:
    case Happening::ServerReady:
    case Happening::RetryDue:
        break;
    }
    return {life, Deed::Nothing};
}

LifeStep whenUnavailable(const Life &life, Happening happening)
{
    switch (happening) {
    case Happening::StopAsked:
        return {{State::Stopped, false}, Deed::ForgetRetry};
    case Happening::RetryDue:
        return {{State::Starting, false}, Deed::Launch};
    case Happening::LaunchRefused:
        return {life, Deed::RetryLater};
    case Happening::StartAsked:
    case Happening::ServerReady:
    case Happening::ServerEnded:
    case Happening::ServerEndedTooOften:
        break;
    }
    return {life, Deed::Nothing};
}

LifeStep whenStopping(const Life &life, Happening happening)
{
    switch (happening) {
    case Happening::StartAsked:
        return {{State::Stopping, true}, Deed::Nothing};
    case Happening::StopAsked:
        return {{State::Stopping, false}, Deed::Nothing};
    case Happening::ServerEnded:
    case Happening::ServerEndedTooOften:
        return {{State::Stopped, life.startAgain}, Deed::ReportStopped};
    case Happening::LaunchRefused:
    case Happening::ServerReady:
    case Happening::RetryDue:
        break;
    }
    return {life, Deed::Nothing};
}

} // namespace

LifeStep next(const Life &life, Happening happening)
{
    switch (life.state) {
    case State::Stopped:
        return whenStopped(life, happening);
    case State::Starting:
        return whenStarting(life, happening);
    case State::Ready:
        return whenReady(life, happening);
    case State::Unavailable:
        return whenUnavailable(life, happening);
    case State::Stopping:
        return whenStopping(life, happening);
    }
    return {life, Deed::Nothing};
}

} // namespace hostline::codex
