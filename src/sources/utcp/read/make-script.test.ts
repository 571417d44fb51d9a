import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { parseJson } from '../../../documents/parse-json.js';
import { loadManuals } from '../load-manuals.js';
import { type Step, strictestOptions } from '../tool.js';

const host = { searchPath: ['/usr/bin', '/bin'], ownSearchPath: false, environment: {} };
const directory = mkdtempSync(join(tmpdir(), 'cmdgate-script-'));
afterAll(() => rmSync(directory, { recursive: true }));

const shells = ['/bin/sh', '/bin/bash', '/bin/dash'].filter((path) => existsSync(path));

/** `@` is the placeholder of the one input. */
function read(line: string): { readonly step: Step | undefined; readonly messages: readonly string[] } {
  const template = {
    call_template_type: 'cli',
    commands: [{ command: line.replaceAll('@', 'UTCP_ARG_value_UTCP_END') }],
  };
  const inputs = { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] };
  const tool = { name: 'tool', description: 'Does it.', inputs, tool_call_template: template };
  const options = { ...strictestOptions, mayUseShell: () => true };
  const document = parseJson(JSON.stringify([tool]));
  const { manuals, problems } = loadManuals([{ name: 'm', origin: 'f', document, options, isFile: true }], host);
  return { step: manuals[0]?.tools[0]?.template.steps[0], messages: problems.map(({ message }) => message) };
}

function run(shell: string, step: Step | undefined, value: string): string {
  if (step?.kind !== 'shell') throw new Error('There is no script.');
  const values = step.values.map(() => value);
  const ended = spawnSync(shell, ['-c', step.script, 'tool', ...values], {
    cwd: directory,
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin' },
  });
  return ended.stdout;
}

const attacks = [
  '$(touch canary)',
  '`touch canary`',
  "'; touch canary; '",
  '"; touch canary; "',
  '; touch canary',
  '| touch canary',
  '&& touch canary',
  'a\ntouch canary\n#',
  '*',
  '~',
  `$HOME \${PATH} $1`,
  '\\',
  'it\'s "both"',
  'two  blanks',
  '',
];

const places = [
  [`printf '<%s>' @ | cat`, (value: string) => `<${value}>`],
  [`printf '<%s>' "@" | cat`, (value: string) => `<${value}>`],
  [`printf '<%s>' '@' | cat`, (value: string) => `<${value}>`],
  [`printf '<%s>' a@b"c @ d"'e @ f' | cat`, (value: string) => `<a${value}bc ${value} de ${value} f>`],
  [`x=@; printf '<%s>' "$x"`, (value: string) => `<${value}>`],
  [`if [ "@" = x ]; then true; else printf '<%s>' @; fi`, (value: string) => `<${value}>`],
  [`printf '%s' "$(echo hi)" '@' # as @ says`, (value: string) => `hi${value}`],
  [`for x in 1 @; do printf '<%s>' "$x"; done`, (value: string) => `<1><${value}>`],
] as const;

describe.each(shells)('%s', (shell) => {
  test.each(places)('in %s values arrive as they are', (line, expected) => {
    const { step, messages } = read(line);
    expect(messages).toEqual([]);
    for (const value of attacks) expect(run(shell, step, value)).toBe(expected(value));
    expect(readdirSync(directory)).toEqual([]);
  });
});

test('a value is a target of a redirection, and nothing else', () => {
  const { step } = read('printf x > @');
  run('/bin/sh', step, '$(touch canary)');
  expect(readdirSync(directory)).toEqual(['$(touch canary)']);
  rmSync(join(directory, '$(touch canary)'));
});

test.each([
  'echo $(echo @)',
  'echo "$(echo @)"',
  'echo `echo @`',
  'echo $((@ + 1))',
  `echo \${x:-@}`,
  `echo "\${x:-@}"`,
  'cat << END\n@\nEND',
  '@ | cat',
  'true && @',
  '"@" x; true',
  'if @; then true; fi',
  'eval @; true',
  'eval "echo @"; true',
  'sh -c "echo @" | cat',
  "bash -c 'echo @' | cat",
  '. @; true',
  'source @; true',
  'trap @ EXIT; true',
  'exec @; true',
  'command -p @; true',
  'cat f | xargs @',
  'cat f | python -c "print(@)"',
  "cat f | awk '/@/'",
  'PATH=@ ls; true',
  'LD_PRELOAD=@ ls | cat',
  'export @; true',
  'read @; true',
  'test -v @ && true',
  'let @; true',
  '[[ @ -eq 1 ]] && true',
  '(( @ )) && true',
  'set -- a; echo @',
  'shift; echo @',
  'x=@; eval $x',
  'x=@; sh -c "$x"',
  'x=@; $x',
  'x=@; echo $(eval $x)',
  'x=@; echo `sh -c "$x"`',
  'x=@; echo $((x))',
  'x=@; echo $[x]',
  'x=@; echo "$[x]"',
  `x=@; echo \${!x}`,
  `x=@; echo \${a:$x}`,
  'exec -a x @; true',
  'time -p @; true',
  'echo UTCP_ARG_value | cat',
  'f() { echo @; }; f',
  "echo $'@' | cat",
  'echo \\@ | cat',
  'echo "\\@" | cat',
  'echo $@ | cat',
  'echo "$(case x in x) echo "@";; esac)"',
])('%s is refused although the owner allows a shell', (line) => {
  const { step, messages } = read(line);
  expect(step).toBe(undefined);
  expect(messages).not.toEqual([]);
});

test.each([
  'set -euo pipefail; ls | cat @',
  'A=@ ls; true',
  'LC_ALL=C sort @ 2>&1 | head -n 1',
  'cd /tmp && cat @',
  'x=@; echo $(basename "$x")',
])('%s is fine', (line) => {
  expect(read(line).messages).toEqual([]);
});

test('whatever the script, a value never makes a file: it is refused, or it is data', () => {
  const pieces = fc.constantFrom(
    ...['@', '@', ' ', ' ', '"', "'", '\\', '$', '(', ')', '{', '}', '`', ';', '|', '&', '<', '\n', '#', '=', '~'],
    ...['echo ', 'x', '$(', '${', '"$', 'if ', 'then ', 'fi', 'case ', 'esac', 'in ', '[[ ', '<<', 'printf %s '],
    ...[';y=@;', '$y', '$((y))', '[y]', 'eval ', ';exec ', 'sh -c ', '!y', 'time '],
  );
  const values = [
    '$(touch canary)',
    '`touch canary`',
    "';touch canary;'",
    '";touch canary;"',
    ';touch canary;',
    '\ntouch canary\n',
    'a[$(touch canary)]',
  ];
  let runs = 0;
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 3, maxLength: 12 }), (parts) => {
      const { step } = read(`echo ${parts.join('')}`);
      if (step?.kind !== 'shell' || step.values.length === 0 || runs > 60) return;
      runs++;
      for (const value of values) {
        for (const shell of shells.slice(1)) run(shell, step, value);
        expect(readdirSync(directory).filter((name) => name === 'canary')).toEqual([]);
      }
      for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true });
    }),
    { numRuns: 2_000 },
  );
  expect(runs).toBeGreaterThan(20);
}, 120_000);
