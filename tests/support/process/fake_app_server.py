#!/usr/bin/python3 -SE
# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
"""A stand-in for `codex app-server`: the same lines on the same calls, and misbehaviour on request.

What it answers was observed on Codex 0.171.0; the provider's contract tests run on both, so it cannot drift from it.
Threads, their locks and the log of all calls lie in CODEX_HOME (fake-threads/, thread-writer-locks/, fake.log).

A question directs its answer with the directives of the rehearsal endpoint: [[say TEXT]] [[deltas N every MS]] [[delay MS]]
[[commentary TEXT]] [[tool shell COMMAND]] [[error KIND]] [[hang]] [[usage INPUT OUTPUT]], and with some of its own:
  [[die]]            the process kills itself before the answer
  [[flood N]]        N status notifications, then the end of the turn in the same write
  [[big N]]          a command item with N bytes of output before the answer
  [[half line]]      half a line, then silence
  [[long line N]]    one line of N bytes
  [[ask]]            a call to the client, whose answer is waited for
  [[no answer here]] the end of the turn does not carry the answer
  [[phaseless]]      messages without a phase
  [[late N]]         goes on with deltas for N ms after an interrupt
  [[limits JSON]]    says account/rateLimits/updated with these rateLimits (no ] in it)

CODEX_HOME/fake.json: {"version": "0.150.0", "silent": ["initialize"], "refuse": {"thread/start": {"code": 1, "message": ""}},
"die": {"turn/start": "before" | "after"}, "exit": 3, "unknown": ["thread/inject_items"]}: what it misbehaves in at the start of the
process and on calls ("unknown": methods that this version has not). "compaction": a list of what thread/compact/start is followed
by, in order, instead of "started", "item", "completed": also "another thread's item", "another turn's item", "another turn's end",
"another item", "failed", "interrupted", and "usage N", the host's count of what the thread holds then; without an end it hangs.
"limits": the answer to account/rateLimits/read, which is refused without; "account": the answer to account/read.
"""
import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import uuid

HOME = os.environ.get("CODEX_HOME") or os.path.expanduser("~/.codex")
THREADS = os.path.join(HOME, "fake-threads")
LOCKS = os.path.join(HOME, "thread-writer-locks")
for folder in (THREADS, LOCKS):
    os.makedirs(folder, exist_ok=True)
try:
    with open(os.path.join(HOME, "fake.json"), encoding="utf-8") as script_file:
        SCRIPT = json.load(script_file)
except FileNotFoundError:
    SCRIPT = {}
LOG = open(os.path.join(HOME, "fake.log"), "a", encoding="utf-8", buffering=1)
OUT = sys.stdout.buffer
write_lock = threading.Lock()
state_lock = threading.RLock()
threads = {}  # id -> Thread, loaded here
next_call = 0


class Refusal(Exception):
    def __init__(self, message, code=-32600, data=None):
        super().__init__(message)
        self.error = {"code": code, "message": message}
        if data is not None:
            self.error["data"] = data


def write(*messages):
    text = "".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n" for each in messages)
    with write_lock:
        OUT.write(text.encode())
        OUT.flush()


def note(method, **params):
    return {"method": method, "params": params, "emittedAtMs": int(time.time() * 1000)}


def new_id():
    stamp = int(time.time() * 1000)
    return str(uuid.UUID(int=(stamp << 80) | (0x7 << 76) | (uuid.uuid4().int & ((1 << 76) - 1)) & ~(0xC << 60) | (0x8 << 60)))


class Turn:
    def __init__(self, client_id, text):
        self.id = new_id()
        self.text = text
        self.client_id = client_id
        self.status = "inProgress"
        self.items = []
        self.error = None
        self.interrupted = threading.Event()
        self.over = False

    def view(self, kind):
        items = self.items
        if kind == "summary":
            finals = [i for i in items if i["type"] == "agentMessage" and i.get("phase") != "commentary"]
            items = [i for i in items if i["type"] == "userMessage"][:1] + finals[-1:]
        elif kind == "notLoaded":
            items = []
        return {"id": self.id, "items": items, "itemsView": kind, "status": self.status, "error": self.error,
                "startedAt": None, "completedAt": None}

    @staticmethod
    def of(stored):
        turn = Turn(None, "")
        turn.id, turn.status, turn.items, turn.error = stored["id"], stored["status"], stored["items"], stored["error"]
        turn.over = True
        if turn.status == "inProgress":
            turn.status = "interrupted"
        return turn


class Thread:
    def __init__(self, thread_id):
        self.id = thread_id
        self.turns = []
        self.active = None
        self.commands = []
        self.lock = open(os.path.join(LOCKS, thread_id + ".lock"), "w", encoding="utf-8")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refusal(f"thread {thread_id} already has an active writer") from None

    def path(self):
        return os.path.join(THREADS, self.id + ".json")

    def save(self):
        with state_lock:
            data = [{"id": t.id, "status": t.status, "items": t.items, "error": t.error} for t in self.turns]
            with open(self.path() + ".new", "w", encoding="utf-8") as file:
                json.dump(data, file)
            os.replace(self.path() + ".new", self.path())


def stored_turns(thread_id):
    try:
        with open(os.path.join(THREADS, thread_id + ".json"), encoding="utf-8") as file:
            return [Turn.of(each) for each in json.load(file)]
    except FileNotFoundError:
        return None


def thread_answer(thread, params):
    return {"thread": {"id": thread.id, "status": {"type": "idle"}, "turns": []}, "model": params.get("model") or "fake-model",
            "cwd": params.get("cwd")}


def thread_start(params):
    if params.get("sandbox") not in ("read-only", "workspace-write"):
        raise Refusal("Invalid request: unknown variant")
    thread = Thread(new_id())
    threads[thread.id] = thread
    answer = thread_answer(thread, params)
    return answer, [note("thread/started", thread=answer["thread"])]


def thread_resume(params):
    thread_id = params["threadId"]
    if thread_id not in threads:
        turns = stored_turns(thread_id)
        if turns is None:
            raise Refusal(f"no rollout found for thread id {thread_id}")
        thread = Thread(thread_id)
        thread.turns = turns
        thread.save()
        threads[thread_id] = thread
    return thread_answer(threads[thread_id], params), []


def loaded(params):
    try:
        return threads[params["threadId"]]
    except KeyError:
        raise Refusal(f"thread not found: {params['threadId']}") from None


def turn_start(params):
    thread = loaded(params)
    with state_lock:
        if thread.active:  # a steer, as the real one does it
            return {"turn": thread.active.view("notLoaded")}, []
        turn = Turn(params.get("clientUserMessageId"), params["input"][0]["text"])
        thread.active = turn
        thread.turns.append(turn)
    started = note("turn/started", threadId=thread.id, turn=turn.view("notLoaded"))
    return {"turn": turn.view("notLoaded")}, [note("thread/status/changed", threadId=thread.id, status={"type": "active"}), started,
                                              lambda: threading.Thread(target=run, args=(thread, turn), daemon=True).start()]


def turn_interrupt(params):
    thread = loaded(params)
    turn = thread.active
    if not turn or turn.id != params["turnId"]:
        raise Refusal("no active turn to interrupt")
    return {}, [lambda: interrupt(thread, turn)]


def interrupt(thread, turn):
    turn.interrupted.set()
    finish(thread, turn, "interrupted")


def inject_items(params):
    thread = loaded(params)
    if not params.get("items"):
        raise Refusal("items must not be empty")
    for index, item in enumerate(params["items"]):
        if item.get("type") != "message" or not isinstance(item.get("content"), list):
            raise Refusal(f"items[{index}] is not a valid response item")
    with open(os.path.join(THREADS, thread.id + ".items"), "a", encoding="utf-8") as file:
        for item in params["items"]:
            file.write(json.dumps(item, ensure_ascii=False) + "\n")
    thread.save()
    return {}, []


def compact_start(params):
    thread = loaded(params)
    turn = Turn(None, "")
    with state_lock:
        thread.active = turn
        thread.turns.append(turn)
    return {}, [lambda: compact(thread, turn)]


def compact(thread, turn):
    def item(thread_id, turn_id, kind="contextCompaction"):
        write(note("item/completed", threadId=thread_id, turnId=turn_id, item={"type": kind, "id": new_id()}))

    other = Turn(None, "")
    for step in SCRIPT.get("compaction", ["started", "item", "completed"]):
        if step == "started":
            write(note("thread/status/changed", threadId=thread.id, status={"type": "active"}),
                  note("turn/started", threadId=thread.id, turn=turn.view("notLoaded")))
        elif step == "item":
            item(thread.id, turn.id)
        elif step == "another item":
            item(thread.id, turn.id, "tomorrowsItem")
        elif step == "another turn's item":
            item(thread.id, other.id)
        elif step == "another thread's item":
            item(new_id(), turn.id)
        elif step == "another turn's end":
            write(note("turn/completed", threadId=thread.id, turn=dict(other.view("notLoaded"), status="completed")))
        elif step.startswith("usage "):
            write(note("thread/tokenUsage/updated", threadId=thread.id, turnId=turn.id,
                       tokenUsage={"last": {"totalTokens": int(step[6:]), "inputTokens": 0}, "modelContextWindow": 258400}))
        elif step == "failed":
            finish(thread, turn, "failed", {"message": "it failed", "codexErrorInfo": SCRIPT.get("compaction error", "other")})
        else:
            finish(thread, turn, step)


def clean(params):
    thread = loaded(params)
    for process, item, turn in thread.commands:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    return {}, []


def turns_list(params):
    thread_id = params["threadId"]
    turns = threads[thread_id].turns if thread_id in threads else stored_turns(thread_id)
    if turns is None:
        raise Refusal(f"thread not loaded: {thread_id}")
    if not turns:
        raise Refusal(f"thread {thread_id} is not materialized yet; thread/turns/list is unavailable before first user message")
    first = int(params.get("cursor") or 0)
    last = first + int(params.get("limit") or 25)
    newest = list(reversed(turns))
    page = [t.view(params.get("itemsView") or "summary") for t in newest[first:last]]
    return {"data": page, "nextCursor": str(last) if last < len(newest) else None}, []


def items_list(params):
    thread_id = params["threadId"]
    turns = threads[thread_id].turns if thread_id in threads else stored_turns(thread_id) or []
    items = [{"turnId": t.id, "item": i} for t in turns if t.id == params.get("turnId") for i in t.items]
    first = int(params.get("cursor") or 0)
    last = first + int(params.get("limit") or 25)
    return {"data": items[first:last], "nextCursor": str(last) if last < len(items) else None}, []


def limits_read(params):
    if "limits" not in SCRIPT:
        raise Refusal("codex account authentication required to read rate limits")
    return SCRIPT["limits"], []


METHODS = {
    "account/rateLimits/read": limits_read,
    "account/read": lambda params: (SCRIPT.get("account", {"account": None, "requiresOpenaiAuth": False}), []),
    "config/read": lambda params: ({"config": {"projects": {}}}, []),
    "thread/start": thread_start,
    "thread/resume": thread_resume,
    "thread/unsubscribe": lambda params: ({"status": "unsubscribed"}, []),
    "thread/archive": lambda params: ({}, []),
    "thread/inject_items": inject_items,
    "thread/compact/start": compact_start,
    "thread/turns/list": turns_list,
    "thread/items/list": items_list,
    "thread/backgroundTerminals/clean": clean,
    "turn/start": turn_start,
    "turn/interrupt": turn_interrupt,
}

ERRORS = {
    "usage_limit_reached": "usageLimitExceeded",
    "rate_limit_exceeded": "rateLimitExceeded",
    "context_length_exceeded": "contextWindowExceeded",
    "server_overloaded": "serverOverloaded",
    "401": {"httpConnectionFailed": {"httpStatusCode": 401}},
    "500": "internalServerError",
    "400": "other",
}


def finish(thread, turn, status, error=None, together=()):
    with state_lock:
        if turn.over:
            return
        turn.over = True
        turn.status = status
        turn.error = error
        thread.active = None
        thread.save()
    end = turn.view("summary")
    if "[[no answer here]]" in turn.text:
        end["items"] = []
    end["items"] = [i for i in end["items"] if i["type"] == "agentMessage"] if status == "completed" else []
    errors = [note("error", threadId=thread.id, turnId=turn.id, error=error, willRetry=False)] if error else []
    write(*together, *errors, note("thread/status/changed", threadId=thread.id, status={"type": "idle"}),
          note("turn/completed", threadId=thread.id, turn=end))


def item_event(name, thread, turn, item):
    return note("item/" + name, threadId=thread.id, turnId=turn.id, item=item)


def record(thread, turn, item):
    with state_lock:
        if turn.over:
            return False
        turn.items.append(item)
        thread.save()
    return True


def shell(thread, turn, command):
    item = {"type": "commandExecution", "id": "call_" + new_id(), "command": f"/bin/bash -lc '{command}'", "status": "inProgress"}
    write(item_event("started", thread, turn, item))
    owner = dict(os.environ, CODEX_THREAD_ID=thread.id, CODEX_TOOL_CALL_ID=item["id"])
    process = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "/bin/bash", "-c", command], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, env=owner)
    thread.commands.append((process, item, turn))
    output = process.communicate()[0]
    done = dict(item, status="completed" if process.returncode == 0 else "failed", exitCode=process.returncode,
                aggregatedOutput=output.decode(errors="replace"))
    record(thread, turn, done)
    write(item_event("completed", thread, turn, done))


def directive(text, name):
    found = re.search(r"\[\[" + name + r"(?: ([^\]]*))?\]\]", text)
    return (found.group(1) or "") if found else None


def run(thread, turn):
    global next_call
    text = turn.text
    user = {"type": "userMessage", "id": new_id(), "clientId": turn.client_id, "content": [{"type": "text", "text": text}]}
    write(item_event("started", thread, turn, user))
    record(thread, turn, user)
    write(item_event("completed", thread, turn, user))
    for name, argument in re.findall(r"\[\[(commentary|tool shell|delay|big) ([^\]]*)\]\]", text):
        if turn.interrupted.is_set():
            return
        if name == "delay":
            turn.interrupted.wait(int(argument) / 1000)
        elif name == "commentary":
            said = {"type": "agentMessage", "id": new_id(), "text": argument, "phase": "commentary"}
            record(thread, turn, said)
            write(item_event("completed", thread, turn, said))
        elif name == "big":
            done = {"type": "commandExecution", "id": new_id(), "command": "cat", "status": "completed", "aggregatedOutput": "x" * int(argument)}
            record(thread, turn, dict(done, aggregatedOutput=""))
            write(item_event("started", thread, turn, dict(done, aggregatedOutput=None, status="inProgress")), item_event("completed", thread, turn, done))
        else:
            shell(thread, turn, argument)
    if directive(text, "die") is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    if directive(text, "hang") is not None:
        turn.interrupted.wait()
        return
    if directive(text, "half line") is not None:
        with write_lock:
            OUT.write(b'{"method":"item/agentMessage/del')
            OUT.flush()
            time.sleep(600)
    if (size := directive(text, "long line")) is not None:
        with write_lock:
            OUT.write(b'{"method":"x","params":{"t":"' + b"x" * int(size) + b'"}}\n')
            OUT.flush()
    if directive(text, "ask") is not None:
        call, next_call = next_call, next_call + 1
        answers[call] = threading.Event()
        write({"id": call, "method": "item/tool/call", "params": {"threadId": thread.id, "turnId": turn.id, "tool": "lookup"}})
        answers[call].wait()
    if (limits := directive(text, "limits")) is not None:
        write(note("account/rateLimits/updated", rateLimits=json.loads(limits)))
    if (kind := directive(text, "error")) is not None:
        write(note("error", threadId=thread.id, turnId=turn.id, error={"message": "Reconnecting... 1/1", "codexErrorInfo": None}, willRetry=True))
        finish(thread, turn, "failed", {"message": "it failed", "codexErrorInfo": ERRORS[kind.split()[0]]})
        return
    answer = directive(text, "say")
    answer = f"You said: {text}" if answer is None else answer
    phase = None if "[[phaseless]]" in text else "final_answer"
    message = {"type": "agentMessage", "id": new_id(), "text": answer, "phase": phase}
    count, every = 4, 0
    if (timing := directive(text, "deltas")) is not None:
        words = timing.split()
        count, every = int(words[0]), int(words[2]) if len(words) > 2 else 0
    late = int(directive(text, "late") or 0)
    write(item_event("started", thread, turn, dict(message, text="")))
    deadline = None
    for index in range(count):
        if turn.interrupted.is_set():
            deadline = deadline or time.time() + late / 1000
            if time.time() >= deadline:
                return
        part = answer[index * len(answer) // count:(index + 1) * len(answer) // count]
        write(note("item/agentMessage/delta", threadId=thread.id, turnId=turn.id, itemId=message["id"], delta=part))
        if every:
            time.sleep(every / 1000) if late else turn.interrupted.wait(every / 1000)
    if turn.interrupted.is_set() or not record(thread, turn, message):
        return
    flood = [note("thread/status/changed", threadId=thread.id, status={"type": "active", "n": n}) for n in range(int(directive(text, "flood") or 0))]
    if (usage := directive(text, "usage")) is not None:
        used = [int(word) for word in usage.split()]
        flood.append(note("thread/tokenUsage/updated", threadId=thread.id, turnId=turn.id,
                          tokenUsage={"last": {"inputTokens": used[0], "outputTokens": used[1]}}))
    finish(thread, turn, "completed", together=[*flood, item_event("completed", thread, turn, message)])


answers = {}
initialized = False


def answer_call(method, params):
    global initialized
    if method == "initialize":
        if initialized:
            raise Refusal("Already initialized")
        if "clientInfo" not in params:
            raise Refusal("Invalid request: missing field `clientInfo`")
        initialized = True
        version = SCRIPT.get("version", "0.171.0")
        return {"userAgent": f"{params['clientInfo']['name']}/{version} (Debian 12.0.0; x86_64) unknown", "codexHome": HOME}, []
    if not initialized:
        raise Refusal("Not initialized")
    if method not in METHODS or method in SCRIPT.get("unknown", []):
        raise Refusal(f"Invalid request: unknown variant `{method}`, expected one of `initialize`, ...")
    if method in SCRIPT.get("refuse", {}):
        refusal = SCRIPT["refuse"][method]
        raise Refusal(refusal["message"], refusal["code"])
    return METHODS[method](params)


def leave(*_):
    for thread in list(threads.values()):
        if thread.active:
            interrupt(thread, thread.active)
    os._exit(0)


def take(line):
    LOG.write(line)
    message = json.loads(line)
    if "method" not in message:
        if message.get("id") in answers:
            answers[message["id"]].set()
        return
    if "id" not in message:
        return
    method = message["method"]
    if method in SCRIPT.get("silent", []):
        return
    if SCRIPT.get("die", {}).get(method) == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    try:
        result, after = answer_call(method, message.get("params") or {})
        notes = [each for each in after if not callable(each)]
        write({"id": message["id"], "result": result}, *notes)
    except Refusal as refusal:
        write({"id": message["id"], "error": refusal.error})
        return
    if SCRIPT.get("die", {}).get(method) == "after":
        os.kill(os.getpid(), signal.SIGKILL)
    for each in after:
        if callable(each):
            each()


def main():
    if "exit" in SCRIPT:
        sys.stderr.write("\x1b[31mERROR\x1b[0m error loading config: unknown field `zzz`\n")
        sys.exit(SCRIPT["exit"])
    signal.signal(signal.SIGTERM, leave)
    for line in sys.stdin:
        try:
            take(line)
        except (ValueError, KeyError, TypeError) as problem:
            sys.stderr.write(f"ERROR Failed to deserialize JSONRPCMessage: {problem!r}\n")
    leave()


main()
