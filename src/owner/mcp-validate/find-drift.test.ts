import { expect, test } from 'vitest';
import { findDrift, type Offer } from './find-drift.js';

const expected: Offer = {
  version: '1.0.0',
  tools: { cli: { description: 'Runs', inputSchema: { type: 'object', required: ['command'] } } },
  commands: { 'mail.send': { danger_level: 'mutating' }, 'mail.read': { danger_level: 'safe' } },
};

test('the same offer has no drift, whatever the order of its keys', () => {
  const { cli } = expected.tools as { cli: { description: string; inputSchema: object } };
  const turned = { inputSchema: { required: ['command'], type: 'object' }, description: cli.description };
  expect(findDrift(expected, { ...expected, tools: { cli: turned } })).toEqual([]);
});

test('everything that differs is named, with the side that it is on', () => {
  const offered = {
    version: '1.0.1',
    tools: { ...expected.tools, shell_cmd: {} },
    commands: { 'mail.send': { danger_level: 'safe' }, 'mail.drop': {} },
  };
  expect(findDrift(expected, offered)).toEqual([
    { what: 'tool', name: 'shell_cmd', difference: 'unexpected' },
    { what: 'command', name: 'mail.drop', difference: 'unexpected' },
    { what: 'command', name: 'mail.read', difference: 'missing' },
    { what: 'command', name: 'mail.send', difference: 'changed' },
    { what: 'version', name: '1.0.1', difference: 'changed' },
  ]);
});
