<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Notice</name>
    <message>
        <source>What was already done stays done; nothing is repeated automatically.</source>
        <translation>已经完成的操作会保留，不会自动重做。</translation>
    </message>
    <message>
        <source>Please look at what was done, and ask again if you still need it.</source>
        <translation>请先查看已有的结果，仍有需要时再重新提问。</translation>
    </message>
    <message>
        <source>Then ask again.</source>
        <translation>之后请重新提问。</translation>
    </message>
    <message>
        <source>Please ask again in a few minutes.</source>
        <translation>请过几分钟再重新提问。</translation>
    </message>
    <message>
        <source>To mend it: {step}.</source>
        <translation>解决办法：{step}。</translation>
    </message>
    <message>
        <source>Write your question, and you get exactly one answer to it. These commands work here:</source>
        <translation>直接写下问题发送即可，每个问题都会收到且只收到一条答复。这里可以使用以下命令：</translation>
    </message>
    <message>
        <source>/status: what is being worked on and what waits</source>
        <translation>/status：查看正在处理和排队中的问题</translation>
    </message>
    <message>
        <source>/stop: stop the question being worked on</source>
        <translation>/stop：停止正在处理的问题</translation>
    </message>
    <message>
        <source>/queue: list the questions that wait</source>
        <translation>/queue：列出排队中的问题</translation>
    </message>
    <message>
        <source>/new: begin a new conversation, without the old one&apos;s context</source>
        <translation>/new：开始新对话，不带之前的上下文</translation>
    </message>
    <message>
        <source>/lang zh, en, both or auto: the language of these notices</source>
        <translation>/lang zh、en、both 或 auto：设置提示所用的语言</translation>
    </message>
    <message>
        <source>/close: close this conversation</source>
        <translation>/close：结束本次对话</translation>
    </message>
    <message>
        <source>/help: show this list</source>
        <translation>/help：显示本列表</translation>
    </message>
    <message>
        <source>A question is being worked on, since {running_since}.</source>
        <translation>有一个问题正在处理，开始于 {running_since}。</translation>
    </message>
    <message>
        <source>No question is being worked on.</source>
        <translation>当前没有正在处理的问题。</translation>
    </message>
    <message>
        <source>A question has been waiting since {waits_since}; it goes on by itself.</source>
        <translation>有一个问题自 {waits_since} 起等待，条件恢复后会自动继续。</translation>
    </message>
    <message numerus="yes">
        <source>{waiting} question(s) waiting.</source>
        <translation>
            <numerusform>有 {waiting} 个问题在排队。</numerusform>
        </translation>
    </message>
    <message>
        <source>No question is waiting.</source>
        <translation>没有问题在排队。</translation>
    </message>
    <message>
        <source>Answered by: {provider}</source>
        <translation>答复方：{provider}</translation>
    </message>
    <message>
        <source>Workspace: {workspace}</source>
        <translation>工作区：{workspace}</translation>
    </message>
    <message>
        <source>Access: {access}</source>
        <translation>权限：{access}</translation>
    </message>
    <message>
        <source>Language of these notices: {language}</source>
        <translation>提示语言：{language}</translation>
    </message>
    <message>
        <source>Stopping the question being worked on. Questions that wait are not affected.</source>
        <translation>正在停止当前处理的问题，排队中的问题不受影响。</translation>
    </message>
    <message>
        <source>There is nothing to stop: no question is open here.</source>
        <translation>没有可以停止的内容：这里没有未完成的问题。</translation>
    </message>
    <message>
        <source>A new conversation has begun. Your next question starts without the earlier context.</source>
        <translation>新对话已开始，下一个问题不会带上之前的上下文。</translation>
    </message>
    <message>
        <source>Being worked on since {running_since}: {running}</source>
        <translation>正在处理（开始于 {running_since}）：{running}</translation>
    </message>
    <message numerus="yes">
        <source>{waiting} question(s) waiting:</source>
        <translation>
            <numerusform>有 {waiting} 个问题在排队：</numerusform>
        </translation>
    </message>
    <message>
        <source>{position}. {text}</source>
        <translation>{position}. {text}</translation>
    </message>
    <message>
        <source>To change it: /lang zh, /lang en, /lang both or /lang auto</source>
        <translation>更改方法：/lang zh、/lang en、/lang both 或 /lang auto</translation>
    </message>
    <message>
        <source>From now on the language of these notices is: {language}.</source>
        <translation>今后提示所用的语言：{language}。</translation>
    </message>
    <message>
        <source>This conversation is closed. Your next message begins a new one.</source>
        <translation>本次对话已结束，您的下一条消息会开始新的对话。</translation>
    </message>
    <message>
        <source>The command {command} is not available here yet. /help lists those that are.</source>
        <translation>命令 {command} 暂时还不能在这里使用。发送 /help 可查看可用的命令。</translation>
    </message>
    <message>
        <source>There is no command {command}, so nothing was done. /help lists the commands.</source>
        <translation>没有 {command} 这个命令，因此未执行任何操作。发送 /help 可查看可用的命令。</translation>
    </message>
    <message>
        <source>The command {command}, sent {sent_at:at}, arrived too late and was not carried out. Send it again if you still want it.</source>
        <translation>命令 {command} 发送于 {sent_at:at}，送达过晚，未予执行。如仍需要，请重新发送。</translation>
    </message>
    <message>
        <source>The command {command} could not be understood, so nothing was done. Use it like this: {usage}</source>
        <translation>未能理解命令 {command}，因此未执行任何操作。正确用法：{usage}</translation>
    </message>
    <message>
        <source>Received. Your question is number {position} in the queue.</source>
        <translation>已收到，您的问题排在第 {position} 位。</translation>
    </message>
    <message>
        <source>Sent {sent_at:at}, answered late.</source>
        <translation>此消息发送于 {sent_at:at}，答复有所延迟。</translation>
    </message>
    <message>
        <source>This answer was recovered after a restart.</source>
        <translation>这条答复是在重启之后恢复的。</translation>
    </message>
    <message>
        <source>Hostline, or the program that worked on this question, was restarted meanwhile. What had been done so far is being checked, and an answer from it may still follow.</source>
        <translation>处理这个问题期间，Hostline 或负责处理的程序发生了重启。正在检查此前已完成的部分，之后可能还会据此给出答复。</translation>
    </message>
    <message>
        <source>Nothing is repeated of which it is not known whether it had taken effect; /stop ends the question.</source>
        <translation>凡是不清楚是否已经生效的操作，都不会重做；发送 /stop 可以结束这个问题。</translation>
    </message>
    <message>
        <source>The work on this question was cut off by a restart. This answer was made from what had been recorded until then; nothing was done again for it.</source>
        <translation>这个问题的处理曾因重启而中断。这条答复依据中断前已有的记录写成，没有重做任何操作。</translation>
    </message>
    <message>
        <source>The record of the work that was cut off has changed since, so no answer is made from it.</source>
        <translation>被中断的处理所留下的记录此后发生了变化，因此不再据此给出答复。</translation>
    </message>
    <message>
        <source>Your question is kept as it is; /stop ends it.</source>
        <translation>您的问题会原样保留；发送 /stop 可以结束它。</translation>
    </message>
    <message>
        <source>{provider} is not ready at the moment. Your question is kept and goes on by itself as soon as it is.</source>
        <translation>{provider} 暂时未就绪。您的问题已保留，待其就绪后会自动继续。</translation>
    </message>
    <message>
        <source>This conversation is in use by another program ({holder}).</source>
        <translation>本次对话正被另一个程序（{holder}）占用。</translation>
    </message>
    <message>
        <source>This conversation is in use by another program.</source>
        <translation>本次对话正被另一个程序占用。</translation>
    </message>
    <message>
        <source>Your question is kept and goes on by itself in the same conversation once that program lets go of it.</source>
        <translation>您的问题已保留，待该程序释放后会在同一对话中自动继续。</translation>
    </message>
    <message>
        <source>The work on your question was cut off, and its record cannot be read at the moment, so it is not known how far it had got. It is not repeated blindly.</source>
        <translation>您这个问题的处理中途中断，处理记录暂时无法读取，因此不清楚处理到了哪一步，不会贸然重做。</translation>
    </message>
    <message>
        <source>It goes on when the record can be read again; /stop ends it.</source>
        <translation>记录恢复可读后会继续处理；如需放弃，请发送 /stop。</translation>
    </message>
    <message>
        <source>The usage limit of {provider} is reached, so this question was not answered.</source>
        <translation>{provider} 的使用额度已用完，这个问题未能得到答复。</translation>
    </message>
    <message>
        <source>The limit is reset {until:at}. Please ask again after that.</source>
        <translation>额度将于 {until:at} 恢复，届时请重新提问。</translation>
    </message>
    <message>
        <source>When it is reset is not known. Please ask again later.</source>
        <translation>额度恢复时间未知，请稍后重新提问。</translation>
    </message>
    <message>
        <source>{provider} takes no more requests for a moment, so this question was not answered.</source>
        <translation>{provider} 的请求过于频繁，暂时不再接受，这个问题未能得到答复。</translation>
    </message>
    <message>
        <source>Please ask again after {until}.</source>
        <translation>请在 {until} 之后重新提问。</translation>
    </message>
    <message>
        <source>This conversation has become too long for the model of {provider}, so the question was not answered. Send /new to begin a new conversation, then ask again.</source>
        <translation>本次对话过长，已超出 {provider} 所用模型的上限，这个问题未能得到答复。请发送 /new 开始新对话，再重新提问。</translation>
    </message>
    <message>
        <source>{provider} is not signed in, so this question was not answered.</source>
        <translation>{provider} 尚未登录，这个问题未能得到答复。</translation>
    </message>
    <message>
        <source>Sign in on the machine that runs Hostline: {step}.</source>
        <translation>请在运行 Hostline 的电脑上登录：{step}。</translation>
    </message>
    <message>
        <source>The model service of {provider} is overloaded, so this question was not answered.</source>
        <translation>{provider} 的模型服务负载过高，这个问题未能得到答复。</translation>
    </message>
    <message>
        <source>{provider} declined this question because of its usage policy. It may help to put it in other words.</source>
        <translation>{provider} 依据其使用政策拒绝了这个问题，您可以换一种说法再试。</translation>
    </message>
    <message>
        <source>{provider} does not offer the model {model}, so this question was not answered.</source>
        <translation>{provider} 不提供模型 {model}，这个问题未能得到答复。</translation>
    </message>
    <message>
        <source>{provider} does not offer the model that is set, so this question was not answered.</source>
        <translation>{provider} 不提供当前设置的模型，这个问题未能得到答复。</translation>
    </message>
    <message>
        <source>Choose another model in the settings.</source>
        <translation>请在设置中换用其他模型。</translation>
    </message>
    <message>
        <source>{provider} lost its connection before the answer was complete.</source>
        <translation>答复尚未完成，{provider} 的连接就中断了。</translation>
    </message>
    <message>
        <source>{provider} gave no sign of life for {limit}, so this question was ended.</source>
        <translation>{provider} 已有 {limit}没有任何响应，这个问题已被终止。</translation>
    </message>
    <message>
        <source>This question took longer than the limit of {limit}, so it was ended.</source>
        <translation>这个问题的处理时间超过了 {limit}的上限，已被终止。</translation>
    </message>
    <message>
        <source>{provider} did not start within {limit}, so this question was not answered.</source>
        <translation>{provider} 未能在 {limit}内启动，这个问题未能得到答复。</translation>
    </message>
    <message>
        <source>This question was stopped.</source>
        <translation>这个问题已停止处理。</translation>
    </message>
    <message>
        <source>Hostline, or the program that worked on this question, was restarted meanwhile, and no complete answer came of it.</source>
        <translation>处理这个问题期间，Hostline 或负责处理的程序发生了重启，未能得到完整的答复。</translation>
    </message>
    <message>
        <source>It is not known what had already taken effect, so nothing is repeated.</source>
        <translation>哪些操作已经生效尚不清楚，因此不会重做任何操作。</translation>
    </message>
    <message>
        <source>{provider} is not available, so this question was not answered.</source>
        <translation>{provider} 当前不可用，这个问题未能得到答复。</translation>
    </message>
    <message>
        <source>{provider} no longer has the earlier part of this conversation, so this question was not answered. Send /new to begin a new conversation, then ask again.</source>
        <translation>{provider} 已不再保存本次对话之前的内容，这个问题未能得到答复。请发送 /new 开始新对话，再重新提问。</translation>
    </message>
    <message>
        <source>The installed version of {provider} cannot be used, so this question was not answered.</source>
        <translation>已安装的 {provider} 版本无法使用，这个问题未能得到答复。</translation>
    </message>
    <message>
        <source>Reason: {detail}.</source>
        <translation>原因：{detail}。</translation>
    </message>
    <message>
        <source>The settings of {provider} are not valid, so this question was not answered.</source>
        <translation>{provider} 的设置有误，这个问题未能得到答复。</translation>
    </message>
    <message>
        <source>Correct the settings.</source>
        <translation>请更正设置。</translation>
    </message>
    <message>
        <source>This message could not be taken as a question.</source>
        <translation>这条消息无法作为问题处理。</translation>
    </message>
    <message>
        <source>This message could not be saved, so it was not accepted. Please check the free space of the disk that holds Hostline&apos;s data, then send the message again.</source>
        <translation>这条消息未能保存，因此没有受理。请检查 Hostline 数据所在磁盘的剩余空间，然后重新发送。</translation>
    </message>
    <message>
        <source>What this message refers to does not exist (any more).</source>
        <translation>这条消息所指的对象不存在，或已被删除。</translation>
    </message>
    <message>
        <source>Another message was already sent under the same identity; the first one stays.</source>
        <translation>已有另一条消息使用了相同的标识，以先收到的那条为准。</translation>
    </message>
    <message>
        <source>Something went wrong inside Hostline, so this question was not answered.</source>
        <translation>Hostline 内部出错，这个问题未能得到答复。</translation>
    </message>
    <message>
        <source>The log has the details under {reference}.</source>
        <translation>详情请在日志中查找 {reference}。</translation>
    </message>
    <message>
        <source>The log has the details.</source>
        <translation>详情请查看日志。</translation>
    </message>
    <message>
        <source>You have no permission to ask questions here. The owner of this Hostline can give it to you in the settings.</source>
        <translation>您没有在这里提问的权限，可请这个 Hostline 的所有者在设置中为您开通。</translation>
    </message>
    <message numerus="yes">
        <source>{limit} question(s) already waiting in this conversation, so this one was not taken.</source>
        <translation>
            <numerusform>本次对话已有 {limit} 个问题在排队，这一条没有受理。</numerusform>
        </translation>
    </message>
    <message>
        <source>Send it again after the next answer, or end the present question with /stop.</source>
        <translation>请在收到下一条答复后重新发送，或用 /stop 停止当前的问题。</translation>
    </message>
    <message numerus="yes">
        <source>This message is {length} character(s) long.</source>
        <translation>
            <numerusform>这条消息长 {length} 个字符。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At most {limit} character(s) can be taken, so it was not accepted.</source>
        <translation>
            <numerusform>单条消息最多 {limit} 个字符，因此没有受理。</numerusform>
        </translation>
    </message>
    <message>
        <source>Please shorten it, or put the text into a file of the workspace and name that file.</source>
        <translation>请缩短内容，或将其存为工作区中的文件，再在问题中写明文件名。</translation>
    </message>
    <message>
        <source>This question stood in the queue for more than {limit} and was ended without an answer. Ask again if you still need it.</source>
        <translation>这个问题排队已超过 {limit}，未经答复即被终止。如仍需要，请重新提问。</translation>
    </message>
    <message>
        <source>What this question was waiting for did not come back within {limit}, so it was ended without an answer. Ask again if you still need it.</source>
        <translation>这个问题所等待的条件在 {limit}内一直没有恢复，未经答复即被终止。如仍需要，请重新提问。</translation>
    </message>
    <message>
        <source>A reply to {sender} on {channel} was withheld, because the permission has been withdrawn.</source>
        <translation>由于权限已被撤销，{channel} 上给 {sender} 的答复没有发出。</translation>
    </message>
    <message>
        <source>A reply on {channel} was withheld, because the permission has been withdrawn.</source>
        <translation>由于权限已被撤销，{channel} 上的一条答复没有发出。</translation>
    </message>
    <message>
        <source>It is kept in the conversation.</source>
        <translation>该答复仍保留在对话记录中。</translation>
    </message>
    <message>
        <source>It is not known whether a reply to {sender} on {channel} arrived.</source>
        <translation>无法确认 {channel} 上给 {sender} 的答复是否已送达。</translation>
    </message>
    <message>
        <source>It is not known whether a reply on {channel} arrived.</source>
        <translation>无法确认 {channel} 上的一条答复是否已送达。</translation>
    </message>
    <message>
        <source>So that nobody gets it twice, it is not sent again; it is kept in the conversation.</source>
        <translation>为避免重复送达，不会再次发送；该答复仍保留在对话记录中。</translation>
    </message>
    <message>
        <source>This answer is incomplete: {sent} of {parts} parts could be delivered.</source>
        <translation>这条答复不完整：共 {parts} 部分，已送达 {sent} 部分。</translation>
    </message>
    <message>
        <source>The whole answer is kept by Hostline.</source>
        <translation>完整的答复保存在 Hostline 中。</translation>
    </message>
    <message>
        <source>The installed version {version} of {provider} cannot be used, so this question was not answered.</source>
        <translation>已安装的 {provider} 版本 {version} 无法使用，这个问题未能得到答复。</translation>
    </message>
    <message>
        <source>What was said in this conversation goes along.</source>
        <translation>本会话中已有的内容会一并带过去。</translation>
    </message>
    <message>
        <source>/model NAME: the model that answers; the conversation goes along</source>
        <translation>/model 名称：选择回答的模型，已有对话一并带过去</translation>
    </message>
    <message>
        <source>/effort LEVEL: how much the model thinks</source>
        <translation>/effort 级别：模型思考的程度</translation>
    </message>
    <message>
        <source>/workspace NAME: the workspace that is worked in; the conversation goes along</source>
        <translation>/workspace 名称：选择工作区，已有对话一并带过去</translation>
    </message>
    <message>
        <source>Model: {model}</source>
        <translation>模型：{model}</translation>
    </message>
    <message>
        <source>Model: as the agent itself chooses</source>
        <translation>模型：由智能体自行选择</translation>
    </message>
    <message>
        <source>To change it: /model NAME, or /model default</source>
        <translation>更改方式：/model 名称，或 /model default</translation>
    </message>
    <message>
        <source>Your next question goes to the model {model}.</source>
        <translation>下一个问题将由模型 {model} 回答。</translation>
    </message>
    <message>
        <source>Your next question goes to the model that the agent itself chooses.</source>
        <translation>下一个问题将由智能体自行选择的模型回答。</translation>
    </message>
    <message>
        <source>Effort: {effort}</source>
        <translation>思考程度：{effort}</translation>
    </message>
    <message>
        <source>Effort: as the agent itself chooses</source>
        <translation>思考程度：由智能体自行选择</translation>
    </message>
    <message>
        <source>To change it: /effort LEVEL, or /effort default</source>
        <translation>更改方式：/effort 级别，或 /effort default</translation>
    </message>
    <message>
        <source>From your next question on, the effort is: {effort}.</source>
        <translation>从下一个问题起，思考程度为：{effort}。</translation>
    </message>
    <message>
        <source>From your next question on, the agent itself chooses the effort.</source>
        <translation>从下一个问题起，思考程度由智能体自行选择。</translation>
    </message>
    <message>
        <source>To change it: /workspace NAME</source>
        <translation>更改方式：/workspace 名称</translation>
    </message>
    <message>
        <source>Your next question is worked on in the workspace {workspace}.</source>
        <translation>下一个问题将在工作区 {workspace} 中处理。</translation>
    </message>
    <message>
        <source>There is no workspace {workspace} that you may use here, so nothing was changed.</source>
        <translation>这里没有您可以使用的工作区 {workspace}，未作任何更改。</translation>
    </message>
    <message>
        <source>The usage limit of {provider} is reached, and no other provider can answer now. Your question is kept and is answered by itself as soon as one can.</source>
        <translation>{provider} 的使用额度已用完，目前也没有其他线路可以回答。您的问题已保留，一旦可以便会自动回答。</translation>
    </message>
    <message>
        <source>The limit is reset {until:at}.</source>
        <translation>额度将于 {until:at} 恢复。</translation>
    </message>
    <message>
        <source>/stop ends it.</source>
        <translation>发送 /stop 可结束该问题。</translation>
    </message>
    <message>
        <source>The usage limit of {provider} is reached, so {route} answers, with all that was said in this conversation.</source>
        <translation>{provider} 的使用额度已用完，改由 {route} 回答，本会话的全部内容已一并转交。</translation>
    </message>
    <message>
        <source>The limit is reset {until:at}; after that {provider} answers again.</source>
        <translation>额度将于 {until:at} 恢复，之后仍由 {provider} 回答。</translation>
    </message>
    <message>
        <source>{provider} answers again when its limit has been reset.</source>
        <translation>额度恢复后，仍由 {provider} 回答。</translation>
    </message>
    <message numerus="yes">
        <source>The earlier messages of this conversation are being handed to a new thread, which takes about {calls} model call(s). Your question follows.</source>
        <translation>
            <numerusform>正在把本会话之前的消息交给新线程，大约需要调用模型 {calls} 次，随后处理您的问题。</numerusform>
        </translation>
    </message>
    <message>
        <source>If you do not need them, send /stop, then /new, and ask again.</source>
        <translation>如果不需要这些内容，请发送 /stop，再发送 /new，然后重新提问。</translation>
    </message>
    <message>
        <source>The agent no longer had this conversation, so its context was rebuilt from the messages kept here.</source>
        <translation>智能体已没有本会话的记录，已根据这里保存的消息重建上下文。</translation>
    </message>
    <message>
        <source>The earlier messages of this conversation could not be handed to a new thread of {provider}, so this question was not asked. The messages themselves are kept.</source>
        <translation>本会话之前的消息未能交给 {provider} 的新线程，因此这个问题没有提交。消息本身仍然保留。</translation>
    </message>
    <message>
        <source>It is not tried again for each question; the next one after {until} tries again.</source>
        <translation>不会对每个问题都重试；{until} 之后的下一个问题会再次尝试。</translation>
    </message>
    <message>
        <source>/new begins without them; /model or /workspace chooses another thread and tries at once.</source>
        <translation>/new 可在没有这些内容的情况下重新开始；/model 或 /workspace 可另选并立即重试。</translation>
    </message>
</context>
<context>
    <name>NoticeWord</name>
    <message>
        <source>read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>may change files in the workspace</source>
        <translation>可修改工作区中的文件</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>Chinese and English</source>
        <translation>中文和英文</translation>
    </message>
    <message>
        <source>the language of your question</source>
        <translation>与提问的语言一致</translation>
    </message>
    <message>
        <source>hh:mm</source>
        <translation>HH:mm</translation>
    </message>
    <message>
        <source>d MMMM, hh:mm</source>
        <translation>M月d日 HH:mm</translation>
    </message>
    <message>
        <source>d MMMM yyyy, hh:mm</source>
        <translation>yyyy年M月d日 HH:mm</translation>
    </message>
    <message>
        <source>&apos;at&apos; hh:mm</source>
        <translation>HH:mm</translation>
    </message>
    <message>
        <source>&apos;on&apos; d MMMM &apos;at&apos; hh:mm</source>
        <translation>M月d日 HH:mm</translation>
    </message>
    <message>
        <source>&apos;on&apos; d MMMM yyyy &apos;at&apos; hh:mm</source>
        <translation>yyyy年M月d日 HH:mm</translation>
    </message>
    <message numerus="yes">
        <source>{count} hour(s)</source>
        <translation>
            <numerusform>{count} 小时</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} minute(s)</source>
        <translation>
            <numerusform>{count} 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} second(s)</source>
        <translation>
            <numerusform>{count} 秒</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} day(s)</source>
        <translation>
            <numerusform>{count} 天</numerusform>
        </translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <translation>{first} {second}</translation>
    </message>
</context>
</TS>
