#!/usr/bin/python3 -SE
# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
"""The real Codex behind a gate: `app-server` as it is, until it comes to the point that is named in the file "gate" beside
CODEX_HOME. From there on no line goes through in any direction, and a file "gate.reached" stands beside it. Points:

  inject     thread/inject_items is written, and the host has not got it
  injected   the host has done it, and the client has not heard so
  compacted  a compaction has ended, and the client has not heard so
  turn       turn/start is written, and the host has not got it

HOSTLINE_REAL_CODEX: the program."""
import json
import os
import subprocess
import sys
import threading

REAL = os.environ["HOSTLINE_REAL_CODEX"]
if sys.argv[1:2] != ["app-server"]:
    os.execv(REAL, [REAL, *sys.argv[1:]])
GATE = os.path.join(os.path.dirname(os.environ["CODEX_HOME"]), "gate")
shut = threading.Event()
calls = {}  # id -> method
compacting = set()  # threads


def point():
    try:
        with open(GATE, encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return ""


def stops(message, of_client):
    method = message.get("method")
    if of_client:
        calls[message.get("id")] = method
        if method == "thread/compact/start":
            compacting.add(message["params"]["threadId"])
        return {"thread/inject_items": "inject", "turn/start": "turn"}.get(method)
    if method == "turn/completed" and message["params"]["threadId"] in compacting:
        return "compacted"
    if method is None and calls.get(message.get("id")) == "thread/inject_items":
        return "injected"
    return None


def carry(source, target, of_client):
    for line in source:
        at = stops(json.loads(line), of_client)
        if at is not None and at == point():
            shut.set()
            open(GATE + ".reached", "w", encoding="utf-8").close()
        if shut.is_set():
            threading.Event().wait()
        target.write(line)
        target.flush()
    target.close()


server = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", REAL, *sys.argv[1:]],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
threading.Thread(target=carry, args=(sys.stdin.buffer, server.stdin, True), daemon=True).start()
carry(server.stdout, sys.stdout.buffer, False)
sys.exit(server.wait())
