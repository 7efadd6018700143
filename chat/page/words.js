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
    edit: 'Rename and language…',
    close: 'Close',
    remove: 'Delete…',
    editTitle: 'Conversation',
    titleLabel: 'Title',
    titleHint: 'Empty: the first line of the first question',
    languageLabel: 'Language of Hostline’s own messages',
    languageAuto: 'Like the question',
    languageBoth: 'Both',
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
    edit: '重命名与语言…',
    close: '结束',
    remove: '删除…',
    editTitle: '对话',
    titleLabel: '标题',
    titleHint: '留空则使用第一个问题的首行',
    languageLabel: 'Hostline 提示所用的语言',
    languageAuto: '与问题一致',
    languageBoth: '两种语言',
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

/// What an open request is doing, in words.
export function stateText(request) {
  if (request.stopping) return t('stopping');
  if (request.state === 'queued') {
    if (request.position === undefined) return t('queued');
    return request.position <= 1 ? t('queuedNext') : t('queuedAt', {position: request.position});
  }
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
