// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// The page's own words in both languages. Hostline's notices come from the server in the conversation's language; answers
// are never translated. `{name}` stands for an argument. A test holds both tables to the same keys and arguments.

export const tables = {
  en: {
    newConversation: 'New conversation',
    untitled: 'New conversation',
    conversations: 'Conversations',
    search: 'Search',
    searchHint: 'Search titles, questions and answers',
    noHits: 'Nothing found for “{text}”.',
    noConversations: 'Your conversations will be listed here.',
    moreConversations: 'Show more',
    openList: 'Show the conversations',
    closeList: 'Hide the conversations',
    switchLanguage: 'Switch the page to Chinese',
    closed: 'closed',
    openCount: 'open: {count}',
    unread: 'new reply',
    actions: 'Actions for this conversation',
    edit: 'Title, language, model…',
    close: 'Close',
    remove: 'Delete…',
    editTitle: 'Conversation',
    titleLabel: 'Title',
    titleHint: 'Empty: the first line of the first question',
    languageLabel: 'Language of Hostline’s own messages',
    languageAuto: 'Like the question',
    languageBoth: 'Both',
    choiceTitle: 'What answers from the next question on',
    providerLabel: 'Provider',
    modelLabel: 'Model',
    effortLabel: 'Effort',
    workspaceLabel: 'Workspace',
    asSet: 'As the settings say',
    choiceHint: 'Empty: as the settings say. The whole dialogue goes along.',
    choose: 'Choose provider, model or workspace',
    save: 'Save',
    cancel: 'Cancel',
    removeTitle: 'Delete this conversation?',
    removeBody: '“{title}” and everything that was said in it will be deleted. What is still running is stopped first. This cannot be undone.',
    removeConfirm: 'Delete',
    closeTitle: 'Close this conversation?',
    closeBody: 'Open requests are stopped. The messages stay readable, and the next question starts afresh.',
    closeConfirm: 'Close it',
    closedHint: 'This conversation is closed. The next question starts afresh under the same name.',
    emptyTitle: 'What shall we look at?',
    emptyBody: 'Ask about the folder that the agent works in. Every question gets exactly one reply, even if something restarts in between.',
    earlier: 'Earlier messages',
    loading: 'Loading…',
    messages: 'Messages',
    you: 'You',
    answer: 'Answer',
    hostline: 'Hostline',
    sideMessage: 'Note from Hostline',
    askLabel: 'Your question',
    askHint: 'Ask a question, or type /help',
    send: 'Send',
    keysHint: 'Enter sends, Shift+Enter makes a new line',
    workspaceRead: '{path} · read only',
    workspaceWrite: '{path} · may write',
    sending: 'Sending…',
    retrying: 'Not confirmed yet. Sending again with the same id…',
    retryingBecause: 'Not confirmed yet: {reason} Sending again with the same id…',
    refused: 'Not sent: {reason}',
    editAgain: 'Edit',
    askAgain: 'Ask again',
    discard: 'Discard',
    queuedNext: 'Queued, next in line',
    queuedAt: 'Queued, number {position} in line',
    queued: 'Queued',
    waiting: 'Waiting',
    waitingProvider: 'Waiting until the agent is available',
    waitingThread: 'Waiting until the other program lets go of this thread',
    waitingReadable: 'Waiting until the earlier turn can be read',
    waitingCapacity: 'Waiting for quota',
    waitingReview: 'Waiting for a second look',
    waitingCapacityUntil: 'Waiting for quota, tried again at {time}',
    starting: 'Starting',
    thinking: 'Thinking',
    answering: 'Answering',
    tool: 'Running {label}',
    toolUnnamed: 'Using a tool',
    waitingForApproval: 'Waiting for an approval',
    retryingModel: 'The model is busy, trying again',
    stopping: 'Stopping…',
    stop: 'Stop',
    stopThis: 'Stop this question',
    withdraw: 'Withdraw',
    elapsed: 'for {time}',
    lastSeen: 'last sign {time} ago',
    copy: 'Copy',
    copied: 'Copied',
    copyCode: 'Copy the code',
    copyAnswer: 'Copy the answer as Markdown',
    toEnd: 'Jump to the newest message',
    lost: 'Connection to Hostline lost. Trying again…',
    offlineHint: 'Is it still running? Start it with ./run',
    back: 'Connected again.',
    storeFailure: 'Nothing can be stored since {since}: questions are not taken.',
    storeFailureStep: 'Free some space or look at the disk; what you send is kept in this browser and goes out by itself then. ({reason})',
    rehearsal: 'This is a rehearsal: the answers come from a scripted local model, not from a real one.',
    rehearsalStep: 'To use your own account, run “{program} login” and start Hostline again.',
    putAway: 'Got it',
    exhausted: 'The quota of {provider} is used up.',
    exhaustedUntil: 'The quota of {provider} is used up until {time}.',
    providers: 'Providers',
    providersTitle: 'Providers and quota',
    done: 'Close',
    isDefault: '(default)',
    state_stopped: 'stopped',
    state_starting: 'starting',
    state_ready: 'ready',
    state_unavailable: 'not available',
    state_stopping: 'stopping',
    capacityUnknown: 'Quota: nothing is known of it',
    capacityAvailable: 'Quota: there is some left',
    capacityExhausted: 'Quota: used up',
    capacityExhaustedUntil: 'Quota: used up until {time}',
    capacityUnmetered: 'Quota: none is counted',
    capacityAsOf: '{state} (as of {time})',
    windowUsed: '{percent} % used',
    windowUnknown: 'not known',
    windowResets: 'resets at {time}',
    windowWasReset: 'was reset at {time}',
    windowMinutes: '{count} min',
    windowHours: '{count} h',
    windowDays: '{count} d',
    routeTitle: 'Who answers now',
    routeAnswers: '{provider} answers.',
    routeSubstitute: '{provider} answers in place of the first one, whose quota is used up.',
    routeUntried: '{provider} answers; nothing is known of its quota.',
    routeExhausted: 'Nobody has quota left: questions wait.',
    routeExhaustedUntil: 'Nobody has quota left: questions wait and are tried again at {time}.',
    routeOrder: 'Order: {members}',
    waitsTitle: 'What waits',
    waitsSince: 'since {time}',
    nothingWaits: 'Nothing waits.',
    tokens: '{input} + {output} tokens',
    tokensHint: 'Read and written by the model for this request',
    unavailable: '{provider} is not available.',
    startingProvider: '{provider} is starting…',
    signedOutTitle: 'Please open a login link',
    signedOutBody: 'This browser is not signed in to this Hostline, or its sign-in has ended. Hostline prints a login link when it starts, and “hostline login” prints a new one. Open it in this browser; it works once.',
    tryAgain: 'Try again',
    failedCall: 'That did not work: {reason}',
    unreachable: 'Hostline cannot be reached.',
    announceAnswer: 'The answer is there.',
    announceNotice: 'Hostline replied: {text}',
    announceSent: 'Sent.',
    announceStopped: 'Stopping.',
    removed: 'The conversation was deleted.',
    details: 'Details',
    notFound: 'This message is no longer there.',
    yesterday: 'Yesterday',
    seconds: '{s} s',
    minutes: '{m} min {s} s',
    hours: '{h} h {m} min',
  },
  zh: {
    newConversation: '新建对话',
    untitled: '新对话',
    conversations: '对话列表',
    search: '搜索',
    searchHint: '搜索标题、问题和回答',
    noHits: '没有找到“{text}”。',
    noConversations: '您的对话会显示在这里。',
    moreConversations: '显示更多',
    openList: '显示对话列表',
    closeList: '隐藏对话列表',
    switchLanguage: '将页面切换为英文',
    closed: '已结束',
    openCount: '未完成：{count}',
    unread: '有新答复',
    actions: '对话操作',
    edit: '标题、语言与模型…',
    close: '结束',
    remove: '删除…',
    editTitle: '对话',
    titleLabel: '标题',
    titleHint: '留空则使用第一个问题的首行',
    languageLabel: 'Hostline 提示所用的语言',
    languageAuto: '与问题一致',
    languageBoth: '两种语言',
    choiceTitle: '从下一个问题起由谁回答',
    providerLabel: '提供方',
    modelLabel: '模型',
    effortLabel: '思考程度',
    workspaceLabel: '工作区',
    asSet: '按设置',
    choiceHint: '留空则按设置；全部对话内容会一并带过去。',
    choose: '选择提供方、模型或工作区',
    save: '保存',
    cancel: '取消',
    removeTitle: '删除这个对话？',
    removeBody: '“{title}”及其全部内容将被删除。仍在处理的问题会先停止。此操作无法撤销。',
    removeConfirm: '删除',
    closeTitle: '结束这个对话？',
    closeBody: '未完成的问题会停止处理。消息仍可查看，下一个问题将重新开始。',
    closeConfirm: '结束对话',
    closedHint: '这个对话已结束。下一个问题会在同一名称下重新开始。',
    emptyTitle: '想看看什么？',
    emptyBody: '可以就工作区里的内容提问。每个问题都会收到且只收到一条答复，即使中途发生重启。',
    earlier: '更早的消息',
    loading: '正在加载…',
    messages: '消息',
    you: '您',
    answer: '回答',
    hostline: '来自 Hostline',
    sideMessage: 'Hostline 提示',
    askLabel: '您的问题',
    askHint: '输入问题，或输入 /help',
    send: '发送',
    keysHint: 'Enter 发送，Shift+Enter 换行',
    workspaceRead: '{path} · 只读',
    workspaceWrite: '{path} · 可写',
    sending: '正在发送…',
    retrying: '尚未确认，正在用同一编号重新发送…',
    retryingBecause: '尚未确认：{reason} 正在用同一编号重新发送…',
    refused: '未发送：{reason}',
    editAgain: '修改',
    askAgain: '重新提问',
    discard: '放弃',
    queuedNext: '排队中，下一个就是',
    queuedAt: '排队中，第 {position} 位',
    queued: '排队中',
    waiting: '等待中',
    waitingProvider: '等待智能体就绪',
    waitingThread: '等待另一个程序释放本次对话',
    waitingReadable: '等待处理记录恢复可读',
    waitingCapacity: '等待额度',
    waitingReview: '等待复查',
    waitingCapacityUntil: '等待额度，将于 {time} 再试',
    starting: '正在开始',
    thinking: '正在思考',
    answering: '正在回答',
    tool: '正在运行 {label}',
    toolUnnamed: '正在使用工具',
    waitingForApproval: '等待批准',
    retryingModel: '模型繁忙，正在重试',
    stopping: '正在停止…',
    stop: '停止',
    stopThis: '停止这个问题',
    withdraw: '撤回',
    elapsed: '已用 {time}',
    lastSeen: '最近动静在 {time}前',
    copy: '复制',
    copied: '已复制',
    copyCode: '复制代码',
    copyAnswer: '以 Markdown 复制回答',
    toEnd: '跳到最新消息',
    lost: '与 Hostline 的连接已断开，正在重试…',
    offlineHint: '它还在运行吗？可用 ./run 启动',
    back: '已重新连接。',
    storeFailure: '自 {since} 起无法保存任何内容，暂不能接收问题。',
    storeFailureStep: '请释放磁盘空间或检查磁盘；您发送的内容会保留在此浏览器中，恢复后自动发出。（{reason}）',
    rehearsal: '当前为演练：回答来自本机的脚本模型，而不是真正的模型。',
    rehearsalStep: '要使用您自己的账号，请运行“{program} login”，然后重新启动 Hostline。',
    putAway: '知道了',
    exhausted: '{provider} 的额度已用完。',
    exhaustedUntil: '{provider} 的额度已用完，{time} 恢复。',
    providers: '提供方',
    providersTitle: '提供方与额度',
    done: '关闭',
    isDefault: '（默认）',
    state_stopped: '已停止',
    state_starting: '正在启动',
    state_ready: '就绪',
    state_unavailable: '不可用',
    state_stopping: '正在停止',
    capacityUnknown: '额度：情况未知',
    capacityAvailable: '额度：尚有剩余',
    capacityExhausted: '额度：已用完',
    capacityExhaustedUntil: '额度：已用完，{time} 恢复',
    capacityUnmetered: '额度：不计量',
    capacityAsOf: '{state}（截至 {time}）',
    windowUsed: '已用 {percent}%',
    windowUnknown: '情况未知',
    windowResets: '{time} 重置',
    windowWasReset: '已于 {time} 重置',
    windowMinutes: '{count} 分钟',
    windowHours: '{count} 小时',
    windowDays: '{count} 天',
    routeTitle: '当前由谁回答',
    routeAnswers: '由 {provider} 回答。',
    routeSubstitute: '首选提供方的额度已用完，暂由 {provider} 回答。',
    routeUntried: '由 {provider} 回答，其额度情况未知。',
    routeExhausted: '所有提供方的额度都已用完，问题会等待。',
    routeExhaustedUntil: '所有提供方的额度都已用完，问题会等待，并于 {time} 再试。',
    routeOrder: '顺序：{members}',
    waitsTitle: '正在等待',
    waitsSince: '自 {time}',
    nothingWaits: '没有等待中的问题。',
    tokens: '{input} + {output} 个 token',
    tokensHint: '模型为这个问题读入和写出的数量',
    unavailable: '{provider} 当前不可用。',
    startingProvider: '{provider} 正在启动…',
    signedOutTitle: '请打开登录链接',
    signedOutBody: '此浏览器尚未登录这个 Hostline，或登录已失效。Hostline 启动时会显示登录链接，也可用“hostline login”获取新的链接。请在此浏览器中打开；每个链接只能使用一次。',
    tryAgain: '重试',
    failedCall: '操作未成功：{reason}',
    unreachable: '无法连接 Hostline。',
    announceAnswer: '回答已到。',
    announceNotice: 'Hostline 答复：{text}',
    announceSent: '已发送。',
    announceStopped: '正在停止。',
    removed: '对话已删除。',
    details: '详情',
    notFound: '这条消息已不存在。',
    yesterday: '昨天',
    seconds: '{s} 秒',
    minutes: '{m} 分 {s} 秒',
    hours: '{h} 小时 {m} 分',
  },
};

let language = 'en';

export function preferredLanguage(remembered, wanted = navigator.languages ?? [navigator.language]) {
  if (remembered === 'zh' || remembered === 'en') return remembered;
  const first = wanted.find((name) => /^(zh|en)\b/i.test(name));
  return first && /^zh/i.test(first) ? 'zh' : 'en';
}

export function useLanguage(name) {
  language = name;
}

export const currentLanguage = () => language;
export const localeName = () => (language === 'zh' ? 'zh-CN' : 'en-GB');

export function t(key, args = {}) {
  return tables[language][key].replace(/\{(\w+)\}/g, (_, name) => String(args[name]));
}

/// "42 s", "3 min 7 s", "2 h 5 min".
export function duration(milliseconds) {
  const s = Math.max(0, Math.floor(milliseconds / 1000));
  if (s < 60) return t('seconds', {s});
  if (s < 3600) return t('minutes', {m: Math.floor(s / 60), s: s % 60});
  return t('hours', {h: Math.floor(s / 3600), m: Math.floor((s % 3600) / 60)});
}

/// Hours and minutes today, "yesterday", else the day.
export function shortTime(iso, now = new Date()) {
  const time = new Date(iso);
  const day = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((day(now) - day(time)) / 86400000);
  if (days <= 0) return time.toLocaleTimeString(localeName(), {hour: '2-digit', minute: '2-digit'});
  if (days === 1) return t('yesterday');
  const sameYear = time.getFullYear() === now.getFullYear();
  return time.toLocaleDateString(localeName(), {month: 'short', day: 'numeric', ...(sameYear ? {} : {year: 'numeric'})});
}

/// Hours and minutes; on another day with the day before them. Also of what is still to come.
export function clockText(iso, now = new Date()) {
  const time = new Date(iso);
  const clock = {hour: '2-digit', minute: '2-digit'};
  if (time.toDateString() === now.toDateString()) return time.toLocaleTimeString(localeName(), clock);
  return time.toLocaleString(localeName(), {month: 'short', day: 'numeric', ...clock});
}

/// "5 h", "7 d"
export function windowLength(minutes) {
  if (minutes % 1440 === 0) return t('windowDays', {count: minutes / 1440});
  if (minutes % 60 === 0) return t('windowHours', {count: minutes / 60});
  return t('windowMinutes', {count: minutes});
}

export function capacityText(capacity) {
  const {state = 'unknown', resets_at: until, observed_at: seen} = capacity ?? {};
  const names = {available: 'capacityAvailable', exhausted: 'capacityExhausted', unmetered: 'capacityUnmetered'};
  const text = state === 'exhausted' && until ? t('capacityExhaustedUntil', {time: clockText(until)}) : t(names[state] ?? 'capacityUnknown');
  return seen && state !== 'unmetered' ? t('capacityAsOf', {state: text, time: clockText(seen)}) : text;
}

/// What a request cost, or nothing.
export function tokensText(spends) {
  if (!spends?.length) return '';
  const sum = (key) => spends.reduce((total, spend) => total + spend[key], 0).toLocaleString(localeName());
  return t('tokens', {input: sum('input_tokens'), output: sum('output_tokens')});
}

export function fullTime(iso) {
  return new Date(iso).toLocaleString(localeName(), {dateStyle: 'medium', timeStyle: 'medium'});
}

const waits = {
  provider: 'waitingProvider',
  thread: 'waitingThread',
  readable: 'waitingReadable',
  capacity: 'waitingCapacity',
  review: 'waitingReview',
};

/// What an open request is doing, in words. `until`: when one that waits for quota is tried again.
export function stateText(request, until) {
  if (request.stopping) return t('stopping');
  if (request.state === 'queued') {
    if (request.position === undefined) return t('queued');
    return request.position <= 1 ? t('queuedNext') : t('queuedAt', {position: request.position});
  }
  if (request.state === 'waiting' && request.waits_for === 'capacity' && until) return t('waitingCapacityUntil', {time: clockText(until)});
  if (request.state === 'waiting') return t(waits[request.waits_for] ?? 'waiting');
  const {kind, label} = request.activity ?? {};
  switch (kind) {
    case 'thinking': return t('thinking');
    case 'answering': return t('answering');
    case 'tool': return label ? t('tool', {label}) : t('toolUnnamed');
    case 'waiting_for_approval': return t('waitingForApproval');
    case 'retrying': return t('retryingModel');
    default: return t('starting');
  }
}
