// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

/// A sound library that is no plugin of anything.
extern "C" int noPlugin()
{
    return 1;
}
