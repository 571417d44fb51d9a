// `allow`, `deny` and `callers`: who may run which commands.

import { named, object, text } from '../../shape/shape.js';
import { listOf, ownNames, secretReference, word } from './texts.js';

export const pattern = text({
  what: 'a command pattern: words separated by single spaces, with an optional final *',
  maxLength: 1_000,
  pattern: `^(?:\\*|${word}(?: ${word})*(?: \\*)?)$`,
  example: 'gmail *',
  description: 'A command and everything below it (`gmail *`), one command (`gmail send`), or everything (`*`).',
});

const scope = text({
  what: 'the name of a scope',
  maxLength: 200,
  pattern: '^[A-Za-z][A-Za-z0-9_.:/-]*$',
  example: 'calendar.read',
  description: 'A scope, as named in `requiredScopes` of commands.',
});

export const allow = listOf(
  pattern,
  'everything',
  'Command patterns. If the list is present, everything else is denied.',
);

export const deny = listOf(
  pattern,
  'nothing',
  'Command patterns that nobody may run, including everything below them. Overrides `allow` and `may`.',
);

export const callers = named(
  ownNames,
  object(
    {
      token: secretReference({ default: 'required', description: 'The token that this caller sends.' }),
      may: listOf(pattern, 'everything', 'Command patterns that this caller may run, within `allow` and `deny`.'),
      scopes: listOf(scope, 'everything', "The caller's scopes; a command that requires any other scope is denied."),
    },
    { description: 'One caller.', required: ['token'] },
  ),
  { default: 'one local caller that may do everything', description: 'Who may send requests, by name.' },
);
