<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Notice</name>
    <message numerus="yes">
        <source>{waiting} question(s) waiting.</source>
        <translation>
            <numerusform>{waiting} question is waiting.</numerusform>
            <numerusform>{waiting} questions are waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{waiting} question(s) waiting:</source>
        <translation>
            <numerusform>{waiting} question is waiting:</numerusform>
            <numerusform>{waiting} questions are waiting:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{limit} question(s) already waiting in this conversation, so this one was not taken.</source>
        <translation>
            <numerusform>{limit} question is already waiting in this conversation, so this one was not taken.</numerusform>
            <numerusform>{limit} questions are already waiting in this conversation, so this one was not taken.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This message is {length} character(s) long.</source>
        <translation>
            <numerusform>This message is {length} character long.</numerusform>
            <numerusform>This message is {length} characters long.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At most {limit} character(s) can be taken, so it was not accepted.</source>
        <translation>
            <numerusform>At most {limit} character can be taken, so it was not accepted.</numerusform>
            <numerusform>At most {limit} characters can be taken, so it was not accepted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The earlier messages of this conversation are being handed to a new thread, which takes about {calls} model call(s). Your question follows.</source>
        <translation>
            <numerusform>The earlier messages of this conversation are being handed to a new thread, which takes about {calls} model call. Your question follows.</numerusform>
            <numerusform>The earlier messages of this conversation are being handed to a new thread, which takes about {calls} model calls. Your question follows.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoticeWord</name>
    <message numerus="yes">
        <source>{count} hour(s)</source>
        <translation>
            <numerusform>{count} hour</numerusform>
            <numerusform>{count} hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} minute(s)</source>
        <translation>
            <numerusform>{count} minute</numerusform>
            <numerusform>{count} minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} second(s)</source>
        <translation>
            <numerusform>{count} second</numerusform>
            <numerusform>{count} seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} day(s)</source>
        <translation>
            <numerusform>{count} day</numerusform>
            <numerusform>{count} days</numerusform>
        </translation>
    </message>
</context>
</TS>
