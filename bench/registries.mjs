// Command sets of any size, flat or in two levels, and lines that mean something or nothing in them.
import { nouns, verbs } from './example-names.mjs';

const asynchronous = async ({ max, from }) => ({ max, from });

/** `[noun, verb]` for so many commands; the two lists grow evenly. */
export function namePairs(count) {
  const perNoun = count <= 10 ? 5 : verbs.length;
  return Array.from({ length: count }, (_, at) => [nouns[Math.floor(at / perNoun)], verbs[at % perNoun]]);
}

export function inLevels(count, options = {}) {
  const commands = {};
  for (const [noun, verb] of namePairs(count)) {
    commands[noun] ??= { description: `Work with ${noun}`, subcommands: {} };
    commands[noun].subcommands[verb] = command(noun, verb, options);
  }
  return commands;
}

export function flat(count, options = {}) {
  return Object.fromEntries(namePairs(count).map(([noun, verb]) => [`${verb}-${noun}`, command(noun, verb, options)]));
}

function command(noun, verb, { handler = asynchronous, fromType = 'string' }) {
  return {
    description: `${verb[0].toUpperCase()}${verb.slice(1)} ${noun}`,
    danger: 'safe',
    arguments: [
      { name: '--max', type: 'integer', default: 10, description: 'How many at most' },
      { name: '--from', type: fromType, description: 'Where to start' },
    ],
    handler,
  };
}

/** A line for every command of `inLevels(count)`, each with two options. */
export function knownLines(count) {
  return namePairs(count).map(([noun, verb], at) => {
    const day = String((at % 28) + 1).padStart(2, '0');
    return `${noun} ${verb} --max ${10 + (at % 90)} --from 2026-02-${day}`;
  });
}

/** Lines with one wrong name, in a place and of a kind. */
export function unknownLines(count, { place, kind }) {
  const pairs = namePairs(count);
  return Array.from({ length: 300 }, (_, at) => {
    const [noun, verb] = pairs[Math.floor((at * pairs.length) / 300)];
    const wrong = (name) => (kind === 'mistyped' ? mistype(name, at) : `qx${(at * 7919).toString(36)}zw`);
    const words = {
      flat: wrong(`${verb}-${noun}`),
      'first word': `${wrong(noun)} ${verb}`,
      'second word': `${noun} ${wrong(verb)}`,
    };
    return `${words[place]} --max 10 --from 2026-02-01`;
  });
}

/** Two neighbouring letters in the wrong order, or one that is not there. */
function mistype(name, seed) {
  const at = 1 + (seed % (name.length - 2));
  if (seed % 2 === 0 || name[at] === name[at + 1]) return name.slice(0, at) + name.slice(at + 1);
  return name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2);
}
