import { describe, expect, test } from 'vitest';
import type { Decision } from '../../vocabulary/decision.js';
import { CompiledRule } from './compiled-rule.js';
import { JudgedCall } from './judged-call.js';
import { readRule } from './read-rule.js';
import type { PolicySubject, Rule } from './rule.js';
import { commandSubject, programSubject, workspace } from './test-helpers.js';

function ruleOf(decision: Decision, conditions: object): Rule {
  const rule = readRule({ id: 'a', decision, reason: 'Why.', match: ['x'], ...conditions }, [], (path, problem) => {
    throw new Error(`${path.join('.')}: ${problem.message}`);
  });
  if (!rule) throw new Error('no rule');
  return rule;
}

/** Nothing where it matches, or why not. */
function differs(decision: Decision, conditions: object, subject: PolicySubject): string | undefined {
  const compiled = new CompiledRule(ruleOf(decision, conditions));
  const call = subject.program && new JudgedCall(subject.program, subject);
  const why = compiled.differs(subject, call);
  expect(compiled.matches(subject, call)).toBe(why === undefined);
  return why;
}

const matches = (decision: Decision, conditions: object, subject: PolicySubject) =>
  differs(decision, conditions, subject) === undefined;

describe('conditions about the request', () => {
  test.each<[object, string, object, string | undefined]>([
    [{ command: 'gmail *' }, 'gmail send', {}, undefined],
    [{ command: ['drive', 'gmail *'] }, 'gmail send', {}, undefined],
    [{ command: 'gmail *' }, 'drive list', {}, 'the command is "drive list", not gmail *'],
    [{ danger: 'safe' }, 'x', { danger: 'safe' }, undefined],
    [
      { danger: ['safe', 'mutating'] },
      'x',
      { danger: 'destructive' },
      'its danger is destructive, not safe or mutating',
    ],
    [{ callers: 'alice' }, 'x', { caller: 'alice' }, undefined],
    [{ callers: ['alice', 'bob'] }, 'x', { caller: 'eve' }, 'the caller is eve, not alice or bob'],
    [{ doors: 'cli' }, 'x', { door: 'cli' }, undefined],
    [{ doors: ['cli', 'repl'] }, 'x', { door: 'mcp-http' }, 'the interface is mcp-http, not cli or repl'],
    [{ when: 'sandboxed' }, 'x', { sandboxed: true }, undefined],
    [{ when: 'sandboxed' }, 'x', {}, 'it is unsandboxed, not sandboxed'],
    [{ when: 'unsandboxed' }, 'x', { sandboxed: true }, 'it is sandboxed, not unsandboxed'],
    [{ network: ['off', 'listed'] }, 'x', { sandboxed: true, network: 'listed' }, undefined],
    [{ network: 'off' }, 'x', { sandboxed: true, network: 'open' }, 'the network is open, not off'],
    [{ network: 'off' }, 'x', {}, 'the network is open, not off'],
    [{ command: 'x', danger: 'safe' }, 'x', {}, 'its danger is mutating, not safe'],
    [{ program: 'npm' }, 'x', {}, 'it does not run a program'],
  ])('%j and %s %j', (conditions, command, facts, why) => {
    for (const decision of ['allow', 'ask', 'deny'] as const) {
      expect(differs(decision, conditions, commandSubject(command, facts))).toBe(why);
    }
  });

  test('to deny a name denies what is under it, to allow it does not allow that', () => {
    const subject = commandSubject('gmail send');
    expect(matches('deny', { command: 'gmail' }, subject)).toBe(true);
    expect(matches('ask', { command: 'gmail' }, subject)).toBe(true);
    expect(matches('allow', { command: 'gmail' }, subject)).toBe(false);
  });
});

describe('which program', () => {
  test.each<[string | string[], string, boolean, boolean]>([
    // condition, call, allowed by it, denied by it
    ['git', 'git status', true, true],
    ['npm', 'npm test', true, true],
    ['npm-cli.js', 'npm test', true, true],
    ['npm', 'git status', false, false],
    [['npm', 'git'], 'git status', true, true],
    ['python3', 'python3 x.py', true, true],
    ['python', 'python3 x.py', true, true],
    ['python3.11', 'python3 x.py', true, true],
    ['python3.9', 'python3 x.py', false, true],
    ['py*', 'python3 x.py', true, true],
    ['prettier', 'prettier a.ts', true, true],
    // A link is called what somebody likes.
    ['prettier', './prettier x.py', false, true],
    ['tool', './tool x.py', false, true],
    ['runner', './tool x.py', true, true],
    ['masked', 'masked -r src', false, true],
    ['rm', 'masked -r src', true, true],
    // A program of the workspace is not the installed one.
    ['npm', './npm test', false, true],
    ['npm', 'tools/npm test', false, true],
    ['./gradlew', './gradlew build', true, true],
    ['./gradlew', 'gradlew build', false, false],
    ['./tools/*', 'tools/a', true, true],
    ['./tools/*', 'other/a', false, false],
    [`${workspace}/tools/*`, 'tools/a', true, true],
    ['/opt/tools/*', '/opt/tools/a x', true, true],
    ['/opt/tools/*', '/opt/tools/a/b x', false, false],
    ['/opt/tools/*', '/opt/tools/../a x', false, false],
    ['/usr/bin/npm', 'npm test', false, false],
    ['/usr/lib/node_modules/npm/**', 'npm test', true, true],
    // Wrappers are looked through.
    ['npm', 'env npm test', true, true],
    ['npm', 'env LANG=C timeout -s KILL 5 nice npm test', true, true],
    ['npm', 'busybox env npm test', true, true],
    ['env', 'env npm test', false, true],
    ['timeout', 'env timeout 5 npm test', false, true],
    ['env', 'env', true, true],
    // A wrapper that does something of its own is not just looked through.
    ['npm', 'env NODE_OPTIONS=-rx npm test', false, true],
    ['npm', 'env UNKNOWN=1 npm test', false, true],
    ['npm', 'env -C src npm test', false, true],
    ['npm', 'env --strange npm test', false, true],
    ['npm', 'sudo npm test', false, true],
    ['npm', 'flock src/lock npm test', false, true],
    ['npm', 'xargs npm test', false, true],
    ['npm', './env npm test', false, false],
    ['npm', "env -S 'timeout 5' npm test", false, true],
    ['rm', 'find . -exec rm {} ;', false, true],
    ['find', 'find . -exec rm {} ;', false, true],
    ['env', `${'env '.repeat(20)}rm -r src`, false, true],
    ['git', 'env -S \'"git"\'', false, true],
    ['git', 'env -S \'g"$X"it\'', false, false],
  ])('%j and %s', (program, line, allowed, denied) => {
    const subject = programSubject(line);
    expect({
      allow: matches('allow', { program }, subject),
      ask: matches('ask', { program }, subject),
      deny: matches('deny', { program }, subject),
    }).toEqual({ allow: allowed, ask: denied, deny: denied });
  });

  test('a program that was not found is allowed by no name', () => {
    const subject = programSubject('env tool', {
      understanding: () => ({
        steps: [{ name: 'tool', program: undefined, args: [] }],
        effects: new Set(),
        understood: false,
        paths: [],
        globs: [],
        files: [],
        evidence: [],
        runsUnseenCode: false,
        code: [],
        namedBySettings: [],
        beyondCore: () => undefined,
      }),
    });
    expect(matches('allow', { program: 'tool' }, subject)).toBe(false);
    expect(matches('deny', { program: 'tool' }, subject)).toBe(true);
  });
});

describe('the arguments, directory and effects', () => {
  test.each<[object, string, string | undefined]>([
    [{ arguments: ['test'] }, 'npm test', undefined],
    [{ arguments: ['test'] }, 'npm test --watch', 'the arguments are test --watch, not test'],
    [{ arguments: ['test', '**'] }, 'npm test --watch', undefined],
    [{ arguments: [['test'], ['run', '*']] }, 'npm run build', undefined],
    [{ arguments: [['test'], []] }, 'npm', undefined],
    [{ arguments: [] }, 'npm x', 'the arguments are x, not none'],
    [{ arguments: ['test'] }, 'npm', 'the arguments are none, not test'],
    [{ arguments: ['run', '--filter=*'] }, 'npm run --filter=a', undefined],
    [{ has: '--dry-run' }, 'npm publish --dry-run', undefined],
    [{ has: ['-n', '--dry-*'] }, 'npm publish --dry-run', undefined],
    [{ has: ['-n', '--dry-run'] }, 'npm publish', 'no argument is -n or --dry-run'],
    [{ arguments: ['test'] }, 'env npm test', undefined],
    [{ program: 'npm' }, 'git status', 'the program is /usr/bin/git, not npm'],
    [{ program: ['npm', 'npx'] }, './npm', `the program is ${workspace}/npm, a file in the workspace, not npm or npx`],
    [{ program: 'npm' }, 'xargs npm', 'it is not certain which program it runs'],
  ])('%j and %s', (conditions, line, why) => {
    expect(differs('allow', { program: 'npm', ...conditions }, programSubject(line))).toBe(why);
  });

  test.each<[object, string, string | undefined]>([
    [{ effects: 'network' }, 'git push', undefined],
    [{ effects: ['privilege', 'network'] }, 'git push', undefined],
    [{ effects: 'outside' }, 'cat ../x', undefined],
    [{ effects: 'hooks' }, 'git commit -m x', undefined],
    [{ effects: 'unknown-program' }, 'unlisted', undefined],
    [{ effects: 'unknown-option' }, 'ls --strange', undefined],
    [{ effects: 'unreadable' }, 'cat missing/../x', undefined],
    [{ effects: 'network' }, 'ls', 'its known effects are reads, and none of network was found'],
    [{ effects: 'network' }, 'pwd', 'it is not known to do anything, and none of network was found'],
    // What is not known to do something is not denied for it.
    [{ effects: 'network' }, 'unlisted', 'its known effects are unknown-program, and none of network was found'],
    [{ onlyEffects: ['reads', 'changes'] }, 'ls', undefined],
    [{ onlyEffects: ['reads', 'changes'] }, 'pwd', undefined],
    [{ onlyEffects: ['reads', 'changes'] }, 'git commit -m x', undefined],
    [{ onlyEffects: 'reads' }, 'touch x', 'its known effects are changes, not only reads'],
    [{ onlyEffects: 'reads' }, 'cat ../x', 'its known effects are reads, outside, not only reads'],
    [{ onlyEffects: 'reads' }, 'ls --strange', 'it is not understood'],
    [{ understood: true }, 'rm -r src', undefined],
    [{ understood: true }, 'unlisted', 'it is not understood'],
    [{ understood: false }, 'unlisted', undefined],
    [{ understood: false }, 'ls', 'it is understood'],
    [{ has: '--force' }, 'timeout 5 git push --force', undefined],
    [{ arguments: ['push', '**'] }, 'timeout 5 git push --force', undefined],
  ])('denied by %j: %s', (conditions, line, why) => {
    expect(differs('deny', conditions, programSubject(line))).toBe(why);
  });

  test.each([
    ['.', '.', true],
    ['.', 'src', false],
    ['*', '.', false],
    ['*', 'src', true],
    ['**', '.', true],
    ['**', 'src/a', true],
    ['packages/*', 'packages/a', true],
    ['packages/*', 'packages/a/b', false],
    ['packages/**', 'packages', true],
    ['packages/**', 'packages/a/b', true],
  ])('the directory %s and %s', (pattern, directory, expected) => {
    const subject = programSubject('ls', { directory: directory === '.' ? workspace : `${workspace}/${directory}` });
    expect(differs('deny', { directory: pattern }, subject)).toBe(
      expected ? undefined : `the directory is ${directory}, not ${pattern}`,
    );
  });

  test('program, arguments and words belong to the same program', () => {
    const line = 'timeout 5 git push --force';
    expect(matches('deny', { program: 'timeout', arguments: ['push', '**'] }, programSubject(line))).toBe(false);
    expect(matches('deny', { program: 'git', arguments: ['push', '**'], has: '--force' }, programSubject(line))).toBe(
      true,
    );
  });
});

describe('exactly one call', () => {
  const exactly = { name: 'echo', program: '/usr/bin/echo', arguments: ['*', '**'], directory: 'src' };
  const directory = `${workspace}/src`;

  test.each<[string, object, boolean, boolean]>([
    ["echo '*' '**'", { directory }, true, true],
    ["echo 'a' '**'", { directory }, false, false],
    ["echo '*' '**' more", { directory }, false, false],
    ["echo '*' '**'", {}, false, false],
    ["echo '*' '**'", { directory, file: '/opt/echo' }, false, false],
    ["/usr/bin/echo '*' '**'", { directory }, false, false],
    // Nobody has agreed to what it reads.
    ["echo '*' '**'", { directory, stdin: true }, false, true],
  ])('%s %j', (line, facts, allowed, denied) => {
    const subject = programSubject(line, facts);
    expect(matches('allow', { exactly }, subject)).toBe(allowed);
    expect(matches('deny', { exactly }, subject)).toBe(denied);
  });

  test('a wrapper with all of its arguments is one, too', () => {
    const call = { name: 'xargs', program: '/usr/bin/xargs', arguments: ['npm', 'test'], directory: '.' };
    expect(matches('allow', { exactly: call }, programSubject('xargs npm test'))).toBe(true);
  });
});

describe('noEffects', () => {
  test.each<[Decision, object, string, string | undefined]>([
    ['allow', { noEffects: 'destroys' }, 'npm test', undefined],
    ['allow', { noEffects: ['destroys', 'network'] }, 'git push', 'its known effects are network'],
    ['allow', { program: 'unlisted', noEffects: 'destroys' }, 'unlisted', 'it is not understood'],
    ['allow', { program: 'unlisted', noEffects: 'destroys', when: 'sandboxed' }, 'unlisted', undefined],
    ['allow', { noEffects: 'destroys', network: 'off' }, 'unlisted', undefined],
    ['allow', { noEffects: 'destroys', network: 'off' }, 'find . -delete', 'its known effects are destroys'],
    [
      'allow',
      { program: 'unlisted', noEffects: 'destroys', network: ['off', 'open'] },
      'unlisted',
      'it is not understood',
    ],
    ['deny', { noEffects: 'reads' }, 'unlisted', undefined],
    ['deny', { noEffects: 'reads' }, 'cat x', 'its known effects are reads'],
  ])('%s %j: %s', (decision, conditions, line, why) => {
    const named = 'program' in conditions ? conditions : { ...conditions, program: line.split(' ')[0] };
    expect(differs(decision, named, programSubject(line, { sandboxed: true }))).toBe(why);
  });

  test('what is not understood is excepted from what is allowed', () => {
    const conditions = { when: 'sandboxed', unless: { noEffects: 'network' } };
    expect(matches('allow', conditions, programSubject('unlisted', { sandboxed: true }))).toBe(false);
    expect(matches('allow', conditions, programSubject('git push', { sandboxed: true }))).toBe(true);
  });
});

describe('unless', () => {
  test.each<[Decision, object, string, boolean]>([
    ['deny', { effects: 'network', unless: { program: 'git', arguments: ['fetch', '**'] } }, 'git fetch', false],
    ['deny', { effects: 'network', unless: { program: 'git', arguments: ['fetch', '**'] } }, 'git push', true],
    // An exception from a denial has to be sure.
    ['deny', { effects: 'network', unless: { program: 'git' } }, 'timeout 5 git fetch', false],
    ['deny', { effects: 'network', unless: { program: 'git' } }, 'xargs git fetch', true],
    ['deny', { effects: 'network', unless: { program: 'curl' } }, './curl https://a.example', false],
    // An exception from a permission need not be.
    ['allow', { program: 'git', unless: { effects: 'network' } }, 'git status', true],
    ['allow', { program: 'git', unless: { effects: 'network' } }, 'git push', false],
    ['allow', { program: 'git', unless: { effects: 'network' } }, 'git strange', false],
    ['allow', { program: 'git', unless: { onlyEffects: 'reads' } }, 'git strange', false],
    ['allow', { program: 'git', unless: { has: '--force' } }, 'git push --force', false],
    ['allow', { when: 'sandboxed', unless: { program: 'docker' } }, 'unlisted', true],
    ['allow', { when: 'sandboxed', unless: { program: 'docker' } }, './docker ps', false],
    ['allow', { when: 'sandboxed', unless: { program: 'docker' } }, 'env -S \'"docker"\'', false],
    ['allow', { program: 'git', unless: { callers: 'eve' } }, 'git status', true],
  ])('%s %j: %s', (decision, conditions, line, expected) => {
    expect(matches(decision, conditions, programSubject(line, { sandboxed: true }))).toBe(expected);
  });

  test('all of it has to hold', () => {
    const conditions = { effects: 'network', unless: { program: 'git', callers: 'alice' } };
    expect(matches('deny', conditions, programSubject('git push', { caller: 'alice' }))).toBe(false);
    expect(matches('deny', conditions, programSubject('git push', { caller: 'bob' }))).toBe(true);
    expect(differs('deny', conditions, programSubject('git push', { caller: 'alice' }))).toBe(
      'its "unless" applies, or cannot be ruled out',
    );
  });
});

describe('what allows without saying which programs says nothing about shell', () => {
  test.each<[object, boolean]>([
    [{ command: '*' }, false],
    [{ danger: 'mutating' }, false],
    [{ callers: 'agent' }, false],
    [{ doors: 'mcp-stdio' }, false],
    [{ directory: '.' }, false],
    [{ when: 'unsandboxed' }, false],
    [{ understood: true }, true],
    [{ onlyEffects: 'reads' }, true],
    [{ program: 'ls' }, true],
    [{ command: '*', program: '*', arguments: ['.', '**'] }, true],
  ])('%j', (conditions, expected) => {
    expect(matches('allow', conditions, programSubject('ls .'))).toBe(expected);
    expect(matches('deny', conditions, programSubject('ls .'))).toBe(true);
  });

  test('and tells so', () => {
    expect(differs('allow', { command: '*' }, programSubject('ls'))).toBe(
      'a rule that names no programs allows nothing that "shell" runs',
    );
  });
});
