#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
"""Keeps the house in order: includes point one way, plugins stay apart, core names none of them.

  SDK -> base -> notices, settings, rules, store -> x_store -> ledger -> plugins -> drivers -> host

A file may include its own rank only within its own folder (rules may use rules, drivers are siblings). Rows are values:
they stand with the rules.
Usage: include_check.py [ROOT]; prints one line a fault and exits 1 when there is any."""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
IDS = re.compile(r'"(codex|chat|lark|attached|fallback)"|\b(codex|lark|feishu)', re.IGNORECASE)
GROUND = {'include': 0, 'base': 1, 'notices': 2, 'settings': 2, 'store': 2, 'ledger': 4, 'plugins': 5, 'host': 7}
RULES, STORE, DRIVER = 2, 3, 6


def rank(path):
    """The place of a path below core/ in the order; None for what stands outside it (lib, cmake)."""
    folder, _, name = path.partition('/')
    if folder in GROUND or folder in ('lib', 'cmake') or not name:
        return GROUND.get(folder)
    stem = name.rsplit('.', 1)[0]
    return RULES if stem.endswith(('_rules', '_rows')) else STORE if stem.endswith('_store') else DRIVER


def product(path):
    """The plugin or program that a path belongs to: plugins/codex, chat, hosts/cli; None for the library."""
    parts = path.split('/')
    depth = {'plugins': 2, 'hosts': 2, 'chat': 1, 'lark': 1}.get(parts[0])
    return '/'.join(parts[:depth]) if depth and len(parts) > depth else None


def resolve(root, path, target):
    """The project's file that an include means, or None: roots as the compiler has them, own folder first."""
    for candidate in (pathlib.PurePosixPath(path).parent / target, pathlib.PurePosixPath('core') / target,
                      pathlib.PurePosixPath('core/include') / target, pathlib.PurePosixPath(target)):
        if (root / candidate).is_file():
            return candidate.as_posix()
    return None


def fault(path, target, meant):
    """What is wrong with the file at path including target (which means the file meant), or None."""
    in_core = path.startswith('core/')
    own = rank(path[5:]) if in_core else None
    if meant is None:
        foreign = own == 0 and not re.match(r'Q|hostline/|[a-z_]+$', target)
        return 'only Qt Core and the standard library may stand in the SDK' if foreign else None
    theirs = rank(meant[5:]) if meant.startswith('core/') else None
    if in_core and product(meant):
        return 'core includes a plugin or program'
    if product(path) and product(meant) and product(path) != product(meant):
        return 'plugins and programs stay apart'
    if own is not None and theirs is None:
        return 'core/lib is for plugins and programs'
    if own is not None and (theirs > own or theirs == own and own != RULES and meant.split('/')[1] != path.split('/')[1]):
        return 'against the order'
    # For programs beside a holder: what it wrote and locked is read by the code that knows how.
    beside = path.startswith('core/lib/remote/') and theirs == GROUND['base']
    if theirs and in_core and own is None and not beside:
        return 'a library of core/lib uses the SDK only'
    if theirs and product(path) and not path.startswith('hosts/'):
        return 'a plugin uses the SDK and core/lib only'
    return None


def faults(root, path):
    lines = (root / path).read_text(encoding='utf-8').splitlines()
    for number, line in enumerate(lines, 1):
        if path.startswith('core/') and not path.startswith('core/lib/') and IDS.search(line.split('//')[0]):
            yield number, 'core names a plugin: ' + line.strip()
        found = INCLUDE.match(line)
        wrong = found and fault(path, found.group(1), resolve(root, path, found.group(1)))
        if wrong:
            yield number, f'{found.group(1)}: {wrong}'


def check(root):
    for top in ('core', 'plugins', 'chat', 'lark', 'hosts'):
        for file in sorted((root / top).rglob('*')):
            if file.suffix in ('.h', '.cpp') and file.is_file():
                path = file.relative_to(root).as_posix()
                for number, text in faults(root, path):
                    yield f'{path}:{number}: {text}'


if __name__ == '__main__':
    found = list(check(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else '.').resolve()))
    print('\n'.join(found) or 'include-check: in order')
    sys.exit(1 if found else 0)
