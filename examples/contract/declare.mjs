// What each command has to declare here, because the executable is strict: its danger, its exit codes, its scopes.

const none = { retryable: false, sideEffects: 'none' };

/** What a command that fails can end with beside 0. */
const failures = {
  3: { description: 'A part of it failed', retryable: false, sideEffects: 'partial' },
  4: { description: 'Something has to be there first', ...none },
  5: { description: 'There is none', ...none },
  6: { description: 'There is one already', ...none },
  7: { description: 'It is not allowed', ...none },
  8: { description: 'Nobody is signed in', ...none },
  9: { description: 'It has to be paid for', ...none },
  11: { description: 'Too often', retryable: true, sideEffects: 'none' },
  12: { description: 'It is down', retryable: true, sideEffects: 'none' },
  13: { description: 'It has moved', ...none },
};

const declare =
  (danger, done) =>
  ({ fails = [], ...definition }) => ({
    danger,
    requiredScopes: [],
    exitCodes: { 0: done, ...Object.fromEntries(fails.map((code) => [code, failures[code]])) },
    ...definition,
  });

/** It only looks. */
export const safe = declare('safe', { description: 'Here it is', ...none });
/** It changes something. */
export const mutating = declare('mutating', { description: 'It is done', retryable: false, sideEffects: 'complete' });
/** It destroys something: it needs a confirmation, and a dry run. */
export const destructive = declare('destructive', {
  description: 'It is gone',
  retryable: false,
  sideEffects: 'complete',
});
