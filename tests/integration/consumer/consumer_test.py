#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
"""K1: the app of somebody else embeds Hostline, loads the provider and the channel of somebody else, and both answer.

Usage: consumer_test.py BUILD: the build of tests/consumer."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv[1])


class Consumer(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.scratch.name)
        self.settings = self.root / 'settings.toml'
        self.folder = self.root / 'post'
        (self.folder / 'in').mkdir(parents=True)
        self.settings.write_text(f'''
            [providers.mirror]
            prefix = "> "

            [channels.folder]
            directory = "{self.folder}"

            [[grants]]
            channel = "folder"
            ''', encoding='utf-8')

    def tearDown(self):
        self.scratch.cleanup()

    def run_app(self, question, program='embedding'):
        return subprocess.run([BUILD / program, self.root / 'data', self.settings, BUILD / 'plugins', question],
                              capture_output=True, text=True, timeout=60, check=False)

    def test_app_asks_the_provider(self):
        for program in ('embedding', 'embedding_strict'):
            with self.subTest(program):
                run = self.run_app('abc', program)
                self.assertEqual((run.returncode, run.stdout), (0, '> cba\n'), run.stderr)

    def test_channel_carries_a_question_and_its_answer(self):
        (self.folder / 'in' / 'one.txt').write_text('xyz', encoding='utf-8')
        # The app ends with its own answer; what the folder is owed outlives it and comes in a later run, once.
        for turn in range(10):
            run = self.run_app(f'question {turn}')
            self.assertEqual(run.returncode, 0, run.stderr)
            if list((self.folder / 'out').glob('*.txt')):
                break
        self.run_app('the last')
        answers = [file.read_text(encoding='utf-8') for file in (self.folder / 'out').glob('*.txt')]
        self.assertEqual(answers, ['> zyx'])
        self.assertEqual(list((self.folder / 'in').iterdir()), [])


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
