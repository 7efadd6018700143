// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/action.h"
#include "ledger/moment.h"
#include "ledger/policy.h"

#include <memory>

namespace hostline {

/// What every unit gets: when it runs, by which rules, and where it takes new ids from. Units get nothing else from
/// outside, so they replay.
class UnitContext
{
public:
    UnitContext(Moment when, std::shared_ptr<const Policy> rules, QString idSeed)
        : moment(std::move(when))
        , m_policy(std::move(rules))
        , m_idSeed(std::move(idSeed))
    { }

    Moment moment;
    Actions actions; ///< handed out after the commit, in this order

    [[nodiscard]] const Policy &policy() const { return *m_policy; }
    [[nodiscard]] qint64 now() const { return moment.now; }
    [[nodiscard]] QString newId()
    {
        const int number = m_ids++;
        return number == 0
            ? m_idSeed
            : m_idSeed + u'-' + QStringLiteral("%1").arg(number, 4, 36, QLatin1Char(u'0'));
    }
    void changed(Change::Kind kind, const Place &place, const RequestId &request = {})
    {
        actions.append(Change{kind, place, request});
    }

private:
    std::shared_ptr<const Policy> m_policy;
    QString m_idSeed;
    int m_ids = 0;
};

} // namespace hostline
