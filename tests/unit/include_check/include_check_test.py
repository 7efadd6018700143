#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
"""The include check finds each kind of fault in a small house made for it, and none in an orderly one."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[3] / 'tools'
sys.path.insert(0, str(TOOLS))
sys.dont_write_bytecode = True
import include_check  # noqa: E402

ORDERLY = {
    'core/include/hostline/result.h': '#include <QString>\n#include <optional>\n',
    'core/base/clock.h': '#include <hostline/result.h>\n',
    'core/store/store.h': '#include "base/clock.h"\n',
    'core/inbox/inbox_rules.h': '#include "base/clock.h"\n',
    'core/inbox/inbox_store.h': '#include "store/store.h"\n#include "inbox/inbox_rules.h"\n',
    'core/outbox/outbox_store.h': '#include "store/store.h"\n',
    'core/ledger/admit.cpp': '#include "inbox/inbox_store.h"\n#include "outbox/outbox_store.h"\n',
    'core/inbox/inbox.cpp': '#include "ledger/admit.cpp"\n#include "inbox_rules.h"\n',
    'core/outbox/outbox.h': '// Chat and Codex may stand in a comment, "chat" too\n',
    'core/host/host.cpp': '#include "inbox/inbox.cpp"\n#include "outbox/outbox.h"\n',
    'core/lib/api/codec.h': '#include <hostline/result.h>\n',
    'core/lib/remote/address.h': '#include "base/clock.h"\n',
    'core/lib/codexwire/wire.h': 'inline constexpr auto name = "codex";\n',
    'plugins/codex/codex.cpp': '#include "lib/codexwire/wire.h"\n#include <hostline/result.h>\n',
    'chat/chat.h': '#include "lib/api/codec.h"\n',
    'hosts/cli/main.cpp': '#include "base/clock.h"\n#include "lib/api/codec.h"\n',
}
FAULTS = {
    'the SDK includes a library': ('core/include/hostline/bad.h', '#include <sqlite3.h>'),
    'the SDK includes base': ('core/include/hostline/bad.h', '#include "base/clock.h"'),
    'base includes the store': ('core/base/bad.h', '#include "store/store.h"'),
    'rules include their own store': ('core/inbox/bad_rules.h', '#include "inbox_store.h"'),
    'rules include a driver': ('core/inbox/bad_rules.h', '#include "outbox/outbox.h"'),
    'a store includes another store': ('core/inbox/bad_store.h', '#include "outbox/outbox_store.h"'),
    'the ledger includes a driver': ('core/ledger/bad.cpp', '#include "outbox/outbox.h"'),
    'a driver includes its sibling': ('core/inbox/bad.cpp', '#include "outbox/outbox.h"'),
    'a driver includes the host': ('core/inbox/bad.cpp', '#include "host/host.cpp"'),
    'core includes core/lib': ('core/host/bad.cpp', '#include "lib/api/codec.h"'),
    'core includes a plugin': ('core/host/bad.cpp', '#include "chat/chat.h"'),
    'core names a provider in a literal': ('core/host/bad.cpp', 'auto id = u"codex"_s;'),
    'core names a channel in a literal': ('core/host/bad.cpp', 'auto id = "chat"_L1;'),
    'core names a provider in an identifier': ('core/host/bad.cpp', 'bool codexReady = false;'),
    'core/lib/remote includes rules': ('core/lib/remote/bad.h', '#include "inbox/inbox_rules.h"'),
    'another of core/lib includes base': ('core/lib/api/bad.h', '#include "base/clock.h"'),
    'core/lib includes the store': ('core/lib/api/bad.h', '#include "store/store.h"'),
    'a plugin includes base': ('plugins/codex/bad.cpp', '#include "base/clock.h"'),
    'a plugin includes another plugin': ('chat/bad.cpp', '#include "plugins/codex/codex.cpp"'),
    'a program includes a plugin': ('hosts/cli/bad.cpp', '#include "chat/chat.h"'),
}


class IncludeCheck(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for path, text in ORDERLY.items():
            self.write(path, text)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding='utf-8')
        return file

    def test_an_orderly_house_passes(self):
        self.assertEqual(list(include_check.check(self.root)), [])

    def test_each_kind_of_fault_is_found_alone(self):
        for name, (path, line) in FAULTS.items():
            with self.subTest(name):
                file = self.write(path, line + '\n')
                found = list(include_check.check(self.root))
                file.unlink()
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(path + ':1: '), found)

    def test_the_program_says_it_by_its_exit_code(self):
        def run():
            return subprocess.run([TOOLS / 'include_check.py', self.root], stdout=subprocess.DEVNULL, check=False)
        self.assertEqual(run().returncode, 0)
        self.write('chat/bad.cpp', '#include "base/clock.h"\n')
        self.assertEqual(run().returncode, 1)


if __name__ == '__main__':
    unittest.main()
