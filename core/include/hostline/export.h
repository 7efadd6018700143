// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/qglobal.h>

#if defined(HOSTLINE_BUILD)
#define HOSTLINE_EXPORT Q_DECL_EXPORT
#else
#define HOSTLINE_EXPORT Q_DECL_IMPORT
#endif
