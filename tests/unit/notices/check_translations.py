#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks translations/*.ts against the sources (H1, H2).

Stale or unfinished entries, missing or empty translations, placeholders that differ from the source's,
Chinese in English, and texts left untranslated in Chinese are faults. --self-test plants one of each in
a copy and expects each to be found.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

SOURCES = ["core/notices/notice_texts.cpp"]
PLACEHOLDER = re.compile(r"\{[a-z_]+(?::[a-z]+)?\}")
CJK = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
LETTER = re.compile(r"[A-Za-z]")
TIME_PATTERN = re.compile(r"^[^{}]*\bhh:mm\b[^{}]*$")


def forms(message):
    translation = message.find("translation")
    numerus = translation.findall("numerusform")
    return [form.text or "" for form in numerus] if numerus else [translation.text or ""]


def faults_of(path, chinese):
    for context in tree.parse(path).getroot().findall("context"):
        for message in context.findall("message"):
            source = message.findtext("source")
            kind = message.find("translation").get("type")
            if kind:
                yield f"{kind}: {source}"
                continue
            for form in forms(message):
                if not form.strip():
                    yield f"empty: {source}"
                    continue
                if sorted(PLACEHOLDER.findall(source)) != sorted(PLACEHOLDER.findall(form)):
                    yield f"placeholders differ: {source} -> {form}"
                if not chinese and CJK.search(form):
                    yield f"Chinese in English: {form}"
                words = LETTER.search(PLACEHOLDER.sub("", source))
                if chinese and words and not CJK.search(form) and not TIME_PATTERN.match(source):
                    yield f"not translated: {source}"
            if not chinese and message.get("numerus") == "yes" and len(forms(message)) != 2:
                yield f"English needs two plural forms: {source}"


def stale(path, arguments, plural_only, work):
    copy = work / path.name
    copy.write_bytes(path.read_bytes())
    command = [arguments.lupdate, "-silent", "-no-obsolete", "-locations", "none", "-source-language", "en"]
    if plural_only:
        command.append("-pluralonly")
    command += [str(arguments.source_dir / name) for name in SOURCES] + ["-ts", str(copy)]
    subprocess.run(command, check=True, capture_output=True)
    return copy.read_bytes() != path.read_bytes()


def check(arguments, folder):
    found = []
    with tempfile.TemporaryDirectory() as name:
        for path, chinese in ((folder / "hostline_zh_CN.ts", True), (folder / "hostline_en.ts", False)):
            found += [f"{path.name}: {fault}" for fault in faults_of(path, chinese)]
            if stale(path, arguments, not chinese, pathlib.Path(name)):
                found.append(f"{path.name}: stale, run the target update_translations")
    for name in SOURCES:
        if CJK.search((arguments.source_dir / name).read_text(encoding="utf-8")):
            found.append(f"{name}: Chinese in an English source")
    return found


PLANTED = [
    ("hostline_zh_CN.ts", r"<translation>[^<]*</translation>", '<translation type="unfinished"></translation>', "unfinished"),
    ("hostline_zh_CN.ts", r"<translation>[^<]*</translation>", "<translation></translation>", "empty"),
    ("hostline_zh_CN.ts", r"<translation>[^<]*</translation>", "<translation>Done</translation>", "not translated"),
    ("hostline_zh_CN.ts", r"\{provider\}([^<]*</translation>)", r"{supplier}\1", "placeholders differ"),
    ("hostline_zh_CN.ts", r"    <message>.*?</message>\n", "", "stale"),
    ("hostline_en.ts", r"<numerusform>[^<]*</numerusform>", "<numerusform>{waiting} \u4e2a</numerusform>", "Chinese in English"),
    ("hostline_en.ts", r"\s*<numerusform>[^<]*</numerusform>", "", "two plural forms"),
]


def self_test(arguments):
    good = arguments.source_dir / "translations"
    missed = []
    for name, pattern, replacement, expected in PLANTED:
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            for path in good.glob("*.ts"):
                (work / path.name).write_bytes(path.read_bytes())
            text = (work / name).read_text(encoding="utf-8")
            changed = re.sub(pattern, replacement, text, count=1, flags=re.S)
            assert changed != text, pattern
            (work / name).write_text(changed, encoding="utf-8")
            if not any(expected in fault for fault in check(arguments, work)):
                missed.append(expected)
    return [f"not found when planted: {fault}" for fault in missed]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lupdate", required=True)
    parser.add_argument("--source-dir", required=True, type=pathlib.Path)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    found = self_test(arguments) if arguments.self_test else check(arguments, arguments.source_dir / "translations")
    print("\n".join(found) or "translations: all well")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
