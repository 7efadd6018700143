#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
"""Validates recorded answers and events of the Chat channel against docs/openapi.yaml (I2).

Usage: check_answers.py OPENAPI RECORD. A line of RECORD is {"method", "path", "status", "body"} for an answer or
{"event", "data"} for an event. Exits 1, with a line each, when an answer is not described or does not fit."""
import json
import re
import sys

import jsonschema
import yaml


def resolve(api, node):
    while '$ref' in node:
        found = api
        for part in node['$ref'][2:].split('/'):
            found = found[part]
        node = found
    return node


def operations(api):
    for path, item in api['paths'].items():
        base = (item.get('get', item.get('post', {})).get('servers') or item.get('servers') or api['servers'])[0]['url']
        template = base.rstrip('/') + path
        pattern = re.compile('^' + re.sub(r'\{[^}]+\}', '[^/]+', template) + '$')
        for method in ('get', 'post', 'patch', 'delete'):
            if method in item:
                yield pattern, method.upper(), item[method]


def validate(api, schema, value):
    whole = dict(schema)
    whole['components'] = api['components']
    jsonschema.Draft202012Validator(whole).validate(value)


def check(api, known, line):
    if 'event' in line:
        events = api['components']['schemas']['Event']['properties']
        if line['event'] not in events:
            return 'no such event'
        validate(api, events[line['event']], line['data'])
        return None
    path = line['path'].split('?')[0]
    for pattern, method, operation in known:
        if method == line['method'] and pattern.match(path):
            break
    else:
        return 'no such operation'
    responses = operation['responses']
    if str(line['status']) not in responses:
        return 'status %s is not described' % line['status']
    content = resolve(api, responses[str(line['status'])]).get('content', {}).get('application/json')
    if content is None:
        return 'a body where none is described' if line['body'] else None
    validate(api, content['schema'], json.loads(line['body']))
    return None


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        api = yaml.safe_load(file)
    known = list(operations(api))
    count = bad = 0
    with open(sys.argv[2], encoding='utf-8') as file:
        for text in file:
            line = json.loads(text)
            count += 1
            try:
                wrong = check(api, known, line)
            except (jsonschema.ValidationError, json.JSONDecodeError) as error:
                wrong = str(error).splitlines()[0] + ' at ' + '/'.join(map(str, getattr(error, 'absolute_path', [])))
            if wrong:
                bad += 1
                print('%s %s: %s' % (line.get('method', 'event'), line.get('path', line.get('event')), wrong))
    print('%d checked, %d wrong' % (count, bad))
    sys.exit(1 if bad or not count else 0)


if __name__ == '__main__':
    main()
