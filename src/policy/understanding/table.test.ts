import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { kindNames } from './kinds.js';
import { effects, type Program } from './program.js';
import { groups, programs } from './programs/index.js';
import { type Grammar, grammarOf, indexByName, type Option, words } from './read-notation.js';
import { type Effect, understand } from './understand.js';

const workspace = realpathSync(mkdtempSync(`${tmpdir()}/cmdgate-table-`));

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

interface Entry {
  readonly path: readonly string[];
  readonly grammar: Grammar;
}

function entries(path: readonly string[], program: Program, parent?: Grammar): Entry[] {
  const grammar = grammarOf(program, parent);
  const below = [...(grammar.commands ?? [])].flatMap(([name, command]) => entries([...path, name], command, grammar));
  return [{ path, grammar }, ...below];
}

const all = [...indexByName(programs)].flatMap(([name, program]) => entries([name], program));

test('no program is written down twice', () => {
  const names = groups.flatMap((group) => Object.keys(group).flatMap((key) => key.split('|')));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('every kind, effect and mode that it names exists', () => {
  const wrong = all.flatMap(({ path, grammar: { program, options, operands } }) => {
    const modes = Object.values(program.modes ?? {});
    const kinds = [
      ...[...options.values()].flatMap(({ kind, more }) => [kind, ...more]),
      ...operands.leading,
      ...(operands.repeated === undefined ? [] : [operands.repeated]),
      ...operands.trailing,
      ...modes.flatMap(({ kinds = {}, operands: own }) => [
        ...Object.values(kinds),
        ...words(own).map((kind) => kind.replace('*', '')),
      ]),
    ].filter((kind) => !kindNames.includes(kind));
    const named = [
      ...words(program.does),
      ...words(program.alone),
      ...modes.flatMap(({ does }) => words(does)),
      ...[...options.values()].flatMap((option) => option.effects),
    ];
    const unknown = named.filter((effect) => !effects.includes(effect as Effect));
    const lost = [...options.values()].flatMap(({ mode }) =>
      mode !== undefined && !program.modes?.[mode] ? [mode] : [],
    );
    return [...kinds, ...unknown, ...lost].map((name) => `${path.join(' ')}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

/** Every way in which a program lets one write an option. */
function spellings(name: string, option: Option, { program, options }: Grammar): string[][] {
  const long = name.startsWith('--') || program.dashes === 'single';
  if (option.value === 'none') return [[name], ...(long ? [] : clusters(name, options))];
  const attached = long
    ? [`${name}=value`]
    : [`${name}value`, ...clusters(name, options).map(([text]) => `${text}value`)];
  const apart = option.value === 'required' ? [[name, 'value']] : [[name]];
  return [...apart, ...attached.map((text) => [text])];
}

/** Behind another short option without a value, if it has one. */
function clusters(name: string, options: ReadonlyMap<string, Option>): string[][] {
  const before = [...options].find(
    ([other, { value, mode }]) => /^-[a-zA-Z]$/.test(other) && value === 'none' && mode === undefined && other !== name,
  );
  return before && /^-[a-zA-Z]$/.test(name) && !options.has(`${before[0]}${name.slice(1)}`)
    ? [[`${before[0]}${name.slice(1)}`]]
    : [];
}

function abbreviations(name: string, { program, options }: Grammar): string[] {
  if (!name.startsWith('--') || program.dashes === 'single') return [];
  return Array.from({ length: Math.max(0, name.length - 4) }, (_, at) => name.slice(0, at + 4)).filter(
    (text) => !options.has(text),
  );
}

test('what evaluates is found however it is written: attached, apart, combined, abbreviated, after operands', () => {
  const missed: string[] = [];
  let tried = 0;
  for (const { path, grammar } of all) {
    for (const [name, option] of grammar.options) {
      const evaluates =
        option.effects.includes('inline-code') || (option.value !== 'none' && /^(?:code|program)$/.test(option.kind));
      if (!evaluates) continue;
      const ways = [
        ...spellings(name, option, grammar),
        ...abbreviations(name, grammar).flatMap((text) => [[`${text}=value`], [text, 'value']]),
      ];
      if (option.value === 'optional' && option.effects.length === 0) ways.shift();
      const permutes = grammar.program.order !== 'first' && !grammar.commands;
      for (const way of ways.flatMap((args) => (permutes ? [args, ['x', ...args]] : [args]))) {
        tried++;
        const [program = '', ...commands] = path;
        const args = [...commands, ...(grammar.program.bundle ? ['-t'] : []), ...way];
        const found = understand(
          { name: program, program: `/usr/bin/${program}`, args, directory: workspace, workspace },
          () => undefined,
        );
        if (!found.effects.has('inline-code')) missed.push([program, ...args].join(' '));
      }
    }
  }
  expect(missed).toEqual([]);
  expect(tried).toBeGreaterThan(1_000);
});
