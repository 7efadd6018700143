// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QIODevice>

namespace hostline {

/// The body of a request that may go out once only: sequential, and without a way back, so that
/// QNetworkAccessManager cannot send the request again by itself when a connection breaks after it was written.
class OneShotBody final : public QIODevice
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OneShotBody)
public:
    explicit OneShotBody(QByteArray content, QObject *parent = nullptr);

    [[nodiscard]] bool isSequential() const override;
    [[nodiscard]] qint64 bytesAvailable() const override;
    bool reset() override; ///< false, always

protected:
    qint64 readData(char *data, qint64 size) override;
    qint64 writeData(const char *data, qint64 size) override;

private:
    QByteArray m_content;
    qsizetype m_position = 0;
};

} // namespace hostline
