// Calls that have to be refused. Commands that change something are called with --dry-run beside what is wrong.
import type { CheckContext } from '../check.js';
import { asDryRun, type DeclaredCommand } from '../declared.js';
import { unknownOption, unknownWord } from '../probe-words.js';

export interface WrongCall {
  readonly kind: 'option' | 'command' | 'missing' | 'value' | 'json' | 'words';
  readonly words: readonly string[];
  /** What is wrong, as an answer has to name it. */
  readonly fields: readonly string[];
}

export async function wrongCalls({ target, declared, sample }: CheckContext): Promise<readonly WrongCall[]> {
  const { safe, dry, standardFlags } = await declared();
  const good = await sample();
  const callable = [...safe, ...dry];
  const start = (command: DeclaredCommand) => target.wordsOf([...command.path, ...carefully(command)]);
  const missing = callable
    .filter((command) => requiredOf(command).length > 0)
    .map((command) => ({ kind: 'missing' as const, words: start(command), fields: requiredOf(command) }));
  const values = callable.flatMap((command): WrongCall[] => {
    const wrong = wrongValues(command);
    if (wrong.length === 0 || command.call === undefined) return [];
    const words = wrong.flatMap(([flag, value]) => [`--${flag}`, value]);
    return [
      {
        kind: 'value',
        words: [...bareCall(command), ...words],
        fields: wrong.map(([flag]) => `--${flag}`),
      },
    ];
  });
  return [
    { kind: 'command', words: target.wordsOf([unknownWord]), fields: [] },
    { kind: 'option', words: [...good, unknownOption], fields: [unknownOption] },
    ...(standardFlags.has('input')
      ? [{ kind: 'json' as const, words: [...good, '--input', '{"a":'], fields: [] }]
      : []),
    ...missing.slice(0, 3),
    ...values.slice(0, 4),
  ];

  function bareCall({ path, call = [], flags, danger }: DeclaredCommand): readonly string[] {
    // An example may give one of the flags already, and twice is another mistake.
    const given = call.some((word) => Object.keys(flags).some((flag) => word.startsWith(`--${flag}`)));
    const words = given ? target.wordsOf(path) : call;
    return danger === 'safe' ? words : asDryRun(words);
  }
}

const carefully = ({ danger }: DeclaredCommand): readonly string[] => (danger === 'safe' ? [] : ['--dry-run']);

function requiredOf({ flags, positionals }: DeclaredCommand): string[] {
  const options = Object.entries(flags).filter(([, { required }]) => required === true);
  const words = positionals.filter(({ required }) => required === true);
  return [...options.map(([name]) => `--${name}`), ...words.map(({ name }) => String(name))];
}

/** A value that the declared type, range or choice does not have. */
function wrongValues({ flags }: DeclaredCommand): [string, string][] {
  return Object.entries(flags).flatMap(([name, { type, enum_values: choices, maximum }]): [string, string][] => {
    if (typeof maximum === 'number' && Number.isSafeInteger(maximum + 1)) return [[name, String(maximum + 1)]];
    if (type === 'integer' || type === 'number') return [[name, unknownWord]];
    return Array.isArray(choices) ? [[name, unknownWord]] : [];
  });
}
