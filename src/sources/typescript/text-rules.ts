// Rules about the text of an argument, beside what its type and its author's own check say.
import type { CheckResult, Parameter } from '../../vocabulary/command.js';
import { looksLikeFlag } from '../../vocabulary/looks-like-flag.js';
import { matchInTime } from '../parameters/match-in-time.js';
import type { ArgumentDefinition } from './definition.js';
import type { Report } from './report.js';

/** What every service takes as an id: nothing that could lead elsewhere in a path or an address. */
const idPattern = '^[A-Za-z0-9_-]+$';

/** What a caller writes that had no id. */
const nothing = /^(?:null|undefined|nan)$/i;

/** A text that continues "The --id argument …" where a word breaks the rule. */
type TextRule = (text: string) => string | undefined;
type ItemRule = (item: string | number) => string | undefined;

/** The pattern that an argument's values must match, if there is one. */
export function patternOf({ name, format, pattern }: ArgumentDefinition, report: Report): string | undefined {
  if (pattern === undefined) return format === 'id' ? idPattern : undefined;
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) {
    report(`the pattern of ${name} matches only part of a value.`, 'Begin it with ^ and end it with $.');
  }
  try {
    new RegExp(pattern, 'u');
    return pattern;
  } catch {
    report(`the pattern of ${name} is invalid.`, 'Write a JavaScript regular expression, valid with the flag u.');
    return undefined;
  }
}

export function matching(pattern: string): TextRule {
  // Not by the engine of the language: an agent chooses the text, and some texts take it for ever.
  const matches = matchInTime(pattern);
  return (text) => {
    if (pattern === idPattern && nothing.test(text))
      return `is not an id: ${text} is what a program prints for an empty value`;
    return matches(text) ? undefined : `must match ${pattern}`;
  };
}

/** No program gets what a shell would read as more than text, nor control characters. */
export const plainText: TextRule = (text) =>
  /[\u0000-\u001f\u007f;|&$`<>(){}\\'"*?!]/.test(text)
    ? 'must not contain control characters or shell characters such as ; | & $ ` < >'
    : undefined;

/**
 * The parameter of which no value reaches its program as an option. Its author can name such values as choices, and
 * negative numbers by a minimum. A declared path arrives as an absolute one.
 */
export function withoutOptions(parameter: Parameter): Parameter {
  const { path, choices = [], minimum = 0 } = parameter;
  if (path === 'inside') return parameter;
  return withRule(parameter, (item) => {
    if (choices.includes(item)) return undefined;
    const isOption = typeof item === 'number' ? item < 0 && minimum >= 0 : looksLikeFlag(String(item));
    return isOption ? 'must not begin with "-" or "+": its program would read it as an option' : undefined;
  });
}

/** The parameter with one more rule, which is asked after its own check. */
export function withTextRule(parameter: Parameter, rule: TextRule): Parameter {
  return withRule(parameter, (item) => (typeof item === 'string' ? rule(item) : undefined));
}

function withRule(parameter: Parameter, rule: ItemRule): Parameter {
  const { check } = parameter;
  return {
    ...parameter,
    check: (value) => {
      const own = check?.(value) ?? { ok: true, value };
      return own instanceof Promise ? own.then((result) => apply(rule, result)) : apply(rule, own);
    },
  };
}

/** What a service would cut off without a word is refused before anything is written. */
export function withMostBytes(parameter: Parameter): Parameter {
  const { maxBytes } = parameter;
  if (maxBytes === undefined) return parameter;
  return withTextRule(parameter, (text) => {
    const bytes = Buffer.byteLength(text);
    return bytes <= maxBytes ? undefined : `has ${bytes} bytes; at most ${maxBytes} are allowed`;
  });
}

function apply(rule: ItemRule, result: CheckResult): CheckResult {
  if (!result.ok) return result;
  const problem = itemsOf(result.value)
    .map(rule)
    .find((message) => message !== undefined);
  return problem === undefined ? result : { ok: false, problems: [problem] };
}

/** Everything in it that is text or a number, names of properties too: whatever is in it may reach a program. */
function itemsOf(value: unknown): readonly (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof Set || value instanceof Map || Array.isArray(value)) return [...value].flatMap(itemsOf);
  return Object.entries(value).flat().flatMap(itemsOf);
}
