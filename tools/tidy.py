#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy over source files; exits 1 when it says anything.

Nearly all of its time goes into Qt's headers, so the files are taken in bunches: one unit includes several of them.
Files that do not compile side by side (two helpers of one name) are taken apart again.
Usage: tidy.py BUILD-FOLDER FILE...   (a header is looked at through the source file of its name)"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import threading

BUNCH = 12
FINDING = re.compile(r'^/\S+:\d+:\d+: (?:error|warning): ')
ROOT = pathlib.Path(__file__).resolve().parent.parent


def flags(command):
    """What clang needs of a g++ command: no output, no precompiled header of the other compiler."""
    words = shlex.split(command['command'])[1:]
    kept, skip = [], False
    for word, following in zip(words, words[1:] + ['']):
        if skip or word in ('-c', '-o', '-Winvalid-pch', '-fpch-preprocess', command['file']):
            skip = word == '-o'
        elif word == '-include' and following.endswith('cmake_pch.hxx') or word == '-isystem':
            skip = True
            kept += ['-isystem', following] if word == '-isystem' else []
        else:
            kept.append(word)
    return kept


def bunches(commands):
    """Neighbours by folder, so that a unit has one set of rooms; their flags are joined."""
    files = sorted(commands)
    return [files[i:i + BUNCH] for i in range(0, len(files), BUNCH)]


def joined(lists):
    """One list of flags with every flag once; -isystem keeps its word."""
    pairs = {}
    for words in lists:
        it = iter(words)
        for word in it:
            pairs[(word, next(it)) if word == '-isystem' else (word,)] = None
    return [word for pair in pairs for word in pair]


def look(folder, number, files, commands):
    """The findings of a bunch; each is the whole text of one finding."""
    unit = folder / f'unit_{number}.cpp'
    # Every test has a main of its own.
    unit.write_text(''.join(f'#define main main_of_file_{i}\n#include "{file}"\n#undef main\n' for i, file in enumerate(files)))
    rooms = [f'-I{folder_of}' for folder_of in sorted({os.path.dirname(file) for file in files})]
    done = subprocess.run(
        ['clang-tidy', '--quiet', '--checks=-bugprone-suspicious-include', f'--config-file={ROOT}/.clang-tidy',
         f'--header-filter=^{ROOT}/(core|plugins|hosts|chat|lark|tests)/', str(unit), '--', *joined(flags(commands[f]) for f in files),
         *rooms, '-Wno-unknown-warning-option', '-Wno-unused-macros'],
        capture_output=True, text=True, cwd=folder)
    findings, current = [], None
    for line in done.stdout.splitlines():
        if FINDING.match(line):
            current = [line]
            findings.append(current)
        elif current is not None:
            current.append(line)
    if len(files) > 1 and '[clang-diagnostic-' in done.stdout:
        middle = len(files) // 2
        return look(folder, f'{number}a', files[:middle], commands) + look(folder, f'{number}b', files[middle:], commands)
    if done.returncode and not findings:
        findings.append([f'{files[0]}: clang-tidy ended with {done.returncode}', done.stderr])
    return ['\n'.join(finding) for finding in findings]


def main(build, names):
    wanted = {str(pathlib.Path(re.sub(r'\.h$', '.cpp', name)).resolve()) for name in names}
    with open(pathlib.Path(build) / 'compile_commands.json') as all_commands:
        commands = {c['file']: c for c in json.load(all_commands) if c['file'] in wanted}
    folder = pathlib.Path(build).resolve() / 'tidy'
    folder.mkdir(exist_ok=True)
    said, lock, work = set(), threading.Lock(), bunches(commands)
    print(f'{len(commands)} files in {len(work)} units', flush=True)

    def one(number_and_files):
        for finding in look(folder, *number_and_files, commands):
            with lock:
                head = finding.split('\n', 1)[0]
                if head not in said:
                    said.add(head)
                    print(finding, flush=True)

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        list(pool.map(one, enumerate(work)))
    return 1 if said else 0


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
