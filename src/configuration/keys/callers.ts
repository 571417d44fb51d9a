// `allow`, `deny` and `callers`: who may run which commands.

import { named, object, text } from '../../shape/shape.js';
import { listOf, ownNames, secretReference, word } from './texts.js';

export const pattern = text({
  what: 'a command pattern: words between single blanks, with an optional final *',
  maxLength: 1_000,
  pattern: `^(?:\\*|${word}(?: ${word})*(?: \\*)?)$`,
  example: 'gmail *',
  description: 'A command with everything below it (`gmail *`), one command (`gmail send`), or everything (`*`).',
});

const scope = text({
  what: 'the name of a scope',
  maxLength: 200,
  pattern: '^[A-Za-z][A-Za-z0-9_.:/-]*$',
  example: 'calendar.read',
  description: 'A scope, as commands name it in `requiredScopes`.',
});

export const allow = listOf(
  pattern,
  'everything',
  'Command patterns. When the list is present, everything else is denied.',
);

export const deny = listOf(
  pattern,
  'nothing',
  'Command patterns that nobody may run, nor anything below them. Stronger than `allow` and `may`.',
);

export const callers = named(
  ownNames,
  object(
    {
      token: secretReference({ default: 'required', description: 'The token that this caller sends.' }),
      may: listOf(
        pattern,
        'everything',
        'Command patterns that this caller may run, as far as `allow` and `deny` let it.',
      ),
      scopes: listOf(
        scope,
        'everything',
        'What this caller may use; a command whose `requiredScopes` has another one is denied.',
      ),
    },
    { description: 'One caller.', required: ['token'] },
  ),
  { default: 'one local caller that may do everything', description: 'Who may ask, by name.' },
);
