import { describe, expect, test } from 'vitest';
import { command } from '../../test/fixtures/commands/build.js';
import type { Caller } from '../vocabulary/request.js';
import { type CommandNames, type PermissionLists, Permissions } from './permission.js';

const owner: Caller = { name: 'owner', may: 'everything' };
const everything: PermissionLists = { allow: 'everything', deny: [] };

/** Commands without aliases; those that the lists of these tests speak of. */
const names = (...paths: string[]): CommandNames => ({
  commands: ['gmail send', 'gmail search', 'gmail delegates', 'drive list', ...paths].map((path) => command(path)),
  canonical: (words) => words,
});

/** `allow`, or the reason. */
function judge(lists: Partial<PermissionLists>, words: string, caller = owner) {
  const verdict = new Permissions({ ...everything, ...lists }, names(words)).judge(caller, command(words));
  return verdict.decision === 'allow' ? 'allow' : verdict.reason;
}

describe('the lists', () => {
  test.each<[string, Partial<PermissionLists>, string, string]>([
    ['no list allows everything', {}, 'gmail send', 'allow'],
    ['an allow list allows what it names', { allow: ['gmail send'] }, 'gmail send', 'allow'],
    ['an allow list denies everything else', { allow: ['gmail send'] }, 'gmail search', 'it is not on the allow list'],
    ['an empty allow list denies everything', { allow: [] }, 'gmail send', 'it is not on the allow list'],
    [
      'to allow a name does not allow what is below it',
      { allow: ['gmail'] },
      'gmail send',
      'it is not on the allow list',
    ],
    ['a final * allows what is below', { allow: ['gmail *'] }, 'gmail filters add', 'allow'],
    [
      'a deny list denies what it names',
      { deny: ['gmail delegates'] },
      'gmail delegates',
      'the deny list has "gmail delegates"',
    ],
    ['a deny list denies what is below a name', { deny: ['gmail'] }, 'gmail send', 'the deny list has "gmail"'],
    ['a deny list leaves the rest alone', { deny: ['gmail delegates'] }, 'gmail send', 'allow'],
    [
      'deny is stricter than allow',
      { allow: ['gmail *'], deny: ['gmail send'] },
      'gmail send',
      'the deny list has "gmail send"',
    ],
    ['everything can be denied', { deny: ['*'] }, 'gmail send', 'the deny list has "*"'],
  ])('%s', (_, lists, words, expected) => {
    expect(judge(lists, words)).toBe(expected);
  });

  test('a pattern that cannot be read is refused at once', () => {
    expect(() => new Permissions({ allow: ['gmail*'], deny: [] }, names())).toThrow(
      '"gmail*" is not a command pattern',
    );
    expect(() => new Permissions({ allow: 'everything', deny: [''] }, names())).toThrow('"" is not a command pattern');
  });

  test('an allow pattern that means no command is told', () => {
    const permissions = new Permissions({ allow: ['gmail *', 'gmial *'], deny: ['gmail', 'gmail send'] }, names());
    expect(permissions.unused).toEqual(['gmial *']);
  });

  test('a deny pattern that means no command is refused: it would protect nothing', () => {
    expect(() => new Permissions({ allow: 'everything', deny: ['gmail', 'gmial *', 'drive delete'] }, names())).toThrow(
      /"gmial \*" matches no existing command[\s\S]*"drive delete" matches no existing command/,
    );
  });

  test('a pattern that is written with an alias means the command', () => {
    const canonical = (words: readonly string[]) => words.map((word) => (word === 'mail' ? 'gmail' : word));
    const permissions = new Permissions({ allow: 'everything', deny: ['mail send'] }, { ...names(), canonical });
    expect(permissions.judge(owner, command('gmail send')).decision).toBe('deny');
    const restricted = { name: 'agent', may: ['mail search'] };
    expect(permissions.judge(restricted, command('gmail search')).decision).toBe('allow');
  });
});

describe('callers', () => {
  const agent = (...may: string[]): Caller => ({ name: 'agent', may });

  test.each<[string, Caller, string, string]>([
    ['may run what its patterns name', agent('calendar *'), 'calendar events', 'allow'],
    ['may run nothing else', agent('calendar *'), 'gmail send', 'no pattern of the caller "agent" matches it'],
    ['may run nothing without patterns', agent(), 'gmail send', 'no pattern of the caller "agent" matches it'],
    [
      'may not run what is below a plain name',
      agent('calendar'),
      'calendar events',
      'no pattern of the caller "agent" matches it',
    ],
  ])('a caller %s', (_, caller, words, expected) => {
    expect(judge({}, words, caller)).toBe(expected);
  });

  test('what a caller may does not reach past the lists', () => {
    expect(judge({ deny: ['gmail send'] }, 'gmail send', agent('*'))).toBe('the deny list has "gmail send"');
    expect(judge({ allow: ['drive *'] }, 'gmail send', agent('*'))).toBe('it is not on the allow list');
  });

  test('two callers with the same name keep their own verdicts', () => {
    const permissions = new Permissions(everything, names());
    const send = command('gmail send');
    expect(permissions.judge(agent('gmail *'), send).decision).toBe('allow');
    expect(permissions.judge(agent('drive *'), send).decision).toBe('deny');
    expect(permissions.judge(agent('gmail *'), send).decision).toBe('allow');
  });

  test('a caller’s pattern that cannot be read lets nothing through, and judging does not throw', () => {
    expect(judge({}, 'gmail send', agent('gmail*'))).toContain('agent');
  });
});

test('the gate’s own commands are always permitted', () => {
  const permissions = new Permissions({ allow: [], deny: ['*'] }, names());
  expect(permissions.judge({ name: 'agent', may: [] }, command('help', { builtIn: true }))).toEqual({
    decision: 'allow',
  });
});

test('a caller with scopes runs what needs no other', () => {
  const lists = new Permissions(everything, names());
  const needing = { ...command('gmail send'), contract: { requiredScopes: ['mail:write'] } } as never;
  const having = (...scopes: string[]): Caller => ({ name: 'bot', may: 'everything', scopes });

  expect(lists.judge(having('mail:write'), needing)).toEqual({ decision: 'allow' });
  expect(lists.judge(having('mail:read'), needing)).toEqual({
    decision: 'deny',
    reason: 'the caller "bot" lacks the scope mail:write',
  });
});
